"""Talk beside the log: lines, whispers and dice thrown from chat. It is kept in the journal like everything else and never undone.

A throw from chat is drawn from the table's own stream, or typed in as `/roll 2d6 = 3 5`; what follows a `#` is a remark.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

import msgspec

from rulebound.kernel.answers import read_faces
from rulebound.kernel.dice import Roll, WrongDice, throw_faces
from rulebound.kernel.entries import Thrown
from rulebound.kernel.journal import Talked
from rulebound.kernel.notation import NotationError, parse_pool
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, Role, SeatId
from rulebound.kernel.words import can_be_written, did_you_mean, shown

if TYPE_CHECKING:
    from rulebound.kernel.live import LiveTable

S = TypeVar("S")
V = TypeVar("V")

LONGEST = 1000
MOST_DICE = 100
WORDS = "/roll 4d6kh3, /gmroll 2d6, /w name text, /me text, or a line without a slash"


class Speech(StrEnum):
    SAY = "say"
    ME = "me"
    WHISPER = "whisper"
    ROLL = "roll"
    GMROLL = "gmroll"


SPELLINGS = {
    "/roll": Speech.ROLL, "/r": Speech.ROLL, "/gmroll": Speech.GMROLL, "/gr": Speech.GMROLL, "/w": Speech.WHISPER, "/me": Speech.ME,
}  # fmt: skip


class TalkLine(msgspec.Struct, frozen=True, gc=False):
    """One line as a seat may see it, counted by what that seat may see. `to` is empty where everybody may."""

    place: int
    by: SeatId
    kind: str
    text: str
    to: tuple[SeatId, ...] = ()
    thrown: Thrown | None = None
    came: str = ""


def speak(table: LiveTable[S, V], by: SeatId, text: str) -> Refusal | None:
    """Take one typed line: plain words, or one of the commands people know."""
    said = _may_speak(table, by, text) or _read(table, by, text)
    if isinstance(said, Refusal):
        return said
    table.journal.append(said)
    table.talk.append(said)
    return None


def _read(table: LiveTable[S, V], by: SeatId, text: str) -> Talked | Refusal:
    line = text.strip()
    word, _, rest = line.partition(" ")
    if not word.startswith("/"):
        return Talked(by, Speech.SAY, line)
    kind = SPELLINGS.get(word.lower())
    rest = rest.strip()
    if kind is None:
        return Refusal("table.bad_talk", f"{shown(word)} is not known here.{did_you_mean(word, SPELLINGS)}", f"There is {WORDS}.")
    if not rest:
        return Refusal("table.bad_talk", f"After {word} nothing was said.", f"There is {WORDS}.")
    if kind is Speech.WHISPER:
        return _whisper(table, by, rest)
    if kind is Speech.ME:
        return Talked(by, kind, rest)
    return _throw(table, by, kind, rest)


def _may_speak(table: LiveTable[S, V], by: SeatId, text: str) -> Refusal | None:
    if table.closed:
        return Refusal("table.closed", "This table is closed.")
    if by not in table.seats or table.seats[by].role is Role.SCREEN:
        return Refusal("table.no_such_seat", f"{shown(by)} has no voice here.")
    if not text.strip():
        return Refusal("table.bad_talk", "Nothing was said.", f"There is {WORDS}.")
    if len(text) > LONGEST or not can_be_written(text):
        return Refusal("table.bad_talk", "That cannot be said.", f"A text of at most {LONGEST} characters.")
    return None


def _whisper(table: LiveTable[S, V], by: SeatId, rest: str) -> Talked | Refusal:
    """The first word is a seat or the beginning of its name."""
    name, _, words = rest.partition(" ")
    wanted = name.lower().rstrip(":,")
    exact = [seat.id for seat in table.seats.values() if wanted in (seat.id.lower(), seat.name.lower())]
    found = exact or [seat.id for seat in table.seats.values() if seat.name.lower().startswith(wanted)]
    listeners = [seat.id for seat in table.seats.values() if seat.role is not Role.SCREEN]
    if len(found) != 1 or found[0] not in listeners or not words.strip():
        called = ", ".join(table.seats[seat].name or seat for seat in listeners)
        return Refusal("table.bad_talk", "A whisper needs a seat and words.", f"Write /w NAME TEXT. Seats: {called}.")
    return Talked(by, Speech.WHISPER, words.strip(), (found[0],))


def _throw(table: LiveTable[S, V], by: SeatId, kind: Speech, rest: str) -> Talked | Refusal:
    notation, _, remark = rest.partition("#")
    dice, typed, faces_text = notation.partition("=")
    try:
        pool = parse_pool(dice)
    except NotationError as problem:
        return Refusal("table.bad_talk", f"{problem}.")
    if getattr(pool, "dice", 1) > MOST_DICE:
        return Refusal("table.bad_talk", f"{pool.text()} are too many dice.", f"At most {MOST_DICE}.")
    if typed:
        read = read_faces(faces_text)
        if isinstance(read, Refusal):
            return read
        faces = read
    else:
        faces = tuple(pool.throw(table.streams(len(table.journal)).die).faces)
    try:
        throw_faces(pool, faces)
    except WrongDice as wrong:
        return Refusal("table.wrong_dice", f"{wrong}.")
    to = (GM,) if kind is Speech.GMROLL and by != GM else (by,) if kind is Speech.GMROLL else ()
    return Talked(by, kind, remark.strip(), to, pool.text(), faces, bool(typed))


def lines(table: LiveTable[S, V], seat: SeatId) -> tuple[TalkLine, ...]:
    """All that this seat may hear."""
    return tuple(line(said, place) for place, said in enumerate(said for said in table.talk if heard_by(said, seat)))


def heard_by(said: Talked, seat: SeatId) -> bool:
    return not said.to or seat == said.by or seat in said.to


def line(said: Talked, place: int) -> TalkLine:
    if not said.pool:
        return TalkLine(place, said.by, said.kind, said.text, said.to)
    pool = parse_pool(said.pool)
    roll: Roll = throw_faces(pool, said.faces)
    return TalkLine(place, said.by, said.kind, said.text, said.to, Thrown(said.pool, pool.faces_text(roll), (), said.typed), roll.brief())
