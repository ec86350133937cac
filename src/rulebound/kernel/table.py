"""What a rule sees of the table: the state, the variants, and someone to ask.

A rule is a function whose first argument is a `Table`. Everything it does not know it asks here: dice, cards, choices,
judgements. Who answers differs: people and a secret stream at a live table (`attempt`), the journal on replay, the case in a case,
every outcome at once in exact odds (`odds`), a fast sampler in simulation (`sampling`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar

import msgspec

from rulebound.kernel.cards import Card, Deck
from rulebound.kernel.dice import Pool, R
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.entries import EVERYONE, Value
from rulebound.kernel.modifiers import Total
from rulebound.kernel.seats import SeatId

S = TypeVar("S")
V = TypeVar("V")
T = TypeVar("T")
H = TypeVar("H", bound=Hashable)
C = TypeVar("C", bound=msgspec.Struct)
P = ParamSpec("P")

Left = tuple[Callable[..., None], tuple[Any, ...], dict[str, Any]]
"""A rule that was left for later, and with what."""
Told = Callable[[S], Sequence[tuple[msgspec.Struct, str]]]
"""Some fields of a state, the same ones in the same order in every state: each with what it belongs to."""
About = tuple[str, ...]
"""What fills the phrase of a question or a roll: ids and short texts, in order."""


class Table(Generic[S, V]):
    """What every driver offers to rules. One choice only is no question: it is returned without asking."""

    state: S
    variants: V
    heard: ClassVar[bool] = True
    """Whether anybody listens: what is said at a table that only counts or samples need not be made up."""

    def __init__(self, state: S, variants: V) -> None:
        self.state = state
        self.variants = variants
        self.postponed: list[Left] = []

    # ------------------------------------------------------------------------------------------------ chance
    def roll(
        self, pool: Pool[R], what: str, by: SeatId, about: About = (), total: Total | None = None, to: tuple[SeatId, ...] = EVERYONE
    ) -> R:
        """Throw the pool. `by` throws it (or types it in), `total` explains its numbers, `to` is who may see it."""
        raise NotImplementedError

    def draw(
        self, deck: Deck, count: int, what: str, by: SeatId, about: About = (), like: Callable[[Card], Hashable] | None = None,
        to: tuple[SeatId, ...] = EVERYONE,
    ) -> list[Card]:  # fmt: skip
        """Take cards from the deck. `like` says which cards are as good as each other, so that odds need not tell them apart.

        They are a hand and come in no order that means anything: a rule that cares which was first draws one by one.
        """
        raise NotImplementedError

    def shuffle(self, deck: Deck, what: str, by: SeatId) -> None:
        """The discard pile goes back and nobody knows the order any more."""
        raise NotImplementedError

    # --------------------------------------------------------------------------------------- choices and judgements
    def choose(self, seat: SeatId, what: str, options: Sequence[T], about: About = (), default: T | None = None) -> T:
        """One of the options; without an answer the default stands, or else the first."""
        raise NotImplementedError

    def choose_in_secret(self, seat: SeatId, what: str, options: Sequence[T], about: About = ()) -> T:
        """As `choose`, but asked even where one option is left, so that nobody learns from the asking how many there were."""
        return self.choose(seat, what, options, about)

    def choose_some(
        self, seat: SeatId, what: str, options: Sequence[T], least: int = 0, most: int | None = None, about: About = (),
        ordered: bool = False,
    ) -> tuple[T, ...]:  # fmt: skip
        """Several of the options, in order if asked for; without an answer the first `least` of them."""
        raise NotImplementedError

    def number(self, seat: SeatId, what: str, least: int, most: int, about: About = (), default: int | None = None) -> int:
        raise NotImplementedError

    def text(self, seat: SeatId, what: str, about: About = (), longest: int = 500, default: str = "") -> str:
        raise NotImplementedError

    def judge(self, what: str, options: Sequence[T], default: T | Callable[[], T], about: About = ()) -> T:
        """What the book leaves to the game master. With nobody in that seat the written default stands; it may roll on a table."""
        raise NotImplementedError

    def together(self, what: str, options: Mapping[SeatId, Sequence[T]], about: About = ()) -> dict[SeatId, T]:
        """One question to several seats; nobody learns another's answer before all are in."""
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------------ the rest
    def say(self, kind: str, *rules: str, to: tuple[SeatId, ...] = EVERYONE, **data: Value) -> None:
        """What happened, for the log."""
        raise NotImplementedError

    def sub(self, rule: Callable[Concatenate[Table[S, V], P], H], *args: P.args, **kwargs: P.kwargs) -> H:
        """A part of a rule that only throws dice: no state, no choices. Drivers that see it often count it out once."""
        return rule(self, *args, **kwargs)

    def apart(self, rule: Callable[..., C], thing: msgspec.Struct, looks: tuple[str, ...], changes: tuple[str, ...], *args: Hashable) -> C:
        """A part of a rule that returns a Struct and looks, in its choices too, at nothing but its arguments and these fields of one
        thing, some of which it changes: exact odds count all its ways together."""
        return rule(self, thing, *args)

    def following(
        self, rule: Callable[..., C], thing: msgspec.Struct, looks: tuple[str, ...], changes: tuple[str, ...], *args: Hashable
    ) -> C:
        """The same where there is little to count unless something of the thing is unread itself."""
        return rule(self, thing, *args)

    def at_once(self, play: Callable[[], R], pool: Callable[[], Pool[R]]) -> R:
        """Dice thrown one after another with choices between the throws: `play` asks for each. Exact odds take the one pool instead
        that comes out the same; making it asks for every choice there might be."""
        return play()

    def aside(self, rule: Callable[Concatenate[Table[S, V], P], None], *args: P.args, **kwargs: P.kwargs) -> None:
        """A part of a rule of which nothing that follows in the same command depends, and of which the game's `outlook` tells nothing:
        chances shown to a seat leave it out."""
        rule(self, *args, **kwargs)

    def aftermath(self, rule: Callable[Concatenate[Table[S, V], P], None], *args: P.args, **kwargs: P.kwargs) -> None:
        """A part of a rule that follows from what was done and is a matter of its own, such as a blow that answers a blow: chances of
        the thing itself leave it out, and nothing that comes after it in the same command may be told of there."""
        rule(self, *args, **kwargs)

    def rolled(self, told: Callable[[], tuple[str, ...]]) -> None:
        """A roll as it was accepted, in a few words. Where these say more than what comes of it all, chances are counted up to here."""

    def milestone(
        self, what: str, *, but_for_asides: bool = False, told_only: Told[S] | None = None, knowing: Callable[[], Hashable] | None = None
    ) -> None:
        """All that follows in this command, or all but what is done aside, depends on nothing but the state, and on what was declared
        before any dice: exact odds go on from here only once, by whatever way they came. Of fields that are `told_only`, it goes by no
        more than `knowing()` says, and changes none: the game's outlook alone looks at them."""

    def later(self, rule: Callable[Concatenate[Table[S, V], P], None], *args: P.args, **kwargs: P.kwargs) -> None:
        """Run this once the command has done everything else."""
        self.postponed.append((rule, args, kwargs))

    def later_once(self, rule: Callable[[Table[S, V], Any], None], thing: object) -> None:
        """The same, unless it waits for that already."""
        if not any(left is rule and args[0] is thing for left, args, _ in self.postponed if args):
            self.postponed.append((rule, (thing,), {}))

    def settle(self) -> None:
        """Run what was left for later, in order; a driver calls it when the command's own rule has returned."""
        while self.postponed:
            rule, args, kwargs = self.postponed.pop(0)
            rule(self, *args, **kwargs)

    def foretold(
        self, rule: Callable[..., None], ways: Callable[..., Distribution[Any] | None], happen: Callable[..., None], *args: Any
    ) -> None:
        """A part of a rule that the game can multiply out itself, as far as its `outlook` tells: chances shown to a seat take what
        `ways` gives, if it gives anything, and let one of them `happen`. Everybody else plays the rule."""
        rule(self, *args)
