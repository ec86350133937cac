"""Reactions: what they cost and who can make one."""

from __future__ import annotations

from enum import StrEnum

from rulebound.games.infinity.heat import affords, pay
from rulebound.games.infinity.people import HIDDEN, Category, Character, helpless, out
from rulebound.games.infinity.slots import has_point, point
from rulebound.games.infinity.state import T, seen_by
from rulebound.games.infinity.variants import ReactionPrice
from rulebound.kernel.citing import cites

CATATONIC = 5
"""Traumas with which not even an Infinity point helps."""
STUCK = frozenset({"trapped", "stuck"})
"""Conditions that leave no room to react."""


class Reaction(StrEnum):
    NONE = "none"
    DODGE = "dodge"
    PARRY = "parry"
    RETURN_FIRE = "return fire"
    RETALIATE = "retaliate"
    DEFY = "defy"
    SECURE = "secure"
    COVERING_FIRE = "covering fire"
    GUARD = "guard"
    BREAK_FALL = "break fall"
    OBSERVE = "observe"
    HIDE = "hide"
    EVASIVE = "evasive action"
    DEFENSIVE_FIRE = "defensive fire"
    EJECT = "getting out"


RULE: dict[Reaction, str] = {
    **{r: f"infinity.reaction.{r.value.replace(' ', '_')}" for r in Reaction},
    Reaction.OBSERVE: "infinity.stealth.noisy", Reaction.HIDE: "infinity.stealth.spotting",
    Reaction.EVASIVE: "infinity.vehicle.action.evasive", Reaction.DEFENSIVE_FIRE: "infinity.vehicle.action.defensive_fire",
    Reaction.EJECT: "infinity.vehicle.stat.iguana_eject",
}  # fmt: skip


@cites("infinity.reaction.cost")
def price(t: T, who: Character) -> int:
    """1 Heat for the first of the round, 2 for the second, and so on."""
    return who.reactions + 1 if who.reactions and t.variants.reaction_price is ReactionPrice.RISING else 1


@cites("infinity.reaction.general", "infinity.state.prone", "infinity.condition.staggered", "infinity.condition.unconscious")
def able_to_react(t: T, who: Character, more: int = 0) -> bool:
    """Not prone, stuck or out, and able to pay; Staggered or with four harms only for an Infinity point."""
    cost = price(t, who) + more
    if who.prone or not who.active or not affords(t, who, cost) or not STUCK.isdisjoint(who.conditions):
        return False
    if not helpless(who) and not who.staggered:
        return not out(who)
    nemesis = who.category is Category.NEMESIS
    if not has_point(t, who) or (nemesis and not affords(t, who, cost + t.variants.nemesis_point_price)):
        return False
    return not (who.dead or who.unconscious or who.incapacitated or who.resolve.felt >= CATATONIC)


@cites("infinity.stealth.hidden")
def can_react(t: T, who: Character, to: Character) -> bool:
    """Nobody reacts to somebody unseen."""
    return to.stealth is not HIDDEN and able_to_react(t, who)


@cites("infinity.reaction.cost", "infinity.points.reaction_while_staggered")
def pay_for(t: T, who: Character, reaction: Reaction) -> None:
    pay(t, who, price(t, who), f"a Reaction: {reaction}", "infinity.reaction.cost")
    if who.staggered or helpless(who):
        point(t, who, "reacting", "infinity.points.reaction_while_staggered")
    who.reactions += 1
    who.turn.passed = False
    t.say("reacts", RULE[reaction], to=seen_by(t, who), who=who.id, reaction=reaction.value)
