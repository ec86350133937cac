"""Tales of the Long Zi Wo, part two: through the streets, past the TAGs, beneath the city, and out by a door."""

from __future__ import annotations

from rulebound.games.infinity.aboard import vehicle_of
from rulebound.games.infinity.chase import gone, heroes_away, nobody_left
from rulebound.games.infinity.content import MapKind, content, sample
from rulebound.games.infinity.maps import AWAY, lay_out
from rulebound.games.infinity.people import BreachEffect, Category, Character, Stealth, Stress, out
from rulebound.games.infinity.scene1 import PREGENS, empty_table, open_table, place_network, seat_heroes
from rulebound.games.infinity.sim import sim_zone
from rulebound.games.infinity.state import Infinity, T
from rulebound.games.infinity.state_scenes import Arrival, Board, Door, Stage
from rulebound.games.infinity.state_vehicles import Place, Vehicle
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.games.infinity.vehicles import build, relocate, seat_in
from rulebound.kernel.citing import cites
from rulebound.kernel.game import Start
from rulebound.kernel.seats import GM

CAMERAS, LIGHTS, ALARMS, LOCK = "traffic cameras", "traffic lights", "warehouse alarms", "lock"
EXTRA_HEAT = 3
MOST_REPEATS = 3
FOES = ("bratva", "adversaries")
BIKERS = (
    ("bikers", "Biker pack", 4, "central_mob"),
    ("outriders-1", "Outriders 1", 2, "outriders_1"),
    ("outriders-2", "Outriders 2", 2, "outriders_2"),
)


# ------------------------------------------------------------------------------------------------ stage 1
@cites("infinity.scene2.premise", "infinity.scene2.start")
def streets(variants: InfinityVariants) -> Start[Infinity]:
    """From the start: a point for everybody, three Heat, bikers behind."""
    t = empty_table(variants)
    t.state.board = Board(stage=Stage.STREETS, map="streets")
    kind = lay_out(t.state, variants, "streets")
    t.state.board.cars = seat_heroes(t, kind.start["players_car"], PREGENS)
    t.state.board.sim = t.state.board.cars[0]
    begin_chase(t)
    set_streets(t, kind)
    bikers(t, kind)
    return open_table(t)


@cites("infinity.scene2.start")
def begin_chase(t: T) -> None:
    """Once: each player character gains an Infinity point, the game master 3 Heat on top of what was left."""
    for who in t.state.people.values():
        if who.hero:
            who.infinity.change(1, GM, "the chase begins", "infinity.scene2.start", clip=True)
    t.state.heat.change(EXTRA_HEAT, GM, "the chase begins", "infinity.scene2.start")


@cites("infinity.scene2.streets", "infinity.scene2.streets.networks")
def set_streets(t: T, kind: MapKind) -> None:
    """Confidence for the player characters, the civic network at every crossroads."""
    assert t.state.board is not None
    for who in t.state.people.values():
        if who.hero:
            who.heartened = max(who.heartened, 1)
    t.state.board.civic = place_network(
        t, "civic", "Civic network", Category.ELITE, 8, 1, kind.network_access, [CAMERAS, LIGHTS]
    ).id  # fmt: skip


@cites("infinity.scene2.streets", "infinity.npc.biker_mob", "infinity.npc.bratva_biker")
def bikers(t: T, kind: MapKind) -> None:
    """A Mob of four behind, and two pairs that close in."""
    for id, name, members, zone in BIKERS:
        mob = sample(t, "bratva biker", id)
        mob.name, mob.members, mob.side = name, members, "bratva"
        mob.systems = {"communicator": [BreachEffect.SHUTDOWN, BreachEffect.POSSESS]}
        t.state.people[id] = mob
        bikes = build(t, "motorcycle", f"{id}-bikes", kind.start[zone], f"{name}'s motorcycles")
        ride(t, bikes, mob)


@cites("infinity.npc.biker_mob", "infinity.npc.bratva_biker")
def ride(t: T, bikes: Vehicle, mob: Character) -> None:
    """Every member has a motorcycle; it runs on his own network."""
    bikes.each = True
    if bikes.network:
        del t.state.people[bikes.network]
        bikes.network = None
    seat_in(t, bikes, mob, Place.COMMANDER)


