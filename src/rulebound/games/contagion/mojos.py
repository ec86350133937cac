"""Mojo: the one power of each Survivor. Those that belong to a single moment live with it; here are those used before a test or at will."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from rulebound.games.contagion.deck import discard, words
from rulebound.games.contagion.gear import drop_excess
from rulebound.games.contagion.madness import cool_changed, erase_cgp, gain_cgp
from rulebound.games.contagion.people import Characteristic, Id, Mojo, Survivor, rank
from rulebound.games.contagion.state import Phase, T, mine, spoken
from rulebound.games.contagion.tokens import playing
from rulebound.kernel.cards import Card, is_joker, rank_of
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

POWERS = tuple(mojo for mojo in Mojo if mojo is not Mojo.NONE)
TOLD_BY = {
    Mojo.ADAPTABILITY: "contagion.mojo.adaptability_under_fire",
    Mojo.CHAMBER: "contagion.mojo.one_in_the_chamber",
    Mojo.STEEL: "contagion.mojo.balls_of_steel",
    Mojo.WILL: "contagion.mojo.by_will_alone",
    Mojo.CALMING: "contagion.mojo.calming_repose_of_death",
    Mojo.CARRIER: "contagion.mojo.carrier_immunity",
    Mojo.HARD_CORE: "contagion.mojo.effing_hard_core",
    Mojo.OUT_OF_HELL: "contagion.mojo.get_out_of_hell_free",
    Mojo.KUNG_FU: "contagion.mojo.my_kung_fu_is_better",
    Mojo.TOUGH: "contagion.mojo.one_tough_sumbitch",
    Mojo.NOT_APPEARING: "contagion.mojo.sir_not_appearing",
    Mojo.TIME_BOMB: "contagion.mojo.time_bomb",
    Mojo.REASON: "contagion.mojo.voice_of_reason",
}
NONE = "none"
PAIRS = tuple(f"{a} {b}" for a, b in combinations([c.value for c in Characteristic], 2))
ACTIVE = (Characteristic.KILL, Characteristic.SAVVY)
INSTEAD = {
    Mojo.STEEL: (Characteristic.COOL, TOLD_BY[Mojo.STEEL]),
    Mojo.WILL: (Characteristic.GRIT, TOLD_BY[Mojo.WILL]),
}


@cites("contagion.mojo.general", "contagion.mojo.joker", "contagion.create.mojo_draw")
def mojo_of(t: T, seat: SeatId, card: Card) -> Mojo:
    """The power of a card, 2 to A; on a joker the player picks."""
    return t.choose(seat, "mojo", POWERS) if is_joker(card) else POWERS[rank_of(card) - 2]


def has(who: object, mojo: Mojo) -> bool:
    return isinstance(who, Survivor) and who.mojo is mojo and who.alive


# ------------------------------------------------------------------------------------------------ before a test
def before_test(t: T, who: Survivor, skill: Characteristic) -> Characteristic:
    """What may be changed before cards are dealt: ranks swapped, or another Characteristic used instead."""
    adapt(t, who)
    return instead(t, who, skill)


@cites("contagion.mojo.adaptability_under_fire")
def adapt(t: T, who: Survivor) -> None:
    """For 1 CGP two current ranks change places for good; the maximums stay."""
    if not has(who, Mojo.ADAPTABILITY):
        return
    pair = t.choose(who.seat, "adapt", (NONE, *PAIRS), (who.id,), default=NONE)
    if pair == NONE:
        return
    gain_cgp(t, who, 1, "contagion.mojo.adaptability_under_fire")
    a, b = (Characteristic(name) for name in pair.split())
    first, second = rank(who, a), rank(who, b)
    setattr(who, a.value, second)
    setattr(who, b.value, first)
    t.say("adapts", "contagion.mojo.adaptability_under_fire", who=who.id, pair=pair)
    cool_changed(t, who)
    drop_excess(t, who)


@cites("contagion.mojo.balls_of_steel", "contagion.mojo.by_will_alone")
def instead(t: T, who: Survivor, skill: Characteristic) -> Characteristic:
    """Cool or Grit in place of Kill or Savvy, for 1 CGP."""
    if who.mojo not in INSTEAD or not who.alive or skill not in ACTIVE:
        return skill
    other, rule = INSTEAD[who.mojo]
    if not t.choose(who.seat, "instead", (False, True), (who.id, other, skill), default=False):
        return skill
    gain_cgp(t, who, 1, rule)
    t.say("instead", rule, who=who.id, skill=other.value)
    return other


# ------------------------------------------------------------------------------------------------ at will
@cites("contagion.mojo.sir_not_appearing")
def can_vanish(t: T, by: SeatId) -> Refusal | None:
    who = mine(t, by)
    rule = "contagion.mojo.sir_not_appearing"
    if who is None or not has(who, Mojo.NOT_APPEARING):
        return Refusal(rule, "That is not your Mojo.")
    if not who.here or t.state.phase is not Phase.SCENE:
        return Refusal(rule, "You are in no scene to vanish from.")
    return Refusal(rule, "You have played a card in this scene.", "It is too late to vanish.") if who.played else None


def how(*_: object) -> AnyText:
    """How it happens."""
    return AnyText(300)


@command(rules=("contagion.mojo.sir_not_appearing",), when=can_vanish, way=how)
def vanish(t: T, by: SeatId, way: str) -> None:
    """Vanish from the scene for 1 CGP, if you have played no card in it."""
    who = mine(t, by)
    assert who is not None
    way = spoken(way, "contagion.mojo.sir_not_appearing")
    t.state.told.append(way)
    leave(t, who, way)


@cites("contagion.mojo.sir_not_appearing")
def leave(t: T, who: Survivor, way: str) -> None:
    """Gone until the scene ends; a hand that was dealt is discarded."""
    gain_cgp(t, who, 1, "contagion.mojo.sir_not_appearing")
    who.present = False
    if t.state.showdown and who.id in t.state.showdown.hands:
        hand = t.state.showdown.hands[who.id]
        t.say("discards", "contagion.cards.public_discard", who=(who.id,), cards=words(hand.cards))
        discard(t, hand.cards)
        hand.cards, hand.out = [], True
    t.say("vanishes", "contagion.mojo.sir_not_appearing", who=who.id, way=way)


@cites("contagion.mojo.voice_of_reason")
def can_reason(t: T, by: SeatId) -> Refusal | None:
    who = mine(t, by)
    if who is None or not has(who, Mojo.REASON):
        return Refusal("contagion.mojo.voice_of_reason", "That is not your Mojo.")
    if refusal := playing(t, by):
        return refusal
    return None if troubled(t, by) else Refusal("contagion.mojo.voice_of_reason", "Nobody else has CGP to take.")


def troubled(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Another living Survivor with CGP."""
    return [s.id for s in t.state.survivors.values() if s.alive and s.seat != by and s.cgp]


def their_cgp(t: T, by: SeatId, who: Id, *_: object) -> range:
    """Points to take over."""
    return range(1, t.state.survivors[who].cgp + 1)


@command(rules=("contagion.mojo.voice_of_reason",), when=can_reason, who=troubled, points=their_cgp)
def reason(t: T, by: SeatId, who: Id, points: int) -> None:
    """Take CGP from somebody else's tally onto your own."""
    me = mine(t, by)
    assert me is not None
    erase_cgp(t, t.state.survivors[who], points, "contagion.mojo.voice_of_reason")
    gain_cgp(t, me, points, "contagion.mojo.voice_of_reason")
