"""At the controls: who commands a vehicle, and what keeps somebody from steering or serving it."""

from __future__ import annotations

from rulebound.games.infinity.aboard import vehicle_of
from rulebound.games.infinity.maps import steps_between
from rulebound.games.infinity.people import Character
from rulebound.games.infinity.slots import acting, no_room, on_turn
from rulebound.games.infinity.state import T
from rulebound.games.infinity.state_vehicles import Place, Vehicle
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.vehicles import held_by, stalled
from rulebound.kernel.citing import cites
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


@cites("infinity.vehicle.crew_actions", "infinity.vehicle.quality.remote")
def controlled(t: T, me: Character) -> Vehicle | None:
    """What somebody commands: the vehicle he sits in, or a Remote of his within Long."""
    if vehicle := vehicle_of(t, me.id):
        return vehicle
    for remote in t.state.vehicles.values():
        far = steps_between(t, me.zone, remote.zone) if remote.operator == me.id else None
        if far is not None and far <= 2:
            return remote
    return None


@cites("infinity.vehicle.crew_actions")
def at_controls(t: T, me: Character, vehicle: Vehicle) -> bool:
    """The pilot, or the commander; from outside only a Remote's operator."""
    return vehicle.operator == me.id or vehicle.aboard.get(me.id) in (Place.PILOT, Place.COMMANDER)


@cites("infinity.vehicle.crew_actions")
def no_seat(t: T, by: SeatId, action: Action) -> Refusal | None:
    """Why whoever's turn it is cannot take an action of a crew now."""
    if refusal := on_turn(t, by):
        return refusal
    me = acting(t)
    vehicle = controlled(t, me)
    if vehicle is None or (vehicle.operator != me.id and vehicle.aboard[me.id] is Place.PASSENGER):
        return Refusal("infinity.vehicle.crew_actions", f"{me.name} is not of a vehicle's crew.", "Take a place in one.")
    return no_room(t, me, action)


def no_driving(t: T, by: SeatId, action: Action, aside: bool = False) -> Refusal | None:
    """Why whoever's turn it is cannot steer a vehicle that way now."""
    if refusal := on_turn(t, by):
        return refusal
    me = acting(t)
    vehicle = controlled(t, me)
    if vehicle is None or not at_controls(t, me, vehicle):
        return Refusal("infinity.vehicle.crew_actions", f"{me.name} is not at the controls of a vehicle.", "Take the commander's place.")
    if vehicle.moved:
        return Refusal("infinity.vehicle.movement", f"{vehicle.name} has moved this turn.", "One movement action is all.")
    if holder := held_by(t, vehicle.id):
        return Refusal("infinity.npc.loadlifter.grab", f"{holder.name} holds {vehicle.name}.", "Get out of it.")
    return stalled(t, vehicle) or no_room(t, me, action, aside=aside)


def mine(t: T) -> Vehicle:
    vehicle = controlled(t, acting(t))
    assert vehicle is not None
    return vehicle
