"""Exact odds: the same fractions as counting every single face and card, without paying for what a rule does not read."""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any, TypeVar

import icepool
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebound.kernel.cards import Card, CardError, Deck, Suit, rank_of, suit_of
from rulebound.kernel.d20 import CombatDice
from rulebound.kernel.dice import D6, Pool, R, SumPool
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.entries import EVERYONE
from rulebound.kernel.explore import MOST_IN_A_ROW
from rulebound.kernel.hits import UNLIMITED, HitPool
from rulebound.kernel.limits import at_least, at_most, either, number_in, spelled
from rulebound.kernel.modifiers import Total
from rulebound.kernel.odds import TooManyOutcomes, Uncountable, odds, odds_of_state
from rulebound.kernel.policy import Policy
from rulebound.kernel.pushes import push
from rulebound.kernel.score import Botch, OpposedDice, ScoreDie, Side, Ties
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.selections import draws
from rulebound.kernel.table import About, Table

ANA, BO = SeatId("ana"), SeatId("bo")
TINY = tuple(map(Card, ("2H", "3H", "3S", "AS")))
H = TypeVar("H", bound=Hashable)


class Variants(msgspec.Struct, frozen=True):
    plus: int = 0


class Box(msgspec.Struct):
    score: int = 0
    seen: list[int] = []
    deck: Deck = msgspec.field(default_factory=lambda: Deck(cards=list(TINY)))


T = Table[Box, Variants]


class ByScore(Policy[Box, Variants]):
    """Chooses by what it sees, so that choices and chance depend on each other."""

    def choose(self, t: T, seat: SeatId, what: str, options: Sequence[Any], about: About, default: Any) -> Any:
        return options[t.state.score % len(options)]

    def choose_some(self, t: T, seat: SeatId, what: str, options: Sequence[Any], least: int, most: int, about: About) -> tuple[Any, ...]:
        return tuple(options[: max(least, min(most, t.state.score % 3))])

    def number(self, t: T, seat: SeatId, what: str, least: int, most: int, about: About, default: int) -> int:
        return least + t.state.score % (most - least + 1)

    def text(self, t: T, seat: SeatId, what: str, about: About, default: str) -> str:
        return "x" * (t.state.score % 4)


# ----------------------------------------------------------------------------------------- every single face and card
class _Fork(BaseException):
    def __init__(self, ways: int) -> None:
        self.ways = ways


class Plain(Table[Box, Variants]):
    """The plainest driver: every die one by one, every card one by one, all equally likely."""

    def __init__(self, state: Box, variants: Variants, path: Sequence[int], policy: Policy[Box, Variants]) -> None:
        super().__init__(state, variants)
        self.left = list(reversed(path))
        self.policy = policy

    def one_of(self, ways: int) -> int:
        if not self.left:
            raise _Fork(ways)
        return self.left.pop()

    def roll(self, pool: Pool[R], what: str, by: SeatId, about: About = (), total: Total | None = None, to: Any = EVERYONE) -> R:
        return pool.throw(lambda sides: 1 + self.one_of(sides))

    def draw(self, deck: Deck, count: int, what: str, by: SeatId, about: About = (), like: Any = None, to: Any = EVERYONE) -> list[Card]:
        drawn: list[Card] = []
        for _ in range(count):
            if deck.top:
                drawn += deck.take(deck.top[:1])
            else:
                drawn += deck.take([deck.unknown()[self.one_of(len(deck.unknown()))]])
        return drawn

    def shuffle(self, deck: Deck, what: str, by: SeatId) -> None:
        deck.reshuffle()

    def choose(self, seat: SeatId, what: str, options: Sequence[Any], about: About = (), default: Any = None) -> Any:
        return options[0] if len(options) == 1 else self.policy.choose(self, seat, what, options, about, default)

    def choose_some(
        self, seat: SeatId, what: str, options: Any, least: int = 0, most: Any = None, about: About = (), ordered: bool = False
    ) -> Any:
        return self.policy.choose_some(self, seat, what, options, least, len(options) if most is None else most, about)

    def number(self, seat: SeatId, what: str, least: int, most: int, about: About = (), default: int | None = None) -> int:
        return self.policy.number(self, seat, what, least, most, about, least)

    def text(self, seat: SeatId, what: str, about: About = (), longest: int = 500, default: str = "") -> str:
        return self.policy.text(self, seat, what, about, default)

    def judge(self, what: str, options: Sequence[Any], default: Any, about: About = ()) -> Any:
        return default() if callable(default) else default

    def together(self, what: str, options: Mapping[SeatId, Sequence[Any]], about: About = ()) -> dict[SeatId, Any]:
        return {seat: self.choose(seat, what, mine) for seat, mine in options.items()}

    def say(self, kind: str, *rules: str, to: Any = EVERYONE, **data: Any) -> None:
        pass


