"""What the book's two scenes keep track of: the stage, the SIM, traffic, networks of the place, police, pursuers, the door."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from rulebound.games.infinity.people import Character, Id, Stress
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


class Door(msgspec.Struct, kw_only=True):
    """The way out (infinity.scene2.underpass.door)."""

    structure: Stress
    armour: int = 4
    open: bool = False


class Arrival(msgspec.Struct, kw_only=True):
    """People and what they sit in, on their way."""

    people: list[Character]
    vehicle: Annotated[str, Note(description="a kind of the packs, made for them")] = ""
    riding: Annotated[list[Vehicle], Note(description="vehicles they had before")] = []
    zone: str


class Board(msgspec.Struct, kw_only=True):
    """The scene that is being played."""

    stage: Stage
    map: Annotated[str, Note(description="the map's name in the packs")]
    sim: Annotated[str, Note(description="who or what the SIM is with: a person, a vehicle, or a zone where it lies")] = ""
    cars: Annotated[list[Id], Note(description="the player characters' cars")] = []
    coming: Annotated[list[Arrival], Note(description="who comes at the end of the round")] = []
    rider: Annotated[Id | None, Note(description="the gangster who rides for help")] = None
    rider_left: Annotated[int | None, Note(description="the round in which he got away")] = None
    panic: Annotated[int, Note(description="the last round in which the procession is a mess")] = 0
    distracted: Annotated[Id | None, Note(description="the player character whose next test is a step harder")] = None
    police: Annotated[bool, Note(description="the police have come or are coming")] = False
    cameras: Annotated[str, Note(description="the place that possessed cameras look at")] = ""
    flows: Annotated[dict[str, Flow], Note(description="which way the traffic of each known crossroads goes")] = {}
    heavy: Annotated[dict[str, int], Note(description="heavy traffic this round: steps by zone")] = {}
    jammed: Annotated[list[str], Note(description="gridlocked zones")] = []
    opening: Annotated[bool, Note(description="the round has just begun and nobody has acted")] = True
    repeats: Annotated[int, Note(description="how often the first stage was repeated")] = 0
    unseen: Annotated[int, Note(description="whole rounds in which no pursuer saw the player characters")] = 0
    tailed: Annotated[list[Id], Note(description="pursuers who saw which way the player characters left")] = []
    left_by: Annotated[str, Note(description="the exit that the first of them took")] = ""
    hacker: Annotated[Id | None, Note(description="the specialist in the office")] = None
    noticed: Annotated[bool, Note(description="the player characters know of him")] = False
    alarms: Annotated[list[str], Note(description="warehouses whose alarm sounds")] = []
    opened: Annotated[list[str], Note(description="warehouses whose doors were opened")] = []
    silenced: Annotated[bool, Note(description="a hacker keeps the alarms silent")] = False
    wild: Annotated[dict[str, Id], Note(description="zones where a car is out of control, and whose doing it is")] = {}
    civic: Annotated[Id | None, Note(description="the network of the place, to be found among the people")] = None
    door: Door | None = None
    through: Annotated[list[Id], Note(description="who has passed the door or left the scene with the SIM")] = []
