from enum import StrEnum
from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebound.kernel.variants import Variant, VariantInfo, VariantProblem, changed, check_variants, describe, read_variants


class Timing(StrEnum):
    END_OF_ROUND = "end_of_round"
    IMMEDIATE = "immediate"


def about(rule: str) -> Variant:
    return Variant("What it is about.", rule)


class Variants(msgspec.Struct, frozen=True):
    damage_timing: Annotated[Timing, Variant("When damage counts.", "combat.round.damage_simultaneous")] = Timing.END_OF_ROUND
    hide_stats: Annotated[bool, about("combat.hidden")] = False
    threshold: Annotated[int, msgspec.Meta(ge=0), about("infinity.injury.thresholds")] = 5
    guts_max: Annotated[int | Literal["unlimited"], about("infected.guts.max")] = 5
    panic: Annotated[Literal[1, 2, 3, "unlimited"], about("contagion.cic.panic_limit")] = 1
    attributes: Annotated[tuple[int, int] | Literal["unbounded"], about("combat.base.attributes")] = (1, 6)
    slots: Annotated[tuple[int, int, int, int], about("infected.wounds.track")] = (4, 3, 2, 1)


check_variants(Variants)


def test_variants_describe_themselves() -> None:
    infos = {info.name: info for info in describe(Variants)}
    assert list(infos) == list(Variants.__struct_fields__)
    assert infos["damage_timing"] == VariantInfo(
        "damage_timing",
        "end_of_round or immediate",
        "end_of_round",
        ("end_of_round", "immediate"),
        "When damage counts.",
        "combat.round.damage_simultaneous",
    )
    assert (infos["hide_stats"].type, infos["hide_stats"].options) == ("true or false", (True, False))
    assert (infos["threshold"].type, infos["threshold"].options) == ("whole number", ())
    assert (infos["guts_max"].type, infos["guts_max"].options) == ("whole number or unlimited", ("unlimited",))
    assert infos["panic"].type == "1, 2, 3 or unlimited"
    assert infos["slots"].default == (4, 3, 2, 1)
    assert msgspec.json.encode(describe(Variants))


@pytest.mark.parametrize(
    ("given", "name", "expected"),
    [
        ("immediate", "damage_timing", Timing.IMMEDIATE),
        (Timing.IMMEDIATE, "damage_timing", Timing.IMMEDIATE),
        (True, "hide_stats", True),
        ("true", "hide_stats", True),
        ("on", "hide_stats", True),
        ("No", "hide_stats", False),
        (7, "threshold", 7),
        ("7", "threshold", 7),
        ("unlimited", "guts_max", "unlimited"),
        ("4", "guts_max", 4),
        ("3", "panic", 3),
        (3, "panic", 3),
        ("unlimited", "panic", "unlimited"),
        ([2, 8], "attributes", (2, 8)),
        ("2, 8", "attributes", (2, 8)),
        ("unbounded", "attributes", "unbounded"),
        ("[6, 5,4 3]", "slots", (6, 5, 4, 3)),
    ],
)
def test_values_and_their_text_are_read(given: object, name: str, expected: object) -> None:
    assert getattr(read_variants(Variants, {name: given}), name) == expected


@pytest.mark.parametrize("word", ["guts.max", "guts-max", "guts_max"])
def test_names_may_be_written_as_in_the_ledgers(word: str) -> None:
    assert read_variants(Variants, {word: 4}).guts_max == 4


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"damge_timing": "immediate"}, "There is no variant damge_timing. Did you mean damage_timing?"),
        ({"zzz": 1}, "There is no variant zzz."),
        ({"guts.max": 1, "guts_max": 1}, "The variant guts_max is given twice."),
        (
            {"damage_timing": "imediate"},
            "The variant damage_timing cannot be 'imediate': it is end_of_round or immediate. Did you mean immediate?",
        ),
        ({"hide_stats": 1}, "The variant hide_stats cannot be 1: it is true or false."),
        ({"threshold": True}, "The variant threshold cannot be True: it is whole number."),
        ({"threshold": -1}, "The variant threshold cannot be -1: it is whole number."),
        ({"threshold": "many"}, "The variant threshold cannot be 'many': it is whole number."),
        ({"panic": 4}, "The variant panic cannot be 4: it is 1, 2, 3 or unlimited."),
        ({"slots": [1, 2]}, "The variant slots cannot be [1, 2]: it is whole number, whole number, whole number, whole number."),
        ({"guts_max": None}, "The variant guts_max cannot be None: it is whole number or unlimited."),
    ],
)
def test_what_will_not_do_says_what_would(given: dict[str, object], message: str) -> None:
    with pytest.raises(VariantProblem) as raised:
        read_variants(Variants, given)
    assert str(raised.value) == message
    assert raised.value.given == list(given.values())[-1]


some_variants = st.builds(
    Variants,
    damage_timing=st.sampled_from(Timing),
    hide_stats=st.booleans(),
    threshold=st.integers(0, 99),
    guts_max=st.integers() | st.just("unlimited"),
    panic=st.sampled_from([1, 2, 3, "unlimited"]),
    attributes=st.tuples(st.integers(), st.integers()) | st.just("unbounded"),
    slots=st.tuples(*[st.integers()] * 4),
)


@given(some_variants)
def test_what_changed_can_be_read_back(variants: Variants) -> None:
    different = changed(variants)
    assert all(getattr(Variants(), name) != value for name, value in different.items())
    assert read_variants(Variants, different) == variants
    assert read_variants(Variants, msgspec.json.decode(msgspec.json.encode(different))) == variants


def test_nothing_changed_is_nothing() -> None:
    assert changed(Variants()) == {}
    assert changed(Variants(threshold=3)) == {"threshold": 3}


def declared(hint: object, **default: object) -> type[msgspec.Struct]:
    return msgspec.defstruct("Odd", [("field", hint, *default.values())], frozen=True)  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("cls", "message"),
    [
        (declared(int, default=1), "Odd.field needs Annotated"),
        (declared(Annotated[int, Variant("", "a.b")], default=1), "Odd.field needs Annotated"),
        (declared(Annotated[int, Variant("What.", "nowhere")], default=1), "Odd.field needs Annotated"),
        (declared(Annotated[int, about("a.b")]), "Odd.field needs a default"),
        (declared(Annotated[int, about("a.b")], default="x"), "Odd.field: its default does not fit"),
        (declared(Annotated[str, about("a.b")], default="x"), "Odd.field: a variant cannot be a text"),
        (declared(Annotated[list[int], about("a.b")], default=[]), "Odd.field: a variant cannot be a list"),
        (msgspec.defstruct("Odd", []), "Odd must be frozen"),
    ],
)
def test_careless_declarations_are_errors(cls: type[msgspec.Struct], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        check_variants(cls)
