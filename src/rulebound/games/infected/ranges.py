"""Range bands and zones: how far apart two are, what distance does to a shot, and who has whose flank."""

from __future__ import annotations

from functools import lru_cache

from rulebound.games.infected.content import content
from rulebound.games.infected.groups import outnumbering
from rulebound.games.infected.kinds import Property, WeaponKind
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Band
from rulebound.games.infected.variants import FlankingOutnumbered
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total

BY_STEPS = (Band.CLOSE, Band.CLOSE, Band.MEDIUM, Band.FAR, Band.EXTREME)
"""infected.range.zone: within one zone people are at Melee or Close, and every zone more is a band more."""
OUT_OF_RANGE = len(BY_STEPS)
RANGED_DICE = {Band.MELEE: -2, Band.CLOSE: 0, Band.MEDIUM: -1, Band.FAR: -2, Band.EXTREME: -3}
"""infected.range.table"""
FAR_OFF = (Band.FAR, Band.EXTREME)
ENGAGED, MELEE = AT_HAND = Band.ENGAGED, Band.MELEE


@cites("infected.range.zone", "infected.range.movement")
def steps(t: T, a: str, b: str) -> int:
    """Zones between two zones; a place nobody can reach is as far as anything can be."""
    if a == b:
        return 0
    return 1 if b in t.state.scene.zones[a].links else distances(t).get((a, b), OUT_OF_RANGE)


@cites("infected.range.zone", "infected.craft.recipes.traps")
def open_ways(t: T, zone: str) -> list[str]:
    """The zones one step away that no closed barrier bars."""
    zones = t.state.scene.zones
    here = zones[zone]
    return [id for id in here.links if id in zones and here.barrier.get(id, 0) < 1]


@cites("infected.environment.fire_barrier")
def shuns_fire(t: T, who: Person, zone: str) -> bool:
    """No infected goes into a fire by choice; one that stands in it goes on."""
    zones = t.state.scene.zones
    return who.is_infected and zones[zone].fire > 0 and not zones[who.zone].fire


@cites("infected.range.zone", "infected.craft.recipes.traps", "infected.environment.fire_barrier")
def way_on_foot(t: T, start: str, end: str) -> list[str]:
    """The zones one comes through, the last among them: by open ways, and through no fire. None where there is no such way."""
    zones, came_from, edge = t.state.scene.zones, {start: start}, [start]
    while edge and end not in came_from:
        further = {there: here for here in edge for there in open_ways(t, here) if there not in came_from and not zones[there].fire}
        came_from |= further
        edge = list(further)
    way: list[str] = []
    while end in came_from and end != start:
        way.insert(0, end)
        end = came_from[end]
    return way


def distances(t: T) -> dict[tuple[str, str], int]:
    """The steps between any two zones that are not out of range of each other."""
    return counted(tuple([(id, *zone.links) for id, zone in t.state.scene.zones.items()]))


@lru_cache(maxsize=256)
def counted(zones: tuple[tuple[str, ...], ...]) -> dict[tuple[str, str], int]:
    """Of each zone and the links it has; once for a map, since ranges are asked at every turn of a fight."""
    links = {zone: others for zone, *others in zones}
    found = {}
    for start in links:
        away, edge = {start: 0}, [start]
        for count in range(1, OUT_OF_RANGE):
            edge = [other for zone in edge for other in links[zone] if other in links and other not in away]
            away.update(dict.fromkeys(edge, count))
        found.update({(start, end): steps for end, steps in away.items()})
    return found


@cites("infected.range.engaged")
def engaged(who: Person) -> bool:
    """Inside a grapple, on whichever side of it."""
    return who.holds is not None or who.held_by is not None or who.locked_with is not None


@cites("infected.range.table", "infected.range.engaged")
def band(t: T, a: Person, b: Person) -> Band:
    """Engaged only inside a grapple; Melee at arm's reach, as all who sit in one vehicle are; else by zones."""
    if a.holds == b.id or a.held_by == b.id or a.locked_with == b.id:
        return ENGAGED
    if b.id in a.near or (a.vehicle is not None and a.vehicle == b.vehicle):
        return MELEE
    return zone_band(t, a, b.zone)


