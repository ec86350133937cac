"""What is known of two rolls once a sum of them has been looked at."""

from __future__ import annotations

from functools import lru_cache
from math import gcd
from typing import Any, NamedTuple

from rulebound.kernel.grid import Column, Fact, Grid, Joint, Likelihood, Name, Weighed, compare
from rulebound.kernel.ways import Ways, told

Sums = dict[tuple[int, int], int]


class Side(NamedTuple):
    """One of two numbers that are added: a part of a roll, so many times; the first of them once."""

    ways: Ways
    name: Name
    times: int


class Pair:
    """Two rolls of which a sum has been compared: what is read of one says something about the other."""

    __slots__ = ("_both", "_holds", "_joint", "_rows", "_sum_holds", "_sums", "_values", "facts", "sides")

    def __init__(self, sides: tuple[Side, Side], facts: tuple[Fact, ...]) -> None:
        self.sides, self.facts = sides, facts
        self._sums: Sums | None = None
        self._both: tuple[set[int], set[int]] | None = None
        self._rows: dict[tuple[int, Column], tuple[Grid, int]] = {}
        self._values: dict[tuple[int, Column], tuple[Any, ...]] = {}
        self._holds: dict[tuple[int, Name, str, Any], tuple[bool, bool]] = {}
        self._sum_holds: dict[tuple[str, int], tuple[bool, bool]] = {}
        self._joint: dict[tuple[tuple[Name, ...], tuple[Name, ...], bool], Weighed] = {}

    # ------------------------------------------------------------------------------------------------ what may be
    def sums(self) -> Sums:
        """What the two numbers may be together, and their sum."""
        if self._sums is None:
            one, two = self.sides
            self._sums = summed(one.ways.values((one.name, ())), two.ways.values((two.name, ())), two.times, self.facts)
        return self._sums

    def _numbers(self, side: int) -> set[int]:
        if self._both is None:
            self._both = {one for one, _ in self.sums()}, {two for _, two in self.sums()}
        return self._both[side]

    def sum_holds(self, test: str, limit: int) -> tuple[bool, bool]:
        """Whether the sum may be at most, or just, so much; and whether it may be not so."""
        found = self._sum_holds.get((test, limit))
        if found is None:
            answers = {compare(total, test, limit) for total in self.sums().values()}
            found = self._sum_holds[test, limit] = True in answers, False in answers
        return found

    def rows(self, side: int, column: Column) -> tuple[Grid, int]:
        """The rows of one roll that some row of the other fits."""
        found = self._rows.get((side, column))
        if found is None:
            found = self._rows[side, column] = self._find(side, column)
        return found

    def _find(self, side: int, column: Column) -> tuple[Grid, int]:
        mine = self.sides[side]
        if mine.ways.is_chain:
            return mine.ways.after(self._likely(1 - side)).rows(column)
        number: Column = (mine.name, ())
        grid, rows = mine.ways.rows(column, number)
        where = grid.where(number)
        return grid, rows & sum([where[value] for value in self._numbers(side)])

    def values(self, side: int, column: Column) -> tuple[Any, ...]:
        found = self._values.get((side, column))
        if found is None:
            before = self.sides[side].ways.before(column)
            if before is not None:
                found = before[1].among(self._with(side, before[0]).values(side, column))
            else:
                grid, rows = self.rows(side, column)
                found = told(tuple([value for value, those in grid.where(column).items() if those & rows]))
            self._values[side, column] = found
        return found

    def _with(self, side: int, ways: Ways) -> Pair:
        """The same where less is known of one side."""
        one, two = (each._replace(ways=ways) if each is self.sides[side] else each for each in self.sides)
        return paired(one, two, self.facts)

    def holds(self, side: int, name: Name, test: str, limit: Any) -> tuple[bool, bool]:
        found = self._holds.get((side, name, test, limit))
        if found is None:
            if self.sides[side].ways.is_chain:
                answers = {compare(value, test, limit) for value in self.values(side, (name, ()))}
                found = True in answers, False in answers
            else:
                grid, rows = self.rows(side, (name, ()))
                those = grid.fitting(Fact(name, (limit,), True, test))
                found = rows & those != 0, rows & ~those != 0
            self._holds[side, name, test, limit] = found
        return found

    # ------------------------------------------------------------------------------------------------ how likely
    def joint(self, ones: tuple[Name, ...] = (), twos: tuple[Name, ...] = (), *, with_sum: bool = False) -> Weighed:
        """The weights of parts of the one roll, of the other, and of their sum where that is asked for; of so much in all."""
        found = self._joint.get((ones, twos, with_sum))
        if found is None:
            found = self._joint[ones, twos, with_sum] = self._multiplied(ones, twos, with_sum)
        return found

    def _multiplied(self, ones: tuple[Name, ...], twos: tuple[Name, ...], with_sum: bool) -> Weighed:
        one, two = self.sides
        if not with_sum and not ones:
            return two.ways.after(self._likely(0)).joint(twos)
        if not with_sum and not twos:
            return one.ways.after(self._likely(1)).joint(ones)
        mine, total = one.ways.joint((*ones, one.name))
        theirs, their_total = two.ways.joint((*twos, two.name))
        sums, fits = self.sums(), _by_number(mine)
        found: Joint = {}
        for (*shown, other), times in theirs.items():
            for number, weights in fits.items():
                if (number, other) in sums:
                    more = (sums[number, other],) if with_sum else ()
                    for first, weight in weights:
                        key = (*first, *shown, *more)
                        found[key] = found.get(key, 0) + weight * times
        return found, total * their_total

    def _likely(self, side: int) -> Likelihood:
        """How likely this side is to fit, by the number of the other: where nothing of it is shown, that is all there is to know."""
        mine, other = self.sides[side], self.sides[1 - side]
        joint, total = mine.ways.joint((mine.name,))
        weights: dict[int, int] = {}
        for pair in self.sums():
            weights[pair[1 - side]] = weights.get(pair[1 - side], 0) + joint.get((pair[side],), 0)
        shared = gcd(total, *weights.values())
        likely = tuple(sorted([(number, weight // shared) for number, weight in weights.items() if weight]))
        return Likelihood(other.name, likely, total // shared)


def _by_number(joint: Joint) -> dict[int, list[tuple[tuple[Any, ...], int]]]:
    found: dict[int, list[tuple[tuple[Any, ...], int]]] = {}
    for (*shown, number), weight in joint.items():
        found.setdefault(number, []).append((tuple(shown), weight))
    return found


@lru_cache(maxsize=4096)
def summed(ones: tuple[int, ...], twos: tuple[int, ...], times: int, facts: tuple[Fact, ...]) -> Sums:
    """Each two numbers whose sum fits the facts."""
    added = [(two, times * two) for two in twos]
    fitting = {one + more for one in ones for _, more in added}
    for fact in facts:
        fitting = {total for total in fitting if compare(total, fact.test, fact.args[0]) == fact.value}
    return {(one, two): one + more for one in ones for two, more in added if one + more in fitting}


def paired(one: Side, two: Side, facts: tuple[Fact, ...] = ()) -> Pair:
    key = one.name, one.times, two, facts
    found: Pair | None = one.ways.pairs.get(key)
    if found is None:
        found = one.ways.pairs[key] = Pair((one, two), facts)
    return found
