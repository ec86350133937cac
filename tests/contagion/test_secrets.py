"""No byte that reaches a seat holds what it may not know: checked by changing what is hidden and looking for any difference."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import msgspec
import pytest

from rulebound.games.contagion.game import GAME
from rulebound.games.contagion.sheet import show
from rulebound.games.contagion.state import Contagion
from rulebound.games.contagion.variants import ContagionVariants, PriceVisibility, WeaponMethod
from rulebound.kernel.cards import card_name, in_order
from rulebound.kernel.live import LiveTable
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, Role, Seat, SeatId
from rulebound.kernel.table import Table
from rulebound.play.fuzzing import any_answer
from rulebound.play.machine import machine_step

STEPS = 260
EVERYTHING = ContagionVariants(
    weapon_method=WeaponMethod.CUSTOM,
    double_fisting=True,
    starting_allies=True,
    must_play_if_able=False,
    price_visibility=PriceVisibility.PRIVATE,
    hide_threat_score=True,
)


def opened(seed: int, variants: ContagionVariants) -> LiveTable[Any, Any]:
    """An evening of machines, with somebody looking on and a shared screen."""
    start = GAME.scenes()["evening"].start(variants)
    table: LiveTable[Any, Any] = LiveTable.open(GAME, start, variants, hashlib.sha256(f"secrets {seed}".encode()).digest())
    for seat in list(table.seats.values()):
        table.reseat(seat.id, msgspec.structs.replace(seat, machine=True))
    table.reseat(GM, Seat(SeatId("eve"), Role.SPECTATOR))
    table.reseat(GM, Seat(SeatId("screen"), Role.SCREEN))
    return table


def scrambled(state: Contagion, variants: ContagionVariants, seat: SeatId, chance: random.Random) -> Contagion:
    """The same table as far as this seat may know, with everything else changed."""
    other = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=Contagion)
    if other.showdown:
        hidden = [h for h in other.showdown.hands.values() if not (h.looked and h.seat == seat)]
        cards = [*other.deck.cards, *(card for hand in hidden for card in hand.cards)]
        chance.shuffle(cards)
        for hand in hidden:
            hand.cards, cards = cards[: len(hand.cards)], cards[len(hand.cards) :]
        other.deck.cards = in_order(cards)
    if seat != GM:
        for who in (*other.survivors.values(), *other.allies.values()):
            who.infection += chance.randint(0, 5)
            who.marked = not who.marked
        for threat in other.threats.values():
            threat.infection = chance.randint(0, 5)
            if variants.hide_threat_score and threat.score:
                threat.score += 1
        if not GAME.ending(state):
            for voter in other.votes:
                if voter != seat:
                    other.votes[voter] = {question: chance.choice(list(other.survivors.values())).id for question in other.votes[voter]}
        for who in other.survivors.values():
            for price in who.owes:
                if variants.price_visibility is PriceVisibility.PRIVATE and seat not in (who.seat, price.mad_half):
                    price.demand = "something else"
    return other


def same_for(table: LiveTable[Any, Any], seat: Seat, chance: random.Random) -> None:
    seen = msgspec.json.encode(show(Table(table.state, table.variants), seat))
    changed = msgspec.json.encode(show(Table(scrambled(table.state, table.variants, seat.id, chance), table.variants), seat))
    assert seen == changed


def nothing_in_the_log(table: LiveTable[Any, Any], seat: Seat) -> None:
    """No line of the command that runs names a card that somebody else holds now."""
    if not table.flight or not table.state.showdown or any(e.kind == "table.shuffled" for e in table.flight.turn.entries):
        return
    hidden = [
        card
        for hand in table.state.showdown.hands.values()
        if not (hand.looked and hand.seat == seat.id)
        for card in hand.cards
    ]
    seen = [entry for entry in table.flight.turn.entries if entry.seen_by(seat.id)]
    text = msgspec.json.encode(seen).decode()
    for card in hidden:
        assert card_name(card) not in text
        assert f'"{card}"' not in text and f" {card} " not in text


def told_nothing(table: LiveTable[Any, Any], seat: Seat, chance: random.Random) -> None:
    """Answers and commands of somebody who is not asked are refused without a word about what is hidden."""
    if not table.flight or not table.state.showdown:
        return
    held = {card_name(card) for hand in table.state.showdown.hands.values() if hand.seat != seat.id for card in hand.cards}
    asked = table.flight.question.seats[0]
    outcome = table.fork().answer(asked, table.flight.id, "JK1" if chance.random() < 0.5 else "nonsense", by=seat.id)
    if isinstance(outcome, Refusal) and seat.id not in table.waiting_for() and seat.role is not Role.GM:
        words = f"{outcome} "
        assert not any(name in words for name in held)


@pytest.mark.covers("contagion.secrets.summary", "contagion.cards.zones", "contagion.create.secret_votes", "contagion.cic.contagion.tally")
@pytest.mark.parametrize("seed", range(4))
def test_a_seat_sees_the_same_whatever_is_hidden_from_it(seed: int) -> None:
    chance = random.Random(seed)
    table = opened(seed, EVERYTHING if seed % 2 else ContagionVariants(narration=False))
    for _ in range(STEPS):
        if GAME.ending(table.state) and not table.flight:
            break
        if table.flight and chance.random() < 0.4:
            seat = table.waiting_for()[0]
            table.answer(seat, table.flight.id, any_answer(table.flight.question, seat, chance))
        else:
            machine_step(table)
        looking = chance.choice(list(table.seats.values()))
        same_for(table, looking, chance)
        nothing_in_the_log(table, looking)
        told_nothing(table, looking, chance)


def test_undo_shows_nothing_new() -> None:
    """Taking back a command openly leaves a view without anything of the hands that were dealt."""
    table = opened(9, ContagionVariants(narration=False))
    chance = random.Random(9)
    for _ in range(120):
        machine_step(table)
        if table.state.showdown and table.state.showdown.step >= 5 and table.flight:
            break
    assert table.state.showdown is not None
    hands = {hand.seat: list(hand.cards) for hand in table.state.showdown.hands.values()}
    while table.flight:
        table.undo(GM)
    for seat in table.seats.values():
        seen = msgspec.json.encode(table.view(seat.id).scene).decode()
        for owner, cards in hands.items():
            assert owner == seat.id or not any(f'"{card}"' in seen for card in cards)
        same_for(table, seat, chance)
