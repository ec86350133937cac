"""Attacks with weapons as numbers: steps, dice, qualities, and what helps or hampers."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rulebound.games.infinity.aboard import driving_steps
from rulebound.games.infinity.content import Weapon, content, hands_needed, weapon
from rulebound.games.infinity.damage import ATTRIBUTE_FOR, bonus_dice
from rulebound.games.infinity.people import DETECTED, REVEALED, Carried, Character, Harm, lying, on_line, powered
from rulebound.games.infinity.ranges import band, crowded, range_steps
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import NONE
from rulebound.games.infinity.slots import upkeep
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
BLASTS = {"reach": 1, "close": 2, "medium": 3}
"""infinity.quality.blast: its range as a number."""
MOUNTED = "M"
TORRENT_REACHES = ("close", "medium")
PLAIN, GRENADE = "N", "fragmentation grenade"
"""Ordinary ammunition, and what a launcher fires if nothing is said."""
SINGLE_SHOT = ("light", "heavy")
"""MULTI weapons whose secondary mode has Burst 1."""


class Blow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
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
    arms: Carried | None = None

    def has(self, quality: str) -> int:
        return self.qualities.get(quality, 0)


# ------------------------------------------------------------------------------------------------ what is in hand
@cites("infinity.size.mounted", "infinity.weapon.grenade_launcher")
def in_hand(me: Character, ranged: bool) -> list[str]:
    """Weapons ready for use: held, or mounted on one that is; a Mounted weapon needs its mount, a jammed one clearing."""
    found = []
    for id, arms in me.weapons.items():
        if (arms.hands or (arms.attached and held_with(me, arms))) and not arms.jammed:
            kind = weapon(arms.kind)
            if kind.ranged is ranged and kind.size != MOUNTED:
                found.append(id)
    return found


def held_with(me: Character, arms: Carried) -> int:
    """The hands on the weapon it is mounted on."""
    other = me.weapons.get(arms.attached)
    return other.hands if other else 0


@cites("infinity.weapon.firearm_scope", "infinity.technique.suppressive_fire")
def firearms(me: Character) -> list[str]:
    """Firearms in hand that can fire; bows and grenades are none."""
    return [id for id in in_hand(me, ranged=True) if weapon(me.weapons[id].kind).firearm and loaded(me, me.weapons[id])]


@cites("infinity.quality.munition", "infinity.weapon.ammunition")
def loaded(me: Character, arms: Carried) -> bool:
    """Ordinary weapons never run dry; a Munition weapon needs a Reload for each shot, an NPC's Heat aside."""
    return not fired(arms).rating("munition") or arms.reloads > 0 or not me.hero


@cites("infinity.quality.torrent")
def carries(kind: Weapon, there: str | None) -> bool:
    """A Torrent reaches nobody beyond Medium."""
    return not kind.rating("torrent") or there in TORRENT_REACHES


def shooting(t: T, me: Character, foe: Character) -> list[str]:
    """Ranged weapons in hand that can fire at somebody now."""
    ready = [id for id in in_hand(me, ranged=True) if loaded(me, me.weapons[id])]
    return [id for id in ready if carries(fired(me.weapons[id]), band(t, me, foe))]


@cites("infinity.weapon.grenade_launcher")
def fired(arms: Carried) -> Weapon:
    """What an attack's damage and qualities come from: the weapon, or the grenade that a launcher fires."""
    kind = weapon(arms.kind)
    if not kind.launcher:
        return kind
    return weapon(arms.ammo if arms.ammo != PLAIN else GRENADE)


# ------------------------------------------------------------------------------------------------ building an attack
@cites("infinity.action.exploit_weakness", "infinity.action.exploit_weakness.free", "infinity.stealth.attack_bonus",
       "infinity.surprise.success")  # fmt: skip
def exploits(t: T, me: Character) -> bool:
    """Exploit Weakness was the last Standard Action, though for no Reaction, or surprise gives it; never twice on one attack."""
    return (me.exploiting > 0 and me.id == t.state.current) or me.ambushing or me.stealth is not REVEALED


@cites("infinity.quality.stacking", "infinity.quality.multi", "infinity.ammo.table", "infinity.quality.unforgiving",
       "infinity.gear.silencer",
       "infinity.example.vicious_stack", "infinity.example.teseum_sword", "infinity.quality.salvo", "infinity.quality.torrent")  # fmt: skip
