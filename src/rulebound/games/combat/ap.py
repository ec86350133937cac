"""Action Points: what they are, how they come back, what they pay for, and Actions held back for later."""

from __future__ import annotations

from rulebound.games.combat.harm import take_effect
from rulebound.games.combat.state import Fighter, Id, Phase, T, audience, current, halve
from rulebound.games.combat.variants import DamageTiming, HeldExpiry
from rulebound.kernel.citing import cites
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import GM, SeatId


@cites("combat.ap.max", "combat.table.derived_by_rank")
def max_ap(t: T, who: Fighter) -> int:
    """A / 2, and never less than 1."""
    return max(1, halve(t, who.a))


@cites("combat.ap.refill")
def refill(t: T, who: Fighter) -> None:
    """To the maximum, at the start of one's own turn; what was left over adds nothing."""
    who.ap = max_ap(t, who)
    if who.held:
        lapse(t, who)


@cites("combat.ap.hold")
def lapse(t: T, who: Fighter) -> None:
    """An unused held Action is lost; where it may be kept, its AP does not come back."""
    keeps = t.variants.held_action_expiry is HeldExpiry.KEEP and t.choose(who.seat, "keep_held", (True, False), (who.id,))
    if keeps:
        who.ap -= 1
        return
    who.held = None
    t.say("held_lost", "combat.ap.hold", to=audience(t, who), who=who.id)


@cites("combat.ap.off_turn")
def on_turn(t: T, by: SeatId) -> Refusal | None:
    """Only whoever's turn it is may act; the game master may for anybody."""
    if t.state.phase is not Phase.FIGHT:
        return Refusal("combat.round.state", f"There is no fight now: it is {t.state.phase.value}.", "Begin one.")
    who = current(t)
    if who is None:
        return Refusal("combat.round.next_turn", "Nobody has the turn.", "Somebody must be named.")
    if by not in (who.seat, GM):
        whose = who.name if seat_knows(t, by, who) else "somebody else"
        return Refusal("combat.ap.off_turn", f"It is {whose}'s turn.", "Until yours you can only Defend, or use an Action you held.")
    return None


def acting(t: T) -> Fighter:
    """Whose turn it is, once `on_turn` has said yes."""
    who = current(t)
    assert who is not None
    return who


@cites("combat.ap.default_cost", "combat.table.ap_costs")
def spend(t: T, who: Fighter, cost: int = 1) -> None:
    """Every Action costs 1 AP unless noted."""
    if who.ran:
        raise refuse("combat.move.run", f"{who.name} is running and does nothing else this turn.", "End the turn.")
    if who.ap < cost:
        raise refuse("combat.ap.default_cost", f"{who.name} has {who.ap} AP and this costs {cost}.", "End the turn.")
    who.ap -= cost
    who.acted = True
    if t.variants.damage_timing is DamageTiming.IMMEDIATE:
        t.later(take_effect)


@cites("combat.ap.default_cost")
def can_pay(t: T, by: SeatId) -> Refusal | None:
    """On turn, with at least 1 AP, and not running."""
    if refusal := on_turn(t, by):
        return refusal
    who = acting(t)
    if who.ran:
        return Refusal("combat.move.run", f"{who.name} is running and does nothing else this turn.", "End the turn.")
    if who.ap < 1:
        return Refusal("combat.ap.default_cost", f"{who.name} has no AP left.", "End the turn.")
    return None


def others(t: T, by: SeatId, *_: object) -> list[Id]:
    """Any other fighter you know of who is still alive."""
    me = acting(t)
    known = [f for f in t.state.fighters.values() if f.id != me.id and not f.dead and known_to(t, me.side, f)]
    return [f.id for f in known if f.side != me.side] + [f.id for f in known if f.side == me.side]  # enemies are offered first


def sides_of(t: T, seat: SeatId) -> list[str]:
    """The sides a seat plays on."""
    return list(dict.fromkeys(f.side for f in t.state.fighters.values() if f.seat == seat))


def seat_knows(t: T, seat: SeatId, who: Fighter) -> bool:
    """The game master knows everybody; a seat knows its own side and whoever does not hide."""
    return not who.hidden or seat == GM or who.side in sides_of(t, seat)


@cites("combat.secrets.summary")
def known_to(t: T, side: str, who: Fighter) -> bool:
    """A fighter of whom the other side is unaware is not there for it."""
    return not who.hidden or who.side == side
