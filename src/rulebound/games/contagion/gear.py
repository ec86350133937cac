"""Gear: activated or sacrificed for cards, carried in slots, found, lost, and lying about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

import msgspec

from rulebound.games.contagion.content import gear_kinds, new_gear, weapon_kinds
from rulebound.games.contagion.people import Gear, Id, Someone, Special, Survivor, gear_of
from rulebound.games.contagion.state import Phase, T, fresh_id, mine, narrated, ruling, spoken, unquestioned
from rulebound.games.contagion.tokens import adversity, affords, anybody_alive, cic_only, pay
from rulebound.games.contagion.variants import ActivationLimit, SlotMode, WeaponMethod
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId

SMALLEST = Gear()
"""One slot: there is always something of that size to be found."""
Take = Callable[[int, str], int]
"""Draws bonus cards for a reason; how many came."""


class Use(StrEnum):
    NOTHING = "nothing"
    ACTIVATE = "activate"
    SACRIFICE = "sacrifice"


WAYS = {
    (False, False): (Use.NOTHING,),
    (False, True): (Use.NOTHING, Use.SACRIFICE),
    (True, False): (Use.NOTHING, Use.ACTIVATE),
    (True, True): (Use.NOTHING, Use.ACTIVATE, Use.SACRIFICE),
}
"""By whether there is something to activate, and something to sacrifice."""


class Used(msgspec.Struct):
    """What Gear was used in a test."""

    activated: list[Id] = []
    sacrificed: bool = False
    scenery: bool = False

    @property
    def anything(self) -> bool:
        return bool(self.activated) or self.sacrificed or self.scenery


# ------------------------------------------------------------------------------------------------ using it in a test
@cites("contagion.showdown.activate_limit")
def activation_limit(t: T, who: Someone) -> int:
    """One and one more for each rank of Savvy; Threats and Allies have none."""
    savvy = who.savvy if isinstance(who, Survivor) else 0
    return 1 + savvy if t.variants.activation_limit is ActivationLimit.ONE_PLUS_SAVVY else max(1, savvy)


@cites("contagion.juice.run_out", "contagion.weapon.special.lame")
def usable(t: T, who: Someone, item: Gear) -> bool:
    """It has Juice, and whoever uses a Lame one can pay for it."""
    return not item.out and (not item.specials or Special.LAME not in specials(t, item) or lame_paid(t, who))


@cites("contagion.weapon.stat.special", "contagion.weapon.gear_method")
def specials(t: T, item: Gear) -> list[Special]:
    """They count only where custom weapons are in use."""
    return item.specials if t.variants.weapon_method is WeaponMethod.CUSTOM else []


def lame_paid(t: T, who: Someone) -> bool:
    return affords(t, who, 1) if isinstance(who, Survivor) else t.state.adversity.value >= 1


@cites("contagion.weapon.special.lame")
def pay_for_use(t: T, who: Someone, item: Gear) -> None:
    """Each declared use of a Lame weapon costs a token, or the CiC 1 Adversity."""
    if Special.LAME in specials(t, item):
        if isinstance(who, Survivor):
            pay(t, who, 1, "contagion.weapon.special.lame")
        else:
            adversity(t, -1, "Lame weapon", "contagion.weapon.special.lame")


@cites("contagion.gear.declare_first", "contagion.showdown.step3_gear_allies")
def use_gear(t: T, who: Someone, seat: SeatId, take: Take, without: tuple[Id, ...] = ()) -> Used:
    """Activate or sacrifice, never both, declared before any bonus card is drawn."""
    own = gear_of(who)
    if not own and not t.state.scenery:
        return Used()
    items = {id: item for id, item in own.items() if id not in without and usable(t, who, item)}
    active = [id for id in items if not own[id].sacrifice_only]
    scenery = [name for name in t.state.scenery if name not in items] if isinstance(who, Survivor) else []
    ways = WAYS[bool(active or scenery), bool(items)]
    used = Used()
    match t.choose(seat, "gear", ways, (who.id,), default=Use.NOTHING):
        case Use.ACTIVATE:
            activate(t, who, seat, [*active, *scenery], take, used)
        case Use.SACRIFICE:
            item = items[t.choose(seat, "sacrifice", list(items), (who.id,))]
            used.sacrificed = sacrifice(t, who, seat, item, take)
    return used


@cites("contagion.gear.activate", "contagion.showdown.activate_limit", "contagion.gear.situational")
def activate(t: T, who: Someone, seat: SeatId, options: Sequence[str], take: Take, used: Used) -> None:
    """A card for each item used, all drawn together; the items are kept. Things of the scene count as items."""
    own, simply, cards = gear_of(who), unquestioned(t), 0
    names: list[str] = []
    for id in t.choose_some(seat, "activate", options, 1, activation_limit(t, who), (who.id,)):
        item = own.get(id)
        name = item.name if item else id
        if not simply and not approved(t, who, seat, name):
            continue
        names.append(name)
        if item is None:
            used.scenery = True
            cards += t.variants.activate_cards
            continue
        if item.specials:
            pay_for_use(t, who, item)
        used.activated.append(item.id)
        cards += draw_bonus(t, item)
    if names:
        t.say("activates", "contagion.gear.situational" if used.scenery else "contagion.gear.activate", who=who.id, items=tuple(names))
        take(cards, ", ".join(names))


@cites("contagion.weapon.stat.draw_bonus", "contagion.weapon.gear_method")
def draw_bonus(t: T, item: Gear) -> int:
    """One card, or what the item is worth: at most 3 for Gear, its Draw bonus for a custom weapon."""
    if item.bonus == 1:
        return t.variants.activate_cards
    return item.bonus if t.variants.weapon_method is WeaponMethod.CUSTOM else min(3, item.bonus)


@cites("contagion.gear.sacrifice", "contagion.showdown.sacrifice_one", "contagion.cards.all_in_hands")
def sacrifice(t: T, who: Someone, seat: SeatId, item: Gear, take: Take) -> bool:
    """Four cards for an item that is gone for good, if at least one card came."""
    if not approved(t, who, seat, item.name):
        return False
    pay_for_use(t, who, item)
    cards = take(t.variants.sacrifice_cards, item.name)
    if cards:
        lose_item(t, who, item.id)
        t.say("sacrifices", "contagion.gear.sacrifice", who=who.id, item=item.name, cards=cards)
    return cards > 0


@cites("contagion.gear.narrate")
def approved(t: T, who: Someone, seat: SeatId, name: str) -> bool:
    """Having it is not enough: its use is narrated, and the CiC may say no."""
    narrated(t, seat, "use_gear", (who.id, name), "contagion.gear.narrate", f"uses {name}")
    if ruling(t, "approve_gear", (True, False), True, (who.id, name)):
        return True
    t.say("not_approved", "contagion.gear.narrate", who=who.id, item=name)
    return False


# ------------------------------------------------------------------------------------------------ slots
@cites("contagion.gear.slot_limit", "contagion.characteristic.savvy")
def capacity(t: T, who: Survivor) -> int:
    """Twice the current Savvy and what containers add."""
    return 2 * who.savvy + sum(item.slot_bonus for item in who.gear.values())


@cites("contagion.gear.slot_options", "contagion.gear.slot_limit")
def slot_cost(t: T, item: Gear) -> int:
    """Containers take none; the CiC may charge one for everything, or nothing for what is worn."""
    if item.slot_bonus:
        return 0
    match t.variants.slot_mode:
        case SlotMode.ONE_EACH:
            return 1
        case SlotMode.WORN_FREE if item.worn:
            return 0
        case _:
            return item.slots


def load(t: T, who: Survivor) -> int:
    return sum(slot_cost(t, item) for item in who.gear.values())


@cites("contagion.gear.slot_limit")
def fits(t: T, who: Survivor, item: Gear) -> bool:
    return load(t, who) + slot_cost(t, item) <= capacity(t, who) + item.slot_bonus


@cites("contagion.fact.new_items", "contagion.downtime.buy_gear", "contagion.weapon.gear_method")
def to_be_had(t: T, who: Survivor) -> list[str]:
    """Kinds of Gear that fit somebody's slots; weapons among them, unless these are custom and come otherwise."""
    custom = weapon_kinds() if t.variants.weapon_method is WeaponMethod.CUSTOM else []
    return [kind for kind in gear_kinds() if kind not in custom and fits(t, who, new_gear(kind))]


