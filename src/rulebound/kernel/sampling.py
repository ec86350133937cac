"""Fast simulation: a pool's summary is drawn from its exact distribution in one step; policies answer; nothing is logged."""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import accumulate
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from rulebound.kernel.branch import dice_only
from rulebound.kernel.cards import Card, Deck
from rulebound.kernel.dice import Pool, R, Roll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.entries import EVERYONE, Value
from rulebound.kernel.grid import Uncountable
from rulebound.kernel.modifiers import Total
from rulebound.kernel.policy import Policy
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import About, H, S, Table, V
from rulebound.kernel.ways import TooManyOutcomes

T = TypeVar("T")
P = ParamSpec("P")

OFTEN = 200
"""A dice-only part asked so often is counted out once and drawn from its distribution from then on."""

NEVER = -(10**15)
"""As a count of askings: what cannot be counted out is played every time."""

Tabulated = tuple[list[float], list[Any]]


def tabulate(ways: Distribution[Any]) -> Tabulated:
    """Outcomes beside their running chances; the last is 1 whatever the rounding."""
    chances = list(accumulate(weight / ways.total for weight in ways.weights.values()))
    chances[-1] = 1.0
    return chances, list(ways.weights)


class Sampler(Table[S, V]):
    """Plays with chance from a seed and choices from policies. One sampler plays any number of games, one after the other."""

    heard = False

    def __init__(self, state: S, variants: V, policies: Mapping[SeatId, Policy[S, V]], other: Policy[S, V], seed: int) -> None:
        super().__init__(state, variants)
        self.random = random.Random(seed)
        self.asked = 0
        self._policies = policies
        self._other = other
        self._tables: dict[Any, Tabulated | None] = {}
        self._subs: dict[Any, int | Tabulated] = {}

    def die(self, sides: int) -> int:
        return int(self.random.random() * sides) + 1

    def roll(
        self, pool: Pool[R], what: str, by: SeatId, about: About = (), total: Total | None = None, to: tuple[SeatId, ...] = EVERYONE
    ) -> R:
        self.asked += 1
        try:
            table = self._tables[pool]
        except KeyError:
            table = self._tables[pool] = None if pool.unbounded else tabulate(pool.outcomes())
        if table is None:
            return pool.throw(self.die)
        roll: R = table[1][bisect(table[0], self.random.random())]
        return roll

    def draw(
        self, deck: Deck, count: int, what: str, by: SeatId, about: About = (), like: Callable[[Card], Hashable] | None = None,
        to: tuple[SeatId, ...] = EVERYONE,
    ) -> list[Card]:  # fmt: skip
        self.asked += 1
        cards, chance = deck.cards, self.random.random
        if deck.top or count > len(cards):
            known = deck.top[:count]
            return deck.take(known + self.random.sample(deck.unknown(), count - len(known)))
        if count == 1:
            return [cards.pop(int(chance() * len(cards)))]
        return [cards.pop(int(chance() * len(cards))) for _ in range(count)]

    def shuffle(self, deck: Deck, what: str, by: SeatId) -> None:
        deck.reshuffle()

    def choose(self, seat: SeatId, what: str, options: Sequence[T], about: About = (), default: T | None = None) -> T:
        if len(options) == 1:
            return options[0]
        self.asked += 1
        policy = self._policies.get(seat, self._other)
        return policy.choose(self, seat, what, options, about, options[0] if default is None else default)

    def choose_in_secret(self, seat: SeatId, what: str, options: Sequence[T], about: About = ()) -> T:
        if len(options) == 1:
            return options[0]
        self.asked += 1
        return self._policies.get(seat, self._other).choose(self, seat, what, options, about, options[0])

    def choose_some(
        self, seat: SeatId, what: str, options: Sequence[T], least: int = 0, most: int | None = None, about: About = (),
        ordered: bool = False,
    ) -> tuple[T, ...]:  # fmt: skip
        limit = len(options) if most is None else min(most, len(options))
        if limit == 0 or (least == len(options) and not ordered):
            return tuple(options[:least])
        self.asked += 1
        return self._policies.get(seat, self._other).choose_some(self, seat, what, options, least, limit, about)

    def number(self, seat: SeatId, what: str, least: int, most: int, about: About = (), default: int | None = None) -> int:
        if least == most:
            return least
        self.asked += 1
        policy = self._policies.get(seat, self._other)
        return policy.number(self, seat, what, least, most, about, least if default is None else default)

    def text(self, seat: SeatId, what: str, about: About = (), longest: int = 500, default: str = "") -> str:
        return self._policies.get(seat, self._other).text(self, seat, what, about, default)

    def judge(self, what: str, options: Sequence[T], default: T | Callable[[], T], about: About = ()) -> T:
        self.asked += 1
        return default() if callable(default) else default

    def together(self, what: str, options: Mapping[SeatId, Sequence[T]], about: About = ()) -> dict[SeatId, T]:
        return {seat: self.choose(seat, what, mine, about) for seat, mine in options.items()}

    def say(self, kind: str, *rules: str, to: tuple[SeatId, ...] = EVERYONE, **data: Value) -> None:
        pass

    def sub(self, rule: Callable[Concatenate[Table[S, V], P], H], *args: P.args, **kwargs: P.kwargs) -> H:
        key = (rule, args, tuple(kwargs.items()))
        seen = self._subs.get(key, 0)
        if isinstance(seen, int):
            self._subs[key] = seen + 1 if seen < OFTEN else self._count_out(rule, args, kwargs)
            return rule(self, *args, **kwargs)
        self.asked += 1
        return cast("H", seen[1][bisect(seen[0], self.random.random())])

    def _count_out(self, rule: Callable[..., H], args: tuple[object, ...], kwargs: Mapping[str, object]) -> int | Tabulated:
        try:
            return tabulate(dice_only(rule, self.variants, args, kwargs))
        except (TooManyOutcomes, Uncountable):
            return NEVER


def made_up_faces(pool: Pool[R], roll: R, die: Callable[[int], int]) -> tuple[int, ...]:
    """Faces that would have made this roll, each set as likely as it is, for a person who wants to see dice."""
    while True:
        thrown = pool.throw(die)
        if thrown.summary() == cast(Roll, roll).summary():
            return thrown.faces
