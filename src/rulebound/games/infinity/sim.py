"""The SIM: taking it, handing it on, putting it down, and what it means to have it."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.aboard import occupants, vehicle_of
from rulebound.games.infinity.people import Character, Id, out
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import T, in_reach
from rulebound.games.infinity.state_vehicles import Vehicle
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

RULE = "infinity.scene1.sim"


def sim_zone(t: T) -> str:
    """Where it is, whoever has it."""
    assert t.state.board is not None
    at = t.state.board.sim
    if at in t.state.people:
        return t.state.people[at].zone
    return t.state.vehicles[at].zone if at in t.state.vehicles else at


@cites("infinity.scene1.sim")
def hands_full(t: T, who: Character) -> bool:
    """It needs both hands."""
    return t.state.board is not None and t.state.board.sim == who.id


def no_sim(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    if t.state.board is None or not t.state.board.sim:
        return Refusal(RULE, "There is no SIM here.", "Play one of the two scenes.")
    return None


@cites("infinity.scene1.sim")
def out_of_reach(t: T, me: Character) -> Refusal | None:
    """It lies within Reach: on the ground here, or in a vehicle that no enemy guards and that one sits in or stands at."""
    assert t.state.board is not None
    at = t.state.board.sim
    vehicle = t.state.vehicles.get(at)
    if vehicle and guarded(t, vehicle, me):
        return Refusal(RULE, f"Those in {vehicle.name} guard it.", "Stop them first.")
    if vehicle and (me.id in vehicle.aboard or in_reach(t, me.id, vehicle.id)):
        return None
    holder = t.state.people.get(at)
    if holder and out(holder) and (in_reach(t, me.id, holder.id) or same_seat(t, me, holder)):
        return None
    if at == me.zone and not vehicle_of(t, me.id):
        return None
    return Refusal(RULE, "It is not within Reach.", "Go where it is.")


def guarded(t: T, vehicle: Vehicle, me: Character) -> bool:
    return any(p.side != me.side and not out(p) for p in occupants(t, vehicle))


def same_seat(t: T, me: Character, other: Character) -> bool:
    mine = vehicle_of(t, me.id)
    return mine is not None and mine is vehicle_of(t, other.id)


@cites("infinity.scene1.sim", "infinity.action.draw_or_use_item")
def can_take_sim(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_sim(t, by):
        return refusal
    me = acting(t)
    if any(w.hands for w in me.weapons.values()) or hands_full(t, me):
        return Refusal(RULE, "It needs both hands.", "Drop what you hold.")
    return out_of_reach(t, me) or no_room(t, me, Action.DRAW)


@command(rules=("infinity.scene1.sim", "infinity.action.draw_or_use_item"), when=can_take_sim)
def take_sim(t: T, by: SeatId) -> None:
    """Minor: take the SIM into both hands."""
    me = acting(t)
    assert t.state.board is not None
    take(t, me, Action.DRAW)
    t.state.board.sim = me.id
    t.say("takes_sim", RULE, who=me.id)


def takers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A friend within Reach or beside you in a vehicle, with both hands free."""
    me = acting(t)
    near = [p for p in t.state.people.values() if p.side == me.side and p.id != me.id and p.thing is None and not out(p)]
    near = [p for p in near if in_reach(t, me.id, p.id) or same_seat(t, me, p)]
    return [p.id for p in near if not any(w.hands for w in p.weapons.values())]


@cites("infinity.scene1.sim")
def can_hand_over(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_sim(t, by):
        return refusal
    if not hands_full(t, acting(t)):
        return Refusal(RULE, f"{acting(t).name} does not have it.", "Take it first.")
    if not takers(t, by):
        return Refusal(RULE, "Nobody with free hands is in Reach.", "Carry it yourself.")
    return no_room(t, acting(t), Action.DRAW)


@command(rules=("infinity.scene1.sim",), when=can_hand_over, to=takers)
def hand_over(t: T, by: SeatId, to: Id) -> None:
    """Minor: give the SIM to somebody within Reach who has both hands free."""
    assert t.state.board is not None
    take(t, acting(t), Action.DRAW)
    t.state.board.sim = to
    t.say("takes_sim", RULE, who=to)


def can_put_down(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_sim(t, by):
        return refusal
    if not hands_full(t, acting(t)):
        return Refusal(RULE, f"{acting(t).name} does not have it.", "Take it first.")
    return no_room(t, acting(t), Action.DROP_ITEM)


@command(rules=("infinity.scene1.sim", "infinity.action.drop_item"), when=can_put_down)
def put_down(t: T, by: SeatId) -> None:
    """Free: put the SIM down: into the vehicle you sit in, or where you stand."""
    me = acting(t)
    assert t.state.board is not None
    take(t, me, Action.DROP_ITEM)
    vehicle = vehicle_of(t, me.id)
    t.state.board.sim = vehicle.id if vehicle else me.zone
    t.say("puts_down", RULE, who=me.id)
