"""Every state path of a game's Structs, listed for the reference that writers of cases use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from rulebound.kernel.paths import hints, properties
from rulebound.kernel.words import key_text, kinds, type_text


class PathInfo(NamedTuple):
    """A path for people to look up; `<key>` and `<n>` stand for the entries of dicts and lists."""

    path: str
    type: str
    doc: str
    settable: bool


def describe_paths(struct_type: type[msgspec.Struct], prefix: str = "") -> list[PathInfo]:
    """Every path into a Struct of this type, in the order of its fields, the computed ones last."""
    return list(_describe_struct(struct_type, prefix, True, ()))


def _describe_struct(cls: type[msgspec.Struct], prefix: str, settable: bool, around: tuple[type, ...]) -> Iterator[PathInfo]:
    lead = f"{prefix}." if prefix else ""
    settable = settable and not cls.__struct_config__.frozen
    for name, hint in hints(cls).items():
        if name != getattr(cls, "stands_for", None):
            yield from _describe(f"{lead}{name}", hint, settable, (*around, cls))
    for name, computed in properties(cls).items():
        if name != getattr(cls, "stands_for", None):
            yield PathInfo(f"{lead}{name}", type_text(_returned(computed)), _first_line(computed.__doc__), False)


def _describe(path: str, hint: object, settable: bool, around: tuple[type, ...]) -> Iterator[PathInfo]:
    meant, may_be_set = _meant(hint)
    yield PathInfo(path, type_text(meant), _description(hint), settable and may_be_set)
    for kind in (*kinds(hint), *(kinds(meant) if meant is not hint else ())):
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in around:
            yield from _describe_struct(kind, path, settable, around)
        elif get_origin(kind) is dict:
            key, entry = get_args(kind)
            yield from _describe(f"{path}.<{key_text(key)}>", entry, settable, around)
        elif get_origin(kind) is list:
            yield from _describe(f"{path}.<n>", get_args(kind)[0], settable, around)


def _meant(hint: object) -> tuple[object, bool]:
    """The type of the part that a Struct stands for, and whether it can be set; any other type as it is."""
    for kind in kinds(hint):
        name = getattr(kind, "stands_for", None)
        if name and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            computed = properties(kind).get(name)
            return (_returned(computed), hasattr(kind, "repair")) if computed else (hints(kind)[name], True)
    return hint, True


def _returned(computed: property) -> object:
    returned: object = get_type_hints(computed.fget, include_extras=True).get("return", object)
    return _meant(returned)[0]


def _description(hint: object) -> str:
    return next((note.description or "" for note in getattr(hint, "__metadata__", ()) if isinstance(note, msgspec.Meta)), "")


def _first_line(doc: str | None) -> str:
    return (doc or "").strip().split("\n")[0]
