"""Where the paths of a part of a rule come to, and what has come of it: told from dice and from what the part was given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any, Protocol

from rulebound.kernel.grid import Facts, Joint, Name, Weighed, names_in
from rulebound.kernel.leaves import Known, Leaf
from rulebound.kernel.made import Added, Least, Quotient, Reached
from rulebound.kernel.unread import Part, Sum, Unread, UnreadNumber, UnreadRoll

Cells = Sequence[Any]
"""One value for each way in which the dice may lie."""


class Stopped(Protocol):
    """A table that has followed a path to its end."""

    def leaf(self, outcome: Any) -> Leaf: ...


class End:
    """One path of a part: what was asked of the given on it, and what it returned and changed."""

    def __init__(self, table: Stopped, given: UnreadRoll, came: Mapping[str, Any]) -> None:
        self._table, self._given, self.came = table, given, came

    @property
    def facts(self) -> Facts:
        return self._given._ways.facts

    def showing(self, names: tuple[str, ...]) -> Shown:
        return Shown(self._table, self._given, tuple([self.came[name] for name in names]))


class Shown:
    """Some of what came of a path: how likely its dice are side by side, and what they make of what was given."""

    def __init__(self, table: Stopped, given: UnreadRoll, values: tuple[Any, ...]) -> None:
        self._given, self._values = given, values
        parts = dict.fromkeys([part for value in values for part in parts_of(value)])
        self.fields = {field for part in parts if part.roll is given for field in names_in(part.name)}
        """Of the given: what hangs on them is told when it is known how much they are."""
        dice = [part for part in parts if part.roll is not given]
        leaf = table.leaf(tuple(map(UnreadNumber, dice)))
        columns, self.weights, self.total = leaf._replace(rolls=(Known(given._ways.root), *leaf.rolls[1:])).side_by_side()
        self._columns: dict[Part, Cells] = dict(zip(dice, columns, strict=True)) if self.weights else {}
        self._certain = self._told({}) if not self.fields else None

    def told(self, given: Mapping[str, Any]) -> Weighed:
        """Where the given is so."""
        return (self._told(given) if self._certain is None else self._certain), self.total

    def _told(self, given: Mapping[str, Any]) -> Joint:
        if not self._values or not self.weights:
            return {(): sum(self.weights)} if self.weights else {}
        found: Joint = {}
        for row, weight in zip(zip(*[self._column(value, given) for value in self._values], strict=True), self.weights, strict=True):
            found[row] = found.get(row, 0) + weight
        return found

    def _column(self, value: Any, given: Mapping[str, Any]) -> Cells:
        if not isinstance(value, Unread):
            return list(repeat(value, len(self.weights)))
        column = self._made(value._of, given)
        return column if value.is_plain else list(map(value._where, column))

    def _made(self, of: Any, given: Mapping[str, Any]) -> Cells:
        if isinstance(of, Part):
            return list(repeat(value_of(of.name, given), len(self.weights))) if of.roll is self._given else self._columns[of]
        if isinstance(of, Quotient):
            return [number // of.by for number in self._column(of.of, given)]
        if isinstance(of, Reached):
            return [number >= of.limit for number in self._column(of.of, given)]
        if isinstance(of, Sum):
            return [one + of.times * two for one, two in zip(self._made(of.one, given), self._made(of.two, given), strict=True)]
        assert isinstance(of, Added | Least)
        return list(map(int.__add__ if isinstance(of, Added) else min, self._column(of.one, given), self._column(of.two, given)))


def parts_of(value: Any) -> list[Part]:
    """All parts of rolls that a value stands on."""
    if not isinstance(value, Unread):
        return []
    of = value._of
    if isinstance(of, Part):
        return [of]
    if isinstance(of, Sum):
        return [of.one, of.two]
    return parts_of(of.of) if isinstance(of, Quotient | Reached) else [*parts_of(of.one), *parts_of(of.two)]


def value_of(name: Name, given: Mapping[str, Any]) -> Any:
    if isinstance(name, str):
        return given[name]
    (value,) = name.column(*[[value_of(part, given)] for part in name.made_of()])
    return value
