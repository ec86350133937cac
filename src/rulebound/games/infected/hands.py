"""What is in hand: drawing, putting away, dropping and picking up."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.actions import acting, has_action, on_turn, spend_action
from rulebound.games.infected.attack import FISTS
from rulebound.games.infected.carry import room_for
from rulebound.games.infected.content import content
from rulebound.games.infected.kinds import Property
from rulebound.games.infected.lights import part_with
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Id
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


def drop(t: T, who: Person, id: Id, zone: str | None = None, rule: str = "infected.maneuver.disarm") -> None:
    """What was held lies on the ground: here, or in another zone. A torch goes out."""
    gear = who.gear[id]
    part_with(t, who, gear)
    there = t.state.scene.zones[zone or who.zone]
    there.ground.append(gear)
    t.say("drops", rule, who=who.id, thing=gear.kind, zone=there.name)


def fitting(who: Person) -> list[Gear]:
    """Weapons and shields one carries and has a hand free for."""
    packs = content()
    return [
        g
        for g in who.gear.values()
        if g.id not in who.hands
        and not g.destroyed
        and (g.kind in packs.weapons or g.kind in packs.shields)
        and g.kind != FISTS
        and fits_in_hand(who, g)
    ]


@cites("infected.action.economy")
def drawable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A weapon or shield you carry and could take in hand."""
    who, busy = acting(t), has_action(t, by) is not None
    return [g.id for g in fitting(who) if (who.frees and quick(g)) or not busy]


def hands_for(kind: str) -> int:
    weapon = content().weapons.get(kind)
    return 2 if weapon is not None and weapon.has(Property.TWO_HANDED) else 1


@cites("infected.property.two_handed", "infected.property.one_handed")
def fits_in_hand(who: Person, gear: Gear) -> bool:
    return sum(hands_for(who.gear[id].kind) for id in who.hands) + hands_for(gear.kind) <= 2


@cites("infected.action.economy", "infected.carry.backpack_access")
def quick(gear: Gear) -> bool:
    """Holstered or slung, and not in the backpack: a Free action."""
    return (gear.holstered or "sling" in gear.upgrades) and not gear.packed


@cites("infected.action.economy")
def can_draw(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    if not fitting(acting(t)):
        return Refusal("infected.action.economy", "There is nothing to draw, or no hand free for it.", "Put something away.")
    return None if drawable(t, by) else has_action(t, by)


@command(rules=("infected.action.economy", "infected.carry.backpack_access"), when=can_draw, weapon=drawable)
def draw(t: T, by: SeatId, weapon: Id) -> None:
    """Take a weapon in hand: Free if it is holstered or slung, else an Action."""
    who = acting(t)
    gear = who.gear[weapon]
    if quick(gear) and who.frees:
        who.frees -= 1
    else:
        spend_action(t, who)
    gear.packed = False
    who.hands.append(weapon)
    t.say("draws", "infected.action.economy", who=who.id, thing=gear.kind)


def packed_things(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Something in your backpack."""
    return [g.id for g in acting(t).gear.values() if g.packed]


@cites("infected.carry.backpack_access")
def can_unpack(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by):
        return refusal
    return None if packed_things(t, by) else Refusal("infected.carry.backpack_access", "Nothing of yours is in a backpack.", "Use it.")


@command(rules=("infected.carry.backpack_access",), when=can_unpack, thing=packed_things)
def unpack(t: T, by: SeatId, thing: Id) -> None:
    """Get something out of the backpack, to be used later: an Action."""
    who = acting(t)
    spend_action(t, who)
    who.gear[thing].packed = False
    t.say("unpacks", "infected.carry.backpack_access", who=who.id, thing=who.gear[thing].kind)


def held(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Something in your hands."""
    return list(acting(t).hands)


@cites("infected.action.economy")
def can_put_away(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    who = acting(t)
    if not who.hands or not who.frees:
        return Refusal("infected.action.economy", "Your hands are empty, or the Free action is spent.")
    return None


@command(rules=("infected.action.economy",), when=can_put_away, thing=held)
def drop_item(t: T, by: SeatId, thing: Id) -> None:
    """Drop something, as a Free action."""
    who = acting(t)
    who.frees -= 1
    drop(t, who, thing, rule="infected.action.economy")


@command(rules=("infected.action.economy",), when=can_put_away, thing=held)
def put_away(t: T, by: SeatId, thing: Id) -> None:
    """Put something away, as a Free action."""
    who = acting(t)
    who.frees -= 1
    who.hands.remove(thing)
    t.say("puts_away", "infected.action.economy", who=who.id, thing=who.gear[thing].kind)


def lying(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Something on the ground of your zone that you have a hand for and can carry."""
    who = acting(t)
    ground = t.state.scene.zones[who.zone].ground
    return [g.id for g in ground if fits_in_hand(who, g) and g.id not in who.gear and room_for(who, g)]


@cites("infected.action.economy")
def can_pick_up(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by):
        return refusal
    return None if lying(t, by) else Refusal("infected.action.economy", "Nothing lies here that you have a hand for and can carry.")


@command(rules=("infected.action.economy",), when=can_pick_up, thing=lying)
def pick_up(t: T, by: SeatId, thing: Id) -> None:
    """Take something from the ground: an Action."""
    who = acting(t)
    spend_action(t, who)
    ground = t.state.scene.zones[who.zone].ground
    gear = next(g for g in ground if g.id == thing)
    ground.remove(gear)
    who.gear[thing] = gear
    who.hands.append(thing)
    t.say("picks_up", "infected.action.economy", who=who.id, thing=gear.kind)
