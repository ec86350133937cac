"""Pools that count hits: every high d6 is a hit, every six brings a bonus die, and what missed can be pushed (`pushes`)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from math import comb
from typing import ClassVar, cast

import msgspec

from rulebound.kernel.dice import Die, Roll
from rulebound.kernel.distribution import Distribution

UNLIMITED = -1
"""As a cap on bonus dice: every six brings one."""

Kept = tuple[int, int, int]
"""Hits among the pool dice, bonus dice thrown, hits among the bonus dice."""


OF_HITS = frozenset({"hits", "misses", "kept", "dice", "base_hits", "bonus_dice", "bonus_hits"})
OF_HITS_AND_ONES = OF_HITS | {"ones", "mostly_ones", "hits_and_ones"}
"""What can be read of a roll before anybody asks how many sixes there were."""


OF_HITS_AND_SHOWING = OF_HITS | {"showing_ones", "mostly_ones"}
OF_HITS_AND_SIXES = OF_HITS | {"sixes", "showing_sixes", "three_sixes", "three_show", "mostly_ones"}


class HitRoll(Roll, frozen=True):
    """Plain names are about the pool dice alone; `bonus_` is about the dice that sixes brought."""

    dice: int
    base_hits: int
    sixes: int
    ones: int
    bonus_dice: int = 0
    bonus_hits: int = 0
    bonus_sixes: int = 0
    bonus_ones: int = 0

    rerolls: ClassVar[int] = 0
    push_ones: ClassVar[int] = 0
    """As of dice that may be thrown again and pushed (`tries`), where neither was done."""

    @property
    def hits(self) -> int:
        return self.base_hits + self.bonus_hits

    @property
    def misses(self) -> int:
        """What a push would throw again."""
        return self.dice + self.bonus_dice - self.hits

    @property
    def showing_sixes(self) -> int:
        return self.sixes + self.bonus_sixes

    @property
    def showing_ones(self) -> int:
        return self.ones + self.bonus_ones

    @property
    def mostly_ones(self) -> bool:
        """No hit at all, and more than half of the dice are ones."""
        return 2 * self.ones > self.dice and not self.base_hits and not self.bonus_hits

    @property
    def mostly_ones_at_once(self) -> bool:
        return 2 * self.ones > self.dice and not self.base_hits and not self.bonus_hits

    @property
    def three_sixes(self) -> int:
        """1 where there are three or more, else 0."""
        return 1 if self.sixes >= 3 else 0

    @property
    def three_show(self) -> int:
        """The same, bonus dice and all."""
        return 1 if self.sixes + self.bonus_sixes >= 3 else 0

    @property
    def hits_and_ones(self) -> tuple[int, int]:
        return self.hits, self.ones

    @property
    def kept(self) -> Kept:
        """All that a push needs to know."""
        return self.base_hits, self.bonus_dice, self.bonus_hits

    def brief(self) -> str:
        return "1 hit" if self.hits == 1 else f"{self.hits} hits"


class HitPool(msgspec.Struct, frozen=True):
    """`7d6h4x2`: faces from `hit_on` (2 to 6) up are hits; each six of the pool brings a bonus die, `bonus_cap` at most.

    Bonus dice hit on the same faces and bring no more dice.
    """

    dice: int
    hit_on: int = 5
    bonus_cap: int = 3

    unbounded: ClassVar[frozenset[str]] = frozenset()

    def bonus_for(self, sixes: int) -> int:
        return sixes if self.bonus_cap == UNLIMITED else min(sixes, self.bonus_cap)

    def throw(self, die: Die) -> HitRoll:
        pool = tuple(die(6) for _ in range(self.dice))
        bonus = tuple(die(6) for _ in range(self.bonus_for(pool.count(6))))
        return HitRoll(
            self.dice, hits_among(pool, self.hit_on), pool.count(6), pool.count(1),
            len(bonus), hits_among(bonus, self.hit_on), bonus.count(6), bonus.count(1), faces=pool + bonus,
        )  # fmt: skip

    def outcomes(self, reach: int = 0) -> Distribution[HitRoll]:
        return hit_outcomes(self)

    def part(self, name: str) -> Distribution[Hashable] | None:
        match name:
            case "hits":
                return kept_of(self).map(lambda kept: kept[0] + kept[2])
            case "kept":
                return cast("Distribution[Hashable]", kept_of(self))
            case "hits_and_ones":
                return cast("Distribution[Hashable]", hits_and_ones_of(self))
            case _:
                return None

    def rough(self, parts: frozenset[str]) -> Distribution[HitRoll] | None:
        if parts <= OF_HITS:
            return _rough_hits(self)
        if parts <= OF_HITS_AND_ONES:
            return _rough_hits_and_ones(self)
        if parts <= OF_HITS_AND_SHOWING:
            return _rough_hits_and_showing_ones(self)
        return rough_hits_and_sixes(self) if parts <= OF_HITS_AND_SIXES else None

    def text(self) -> str:
        return f"{self.dice}d6{rule_text(self.hit_on, self.bonus_cap)}"

    def faces_text(self, roll: Roll) -> str:
        return bonus_apart(roll.faces, self.dice)


def hits_among(faces: tuple[int, ...], hit_on: int) -> int:
    return sum(face >= hit_on for face in faces)


def rule_text(hit_on: int, cap: int) -> str:
    bonus = "" if cap == 3 else "x*" if cap == UNLIMITED else f"x{cap}"
    return f"h{bonus}" if hit_on == 5 else f"h{hit_on}{bonus}"


def bonus_apart(faces: tuple[int, ...], dice: int) -> str:
    """`6 5 2 +[4]`: the faces of so many dice, then those that sixes brought."""
    shown, bonus = " ".join(map(str, faces[:dice])), " ".join(map(str, faces[dice:]))
    return f"{shown} +[{bonus}]" if bonus else shown


# ------------------------------------------------------------------------------------------------------ counted exactly
@lru_cache(maxsize=1024)
def kept_of(pool: HitPool) -> Distribution[Kept]:
    """By how many dice hit and how many of the hits are sixes; at the cap it no longer matters how many."""
    hit, miss, cap = 7 - pool.hit_on, pool.hit_on - 1, pool.bonus_for(pool.dice)
    weights: dict[Kept, int] = {}
    for hits in range(pool.dice + 1):
        misses = comb(pool.dice, hits) * miss ** (pool.dice - hits)
        uncounted = hit**hits
        for bonus in range(min(cap, hits) + 1):
            sixes = uncounted if bonus == cap else comb(hits, bonus) * (hit - 1) ** (hits - bonus)
            uncounted -= sixes
            for bonus_hits in range(bonus + 1):
                extra = comb(bonus, bonus_hits) * hit**bonus_hits * miss ** (bonus - bonus_hits) * 6 ** (cap - bonus)
                weights[hits, bonus, bonus_hits] = misses * sixes * extra
    return Distribution(weights, 6 ** (pool.dice + cap))


@lru_cache(maxsize=1024)
def hits_and_ones_of(pool: HitPool) -> Distribution[tuple[int, int]]:
    """Once it is known which dice missed, every miss is a one just as likely, whatever the hits and bonus dice were."""
    weights: dict[tuple[int, int], int] = {}
    miss = pool.hit_on - 1
    by_misses: dict[tuple[int, int], int] = {}
    for (base_hits, _, bonus_hits), weight in kept_of(pool):
        key = base_hits + bonus_hits, pool.dice - base_hits
        by_misses[key] = by_misses.get(key, 0) + weight
    for (hits, misses), weight in by_misses.items():
        share = weight // miss**misses
        for ones in range(misses + 1):
            ways = share * comb(misses, ones) * (miss - 1) ** (misses - ones)
            weights[hits, ones] = weights.get((hits, ones), 0) + ways
    return Distribution(weights, kept_of(pool).total)


@lru_cache(maxsize=1024)
def _rough_hits(pool: HitPool) -> Distribution[HitRoll]:
    return kept_of(pool).map(lambda kept: HitRoll(pool.dice, kept[0], 0, 0, kept[1], kept[2]))


@lru_cache(maxsize=1024)
def _rough_hits_and_ones(pool: HitPool) -> Distribution[HitRoll]:
    return _told_apart_by_ones(pool, lambda base_hits, bonus, bonus_hits: pool.dice - base_hits)


@lru_cache(maxsize=1024)
def _rough_hits_and_showing_ones(pool: HitPool) -> Distribution[HitRoll]:
    """Ones on bonus dice stand among the pool's: without a hit there are no bonus dice, so that is right for `mostly_ones` too."""
    return _told_apart_by_ones(pool, lambda base_hits, bonus, bonus_hits: pool.dice - base_hits + bonus - bonus_hits)


