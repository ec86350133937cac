from __future__ import annotations

from fractions import Fraction
from itertools import product

import icepool
import pytest
from enumerate import assert_same_answers, assert_same_odds, every_throw
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebound.kernel.dice import WrongDice, throw_faces
from rulebound.kernel.score import Botch, OpposedDice, OpposedRoll, OutOfReach, ScoreDie, ScoreRoll, Side, Ties

score_dice = st.builds(ScoreDie, st.integers(-4, 7), st.booleans(), st.sampled_from(Botch))


# ------------------------------------------------------------------------------------------------------------------ one die
@pytest.mark.parametrize(
    ("die", "faces", "total", "botched"),
    [
        (ScoreDie(4), (3,), 7, False),
        (ScoreDie(4), (6, 6, 2), 18, False),
        (ScoreDie(4), (6, 1), 11, False),  # a one after an explosion is no botch
        (ScoreDie(4), (1, 1), 5, True),
        (ScoreDie(4), (1, 6), 5, False),  # the confirming die neither explodes nor adds
        (ScoreDie(-2), (1, 1), -1, True),
        (ScoreDie(0, botch=Botch.NATURAL), (1,), 1, True),
        (ScoreDie(0, botch=Botch.NONE), (1,), 1, False),
        (ScoreDie(2, explode=False), (6,), 8, False),
    ],
)
def test_one_throw(die: ScoreDie, faces: tuple[int, ...], total: int, botched: bool) -> None:
    assert throw_faces(die, faces) == ScoreRoll(total, botched, faces=faces)


@pytest.mark.parametrize("faces", [(6,), (1,), (6, 6)])
def test_explosions_and_ones_want_another_die(faces: tuple[int, ...]) -> None:
    with pytest.raises(WrongDice) as few:
        throw_faces(ScoreDie(4), faces)
    assert few.value.missing == 6


def test_questions() -> None:
    roll = ScoreRoll(9)
    assert roll.reaches(9) and not roll.reaches(10)
    assert [roll.over(number, 3) for number in (5, 6, 8, 9, 10, 15)] == [3, 3, 1, 0, -1, -1]


@pytest.mark.parametrize("botch", Botch)
def test_without_explosion_outcomes_are_every_throw(botch: Botch) -> None:
    assert_same_odds(ScoreDie(3, explode=False, botch=botch))


@settings(max_examples=40, deadline=None)
@given(score_dice, st.integers(0, 13), st.integers(0, 8))
def test_questions_within_reach(die: ScoreDie, number: int, cap: int) -> None:
    reach = max(number, cap)
    assert_same_answers(die, reach, lambda roll: (roll.botched, roll.reaches(number)), most_dice=5)
    assert_same_answers(die, reach, lambda roll: (roll.botched, roll.over(number, cap)), most_dice=5)


@settings(max_examples=40, deadline=None)
@given(score_dice, st.integers(0, 20))
def test_totals_up_to_the_reach_are_exact(die: ScoreDie, reach: int) -> None:
    outcomes = die.outcomes(reach).fractions()
    thrown, _ = every_throw(die, most_dice=6)
    assert sum(outcomes.values()) == 1
    for roll, chance in thrown.items():
        if roll.total <= reach:
            assert outcomes[roll] == chance


def test_what_stands_for_more() -> None:
    """Ten or more certainly reaches 10 and is 6 over 4; whether it reaches 11 is not known."""
    end = ScoreRoll(10, or_more=True)
    assert end.reaches(10) and end.over(4, 6) == 6
    with pytest.raises(OutOfReach):
        end.reaches(11)
    with pytest.raises(OutOfReach):
        end.over(5, 6)


@pytest.mark.parametrize("score", [-5, 1, 8])
@pytest.mark.parametrize("reach", [0, 3, 9, 10])
def test_every_number_up_to_the_far_end(score: int, reach: int) -> None:
    """The far end is far enough for `over` with a number and a cap as large as the reach."""
    outcomes = ScoreDie(score).outcomes(reach)
    end = max(roll.total for roll, _ in outcomes)
    assert end >= 2 * reach
    for number in range(score + 1, end + 1):
        sixes, face = divmod(number - score, 6)
        chance = Fraction(min(7 - face, 6), 6 ** (sixes + 1))
        assert outcomes.chance_that(lambda roll, number=number: roll.reaches(number)) == chance  # type: ignore[misc]


