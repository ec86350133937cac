"""Cover and concealment: what stands between a shooter and a target, and shooting it to pieces."""

from __future__ import annotations

from rulebound.games.infected.checks import breathed, smoke_around
from rulebound.games.infected.people import Person
from rulebound.games.infected.places import THICK, Cover, Zone
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import CoverKind, Light
from rulebound.kernel.citing import cites

COVER_DICE = {CoverKind.LIGHT: -1, CoverKind.HEAVY: -2, CoverKind.FULL: 0}
"""infected.cover.table: Full Cover cannot be aimed at."""
DURABILITY = {
    "interior door": 3, "exterior door": 5, "reinforced door": 8, "window": 1, "furniture": 2, "heavy furniture": 3, "drywall": 2,
    "brick wall": 8, "concrete wall": 8, "vehicle window": 1, "vehicle body": 5,
}  # fmt: skip
"""infected.environment.destructible_table"""
COVER_OF = {
    "furniture": CoverKind.LIGHT,
    "heavy furniture": CoverKind.LIGHT,
    "vehicle body": CoverKind.HEAVY,
    "concrete wall": CoverKind.HEAVY,
}


@cites("infected.environment.destructible_table")
def standing(name: str) -> Cover:
    """A thing of the table, whole."""
    return Cover(name=name, kind=COVER_OF.get(name), durability=DURABILITY[name])


@cites("infected.cover.table")
def cover_of(t: T, who: Person) -> CoverKind | None:
    """What this one is behind, while it stands. Only the best counts."""
    if who.cover is None:
        return None
    cover = t.state.scene.zones[who.zone].cover.get(who.cover)
    return cover.kind if cover and cover.durability > 0 else None


def has_night_vision(who: Person) -> bool:
    return any(who.gear[id].kind == "night vision goggles" for id in who.worn if id in who.gear)


@cites("infected.stealth.light_table", "infected.stealth.night_vision", "infected.stealth.flashlight")
def light_for(t: T, who: Person, zone: str) -> Light:
    """How bright it is there for this one: goggles make night into day, a flashlight shines as far as the next zone."""
    light = light_in(t.state.scene.zones[zone])
    if light is Light.BRIGHT or has_night_vision(who) or lamplit(t, zone):
        return Light.BRIGHT
    if who.flashlight and who.zone in t.state.scene.zones and zone in t.state.scene.zones[who.zone].links:
        return Light.BRIGHT
    return light


@cites("infected.hazard.smoke")
def light_in(zone: Zone) -> Light:
    """In thick smoke it is dark by day."""
    return Light.DARK if zone.smoke >= THICK else zone.light


@cites("infected.stealth.flashlight")
def lamplit(t: T, zone: str) -> bool:
    """Whether somebody's lamp lights a zone."""
    return any(p.flashlight and p.zone == zone and not p.fled for p in t.state.people.values())


@cites("infected.cover.concealment", "infected.environment.hazard_table")
def concealment(t: T, who: Person, place: str) -> int:
    """Dice lost to the worst of darkness, smoke and foliage where the target is; they do not add up."""
    zone = t.state.scene.zones[place]
    hidden = worst_concealment(t, who, place)
    choking = breathed(who) or smoke_around(t, who)
    return min(0, hidden - choking) if zone.smoke or t.state.scene.zones[who.zone].smoke else hidden


@cites("infected.cover.concealment", "infected.hazard.smoke")
def worst_concealment(t: T, who: Person, there: str) -> int:
    """What hides a target; of smoke that one breathes already only the larger penalty counts, which is taken off above."""
    zone = t.state.scene.zones[there]
    if zone.light is Light.BRIGHT and not zone.smoke and not zone.foliage:
        own = t.state.scene.zones[who.zone].smoke
        return -min(2, own)
    light = light_for(t, who, there)
    dark = -2 if light is Light.DARK else -1 if light is Light.DIM else 0
    smoke = -min(2, max(zone.smoke, t.state.scene.zones[who.zone].smoke))
    return min(dark, smoke, -min(2, zone.foliage))


@cites("infected.cover.destroy", "infected.environment.destructible_table")
def batter(t: T, zone: Zone, id: str, damage: int) -> None:
    """Damage comes off the Durability of what is struck, point for point; at 0 it protects no more."""
    cover = zone.cover[id]
    cover.durability = max(0, cover.durability - damage)
    t.say("battered", "infected.cover.destroy", thing=cover.name, damage=damage, left=cover.durability)
    if cover.durability == 0:
        t.say("gone", "infected.cover.destroy", thing=cover.name)
        for who in t.state.people.values():
            if who.cover == id and t.state.scene.zones[who.zone] is zone:
                who.cover = None


def barrier_to(zone: Zone) -> str:
    """What blocks the way there, in words."""
    return f"barrier to {zone.name}"


@cites("infected.craft.recipes.traps", "infected.cover.destroy")
def batter_barrier(t: T, here: str, there: str, damage: int) -> None:
    """Damage comes off what blocks a way, on both sides of it; at 0 the way is open."""
    zones = t.state.scene.zones
    left = max(0, zones[here].barrier[there] - damage)
    zones[here].barrier[there] = left
    if here in zones[there].barrier:
        zones[there].barrier[here] = left
    t.say("battered", "infected.cover.destroy", thing=barrier_to(zones[there]), damage=damage, left=left)
    if not left:
        t.say("gone", "infected.cover.destroy", thing=barrier_to(zones[there]))
