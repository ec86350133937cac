"""Quickies: draw as many cards as the Characteristic and look for faces and aces."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from rulebound.games.contagion.allies import get_help
from rulebound.games.contagion.deck import WORTH, discard, draw, drawable, highest, words
from rulebound.games.contagion.gear import use_gear
from rulebound.games.contagion.madness import replace_action
from rulebound.games.contagion.mojos import before_test
from rulebound.games.contagion.negotiation import negotiate
from rulebound.games.contagion.people import CHARACTERISTICS, Ally, Characteristic, Id, Survivor, rank
from rulebound.games.contagion.state import Phase, T, mine, narrated, ruling, spoken
from rulebound.games.contagion.tokens import cic_only
from rulebound.kernel.cards import Card, is_joker, rank_of
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import GM, SeatId


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


@cites(
    "contagion.quickie.draw", "contagion.quickie.bonus_cards", "contagion.characteristic.rank_zero", "contagion.quickie.example_scrounge",
    "contagion.ally.example_norm",
)  # fmt: skip
def quickie(
    t: T, who: Survivor, skill: Characteristic, purpose: str, difficulty: Difficulty = Difficulty.NORMAL, plus: int = 0,
    without: tuple[Id, ...] = (),
) -> Drawn:  # fmt: skip
    """Gear is declared first, then all cards are drawn openly, then more may be negotiated one at a time."""
    from rulebound.games.contagion.juice import after_use  # a Juice check is a Quickie, and a Quickie uses Juice

    skill = before_test(t, who, skill)
    cards = t.state.drawn

    def take(count: int, reason: str) -> int:
        came = draw(t, count, "quickie", who.seat, (who.id, purpose, reason))
        cards.extend(came)
        return len(came)

    base = max(0, rank(who, skill) + plus)
    bonus: list[tuple[int, str]] = []
    there = max(0, drawable(t) - base)

    def later(count: int, reason: str) -> int:
        """Gear is declared before any card is seen, so its cards come with the others, as far as there will be any."""
        nonlocal there
        bonus.append((count, reason))
        will_come = min(count, there)
        there -= will_come
        return will_come

    used = use_gear(t, who, who.seat, later, without)
    if t.state.allies:
        get_help(t, who, skill, later)
    if base:
        take(base, skill)
    for count, reason in bonus:
        take(count, reason)
    negotiate(t, who, purpose, lambda: take(1, "Negotiation") > 0)
    who.played = who.played or bool(cards)
    done = Drawn(tuple(cards), successes(cards, difficulty))
    discard(t, cards)
    t.state.drawn = []
    t.say("quickie", "contagion.quickie.draw", who=who.id, purpose=purpose, cards=words(done.cards), successes=done.successes)
    used_up = [item for id in used.activated if (item := who.gear.get(id)) and item.juice]
    for item in used_up:
        after_use(t, who, item, highest(done.cards))
    return done


@cites("contagion.quickie.draw")
def plain_quickie(t: T, seat: SeatId, who: str, count: int, purpose: str) -> Drawn:
    """Cards for somebody who has nothing but a number of them: a Threat, or an Ally alone."""
    cards = draw(t, count, "quickie", seat, (who, purpose, "rank"))
    discard(t, cards)
    t.say("quickie", "contagion.quickie.draw", who=who, purpose=purpose, cards=words(cards), successes=successes(cards))
    return Drawn(tuple(cards), successes(cards))


# ------------------------------------------------------------------------------------------------ the command
class Answer(StrEnum):
    QUICKIE = "quickie"
    YES = "yes, just like that"
    NO = "no, not at all"


def can_try(t: T, by: SeatId) -> Refusal | None:
    who = mine(t, by)
    if t.state.phase is not Phase.SCENE:
        return Refusal("contagion.quickie.trigger", "There is no scene now.")
    if who is None or not who.here:
        return Refusal("contagion.quickie.trigger", "You have nobody in the scene.")
    if who.misses:
        return Refusal("contagion.madness.stage_2_brink", f"{who.name} is beside themselves and misses this action.")
    return None


def what_for(*_: object) -> AnyText:
    """What is tried."""
    return AnyText(300)


def straight(*_: object) -> Sequence[bool]:
    """Whether it is direct action (Kill) rather than wits (Savvy)."""
    return (False, True)


@command(
    rules=("contagion.quickie.trigger", "contagion.session.quickie_or_showdown", "contagion.session.cic_default_truth"), when=can_try,
    what=what_for, direct=straight,
)  # fmt: skip
def attempt(t: T, by: SeatId, what: str, direct: bool = False) -> None:
    """Try something that nobody opposes: a Quickie, unless the CiC simply says yes or no."""
    who = mine(t, by)
    assert who is not None
    what = spoken(what, "contagion.quickie.trigger")
    has_requisite(t, who)
    what = replace_action(t, who, what)
    t.say("tries", "contagion.quickie.trigger", who=who.id, what=what)
    answer = ruling(t, "answer", tuple(Answer), Answer.QUICKIE, (who.id, what))
    if answer is not Answer.QUICKIE:
        t.say("cic_says", "contagion.session.quickie_or_showdown", answer=answer.value)
        return
    skill = named_skill(t, who.id, direct)
    result = quickie(t, who, skill, what, named_difficulty(t, what))
    outcome(t, by, who.id, result)


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


@cites("contagion.quickie.narration", "contagion.quickie.degree", "contagion.session.cic_default_truth")
def outcome(t: T, by: SeatId, who: str, result: Drawn) -> None:
    """Success or failure, told by the CiC or by the player it is handed to."""
    won = result.successes > 0
    t.say("succeeds" if won else "fails", "contagion.quickie.draw", who=who, successes=result.successes)
    teller = by if ruling(t, "teller", (True, False), True, (who,)) else GM
    about = (who, "success" if won else "failure")
    line = narrated(t, teller, "tell_result", about, "contagion.quickie.narration", "so it goes", quiet=True)
    if t.variants.narration:
        t.say("told", "contagion.quickie.narration", who="The CiC" if teller == GM else who, line=line)


@cites("contagion.gear.requisite")
def has_requisite(t: T, who: Survivor) -> None:
    if t.state.required and not any(item.name.lower() == t.state.required.lower() for item in who.gear.values()):
        raise refuse("contagion.gear.requisite", f"That needs {t.state.required}.", "Find it first.")


@command(rules=("contagion.gear.requisite",), when=cic_only, item=what_for)
def require(t: T, by: SeatId, item: str) -> None:
    """Make an item a condition for what is tried in this scene; nothing lifts it again."""
    t.state.required = item
    t.say("requires", "contagion.gear.requisite", item=item or "nothing")


# ------------------------------------------------------------------------------------------------ Allies alone
def own_allies(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A living Ally that goes with your Survivor; the CiC may send any."""
    me = mine(t, by)
    return [a.id for a in t.state.allies.values() if not a.dead and (by == GM or (me and a.friend == me.id))]


def can_send(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is not Phase.SCENE:
        return Refusal("contagion.ally.solo", "There is no scene now.")
    return None if own_allies(t, by) else Refusal("contagion.ally.solo", "No Ally goes with you.")


@command(rules=("contagion.ally.solo",), when=can_send, ally=own_allies, what=what_for)
def send_ally(t: T, by: SeatId, ally: Id, what: str) -> None:
    """Let an Ally try something alone: a Quickie with its rank in cards."""
    them: Ally = t.state.allies[ally]
    what = spoken(what, "contagion.ally.solo")
    t.say("tries", "contagion.ally.solo", who=ally, what=what)
    outcome(t, by, ally, plain_quickie(t, by, ally, them.rank, what))
