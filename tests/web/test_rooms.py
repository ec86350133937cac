"""A fault of ours in the middle of an act: whoever asked is told, and the table is what it was."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulebound.games.combat.game import GAME
from rulebound.kernel.journal import encode_record
from rulebound.kernel.live import LiveTable
from rulebound.kernel.seats import GM
from rulebound.store.sqlite import Kept, Store
from rulebound.web import socket
from rulebound.web.messages import Do, Undo
from rulebound.web.rooms import Listener, Room, Rooms


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    variants = GAME.variants()
    table: LiveTable[Any, Any] = LiveTable.open(GAME, GAME.scenes()["duel"].start(variants), variants, bytes(32))
    store = Store(tmp_path / "t.db")
    store.make(Kept("a", GAME.id, "A table", bytes(32)), [encode_record(record) for record in table.journal], []).result()
    room = Rooms(store, 0).open("a")
    assert room is not None
    yield room
    store.close()


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
