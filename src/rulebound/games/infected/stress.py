"""Stress: slots, what fills them, the breaking point, and panic."""

from __future__ import annotations

import msgspec

from rulebound.games.infected import checks, threat  # a breaking point is a check, and a push costs Stress
from rulebound.games.infected.awareness import overheard
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import T, in_fight
from rulebound.games.infected.terms import Attribute, Panic, Skill
from rulebound.kernel.citing import cites
from rulebound.kernel.limits import at_least, at_most
from rulebound.kernel.modifiers import Total

PANICS = "panics"
"""In place of a reaction until there is one."""
SCREAM = 4
"""infected.stress.panic"""


WHEN_NOBODY_JUDGES = (Panic.FREEZE, Panic.FREEZE, Panic.FLEE, Panic.SCREAM, Panic.SCREAM, Panic.LASH_OUT)


@cites("infected.stress.slots", "infected.chargen.derived", "infected.advance.derived_update")
def slots(who: Person) -> int:
    return max(1, who.nerve + 3 - who.grief)


@cites("infected.stress.sources")
def suffer(t: T, who: Person, amount: int, rule: str) -> None:
    """Mark Stress; the last slot brings the breaking point once whatever caused it is resolved."""
    mark(t, who, amount, rule)
    if who.breaking is not False:  # it may be yet unread
        t.later_once(breaking_point, who)


@cites("infected.stress.sources")
def mark(t: T, who: Person, amount: int, rule: str) -> None:
    """Only survivors have any, and no more than slots."""
    before, most = who.stress, slots(who)
    if not who.pc or who.dead or at_least(before, most) is True:
        return
    who.stress = at_most(before + amount, most)
    if who.breaking is not True:
        who.breaking = at_least(before + amount, most)
    if t.heard and amount > 0:
        t.say("stress", rule, who=who.id, marked=who.stress - before, stress=who.stress, slots=most)


@cites("infected.stress.slots", "infected.stress.breaking_point")
def fewer_slots(t: T, who: Person) -> None:
    """What was marked on a lost slot is lost with it; a track that is full now is so for the first time."""
    who.stress = min(who.stress, slots(who))
    if who.stress == slots(who) and not who.breaking:
        who.breaking = True
        t.later_once(breaking_point, who)


@cites("infected.stress.sources")
def strained(t: T, who: Person, roll: checks.Check) -> None:
    """A failed Resolve check costs 1, whatever it was for; a breaking point is none."""
    if not checks.passes(t, roll):
        suffer(t, who, 1, "infected.stress.sources")


@cites("infected.stress.relief")
def relieve(t: T, who: Person, amount: int, rule: str) -> int:
    """Clear Stress; how much was there to clear."""
    cleared = min(amount, who.stress)
    if cleared:
        who.stress -= cleared
        t.say("stress_relieved", rule, who=who.id, cleared=cleared, stress=who.stress)
    return cleared


@cites("infected.stress.breaking_point")
def breaking_point(t: T, who: Person) -> None:
    t.aftermath(put_to_the_test, who)


@cites("infected.stress.breaking_point")
def put_to_the_test(t: T, who: Person) -> None:
    """NERVE + Resolve: hold together, panic, or break down. Ones of a push find the track full."""
    if not who.pc or who.dead or who.breaking is False:
        return
    if who.ailments and not who.breaking:  # what helps or hampers one roll is not used up by none
        return
    pool = checks.hampered(t, who, Attribute.NERVE, Skill.RESOLVE, checks.base_pool(who, Attribute.NERVE, Skill.RESOLVE))
    who.last_stand = False
    looks, changes = checks.LOOKED_AT_BY_A_ROLL, (*checks.CHANGED_BY_A_ROLL, "panic", "broken_down")
    more_to_come = any(rule is not breaking_point for rule, _, _ in t.postponed)
    t.apart(breaks, who, looks, changes, pool, more_to_come)
    if more_to_come or not in_fight(t):
        panics(t, who)
    else:
        t.aside(panics, who)


class Broke(msgspec.Struct, frozen=True):
    """Nothing that others notice at once."""


class Panicked(msgspec.Struct, frozen=True):
    """What others notice of it."""

    screams: bool


@cites("infected.stress.breaking_point")
def breaks(t: T, who: Person, pool: Total, more_to_come: bool) -> Broke:
    """Guts that this brings can be spent in the same command only where more than breaking points is still to come."""
    if not who.breaking or who.panic or who.broken_down:
        return Broke()
    who.breaking, who.stress = True, slots(who)  # so much is certain at a breaking point
    dice = checks.hit_pool(t, pool)
    hits = 0
    if dice.dice:
        roll = checks.accepted(t, who, "breaking_point", dice, pool)
        hits = roll.hits
        if more_to_come:
            checks.earn_by_sixes(t, who, roll)
        else:
            t.aside(checks.earn_by_sixes, who, roll)
    if hits == 0:
        break_down(t, who)
    elif hits == 1:
        who.panic = PANICS
    else:
        who.breaking = False
        t.say("holds_together", "infected.stress.breaking_point", who=who.id)
        relieve(t, who, 1, "infected.stress.breaking_point")
    return Broke()


def panics(t: T, who: Person) -> None:
    """In a fight a scream tells nobody anything."""
    came = t.apart(panic, who, ("id", "seat"), ("stress", "breaking", "panic"), in_fight(t))
    if in_fight(t):
        t.aside(heard_screaming, who, came)
    else:
        heard_screaming(t, who, came)


@cites("infected.stress.panic")
def panic(t: T, who: Person, fighting: bool) -> Panicked:
    """The game master picks; a d6 does where there is none. The reaction rules the next turn, or the scream is out before it; then it
    is over. Outside a fight it is over at once."""
    if who.panic != PANICS:
        return Panicked(False)
    reaction = t.judge("panic", tuple(Panic), lambda: WHEN_NOBODY_JUDGES[checks.d6(t, "panic", who) - 1], (who.id,))
    t.say("panics", "infected.stress.panic", who=who.id, reaction=reaction.value)
    who.panic = reaction.value
    if not fighting:
        calm_down(t, who)
    return Panicked(reaction is Panic.SCREAM)


@cites("infected.stress.panic")
def heard_screaming(t: T, who: Person, came: Panicked) -> None:
    if came.screams:
        overheard(t, who, SCREAM)
        threat.make_noise(t, who.seat, SCREAM, "a scream", "infected.stress.panic", who.zone)


@cites("infected.stress.breaking_point")
def calm_down(t: T, who: Person) -> None:
    """The reaction is over: two Stress go."""
    who.panic, who.panicking, who.breaking = "", False, False
    relieve(t, who, 2, "infected.stress.breaking_point")


@cites("infected.stress.breakdown")
def break_down(t: T, who: Person) -> None:
    """Out of the scene."""
    who.broken_down, who.panic = True, ""
    t.say("breaks_down", "infected.stress.breakdown", who=who.id)


@cites("infected.stress.breakdown")
def come_back(t: T, who: Person) -> None:
    """With the next scene; all Stress is gone."""
    if who.broken_down:
        who.broken_down, who.breaking = False, False
        relieve(t, who, who.stress, "infected.stress.breakdown")
