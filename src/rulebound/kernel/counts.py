"""What comes of a part of a rule, by what that depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import gcd, lcm
from typing import Any

from rulebound.kernel.grid import Clues, Grid, Joint, Name, Sorts, Weighed, columns_of

NUMBER = "number of the sort"
"""A column beside those of the parts."""


class Counts(Sorts):
    """In sorts of what it depends on: whatever goes on alike is of one sort."""

    def __init__(self, by: tuple[Name, ...], outcome: Callable[[tuple[Any, ...]], Weighed]) -> None:
        super().__init__(by)
        self.outcome = outcome
        self.after: list[Weighed] = []
        """By the numbers of the sorts that somebody has come to."""
        self._numbers: dict[tuple[frozenset[tuple[Any, int]], int], int] = {}
        self._grids: list[Grid] = []
        self._laid_out = 0

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

    def side_by_side(self, parts: tuple[Name, ...]) -> list[Grid]:
        """What comes after each sort that somebody has come to, told apart by these parts and by the number of the sort."""
        if self._laid_out < len(self.after):
            new = range(self._laid_out, len(self.after))
            rows = {(number, *values): weight for number in new for values, weight in self.after[number][0].items()}
            self._grids.append(Grid.of_columns((NUMBER, *parts), rows, 1))
            self._laid_out = len(self.after)
        return self._grids

    def sorted_out(self, before: Weighed, shown: int) -> Weighed:
        """What was before, told apart by so many of its columns and its sort instead of the others."""
        joint, total = before
        found: Joint = {}
        sorts = self.sorts([row[shown:] for row in joint] if shown else joint)
        for row, sort, weight in zip(joint, sorts, joint.values(), strict=True):
            key = *row[:shown], sort
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
    """The same where some facts are known of what comes of the part, told apart by these names alone."""

    def __init__(self, of: Counts, parts: tuple[Name, ...], names: tuple[Name, ...], clues: Clues) -> None:
        super().__init__(of.by, of.outcome)
        self.of, self.parts, self.clues = of, parts, clues
        self.columns = columns_of((NUMBER, *names))
        self._of_sort: list[int] = []
        self._seen = 0

    def number(self, row: tuple[Any, ...]) -> int:
        return self.sorts([row])[0]

    def sorts(self, rows: Iterable[tuple[Any, ...]]) -> list[int]:
        """All at once: what is not known yet of any sort of the whole is told of all of them."""
        whole = self.of.sorts(rows)
        known = len(self._of_sort)
        if known < len(self.of.after):
            each: list[Joint] = [{} for _ in self.of.after]
            total = 1
            grids = self.of.side_by_side(self.parts)
            for grid in grids[self._seen :]:
                joint, total = grid.told(self.columns, self.clues)
                for (number, *shown), weight in joint.items():
                    each[number][tuple(shown)] = weight
            self._seen = len(grids)
            self._of_sort += [self.among((each[number], self.of.after[number][1] * total)) for number in range(known, len(each))]
        return [self._of_sort[sort] for sort in whole]