def qualities(t: T, me: Character, arms: Carried, mode: Mode, improving: int) -> Qualities:
    """All qualities of an attack, ratings of the same kind added up."""
    kind = fired(arms)
    found: Qualities = {name: kind.rating(name) for name in kind.qualities}
    if isinstance(blast := kind.qualities.get("blast"), str):
        found["blast"] = BLASTS[blast]
    add(found, arms.qualities)
    loads = [] if weapon(arms.kind).launcher or kind.rating("munition") else [arms.ammo]
    if isinstance(multi := kind.qualities.get("multi"), str):
        primary, secondary = MULTI[multi]
        loads = list(primary) if mode is Mode.PRIMARY else [secondary]
    for load in loads:
        add(found, content().ammunition[load].adds)
    if improving and isinstance(salvo := kind.qualities.get("salvo"), str):
        name, _, rating = salvo.rpartition(" ")
        add(found, {name: int(rating)})
    if exploits(t, me) and "unforgiving" in found:
        add(found, {"armour piercing": found["unforgiving"], "vicious": found["unforgiving"]})
    if "blast" in found or "torrent" in found:
        add(found, {"spread": 1})
    if arms.silenced and not found.get("munition") and not found.get("unsubtle"):
        add(found, {"subtle": 1})
    return found


def add(found: Qualities, more: dict[str, int | str] | Qualities) -> None:
    for name, rating in more.items():
        found[name] = found.get(name, 0) + (rating if isinstance(rating, int) else 1)


@cites("infinity.weapon.size", "infinity.size.two_handed", "infinity.size.unbalanced", "infinity.size.unwieldy", "infinity.action.brace")
def wielding(me: Character, arms: Carried) -> tuple[Total, int]:
    """Steps and widening for the way a weapon is held."""
    if weapon(arms.kind).size == "Unw" and not arms.braced and not powered(me):
        return NONE.plus("unbraced", 2, "infinity.size.unwieldy"), 1
    short = (arms.hands or held_with(me, arms)) < hands_needed(me, arms.kind)
    return NONE.plus("one hand", 2 if short else 0, "infinity.size.two_handed"), 0


@cites("infinity.state.prone", "infinity.momentum.defend", "infinity.reaction.covering_fire", "infinity.stealth.detected",
       "infinity.quality.reach")  # fmt: skip
def target_steps(t: T, me: Character, foe: Character, kind: Action) -> Total:
    """What the target's state does to an attack on it."""
    steps = NONE.plus("Defend", len(foe.defended_by), "infinity.momentum.defend")
    if t.state.vehicles:
        steps = steps + driving_steps(t, me, foe)
    steps = steps.plus("covering fire", len(foe.covered_by), "infinity.reaction.covering_fire")
    if foe.stealth is DETECTED:
        steps = steps.plus("unseen", 2, "infinity.stealth.detected")
    if lying(foe) and kind is Action.SHOOT and band(t, me, foe) != "close":
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
    if not lying(foe):
        return NONE
    near = kind is Action.MELEE or (kind is Action.SHOOT and band(t, me, foe) == "close")
    return NONE.plus("prone target", int(near), "infinity.state.prone")


TARGETS_OWN = frozenset({
    "infinity.momentum.defend", "infinity.reaction.covering_fire", "infinity.stealth.detected", "infinity.state.prone",
    "infinity.quality.reach",
})  # fmt: skip
"""Rules whose steps and bonuses come from the target."""


def aimed_at(t: T, blow: Blow, other: Character) -> Blow:
    """The same attack on somebody else, with what his own state does to it."""
    steps = Total(tuple(part for part in blow.steps.parts if part.rule not in TARGETS_OWN))
    bonus = Total(tuple(part for part in blow.bonus.parts if part.rule not in TARGETS_OWN))
    steps += target_steps(t, blow.me, other, blow.kind)
    bonus += against_prone(t, blow.me, other, blow.kind)
    return msgspec.structs.replace(blow, foe=other, steps=steps, bonus=bonus)


@cites("infinity.damage.rating", "infinity.weapon.damage", "infinity.damage.modifiers", "infinity.weapon.burst",
       "infinity.example.multirifle")  # fmt: skip
