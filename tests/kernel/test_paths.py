from enum import StrEnum
from typing import Annotated

import msgspec
import pytest

from rulebound.kernel.clock import Clock, Unit
from rulebound.kernel.modifiers import Total
from rulebound.kernel.pathdocs import PathInfo, describe_paths
from rulebound.kernel.paths import PathProblem, add_to, get, put, remove
from rulebound.kernel.pools import SharedPool
from rulebound.kernel.tracks import LevelTrack, Track
from rulebound.kernel.zones import Place


class Skill(StrEnum):
    MELEE = "melee"
    RANGED = "ranged"


class Person(msgspec.Struct):
    name: str
    hp: Annotated[int, msgspec.Meta(ge=0, description="What is left of the health.")] = 10
    stress: Track = msgspec.field(default_factory=lambda: Track(5, 2))
    wounds: LevelTrack = msgspec.field(default_factory=lambda: LevelTrack({"bruised": 4, "bleeding": 3}))
    skills: dict[Skill, int] = {}
    items: list[str] = []
    place: Place = Place(0, 0)
    friend: "Person | None" = None

    @property
    def speed(self) -> Total:
        """How far one move goes."""
        return Total.of("A", 3, "combat.move.speed").plus("Pain", -1, "combat.dmg.pain")

    @property
    def alive(self) -> bool:
        return self.hp > 0


class State(msgspec.Struct):
    people: dict[str, Person]
    threat: SharedPool = msgspec.field(default_factory=lambda: SharedPool(name="Threat", start=3))
    clock: Clock = msgspec.field(default_factory=Clock)
    log: list[list[int]] = []


@pytest.fixture
def state() -> State:
    return State({"rage": Person("Rage", items=["knife", "rope"], skills={Skill.MELEE: 2}), "ana": Person("Ana")}, log=[[1, 2], [3]])


def problem(change: object, *args: object) -> str:
    with pytest.raises(PathProblem) as raised:
        change(*args)  # type: ignore[operator]
    return str(raised.value)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("people.rage.hp", 10),
        ("rage.hp", 10),
        ("rage.stress", 2),
        ("rage.stress.boxes", 5),
        ("rage.stress.room", 3),
        ("rage.wounds.bleeding", 0),
        ("rage.wounds.slots.bleeding", 3),
        ("rage.wounds", {"bruised": 0, "bleeding": 0}),
        ("rage.wounds.gravest_free", "bleeding"),
        ("rage.skills.melee", 2),
        ("rage.items.1", "rope"),
        ("rage.speed", 2),
        ("rage.alive", True),
        ("rage.place.x", 0),
        ("threat", 3),
        ("clock.rounds", 0),
        ("log.0.1", 2),
    ],
)
def test_paths_are_read(state: State, path: str, value: object) -> None:
    assert get(state, path, state.people.get) == value


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("rage.hp", 3),
        ("rage.name", "Rage Two"),
        ("rage.stress", 4),
        ("rage.stress.boxes", 9),
        ("rage.wounds.bleeding", 2),
        ("rage.skills.melee", 5),
        ("rage.skills.ranged", 1),
        ("rage.items", ["axe"]),
        ("rage.items.1", "axe"),
        ("people.rage.hp", 4),
        ("threat", 9),
        ("clock.rounds", 8),
        ("log.0.1", 7),
    ],
)
def test_paths_are_set(state: State, path: str, value: object) -> None:
    put(state, path, value, state.people.get)
    assert get(state, path, state.people.get) == value
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State) == state


