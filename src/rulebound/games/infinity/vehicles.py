"""Vehicles: what they are made of, who gets in and out, whose turn is theirs, and what keeps them from moving."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.aboard import pilot_of, side_of, vehicle_of
from rulebound.games.infinity.content import content
from rulebound.games.infinity.networks import NOBODYS, REPEATER, network
from rulebound.games.infinity.people import BreachEffect, Category, Character, Id, Stress, Thing, network_down, out
from rulebound.games.infinity.skills import Attribute, Ranks, Skill
from rulebound.games.infinity.skilltests import Side, test
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import T, pair
from rulebound.games.infinity.state_vehicles import Mount, Place, Quality, Style, System, Vehicle
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.variants import CrewActions
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

SYSTEMS = {
    System.ENGINE.value: [BreachEffect.SHUTDOWN], System.NAVIGATION.value: [BreachEffect.POSSESS],
    System.COMMUNICATOR.value: [BreachEffect.SHUTDOWN, BreachEffect.POSSESS], System.ACCESS.value: [BreachEffect.POSSESS],
}  # fmt: skip
"""infinity.vehicle.systems"""


# ------------------------------------------------------------------------------------------------ making one
@cites("infinity.vehicle.stat.car", "infinity.vehicle.stat.truck", "infinity.vehicle.stat.motorcycle", "infinity.vehicle.stat.iguana",
       "infinity.npc.loadlifter_tag", "infinity.vehicle.capacity", "infinity.vehicle.mobility")  # fmt: skip
def build(t: T, kind: str, id: str, zone: str, name: str = "") -> Vehicle:
    """A vehicle of the packs, with its network."""
    entry = content().vehicles[kind]
    vehicle = Vehicle(
        id=Id(id), name=name or entry.name, kind=kind, qualities=list(entry.qualities), manoeuvrability=entry.manoeuvrability,
        places={**entry.crew, Place.PASSENGER: entry.passengers}, soak=dict(entry.soak),
        structure=Stress(full=entry.structure, left=entry.structure), bts=entry.bts, impact=list(entry.impact), cover=entry.cover,
        weapons={kind: Mount(kind=kind) for kind in entry.weapons}, zone=zone, repeater=entry.repeater, jump_jets=entry.jump_jets,
        eject=entry.eject,
    )  # fmt: skip
    t.state.vehicles[id] = vehicle
    if not entry.on_commander:
        wire(t, vehicle, entry.firewall, entry.network)
    return vehicle


@cites("infinity.vehicle.network_category", "infinity.vehicle.systems", "infinity.vehicle.quality.remote")
def wire(t: T, vehicle: Vehicle, firewall: int, rating: Category | None) -> None:
    """Its own network: a Trooper's for civilian vehicles, an Elite's for TAGs; the BTS is its only Security."""
    vehicle.network = Id(f"{vehicle.id}-network")
    systems = {system: list(effects) for system, effects in SYSTEMS.items()}
    if vehicle.has(Quality.REMOTE):
        systems[System.CORE.value] = [BreachEffect.SHUTDOWN]
    rated = rating or Category(t.variants.civilian_vehicle_network.value)
    own = network(vehicle.network, f"{vehicle.name}'s network", rated, firewall, 0, [vehicle.zone], systems)
    own.bts = vehicle.bts
    t.state.people[vehicle.network] = own


def network_of(t: T, vehicle: Vehicle) -> Character | None:
    """Its own network, or its commander's where it runs on that."""
    if vehicle.network:
        return t.state.people[vehicle.network]
    return next((t.state.people[id] for id, place in vehicle.aboard.items() if place is Place.COMMANDER), None)


