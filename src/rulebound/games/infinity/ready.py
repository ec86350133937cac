"""Readying an action for another's turn."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.attacks import targets
from rulebound.games.infinity.blows import in_hand
from rulebound.games.infinity.exchange import can_loose, loose
from rulebound.games.infinity.momentum import mine
from rulebound.games.infinity.people import Id, Readied, Trigger
from rulebound.games.infinity.programs import intrusions
from rulebound.games.infinity.slots import ATTACKS, acting, no_room, on_turn, take
from rulebound.games.infinity.state import T, seen_by
from rulebound.games.infinity.techniques import Technique
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


def waiting_for(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Whose doings set it off, and whom it strikes."""
    return [p.id for p in targets(t, acting(t)) if p.active]


def kinds(t: T, by: SeatId, *_: object) -> Sequence[Action]:
    """The kind of attack that waits."""
    return [action for action in Action if action in ATTACKS and tools_for(t, by, Id(""), action)]


def tools_for(t: T, by: SeatId, target: Id, action: Action) -> Sequence[str]:
    """The weapon, program or Technique."""
    me = acting(t)
    match action:
        case Action.SHOOT:
            return in_hand(me, ranged=True)
        case Action.MELEE:
            return in_hand(me, ranged=False)
        case Action.HACK:
            return intrusions(me)
        case _:
            return [Technique.THREATEN.value, Technique.ENRAGE.value]


@cites("infinity.action.ready")
def can_ready(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.READY):
        return refusal
    return None if waiting_for(t, by) else Refusal("infinity.action.ready", "There is nobody to wait for.", "Do something else.")


@command(rules=("infinity.action.ready",), when=can_ready, target=waiting_for, action=kinds, tool=tools_for)
def ready(t: T, by: SeatId, target: Id, action: Action, tool: str, trigger: Trigger) -> None:
    """Standard: hold an attack until its trigger, in another's turn; it costs no Heat and lapses with your next turn."""
    me = acting(t)
    take(t, me, Action.READY)
    me.readied = Readied(action, tool, target, trigger)
    t.say("readies", "infinity.action.ready", to=seen_by(t, me), who=me.id, action=action.value, trigger=trigger.value)


def ready_ones(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours who waits for your word, outside his own turn."""
    waiting = [p for p in mine(t, by) if p.readied and p.readied.trigger is Trigger.WORD and p.id != t.state.current]
    return [p.id for p in waiting if p.readied and can_loose(t, p, p.readied)]


@cites("infinity.action.ready")
def can_use(t: T, by: SeatId) -> Refusal | None:
    if t.state.current is not None and ready_ones(t, by):
        return None
    return Refusal("infinity.action.ready", "Nobody of yours waits for your word in another's turn.", "Ready an action first.")


@command(rules=("infinity.action.ready",), when=can_use, who=ready_ones)
def use_readied(t: T, by: SeatId, who: Id) -> None:
    """Let a readied action happen now, in the middle of another's turn."""
    me = t.state.people[who]
    assert me.readied is not None
    loose(t, me, me.readied)
