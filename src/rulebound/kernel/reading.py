"""Reading what is still unread: in what a rule returns, in the end of a path, in the picture of a state."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple, cast

import msgspec

from rulebound.kernel.distribution import Distribution
from rulebound.kernel.unread import Added, Part, Unread, UnreadRoll, UnreadWord
from rulebound.kernel.ways import MOST_RUNS, Name, TooManyOutcomes


def spread(outcome: Any) -> Distribution[Any]:
    """All that an outcome may still be, as far as it holds what nobody has read."""
    held = outcome if type(outcome) is tuple else (outcome,)
    unread: dict[UnreadRoll, list[Name]] = {}
    parts = [value._of for value in held if isinstance(value, Unread)]
    for of in sorted(parts, key=lambda of: isinstance(of, Part)):  # a sum that is read binds two rolls, whose parts are then read too
        if not isinstance(of, Part) or of.roll._bound is not None:
            of.number()
        else:
            unread.setdefault(of.roll, []).append(of.name)
    if not unread:
        return Distribution({plain(outcome): 1}, 1)
    base = [value if _of(value) in unread else plain(value) for value in held]
    ways = [(base, 1)]
    total = 1
    for roll, names in unread.items():
        wanted = tuple(dict.fromkeys(names))
        showing = roll._ways.parts(wanted)
        total *= showing.total
        if len(ways) * len(showing) > MOST_RUNS:
            raise TooManyOutcomes("too much that nobody has read; narrow the question or sample it")
        places = [(at, value, wanted.index(cast(Part, value._of).name)) for at, value in enumerate(base) if _of(value) is roll]
        grown = []
        for values, weight in ways:
            for shown, times in showing.weights.items():
                way = values.copy()
                for at, number, place in places:
                    way[at] = number._where(shown[place])
                grown.append((way, weight * times))
        ways = grown
    weights: dict[Any, int] = {}
    for way, weight in ways:
        key = tuple(way) if type(outcome) is tuple else way[0]
        weights[key] = weights.get(key, 0) + weight
    return Distribution(weights, total)


def _of(value: Any) -> UnreadRoll | None:
    """The one roll of which a value is a part."""
    return value._of.roll if isinstance(value, Unread) and isinstance(value._of, Part) else None


def plain(value: Any) -> Any:
    """The same with all that is unread in it read: what a rule returns, or a pool that is made with it."""
    if isinstance(value, Unread):
        return value._where(value._of.number())
    if type(value) is tuple:
        return tuple(map(plain, value))
    if isinstance(value, msgspec.Struct):
        unread = {name: held for name in value.__struct_fields__ if isinstance(held := getattr(value, name), Unread | tuple)}
        changed = {name: read for name, held in unread.items() if (read := plain(held)) is not held}
        return msgspec.structs.replace(value, **changed) if changed else value
    return value


class Token(NamedTuple):
    """Something unread in the picture of a state: which of the rolls seen so far, and what of it."""

    rolls: tuple[int, ...]
    names: tuple[Name, ...]
    numbers: tuple[int, ...]


class Picture:
    """A state as it stands, with what is unread left unread: equal pictures go on in the same ways."""

    def __init__(self, *things: Any) -> None:
        self._rolls: list[UnreadRoll] = []
        self.text = msgspec.msgpack.encode(things, enc_hook=self._token)

    def _token(self, held: Any) -> Any:
        if not isinstance(held, Unread):
            raise NotImplementedError(type(held))
        of = held._of
        if isinstance(held, UnreadWord):
            return Token((self._number(held._of.roll),), (held._of.name,), ())
        if isinstance(of, Part):
            return Token((self._number(of.roll),), (of.name,), (held._times, held._plus))
        if isinstance(of, Added):
            return self._token(of.one), self._token(of.two), held._times, held._plus
        numbers = held._times, held._plus, of.times
        return Token((self._number(of.one.roll), self._number(of.two.roll)), (of.one.name, of.two.name), numbers)

    def _number(self, roll: UnreadRoll) -> int:
        if roll not in self._rolls:
            self._rolls.append(roll)
            if roll._bound is not None:
                for other in roll._bound.rolls:
                    self._number(other)
        return self._rolls.index(roll)

    def key(self) -> Hashable:
        bound = [(r._bound.pair, *map(self._rolls.index, r._bound.rolls)) for r in self._rolls if r._bound is not None]
        return self.text, tuple(roll._ways for roll in self._rolls), tuple(bound)
