"""All that a roll may be, row by row: told apart as finely as its readers need, and picked out by what is known of it.

A set of rows is a whole number whose bits are the rows that belong to it: what fits two facts is one `&` away.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import compress
from operator import attrgetter, mul
from typing import Any, NamedTuple, Protocol, cast, runtime_checkable

from rulebound.kernel.dice import Roll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.score import OutOfReach

BITS = bytes.maketrans(b"01", b"\x00\x01")


class Uncountable(TypeError):
    """The rule reads something without a largest value, or that odds cannot know; it can be sampled but not counted."""


class Terms(NamedTuple):
    """Several parts of one roll added up, each so many times."""

    parts: tuple[tuple[Name, int], ...]

    def made_of(self) -> tuple[Name, ...]:
        return tuple([part for part, _ in self.parts])

    def column(self, *parts: list[int]) -> list[int]:
        times = [each for _, each in self.parts]
        if len(times) == 1:
            return [times[0] * value for value in parts[0]]
        return [sum(map(mul, times, row)) for row in zip(*parts, strict=True)]


class Limit(NamedTuple):
    """A number made of a part, as far as a limit; or only whether it reaches that."""

    part: Name
    times: int
    plus: int
    limit: int
    reached: bool

    def made_of(self) -> tuple[Name, ...]:
        return (self.part,)

    def column(self, part: list[int]) -> list[int]:
        times, plus, limit = self.times, self.plus, self.limit
        if self.reached:
            return [times * value + plus >= limit for value in part]
        return [min(times * value + plus, limit) for value in part]


class Sorts:
    """Which of several sorts a roll is of, by some of its parts."""

    def __init__(self, by: tuple[Name, ...]) -> None:
        self.by = by
        self._sorts: dict[tuple[Any, ...], int] = {}

    def made_of(self) -> tuple[Name, ...]:
        return self.by

    def __str__(self) -> str:
        return f"sorts by {self.by}"

    def sort(self, row: tuple[Any, ...]) -> int:
        found = self._sorts.get(row)
        if found is None:
            found = self._sorts[row] = self.number(row)
        return found

    def number(self, row: tuple[Any, ...]) -> int:
        raise NotImplementedError

    def sorts(self, rows: Iterable[tuple[Any, ...]]) -> list[int]:
        return list(map(self.sort, rows))

    def column(self, *parts: list[Any]) -> list[int]:
        return self.sorts(zip(*parts, strict=True)) if self.by else [self.sort(())]


Name = str | Terms | Limit | Sorts


class Fact(NamedTuple):
    """A part that was read: its name, its numbers, and what it was; or with a test, whether it is at most, or just, so much."""

    name: Name
    args: tuple[Any, ...]
    value: Hashable
    test: str = ""

    @property
    def column(self) -> Column:
        return self.name, () if self.test else self.args

    def answer(self, value: Hashable) -> Hashable:
        """What would have been read of a part that is so much."""
        return compare(value, self.test, self.args[0]) if self.test else value

    def among(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Those that fit it."""
        return tuple([value for value in values if self.answer(value) == self.value])


class Likelihood(NamedTuple):
    """How likely all else is that belongs to a part of a roll, by what that part is: each with its weight, of so much in all."""

    name: Name
    weights: tuple[tuple[Any, int], ...]
    total: int


Facts = tuple[Fact, ...]
Clue = Fact | Likelihood
Clues = tuple[Clue, ...]

Column = tuple[Name, tuple[Any, ...]]
"""A part by its name and numbers."""

Joint = dict[tuple[Any, ...], int]
"""The weights of several columns side by side."""
Weighed = tuple[Joint, int]
"""And of how much in all."""


