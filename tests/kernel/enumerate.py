"""The plainest way to odds: throw a pool with every face every die can show. Slow, and hard to get wrong."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from operator import attrgetter
from typing import TypeVar

from rulebound.kernel.dice import Die, Pool, R

A = TypeVar("A", bound=Hashable)


class _AnotherDie(Exception):
    def __init__(self, sides: int) -> None:
        self.sides = sides


def _shown(faces: tuple[int, ...]) -> Die:
    left = list(reversed(faces))

    def die(sides: int) -> int:
        if not left:
            raise _AnotherDie(sides)
        return left.pop()

    return die


def every_throw(pool: Pool[R], most_dice: int = 12) -> tuple[dict[R, Fraction], Fraction]:
    """Each roll, without its faces, and its chance; and the chance left over where more dice than that would be thrown."""
    chances: dict[R, Fraction] = {}
    cut = Fraction(0)
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        try:
            roll = pool.throw(_shown(faces))
        except _AnotherDie as more:
            if len(faces) == most_dice:
                cut += chance
            else:
                waiting += [((*faces, face), chance / more.sides) for face in range(1, more.sides + 1)]
            continue
        assert roll.faces == faces
        summary = roll.summary()
        chances[summary] = chances.get(summary, Fraction(0)) + chance
    return chances, cut


def assert_same_odds(pool: Pool[R]) -> None:
    """For pools that end: every outcome, with exactly the same chance."""
    thrown, cut = every_throw(pool)
    outcomes = pool.outcomes()
    assert cut == 0
    assert outcomes.fractions() == thrown
    assert sum(outcomes.weights.values()) == outcomes.total


def assert_same_answers(pool: Pool[R], reach: int, ask: Callable[[R], A], most_dice: int) -> None:
    """For endless pools: no answer is less likely than what was thrown, nor more by more than what was cut off."""
    thrown, cut = every_throw(pool, most_dice)
    outcomes = pool.outcomes(reach)
    assert sum(outcomes.weights.values()) == outcomes.total
    answers = outcomes.map(ask)
    found: dict[A, Fraction] = {}
    for roll, chance in thrown.items():
        answer = ask(roll)
        found[answer] = found.get(answer, Fraction(0)) + chance
    assert set(found) <= set(answers.weights)
    for answer in answers.weights:
        least = found.get(answer, Fraction(0))
        assert least <= answers.chance(answer) <= least + cut, answer


def agrees_with_parts(pool: Pool[R], names: tuple[str, ...]) -> None:
    """A part by its shorter way is the same part of all outcomes."""
    outcomes = pool.outcomes()
    for name in names:
        part = pool.part(name)
        assert part is not None
        assert part == outcomes.map(attrgetter(name)), name
        assert sum(part.weights.values()) == part.total
