"""Attacks with weapons as numbers: steps, dice, qualities, and what helps or hampers."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rulebound.games.infinity.aboard import driving_steps
from rulebound.games.infinity.content import content, hands_needed, weapon
from rulebound.games.infinity.damage import (
    attribute_for,
    bonus_dice,
)
from rulebound.games.infinity.people import Carried, Character, Harm, Stealth
from rulebound.games.infinity.ranges import band, crowded, range_steps
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import NONE
from rulebound.games.infinity.state import T
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.variants import ReachStep
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total

Qualities = dict[str, int]


class Mode(StrEnum):
    PRIMARY = "primary"
    SECONDARY = "secondary"


MULTI = {"light": (("AP", "Shock"), "DA"), "medium": (("AP",), "DA"), "heavy": (("AP", "Shock"), "EXP")}
"""infinity.quality.multi: primary and secondary ammunition."""
SINGLE_SHOT = ("light", "heavy")
"""MULTI weapons whose secondary mode has Burst 1."""


class Blow(msgspec.Struct, frozen=True, kw_only=True):
    """An attack about to be made: who, whom, with what, and all its numbers."""

    me: Character
    foe: Character
    kind: Action
    name: str
    skill: Skill
    harm: Harm
    flat: int
    dice: Total
    extra: Total = NONE
    steps: Total = NONE
    bonus: Total = NONE
    widen: int = 0
    qualities: Qualities = {}
    covered: bool = False
    """Whether the target's cover helps."""
    system: bool = False

    def has(self, quality: str) -> int:
        return self.qualities.get(quality, 0)


# ------------------------------------------------------------------------------------------------ building an attack
@cites("infinity.action.exploit_weakness", "infinity.action.exploit_weakness.free", "infinity.stealth.attack_bonus",
       "infinity.surprise.success")  # fmt: skip
def exploits(me: Character) -> bool:
    """Exploit Weakness was the last Standard Action, or surprise gives it for nothing; never twice on one attack."""
    return bool(me.exploiting) or me.ambushing or me.stealth is not Stealth.REVEALED


@cites("infinity.quality.stacking", "infinity.quality.multi", "infinity.ammo.table", "infinity.quality.unforgiving",
       "infinity.gear.silencer",
       "infinity.example.vicious_stack", "infinity.example.teseum_sword", "infinity.quality.salvo", "infinity.quality.torrent")  # fmt: skip
def qualities(me: Character, arms: Carried, mode: Mode, improving: int) -> Qualities:
    """All qualities of an attack, ratings of the same kind added up."""
    kind = weapon(arms.kind)
    found: Qualities = {name: kind.rating(name) for name in kind.qualities}
    loads = [arms.ammo]
    if isinstance(multi := kind.qualities.get("multi"), str):
        primary, secondary = MULTI[multi]
        loads = list(primary) if mode is Mode.PRIMARY else [secondary]
    for load in loads:
        add(found, content().ammunition[load].adds)
    if improving and isinstance(salvo := kind.qualities.get("salvo"), str):
        name, _, rating = salvo.rpartition(" ")
        add(found, {name: int(rating)})
    if exploits(me) and "unforgiving" in found:
        add(found, {"armour piercing": found["unforgiving"], "vicious": found["unforgiving"]})
    if "blast" in found or "torrent" in found:
        add(found, {"spread": 1})
    if arms.silenced:
        add(found, {"subtle": 1})
    return found


def add(found: Qualities, more: dict[str, int | str] | Qualities) -> None:
    for name, rating in more.items():
        found[name] = found.get(name, 0) + (rating if isinstance(rating, int) else 1)


@cites("infinity.weapon.size", "infinity.size.two_handed", "infinity.size.unbalanced", "infinity.size.unwieldy", "infinity.action.brace")
def wielding(me: Character, arms: Carried) -> tuple[Total, int]:
    """Steps and widening for the way a weapon is held."""
    if weapon(arms.kind).size == "Unw" and not arms.braced and not me.powered:
        return NONE.plus("unbraced", 2, "infinity.size.unwieldy"), 1
    short = arms.hands < hands_needed(me, arms.kind)
    return NONE.plus("one hand", 2 if short else 0, "infinity.size.two_handed"), 0


@cites("infinity.state.prone", "infinity.momentum.defend", "infinity.reaction.covering_fire", "infinity.stealth.detected",
       "infinity.quality.reach")  # fmt: skip
def target_steps(t: T, me: Character, foe: Character, kind: Action) -> Total:
    """What the target's state does to an attack on it."""
    steps = NONE.plus("Defend", len(foe.defended_by), "infinity.momentum.defend")
    if t.state.vehicles:
        steps = steps + driving_steps(t, me, foe)
    steps = steps.plus("covering fire", len(foe.covered_by), "infinity.reaction.covering_fire")
    if foe.stealth is Stealth.DETECTED:
        steps = steps.plus("unseen", 2, "infinity.stealth.detected")
    if kind is Action.SHOOT and foe.prone and band(t, me, foe) != "close":
        steps = steps.plus("prone target", 1, "infinity.state.prone")
    if kind is Action.MELEE and reaches_farther(t, me, foe):
        steps = steps.plus("Reach weapon", 1, "infinity.quality.reach")
    return steps


