"""Time: a round is six seconds, ten are a minute; what the clock brings when it moves."""

from __future__ import annotations

from rulebound.games.infected import death, infection, threat
from rulebound.games.infected.conditions import put_on, see_again, take_off
from rulebound.games.infected.environment import fires, smoke_clears
from rulebound.games.infected.goals import all_lost
from rulebound.games.infected.initiative import back_in
from rulebound.games.infected.lights import burn_down
from rulebound.games.infected.people import HERBS, Person
from rulebound.games.infected.state import T, now, party
from rulebound.games.infected.terms import Condition
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Unit


@cites("infected.conv.time", "infected.combat.round")
def a_round(t: T) -> None:
    t.state.clock.advance(Unit.ROUNDS)
    what_is_due(t)


@cites("infected.conv.time")
def pass_minutes(t: T, minutes: int) -> None:
    """Minute by minute while somebody's life hangs on it, else at once."""
    left = minutes
    while left > 0:
        step = 1 if any(urgent(p) for p in t.state.people.values()) else left
        t.state.clock.advance(Unit.MINUTES, step)
        left -= step
        what_is_due(t)


def urgent(who: Person) -> bool:
    return not who.dead and (who.infection is not None or who.dying_until is not None)


def what_is_due(t: T) -> None:
    """Effects that end, infections that run, the dying, the knocked out, fires, and what heard you."""
    if t.state.clock.over:
        for timer in t.state.clock.due():
            who = t.state.people.get(timer.who)
            if who is not None and timer.effect == Condition.DISORIENTED:
                take_off(t, who, Condition.DISORIENTED)
    for who in list(t.state.people.values()):
        if who.infection is not None:
            infection.time_passes(t, who)
        if who.dying_until is not None:
            death.time_runs_out(t, who)
        if who.wakes_at is not None and now(t) >= who.wakes_at:
            wake(t, who)
        if who.dazzled and t.state.fight is None:
            see_again(t, who)
        if who.ailments:
            recover(t, who)
        if who.crash_at is not None and now(t) >= who.crash_at:
            crash(t, who)
    if t.state.noise_clock is not None:
        threat.clock_runs_out(t)
    fires(t)
    smoke_clears(t)
    if any(p.flashlight for p in t.state.people.values()):
        burn_down(t)
    if t.state.fight is None and not any(p.up or p.wakes_at is not None for p in party(t)):
        all_lost(t)


@cites("infected.group.mercy")
def wake(t: T, who: Person) -> None:
    who.wakes_at, who.unconscious = None, False
    t.say("wakes", "infected.group.mercy", who=who.id)
    back_in(t, who)


def recover(t: T, who: Person) -> None:
    """What lasted a time is over."""
    for ailment in [a for a in who.ailments if a.eased and now(t) >= a.eased_until]:
        ailment.eased = 0
        t.say("ailment_over", "infected.craft.recipes.medical", who=who.id, what=HERBS)
    for ailment in [a for a in who.ailments if a.until is not None and now(t) >= a.until]:
        who.ailments.remove(ailment)
        t.say("ailment_over", ailment.rule, who=who.id, what=ailment.name)


@cites("infected.craft.recipes.medical")
def crash(t: T, who: Person) -> None:
    """A stimulant wears off: Exhausted until a full rest."""
    who.crash_at = None
    put_on(t, who, Condition.EXHAUSTED)
