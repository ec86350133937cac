"""Exact odds of any rule, by lazy refinement.

A roll returns an outcome that does not exist yet. Reading `roll.hits` branches on hits alone; reading another part later branches
further, given what is already known. What a rule never reads costs nothing. The rule is run again from its start for each branch.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from rulebound.kernel.branch import Branch
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.explore import Explorer
from rulebound.kernel.grid import Uncountable
from rulebound.kernel.parts import Shared, counting
from rulebound.kernel.policy import Policy
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import S, Table, V
from rulebound.kernel.ways import MOST_RUNS, TooManyOutcomes

__all__ = ["TooManyOutcomes", "Uncountable", "odds", "odds_of_state"]

O = TypeVar("O", bound=Hashable)  # noqa: E741 - an outcome


def odds(
    rule: Callable[[Table[S, V]], O],
    state: S,
    variants: V,
    policy: Policy[S, V],
    best: Mapping[SeatId, Callable[[O], Fraction | int]] | None = None,
    most_runs: int = MOST_RUNS,
) -> Distribution[O]:
    """How a rule comes out, exactly. Choices follow the policy; a seat in `best` makes the choice with the highest expected worth,
    knowing all that has come out before it.

    The outcome is what the rule returns: one that leaves things for later and reports the state calls `t.settle()` first.
    """

    def settled(t: Branch[S, V]) -> O:
        outcome = rule(t)
        t.settle()
        return outcome

    with counting() as shared:
        return Explorer(settled, _tables(state, variants, policy, shared, frozenset(best or {})), best or {}, most_runs).explore()


def odds_of_state(
    rule: Callable[[Table[S, V]], object], look: Callable[[S], O], state: S, variants: V, policy: Policy[S, V], most_runs: int = MOST_RUNS
) -> Distribution[O]:
    """How the state looks, exactly, once the rule and all it leaves for later are done.

    What a rule returns is not looked at: once it is done, paths that have led to the same state are followed only once.
    """

    def settled(t: Branch[S, V]) -> O:
        rule(t)
        t.settle()
        t.look(lambda: look(t.state))

    with counting() as shared:
        return Explorer(settled, _tables(state, variants, policy, shared, frozenset(), merges=True), {}, most_runs).explore()


def _tables(
    state: S, variants: V, policy: Policy[S, V], shared: Shared, deciding: frozenset[SeatId], *, merges: bool = False
) -> Callable[[tuple[Any, ...]], Branch[S, V]]:
    start = msgspec.msgpack.encode(state)
    decode = msgspec.msgpack.Decoder(type(state)).decode
    return lambda path: Branch(decode(start), variants, path, policy, deciding, shared, merges=merges)
