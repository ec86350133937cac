"""Exact odds of any rule, by lazy refinement.

A roll returns an outcome that does not exist yet. Reading `roll.hits` branches on hits alone; reading another part later branches
further, given what is already known. What a rule never reads costs nothing. The rule is run again from its start for each branch.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, permutations
from math import comb, lcm, perm
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar, cast, get_type_hints

import msgspec

from rulebound.kernel.cards import Card, CardError, Deck
from rulebound.kernel.dice import Die, Pool, R, Roll, Rough
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.entries import EVERYONE, Value
from rulebound.kernel.modifiers import Total
from rulebound.kernel.policy import Policy
from rulebound.kernel.score import OutOfReach
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import About, C, H, S, Table, V

T = TypeVar("T")
O = TypeVar("O", bound=Hashable)  # noqa: E741 - an outcome
P = ParamSpec("P")

MOST_RUNS = 200_000
MOST_IN_A_ROW = 200
"""Forks on one path: a rule that has more goes on without an end, as far as counting is concerned."""


class TooManyOutcomes(RuntimeError):
    """The rule branches too widely to count; narrow the question or sample it."""


class Uncountable(TypeError):
    """The rule reads something without a largest value, or that odds cannot know; it can be sampled but not counted."""


class _Chance(BaseException):
    """The rule has read something that can come out in several ways."""

    def __init__(self, ways: Distribution[Any]) -> None:
        self.ways = ways


class _Choice(BaseException):
    """Somebody whose best choice is sought has a choice to make."""

    def __init__(self, seat: SeatId, options: int) -> None:
        self.seat = seat
        self.options = options


Known = tuple[tuple[str, tuple[int, ...], Hashable], ...]
"""What has been read of a roll so far: each part's name, its numbers, and what it was. `hits<=` and `hits==` are comparisons."""
COMPARED = ("<=", "==")
LEFT, THING = "left for later", "the thing itself"


@lru_cache(maxsize=65536)
def part_given(pool: Pool[Roll], known: Known, name: str, args: tuple[int, ...]) -> Distribution[Hashable]:
    """How one part of a roll comes out, given what has been read of it."""
    if name in pool.unbounded:
        raise Uncountable(f"{pool.text()}: {name} has no largest value and cannot be counted; ask it with a bound")
    if name == "faces":
        raise Uncountable(f"{pool.text()}: the faces are for people; a rule asks for what they mean")
    parts = {name, *(_compared(part) for part, _, _ in known)}
    shorter = pool.part(name) if len(parts) == 1 and not args else None
    if shorter is not None:
        return shorter.where(lambda value: all(_fits(value, *fact) for fact in known)) if known else shorter
    reach = sum(abs(n) for _, numbers, _ in known for n in numbers) + sum(map(abs, args))
    rough = pool.rough(frozenset(parts)) if isinstance(pool, Rough) else None
    weights: dict[Hashable, int] = {}
    for outcome, weight in pool.outcomes(reach) if rough is None else rough:
        if all(_read(outcome, *fact[:2]) == fact[2] for fact in known):
            value = _read(outcome, name, args)
            weights[value] = weights.get(value, 0) + weight
    return Distribution(weights)


@lru_cache(maxsize=65536)
def parts_given(pool: Pool[Roll], known: Known, names: tuple[str, ...]) -> Distribution[tuple[Hashable, ...]]:
    """How several parts of a roll come out together, given what has been read of it."""
    rough = pool.rough(frozenset((*names, *(_compared(part) for part, _, _ in known)))) if isinstance(pool, Rough) else None
    weights: dict[tuple[Hashable, ...], int] = {}
    for outcome, weight in pool.outcomes() if rough is None else rough:
        if all(_read(outcome, *fact[:2]) == fact[2] for fact in known):
            values = tuple(getattr(outcome, name) for name in names)
            weights[values] = weights.get(values, 0) + weight
    return Distribution(weights)


def _compared(part: str) -> str:
    return part[:-2] if part.endswith(COMPARED) else part