def test_a_whole_struct_is_set_from_plain_data(state: State) -> None:
    put(state, "rage.stress", {"boxes": 7, "marked": 1}, state.people.get)
    assert state.people["rage"].stress == Track(7, 1)
    put(state, "rage.wounds", {"bleeding": 1}, state.people.get)
    assert state.people["rage"].wounds == LevelTrack({"bruised": 4, "bleeding": 3}, {"bruised": 0, "bleeding": 1})
    put(state, "rage.place", {"x": 3, "y": 4}, state.people.get)
    assert state.people["rage"].place == Place(3, 4)
    put(state, "rage.friend", {"name": "Bo"}, state.people.get)
    put(state, "rage.friend.hp", 2, state.people.get)
    assert state.people["rage"].friend == Person("Bo", 2)


def test_a_new_entry_has_the_key_its_dict_declares(state: State) -> None:
    put(state, "rage.skills.ranged", 1, state.people.get)
    assert [type(key) for key in state.people["rage"].skills] == [Skill, Skill]


def test_a_pool_is_set_right_by_a_delta(state: State) -> None:
    put(state, "threat", 5)
    add_to(state, "threat", 2)
    assert [(delta.amount, delta.rule) for delta in state.threat.deltas] == [(2, "table.repair"), (2, "table.repair")]
    assert problem(put, state, "threat", "lots") == "threat: cannot be 'lots': it is whole number"


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("rage.hp", "x", "rage.hp: cannot be 'x': it is whole number (Expected `int`, got `str`)"),
        ("rage.hp", -1, "rage.hp: cannot be -1: it is whole number (Expected `int` >= 0)"),
        ("rage.stress", 6, "rage.stress: 6 marked of 5 boxes"),
        ("rage.stress", "x", "rage.stress: cannot be 'x': it is whole number (Expected `int`, got `str`)"),
        ("rage.wounds.bleeding", 4, "rage.wounds.bleeding: 4 marked of 3 bleeding"),
        ("rage.speed", 3, "rage.speed: is computed and cannot be set"),
        ("rage.alive", False, "rage.alive: is computed and cannot be set"),
        ("rage.place.x", 3, "rage.place.x: is part of something that never changes: set the whole of it"),
        ("rage", {"name": "Bo"}, "rage: cannot be replaced as a whole: set a part of it"),
        (
            "rage.wounds.bleding",
            1,
            "rage.wounds.bleding: no bleding in rage.wounds. Did you mean bleeding? "
            "There is: slots, marked, full, gravest, gravest_free, bruised, bleeding.",
        ),
        ("rage.items.2", "x", "rage.items.2: no 2 in rage.items. There is: 0, 1."),
        ("rage.hp.x", 1, "rage.hp.x: no x in rage.hp."),
        ("bo.hp", 1, "bo.hp: no bo at the top. There is: people, threat, clock, log."),
        ("people.bo", {"name": "Bo"}, "people.bo: no bo in people. There is: rage, ana."),
        ("rage.skills.cooking", 1, "rage.skills.cooking: no cooking in rage.skills. There is: melee."),
        ("rage._x", 1, "rage._x: no _x in rage."),
        ("rage..hp", 1, "rage..hp: no  in rage."),
        ("", 1, ": no  at the top. There is: people, threat, clock, log."),
    ],
)
def test_what_cannot_be_set_says_why_and_changes_nothing(state: State, path: str, value: object, message: str) -> None:
    before = msgspec.msgpack.encode(state)
    assert problem(put, state, path, value, state.people.get).startswith(message)
    assert msgspec.msgpack.encode(state) == before


def test_a_problem_lists_what_could_follow(state: State) -> None:
    with pytest.raises(PathProblem) as raised:
        get(state, "rage.stres", state.people.get)
    assert "Did you mean stress?" in str(raised.value)
    assert raised.value.legal[:3] == ("name", "hp", "stress")
    assert "alive" in raised.value.legal
    assert problem(get, state, "rage.skills.ranged", state.people.get) == "rage.skills.ranged: is not there"


