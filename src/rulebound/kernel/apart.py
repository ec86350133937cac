"""Parts of rules that are counted by themselves: all their ways together, read like dice, only as far as somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from copy import copy
from functools import cache, partial
from itertools import product
from math import gcd, lcm
from typing import Any, ClassVar, cast, get_type_hints

import msgspec

from rulebound.kernel.dice import Die, Pool, Roll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.grid import Column, Facts, Grid, Name, Sorts, Weighed, names_in
from rulebound.kernel.parts import Counting, Played, Shared, Values
from rulebound.kernel.reading import Picture, plain
from rulebound.kernel.unread import Part, Unread, UnreadNumber, UnreadRoll, UnreadWord
from rulebound.kernel.ways import Ways, is_gridded, is_rough, returned


class Counts(Sorts):
    """What comes of a part of a rule, in sorts of what it depends on: whatever goes on alike is of one sort."""

    def __init__(self, by: tuple[Name, ...], outcome: Callable[[tuple[Any, ...]], Weighed]) -> None:
        super().__init__(by)
        self.outcome = outcome
        self.after: list[Weighed] = []
        """By the numbers of the sorts that somebody has come to."""
        self._numbers: dict[tuple[frozenset[tuple[Values, int]], int], int] = {}
        self._grids: dict[int, Grid] = {}

    def number(self, row: tuple[Any, ...]) -> int:
        return self.among(self.outcome(row))

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

    def joined(self, before: Weighed) -> Weighed:
        """What was before, with its sort as the last of its columns, and all that comes after it."""
        joint, total = before
        common = lcm(*[of for _, of in self.after])
        each = [(common // of, tuple(after.items())) for after, of in self.after]
        weights: dict[Values, int] = {}
        found = weights.get
        for row, weight in joint.items():
            shown = row[:-1]
            scale, after = each[cast(int, row[-1])]
            scale *= weight
            for held, times in after:
                key = shown + held
                weights[key] = found(key, 0) + scale * times
        return weights, total * common


class Narrowed(Counts):
    """The same where some facts are known of what comes of the part, told apart by these names alone."""

    def __init__(self, of: Counts, parts: tuple[Name, ...], names: tuple[Name, ...], facts: Facts) -> None:
        super().__init__(of.by, of.outcome)
        self.of, self.parts, self.facts = of, parts, facts
        self.columns: tuple[Column, ...] = tuple([(name, ()) for name in names])
        self._of_sort: dict[int, int] = {}

    def number(self, row: tuple[Any, ...]) -> int:
        sort = self.of.sort(row)
        found = self._of_sort.get(sort)
        if found is None:
            found = self._of_sort[sort] = self.among(self.of.grid(sort, self.parts).told(self.columns, self.facts))
        return found


class Prolonged:
    """A roll, if there was one, and after it a part of a rule that depends on it: told apart only as far as somebody asks."""

    unbounded: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, first: Ways | None, inputs: Mapping[str, Unread], played: Played, shared: Shared) -> None:
        self.first, self.inputs, self.played = first, inputs, played
        self.before = first.pool if first is not None and isinstance(first.pool, Prolonged) else None
        self._play: Callable[[dict[str, list[Any]]], None] | None = None
        self._is_followed = False
        self.depth: int = self.before.depth + 1 if self.before is not None else 1
        self.prefix = f"part{self.depth}_"
        """Of the names of what came last."""
        self.names = {self.prefix + name: name for name in played.names}
        self._counts: dict[tuple[tuple[Name, ...], Facts], Counts] = {}
        self.unread = shared.keep(Ways(cast("Pool[Roll]", self)))
        shared.keep(self)

    def close(self) -> None:
        self._counts.clear()
        self.inputs, self._play = {}, None

    def at(self, table: Counting, thing: msgspec.Struct) -> None:
        """Where it can be played: at a table that has come this far."""
        if not self._is_followed:
            self._play = partial(self.played.follow, table, thing)

    def _followed(self) -> Played:
        """From all that it may be given."""
        if not self._is_followed:
            assert self._play is not None
            self._is_followed = True
            parts = {field: cast(Part, held._of) for field, held in self.inputs.items()}
            may_be = {field: all_that_may_be(of.roll._ways.root, of.name) for field, of in parts.items()}
            self._play({field: list(map(self.inputs[field]._where, values)) for field, values in may_be.items()})
        return self.played

    def throw(self, die: Die) -> Roll:
        raise NotImplementedError

    def outcomes(self, reach: int = 0) -> Distribution[Roll]:
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------------ told apart
    def joint(self, facts: Facts, names: tuple[Name, ...]) -> Weighed:
        """The weights of these columns side by side where the facts hold: a fact is gone by as early as it can be, so that nothing
        is told apart any more for its sake alone."""
        earlier = [fact for fact in facts if not self._has_part_in(fact.name)]
        here = tuple([fact for fact in facts if self._is_all_in(fact.name)])
        between = [fact for fact in facts if self._has_part_in(fact.name) and not self._is_all_in(fact.name)]
        shown = tuple(dict.fromkeys((*names, *[fact.name for fact in between])))
        mine, theirs = self._whose(shown)
        before = self.first
        if before is not None:
            for fact in earlier:
                before = before.after(fact)
            if not theirs and not here:
                return before.joint(names)
        counts = self._counted(theirs, here)
        joint = counts.joined(before.joint((*mine, counts)) if before is not None else nothing_before((*mine, counts)))
        if (*mine, *theirs) == names and not between:
            return joint
        return Grid.of_columns((*mine, *theirs), *joint).told(tuple([(name, ()) for name in names]), between)

    def _has_part_in(self, name: Name) -> bool:
        return any(part in self.names for part in names_in(name))

    def _is_all_in(self, name: Name) -> bool:
        return all(part in self.names for part in names_in(name))

    def _whose(self, names: Iterable[Name]) -> tuple[tuple[Name, ...], tuple[Name, ...]]:
        """What was there before, and what came of the part; what is made of both is told apart by those."""
        mine: dict[Name, None] = {}
        theirs: dict[Name, None] = {}
        for name in names:
            if not self._has_part_in(name):
                mine[name] = None
            elif isinstance(name, str) or self._is_all_in(name):
                theirs[name] = None
            else:
                for found, more in zip((mine, theirs), self._whose(name.made_of()), strict=True):
                    found.update(dict.fromkeys(more))
        return tuple(mine), tuple(theirs)

    def _counted(self, names: tuple[Name, ...], facts: Facts) -> Counts:
        """What of this the part returns and changes where these facts about it hold, by what it depends on."""
        found = self._counts.get((names, facts))
        if found is None:
            parts = tuple(sorted({part for name in (*names, *[fact.name for fact in facts]) for part in names_in(name)}))
            if names == parts and not facts:
                found = self._count(parts)
            else:
                found = Narrowed(self._counted(parts, ()), parts, names, facts)
            self._counts[names, facts] = found
        return found

    def _count(self, parts: tuple[str, ...]) -> Counts:
        played, asked = self._followed(), tuple([self.names[part] for part in parts])
        fields = played.depends_on(asked)
        inputs = [self.inputs[field] for field in fields]

        def outcome(row: tuple[Any, ...]) -> Weighed:
            ways = played.outcome(asked, fields, tuple([held._where(value) for held, value in zip(inputs, row, strict=True)]))
            return ways.weights, ways.total

        return Counts(tuple([cast(Part, held._of).name for held in inputs]), outcome)

    def may_be(self, name: Name) -> list[Any]:
        """All that a part of it may be, and perhaps more: without counting."""
        if not isinstance(name, str):
            rows = zip(*product(*map(self.may_be, name.made_of())), strict=True)
            return list(dict.fromkeys(name.column(*map(list, rows))))
        if name in self.names:
            return self._followed().may_be(self.names[name])
        assert self.first is not None
        return all_that_may_be(self.first, name)

    def part(self, name: str) -> Distribution[Hashable] | None:
        return None

    def text(self) -> str:
        return "a part of a rule"


def nothing_before(names: tuple[Name, ...]) -> Weighed:
    """Where there was no roll, there is one sort of that."""
    return {tuple([cast(Sorts, name).sort(()) for name in names]): 1}, 1


def all_that_may_be(root: Ways, name: Name) -> list[Any]:
    """Of a part of a roll, before anything was read; of what came of a rule perhaps more than that."""
    return root.pool.may_be(name) if isinstance(root.pool, Prolonged) else list(root.values((name, ())))


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
    longer.at(table, thing)
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
    return Prolonged(roll._ways.root if roll is not None else None, inputs, played, table.shared)
