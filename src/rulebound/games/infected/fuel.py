"""Fuel: days of travel, filling up, and an engine that runs through the night."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected.driving import at_a_wheel, car_of, drivers, switch_on
from rulebound.games.infected.journey import Vehicle
from rulebound.games.infected.state import Phase, T
from rulebound.games.infected.terms import Id
from rulebound.games.infected.threat import make_noise
from rulebound.games.infected.vehicles import burn_fuel, burns_fuel, leak, row_of, works
from rulebound.games.infected.world import able, at_peace, has_able
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

IDLE_NOISE = 3


# ------------------------------------------------------------------------------------------------ fuel
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


def trips(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Travel]:
    """As far as the tank lasts."""
    car = car_of(t, who)
    return [how for how in Travel if fuel_for(car, how) <= car.fuel]


def travellers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours at the wheel of a vehicle that runs, keeps its fuel, and has enough of it."""
    return [who for who in drivers(t, by) if works(t, car_of(t, who)) and not car_of(t, who).leaking and trips(t, by, who)]


@cites("infected.vehicle.fuel.consumption", "infected.vehicle.components")
def can_travel(t: T, by: SeatId) -> Refusal | None:
    if refusal := at_peace(t, by) or at_a_wheel(t, by):
        return refusal
    if travellers(t, by):
        return None
    car = car_of(t, drivers(t, by)[0])
    if car.leaking:
        return Refusal("infected.vehicle.components", f"{car.name} would be dry within minutes.", "Patch the leak, or drive a little way.")
    return Refusal("infected.vehicle.fuel.consumption", f"{car.name} goes nowhere with {car.fuel} units.", "Repair it, find fuel, or walk.")


@command(rules=("infected.vehicle.fuel.consumption", "infected.vehicle.components"), when=can_travel, who=travellers, how=trips)
def travel(t: T, by: SeatId, who: Id, how: Travel) -> None:
    """Travel by vehicle for part of a day and burn the fuel it takes."""
    car = car_of(t, who)
    switch_on(t, car, t.state.people[who].seat)
    burn_fuel(t, car, fuel_for(car, how))


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
    leak(t, car)
