"""The exact chances of a card that is about to be played, counted over what its player has not seen.

Where both sides play well, the side with the highest card left, the one on the table among them, wins in the end: it can beat
whatever comes, and its last card cannot be beaten. One joker more than the others wins whatever lies there; a joker on each side
cancels the other (contagion.cards.joker_showdown). So which card is played first does not change who wins, only how big the pile grows
(contagion.showdown.strategy). What is hidden is counted, never looked at: every deal of the unseen cards is as likely as any other,
but for hands that are out, which are known to hold nothing above the card they could not beat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb, factorial

import msgspec

from rulebound.games.contagion.deck import STRENGTH
from rulebound.games.contagion.people import Mojo
from rulebound.games.contagion.state import Hand, Showdown, T
from rulebound.games.contagion.variants import CancelledJokers
from rulebound.kernel.cards import JOKERS, Card, is_joker
from rulebound.kernel.citing import cites
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.seats import SeatId

NOTHING = -1
"""Weaker than every card."""
ALL = 1000
"""Stronger than every card."""


class Row(msgspec.Struct, frozen=True):
    """A card that may be played: how likely nobody can beat it, and how likely its player's side wins in the end."""

    card: Card
    at_once: Fraction
    in_the_end: Fraction


class Known(msgspec.Struct, frozen=True):
    """What a seat knows before it plays: the open and own cards, what it has not seen, and how much of it each side holds."""

    ours: int
    """The strength of our best card but jokers, in the hand or on top of the pile."""
    theirs: int
    our_jokers: int
    unseen: tuple[Card, ...]
    friends: int
    foes: int
    out: tuple[tuple[int, int], ...]
    """Of each hand that is out: the strength it could not beat, and how many cards it holds."""


def table(t: T, seat: SeatId, hand: Hand, cards: Iterable[Card]) -> list[Row]:
    """A row for each of these cards; none where it cannot be counted."""
    known = knowledge(t, seat, hand)
    if known is None:
        return []
    passes = t.variants.joker_cancel_turn is CancelledJokers.PASSES
    return [Row(card, at_once(known, card), in_the_end(known, passes and is_joker(card))) for card in cards]


@cites("contagion.showdown.strategy", "contagion.secrets.summary")
def answer_chances(t: T, seat: SeatId, what: str, answer: str) -> Distribution[str] | None:
    """How a Showdown may end if this card is played now."""
    fight = t.state.showdown
    if fight is None or what != "play":
        return None
    hand = next((hand for hand in fight.hands.values() if hand.seat == seat and answer in hand.cards), None)
    rows = table(t, seat, hand, [Card(answer)]) if hand else []
    if not rows:
        return None
    row = rows[0]
    ways = {"wins at once": row.at_once, "wins in the end": row.in_the_end - row.at_once, "loses": 1 - row.in_the_end}
    common = row.at_once.denominator * row.in_the_end.denominator
    return Distribution({way: int(chance * common) for way, chance in ways.items() if chance}, common)


# ------------------------------------------------------------------------------------------------ what is known
def knowledge(t: T, seat: SeatId, hand: Hand) -> Known | None:
    """Two sides only, nobody who could still make a card be taken back, and, where a cancelled joker costs the turn, two hands."""
    fight = t.state.showdown
    assert fight is not None
    if len({other.team for other in fight.hands.values()}) != 2 or may_be_taken_back(t, fight):
        return None
    if len(fight.hands) > 2 and t.variants.joker_cancel_turn is CancelledJokers.PASSES:
        return None
    others = [other for other in fight.hands.values() if other.seat != seat]
    if any(other.out and other.cards for other in others) and not t.variants.must_play_if_able:
        return None
    own = [card for other in fight.hands.values() if other.seat == seat for card in other.cards]
    top = fight.pile[-1] if fight.pile else None
    mine = top is not None and fight.hands[top.by].team == hand.team
    last = STRENGTH[top.card] if top else NOTHING
    return Known(
        ours=max([STRENGTH[card] for card in own if not is_joker(card)] + [last if mine else NOTHING]),
        theirs=NOTHING if mine else last,
        our_jokers=sum(map(is_joker, own)),
        unseen=unseen(t, others),
        friends=sum(len(other.cards) for other in others if other.team == hand.team and not other.out),
        foes=sum(len(other.cards) for other in others if other.team != hand.team and not other.out),
        out=tuple((other.beaten, len(other.cards)) for other in others if other.out and other.cards),
    )


