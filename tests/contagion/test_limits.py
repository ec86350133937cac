"""A price has its measure: it is at most 300 characters long."""

from __future__ import annotations

import pytest

from rulebound.games.catalogue import find_game
from rulebound.kernel.cases import run_file

CASE = """
- case: a price
  rules: [contagion.negotiation.prices]
  game: contagion
  given: {{variants: {{rulings: defaults}}, survivors: {{ana: {{savvy: 1, cool: 4}}, bo: {{}}}}}}
  do:
    - {{by: ana, command: attempt, with: {{what: climb}}, answers: [yes, 1, {price}, accept, so it went], cards: [2C, 3C]}}
  expect: {{ana.owes.0.demand: {price}}}
"""


def named(price: str) -> str:
    """What is wrong with a price, if anything."""
    return next(run_file(CASE.format(price=price), "price.yaml", find_game)).problem


@pytest.mark.covers("contagion.negotiation.prices")
def test_a_price_is_at_most_300_characters_long() -> None:
    assert named("x" * 300) == ""
    assert "A text of at most 300 characters." in named("x" * 301)
