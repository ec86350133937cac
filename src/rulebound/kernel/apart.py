"""Parts of rules that are counted by themselves: all their ways together, read like dice, only as far as somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from functools import cache, partial
from math import gcd, lcm
from typing import Any, ClassVar, NamedTuple, Protocol, cast, get_type_hints

import msgspec

from rulebound.kernel.dice import Die, Pool, Roll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.explore import Follower, each_path
from rulebound.kernel.grid import Grid, Name, Sorts, names_in
from rulebound.kernel.leaves import Leaf, Tally
from rulebound.kernel.reading import Picture, plain
from rulebound.kernel.unread import Part, Unread, UnreadNumber, UnreadRoll, UnreadWord
from rulebound.kernel.ways import Ways, is_gridded, is_rough, returned

Values = tuple[Hashable, ...]


class Counts(NamedTuple):
    """What comes of a part of a rule, in sorts of what it depends on: whatever goes on alike is of one sort."""

    sort: Sorts
    after: list[Distribution[Values]]


Count = Callable[[tuple[Name, ...]], Counts]


class Shared:
    """What all runs of a rule have in common, and nothing outlives: rolls of which nothing was read, parts that were counted by
    themselves, and dice thrown at once, by where that was."""

    def __init__(self) -> None:
        self.pools: dict[Pool[Any], Ways] = {}
        self.parts: dict[Hashable, Any] = {}
        self.plans: dict[Hashable, Ways] = {}

    def inner(self) -> Shared:
        """For the runs of a part: they come to other places."""
        shared = Shared()
        shared.pools, shared.parts = self.pools, self.parts
        return shared

    def thrown(self, pool: Pool[Any]) -> Ways:
        found = self.pools.get(pool)
        if found is None:
            found = self.pools[pool] = Ways(pool)
        return found


class Counting(Follower, Protocol):
    """A table that follows one path, and on which parts can be counted."""

    postponed: list[Any]
    shared: Shared

    def unread(self, ways: Ways) -> UnreadRoll: ...

    def beside(self, path: tuple[Any, ...], shared: Shared) -> Counting:
        """A table for a part of the rule that is counted by itself."""

    def seen(self, outcome: Callable[[], Hashable]) -> Sequence[Leaf]:
        """What has come of it, and all that it may still be."""


class Came(msgspec.Struct, frozen=True, gc=False):
    """One way in which something came out, by name."""

    @property
    def all(self) -> Values:
        return msgspec.structs.astuple(self)


@cache
def came(names: tuple[str, ...]) -> type[Came]:
    return cast("type[Came]", msgspec.defstruct("Came", names, bases=(Came,), frozen=True, gc=False))


class Given:
    """What a part depends on, all that may be of it, each as likely as any other."""

    unbounded: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, root: Ways | None, inputs: Mapping[str, Unread]) -> None:
        self.names = tuple(inputs)
        self.made_of = tuple(cast("Part", held._of).name for held in inputs.values())
        self.came: dict[Values, Values] = {
            came: tuple([held._where(value) for held, value in zip(inputs.values(), came, strict=True)])
            for came in (root.joint(self.made_of)[0] if root is not None else [()])
        }
        """What the roll shows, and what that makes of the fields."""
        self.ways = Distribution({came(self.names)(*held): 1 for held in self.came.values()})
        self.unread = Ways(cast("Pool[Roll]", self))

    def sorted(self, ways: Distribution[Values]) -> Counts:
        width = len(self.names)
        each: dict[Values, dict[Values, int]] = {}
        for held, weight in ways:
            each.setdefault(held[:width], {})[held[width:]] = weight
        sorts: dict[frozenset[tuple[Values, int]], int] = {}
        after: list[Distribution[Values]] = []
        sort_of: dict[Values, int] = {}
        for held, weights in each.items():
            shared = gcd(*weights.values())
            least = {values: weight // shared for values, weight in weights.items()}
            alike = frozenset(least.items())
            if alike not in sorts:
                sorts[alike] = len(after)
                after.append(Distribution(least))
            sort_of[held] = sorts[alike]
        return Counts(self._by_what_matters({came: sort_of[held] for came, held in self.came.items()}), after)

    def _by_what_matters(self, sort_of: dict[Values, int]) -> Sorts:
        """What makes no difference need not be counted."""
        by = list(range(len(self.made_of)))
        for place in tuple(by):
            fewer = [other for other in by if other != place]
            seen: dict[Values, int] = {}
            if all(seen.setdefault(tuple([came[n] for n in fewer]), sort) == sort for came, sort in sort_of.items()):
                by = fewer
        return Sorts(tuple(self.made_of[n] for n in by), {tuple([came[n] for n in by]): sort for came, sort in sort_of.items()})

    def throw(self, die: Die) -> Came:
        raise NotImplementedError

    def outcomes(self, reach: int = 0) -> Distribution[Came]:
        return self.ways

    def part(self, name: str) -> Distribution[Hashable] | None:
        return None

    def text(self) -> str:
        return "what is unread"


NOTHING: tuple[dict[Values, int], int] = {(): 1}, 1
"""What there is to tell apart of no roll."""


class Prolonged:
    """A roll, if there was one, and after it a part of a rule that depends on it: told apart only as far as somebody asks."""

    unbounded: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, first: Ways | None, names: tuple[str, ...], count: Count) -> None:
        self.first, self.count = first, count
        self.depth = depth_after(first)
        self.prefix = prefix_after(first)
        """Of the names of what came last."""
        self.names = {self.prefix + name: name for name in names}
        self.unread = Ways(cast("Pool[Roll]", self))

    def throw(self, die: Die) -> Came:
        raise NotImplementedError

    def outcomes(self, reach: int = 0) -> Distribution[Came]:
        raise NotImplementedError

    def grid(self, names: frozenset[Name]) -> Grid:
        """Joined by what the second depends on."""
        mine: list[Name] = []
        theirs: list[Name] = []
        for name in sorted(names, key=str):  # the same in every process
            self._sort_out(name, mine, theirs)
        counts = self.count(tuple(theirs)) if theirs else None
        if counts is None:
            return Grid.of_columns(mine, *(self.first.joint(tuple(mine)) if self.first is not None else NOTHING))
        if self.first is None:
            return Grid.of_columns(theirs, counts.after[0].weights, counts.after[0].total)
        common = lcm(*(after.total for after in counts.after))
        joint, total = self.first.joint((*mine, counts.sort))
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

    def part(self, name: str) -> Distribution[Hashable] | None:
        return None

    def text(self) -> str:
        return "a part of a rule"


def depth_after(first: Ways | None) -> int:
    return first.pool.depth + 1 if first is not None and isinstance(first.pool, Prolonged) else 1


def prefix_after(first: Ways | None) -> str:
    """Of the names of what comes of the next part of the rule."""
    return f"part{depth_after(first)}_"


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
    changes: tuple[str, ...], args: tuple[Hashable, ...], one_by_one: bool = False,
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
        longer = known[place] = prolong(table, roll, rule, thing, looks, changes, args, one_by_one)
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


# ------------------------------------------------------------------------------------------------ counting
def prolong(
    table: Counting, roll: UnreadRoll | None, rule: Callable[..., Any], thing: msgspec.Struct, looks: tuple[str, ...],
    changes: tuple[str, ...], args: tuple[Hashable, ...], one_by_one: bool,
) -> Prolonged:  # fmt: skip
    """What a roll may still be, and after each of it all ways of what comes next."""
    fields = {name: getattr(thing, name) for name in (*looks, *changes)}
    inputs = {name: held for name, held in fields.items() if isinstance(held, Unread)}
    certain = {name: copy(held) for name, held in fields.items() if name not in inputs}
    root = roll._ways.root if roll is not None else None
    place = rule, args, root, msgspec.msgpack.encode(certain), tuple((name, held.made_of()) for name, held in inputs.items())
    names = (*changes, *returned(rule).__struct_fields__)
    count = table.shared.parts.get(place)
    if count is None:
        given = cache(partial(Given, root, inputs))
        ends = cache(partial(followed, table, rule, thing, certain, given, args, names, one_by_one))
        count = table.shared.parts[place] = cache(partial(counted, given, ends, prefix_after(root)))
    return Prolonged(root, names, count)


class End(NamedTuple):
    """Where one path of a part came to: what it depended on, and what it returned and changed, as far as that was read."""

    table: Counting
    held: Values
    came: Mapping[str, Any]

    def showing(self, names: tuple[str, ...]) -> Sequence[Leaf]:
        shown = (*self.held, *[self.came[name] for name in names])
        if all(isinstance(value._of, Part) for value in shown if isinstance(value, Unread)):  # then there is nothing to read
            return [self.table.leaf(shown)]
        return self.table.seen(lambda: shown)


def counted(given: Callable[[], Given], ends: Callable[[], list[End]], prefix: str, names: tuple[Name, ...]) -> Counts:
    """What of this a part returns and changes, or what is made of that, by what it depends on."""
    parts = tuple(dict.fromkeys([part for name in names for part in names_in(name)]))
    tally = Tally()
    for end in ends():
        for leaf in end.showing(tuple([part.removeprefix(prefix) for part in parts])):
            tally.add(leaf)
    ways = tally.distribution()
    if parts != names:
        held = tuple([f"given {name}" for name in given().names])
        grid = Grid.of_columns((*held, *parts), ways.weights, ways.total)
        ways = Distribution(grid.joint(grid.all, tuple([(name, ()) for name in (*held, *names)])), ways.total)
    return given().sorted(ways)


def followed(
    table: Counting, rule: Callable[..., Any], thing: msgspec.Struct, certain: Mapping[str, Any], givens: Callable[[], Given],
    args: tuple[Hashable, ...], names: tuple[str, ...], one_by_one: bool,
) -> list[End]:  # fmt: skip
    """All paths of a part; once for whatever is asked of it. `one_by_one` says that there is less to count where all that it depends
    on is read at once."""
    given = givens()
    fields = (*certain, *given.names)
    now = {name: getattr(thing, name) for name in fields}
    shared = table.shared.inner()
    ends: list[End] = []

    def once(path: tuple[Any, ...]) -> Counting:
        t = table.beside(path, shared)
        roll = t.unread(given.unread)
        held = roll.all if one_by_one else tuple([getattr(roll, name) for name in given.names])
        put_back(thing, certain)
        put_back(thing, dict(zip(given.names, held, strict=True)))
        came = rule(t, thing, *args)
        if t.postponed:
            raise TypeError(f"{rule.__name__} leaves something for later, and cannot be counted apart")
        ends.append(End(t, held, {name: getattr(thing if name in fields else came, name) for name in names}))
        return t

    each_path(once)
    put_back(thing, now)
    return ends


def put_back(thing: msgspec.Struct, before: Mapping[str, Any]) -> None:
    for name, value in before.items():
        setattr(thing, name, copy(value) if isinstance(value, list) else value)
