"""Lasting harm: how much damage causes it, and what it does to whom."""

from __future__ import annotations

from rulebound.games.infinity.people import (
    HOLOMASK,
    MENTAL,
    PHYSICAL,
    TO,
    Character,
    Harm,
    Thing,
    beyond_acting,
    goes_off,
    powered,
    track,
)
from rulebound.games.infinity.state import T
from rulebound.games.infinity.variants import LivingBreach, ThresholdBasis
from rulebound.kernel.citing import cites

LASTING = {Harm.PHYSICAL: "Injury", Harm.MENTAL: "Trauma", Harm.DIGITAL: "Breach"}
RULE = {
    Harm.PHYSICAL: "infinity.injury.thresholds", Harm.MENTAL: "infinity.trauma.thresholds", Harm.DIGITAL: "infinity.breach.thresholds",
}  # fmt: skip
POWERED = 7
SHOCK = 3
UNCONSCIOUS_AT = 4


@cites("infinity.injury.thresholds", "infinity.trauma.thresholds", "infinity.breach.thresholds", "infinity.armour.powered",
       "infinity.quality.shock")  # fmt: skip
def threshold(t: T, who: Character, harm: Harm, shock: bool = False) -> int:
    """The damage of one attack that causes lasting harm."""
    if harm is not PHYSICAL:
        return t.variants.trauma_threshold if harm is MENTAL else t.variants.breach_threshold
    if powered(who):
        return t.variants.shock_against_powered if shock else POWERED
    return SHOCK if shock else t.variants.injury_threshold


@cites("infinity.damage.types", "infinity.damage.physical", "infinity.ruling.threshold_basis")
def inflict(t: T, who: Character, harm: Harm, net: int, limit: int) -> int:
    """Net damage on a track; how many lasting harms it causes."""
    if net <= 0:
        t.say("soaked", "infinity.damage.procedure", who=who.id, harm=harm.value)
        return 0
    stress = track(who, harm)
    before = stress.left
    stress.left = max(0, before - net)
    counted = net if t.variants.threshold_basis is ThresholdBasis.NET_DAMAGE else before - stress.left
    caused = int(counted >= limit) + int(stress.left == 0)
    t.say("hurt", RULE[harm], "infinity.damage.types", who=who.id, harm=harm.value, damage=net, left=stress.left)
    return caused


def lasting_harm(t: T, who: Character, harm: Harm, caused: int) -> None:
    """Player characters and Nemeses keep count; the others are out at the first."""
    if not caused:
        return
    before = beyond_acting(who)
    track(who, harm).harms += caused
    t.say("lasting_harm", RULE[harm], who=who.id, what=LASTING[harm], count=caused, total=track(who, harm).harms)
    if not who.takes_harm:
        npc_harmed(t, who, harm)
    elif who.dead:
        t.say("dies", "infinity.injury.limits", who=who.id)
    elif (now := beyond_acting(who)) != before:
        t.say("beyond_acting", "infinity.injury.limits" if harm is PHYSICAL else "infinity.trauma.limits", who=who.id, how=now)
    if harm is Harm.DIGITAL and who.takes_harm and who.breaches > UNCONSCIOUS_AT:
        everything_off(who)


@cites("infinity.injury.npc", "infinity.trauma.npc", "infinity.breach.npc", "infinity.npc.trooper", "infinity.npc.elite",
       "infinity.network.non_personal")  # fmt: skip
def npc_harmed(t: T, who: Character, harm: Harm) -> None:
    """Troopers and Elites: an Injury or a Trauma takes them out, a Breach their network, and a Remote with it."""
    living = who.thing is None
    if harm is Harm.DIGITAL and not (living and t.variants.breach_on_living_npc is LivingBreach.INCAPACITATED):
        crash(t, who)
        if who.thing is not Thing.REMOTE:
            return
    who.incapacitated = True
    rule = {Harm.PHYSICAL: "infinity.injury.npc", Harm.MENTAL: "infinity.trauma.npc", Harm.DIGITAL: "infinity.npc.trooper"}[harm]
    t.say("is_out", rule, who=who.id, how="cowers" if harm is Harm.MENTAL else "goes down" if living else "breaks")


def crash(t: T, who: Character) -> None:
    """All its systems stop, and whoever had taken one over loses it."""
    who.crashed = True
    everything_off(who)
    t.say("network_down", "infinity.breach.npc", who=who.id)


def everything_off(who: Character) -> None:
    """With a network that crashes what it kept going stops."""
    lose_access(who)
    for system in (TO, HOLOMASK):
        goes_off(who, system)


@cites("infinity.breach.effects")
def lose_access(who: Character) -> None:
    """A repair or a crash shakes off every hacker."""
    who.possessed = {}
