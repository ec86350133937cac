"""Where everybody is, how far apart, and how far one move goes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from rulebound.games.combat.ap import acting, known_to
from rulebound.games.combat.rolls import pain
from rulebound.games.combat.state import Fighter, T, audience
from rulebound.games.combat.variants import Positions, ProneEffects
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total
from rulebound.kernel.seats import SeatId
from rulebound.kernel.zones import Place

APART = 20
"""combat.round.positions: how far apart sides start."""


class Compass(StrEnum):
    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


STEP = {Compass.NORTH: Place(0, 1), Compass.EAST: Place(1, 0), Compass.SOUTH: Place(0, -1), Compass.WEST: Place(-1, 0)}
FAR = 100_000


class Way(msgspec.Struct, frozen=True):
    """Which way to go: at somebody or something, away from it, or by the compass."""

    to: str
    away: bool = False

    def text_form(self) -> str:
        return f"away from {self.to}" if self.away else self.to if self.to in list(Compass) else f"toward {self.to}"


# ------------------------------------------------------------------------------------------------ places and distances
def place_of(t: T, id: str) -> Place:
    """Where a fighter or a vehicle is; whoever sits in a vehicle is where it is."""
    if id in t.state.vehicles:
        return t.state.vehicles[id].place
    who = t.state.fighters[id]
    return t.state.vehicles[who.vehicle].place if who.vehicle else who.place


@cites("combat.round.positions", "combat.base.units")
def distance(t: T, a: str, b: str) -> int:
    """In yards: the straight line, or the number kept for the two."""
    if t.variants.positions is Positions.NONE:
        return t.state.distances.get(pair(a, b), APART)
    return place_of(t, a).distance(place_of(t, b))


def pair(a: str, b: str) -> str:
    return "|".join(sorted((a, b)))


def along(t: T, start: Place, way: Way, yards: int) -> Place:
    """Where going so far that way ends."""
    if way.to in STEP:
        step = STEP[Compass(way.to)]
        return Place(start.x + step.x * yards, start.y + step.y * yards)
    goal = place_of(t, way.to)
    if not way.away:
        return start.towards(goal, yards)
    if goal == start:
        return Place(start.x + yards, start.y)
    return start.towards(Place(start.x + FAR * (start.x - goal.x), start.y + FAR * (start.y - goal.y)), yards)


def go(t: T, who: Fighter, way: Way, yards: int) -> None:
    """Move, on the plane or in the number kept for the two."""
    if t.variants.positions is Positions.NONE:
        key = pair(who.id, way.to)
        now = t.state.distances.get(key, APART)
        t.state.distances[key] = now + yards if way.away else max(0, now - yards)
    else:
        who.place = along(t, who.place, way, yards)
    t.say("moves", "combat.move.speed", to=audience(t, who), who=who.id, way=way.text_form(), yards=yards)


def ways(t: T, by: SeatId, *_: object) -> Sequence[Way]:
    """Toward or away from anybody or any vehicle you know of, or by the compass."""
    me = acting(t)
    known = [f.id for f in t.state.fighters.values() if f.id != me.id and known_to(t, me.side, f)] + list(t.state.vehicles)
    if t.variants.positions is Positions.NONE:
        return [Way(id, away) for id in known if id not in t.state.vehicles for away in (False, True)]
    return [Way(id) for id in known] + [Way(id, True) for id in known] + [Way(c.value) for c in Compass]


# ------------------------------------------------------------------------------------------------ how far one move goes
@cites("combat.move.speed", "combat.state.prone", "combat.table.derived")
def speed(t: T, who: Fighter) -> Total:
    """A + C less Pain, not below 0; lying down it is 1."""
    total = Total.of("A", who.a, "combat.move.speed").plus("C", who.c, "combat.move.speed")
    total = total.plus("Pain", -pain(t, who), "combat.dmg.pain").at_least(0, "combat.move.speed")
    if who.prone and t.variants.prone_effects is ProneEffects.HOUSE:
        total = total.at_most(1, "combat.state.prone")
    return total


def rise(t: T, who: Fighter) -> None:
    who.prone = False
    t.say("stands_up", "combat.move.prone", to=audience(t, who), who=who.id)