def _read(outcome: Roll, name: str, args: tuple[int, ...]) -> Hashable:
    if name.endswith(COMPARED):
        return _compare(getattr(outcome, name[:-2]), name, args[0])
    value = getattr(outcome, name)
    try:
        return cast(Hashable, value(*args) if callable(value) else value)
    except OutOfReach as beyond:
        raise Uncountable(str(beyond)) from None


def _fits(value: Hashable, name: str, args: tuple[int, ...], known: Hashable) -> bool:
    return (_compare(cast(int, value), name, args[0]) if name.endswith(COMPARED) else value) == known


def _compare(value: int, name: str, limit: int) -> bool:
    return value <= limit if name.endswith("<=") else value == limit


class UnreadRoll:
    """A roll of which only what a rule has read exists."""

    __slots__ = ("_known", "_pool", "_table")

    def __init__(self, table: Branch[Any, Any], pool: Pool[Roll]) -> None:
        self._table = table
        self._pool = pool
        self._known: Known = ()

    def __getattr__(self, name: str) -> object:
        kind = _roll_type(type(self._pool))
        if callable(getattr(kind, name, None)):
            return lambda *args: self._part(name, tuple(map(int, args)))
        known = self._exactly(name)
        if known is not None:
            return known
        ways = part_given(cast(Hashable, self._pool), self._known, name, ())
        if len(ways) > 1 and all(isinstance(value, int) for value in ways.weights):
            return self._table.unread(self, name)
        return self._part(name, ())

    def _exactly(self, name: str, args: tuple[int, ...] = ()) -> Hashable | None:
        return next((value for part, numbers, value in self._known if part == name and numbers == args), None)

    def _part(self, name: str, args: tuple[int, ...]) -> Hashable:
        known = self._exactly(name, args)
        if known is not None:
            return known
        value: Hashable = self._table.branch(part_given(cast(Hashable, self._pool), self._known, name, args))
        self._known = (*self._known, (name, args, value))
        return value

    def number(self, name: str) -> int:
        """This part, to the last unit."""
        return cast(int, self._part(name, ()))

    def compares(self, name: str, test: str, limit: int) -> bool:
        """Whether this part is at most, or just, so much: only that is read."""
        exact = self._exactly(name)
        if exact is not None:
            return _compare(cast(int, exact), test, limit)
        ways = part_given(cast(Hashable, self._pool), self._known, name, ())
        holds = sum(weight for value, weight in ways if _compare(cast(int, value), test, limit))
        total = sum(ways.weights.values())
        if holds in (0, total):
            return holds == total
        answer = bool(self._table.branch(Distribution({True: holds, False: total - holds})))
        self._known = (*self._known, (name + test, (limit,), answer))
        return answer


