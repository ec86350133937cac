from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import icepool
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebound.kernel.cards import (
    FULL_DECK,
    Card,
    CardError,
    Deck,
    Suit,
    card_name,
    draw_counts,
    draw_total,
    is_ace,
    is_face,
    is_joker,
    rank_of,
    read_card,
    suit_of,
)

cards = st.sampled_from(FULL_DECK)


def hand(text: str) -> list[Card]:
    return [read_card(word) for word in text.split()]


# -------------------------------------------------------------------------------------------------------------------- cards
def test_a_full_deck() -> None:
    assert len(set(FULL_DECK)) == 54
    assert sum(map(is_joker, FULL_DECK)) == 2
    assert sum(map(is_face, FULL_DECK)) == 12
    assert sum(map(is_ace, FULL_DECK)) == 4
    assert Counter(map(suit_of, FULL_DECK)) == {**dict.fromkeys(Suit, 13), None: 2}


def test_ranks_go_up_to_the_joker() -> None:
    assert [rank_of(card) for card in hand("2C 10S JH QD KC AS JK1")] == [2, 10, 11, 12, 13, 14, 15]


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10s", "10S"), ("ts", "10S"), ("T♠", "10S"), (" q♥ ", "QH"), ("Q ♥️", "QH"), ("jk1", "JK1"), ("Queen of Hearts", "QH"),
        ("jc", "JC"), ("second joker", "JK2"), ("2♢", "2D"),
    ],
)  # fmt: skip
def test_people_write_cards_in_many_ways(text: str, card: str) -> None:
    assert read_card(text) == card


@pytest.mark.parametrize("text", ["1S", "11H", "Q", "", "QX", "JK3", "10", "TT", "♥"])
def test_no_such_card(text: str) -> None:
    with pytest.raises(CardError, match="is no card: write a rank"):
        read_card(text)


def test_a_joker_must_say_which() -> None:
    with pytest.raises(CardError, match="JK1 for the first and JK2 for the second"):
        read_card("joker")


def test_names() -> None:
    assert list(map(card_name, hand("QH 10S AC JK1"))) == ["queen of hearts", "10 of spades", "ace of clubs", "first joker"]


@given(cards)
def test_every_name_reads_back(card: Card) -> None:
    assert read_card(card_name(card)) == read_card(card.lower()) == card


# --------------------------------------------------------------------------------------------------------------------- deck
def test_taking_and_discarding() -> None:
    deck = Deck()
    assert deck.take(hand("QH 2C")) == ["QH", "2C"]
    assert len(deck.cards) == 52
    deck.discard_cards(hand("2C"))
    assert deck.discard == ["2C"]
    assert deck.size_after_reshuffle() == 53
    with pytest.raises(CardError, match="queen of hearts is not in the deck"):
        deck.take(hand("QH"))


def test_a_refused_take_changes_nothing() -> None:
    deck = Deck(name="second deck")
    before = msgspec.json.encode(deck)
    for wrong in (hand("QH QH"), hand("2C 3C 2C")):
        with pytest.raises(CardError, match="second deck"):
            deck.take(wrong)
    assert msgspec.json.encode(deck) == before


def test_the_known_top_comes_first() -> None:
    deck = Deck()
    deck.put_back_on_top(deck.take(hand("KD 3S")))
    assert deck.top == ["KD", "3S"]
    assert len(deck.cards) == 54 and "KD" not in deck.unknown() and len(deck.unknown()) == 52
    with pytest.raises(CardError, match="king of diamonds lies on top"):
        deck.take(hand("3S"))
    assert deck.take(hand("KD 3S 9H")) == ["KD", "3S", "9H"]
    assert deck.top == []
    deck.put_back_on_top(hand("9H"))
    deck.put_back_on_top(hand("3S"))
    assert deck.take(hand("3S")) and deck.top == ["9H"]


def test_reshuffling_forgets_the_top() -> None:
    deck = Deck(cards=hand("2C 3C"), discard=hand("AS 4C"))
    deck.put_back_on_top(deck.take(hand("3C")))
    assert not deck.needs_reshuffle(2) and deck.needs_reshuffle(3)
    deck.reshuffle()
    assert deck.cards == ["2C", "3C", "4C", "AS"] and deck.top == [] and deck.discard == []


@pytest.mark.parametrize("wrong", ["2C", "AS", "KH KH"])
def test_a_card_is_in_one_place_only(wrong: str) -> None:
    deck = Deck(cards=hand("2C 3C"), discard=hand("AS"))
    for put in (deck.put_back_on_top, deck.discard_cards):
        with pytest.raises(CardError, match="already lies"):
            put(hand(wrong))


@settings(max_examples=60)
@given(st.permutations(FULL_DECK), st.integers(0, 54), st.integers(0, 54))
def test_the_order_of_a_deck_exists_nowhere(order: list[Card], taken: int, put_back: int) -> None:
    deck = Deck()
    drawn = deck.take(order[:taken])
    deck.put_back_on_top(drawn[:put_back])
    deck.discard_cards(drawn[put_back:])
    assert deck.cards == [card for card in FULL_DECK if card in deck.cards]
    assert sorted([*deck.cards, *deck.discard]) == sorted(FULL_DECK)
    deck.reshuffle()
    assert deck == Deck()


# -------------------------------------------------------------------------------------------------------------------- draws
def test_draws_are_every_hand() -> None:
    values = [0] * 4 + [1] * 3 + [5] * 2
    hands = list(combinations(values, 4))
    totals = draw_total({0: 4, 1: 3, 5: 2}, 4)
    counts = draw_counts({"low": 4, "face": 3, "joker": 2}, 4)
    assert totals.total == counts.total == len(hands)
    assert totals.weights == Counter(map(sum, hands))
    assert counts.weights == Counter((hand.count(0), hand.count(1), hand.count(5)) for hand in hands)


@pytest.mark.parametrize("count", [0, 1, 7, 54])
def test_draws_agree_with_icepool(count: int) -> None:
    theirs = icepool.Deck({0: 36, 1: 16, 2: 2}).deal(count).sum()
    assert draw_total({0: 36, 1: 16, 2: 2}, count).fractions() == {
        total: Fraction(ways, theirs.denominator()) for total, ways in theirs.items() if ways
    }


@given(st.lists(st.integers(0, 5), min_size=1, max_size=4), st.data())
def test_totals_follow_from_counts(sizes: list[int], data: st.DataObject) -> None:
    values = {3 * at - 2: size for at, size in enumerate(sizes)}
    count = data.draw(st.integers(0, sum(sizes)))
    by_counts = draw_counts(values, count).map(lambda hand: sum(value * drawn for value, drawn in zip(values, hand, strict=True)))
    assert draw_total(values, count) == by_counts


def test_no_more_cards_than_there_are() -> None:
    for draw in (draw_counts, draw_total):
        with pytest.raises(CardError, match="5 cards cannot be drawn from 4"):
            draw({1: 4}, 5)
