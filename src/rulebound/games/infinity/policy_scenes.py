"""How machines play the book's scenes: the player characters' plans, the adversaries' behaviour, the game master's Heat."""

from __future__ import annotations

from rulebound.games.infinity.aboard import occupants, pilot_of, side_of, vehicle_of
from rulebound.games.infinity.actions import can_let_go
from rulebound.games.infinity.boarding import can_get_in, can_get_out, near_vehicles, places_in, zones_out
from rulebound.games.infinity.chase import can_drive_off, can_walk_off, gone
from rulebound.games.infinity.door import ALCOVE, BESIDE, can_pass, can_pick, is_open
from rulebound.games.infinity.maps import drawn, road, steps_between
from rulebound.games.infinity.moving import can_adjust, can_move, can_sprint, far_zones, near_zones
from rulebound.games.infinity.people import Character, out
from rulebound.games.infinity.policy_attacks import best_of, ways
from rulebound.games.infinity.policy_vehicles import (
    NOWHERE,
    close_in,
    drive_to,
    lies_low,
    mounted,
    shoot_wheels,
    steering,
    tag_turn,
    zones_to,
)
from rulebound.games.infinity.scene_heat import (
    can_call_police,
    can_distract,
    can_fill_road,
    can_hurt_bystanders,
    can_jam,
    can_reinforce_gang,
    free_roads,
    gang_entries,
    heroes_up,
)
from rulebound.games.infinity.sim import can_take_sim, sim_zone
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import target_number
from rulebound.games.infinity.state import T, foes, in_reach
from rulebound.games.infinity.state_scenes import Board, Stage
from rulebound.games.infinity.state_vehicles import Place, Vehicle
from rulebound.games.infinity.vehicles import (
    can_change_seat,
    held_by,
    other_places,
    stalled,
)
from rulebound.kernel.citing import cites
from rulebound.kernel.policy import Move
from rulebound.kernel.seats import GM, SeatId

CONVOY, NORTH = "convoy", "street_n"
LONG_FIGHT = 30
FEW = 2
"""Enemies on whom nobody waits any more."""


def scene_act(t: T, seat: SeatId) -> Move | None:
    """What a seat does in one of the book's scenes; nothing here: fight as ever."""
    board = t.state.board
    if board is None:
        return None
    if t.state.current is None:
        if board.opening and seat == GM:
            return gm_opening(t, board)
        return None
    me = t.state.people[t.state.current]
    if me.seat != seat:
        return None
    if me.hero:
        return hero_turn(t, seat, me, board)
    return foe_turn(t, seat, me, board)


# ------------------------------------------------------------------------------------------------ the game master's Heat
def gm_opening(t: T, board: Board) -> Move:
    """Spend as the round opens while the pool is full enough, and keep some for Reactions and dice."""
    heat = t.state.heat.value
    if t.state.turns.number > LONG_FIGHT:
        return Move("end_scene")
    if can_reinforce_gang(t, GM) is None and heat >= 3:
        return Move("gang_arrives", {"heat": min(4, heat), "zone": gang_entries(t, GM)[0]})
    if can_call_police(t, GM) is None and heat >= 8:
        return Move("call_police")
    if can_jam(t, GM) is None and heat >= 6 and not board.jammed and (zone := ahead(t, board)):
        return Move("gridlock", {"zone": zone})
    if can_fill_road(t, GM) is None and heat >= 3 and len(board.heavy) < FEW and (zone := ahead(t, board)):
        return Move("heavy_traffic", {"zone": zone, "heat": 2})
    if can_hurt_bystanders(t, GM) is None and heat >= 5:
        weakest = min(heroes_up(t, GM), key=lambda id: t.state.people[id].resolve.left)
        return Move("civilian_casualties", {"who": weakest, "heat": 4})
    if can_distract(t, GM) is None and heat >= 4 and board.sim in heroes_up(t, GM):
        return Move("distract", {"who": board.sim})
    return Move("let_round_begin")


