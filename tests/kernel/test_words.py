"""Numbers and ids in sentences for people."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulebound.kernel.entries import fill
from rulebound.kernel.words import percent


@pytest.mark.parametrize(("days", "said"), [(0, "0 days"), (1, "1 day"), (2, "2 days")])
def test_a_number_of_something(days: int, said: str) -> None:
    assert fill("{who:n} eats for {days:day|days}", {"who": "ana", "days": days}, str.title) == f"Ana eats for {said}"


def test_ids_are_shown_by_name_and_plain_numbers_as_they_are() -> None:
    assert fill("{who:n}: {heat:+d}, {left}", {"who": ("ana", "bo"), "heat": 2, "left": 3}, str.title) == "Ana, Bo: +2, 3"


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(0), "0%"), (Fraction(1, 36**4), "<0.01%"), (Fraction(1, 1000), "0.1%"), (Fraction(1, 3), "33%"),
        (Fraction(999, 1000), "99.9%"), (Fraction(999_999, 1_000_000), "99.9%"), (Fraction(1), "100%"),
    ],
)  # fmt: skip
def test_what_is_neither_certain_nor_impossible_is_never_called_so(chance: Fraction, said: str) -> None:
    assert percent(chance) == said
