"""What the packs hold, read once and typed; and a new thing of any kind."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from rulebound.games.infected.kinds import (
    AmmoKind,
    ArmorKind,
    BackgroundKind,
    Component,
    ComponentKind,
    Find,
    GearKind,
    HumanKind,
    InfectedKind,
    LocationKind,
    Loot,
    Property,
    Recipe,
    ShieldKind,
    Upgrade,
    VehicleKind,
    WeaponKind,
)
from rulebound.games.infected.people import Gear
from rulebound.games.infected.stories import CampaignKind, SceneKind, SurvivorKind
from rulebound.games.infected.terms import Id
from rulebound.kernel.citing import cites
from rulebound.kernel.packs import merge_packs, read_pack

ROUNDS_WORD = " rounds"


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    weapons: dict[str, WeaponKind] = {}
    ammo: dict[str, AmmoKind] = {}
    armor: dict[str, ArmorKind] = {}
    shields: dict[str, ShieldKind] = {}
    gear: dict[str, GearKind] = {}
    backgrounds: dict[str, BackgroundKind] = {}
    recipes: dict[str, Recipe] = {}
    upgrades: dict[str, Upgrade] = {}
    components: dict[Component, ComponentKind] = {}
    infected: dict[str, InfectedKind] = {}
    humans: dict[str, HumanKind] = {}
    loot: dict[str, Loot] = {}
    locations: dict[str, LocationKind] = {}
    finds: dict[str, Find] = {}
    vehicles: dict[str, VehicleKind] = {}
    survivors: dict[str, SurvivorKind] = {}
    scenes: dict[str, SceneKind] = {}
    campaigns: dict[str, CampaignKind] = {}


@cache
def content() -> Content:
    """All packs that come with the game."""
    folder = files("rulebound.games.infected") / "packs"
    texts = sorted((entry.name, entry.read_text(encoding="utf-8")) for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    return merge_packs([read_pack(text, name, Content) for name, text in texts])


@cites(
    "infected.maneuver.called_shot",
    "infected.equipment.durability",
    "infected.equipment.weapon_durability",
    "infected.armor.table",
    "infected.craft.quality_note",
    "infected.craft.example.shiv",
)
def new_gear(kind: str, id: str, count: int = 0) -> Gear:
    """A new thing of some kind: full, whole, and with a name of its own."""
    packs = content()
    if kind in packs.weapons:
        weapon = packs.weapons[kind]
        boxes = weapon.durability if weapon.worn else 0
        return Gear(
            id=Id(id), kind=kind, boxes=boxes, loaded=weapon.magazine, suppressor=weapon.suppressor or None, count=count or 1,
            holstered=not weapon.has(Property.TWO_HANDED),
        )  # fmt: skip
    if kind in packs.armor:
        return Gear(id=Id(id), kind=kind, boxes=packs.armor[kind].durability)
    if kind in packs.shields:
        return Gear(id=Id(id), kind=kind, boxes=packs.shields[kind].durability, holstered=False)
    gear = packs.gear[kind]
    return Gear(id=Id(id), kind=kind, boxes=gear.durability, count=count or gear.uses or 1, helmet=gear.helmet)


@cites("infected.weapon.table", "infected.environment.fire_weapons")
def is_weapon(thing: Gear) -> bool:
    """Whether one strikes or shoots with it: with a torch while it burns."""
    kind = content().weapons.get(thing.kind)
    return kind is not None and (thing.lit or not kind.while_lit)


@cites("infected.ammo.type_table")
def ammo_called(word: str) -> str | None:
    """The type of ammunition that a word is for: `rifle rounds`, `5.56 ammo`."""
    packs = content()
    named = next((find.calibres[word] for find in packs.finds.values() if word in find.calibres), word.removesuffix(ROUNDS_WORD))
    return named if named != word and named in packs.ammo else None


def is_clothing(thing: Gear) -> bool:
    """Clothes, masks and goggles: worn beside armour."""
    row = content().gear.get(thing.kind)
    return row is not None and row.kind == "clothing"


def known_kind(kind: str) -> bool:
    packs = content()
    return kind in packs.weapons or kind in packs.armor or kind in packs.shields or kind in packs.gear


def all_kinds() -> list[str]:
    """Every thing there is by the name of its kind."""
    packs = content()
    return [*packs.weapons, *packs.armor, *packs.shields, *packs.gear]


def stacks(kind: str) -> bool:
    """Things without boxes or uses of their own lie together: five bandages are one entry."""
    gear = content().gear.get(kind)
    return gear is not None and not gear.durability and not gear.uses


def alike(one: Gear, other: Gear) -> bool:
    """Whether two things can lie together as one entry: they differ in nothing but name, number and where they are from."""
    if one.kind != other.kind or not stacks(one.kind):
        return False
    return msgspec.structs.replace(one, id=other.id, count=other.count, packed=other.packed, crafted=other.crafted) == other


@cites("infected.craft.flaws")
def has_flaw(thing: Gear, flaw: str) -> bool:
    """Its own, or one of the silencer on it."""
    return flaw in thing.flaws or flaw in thing.suppressor_flaws


@cites("infected.craft.flaws", "infected.craft.check")
def worth(thing: Gear, number: int) -> int:
    """The number a thing works by: fine work adds 1, weak work takes 1 off."""
    return max(0, number + ("fine" in thing.upgrades) - ("weak" in thing.flaws))
