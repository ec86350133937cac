"""Survival tokens: where they come from, what takes them, and the Survival Pool everybody may draw on."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.contagion.deck import STRENGTH, discard, draw
from rulebound.games.contagion.people import Id, Survivor
from rulebound.games.contagion.state import Phase, T, living, mine
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import GM, SeatId

MOST_AWARDED = 20


@cites("contagion.token.stash", "contagion.token.gain_table")
def gain(t: T, who: Survivor, amount: int, rule: str) -> None:
    """Into the personal stash, which has no limit."""
    if amount:
        who.tokens += amount
        t.say("gains_tokens", rule, who=who.id, amount=amount, total=who.tokens)


@cites("contagion.cic.adversity.pool", "contagion.cic.adversity.known_uses")
def adversity(t: T, amount: int, reason: str, rule: str) -> None:
    """The CiC's tokens, more or fewer, for all to see."""
    if amount:
        t.state.adversity.change(amount, GM, reason, rule)
        t.say("adversity", rule, amount=amount, total=t.state.adversity.value, reason=reason)


def lose(t: T, who: Survivor, rule: str) -> int:
    """The whole stash; how much it was."""
    stash, who.tokens = who.tokens, 0
    if stash:
        t.say("loses_tokens", rule, who=who.id, amount=stash)
    return stash


@cites("contagion.pool.state")
def from_pool(t: T, who: Survivor) -> int:
    """What this Survivor may take from the Survival Pool: all of it, without asking, while alive and not turned."""
    free = t.state.claim in (None, who.seat) or not any(s.alive and s.seat == t.state.claim for s in t.state.survivors.values())
    return t.state.pool.value if who.alive and free else 0


def affords(t: T, who: Survivor, price: int) -> bool:
    return who.tokens >= price or who.tokens + from_pool(t, who) >= price


@cites("contagion.pool.state", "contagion.token.stash")
def pay(t: T, who: Survivor, price: int, rule: str) -> None:
    """From the stash, from the pool, or from both as the player likes."""
    if price <= 0:
        return
    if not affords(t, who, price):
        raise refuse(rule, f"{who.name} has {who.tokens} tokens and the pool {from_pool(t, who)}.", f"It costs {price}.")
    shared = from_pool(t, who)
    taken = t.number(who.seat, "from_pool", max(0, price - who.tokens), min(price, shared), (who.id, str(price)))
    if taken:
        t.state.pool.change(-taken, who.seat, "spent", rule)
        t.state.claim = None
        t.say("takes_from_pool", "contagion.pool.state", who=who.id, amount=taken, left=t.state.pool.value)
    who.tokens -= price - taken
    t.say("pays", rule, who=who.id, amount=price, left=who.tokens)


# ------------------------------------------------------------------------------------------------ the pool
@cites("contagion.pool.income")
def pool_income(t: T) -> None:
    """At the end of a scene: 1 for each living Survivor and each living Ally."""
    allies = sum(1 for ally in t.state.allies.values() if not ally.dead)
    came = t.state.pool.change(len(living(t)) + allies, GM, "scene ends", "contagion.pool.income")
    t.say("pool_grows", "contagion.pool.income", amount=came, total=t.state.pool.value)


def playing(t: T, by: SeatId) -> Refusal | None:
    who = mine(t, by)
    if who is None or not who.alive:
        return Refusal("contagion.session.roles", "Only a player with a living Survivor may do that.")
    if t.state.phase not in (Phase.SCENE, Phase.BREAK):
        return Refusal("contagion.session.flow", "The game is not under way.")
    return None


@cites("contagion.pool.donate")
def can_donate(t: T, by: SeatId) -> Refusal | None:
    who = mine(t, by)
    if refusal := playing(t, by):
        return refusal
    if who is None or who.tokens < 2:
        return Refusal("contagion.pool.donate", "A token for the pool costs 2 of your own.", "Save some first.")
    return None


def donations(t: T, by: SeatId, *_: object) -> range:
    """Tokens the pool gains; each costs 2 of your own."""
    who = mine(t, by)
    return range(1, who.tokens // 2 + 1) if who else range(0)


@command(rules=("contagion.pool.donate",), when=can_donate, amount=donations)
def donate(t: T, by: SeatId, amount: int) -> None:
    """Pay 2 tokens of your own for each that the Survival Pool gains."""
    who = mine(t, by)
    assert who is not None
    who.tokens -= 2 * amount
    t.state.pool.change(amount, by, "donated", "contagion.pool.donate")
    t.say("donates", "contagion.pool.donate", who=who.id, amount=amount, paid=2 * amount, left=who.tokens, total=t.state.pool.value)


@cites("contagion.pool.contested")
def can_contest(t: T, by: SeatId) -> Refusal | None:
    if refusal := playing(t, by):
        return refusal
    if not t.state.pool.value:
        return Refusal("contagion.pool.contested", "The Survival Pool is empty.")
    return None


def rivals(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Another living Survivor who wants the same tokens."""
    return [s.id for s in living(t) if s.seat != by]


@command(rules=("contagion.pool.contested",), when=can_contest, rival=rivals)
def draw_off(t: T, by: SeatId, rival: Id) -> None:
    """Draw off against a rival for the pool: one card each, and whoever draws higher has first claim on it."""
    me, other = mine(t, by), t.state.survivors[rival]
    assert me is not None
    drawn = []
    for who in (me, other):
        cards = draw(t, 1, "draw_off", who.seat, (who.id,))
        discard(t, cards)
        drawn.append((STRENGTH[cards[0]] if cards else 0, who))
    best = drawn[0][1] if drawn[0][0] >= drawn[1][0] else drawn[1][1]
    t.state.claim = best.seat
    t.say("claims", "contagion.pool.contested", who=best.id)


# ------------------------------------------------------------------------------------------------ what the CiC gives
def cic_only(t: T, by: SeatId) -> Refusal | None:
    return None if by == GM else Refusal("table.gm_only", "Only the CiC may do that.", "Ask them.")


def anybody_alive(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Any living Survivor."""
    return [s.id for s in t.state.survivors.values() if s.alive]


def an_award(*_: object) -> range:
    """Tokens."""
    return range(1, MOST_AWARDED + 1)


@command(rules=("contagion.token.cic_award",), when=cic_only, who=anybody_alive, amount=an_award)
def award(t: T, by: SeatId, who: Id, amount: int) -> None:
    """Give tokens for a scene idea, an objective or impressive play."""
    gain(t, t.state.survivors[who], amount, "contagion.token.cic_award")
