"""The rows of the packs: what each kind of weapon, armour, thing, recipe, enemy, place, vehicle and scene is made of."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rulebound.games.infected.terms import Attribute, Band, Skill


class Property(StrEnum):
    """infected.property.table, and the three that only the Molotov has."""

    ONE_HANDED = "one-handed"
    TWO_HANDED = "two-handed"
    REACH = "reach"
    FAST = "fast"
    SLOW_RANGED = "slow ranged"
    SLOW_MELEE = "slow melee"
    SPREAD = "spread"
    ARMOR_PIERCING = "armor piercing"
    LOUD = "loud"
    QUIET = "quiet"
    UNRELIABLE = "unreliable"
    BRUTAL = "brutal"
    UNWIELDY = "unwieldy"
    THROWABLE = "throwable"
    TOOL = "tool"
    THROWN = "thrown"
    FIRE = "fire"
    ONE_USE = "one-use"


class Gun(StrEnum):
    """What an upgrade made for pistols or rifles fits; a submachine gun is neither."""

    PISTOL = "pistol"
    RIFLE = "rifle"


class Reload(StrEnum):
    """How a weapon is loaded (infected.ammo.reload_table, infected.property.slow_ranged)."""

    MAGAZINE = "magazine"
    REVOLVER = "revolver"
    SINGLE_ROUNDS = "single rounds"
    BOLT_ACTION = "bolt action"
    READIED = "readied"
    BELT = "belt"


class Component(StrEnum):
    """infected.craft.components"""

    MECHANICAL = "mechanical"
    MEDICAL = "medical"
    CHEMICAL = "chemical"
    ELECTRICAL = "electrical"
    FABRIC = "fabric"
    STRUCTURAL = "structural"


class NoiseLevel(StrEnum):
    """infected.craft.noise"""

    SILENT = "silent"
    QUIET = "quiet"
    MODERATE = "moderate"
    LOUD = "loud"
    VERY_LOUD = "very loud"


class Scarcity(StrEnum):
    """infected.scavenge.scarcity, from bottom to top."""

    PICKED_CLEAN = "picked clean"
    SPARSE = "sparse"
    MODERATE = "moderate"
    UNTOUCHED = "untouched"
    PRISTINE = "pristine"


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every section of a pack is made of: rows that refuse a word they do not know."""


class WeaponKind(Part, frozen=True):
    """`range` are the bands it is made for; without any it is a melee weapon. `dice` are added to its attacks.
    Whom a weapon that `sets_alight` hurts may catch fire; one that `ignites` leaves no doubt."""

    damage: int
    noise: int
    range: tuple[Band, ...] = ()
    thrown: tuple[Band, ...] = ()
    properties: tuple[Property, ...] = ()
    durability: int = 0
    worn: bool = True
    ammo: str | None = None
    gun: Gun | None = None
    magazine: int = 0
    reload: Reload = Reload.MAGAZINE
    suppressor: int = 0
    unsuppressed: str | None = None
    scoped: bool = False
    small: bool = False
    blade: bool = False
    breaches: bool = False
    improvised: bool = False
    dice: int = 0
    area: bool = False
    light: bool = False
    """No throwing weapon, but light enough to be thrown like anything that lies about (infected.property.throwable)."""
    while_lit: bool = False
    """A light, and a weapon only while it burns."""
    sets_alight: bool = False
    ignites: bool = False

    def has(self, property: Property) -> bool:
        return property in self.properties

    @property
    def ranged(self) -> bool:
        return bool(self.range)

    @property
    def firearm(self) -> bool:
        return self.ammo is not None and self.reload is not Reload.READIED


class AmmoKind(Part, frozen=True):
    """infected.ammo.type_table"""

    calibres: str
    scarcity: str
    weapons: tuple[str, ...] = msgspec.field(name="for")
    recovered: bool = False


class ArmorKind(Part, frozen=True):
    reduction: int
    durability: int
    stealth: int = 0
    athletics: int = 0
    material: Component = Component.STRUCTURAL
    covers: tuple[str, ...] = ()


class ShieldKind(Part, frozen=True):
    dice: int
    durability: int


