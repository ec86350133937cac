import msgspec
import pytest

from rulebound.kernel.packs import Pack, merge_packs, read_pack
from rulebound.kernel.yamltext import YamlProblem


class Weapon(msgspec.Struct):
    dmg: int


class Content(msgspec.Struct, forbid_unknown_fields=True):
    weapons: dict[str, Weapon] = {}
    names: list[str] = []


def pack(file: str, body: str, **header: str) -> Pack[Content]:
    fields = {"name": file, "game": "combat", "title": "Title", "version": '"1"', "ours": "true"} | header
    return read_pack(f"pack: {{{', '.join(f'{k}: {v}' for k, v in fields.items())}}}\n{body}", f"{file}.yaml", Content)


STREET = "weapons:\n  knife: {dmg: 2}\n  chain: {dmg: 3}\nnames: [Kim]\n"


def test_a_pack_has_a_header_and_content() -> None:
    street = pack("street", STREET)
    assert (street.header.name, street.header.game, street.header.ours) == ("street", "combat", True)
    assert street.content == Content({"knife": Weapon(2), "chain": Weapon(3)}, ["Kim"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("weapons: {}", "p.yaml:1: no header: a pack begins with `pack: {name, game, title, version, ours}`"),
        ("- 1", "p.yaml:1: no header: a pack begins with `pack: {name, game, title, version, ours}`"),
        ("pack:\n  name: p", "p.yaml:1: pack: Object missing required field `game`"),
        (
            "weapons: {knife: {dmg: 2}}\npack: {name: p, game: combat, title: P, version: 1, ours: true}",
            "p.yaml:2: pack.version: Expected `str`, got `int`",
        ),
        (
            'pack: {name: p, game: combat, title: P, version: "1", ours: true}\nweapons:\n  knife: {dmg: x}',
            "p.yaml:3: weapons.knife.dmg: Expected `int`, got `str`",
        ),
        (
            'pack: {name: p, game: combat, title: P, version: "1", ours: true}\nweapon:\n  knife: {dmg: x}',
            "p.yaml:2: weapon: Object contains unknown field `weapon`",
        ),
    ],
)
def test_what_is_wrong_with_a_pack_is_said_with_its_line(text: str, expected: str) -> None:
    with pytest.raises(YamlProblem) as raised:
        read_pack(text, "p.yaml", Content)
    assert str(raised.value) == expected


def test_later_packs_add() -> None:
    merged = merge_packs([pack("street", STREET), pack("army", "weapons:\n  rifle: {dmg: 5}\nnames: [Lee]\n"), pack("none", "")])
    assert merged == Content({"knife": Weapon(2), "chain": Weapon(3), "rifle": Weapon(5)}, ["Kim", "Lee"])
    assert list(merged.weapons) == ["knife", "chain", "rifle"]
    assert merge_packs([pack("none", "")]) == Content()


def test_a_repeated_id_names_both_files() -> None:
    with pytest.raises(YamlProblem, match=r"^army\.yaml:4: weapons\.chain: already in street\.yaml:4$"):
        merge_packs([pack("street", STREET), pack("army", "weapons:\n  rifle: {dmg: 5}\n  chain: {dmg: 1}\n")])


def test_packs_of_two_games_or_of_one_name_do_not_go_together() -> None:
    with pytest.raises(YamlProblem, match=r"^b\.yaml:1: pack\.game: a\.yaml is for combat$"):
        merge_packs([pack("a", ""), pack("b", "", game="infinity")])
    with pytest.raises(YamlProblem, match=r"^c\.yaml:1: pack\.name: b\.yaml has that name already$"):
        merge_packs([pack("a", ""), pack("b", ""), pack("c", "", name="b")])


def test_a_section_that_is_neither_dict_nor_list_is_a_mistake_of_the_game() -> None:
    class Odd(msgspec.Struct):
        title: str = ""

    text = 'pack: {name: p, game: combat, title: P, version: "1", ours: true}'
    with pytest.raises(TypeError, match="title: a section of a pack is a dict by id or a list"):
        merge_packs([read_pack(text, "p.yaml", Odd)])
