"""Places: zones with their light, cover and dangers, and the scene that is played there."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from rulebound.games.infected.fighting import Source
from rulebound.games.infected.people import Gear
from rulebound.games.infected.terms import CoverKind, Id, Light, Note
from rulebound.kernel.citing import cites

HEAVY, THICK = 2, 3
"""infected.hazard.smoke: how dense it is."""


class Cover(msgspec.Struct, kw_only=True):
    """Something to hide behind, or a door, window or wall: what can be destroyed (infected.environment.destructible_table)."""

    name: str
    kind: CoverKind | None = CoverKind.LIGHT
    durability: Annotated[int, Note(description="what is left of it; 0 is destroyed")] = 2


class Water(StrEnum):
    """infected.hazard.swimming"""

    CALM = "calm"
    ROUGH = "rough"
    RAPIDS = "rapids"


@cites("infected.hazard.smoke")
def smoke_dice(density: int) -> int:
    """Light -1, heavy and thick -2."""
    return -min(2, density)


@cites("infected.hazard.smoke")
def smoke_density(density: int, low: bool) -> int:
    """Staying low makes the smoke one density lighter."""
    return max(0, density - 1) if low else density


class Into(StrEnum):
    """What somebody can be shoved into (infected.maneuver.shove_hazard)."""

    NOTHING = "nothing"
    WALL = "wall"
    WINDOW = "window"
    FURNITURE = "furniture"
    FIRE = "fire"
    LEDGE = "ledge"
    SPIKES = "spikes"
    PERSON = "person"


class Zone(msgspec.Struct, kw_only=True):
    """A part of the scene. One zone further is one range band further (infected.range.zone)."""

    name: str
    links: Annotated[list[str], Note(description="zones one step away")] = []
    light: Light = Light.BRIGHT
    smoke: Annotated[int, Note(description="0 none, 1 light, 2 heavy, 3 thick")] = 0
    smoke_until: Annotated[int | None, Note(description="the round of the clock when a smoke bomb's cloud is gone")] = None
    smoke_before: Annotated[int, Note(description="the smoke that was there before that cloud")] = 0
    foliage: Annotated[int, Note(description="0 none, 1 thin, 2 dense")] = 0
    fire: Annotated[int, Note(description="damage a round of the fire that burns here; 0 none")] = 0
    fire_ends: Annotated[int | None, Note(description="the round of the clock when it burns out")] = None
    fire_since: int = 0
    flammable: bool = False
    slippery: bool = False
    debris: bool = False
    deep_water: bool = False
    water: Annotated[Water, Note(description="how its deep water runs: `calm`, `rough` or `rapids`")] = Water.CALM
    narrow: bool = False
    unstable: bool = False
    glass: Annotated[bool, Note(description="broken glass lies here")] = False
    height: int = 0
    open_ground: bool = False
    secure: bool = False
    cover: dict[str, Cover] = {}
    perils: Annotated[list[Into], Note(description="what people can be driven into here, besides what else says so")] = []
    barrier: Annotated[dict[str, int], Note(description="Durability of what blocks the way to a neighbouring zone")] = {}
    ground: Annotated[list[Gear], Note(description="what lies here")] = []
    traps: Annotated[list[Gear], Note(description="traps that are set here")] = []


class Outcome(StrEnum):
    """How a scene came out for the group."""

    WON = "won"
    LOST = "lost"


class Scene(msgspec.Struct, kw_only=True):
    """Where the group is now and what has happened there so far."""

    name: str = "the scene"
    about: str = ""
    zones: dict[str, Zone] = {}
    ambient: Annotated[int, Note(description="Ambient Threat: the floor of the counter")] = 0
    rain: bool = False
    echo: Annotated[bool, Note(description="underground: noise carries further")] = False
    loudest: Annotated[int, Note(description="the loudest weapon so far")] = 0
    weapon_noise: Annotated[int, Note(description="Threat that weapons have made here; 8 at most")] = 0
    round_noise: int = 0
    noises: Annotated[list[str], Note(description="noises that count once a scene and were made")] = []
    noisy: Annotated[bool, Note(description="Threat was added in this scene")] = False
    distraction: Annotated[str, Note(description="the zone of a noise that draws them")] = ""
    armor_flipped: Annotated[list[Source], Note(description="what the game master lets armor help against, or not, unlike elsewhere")] = []
    objective: str = ""
    dangerous: Annotated[bool, Note(description="the game master has called the objective dangerous")] = False
    enemy_gone: Annotated[bool, Note(description="an enemy was here and is no more since the objective was set")] = False
    fought: Annotated[bool, Note(description="somebody rolled an attack or initiative")] = False
    grace: Annotated[bool, Note(description="one round of grace after a failed group check")] = False
    spotted: Annotated[bool, Note(description="a watcher has seen the danger: +1 die to avoid it")] = False
    lookouts: Annotated[list[Id], Note(description="who watches over the others, and gains nothing by it")] = []
    indoors: bool = False
    scenes_here: int = 0
    works: Annotated[dict[str, Gear], Note(description="what was built here, at a place that is not on the map")] = {}
    ends: Annotated[str, Note(description="what ends the scene: `fight`, `chase`, `haul` or `siege`")] = ""
    outcome: Annotated[Outcome | None, Note(description="how it came out, once it has")] = None
    clean: Annotated[bool, Note(description="a fight is won only if nobody of the group is infected after it")] = False
    wanted: Annotated[str, Note(description="the thing a haul is about")] = ""
    enough: Annotated[int, Note(description="how much of it makes the haul a success")] = 1
