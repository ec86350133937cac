"""At the wheel: the engine, and driving: what takes a roll and what a bad one brings."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected.actions import acting, has_action, spend_action
from rulebound.games.infected.boarding import car_of
from rulebound.games.infected.checks import Check, check
from rulebound.games.infected.crashes import crash
from rulebound.games.infected.groups import change_zone
from rulebound.games.infected.journey import Pace, Vehicle
from rulebound.games.infected.moving import bound
from rulebound.games.infected.people import Person
from rulebound.games.infected.ranges import open_ways
from rulebound.games.infected.retreat import edges, gets_away
from rulebound.games.infected.rounds import finish_turn, next_turn
from rulebound.games.infected.state import Phase, T, in_fight, now
from rulebound.games.infected.terms import Attribute, Id, Skill
from rulebound.games.infected.threat import make_noise
from rulebound.games.infected.vehicles import (
    PACES,
    VehicleState,
    burns_fuel,
    condition_of,
    damage_vehicle,
    dry,
    handling,
    leak,
    limited,
    row_of,
    works,
)
from rulebound.games.infected.world import able, at_peace
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import GM, SeatId

AWAY = "away"


# ------------------------------------------------------------------------------------------------ at the wheel
def drivers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours at a wheel; in a fight whoever has the turn."""
    if in_fight(t):
        return [acting(t).id] if has_action(t, by) is None and acting(t).drives and acting(t).vehicle else []
    mine = (t.state.people[who] for who in able(t, by))
    return [p.id for p in mine if p.drives and p.vehicle and not p.restrained]


@cites("infected.vehicle.combat.driver")
def at_a_wheel(t: T, by: SeatId) -> Refusal | None:
    """In a fight on one's turn, with an Action for it; in a chase the wheel is taken up with the chase."""
    if refusal := has_action(t, by) if in_fight(t) else at_peace(t, by):
        return refusal
    return None if drivers(t, by) else Refusal("infected.vehicle.combat.driver", "You are at no wheel.", "Take one.")


@cites("infected.vehicle.combat.driver", "infected.action.economy")
def spend_drive(t: T, who: Person) -> None:
    """Driving is what a driver's Action in a fight goes into."""
    if in_fight(t):
        spend_action(t, who)


