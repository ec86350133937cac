"""Reading what is still unread: in what a rule returns, in the picture of a state."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

import msgspec

from rulebound.kernel.grid import Name
from rulebound.kernel.made import Added, Least, Quotient, Reached
from rulebound.kernel.modifiers import Total
from rulebound.kernel.unread import Part, Unread, UnreadRoll, UnreadWord


def plain(value: Any) -> Any:
    """The same with all that is unread in it read: what a rule returns, or a pool that is made with it."""
    if isinstance(value, Unread):
        return value._where(value._of.number())
    if type(value) is tuple:
        return tuple(map(plain, value))
    if type(value) is Total and type(value.value) is int:  # as most are
        return value
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
        self.rolls: list[UnreadRoll] = []
        self.text = msgspec.msgpack.encode(things, enc_hook=self._token)

    def _token(self, held: Any) -> Any:
        if not isinstance(held, Unread):
            raise NotImplementedError(type(held))
        of = held._of
        if isinstance(held, UnreadWord):
            return Token((self._number(held._of.roll),), (held._of.name,), ())
        if isinstance(of, Part):
            return Token((self._number(of.roll),), (of.name,), (held._times, held._plus))
        if isinstance(of, Quotient):
            return self._token(of.of), of.by, held._times, held._plus
        if isinstance(of, Reached):
            return "Reached", self._token(of.of), of.limit, held._times, held._plus
        if isinstance(of, Added | Least):
            kind = type(of).__name__
            return kind, *[each if type(each) is int else self._token(each) for each in (of.one, of.two)], held._times, held._plus
        numbers = held._times, held._plus, of.times
        return Token((self._number(of.one.roll), self._number(of.two.roll)), (of.one.name, of.two.name), numbers)

    def _number(self, roll: UnreadRoll) -> int:
        if roll not in self.rolls:
            self.rolls.append(roll)
            if roll._bound is not None:
                for other in roll._bound.rolls:
                    self._number(other)
        return self.rolls.index(roll)

    def key(self) -> Hashable:
        """The same for states that are alike, whatever is known of their rolls."""
        bound = [
            (*map(self.rolls.index, r._bound.rolls), *[(side.name, side.times) for side in r._bound.pair.sides])
            for r in self.rolls
            if r._bound is not None
        ]
        return self.text, tuple([roll._ways.root for roll in self.rolls]), tuple(bound)