# ------------------------------------------------------------------------------------------------ the next stage
@cites("infinity.scene2.premise", "infinity.scene2.streets.special", "infinity.scene2.chase")
def next_stage(t: T) -> None:
    """Everybody who left goes on; by the game master's word the streets go on for a while."""
    board = t.state.board
    assert board is not None
    followers = take_along(t)
    match board.stage:
        case Stage.STREETS if board.repeats < MOST_REPEATS and t.judge("repeat_streets", (False, True), False, (str(board.repeats),)):
            board.repeats += 1
            kind = change_map(t, Stage.STREETS, "streets")
            place_heroes(t, kind.start["players_car"])
            set_streets(t, kind)
            bring(t, followers, kind.start["central_mob"])
        case Stage.STREETS:
            entry = drawn_entries(board.left_by)
            for who in t.state.people.values():
                who.heartened = 0
            change_map(t, Stage.PARK, "park")
            place_heroes(t, entry)
            park(t)
            bring(t, followers, entry)
        case _:
            kind = change_map(t, Stage.UNDERPASS, "underpass")
            place_heroes(t, kind.start["players_car"])
            underpass(t, kind)
            bring(t, followers, kind.pursuers_enter_by[0])
    t.say("next_stage", "infinity.scene2.chase", stage=board.stage.value)


@cites("infinity.scene2.tag.map")
def drawn_entries(exit: str) -> str:
    """Where the park is entered, by the exit that was taken."""
    return content().maps["park"].entries.get(exit, "S1")


@cites("infinity.scene2.streets.pursuit", "infinity.scene2.underpass.pursuit")
def take_along(t: T) -> list[Arrival]:
    """Those who saw them leave come after; everybody else is left behind."""
    board = t.state.board
    assert board is not None
    follow = [t.state.people[id] for id in board.tailed if not out(t.state.people[id])]
    arrivals = []
    for who in follow:
        vehicle = vehicle_of(t, who.id)
        if vehicle:
            vehicle.grabs, vehicle.moved = {}, False
        arrivals.append(Arrival(people=[who], riding=[vehicle] if vehicle else [], zone=""))
    heroes = {p.id for p in t.state.people.values() if p.hero and (gone(t, p) or out(p))}
    cars = {v.id: v for v in t.state.vehicles.values() if any(id in heroes and id in board.through for id in v.aboard)}
    keep = {*heroes, *(v.network for v in cars.values() if v.network)}
    remember_names(t)
    t.state.people = {id: p for id, p in t.state.people.items() if id in keep}
    t.state.vehicles = {str(id): car for id, car in cars.items()}
    for car in cars.values():
        car.aboard = {id: place for id, place in car.aboard.items() if id in keep}
        car.grabs = {}
    board.cars = [v.id for v in cars.values()]
    return arrivals


def remember_names(t: T) -> None:
    """What is told of the stage that ends is told of its people, vehicles and places by name for ever."""
    state = t.state
    for there in (state.people, state.vehicles, state.map.zones, state.covers):
        state.gone |= {id: thing.name for id, thing in there.items()}


def change_map(t: T, stage: Stage, name: str) -> MapKind:
    board = t.state.board
    assert board is not None
    board.stage, board.map, t.state.arriving = stage, name, []
    board.flows, board.heavy, board.jammed, board.wild, board.through, board.tailed = {}, {}, [], {}, [], []
    board.unseen, board.left_by, board.police, board.opening, board.coming = 0, "", False, True, []
    return lay_out(t.state, t.variants, name)


def place_heroes(t: T, zone: str) -> None:
    for vehicle in t.state.vehicles.values():
        relocate(t, vehicle, zone)
        vehicle.moved = False
    for who in t.state.people.values():
        who.zone = zone
        if vehicle_of(t, who.id) is None:
            who.cover = None
    board = t.state.board
    assert board is not None
    if board.sim not in t.state.people and board.sim not in t.state.vehicles:
        board.sim = next((p.id for p in t.state.people.values() if p.hero and not out(p)), zone)


