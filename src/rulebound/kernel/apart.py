"""Parts of rules that are counted by themselves: all their ways together, read like dice, only as far as somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from copy import copy
from functools import cache
from math import lcm
from typing import Any, ClassVar, Protocol, cast, get_type_hints

import msgspec

from rulebound.kernel.dice import Die, Pool, Roll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.explore import Explorer, Follower
from rulebound.kernel.unread import Part, Picture, Unread, UnreadNumber, UnreadRoll, UnreadWord, plain
from rulebound.kernel.ways import MOST_RUNS, Ways, is_rough

Values = tuple[Hashable, ...]
Counts = Mapping[Values, Distribution[Values]]
"""What comes of a part of a rule, by what it depends on."""
Count = Callable[[tuple[str, ...]], Counts]


class Shared:
    """What all runs of a rule have in common: parts that were counted by themselves, and dice thrown at once, by where that was."""

    def __init__(self, parts: dict[Hashable, Any] | None = None) -> None:
        self.parts: dict[Hashable, Any] = {} if parts is None else parts
        self.plans: dict[Hashable, Ways] = {}


class Counting(Follower, Protocol):
    """A table that follows one path, and on which parts can be counted."""

    left: list[Any]
    shared: Shared

    def unread(self, ways: Ways) -> UnreadRoll: ...

    def beside(self, path: tuple[Any, ...], shared: Shared) -> Counting:
        """A table for a part of the rule that is counted by itself."""


class Came:
    """One way in which something came out, by name."""

    __slots__ = ("_held", "_places")

    def __init__(self, places: Mapping[str, int], held: Values) -> None:
        self._places, self._held = places, held

    @property
    def all(self) -> Values:
        return self._held

    def __getattr__(self, name: str) -> Hashable:
        return self._held[self._places[name]]

    def __hash__(self) -> int:
        return hash(self._held)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Came) and self._held == other._held


class Given:
    """What a part depends on, each of it as likely as any other."""

    unbounded: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, names: tuple[str, ...], values: list[Values]) -> None:
        places = {name: place for place, name in enumerate(names)}
        self.ways = Distribution({Came(places, held): 1 for held in values})
        self.unread = Ways(cast("Pool[Roll]", self), (), None)

    def throw(self, die: Die) -> Came:
        raise NotImplementedError

    def outcomes(self, reach: int = 0) -> Distribution[Came]:
        return self.ways

    def part(self, name: str) -> Distribution[Hashable] | None:
        return None

    def text(self) -> str:
        return "what is unread"


class Prolonged:
    """A roll, if there was one, and after it a part of a rule that depends on it: told apart only as far as somebody asks."""

    unbounded: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, first: Ways | None, inputs: Mapping[str, Unread], names: tuple[str, ...], count: Count) -> None:
        self.first, self.inputs, self.count = first, inputs, count
        self.depth: int = first.pool.depth + 1 if first is not None and isinstance(first.pool, Prolonged) else 1
        self.prefix = f"{self.depth} "
        """Of the names of what came last."""
        self.names = {self.prefix + name: name for name in names}
        self.unread = Ways(cast("Pool[Roll]", self), (), None)

    def throw(self, die: Die) -> Came:
        raise NotImplementedError

    def outcomes(self, reach: int = 0) -> Distribution[Came]:
        raise NotImplementedError

    def rough(self, parts: frozenset[str]) -> Distribution[Came]:
        """Joined by what the second depends on."""
        mine = tuple(sorted(name for name in parts if name not in self.names))
        theirs = tuple(sorted(name for name in parts if name in self.names))
        places = {name: place for place, name in enumerate((*mine, *theirs))}
        counts = self.count(tuple(self.names[name] for name in theirs)) if theirs else None
        if self.first is None:
            assert counts is not None
            return counts[()].map(lambda held: Came(places, held))
        if counts is None:
            return self.first.parts(mine).map(lambda held: Came(places, held))
        return Distribution({Came(places, held): weight for held, weight in self._joined(self.first, mine, counts).items()})

    def _joined(self, first: Ways, mine: tuple[str, ...], counts: Counts) -> dict[Values, int]:
        common = lcm(*(after.total for after in counts.values()))
        depends = tuple(cast("Part", held._of).name for held in self.inputs.values())
        weights: dict[Values, int] = {}
        for values, weight in first.parts((*mine, *depends)):
            shown = values[: len(mine)]
            after = counts[tuple([held._where(value) for held, value in zip(self.inputs.values(), values[len(mine) :], strict=True)])]
            scale = weight * (common // after.total)
            for held, times in after.weights.items():
                key = shown + held
                weights[key] = weights.get(key, 0) + scale * times
        return weights

    def part(self, name: str) -> Distribution[Hashable] | None:
        return None

    def text(self) -> str:
        return "a part of a rule"


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
    return roll if roll is not None and is_rough(type(roll._ways.pool)) else None


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
    known = table.shared.parts if roll is None else roll._ways.longer
    longer = known.get(place)
    if longer is None:
        longer = known[place] = prolong(table, roll, rule, thing, looks, changes, args, one_by_one)
    if roll is None:
        roll = table.unread(longer.unread)
    else:
        roll._become(longer.unread)
    returns = returned(rule)
    for name in changes:
        setattr(thing, name, unread(roll, longer.prefix + name, type(getattr(thing, name))))
    return returns(*(unread(roll, longer.prefix + name, hints(returns)[name]) for name in returns.__struct_fields__))


def unread(roll: UnreadRoll, name: str, kind: Any) -> Any:
    """Whether a number or word is certain is not asked before somebody reads it."""
    if kind in (int, bool, UnreadNumber):
        return UnreadNumber(Part(roll, name))
    return UnreadWord(Part(roll, name)) if kind in (str, UnreadWord) else getattr(roll, name)


@cache
def returned(rule: Callable[..., Any]) -> type[msgspec.Struct]:
    return cast("type[msgspec.Struct]", get_type_hints(rule)["return"])


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
    names = (*changes, *returned(rule).__struct_fields__)
    if roll is None:
        return Prolonged(None, {}, names, counter(table, rule, thing, fields, (), [()], args, one_by_one))
    inputs = {name: held for name, held in fields.items() if isinstance(held, Unread)}
    certain = msgspec.msgpack.encode([held for name, held in fields.items() if name not in inputs])
    root = roll._ways.root()
    place = rule, args, root, certain, tuple((name, held.made_of()) for name, held in inputs.items())
    count = table.shared.parts.get(place)
    if count is None:
        came = root.parts(tuple(cast("Part", held._of).name for held in inputs.values())).weights
        values = dict.fromkeys(tuple(held._where(value) for held, value in zip(inputs.values(), each, strict=True)) for each in came)
        count = table.shared.parts[place] = counter(table, rule, thing, fields, tuple(inputs), list(values), args, one_by_one)
    return Prolonged(roll._ways, inputs, names, count)


def counter(
    table: Counting, rule: Callable[..., Any], thing: msgspec.Struct, fields: Mapping[str, Any], depends: tuple[str, ...],
    values: list[Values], args: tuple[Hashable, ...], one_by_one: bool,
) -> Count:  # fmt: skip
    """Counts what a part returns and changes, by what it depends on, as far as it is asked for. `one_by_one` says that there is less
    to count where all of that is read at once."""
    before = {name: copy(held) for name, held in fields.items() if name not in depends}
    given = Given(depends, values)
    shared = Shared(table.shared.parts)

    @cache
    def count(names: tuple[str, ...]) -> Counts:
        now = {name: getattr(thing, name) for name in fields}

        def once(t: Counting) -> Values:
            roll = t.unread(given.unread)
            held = roll.all if one_by_one else [getattr(roll, name) for name in depends]
            start = {**before, **dict(zip(depends, held, strict=True))}
            put_back(thing, start)
            came = rule(t, thing, *args)
            if t.left:
                raise TypeError(f"{rule.__name__} leaves something for later, and cannot be counted apart")
            return (*(start[name] for name in depends), *(getattr(thing if n in fields else came, n) for n in names))

        ways = Explorer(once, lambda path: table.beside(path, shared), {}, MOST_RUNS).explore()
        put_back(thing, now)
        return parted(ways, len(depends))

    return count


def parted(ways: Distribution[Values], depends: int) -> Counts:
    weights: dict[Values, dict[Values, int]] = {}
    for held, weight in ways:
        weights.setdefault(held[:depends], {})[held[depends:]] = weight
    return {given: Distribution(each) for given, each in weights.items()}


def put_back(thing: msgspec.Struct, before: Mapping[str, Any]) -> None:
    for name, value in before.items():
        setattr(thing, name, copy(value) if isinstance(value, list) else value)
