"""Cannibal points and the five stages: how a mind slides, what pushes it, and what the Mad Half may do at each stage."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.contagion.deck import discard, words
from rulebound.games.contagion.people import LAST_STAGE, Id, Survivor
from rulebound.games.contagion.state import Hand, Phase, T, Vote, narrated, present, ruling, spoken
from rulebound.games.contagion.tokens import adversity, cic_only
from rulebound.games.contagion.variants import CgpThreshold
from rulebound.games.contagion.votes import begin_event, end_event, happened
from rulebound.kernel.cards import Deck, in_order
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

STAGES = ("The Calm", "The Brink", "The Descent", "The Shattering", "The Madness")
SNATCHES, DIRECTS, REPLACES = 3, 4, 5
"""The stages from which the Mad Half takes a card, decides how a Showdown is fought, and replaces an action."""


# ------------------------------------------------------------------------------------------------ the meter
@cites("contagion.cgp.threshold", "contagion.cgp.meter", "contagion.characteristic.cool", "contagion.cgp.example_cool_four")
def threshold(t: T, who: Survivor) -> int:
    return who.cool + (1 if t.variants.cgp_threshold is CgpThreshold.COOL_PLUS_1 else 0)


@cites("contagion.cgp.sources")
def gain_cgp(t: T, who: Survivor, amount: int, rule: str) -> None:
    """Points on the meter; the turned have none."""
    if amount <= 0 or who.turned or who.dead:
        return
    who.cgp += amount
    t.say("gains_cgp", rule, who=who.id, amount=amount, tally=who.cgp)
    overflow(t, who)


@cites("contagion.cgp.overflow")
def overflow(t: T, who: Survivor) -> None:
    """A stage for every whole threshold that the tally exceeds; at the last stage it stops there."""
    before, limit = who.stage, threshold(t, who)
    if who.cgp <= limit:
        return
    while who.cgp > limit and who.stage < LAST_STAGE:
        who.cgp -= limit
        who.stage += 1
    who.cgp = min(who.cgp, limit)
    if who.stage == before:
        t.say("full", "contagion.cgp.overflow", who=who.id, tally=who.cgp)
        return
    t.say("stage", "contagion.cgp.overflow", who=who.id, stage=who.stage, name=STAGES[who.stage - 1], tally=who.cgp)
    if who.stage == LAST_STAGE:
        happened(t, Vote.MADNESS, [who.id])


@cites("contagion.cgp.losing_cool")
def cool_changed(t: T, who: Survivor) -> None:
    """Once for each event, with the Cool left at its end; more Cool never lifts a stage."""
    if who.cgp > threshold(t, who) and not who.turned and not who.dead:
        t.say("cool_lost", "contagion.cgp.losing_cool", who=who.id, threshold=threshold(t, who))
        overflow(t, who)


@cites("contagion.cgp.reduce")
def erase_cgp(t: T, who: Survivor, amount: int, rule: str) -> int:
    """Never below 0 and never a stage; how many went."""
    gone = min(amount, who.cgp)
    if gone:
        who.cgp -= gone
        t.say("loses_cgp", rule, who=who.id, amount=gone, tally=who.cgp)
    return gone


# ------------------------------------------------------------------------------------------------ the Mad Half's powers
@cites("contagion.madness.stage_3_descent")
def snatch(t: T, who: Survivor, hand: Hand) -> None:
    """From the third stage the Mad Half may have one random card taken from the hand before the first is played."""
    if who.stage < SNATCHES or who.turned or who.mad_half is None or not hand.cards:
        return
    if not t.choose(who.mad_half, "snatch", (False, True), (who.id,), default=False):
        return
    narrated(t, who.mad_half, "snatch_how", (who.id,), "contagion.madness.stage_3_descent", "madness takes over for a moment")
    taken = t.draw(Deck(name="hand", cards=in_order(hand.cards)), 1, "snatch", hand.seat, (who.id,))
    hand.cards = [card for card in hand.cards if card not in taken]
    discard(t, taken)
    t.say("snatched", "contagion.madness.stage_3_descent", who=who.id, cards=words(taken))


@cites("contagion.madness.stage_4_shattering")
def direct(t: T, who: Survivor, hand: Hand) -> None:
    """From the fourth stage the Mad Half may decide how the Pawn goes about a Showdown, and with what intent."""
    if who.stage < DIRECTS or who.turned or who.mad_half is None:
        return
    if t.choose(who.mad_half, "direct", (False, True), (who.id, hand.action), default=False):
        hand.action = narrated(t, who.mad_half, "direct_how", (who.id,), "contagion.madness.stage_4_shattering", "goes at it raving")
        hand.harm = t.choose(who.mad_half, "direct_harm", (True, False), (who.id,), default=hand.harm)
        t.say("directed", "contagion.madness.stage_4_shattering", who=who.id, action=hand.action, harm=hand.harm)


@cites("contagion.madness.stage_5_madness")
def replace_target(t: T, who: Survivor, against: Id, options: Sequence[Id]) -> Id:
    """At the last stage the Mad Half may replace whatever the Pawn set out to do."""
    if who.stage < REPLACES or who.turned or who.mad_half is None:
        return against
    chosen = t.choose(who.mad_half, "replace", options, (who.id, against), default=against)
    if chosen != against:
        t.say("replaced", "contagion.madness.stage_5_madness", who=who.id, against=against, instead=chosen)
    return chosen


@cites("contagion.madness.stage_5_madness")
def replace_action(t: T, who: Survivor, what: str) -> str:
    """The same for what the Pawn tries unopposed."""
    if who.stage < REPLACES or who.turned or who.mad_half is None:
        return what
    if not t.choose(who.mad_half, "replace_action", (False, True), (who.id, what), default=False):
        return what
    instead = narrated(t, who.mad_half, "replace_how", (who.id,), "contagion.madness.stage_5_madness", "something else entirely")
    t.say("replaced_action", "contagion.madness.stage_5_madness", who=who.id, instead=instead)
    return instead


def stage_words(who: Survivor) -> str:
    return STAGES[who.stage - 1]


# ------------------------------------------------------------------------------------------------ panic
@cites("contagion.cic.panic_limit")
def can_panic(t: T, by: SeatId) -> Refusal | None:
    if refusal := cic_only(t, by):
        return refusal
    if t.state.phase is not Phase.SCENE:
        return Refusal("contagion.panic_button", "There is no scene to frighten anybody in.")
    if t.variants.panic_per_scene != "unlimited" and t.state.panics >= t.variants.panic_per_scene:
        return Refusal("contagion.cic.panic_limit", "The Panic Button has been pressed in this scene.", "Wait for the next one.")
    if t.state.adversity.value < 1:
        return Refusal("contagion.panic_button", "The Panic Button costs 1 Adversity.", "Without it, tell what you like: nobody gains CGP.")
    return None


def an_event(*_: object) -> AnyText:
    """The frightening event."""
    return AnyText(300)


@command(rules=("contagion.panic_button", "contagion.cic.panic_limit", "contagion.panic_button.examples"), when=can_panic, event=an_event)
def panic(t: T, by: SeatId, event: str) -> None:
    """Press the Panic Button: 1 Adversity, and everybody in the scene gains 1 CGP, or 2 if it touches their Psychotrigger."""
    event = spoken(event, "contagion.panic_button")
    adversity(t, -1, "panic", "contagion.panic_button")
    t.state.panics += 1
    t.state.told.append(event)
    t.say("panic", "contagion.panic_button", event=event)
    begin_event(t)
    for who in present(t):
        touches = ruling(t, "touches_trigger", (False, True), touched(event, who), (who.id, event))
        gain_cgp(t, who, 2 if touches else 1, "contagion.panic_button")
    end_event(t)


def touched(event: str, who: Survivor) -> bool:
    """An event that is tagged with somebody (`[jian] the lights go out`) or that names their Psychotrigger touches them."""
    trigger = who.psychotrigger.lower()
    return f"[{who.id}]" in event or (bool(trigger) and trigger in event.lower())
