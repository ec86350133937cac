"""The chase: leaving a stage, who sees it and follows, and getting from stage to stage."""

from __future__ import annotations

from rulebound.games.infinity.aboard import occupants, vehicle_of
from rulebound.games.infinity.controls import mine, no_driving
from rulebound.games.infinity.driving import proceed
from rulebound.games.infinity.footing import on_foot
from rulebound.games.infinity.maps import AWAY, drawn, way, zone_at
from rulebound.games.infinity.people import Character, Id, out
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import T
from rulebound.games.infinity.state_scenes import Stage
from rulebound.games.infinity.state_vehicles import Vehicle
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.vehicles import leave_seat, relocate
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

COMMUNICATOR = "communicator"
LONG = 2


# ------------------------------------------------------------------------------------------------ leaving
def at_exit(t: T, zone: str) -> bool:
    found = zone_at(t, zone)
    return bool(found and found.exit)


@cites("infinity.scene.map_format")
def can_drive_off(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_driving(t, by, Action.MOVEMENT, aside=True):
        return refusal
    if at_exit(t, mine(t).zone):
        return None
    return Refusal("infinity.scene.map_format", "There is no way out of the scene here.", "Drive to an exit.")


@command(rules=("infinity.scene.map_format", "infinity.scene2.chase"), when=can_drive_off)
def drive_off(t: T, by: SeatId) -> None:
    """Pilot, Minor: leave the scene by an exit with everybody inside."""
    me, vehicle = acting(t), mine(t)
    take(t, me, Action.MOVEMENT)
    if proceed(t, vehicle, me, vehicle.zone, "open"):
        leave_scene(t, vehicle)


@cites("infinity.scene1.rider", "infinity.scene2.streets.pursuit")
def leave_scene(t: T, vehicle: Vehicle) -> None:
    """They are gone, and who saw which way may follow."""
    board = t.state.board
    assert board is not None
    if any(p.hero for p in occupants(t, vehicle)):
        noticed(t, vehicle.zone)
        board.left_by = board.left_by or vehicle.zone
    board.through += [Id(id) for id in vehicle.aboard]
    if board.rider in vehicle.aboard:
        board.rider_left = t.state.turns.number
        t.say("rider_gone", "infinity.scene1.rider", who=str(board.rider))
    t.say("leaves", "infinity.scene2.chase", vehicle=vehicle.id, zone=vehicle.zone)
    relocate(t, vehicle, AWAY)


@cites("infinity.scene.map_format")
def can_walk_off(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or on_foot(t, acting(t)) or no_room(t, acting(t), Action.MOVEMENT, aside=True):
        return refusal
    if t.state.board and t.state.board.stage is not Stage.UNDERPASS and at_exit(t, acting(t).zone):
        return None
    return Refusal("infinity.scene.map_format", "There is no way out of the scene here.", "Go to an exit.")


@command(rules=("infinity.scene.map_format", "infinity.scene2.car_lost"), when=can_walk_off)
def walk_off(t: T, by: SeatId) -> None:
    """Minor: leave the scene by an exit on foot."""
    me, board = acting(t), t.state.board
    assert board is not None
    take(t, me, Action.MOVEMENT)
    if me.hero:
        noticed(t, me.zone)
        board.left_by = board.left_by or me.zone
    t.say("walks_off", "infinity.scene2.car_lost", who=me.id, zone=me.zone)
    depart(t, me)


def depart(t: T, who: Character) -> None:
    """Out of the scene on foot."""
    assert t.state.board is not None
    if vehicle := vehicle_of(t, who.id):
        leave_seat(t, vehicle, who)
    t.state.board.through.append(who.id)
    t.state.reach = [key for key in t.state.reach if who.id not in key.split("|")]
    who.zone, who.cover = AWAY, None


def gone(t: T, who: Character) -> bool:
    """Has left the stage."""
    return t.state.board is not None and who.id in t.state.board.through


# ------------------------------------------------------------------------------------------------ pursuit
@cites("infinity.scene2.streets.pursuit")
def sees(t: T, pursuer: Character, zone: str) -> bool:
    """Within Long of it, with no gridlock or heavy traffic between."""
    board = t.state.board
    assert board is not None
    path = way(t, pursuer.zone, zone)
    blocked = {*board.jammed, *board.heavy}
    return path is not None and len(path) - 1 <= LONG and not blocked.intersection(path[1:-1])


@cites("infinity.scene2.streets.communicators", "infinity.scene2.streets.networks")
def cut_off(who: Character) -> bool:
    """A Mob whose communicators are possessed or off neither gives nor gets the position."""
    return who.crashed or COMMUNICATOR in who.shut_down or COMMUNICATOR in who.possessed


def pursuers(t: T) -> list[Character]:
    """Enemies in vehicles of their own who are still in the chase."""
    foes = [p for p in t.state.people.values() if p.side not in ("heroes", "nobody", "police") and p.active]
    return [p for p in foes if not out(p) and not gone(t, p)]


@cites("infinity.scene2.streets.pursuit", "infinity.scene2.streets.communicators")
def noticed(t: T, zone: str) -> None:
    """If any Mob sees them leave, all who are in touch with it know, and follow."""
    board = t.state.board
    assert board is not None
    watching = [p for p in pursuers(t) if sees(t, p, zone)]
    told = any(not cut_off(p) for p in watching)
    follow = [p.id for p in pursuers(t) if p in watching or (told and not cut_off(p))]
    board.tailed = list(dict.fromkeys([*board.tailed, *follow]))
    t.say("followed" if follow else "unseen", "infinity.scene2.streets.pursuit", count=len(follow))


@cites("infinity.scene2.streets.pursuit")
def watch_round(t: T) -> None:
    """A whole round out of everybody's sight counts as having got away."""
    board, kind = t.state.board, drawn(t)
    assert board is not None and kind is not None
    zones = {p.zone for p in t.state.people.values() if p.hero and not out(p) and not gone(t, p)}
    seen = any(sees(t, p, zone) for p in pursuers(t) for zone in zones)
    board.unseen = 0 if seen or not zones else board.unseen + 1


@cites("infinity.scene2.chase")
def heroes_away(t: T) -> bool:
    """All player characters who can still act have left the stage."""
    able = [p for p in t.state.people.values() if p.hero and not out(p)]
    return bool(able) and all(gone(t, p) for p in able)


def nobody_left(t: T) -> bool:
    """No player character can have a turn any more, and none has got away; an Infinity point may still keep somebody going."""
    heroes = [p for p in t.state.people.values() if p.hero]
    return all(p.id in t.state.turns.out for p in heroes) and not any(gone(t, p) for p in heroes)