@cites("infinity.vehicle.quality.remote")
def give_mind(t: T, vehicle: Vehicle, side: str, seat: SeatId) -> Character:
    """A Remote acts by itself: 7 in everything, a little skill, one d20."""
    half = Stress(full=4, left=4)
    mind = Character(
        id=Id(f"{vehicle.id}-mind"), name=vehicle.name, seat=seat, category=Category.TROOPER, thing=Thing.REMOTE, side=side,
        attributes=dict.fromkeys(Attribute, 7), skills={s: Ranks(1, 0) for s in (Skill.PILOT, Skill.OBSERVATION, Skill.RANGED_WEAPONS)},
        vigour=half, resolve=Stress(full=4, left=4), firewall=Stress(full=4, left=4), zone=vehicle.zone, refresh=0,
    )  # fmt: skip
    t.state.people[mind.id] = mind
    vehicle.aboard[mind.id] = Place.COMMANDER
    return mind


# ------------------------------------------------------------------------------------------------ sitting in one
@cites("infinity.vehicle.capacity")
def free_places(vehicle: Vehicle, who: Character) -> list[Place]:
    """Where there is room; a Mob takes a place for each member, the driver's first."""
    taken = list(vehicle.aboard.values())
    return [place for place, room in vehicle.places.items() if taken.count(place) < room]


def fits(t: T, vehicle: Vehicle, who: Character) -> bool:
    """Whether there is room for all of somebody; a Remote takes nobody."""
    if vehicle.has(Quality.REMOTE):
        return False
    inside = sum(1 if vehicle.each else p.members for id in vehicle.aboard for p in [t.state.people[id]])
    return inside + (1 if vehicle.each else who.members) <= sum(vehicle.places.values())


def seat_in(t: T, vehicle: Vehicle, who: Character, place: Place) -> None:
    vehicle.aboard[who.id] = place
    who.zone, who.cover, who.prone = vehicle.zone, None, False
    if vehicle.repeater and place is Place.COMMANDER:
        who.gear.append(REPEATER)
    if own := t.state.people.get(vehicle.network or ""):
        own.side = who.side


def leave_seat(t: T, vehicle: Vehicle, who: Character) -> None:
    del vehicle.aboard[who.id]
    if vehicle.repeater and REPEATER in who.gear:
        who.gear.remove(REPEATER)
    if own := t.state.people.get(vehicle.network or ""):
        own.side = side_of(t, vehicle) or NOBODYS


def relocate(t: T, vehicle: Vehicle, zone: str) -> None:
    """Everybody inside, its network and what its claws hold come along; nobody else stays in Reach."""
    moved = {str(vehicle.id), *vehicle.aboard}
    vehicle.zone = zone
    for id in (*vehicle.aboard, *([vehicle.network] if vehicle.network else [])):
        t.state.people[id].zone = zone
    for id in vehicle.grabs:
        if id in t.state.vehicles:
            relocate(t, t.state.vehicles[id], zone)
        else:
            t.state.people[id].zone = zone
    kept = {str(id) for id in vehicle.grabs}
    t.state.reach = [key for key in t.state.reach if not moved.intersection(key.split("|")) or kept.intersection(key.split("|"))]


# ------------------------------------------------------------------------------------------------ what stops it
@cites("infinity.vehicle.locations", "infinity.vehicle.network_category", "infinity.vehicle.systems")
def stalled(t: T, vehicle: Vehicle) -> Refusal | None:
    """Why it cannot be driven: disabled, a Fault in its motive system, the network or the engine down."""
    if refusal := lifeless(t, vehicle):
        return refusal
    if vehicle.immobile:
        return Refusal("infinity.vehicle.locations", f"{vehicle.name} is immobilised.", "Repair the Fault.")
    own = network_of(t, vehicle)
    if own and network_down(own):
        return Refusal("infinity.vehicle.network_category", f"{vehicle.name}'s network is down.", "Have it repaired.")
    if own and System.ENGINE.value in own.shut_down:
        return Refusal("infinity.vehicle.systems", f"{vehicle.name}'s engine is off.", "Clear the malfunction.")
    return None


