"""Numbers made of unread numbers: they are compared without being read, as far as that can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rulebound.kernel.grid import compare

if TYPE_CHECKING:
    from rulebound.kernel.unread import UnreadNumber


class Added(NamedTuple):
    """Two numbers of which at least one is no single part of a roll: of these the second is read first."""

    one: UnreadNumber
    two: UnreadNumber

    def number(self) -> int:
        return int(self.one + int(self.two))

    def compares(self, test: str, limit: int) -> bool:
        number = self.one + int(self.two)
        return bool(number <= limit) if test == "<=" else bool(number == limit)


class Quotient(NamedTuple):
    """A number divided, and rounded down: it compares as that number does."""

    of: UnreadNumber
    by: int

    def number(self) -> int:
        return int(self.of) // self.by

    def compares(self, test: str, limit: int) -> bool:
        most = self.of <= self.by * limit + self.by - 1
        return most if test == "<=" else most and self.of >= self.by * limit


class Least(NamedTuple):
    """The smaller of two numbers: the second is looked at only where the first does not tell."""

    one: int | UnreadNumber
    two: int | UnreadNumber

    def number(self) -> int:
        return min(int(self.one), int(self.two))

    def compares(self, test: str, limit: int) -> bool:
        most = bool(self.one <= limit or self.two <= limit)
        return most if test == "<=" else most and not self.compares("<=", limit - 1)


class Reached(NamedTuple):
    """Whether a number is so much."""

    of: UnreadNumber
    limit: int

    def number(self) -> int:
        return self.of >= self.limit

    def compares(self, test: str, limit: int) -> bool:
        return compare(self.number(), test, limit)
