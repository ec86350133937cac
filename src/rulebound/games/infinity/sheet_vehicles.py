"""What each seat sees of vehicles and of the scene: sheets of vehicles, the chase, the roads."""

from __future__ import annotations

from rulebound.games.infinity.maps import drawn, steps_between
from rulebound.games.infinity.people import Character
from rulebound.games.infinity.state import T
from rulebound.games.infinity.state_scenes import Board, Stage
from rulebound.games.infinity.state_vehicles import Vehicle
from rulebound.kernel.citing import cites
from rulebound.kernel.seats import GM, Seat
from rulebound.kernel.view import Boxes, Fact, Item, Panel, Spot

OBJECTIVE = {
    Stage.FESTIVAL: "Bring the SIM to your car",
    Stage.STREETS: "Reach an exit with the SIM",
    Stage.PARK: "Reach a ramp to the underpass",
    Stage.UNDERPASS: "Open the door of the alcove and go through with the SIM",
}


def zone_name(t: T, zone: str) -> str:
    return t.state.map.zones[zone].name if zone in t.state.map.zones else zone


@cites("infinity.vehicle.capacity", "infinity.vehicle.mobility")
def vehicle_panel(t: T, seat: Seat, vehicle: Vehicle, known: list[Character]) -> Panel:
    """A vehicle's sheet: what it is, who is seen in it, what is left of it; those inside see its numbers."""
    people = {p.id for p in known}
    inside = [id for id in vehicle.aboard if id in people]
    mine = any(t.state.people[id].seat == seat.id for id in inside) and seat.id != GM
    names = ", ".join(f"{t.state.people[id].name} ({vehicle.aboard[id].value})" for id in inside) or "nobody"
    state = condition(t, vehicle)
    items: list[Item] = [
        Fact("State", state), Fact("Inside", names), Fact("Zone", zone_name(t, vehicle.zone)),
        Fact("Qualities", ", ".join(q.value for q in vehicle.qualities)),
        Boxes("Structure", vehicle.structure.full, vehicle.structure.lost, f"{vehicle.structure.left} of {vehicle.structure.full}"),
        Fact("Faults", vehicle.faults),
    ]  # fmt: skip
    if mine or seat.id == GM:
        items += numbers(vehicle)
    brief = f"Structure {vehicle.structure.left}, Faults {vehicle.faults}, {state}, {names}"
    return Panel(vehicle.id, vehicle.name, brief, tuple(items), mine)


def numbers(vehicle: Vehicle) -> list[Item]:
    soak = ", ".join(f"{part.value} {value}" for part, value in vehicle.soak.items())
    flat, dice = vehicle.impact
    items: list[Item] = [
        Fact("Combat Manoeuvrability", vehicle.manoeuvrability), Fact("Soak", soak), Fact("BTS", vehicle.bts),
        Fact("Impact Damage", f"{flat}+[CD]{dice}"), Fact("Cover dice inside", vehicle.cover),
    ]  # fmt: skip
    items += [Fact(m.kind, "destroyed" if m.destroyed else f"{m.reloads} Reloads") for m in vehicle.weapons.values()]
    return items


def condition(t: T, vehicle: Vehicle) -> str:
    words = [
        "wrecked" if vehicle.wrecked else "disabled" if vehicle.dead else "",
        "immobile" if vehicle.immobile else "",
        vehicle.style.value if vehicle.style.value != "plain" else "",
        "locked" if vehicle.locked else "",
        *(f"holds {t.state.people[id].name if id in t.state.people else t.state.vehicles[id].name}" for id in vehicle.grabs),
    ]
    return ", ".join(filter(None, words)) or "runs"


@cites("infinity.scene2.chase", "infinity.scene1.premise")
def scene_panel(t: T, board: Board) -> Panel:
    """The scene: what it is about, where the SIM is, what is known of the roads."""
    at = board.sim
    holder = t.state.people.get(at)
    where = holder.name if holder else t.state.vehicles[at].name if at in t.state.vehicles else called(t, at)
    items: list[Item] = [Fact("Stage", board.stage.value), Fact("Objective", OBJECTIVE[board.stage]), Fact("SIM", where or "nowhere")]
    items += [Fact(f"Traffic of {called(t, zone)}", flow.value) for zone, flow in board.flows.items()]
    items += [Fact(f"Heavy traffic in {called(t, zone)}", steps) for zone, steps in board.heavy.items()]
    items += [Fact("Gridlock", ", ".join(called(t, zone) for zone in board.jammed))] if board.jammed else []
    items += [Fact("Alarm", ", ".join(called(t, zone) for zone in board.alarms))] if board.alarms and not board.silenced else []
    if board.rider_left is not None:
        items.append(Fact("The rider got away in round", board.rider_left))
    if board.door:
        items.append(Fact("The door", f"Structure {board.door.structure.left}, {board.door.structure.harms} Faults"))
    return Panel("scene", "The scene", f"{OBJECTIVE[board.stage]}; the SIM: {where}", tuple(items))


def called(t: T, zone: str) -> str:
    found = t.state.map.zones.get(zone)
    return found.name if found else zone


@cites("infinity.scene2.chase")
def track_panel(t: T, board: Board, known: list[Character]) -> Panel | None:
    """The chase as a track: how many zones everybody has to the nearest way out."""
    kind = drawn(t)
    goals = ["alcove"] if board.stage is Stage.UNDERPASS else list(kind.exits) if kind else []
    if board.stage is Stage.FESTIVAL or not goals:
        return None
    items: list[Item] = []
    to_go: list[int] = []
    for who in known:
        if not who.active or who.incapacitated:
            continue
        far = min((d for goal in goals if (d := steps_between(t, who.zone, goal)) is not None), default=None)
        if far is not None:
            items.append(Fact(who.name, f"{far} zones to go" if who.side == "heroes" else f"{far} zones from the way out"))
            to_go += [far] if who.side == "heroes" else []
    left = f"; {min(to_go)} zones to go for the first, {max(to_go)} for the last" if to_go else ""
    return Panel("chase", "The chase", f"The way out: {' or '.join(called(t, goal) for goal in goals)}{left}", tuple(items))


def vehicle_spots(t: T, sides: set[str]) -> list[Spot]:
    """Vehicles on the map."""
    found = []
    for vehicle in t.state.vehicles.values():
        friend = any(t.state.people[id].side in sides for id in vehicle.aboard)
        found.append(Spot(vehicle.id, vehicle.name, friend, *place(t, vehicle.zone), zone=vehicle.zone))
    return found


def place(t: T, zone: str) -> tuple[int, int]:
    """Where a zone is drawn."""
    kind = drawn(t)
    found = kind.zones.get(zone) if kind else None
    return (found.x, found.y) if found else (0, 0)


@cites("infinity.scene.map_format", "infinity.zone.environment")
def places(t: T) -> tuple[tuple[str, int, int, int], ...]:
    """Where each zone is drawn, and on which storey."""
    kind = drawn(t)
    return tuple((id, zone.x, zone.y, zone.level) for id, zone in kind.zones.items()) if kind else ()
