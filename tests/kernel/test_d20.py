from __future__ import annotations

from fractions import Fraction

import icepool
import pytest
from enumerate import agrees_with_parts, assert_same_odds

from rulebound.kernel.d20 import CombatDice, CombatRoll, SkillPool, SkillRoll
from rulebound.kernel.dice import throw_faces


def test_successes_focus_and_complications() -> None:
    roll = throw_faces(SkillPool(5, 12, focus=3), (3, 4, 12, 13, 20))
    assert roll == SkillRoll(4, 1, faces=(3, 4, 12, 13, 20))
    assert throw_faces(SkillPool(2, 8, complication_from=19), (19, 18)).complications == 1
    assert roll.brief() == "4 successes, 1 complication"


def test_a_die_can_be_a_success_and_a_complication() -> None:
    assert throw_faces(SkillPool(1, 19, complication_from=19), (19,)) == SkillRoll(1, 1, faces=(19,))


def test_bought_ones_are_successes_and_never_complications() -> None:
    """Two successes each with any focus at all, and they are not thrown."""
    assert throw_faces(SkillPool(2, 10, ones=2), (20, 20)).successes == 2
    assert throw_faces(SkillPool(2, 10, focus=1, ones=2), (20, 20)).successes == 4
    assert throw_faces(SkillPool(0, 10, complication_from=1, ones=1), ()) == SkillRoll(1, 0)


@pytest.mark.parametrize(
    "pool",
    [
        SkillPool(2, 12), SkillPool(3, 14, 3, 19), SkillPool(2, 19, 2, 18),
        SkillPool(2, 9, 2, 21), SkillPool(1, 11, 1, ones=3), SkillPool(0, 9),
    ],
    ids=SkillPool.text,
)  # fmt: skip
def test_skill_outcomes_are_every_throw(pool: SkillPool) -> None:
    assert_same_odds(pool)


def test_skill_pool_agrees_with_icepool() -> None:
    die = icepool.d20.map(lambda face: icepool.Vector((2 if face <= 3 else int(face <= 14), int(face >= 19))))
    theirs = 5 @ die
    ours = SkillPool(5, 14, 3, 19).outcomes().map(lambda roll: (roll.successes, roll.complications))
    assert ours.fractions() == {tuple(counts): Fraction(ways, theirs.denominator()) for counts, ways in theirs.items() if ways}


def test_combat_dice() -> None:
    assert [throw_faces(CombatDice(1), (face,)).total for face in range(1, 7)] == [1, 2, 0, 0, 0, 0]
    roll = throw_faces(CombatDice(5), (1, 2, 2, 5, 6))
    assert roll == CombatRoll(5, 1, 1, faces=(1, 2, 2, 5, 6))
    assert roll.twos == 2
    assert roll.brief() == "5, 1 effect"


@pytest.mark.parametrize("dice", [0, 1, 4])
def test_combat_outcomes_are_every_throw(dice: int) -> None:
    assert_same_odds(CombatDice(dice))
    agrees_with_parts(CombatDice(dice), ("total", "effects", "ones"))


def test_combat_dice_agree_with_icepool() -> None:
    theirs = 9 @ icepool.Die({0: 4, 1: 1, 2: 1})
    ours = CombatDice(9).outcomes().map(lambda roll: roll.total)
    assert ours.fractions() == {total: Fraction(ways, theirs.denominator()) for total, ways in theirs.items()}


@pytest.mark.parametrize(
    ("pool", "text"),
    [
        (SkillPool(2, 12), "2d20t12"), (SkillPool(3, 12, 3, 19), "3d20t12f3c19"),
        (SkillPool(2, 9, ones=1), "2d20t9o1"), (CombatDice(4), "4cd"),
    ],
)  # fmt: skip
def test_text(pool: SkillPool | CombatDice, text: str) -> None:
    assert pool.text() == text
    assert pool.faces_text(throw_faces(CombatDice(3), (1, 6, 2))) == "1 6 2"
