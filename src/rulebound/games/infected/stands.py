"""Where and how one stands in a fight: behind cover, with a wall behind one, in a bottleneck, higher up, on the ground."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected.actions import acting, has_move, spend_move
from rulebound.games.infected.conditions import put_on, take_off
from rulebound.games.infected.cover import cover_of
from rulebound.games.infected.environment import keeps_footing
from rulebound.games.infected.groups import BOTTLENECK, at_reach, lose_flanks, step_apart
from rulebound.games.infected.moving import free_to_choose, held_back, held_up, hemmed_in, running, set_out
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Condition
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


class Stand(StrEnum):
    """What a place may be good for."""

    WALL = "back to the wall"
    BOTTLENECK = "bottleneck"
    HIGH_GROUND = "high ground"


RULES = {
    Stand.WALL: "infected.position.back_to_wall",
    Stand.BOTTLENECK: "infected.position.bottleneck",
    Stand.HIGH_GROUND: "infected.position.high_ground",
}


def taken(who: Person) -> dict[Stand, bool]:
    return {Stand.WALL: who.back_to_wall, Stand.BOTTLENECK: who.holds_bottleneck, Stand.HIGH_GROUND: who.high_ground}


@cites("infected.position.bottleneck")
def stands(t: T, by: SeatId, *_: object) -> Sequence[Stand]:
    """One that you have not taken yet; no bottleneck where more than two enemies are at arm's reach already."""
    who = acting(t)
    crowded = at_reach(t, who) > BOTTLENECK
    return [what for what, has in taken(who).items() if not has and not (crowded and what is Stand.BOTTLENECK)]


@cites("infected.position.back_to_wall", "infected.position.bottleneck", "infected.position.high_ground")
def can_take(t: T, by: SeatId) -> Refusal | None:
    if refusal := free_to_choose(t, by):
        return refusal
    return None if stands(t, by) else Refusal("infected.position.high_ground", "There is no better place to stand.", "Hold it.")


@cites("infected.position.back_to_wall", "infected.position.bottleneck", "infected.position.high_ground")
def there_is(t: T, who: Person, what: Stand) -> bool:
    """The game master says so; without one a narrow place is a bottleneck, and indoors there are walls."""
    zone = t.state.scene.zones[who.zone]
    default = {Stand.WALL: t.state.scene.indoors, Stand.BOTTLENECK: zone.narrow, Stand.HIGH_GROUND: False}
    return t.judge("stand_here", (True, False), default[what], (who.id, what.value))


@command(rules=tuple(RULES.values()), when=can_take, what=stands)
def take_stand(t: T, by: SeatId, what: Stand) -> None:
    """Get a wall behind you, into a bottleneck or onto higher ground, if there is such a place: a Move. It lasts until you move."""
    who = acting(t)
    if not there_is(t, who, what):
        t.say("no_such_stand", RULES[what], who=who.id, what=what.value)
        return
    spend_move(t, who)
    if not set_out(t, who, who.zone):
        return
    who.back_to_wall, who.holds_bottleneck, who.high_ground = what is Stand.WALL, what is Stand.BOTTLENECK, what is Stand.HIGH_GROUND
    t.say("takes_stand", RULES[what], who=who.id, what=what.value)


# ------------------------------------------------------------------------------------------------ cover and the ground
def covers(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Cover of your zone that still stands."""
    who = acting(t)
    return [id for id, c in t.state.scene.zones[who.zone].cover.items() if c.kind is not None and c.durability > 0 and id != who.cover]


@cites("infected.cover.table")
def can_take_cover(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_move(t, by) or held_back(t, acting(t), crawls=True) or running(acting(t)):
        return refusal
    if refusal := hemmed_in(t, acting(t)):
        return refusal
    return None if covers(t, by) else Refusal("infected.cover.table", "There is no other cover here.", "Move to another zone.")


@command(rules=("infected.cover.table", "infected.action.economy"), when=can_take_cover, cover=covers)
def take_cover(t: T, by: SeatId, cover: str) -> None:
    """Get behind something in your zone: a Move."""
    who = acting(t)
    spend_move(t, who)
    if held_up(t, who) or not (who.has(Condition.PRONE) or keeps_footing(t, who)):
        return
    step_apart(t, who)
    lose_flanks(t, who)
    who.cover, who.half_way = cover, ""
    kind = cover_of(t, who)
    t.say("takes_cover", "infected.cover.table", who=who.id, cover=kind.value if kind else "no")


@cites("infected.condition.prone")
def can_stand(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_move(t, by):
        return refusal
    who = acting(t)
    if who.has(Condition.PINNED) or who.has(Condition.GRAPPLED):
        return Refusal("infected.condition.grappled", f"{who.name} is held.", "Escape first.")
    return None if who.has(Condition.PRONE) else Refusal("infected.condition.prone", f"{who.name} is on their feet.")


@command(rules=("infected.condition.prone", "infected.action.economy"), when=can_stand)
def stand_up(t: T, by: SeatId) -> None:
    """Stand up: a Move."""
    who = acting(t)
    spend_move(t, who)
    take_off(t, who, Condition.PRONE)


@cites("infected.maneuver.suppressing_options")
def can_lie_down(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_move(t, by) or running(acting(t)):
        return refusal
    if acting(t).has(Condition.PRONE) or acting(t).many or acting(t).vehicle:
        return Refusal("infected.condition.prone", f"{acting(t).name} cannot lie down now.")
    return None


@command(rules=("infected.condition.prone",), when=can_lie_down)
def lie_down(t: T, by: SeatId) -> None:
    """Drop Prone: a Move."""
    who = acting(t)
    spend_move(t, who)
    put_on(t, who, Condition.PRONE)
