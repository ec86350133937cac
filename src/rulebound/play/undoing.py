"""Undo where machines play too: back to what somebody decided last, past all that machines have done since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulebound.kernel.journal import How
from rulebound.kernel.live import LiveTable
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId
from rulebound.kernel.turn import Outcome, Turn


def undo_past_machines(table: LiveTable[Any, Any], by: SeatId) -> Outcome:
    """Machines would only do again what alone is taken back. Who may not undo openly takes back one thing, if the guard lets him."""
    people = [seat.id for seat in table.seats.values() if seat.plays and not seat.machine]
    if not table.may_act_openly(by) or not any(_decided(table, turn, people) for turn in _turns(table)):
        return table.undo(by)
    while True:
        enough = _next_is_own(table, people)
        outcome = table.undo(by)
        if enough or isinstance(outcome, Refusal):
            return outcome


def _turns(table: LiveTable[Any, Any]) -> list[Turn]:
    return [*table.turns, *([table.flight.turn] if table.flight else [])]


def _deciders(table: LiveTable[Any, Any], turn: Turn) -> list[SeatId]:
    """Who gave the answers of a turn, in order; dice that fell and defaults of empty seats are nobody's."""
    given = (part for whole in turn.answers for part in whole.parts)
    return [part.by for part in given if part.how is not How.CHANCE and table.plays(part.seat)]


def _decided(table: LiveTable[Any, Any], turn: Turn, mine: Sequence[SeatId]) -> bool:
    return any(seat in mine for seat in (turn.did.seat, *_deciders(table, turn)))


def _next_is_own(table: LiveTable[Any, Any], mine: Sequence[SeatId]) -> bool:
    """Whether an undo would take back something of these seats: an answer while more is asked, else a whole command."""
    flight, last = table.flight, _turns(table)[-1]
    if flight and flight.shares:
        return any(seat in mine for seat in flight.shares)
    if flight and (deciders := _deciders(table, last)):
        return deciders[-1] in mine
    return _decided(table, last, mine)
