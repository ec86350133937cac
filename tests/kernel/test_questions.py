"""Questions as values: stable texts, marks that change with anything asked, and answers that fit or are refused."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, IntEnum, StrEnum
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toyplay import NONSENSE

from rulebound.kernel.answers import check_answer, check_whole, standing
from rulebound.kernel.modifiers import Modifier
from rulebound.kernel.questions import (
    AskNumber,
    AskText,
    ChooseOne,
    ChooseSome,
    ChooseTogether,
    DrawCards,
    Question,
    ShuffleCards,
    ThrowDice,
    digest,
    text_form,
    text_forms,
)
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

ANA, BO = SeatId("ana"), SeatId("bo")


class Colour(StrEnum):
    RED = "red"


class Number(IntEnum):
    TWO = 2


class Odd(Enum):
    PAIR = (1, 2)


class Way(msgspec.Struct, frozen=True):
    to: str

    def text_form(self) -> str:
        return f"to {self.to}"


@pytest.mark.parametrize(
    ("option", "text"),
    [
        (Colour.RED, "red"), (Number.TWO, "2"), (True, "yes"), (False, "no"), (7, "7"), ("x", "x"), (Way("door"), "to door"),
        (Odd.PAIR, "(1, 2)"),
    ],
)  # fmt: skip
def test_the_text_of_an_option(option: object, text: str) -> None:
    assert text_form(option) == text


@pytest.mark.parametrize("option", [None, 1.5, [], {}, object(), b"x"])
def test_what_has_no_text_is_no_option(option: object) -> None:
    with pytest.raises(TypeError):
        text_form(option)


def test_options_must_be_told_apart() -> None:
    with pytest.raises(ValueError, match="told apart"):
        text_forms(["1", 1])
    assert text_forms([Colour.RED, "blue"]) == ("red", "blue")


QUESTIONS: list[Question] = [
    ChooseOne((ANA,), "stance", ("bo",), ("block", "dodge"), "dodge"),
    ChooseOne((ANA,), "stance", ("bo",), ("block", "dodge"), "block"),
    ChooseOne((ANA,), "stance", ("bo",), ("dodge", "block"), "dodge"),
    ChooseOne((ANA,), "stance", ("bo",), ("block", "dodge"), "dodge", judged=True),
    ChooseOne((BO,), "stance", ("bo",), ("block", "dodge"), "dodge"),
    ChooseOne((ANA,), "posture", ("bo",), ("block", "dodge"), "dodge"),
    ChooseOne((ANA,), "stance", (), ("block", "dodge"), "dodge"),
    ChooseSome((ANA,), "stance", ("bo",), ("block", "dodge"), 0, 1),
    ChooseSome((ANA,), "stance", ("bo",), ("block", "dodge"), 0, 2),
    ChooseSome((ANA,), "stance", ("bo",), ("block", "dodge"), 0, 2, ordered=True),
    AskNumber((ANA,), "bid", (), 0, 5),
    AskNumber((ANA,), "bid", (), 0, 6),
    AskNumber((ANA,), "bid", (), 0, 6, 3),
    AskText((ANA,), "word"),
    AskText((ANA,), "word", longest=5),
    ChooseTogether((ANA, BO), "vote", (), (("a", "b"), ("a",)), ("a", "a")),
    ChooseTogether((BO, ANA), "vote", (), (("a", "b"), ("a",)), ("a", "a")),
    ThrowDice((ANA,), "hit", (), "3d6h"),
    ThrowDice((ANA,), "hit", (), "4d6h"),
    ThrowDice((ANA,), "hit", (), "3d6h", (Modifier("aim", 1, "a.b"),)),
    ThrowDice((ANA,), "hit", (), "3d6h", (Modifier("aim", 1, "a.c"),)),
    DrawCards((ANA,), "deal", (), "deck", 2),
    DrawCards((ANA,), "deal", (), "deck", 3),
    ShuffleCards((ANA,), "deal", (), "deck", 3),
]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: ChooseOne((ANA,), "x", (), ("a", "b"), "c"),
        lambda: ChooseOne((ANA,), "x", (), (), ""),
        lambda: ChooseOne((ANA,), "x", (), (), "", judged=True),
        lambda: ChooseSome((ANA,), "x", (), ("a", "b"), 3, 3),
        lambda: ChooseSome((ANA,), "x", (), ("a", "b"), 2, 1),
        lambda: ChooseSome((ANA,), "x", (), ("a", "b"), -1, 1),
        lambda: AskNumber((ANA,), "x", (), 3, 2, 3),
        lambda: AskNumber((ANA,), "x", (), 1, 2, 0),
        lambda: AskText((ANA,), "x", (), 3, "four"),
    ],
)
def test_a_question_that_nobody_could_answer_is_a_mistake_of_its_rule(wrong: Callable[[], Question]) -> None:
    with pytest.raises(ValueError, match=r"^x: "):
        wrong()


def test_every_change_of_a_question_changes_its_mark() -> None:
    marks = [digest(question) for question in QUESTIONS]
    assert len(set(marks)) == len(QUESTIONS)
    again = [digest(msgspec.json.decode(msgspec.json.encode(q), type=Question)) for q in QUESTIONS]
    assert again == marks


def test_marks_are_the_same_in_every_process_and_for_ever() -> None:
    """They are in journals: should one change, old journals could not be read."""
    assert digest(QUESTIONS[0]) == "b1b2c7e6ec14"
    assert digest(QUESTIONS[0]) == digest(ChooseOne((ANA,), "stance", ("bo",), ("block", "dodge"), "dodge"))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: type(q).__name__)
def test_what_stands_fits_or_is_the_rules_own(question: Question) -> None:
    if isinstance(question, ThrowDice | DrawCards | ShuffleCards) or getattr(question, "judged", False):
        assert standing(question) == ""
        return
    assert check_whole(question, standing(question)) == standing(question)
    if isinstance(question, ChooseTogether):
        for seat in question.seats:
            assert check_answer(question, seat, standing(question, seat)) == standing(question, seat)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: type(q).__name__)
def test_nonsense_is_refused_with_words_or_fits(question: Question) -> None:
    for value in NONSENSE:
        for check in (check_whole(question, value), check_answer(question, question.seats[0], value)):
            if isinstance(check, Refusal):
                assert check.rule == "table.bad_answer"
                assert len(str(check)) < 600
                msgspec.json.encode(check)
            else:
                msgspec.json.encode(check)


@pytest.mark.parametrize(
    ("question", "good", "bad"),
    [
        (QUESTIONS[0], {"block": "block", "dodge": "dodge"}, ["Block", "", None, ["block"], 0]),
        (ChooseOne((ANA,), "x", (), ("yes", "no"), "no"), {True: "yes", "no": "no"}, [1, 0, "True", None]),
        (ChooseOne((ANA,), "x", (), ("1", "2"), "1"), {1: "1", "2": "2"}, [True, 1.0, 3, 10**5000]),
        (ChooseOne((ANA,), "x", (), ("None", "[]"), "None"), {"None": "None"}, [None, []]),
        (ChooseOne((ANA,), "x", (), ("", "a"), "a"), {"": ""}, [None, [], 1.5]),
        (AskNumber((ANA,), "x", (), -2, 5), {-2: -2, 5: 5, 0: 0}, [-3, 6, "1", True, 1.0, None, 10**5000]),
        (AskText((ANA,), "x", longest=3), {"": "", "abc": "abc", "é∞x": "é∞x"}, ["abcd", None, 1, ["a"], "\ud800"]),
        (
            ThrowDice((ANA,), "x", (), "3d6"), {"5 6 2": [5, 6, 2], "5,6, 2": [5, 6, 2], (1, 2): [1, 2]},
            ["5 x", None, 5, [-1], [True], [1.0], "10000"],
        ),
        (
            DrawCards((ANA,), "x", (), "deck", 2), {"10s QH": ["10S", "QH"], ("t♠", "queen of hearts"): ["10S", "QH"]},
            ["10S", "10S 10S", None, "10S joker"],
        ),
        (ShuffleCards((ANA,), "x", (), "deck", 2), {"": [], (): [], "2C 3C": ["2C", "3C"]}, ["2C", None, 0, False, {}, ["2C", "2C"]]),
    ],
)  # fmt: skip
def test_what_fits_and_what_does_not(question: Question, good: dict[Any, Any], bad: list[Any]) -> None:
    for value, kept in good.items():
        assert check_answer(question, ANA, value) == kept
        assert type(check_answer(question, ANA, value)) is type(kept)
    for value in bad:
        assert isinstance(check_answer(question, ANA, value), Refusal), value


SOME = ChooseSome((ANA,), "x", (), ("a", "b", "c", "d"), 1, 3)
ORDERED = msgspec.structs.replace(SOME, ordered=True)


@given(st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), max_size=5))
@settings(deadline=None, derandomize=True, max_examples=200)
def test_several_options(chosen: list[str]) -> None:
    legal = 1 <= len(chosen) <= 3 and len(set(chosen)) == len(chosen) and "e" not in chosen
    unordered, ordered = check_answer(SOME, ANA, chosen), check_answer(ORDERED, ANA, tuple(chosen))
    assert isinstance(unordered, list) == isinstance(ordered, list) == legal
    if legal:
        assert ordered == chosen
        assert unordered == sorted(chosen)


def test_each_seat_chooses_from_its_own() -> None:
    question = ChooseTogether((ANA, BO), "vote", (), (("KS", "pass"), ("QH", "pass")), ("pass", "pass"))
    assert check_answer(question, ANA, "KS") == "KS"
    assert isinstance(check_answer(question, BO, "KS"), Refusal)
    assert question.part_of(BO) == ChooseTogether((BO,), "vote", (), (("QH", "pass"),), ("pass",))
    assert "KS" not in str(question.part_of(BO))
    assert check_whole(question, {"ana": "KS", "bo": "pass"}) == {"ana": "KS", "bo": "pass"}
    for bad in ({"ana": "KS"}, {"ana": "KS", "bo": "KS"}, {"ana": "KS", "bo": "pass", "cy": "pass"}, [], None):
        assert isinstance(check_whole(question, bad), Refusal)
