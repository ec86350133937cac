"""Places that several paths lead to: what follows is kept as leaves, each with all that it has gone by since.

Whoever comes there by another path takes those that fit what is known on that path.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from rulebound.kernel.grid import Facts
from rulebound.kernel.leaves import Bond, Ending, Held, Known, Leaf, Slot
from rulebound.kernel.ways import Ways

TRIED = 3
"""Families that are looked through, the newest first: what none of them knows is sooner followed than found."""
GONE = -1
"""In place of a roll of which nothing is left."""


class Mark(NamedTuple):
    """Where a path came to a place: which rolls matter there, and how much had been gone by until then."""

    key: Hashable
    live: tuple[int, ...]
    rolls: int
    logs: tuple[int, ...]
    bonds: dict[tuple[int, int], int]
    weight: int
    total: int
    held: Held | None = None


class Rest(NamedTuple):
    """What follows from a place, and all that it has gone by since. Rolls have numbers of their own: those that mattered, then new ones."""

    outcome: Any
    slots: tuple[Slot, ...]
    live: tuple[Known, ...]
    new: tuple[Known, ...]
    bonds: tuple[Bond, ...]
    weight: int
    total: int
    end: Ending | None
    places: tuple[int, ...]


def rest_of(leaf: Leaf, mark: Mark) -> Rest:
    number = {roll: place for place, roll in enumerate((*mark.live, *range(mark.rolls, len(leaf.rolls))))}
    live = tuple([Known(leaf.rolls[n].ways.root, leaf.rolls[n].log[read:]) for n, read in zip(mark.live, mark.logs, strict=True)])
    bonds = tuple(
        [
            bond._replace(one=number[bond.one], two=number[bond.two], log=bond.log[mark.bonds.get((bond.one, bond.two), 0) :])
            for bond in leaf.bonds
            if bond.one in number
        ]
    )
    # what was certain on this path, beside what it knew of another roll, need not be so on one that knows something else
    new = tuple([Known(after_all(roll.ways, roll.log), roll.log) for roll in leaf.rolls[mark.rolls :]])
    slots = tuple([slot._replace(roll=number[slot.roll]) for slot in leaf.slots])
    places = tuple([number.get(roll, GONE) for roll in leaf.places])
    return Rest(leaf.outcome, slots, live, new, bonds, leaf.weight // mark.weight, leaf.total // mark.total, leaf.end, places)


def after_all(ways: Ways, facts: Facts) -> Ways:
    for fact in facts:
        ways = ways.after(fact)
    return ways


def joined(here: Leaf, mark: Mark, rest: Rest) -> Leaf:
    """The end of a path that came to a place, and of what follows from there."""
    rolls = [*here.rolls, *rest.new]
    numbers = (*mark.live, *range(len(here.rolls), len(rolls)))
    for place, (root, log) in zip(mark.live, rest.live, strict=True):
        known = here.rolls[place]
        rolls[place] = Known(after_all(root, (*known.ways.facts, *log)), known.log + log)
    bonds = {(bond.one, bond.two): bond for bond in here.bonds}
    for bond in rest.bonds:
        both = numbers[bond.one], numbers[bond.two]
        old = bonds.get(both)
        if old is None:
            bonds[both] = bond._replace(one=both[0], two=both[1])
        else:
            bonds[both] = old._replace(facts=tuple(dict.fromkeys((*old.facts, *bond.log))), log=old.log + bond.log)
    slots = tuple([slot._replace(roll=numbers[slot.roll]) for slot in rest.slots])
    weight, total = here.weight * rest.weight, here.total * rest.total
    places = tuple([numbers[place] if place != GONE else GONE for place in rest.places])
    return Leaf(rest.outcome, slots, tuple(rolls), tuple(bonds.values()), weight, total, rest.end, places)


# ------------------------------------------------------------------------------------------------ all that follows
class Family:
    """All that followed from a place on one path: no two of its members overlap."""

    def __init__(self, mark: Mark, rests: list[Rest]) -> None:
        self.rests = rests
        self._held = mark.held
        self._otherwise: dict[tuple[bytes, ...], list[Rest] | None] = {}

    def had_it_been(self, held: Held | None) -> list[Rest] | None:
        """The same on a path on which what was held back is something else; nothing where that cannot be said."""
        if held is None or self._held is None or held.texts == self._held.texts:
            return self.rests
        if held.texts not in self._otherwise:
            self._otherwise[held.texts] = self._look_again(held, self._held)
        return self._otherwise[held.texts]

    def _look_again(self, held: Held, was: Held) -> list[Rest] | None:
        found = []
        for rest in self.rests:
            seen = rest.end.had_it_been(held, was) if rest.end is not None else None
            if seen is None:
                return None
            for leaf in seen[1]:
                other = seen_otherwise(rest, seen[0], leaf)
                if other is None:
                    return None
                found.append(other)
        return found


def seen_otherwise(rest: Rest, before: Leaf, seen: Leaf) -> Rest | None:
    """With what whoever looked again has read; nothing where that is of rolls of which nothing is left."""
    rolls = [*rest.live, *rest.new]
    for place, old, new in zip(rest.places, before.rolls, seen.rolls, strict=True):
        if len(new.log) > len(old.log):
            if place == GONE:
                return None
            read = new.log[len(old.log) :]
            rolls[place] = Known(after_all(rolls[place].ways, read), rolls[place].log + read)
    if seen.bonds != before.bonds or any(rest.places[slot.roll] == GONE for slot in seen.slots):
        return None
    slots = tuple([slot._replace(roll=rest.places[slot.roll]) for slot in seen.slots])
    live = len(rest.live)
    return rest._replace(outcome=seen.outcome, slots=slots, live=tuple(rolls[:live]), new=tuple(rolls[live:]), end=None)


class Meetings:
    """Places that paths have met in, with all that follows from there."""

    def __init__(self) -> None:
        self._families: dict[Hashable, list[Family]] = {}

    def add(self, mark: Mark, rests: list[Rest]) -> None:
        self._families.setdefault(mark.key, []).append(Family(mark, rests))

    def follow(self, here: Leaf, mark: Mark) -> list[Leaf] | None:
        """All that follows, if it is known for all that this path may still be."""
        for family in self._families.get(mark.key, ())[: -TRIED - 1 : -1]:
            rests = family.had_it_been(mark.held)
            if rests is None:
                continue
            leaves = [leaf for rest in rests if (leaf := joined(here, mark, rest)).mass()[0]]
            if _share(leaves) == Fraction(*here.mass()):
                return leaves
        return None


def _share(leaves: Sequence[Leaf]) -> Fraction:
    shares: dict[int, int] = {}
    for leaf in leaves:
        weight, total = leaf.mass()
        shares[total] = shares.get(total, 0) + weight
    return sum((Fraction(weight, total) for total, weight in shares.items()), Fraction(0))
