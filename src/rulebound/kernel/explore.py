"""Every path of a rule, each followed from its start to its end, and joined into what comes of it all."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from rulebound.kernel.distribution import Distribution
from rulebound.kernel.leaves import Leaf, Tally
from rulebound.kernel.meetings import Mark, Meetings, Rest, rest_of
from rulebound.kernel.seats import SeatId
from rulebound.kernel.ways import MOST_RUNS, TooManyOutcomes

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
    others: Sequence[Any]


class Choice(NamedTuple):
    """Somebody whose best choice is sought has a choice to make, and goes on with the first."""

    at: int
    seat: SeatId
    options: int


Met = list[Fork | Choice | Mark]


class Ended(BaseException):
    """All that comes of this path is known."""

    def __init__(self, leaves: Sequence[Leaf]) -> None:
        self.leaves = leaves


class Follower(Protocol):
    """A table that follows one path, and where that ends goes on with the first of all ways."""

    path: list[Any]
    """With all that was taken on the way."""
    met: Met
    """After the end of the path that was given."""
    meetings: Meetings

    def leaf(self, outcome: Any) -> Leaf:
        """Where the path has ended."""

    def close(self) -> None:
        """Nobody will look at it again."""


F = TypeVar("F", bound=Follower)


class Explorer(Generic[F, O]):
    """Walks every path of a rule, joining what comes of the branches. `table` makes the table that follows a path."""

    def __init__(
        self, rule: Callable[[F], O], table: Callable[[tuple[Any, ...]], F], worth: Mapping[SeatId, Callable[[O], Fraction | int]],
        most_runs: int,
    ) -> None:  # fmt: skip
        self.rule, self.table, self.worth = rule, table, worth
        self.left = most_runs
        self.meetings = Meetings()
        self._open: list[tuple[Mark, list[Rest]]] = []
        """Places on the way to what is being followed."""
        self._ended: list[F] = []
        """Tables at which somebody may look again."""

    def explore(self) -> Distribution[O]:
        try:
            return self._follow(()).distribution()
        finally:
            for table in self._ended:
                table.close()

    def _follow(self, path: tuple[Any, ...]) -> Tally:
        if self.left == 0:
            raise TooManyOutcomes("too many outcomes to count; narrow the question or sample it")
        self.left -= 1
        table = self.table(path)
        table.meetings = self.meetings
        try:
            leaves: Sequence[Leaf] = [table.leaf(self.rule(table))]
        except Ended as ended:
            leaves = ended.leaves
        self._open += [(event, []) for event in table.met if isinstance(event, Mark)]
        tally = Tally()
        for leaf in leaves:
            tally.add(leaf)
            for mark, family in self._open:
                family.append(rest_of(leaf, mark))
        taken, met = table.path, table.met
        if self._open and any(mark.held is not None for mark, _ in self._open):
            self._ended.append(table)
        else:
            table.close()
        return self._back(taken, met, tally)

    def _back(self, path: list[Any], met: Met, tally: Tally) -> Tally:
        """From the end of a path to its start: all that was not taken is followed too."""
        for event in reversed(met):
            match event:
                case Fork(at, others):
                    for value in others:
                        tally.join(self._follow((*path[:at], value)))
                case Choice(at, seat, options):
                    tally = self._best(seat, [tally, *[self._follow((*path[:at], option)) for option in range(1, options)]])
                case Mark():
                    self.meetings.add(*self._open.pop())
        return tally

    def _best(self, seat: SeatId, branches: Sequence[Tally]) -> Tally:
        """They are as likely as each other, whatever is chosen."""
        worth = self.worth[seat]
        return max(branches, key=lambda branch: branch.distribution().mean(lambda outcome: Fraction(worth(outcome))))


def each_path(run: Callable[[tuple[Any, ...]], Follower]) -> None:
    """Runs along every path, where nobody decides and nothing has to be joined."""
    waiting: list[tuple[Any, ...]] = [()]
    runs = 0
    while waiting:
        table = run(waiting.pop())
        for event in table.met:
            if isinstance(event, Fork):
                waiting += [(*table.path[: event.at], value) for value in event.others]
        runs += 1
        if runs + len(waiting) > MOST_RUNS:
            raise TooManyOutcomes("too many outcomes to count; narrow the question or sample it")
