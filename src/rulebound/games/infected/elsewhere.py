"""Going to another place: who and what stays where it was, and is found there again."""

from __future__ import annotations

from copy import deepcopy

from rulebound.games.infected.conditions import let_go_of_all
from rulebound.games.infected.groups import step_apart
from rulebound.games.infected.journey import Site
from rulebound.games.infected.npcs import edge
from rulebound.games.infected.people import Person
from rulebound.games.infected.places import Zone
from rulebound.games.infected.state import T, hostile
from rulebound.games.infected.terms import PARTY
from rulebound.games.infected.world import site
from rulebound.kernel.citing import cites
from rulebound.kernel.entries import EVERYONE
from rulebound.kernel.seats import GM, SeatId


# ------------------------------------------------------------------------------------------------ the ground
@cites("infected.gm.locations", "infected.craft.recipes.traps", "infected.environment.fire_barrier")
def change_ground(t: T, place: Site) -> None:
    """Every place keeps what was done to it: barricades, traps, fires. One that is new looks like the last, with nothing done to it."""
    here, scene = site(t), t.state.scene
    if here is not None:
        here.zones, here.rigged = scene.zones, t.state.traps
    scene.zones = place.zones or {id: untouched(zone) for id, zone in scene.zones.items()}
    t.state.traps, place.zones, place.rigged = place.rigged, {}, {}
    first = next(iter(scene.zones))
    for who in t.state.people.values():
        who.zone = who.zone if who.zone in scene.zones else first
    for car in t.state.vehicles.values():
        car.zone = car.zone if car.zone in scene.zones else first


def untouched(zone: Zone) -> Zone:
    new = deepcopy(zone)
    new.barrier, new.traps, new.ground = {}, [], []
    new.fire, new.fire_ends, new.smoke, new.smoke_until = 0, None, 0, None
    return new


# ------------------------------------------------------------------------------------------------ those who do not come along
def of_the_place(t: T) -> list[Person]:
    """Who is neither of the group, nor its prisoner, nor sits in one of its vehicles."""
    ours = [car.id for car in t.state.vehicles.values() if car.side == PARTY]
    return [p for p in t.state.people.values() if not (p.pc or p.side == PARTY or p.yields or p.vehicle in ours)]


@cites("infected.gm.locations")
def leave_the_others(t: T) -> None:
    """They stay where they are, with what they drive: at a place on the map to be met again, elsewhere lost to the story. Who was on the
    way to them comes too late."""
    here, state = site(t), t.state
    for who in of_the_place(t):
        let_go_of_all(t, who)
        step_apart(t, who)
        state.scene.enemy_gone = state.scene.enemy_gone or (hostile(who) and not who.dead)
        state.world.gone[who.id] = who.name
        if who.turned:
            state.world.lost.append(who.id)
        if here is not None:
            here.others[who.id] = who
            t.say("stays_there", "infected.gm.locations", to=seers(who), who=who.id, place=here.id)
        del state.people[who.id]
        car = state.vehicles.pop(who.vehicle or "", None)
        if car is not None:
            state.world.gone[car.id] = car.name
            if here is not None:
                here.vehicles[car.id] = car
    state.on_the_way, state.struggles = [], [id for id in state.struggles if id in state.people]


@cites("infected.gm.locations")
def meet_again(t: T, place: Site) -> None:
    """Whoever was left at a place is still there."""
    zones = t.state.scene.zones
    for who in place.others.values():
        t.state.people[who.id] = who
        who.zone = who.zone if who.zone in zones else edge(t)
        t.say("still_there", "infected.gm.locations", to=seers(who), who=who.id)
    place.others = {}


def seers(who: Person) -> tuple[SeatId, ...]:
    """Whoever lies in ambush is for the game master to see."""
    return (GM,) if who.hidden else EVERYONE
