"""Where everybody is, how far apart, and how far one move goes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import gcd

import msgspec

from rulebound.games.combat.ap import acting, known_to
from rulebound.games.combat.rolls import in_pain
from rulebound.games.combat.state import Fighter, T, Vehicle, aboard, audience, pair, place_of, those
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

    @property
    def bearing(self) -> str:
        """What stands before the goal's name; nothing before a point of the compass."""
        return "away from " if self.away else "" if self.to in STEP else "toward "

    def text_form(self) -> str:
        return f"{self.bearing}{self.to}"


# ------------------------------------------------------------------------------------------------ places and distances
@cites("combat.round.positions", "combat.base.units")
def distance(t: T, a: str, b: str) -> int:
    """In yards: the straight line, or the number kept for the two."""
    if t.variants.positions is Positions.NONE:
        a, b = aboard(t, a), aboard(t, b)
        return apart(t, a, b)
    return place_of(t, a).distance(place_of(t, b))


@cites("combat.round.positions")
def apart(t: T, a: str, b: str) -> int:
    """The number kept for two where there is no map. Opponents start 20 yards apart, friends side by side."""
    me, them = t.state.fighters.get(a), t.state.fighters.get(b)
    together = a == b or (me and them and me.side == them.side)
    return t.state.distances.get(pair(a, b), 0 if together else APART)


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


@cites("combat.move.speed", "combat.round.positions")
def go(t: T, who: Fighter, way: Way, yards: int) -> None:
    """Move, on the plane or in the number kept for the two; cover stays behind."""
    if t.variants.positions is Positions.NONE:
        close_in(t, who.id, way, yards)
    else:
        who.place = along(t, who.place, way, yards)
    who.cover = 0
    seen = audience(t, who, *those(t, way.to))
    t.say("moves", "combat.move.speed", to=seen, who=who.id, yards=yards, bearing=way.bearing, goal=way.to)


@cites("combat.round.positions")
def close_in(t: T, id: str, way: Way, yards: int) -> None:
    """Change the number kept for two where there is no map."""
    goal = aboard(t, way.to)
    now = apart(t, id, goal)
    t.state.distances[pair(id, goal)] = now + yards if way.away else max(0, now - yards)


def roll_on(t: T, car: Vehicle, way: Way | None) -> None:
    """A vehicle goes as far as its Speed, past whatever it is driven at; with no way given, straight on."""
    if t.variants.positions is Positions.NONE:
        if way is not None:
            close_in(t, car.id, way, car.speed)
    else:
        if way is not None:
            turn_towards(t, car, way)
        ahead = Place(car.place.x + FAR * car.heading.x, car.place.y + FAR * car.heading.y)
        car.place = car.place.towards(ahead, car.speed)
    if car.speed:
        t.say("drives", "combat.vehicle.driving", vehicle=car.id, speed=car.speed)
    else:
        t.say("stands_still", "combat.vehicle.driving", vehicle=car.id)


def turn_towards(t: T, car: Vehicle, way: Way) -> None:
    """Head that way; at something that is right here, keep the heading."""
    goal = along(t, car.place, way, FAR)
    x, y = goal.x - car.place.x, goal.y - car.place.y
    if shortest := gcd(x, y):
        car.heading = Place(x // shortest, y // shortest)


def ways(t: T, by: SeatId, *_: object) -> Sequence[Way]:
    """Toward or away from anybody or any vehicle you know of, or by the compass."""
    me = acting(t)
    known: list[str] = [f.id for f in t.state.fighters.values() if f.id != me.id and known_to(t, me.side, f)]
    known += [id for id in t.state.vehicles if id != me.vehicle]
    if t.variants.positions is Positions.NONE:
        return [Way(id, away) for id in known if aboard(t, id) != aboard(t, me.id) for away in (False, True)]
    return [Way(id) for id in known] + [Way(id, True) for id in known] + [Way(c.value) for c in Compass]


# ------------------------------------------------------------------------------------------------ how far one move goes
@cites("combat.move.speed", "combat.state.prone", "combat.table.derived")
def speed(t: T, who: Fighter) -> Total:
    """A + C less Pain, not below 0; lying down it is 1."""
    total = Total.of("A", who.a, "combat.move.speed").plus("C", who.c, "combat.move.speed")
    total = in_pain(t, who, total).at_least(0, "combat.move.speed")
    if who.prone and t.variants.prone_effects is ProneEffects.HOUSE:
        total = total.at_most(1, "combat.state.prone")
    return total


def rise(t: T, who: Fighter) -> None:
    who.prone = False
    t.say("stands_up", "combat.move.prone", to=audience(t, who), who=who.id)
