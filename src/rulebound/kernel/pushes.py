"""Pushing a pool of hits: every miss is thrown again, and what it brings is added to the hits that were kept."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from math import comb
from typing import ClassVar

import msgspec

from rulebound.kernel.dice import Die, Roll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.hits import (
    UNLIMITED,
    HitPool,
    HitRoll,
    Kept,
    bonus_apart,
    hit_outcomes,
    hits_among,
    hits_and_ones_of,
    kept_of,
    rough_hits_and_sixes,
    rule_text,
)

OF_A_PUSH = frozenset({"hits", "ones", "hits_and_ones"})


def push(pool: HitPool, kept: Kept, explode: bool = True) -> PushPool:
    """Every miss again. The cap on bonus dice is shared with the first throw; a push that may not explode has none left."""
    base_hits, bonus_dice, bonus_hits = kept
    left = UNLIMITED if pool.bonus_cap == UNLIMITED else pool.bonus_cap - bonus_dice
    return PushPool(pool.dice - base_hits, bonus_dice - bonus_hits, left if explode else 0, pool.hit_on)


class PushRoll(Roll, frozen=True):
    """What the dice of a push add. The kept dice are all hits, so the ones that show after a push are among these."""

    hits: int
    ones: int
    """On the dice thrown again, pool and bonus alike."""
    sixes: int
    """On the pool dice."""
    bonus_sixes: int = 0
    new_ones: int = 0
    """On the bonus dice that the push itself brought."""

    @property
    def showing_sixes(self) -> int:
        return self.sixes + self.bonus_sixes

    @property
    def showing_ones(self) -> int:
        return self.ones + self.new_ones

    @property
    def hits_and_ones(self) -> tuple[int, int]:
        return self.hits, self.ones

    def brief(self) -> str:
        return "1 more hit" if self.hits == 1 else f"{self.hits} more hits"


class PushPool(msgspec.Struct, frozen=True):
    """`push 4+1d6hx2`: four pool dice and one bonus die that missed; sixes of the pool dice may bring two new bonus dice."""

    dice: int
    bonus: int = 0
    bonus_left: int = 3
    hit_on: int = 5

    unbounded: ClassVar[frozenset[str]] = frozenset()

    def throw(self, die: Die) -> PushRoll:
        pool = tuple(die(6) for _ in range(self.dice))
        bonus = tuple(die(6) for _ in range(self.bonus))
        new = tuple(die(6) for _ in range(self.exploding.bonus_for(pool.count(6))))
        faces = pool + bonus + new
        ones = pool.count(1) + bonus.count(1)
        return PushRoll(hits_among(faces, self.hit_on), ones, pool.count(6), bonus.count(6) + new.count(6), new.count(1), faces=faces)

    @property
    def exploding(self) -> HitPool:
        return HitPool(self.dice, self.hit_on, self.bonus_left)

    @property
    def steady(self) -> HitPool:
        return HitPool(self.bonus, self.hit_on, 0)

    def outcomes(self, reach: int = 0) -> Distribution[PushRoll]:
        return _push_outcomes(self)

    def part(self, name: str) -> Distribution[Hashable] | None:
        if name not in ("hits", "hits_and_ones"):
            return None
        if self.bonus_left == 0 or self.bonus == 0:  # then all dice are alike
            return HitPool(self.dice + self.bonus, self.hit_on, self.bonus_left).part(name)
        again, bonus = hits_and_ones_of(self.exploding), hits_and_ones_of(self.steady)
        if name == "hits":
            return again.map(lambda pool: pool[0]).combine(bonus.map(lambda die: die[0]), int.__add__)
        return again.combine(bonus, lambda a, b: (a[0] + b[0], a[1] + b[1]))

    def rough(self, parts: frozenset[str]) -> Distribution[PushRoll] | None:
        if parts <= OF_A_PUSH:
            return _rough_push(self)
        if parts <= OF_A_PUSH | {"showing_ones"}:
            return _rough_push_and_new_ones(self)
        return _rough_push_and_sixes(self) if parts <= OF_A_PUSH | {"showing_sixes"} else None

    def text(self) -> str:
        dice = f"{self.dice}+{self.bonus}" if self.bonus else f"{self.dice}"
        return f"push {dice}d6{rule_text(self.hit_on, self.bonus_left)}"

    def faces_text(self, roll: Roll) -> str:
        return bonus_apart(roll.faces, self.dice + self.bonus)


@lru_cache(maxsize=1024)
def _rough_push(pool: PushPool) -> Distribution[PushRoll]:
    again, bonus = hits_and_ones_of(pool.exploding), hits_and_ones_of(pool.steady)
    return again.combine(bonus, lambda a, b: PushRoll(a[0] + b[0], a[1] + b[1], 0))


@lru_cache(maxsize=1024)
def _rough_push_and_new_ones(pool: PushPool) -> Distribution[PushRoll]:
    """The bonus dice that the push brings have ones of their own: every miss is one just as likely."""
    miss = pool.hit_on - 1
    weights: dict[PushRoll, int] = {}
    for (hits, new, new_hits), weight in kept_of(pool.exploding):
        share = weight // miss ** (pool.dice - hits + new - new_hits)
        for (bonus_hits, bonus_ones), times in hits_and_ones_of(pool.steady):
            for ones in range(pool.dice - hits + 1):
                ways = share * times * comb(pool.dice - hits, ones) * (miss - 1) ** (pool.dice - hits - ones)
                for new_ones in range(new - new_hits + 1):
                    roll = PushRoll(hits + new_hits + bonus_hits, ones + bonus_ones, 0, 0, new_ones)
                    each = ways * comb(new - new_hits, new_ones) * (miss - 1) ** (new - new_hits - new_ones)
                    weights[roll] = weights.get(roll, 0) + each
    return Distribution(weights, kept_of(pool.exploding).total * kept_of(pool.steady).total)


@lru_cache(maxsize=1024)
def _rough_push_and_sixes(pool: PushPool) -> Distribution[PushRoll]:
    """Ones are among the dice that missed, and these bring no more dice: they are thrown in at the end."""
    miss, thrown = pool.hit_on - 1, pool.dice + pool.bonus
    missed: dict[tuple[int, int, int], int] = {}
    for first, weight in rough_hits_and_sixes(pool.exploding):
        for bonus, times in rough_hits_and_sixes(pool.steady):
            key = first.hits + bonus.hits, first.showing_sixes + bonus.sixes, thrown - first.base_hits - bonus.base_hits
            missed[key] = missed.get(key, 0) + weight * times
    weights: dict[PushRoll, int] = {}
    for (hits, sixes, misses), weight in missed.items():
        share = weight // miss**misses
        for ones in range(misses + 1):
            roll = PushRoll(hits, ones, sixes)
            weights[roll] = weights.get(roll, 0) + share * comb(misses, ones) * (miss - 1) ** (misses - ones)
    return Distribution(weights, kept_of(pool.exploding).total * kept_of(pool.steady).total)


@lru_cache(maxsize=1024)
def _push_outcomes(pool: PushPool) -> Distribution[PushRoll]:
    def add(first: HitRoll, bonus: HitRoll) -> PushRoll:
        hits, ones, bonus_sixes = first.hits + bonus.hits, first.ones + bonus.ones, first.bonus_sixes + bonus.sixes
        return PushRoll(hits, ones, first.sixes, bonus_sixes, first.bonus_ones)

    return hit_outcomes(pool.exploding).combine(hit_outcomes(pool.steady), add)
