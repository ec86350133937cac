"""What rules do with numbers that may be unread: limits, words and texts that stay unread until somebody looks."""

from __future__ import annotations

from typing import Any, cast

from rulebound.kernel.grid import Limit
from rulebound.kernel.made import Added, Least, Quotient, Reached
from rulebound.kernel.unread import Part, Sum, Unread, UnreadNumber, UnreadWord


def at_most(number: int, limit: int) -> int:
    """The smaller of the two; a number on unread dice stays unread."""
    if not isinstance(number, UnreadNumber) and not isinstance(limit, UnreadNumber):
        return number if number < limit else limit
    part = _limited(number, limit, reached=False)
    return cast(int, UnreadNumber(part or Least(number, limit)))


def at_least(number: int, limit: int) -> bool:
    """Whether it is so much; where that depends on unread dice, the answer is unread too."""
    if type(number) is int:
        return number >= limit
    part = _limited(number, limit, reached=True)
    if part is not None and part.roll._varied((part.name, ())):
        return cast(bool, UnreadNumber(part))
    if isinstance(number, UnreadNumber) and isinstance(number._of, Added):
        return cast(bool, UnreadNumber(Reached(number, limit)))
    return number >= limit


class Either(UnreadWord):
    """One of two words, by something that is so or not and has not been read."""

    __slots__ = ("_no", "_yes")

    is_plain = False

    def __init__(self, of: Part, yes: str, no: str) -> None:
        super().__init__(of)
        self._yes, self._no = yes, no

    def __eq__(self, other: object) -> bool:
        return str(self) == other

    __hash__ = UnreadWord.__hash__

    def __bool__(self) -> bool:
        return bool(str(self))

    def __str__(self) -> str:
        return self._where(self._of.number())

    def _where(self, flag: Any) -> str:
        return self._yes if flag else self._no


def either(flag: bool, yes: str, no: str) -> str:
    """One of two words; where that hangs on unread dice, it stays unread which."""
    if isinstance(flag, UnreadNumber) and isinstance(flag._of, Part):
        return cast(str, Either(flag._of, yes, no))
    return yes if flag else no


def spelled(number: int) -> str:
    """For what a question is about: a number on unread dice stays unread until somebody looks."""
    return str(number) if type(number) is int else cast(str, number)


def number_in(text: str) -> int:
    """The number that was spelled so."""
    return int(text) if type(text) is str else cast(int, text)


def _limited(number: object, limit: object, *, reached: bool) -> Part | None:
    if not isinstance(number, UnreadNumber) or not isinstance(number._of, Part) or not isinstance(limit, int):
        return None
    return Part(number._of.roll, Limit(number._of.name, number._times, number._plus, limit, reached))


# ------------------------------------------------------------------------------------------------ for whoever counts
def may_be(value: Any) -> list[Any]:
    """All that it may be when nothing more is read, and perhaps more: what belongs together is not looked at."""
    if not isinstance(value, Unread):
        return [value]
    of = value._of
    if isinstance(of, Part):
        found = tuple(of.roll._may_be(of.name))
    elif isinstance(of, Sum):
        ones, twos = (part.roll._may_be(part.name) for part in (of.one, of.two))
        found = tuple({one + of.times * two: None for one in ones for two in twos})
    elif isinstance(of, Quotient):
        found = tuple({number // of.by: None for number in may_be(of.of)})
    elif isinstance(of, Reached):
        found = tuple({number >= of.limit: None for number in may_be(of.of)})
    else:
        join = min if isinstance(of, Least) else int.__add__
        found = tuple({join(one, two): None for one in may_be(of.one) for two in may_be(of.two)})
    return list(map(value._where, found))
