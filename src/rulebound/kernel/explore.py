"""Every path of a rule, followed from its start again and again, and joined into what comes of it all."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any, Generic, Protocol, TypeVar

from rulebound.kernel.distribution import Distribution
from rulebound.kernel.reading import spread
from rulebound.kernel.seats import SeatId
from rulebound.kernel.ways import TooManyOutcomes

O = TypeVar("O", bound=Hashable)  # noqa: E741 - an outcome

MOST_IN_A_ROW = 200
"""Forks on one path: a rule that has more goes on without an end, as far as counting is concerned."""


Tired = Callable[[], bool]
"""Whether whoever asked has waited long enough; what is not counted by then is not shown."""


def never() -> bool:
    return False


def check(tired: Tired) -> None:
    if tired():
        raise TooManyOutcomes("it takes too long to count")


class Chance(BaseException):
    """The rule has read something that can come out in several ways."""

    def __init__(self, ways: Distribution[Any]) -> None:
        self.ways = ways


class Choice(BaseException):
    """Somebody whose best choice is sought has a choice to make."""

    def __init__(self, seat: SeatId, options: int) -> None:
        self.seat = seat
        self.options = options


class SeenBefore(BaseException):
    """The rule has come to where another path has been: what follows is counted already."""

    def __init__(self, ways: Distribution[Any]) -> None:
        self.ways = ways


class Follower(Protocol):
    """A table that follows one path."""

    counted: Mapping[Hashable, Distribution[Any]]
    """What follows from where other paths have been."""
    passed: list[Hashable]
    """Where this one came to first, after the end of its path."""


F = TypeVar("F", bound=Follower)


class Explorer(Generic[F, O]):
    """Walks every path of a rule, joining what comes of the branches. `table` makes the table that follows a path."""

    def __init__(
        self, rule: Callable[[F], O], table: Callable[[tuple[Any, ...]], F], worth: Mapping[SeatId, Callable[[O], Fraction | int]],
        most_runs: int,
    ) -> None:  # fmt: skip
        self.rule, self.table, self.worth = rule, table, worth
        self.left = most_runs
        self.counted: dict[Hashable, Distribution[O]] = {}

    def explore(self, path: tuple[Any, ...] = ()) -> Distribution[O]:
        if self.left == 0 or len(path) > MOST_IN_A_ROW:
            raise TooManyOutcomes("too many outcomes to count; narrow the question or sample it")
        self.left -= 1
        table = self.table(path)
        table.counted = self.counted
        outcomes = self._follow(table, path)
        for place in table.passed:
            self.counted[place] = outcomes
        return outcomes

    def _follow(self, table: F, path: tuple[Any, ...]) -> Distribution[O]:
        try:
            return spread(self.rule(table))
        except SeenBefore as seen:
            return seen.ways
        except Chance as chance:
            ways = chance.ways
        except Choice as choice:
            best = self.worth[choice.seat]
            branches = [self.explore((*path, option)) for option in range(choice.options)]
            return max(branches, key=lambda branch: branch.mean(lambda outcome: Fraction(best(outcome))))
        return join((weight, self.explore((*path, value))) for value, weight in ways)


def join(branches: Iterable[tuple[int, Distribution[O]]]) -> Distribution[O]:
    """Branches with their weights as one distribution, in whole numbers throughout."""
    parts = list(branches)
    common = lcm(*(branch.total for _, branch in parts))
    weights: dict[O, int] = {}
    for weight, branch in parts:
        scale = weight * (common // branch.total)
        for outcome, share in branch.weights.items():
            weights[outcome] = weights.get(outcome, 0) + share * scale
    return Distribution(weights, common * sum(weight for weight, _ in parts))
