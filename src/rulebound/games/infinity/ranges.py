"""How far things are: zones between, range categories, and the steps they cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rulebound.games.infinity.maps import band_by_window, steps_between
from rulebound.games.infinity.people import Character, Id, works
from rulebound.games.infinity.slots import blind_rage
from rulebound.games.infinity.state import RANGES, T, foes, in_reach, zones_of
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total
from rulebound.kernel.zones import Link, Zone, ZoneMap

COMMUNICATOR = "communicator"


def zones_between(t: T, a: str, b: str) -> int | None:
    """How many steps from zone to zone."""
    if a == b:
        return 0
    return steps_between(t, a, b) if t.state.board else distances(tuple(t.state.map.links)).get((a, b))


@lru_cache(maxsize=256)
def distances(links: tuple[Link, ...]) -> dict[tuple[str, str], int]:
    """Every distance of a map, counted once: ranges are asked at every turn of a fight."""
    zones = ZoneMap({end: Zone(end, end) for link in links for end in (link.a, link.b)}, list(links))
    pairs = ((a, b) for a in zones.zones for b in zones.zones)
    return {(a, b): far for a, b in pairs if (far := zones.distance(a, b)) is not None}


@cites("infinity.range.table", "infinity.zone.tracking")
def band_to(t: T, start: str, end: str) -> str | None:
    """Close in one zone, Medium in the next, Long beyond; Extreme only where the scene says from when."""
    far = zones_between(t, start, end)
    if far is None:
        return None
    if t.state.extreme_from is not None and far >= t.state.extreme_from:
        return RANGES.names[3]
    return RANGES.names[min(far, 2)]


def band(t: T, a: Character, b: Character) -> str | None:
    """The range between two; to a network that has parts in several zones it is that to the nearest."""
    if t.state.board and (seen := band_by_window(t, a, b)):
        return seen
    if not a.parts and not b.parts:
        return band_to(t, a.zone, b.zone)
    found = [there for x in zones_of(a) for y in zones_of(b) if (there := band_to(t, x, y))]
    return min(found, key=RANGES.names.index, default=None)


@cites("infinity.range.communication", "infinity.gear.communicator")
def in_touch(t: T, a: Character, b: Character, shouting: bool = False) -> bool:
    """Talk carries at Close, shouts at Medium; communicators that work carry anywhere."""
    if works(a, COMMUNICATOR) and works(b, COMMUNICATOR) and a.side == b.side:
        return True
    return band(t, a, b) in (("close", "medium") if shouting else ("close",))


@cites("infinity.weapon.range", "infinity.action.attack_shoot", "infinity.example.weapon_range")
def range_steps(t: T, me: Character, foe: Character, best: str) -> Total:
    """A step for each category between the target and the weapon's Range, either way."""
    there = band(t, me, foe)
    assert there is not None
    return Total().plus("range", RANGES.steps(there, best), "infinity.weapon.range")


@cites("infinity.action.attack_shoot", "infinity.quality.close_quarters")
def crowded(t: T, me: Character, foe: Character, close_quarters: bool) -> Total:
    """A step while an enemy is in Reach; Close Quarters waives it against a target that is."""
    near = any(in_reach(t, me.id, f.id) for f in foes(t, me))
    waived = close_quarters and in_reach(t, me.id, foe.id)
    return Total().plus("enemy in Reach", int(near and not waived), "infinity.action.attack_shoot")


# ------------------------------------------------------------------------------------------------ whom rage is for
@cites("infinity.technique.enrage")
def goes_for(t: T, me: Character, zone: str, spot: str) -> str | None:
    """The enrager, if this move brings somebody closer to him."""
    him = t.state.people.get(me.enraged_by or "")
    if him is None:
        return None
    before, after = zones_between(t, me.zone, him.zone), zones_between(t, zone, him.zone)
    closer = before is not None and after is not None and (after < before or meant(t, me, spot) == him.id)
    return him.id if closer else None


@cites("infinity.technique.enrage")
def meant(t: T, me: Character, target: str) -> str:
    """Whom an attack is for: on a vehicle that the enrager sits in, him."""
    vehicle = t.state.vehicles.get(target)
    return me.enraged_by if vehicle and me.enraged_by and me.enraged_by in vehicle.aboard else target


@cites("infinity.technique.enrage")
def within_rage(t: T, me: Character, action: Action, ids: Sequence[Id]) -> list[Id]:
    """All of them, or whom alone somebody goes for who cannot pay for anything else."""
    only = blind_rage(t, me, action)
    return [id for id in ids if only is None or meant(t, me, id) == only]
