"""The score die, a d6 plus a score that explodes on a 6 and may botch on a 1, alone and against another.

An endless explosion has no highest total. Exact odds therefore put the far end into one outcome that stands for "this much or
more", as large as the questions asked allow. A question that such an outcome cannot answer raises OutOfReach.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar

import msgspec

from rulebound.kernel.dice import Die, Roll
from rulebound.kernel.distribution import Distribution


class OutOfReach(ValueError):
    """Exact odds were made for smaller numbers, or for other questions, than the one asked."""


class Botch(StrEnum):
    CONFIRMED = "confirmed_one"
    NATURAL = "natural_one"
    NONE = "none"


BOTCH_WORDS = {Botch.CONFIRMED: "confirmed", Botch.NATURAL: "natural", Botch.NONE: "safe"}
BOTCHES_IN_SIX = {Botch.CONFIRMED: 1, Botch.NATURAL: 6, Botch.NONE: 0}
"""How many of six ones on the first die are botches."""


class ScoreRoll(Roll, frozen=True):
    total: int
    botched: bool = False
    or_more: bool = False
    """In exact odds only: this total or any higher one."""

    def reaches(self, number: int) -> bool:
        _enough(self.total, number, self.or_more)
        return self.total >= number

    def over(self, number: int, cap: int) -> int:
        """By how much, at most `cap`; -1 for every total below the number."""
        _enough(self.total - number, cap, self.or_more)
        return min(max(self.total - number, -1), cap)

    def brief(self) -> str:
        return "botch" if self.botched else str(self.total)


def _enough(known: int, asked: int, or_more: bool) -> None:
    if or_more and known < asked:
        raise OutOfReach(f"these odds only know '{known} or more' and cannot tell {asked} apart: make them with a larger reach")


class ScoreDie(msgspec.Struct, frozen=True):
    """`d6!+4`: a 6 is thrown again and added for as long as 6 comes up; a 1 on the first die may be a botch."""

    score: int = 0
    explode: bool = True
    botch: Botch = Botch.CONFIRMED

    unbounded: ClassVar[frozenset[str]] = frozenset({"total"})

    def throw(self, die: Die) -> ScoreRoll:
        face = die(6)
        if face == 1 and self.botch is Botch.CONFIRMED:
            confirming = die(6)
            return ScoreRoll(1 + self.score, confirming == 1, faces=(1, confirming))
        if face == 6 and self.explode:
            faces = [6]
            while face == 6:
                face = die(6)
                faces.append(face)
            return ScoreRoll(sum(faces) + self.score, faces=tuple(faces))
        return ScoreRoll(face + self.score, face == 1 and self.botch is Botch.NATURAL, faces=(face,))

    def outcomes(self, reach: int = 0) -> Distribution[ScoreRoll]:
        """Totals up to twice the reach apart, so that `over` can ask for a number and a cap."""
        return _score_outcomes(self, 2 * reach)

    def part(self, name: str) -> Distribution[Hashable] | None:
        return None

    def text(self) -> str:
        plus = f"{self.score:+d}" if self.score else ""
        word = "" if self.explode and self.botch is Botch.CONFIRMED else f" {BOTCH_WORDS[self.botch]}"
        return f"d6{'!' if self.explode else ''}{plus}{word}"

    def faces_text(self, roll: Roll) -> str:
        return " ".join(map(str, roll.faces))


class Ties(StrEnum):
    REROLL = "reroll"
    LEFT = "attacker_wins"
    RIGHT = "defender_wins"


class Side(StrEnum):
    LEFT = "left"
    RIGHT = "right"


class OpposedRoll(Roll, frozen=True):
    winner: Side
    left_total: int
    right_total: int
    left_botched: bool = False
    right_botched: bool = False
    only_difference: bool = False
    """In exact odds, when nobody botched: the totals are right only as to their difference."""
    open_end: Side | None = None
    """In exact odds only: the side whose total stands for any higher one too."""

    def difference(self, cap: int) -> int:
        """Left minus right, at most `cap` either way."""
        ahead = self.left_total - self.right_total
        _enough(ahead, cap, self.open_end is Side.LEFT)
        _enough(-ahead, cap, self.open_end is Side.RIGHT)
        return min(max(ahead, -cap), cap)

    def left_reaches(self, number: int) -> bool:
        return self._left().reaches(number)

    def left_over(self, number: int, cap: int) -> int:
        """By how much the left total passes a fixed number, as `ScoreRoll.over`. For odds: only when a side botched."""
        return self._left().over(number, cap)

    def _left(self) -> ScoreRoll:
        if self.only_difference:
            raise OutOfReach("when nobody botched these odds know the difference of the totals only, not the left total")
        return ScoreRoll(self.left_total, self.left_botched, self.open_end is Side.LEFT)

    def brief(self) -> str:
        if self.only_difference:
            ahead = self.left_total - self.right_total
            return f"{self.winner} by {abs(ahead)}{' or more' if self.open_end else ''}"
        left = "botch" if self.left_botched else str(self.left_total)
        right = "botch" if self.right_botched else str(self.right_total)
        return f"{left} against {right}"


class OpposedDice(msgspec.Struct, frozen=True):
    """`d6!+4 vs d6!+3`: the higher total wins, a botch loses, and the left side loses if both botch.

    With REROLL equal totals are thrown again by both for as long as it takes; only the last throw counts.
    """

    left: ScoreDie
    right: ScoreDie
    ties: Ties = Ties.REROLL

    unbounded: ClassVar[frozenset[str]] = frozenset({"left_total", "right_total"})

    def throw(self, die: Die) -> OpposedRoll:
        faces: tuple[int, ...] = ()
        while True:
            left, right = self.left.throw(die), self.right.throw(die)
            faces += left.faces + right.faces
            if left.total != right.total or left.botched or right.botched or self.ties is not Ties.REROLL:
                winner = self._winner(left, right)
                return OpposedRoll(winner, left.total, right.total, left.botched, right.botched, faces=faces)

    def _winner(self, left: ScoreRoll, right: ScoreRoll) -> Side:
        if left.botched or right.botched:
            return Side.RIGHT if left.botched else Side.LEFT
        ahead = left.total - right.total
        return Side.LEFT if ahead > 0 or (ahead == 0 and self.ties is Ties.LEFT) else Side.RIGHT

    def outcomes(self, reach: int = 0) -> Distribution[OpposedRoll]:
        return _opposed_outcomes(self, reach)

    def part(self, name: str) -> Distribution[Hashable] | None:
        return None

    def text(self) -> str:
        ties = {Ties.REROLL: "", Ties.LEFT: " ties left", Ties.RIGHT: " ties right"}[self.ties]
        return f"{self.left.text()} vs {self.right.text()}{ties}"

    def faces_text(self, roll: Roll) -> str:
        left = list(reversed(roll.faces))
        throws: list[str] = []
        while left:
            sides = [die.throw(lambda _: left.pop()) for die in (self.left, self.right)]
            throws.append(" / ".join(" ".join(map(str, side.faces)) for side in sides))
        return "; ".join(throws)


# ------------------------------------------------------------------------------------------------------ counted exactly
@lru_cache(maxsize=1024)
def _exploding(least: int) -> Distribution[int]:
    """An endlessly exploding d6. Its highest value is at least `least` and stands for all from there on."""
    tiers = max(1, -(-(least - 1) // 6))
    weights = {6 * sixes + face: 6 ** (tiers - sixes) for sixes in range(tiers) for face in range(1, 6)}
    return Distribution({**weights, 6 * tiers + 1: 6}, 6 ** (tiers + 1))


@lru_cache(maxsize=1024)
def _score_outcomes(die: ScoreDie, highest: int) -> Distribution[ScoreRoll]:
    values = _exploding(highest - die.score) if die.explode else Distribution(dict.fromkeys(range(1, 7), 6), 36)
    end = max(values.weights) if die.explode else None
    rolls = {ScoreRoll(value + die.score, or_more=value == end): weight for value, weight in values}
    ones = values.weights[1]
    botches = ones * BOTCHES_IN_SIX[die.botch] // 6
    rolls[ScoreRoll(1 + die.score)] = ones - botches
    rolls[ScoreRoll(1 + die.score, botched=True)] = botches
    return Distribution(rolls, values.total)


@lru_cache(maxsize=1024)
def _opposed_outcomes(dice: OpposedDice, reach: int) -> Distribution[OpposedRoll]:
    lefts, rights = dice.left.outcomes(reach), dice.right.outcomes(reach)

    def given(botched: tuple[bool, bool]) -> Distribution[OpposedRoll]:
        if not any(botched):
            return _unbotched(dice, reach)
        left = lefts.where(lambda roll: roll.botched == botched[0])
        right = rights.where(lambda roll: roll.botched == botched[1])
        return left.combine(right, with_botch)

    def with_botch(left: ScoreRoll, right: ScoreRoll) -> OpposedRoll:
        end = Side.LEFT if left.or_more else Side.RIGHT if right.or_more else None
        return OpposedRoll(dice._winner(left, right), left.total, right.total, left.botched, right.botched, open_end=end)

    rolls = lefts.combine(rights, lambda left, right: (left.botched, right.botched)).then(given)
    if dice.ties is Ties.REROLL:
        return rolls.where(lambda roll: roll.left_botched or roll.right_botched or roll.left_total != roll.right_total)
    return rolls


def _unbotched(dice: OpposedDice, reach: int) -> Distribution[OpposedRoll]:
    limit = reach + 1

    def told(ahead: int) -> OpposedRoll:
        end = Side.LEFT if ahead == limit else Side.RIGHT if ahead == -limit else None
        winner = dice._winner(ScoreRoll(ahead), ScoreRoll(0))
        return OpposedRoll(winner, ahead, 0, only_difference=True, open_end=end)

    return _differences(dice, limit).map(told)


def _differences(dice: OpposedDice, limit: int) -> Distribution[int]:
    """Left minus right if nobody botches, cut off at the limit both ways. Both exploding at once leaves them as they were."""
    scores = dice.left.score - dice.right.score
    more = _exploding(limit + abs(scores) + 6)

    def cut(ahead: int) -> int:
        return min(max(ahead + scores, -limit), limit)

    def explodes(faces: tuple[int, int]) -> tuple[bool, bool]:
        return faces[0] == 6 and dice.left.explode, faces[1] == 6 and dice.right.explode

    def settle(faces: tuple[int, int]) -> Distribution[int]:
        left, right = faces
        match explodes(faces):
            case True, True:
                return again
            case True, False:
                return more.map(lambda value: cut(6 + value - right))
            case False, True:
                return more.map(lambda value: cut(left - 6 - value))
            case _:
                return Distribution.certain(cut(left - right))

    sixes = Distribution.uniform(range(1, 7))
    again = sixes.combine(sixes, lambda a, b: (a, b)).where(lambda faces: not all(explodes(faces))).then(settle)
    return _first_faces(dice.left).combine(_first_faces(dice.right), lambda a, b: (a, b)).then(settle)


def _first_faces(die: ScoreDie) -> Distribution[int]:
    """The first die, given that it is no botch."""
    return Distribution({1: 6 - BOTCHES_IN_SIX[die.botch], **dict.fromkeys(range(2, 7), 6)})
