"""Repeated exchanges solved exactly: equal states are merged, and what may go on for ever is solved as equations.

A whole duel is one step (an exchange) done again and again until something ends it. Each distinct state is stepped once; states that can
reach each other again are solved together, the rest by plain substitution.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar, cast

import msgspec

from rulebound.kernel.odds import odds
from rulebound.kernel.policy import Policy
from rulebound.kernel.table import S, Table, V

O = TypeVar("O", bound=Hashable)  # noqa: E741 - an outcome

Ends = dict[Hashable, Fraction]
Row = dict[int, Fraction]


def play_out(
    step: Callable[[Table[S, V]], None],
    start: S,
    variants: V,
    policy: Policy[S, V],
    ended: Callable[[S], O | None],
    most_states: int = 20_000,
) -> dict[O, Fraction]:
    """The chance of each ending when the step is repeated from the start until `ended` says how it ended."""
    first = ended(start)
    if first is not None:
        return {first: Fraction(1)}
    moves, ends = _explore(step, start, variants, policy, ended, most_states)
    solved: dict[int, Ends] = {}
    for group in _groups(moves):
        _solve(group, moves, ends, solved)
    return cast("dict[O, Fraction]", solved[0])


def _explore(
    step: Callable[[Table[S, V]], None], start: S, variants: V, policy: Policy[S, V], ended: Callable[[S], O | None], most: int
) -> tuple[list[Row], list[Ends]]:
    """Every state that can be reached: where it goes next, and how it may end at once."""

    def once(t: Table[S, V]) -> tuple[bool, Hashable]:
        step(t)
        t.settle()
        how = ended(t.state)
        return (True, how) if how is not None else (False, msgspec.msgpack.encode(t.state))

    number = {msgspec.msgpack.encode(start): 0}
    states = list(number)
    decode = msgspec.msgpack.Decoder(type(start)).decode
    moves: list[Row] = []
    ends: list[Ends] = []
    while len(moves) < len(states):
        row: Row = {}
        finished: Ends = {}
        for (done, result), chance in odds(once, decode(states[len(moves)]), variants, policy).fractions().items():
            if done:
                finished[result] = chance
                continue
            key = cast(bytes, result)
            if key not in number:
                if len(states) >= most:
                    raise RuntimeError(f"more than {most} states: leave out of the state what does not matter")
                number[key] = len(states)
                states.append(key)
            row[number[key]] = chance
        moves.append(row)
        ends.append(finished)
    return moves, ends


def _groups(moves: list[Row]) -> list[list[int]]:
    """States that can reach each other, those that depend on nothing unsolved first (Tarjan, without recursion)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    groups: list[list[int]] = []
    for root in range(len(moves)):
        if root in index:
            continue
        work = [(root, iter(moves[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            here, onward = work[-1]
            for there in onward:
                if there not in index:
                    index[there] = low[there] = len(index)
                    stack.append(there)
                    on_stack.add(there)
                    work.append((there, iter(moves[there])))
                    break
                if there in on_stack:
                    low[here] = min(low[here], index[there])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[here])
                if low[here] == index[here]:
                    cut = stack.index(here)
                    groups.append(stack[cut:])
                    on_stack.difference_update(stack[cut:])
                    del stack[cut:]
    return groups


def _solve(group: list[int], moves: list[Row], ends: list[Ends], solved: dict[int, Ends]) -> None:
    """Put what is solved already into the group's equations, then eliminate its members one by one."""
    inside = set(group)
    rows: dict[int, Row] = {}
    known: dict[int, Ends] = {}
    for here in group:
        known[here] = dict(ends[here])
        rows[here] = {there: chance for there, chance in moves[here].items() if there in inside}
        for there, chance in moves[here].items():
            if there not in inside:
                _add(known[here], solved[there], chance)
    for place, here in enumerate(group):
        _leave_self(here, rows[here], known[here])
        for other in group[place + 1 :]:
            _substitute(here, rows[here], known[here], rows[other], known[other])
    for place in range(len(group) - 1, -1, -1):
        here = group[place]
        for other in group[:place]:
            _substitute(here, rows[here], known[here], rows[other], known[other])
        solved[here] = known[here]


def _leave_self(here: int, row: Row, known: Ends) -> None:
    """A state that may come back to itself leaves for good with certainty, unless nothing else can happen."""
    stay = row.pop(here, Fraction(0))
    if stay == 1:
        raise RuntimeError("a state that never ends: the exchange changes nothing and ends nothing")
    if stay:
        for there in row:
            row[there] /= 1 - stay
        for end in known:
            known[end] /= 1 - stay


def _substitute(here: int, row: Row, known: Ends, into: Row, into_known: Ends) -> None:
    share = into.pop(here, None)
    if share is None:
        return
    for there, chance in row.items():
        into[there] = into.get(there, Fraction(0)) + share * chance
    _add(into_known, known, share)


def _add(ends: Ends, more: Ends, times: Fraction) -> None:
    for end, chance in more.items():
        ends[end] = ends.get(end, Fraction(0)) + times * chance