def starters(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours at the wheel of a vehicle that stands and would start."""
    cars = {who: car_of(t, who) for who in drivers(t, by)}
    return [who for who, car in cars.items() if not car.running and works(t, car) and not dry(car)]


@cites("infected.vehicle.noise_timing", "infected.vehicle.disabled")
def can_start(t: T, by: SeatId) -> Refusal | None:
    if refusal := at_a_wheel(t, by):
        return refusal
    if starters(t, by):
        return None
    if any(car_of(t, who).running for who in drivers(t, by)):
        return Refusal("infected.vehicle.noise_timing", "The engine is on already.", "Drive.")
    return Refusal("infected.vehicle.disabled", f"{car_of(t, drivers(t, by)[0]).name} does not start.", "Repair it, or find fuel.")


@command(rules=("infected.vehicle.noise_timing",), when=can_start, who=starters)
def start_engine(t: T, by: SeatId, who: Id) -> None:
    """Start the engine: its Noise is heard once."""
    me = t.state.people[who]
    spend_drive(t, me)
    switch_on(t, car_of(t, who), me.seat)


def sound_of(car: Vehicle) -> str:
    return f"the engine of {car.name}" if burns_fuel(car) else car.name


@cites("infected.vehicle.noise_timing")
def switch_on(t: T, car: Vehicle, seat: SeatId) -> None:
    """Threat exactly once: when it is started, or when a scene is entered with it running; never by the round."""
    if not car.running:
        car.running, car.stalled = True, False
        make_noise(t, seat, row_of(car).noise, sound_of(car), "infected.vehicle.noise_timing", car.zone)


@cites("infected.vehicle.noise_timing")
def engines_run_on(t: T) -> None:
    """A scene is entered: the group's engines that are on are heard there."""
    for car in t.state.vehicles.values():
        if car.running and car.side == "party":
            make_noise(t, GM, row_of(car).noise, sound_of(car), "infected.vehicle.noise_timing", car.zone)


@command(rules=("infected.vehicle.noise_timing",), when=at_a_wheel, who=drivers)
def stop_engine(t: T, by: SeatId, who: Id) -> None:
    """Stop, and switch the engine off."""
    car = car_of(t, who)
    spend_drive(t, t.state.people[who])
    car.running, car.pace = False, Pace.STILL
    t.say("engine_off", "infected.vehicle.noise_timing", vehicle=car.id)


# ------------------------------------------------------------------------------------------------ driving
@cites("infected.vehicle.driving.when", "infected.vehicle.handling_vs_speed")
def drive_check(t: T, who: Person, car: Vehicle, what: str, extra: Total | None = None) -> Check:
    """REFLEX + Drive with the vehicle's Handling."""
    return check(t, who, what, Attribute.REFLEX, Skill.DRIVE, handling(t, car) + (extra or Total()), (car.id,))


@cites("infected.vehicle.driving.failure")
def steer(t: T, who: Person, car: Vehicle, what: str) -> int:
    """A Drive check with a result of its own: of the usual ones only a critical failure counts, and crashes."""
    roll = drive_check(t, who, car, what)
    if roll.critical:
        serious_crash(t, car)
    return roll.hits


@cites("infected.vehicle.driving.failure", "infected.vehicle.crash")
def serious_crash(t: T, car: Vehicle) -> None:
    """A step worse than the speed it goes at; in a chase that is extreme."""
    crash(t, car, Pace.EXTREME if t.state.phase is Phase.CHASE else PACES[min(len(PACES) - 1, PACES.index(car.pace) + 1)])


@cites("infected.vehicle.components", "infected.vehicle.damage_thresholds")
def stalls(t: T, who: Person, car: Vehicle) -> bool:
    """A hit engine or a critical state asks for a Drive check every round; without a hit it dies, and must be started again."""
    if not (car.engine_hit or condition_of(t, car) is VehicleState.CRITICAL) or steer(t, who, car, "stall"):
        return False
    car.stalled, car.running, car.pace = True, False, Pace.STILL
    t.say("stalls", "infected.vehicle.components", vehicle=car.id)
    return True


@cites("infected.vehicle.combat.driver", "infected.vehicle.components")
def goes_on(t: T, who: Person, car: Vehicle) -> bool:
    """A round of driving: the Action it takes in a fight, what a leak costs, whether engine and tank hold out. What stood gets going."""
    spend_drive(t, who)
    switch_on(t, car, who.seat)
    leak(t, car)
    car.driven = now(t) if in_fight(t) else None
    if dry(car) or stalls(t, who, car):
        return False
    if car.pace is Pace.STILL:
        car.pace = Pace.MEDIUM
    return True


@cites("infected.vehicle.combat.driver", "infected.vehicle.driving.when")
def runs_on(t: T, who: Person) -> None:
    """A driver whose Action went into something else: the vehicle goes straight on, and if the game master says that something is in its
    way it takes a Drive check; without one dangerous ground is."""
    car = t.state.vehicles.get(who.vehicle or "")
    if car is None or not (who.drives and who.up) or who.actions > 0 or car.pace is Pace.STILL or car.driven == now(t):
        return
    ground = t.state.scene.zones.get(car.zone)
    rough = ground is not None and (ground.debris or ground.narrow or ground.slippery)
    if t.judge("obstacle", (True, False), rough, (who.id, car.id)):
        drive_result(t, car, drive_check(t, who, car, "obstacle"))


class Partial(StrEnum):
    LOSE_GROUND = "lose ground"
    LOSE_A_BOX = "lose a box"
    STALL = "stall"


class Failure(StrEnum):
    CRASH = "crash"
    LOSE_CONTROL = "lose control"


@cites("infected.vehicle.driving.failure")
def obeys(t: T, car: Vehicle) -> bool:
    """Whether it goes where it is steered; for a round after control was lost it goes straight on."""
    return car.out_of_control is None or now(t) > car.out_of_control


def steerers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours at a wheel that obeys; in a fight whoever has the turn."""
    return [who for who in drivers(t, by) if obeys(t, car_of(t, who))]


@cites("infected.vehicle.driving.failure", "infected.condition.grappled")
def can_steer(t: T, by: SeatId) -> Refusal | None:
    """Nobody drives out of a grip."""
    if refusal := at_a_wheel(t, by) or (bound(t, acting(t), crawls=True) if in_fight(t) else None):
        return refusal
    if steerers(t, by):
        return None
    return Refusal("infected.vehicle.driving.failure", f"{car_of(t, drivers(t, by)[0]).name} is out of control.", "Let a round go by.")


@cites("infected.vehicle.driving.when")
def grounds(t: T, by: SeatId, *_: object) -> Sequence[bool]:
    """Whether it takes a roll: dangerous ground and stunts do, and in a fight everything."""
    return (True,) if in_fight(t) else (True, False)


def ways_on(t: T, by: SeatId, who: Id, *_: object) -> Sequence[str]:
    """A zone beside this one, or `away` from the edge of the scene; left out, about where you are."""
    zone = car_of(t, who).zone
    out = [AWAY] if t.state.fight is not None and zone in edges(t) else []
    return [*(open_ways(t, zone) if zone in t.state.scene.zones else []), *out]


@command(
    rules=("infected.vehicle.driving.when", "infected.vehicle.driving.failure", "infected.vehicle.escape_plan"), when=can_steer,
    who=steerers, dangerous=grounds, zone=ways_on,
)  # fmt: skip
def drive(t: T, by: SeatId, who: Id, pace: Pace = Pace.MEDIUM, dangerous: bool = True, zone: str = "") -> None:
    """Drive on, to another zone or away: ordinary roads take no roll, dangerous ground, stunts and fights take REFLEX + Drive."""
    me, car = t.state.people[who], car_of(t, who)
    if not works(t, car) or dry(car):
        raise refuse("infected.vehicle.disabled", f"{car.name} goes nowhere.", "Repair it, or find fuel.")
    if not goes_on(t, me, car):
        return
    car.pace = limited(car, pace)
    if not dangerous:
        t.say("drives", "infected.vehicle.driving.when", vehicle=car.id, pace=car.pace.value)
        drive_to(t, car, zone)
    elif drive_result(t, car, drive_check(t, me, car, "drive")) and works(t, car):
        drive_to(t, car, zone)


@cites("infected.vehicle.escape_plan", "infected.range.zone")
def drive_to(t: T, car: Vehicle, zone: str) -> None:
    """With all who sit in it: into another zone, or out of the fight."""
    if zone == AWAY and t.state.fight is not None:
        driver = acting(t)
        for who in [p for p in t.state.people.values() if p.vehicle == car.id]:
            gets_away(t, who)
        finish_turn(t, driver)
        next_turn(t)
    elif zone:
        carry(t, car, zone)


@cites("infected.range.zone")
def carry(t: T, car: Vehicle, zone: str) -> None:
    """Into another zone, with all who sit in it."""
    car.zone = zone
    for who in [p for p in t.state.people.values() if p.vehicle == car.id]:
        change_zone(t, who, zone)


@cites("infected.vehicle.driving.failure")
def drive_result(t: T, car: Vehicle, roll: Check) -> bool:
    """2 hits nothing, 1 a price, 0 a crash at high speed or a round without control, a critical failure a serious crash. Whether it gets
    where it was to go."""
    rule = "infected.vehicle.driving.failure"
    if roll.critical:
        serious_crash(t, car)
    elif roll.hits == 0:
        fast = car.pace in (Pace.HIGH, Pace.EXTREME)
        if t.judge("drive_failure", tuple(Failure), Failure.CRASH if fast else Failure.LOSE_CONTROL, (car.id,)) is Failure.CRASH:
            crash(t, car, car.pace)
        else:
            car.out_of_control = now(t) + in_fight(t)  # in a fight through the next turn
            t.say("no_control", rule, vehicle=car.id)
    elif roll.hits == 1:
        price = t.judge("drive_partial", tuple(Partial), Partial.LOSE_A_BOX, (car.id,))
        if price is Partial.LOSE_A_BOX:
            damage_vehicle(t, car, 1, rule)
        elif price is Partial.STALL:
            car.stalled, car.running, car.pace = True, False, Pace.STILL
            t.say("stalls", rule, vehicle=car.id)
        else:
            t.say("loses_ground", rule, vehicle=car.id)
        return price is Partial.LOSE_A_BOX
    else:
        t.say("drives", rule, vehicle=car.id, pace=car.pace.value)
        return True
    return False