@cites("contagion.gear.slot_limit")
def drop_excess(t: T, who: Survivor, lost: bool = False) -> None:
    """When less can be carried, the owner at once drops items of choice into the scene, or loses them with their container."""
    while load(t, who) > capacity(t, who):
        heavy = [id for id, item in who.gear.items() if slot_cost(t, item)]
        item = who.gear.pop(t.choose(who.seat, "drop", heavy, (who.id,)))
        if not lost:
            t.state.ground[item.id] = item
        t.say("drops", "contagion.gear.slot_limit", who=who.id, item=item.name)


@cites("contagion.gear.container_loss")
def lose_item(t: T, who: Someone, id: str) -> Gear:
    """It is gone, and with a container everything packed in it or that no longer fits."""
    item = gear_of(who).pop(id)
    if item.slot_bonus and isinstance(who, Survivor):
        for packed in unpacked(who):
            t.say("lost_with", "contagion.gear.container_loss", who=who.id, item=packed.name)
        drop_excess(t, who, lost=True)
    return item


def unpacked(who: Survivor) -> list[Gear]:
    """What was packed goes with its container."""
    return [who.gear.pop(item.id) for item in list(who.gear.values()) if item.packed]


@cites("contagion.gear.slot_limit", "contagion.gear.container_loss")
def put_down(t: T, who: Survivor, id: str) -> None:
    """It lies in the scene, and with a container what was packed in it and what can be carried no longer."""
    item = who.gear.pop(id)
    for thing in (item, *(unpacked(who) if item.slot_bonus else ())):
        thing.packed = False
        t.state.ground[thing.id] = thing
        t.say("drops", "contagion.gear.slot_limit", who=who.id, item=thing.name)
    drop_excess(t, who)