def _told_apart_by_ones(pool: HitPool, dice_that_missed: Callable[[int, int, int], int]) -> Distribution[HitRoll]:
    """Every miss is a one as likely as any other face that misses."""
    weights: dict[HitRoll, int] = {}
    miss = pool.hit_on - 1
    for (base_hits, bonus, bonus_hits), weight in kept_of(pool):
        misses = dice_that_missed(base_hits, bonus, bonus_hits)
        share = weight // miss**misses
        for ones in range(misses + 1):
            roll = HitRoll(pool.dice, base_hits, 0, ones, bonus, bonus_hits)
            weights[roll] = share * comb(misses, ones) * (miss - 1) ** (misses - ones)
    return Distribution(weights, kept_of(pool).total)


Counted = tuple[int, int, int, int, int, int]
"""Hits and sixes of the pool, bonus dice, hits and sixes among these, and the number of ways."""


@lru_cache(maxsize=1024)
def hits_and_sixes_of(pool: HitPool) -> tuple[Counted, ...]:
    """Every bonus hit is a six as likely as any other face that hits."""
    hit, miss, cap = 7 - pool.hit_on, pool.hit_on - 1, pool.bonus_for(pool.dice)
    counted: list[Counted] = []
    for hits in range(pool.dice + 1):
        misses = comb(pool.dice, hits) * miss ** (pool.dice - hits)
        for sixes in range(hits + 1):
            bonus = pool.bonus_for(sixes)
            ways = misses * comb(hits, sixes) * (hit - 1) ** (hits - sixes) * 6 ** (cap - bonus)
            for bonus_hits in range(bonus + 1):
                missed = ways * comb(bonus, bonus_hits) * miss ** (bonus - bonus_hits)
                for bonus_sixes in range(bonus_hits + 1):
                    each = missed * comb(bonus_hits, bonus_sixes) * (hit - 1) ** (bonus_hits - bonus_sixes)
                    if each:
                        counted.append((hits, sixes, bonus, bonus_hits, bonus_sixes, each))
    return tuple(counted)


