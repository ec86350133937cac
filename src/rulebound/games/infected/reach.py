"""What can be used in a fight, against whom, and how far it reaches."""

from __future__ import annotations

import msgspec

from rulebound.games.infected.attack import FISTS
from rulebound.games.infected.content import content
from rulebound.games.infected.cover import cover_of
from rulebound.games.infected.defense import weapons_held
from rulebound.games.infected.equipment import too_slow
from rulebound.games.infected.kinds import Property, WeaponKind
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.ranges import AT_HAND, band, engaged, sees_that_far
from rulebound.games.infected.state import T, in_fight
from rulebound.games.infected.terms import Band, Condition, CoverKind
from rulebound.kernel.citing import cites
from rulebound.kernel.refusal import Refusal

LIGHT_OBJECT = 1
"""infected.environment.thrown_objects: damage."""
THROWN, REACH, TWO_HANDED = Property.THROWN, Property.REACH, Property.TWO_HANDED
"""Looked up once: they are asked of everything that somebody could attack with."""


# ------------------------------------------------------------------------------------------------ with what
def arms(who: Person) -> list[str]:
    """What can be used to attack: what is in hand, bare hands, an empty gun as a club."""
    return [*weapons_held(who), FISTS] if who.human else [FISTS]


@cites("infected.weapon.table", "infected.property.table")
def weapon_of(who: Person, name: str) -> tuple[WeaponKind, Gear | None]:
    gear = who.gear.get(name)
    return content().weapons[gear.kind if gear else FISTS], gear


@cites("infected.condition.grappled", "infected.cover.table")
def out_of_reach(
    t: T, who: Person, target: Person, weapon: WeaponKind, gear: Gear | None, *, thrown: bool, at: Band | None = None
) -> Refusal | None:
    """Why this target cannot be attacked with that; `at` is the band, where the caller knows it."""
    at = at or band(t, who, target)
    if who.conditions and who.has(Condition.GRAPPLED) and who.held_by != target.id:
        return Refusal("infected.condition.grappled", f"{who.name} is held and can attack only the holder.", "Escape first.")
    if refusal := out_of_range(t, who, weapon, gear, at, thrown=thrown):
        return refusal
    if cover_of(t, target) is CoverKind.FULL and (thrown or weapon.ranged or at is Band.CLOSE):
        return Refusal("infected.cover.table", f"{target.name} is fully covered.", "Get round it, or break it to pieces.")
    return None


@cites("infected.property.throwable", "infected.range.extreme_scope", "infected.condition.blinded")
def out_of_range(t: T, who: Person, weapon: WeaponKind, gear: Gear | None, at: Band, *, thrown: bool) -> Refusal | None:
    """Why nothing at that distance, person or thing, can be attacked with it."""
    if who.conditions and who.has(Condition.BLINDED) and at not in (*AT_HAND, Band.CLOSE):
        return Refusal("infected.condition.blinded", f"{who.name} is Blinded and sees nothing beyond Close.", "Clear your eyes.")
    if thrown:
        bands = weapon.range or (Band.MELEE, Band.CLOSE)
        if at not in bands:
            return Refusal("infected.property.throwable", f"A throw reaches {', '.join(bands)} and this is {at.value}.", "Get nearer.")
    elif not weapon.ranged:
        return melee_reach(t, who, weapon, at)
    elif not sees_that_far(weapon, at, gear.upgrades if gear else []):
        return Refusal("infected.range.extreme_scope", "So far only a scoped weapon shoots.", "Get nearer.")
    return None


@cites("infected.property.reach", "infected.range.table")
def melee_reach(t: T, who: Person, weapon: WeaponKind, at: Band) -> Refusal | None:
    if refusal := no_room(t, who, weapon):
        return refusal
    if at in AT_HAND or (at is Band.CLOSE and weapon.has(REACH)):
        return None
    return Refusal("infected.range.table", f"{at.capitalize()} is out of reach.", "Close in.")


