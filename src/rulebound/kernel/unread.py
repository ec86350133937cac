"""Rolls, numbers and words that exist only as far as a rule has read them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple, Protocol, cast

from rulebound.kernel.distribution import Distribution
from rulebound.kernel.pairs import Pair, Side, paired
from rulebound.kernel.ways import Fact, Kind, Limit, Name, Terms, Ways, compare

SUM = "the sum of two rolls"


class Forks(Protocol):
    """A table that follows one of the ways in which something comes out."""

    def branch(self, ways: Distribution[Any]) -> Any: ...

    def noticed(self, unread: Unread) -> None:
        """A rule has something in hand: whoever decides next has seen it."""


class UnreadRoll:
    """A roll of which only what a rule has read exists."""

    __slots__ = ("_bound", "_table", "_ways")

    def __init__(self, table: Forks, ways: Ways) -> None:
        self._table = table
        self._ways = ways
        self._bound: Bound | None = None

    def __getattr__(self, name: str) -> Any:
        ways = self._ways
        known = ways.read.get((name, ()))
        if known is not None:
            return known
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
        known = self._ways.read.get((name, args))
        if known is not None:
            return known
        showing = self._showing(name, args)
        value = self._table.branch(showing)
        if len(showing) > 1:  # what is certain tells nothing
            self._learn(Fact(name, args, value))
        return value

    def _showing(self, name: Name, args: tuple[int, ...]) -> Distribution[Any]:
        if self._bound is None:
            return self._ways.part(name, args)
        return self._bound.pair.part(self._bound.rolls.index(self), name, args)

    def _learn(self, fact: Fact) -> None:
        self._become(self._ways.after(fact))

    def _become(self, ways: Ways) -> None:
        self._ways = ways
        if self._bound is not None:
            self._bound.pair = self._bound.pair.with_side(self._bound.rolls.index(self), ways)

    def known(self) -> Known:
        """What is known of it now, to come back to."""
        return self._ways, self._bound, self._bound.pair if self._bound is not None else None

    def forget(self, known: Known) -> None:
        """All that was read since."""
        self._ways, self._bound, pair = known
        if self._bound is not None and pair is not None:
            self._bound.pair = pair

    def _compares(self, name: Name, test: str, limit: Any) -> bool:
        """Whether this part is at most, or just, so much: only that is read."""
        exact = self._ways.read.get((name, ()))
        if exact is not None:
            return compare(exact, test, limit)
        if self._bound is None:
            holds, total = self._ways.share(name, test, limit)
        else:
            holds, total = self._bound.pair.share(self._bound.rolls.index(self), name, test, limit)
        if holds in (0, total):
            return holds == total
        answer = bool(self._table.branch(Distribution({True: holds, False: total - holds}, total)))
        self._learn(Fact(name, (limit,), answer, test))
        return answer


class Bound:
    """Two rolls of which a sum has been compared, in one run of a rule."""

    __slots__ = ("pair", "rolls")

    def __init__(self, one: Part, two: Part, times: int) -> None:
        self.rolls = [one.roll, two.roll]
        self.pair = pair_of(one, two, times)
        for roll in self.rolls:
            roll._bound = self


Known = tuple[Ways, Bound | None, Pair | None]


class Part(NamedTuple):
    """A number that is part of one roll."""

    roll: UnreadRoll
    name: Name

    def number(self) -> int:
        return cast(int, self.roll._part(self.name, ()))

    def compares(self, test: str, limit: Any) -> bool:
        return self.roll._compares(self.name, test, limit)


def pair_of(one: Part, two: Part, times: int) -> Pair:
    return paired(Side(one.roll._ways, one.name, 1), Side(two.roll._ways, two.name, times))


class Sum(NamedTuple):
    """A number of one roll and so many times one of another."""

    one: Part
    two: Part
    times: int

    def number(self) -> int:
        bound = self._bind()
        if bound is None:
            return self.one.number() + self.times * self.two.number()
        value = cast(int, self.one.roll._table.branch(bound.pair.sum()))
        bound.pair = bound.pair.after_sum(Fact(SUM, (value,), True, "=="))
        return value

    def compares(self, test: str, limit: int) -> bool:
        if self.one.roll._bound is None and self.two.roll._bound is None:  # what is certain binds nothing
            holds, total = pair_of(self.one, self.two, self.times).share_of_sum(test, limit)
            if holds in (0, total):
                return holds == total
        bound = self._bind()
        if bound is None:
            return compare(self.number(), test, limit)
        holds, total = bound.pair.share_of_sum(test, limit)
        if holds in (0, total):
            return holds == total
        answer = bool(self.one.roll._table.branch(Distribution({True: holds, False: total - holds}, total)))
        bound.pair = bound.pair.after_sum(Fact(SUM, (limit,), answer, test))
        return answer

    def _bind(self) -> Bound | None:
        """The two rolls as one; None if either has been read in this, or is bound otherwise already."""
        one, two = self.one.roll, self.two.roll
        if one._bound is None and two._bound is None:
            return Bound(self.one, self.two, self.times)
        bound = one._bound
        if bound is None or bound is not two._bound:
            return None
        sides = bound.pair.sides
        same = bound.rolls[0] is one and (sides[0].name, sides[1].name, sides[1].times) == (self.one.name, self.two.name, self.times)
        return bound if same else None


class Added(NamedTuple):
    """Two numbers of which at least one is no single part of a roll: of these the second is read first."""

    one: UnreadNumber
    two: UnreadNumber

    def number(self) -> int:
        return int(self.one + int(self.two))

    def compares(self, test: str, limit: int) -> bool:
        number = self.one + int(self.two)
        return bool(number <= limit) if test == "<=" else bool(number == limit)


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

    def _where(self, word: Any) -> Any:
        return word

    def made_of(self) -> Hashable:
        return self._of.name


class UnreadNumber:
    """A number on unread dice. Adding to it reads nothing, comparing it reads only how it compares; any other use reads it whole."""

    __slots__ = ("_of", "_plus", "_times")

    def __init__(self, of: Part | Sum | Added, times: int = 1, plus: int = 0) -> None:
        self._of, self._times, self._plus = of, times, plus

    def __int__(self) -> int:
        return self._where(self._of.number())

    __index__ = __int__

    def _where(self, number: int) -> int:
        """This, if what it stands on is so much; a yes or no stays one."""
        return number if self._times == 1 and not self._plus else self._times * number + self._plus

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
        return int(self) // other

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
    return UnreadNumber(Sum(a, b, one._times * two._times), one._times, one._plus + two._plus)


def at_most(number: int, limit: int) -> int:
    """The smaller of the two; a number on unread dice stays unread."""
    if type(number) is int:
        return number if number < limit else limit
    part = _limited(number, limit, reached=False)
    return min(number, limit) if part is None else cast(int, UnreadNumber(part))


def at_least(number: int, limit: int) -> bool:
    """Whether it is so much; where that depends on unread dice, the answer is unread too."""
    if type(number) is int:
        return number >= limit
    part = _limited(number, limit, reached=True)
    if part is None or len(part.roll._showing(part.name, ())) == 1:
        return number >= limit
    return cast(bool, UnreadNumber(part))


def _limited(number: object, limit: object, *, reached: bool) -> Part | None:
    if not isinstance(number, UnreadNumber) or not isinstance(number._of, Part) or not isinstance(limit, int):
        return None
    return Part(number._of.roll, Limit(number._of.name, number._times, number._plus, limit, reached))


def _of_one_roll(one: UnreadNumber, a: Part, two: UnreadNumber, b: Part) -> Any:
    times: dict[Name, int] = {}
    for number, name in ((one, a.name), (two, b.name)):
        for part, each in name.parts if isinstance(name, Terms) else ((name, 1),):
            times[part] = times.get(part, 0) + number._times * each
    left = tuple((part, each) for part, each in times.items() if each)
    plus = one._plus + two._plus
    return UnreadNumber(Part(a.roll, Terms(left)), 1, plus) if left else plus
