from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebound.kernel.d20 import CombatDice, SkillPool
from rulebound.kernel.dice import Pool, Roll, SumPool, throw_faces
from rulebound.kernel.hits import UNLIMITED, HitPool
from rulebound.kernel.notation import NotationError, parse_pool, parse_roll, show_roll
from rulebound.kernel.pushes import PushPool
from rulebound.kernel.score import Botch, OpposedDice, ScoreDie, Ties

few = st.integers(0, 12)
cap = st.sampled_from([UNLIMITED, 0, 1, 2, 3, 10])
hit_on = st.integers(2, 6)
score_dice = st.builds(ScoreDie, st.integers(-12, 12), st.booleans(), st.sampled_from(Botch))
pools = st.one_of(
    st.builds(SumPool, few, st.integers(1, 1000), plus=st.integers(-50, 50)),
    st.builds(SumPool, st.integers(3, 9), st.integers(2, 20), st.integers(1, 3), plus=st.integers(-3, 3)),
    st.builds(SumPool, st.integers(3, 9), st.integers(2, 20), keep_lowest=st.integers(1, 3)),
    st.builds(HitPool, few, hit_on, cap),
    st.builds(PushPool, few, few, cap, hit_on),
    st.builds(SkillPool, few, few, few, st.integers(1, 21), few),
    st.builds(CombatDice, few),
    score_dice,
    st.builds(OpposedDice, score_dice, score_dice, st.sampled_from(Ties)),
)


@settings(max_examples=300)
@given(pools, st.integers(0, 2**32))
def test_what_is_shown_reads_back(pool: Pool[Roll], seed: int) -> None:
    source = random.Random(seed)
    roll = pool.throw(lambda sides: source.randint(1, sides))
    assert parse_pool(pool.text()) == pool
    assert parse_roll(show_roll(pool, roll)) == (pool, roll)


@pytest.mark.parametrize(
    ("text", "pool"),
    [
        ("4d6kh3+1", SumPool(4, 6, keep_highest=3, plus=1)),
        ("d20", SumPool(1, 20)),
        ("3d8kl2-1", SumPool(3, 8, keep_lowest=2, plus=-1)),
        (" 2 D 10 + 3 ", SumPool(2, 10, plus=3)),
        ("7d6h4x2", HitPool(7, 4, 2)),
        ("7d6h5x3", HitPool(7)),
        ("7d6hx*", HitPool(7, bonus_cap=UNLIMITED)),
        ("push 4+1d6hx2", PushPool(4, 1, 2)),
        ("2d20t12", SkillPool(2, 12)),
        ("2d20t12f3c19", SkillPool(2, 12, 3, 19)),
        ("4cd", CombatDice(4)),
        ("cd", CombatDice(1)),
        ("d6!+4", ScoreDie(4)),
        ("1d6! - 2", ScoreDie(-2)),
        ("d6+4", SumPool(1, 6, plus=4)),
        ("d6+4 natural", ScoreDie(4, explode=False, botch=Botch.NATURAL)),
        ("d6!+4 VS d6!-1", OpposedDice(ScoreDie(4), ScoreDie(-1))),
        ("d6!+4 vs d6!-1 ties right", OpposedDice(ScoreDie(4), ScoreDie(-1), Ties.RIGHT)),
    ],
)
def test_pools_as_people_write_them(text: str, pool: Pool[Roll]) -> None:
    assert parse_pool(text) == pool


