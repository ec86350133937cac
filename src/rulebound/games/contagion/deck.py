"""The cards: ranks and suits, what counts as a success, drawing, and when the discards come back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulebound.games.contagion.state import NOBODY, Hand, T
from rulebound.games.contagion.variants import Reshuffle
from rulebound.kernel.cards import FULL_DECK, Card, Deck, Suit, card_name, is_joker, rank_of, suit_of
from rulebound.kernel.citing import cites
from rulebound.kernel.entries import EVERYONE
from rulebound.kernel.seats import GM, SeatId

SUITS = (Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES)
"""contagion.cards.suit_order, low to high."""


@cites("contagion.cards.rank_order", "contagion.cards.suit_order")
def strength(card: Card) -> int:
    """Aces are high, suits break ties, jokers beat everything; of two jokers neither is higher."""
    suit = suit_of(card)
    return len(SUITS) * rank_of(card) + (SUITS.index(suit) if suit else 0)


STRENGTH = {card: strength(card) for card in FULL_DECK}
"""The strength of every card."""


@cites("contagion.cards.faces_and_aces", "contagion.cards.joker_double")
def worth(card: Card) -> int:
    """How many face-or-ace cards it counts as."""
    return 2 if is_joker(card) else int(rank_of(card) > 10)


WORTH = {card: worth(card) for card in FULL_DECK}
"""The worth of every card."""
NAMES = {card: card_name(card) for card in FULL_DECK}
"""What people call the cards, for the log."""


def words(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(map(NAMES.__getitem__, cards)) or ("no card",)


# ------------------------------------------------------------------------------------------------ drawing
@cites("contagion.cards.reshuffle", "contagion.cards.deck")
def make_ready(t: T, count: int, seat: SeatId, base_deal: bool = False) -> None:
    """The discards come back if, and only if, the deck cannot meet this draw."""
    deck = t.state.deck
    if len(deck.cards) >= count or not deck.discard:
        return
    if base_deal or t.variants.reshuffle_scope is Reshuffle.ANY_DRAW:
        t.say("reshuffles", "contagion.cards.reshuffle", left=len(deck.cards))
        t.shuffle(deck, "reshuffle", seat)


@cites("contagion.cards.all_in_hands")
def draw(t: T, count: int, what: str, seat: SeatId, about: tuple[str, ...], to: tuple[SeatId, ...] = EVERYONE) -> list[Card]:
    """So many cards, or as many as there are: what cannot be drawn is lost."""
    deck = t.state.deck
    if count > len(deck.cards):
        make_ready(t, count, seat)
        there = len(deck.cards)
        if count > there:
            t.say("no_cards", "contagion.cards.all_in_hands", missing=count - there)
            count = there
    return t.draw(deck, count, what, seat, about, to=to) if count else []


def drawable(t: T) -> int:
    """How many cards could still be drawn."""
    deck = t.state.deck
    return len(deck.cards) + (len(deck.discard) if t.variants.reshuffle_scope is Reshuffle.ANY_DRAW else 0)


@cites("contagion.cards.zones", "contagion.cards.public_discard")
def discard(t: T, cards: list[Card]) -> None:
    """Face up, for everybody to remember."""
    t.state.deck.discard += cards


@cites("contagion.cards.second_deck")
def random_draw(t: T, what: str, about: tuple[str, ...] = (), to: tuple[SeatId, ...] = EVERYONE, seat: SeatId = GM) -> Card | None:
    """A card for a table of the CiC: from the main deck, which it helps to use up, or from the second one."""
    if not t.variants.second_deck:
        cards = draw(t, 1, what, seat, about, to)
        discard(t, cards)
        return cards[0] if cards else None
    if not t.state.second.cards:
        t.shuffle(t.state.second, "reshuffle", seat)
    card = t.draw(t.state.second, 1, what, seat, about, to=to)[0]
    t.state.second.discard_cards([card])
    return card


def scratch_draw(t: T, what: str, about: tuple[str, ...], to: tuple[SeatId, ...], seat: SeatId = GM) -> Card:
    """From a whole deck that is no part of the game, so that the 54 stay complete."""
    return t.draw(Deck(name="scratch deck"), 1, what, seat, about, to=to)[0]


# ------------------------------------------------------------------------------------------------ hands
@cites("contagion.showdown.no_hand_limit")
def add_to_hand(t: T, hand: Hand, count: int, what: str, about: str) -> int:
    """Bonus cards; face down until the hand has been looked at. How many really came."""
    if count <= 0:
        return 0
    seen = (hand.seat,) if hand.looked else (NOBODY,)
    cards = draw(t, count, what, hand.seat, (hand.id, about), seen)
    take_up(hand, cards)
    return len(cards)


def take_up(hand: Hand, cards: list[Card]) -> None:
    """A hand is kept from low to high."""
    hand.cards += cards
    hand.cards.sort(key=STRENGTH.__getitem__)


@cites("contagion.cards.zones", "contagion.cards.deck")
def everywhere(t: T) -> list[Card]:
    """Every card of the main deck, wherever it is."""
    hands = t.state.showdown.hands.values() if t.state.showdown else ()
    pile = [played.card for played in t.state.showdown.pile] if t.state.showdown else []
    return [*t.state.deck.cards, *t.state.deck.discard, *t.state.drawn, *pile, *(card for hand in hands for card in hand.cards)]


def highest(cards: Sequence[Card]) -> Card | None:
    return max(cards, key=STRENGTH.__getitem__, default=None)
