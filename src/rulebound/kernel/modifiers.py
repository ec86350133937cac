"""Modifiers: numbers that know where they come from."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Self

import msgspec


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """A number with a name that players know and the ledger id of the rule that gives it."""

    name: str
    amount: int
    rule: str


class Total(msgspec.Struct, frozen=True, gc=False):
    """A number that unfolds into its sources: `5 = Melee 4 + prone target 1`."""

    stands_for: ClassVar[str] = "value"

    parts: tuple[Modifier, ...] = ()

    @classmethod
    def of(cls, name: str, amount: int, rule: str) -> Self:
        """The number that modifiers start from; it is listed even when it is 0."""
        return cls((Modifier(name, amount, rule),))

    def plus(self, name: str, amount: int, rule: str) -> Total:
        return Total((*self.parts, Modifier(name, amount, rule))) if amount else self

    def __add__(self, other: Total) -> Total:
        return Total(self.parts + other.parts) if other.parts else self

    @property
    def value(self) -> int:
        total = 0
        for part in self.parts:
            total += part.amount
        return total

    def __int__(self) -> int:
        return self.value

    def at_least(self, lowest: int, rule: str) -> Total:
        """Raised to `lowest` where it is below, by a part of its own."""
        return self.plus("lower limit", max(0, lowest - self.value), rule)

    def at_most(self, highest: int, rule: str) -> Total:
        return self.plus("upper limit", min(0, highest - self.value), rule)

    def best_of_each(self) -> Total:
        """Parts of the same name do not stack: the highest of each stays, where the first one stood."""
        return self._one_of_each(max)

    def worst_of_each(self) -> Total:
        """Parts of the same name do not stack: the lowest of each stays, where the first one stood."""
        return self._one_of_each(min)

    def _one_of_each(self, keep: Callable[[int, int], int]) -> Total:
        kept: dict[str, Modifier] = {}
        for part in self.parts:
            before = kept.get(part.name)
            if before is None or (part.amount != before.amount and keep(part.amount, before.amount) == part.amount):
                kept[part.name] = part
        return Total(tuple(kept.values()))

    def __str__(self) -> str:
        if not self.parts:
            return "0"
        first, *others = self.parts
        return f"{self.value} = {first.name} {first.amount}" + "".join(
            f" {'-' if part.amount < 0 else '+'} {part.name} {abs(part.amount)}" for part in others
        )

    def explain(self) -> list[str]:
        """A line for each part, with its rule."""
        return [f"{part.amount:+d} {part.name} [{part.rule}]" for part in self.parts]
