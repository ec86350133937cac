"""The words of INFECTED: attributes, skills, kinds of people, rows of wounds, conditions, distances, light."""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

import msgspec

Id = NewType("Id", str)
Note = msgspec.Meta

ROUNDS_A_MINUTE = 10
"""infected.combat.round, infected.conv.time: a round is six seconds."""
MINUTES_A_DAY = 24 * 60
ROUNDS_AN_HOUR = 60 * ROUNDS_A_MINUTE
ROUNDS_A_DAY = MINUTES_A_DAY * ROUNDS_A_MINUTE


class Attribute(StrEnum):
    """infected.attribute.table"""

    GRIT = "grit"
    REFLEX = "reflex"
    WITS = "wits"
    NERVE = "nerve"


class Skill(StrEnum):
    """infected.skill.table"""

    BRAWL = "brawl"
    ENDURE = "endure"
    ATHLETICS = "athletics"
    SHOOT = "shoot"
    STEALTH = "stealth"
    DRIVE = "drive"
    NOTICE = "notice"
    CRAFT = "craft"
    TECH = "tech"
    MEDICINE = "medicine"
    SURVIVAL = "survival"
    KNOWLEDGE = "knowledge"
    PERSUADE = "persuade"
    DECEIVE = "deceive"
    RESOLVE = "resolve"
    INTIMIDATE = "intimidate"
    ANIMALS = "animals"


class Kind(StrEnum):
    """What somebody is: who has Stress and Guts, who reacts, who can be infected follows from it."""

    PC = "pc"
    HUMAN = "human"
    INFECTED = "infected"
    SWARM = "swarm"
    HORDE = "horde"


class Level(StrEnum):
    """The rows of the wound track, from light to grave (infected.wounds.track)."""

    BRUISED = "bruised"
    BLEEDING = "bleeding"
    BROKEN = "broken"
    CRITICAL = "critical"


LEVELS = tuple(Level)


class Area(StrEnum):
    """Where a Broken wound or a bite is (infected.wounds.penalties)."""

    ARM = "arm"
    LEG = "leg"
    TORSO = "torso"
    HEAD = "head"


class Condition(StrEnum):
    """infected.condition.table; Exposed and overextended are treated like conditions."""

    PRONE = "prone"
    STAGGERED = "staggered"
    SLOWED = "slowed"
    GRAPPLED = "grappled"
    PINNED = "pinned"
    BLINDED = "blinded"
    DEAFENED = "deafened"
    STUNNED = "stunned"
    DISORIENTED = "disoriented"
    BURNING = "burning"
    BLEEDING_OUT = "bleeding out"
    CHOKING = "choking"
    EXHAUSTED = "exhausted"
    EXPOSED = "exposed"
    OVEREXTENDED = "overextended"


class Panic(StrEnum):
    """infected.stress.panic"""

    FREEZE = "freeze"
    FLEE = "flee"
    SCREAM = "scream"
    LASH_OUT = "lash out"


class Band(StrEnum):
    """infected.range.table"""

    ENGAGED = "engaged"
    MELEE = "melee"
    CLOSE = "close"
    MEDIUM = "medium"
    FAR = "far"
    EXTREME = "extreme"


class Awareness(StrEnum):
    """infected.stealth.detection_states"""

    UNAWARE = "unaware"
    SUSPICIOUS = "suspicious"
    ALERT = "alert"
    HUNTING = "hunting"


class Light(StrEnum):
    """infected.stealth.light_table"""

    DARK = "dark"
    DIM = "dim"
    BRIGHT = "bright"


PARTY = "party"
NEUTRAL = "strangers"
"""The side of people who keep out of fights (infected.gm.encounters)."""


class CoverKind(StrEnum):
    LIGHT = "light"
    HEAVY = "heavy"
    FULL = "full"
