"""Hacking: intrusion programs against networks, gadgets, refreshing a Firewall."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.attacks import another_tool, targets
from rulebound.games.infinity.exchange import attack, hack_reactions
from rulebound.games.infinity.infowar import hacked
from rulebound.games.infinity.momentum import spend, within_means
from rulebound.games.infinity.networks import attacked_instead, in_hacking_range
from rulebound.games.infinity.people import Character, Harm, Helping, Id, Thing, network_down, out, ranks
from rulebound.games.infinity.programs import intrusion, intrusions
from rulebound.games.infinity.ranges import band
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import Side, test
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import RANGES, T
from rulebound.games.infinity.suspending import suspend_harms
from rulebound.games.infinity.systems import hacking_device
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

GADGETS = ("Lockpicker", "Fairy Dust", "Assisted Fire", "Enhanced Reaction")
MOST_RANGE = 2


# ------------------------------------------------------------------------------------------------ intrusion
@cites("infinity.action.attack_hack", "infinity.digital.basic")
def hackable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A network that is up, within Close range of you or of a Repeater."""
    me = acting(t)
    return [p.id for p in targets(t, me) if not network_down(p) and in_hacking_range(t, me, p)]


def tools(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """An intrusion program on your device."""
    me = acting(t)
    return [name for name in intrusions(me) if another_tool(me, name)]


@cites("infinity.action.attack_hack", "infinity.breach.limits", "infinity.gear.hacking_device")
def can_hack(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.HACK):
        return refusal
    me = acting(t)
    if network_down(me):
        return Refusal("infinity.breach.limits", f"{me.name}'s network is down.", "Repair it.")
    if not hacking_device(me) or not tools(t, by):
        return Refusal("infinity.action.attack_hack", "There is no intrusion program on a device that works.", "Use something else.")
    return None if hackable(t, by) else Refusal("infinity.action.attack_hack", "No network is within Close range.", "Move closer.")


@command(rules=("infinity.action.attack_hack", "infinity.software.programs"), when=can_hack, target=hackable, program=tools)
def hack(t: T, by: SeatId, target: Id, program: str) -> None:
    """Standard: attack a network with an intrusion program."""
    me, foe = acting(t), attacked_instead(t, t.state.people[target])
    take(t, me, Action.HACK, at=target)
    me.turn.tool = program
    firewall = foe.firewall.left
    attack(t, intrusion(t, me, foe, program), hack_reactions(t, foe))
    hacked(t, me, t.state.people[target], foe, firewall)


# ------------------------------------------------------------------------------------------------ gadgets
@cites("infinity.software.gadget.limit")
def other_gadgets(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A GADGET program on your device that is not active."""
    me = acting(t)
    return [name for name in GADGETS if name in me.programs and name != me.gadget]


def can_switch_gadget(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SIMPLE_TASK):
        return refusal
    if hacking_device(acting(t)) and other_gadgets(t, by):
        return None
    return Refusal("infinity.software.gadget.limit", "There is no other GADGET on a device that works.", "Use what is active.")


@command(rules=("infinity.software.gadget.limit",), when=can_switch_gadget, gadget=other_gadgets)
def activate(t: T, by: SeatId, gadget: str) -> None:
    """Free: make a GADGET program the active one; only one runs at a time."""
    me = acting(t)
    take(t, me, Action.SIMPLE_TASK)
    if me.gadget == "Fairy Dust":
        settle_dust(t, me)
    me.gadget = gadget
    t.say("gadget", "infinity.software.gadget.limit", who=me.id, gadget=gadget)


@cites("infinity.software.gadget.fairy_dust")
def settle_dust(t: T, me: Character) -> None:
    """With the gadget off nobody is dusted any more."""
    for who in t.state.people.values():
        if who.dusted_by == me.id:
            who.dusted_by = None


def using(t: T, by: SeatId, gadget: str, rule: str) -> Refusal | None:
    """Why the active gadget cannot be used for a Standard Action."""
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SKILL_TEST):
        return refusal
    if hacking_device(acting(t)) and acting(t).gadget == gadget:
        return None
    return Refusal(rule, f"{gadget} is not active.", "Make it the active GADGET.")


def friends(t: T, me: Character, within: int) -> list[Id]:
    """Allies with a network up, within so many range categories."""
    near = [p for p in t.state.people.values() if p.side == me.side and not network_down(p) and p.dusted_by is None and not out(p)]
    return [p.id for p in near if (there := band(t, me, p)) and RANGES.names.index(there) <= within]


def dustable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An ally within Close range, yourself included; Momentum reaches farther ones."""
    return friends(t, acting(t), 0)


def can_dust(t: T, by: SeatId) -> Refusal | None:
    rule = "infinity.software.gadget.fairy_dust"
    if refusal := using(t, by, "Fairy Dust", rule):
        return refusal
    return None if dustable(t, by) else Refusal(rule, "No ally near needs it.", "Do something else.")


@command(rules=("infinity.software.gadget.fairy_dust",), when=can_dust, ally=dustable)
def fairy_dust(t: T, by: SeatId, ally: Id) -> None:
    """Standard: Hacking D1 for 2 Security Soak of an ally; Momentum adds allies, and up to two reach a range farther each."""
    me, rule = acting(t), "infinity.software.gadget.fairy_dust"
    take(t, me, Action.SKILL_TEST)
    if not test(t, Side(who=me, skill=Skill.HACKING, system=True)).passed:
        return
    farther = t.number(me.seat, "dust_range", 0, min(MOST_RANGE, within_means(t, me)), (me.id,)) if within_means(t, me) else 0
    spend(t, me, farther, rule)
    others = [id for id in friends(t, me, farther) if id != ally]
    more: tuple[Id, ...] = ()
    if others and within_means(t, me):
        more = t.choose_some(me.seat, "more_dusted", others, 0, within_means(t, me), (me.id,))
        spend(t, me, len(more), rule)
    for id in (ally, *more):
        t.state.people[id].dusted_by = me.id
        t.say("dusted", rule, who=id)


def remotes(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A Remote of your side within Close range."""
    me = acting(t)
    own = [p for p in t.state.people.values() if p.thing is Thing.REMOTE and p.side == me.side and not out(p)]
    return [p.id for p in own if band(t, me, p) == "close"]


def can_assist_fire(t: T, by: SeatId) -> Refusal | None:
    return with_remote(t, by, "Assisted Fire", "infinity.software.gadget.assisted_fire")


def can_enhance(t: T, by: SeatId) -> Refusal | None:
    return with_remote(t, by, "Enhanced Reaction", "infinity.software.gadget.enhanced_reaction")


def with_remote(t: T, by: SeatId, gadget: str, rule: str) -> Refusal | None:
    if refusal := using(t, by, gadget, rule):
        return refusal
    return None if remotes(t, by) else Refusal(rule, "No Remote of yours is within Close range.", "Move closer.")


@command(rules=("infinity.software.gadget.assisted_fire",), when=can_assist_fire, remote=remotes)
def assisted_fire(t: T, by: SeatId, remote: Id) -> None:
    """Standard: help a Remote's next shot with a Hacking die."""
    me = acting(t)
    take(t, me, Action.SKILL_TEST)
    me.helping = Helping(remote, Skill.RANGED_WEAPONS, Skill.HACKING)
    t.say("helps", "infinity.software.gadget.assisted_fire", who=me.id, ally=remote, task="shooting", skill=Skill.HACKING.value)


@command(rules=("infinity.software.gadget.enhanced_reaction",), when=can_enhance, remote=remotes)
def enhanced_reaction(t: T, by: SeatId, remote: Id) -> None:
    """Standard: help a Remote's first Reaction before your next turn with a Hacking die."""
    me = acting(t)
    take(t, me, Action.SKILL_TEST)
    me.helping = Helping(remote, None, Skill.HACKING)
    t.say("helps", "infinity.software.gadget.enhanced_reaction", who=me.id, ally=remote, task="reacting", skill=Skill.HACKING.value)


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


def suspendable(t: T, by: SeatId, network: Id) -> Sequence[bool]:
    """Whether its Breaches are to be suspended, where there are any."""
    return (False, True) if t.state.people[network].firewall.felt else (False,)


@command(rules=("infinity.repair.refresh",), when=can_refresh, network=networks, suspend=suspendable)
def refresh(t: T, by: SeatId, network: Id, suspend: bool = False) -> None:
    """Standard: win Firewall back with Hacking, a step harder for each Breach; or suspend the Breaches for an hour or more."""
    me, whose, rule = acting(t), t.state.people[network], "infinity.repair.refresh"
    take(t, me, Action.SKILL_TEST)
    own = whose.id == me.id
    steps = Total().plus("Breaches", 0 if own else whose.firewall.felt, rule)
    if not test(t, Side(who=me, skill=Skill.HACKING, steps=steps)).passed:
        return
    if suspend:
        suspend_harms(t, me, whose, Harm.DIGITAL, rule)
        return
    expertise = ranks(me, Skill.HACKING).expertise
    useful = max(0, (whose.firewall.lost - expertise + 1) // 2)
    points = t.number(me.seat, "refresh_momentum", 0, min(useful, within_means(t, me)), (me.id,))
    spend(t, me, points, rule)
    whose.firewall.left = min(whose.firewall.full, whose.firewall.left + expertise + 2 * points)
    t.say("refreshed", rule, who=whose.id, now=whose.firewall.left)
