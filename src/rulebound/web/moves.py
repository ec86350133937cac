"""What a seat may do, as forms: commands with their arguments in words, or why not now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, cast

import msgspec

from rulebound.kernel import showing
from rulebound.kernel.entries import Names
from rulebound.kernel.live import LiveTable
from rulebound.kernel.pathdocs import describe_paths
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId
from rulebound.kernel.view import LegalArgument, LegalCommand


class Said(msgspec.Struct, frozen=True, gc=False):
    """Why something was not done."""

    rule: str
    reason: str
    instead: str = ""


class Option(msgspec.Struct, frozen=True, gc=False):
    value: str
    label: str
    rule: str = ""
    """What says what it means, where its name does not."""


class Field(msgspec.Struct, frozen=True, gc=False):
    """An argument of a command; `values` where there is a list of legal ones."""

    name: str
    meaning: str
    optional: bool
    values: tuple[Option, ...] | None = None
    least: int | None = None
    most: int | None = None
    longest: int | None = None
    suggested: tuple[str, ...] = ()
    """What may be typed, where there is too much to choose from."""


class Move(msgspec.Struct, frozen=True, gc=False):
    """A command with the values of its first argument, or the refusal it would meet now."""

    name: str
    label: str
    meaning: str
    rules: tuple[str, ...]
    arguments: tuple[Field, ...] = ()
    refusal: Said | None = None


def moves(table: LiveTable[Any, Any], seat: SeatId, before: Mapping[str, Move]) -> dict[str, Move]:
    """Every command of the game for those who play it, by its name. A move that is as it was `before` is that very one."""
    if table.closed or not table.plays(seat):
        return {}
    name = table.game.name(table.state)
    return {command.name: move(command, name, before.get(command.name)) for command in table.legal(seat)}


def move(command: LegalCommand, name: Names, before: Move | None) -> Move:
    refusal = command.refusal
    if refusal is None:
        fields = tuple([field(argument, name) for argument in command.arguments])
        made = Move(command.name, label(command.name), command.meaning, command.rules, fields)
        return before if before == made else made
    why = said(refusal)
    if "_" in command.name:  # the terminal's name for it
        why = msgspec.structs.replace(why, reason=why.reason.replace(command.name, label(command.name).lower()))
    if before is not None and before.refusal == why:
        return before
    return Move(command.name, label(command.name), command.meaning, command.rules, (), why)


@cache
def label(command: str) -> str:
    return command.replace("_", " ").capitalize()


def field(argument: LegalArgument, name: Names) -> Field:
    values = None if argument.values is None else labelled(argument.values, name)
    return Field(argument.name, argument.meaning, argument.optional, values, argument.least, argument.most, argument.longest)


def places(table: LiveTable[Any, Any], seat: SeatId) -> tuple[str, ...]:
    """What a repair may change: every part of what the seat sees, then the table's own."""
    find, whole = table.game.find(table.state), cast("type[msgspec.Struct]", table.game.state)
    things = {panel.id: find(panel.id) for panel in showing.scene(table, table.seats[seat]).panels}
    parts = [f"{id}.{part}" for id, thing in things.items() if isinstance(thing, msgspec.Struct) for part in _parts(type(thing))]
    return (*parts, *_parts(whole))


@cache
def _parts(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(info.path for info in describe_paths(kind) if info.settable and "<" not in info.path)


def labelled(values: Sequence[str], name: Names, told_by: Mapping[str, str] = MappingProxyType({})) -> tuple[Option, ...]:
    return tuple([Option(value, name(value), told_by.get(value, "")) for value in values])


def said(refusal: Refusal) -> Said:
    return Said(refusal.rule, refusal.reason, refusal.instead)
