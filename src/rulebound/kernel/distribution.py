"""Exact distributions: integer weights over one total, turned into fractions only when somebody asks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Generic, TypeVar

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)
C = TypeVar("C", bound=Hashable)


class Distribution(Generic[A]):
    """What can happen, each with a whole-number weight; the weights add up to `total`."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[A, int], total: int | None = None) -> None:
        self.weights: dict[A, int] = {outcome: weight for outcome, weight in weights.items() if weight}
        self.total: int = sum(self.weights.values()) if total is None else total

    @classmethod
    def certain(cls, outcome: A) -> Distribution[A]:
        return cls({outcome: 1}, 1)

    @classmethod
    def uniform(cls, outcomes: Iterable[A]) -> Distribution[A]:
        weights: dict[A, int] = {}
        for outcome in outcomes:
            weights[outcome] = weights.get(outcome, 0) + 1
        return cls(weights)

    def __iter__(self) -> Iterator[tuple[A, int]]:
        return iter(self.weights.items())

    def __len__(self) -> int:
        return len(self.weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self.fractions() == other.fractions()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Distribution({self.weights!r}, {self.total})"

    def fractions(self) -> dict[A, Fraction]:
        return {outcome: Fraction(weight, self.total) for outcome, weight in self.weights.items()}

    def chance(self, outcome: A) -> Fraction:
        return Fraction(self.weights.get(outcome, 0), self.total)

    def chance_that(self, test: Callable[[A], bool]) -> Fraction:
        return Fraction(sum(weight for outcome, weight in self if test(outcome)), self.total)

    def mean(self, value: Callable[[A], int | Fraction]) -> Fraction:
        return Fraction(sum((value(outcome) * weight for outcome, weight in self), Fraction(0))) / self.total

    def map(self, change: Callable[[A], B]) -> Distribution[B]:
        weights: dict[B, int] = {}
        for outcome, weight in self.weights.items():
            new = change(outcome)
            weights[new] = weights.get(new, 0) + weight
        return Distribution(weights, self.total)

    def where(self, test: Callable[[A], bool]) -> Distribution[A]:
        """The same, given that the test holds."""
        return Distribution({outcome: weight for outcome, weight in self.weights.items() if test(outcome)})

    def combine(self, other: Distribution[B], join: Callable[[A, B], C]) -> Distribution[C]:
        """Both at once, independent of each other."""
        weights: dict[C, int] = {}
        so_far = weights.get
        theirs = tuple(other.weights.items())
        for mine, weight in self.weights.items():
            for yours, times in theirs:
                new = join(mine, yours)
                weights[new] = so_far(new, 0) + weight * times
        return Distribution(weights, self.total * other.total)

    def then(self, follow: Callable[[A], Distribution[B]]) -> Distribution[B]:
        """First this, then whatever follows from what happened."""
        branches = [(weight, follow(outcome)) for outcome, weight in self.weights.items()]
        common = lcm(*(branch.total for _, branch in branches))
        weights: dict[B, int] = {}
        for weight, branch in branches:
            scale = weight * (common // branch.total)
            for outcome, times in branch.weights.items():
                weights[outcome] = weights.get(outcome, 0) + times * scale
        return Distribution(weights, self.total * common)


def sum_of(dice: int, die: Mapping[int, int]) -> Distribution[int]:
    """What equal dice add up to: the weights of one die, side by side in one long number, raised to the power of the dice."""
    lowest, total = min(die), sum(die.values()) ** dice
    room = total.bit_length() // 8 + 1  # bytes in which no weight can run over into the next
    power = sum(weight << 8 * room * (face - lowest) for face, weight in die.items()) ** dice
    span = (max(die) - lowest) * dice + 1
    packed = power.to_bytes(room * span, "little")
    weights = (int.from_bytes(packed[at : at + room], "little") for at in range(0, room * span, room))
    return Distribution(dict(enumerate(weights, lowest * dice)), total)
