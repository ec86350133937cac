"""Machine seats at a live table: one step at a time, whatever a machine has to answer or start."""

from __future__ import annotations

from typing import Protocol, TypeVar, runtime_checkable

from rulebound.kernel.advice import advise
from rulebound.kernel.live import LiveTable
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM
from rulebound.kernel.table import Table
from rulebound.kernel.turn import Outcome

S = TypeVar("S")
V = TypeVar("V")
S_contra = TypeVar("S_contra", contravariant=True)


@runtime_checkable
class Patient(Protocol[S_contra]):
    """A policy that knows when nobody's turn has come and the next thing is anybody's to start."""

    def anybodys(self, state: S_contra) -> bool: ...


def left_to_people(table: LiveTable[S, V]) -> bool:
    """Whether machines should wait for the people at the table: what comes next is no answer, no turn and nothing that presses."""
    policy = table.game.policy
    return table.flight is None and isinstance(policy, Patient) and policy.anybodys(table.state)


def machine_step(table: LiveTable[S, V]) -> Outcome | None:
    """Let a machine seat do the next thing that falls to one; None if it is for a person, or nothing is left to do."""
    return _answer(table) if table.flight else _act(table)


def _answer(table: LiveTable[S, V]) -> Outcome | None:
    assert table.flight is not None
    for seat in table.waiting_for():
        if seat not in table.seats:  # nobody sits there: the game master answers for it
            gm = table.seats.get(GM)
            return table.let_default_stand(seat, table.flight.id, GM) if gm and gm.machine else None
        if table.seats[seat].machine:
            answer = advise(table, seat, table.game.policy)
            if answer is None:
                return table.let_default_stand(seat, table.flight.id, seat)
            return table.answer(seat, table.flight.id, answer)
    return None


def _act(table: LiveTable[S, V]) -> Outcome | None:
    seat = table.game.to_act(table.state)
    if table.closed or seat is None or seat not in table.seats or not table.seats[seat].machine or table.game.ending(table.state):
        return None
    move = table.game.policy.act(Table(table.state, table.variants), seat)
    if move is None:
        return None
    outcome = table.do(seat, move.command, move.args)
    if isinstance(outcome, Refusal):
        raise RuntimeError(f"the policy of {table.game.title} started {move.command} {move.args}, which was refused: {outcome}")
    return outcome


def play_out(table: LiveTable[S, V], most_steps: int = 10_000) -> bool:
    """Machines play until it ends or a person is needed; True if it ended."""
    for _ in range(most_steps):
        if table.game.ending(table.state) and not table.flight:
            return True
        if machine_step(table) is None:
            return False
    raise RuntimeError(f"{table.game.title} did not end within {most_steps} steps")
