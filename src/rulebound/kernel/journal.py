"""The journal: everything that was done, answered and taken back, in order. It is only ever added to; state is its consequence."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rulebound.kernel.questions import Answer
from rulebound.kernel.seats import Seat, SeatId

FORMAT = 1
"""Of records and files. A file with a higher number comes from a newer Rulebound."""

Plain = str | int | bool | None


class How(StrEnum):
    """How an answer came about; the log says so where it was not simply given by the seat."""

    SEAT = "seat"
    CHANCE = "chance"
    TYPED = "typed"
    FOR_THEM = "for them"
    DEFAULT = "default"
    OVERRULED = "overruled"


class Record(msgspec.Struct, frozen=True, gc=False, tag_field="is"):
    pass


class Opened(Record, frozen=True, tag="opened"):
    format: int
    game: str
    version: int
    variants: dict[str, msgspec.Raw]
    seats: tuple[Seat, ...]
    start: msgspec.Raw
    commitment: str
    title: str = ""


class Did(Record, frozen=True, tag="did"):
    seat: SeatId
    command: str
    args: dict[str, Plain] = {}


class Answered(Record, frozen=True, tag="answered"):
    """`left`: for a question put to several seats, how many of them are still out after this share."""

    seat: SeatId
    question: str
    value: Answer
    how: How
    by: SeatId
    left: int | None = None


class Undid(Record, frozen=True, tag="undid"):
    """Back to so many whole turns and, where `answers` is not None, the next turn with so many of its answers."""

    by: SeatId
    turns: int
    answers: int | None = None
    openly: bool = False


class Cancelled(Record, frozen=True, tag="cancelled"):
    """The waiting command was dropped before it had revealed anything. `why`: the refusal that a judgement left of it."""

    by: SeatId
    why: str = ""


class Overruled(Record, frozen=True, tag="overruled"):
    """The game master replaced one answer of the last turn; what came after it was asked again."""

    by: SeatId
    answer: int
    question: str
    value: Answer


class Reseated(Record, frozen=True, tag="reseated"):
    by: SeatId
    seat: Seat


class Closed(Record, frozen=True, tag="closed"):
    by: SeatId
    seed: str


class Talked(Record, frozen=True, tag="talked"):
    """A line of talk, or dice thrown from it. `to` is empty where everybody may hear it."""

    by: SeatId
    kind: str
    text: str
    to: tuple[SeatId, ...] = ()
    pool: str = ""
    faces: tuple[int, ...] = ()
    typed: bool = False


AnyRecord = Opened | Did | Answered | Undid | Cancelled | Overruled | Reseated | Closed | Talked

encode_record = msgspec.json.Encoder().encode
decode_record = msgspec.json.Decoder(AnyRecord).decode


class JournalProblem(ValueError):
    """A journal that cannot be read or replayed as it stands: which record, what was expected, what was found."""
