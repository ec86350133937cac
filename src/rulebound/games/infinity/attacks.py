"""Attacks with weapons: Shoot and Melee, and Covering Fire for a friend."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.aboard import shut_in
from rulebound.games.infinity.blows import SINGLE_SHOT, Mode, carries, fired, in_hand, loaded, most_reloads, shot, strike
from rulebound.games.infinity.content import weapon
from rulebound.games.infinity.exchange import (
    attack,
    can_cover,
    cover_with_fire,
    covering_guns,
    melee_reactions,
    shot_reactions,
    use_reloads,
)
from rulebound.games.infinity.momentum import mine, spend, within_means
from rulebound.games.infinity.moving import OPEN, go
from rulebound.games.infinity.people import HIDDEN, Character, Id, Thing, out
from rulebound.games.infinity.ranges import band, band_to
from rulebound.games.infinity.slots import acting, blind_rage, no_room, on_turn, take
from rulebound.games.infinity.state import Phase, T, foes, in_reach
from rulebound.games.infinity.techniques import WORDS
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


def targets(t: T, me: Character) -> list[Character]:
    """Whoever can be attacked: not out, and not hidden; blind rage knows only one."""
    only, vehicles = blind_rage(t, me, Action.SHOOT) if me.enraged_by else None, bool(t.state.vehicles)
    return [
        p for p in t.state.people.values()
        if p.side != me.side and not p.incapacitated and not p.dead and p.stealth is not HIDDEN
        and not (vehicles and shut_in(t, p)) and (only is None or p.id == only)
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------------ shooting
@cites("infinity.action.attack_shoot", "infinity.stealth.hidden")
def shootable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy that you can see."""
    me = acting(t)
    return [p.id for p in targets(t, me) if p.thing is not Thing.NETWORK and band(t, me, p) is not None]


@cites("infinity.quality.torrent")
def guns(t: T, by: SeatId, target: Id | None = None, *_: object) -> Sequence[str]:
    """A ranged weapon in hand that can fire so far."""
    me = acting(t)
    found = [id for id in in_hand(me, ranged=True) if loaded(me, me.weapons[id]) and another_tool(me, id)]
    if target is None:
        return found
    vehicle = t.state.vehicles.get(target)
    there = band_to(t, me.zone, vehicle.zone) if vehicle else band(t, me, t.state.people[target])
    return [id for id in found if carries(fired(me.weapons[id]), there)]


@cites("infinity.weapon.burst", "infinity.action.exploit_weakness", "infinity.quality.munition", "infinity.heat.npc_resources")
def reload_range(t: T, by: SeatId, target: Id, gun: str) -> range:
    """Reloads for more dice: up to Burst, one after Exploit Weakness; an NPC pays Heat."""
    me = acting(t)
    return range(most_reloads(t, me, me.weapons[gun]) + 1)


@cites("infinity.quality.multi")
def modes(t: T, by: SeatId, target: Id, gun: str, reloads: int) -> Sequence[Mode]:
    """A MULTI weapon has a second mode; but for MULTI (Medium) it has Burst 1."""
    multi = weapon(acting(t).weapons[gun].kind).qualities.get("multi")
    if multi is None or (multi in SINGLE_SHOT and reloads > 1):
        return (Mode.PRIMARY,)
    return tuple(Mode)


@cites("infinity.momentum.necessary")
def leaving(t: T, by: SeatId, *_: object) -> Sequence[bool]:
    """Whether leaving every enemy's Reach is built in, a step harder."""
    me = acting(t)
    return (False, True) if any(in_reach(t, me.id, f.id) for f in foes(t, me)) else (False,)


def can_shoot(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SHOOT):
        return refusal
    if shut_in(t, acting(t)):
        return Refusal("infinity.vehicle.quality.enclosed", "From inside nobody can shoot.", "Get out, or use the vehicle's weapons.")
    if not guns(t, by):
        return Refusal("infinity.action.attack_shoot", "No ranged weapon is in hand and loaded.", "Draw one.")
    return None if shootable(t, by) else Refusal("infinity.action.attack_shoot", "Nobody is in sight.", "Move.")


@command(
    rules=("infinity.action.attack_shoot", "infinity.weapon.burst", "infinity.quality.multi"), when=can_shoot, target=shootable, gun=guns,
    reloads=reload_range, mode=modes, leave=leaving,
)  # fmt: skip
def shoot(t: T, by: SeatId, target: Id, gun: str, reloads: int = 0, mode: Mode = Mode.PRIMARY, leave: bool = False) -> None:
    """Standard: shoot at somebody, with Reloads for more dice; leaving Reach may be built in, a step harder."""
    me, foe = acting(t), t.state.people[target]
    take(t, me, Action.SHOOT, at=target)
    use_reloads(t, me, me.weapons[gun], reloads)
    me.turn.tool = gun
    blow = shot(t, me, foe, gun, reloads, mode, leave)
    if leave:
        go(t, me, me.zone, OPEN, safe=True)
    attack(t, blow, shot_reactions(t, me, foe))