@cites("infinity.scene2.underpass.pursuit")
def bring(t: T, followers: list[Arrival], zone: str) -> None:
    """Pursuers come in at the end of the first round."""
    assert t.state.board is not None
    for arrival in followers:
        arrival.zone = zone
    t.state.board.coming += followers


# ------------------------------------------------------------------------------------------------ stage 2
@cites("infinity.scene2.tag", "infinity.scene2.tag.hidden_hacker", "infinity.npc.loadlifter_tag", "infinity.scene2.car_lost")
def park(t: T) -> None:
    """Two Loadlifters in the yard, a third specialist in the office who holds the local network, parked cars and trucks."""
    kind, board = content().maps["park"], t.state.board
    assert board is not None
    for number in (1, 2):
        tag = build(t, "loadlifter", f"tag-{number}", kind.start[f"tag_{number}"], f"Loadlifter {number}")
        pilot = specialist(t, f"pilot-{number}", f"TAG pilot {number}", tag.zone)
        seat_in(t, tag, pilot, Place.COMMANDER)
    hacker = specialist(t, "office-hacker", "Civic network", kind.start["third_specialist"])
    board.hacker, hacker.stealth = hacker.id, Stealth.HIDDEN
    network = place_network(t, "civic", "Civic network", Category.ELITE, 8, 1, kind.network_access, [CAMERAS, ALARMS])
    network.adopted_by, network.possessed = hacker.id, {CAMERAS: hacker.id, ALARMS: hacker.id}
    board.civic = network.id
    for zone, kinds in kind.parked_vehicles.items():
        for place, name in enumerate(kinds):
            build(t, name, f"{zone}-{place + 1}", zone, f"Parked {name} {place + 1}, {kind.zones[zone].name}").locked = True


def specialist(t: T, id: str, name: str, zone: str) -> Character:
    who = sample(t, "specialist", id)
    who.name, who.zone = name, zone
    t.state.people[id] = who
    return who


# ------------------------------------------------------------------------------------------------ stage 3
@cites("infinity.scene2.underpass", "infinity.scene2.underpass.bystander_cars", "infinity.scene2.underpass.door")
def underpass(t: T, kind: MapKind) -> None:
    """Cars all around, and a door at the end with a network of its own."""
    assert t.state.board is not None
    lanes = [id for id, zone in kind.zones.items() if zone.terrain == "hazardous"]
    place_network(t, "traffic", "Cars in the traffic", Category.TROOPER, 4, 1, lanes, [])
    place_network(t, "door", "Maintenance door", Category.NEMESIS, 15, 3, ["alcove", "E6a"], [LOCK])
    t.state.board.civic = None
    t.state.board.door = Door(structure=Stress(full=12, left=12))


# ------------------------------------------------------------------------------------------------ how it ends
@cites("infinity.scene2.chase", "infinity.scene2.underpass.door")
def verdict(t: T) -> str | None:
    """Won through the door with the SIM; lost when nobody of them is left, or pursuers have the SIM."""
    board = t.state.board
    assert board is not None
    if nobody_left(t):
        return "lost: nobody got away"
    if sim_taken(t):
        return "lost: the pursuers have the SIM"
    if board.stage is Stage.UNDERPASS and heroes_away(t):
        holder = t.state.people.get(board.sim)
        return "won: through the door with the SIM" if holder and gone(t, holder) else "lost: the SIM was left behind"
    return None


@cites("infinity.scene2.chase")
def sim_taken(t: T) -> bool:
    """An enemy stands where the SIM is and nobody who could stop him."""
    board = t.state.board
    assert board is not None
    holder = t.state.people.get(board.sim)
    if holder and not holder.hero:
        return True
    zone = sim_zone(t)
    if zone == AWAY:
        return False
    here = [p for p in t.state.people.values() if p.zone == zone and p.active and not out(p) and not gone(t, p)]
    return any(p.side in FOES for p in here) and not any(p.hero for p in here)
