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
from rulebound.kernel.grid import Grid, Name, Sorts, names_in
from rulebound.kernel.parts import Counting, Played, Shared, Values
from rulebound.kernel.reading import Picture, plain
from rulebound.kernel.unread import Part, Unread, UnreadNumber, UnreadRoll, UnreadWord
from rulebound.kernel.ways import Ways, is_gridded, is_rough, returned


class Counts(Sorts):
    """What comes of a part of a rule, in sorts of what it depends on: whatever goes on alike is of one sort."""

    def __init__(self, by: tuple[Name, ...], outcome: Callable[[tuple[Any, ...]], Distribution[Values]]) -> None:
        super().__init__(by)
        self.outcome = outcome
        self.after: list[Distribution[Values]] = []
        """By the numbers of the sorts that somebody has come to."""
        self._numbers: dict[frozenset[tuple[Values, int]], int] = {}

    def number(self, row: tuple[Any, ...]) -> int:
        ways = self.outcome(row)
        shared = gcd(*ways.weights.values())
        least = {values: weight // shared for values, weight in ways.weights.items()}
        number = self._numbers.setdefault(frozenset(least.items()), len(self.after))
        if number == len(self.after):
            self.after.append(Distribution(least))
        return number

    def joined(self, joint: Mapping[Values, int], total: int) -> tuple[dict[Values, int], int]:
        """What was before, with its sort as the last of its columns, and all that comes after it."""
        common = lcm(*(after.total for after in self.after))
        each = [(common // after.total, after.weights.items()) for after in self.after]
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
        self._counts: dict[tuple[Name, ...], Counts] = {}
        self._from_dice: dict[tuple[Name, ...], Counts | None] = {}
        self.unread = shared.keep(Ways(cast("Pool[Roll]", self)))
        shared.keep(self)

    def close(self) -> None:
        self._counts.clear()
        self._from_dice.clear()
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
    def grid(self, names: frozenset[Name]) -> Grid:
        """Joined by what the part depends on."""
        mine, theirs = self._whose(sorted(names, key=str))  # the same in every process
        if not theirs and self.first is not None:
            if self.before is not None:
                return self.first.rows(*[(name, ()) for name in mine])[0]
            return Grid.of_columns(mine, *self.first.joint(mine))
        of_dice, of_parts = [name for name in mine if not self._is_part(name)], [name for name in mine if self._is_part(name)]
        counts = self._counted_from_dice((*of_parts, *theirs))
        if counts is not None:
            return Grid.of_columns((*of_dice, *of_parts, *theirs), *counts.joined(*joint_of(self._dice(), (*of_dice, counts))))
        counts = self._counted(theirs)
        return Grid.of_columns((*mine, *theirs), *counts.joined(*joint_of(self.first, (*mine, counts))))

    def _whose(self, names: Iterable[Name]) -> tuple[tuple[Name, ...], tuple[Name, ...]]:
        """What was there before, and what came of the part; what is made of both is told apart by those."""
        mine: dict[Name, None] = {}
        theirs: dict[Name, None] = {}
        for name in names:
            of_theirs = {part in self.names for part in names_in(name)}
            if len(of_theirs) == 2 and not isinstance(name, str):
                for found, more in zip((mine, theirs), self._whose(name.made_of()), strict=True):
                    found.update(dict.fromkeys(more))
            else:
                (theirs if True in of_theirs else mine)[name] = None
        return tuple(mine), tuple(theirs)

    def _is_part(self, name: Name) -> bool:
        return any(part in self.names for part in names_in(name)) or (self.before is not None and self.before._is_part(name))

    def _dice(self) -> Ways | None:
        """What it all stands on."""
        return self.first if self.before is None else self.before._dice()

    def _counted_from_dice(self, names: tuple[Name, ...]) -> Counts | None:
        """What comes of this part and of those before it, in sorts of the dice alone; None where it hangs on both."""
        if names not in self._from_dice:
            self._from_dice[names] = self._count_from_dice(names)
        return self._from_dice[names]

    def _count_from_dice(self, names: tuple[Name, ...]) -> Counts | None:
        mine, theirs = self._whose(names)
        if self.before is None:
            return None if mine else self._counted(theirs)
        if not theirs:
            return self.before._counted_from_dice(mine)
        last = self._counted(theirs)
        first = self.before._counted_from_dice((*mine, last)) if all(map(self._is_part, last.by)) else None
        if first is None:
            return None

        def outcome(shown: Values) -> Distribution[Values]:
            before = first.outcome(shown)
            ways = Distribution(*last.joined(before.weights, before.total))
            return ways if (*mine, *theirs) == names else made_of(ways, (*mine, *theirs), names)

        return Counts(first.by, outcome)

    def _counted(self, names: tuple[Name, ...]) -> Counts:
        """What of this the part returns and changes, or what is made of that, by what it depends on."""
        if names not in self._counts:
            self._counts[names] = self._count(names)
        return self._counts[names]

    def _count(self, names: tuple[Name, ...]) -> Counts:
        parts = tuple(dict.fromkeys([part for name in names for part in names_in(name)]))
        played, asked = self._followed(), tuple([self.names[part] for part in parts])
        fields = played.depends_on(asked)
        inputs = [self.inputs[field] for field in fields]

        def outcome(shown: tuple[Any, ...]) -> Distribution[Values]:
            ways = played.outcome(asked, fields, tuple([held._where(value) for held, value in zip(inputs, shown, strict=True)]))
            return ways if parts == names else made_of(ways, parts, names)

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


def joint_of(ways: Ways | None, names: tuple[Name, ...]) -> tuple[dict[Values, int], int]:
    """Where there was no roll, there is one sort of that."""
    return ways.joint(names) if ways is not None else ({tuple([cast(Sorts, name).sort(()) for name in names]): 1}, 1)


def made_of(ways: Distribution[Values], parts: tuple[Name, ...], names: tuple[Name, ...]) -> Distribution[Values]:
    grid = Grid.of_columns(parts, ways.weights, ways.total)
    return Distribution(grid.joint(grid.all, tuple([(name, ()) for name in names])), ways.total)


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
