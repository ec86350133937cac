"""Dice thrown again and pushed, counted as one pool: the same fractions as every face, and as a rule that forks at each decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import icepool
import pytest
from enumerate import assert_same_odds
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebound.kernel.hits import UNLIMITED, HitPool, HitRoll
from rulebound.kernel.odds import odds
from rulebound.kernel.policy import Policy
from rulebound.kernel.pushes import PushPool
from rulebound.kernel.sampling import Sampler
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import About, Table
from rulebound.kernel.tries import FIELDS, Plan, Then, Tries, TriesPool, try_again

ANA = SeatId("ana")
MOST_HITS = 6
PARTS = (*FIELDS, "rerolls", "mostly_ones_at_once")


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Any decision for any number of hits; the last throw is not thrown again."""
    rows = st.lists(st.sampled_from(Then), min_size=MOST_HITS + 1, max_size=MOST_HITS + 1).map(tuple)
    last = st.lists(st.sampled_from([Then.ACCEPT, Then.PUSH]), min_size=MOST_HITS + 1, max_size=MOST_HITS + 1).map(tuple)
    return (*draw(st.lists(rows, max_size=1)), draw(last))


pools = st.builds(HitPool, st.integers(1, 3), st.sampled_from([4, 5, 6]), st.sampled_from([0, 1, UNLIMITED]))
tries = st.builds(TriesPool, pools, plans(), before=st.integers(0, 1))


@settings(max_examples=15, deadline=None)
@given(tries.filter(lambda t: t.pool.dice * len(t.plan) + 2 * t.pool.bonus_for(t.pool.dice) <= 6))
def test_counted_as_when_every_face_is_thrown(pool: TriesPool) -> None:
    assert_same_odds(pool)


@settings(max_examples=40, deadline=None)
@given(tries, st.frozensets(st.sampled_from(PARTS), min_size=1, max_size=3))
def test_told_apart_in_some_parts_alone(pool: TriesPool, parts: frozenset[str]) -> None:
    def shown(roll: Tries) -> tuple[Any, ...]:
        return tuple(getattr(roll, part) for part in sorted(parts))

    assert pool.rough(parts).map(shown) == pool.outcomes().map(shown)


# ------------------------------------------------------------------------------------------------------ in a rule
class Hopes(Policy[None, None]):
    """Again for nothing at all, twice at most; a push for a single hit, and for the third time nothing."""

    def choose(self, t: Table[None, None], seat: SeatId, what: str, options: Sequence[Any], about: About, default: Any) -> Any:
        hits, rerolls = map(int, about)
        return Then.AGAIN if hits == 0 and rerolls < 2 else Then.PUSH if hits < 2 else Then.ACCEPT


def hopeful(t: Table[None, None]) -> HitRoll | Tries:
    pool = HitPool(3, bonus_cap=2)

    def throw_push(push: PushPool) -> Any:
        return t.roll(push, "push", ANA)

    def decide(hits: int, rerolls: int) -> Then:
        return t.choose(ANA, "again", tuple(Then), (str(hits), str(rerolls)))

    return try_again(t, pool, lambda: t.roll(pool, "x", ANA), throw_push, decide, lambda: None, explode=True)


def by_parts(t: Table[None, None]) -> tuple[Any, ...]:
    roll = hopeful(t)
    return roll.hits, roll.rerolls, roll.push_ones, roll.three_show, roll.mostly_ones


def test_the_same_at_once_as_one_after_another() -> None:
    """Whoever decides is asked at each throw: there nothing is counted at once."""
    at_once = odds(by_parts, None, None, Hopes(), most_runs=1)
    plan = tuple(tuple(Hopes().choose(None, ANA, "", (), (str(h), str(r)), None) for h in range(6)) for r in range(3))  # type: ignore[arg-type]
    pool = TriesPool(HitPool(3, bonus_cap=2), plan)
    assert at_once == pool.outcomes().map(lambda r: (r.hits, r.rerolls, r.push_ones, r.three_show, r.mostly_ones))


def test_sampled_as_it_is_counted() -> None:
    """20,000 games: every chance within four standard errors and a half of a game."""
    games = 20_000
    counted = odds(lambda t: hopeful(t).hits, None, None, Hopes())
    t = Sampler(None, None, {}, Hopes(), seed=3)
    seen: dict[int, int] = {}
    for _ in range(games):
        hits = hopeful(t).hits
        seen[hits] = seen.get(hits, 0) + 1
    for hits, chance in counted.fractions().items():
        p = float(chance)
        assert abs(seen.get(hits, 0) / games - p) <= 4 * (p * (1 - p) / games) ** 0.5 + 0.5 / games


@pytest.mark.parametrize("dice", range(1, 9))
def test_pushed_hits_agree_with_icepool(dice: int) -> None:
    """Without bonus dice a push of every roll is as if each die had two chances."""
    pool = TriesPool(HitPool(dice, bonus_cap=0), ((Then.PUSH,) * (dice + 1),))
    twice = icepool.Die({0: 16, 1: 20})  # a die misses twice in 4 * 4 of 36
    theirs = dice @ twice
    hits = pool.rough(frozenset({"hits"})).map(lambda roll: roll.hits)
    assert {n: hits.chance(n) for n in hits.weights} == {n: theirs.probability(n) for n in theirs.outcomes()}


def test_a_plan_without_an_end_cannot_be_thrown() -> None:
    with pytest.raises(ValueError, match="no end"):
        TriesPool(HitPool(1), ((Then.AGAIN, Then.ACCEPT, Then.ACCEPT),)).throw(lambda sides: 1)
