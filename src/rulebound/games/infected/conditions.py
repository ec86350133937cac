"""Conditions: putting them on, taking them off, and what ends each."""

from __future__ import annotations

from rulebound.games.infected.people import Person
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Condition
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Unit

RULE: dict[Condition, str] = {
    Condition.PRONE: "infected.condition.prone",
    Condition.STAGGERED: "infected.condition.staggered",
    Condition.SLOWED: "infected.condition.slowed",
    Condition.GRAPPLED: "infected.condition.grappled",
    Condition.PINNED: "infected.condition.pinned",
    Condition.BLINDED: "infected.condition.blinded",
    Condition.DEAFENED: "infected.condition.deafened",
    Condition.STUNNED: "infected.condition.stunned",
    Condition.DISORIENTED: "infected.condition.disoriented",
    Condition.BURNING: "infected.condition.burning",
    Condition.BLEEDING_OUT: "infected.condition.bleeding_out",
    Condition.CHOKING: "infected.condition.choking",
    Condition.EXHAUSTED: "infected.condition.exhausted",
    Condition.EXPOSED: "infected.state.exposed",
    Condition.OVEREXTENDED: "infected.maneuver.shove",
}
A_SCENE = 10
"""infected.condition.end_of_scene: rounds, in a fight that goes on for so long."""
OF_A_SCENE = (Condition.SLOWED, Condition.DEAFENED, Condition.DISORIENTED)
OF_A_GRIP = (Condition.GRAPPLED, Condition.PINNED, Condition.CHOKING)


@cites("infected.condition.table", "infected.condition.stacking", "infected.condition.example_stacking")
def put_on(t: T, who: Person, condition: Condition) -> bool:
    """Nobody has the same one twice: a second time only begins it anew. Of a Swarm only Burning takes hold."""
    if who.dead or (who.many and condition is not Condition.BURNING):
        return False
    if condition is Condition.EXHAUSTED and who.crash_at is not None:  # infected.craft.recipes.medical: a stimulant holds it off
        t.say("held_off", "infected.craft.recipes.medical", who=who.id)
        return False
    if condition in OF_A_SCENE and (t.state.fight is not None or condition is Condition.DISORIENTED):
        lasts_a_scene(t, who, condition)
    if condition in who.conditions:
        return False
    if condition is Condition.STUNNED:
        stun(t, who)
    who.conditions.append(condition)
    t.say("condition", RULE[condition], who=who.id, condition=condition.value)
    return True


@cites("infected.condition.table")
def take_off(t: T, who: Person, condition: Condition) -> bool:
    if condition not in who.conditions:
        return False
    who.conditions.remove(condition)
    who.until_turns.pop(condition, None)
    if condition in OF_A_SCENE:
        stop_timers(t, who, condition)
    t.say("condition_ends", RULE[condition], who=who.id, condition=condition.value)
    return True


@cites("infected.condition.blinded", "infected.condition.deafened")
def put_on_for(t: T, who: Person, condition: Condition, turns: int = 1) -> None:
    """Until the end of so many of their turns; the one that is going on does not count."""
    if put_on(t, who, condition) or condition in who.until_turns:
        who.until_turns[condition] = turns + has_the_turn(t, who)


def has_the_turn(t: T, who: Person) -> bool:
    return t.state.fight is not None and t.state.fight.acting == who.id


def a_turn_ends(t: T, who: Person) -> None:
    """Outside a fight, a round."""
    for condition in list(who.until_turns):
        who.until_turns[condition] -= 1
        if who.until_turns[condition] < 1 and not take_off(t, who, condition):
            del who.until_turns[condition]


def forget(who: Person, ailment: str) -> None:
    """It no longer ails them."""
    who.ailments = [a for a in who.ailments if a.id != ailment]


