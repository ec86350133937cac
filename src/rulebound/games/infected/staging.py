"""Setting a stage: a scene's zones, those who wait there, its vehicles and places, and where the survivors stand."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rulebound.games.infected.content import content
from rulebound.games.infected.guts import starting_guts
from rulebound.games.infected.journey import Chase, Pace, Site, Vehicle
from rulebound.games.infected.npcs import creature, give
from rulebound.games.infected.pain import fresh_track
from rulebound.games.infected.people import Bond, Person
from rulebound.games.infected.places import Scene, Zone
from rulebound.games.infected.state import Infected, Phase
from rulebound.games.infected.stories import ParkedKind, SceneKind, SiteKind
from rulebound.games.infected.terms import Awareness, Id
from rulebound.games.infected.variants import InfectedVariants
from rulebound.games.infected.vehicles import make_vehicle, most_aboard
from rulebound.kernel.seats import GM, Role, Seat, SeatId


# ------------------------------------------------------------------------------------------------ survivors
def survivor(state: Infected, id: str, sample: str, variants: InfectedVariants) -> Person:
    """One of the packs' survivors takes a seat; bonds hold with whoever is there already, both ways."""
    kind = content().survivors[sample]
    who = Person(id=Id(id), name=kind.name, seat=SeatId(id), concept=kind.concept, background=kind.background)
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
    name_apart(state, who)
    state.people[id] = who
    for one in state.people.values():
        tie_bonds(state, one)
    return who


def tie_bonds(state: Infected, who: Person) -> None:
    sample = content().survivors.get(who.id)
    for to, trust in ((sample.trusts, True), (sample.wary_of, False)) if sample else ():
        if to in state.people and all(bond.to != to for bond in who.bonds):
            who.bonds.append(Bond(to=Id(to), trust=trust))


def name_apart(state: Infected, who: Person) -> None:
    """No two things of the table have the same id: `knife`, then `knife 2`."""
    taken = {id for other in state.people.values() for id in other.gear} | {*state.world.supplies.gear}
    new: dict[Id, Id] = {}
    for gear in who.gear.values():
        name, number = gear.id, 2
        while name in taken:
            name, number = Id(f"{gear.kind} {number}"), number + 1
        taken.add(name)
        new[gear.id] = gear.id = name
    who.gear = {gear.id: gear for gear in who.gear.values()}
    who.hands, who.worn = [new.get(id, id) for id in who.hands], [new.get(id, id) for id in who.worn]
    who.armor = new.get(who.armor, who.armor) if who.armor else None


def seats(state: Infected) -> tuple[Seat, ...]:
    players = (Seat(p.seat, Role.PLAYER, p.name) for p in state.people.values() if p.pc)
    return Seat(GM, Role.GM, "Game master"), *players


# ------------------------------------------------------------------------------------------------ the stage
def set_stage(state: Infected, scene: SceneKind, variants: InfectedVariants) -> None:
    """A scene of a pack around the survivors who are there."""
    zones = {id: msgspec.convert({"name": id, **text}, Zone) for id, text in scene.zones.items()}
    state.scene = Scene(
        name=scene.title, about=scene.about, zones=zones, ambient=scene.ambient, ends=scene.ends, objective=scene.objective,
        clean=scene.clean, wanted=scene.wanted, enough=scene.enough,
    )  # fmt: skip
    door = next((placed.zone for placed in scene.people.values() if placed.survivor), next(iter(zones)))
    for who in [p for p in state.people.values() if p.pc]:
        who.zone = scene.people[who.id].zone if who.id in scene.people else door
    for id, placed in scene.people.items():
        if not placed.survivor:
            foe = creature(variants, id, placed.type, placed.name or id, placed.members)
            foe.zone, foe.side = placed.zone, placed.side or foe.side
            foe.awareness = Awareness.UNAWARE if placed.unaware else foe.awareness
            name_apart(state, foe)
            state.people[id] = foe
    for id, placed in scene.people.items():
        for other in placed.near:
            if id in state.people and other in state.people:
                state.people[id].near.append(Id(other))
                state.people[other].near.append(Id(id))
    for id, parked in scene.vehicles.items():
        park(state, id, parked)
    state.world.site, state.world.base = Id(scene.site) if scene.site else None, Id(scene.base) if scene.base else state.world.base
    if scene.chase is not None:
        under_way(state, *scene.chase)


def put_on_map(state: Infected, sites: Mapping[str, SiteKind]) -> None:
    """Places that can be searched or that are safe; those known already stay as they are."""
    for id, row in sites.items():
        place = Site(id=Id(id), name=row.name, loot=row.loot, scarcity=row.scarcity, ambient=row.ambient, safe=row.safe)
        state.world.sites.setdefault(id, place)


def park(state: Infected, id: str, parked: ParkedKind) -> None:
    """A vehicle of a scene with those in it; the group's own is the one it had before, while it still runs."""
    old = state.vehicles.get(id)
    car = old if old is not None and not old.wrecked and old.marked < old.boxes else make_vehicle(id, parked.kind, parked.name)
    car.zone, car.side, car.driver = parked.zone, parked.side, None
    state.vehicles[id] = car
    if parked.side != "party":
        aboard = [state.people[rider] for rider in (parked.driver, *parked.riders) if rider in state.people]
    else:
        aboard = crew(state, car, parked)
    for who in aboard:
        who.vehicle, who.drives = car.id, who is aboard[0]
        car.driver = car.driver or who.id


def crew(state: Infected, car: Vehicle, parked: ParkedKind) -> list[Person]:
    """The survivors in the group's vehicle, at the wheel whoever the scene names, or the best who is up."""
    living = [p for p in state.people.values() if p.pc and not p.dead]
    named = state.people.get(parked.driver or "")
    up = [p for p in living if p.up] or living
    driver = named if named in up else max(up, key=lambda p: p.reflex + p.skills.get("drive", 0), default=None)
    return [*([driver] if driver else []), *(p for p in living if p is not driver)][: most_aboard(car)]


def under_way(state: Infected, quarry: str, pursuer: str, position: int) -> None:
    """The scene begins in the middle of a chase."""
    state.world.chase = Chase(quarry=[Id(quarry)], pursuers=[Id(pursuer)], markers={f"{pursuer}>{quarry}": position})
    state.phase = Phase.CHASE
    for id in (quarry, pursuer):
        car, who = state.vehicles.get(id), state.people.get(id)
        if car is not None:
            car.running, car.pace = True, Pace.EXTREME
            who = state.people.get(car.driver or "")
        if who is not None:  # infected.vehicle.combat.driver
            who.actions = 0


def threat_begins(state: Infected, threat: int, ambient: int) -> None:
    state.threat.start, state.threat.floor = threat, ambient
