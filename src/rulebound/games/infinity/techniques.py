"""Techniques of Scare attacks as numbers."""

from __future__ import annotations

from enum import StrEnum

from rulebound.games.infinity.blows import Blow, Qualities, exploited, firearms, target_steps, wielding
from rulebound.games.infinity.content import weapon
from rulebound.games.infinity.damage import bonus_dice
from rulebound.games.infinity.people import Carried, Character, Harm
from rulebound.games.infinity.ranges import band, crowded, range_steps
from rulebound.games.infinity.skills import Attribute, Skill
from rulebound.games.infinity.skilltests import NONE
from rulebound.games.infinity.state import RANGES, T
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.variants import SuppressiveBonus
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total


class Technique(StrEnum):
    THREATEN = "threaten"
    ENRAGE = "enrage"
    GUNPOINT = "held at gunpoint"
    SUPPRESSIVE_FIRE = "suppressive fire"
    VOICE = "voice of authority"
    TIDE = "turn the tide"


RATING = {Technique.THREATEN: (1, 2), Technique.ENRAGE: (1, 2), Technique.GUNPOINT: (1, 4), Technique.VOICE: (1, 4), Technique.TIDE: (1, 3)}
"""Flat damage and dice (infinity.technique.list)."""
ID = {
    Technique.THREATEN: "infinity.technique.threaten", Technique.ENRAGE: "infinity.technique.enrage",
    Technique.GUNPOINT: "infinity.technique.held_at_gunpoint", Technique.SUPPRESSIVE_FIRE: "infinity.technique.suppressive_fire",
    Technique.VOICE: "infinity.technique.voice_of_authority", Technique.TIDE: "infinity.technique.turn_the_tide",
}  # fmt: skip
WORDS = frozenset({Technique.THREATEN, Technique.ENRAGE, Technique.VOICE, Technique.TIDE})
"""Techniques without a tool."""
QUALITIES: dict[Technique, Qualities] = {
    Technique.ENRAGE: {"enrage": 1}, Technique.GUNPOINT: {"stun": 1}, Technique.VOICE: {"stun": 1, "voice": 1},
}  # fmt: skip
"""What its Effects bring, and whether Momentum adds targets."""
BEHIND_FIRE = {SuppressiveBonus.PERSONALITY: Attribute.PERSONALITY, SuppressiveBonus.AWARENESS: Attribute.AWARENESS}
"""The attribute whose dice Suppressive Fire has, if any."""


@cites("infinity.technique.suppressive_fire")
def gun_behind(me: Character, technique: Technique) -> Carried | None:
    """What Suppressive Fire is laid down with; words take nothing."""
    return me.weapons[firearms(me)[0]] if technique is Technique.SUPPRESSIVE_FIRE else None


@cites("infinity.mental.basic", "infinity.technique.threaten", "infinity.technique.enrage", "infinity.technique.turn_the_tide")
def fright(t: T, me: Character, foe: Character, technique: Technique, arms: Carried | None = None, reloads: int = 0) -> Blow:
    """A Scare attack with everything that counts; `arms` is the gun behind it, if any."""
    if arms is not None:
        return suppressive_fire(t, me, foe, arms, reloads)
    flat, cd = RATING[technique]
    dice = Total.of(technique.value, cd, ID[technique])
    dice = dice.plus("Personality", bonus_dice(t, me.attributes[Attribute.PERSONALITY]), "infinity.damage.bonus_table")
    skill = Skill.COMMAND if technique is Technique.VOICE else Skill.PERSUADE
    return exploited(t, Blow(
        me=me, foe=foe, kind=Action.SCARE, name=technique.value, skill=skill, harm=Harm.MENTAL, flat=flat, dice=dice,
        steps=voice_range(t, me, foe) + target_steps(t, me, foe, Action.SCARE), qualities=QUALITIES.get(technique, {}),
    ))  # fmt: skip


@cites("infinity.action.attack_scare", "infinity.range.communication")
def voice_range(t: T, me: Character, foe: Character) -> Total:
    """A step for each range category beyond Close."""
    there = band(t, me, foe)
    assert there is not None
    return NONE.plus("range", RANGES.names.index(there), "infinity.action.attack_scare")


@cites("infinity.technique.suppressive_fire")
def suppressive_fire(t: T, me: Character, foe: Character, arms: Carried, reloads: int) -> Blow:
    """The weapon's own rating as mental damage, with its range steps; Effects daze, and cover helps."""
    kind = weapon(arms.kind)
    steps, widen = wielding(me, arms)
    steps += range_steps(t, me, foe, kind.range) + crowded(t, me, foe, False) + target_steps(t, me, foe, Action.SCARE)
    attribute = BEHIND_FIRE.get(t.variants.suppressive_fire_bonus)
    dice = Total.of(arms.kind, kind.cd, "infinity.technique.suppressive_fire")
    if attribute:
        dice = dice.plus(attribute.value.capitalize(), bonus_dice(t, me.attributes[attribute]), "infinity.damage.bonus_table")
    return exploited(t, Blow(
        me=me, foe=foe, kind=Action.SCARE, name=Technique.SUPPRESSIVE_FIRE.value, skill=Skill.RANGED_WEAPONS, harm=Harm.MENTAL,
        flat=kind.flat, dice=dice.plus("Reloads", reloads, "infinity.weapon.burst"), steps=steps, widen=widen, qualities={"daze": 1},
        extra=NONE.plus("Reloads", reloads, "infinity.weapon.burst"), covered=True,
    ))  # fmt: skip
