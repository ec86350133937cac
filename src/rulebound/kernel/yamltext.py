"""YAML as plain data that remembers its lines, so that every complaint names the file, the line and the field.

Only what data needs is read: no tags, anchors or aliases, one document, and words as YAML 1.2 has them: `yes`, `no` and `12:30`
are text, `true` and `false` are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import TypeVar

import msgspec
import yaml
from msgspec import inspect

from rulebound.kernel.words import type_text

T = TypeVar("T")
Path = tuple[str | int, ...]
Data = None | bool | int | float | str | list["Data"] | dict[str | int, "Data"]


class Limits(msgspec.Struct, frozen=True):
    size: int = 1_000_000
    depth: int = 32
    nodes: int = 100_000


LIMITS = Limits()


class YamlProblem(ValueError):
    """What is wrong with a file: `weapons.yaml:12: weapons.knife.dmg: Expected `int`, got `str``."""

    def __init__(self, name: str, line: int, field: str, message: str) -> None:
        super().__init__(f"{name}:{line}: {field}: {message}" if field else f"{name}:{line}: {message}")
        self.name, self.line, self.field, self.message = name, line, field, message


class Document(msgspec.Struct, frozen=True):
    """A file read: its plain data, and the line on which each part of it begins."""

    name: str
    data: Data
    lines: dict[Path, int]

    def line_of(self, path: Path) -> int:
        """The line of this part, or of the nearest part around it that is there."""
        while path not in self.lines:
            path = path[:-1]
        return self.lines[path]

    def at(self, path: Path) -> Data:
        """The data at this path, None if nothing is there."""
        return _at(self.data, path)

    def problem(self, path: Path, message: str) -> YamlProblem:
        return YamlProblem(self.name, self.line_of(path), ".".join(map(str, path)), message)

    def without(self, key: str) -> Document:
        """The same file as if this part of its top level were not there."""
        if not isinstance(self.data, dict):
            return self
        return Document(self.name, {k: v for k, v in self.data.items() if k != key}, self.lines)

    def convert(self, type: type[T], path: Path = ()) -> T:
        """The data at this path as a typed value; a YamlProblem names the field that does not fit."""
        data = self.at(path)
        try:
            return msgspec.convert(data, type)
        except msgspec.ValidationError as error:
            message, place = _split(str(error))
            culprit = path + _locate(data, type, str(error), place)
            unknown = re.search("unknown field `(.+)`", message)
            if message.startswith("Invalid enum value") and (named := _enum_at(inspect.type_info(type), culprit[len(path) :])):
                wrong = culprit[-1] if message.endswith("as a key") else self.at(culprit)
                message = f"cannot be {wrong!r}: it is {type_text(named)}"
            raise self.problem((*culprit, unknown[1]) if unknown else culprit, message) from None


def read_yaml(text: str, name: str, limits: Limits = LIMITS) -> Document:
    """Read one YAML document; the name is what problems call the file."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise YamlProblem(name, text.count("\n", 0, error.start) + 1, "", "a character that is no text") from None
    if size > limits.size:
        raise YamlProblem(name, 1, "", f"{size} bytes are too many: at most {limits.size} are read")
    reader = _Reader(text, name, limits)
    try:
        return Document(name, reader.document(), reader.lines)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise YamlProblem(name, line, "", " ".join(filter(None, (error.problem, error.context)))) from None
    except yaml.YAMLError as error:
        raise YamlProblem(name, 1, "", str(error).splitlines()[0]) from None


# --------------------------------------------------------------------------------------------------- from events to data
class _Reader:
    """Builds the data event by event, so that a limit stops the parser before it has read on."""

    def __init__(self, text: str, name: str, limits: Limits) -> None:
        self.events: Iterator[yaml.Event] = iter(yaml.parse(text, Loader=yaml.CSafeLoader))
        self.name, self.limits = name, limits
        self.lines: dict[Path, int] = {(): 1}
        self.nodes = 0

    def document(self) -> Data:
        data: Data = None
        documents = 0
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise self.problem(event, (), "a second document begins here: one file holds one")
            elif isinstance(event, yaml.NodeEvent):
                data = self.node(event, ())
        return data

    def node(self, event: yaml.Event, path: Path) -> Data:
        self.check(event, path)
        self.lines.setdefault(path, _line(event))
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event, path)
        return self.mapping(path) if isinstance(event, yaml.MappingStartEvent) else self.sequence(path)

    def check(self, event: yaml.Event, path: Path) -> None:
        self.nodes += 1
        if self.nodes > self.limits.nodes:
            raise self.problem(event, (), f"more than {self.limits.nodes} values")
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise self.problem(event, path, "anchors and aliases (& and *) are not read")
        if getattr(event, "tag", None):
            raise self.problem(event, path, "tags (!) are not read")
        if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent) and len(path) >= self.limits.depth:
            raise self.problem(event, path, f"nested deeper than {self.limits.depth}")

    def sequence(self, path: Path) -> Data:
        items: list[Data] = []
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            items.append(self.node(event, (*path, len(items))))
        return items

    def mapping(self, path: Path) -> Data:
        items: dict[str | int, Data] = {}
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            self.check(event, path)
            key = self.scalar(event, path) if isinstance(event, yaml.ScalarEvent) else None
            if not isinstance(key, str | int) or isinstance(key, bool):
                raise self.problem(event, path, "a key must be a word or a whole number")
            here = (*path, key)
            if key in items:
                raise self.problem(event, here, f"twice: first on line {self.lines[here]}")
            self.lines[here] = _line(event)
            items[key] = self.node(next(self.events), here)
        return items

    def scalar(self, event: yaml.ScalarEvent, path: Path) -> Data:
        if not event.implicit[0]:
            return str(event.value)
        try:
            return _plain(event.value)
        except OverflowError:
            raise self.problem(event, path, "a number too large") from None

    def problem(self, event: yaml.Event, path: Path, message: str) -> YamlProblem:
        return YamlProblem(self.name, _line(event), ".".join(map(str, path)), message)


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


