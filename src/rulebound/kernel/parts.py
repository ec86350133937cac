"""Parts of rules played by themselves: all ways in which they may come out, by what they depend on."""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from itertools import product
from typing import Any, ClassVar, Protocol, TypeVar, cast

import msgspec

from rulebound.kernel.dice import Die, Pool, Roll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.ends import End, Shown, value_of
from rulebound.kernel.explore import Follower, each_path
from rulebound.kernel.grid import Column, Fact, Facts, Grid, Name, Weighed, compare, names_in
from rulebound.kernel.leaves import added_up
from rulebound.kernel.limits import may_be
from rulebound.kernel.unread import BOTH, Forks, Part, Unread, UnreadNumber, UnreadRoll, UnreadWord
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
        self.holds_back = False
        """Whether paths met somewhere whatever some fields were, so that somebody may look again."""
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


class Counting(Follower, Forks, Closing, Protocol):
    """A table that follows one path, and on which parts can be played."""

    postponed: list[Any]
    shared: Shared
    rolls: list[UnreadRoll]

    def unread(self, ways: Ways) -> UnreadRoll: ...

    def beside(self, path: tuple[Any, ...], shared: Shared) -> Counting:
        """A table for a part of the rule that is played by itself."""


class Given:
    """The fields that a part is given: all that each may be, whether it can come together or not."""

    unbounded: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, may_be: Mapping[str, Iterable[Any]]) -> None:
        self.may_be = {field: dict.fromkeys(values) for field, values in may_be.items()}
        self.looked_at: set[str] = set()
        """The fields that somebody has asked something of, whether the answer was certain or not."""
        self._fitting: dict[tuple[Name, Facts], list[Any]] = {}

    def add(self, more: Mapping[str, Iterable[Any]]) -> None:
        """What nobody has looked at may be more than was thought of."""
        for field, values in more.items():
            if field not in self.looked_at:
                self.may_be[field].update(dict.fromkeys(values))

    def covers(self, given: Mapping[str, Any]) -> bool:
        """Whether these are among what was thought of, as far as that makes a difference; what is not among these makes none to who
        asks, though somebody else may have looked at it since."""
        return all(given[field] in self.may_be[field] for field in self.looked_at if field in given)

    def fitting(self, name: Name, facts: Facts) -> list[Any]:
        """All that a field, or something made of fields, may be where these facts about it are known."""
        found = self._fitting.get((name, facts))
        if found is None:
            found = self._fitting[name, facts] = self._find(name, facts)
        return found

    def _find(self, name: Name, facts: Facts) -> list[Any]:
        self.looked_at.update(names_in(name))
        return [value for value in self.values(name) if all(fact.answer(value) == fact.value for fact in facts)]

    def values(self, name: Name) -> list[Any]:
        """The same whatever is known; who asks only for that has looked at nothing."""
        if isinstance(name, str):
            return list(self.may_be[name])
        rows = zip(*product(*map(self.values, name.made_of())), strict=True)
        return list(dict.fromkeys(name.column(*map(list, rows))))

    def throw(self, die: Die) -> Roll:
        raise NotImplementedError

    def outcomes(self, reach: int = 0) -> Distribution[Roll]:
        raise NotImplementedError

    def grid(self, names: frozenset[Name]) -> Grid:
        raise NotImplementedError

    def part(self, name: str) -> Distribution[Hashable] | None:
        return None

    def text(self) -> str:
        return "what is unread"


class GivenRoll(UnreadRoll):
    """What a part is given, in one run of it: only what was asked of it is known."""

    __slots__ = ("_given",)

    def __init__(self, table: Forks, ways: Ways, given: Given) -> None:
        super().__init__(table, ways)
        self._given = given
        self.alone = True

    def _part(self, name: Name, args: tuple[int, ...]) -> Any:
        if (name, args) not in self._ways.read:
            values = self._values((name, args))
            if len(values) == 1:
                return values[0]
            self._learn(Fact(name, args, self._table.fork(values)))
        return self._ways.read[name, args]

    def _values(self, column: Column) -> Sequence[Any]:
        if column in self._ways.read:
            return (self._ways.read[column],)
        return self._given.fitting(column[0], tuple([fact for fact in self._ways.facts if fact.name == column[0]]))

    def _may_be(self, name: Name) -> Sequence[Any]:
        known = any(fact.name == name for fact in self._ways.facts)
        return self._values((name, ())) if known else self._given.values(name)

    def _varied(self, column: Column) -> bool:
        return len(self._values(column)) > 1

    def _compares(self, name: Name, test: str, limit: Any) -> bool:
        answers = {compare(value, test, limit) for value in self._values((name, ()))}
        if len(answers) == 1:
            return answers.pop()
        answer = bool(self._table.fork(BOTH))
        self._learn(Fact(name, (limit,), answer, test))
        return answer


