"""Undo at a table with machines: back to one's own last decision, which machines have acted upon since."""

from __future__ import annotations

import msgspec
import pytest

from rulebound.games.combat.game import GAME
from rulebound.kernel.advice import suggest
from rulebound.kernel.game import Start
from rulebound.kernel.live import LiveTable
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.turn import Done
from rulebound.play.machine import machine_step
from rulebound.play.undoing import undo_past_machines

RED, BLUE = SeatId("red"), SeatId("blue")


def duel(seed: int, *people: SeatId) -> LiveTable[object, object]:
    variants = GAME.variants()
    start = GAME.scenes()["duel"].start(variants)
    seats = tuple(msgspec.structs.replace(seat, machine=seat.plays and seat.id not in people) for seat in start.seats)
    return LiveTable.open(GAME, Start(start.state, seats), variants, bytes([seed]) * 32)  # type: ignore[return-value, arg-type]


def until_machines_have_acted(table: LiveTable[object, object]) -> bytes:
    """Red does what is suggested until blue has begun something after it; the state before Red's last command."""
    before = table.snapshot()
    for _ in range(200):
        last = table.turns[-1].did.seat if table.turns else RED
        if table.flight is None and last == BLUE and any(turn.did.seat == RED for turn in table.turns):
            return before
        if machine_step(table) is not None:
            continue
        if table.flight is not None:
            table.let_default_stand(RED, table.flight.id, RED)
        elif (move := suggest(table, RED)) is not None:
            before = table.snapshot()
            table.do(RED, move.command, move.args)
    raise AssertionError("blue never acts")


@pytest.mark.parametrize("seed", range(6))
def test_one_s_own_last_command_is_taken_back_and_all_that_came_of_it(seed: int) -> None:
    table = duel(seed, RED)
    before = until_machines_have_acted(table)
    outcome = undo_past_machines(table, RED)
    while not isinstance(outcome, Done):  # an answer of one's own came later than the command
        outcome = undo_past_machines(table, RED)
    assert table.snapshot() == before


def test_where_only_machines_have_decided_one_thing_goes() -> None:
    table = duel(1, GM)
    while len(table.turns) < 3:
        assert machine_step(table) is not None
    undo_past_machines(table, GM)
    assert len(table.turns) == 2
