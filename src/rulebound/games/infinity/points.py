"""Infinity points: what they are for besides dice and actions, how they come back, and the GM's awards."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.heat import gm_only, starting_heat
from rulebound.games.infinity.momentum import mine
from rulebound.games.infinity.people import Character, Harm, Id, track
from rulebound.games.infinity.slots import has_point, point
from rulebound.games.infinity.state import T
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Unit
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

DEAREST = 3
NO_VALUE = 3
"""Infinity points of a sheet that names none (infinity.points.pool)."""


@cites("infinity.points.pool")
def session_points(t: T, who: Character) -> int:
    if t.variants.starting_infinity_points != "sheet_value":
        return t.variants.starting_infinity_points
    return NO_VALUE if who.refresh is None else who.refresh


def with_points(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours with an Infinity point."""
    return [who.id for who in mine(t, by) if (who.hero or who.takes_harm) and not who.dead and has_point(t, who)]


@cites("infinity.points.pool", "infinity.heat.economy")
def can_use(t: T, by: SeatId) -> Refusal | None:
    if with_points(t, by):
        return None
    return Refusal("infinity.points.pool", "Nobody of yours has an Infinity point.", "Fail on purpose, or earn one.")


def winded(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours with a point who has lost something."""
    return [id for id in with_points(t, by) if lost_tracks(t, by, id)]


def lost_tracks(t: T, by: SeatId, who: Id) -> Sequence[Harm]:
    """The track that has lost something."""
    return [harm for harm in Harm if track(t.state.people[who], harm).lost]


def can_catch_breath(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_use(t, by):
        return refusal
    return None if winded(t, by) else Refusal("infinity.points.second_wind", "Nothing is lost.", "Keep the point.")


@command(rules=("infinity.points.second_wind",), when=can_catch_breath, who=winded, harm=lost_tracks)
def second_wind(t: T, by: SeatId, who: Id, harm: Harm) -> None:
    """Spend an Infinity point to have all Vigour, all Resolve or all Firewall back."""
    me = t.state.people[who]
    stress = track(me, harm)
    point(t, me, "second wind", "infinity.points.second_wind")
    stress.left = stress.full
    t.say("second_wind", "infinity.points.second_wind", who=who, harm=harm.value, now=stress.left)


def weakened(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours with a point who feels Injuries, Traumas or Breaches."""
    return [id for id in with_points(t, by) if weaknesses(t, by, id)]


def weaknesses(t: T, by: SeatId, who: Id) -> Sequence[Harm]:
    """The harm that is felt."""
    return [harm for harm in Harm if track(t.state.people[who], harm).felt]


def can_overcome(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_use(t, by):
        return refusal
    return None if weakened(t, by) else Refusal("infinity.points.overcome_weakness", "There is nothing to overcome.", "Keep the point.")


@command(rules=("infinity.points.overcome_weakness",), when=can_overcome, who=weakened, harm=weaknesses)
def overcome(t: T, by: SeatId, who: Id, harm: Harm) -> None:
    """Spend an Infinity point to feel nothing of Injuries, Traumas or Breaches until the scene ends."""
    me = t.state.people[who]
    stress = track(me, harm)
    point(t, me, "overcoming weakness", "infinity.points.overcome_weakness")
    stress.suspended = True
    t.state.clock.start_timer(Unit.SCENES, 1, who, harm.value)
    t.say("overcomes", "infinity.points.overcome_weakness", who=who, harm=harm.value)


def a_fact(*_: object) -> AnyText:
    """What is so from now on, in your words."""
    return AnyText(200)


@command(rules=("infinity.points.influence",), when=can_use, who=with_points, fact=a_fact)
def influence(t: T, by: SeatId, who: Id, fact: str) -> None:
    """Spend Infinity points to make something true of the scene; the GM says whether it can be, and for how many."""
    me = t.state.people[who]
    most = min(DEAREST, me.infinity.value) if me.hero else 1
    price = t.judge("influence_price", tuple(range(most + 1)), 1, (who, fact))
    if price == 0:
        t.say("cannot_be", "infinity.points.influence", who=who, fact=fact)
        return
    for _ in range(price):
        point(t, me, "influence", "infinity.points.influence")
    t.say("influences", "infinity.points.influence", who=who, fact=fact)


def heroes(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A player character with fewer than five points."""
    return [p.id for p in t.state.people.values() if p.hero and p.infinity.room]


@cites("infinity.points.awards")
def can_award(t: T, by: SeatId) -> Refusal | None:
    if refusal := gm_only(t, by):
        return refusal
    return None if heroes(t, by) else Refusal("infinity.points.pool", "Everybody has five points.", "Wait.")


@command(rules=("infinity.points.awards", "infinity.points.pool"), when=can_award, who=heroes)
def award(t: T, by: SeatId, who: Id) -> None:
    """Give a player character an Infinity point."""
    me = t.state.people[who]
    me.infinity.change(1, by, "award", "infinity.points.awards")
    t.say("awarded", "infinity.points.awards", who=who, now=me.infinity.value)


@command(rules=("infinity.points.pool", "infinity.heat.start_pool"), when=gm_only)
def new_session(t: T, by: SeatId) -> None:
    """Begin a session: Infinity points come back, Heat starts afresh."""
    people = [p for p in t.state.people.values() if p.hero]
    for who in people:
        who.infinity.change(session_points(t, who) - who.infinity.value, by, "new session", "infinity.points.pool", clip=True)
    heat = starting_heat(t.variants, len(people))
    t.state.heat.change(heat - t.state.heat.value, by, "new session", "infinity.heat.start_pool")
    t.state.clock.advance(Unit.SESSIONS)
    t.say("new_session", "infinity.points.pool", "infinity.heat.start_pool", heat=heat)
