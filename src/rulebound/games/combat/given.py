"""What a case may lay down: fighters, vehicles, seats, and whose turn it is. Only what matters has to be given."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulebound.games.combat.ap import max_ap
from rulebound.games.combat.content import armor, content, sample, vehicle, weapon
from rulebound.games.combat.creation import check_range
from rulebound.games.combat.harm import count_minute
from rulebound.games.combat.state import ROUNDS_A_MINUTE, Combat, Fighter, Held, Hit, Id, Note, Phase, T
from rulebound.games.combat.variants import CombatVariants
from rulebound.games.combat.wreck import count_fire
from rulebound.kernel.clock import Unit
from rulebound.kernel.game import Start
from rulebound.kernel.paths import PathProblem, put
from rulebound.kernel.seats import SeatId, SeatWord, seats_for
from rulebound.kernel.table import Table
from rulebound.kernel.turns import PickedByLast
from rulebound.kernel.yamltext import Data, Document, Path
from rulebound.kernel.zones import Place


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of `given`."""

    fighters: Annotated[
        dict[str, dict[str, object]], Note(description="by id: a sample and what differs; `bled` is how many rounds of the minute are over")
    ] = {}
    vehicles: Annotated[
        dict[str, dict[str, object]], Note(description="by id: a kind and what differs; `burned` is how many rounds the fire has burned")
    ] = {}
    seats: Annotated[dict[str, SeatWord], Note(description="`gm: empty` for a table without a game master; other seats by role")] = {}
    variants: Annotated[dict[str, object], Note(description="variants that differ from their defaults")] = {}
    turn: Annotated[str | None, Note(description="whose turn it is; left out, the fight has not begun")] = None
    round: Annotated[int, Note(description="the number of the round")] = 1
    acted: Annotated[list[str], Note(description="who has had a turn this round")] = []
    hits: Annotated[list[Hit], Note(description="hits that wait for the end of the round")] = []
    ground: Annotated[dict[str, str], Note(description="weapons on the ground: `1: knife@0,0`")] = {}
    distances: Annotated[dict[str, int], Note(description="yards between two where places are not kept: `ana|bo: 5`")] = {}


GIVEN_HELP = """
`fighters: {ana: {sample: brawler, place: [0, 0], hp: 5}, bo: {}}`. A fighter is a `sample` of the pack (brawler, scout, soldier,
bruiser, medic, driver, raider) or, without one, has A 4, C 4, every skill 3, fists and no armor; any path of a fighter below may be
given besides. HP and AP are full unless given. `place: [x, y]` is in yards, `armor: stab vest` a name, `held: {action: attack, target: bo,
trigger: when they move}`. Every fighter is its own seat and its own side, both named by its id, unless `seat` or `side` say otherwise;
besides them there is the game master, `gm`.

`vehicles: {van: {kind: van, speed: 60, driver: ana, place: [0, 0]}}`. Kinds: motorbike, sports car, family car, pickup, van, heavy truck.
The driver sits in it; others do by `vehicle: van` of their own. `gun: mounted gun` mounts one.
"""

SPECIAL = ("sample", "kind", "place", "armor", "held", "gun", "bled", "burned")
"""Keys of a fighter or vehicle that are not simply set."""


def given(document: Document, path: Path, variants: CombatVariants) -> Start[Combat]:
    """The start that a case describes."""
    if not isinstance(document.at(path), dict) or path[-1] != "given":
        raise document.problem(path, "a case of combat needs `given: {fighters: {...}}`")
    laid = document.convert(Given, path)
    state = Combat(fighters={}, turns=PickedByLast(names=list(laid.fighters)))
    for id in laid.fighters:
        state.fighters[id] = _fighter(document, (*path, "fighters", id), variants)
    for id in laid.vehicles:
        _vehicle(document, (*path, "vehicles", id), state)
    state.hits, state.ground, state.distances = list(laid.hits), dict(laid.ground), dict(laid.distances)
    state.loaded = {key: gun.shots for key, text in laid.ground.items() if (gun := content().weapons.get(text.split("@")[0])) and gun.shots}
    state.dropped = len(state.ground)
    state.turns.out = [f.id for f in state.fighters.values() if not f.up]
    for who in state.fighters.values():
        if "ap" not in laid.fighters[who.id]:
            who.ap = max_ap(Table(state, variants), who) if who.up and who.aware else 0
    if laid.turn is not None:
        if laid.turn not in state.fighters:
            raise document.problem((*path, "turn"), f"there is no fighter {laid.turn}")
        state.phase = Phase.FIGHT
        state.started = Id((laid.acted or [laid.turn])[0])
        state.turns.number, state.turns.current, state.turns.done = laid.round, laid.turn, list(laid.acted)
    state.clock.advance(Unit.ROUNDS, laid.round - 1)
    _wind_up(document, path, Table(state, variants))
    return Start(state, seats_for((f.seat for f in state.fighters.values()), laid.seats))


