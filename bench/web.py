"""The web table under load: how long from an answer until every seat's frame, with many sockets on one process; opening a long table.

Tables of four, each acting every two seconds: a line of talk in turn with a move of the game, so that both are measured. The
clients share one process and one core, so they do no more than they must: what they are busy with is waited for too.
"""

from __future__ import annotations

import asyncio
import gc
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from rulebound.games.catalogue import find_game
from rulebound.kernel.journal import encode_record
from rulebound.kernel.live import LiveTable
from rulebound.kernel.seats import GM
from rulebound.kernel.variants import read_variants
from rulebound.store.sqlite import Kept, Sitting, Store
from rulebound.web.tickets import cookie_name, hashed, new_ticket

SEATS = 4
EVERY = 2.0
TEXT, PING, PONG = 1, 9, 10
"""Kinds of frames on a socket."""


class Seat(asyncio.Protocol):
    """One socket of a table, as little of RFC 6455 as the server's frames need."""

    def __init__(self, table: Table, cookie: str) -> None:
        self.table, self.cookie = table, cookie
        self.rest = b""
        self.open = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        lines = (
            f"GET /ws/{self.table.id} HTTP/1.1", f"Host: {self.table.address}", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", f"Cookie: {self.cookie}", "", "",
        )  # fmt: skip
        transport.write("\r\n".join(lines).encode())

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        data = self.rest + data
        if not self.open.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self.rest = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.open.set_result(None)
            self.send(b'{"is":"hello"}')
        while (frame := frame_at(data)) is not None:
            kind, begin, end = frame
            if kind == TEXT:
                self.table.hear(data[begin : begin + 40], now)
            elif kind == PING:
                self.send(data[begin:end], PONG)
            data = data[end:]
        self.rest = data

    def send(self, text: bytes, kind: int = TEXT) -> None:
        """Masked with zeros, which changes nothing."""
        assert len(text) < 126
        self.transport.write(bytes([0x80 | kind, 0x80 | len(text)]) + bytes(4) + text)


def frame_at(data: bytes) -> tuple[int, int, int] | None:
    """The kind of the first frame, and where what it holds begins and ends, if all of it has come."""
    if len(data) < 2:
        return None
    size, begin = data[1], 2
    if size > 125:
        begin = 4 if size == 126 else 10
        size = int.from_bytes(data[2:begin], "big")
    return (data[0] & 15, begin, begin + size) if len(data) >= begin + size else None


class Table:
    """Four clients at one table; the time of an act is told by the count that every later frame carries."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.id = ""
        self.cookies: list[str] = []
        self.seats: list[Seat] = []
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

    async def connect(self) -> None:
        host, port = self.address.split(":")
        for cookie in self.cookies[:SEATS]:
            seat = Seat(self, cookie)
            await asyncio.get_running_loop().create_connection(lambda seat=seat: seat, host, int(port))  # type: ignore[misc]
            await seat.open
            self.seats.append(seat)

    def hear(self, text: bytes, now: float) -> None:
        if text.startswith(b'{"is":"table","n":'):
            count = int(text[18 : text.index(b",", 18)])
            if count in self.sent:
                self.waits.append(now - self.sent[count])
            self.newest = max(self.newest, count)

    def act(self, number: int) -> None:
        self.sent[self.newest + 1] = time.perf_counter()
        if number % 2:
            self.seats[1].send(b'{"is":"say","text":"word %d"}' % number)
        else:
            self.seats[0].send(b'{"is":"do","command":"set","args":{"path":"vex.hp","value":"%d"}}' % (number % 8 + 1))

    async def keep_acting(self, until: float, dice: random.Random) -> None:
        await asyncio.sleep(dice.uniform(0, EVERY))
        number = 0
        while time.perf_counter() < until:
            number += 1
            self.act(number)
            await asyncio.sleep(dice.expovariate(1 / EVERY))


async def load(address: str, sockets: int, seconds: float) -> str:
    tables = [Table(address) for _ in range(sockets // SEATS)]
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as http:
        for table in tables:
            await table.open(http)
    for first in range(0, len(tables), 25):
        await asyncio.gather(*(table.connect() for table in tables[first : first + 25]))
    await asyncio.sleep(2)
    gc.freeze()  # the server is measured, not the rubbish of its clients
    gc.disable()
    dice = random.Random(1)
    until = time.perf_counter() + seconds
    await asyncio.gather(*(table.keep_acting(until, dice) for table in tables))
    await asyncio.sleep(1)
    assert all(len(table.waits) >= SEATS for table in tables), "somebody heard nothing"
    waits = sorted(wait for table in tables for wait in table.waits)
    p50, p95 = (waits[int(len(waits) * part)] * 1e3 for part in (0.5, 0.95))
    worst = waits[-1] * 1e3
    return f"{len(tables) * SEATS} sockets, {len(waits) / seconds:.0f} frames/s: p50 {p50:.1f} ms, p95 {p95:.1f} ms, worst {worst:.0f} ms"


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
