"""Mobs and Squads: many who act as one, and damage that goes on from one to the next."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rulebound.games.infinity.aboard import riding
from rulebound.games.infinity.content import sample
from rulebound.games.infinity.harm import crash, inflict, lasting_harm, threshold
from rulebound.games.infinity.people import DIGITAL, Category, Character, Harm, Leader, track
from rulebound.games.infinity.state import T
from rulebound.games.infinity.variants import CarryOver, LivingBreach
from rulebound.kernel.citing import cites

Trade = Callable[[int], int]
"""How many of so many Breaches are left once the hacker has traded some for Breach Effects."""


@cites("infinity.npc.squad")
def lead(t: T, group: Character, kind: str) -> None:
    """An Elite of the packs takes command: the Squad has his skills and attributes while he leads."""
    elite = sample(t, kind, group.id)
    group.leader = Leader(
        name=elite.name, vigour=elite.vigour, resolve=elite.resolve, firewall=elite.firewall,
        others_attributes=group.attributes, others_skills=group.skills,
    )  # fmt: skip
    group.attributes, group.skills = elite.attributes, elite.skills
    group.gear += [item for item in elite.gear if item not in group.gear]
    group.programs += [program for program in elite.programs if program not in group.programs]


def lose(t: T, who: Character, harm: Harm, net: int, limit: int | None = None, soak: int = 0, trade: Trade | None = None) -> int:
    """Damage on a track, one's own or a group's; how many lasting harms were caused, and by `trade` how many of them are kept."""
    limit = threshold(t, who, harm) if limit is None else limit
    if who.mob:
        return hurt_group(t, who, harm, net, limit, soak, trade)
    caused = inflict(t, who, harm, net, limit)
    if caused:
        lasting_harm(t, who, harm, trade(caused) if trade else caused)
    return caused


@cites("infinity.npc.mob", "infinity.npc.squad")
def hurt_group(t: T, who: Character, harm: Harm, net: int, limit: int, soak: int, trade: Trade | None) -> int:
    """What is left after one member is out goes on to the next, and to a leader last; how many are out."""
    fallen = 0
    while net > 0 and standing(who, harm):
        enough = least(t, who, harm, limit)
        if net < enough:
            inflict(t, who, harm, net, limit)
            break
        net = carried_on(t, net - enough, soak)
        fallen += 1
        if trade and not trade(1):
            track(who, harm).left = track(who, harm).full
            continue
        lose_member(t, who, harm)
    if net > 0 and who.leader and not standing(who, harm):
        fallen += hurt_leader(t, who, harm, net)
    return fallen


def standing(who: Character, harm: Harm) -> int:
    """How many members are still there to be struck."""
    return who.members - (who.networks_down if harm is DIGITAL else 0) if not who.incapacitated else 0


@cites("infinity.npc.mob")
def least(t: T, who: Character, harm: Harm, limit: int) -> int:
    """What drops the first member: what is left of the track or the threshold, whichever is less."""
    left = track(who, harm).left
    return left if t.variants.mob_carry_over is CarryOver.FULL_VIGOUR else min(left, limit)


@cites("infinity.npc.mob")
def carried_on(t: T, rest: int, soak: int) -> int:
    match t.variants.mob_carry_over:
        case CarryOver.NONE:
            return 0
        case CarryOver.SOAK_EACH:
            return max(0, rest - soak)
        case _:
            return rest


def lose_member(t: T, who: Character, harm: Harm) -> None:
    """One fewer; a Breach takes only a member's network."""
    stress = track(who, harm)
    if harm is Harm.DIGITAL and t.variants.breach_on_living_npc is LivingBreach.CRASH:
        lose_network(t, who)
        return
    if who.members == 1 and who.leader is None:
        stress.left = 0
        lasting_harm(t, who, harm, 1)
        return
    who.members -= 1
    who.networks_down = min(who.networks_down, who.members)
    stress.left = stress.full
    t.say("member_falls", "infinity.npc.mob", who=who.id, left=who.members)
    if not who.members:
        leader_alone(t, who)


@cites("infinity.npc.mob", "infinity.npc.trooper")
def lose_network(t: T, who: Character) -> None:
    """Members' networks crash one after another, the members stay; with the last the Mob has none."""
    who.networks_down += 1
    left = who.members - who.networks_down
    who.firewall.left = who.firewall.full if left else 0
    t.say("member_offline", "infinity.npc.mob", who=who.id, left=left)
    if t.state.vehicles and riding(t, who):
        fall_behind(t, who)
        return
    if not left and who.leader is None:
        crash(t, who)


@cites("infinity.npc.biker_mob")
def fall_behind(t: T, who: Character) -> None:
    """A rider's motorcycle goes down with his network, and he drops out."""
    who.networks_down = 0
    lose_member(t, who, Harm.PHYSICAL)


# ------------------------------------------------------------------------------------------------ leaders
@cites("infinity.npc.squad")
def leader_alone(t: T, who: Character) -> None:
    """The last Trooper is down: from now on the Elite is an Elite, by himself."""
    leader = who.leader
    assert leader is not None
    who.leader, who.members, who.category, who.networks_down = None, 1, Category.ELITE, 0
    who.vigour, who.resolve, who.firewall = leader.vigour, leader.resolve, leader.firewall
    t.say("alone", "infinity.npc.squad", who=who.id, leader=leader.name)


@cites("infinity.npc.squad")
def hurt_leader(t: T, who: Character, harm: Harm, net: int, limit: int | None = None) -> int:
    """An attack on the Elite alone, against his own thresholds; without him the Squad is a Mob."""
    leader = who.leader
    assert leader is not None
    him = msgspec.structs.replace(
        who, members=1, leader=None, category=Category.ELITE, vigour=leader.vigour, resolve=leader.resolve, firewall=leader.firewall
    )
    caused = inflict(t, him, harm, net, threshold(t, who, harm) if limit is None else limit)
    if not caused:
        return 0
    if harm is Harm.DIGITAL and t.variants.breach_on_living_npc is LivingBreach.CRASH:
        t.say("network_down", "infinity.breach.npc", who=who.id)
        leader.firewall.harms += caused
        return caused
    who.leader = None
    who.attributes, who.skills = leader.others_attributes, leader.others_skills
    t.say("leader_falls", "infinity.npc.squad", who=who.id, leader=leader.name)
    return caused
