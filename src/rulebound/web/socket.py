"""The socket of a seat. One side listens, the other sends whatever is newest: a slow client gets fewer frames and delays nobody.

What is new is written as soon as it is there. Only what has to wait, for the table or for the client, is left to a task of its own.
"""

from __future__ import annotations

import asyncio
import logging
import re
from functools import partial
from urllib.parse import urlsplit

import msgspec
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from rulebound.kernel.seats import SeatId
from rulebound.store.writer import StoreProblem
from rulebound.web.acts import perform
from rulebound.web.limits import LARGEST_FRAME, MESSAGES_A_SECOND, MESSAGES_AT_ONCE, Bucket
from rulebound.web.messages import AskChances, FromClient, Hello, Here, Reply, decode, encode
from rulebound.web.moves import Said
from rulebound.web.rooms import Listener, Room
from rulebound.web.site import Site, site_of
from rulebound.web.wire import Gone, Wire, wire_of

log = logging.getLogger("rulebound.socket")
ADDRESS = re.compile("/ws/([^/]+)")

NO_SEAT, WRONG_ORIGIN, NO_TABLE, TOO_MANY, BROKEN = 4401, 4403, 4404, 4429, 1011
BROKEN_HERE = Said("table.broken", "Something went wrong in the table itself; nothing was changed.", "Tell whoever runs this server.")


class Sockets:
    """Stands before all that is made for requests: a socket lives long and says much, and would go through it with every word."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and (found := ADDRESS.fullmatch(scope["path"])):
            await seat_socket(WebSocket(scope, receive, send), found[1])
        else:
            await self.app(scope, receive, send)


async def seat_socket(socket: WebSocket, table: str) -> None:
    site = site_of(socket.app)
    await socket.accept()
    if not _own_page(socket, site):
        await socket.close(WRONG_ORIGIN)
        return
    sitting = site.sitting(table, socket.cookies)
    try:
        room = site.rooms.open(table) if sitting else None
    except StoreProblem as problem:
        await socket.send_text(encode(_problem(problem)).decode())
        await socket.close(NO_TABLE)
        return
    if sitting is None or room is None or room.seat(sitting.seat) is None:
        await socket.close(NO_SEAT if sitting is None else NO_TABLE)
        return
    await _serve(socket, room, Listener(SeatId(sitting.seat), sitting.owner))


def _own_page(socket: WebSocket, site: Site) -> bool:
    """A page of another site must not speak for whoever sits here. Programs send no origin."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host", "") or origin in site.options.origins


async def _serve(socket: WebSocket, room: Room, listener: Listener) -> None:
    sender: asyncio.Task[None] | None = None
    try:
        hello = await _receive(socket)
        if isinstance(hello, Hello):
            await _greet(room, listener, hello)
        listener.at_once = partial(_send_at_once, wire_of(socket.scope), room, listener)
        room.listeners.add(listener)
        room.tell()
        sender = asyncio.create_task(_send(socket, room, listener))
        await _listen(socket, room, listener)
    except WebSocketDisconnect:
        pass
    finally:
        room.listeners.discard(listener)
        if sender is not None:
            sender.cancel()
        room.tell()


async def _greet(room: Room, listener: Listener, hello: Hello) -> None:
    async with room.lock:
        sight = room.sight(listener.seat)
        lines, talk = sight.lines(room.table), sight.talk(room.table)
        if hello.epoch == f"{room.epoch}.{sight.epoch}" and 0 <= hello.seen <= len(lines) and 0 <= hello.said <= len(talk):
            listener.memory.resume(hello.epoch, lines[: hello.seen], hello.said)
    room.reply(listener, encode(Reply(hello.ref, ok=True)))


async def _listen(socket: WebSocket, room: Room, listener: Listener) -> None:
    """One message after the other; only chances are counted beside, for they may take long and an answer must not wait for them."""
    bucket = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
    counting: set[asyncio.Task[None]] = set()
    try:
        while listener.sent_away is None:
            message = await _receive(socket)
            if not bucket.take():
                listener.send_away(TOO_MANY)
                return
            if isinstance(message, AskChances):
                task = asyncio.create_task(_reply_to(room, listener, message))
                counting.add(task)
                task.add_done_callback(counting.discard)
            else:
                await _reply_to(room, listener, message)
    finally:
        for task in counting:
            task.cancel()


async def _reply_to(room: Room, listener: Listener, message: FromClient | Said) -> None:
    room.reply(listener, encode(await _answer(room, listener, message)))


async def _answer(room: Room, listener: Listener, message: FromClient | Said) -> Reply:
    if isinstance(message, Said):
        return Reply(0, refusal=message)
    if isinstance(message, Hello | Here):
        return Reply(message.ref, ok=True)
    try:
        return await perform(room, listener.seat, message)
    except StoreProblem as problem:
        return Reply(message.ref, refusal=_problem(problem).refusal)
    except Exception:  # a fault of ours ends this act and nothing else: what is not done whole is not kept
        log.exception("an act failed at table %s", room.id)
        return Reply(message.ref, refusal=BROKEN_HERE)


async def _receive(socket: WebSocket) -> FromClient | Said:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    data = message.get("bytes") if text is None else text.encode("utf-8", "surrogatepass")
    if data is None or len(data) > LARGEST_FRAME:
        return Said("table.too_large", "That message is too large.", f"At most {LARGEST_FRAME} bytes.")
    try:
        message_read: FromClient = decode(data)
        return message_read
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        return Said("table.bad_message", f"That message cannot be read: {problem}.", "See /api/docs for what can be sent.")


def _send_at_once(wire: Wire, room: Room, listener: Listener) -> bool:
    """Whatever is newest, if the table may be looked at and the client takes it; else it is left to `_send`."""
    if room.lock.locked() or listener.sent_away is not None or not wire.free:
        return False
    try:
        wire.write_texts(_newest(room, listener))
    except Gone:
        return True
    return listener.sent_away is None


async def _send(socket: WebSocket, room: Room, listener: Listener) -> None:
    """What has to wait for the table or for the client. Who takes nothing any more is cut off by the server, which pings."""
    wire = wire_of(socket.scope)
    while True:
        await listener.bell.wait()
        listener.bell.clear()
        await wire.writable.wait()
        async with room.lock:
            waiting = _newest(room, listener)
        try:
            if waiting:
                wire.write_texts(waiting)
            if listener.sent_away is not None:
                await socket.close(listener.sent_away)
                return
        except (Gone, WebSocketDisconnect, RuntimeError):  # the client has gone
            return


def _newest(room: Room, listener: Listener) -> list[bytes]:
    """The table as it is now, and the replies that have come up; a reply follows the frame that shows what it is about."""
    replies, listener.replies = listener.replies, []
    if not listener.stale:
        return replies
    listener.stale = False
    try:
        return [encode(room.look(listener)), *replies]
    except Exception:
        log.exception("a frame could not be made for a seat of table %s", room.id)
        listener.send_away(BROKEN)
        return []


def _problem(problem: StoreProblem) -> Reply:
    return Reply(0, refusal=Said("table.store", str(problem), "Tell whoever runs this server."))
