"""Hacking: intrusion programs against networks, Breach Effects, refreshing a Firewall."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.attacks import attack, targets
from rulebound.games.infinity.blows import Blow, exploited, target_steps
from rulebound.games.infinity.content import content
from rulebound.games.infinity.damage import attribute_for, bonus_dice
from rulebound.games.infinity.momentum import spend, within_means
from rulebound.games.infinity.people import Character, Harm, Id, ranks
from rulebound.games.infinity.ranges import band
from rulebound.games.infinity.reactions import Reaction
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import Side, test
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import T
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


@cites("infinity.action.attack_hack", "infinity.digital.basic")
def hackable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy within Close range whose network is up."""
    me = acting(t)
    return [p.id for p in targets(t, me) if band(t, me, p) == "close" and not p.crashed]


@cites("infinity.software.categories", "infinity.software.programs")
def intrusions(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """An intrusion program on your device."""
    return [name for name in acting(t).programs if name in content().programs and content().programs[name].cd]


@cites("infinity.action.attack_hack", "infinity.breach.limits", "infinity.gear.hacking_device")
def can_hack(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.HACK):
        return refusal
    me = acting(t)
    if me.crashed or me.firewall.felt >= 4:
        return Refusal("infinity.breach.limits", f"{me.name}'s network is compromised.", "Repair it.")
    if not intrusions(t, by):
        return Refusal("infinity.action.attack_hack", "There is no intrusion program.", "Use something else.")
    return None if hackable(t, by) else Refusal("infinity.action.attack_hack", "No network is within Close range.", "Move closer.")


@command(rules=("infinity.action.attack_hack", "infinity.software.programs"), when=can_hack, target=hackable, program=intrusions)
def hack(t: T, by: SeatId, target: Id, program: str) -> None:
    """Standard: attack a network within Close range with an intrusion program."""
    me, foe = acting(t), t.state.people[target]
    take(t, me, Action.HACK)
    me.turn.tool = program
    attack(t, intrusion(t, me, foe, program), [Reaction.SECURE] if "hacking device" in foe.gear and not foe.crashed else [])


@cites("infinity.digital.basic", "infinity.software.programs")
def intrusion(t: T, me: Character, foe: Character, name: str) -> Blow:
    """A Hack attack with everything that counts: CLAW ignores Security for each Effect, SWORD adds damage."""
    kind = content().programs[name]
    dice = Total.of(name, kind.cd, "infinity.software.programs")
    dice = dice.plus("Intelligence", bonus_dice(t, me.attributes[attribute_for("hack")]), "infinity.damage.bonus_table")
    return exploited(Blow(
        me=me, foe=foe, kind=Action.HACK, name=name, skill=Skill.HACKING, harm=Harm.DIGITAL, flat=kind.flat, dice=dice,
        steps=target_steps(t, me, foe, Action.HACK), qualities={"armour piercing": kind.piercing, "vicious": kind.vicious}, system=True,
    ))  # fmt: skip


# ------------------------------------------------------------------------------------------------ repair
def networks(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Your own network or a friend's within Close range."""
    me = acting(t)
    near = [p for p in t.state.people.values() if p.side == me.side and band(t, me, p) == "close"]
    return [p.id for p in near if p.firewall.lost or p.firewall.felt]


@cites("infinity.repair.refresh")
def can_refresh(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SKILL_TEST):
        return refusal
    return None if networks(t, by) else Refusal("infinity.repair.refresh", "No network near needs it.", "Do something else.")


@command(rules=("infinity.repair.refresh",), when=can_refresh, network=networks)
def refresh(t: T, by: SeatId, network: Id, suspend: bool = False) -> None:
    """Standard: win Firewall back with Hacking, a step harder for each Breach; or suspend the Breaches for the scene."""
    me, whose = acting(t), t.state.people[network]
    take(t, me, Action.SKILL_TEST)
    own = whose.id == me.id
    steps = Total().plus("Breaches", 0 if own else whose.firewall.felt, "infinity.repair.refresh")
    if not test(t, Side(who=me, skill=Skill.HACKING, steps=steps)).passed:
        return
    if suspend:
        whose.firewall.suspended = True
        t.say("overcomes", "infinity.repair.refresh", who=whose.id, harm=Harm.DIGITAL.value)
        return
    expertise = ranks(me, Skill.HACKING).expertise
    useful = max(0, (whose.firewall.lost - expertise + 1) // 2)
    points = t.number(me.seat, "refresh_momentum", 0, min(useful, within_means(t, me)), (me.id,))
    spend(t, me, points, "infinity.repair.refresh")
    whose.firewall.left = min(whose.firewall.full, whose.firewall.left + expertise + 2 * points)
    t.say("refreshed", "infinity.repair.refresh", who=whose.id, now=whose.firewall.left)