@cites("infinity.vehicle.faults", "infinity.npc.loadlifter_tag", "infinity.vehicle.quality.remote", "infinity.npc.trooper")
def lifeless(t: T, vehicle: Vehicle) -> Refusal | None:
    """Why nothing on it works: disabled, a Remote's core or network down, or its commander's network, where it runs on that."""
    if vehicle.dead:
        return Refusal("infinity.vehicle.faults", f"{vehicle.name} is disabled.", "Leave it, or have it repaired.")
    own = network_of(t, vehicle)
    if own is None:
        return None
    if System.CORE.value in own.shut_down:
        return Refusal("infinity.vehicle.quality.remote", f"{vehicle.name}'s core is off.", "Its operator must reactivate it.")
    if network_down(own) and vehicle.network is None:
        return Refusal("infinity.npc.loadlifter_tag", f"{vehicle.name} stands still with its network.", "Clear the malfunction.")
    if network_down(own) and vehicle.has(Quality.REMOTE):
        return Refusal("infinity.npc.trooper", f"{vehicle.name}'s network is down.", "Have it repaired.")
    return None


@cites("infinity.npc.loadlifter.grab")
def held_by(t: T, id: str) -> Vehicle | None:
    """The TAG whose claws hold somebody or something; with nobody to work them they hold nothing."""
    return next((v for v in t.state.vehicles.values() if id in v.grabs and not v.dead and pilot_of(t, v)), None)


# ------------------------------------------------------------------------------------------------ turns
@cites("infinity.vehicle.crew_actions")
def crew(vehicle: Vehicle) -> list[str]:
    return [id for id, place in vehicle.aboard.items() if place is not Place.PASSENGER]


@cites("infinity.vehicle.crew_actions", "infinity.vehicle.action.gun_engines", "infinity.vehicle.action.defensive_driving")
def turn_begins(t: T, me: Character) -> None:
    """With the first of its crew the vehicle's turn begins: it may move again, and how it was driven is over."""
    vehicle = vehicle_of(t, me.id)
    if vehicle is None or me.id not in crew(vehicle):
        return
    if not set(crew(vehicle)).intersection(t.state.turns.done):
        vehicle.moved, vehicle.flown, vehicle.style = False, False, Style.PLAIN
    if t.variants.crew_action_economy is CrewActions.ONE_STANDARD:
        me.turn.minor = me.turn.free = 0


@cites("infinity.vehicle.crew_actions")
def crew_to_follow(t: T) -> list[str]:
    """A vehicle has one turn: once one of the crew has acted, the others come next."""
    done = t.state.turns.done
    vehicle = vehicle_of(t, done[-1]) if done else None
    if vehicle is None or done[-1] not in crew(vehicle):
        return []
    return [id for id in crew(vehicle) if id not in done and id not in t.state.turns.out and not out(t.state.people[id])]


# ------------------------------------------------------------------------------------------------ getting in and out
@cites("infinity.vehicle.systems", "infinity.scene2.car_lost")
def has_access(t: T, vehicle: Vehicle, who: Character) -> bool:
    """Locked vehicles open to whoever has possessed their Access Control, and to his friends."""
    own = network_of(t, vehicle)
    if not vehicle.locked or own is None:
        return True
    holder = t.state.people.get(own.possessed.get(System.ACCESS.value, Id("")))
    return holder is not None and holder.side == who.side


def step_out(t: T, vehicle: Vehicle, me: Character) -> None:
    leave_seat(t, vehicle, me)
    if vehicle.each:
        vehicle.disabled = True
    t.state.reach.append(pair(me.id, vehicle.id))
    t.say("gets_out", "infinity.vehicle.capacity", who=me.id, vehicle=vehicle.id)


