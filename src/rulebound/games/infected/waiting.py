"""Whose turn comes when: ending it, waiting, breaking in, and going first of those who act together; and giving up."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.actions import NO_FIGHT, acting, has_turn, on_turn
from rulebound.games.infected.aims import can_attack
from rulebound.games.infected.conditions import release, unlock
from rulebound.games.infected.driving import runs_on
from rulebound.games.infected.fright import farther
from rulebound.games.infected.initiative import still_waiting
from rulebound.games.infected.moving import can_move
from rulebound.games.infected.rounds import finish_turn, next_turn, start_turn
from rulebound.games.infected.state import T, enemies
from rulebound.games.infected.terms import Id
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId


@cites("infected.stress.panic")
def can_end(t: T, by: SeatId) -> Refusal | None:
    """Whoever lashes out or flees does so first, if they can; the game master may pass over it."""
    if refusal := has_turn(t, by):
        return refusal
    who = acting(t)
    if by == GM or not who.up:
        return None
    if who.lashes_out and can_attack(t, by) is None:
        return Refusal("infected.stress.panic", f"{who.name} lashes out.", "Attack whoever is nearest.")
    if who.bolts and can_move(t, by) is None and farther(t, who):
        return Refusal("infected.stress.panic", f"{who.name} flees.", f"Move away: to {', '.join(farther(t, who))}.")
    return None


@command(rules=("infected.action.economy", "infected.stress.panic"), when=can_end)
def end_turn(t: T, by: SeatId) -> None:
    """End your turn; what you have not used can still pay for a defence."""
    runs_on(t, acting(t))
    finish_turn(t, acting(t))
    next_turn(t)


@cites("infected.initiative.delay", "infected.maneuver.suppressing_options")
def can_wait(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    fight, who = t.state.fight, acting(t)
    assert fight is not None
    if who.panicking:
        return Refusal("infected.stress.panic", f"{who.name} panics: {who.panic}.", "Act on it, or end the turn.")
    if who.acted or who.moved or who.id in fight.turns.delayed:
        return Refusal("infected.initiative.delay", "Waiting comes before anything else in a turn.", "Act, or end the turn.")
    if who.flees:
        return Refusal("infected.maneuver.suppressing_options", f"{who.name} flees from the fire.", "Move away from it.")
    if fight.interrupted:
        return Refusal("infected.initiative.delay", "You have broken in: act now.", "Act, or end the turn.")
    return None


@command(rules=("infected.initiative.delay",), when=can_wait)
def wait(t: T, by: SeatId) -> None:
    """Wait: act at any later point of this round; a turn still waiting at its end is lost. Whoever wants to be asked is asked when."""
    who, fight = acting(t), t.state.fight
    assert fight is not None
    fight.turns.delay(who.id)
    fight.acting = None
    t.say("waits", "infected.initiative.delay", who=who.id)
    next_turn(t, who.id)


def waiting(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours who waits."""
    return [who.id for who in still_waiting(t) if by in (who.seat, GM)]


@cites("infected.initiative.delay")
def can_break_in(t: T, by: SeatId) -> Refusal | None:
    if t.state.fight is None:
        return NO_FIGHT
    return None if waiting(t, by) else Refusal("infected.initiative.delay", "Nobody of yours waits.", "Wait on your turn first.")


@command(rules=("infected.initiative.delay",), when=can_break_in, who=waiting)
def break_in(t: T, by: SeatId, who: Id) -> None:
    """Take the turn you waited with, now, before whoever has it."""
    fight = t.state.fight
    assert fight is not None
    if fight.acting is not None:
        fight.interrupted.append(fight.acting)
    fight.acting = who
    t.say("breaks_in", "infected.initiative.delay", who=who)


def tied(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours who is on turn together with whoever acts now."""
    fight = t.state.fight
    if (
        fight is None
        or fight.acting is None
        or t.state.people[fight.acting].acted
        or t.state.people[fight.acting].moved
        or fight.interrupted
    ):
        return []
    group = fight.turns.group()
    return [Id(id) for id in group if id != fight.acting and by in (t.state.people[id].seat, GM)] if fight.acting in group else []


@cites("infected.initiative.side_based", "infected.initiative.ties")
def can_go_first(t: T, by: SeatId) -> Refusal | None:
    if t.state.fight is None:
        return NO_FIGHT
    return (
        None
        if tied(t, by)
        else Refusal("infected.initiative.side_based", "Nobody of yours is on turn at the same time.", "Wait for your turn.")
    )


@command(rules=("infected.initiative.side_based", "infected.initiative.ties"), when=can_go_first, who=tied)
def go_first(t: T, by: SeatId, who: Id) -> None:
    """Of those on turn together, act before whoever has not done anything yet."""
    start_turn(t, t.state.people[who])


# ------------------------------------------------------------------------------------------------ giving up
@cites("infected.guts.earn.decisive_victory", "infected.npc.rage")
def can_leave(t: T, by: SeatId) -> Refusal | None:
    """Infected neither give up nor take prisoners."""
    if refusal := on_turn(t, by):
        return refusal
    who = acting(t)
    if who.is_infected:
        return Refusal("infected.npc.rage", "They never give up.", "Attack.")
    if not any(foe.human for foe in enemies(t, who)):
        return Refusal("infected.npc.rage", "There is nobody who would take you prisoner.", "Fight, or get away.")
    return None


@command(rules=("infected.guts.earn.decisive_victory", "infected.maneuver.overwatch", "infected.maneuver.suppressing_fire"), when=can_leave)
def surrender(t: T, by: SeatId) -> None:
    """Lay down your arms: you take no further part in the fight, and nothing that you have prepared comes."""
    who, fight = acting(t), t.state.fight
    assert fight is not None
    who.surrendered, who.prepared, who.retreating = True, None, None
    fight.suppressions = [held for held in fight.suppressions if held.by != who.id]
    t.say("surrenders", "infected.guts.earn.decisive_victory", who=who.id)
    release(t, who)
    unlock(t, who)
    finish_turn(t, who)
    next_turn(t)