def ahead(t: T, board: Board) -> str | None:
    """A free zone on the way of a player character's car."""
    legal = free_roads(t, GM)
    for id in board.cars:
        car = t.state.vehicles.get(id)
        if car and not car.dead and occupants(t, car):
            goal = min(goals(t, board), key=lambda zone: zones_to(t, car, zone))
            path = road(t, car, goal) or []
            if zone := next((zone for zone in path[1:4] if zone in legal), None):
                return zone
    return None


def goals(t: T, board: Board) -> list[str]:
    """Where the player characters want to get to."""
    kind = drawn(t)
    assert kind is not None
    if board.stage is Stage.UNDERPASS:
        return [BESIDE]
    return list(kind.exits)


# ------------------------------------------------------------------------------------------------ player characters
def hero_turn(t: T, seat: SeatId, me: Character, board: Board) -> Move | None:
    if board.stage is Stage.FESTIVAL:
        return raid(t, seat, me, board)
    return flee(t, seat, me, board)


def runner(t: T, board: Board) -> Character | None:
    """Who fetches the SIM or has it: the able one nearest to it."""
    holder = t.state.people.get(board.sim)
    if holder and holder.hero and not out(holder):
        return holder
    able = [p for p in t.state.people.values() if p.hero and not out(p) and not gone(t, p)]
    zone = sim_zone(t)
    return min(able, key=lambda p: (steps(t, p.zone, zone), p.id), default=None)


def steps(t: T, a: str, b: str) -> int:
    far = steps_between(t, a, b)
    return NOWHERE if far is None else far


def raid(t: T, seat: SeatId, me: Character, board: Board) -> Move | None:
    """The convoy: drive up, shoot, and once few are left or the car flees, go for the SIM and bring it to a car."""
    if board.sim == me.id:
        return bring_home(t, seat, me, board)
    runs = t.state.vehicles.get(board.sim)
    fleeing = runs and runs.zone != CONVOY and not stalled(t, runs) and side_of(t, runs) not in (None, me.side)
    if runs and fleeing and (move := shoot_wheels(t, seat, runs.id)):
        return move
    left = sum(f.members for f in foes(t, me) if f.active and f.side == "adversaries")
    ready = left <= FEW or unguarded(t, board)
    if ready and runner(t, board) is me:
        return fetch(t, seat, me, board)
    car = steering(t, me)
    if car and car.id in board.cars:
        goal = sim_zone(t) if ready else NORTH
        if move := drive_to(t, seat, car, goal, fast=zones_to(t, car, goal) > 1):
            return move
    return None


def unguarded(t: T, board: Board) -> bool:
    """The SIM lies in a car without gangsters, or on the ground."""
    car = t.state.vehicles.get(board.sim)
    return car is None or not any(not p.hero and not out(p) for p in occupants(t, car))


def fetch(t: T, seat: SeatId, me: Character, board: Board) -> Move | None:
    """To the SIM, hands free, and take it."""
    if can_take_sim(t, seat) is None:
        return Move("take_sim")
    zone = sim_zone(t)
    near = me.zone == zone
    held = next((id for id, w in me.weapons.items() if w.hands), None)
    if near and held and can_let_go(t, seat) is None and not vehicle_of(t, me.id):
        return Move("drop_item", {"item": held})
    if vehicle_of(t, me.id):
        car = steering(t, me)
        if car and not near and (move := drive_to(t, seat, car, zone, fast=False)):
            return move
        if can_get_out(t, seat) is None:
            here = [z for z in zones_out(t, seat) if z == zone] or [me.zone]
            return Move("get_out", {"zone": here[0]})
        return None
    if near and board.sim in t.state.vehicles and not in_reach(t, me.id, board.sim):
        if can_adjust(t, seat) is None:
            return Move("adjust", {"spot": board.sim})
        return Move("move", {"zone": zone, "spot": board.sim}) if can_move(t, seat) is None else None
    return None if near else walk(t, seat, me, zone)


