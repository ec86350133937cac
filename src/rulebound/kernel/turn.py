"""A turn: one command with its answers, what came of it, and the command that waits."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from rulebound.kernel.attempt import Given
from rulebound.kernel.commands import Arguments
from rulebound.kernel.entries import Entry
from rulebound.kernel.journal import Did
from rulebound.kernel.questions import Question
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


class Done(msgspec.Struct, frozen=True, tag=True):
    """The command ran to its end."""


class Waiting(msgspec.Struct, frozen=True, tag=True):
    """The command asks something; it goes on when that is answered. For whoever runs the table: seats are shown their views."""

    id: str
    question: Question


class RuledOut(msgspec.Struct, frozen=True, tag=True):
    """By a judgement of the game master the command breaks a rule: it is dropped as if it had not been started."""

    refusal: Refusal


Outcome = Done | Waiting | Refusal | RuledOut


@dataclass
class Turn:
    """One command with its answers, and what it said: `said` counts the entries before each answer. `before` is where it started."""

    did: Did
    args: Arguments
    answers: list[Given]
    before: bytes | None
    entries: list[Entry] = field(default_factory=list)
    said: list[int] = field(default_factory=list)

    def with_answers(self, answers: list[Given]) -> Turn:
        """The same command from the same start, still to be run with these answers."""
        return Turn(self.did, self.args, answers, self.before)


@dataclass
class Flight:
    """The command that waits: its turn, what it asks, and the shares of a joint answer that are in."""

    turn: Turn
    question: Question
    id: str
    shares: dict[SeatId, Given] = field(default_factory=dict)


@dataclass(frozen=True)
class Notice:
    """A line of the table's own (an undo, a change of seats) after so many turns."""

    after: int
    entry: Entry
