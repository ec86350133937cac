"""Quickies: draw as many cards as the Characteristic, look for faces and aces. A whole one, with what Gear uses up, is `juice.quickie`."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from rulebound.games.contagion.allies import get_help
from rulebound.games.contagion.deck import WORTH, discard, draw, drawable
from rulebound.games.contagion.gear import Used, use_gear
from rulebound.games.contagion.negotiation import negotiate
from rulebound.games.contagion.people import CHARACTERISTICS, Characteristic, Id, Survivor, rank
from rulebound.games.contagion.state import T, ruling
from rulebound.kernel.cards import Card, is_joker, rank_of
from rulebound.kernel.citing import cites
from rulebound.kernel.seats import SeatId


class Difficulty(StrEnum):
    NORMAL = "normal"
    ROYAL_PAIN = "royal pain"
    LONGSHOT = "longshot"


NEEDED = {Difficulty.ROYAL_PAIN: (12, 13), Difficulty.LONGSHOT: (14,)}
"""Queens and kings, or aces."""


class Drawn(msgspec.Struct, frozen=True):
    """What came of a Quickie."""

    cards: tuple[Card, ...]
    successes: int


@cites(
    "contagion.quickie.degree", "contagion.quickie.difficulty_royal_pain", "contagion.quickie.difficulty_longshot",
    "contagion.cards.faces_and_aces",
)  # fmt: skip
def successes(cards: Sequence[Card], difficulty: Difficulty = Difficulty.NORMAL) -> int:
    """Success cards; a joker is wild and counts as two whatever is needed."""
    if difficulty is Difficulty.NORMAL:
        return sum(map(WORTH.__getitem__, cards))
    return sum(2 if is_joker(card) else rank_of(card) in NEEDED[difficulty] for card in cards)


@cites("contagion.quickie.draw", "contagion.quickie.bonus_cards", "contagion.characteristic.rank_zero", "contagion.ally.example_norm")
def draw_cards(t: T, who: Survivor, skill: Characteristic, purpose: str, plus: int, without: tuple[Id, ...]) -> Used:
    """Gear and help are declared first, then all cards are drawn openly, then more may be negotiated one at a time."""
    wanted = max(0, rank(who, skill) + plus)

    def with_the_others(count: int, reason: str) -> int:
        """Declared before any card is seen: it comes with the rest, as far as there will be any."""
        nonlocal wanted
        will_come = max(0, min(count, drawable(t) - wanted))
        wanted += count
        return will_come

    def one_more() -> bool:
        came = draw(t, 1, "quickie", who.seat, (who.id, purpose, "Negotiation"))
        t.state.drawn += came
        return bool(came)

    used = use_gear(t, who, who.seat, with_the_others, without)
    if t.state.allies:
        get_help(t, who, skill, with_the_others)
    t.state.drawn += draw(t, wanted, "quickie", who.seat, (who.id, purpose, skill))
    negotiate(t, who, purpose, one_more)
    return used


@cites("contagion.quickie.draw", "contagion.quickie.degree")
def count_up(t: T, who: Survivor, purpose: str, difficulty: Difficulty) -> Drawn:
    """What lies open is counted and cleared away."""
    cards, t.state.drawn = t.state.drawn, []
    who.played = who.played or bool(cards)
    discard(t, cards)
    done = Drawn(tuple(cards), successes(cards, difficulty))
    t.say("quickie", "contagion.quickie.draw", who=who.id, purpose=purpose, successes=done.successes)
    return done


@cites("contagion.quickie.draw")
def plain_quickie(
    t: T, seat: SeatId, who: str, count: int, purpose: str, difficulty: Difficulty = Difficulty.NORMAL
) -> Drawn:  # fmt: skip
    """Cards for somebody who has nothing but a number of them: a Threat, or an Ally alone."""
    cards = draw(t, count, "quickie", seat, (who, purpose, "rank"))
    discard(t, cards)
    done = Drawn(tuple(cards), successes(cards, difficulty))
    t.say("quickie", "contagion.quickie.draw", who=who, purpose=purpose, successes=done.successes)
    return done


# ------------------------------------------------------------------------------------------------ what the CiC names
@cites("contagion.characteristic.kill", "contagion.characteristic.savvy")
def named_skill(t: T, who: str, direct: bool) -> Characteristic:
    """The CiC names it; Kill for direct action, else Savvy."""
    default = Characteristic.KILL if direct else Characteristic.SAVVY
    return ruling(t, "skill", CHARACTERISTICS, default, (who,))


@cites("contagion.quickie.difficulty_royal_pain", "contagion.quickie.difficulty_longshot", "contagion.quickie.example_difficulties")
def named_difficulty(t: T, what: str) -> Difficulty:
    if not t.variants.quickie_difficulty:
        return Difficulty.NORMAL
    return ruling(t, "difficulty", tuple(Difficulty), Difficulty.NORMAL, (what,))