def walk(t: T, seat: SeatId, me: Character, goal: str) -> Move | None:
    """On foot towards a zone: two zones in a Sprint where they count, one otherwise."""
    here = steps(t, me.zone, goal)
    if here >= FEW and can_sprint(t, seat) is None:
        zone = min(far_zones(t, seat), key=lambda z: steps(t, z, goal))
        if steps(t, zone, goal) < here:
            return Move("sprint", {"zone": zone})
    if can_move(t, seat) is None:
        zone = min(near_zones(t, seat), key=lambda z: steps(t, z, goal))
        if steps(t, zone, goal) < here:
            return Move("move", {"zone": zone})
    return None


def bring_home(t: T, seat: SeatId, me: Character, board: Board) -> Move | None:
    """With the SIM to the nearest car of one's own, and in."""
    cars = [t.state.vehicles[id] for id in board.cars if id in t.state.vehicles and not t.state.vehicles[id].dead]
    if can_get_in(t, seat) is None:
        legal = near_vehicles(t, seat)
        car = next((c for c in cars if c.id in legal), None)
        if car:
            return Move("get_in", {"vehicle": car.id, "place": places_in(t, seat, car.id)[0]})
    if not cars:
        return None
    goal = min((car.zone for car in cars), key=lambda zone: steps(t, me.zone, zone))
    return walk(t, seat, me, goal) if goal != me.zone else None


def flee(t: T, seat: SeatId, me: Character, board: Board) -> Move | None:
    """The chase: drive for the way out, leave by it, and at the end through the door."""
    if board.door is not None and (move := at_the_door(t, seat, me, board)):
        return move
    car = vehicle_of(t, me.id)
    if car is None:
        at_door = board.stage is Stage.UNDERPASS and me.zone in (BESIDE, ALCOVE)  # one waits there for the others and the SIM
        return None if at_door else on_the_run(t, seat, me, board)
    if stuck(t, car):
        return abandon(t, seat, me, car, board)
    if pilot_of(t, car) is None and can_change_seat(t, seat) is None and Place.COMMANDER in other_places(t, seat):
        return Move("change_seat", {"place": Place.COMMANDER})
    if steering(t, me) is None:
        return None
    if board.stage is not Stage.UNDERPASS and can_drive_off(t, seat) is None:
        return Move("drive_off")
    goal = min(goals(t, board), key=lambda zone: zones_to(t, car, zone))
    return drive_to(t, seat, car, goal, fast=True)


def stuck(t: T, car: Vehicle) -> bool:
    """It will not move again soon: broken, or in a TAG's claws."""
    return stalled(t, car) is not None or held_by(t, car.id) is not None


def abandon(t: T, seat: SeatId, me: Character, car: Vehicle, board: Board) -> Move | None:
    """Out of a car that will not go any more, with the SIM; a car that is only held is fought for."""
    if stalled(t, car) is None:
        return None
    if board.sim == car.id:
        held = next((id for id, w in me.weapons.items() if w.hands), None)
        if runner(t, board) is me and held and can_let_go(t, seat) is None:
            return Move("drop_item", {"item": held})
        if runner(t, board) is me and can_take_sim(t, seat) is None:
            return Move("take_sim")
    if can_get_out(t, seat) is None:
        return Move("get_out", {"zone": me.zone})
    return None


def on_the_run(t: T, seat: SeatId, me: Character, board: Board) -> Move | None:
    """On foot: into a friend's car, or towards the way out."""
    if board.sim not in t.state.people and runner(t, board) is me and (move := fetch(t, seat, me, board)):
        return move
    if can_get_in(t, seat) is None:
        cars = [id for id in near_vehicles(t, seat) if not stuck(t, t.state.vehicles[id])]
        if cars:
            return Move("get_in", {"vehicle": cars[0], "place": places_in(t, seat, cars[0])[0]})
    if board.stage is not Stage.UNDERPASS and can_walk_off(t, seat) is None:
        return Move("walk_off")
    goal = min(goals(t, board), key=lambda zone: steps(t, me.zone, zone))
    return walk(t, seat, me, goal)


