"""Taking a stand in a fight: a wall behind one, a bottleneck, higher ground."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected.actions import acting, spend_move
from rulebound.games.infected.groups import BOTTLENECK, at_reach
from rulebound.games.infected.moving import free_to_choose, set_out
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import T
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