def give_item(t: T, who: Survivor, item: Gear, rule: str) -> None:
    """Written on the sheet, if it fits."""
    if not fits(t, who, item):
        raise refuse("contagion.gear.slot_limit", f"{item.name} does not fit: {load(t, who)} of {capacity(t, who)} slots are taken.")
    item.id = fresh_id(t, item.name) if item.id in ("", *who.gear) else item.id
    who.gear[item.id] = item
    t.say("gets", rule, who=who.id, item=item.name)


# ------------------------------------------------------------------------------------------------ finding and losing
def kinds(*_: object) -> Sequence[str]:
    """A kind of Gear."""
    return gear_kinds()


@command(rules=("contagion.gear.acquire", "contagion.gear.slot_limit"), when=cic_only, who=anybody_alive, kind=kinds)
def give(t: T, by: SeatId, who: Id, kind: str) -> None:
    """Let a Survivor find something."""
    give_item(t, t.state.survivors[who], new_gear(kind), "contagion.gear.acquire")


def a_thing(*_: object) -> AnyText:
    """Something in the scene."""
    return AnyText(60)


@command(rules=("contagion.gear.situational",), when=cic_only, thing=a_thing)
def allow_scenery(t: T, by: SeatId, thing: str) -> None:
    """Allow a thing of the scene to be used as Gear, until the scene ends."""
    thing = spoken(thing, "contagion.gear.situational")
    if thing in t.state.scenery:
        raise refuse("contagion.gear.situational", f"{thing} may be used already.")
    t.state.scenery.append(thing)
    t.say("scenery", "contagion.gear.situational", thing=thing)


