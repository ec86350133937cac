"""Chases: how one begins, its rounds, who joins, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected.crashes import crash
from rulebound.games.infected.driving import stalls, switch_on
from rulebound.games.infected.goals import chase_decided
from rulebound.games.infected.heat import heat
from rulebound.games.infected.journey import Chase, Pace, Vehicle
from rulebound.games.infected.pursuit import (
    CAUGHT,
    CLOSE,
    ESCAPED,
    POSITIONS,
    Maneuver,
    can_declare,
    chase_of,
    drop_out,
    in_chase,
    move,
    my_sides,
    pairs,
    passes_drive,
    roll_side,
    runner,
    sides,
)
from rulebound.games.infected.rounds import nothing_but_run
from rulebound.games.infected.state import Phase, T
from rulebound.games.infected.stunts import bootleg, chase_ram, chicken, roadblock
from rulebound.games.infected.terms import Id
from rulebound.games.infected.vehicles import burn_fuel, driver_of, dry, leak, works
from rulebound.games.infected.world import gm_only
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


class Situation(StrEnum):
    """infected.chase.start"""

    AMBUSH = "ambush"
    NORMAL = "normal"
    HEAD_START = "head start"


START = {Situation.AMBUSH: (2, 3), Situation.NORMAL: (4, 4), Situation.HEAD_START: (5, 6)}
USUAL = {Situation.AMBUSH: 3, Situation.NORMAL: 4, Situation.HEAD_START: 5}
"""infected.conv.ranges"""


# ------------------------------------------------------------------------------------------------ who takes part
def racers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A vehicle with a driver, or somebody on foot."""
    cars = [v.id for v in t.state.vehicles.values() if driver_of(t, v) is not None and works(t, v)]
    return [*cars, *(p.id for p in t.state.people.values() if p.up and p.vehicle is None and not p.many)]


def others(t: T, by: SeatId, quarry: Id, *_: object) -> Sequence[Id]:
    """Whoever hunts them."""
    return [id for id in racers(t, by) if id != quarry]