class UnreadNumber:
    """A number on unread dice. Adding to it reads nothing, comparing it reads only how it compares; any other use reads it whole."""

    __slots__ = ("_name", "_plus", "_roll", "_times")

    def __init__(self, roll: UnreadRoll, name: str, times: int = 1, plus: int = 0) -> None:
        self._roll, self._name, self._times, self._plus = roll, name, times, plus

    def __int__(self) -> int:
        number = self._roll.number(self._name)
        return number if self._times == 1 and not self._plus else self._times * number + self._plus

    __index__ = __int__

    def where(self, part: int) -> int:
        """The number, if the part of its roll is this."""
        return part if self._times == 1 and not self._plus else self._times * part + self._plus

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
            if self._roll._exactly(self._name) is not None:
                return int(self) + other
            other = int(other)
        return UnreadNumber(self._roll, self._name, self._times, self._plus + other) if type(other) is int else int(self) + other

    __radd__ = __add__

    def __neg__(self) -> UnreadNumber:
        return UnreadNumber(self._roll, self._name, -self._times, -self._plus)

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
        return UnreadNumber(self._roll, self._name, self._times * other, self._plus * other) if other else 0

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
            other = int(other)
        if not isinstance(other, int):
            return int(self) == other
        limit, rest = divmod(other - self._plus, self._times)
        return not rest and self._roll.compares(self._name, "==", limit)

    def __le__(self, other: Any) -> bool:
        if isinstance(other, UnreadNumber):
            other = int(other)
        if type(other) is not int:
            return bool(int(self) <= other)
        if self._times < 0:
            return not -self <= -other - 1
        return self._roll.compares(self._name, "<=", (other - self._plus) // self._times)

    def __lt__(self, other: Any) -> bool:
        return self <= other - 1 if type(other) is int or isinstance(other, UnreadNumber) else bool(int(self) < other)

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __gt__(self, other: Any) -> bool:
        return not self <= other


def spread(outcome: Any) -> Distribution[Any]:
    """All that an outcome may still be, as far as it holds numbers that nobody has read."""
    held = outcome if type(outcome) is tuple else (outcome,)
    unread: dict[UnreadRoll, list[str]] = {}
    for number in held:
        if isinstance(number, UnreadNumber):
            unread.setdefault(number._roll, []).append(number._name)
    if not unread:
        return Distribution({plain(outcome): 1}, 1)
    ways: list[tuple[tuple[Any, ...], int]] = [(held, 1)]
    total = 1
    for roll, names in unread.items():
        parts = tuple(dict.fromkeys(names))
        showing = parts_given(cast(Hashable, roll._pool), roll._known, parts)
        total *= showing.total
        if len(ways) * len(showing) > MOST_RUNS:
            raise TooManyOutcomes("too many numbers nobody has read; narrow the question or sample it")
        ways = [(_shown(values, roll, parts, shown), weight * times) for values, weight in ways for shown, times in showing]
    weights: dict[Any, int] = {}
    for values, weight in ways:
        way = plain(values) if type(outcome) is tuple else values[0]
        weights[way] = weights.get(way, 0) + weight
    return Distribution(weights, total)


def _shown(values: tuple[Any, ...], roll: UnreadRoll, parts: tuple[str, ...], shown: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(v.where(shown[parts.index(v._name)]) if isinstance(v, UnreadNumber) and v._roll is roll else v for v in values)


def plain(value: Any) -> Any:
    """The same with every number in it read: what a rule returns, or a pool that is made with one."""
    if isinstance(value, UnreadNumber):
        return value.__int__()  # a yes or no stays one
    if isinstance(value, tuple) and type(value) is tuple:
        return tuple(map(plain, value))
    if isinstance(value, msgspec.Struct):
        unread = {name: held for name in value.__struct_fields__ if isinstance(held := getattr(value, name), UnreadNumber | tuple)}
        changed = {name: read for name, held in unread.items() if (read := plain(held)) is not held}
        return msgspec.structs.replace(value, **changed) if changed else value
    return value


@cache
def _roll_type(pool: type[Pool[Roll]]) -> type[Roll]:
    return cast("type[Roll]", get_type_hints(pool.throw)["return"])


class Branch(Table[S, V]):
    """Follows one path of outcomes; raises at the first fork beyond it."""

    def __init__(
        self, state: S, variants: V, path: Sequence[Any], policy: Policy[S, V], deciding: frozenset[SeatId],
        counted: dict[Hashable, Together] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(state, variants)
        self._counted: dict[Hashable, Together] = {} if counted is None else counted
        self._path = path
        self._at = 0
        self._policy = policy
        self._deciding = deciding

        self._unread: list[UnreadNumber] = []
        self.left: list[tuple[Callable[..., None], tuple[Any, ...]]] = []
        """What was left for later, and with what."""

    def unread(self, roll: UnreadRoll, name: str) -> UnreadNumber:
        number = UnreadNumber(roll, name)
        if self._deciding:
            self._unread.append(number)
        return number

    def beside(self, path: tuple[Any, ...]) -> Branch[S, V]:
        """A table for a part of the rule that is counted by itself."""
        return Branch(self.state, self.variants, path, self._policy, self._deciding, self._counted)

    def later(self, rule: Callable[Concatenate[Table[S, V], P], None], *args: P.args, **kwargs: P.kwargs) -> None:
        self.left.append((rule, args))
        super().later(rule, *args, **kwargs)

    def branch(self, ways: Distribution[Any]) -> Any:
        if len(ways) == 1:
            return next(iter(ways.weights))
        if self._at == len(self._path):
            raise _Chance(ways)
        self._at += 1
        return self._path[self._at - 1]

    def _decide(self, seat: SeatId, options: int) -> int:
        for number in self._unread:  # whoever decides has seen what the rule has read
            int(number)
        self._unread.clear()
        if self._at == len(self._path):
            raise _Choice(seat, options)
        self._at += 1
        return cast(int, self._path[self._at - 1])

    def roll(
        self, pool: Pool[R], what: str, by: SeatId, about: About = (), total: Total | None = None, to: tuple[SeatId, ...] = EVERYONE
    ) -> R:
        return cast("R", UnreadRoll(self, cast("Pool[Roll]", plain(pool))))

    def draw(
        self, deck: Deck, count: int, what: str, by: SeatId, about: About = (), like: Callable[[Card], Hashable] | None = None,
        to: tuple[SeatId, ...] = EVERYONE,
    ) -> list[Card]:  # fmt: skip
        known = deck.top[:count]
        drawn = known + list(self.branch(draws(deck.unknown(), count - len(known), like)))
        deck.take(drawn)
        return drawn

    def shuffle(self, deck: Deck, what: str, by: SeatId) -> None:
        deck.reshuffle()

    def choose(self, seat: SeatId, what: str, options: Sequence[T], about: About = (), default: T | None = None) -> T:
        if len(options) == 1:
            return options[0]
        if seat in self._deciding:
            return options[self._decide(seat, len(options))]
        return self._policy.choose(self, seat, what, options, about, options[0] if default is None else default)

    def choose_some(
        self, seat: SeatId, what: str, options: Sequence[T], least: int = 0, most: int | None = None, about: About = (),
        ordered: bool = False,
    ) -> tuple[T, ...]:  # fmt: skip
        limit = len(options) if most is None else min(most, len(options))
        if seat in self._deciding:
            ways = selections(options, least, limit, ordered)
            return ways[self._decide(seat, len(ways))]
        return self._policy.choose_some(self, seat, what, options, least, limit, about)

    def number(self, seat: SeatId, what: str, least: int, most: int, about: About = (), default: int | None = None) -> int:
        if seat in self._deciding and most > least:
            return least + self._decide(seat, int(most - least + 1))
        return self._policy.number(self, seat, what, least, most, about, least if default is None else default)

    def text(self, seat: SeatId, what: str, about: About = (), longest: int = 500, default: str = "") -> str:
        return self._policy.text(self, seat, what, about, default)

    def judge(self, what: str, options: Sequence[T], default: T | Callable[[], T], about: About = ()) -> T:
        if GM in self._deciding:
            return options[self._decide(GM, len(options))]
        return default() if callable(default) else default

    def together(self, what: str, options: Mapping[SeatId, Sequence[T]], about: About = ()) -> dict[SeatId, T]:
        if len(self._deciding & set(options)) > 1:
            raise Uncountable(f"{what}: what is best for several who choose at once depends on what each expects of the others")
        return {seat: self.choose(seat, what, mine, about) for seat, mine in options.items()}

    def say(self, kind: str, *rules: str, to: tuple[SeatId, ...] = EVERYONE, **data: Value) -> None:
        pass

    def sub(self, rule: Callable[Concatenate[Table[S, V], P], H], *args: P.args, **kwargs: P.kwargs) -> H:
        read = {name: plain(value) for name, value in kwargs.items()}
        return cast("H", self.branch(dice_only(rule, self.variants, plain(args), read)))

    def apart(self, rule: Callable[..., C], thing: msgspec.Struct, looks: tuple[str, ...], changes: tuple[str, ...], *args: Hashable) -> C:
        if self._deciding:  # a choice is sought among all there is to know
            return rule(self, thing, *args)
        seen = msgspec.msgpack.encode([getattr(thing, name) for name in (*looks, *changes)], enc_hook=plain)
        key = (rule, seen, plain(args))
        if key not in self._counted:
            self._counted[key] = Together(self, rule, thing, changes, args)
        return cast("C", self._counted[key].happen(self, thing))


class Came:
    """One way in which a part of a rule comes out: what it returns, changes and leaves for later, by name."""

    __slots__ = ("_held", "_names")

    def __init__(self, names: Mapping[str, int], held: tuple[Hashable, ...]) -> None:
        self._names, self._held = names, held

    def __getattr__(self, name: str) -> Hashable:
        return self._held[self._names[name]]

    def __hash__(self) -> int:
        return hash(self._held)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Came) and self._held == other._held


class Together:
    """All ways of a part of a rule, counted once, to be read like dice: only as far as the rest of the rule looks."""

    unbounded: ClassVar[frozenset[str]] = frozenset()

    def __init__(
        self, table: Branch[Any, Any], rule: Callable[..., Any], thing: msgspec.Struct, fields: tuple[str, ...], args: tuple[Hashable, ...]
    ) -> None:
        self.rule, self.fields = rule, fields
        self.kind: type[msgspec.Struct] = msgspec.Struct
        before = [getattr(thing, name) for name in fields]

        def put_back() -> None:
            for name, value in zip(fields, before, strict=True):
                setattr(thing, name, value)

        def once(t: Table[Any, Any]) -> tuple[Hashable, ...]:
            put_back()
            came = rule(t, thing, *args)
            self.kind = type(came)
            left = tuple((later, tuple(THING if a is thing else a for a in given)) for later, given in cast("Branch[Any, Any]", t).left)
            return (left, *(getattr(thing, name) for name in fields), *(getattr(came, name) for name in came.__struct_fields__))

        ways = Explorer(once, table.beside, {}, MOST_RUNS).explore()
        put_back()
        self.names = {name: place for place, name in enumerate((LEFT, *fields, *self.kind.__struct_fields__))}
        self.ways = ways.map(lambda held: Came(self.names, held))

    def happen(self, t: Branch[Any, Any], thing: msgspec.Struct) -> msgspec.Struct:
        roll = UnreadRoll(t, cast("Pool[Roll]", self))
        for later, given in getattr(roll, LEFT):
            t.later(later, *(thing if a is THING else a for a in given))
        for name in self.fields:
            setattr(thing, name, getattr(roll, name))
        return self.kind(*(getattr(roll, name) for name in self.kind.__struct_fields__))

    def throw(self, die: Die) -> Came:
        raise NotImplementedError

    def outcomes(self, reach: int = 0) -> Distribution[Came]:
        return self.ways

    def part(self, name: str) -> Distribution[Hashable]:
        return self.ways.map(lambda came: cast(Hashable, getattr(came, name)))

    def text(self) -> str:
        return self.rule.__name__

    def faces_text(self, roll: Roll) -> str:
        return ""


def selections(options: Sequence[T], least: int, most: int, ordered: bool) -> list[tuple[T, ...]]:
    """Every way to choose some of the options."""
    ways, count = (permutations, perm) if ordered else (combinations, comb)
    if sum(count(len(options), some) for some in range(least, most + 1)) > MOST_RUNS:
        raise TooManyOutcomes(f"{least} to {most} of {len(options)} can be chosen in too many ways")
    return [way for some in range(least, most + 1) for way in ways(options, some)]


def draws(cards: Sequence[Card], count: int, like: Callable[[Card], Hashable] | None) -> Distribution[tuple[Card, ...]]:
    """Every hand of so many cards, up to cards that are as good as each other: the first of each kind stand for the rest."""
    if count > len(cards):
        raise CardError(f"{count} cards cannot be drawn from {len(cards)}")
    kinds: dict[Hashable, list[Card]] = {}
    for card in cards:
        kinds.setdefault(like(card) if like else card, []).append(card)
    return _hands(tuple(map(tuple, kinds.values())), count)


@lru_cache(maxsize=64)
def _hands(kinds: tuple[tuple[Card, ...], ...], count: int) -> Distribution[tuple[Card, ...]]:
    """Asked again at every run of a rule, with the same cards each time."""
    hands: dict[tuple[Card, ...], int] = {(): 1}
    for place, group in enumerate(kinds):
        last = place == len(kinds) - 1
        grown: dict[tuple[Card, ...], int] = {}
        for hand, weight in hands.items():
            missing = count - len(hand)
            for some in (missing,) if last else range(min(missing, len(group)) + 1):
                if some <= len(group):
                    grown[hand + tuple(group[:some])] = weight * comb(len(group), some)
        hands = grown
        if len(hands) > MOST_RUNS:
            cards = sum(map(len, kinds))
            raise TooManyOutcomes(f"{count} cards of {cards} can be drawn in too many ways; say which are alike")
    return Distribution(hands)


def dice_only(rule: Callable[..., H], variants: object, args: tuple[object, ...], kwargs: Mapping[str, object]) -> Distribution[H]:
    """The exact distribution of a rule that only throws dice, counted once."""
    return cast("Distribution[H]", _counted(rule, variants, args, tuple(kwargs.items())))


@lru_cache(maxsize=16384)
def _counted(
    rule: Callable[..., Any], variants: object, args: tuple[object, ...], named: tuple[tuple[str, object], ...]
) -> Distribution[Any]:
    return odds(lambda t: rule(t, *args, **dict(named)), None, variants, Policy())


class Explorer(Generic[S, V, O]):
    """Walks every path of a rule, joining what comes of the branches. `table` makes the table that follows a path."""

    def __init__(
        self, rule: Callable[[Table[S, V]], O], table: Callable[[tuple[Any, ...]], Branch[S, V]],
        worth: Mapping[SeatId, Callable[[O], Fraction | int]], most_runs: int,
    ) -> None:  # fmt: skip
        self.rule, self.table, self.worth = rule, table, worth
        self.left = most_runs

    def explore(self, path: tuple[Any, ...] = ()) -> Distribution[O]:
        if self.left == 0 or len(path) > MOST_IN_A_ROW:
            raise TooManyOutcomes("too many outcomes to count; narrow the question or sample it")
        self.left -= 1
        try:
            return spread(self.rule(self.table(path)))
        except _Chance as chance:
            ways = chance.ways
        except _Choice as choice:
            best = self.worth[choice.seat]
            branches = [self.explore((*path, option)) for option in range(choice.options)]
            return max(branches, key=lambda branch: branch.mean(lambda outcome: Fraction(best(outcome))))
        return join((weight, self.explore((*path, value))) for value, weight in ways)


def join(branches: Iterable[tuple[int, Distribution[O]]]) -> Distribution[O]:
    """Branches with their weights as one distribution, in whole numbers throughout."""
    parts = list(branches)
    common = lcm(*(branch.total for _, branch in parts))
    weights: dict[O, int] = {}
    for weight, branch in parts:
        scale = weight * (common // branch.total)
        for outcome, share in branch.weights.items():
            weights[outcome] = weights.get(outcome, 0) + share * scale
    return Distribution(weights, common * sum(weight for weight, _ in parts))


def odds(
    rule: Callable[[Table[S, V]], O],
    state: S,
    variants: V,
    policy: Policy[S, V],
    best: Mapping[SeatId, Callable[[O], Fraction | int]] | None = None,
    most_runs: int = MOST_RUNS,
) -> Distribution[O]:
    """How a rule comes out, exactly. Choices follow the policy; a seat in `best` makes the choice with the highest expected worth,
    knowing all that has come out before it.

    The outcome is what the rule returns: one that leaves things for later and reports the state calls `t.settle()` first.
    """
    start = msgspec.msgpack.encode(state)
    decode = msgspec.msgpack.Decoder(type(state)).decode
    deciding = frozenset(best or {})
    counted: dict[Hashable, Together] = {}

    def table(path: tuple[Any, ...]) -> Branch[S, V]:
        return Branch(decode(start), variants, path, policy, deciding, counted)

    def settled(t: Table[S, V]) -> O:
        outcome = rule(t)
        t.settle()
        return outcome

    return Explorer(settled, table, best or {}, most_runs).explore()