def counted(rule: Callable[[T], H], variants: Variants = Variants(), policy: Policy[Box, Variants] = ByScore()) -> dict[H, Fraction]:  # noqa: B008
    found: dict[H, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        path, chance = waiting.pop()
        table = Plain(Box(), variants, path, policy)
        try:
            outcome = rule(table)
            table.settle()
        except _Fork as fork:
            waiting += [((*path, way), chance / fork.ways) for way in range(fork.ways)]
            continue
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found


# ---------------------------------------------------------------------------------------------------- rules by chance
Op = tuple[Any, ...]


def hits_or_ones(t: T, dice: int, plus: int = 0) -> int:
    roll = t.roll(HitPool(dice, bonus_cap=1), "sub", ANA)
    return roll.hits + plus + t.variants.plus if roll.hits else -roll.ones


def carry_out(t: T, op: Op) -> None:
    state = t.state
    match op:
        case ("hits", dice):
            state.score += t.roll(HitPool(dice, 5, 1), "x", ANA).hits
        case ("hits and more", hit_on):
            roll = t.roll(HitPool(1, hit_on, UNLIMITED), "x", ANA)
            state.score += roll.hits
            if state.score % 2:
                state.score += 3 * roll.ones + 5 * roll.showing_sixes + roll.misses
        case ("push", hit_on):
            pool = HitPool(1, hit_on, 1)
            roll = t.roll(pool, "x", ANA)
            if not roll.hits:
                state.score += t.roll(push(pool, roll.kept), "x", ANA).hits
        case ("sum", plus):
            state.score += t.roll(SumPool(2, 3, keep_highest=1, plus=plus), "x", ANA).total
        case ("unread", dice):
            t.roll(SumPool(dice, 2), "x", ANA)
        case ("score", number):
            roll = t.roll(ScoreDie(1, explode=False), "x", ANA)
            state.score += 2 if roll.botched else roll.over(number, 2)
        case ("opposed", cap):
            dice = OpposedDice(ScoreDie(1, False, Botch.NONE), ScoreDie(0, False, Botch.NONE), Ties.LEFT)
            roll = t.roll(dice, "x", ANA)
            state.score += roll.difference(cap) if roll.winner is Side.LEFT else 7
        case ("draw", count):
            state.score += sum(map(rank_of, draw(t, count)))
        case ("draw alike", count):
            state.score += sum(suit_of(card) is Suit.HEARTS for card in draw(t, count, suit_of))
        case ("peek",):
            t.state.deck.put_back_on_top(draw(t, 1))
        case ("shuffle",):
            t.shuffle(state.deck, "x", ANA)
        case ("discard",):
            state.deck.discard_cards(draw(t, 1))
        case ("choose", options):
            state.score += t.choose(BO, "x", range(options))
        case ("some", most):
            state.score += sum(t.choose_some(BO, "x", (1, 2, 4), 0, most))
        case ("number", most):
            state.score += t.number(BO, "x", 0, most)
        case ("text",):
            state.score += len(t.text(BO, "x"))
        case ("judge",):
            state.score += t.judge("x", (1, 2, 3), lambda: t.roll(SumPool(1, 2), "x", GM).total)
        case ("together",):
            state.score += sum(t.together("x", {ANA: (1, 2), BO: (0, 4)}).values())
        case ("sub", dice, plus):
            state.score += t.sub(hits_or_ones, dice, plus=plus)
        case ("later", then):
            t.later(carry_out, then)
        case ("if", then):
            if state.score % 2:
                carry_out(t, then)
    state.seen.append(state.score % 5)


def draw(t: T, count: int, like: Callable[[Card], Hashable] | None = None) -> list[Card]:
    return t.draw(t.state.deck, min(count, len(t.state.deck.cards)), "x", ANA, like=like)


simple = st.one_of(
    st.tuples(st.sampled_from(["hits", "sum", "unread", "opposed", "draw", "draw alike"]), st.integers(1, 2)),
    st.tuples(st.sampled_from(["hits and more", "push", "score"]), st.integers(2, 6)),
    st.tuples(st.sampled_from(["choose", "some", "number"]), st.integers(1, 3)),
    st.tuples(st.sampled_from(["peek", "shuffle", "discard", "text", "judge", "together"])),
    st.tuples(st.just("sub"), st.integers(0, 1), st.integers(0, 2)),
)
ops = st.one_of(simple, st.tuples(st.sampled_from(["later", "if"]), simple))


COSTS = {"hits": 20, "hits and more": 12, "push": 40, "sum": 9, "score": 11, "opposed": 36, "draw": 12, "draw alike": 12, "sub": 12}


def cost(op: Op) -> int:
    """About how many faces and cards plain counting goes through."""
    return cost(op[1]) if op[0] in ("later", "if") else COSTS.get(op[0], 4)


programs = st.lists(ops, min_size=1, max_size=3).filter(lambda program: prod(map(cost, program)) < 2500)


@given(program=programs, plus=st.integers(0, 1))
@settings(max_examples=150, deadline=None, derandomize=True, database=None)
def test_any_rule_comes_out_as_when_every_face_and_card_is_counted(program: list[Op], plus: int) -> None:
    def rule(t: T) -> tuple[int, ...]:
        for op in program:
            carry_out(t, op)
        t.settle()
        return (t.state.score, *t.state.seen)

    found = odds(rule, Box(), Variants(plus), ByScore())
    assert found.fractions() == counted(rule, Variants(plus))
    assert sum(found.weights.values()) == found.total


def test_a_duel_with_a_counter_attack_as_when_every_face_is_counted() -> None:
    def rule(t: T) -> tuple[int, bool]:
        first = t.roll(HitPool(2), "x", ANA)
        hits = first.hits - t.roll(HitPool(1), "x", BO).hits
        if hits < 0 and t.choose(BO, "x", (False, True)):
            hits -= t.sub(hits_or_ones, 1, plus=1)
        return hits, first.mostly_ones

    assert odds(rule, Box(), Variants(), ByScore()).fractions() == counted(rule)


# ---------------------------------------------------------------------------------------------------------- icepool
def of(rule: Callable[[Table[None, None]], H], policy: Policy[None, None] | None = None) -> Distribution[H]:
    return odds(rule, None, None, policy or Policy())


def same_as(found: Distribution[Any], die: icepool.Die[Any]) -> None:
    assert found.fractions() == {outcome: Fraction(times, die.denominator()) for outcome, times in die.items() if times}


@pytest.mark.parametrize("dice", [1, 4, 9])
@pytest.mark.parametrize("hit_on", [4, 5, 6])
def test_hit_pools_as_icepool_has_them(dice: int, hit_on: int) -> None:
    plain = icepool.d6 >= hit_on
    same_as(of(lambda t: t.roll(HitPool(dice, hit_on, 0), "x", ANA).hits), dice @ plain.map({True: 1, False: 0}))
    bonus = icepool.d6.map(lambda face: 0 if face < hit_on else 1 if face < 6 else plain.map({True: 2, False: 1}))
    same_as(of(lambda t: t.roll(HitPool(dice, hit_on, UNLIMITED), "x", ANA).hits), dice @ bonus)


@pytest.mark.parametrize(("ours", "theirs"), [(3, 2), (6, 6), (1, 8)])
def test_opposed_pools_as_icepool_has_them(ours: int, theirs: int) -> None:
    def net(t: Table[None, None]) -> int:
        return t.roll(HitPool(ours, bonus_cap=0), "x", ANA).hits - t.roll(HitPool(theirs, bonus_cap=0), "x", BO).hits

    hit = (icepool.d6 >= 5).map({True: 1, False: 0})
    same_as(of(net), ours @ hit - theirs @ hit)


def test_score_dice_against_each_other_as_icepool_has_them() -> None:
    dice = OpposedDice(ScoreDie(4, False, Botch.NONE), ScoreDie(2, False, Botch.NONE), Ties.RIGHT)
    same_as(of(lambda t: t.roll(dice, "x", ANA).winner is Side.LEFT), (icepool.d6 + 4) > (icepool.d6 + 2))
    again = OpposedDice(ScoreDie(4, False, Botch.NONE), ScoreDie(2, False, Botch.NONE), Ties.REROLL)
    difference = ((icepool.d6 + 4) - (icepool.d6 + 2)).reroll([0], depth="inf")
    same_as(of(lambda t: t.roll(again, "x", ANA).difference(20)), difference)


def test_exploding_dice_as_icepool_has_them_far_out() -> None:
    reaches = of(lambda t: t.roll(ScoreDie(0), "x", ANA).reaches(30)).chance(True)
    exploding = icepool.d6.explode(depth=8)
    assert reaches == Fraction((exploding >= 30).quantity(True), exploding.denominator())


@pytest.mark.parametrize("count", [1, 3, 5])
def test_draws_as_icepool_has_them(count: int) -> None:
    def hearts(t: Table[None, None]) -> int:
        return sum(suit_of(card) is Suit.HEARTS for card in t.draw(Deck(), count, "x", ANA, like=suit_of))

    deck = icepool.Deck({True: 13, False: 41})
    hand = deck.deal(count).keep_outcomes([True]).size()
    found = of(hearts)
    same_as(found, hand)
    assert found.chance(0) == Fraction(comb(41, count), comb(54, count))


def test_single_cards_without_saying_which_are_alike() -> None:
    found = of(lambda t: max(map(rank_of, t.draw(Deck(), 2, "x", ANA))))
    ranks = icepool.Deck({**dict.fromkeys(range(2, 15), 4), 15: 2})
    same_as(found, ranks.deal(2).highest(1).sum())


def test_more_cards_than_there_are_cannot_be_drawn() -> None:
    with pytest.raises(CardError):
        of(lambda t: len(t.draw(Deck(cards=list(TINY)), 5, "x", ANA)))
    assert draws(TINY, 4, None).fractions() == {TINY: 1}
    assert draws((), 0, None).fractions() == {(): 1}


# ---------------------------------------------------------------------------------------------------------- best choices
def worth(outcome: Any) -> Fraction:
    return Fraction(outcome)


def keep_or_again(t: Table[None, None]) -> int:
    """Throw a die; keep it or throw again, twice."""
    first = t.roll(D6, "x", ANA).total
    for _ in range(2):
        if t.choose(ANA, "again", ("keep", "again")) == "keep":
            return first
        first = t.roll(D6, "x", ANA).total
    return first


def test_the_best_choice_is_the_one_worked_out_by_hand() -> None:
    """3.5 for the last throw; 4, 5, 6 are kept before it: 4.25; 5 and 6 before that: 14/3."""
    best = odds(keep_or_again, None, None, Policy(), {ANA: worth})
    assert best.mean(worth) == Fraction(14, 3)
    assert best.chance(6) == Fraction(1, 6) + Fraction(4, 6) * (Fraction(1, 6) + Fraction(3, 6) * Fraction(1, 6))


@pytest.mark.parametrize("plan", list(product(range(1, 8), repeat=2)))
def test_no_fixed_plan_beats_it(plan: tuple[int, int]) -> None:
    def rule(t: Table[None, None]) -> int:
        first = t.roll(D6, "x", ANA).total
        for least in plan:
            if first >= least:
                return first
            first = t.roll(D6, "x", ANA).total
        return first

    best = odds(keep_or_again, None, None, Policy(), {ANA: worth}).mean(worth)
    assert of(rule).mean(worth) <= best
    if plan == (5, 4):
        assert of(rule).mean(worth) == best


@given(st.lists(st.integers(0, 9), min_size=8, max_size=8), st.integers(0, 255))
@settings(max_examples=60, deadline=None, derandomize=True, database=None)
def test_two_who_choose_against_each_other(leaves: list[int], plan: int) -> None:
    """Ana wants much and Bo little: a coin, her choice, his choice. By plain minimax, and against every plan of hers."""

    def rule(t: Table[None, None]) -> int:
        coin = t.roll(SumPool(1, 2), "x", GM).total - 1
        mine = t.choose(ANA, "x", (0, 1))
        return leaves[4 * coin + 2 * mine + t.choose(BO, "x", (0, 1))]

    found = odds(rule, None, None, Policy(), {ANA: worth, BO: lambda outcome: -outcome})
    by_hand = sum(max(min(leaves[c + m : c + m + 2]) for m in (0, 2)) for c in (0, 4))
    assert found.mean(worth) == Fraction(by_hand, 2)

    class Planned(Policy[None, None]):
        def choose(self, t: Any, seat: SeatId, what: str, options: Sequence[Any], about: About, default: Any) -> Any:
            return options[plan % 2]

    against = odds(rule, None, None, Planned(), {BO: lambda outcome: -outcome})
    assert against.mean(worth) <= found.mean(worth)


def test_numbers_several_options_and_judgements_are_chosen_best_too() -> None:
    def rule(t: Table[None, None]) -> int:
        score = -abs(t.number(ANA, "x", 0, 9) - 6)
        score += sum(t.choose_some(ANA, "x", (-5, 3, 4, -1), 1, 3))
        first, second = t.choose_some(ANA, "x", (1, 2, 3), 2, 2, ordered=True)
        score += 10 * first - second
        return score + t.judge("x", (1, 8), 1)

    assert odds(rule, None, None, Policy(), {ANA: worth, GM: lambda o: -o}).fractions() == {7 + 29 + 1: 1}
    assert odds(rule, None, None, Policy(), {ANA: worth, GM: worth}).fractions() == {7 + 29 + 8: 1}


def test_a_joint_choice_is_best_against_what_the_others_do() -> None:
    def rule(t: Table[None, None]) -> int:
        both = t.together("x", {ANA: ("stone", "paper"), BO: ("stone", "paper")})
        return (both[ANA] == "paper") - (both[BO] == "paper")

    assert odds(rule, None, None, Policy(), {ANA: worth}).fractions() == {1: 1}
    with pytest.raises(Uncountable, match="several who choose at once"):
        odds(rule, None, None, Policy(), {ANA: worth, BO: worth})


def test_one_option_is_no_choice() -> None:
    assert odds(lambda t: t.choose(ANA, "x", ("only",)), None, None, Policy(), {ANA: lambda o: 0}).fractions() == {"only": 1}
    assert odds(lambda t: t.number(ANA, "x", 3, 3), None, None, Policy(), {ANA: worth}).fractions() == {3: 1}


# ----------------------------------------------------------------------------------------------- what is not read is free
def count(rule: Callable[[Table[None, None]], H]) -> int:
    runs = 0

    def counting(t: Table[None, None]) -> H:
        nonlocal runs
        runs += 1
        return rule(t)

    of(counting)
    return runs


def test_a_roll_that_nobody_reads_costs_nothing() -> None:
    def rule(t: Table[None, None]) -> int:
        for _ in range(50):
            t.roll(HitPool(20), "x", ANA)
        return 7

    assert count(rule) == 1


def test_a_number_that_is_only_returned_is_not_branched_on() -> None:
    assert count(lambda t: t.roll(HitPool(20), "x", ANA).hits) == 1


def test_looking_at_hits_branches_on_hits_alone() -> None:
    """20 dice and 3 bonus dice: 24 numbers of hits, a run for each."""
    assert count(lambda t: str(t.roll(HitPool(20), "x", ANA).hits)) == 24


def test_comparing_a_number_has_two_branches() -> None:
    def rule(t: Table[None, None]) -> bool:
        return 10 - 2 * t.roll(HitPool(20), "x", ANA).hits < 3

    assert count(rule) == 2
    assert of(rule) == of(lambda t: t.roll(HitPool(20), "x", ANA).hits).map(lambda hits: 10 - 2 * hits < 3)


def test_reading_the_same_part_again_costs_nothing() -> None:
    def rule(t: Table[None, None]) -> int:
        roll = t.roll(HitPool(6), "x", ANA)
        return int(roll.hits) + roll.hits + roll.hits

    assert count(rule) == 10


def test_reading_on_is_given_what_is_known() -> None:
    def rule(t: Table[None, None]) -> tuple[int, int]:
        roll = t.roll(HitPool(3, bonus_cap=0), "x", ANA)
        return roll.hits, roll.ones if roll.hits == 2 else 0

    assert count(rule) == 2
    found = of(rule)
    assert found.chance((2, 1)) == Fraction(3 * 4 * 1, 216)
    assert found.chance((2, 0)) == Fraction(3 * 4 * 3, 216)


def test_a_bound_read_of_an_endless_die_has_two_branches() -> None:
    assert count(lambda t: t.roll(ScoreDie(3), "x", ANA).reaches(9)) == 2


def test_a_sub_is_counted_once() -> None:
    runs = 0

    def dice(t: Table[Any, None], number: int, plus: int = 0) -> int:
        nonlocal runs
        runs += 1
        return t.roll(HitPool(number), "x", ANA).hits + plus

    def rule(t: Table[None, None]) -> int:
        return t.sub(dice, 2) + t.sub(dice, 2) + t.sub(dice, 2, plus=5)

    found = of(rule)
    assert runs == 2
    assert found == of(lambda t: dice(t, 2) + dice(t, 2) + dice(t, 2, plus=5))
    assert min(found.weights) == 5


class Purse(msgspec.Struct):
    coins: int = 2
    worry: int = 0


class Kept(msgspec.Struct, frozen=True):
    hits: int
    bad: bool


def bet(t: Table[Any, None], purse: Purse, dice: int) -> Kept:
    """Throw again for a coin as long as nothing hits; worry by the ones."""
    roll = t.roll(HitPool(dice), "x", ANA)
    while roll.hits == 0 and purse.coins > 0 and t.choose(ANA, "again", (True, False)):
        purse.coins -= 1
        roll = t.roll(HitPool(dice), "x", ANA)
    purse.worry += roll.ones
    return Kept(roll.hits, roll.mostly_ones)


def calm(t: Table[Any, None], purse: Purse) -> Kept:
    if purse.worry > 2:
        purse.worry -= t.roll(D6, "calm", ANA).total
    return Kept(0, False)


class Counted(StrEnum):
    NOT = "as it is played"
    APART = "all ways together"
    FOLLOWING = "where it depends on what is unread"


def bets(counted: Counted) -> Callable[[Table[Purse, None]], tuple[int, ...]]:
    def rule(t: Table[Purse, None]) -> tuple[int, ...]:
        said = []
        purse, fields = t.state, ("coins", "worry")
        for dice in (2, 3):
            match counted:
                case Counted.NOT:
                    kept = bet(t, purse, dice)
                    calm(t, purse)
                case Counted.APART:
                    kept = t.apart(bet, purse, (), fields, dice)
                    t.apart(calm, purse, (), fields)
                case Counted.FOLLOWING:
                    kept = t.following(bet, purse, (), fields, dice)
                    t.following(calm, purse, (), fields)
            said.append(min(2, kept.hits) if not kept.bad else -1)
        return *said, purse.coins, purse.worry

    return rule


@pytest.mark.parametrize("counted", [Counted.APART, Counted.FOLLOWING])
def test_a_part_counted_apart_comes_out_as_if_it_were_not(counted: Counted) -> None:
    assert odds(bets(counted), Purse(), None, Policy()) == odds(bets(Counted.NOT), Purse(), None, Policy())


def test_what_a_part_changes_goes_on_to_the_next_and_is_read_by_itself() -> None:
    def rule(t: Table[Purse, None]) -> object:
        t.apart(bet, t.state, (), ("coins", "worry"), 3)
        t.apart(bet, t.state, (), ("coins", "worry"), 2)
        return t.state.worry if t.state.coins > 0 else -1

    def played(t: Table[Purse, None]) -> object:
        bet(t, t.state, 3)
        bet(t, t.state, 2)
        return t.state.worry if t.state.coins > 0 else -1

    assert odds(rule, Purse(), None, Policy()) == odds(played, Purse(), None, Policy())


@pytest.mark.parametrize("high", [True, False])
def test_what_came_of_a_part_may_be_read_on_any_path(high: bool) -> None:
    """Not only on the one that came there first."""

    def rule(t: Table[Purse, None], part: Callable[..., Kept]) -> int:
        kept = part(t)
        return kept.hits if (t.roll(D6, "x", ANA).total > 3) is high else -1

    counted = odds(lambda t: rule(t, lambda t: t.apart(bet, t.state, (), ("coins", "worry"), 2)), Purse(), None, Policy())
    assert counted == odds(lambda t: rule(t, lambda t: bet(t, t.state, 2)), Purse(), None, Policy())


def test_a_part_that_leaves_something_for_later_is_not_counted_apart() -> None:
    def puts_off(t: Table[Any, None], purse: Purse) -> Kept:
        t.later(lambda t: None)
        return Kept(0, False)

    with pytest.raises(TypeError, match="later"):
        odds(lambda t: t.apart(puts_off, t.state, (), ("coins",)).hits, Purse(), None, Policy())


# ---------------------------------------------------------------------------------------------------- numbers that stay unread
def test_limits_and_sums_of_one_roll_read_nothing() -> None:
    """One run, whatever comes out of the dice."""

    def rule(t: Table[None, None]) -> tuple[int, ...]:
        roll = t.roll(HitPool(4), "x", ANA)
        worry = at_most(1 + roll.ones, 3)
        return worry, at_least(1 + roll.ones, 3), roll.hits - roll.ones + 2

    def plainly(t: Table[None, None]) -> tuple[int, ...]:
        roll = t.roll(HitPool(4), "x", ANA)
        ones, hits = int(roll.ones), int(roll.hits)
        return min(1 + ones, 3), 1 + ones >= 3, hits - ones + 2

    assert odds(rule, None, None, Policy(), most_runs=1) == odds(plainly, None, None, Policy())


def test_limits_of_plain_numbers() -> None:
    assert (at_most(4, 3), at_most(2, 3), at_least(3, 3), at_least(2, 3)) == (3, 2, True, False)


def test_quotients_and_the_smaller_of_two_are_compared_without_being_read() -> None:
    """Three runs for what there is to know: at most one, at most two, more."""

    def worth(hits: int, ones: int) -> int:
        most = at_most(3 - ones, (hits + 1) // 2)
        return 0 if most < 1 else 1 if most < 2 else 2

    def lazily(t: Table[None, None]) -> int:
        return worth(t.roll(HitPool(4), "x", ANA).hits, t.roll(HitPool(3), "y", ANA).ones)

    def plainly(t: Table[None, None]) -> int:
        hits, ones = int(t.roll(HitPool(4), "x", ANA).hits), int(t.roll(HitPool(3), "y", ANA).ones)
        most = min(3 - ones, (hits + 1) // 2)
        return 0 if most < 1 else 1 if most < 2 else 2

    assert odds(lazily, None, None, Policy(), most_runs=6) == odds(plainly, None, None, Policy())


def test_a_number_is_spelled_without_being_read() -> None:
    """Who looks whether it is more than one gets two answers."""

    def rule(t: Table[None, None]) -> bool:
        return number_in(spelled(t.roll(HitPool(4), "x", ANA).hits)) > 1

    assert odds(rule, None, None, Policy(), most_runs=2) == odds(lambda t: int(t.roll(HitPool(4), "x", ANA).hits) > 1, None, None, Policy())
    assert (spelled(3), number_in("3")) == ("3", 3)


def test_one_of_two_words_stays_unread_in_what_is_told() -> None:
    def rule(t: Table[None, None]) -> tuple[str, str]:
        roll = t.roll(HitPool(4), "x", ANA)
        return either(at_least(roll.hits, 2), "well done", "a miss"), either(at_least(roll.ones, 1), "ouch", "")

    def plainly(t: Table[None, None]) -> tuple[str, str]:
        roll = t.roll(HitPool(4), "x", ANA)
        return "well done" if roll.hits >= 2 else "a miss", "ouch" if roll.ones >= 1 else ""

    assert odds(rule, None, None, Policy(), most_runs=1) == odds(plainly, None, None, Policy())
    assert (either(True, "yes", "no"), either(False, "yes", "no")) == ("yes", "no")


def test_paths_do_not_meet_where_what_is_done_aside_tells_them_apart() -> None:
    def note(t: Table[Purse, None], coins: int) -> None:
        t.state.coins = coins

    def rule(t: Table[Purse, None]) -> None:
        luck = 1 if t.roll(D6, "luck", ANA).total > 3 else 0
        t.milestone("after the luck", but_for_asides=True)
        t.state.worry = 1 if t.roll(D6, "worry", ANA).total > 3 else 0
        t.aside(note, luck)

    seen = odds_of_state(rule, lambda purse: (purse.coins, purse.worry), Purse(), None, Policy())
    assert seen.fractions() == {(luck, worry): Fraction(1, 4) for luck in (0, 1) for worry in (0, 1)}


def test_counting_leaves_nothing_for_the_collector() -> None:
    for counted in (Counted.APART, Counted.FOLLOWING):
        odds(bets(counted), Purse(), None, Policy())
        gc.collect()
        gc.disable()
        try:
            odds(bets(counted), Purse(), None, Policy())
            assert gc.collect() == 0
        finally:
            gc.enable()


def test_what_looks_at_the_end_is_done_again_by_itself() -> None:
    """The rule runs once; only the looking forks."""

    def rule(t: Table[Purse, None]) -> None:
        t.state.worry = t.roll(HitPool(3), "x", ANA).hits

    def look(purse: Purse) -> str:
        return "calm" if purse.worry < 2 else "worried" if purse.worry == 2 else "afraid"

    counted = odds_of_state(rule, look, Purse(), None, Policy(), most_runs=1)
    assert counted == HitPool(3).outcomes().map(lambda roll: "calm" if roll.hits < 2 else "worried" if roll.hits == 2 else "afraid")


# ---------------------------------------------------------------------------------------------------- what cannot be counted
def test_too_many_outcomes() -> None:
    def rule(t: Table[None, None]) -> tuple[int, ...]:
        return tuple(t.roll(D6, "x", ANA).total for _ in range(9))

    with pytest.raises(TooManyOutcomes):
        odds(rule, None, None, Policy(), most_runs=1000)


def test_a_rule_without_an_end_is_too_much_and_not_a_crash() -> None:
    def until_six(t: Table[None, None]) -> int:
        throws = 1
        while t.roll(D6, "x", ANA).total < 6:
            throws += 1
        return throws

    with pytest.raises(TooManyOutcomes):
        of(until_six)
    with pytest.raises(TooManyOutcomes):
        of(lambda t: t.sub(until_six))
    deep = MOST_IN_A_ROW - 1
    assert of(lambda t: all(t.roll(SumPool(1, 2), "x", ANA).total == 2 for _ in range(deep))).chance(True) == Fraction(1, 2**deep)


def test_too_many_hands_and_selections() -> None:
    with pytest.raises(TooManyOutcomes, match="say which are alike"):
        of(lambda t: len(t.draw(Deck(), 20, "x", ANA)))
    with pytest.raises(TooManyOutcomes):
        odds(lambda t: len(t.choose_some(ANA, "x", range(30))), None, None, Policy(), {ANA: worth})


@pytest.mark.parametrize(
    "read",
    [
        lambda t: t.roll(ScoreDie(2), "x", ANA).total,
        lambda t: t.roll(OpposedDice(ScoreDie(), ScoreDie()), "x", ANA).left_total,
        lambda t: t.roll(OpposedDice(ScoreDie(), ScoreDie()), "x", ANA).left_over(3, 3),
        lambda t: t.roll(HitPool(3), "x", ANA).faces,
        lambda t: t.roll(CombatDice(3), "x", ANA).faces,
        lambda t: t.sub(lambda s: s.roll(ScoreDie(2), "x", ANA).total),
    ],
)
def test_what_has_no_largest_value_is_uncountable(read: Callable[[Table[None, None]], Hashable]) -> None:
    with pytest.raises(Uncountable):
        of(read)


def test_the_state_given_is_not_touched() -> None:
    box = Box()

    def rule(t: T) -> int:
        t.state.score += t.roll(D6, "x", ANA).total
        t.draw(t.state.deck, 2, "x", ANA)
        return t.state.score

    assert odds(rule, box, Variants(), Policy()).fractions() == {face: Fraction(1, 6) for face in range(1, 7)}
    assert box == Box()
