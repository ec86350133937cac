"""Reading what people type: a command with its arguments in words, or an answer, by number or by name."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from rulebound.kernel.commands import AnyText, Argument, Command, Options, describe_options
from rulebound.kernel.entries import Names
from rulebound.kernel.live import LiveTable
from rulebound.kernel.questions import (
    Answer,
    AskNumber,
    AskText,
    ChooseOne,
    ChooseSome,
    ChooseTogether,
    Question,
    text_form,
)
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import Table


class Misread(ValueError):
    """What was typed does not fit, and what would."""


class Missing(msgspec.Struct, frozen=True):
    """An argument that is still to be given, and what it may be."""

    argument: Argument
    options: Options


def read_arguments(
    table: LiveTable[Any, Any], seat: SeatId, command: Command[Any, Any], words: str, named: Mapping[str, str] = MappingProxyType({})
) -> dict[str, object] | Missing:
    """The arguments in the words after a command's name, in order or as `name=value`, each one of those offered; or the first that is
    missing. What was asked for by name comes beside the words."""
    looking = Table(table.state, table.variants)
    given: dict[str, object] = {}
    rest, pairs = _by_name(command, words)
    pairs |= named
    left_out: list[str] = []
    for place, argument in enumerate(command.arguments, start=1):
        options = command.options(looking, seat, argument, tuple(given.values()))
        if argument.name in pairs:
            given[argument.name] = read_value(argument, options, pairs[argument.name])
            continue
        after = next((a for a in command.arguments[place : place + 1] if not a.optional and a.name not in pairs), None)
        if rest and isinstance(options, AnyText) and after:
            value, left = _up_to(options, command.options(looking, seat, after, (*given.values(), rest)), rest)
        else:
            value, left = _take(argument, options, rest) if rest else (None, "")
        if value is not None:
            given[argument.name], rest = value, left
        elif argument.optional:
            given[argument.name] = argument.default
            left_out.append(f"{argument.name} may be: {describe_options(options)}")
        elif (only := _only_one(options)) is not None:  # nothing else it could be: the words are for what comes next
            given[argument.name] = only
        elif rest:
            raise Misread(f"{argument.name} cannot be {rest!r} here. Legal: {describe_options(options)}.")
        else:
            return Missing(argument, options)
    if rest:
        raise Misread(f"{rest!r} does not fit {command.name}. {'; '.join(left_out) or 'It takes no more'}.")
    return {name: value for name, value in given.items() if value is not None}


def _by_name(command: Command[Any, Any], words: str) -> tuple[str, dict[str, str]]:
    """The words without what is given as `name=value`, and that by its name; a value goes on to the next such name."""
    names = "|".join(re.escape(argument.name) for argument in command.arguments)
    if not names:
        return words.strip(), {}
    first, *pairs = re.split(rf"(?:^|\s)({names})=", words, flags=re.IGNORECASE)
    return first.strip(), {name.lower(): value.strip() for name, value in zip(pairs[::2], pairs[1::2], strict=True)}


def read_value(argument: Argument, options: Options, words: str) -> object:
    """The one of those offered that the words as a whole stand for."""
    value, left = _take(argument, options, words)
    if value is None or left:
        raise Misread(f"{argument.name} cannot be {words!r} here. Legal: {describe_options(options)}.")
    return value


def _only_one(options: Options) -> object | None:
    return options[0] if not isinstance(options, AnyText) and len(options) == 1 else None


def _up_to(free: AnyText, after: Options, words: str) -> tuple[object | None, str]:
    """Free words, and one of those offered for what has to be said after them if they end with it: `create Nora Bell medic`."""
    for option in () if isinstance(after, AnyText | range) else after:
        form = text_form(option)
        if words.lower().endswith(f" {form.lower()}"):
            return words[: -len(form)].strip()[: free.longest], form
    return words[: free.longest], ""


def _take(argument: Argument, options: Options, words: str) -> tuple[object | None, str]:
    """The longest option that the words begin with, and what is left of them."""
    if isinstance(options, AnyText):
        return words[: options.longest], ""
    if isinstance(options, range):
        first, _, left = words.partition(" ")
        number = int(first) if first.lstrip("+-").isdecimal() and len(first) < 10 else None
        return (number, left.strip()) if number is not None and number in options else (None, words)
    lower = words.lower()
    for option in sorted(options, key=lambda o: -len(text_form(o))):
        form = text_form(option).lower()
        if lower == form or lower.startswith(form + " "):
            return option, words[len(form) :].strip()
    first, _, left = words.partition(" ")
    starts = [option for option in options if text_form(option).lower().startswith(first.lower())]
    return (starts[0], left.strip()) if len(starts) == 1 else (None, words)


def read_answer(question: Question, seat: SeatId, words: str, name: Names = str) -> Answer | list[int | str]:
    """An answer by its number in the list or in words, as it is listed or by its id."""
    words = words.strip()
    match question:
        case ChooseOne(options=options):
            return _option(options, words, name)
        case ChooseTogether():
            return _option(question.for_seat(seat), words, name)
        case ChooseSome(options=options):
            parts = [part.strip() for part in words.split(",") if part.strip()]
            return [_option(options, part, name) for part in parts]
        case AskNumber(least=least, most=most):
            if words.lstrip("+-").isdecimal() and len(words) < 10:
                return int(words)
            raise Misread(f"{words!r} is no number. A whole number from {least} to {most}.")
        case AskText():
            return words
        case _:
            return list(words.replace(",", " ").split())


def _option(options: Sequence[str], words: str, name: Names) -> str:
    if words.isdecimal() and not any(option.isdecimal() for option in options) and 1 <= int(words[:6]) <= len(options):
        return options[int(words) - 1]
    lower = words.lower()
    for option in options:
        if lower in (option.lower(), name(option).lower()):
            return option
    starts = [option for option in options if lower and option.lower().startswith(lower)]
    if len(starts) == 1:
        return starts[0]
    near = difflib.get_close_matches(lower, [option.lower() for option in options], n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    raise Misread(f"{words!r} is none of: {', '.join(options)}.{hint}")
