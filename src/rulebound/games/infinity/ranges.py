"""How far things are: zones between, range categories, and the steps they cost."""

from __future__ import annotations

from rulebound.games.infinity.people import Character
from rulebound.games.infinity.state import RANGES, T, foes, in_reach
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total


def zones_between(t: T, a: str, b: str) -> int | None:
    return 0 if a == b else t.state.map.distance(a, b)


@cites("infinity.range.table", "infinity.zone.tracking")
def band(t: T, a: Character, b: Character) -> str | None:
    """Close in one zone, Medium in the next, Long beyond; Extreme only where the scene says from when."""
    far = zones_between(t, a.zone, b.zone)
    if far is None:
        return None
    if t.state.extreme_from is not None and far >= t.state.extreme_from:
        return RANGES.names[3]
    return RANGES.names[min(far, 2)]


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
