"""Fast simulation draws from the same distributions that are counted exactly."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec
import pytest
from toygame import GAME, PLAYERS, ToyVariants, start

from rulebound.kernel.cards import Deck, rank_of, suit_of
from rulebound.kernel.d20 import CombatDice, SkillPool
from rulebound.kernel.dice import D6, SumPool, throw_faces
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.hits import UNLIMITED, HitPool
from rulebound.kernel.odds import odds
from rulebound.kernel.policy import Policy
from rulebound.kernel.pushes import PushPool
from rulebound.kernel.sampling import OFTEN, Sampler, made_up_faces, tabulate
from rulebound.kernel.score import OpposedDice, ScoreDie, Ties
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import Table

ANA = SeatId("ana")
GAMES = 20_000


def sampler(seed: int = 1, variants: Any = None) -> Sampler[Any, Any]:
    return Sampler(None, variants, {}, Policy(), seed)


def far_off(seen: Counter[Any], expected: Distribution[Any]) -> float:
    """Chi-square as a number of standard deviations (Wilson and Hilferty), outcomes too rare for it thrown together."""
    total = sum(seen.values())
    assert set(seen) <= set(expected.weights), set(seen) - set(expected.weights)
    cells: list[tuple[float, int]] = []
    rare_wanted, rare_seen = 0.0, 0
    for outcome, chance in expected.fractions().items():
        wanted = float(chance) * total
        if wanted < 8:
            rare_wanted, rare_seen = rare_wanted + wanted, rare_seen + seen[outcome]
        else:
            cells.append((wanted, seen[outcome]))
    if rare_wanted >= 8:
        cells.append((rare_wanted, rare_seen))
    else:
        assert rare_seen <= 8 + 6 * sqrt(rare_wanted + 1)
    free = len(cells) - 1
    if free == 0:
        return 0.0
    chi = sum((found - wanted) ** 2 / wanted for wanted, found in cells)
    return ((chi / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))


def agrees(seen: Counter[Any], expected: Distribution[Any]) -> None:
    assert far_off(seen, expected) < 4, (seen, expected)


def test_the_measure_sees_a_wrong_die() -> None:
    wrong = Counter(random.Random(1).choices(range(1, 7), [1, 1, 1, 1, 1, 1.15], k=GAMES))
    assert far_off(wrong, Distribution.uniform(range(1, 7))) > 4
    agrees(Counter(random.Random(1).choices(range(1, 7), k=GAMES)), Distribution.uniform(range(1, 7)))


@pytest.mark.parametrize(
    "pool",
    [
        D6, SumPool(4, 6, keep_highest=3), SumPool(2, 20, keep_lowest=1, plus=3), HitPool(5), HitPool(3, 4, UNLIMITED), HitPool(4, 6, 0),
        PushPool(3, 1, 2), SkillPool(3, 12, 4, 19, 1), CombatDice(4),
    ],
    ids=lambda pool: pool.text(),
)  # fmt: skip
def test_every_pool_is_drawn_as_it_is_counted(pool: Any) -> None:
    t = sampler()
    seen = Counter(t.roll(pool, "x", ANA) for _ in range(GAMES))
    agrees(seen, pool.outcomes())
    thrown = Counter(pool.throw(t.die).summary() for _ in range(GAMES // 4))
    agrees(thrown, pool.outcomes())


@pytest.mark.parametrize(
    ("pool", "ask"),
    [
        (ScoreDie(2), lambda roll: (roll.over(4, 9), roll.botched)),
        (ScoreDie(0, explode=False), lambda roll: (roll.total, roll.botched)),
        (OpposedDice(ScoreDie(2), ScoreDie(1)), lambda roll: (roll.winner, roll.difference(8))),
        (OpposedDice(ScoreDie(2), ScoreDie(4), Ties.LEFT), lambda roll: (roll.winner, roll.left_botched, roll.difference(5))),
    ],
    ids=["score", "plain score", "opposed", "ties"],
)
def test_endless_dice_are_drawn_as_they_are_counted(pool: Any, ask: Callable[[Any], Hashable]) -> None:
    t = sampler()
    agrees(Counter(ask(t.roll(pool, "x", ANA)) for _ in range(GAMES)), pool.outcomes(20).map(ask))


def test_draws_are_as_likely_as_they_are_counted() -> None:
    t = sampler()

    def hand(table: Table[Any, Any]) -> tuple[int, int]:
        deck = Deck()
        cards = table.draw(deck, 5, "x", ANA, like=suit_of)
        assert len(deck.cards) == 49
        return sum(suit_of(card) == "H" for card in cards), sum(suit_of(card) is None for card in cards)

    agrees(Counter(hand(t) for _ in range(GAMES // 4)), odds(hand, None, None, Policy()))


def test_a_known_top_is_drawn_first_and_a_shuffle_forgets_it() -> None:
    t = sampler()
    deck = Deck()
    deck.put_back_on_top(deck.take(deck.cards[:2]))
    top = list(deck.top)
    assert t.draw(deck, 3, "x", ANA)[:2] == top
    deck.discard_cards(top)
    t.shuffle(deck, "x", ANA)
    assert (deck.top, deck.discard, len(deck.cards)) == ([], [], 53)
    first = Counter(rank_of(t.draw(Deck(), 1, "x", ANA)[0]) for _ in range(GAMES))
    agrees(first, Distribution({**dict.fromkeys(range(2, 15), 4), 15: 2}))


# ------------------------------------------------------------------------------------------------------ parts of rules
def duel(t: Table[Any, Any], mine: int, yours: int = 2, plus: int = 0) -> int:
    return t.roll(HitPool(mine), "x", ANA).hits - t.roll(HitPool(yours), "x", ANA).hits + plus


def test_a_sub_asked_often_is_drawn_from_its_distribution_and_agrees() -> None:
    runs = 0

    def counting(t: Table[Any, Any], mine: int, yours: int = 2, plus: int = 0) -> int:
        nonlocal runs
        runs += 1
        return duel(t, mine, yours, plus)

    t = sampler()
    seen = Counter(t.sub(counting, 3, yours=1, plus=2) for _ in range(GAMES))
    assert OFTEN < runs < OFTEN + 200
    agrees(seen, odds(lambda table: duel(table, 3, 1, 2), None, None, Policy()))
    other = Counter(t.sub(counting, 3, yours=1, plus=-9) for _ in range(GAMES))
    agrees(other, odds(lambda table: duel(table, 3, 1, -9), None, None, Policy()))


def test_a_sub_that_cannot_be_counted_is_played_every_time() -> None:
    def endless(t: Table[Any, Any]) -> int:
        return min(20, t.roll(ScoreDie(1), "x", ANA).total)

    def until_six(t: Table[Any, Any]) -> int:
        throws = 1
        while t.roll(D6, "x", ANA).total < 6 and throws < 10_000:
            throws += 1
        return min(throws, 30)

    t = sampler()
    seen = Counter(t.sub(endless) for _ in range(GAMES))
    agrees(Counter({min(n, 19): 0 for n in seen}) + Counter(min(n, 19) for n in seen.elements()), capped(19))
    throws = Counter(t.sub(until_six) for _ in range(OFTEN * 10))
    agrees(throws, Distribution({n: 5 ** (n - 1) * 6 ** (30 - n) for n in range(1, 30)} | {30: 6 * 5**29}))


def capped(most: int) -> Distribution[int]:
    return ScoreDie(1).outcomes(20).map(lambda roll: min(most, roll.total))


def test_tabulated_chances_end_at_one() -> None:
    chances, outcomes = tabulate(Distribution(dict.fromkeys(range(49), 1)))
    assert chances[-1] == 1.0
    assert chances == sorted(chances)
    assert outcomes == list(range(49))


# ------------------------------------------------------------------------------------------------------ made-up faces
@pytest.mark.parametrize(
    "pool", [HitPool(3), PushPool(2, 1), SkillPool(2, 10, 2), CombatDice(3), SumPool(3, 6, keep_highest=2)], ids=lambda pool: pool.text()
)
def test_made_up_faces_would_have_made_the_roll(pool: Any) -> None:
    t = sampler()
    for _ in range(150):
        roll = t.roll(pool, "x", ANA)
        faces = made_up_faces(pool, roll, t.die)
        assert throw_faces(pool, faces).summary() == roll.summary()


def test_made_up_faces_are_as_likely_as_they_are() -> None:
    """Two dice that make 4: 1 3, 2 2 and 3 1, each as often."""
    t = sampler()
    four = throw_faces(SumPool(2, 6), (1, 3)).summary()
    seen = Counter(made_up_faces(SumPool(2, 6), four, t.die) for _ in range(3000))
    agrees(seen, Distribution.uniform([(1, 3), (2, 2), (3, 1)]))


# ---------------------------------------------------------------------------------------------------------- whole games
class Stubborn(Policy[Any, Any]):
    def choose(self, t: Any, seat: SeatId, what: str, options: Any, about: Any, default: Any) -> Any:
        return options[-1]

    def text(self, t: Any, seat: SeatId, what: str, about: Any, default: str) -> str:
        return "mine"


def test_policies_answer_by_seat() -> None:
    t: Sampler[Any, Any] = Sampler(None, None, {ANA: Stubborn()}, Policy(), 1)
    other = SeatId("bo")
    assert (t.choose(ANA, "x", (1, 2, 3)), t.choose(other, "x", (1, 2, 3)), t.choose(other, "x", (1, 2), default=2)) == (3, 1, 2)
    assert t.together("x", {ANA: (1, 2), other: (1, 2)}) == {ANA: 2, other: 1}
    assert (t.text(ANA, "x"), t.text(other, "x", default="d")) == ("mine", "d")
    assert (t.number(other, "x", 2, 5), t.number(other, "x", 2, 5, default=4)) == (2, 4)
    assert t.choose_some(other, "x", (1, 2, 3), 2) == (1, 2)
    assert t.judge("x", (1, 2), lambda: 2) == 2


def test_the_same_seed_plays_the_same_game() -> None:
    def play(seed: int) -> bytes:
        t = Sampler(start().state, ToyVariants(), {}, Policy(), seed)
        for _ in range(30):
            for seat in PLAYERS:
                GAME.commands["strike"].rule(t, seat, PLAYERS[(PLAYERS.index(seat) + 1) % 3])
                GAME.commands["swap"].rule(t, seat)
                GAME.commands["brace"].rule(t, seat)
                GAME.commands["chance"].rule(t, seat, 2)
                t.settle()
        return msgspec.msgpack.encode(t.state)

    assert play(5) == play(5)
    assert play(5) != play(6)


def test_a_whole_command_is_sampled_as_it_is_counted() -> None:
    """What a strike does to Bo, dice and later parts included."""
    variants = ToyVariants()

    def strike(t: Table[Any, Any]) -> int:
        GAME.commands["strike"].rule(t, PLAYERS[0], PLAYERS[1])
        t.settle()
        return int(t.state.people[PLAYERS[1]].hp)

    exact = odds(strike, start().state, variants, Policy())
    decode = msgspec.msgpack.Decoder(GAME.state).decode
    begin = msgspec.msgpack.encode(start().state)
    t = Sampler(start().state, variants, {}, Policy(), 3)
    seen: Counter[int] = Counter()
    for _ in range(4000):
        t.state = decode(begin)
        seen[strike(t)] += 1
    agrees(seen, exact)
    assert sum(exact.fractions().values()) == Fraction(1)
