"""Words for people: what a type wants, and what a misspelt name probably meant."""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

PLAIN: dict[object, str] = {
    bool: "true or false",
    int: "whole number",
    float: "number",
    str: "text",
    NoneType: "nothing",
    object: "anything",
}


def type_text(hint: object) -> str:
    """`int | Literal["unlimited"]` is `whole number or unlimited`."""
    if hint in PLAIN:
        return PLAIN[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return type_text(args[0])
    if origin is Literal:
        return either([str(value) for value in args])
    if origin in (Union, UnionType):
        return either([type_text(arg) for arg in args])
    if origin is tuple and Ellipsis not in args:
        return ", ".join(type_text(arg) for arg in args)
    if origin in (list, tuple):
        return f"list of {type_text(args[0])}"
    if origin is dict:
        return f"{type_text(args[1])} for each {key_text(args[0])}"
    if isinstance(hint, type) and issubclass(hint, Enum):
        return either([str(member.value) for member in hint])
    return getattr(hint, "__name__", str(hint))


def kinds(hint: object) -> Iterator[object]:
    """The types that a hint allows, without their annotations."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        yield from kinds(args[0])
    elif origin in (Union, UnionType):
        for arg in args:
            yield from kinds(arg)
    else:
        yield hint


def key_text(hint: object) -> str:
    """What the keys of a dict are called: `key`, or the name of their enum."""
    return hint.__name__.lower() if isinstance(hint, type) and issubclass(hint, Enum) else "key"


def either(words: Sequence[str]) -> str:
    """`a, b or c`"""
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 80


def shown(value: object) -> str:
    """A value as somebody gave it, cut short where it is long or deep; this never fails, whatever it is."""
    try:
        return _SHORT.repr(value)
    except Exception:
        return f"a {type(value).__name__}"


def can_be_written(text: str) -> bool:
    """No half of a character: such a text could not be kept or sent."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` Did you mean bleeding?`, or nothing when no known word is near."""
    near = difflib.get_close_matches(word, list(known), n=1)
    return f" Did you mean {near[0]}?" if near else ""


def percent(chance: Fraction) -> str:
    """Whole percents, and never 0 or 100 for what is neither."""
    value = float(chance) * 100
    if 0 < value < 0.01:
        return "<0.01%"
    if 0 < value < 0.95 or 99.05 < value < 100:
        return f"{value:.2g}%" if value < 50 else f"{min(value, 99.9):.1f}%"
    return f"{value:.0f}%"
