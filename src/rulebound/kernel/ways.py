"""What a roll may still be, given what has been read of it. Shared by all runs of a rule that have read the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from enum import Enum
from functools import cache, lru_cache, partial
from operator import attrgetter
from typing import Any, NamedTuple, cast

from rulebound.kernel.dice import Pool, Roll, Rough
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.score import OutOfReach

MOST_RUNS = 200_000


class TooManyOutcomes(RuntimeError):
    """The rule branches too widely to count; narrow the question or sample it."""


class Uncountable(TypeError):
    """The rule reads something without a largest value, or that odds cannot know; it can be sampled but not counted."""


Reader = Callable[[Any], Any]
"""Takes a part from a roll."""


class Terms(NamedTuple):
    """Several parts of one roll added up, each so many times."""

    parts: tuple[tuple[Name, int], ...]

    def reader(self) -> Reader:
        each = [(reader(part), times) for part, times in self.parts]
        return lambda roll: sum([times * read(roll) for read, times in each])

    def names(self) -> tuple[str, ...]:
        return tuple(name for part, _ in self.parts for name in names_in(part))


class Limit(NamedTuple):
    """A number made of a part, as far as a limit; or only whether it reaches that."""

    part: Name
    times: int
    plus: int
    limit: int
    reached: bool

    def reader(self) -> Reader:
        read = reader(self.part)
        times, plus, limit = self.times, self.plus, self.limit
        if self.reached:
            return lambda roll: times * read(roll) + plus >= limit
        return lambda roll: min(times * read(roll) + plus, limit)

    def names(self) -> tuple[str, ...]:
        return names_in(self.part)


class Sorts:
    """Which of several sorts a roll is of, by some of its parts."""

    __slots__ = ("by", "sorts")

    def __init__(self, by: tuple[Name, ...], sorts: Mapping[tuple[Any, ...], int]) -> None:
        self.by, self.sorts = by, sorts

    def reader(self) -> Reader:
        each = [reader(name) for name in self.by]
        return lambda roll: self.sorts[tuple([read(roll) for read in each])]

    def names(self) -> tuple[str, ...]:
        return tuple(name for part in self.by for name in names_in(part))


Name = str | Terms | Limit | Sorts


class Fact(NamedTuple):
    """A part that was read: its name, its numbers, and what it was; or with a test, whether it is at most, or just, so much."""

    name: Name
    args: tuple[Any, ...]
    value: Hashable
    test: str = ""


Column = tuple[Name, tuple[Any, ...]]
"""A part by its name and numbers."""
Table = dict[tuple[Any, ...], int]
"""Values side by side, with their weights."""
Row = tuple[tuple[Any, ...], int]


class Kind(Enum):
    """What a part of a roll is to whoever has not read it."""

    NUMBER = 1
    WORD = 2
    ASKED = 3
    PLAIN = 4


class Ways:
    """What one roll may still be."""

    __slots__ = (
        "_above", "_after", "_base", "_fits", "_joint", "_kinds", "_parts", "_rows", "_shares", "_siblings", "_tables", "facts",
        "longer", "pool", "read", "root",
    )  # fmt: skip

    def __init__(self, pool: Pool[Roll], facts: tuple[Fact, ...] = (), above: Ways | None = None) -> None:
        self.pool, self.facts, self._above = pool, facts, above
        self.root: Ways = self if above is None else above.root
        """The same before anything was read."""
        self.read: dict[tuple[Name, tuple[int, ...]], Hashable] = {(fact.name, fact.args): fact.value for fact in facts if not fact.test}
        self._parts: dict[tuple[Name, tuple[int, ...]], Distribution[Any]] = {}
        self._joint: dict[tuple[Name, ...], Distribution[Any]] = {}
        self._shares: dict[tuple[Name, str, Any], tuple[int, int]] = {}
        self._kinds: dict[str, Kind] = {}
        self._after: dict[Fact, Ways] = {}
        self.longer: dict[Hashable, Any] = {}
        """The same roll with what came of something that depended on it."""
        self._siblings: dict[frozenset[Fact], Ways] = {} if above is None else above._siblings
        self._base: Distribution[Any] | None = None
        self._rows: list[tuple[Any, int]] = []
        self._tables: dict[frozenset[Column], tuple[Table, dict[Column, int]]] = {}
        self._fits: dict[frozenset[Column], list[Row]] = {}

    def part(self, name: Name, args: tuple[int, ...] = ()) -> Distribution[Any]:
        """How one part comes out."""
        found = self._parts.get((name, args))
        if found is None:
            found = self._parts[name, args] = self._count(name, args)
        return found

    def parts(self, names: tuple[Name, ...]) -> Distribution[tuple[Any, ...]]:
        """How several parts come out together."""
        found = self._joint.get(names)
        if found is None:
            found = self._joint[names] = Distribution(self._select(tuple([(name, ()) for name in names])))
        return found

    def share(self, name: Name, test: str, limit: Any) -> tuple[int, int]:
        """The weight of a part being at most, or just, so much; and all the weight there is."""
        found = self._shares.get((name, test, limit))
        if found is None:
            found = self._shares[name, test, limit] = weighed(self.part(name), test, limit)
        return found

    def kind(self, name: str) -> Kind:
        """How a part can be left unread."""
        found = self._kinds.get(name)
        if found is None:
            found = self._kinds[name] = self._tell(name)
        return found

    def _tell(self, name: str) -> Kind:
        if name in getattr(self.pool, "numbers", ()):
            return Kind.NUMBER
        if callable(getattr(roll_type(type(self.pool)), name, None)):
            return Kind.ASKED
        values = self.part(name).weights
        if len(values) > 1:
            if all(isinstance(value, int) for value in values):
                return Kind.NUMBER
            if all(type(value) is str for value in values):  # members of an enumeration are told apart by what they are
                return Kind.WORD
        return Kind.PLAIN

    def after(self, fact: Fact) -> Ways:
        """The same once this has been read too; in whatever order things were read."""
        found = self._after.get(fact)
        if found is None:
            facts = (*self.facts, fact)
            found = self._after[fact] = self._siblings.setdefault(frozenset(facts), Ways(self.pool, facts, self))
        return found

    def _count(self, name: Name, args: tuple[int, ...]) -> Distribution[Any]:
        if name in self.pool.unbounded:
            raise Uncountable(f"{self.pool.text()}: {name} has no largest value and cannot be counted; ask it with a bound")
        if name == "faces":
            raise Uncountable(f"{self.pool.text()}: the faces are for people; a rule asks for what they mean")
        alone = isinstance(name, str) and not args and all(fact.name == name for fact in self.facts)
        shorter = self.pool.part(cast(str, name)) if alone else None
        if shorter is not None:
            return shorter.where(lambda value: all(_fits(value, fact) for fact in self.facts)) if self.facts else shorter
        return Distribution({value: weight for (value,), weight in self._select(((name, args),)).items()})

    def _select(self, columns: tuple[Column, ...]) -> Table:
        """These columns of all that fits the facts."""
        if is_rough(type(self.pool)):
            return self._from_table(columns)
        numbers = [n for fact in self.facts for n in fact.args if isinstance(n, int)] + [n for _, args in columns for n in args]
        weights: Table = {}
        for roll, weight in self._rows_of(self.pool.outcomes(sum(map(abs, numbers)))):
            key = tuple([_read(roll, name, args) for name, args in columns])
            weights[key] = weights.get(key, 0) + weight
        return weights

    def _rows_of(self, base: Distribution[Any]) -> list[tuple[Any, int]]:
        """The rolls that fit: some parts can be read only of these."""
        if self._base is not base:
            if self._above is None:
                self._rows = list(base)
            else:
                last = self.facts[-1]
                args = () if last.test else last.args
                self._rows = [row for row in self._above._rows_of(base) if _fits(_read(row[0], last.name, args), last)]
            self._base = base
        return self._rows

    def _from_table(self, columns: tuple[Column, ...]) -> Table:
        """Out of a table that is made once for all that may be known of the roll."""
        key = frozenset((*columns, *[(fact.name, () if fact.test else fact.args) for fact in self.facts]))
        places = self.root._table(key)[1]
        wanted = [places[column] for column in columns]
        weights: Table = {}
        for values, weight in self._fitting(key):
            shown = tuple([values[place] for place in wanted])
            weights[shown] = weights.get(shown, 0) + weight
        return weights

    def _fitting(self, key: frozenset[Column]) -> list[Row]:
        """The rows of such a table that fit the facts: of those that fit all but the last, those that fit that too."""
        found = self._fits.get(key)
        if found is None:
            if self._above is None:
                found = list(self._table(key)[0].items())
            else:
                last = self.facts[-1]
                place = self.root._table(key)[1][last.name, () if last.test else last.args]
                found = _keep(self._above._fitting(key), place, last)
            self._fits[key] = found
        return found

    def _table(self, key: frozenset[Column]) -> tuple[Table, dict[Column, int]]:
        """Told apart as finely as these columns need; and where each of them stands."""
        found = self._tables.get(key)
        if found is None:
            needed = frozenset(part for name, _ in key for part in names_in(name))
            rough = cast(Rough, self.pool).rough(needed)
            table: Table = {}
            readers = [partial(_read, name=name, args=args) if args else reader(name) for name, args in key]
            for roll, weight in self.pool.outcomes() if rough is None else rough:
                values = tuple([read(roll) for read in readers])
                table[values] = table.get(values, 0) + weight
            found = self._tables[key] = table, {column: place for place, column in enumerate(key)}
        return found


@lru_cache(maxsize=4096)
def thrown(pool: Pool[Roll]) -> Ways:
    """A roll of which nothing has been read."""
    return Ways(pool)


@cache
def is_rough(pool: type[Pool[Roll]]) -> bool:
    return issubclass(pool, Rough)


@cache
def roll_type(pool: type[Pool[Roll]]) -> type[Roll]:
    return cast("type[Roll]", returned(pool.throw))


@cache
def returned(function: Callable[..., Any]) -> Any:
    """The class that a function says it returns. Evaluating all that it says takes longer than many a count."""
    return function.__globals__[function.__annotations__["return"]]


def compare(value: Any, test: str, limit: Any) -> bool:
    return bool(value <= limit) if test == "<=" else bool(value == limit)


def weighed(ways: Distribution[Any], test: str, limit: Any) -> tuple[int, int]:
    """The weight of all that is at most, or just, so much; and all the weight there is."""
    return sum(weight for value, weight in ways.weights.items() if compare(value, test, limit)), sum(ways.weights.values())


@lru_cache(maxsize=4096)
def reader(name: Name) -> Reader:
    return attrgetter(name) if isinstance(name, str) else name.reader()


def names_in(name: Name) -> tuple[str, ...]:
    """The parts of a roll that something is made of."""
    return (name,) if isinstance(name, str) else name.names()


def _read(roll: Roll, name: Name, args: tuple[int, ...]) -> Hashable:
    value = reader(name)(roll)
    try:
        return cast(Hashable, value(*args) if callable(value) else value)
    except OutOfReach as beyond:
        raise Uncountable(str(beyond)) from None


def _fits(value: Any, fact: Fact) -> bool:
    return bool((compare(value, fact.test, fact.args[0]) if fact.test else value) == fact.value)


def _keep(rows: list[Row], place: int, fact: Fact) -> list[Row]:
    """The rows that fit a fact."""
    if not fact.test:
        return [row for row in rows if row[0][place] == fact.value]
    limit, holds = fact.args[0], fact.value
    if fact.test == "<=":
        return [row for row in rows if (row[0][place] <= limit) == holds]
    return [row for row in rows if (row[0][place] == limit) == holds]
