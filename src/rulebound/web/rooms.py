"""Rooms: the tables that are open in this server. Everything that happens to a table happens in its room, one thing at a time.

A change is shown to anybody, its maker included, only when it is on disk. If it cannot be written, the table is made again from
what is there, and whoever asked is told.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any

from rulebound.games.catalogue import find_game
from rulebound.kernel.journal import JournalProblem, decode_record, encode_record
from rulebound.kernel.live import LiveTable
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.replay import rebuild
from rulebound.kernel.seats import Seat, SeatId
from rulebound.play.machine import machine_step
from rulebound.store.sqlite import Kept, Store
from rulebound.store.writer import StoreProblem
from rulebound.web.frames import Around, Frame, Memory, frame
from rulebound.web.sight import Sight, Wording

log = logging.getLogger("rulebound.rooms")

MOST_MACHINE_STEPS = 20_000
"""A game that machines have not ended by then is left to people."""


def never() -> bool:
    return False


class Listener:
    """One connected client: what it was sent, and a bell that rings when there is something new that could not be sent at once."""

    def __init__(self, seat: SeatId, owner: bool) -> None:
        self.seat, self.owner = seat, owner
        self.memory = Memory()
        self.bell = asyncio.Event()
        self.at_once: Callable[[], bool] = never
        """Sends what is new, if that can be done without waiting for anybody."""
        self.replies: list[bytes] = []
        self.stale = True
        self.sent_away: int | None = None
        """The code to close with, once the seat is no longer this client's."""

    def hear(self) -> None:
        if (self.stale or self.replies) and not self.at_once():
            self.bell.set()

    def send_away(self, code: int) -> None:
        self.sent_away = code
        self.bell.set()


