"""What a seat knows of the table, for suggestions that are shown to it: no tally, vote, score or price that is hidden from it."""

from __future__ import annotations

from rulebound.games.contagion.people import Ally, Survivor
from rulebound.games.contagion.state import Contagion
from rulebound.games.contagion.variants import ContagionVariants, PriceVisibility
from rulebound.kernel.citing import cites
from rulebound.kernel.seats import GM, SeatId

UNKNOWN_SCORE = 8
"""contagion.cic.threat.quick_stats: the average of the quick table."""


@cites("contagion.secrets.summary")
def as_known(state: Contagion, seat: SeatId, variants: ContagionVariants) -> Contagion | None:
    """Between commands, where nobody holds a card."""
    if state.showdown:
        return None
    state.deck.top, state.second.top = [], []
    if variants.price_visibility is not PriceVisibility.PUBLIC:
        forget_prices(state, seat)
    if seat == GM:
        return state
    state.votes = {voter: votes for voter, votes in state.votes.items() if voter == seat}
    if variants.secret_infection:
        forget_infection(state)
    if variants.hide_threat_score:
        for threat in state.threats.values():
            threat.score = threat.full = UNKNOWN_SCORE if threat.score else 0
    return state


def forget_prices(state: Contagion, seat: SeatId) -> None:
    for who in state.survivors.values():
        who.owes = [price for price in who.owes if seat in (who.seat, price.mad_half)]


def forget_infection(state: Contagion) -> None:
    people: list[Survivor | Ally] = [*state.survivors.values(), *state.allies.values()]
    for who in people:
        who.infection, who.marked = 0, False
    for threat in state.threats.values():
        threat.infection = 0
