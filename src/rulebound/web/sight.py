"""What one seat sees and may do, kept: only what is new is worked out when something happens."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from rulebound.kernel import showing, talk
from rulebound.kernel.entries import Entry
from rulebound.kernel.live import LiveTable
from rulebound.kernel.seats import Seat, SeatId
from rulebound.kernel.talk import TalkLine
from rulebound.kernel.turn import Notice, Turn
from rulebound.kernel.view import LogLine, Panel, Scene
from rulebound.web.moves import Move, label, moves


class Seen(NamedTuple):
    """What a seat sees of a state, and what it may do there. While a state stands, all of it stays the same objects."""

    seat: Seat
    scene: Scene
    panels: dict[str, Panel]
    order: tuple[str, ...]
    moves: dict[str, Move]
    offered: tuple[str, ...]
    ending: str | None
    to_act: SeatId | None


def seat_called(table: LiveTable[Any, Any], seat: str) -> str:
    known = table.seats.get(SeatId(seat))
    return known.name or seat if known else seat


def say(table: LiveTable[Any, Any], entry: Entry) -> str:
    """An entry in words. The table's own lines speak of seats and commands as the page calls them."""
    if not entry.kind.startswith("table."):
        return showing.say(table, entry)
    data = dict(entry.data)
    for field, value in entry.data.items():
        if field in ("by", "seat"):
            data[field] = seat_called(table, str(value))
        elif field == "command":
            data[field] = label(str(value)).lower()
    return showing.say(table, msgspec.structs.replace(entry, data=data))


class Wording:
    """The log of one table in words. Names are those of the state: while it stands, an entry is put into words once for all who read it."""

    def __init__(self) -> None:
        self._state: object = None
        self._texts: dict[int, tuple[Entry, str]] = {}

    def line(self, table: LiveTable[Any, Any], entry: Entry, place: int) -> LogLine:
        if table.state is not self._state:
            self._state = table.state
            self._texts = {}
        kept = self._texts.get(id(entry))
        if kept is None:
            kept = self._texts[id(entry)] = (entry, say(table, entry))
        return LogLine(place, kept[1], entry.kind, entry.rules, entry.thrown)


def log(table: LiveTable[Any, Any], seat: SeatId, turns: int) -> list[LogLine]:
    """What the seat could read after so many turns. Lines are counted by what it may see, so that gaps tell nothing."""
    seen = [entry for entry in showing.entries(table, turns) if entry.seen_by(seat)]
    return [LogLine(place, say(table, entry), entry.kind, entry.rules, entry.thrown) for place, entry in enumerate(seen)]


class Sight:
    """Of one seat at one table. A state is never changed in place, so what was seen of it holds for as long as it is the table's."""

    def __init__(self, seat: SeatId, wording: Wording) -> None:
        self._id = seat
        self._log = SeatLog(seat, wording)
        self._talk = SeatTalk(seat)
        self._state: object = None
        self._free: tuple[Seat, bool, bool] | None = None
        self._seen: Seen | None = None
        self._moves: dict[str, Move] = {}
        """As they were when the seat last had any."""

    @property
    def epoch(self) -> int:
        return self._log.epoch

    def look(self, table: LiveTable[Any, Any]) -> Seen:
        seat = table.seats[self._id]
        free = (seat, table.closed, table.flight is None)
        if self._seen is None or table.state is not self._state or free != self._free:
            self._seen = self._look_again(table, seat)
            self._state, self._free = table.state, free
        return self._seen

    def _look_again(self, table: LiveTable[Any, Any], seat: Seat) -> Seen:
        scene = showing.scene(table, seat)
        legal = moves(table, seat.id, self._moves) if table.flight is None else {}
        self._moves = legal or self._moves
        panels = {panel.id: panel for panel in scene.panels}
        ending, to_act = table.game.ending(table.state), whose_turn(table, table.state, seat.id)
        return Seen(seat, scene, panels, tuple(panels), legal, tuple(legal), ending, to_act)

    def lines(self, table: LiveTable[Any, Any]) -> list[LogLine]:
        """The log as far as the seat may read it. The list is not changed later: what is added makes another one."""
        return self._log.lines(table)

    def talk(self, table: LiveTable[Any, Any]) -> list[TalkLine]:
        """All that the seat has heard."""
        return self._talk.lines(table)


def whose_turn(table: LiveTable[Any, Any], state: Any, seat: SeatId) -> SeatId | None:
    """As the seat is told: what is anybody's is its own if it is among them, and nobody's else."""
    if anybodys := table.game.policy.anybodys(state):
        return seat if seat in anybodys else None
    return table.game.to_act(state)


class SeatTalk:
    """What was said is never taken back, so only what is new is listened to."""

    def __init__(self, seat: SeatId) -> None:
        self.seat = seat
        self._said = 0
        self._heard: list[TalkLine] = []

    def lines(self, table: LiveTable[Any, Any]) -> list[TalkLine]:
        for said in table.talk[self._said :]:
            if talk.heard_by(said, self.seat):
                self._heard.append(talk.line(said, len(self._heard)))
        self._said = len(table.talk)
        return self._heard


class SeatLog:
    """Lines of finished turns stay the same objects for as long as their turns stand; `epoch` changes when one that was shown is gone."""

    def __init__(self, seat: SeatId, wording: Wording) -> None:
        self.seat = seat
        self.wording = wording
        self.epoch = 0
        self._turns: list[tuple[Turn, list[Notice], int]] = []
        """A turn, the table's own notices before it, and how many lines there were before both."""
        self._lines: list[LogLine] = []
        self._shown: list[LogLine] = []
        """Those of finished turns, then what may still change: notices since the last one, and what the waiting command has said."""
        self._last: Turn | None = None
        self._waiting: Turn | None = None
        self._counts = (-1, -1)

    def lines(self, table: LiveTable[Any, Any]) -> list[LogLine]:
        """The same list as before, as long as turns, notices and the waiting command are the same."""
        last, waiting = table.turns[-1] if table.turns else None, table.flight.turn if table.flight else None
        counts = (len(table.turns), len(table.notices))
        if last is not self._last or waiting is not self._waiting or counts != self._counts:
            self._last, self._waiting, self._counts = last, waiting, counts
            stood = len(self._lines)
            before, self._shown = self._shown, self._read(table, waiting)
            self.epoch += self._shown[stood : len(before)] != before[stood:]
        return self._shown

    def _read(self, table: LiveTable[Any, Any], waiting: Turn | None) -> list[LogLine]:
        notices = _by_turn(table)
        self._forget(table, notices)
        for place in range(len(self._turns), len(table.turns)):
            turn, before = table.turns[place], notices.get(place, [])
            self._turns.append((turn, before, len(self._lines)))
            self._say(table, [*(notice.entry for notice in before), *turn.entries], self._lines)
        shown = list(self._lines)
        self._say(table, [notice.entry for notice in notices.get(len(table.turns), [])], shown)
        self._say(table, waiting.entries if waiting else [], shown)
        return shown

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
                to.append(self.wording.line(table, entry, len(to)))


def _by_turn(table: LiveTable[Any, Any]) -> dict[int, list[Notice]]:
    found: dict[int, list[Notice]] = {}
    for notice in table.notices:
        found.setdefault(min(notice.after, len(table.turns)), []).append(notice)
    return found
