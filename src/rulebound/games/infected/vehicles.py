"""Vehicles: what they can do, what damage does to them, and the fuel they burn."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected.content import content
from rulebound.games.infected.journey import Pace, Vehicle
from rulebound.games.infected.kinds import VehicleKind
from rulebound.games.infected.pain import severity
from rulebound.games.infected.people import Injury, Person
from rulebound.games.infected.state import T, now, today
from rulebound.games.infected.terms import PARTY, Id, Level
from rulebound.games.infected.variants import SmallVehicles
from rulebound.games.infected.world import gm_only, new_id
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId
from rulebound.kernel.tracks import LevelTrack

SMALL_BOXES = 5
ANIMAL_SLOTS = (6, 3, 2, 1)
"""infected.vehicle.table: the standard track with GRIT 4."""
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
    """A vehicle of the table; an animal has wounds of its own instead of boxes: those of somebody with GRIT 4."""
    row = content().vehicles[kind]
    bruised, bleeding, broken, critical = ANIMAL_SLOTS
    track = LevelTrack({"bruised": bruised, "bleeding": bleeding, "broken": broken, "critical": critical}) if row.animal_grit else None
    return Vehicle(id=Id(id), name=name or kind, kind=kind, boxes=row.durability, zone=zone, side=side, wounds=track)


@cites("infected.vehicle.damage_thresholds", "infected.vehicle.example.motorcycle", "infected.vehicle.disabled")
def condition_of(t: T, car: Vehicle) -> VehicleState:
    """By marked boxes; with fewer than five, compromised from half of them and never critical. An animal is hurt or out of it."""
    if car.wounds is not None:
        return VehicleState.DISABLED if car.wounds.marked["critical"] else hurt_or_whole(car.wounds)
    if car.boxes and car.marked >= car.boxes:
        return VehicleState.DISABLED
    if car.boxes < SMALL_BOXES and t.variants.vehicle_small_thresholds is SmallVehicles.HALF:
        return VehicleState.COMPROMISED if car.marked >= -(-car.boxes // 2) else VehicleState.DAMAGED if car.marked else VehicleState.WHOLE
    if car.marked >= 5:
        return VehicleState.CRITICAL
    return VehicleState.COMPROMISED if car.marked >= 3 else VehicleState.DAMAGED if car.marked else VehicleState.WHOLE


def hurt_or_whole(wounds: LevelTrack) -> VehicleState:
    return VehicleState.DAMAGED if any(wounds.marked.values()) else VehicleState.WHOLE


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


@cites("infected.vehicle.fuel.consumption")
def dry(car: Vehicle) -> bool:
    return burns_fuel(car) and car.fuel < 1


@cites("infected.vehicle.components")
def leak(t: T, car: Vehicle) -> None:
    """A unit for every round or minute of driving, until the tank is patched."""
    if car.leaking and car.fuel:
        burn_fuel(t, car, 1, "infected.vehicle.components")


@cites("infected.vehicle.table")
def most_aboard(car: Vehicle) -> int | None:
    """How many it takes with the driver; in a bus there is always room for one more."""
    return None if row_of(car).people_open_ended else row_of(car).people


def driver_of(t: T, car: Vehicle) -> Person | None:
    """Whoever has the wheel, is up and not tied."""
    who = t.state.people.get(car.driver) if car.driver else None
    return who if who is not None and who.up and not who.restrained else None


def occupants(t: T, car: Vehicle) -> list[Person]:
    return [p for p in t.state.people.values() if p.vehicle == car.id and not p.dead]


@cites("infected.vehicle.combat.target_occupant", "infected.hazard.fire.damage")
def enclosed(t: T, who: Person) -> bool:
    """In a vehicle, behind metal and glass; on a motorcycle, a bicycle or a horse one only sits."""
    return who.vehicle is not None and not row_of(t.state.vehicles[who.vehicle]).open


@cites("infected.vehicle.combat.driver")
def at_the_wheel(t: T, who: Person, car: Vehicle) -> None:
    """From now on, instead of whoever had it and is no longer up; it is then the group's if one of them is aboard, else theirs."""
    if (before := t.state.people.get(car.driver or "")) is not None:
        before.drives = False
    who.drives, car.driver = True, who.id
    car.side = PARTY if any(p.pc for p in occupants(t, car)) else who.side
    t.say("takes_wheel", "infected.vehicle.combat.driver", who=who.id, vehicle=car.id)


