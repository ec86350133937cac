"""Vehicles: what they can do, what damage does to them, driving, ramming, crashes, fuel and shelter."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected.checks import Check, check
from rulebound.games.infected.content import content
from rulebound.games.infected.fighting import Blow, Source
from rulebound.games.infected.journey import Pace, Vehicle
from rulebound.games.infected.kinds import VehicleKind
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import Phase, T
from rulebound.games.infected.terms import Attribute, Id, Skill
from rulebound.games.infected.threat import NOISE, Noise, make_noise
from rulebound.games.infected.variants import SmallVehicles
from rulebound.games.infected.world import able, at_peace, gm_only, has_able, new_id, table_die
from rulebound.games.infected.wounds import hurt
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId

IDLE_NOISE = 3
PEDESTRIAN_DAMAGE, RUN_OVER_DAMAGE = 4, 4
LEAST_RAM = 3
SMALL_BOXES = 5
CRASHES: dict[Pace, tuple[int, int]] = {Pace.LOW: (2, 1), Pace.MEDIUM: (4, 2), Pace.HIGH: (6, 4), Pace.EXTREME: (8, 6)}
"""infected.vehicle.crash: damage to the vehicle and to each occupant."""
PACES = tuple(Pace)
TIRES_CAP = Pace.MEDIUM


class VehicleState(StrEnum):
    """infected.vehicle.damage_thresholds"""

    WHOLE = "whole"
    DAMAGED = "damaged"
    COMPROMISED = "compromised"
    CRITICAL = "critical"
    DISABLED = "disabled"


STATE_HANDLING = {VehicleState.COMPROMISED: -1, VehicleState.CRITICAL: -2}


# ------------------------------------------------------------------------------------------------ what it is worth
@cites("infected.vehicle.table", "infected.vehicle.stats")
def row_of(car: Vehicle) -> VehicleKind:
    return content().vehicles[car.kind]


@cites("infected.vehicle.table")
def make_vehicle(id: str, kind: str, name: str = "", zone: str = "here", side: str = "party") -> Vehicle:
    """A vehicle of the table; an animal has wounds of its own instead of boxes."""
    return Vehicle(id=Id(id), name=name or kind, kind=kind, boxes=content().vehicles[kind].durability, zone=zone, side=side)


@cites("infected.vehicle.damage_thresholds", "infected.vehicle.example.motorcycle", "infected.vehicle.disabled")
def condition_of(t: T, car: Vehicle) -> VehicleState:
    """By marked boxes; with fewer than five, compromised from half of them and never critical."""
    if car.boxes and car.marked >= car.boxes:
        return VehicleState.DISABLED
    if car.boxes < SMALL_BOXES and t.variants.vehicle_small_thresholds is SmallVehicles.HALF:
        return VehicleState.COMPROMISED if car.marked >= -(-car.boxes // 2) else VehicleState.DAMAGED if car.marked else VehicleState.WHOLE
    if car.marked >= 5:
        return VehicleState.CRITICAL
    return VehicleState.COMPROMISED if car.marked >= 3 else VehicleState.DAMAGED if car.marked else VehicleState.WHOLE


@cites("infected.vehicle.stats", "infected.vehicle.damage_thresholds", "infected.vehicle.components")
def speed(t: T, car: Vehicle) -> Total:
    """Dice for chase rolls: a critical state and a hit engine cost one each, blown tires half of what is above 0."""
    total = Total.of("Speed", row_of(car).speed, "infected.vehicle.stats")
    if condition_of(t, car) is VehicleState.CRITICAL:
        total = total.plus("critical", -1, "infected.vehicle.damage_thresholds")
    total = total.plus("engine", -1 if car.engine_hit else 0, "infected.vehicle.components")
    if car.tires_blown and total.value > 0:
        total = total.plus("blown tires", total.value // 2 - total.value, "infected.vehicle.components")
    return total


@cites("infected.vehicle.stats", "infected.vehicle.damage_thresholds", "infected.vehicle.components")
def handling(t: T, car: Vehicle) -> Total:
    """Dice for every other Drive check."""
    total = Total.of("Handling", row_of(car).handling, "infected.vehicle.stats")
    state = condition_of(t, car)
    total = total.plus(state.value, STATE_HANDLING.get(state, 0), "infected.vehicle.damage_thresholds")
    return total.plus("blown tires", -2 if car.tires_blown else 0, "infected.vehicle.components")


def works(t: T, car: Vehicle) -> bool:
    return condition_of(t, car) is not VehicleState.DISABLED and not car.wrecked


def driver_of(t: T, car: Vehicle) -> Person | None:
    who = t.state.people.get(car.driver) if car.driver else None
    return who if who is not None and who.up else None


def occupants(t: T, car: Vehicle) -> list[Person]:
    return [p for p in t.state.people.values() if p.vehicle == car.id and not p.dead]


# ------------------------------------------------------------------------------------------------ damage
@cites("infected.vehicle.combat.target_vehicle", "infected.vehicle.disabled")
def damage_vehicle(t: T, car: Vehicle, damage: int, rule: str) -> None:
    """Each point marks a box; the last one disables it. Further damage may wreck it for good if the game master says so."""
    if damage < 1:
        return
    before = condition_of(t, car)
    if before is VehicleState.DISABLED:
        car.wrecked = car.wrecked or t.judge("wrecked", (True, False), False, (car.id,))
        return
    car.marked = min(car.boxes, car.marked + damage)
    state = condition_of(t, car)
    t.say("vehicle_hit", rule, vehicle=car.id, damage=damage, left=car.boxes - car.marked, state=state.value)
    if state is VehicleState.DISABLED:
        car.running, car.pace = False, Pace.STILL
        t.say("vehicle_disabled", "infected.vehicle.disabled", vehicle=car.id)


class ComponentHit(StrEnum):
    """infected.vehicle.components"""

    ENGINE = "engine"
    TIRES = "tires"
    FUEL_LEAK = "fuel leak"
    WINDOWS = "windows"


def any_vehicle(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A vehicle."""
    return list(map(Id, t.state.vehicles))


