"""What comes of a part of a rule, by what that depends on."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd, lcm
from typing import Any

from rulebound.kernel.grid import Clues, Grid, Joint, Name, Sorts, Weighed, columns_of


class Counts(Sorts):
    """In sorts of what it depends on: whatever goes on alike is of one sort."""

    def __init__(self, by: tuple[Name, ...], outcome: Callable[[tuple[Any, ...]], Weighed]) -> None:
        super().__init__(by)
        self.outcome = outcome
        self.after: list[Weighed] = []
        """By the numbers of the sorts that somebody has come to."""
        self._numbers: dict[tuple[frozenset[tuple[Any, int]], int], int] = {}
        self._grids: dict[int, Grid] = {}

    def number(self, row: tuple[Any, ...]) -> int:
        self.after.append(self.outcome(row))
        return len(self.after) - 1

    def among(self, ways: Weighed) -> int:
        """The number of what goes on like this."""
        weights, total = ways
        shared = gcd(total, *weights.values())
        least = {values: weight // shared for values, weight in weights.items()}
        number = self._numbers.setdefault((frozenset(least.items()), total // shared), len(self.after))
        if number == len(self.after):
            self.after.append((least, total // shared))
        return number

    def grid(self, number: int, parts: tuple[Name, ...]) -> Grid:
        """What comes after this sort, by the parts that it is told apart by."""
        if number not in self._grids:
            self._grids[number] = Grid.of_columns(parts, *self.after[number])
        return self._grids[number]

    def sorted_out(self, before: Weighed, shown: int) -> Weighed:
        """What was before, told apart by so many of its columns and its sort instead of the others."""
        joint, total = before
        found: Joint = {}
        for row, weight in joint.items():
            key = *row[:shown], self.sort(row[shown:])
            found[key] = found.get(key, 0) + weight
        return found, total

    def joined(self, before: Weighed) -> Weighed:
        """What was before, with its sort as the last of its columns, and all that comes after it."""
        joint, total = before
        follows = {number: self.after[number] for number in {row[-1] for row in joint}}
        common = lcm(*[of for _, of in follows.values()])
        weights: Joint = {}
        found = weights.get
        for row, weight in joint.items():
            shown = row[:-1]
            after, of = follows[row[-1]]
            scale = weight * (common // of)
            for held, times in after.items():
                key = shown + held
                weights[key] = found(key, 0) + scale * times
        return weights, total * common


class Narrowed(Counts):
    """The same where some facts are known of what comes of the part, told apart by these names alone, and with what comes then."""

    def __init__(self, of: Counts, parts: tuple[Name, ...], names: tuple[Name, ...], clues: Clues, then: Counts | None) -> None:
        super().__init__(of.by, of.outcome)
        self.of, self.parts, self.clues, self.then = of, parts, clues, then
        self.columns = columns_of(names if then is None else (*names, then))
        self._of_sort: dict[int, int] = {}

    def number(self, row: tuple[Any, ...]) -> int:
        sort = self.of.sort(row)
        found = self._of_sort.get(sort)
        if found is None:
            ways = self.of.grid(sort, self.parts).told(self.columns, self.clues)
            found = self._of_sort[sort] = self.among(ways if self.then is None else self.then.joined(ways))
        return found
