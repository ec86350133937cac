"""How machines play a game: what to do when it is their turn, and what to answer. A game overrides what it has an opinion on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Generic, TypeVar

import msgspec

from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import About, S, Table, V

T = TypeVar("T")


class Move(msgspec.Struct, frozen=True):
    """A command to start and its arguments, as values of the rule's own types."""

    command: str
    args: dict[str, object] = {}


class Policy(Generic[S, V]):
    """The plainest player: takes what stands, the first option, the least. It may look only at what its seat may know."""

    def act(self, t: Table[S, V], seat: SeatId) -> Move | None:
        """What this seat starts now, or nothing."""
        return None

    def anybodys(self, state: S) -> Collection[SeatId]:
        """Those who may start the next thing where it is nobody's turn and nothing presses; nobody where it is somebody's."""
        return ()

    def choose(self, t: Table[S, V], seat: SeatId, what: str, options: Sequence[T], about: About, default: T) -> T:
        return default

    def choose_some(
        self, t: Table[S, V], seat: SeatId, what: str, options: Sequence[T], least: int, most: int, about: About
    ) -> tuple[T, ...]:
        return tuple(options[:least])

    def number(self, t: Table[S, V], seat: SeatId, what: str, least: int, most: int, about: About, default: int) -> int:
        return default

    def text(self, t: Table[S, V], seat: SeatId, what: str, about: About, default: str) -> str:
        return default
