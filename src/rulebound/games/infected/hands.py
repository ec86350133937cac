"""What is in hand: drawing, putting away, dropping, picking up, and grabbing whatever will do for a weapon."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.actions import acting, has_action, on_turn, spend_action
from rulebound.games.infected.attack import FISTS
from rulebound.games.infected.carry import room_for
from rulebound.games.infected.content import content, new_gear
from rulebound.games.infected.helping import helpers
from rulebound.games.infected.kinds import Property
from rulebound.games.infected.lights import part_with
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.state import Phase, T, in_fight
from rulebound.games.infected.terms import Area, Id
from rulebound.games.infected.world import gear_id
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

IMPROVISED = "improvised"


# ------------------------------------------------------------------------------------------------ whose hands
@cites("infected.action.economy", "infected.group.execute")
def ready_hands(t: T, by: SeatId) -> list[Person]:
    """Whoever's turn it is; outside a fight those of yours who are up and not tied up, in a chase with an Action left for the round."""
    if in_fight(t):
        return [acting(t)] if on_turn(t, by) is None else []
    return [t.state.people[id] for id in helpers(t, by)]


def can_use_hands(t: T, by: SeatId) -> Refusal | None:
    if in_fight(t):
        return on_turn(t, by)
    return None if ready_hands(t, by) else Refusal("infected.action.economy", "You have nobody who is up and has a hand for it.", "Wait.")


@cites("infected.action.economy", "infected.vehicle.combat.passenger")
def spend(t: T, who: Person, *, free: bool) -> None:
    """In a fight a Free action where that will do, else an Action; in a chase the Action of the round; at other times nothing."""
    if free and in_fight(t):
        who.frees -= 1
    elif t.state.phase in (Phase.FIGHT, Phase.CHASE):
        spend_action(t, who)


# ------------------------------------------------------------------------------------------------ drawing
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
def to_draw(t: T, by: SeatId, who: Person) -> list[Id]:
    """What one has a hand free for, and in a fight the Free action or the Action."""
    busy = in_fight(t) and has_action(t, by) is not None
    return [g.id for g in fitting(who) if (who.frees and quick(g)) or not busy]


def drawable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A weapon or shield you carry and could take in hand."""
    return list(dict.fromkeys([id for who in ready_hands(t, by) for id in to_draw(t, by, who)]))


def drawers(t: T, by: SeatId, weapon: Id) -> Sequence[Id]:
    """Whoever's turn it is; outside a fight, one of yours who has it. Left out, the first of them."""
    return [who.id for who in ready_hands(t, by) if weapon in to_draw(t, by, who)]


def hands_for(kind: str) -> int:
    weapon = content().weapons.get(kind)
    return 2 if weapon is not None and weapon.has(Property.TWO_HANDED) else 1


@cites("infected.property.two_handed", "infected.property.one_handed")
def fits_in_hand(who: Person, gear: Gear) -> bool:
    return sum(hands_for(who.gear[id].kind) for id in who.hands) + hands_for(gear.kind) <= hands_of(who)


@cites("infected.infection.amputation")
def hands_of(who: Person) -> int:
    """Two, less the arms that were cut off."""
    return max(0, 2 - who.limbs_lost.count(Area.ARM))


@cites("infected.action.economy", "infected.carry.backpack_access")
def quick(gear: Gear) -> bool:
    """Holstered or slung, and not in the backpack: a Free action."""
    return (gear.holstered or "sling" in gear.upgrades) and not gear.packed


