"""Where a path ends: what came of it, what is known of every roll on it, and so how likely it was.

A leaf is counted once, at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product, repeat
from math import lcm, prod
from typing import Any, NamedTuple, Protocol

import msgspec

from rulebound.kernel.distribution import Distribution
from rulebound.kernel.grid import Facts, Joint, Name, Weighed
from rulebound.kernel.pairs import Pair, Side, paired
from rulebound.kernel.unread import Bound, Part, Sum, Unread, UnreadRoll
from rulebound.kernel.ways import MOST_RUNS, TooManyOutcomes, Ways


class Known(NamedTuple):
    """A roll: what it may be, and all that the rule has gone by."""

    ways: Ways
    log: Facts = ()


class Bond(NamedTuple):
    """Two rolls of which a sum was compared, by their numbers on the path."""

    one: int
    two: int
    names: tuple[Name, Name]
    times: int
    facts: Facts
    log: Facts

    def pair(self, rolls: Sequence[Known]) -> Pair:
        one, two = Side(rolls[self.one].ways, self.names[0], 1), Side(rolls[self.two].ways, self.names[1], self.times)
        return paired(one, two, self.facts)


class Slot(NamedTuple):
    """Something unread in an outcome: where, what of which roll, or the sum of which bond."""

    at: int
    held: Unread
    roll: int
    name: Name | None


class Ending(Protocol):
    """Where a path has ended."""

    def had_it_been(self, held: Held, was: Held) -> tuple[Leaf, Sequence[Leaf]] | None:
        """What is known there, and what had been seen if what was held back were this instead; nothing where it has changed since."""


class Held(NamedTuple):
    """Fields that nothing which follows goes by or changes: only whoever looks at the end sees them."""

    fields: Callable[[Any], Sequence[tuple[msgspec.Struct, str]]]
    """Of a state."""
    values: tuple[Any, ...]
    texts: tuple[bytes, ...]


class Leaf(NamedTuple):
    outcome: Any
    slots: tuple[Slot, ...]
    rolls: tuple[Known, ...]
    bonds: tuple[Bond, ...]
    weight: int
    total: int
    """Of all that was drawn or counted whole on the way."""
    end: Ending | None = None
    """Where one can look again, had only something been otherwise that nobody went by."""
    places: tuple[int, ...] = ()
    """Which rolls those are that it has there."""

    def mass(self) -> tuple[int, int]:
        """The weight of this path, of so much in all."""
        if not self.rolls:
            return self.weight, self.total
        weight, total, parts = self._unread()
        return weight * prod([sum(joint.values()) for _, joint in parts]), total

    def spread(self) -> tuple[dict[Any, int], int]:
        """All that the outcome may still be, with the weights of that, of so much in all."""
        if not self.slots:
            weight, total = self.mass()
            return {self.outcome: weight}, total
        single = type(self.outcome) is not tuple
        held = [self.outcome] if single else list(self.outcome)
        weight, total, parts = self._unread()
        if len(parts) == 1:
            return _of_one_roll(held, *parts[0], weight, single=single), total
        if _size(parts) > MOST_RUNS:
            raise TooManyOutcomes("too much that nobody has read; narrow the question or sample it")
        weights: dict[Any, int] = {}
        for ways in product(*[joint.items() for _, joint in parts]):
            times = weight
            for (slots, _), (shown, share) in zip(parts, ways, strict=True):
                times *= share
                for (at, number, _, _), value in zip(slots, shown, strict=True):
                    held[at] = number._where(value)
            key = held[0] if single else tuple(held)
            weights[key] = weights.get(key, 0) + times
        return weights, total

    def side_by_side(self) -> tuple[list[Sequence[Any]], list[int], int]:
        """The same of an outcome that is all numbers on unread dice, or none: column by column, the weights, and how much in all."""
        weight, total, parts = self._unread()
        if len(parts) == 1 and len(parts[0][0]) == len(self.outcome):
            ((slots, joint),) = parts
            columns = dict(zip([slot.at for slot in slots], zip(*joint, strict=True), strict=True)) if joint else {}
            return [columns[at] for at in range(len(columns))], [weight * share for share in joint.values()], total
        weights, total = self.spread()
        return list(zip(*weights, strict=True)), list(weights.values()), total

    def _unread(self) -> tuple[int, int, list[tuple[list[Slot], Joint]]]:
        """The weight of what is not unread in the outcome, of so much in all; and what is, by the rolls that it belongs to."""
        weight, total = self.weight, self.total
        of_roll: dict[int, list[Slot]] = {}
        sums: dict[int, list[Slot]] = {}
        for slot in self.slots:
            (sums if slot.name is None else of_roll).setdefault(slot.roll, []).append(slot)
        parts: list[tuple[list[Slot], Joint]] = []
        bonded = set()
        for bond in self.bonds:
            bonded |= {bond.one, bond.two}
            ones, twos, both = of_roll.get(bond.one, []), of_roll.get(bond.two, []), sums.get(bond.one, [])
            joint, of = bond.pair(self.rolls).joint(_names(ones), _names(twos), with_sum=bool(both))
            total *= of
            parts.append(([*ones, *twos, *both], _repeated(joint, len(both))))
        for number, roll in enumerate(self.rolls):
            if number in bonded:
                continue
            if slots := of_roll.get(number):
                joint, of = roll.ways.joint(_names(slots))
                parts.append((slots, joint))
            else:
                mine, of = roll.ways.mass
                weight *= mine
            total *= of
        return weight, total, parts


def _of_one_roll(held: list[Any], slots: list[Slot], joint: Joint, weight: int, *, single: bool) -> dict[Any, int]:
    """Or of two that belong together."""
    columns: list[Iterable[Any]] = [repeat(value) for value in held]
    for (at, number, _, _), column in zip(slots, zip(*joint, strict=True), strict=True):
        columns[at] = column if number.is_plain else map(number._where, column)
    keys = columns[0] if single else zip(*columns, strict=False)
    weights: dict[Any, int] = {}
    for key, share in zip(keys, joint.values(), strict=False):
        weights[key] = weights.get(key, 0) + weight * share
    return weights


def _names(slots: Iterable[Slot]) -> tuple[Name, ...]:
    return tuple([slot.name for slot in slots if slot.name is not None])


def _repeated(joint: Joint, times: int) -> Joint:
    """The sum stands in as many places as it was left unread in."""
    return joint if times < 2 else {(*key, *key[-1:] * (times - 1)): weight for key, weight in joint.items()}


def _size(parts: Sequence[tuple[object, Joint]]) -> int:
    return prod([len(joint) for _, joint in parts])


# ------------------------------------------------------------------------------------------------ from a table
def known_of(rolls: Sequence[UnreadRoll]) -> tuple[tuple[Known, ...], tuple[Bond, ...]]:
    """What is known of the rolls of a path, and of sums of them."""
    bounds: dict[int, Bound] = {}
    for roll in rolls:
        if roll._bound is not None:
            bounds.setdefault(id(roll._bound), roll._bound)
    number = {id(roll): place for place, roll in enumerate(rolls)} if bounds else {}
    bonds = []
    for bound in bounds.values():
        one, two = bound.pair.sides
        first, second = (number[id(roll)] for roll in bound.rolls)
        bonds.append(Bond(first, second, (one.name, two.name), two.times, bound.pair.facts, tuple(bound.log)))
    return tuple([Known(roll._ways, tuple(roll._log)) for roll in rolls]), tuple(bonds)


def leaf_of(outcome: Any, rolls: Sequence[UnreadRoll], weight: int, total: int) -> Leaf:
    """What is unread in the outcome stays so, but for sums that nothing can be told of without reading."""
    held = outcome if type(outcome) is tuple else (outcome,)
    unread = [(at, value) for at, value in enumerate(held) if isinstance(value, Unread)]
    if not unread:
        return Leaf(outcome, (), *known_of(rolls), weight, total)
    values = list(held)
    found: list[tuple[int, Unread, UnreadRoll, Name | None]] = []
    for at, value in unread:
        of = value._of
        if isinstance(of, Part):
            found.append((at, value, of.roll, of.name))
        elif isinstance(of, Sum) and of.bind() is not None:
            found.append((at, value, of.one.roll, None))
        else:
            values[at] = value._where(of.number())
    number = {id(roll): place for place, roll in enumerate(rolls)}
    slots = tuple([Slot(at, value, number[id(roll)], name) for at, value, roll, name in found])
    return Leaf(tuple(values) if type(outcome) is tuple else values[0], slots, *known_of(rolls), weight, total)


# ------------------------------------------------------------------------------------------------ added up
def added_up(all_ways: Iterable[Weighed]) -> Weighed:
    tally = Tally()
    for ways in all_ways:
        tally.put(*ways)
    together = tally.distribution()
    return together.weights, together.total


class Tally:
    """Outcomes with their weights, by what the weights are parts of."""

    __slots__ = ("shares",)

    def __init__(self) -> None:
        self.shares: dict[int, dict[Any, int]] = {}

    def add(self, leaf: Leaf) -> None:
        self.put(*leaf.spread())

    def join(self, other: Tally) -> None:
        for total, weights in other.shares.items():
            self.put(weights, total)

    def put(self, weights: dict[Any, int], total: int) -> None:
        shares = self.shares.get(total)
        if shares is None:
            self.shares[total] = dict(weights)
            return
        for outcome, weight in weights.items():
            shares[outcome] = shares.get(outcome, 0) + weight

    def distribution(self) -> Distribution[Any]:
        if len(self.shares) == 1:
            (shares,) = self.shares.values()
            return Distribution(shares)
        common = lcm(*self.shares)
        weights: dict[Any, int] = {}
        for total, shares in self.shares.items():
            scale = common // total
            for outcome, weight in shares.items():
                weights[outcome] = weights.get(outcome, 0) + weight * scale
        return Distribution(weights, sum(weights.values()))
