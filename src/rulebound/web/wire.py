"""The wire of a socket: uvicorn's own, made cheaper where a busy table feels it.

It writes what there is to say to a client at once, as bytes that are made already; and it goes on reading while a message is worked
on, instead of asking the system to stop and to start again with every one.
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

AHEAD = 4
"""Messages of a client that are read before it has to wait for those to be worked off."""
WIRE = "rulebound.wire"
"""The extension under which a scope holds its wire."""


class Gone(Exception):
    """Nobody is at the other end any more."""


class Wire(WebSocketsSansIOProtocol):
    async def run_asgi(self) -> None:
        self.scope["extensions"][WIRE] = {"wire": self}
        await super().run_asgi()

    @property
    def free(self) -> bool:
        """Whether the client has taken, more or less, what it was sent."""
        return self.writable.is_set()

    def write_texts(self, texts: Sequence[bytes]) -> None:
        """Several messages in one go."""
        if self.disconnected or self.close_sent:
            raise Gone
        try:
            for text in texts:
                self.conn.send_text(text)
        except InvalidState:
            raise Gone from None
        self.transport.write(b"".join(self.conn.data_to_send()))

    def send_receive_event_to_app(self) -> None:
        """A message has come whole. To be told that reading is paused already keeps uvicorn from doing it."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= AHEAD:
            self.read_paused = True
            self.transport.pause_reading()


def wire_of(scope: Scope) -> Wire:
    wire: Wire = scope["extensions"][WIRE]["wire"]
    return wire