def zone_band(t: T, who: Person, zone: str) -> Band:
    """How far off what stands or lies in a zone is."""
    return BY_STEPS[min(steps(t, who.zone, zone), 4)]


@cites("infected.range.weapon_notation", "infected.range.table", "infected.range.example_close_med")
def range_dice(weapon: WeaponKind, at: Band) -> int:
    """None at the bands a weapon is listed for; else the row of the actual band."""
    return 0 if at in weapon.range else RANGED_DICE[at]


@cites("infected.range.extreme_scope")
def sees_that_far(weapon: WeaponKind, at: Band, upgrades: list[str]) -> bool:
    return at is not Band.EXTREME or weapon.scoped or "scope mount" in upgrades


# ------------------------------------------------------------------------------------------------ position
@cites("infected.position.back_to_wall")
def retreats(t: T, who: Person, zone: str) -> bool:
    """Whether that is away from the nearest of the enemies."""
    away = distances(t)
    foes = [p.zone for p in t.state.people.values() if p.side != who.side and p.up and not p.yields]
    return bool(foes) and min(away.get((zone, z), OUT_OF_RANGE) for z in foes) > min(away.get((who.zone, z), OUT_OF_RANGE) for z in foes)


@cites("infected.position.flanking", "infected.position.bottleneck")
def has_flanks(t: T, target: Person) -> bool:
    """Nobody gets round somebody in a narrow place or a bottleneck."""
    return not (t.state.scene.zones[target.zone].narrow or target.holds_bottleneck)


@cites("infected.position.flanking", "infected.position.back_to_wall")
def flanking(t: T, who: Person, target: Person) -> bool:
    """Two allies who attack one enemy from separate sides: one is or came from another zone, or spent a Move on getting round. Of
    somebody with a wall behind there are only the left and the right, which takes a Move of each. Whoever has got round somebody counts
    on an ally at arm's reach of them, too, who has not struck yet."""
    if not has_flanks(t, target):
        return False
    beside = target.near if target.id in who.flanks else ()
    others = [p for p in t.state.people.values() if (p.aims_at == target.id or p.id in beside) and p.side == who.side and p.id != who.id]
    others = [p for p in others if p.up and not p.yields]
    if target.back_to_wall:
        return target.id in who.flanks and any(target.id in p.flanks for p in others)
    return any(side_of(p, target) != side_of(who, target) or target.id in who.flanks or target.id in p.flanks for p in others)


def side_of(who: Person, target: Person) -> str:
    """The zone from which somebody is at an enemy."""
    return who.came_from.get(target.id, who.zone)


@cites("infected.position.flanking", "infected.group.outnumbered")
def by_numbers(t: T, who: Person, target: Person, pool: Total, *, melee: bool) -> Total:
    """Flanking and Outnumbered are separate and add up, unless the table keeps only the higher."""
    flank = flanking(t, who, target)
    beset = outnumbering(t, target) if melee or target.id in who.near else 0
    if flank and beset and t.variants.position_flanking_with_outnumbered is FlankingOutnumbered.HIGHER_ONLY:
        beset = 0
    if flank:
        pool = pool.plus("flanking", 1, "infected.position.flanking")
    return pool.plus("outnumbered target", beset, "infected.group.outnumbered")


@cites("infected.position.high_ground")
def from_above(t: T, who: Person, target: Person, weapon: WeaponKind, pool: Total, *, melee: bool) -> Total:
    """Down +1, up -1; in melee +1 only with the reach advantage too."""
    mine, theirs = height(t, who), height(t, target)
    above = mine > theirs
    if melee:
        reach = (
            above
            and weapon.has(Property.REACH)
            and not any((kind := held_kind(target, id)) is not None and kind.has(Property.REACH) for id in target.hands)
        )
        return pool.plus("high ground", 1, "infected.position.high_ground") if reach else pool
    return pool.plus("high ground", 1 if above else -1 if theirs > mine else 0, "infected.position.high_ground")


def height(t: T, who: Person) -> tuple[int, bool]:
    """How high the zone is, and among those in equally high ones who stands on something there."""
    return t.state.scene.zones[who.zone].height, who.high_ground


def held_kind(who: Person, id: str) -> WeaponKind | None:
    gear = who.gear.get(id)
    return content().weapons.get(gear.kind) if gear else None