# ------------------------------------------------------------------------------------------------ striking
def melee_targets(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy within Reach."""
    me = acting(t)
    return [p.id for p in targets(t, me) if p.thing is not Thing.NETWORK and in_reach(t, me.id, p.id)]


def blades(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A melee weapon in hand."""
    me = acting(t)
    return [id for id in in_hand(me, ranged=False) if another_tool(me, id)]


@cites("infinity.action.extra.dual_wield", "infinity.example.dual_wield")
def another_tool(me: Character, id: str) -> bool:
    """A cheap second attack is not made with the first one's weapon, nor are words followed by words."""
    return not me.turn.other_tool or differs(me, id)


def differs(me: Character, id: str) -> bool:
    return id != me.turn.tool and not (id in WORDS and me.turn.tool in WORDS)


@cites("infinity.action.attack_melee", "infinity.range.reach_state")
def can_strike(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.MELEE):
        return refusal
    if not blades(t, by):
        return Refusal("infinity.action.attack_melee", "No melee weapon is in hand.", "Draw one.")
    return None if melee_targets(t, by) else Refusal("infinity.action.attack_melee", "No enemy is in Reach.", "Move closer.")


@command(rules=("infinity.action.attack_melee",), when=can_strike, target=melee_targets, blade=blades)
def melee(t: T, by: SeatId, target: Id, blade: str) -> None:
    """Standard: strike somebody within Reach."""
    me, foe = acting(t), t.state.people[target]
    take(t, me, Action.MELEE, at=target)
    me.turn.tool = blade
    attack(t, strike(t, me, foe, blade), melee_reactions(me, foe, blade))


# ------------------------------------------------------------------------------------------------ after an attack, and for friends
def hideable(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """The Hidden weapon you have just attacked with."""
    me = acting(t)
    arms = me.weapons.get(me.turn.tool)
    if arms is None or not arms.hands or not weapon(arms.kind).rating("hidden"):
        return []
    return [me.turn.tool] if within_means(t, me) >= stowing_price(weapon(arms.kind).rating("hidden")) else []


@cites("infinity.quality.hidden")
def stowing_price(rating: int) -> int:
    return 1 if rating >= 3 else 2


def can_stow(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    if hideable(t, by) and acting(t).turn.passed:
        return None
    return Refusal("infinity.quality.hidden", "It takes an attack with a Hidden weapon and its price in Momentum.", "Keep it in hand.")


@command(rules=("infinity.quality.hidden",), when=can_stow, item=hideable)
def stow(t: T, by: SeatId, item: str) -> None:
    """Spend Momentum to put a Hidden weapon away after an attack: 2, or 1 if it is very small."""
    me = acting(t)
    arms = me.weapons[item]
    spend(t, me, stowing_price(weapon(arms.kind).rating("hidden")), "infinity.quality.hidden")
    arms.hands, arms.found = 0, False
    t.say("stows", "infinity.quality.hidden", who=me.id, item=arms.kind)


def gunners(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours with a ranged weapon and a Reload, whose turn it is not."""
    return [p.id for p in mine(t, by) if p.id != t.state.current and can_cover(t, p)]


def covered(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """A friend in sight whom you do not cover yet."""
    me = t.state.people[who]
    friends = [p for p in t.state.people.values() if p.side == me.side and p.id != who and not out(p) and p.active]
    return [p.id for p in friends if who not in p.covered_by and band(t, me, p) is not None]


def gun_of(t: T, by: SeatId, who: Id, ally: Id) -> Sequence[str]:
    """The weapon whose Reload it takes."""
    return covering_guns(t.state.people[who])


@cites("infinity.reaction.covering_fire", "infinity.reaction.general", "infinity.state.prone")
def can_give_cover(t: T, by: SeatId) -> Refusal | None:
    rule = "infinity.reaction.covering_fire"
    if t.state.phase is not Phase.ACTION:
        return Refusal(rule, "There is no action scene now.", "Begin one.")
    able = gunners(t, by)
    if any(covered(t, by, who) for who in able):
        return None
    if any(p.prone and covering_guns(p) for p in mine(t, by) if p.id != t.state.current):
        return Refusal("infinity.state.prone", "Nobody reacts lying down.", "Stand up first.")
    return Refusal(rule, "It takes a ranged weapon with a Reload, outside one's own turn, and a friend.", "Wait for another's turn.")


@command(rules=("infinity.reaction.covering_fire",), when=can_give_cover, who=gunners, ally=covered, gun=gun_of)
def covering_fire(t: T, by: SeatId, who: Id, ally: Id, gun: str) -> None:
    """Reaction: spend a Reload; attacks on a friend are a step harder until your next turn."""
    cover_with_fire(t, t.state.people[who], t.state.people[ally], gun)
