"""What the rules of a chase share: who takes part, one marker for each pursuer and quarry, and how it moves."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected.checks import Check, check
from rulebound.games.infected.driving import drive_check
from rulebound.games.infected.journey import Chase
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import Phase, T
from rulebound.games.infected.terms import Attribute, Id, Skill
from rulebound.games.infected.vehicles import driver_of, handling, speed
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

CAUGHT, ESCAPED = 1, 7
POSITIONS = ("caught", "bumper", "close", "near", "far", "distant", "escaped")
CLOSE = 3
BUMPER = 2


class Maneuver(StrEnum):
    """infected.chase.maneuvers"""

    NONE = "none"
    SHORTCUT = "shortcut"
    ROADBLOCK = "roadblock"
    RAM = "ram"
    BOOTLEG = "bootleg turn"
    CHICKEN = "chicken"


# ------------------------------------------------------------------------------------------------ who takes part
def chase_of(t: T) -> Chase:
    assert t.state.world.chase is not None
    return t.state.world.chase


def runner(t: T, side: str) -> Person | None:
    """Who moves a side: the driver of a vehicle, or whoever runs or rides."""
    car = t.state.vehicles.get(side)
    return driver_of(t, car) if car else t.state.people.get(side)


def in_chase(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is Phase.CHASE and t.state.world.chase is not None:
        return None
    return Refusal("infected.chase.round", "There is no chase.", "Begin one.")


def pairs(chase: Chase) -> list[tuple[Id, Id]]:
    """Pursuer and quarry of every marker that is still open."""
    both = [key.split(">") for key in chase.markers]
    return [(Id(pursuer), Id(quarry)) for pursuer, quarry in both]


def sides(chase: Chase) -> list[Id]:
    return list(dict.fromkeys(side for pair in pairs(chase) for side in pair))


# ------------------------------------------------------------------------------------------------ maneuvers
def my_sides(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A side whose driver you play."""
    found = [(side, runner(t, side)) for side in sides(chase_of(t))] if t.state.world.chase else []
    return [side for side, who in found if who is not None and by in (who.seat, GM)]


def can_declare(t: T, by: SeatId) -> Refusal | None:
    if refusal := in_chase(t, by):
        return refusal
    return None if my_sides(t, by) else Refusal("infected.chase.maneuvers", "You drive nobody in this chase.", "Watch.")


# ------------------------------------------------------------------------------------------------ the round
def roll_side(t: T, who: Person, side: Id, extra: Total) -> Check:
    car = t.state.vehicles.get(side)
    if car is None:
        return check(t, who, "chase", Attribute.GRIT, Skill.ATHLETICS, extra, (side,))
    extra += speed(t, car)
    if t.variants.chase_handling_in_chase_roll:
        extra += handling(t, car)
    extra = extra.plus("rough ground", chase_of(t).speed_change, "infected.chase.complications")
    return check(t, who, "chase", Attribute.REFLEX, Skill.DRIVE, extra, (side,))


@cites("infected.chase.track")
def move(t: T, pursuer: Id, quarry: Id, steps: int, rule: str) -> None:
    """Up is the quarry's way; what goes past either end is lost."""
    chase, key = chase_of(t), f"{pursuer}>{quarry}"
    if key not in chase.markers:
        return
    chase.markers[key] = min(ESCAPED, max(CAUGHT, chase.markers[key] + steps))
    t.say("marker", rule, pursuer=pursuer, quarry=quarry, position=POSITIONS[chase.markers[key] - 1])


@cites("infected.chase.losing_positions")
def lose_position(t: T, side: Id, rule: str, steps: int = 1) -> None:
    """The quarry toward caught, a pursuer toward escaped."""
    for pursuer, quarry in pairs(chase_of(t)):
        if side == quarry:
            move(t, pursuer, quarry, -steps, rule)
        elif side == pursuer:
            move(t, pursuer, quarry, steps, rule)


def hunters_of(chase: Chase, quarry: Id) -> list[Id]:
    return [pursuer for pursuer, hunted in pairs(chase) if hunted == quarry]


def passes_drive(t: T, side: Id, what: str) -> bool:
    """A Drive check with Handling; on foot GRIT + Athletics."""
    who, car = runner(t, side), t.state.vehicles.get(side)
    if who is None:
        return False
    if car is None:
        return check(t, who, what, Attribute.GRIT, Skill.ATHLETICS).hits >= 1
    return drive_check(t, who, car, what).hits >= 1


def drop_out(t: T, side: Id, rule: str) -> None:
    """A side is out of the chase; its markers go with it."""
    chase = chase_of(t)
    chase.shaken.append(side)
    for pursuer, quarry in pairs(chase):
        if side in (pursuer, quarry):
            del chase.markers[f"{pursuer}>{quarry}"]
    t.say("drops_out", rule, side=side)
