"""Chases: how one begins, its rounds, who joins, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected.ammo import find_arrows
from rulebound.games.infected.clockwork import a_round
from rulebound.games.infected.driving import obeys, stalls, switch_on
from rulebound.games.infected.goals import chase_decided
from rulebound.games.infected.heat import heat
from rulebound.games.infected.journey import Chase, Pace, Vehicle
from rulebound.games.infected.pursuit import (
    BROKEN_OFF,
    CLOSE,
    POSITIONS,
    Maneuver,
    can_declare,
    chase_of,
    close_pairs,
    drop_out,
    in_chase,
    move,
    my_sides,
    pairs,
    passes_drive,
    position_roll,
    runner,
    sides,
)
from rulebound.games.infected.rounds import fresh_round, nothing_but_run
from rulebound.games.infected.state import Phase, T
from rulebound.games.infected.stunts import bootleg, chase_ram, chicken, roadblock
from rulebound.games.infected.terms import Awareness, Id
from rulebound.games.infected.vehicles import burn_fuel, driver_of, dry, leak, limited, works
from rulebound.games.infected.world import gm_only, held
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId


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
    """A vehicle with a driver, or somebody on foot whom nothing holds."""
    cars = [v.id for v in t.state.vehicles.values() if driver_of(t, v) is not None and works(t, v) and not dry(v)]
    seen = (p for p in t.state.people.values() if by in (GM, p.seat) or not p.hidden)
    return [*cars, *(p.id for p in seen if p.up and p.vehicle is None and not p.many and held(p) is None)]


def others(t: T, by: SeatId, quarry: Id, *_: object) -> Sequence[Id]:
    """Whoever hunts them."""
    return [id for id in racers(t, by) if id != quarry]


def can_begin(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is not Phase.PEACE:
        return Refusal("infected.chase.start", f"There is {t.state.phase.value} now.", "Wait for its end.")
    if len(racers(t, by)) < 2:
        return Refusal("infected.chase.start", "It takes a quarry and a pursuer.", "Bring both.")
    return None


def situations(t: T, by: SeatId, *_: object) -> Sequence[Situation]:
    """How it began, for the game master to say; left out by anybody else they are asked, and without one it follows from how it stands."""
    return tuple(Situation) if by == GM else ()


@cites("infected.chase.start")
def usual_situation(t: T, quarry: Id) -> Situation:
    """An ambush on a quarry that knew of nothing, a head start for one that was driving already, else a normal pursuit."""
    who, car = runner(t, quarry), t.state.vehicles.get(quarry)
    if who is not None and who.awareness is Awareness.UNAWARE:
        return Situation.AMBUSH
    return Situation.HEAD_START if car is not None and car.running and car.pace is not Pace.STILL else Situation.NORMAL


@cites("infected.chase.start", "infected.conv.ranges")
def opening(t: T, quarry: Id, pursuer: Id, situation: Situation) -> int:
    """How far ahead the quarry is; where the situation leaves a span, the game master says."""
    least, most = START[situation]
    return t.judge("chase_start", range(least, most + 1), USUAL[situation], (quarry, pursuer)) if least < most else least


@command(
    rules=("infected.chase.start", "infected.chase.track", "infected.vehicle.noise_timing"), when=can_begin, quarry=racers, pursuer=others,
    situation=situations,
)  # fmt: skip
def begin_chase(t: T, by: SeatId, quarry: Id, pursuer: Id, situation: Situation | None = None) -> None:
    """A chase begins: the situation says how far ahead the quarry is. An engine that was off is heard."""
    usual = usual_situation(t, quarry)
    if situation is None:
        situation = usual if by == GM else t.judge("chase_situation", tuple(Situation), usual, (quarry, pursuer))
    position = opening(t, quarry, pursuer, situation)
    t.state.world.chase = Chase(quarry=[quarry], pursuers=[pursuer], markers={f"{pursuer}>{quarry}": position})
    t.state.phase = Phase.CHASE
    t.say("chase_begins", "infected.chase.start", quarry=quarry, pursuer=pursuer, position=POSITIONS[position - 1])
    set_off(t, quarry)
    set_off(t, pursuer)
    hands_free(t, sides(chase_of(t)))


@cites("infected.vehicle.noise_timing", "infected.vehicle.crash")
def set_off(t: T, side: Id) -> None:
    """Its engine on, and as fast as it goes."""
    who, car = runner(t, side), t.state.vehicles.get(side)
    if who is not None and car is not None:
        switch_on(t, car, who.seat)
        car.pace = Pace.EXTREME


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


@command(
    rules=("infected.chase.multiple_vehicles", "infected.chase.start"),
    when=joinable,
    side=newcomers,
    flees=yes_or_no("It flees with the quarry."),
)
def join_chase(t: T, by: SeatId, side: Id, flees: bool = False, situation: Situation = Situation.NORMAL) -> None:
    """Another side joins: a marker of its own for each of the others that is still in it, where the situation puts it; the same Heat."""
    chase = chase_of(t)
    there = sides(chase)
    (chase.quarry if flees else chase.pursuers).append(side)
    for other in [id for id in (chase.pursuers if flees else chase.quarry) if id in there]:
        pursuer, quarry = (other, side) if flees else (side, other)
        chase.markers[f"{pursuer}>{quarry}"] = opening(t, quarry, pursuer, situation)
    t.say("joins_chase", "infected.chase.multiple_vehicles", side=side)
    set_off(t, side)
    hands_free(t, [side])


# ------------------------------------------------------------------------------------------------ the round
@command(rules=("infected.chase.round", "infected.conv.time"), when=in_chase)
def chase_round(t: T, by: SeatId) -> None:
    """A round of the chase, and of the clock: maneuvers, the opposed Drive rolls, the markers, then Heat."""
    chase = chase_of(t)
    chase.round += 1
    for side in sides(chase):
        if car := t.state.vehicles.get(side):
            leak(t, car)
    close_pairs(t)
    hits: dict[Id, int] = {}
    for side in sides(chase):
        if side in sides(chase) and (instead := before_the_roll(t, side)) is not None:
            hits[side] = instead
        close_pairs(t)
    contested = [(pursuer, quarry) for pursuer, quarry in pairs(chase) if quarry not in chase.turned]
    for side in dict.fromkeys(side for pair in contested for side in pair):
        if side not in hits:
            hits[side] = position_roll(t, side)
    for pursuer, quarry in contested:
        compare(t, pursuer, quarry, hits[pursuer], hits[quarry])
    close_pairs(t)
    chase.declared, chase.busy, chase.turned, chase.tried, chase.dice = {}, [], [], [], {}
    heat(t)
    a_round(t)
    close_pairs(t)
    if chase.markers:
        hands_free(t, sides(chase))
    else:
        end_chase(t)


@cites("infected.vehicle.combat.passenger", "infected.vehicle.combat.lean_out")
def hands_free(t: T, racing: Sequence[Id]) -> None:
    """Everybody there but the drivers has an Action for the coming round, and sits in the vehicle again; nobody walks about."""
    for who in t.state.people.values():
        if who.vehicle in racing or who.id in racing:
            fresh_round(who)
            who.moves, who.leans_out = 0, False
    for side in racing:
        if (driver := runner(t, side)) is not None:
            driver.actions = 0


@cites("infected.chase.maneuvers", "infected.vehicle.combat.driver", "infected.vehicle.driving.failure", "infected.vehicle.crash")
def before_the_roll(t: T, side: Id) -> int | None:
    """What a side does before its roll, at full speed again if a crash or its engine had stopped it; its hits where it does not roll."""
    chase = chase_of(t)
    car = t.state.vehicles.get(side)
    if car is not None and not obeys(t, car):
        car.out_of_control = None
        return 0
    if side in chase.busy or (car is not None and engine_dies(t, car)):
        return 0
    if car is not None:
        car.pace = limited(car, Pace.EXTREME)
    match chase.declared.get(side):
        case Maneuver.ROADBLOCK:
            return roadblock(t, side)
        case Maneuver.BOOTLEG:
            bootleg(t, side)
            return 0
        case Maneuver.CHICKEN:
            chicken(t, side)
        case Maneuver.RAM:
            chase_ram(t, side)
    return None


@cites("infected.vehicle.components")
def engine_dies(t: T, car: Vehicle) -> bool:
    """An engine that died the round before is started again; a bad one may die in any."""
    who = driver_of(t, car)
    if who is None:
        return False
    if car.stalled:
        switch_on(t, car, who.seat)
    return stalls(t, who, car)


@cites("infected.chase.margin", "infected.chase.maneuver.shortcut")
def compare(t: T, pursuer: Id, quarry: Id, theirs: int, ours: int) -> None:
    """A margin of 1 moves the marker a step, of 2 or more two; a won shortcut two more. Equal hits move nothing."""
    margin = ours - theirs
    if (pursuer, quarry) not in pairs(chase_of(t)):  # the quarry was caught by another
        return
    if margin == 0:
        t.say("neck_and_neck", "infected.chase.margin", pursuer=pursuer, quarry=quarry)
        return
    winner = quarry if margin > 0 else pursuer
    steps = min(2, abs(margin)) + (2 if chase_of(t).declared.get(winner) == Maneuver.SHORTCUT else 0)
    move(t, pursuer, quarry, steps if margin > 0 else -steps, "infected.chase.margin")


# ------------------------------------------------------------------------------------------------ the end
@cites("infected.chase.ending", "infected.vehicle.fuel.consumption", "infected.equipment.arrow_recovery")
def end_chase(t: T) -> None:
    """Every vehicle has burned a unit more, and nobody looks for arrows along the road; whoever has come to stand in a Horde has
    nothing left but to run."""
    chase = chase_of(t)
    for side in dict.fromkeys((*chase.quarry, *chase.pursuers)):
        if car := t.state.vehicles.get(side):
            car.pace = Pace.STILL
            burn_fuel(t, car, 1)
    for who in t.state.people.values():
        find_arrows(t, who, searches=False)
    outcome = chase.outcome or BROKEN_OFF
    t.say("chase_over", "infected.chase.ending", outcome=outcome)
    t.state.world.notes.append(f"a chase: {outcome}")
    t.state.world.chase, t.state.phase = None, Phase.PEACE
    chase_decided(t, outcome)
    if not t.state.ended:
        nothing_but_run(t)


def leavers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A side whose driver you play; one that has tried in vain this round has to wait for the next."""
    return [side for side in my_sides(t, by) if side not in chase_of(t).tried]


@cites("infected.chase.break_off")
def can_break_off(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_declare(t, by):
        return refusal
    return None if leavers(t, by) else Refusal("infected.chase.break_off", "You have tried that this round.", "Play the round.")


@command(rules=("infected.chase.break_off",), when=can_break_off, side=leavers)
def break_off(t: T, by: SeatId, side: Id) -> None:
    """Quit the chase: pursuers freely; a quarry that is close pressed needs a Drive check, tried once a round."""
    chase, rule = chase_of(t), "infected.chase.break_off"
    pressed = any(quarry == side and chase.markers[f"{p}>{quarry}"] <= CLOSE for p, quarry in pairs(chase))
    if pressed and not passes_drive(t, side, "break_off"):
        chase.tried.append(side)
        t.say("cannot_break_off", rule, side=side)
        close_pairs(t)
    else:
        drop_out(t, side, rule)
    if not chase.markers:
        end_chase(t)
