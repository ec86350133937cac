"""Showdowns with a few cards, as the tests of chances set them up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebound.games.contagion.chances import Row, table
from rulebound.games.contagion.deck import STRENGTH
from rulebound.games.contagion.people import Id, Survivor
from rulebound.games.contagion.play import beating
from rulebound.games.contagion.state import Contagion, Hand, Played, Showdown
from rulebound.games.contagion.variants import ContagionVariants, Rulings
from rulebound.kernel.cards import Card, in_order
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import Table

ANA, BO, CY = SeatId("ana"), SeatId("bo"), SeatId("cy")
QUIET = ContagionVariants(narration=False, rulings=Rulings.DEFAULTS)
SMALL = [Card(c) for c in ("2C", "5D", "5S", "9H", "JC", "KD", "AS", "JK1", "JK2")]


def sorted_hand(cards: Sequence[Card]) -> list[Card]:
    return sorted(cards, key=STRENGTH.__getitem__)


def fight(ana: Sequence[Card], bo: Sequence[Card], top: Card | None, rest: Sequence[Card]) -> Contagion:
    """It is Ana's turn; the card to beat, if any, is Bo's."""
    return battle({ANA: (0, ana), BO: (1, bo)}, (top, BO) if top else None, rest)


def battle(hands: Mapping[SeatId, tuple[int, Sequence[Card]]], top: tuple[Card, SeatId] | None, rest: Sequence[Card]) -> Contagion:
    """Sides and cards of everybody, in the order of play."""
    there = {str(seat): hand(seat, side, cards) for seat, (side, cards) in hands.items()}
    state = Contagion(showdown=Showdown(hands=there, step=6, pile=[Played(top[0], Id(top[1]))] if top else []))
    state.survivors = {seat: Survivor(id=Id(seat), name=seat, seat=seat) for seat in hands}
    state.deck.cards, state.deck.discard = in_order(rest), []
    return state


def hand(seat: SeatId, team: int, cards: Sequence[Card]) -> Hand:
    return Hand(id=Id(seat), name=seat, seat=seat, members=[Id(seat)], team=team, cards=sorted_hand(cards), looked=True)


def rows(state: Contagion, variants: ContagionVariants = QUIET) -> list[Row]:
    t = Table(state, variants)
    assert state.showdown is not None
    mine = state.showdown.hands["ana"]
    return table(t, ANA, mine, beating(mine, state.showdown.pile[-1].card if state.showdown.pile else None))
