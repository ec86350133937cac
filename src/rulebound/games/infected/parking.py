"""What becomes of vehicles: those that come along, those that stay where they stand, and what days do to them."""

from __future__ import annotations

from rulebound.games.infected.counted import counters
from rulebound.games.infected.journey import Site, Vehicle
from rulebound.games.infected.pain import MONTH, heals_in
from rulebound.games.infected.state import T, party, today
from rulebound.games.infected.terms import PARTY, Level
from rulebound.games.infected.vehicles import dry, get_out, occupants, works
from rulebound.games.infected.world import site
from rulebound.kernel.citing import cites


# ------------------------------------------------------------------------------------------------ here and elsewhere
@cites("infected.vehicle.disabled", "infected.vehicle.fuel.consumption", "infected.vehicle.table")
def come_along(t: T) -> list[Vehicle]:
    """Vehicles of the group that run, as many as there are people to drive them; first those with somebody at the wheel."""
    ours = [car for car in t.state.vehicles.values() if car.side == PARTY and works(t, car) and not dry(car)]
    ours.sort(key=lambda car: car.driver is None)
    return ours[: sum(who.up for who in party(t))]


@cites("infected.vehicle.stash", "infected.vehicle.disabled")
def leave_what_stands(t: T) -> None:
    """Whatever cannot be driven stays where it is, with its load: at a place on the map to be found again, elsewhere lost for good."""
    going, here = [car.id for car in come_along(t)], site(t)
    for car in [car for car in t.state.vehicles.values() if car.side == PARTY and car.id not in going]:
        for who in occupants(t, car):
            get_out(who, car)
        car.running = False
        del t.state.vehicles[car.id]
        t.state.world.gone[car.id] = car.name
        load = ", ".join(load_of(car)) or "nothing"
        if here is None:
            t.say("vehicle_lost", "infected.vehicle.stash", vehicle=car.id, things=load)
        else:
            here.vehicles[car.id] = car
            t.say("vehicle_left", "infected.vehicle.stash", vehicle=car.id, place=here.id, things=load)


def load_of(car: Vehicle) -> list[str]:
    return [*(thing.kind for thing in car.stash.values()), *(f"{count} {what}" for what, count in counters(car.heap).items())]


@cites("infected.vehicle.stash")
def find_again(t: T, place: Site) -> None:
    """What was left at a place still stands there: the group's beside it."""
    zone = next((who.zone for who in party(t)), "here")
    for car in place.vehicles.values():
        if car.side == PARTY or car.zone not in t.state.scene.zones:
            car.zone = zone
        t.say("vehicle_there", "infected.vehicle.table", vehicle=car.id)
    t.state.vehicles |= place.vehicles
    place.vehicles = {}


def everywhere(t: T) -> list[Vehicle]:
    return [*t.state.vehicles.values(), *(car for place in t.state.world.sites.values() for car in place.vehicles.values())]


# ------------------------------------------------------------------------------------------------ day by day
def a_day_in_the_garage(t: T, *, rested: bool) -> None:
    cars = everywhere(t)
    for animal in [car for car in cars if car.wounds is not None]:
        heals(t, animal, rested=rested)
    t.state.world.month_day += 1
    if t.state.world.month_day >= MONTH:
        t.state.world.month_day = 0
        for car in cars:
            neglect(t, car)


@cites("infected.vehicle.neglect")
def neglect(t: T, car: Vehicle) -> None:
    """Every month a vehicle that nobody looked after loses a box."""
    if not car.maintained and car.marked < car.boxes:
        car.marked += 1
        t.say("neglected", "infected.vehicle.neglect", vehicle=car.id)
    car.maintained = False


@cites("infected.vehicle.table", "infected.heal.natural")
def heals(t: T, animal: Vehicle, *, rested: bool) -> None:
    """An animal's wounds heal as anybody's do: Bruised by a day of rest, Bleeding in a week, Broken in a month, Critical never."""
    wounds = animal.wounds
    assert wounds is not None
    if rested and wounds.clear(Level.BRUISED):
        t.say("heals", "infected.heal.natural", who=animal.id, level=Level.BRUISED.value)
    for injury in [i for i in animal.injuries if (days := heals_in(i.level)) is not None and today(t) - i.day >= days]:
        animal.injuries.remove(injury)
        wounds.clear(injury.level)
        t.say("heals", "infected.heal.natural", who=animal.id, level=injury.level.value)
