"""Momentum, Heat and Infinity points change only by somebody, for a reason, by a rule."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from rulebound.games.infinity.game import GAME
from rulebound.games.infinity.state import Infinity
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.kernel.seats import GM


def changed(change: Callable[[Infinity], object]) -> list[str]:
    before = GAME.scenes()["firefight"].start(InfinityVariants()).state
    after = msgspec.msgpack.decode(msgspec.msgpack.encode(before), type=Infinity)
    change(after)
    return list(GAME.unaccounted(before, after, ()))


def by_itself(state: Infinity) -> None:
    state.heat.start += 1


@pytest.mark.covers("infinity.heat.economy")
def test_what_somebody_did_by_a_rule_is_accounted_for() -> None:
    assert changed(lambda state: state.heat.change(2, GM, "players paid", "infinity.heat.gain")) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda state: state.heat.change(2, "", "players paid", "infinity.heat.gain"), "Heat changed by 2 without a word"),
        (lambda state: state.momentum.change(1, GM, "", "infinity.momentum.bank"), "Momentum changed by 1 without a word"),
        (lambda state: state.people["hacker"].infinity.change(-1, GM, "die", ""), "hacker's Infinity points changed by -1 without a word"),
        (by_itself, "Heat went from 0 to 1 by itself"),
    ],
)
def test_what_nobody_did_is_noticed(change: Callable[[Infinity], object], said: str) -> None:
    assert changed(change) == [said]