def _wind_up(document: Document, path: Path, t: T) -> None:
    """The minutes of those who bleed and the fires of vehicles that burn, some of them part over."""
    for who in t.state.fighters.values():
        if who.vehicle is not None and who.vehicle not in t.state.vehicles:
            raise document.problem((*path, "fighters", who.id, "vehicle"), f"there is no vehicle {who.vehicle}")
        if who.bleeding:
            count_minute(t, who, _rounds(document, (*path, "fighters", who.id), "bled"))
    for car in t.state.vehicles.values():
        if car.burning:
            burned = _rounds(document, (*path, "vehicles", car.id), "burned")
            if burned >= ROUNDS_A_MINUTE * car.fuel:
                raise document.problem((*path, "vehicles", car.id, "burning"), f"after {burned} rounds there is no Fuel left to burn")
            count_fire(t, car, burned)


def _rounds(document: Document, path: Path, key: str) -> int:
    return document.convert(int, (*path, key)) if key in _mapping(document, path) else 0


def _fighter(document: Document, path: Path, variants: CombatVariants) -> Fighter:
    id = str(path[-1])
    laid = _mapping(document, path)
    kind = str(laid["sample"]) if "sample" in laid else None
    if kind is not None and kind not in content().fighters:
        raise document.problem((*path, "sample"), f"there is no sample {kind}: {', '.join(content().fighters)}")
    who = sample(kind, id, id) if kind else Fighter(id=Id(id), name=id, seat=SeatId(id), side=id)
    who.seat = SeatId(id)
    if "place" in laid:
        who.place = Place(*document.convert(tuple[int, int], (*path, "place")))
    if "armor" in laid:
        name = str(laid["armor"])
        if name not in content().armor:
            raise document.problem((*path, "armor"), f"there is no armor {name}: {', '.join(content().armor)}")
        who.armor = armor(name)
    if "held" in laid:
        who.held = document.convert(Held, (*path, "held"))
    _put_all(document, path, who, laid)
    for name in (who.weapon, *who.carried):
        if name not in content().weapons:
            raise document.problem(path, f"there is no weapon {name}: {', '.join(content().weapons)}")
        if weapon(name).shots and name not in who.shots:
            who.shots[name] = weapon(name).shots
    if "hp" not in laid:
        who.hp = who.max_hp
    if refusal := check_range(variants, who):
        raise document.problem(path, str(refusal))
    return who


def _vehicle(document: Document, path: Path, state: Combat) -> None:
    id = str(path[-1])
    laid = _mapping(document, path)
    kind = str(laid.get("kind", "family car"))
    if kind not in content().vehicles:
        raise document.problem((*path, "kind"), f"there is no vehicle {kind}: {', '.join(content().vehicles)}")
    car = vehicle(id, kind, id, gun=str(laid["gun"]) if "gun" in laid else None)
    if "place" in laid:
        car.place = Place(*document.convert(tuple[int, int], (*path, "place")))
    _put_all(document, path, car, laid)
    state.vehicles[id] = car
    if car.driver is not None:
        if car.driver not in state.fighters:
            raise document.problem((*path, "driver"), f"there is no fighter {car.driver}")
        state.fighters[car.driver].vehicle = car.id


def _mapping(document: Document, path: Path) -> dict[str, Data]:
    laid = document.at(path)
    if not isinstance(laid, dict):
        raise document.problem(path, "what differs is written as {name: value}")
    return {str(key): value for key, value in laid.items()}


def _put_all(document: Document, path: Path, target: object, laid: dict[str, Data]) -> None:
    for key, value in laid.items():
        if key not in SPECIAL:
            try:
                put(target, key, value)
            except PathProblem as problem:
                raise document.problem((*path, key), str(problem)) from None