class GearKind(Part, frozen=True):
    """Anything else that is carried or built. Small unless `significant`; `uses` is what a full one holds."""

    kind: str
    significant: bool = False
    uses: int = 0
    durability: int = 0
    days: int = 0
    unsafe_days: int = 0
    keeps_days: int = 0
    hours: int = 0
    rounds: int = 0
    damage: int = 0
    beacon: int = 0
    elsewhere: int = 0
    stealth: int = 0
    notice: int = 0
    hides: int = 0
    helmet: int = 0
    covers: tuple[str, ...] = ()
    light: bool = False
    medical: bool = False
    kit: bool = False
    electronic: bool = False
    breathing: bool = False
    warm: bool = False
    vice: bool = False
    holds: bool = False
    hidden: bool = False
    shelter: bool = False
    safe: bool = False


class BackgroundKind(Part, frozen=True):
    """infected.chargen.backgrounds: a skill and what one owns."""

    bonus: Skill
    weapons: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()
    armor: str | None = None
    food: int = 0
    parts: int = 0
    ammo: dict[str, int] = {}


class Recipe(Part, frozen=True):
    """`difficulty` is dice. `needs` cannot be missing, `wants` can; `rounds`, `vehicle` and `mends` say what else than a thing it makes."""

    chapter: str
    minutes: int
    noise: NoiseLevel
    components: dict[Component, int] = {}
    needs: dict[str, int] = {}
    wants: dict[str, int] = {}
    tool: str | None = None
    fire: bool = False
    difficulty: int = 0
    skill: Skill = Skill.CRAFT
    or_skill: Skill | None = None
    output: int = 1
    makes: str | None = None
    rounds: str | None = None
    or_rounds: tuple[str, ...] = ()
    vehicle: int = 0
    mends: str | None = None
    no_kit: bool = False


class Upgrade(Part, frozen=True):
    """infected.craft.upgrades. Of `matching` material one takes what the armour is made of."""

    on: str
    minutes: int
    components: dict[str, int] = {}
    wants: dict[str, int] = {}
    difficulty: int = 0
    noise: NoiseLevel = NoiseLevel.QUIET
    damage: int = 0
    days: int = 0
    durability: int = 0
    magazine_percent: int = 0
    scope: bool = False
    free_draw: bool = False
    quiet_uses: int = 0
    restores: int = 0
    waterproof: bool = False


class InfectedKind(Part, frozen=True):
    """A stat block as printed; `wounds` are slots of bruised, bleeding, broken, critical."""

    grit: int
    reflex: int
    nerve: int
    wounds: tuple[int, int, int, int]
    attack: int
    damage: int
    specials: tuple[str, ...] = ()
    frenzy: int = 0


class HumanKind(Part, frozen=True):
    attributes: dict[Attribute, int]
    skills: dict[Skill, int]
    weapons: tuple[str, ...]
    ways: str
    choices: tuple[str, ...] = ()
    armor: str | None = None
    gear: tuple[str, ...] = ()


class ComponentKind(Part, frozen=True):
    """infected.craft.components: what there is of a type, where single items are kept."""

    items: tuple[str, ...]


class Loot(Part, frozen=True):
    """infected.scavenge.loot. `wild` places are searched with Survival."""

    common: tuple[str, ...]
    rare: tuple[str, ...]
    components: tuple[Component, ...]
    forms: dict[Component, str] = {}
    wild: bool = False


class LocationKind(Part, frozen=True):
    """infected.gm.locations. Where scarcity is for one category `only`, everything else is on the other ladder."""

    ambient: int
    scarcity: Scarcity
    loot: str
    finds: tuple[str, ...]
    only: str | None = None
    only_scarcity: Scarcity | None = None
    noise: int = 0
    risk: str = ""
    barricadeable: bool = False


class Find(Part, frozen=True):
    """What a word of a loot table may turn out to be; `calibres` are other words for types of ammunition."""

    category: str
    things: tuple[str, ...] = ()
    calibres: dict[str, str] = {}
    days: int = 0
    fuel: int = 0
    parts: int = 0
    component: Component | None = None
    vehicle: tuple[str, ...] = ()


class VehicleKind(Part, frozen=True):
    """infected.vehicle.table. `people` counts the driver; an animal has wounds instead of boxes."""

    speed: int
    durability: int
    people: int
    cargo: str
    stash: int
    fuel: str
    noise: int
    handling: int
    belts: bool = False
    driver_belt: bool = False
    airbags: bool = False
    animal_grit: int = 0
    people_open_ended: bool = False
    """Always room for one more."""
    open: bool = False
    """One sits on it and not in it."""
