import json
import time
from enum import StrEnum
from typing import Annotated

import msgspec
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rulebound.kernel.yamltext import LIMITS, Document, Limits, YamlProblem, read_yaml


class Effect(msgspec.Struct, forbid_unknown_fields=True):
    rounds: int = 1
    dice: dict[str, int] = {}


class Weapon(msgspec.Struct, forbid_unknown_fields=True):
    dmg: Annotated[int, msgspec.Meta(ge=0)]
    effects: list[dict[str, Effect]] = []


class Hand(StrEnum):
    LEFT = "left"
    RIGHT = "right"


class Armoury(msgspec.Struct):
    weapons: dict[str, Weapon]
    by_roll: dict[int, str] = {}
    hands: list[dict[Hand, Hand | None]] = []


def read(text: str) -> Document:
    return read_yaml(text, "weapons.yaml")


def problem(text: str, limits: Limits = LIMITS) -> str:
    with pytest.raises(YamlProblem) as raised:
        read_yaml(text, "w.yaml", limits)
    return str(raised.value)


def misfit(text: str) -> str:
    with pytest.raises(YamlProblem) as raised:
        read(text).convert(Armoury)
    return str(raised.value)


ARMOURY = """\
# our own
weapons:
  axe: {dmg: 3}
  knife:
    dmg: 2
    effects:
      - bleeding: {rounds: 2}
      - stunned: {rounds: 1}
        prone: {}
by_roll: {1: axe, 2: knife}
"""


def test_one_of_a_few_words_says_which() -> None:
    assert misfit("weapons: {}\nhands:\n  - {left: up}") == "weapons.yaml:3: hands.0.left: cannot be 'up': it is left or right"
    assert misfit("weapons: {}\nhands: [{}, {down: left}]") == "weapons.yaml:2: hands.1.down: cannot be 'down': it is left or right"


def test_data_and_lines() -> None:
    document = read(ARMOURY)
    armoury = document.convert(Armoury)
    assert armoury.weapons["knife"].effects[1]["stunned"] == Effect(1)
    assert armoury.by_roll == {1: "axe", 2: "knife"}
    assert document.line_of(("weapons",)) == 2
    assert document.line_of(("weapons", "axe", "dmg")) == 3
    assert document.line_of(("weapons", "knife", "dmg")) == 5
    assert document.line_of(("weapons", "knife", "effects", 1, "prone", "rounds")) == 9
    assert document.line_of(()) == 1
    assert document.at(("weapons", "knife", "dmg")) == 2
    assert document.at(("weapons", "spear", "dmg")) is None
    assert document.at(("weapons", "knife", "effects", 2)) is None


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("dmg: 2", "dmg: two", "weapons.yaml:5: weapons.knife.dmg: Expected `int`, got `str`"),
        ("dmg: 2", "dmg: -2", "weapons.yaml:5: weapons.knife.dmg: Expected `int` >= 0"),
        ("dmg: 2", "dgm: 2", "weapons.yaml:5: weapons.knife.dgm: Object contains unknown field `dgm`"),
        ("dmg: 3", "", "weapons.yaml:3: weapons.axe: Object missing required field `dmg`"),
        ("rounds: 1", "rounds: x", "weapons.yaml:8: weapons.knife.effects.1.stunned.rounds: Expected `int`, got `str`"),
        ("{rounds: 2}", "{dice: {a: 1, b: x}}", "weapons.yaml:7: weapons.knife.effects.0.bleeding.dice.b: Expected `int`, got `str`"),
        ("prone: {}", "prone: 1", "weapons.yaml:9: weapons.knife.effects.1.prone: Expected `object`, got `int`"),
        ("2: knife", "b: knife", "weapons.yaml:10: by_roll.b: Expected `int`, got `str` as a key"),
        ("weapons:", "weapon:", "weapons.yaml:1: Object missing required field `weapons`"),
    ],
)
def test_a_misfit_names_file_line_and_field(old: str, new: str, text: str) -> None:
    assert misfit(ARMOURY.replace(old, new)) == text


@given(st.integers(0, 199))
def test_the_right_one_of_many_entries_is_named(wrong: int) -> None:
    entries = "".join(f"  w{i}: {{dmg: {'x' if i == wrong else i}}}\n" for i in range(200))
    assert misfit("weapons:\n" + entries) == f"weapons.yaml:{wrong + 2}: weapons.w{wrong}.dmg: Expected `int`, got `str`"


def test_a_part_is_converted_with_its_own_lines() -> None:
    document = read(ARMOURY.replace("dmg: 2", "dmg: x"))
    assert document.convert(Weapon, ("weapons", "axe")) == Weapon(3)
    with pytest.raises(YamlProblem, match=r"weapons.yaml:5: weapons\.knife\.dmg: Expected"):
        document.convert(Weapon, ("weapons", "knife"))
    with pytest.raises(YamlProblem, match=r"weapons.yaml:2: weapons\.spear: Expected"):
        document.convert(Weapon, ("weapons", "spear"))
    assert document.without("weapons").data == {"by_roll": {1: "axe", 2: "knife"}}


