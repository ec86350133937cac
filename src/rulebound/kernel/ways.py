"""What a roll may still be, given what has been read of it. Shared by all runs of a rule that have read the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from enum import Enum
from functools import cache
from typing import Any, cast

from rulebound.kernel.dice import Pool, Roll, Rough
from rulebound.kernel.grid import (
    Beyond,
    Chain,
    Clue,
    Column,
    Fact,
    Facts,
    Grid,
    Likelihood,
    Name,
    Uncountable,
    Weighed,
    columns_of,
    compare,
    names_in,
)

MOST_RUNS = 200_000


class TooManyOutcomes(RuntimeError):
    """The rule branches too widely to count; narrow the question or sample it."""


class Kind(Enum):
    """What a part of a roll is to whoever has not read it."""

    NUMBER = 1
    WORD = 2
    ASKED = 3
    PLAIN = 4


class Ways:
    """What one roll may still be."""

    __slots__ = (
        "_above", "_after", "_found", "_grids", "_holds", "_joint", "_kinds", "_mass", "_names", "_numbers", "_on_grid",
        "_reaching", "_serving", "_siblings", "_values", "facts", "likely", "longer", "pairs", "pool", "read", "root",
    )  # fmt: skip

    def __init__(self, pool: Pool[Roll], above: Ways | None = None, fact: Clue | None = None) -> None:
        self.pool, self._above = pool, above
        self.root: Ways = self if above is None else above.root
        """The same before anything was read."""
        self.facts: Facts = ()
        self.read: dict[Column, Hashable] = {}
        """What is known exactly."""
        self._names: frozenset[str] = frozenset()
        self._numbers = 0
        self.likely: tuple[Likelihood, ...] = ()
        """Only while something is counted."""
        if above is not None and fact is not None:
            self.facts, self.likely, self.read, self._numbers = above.facts, above.likely, above.read, above._numbers
            self._names = above._names.union(names_in(fact.name))
            if isinstance(fact, Likelihood):
                self.likely = (*self.likely, fact)
            else:
                self.facts = (*self.facts, fact)
                self.read = self.read if fact.test else {**self.read, (fact.name, fact.args): fact.value}
                self._numbers += _size(fact.args)
        self._after: dict[Clue, Ways] = {}
        self.pairs: dict[Hashable, Any] = {}
        """The same roll beside others."""
        self._siblings: dict[frozenset[Clue], Ways] = {} if above is None else above._siblings
        self._found: dict[tuple[Column, ...], tuple[Grid, int]] = {}
        self._on_grid: dict[Grid, int] = {}
        self._values: dict[Column, tuple[Any, ...]] = {}
        self._holds: dict[tuple[Name, str, Any], tuple[bool, bool]] = {}
        self._kinds: dict[str, Kind] = {}
        self._joint: dict[tuple[Name, ...], Weighed] = {}
        self._mass: tuple[int, int] | None = (1, 1) if above is None else None
        if above is None:
            self.longer: dict[Hashable, Any] = {}
            """The same roll with what came of something that depended on it."""
            self._grids: list[tuple[frozenset[str], Grid]] = []
            """By what they tell apart."""
            self._serving: dict[frozenset[str], Grid] = {}
            """Which of them serves what is asked for: what tells more apart than that will do."""
            self._reaching: dict[int, Grid] = {}
            """The same where there is no largest value, by how far they reach."""

    def close(self) -> None:
        """Of a root: it and all that came of it let go of each other."""
        for ways in (self, *self._siblings.values()):
            for held in (ways._after, ways.pairs, ways._found, ways._on_grid, ways._joint):
                held.clear()
        self._siblings.clear()
        self.longer.clear()
        self._grids.clear()
        self._serving.clear()
        del self.pool, self.root

    @property
    def is_chain(self) -> bool:
        """Whether parts of a rule follow the roll."""
        return has_parts_after(type(self.pool))

    # ------------------------------------------------------------------------------------------------ what may be
    def values(self, column: Column) -> tuple[Any, ...]:
        """What a part may be."""
        found = self._values.get(column)
        if found is None:
            before = self.before(column)
            if before is not None:
                found = before[1].among(before[0].values(column))
            else:
                grid, rows = self.rows(column)
                found = told(tuple([value for value, those in grid.where(column).items() if those & rows]))
            self._values[column] = found
        return found

    def before(self, column: Column) -> tuple[Ways, Fact] | None:
        """Where no more was learnt of a chain last than something about this part: the same without it, and that."""
        if self._above is None or self.likely or not self.is_chain or self.facts[-1].column != column:
            return None
        return self._above, self.facts[-1]

    def varies(self, column: Column) -> bool:
        """Of a root: whether a part may be one or another, as far as can be said without counting."""
        if self.is_chain:
            return len(set(cast(Chain, self.pool).may_be(column[0]))) > 1
        return len(self.rows(column)[0].where(column)) > 1

    def is_open(self, name: Name, test: str, limit: Any) -> bool:
        """Of a root: whether a part may be at most, or just, so much, and may be not so, as far as can be said without counting."""
        if self.is_chain:
            return len({compare(value, test, limit) for value in cast(Chain, self.pool).may_be(name)}) > 1
        return all(self.holds(name, test, limit))

    def holds(self, name: Name, test: str, limit: Any) -> tuple[bool, bool]:
        """Whether a part may be at most, or just, so much; and whether it may be not so."""
        found = self._holds.get((name, test, limit))
        if found is None:
            if self.is_chain:
                answers = {compare(value, test, limit) for value in self.values((name, ()))}
                found = True in answers, False in answers
            else:
                grid, rows = self.rows((name, ()))
                those = grid.fitting(Fact(name, (limit,), True, test))
                found = rows & those != 0, rows & ~those != 0
            self._holds[name, test, limit] = found
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
        values = self.values((name, ()))
        if len(values) > 1:
            if all(isinstance(value, int) for value in values):
                return Kind.NUMBER
            if all(type(value) is str for value in values):  # members of an enumeration are told apart by what they are
                return Kind.WORD
        return Kind.PLAIN

    def after(self, fact: Clue) -> Ways:
        """The same once this has been read too; in whatever order things were read."""
        found = self._after.get(fact)
        if found is None:
            facts = frozenset((*self.facts, *self.likely, fact))
            if len(facts) == len(self.facts) + len(self.likely):
                found = self
            elif (found := self._siblings.get(facts)) is None:
                found = self._siblings[facts] = Ways(self.pool, self, fact)
            self._after[fact] = found
        return found

    # ------------------------------------------------------------------------------------------------ how likely
    @property
    def mass(self) -> tuple[int, int]:
        """The weight of all that fits the facts, of so much in all."""
        if self._mass is None:
            joint, total = self.joint(())
            self._mass = joint.get((), 0), total
        return self._mass

    def joint(self, names: tuple[Name, ...]) -> Weighed:
        """The weights of several parts side by side, of so much in all."""
        found = self._joint.get(names)
        if found is None:
            found = self._joint[names] = self._count(names)
        return found

    def _count(self, names: tuple[Name, ...]) -> Weighed:
        if self.is_chain:
            return cast(Chain, self.pool).joint((*self.facts, *self.likely), names)
        columns = columns_of(names)
        grid, rows = self.rows(*columns, *[(clue.name, ()) for clue in self.likely])
        return grid.as_likely(rows, columns, self.likely)

    def rows(self, *columns: Column) -> tuple[Grid, int]:
        """The rows that fit the facts, on a grid that tells these columns apart."""
        found = self._found.get(columns)
        if found is None:
            found = self._found[columns] = self._find(columns)
        return found

    def _find(self, columns: tuple[Column, ...]) -> tuple[Grid, int]:
        if self.is_chain:
            names = tuple(dict.fromkeys([name for name, _ in columns]))
            grid = Grid.of_columns(names, *self.joint(names))
            return grid, grid.all
        grid = self.root._grid_for(self._names, self._numbers, columns)
        return grid, self._on(grid)

    def _on(self, grid: Grid) -> int:
        if self._above is None:
            return grid.all
        found = self._on_grid.get(grid)
        if found is None:
            found = self._above._on(grid)
            if len(self.facts) > len(self._above.facts):
                found &= grid.fitting(self.facts[-1])
            self._on_grid[grid] = found
        return found

    def _grid_for(self, names: frozenset[str], numbers: int, columns: tuple[Column, ...]) -> Grid:
        """Of a root: told apart by these names and columns, or more finely."""
        for name, args in columns:
            if name in self.pool.unbounded or name == "faces":
                raise unreadable(self.pool, name)
            names = names.union(names_in(name))
            numbers += _size(args)
        if self.pool.unbounded:
            if numbers not in self._reaching:
                self._reaching[numbers] = Grid.of_rolls(self.pool.outcomes(numbers))
            return self._reaching[numbers]
        found = self._serving.get(names)
        if found is None:
            together: frozenset[str] = getattr(self.pool, "together", frozenset())
            wanted = names.union(together) if names & together else names
            finer = [grid for told, grid in self._grids if wanted <= told]
            found = self._serving[names] = min(finer, key=len) if finer else self._told_apart(wanted)
            if not finer:
                self._grids.append((wanted, found))
        return found

    def _told_apart(self, names: frozenset[str]) -> Grid:
        """As roughly as will do."""
        if len(names) == 1:
            (name,) = names
            shorter = self.pool.part(name)
            if shorter is not None:
                return Grid.of_columns((name,), {(value,): weight for value, weight in shorter}, shorter.total)
        rough = cast(Rough, self.pool).rough(names) if is_rough(type(self.pool)) else None
        return Grid.of_rolls(self.pool.outcomes() if rough is None else rough)


def unreadable(pool: Pool[Roll], name: str) -> Uncountable:
    if name == "faces":
        return Uncountable(f"{pool.text()}: the faces are for people; a rule asks for what they mean")
    return Uncountable(f"{pool.text()}: {name} has no largest value and cannot be counted; ask it with a bound")


def told(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same, unless one of them cannot be told."""
    for value in values:
        if isinstance(value, Beyond):
            raise Uncountable(value.why)
    return values


def _size(numbers: tuple[Any, ...]) -> int:
    return sum([abs(number) for number in numbers if isinstance(number, int)])


@cache
def is_rough(pool: type[Pool[Roll]]) -> bool:
    return issubclass(pool, Rough)


@cache
def has_parts_after(pool: type[Pool[Roll]]) -> bool:
    return issubclass(pool, Chain)


@cache
def roll_type(pool: type[Pool[Roll]]) -> type[Roll]:
    return cast("type[Roll]", returned(pool.throw))


@cache
def returned(function: Callable[..., Any]) -> Any:
    """The class that a function says it returns. Evaluating all that it says takes longer than many a count."""
    return function.__globals__[function.__annotations__["return"]]
