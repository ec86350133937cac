"""Answers that the rules do not allow are refused by the rule's own id, and change nothing."""

from __future__ import annotations

import pytest

from rulebound.games.infinity.game import GAME
from rulebound.games.infinity.state import Infinity
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.kernel.live import LiveTable
from rulebound.kernel.questions import ChooseOne
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.yamltext import read_yaml

ANA = SeatId("ana")
GIVEN = """
given:
  people:
    ana: {attributes: {awareness: 8}, skills: {ranged weapons: [2, 1]}, weapons: {g: {kind: light pistol, reloads: 3}}, infinity: 1}
    x: {category: Elite, prone: true}
  turn: ana
"""


def table() -> LiveTable[Infinity, InfinityVariants]:
    variants = InfinityVariants()
    start = GAME.given(read_yaml(GIVEN, "a table"), ("given",), variants)
    return LiveTable.open(GAME, start, variants, b"seed" * 8, "case")


@pytest.mark.covers("infinity.test.buy_d20_heat")
def test_more_than_three_bought_dice_are_refused() -> None:
    laid = table()
    laid.do(ANA, "shoot", {"target": "x", "gun": "g"})
    assert laid.flight is not None and laid.flight.question.what == "buy_dice"
    before = laid.snapshot()
    refused = laid.answer(ANA, laid.flight.id, 4)
    assert isinstance(refused, Refusal) and refused.rule == "infinity.test.buy_d20_heat"
    assert laid.snapshot() == before
    assert not isinstance(laid.answer(ANA, laid.flight.id, 3), Refusal)


@pytest.mark.covers("infinity.test.buy_d20_infinity")
def test_more_infinity_dice_than_points_are_refused() -> None:
    laid = table()
    laid.do(ANA, "shoot", {"target": "x", "gun": "g"})
    assert laid.flight is not None
    laid.answer(ANA, laid.flight.id, 0)
    assert laid.flight is not None and laid.flight.question.what == "infinity_dice"
    refused = laid.answer(ANA, laid.flight.id, 2)
    assert isinstance(refused, Refusal) and refused.rule == "infinity.test.buy_d20_infinity"


@pytest.mark.covers("infinity.points.influence")
def test_no_more_points_are_asked_for_than_there_are() -> None:
    laid = table()
    laid.do(ANA, "influence", {"who": "ana", "fact": "the lift is here"})
    assert laid.flight is not None and laid.flight.question.what == "influence_price"
    assert isinstance(laid.answer(GM, laid.flight.id, "2"), Refusal)
    assert not isinstance(laid.answer(GM, laid.flight.id, "1"), Refusal)
    assert laid.state.people["ana"].infinity.value == 0


def offered(people: str, *answers: str | int) -> set[str]:
    """What Momentum could buy on a hit of Ana's, after so many answers; she throws nothing but successes."""
    variants = InfinityVariants()
    given = f"given: {{people: {people}, turn: ana}}"
    laid = LiveTable.open(GAME, GAME.given(read_yaml(given, "a table"), ("given",), variants), variants, b"seed" * 8, "case")
    laid.do(ANA, "shoot", {"target": "x", "gun": "g"})
    for answer in answers:
        assert laid.flight is not None
        laid.answer(laid.waiting_for()[0], laid.flight.id, answer)
    assert laid.flight is not None and isinstance(laid.flight.question, ChooseOne) and laid.flight.question.what == "spend"
    return set(laid.flight.question.options)


SHARP = "{attributes: {coordination: 18, awareness: 8}, skills: {ranged weapons: [2, 19]}, weapons: {g: light pistol}"


@pytest.mark.covers("infinity.npc.squad", "infinity.momentum.confidence", "infinity.momentum.combat.table")
def test_only_what_a_hit_allows_can_be_bought() -> None:
    alone = offered(f"{{ana: {SHARP}}}, x: {{category: Trooper, prone: true}}}}", 3)
    assert {"bonus damage", "confidence", "knockout"} < alone and "pick out the leader" not in alone
    assert "pick out the leader" in offered(f"{{ana: {SHARP}}}, x: {{sample: gangster, members: 3, leader: specialist, prone: true}}}}", 3)
    assert "confidence" in offered(f"{{ana: {SHARP}, confidence: 2}}, x: {{category: Trooper, prone: true}}}}", 3)
    assert "confidence" not in offered(f"{{ana: {SHARP}, confidence: 3}}, x: {{category: Trooper, prone: true}}}}", 3)


@pytest.mark.covers("infinity.morale.grit")
def test_grit_is_worth_four_at_most() -> None:
    variants = InfinityVariants()
    given = "given: {people: {ana: {attributes: {willpower: 18}, skills: {discipline: [2, 19]}}, x: {category: Elite}}, turn: ana}"
    laid = LiveTable.open(GAME, GAME.given(read_yaml(given, "a table"), ("given",), variants), variants, b"seed" * 8, "case")
    laid.do(ANA, "grit", {})
    assert laid.flight is not None
    laid.answer(ANA, laid.flight.id, 3)
    assert laid.flight is not None and laid.flight.question.what == "morale_momentum"
    assert isinstance(laid.answer(ANA, laid.flight.id, 3), Refusal)
    laid.answer(ANA, laid.flight.id, 2)
    assert laid.state.people["ana"].heartened == 4
