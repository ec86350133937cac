"""Attributes and skills: what there is, and how well somebody is trained."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Attribute(StrEnum):
    """infinity.attribute.list: seven of them, whatever the text says."""

    AGILITY = "agility"
    AWARENESS = "awareness"
    BRAWN = "brawn"
    COORDINATION = "coordination"
    INTELLIGENCE = "intelligence"
    PERSONALITY = "personality"
    WILLPOWER = "willpower"


class Skill(StrEnum):
    ACROBATICS = "acrobatics"
    ANALYSIS = "analysis"
    ANIMAL_HANDLING = "animal handling"
    ATHLETICS = "athletics"
    CLOSE_COMBAT = "close combat"
    COMMAND = "command"
    DISCIPLINE = "discipline"
    EDUCATION = "education"
    HACKING = "hacking"
    LIFESTYLE = "lifestyle"
    MEDICINE = "medicine"
    OBSERVATION = "observation"
    PERSUADE = "persuade"
    PILOT = "pilot"
    PSYCHOTHERAPY = "psychotherapy"
    RANGED_WEAPONS = "ranged weapons"
    RESISTANCE = "resistance"
    SCIENCES = "sciences"
    SPACE = "space"
    STEALTH = "stealth"
    SURVIVAL = "survival"
    TECH = "tech"
    THIEVERY = "thievery"
    VACUUM = "vacuum"


A, S = Attribute, Skill
LINKED: dict[Skill, Attribute] = {
    S.ACROBATICS: A.AGILITY, S.ANALYSIS: A.AWARENESS, S.ANIMAL_HANDLING: A.AWARENESS, S.ATHLETICS: A.BRAWN,
    S.CLOSE_COMBAT: A.AGILITY, S.COMMAND: A.WILLPOWER, S.DISCIPLINE: A.WILLPOWER, S.EDUCATION: A.INTELLIGENCE,
    S.HACKING: A.INTELLIGENCE, S.LIFESTYLE: A.INTELLIGENCE, S.MEDICINE: A.INTELLIGENCE, S.OBSERVATION: A.AWARENESS,
    S.PERSUADE: A.PERSONALITY, S.PILOT: A.COORDINATION, S.PSYCHOTHERAPY: A.PERSONALITY, S.RANGED_WEAPONS: A.COORDINATION,
    S.RESISTANCE: A.BRAWN, S.SCIENCES: A.INTELLIGENCE, S.SPACE: A.COORDINATION, S.STEALTH: A.AGILITY,
    S.SURVIVAL: A.AWARENESS, S.TECH: A.INTELLIGENCE, S.THIEVERY: A.COORDINATION, S.VACUUM: A.AWARENESS,
}  # fmt: skip
"""infinity.skill.list: the attribute behind each of the 24 skills."""
BODY = frozenset({A.AGILITY, A.BRAWN, A.COORDINATION})
"""The attributes that Injuries hamper; Traumas hamper the other four."""


class Ranks(msgspec.Struct, array_like=True, gc=False):
    """A trained skill (infinity.skill.ranks)."""

    expertise: int = 0
    focus: int = 0


UNTRAINED = Ranks()
