"""Every command that says which action it takes: whatever case shows it done, it takes that action, and is refused without one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rulebound.games.catalogue import find_game
from rulebound.games.infinity.game import GAME
from rulebound.games.infinity.state import Infinity, Phase
from rulebound.games.infinity.turns import Turn
from rulebound.kernel.cases import run_file
from rulebound.kernel.live import LiveTable
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.turn import Outcome

CASES = sorted((Path(__file__).parents[2] / "cases" / "infinity").glob("*.yaml"))
SAYS = re.compile(r"^(?:(?:Pilot|Gunner|Commander)[^:]*, )?(Free|Minor|Standard)\b[^:]*:")
ACTIONS = {name for name, command in GAME.commands.items() if SAYS.match(command.rule.__doc__ or "")}


def test_most_commands_of_a_turn_say_what_they_take() -> None:
    assert len(ACTIONS) > 60


@pytest.mark.covers("infinity.turn.actions", "infinity.action.standard.general", "infinity.action.minor.general")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_what_takes_an_action_takes_it_and_needs_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    do, found = LiveTable.do, []

    def watched(table: LiveTable[Any, Any], seat: SeatId, command: str, args: Mapping[str, object]) -> Outcome:
        before = table.decode(table.snapshot()) if command in ACTIONS else None
        outcome = do(table, seat, command, args)
        if before is not None and before.phase is Phase.ACTION and before.current and not isinstance(outcome, Refusal):
            found.extend(f"{command}: {problem}" for problem in problems(table, before, seat, command))
        return outcome

    monkeypatch.setattr(LiveTable, "do", watched)
    assert not [result.problem for result in run_file(path.read_text(), str(path), find_game) if result.problem]
    assert not found


def problems(table: LiveTable[Any, Any], before: Infinity, seat: SeatId, command: str) -> list[str]:
    """What was not as it must be when this was done, or would have been done by somebody with nothing left of a turn, or out of turn."""
    said, when = [], GAME.commands[command].when
    me, now = before.people[before.current or ""], table.state.people.get(before.current or "")
    if now is not None and table.state.current == me.id and len(now.turn.taken) <= len(me.turn.taken):
        said.append("took no action")
    me.turn.standard = me.turn.minor = me.turn.free = 0
    me.turn.free_open = False
    if when(Table(before, table.variants), seat) is None:
        said.append("needs no action")
    other = next((who for who in before.people.values() if who.seat != seat), None)
    if other is not None and seat != GM:
        other.turn, before.current = Turn(), other.id
        if when(Table(before, table.variants), seat) is None:
            said.append("can be done in another's turn")
    return said
