"""The secret stream: a 256-bit seed, committed to by its hash when the table opens and revealed when it closes.

Every random answer of the journal is drawn from the seed and its own place in the journal, so nothing is ever drawn twice: a
command taken back and done again meets fresh dice, and each result can be checked alone.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


def commitment(seed: bytes) -> str:
    return hashlib.sha256(b"rulebound seed " + seed).hexdigest()


class Stream:
    """Fair numbers for the answer at one place of the journal."""

    def __init__(self, seed: bytes, place: int) -> None:
        self._seed = seed
        self._place = place
        self._block = 0
        self._bits = b""

    def below(self, limit: int) -> int:
        """A number from 0 up to but not including the limit, every one equally likely."""
        size = max(1, (limit - 1).bit_length() + 7 >> 3) + 1
        fair = (256**size // limit) * limit
        while True:
            value = int.from_bytes(self._take(size), "big")
            if value < fair:
                return value % limit

    def die(self, sides: int) -> int:
        return 1 + self.below(sides)

    def pick(self, things: Sequence[T], count: int) -> list[T]:
        """So many of the things, in the order drawn, none twice."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(count)]

    def _take(self, size: int) -> bytes:
        while len(self._bits) < size:
            message = b"%d.%d" % (self._place, self._block)
            self._bits += hmac.digest(self._seed, message, "sha256")
            self._block += 1
        taken, self._bits = self._bits[:size], self._bits[size:]
        return taken


class Source(Protocol):
    """Where dice and cards come from: the secret stream, or what a case lays down."""

    def die(self, sides: int, /) -> int: ...

    def pick(self, things: Sequence[T], count: int, /) -> list[T]: ...


Sources = Callable[[int], Source]
"""The source of the answer at each place of the journal."""
