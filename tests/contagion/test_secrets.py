"""No byte that reaches a seat holds what it may not know: random evenings beside their twins, and leaks made on purpose."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from twins import Evening, Leak, Live, opened, what_is_sent

from rulebound.games.contagion import deck, infection, negotiation, sheet
from rulebound.games.contagion.game import GAME
from rulebound.games.contagion.variants import ContagionVariants
from rulebound.kernel.attempt import Attempt
from rulebound.kernel.cards import FULL_DECK, Card
from rulebound.kernel.entries import EVERYONE
from rulebound.kernel.live import LiveTable
from rulebound.kernel.questions import ChooseOne
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.view import CardsShown
from rulebound.play.fuzzing import Broken
from rulebound.play.machine import machine_step

STEPS = 45


@pytest.mark.covers(
    "contagion.secrets.summary", "contagion.cards.zones", "contagion.create.secret_votes", "contagion.cic.contagion.tally",
    "contagion.showdown.step2_draw", "contagion.showdown.step4_look", "contagion.multi.table_talk",
)  # fmt: skip
@pytest.mark.parametrize("part", range(4))
def test_a_seat_is_sent_the_same_bytes_whatever_is_hidden_from_it(part: int) -> None:
    moved = 0
    for seed in range(20_000 + part * 15, 20_000 + part * 15 + 15):
        evening = Evening(seed)
        evening.play(STEPS)
        moved += evening.moved > 0
    assert moved > 2


def found(seeds: range = range(60), kind: type[AssertionError] = Leak) -> bool:
    """Whether any of so many games finds what is wrong."""
    for seed in seeds:
        try:
            Evening(seed).play(STEPS)
        except kind:
            return True
    return False


def everybody_sees(t: object, seat: object, hand: Any) -> CardsShown:
    return CardsShown("Hand", tuple(map(str, hand.cards)))


def shown_to_all(*_: object) -> tuple[SeatId, ...]:
    return EVERYONE


@pytest.mark.parametrize(
    ("module", "name", "leaky"),
    [
        (sheet, "hand_shown", everybody_sees),
        (infection, "secretly", shown_to_all),
        (negotiation, "price_audience", shown_to_all),
        (sheet, "sees_price", shown_to_all),
        (deck, "NOBODY", SeatId("eve")),
    ],
)
def test_a_leak_made_on_purpose_is_found(module: Any, name: str, leaky: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, name, leaky)
    assert found()


def test_a_forced_play_that_is_not_asked_for_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a lone option is not asked, the others see that somebody had no choice."""

    def only_if_there_is_a_choice(self: Any, seat: SeatId, what: str, options: Any, about: Any = ()) -> Any:
        return self.choose(seat, what, options, about)

    monkeypatch.setattr(Attempt, "choose_in_secret", only_if_there_is_a_choice)
    assert found(range(180, 240), AssertionError)


@pytest.mark.covers("contagion.token.gain_table", "contagion.cgp.sources", "contagion.juice.cost")
@pytest.mark.parametrize("kind", ["gains_tokens", "pays", "gains_cgp", "adversity", "uses_juice", "sickens"])
def test_a_change_that_no_line_accounts_for_is_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    say = Attempt.say

    def silent(self: Any, *said: str, **more: Any) -> None:
        if said[0] != kind:
            say(self, *said, **more)

    monkeypatch.setattr(Attempt, "say", silent)
    assert found(range(200), Broken)


# ------------------------------------------------------------------------------------------------ what may be seen again
def in_a_showdown(seed: int, step: int) -> Live:
    """A table of machines in the middle of a Showdown."""
    variants = ContagionVariants(narration=False)
    table: Live = LiveTable.open(GAME, GAME.scenes()["evening"].start(variants), variants, bytes([seed]) * 32)
    for seat in list(table.seats.values()):
        table.reseat(seat.id, msgspec.structs.replace(seat, machine=True))
    for _ in range(2000):
        machine_step(table)
        if table.state.showdown and table.state.showdown.step >= step and table.flight:
            return table
    raise AssertionError("there was no Showdown")


