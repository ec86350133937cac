"""Guts: what they are, how they come and what they buy. Rerolls are part of a check, damage of a wound."""

from __future__ import annotations

from rulebound.games.infected.people import Person
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Id
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.citing import cites
from rulebound.kernel.limits import at_most, spelled


@cites("infected.guts.spend_menu")
def spend_one(t: T, who: Person, rule: str) -> None:
    """Whoever may spend has been asked whether there is one."""
    who.guts -= 1
    t.say("spends_guts", rule, who=who.id, left=who.guts)


@cites("infected.guts.earn_cap", "infected.guts.max", "infected.guts.example_economy")
def award(t: T, who: Person, rule: str, earned: int = 1) -> None:
    """+1, within what may be earned in a session and held at all; what would exceed either is lost."""
    if not who.pc or who.dead or enough(t, who):
        return
    who.guts += earned
    who.guts_earned += earned
    if t.heard and earned:
        t.say("earns_guts", rule, who=who.id, guts=who.guts)


@cites("infected.guts.earn_cap", "infected.guts.max")
def enough(t: T, who: Person) -> str:
    """Why nothing more is earned, or nothing."""
    cap, most = t.variants.guts_earn_cap, t.variants.guts_max
    if cap != "unlimited" and who.guts_earned >= cap:
        return f"{cap} in a session"
    return f"{most} at most" if most != "unlimited" and who.guts >= most else ""


@cites("infected.guts.start")
def starting_guts(variants: InfectedVariants) -> int:
    return variants.guts_start


@cites("infected.guts.start", "infected.guts.session_reset")
def reset(t: T, who: Person) -> None:
    """At the start of a session, whatever was left."""
    who.guts, who.guts_earned = starting_guts(t.variants), 0


@cites("infected.guts.earn.heroic")
def be_heroic(t: T, who: Person) -> None:
    """Once a scene."""
    if who.pc and not who.heroic:
        who.heroic = True
        award(t, who, "infected.guts.earn.heroic")


@cites("infected.guts.reduce_damage")
def lower_damage(t: T, who: Person, damage: int, by: Id | str) -> int:
    """After armor and before the row is looked up: 2 for each, as many as one likes unless the table says one."""
    if not who.pc or not who.asks or who.guts < 1 or damage < 1:
        return damage
    useful = (damage + 1) // 2
    limit = t.variants.guts_damage_spends_per_hit
    most = at_most(who.guts, useful if limit == "unlimited" else min(useful, limit))
    spent = t.number(who.seat, "guts_for_damage", 0, most, (who.id, spelled(damage)), default=0)
    for _ in range(spent):
        spend_one(t, who, "infected.guts.reduce_damage")
    return max(0, damage - 2 * spent)
