"""Time: a round is six seconds, ten are a minute; what the clock brings when it moves."""

from __future__ import annotations

from rulebound.games.infected import death, infection, threat
from rulebound.games.infected.cartridges import forget_shots
from rulebound.games.infected.conditions import OF_A_SCENE, a_turn_ends, put_on, scene_over, take_off
from rulebound.games.infected.fire import a_round_of_it, burn, fires, get_clear, may_spread, smoke_clears, stands_in_fire, stifling
from rulebound.games.infected.goals import all_lost
from rulebound.games.infected.initiative import back_in
from rulebound.games.infected.lights import burn_down
from rulebound.games.infected.npcs import those_on_the_way
from rulebound.games.infected.people import HERBS, Person
from rulebound.games.infected.state import T, now, party
from rulebound.games.infected.stress import come_back
from rulebound.games.infected.terms import ROUNDS_A_MINUTE, Condition
from rulebound.games.infected.water import beyond_rescue, drown
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Unit


@cites("infected.conv.time", "infected.combat.round")
def a_round(t: T) -> None:
    t.state.clock.advance(Unit.ROUNDS)
    what_is_due(t, 1)


@cites("infected.conv.time")
def pass_minutes(t: T, minutes: int) -> None:
    """Round by round while somebody burns or drowns, minute by minute while a life hangs on it or a fire spreads, else at once."""
    left, t.state.scene.grace = minutes * ROUNDS_A_MINUTE, False
    while left > 0:
        get_clear(t)
        people = [p for p in t.state.people.values() if not p.dead]
        if any(perishing(p) or stands_in_fire(t, p) for p in people):
            step = 1
        elif any(p.infection is not None or p.dying_until is not None or stifling(t, p) for p in people) or may_spread(t):
            step = min(left, ROUNDS_A_MINUTE)
        else:
            step = left
        t.state.clock.advance(Unit.ROUNDS, step)
        left -= step
        what_is_due(t, step)


def perishing(who: Person) -> bool:
    """Every round costs them something."""
    return who.drowning > 0 or who.has(Condition.BURNING)


@cites("infected.hazard.fire.catching", "infected.hazard.drowning")
def perish(t: T, who: Person) -> None:
    """A round of it; in a fight it comes with the own turn."""
    if t.state.fight is None:
        burn(t, who)
        if who.drowning and not who.dead:
            drown(t, who)
    if beyond_rescue(t, who):
        death.die(t, who, "infected.hazard.drowning", None)


def what_is_due(t: T, rounds: int) -> None:
    """Effects that end, infections that run, the dying, the knocked out, fires, and what heard you. The round's noise is over."""
    t.state.scene.round_noise = 0
    if t.state.clock.over:
        for timer in t.state.clock.due():
            who = t.state.people.get(timer.who)
            if who is not None and timer.effect in OF_A_SCENE:
                take_off(t, who, Condition(timer.effect))
    ablaze = any(zone.fire or zone.smoke for zone in t.state.scene.zones.values())
    for who in list(t.state.people.values()):
        if not who.dead and (ablaze or who.smoke_rounds):
            a_round_of_it(t, who, rounds)
        if not who.dead and perishing(who):
            perish(t, who)
        if who.infection is not None:
            infection.time_passes(t, who)
        if who.dying_until is not None:
            death.time_runs_out(t, who)
        if who.wakes_at is not None and now(t) >= who.wakes_at:
            wake(t, who)
        if who.until_turns and t.state.fight is None:
            a_turn_ends(t, who)
        if who.ailments:
            recover(t, who)
        if who.crash_at is not None and now(t) >= who.crash_at:
            crash(t, who)
    if t.state.noise_clock is not None:
        threat.clock_runs_out(t)
    if t.state.on_the_way:
        those_on_the_way(t)
    fires(t)
    smoke_clears(t)
    if any(p.flashlight for p in t.state.people.values()):
        burn_down(t)
    if t.state.fight is None and not any(p.up or p.wakes_at is not None for p in party(t)):
        all_lost(t)


@cites("infected.death.critical", "infected.npc.human_track")
def sleeps_it_off(who: Person) -> bool:
    """Nothing keeps them unconscious but that they have not come round yet: dying does, and for all but survivors any Critical wound."""
    hurt = who.dying_until is not None or (not who.pc and who.wounds.marked["critical"])
    return who.unconscious and who.wakes_at is None and not (who.dead or who.heat_stroke or hurt)


@cites("infected.condition.end_of_scene", "infected.stress.breakdown", "infected.equipment.arrow_recovery")
def breathe(t: T) -> None:
    """A scene is over for people: what lasted as long ends, whoever was out of it is back, and what was shot in it stays lost."""
    for who in t.state.people.values():
        scene_over(t, who)
        come_back(t, who)
        who.heroic, who.fled = False, False
        if sleeps_it_off(who):
            wake(t, who)
        for thing in who.gear.values():
            forget_shots(thing)
    t.state.scene.spotted, t.state.scene.grace, t.state.scene.distraction, t.state.scene.lookouts = False, False, "", []


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
