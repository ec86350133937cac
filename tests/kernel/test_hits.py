from __future__ import annotations

from fractions import Fraction
from typing import Any

import dyce
import icepool
import pytest
from enumerate import agrees_with_parts, assert_same_odds, every_throw
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebound.kernel.dice import WrongDice, throw_faces
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.hits import UNLIMITED, HitPool, HitRoll
from rulebound.kernel.pushes import PushPool, PushRoll, push

caps, hit_on = st.sampled_from([UNLIMITED, 0, 1, 2, 3]), st.integers(2, 6)
hit_pools = st.builds(HitPool, st.integers(0, 6), hit_on, caps)
push_pools = st.builds(PushPool, st.integers(0, 4), st.integers(0, 3), caps, hit_on)


class HitsInIcepool(icepool.MultisetEvaluator):  # type: ignore[misc]
    def next_state(self, state, order, outcome, count):  # type: ignore[no-untyped-def]
        hits, sixes = state or (0, 0)
        return hits + count * (outcome >= 5), sixes + count * (outcome == 6)

    def final_outcome(self, final_state, order, outcomes, size):  # type: ignore[no-untyped-def]
        hits, sixes = final_state
        return hits + min(sixes, 3) @ icepool.Die({0: 2, 1: 1})


# ----------------------------------------------------------------------------------------------------------- the first throw
def test_one_throw_read_die_by_die() -> None:
    roll = throw_faces(HitPool(7), (6, 5, 6, 2, 1, 1, 3, 1, 6))
    assert roll == HitRoll(7, 3, 2, 2, 2, 1, 1, 1, faces=roll.faces)
    assert (roll.hits, roll.misses, roll.showing_sixes, roll.showing_ones) == (4, 5, 3, 3)
    assert roll.hits_and_ones == (4, 2)
    assert roll.brief() == "4 hits" and throw_faces(HitPool(1), (5,)).brief() == "1 hit"


def test_bonus_dice_bring_no_more_dice_and_the_cap_holds() -> None:
    assert throw_faces(HitPool(4), (6, 6, 6, 6, 6, 6, 6)).hits == 7
    with pytest.raises(WrongDice, match="too many"):
        throw_faces(HitPool(4), (6, 6, 6, 6, 6, 6, 6, 6))
    assert throw_faces(HitPool(4, bonus_cap=UNLIMITED), (6, 6, 6, 6, 6, 6, 6, 1)).hits == 7
    assert throw_faces(HitPool(2, bonus_cap=0), (6, 6)).hits == 2


@pytest.mark.parametrize(
    ("faces", "critical"),
    [((1, 1, 2, 3), False), ((1, 1, 1, 2, 3), True), ((1,), True), ((1, 1, 5), False), ((1, 1, 6, 1), False)],
)
def test_mostly_ones(faces: tuple[int, ...], critical: bool) -> None:
    """Exactly half is not enough, and any hit saves the roll."""
    dice = 3 if 6 in faces else len(faces)
    assert throw_faces(HitPool(dice), faces).mostly_ones is critical


@pytest.mark.parametrize(
    "pool",
    [HitPool(0), HitPool(1), HitPool(4), HitPool(4, 4, 1), HitPool(3, 6, UNLIMITED), HitPool(4, 5, 0), HitPool(3, 2, 2)],
    ids=HitPool.text,
)
def test_outcomes_are_every_throw(pool: HitPool) -> None:
    assert_same_odds(pool)


@settings(max_examples=60, deadline=None)
@given(hit_pools)
def test_parts_are_parts_of_the_outcomes(pool: HitPool) -> None:
    agrees_with_parts(pool, ("hits", "kept", "hits_and_ones"))
    assert pool.part("faces") is None


@pytest.mark.parametrize("dice", [1, 5, 12])
def test_hits_agree_with_icepool(dice: int) -> None:
    theirs = HitsInIcepool()(icepool.d6.pool(dice))
    ours = HitPool(dice).part("hits")
    assert ours is not None
    assert ours.fractions() == {hits: Fraction(ways, theirs.denominator()) for hits, ways in theirs.items() if ways}


def test_hits_without_explosion_agree_with_dyce() -> None:
    theirs = 9 @ dyce.H({0: 2, 1: 1})
    ours = HitPool(9, bonus_cap=0).part("hits")
    assert ours is not None
    assert ours.fractions() == {hits: Fraction(ways, theirs.total) for hits, ways in theirs.items()}


# ------------------------------------------------------------------------------------------------------------------ the push
def test_a_push_throws_every_miss_again_and_shares_the_cap() -> None:
    pool = HitPool(5)
    roll = throw_faces(pool, (6, 6, 2, 3, 5, 4, 5))
    assert push(pool, roll.kept) == PushPool(2, 1, 1)
    assert push(pool, roll.kept, explode=False) == PushPool(2, 1, 0)
    endless = HitPool(5, 4, UNLIMITED)
    assert push(endless, throw_faces(endless, (6, 6, 2, 3, 5, 4, 3)).kept) == PushPool(2, 1, UNLIMITED, 4)