def other_places(t: T, by: SeatId, *_: object) -> Sequence[Place]:
    """A free place in your vehicle."""
    me = acting(t)
    vehicle = vehicle_of(t, me.id)
    if vehicle is None:
        return []
    idle = [p for p in vehicle.aboard if out(t.state.people[p]) and vehicle.aboard[p] is not Place.PASSENGER]
    return [p for p in dict.fromkeys([*free_places(vehicle, me), *(vehicle.aboard[id] for id in idle)]) if p is not vehicle.aboard[me.id]]


@cites("infinity.vehicle.crew_actions")
def can_change_seat(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.ADJUSTMENT, aside=True):
        return refusal
    if other_places(t, by):
        return None
    return Refusal("infinity.vehicle.crew_actions", "There is no other place to take.", "Stay where you are.")


@command(rules=("infinity.vehicle.crew_actions",), when=can_change_seat, place=other_places)
def change_seat(t: T, by: SeatId, place: Place) -> None:
    """Free: take another place in the vehicle; somebody who is out of action is moved aside."""
    me = acting(t)
    vehicle = vehicle_of(t, me.id)
    assert vehicle is not None
    take(t, me, Action.ADJUSTMENT)
    if place not in free_places(vehicle, me):
        aside = next(id for id, sits in vehicle.aboard.items() if sits is place and out(t.state.people[id]))
        vehicle.aboard[aside] = vehicle.aboard[me.id]
    vehicle.aboard[me.id] = place
    t.say("changes_seat", "infinity.vehicle.crew_actions", who=me.id, place=place.value)


# ------------------------------------------------------------------------------------------------ getting in by other means
def shut_vehicles(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A locked vehicle in this zone."""
    me = acting(t)
    return [v.id for v in t.state.vehicles.values() if v.locked and v.zone == me.zone and not has_access(t, v, me)]


@cites("infinity.scene2.car_lost")
def can_break_in(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SKILL_TEST):
        return refusal
    return None if shut_vehicles(t, by) else Refusal("infinity.scene2.car_lost", "No locked vehicle is here.", "Go to one.")


BREAKING_IN = 2


@command(rules=("infinity.scene2.car_lost",), when=can_break_in, vehicle=shut_vehicles, thievery=yes_or_no("Thievery, not Tech."))
def break_into(t: T, by: SeatId, vehicle: Id, thievery: bool = False) -> None:
    """Standard: open and start a parked vehicle, D2 Tech or Thievery; it is yours from then on."""
    me = acting(t)
    take(t, me, Action.SKILL_TEST)
    if test(t, Side(who=me, skill=Skill.THIEVERY if thievery else Skill.TECH), BREAKING_IN).passed:
        t.state.vehicles[vehicle].locked = False
        t.say("broken_into", "infinity.scene2.car_lost", who=me.id, vehicle=vehicle)


@cites("infinity.vehicle.commander_network", "infinity.network.adopt")
def can_merge(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    me = acting(t)
    vehicle = vehicle_of(t, me.id)
    if vehicle is None or vehicle.aboard[me.id] is not Place.COMMANDER:
        return Refusal("infinity.vehicle.commander_network", "Only a vehicle's commander can.", "Take the commander's place.")
    own = t.state.people.get(vehicle.network or "")
    if own is None or network_down(own) or own.adopted_by:
        return Refusal("infinity.vehicle.commander_network", "There is no network of its own to take over.", "Use your own.")
    return no_room(t, me, Action.SIMPLE_TASK)


@command(rules=("infinity.vehicle.commander_network", "infinity.vehicle.network_category"), when=can_merge)
def merge_network(t: T, by: SeatId) -> None:
    """Free: merge the vehicle's systems into your own network; your Firewall, Security and Secure count for it."""
    me = acting(t)
    vehicle = vehicle_of(t, me.id)
    assert vehicle is not None and vehicle.network is not None
    take(t, me, Action.SIMPLE_TASK)
    t.state.people[vehicle.network].adopted_by = me.id
    t.say("merges", "infinity.vehicle.commander_network", who=me.id, vehicle=vehicle.id)
