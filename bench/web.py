"""The web table under load: how long from an answer until every seat's frame, with many sockets on one process; opening a long table.

Tables of four, each acting every two seconds: a line of talk in turn with a move of the game, so that both are measured.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import websockets

from rulebound.games.catalogue import find_game
from rulebound.kernel.journal import encode_record
from rulebound.kernel.live import LiveTable
from rulebound.kernel.seats import GM
from rulebound.kernel.variants import read_variants
from rulebound.store.sqlite import Kept, Sitting, Store
from rulebound.web.tickets import cookie_name, hashed, new_ticket

SEATS = 4
EVERY = 2.0


class Table:
    """Four clients at one table; the time of an act is told by the count that every later frame carries."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.id = ""
        self.cookies: list[str] = []
        self.sockets: list[Any] = []
        self.sent: dict[int, float] = {}
        self.newest = 0
        self.waits: list[float] = []

    async def open(self, http: httpx.AsyncClient) -> None:
        seats = [{"id": "gm", "who": "me"}, {"id": "red", "who": "friend"}, {"id": "blue", "who": "friend"}]
        made = (await http.post("/api/tables", json={"game": "combat", "scene": "duel", "seats": seats, "screen": True})).json()
        self.id = made["table"]
        self.cookies = [f"rulebound_{self.id}={http.cookies[f'rulebound_{self.id}']}"]
        http.cookies.clear()
        for link in made["links"]:
            await http.post("/api/join", json={"token": link["link"].partition("#")[2]})
            self.cookies.append(f"rulebound_{self.id}={http.cookies[f'rulebound_{self.id}']}")
            http.cookies.clear()

    async def connect(self) -> list[asyncio.Task[None]]:
        for cookie in self.cookies[:SEATS]:
            address = f"ws://{self.address}/ws/{self.id}"
            headers = {"Cookie": cookie}
            socket = await websockets.connect(address, additional_headers=headers, compression=None, open_timeout=60, max_size=None)
            await socket.send('{"is":"hello"}')
            self.sockets.append(socket)
        return [asyncio.create_task(self._listen(socket)) for socket in self.sockets]

    async def _listen(self, socket: Any) -> None:
        async for text in socket:
            now = time.perf_counter()
            if text.startswith('{"is":"table","n":'):
                count = int(text[18 : text.index(",", 18)])
                if count in self.sent:
                    self.waits.append(now - self.sent[count])
                self.newest = max(self.newest, count)

    async def act(self, number: int) -> None:
        self.sent[self.newest + 1] = time.perf_counter()
        if number % 2:
            await self.sockets[1].send(json.dumps({"is": "say", "text": f"word {number}"}))
        else:
            await self.sockets[0].send(json.dumps({"is": "do", "command": "set", "args": {"path": "vex.hp", "value": str(number % 8 + 1)}}))

    async def keep_acting(self, until: float, dice: random.Random) -> None:
        await asyncio.sleep(dice.uniform(0, EVERY))
        number = 0
        while time.perf_counter() < until:
            number += 1
            await self.act(number)
            await asyncio.sleep(dice.expovariate(1 / EVERY))


async def load(address: str, sockets: int, seconds: float) -> str:
    tables = [Table(address) for _ in range(sockets // SEATS)]
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as http:
        for table in tables:
            await table.open(http)
    listeners: list[asyncio.Task[None]] = []
    for first in range(0, len(tables), 25):
        for tasks in await asyncio.gather(*(table.connect() for table in tables[first : first + 25])):
            listeners += tasks
    await asyncio.sleep(2)
    gc.freeze()  # the server is measured, not the rubbish of its clients
    gc.disable()
    dice = random.Random(1)
    until = time.perf_counter() + seconds
    await asyncio.gather(*(table.keep_acting(until, dice) for table in tables))
    await asyncio.sleep(1)
    for listener in listeners:
        listener.cancel()
    waits = sorted(wait for table in tables for wait in table.waits)
    p50, p95 = (waits[int(len(waits) * part)] * 1e3 for part in (0.5, 0.95))
    worst = waits[-1] * 1e3
    return f"{len(listeners)} sockets, {len(waits) / seconds:.0f} frames/s: p50 {p50:.1f} ms, p95 {p95:.1f} ms, worst {worst:.0f} ms"


def long_table(path: Path, records: int) -> dict[str, str]:
    """A table with a long journal, and the cookie of its game master."""
    game = find_game("combat")
    assert game is not None
    variants = read_variants(game.variants, {})
    table = LiveTable.open(game, game.scenes()["duel"].start(variants), variants)
    while len(table.journal) < records:
        table.do(GM, "set", {"path": "vex.hp", "value": str(len(table.journal) % 8 + 1)})
    store, ticket = Store(path), new_ticket()
    secrets = [("sessions", hashed(ticket), Sitting("long", GM, True))]
    store.make(Kept("long", game.id, "A long table", table.seed), [encode_record(record) for record in table.journal], secrets).result()
    store.close()
    return {"Cookie": f"{cookie_name('long')}={ticket}"}


def serve(store: Path) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "rulebound.cli", "serve", "--port", "0", "--store", str(store), "--pace", "0", "--rate", "100000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, process.stdout.readline().split("http://")[1].split("/")[0]


def main(sockets: int = 3000, seconds: float = 20.0) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "t.db"
        cookie = long_table(store, 5000)
        process, address = serve(store)
        httpx.get(f"http://{address}/api/health")
        begin = time.perf_counter()
        frame = httpx.get(f"http://{address}/api/tables/long", headers=cookie, timeout=60).json()
        print(f"a table with {frame['n']} journal entries opens in {time.perf_counter() - begin:.2f} s", flush=True)
        print(asyncio.run(load(address, sockets, seconds)))
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
