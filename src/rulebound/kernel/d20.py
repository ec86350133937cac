"""Skill dice, d20s that want to roll low, and combat dice, d6s that score little and trigger effects."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import ClassVar

import msgspec

from rulebound.kernel.dice import Die, Roll
from rulebound.kernel.distribution import Distribution, sum_of


class SkillRoll(Roll, frozen=True):
    successes: int
    complications: int

    def brief(self) -> str:
        return f"{_count(self.successes, 'success', 'es')}, {_count(self.complications, 'complication', 's')}"


class SkillPool(msgspec.Struct, frozen=True):
    """`2d20t12f3c19o1`: a die up to the target is a success, up to the focus two, and a complication from `complication_from` on.

    `ones` are further dice that count as showing 1 without being thrown: always a success, two with any focus.
    """

    dice: int
    target: int
    focus: int = 0
    complication_from: int = 20
    ones: int = 0

    unbounded: ClassVar[frozenset[str]] = frozenset()

    def throw(self, die: Die) -> SkillRoll:
        faces = tuple(die(20) for _ in range(self.dice))
        successes = self.sure_successes() + sum(map(self.successes_on, faces))
        return SkillRoll(successes, sum(face >= self.complication_from for face in faces), faces=faces)

    def successes_on(self, face: int) -> int:
        return 2 if face <= self.focus else 1 if face <= self.target else 0

    def sure_successes(self) -> int:
        return self.ones * (2 if self.focus else 1)

    def outcomes(self, reach: int = 0) -> Distribution[SkillRoll]:
        return _skill_outcomes(self)

    def part(self, name: str) -> Distribution[Hashable] | None:
        return None

    def text(self) -> str:
        focus = f"f{self.focus}" if self.focus else ""
        complication = f"c{self.complication_from}" if self.complication_from != 20 else ""
        ones = f"o{self.ones}" if self.ones else ""
        return f"{self.dice}d20t{self.target}{focus}{complication}{ones}"

    def faces_text(self, roll: Roll) -> str:
        return " ".join(map(str, roll.faces))


@lru_cache(maxsize=1024)
def _skill_outcomes(pool: SkillPool) -> Distribution[SkillRoll]:
    place = 2 * pool.dice + 1  # both counts in one number, as units and complications times this
    die: dict[int, int] = {}
    for face in range(1, 21):
        counts = pool.successes_on(face) + place * (face >= pool.complication_from)
        die[counts] = die.get(counts, 0) + 1
    sure = pool.sure_successes()
    return sum_of(pool.dice, die).map(lambda counts: SkillRoll(sure + counts % place, counts // place))


COMBAT_SCORES = {1: 1, 2: 2}
"""What a face of a combat die scores; the others score nothing, and a 6 is an effect."""


class CombatRoll(Roll, frozen=True):
    """`ones` are the dice that show 1, so that a rule can tell what dice there are to throw again."""

    total: int
    effects: int
    ones: int

    @property
    def twos(self) -> int:
        return (self.total - self.ones) // 2

    def brief(self) -> str:
        return f"{self.total}, {_count(self.effects, 'effect', 's')}"


class CombatDice(msgspec.Struct, frozen=True):
    """`4cd`: 1 and 2 score their face, and every 6 is an effect."""

    dice: int

    unbounded: ClassVar[frozenset[str]] = frozenset()

    def throw(self, die: Die) -> CombatRoll:
        faces = tuple(die(6) for _ in range(self.dice))
        return CombatRoll(sum(COMBAT_SCORES.get(face, 0) for face in faces), faces.count(6), faces.count(1), faces=faces)

    def outcomes(self, reach: int = 0) -> Distribution[CombatRoll]:
        return _combat_outcomes(self.dice)

    def part(self, name: str) -> Distribution[Hashable] | None:
        match name:
            case "total":
                return sum_of(self.dice, {0: 4, 1: 1, 2: 1}).map(lambda total: total)
            case "effects" | "ones":
                return sum_of(self.dice, {0: 5, 1: 1}).map(lambda dice: dice)
            case _:
                return None

    def text(self) -> str:
        return f"{self.dice}cd"

    def faces_text(self, roll: Roll) -> str:
        return " ".join(map(str, roll.faces))


@lru_cache(maxsize=1024)
def _combat_outcomes(dice: int) -> Distribution[CombatRoll]:
    place = dice + 1  # three counts in one number: ones, twos and effects
    ways = sum_of(dice, {1: 1, place: 1, place * place: 1, 0: 3})
    return ways.map(lambda n: CombatRoll(n % place + 2 * (n // place % place), n // (place * place), n % place))


def _count(number: int, thing: str, ending: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}{ending}"
