"""Variants: a game's named, typed parameters, as one frozen Struct whose fields all have defaults and say what they mean.

class CombatVariants(msgspec.Struct, frozen=True):
    pain_scale: Annotated[PainScale, Variant("What each wound costs.", "combat.dmg.pain")] = PainScale.PER_POINT
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from rulebound.kernel.words import did_you_mean, kinds, type_text

V = TypeVar("V")
Value = bool | int | str | tuple[int, ...]

SPOKEN = {"yes": True, "on": True, "no": False, "off": False}


class Variant(msgspec.Struct, frozen=True):
    """What a variant means, and the ledger id of the rule it varies."""

    meaning: str
    rule: str


class VariantInfo(msgspec.Struct, frozen=True):
    """A variant for people to look at. `options` are the words it knows; a number or a list of numbers has none."""

    name: str
    type: str
    default: Value
    options: tuple[Value, ...]
    meaning: str
    rule: str


class VariantProblem(ValueError):
    """A variant that does not exist, or a value that it cannot have."""

    def __init__(self, name: str, given: object, message: str) -> None:
        super().__init__(message)
        self.name, self.given = name, given


def describe(cls: type[object]) -> tuple[VariantInfo, ...]:
    """Every variant of a game, in the order they are declared."""
    hints, plain = _hints(cls), _plain_values(cls())
    return tuple(
        VariantInfo(name, type_text(hint), plain[name], tuple(_options(hint)), variant.meaning, variant.rule)
        for name, (hint, variant) in hints.items()
    )


def read_variants(cls: type[V], given: Mapping[str, object]) -> V:
    """The variants of a table, from values or their text; what is not given has its default."""
    hints = _hints(cls)
    read: dict[str, object] = {}
    for word, value in given.items():
        name = re.sub("[-.]", "_", word)
        if name not in hints:
            raise VariantProblem(word, value, f"There is no variant {word}.{did_you_mean(name, hints)}")
        if name in read:
            raise VariantProblem(word, value, f"The variant {name} is given twice.")
        read[name] = _read(name, hints[name][0], value)
    return msgspec.convert(read, cls)


def changed(variants: object) -> dict[str, Value]:
    """Only what differs from the defaults, as plain values that `read_variants` takes back."""
    defaults = _plain_values(type(variants)())
    return {name: value for name, value in _plain_values(variants).items() if value != defaults[name]}


def check_variants(cls: type[msgspec.Struct]) -> None:
    """Call it beside the declaration: every field has a meaning, a rule, a readable type and a default of that type."""
    if not cls.__struct_config__.frozen:
        raise TypeError(f"{cls.__name__} must be frozen")
    hints = get_type_hints(cls, include_extras=True)
    for field in msgspec.structs.fields(cls):
        variant = _variant(hints[field.name])
        if variant is None or not variant.meaning or "." not in variant.rule:
            raise TypeError(f"{cls.__name__}.{field.name} needs Annotated[..., Variant(meaning, ledger id)]")
        if not _readable(hints[field.name]):
            raise TypeError(f"{cls.__name__}.{field.name}: a variant cannot be a {type_text(hints[field.name])}")
        if field.default is msgspec.NODEFAULT:
            raise TypeError(f"{cls.__name__}.{field.name} needs a default")
        try:
            msgspec.convert(field.default, hints[field.name])
        except msgspec.ValidationError as error:
            raise TypeError(f"{cls.__name__}.{field.name}: its default does not fit: {error}") from None


def _hints(cls: type[object]) -> dict[str, tuple[object, Variant]]:
    if not issubclass(cls, msgspec.Struct):
        raise TypeError(f"{cls.__name__} is no Struct of variants")
    hints = get_type_hints(cls, include_extras=True)
    found = ((field.name, hints[field.name], _variant(hints[field.name])) for field in msgspec.structs.fields(cls))
    return {name: (hint, variant) for name, hint, variant in found if variant is not None}


def _variant(hint: object) -> Variant | None:
    return next((note for note in getattr(hint, "__metadata__", ()) if isinstance(note, Variant)), None)


def _plain_values(variants: object) -> dict[str, Value]:
    plain: dict[str, Value] = msgspec.to_builtins(variants)
    return plain


def _readable(hint: object) -> bool:
    return all(kind in (bool, int) or get_origin(kind) is Literal or _is_enum(kind) or _is_numbers(kind) for kind in kinds(hint))


def _is_enum(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, StrEnum)


def _is_numbers(kind: object) -> bool:
    return get_origin(kind) is tuple and all(arg in (int, Ellipsis) for arg in get_args(kind))


def _options(hint: object) -> Iterator[Value]:
    for kind in kinds(hint):
        if kind is bool:
            yield from (True, False)
        elif get_origin(kind) is Literal:
            yield from get_args(kind)
        elif isinstance(kind, type) and issubclass(kind, StrEnum):
            yield from (member.value for member in kind)


def _read(name: str, hint: object, given: object) -> object:
    meant: list[object] = [given]
    if isinstance(given, str):
        meant += [SPOKEN.get(given.lower(), given), re.split(r"[,\s]+", given.strip("[]() "))]
    for value in meant:
        try:
            read: object = msgspec.convert(value, hint, strict=not isinstance(given, str))
            return read
        except msgspec.ValidationError:
            continue
    perhaps = did_you_mean(given, [str(option) for option in _options(hint)]) if isinstance(given, str) else ""
    raise VariantProblem(name, given, f"The variant {name} cannot be {given!r}: it is {type_text(hint)}.{perhaps}")
