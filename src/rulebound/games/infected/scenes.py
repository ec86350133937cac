"""Opening a scene of a pack: its zones, the survivors that players take, and whoever waits there."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rulebound.games.infected.content import content
from rulebound.games.infected.guts import starting_guts
from rulebound.games.infected.journey import Chase, Pace, Site
from rulebound.games.infected.kinds import PlacedKind, SceneKind
from rulebound.games.infected.npcs import creature, give
from rulebound.games.infected.pain import fresh_track
from rulebound.games.infected.people import Person
from rulebound.games.infected.places import Scene, Zone
from rulebound.games.infected.state import Infected, Phase
from rulebound.games.infected.terms import Awareness, Id
from rulebound.games.infected.variants import InfectedVariants
from rulebound.games.infected.vehicles import make_vehicle
from rulebound.kernel.game import SceneInfo, Start
from rulebound.kernel.seats import GM, Role, Seat, SeatId


def scenes() -> Mapping[str, SceneInfo[Infected, InfectedVariants]]:
    def info(id: str, scene: SceneKind) -> SceneInfo[Infected, InfectedVariants]:
        return SceneInfo(id, scene.title, scene.about, lambda variants: start(scene, variants))

    return {id: info(id, scene) for id, scene in content().scenes.items()}


def start(scene: SceneKind, variants: InfectedVariants) -> Start[Infected]:
    """A scene of a pack, ready to begin; every survivor is a seat of its own, the rest are the game master's."""
    zones = {id: msgspec.convert({"name": id, **text}, Zone) for id, text in scene.zones.items()}
    state = Infected(people={}, scene=Scene(name=scene.title, about=scene.about, zones=zones, ambient=scene.ambient, ends=scene.ends))
    state.scene.objective, state.scene.wanted = scene.objective, scene.wanted
    for id, placed in scene.people.items():
        who = survivor(id, placed, variants) if placed.survivor else enemy(id, placed, variants)
        who.zone = placed.zone
        state.people[id] = who
    name_apart(state)
    for id, placed in scene.people.items():
        for other in placed.near:
            state.people[id].near.append(Id(other))
            state.people[other].near.append(Id(id))
    state.threat.start, state.threat.floor = max(scene.threat, scene.ambient), scene.ambient
    furnish(state, scene)
    players = tuple(Seat(p.seat, Role.PLAYER, p.name) for p in state.people.values() if p.pc)
    return Start(state, (Seat(GM, Role.GM, "Game master"), *players))


def furnish(state: Infected, scene: SceneKind) -> None:
    """Vehicles with those in them, places on the map, supplies, and a chase that is under way."""
    for id, parked in scene.vehicles.items():
        car = make_vehicle(id, parked.kind, parked.name, parked.zone, parked.side)
        car.driver = Id(parked.driver) if parked.driver else None
        state.vehicles[id] = car
        for rider in (*((parked.driver,) if parked.driver else ()), *parked.riders):
            state.people[rider].vehicle, state.people[rider].drives = car.id, rider == parked.driver
    world = state.world
    world.sites = {
        id: Site(id=Id(id), name=s.name, loot=s.loot, scarcity=s.scarcity, ambient=s.ambient, safe=s.safe) for id, s in scene.sites.items()
    }
    world.site, world.base = Id(scene.site) if scene.site else None, Id(scene.base) if scene.base else None
    world.supplies.food, world.supplies.water = scene.food, scene.water
    if scene.chase is not None:
        quarry, pursuer, position = scene.chase
        world.chase = Chase(quarry=[Id(quarry)], pursuers=[Id(pursuer)], markers={f"{pursuer}>{quarry}": position})
        state.phase = Phase.CHASE
        for car in state.vehicles.values():
            car.running, car.pace = True, Pace.EXTREME


def survivor(id: str, placed: PlacedKind, variants: InfectedVariants) -> Person:
    kind = content().survivors[placed.survivor]
    who = Person(id=Id(id), name=placed.name or kind.name, seat=SeatId(id), concept=kind.concept, background=kind.background)
    for attribute, value in kind.attributes.items():
        setattr(who, attribute, value)
    who.skills = {skill.value: value for skill, value in kind.skills.items()}
    who.hands = [give(who, thing) for thing in kind.hold]
    for thing in kind.has:
        give(who, thing)
    for thing in kind.wear:
        worn = give(who, thing)
        if thing in content().armor:
            who.armor = worn
        else:
            who.worn.append(worn)
    who.ammo, who.guts = dict(kind.ammo), starting_guts(variants)
    who.wounds = fresh_track(variants, who.grit)
    return who


def enemy(id: str, placed: PlacedKind, variants: InfectedVariants) -> Person:
    who = creature(variants, id, placed.type, placed.name or id, placed.members)
    if placed.unaware:
        who.awareness = Awareness.UNAWARE
    return who


def name_apart(state: Infected) -> None:
    """No two things of the table have the same id: `knife`, then `knife 2`."""
    taken: dict[str, int] = {}
    for who in state.people.values():
        new: dict[Id, Id] = {}
        for gear in who.gear.values():
            count = taken[gear.kind] = taken.get(gear.kind, 0) + 1
            new[gear.id] = Id(gear.kind if count == 1 else f"{gear.kind} {count}")
            gear.id = new[gear.id]
        who.gear = {gear.id: gear for gear in who.gear.values()}
        who.hands, who.worn = [new[id] for id in who.hands], [new[id] for id in who.worn]
        who.armor = new[who.armor] if who.armor else None