class Grid:
    """The rows, with their weights; columns are read when somebody asks for them."""

    __slots__ = ("_columns", "_fitting", "_rolls", "_weights", "_where", "all", "total", "weights")

    def __init__(self, weights: list[int], total: int, rolls: list[Any], columns: dict[Column, list[Any]]) -> None:
        self.weights, self.total = weights, total
        self.all = (1 << len(weights)) - 1
        self._rolls, self._columns = rolls, columns
        self._where: dict[Column, dict[Any, int]] = {}
        self._fitting: dict[Fact, int] = {}
        self._weights: dict[int, int] = {}

    @classmethod
    def of_rolls(cls, ways: Distribution[Any]) -> Grid:
        return cls(list(ways.weights.values()), ways.total, list(ways.weights), {})

    @classmethod
    def of_columns(cls, names: Sequence[Name], joint: Mapping[tuple[Any, ...], int], total: int) -> Grid:
        """Rows of which nothing is known but these columns; they may be less than all."""
        shown = zip(*joint, strict=True) if joint else [()] * len(names)
        columns: dict[Column, list[Any]] = {(name, ()): list(values) for name, values in zip(names, shown, strict=True)}
        return cls(list(joint.values()), total, [], columns)

    def __len__(self) -> int:
        return len(self.weights)

    def column(self, column: Column) -> list[Any]:
        found = self._columns.get(column)
        if found is None:
            name, args = column
            if not isinstance(name, str):
                parts = [self.column((part, ())) for part in name.made_of()]
                found = name.column(*parts) if parts else cast(Sorts, name).column() * len(self)
            elif callable(getattr(type(self._rolls[0]), name, None)):
                found = [_asked(roll, name, args) for roll in self._rolls]
            else:
                found = list(map(attrgetter(name), self._rolls))
            self._columns[column] = found
        return found

    def where(self, column: Column) -> dict[Any, int]:
        """The rows of each value."""
        found = self._where.get(column)
        if found is None:
            found = self._where[column] = {}
            bit = 1
            for value in self.column(column):
                found[value] = found.get(value, 0) | bit
                bit <<= 1
        return found

    def fitting(self, fact: Fact) -> int:
        """The rows that fit a fact."""
        found = self._fitting.get(fact)
        if found is None:
            where = self.where(fact.column)
            if fact.test == "<=":
                limit = fact.args[0]
                found = sum([rows for value, rows in where.items() if value <= limit])
            else:
                found = where.get(fact.args[0] if fact.test else fact.value, 0)
            if fact.test and not fact.value:
                found = self.all & ~found
            self._fitting[fact] = found
        return found

    def weight(self, rows: int) -> int:
        found = self._weights.get(rows)
        if found is None:
            found = self._weights[rows] = sum(compress(self.weights, _bits(rows)))
        return found

    def told(self, columns: tuple[Column, ...], clues: Sequence[Clue]) -> Weighed:
        """The weights of these columns side by side where all this holds, of so much in all."""
        rows, likely = self.all, []
        for clue in clues:
            if isinstance(clue, Fact):
                rows &= self.fitting(clue)
            else:
                likely.append(clue)
        return self.as_likely(rows, columns, likely)

    def as_likely(self, rows: int, columns: tuple[Column, ...], likely: Sequence[Likelihood]) -> Weighed:
        """The same where these are so likely."""
        if not likely:
            return self.joint(rows, columns), self.total
        last = likely[-1]
        joint, total = self.as_likely(rows, (*columns, (last.name, ())), likely[:-1])
        times = dict(last.weights)
        found: Joint = {}
        for (*shown, value), weight in joint.items():
            if value in times:
                key = tuple(shown)
                found[key] = found.get(key, 0) + weight * times[value]
        return found, total * last.total

    def joint(self, rows: int, columns: tuple[Column, ...]) -> Joint:
        """The weights of these columns side by side."""
        if not columns:
            return {(): self.weight(rows)} if rows else {}
        shown = zip(*[self.column(column) for column in columns], strict=True)
        found: Joint = {}
        weighed = zip(shown, self.weights, strict=True)
        for values, weight in weighed if rows == self.all else compress(weighed, _bits(rows)):
            found[values] = found.get(values, 0) + weight
        return found


@runtime_checkable
class Chain(Protocol):
    """What can itself tell how likely its parts are side by side where something is known of it."""

    def joint(self, clues: Clues, names: tuple[Name, ...]) -> Weighed: ...

    def may_be(self, name: Name) -> list[Any]:
        """All that a part may be, and perhaps more."""


class Beyond:
    """In place of what cannot be told of a row: it is an error only if that row may still be."""

    def __init__(self, why: str) -> None:
        self.why = why


def _asked(roll: Roll, question: str, args: tuple[Any, ...]) -> Any:
    try:
        return getattr(roll, question)(*args)
    except OutOfReach as beyond:
        return Beyond(str(beyond))


def _bits(rows: int) -> bytes:
    """One byte for each row, from the first."""
    return bin(rows)[:1:-1].encode().translate(BITS)


def compare(value: Any, test: str, limit: Any) -> bool:
    return bool(value <= limit) if test == "<=" else bool(value == limit)


def columns_of(names: tuple[Name, ...]) -> tuple[Column, ...]:
    return tuple([(name, ()) for name in names])


def names_in(name: Name) -> tuple[str, ...]:
    """The parts of a roll that something is made of."""
    return (name,) if isinstance(name, str) else tuple([each for part in name.made_of() for each in names_in(part)])
