"""Limits: how fast and how much a client may send. Time is only ever measured, never told: a clock that jumps changes nothing."""

from __future__ import annotations

import time

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rulebound.web.messages import encode
from rulebound.web.moves import Said
from rulebound.web.schema import Problem

LARGEST_BODY = 64 * 1024
LARGEST_FRAME = 64 * 1024
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 50.0, 200.0
REQUESTS_A_SECOND, REQUESTS_AT_ONCE = 50.0, 300.0
PATIENTLY = 8
"""So many times the largest body is read and thrown away before a client is cut off."""
BEHIND_ONE_ADDRESS = 20
"""So many clients' pace is granted to one address."""
MOST_CLIENTS = 10_000
"""Clients whose pace is remembered; beyond it the oldest are forgotten."""


class Bucket:
    """Fills at a steady rate up to its size; each thing done takes one out."""

    __slots__ = ("level", "rate", "size", "when")

    def __init__(self, rate: float, size: float) -> None:
        self.rate, self.size = rate, size
        self.level = size
        self.when = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.level = min(self.size, self.level + (now - self.when) * self.rate)
        self.when = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Limits:
    """Around the whole server: the size of bodies, the pace of requests."""

    def __init__(self, app: ASGIApp, largest_import: int, rate: float = REQUESTS_A_SECOND) -> None:
        self.app, self.largest_import, self.rate = app, largest_import, rate
        self.buckets: dict[str, Bucket] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["path"].startswith("/api/") and self._too_fast(scope):
            await _refuse(send, 429, Said("table.too_fast", "Too many requests at once.", "Wait a second and try again."))
            return
        largest = self.largest_import if scope["path"] == "/api/tables/import" else LARGEST_BODY
        body = _Body(receive, largest)
        if _declared(scope) > largest:
            await body.drain()
            await _refuse(send, 413, _too_large(largest))
            return
        await self.app(scope, body.receive, send)

    def _too_fast(self, scope: Scope) -> bool:
        """By cookie, so that people behind one address do not share a pace; and by address, since a cookie is easily made up."""
        cookie = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"), "")
        address = str((scope.get("client") or ("",))[0])
        buckets = (self._bucket(f"from {address}", BEHIND_ONE_ADDRESS), self._bucket(f"with {cookie or address}", 1))
        return not all(bucket.take() for bucket in buckets)

    def _bucket(self, key: str, times: int) -> Bucket:
        bucket = self.buckets.get(key)
        if bucket is None:
            if len(self.buckets) >= MOST_CLIENTS:
                self.buckets.pop(next(iter(self.buckets)))
            bucket = self.buckets[key] = Bucket(self.rate * times, self.rate * times * REQUESTS_AT_ONCE / REQUESTS_A_SECOND)
        return bucket


class _Body:
    """A body that is read up to its limit, whatever size was declared."""

    def __init__(self, receive: Receive, largest: int) -> None:
        self._receive, self._largest = receive, largest
        self._read = 0

    async def receive(self) -> Message:
        message = await self._receive()
        self._read += len(message.get("body", b""))
        if self._read > self._largest:
            await self.drain(message)
            raise Problem(413, *msgspec.structs.astuple(_too_large(self._largest)))
        return message

    async def drain(self, message: Message | None = None) -> None:
        """Let the client finish, within reason, so that it gets to read why not."""
        left = PATIENTLY * self._largest
        while left > 0 and (message is None or message.get("more_body")):
            message = await self._receive()
            left -= len(message.get("body", b""))


def _too_large(largest: int) -> Said:
    return Said("table.too_large", f"More than {largest} bytes were sent.", "Send less.")


def _declared(scope: Scope) -> int:
    text = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(text) if text.isdigit() else 0


async def _refuse(send: Send, status: int, said: Said) -> None:
    body = encode({"refusal": said})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
