"""Checks an answer against its question before anything runs: either the plain value to journal, or a refusal that says what fits."""

from __future__ import annotations

from rulebound.kernel.cards import read_card
from rulebound.kernel.questions import (
    Answer,
    AskNumber,
    AskText,
    ChooseOne,
    ChooseSome,
    ChooseTogether,
    DrawCards,
    Question,
    ShuffleCards,
    ThrowDice,
)
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

BAD = "table.bad_answer"


def check_answer(question: Question, seat: SeatId, value: object) -> Answer | Refusal:
    match question:
        case ChooseOne(options=options):
            return _one(options, value)
        case ChooseTogether():
            return _one(question.for_seat(seat), value)
        case ChooseSome():
            return _some(question, value)
        case AskNumber(least=least, most=most):
            if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
                return value
            return Refusal(BAD, f"{value!r} does not fit.", f"A whole number from {least} to {most}.")
        case AskText(longest=longest):
            if isinstance(value, str) and len(value) <= longest:
                return value
            return Refusal(BAD, "That does not fit.", f"A text of at most {longest} characters.")
        case ThrowDice():
            return _faces(value)
        case DrawCards(count=count):
            return _cards(value, count)
        case ShuffleCards(count=count):
            return _cards(value, count) if value else []


def _one(options: tuple[str, ...], value: object) -> Answer | Refusal:
    text = "yes" if value is True else "no" if value is False else str(value)
    return text if text in options else Refusal(BAD, f"{text!r} is none of the options.", f"One of: {', '.join(options)}.")


def _some(question: ChooseSome, value: object) -> Answer | Refusal:
    if not isinstance(value, list | tuple):
        return Refusal(BAD, "Several options are asked for.", f"A list of {question.least} to {question.most} of: {', '.join(question.options)}.")
    chosen: list[int | str] = [str(v) for v in value]
    for text in chosen:
        if text not in question.options:
            return Refusal(BAD, f"{text!r} is none of the options.", f"Some of: {', '.join(question.options)}.")
    if len(set(chosen)) != len(chosen):
        return Refusal(BAD, "An option can be chosen once only.")
    if not question.least <= len(chosen) <= question.most:
        return Refusal(BAD, f"{len(chosen)} were chosen.", f"Choose {question.least} to {question.most}.")
    return chosen if question.ordered else [text for text in question.options if text in chosen]


def _faces(value: object) -> Answer | Refusal:
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list | tuple):
        return Refusal(BAD, f"{value!r} are no dice.", "The faces in the order thrown, such as 5 6 2.")
    faces: list[int | str] = []
    for word in words:
        if isinstance(word, bool) or not str(word).isdecimal() or len(str(word)) > 4:
            return Refusal(BAD, f"{word!r} is no face of a die.", "The faces in the order thrown, such as 5 6 2.")
        faces.append(int(word))
    return faces


def _cards(value: object, count: int) -> Answer | Refusal:
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list | tuple):
        return Refusal(BAD, f"{value!r} are no cards.", "Cards in the order drawn, such as 10S QH JK1.")
    cards: list[int | str] = []
    for word in words:
        try:
            cards.append(str(read_card(str(word))))
        except ValueError as problem:
            return Refusal(BAD, str(problem))
    if len(cards) != count or len(set(cards)) != count:
        return Refusal(BAD, f"{len(cards)} cards were given.", f"{count} different ones were drawn.")
    return cards
