"""What a case may lay down of vehicles and scenes."""

from __future__ import annotations

from rulebound.games.infinity.content import content
from rulebound.games.infinity.maps import lay_out
from rulebound.games.infinity.people import Id
from rulebound.games.infinity.state import T
from rulebound.games.infinity.state_scenes import Board
from rulebound.games.infinity.state_vehicles import Place, Quality, Vehicle
from rulebound.games.infinity.vehicles import build, give_mind, seat_in, wire
from rulebound.kernel.paths import PathProblem, put
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.yamltext import Document, Path

SPECIAL = ("kind", "zone", "aboard", "qualities", "operator", "each")


def lay_board(document: Document, path: Path, t: T) -> None:
    """The scene of the book that is being played, on its own map."""
    board = document.convert(Board, path)
    if board.map not in content().maps:
        raise document.problem((*path, "map"), f"there is no map {board.map}: {', '.join(content().maps)}")
    t.state.board = board
    lay_out(t.state, t.variants, board.map)


def lay_vehicle(document: Document, path: Path, t: T) -> None:
    id, laid = str(path[-1]), document.at(path)
    if not isinstance(laid, dict) or str(laid.get("kind")) not in content().vehicles:
        raise document.problem(path, f"a vehicle has a kind: {', '.join(content().vehicles)}")
    zone = str(laid.get("zone", next(iter(t.state.map.zones))))
    vehicle = build(t, str(laid["kind"]), id, zone, id)
    vehicle.each = bool(laid.get("each", False))
    if "qualities" in laid:
        vehicle.qualities = document.convert(list[Quality], (*path, "qualities"))
        rewire(t, vehicle)
    if vehicle.each and vehicle.network:
        del t.state.people[vehicle.network]
        vehicle.network = None
    for who, place in (document.convert(dict[str, Place], (*path, "aboard")) if "aboard" in laid else {}).items():
        if who not in t.state.people:
            raise document.problem((*path, "aboard"), f"there is nobody called {who}")
        seat_in(t, vehicle, t.state.people[who], place)
    if "operator" in laid:
        vehicle.operator = Id(str(laid["operator"]))
    if vehicle.has(Quality.REMOTE):
        operator = t.state.people.get(vehicle.operator or "")
        give_mind(t, vehicle, operator.side if operator else "adversaries", operator.seat if operator else SeatId(GM))
    for key, value in laid.items():
        if key not in SPECIAL:
            try:
                put(vehicle, str(key), value)
            except PathProblem as problem:
                raise document.problem((*path, str(key)), str(problem)) from None


def rewire(t: T, vehicle: Vehicle) -> None:
    """Its network anew, for its qualities."""
    if vehicle.network:
        old = t.state.people[vehicle.network]
        wire(t, vehicle, old.firewall.full, old.category)