@cites("infected.condition.disoriented", "infected.condition.end_of_scene")
def lasts_a_scene(t: T, who: Person, condition: Condition) -> None:
    """Until the scene ends, or for ten rounds: whoever is Disoriented comes round in a minute in any case."""
    stop_timers(t, who, condition)
    t.state.clock.start_timer(Unit.ROUNDS, A_SCENE, who.id, condition)


def stop_timers(t: T, who: Person, condition: Condition) -> None:
    for timer in [timer for timer in t.state.clock.running if timer.who == who.id and timer.effect == condition]:
        t.state.clock.stop_timer(timer.id)


@cites("infected.condition.stunned")
def stun(t: T, who: Person) -> None:
    """The Action in hand is lost now, and with it the Free action; if it was used already, those of the next turn."""
    who.until_turns[Condition.STUNNED] = 1 + (has_the_turn(t, who) and who.actions < 1)
    who.actions = who.frees = 0


@cites("infected.condition.end_of_scene")
def scene_over(t: T, who: Person) -> None:
    """Slowed, Deafened and Disoriented end with the scene; so does what belongs to a fight, a survivor's surrender too."""
    who.surrendered = who.surrendered and (who.restrained or not who.pc)
    for condition in (
        *OF_A_SCENE, Condition.STAGGERED, Condition.STUNNED, Condition.EXPOSED, Condition.OVEREXTENDED,
    ):  # fmt: skip
        take_off(t, who, condition)


# ------------------------------------------------------------------------------------------------ holds
def holder_of(t: T, who: Person) -> Person | None:
    return t.state.people.get(who.held_by) if who.held_by else None


def held_by(t: T, who: Person) -> Person | None:
    """Whom this person holds."""
    return t.state.people.get(who.holds) if who.holds else None


@cites("infected.range.engaged")
def release(t: T, who: Person) -> None:
    """A grip ends: both are back at Melee, and choking is over."""
    other = held_by(t, who)
    who.holds = None
    if other is not None:
        other.held_by = None
        if not other.in_trap:
            take_off(t, other, Condition.GRAPPLED)
        take_off(t, other, Condition.PINNED)
        breathe_again(t, other)
        t.say("released", "infected.range.engaged", who=who.id, target=other.id)


@cites("infected.maneuver.choking_progress")
def breathe_again(t: T, who: Person) -> None:
    """What counts is failures within one choke."""
    who.choke_failures = who.choke_rounds = 0
    take_off(t, who, Condition.CHOKING)


@cites("infected.maneuver.choking_progress")
def stop_choking(t: T, who: Person) -> None:
    """Whoever attacks does not choke meanwhile, whatever is attacked."""
    if (held := held_by(t, who)) is not None:
        breathe_again(t, held)


@cites("infected.maneuver.grapple")
def lock(t: T, who: Person, foe: Person) -> None:
    """A stalemate: whoever began it rolls again or lets go."""
    unlock(t, who)
    unlock(t, foe)
    who.locked_with, foe.locked_with, who.locked_first = foe.id, who.id, True


@cites("infected.maneuver.grapple")
def unlock(t: T, who: Person) -> None:
    """A stalemate ends."""
    other = t.state.people.get(who.locked_with) if who.locked_with else None
    who.locked_with, who.locked_first = None, False
    if other is not None and other.locked_with == who.id:
        other.locked_with, other.locked_first = None, False


@cites("infected.range.engaged", "infected.maneuver.grapple_while")
def let_go_of_all(t: T, who: Person) -> None:
    """Whoever faints, dies, leaves or is moved without the other holds nobody and is held by nobody."""
    release(t, who)
    if (holder := holder_of(t, who)) is not None:
        release(t, holder)
    unlock(t, who)


@cites("infected.range.engaged", "infected.stress.breakdown")
def left_alone(t: T, who: Person) -> None:
    """Whoever is out of the scene holds on to nobody."""
    for other in (holder_of(t, who), t.state.people.get(who.locked_with) if who.locked_with else None):
        if other is not None and not other.up:
            let_go_of_all(t, other)
