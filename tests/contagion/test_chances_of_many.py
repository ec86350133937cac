"""Chances with three sides, friends, and masters of My Kung Fu: the same as playing out every deal of a small deck by the rules."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TypeVar

import msgspec
import pytest
from deals import ANA, BO, CY, QUIET, SMALL, battle, rows

from rulebound.games.contagion.chances import Row, answer_chances
from rulebound.games.contagion.deck import STRENGTH
from rulebound.games.contagion.people import Mojo
from rulebound.games.contagion.play import play_cards
from rulebound.games.contagion.state import Contagion
from rulebound.games.contagion.variants import CancelledJokers, ContagionVariants
from rulebound.kernel.cards import FULL_DECK, Card, is_joker
from rulebound.kernel.odds import odds
from rulebound.kernel.policy import Policy
from rulebound.kernel.sampling import Sampler
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import About, Table

O = TypeVar("O")  # noqa: E741 - an option
T = Table[Contagion, ContagionVariants]
Sides = Mapping[SeatId, int]
TURN_PASSES = msgspec.structs.replace(QUIET, joker_cancel_turn=CancelledJokers.PASSES)
JOKERS_STOPPED = msgspec.structs.replace(QUIET, kung_fu_vs_joker=True)
PLAIN = tuple(card for card in SMALL if not is_joker(card))


class Setting(msgspec.Struct, frozen=True):
    """Whose hands they are, what Ana sees, and who are masters."""

    sides: dict[SeatId, int]
    ana: tuple[Card, ...]
    hidden: dict[SeatId, int]
    top: tuple[Card, SeatId] | None
    masters: tuple[SeatId, ...] = ()
    deck: tuple[Card, ...] = tuple(SMALL)

    def unseen(self) -> list[Card]:
        return [card for card in self.deck if card not in self.ana and not (self.top and card == self.top[0])]

    def deals(self) -> Iterator[Contagion]:
        """Every way the cards that Ana has not seen may lie."""
        for held in splits(self.unseen(), list(self.hidden.values())):
            cards = {ANA: self.ana, **dict(zip(self.hidden, held[:-1], strict=True))}
            state = battle({seat: (side, cards[seat]) for seat, side in self.sides.items()}, self.top, held[-1])
            for master in self.masters:
                state.survivors[master].mojo = Mojo.KUNG_FU
            yield state


def splits(cards: Sequence[Card], sizes: Sequence[int]) -> Iterator[list[tuple[Card, ...]]]:
    """Hands of these sizes and, last, what is left."""
    if not sizes:
        yield [tuple(cards)]
        return
    for first in combinations(cards, sizes[0]):
        for rest in splits([card for card in cards if card not in first], sizes[1:]):
            yield [first, *rest]


def some_setting(seed: int, sides: Sides, masters: tuple[SeatId, ...] = (), most: int = 3) -> Setting:
    chance = random.Random(seed)
    cards = chance.sample(SMALL, 4)
    top = cards.pop()
    lies = chance.random() < 0.6 and not is_joker(top)
    sizes = {seat: chance.randint(1, 2) for seat in sides if seat != ANA}
    return Setting(dict(sides), tuple(cards[: chance.randint(1, most)]), sizes, (top, list(sizes)[-1]) if lies else None, masters)


def one_row(setting: Setting) -> Row | None:
    """What Ana is told, the same for all her cards and whatever the others hold; nothing if she can play none."""
    told = [rows(state) for state in setting.deals()]
    assert all(other == told[0] for other in told)
    assert len({(row.in_the_end, row.open) for row in told[0]}) <= 1
    return told[0][0] if told[0] else None


# ------------------------------------------------------------------------------------------------ no masters: whatever is played
class AnyCard(Policy[Contagion, ContagionVariants]):
    """Plays at random, and answers every joker."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, t: T, seat: SeatId, what: str, options: Sequence[O], about: About, default: O) -> O:
        return options[-1] if what == "answer_joker" else self.chance.choice(options)


def side_that_wins(state: Contagion, seed: int) -> int | None:
    t = Sampler(state, QUIET, {}, AnyCard(seed), seed)
    assert state.showdown is not None
    best = play_cards(t, state.showdown)
    return best.team if best else None


