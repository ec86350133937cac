"""Weapons, ammunition, armour, programs and people of the packs."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated

import msgspec

from rulebound.games.infinity.people import BreachEffect, Carried, Category, Character, Harm, Id, Location, Stress, powered
from rulebound.games.infinity.skills import Attribute, Ranks, Skill
from rulebound.games.infinity.state import T, full_track
from rulebound.games.infinity.state_vehicles import Part, Place, Quality
from rulebound.games.infinity.variants import PregenTracks
from rulebound.kernel.citing import cites
from rulebound.kernel.packs import merge_packs, read_pack
from rulebound.kernel.seats import GM, SeatId

S = Skill
GROUPS: dict[str, tuple[Skill, ...]] = {
    "combat": (S.CLOSE_COMBAT, S.RANGED_WEAPONS),
    "movement": (S.ATHLETICS, S.ACROBATICS, S.PILOT, S.SPACE, S.STEALTH),
    "resilience": (S.DISCIPLINE, S.RESISTANCE, S.SURVIVAL, S.VACUUM),
    "social": (S.ANIMAL_HANDLING, S.COMMAND, S.LIFESTYLE, S.PERSUADE, S.PSYCHOTHERAPY),
    "senses": (S.ANALYSIS, S.OBSERVATION),
    "technical": (S.EDUCATION, S.HACKING, S.MEDICINE, S.SCIENCES, S.TECH),
}
"""infinity.npc.skill_groups; Thievery is in none."""


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon's base values; one with a range is shot or thrown."""

    flat: int
    cd: int
    size: str
    range: str = ""
    burst: int = 0
    qualities: dict[str, int | str] = {}
    launcher: bool = False
    firearm: bool = True

    @property
    def ranged(self) -> bool:
        return bool(self.range)

    def rating(self, quality: str) -> int:
        """A quality's number; 0 where the weapon does not have it."""
        value = self.qualities.get(quality, 0)
        return value if isinstance(value, int) else 1


class Ammunition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    adds: dict[str, int | str] = {}


class ArmourKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    head: int
    torso: int
    arms: int
    legs: int
    bts: int = 0
    powered: bool = False

    def by_location(self) -> dict[Location, int]:
        arms, legs = self.arms, self.legs
        return dict(zip(Location, (self.head, arms, arms, self.torso, legs, legs), strict=True))