@lru_cache(maxsize=1024)
def rough_hits_and_sixes(pool: HitPool) -> Distribution[HitRoll]:
    """Ones are told apart where nothing hit, for `mostly_ones`."""
    miss, cap = pool.hit_on - 1, pool.bonus_for(pool.dice)
    weights: dict[HitRoll, int] = {
        HitRoll(pool.dice, 0, 0, ones): comb(pool.dice, ones) * (miss - 1) ** (pool.dice - ones) * 6**cap for ones in range(pool.dice + 1)
    }
    for hits, sixes, bonus, bonus_hits, bonus_sixes, ways in hits_and_sixes_of(pool):
        if hits:
            weights[HitRoll(pool.dice, hits, sixes, 0, bonus, bonus_hits, bonus_sixes)] = ways
    return Distribution(weights, 6 ** (pool.dice + cap))


@lru_cache(maxsize=1024)
def _tally(dice: int, hit_on: int) -> tuple[tuple[int, int, int, int], ...]:
    """Every (hits, sixes, ones) that so many dice can show, with the number of ways."""
    hit, miss = 7 - hit_on, hit_on - 1
    return tuple(
        (hits, sixes, ones, ways)
        for hits in range(dice + 1)
        for sixes in range(hits + 1)
        for ones in range(dice - hits + 1)
        if (
            ways := comb(dice, hits) * comb(hits, sixes) * (hit - 1) ** (hits - sixes)
            * comb(dice - hits, ones) * (miss - 1) ** (dice - hits - ones)
        )
    )  # fmt: skip


@lru_cache(maxsize=256)
def hit_outcomes(pool: HitPool) -> Distribution[HitRoll]:
    cap = pool.bonus_for(pool.dice)
    weights: dict[HitRoll, int] = {}
    for hits, sixes, ones, ways in _tally(pool.dice, pool.hit_on):
        bonus = pool.bonus_for(sixes)
        scaled = ways * 6 ** (cap - bonus)
        for bonus_hits, bonus_sixes, bonus_ones, bonus_ways in _tally(bonus, pool.hit_on):
            roll = HitRoll(pool.dice, hits, sixes, ones, bonus, bonus_hits, bonus_sixes, bonus_ones)
            weights[roll] = scaled * bonus_ways
    return Distribution(weights, 6 ** (pool.dice + cap))
