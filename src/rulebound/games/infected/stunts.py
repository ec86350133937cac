"""Risky maneuvers of a chase: shortcuts, roadblocks, bootleg turns, playing chicken, ramming."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.checks import check
from rulebound.games.infected.crashes import crash
from rulebound.games.infected.driving import drive_check, steer
from rulebound.games.infected.journey import Pace, Vehicle
from rulebound.games.infected.people import Person
from rulebound.games.infected.pursuit import (
    BUMPER,
    Maneuver,
    can_declare,
    chase_of,
    drop_out,
    hunters_of,
    lose_position,
    my_sides,
    pairs,
    passes_drive,
    runner,
)
from rulebound.games.infected.ramming import ram
from rulebound.games.infected.state import T
from rulebound.games.infected.stress import strained
from rulebound.games.infected.terms import Attribute, Id, Skill
from rulebound.games.infected.vehicles import occupants
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


# ------------------------------------------------------------------------------------------------ maneuvers
@cites(
    "infected.chase.maneuvers", "infected.chase.maneuver.ram", "infected.chase.maneuver.roadblock", "infected.chase.maneuver.bootleg",
    "infected.chase.maneuver.chicken",
)  # fmt: skip
def maneuvers(t: T, by: SeatId, side: Id, *_: object) -> Sequence[Maneuver]:
    """What is possible now: roadblocks and bootleg turns are the quarry's, chicken takes two drivers, ramming bumpers that touch."""
    chase = chase_of(t)
    car = t.state.vehicles.get(side)
    options = [Maneuver.NONE, Maneuver.SHORTCUT]
    if car is not None and rival(t, side) is not None:
        options.append(Maneuver.CHICKEN)
    if side in chase.quarry and car is not None:
        options += [Maneuver.ROADBLOCK, Maneuver.BOOTLEG]
    if car is not None and ram_target(t, side) is not None:
        options.append(Maneuver.RAM)
    return options


def rival(t: T, side: Id) -> Id | None:
    """The first vehicle of the other side."""
    others = (quarry if side == pursuer else pursuer for pursuer, quarry in pairs(chase_of(t)) if side in (pursuer, quarry))
    return next((other for other in others if other in t.state.vehicles), None)


def ram_target(t: T, side: Id) -> Vehicle | None:
    """The nearest vehicle of the other side at position 1 or 2."""
    for pursuer, quarry in pairs(chase_of(t)):
        if side in (pursuer, quarry) and chase_of(t).markers[f"{pursuer}>{quarry}"] <= BUMPER:
            other = t.state.vehicles.get(quarry if side == pursuer else pursuer)
            if other is not None:
                return other
    return None


@command(rules=("infected.chase.maneuvers",), when=can_declare, side=my_sides, maneuver=maneuvers)
def declare(t: T, by: SeatId, side: Id, maneuver: Maneuver) -> None:
    """Declare something risky for the coming round of the chase."""
    chase_of(t).declared[side] = maneuver
    t.say("declares", "infected.chase.maneuvers", side=side, maneuver=maneuver.value)


def steered(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A side whose driver you play and who has not let it be yet this round."""
    return [side for side in my_sides(t, by) if side not in chase_of(t).busy]


@cites("infected.vehicle.combat.driver")
def can_let_be(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_declare(t, by):
        return refusal
    return None if steered(t, by) else Refusal("infected.vehicle.combat.driver", "You have let it be this round.", "Play the round.")


@command(rules=("infected.vehicle.combat.driver",), when=can_let_be, side=steered)
def let_wheel_be(t: T, by: SeatId, side: Id) -> None:
    """The driver does something else this round: the vehicle runs straight on and its position roll counts as 0 hits."""
    chase_of(t).busy.append(side)
    if (driver := runner(t, side)) is not None:
        driver.actions = 1
    t.say("lets_wheel_be", "infected.vehicle.combat.driver", side=side)


# ------------------------------------------------------------------------------------------------ the round
@cites("infected.chase.maneuver.roadblock")
def roadblock(t: T, side: Id) -> int | None:
    """A passenger's Action and WITS + Craft, or the driver's Drive instead of the chase roll; pursuers pass Drive or lose a position."""
    rule, car = "infected.chase.maneuver.roadblock", t.state.vehicles[side]
    driver = runner(t, side)
    assert driver is not None
    aboard = [p.id for p in occupants(t, car) if p.up and not p.restrained and p is not driver and p.actions > 0]
    by = t.choose(driver.seat, "roadblock_by", [*aboard, driver.id], (driver.id,)) if aboard else driver.id
    if by != driver.id:
        t.state.people[by].actions -= 1
        made, instead = check(t, t.state.people[by], "roadblock", Attribute.WITS, Skill.CRAFT).hits, None
    else:
        made, instead = steer(t, driver, car, "roadblock"), 0
    if made:
        for pursuer in hunters_of(chase_of(t), side):
            if not passes_drive(t, pursuer, "swerve"):
                lose_position(t, pursuer, rule)
    return instead


@cites("infected.chase.maneuver.bootleg")
def bootleg(t: T, side: Id) -> None:
    """Drive at two dice less, or crash: pursuers who fail a Drive check overshoot and are gone, the others stay where they were."""
    rule, car, driver = "infected.chase.maneuver.bootleg", t.state.vehicles[side], runner(t, side)
    assert driver is not None
    if drive_check(t, driver, car, "bootleg", Total().plus("bootleg turn", -2, rule)).hits == 0:
        crash(t, car, Pace.EXTREME)
        return
    chase_of(t).turned.append(side)
    for pursuer in hunters_of(chase_of(t), side):
        if not passes_drive(t, pursuer, "follow_turn"):
            drop_out(t, pursuer, rule)


@cites("infected.chase.maneuver.chicken")
def chicken(t: T, side: Id) -> None:
    """NERVE + Resolve of both: fewer hits swerve and lose a position, equal ones crash both. The other may decline and lose one."""
    rule = "infected.chase.maneuver.chicken"
    foe = rival(t, side)
    mine, theirs = runner(t, side), runner(t, foe) if foe else None
    if foe is None or mine is None or theirs is None:
        return
    if not t.choose(theirs.seat, "chicken", (True, False), (theirs.id, mine.id), default=True):
        lose_position(t, foe, rule)
        return
    ours, other = keeps_going(t, mine), keeps_going(t, theirs)
    if ours != other:
        lose_position(t, side if ours < other else foe, rule)
        return
    for racer in (side, foe):
        crash(t, t.state.vehicles[racer], Pace.EXTREME)


@cites("infected.chase.maneuver.chicken", "infected.stress.sources")
def keeps_going(t: T, who: Person) -> int:
    roll = check(t, who, "chicken", Attribute.NERVE, Skill.RESOLVE)
    strained(t, who, roll)
    return roll.hits


@cites("infected.chase.maneuver.ram")
def chase_ram(t: T, side: Id) -> None:
    """Only bumper to bumper."""
    target, who = ram_target(t, side), runner(t, side)
    if target is not None and who is not None:
        ram(t, who, t.state.vehicles[side], target)
