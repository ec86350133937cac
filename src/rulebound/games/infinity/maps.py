"""Maps: a graph of zones that can be drawn, with storeys, windows, terrain, cover, exits, and what vehicles may enter."""

from __future__ import annotations

from functools import cache

from rulebound.games.infinity.content import MapKind, MapZone, content
from rulebound.games.infinity.people import Character
from rulebound.games.infinity.state import RANGES, Cover, Infinity, T, Terrain
from rulebound.games.infinity.state_vehicles import Quality, Vehicle
from rulebound.games.infinity.variants import InfinityVariants, RoofCover
from rulebound.kernel.citing import cites
from rulebound.kernel.zones import Link, Zone, ZoneMap

DICE = {"none": 0, "light": 2, "heavy": 4}
"""infinity.soak.cover_values"""
COLLISION = (1, 5)
CLIPPED = (2, 2)
"""infinity.scene2.underpass.hazard and infinity.scene2.underpass.on_foot: what the traffic does to a car and to somebody on foot."""
AWAY = "away"
"""Where those are who have left: no way leads there, and nobody sees them."""


def drawn(t: T) -> MapKind | None:
    """The map of the scene being played."""
    return content().maps[t.state.board.map] if t.state.board else None


def zone_at(t: T, zone: str) -> MapZone | None:
    kind = drawn(t)
    return kind.zones.get(zone) if kind else None


@cites("infinity.scene.map_format", "infinity.scene1.map", "infinity.scene2.streets.map", "infinity.scene2.tag.map",
       "infinity.scene2.underpass.map")  # fmt: skip
def lay_out(state: Infinity, variants: InfinityVariants, name: str) -> MapKind:
    """Put a map on the table: zones with their storeys, ways between them, terrain and cover."""
    kind = content().maps[name]
    pairs = dict.fromkeys(tuple(sorted((a, b))) for a, zone in kind.zones.items() for b in zone.neighbours)
    zones = {id: Zone(id, zone.name, tags(zone), zone.level) for id, zone in kind.zones.items()}
    zones[AWAY] = Zone(AWAY, "Away")
    state.map = ZoneMap(zones, [Link(a, b) for a, b in pairs])
    state.extreme_from = kind.extreme_from
    state.terrain = {id: terrain(zone) for id, zone in kind.zones.items() if zone.steps}
    state.covers = {id: cover for id, zone in kind.zones.items() if (cover := standing_cover(variants, id, zone))}
    state.reach = []
    return kind


def tags(zone: MapZone) -> list[str]:
    named = {
        "crowd": zone.crowd, "exit": zone.exit, "crossroads": zone.crossroads, "on foot": zone.on_foot, "park": zone.park,
        "alarm": zone.alarm, "door": zone.door,
    }  # fmt: skip
    return [name for name, there in named.items() if there]


def terrain(zone: MapZone) -> Terrain:
    """Hazards of the underpass hurt what fails; other ground only stops it."""
    hazard = zone.terrain == "hazardous"
    return Terrain(steps=zone.steps, only=zone.for_, damage=COLLISION if hazard else (0, 0), clips=CLIPPED if hazard else (0, 0))


@cites("infinity.scene1.terrain.streets", "infinity.scene1.terrain.tenements", "infinity.scene2.tag", "infinity.scene2.underpass")
def standing_cover(variants: InfinityVariants, id: str, zone: MapZone) -> Cover | None:
    """What somebody who wants cover there finds; an upper floor's is its window. A crowd's cover needs no looking for."""
    if zone.crowd or zone.cover == "none":
        return None
    dice = DICE[zone.cover]
    if zone.name.endswith("Roof"):
        dice = DICE[variants.tenement_roof_cover.value.lower()] if variants.tenement_roof_cover is not RoofCover.NONE else 0
    return Cover(name=zone.behind, zone=id, dice=dice)


# ------------------------------------------------------------------------------------------------ ways
@cache
def ways(name: str) -> dict[tuple[str, str], list[str]]:
    """The shortest way on foot between any two zones of a map; maps do not change, so they are found once."""
    kind = content().maps[name]
    zones = {id: Zone(id, zone.name) for id, zone in kind.zones.items()}
    graph = ZoneMap(zones, [Link(a, b) for a, zone in kind.zones.items() for b in zone.neighbours if a < b])
    return {(a, b): path for a in zones for b in zones if (path := graph.path(a, b))}


def way(t: T, a: str, b: str) -> list[str] | None:
    """The zones of the shortest way, both ends included."""
    return ways(t.state.board.map).get((a, b)) if t.state.board else t.state.map.path(a, b)


def steps_between(t: T, a: str, b: str) -> int | None:
    """How many zones apart; None where no way leads."""
    if t.state.board is None:
        return t.state.map.distance(a, b)
    path = ways(t.state.board.map).get((a, b))
    return None if path is None else len(path) - 1


@cites("infinity.scene1.terrain.tenements", "infinity.scene.map_format")
def windows(t: T, who: Character) -> list[str]:
    """Streets that count as adjacent for somebody at a window."""
    zone = zone_at(t, who.zone)
    return zone.window_to if zone and who.cover == who.zone else []


@cites("infinity.scene.map_format", "infinity.scene1.map")
def apart(t: T, a: Character, b: Character) -> int | None:
    """Zones between two people; whoever stands at a window is next to the street below, and the street to him."""
    if a.zone == b.zone:
        return 0
    if not t.state.board:
        return t.state.map.distance(a.zone, b.zone)
    found = [(steps_between(t, x, y), dx + dy) for x, dx in views(t, a) for y, dy in views(t, b)]
    return min((far + more for far, more in found if far is not None), default=None)


@cites("infinity.scene1.terrain.tenements")
def band_by_window(t: T, a: Character, b: Character) -> str | None:
    """The range where one of two stands at a window; None where neither does."""
    if t.state.board is None or not (windows(t, a) or windows(t, b)):
        return None
    far = apart(t, a, b)
    if far is None:
        return None
    return RANGES.names[3] if t.state.extreme_from is not None and far >= t.state.extreme_from else RANGES.names[min(far, 2)]


def views(t: T, who: Character) -> list[tuple[str, int]]:
    return [(who.zone, 0), *((zone, 1) for zone in windows(t, who))]


@cites("infinity.vehicle.movement", "infinity.scene2.underpass.on_foot", "infinity.scene2.heat.gridlock", "infinity.scene1.map")
def drivable(t: T, vehicle: Vehicle, link: Link) -> bool:
    """Buildings are for people on foot, wheels do not cross a divider, and nothing drives into gridlock."""
    board, kind = t.state.board, drawn(t)
    if board is None or kind is None:
        return True
    if any(zone.alarm and id not in board.opened for id, zone in ((link.a, kind.zones[link.a]), (link.b, kind.zones[link.b]))):
        return False
    if any(zone.on_foot for zone in (kind.zones[link.a], kind.zones[link.b])):
        return vehicle.has(Quality.WALKER) and not any(zone.level or zone.door for zone in (kind.zones[link.a], kind.zones[link.b]))
    if kind.zones[link.a].divider == link.b and not vehicle.has(Quality.WALKER):
        return False
    return not any(end in board.jammed and end != vehicle.zone for end in (link.a, link.b))


def road(t: T, vehicle: Vehicle, end: str) -> list[str] | None:
    """The zones of the shortest way that the vehicle can take."""
    return t.state.map.path(vehicle.zone, end, lambda link: drivable(t, vehicle, link))
