"""One run of a command on a copy of the state, fed with the answers it has. Live play, replay and cases all run through here."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar, cast

import msgspec

from rulebound.kernel.cards import Card, CardError, Deck, card_name
from rulebound.kernel.chance import Source
from rulebound.kernel.dice import Pool, R, throw_faces
from rulebound.kernel.entries import EVERYONE, Entry, Thrown, Value
from rulebound.kernel.journal import How, JournalProblem
from rulebound.kernel.modifiers import Total
from rulebound.kernel.questions import (
    Answer,
    Asked,
    AskNumber,
    AskText,
    ChooseOne,
    ChooseSome,
    ChooseTogether,
    DrawCards,
    Question,
    ShuffleCards,
    ThrowDice,
    text_form,
    text_forms,
)
from rulebound.kernel.refusal import refuse
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import About, S, Table, V

T = TypeVar("T")


class Given(msgspec.Struct, frozen=True, gc=False):
    """One whole answer of a turn, with the mark of its question. A joint answer keeps the shares it was made of."""

    seat: SeatId
    question: str
    value: Answer
    how: How
    by: SeatId
    shares: tuple[Given, ...] = ()

    @property
    def parts(self) -> tuple[Given, ...]:
        return self.shares or (self,)


Generate = Callable[[Source], Answer]
Supply = Callable[[Question, Generate | None], Given]
"""Answers a question at once (chance, or a default where nobody sits) or raises Asked."""


class Attempt(Table[S, V]):
    def __init__(self, state: S, variants: V, answers: Sequence[Given], supply: Supply) -> None:
        super().__init__(state, variants)
        self.answers = list(answers)
        self.entries: list[Entry] = []
        self.said: list[int] = []
        """How many entries there were before each answer."""
        self._supply = supply
        self._at = 0

    @property
    def answered(self) -> int:
        """How many of the answers have been used."""
        return self._at

    def _next(self, make: Callable[[], Question], generate: Generate | None = None) -> Given:
        if self._at == len(self.answers):
            self.answers.append(self._supply(make(), generate))
        given = self.answers[self._at]
        self._at += 1
        self.said.append(len(self.entries))
        for part in given.parts:
            if part.by != part.seat or part.how is How.OVERRULED:
                self.say("table.answered_for", seat=part.seat, by=part.by, how=part.how.value)
        return given

    # ------------------------------------------------------------------------------------------------ chance
    def roll(
        self, pool: Pool[R], what: str, by: SeatId, about: About = (), total: Total | None = None, to: tuple[SeatId, ...] = EVERYONE
    ) -> R:
        modifiers = total.parts if total is not None else ()
        given = self._next(lambda: ThrowDice((by,), what, about, pool.text(), modifiers), lambda stream: list(pool.throw(stream.die).faces))
        roll = throw_faces(pool, tuple(cast(list[int], given.value)))
        thrown = Thrown(pool.text(), pool.faces_text(roll), modifiers, given.how is How.TYPED)
        rules = tuple(dict.fromkeys(m.rule for m in modifiers))
        self.entries.append(Entry(f"roll.{what}", {**_about(about), "came": roll.brief()}, rules, to, thrown))
        return roll

    def draw(
        self, deck: Deck, count: int, what: str, by: SeatId, about: About = (), like: Callable[[Card], Hashable] | None = None,
        to: tuple[SeatId, ...] = EVERYONE,
    ) -> list[Card]:  # fmt: skip
        known = deck.top[:count]
        unknown = count - len(known)
        if unknown > len(deck.unknown()):
            raise CardError(f"{count} cards cannot be drawn from the {deck.name}: it has {len(deck.cards)}")
        drawn = list(known)
        typed = False
        if unknown:
            given = self._next(
                lambda: DrawCards((by,), what, about, deck.name, unknown),
                lambda stream: [str(card) for card in stream.pick(deck.unknown(), unknown)],
            )
            drawn += _in_pile(given, deck)
            typed = given.how is How.TYPED
        deck.take(drawn)
        self.entries.append(Entry(f"draw.{what}", {**_about(about), "count": count}, (), EVERYONE))
        names = tuple(card_name(card) for card in drawn)
        self.entries.append(Entry("table.drew", {"cards": names}, (), to, Thrown(deck.name, " ".join(drawn), (), typed)))
        return drawn

    def shuffle(self, deck: Deck, what: str, by: SeatId) -> None:
        given = self._next(lambda: ShuffleCards((by,), what, (), deck.name, deck.size_after_reshuffle()), lambda stream: [])
        deck.reshuffle()
        order = _in_pile(given, deck)
        if order:
            deck.put_back_on_top(deck.take(order))
        thrown = Thrown(deck.name, "shuffled", (), given.how is How.TYPED)
        self.entries.append(Entry("table.shuffled", {"pile": deck.name}, (), EVERYONE, thrown))

    # --------------------------------------------------------------------------------------- choices and judgements
    def choose(self, seat: SeatId, what: str, options: Sequence[T], about: About = (), default: T | None = None) -> T:
        if len(options) == 1:
            return options[0]
        stands = text_form(options[0] if default is None else default)
        given = self._next(lambda: ChooseOne((seat,), what, about, text_forms(options), stands))
        return _typed(options, given.value)

    def choose_in_secret(self, seat: SeatId, what: str, options: Sequence[T], about: About = ()) -> T:
        given = self._next(lambda: ChooseOne((seat,), what, about, text_forms(options), text_form(options[0])))
        return _typed(options, given.value)

    def choose_some(
        self, seat: SeatId, what: str, options: Sequence[T], least: int = 0, most: int | None = None, about: About = (),
        ordered: bool = False,
    ) -> tuple[T, ...]:  # fmt: skip
        limit = len(options) if most is None else min(most, len(options))
        if limit == 0 or (least == len(options) and not ordered):
            return tuple(options[:least])
        forms = text_forms(options)
        given = self._next(lambda: ChooseSome((seat,), what, about, forms, least, limit, ordered, forms[:least]))
        return tuple(_typed(options, text) for text in cast(list[str], given.value))

    def number(self, seat: SeatId, what: str, least: int, most: int, about: About = (), default: int | None = None) -> int:
        if least == most:
            return least
        given = self._next(lambda: AskNumber((seat,), what, about, least, most, least if default is None else default))
        return cast(int, given.value)

    def text(self, seat: SeatId, what: str, about: About = (), longest: int = 500, default: str = "") -> str:
        return cast(str, self._next(lambda: AskText((seat,), what, about, longest, default)).value)

    def judge(self, what: str, options: Sequence[T], default: T | Callable[[], T], about: About = ()) -> T:
        stands = "" if callable(default) else text_form(default)
        given = self._next(lambda: ChooseOne((GM,), what, about, text_forms(options), stands, judged=True))
        if given.how is How.DEFAULT:
            return default() if callable(default) else default
        return _typed(options, given.value)

    def together(self, what: str, options: Mapping[SeatId, Sequence[T]], about: About = ()) -> dict[SeatId, T]:
        seats = tuple(options)
        forms = tuple(text_forms(options[seat]) for seat in seats)
        given = self._next(lambda: ChooseTogether(seats, what, about, forms, tuple(f[0] for f in forms)))
        shares = cast(dict[str, str], given.value)
        return {seat: _typed(options[seat], shares[seat]) for seat in seats}

    def say(self, kind: str, *rules: str, to: tuple[SeatId, ...] = EVERYONE, **data: Value) -> None:
        self.entries.append(Entry(kind, data, rules, to))


class Retold(Attempt[S, V]):
    """A turn run once more with the answers it has, to learn what they were answers to."""

    def __init__(self, state: S, variants: V, answers: Sequence[Given]) -> None:
        super().__init__(state, variants, answers, _nobody)
        self.asked: list[Question] = []

    def _next(self, make: Callable[[], Question], generate: Generate | None = None) -> Given:
        given = super()._next(make, generate)
        self.asked.append(make())
        return given


def _nobody(question: Question, generate: Generate | None) -> Given:
    raise Asked(question)


def _about(about: About) -> dict[str, Value]:
    return {str(place): text for place, text in enumerate(about)}


def _in_pile(given: Given, deck: Deck) -> list[Card]:
    """The cards of an answer; whoever typed them in is told if they cannot be there, and nothing of where they are."""
    cards = [Card(text) for text in cast(list[str], given.value)]
    there = set(deck.unknown())
    if wrong := [card_name(card) for card in cards if card not in there]:
        raise refuse("table.wrong_cards", f"{', '.join(wrong)}: not to be drawn from the {deck.name} now.", "Look at the cards again.")
    return cards


def _typed(options: Sequence[T], answer: Answer) -> T:
    for option in options:
        if text_form(option) == answer:
            return option
    raise JournalProblem(f"{answer!r} is none of the options {', '.join(map(text_form, options))}")
