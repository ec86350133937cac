"""Exact odds of any rule, by lazy refinement.

A roll returns an outcome that does not exist yet. Reading `roll.hits` branches on hits alone; reading another part later branches
further, given what is already known. What a rule never reads costs nothing. The rule is run again from its start for each branch.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, permutations
from math import comb, lcm, perm
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast, get_type_hints

import msgspec

from rulebound.kernel.cards import Card, CardError, Deck
from rulebound.kernel.dice import Pool, R, Roll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.entries import EVERYONE, Value
from rulebound.kernel.modifiers import Total
from rulebound.kernel.policy import Policy
from rulebound.kernel.score import OutOfReach
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import About, H, S, Table, V

T = TypeVar("T")
O = TypeVar("O", bound=Hashable)  # noqa: E741 - an outcome
P = ParamSpec("P")

MOST_RUNS = 200_000
MOST_IN_A_ROW = 200
"""Forks on one path: a rule that has more goes on without an end, as far as counting is concerned."""


class TooManyOutcomes(RuntimeError):
    """The rule branches too widely to count; narrow the question or sample it."""


class Uncountable(TypeError):
    """The rule reads something without a largest value, or that odds cannot know; it can be sampled but not counted."""


class _Chance(BaseException):
    """The rule has read something that can come out in several ways."""

    def __init__(self, ways: Distribution[Any]) -> None:
        self.ways = ways


class _Choice(BaseException):
    """Somebody whose best choice is sought has a choice to make."""

    def __init__(self, seat: SeatId, options: int) -> None:
        self.seat = seat
        self.options = options


Known = tuple[tuple[str, tuple[int, ...], Hashable], ...]
"""What has been read of a roll so far: each part's name, its numbers, and what it was."""


@lru_cache(maxsize=65536)
def part_given(pool: Pool[Roll], known: Known, name: str, args: tuple[int, ...]) -> Distribution[Hashable]:
    """How one part of a roll comes out, given what has been read of it."""
    if name in pool.unbounded:
        raise Uncountable(f"{pool.text()}: {name} has no largest value and cannot be counted; ask it with a bound")
    if name == "faces":
        raise Uncountable(f"{pool.text()}: the faces are for people; a rule asks for what they mean")
    if not known and not args:
        shorter = pool.part(name)
        if shorter is not None:
            return shorter
    reach = sum(abs(n) for _, numbers, _ in known for n in numbers) + sum(map(abs, args))
    weights: dict[Hashable, int] = {}
    for outcome, weight in pool.outcomes(reach):
        if all(_read(outcome, part, numbers) == value for part, numbers, value in known):
            value = _read(outcome, name, args)
            weights[value] = weights.get(value, 0) + weight
    return Distribution(weights)


def _read(outcome: Roll, name: str, args: tuple[int, ...]) -> Hashable:
    value = getattr(outcome, name)
    try:
        return cast(Hashable, value(*args) if callable(value) else value)
    except OutOfReach as beyond:
        raise Uncountable(str(beyond)) from None


class UnreadRoll:
    """A roll of which only what a rule has read exists."""

    __slots__ = ("_known", "_pool", "_table")

    def __init__(self, table: Branch[Any, Any], pool: Pool[Roll]) -> None:
        self._table = table
        self._pool = pool
        self._known: Known = ()

    def __getattr__(self, name: str) -> object:
        kind = _roll_type(type(self._pool))
        if callable(getattr(kind, name, None)):
            return lambda *args: self._part(name, args)
        return self._part(name, ())

    def _part(self, name: str, args: tuple[int, ...]) -> Hashable:
        for part, numbers, known in self._known:
            if part == name and numbers == args:
                return known
        value: Hashable = self._table.branch(part_given(cast(Hashable, self._pool), self._known, name, args))
        self._known = (*self._known, (name, args, value))
        return value


@cache
def _roll_type(pool: type[Pool[Roll]]) -> type[Roll]:
    return cast("type[Roll]", get_type_hints(pool.throw)["return"])


class Branch(Table[S, V]):
    """Follows one path of outcomes; raises at the first fork beyond it."""

    def __init__(self, state: S, variants: V, path: Sequence[Any], policy: Policy[S, V], deciding: frozenset[SeatId]) -> None:
        super().__init__(state, variants)
        self._path = path
        self._at = 0
        self._policy = policy
        self._deciding = deciding

    def branch(self, ways: Distribution[Any]) -> Any:
        if len(ways) == 1:
            return next(iter(ways.weights))
        if self._at == len(self._path):
            raise _Chance(ways)
        self._at += 1
        return self._path[self._at - 1]

    def _decide(self, seat: SeatId, options: int) -> int:
        if self._at == len(self._path):
            raise _Choice(seat, options)
        self._at += 1
        return cast(int, self._path[self._at - 1])

    def roll(
        self, pool: Pool[R], what: str, by: SeatId, about: About = (), total: Total | None = None, to: tuple[SeatId, ...] = EVERYONE
    ) -> R:
        return cast("R", UnreadRoll(self, cast("Pool[Roll]", pool)))

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
            return least + self._decide(seat, most - least + 1)
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
        return cast("H", self.branch(dice_only(rule, self.variants, args, kwargs)))


