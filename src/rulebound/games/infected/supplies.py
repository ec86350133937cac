"""The group's Stash at a safe place: what is put in, what is taken out, and the things in a vehicle's trunk."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.carry import bundles, check_load, pack_again, room_for, things_of, weight
from rulebound.games.infected.content import alike, content, new_gear, stacks
from rulebound.games.infected.counted import carriable, change, counters, fits_in, within_means
from rulebound.games.infected.equipment import of_kind, receive
from rulebound.games.infected.journey import Supplies
from rulebound.games.infected.lights import part_with
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Id
from rulebound.games.infected.world import able, at_base, has_able, site, some_of, stow
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId


# ------------------------------------------------------------------------------------------------ the Stash
@cites("infected.supplies.stash")
def at_the_stash(t: T, by: SeatId) -> Refusal | None:
    """The Stash is reached only by going there."""
    if refusal := has_able(t, by):
        return refusal
    return None if at_base(t) else Refusal("infected.supplies.stash", "The Stash is somewhere else.", "Go to the safe place.")


def can_found(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    place = site(t)
    if place is None:
        return Refusal("infected.supplies.stash", "A Stash needs a place.", "Go to one.")
    if at_base(t):
        return Refusal("infected.supplies.stash", "The Stash is here already.", "Use it.")
    if place.safe and stays_elsewhere(t):
        return Refusal("infected.supplies.stash", "This place is safe, and the Stash is somewhere else.", "Bring all that is in it.")
    return None


@cites("infected.supplies.stash")
def stays_elsewhere(t: T) -> bool:
    """A Stash that holds anything stays where it is."""
    stash = t.state.world.supplies
    return t.state.world.base is not None and bool(counters(stash) or stash.fuel or any(stash.medicine.values()) or stash.gear)


@command(rules=("infected.supplies.stash", "infected.downtime.entry"), when=can_found)
def secure_place(t: T, by: SeatId) -> None:
    """Make this place safe; unless the group's Stash still holds something elsewhere it is here, with room for everything."""
    place = site(t)
    assert place is not None
    place.safe = True
    if stays_elsewhere(t):
        t.say("secured", "infected.downtime.entry", place=place.id)
        return
    t.state.world.base = place.id
    t.say("base", "infected.supplies.stash", place=place.id)


def pieces(thing: Gear) -> int:
    """How many lie together; a kit is one, however many uses it has."""
    return thing.count if stacks(thing.kind) else 1


def storable(t: T, by: SeatId, who: Id, *_: object) -> Sequence[str]:
    """A thing of theirs, or food, water, parts, rounds or components."""
    return [*counters(t.state.people[who]), *things_of(t, by, who)]


def how_much_mine(t: T, by: SeatId, who: Id, what: str, *_: object) -> range:
    """How much of it."""
    me = t.state.people[who]
    return range(1, counters(me).get(what, pieces(me.gear[Id(what)]) if what in me.gear else 0) + 1)


@command(rules=("infected.supplies.stash", "infected.supplies.tracks"), when=at_the_stash, who=able, what=storable, amount=how_much_mine)
def store(t: T, by: SeatId, who: Id, what: str, amount: int = 1) -> None:
    """Put something into the Stash."""
    me, stash = t.state.people[who], t.state.world.supplies
    if what in me.gear:
        put_in(t, me, stash, me.gear[Id(what)], amount)
    else:
        change(me, what, -amount)
        change(stash, what, amount)
    pack_again(me)
    t.say("stores", "infected.supplies.stash", who=who, what=what, count=amount)


def put_in(t: T, who: Person, stash: Supplies, thing: Gear, amount: int) -> None:
    """Medicines are counted by the dose, if they are as good as any; other things are kept."""
    row = content().gear.get(thing.kind)
    if amount < pieces(thing):
        thing = some_of(t, thing, amount)
    else:
        part_with(t, who, thing)
    if row is not None and row.kind == "medicine" and alike(thing, new_gear(thing.kind, thing.id)):
        stash.medicine[thing.kind] = stash.medicine.get(thing.kind, 0) + amount
    else:
        stow(t, stash.gear, thing)


def takeable(t: T, by: SeatId, who: Id, *_: object) -> Sequence[str]:
    """Anything in the Stash."""
    stash = t.state.world.supplies
    return [*counters(stash), *(m for m, count in stash.medicine.items() if count), *stash.gear]


def how_much_there(t: T, by: SeatId, who: Id, what: str, *_: object) -> range:
    """How much of it."""
    stash = t.state.world.supplies
    if what in stash.gear:
        return range(1, pieces(stash.gear[what]) + 1)
    return range(1, counters(stash).get(what, stash.medicine.get(what, 0)) + 1)


@command(rules=("infected.supplies.stash", "infected.carry.capacity"), when=at_the_stash, who=able, what=takeable, amount=how_much_there)
def take_out(t: T, by: SeatId, who: Id, what: str, amount: int = 1) -> None:
    """Take something out of the Stash, if you can carry it."""
    me, stash = t.state.people[who], t.state.world.supplies
    if what in stash.gear:
        thing = stash.gear[what]
        stow(t, me.gear, some_of(t, thing, amount) if amount < pieces(thing) else stash.gear.pop(what))
        check_load(me)
    elif what in stash.medicine:
        take_dose(t, me, stash, what, amount)
    else:
        change(stash, what, -amount)
        change(me, what, amount)
        check_load(me)
    pack_again(me)
    t.say("takes_out", "infected.supplies.stash", who=who, what=what, count=amount)