class Room:
    def __init__(self, kept: Kept, table: LiveTable[Any, Any], store: Store, epoch: str, pace: float, counting: asyncio.Semaphore) -> None:
        self.id, self.title, self.paused = kept.id, kept.title, kept.paused
        self.table = table
        self.epoch = epoch
        self.counting = counting
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.here: tuple[SeatId, ...] = ()
        """The seats that are listening, in the table's order; `tell` looks anew."""
        self._kept, self._store, self._pace = kept, store, pace
        self._on_disk = len(table.journal)
        self._sights: dict[SeatId, Sight] = {}
        self._wording = Wording()
        self._machines: asyncio.Task[None] | None = None
        self._telling = False

    # ------------------------------------------------------------------------------------------------ changing
    async def change(self, act: Callable[[LiveTable[Any, Any]], object]) -> Refusal | None:
        """Do something to the table, keep it, and let everybody see it; or say why not."""
        async with self.lock:
            try:
                outcome = act(self.table)
            except Exception:
                self._start_again()
                raise
            if isinstance(outcome, Refusal):
                return outcome
            await self._keep()
        self.tell()
        self.wake()
        return None

    async def play(self, by: SeatId, act: Callable[[LiveTable[Any, Any]], object]) -> Refusal | None:
        """As `change`, for what a pause holds up."""
        if self.paused and not self.table.is_gm(by):
            return Refusal("table.paused", "The game master has paused the table.", "Wait until it goes on.")
        return await self.change(act)

    async def _keep(self) -> None:
        records = [encode_record(record) for record in self.table.journal[self._on_disk :]]
        try:
            if records:
                await self._store.keep(self.id, self._on_disk, records)
        except StoreProblem:
            self._start_again()
            raise
        self._on_disk += len(records)

    def _start_again(self) -> None:
        """From what is on disk: whatever failed is not left half done."""
        self.table = load(self._kept, self._store)
        self._on_disk = len(self.table.journal)
        self._sights.clear()
        self.epoch = secrets.token_hex(4)
        self.tell()

    async def pause(self, by: SeatId, on: bool) -> Refusal | None:
        if not self.table.may_act_openly(by):
            return Refusal("table.gm_only", "Only the game master may pause the table.")
        await asyncio.wrap_future(self._store.pause(self.id, on))
        self.paused = on
        self.tell()
        self.wake()
        return None

    # ------------------------------------------------------------------------------------------------ machines
    def wake(self) -> None:
        """Let the machines go on, unless they are at it already."""
        if self._machines is None or self._machines.done():
            if self.paused or not any(seat.machine for seat in self.table.seats.values()):
                return
            self._machines = asyncio.create_task(self._let_machines_play())

    async def _let_machines_play(self) -> None:
        for _ in range(MOST_MACHINE_STEPS):
            async with self.lock:
                if self.paused or (self.table.flight is None and self.table.game.ending(self.table.state)):
                    return
                try:
                    if machine_step(self.table) is None:
                        return
                    await self._keep()
                except (RuntimeError, StoreProblem) as problem:
                    log.error("machines stop at table %s: %s", self.id, problem)
                    return
            self.tell()
            await asyncio.sleep(self._pace)

    async def rest(self) -> None:
        """Stop the machines; what they have done is kept."""
        if self._machines is not None:
            self._machines.cancel()
            await asyncio.gather(self._machines, return_exceptions=True)

    # ------------------------------------------------------------------------------------------------ looking
    def tell(self) -> None:
        present = {listener.seat for listener in self.listeners}
        self.here = tuple(seat for seat in self.table.seats if seat in present)
        for listener in self.listeners:
            listener.stale = True
        self.speak_up()

    def reply(self, listener: Listener, message: bytes) -> None:
        listener.replies.append(message)
        self.speak_up()

    def speak_up(self) -> None:
        """Once whoever is at it has finished, so that a frame and the reply that belongs to it go out together."""
        if self.listeners and not self._telling:
            self._telling = True
            asyncio.get_running_loop().call_soon(self._speak)

    def _speak(self) -> None:
        self._telling = False
        for listener in self.listeners:
            listener.hear()

    def look(self, listener: Listener) -> Frame:
        """What this client is to be sent now. Nobody may be changing the table."""
        return frame(self.table, self.sight(listener.seat), self.around(listener.owner), listener.memory)

    def around(self, owner: bool) -> Around:
        return Around(self.id, self.title, self.epoch, self.here, self.paused, owner)

    def sight(self, seat: SeatId) -> Sight:
        sight = self._sights.get(seat)
        if sight is None:
            sight = self._sights[seat] = Sight(seat, self._wording)
        return sight

    def seat(self, id: str) -> Seat | None:
        return self.table.seats.get(SeatId(id))

    def send_away(self, seat: str, code: int) -> None:
        for listener in self.listeners:
            if listener.seat == seat:
                listener.send_away(code)


class Rooms:
    """Opens rooms as they are needed. A table that cannot be opened concerns nobody else."""

    def __init__(self, store: Store, pace: float) -> None:
        self.store = store
        self.epoch = secrets.token_hex(4)
        self._pace = pace
        self._counting = asyncio.Semaphore(1)
        """Counting chances shares the one interpreter with everything else: one at a time."""
        self._open: dict[str, Room] = {}

    def open(self, id: str) -> Room | None:
        """The room of a table; None if there is no such table. Raises StoreProblem where it cannot be made from its journal."""
        room = self._open.get(id)
        if room is None:
            kept = self.store.table(id)
            if kept is None:
                return None
            room = self.add(kept, load(kept, self.store))
            room.wake()
        return room

    def add(self, kept: Kept, table: LiveTable[Any, Any]) -> Room:
        room = self._open[kept.id] = Room(kept, table, self.store, self.epoch, self._pace, self._counting)
        return room

    async def close(self) -> None:
        await asyncio.gather(*(room.rest() for room in self._open.values()))


def load(kept: Kept, store: Store) -> LiveTable[Any, Any]:
    """The table that the kept journal makes."""
    game = find_game(kept.game)
    if game is None:
        raise StoreProblem(f"This table is of {kept.game}, which is not here.")
    try:
        records = [decode_record(record) for record in store.records(kept.id)]
        return rebuild(game, records, kept.seed)
    except (JournalProblem, ValueError) as problem:
        raise StoreProblem(f"This table cannot be opened: {problem}") from None
