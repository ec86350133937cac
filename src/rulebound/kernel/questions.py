"""Questions: what a rule asks of the table, as values that can wait, be shown, be journalled and be compared.

Rules never make these; they call the methods of `Table`. A driver that has no answer yet makes the question and lets it wait.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from enum import Enum
from typing import Protocol, runtime_checkable

import msgspec

from rulebound.kernel.modifiers import Modifier
from rulebound.kernel.seats import SeatId


@runtime_checkable
class HasTextForm(Protocol):
    def text_form(self) -> str: ...


def text_form(option: object) -> str:
    """The stable text of an option: in journals, cases and commands. Enums, ids, numbers, yes or no, and Structs that bring their own."""
    if isinstance(option, Enum):
        return str(option.value)
    if isinstance(option, bool):
        return "yes" if option else "no"
    if isinstance(option, str | int):
        return str(option)
    if isinstance(option, HasTextForm):
        return option.text_form()
    raise TypeError(f"{type(option).__name__} has no text form and cannot be an option")


def text_forms(options: Iterable[object]) -> tuple[str, ...]:
    forms = tuple(text_form(option) for option in options)
    if len(set(forms)) != len(forms):
        raise ValueError(f"options that cannot be told apart: {', '.join(forms)}")
    return forms


class Asking(msgspec.Struct, frozen=True, tag_field="ask"):
    """What every question has: whom it is put to, what it is about (a phrase and what fills it), what stands if nobody answers."""

    seats: tuple[SeatId, ...]
    what: str
    about: tuple[str, ...] = ()


class ChooseOne(Asking, frozen=True, tag="choose"):
    options: tuple[str, ...] = ()
    default: str = ""
    judged: bool = False
    """Asked of the game master as a judgement; its default is the rule's own and may be none of the options."""

    def __post_init__(self) -> None:
        if not self.options or not (self.judged or self.default in self.options):
            raise ValueError(f"{self.what}: {self.default!r} cannot stand, the options are {', '.join(self.options) or 'none'}")


class ChooseSome(Asking, frozen=True, tag="choose_some"):
    options: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    ordered: bool = False
    default: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.least <= self.most <= len(self.options):
            raise ValueError(f"{self.what}: {self.least} to {self.most} of {len(self.options)} options cannot be chosen")


class AskNumber(Asking, frozen=True, tag="number"):
    least: int = 0
    most: int = 0
    default: int = 0

    def __post_init__(self) -> None:
        if not self.least <= self.default <= self.most:
            raise ValueError(f"{self.what}: {self.default} cannot stand, the numbers are {self.least} to {self.most}")


class AskText(Asking, frozen=True, tag="text"):
    longest: int = 500
    default: str = ""

    def __post_init__(self) -> None:
        if len(self.default) > self.longest:
            raise ValueError(f"{self.what}: a text of {len(self.default)} characters cannot stand, the longest is {self.longest}")


class ChooseTogether(Asking, frozen=True, tag="together"):
    """Put to several seats at once; nobody learns another's answer before all are in."""

    options: tuple[tuple[str, ...], ...] = ()
    """One set of options for each seat, in the order of `seats`."""
    default: tuple[str, ...] = ()

    def for_seat(self, seat: SeatId) -> tuple[str, ...]:
        return self.options[self.seats.index(seat)]

    def part_of(self, seat: SeatId) -> ChooseTogether:
        """The question as this seat may see it: what the others can choose from may be a secret of theirs."""
        place = self.seats.index(seat)
        return ChooseTogether((seat,), self.what, self.about, (self.options[place],), (self.default[place],))


class ThrowDice(Asking, frozen=True, tag="roll"):
    pool: str = ""
    modifiers: tuple[Modifier, ...] = ()


class DrawCards(Asking, frozen=True, tag="draw"):
    """It names the pile and never what is in it."""

    pile: str = ""
    count: int = 0


class ShuffleCards(Asking, frozen=True, tag="shuffle"):
    pile: str = ""
    count: int = 0


Question = ChooseOne | ChooseSome | AskNumber | AskText | ChooseTogether | ThrowDice | DrawCards | ShuffleCards
CHANCE = (ThrowDice, DrawCards, ShuffleCards)

Answer = str | int | list[int | str] | dict[str, str]
"""Plain and journalled: an option's text, a number, dice faces, cards or several options, or one option a seat."""

_encode = msgspec.json.Encoder().encode


def digest(question: Question) -> str:
    """Marks an answer with its question, so that a changed rule is noticed instead of misread."""
    return hashlib.blake2b(_encode(question), digest_size=6).hexdigest()


class Asked(BaseException):
    """Nobody has answered yet."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.what)
        self.question = question