def test_words_are_words() -> None:
    data = read("[yes, no, on, 12:30, 2024-01-01, 0x10, '3', .inf, true, False, null, ~, 3, -4, +5, 1.5, .5, 1e3, 007]").data
    assert data == [
        "yes", "no", "on", "12:30", "2024-01-01", "0x10", "3", ".inf", True, False, None, None, 3, -4, 5, 1.5, 0.5, 1000.0, 7,
    ]  # fmt: skip
    assert read("").data is None
    assert read("a: |\n  two\n  lines\nb:\n").data == {"a": "two\nlines\n", "b": None}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb: 2\na: 3", "w.yaml:3: a: twice: first on line 1"),
        ("x: {a: 1, b: {c: 1,\n c: 2}}", "w.yaml:2: x.b.c: twice: first on line 1"),
        ("a: &x 1", "w.yaml:1: a: anchors and aliases (& and *) are not read"),
        ("a: 1\nb: *x", "w.yaml:2: b: anchors and aliases (& and *) are not read"),
        ("&x a: 1", "w.yaml:1: anchors and aliases (& and *) are not read"),
        ("a:\n- !!python/object/apply:os.system ['true']", "w.yaml:2: a.0: tags (!) are not read"),
        ("a: !!str 1", "w.yaml:1: a: tags (!) are not read"),
        ("a: ! 1", "w.yaml:1: a: tags (!) are not read"),
        ("a: 1\n---\nb: 2", "w.yaml:2: a second document begins here: one file holds one"),
        ("a: 1\n? [b]\n: 2", "w.yaml:2: a key must be a word or a whole number"),
        ("true: 1", "w.yaml:1: a key must be a word or a whole number"),
        ("1.5: 1", "w.yaml:1: a key must be a word or a whole number"),
        ("a: 9999999999999999999999", "w.yaml:1: a: a number too large"),
        ("a: 1e999", "w.yaml:1: a: a number too large"),
        ("a: [1, 2\nb: 3", "w.yaml:2: did not find expected ',' or ']' while parsing a flow sequence"),
        ("a: 1\n\tb: 2", "w.yaml:2: found a tab character that violates indentation while scanning a plain scalar"),
        ("a: \x00", "w.yaml:1: unacceptable character #x0000: control characters are not allowed"),
        ("a: 1\nb: \ud800", "w.yaml:2: a character that is no text"),
    ],
)
def test_what_is_not_read_says_why_and_where(text: str, expected: str) -> None:
    assert problem(text) == expected


def test_two_megabytes_are_too_many() -> None:
    assert problem("a: " + "x" * 2_000_000) == "w.yaml:1: 2000003 bytes are too many: at most 1000000 are read"
    assert read_yaml("é" * 5, "w.yaml", Limits(size=10)).data == "ééééé"
    assert problem("é" * 6, Limits(size=10)) == "w.yaml:1: 12 bytes are too many: at most 10 are read"


def test_depth_is_limited_and_the_parser_is_stopped_in_time() -> None:
    assert read("[" * 32 + "]" * 32).data
    assert problem("[" * 33 + "]" * 33).endswith("nested deeper than 32")
    begun = time.perf_counter()
    for opening in ("[", "{", "- ", "? "):
        problem(opening * (900_000 // len(opening)))
    assert time.perf_counter() - begun < 5


def test_the_number_of_values_is_limited() -> None:
    assert len(read_yaml("[1, 2, 3, 4]", "w.yaml", Limits(nodes=5)).data or []) == 4  # type: ignore[arg-type]
    assert problem("[1, 2, 3,\n 4, 5]", Limits(nodes=5)) == "w.yaml:2: more than 5 values"
    assert problem("[" + "1," * 200_000 + "]") == "w.yaml:1: more than 100000 values"


def test_a_billion_laughs_are_not_laughed() -> None:
    bomb = "a0: &a0 [x, x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n" for i in range(1, 60))
    assert problem(bomb) == "w.yaml:1: a0: anchors and aliases (& and *) are not read"


words = st.text(st.characters(exclude_categories=("Cc", "Cs", "Cn", "Co", "Zl", "Zp")))
plain = st.recursive(
    st.none() | st.booleans() | st.integers(1 - 10**18, 10**18 - 1) | words,
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(words, inside, max_size=4),
    max_leaves=20,
)


@given(plain)
def test_what_is_written_with_quotes_is_read_back(data: object) -> None:
    assert read(json.dumps(data, ensure_ascii=False)).data == data


@given(st.text(alphabet="ab:-?[]{}&*!|>'\"#%@ \n\t,0~", max_size=40))
def test_any_text_is_read_or_refused_and_what_a_safe_loader_refuses_is_refused(text: str) -> None:
    try:
        read(text)
    except YamlProblem:
        return
    yaml.load(text, Loader=yaml.CSafeLoader)