@pytest.mark.parametrize(
    ("text", "pool", "faces"),
    [
        ("7d6 -> 6 5 5 2 1 1 1 +[4]", HitPool(7), (6, 5, 5, 2, 1, 1, 1, 4)),
        ("3d6 -> 5 2 1 +[]", HitPool(3), (5, 2, 1)),
        ("3d6 -> 5 2 1", SumPool(3), (5, 2, 1)),
        ("7d6h->6,5,5,2,1,1,1 [4]", HitPool(7), (6, 5, 5, 2, 1, 1, 1, 4)),
        ("7d6h -> 6 5 5 2 1 1 1 4", HitPool(7), (6, 5, 5, 2, 1, 1, 1, 4)),
        ("d6!+4 vs d6!+3 -> 2/3; 6 3/2", OpposedDice(ScoreDie(4), ScoreDie(3)), (2, 3, 6, 3, 2)),
        ("d6!+4 vs d6!+3 -> 2 3 6 3 2", OpposedDice(ScoreDie(4), ScoreDie(3)), (2, 3, 6, 3, 2)),
    ],
)
def test_rolls_as_people_write_them(text: str, pool: Pool[Roll], faces: tuple[int, ...]) -> None:
    assert parse_roll(text) == (pool, throw_faces(pool, faces))


def test_a_roll_as_it_is_shown() -> None:
    assert show_roll(*parse_roll("7D6 H5 -> 6 5 5 2 1 1 1 4")) == "7d6h -> 6 5 5 2 1 1 1 +[4]"
    assert show_roll(*parse_roll("4CD -> 1 6 2 3")) == "4cd -> 1 6 2 3"


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ("", "at its end", "here must come d and the number of sides"),
        ("four dice", "at 'four dice'", "Dice look like 4d6kh3"),
        ("4d", "at its end", "a number, the number of sides"),
        ("4d6kh", "at its end", "how many dice are kept"),
        ("4d6kh5", "at '5'", "from 1 to 4"),
        ("4d6 please", "at 'please'", "nothing more was expected"),
        ("1001d6", "at '1001d6'", "the number of dice must be from 0 to 1000"),
        ("4d1001", "at '1001'", "the number of sides must be from 1 to 1000"),
        ("d0", "at '0'", "from 1 to 1000"),
        ("1" * 5000 + "d6", "at '1111", "from 0 to 1000"),
        ("7d6h7", "at '7'", "the lowest face that hits must be from 2 to 6"),
        ("7d6hx", "at its end", "the most bonus dice"),
        ("2d20t", "at its end", "the target number"),
        ("2d20t9c22", "at '22'", "from 1 to 21"),
        ("2d8!", "at '!'", "nothing more was expected"),
        ("d6!+", "at its end", "what is added"),
        ("d6!+4 vs 3d6", "at its end", "another die such as d6!+3"),
        ("d6! vs d6! ties up", "at 'up'", "left or right"),
        ("push 3d8", "at 'd8'", "d6h"),
    ],
)
def test_what_cannot_be_read_says_where_and_why(text: str, where: str, why: str) -> None:
    with pytest.raises(NotationError) as problem:
        parse_pool(text)
    assert where in str(problem.value)
    assert why in str(problem.value)
    assert len(str(problem.value)) < 250


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("4d6", "has no arrow"),
        ("4d6 -> 1 2 3", "too few, another d6"),
        ("4d6 -> 1 2 3 4 5", "too many: 5"),
        ("4d6 -> 1 2 3 7", "a d6 cannot show 7"),
        ("4d6 -> 1 2 three 4", "'three' in '1 2 three 4' is no face"),
        ("4d6 -> 1 2 3 " + "9" * 5000, "is no face"),
        ("4d6 -> 1 2 -3 4", "'-3' in"),
        ("7d6h -> 6 5 5 2 1 1 +[1 4]", "groups the dice wrongly: 7d6h thrown like this is 6 5 5 2 1 1 1 +[4]"),
        ("3d6 -> 5 5 5 +[1]", "too many"),
        ("d6!+4 vs d6!+3 -> 6 / 3 2", "6 3 / 2"),
        ("d6!+4 -> 6 3 / 2", "too many"),
    ],
)
def test_rolls_that_cannot_be(text: str, why: str) -> None:
    with pytest.raises(NotationError) as problem:
        parse_roll(text)
    assert why in str(problem.value)
    assert len(str(problem.value)) < 250
