"""Replay: a table made again from its journal, each answer compared with the question it was given to.

A rule that has changed since asks something else; that is reported with its place, never misread.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from rulebound.kernel.answers import check_answer, check_whole, standing
from rulebound.kernel.attempt import Generate, Given
from rulebound.kernel.chance import Stream, commitment
from rulebound.kernel.dice import throw_faces
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
    Talked,
    Undid,
)
from rulebound.kernel.live import LiveTable
from rulebound.kernel.notation import parse_pool
from rulebound.kernel.questions import Answer, Asked, ChooseTogether, Question, digest
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.talk import LONGEST, Speech
from rulebound.kernel.variants import read_variants

S = TypeVar("S")
V = TypeVar("V")


def rebuild(game: Game[S, V], records: Sequence[AnyRecord], seed: bytes, verify: bool = False) -> LiveTable[S, V]:
    """The table that this journal makes. With `verify` every random result is drawn again from the seed and compared."""
    return _Replay(game, records, seed, verify).table()


class _Replay(Generic[S, V]):
    """Does again what each record says. Wherever the rules then ask something, the records that follow answer it."""

    def __init__(self, game: Game[S, V], records: Sequence[AnyRecord], seed: bytes, verify: bool) -> None:
        self.records, self.seed, self.verify = records, seed, verify
        self.live = self._open(game)

    def table(self) -> LiveTable[S, V]:
        self.live.recall = self._recall
        while (at := len(self.live.journal)) < len(self.records):
            outcome = self._again(self.records[at], at)
            if isinstance(outcome, Refusal):
                raise JournalProblem(f"record {at}: refused now: {outcome}")
            if len(self.live.journal) == at or self.live.journal[at] != self.records[at]:
                raise JournalProblem(f"record {at}: the rules now go on differently than the journal")
        self.live.recall = None
        return self.live

    def _again(self, record: AnyRecord, at: int) -> object:
        live = self.live
        match record:
            case Did(seat=seat, command=command, args=args):
                return live.do(seat, command, args)
            case Answered():
                return self._answered(record, at)
            case Undid(by=by):
                return live.undo(by)
            case Cancelled(by=by, why=why):
                return live.cancel(by, why)
            case Overruled(by=by, answer=answer, value=value):
                return live.overrule(by, answer, value)
            case Reseated(by=by, seat=seat):
                return live.reseat(by, seat)
            case Closed(by=by):
                return live.close(by)
            case Talked():
                self._talked(record, at)
                return None
            case Opened():
                raise JournalProblem(f"record {at}: a table is opened once only")

    def _open(self, game: Game[S, V]) -> LiveTable[S, V]:
        opened = self.records[0] if self.records else None
        if not isinstance(opened, Opened):
            raise JournalProblem("a journal begins with the opening of its table")
        if opened.format > FORMAT:
            raise JournalProblem(f"this journal has format {opened.format}; this Rulebound reads up to {FORMAT}: it comes from a newer one")
        if opened.game != game.id:
            raise JournalProblem(f"this journal is of {opened.game}, not of {game.id}")
        if opened.version > game.version:
            raise JournalProblem(f"it was played with rules {opened.version} of {game.title}; this Rulebound has {game.version}")
        if commitment(self.seed) != opened.commitment:
            raise JournalProblem("the seed is not the one this table was opened with")
        variants = read_variants(game.variants, {name: msgspec.json.decode(raw) for name, raw in opened.variants.items()})
        return LiveTable(game, opened, variants, msgspec.json.decode(opened.start, type=game.state), self.seed)

    def _talked(self, record: Talked, at: int) -> None:
        """Kept as it was said; dice among it can be drawn again from the seed."""
        if record.by not in self.live.seats or record.kind not in set(Speech) or len(record.text) > LONGEST:
            raise JournalProblem(f"record {at}: nobody can have said this")
        if record.pool:
            pool = parse_pool(record.pool)
            throw_faces(pool, record.faces)
            if self.verify and not record.typed and tuple(pool.throw(Stream(self.seed, at).die).faces) != record.faces:
                raise JournalProblem(f"record {at}: {record.pool} shows {record.faces}, which is not what the seed gives")
        self.live.journal.append(record)
        self.live.talk.append(record)

    def _answered(self, record: Answered, at: int) -> object:
        """An answer to what has been waiting: the whole of it, or a share of a joint one."""
        flight = self.live.flight
        if flight is None:
            raise JournalProblem(f"record {at}: an answer to no question: the rules now ask less than they did")
        self._compare(record, flight.question, at)
        if record.left is None:
            return self.live.run(flight.turn, [])
        return self.live.take(flight, Given(record.seat, record.question, record.value, record.how, record.by))

    def _recall(self, at: int, question: Question, generate: Generate | None) -> Answered:
        record = self.records[at] if at < len(self.records) else None
        if isinstance(record, Answered):
            self._compare(record, question, at)
            if record.left is not None:
                raise Asked(question)
            if self.verify and generate and record.how is How.CHANCE and generate(Stream(self.seed, at)) != record.value:
                raise JournalProblem(f"record {at}: {question.what} shows {record.value!r}, which is not what the seed gives")
            return record
        self.live.at_once(question, generate, at)
        raise JournalProblem(f"record {at}: the rules now go on differently than the journal: {question.what} is not answered in it")

    def _compare(self, record: Answered, question: Question, at: int) -> None:
        """An answer belongs to its own question and nowhere else."""
        if record.question != digest(question):
            raise JournalProblem(
                f"record {at}: the rules now ask something else here ({question.what}, of {', '.join(question.seats)}); "
                f"the answer {record.value!r} was given to another question"
            )
        if record.value != _kept(record, question):
            raise JournalProblem(f"record {at}: {record.value!r} of {record.seat} is no answer to {question.what}")


def _kept(record: Answered, question: Question) -> Answer | Refusal | None:
    """The answer as it would be written down if it were given now."""
    share = record.left is not None
    if record.seat not in question.seats or (share and not isinstance(question, ChooseTogether)):
        return None
    if record.how is How.DEFAULT:
        return standing(question, record.seat if share else None)
    return check_answer(question, record.seat, record.value) if share else check_whole(question, record.value)
