"""Exact distributions: integer weights over one total, turned into fractions only when somebody asks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import comb, lcm
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
    """What equal dice add up to. Face by face, not die by die: so many dice show this face, the others are placed later."""
    *faces, (last, last_weight) = die.items()
    ways: dict[int, dict[int, int]] = {dice: {0: 1}}  # dice not placed yet -> total so far -> arrangements
    for face, weight in faces:
        grown: dict[int, dict[int, int]] = {left: {} for left in range(dice + 1)}
        for left, totals in ways.items():
            for shown in range(left + 1):
                arrangements, added, into = comb(left, shown) * weight**shown, shown * face, grown[left - shown]
                for total, count in totals.items():
                    into[total + added] = into.get(total + added, 0) + count * arrangements
        ways = grown
    weights: dict[int, int] = {}
    for left, totals in ways.items():
        arrangements, added = last_weight**left, left * last
        for total, count in totals.items():
            weights[total + added] = weights.get(total + added, 0) + count * arrangements
    return Distribution(weights, sum(die.values()) ** dice)
