"""What the rules of a chase share: who takes part, one marker for each pursuer and quarry, how it moves, and when a pair is decided."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected.checks import Check, check
from rulebound.games.infected.crashes import crash
from rulebound.games.infected.driving import carry, steer
from rulebound.games.infected.groups import change_zone
from rulebound.games.infected.horde import hordes
from rulebound.games.infected.journey import Chase, Pace
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import Phase, T
from rulebound.games.infected.terms import Attribute, Id, Skill
from rulebound.games.infected.vehicles import at_the_wheel, driver_of, dry, handling, occupants, speed, works
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

CAUGHT, ESCAPED = 1, 7
POSITIONS = ("caught", "bumper", "close", "near", "far", "distant", "escaped")
BROKEN_OFF = "broken off"
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
@cites("infected.chase.round", "infected.vehicle.handling_vs_speed", "infected.chase.maneuver.shortcut", "infected.vehicle.driving.failure")
def position_roll(t: T, side: Id) -> int:
    """REFLEX + Drive and the vehicle's Speed, on foot GRIT + Athletics; a failed shortcut crashes, and so does a critical failure."""
    chase, who = chase_of(t), runner(t, side)
    assert who is not None
    extra = Total().plus("the road", chase.dice.get(side, 0), "infected.chase.complications")
    shortcut = chase.declared.get(side) == Maneuver.SHORTCUT
    extra = extra.plus("shortcut", -1 if shortcut else 0, "infected.chase.maneuver.shortcut")
    roll = roll_side(t, who, side, extra)
    car = t.state.vehicles.get(side)
    if car is not None and (roll.critical or (shortcut and roll.hits == 0)):
        crash(t, car, Pace.EXTREME)
    return roll.hits


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
    """Up is the quarry's way; what goes past either end is lost, and at either end the pair is decided."""
    chase, key = chase_of(t), f"{pursuer}>{quarry}"
    if key not in chase.markers:
        return
    position = chase.markers[key] = min(ESCAPED, max(CAUGHT, chase.markers[key] + steps))
    t.say("marker", rule, pursuer=pursuer, quarry=quarry, position=POSITIONS[position - 1])
    if position in (CAUGHT, ESCAPED):
        settle(t, pursuer, quarry, position)


@cites("infected.chase.ending", "infected.chase.track")
def settle(t: T, pursuer: Id, quarry: Id, position: int) -> None:
    """Caught or escaped: this pair's marker is gone. Whoever is caught by one is caught for all of them."""
    chase = chase_of(t)
    if chase.markers.pop(f"{pursuer}>{quarry}", None) is None:
        return
    chase.outcome = POSITIONS[position - 1]
    t.say("pair_ends", "infected.chase.ending", pursuer=pursuer, quarry=quarry, outcome=chase.outcome)
    if position == CAUGHT:
        come_up(t, pursuer, quarry)
    for other in hunters_of(chase, quarry) if position == CAUGHT else ():
        settle(t, other, quarry, CAUGHT)


@cites("infected.chase.ending", "infected.range.zone")
def come_up(t: T, pursuer: Id, quarry: Id) -> None:
    """A pursuer is where those are whom it has caught, to fight, take or ram them; not in the midst of a Horde."""
    zone, car = (t.state.vehicles.get(quarry) or t.state.people[quarry]).zone, t.state.vehicles.get(pursuer)
    if (car or t.state.people[pursuer]).zone == zone or any(horde.zone == zone for horde in hordes(t)):
        return
    if car is not None:
        carry(t, car, zone)
    else:
        change_zone(t, t.state.people[pursuer], zone)
    t.say("comes_up", "infected.chase.ending", pursuer=pursuer, quarry=quarry)


@cites("infected.chase.ending", "infected.vehicle.disabled")
def close_pairs(t: T) -> None:
    """Markers at 1 and 7 are decided; so is a pair with a vehicle that goes no further, or with nobody at the wheel."""
    chase = chase_of(t)
    for side in sides(chase):
        relieve_driver(t, side)
    for pursuer, quarry in pairs(chase):
        position = chase.markers.get(f"{pursuer}>{quarry}", CAUGHT)
        if position in (CAUGHT, ESCAPED):
            settle(t, pursuer, quarry, position)
        elif stopped(t, quarry):
            settle(t, pursuer, quarry, CAUGHT)
        elif stopped(t, pursuer):
            settle(t, pursuer, quarry, ESCAPED)


@cites("infected.vehicle.combat.driver")
def relieve_driver(t: T, side: Id) -> None:
    """Whoever rides along takes the wheel from a driver who is down, and does nothing else in this round."""
    car = t.state.vehicles.get(side)
    if car is None or driver_of(t, car) is not None:
        return
    able = [p for p in occupants(t, car) if p.up and not p.restrained]
    if able:
        who = max(able, key=lambda p: p.reflex + p.skills.get(Skill.DRIVE, 0))
        at_the_wheel(t, who, car)
        who.actions = 0


def stopped(t: T, side: Id) -> bool:
    car = t.state.vehicles.get(side)
    return (car is not None and (not works(t, car) or dry(car))) or runner(t, side) is None


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
    """A Drive check with Handling, and a crash for a critical failure; on foot GRIT + Athletics."""
    who, car = runner(t, side), t.state.vehicles.get(side)
    if who is None:
        return False
    if car is None:
        return check(t, who, what, Attribute.GRIT, Skill.ATHLETICS).hits >= 1
    return steer(t, who, car, what) >= 1


@cites("infected.chase.ending", "infected.chase.maneuver.bootleg")
def drop_out(t: T, side: Id, rule: str) -> None:
    """A side is out of the chase; its markers go with it. A quarry whose pursuers are gone has escaped."""
    chase = chase_of(t)
    chase.shaken.append(side)
    chase.outcome = POSITIONS[ESCAPED - 1] if side in chase.pursuers else BROKEN_OFF
    for pursuer, quarry in pairs(chase):
        if side in (pursuer, quarry):
            del chase.markers[f"{pursuer}>{quarry}"]
    t.say("drops_out", rule, side=side)
