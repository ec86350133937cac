"""What the book's two scenes keep track of: the stage, the SIM, traffic, networks of the place, police, pursuers, the door."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from rulebound.games.infinity.people import Category, Character, Id, Stress
from rulebound.games.infinity.state_vehicles import Vehicle

Note = msgspec.Meta


class Stage(StrEnum):
    FESTIVAL = "festival"
    STREETS = "streets"
    PARK = "park"
    UNDERPASS = "underpass"


class Flow(StrEnum):
    NORTH_SOUTH = "north-south"
    EAST_WEST = "east-west"


class PlaceNetwork(msgspec.Struct, kw_only=True):
    """A network that no person carries: of a district, a car in the traffic, a door (infinity.network.non_personal)."""

    id: Id
    name: str
    rating: Category
    firewall: Stress
    security: int = 0
    zones: Annotated[list[str], Note(description="where it can be reached")] = []
    systems: Annotated[list[str], Note(description="what a Breach Effect can possess")] = []
    possessed: Annotated[dict[str, Id], Note(description="systems that somebody has taken over")] = {}
    crashed: bool = False
    held_by: Annotated[Id | None, Note(description="whoever has adopted it: his Firewall and Security count")] = None


class Door(msgspec.Struct, kw_only=True):
    """The way out (infinity.scene2.underpass.door)."""

    structure: Stress
    armour: int = 4
    open: bool = False


class Arrival(msgspec.Struct, kw_only=True):
    """People and what they sit in, on their way."""

    people: list[Character]
    vehicles: list[Vehicle] = []
    zone: str


class Board(msgspec.Struct, kw_only=True):
    """The scene that is being played."""

    stage: Stage
    map: Annotated[str, Note(description="the map's name in the packs")]
    sim: Annotated[str, Note(description="who or what the SIM is with: a person, a vehicle, or a zone where it lies")] = ""
    cars: Annotated[list[Id], Note(description="the player characters' cars")] = []
    networks: dict[str, PlaceNetwork] = {}
    coming: Annotated[list[Arrival], Note(description="who comes at the end of the round")] = []
    fighting: Annotated[bool, Note(description="shots have been fired or blows struck")] = False
    rider: Annotated[Id | None, Note(description="the gangster who rides for help")] = None
    rider_left: Annotated[int | None, Note(description="the round in which he got away")] = None
    panic: Annotated[int, Note(description="the last round in which the procession is a mess")] = 0
    distracted: Annotated[Id | None, Note(description="the player character whose next test is a step harder")] = None
    police: Annotated[bool, Note(description="the police have come or are coming")] = False
    cameras: Annotated[str, Note(description="the place that possessed cameras look at")] = ""
    flows: Annotated[dict[str, Flow], Note(description="which way the traffic of each known crossroads goes")] = {}
    heavy: Annotated[dict[str, int], Note(description="heavy traffic this round: steps by zone")] = {}
    jammed: Annotated[list[str], Note(description="gridlocked zones")] = []
    jam_ends: Annotated[bool, Note(description="gridlock ends with the round")] = False
    opening: Annotated[bool, Note(description="the round has just begun and nobody has acted")] = True
    repeats: Annotated[int, Note(description="how often the first stage was repeated")] = 0
    unseen: Annotated[int, Note(description="whole rounds in which no pursuer saw the player characters")] = 0
    waiting: Annotated[list[Arrival], Note(description="pursuers who come into this stage")] = []
    hacker: Annotated[Id | None, Note(description="the specialist in the office")] = None
    noticed: Annotated[bool, Note(description="the player characters know of him")] = False
    alarms: Annotated[list[str], Note(description="warehouses whose alarm sounds")] = []
    silenced: Annotated[bool, Note(description="a hacker keeps the alarms silent")] = False
    wild: Annotated[dict[str, Id], Note(description="zones where a car is out of control, and whose doing it is")] = {}
    door: Door | None = None
    through: Annotated[list[Id], Note(description="who has passed the door or left the scene with the SIM")] = []
