"""Packs: sets of content in YAML, with a header that says what they are.

    pack: {name: street, game: combat, title: Street weapons, version: "1", ours: true}
    weapons:
      knife: {dmg: 2}

The sections beside the header are the fields of the game's own content Struct: dicts by id, or lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from rulebound.kernel.yamltext import Document, read_yaml

C = TypeVar("C", bound=msgspec.Struct)


class PackHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`ours` marks content of this project's own, as against the book's facts and numbers."""

    name: str
    game: str
    title: str
    version: str
    ours: bool


class Pack(msgspec.Struct, Generic[C], frozen=True):
    header: PackHeader
    content: C
    document: Document


def read_pack(text: str, name: str, content_type: type[C]) -> Pack[C]:
    """A pack from its text; `name` is the file that problems name."""
    document = read_yaml(text, name)
    if not isinstance(document.data, dict) or "pack" not in document.data:
        raise document.problem((), "no header: a pack begins with `pack: {name, game, title, version, ours}`")
    header = document.convert(PackHeader, ("pack",))
    return Pack(header, document.without("pack").convert(content_type), document)


def merge_packs(packs: Sequence[Pack[C]]) -> C:
    """The content of all of them; later packs add. An id that is there already is a problem that names both files."""
    first, *later = packs
    for i, pack in enumerate(later, start=1):
        if pack.header.game != first.header.game:
            raise pack.document.problem(("pack", "game"), f"{first.document.name} is for {first.header.game}")
        for other in packs[:i]:
            if pack.header.name == other.header.name:
                raise pack.document.problem(("pack", "name"), f"{other.document.name} has that name already")
    kind = type(first.content)
    return kind(**{field.name: _section(packs, field.name, field.encode_name) for field in msgspec.structs.fields(kind)})


def _section(packs: Sequence[Pack[C]], name: str, written: str) -> object:
    sections = [getattr(pack.content, name) for pack in packs]
    if all(isinstance(section, list) for section in sections):
        return [item for section in sections for item in section]
    if not all(isinstance(section, dict) for section in sections):
        raise TypeError(f"{name}: a section of a pack is a dict by id or a list")
    merged: dict[str, object] = {}
    home: dict[str, Document] = {}
    for pack, section in zip(packs, sections, strict=True):
        for id, item in section.items():
            if id in merged:
                where = f"{home[id].name}:{home[id].line_of((written, id))}"
                raise pack.document.problem((written, id), f"already in {where}")
            merged[id], home[id] = item, pack.document
    return merged
