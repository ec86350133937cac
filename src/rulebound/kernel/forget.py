"""Forgetting somebody: when the game master removes a person or a thing from the state, whatever names them lets go of the name.

What a name is, is told by its declared type: a game's `Id`. A turn order knows itself how.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args, get_origin

import msgspec

from rulebound.kernel.paths import hints
from rulebound.kernel.turns import Round
from rulebound.kernel.words import kinds

NOTHING = type(None)


def forget(value: msgspec.Struct, gone: str, ids: object) -> object:
    """Take the id out of every field, list and dict that is declared to hold ids. The Struct itself, changed in place; a new one where it
    never changes; UNSET where it is nothing without that name."""
    if isinstance(value, Round):
        value.forget(gone)
    left = {name: _without(getattr(value, name), hint, gone, ids) for name, hint in hints(type(value)).items()}
    if any(part is msgspec.UNSET for part in left.values()):
        return msgspec.UNSET
    changed = {name: part for name, part in left.items() if part is not getattr(value, name)}
    if value.__struct_config__.frozen:
        return msgspec.structs.replace(value, **changed) if changed else value
    for name, part in changed.items():
        setattr(value, name, part)
    return value


def _without(value: object, hint: object, gone: str, ids: object) -> object:
    """What is left of a value, the same object if nothing is different; UNSET where it stands or falls with that name."""
    allowed = list(kinds(hint))
    left: object = value
    match value:
        case str() if value == gone and ids in allowed:
            left = msgspec.UNSET
        case list():
            of = next((get_args(kind)[0] for kind in allowed if get_origin(kind) is list), object)
            items = [item for item in (_without(item, of, gone, ids) for item in value) if item is not msgspec.UNSET]
            return items if _differ(items, value) else value
        case dict():
            keys, of = next((get_args(kind) for kind in allowed if get_origin(kind) is dict), (object, object))
            kept = {key: _without(entry, of, gone, ids) for key, entry in value.items() if key != gone or ids not in kinds(keys)}
            kept = {key: entry for key, entry in kept.items() if entry is not msgspec.UNSET}
            return kept if _differ(kept.values(), value.values()) else value
        case msgspec.Struct():
            left = forget(value, gone, ids)
    return None if left is msgspec.UNSET and NOTHING in allowed else left


def _differ(new: Iterable[object], old: Iterable[object]) -> bool:
    return [id(item) for item in new] != [id(item) for item in old]
