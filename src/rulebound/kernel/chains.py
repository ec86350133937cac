"""Repeated exchanges solved exactly: equal states are merged, and what may go on for ever is solved as equations.

A whole duel is one step (an exchange) done again and again until something ends it. Each distinct state is stepped once; states that can
reach each other again are solved together, the rest by plain substitution.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple, TypeVar, cast

import msgspec

from rulebound.kernel.odds import odds_of_state
from rulebound.kernel.policy import Policy
from rulebound.kernel.reading import plain
from rulebound.kernel.table import S, Table, V

O = TypeVar("O", bound=Hashable)  # noqa: E741 - an outcome

Ends = dict[Hashable, Fraction]
Row = dict[int, int]
"""Where a state goes next, by whole-number weights."""


class Moves(NamedTuple):
    """What one step from a state comes to: other states and endings, by weights that add up to `total`."""

    row: Row
    ends: dict[Hashable, int]
    total: int


class Solved(NamedTuple):
    """The chance of each ending, as whole numbers over one denominator: big sums are cheap that way, and exact."""

    shares: dict[Hashable, int]
    of: int

    @classmethod
    def lowest(cls, shares: dict[Hashable, int], of: int) -> Solved:
        common = gcd(of, *shares.values())
        return cls({end: share // common for end, share in shares.items()}, of // common)

    def fractions(self) -> Ends:
        return {end: Fraction(share, self.of) for end, share in self.shares.items()}


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
    moves = _explore(step, start, variants, policy, ended, most_states)
    solved: dict[int, Solved] = {}
    for group in _groups(moves):
        _solve(group, moves, solved)
    return cast("dict[O, Fraction]", solved[0].fractions())


def _explore(
    step: Callable[[Table[S, V]], None], start: S, variants: V, policy: Policy[S, V], ended: Callable[[S], O | None], most: int
) -> list[Moves]:
    """Every state that can be reached: where it goes next, and how it may end at once."""

    def look(state: S) -> tuple[bool, Hashable]:
        how = ended(state)
        return (True, how) if how is not None else (False, msgspec.msgpack.encode(state, enc_hook=plain))

    number = {msgspec.msgpack.encode(start): 0}
    states = list(number)
    decode = msgspec.msgpack.Decoder(type(start)).decode
    moves: list[Moves] = []
    while len(moves) < len(states):
        row: Row = {}
        ends: dict[Hashable, int] = {}
        ways = odds_of_state(step, look, decode(states[len(moves)]), variants, policy)
        for (done, result), weight in ways:
            if done:
                ends[result] = weight
                continue
            key = cast(bytes, result)
            if key not in number:
                if len(states) >= most:
                    raise RuntimeError(f"more than {most} states: leave out of the state what does not matter")
                number[key] = len(states)
                states.append(key)
            row[number[key]] = weight
        moves.append(Moves(row, ends, ways.total))
    return moves


def _groups(moves: list[Moves]) -> list[list[int]]:
    """States that can reach each other, those that depend on nothing unsolved first (Tarjan, without recursion)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    groups: list[list[int]] = []
    for root in range(len(moves)):
        if root in index:
            continue
        work = [(root, iter(moves[root].row))]
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
                    work.append((there, iter(moves[there].row)))
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


def _solve(group: list[int], moves: list[Moves], solved: dict[int, Solved]) -> None:
    """Put what is solved already into the group's equations, then eliminate its members one by one."""
    inside = set(group)
    outside = {here: _from_outside(moves[here], inside, solved) for here in group}
    if len(group) == 1 and group[0] not in moves[group[0]].row:
        solved[group[0]] = outside[group[0]]
        return
    known = {here: outside[here].fractions() for here in group}
    rows = {
        here: {there: Fraction(weight, moves[here].total) for there, weight in moves[here].row.items() if there in inside} for here in group
    }
    for place, here in enumerate(group):
        _leave_self(here, rows[here], known[here])
        for other in group[place + 1 :]:
            _substitute(here, rows[here], known[here], rows[other], known[other])
    for place in range(len(group) - 1, -1, -1):
        here = group[place]
        for other in group[:place]:
            _substitute(here, rows[here], known[here], rows[other], known[other])
        common = lcm(*(chance.denominator for chance in known[here].values()))
        solved[here] = Solved({end: int(chance * common) for end, chance in known[here].items()}, common)


def _from_outside(moves: Moves, inside: set[int], solved: dict[int, Solved]) -> Solved:
    """The endings that one step reaches without staying in the group."""
    leaving = [(weight, solved[there]) for there, weight in moves.row.items() if there not in inside]
    common = lcm(*(there.of for _, there in leaving))
    shares = {end: weight * common for end, weight in moves.ends.items()}
    for weight, there in leaving:
        scale = weight * (common // there.of)
        for end, share in there.shares.items():
            shares[end] = shares.get(end, 0) + scale * share
    return Solved.lowest(shares, common * moves.total)


def _leave_self(here: int, row: dict[int, Fraction], known: Ends) -> None:
    """A state that may come back to itself leaves for good with certainty, unless nothing else can happen."""
    stay = row.pop(here, Fraction(0))
    if stay == 1:
        raise RuntimeError("a state that never ends: the exchange changes nothing and ends nothing")
    if stay:
        for there in row:
            row[there] /= 1 - stay
        for end in known:
            known[end] /= 1 - stay


def _substitute(here: int, row: dict[int, Fraction], known: Ends, into: dict[int, Fraction], into_known: Ends) -> None:
    share = into.pop(here, None)
    if share is None:
        return
    for there, chance in row.items():
        into[there] = into.get(there, Fraction(0)) + share * chance
    for end, chance in known.items():
        into_known[end] = into_known.get(end, Fraction(0)) + share * chance
