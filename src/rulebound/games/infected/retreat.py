"""Getting out of a fight: a Fighting Retreat, and leaving the scene."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.actions import acting, has_action, spend_action, spend_move
from rulebound.games.infected.groups import step_apart
from rulebound.games.infected.moving import can_move, free_to_move, go, hemmed_in, next_to, set_out
from rulebound.games.infected.people import Person
from rulebound.games.infected.ranges import steps
from rulebound.games.infected.rounds import finish_turn, next_turn
from rulebound.games.infected.state import T, enemies
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


# ------------------------------------------------------------------------------------------------ fighting retreat
@cites("infected.maneuver.fighting_retreat")
def ways_back(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A zone one step away that is farther from one enemy at least."""
    who, foes = acting(t), enemies(t, acting(t))
    return [zone for zone in next_to(t, by) if any(steps(t, zone, p.zone) > steps(t, who.zone, p.zone) for p in foes)]


@cites("infected.maneuver.fighting_retreat")
def can_retreat(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by):
        return refusal
    if acting(t).is_infected:
        return Refusal("infected.npc.rage", "They never fall back.", "Attack.")
    if refusal := can_move(t, by):
        return refusal
    return None if ways_back(t, by) else Refusal("infected.maneuver.fighting_retreat", "No way leads back from here.", "Move, or attack.")


@command(rules=("infected.maneuver.fighting_retreat",), when=can_retreat, zone=ways_back)
def fall_back(t: T, by: SeatId, zone: str) -> None:
    """A Fighting Retreat: give up the Action and fall back a zone; each enemy that follows takes a free attack."""
    who = acting(t)
    spend_action(t, who)
    spend_move(t, who)
    if set_out(t, who, zone):
        go(t, who, zone)
        who.retreating = []
        t.say("falls_back", "infected.maneuver.fighting_retreat", who=who.id)


def edges(t: T) -> list[str]:
    """Zones with one way or none: where the scene ends."""
    return [id for id, zone in t.state.scene.zones.items() if len(zone.links) <= 1]


@cites("infected.conv.ranges", "infected.position.back_to_wall")
def can_flee(t: T, by: SeatId) -> Refusal | None:
    if refusal := free_to_move(t, by):
        return refusal
    who = acting(t)
    if who.is_infected:
        return Refusal("infected.npc.rage", "They never run.", "Attack.")
    if refusal := hemmed_in(t, who):
        return refusal
    if who.back_to_wall:
        return Refusal("infected.position.back_to_wall", f"{who.name} has a wall behind.", "Fight through.")
    if who.zone not in edges(t) or any(p.side != who.side and p.up and p.zone == who.zone for p in t.state.people.values()):
        return Refusal("infected.range.movement", "From here there is no way out of the scene.", "Get to its edge, away from enemies.")
    return None


@command(rules=("infected.range.movement",), when=can_flee)
def flee(t: T, by: SeatId) -> None:
    """Leave the fight from the edge of the scene, a zone with one way or none to another, with no enemy in yours."""
    who = acting(t)
    spend_move(t, who)
    if not set_out(t, who, "away"):
        return
    gets_away(t, who)
    finish_turn(t, who)
    next_turn(t)


def gets_away(t: T, who: Person) -> None:
    """Out of the scene, and of the order of turns."""
    step_apart(t, who)
    who.fled = True
    t.say("flees", "infected.range.movement", who=who.id)
    if t.state.fight is not None:
        t.state.fight.turns.leave(who.id)