def lying(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Something that lies in the scene and fits your slots."""
    who = mine(t, by)
    return [item.id for item in t.state.ground.values() if who and fits(t, who, item)]


def can_pick_up(t: T, by: SeatId) -> Refusal | None:
    who = mine(t, by)
    if who is None or not who.here or t.state.phase is not Phase.SCENE:
        return Refusal("contagion.gear.acquire", "Only somebody in the scene can pick things up.")
    if not t.state.ground:
        return Refusal("contagion.gear.acquire", "Nothing lies about here.")
    return None if lying(t, by) else Refusal("contagion.gear.slot_limit", "Nothing that lies here fits your slots.", "Drop something.")


@command(rules=("contagion.gear.acquire", "contagion.gear.slot_limit"), when=can_pick_up, item=lying)
def pick_up(t: T, by: SeatId, item: Id) -> None:
    """Pick up something that lies in the scene."""
    who = mine(t, by)
    assert who is not None
    give_item(t, who, t.state.ground.pop(item), "contagion.gear.acquire")


def own_things(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Something of yours."""
    who = mine(t, by)
    return [item.id for item in who.gear.values()] if who else []


def has_things(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase not in (Phase.SCENE, Phase.BREAK):
        return Refusal("contagion.session.flow", "The game is not under way.")
    return None if own_things(t, by) else Refusal("contagion.gear.definition", "You have no Gear.")


@command(rules=("contagion.gear.slot_limit",), when=has_things, item=own_things)
def drop(t: T, by: SeatId, item: Id) -> None:
    """Put something down in the scene."""
    who = mine(t, by)
    assert who is not None
    put_down(t, who, item)


def packable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Something of yours that is packed, or that could be put into a container."""
    who = mine(t, by)
    things = list(who.gear.values()) if who else []
    return [i.id for i in things if i.packed or any(other.slot_bonus for other in things if other is not i)]


def can_pack(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_things(t, by):
        return refusal
    return None if packable(t, by) else Refusal("contagion.gear.container_loss", "You have no container to pack anything in.")


@command(rules=("contagion.gear.container_loss",), when=can_pack, item=packable)
def pack(t: T, by: SeatId, item: Id) -> None:
    """Pack something into a container, or take it out again."""
    who = mine(t, by)
    assert who is not None
    thing = who.gear[item]
    thing.packed = not thing.packed
    t.say("packs", "contagion.gear.container_loss", who=who.id, item=thing.name, where="in" if thing.packed else "out")


def loaded(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A Survivor who has something that the CiC can pay for."""
    return [s.id for s in t.state.survivors.values() if s.alive and their_things(t, by, s.id)]


def their_things(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """An item of theirs."""
    return [item.id for item in t.state.survivors[who].gear.values() if removal_price(t, item) <= t.state.adversity.value]


@cites("contagion.cic.adversity.gear_removal")
def can_take(t: T, by: SeatId) -> Refusal | None:
    if refusal := cic_only(t, by):
        return refusal
    if loaded(t, by):
        return None
    if any(s.gear for s in t.state.survivors.values() if s.alive):
        return Refusal("contagion.cic.adversity.gear_removal", "Between scenes an item costs 1 Adversity, a custom weapon 2.")
    return Refusal("contagion.gear.lose", "Nobody has anything to lose.")


@command(rules=("contagion.gear.lose", "contagion.cic.adversity.gear_removal"), when=can_take, who=loaded, item=their_things)
def take_away(t: T, by: SeatId, who: Id, item: Id) -> None:
    """Narrate an item away: between scenes for 1 Adversity, 2 for a custom weapon; within a scene it is free."""
    owner = t.state.survivors[who]
    thing = owner.gear[item]
    price = removal_price(t, thing)
    adversity(t, -price, "Gear taken", "contagion.cic.adversity.gear_removal")
    lose_item(t, owner, item)
    t.say("taken_away", "contagion.gear.lose", who=who, item=thing.name, price=price)


@cites("contagion.cic.adversity.gear_removal")
def removal_price(t: T, item: Gear) -> int:
    """Within a scene it is narration and free."""
    if t.state.phase is not Phase.BREAK:
        return 0
    return 2 if item.weapon and t.variants.weapon_method is WeaponMethod.CUSTOM else 1
