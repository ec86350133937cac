"""Getting into vehicles and out of them, as part of a movement."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.aboard import side_of, vehicle_of
from rulebound.games.infinity.moving import go
from rulebound.games.infinity.people import Character, Id, out
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import T
from rulebound.games.infinity.state_vehicles import Place, Quality
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.vehicles import fits, free_places, has_access, held_by, seat_in, step_out
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


def near_vehicles(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A vehicle in this zone or the next with room in it and no enemy."""
    me = acting(t)
    zones = [me.zone, *t.state.map.neighbours(me.zone)]
    return [
        v.id for v in t.state.vehicles.values()
        if v.zone in zones and fits(t, v, me) and not v.dead and side_of(t, v) in (None, me.side) and has_access(t, v, me)
        and not no_room(t, me, way_to(t, me, v.zone), aside=True)
    ]  # fmt: skip


@cites("infinity.npc.mob_in_vehicle", "infinity.move.difficult_terrain")
def way_to(t: T, me: Character, zone: str) -> Action:
    """Free in this zone, a Minor Action from the next or on bad ground."""
    near = zone == me.zone and not no_room(t, me, Action.ADJUSTMENT) and not t.state.terrain.get(me.zone)
    return Action.ADJUSTMENT if near else Action.MOVEMENT


def places_in(t: T, by: SeatId, vehicle: Id) -> Sequence[Place]:
    """Where to sit: as commander, pilot or gunner, or as a passenger."""
    return free_places(t.state.vehicles[vehicle], acting(t))


@cites("infinity.npc.mob_in_vehicle", "infinity.vehicle.capacity")
def can_get_in(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    me = acting(t)
    if vehicle_of(t, me.id):
        return Refusal("infinity.vehicle.capacity", f"{me.name} sits in one already.", "Get out first.")
    if held_by(t, me.id):
        return Refusal("infinity.npc.loadlifter.grab", f"{me.name} is held.", "Break free first.")
    if no_room(t, me, Action.ADJUSTMENT, aside=True) and (refusal := no_room(t, me, Action.MOVEMENT, aside=True)):
        return refusal
    return None if near_vehicles(t, by) else Refusal("infinity.vehicle.capacity", "No vehicle near has room.", "Move closer to one.")


@command(rules=("infinity.npc.mob_in_vehicle", "infinity.vehicle.capacity"), when=can_get_in, vehicle=near_vehicles, place=places_in)
def get_in(t: T, by: SeatId, vehicle: Id, place: Place) -> None:
    """Get into a vehicle, as part of a movement: free in this zone, a Minor Action from the next."""
    me, car = acting(t), t.state.vehicles[vehicle]
    take(t, me, way_to(t, me, car.zone))
    go(t, me, car.zone, "open")
    if me.zone != car.zone or out(me):
        return
    seat_in(t, car, me, place)
    t.say("gets_in", "infinity.vehicle.capacity", who=me.id, vehicle=car.id, place=place.value)


def zones_out(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """This zone, or the next as a Minor Action."""
    me = acting(t)
    far = [] if no_room(t, me, Action.MOVEMENT) else t.state.map.neighbours(me.zone)
    return [me.zone, *far]


@cites("infinity.npc.mob_in_vehicle", "infinity.turn.one_movement")
def can_get_out(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    me = acting(t)
    vehicle = vehicle_of(t, me.id)
    if vehicle is None or vehicle.has(Quality.REMOTE):
        return Refusal("infinity.vehicle.capacity", f"{me.name} sits in nothing.", "Just move.")
    return no_room(t, me, Action.ADJUSTMENT, aside=True) and no_room(t, me, Action.MOVEMENT, aside=True)


@command(rules=("infinity.npc.mob_in_vehicle", "infinity.npc.loadlifter.grab"), when=can_get_out, zone=zones_out)
def get_out(t: T, by: SeatId, zone: str) -> None:
    """Get out of a vehicle, as part of a movement: free beside it, a Minor Action into the next zone."""
    me = acting(t)
    vehicle = vehicle_of(t, me.id)
    assert vehicle is not None
    here = zone == me.zone and not no_room(t, me, Action.ADJUSTMENT)
    take(t, me, Action.ADJUSTMENT if here else Action.MOVEMENT)
    step_out(t, vehicle, me)
    if zone != me.zone:
        go(t, me, zone, "open")
