"""Tales of the Long Zi Wo, part one: a convoy held up by a procession, and what it carries."""

from __future__ import annotations

from rulebound.games.infinity.aboard import vehicle_of
from rulebound.games.infinity.chase import nobody_left
from rulebound.games.infinity.content import sample
from rulebound.games.infinity.maps import lay_out
from rulebound.games.infinity.momentum import pool_cap
from rulebound.games.infinity.networks import network
from rulebound.games.infinity.people import BreachEffect, Category, Character, Id
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import target_number
from rulebound.games.infinity.state import Infinity, T
from rulebound.games.infinity.state_scenes import Board, Stage
from rulebound.games.infinity.state_vehicles import Place, Vehicle
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.games.infinity.vehicles import build, seat_in
from rulebound.kernel.citing import cites
from rulebound.kernel.game import Start
from rulebound.kernel.pools import SharedPool
from rulebound.kernel.seats import GM, Role, Seat, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.zones import ZoneMap

PREGENS = ("lieutenant", "rifleman", "marksman", "hacker", "paramedic", "infiltrator")
CAMERAS, RESPONSE = "security cameras", "emergency response"
START_HEAT = 3
SEATS_OF_A_CAR = 4
CONVOY = (
    ("rider", "Rider", 1, "motorcycle", "bike", "Convoy motorcycle"),
    ("mob-a", "Mob A", 3, "car", "car-a", "First convoy car"),
    ("mob-b", "Mob B", 3, "car", "car-b", "Second convoy car"),
)


def empty_table(variants: InfinityVariants) -> T:
    return Table(Infinity(people={}, map=ZoneMap({})), variants)


def open_table(t: T) -> Start[Infinity]:
    """The seats: the game master and every player character."""
    heroes = [p for p in t.state.people.values() if p.hero]
    seats = (Seat(GM, Role.GM, "Game master"), *(Seat(p.seat, Role.PLAYER, p.name) for p in heroes))
    return Start(t.state, seats)


@cites("infinity.vehicle.stat.car")
def seat_heroes(t: T, zone: str, names: tuple[str, ...]) -> list[Id]:
    """The player characters in their car, and in a second where they are more than four."""
    cars: list[Vehicle] = []
    for number, name in enumerate(names):
        if number % SEATS_OF_A_CAR == 0:
            cars.append(build(t, "car", f"getaway-{len(cars) + 1}", zone, "Getaway car" if not cars else "Second car"))
        who = sample(t, name, name, SeatId(name))
        t.state.people[name] = who
        seat_in(t, cars[-1], who, Place.PASSENGER)
    for car in cars:
        best = max(car.aboard, key=lambda id: driving_skill(t.state.people[id]))
        car.aboard[best] = Place.COMMANDER
    t.state.momentum = SharedPool(name="Momentum", cap=pool_cap(t.variants, len(names)))
    return [car.id for car in cars]


def driving_skill(who: Character) -> int:
    return target_number(who, Skill.PILOT).value


@cites("infinity.network.non_personal", "infinity.scene1.network", "infinity.scene2.streets.networks", "infinity.scene2.tag")
def place_network(
    t: T, id: str, name: str, rating: Category, firewall: int, security: int, zones: list[str], systems: list[str]
) -> Character:
    """A network of the place, to be reached in those zones; its systems can be possessed."""
    found = network(id, name, rating, firewall, security, zones, {system: [BreachEffect.POSSESS] for system in systems})
    t.state.people[id] = found
    return found


# ------------------------------------------------------------------------------------------------ setting it up
@cites("infinity.scene1.start", "infinity.scene1.premise", "infinity.scene1.heat", "infinity.scene1.environment")
def festival(variants: InfinityVariants) -> Start[Infinity]:
    """The convoy waits at the procession; the player characters sit in their car behind a building. Heat 3."""
    t = empty_table(variants)
    kind = lay_out(t.state, variants, "festival")
    cars = seat_heroes(t, kind.start["players_car"], PREGENS)
    t.state.board = Board(stage=Stage.FESTIVAL, map="festival", cars=cars, civic=Id("civic"))
    convoy(t, kind.start["convoy"])
    buildings = [id for id, zone in kind.zones.items() if zone.on_foot]
    place_network(t, "civic", "Civic security network", Category.ELITE, 12, 2, buildings, [CAMERAS, RESPONSE])
    t.state.heat.start = START_HEAT
    return open_table(t)


@cites("infinity.scene1.adversaries", "infinity.scene1.sim")
def convoy(t: T, zone: str) -> None:
    """A rider in front, the car with the SIM and Mob A, the car with Mob B."""
    assert t.state.board is not None
    for id, name, members, kind, wheels, called in CONVOY:
        vehicle = build(t, kind, wheels, zone, called)
        who = sample(t, "gangster", id)
        who.members, who.name = members, name
        t.state.people[id] = who
        seat_in(t, vehicle, who, Place.COMMANDER)
    t.state.board.rider, t.state.board.sim = Id("rider"), "car-a"


# ------------------------------------------------------------------------------------------------ how it ends
@cites("infinity.scene1.sim", "infinity.scene1.premise")
def verdict(t: T) -> str | None:
    """Won with the SIM in the player characters' car; lost when nobody of them is left, or the SIM leaves with the gangsters."""
    board = t.state.board
    assert board is not None
    holder = t.state.people.get(board.sim)
    sits = vehicle_of(t, board.sim) if holder else None
    if board.sim in board.cars or (holder and holder.hero and sits and sits.id in board.cars):
        return "won: the SIM is in the player characters' car"
    if holder and not holder.hero and holder.id in board.through:
        return "lost: the SIM is gone"
    if board.sim in t.state.vehicles and any(id in board.through for id in t.state.vehicles[board.sim].aboard):
        return "lost: the SIM is gone"
    if nobody_left(t):
        return "lost: nobody is left to take the SIM"
    return None
