"""The exact chances of a card that is about to be played, from what its player knows: hidden hands are counted over, never looked at.

Which card is played first does not change who wins, only how big the pile grows (contagion.showdown.strategy). That everybody plays
well means: whoever can answer a joker does, since the Showdown is lost otherwise; My Kung Fu stops what could not be beaten; and those
of one side play as one, as they may plan (contagion.multi.table_talk). `counting` says why, and what is left open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm

import msgspec

from rulebound.games.contagion.counting import ANY, Holder, Known, Outlook, holding, outlook, placings, unbeaten
from rulebound.games.contagion.deck import STRENGTH
from rulebound.games.contagion.mojos import has
from rulebound.games.contagion.people import Id, Mojo
from rulebound.games.contagion.state import Hand, Played, Showdown, T
from rulebound.games.contagion.variants import CancelledJokers
from rulebound.kernel.cards import Card, is_joker
from rulebound.kernel.citing import cites
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.seats import SeatId


class Row(msgspec.Struct, frozen=True):
    """A card that may be played: how likely nobody can beat it, how likely its side wins in the end, and how likely that is open."""

    card: Card
    at_once: Fraction
    in_the_end: Fraction
    open: Fraction = Fraction(0)


def table(t: T, seat: SeatId, hand: Hand, cards: Iterable[Card]) -> list[Row]:
    """A row for each of these cards; none where what a pass tells cannot be counted."""
    fight = t.state.showdown
    known = knowledge(t, seat, fight.pile, hand.id) if fight else None
    return [row(t, known, card, known.turn) for card in cards] if known else []


def row(t: T, known: Known, card: Card, place: int) -> Row:
    if costs_the_turn(t) and is_joker(card) and len(known.holders) == 2 and not known.stops:
        ends = Outlook(wins=lone_joker(known, place))
    else:
        ends = outlook(known, known.holders[place].side)
    return Row(card, at_once(t, known, card, place), ends.wins, ends.open)


@cites("contagion.showdown.strategy", "contagion.secrets.summary")
def answer_chances(t: T, seat: SeatId, what: str, answer: str) -> Distribution[str] | None:
    """How a Showdown may end if this card is played now, or if the one just played is taken back or not."""
    fight = t.state.showdown
    if fight is None:
        return None
    if what == "kung_fu":
        return kung_fu_chances(t, fight, seat, answer == str(True))
    hand = next((hand for hand in fight.hands.values() if hand.seat == seat and answer in hand.cards), None)
    rows = table(t, seat, hand, [Card(answer)]) if hand and what == "play" else []
    if not rows:
        return None
    row = rows[0]
    return distribution({"wins at once": row.at_once, "wins in the end": row.in_the_end - row.at_once}, row.in_the_end, row.open)


def kung_fu_chances(t: T, fight: Showdown, seat: SeatId, stop: bool) -> Distribution[str] | None:
    """Taken back, the card is gone and so is the power to do it again; let stand, it can be stopped no more, unless a friend may."""
    hand = next((hand for hand in fight.hands.values() if hand.seat == seat and has(t.state.survivors.get(hand.id), Mojo.KUNG_FU)), None)
    known = knowledge(t, seat, fight.pile[:-1] if stop else fight.pile, fight.pile[-1].by)
    if known is None or hand is None or known.stops.count((hand.team, known.turn)) != 1:
        return None
    if stop:
        known = msgspec.structs.replace(known, stops=tuple(other for other in known.stops if other != (hand.team, known.turn)))
    ends = outlook(known, hand.team)
    return distribution({"wins in the end": ends.wins}, ends.wins, ends.open)


def distribution(won: Mapping[str, Fraction], wins: Fraction, undecided: Fraction) -> Distribution[str]:
    """In words; what is open depends on others."""
    ways = {**won, "depends on what others want": undecided, "loses": 1 - wins - undecided}
    common = lcm(*(chance.denominator for chance in ways.values()))
    return Distribution({way: int(chance * common) for way, chance in ways.items() if chance}, common)


# ------------------------------------------------------------------------------------------------ what is known
def knowledge(t: T, seat: SeatId, pile: list[Played], turn: Id) -> Known | None:
    """Own hands, how many cards the others hold, what lies open, whose turn it is, and who may still stop whom."""
    fight = t.state.showdown
    assert fight is not None
    hands = list(fight.hands.values())
    if not t.variants.must_play_if_able and any(hand.out and hand.cards for hand in hands):
        return None
    hidden = [*t.state.deck.cards, *(card for hand in hands if hand.seat != seat for card in hand.cards)]
    stops = still_to_stop(t, hands)
    return Known(
        holders=tuple(holder(hand, seat) for hand in hands),
        unseen=tuple(sorted((STRENGTH[card] for card in hidden if not is_joker(card)), reverse=True)),
        jokers=sum(map(is_joker, hidden)),
        table=(STRENGTH[pile[-1].card], fight.hands[pile[-1].by].team) if pile else None,
        turn=list(fight.hands).index(turn),
        stops=stops,
        open_if_split=costs_the_turn(t) and (len(hands) > 2 or bool(stops)),
        open_if_held=t.variants.kung_fu_vs_joker and bool(stops),
    )


def holder(hand: Hand, seat: SeatId) -> Holder:
    if hand.seat != seat:
        return Holder(hand.team, hidden=len(hand.cards), out_at=hand.beaten if hand.out else ANY)
    if hand.out:
        return Holder(hand.team)
    plain = tuple(STRENGTH[card] for card in hand.cards if not is_joker(card))
    return Holder(hand.team, plain, jokers=len(hand.cards) - len(plain))


@cites("contagion.mojo.my_kung_fu_is_better")
def still_to_stop(t: T, hands: list[Hand]) -> tuple[tuple[int, int], ...]:
    """The side of each master, and the place of each opponent that My Kung Fu has not been used against."""
    masters = [(hand, who) for hand in hands if (who := t.state.survivors.get(hand.id)) and has(who, Mojo.KUNG_FU)]
    return tuple(
        (hand.team, place)
        for hand, who in masters
        for place, foe in enumerate(hands)
        if foe.team != hand.team and not any(id in who.kung_fu for id in foe.members)
    )


def costs_the_turn(t: T) -> bool:
    return t.variants.joker_cancel_turn is CancelledJokers.PASSES


# ------------------------------------------------------------------------------------------------ one card
def at_once(t: T, known: Known, card: Card, place: int) -> Fraction:
    """Nobody holds anything higher; of a joker, no opponent holds the other. What can be taken back does not win at once."""
    side = known.holders[place].side
    stoppable = any(at == place for _, at in known.stops)
    if is_joker(card):
        lone = [weight for jokers, weight in placings(known).items() if holding(known, jokers) <= {side}]
        return Fraction(0) if stoppable and known.open_if_held else sum(lone, Fraction(0))
    if stoppable:
        return Fraction(0)
    others = {jokers: weight for jokers, weight in placings(known).items() if sum(jokers) == jokers[place]}
    return sum((weight * unbeaten(known, jokers, STRENGTH[card], place) for jokers, weight in others.items()), Fraction(0))


def lone_joker(known: Known, place: int) -> Fraction:
    """A joker played by one of two where a cancelled one costs the turn: an opponent who answers must then go on, if need be from their
    own last card, and stands as the winner if they cannot."""
    side, wins = known.holders[place].side, Fraction(0)
    theirs = known.table[0] if known.table and known.table[1] != side else None
    best = max(known.holders[place].shown, default=None)
    for jokers, weight in placings(known).items():
        if holding(known, jokers) <= {side}:
            wins += weight
        elif best is not None and (theirs is None or best > theirs):
            stuck = unbeaten(known, jokers, theirs, place) if theirs is not None else Fraction(0)
            wins += weight * max(Fraction(0), unbeaten(known, jokers, best, place) - stuck)
    return wins
