"""A live table: seats, state, journal and log. Commands are started, questions answered and things taken back here.

The journal is the truth. A turn is one command with its answers; the state before it is kept as bytes, so running it again with one
answer more, taking it back, forking and resuming after a restart are all the same thing.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

import msgspec

from rulebound.kernel import seating, showing, takeback, talk
from rulebound.kernel.answers import check_answer, standing
from rulebound.kernel.attempt import Attempt, Generate, Given, Retold
from rulebound.kernel.chance import Sources, Stream, commitment
from rulebound.kernel.commands import Command
from rulebound.kernel.dice import WrongDice
from rulebound.kernel.entries import EVERYONE, Entry
from rulebound.kernel.game import Game, Start
from rulebound.kernel.journal import FORMAT, Answered, AnyRecord, Closed, Did, How, Opened, Plain, Talked
from rulebound.kernel.questions import CHANCE, Asked, ChooseOne, ChooseTogether, Question, digest, text_form
from rulebound.kernel.refusal import Refusal, Refused
from rulebound.kernel.seats import Role, Seat, SeatId
from rulebound.kernel.sound import would_break
from rulebound.kernel.table import Table
from rulebound.kernel.turn import Done, Flight, Notice, Outcome, Turn, Waiting
from rulebound.kernel.variants import changed
from rulebound.kernel.view import LegalArgument, LegalCommand, View
from rulebound.kernel.words import shown

S = TypeVar("S")
V = TypeVar("V")

KEPT = 64
"""Turns whose starting state is kept; older ones keep every KEPT-th."""

Recall = Callable[[int, Question, Generate | None], Answered]
"""The answer that the journal holds at this place, while a table is made again from it; raises Asked where it holds none."""


class LiveTable(Generic[S, V]):
    def __init__(self, game: Game[S, V], opened: Opened, variants: V, state: S, seed: bytes) -> None:
        self.game = game
        self.opened = opened
        self.variants = variants
        self.seed = seed
        self.seats: dict[SeatId, Seat] = {seat.id: seat for seat in opened.seats}
        self.journal: list[AnyRecord] = [opened]
        self.turns: list[Turn] = []
        self.notices: list[Notice] = []
        self.talk: list[Talked] = []
        self.flight: Flight | None = None
        self.closed = False
        self.streams: Sources = lambda place: Stream(seed, place)
        self.recall: Recall | None = None
        self.state = state
        self._start = self.encode(state)

    @classmethod
    def open(cls, game: Game[S, V], start: Start[S], variants: V, seed: bytes | None = None, title: str = "") -> LiveTable[S, V]:
        seed = secrets.token_bytes(32) if seed is None else seed
        raw = msgspec.Raw(msgspec.json.encode(start.state))
        kept = {name: msgspec.Raw(msgspec.json.encode(value)) for name, value in changed(variants).items()}
        opened = Opened(FORMAT, game.id, game.version, kept, start.seats, raw, commitment(seed), title)
        return cls(game, opened, variants, msgspec.json.decode(raw, type=game.state), seed)

    # ------------------------------------------------------------------------------------------ starting and answering
    def do(self, seat: SeatId, command: str, args: Mapping[str, object] | None = None) -> Outcome:
        """Start a command. Nothing has happened unless it is Done or Waiting."""
        turn = self._first(seat, command, args)
        if isinstance(turn, Refusal):
            return turn
        return would_break(self, turn) or self.run(turn, [turn.did])

    def try_out(self, seat: SeatId, command: str, args: Mapping[str, object] | None = None) -> Refusal | None:
        """The refusal that starting this command would meet, as far as can be told before anything is asked. Nothing changes."""
        turn = self._first(seat, command, args)
        if isinstance(turn, Refusal):
            return turn
        try:
            self.asks_after(turn)
        except Refused as refused:
            return refused.refusal
        return would_break(self, turn)

    def _first(self, seat: SeatId, command: str, args: Mapping[str, object] | None) -> Turn | Refusal:
        """The turn that this command begins, still to be run."""
        if refusal := self.may_start(seat):
            return refusal
        found = self.command(command)
        if found is None:
            return Refusal("table.unknown_command", f"There is no command called {shown(command)}.", "Ask for the legal ones.")
        looking = Table(self.state, self.variants)
        if refusal := found.when(looking, seat):
            return refusal
        try:
            read = found.read(looking, seat, {} if args is None else args)
        except Refused as refused:
            return refused.refusal
        did = Did(seat, command, {name: _plain(value) for name, value in read.items() if value is not None})
        return Turn(did, read, [], self.snapshot())

    def answer(self, seat: SeatId, id: str, value: object, by: SeatId | None = None) -> Outcome:
        """Answer what a seat is asked. `by` is the game master answering for it."""
        by = seat if by is None else by
        flight = self._asked(seat, id, by)
        if isinstance(flight, Refusal):
            return flight
        if by != seat and self.plays(seat) and flight.question.what in self.game.private:
            return for_own_eyes(seat)
        checked = check_answer(flight.question, seat, value)
        if isinstance(checked, Refusal):
            limit = self.game.limits.get(flight.question.what, checked.rule)
            return msgspec.structs.replace(checked, rule=limit) if by == seat else not_fitting(seat)
        how = How.TYPED if isinstance(flight.question, CHANCE) else How.SEAT if by == seat else How.FOR_THEM
        return self.take(flight, Given(seat, digest(flight.question), checked, how, by))

    def let_default_stand(self, seat: SeatId, id: str, by: SeatId) -> Outcome:
        """The written default instead of an answer; for dice and cards, the table's own stream."""
        flight = self._asked(seat, id, by, self.may_act_openly(by))
        if isinstance(flight, Refusal):
            return flight
        if isinstance(flight.question, CHANCE):
            return self.run(flight.turn, [], thrown_by=by)
        return self.take(flight, Given(seat, digest(flight.question), standing(flight.question, seat), How.DEFAULT, by))

    def take(self, flight: Flight, given: Given) -> Outcome:
        """Add a whole answer and run on; a share of a joint answer waits for the others."""
        left = None
        whole = given
        if isinstance(flight.question, ChooseTogether):
            shares = {**flight.shares, given.seat: given}
            left = len(flight.question.seats) - len(shares)
            votes: dict[str, str] = {seat: str(share.value) for seat, share in shares.items()}
            whole = Given(given.seat, given.question, votes, How.SEAT, given.by, tuple(shares.values()))
        record = Answered(given.seat, given.question, given.value, given.how, given.by, left)
        if left:
            flight.shares = shares
            self.journal.append(record)
            return Waiting(flight.id, flight.question)
        outcome = self.run(flight.turn.with_answers([*flight.turn.answers, whole]), [record])
        if isinstance(outcome, Refusal) and isinstance(flight.question, ChooseOne) and flight.question.judged:
            return takeback.rule_out(self, given.by, outcome)
        return outcome

    def may_start(self, seat: SeatId) -> Refusal | None:
        if self.closed:
            return Refusal("table.closed", "This table is closed.", "Fork it to play on from here.")
        if seat not in self.seats:
            return Refusal("table.no_such_seat", f"There is no seat called {shown(seat)}.", f"Seats: {', '.join(self.seats)}.")
        if not self.seats[seat].plays:
            return Refusal("table.only_looking", f"{seat} looks on and does not play.")
        if self.flight:
            return Refusal("table.waiting", f"Another command waits for {', '.join(self.waiting_for())}.", "Answer that first.")
        return None

    def _asked(self, seat: SeatId, id: str, by: SeatId, for_anybody: bool = False) -> Flight | Refusal:
        if self.closed:
            return Refusal("table.closed", "This table is closed.")
        if self.flight is None or self.flight.id != id:
            return Refusal("table.not_asked", "That question is answered already or was never asked.", "Look at what is asked now.")
        if seat not in self.flight.question.seats or not self.plays(by):
            return Refusal("table.not_asked", f"{shown(seat)} is not asked.", "Look at what is asked now.")
        if by != seat and not for_anybody and not self.may_speak_for(by, seat):
            return Refusal("table.not_your_seat", "Only the game master may answer for somebody else.")
        if seat in self.flight.shares:
            return Refusal("table.answered", f"{seat} has answered already.", "Take it back first.")
        return self.flight

    # ------------------------------------------------------------------------------------------------ running a turn
    def run(self, turn: Turn, records: list[AnyRecord], thrown_by: SeatId | None = None) -> Outcome:
        """Run a turn from its start with the answers it has; keep the records only if nothing refuses.

        `thrown_by` lets the stream throw once for a seat that has real dice.
        """
        assert turn.before is not None
        pending = list(records)

        def supply(question: Question, generate: Generate | None) -> Given:
            nonlocal thrown_by
            place = len(self.journal) + len(pending)
            record = self.recall(place, question, generate) if self.recall else self.at_once(question, generate, place, thrown_by)
            thrown_by = None
            pending.append(record)
            return Given(record.seat, record.question, record.value, record.how, record.by)

        attempt = Attempt(self.decode(turn.before), self.variants, turn.answers, supply)
        waits: Question | None = None
        try:
            self._carry_out(turn, attempt)
        except Asked as asked:
            waits = asked.question
        except Refused as refused:
            return refused.refusal
        except WrongDice as wrong:
            return Refusal("table.wrong_dice", f"{wrong}.")
        self.journal += pending
        self.state = attempt.state
        ran = Turn(turn.did, turn.args, attempt.answers, turn.before, attempt.entries, attempt.said)
        return self._wait(ran, waits) if waits else self._finish(ran)

    def _carry_out(self, turn: Turn, table: Table[S, V]) -> None:
        command = self.command(turn.did.command)
        assert command is not None
        command.rule(table, turn.did.seat, *turn.args.values())
        table.settle()

    def at_once(self, question: Question, generate: Generate | None, place: int, thrown_by: SeatId | None = None) -> Answered:
        """What needs nobody: chance without real dice, and what falls to its default because nobody is there to answer."""
        seat = question.seats[0]
        if generate is not None:
            if thrown_by is None and self.plays(seat) and self.seats[seat].real_dice:
                raise Asked(question)
            return Answered(seat, digest(question), generate(self.streams(place)), How.CHANCE, thrown_by or seat)
        judged = isinstance(question, ChooseOne) and question.judged
        if self.has_gm() or not (judged or not any(map(self.plays, question.seats))):
            raise Asked(question)
        return Answered(seat, digest(question), standing(question), How.DEFAULT, seat)

    def asked_in(self, turn: Turn) -> list[Question]:
        """What was asked in the last turn, answer by answer."""
        before = self.state_before(len(self.turns) - 1) if turn.before is None else turn.before
        told = Retold(self.decode(before), self.variants, turn.answers)
        try:
            self._carry_out(turn, told)
        except Asked:
            pass
        return told.asked

    def asks_after(self, turn: Turn) -> Question | None:
        """What a turn asks once the answers it has are used up; None if it asks nothing more."""
        assert turn.before is not None

        def nobody(question: Question, generate: Generate | None) -> Given:
            raise Asked(question)

        try:
            self._carry_out(turn, Attempt(self.decode(turn.before), self.variants, turn.answers, nobody))
        except Asked as asked:
            return asked.question
        return None

    def _wait(self, turn: Turn, question: Question) -> Waiting:
        id = f"{len(self.journal)}.{digest(question)}"  # the journal only grows: no question is ever mistaken for an earlier one
        self.flight = Flight(turn, question, id)
        return Waiting(id, question)

    def _finish(self, turn: Turn) -> Done:
        self.flight = None
        self.turns.append(turn)
        old = len(self.turns) - 1 - KEPT
        if old > 0 and old % KEPT:
            self.turns[old].before = None
        return Done()

    # ---------------------------------------------------------------------------------------------- taking things back
    def undo(self, by: SeatId) -> Outcome:
        """Take back the last answer of a waiting command, or else the last command."""
        return takeback.undo(self, by)

    def cancel(self, by: SeatId, why: str = "") -> Outcome:
        """The game master drops a waiting command of which nothing has been revealed."""
        return takeback.cancel(self, by, why)

    def overrule(self, by: SeatId, answer: int, value: object) -> Outcome:
        """The game master replaces one answer of the last turn; what came after it is asked again."""
        return takeback.overrule(self, by, answer, value)

    def state_before(self, turn: int) -> bytes:
        """The state that a turn started from: kept, or made again from the nearest one that was."""
        at = turn
        while at and (at == len(self.turns) or self.turns[at].before is None):
            at -= 1
        state = self.turns[at].before if at else self._start
        assert state is not None
        for again in self.turns[at:turn]:
            state = self._replay(again, state)
        return state

    def _replay(self, turn: Turn, before: bytes) -> bytes:
        def nothing_new(question: Question, generate: Generate | None) -> Given:
            raise AssertionError(f"a finished turn asks again: {question.what}")

        attempt = Attempt(self.decode(before), self.variants, turn.answers, nothing_new)
        self._carry_out(turn, attempt)
        return self.encode(attempt.state)

    def go_back_to(self, turns: int) -> None:
        """Forget all turns after so many; the journal keeps them."""
        if turns < len(self.turns) or self.flight:
            before = self.flight.turn.before if turns == len(self.turns) and self.flight else self.state_before(turns)
            assert before is not None
            self.state = self.decode(before)
            self.turns = self.turns[:turns]
            self.flight = None
            self.notices = [Notice(min(n.after, turns), n.entry) for n in self.notices]

    def notice(self, kind: str, to: tuple[SeatId, ...] = EVERYONE, **data: str | int | bool) -> None:
        self.notices.append(Notice(len(self.turns), Entry(kind, {**data}, (), to)))

    # ------------------------------------------------------------------------------------------ talk, seats and the end
    def speak(self, by: SeatId, text: str) -> Refusal | None:
        """A line of talk, a whisper, or dice thrown from it."""
        return talk.speak(self, by, text)

    def reseat(self, by: SeatId, seat: Seat) -> Refusal | None:
        """Change a seat: its player may hand it to a machine or take up real dice; the game master may change any."""
        return seating.reseat(self, by, seat)

    def close(self, by: SeatId) -> Refusal | None:
        """End the table and reveal the seed."""
        if self.closed:
            return Refusal("table.closed", "This table is closed.")
        if not self.may_act_openly(by):
            return Refusal("table.gm_only", "Only the game master may close the table.")
        self.journal.append(Closed(by, self.seed.hex()))
        self.closed = True
        self.notice("table.closed", by=by, seed=self.seed.hex())
        return None

    def has_gm(self) -> bool:
        return any(seat.role is Role.GM for seat in self.seats.values())

    def plays(self, seat: SeatId) -> bool:
        """Somebody sits there who does more than look on."""
        return seat in self.seats and self.seats[seat].plays

    def may_speak_for(self, by: SeatId, seat: SeatId) -> bool:
        """The game master for anybody; whoever may act openly for a seat where nobody sits."""
        return self.is_gm(by) or (self.may_act_openly(by) and not self.plays(seat))

    def is_gm(self, seat: SeatId) -> bool:
        return seat in self.seats and self.seats[seat].role is Role.GM

    def may_act_openly(self, seat: SeatId) -> bool:
        """The game master, or any player where no person is one."""
        if self.is_gm(seat) or not self.plays(seat):
            return self.is_gm(seat)
        return not any(other.role is Role.GM and not other.machine for other in self.seats.values())

    # ------------------------------------------------------------------------------------------------ looking and copying
    def command(self, name: str) -> Command[S, V] | None:
        return self.game.commands.get(name) if isinstance(name, str) else None

    def waiting_for(self) -> tuple[SeatId, ...]:
        if self.flight is None:
            return ()
        return tuple(seat for seat in self.flight.question.seats if seat not in self.flight.shares)

    def view(self, seat: SeatId) -> View:
        return showing.view(self, seat)

    def legal(self, seat: SeatId) -> tuple[LegalCommand, ...]:
        """Every command with the legal values of its first argument, or the refusal it would meet now."""
        return showing.legal(self, seat)

    def next_argument(self, seat: SeatId, command: str, given: Mapping[str, object]) -> LegalArgument | Refusal | None:
        """The first argument of a command that is not given yet, with its legal values; None if nothing is missing."""
        return showing.next_argument(self, seat, command, given)

    def snapshot(self) -> bytes:
        return self.encode(self.state)

    def fork(self) -> LiveTable[S, V]:
        """A table of its own that goes on from here and never touches this one; a closed one is open again."""
        twin: LiveTable[S, V] = LiveTable.__new__(LiveTable)
        twin.__dict__.update(self.__dict__)
        twin.seats = dict(self.seats)
        twin.journal = list(self.journal)
        twin.turns = list(self.turns)
        twin.notices = list(self.notices)
        twin.talk = list(self.talk)
        twin.state = self.decode(self.snapshot())
        if self.closed:  # nothing can follow it, so it is the last record and the last notice
            twin.closed = False
            del twin.journal[-1], twin.notices[-1]
        if self.flight:
            twin.flight = Flight(self.flight.turn, self.flight.question, self.flight.id, dict(self.flight.shares))
        return twin

    def encode(self, state: S) -> bytes:
        return msgspec.msgpack.encode(state)

    def decode(self, state: bytes) -> S:
        return msgspec.msgpack.decode(state, type=self.game.state)


def for_own_eyes(seat: SeatId) -> Refusal:
    return Refusal("table.private", f"What {seat} can choose from is for the eyes of {seat} only.", "Let the default stand.")


def not_fitting(seat: SeatId) -> Refusal:
    """To somebody who speaks for a seat: what would fit is for the eyes of that seat."""
    return Refusal("table.bad_answer", f"That does not fit what {seat} is asked.", f"{seat} sees what would; or let the default stand.")


def _plain(value: object) -> Plain:
    return value if isinstance(value, bool | int) and not hasattr(value, "name") else text_form(value)
