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
from rulebound.kernel.words import can_be_written, shown

BAD = "table.bad_answer"
LONGEST_CARD = 30


def standing(question: Question, seat: SeatId | None = None) -> Answer:
    """What stands if nobody answers; of a joint question the share of one seat, or all of them. A judgement's default is the rule's."""
    match question:
        case ChooseTogether(seats=seats, default=default):
            shares = dict(zip(map(str, seats), default, strict=True))
            return shares if seat is None else shares[seat]
        case ChooseOne(judged=True) | ThrowDice() | DrawCards() | ShuffleCards():
            return ""
        case ChooseSome(default=some):
            return list(some)
        case _:
            return question.default


def check_whole(question: Question, value: object) -> Answer | Refusal:
    """As `check_answer`; of a joint question the shares of all seats at once."""
    if not isinstance(question, ChooseTogether):
        return check_answer(question, question.seats[0], value)
    if not isinstance(value, dict) or set(value) != set(question.seats):
        return Refusal(BAD, "An answer of each seat is asked for.", f"Seats: {', '.join(question.seats)}.")
    shares: dict[str, str] = {}
    for seat in question.seats:
        share = check_answer(question, seat, value[seat])
        if isinstance(share, Refusal):
            return share
        shares[seat] = str(share)
    return shares


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
            return Refusal(BAD, f"{shown(value)} does not fit.", f"A whole number from {least} to {most}.")
        case AskText(longest=longest):
            if isinstance(value, str) and len(value) <= longest and can_be_written(value):
                return value
            return Refusal(BAD, "That does not fit.", f"A text of at most {longest} characters.")
        case ThrowDice():
            faces = read_faces(value)
            return faces if isinstance(faces, Refusal) else list(faces)
        case DrawCards(count=count):
            return _cards(value, count)
        case ShuffleCards(count=count):
            return [] if value in ("", [], ()) else _cards(value, count)


def _one(options: tuple[str, ...], value: object) -> Answer | Refusal:
    text = _text(value)
    if text is not None and text in options:
        return text
    return Refusal(BAD, f"{shown(value)} is none of the options.", f"One of: {', '.join(options)}.")


def _text(value: object) -> str | None:
    """An option, a face or a card as somebody gave it; None where it cannot be one."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**18 else None
    return value if isinstance(value, str) else None


def _some(question: ChooseSome, value: object) -> Answer | Refusal:
    if not isinstance(value, list | tuple):
        wanted = f"A list of {question.least} to {question.most} of: {', '.join(question.options)}."
        return Refusal(BAD, "Several options are asked for.", wanted)
    chosen: list[int | str] = []
    for given in value:
        text = _text(given)
        if text is None or text not in question.options:
            return Refusal(BAD, f"{shown(given)} is none of the options.", f"Some of: {', '.join(question.options)}.")
        chosen.append(text)
    if len(set(chosen)) != len(chosen):
        return Refusal(BAD, "An option can be chosen once only.")
    if not question.least <= len(chosen) <= question.most:
        return Refusal(BAD, f"{len(chosen)} were chosen.", f"Choose {question.least} to {question.most}.")
    return chosen if question.ordered else [text for text in question.options if text in chosen]


def read_faces(value: object) -> tuple[int, ...] | Refusal:
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list | tuple):
        return Refusal(BAD, f"{shown(value)} are no dice.", "The faces in the order thrown, such as 5 6 2.")
    faces: list[int] = []
    for word in words:
        text = _text(word)
        if text is None or not text.isdecimal() or len(text) > 4:
            return Refusal(BAD, f"{shown(word)} is no face of a die.", "The faces in the order thrown, such as 5 6 2.")
        faces.append(int(text))
    return tuple(faces)


def _cards(value: object, count: int) -> Answer | Refusal:
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list | tuple):
        return Refusal(BAD, f"{shown(value)} are no cards.", "Cards in the order drawn, such as 10S QH JK1.")
    cards: list[int | str] = []
    for word in words:
        try:
            cards.append(str(read_card((_text(word) or "")[:LONGEST_CARD])))
        except ValueError as problem:
            return Refusal(BAD, str(problem))
    if len(cards) != count or len(set(cards)) != count:
        return Refusal(BAD, f"{len(cards)} cards were given.", f"{count} different ones were drawn.")
    return cards
