"""Cards: the 54 of a deck with two jokers, what people call them, a deck without an order to leak, and exact draws."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from enum import StrEnum
from math import comb, prod
from typing import NewType, TypeVar

import msgspec

from rulebound.kernel.distribution import Distribution

K = TypeVar("K", bound=Hashable)

Card = NewType("Card", str)
"""`10S`, `QH`, `JK1`: rank and suit letter, or one of the two jokers."""


class CardError(ValueError):
    """No such card, or a card that cannot be where somebody says it is."""


class Suit(StrEnum):
    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


RANKS = {**{str(number): number for number in range(2, 11)}, "J": 11, "Q": 12, "K": 13, "A": 14}
JOKERS = (Card("JK1"), Card("JK2"))
JOKER_RANK = 15
FULL_DECK = (*(Card(f"{rank}{suit}") for suit in Suit for rank in RANKS), *JOKERS)

_PLACE = {card: place for place, card in enumerate(FULL_DECK)}
_RANK = {card: JOKER_RANK if card in JOKERS else RANKS[card[:-1]] for card in FULL_DECK}
_SYMBOLS = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S"}
_RANK_NAMES = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def rank_of(card: Card) -> int:
    """2 to 10, 11 to 13 for the faces, 14 for an ace, 15 for a joker."""
    return _RANK[card]


def suit_of(card: Card) -> Suit | None:
    return None if is_joker(card) else Suit(card[-1])


def is_joker(card: Card) -> bool:
    return card in JOKERS


def is_face(card: Card) -> bool:
    return 11 <= _RANK[card] <= 13


def is_ace(card: Card) -> bool:
    return _RANK[card] == 14


def card_name(card: Card) -> str:
    if is_joker(card):
        return "first joker" if card == "JK1" else "second joker"
    return f"{_RANK_NAMES.get(card[:-1], card[:-1])} of {Suit(card[-1]).name.lower()}"


_NAMED = {card_name(card).upper(): card for card in FULL_DECK}


def read_card(text: str) -> Card:
    """As people write it: `10s`, `T♠`, `queen of hearts`."""
    words = " ".join(text.upper().replace("\ufe0f", "").split())
    if words in _NAMED:
        return _NAMED[words]
    short = "".join(_SYMBOLS.get(letter, letter) for letter in words if letter != " ")
    card = Card(f"10{short[1:]}" if short.startswith("T") else short)
    if card in _PLACE:
        return card
    if short in ("JOKER", "JK"):
        raise CardError(f"{text!r} could be either joker: write JK1 for the first and JK2 for the second")
    raise CardError(f"{text!r} is no card: write a rank (2 to 10, J, Q, K, A) and a suit (C, D, H, S), or JK1 or JK2")


def in_order(cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=_PLACE.__getitem__)


class Deck(msgspec.Struct):
    """A face-down pile and its discards. `cards` is what is in the pile, sorted: apart from `top` its order exists nowhere.

    `top` are those of `cards` that lie on top in a known order, the first one uppermost.
    """

    name: str = "deck"
    cards: list[Card] = msgspec.field(default_factory=lambda: list(FULL_DECK))
    top: list[Card] = msgspec.field(default_factory=list)
    discard: list[Card] = msgspec.field(default_factory=list)

    def unknown(self) -> list[Card]:
        """What lies below the known top, in no order."""
        return [card for card in self.cards if card not in self.top] if self.top else list(self.cards)

    def take(self, cards: Iterable[Card]) -> list[Card]:
        """These came off the top, in this order."""
        taken = list(cards)
        for at, card in enumerate(taken):
            if card not in self.cards or card in taken[:at]:
                raise CardError(f"the {card_name(card)} is not in the {self.name} any more")
            if at < len(self.top) and card != self.top[at]:
                raise CardError(f"the {card_name(self.top[at])} lies on top of the {self.name}, not the {card_name(card)}")
        for card in taken:
            self.cards.remove(card)
        self.top = self.top[len(taken) :]
        return taken

    def put_back_on_top(self, cards: Iterable[Card]) -> None:
        """The first of them ends up uppermost."""
        back = list(cards)
        self._must_be_out(back)
        self.cards = in_order([*self.cards, *back])
        self.top = [*back, *self.top]

    def discard_cards(self, cards: Iterable[Card]) -> None:
        gone = list(cards)
        self._must_be_out(gone)
        self.discard.extend(gone)

    def needs_reshuffle(self, count: int) -> bool:
        return len(self.cards) < count

    def reshuffle(self) -> None:
        """The discards join the pile, and whoever knew its top knows it no longer."""
        self.cards = in_order([*self.cards, *self.discard])
        self.top, self.discard = [], []

    def size_after_reshuffle(self) -> int:
        return len(self.cards) + len(self.discard)

    def _must_be_out(self, cards: list[Card]) -> None:
        for at, card in enumerate(cards):
            if card in self.cards or card in self.discard or card in cards[:at]:
                raise CardError(f"the {card_name(card)} already lies in the {self.name} or its discards")


# ---------------------------------------------------------------------------------------- drawing without putting back
def draw_counts(classes: Mapping[K, int], count: int) -> Distribution[tuple[int, ...]]:
    """How many cards of each class are among `count` drawn, in the order of the classes; `classes` says how many there are."""
    sizes = tuple(classes.values())
    left = _must_suffice(sum(sizes), count)
    hands: list[tuple[int, ...]] = [()]
    for size in sizes:
        left -= size
        hands = [(*hand, drawn) for hand in hands for drawn in range(max(0, count - sum(hand) - left), min(size, count - sum(hand)) + 1)]
    return Distribution({hand: prod(map(comb, sizes, hand)) for hand in hands}, comb(sum(sizes), count))


def draw_total(values: Mapping[int, int], count: int) -> Distribution[int]:
    """What the values of `count` drawn cards add up to; `values` says how many cards have each value."""
    cards = _must_suffice(sum(values.values()), count)
    ways: list[dict[int, int]] = [{0: 1}, *({} for _ in range(count))]  # by cards drawn so far: total -> hands
    for value, size in values.items():
        grown: list[dict[int, int]] = [{} for _ in range(count + 1)]
        for drawn, totals in enumerate(ways):
            for more in range(min(size, count - drawn) + 1):
                hands, added, into = comb(size, more), more * value, grown[drawn + more]
                for total, known in totals.items():
                    into[total + added] = into.get(total + added, 0) + known * hands
        ways = grown
    return Distribution(ways[count], comb(cards, count))


def _must_suffice(cards: int, count: int) -> int:
    if not 0 <= count <= cards:
        raise CardError(f"{count} cards cannot be drawn from {cards}")
    return cards
