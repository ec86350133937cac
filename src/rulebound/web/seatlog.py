"""The log of one seat in words, kept turn by turn: only what is new is put into words when something happens."""

from __future__ import annotations

from typing import Any

from rulebound.kernel import showing
from rulebound.kernel.entries import Entry
from rulebound.kernel.live import LiveTable
from rulebound.kernel.seats import SeatId
from rulebound.kernel.turn import Notice, Turn
from rulebound.kernel.view import LogLine


class SeatLog:
    """Lines of finished turns stay the same objects for as long as their turns stand; `epoch` changes when one is taken back."""

    def __init__(self, seat: SeatId) -> None:
        self.seat = seat
        self.epoch = 0
        self._turns: list[tuple[Turn, list[Notice], int]] = []
        self._lines: list[LogLine] = []
        """A turn, the table's own notices before it, and how many lines there were before both."""

    def lines(self, table: LiveTable[Any, Any]) -> list[LogLine]:
        notices = _by_turn(table)
        self._forget(table, notices)
        for place in range(len(self._turns), len(table.turns)):
            turn, before = table.turns[place], notices.get(place, [])
            self._turns.append((turn, before, len(self._lines)))
            self._say(table, [*(notice.entry for notice in before), *turn.entries], self._lines)
        tail = list(self._lines)
        waiting = table.flight.turn.entries if table.flight else []
        self._say(table, [*(notice.entry for notice in notices.get(len(table.turns), [])), *waiting], tail)
        return tail

    def _forget(self, table: LiveTable[Any, Any], notices: dict[int, list[Notice]]) -> None:
        """Drop what no longer stands: a turn that was taken back or replaced, or one that other notices come before now."""
        dropped = False
        while self._turns:
            place = len(self._turns) - 1
            turn, before, start = self._turns[place]
            if place < len(table.turns) and table.turns[place] is turn and notices.get(place, []) == before:
                break
            self._turns.pop()
            del self._lines[start:]
            dropped = True
        self.epoch += dropped

    def _say(self, table: LiveTable[Any, Any], entries: list[Entry], to: list[LogLine]) -> None:
        for entry in entries:
            if entry.seen_by(self.seat):
                to.append(showing.line(table, entry, len(to)))


def _by_turn(table: LiveTable[Any, Any]) -> dict[int, list[Notice]]:
    found: dict[int, list[Notice]] = {}
    for notice in table.notices:
        found.setdefault(min(notice.after, len(table.turns)), []).append(notice)
    return found
