"""What packs say of survivors, of scenes, and of campaigns that join scenes."""

from __future__ import annotations

import msgspec

from rulebound.games.infected.journey import SessionPart
from rulebound.games.infected.kinds import Component, Part, Scarcity
from rulebound.games.infected.places import Outcome
from rulebound.games.infected.terms import Attribute, Skill


class SurvivorKind(Part, frozen=True):
    """A survivor to take as it is; `trusts` and `wary_of` name others who may be there too."""

    name: str
    concept: str
    attributes: dict[Attribute, int]
    skills: dict[Skill, int]
    background: str = ""
    hold: tuple[str, ...] = ()
    wear: tuple[str, ...] = ()
    has: tuple[str, ...] = ()
    ammo: dict[str, int] = msgspec.field(default_factory=dict)
    trusts: str = ""
    wary_of: str = ""


class PlacedKind(Part, frozen=True):
    """Somebody in a scene: a survivor of the packs, or an enemy by the type of its row; those of one `side` stand together."""

    zone: str
    survivor: str = ""
    type: str = ""
    name: str = ""
    side: str = ""
    members: int = 5
    near: tuple[str, ...] = ()
    unaware: bool = False


class ParkedKind(Part, frozen=True):
    """A vehicle of a scene; `driver` and `riders` are people of it."""

    kind: str
    name: str
    zone: str
    side: str = "party"
    driver: str | None = None
    riders: tuple[str, ...] = ()


class SiteKind(Part, frozen=True):
    """A place of a scene that can be searched, or that is safe."""

    name: str
    loot: str
    scarcity: Scarcity = Scarcity.MODERATE
    ambient: int = 0
    safe: bool = False


class SceneKind(Part, frozen=True):
    """`ends` says what ends it: `fight` with the fight, `chase`, `haul` or `siege` (goals.py), else whatever the objective says.

    A `clean` fight is won only if nobody of the group is infected after it. A `chase` names quarry, pursuer and position.
    """

    title: str
    about: str
    zones: dict[str, dict[str, object]]
    people: dict[str, PlacedKind]
    ambient: int = 0
    threat: int = 0
    objective: str = ""
    ends: str = ""
    clean: bool = False
    wanted: str = ""
    enough: int = 1
    vehicles: dict[str, ParkedKind] = msgspec.field(default_factory=dict)
    sites: dict[str, SiteKind] = msgspec.field(default_factory=dict)
    site: str | None = None
    base: str | None = None
    food: int = 0
    water: int = 0
    chase: tuple[str, str, int] | None = None


class ChapterKind(Part, frozen=True):
    """A step of a campaign: a scene of the packs, or without one a time at home. Without `won` or `lost` the story ends there.

    `minutes` is the way there, `days` how long it is quiet at home, `part` where in a session it stands.
    """

    part: SessionPart
    scene: str = ""
    title: str = ""
    about: str = ""
    minutes: int = 0
    days: int = 0
    ends_session: bool = False
    won: str = ""
    lost: str = ""


class CampaignKind(Part, frozen=True):
    """Chapters one after another, chosen by how each came out. It is won if the last one is and the group has what it `wanted`."""

    title: str
    about: str
    party: tuple[str, ...]
    begins: str
    chapters: dict[str, ChapterKind]
    base: str
    sites: dict[str, SiteKind]
    wanted: str = ""
    food: int = 0
    water: int = 0
    fuel: int = 0
    has: tuple[str, ...] = ()
    components: dict[Component, int] = msgspec.field(default_factory=dict)
    endings: dict[Outcome, str] = msgspec.field(default_factory=dict)
