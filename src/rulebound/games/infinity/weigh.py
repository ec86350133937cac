"""What an attack is worth to a machine player: its chance, and how much of a target it takes away. A quick look, not the rule."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from rulebound.games.infinity.blows import MULTI, fired
from rulebound.games.infinity.content import content, weapon
from rulebound.games.infinity.damage import bonus_dice, security_soak
from rulebound.games.infinity.harm import threshold
from rulebound.games.infinity.people import Carried, Character, Harm, Location, Stealth, ranks, track
from rulebound.games.infinity.skills import BODY, LINKED, Attribute, Skill
from rulebound.games.infinity.skilltests import own_dice
from rulebound.games.infinity.state import RANGES, T
from rulebound.games.infinity.systems import hacking_device
from rulebound.games.infinity.techniques import RATING, Technique
from rulebound.kernel.d20 import CombatDice, SkillPool

NETWORK_ONLY = 0.45
"""A Breach leaves its victim standing."""
DEVICE = 0.8
"""But for a hacker it is most of what he can do."""
PARTLY = 0.4
"""What damage is worth that does not put somebody out."""


class Means(msgspec.Struct, frozen=True):
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


class Plan(msgspec.Struct, frozen=True):
    """An attack to make, as a command, and its worth."""

    worth: float
    command: str
    args: dict[str, object]


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
def test_of(me: Character, skill: Skill, more: int = 0) -> tuple[int, int, int, int]:
    """Dice, target, Focus and one's own steps."""
    attribute, trained = LINKED[skill], ranks(me, skill)
    steps = (me.vigour.felt if attribute in BODY else me.resolve.felt) + me.dazed + me.turn.hurried
    return own_dice(me).value + more + (2 if me.exploiting else 0), me.attributes[attribute] + trained.expertise, trained.focus, steps


def with_weapon(t: T, me: Character, arms: Carried, reloads: int) -> Means:
    kind, held = fired(arms), weapon(arms.kind)
    vicious, piercing = loads(arms.kind, arms.ammo)
    skill, behind = (Skill.RANGED_WEAPONS, Attribute.AWARENESS) if held.ranged else (Skill.CLOSE_COMBAT, Attribute.BRAWN)
    best = RANGES.names.index(held.range) if held.ranged else None
    dice = kind.cd + bonus_dice(t, me.attributes[behind]) + reloads
    return Means(Harm.PHYSICAL, *test_of(me, skill, reloads), kind.flat, dice, vicious, piercing, best)


@lru_cache(maxsize=256)
def loads(kind: str, ammo: str) -> tuple[int, int]:
    """Vicious and Armour Piercing of a weapon with its ammunition."""
    arms = weapon(kind)
    multi = arms.qualities.get("multi")
    codes = list(MULTI[multi][0]) if isinstance(multi, str) else [ammo] if ammo in content().ammunition else []
    adds = [content().ammunition[code].adds for code in codes]
    vicious, piercing = (sum(int(a.get(q, 0)) for a in adds) + arms.rating(q) for q in ("vicious", "armour piercing"))
    return vicious, piercing


def with_program(t: T, me: Character, name: str) -> Means:
    kind = content().programs[name]
    dice = kind.cd + bonus_dice(t, me.attributes[Attribute.INTELLIGENCE])
    return Means(Harm.DIGITAL, *test_of(me, Skill.HACKING), kind.flat, dice, kind.vicious, kind.piercing)


def with_words(t: T, me: Character, technique: Technique) -> Means:
    flat, dice = RATING[technique]
    skill = Skill.COMMAND if technique is Technique.VOICE else Skill.PERSUADE
    return Means(Harm.MENTAL, *test_of(me, skill), flat, dice + bonus_dice(t, me.attributes[Attribute.PERSONALITY]))


# ------------------------------------------------------------------------------------------------ worth
def worth(t: T, foe: Character, means: Means, far: int, crowded: bool) -> float:
    """Chance to hit times what it takes away; an attack on a mere network is worth less."""
    harm, steps = means.harm, means.steps + len(foe.defended_by) + len(foe.covered_by) + (2 if foe.stealth is Stealth.DETECTED else 0)
    soak = usual_soak(t, foe, harm)
    if means.best is not None:
        steps += abs(far - means.best) + crowded
        cover = t.state.covers.get(foe.cover) if foe.cover else None
        soak += cover.dice // 2 if cover else 0
    elif harm is Harm.MENTAL:
        steps += far
    enough = max(1, min(threshold(t, foe, harm), track(foe, harm).left))
    hit = passing(means.d20s, means.target, means.focus, 1 + steps)
    taken = hit * share(means.dice, means.flat, means.vicious, means.piercing, soak, enough, foe.members)
    if harm is Harm.DIGITAL:
        return taken * (DEVICE if hacking_device(foe) else NETWORK_ONLY)
    return taken


def usual_soak(t: T, foe: Character, harm: Harm) -> int:
    """Soak without cover, at the place that is struck most often."""
    match harm:
        case Harm.PHYSICAL:
            return foe.armour.get(Location.TORSO, 0)
        case Harm.MENTAL:
            return max(foe.morale, foe.heartened, foe.confidence)
        case Harm.DIGITAL:
            return security_soak(t, foe).value
