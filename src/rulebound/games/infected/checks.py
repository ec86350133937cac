"""A check: attribute and skill make a pool, every 5 or 6 is a hit; Guts may buy another throw, and a push throws the misses again."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rulebound.games.infected import stress  # a push costs Stress, and a breaking point is a check
from rulebound.games.infected.content import content
from rulebound.games.infected.groups import beset
from rulebound.games.infected.guts import award, spend_one
from rulebound.games.infected.pain import wound_penalty
from rulebound.games.infected.people import Person
from rulebound.games.infected.places import smoke_density, smoke_dice
from rulebound.games.infected.state import T, now
from rulebound.games.infected.terms import Attribute, Condition, Skill
from rulebound.games.infected.variants import CriticalSuccess, PushStress
from rulebound.kernel.citing import cites
from rulebound.kernel.dice import SumPool
from rulebound.kernel.hits import UNLIMITED, HitPool, HitRoll
from rulebound.kernel.limits import at_least, at_most
from rulebound.kernel.modifiers import Total
from rulebound.kernel.seats import GM
from rulebound.kernel.table import About
from rulebound.kernel.tries import Then, Tries, try_again

PHYSICAL = (Attribute.GRIT, Attribute.REFLEX)
"""infected.conv.physical_roll"""
NO_DICE = Total()
MANY_HITS = 5
"""Chances of a roll tell no more apart."""
LOOKED_AT_BY_A_ROLL = ("id", "seat", "kind", "asks", "dead", "nerve", "grief", "conditions")
CHANGED_BY_A_ROLL = ("guts", "guts_earned", "stress", "breaking")
PAIRED: dict[Skill, Attribute] = {
    Skill.BRAWL: Attribute.GRIT, Skill.ENDURE: Attribute.GRIT, Skill.ATHLETICS: Attribute.GRIT,
    Skill.SHOOT: Attribute.REFLEX, Skill.STEALTH: Attribute.REFLEX, Skill.DRIVE: Attribute.REFLEX,
    Skill.NOTICE: Attribute.WITS, Skill.CRAFT: Attribute.WITS, Skill.TECH: Attribute.WITS, Skill.MEDICINE: Attribute.WITS,
    Skill.SURVIVAL: Attribute.WITS, Skill.KNOWLEDGE: Attribute.WITS,
    Skill.PERSUADE: Attribute.NERVE, Skill.DECEIVE: Attribute.NERVE, Skill.RESOLVE: Attribute.NERVE,
    Skill.INTIMIDATE: Attribute.NERVE, Skill.ANIMALS: Attribute.NERVE,
}  # fmt: skip
"""infected.skill.table: the attribute each skill is listed under."""


class Tier(StrEnum):
    """infected.core.result_tiers"""

    FAILURE = "failure"
    PARTIAL = "partial success"
    SUCCESS = "success"
    STRONG = "strong success"


class Again(StrEnum):
    """What may be done about a roll before it is accepted (infected.core.roll_sequence)."""

    ACCEPT = "accept"
    PUSH = "push"
    GUTS = "spend Guts"


TIRED: tuple[Again, ...] = (Again.ACCEPT,)
FRESH: tuple[Again, ...] = (Again.ACCEPT, Again.PUSH)
"""What somebody may do who is Exhausted, and who is not."""
THEN = {Again.ACCEPT: Then.ACCEPT, Again.PUSH: Then.PUSH, Again.GUTS: Then.AGAIN}


class Check(msgspec.Struct, frozen=True, gc=False):
    """A roll as it was accepted."""

    hits: int
    critical: bool = False
    ones: int = 0
    """Ones that show on the final dice; counted only where a rule asked for them."""

    @property
    @cites("infected.core.result_tiers")
    def tier(self) -> Tier:
        return (Tier.FAILURE, Tier.PARTIAL, Tier.SUCCESS, Tier.STRONG)[min(3, self.hits)]


# ------------------------------------------------------------------------------------------------ the pool
@cites("infected.core.pool", "infected.skill.untrained", "infected.attribute.range", "infected.skill.range")
def base_pool(who: Person, attribute: Attribute, skill: Skill | None) -> Total:
    """Attribute plus skill; with skill 0 the attribute alone and no further penalty."""
    pool = Total.of(attribute.upper(), getattr(who, attribute), "infected.core.pool")
    return pool.plus(skill.capitalize(), who.skills.get(skill, 0), "infected.core.pool") if skill else pool


@cites("infected.core.modifiers", "infected.conv.physical_roll")
def hampered(t: T, who: Person, attribute: Attribute | None, skill: Skill | None, pool: Total, *, reaction: bool = False) -> Total:
    """The pool with all that helps or hampers this roll, each once and each on its own line; what does so for one roll only is used up.

    A reaction is to notice, dodge, escape or counter something.
    """
    for condition in who.conditions:
        if condition is Condition.DISORIENTED:
            pool = pool.plus("Disoriented", -2, "infected.condition.disoriented")
        elif condition is Condition.SLOWED and attribute is Attribute.REFLEX:
            pool = pool.plus("Slowed", -1, "infected.condition.slowed")
        elif condition is Condition.EXHAUSTED and attribute in PHYSICAL:
            pool = pool.plus("Exhausted", -1, "infected.condition.exhausted")
    if who.armor and (skill is Skill.ATHLETICS or skill is Skill.STEALTH):
        pool = pool.plus(*armor_hampers(who, skill))
    if skill is Skill.STEALTH and who.worn:
        pool = pool.plus("camouflage", clothed(t, who), "infected.chargen.backgrounds")
    if who.near:
        pool = pool.plus("outnumbered", -beset(t, who), "infected.group.outnumbered")
    if who.injuries and not who.last_stand:
        pool = pool.plus("wounds", -wound_penalty(t, who, attribute or Attribute.GRIT, skill), "infected.wounds.penalties")
    if who.infection is not None and who.infection.stage:
        pool = fevered(who, attribute, pool)
    if who.ailments:
        pool = ailing(t, who, attribute, skill, pool, reaction)
    if not breathed(who):
        pool = pool.plus("smoke", smoke_around(t, who), "infected.hazard.smoke")
    return pool


@cites("infected.armor.table")
def armor_hampers(who: Person, skill: Skill) -> tuple[str, int, str]:
    """Heavy armor is in the way of Athletics and Stealth."""
    gear = who.gear.get(who.armor or "")
    if gear is None or gear.destroyed:
        return "", 0, "infected.armor.table"
    kind = content().armor[gear.kind]
    return gear.kind, kind.stealth if skill is Skill.STEALTH else kind.athletics, "infected.armor.table"


@cites("infected.chargen.backgrounds")
def clothed(t: T, who: Person) -> int:
    """What clothes help with outdoors: camouflage."""
    if t.state.scene.indoors:
        return 0
    kinds = content().gear
    worn = (who.gear[id].kind for id in who.worn if id in who.gear)
    return max((kinds[kind].stealth for kind in worn if kind in kinds), default=0)


@cites("infected.hazard.smoke")
def smoke_around(t: T, who: Person) -> int:
    """What the smoke of the zone costs every roll; whoever lies there is low."""
    zone = t.state.scene.zones.get(who.zone)
    return smoke_dice(smoke_density(zone.smoke, who.lies)) if zone is not None and zone.smoke else 0


@cites("infected.hazard.smoke")
def breathed(who: Person) -> int:
    """What smoke costs that somebody has breathed already: that of the zone is the same."""
    return sum(a.dice for a in who.ailments if a.id == "smoke") if who.ailments else 0


@cites("infected.chargen.bond.wary", "infected.downtime.stress_relief")
def ailing(t: T, who: Person, attribute: Attribute | None, skill: Skill | None, pool: Total, reaction: bool) -> Total:
    felt = [a for a in who.ailments if applies(a.applies, attribute, skill, reaction) and a.since <= now(t)]
    for ailment in felt:
        pool = pool.plus(ailment.name, ailment.dice + ailment.eased, ailment.rule)
    if any(a.once for a in felt):
        who.ailments = [a for a in who.ailments if not (a.once and a in felt)]
    return pool


def applies(to: str, attribute: Attribute | None, skill: Skill | None, reaction: bool) -> bool:
    return to == "all" or (to == "physical" and attribute in PHYSICAL) or to in (attribute, skill) or (to == "reaction" and reaction)


@cites("infected.infection.symptoms")
def fevered(who: Person, attribute: Attribute | None, pool: Total) -> Total:
    """Stage 1 costs a die on NERVE, stage 2 two on everything."""
    assert who.infection is not None
    if who.infection.stage >= 2:
        return pool.plus("the Rage", -2, "infected.infection.symptoms")
    return pool.plus("fever", -1, "infected.infection.symptoms") if attribute is Attribute.NERVE else pool


@cites("infected.core.pool_floor", "infected.conv.pool_floor", "infected.core.hit", "infected.core.explode")
def hit_pool(t: T, pool: Total) -> HitPool:
    """The dice to throw: never fewer than the floor."""
    variants = t.variants
    cap = variants.core_explosion_cap
    return HitPool(max(variants.core_min_pool, pool.value), variants.core_hit_on, UNLIMITED if cap == "unlimited" else cap)


# ------------------------------------------------------------------------------------------------ the roll
@cites("infected.core.roll_sequence")
def check(
    t: T, who: Person, what: str, attribute: Attribute, skill: Skill | None, extra: Total = NO_DICE, about: About = (), *,
    ones: bool = False, reaction: bool = False,
) -> Check:  # fmt: skip
    """Attribute and skill with all modifiers, thrown, perhaps thrown again or pushed, and accepted."""
    pool = hampered(t, who, attribute, skill, base_pool(who, attribute, skill) + extra, reaction=reaction)
    return throw(t, who, what, pool, about, ones=ones)


@cites("infected.core.roll_sequence")
def throw(t: T, who: Person, what: str, pool: Total, about: About = (), *, ones: bool = False) -> Check:
    """A pool that is already made up. `ones` says that the caller wants to know how many show."""
    who.last_stand = False
    stress_before = who.stress
    came = t.following(thrown, who, LOOKED_AT_BY_A_ROLL, CHANGED_BY_A_ROLL, what, pool, about, ones)
    t.rolled(lambda: told(who, came, stress_before))
    if came.critical is not False and what != "initiative":  # it is, or nobody has read yet whether
        t.aside(notice_failure, who, came)
    if who.breaking is not False:  # by a push; or nobody has read yet whether
        t.later_once(stress.breaking_point, who)
    return came


def told(who: Person, came: Check, stress_before: int) -> tuple[str, ...]:
    """For chances of the roll alone."""
    hits, stress = at_most(came.hits, MANY_HITS), who.stress - stress_before
    said = f"{who.name}: {'no hits' if hits == 0 else '1 hit' if hits == 1 else f'{hits} hits'}{' or more' if hits == MANY_HITS else ''}"
    return said, f"{stress} Stress" if stress > 0 else "", "a critical failure" if came.critical else ""


@cites("infected.core.critical_failure_effect", "infected.initiative.standard")
def notice_failure(t: T, who: Person, roll: Check) -> None:
    """A critical failure of anything but initiative is a catastrophe, once all that follows from the roll is done."""
    if roll.critical:
        t.later(catastrophe, who)


@cites("infected.core.critical_failure_effect")
def catastrophe(t: T, who: Person) -> None:
    """The game master says what else comes of it; without one, nothing."""
    t.say("critical_failure", "infected.core.critical_failure_effect", who=who.id)
    what = t.judge("catastrophe", ("nothing more", "disaster"), "nothing more", (who.id,))
    t.say("catastrophe", "infected.core.critical_failure_effect", what=what)


@cites("infected.core.roll_sequence")
def thrown(t: T, who: Person, what: str, pool: Total, about: About = (), ones: bool = False) -> Check:
    dice = hit_pool(t, pool)
    if dice.dice < 1:
        return Check(0)
    who.guts = int(who.guts)  # where it is unread, it is read now: what is decided hangs on it
    roll = accepted(t, who, what, dice, pool, about)
    if who.pc:
        earn_by_sixes(t, who, roll)
    return Check(roll.hits, critical_failure(t, roll), roll.showing_ones if ones else 0)


@cites("infected.core.roll_sequence")
def accepted(t: T, who: Person, what: str, dice: HitPool, pool: Total, about: About = ()) -> HitRoll | Tries:
    """The dice as they stand in the end; some people may push and spend Guts."""
    if not (who.pc and who.asks):
        return t.roll(dice, what, who.seat, (who.id, *about), pool)
    guts = who.guts
    explode = t.variants.core_pushed_sixes_explode
    roll = try_again(
        t, dice, explode=explode,
        throw=lambda: t.roll(dice, what, who.seat, (who.id, *about), pool),
        push=lambda misses: t.roll(misses, "push", who.seat, (who.id, what), pool),
        decide=lambda hits, rerolls: THEN[decide(t, who, what, hits, rerolls)],
        pay=lambda: spend_one(t, who, "infected.guts.reroll"),
    )  # fmt: skip
    who.guts = guts - roll.rerolls
    pay_push(t, who, roll.push_ones)
    return roll


@cites("infected.core.critical_failure")
def critical_failure(t: T, roll: HitRoll | Tries) -> bool:
    """What Guts buy is a second chance, not an initial roll."""
    return roll.mostly_ones if t.variants.core_guts_reroll_can_be_critical else roll.mostly_ones_at_once


@cites("infected.core.push", "infected.guts.reroll")
def decide(t: T, who: Person, what: str, hits: int, rerolls: int) -> Again:
    """Asked only where there is something to decide: Guts for a roll of 0 hits, a push while a die missed."""
    options = TIRED if who.conditions and who.has(Condition.EXHAUSTED) else FRESH
    limit = t.variants.guts_rerolls_per_roll
    if hits == 0 and who.guts > 0 and (limit == "unlimited" or rerolls < limit):
        options = (*options, Again.GUTS)
    return t.choose(who.seat, "again", options, (who.id, what, str(hits)), default=options[0])


@cites("infected.core.push_stress", "infected.gmscreen.differences")
def pay_push(t: T, who: Person, ones: int) -> None:
    """Each 1 on the dice thrown again is a Stress."""
    if at_least(ones, 1) is not False:  # there are some, or nobody has read yet whether
        amount = ones if t.variants.core_push_stress is PushStress.PER_ONE else at_most(ones, 1)
        stress.mark(t, who, amount, "infected.core.push_stress")


@cites("infected.guts.earn.critical_success")
def earn_by_sixes(t: T, who: Person, roll: HitRoll | Tries) -> None:
    """Three or more sixes: on all dice that show, or on the pool's alone."""
    all_dice = t.variants.guts_critical_success_counts is CriticalSuccess.ALL_DICE
    award(t, who, "infected.guts.earn.critical_success", roll.three_show if all_dice else roll.three_sixes)


