"""Carrying: how many Significant Items, what counts as one, and what lies in the backpack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulebound.games.infected.cartridges import batches, type_of
from rulebound.games.infected.content import content, is_clothing, stacks, worth
from rulebound.games.infected.equipment import discard, handle, of_kind
from rulebound.games.infected.journey import Heap
from rulebound.games.infected.lights import part_with, pass_light
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Id
from rulebound.games.infected.world import able, has_able, stow
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId

DAYS_AN_ITEM = 3
ROUNDS_AN_ITEM = 50
COMPONENTS_AN_ITEM = 10
BARE_ROOM, BACKPACK_ROOM = 4, 3
BAGS = ("backpack", "bag", "waterproof bag")


@cites("infected.carry.capacity", "infected.chargen.derived")
def capacity(who: Person) -> Total:
    """GRIT + 4 Significant Items, and 3 more with a backpack; only one backpack counts."""
    room = Total.of("GRIT", who.grit, "infected.carry.capacity").plus("everybody", BARE_ROOM, "infected.carry.capacity")
    return room.plus("backpack", BACKPACK_ROOM if bagged(who) else 0, "infected.carry.capacity")


def bagged(who: Person) -> bool:
    return any(of_kind(who, kind) for kind in BAGS)


@cites("infected.carry.significant")
def weight(thing: Gear, worn: bool = False) -> int:
    """How many Significant Items a thing is: weapons, unworn armour, kits and radios one each, small things none."""
    packs = content()
    if thing.kind in packs.weapons:
        kind = packs.weapons[thing.kind]
        return 0 if kind.small or not kind.worn else thing.count
    if thing.kind in packs.armor:
        return 0 if worn else 1
    if thing.kind in packs.shields:
        return 1
    gear = packs.gear[thing.kind]
    if gear.kind == "works" or not gear.significant:
        return 0
    return thing.count if stacks(thing.kind) else 1


@cites("infected.carry.significant")
def days_in(things: Iterable[Gear], what: str) -> int:
    """Days of food or water that are still packed: rations, preserved food, clean water."""
    rows = content().gear
    packed = ((rows[g.kind], g) for g in things if g.kind in rows and rows[g.kind].kind == what and rows[g.kind].days)
    return sum(worth(thing, row.days) * thing.count for row, thing in packed)


@cites("infected.carry.significant")
def burden(who: Person, more: Sequence[Gear] = ()) -> Total:
    """What somebody carries or would with something more, in Significant Items; part of a bundle is a small thing."""
    things = sum(weight(g, worn=g.id == who.armor or g.id in who.worn) for g in who.gear.values()) + sum(map(weight, more))
    return Total.of("things", things, "infected.carry.significant") + bundles(who, (*who.gear.values(), *more))


@cites("infected.carry.significant")
def bundles(owner: Person | Heap, things: Iterable[Gear]) -> Total:
    """What is counted, in Significant Items: of days also those that are still packed."""
    rule, things = "infected.carry.significant", tuple(things)
    food, water = (getattr(owner, what) + days_in(things, what) for what in ("food", "water"))
    total = Total().plus("food", food // DAYS_AN_ITEM, rule).plus("water", water // DAYS_AN_ITEM, rule)
    types = {type_of(batch) for batch in owner.ammo}
    total = total.plus("ammunition", sum(sum(batches(owner.ammo, type).values()) // ROUNDS_AN_ITEM for type in types), rule)
    return total.plus("components", (sum(owner.components.values()) + owner.parts) // COMPONENTS_AN_ITEM, rule)


def room_for(who: Person, *things: Gear) -> bool:
    return burden(who, things).value <= capacity(who).value


@cites("infected.carry.capacity")
def can_part_with(who: Person, thing: Gear) -> bool:
    """Anything but the one backpack, while it holds what nobody could carry without."""
    if thing.kind not in BAGS or any(g.kind in BAGS and g is not thing for g in who.gear.values()):
        return True
    return burden(who).value <= who.grit + BARE_ROOM


def check_load(who: Person) -> None:
    """Nobody carries beyond the limit."""
    if not room_for(who):
        limit = capacity(who).value
        raise refuse("infected.carry.capacity", f"{who.name} would carry more than {limit} Significant Items.", "Put something down.")


@cites("infected.carry.backpack_access")
def packed(who: Person) -> list[Id]:
    """What is in the backpack: the last things packed beyond GRIT + 4; nothing that is in hand."""
    if not bagged(who):
        return []
    outside = who.grit + BARE_ROOM
    deep: list[Id] = []
    for thing in sorted(who.gear.values(), key=lambda thing: thing.id not in who.hands):
        heavy = weight(thing, worn=thing.id == who.armor or thing.id in who.worn)
        outside -= heavy
        if outside < 0 and heavy:
            deep.append(thing.id)
    return deep


def pack_again(who: Person) -> None:
    """Remember which things lie in the backpack and take an Action to get at."""
    deep = packed(who)
    for thing in who.gear.values():
        thing.packed = thing.id in deep


# ------------------------------------------------------------------------------------------------ giving and putting down
def havers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is up and has something."""
    return [id for id in able(t, by) if things_of(t, by, id)]


