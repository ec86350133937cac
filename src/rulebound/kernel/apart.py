"""Parts of rules that are counted by themselves: all their ways together, read like dice, only as far as somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from copy import copy
from functools import cache, partial
from itertools import product
from typing import Any, ClassVar, cast, get_type_hints

import msgspec

from rulebound.kernel.counts import Counts, Narrowed
from rulebound.kernel.dice import Die, Pool, Roll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.grid import Clue, Clues, Grid, Name, Weighed, columns_of, names_in
from rulebound.kernel.parts import Counting, Played, Shared
from rulebound.kernel.reading import Picture, plain
from rulebound.kernel.unread import Part, Unread, UnreadNumber, UnreadRoll, UnreadWord
from rulebound.kernel.ways import Ways, has_parts_after, is_rough, returned

NOTHING: Weighed = {(): 1}, 1
"""Where there was no roll before."""


NONE, SOME, ALL = range(3)
"""How much of something is of a part of a rule, and not of what was there before."""


class Prolonged:
    """A roll, if there was one, and after it a part of a rule that depends on it: told apart only as far as somebody asks."""

    unbounded: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, first: Ways | None, inputs: Mapping[str, Unread], played: Played, shared: Shared) -> None:
        self.first, self.inputs, self.played = first, inputs, played
        self._play: Callable[[dict[str, list[Any]]], None] | None = None
        self._is_followed = False
        self.depth: int = first.pool.depth + 1 if first is not None and isinstance(first.pool, Prolonged) else 1
        self.prefix = f"part{self.depth}_"
        """Of the names of what came last."""
        self.names = {self.prefix + name: name for name in played.names}
        self._shares: dict[Name, int] = {}
        self._counted_in_full: dict[tuple[str, ...], Counts] = {}
        self._counts: dict[tuple[tuple[Name, ...], Clues], Counts] = {}
        self.unread = shared.keep(Ways(cast("Pool[Roll]", self)))
        shared.keep(self)

    def close(self) -> None:
        self._counts.clear()
        self._shares.clear()
        self._counted_in_full.clear()
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
    def joint(self, clues: Clues, names: tuple[Name, ...]) -> Weighed:
        """The weights of these columns side by side where the facts hold: a fact is gone by at the part that it is about, so that
        nothing is told apart any more for its sake alone."""
        known: tuple[list[Clue], list[Clue], list[Clue]] = [], [], []
        for clue in clues:
            known[self._share(clue.name)].append(clue)
        earlier, between, here = known
        columns = tuple(dict.fromkeys(self._told_by((*names, *[clue.name for clue in between]))))
        mine, theirs = (tuple([name for name in columns if self._share(name) == share]) for share in (NONE, ALL))
        before = _where(self.first, earlier) if self.first is not None else None
        if before is not None and not theirs and not here:
            return before.joint(names)
        counts = self._counted(theirs, tuple(here))
        joint = counts.joined(counts.sorted_out(before.joint((*mine, *counts.by)) if before is not None else NOTHING, len(mine)))
        if (*mine, *theirs) == names and not between:
            return joint
        return Grid.of_columns((*mine, *theirs), *joint).told(columns_of(names), between)

    def _share(self, name: Name) -> int:
        found = self._shares.get(name)
        if found is None:
            of_this = {part in self.names for part in names_in(name)}
            found = self._shares[name] = SOME if len(of_this) == 2 else ALL if True in of_this else NONE
        return found

    def _told_by(self, names: Iterable[Name]) -> Iterator[Name]:
        """What is made of this part and of what was before is told apart by both."""
        for name in names:
            if isinstance(name, str) or self._share(name) != SOME:
                yield name
            else:
                yield from self._told_by(name.made_of())

    def _counted(self, names: tuple[Name, ...], clues: Clues) -> Counts:
        """What of this the part returns and changes where these facts about it hold, by what it depends on."""
        found = self._counts.get((names, clues))
        if found is None:
            parts, whole = self._with_parts({part for name in (*names, *[clue.name for clue in clues]) for part in names_in(name)})
            found = self._counts[names, clues] = whole if names == parts and not clues else Narrowed(whole, parts, names, clues)
        return found

    def _with_parts(self, asked: set[str]) -> tuple[tuple[str, ...], Counts]:
        """What has been counted already serves whoever asks for less."""
        for parts, counts in self._counted_in_full.items():
            if asked <= set(parts):
                return parts, counts
        parts = tuple(sorted(asked))
        self._counted_in_full[parts] = self._count(parts)
        return parts, self._counted_in_full[parts]

    def _count(self, parts: tuple[str, ...]) -> Counts:
        played, asked = self._followed(), tuple([self.names[part] for part in parts])
        fields = played.depends_on(asked)
        inputs = [self.inputs[field] for field in fields]

        def outcome(row: tuple[Any, ...]) -> Weighed:
            return played.outcome(asked, fields, tuple([held._where(value) for held, value in zip(inputs, row, strict=True)]))

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


def _where(ways: Ways, clues: Iterable[Clue]) -> Ways:
    for clue in clues:
        ways = ways.after(clue)
    return ways


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
    return roll if roll is not None and (is_rough(pool := type(roll._ways.pool)) or has_parts_after(pool)) else None


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
