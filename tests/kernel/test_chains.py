"""Repeated exchanges: exact chances of each ending, however long it may go on."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import msgspec
import pytest

from rulebound.kernel.chains import play_out
from rulebound.kernel.dice import D6, SumPool
from rulebound.kernel.hits import HitPool
from rulebound.kernel.policy import Policy
from rulebound.kernel.score import ScoreDie
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import Table

ANA, BO = SeatId("ana"), SeatId("bo")


class Purse(msgspec.Struct):
    coins: int
    bank: int = 6


def fair(t: Table[Purse, None]) -> None:
    t.state.coins += 1 if t.roll(SumPool(1, 2), "x", ANA).total == 2 else -1


def unfair(t: Table[Purse, None]) -> None:
    t.state.coins += 1 if t.roll(D6, "x", ANA).total > 4 else -1


def ruin(purse: Purse) -> str | None:
    return "broke" if purse.coins == 0 else "rich" if purse.coins == purse.bank else None


@pytest.mark.parametrize("coins", range(7))
def test_gamblers_ruin_at_even_odds(coins: int) -> None:
    found = play_out(fair, Purse(coins), None, Policy(), ruin)
    assert found.get("rich", 0) == Fraction(coins, 6)
    assert sum(found.values()) == 1


@pytest.mark.parametrize("coins", [1, 4, 11])
def test_gamblers_ruin_against_the_odds(coins: int) -> None:
    """With p = 1/3 the chance is (2^k - 1) / (2^n - 1)."""
    found = play_out(unfair, Purse(coins, 12), None, Policy(), ruin)
    assert found["rich"] == Fraction(2**coins - 1, 2**12 - 1)
    assert found["broke"] == 1 - found["rich"]


class Duel(msgspec.Struct):
    mine: int
    yours: int


def exchange(t: Table[Duel, None]) -> None:
    """Both throw; a hit wounds; the second strikes only if he still stands, and bleeds at the end of it."""
    t.state.yours -= t.roll(HitPool(2), "x", ANA).hits >= 2
    if t.state.yours > 0 and t.roll(D6, "x", BO).total >= 5:
        t.later(wound)


def wound(t: Table[Duel, None]) -> None:
    t.state.mine -= 1


def fallen(duel: Duel) -> str | None:
    return "yours" if duel.yours <= 0 else "mine" if duel.mine <= 0 else None


def strong_hit() -> Fraction:
    """Two dice, each six a bonus die, at least two hits: counted by hand over 6 x 6 x bonus."""
    ways = Fraction(0)
    for a in range(1, 7):
        for b in range(1, 7):
            hits, sixes = (a >= 5) + (b >= 5), (a == 6) + (b == 6)
            miss = Fraction(2, 3) ** sixes
            ways += Fraction(1, 36) * (1 if hits >= 2 else 1 - miss if hits == 1 else 0)
    return ways


@cache
def by_recursion(mine: int, yours: int) -> Fraction:
    """The chance that `mine` wins: the exchange that changes nothing is divided out."""
    if yours == 0:
        return Fraction(1)
    if mine == 0:
        return Fraction(0)
    p, q = strong_hit(), Fraction(1, 3)
    if yours == 1:
        return (p + (1 - p) * q * by_recursion(mine - 1, 1)) / (1 - (1 - p) * (1 - q))
    hit, hit_both, lost = p * (1 - q), p * q, (1 - p) * q
    found = hit * by_recursion(mine, yours - 1) + hit_both * by_recursion(mine - 1, yours - 1) + lost * by_recursion(mine - 1, yours)
    return found / (1 - (1 - p) * (1 - q))


@pytest.mark.parametrize(("mine", "yours"), [(1, 1), (3, 3), (5, 2), (2, 6)])
def test_a_duel_as_an_independent_recursion_has_it(mine: int, yours: int) -> None:
    found = play_out(exchange, Duel(mine, yours), None, Policy(), fallen)
    assert found["yours"] == by_recursion(mine, yours)
    assert found["yours"] + found["mine"] == 1


class Walk(msgspec.Struct):
    place: int
    caught: bool = False


def test_states_that_reach_each_other_are_solved_together() -> None:
    """A walk on a ring of five with a way out at one place: whoever walks long enough leaves."""

    def step(t: Table[Walk, None]) -> None:
        if t.state.place == 0 and t.roll(D6, "x", ANA).total == 6:
            t.state.caught = True
        t.state.place = (t.state.place + (1 if t.roll(SumPool(1, 2), "x", ANA).total == 2 else -1)) % 5

    found = play_out(step, Walk(2), None, Policy(), lambda walk: walk.place if walk.caught else None)
    assert found == {1: Fraction(1, 2), 4: Fraction(1, 2)}


def test_what_has_ended_already_is_certain() -> None:
    assert play_out(fair, Purse(0), None, Policy(), ruin) == {"broke": 1}


def test_an_ending_may_be_nothing_much() -> None:
    """Zero and no are endings; only None goes on."""
    assert play_out(fair, Purse(1, 2), None, Policy(), lambda p: 0 if p.coins == 0 else False if p.coins == 2 else None) == {0: 1}
    found = play_out(fair, Purse(1, 2), None, Policy(), lambda p: p.coins if p.coins != 1 else None)
    assert found == {0: Fraction(1, 2), 2: Fraction(1, 2)}


def test_what_never_ends_is_said_to() -> None:
    def nothing(t: Table[Purse, None]) -> None:
        t.roll(D6, "x", ANA)

    def to_and_fro(t: Table[Purse, None]) -> None:
        t.state.coins = 3 if t.state.coins == 2 else 2

    def trap(t: Table[Purse, None]) -> None:
        if t.state.coins != 5:
            t.state.coins = {1: 0, 2: 5}.get(t.roll(SumPool(1, 3), "x", ANA).total, 3)

    for step in (nothing, to_and_fro, trap):
        with pytest.raises(RuntimeError, match="never ends"):
            play_out(step, Purse(3), None, Policy(), ruin)


def test_too_many_states_are_said_to_be() -> None:
    def grow(t: Table[Purse, None]) -> None:
        t.state.coins += 1

    with pytest.raises(RuntimeError, match="more than 100 states"):
        play_out(grow, Purse(1, -1), None, Policy(), ruin, most_states=100)


def test_endless_dice_may_be_read_with_a_bound() -> None:
    def race(t: Table[Purse, None]) -> None:
        t.state.coins += 1 + t.roll(ScoreDie(0), "x", ANA).over(6, 2)

    found = play_out(race, Purse(1, 3), None, Policy(), lambda p: "over" if p.coins >= p.bank else None)
    assert found == {"over": 1}


def test_the_start_is_not_touched() -> None:
    purse = Purse(2)
    play_out(fair, purse, None, Policy(), ruin)
    assert purse == Purse(2)