@cites("infected.vehicle.combat.passenger", "infected.vehicle.combat.lean_out")
def shaken(t: T, who: Person) -> bool:
    """In a vehicle that does not stand still, and not leaning out of it."""
    return who.vehicle is not None and not who.leans_out and t.state.vehicles[who.vehicle].pace is not Pace.STILL


# ------------------------------------------------------------------------------------------------ damage
@cites("infected.vehicle.combat.target_vehicle", "infected.vehicle.disabled")
def damage_vehicle(t: T, car: Vehicle, damage: int, rule: str) -> None:
    """Each point marks a box; the last one disables it. Further damage may wreck it for good if the game master says so."""
    if damage < 1:
        return
    before = condition_of(t, car)
    if before is VehicleState.DISABLED:
        car.wrecked = car.wrecked or t.judge("wrecked", (True, False), False, (car.id,))
        t.say("vehicle_past_harm", rule, vehicle=car.id, state="wrecked" if car.wrecked else before.value)
        return
    if car.wounds is not None:
        wound_animal(t, car, car.wounds, damage, rule)
    else:
        car.marked = min(car.boxes, car.marked + damage)
        t.say("vehicle_hit", rule, vehicle=car.id, damage=damage, left=car.boxes - car.marked, state=condition_of(t, car).value)
    state = condition_of(t, car)
    if state is VehicleState.DISABLED:
        car.running, car.pace = False, Pace.STILL
        t.say("vehicle_disabled", "infected.vehicle.disabled", vehicle=car.id)


@cites("infected.vehicle.table", "infected.wounds.escalation")
def wound_animal(t: T, car: Vehicle, wounds: LevelTrack, damage: int, rule: str) -> None:
    """One wound by the damage, in a graver row if that one is full."""
    level = wounds.mark(severity(damage) or Level.BRUISED).level
    if level in (Level.BLEEDING, Level.BROKEN):
        car.injuries.append(Injury(level=Level(level), at=now(t), day=today(t)))
    t.say("wounded", rule, who=car.id, level=level or Level.CRITICAL.value)


class ComponentHit(StrEnum):
    """infected.vehicle.components"""

    ENGINE = "engine"
    TIRES = "tires"
    FUEL_LEAK = "fuel leak"
    WINDOWS = "windows"


@cites("infected.vehicle.components", "infected.vehicle.table")
def parts_of(car: Vehicle) -> list[ComponentHit]:
    """What can be hit: a bicycle has only tires, what one sits on no windows, and an animal nothing of the kind."""
    if car.wounds is not None:
        return []
    motor = [ComponentHit.ENGINE, ComponentHit.FUEL_LEAK] if burns_fuel(car) else []
    return [*motor, ComponentHit.TIRES, *([] if row_of(car).open else [ComponentHit.WINDOWS])]


