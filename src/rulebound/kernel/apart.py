"""Parts of rules that are counted by themselves: all their ways together, read like dice, only as far as somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from copy import copy
from functools import cache, partial
from itertools import product
from math import lcm
from typing import Any, ClassVar, NamedTuple, cast, get_type_hints

import msgspec

from rulebound.kernel.dice import Die, Pool, Roll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.grid import Grid, Name, Sorts, names_in
from rulebound.kernel.parts import Counting, Played, Values, in_lowest_terms
from rulebound.kernel.reading import Picture, plain
from rulebound.kernel.unread import Part, Unread, UnreadNumber, UnreadRoll, UnreadWord
from rulebound.kernel.ways import Ways, is_gridded, is_rough, returned


class Counts(NamedTuple):
    """What comes of a part of a rule, in sorts of what it depends on: whatever goes on alike is of one sort."""

    sort: Sorts
    after: list[Distribution[Values]]


NOTHING: tuple[dict[Values, int], int] = {(): 1}, 1
"""What there is to tell apart of no roll."""


class Prolonged:
    """A roll, if there was one, and after it a part of a rule that depends on it: told apart only as far as somebody asks."""

    unbounded: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, first: Ways | None, inputs: Mapping[str, Unread], played: Played, table: Counting, thing: msgspec.Struct) -> None:
        self.first, self.inputs, self.played = first, inputs, played
        self._play: Callable[[list[Values]], None] = partial(played.follow, table, thing)
        self._given: list[Values] | None = None
        self.depth: int = first.pool.depth + 1 if first is not None and isinstance(first.pool, Prolonged) else 1
        self.prefix = f"part{self.depth}_"
        """Of the names of what came last."""
        self.names = {self.prefix + name: name for name in played.names}
        self._counts: dict[tuple[Name, ...], Counts] = {}
        self.unread = Ways(cast("Pool[Roll]", self))

    @property
    def rows(self) -> list[Values]:
        """What the part may be given; from each of these it has been played."""
        if self._given is None:
            self._given = all_that_may_be(self.first, self.inputs) if self.first is not None else [()]
            self._play(self._given)
        return self._given

    def throw(self, die: Die) -> Roll:
        raise NotImplementedError

    def outcomes(self, reach: int = 0) -> Distribution[Roll]:
        raise NotImplementedError

    def grid(self, names: frozenset[Name]) -> Grid:
        """Joined by what the second depends on."""
        mine: list[Name] = []
        theirs: list[Name] = []
        for name in sorted(names, key=str):  # the same in every process
            self._sort_out(name, mine, theirs)
        if not theirs:
            return Grid.of_columns(mine, *(self.first.joint(tuple(mine)) if self.first is not None else NOTHING))
        counts = self._counted(tuple(theirs))
        joint, total = self.first.joint((*mine, counts.sort)) if self.first is not None else ({(counts.sort.sort(()),): 1}, 1)
        common = lcm(*(after.total for after in counts.after))
        weights: dict[Values, int] = {}
        for (*shown, sort), weight in joint.items():
            after = counts.after[sort]
            scale = weight * (common // after.total)
            for held, times in after.weights.items():
                key = (*shown, *held)
                weights[key] = weights.get(key, 0) + scale * times
        return Grid.of_columns((*mine, *theirs), weights, total * common)

    def _sort_out(self, name: Name, mine: list[Name], theirs: list[Name]) -> None:
        """What is made of parts of both is told apart by those."""
        of_theirs = [part in self.names for part in names_in(name)]
        if isinstance(name, str) or len(set(of_theirs)) == 1:
            whose = theirs if of_theirs[0] else mine
            if name not in whose:
                whose.append(name)
        else:
            for part in name.made_of():
                self._sort_out(part, mine, theirs)

    def _counted(self, names: tuple[Name, ...]) -> Counts:
        found = self._counts.get(names)
        if found is None:
            found = self._counts[names] = self._count(names)
        return found

    def _count(self, names: tuple[Name, ...]) -> Counts:
        """What of this the part returns and changes, or what is made of that, by what it depends on."""
        parts = tuple(dict.fromkeys([part for name in names for part in names_in(name)]))
        fields = tuple([self.names[part] for part in parts])
        places = self.played.depends_on(fields, self.rows)
        row_of = {tuple([row[place] for place in places]): row for row in self.rows}
        inputs = [self.inputs[self.played.given[place]] for place in places]
        after: list[Distribution[Values]] = []
        sorts: dict[frozenset[tuple[Values, int]], int] = {}

        def sort(shown: tuple[Any, ...]) -> int:
            row = row_of[tuple([held._where(value) for held, value in zip(inputs, shown, strict=True)])]
            came = self.played.outcome(fields, row)
            if parts != names:
                came = in_lowest_terms(made_of(came.ways, parts, names))
            number = sorts.setdefault(came.alike, len(after))
            if number == len(after):
                after.append(came.ways)
            return number

        return Counts(Sorts(tuple([cast(Part, held._of).name for held in inputs]), sort), after)

    def may_be(self, name: Name) -> list[Any]:
        """All that a part of it may be, and perhaps more: without counting."""
        if not isinstance(name, str):
            rows = zip(*product(*map(self.may_be, name.made_of())), strict=True)
            return list(dict.fromkeys(name.column(*map(list, rows))))
        if name in self.names:
            return self.played.may_be(self.names[name], self.rows)
        assert self.first is not None
        pool = self.first.pool
        return pool.may_be(name) if isinstance(pool, Prolonged) else list(self.first.values((name, ())))

    def part(self, name: str) -> Distribution[Hashable] | None:
        return None

    def text(self) -> str:
        return "a part of a rule"


def made_of(ways: Distribution[Values], parts: tuple[Name, ...], names: tuple[Name, ...]) -> Distribution[Values]:
    grid = Grid.of_columns(parts, ways.weights, ways.total)
    return Distribution(grid.joint(grid.all, tuple([(name, ()) for name in names])), ways.total)


def all_that_may_be(root: Ways, inputs: Mapping[str, Unread]) -> list[Values]:
    """Of these parts of a roll, before anything was read: of dice what may come together, of parts of a rule whatever may come."""
    names = tuple([cast(Part, held._of).name for held in inputs.values()])
    came = product(*map(root.pool.may_be, names)) if isinstance(root.pool, Prolonged) else root.joint(names)[0]
    return [tuple([held._where(value) for held, value in zip(inputs.values(), row, strict=True)]) for row in came]


# ------------------------------------------------------------------------------------------------ one of the ways
def stands_on(thing: msgspec.Struct, fields: tuple[str, ...]) -> UnreadRoll | None:
    """The one roll that all unread fields of a thing are parts of, if it can be told apart by some of its parts alone."""
    roll: UnreadRoll | None = None
    for name in fields:
        held = getattr(thing, name)
        if isinstance(held, Unread):
            if not isinstance(held._of, Part) or (roll is not None and held._of.roll is not roll):
                return None
            roll = held._of.roll
    return roll if roll is not None and (is_rough(pool := type(roll._ways.pool)) or is_gridded(pool)) else None


def happen(
    table: Counting, rule: Callable[..., Any], thing: msgspec.Struct, looks: tuple[str, ...],
    changes: tuple[str, ...], args: tuple[Hashable, ...],
) -> msgspec.Struct:  # fmt: skip
    """One of the ways of this part, not read yet. Where it depends on a roll that is not read either, the two become one roll."""
    args = plain(args)
    fields = (*looks, *changes)
    roll = stands_on(thing, fields)
    if roll is None:
        for name in fields:
            setattr(thing, name, plain(getattr(thing, name)))
    place = rule, args, Picture([getattr(thing, name) for name in fields]).text
    known = table.shared.parts if roll is None else roll._ways.root.longer
    longer = known.get(place)
    if longer is None:
        longer = known[place] = prolong(table, roll, rule, thing, looks, changes, args)
    if roll is None:
        roll = table.unread(longer.unread)
    else:
        ways = longer.unread
        for fact in roll._ways.facts:
            ways = ways.after(fact)
        roll._become(ways)
    returns: type[msgspec.Struct] = returned(rule)
    for name in changes:
        setattr(thing, name, unread(roll, longer.prefix + name, type(getattr(thing, name))))
    return returns(*(unread(roll, longer.prefix + name, hints(returns)[name]) for name in returns.__struct_fields__))


def unread(roll: UnreadRoll, name: str, kind: Any) -> Any:
    """Whether a number or word is certain is not asked before somebody reads it."""
    if kind in (int, bool, UnreadNumber):
        return UnreadNumber(Part(roll, name))
    return UnreadWord(Part(roll, name)) if kind in (str, UnreadWord) else getattr(roll, name)


@cache
def hints(of: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(of)


def prolong(
    table: Counting, roll: UnreadRoll | None, rule: Callable[..., Any], thing: msgspec.Struct, looks: tuple[str, ...],
    changes: tuple[str, ...], args: tuple[Hashable, ...],
) -> Prolonged:  # fmt: skip
    """What a roll may still be, and after each of it all ways of what comes next."""
    fields = {name: getattr(thing, name) for name in (*looks, *changes)}
    inputs = {name: held for name, held in fields.items() if isinstance(held, Unread)}
    certain = {name: copy(held) for name, held in fields.items() if name not in inputs}
    place = rule, args, msgspec.msgpack.encode(certain), tuple(inputs)
    played = table.shared.parts.get(place)
    if played is None:
        names = (*changes, *returned(rule).__struct_fields__)
        played = table.shared.parts[place] = Played(rule, args, certain, tuple(inputs), names)
    return Prolonged(roll._ways.root if roll is not None else None, inputs, played, table, thing)
