"""Parts of rules played by themselves: all ways in which they may come out, by what they depend on."""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar, cast

import msgspec

from rulebound.kernel.dice import Die, Pool, Roll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.explore import Follower, each_path
from rulebound.kernel.grid import Grid, Name, names_in
from rulebound.kernel.leaves import Facts, Known, Leaf, Tally
from rulebound.kernel.unread import Part, Unread, UnreadNumber, UnreadRoll, UnreadWord, may_be, without
from rulebound.kernel.ways import Ways

Values = tuple[Hashable, ...]


class Closing(Protocol):
    """What holds on to things that hold on to it."""

    def close(self) -> None: ...


K = TypeVar("K", bound=Closing)


class Shared:
    """What all runs of a rule have in common, and nothing outlives: rolls of which nothing was read, parts that were played by
    themselves, and dice thrown at once, by where that was."""

    def __init__(self) -> None:
        self.pools: dict[Pool[Any], Ways] = {}
        self.parts: dict[Hashable, Any] = {}
        self.plans: dict[Hashable, Ways] = {}
        self._to_close: list[Closing] = []

    def inner(self) -> Shared:
        """For the runs of a part: they come to other places."""
        shared = Shared()
        shared.pools, shared.parts, shared._to_close = self.pools, self.parts, self._to_close
        return shared

    def thrown(self, pool: Pool[Any]) -> Ways:
        found = self.pools.get(pool)
        if found is None:
            found = self.pools[pool] = self.keep(Ways(pool))
        return found

    def keep(self, thing: K) -> K:
        """Until all is counted."""
        self._to_close.append(thing)
        return thing

    def close(self) -> None:
        """All of it hangs together in circles. Where these are cut, nothing is left that somebody would have to look for."""
        for thing in self._to_close:
            thing.close()
        for held in (self._to_close, self.parts, self.pools):
            held.clear()


@contextmanager
def counting() -> Iterator[Shared]:
    """Counting makes many small things and throws none away before it is done: looking for rubbish meanwhile takes a tenth of the
    time and finds nothing."""
    enabled = gc.isenabled()
    gc.disable()
    shared = Shared()
    try:
        yield shared
    finally:
        shared.close()
        if enabled:
            gc.enable()


class Counting(Follower, Closing, Protocol):
    """A table that follows one path, and on which parts can be played."""

    postponed: list[Any]
    shared: Shared

    def unread(self, ways: Ways) -> UnreadRoll: ...

    def beside(self, path: tuple[Any, ...], shared: Shared) -> Counting:
        """A table for a part of the rule that is played by itself."""

    def seen(self, outcome: Callable[[], Hashable]) -> Sequence[Leaf]:
        """What has come of it, and all that it may still be."""


class Given:
    """What a part depends on: all that may be of it, each as likely as any other."""

    unbounded: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, fields: tuple[str, ...], rows: Sequence[Values]) -> None:
        self.fields, self.rows = fields, rows
        self.looked_at: set[str] = set()
        self._grid = Grid.of_columns(fields, dict.fromkeys(rows, 1), len(rows))

    def throw(self, die: Die) -> Roll:
        raise NotImplementedError

    def outcomes(self, reach: int = 0) -> Distribution[Roll]:
        raise NotImplementedError

    def grid(self, names: frozenset[Name]) -> Grid:
        """Whoever looks at a field comes here first."""
        self.looked_at.update([field for name in names for field in names_in(name)])
        return self._grid

    def covers(self) -> Callable[[Values], bool]:
        """Whether a row is like one of these in all that was looked at."""
        places = [place for place, field in enumerate(self.fields) if field in self.looked_at]
        seen = {tuple([row[place] for place in places]) for row in self.rows}
        return lambda row: tuple([row[place] for place in places]) in seen

    def part(self, name: str) -> Distribution[Hashable] | None:
        return None

    def text(self) -> str:
        return "what is unread"


class End(NamedTuple):
    """Where one path of a part came to, and what it returned and changed, as far as that was read."""

    table: Counting
    given: UnreadRoll
    came: Mapping[str, Any]

    def showing(self, names: tuple[str, ...]) -> Sequence[Leaf]:
        shown = tuple([self.came[name] for name in names])
        if not any(map(self._is_to_be_read, shown)):
            return [self.table.leaf(shown)]
        return self.table.seen(lambda: tuple([without(self.given, value) for value in shown]))

    def _is_to_be_read(self, value: object) -> bool:
        """Whether it stands on what was given: by that it is told apart."""
        return isinstance(value, Unread) and (not isinstance(value._of, Part) or value._of.roll is self.given)


class Followed:
    """All paths of a part from some of what it may be given."""

    def __init__(self, given: Given, ends: list[End]) -> None:
        self.given, self.ends = given, ends
        self.covers, self._looked_at = given.covers(), len(given.looked_at)
        self._told: dict[tuple[str, ...], dict[Facts, dict[Values, Tally]]] = {}
        self._outcomes: dict[tuple[tuple[str, ...], Values], Distribution[Values]] = {}

    def looks_at_more(self) -> bool:
        """Than when it was followed."""
        return len(self.given.looked_at) > self._looked_at

    def told(self, names: tuple[str, ...]) -> dict[Facts, dict[Values, Tally]]:
        """What of this it returned and changed: by what was asked of the given, one after the other, and the answers to that."""
        found = self._told.get(names)
        if found is None:
            found = self._told[names] = {}
            for end in self.ends:
                for leaf in end.showing(names):
                    given = leaf.rolls[0].ways
                    asked = found.setdefault(tuple([fact._replace(value=None) for fact in given.facts]), {})
                    tally = asked.setdefault(tuple([fact.value for fact in given.facts]), Tally())
                    tally.add(leaf._replace(rolls=(Known(given.root), *leaf.rolls[1:])))
        return found

    def outcome(self, names: tuple[str, ...], fields: tuple[str, ...], values: Values) -> Distribution[Values]:
        """What comes of it where these fields, all that it asks for among them, are so."""
        found = self._outcomes.get((names, values))
        if found is None:
            given: dict[Name, Any] = dict(zip(fields, values, strict=True))
            tally = Tally()
            for facts, answers in self.told(names).items():
                if follows := answers.get(tuple([fact.answer(given[fact.name]) for fact in facts])):
                    tally.join(follows)
            found = self._outcomes[names, values] = tally.distribution()
        return found


