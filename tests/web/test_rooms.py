"""A fault of ours in the middle of an act: whoever asked is told, and the table is what it was."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rulebound.games.combat.game import GAME
from rulebound.games.infected.game import GAME as INFECTED
from rulebound.kernel.game import Game
from rulebound.kernel.journal import encode_record
from rulebound.kernel.live import LiveTable
from rulebound.kernel.seats import GM, SeatId
from rulebound.store.sqlite import Kept, Store
from rulebound.web import socket
from rulebound.web.messages import Do, Undo
from rulebound.web.rooms import Listener, Room, Rooms


@contextmanager
def a_room(folder: Path, game: Game[Any, Any], scene: str) -> Iterator[Room]:
    variants = game.variants()
    table: LiveTable[Any, Any] = LiveTable.open(game, game.scenes()[scene].start(variants), variants, bytes(32))
    store = Store(folder / "t.db")
    store.make(Kept("a", game.id, "A table", bytes(32)), [encode_record(record) for record in table.journal], []).result()
    room = Rooms(store, 0).open("a")
    assert room is not None
    yield room
    store.close()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path, GAME, "duel") as room:
        yield room


def half_done(table: LiveTable[Any, Any]) -> None:
    table.do(GM, "begin", {"first": "vex"})
    raise ZeroDivisionError


def test_what_fails_half_way_is_not_left_half_done(room: Room) -> None:
    before = room.table.snapshot()
    with pytest.raises(ZeroDivisionError):
        asyncio.run(room.change(half_done))
    assert room.table.snapshot() == before
    assert len(room.table.journal) == 1
    assert asyncio.run(room.change(lambda table: table.do(GM, "begin", {"first": "vex"}))) is None
    assert room.table.turns


def test_whoever_asked_is_told_and_sees_nothing_of_the_fault(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> None:
        raise ZeroDivisionError("the odds of dragons")

    monkeypatch.setattr(socket, "perform", fails)
    reply = asyncio.run(socket._answer(room, Listener(GM, True), Do(ref=7, command="begin")))
    assert reply.ref == 7 and reply.refusal is not None and reply.refusal.rule == "table.broken"
    assert "dragons" not in reply.refusal.reason
    monkeypatch.undo()
    reply = asyncio.run(socket._answer(room, Listener(GM, True), Undo(ref=8)))
    assert reply.refusal is not None and reply.refusal.rule != "table.broken"


def test_what_a_judgement_rules_out_is_kept_as_that(tmp_path: Path) -> None:
    """Its maker reads why, before the server is started again and after."""
    with a_room(tmp_path, INFECTED, "pharmacy at night") as room:
        marta = SeatId("marta")
        asyncio.run(room.change(lambda table: table.do(marta, "search", {"who": "marta", "looking_for": "moonrock"})))
        assert room.table.flight is not None
        id = room.table.flight.id
        assert asyncio.run(room.change(lambda table: table.answer(GM, id, "no"))) is None
        told = room.table.view(marta).log[-1].text
        assert told.startswith("gm rules out search: There is no moonrock") and room.table.flight is None
        room._start_again()
        assert room.table.view(marta).log[-1].text == told and room.table.flight is None
