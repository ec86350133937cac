from __future__ import annotations

from fractions import Fraction

import icepool
import pytest
from enumerate import assert_same_odds

from rulebound.kernel.dice import D6, D20, Sum, SumPool, WrongDice, throw_faces


@pytest.mark.parametrize(
    "pool",
    [D6, D20, SumPool(3, 4), SumPool(4, 6, keep_highest=3, plus=1), SumPool(3, 8, keep_lowest=2, plus=-1), SumPool(0, 6, plus=2)],
    ids=SumPool.text,
)
def test_outcomes_are_every_throw(pool: SumPool) -> None:
    assert_same_odds(pool)


@pytest.mark.parametrize(("dice", "kept"), [(4, 3), (7, 2), (9, 9)])
def test_keep_highest_and_lowest_agree_with_icepool(dice: int, kept: int) -> None:
    highest, lowest = icepool.d6.highest(dice, kept), icepool.d6.lowest(dice, kept)
    for pool, theirs in (SumPool(dice, keep_highest=kept), highest), (SumPool(dice, keep_lowest=kept), lowest):
        ours = {roll.total: chance for roll, chance in pool.outcomes().fractions().items()}
        assert ours == {total: Fraction(ways, theirs.denominator()) for total, ways in theirs.items()}


def test_faces_make_the_roll() -> None:
    roll = throw_faces(SumPool(4, 6, keep_highest=3, plus=1), (6, 1, 5, 2))
    assert roll.total == 14
    assert roll.faces == (6, 1, 5, 2)
    assert roll.summary() == Sum(total=14)
    assert roll.brief() == "14"


def test_wrong_dice_say_what_is_wrong() -> None:
    with pytest.raises(WrongDice, match="too few") as few:
        throw_faces(SumPool(3, 8), (1, 2))
    assert few.value.missing == 8
    with pytest.raises(WrongDice, match="1 of 3 dice are too many: 5") as many:
        throw_faces(SumPool(2, 6), (1, 2, 5))
    assert many.value.missing == 0
    for face in (0, 7):
        with pytest.raises(WrongDice, match=f"a d6 cannot show {face}"):
            throw_faces(D6, (face,))


@pytest.mark.parametrize(
    ("pool", "text"), [(D6, "1d6"), (SumPool(3, 8, keep_lowest=2, plus=-1), "3d8kl2-1"), (SumPool(4, 6, 3, plus=1), "4d6kh3+1")]
)
def test_text(pool: SumPool, text: str) -> None:
    assert pool.text() == text
    assert pool.faces_text(throw_faces(SumPool(3), (4, 1, 6))) == "4 1 6"