def test_far_end() -> None:
    die = ScoreDie(4)
    assert die.outcomes(20).chance_that(lambda roll: roll.reaches(20)) == Fraction(1, 36) * Fraction(3, 6)  # 6, 6, then 4 or more
    with pytest.raises(OutOfReach, match="larger reach"):
        die.outcomes(4).map(lambda roll: roll.reaches(30))
    with pytest.raises(OutOfReach):
        die.outcomes(4).map(lambda roll: roll.over(4, 30))
    assert "total" in die.unbounded


# ---------------------------------------------------------------------------------------------------------------- two dice
@pytest.mark.parametrize(
    ("ties", "faces", "winner"),
    [
        (Ties.REROLL, (6, 3, 2), Side.LEFT),
        (Ties.REROLL, (2, 3, 4, 6, 1), Side.RIGHT),  # 6 against 6, and again
        (Ties.LEFT, (2, 3), Side.LEFT),
        (Ties.RIGHT, (2, 3), Side.RIGHT),
        (Ties.REROLL, (1, 1, 6, 6, 5), Side.RIGHT),
        (Ties.REROLL, (2, 1, 1), Side.LEFT),
        (Ties.REROLL, (1, 1, 1, 1), Side.RIGHT),  # both botch: the one who started it loses
    ],
)
def test_who_wins(ties: Ties, faces: tuple[int, ...], winner: Side) -> None:
    roll = throw_faces(OpposedDice(ScoreDie(4), ScoreDie(3), ties), faces)
    assert roll.winner is winner
    assert roll.faces == faces


def test_a_botch_settles_equal_totals() -> None:
    """1 + 4 against a botched 1 + 4: not thrown again."""
    roll = throw_faces(OpposedDice(ScoreDie(4), ScoreDie(4)), (1, 2, 1, 1))
    assert roll == OpposedRoll(Side.LEFT, 5, 5, False, True, faces=(1, 2, 1, 1))
    assert roll.brief() == "5 against botch"


def test_questions_about_two_dice() -> None:
    roll = OpposedRoll(Side.LEFT, 13, 5)
    assert (roll.difference(10), roll.difference(3)) == (8, 3)
    assert OpposedRoll(Side.RIGHT, 5, 13).difference(3) == -3
    assert roll.left_reaches(13) and not roll.left_reaches(14)
    assert (roll.left_over(5, 4), roll.left_over(11, 4), roll.left_over(14, 4)) == (4, 2, -1)


@pytest.mark.parametrize(("left", "right"), product((False, True), repeat=2))
@pytest.mark.parametrize("ties", Ties)
def test_two_dice_against_every_throw(left: bool, right: bool, ties: Ties) -> None:
    dice = OpposedDice(ScoreDie(2, left), ScoreDie(1, right, Botch.NATURAL), ties)

    def ask(roll: OpposedRoll) -> tuple[object, ...]:
        botched = roll.left_botched, roll.right_botched
        if not any(botched):
            return *botched, roll.winner, roll.difference(4)
        return *botched, roll.winner, roll.left_over(3, 2), roll.left_reaches(4), roll.difference(1)

    assert_same_answers(dice, 4, ask, most_dice=5)


def test_without_explosions_or_rerolls_two_dice_are_exact() -> None:
    dice = OpposedDice(ScoreDie(2, False), ScoreDie(1, False, Botch.NONE), Ties.RIGHT)
    thrown, cut = every_throw(dice)
    assert cut == 0

    def ask(roll: OpposedRoll) -> tuple[object, ...]:
        return roll.left_botched, roll.winner, roll.difference(9)

    found: dict[tuple[object, ...], Fraction] = {}
    for roll, chance in thrown.items():
        found[ask(roll)] = found.get(ask(roll), Fraction(0)) + chance
    assert dice.outcomes(9).map(ask).fractions() == found