class Played:
    """A part of a rule with a thing of which some fields are given: played as far as somebody asks."""

    def __init__(
        self, rule: Callable[..., Any], args: tuple[Hashable, ...], certain: Mapping[str, Any], given: tuple[str, ...],
        names: tuple[str, ...],
    ) -> None:  # fmt: skip
        self.rule, self.args, self.certain, self.given, self.names = rule, args, certain, given, names
        self._followed: dict[Values, Followed] = {}

    def follow(self, table: Counting, thing: msgspec.Struct, rows: Sequence[Values]) -> None:
        """From all of this; not again from what was followed before, where one of the fields tells that from what is new."""
        for followed in dict.fromkeys(self._followed.values()):
            self._followed.update({row: followed for row in rows if row not in self._followed and followed.covers(row)})
        new = [row for row in rows if row not in self._followed]
        if new:
            old = [row for row in rows if row in self._followed]
            fields = zip(zip(*new, strict=True), zip(*old, strict=True), strict=False)
            if not any({*of_new}.isdisjoint(of_old) for of_new, of_old in fields):
                new = list(rows)
            self.follow_anew(table, thing, new)

    def follow_anew(self, table: Counting, thing: msgspec.Struct, rows: Sequence[Values]) -> None:
        given = Given(self.given, rows)
        followed = Followed(given, self._ends(table, thing, table.shared.keep(Ways(cast("Pool[Roll]", given)))))
        self._followed.update(dict.fromkeys(rows, followed))

    def _ends(self, table: Counting, thing: msgspec.Struct, given: Ways) -> list[End]:
        fields = (*self.certain, *self.given)
        now = {name: getattr(thing, name) for name in fields}
        shared = table.shared.inner()
        ends: list[End] = []

        def once(path: tuple[Any, ...]) -> Counting:
            t = shared.keep(table.beside(path, shared))
            roll = t.unread(given)
            roll.alone = True
            put_back(thing, self.certain)
            put_back(thing, {name: on_roll(roll, name, now[name]) for name in self.given})
            came = self.rule(t, thing, *self.args)
            if t.postponed:
                raise TypeError(f"{self.rule.__name__} leaves something for later, and cannot be counted apart")
            ends.append(End(t, roll, {name: getattr(thing if name in fields else came, name) for name in self.names}))
            return t

        each_path(once)
        put_back(thing, now)
        return ends

    # ------------------------------------------------------------------------------------------------ what comes of it
    def outcomes(
        self, names: tuple[str, ...], rows: Sequence[Values]
    ) -> tuple[tuple[str, ...], Callable[[Values], Distribution[Values]]] | None:
        """The given fields that make a difference to this, and what comes of the part by what these are; None where something is
        looked at now that was not before, and rows were taken to be alike that are not."""
        each = list(dict.fromkeys([self._followed[row] for row in rows]))
        asked = {fact.name for followed in each for facts in followed.told(names) for fact in facts}
        looked = {followed: followed.given.covers() for followed in each if followed.looks_at_more()}
        if looked and not all(looked[followed](row) for row in rows if (followed := self._followed[row]) in looked):
            return None
        fields = tuple([field for field in self.given if field in asked])
        if len(each) == 1:
            return fields, lambda values: each[0].outcome(names, fields, values)
        fields, followed_from = self._told_apart(fields, rows)
        return fields, lambda values: followed_from[values].outcome(names, fields, values)

    def _told_apart(self, fields: tuple[str, ...], rows: Sequence[Values]) -> tuple[tuple[str, ...], dict[Values, Followed]]:
        """With as many fields more as it takes to tell rows apart that were not followed together."""
        more = [field for field in self.given if field not in fields]
        while True:
            places = [self.given.index(field) for field in fields]
            seen = {(tuple([row[place] for place in places]), self._followed[row]) for row in rows}
            found = dict(seen)
            if len(found) == len(seen):
                return fields, found
            fields = (*fields, more.pop(0))

    def may_be(self, name: str, rows: Iterable[Values]) -> list[Any]:
        """All that this may come to, and perhaps more."""
        each = dict.fromkeys([self._followed[row] for row in rows])
        return list(dict.fromkeys([value for followed in each for end in followed.ends for value in may_be(end.came[name])]))


def on_roll(roll: UnreadRoll, name: str, like: object) -> Unread:
    return UnreadWord(Part(roll, name)) if isinstance(like, UnreadWord) else UnreadNumber(Part(roll, name))


def put_back(thing: msgspec.Struct, before: Mapping[str, Any]) -> None:
    for name, value in before.items():
        setattr(thing, name, copy(value) if isinstance(value, list) else value)
