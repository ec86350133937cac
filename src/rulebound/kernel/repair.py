"""Repair: the game master puts the state right by command. Logged and undoable like any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from rulebound.kernel.commands import AnyText, Command, Options, command
from rulebound.kernel.entries import EVERYONE
from rulebound.kernel.forget import forget
from rulebound.kernel.paths import PathProblem, add_to, get, put, remove
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.sound import REPAIR
from rulebound.kernel.table import Table

S = TypeVar("S")
V = TypeVar("V")

Find = Callable[[S], Callable[[str], object | None]]
SeenBy = Callable[[Table[S, V], str], tuple[SeatId, ...]]


def gm_only(t: Table[S, V], by: SeatId) -> Refusal | None:
    return None if by == GM else Refusal("table.gm_only", "Only the game master repairs.", "Ask them, or sit down there.")


def _text(*_: object) -> Options:
    """Text."""
    return AnyText(500)


def _path(*_: object) -> Options:
    """What is to change: whose or which, a dot, and what of it. The reference of cases lists them all."""
    return AnyText(200)


def _plain_value(*_: object) -> Options:
    """The new value, as JSON or plain text."""
    return AnyText(2000)


def repairs(
    find: Find[S], seen_by: SeenBy[S, V] | None = None, ids: object = None, go_on: Callable[[Table[S, V]], None] | None = None
) -> tuple[Command[S, V], ...]:
    """The repair commands of a game whose state paths begin at what `find` knows, and whose people and things are named by `ids`; it goes
    on without whoever is removed.

    `seen_by` says who may see what is at a path, so that a repair shows nobody what is hidden from them; left out, only the game
    master. Everybody else reads that something was repaired, and why.
    """

    def changing(t: Table[S, V], by: SeatId, path: str, why: str, change: Callable[[], None], gone: bool = False) -> None:
        try:
            before = _short(_there(t, path, find))
            audience = seen_by(t, path) if seen_by else (by,)
            change()
            after = "gone" if gone else _short(_there(t, path, find))
            msgspec.msgpack.encode(t.state)
        except PathProblem as problem:
            raise refuse("table.bad_path", f"{problem}") from None
        except OverflowError:
            raise refuse("table.bad_path", f"{path}: that number is too large") from None
        if audience != EVERYONE:
            t.say("table.repaired_something", by=by, why=why or "no reason given")
        t.say("table.repaired", to=audience, by=by, path=path, before=before, after=after, why=why or "no reason given")

    @command(rules=REPAIR, when=gm_only, path=_path, value=_plain_value, why=_text)
    def set_(t: Table[S, V], by: SeatId, path: str, value: str, why: str = "") -> None:
        """Set anything in the state to a value."""
        changing(t, by, path, why, lambda: put(t.state, path, _read(value), find(t.state)))

    @command(rules=REPAIR, when=gm_only, path=_path, value=_plain_value, why=_text)
    def add(t: Table[S, V], by: SeatId, path: str, value: str, why: str = "") -> None:
        """Add to a number, or put something into a list."""
        changing(t, by, path, why, lambda: add_to(t.state, path, _read(value), find(t.state)))

    @command(rules=REPAIR, when=gm_only, path=_path, why=_text)
    def remove_(t: Table[S, V], by: SeatId, path: str, why: str = "") -> None:
        """Remove an entry of a list or of a group."""
        changing(t, by, path, why, lambda: take_out(t.state, path), gone=True)
        if go_on:
            go_on(t)

    def take_out(state: S, path: str) -> None:
        """Somebody or something that others name leaves no name behind."""
        there = get(state, path, find(state))
        remove(state, path, find(state))
        if isinstance(there, msgspec.Struct) and isinstance(state, msgspec.Struct) and isinstance(gone := getattr(there, "id", None), str):
            forget(state, gone, ids)

    return (set_, add, remove_)


def _there(t: Table[S, V], path: str, find: Find[S]) -> object:
    try:
        return get(t.state, path, find(t.state))
    except PathProblem:
        return "nothing"


def _read(value: str) -> object:
    try:
        return msgspec.json.decode(value)
    except (msgspec.DecodeError, RecursionError):
        return value


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode() if isinstance(value, msgspec.Struct | list | dict) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."
