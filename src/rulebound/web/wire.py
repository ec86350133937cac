"""The wire of a socket: uvicorn's own, made cheaper where a busy table feels it.

It writes what there is to say to a client at once, as bytes that are made already; and it goes on reading while a message is worked
on, instead of asking the system to stop and to start again with every one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from starlette.types import Scope, Send
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

AHEAD = 4
"""Messages of a client that are read before it has to wait for those to be worked off."""
TEXTS = "rulebound.texts"
"""The extension under which a scope holds `Wire.send_texts`."""

SendTexts = Callable[[Sequence[bytes]], Awaitable[None]]


class Wire(WebSocketsSansIOProtocol):
    async def run_asgi(self) -> None:
        self.scope["extensions"][TEXTS] = {"send": self.send_texts}
        await super().run_asgi()

    async def send_texts(self, texts: Sequence[bytes]) -> None:
        """Several messages in one go, once the client has room for them."""
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        try:
            for text in texts:
                self.conn.send_text(text)
        except InvalidState:
            raise ClientDisconnected from None
        self.transport.write(b"".join(self.conn.data_to_send()))

    def send_receive_event_to_app(self) -> None:
        """A message has come whole. To be told that reading is paused already keeps uvicorn from doing it."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= AHEAD:
            self.read_paused = True
            self.transport.pause_reading()


def sender(scope: Scope, send: Send) -> SendTexts:
    """How texts are sent to the client of this scope, on whatever server."""
    if TEXTS in scope.get("extensions", {}):
        found: SendTexts = scope["extensions"][TEXTS]["send"]
        return found

    async def one_by_one(texts: Sequence[bytes]) -> None:
        for text in texts:
            await send({"type": "websocket.send", "text": text.decode()})

    return one_by_one