@pytest.mark.covers("contagion.multi.same_rules", "contagion.showdown.strategy")
@pytest.mark.parametrize("sides", [{ANA: 0, BO: 1, CY: 2}, {BO: 1, ANA: 0, CY: 0}, {ANA: 0, CY: 1, BO: 1}])
@pytest.mark.parametrize("seed", range(8))
def test_three_hands_end_as_counted_whatever_is_played(seed: int, sides: dict[SeatId, int]) -> None:
    setting = some_setting(seed, sides)
    row = one_row(setting)
    if row is None:
        return
    won = [side_that_wins(state, seed) == sides[ANA] for state in setting.deals()]
    assert row.in_the_end == Fraction(sum(won), len(won))
    assert row.open == 0


# ------------------------------------------------------------------------------------------------ masters
def wins_against_all(state: Contagion, side: int, variants: ContagionVariants = QUIET) -> int:
    """Whether a side wins by the rules when all others are against it and everybody knows everything."""

    def rule(t: T) -> int:
        def in_turn(what: str, options: Mapping[SeatId, Sequence[O]], about: About = ()) -> dict[SeatId, O]:
            return {seat: t.choose(seat, what, own, about) for seat, own in options.items()}

        t.together = in_turn  # type: ignore[method-assign]
        assert t.state.showdown is not None
        best = play_cards(t, t.state.showdown)
        return int(best is not None and best.team == side)

    assert state.showdown is not None
    wants = {hand.seat: 1 if hand.team == side else -1 for hand in state.showdown.hands.values()}
    best = {seat: (lambda won, sign=sign: sign * won) for seat, sign in wants.items()}
    return max(odds(rule, state, variants, Policy(), best=best, most_runs=10**7).weights)


@pytest.mark.covers("contagion.mojo.my_kung_fu_is_better", "contagion.showdown.strategy")
@pytest.mark.parametrize("masters", [(ANA,), (BO,), (ANA, BO)])
@pytest.mark.parametrize("seed", range(20))
def test_a_master_among_two_is_counted_exactly(seed: int, masters: tuple[SeatId, ...]) -> None:
    setting = some_setting(seed, {ANA: 0, BO: 1}, masters)
    row = one_row(setting)
    if row is None:
        return
    won = [wins_against_all(state, 0) for state in setting.deals()]
    assert row.in_the_end == Fraction(sum(won), len(won))
    assert row.open == 0
    assert row.at_once == 0 or is_joker(row.card) or BO not in masters


@pytest.mark.covers("contagion.mojo.my_kung_fu_is_better")
@pytest.mark.parametrize("masters", [(ANA,), (CY,), (BO, CY)])
@pytest.mark.parametrize("sides", [{ANA: 0, BO: 1, CY: 2}, {BO: 1, ANA: 0, CY: 0}])
@pytest.mark.parametrize("ana", [("9H", "AS"), ("5D", "KD")])
def test_with_masters_among_many_a_side_has_what_nobody_can_keep_it_from(
    ana: tuple[Card, Card], sides: dict[SeatId, int], masters: tuple[SeatId, ...]
) -> None:  # fmt: skip
    """Two cards each: at most one of them can be taken back by each opponent."""
    setting = Setting(sides, ana, {BO: 2, CY: 2}, None, masters, deck=PLAIN)
    row = one_row(setting)
    assert row is not None
    certain = {side: Fraction(sum(wins_against_all(state, side) for state in setting.deals()), 30) for side in set(sides.values())}
    if len(masters) == 1:
        assert row.in_the_end == certain[0]
        assert row.open == 1 - sum(certain.values())
    assert row.in_the_end <= certain[0] <= row.in_the_end + row.open


@pytest.mark.parametrize("masters", [(CY,), (ANA, BO)])
@pytest.mark.parametrize("seed", range(100, 103))
def test_what_is_open_is_open_at_most(seed: int, masters: tuple[SeatId, ...]) -> None:
    """With single cards that can all be taken back, and jokers, only bounds are told."""
    setting = some_setting(seed, {ANA: 0, BO: 1, CY: 2}, masters, most=2)
    row = one_row(setting)
    if row is not None:
        won = [wins_against_all(state, 0) for state in setting.deals()]
        assert row.in_the_end <= Fraction(sum(won), len(won)) <= row.in_the_end + row.open


class StopsWhatItMust(AnyCard):
    """Knows nothing but its own hand: plays anything, and stops what is above the card that it will be left with."""

    def choose(self, t: T, seat: SeatId, what: str, options: Sequence[O], about: About, default: O) -> O:
        if what != "kung_fu":
            return super().choose(t, seat, what, options, about, default)
        assert t.state.showdown is not None
        own = sorted((STRENGTH[card] for card in t.state.showdown.hands[seat].cards if not is_joker(card)), reverse=True)
        feared = any(who.mojo is Mojo.KUNG_FU and not who.kung_fu for who in t.state.survivors.values() if who.seat != seat)
        left = own[feared:]
        return options[STRENGTH[t.state.showdown.pile[-1].card] > (left[0] if left else 0)]


