"""Momentum: made by good tests, spent in the same turn, saved for the group at a price."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.people import INERT, Character
from rulebound.games.infinity.state import Phase, T, seen_by
from rulebound.games.infinity.turns import Turn
from rulebound.games.infinity.variants import BankPrice, InfinityVariants
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import GM, SeatId

MOST_AT_ONCE = 100


@cites("infinity.momentum.group_pool")
def pool_cap(variants: InfinityVariants, players: int) -> int | None:
    """Six, however many play."""
    match variants.momentum_cap:
        case "none":
            return None
        case "number_of_players":
            return players
        case cap:
            return cap


@cites("infinity.momentum.basic", "infinity.momentum.bonus", "infinity.momentum.spend")
def earn(t: T, who: Character, points: int) -> None:
    """Momentum of a passed test, to be spent before the turn is over."""
    who.turn.passed, who.turn.bought = True, []
    who.momentum += points
    if points:
        t.say("momentum", "infinity.momentum.basic", to=seen_by(t, who), who=who.id, points=points, now=who.momentum)


@cites("infinity.momentum.spend")
def spend(t: T, who: Character, points: int, rule: str) -> None:
    """Own Momentum first, then the group's where that is allowed; never what is not there."""
    short = points - who.momentum
    if short > 0:
        take_from_group(t, who, short, rule)
    who.momentum -= points


@cites("infinity.momentum.group_spend", "infinity.momentum.bank_exclusive")
def take_from_group(t: T, who: Character, points: int, rule: str) -> None:
    if refusal := no_taking(t, who):
        raise refuse(refusal.rule, refusal.reason, refusal.instead)
    t.state.momentum.change(-points, who.seat, "taken from the group", "infinity.momentum.group_spend")
    who.turn.took = True
    who.momentum += points
    t.say("takes_momentum", "infinity.momentum.group_spend", who=who.id, points=points, left=t.state.momentum.value)


@cites("infinity.momentum.group_spend", "infinity.momentum.bank_exclusive", "infinity.momentum.group_pool")
def no_taking(t: T, who: Character) -> Refusal | None:
    """Why somebody may not draw on the group pool now."""
    if not who.hero:
        return Refusal("infinity.momentum.group_pool", "The pool is the players'.", "NPCs use Heat.")
    if who.turn.banked:
        return Refusal("infinity.momentum.bank_exclusive", f"{who.name} has saved Momentum this turn.", "Take some in another turn.")
    if not who.turn.passed:
        return Refusal("infinity.momentum.group_spend", "Momentum is spent on a test that was passed.", "Pass one first.")
    if t.state.current != who.id and t.state.phase is Phase.ACTION and not t.variants.pool_on_reactions:
        return Refusal("infinity.momentum.group_spend", "The pool is for one's own turn.", "Wait for it.")
    return None


def within_means(t: T, who: Character) -> int:
    """How much Momentum could be spent now, the group's included."""
    return who.momentum + (0 if no_taking(t, who) else t.state.momentum.value)


# ------------------------------------------------------------------------------------------------ saving
def mine(t: T, by: SeatId) -> list[Character]:
    """The people a seat may speak for."""
    return [p for p in t.state.people.values() if by in (p.seat, GM) and p.thing not in INERT]


@cites("infinity.momentum.bank", "infinity.momentum.bank_exclusive", "infinity.momentum.npc")
def no_saving(t: T, who: Character) -> Refusal | None:
    if not who.hero:
        return Refusal("infinity.momentum.npc", "NPCs save no Momentum.", "What is left becomes Heat.")
    if who.turn.took:
        return Refusal("infinity.momentum.bank_exclusive", f"{who.name} has taken Momentum this turn.", "Save some in another turn.")
    if who.turn.banked:
        return Refusal("infinity.momentum.bank", f"{who.name} has saved Momentum this turn.", "Once a turn is all.")
    if who.momentum < 2:
        return Refusal("infinity.momentum.bank", f"{who.name} has {who.momentum} Momentum to spare.", "It takes two or more.")
    return None


def can_save(t: T, by: SeatId) -> Refusal | None:
    refusals = [no_saving(t, who) for who in mine(t, by)]
    if None in refusals:
        return None
    return refusals[0] if refusals else Refusal("infinity.momentum.bank", "You play nobody.", "Sit down at a player's seat.")


