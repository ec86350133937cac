"""What each seat sees of the world between fights: vehicles, a chase, the place, the Stash, the day of rest, the session."""

from __future__ import annotations

from rulebound.games.infected.content import content
from rulebound.games.infected.counted import counters
from rulebound.games.infected.journey import SessionPart, Vehicle
from rulebound.games.infected.parking import load_of
from rulebound.games.infected.pursuit import POSITIONS
from rulebound.games.infected.state import T
from rulebound.games.infected.vehicles import burns_fuel, condition_of, handling, occupants, speed
from rulebound.games.infected.world import at_base
from rulebound.kernel.citing import cites
from rulebound.kernel.seats import Role, Seat
from rulebound.kernel.view import Boxes, Fact, Item, Panel


def world_panels(t: T, seat: Seat) -> tuple[Panel, ...]:
    """All of it is known to everybody at the table; the Stash is shown to those who are there, and to the game master."""
    world = t.state.world
    panels = [vehicle_panel(t, seat, car) for car in t.state.vehicles.values()]
    if world.chase is not None:
        panels.append(chase_panel(t))
    if world.site is not None:
        panels.append(place_panel(t))
    panels += trap_panels(t, seat)
    if world.base is not None and (at_base(t) or seat.role is Role.GM):
        panels.append(stash_panel(t))
    if world.downtime is not None:
        panels.append(day_panel(t))
    if world.part is not SessionPart.NOT_BEGUN or world.notes:
        panels.append(session_panel(t))
    return tuple(panels)


@cites("infected.vehicle.stats")
def vehicle_panel(t: T, seat: Seat, car: Vehicle) -> Panel:
    """Whoever hides in it is not there for the others."""
    known = [p for p in occupants(t, car) if seat.role is Role.GM or p.pc or not p.hidden]
    fast, steady = speed(t, car), handling(t, car)
    state = condition_of(t, car).value
    inside = ", ".join(p.name + (" (drives)" if p.drives else "") for p in known) or "nobody"
    items: tuple[Item, ...] = (
        Fact("State", "wrecked" if car.wrecked else state),
        *body_of(car),
        Fact("Speed", fast.value, fast.parts),
        Fact("Handling", steady.value, steady.parts),
        *((Fact("Fuel", f"{car.fuel} of {car.tank}"), Fact("Engine", "running" if car.running else "off")) if burns_fuel(car) else ()),
        Fact("In it", inside),
        Fact("Trunk", ", ".join(load_of(car)) or "empty"),
    )
    return Panel(car.id, car.name, f"{content().vehicles[car.kind].cargo}, {state}, {inside}", items)


@cites("infected.vehicle.stats", "infected.vehicle.table")
def body_of(car: Vehicle) -> tuple[Boxes, ...]:
    """Boxes, or an animal's wounds."""
    if car.wounds is None:
        return (Boxes("Durability", car.boxes, car.marked),)
    return tuple(Boxes(level.capitalize(), slots, car.wounds.marked[level]) for level, slots in car.wounds.slots.items())


@cites("infected.chase.track")
def chase_track(t: T) -> tuple[Boxes, ...]:
    """How far each quarry is from its pursuer, from caught to escaped."""
    chase = t.state.world.chase
    if chase is None:
        return ()
    name = {id: car.name for id, car in t.state.vehicles.items()} | {id: who.name for id, who in t.state.people.items()}
    pairs = {key: " after ".join(name.get(id, id) for id in key.split(">")) for key in chase.markers}
    return tuple(Boxes(pairs[key], len(POSITIONS), place, POSITIONS[place - 1]) for key, place in chase.markers.items())


def chase_panel(t: T) -> Panel:
    chase = t.state.world.chase
    assert chase is not None
    return Panel("chase", "The chase", f"Heat {chase.heat}, round {chase.round}", (*chase_track(t), Fact("Heat", chase.heat)))


@cites("infected.craft.recipes.traps")
def trap_panels(t: T, seat: Seat) -> list[Panel]:
    """One's own side knows where its traps are, and so does the game master."""
    sides = {p.side for p in t.state.people.values() if p.seat == seat.id}
    known = [(zone, g) for zone in t.state.scene.zones.values() for g in zone.traps if seat.role is Role.GM or g.set_by in sides]
    return [Panel("traps", "Traps", f"{len(known)} set", tuple(Fact(zone.name, g.kind) for zone, g in known))] if known else []


@cites("infected.scavenge.scarcity")
def place_panel(t: T) -> Panel:
    place = t.state.world.sites[t.state.world.site or ""]
    items: list[Item] = [Fact("Left of it", place.scarcity), Fact("Ambient Threat", place.ambient), Fact("Searches", place.searches)]
    if place.only:
        items.append(Fact(f"Left of {place.only}", place.only_scarcity))
    lies_here = [*(g.kind for g in place.left), *(f"{count} {what}" for what, count in counters(place.heap).items())]
    if lies_here:
        items.append(Fact("Lies here", ", ".join(lies_here)))
    return Panel("place", place.name, f"{place.scarcity}{', safe' if place.safe else ''}", tuple(items))


@cites("infected.supplies.tracks")
def stash_panel(t: T) -> Panel:
    stash = t.state.world.supplies
    items: list[Item] = [Fact("Food", stash.food), Fact("Water", stash.water), Fact("Fuel", stash.fuel), Fact("Parts", stash.parts)]
    counted = {"Rounds": stash.ammo, "Medicine": stash.medicine, "Components": stash.components}
    items += [Fact(title, ", ".join(f"{n} {k}" for k, n in held.items() if n)) for title, held in counted.items() if any(held.values())]
    if stash.gear:
        items.append(Fact("Things", ", ".join(g.kind for g in stash.gear.values())))
    return Panel("stash", "The Stash", f"food {stash.food}, water {stash.water}, fuel {stash.fuel}", tuple(items))


@cites("infected.downtime.entry")
def day_panel(t: T) -> Panel:
    day = t.state.world.downtime
    assert day is not None
    done = tuple(Fact(t.state.people[who].name, ", ".join(acts)) for who, acts in day.done.items())
    watch = ", ".join(t.state.people[id].name for id in dict.fromkeys(day.watchers)) or "nobody"
    return Panel("day", "The day", f"{watch} keeps watch", (Fact("Watch", watch), *done))


@cites("infected.run.session")
def session_panel(t: T) -> Panel:
    world = t.state.world
    notes = tuple(Fact(f"Note {i}", note) for i, note in enumerate(world.notes, start=1))
    return Panel("session", f"Session {world.session}", world.part.value, (Fact("Part", world.part.value), *notes))
