"""Every path of a rule, each followed from its start to its end, and joined into what comes of it all."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

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


class Fork(NamedTuple):
    """The rule has read something that can come out in several ways, and goes on with the first."""

    at: int
    ways: Distribution[Any]


class Choice(NamedTuple):
    """Somebody whose best choice is sought has a choice to make, and goes on with the first."""

    at: int
    seat: SeatId
    options: int


class Place(NamedTuple):
    """What follows from here depends on nothing else that has been."""

    key: Hashable


class SeenBefore(BaseException):
    """The rule has come to where another path has been: what follows is counted already."""

    def __init__(self, ways: Distribution[Any]) -> None:
        self.ways = ways


class Follower(Protocol):
    """A table that follows one path, and where that ends goes on with the first of all ways."""

    path: list[Any]
    """With all that was taken on the way."""
    met: list[Fork | Choice | Place]
    """After the end of the path that was given."""
    counted: Mapping[Hashable, Distribution[Any]]
    """What follows from where other paths have been."""


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
        if self.left == 0:
            raise TooManyOutcomes("too many outcomes to count; narrow the question or sample it")
        self.left -= 1
        table = self.table(path)
        table.counted = self.counted
        try:
            outcomes = spread(self.rule(table))
        except SeenBefore as seen:
            outcomes = seen.ways
        return self._back(table.path, table.met, outcomes)

    def _back(self, path: list[Any], met: list[Fork | Choice | Place], outcomes: Distribution[O]) -> Distribution[O]:
        """From the end of a path to its start: all that was not taken is followed too."""
        for event in reversed(met):
            match event:
                case Fork(at, ways):
                    (_, weight), *others = ways
                    outcomes = join([(weight, outcomes), *[(weight, self.explore((*path[:at], value))) for value, weight in others]])
                case Choice(at, seat, options):
                    rest = [self.explore((*path[:at], option)) for option in range(1, options)]
                    outcomes = self._best(seat, [outcomes, *rest])
                case Place(key):
                    self.counted[key] = outcomes
        return outcomes

    def _best(self, seat: SeatId, branches: Sequence[Distribution[O]]) -> Distribution[O]:
        worth = self.worth[seat]
        return max(branches, key=lambda branch: branch.mean(lambda outcome: Fraction(worth(outcome))))


def join(parts: Sequence[tuple[int, Distribution[O]]]) -> Distribution[O]:
    """Branches with their weights as one distribution, in whole numbers throughout."""
    common = lcm(*(branch.total for _, branch in parts))
    weights: dict[O, int] = {}
    for weight, branch in parts:
        scale = weight * (common // branch.total)
        for outcome, share in branch.weights.items():
            weights[outcome] = weights.get(outcome, 0) + share * scale
    return Distribution(weights, common * sum(weight for weight, _ in parts))
