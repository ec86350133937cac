"""The chances of a card are exact: the same as playing out every deal of a small deck by the rules, with both sides playing well."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import msgspec
import pytest
from deals import ANA, BO, CY, QUIET, SMALL, fight, hand, rows

from rulebound.games.contagion.chances import Row, answer_chances
from rulebound.games.contagion.deck import STRENGTH
from rulebound.games.contagion.game import GAME
from rulebound.games.contagion.play import play_cards
from rulebound.games.contagion.state import Contagion
from rulebound.games.contagion.variants import CancelledJokers, ContagionVariants
from rulebound.kernel.cards import FULL_DECK, Card, is_joker
from rulebound.kernel.odds import odds
from rulebound.kernel.policy import Policy
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import Table


def played_well(state: Contagion, first: Card, variants: ContagionVariants) -> bool:
    """Whether Ana wins with this card first, by the game's own rules, when both know everything and want to win."""

    def rule(t: Table[Contagion, ContagionVariants]) -> int:
        fight = t.state.showdown
        assert fight is not None
        choose, done = t.choose_in_secret, [False]

        def forced(seat: SeatId, what: str, options: Sequence[Card], about: tuple[str, ...] = ()) -> Card:
            if seat == ANA and not done[0]:
                done[0] = True
                return first
            return choose(seat, what, options, about)

        t.choose_in_secret = forced  # type: ignore[method-assign, assignment]
        best = play_cards(t, fight)
        return int(best is not None and best.seat == ANA)

    outcome = odds(rule, state, variants, Policy(), best={ANA: lambda won: won, BO: lambda won: -won})
    return outcome.fractions() == {1: Fraction(1)}


def by_brute_force(ana: Sequence[Card], count: int, top: Card | None, card: Card, variants: ContagionVariants) -> Fraction:
    hidden = [c for c in SMALL if c not in ana and c != top]
    deals = list(combinations(hidden, count))
    won = sum(played_well(fight(ana, bo, top, [c for c in hidden if c not in bo]), card, variants) for bo in deals)
    return Fraction(won, len(deals))


@pytest.mark.covers("contagion.showdown.strategy", "contagion.cards.joker_showdown")
@pytest.mark.parametrize("cancelled", list(CancelledJokers))
@pytest.mark.parametrize("seed", range(40))
def test_chances_are_those_of_every_deal_played_out(seed: int, cancelled: CancelledJokers) -> None:
    chance = random.Random(seed)
    variants = msgspec.structs.replace(QUIET, joker_cancel_turn=cancelled)
    cards = chance.sample(SMALL, 4)
    top = cards.pop() if chance.random() < 0.6 else None
    top = None if top in ("JK1", "JK2") else top
    ana, count = cards[: chance.randint(1, 3)], chance.randint(1, 3)
    hidden = [c for c in SMALL if c not in ana and c != top]
    found = rows(fight(ana, hidden[:count], top, hidden[count:]), variants)
    assert len(found) == len([c for c in ana if top is None or STRENGTH[c] > STRENGTH[top]])
    for row in found:
        assert row.in_the_end == by_brute_force(ana, count, top, row.card, variants)
        higher = {c for c in hidden if STRENGTH[c] > STRENGTH[row.card] or (is_joker(c) and is_joker(row.card))}
        none = [bo for bo in combinations(hidden, count) if not higher & set(bo)]
        assert row.at_once == Fraction(len(none), len(list(combinations(hidden, count))))


def test_the_table_is_the_same_whatever_the_others_hold() -> None:
    chance = random.Random(1)
    ana = list(chance.sample(FULL_DECK, 5))
    hidden = [card for card in FULL_DECK if card not in ana]
    found = []
    for _ in range(6):
        chance.shuffle(hidden)
        found.append(rows(fight(ana, hidden[:6], None, hidden[6:])))
    assert len(found[0]) == 5
    assert all(other == found[0] for other in found)


def test_hands_that_are_out_hold_nothing_above_what_beat_them() -> None:
    """Cy could not beat the jack: of the five cards unseen only the two above it are left for Bo, one in four."""
    ana, bo, cy = [Card("KD")], [Card("AS")], [Card("2C")]
    state = fight(ana, bo, Card("JC"), [Card("5D"), Card("5S"), Card("9H")])
    assert state.showdown is not None
    out = hand(CY, 1, cy)
    out.out, out.beaten = True, STRENGTH[Card("JC")]
    state.showdown.hands["cy"] = out
    seen = rows(state)
    deals = [(b, c) for b in ("AS", "5D", "5S", "9H", "2C") for c in ("5D", "5S", "9H", "2C") if b != c]
    assert seen == [Row(Card("KD"), *[Fraction(sum(b != "AS" for b, _ in deals), len(deals))] * 2)]


def test_a_friend_may_hold_the_highest_card() -> None:
    state = fight([Card("9H")], [Card("5D")], None, [Card("5S"), Card("AS")])
    assert state.showdown is not None
    state.showdown.hands["cy"] = hand(CY, 0, [Card("KD")])
    unseen = ("5D", "5S", "AS", "KD")
    deals = [(bo, cy) for bo in unseen for cy in unseen if bo != cy]
    won = [max(("9H", cy, bo), key=lambda c: STRENGTH[Card(c)]) != bo for bo, cy in deals]
    assert rows(state)[0].in_the_end == Fraction(sum(won), len(won))
    lower = [STRENGTH[Card(bo)] < STRENGTH[Card("9H")] > STRENGTH[Card(cy)] for bo, cy in deals]
    assert rows(state)[0].at_once == Fraction(sum(lower), len(lower)) == Fraction(1, 6)


def test_nothing_is_claimed_that_cannot_be_counted() -> None:
    """Where one may pass, a pass tells something that no count knows."""
    state = fight([Card("9H")], [Card("5D")], None, [Card("5S"), Card("AS")])
    assert state.showdown is not None
    state.showdown.hands["cy"] = hand(CY, 1, [Card("KD")])
    free = msgspec.structs.replace(QUIET, must_play_if_able=False)
    assert len(rows(state, free)) == 1
    state.showdown.hands["cy"].out = True
    assert rows(state, free) == []
    assert answer_chances(Table(state, QUIET), ANA, "join", "stay out") is None


def test_a_table_for_big_hands_takes_no_time() -> None:
    chance = random.Random(2)
    ana = list(chance.sample(FULL_DECK, 12))
    hidden = [card for card in FULL_DECK if card not in ana]
    begin = time.process_time()
    counted = rows(fight(ana, hidden[:14], None, hidden[14:]))
    assert len(counted) == 12
    assert time.process_time() - begin < 1
    words = GAME.chances(Table(fight(ana, hidden[:14], None, hidden[14:]), QUIET), ANA, "play", ana[0])
    assert words is not None and sum(words.fractions().values()) == 1