def things_of(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """A thing that they have; not a backpack that they need."""
    me = t.state.people[who]
    return [thing.id for thing in me.gear.values() if can_part_with(me, thing)]


def receivers(t: T, by: SeatId, who: Id, thing: Id, *_: object) -> Sequence[Id]:
    """Anybody of the same side, up, in the same zone and able to carry it."""
    giver = t.state.people[who]
    return [p.id for p in beside(t, giver) if room_for(p, giver.gear[thing])]


def beside(t: T, giver: Person) -> list[Person]:
    return [p for p in t.state.people.values() if p.side == giver.side and p.human and p.up and p is not giver and p.zone == giver.zone]


def wanted_things(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """A thing of theirs that somebody near can still carry."""
    return [thing for thing in things_of(t, by, who) if receivers(t, by, who, thing)]


def givers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is up, with something that somebody near can take."""
    return [who for who in havers(t, by) if wanted_things(t, by, who)]


def has_things(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    return None if havers(t, by) else Refusal("infected.carry.capacity", "You have nothing.", "Find something first.")


def can_give(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_things(t, by):
        return refusal
    return None if givers(t, by) else Refusal("infected.carry.capacity", "Nobody near could take anything of yours.", "Get nearer.")


@command(rules=("infected.carry.capacity", "infected.carry.significant"), when=can_give, who=givers, thing=wanted_things, to=receivers)
def give(t: T, by: SeatId, who: Id, thing: Id, to: Id) -> None:
    """Hand a thing to somebody who can still carry it."""
    giver, taker = t.state.people[who], t.state.people[to]
    hand_over(t, giver, taker, giver.gear[thing])
    t.say("hands_over", "infected.carry.capacity", who=who, taker=to, thing=thing)


def hand_over(t: T, giver: Person, taker: Person, thing: Gear) -> None:
    discard(giver, thing)
    stow(t, taker.gear, thing)
    pass_light(giver, taker, thing)
    pack_again(giver)
    pack_again(taker)


@command(rules=("infected.carry.capacity",), when=has_things, who=havers, thing=things_of)
def put_down(t: T, by: SeatId, who: Id, thing: Id) -> None:
    """Leave a thing where you are."""
    me = t.state.people[who]
    left = me.gear[thing]
    part_with(t, me, left)
    lay_down(t, me, left)
    pack_again(me)
    t.say("leaves", "infected.carry.capacity", who=who, thing=thing)


def lay_down(t: T, who: Person, thing: Gear) -> None:
    """It lies at the place where they are, or on the ground of their zone."""
    here = t.state.world.site
    if here is not None:
        t.state.world.sites[here].left.append(thing)
    elif who.zone in t.state.scene.zones:
        t.state.scene.zones[who.zone].ground.append(thing)


def wearable(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """Armour, clothing, a mask or goggles that they have and do not wear, and of which enough is left."""
    me = t.state.people[who]
    fits = (g for g in me.gear.values() if g.kind in content().armor or is_clothing(g))
    return [g.id for g in fits if g.id != me.armor and g.id not in me.worn and not g.destroyed]


def clothed(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours with something to put on."""
    return [who for who in havers(t, by) if wearable(t, by, who)]


def can_dress(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_things(t, by):
        return refusal
    return None if clothed(t, by) else Refusal("infected.carry.significant", "You have nothing to put on.", "Find some.")


@command(rules=("infected.carry.significant", "infected.armor.reduce", "infected.craft.flaws"), when=can_dress, who=clothed, thing=wearable)
def put_on(t: T, by: SeatId, who: Id, thing: Id) -> None:
    """Put on armour or clothing; armour that is worn does not count when carrying, and only one suit is worn."""
    me = t.state.people[who]
    if me.gear[thing].kind in content().armor:
        me.armor = thing
    else:
        me.worn.append(thing)
    pack_again(me)
    t.say("puts_on", "infected.carry.significant", who=who, thing=thing)
    handle(t, me, me.gear[thing])


def undressed(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who wears something."""
    return [who for who in havers(t, by) if takeable_off(t, by, who)]


def can_undress(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_things(t, by):
        return refusal
    return None if undressed(t, by) else Refusal("infected.carry.significant", "Nobody of yours wears anything.", "Put something on.")


def takeable_off(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """Something that they wear."""
    me = t.state.people[who]
    return [*([me.armor] if me.armor else []), *me.worn]


@command(rules=("infected.carry.significant",), when=can_undress, who=undressed, thing=takeable_off)
def take_off(t: T, by: SeatId, who: Id, thing: Id) -> None:
    """Take off armour or clothing; it must then be carried."""
    me = t.state.people[who]
    if me.armor == thing:
        me.armor = None
    me.worn = [id for id in me.worn if id != thing]
    check_load(me)
    pack_again(me)
    t.say("takes_off", "infected.carry.significant", who=who, thing=thing)
