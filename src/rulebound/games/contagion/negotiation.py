"""Negotiation: cards from one's own Mad Half, for points on the meter and a price to be played out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from rulebound.games.contagion.content import demand
from rulebound.games.contagion.cycle import go_on
from rulebound.games.contagion.deck import drawable
from rulebound.games.contagion.madness import gain_cgp
from rulebound.games.contagion.people import LAST_STAGE, Price, Survivor
from rulebound.games.contagion.state import T, mine
from rulebound.games.contagion.variants import PriceVisibility
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.entries import EVERYONE
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId

MOST_HAGGLING = 3
MOST_MISSED = 2


class Reply(StrEnum):
    ACCEPT = "accept"
    HAGGLE = "haggle"
    LEAVE = "leave"


REPLIES = tuple(Reply)


@cites("contagion.negotiation.stage5_ban", "contagion.showdown.step5_negotiation")
def may_negotiate(t: T, who: Survivor) -> bool:
    """Not at the last stage, not when turned, and not when no card is left to be had."""
    return who.alive and who.stage < LAST_STAGE and who.mad_half is not None and drawable(t) > 0


@cites("contagion.negotiation.ask", "contagion.negotiation.first_free")
def negotiate(t: T, who: Survivor, purpose: str, take: Callable[[], bool], cgp_each: int = 1) -> int:
    """Ask the Mad Half for cards; how many were drawn. `take` draws one and says whether there was one."""
    if not may_negotiate(t, who) or not t.choose(who.seat, "negotiate", (False, True), (who.id, purpose), default=False):
        return 0
    free, who.free_card = who.free_card, False
    allowed, price, missed = haggle(t, who, purpose, 1 if free else 0)
    drawn = draw_cards(t, who, allowed, free, take, cgp_each)
    if drawn > (1 if free else 0) and price:
        owe(t, who, price, missed)
    return drawn


@cites("contagion.negotiation.ask")
def haggle(t: T, who: Survivor, purpose: str, least: int) -> tuple[int, str, int]:
    """How many cards, for what demand, and how many actions lost. The free card cannot be refused."""
    assert who.mad_half is not None
    for _ in range(MOST_HAGGLING):
        allowed = t.number(who.mad_half, "allow", least, drawable(t), (who.id, purpose), default=max(least, 1))
        if allowed <= least:
            t.say("allows", "contagion.negotiation.ask", who=who.id, allowed=allowed)
            return allowed, "", 0
        price, missed = demanded(t, who)
        audience = price_audience(t, who, who.mad_half)
        t.say("offers", "contagion.negotiation.ask", to=audience, who=who.id, allowed=allowed, price=price)
        reply = t.choose(who.seat, "offer", REPLIES, (str(allowed), price, str(missed)), default=Reply.ACCEPT)
        if reply is Reply.ACCEPT:
            t.say("allows", "contagion.negotiation.ask", who=who.id, allowed=allowed)
            return allowed, price, missed
        if reply is Reply.LEAVE:
            break
    t.say("walks_away", "contagion.negotiation.ask", who=who.id)
    return least, "", 0


@cites("contagion.negotiation.prices", "contagion.madness.stage_1_calm", "contagion.madness.stage_2_brink")
def demanded(t: T, who: Survivor) -> tuple[str, int]:
    """What the Mad Half wants for it; from the second stage it may cost a couple of actions."""
    assert who.mad_half is not None
    price = demand(who)
    if t.variants.narration:
        price = t.text(who.mad_half, "price", (who.id, who.psychotrigger), 300, price).strip()
        if not price:
            raise refuse("contagion.negotiation.prices", "A price has to be named.", "Say what the Pawn must do.")
    missed = t.number(who.mad_half, "missed", 0, MOST_MISSED, (who.id,)) if who.stage > 1 else 0
    return price, missed


@cites("contagion.negotiation.draws", "contagion.negotiation.prices")
def draw_cards(t: T, who: Survivor, allowed: int, free: bool, take: Callable[[], bool], cgp_each: int) -> int:
    """One at a time, and one may stop; each costs its CGP. Reaching Stage 5 ends it."""
    drawn = 0
    while drawn < allowed:
        if drawn and not t.choose(who.seat, "another", (True, False), (who.id, str(allowed - drawn)), default=False):
            break
        if not take():
            break
        drawn += 1
        if free and drawn == 1:
            t.say("free_card", "contagion.negotiation.first_free", who=who.id)
        else:
            gain_cgp(t, who, cgp_each, "contagion.negotiation.prices")
        if who.stage == LAST_STAGE and t.variants.stage5_cuts_allowance:
            break
    return drawn


# ------------------------------------------------------------------------------------------------ prices
def price_audience(t: T, who: Survivor, mad_half: SeatId) -> tuple[SeatId, ...]:
    return EVERYONE if t.variants.price_visibility is PriceVisibility.PUBLIC else (who.seat, mad_half)


@cites("contagion.negotiation.pay_after", "contagion.madness.stage_2_brink")
def owe(t: T, who: Survivor, price: str, missed: int) -> None:
    """It is due before the scene closes."""
    assert who.mad_half is not None
    who.owes.append(Price(demand=price, mad_half=who.mad_half))
    t.say("owes", "contagion.negotiation.pay_after", to=price_audience(t, who, who.mad_half), who=who.id, price=price)
    if missed:
        who.misses += missed
        t.say("misses", "contagion.madness.stage_2_brink", who=who.id, missed=missed)
        t.later(go_on)


def in_debt(t: T, by: SeatId) -> Refusal | None:
    who = mine(t, by)
    if who is None or not who.owes:
        return Refusal("contagion.negotiation.pay_after", "You owe your Mad Half nothing.")
    return None


def debts(t: T, by: SeatId, *_: object) -> Sequence[int]:
    """Which price, counted from 1."""
    who = mine(t, by)
    return range(1, len(who.owes) + 1) if who else range(0)


def how_paid(*_: object) -> AnyText:
    """How it is played out, or how it is tried where it cannot be."""
    return AnyText(300)


@command(rules=("contagion.negotiation.pay_after", "contagion.negotiation.cannot_pay"), when=in_debt, price=debts, how=how_paid)
def pay_price(t: T, by: SeatId, price: int, how: str) -> None:
    """Play out a price you owe, or narrate in its spirit why it cannot be; either settles it."""
    who = mine(t, by)
    assert who is not None
    settle_price(t, who, price - 1, how)


@cites("contagion.negotiation.cannot_pay", "contagion.negotiation.prices", "contagion.negotiation.example_cannot_pay")
def settle_price(t: T, who: Survivor, place: int, how: str) -> None:
    """Paid is paid, and from then on everybody knows the price. There is no penalty for what could only be tried."""
    if not how.strip():
        raise refuse("contagion.negotiation.pay_after", "It has to be played out.", "Say how; an honest try will do.")
    price = who.owes.pop(place)
    t.state.told.append(how)
    t.say("price_paid", "contagion.negotiation.pay_after", who=who.id, price=price.demand, how=how)