def reaches_farther(t: T, me: Character, foe: Character) -> bool:
    def long(who: Character) -> bool:
        return any(w.hands and weapon(w.kind).rating("reach") for w in who.weapons.values())

    return long(foe) and (t.variants.reach_against_reach is ReachStep.ONE_STEP or not long(me))


@cites("infinity.state.prone")
def against_prone(t: T, me: Character, foe: Character, kind: Action) -> Total:
    near = kind is Action.MELEE or (kind is Action.SHOOT and band(t, me, foe) == "close")
    return NONE.plus("prone target", int(foe.prone and near), "infinity.state.prone")


@cites("infinity.damage.rating", "infinity.weapon.damage", "infinity.damage.modifiers", "infinity.weapon.burst",
       "infinity.example.multirifle")  # fmt: skip
def shot(t: T, me: Character, foe: Character, id: str, reloads: int, mode: Mode) -> Blow:
    """A Shoot attack with everything that counts."""
    arms = me.weapons[id]
    kind = weapon(arms.kind)
    found = qualities(me, arms, mode, reloads)
    steps, widen = wielding(me, arms)
    steps += range_steps(t, me, foe, kind.range) + crowded(t, me, foe, "close quarters" in found)
    steps += target_steps(t, me, foe, Action.SHOOT)
    dice = Total.of(arms.kind, kind.cd, "infinity.weapon.damage")
    dice = dice.plus("Awareness", bonus_dice(t, me.attributes[attribute_for("shoot")]), "infinity.damage.bonus_table")
    dice = dice.plus("Reloads", reloads, "infinity.weapon.burst")
    extra = NONE.plus("Reloads", reloads, "infinity.weapon.burst")
    bonus = against_prone(t, me, foe, Action.SHOOT).plus("Expert System", expert(me, found), "infinity.quality.expert")
    blow = Blow(
        me=me, foe=foe, kind=Action.SHOOT, name=arms.kind, skill=Skill.RANGED_WEAPONS, harm=Harm.PHYSICAL, flat=kind.flat, dice=dice,
        extra=extra, steps=steps, bonus=bonus, widen=widen, qualities=found, covered="torrent" not in found, system="expert" in found,
    )  # fmt: skip
    return exploited(blow)


@cites("infinity.quality.expert", "infinity.system.expert", "infinity.example.expert_rifle")
def expert(me: Character, found: Qualities) -> int:
    """An Expert System's bonus Momentum, while the network is up."""
    return 0 if me.crashed else found.get("expert", 0)


def strike(t: T, me: Character, foe: Character, id: str) -> Blow:
    """A Melee attack with everything that counts."""
    arms = me.weapons[id]
    kind = weapon(arms.kind)
    steps, widen = wielding(me, arms)
    dice = Total.of(arms.kind, kind.cd, "infinity.weapon.damage")
    dice = dice.plus("Brawn", bonus_dice(t, me.attributes[attribute_for("melee")]), "infinity.damage.bonus_table")
    dice = dice.plus("powered armour", int(me.powered), "infinity.armour.powered")
    blow = Blow(
        me=me, foe=foe, kind=Action.MELEE, name=arms.kind, skill=Skill.CLOSE_COMBAT, harm=Harm.PHYSICAL, flat=kind.flat, dice=dice,
        steps=steps + target_steps(t, me, foe, Action.MELEE), bonus=against_prone(t, me, foe, Action.MELEE), widen=widen,
        qualities=qualities(me, arms, Mode.PRIMARY, 0), covered=t.variants.cover_vs_melee,
    )  # fmt: skip
    return exploited(blow)


@cites("infinity.action.exploit_weakness")
def exploited(blow: Blow) -> Blow:
    """+2d20 and, on a hit, +[CD]2."""
    if not exploits(blow.me):
        return blow
    rule = "infinity.action.exploit_weakness"
    return msgspec.structs.replace(blow, extra=blow.extra.plus("weakness", 2, rule), dice=blow.dice.plus("weakness", 2, rule))


@cites("infinity.weapon.burst", "infinity.action.exploit_weakness", "infinity.quality.munition", "infinity.heat.npc_resources")
def most_reloads(t: T, me: Character, arms: Carried) -> int:
    kind = weapon(arms.kind)
    needed = int(bool(kind.rating("munition")))
    most = min(kind.burst, 1) if exploits(me) else kind.burst
    there = arms.reloads if me.hero else t.state.heat.value
    return max(0, min(most, there) - needed)