@cites("infected.condition.deafened")
def by_word(*people: Person) -> Total:
    """What is agreed by word of mouth goes worse where one of them is Deafened."""
    return Total().plus("Deafened", -1, "infected.condition.deafened") if any(p.has(Condition.DEAFENED) for p in people) else NO_DICE


# ------------------------------------------------------------------------------------------------ what a check comes to
@cites("infected.core.check_pass", "infected.conv.check_pass")
def passes(t: T, check: Check) -> bool:
    """Where a rule names no threshold."""
    return check.hits >= t.variants.core_bare_check_hits


@cites("infected.core.check_pass")
def resists(t: T, who: Person, what: str, attribute: Attribute, skill: Skill | None, extra: Total = NO_DICE, about: About = ()) -> bool:
    """Roll it or suffer: no complication for a single hit."""
    return passes(t, check(t, who, what, attribute, skill, extra, about))


class Opposed(StrEnum):
    WON = "won"
    TIED = "tied"
    LOST = "lost"


@cites("infected.maneuver.opposed")
def compare(mine: int, theirs: int) -> Opposed:
    """More hits win; 0 hits always lose, even against 0."""
    if mine == 0 or mine < theirs:
        return Opposed.LOST
    return Opposed.WON if mine > theirs else Opposed.TIED


@cites("infected.skill.knowledge_specialization", "infected.skill.knowledge_areas")
def knows_about(t: T, who: Person, area: str) -> Total:
    """+1 die where a Knowledge check relates to an area of one's own."""
    if who.skills.get(Skill.KNOWLEDGE, 0) < 1 or area not in who.knowledge:
        return NO_DICE
    fits = t.judge("knowledge_fits", (True, False), True, (who.id, area))
    return Total().plus(f"knows {area}", 1, "infected.skill.knowledge_specialization") if fits else NO_DICE


# ------------------------------------------------------------------------------------------------ odd dice
def d6(t: T, what: str, who: Person | None = None, about: About = (), dice: int = 1) -> int:
    """A table roll: it neither explodes nor can be pushed (infected.conv.odd_dice)."""
    seat = who.seat if who else GM
    return t.roll(SumPool(dice), what, seat, (*((who.id,) if who else ()), *about)).total
