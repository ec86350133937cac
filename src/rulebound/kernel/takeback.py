"""Taking back: undo with its guard, cancelling, overruling. Each is written in the journal and said in the log as what it was.

Undo is free to whoever made the move until it would cross a random result, another seat's answer, or something hidden that was
shown. Past that the game master can still do it, openly; where no game master sits, any player can.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from rulebound.kernel.attempt import Given
from rulebound.kernel.journal import Cancelled, How, Overruled, Undid
from rulebound.kernel.questions import Answer
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId
from rulebound.kernel.turn import Done, Outcome, Turn, Waiting

if TYPE_CHECKING:
    from rulebound.kernel.live import LiveTable

S = TypeVar("S")
V = TypeVar("V")


def undo(table: LiveTable[S, V], by: SeatId) -> Outcome:
    if refusal := _may_play(table, by):
        return refusal
    turn = table.flight.turn if table.flight else table.turns[-1] if table.turns else None
    if turn is None:
        return Refusal("table.nothing_to_undo", "Nothing has been done yet.")
    if table.flight and table.flight.shares:
        return _undo_share(table, by)
    keep = _answers_kept(turn) if table.flight else None
    crossed = _crosses(table, turn, turn.answers[keep:] if keep is not None else turn.answers, by)
    if crossed and not table.may_act_openly(by):
        return Refusal("table.undo_guard", f"That would take back {crossed}.", "The game master can do it, openly.")
    done = len(table.turns) - (0 if table.flight else 1)
    record = Undid(by, done, keep, bool(crossed))
    table.go_back_to(done)
    table.journal.append(record)
    table.notice("table.undid_openly" if crossed else "table.undid", by=by, command=turn.did.command)
    return Done() if keep is None else table.run(turn.with_answers(turn.answers[:keep]), [])


def _undo_share(table: LiveTable[S, V], by: SeatId) -> Outcome:
    """One's own share of a joint answer, while the others are still out."""
    flight = table.flight
    assert flight is not None
    if by not in flight.shares:
        return Refusal("table.undo_guard", "Others have answered in secret.", "Each can take back only their own.")
    table.journal.append(Undid(by, len(table.turns), len(flight.turn.answers)))
    del flight.shares[by]
    return Waiting(flight.id, flight.question)


def cancel(table: LiveTable[S, V], by: SeatId) -> Outcome:
    if not table.may_act_openly(by):
        return Refusal("table.gm_only", "Only the game master may cancel a command.")
    if table.flight is None:
        return Refusal("table.nothing_waits", "No command is waiting.")
    turn = table.flight.turn
    if any(given.how in (How.CHANCE, How.TYPED) for given in turn.answers) or _reveals(table, turn):
        return Refusal("table.already_revealed", "Something has been revealed already.", "Undo it openly, or let a default stand.")
    table.go_back_to(len(table.turns))
    table.journal.append(Cancelled(by))
    table.notice("table.cancelled", by=by, command=turn.did.command)
    return Done()


def overrule(table: LiveTable[S, V], by: SeatId, answer: int, value: object) -> Outcome:
    if not table.may_act_openly(by):
        return Refusal("table.gm_only", "Only the game master may overrule.")
    turn = table.flight.turn if table.flight else table.turns[-1] if table.turns else None
    if turn is None or not 0 <= answer < len(turn.answers):
        return Refusal("table.no_such_answer", "The last turn has no such answer.", f"It has {len(turn.answers) if turn else 0}.")
    old = turn.answers[answer]
    if type(value) is not type(old.value):
        return Refusal("table.bad_answer", f"{value!r} is not of the kind that was answered.", f"It was {old.value!r}.")
    new = Given(old.seat, old.question, _as_answer(value), How.OVERRULED, by)
    trial = table.fork()
    trial.go_back_to(len(trial.turns) - (0 if trial.flight else 1))
    before = trial.snapshot()
    changed = turn.with_answers([*turn.answers[:answer], new])
    changed.before = before
    record = Overruled(by, answer, old.question, new.value)
    try:
        outcome = trial.run(changed, [record])
    except ValueError as problem:
        return Refusal("table.bad_answer", f"{problem}.", f"It was {old.value!r}.")
    if not isinstance(outcome, Refusal):
        trial.notice("table.overruled", by=by, command=turn.did.command)
        table.__dict__.update(trial.__dict__)
    return outcome


def _may_play(table: LiveTable[S, V], by: SeatId) -> Refusal | None:
    if table.closed:
        return Refusal("table.closed", "This table is closed.")
    if by not in table.seats or not table.seats[by].plays:
        return Refusal("table.only_looking", f"{by} does not play here.")
    return None


def _answers_kept(turn: Turn) -> int | None:
    """Up to the last answer that somebody gave; None if nobody has given any: then the command itself goes."""
    for place in range(len(turn.answers) - 1, -1, -1):
        if turn.answers[place].how not in (How.CHANCE, How.DEFAULT):
            return place
    return None


def _crosses(table: LiveTable[S, V], turn: Turn, answers: Iterable[Given], by: SeatId) -> str:
    """What taking these answers back would cross, in words; nothing if it is free."""
    for given in answers:
        if given.how in (How.CHANCE, How.TYPED):
            return "a random result"
        if given.seat != by:
            return f"an answer of {given.seat}"
    if turn.did.seat != by:
        return f"a command of {turn.did.seat}"
    return "something that was shown" if _reveals(table, turn) else ""


def _reveals(table: LiveTable[S, V], turn: Turn) -> bool:
    return any(entry.kind in table.game.reveals or entry.kind == "table.drew" for entry in turn.entries)


def _as_answer(value: object) -> Answer:
    if isinstance(value, str | int | list | dict):
        return value
    raise TypeError(type(value).__name__)
