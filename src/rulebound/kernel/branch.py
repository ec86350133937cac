"""A table that follows one path of what may come out, and parts of rules that are counted by themselves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from math import lcm
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeVar, cast

import msgspec

from rulebound.kernel.cards import Card, Deck
from rulebound.kernel.dice import Die, Pool, R, Roll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.entries import EVERYONE, Value
from rulebound.kernel.explore import Chance, Choice, Explorer, SeenBefore, Tired, check, never
from rulebound.kernel.modifiers import Total
from rulebound.kernel.policy import Policy
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.selections import draws, selections
from rulebound.kernel.table import About, C, H, S, Table, V
from rulebound.kernel.unread import Part, Picture, Unread, UnreadRoll, plain
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
        self._unread: list[Unread] = []
        self.counted: Mapping[Hashable, Distribution[Any]] = {}
        self.passed: list[Hashable] = []
        self.left: list[Left] = []
        self.tired: Tired = never

    def noticed(self, unread: Unread) -> None:
        if self._deciding:
            self._unread.append(unread)

    def beside(self, path: tuple[Any, ...]) -> Branch[S, V]:
        """A table for a part of the rule that is counted by itself."""
        check(self.tired)
        branch = Branch(self.state, self.variants, path, self._policy, self._deciding, self._together)
        branch.tired = self.tired
        return branch

    def later(self, rule: Callable[Concatenate[Table[S, V], P], None], *args: P.args, **kwargs: P.kwargs) -> None:
        self.left.append((rule, args, kwargs))

    def settle(self) -> None:
        while self.left:
            self.milestone()
            rule, args, kwargs = self.left.pop(0)
            rule(self, *args, **kwargs)

    def milestone(self) -> None:
        """All that follows depends on the state and on what was left for later: it is counted once for all paths that lead here."""
        if not self._merges or self._at < len(self._path):
            return
        waiting = [(args, kwargs) for _, args, kwargs in self.left]
        try:
            place = (tuple(rule for rule, _, _ in self.left), Picture(self.state, waiting).key())
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
        for unread in self._unread:  # whoever decides has seen what the rule has read
            plain(unread)
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
        return cast("C", happen(self, rule, thing, looks, changes, args))

    def all_ways(
        self, rule: Callable[..., Any], thing: msgspec.Struct, looks: tuple[str, ...], changes: tuple[str, ...], args: tuple[Hashable, ...]
    ) -> Together:
        """A part of a rule with all its ways, as the thing stands now."""
        seen = msgspec.msgpack.encode([getattr(thing, name) for name in (*looks, *changes)], enc_hook=plain)
        key = (rule, seen, args)
        if key not in self._together:
            self._together[key] = count_together(self, rule, thing, changes, args)
        return self._together[key]


# ------------------------------------------------------------------------------------------------ parts counted by themselves
class Came:
    """One way in which a part of a rule comes out: what it returns, changes and leaves for later, by name."""

    __slots__ = ("held", "names")

    def __init__(self, names: Mapping[str, int], held: tuple[Hashable, ...]) -> None:
        self.names, self.held = names, held

    def __getattr__(self, name: str) -> Hashable:
        return self.held[self.names[name]]

    def __hash__(self) -> int:
        return hash(self.held)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Came) and self.held == other.held


class Together:
    """All ways of a part of a rule, counted once, to be read like dice: only as far as the rest of the rule looks."""

    unbounded: ClassVar[frozenset[str]] = frozenset()

    def __init__(
        self, returns: type[msgspec.Struct], names: Sequence[str], ways: Distribution[tuple[Hashable, ...]], prefix: str = ""
    ) -> None:
        self.returns = returns
        self.prefix = prefix
        """Of the names of what came last, where one thing followed another."""
        self.names = {name: place for place, name in enumerate(names)}
        self.ways = ways.map(lambda held: Came(self.names, held))
        self.unread = Ways(cast("Pool[Roll]", self), (), None)

    def throw(self, die: Die) -> Came:
        raise NotImplementedError

    def outcomes(self, reach: int = 0) -> Distribution[Came]:
        return self.ways

    def part(self, name: str) -> Distribution[Hashable]:
        return self.ways.map(lambda came: cast(Hashable, getattr(came, name)))

    def text(self) -> str:
        return self.returns.__name__

    def faces_text(self, roll: Roll) -> str:
        return ""


def count_together(
    table: Branch[Any, Any], rule: Callable[..., Any], thing: msgspec.Struct, fields: tuple[str, ...], args: tuple[Hashable, ...]
) -> Together:
    before = {name: getattr(thing, name) for name in fields}
    kinds: set[type[msgspec.Struct]] = set()

    def once(t: Branch[Any, Any]) -> tuple[Hashable, ...]:
        put_back(thing, before)
        came = rule(t, thing, *args)
        kinds.add(type(came))
        left = tuple((later, tuple(THING if a is thing else a for a in given), tuple(named.items())) for later, given, named in t.left)
        return (left, *(getattr(thing, name) for name in fields), *(getattr(came, name) for name in came.__struct_fields__))

    ways = Explorer(once, table.beside, {}, MOST_RUNS).explore()
    put_back(thing, before)
    returns = kinds.pop()
    return Together(returns, (LEFT, *fields, *returns.__struct_fields__), ways)


def put_back(thing: msgspec.Struct, before: Mapping[str, Any]) -> None:
    for name, value in before.items():
        setattr(thing, name, value)


def happen(
    table: Branch[Any, Any], rule: Callable[..., Any], thing: msgspec.Struct, looks: tuple[str, ...], changes: tuple[str, ...],
    args: tuple[Hashable, ...],
) -> msgspec.Struct:  # fmt: skip
    """One of the ways of this part, not read yet. Where it depends on another that is not read either, they become one roll."""
    args = plain(args)
    roll = stands_on(thing, (*looks, *changes))
    if roll is None:
        ways = table.all_ways(rule, thing, looks, changes, args)
        roll = UnreadRoll(table, ways.unread)
    else:
        ways = prolong(table, roll, rule, thing, looks, changes, args)
        roll._become(ways.unread)
    prefix, returns = ways.prefix, ways.returns
    for later, given, named in getattr(roll, prefix + LEFT):
        table.later(later, *(thing if a is THING else a for a in given), **dict(named))
    for name in changes:
        setattr(thing, name, getattr(roll, prefix + name))
    return returns(*(getattr(roll, prefix + name) for name in returns.__struct_fields__))


def stands_on(thing: msgspec.Struct, fields: tuple[str, ...]) -> UnreadRoll | None:
    """The one roll, of something counted together, that all unread fields of a thing are parts of."""
    unread = [held for name in fields if isinstance(held := getattr(thing, name), Unread)]
    rolls = {held._of.roll if isinstance(held._of, Part) else None for held in unread}
    roll = rolls.pop() if len(rolls) == 1 else None
    return roll if roll is not None and isinstance(roll._ways.pool, Together) else None


def prolong(
    table: Branch[Any, Any], roll: UnreadRoll, rule: Callable[..., Any], thing: msgspec.Struct, looks: tuple[str, ...],
    changes: tuple[str, ...], args: tuple[Hashable, ...],
) -> Together:  # fmt: skip
    """What the roll may still be, and after each of it all ways of what comes next."""
    before = {name: getattr(thing, name) for name in (*looks, *changes)}
    place = rule, args, Picture(list(before.values())).text
    if place in roll._ways.longer:
        return cast("Together", roll._ways.longer[place])
    followed = []
    for came, weight in roll._ways.rolls():
        put_back(thing, {name: plain_in(came, held) for name, held in before.items()})
        followed.append((came, weight, table.all_ways(rule, thing, looks, changes, args)))
    put_back(thing, before)
    longer = roll._ways.longer[place] = one_after_another(followed)
    return longer


def plain_in(came: Came, held: Any) -> Any:
    """What something unread is if the roll it stands on came like this."""
    return held._where(getattr(came, held._of.name)) if isinstance(held, Unread) and isinstance(held._of, Part) else held


def one_after_another(followed: Sequence[tuple[Came, int, Together]]) -> Together:
    common = lcm(*(then.ways.total for _, _, then in followed))
    weights: dict[tuple[Hashable, ...], int] = {}
    for came, weight, then in followed:
        scale = weight * (common // then.ways.total)
        for after, share in then.ways:
            held = (*came.held, *after.held)
            weights[held] = weights.get(held, 0) + scale * share
    first, _, then = followed[0]
    prefix = f"{len(first.names)} "
    return Together(then.returns, (*first.names, *(prefix + name for name in then.names)), Distribution(weights), prefix)


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
