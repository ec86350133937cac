"""What vehicles are at the table: their parts, who sits where, what is wrong with them."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from rulebound.games.infinity.people import Id, Stress

Note = msgspec.Meta


class Quality(StrEnum):
    AGILE = "agile"
    AIRCRAFT = "aircraft"
    BIKE = "bike"
    ENCLOSED = "enclosed"
    EXPOSED = "exposed"
    HOVER = "hover"
    PONDEROUS = "ponderous"
    REMOTE = "remote"
    RUGGED = "rugged"
    VTOL = "vtol"
    WALKER = "walker"
    WHEELED = "wheeled"


class Part(StrEnum):
    """infinity.vehicle.hit_location"""

    MOTIVE = "motive system"
    HULL = "hull"
    WEAPON = "weapon"
    CREW = "crew"


class Place(StrEnum):
    """Where somebody sits (infinity.vehicle.crew_actions)."""

    COMMANDER = "commander"
    PILOT = "pilot"
    GUNNER = "gunner"
    PASSENGER = "passenger"


class Style(StrEnum):
    """How a vehicle is driven until its next turn."""

    PLAIN = "plain"
    GUNNED = "gun the engines"
    DEFENSIVE = "defensive driving"


class System(StrEnum):
    """infinity.vehicle.systems; only Remotes have a Core."""

    ENGINE = "engine controls"
    NAVIGATION = "navigation"
    COMMUNICATOR = "communicator"
    ACCESS = "access control"
    CORE = "core"


class Mount(msgspec.Struct, kw_only=True):
    """A weapon of the vehicle; it breaks by itself."""

    kind: Annotated[str, Note(description="its name in the packs")]
    gunner: Annotated[Id | None, Note(description="who serves it; nobody: any of the crew")] = None
    reloads: int = 0
    destroyed: bool = False


class Vehicle(msgspec.Struct, kw_only=True):
    id: Id
    name: str
    kind: Annotated[str, Note(description="its name in the packs")]
    qualities: list[Quality] = []
    manoeuvrability: Annotated[int, Note(description="d20s more on Pilot tests")] = 0
    places: Annotated[dict[Place, int], Note(description="how many fit in each place")] = {}
    aboard: Annotated[dict[str, Place], Note(description="who is in it, and where")] = {}
    soak: dict[Part, int] = {}
    structure: Annotated[Stress, Note(description="harms are Faults")]
    network: Annotated[Id | None, Note(description="its own network, among the people; none: it runs on its commander's")] = None
    bts: int = 0
    impact: Annotated[list[int], Note(description="flat damage and dice of a collision")]
    cover: Annotated[int, Note(description="cover dice of those inside")] = 0
    weapons: dict[str, Mount] = {}
    zone: str = ""
    each: Annotated[bool, Note(description="every member of the Mob has one of these")] = False
    repeater: bool = False
    jump_jets: bool = False
    eject: Annotated[bool, Note(description="its pilot may get out as it fails")] = False
    operator: Annotated[Id | None, Note(description="who commands a Remote from outside")] = None
    moved: Annotated[bool, Note(description="has had its movement action this turn")] = False
    style: Style = Style.PLAIN
    solution: Annotated[Id | None, Note(description="the gunner whose next shot has a Firing Solution")] = None
    flown: Annotated[bool, Note(description="an aircraft's Pilot action of this turn was taken")] = False
    immobile: Annotated[bool, Note(description="a Fault has struck the motive system")] = False
    disabled: bool = False
    mended: Annotated[bool, Note(description="somebody has tried to repair a Fault today")] = False
    locked: Annotated[bool, Note(description="parked and shut: only those with access get in")] = False
    grabs: Annotated[dict[str, int], Note(description="whom or what its claws hold, and how hard it is to get free")] = {}

    @property
    def faults(self) -> int:
        return self.structure.harms

    @property
    def wrecked(self) -> bool:
        return self.faults >= 5

    @property
    def dead(self) -> bool:
        """Can do nothing any more (infinity.vehicle.faults)."""
        return self.disabled or self.faults >= 4

    def has(self, quality: Quality) -> bool:
        return quality in self.qualities