class Program(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An intrusion program does damage, a security program gives Soak."""

    flat: int = 0
    cd: int = 0
    soak: int = 0
    piercing: int = 0
    vicious: int = 0
    secure: int = 0


class GearKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gadget: what a hacker can do to it, what it knows, what runs on it."""

    effects: list[BreachEffect] = []
    expert: tuple[Skill, int] | None = None
    programs: list[str] = []
    firewall: int = 0
    camouflage: bool = False


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person to take as is. `printed` are the tracks of the sheet, `lines` its attacks' damage dice, `suit` the armour it names."""

    name: str
    category: Category
    attributes: dict[Attribute, int]
    printed: tuple[int, int, int]
    skills: dict[Skill, tuple[int, int]] = {}
    groups: dict[str, tuple[int, int]] = {}
    armour: str = ""
    morale: int = 0
    weapons: dict[str, int] = {}
    gear: list[str] = []
    infinity: int = 0
    lines: dict[str, int] = {}
    suit: str = ""


class VehicleKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A vehicle's entry; its speed is for stories only (infinity.vehicle.mobility)."""

    name: str
    qualities: list[Quality]
    speed: int
    manoeuvrability: int
    crew: dict[Place, int]
    passengers: int
    soak: dict[Part, int]
    structure: int
    firewall: int
    bts: int
    impact: tuple[int, int]
    cover: int = 0
    weapons: list[str] = []
    network: Category | None = None
    repeater: bool = False
    jump_jets: bool = False
    eject: bool = False
    on_commander: bool = False
    against_missiles: int = 0


class MapZone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """infinity.scene.map_format: a zone, where it is drawn, and what it does."""

    name: str
    x: int
    y: int
    neighbours: list[str]
    level: int = 0
    terrain: str = "clear"
    steps: int = 0
    for_: Annotated[str, msgspec.Meta(description="for whom the terrain counts")] = msgspec.field(default="", name="for")
    cover: str = "none"
    behind: Annotated[str, msgspec.Meta(description="what that cover is")] = "cover"
    window_to: list[str] = []
    flow_sides: dict[str, str] = {}
    flow: str = ""
    divider: str = ""
    on_foot: bool = False
    exit: bool = False
    crowd: bool = False
    crossroads: bool = False
    street: bool = False
    park: bool = False
    alarm: bool = False
    door: bool = False


class MapKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map of the packs: its zones, and where things begin, come in and leave."""

    name: str
    extreme_from: int
    zones: dict[str, MapZone]
    start: dict[str, str]
    exits: list[str] = []
    entries: dict[str, str] = {}
    network_access: list[str] = []
    police_enter_by: list[str] = []
    reinforcements_enter_by: list[str] = []
    rider_leaves_by: list[str] = []
    pursuers_enter_by: list[str] = []
    parked_vehicles: dict[str, list[str]] = {}
    distances: list[tuple[str, str, int]] = []


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    weapons: dict[str, Weapon] = {}
    ammunition: dict[str, Ammunition] = {}
    armour: dict[str, ArmourKind] = {}
    programs: dict[str, Program] = {}
    people: dict[str, Sample] = {}
    scenes: dict[str, str] = {}
    gear: dict[str, GearKind] = {}
    vehicles: dict[str, VehicleKind] = {}
    maps: dict[str, MapKind] = {}


@cache
def content() -> Content:
    """All packs that come with the game."""
    folder = files("rulebound.games.infinity") / "packs"
    texts = sorted((entry.name, entry.read_text(encoding="utf-8")) for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    return merge_packs([read_pack(text, name, Content) for name, text in texts])


@cites("infinity.weapon.firearms", "infinity.weapon.melee", "infinity.weapon.damage")
def weapon(kind: str) -> Weapon:
    return content().weapons[kind]


@cites("infinity.armour.table", "infinity.armour.general")
def wear(who: Character, name: str) -> None:
    kind = content().armour[name]
    who.armour_name, who.armour, who.bts, who.powered = name, kind.by_location(), kind.bts, kind.powered


@cites("infinity.npc.skill_groups")
def group_skills(groups: dict[str, tuple[int, int]]) -> dict[Skill, Ranks]:
    """Every skill of a group has the group's Expertise and Focus."""
    return {skill: Ranks(*values) for name, values in groups.items() if any(values) for skill in GROUPS[name]}


@cites("infinity.weapon.size", "infinity.size.one_handed", "infinity.size.two_handed", "infinity.size.unbalanced")
def hands_needed(who: Character, kind: str) -> int:
    """How many hands hold it without a penalty."""
    match weapon(kind).size:
        case "1H" | "M":
            return 1
        case "Unb":
            return 1 if who.attributes[Attribute.BRAWN] >= 9 or powered(who) else 2
        case _:
            return 1 if powered(who) else 2


@cites("infinity.weapon.grenade_launcher")
def arm(who: Character, weapons: dict[str, int]) -> None:
    """Weapons with their Reloads; the first is in hand, and a launcher is mounted on it."""
    for place, (kind, reloads) in enumerate(weapons.items()):
        mounted = next(iter(who.weapons), "") if weapon(kind).launcher else ""
        hands = hands_needed(who, kind) if place == 0 else 0
        who.weapons[kind] = Carried(kind=kind, hands=hands, reloads=reloads, attached=mounted)


@cites("infinity.gear.hacking_device")
def carry(who: Character, items: list[str]) -> None:
    """Gear, with the programs and the Firewall that come with a hacking device."""
    kinds, programs = content().gear, content().programs
    for item in items:
        who.gear.append(item)
        if item in kinds:
            who.programs += [p for p in kinds[item].programs if p not in who.programs]
            who.firewall.full += kinds[item].firewall
            who.firewall.left += kinds[item].firewall
    who.security = max([who.security, *(programs[p].soak for p in who.programs if p in programs)])


@cites("infinity.vigour.max", "infinity.resolve.max", "infinity.firewall.max", "infinity.vigour.npc", "infinity.pregen.tracks")
def tracks(t: T, kind: Sample, skills: dict[Skill, Ranks]) -> list[int]:
    """By the formulas, or as printed where this table wants that; an NPC's printed values always hold."""
    if kind.category is not Category.HERO or t.variants.pregen_tracks is PregenTracks.PRINTED:
        return list(kind.printed)
    return [full_track(t, kind.category, kind.attributes, skills, harm) for harm in Harm]


@cites("infinity.pregen.lieutenant", "infinity.pregen.rifleman", "infinity.pregen.marksman", "infinity.pregen.hacker",
       "infinity.pregen.paramedic", "infinity.pregen.infiltrator", "infinity.npc.long_zi_wo_gangster", "infinity.npc.police_officer",
       "infinity.npc.bratva_biker", "infinity.npc.long_zi_wo_specialist", "infinity.npc.categories",
       "infinity.example.npc_tracks")  # fmt: skip
def sample(t: T, name: str, id: str, seat: SeatId = GM, called: str = "") -> Character:
    """A person of the packs."""
    kind = content().people[name]
    skills = group_skills(kind.groups) if kind.groups else {skill: Ranks(*values) for skill, values in kind.skills.items()}
    vigour, resolve, firewall = (Stress(full=full, left=full) for full in tracks(t, kind, skills))
    who = Character(
        id=Id(id), name=called or kind.name, seat=seat, category=kind.category,
        side="heroes" if kind.category is Category.HERO else "adversaries", attributes=dict(kind.attributes), skills=skills,
        vigour=vigour, resolve=resolve, firewall=firewall, morale=kind.morale,
        refresh=kind.infinity if kind.category is Category.HERO else 0,
    )  # fmt: skip
    who.infinity.start = who.refresh or 0
    if kind.armour:
        wear(who, kind.armour)
    carry(who, kind.gear)
    arm(who, kind.weapons)
    return who
