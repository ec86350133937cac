from __future__ import annotations

from fractions import Fraction
from functools import reduce

import dyce
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebound.kernel.distribution import Distribution, sum_of

D6 = Distribution.uniform(range(1, 7))
dice = st.dictionaries(st.integers(-5, 9), st.integers(1, 6), min_size=1, max_size=5)


def test_weights_and_chances() -> None:
    coins = Distribution({"heads": 3, "tails": 1, "edge": 0})
    assert len(coins) == 2 and coins.total == 4
    assert coins.chance("heads") == Fraction(3, 4)
    assert coins.chance("edge") == 0
    assert coins.chance_that(lambda side: "t" in side) == Fraction(1, 4)
    assert coins.mean(len) == 5
    assert Distribution.uniform("aab").fractions() == {"a": Fraction(2, 3), "b": Fraction(1, 3)}


def test_equal_whatever_the_total() -> None:
    assert Distribution({1: 2, 2: 4}) == Distribution({1: 1, 2: 2})
    assert Distribution({1: 1, 2: 1}) != Distribution({1: 1, 2: 2})
    with pytest.raises(TypeError):
        hash(D6)


def test_map_merges_and_where_conditions() -> None:
    assert D6.map(lambda face: face % 2).fractions() == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert D6.where(lambda face: face > 4).fractions() == {5: Fraction(1, 2), 6: Fraction(1, 2)}


def test_combine_is_independent() -> None:
    higher = D6.combine(D6, lambda mine, yours: mine > yours)
    assert higher.chance(True) == Fraction(15, 36)


def test_then_depends_on_what_happened() -> None:
    """A coin for dice below 5, another die for the others: totals of 2 and 6 must be brought together."""
    both = D6.then(lambda face: Distribution.uniform([0, 1]) if face < 5 else D6)
    assert both.chance(1) == Fraction(4, 6) * Fraction(1, 2) + Fraction(2, 6) * Fraction(1, 6)
    assert both.chance(6) == Fraction(2, 36)
    assert sum(both.weights.values()) == both.total


def test_then_with_nothing_left_to_chance() -> None:
    assert D6.then(Distribution.certain) == D6


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 5), dice)
def test_sum_of_is_one_die_after_the_other(count: int, die: dict[int, int]) -> None:
    one = Distribution(die)
    added = reduce(lambda total, _: total.combine(one, int.__add__), range(count), Distribution.certain(0))
    assert sum_of(count, die) == added
    assert sum_of(count, die).total == one.total**count


def test_sum_of_agrees_with_dyce() -> None:
    theirs = 7 @ dyce.H({0: 3, 1: 1, 4: 2})
    assert sum_of(7, {0: 3, 1: 1, 4: 2}).fractions() == {total: Fraction(ways, theirs.total) for total, ways in theirs.items()}
