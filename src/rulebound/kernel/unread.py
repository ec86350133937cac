"""Rolls, numbers and words that exist only as far as a rule has read them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol, cast

from rulebound.kernel.grid import Column, Fact, Name, Terms, compare
from rulebound.kernel.made import Added, Least, Quotient, Reached
from rulebound.kernel.pairs import Pair, Side, paired
from rulebound.kernel.ways import Kind, Ways

SUM = "the sum of two rolls"
BOTH = (True, False)


class Forks(Protocol):
    """A table that follows one of the ways in which something comes out."""

    def fork(self, values: Sequence[Any]) -> Any:
        """One of several values that a roll may still show; how likely it was is counted at the end of the path."""

    def noticed(self, unread: Unread) -> None:
        """A rule has something in hand: whoever decides next has seen it."""


class UnreadRoll:
    """A roll of which only what a rule has read exists."""

    __slots__ = ("_bound", "_log", "_table", "_ways", "alone")

    def __init__(self, table: Forks, ways: Ways) -> None:
        self._table = table
        self._ways = ways
        self._bound: Bound | None = None
        self._log: list[Fact] = []
        """All that a rule has gone by, whether it was news or not."""
        self.alone = False
        """Whether it is never counted together with others: a number of it and of another roll is read before it is compared."""

    def __getattr__(self, name: str) -> Any:
        ways = self._ways
        if (name, ()) in ways.read:
            return self._part(name, ())
        match ways.kind(name):
            case Kind.NUMBER:
                return self._noticed(UnreadNumber(Part(self, name)))
            case Kind.WORD:
                return self._noticed(UnreadWord(Part(self, name)))
            case Kind.ASKED:
                return lambda *args: self._part(name, tuple(map(int, args)))
            case Kind.PLAIN:
                return self._part(name, ())

    def _noticed(self, unread: Unread) -> Unread:
        self._table.noticed(unread)
        return unread

    def _part(self, name: Name, args: tuple[int, ...]) -> Any:
        column = name, args
        if column in self._ways.read:
            value = self._ways.read[column]
            self._log.append(Fact(name, args, value))
            return value
        values = self._values(column)
        if len(values) > 1:
            value = self._table.fork(values)
            self._learn(Fact(name, args, value))
            return value
        if self._ways.root.varies(column):
            self._log.append(Fact(name, args, values[0]))
        return values[0]

    def _varied(self, column: Column) -> bool:
        """Whether it might have been one or another, before anything was read: what hangs on that is the same on all paths."""
        return self._ways.root.varies(column)

    def _may_be(self, name: Name) -> Sequence[Any]:
        """All that a part may be, and perhaps more."""
        return self._values((name, ()))

    def _values(self, column: Column) -> Sequence[Any]:
        if self._bound is None:
            return self._ways.values(column)
        return self._bound.pair.values(self._bound.rolls.index(self), column)

    def _learn(self, fact: Fact) -> None:
        self._log.append(fact)
        self._become(self._ways.after(fact))

    def _become(self, ways: Ways) -> None:
        self._ways = ways
        if self._bound is not None:
            self._bound.renew()

    def known(self) -> Known:
        """What is known of it now, to come back to."""
        bound = self._bound
        return self._ways, len(self._log), bound, *((bound.pair, len(bound.log)) if bound is not None else (None, 0))

    def forget(self, known: Known) -> None:
        """All that was read since."""
        self._ways, read, self._bound, pair, compared = known
        del self._log[read:]
        if self._bound is not None and pair is not None:
            self._bound.pair = pair
            del self._bound.log[compared:]

    def _compares(self, name: Name, test: str, limit: Any) -> bool:
        """Whether this part is at most, or just, so much: only that is read."""
        if (name, ()) in self._ways.read:
            answer = compare(self._ways.read[name, ()], test, limit)
            self._log.append(Fact(name, (limit,), answer, test))
            return answer
        if self._bound is None:
            yes, no = self._ways.holds(name, test, limit)
        else:
            yes, no = self._bound.pair.holds(self._bound.rolls.index(self), name, test, limit)
        if yes and no:
            answer = bool(self._table.fork(BOTH))
            self._learn(Fact(name, (limit,), answer, test))
            return answer
        if self._ways.root.is_open(name, test, limit):
            self._log.append(Fact(name, (limit,), yes, test))
        return yes


class Bound:
    """Two rolls of which a sum has been compared, in one run of a rule."""

    __slots__ = ("log", "pair", "rolls")

    def __init__(self, one: Part, two: Part, times: int) -> None:
        self.rolls = [one.roll, two.roll]
        self.pair = paired(Side(one.roll._ways, one.name, 1), Side(two.roll._ways, two.name, times))
        self.log: list[Fact] = []
        for roll in self.rolls:
            roll._bound = self

    def renew(self) -> None:
        """More is known of one of the rolls."""
        (_, one, _), (_, two, times) = self.pair.sides
        first, second = self.rolls
        self.pair = paired(Side(first._ways, one, 1), Side(second._ways, two, times), self.pair.facts)

    def number(self) -> int:
        sums = tuple(dict.fromkeys(self.pair.sums().values()))
        value: int = self.rolls[0]._table.fork(sums) if len(sums) > 1 else sums[0]
        self._learn(Fact(SUM, (value,), True, "=="))
        return value

    def compares(self, test: str, limit: int) -> bool:
        yes, no = self.pair.sum_holds(test, limit)
        answer = bool(self.rolls[0]._table.fork(BOTH)) if yes and no else yes
        self._learn(Fact(SUM, (limit,), answer, test))
        return answer

    def _learn(self, fact: Fact) -> None:
        self.log.append(fact)
        if fact not in self.pair.facts:
            self.pair = paired(*self.pair.sides, (*self.pair.facts, fact))


Known = tuple[Ways, int, Bound | None, Pair | None, int]


class Part(NamedTuple):
    """A number that is part of one roll."""

    roll: UnreadRoll
    name: Name

    def number(self) -> int:
        return cast(int, self.roll._part(self.name, ()))

    def compares(self, test: str, limit: Any) -> bool:
        return self.roll._compares(self.name, test, limit)


class Sum(NamedTuple):
    """A number of one roll and so many times one of another."""

    one: Part
    two: Part
    times: int

    def number(self) -> int:
        bound = self.bind()
        return self.one.number() + self.times * self.two.number() if bound is None else bound.number()

    def compares(self, test: str, limit: int) -> bool:
        if self.one.roll._bound is None and self.two.roll._bound is None:  # what is certain whatever has been binds nothing
            one, two = Side(self.one.roll._ways.root, self.one.name, 1), Side(self.two.roll._ways.root, self.two.name, self.times)
            yes, no = paired(one, two).sum_holds(test, limit)
            if not (yes and no):
                return yes
        bound = self.bind()
        return compare(self.number(), test, limit) if bound is None else bound.compares(test, limit)

    def bind(self) -> Bound | None:
        """The two rolls as one; None if either is to stay alone or is bound otherwise already."""
        one, two = self.one.roll, self.two.roll
        if one.alone or two.alone:
            return None
        if one._bound is None and two._bound is None:
            return Bound(self.one, self.two, self.times)
        bound = one._bound
        if bound is None or bound is not two._bound:
            return None
        sides = bound.pair.sides
        same = bound.rolls[0] is one and (sides[0].name, sides[1].name, sides[1].times) == (self.one.name, self.two.name, self.times)
        return bound if same else None


class UnreadWord:
    """A word that depends on unread dice. Comparing it reads only whether it is that word."""

    __slots__ = ("_of",)

    def __init__(self, of: Part) -> None:
        self._of = of

    def __eq__(self, other: object) -> bool:
        return self._of.compares("==", other)

    def __bool__(self) -> bool:
        return not self._of.compares("==", "")

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return str(self._of.number())

    __repr__ = __str__

    is_plain: ClassVar[bool] = True
    """Whether it is just what it stands on."""

    def _where(self, word: Any) -> Any:
        return word

    def on(self, roll: UnreadRoll) -> UnreadWord:
        """The same of another roll."""
        return UnreadWord(Part(roll, self._of.name))

    def made_of(self) -> Hashable:
        return self._of.name


class UnreadNumber:
    """A number on unread dice. Adding to it reads nothing, comparing it reads only how it compares; any other use reads it whole."""

    __slots__ = ("_of", "_plus", "_times")

    def __init__(self, of: Part | Sum | Added | Quotient | Least | Reached, times: int = 1, plus: int = 0) -> None:
        self._of, self._times, self._plus = of, times, plus

    def __int__(self) -> int:
        return self._where(self._of.number())

    __index__ = __int__

    @property
    def is_plain(self) -> bool:
        return self._times == 1 and not self._plus

    def _where(self, number: int) -> int:
        """This, if what it stands on is so much; a yes or no stays one."""
        return number if self._times == 1 and not self._plus else self._times * number + self._plus

    def on(self, roll: UnreadRoll) -> UnreadNumber:
        """The same of another roll."""
        return UnreadNumber(Part(roll, cast(Part, self._of).name), self._times, self._plus)

    def made_of(self) -> Hashable:
        """Which part of its roll, and what was done with that."""
        return self._of.name if isinstance(self._of, Part) else None, self._times, self._plus

    def __hash__(self) -> int:
        return hash(int(self))

    def __bool__(self) -> bool:
        return self != 0

    def __str__(self) -> str:
        return str(int(self))

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return format(int(self), spec)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, UnreadNumber):
            return _added(self, other)
        return UnreadNumber(self._of, self._times, self._plus + other) if type(other) is int else int(self) + other

    __radd__ = __add__

    def __neg__(self) -> UnreadNumber:
        return UnreadNumber(self._of, -self._times, -self._plus)

    def __pos__(self) -> UnreadNumber:
        return self

    def __abs__(self) -> int:
        return abs(int(self))

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, UnreadNumber):
            other = int(other)
        if type(other) is not int:
            return int(self) * other
        return UnreadNumber(self._of, self._times * other, self._plus * other) if other else 0

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> Any:
        return UnreadNumber(Quotient(self, other)) if type(other) is int and other > 0 else int(self) // other

    def __rfloordiv__(self, other: Any) -> Any:
        return other // int(self)

    def __mod__(self, other: Any) -> Any:
        return int(self) % other

    def __truediv__(self, other: Any) -> Any:
        return int(self) / other

    def __eq__(self, other: object) -> bool:
        if isinstance(other, UnreadNumber):
            return not self - other
        if not isinstance(other, int):
            return int(self) == other
        limit, rest = divmod(other - self._plus, self._times)
        return not rest and self._of.compares("==", limit)

    def __le__(self, other: Any) -> bool:
        if isinstance(other, UnreadNumber):
            return bool(self - other <= 0)
        if type(other) is not int:
            return bool(int(self) <= other)
        if self._times < 0:
            return not -self <= -other - 1
        return self._of.compares("<=", (other - self._plus) // self._times)

    def __lt__(self, other: Any) -> bool:
        return self <= other - 1 if type(other) is int or isinstance(other, UnreadNumber) else bool(int(self) < other)

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __gt__(self, other: Any) -> bool:
        return not self <= other


Unread = UnreadNumber | UnreadWord


def _added(one: UnreadNumber, two: UnreadNumber) -> Any:
    """Neither is read before somebody looks at what they are together."""
    a, b = one._of, two._of
    if isinstance(a, Part) and isinstance(b, Part) and a.roll is b.roll:
        return _of_one_roll(one, a, two, b)
    if not isinstance(a, Part) or not isinstance(b, Part) or abs(one._times) != 1:
        return UnreadNumber(Added(one, two))
    if (a.name, ()) in a.roll._ways.read:
        return int(one) + two
    if (b.name, ()) in b.roll._ways.read:
        return one + int(two)
    if a.roll.alone or b.roll.alone:
        return UnreadNumber(Added(two, one) if a.roll.alone else Added(one, two))
    return UnreadNumber(Sum(a, b, one._times * two._times), one._times, one._plus + two._plus)


def _of_one_roll(one: UnreadNumber, a: Part, two: UnreadNumber, b: Part) -> Any:
    times: dict[Name, int] = {}
    for number, name in ((one, a.name), (two, b.name)):
        for part, each in name.parts if isinstance(name, Terms) else ((name, 1),):
            times[part] = times.get(part, 0) + number._times * each
    left = tuple((part, each) for part, each in times.items() if each)
    plus = one._plus + two._plus
    return UnreadNumber(Part(a.roll, Terms(left)), 1, plus) if left else plus
