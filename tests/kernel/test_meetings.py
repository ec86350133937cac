"""Paths that meet: what follows is counted once, whatever is known on the way there, and comes out as when every face is counted."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod
from typing import Any

import msgspec
import pytest
from faces import by_faces
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulebound.kernel.dice import SumPool
from rulebound.kernel.hits import HitPool
from rulebound.kernel.limits import at_least, at_most, either
from rulebound.kernel.odds import odds_of_state
from rulebound.kernel.policy import Policy
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import Table

ANA = SeatId("ana")
FIELDS = ("a", "b", "c")
Op = tuple[Any, ...]


class Purse(msgspec.Struct):
    """Numbers that may stand on unread dice, and what has been seen of them."""

    a: int = 0
    b: int = 0
    c: int = 0
    full: bool = False
    seen: int = 0
    note: int = 0
    """Nobody goes by it."""
    scar: int = 0
    """Nor by this, and nobody changes it but what is done first."""


class Won(msgspec.Struct, frozen=True):
    more: int


T = Table[Purse, None]


def bet(t: T, purse: Purse, dice: int) -> Won:
    """Looks at what there is, and changes it."""
    roll = t.roll(HitPool(dice, 4, 0), "x", ANA)
    if purse.a > 1 and not roll.hits:
        roll = t.roll(HitPool(1, 4, 0), "x", ANA)
    purse.a = at_most(purse.a + roll.ones, 2)
    return Won(roll.hits)


def wager(t: T, purse: Purse, dice: int) -> Won:
    """Looks at some of what there is only as far as it must, and at some not at all."""
    roll = t.roll(HitPool(dice if purse.b <= 1 else 1, 4, 0), "x", ANA)
    purse.full = at_least(purse.a + roll.ones, 2)
    purse.a = at_most(purse.a + roll.ones, 3)
    purse.b += roll.hits
    return Won(roll.hits)


def carry_out(t: T, op: Op) -> None:
    purse = t.state
    match op:
        case ("hits", name, dice):
            setattr(purse, name, getattr(purse, name) + t.roll(HitPool(dice, 5, 1), "x", ANA).hits)
        case ("hits and ones", one, two):
            roll = t.roll(HitPool(1, 4, 0), "x", ANA)
            setattr(purse, one, roll.hits)
            setattr(purse, two, getattr(purse, two) - roll.ones)
        case ("sum", name, sides):
            setattr(purse, name, t.roll(SumPool(1, sides), "x", ANA).total)
        case ("less", one, two):
            setattr(purse, one, getattr(purse, one) - getattr(purse, two))
        case ("limit", name, most):
            setattr(purse, name, at_most(getattr(purse, name), most))
        case ("full", name, least):
            purse.full = at_least(getattr(purse, name), least)
        case ("if", name, limit):
            purse.seen += 1 if getattr(purse, name) <= limit else 3
        case ("note if", name, limit):
            purse.note = purse.note * 2 + (1 if getattr(purse, name) <= limit else 0)
        case ("scar if", name, limit):
            purse.scar += 1 if getattr(purse, name) <= limit else 2
        case ("if full",):
            purse.seen += 5 if purse.full else 0
        case ("which is more", one, two):
            purse.seen += 7 if getattr(purse, one) > getattr(purse, two) else 0
        case ("how much", name):
            purse.seen += int(getattr(purse, name))
        case ("forget", name):
            setattr(purse, name, 0)
        case ("forget what was seen",):
            purse.seen = min(purse.seen, 4)
        case ("bet", dice):
            purse.b = t.apart(bet, purse, ("c",), ("a",), dice).more
        case ("bet again", dice):
            purse.c = t.following(bet, purse, ("b",), ("a",), dice).more
        case ("wager", dice):
            purse.c = t.apart(wager, purse, (), ("a", "b", "full"), dice).more
        case ("half", name):
            setattr(purse, name, getattr(purse, name) // 2)
        case ("smaller", one, two):
            setattr(purse, one, at_most(getattr(purse, one), getattr(purse, two)))
        case ("when", name, limit, then):
            if getattr(purse, name) <= limit:
                carry_out(t, then)
        case ("later", then):
            t.later(carry_out, then)


def program(ops: list[Op]) -> Callable[[T], None]:
    def rule(t: T) -> None:
        for place, op in enumerate(ops):
            carry_out(t, op)
            t.milestone(f"after {place}", told_only=lambda purse: [(purse, "note"), (purse, "scar")])

    return rule


def look(purse: Purse) -> tuple[Any, ...]:
    told = purse.c if purse.scar > 1 else 0
    return purse.seen, purse.a > 0, min(purse.b, 1), purse.c, either(purse.full, "full", ""), purse.note, purse.scar, told


names, few = st.sampled_from(FIELDS), st.integers(-1, 2)
throws = st.one_of(
    st.tuples(st.just("hits"), names, st.integers(1, 2)),
    st.tuples(st.just("hits and ones"), names, names),
    st.tuples(st.just("sum"), names, st.integers(2, 4)),
    st.tuples(st.sampled_from(["bet", "bet again", "wager"]), st.integers(1, 2)),
)
reads = st.one_of(
    st.tuples(st.just("if"), names, few),
    st.tuples(st.sampled_from(["less", "which is more", "smaller"]), names, names),
    st.tuples(st.sampled_from(["limit", "full", "note if", "scar if"]), names, few),
    st.tuples(st.sampled_from(["how much", "forget", "half"]), names),
    st.tuples(st.sampled_from(["if full", "forget what was seen"])),
)
sometimes = st.tuples(st.just("when"), names, few, st.one_of(throws, reads))
ops = st.one_of(throws, reads, reads, sometimes, st.tuples(st.just("later"), st.one_of(reads, sometimes)))
COSTS = {"hits and ones": 6, "sum": 3}


def cost(op: Op) -> int:
    """About how many faces plain counting goes through."""
    if op[0] in ("when", "later"):
        return cost(op[-1])
    return COSTS.get(op[0], 1) if op[0] not in ("hits", "bet", "bet again", "wager") else (12, 60)[op[-1] - 1]


programs = st.lists(ops, min_size=2, max_size=9).filter(lambda ops: prod(map(cost, ops)) < 2000)


SEEN = ("forget what was seen",)


@given(ops=programs)
@example(ops=[("sum", "a", 4), ("if", "a", 1), ("if", "a", 2), SEEN, ("how much", "a"), ("if", "a", 2)])
@example(ops=[("hits", "a", 2), ("hits", "b", 1), ("which is more", "a", "b"), SEEN, ("less", "a", "b"), ("if", "a", 0)])
@example(ops=[("bet", 1), ("if", "b", 0), SEEN, ("bet again", 2), ("later", ("if", "a", 1)), ("which is more", "c", "b")])
@example(ops=[("hits", "b", 1), ("if", "b", 0), ("bet", 1), ("if", "b", 0), ("hits and ones", "a", "b"), ("if", "b", 0)])
@example(ops=[("hits", "a", 2), ("scar if", "a", 0), ("hits", "b", 2), ("if", "b", 0), ("hits", "c", 1), ("if", "a", 1)])
@settings(max_examples=100, deadline=None, derandomize=True, database=None)
def test_paths_that_meet_come_out_as_when_every_face_is_counted(ops: list[Op]) -> None:
    rule = program(ops)
    assert odds_of_state(rule, look, Purse(), None, Policy()).fractions() == by_faces(rule, look, Purse(), None, Policy())


def test_what_follows_a_place_is_run_once_for_all_that_may_be_known_there() -> None:
    runs = 0

    def rule(t: T) -> None:
        nonlocal runs
        first = t.roll(SumPool(1, 6), "x", ANA)
        t.state.a = first.total
        t.state.seen = 1 if first.total > 3 else 0
        t.state.seen += 2 if first.total > 5 else 0
        t.state.seen = 0
        t.milestone("here")
        runs += 1
        t.state.b = int(t.roll(SumPool(1, 6), "x", ANA).total)

    found = odds_of_state(rule, lambda purse: purse.b, Purse(), None, Policy())
    assert found.fractions() == dict.fromkeys(range(1, 7), Fraction(1, 6))
    assert runs == 6


@pytest.mark.parametrize("again", [False, True])
def test_what_nobody_goes_by_is_told_apart_only_by_whoever_looks(again: bool) -> None:
    """What follows is run once, whatever the scar; where that changes afterwards too, once for each."""
    runs = 0

    def rule(t: T) -> None:
        nonlocal runs
        t.state.scar = 1 if t.roll(SumPool(1, 6), "x", ANA).total > 4 else 2
        t.milestone("here", told_only=lambda purse: [(purse, "scar")])
        runs += 1
        t.state.b = int(t.roll(SumPool(1, 4), "x", ANA).total)
        t.state.scar += again

    found = odds_of_state(rule, lambda purse: (purse.scar, purse.b), Purse(), None, Policy())
    assert found.fractions() == {(scar + again, b): Fraction(scar, 12) for scar in (1, 2) for b in range(1, 5)}
    assert runs == (8 if again else 4)


def test_what_is_held_back_may_be_known_in_part() -> None:
    """As much as what follows goes by is told apart."""

    def rule(t: T) -> None:
        t.state.scar = int(t.roll(SumPool(1, 6), "x", ANA).total)
        t.milestone("here", told_only=lambda purse: [(purse, "scar")], knowing=lambda: t.state.scar > 4)
        t.state.b = t.roll(SumPool(1, 2), "x", ANA).total + (10 if t.state.scar > 4 else 0)

    found = odds_of_state(rule, lambda purse: (purse.scar, int(purse.b)), Purse(), None, Policy())
    assert found.fractions() == {(scar, b + (10 if scar > 4 else 0)): Fraction(1, 12) for scar in range(1, 7) for b in (1, 2)}


def raised(t: Table[Purse, int], purse: Purse) -> Won:
    purse.a = purse.a + t.variants
    return Won(t.roll(HitPool(1, 4, 0), "x", ANA).hits)


@pytest.mark.parametrize("by", [1, 2])
def test_what_was_counted_under_one_rule_is_not_taken_for_another(by: int) -> None:
    def rule(t: Table[Purse, int]) -> None:
        t.state.a = t.roll(HitPool(1, 4, 0), "x", ANA).hits
        t.state.b = t.apart(raised, t.state, (), ("a",)).more

    found = odds_of_state(rule, lambda purse: int(purse.a), Purse(), by, Policy())
    assert found.fractions() == {by: Fraction(1, 2), by + 1: Fraction(1, 2)}