def test_endless_explosions_have_closed_forms() -> None:
    """6m + f against 6n + g: m - n is geometric both ways, 5/7 at 0 and a sixth of that with each step; f - g is a triangle."""
    dice = OpposedDice(ScoreDie(0, botch=Botch.NONE), ScoreDie(0, botch=Botch.NONE), Ties.RIGHT)
    apart = dice.outcomes(8).map(lambda roll: roll.difference(8))
    step = Fraction(5, 7) / 25
    assert apart.chance(0) == step * 5 == Fraction(1, 7)
    assert apart.chance(1) == step * 4
    assert apart.chance(2) == apart.chance(-2) == step * 3 + step * 1 / 6
    assert apart.chance(7) == step * 4 / 6
    assert dice.outcomes().map(lambda roll: roll.winner).chance(Side.LEFT) == Fraction(3, 7)
    even = OpposedDice(ScoreDie(3, botch=Botch.NONE), ScoreDie(3, botch=Botch.NONE))
    assert even.outcomes().map(lambda roll: roll.winner).chance(Side.LEFT) == Fraction(1, 2)


@pytest.mark.parametrize(("left", "right"), [(4, 3), (0, 9), (-3, 2)])
def test_two_dice_agree_with_icepool(left: int, right: int) -> None:
    """Its explosions stop after 20 throws, so it may be off by the chance of getting that far."""
    exploding = icepool.d6.explode(depth=20)
    theirs = ((exploding + left) - (exploding + right)).reroll([0], depth="inf")
    dice = OpposedDice(ScoreDie(left, botch=Botch.NONE), ScoreDie(right, botch=Botch.NONE))
    ours = dice.outcomes(10).map(lambda roll: roll.difference(10))
    for ahead in range(-9, 10):
        assert abs(ours.chance(ahead) - theirs.probability(ahead)) < Fraction(1, 6**19)
    assert abs(ours.chance(10) - theirs.probability(">=", 10)) < Fraction(1, 6**19)


def test_odds_of_a_botch() -> None:
    """Thrown again only on a tie without a botch, so a botch of either side is a little likelier than 1 in 36."""
    dice = OpposedDice(ScoreDie(1), ScoreDie(1))
    botches = dice.outcomes().map(lambda roll: (roll.left_botched, roll.right_botched))
    assert botches.chance((True, False)) == botches.chance((False, True))
    assert botches.chance((True, True)) / botches.chance((True, False)) == Fraction(1, 35)
    assert Fraction(1, 36) < botches.chance_that(lambda both: both[0]) < Fraction(1, 36) * Fraction(7, 6)


def test_questions_that_odds_cannot_answer() -> None:
    outcomes = OpposedDice(ScoreDie(4), ScoreDie(3)).outcomes(3)
    unbotched = outcomes.where(lambda roll: not roll.left_botched and not roll.right_botched)
    with pytest.raises(OutOfReach, match="difference"):
        unbotched.map(lambda roll: roll.left_reaches(7))
    with pytest.raises(OutOfReach, match="larger reach"):
        unbotched.map(lambda roll: roll.difference(5))
    lucky = outcomes.where(lambda roll: roll.right_botched and not roll.left_botched)
    assert lucky.map(lambda roll: roll.left_over(3, 3)).chance(3) > Fraction(1, 2)
    with pytest.raises(OutOfReach, match="larger reach"):
        lucky.map(lambda roll: roll.left_over(3, 30))


# --------------------------------------------------------------------------------------------------------------------- text
@pytest.mark.parametrize(
    ("pool", "text"),
    [
        (ScoreDie(4), "d6!+4"), (ScoreDie(-2), "d6!-2"), (ScoreDie(), "d6!"), (ScoreDie(4, botch=Botch.NONE), "d6!+4 safe"),
        (ScoreDie(4, explode=False), "d6+4 confirmed"), (OpposedDice(ScoreDie(4), ScoreDie(-1)), "d6!+4 vs d6!-1"),
        (OpposedDice(ScoreDie(4), ScoreDie(3, botch=Botch.NATURAL), Ties.LEFT), "d6!+4 vs d6!+3 natural ties left"),
    ],
)  # fmt: skip
def test_text(pool: ScoreDie | OpposedDice, text: str) -> None:
    assert pool.text() == text


def test_faces_text_keeps_sides_and_throws_apart() -> None:
    dice = OpposedDice(ScoreDie(4), ScoreDie(3))
    assert dice.faces_text(throw_faces(dice, (6, 3, 2))) == "6 3 / 2"
    assert dice.faces_text(throw_faces(dice, (2, 3, 1, 4, 5))) == "2 / 3; 1 4 / 5"
    assert ScoreDie(4).faces_text(throw_faces(ScoreDie(4), (6, 3))) == "6 3"
