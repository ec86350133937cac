"""Shared pools: Threat, Momentum, Heat and their like. They change only by deltas, and every delta is kept."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from rulebound.kernel.refusal import Refusal, Refused
from rulebound.kernel.seats import GM


class Delta(msgspec.Struct, frozen=True, array_like=True):
    """One change of a pool. `lost` is what a clipped change could not do, with the same sign."""

    seat: str
    amount: int
    reason: str
    rule: str
    value_after: int
    lost: int = 0


class Overdrawn(Refused):
    """More was asked of a pool than there is."""

    def __init__(self, pool: SharedPool, asked: int, rule: str) -> None:
        above = f" above {pool.floor}" if pool.floor else ""
        super().__init__(Refusal(rule, f"{pool.name} is {pool.value}, {asked} cannot be taken{above}."))
        self.there, self.asked = pool.value, asked


class Overfull(Refused):
    """More was put into a pool than it holds."""

    def __init__(self, pool: SharedPool, asked: int, rule: str) -> None:
        super().__init__(Refusal(rule, f"{pool.name} is {pool.value} of at most {pool.cap}, {asked} cannot be added."))
        self.there, self.asked = pool.value, asked


class SharedPool(msgspec.Struct, kw_only=True):
    """A number that several seats draw on. Its value is its start and all its deltas."""

    stands_for: ClassVar[str] = "value"

    name: str
    start: int = 0
    floor: int = 0
    cap: int | None = None
    deltas: list[Delta] = []

    @property
    def value(self) -> int:
        return self.deltas[-1].value_after if self.deltas else self.start

    @property
    def room(self) -> int | None:
        """How much still fits; None without a cap."""
        return None if self.cap is None else max(0, self.cap - self.value)

    def change(self, amount: int, seat: str, reason: str, rule: str, *, clip: bool = False) -> int:
        """Add or take; what really changed. Refused beyond the limits, unless the rule says that what does not fit is lost."""
        if not amount:
            return 0
        really = self._what_fits(amount)
        if really != amount and not clip:
            raise Overdrawn(self, -amount, rule) if amount < 0 else Overfull(self, amount, rule)
        self.deltas.append(Delta(seat, really, reason, rule, self.value + really, amount - really))
        return really

    def repair(self, value: int) -> None:
        """The game master sets it right, limits or not: a delta like any other."""
        if value != self.value:
            self.deltas.append(Delta(GM, value - self.value, "set right", "table.repair", value))

    def _what_fits(self, amount: int) -> int:
        if amount < 0:
            return max(amount, min(0, self.floor - self.value))
        room = self.room
        return amount if room is None else min(amount, room)

    def recent(self, n: int) -> list[Delta]:
        """The last `n` deltas, newest last."""
        return self.deltas[-n:] if n > 0 else []