def selections(options: Sequence[T], least: int, most: int, ordered: bool) -> list[tuple[T, ...]]:
    """Every way to choose some of the options."""
    ways, count = (permutations, perm) if ordered else (combinations, comb)
    if sum(count(len(options), some) for some in range(least, most + 1)) > MOST_RUNS:
        raise TooManyOutcomes(f"{least} to {most} of {len(options)} can be chosen in too many ways")
    return [way for some in range(least, most + 1) for way in ways(options, some)]


def draws(cards: Sequence[Card], count: int, like: Callable[[Card], Hashable] | None) -> Distribution[tuple[Card, ...]]:
    """Every hand of so many cards, up to cards that are as good as each other: the first of each kind stand for the rest."""
    if count > len(cards):
        raise CardError(f"{count} cards cannot be drawn from {len(cards)}")
    kinds: dict[Hashable, list[Card]] = {}
    for card in cards:
        kinds.setdefault(like(card) if like else card, []).append(card)
    return _hands(tuple(map(tuple, kinds.values())), count)


@lru_cache(maxsize=64)
def _hands(kinds: tuple[tuple[Card, ...], ...], count: int) -> Distribution[tuple[Card, ...]]:
    """Asked again at every run of a rule, with the same cards each time."""
    hands: dict[tuple[Card, ...], int] = {(): 1}
    for place, group in enumerate(kinds):
        last = place == len(kinds) - 1
        grown: dict[tuple[Card, ...], int] = {}
        for hand, weight in hands.items():
            missing = count - len(hand)
            for some in (missing,) if last else range(min(missing, len(group)) + 1):
                if some <= len(group):
                    grown[hand + tuple(group[:some])] = weight * comb(len(group), some)
        hands = grown
        if len(hands) > MOST_RUNS:
            cards = sum(map(len, kinds))
            raise TooManyOutcomes(f"{count} cards of {cards} can be drawn in too many ways; say which are alike")
    return Distribution(hands)


def dice_only(rule: Callable[..., H], variants: object, args: tuple[object, ...], kwargs: Mapping[str, object]) -> Distribution[H]:
    """The exact distribution of a rule that only throws dice, counted once."""
    return cast("Distribution[H]", _counted(rule, variants, args, tuple(kwargs.items())))


@lru_cache(maxsize=16384)
def _counted(
    rule: Callable[..., Any], variants: object, args: tuple[object, ...], named: tuple[tuple[str, object], ...]
) -> Distribution[Any]:
    return odds(lambda t: rule(t, *args, **dict(named)), None, variants, Policy())


class Explorer(Generic[S, V, O]):
    """Walks every path of a rule, joining what comes of the branches. `table` makes the table that follows a path."""

    def __init__(
        self, rule: Callable[[Table[S, V]], O], table: Callable[[tuple[Any, ...]], Branch[S, V]],
        worth: Mapping[SeatId, Callable[[O], Fraction | int]], most_runs: int,
    ) -> None:  # fmt: skip
        self.rule, self.table, self.worth = rule, table, worth
        self.left = most_runs

    def explore(self, path: tuple[Any, ...] = ()) -> Distribution[O]:
        if self.left == 0 or len(path) > MOST_IN_A_ROW:
            raise TooManyOutcomes("too many outcomes to count; narrow the question or sample it")
        self.left -= 1
        try:
            return Distribution({self.rule(self.table(path)): 1}, 1)
        except _Chance as chance:
            ways = chance.ways
        except _Choice as choice:
            best = self.worth[choice.seat]
            branches = [self.explore((*path, option)) for option in range(choice.options)]
            return max(branches, key=lambda branch: branch.mean(lambda outcome: Fraction(best(outcome))))
        return join((weight, self.explore((*path, value))) for value, weight in ways)


def join(branches: Iterable[tuple[int, Distribution[O]]]) -> Distribution[O]:
    """Branches with their weights as one distribution, in whole numbers throughout."""
    parts = list(branches)
    common = lcm(*(branch.total for _, branch in parts))
    weights: dict[O, int] = {}
    for weight, branch in parts:
        scale = weight * (common // branch.total)
        for outcome, share in branch.weights.items():
            weights[outcome] = weights.get(outcome, 0) + share * scale
    return Distribution(weights, common * sum(weight for weight, _ in parts))


def odds(
    rule: Callable[[Table[S, V]], O],
    state: S,
    variants: V,
    policy: Policy[S, V],
    best: Mapping[SeatId, Callable[[O], Fraction | int]] | None = None,
    most_runs: int = MOST_RUNS,
) -> Distribution[O]:
    """How a rule comes out, exactly. Choices follow the policy; a seat in `best` makes the choice with the highest expected worth,
    knowing all that has come out before it.

    The outcome is what the rule returns: one that leaves things for later and reports the state calls `t.settle()` first.
    """
    start = msgspec.msgpack.encode(state)
    decode = msgspec.msgpack.Decoder(type(state)).decode
    deciding = frozenset(best or {})

    def table(path: tuple[Any, ...]) -> Branch[S, V]:
        return Branch(decode(start), variants, path, policy, deciding)

    def settled(t: Table[S, V]) -> O:
        outcome = rule(t)
        t.settle()
        return outcome

    return Explorer(settled, table, best or {}, most_runs).explore()
