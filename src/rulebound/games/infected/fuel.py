"""Fuel: days of travel, filling up, and an engine that runs through the night."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected.boarding import car_of
from rulebound.games.infected.clockwork import pass_minutes
from rulebound.games.infected.driving import at_a_wheel, drivers, switch_on
from rulebound.games.infected.horde import pressed
from rulebound.games.infected.journey import Vehicle
from rulebound.games.infected.state import Phase, T
from rulebound.games.infected.terms import Id
from rulebound.games.infected.threat import make_noise
from rulebound.games.infected.vehicles import burn_fuel, burns_fuel, leak, row_of, works
from rulebound.games.infected.world import able, has_able, not_at_rest
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


HOURS = {Travel.SHORT_TRIPS: 2, Travel.HALF_DAY: 6, Travel.FULL_DAY: 12}
"""infected.vehicle.fuel.consumption: a day of travel is as long as it is light; the numbers are ours."""


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


@cites("infected.vehicle.fuel.consumption", "infected.vehicle.components", "infected.downtime.entry")
def can_travel(t: T, by: SeatId) -> Refusal | None:
    if refusal := not_at_rest(t, by) or pressed(t, by) or at_a_wheel(t, by):
        return refusal
    if travellers(t, by):
        return None
    car = car_of(t, drivers(t, by)[0])
    if car.leaking:
        return Refusal("infected.vehicle.components", f"{car.name} would be dry within minutes.", "Patch the leak, or drive a little way.")
    return Refusal("infected.vehicle.fuel.consumption", f"{car.name} goes nowhere with {car.fuel} units.", "Repair it, find fuel, or walk.")


@command(
    rules=("infected.vehicle.fuel.consumption", "infected.vehicle.components", "infected.conv.time"), when=can_travel, who=travellers,
    how=trips,
)  # fmt: skip
def travel(t: T, by: SeatId, who: Id, how: Travel) -> None:
    """Travel by vehicle for two hours, half a day or a day of twelve, and burn the fuel it takes."""
    car = car_of(t, who)
    switch_on(t, car, t.state.people[who].seat)
    burn_fuel(t, car, fuel_for(car, how))
    pass_minutes(t, HOURS[how] * 60)
    t.say("time_passes", "infected.conv.time", minutes=HOURS[how] * 60)


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
    """The vehicle in which the group sleeps, if it works, has fuel and has not run tonight."""
    day = t.state.world.downtime
    car = t.state.vehicles[day.vehicle] if day and day.vehicle else None
    return [car.id] if car is not None and works(t, car) and car.fuel > 0 and not car.idled else []


def can_idle(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is Phase.DOWNTIME and sleepers(t, by):
        return None
    return Refusal("infected.vehicle.shelter", "Nobody sleeps in a vehicle that could run tonight.", "Settle down in one with fuel.")


@command(rules=("infected.vehicle.shelter",), when=can_idle, vehicle=sleepers)
def idle(t: T, by: SeatId, vehicle: Id) -> None:
    """Let the engine run for its heat or cool air: 3 Threat and a unit of fuel for the night."""
    car = t.state.vehicles[vehicle]
    car.idled = True
    make_noise(t, by, IDLE_NOISE, "an idling engine", "infected.vehicle.shelter", car.zone)
    burn_fuel(t, car, 1, "infected.vehicle.shelter")
    leak(t, car)