def cards_in(data: bytes, cards: list[Card]) -> list[Card]:
    return [card for card in cards if f'"{card}"'.encode() in data]


def test_undo_shows_nothing_new() -> None:
    """Taking back a command openly leaves nothing of the hands that were dealt but to those who had looked."""
    table = in_a_showdown(9, 6)
    assert table.state.showdown is not None
    hands = {hand.seat: list(hand.cards) for hand in table.state.showdown.hands.values()}
    while table.flight:
        table.undo(GM)
    for seat in table.seats:
        for owner, cards in hands.items():
            assert owner == seat or not cards_in(msgspec.json.encode(table.view(seat).scene), cards)


@pytest.mark.covers("contagion.showdown.step4_look", "contagion.cards.public_discard")
def test_what_was_rightly_seen_may_be_looked_at_again() -> None:
    """The own hand in the view as long as it is held, the line that showed it in the log for good, open discards for everybody."""
    table = in_a_showdown(3, 6)
    assert table.state.showdown is not None
    hand = next(hand for hand in table.state.showdown.hands.values() if len(hand.cards) > 1)
    assert cards_in(msgspec.json.encode(table.view(hand.seat).scene), hand.cards) == hand.cards
    number = len(table.turns)
    while len(table.turns) == number:
        machine_step(table)
    assert any("looks at the hand" in line.text for line in table.view(hand.seat).log)
    for seat in table.seats:
        others = [line.text for line in table.view(seat).log if "looks at the hand" in line.text]
        assert seat in (hand.seat, *(h.seat for h in [hand])) or not any(str(hand.id) in line for line in others)
        shown = msgspec.json.encode(table.view(seat).scene)
        assert cards_in(shown, table.state.deck.discard) == table.state.deck.discard


@pytest.mark.covers("contagion.cards.reshuffle")
def test_knowledge_dies_with_a_shuffle() -> None:
    """Once the discards are back in the deck no view tells them from what was never seen."""
    table = in_a_showdown(5, 6)
    for _ in range(6000):
        before = list(table.state.deck.discard)
        machine_step(table)
        if before and not set(before) <= set(table.state.deck.discard) and table.state.showdown and len(before) > 10:
            break
    fight = table.state.showdown
    assert fight is not None
    public = {*table.state.deck.discard, *table.state.drawn, *(played.card for played in fight.pile)}
    for seat in table.seats:
        own = {card for hand in fight.hands.values() if hand.looked and hand.seat == seat for card in hand.cards}
        forgotten = [card for card in before if card not in public | own]
        assert forgotten and not cards_in(msgspec.json.encode(table.view(seat).scene), forgotten)


def test_nobody_plays_somebody_elses_cards_by_guessing() -> None:
    """Not even the CiC: whether a guess fits would tell what is in the hand. The default may stand."""
    table = in_a_showdown(3, 6)
    while table.flight is None or table.flight.question.what != "play" or table.flight.question.seats[0] == GM:
        machine_step(table)
    seat, id = table.flight.question.seats[0], table.flight.id
    assert isinstance(table.flight.question, ChooseOne)
    for guess in ("JK1", table.flight.question.options[0]):
        refused = table.answer(seat, id, guess, by=GM)
        assert isinstance(refused, Refusal) and refused.rule == "table.private"
    machine_step(table)
    last = table.flight.turn if table.flight else table.turns[-1]
    place = max(place for place, given in enumerate(last.answers) if given.seat == seat and given.value in FULL_DECK)
    refused = table.overrule(GM, place, "JK1")
    assert isinstance(refused, Refusal) and refused.rule == "table.private"


def test_every_seat_of_an_evening_is_looked_at() -> None:
    table, chance = opened(1)
    assert {"eve", "screen", GM} < set(table.seats)
    assert all(len(what_is_sent(table, seat, chance)) == 6 for seat in table.seats)
