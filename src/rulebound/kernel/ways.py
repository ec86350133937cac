"""What a roll may still be, given what has been read of it. Shared by all runs of a rule that have read the same."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache, lru_cache
from typing import Any, NamedTuple, cast, get_type_hints

from rulebound.kernel.dice import Pool, Roll, Rough
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.score import OutOfReach

MOST_RUNS = 200_000


class TooManyOutcomes(RuntimeError):
    """The rule branches too widely to count; narrow the question or sample it."""


class Uncountable(TypeError):
    """The rule reads something without a largest value, or that odds cannot know; it can be sampled but not counted."""


class Fact(NamedTuple):
    """A part that was read: its name, its numbers, and what it was. `hits<=` and `hits==` are comparisons."""

    name: str
    args: tuple[Any, ...]
    value: Hashable


COMPARED = ("<=", "==")
Rows = list[tuple[Any, int]]
"""Rolls with their weights."""


class Ways:
    """What one roll may still be."""

    __slots__ = ("_after", "_base", "_joint", "_parts", "_rows", "_shares", "_siblings", "above", "facts", "longer", "pool", "read")

    def __init__(self, pool: Pool[Roll], facts: tuple[Fact, ...], above: Ways | None) -> None:
        self.pool, self.facts, self.above = pool, facts, above
        self.read: dict[tuple[str, tuple[int, ...]], Hashable] = {(fact.name, fact.args): fact.value for fact in facts}
        self._base: Distribution[Any] | None = None
        self._rows: Rows = []
        self._parts: dict[tuple[str, tuple[int, ...]], Distribution[Any]] = {}
        self._joint: dict[tuple[str, ...], Distribution[Any]] = {}
        self._shares: dict[tuple[str, str, Any], tuple[int, int]] = {}
        self._after: dict[Fact, Ways] = {}
        self.longer: dict[Hashable, Any] = {}
        """The same roll with what came of something that depended on it."""
        self._siblings: dict[frozenset[Fact], Ways] = above._siblings if above is not None else {}

    def part(self, name: str, args: tuple[int, ...] = ()) -> Distribution[Any]:
        """How one part comes out."""
        found = self._parts.get((name, args))
        if found is None:
            found = self._parts[name, args] = self._count(name, args)
        return found

    def parts(self, names: tuple[str, ...]) -> Distribution[tuple[Any, ...]]:
        """How several parts come out together."""
        found = self._joint.get(names)
        if found is None:
            weights: dict[tuple[Any, ...], int] = {}
            for roll, weight in self._rolls(names, ()):
                values = tuple([getattr(roll, name) for name in names])
                weights[values] = weights.get(values, 0) + weight
            found = self._joint[names] = Distribution(weights)
        return found

    def share(self, name: str, test: str, limit: Any) -> tuple[int, int]:
        """The weight of a part being at most, or just, so much; and all the weight there is."""
        found = self._shares.get((name, test, limit))
        if found is None:
            ways = self.part(name).weights
            holds = sum(weight for value, weight in ways.items() if compare(value, test, limit))
            found = self._shares[name, test, limit] = holds, sum(ways.values())
        return found

    def after(self, fact: Fact) -> Ways:
        """The same once this has been read too; in whatever order things were read."""
        found = self._after.get(fact)
        if found is None:
            facts = (*self.facts, fact)
            found = self._after[fact] = self._siblings.setdefault(frozenset(facts), Ways(self.pool, facts, self))
        return found

    def rolls(self) -> Rows:
        """Every roll that fits, as finely as there is to tell."""
        return self._rows_of(self.pool.outcomes())

    def _count(self, name: str, args: tuple[int, ...]) -> Distribution[Any]:
        if name in self.pool.unbounded:
            raise Uncountable(f"{self.pool.text()}: {name} has no largest value and cannot be counted; ask it with a bound")
        if name == "faces":
            raise Uncountable(f"{self.pool.text()}: the faces are for people; a rule asks for what they mean")
        shorter = self.pool.part(name) if not args and all(_compared(fact.name) == name for fact in self.facts) else None
        if shorter is not None:
            return shorter.where(lambda value: all(_fits(value, fact) for fact in self.facts)) if self.facts else shorter
        weights: dict[Hashable, int] = {}
        for roll, weight in self._rolls((name,), args):
            value = _read(roll, name, args)
            weights[value] = weights.get(value, 0) + weight
        return Distribution(weights)

    def _rolls(self, names: tuple[str, ...], args: tuple[int, ...]) -> Rows:
        """The rolls that fit all facts, told apart as finely as these names need."""
        reach = sum(abs(n) for fact in self.facts for n in fact.args if isinstance(n, int)) + sum(map(abs, args))
        needed = frozenset((*names, *(_compared(fact.name) for fact in self.facts)))
        rough = self.pool.rough(needed) if isinstance(self.pool, Rough) else None
        return self._rows_of(self.pool.outcomes(reach) if rough is None else rough)

    def _rows_of(self, base: Distribution[Any]) -> Rows:
        if self._base is not base:
            if self.above is None:
                self._rows = list(base)
            else:
                name, args, value = self.facts[-1]
                self._rows = [row for row in self.above._rows_of(base) if _read(row[0], name, args) == value]
            self._base = base
        return self._rows


@lru_cache(maxsize=4096)
def thrown(pool: Pool[Roll]) -> Ways:
    """A roll of which nothing has been read."""
    return Ways(pool, (), None)


@cache
def roll_type(pool: type[Pool[Roll]]) -> type[Roll]:
    return cast("type[Roll]", get_type_hints(pool.throw)["return"])


def compare(value: Any, test: str, limit: Any) -> bool:
    return bool(value <= limit) if test == "<=" else bool(value == limit)


def _compared(part: str) -> str:
    return part[:-2] if part.endswith(COMPARED) else part


def _read(roll: Roll, name: str, args: tuple[int, ...]) -> Hashable:
    if name.endswith(COMPARED):
        return compare(getattr(roll, name[:-2]), name[-2:], args[0])
    value = getattr(roll, name)
    try:
        return cast(Hashable, value(*args) if callable(value) else value)
    except OutOfReach as beyond:
        raise Uncountable(str(beyond)) from None


def _fits(value: Any, fact: Fact) -> bool:
    return bool((compare(value, fact.name[-2:], fact.args[0]) if fact.name.endswith(COMPARED) else value) == fact.value)


# ------------------------------------------------------------------------------------------------ two rolls together
class Side(NamedTuple):
    """One of two numbers that are added: a part of a roll, so many times."""

    ways: Ways
    name: str
    times: int


class Pair:
    """Two rolls of which a sum has been compared: what is read of one says something about the other."""

    __slots__ = ("_after", "_likely", "_sum", "facts", "sides")

    def __init__(self, sides: tuple[Side, Side], facts: tuple[Fact, ...] = ()) -> None:
        self.sides, self.facts = sides, facts
        self._sum: Distribution[int] | None = None
        self._likely: dict[int, dict[int, int]] = {}
        self._after: dict[Hashable, Pair] = {}

    def sum(self) -> Distribution[int]:
        if self._sum is None:
            one, two = self.sides
            added = one.ways.part(one.name).combine(two.ways.part(two.name), lambda a, b: int(one.times * a + two.times * b))
            self._sum = added.where(self._holds)
        return self._sum

    def part(self, side: int, name: str, args: tuple[int, ...] = ()) -> Distribution[Any]:
        """A part of one roll: every way of it weighs as much as there are ways of the other that fit it."""
        mine = self.sides[side]
        fits = self._fitting(side)
        weights: dict[Any, int] = {}
        for (value, number), weight in _with(mine, name, args):
            weights[value] = weights.get(value, 0) + weight * fits[number]
        return Distribution(weights)

    def _fitting(self, side: int) -> dict[int, int]:
        if side not in self._likely:
            mine, other = self.sides[side], self.sides[1 - side]
            theirs = [(other.times * value, weight) for value, weight in other.ways.part(other.name)]
            self._likely[side] = {
                value: sum(weight for added, weight in theirs if self._holds(mine.times * value + added))
                for value in mine.ways.part(mine.name).weights
            }
        return self._likely[side]

    def _holds(self, number: int) -> bool:
        return all(compare(number, fact.name, fact.args[0]) == fact.value for fact in self.facts)

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


def _with(side: Side, name: str, args: tuple[int, ...]) -> Distribution[tuple[Any, int]]:
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
