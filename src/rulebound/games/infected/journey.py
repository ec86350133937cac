"""The world between fights: vehicles and chases, places to search, the group's stores, days of rest, the campaign."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from rulebound.games.infected.people import Gear, Injury, Person
from rulebound.games.infected.places import Zone
from rulebound.games.infected.terms import Id, Note
from rulebound.games.infected.variants import ThreatMode
from rulebound.kernel.tracks import LevelTrack


class Pace(StrEnum):
    """How fast a vehicle goes, as crashes count it (infected.vehicle.crash)."""

    STILL = "still"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    EXTREME = "extreme"


class Heap(msgspec.Struct, kw_only=True):
    """What is counted and not kept as things."""

    food: Annotated[int, Note(description="person-days")] = 0
    water: Annotated[int, Note(description="person-days")] = 0
    parts: Annotated[int, Note(description="generic components: each stands for any one")] = 0
    ammo: dict[str, int] = {}
    components: dict[str, int] = {}


class Vehicle(msgspec.Struct, kw_only=True):
    """infected.vehicle.stats; what its row gives is in the pack under its `kind`."""

    id: Id
    name: str
    kind: Annotated[str, Note(description="the row of the vehicle table")] = "sedan"
    boxes: Annotated[int, Note(description="its Durability")] = 5
    marked: Annotated[int, Note(description="Durability boxes marked")] = 0
    fuel: Annotated[int, Note(description="units in the tank")] = 6
    tank: Annotated[int, Note(description="the most units it holds")] = 6
    running: Annotated[bool, Note(description="the engine is on")] = False
    idled: Annotated[bool, Note(description="has run for its climate control this scene")] = False
    pace: Pace = Pace.STILL
    driver: Id | None = None
    side: str = "party"
    zone: str = "here"
    engine_hit: bool = False
    tires_blown: int = 0
    leaking: bool = False
    windows_broken: bool = False
    stalled: bool = False
    wrecked: Annotated[bool, Note(description="beyond repair")] = False
    out_of_control: Annotated[int | None, Note(description="the last round of the clock in which nobody controls it")] = None
    airbags_used: Annotated[list[Id], Note(description="whose airbag has gone off")] = []
    driven: Annotated[int | None, Note(description="the round of the clock in which it was last driven in this fight")] = None
    maintained: Annotated[bool, Note(description="cared for in this month")] = False
    stash: Annotated[dict[str, Gear], Note(description="what lies in its trunk or bed")] = {}
    heap: Annotated[Heap, Note(description="days, rounds and components there")] = msgspec.field(default_factory=Heap)
    wounds: Annotated[LevelTrack | None, Note(description="an animal's, instead of boxes")] = None
    injuries: Annotated[list[Injury], Note(description="an animal's Bleeding and Broken wounds, to heal by their own time")] = []


class Chase(msgspec.Struct, kw_only=True):
    """infected.chase.track: one marker for each pair, one Heat for all. Sides are vehicles, or people on foot."""

    quarry: list[Id]
    pursuers: list[Id]
    markers: Annotated[dict[str, int], Note(description="`pursuer>quarry` and its position, 1 to 7")] = {}
    heat: int = 0
    round: int = 0
    declared: Annotated[dict[str, str], Note(description="maneuvers for this round, by side")] = {}
    dice: Annotated[dict[str, int], Note(description="modifiers of the next chase roll, by side")] = {}
    turned: Annotated[list[Id], Note(description="quarries whose bootleg turn has come off this round")] = []
    tried: Annotated[list[Id], Note(description="who has tried to break off this round")] = []
    busy: Annotated[list[Id], Note(description="whose driver does something else this round")] = []
    speed_change: Annotated[int, Note(description="what the ground does to every Speed")] = 0
    shaken: Annotated[list[Id], Note(description="pursuers who have lost the track")] = []
    dramatic: Annotated[bool, Note(description="the event of Heat 5 has happened")] = False
    outcome: str = ""


class Supplies(Heap, kw_only=True):
    """infected.supplies.tracks: what the group keeps at its safe place."""

    fuel: Annotated[int, Note(description="units")] = 0
    medicine: Annotated[dict[str, int], Note(description="doses by name")] = {}
    gear: dict[str, Gear] = {}


class Site(msgspec.Struct, kw_only=True):
    """A place that can be searched (infected.scavenge.*)."""

    id: Id
    name: str
    loot: Annotated[str, Note(description="the row of the loot table")] = "residential"
    scarcity: Annotated[str, Note(description="picked clean, sparse, moderate, untouched or pristine")] = "moderate"
    only: Annotated[str, Note(description="the category that has a ladder of its own")] = ""
    only_scarcity: str = "moderate"
    exhausted: Annotated[list[str], Note(description="ladders with nothing left: `all`, or the category")] = []
    searches: int = 0
    ambient: int = 0
    noise: Annotated[int, Note(description="what echoes add to every noise")] = 0
    downtime_searches: Annotated[int, Note(description="Scavenge activities done here")] = 0
    left: Annotated[list[Gear], Note(description="what was found and could not be carried")] = []
    heap: Annotated[Heap, Note(description="days, rounds and components that were left here")] = msgspec.field(default_factory=Heap)
    safe: Annotated[bool, Note(description="a Safe Location")] = False
    works: Annotated[dict[str, Gear], Note(description="what was built here")] = {}
    vehicles: Annotated[dict[str, Vehicle], Note(description="vehicles that were left here")] = {}
    others: Annotated[dict[str, Person], Note(description="who is not of the group and was left here")] = {}
    zones: Annotated[dict[str, Zone], Note(description="its zones as the group left them")] = {}
    rigged: Annotated[dict[str, str], Note(description="noise traps that are rigged here, by zone")] = {}


class Downtime(msgspec.Struct, kw_only=True):
    """A day of rest at a safe place: what each has done of it."""

    done: Annotated[dict[str, list[str]], Note(description="activities taken, by person")] = {}
    craft_minutes: Annotated[dict[str, int], Note(description="minutes left of a Craft activity")] = {}
    treated: Annotated[list[Id], Note(description="patients treated today")] = []
    operated: Annotated[list[Id], Note(description="patients operated on today")] = []
    rested: list[Id] = []
    out: Annotated[list[Id], Note(description="who went scouting or scavenging, so that the day is no rest")] = []
    watchers: list[Id] = []
    warned: Annotated[bool | None, Note(description="whether the watch gave warning of what comes; None: nothing was seen to come")] = None
    clean: Annotated[bool, Note(description="clean enough for surgery")] = True
    vehicle: Annotated[Id | None, Note(description="they sleep in this vehicle: only Rest and Stand Watch")] = None


class SessionPart(StrEnum):
    """infected.run.session"""

    NOT_BEGUN = "not begun"
    RECAP = "recap"
    OBJECTIVE = "objective"
    JOURNEY = "journey"
    CRISIS = "crisis"
    RESOLUTION = "resolution"
    DOWNTIME = "downtime"


class Story(msgspec.Struct, kw_only=True):
    """A campaign under way: its name in the packs, and the chapter that is played."""

    campaign: str
    chapter: str
    days: Annotated[int, Note(description="days of rest in this chapter so far")] = 0
    told: Annotated[list[str], Note(description="chapters that are over, and how each came out")] = []


class World(msgspec.Struct, kw_only=True):
    """The campaign around the scene."""

    sites: dict[str, Site] = {}
    site: Annotated[Id | None, Note(description="the place the group is at")] = None
    supplies: Supplies = msgspec.field(default_factory=Supplies)
    base: Annotated[Id | None, Note(description="the safe place with the group's Stash")] = None
    downtime: Downtime | None = None
    story: Story | None = None
    chase: Chase | None = None
    notes: Annotated[list[str], Note(description="what was recorded: recap, objectives, consequences, scars")] = []
    session: int = 1
    common_items: Annotated[list[str], Note(description="an own list of common items by kind, where the table keeps one")] = []
    part: SessionPart = SessionPart.NOT_BEGUN
    month_day: Annotated[int, Note(description="days since vehicles were last looked at")] = 0
    threat_mode: Annotated[ThreatMode | None, Note(description="since the group has switched; else as the variant says")] = None
    hot: Annotated[bool, Note(description="hot weather: thirst counts double")] = False
    threat_reached_ten: Annotated[bool, Note(description="Threat was 10 this session")] = False
    horde_escaped: Annotated[bool, Note(description="the group got away from a Horde this session")] = False
    rewarded: Annotated[list[Id], Note(description="who has had the attribute for a major threat this session")] = []
    lost: Annotated[list[Id], Note(description="survivors who turned and stayed behind")] = []
    gone: Annotated[dict[str, str], Note(description="names of who and what is no longer there, by id, for what is told of them")] = {}