class Followed:
    """All paths of a part from some of what it may be given."""

    def __init__(self, given: Given, ends: list[End]) -> None:
        self.given, self.ends = given, ends
        self._told: dict[tuple[str, ...], dict[Facts, dict[Values, list[Shown]]]] = {}

    def told(self, names: tuple[str, ...]) -> dict[Facts, dict[Values, list[Shown]]]:
        """What of this it returned and changed: by what was asked of the given, one after the other, and the answers to that."""
        found = self._told.get(names)
        if found is None:
            found = self._told[names] = {}
            for end in self.ends:
                asked = found.setdefault(tuple([fact._replace(value=None) for fact in end.facts]), {})
                asked.setdefault(tuple([fact.value for fact in end.facts]), []).append(end.showing(names))
        return found

    def depends_on(self, names: tuple[str, ...]) -> set[str]:
        """The given fields that make a difference to this."""
        found = set()
        for facts, answers in self.told(names).items():
            found.update([field for fact in facts for field in names_in(fact.name)])
            found.update([field for each in answers.values() for shown in each for field in shown.fields])
        return found


class Played:
    """A part of a rule with a thing of which some fields are given: played as far as somebody asks."""

    def __init__(
        self, rule: Callable[..., Any], args: tuple[Hashable, ...], certain: Mapping[str, Any], fields: tuple[str, ...],
        names: tuple[str, ...],
    ) -> None:  # fmt: skip
        self.rule, self.args, self.certain, self.fields, self.names = rule, args, certain, fields, names
        self._may_be: dict[str, dict[Any, None]] = {field: {} for field in fields}
        self._followed: list[Followed] = []
        self._may_come_to: dict[str, list[Any]] = {}
        """By what it has been given so far."""
        self._outcomes: dict[tuple[tuple[str, ...], tuple[str, ...], Values], Weighed] = {}

    def follow(self, table: Counting, thing: msgspec.Struct, may_be: Mapping[str, Iterable[Any]]) -> None:
        """From all of this, as far as that has not been done: of fields that nobody has looked at it makes no difference what they are."""
        new = {field: [value for value in values if value not in self._may_be[field]] for field, values in may_be.items()}
        for field, values in new.items():
            self._may_be[field].update(dict.fromkeys(values))
        self._may_come_to.clear()
        if not self._followed:
            self._follow(table, thing, self._may_be)
            return
        looked_at = {field for followed in self._followed for field in followed.given.looked_at}
        for followed in self._followed:
            followed.given.add(new)
        for field in [field for field in self.fields if field in looked_at and new[field]]:
            self._follow(table, thing, {**self._may_be, field: new[field]})

    def _follow(self, table: Counting, thing: msgspec.Struct, may_be: Mapping[str, Iterable[Any]]) -> None:
        fields = (*self.certain, *self.fields)
        now = {name: getattr(thing, name) for name in fields}
        given = Given(may_be)
        unread = table.shared.keep(Ways(cast("Pool[Roll]", given)))
        shared = table.shared.inner()
        ends: list[End] = []

        def once(path: tuple[Any, ...]) -> Counting:
            t = shared.keep(table.beside(path, shared))
            roll = GivenRoll(t, unread, given)
            t.rolls.append(roll)
            put_back(thing, self.certain)
            put_back(thing, {name: on_roll(roll, name, now[name]) for name in self.fields})
            came = self.rule(t, thing, *self.args)
            if t.postponed:
                raise TypeError(f"{self.rule.__name__} leaves something for later, and cannot be counted apart")
            ends.append(End(t, roll, {name: getattr(thing if name in fields else came, name) for name in self.names}))
            return t

        each_path(once)
        put_back(thing, now)
        self._followed.append(Followed(given, ends))

    # ------------------------------------------------------------------------------------------------ what comes of it
    def depends_on(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The given fields that make a difference to this."""
        found = {field for followed in self._followed for field in followed.depends_on(names)}
        if len(self._followed) > 1:  # and those that tell which of them it is
            found.update([field for followed in self._followed for field in followed.given.looked_at])
        return tuple([field for field in self.fields if field in found])

    def outcome(self, names: tuple[str, ...], fields: tuple[str, ...], values: Values) -> Weighed:
        """What comes of it where these fields, all that make a difference, are so."""
        found = self._outcomes.get((names, fields, values))
        if found is None:
            given = dict(zip(fields, values, strict=True))
            followed = self._followed[0]
            if len(self._followed) > 1:
                followed = next(followed for followed in self._followed if followed.given.covers(given))
            came = [
                shown.told(given)
                for facts, answers in followed.told(names).items()
                for shown in answers.get(tuple([fact.answer(value_of(fact.name, given)) for fact in facts]), ())
            ]
            found = self._outcomes[names, fields, values] = came[0] if len(came) == 1 else added_up(came)
        return found

    def may_be(self, name: str) -> list[Any]:
        """All that this may come to, and perhaps more."""
        found = self._may_come_to.get(name)
        if found is None:
            came = [value for followed in self._followed for end in followed.ends for value in may_be(end.came[name])]
            found = self._may_come_to[name] = list(dict.fromkeys(came))
        return found


def on_roll(roll: UnreadRoll, name: str, like: object) -> Unread:
    return UnreadWord(Part(roll, name)) if isinstance(like, UnreadWord) else UnreadNumber(Part(roll, name))


def put_back(thing: msgspec.Struct, before: Mapping[str, Any]) -> None:
    for name, value in before.items():
        setattr(thing, name, copy(value) if isinstance(value, list) else value)