def shot(t: T, me: Character, foe: Character, id: str, reloads: int, mode: Mode, away: bool = False) -> Blow:
    """A Shoot attack with everything that counts; `away` builds leaving Reach into it."""
    arms = me.weapons[id]
    kind, found = fired(arms), qualities(t, me, arms, mode, reloads)
    steps, widen = wielding(me, arms)
    steps += range_steps(t, me, foe, weapon(arms.kind).range)
    steps += slipping_away() if away else crowded(t, me, foe, "close quarters" in found)
    steps += target_steps(t, me, foe, Action.SHOOT)
    dice = Total.of(arms.kind, kind.cd, "infinity.weapon.damage")
    dice = dice.plus("Awareness", bonus_dice(t, me.attributes[ATTRIBUTE_FOR["shoot"]]), "infinity.damage.bonus_table")
    dice = dice.plus("Reloads", reloads, "infinity.weapon.burst")
    extra = NONE.plus("Reloads", reloads, "infinity.weapon.burst")
    bonus = against_prone(t, me, foe, Action.SHOOT).plus("Expert System", expert(me, id, found), "infinity.quality.expert")
    blow = Blow(
        me=me, foe=foe, kind=Action.SHOOT, name=arms.kind, skill=Skill.RANGED_WEAPONS, harm=Harm.PHYSICAL, flat=kind.flat, dice=dice,
        extra=extra, steps=steps, bonus=bonus, widen=widen, qualities=found, covered="torrent" not in found, system="expert" in found,
        arms=arms,
    )  # fmt: skip
    return exploited(t, blow)


@cites("infinity.momentum.necessary", "infinity.example.necessary_momentum")
def slipping_away() -> Total:
    """The Momentum of a Withdraw, built into the shot; who has left nobody's Reach is not hindered by them."""
    return NONE.plus("leaving Reach", 1, "infinity.momentum.necessary")


@cites("infinity.quality.expert", "infinity.system.expert", "infinity.example.expert_rifle")
def expert(me: Character, id: str, found: Qualities) -> int:
    """An Expert System's bonus Momentum, while it works; without it the weapon still fires."""
    return found.get("expert", 0) if on_line(me, id) else 0


def strike(t: T, me: Character, foe: Character, id: str) -> Blow:
    """A Melee attack with everything that counts."""
    arms = me.weapons[id]
    kind = weapon(arms.kind)
    steps, widen = wielding(me, arms)
    dice = Total.of(arms.kind, kind.cd, "infinity.weapon.damage")
    dice = dice.plus("Brawn", bonus_dice(t, me.attributes[ATTRIBUTE_FOR["melee"]]), "infinity.damage.bonus_table")
    dice = dice.plus("powered armour", int(powered(me)), "infinity.armour.powered")
    blow = Blow(
        me=me, foe=foe, kind=Action.MELEE, name=arms.kind, skill=Skill.CLOSE_COMBAT, harm=Harm.PHYSICAL, flat=kind.flat, dice=dice,
        steps=steps + target_steps(t, me, foe, Action.MELEE), bonus=against_prone(t, me, foe, Action.MELEE), widen=widen,
        qualities=qualities(t, me, arms, Mode.PRIMARY, 0), covered=t.variants.cover_vs_melee, arms=arms,
    )  # fmt: skip
    return exploited(t, blow)


@cites("infinity.action.exploit_weakness")
def exploited(t: T, blow: Blow) -> Blow:
    """+2d20 and, on a hit, +[CD]2."""
    if not exploits(t, blow.me):
        return blow
    rule = "infinity.action.exploit_weakness"
    return msgspec.structs.replace(blow, extra=blow.extra.plus("weakness", 2, rule), dice=blow.dice.plus("weakness", 2, rule))


@cites("infinity.weapon.burst", "infinity.action.exploit_weakness", "infinity.quality.munition", "infinity.heat.npc_resources")
def most_reloads(t: T, me: Character, arms: Carried) -> int:
    """Improving Reloads of an attack; the one that a Munition weapon must spend counts towards every limit."""
    burst = weapon(arms.kind).burst
    needed = int(bool(fired(arms).rating("munition")))
    most = min(burst, 1) if exploits(t, me) else burst
    if me.hero:
        return max(0, min(most, arms.reloads) - needed)
    before = upkeep(t, me, Action.SHOOT) if me.id == t.state.current else 0
    return max(0, min(most, t.state.heat.value - before + needed) - needed)