def unseen(t: T, others: Sequence[Hand]) -> tuple[Card, ...]:
    """The deck and the hands of others as one heap: which card is where makes no difference."""
    return tuple(sorted([*t.state.deck.cards, *(card for hand in others for card in hand.cards)], key=STRENGTH.__getitem__))


def may_be_taken_back(t: T, fight: Showdown) -> bool:
    people = [who for id in fight.hands if (who := t.state.survivors.get(id))]
    return any(who.mojo is Mojo.KUNG_FU and who.alive for who in people)


# ------------------------------------------------------------------------------------------------ counting
def at_once(known: Known, card: Card) -> Fraction:
    """Nobody holds anything higher; of a joker, no opponent holds the other."""
    if is_joker(card):
        return sum((weight for weight, _, foes in placings(known) if not foes), Fraction(0))
    nobody = Fraction(0)
    for weight, friends, foes in placings(known):
        if not friends and not foes:
            nobody += weight * below(known, STRENGTH[card], known.friends + known.foes)
    return nobody


def in_the_end(known: Known, turn_passes: bool = False) -> Fraction:
    """Our side has a joker more, or as many and the highest card. If a cancelled joker costs the turn, they have to go on."""
    wins = Fraction(0)
    for weight, friends, foes in placings(known):
        if known.our_jokers + friends > foes:
            wins += weight
        elif known.our_jokers + friends == foes:
            held = known.foes - foes
            wins += weight * (between(known, held) if turn_passes and foes else highest_is_ours(known, known.friends - friends, held))
    return wins


def between(known: Known, held: int) -> Fraction:
    """They must beat their own last card, and stand as the winners if they cannot; what they hold is less than our best."""
    if not held:
        return Fraction(known.ours > known.theirs == NOTHING)
    return max(Fraction(0), below(known, known.ours, held) - below(known, known.theirs, held))


def highest_is_ours(known: Known, friends: int, foes: int) -> Fraction:
    """The chance that the best card but jokers is on our side, with so many hidden cards on each."""
    best, held = max(known.ours, known.theirs), friends + foes
    wins = below(known, best, held) if known.ours > known.theirs else Fraction(0)
    if friends:
        wins += (1 - below(known, best, held)) * Fraction(friends, held)
    return wins


def placings(known: Known) -> list[tuple[Fraction, int, int]]:
    """How likely so many of the unseen jokers are held by friends and by foes."""
    jokers = sum(1 for card in known.unseen if card in JOKERS)
    ways: dict[tuple[int, int], int] = {}
    for friends in range(min(jokers, known.friends) + 1):
        for foes in range(min(jokers - friends, known.foes) + 1):
            rest = jokers - friends - foes
            held = known.friends - friends + known.foes - foes
            orders = factorial(jokers) // (factorial(friends) * factorial(foes) * factorial(rest))
            ways[friends, foes] = orders * deals(known, ALL, held) * comb(held, known.friends - friends)
    whole = sum(ways.values())
    return [(Fraction(count, whole), friends, foes) for (friends, foes), count in ways.items() if count]


def below(known: Known, strength: int, held: int) -> Fraction:
    """The chance that all of so many hidden cards, none of them a joker, are weaker than this."""
    return Fraction(deals(known, strength, held), deals(known, ALL, held))


def deals(known: Known, strength: int, held: int) -> int:
    """In how many ways so many cards weaker than this are held, while the hands that are out hold nothing above what beat them."""
    plain = [STRENGTH[card] for card in known.unseen if card not in JOKERS]
    ways, taken = 1, 0
    for most, count in sorted([*((beaten, count) for beaten, count in known.out), (strength, held)]):
        ways *= comb(max(0, sum(1 for other in plain if other < most) - taken), count)
        taken += count
    return ways


