"""What one seat sees and may do, kept: only what is new is worked out when something happens."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulebound.kernel import showing
from rulebound.kernel.entries import Entry
from rulebound.kernel.live import LiveTable
from rulebound.kernel.seats import Seat, SeatId
from rulebound.kernel.turn import Notice, Turn
from rulebound.kernel.view import LogLine, Scene
from rulebound.web.moves import Move, moves


class Seen(NamedTuple):
    seat: Seat
    scene: Scene
    moves: tuple[Move, ...]
    log: list[LogLine]


class Sight:
    """Of one seat at one table. A state is never changed in place, so what was seen of it holds for as long as it is the table's."""

    def __init__(self, seat: SeatId) -> None:
        self._id = seat
        self._log = SeatLog(seat)
        self._state: object = None
        self._free: tuple[Seat, bool, bool] | None = None
        self._scene = Scene("", ())
        self._moves: tuple[Move, ...] = ()

    @property
    def epoch(self) -> int:
        return self._log.epoch

    def look(self, table: LiveTable[Any, Any]) -> Seen:
        seat = table.seats[self._id]
        free = (seat, table.closed, table.flight is None)
        if table.state is not self._state or free != self._free:
            self._scene = showing.scene(table, seat)
            self._moves = moves(table, self._id) if table.flight is None else ()
            self._state, self._free = table.state, free
        return Seen(seat, self._scene, self._moves, self._log.lines(table))

    def lines(self, table: LiveTable[Any, Any]) -> list[LogLine]:
        return self._log.lines(table)


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
