"""A table as one file: a heading, the records one a line, and a seal. What is damaged, foreign or too new is refused whole.

The file holds everything, secrets and seed included: it belongs to whoever runs the table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from rulebound.kernel.game import Game
from rulebound.kernel.journal import FORMAT, AnyRecord, Opened, decode_record, encode_record
from rulebound.kernel.live import LiveTable
from rulebound.kernel.replay import rebuild

LARGEST = 64 * 1024 * 1024
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class Heading(msgspec.Struct, frozen=True):
    """`state` marks the state that the records come to, so that rules which have changed since are noticed."""

    rulebound: int
    game: str
    seed: str
    state: str


class Seal(msgspec.Struct, frozen=True):
    records: int
    sha256: str


class FileProblem(ValueError):
    """A file that is not taken, and why. Nothing was changed."""


def save(table: LiveTable[Any, Any]) -> bytes:
    heading = msgspec.json.encode(Heading(FORMAT, table.game.id, table.seed.hex(), _mark(table)))
    body = b"\n".join([heading, *(encode_record(record) for record in table.journal)]) + b"\n"
    return body + msgspec.json.encode(Seal(len(table.journal), hashlib.sha256(body).hexdigest())) + b"\n"


def load(data: bytes, games: Callable[[str], Game[Any, Any] | None], verify: bool = False) -> LiveTable[Any, Any]:
    heading, records = read(data)
    game = games(heading.game)
    if game is None:
        raise FileProblem(f"the file is of a game called {heading.game!r}, which is not here")
    try:
        table = rebuild(game, records, bytes.fromhex(heading.seed), verify)
    except ValueError as problem:
        raise FileProblem(str(problem)) from problem
    except Exception as problem:  # a file may say anything, and no rule is written for what cannot be
        raise FileProblem(f"it cannot be played again: {type(problem).__name__}: {problem}") from problem
    if _mark(table) != heading.state:
        raise FileProblem("the rules have changed since it was saved: played again it comes to another state")
    return table


def _mark(table: LiveTable[Any, Any]) -> str:
    return hashlib.sha256(table.snapshot()).hexdigest()[:32]


def read(data: bytes) -> tuple[Heading, list[AnyRecord]]:
    """The parts of a file, checked for being whole and unaltered."""
    if len(data) > LARGEST:
        raise FileProblem(f"the file is larger than {LARGEST // 1024 // 1024} MB")
    lines = data.split(b"\n")
    heading = _heading(lines[0])
    if len(lines) < 3 or lines[-1] != b"":
        raise FileProblem("the file is cut short: its seal is missing")
    try:
        seal = msgspec.json.decode(lines[-2], type=Seal)
    except UNREADABLE:
        raise FileProblem("the file is cut short: its seal is missing") from None
    body = data[: len(data) - len(lines[-2]) - 1]
    if hashlib.sha256(body).hexdigest() != seal.sha256 or seal.records != len(lines) - 3:
        raise FileProblem("the file was altered or damaged after it was saved: its seal does not fit")
    return heading, [_record(line, number) for number, line in enumerate(lines[1:-2])]


def _heading(line: bytes) -> Heading:
    try:
        found = msgspec.json.decode(line)
    except UNREADABLE:
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("rulebound"), int):
        raise FileProblem("this is not a table saved by Rulebound")
    if found["rulebound"] > FORMAT:
        raise FileProblem(f"the file has format {found['rulebound']}; this Rulebound reads up to {FORMAT}. It was saved by a newer one")
    try:
        return msgspec.convert(found, Heading)
    except msgspec.ValidationError as problem:
        raise FileProblem(f"the file's heading is damaged: {problem}") from None


def _record(line: bytes, number: int) -> AnyRecord:
    try:
        record: AnyRecord = decode_record(line)
    except UNREADABLE as problem:
        raise FileProblem(f"record {number} cannot be read: {problem}") from None
    if (number == 0) != isinstance(record, Opened):
        raise FileProblem(f"record {number} is out of place")
    return record
