"""A table that follows one path of what may come out, and parts of rules that are counted by themselves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import repeat
from typing import Any, Concatenate, NamedTuple, NoReturn, ParamSpec, TypeVar, cast

import msgspec

from rulebound.kernel.apart import happen, stands_on
from rulebound.kernel.cards import Card, Deck
from rulebound.kernel.dice import Pool, R
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.entries import EVERYONE, Value
from rulebound.kernel.explore import MOST_IN_A_ROW, Choice, Ended, Explorer, Fork, Met, Tired, check, each_path, never
from rulebound.kernel.grid import Uncountable
from rulebound.kernel.leaves import Held, Leaf, leaf_of
from rulebound.kernel.meetings import Mark, Meetings
from rulebound.kernel.modifiers import Total
from rulebound.kernel.parts import Shared, counting
from rulebound.kernel.policy import Policy
from rulebound.kernel.reading import Picture, plain
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.selections import draws, selections
from rulebound.kernel.table import About, C, H, S, Table, Told, V
from rulebound.kernel.unread import Unread, UnreadRoll
from rulebound.kernel.ways import MOST_RUNS, TooManyOutcomes, Ways

T = TypeVar("T")
P = ParamSpec("P")
LeftOut = set[Callable[..., None]]


class Branch(Table[S, V]):
    """Follows one path of outcomes, and beyond its end the first way at every fork, remembering those."""

    heard = False
    asides: bool = True
    """Whether what is done aside matters to whoever looks."""
    left_out: LeftOut | None = None
    """Where only the thing itself is counted: what follows from it, gathered instead of done."""

    def __init__(
        self, state: S, variants: V, path: Sequence[Any], policy: Policy[S, V], deciding: frozenset[SeatId] = frozenset(),
        shared: Shared | None = None, *, merges: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(state, variants)
        self.shared = shared or Shared()
        self.path = list(path)
        self.met: Met = []
        self._at = 0
        self._policy = policy
        self._deciding = deciding
        self._merges = merges and not deciding
        self._unread: list[Unread] = []
        self.meetings = Meetings()
        self._weight, self._total = 1, 1
        self._planned = 0
        self.closed = False
        self.rolls: list[UnreadRoll] = []
        self.tired: Tired = never

    def close(self) -> None:
        """When it has come to its end and nobody will look again: it and its rolls let go of each other."""
        for roll in self.rolls:
            roll._bound = None
        self.rolls, self.met, self._unread, self.postponed = [], [], [], []
        self.closed = True
        del self.state

    def noticed(self, unread: Unread) -> None:
        if self._deciding:
            self._unread.append(unread)

    def beside(self, path: tuple[Any, ...], shared: Shared) -> Branch[S, V]:
        """A table for a part of the rule that is counted by itself."""
        check(self.tired)
        branch = Branch(self.state, self.variants, path, self._policy, self._deciding, shared)
        branch.tired, branch.asides, branch.left_out = self.tired, self.asides, self.left_out
        return branch

    def aside(self, rule: Callable[Concatenate[Table[S, V], P], None], *args: P.args, **kwargs: P.kwargs) -> None:
        if self.asides:
            rule(self, *args, **kwargs)

    def aftermath(self, rule: Callable[Concatenate[Table[S, V], P], None], *args: P.args, **kwargs: P.kwargs) -> None:
        if self.left_out is None:
            rule(self, *args, **kwargs)
        else:
            self.left_out.add(rule)

    def settle(self) -> None:
        while self.postponed:
            self.milestone("later")
            rule, args, kwargs = self.postponed.pop(0)
            rule(self, *args, **kwargs)

    def milestone(
        self, what: str, *, but_for_asides: bool = False, told_only: Told[S] | None = None, knowing: Callable[[], Hashable] | None = None
    ) -> None:
        if not self._merges or self._at < len(self.path) or (but_for_asides and self.asides):
            return
        if self.met and isinstance(self.met[-1], Mark):  # paths that lead here have met before, if ever
            return
        waiting = [(args, kwargs) for _, args, kwargs in self.postponed]
        with self._holding_back(told_only) as held:
            try:
                picture = Picture(self.state, waiting)
            except NotImplementedError:  # something that has no picture waits: then nothing is told to be equal
                return
        mark = self._mark((what, knowing and knowing(), tuple([rule for rule, _, _ in self.postponed]), picture.key()), picture.rolls, held)
        leaves = self.meetings.follow(self.leaf(None), mark)
        if leaves is not None:
            raise Ended(leaves)
        self.shared.holds_back |= held is not None
        self.met.append(mark)

    @contextmanager
    def _holding_back(self, fields: Told[S] | None) -> Iterator[Held | None]:
        """The state without these, unless one of them stands on dice that nobody has read."""
        things = fields(self.state) if fields is not None else ()
        values = values_of(things)
        texts = texts_of(values)
        held = Held(fields, values, texts) if fields is not None and texts is not None else None
        try:
            if held is not None:
                set_all(things, repeat(None))
            yield held
        finally:
            set_all(things, values)

    def had_it_been(self, held: Held, was: Held, outcome: Callable[[], Hashable]) -> tuple[Leaf, Sequence[Leaf]] | None:
        """Looks again at a path that has come to its end, with these values of what was held back. What was no other has its own end."""
        if self.closed or len(here := held.fields(self.state)) != len(held.values):
            return None
        each = zip(here, held.values, held.texts, was.texts, strict=True)
        other = [(thing, value, before) for thing, value, text, before in each if text != before]
        things = [thing for thing, _, _ in other]
        values = values_of(things)
        if texts_of(values) != tuple([before for _, _, before in other]):
            return None
        set_all(things, [value for _, value, _ in other])
        try:
            return self.leaf(None), self.seen(outcome)
        finally:
            set_all(things, values)

    def _mark(self, key: Hashable, live: Sequence[UnreadRoll], held: Held | None) -> Mark:
        number = {id(roll): place for place, roll in enumerate(self.rolls)}
        bonds = {
            (number[id(bound.rolls[0])], number[id(bound.rolls[1])]): len(bound.log) for roll in live if (bound := roll._bound) is not None
        }
        numbers = tuple([number[id(roll)] for roll in live])
        return Mark(key, numbers, len(self.rolls), tuple([len(roll._log) for roll in live]), bonds, self._weight, self._total, held)

    def branch(self, ways: Distribution[Any]) -> Any:
        """One of several things that are counted whole."""
        value = self.fork(tuple(ways.weights))
        self._weight, self._total = self._weight * ways.weights[value], self._total * ways.total
        return value

    def fork(self, values: Sequence[Any]) -> Any:
        if len(values) == 1:
            return values[0]
        if self._at == len(self.path):
            self._take(Fork(self._at, values[1:]), values[0])
        self._at += 1
        return self.path[self._at - 1]

    def _take(self, fork: Fork | Choice, first: Any) -> None:
        if self._at == MOST_IN_A_ROW:
            raise TooManyOutcomes("too many outcomes to count; narrow the question or sample it")
        self.met.append(fork)
        self.path.append(first)

    def leaf(self, outcome: Any) -> Leaf:
        return leaf_of(outcome, self.rolls, self._weight, self._total)

    def look(self, outcome: Callable[[], Hashable]) -> NoReturn:
        """What has come of it all. Where there is only one thing to see, it is not worth asking who else has been here."""
        with self._aside() as once:
            leaves = [once((), outcome)]
            certain = not self.met
        if not certain:
            self.milestone("the end")
            leaves = self.seen(outcome)
        if self.shared.holds_back:
            end, places = _Ending(self, outcome), tuple(range(len(self.rolls)))
            leaves = [leaf._replace(end=end, places=places) for leaf in leaves]
        raise Ended(leaves)

    def seen(self, outcome: Callable[[], Hashable]) -> list[Leaf]:
        """Whoever looks changes nothing: where that reads what is unread, only the looking is done again."""
        leaves = []

        def follow(path: tuple[Any, ...]) -> Branch[S, V]:
            leaves.append(once(path, outcome))
            return self

        with self._aside() as once:
            each_path(follow)
        return leaves

    @contextmanager
    def _aside(self) -> Iterator[Callable[[tuple[Any, ...], Callable[[], Hashable]], Leaf]]:
        """For following paths of their own from where the rule stands, and coming back."""
        before = [roll.known() for roll in self.rolls]
        standing = self.path, self.met, self._at

        def forget() -> None:
            for roll, known in zip(self.rolls, before, strict=True):
                roll.forget(known)

        def once(path: tuple[Any, ...], outcome: Callable[[], Hashable]) -> Leaf:
            forget()
            self.path, self.met, self._at = list(path), [], 0
            return self.leaf(outcome())

        yield once
        forget()
        self.path, self.met, self._at = standing

    def _decide(self, seat: SeatId, options: int) -> int:
        for unread in self._unread:  # whoever decides has seen what the rule has read
            plain(unread)
        self._unread.clear()
        if self._at == len(self.path):
            self._take(Choice(self._at, seat, options), 0)
        self._at += 1
        return cast(int, self.path[self._at - 1])

    def roll(
        self, pool: Pool[R], what: str, by: SeatId, about: About = (), total: Total | None = None, to: tuple[SeatId, ...] = EVERYONE
    ) -> R:
        return cast("R", self.unread(self.shared.thrown(plain(pool))))

    def unread(self, ways: Ways) -> UnreadRoll:
        roll = UnreadRoll(self, ways)
        self.rolls.append(roll)
        return roll

    def draw(
        self, deck: Deck, count: int, what: str, by: SeatId, about: About = (), like: Callable[[Card], Hashable] | None = None,
        to: tuple[SeatId, ...] = EVERYONE,
    ) -> list[Card]:  # fmt: skip
        known = deck.top[:count]
        drawn = known + list(self.branch(draws(deck.unknown(), count - len(known), like)))
        deck.take(drawn)
        return drawn

    def shuffle(self, deck: Deck, what: str, by: SeatId) -> None:
        deck.reshuffle()

    def choose(self, seat: SeatId, what: str, options: Sequence[T], about: About = (), default: T | None = None) -> T:
        if len(options) == 1:
            return options[0]
        if seat in self._deciding:
            return options[self._decide(seat, len(options))]
        return self._policy.choose(self, seat, what, options, about, options[0] if default is None else default)

    def choose_some(
        self, seat: SeatId, what: str, options: Sequence[T], least: int = 0, most: int | None = None, about: About = (),
        ordered: bool = False,
    ) -> tuple[T, ...]:  # fmt: skip
        limit = len(options) if most is None else min(most, len(options))
        if seat in self._deciding:
            ways = selections(options, least, limit, ordered)
            return ways[self._decide(seat, len(ways))]
        return self._policy.choose_some(self, seat, what, options, least, limit, about)

    def number(self, seat: SeatId, what: str, least: int, most: int, about: About = (), default: int | None = None) -> int:
        if seat in self._deciding and most > least:
            return least + self._decide(seat, int(most - least + 1))
        return self._policy.number(self, seat, what, least, most, about, least if default is None else default)

    def text(self, seat: SeatId, what: str, about: About = (), longest: int = 500, default: str = "") -> str:
        return self._policy.text(self, seat, what, about, default)

    def judge(self, what: str, options: Sequence[T], default: T | Callable[[], T], about: About = ()) -> T:
        if GM in self._deciding:
            return options[self._decide(GM, len(options))]
        return default() if callable(default) else default

    def together(self, what: str, options: Mapping[SeatId, Sequence[T]], about: About = ()) -> dict[SeatId, T]:
        if len(self._deciding & set(options)) > 1:
            raise Uncountable(f"{what}: what is best for several who choose at once depends on what each expects of the others")
        return {seat: self.choose(seat, what, mine, about) for seat, mine in options.items()}

    def say(self, kind: str, *rules: str, to: tuple[SeatId, ...] = EVERYONE, **data: Value) -> None:
        pass

    def sub(self, rule: Callable[Concatenate[Table[S, V], P], H], *args: P.args, **kwargs: P.kwargs) -> H:
        read = {name: plain(value) for name, value in kwargs.items()}
        return cast("H", self.branch(dice_only(rule, self.variants, plain(args), read)))

    def apart(self, rule: Callable[..., C], thing: msgspec.Struct, looks: tuple[str, ...], changes: tuple[str, ...], *args: Hashable) -> C:
        if self._deciding:  # a choice is sought among all there is to know
            return rule(self, thing, *args)
        return cast("C", happen(self, rule, thing, looks, changes, args))

    def following(
        self, rule: Callable[..., C], thing: msgspec.Struct, looks: tuple[str, ...], changes: tuple[str, ...], *args: Hashable
    ) -> C:
        if self._deciding or stands_on(thing, (*looks, *changes)) is None:
            return rule(self, thing, *args)
        return cast("C", happen(self, rule, thing, looks, changes, args))

    def at_once(self, play: Callable[[], R], pool: Callable[[], Pool[R]]) -> R:
        if self._deciding:
            return play()
        self._planned += 1
        place = (self._planned, tuple(self.path[: self._at]))  # whoever has come here by the same path finds the same state
        ways = self.shared.plans.get(place)
        if ways is None:
            read = self._read()
            ways = self.shared.thrown(pool())
            if read == self._read():  # else it has to read the same again
                self.shared.plans[place] = ways
        return cast("R", self.unread(ways))

    def _read(self) -> int:
        """How much has been gone by so far."""
        return sum([len(roll._log) + (len(roll._bound.log) if roll._bound is not None else 0) for roll in self.rolls])


class _Ending(NamedTuple):
    """Where a path has ended, and what there is to be seen."""

    table: Branch[Any, Any]
    outcome: Callable[[], Hashable]

    def had_it_been(self, held: Held, was: Held) -> tuple[Leaf, Sequence[Leaf]] | None:
        return self.table.had_it_been(held, was, self.outcome)


Things = Iterable[tuple[msgspec.Struct, str]]


def values_of(things: Things) -> tuple[Any, ...]:
    return tuple([getattr(thing, name) for thing, name in things])


def texts_of(values: tuple[Any, ...]) -> tuple[bytes, ...] | None:
    """Nothing where one of them stands on dice that nobody has read."""
    try:
        return tuple(map(msgspec.msgpack.encode, values))
    except TypeError:
        return None


def set_all(things: Things, values: Iterable[Any]) -> None:
    for (thing, name), value in zip(things, values, strict=False):
        setattr(thing, name, value)


# ------------------------------------------------------------------------------------------------ dice alone
def dice_only(rule: Callable[..., H], variants: object, args: tuple[object, ...], kwargs: Mapping[str, object]) -> Distribution[H]:
    """The exact distribution of a rule that only throws dice, counted once."""
    return cast("Distribution[H]", _dice_only(rule, variants, args, tuple(kwargs.items())))


@lru_cache(maxsize=16384)
def _dice_only(
    rule: Callable[..., Any], variants: object, args: tuple[object, ...], named: tuple[tuple[str, object], ...]
) -> Distribution[Any]:
    policy: Policy[None, object] = Policy()
    with counting() as shared:
        return Explorer(
            lambda t: rule(t, *args, **dict(named)), lambda path: Branch(None, variants, path, policy, shared=shared), {}, MOST_RUNS
        ).explore()
