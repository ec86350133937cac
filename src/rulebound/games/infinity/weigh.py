"""What an attack is worth to a machine player: its chance, and how much of a target it takes away. A quick look, not the rule."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from rulebound.games.infinity.aboard import riding, vehicle_of
from rulebound.games.infinity.blows import MULTI, fired
from rulebound.games.infinity.content import content, weapon
from rulebound.games.infinity.damage import bonus_dice
from rulebound.games.infinity.harm import threshold
from rulebound.games.infinity.people import (
    DETECTED,
    DIGITAL,
    MENTAL,
    PHYSICAL,
    TROOPER,
    Carried,
    Character,
    Harm,
    Location,
    Stress,
    Thing,
)
from rulebound.games.infinity.skills import BODY, LINKED, UNTRAINED, Attribute, Skill
from rulebound.games.infinity.skilltests import own_dice
from rulebound.games.infinity.soak import security_soak
from rulebound.games.infinity.state import RANGES, T
from rulebound.games.infinity.systems import hacking_device
from rulebound.games.infinity.techniques import QUALITIES, RATING, Technique
from rulebound.kernel.d20 import CombatDice, SkillPool

PARTLY = 0.4
"""What damage is worth that does not put somebody out."""
STOPPED, HAMPERED, SILENCED = 0.9, 0.45, 0.05
"""What a Breach is worth: it stops a vehicle; it hampers whoever aims by an Expert System; it costs a gangster his communicator."""
SYSTEMS = 0.15
"""A network of the place: what can be done with it is worth less than an enemy."""
BLAST = (1, 5)
"""Flat damage and dice of feedback (infinity.breach.effect.blast)."""
STRIKING, SHOOTING = (Skill.CLOSE_COMBAT, Attribute.BRAWN), (Skill.RANGED_WEAPONS, Attribute.AWARENESS)
TORSO, PERSONALITY = Location.TORSO, Attribute.PERSONALITY
UPSET = 0.1
"""What it is worth that somebody is Dazed or Staggered."""


class Means(msgspec.Struct, frozen=True, gc=False):
    """What somebody could attack with, as numbers: the test first, then the damage."""

    harm: Harm
    d20s: int
    target: int
    focus: int
    steps: int
    flat: int
    dice: int
    vicious: int = 0
    piercing: int = 0
    best: int | None = None
    """The range that a weapon wants; None where every step beyond Close counts."""
    upsets: bool = False
    """Whether its Effects daze or stagger."""


@lru_cache(maxsize=4096)
def passing(dice: int, target: int, focus: int, difficulty: int) -> float:
    """The chance of so many successes."""
    ways = SkillPool(max(dice, 0), target, focus).outcomes()
    return sum(weight for roll, weight in ways if roll.successes >= difficulty) / ways.total


@lru_cache(maxsize=8192)
def share(dice: int, flat: int, vicious: int, piercing: int, soak: int, enough: int, members: int) -> float:
    """How many of a group, or how much of one, an attack's damage takes away on average."""
    ways, gone = CombatDice(dice).outcomes(), 0.0
    for roll, weight in ways:
        net = max(0, flat + roll.total + vicious * roll.effects - max(0, soak - piercing * roll.effects))
        part = net / enough
        gone += weight * (min(members, part) if members > 1 else 1.0 if part >= 1 else PARTLY * part)
    return gone / ways.total


# ------------------------------------------------------------------------------------------------ means
def test_of(me: Character, skill: Skill, haste: int, more: int = 0) -> tuple[int, int, int, int]:
    """Dice, target, Focus and one's own steps; `haste` is the step of a Swift Action."""
    attribute, trained = LINKED[skill], me.skills.get(skill) or UNTRAINED
    steps = (me.vigour if attribute in BODY else me.resolve).felt + me.dazed + haste
    if me.firewall.harms and skill is Skill.HACKING:
        steps += me.firewall.felt
    dice = me.members if me.category is TROOPER else own_dice(me).value
    return dice + more + (2 if me.exploiting else 0), me.attributes[attribute] + trained.expertise, trained.focus, steps


def with_weapon(t: T, me: Character, arms: Carried, reloads: int, haste: int = 0) -> Means:
    flat, cd, best, vicious, piercing = profile(arms.kind, arms.ammo)
    skill, behind = STRIKING if best is None else SHOOTING
    dice = cd + bonus_dice(t, me.attributes[behind]) + reloads
    return Means(PHYSICAL, *test_of(me, skill, haste, reloads), flat, dice, vicious, piercing, best)


@lru_cache(maxsize=256)
def profile(kind: str, ammo: str) -> tuple[int, int, int | None, int, int]:
    """Flat damage, with an Expert System's Momentum counted as such, dice, the range it wants, Vicious and Armour Piercing."""
    held, shot = weapon(kind), fired(Carried(kind=kind, ammo=ammo))
    best = RANGES.names.index(held.range) if held.ranged else None
    return shot.flat + held.rating("expert"), shot.cd, best, *loads(kind, ammo)