@pytest.mark.parametrize("seed", range(8))
def test_a_master_needs_to_know_no_more_than_the_own_hand(seed: int) -> None:
    """Bo knows everything and is a master as well: it helps him nothing."""
    setting = some_setting(seed + 30, {ANA: 0, BO: 1}, (ANA, BO))
    row = one_row(setting)

    def rule(t: T) -> int:
        assert t.state.showdown is not None
        best = play_cards(t, t.state.showdown)
        return int(best is not None and best.seat == ANA)

    if row is not None:
        won = [odds(rule, state, QUIET, StopsWhatItMust(seed), best={BO: lambda won: -won}).mean(int) for state in setting.deals()]
        assert row.in_the_end == Fraction(sum(won), len(won))


@pytest.mark.covers("contagion.mojo.my_kung_fu_is_better")
def test_a_master_is_told_what_stopping_a_card_is_worth() -> None:
    """Bo's king lies there. Ana holds a nine and a jack: stopped, he has one card of the three left, of which only the ace beats her."""
    state = battle({ANA: (0, [Card("9H"), Card("JC")]), BO: (1, [Card("2C")])}, (Card("KD"), BO), [Card("5D"), Card("AS")])
    state.survivors[ANA].mojo = Mojo.KUNG_FU
    t = Table(state, QUIET)
    told = {answer: answer_chances(t, ANA, "kung_fu", str(answer)) for answer in (True, False)}
    assert {answer: ways.fractions() for answer, ways in told.items() if ways} == {
        True: {"wins in the end": Fraction(2, 3), "loses": Fraction(1, 3)},
        False: {"loses": Fraction(1)},
    }
    state.survivors[ANA].kung_fu = [state.survivors[BO].id]
    assert answer_chances(t, ANA, "kung_fu", "True") is None


@pytest.mark.parametrize("variants", [TURN_PASSES, JOKERS_STOPPED])
def test_what_a_variant_leaves_to_the_order_of_play_is_open(variants: ContagionVariants) -> None:
    """Ana's king and the joker she holds, one unseen card each for Bo and Cy out of three, one of them the other joker."""
    hands = {ANA: (0, [Card("KD"), Card("JK1")]), BO: (1, [Card("2C")]), CY: (2, [Card("5D")])}
    state = battle(hands, None, [Card("JK2")])
    state.survivors[BO].mojo = Mojo.KUNG_FU
    row = rows(state, variants)[0]
    split = Fraction(1) if variants.kung_fu_vs_joker else Fraction(2, 3)
    assert (row.in_the_end, row.open) == (1 - split, split)
    told = answer_chances(Table(state, variants), ANA, "play", "KD")
    assert told is not None
    assert told.fractions()["depends on what others want"] == split
    state.survivors[BO].mojo = Mojo.NONE
    assert rows(state, variants)[0].open == (Fraction(0) if variants.kung_fu_vs_joker else split)


def test_a_table_for_six_hands_and_two_masters_takes_less_than_a_second() -> None:
    chance = random.Random(4)
    cards = list(FULL_DECK)
    chance.shuffle(cards)
    seats = [ANA, *(SeatId(name) for name in ("bo", "cy", "di", "ed", "fay"))]
    hands = {seat: (at % 3, [cards.pop() for _ in range(6)]) for at, seat in enumerate(seats)}
    state = battle(hands, None, cards)
    state.survivors["bo"].mojo = state.survivors["ed"].mojo = Mojo.KUNG_FU
    begin = time.process_time()
    told = rows(state)
    assert time.process_time() - begin < 1
    assert len(told) == 6
    assert all(0 < row.in_the_end <= row.in_the_end + row.open < 1 for row in told)


def test_a_seat_with_two_hands_is_told_of_the_one_that_plays() -> None:
    """Ana holds both, on opposite sides: the king of one wins for certain, the nine of the other never."""
    state = battle({ANA: (0, [Card("9H")]), CY: (1, [Card("KD")]), BO: (0, [Card("2C")])}, None, [Card("5D")])
    assert state.showdown is not None
    state.showdown.hands[CY].seat = ANA
    told = {card: answer_chances(Table(state, QUIET), ANA, "play", card) for card in ("9H", "KD")}
    assert {card: ways.fractions() for card, ways in told.items() if ways} == {
        "9H": {"loses": Fraction(1)},
        "KD": {"wins at once": Fraction(1)},
    }
