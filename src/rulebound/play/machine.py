"""Machine seats at a live table: one step at a time, whatever a machine has to answer or start."""

from __future__ import annotations

from typing import TypeVar

from rulebound.kernel.advice import advise
from rulebound.kernel.journal import Cancelled, Did
from rulebound.kernel.live import LiveTable
from rulebound.kernel.questions import ChooseOne
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.turn import Flight, Outcome

S = TypeVar("S")
V = TypeVar("V")


def machine_step(table: LiveTable[S, V]) -> Outcome | None:
    """Let a machine seat do the next thing that falls to one; None if it is for a person, or nothing is left to do."""
    if table.closed:
        return None
    outcome = _answer(table) if table.flight else None if _left_to_people(table) else _act(table)
    if isinstance(outcome, Refusal):  # it would do the same for ever
        raise RuntimeError(f"a machine at {table.game.title} does what is refused: {outcome}")
    return outcome


def _left_to_people(table: LiveTable[S, V]) -> bool:
    """Whether what comes next is anybody's to start, and people are among them: machines do not run ahead of those."""
    return any(seat in table.seats and not table.seats[seat].machine for seat in table.game.policy.anybodys(table.state))


def _answer(table: LiveTable[S, V]) -> Outcome | None:
    assert table.flight is not None
    for seat in table.waiting_for():
        if seat not in table.seats:  # nobody sits there: the game master answers for it
            gm = table.seats.get(GM)
            return table.let_default_stand(seat, table.flight.id, GM) if gm and gm.machine else None
        if table.seats[seat].machine:
            return _advised(table, table.flight, seat)
    return None


def _advised(table: LiveTable[S, V], flight: Flight, seat: SeatId) -> Outcome:
    """What the policy says, else the default; what a rule rolls for where nobody judges is rolled for."""
    if isinstance(flight.question, ChooseOne) and flight.question.judged and not flight.question.default:
        return table.let_default_stand(seat, flight.id, seat)
    answer = advise(table, seat, table.game.policy)
    outcome = table.answer(seat, flight.id, answer) if answer is not None else None
    return table.let_default_stand(seat, flight.id, seat) if outcome is None or isinstance(outcome, Refusal) else outcome


def _act(table: LiveTable[S, V]) -> Outcome | None:
    seat = table.game.to_act(table.state)
    if seat is None or seat not in table.seats or not table.seats[seat].machine or table.game.ending(table.state):
        return None
    move = table.game.policy.act(Table(table.state, table.variants), seat)
    if move is None or _ruled_out(table, seat, move.command):
        return None
    return table.do(seat, move.command, move.args)


def _ruled_out(table: LiveTable[S, V], seat: SeatId, command: str) -> bool:
    """Whether just this was ruled out and nothing has happened since: nobody is pestered with it."""
    if not isinstance(table.journal[-1], Cancelled):
        return False
    did = next(record for record in reversed(table.journal) if isinstance(record, Did))
    return (did.seat, did.command) == (seat, command)


def play_out(table: LiveTable[S, V], most_steps: int = 10_000) -> bool:
    """Machines play until it ends or a person is needed; True if it ended."""
    for _ in range(most_steps):
        if table.game.ending(table.state) and not table.flight:
            return True
        if machine_step(table) is None:
            return False
    raise RuntimeError(f"{table.game.title} did not end within {most_steps} steps")