def loads(kind: str, ammo: str) -> tuple[int, int]:
    """Vicious and Armour Piercing of a weapon with its ammunition."""
    arms = weapon(kind)
    multi = arms.qualities.get("multi")
    codes = list(MULTI[multi][0]) if isinstance(multi, str) else [ammo] if ammo in content().ammunition else []
    adds = [content().ammunition[code].adds for code in codes]
    vicious, piercing = (sum(int(a.get(q, 0)) for a in adds) + arms.rating(q) for q in ("vicious", "armour piercing"))
    return vicious, piercing


def with_program(t: T, me: Character, name: str, haste: int = 0) -> Means:
    kind = content().programs[name]
    dice = kind.cd + bonus_dice(t, me.attributes[Attribute.INTELLIGENCE])
    return Means(DIGITAL, *test_of(me, Skill.HACKING, haste), kind.flat, dice, kind.vicious, kind.piercing)


def with_words(t: T, me: Character, technique: Technique, haste: int = 0) -> Means:
    flat, dice = RATING[technique]
    skill = Skill.COMMAND if technique is Technique.VOICE else Skill.PERSUADE
    dice += bonus_dice(t, me.attributes[PERSONALITY])
    return Means(MENTAL, *test_of(me, skill, haste), flat, dice, upsets="stun" in QUALITIES.get(technique, {}))


def with_fire(t: T, me: Character, arms: Carried, shot: Means, reloads: int) -> Means:
    """Suppressive Fire: the test of a shot, the weapon's own rating, and its range."""
    kind = weapon(arms.kind)
    dice = kind.cd + bonus_dice(t, me.attributes[PERSONALITY]) + reloads
    return Means(MENTAL, shot.d20s, shot.target, shot.focus, shot.steps, kind.flat, dice, best=shot.best, upsets=True)


# ------------------------------------------------------------------------------------------------ worth
class Aim(msgspec.Struct, frozen=True, gc=False):
    """What stands between somebody and one kind of harm, as numbers."""

    steps: int
    soak: int
    cover: int
    enough: int
    """Damage that causes lasting harm."""
    members: int
    weight: float
    """What that harm is worth beside putting somebody out of the scene."""
    upset: float
    """What it would be worth to daze or stagger him."""


def aim(t: T, foe: Character, harm: Harm) -> Aim:
    stress, soak = usual_soak(t, foe, harm)
    steps = len(foe.defended_by) + len(foe.covered_by) + (2 if foe.stealth is DETECTED else 0)
    cover = t.state.covers.get(foe.cover) if foe.cover else None
    weight = breach_worth(t, foe) if harm is DIGITAL else 1.0
    if stress.harms and foe.takes_harm:
        weight *= 1 + stress.harms / 4  # nearer to his end
    enough = min(threshold(t, foe, harm), stress.left) or 1
    upset = 0.0 if foe.dazed or foe.staggered else UPSET
    return Aim(steps, soak, cover.dice // 2 if cover else 0, enough, foe.members, weight, upset)


def worth(aimed: Aim, means: Means, far: int, crowded: bool) -> float:
    """Chance to hit times what it takes away."""
    steps, soak = 1 + means.steps + aimed.steps, aimed.soak
    if means.best is not None:
        steps += abs(far - means.best) + crowded
        soak += aimed.cover
    elif means.harm is MENTAL:
        steps += far
    taken = aimed.weight * share(means.dice, means.flat, means.vicious, means.piercing, soak, aimed.enough, aimed.members)
    if means.upsets:
        taken += aimed.upset * an_effect(means.dice)
    return taken * passing(means.d20s, means.target, means.focus, steps)


@lru_cache(maxsize=64)
def an_effect(dice: int) -> float:
    """The chance of at least one Effect."""
    return 1.0 - (5 / 6) ** dice


def breach_worth(t: T, foe: Character) -> float:
    """What a Breach of a network is worth beside putting somebody out of the scene."""
    if foe.thing is not None:
        return SYSTEMS if foe.thing is Thing.NETWORK and not drives_on(t, foe) else STOPPED
    if t.state.vehicles and (riding(t, foe) or on_own_network(t, foe)):
        return 1.0
    if hacking_device(foe):
        flat, dice = BLAST
        return share(dice, flat, 0, 0, 0, max(1, min(threshold(t, foe, PHYSICAL), foe.vigour.left)), 1)
    aims_by_it = any(arms.hands and weapon(arms.kind).rating("expert") for arms in foe.weapons.values())
    return HAMPERED if foe.takes_harm and aims_by_it else SILENCED


def drives_on(t: T, network: Character) -> bool:
    """A vehicle with somebody in it that its network still moves."""
    return any(v.network == network.id and v.aboard and not (v.dead or v.immobile) for v in t.state.vehicles.values())


def on_own_network(t: T, who: Character) -> bool:
    """His machine runs on his own network, and stops with it (infinity.npc.loadlifter_tag)."""
    vehicle = vehicle_of(t, who.id)
    return vehicle is not None and vehicle.network is None and not vehicle.dead


def usual_soak(t: T, foe: Character, harm: Harm) -> tuple[Stress, int]:
    """The track, and the Soak before it without cover, at the place that is struck most often."""
    if harm is PHYSICAL:
        return foe.vigour, foe.armour.get(TORSO, 0)
    if harm is MENTAL:
        return foe.resolve, max(foe.morale, foe.heartened, foe.confidence)
    return foe.firewall, security_soak(t, foe).value