def can_begin(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is not Phase.PEACE:
        return Refusal("infected.chase.start", f"There is {t.state.phase.value} now.", "Wait for its end.")
    if len(racers(t, by)) < 2:
        return Refusal("infected.chase.start", "It takes a quarry and a pursuer.", "Bring both.")
    return None


@command(rules=("infected.chase.start", "infected.chase.track"), when=can_begin, quarry=racers, pursuer=others)
def begin_chase(t: T, by: SeatId, quarry: Id, pursuer: Id, situation: Situation = Situation.NORMAL) -> None:
    """A chase begins: the situation says how far ahead the quarry is."""
    least, most = START[situation]
    position = t.judge("chase_start", range(least, most + 1), USUAL[situation], (quarry, pursuer)) if least < most else least
    t.state.world.chase = Chase(quarry=[quarry], pursuers=[pursuer], markers={f"{pursuer}>{quarry}": position})
    t.state.phase = Phase.CHASE
    for side in (quarry, pursuer):
        if car := t.state.vehicles.get(side):
            car.running, car.pace = True, Pace.EXTREME
    t.say("chase_begins", "infected.chase.start", quarry=quarry, pursuer=pursuer, position=POSITIONS[position - 1])


def gm_in_chase(t: T, by: SeatId) -> Refusal | None:
    return in_chase(t, by) or gm_only(t, by)


def newcomers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A vehicle or person that takes no part yet."""
    chase = chase_of(t)
    return [id for id in racers(t, by) if id not in (*chase.quarry, *chase.pursuers, *chase.shaken)]


def joinable(t: T, by: SeatId) -> Refusal | None:
    if refusal := gm_in_chase(t, by):
        return refusal
    return None if newcomers(t, by) else Refusal("infected.chase.multiple_vehicles", "Nobody else could join.", "Bring somebody.")


@command(rules=("infected.chase.multiple_vehicles",), when=joinable, side=newcomers)
def join_chase(t: T, by: SeatId, side: Id, flees: bool = False) -> None:
    """Another side joins: a marker of its own for each pair, the same Heat."""
    chase = chase_of(t)
    (chase.quarry if flees else chase.pursuers).append(side)
    for other in chase.pursuers if flees else chase.quarry:
        chase.markers[f"{other}>{side}" if flees else f"{side}>{other}"] = USUAL[Situation.NORMAL]
    t.say("joins_chase", "infected.chase.multiple_vehicles", side=side)


# ------------------------------------------------------------------------------------------------ the round
@command(rules=("infected.chase.round",), when=in_chase)
def chase_round(t: T, by: SeatId) -> None:
    """A round of the chase: maneuvers, the opposed Drive rolls, the markers, then Heat."""
    chase = chase_of(t)
    chase.round += 1
    for side in sides(chase):
        if car := t.state.vehicles.get(side):
            leak(t, car)
    hits = {side: before_the_roll(t, side) for side in sides(chase)}
    for side in list(hits):
        if hits[side] is None:
            hits[side] = position_roll(t, side) if drives_on(t, side) else 0  # a ram of this round may have stopped it
    for pursuer, quarry in pairs(chase):
        compare(t, pursuer, quarry, hits.get(pursuer) or 0, hits.get(quarry) or 0)
    chase.declared, chase.busy, chase.dice = {}, [], {}
    close_pairs(t)
    heat(t)
    close_pairs(t)
    if not chase.markers:
        end_chase(t)


@cites("infected.chase.maneuvers", "infected.vehicle.combat.driver")
def before_the_roll(t: T, side: Id) -> int | None:
    """What a side does instead of its roll; None if it rolls."""
    chase = chase_of(t)
    car = t.state.vehicles.get(side)
    if side in chase.busy or not drives_on(t, side) or (car is not None and (car.out_of_control or dry(car))):
        if car is not None:
            car.out_of_control = 0
        return 0
    if car is not None and engine_dies(t, car):
        return 0
    match chase.declared.get(side):
        case Maneuver.ROADBLOCK:
            return roadblock(t, side)
        case Maneuver.BOOTLEG:
            bootleg(t, side)
            return 0
        case Maneuver.CHICKEN:
            chicken(t, side)
            return 0
        case Maneuver.RAM:
            chase_ram(t, side)
            return 0
        case _:
            return None


def drives_on(t: T, side: Id) -> bool:
    """Somebody is at the wheel of something that runs, or on their feet."""
    car = t.state.vehicles.get(side)
    return runner(t, side) is not None and (car is None or works(t, car))


@cites("infected.vehicle.components")
def engine_dies(t: T, car: Vehicle) -> bool:
    """An engine that died the round before is started again; a hit one may die in any."""
    who = driver_of(t, car)
    if who is None:
        return False
    if car.stalled:
        switch_on(t, car, who.seat)
    return stalls(t, who, car)


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


@cites("infected.chase.margin", "infected.chase.maneuver.shortcut")
def compare(t: T, pursuer: Id, quarry: Id, theirs: int, ours: int) -> None:
    """A margin of 1 moves the marker a step, of 2 or more two; a won shortcut two more. Equal hits move nothing."""
    margin = ours - theirs
    if margin == 0:
        t.say("neck_and_neck", "infected.chase.margin", pursuer=pursuer, quarry=quarry)
        return
    winner = quarry if margin > 0 else pursuer
    steps = min(2, abs(margin)) + (2 if chase_of(t).declared.get(winner) == Maneuver.SHORTCUT else 0)
    move(t, pursuer, quarry, steps if margin > 0 else -steps, "infected.chase.margin")


# ------------------------------------------------------------------------------------------------ the end
@cites("infected.chase.ending", "infected.chase.track")
def close_pairs(t: T) -> None:
    """Markers at 1 and 7 are decided; so is a pair with a disabled vehicle or nobody at the wheel."""
    chase = chase_of(t)
    for pursuer, quarry in pairs(chase):
        key = f"{pursuer}>{quarry}"
        position = chase.markers[key]
        if stopped(t, quarry) and position != ESCAPED:
            position = CAUGHT
        elif stopped(t, pursuer):
            position = ESCAPED
        if position in (CAUGHT, ESCAPED):
            del chase.markers[key]
            chase.outcome = POSITIONS[position - 1]
            t.say("pair_ends", "infected.chase.ending", pursuer=pursuer, quarry=quarry, outcome=chase.outcome)


def stopped(t: T, side: Id) -> bool:
    car = t.state.vehicles.get(side)
    return (car is not None and (not works(t, car) or dry(car))) or runner(t, side) is None


@cites("infected.chase.ending", "infected.vehicle.fuel.consumption")
def end_chase(t: T) -> None:
    """Every vehicle has burned a unit more; whoever has come to stand in a Horde has nothing left but to run."""
    chase = chase_of(t)
    for side in dict.fromkeys((*chase.quarry, *chase.pursuers)):
        if car := t.state.vehicles.get(side):
            car.pace = Pace.STILL
            burn_fuel(t, car, 1)
    t.say("chase_over", "infected.chase.ending", outcome=chase.outcome or "broken off")
    t.state.world.notes.append(f"a chase: {chase.outcome or 'broken off'}")
    t.state.world.chase, t.state.phase = None, Phase.PEACE
    chase_decided(t, chase.outcome or "broken off")
    if not t.state.ended:
        nothing_but_run(t)


@command(rules=("infected.chase.break_off",), when=can_declare, side=my_sides)
def break_off(t: T, by: SeatId, side: Id) -> None:
    """Quit the chase: pursuers freely; a quarry that is close pressed needs a Drive check."""
    chase, rule = chase_of(t), "infected.chase.break_off"
    pressed = any(quarry == side and chase.markers[f"{p}>{quarry}"] <= CLOSE for p, quarry in pairs(chase))
    if pressed and not passes_drive(t, side, "break_off"):
        t.say("cannot_break_off", rule, side=side)
        return
    drop_out(t, side, rule)
    chase.outcome = "broken off"
    if not chase.markers:
        end_chase(t)