def at_the_door(t: T, seat: SeatId, me: Character, board: Board) -> Move | None:
    """In the last lane out of the car, with the SIM, into the alcove; the best hand at the lock; through."""
    holder = t.state.people.get(board.sim)
    if can_pass(t, seat) is None and holder and (holder is me or gone(t, holder)):
        return Move("pass_door")
    car = vehicle_of(t, me.id)
    if holder is None and car is None and runner(t, board) is me and (move := fetch(t, seat, me, board)):
        return move
    if me.zone == ALCOVE:
        if not is_open(t) and can_pick(t, seat) is None and lockpick(t) is me:
            return Move("pick_lock", {"skill": Skill.TECH})
        return None
    if me.zone != BESIDE:
        return None
    if car and board.sim == car.id and runner(t, board) is me:
        held = next((id for id, w in me.weapons.items() if w.hands), None)
        if held and can_let_go(t, seat) is None:
            return Move("drop_item", {"item": held})
        if can_take_sim(t, seat) is None:
            return Move("take_sim")
    if car and can_get_out(t, seat) is None and ALCOVE in zones_out(t, seat):
        return Move("get_out", {"zone": ALCOVE})
    if car is None and can_move(t, seat) is None:
        return Move("move", {"zone": ALCOVE})
    return None


def lockpick(t: T) -> Character | None:
    """The best hand at locks in the alcove."""
    here = [p for p in t.state.people.values() if p.hero and not out(p) and p.zone == ALCOVE and not gone(t, p)]
    return max(here, key=lambda p: (target_number(p, Skill.TECH).value, p.id), default=None)


# ------------------------------------------------------------------------------------------------ adversaries
def foe_turn(t: T, seat: SeatId, me: Character, board: Board) -> Move | None:
    if me.id == board.rider:
        return rider_turn(t, seat, me)
    if board.stage is Stage.FESTIVAL:
        return gangsters(t, seat, me, board)
    if lies_low(t, me):
        return from_the_office(t, me)
    car = vehicle_of(t, me.id)
    if car and car.kind == "loadlifter":
        return tag_turn(t, seat, me, car)
    if car and car.each:
        return bikers(t, seat, me, car)
    return mounted(t, seat, me) if car else None


@cites("infinity.scene2.tag")
def from_the_office(t: T, me: Character) -> Move:
    """Nobody knows of him, so he hacks if he can and does nothing that could be seen."""
    plan = best_of(t, me, [way for way in ways(t, me) if way.command == "hack"]) if me.turn.standard else None
    return plan.move if plan else Move("end_turn")


def rider_turn(t: T, seat: SeatId, me: Character) -> Move | None:
    """Away for help by the south."""
    kind, bike = drawn(t), steering(t, me)
    if bike is None or kind is None:
        return None
    if can_drive_off(t, seat) is None:
        return Move("drive_off")
    return drive_to(t, seat, bike, kind.rider_leaves_by[0], fast=True)


def gangsters(t: T, seat: SeatId, me: Character, board: Board) -> Move | None:
    """Those with the SIM guard it and run for it when the others are down; the others get out and come on."""
    car = vehicle_of(t, me.id)
    if car is None or me.side != "adversaries":
        return None
    if car.id == board.sim and steering(t, me):
        friends = [p for p in t.state.people.values() if p.side == me.side and p.id not in (me.id, board.rider) and p.active]
        if me.members < FEW or not any(not out(p) and not gone(t, p) for p in friends):
            if can_drive_off(t, seat) is None:
                return Move("drive_off")
            return drive_to(t, seat, car, "far_s", fast=True)
        return None
    if not me.turn.taken and can_get_out(t, seat) is None:
        return Move("get_out", {"zone": me.zone})
    return None


def bikers(t: T, seat: SeatId, me: Character, bikes: Vehicle) -> Move | None:
    """The pack tails at Medium, the outriders close in."""
    prey = [p for p in foes(t, me) if p.active and not gone(t, p) and p.side == "heroes"]
    if not prey:
        return None
    nearest = min(prey, key=lambda p: steps(t, me.zone, p.zone))
    return close_in(t, seat, bikes, nearest.zone, keep=1 if me.id == "bikers" else 0)
