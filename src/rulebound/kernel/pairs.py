"""What is known of two rolls once a sum of them has been looked at."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, NamedTuple, cast

from rulebound.kernel.distribution import Distribution
from rulebound.kernel.ways import Fact, Name, Ways, compare, weighed


class Side(NamedTuple):
    """One of two numbers that are added: a part of a roll, so many times."""

    ways: Ways
    name: Name
    times: int


class Pair:
    """Two rolls of which a sum has been compared: what is read of one says something about the other."""

    __slots__ = ("_after", "_likely", "_parts", "_shares", "_sum", "facts", "sides")

    def __init__(self, sides: tuple[Side, Side], facts: tuple[Fact, ...] = ()) -> None:
        self.sides, self.facts = sides, facts
        self._sum: Distribution[int] | None = None
        self._likely: dict[int, dict[int, int]] = {}
        self._parts: dict[tuple[int, Name, tuple[int, ...]], Distribution[Any]] = {}
        self._shares: dict[Hashable, tuple[int, int]] = {}
        self._after: dict[Hashable, Pair] = {}

    def sum(self) -> Distribution[int]:
        if self._sum is None:
            fitting = self._sums()
            weights: dict[int, int] = {}
            for mine, weight in self._added(0):
                for other, times in self._added(1):
                    if mine + other in fitting:
                        weights[mine + other] = weights.get(mine + other, 0) + weight * times
            self._sum = Distribution(weights)
        return self._sum

    def part(self, side: int, name: Name, args: tuple[int, ...] = ()) -> Distribution[Any]:
        """A part of one roll: every way of it weighs as much as there are ways of the other that fit it."""
        found = self._parts.get((side, name, args))
        if found is None:
            fits = self._fitting(side)
            weights: dict[Any, int] = {}
            for (value, number), weight in _with(self.sides[side], name, args):
                weights[value] = weights.get(value, 0) + weight * fits[number]
            found = self._parts[side, name, args] = Distribution(weights)
        return found

    def share(self, side: int, name: Name, test: str, limit: Any) -> tuple[int, int]:
        """As of a single roll."""
        found = self._shares.get((side, name, test, limit))
        if found is None:
            found = self._shares[side, name, test, limit] = weighed(self.part(side, name), test, limit)
        return found

    def share_of_sum(self, test: str, limit: int) -> tuple[int, int]:
        found = self._shares.get((test, limit))
        if found is None:
            found = self._shares[test, limit] = weighed(self.sum(), test, limit)
        return found

    def _fitting(self, side: int) -> dict[int, int]:
        """How many ways of the other roll fit each number of this one."""
        found = self._likely.get(side)
        if found is None:
            fitting, theirs = self._sums(), self._added(1 - side)
            times = self.sides[side].times
            found = self._likely[side] = {
                value: sum([weight for added, weight in theirs if times * value + added in fitting])
                for value in self.sides[side].ways.part(self.sides[side].name).weights
            }
        return found

    def _added(self, side: int) -> list[tuple[int, int]]:
        mine = self.sides[side]
        return [(mine.times * value, weight) for value, weight in mine.ways.part(mine.name)]

    def _sums(self) -> set[int]:
        """All between the least and the most that fit what is known."""
        one, two = ([added for added, _ in self._added(side)] for side in (0, 1))
        return set(filter(self._holds, range(min(one) + min(two), max(one) + max(two) + 1)))

    def _holds(self, number: int) -> bool:
        return all(compare(number, fact.test, fact.args[0]) == fact.value for fact in self.facts)

    def with_side(self, side: int, ways: Ways) -> Pair:
        """The same once more is known of one roll."""
        if (side, ways) not in self._after:
            mine = self.sides[side]._replace(ways=ways)
            self._after[side, ways] = Pair((self.sides[0], mine) if side else (mine, self.sides[1]), self.facts)
        return self._after[side, ways]

    def after_sum(self, fact: Fact) -> Pair:
        if fact not in self._after:
            self._after[fact] = Pair(self.sides, (*self.facts, fact))
        return self._after[fact]


def _with(side: Side, name: Name, args: tuple[int, ...]) -> Distribution[tuple[Any, int]]:
    """A part beside the number that is added."""
    if name == side.name and not args:
        return side.ways.part(name).map(lambda value: (value, value))
    if not args:
        return cast("Distribution[tuple[Any, int]]", side.ways.parts((name, side.name)))
    numbers = side.ways.part(side.name)
    each = ((number, side.ways.after(Fact(side.name, (), number)).part(name, args)) for number in numbers.weights)
    weights = {(value, number): weight for number, ways in each for value, weight in ways}
    return Distribution(weights)


@lru_cache(maxsize=4096)
def paired(one: Side, two: Side) -> Pair:
    return Pair((one, two))
