"""A table that follows one path of what may come out, and parts of rules that are counted by themselves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeVar, cast

import msgspec

from rulebound.kernel.cards import Card, Deck
from rulebound.kernel.dice import Die, Pool, R, Roll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.entries import EVERYONE, Value
from rulebound.kernel.explore import Chance, Choice, Explorer, SeenBefore
from rulebound.kernel.modifiers import Total
from rulebound.kernel.policy import Policy
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.selections import draws, selections
from rulebound.kernel.table import About, C, H, S, Table, V
from rulebound.kernel.unread import Picture, UnreadNumber, UnreadRoll, plain
from rulebound.kernel.ways import MOST_RUNS, Uncountable, Ways, thrown

T = TypeVar("T")
P = ParamSpec("P")

LEFT, THING = "left for later", "the thing itself"
Left = tuple[Callable[..., None], tuple[Any, ...], dict[str, Any]]
"""A rule that was left for later, and with what."""


class Branch(Table[S, V]):
    """Follows one path of outcomes; raises at the first fork beyond it."""

    def __init__(
        self, state: S, variants: V, path: Sequence[Any], policy: Policy[S, V], deciding: frozenset[SeatId] = frozenset(),
        together: dict[Hashable, Together] | None = None, *, merges: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(state, variants)
        self._together: dict[Hashable, Together] = {} if together is None else together
        self._path = path
        self._at = 0
        self._policy = policy
        self._deciding = deciding
        self._merges = merges and not deciding
        self._unread: list[UnreadNumber] = []
        self.counted: Mapping[Hashable, Distribution[Any]] = {}
        self.passed: list[Hashable] = []
        self.left: list[Left] = []

    def noticed(self, number: UnreadNumber) -> None:
        if self._deciding:
            self._unread.append(number)

    def beside(self, path: tuple[Any, ...]) -> Branch[S, V]:
        """A table for a part of the rule that is counted by itself."""
        return Branch(self.state, self.variants, path, self._policy, self._deciding, self._together)

    def later(self, rule: Callable[Concatenate[Table[S, V], P], None], *args: P.args, **kwargs: P.kwargs) -> None:
        self.left.append((rule, args, kwargs))

    def settle(self) -> None:
        while self.left:
            self.milestone()
            rule, args, kwargs = self.left.pop(0)
            rule(self, *args, **kwargs)

    def milestone(self, *still_needed: object) -> None:
        if not self._merges or self._at < len(self._path):
            return
        waiting = [(args, kwargs) for _, args, kwargs in self.left]
        try:
            place = (tuple(rule for rule, _, _ in self.left), Picture(self.state, still_needed, waiting).key())
        except NotImplementedError:  # something that has no picture waits: then nothing is told to be equal
            return
        if place in self.counted:
            raise SeenBefore(self.counted[place])
        self.passed.append(place)

    def branch(self, ways: Distribution[Any]) -> Any:
        if len(ways) == 1:
            return next(iter(ways.weights))
        if self._at == len(self._path):
            raise Chance(ways)
        self._at += 1
        return self._path[self._at - 1]

    def _decide(self, seat: SeatId, options: int) -> int:
        for number in self._unread:  # whoever decides has seen what the rule has read
            int(number)
        self._unread.clear()
        if self._at == len(self._path):
            raise Choice(seat, options)
        self._at += 1
        return cast(int, self._path[self._at - 1])

    def roll(
        self, pool: Pool[R], what: str, by: SeatId, about: About = (), total: Total | None = None, to: tuple[SeatId, ...] = EVERYONE
    ) -> R:
        return cast("R", UnreadRoll(self, thrown(plain(pool))))

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
        if key not in self._together:
            self._together[key] = Together(self, rule, thing, changes, args)
        return cast("C", self._together[key].happen(self, thing))


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

        def once(t: Branch[Any, Any]) -> tuple[Hashable, ...]:
            put_back()
            came = rule(t, thing, *args)
            self.kind = type(came)
            left = tuple((later, tuple(THING if a is thing else a for a in given), tuple(named.items())) for later, given, named in t.left)
            return (left, *(getattr(thing, name) for name in fields), *(getattr(came, name) for name in came.__struct_fields__))

        ways = Explorer(once, table.beside, {}, MOST_RUNS).explore()
        put_back()
        self.names = {name: place for place, name in enumerate((LEFT, *fields, *self.kind.__struct_fields__))}
        self.ways = ways.map(lambda held: Came(self.names, held))
        self.unread = Ways(cast("Pool[Roll]", self), (), None)

    def happen(self, t: Branch[Any, Any], thing: msgspec.Struct) -> msgspec.Struct:
        roll = UnreadRoll(t, self.unread)
        for later, given, named in getattr(roll, LEFT):
            t.later(later, *(thing if a is THING else a for a in given), **dict(named))
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


# ------------------------------------------------------------------------------------------------ dice alone
def dice_only(rule: Callable[..., H], variants: object, args: tuple[object, ...], kwargs: Mapping[str, object]) -> Distribution[H]:
    """The exact distribution of a rule that only throws dice, counted once."""
    return cast("Distribution[H]", _dice_only(rule, variants, args, tuple(kwargs.items())))


@lru_cache(maxsize=16384)
def _dice_only(
    rule: Callable[..., Any], variants: object, args: tuple[object, ...], named: tuple[tuple[str, object], ...]
) -> Distribution[Any]:
    policy: Policy[None, object] = Policy()

    def follow(path: tuple[Any, ...]) -> Branch[None, object]:
        return Branch(None, variants, path, policy)

    return Explorer(lambda t: rule(t, *args, **dict(named)), follow, {}, MOST_RUNS).explore()