def test_only_pool_dice_explode_in_a_push() -> None:
    """Two pool dice, then the missed bonus die, then the one new die that is left; its one costs no stress but shows."""
    roll = throw_faces(PushPool(2, 1, 1), (6, 6, 6, 1))
    assert roll == PushRoll(3, 0, 2, 1, 1, faces=(6, 6, 6, 1))
    assert (roll.showing_sixes, roll.showing_ones) == (3, 1)
    assert throw_faces(PushPool(3, 1, 3), (1, 2, 2, 1)) == PushRoll(0, 2, 0, faces=(1, 2, 2, 1))
    assert throw_faces(PushPool(1, 0, 0), (6,)).hits == 1
    assert roll.brief() == "3 more hits" and throw_faces(PushPool(1), (5,)).brief() == "1 more hit"


@pytest.mark.parametrize(
    "pool",
    [PushPool(0), PushPool(3, 1, 1), PushPool(2, 2, 0), PushPool(2, 0, UNLIMITED, 4), PushPool(0, 3, 2), PushPool(3, 0, 3, 6)],
    ids=PushPool.text,
)
def test_outcomes_of_a_push_are_every_throw(pool: PushPool) -> None:
    assert_same_odds(pool)


@settings(max_examples=60, deadline=None)
@given(push_pools)
def test_parts_of_a_push_are_parts_of_its_outcomes(pool: PushPool) -> None:
    agrees_with_parts(pool, ("hits", "hits_and_ones"))
    assert pool.part("sixes") is None


@pytest.mark.parametrize("explode", [True, False])
def test_a_whole_pushed_roll_by_parts_and_by_every_throw(explode: bool) -> None:
    pool = HitPool(3, bonus_cap=2)
    thrown: dict[tuple[int, int], Fraction] = {}
    for first, chance in every_throw(pool)[0].items():
        for again, share in every_throw(push(pool, first.kept, explode))[0].items():
            result = first.hits + again.hits, again.ones
            thrown[result] = thrown.get(result, Fraction(0)) + chance * share

    def pushed(first: HitRoll) -> Distribution[tuple[int, int]]:
        return push(pool, first.kept, explode).outcomes().map(lambda again: (first.hits + again.hits, again.ones))

    assert pool.outcomes().then(pushed).fractions() == thrown


# --------------------------------------------------------------------------------------------------------------------- text
@pytest.mark.parametrize(
    ("pool", "text"),
    [
        (HitPool(7), "7d6h"), (HitPool(7, 4, 2), "7d6h4x2"), (HitPool(7, 5, UNLIMITED), "7d6hx*"), (HitPool(2, 6), "2d6h6"),
        (PushPool(4, 1, 2), "push 4+1d6hx2"), (PushPool(4, 0, 3, 4), "push 4d6h4"),
    ],
)  # fmt: skip
def test_text(pool: HitPool | PushPool, text: str) -> None:
    assert pool.text() == text


def test_faces_text_keeps_bonus_dice_apart() -> None:
    roll = throw_faces(HitPool(7), (6, 5, 5, 2, 1, 1, 1, 4))
    assert HitPool(7).faces_text(roll) == "6 5 5 2 1 1 1 +[4]"
    assert HitPool(2).faces_text(throw_faces(HitPool(2), (5, 2))) == "5 2"
    push = PushPool(1, 1, 1)
    assert push.faces_text(throw_faces(push, (6, 2, 4))) == "6 2 +[4]"


POOLS = [HitPool(3), HitPool(4, 4, 1), HitPool(2, 5, 0), PushPool(3, 1, 2), PushPool(2, 2, 0), PushPool(4, 0, UNLIMITED)]
PARTS = (
    ("hits",),
    ("hits", "mostly_ones"),
    ("kept", "misses"),
    ("hits", "ones"),
    ("hits", "showing_sixes"),
    ("hits", "ones", "showing_sixes"),
)


@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize("parts", PARTS)
def test_rough_counts_are_right_in_what_they_are_asked_for(pool: HitPool | PushPool, parts: tuple[str, ...]) -> None:
    whole: Distribution[Any] = pool.outcomes()  # type: ignore[assignment]
    if not all(hasattr(next(iter(whole.weights)), part) for part in parts):
        return
    rough: Distribution[Any] | None = pool.rough(frozenset(parts))
    assert rough is None or rough.map(lambda roll: reading(roll, parts)) == whole.map(lambda roll: reading(roll, parts))


def reading(roll: HitRoll | PushRoll, parts: tuple[str, ...]) -> tuple[object, ...]:
    return tuple(getattr(roll, part) for part in parts)