def test_adding_to_numbers_lists_and_groups(state: State) -> None:
    rage = state.people["rage"]
    add_to(state, "rage.hp", -3, state.people.get)
    add_to(state, "rage.stress", 1, state.people.get)
    add_to(state, "rage.items", "axe", state.people.get)
    add_to(state, "people", {"bo": {"name": "Bo"}})
    assert (rage.hp, rage.stress.marked, rage.items) == (7, 3, ["knife", "rope", "axe"])
    assert state.people["bo"] == Person("Bo")


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("rage.hp", -11, "rage.hp: cannot be -1"),
        ("rage.hp", "x", "rage.hp: cannot be 'x'"),
        ("rage.stress", 4, "rage.stress: 6 marked of 5 boxes"),
        ("rage.items", 3, "rage.items: cannot be"),
        ("people", {"ana": {"name": "Other"}}, "people: ana is there already: set it instead"),
        ("people", {"bo": {"hp": 1}}, "people: cannot be"),
        ("people", "bo", "people: only a number, a list or entries by key can be added to"),
        ("rage.name", "x", "rage.name: only a number, a list or entries by key can be added to"),
        ("rage.alive", 1, "rage.alive: only a number, a list or entries by key can be added to"),
    ],
)
def test_what_cannot_be_added_changes_nothing(state: State, path: str, value: object, message: str) -> None:
    before = msgspec.msgpack.encode(state)
    assert problem(add_to, state, path, value, state.people.get).startswith(message)
    assert msgspec.msgpack.encode(state) == before


def test_entries_are_removed(state: State) -> None:
    remove(state, "rage.items.0", state.people.get)
    remove(state, "rage.skills.melee", state.people.get)
    remove(state, "people.ana")
    remove(state, "log.0.0")
    assert (state.people["rage"].items, state.people["rage"].skills, list(state.people)) == (["rope"], {}, ["rage"])
    assert state.log == [[2], [3]]
    assert problem(remove, state, "people.rage.hp") == "people.rage.hp: only entries of lists and dicts can be removed"
    assert problem(remove, state, "people.rage.skills.melee") == "people.rage.skills.melee: is not there"


def test_removing_what_a_struct_needs_is_refused(state: State) -> None:
    assert problem(remove, state, "people.rage.wounds.slots.bruised").endswith("no level bruised: there is bleeding")
    assert list(state.people["rage"].wounds.slots) == ["bruised", "bleeding"]


def test_every_path_is_described() -> None:
    infos = {info.path: info for info in describe_paths(Person, "<person>")}
    assert infos["<person>.hp"] == PathInfo("<person>.hp", "whole number", "What is left of the health.", True)
    assert infos["<person>.stress"] == PathInfo("<person>.stress", "whole number", "", True)
    assert infos["<person>.stress.boxes"].settable
    assert not infos["<person>.stress.full"].settable
    assert infos["<person>.wounds.<key>"] == PathInfo("<person>.wounds.<key>", "whole number", "", True)
    assert infos["<person>.skills.<skill>"].type == "whole number"
    assert infos["<person>.skills"].type == "whole number for each skill"
    assert infos["<person>.items.<n>"].type == "text"
    assert not infos["<person>.place.x"].settable
    assert infos["<person>.speed"] == PathInfo("<person>.speed", "whole number", "How far one move goes.", False)
    assert infos["<person>.friend"].type == "Person or nothing"
    assert "<person>.friend.hp" not in infos
    assert len(infos) == len(describe_paths(Person, "<person>"))


def test_described_paths_exist(state: State) -> None:
    stand_ins = {"people.<key>": "people.rage", "<skill>": "melee", "<unit>": Unit.ROUNDS.value, "<n>": "0", "<key>": "bruised"}
    for info in describe_paths(State):
        path = info.path
        for placeholder, real in stand_ins.items():
            path = path.replace(placeholder, real)
        if path.startswith(("clock.running.", "clock.over.", "threat.deltas.")):
            continue
        value = get(state, path)
        if info.settable and path not in ("people", "people.rage"):
            put(state, path, msgspec.to_builtins(value))
            assert get(state, path) == value
