"""The road: procession, traffic at crossroads, heavy traffic, cars out of control, the wrong way, bystanders."""

from __future__ import annotations

from rulebound.games.infinity.maps import drawn, zone_at
from rulebound.games.infinity.people import Character, Id
from rulebound.games.infinity.state import T
from rulebound.games.infinity.state_scenes import Flow, Stage
from rulebound.games.infinity.state_vehicles import Quality, Vehicle
from rulebound.games.infinity.surroundings import crosses
from rulebound.kernel.citing import cites
from rulebound.kernel.d20 import CombatDice
from rulebound.kernel.dice import SumPool
from rulebound.kernel.modifiers import Total
from rulebound.kernel.seats import GM

NONE = Total()
AGAINST = 2
LIGHTS = "traffic lights"
D6 = SumPool(1, 6)
COMPASS = {"east": 1, "west": -1}


# ------------------------------------------------------------------------------------------------ steps of the way
def road_steps(t: T, vehicle: Vehicle, path: list[str], place: int) -> Total:
    """What the scene adds to the ground of one zone of a drive."""
    board = t.state.board
    if board is None:
        return NONE
    zone = path[place]
    steps = panic(t, zone) + wrong_way(t, path, place)
    steps = steps.plus("heavy traffic", board.heavy.get(zone, 0), "infinity.scene2.heat.heavy_traffic")
    wild = board.wild.get(zone)
    if wild and wild not in vehicle.aboard:
        steps = steps.plus("a car out of control", 1, "infinity.scene2.underpass.bystander_cars")
    if over_divider(t, path, place) and vehicle.has(Quality.WALKER):
        steps = steps.plus("divider", 1, "infinity.scene2.underpass.on_foot")
    return steps


@cites("infinity.scene1.terrain.procession")
def panic(t: T, zone: str) -> Total:
    """Through the round after a Complication the procession is a step harder."""
    board, found = t.state.board, zone_at(t, zone)
    assert board is not None
    mess = found is not None and found.crowd and t.state.turns.number <= board.panic
    return NONE.plus("the procession is a mess", int(mess), "infinity.scene1.terrain.procession")


@cites("infinity.scene1.terrain.procession")
def knocked_over(t: T, zones: list[str], complications: int) -> None:
    """A Complication in the procession makes it a mess through the next round, by the game master's word."""
    board, kind = t.state.board, drawn(t)
    if not complications or board is None or kind is None or not any(kind.zones[zone].crowd for zone in zones):
        return
    if t.judge("procession_panics", (True, False), True):
        board.panic = t.state.turns.number + 1
        t.say("procession_mess", "infinity.scene1.terrain.procession", round=board.panic)


@cites("infinity.scene2.underpass.hazard")
def wrong_way(t: T, path: list[str], place: int) -> Total:
    """Against the flow of the underpass: no harder, unless this table says so."""
    kind = drawn(t)
    if kind is None or place == 0 or not kind.zones[path[place]].flow:
        return NONE
    ahead = kind.zones[path[place]].x - kind.zones[path[place - 1]].x
    against = ahead * COMPASS[kind.zones[path[place]].flow] < 0
    return NONE.plus("the wrong way", t.variants.wrong_way_extra_steps if against else 0, "infinity.scene2.underpass.hazard")


def over_divider(t: T, path: list[str], place: int) -> bool:
    kind = drawn(t)
    return kind is not None and place > 0 and kind.zones[path[place - 1]].divider == path[place]


# ------------------------------------------------------------------------------------------------ crossroads
@cites("infinity.scene2.streets.crossroads", "infinity.example.crossroads")
def crossing(t: T, vehicle: Vehicle, start: str, zone: str) -> Total | None:
    """What entering a crossroads takes: nothing with the flow, two steps across it."""
    board, found = t.state.board, zone_at(t, zone)
    if board is None or found is None or not found.crossroads:
        return None
    if zone not in board.flows:
        board.flows[zone] = first_flow(t, zone)
        t.say("traffic_flows", "infinity.scene2.streets.crossroads", zone=zone, flow=board.flows[zone].value)
    if not crosses(t, start, zone):
        return None
    return NONE.plus("across the traffic", AGAINST, "infinity.scene2.streets.crossroads")


@cites("infinity.scene2.streets.crossroads", "infinity.scene2.streets.networks", "infinity.dice.d6")
def first_flow(t: T, zone: str) -> Flow:
    """A d6 says how the traffic flows there, or a hacker at the lights."""
    if hacker := lights_held_by(t):
        return t.choose(hacker.seat, "direct_traffic", tuple(Flow), (zone,))
    return Flow.NORTH_SOUTH if t.roll(D6, "traffic", GM, (zone,)).total <= 3 else Flow.EAST_WEST


@cites("infinity.scene2.streets.crossroads")
def lights_change(t: T) -> None:
    """As a round opens each known crossroads throws a combat die, and an Effect turns its traffic; a hacker at the lights chooses."""
    board = t.state.board
    if board is None or board.stage is not Stage.STREETS:
        return
    hacker = lights_held_by(t)
    for zone in board.flows:
        if hacker:
            turn_it = t.choose(hacker.seat, "turn_traffic", (False, True), (zone, board.flows[zone].value))
        else:
            turn_it = t.roll(CombatDice(1), "traffic_turns", GM, (zone,)).effects > 0
        if turn_it:
            board.flows[zone] = Flow.EAST_WEST if board.flows[zone] is Flow.NORTH_SOUTH else Flow.NORTH_SOUTH
            t.say("traffic_flows", "infinity.scene2.streets.crossroads", zone=zone, flow=board.flows[zone].value)


@cites("infinity.scene2.streets.networks")
def lights_held_by(t: T) -> Character | None:
    """Whoever possesses the traffic lights."""
    board = t.state.board
    civic = t.state.people.get(board.civic or "") if board else None
    return t.state.people.get(civic.possessed.get(LIGHTS, Id(""))) if civic else None