@cites("infected.action.economy")
def can_draw(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_use_hands(t, by):
        return refusal
    if not any(fitting(who) for who in ready_hands(t, by)):
        return Refusal("infected.action.economy", "There is nothing to draw, or no hand free for it.", "Put something away.")
    return None if drawable(t, by) else has_action(t, by)


@command(
    rules=("infected.action.economy", "infected.carry.backpack_access", "infected.vehicle.combat.passenger"), when=can_draw,
    weapon=drawable, who=drawers,
)  # fmt: skip
def draw(t: T, by: SeatId, weapon: Id, who: Id | None = None) -> None:
    """Take a weapon in hand: Free if it is holstered or slung, else an Action; with nobody to fight it costs nothing."""
    me = t.state.people[who or drawers(t, by, weapon)[0]]
    gear = me.gear[weapon]
    spend(t, me, free=quick(gear) and me.frees > 0)
    gear.packed = False
    me.hands.append(weapon)
    t.say("draws", "infected.action.economy", who=me.id, thing=gear.kind)


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


# ------------------------------------------------------------------------------------------------ letting go of it
def held(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Something in your hands."""
    return list(dict.fromkeys([id for who in ready_hands(t, by) for id in who.hands]))


def holders(t: T, by: SeatId, thing: Id) -> Sequence[Id]:
    """Whoever's turn it is; outside a fight, one of yours who holds it. Left out, the first of them."""
    return [who.id for who in ready_hands(t, by) if thing in who.hands]


@cites("infected.action.economy")
def can_put_away(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_use_hands(t, by):
        return refusal
    if not held(t, by) or (in_fight(t) and not acting(t).frees):
        return Refusal("infected.action.economy", "Your hands are empty, or the Free action is spent.")
    return None


@command(rules=("infected.action.economy", "infected.vehicle.combat.passenger"), when=can_put_away, thing=held, who=holders)
def drop_item(t: T, by: SeatId, thing: Id, who: Id | None = None) -> None:
    """Drop something, in a fight as a Free action."""
    me = t.state.people[who or holders(t, by, thing)[0]]
    spend(t, me, free=True)
    drop(t, me, thing, rule="infected.action.economy")


@command(rules=("infected.action.economy", "infected.vehicle.combat.passenger"), when=can_put_away, thing=held, who=holders)
def put_away(t: T, by: SeatId, thing: Id, who: Id | None = None) -> None:
    """Put something away, in a fight as a Free action."""
    me = t.state.people[who or holders(t, by, thing)[0]]
    spend(t, me, free=True)
    me.hands.remove(thing)
    t.say("puts_away", "infected.action.economy", who=me.id, thing=me.gear[thing].kind)


# ------------------------------------------------------------------------------------------------ picking up
@cites("infected.action.economy")
def about(t: T, who: Person) -> dict[Id, tuple[Gear, Person | None]]:
    """What lies on the ground of somebody's zone, and what the dead there have in their hands."""
    dead = [p for p in t.state.people.values() if p.dead and p.zone == who.zone and not p.fled]
    found: dict[Id, tuple[Gear, Person | None]] = {id: (p.gear[id], p) for p in dead for id in p.hands}
    found.update({g.id: (g, None) for g in t.state.scene.zones[who.zone].ground})
    return found


def lying(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Something on the ground of your zone, or in a dead hand there, that you have a hand for and can carry."""
    who = acting(t)
    return [id for id, (g, _) in about(t, who).items() if fits_in_hand(who, g) and id not in who.gear and room_for(who, g)]


@cites("infected.action.economy")
def can_pick_up(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by):
        return refusal
    return None if lying(t, by) else Refusal("infected.action.economy", "Nothing lies here that you have a hand for and can carry.")


@command(rules=("infected.action.economy",), when=can_pick_up, thing=lying)
def pick_up(t: T, by: SeatId, thing: Id) -> None:
    """Take something from the ground, or from a dead hand: an Action."""
    who = acting(t)
    spend_action(t, who)
    gear, dead = about(t, who)[thing]
    if dead is None:
        t.state.scene.zones[who.zone].ground.remove(gear)
    else:
        part_with(t, dead, gear)
    who.gear[thing] = gear
    who.hands.append(thing)
    t.say("picks_up", "infected.action.economy", who=who.id, thing=gear.kind)


# ------------------------------------------------------------------------------------------------ whatever is to hand
@cites("infected.environment.improvised_weapon")
def grabbers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Whoever's turn it is; outside a fight, one of yours with a hand free for it. Left out, the first of them."""
    thing = new_gear(IMPROVISED, IMPROVISED)
    return [who.id for who in ready_hands(t, by) if who.human and fits_in_hand(who, thing) and room_for(who, thing)]


@cites("infected.environment.improvised_weapon", "infected.action.economy")
def can_grab(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by) if in_fight(t) else can_use_hands(t, by):
        return refusal
    if grabbers(t, by):
        return None
    return Refusal("infected.environment.improvised_weapon", "You have no hand free, or can carry no more.", "Drop something.")


@command(rules=("infected.environment.improvised_weapon", "infected.action.economy"), when=can_grab, who=grabbers)
def grab(t: T, by: SeatId, who: Id | None = None) -> None:
    """Grab something that lies about and will do for a weapon: an Action; with nobody to fight it costs nothing."""
    me = t.state.people[who or grabbers(t, by)[0]]
    thing = new_gear(IMPROVISED, gear_id(t, IMPROVISED))
    spend(t, me, free=False)
    me.gear[thing.id] = thing
    me.hands.append(thing.id)
    t.say("grabs", "infected.environment.improvised_weapon", who=me.id, thing=thing.kind)