def any_vehicle(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A vehicle, and no animal."""
    return [Id(id) for id, car in t.state.vehicles.items() if parts_of(car)]


def parts(t: T, by: SeatId, vehicle: Id) -> Sequence[ComponentHit]:
    """A part that it has."""
    return parts_of(t.state.vehicles[vehicle])


def gm_with_vehicles(t: T, by: SeatId) -> Refusal | None:
    there = any_vehicle(t, by)
    return gm_only(t, by) or (None if there else Refusal("infected.vehicle.table", "There is no vehicle with parts to hit.", "Bring one."))


@command(rules=("infected.vehicle.components",), when=gm_with_vehicles, vehicle=any_vehicle, component=parts)
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


# ------------------------------------------------------------------------------------------------ repair
@cites("infected.vehicle.components")
def hit_parts(car: Vehicle) -> list[ComponentHit]:
    """What is broken besides boxes."""
    hit = {
        ComponentHit.ENGINE: car.engine_hit, ComponentHit.TIRES: car.tires_blown, ComponentHit.FUEL_LEAK: car.leaking,
        ComponentHit.WINDOWS: car.windows_broken,
    }  # fmt: skip
    return [part for part, broken in hit.items() if broken]


def repairable(car: Vehicle) -> bool:
    return not car.wrecked and bool(car.marked or hit_parts(car))


@cites("infected.vehicle.disabled", "infected.vehicle.components")
def mend_vehicle(t: T, who: Person, car: Vehicle, boxes: int, rule: str) -> None:
    """Boxes, and one of the parts that were hit: that much of a repair is ours, since they stay hit until patched."""
    boxes = min(boxes, car.marked)
    car.marked -= boxes
    t.say("vehicle_mended", rule, vehicle=car.id, boxes=boxes)
    if broken := hit_parts(car):
        part = t.choose(who.seat, "which_part", broken, (who.id, car.id)) if len(broken) > 1 else broken[0]
        match part:
            case ComponentHit.ENGINE:
                car.engine_hit = False
            case ComponentHit.TIRES:
                car.tires_blown = 0
            case ComponentHit.FUEL_LEAK:
                car.leaking = False
            case ComponentHit.WINDOWS:
                car.windows_broken = False
        t.say("component_mended", "infected.vehicle.components", vehicle=car.id, component=part.value)


# ------------------------------------------------------------------------------------------------ in and out, engine
@cites("infected.vehicle.crash.restraints")
def get_out(who: Person, car: Vehicle) -> None:
    """Out of it; in the next one they wear the belt again unless they say otherwise."""
    who.zone, who.vehicle, who.drives, who.leans_out, who.unbelted = car.zone, None, False, False, False
    if car.driver == who.id:
        car.driver = None


# ------------------------------------------------------------------------------------------------ driving
def limited(car: Vehicle, pace: Pace) -> Pace:
    """Blown tires keep a vehicle to medium speed."""
    return TIRES_CAP if car.tires_blown and PACES.index(pace) > PACES.index(TIRES_CAP) else pace


# ------------------------------------------------------------------------------------------------ fuel
def burns_fuel(car: Vehicle) -> bool:
    return row_of(car).fuel not in ("none", "food and water")


@cites("infected.vehicle.fuel.consumption")
def burn_fuel(t: T, car: Vehicle, units: int, rule: str = "infected.vehicle.fuel.consumption") -> None:
    """An empty tank stops the vehicle."""
    units = min(car.fuel, units)
    if not burns_fuel(car) or units < 1:
        return
    car.fuel -= units
    t.say("burns_fuel", rule, vehicle=car.id, units=units, left=car.fuel)
    if car.fuel == 0:
        car.running, car.pace = False, Pace.STILL
        t.say("tank_empty", rule, vehicle=car.id)


def kinds(*_: object) -> Sequence[str]:
    """A row of the vehicle table."""
    return list(content().vehicles)


def stands(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """The zone where it stands; left out, where the group is."""
    return list(t.state.scene.zones)


@command(
    rules=("infected.vehicle.table",), when=gm_only, kind=kinds, fuel=yes_or_no("With a full tank.", first=True), zone=stands,
)  # fmt: skip
def bring_vehicle(t: T, by: SeatId, kind: str, fuel: bool = True, zone: str = "") -> None:
    """Put a vehicle into the scene, where the group is or elsewhere; whoever takes its wheel has it."""
    first = next((p for p in t.state.people.values() if p.pc), None)
    car = make_vehicle(new_id(t, kind), kind, zone=zone or (first.zone if first else "here"))
    car.fuel = car.tank if fuel else 0
    t.state.vehicles[car.id] = car
    t.say("vehicle_there", "infected.vehicle.table", vehicle=car.id)