def take_dose(t: T, who: Person, stash: Supplies, what: str, amount: int) -> None:
    stash.medicine[what] -= amount
    mine = of_kind(who, what)
    if mine is not None:
        mine.count += amount
    else:
        receive(t, who, what, "infected.supplies.tracks", amount)


# ------------------------------------------------------------------------------------------------ trunks
@cites("infected.vehicle.stash", "infected.vehicle.example.stash")
def trunk_room(t: T, vehicle: Id) -> int:
    """10 Significant Items in all for a trunk or bed, whoever rides along; 1 or 2 for small ones."""
    car = t.state.vehicles[vehicle]
    return content().vehicles[car.kind].stash - sum(map(weight, car.stash.values())) - bundles(car.heap, car.stash.values()).value


def group_vehicles(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """A vehicle of the group where they are."""
    me = t.state.people[who]
    return [v.id for v in t.state.vehicles.values() if v.side == me.side and v.zone == me.zone]


def can_load(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    if any(group_vehicles(t, by, who) for who in able(t, by)):
        return None
    return Refusal("infected.vehicle.stash", "No vehicle of the group is here.", "Go to one.")


def loadable(t: T, by: SeatId, who: Id, vehicle: Id, *_: object) -> Sequence[Id]:
    """A thing of theirs, or of their food, water, parts, rounds or components what still goes in."""
    counted = [Id(what) for what in counters(t.state.people[who]) if most_in_trunk(t, vehicle, what)]
    return [*things_of(t, by, who), *counted]


def most_in_trunk(t: T, vehicle: Id, what: str) -> int:
    car = t.state.vehicles[vehicle]
    return fits_in(car.heap, car.stash.values(), what, trunk_room(t, vehicle))


def how_much_goes_in(t: T, by: SeatId, who: Id, vehicle: Id, thing: Id, *_: object) -> range:
    """How much of what is counted; left out, all that goes in."""
    return range(1, min(counters(t.state.people[who]).get(thing, 0), most_in_trunk(t, vehicle, thing)) + 1)


@command(
    rules=("infected.vehicle.stash",), when=can_load, who=able, vehicle=group_vehicles, thing=loadable, amount=how_much_goes_in,
)  # fmt: skip
def load_trunk(t: T, by: SeatId, who: Id, vehicle: Id, thing: Id, amount: int | None = None) -> None:
    """Put a thing into a vehicle's trunk or bed, or food, water, rounds, parts or components."""
    me, car = t.state.people[who], t.state.vehicles[vehicle]
    if thing not in me.gear:
        count = amount or how_much_goes_in(t, by, who, vehicle, thing)[-1]
        change(me, thing, -count)
        change(car.heap, thing, count)
        t.say("loads", "infected.vehicle.stash", who=who, vehicle=vehicle, thing=f"{count} x {thing}")
        return
    item = me.gear[thing]
    part_with(t, me, item)
    stow(t, car.stash, item)
    if trunk_room(t, vehicle) < 0:
        raise refuse("infected.vehicle.stash", f"{car.name} holds no more.", "Take something out, or carry it.")
    pack_again(me)
    t.say("loads", "infected.vehicle.stash", who=who, vehicle=vehicle, thing=thing)


def in_trunk(t: T, by: SeatId, who: Id, vehicle: Id) -> Sequence[Id]:
    """A thing in it that they can still carry, or food, water, parts, rounds or components."""
    me, car = t.state.people[who], t.state.vehicles[vehicle]
    return [*(Id(id) for id, thing in car.stash.items() if room_for(me, thing)), *map(Id, within_means(me, car.heap))]


def how_much_comes_out(t: T, by: SeatId, who: Id, vehicle: Id, thing: Id, *_: object) -> range:
    """How much of what is counted; left out, all that they can carry."""
    there = counters(t.state.vehicles[vehicle].heap).get(thing, 0)
    return range(1, min(there, carriable(t.state.people[who], thing)) + 1) if there else range(0)


@command(
    rules=("infected.vehicle.stash",), when=can_load, who=able, vehicle=group_vehicles, thing=in_trunk, amount=how_much_comes_out,
)  # fmt: skip
def unload_trunk(t: T, by: SeatId, who: Id, vehicle: Id, thing: Id, amount: int | None = None) -> None:
    """Take a thing out of a vehicle, or food, water, rounds, parts or components."""
    me, car = t.state.people[who], t.state.vehicles[vehicle]
    if thing not in car.stash:
        count = amount or how_much_comes_out(t, by, who, vehicle, thing)[-1]
        change(car.heap, thing, -count)
        change(me, thing, count)
        t.say("unloads", "infected.vehicle.stash", who=who, vehicle=vehicle, thing=f"{count} x {thing}")
        return
    stow(t, me.gear, car.stash.pop(thing))
    pack_again(me)
    t.say("unloads", "infected.vehicle.stash", who=who, vehicle=vehicle, thing=thing)
