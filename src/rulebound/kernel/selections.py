"""Every way to choose some of several things, and every hand that can be drawn."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import comb, perm
from typing import TypeVar

from rulebound.kernel.cards import Card, CardError
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.ways import MOST_RUNS, TooManyOutcomes

T = TypeVar("T")


def selections(options: Sequence[T], least: int, most: int, ordered: bool) -> list[tuple[T, ...]]:
    """Every way to choose some of the options."""
    ways, count = (permutations, perm) if ordered else (combinations, comb)
    if sum(count(len(options), some) for some in range(least, most + 1)) > MOST_RUNS:
        raise TooManyOutcomes(f"{least} to {most} of {len(options)} can be chosen in too many ways")
    return [way for some in range(least, most + 1) for way in ways(options, some)]


def draws(cards: Sequence[Card], count: int, like: Callable[[Card], Hashable] | None) -> Distribution[tuple[Card, ...]]:
    """Every hand of so many cards, up to cards that are as good as each other: the first of each kind stand for the rest."""
    if count > len(cards):
        raise CardError(f"{count} cards cannot be drawn from {len(cards)}")
    kinds: dict[Hashable, list[Card]] = {}
    for card in cards:
        kinds.setdefault(like(card) if like else card, []).append(card)
    return _hands(tuple(map(tuple, kinds.values())), count)


@lru_cache(maxsize=64)
def _hands(kinds: tuple[tuple[Card, ...], ...], count: int) -> Distribution[tuple[Card, ...]]:
    """Asked again at every run of a rule, with the same cards each time."""
    hands: dict[tuple[Card, ...], int] = {(): 1}
    for place, group in enumerate(kinds):
        last = place == len(kinds) - 1
        grown: dict[tuple[Card, ...], int] = {}
        for hand, weight in hands.items():
            missing = count - len(hand)
            for some in (missing,) if last else range(min(missing, len(group)) + 1):
                if some <= len(group):
                    grown[hand + tuple(group[:some])] = weight * comb(len(group), some)
        hands = grown
        if len(hands) > MOST_RUNS:
            cards = sum(map(len, kinds))
            raise TooManyOutcomes(f"{count} cards of {cards} can be drawn in too many ways; say which are alike")
    return Distribution(hands)