@cites("infected.property.two_handed", "infected.environment.hazard_table")
def too_narrow(t: T, who: Person, weapon: WeaponKind) -> Refusal | None:
    """Two hands take room, whether they swing or shoot."""
    if not weapon.has(TWO_HANDED) or not t.state.scene.zones[who.zone].narrow:
        return None
    return Refusal("infected.property.two_handed", "It is too narrow here for a two-handed weapon.", "Use another.")


@cites("infected.maneuver.grapple_while")
def no_room(t: T, who: Person, weapon: WeaponKind) -> Refusal | None:
    """Why it cannot be swung here."""
    if refusal := too_narrow(t, who, weapon):
        return refusal
    if weapon.has(TWO_HANDED) and engaged(who):
        return Refusal("infected.maneuver.grapple_while", "In a grapple there is no room for it.", "Use bare hands or a one-handed weapon.")
    return None


@cites(
    "infected.property.slow_melee", "infected.ammo.clear_jam", "infected.ammo.empty_options", "infected.property.slow_ranged",
    "infected.range.engaged",
)  # fmt: skip
def out_of_order(t: T, who: Person, weapon: WeaponKind, gear: Gear | None, *, thrown: bool = False) -> Refusal | None:
    """Why a weapon does not strike now, whatever Actions are left."""
    if gear is None:
        return None
    if (thrown or weapon.ranged) and engaged(who):
        return Refusal("infected.range.engaged", "Nobody shoots or throws inside a grapple.", "Get free, or let go.")
    if refusal := too_narrow(t, who, weapon):
        return refusal
    if gear.jammed:
        return Refusal("infected.ammo.clear_jam", f"The {gear.kind} is jammed.", "Clear it.")
    if who.moved_this_round and weapon.has(Property.SLOW_MELEE):
        return Refusal("infected.property.slow_melee", f"The {gear.kind} is too slow in a round in which you move.", "Use another.")
    if thrown or not weapon.magazine:
        return None
    if gear.loaded < 1:
        return Refusal("infected.ammo.empty_options", f"The {gear.kind} is empty.", "Reload, switch, or swing it as a club.")
    if gear.unready:
        return Refusal("infected.property.slow_ranged", f"The {gear.kind} is not ready: {gear.unready} Actions.", "Ready it.")
    if t.state.scene.zones[who.zone].deep_water:
        return Refusal("infected.environment.hazard_table", "Nothing shoots in deep water.", "Use a blade.")
    return None


def unusable(t: T, who: Person, weapon: WeaponKind, gear: Gear | None, *, thrown: bool = False) -> Refusal | None:
    """Why no Action can be spent on a weapon now."""
    refusal = out_of_order(t, who, weapon, gear, thrown=thrown)
    return too_slow(who, gear) if refusal is None and gear is not None and in_fight(t) else refusal


def throws(weapon: WeaponKind, *, throw_it: bool = False) -> bool:
    """Bottles and bombs are always thrown, throwable and light things if one likes."""
    return weapon.has(THROWN) or (throw_it and (weapon.has(Property.THROWABLE) or weapon.light))


@cites("infected.property.throwable", "infected.environment.thrown_objects")
def as_thrown(weapon: WeaponKind, *, thrown: bool) -> WeaponKind:
    """What is not made for throwing does the damage of a light object."""
    return msgspec.structs.replace(weapon, damage=LIGHT_OBJECT) if thrown and weapon.light else weapon


def possible(t: T, who: Person, target: Person, name: str, *, throw_it: bool = False, at: Band | None = None) -> bool:
    weapon, gear = weapon_of(who, name)
    thrown = throws(weapon, throw_it=throw_it)
    if throw_it and not thrown:
        return False
    return (
        unusable(t, who, weapon, gear, thrown=thrown) is None and out_of_reach(t, who, target, weapon, gear, thrown=thrown, at=at) is None
    )
