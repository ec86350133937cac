"""Swimming, wet gear, drowning, and pulling somebody out."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected import stress
from rulebound.games.infected.bonds import helped
from rulebound.games.infected.carry import burden
from rulebound.games.infected.checks import resists
from rulebound.games.infected.content import content
from rulebound.games.infected.death import die, faint
from rulebound.games.infected.equipment import discard, of_kind
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import T, now
from rulebound.games.infected.terms import Attribute, Id, Level, Skill
from rulebound.games.infected.world import able, chance, has_able
from rulebound.games.infected.wounds import wound
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

FATAL_FAILURES = 3
RESCUE_ROUNDS = 2


# ------------------------------------------------------------------------------------------------ water
class Water(StrEnum):
    CALM = "calm"
    ROUGH = "rough"
    RAPIDS = "rapids"


WATER_DICE = {Water.CALM: 0, Water.ROUGH: -1, Water.RAPIDS: -2}
ITEMS_A_DIE = 3


@cites("infected.hazard.swimming")
def swim_dice(who: Person, water: Water) -> Total:
    """Rough water -1, rapids -2, and a die less for every three Significant Items."""
    rule = "infected.hazard.swimming"
    return Total().plus(water.value, WATER_DICE[water], rule).plus("burden", -(burden(who).value // ITEMS_A_DIE), rule)


@command(rules=("infected.hazard.swimming",), when=has_able, who=able)
def swim(t: T, by: SeatId, who: Id, water: Water = Water.CALM) -> None:
    """Swim: GRIT + Athletics, or begin to drown. Either way you are wet, and so is your gear."""
    me = t.state.people[who]
    if resists(t, me, "swim", Attribute.GRIT, Skill.ATHLETICS, swim_dice(me, water)):
        me.drowning = 0
        t.say("swims", "infected.hazard.swimming", who=who)
    else:
        me.drowning = max(1, me.drowning)
        t.say("goes_under", "infected.hazard.swimming", who=who)
    soak(t, me)


@cites("infected.hazard.wet_gear")
def soak(t: T, who: Person) -> None:
    """Guns are unreliable until dry, electronics and open food are ruined by 50%, clothes no longer warm."""
    if who.wet:
        return
    who.wet = True
    t.say("soaked", "infected.hazard.wet_gear", who=who.id)
    if of_kind(who, "waterproof bag") or any("waterproof bag" in g.upgrades for g in who.gear.values()):
        return
    for thing in list(who.gear.values()):
        row = content().gear.get(thing.kind)
        if row is not None and row.electronic and chance(t, 50, "electronics", who, (thing.kind,)):
            discard(who, thing)
            t.say("ruined", "infected.hazard.wet_gear", who=who.id, thing=thing.kind)
    if who.food and chance(t, 50, "wet_food", who):
        t.say("spoils", "infected.hazard.wet_gear", who=who.id, days=who.food)
        who.food = 0


def wet_ones(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is soaked."""
    return [who for who in able(t, by) if t.state.people[who].wet]


def can_dry(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    return None if wet_ones(t, by) else Refusal("infected.hazard.wet_gear", "Nobody of yours is wet.", "Keep it that way.")


@command(rules=("infected.hazard.wet_gear",), when=can_dry, who=wet_ones)
def dry_off(t: T, by: SeatId, who: Id) -> None:
    """Dry clothes and clean weapons."""
    t.state.people[who].wet = False
    t.say("dries", "infected.hazard.wet_gear", who=who)


def drowning_ones(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody under water who is still alive."""
    return [p.id for p in t.state.people.values() if p.drowning and not p.dead]


def can_drown(t: T, by: SeatId) -> Refusal | None:
    return None if drowning_ones(t, by) else Refusal("infected.hazard.drowning", "Nobody is drowning.", "Swim first.")


@command(rules=("infected.hazard.drowning",), when=can_drown, who=drowning_ones)
def without_air(t: T, by: SeatId, who: Id) -> None:
    """A round without air: GRIT + Endure, worse with every failure; the third means blacking out."""
    drown(t, t.state.people[who])


@cites("infected.hazard.drowning")
def drown(t: T, who: Person) -> None:
    rule = "infected.hazard.drowning"
    if who.drowned_at is not None:
        if now(t) - who.drowned_at > RESCUE_ROUNDS:
            die(t, who, rule, None)
        return
    failed = who.drowning - 1
    extra = Total().plus("failed before", -failed, rule)
    if resists(t, who, "drown", Attribute.GRIT, Skill.ENDURE, extra):
        t.say("holds_breath", rule, who=who.id)
        return
    who.drowning += 1
    stress.suffer(t, who, 1, rule)
    if who.drowning - 1 >= FATAL_FAILURES:
        who.drowned_at = now(t)
        wound(t, who, Level.CRITICAL, rule)
        faint(t, who, rule)
    else:
        t.say("chokes_on_water", rule, who=who.id, failures=who.drowning - 1)


def rescuers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is up."""
    return able(t, by)


def drowning_others(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """Somebody else under water."""
    return [id for id in drowning_ones(t, by) if id != who]


def can_rescue(t: T, by: SeatId) -> Refusal | None:
    if not able(t, by) or not drowning_ones(t, by):
        return Refusal("infected.hazard.drowning", "Nobody is drowning whom you could reach.", "Look again.")
    return None


@command(rules=("infected.hazard.drowning",), when=can_rescue, who=rescuers, victim=drowning_others)
def pull_out(t: T, by: SeatId, who: Id, victim: Id) -> None:
    """Pull somebody out of the water; within two rounds of blacking out they can still be revived, that is stabilised."""
    me, other = t.state.people[who], t.state.people[victim]
    if other.drowned_at is not None and now(t) - other.drowned_at > RESCUE_ROUNDS:
        die(t, other, "infected.hazard.drowning", None)
        return
    other.drowning, other.drowned_at = 0, None
    t.say("pulled_out", "infected.hazard.drowning", who=who, victim=victim)
    helped(t, me, other)
