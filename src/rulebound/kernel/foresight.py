"""The exact chances of what a seat may do next at a live table: of starting a command, or of answering what is asked.

A waiting command is run again with the answers it has, the answer in question, and then every outcome of what follows; choices
after it follow the game's policy. All starts from the state as the seat knows it: what is hidden from it is not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from rulebound.kernel.attempt import Attempt, Generate, Given
from rulebound.kernel.branch import Branch, LeftOut
from rulebound.kernel.cards import Card, Deck
from rulebound.kernel.commands import Arguments
from rulebound.kernel.dice import Pool, R
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.entries import EVERYONE
from rulebound.kernel.explore import Explorer, Tired, check, never
from rulebound.kernel.game import in_words
from rulebound.kernel.grid import Uncountable
from rulebound.kernel.journal import Did, How
from rulebound.kernel.live import LiveTable
from rulebound.kernel.modifiers import Total
from rulebound.kernel.parts import Shared, counting
from rulebound.kernel.questions import Answer, Question, digest
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import About, S, Table, Told, V
from rulebound.kernel.ways import TooManyOutcomes

T = TypeVar("T")
MOST_RUNS = 3_000
"""Enough for what a person waits for; beyond it the chances are not shown."""
NOTHING = in_words(())
MISSING = (LookupError, AssertionError)
"""What a rule meets where things that a seat does not know have been taken away."""


def chances_of_command(
    table: LiveTable[S, V], seat: SeatId, command: str, args: Arguments, tired: Tired = never, left_out: LeftOut | None = None, *,
    only_roll: bool = False,
) -> Distribution[str]:  # fmt: skip
    """What starting this command comes to, in the game's own words; or the thing itself, where what follows from it is to be `left_out`
    and gathered there; or `only_roll`, the first that is accepted. Raises what `odds` raises."""
    return _outlook(table, seat, Did(seat, command), args, table.snapshot(), [], tired, left_out, only_roll)


def chances_of_answer(
    table: LiveTable[S, V], seat: SeatId, answer: Answer, tired: Tired = never, left_out: LeftOut | None = None, *, only_roll: bool = False
) -> Distribution[str]:
    """The same of this answer to the waiting question."""
    flight = table.flight
    assert flight is not None and flight.turn.before is not None
    if counted := table.game.chances(Table(table.state, table.variants), seat, flight.question.what, str(answer)):
        return counted
    given = Given(seat, digest(flight.question), answer, How.SEAT, seat)
    turn, answers = flight.turn, [*flight.turn.answers, given]
    return _outlook(table, seat, turn.did, turn.args, flight.turn.before, answers, tired, left_out, only_roll)


def shown_of_command(
    table: LiveTable[S, V], seat: SeatId, command: str, args: Arguments, tired: Tired = never, left_out: LeftOut | None = None
) -> Distribution[str]:
    """What a person is shown of it: what it comes to, or its first roll alone where that says more."""
    return _telling(table, command, partial(chances_of_command, table, seat, command, args), tired, left_out)


def shown_of_answer(
    table: LiveTable[S, V], seat: SeatId, answer: Answer, tired: Tired = never, left_out: LeftOut | None = None
) -> Distribution[str]:
    """The same of an answer."""
    assert table.flight is not None
    return _telling(table, table.flight.turn.did.command, partial(chances_of_answer, table, seat, answer), tired, left_out)


def _telling(
    table: LiveTable[S, V], command: str, count: Callable[..., Distribution[str]], tired: Tired, left_out: LeftOut | None
) -> Distribution[str]:
    if table.game.by_rolls(Table(table.state, table.variants), command):
        return count(tired, only_roll=True)
    try:
        whole = count(tired, left_out)
    except TooManyOutcomes:
        alone = count(only_roll=True)
        if set(alone.weights) == {NOTHING}:
            raise
        return alone
    return count(tired, only_roll=True) if set(whole.weights) == {NOTHING} else whole


def _outlook(
    table: LiveTable[S, V], seat: SeatId, did: Did, args: Arguments, before: bytes, answers: Sequence[Given], tired: Tired,
    left_out: LeftOut | None, only_roll: bool,
) -> Distribution[str]:  # fmt: skip
    command = table.command(did.command)
    assert command is not None
    outlook = table.game.outlook
    if outlook is None:
        raise Uncountable("what a command comes to is not counted in this game")
    known = table.game.as_known(table.decode(before), seat, table.variants)
    if known is None:
        raise Uncountable(f"{seat} does not know enough of the table for its chances to be counted")
    if not table.game.stands_alone(Table(known, table.variants), did.command):
        left_out = None
    start = table.encode(known)

    def run(t: Branch[S, V]) -> tuple[str, ...]:
        try:
            command.rule(t, did.seat, *args.values())
            t.settle()
        except MISSING as missing:
            if start == before:
                raise
            raise Uncountable(f"what comes of it hangs on something that {seat} does not know") from missing
        t.look(lambda: outlook(known, t.state))

    multiplied: dict[Hashable, Distribution[Any] | None] = {}
    with counting() as shared:

        def make(path: tuple[Any, ...]) -> Branch[S, V]:
            check(tired)
            ahead = _Ahead(table.decode(start), table, path, answers, shared, multiplied)
            ahead.tired, ahead.left_out, ahead.only_roll = tired, left_out, only_roll
            return ahead

        return Explorer(run, make, {}, MOST_RUNS).explore().map(in_words)


class _Ahead(Branch[S, V]):
    """Follows the answers that are given, then one path of all that may come."""

    asides = False
    only_roll = False
    """It ends with the first roll that is accepted."""

    def __init__(
        self, state: S, table: LiveTable[S, V], path: Sequence[Any], answers: Sequence[Given], shared: Shared,
        multiplied: dict[Hashable, Distribution[Any] | None],
    ) -> None:  # fmt: skip
        super().__init__(state, table.variants, path, table.game.policy, frozenset(), shared, merges=True)
        self._past = _Past(state, table.variants, answers, _nothing_more)
        self._left = len(answers)
        self._multiplied = multiplied
        self._parts = 0

    def close(self) -> None:
        super().close()
        del self._past

    def _still_given(self) -> bool:
        return self._past.answered < self._left

    def roll(
        self, pool: Pool[R], what: str, by: SeatId, about: About = (), total: Total | None = None, to: tuple[SeatId, ...] = EVERYONE
    ) -> R:
        return (self._past.roll if self._still_given() else super().roll)(pool, what, by, about, total, to)

    def draw(
        self, deck: Deck, count: int, what: str, by: SeatId, about: About = (), like: Callable[[Card], Hashable] | None = None,
        to: tuple[SeatId, ...] = EVERYONE,
    ) -> list[Card]:  # fmt: skip
        return (self._past.draw if self._still_given() else super().draw)(deck, count, what, by, about, like, to)

    def shuffle(self, deck: Deck, what: str, by: SeatId) -> None:
        (self._past.shuffle if self._still_given() else super().shuffle)(deck, what, by)

    def choose(self, seat: SeatId, what: str, options: Sequence[T], about: About = (), default: T | None = None) -> T:
        return (self._past.choose if self._still_given() else super().choose)(seat, what, options, about, default)

    def choose_in_secret(self, seat: SeatId, what: str, options: Sequence[T], about: About = ()) -> T:
        return (self._past.choose_in_secret if self._still_given() else super().choose_in_secret)(seat, what, options, about)

    def choose_some(
        self, seat: SeatId, what: str, options: Sequence[T], least: int = 0, most: int | None = None, about: About = (),
        ordered: bool = False,
    ) -> tuple[T, ...]:  # fmt: skip
        ask = self._past.choose_some if self._still_given() else super().choose_some
        return ask(seat, what, options, least, most, about, ordered)

    def number(self, seat: SeatId, what: str, least: int, most: int, about: About = (), default: int | None = None) -> int:
        return (self._past.number if self._still_given() else super().number)(seat, what, least, most, about, default)

    def text(self, seat: SeatId, what: str, about: About = (), longest: int = 500, default: str = "") -> str:
        return (self._past.text if self._still_given() else super().text)(seat, what, about, longest, default)

    def judge(self, what: str, options: Sequence[T], default: T | Callable[[], T], about: About = ()) -> T:
        return (self._past.judge if self._still_given() else super().judge)(what, options, default, about)

    def together(self, what: str, options: Mapping[SeatId, Sequence[T]], about: About = ()) -> dict[SeatId, T]:
        return (self._past.together if self._still_given() else super().together)(what, options, about)

    def sub(self, rule: Any, *args: Any, **kwargs: Any) -> Any:
        return rule(self, *args, **kwargs) if self._still_given() else super().sub(rule, *args, **kwargs)

    def apart(self, rule: Any, thing: Any, looks: tuple[str, ...], changes: tuple[str, ...], *args: Any) -> Any:
        return rule(self, thing, *args) if self._still_given() else super().apart(rule, thing, looks, changes, *args)

    def following(self, rule: Any, thing: Any, looks: tuple[str, ...], changes: tuple[str, ...], *args: Any) -> Any:
        return rule(self, thing, *args) if self._still_given() else super().following(rule, thing, looks, changes, *args)

    def at_once(self, play: Callable[[], R], pool: Callable[[], Pool[R]]) -> R:
        return play() if self._still_given() else super().at_once(play, pool)

    def aftermath(self, rule: Any, *args: Any, **kwargs: Any) -> None:
        """What has begun already is what is being counted."""
        if self._still_given():
            rule(self, *args, **kwargs)
        else:
            super().aftermath(rule, *args, **kwargs)

    def milestone(
        self, what: str, *, but_for_asides: bool = False, told_only: Told[S] | None = None, knowing: Callable[[], Hashable] | None = None
    ) -> None:
        if not self._still_given():
            super().milestone(what, but_for_asides=but_for_asides, told_only=told_only, knowing=knowing)

    def rolled(self, told: Callable[[], tuple[str, ...]]) -> None:
        if self.only_roll and not self._still_given():
            self.look(told)

    def foretold(
        self, rule: Callable[..., None], ways: Callable[..., Distribution[Any] | None], happen: Callable[..., None], *args: Any
    ) -> None:
        if self._still_given():
            return rule(self, *args)
        self._parts += 1
        place = (self._parts, tuple(self.path[: self._at]))  # whoever has come here by the same path finds the same state
        read = self._read()
        found = self._multiplied[place] if place in self._multiplied else ways(self, *args)
        if read == self._read():  # else it has to read the same again
            self._multiplied[place] = found
        return rule(self, *args) if found is None else happen(self, self.branch(found), *args)


class _Past(Attempt[S, V]):
    """What has been answered, as long as the same is asked again: to somebody who knows less the command may run another way."""

    def _next(self, make: Callable[[], Question], generate: Generate | None = None) -> Given:
        if digest(make()) != self.answers[self._at].question:
            raise Uncountable("what has been answered hangs on something that the seat does not know")
        return super()._next(make, generate)


def _nothing_more(question: Question, generate: object) -> Given:
    raise AssertionError(f"{question.what} is asked beyond the answers that are given")
