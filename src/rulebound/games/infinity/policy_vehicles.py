"""How machines use vehicles: driving somewhere, shooting at what drives, a TAG's claws, and answering what vehicles ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, cast

from rulebound.games.infinity.aboard import pilot_of, side_of, vehicle_of
from rulebound.games.infinity.at_vehicles import can_shoot_vehicle, enemy_vehicles, my_guns
from rulebound.games.infinity.driving import can_drive, can_gun, far, near
from rulebound.games.infinity.gear import STEERED, can_clear, faulty
from rulebound.games.infinity.gunnery import can_fire, in_sights, mounted_guns
from rulebound.games.infinity.loadlifter import can_throw, throwable, thrown_at
from rulebound.games.infinity.maps import road, steps_between
from rulebound.games.infinity.people import Character, Id
from rulebound.games.infinity.state import T, foes, in_reach
from rulebound.games.infinity.state_scenes import Flow
from rulebound.games.infinity.state_vehicles import Part, Vehicle
from rulebound.games.infinity.traffic import lights_held_by
from rulebound.games.infinity.walkers import arms_of, can_swing, within_reach
from rulebound.kernel.policy import Move
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import About

O = TypeVar("O")  # noqa: E741 - an option
NOWHERE = 99


def steering(t: T, me: Character) -> Vehicle | None:
    """The vehicle that somebody drives."""
    vehicle = vehicle_of(t, me.id)
    return vehicle if vehicle and pilot_of(t, vehicle) is me else None


def zones_to(t: T, vehicle: Vehicle, goal: str) -> int:
    path = road(t, vehicle, goal)
    return len(path) - 1 if path else NOWHERE


def drive_to(t: T, seat: SeatId, vehicle: Vehicle, goal: str, *, fast: bool) -> Move | None:
    """The next stretch towards a zone: with the engines gunned where that gains ground, or a zone at a time."""
    path = road(t, vehicle, goal)
    if path is None or len(path) < 2:
        return None
    if fast and can_gun(t, seat) is None and (end := farthest(path, far(t, seat))):
        return Move("gun_engines", {"zone": end})
    if can_drive(t, seat) is None and (end := farthest(path, near(t, seat))):
        return Move("drive", {"zone": end})
    if can_gun(t, seat) is None and (end := farthest(path, far(t, seat))):
        return Move("gun_engines", {"zone": end})
    return None


def farthest(path: list[str], legal: Sequence[str]) -> str | None:
    return next((zone for zone in reversed(path[1:]) if zone in legal), None)


def close_in(t: T, seat: SeatId, vehicle: Vehicle, prey: str, keep: int) -> Move | None:
    """Drive after somebody up to a distance that suits."""
    path = road(t, vehicle, prey)
    if path is None or len(path) - 1 <= keep or can_drive(t, seat) is not None:
        return None
    end = farthest(path[: len(path) - keep], near(t, seat))
    return Move("drive", {"zone": end}) if end else None


def shoot_wheels(t: T, seat: SeatId, target: str) -> Move | None:
    """Shoot at a vehicle, if it can be."""
    if can_shoot_vehicle(t, seat) is None and target in enemy_vehicles(t, seat):
        found = my_guns(t, seat, Id(target))
        return Move("shoot_vehicle", {"vehicle": target, "gun": found[0]}) if found else None
    return None


def mounted(t: T, seat: SeatId, me: Character) -> Move | None:
    """Fire what is mounted at the nearest."""
    if can_fire(t, seat) is None:
        targets = sorted(in_sights(t, seat), key=lambda id: distance_to(t, me, id))
        found = mounted_guns(t, seat, targets[0])
        return Move("fire_mounted", {"target": targets[0], "gun": found[0]}) if found else None
    return None


def distance_to(t: T, me: Character, id: str) -> int:
    zone = t.state.vehicles[id].zone if id in t.state.vehicles else t.state.people[id].zone
    steps = steps_between(t, me.zone, zone)
    return NOWHERE if steps is None else steps


def stuck(t: T, seat: SeatId) -> str | None:
    """What must be started again before the vehicle moves."""
    if not t.state.vehicles or can_clear(t, seat) is not None:
        return None
    return next((item for item in faulty(t, seat) if item in STEERED), None)


# ------------------------------------------------------------------------------------------------ TAGs
def tag_turn(t: T, seat: SeatId, me: Character, tag: Vehicle) -> Move | None:
    """A Loadlifter goes for the nearest enemy vehicle or enemy, claws first, and throws what it holds."""
    if can_throw(t, seat) is None and t.state.heat.value >= 2:
        missile = throwable(t, seat)[0]
        if targets := thrown_at(t, seat, missile):
            return Move("throw_vehicle", {"missile": missile, "target": min(targets, key=lambda id: distance_to(t, me, id))})
    if can_swing(t, seat) is None:
        prey = sorted(within_reach(t, seat), key=lambda id: id not in t.state.vehicles)
        return Move("swing_arm", {"target": prey[0], "arm": arms_of(t, seat)[0]})
    return stalk(t, seat, me, tag)


def stalk(t: T, seat: SeatId, me: Character, tag: Vehicle) -> Move | None:
    """Into Reach of the nearest prey."""
    prey = [v.id for v in t.state.vehicles.values() if side_of(t, v) not in (None, me.side) and not v.dead]
    prey += [p.id for p in foes(t, me) if p.side != "nobody" and p.active and not vehicle_of(t, p.id)]
    prey = sorted((id for id in prey if not in_reach(t, tag.id, id)), key=lambda id: distance_to(t, me, id))
    if not prey or tag.grabs:
        return None
    zone = t.state.vehicles[prey[0]].zone if prey[0] in t.state.vehicles else t.state.people[prey[0]].zone
    path = road(t, tag, zone)
    if path is None:
        return None
    if can_drive(t, seat) is None and (end := farthest(path, near(t, seat)) or (zone if zone == tag.zone else None)):
        return Move("drive", {"zone": end, "spot": prey[0] if end == zone else "open"})
    if can_gun(t, seat) is None and me.turn.standard and (end := farthest(path, far(t, seat))):
        return Move("gun_engines", {"zone": end, "spot": prey[0] if end == zone else "open"})
    return None


# ------------------------------------------------------------------------------------------------ answers
def vehicle_choice(t: T, what: str, options: Sequence[O], about: About, default: O) -> O:
    """What machines answer to what vehicles ask."""
    match what:
        case "evade":
            pilot = t.state.people[about[3]]
            return cast("O", pilot.reactions == 0 and (pilot.hero or t.state.heat.value >= 2))
        case "spend_on_vehicle":
            return cast("O", "bonus damage" if cast("O", "bonus damage") in options else "done")
        case "called_part":
            return cast("O", Part.HULL if about[2] == Part.CREW.value and Part.HULL in options else options[0])
        case "defensive_fire":
            return options[-1]
        case "police_word":
            return options[0]
        case "police_friends":
            return cast("O", True)
        case "direct_traffic":
            return cast("O", flow_wanted(t))
        case "turn_traffic":
            return cast("O", about[1] != flow_wanted(t))
        case _:
            return default


def flow_wanted(t: T) -> Flow:
    """Player characters flee along the avenues, and whoever else has the lights stops them there (infinity.scene2.streets.map)."""
    hacker = lights_held_by(t)
    return Flow.EAST_WEST if hacker and hacker.hero else Flow.NORTH_SOUTH


def lies_low(t: T, who: Character) -> bool:
    """The specialist in the office does not give himself away by defending his network (infinity.scene2.tag.hidden_hacker)."""
    return t.state.board is not None and t.state.board.hacker == who.id and not t.state.board.noticed
