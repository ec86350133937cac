"""What a policy would start at a live table, or answer to the question that waits there.

For an answer the waiting command is run again, and where its answers end the policy is asked with the options as the rule offers them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from rulebound.kernel.attempt import Attempt, Given
from rulebound.kernel.foresight import MISSING
from rulebound.kernel.live import LiveTable
from rulebound.kernel.policy import Move, Policy
from rulebound.kernel.questions import Answer, Question, text_form
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import About, S, Table, V

T = TypeVar("T")


def suggest(table: LiveTable[S, V], seat: SeatId) -> Move | None:
    """What the game's own player would start in this seat, from what the seat knows; None if it would wait, or knows too little."""
    known = table.game.as_known(table.decode(table.snapshot()), seat, table.variants)
    if known is None:
        return None
    try:
        move = table.game.policy.act(Table(known, table.variants), seat)
    except MISSING:
        return None
    if move is None:
        return None
    args = {name: value if type(value) is int else text_form(value) for name, value in move.args.items() if value is not None}
    return None if table.try_out(seat, move.command, args) else Move(move.command, dict(args))


def advise(table: LiveTable[S, V], seat: SeatId, policy: Policy[S, V]) -> Answer | None:
    """The policy's answer for this seat; None for dice and cards that somebody must type in."""
    flight = table.flight
    assert flight is not None and flight.turn.before is not None
    command = table.command(flight.turn.did.command)
    assert command is not None
    attempt = _Advised(table, flight.turn.before, flight.turn.answers, seat, policy)
    try:
        command.rule(attempt, flight.turn.did.seat, *flight.turn.args.values())
        attempt.settle()
    except _Advice as advice:
        return advice.answer
    except _MustBeTyped:
        pass
    return None


class _Advice(BaseException):
    def __init__(self, answer: Answer) -> None:
        self.answer = answer


class _MustBeTyped(BaseException):
    pass


class _Advised(Attempt[S, V]):
    def __init__(self, table: LiveTable[S, V], before: bytes, answers: Sequence[Given], seat: SeatId, policy: Policy[S, V]) -> None:
        super().__init__(table.decode(before), table.variants, answers, _must_be_typed)
        self._seat = seat
        self._policy = policy

    def _now(self) -> bool:
        return self.answered == len(self.answers)

    def choose(self, seat: SeatId, what: str, options: Sequence[T], about: About = (), default: T | None = None) -> T:
        if self._now() and len(options) > 1:
            stands = options[0] if default is None else default
            raise _Advice(text_form(self._policy.choose(self, self._seat, what, options, about, stands)))
        return super().choose(seat, what, options, about, default)

    def choose_in_secret(self, seat: SeatId, what: str, options: Sequence[T], about: About = ()) -> T:
        if self._now():
            raise _Advice(text_form(self._policy.choose(self, self._seat, what, options, about, options[0])))
        return super().choose_in_secret(seat, what, options, about)

    def choose_some(
        self, seat: SeatId, what: str, options: Sequence[T], least: int = 0, most: int | None = None, about: About = (),
        ordered: bool = False,
    ) -> tuple[T, ...]:  # fmt: skip
        limit = len(options) if most is None else min(most, len(options))
        if self._now() and limit and (ordered or least < len(options)):
            chosen = self._policy.choose_some(self, self._seat, what, options, least, limit, about)
            raise _Advice([text_form(option) for option in chosen])
        return super().choose_some(seat, what, options, least, most, about, ordered)

    def number(self, seat: SeatId, what: str, least: int, most: int, about: About = (), default: int | None = None) -> int:
        if self._now() and least < most:
            stands = least if default is None else default
            raise _Advice(self._policy.number(self, self._seat, what, least, most, about, stands))
        return super().number(seat, what, least, most, about, default)

    def text(self, seat: SeatId, what: str, about: About = (), longest: int = 500, default: str = "") -> str:
        if self._now():
            raise _Advice(self._policy.text(self, self._seat, what, about, default)[:longest])
        return super().text(seat, what, about, longest, default)

    def judge(self, what: str, options: Sequence[T], default: T | Callable[[], T], about: About = ()) -> T:
        if self._now():
            stands = options[0] if callable(default) else default
            raise _Advice(text_form(self._policy.choose(self, GM, what, options, about, stands)))
        return super().judge(what, options, default, about)

    def together(self, what: str, options: Mapping[SeatId, Sequence[T]], about: About = ()) -> dict[SeatId, T]:
        if self._now():
            mine = options[self._seat]
            raise _Advice(text_form(self._policy.choose(self, self._seat, what, mine, about, mine[0])))
        return super().together(what, options, about)


def _must_be_typed(question: Question, generate: object) -> Given:
    raise _MustBeTyped