def gm_with_vehicles(t: T, by: SeatId) -> Refusal | None:
    return gm_only(t, by) or (None if t.state.vehicles else Refusal("infected.vehicle.table", "There is no vehicle.", "Bring one."))


@command(rules=("infected.vehicle.components",), when=gm_with_vehicles, vehicle=any_vehicle)
def hit_component(t: T, by: SeatId, vehicle: Id, component: ComponentHit) -> None:
    """An attack has struck a part: the engine, a tire, the tank or the windows."""
    strike_component(t, t.state.vehicles[vehicle], component)


@cites("infected.vehicle.components")
def strike_component(t: T, car: Vehicle, component: ComponentHit) -> None:
    match component:
        case ComponentHit.ENGINE:
            car.engine_hit = True
        case ComponentHit.TIRES:
            car.tires_blown += 1
        case ComponentHit.FUEL_LEAK:
            car.leaking = True
        case ComponentHit.WINDOWS:
            car.windows_broken = True
    t.say("component_hit", "infected.vehicle.components", vehicle=car.id, component=component.value)


# ------------------------------------------------------------------------------------------------ in and out, engine
def boardable(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """A vehicle in their zone that stands still and has a seat free."""
    me = t.state.people[who]
    still = (v for v in t.state.vehicles.values() if v.zone == me.zone and v.pace in (Pace.STILL, Pace.LOW))
    return [v.id for v in still if len(occupants(t, v)) < row_of(v).people]


def walkers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours on foot beside a vehicle with room."""
    return [who for who in able(t, by) if t.state.people[who].vehicle is None and boardable(t, by, who)]


def can_board(t: T, by: SeatId) -> Refusal | None:
    if refusal := at_peace(t, by):
        return refusal
    return None if walkers(t, by) else Refusal("infected.vehicle.stats", "No vehicle with room is beside you.", "Go to one.")


@command(rules=("infected.vehicle.stats", "infected.vehicle.crash.restraints"), when=can_board, who=walkers, vehicle=boardable)
def board(t: T, by: SeatId, who: Id, vehicle: Id, wheel: bool = False) -> None:
    """Get into a vehicle, at the wheel if it is free and you want it; seated people wear belts where there are any."""
    me, car = t.state.people[who], t.state.vehicles[vehicle]
    me.vehicle, me.drives = car.id, wheel and car.driver is None
    if me.drives:
        car.driver = me.id
    t.say("boards", "infected.vehicle.stats", who=who, vehicle=vehicle)


def riders(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours in a vehicle."""
    return [who for who in able(t, by) if t.state.people[who].vehicle]


def can_leave(t: T, by: SeatId) -> Refusal | None:
    if refusal := at_peace(t, by):
        return refusal
    return None if riders(t, by) else Refusal("infected.vehicle.stats", "You sit in no vehicle.", "Board one.")


@command(rules=("infected.vehicle.stats",), when=can_leave, who=riders)
def leave_vehicle(t: T, by: SeatId, who: Id) -> None:
    """Get out where the vehicle is."""
    me = t.state.people[who]
    car = t.state.vehicles[me.vehicle or ""]
    get_out(me, car)
    t.say("gets_out", "infected.vehicle.stats", who=who, vehicle=car.id)


def get_out(who: Person, car: Vehicle) -> None:
    who.zone, who.vehicle, who.drives, who.leans_out = car.zone, None, False, False
    if car.driver == who.id:
        car.driver = None


def drivers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours at a wheel."""
    return [who for who in able(t, by) if t.state.people[who].drives and t.state.people[who].vehicle]


def car_of(t: T, who: Id) -> Vehicle:
    return t.state.vehicles[t.state.people[who].vehicle or ""]


def at_a_wheel(t: T, by: SeatId) -> Refusal | None:
    if refusal := at_peace(t, by):
        return refusal
    return None if drivers(t, by) else Refusal("infected.vehicle.combat.driver", "You are at no wheel.", "Take one.")


@command(rules=("infected.vehicle.noise_timing",), when=at_a_wheel, who=drivers)
def start_engine(t: T, by: SeatId, who: Id) -> None:
    """Start the engine: its Noise is heard once."""
    car = car_of(t, who)
    if car.running:
        raise refuse("infected.vehicle.noise_timing", "The engine is on already.", "Drive.")
    if not works(t, car) or (car.fuel < 1 and burns_fuel(car)):
        raise refuse("infected.vehicle.disabled", f"{car.name} does not start.", "Repair it, or find fuel.")
    switch_on(t, car, t.state.people[who].seat)


@cites("infected.vehicle.noise_timing")
def switch_on(t: T, car: Vehicle, seat: SeatId) -> None:
    """Threat exactly once: when it is started, or when a scene is entered with it running; never by the round."""
    if not car.running:
        car.running, car.stalled = True, False
        make_noise(t, seat, row_of(car).noise, f"the engine of {car.name}", "infected.vehicle.noise_timing", car.zone)


@command(rules=("infected.vehicle.noise_timing",), when=at_a_wheel, who=drivers)
def stop_engine(t: T, by: SeatId, who: Id) -> None:
    """Stop, and switch the engine off."""
    car = car_of(t, who)
    car.running, car.pace = False, Pace.STILL
    t.say("engine_off", "infected.vehicle.noise_timing", vehicle=car.id)


# ------------------------------------------------------------------------------------------------ driving
@cites("infected.vehicle.driving.when", "infected.vehicle.handling_vs_speed")
def drive_check(t: T, who: Person, car: Vehicle, what: str, extra: Total | None = None) -> Check:
    """REFLEX + Drive with the vehicle's Handling."""
    return check(t, who, what, Attribute.REFLEX, Skill.DRIVE, handling(t, car) + (extra or Total()), (car.id,))


class Partial(StrEnum):
    LOSE_GROUND = "lose ground"
    LOSE_A_BOX = "lose a box"
    STALL = "stall"


class Failure(StrEnum):
    CRASH = "crash"
    LOSE_CONTROL = "lose control"


@command(rules=("infected.vehicle.driving.when", "infected.vehicle.driving.failure"), when=at_a_wheel, who=drivers)
def drive(t: T, by: SeatId, who: Id, pace: Pace = Pace.MEDIUM, dangerous: bool = True) -> None:
    """Drive on: ordinary roads take no roll, dangerous ground and stunts take REFLEX + Drive."""
    me, car = t.state.people[who], car_of(t, who)
    if not works(t, car) or (burns_fuel(car) and car.fuel < 1):
        raise refuse("infected.vehicle.disabled", f"{car.name} goes nowhere.", "Repair it, or find fuel.")
    switch_on(t, car, me.seat)
    car.pace = limited(car, pace)
    if not dangerous:
        t.say("drives", "infected.vehicle.driving.when", vehicle=car.id, pace=car.pace.value)
        return
    drive_result(t, car, drive_check(t, me, car, "drive"))


def limited(car: Vehicle, pace: Pace) -> Pace:
    """Blown tires keep a vehicle to medium speed."""
    return TIRES_CAP if car.tires_blown and PACES.index(pace) > PACES.index(TIRES_CAP) else pace


@cites("infected.vehicle.driving.failure")
def drive_result(t: T, car: Vehicle, roll: Check) -> None:
    """2 hits nothing, 1 a price, 0 a crash at high speed or a round without control, a critical failure a serious crash."""
    rule = "infected.vehicle.driving.failure"
    if roll.critical:
        crash(t, car, PACES[min(len(PACES) - 1, PACES.index(car.pace) + 1)])
    elif roll.hits == 0:
        fast = car.pace in (Pace.HIGH, Pace.EXTREME)
        if t.judge("drive_failure", tuple(Failure), Failure.CRASH if fast else Failure.LOSE_CONTROL, (car.id,)) is Failure.CRASH:
            crash(t, car, car.pace)
        else:
            car.out_of_control = 1
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
    else:
        t.say("drives", rule, vehicle=car.id, pace=car.pace.value)


# ------------------------------------------------------------------------------------------------ crashes
@cites("infected.vehicle.crash", "infected.conv.ranges")
def crash(t: T, car: Vehicle, pace: Pace) -> None:
    """By speed: boxes for the vehicle, damage for everybody in it, and a noise that carries."""
    pace = limited(car, Pace.LOW if pace is Pace.STILL else pace)
    boxes, damage = CRASHES[pace]
    t.say("crashes", "infected.vehicle.crash", vehicle=car.id, pace=pace.value)
    make_noise(t, seat_for(t, car), NOISE[Noise.CRASH], "a crash", "infected.vehicle.crash", car.zone)
    damage_vehicle(t, car, boxes, "infected.vehicle.crash")
    car.pace = Pace.STILL
    for who in occupants(t, car):
        crash_harm(t, who, car, pace, damage)


def seat_for(t: T, car: Vehicle) -> SeatId:
    driver = t.state.people.get(car.driver) if car.driver else None
    return driver.seat if driver else SeatId("gm")


@cites("infected.vehicle.crash.restraints", "infected.vehicle.crash.ejection")
def crash_harm(t: T, who: Person, car: Vehicle, pace: Pace, damage: int) -> None:
    """Belt -2, airbag -1 once for each seat; the unbelted may be thrown out of a fast one. One wound in all."""
    rule = "infected.vehicle.crash"
    if belted(who, car):
        damage -= 2
    elif pace in (Pace.HIGH, Pace.EXTREME):
        damage += ejected(t, who, car)
    if row_of(car).airbags and who.id not in car.airbags_used:
        car.airbags_used.append(who.id)
        damage -= 1
    if damage > 0:
        hurt(t, who, Blow(target=who.id, amount=damage, by="the crash", rule=rule, source=Source.CRASH))


@cites("infected.vehicle.crash.restraints")
def belted(who: Person, car: Vehicle) -> bool:
    """Seated people are, unless they lean out; on two wheels and in a bus nobody is but its driver."""
    row = row_of(car)
    return not who.leans_out and not who.unbelted and (row.belts or (row.driver_belt and car.driver == who.id))


@cites("infected.vehicle.crash.ejection")
def ejected(t: T, who: Person, car: Vehicle) -> int:
    """GRIT + Athletics, or thrown out: 2 damage more and d6 x 10 feet away."""
    if check(t, who, "hold_on", Attribute.GRIT, Skill.ATHLETICS).hits >= 1:
        return 0
    distance = 10 * table_die(t, "ejected", who)
    get_out(who, car)
    t.say("ejected", "infected.vehicle.crash.ejection", who=who.id, vehicle=car.id, feet=distance)
    return 2


@command(rules=("infected.vehicle.crash.restraints",), when=can_leave, who=riders)
def belt(t: T, by: SeatId, who: Id, on: bool) -> None:
    """Put the belt on, or take it off to stand or lie in the back."""
    t.state.people[who].unbelted = not on
    t.say("belts", "infected.vehicle.crash.restraints", who=who, on="on" if on else "off")


# ------------------------------------------------------------------------------------------------ fuel
def burns_fuel(car: Vehicle) -> bool:
    return row_of(car).fuel not in ("none", "food and water")


class Travel(StrEnum):
    """infected.vehicle.fuel.consumption"""

    SHORT_TRIPS = "short trips"
    HALF_DAY = "half a day"
    FULL_DAY = "a full day"


@cites("infected.vehicle.fuel.consumption", "infected.conv.ranges")
def fuel_for(car: Vehicle, travel: Travel) -> int:
    """1, 2, or for a full day 3 units; thirsty vehicles burn 4. Bicycles and horses none."""
    if not burns_fuel(car):
        return 0
    thirsty = row_of(car).fuel in ("high", "very high")
    return {Travel.SHORT_TRIPS: 1, Travel.HALF_DAY: 2, Travel.FULL_DAY: 4 if thirsty else 3}[travel]


@cites("infected.vehicle.fuel.consumption")
def burn_fuel(t: T, car: Vehicle, units: int, rule: str = "infected.vehicle.fuel.consumption") -> None:
    """An empty tank stops the vehicle."""
    if not burns_fuel(car) or units < 1:
        return
    car.fuel = max(0, car.fuel - units)
    t.say("burns_fuel", rule, vehicle=car.id, units=units, left=car.fuel)
    if car.fuel == 0:
        car.running, car.pace = False, Pace.STILL
        t.say("tank_empty", rule, vehicle=car.id)


@command(rules=("infected.vehicle.fuel.consumption",), when=at_a_wheel, who=drivers)
def travel(t: T, by: SeatId, who: Id, how: Travel) -> None:
    """Travel by vehicle for part of a day and burn the fuel it takes."""
    car = car_of(t, who)
    needed = fuel_for(car, how) + (1 if car.leaking else 0)
    if not works(t, car) or car.fuel < needed:
        raise refuse("infected.vehicle.fuel.consumption", f"{car.name} has {car.fuel} units and needs {needed}.", "Find fuel, or walk.")
    switch_on(t, car, t.state.people[who].seat)
    burn_fuel(t, car, needed)


def refuelable(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """A vehicle of the group whose tank is not full."""
    return [v.id for v in t.state.vehicles.values() if v.side == "party" and burns_fuel(v) and v.fuel < v.tank]


def can_refuel(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    if t.state.world.supplies.fuel > 0 and any(refuelable(t, by, who) for who in able(t, by)):
        return None
    return Refusal("infected.supplies.tracks", "There is no fuel, or no tank to fill.", "Find fuel.")


@command(rules=("infected.supplies.tracks", "infected.vehicle.fuel.consumption"), when=can_refuel, who=able, vehicle=refuelable)
def refuel(t: T, by: SeatId, who: Id, vehicle: Id) -> None:
    """Fill a tank from the group's fuel."""
    car, stash = t.state.vehicles[vehicle], t.state.world.supplies
    units = min(stash.fuel, car.tank - car.fuel)
    stash.fuel -= units
    car.fuel += units
    t.say("refuels", "infected.supplies.tracks", vehicle=vehicle, units=units)


def sleepers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A vehicle in which the group sleeps, with fuel."""
    day = t.state.world.downtime
    return [day.vehicle] if day and day.vehicle and t.state.vehicles[day.vehicle].fuel > 0 else []


def can_idle(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is Phase.DOWNTIME and sleepers(t, by):
        return None
    return Refusal("infected.vehicle.shelter", "Nobody sleeps in a vehicle with fuel.", "Settle down in one.")


@command(rules=("infected.vehicle.shelter",), when=can_idle, vehicle=sleepers)
def idle(t: T, by: SeatId, vehicle: Id) -> None:
    """Let the engine run for its heat or cool air: 3 Threat once a scene and a unit of fuel for the night."""
    car = t.state.vehicles[vehicle]
    if not car.idled:
        car.idled = True
        make_noise(t, by, IDLE_NOISE, "an idling engine", "infected.vehicle.shelter", car.zone)
    burn_fuel(t, car, 1, "infected.vehicle.shelter")


def kinds(*_: object) -> Sequence[str]:
    """A row of the vehicle table."""
    return list(content().vehicles)


@command(rules=("infected.vehicle.table",), when=gm_only, kind=kinds)
def bring_vehicle(t: T, by: SeatId, kind: str, fuel: bool = True) -> None:
    """Put a vehicle into the scene where the group is."""
    first = next((p for p in t.state.people.values() if p.pc), None)
    car = make_vehicle(new_id(t, kind), kind, zone=first.zone if first else "here")
    car.fuel = car.tank if fuel else 0
    t.state.vehicles[car.id] = car
    t.say("vehicle_there", "infected.vehicle.table", vehicle=car.id)