NOTHING = ("", "~", "null", "Null", "NULL")
TRUE = ("true", "True", "TRUE")
FALSE = ("false", "False", "FALSE")
WHOLE = re.compile(r"[-+]?[0-9]+")
BROKEN = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


def _plain(text: str) -> Data:
    """What a value without quotes means."""
    if text in NOTHING:
        return None
    if text in TRUE or text in FALSE:
        return text in TRUE
    if WHOLE.fullmatch(text):
        if len(text.lstrip("+-")) > 18:
            raise OverflowError
        return int(text)
    if BROKEN.fullmatch(text):
        number = float(text)
        if abs(number) == float("inf"):
            raise OverflowError
        return number
    return text


# ------------------------------------------------------------------------------------------------ from complaint to line
def _at(data: Data, path: Path) -> Data:
    for segment in path:
        if isinstance(data, dict):
            data = data.get(segment)
        elif isinstance(data, list) and isinstance(segment, int) and segment < len(data):
            data = data[segment]
        else:
            return None
    return data


def _split(error: str) -> tuple[str, str]:
    """`Expected `int`, got `str` - at `$.weapons[...].dmg`` in two: what is wrong, and where."""
    message, _, place = error.rpartition(" - at ")
    if place.startswith("`key` in "):
        return f"{message} as a key", place.removeprefix("`key` in ").strip("`") + "[...]"
    return (message, place.strip("`")) if message else (error, "$")


def _locate(data: Data, type: type[T], error: str, place: str) -> Path:
    """The path that msgspec means. It writes `[...]` for any entry of a dict: which one is found by converting fewer of them."""
    path: Path = ()
    for field, index in re.findall(r"\.([^.\[]+)|\[([^\]]+)\]", place):
        here = _at(data, path)
        if index == "..." and isinstance(here, dict):
            path = (*path, _culprit(data, type, error, path, list(here)))
        else:
            path = (*path, int(index) if index.isdecimal() else field)
    return path


def _enum_at(info: inspect.Type, path: Path) -> type[Enum] | None:
    """What a part of a type, at this path, is one of."""
    match info:
        case inspect.UnionType(types=types):
            return next(filter(None, (_enum_at(one, path) for one in types)), None)
        case inspect.EnumType(cls=cls) if not path:
            return cls
        case inspect.StructType(fields=fields) if path:
            return next(filter(None, (_enum_at(field.type, path[1:]) for field in fields if field.encode_name == path[0])), None)
        case inspect.ListType(item_type=inner) | inspect.VarTupleType(item_type=inner) if path:
            return _enum_at(inner, path[1:])
        case inspect.DictType(key_type=key, value_type=value) if path:
            return _enum_at(value, path[1:]) or (_enum_at(key, ()) if len(path) == 1 else None)
        case inspect.Metadata(type=inner):
            return _enum_at(inner, path)
    return None


def _culprit(data: Data, type: type[T], error: str, path: Path, keys: list[str | int]) -> str | int:
    """The first key at this path without which the same error does not come: a search by halves."""
    few, many = 0, len(keys)
    while many - few > 1:
        half = (few + many) // 2
        try:
            msgspec.convert(_keeping(data, path, keys[:half]), type)
            complains = False
        except msgspec.ValidationError as other:
            complains = str(other) == error
        few, many = (few, half) if complains else (half, many)
    return keys[few]


def _keeping(data: Data, path: Path, keys: list[str | int]) -> Data:
    """The data with only these keys left at this path."""
    if isinstance(data, dict):
        if not path:
            return {key: data[key] for key in keys}
        return {key: _keeping(value, path[1:], keys) if key == path[0] else value for key, value in data.items()}
    if isinstance(data, list):
        return [_keeping(value, path[1:], keys) if path and i == path[0] else value for i, value in enumerate(data)]
    return data