def savers(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Somebody of yours with two or more Momentum to spare."""
    return [who.id for who in mine(t, by) if no_saving(t, who) is None]


def to_save(t: T, by: SeatId, who: str) -> range:
    """How much Momentum is given up, the price included."""
    return range(2, t.state.people[who].momentum + 1)


@command(rules=("infinity.momentum.bank", "infinity.momentum.bank_exclusive"), when=can_save, who=savers, points=to_save)
def save_momentum(t: T, by: SeatId, who: str, points: int) -> None:
    """Save Momentum for the group: one point is the price, what does not fit is lost."""
    me = t.state.people[who]
    me.momentum -= points
    me.turn.banked = True
    added = t.state.momentum.change(kept(t, points), by, "saved", "infinity.momentum.bank", clip=True)
    t.say("saves_momentum", "infinity.momentum.bank", who=who, points=points, added=added, now=t.state.momentum.value)


@cites("infinity.momentum.bank")
def kept(t: T, points: int) -> int:
    """What is left of saved Momentum after the price."""
    match t.variants.momentum_bank_price:
        case BankPrice.PER_BANKING:
            return points - 1
        case BankPrice.FREE:
            return points
        case BankPrice.PER_POINT:
            return points // 2


# ------------------------------------------------------------------------------------------------ spending in words
def spenders(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Somebody of yours who has passed a test and has Momentum at hand."""
    return [who.id for who in mine(t, by) if who.turn.passed and within_means(t, who)]


def can_spend(t: T, by: SeatId) -> Refusal | None:
    if spenders(t, by):
        return None
    return Refusal("infinity.momentum.spend", "Nobody of yours has passed a test and has Momentum.", "Pass a test first.")


def to_spend(t: T, by: SeatId, who: str) -> range:
    """How many points, the group's included where they may be taken."""
    return range(1, min(MOST_AT_ONCE, within_means(t, t.state.people[who])) + 1)


def in_words(*_: object) -> AnyText:
    """What it buys: speed, quality, information, help for an ally."""
    return AnyText(200)


@command(rules=("infinity.momentum.spend", "infinity.momentum.group_spend"), when=can_spend, who=spenders, points=to_spend, on=in_words)
def spend_momentum(t: T, by: SeatId, who: str, points: int, on: str) -> None:
    """Spend Momentum of a passed test on something that you and the GM agree on."""
    me = t.state.people[who]
    spend(t, me, points, "infinity.momentum.spend")
    t.say("spends_momentum", "infinity.momentum.spend", who=who, points=points, on=on)


def takers(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Somebody of yours who may draw on the group pool."""
    return [who.id for who in mine(t, by) if no_taking(t, who) is None]


def can_take(t: T, by: SeatId) -> Refusal | None:
    refusals = [no_taking(t, who) for who in mine(t, by)]
    if None not in refusals:
        return refusals[0] if refusals else Refusal("infinity.momentum.group_spend", "You play nobody.", "Sit down at a player's seat.")
    if t.state.momentum.value < 1:
        return Refusal("infinity.momentum.group_spend", "The group pool is empty.", "Save some first.")
    return None


def to_take(t: T, by: SeatId, who: str) -> range:
    """Up to what the pool holds."""
    return range(1, t.state.momentum.value + 1)


@command(rules=("infinity.momentum.group_spend", "infinity.momentum.bank_exclusive"), when=can_take, who=takers, points=to_take)
def take_momentum(t: T, by: SeatId, who: str, points: int) -> None:
    """Take Momentum from the group pool, to spend it on a test you have passed this turn."""
    take_from_group(t, t.state.people[who], points, "infinity.momentum.group_spend")


# ------------------------------------------------------------------------------------------------ the end of turns and rounds
def let_go(t: T) -> None:
    """At the end of a turn unspent Momentum is gone, that of Reactions too."""
    for who in t.state.people.values():
        if who.momentum:
            lose_momentum(t, who)
        turn = who.turn
        turn.passed = turn.banked = turn.took = False


@cites("infinity.momentum.npc", "infinity.momentum.spend", "infinity.heat.gain")
def lose_momentum(t: T, who: Character) -> None:
    """A player character's is lost; an NPC's becomes Heat."""
    if who.momentum and not who.hero:
        t.state.heat.change(who.momentum, GM, "unspent Momentum", "infinity.momentum.npc")
        t.say("momentum_to_heat", "infinity.momentum.npc", to=seen_by(t, who), who=who.id, points=who.momentum, heat=t.state.heat.value)
    who.momentum = 0


@cites("infinity.momentum.pool_decay")
def decay(t: T) -> None:
    """At the end of a round the group pool loses one."""
    points = t.state.momentum.value if t.variants.momentum_decay == "all" else t.variants.momentum_decay
    lost = -t.state.momentum.change(-points, GM, "the round ends", "infinity.momentum.pool_decay", clip=True)
    if lost:
        t.say("momentum_decays", "infinity.momentum.pool_decay", points=lost, left=t.state.momentum.value)


@cites("infinity.momentum.spend", "infinity.momentum.npc")
def new_turn(t: T, who: Character) -> None:
    """Outside action scenes every test is a turn of its own."""
    lose_momentum(t, who)
    who.turn = Turn()
