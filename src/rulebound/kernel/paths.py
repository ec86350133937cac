"""State paths: `rage.wounds.bleeding`, as cases expect them and the game master repairs them.

A path walks Structs by field, dicts by key and lists by index. Computed properties can be read, never set. A Struct may name one
part that it `stands_for`: a path that ends at the Struct means that part, and a path may leave its name out, so that `ana.stress`
is the number of marked boxes and `rage.wounds.bleeding` a level of a track. A Struct that keeps books has `repair(value)` instead
of letting that part be set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from typing import NamedTuple, Protocol, get_args, get_origin, get_type_hints, runtime_checkable

import msgspec

from rulebound.kernel.words import did_you_mean, kinds, type_text

Find = Callable[[str], object | None]
"""What the first segment of a path means where it is no part of the root: people and things by their ids."""


class PathProblem(ValueError):
    """A path that leads nowhere, or a value that cannot be there. `legal` is what could follow the part that exists."""

    def __init__(self, path: str, message: str, legal: tuple[str, ...] = ()) -> None:
        super().__init__(f"{path}: {message}")
        self.path, self.legal = path, legal


@runtime_checkable
class KeepsBooks(Protocol):
    def repair(self, value: int) -> None: ...


def get(root: object, path: str, find: Find | None = None) -> object:
    """What is at the path."""
    spot = _walk(root, path, find)
    if spot.value is msgspec.UNSET:
        raise PathProblem(path, "is not there")
    inner = _inner(spot)
    return inner.value if inner else spot.value


def put(root: object, path: str, value: object, find: Find | None = None) -> None:
    """Set what is at the path to a plain value, checked against its declared type."""
    spot = _walk(root, path, find)
    inner = _inner(spot)
    if isinstance(spot.value, KeepsBooks) and not isinstance(value, Mapping):
        spot.value.repair(_whole_number(path, value))
    elif inner and (not isinstance(value, Mapping) or _fits(value, inner.hint)):
        _set(path, inner, value)
    else:
        _set(path, spot, value)


def add_to(root: object, path: str, value: object, find: Find | None = None) -> None:
    """Add to a number, append to a list, or put new entries into a dict."""
    now = get(root, path, find)
    if isinstance(now, int) and not isinstance(now, bool):
        put(root, path, now + _whole_number(path, value), find)
    elif isinstance(now, list):
        put(root, path, [*now, value], find)
    elif isinstance(now, dict) and isinstance(value, Mapping):
        there = [str(key) for key in value if key in now]
        if there:
            raise PathProblem(path, f"{', '.join(there)} is there already: set it instead")
        put(root, path, {**now, **value}, find)
    else:
        raise PathProblem(path, "only a number, a list or entries by key can be added to")


def remove(root: object, path: str, find: Find | None = None) -> None:
    """Take out an entry of a list or of a dict."""
    spot = _walk(root, path, find)
    if spot.around is None or not isinstance(spot.around.value, list | dict):
        raise PathProblem(path, "only entries of lists and dicts can be removed")
    if spot.value is msgspec.UNSET:
        raise PathProblem(path, "is not there")
    _store(path, spot, msgspec.UNSET)


# ----------------------------------------------------------------------------------------------------------- walking
class Spot(NamedTuple):
    """Where a path leads: what is there (UNSET if it only could be), its declared type (None if computed), what it is part of."""

    value: object
    hint: object
    key: str | int = ""
    around: Spot | None = None


def _walk(root: object, path: str, find: Find | None) -> Spot:
    segments = path.split(".")
    found = find(segments[0]) if find else None
    spot = Spot(root, type(root)) if found is None else Spot(found, type(found))
    for i in range(0 if found is None else 1, len(segments)):
        following = _step(spot, segments[i])
        if following is None:
            legal = tuple(_legal(spot))
            where = f"in {'.'.join(segments[:i])}" if i else "at the top"
            there = f" There is: {', '.join(legal)}." if legal else ""
            raise PathProblem(path, f"no {segments[i]} {where}.{did_you_mean(segments[i], legal)}{there}", legal)
        spot = following
    return spot


def _step(spot: Spot, segment: str) -> Spot | None:
    value = spot.value
    if isinstance(value, msgspec.Struct):
        if segment in hints(type(value)) or segment in properties(type(value)):
            return Spot(getattr(value, segment), hints(type(value)).get(segment), segment, spot)
        inner = _inner(spot)
        return _step(inner, segment) if inner else None
    if isinstance(value, dict):
        key_hint, entry_hint = _inside(spot.hint, dict)
        if segment in value:
            return Spot(value[segment], entry_hint, segment, spot)
        if isinstance(key_hint, type) and issubclass(key_hint, StrEnum) and _fits(segment, key_hint):
            return Spot(msgspec.UNSET, entry_hint, key_hint(segment), spot)
    elif isinstance(value, list) and segment.isdecimal() and int(segment) < len(value):
        return Spot(value[int(segment)], _inside(spot.hint, list)[0], int(segment), spot)
    return None


def _inner(spot: Spot) -> Spot | None:
    """The part that a Struct stands for."""
    name = getattr(type(spot.value), "stands_for", None)
    return _step(spot, name) if name else None


def _inside(hint: object, container: type) -> tuple[object, ...]:
    """The types inside a list or dict; anything where they are not declared."""
    return next((get_args(kind) for kind in kinds(hint) if get_origin(kind) is container), (object, object))


def _legal(spot: Spot) -> Iterator[str]:
    if isinstance(spot.value, msgspec.Struct):
        yield from hints(type(spot.value))
        yield from properties(type(spot.value))
        inner = _inner(spot)
        yield from _legal(inner) if inner else ()
    elif isinstance(spot.value, dict):
        yield from map(str, spot.value)
    elif isinstance(spot.value, list):
        yield from map(str, range(len(spot.value)))


@cache
def hints(cls: type[msgspec.Struct]) -> dict[str, object]:
    """The fields of a Struct with their declared types."""
    declared = get_type_hints(cls, include_extras=True)
    return {name: declared[name] for name in cls.__struct_fields__}


@cache
def properties(cls: type[msgspec.Struct]) -> dict[str, property]:
    found = ((name, getattr(cls, name)) for name in dir(cls) if not name.startswith("_"))
    return {name: value for name, value in found if isinstance(value, property)}


# ----------------------------------------------------------------------------------------------------------- changing
def _set(path: str, spot: Spot, value: object) -> None:
    if spot.around is not None and spot.hint is None:
        raise PathProblem(path, "is computed and cannot be set")
    _store(path, spot, _convert(path, value, spot.hint))


def _store(path: str, spot: Spot, value: object) -> None:
    """Put it there, or take the entry out where it is UNSET. Lists and dicts give way to changed copies, up to their Struct."""
    match spot.around, spot.key:
        case None, _:
            raise PathProblem(path, "cannot be replaced as a whole: set a part of it")
        case Spot(value=dict() as entries) as around, key:
            changed = {**entries, key: value}
            _store(path, around, {k: v for k, v in changed.items() if v is not msgspec.UNSET})
        case Spot(value=list() as items) as around, int() as i:
            _store(path, around, items[:i] + ([] if value is msgspec.UNSET else [value]) + items[i + 1 :])
        case Spot(value=msgspec.Struct() as owner), name:
            _store_field(path, owner, str(name), value)


def _store_field(path: str, owner: msgspec.Struct, name: str, value: object) -> None:
    """Set a field, unless the Struct is frozen or its own check objects."""
    if owner.__struct_config__.frozen:
        raise PathProblem(path, "is part of something that never changes: set the whole of it")
    check: Callable[[], None] | None = getattr(owner, "__post_init__", None)
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        if check:
            check()
    except ValueError as error:
        setattr(owner, name, before)
        raise PathProblem(path, str(error)) from None


def _whole_number(path: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise PathProblem(path, f"cannot be {value!r}: it is {type_text(int)}")
    return value


def _convert(path: str, value: object, hint: object) -> object:
    try:
        converted: object = msgspec.convert(value, hint)
        return converted
    except msgspec.ValidationError as error:
        raise PathProblem(path, f"cannot be {value!r}: it is {type_text(hint)} ({error})") from None


def _fits(value: object, hint: object) -> bool:
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return False
    return True
