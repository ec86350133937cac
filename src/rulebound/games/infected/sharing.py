"""Food, water, rounds, parts and components from hand to hand, and what of them is left at a place."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.carry import beside
from rulebound.games.infected.counted import carriable, change, counters
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Id
from rulebound.games.infected.world import able, has_able, site
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


def havers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is up, with food, water, rounds, parts or components."""
    return [who for who in able(t, by) if counters(t.state.people[who])]


@cites("infected.supplies.tracks")
def has_any(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    if havers(t, by):
        return None
    return Refusal("infected.supplies.tracks", "You have no food, water, rounds, parts or components.", "Find some.")


# ------------------------------------------------------------------------------------------------ to somebody else
def receivers(t: T, by: SeatId, who: Id, what: str, *_: object) -> Sequence[Id]:
    """Anybody of the same side, up, in the same zone and able to carry some of it."""
    return [p.id for p in beside(t, t.state.people[who]) if carriable(p, what)]


def wanted(t: T, by: SeatId, who: Id, *_: object) -> Sequence[str]:
    """What they have of which somebody near can still carry some."""
    return [what for what in counters(t.state.people[who]) if receivers(t, by, who, what)]


def sharers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is up, with something that somebody near can take."""
    return [who for who in havers(t, by) if wanted(t, by, who)]


def can_share(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_any(t, by):
        return refusal
    return None if sharers(t, by) else Refusal("infected.carry.capacity", "Nobody near could carry any of yours.", "Get nearer.")


def how_much_they_take(t: T, by: SeatId, who: Id, what: str, to: Id, *_: object) -> range:
    """How much of it: what there is, and what they can carry."""
    return range(1, min(counters(t.state.people[who]).get(what, 0), carriable(t.state.people[to], what)) + 1)


@command(
    rules=("infected.supplies.tracks", "infected.carry.capacity"), when=can_share, who=sharers, what=wanted, to=receivers,
    amount=how_much_they_take,
)  # fmt: skip
def share(t: T, by: SeatId, who: Id, what: str, to: Id, amount: int = 1) -> None:
    """Hand days of food or water, rounds, parts or components to somebody who can still carry them."""
    change(t.state.people[who], what, -amount)
    change(t.state.people[to], what, amount)
    t.say("shares", "infected.supplies.tracks", who=who, taker=to, what=what, count=amount)


# ------------------------------------------------------------------------------------------------ at a place
def can_leave(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_any(t, by):
        return refusal
    if site(t) is not None:
        return None
    return Refusal("infected.carry.capacity", "What is left at no place of the map is lost.", "Hand it to somebody, or go to a place.")


def had(t: T, by: SeatId, who: Id, *_: object) -> Sequence[str]:
    """Food, water, parts, rounds or components of theirs."""
    return list(counters(t.state.people[who]))


def how_much(t: T, by: SeatId, who: Id, what: str, *_: object) -> range:
    """How much of it."""
    return range(1, counters(t.state.people[who]).get(what, 0) + 1)


@command(rules=("infected.supplies.tracks", "infected.carry.capacity"), when=can_leave, who=havers, what=had, amount=how_much)
def leave_behind(t: T, by: SeatId, who: Id, what: str, amount: int = 1) -> None:
    """Leave days of food or water, rounds, parts or components at the place where you are, to be taken up again."""
    here = site(t)
    assert here is not None
    change(t.state.people[who], what, -amount)
    change(here.heap, what, amount)
    t.say("leaves_some", "infected.carry.capacity", who=who, what=what, count=amount)
