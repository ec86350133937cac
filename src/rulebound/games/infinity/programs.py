"""Intrusion programs as numbers."""

from __future__ import annotations

from rulebound.games.infinity.blows import Blow, exploited, target_steps
from rulebound.games.infinity.content import content
from rulebound.games.infinity.damage import ATTRIBUTE_FOR, bonus_dice
from rulebound.games.infinity.people import Character, Harm, Thing
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import NONE
from rulebound.games.infinity.state import T, in_reach
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total

LOCKPICKER = "Lockpicker"


@cites("infinity.software.categories", "infinity.software.programs")
def intrusions(who: Character) -> list[str]:
    """The intrusion programs on somebody's device."""
    kinds = content().programs
    return [name for name in who.programs if name in kinds and kinds[name].cd]


@cites("infinity.digital.basic", "infinity.software.programs")
def intrusion(t: T, me: Character, foe: Character, name: str) -> Blow:
    """A Hack attack with everything that counts: CLAW ignores Security for each Effect, SWORD adds damage."""
    kind = content().programs[name]
    dice = Total.of(name, kind.cd, "infinity.software.programs")
    dice = dice.plus("Intelligence", bonus_dice(t, me.attributes[ATTRIBUTE_FOR["hack"]]), "infinity.damage.bonus_table")
    return exploited(t, Blow(
        me=me, foe=foe, kind=Action.HACK, name=name, skill=Skill.HACKING, harm=Harm.DIGITAL, flat=kind.flat, dice=dice,
        steps=target_steps(t, me, foe, Action.HACK), bonus=picked_lock(t, me, foe), system=True,
        qualities={"armour piercing": kind.piercing, "vicious": kind.vicious},
    ))  # fmt: skip


@cites("infinity.software.gadget.lockpicker")
def picked_lock(t: T, me: Character, foe: Character) -> Total:
    """Two bonus Momentum against a network of a place with a part of it within Reach."""
    near = foe.thing is Thing.NETWORK and me.gadget == LOCKPICKER and in_reach(t, me.id, foe.id)
    return NONE.plus(LOCKPICKER, 2 if near else 0, "infinity.software.gadget.lockpicker")
