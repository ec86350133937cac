"""Whose card stands in the end, counted over every deal of what a seat has not seen.

Without jokers the hand with the highest card left, the one on the table among them, cannot lose: it can beat whatever comes, and nobody
beats its last. An opponent whose Mojo is My Kung Fu takes one card back from each hand, but none that lies there already; so a hand
needs one more card for each opponent who may still do that. Whoever must fear it stops exactly the cards that it could not beat with
what it will be left. Going down from the highest card, the first hand that has shown enough wins, whatever is played when.

What is hidden is counted, never looked at: every deal is as likely as any other, but for hands that are out, which are known to hold
nothing above the card they could not beat. An unseen card is in each place that may hold it with the same chance.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache

import msgspec

ANY = 1000
"""Stronger than every card."""
NOBODY = -1
"""The side of a card that nobody needs to beat."""
NEVER = 100
"""More cards than a hand can show."""
UNSEEN, TABLE = -1, -2
"""Where a card may be, if not in a hand that the seat has seen."""


class Holder(msgspec.Struct, frozen=True):
    """A hand of a Showdown as a seat knows it: either its cards, or how many there are."""

    side: int
    shown: tuple[int, ...] = ()
    """The strengths of its cards but jokers, if the seat has seen them."""
    jokers: int = 0
    """Those the seat has seen."""
    hidden: int = 0
    out_at: int = ANY
    """A hand that is out holds nothing this strong or stronger."""

    @property
    def out(self) -> bool:
        return self.out_at != ANY


class Known(msgspec.Struct, frozen=True):
    """What a seat knows of a Showdown."""

    holders: tuple[Holder, ...]
    unseen: tuple[int, ...]
    """The strengths of all cards but jokers that the seat has not seen, in hands or in the deck, highest first."""
    jokers: int
    """How many jokers it has not seen."""
    table: tuple[int, int] | None
    """The strength of the card to beat, and its side."""
    turn: int
    """The place of the hand that has to play."""
    stops: tuple[tuple[int, int], ...] = ()
    """My Kung Fu: the side of whoever may still take a card back, and the place of the hand that it is taken from."""
    open_if_split: bool = False
    """A cancelled joker costs the turn: when each is played matters, and is not counted."""
    open_if_held: bool = False
    """Jokers can be taken back, too: the same of every one."""


Jokers = tuple[int, ...]
"""How many of them each hand holds."""


def placings(known: Known) -> dict[Jokers, Fraction]:
    """Where the unseen jokers are, and how likely that is. Hands that are out hold none."""
    ways = {tuple(holder.jokers for holder in known.holders): Fraction(1)}
    room = [0 if holder.out else holder.hidden for holder in known.holders]
    places = len(known.unseen) + known.jokers - sum(holder.hidden for holder in known.holders if holder.out)
    for gone in range(known.jokers):
        grown: dict[Jokers, Fraction] = defaultdict(Fraction)
        for held, weight in ways.items():
            free = [max(0, room[at] - held[at]) for at in range(len(room))]
            for at in (at for at, places_left in enumerate(free) if places_left):
                grown[*held[:at], held[at] + 1, *held[at + 1 :]] += weight * Fraction(free[at], places - gone)
            grown[held] += weight * Fraction(places - gone - sum(free), places - gone)
        ways = {held: weight for held, weight in grown.items() if weight}
    return ways


def standing(known: Known, jokers: Jokers, lives: tuple[int, ...]) -> dict[int, Fraction]:
    """Which side's card stands, if each hand can be made to take so many back. What is missing to 1: nobody's does."""
    room = [holder.hidden - (held - holder.jokers) for holder, held in zip(known.holders, jokers, strict=True)]
    needed = [NEVER if holder.out else more + 1 for holder, more in zip(known.holders, lives, strict=True)]
    ways, whole, left = {(0,) * len(room): 1}, 1, len(known.unseen)
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for strength, owner in from_the_top(known):
        if owner == TABLE:
            chances[known.table[1] if known.table else NOBODY] += Fraction(sum(ways.values()), whole)
            break
        places, able = 1, {owner: 1}
        if owner == UNSEEN:
            shut = sum(room[at] for at, holder in enumerate(known.holders) if strength >= holder.out_at)
            places, left = left - shut, left - 1
            able = {at: room[at] for at, holder in enumerate(known.holders) if room[at] and strength < holder.out_at}
        grown: dict[tuple[int, ...], int] = defaultdict(int)
        whole *= places
        for came, weight in ways.items():
            elsewhere = places
            for at, most in able.items():
                free = most - came[at] if owner == UNSEEN else 1
                elsewhere -= free
                if came[at] + 1 == needed[at]:
                    chances[known.holders[at].side] += Fraction(weight * free, whole)
                elif free:
                    grown[*came[:at], came[at] + 1, *came[at + 1 :]] += weight * free
            if elsewhere:
                grown[came] += weight * elsewhere
        ways = grown
    return chances


def from_the_top(known: Known) -> list[tuple[int, int]]:
    """All cards but jokers with the place of their hand, highest first; nothing below the card on the table matters."""
    cards = [(strength, UNSEEN) for strength in known.unseen]
    cards += [(strength, at) for at, holder in enumerate(known.holders) for strength in holder.shown]
    least = known.table[0] if known.table else 0
    cards = sorted((card for card in cards if card[0] > least), reverse=True)
    return [*cards, (least, TABLE)] if known.table else cards


# ------------------------------------------------------------------------------------------------ who wins
class Outlook(msgspec.Struct, frozen=True):
    """How likely a side wins, and how likely that depends on what others please to do."""

    wins: Fraction = Fraction(0)
    open: Fraction = Fraction(0)


@lru_cache(maxsize=256)
def outlook(known: Known, side: int) -> Outlook:
    """Everybody plays well. A side that holds all the jokers wins; one each cancel out, and then the highest card counts.

    With a master among three sides or more, whom a card is taken back from may decide between others, and no rule says whom it should be.
    Then a side wins where nobody can keep it from it, and loses where that holds of another; what is left is open.
    """
    wins = lost = unsettled = Fraction(0)
    for jokers, weight in placings(known).items():
        if depends(known, jokers):
            unsettled += weight
            continue
        chances = won_by(known, jokers)
        wins += weight * chances.pop(side, Fraction(0))
        lost += weight * sum(chances.values())
    return Outlook(wins, 1 - wins - lost if known.stops and len(known.holders) > 2 else unsettled)


def depends(known: Known, jokers: Jokers) -> bool:
    return (known.open_if_held and any(jokers)) or (known.open_if_split and len(holding(known, jokers)) > 1)


def holding(known: Known, jokers: Jokers) -> set[int]:
    """The sides that hold a joker."""
    return {holder.side for holder, held in zip(known.holders, jokers, strict=True) if held}


def won_by(known: Known, jokers: Jokers) -> dict[int, Fraction]:
    """The chance of each side, with the jokers in these places."""
    if not known.stops:
        sides = holding(known, jokers)
        return {sides.pop(): Fraction(1)} if len(sides) == 1 else standing(known, jokers, (0,) * len(jokers))
    chances = {side: certain(known, side, jokers) for side in dict.fromkeys(holder.side for holder in known.holders)}
    if len(known.holders) == 2:
        other = known.holders[1 - known.turn]
        if len(other.shown) + other.hidden + other.jokers > jokers[1 - known.turn]:
            chances[other.side] += 1 - sum(chances.values())  # all cards of both can be stopped: whoever has to go on is out first
    return chances


def certain(known: Known, side: int, jokers: Jokers) -> Fraction:
    """The chance that a side wins against all others together."""
    own = sum(held for holder, held in zip(known.holders, jokers, strict=True) if holder.side == side)
    if 2 * own != sum(jokers):
        return Fraction(2 * own > sum(jokers))
    lives = tuple(
        sum(1 for master, at in known.stops if at == place and (master == side or holder.side == side))
        for place, holder in enumerate(known.holders)
    )
    return standing(known, jokers, lives).get(side, Fraction(0))


def unbeaten(known: Known, jokers: Jokers, strength: int, place: int) -> Fraction:
    """The chance that no hand but the one in this place holds a card above this, jokers aside."""
    others = tuple(Holder(0, jokers=jokers[at]) if at == place else holder for at, holder in enumerate(known.holders))
    alone = msgspec.structs.replace(known, holders=others, table=(strength, NOBODY))
    return standing(alone, jokers, (0,) * len(jokers)).get(NOBODY, Fraction(0))
