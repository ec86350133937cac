"""Attacking vehicles with one's own weapons."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.aboard import shut_in, side_of, vehicle_of
from rulebound.games.infinity.attacks import blades, guns
from rulebound.games.infinity.blows import Mode, most_reloads, shot, strike
from rulebound.games.infinity.exchange import use_reloads
from rulebound.games.infinity.maps import steps_between
from rulebound.games.infinity.people import Id
from rulebound.games.infinity.ranges import meant, within_rage
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import T, in_reach
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.vehicle_hits import assail, figure
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


@cites("infinity.vehicle.attacked")
def enemy_vehicles(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A vehicle with enemies in it that is in sight."""
    me = acting(t)
    found = [v for v in t.state.vehicles.values() if side_of(t, v) not in (None, me.side) and not v.wrecked]
    seen = [v.id for v in found if me.id not in v.aboard and steps_between(t, me.zone, v.zone) is not None]
    return within_rage(t, me, Action.SHOOT, seen)


def vehicles_in_reach(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy's vehicle within Reach."""
    me = acting(t)
    return [id for id in enemy_vehicles(t, by) if in_reach(t, me.id, id)]


def my_guns(t: T, by: SeatId, vehicle: Id) -> Sequence[str]:
    """A ranged weapon in hand that can fire so far."""
    return guns(t, by, vehicle)


def reloads_for(t: T, by: SeatId, vehicle: Id, gun: str) -> range:
    """Reloads for more dice."""
    me = acting(t)
    return range(most_reloads(t, me, me.weapons[gun]) + 1)


@cites("infinity.vehicle.attacked", "infinity.vehicle.quality.enclosed")
def can_shoot_vehicle(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SHOOT):
        return refusal
    if shut_in(t, acting(t)):
        return Refusal("infinity.vehicle.quality.enclosed", "Nobody shoots out of an Enclosed vehicle.", "Use what is mounted on it.")
    if not guns(t, by):
        return Refusal("infinity.action.attack_shoot", "No ranged weapon is in hand and loaded.", "Draw one.")
    return None if enemy_vehicles(t, by) else Refusal("infinity.vehicle.attacked", "No enemy's vehicle is in sight.", "Shoot at people.")


@command(
    rules=("infinity.vehicle.attacked", "infinity.action.attack_shoot"), when=can_shoot_vehicle, vehicle=enemy_vehicles, gun=my_guns,
    reloads=reloads_for,
)  # fmt: skip
def shoot_vehicle(t: T, by: SeatId, vehicle: Id, gun: str, reloads: int = 0) -> None:
    """Standard: shoot at a vehicle rather than at those inside."""
    me, car = acting(t), t.state.vehicles[vehicle]
    take(t, me, Action.SHOOT, at=meant(t, me, vehicle))
    use_reloads(t, me, me.weapons[gun], reloads)
    me.turn.tool = gun
    assail(t, shot(t, me, figure(t, car), gun, reloads, Mode.PRIMARY), car)


@cites("infinity.vehicle.attacked", "infinity.action.attack_melee")
def can_strike_vehicle(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.MELEE):
        return refusal
    if vehicle_of(t, acting(t).id):
        return Refusal("infinity.action.attack_melee", "Nothing can be struck from inside a vehicle.", "Get out.")
    if not blades(t, by):
        return Refusal("infinity.action.attack_melee", "No melee weapon is in hand.", "Draw one.")
    return None if vehicles_in_reach(t, by) else Refusal("infinity.action.attack_melee", "No enemy's vehicle is in Reach.", "Move closer.")


@command(
    rules=("infinity.vehicle.attacked", "infinity.action.attack_melee"), when=can_strike_vehicle, vehicle=vehicles_in_reach,
    blade=blades,
)  # fmt: skip
def strike_vehicle(t: T, by: SeatId, vehicle: Id, blade: str) -> None:
    """Standard: strike at a vehicle within Reach."""
    me, car = acting(t), t.state.vehicles[vehicle]
    take(t, me, Action.MELEE, at=meant(t, me, vehicle))
    me.turn.tool = blade
    assail(t, strike(t, me, figure(t, car), blade), car)
