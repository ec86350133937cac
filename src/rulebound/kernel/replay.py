"""Replay: a table made again from its journal, each answer compared with the question it was given to.

A rule that has changed since asks something else; that is reported with its place, never misread.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from rulebound.kernel.attempt import Generate, Given
from rulebound.kernel.chance import Stream, commitment
from rulebound.kernel.game import Game
from rulebound.kernel.journal import (
    FORMAT,
    Answered,
    AnyRecord,
    Cancelled,
    Closed,
    Did,
    How,
    JournalProblem,
    Opened,
    Overruled,
    Reseated,
    Undid,
)
from rulebound.kernel.live import LiveTable
from rulebound.kernel.questions import Question, digest
from rulebound.kernel.refusal import Refusal, Refused
from rulebound.kernel.table import Table
from rulebound.kernel.turn import Turn
from rulebound.kernel.variants import read_variants

S = TypeVar("S")
V = TypeVar("V")


def rebuild(game: Game[S, V], records: Sequence[AnyRecord], seed: bytes, verify: bool = False) -> LiveTable[S, V]:
    """The table that this journal makes. With `verify` every random result is drawn again from the seed and compared."""
    return _Replay(game, records, seed, verify).table()


class _Replay(Generic[S, V]):
    """Walks the records once, running each command with all the answers that stand behind it."""

    def __init__(self, game: Game[S, V], records: Sequence[AnyRecord], seed: bytes, verify: bool) -> None:
        self.game, self.records, self.seed, self.verify = game, records, seed, verify
        self.at = 1

    def table(self) -> LiveTable[S, V]:
        live = self._open()
        while self.at < len(self.records):
            record = self.records[self.at]
            match record:
                case Did():
                    self._did(live, record)
                case Answered():
                    self._answered(live)
                case Undid(by=by):
                    self._same(live, record, live.undo(by))
                case Cancelled(by=by):
                    self._same(live, record, live.cancel(by))
                case Overruled():
                    self._overruled(live, record)
                case Reseated(by=by, seat=seat):
                    self._same(live, record, live.reseat(by, seat))
                case Closed(by=by):
                    self._same(live, record, live.close(by))
                case Opened():
                    raise self._problem("a table is opened once only")
        return live

    def _open(self) -> LiveTable[S, V]:
        opened = self.records[0] if self.records else None
        if not isinstance(opened, Opened):
            raise JournalProblem("a journal begins with the opening of its table")
        if opened.format > FORMAT:
            raise JournalProblem(f"this journal has format {opened.format}; this Rulebound reads up to {FORMAT}: it comes from a newer one")
        if opened.version > self.game.version:
            raise JournalProblem(f"it was played with rules {opened.version} of {self.game.title}; this Rulebound has {self.game.version}")
        if commitment(self.seed) != opened.commitment:
            raise JournalProblem("the seed is not the one this table was opened with")
        variants = read_variants(self.game.variants, {name: msgspec.json.decode(raw) for name, raw in opened.variants.items()})
        return LiveTable(self.game, opened, variants, msgspec.json.decode(opened.start, type=self.game.state), self.seed)

    def _did(self, live: LiveTable[S, V], did: Did) -> None:
        command = live.command(did.command)
        refusal = live.may_start(did.seat)
        if command is None or refusal:
            raise self._problem(str(refusal or f"there is no command {did.command}"))
        try:
            args = command.read(Table(live.state, live.variants), did.seat, did.args)
        except Refused as refused:
            raise self._problem(f"{did.command} is refused now: {refused.refusal}") from None
        self.at += 1
        self._run(live, Turn(did, args, [], live.snapshot()), [did])

    def _overruled(self, live: LiveTable[S, V], record: Overruled) -> None:
        turn = live.flight.turn if live.flight else live.turns[-1]
        old = turn.answers[record.answer]
        live.go_back_to(len(live.turns) - (0 if live.flight else 1))
        changed = Given(old.seat, record.question, record.value, How.OVERRULED, record.by)
        again = turn.with_answers([*turn.answers[: record.answer], changed])
        again.before = live.snapshot()
        self.at += 1
        self._run(live, again, [record])
        live.notice("table.overruled", by=record.by, command=turn.did.command)

    def _answered(self, live: LiveTable[S, V]) -> None:
        if live.flight is None:
            raise self._problem("an answer to no question")
        self._run(live, live.flight.turn.with_answers(list(live.flight.turn.answers)), [])

    def _run(self, live: LiveTable[S, V], turn: Turn, records: list[AnyRecord]) -> None:
        """Run the turn with every answer that follows here, whole ones and shares of joint ones."""
        first = self.at - len(records)
        known = len(turn.answers)
        places: dict[int, int] = {}
        shares = dict(live.flight.shares) if live.flight else {}
        while self.at < len(self.records) and isinstance(record := self.records[self.at], Answered):
            if record.left is not None:
                shares[record.seat] = str(record.value)
            if not record.left:
                value = dict(shares) if record.left == 0 else record.value
                how = How.SEAT if record.left == 0 else record.how
                places[len(turn.answers)] = self.at
                turn.answers.append(Given(record.seat, record.question, value, how, record.by if record.left is None else record.seat))
                shares = {}
            records.append(record)
            self.at += 1

        def watch(place: int, given: Given, question: Question, generate: Generate | None) -> None:
            if place >= known:
                self._compare(places[place], given, question, generate)

        outcome = live.run(turn, records, watch=watch)
        if isinstance(outcome, Refusal):
            raise JournalProblem(f"record {first}: refused now: {outcome}")
        if len(live.journal) != self.at:
            raise JournalProblem(f"record {self.at}: the rules now go on differently than the journal")
        if shares and live.flight:
            live.flight.shares = shares

    def _compare(self, place: int, given: Given, question: Question, generate: Generate | None) -> None:
        if given.question != digest(question):
            raise JournalProblem(
                f"record {place}: the rules now ask something else here ({question.what}, of {', '.join(question.seats)}); "
                f"the answer {given.value!r} was given to another question"
            )
        if self.verify and generate and given.how is How.CHANCE and generate(Stream(self.seed, place)) != given.value:
            raise JournalProblem(f"record {place}: {question.what} shows {given.value!r}, which is not what the seed gives")

    def _same(self, live: LiveTable[S, V], record: AnyRecord, outcome: object) -> None:
        if isinstance(outcome, Refusal) or len(live.journal) <= self.at or live.journal[self.at] != record:
            raise self._problem(f"{type(record).__name__} cannot be done again as it was")
        self.at += 1

    def _problem(self, text: str) -> JournalProblem:
        return JournalProblem(f"record {self.at}: {text}")
