"""Citations: which ledger ids a function carries out. They cost nothing when the function runs; cases and references read them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

CITED: dict[CodeType, tuple[str, ...]] = {}
"""Every function that carries out a rule, by its code."""


def cites(*rules: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Marks a function with the ids of the rules it carries out."""

    def mark(function: Callable[P, T]) -> Callable[P, T]:
        CITED[function.__code__] = rules
        return function

    return mark


@contextmanager
def touching() -> Iterator[set[str]]:
    """Collects the ids of every cited function that runs meanwhile."""
    touched: set[str] = set()

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and (rules := CITED.get(frame.f_code)):
            touched.update(rules)

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield touched
    finally:
        sys.setprofile(before)
