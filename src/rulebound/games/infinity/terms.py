"""Terms that earlier drafts of the pack left behind, and what the table calls the same thing."""

from __future__ import annotations

from rulebound.games.infinity.skills import Attribute, Skill
from rulebound.kernel.citing import cites

ATTRIBUTES = {"mental strength": Attribute.WILLPOWER, "physique": Attribute.BRAWN, "strength": Attribute.BRAWN}
SKILLS = {"willpower": Skill.DISCIPLINE, "mechanics": Skill.TECH}
TERMS = {
    "restricted action": "minor action", "response action": "reaction", "use skill action": "skill test", "open fire action": "shoot",
    "chronicle point": "Infinity point", "found": "revealed", "chassis": "structure", "voice of command": "voice of authority",
    "momentum soak": "morale", "dangerous terrain": "hazardous terrain", "info damage": "digital", "hacking damage": "digital",
    "psych attack": "scare", "stock": "Shock", "difficult": "Challenging", "power armour": "powered armour",
    "effective range": "range", "optimum range": "range", "optimal range": "range", "hacking tool": "hacking device",
    "knife to the throat": "held at gunpoint", "rush of confidence": "confidence", "improve the odds": "buying d20s",
    "seize the initiative": "interrupt", "industrial lifting tag": "industrial loadlifter tag",
    "industrial lifter tag": "industrial loadlifter tag",
    "munitions": "munition", "vessel": "vehicle", "biker gangers": "bratva biker", "bratva motorcycle gangers": "bratva biker",
    "civil network": "civic network", "civil security network": "civic network", "[ds]": "[CD]",
}  # fmt: skip
"""infinity.ruling.terms: printed words, and the ones to use; those of a single misprint or a figure of speech are left out."""


@cites("infinity.ruling.terms")
def attribute_named(word: str) -> Attribute:
    """An attribute by its name or an old one; ValueError if there is none."""
    return ATTRIBUTES.get(word.lower()) or Attribute(word.lower())


@cites("infinity.ruling.terms")
def skill_named(word: str) -> Skill:
    """A skill by its name or an old one; ValueError if there is none."""
    return SKILLS.get(word.lower()) or Skill(word.lower())


@cites("infinity.ruling.terms")
def term(word: str) -> str:
    """What the table calls it."""
    return TERMS.get(word.lower(), word)
