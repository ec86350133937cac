"""What an attack is worth to a machine player: its chance, and how much of a target it takes away."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from rulebound.games.infinity.blows import Blow
from rulebound.games.infinity.damage import morale_soak, security_soak
from rulebound.games.infinity.exchange import side
from rulebound.games.infinity.harm import threshold
from rulebound.games.infinity.people import Character, Harm, Location, track
from rulebound.games.infinity.skilltests import focus, hampered, own_dice, target_number
from rulebound.games.infinity.state import T
from rulebound.games.infinity.systems import hacking_device
from rulebound.kernel.d20 import CombatDice, SkillPool

NETWORK_ONLY = 0.45
"""A Breach leaves its victim standing."""
DEVICE = 0.8
"""But for a hacker it is most of what he can do."""


@lru_cache(maxsize=4096)
def passing(dice: int, target: int, focus_: int, difficulty: int) -> float:
    """The chance of so many successes."""
    ways = SkillPool(max(dice, 0), target, focus_).outcomes()
    return sum(weight for roll, weight in ways if roll.successes >= difficulty) / ways.total


@lru_cache(maxsize=4096)
def share(dice: int, flat: int, vicious: int, pierce: int, soak: int, enough: int, members: int) -> float:
    """How many of a group, or how much of one, an attack's damage takes away on average."""
    ways = CombatDice(dice).outcomes()
    gone = 0.0
    for roll, weight in ways:
        net = max(0, flat + roll.total + vicious * roll.effects - max(0, soak - pierce * roll.effects))
        whole = net / enough
        gone += weight * (min(members, whole) if members > 1 else 1.0 if whole >= 1 else 0.4 * whole)
    return gone / ways.total


def soak_of(t: T, blow: Blow) -> int:
    foe = blow.foe
    match blow.harm:
        case Harm.PHYSICAL:
            cover = t.state.covers.get(foe.cover or "") if blow.covered else None
            return foe.armour.get(Location.TORSO, 0) + (cover.dice // 2 if cover else 0)
        case Harm.MENTAL:
            return morale_soak(foe).value
        case Harm.DIGITAL:
            return security_soak(t, foe).value


def worth(t: T, blow: Blow) -> float:
    """Chance to hit times what it takes away; an attack on a mere network is worth less."""
    me, foe = blow.me, blow.foe
    difficulty = max(0, 1 + hampered(t, side(blow)).value)
    hit = passing((own_dice(me) + blow.extra).value, target_number(me, blow.skill).value, focus(me, blow.skill), difficulty)
    limit = threshold(t, foe, blow.harm, bool(blow.has("shock")))
    enough = max(1, min(limit, track(foe, blow.harm).left))
    taken = share(blow.dice.value, blow.flat, blow.has("vicious"), blow.has("armour piercing"), soak_of(t, blow), enough, foe.members)
    return hit * taken * importance(blow, foe)


def importance(blow: Blow, foe: Character) -> float:
    if blow.harm is Harm.DIGITAL:
        return DEVICE if hacking_device(foe) else NETWORK_ONLY
    return 1.0


class Plan(msgspec.Struct, frozen=True):
    """An attack to make, as a command, and its worth."""

    worth: float
    command: str
    args: dict[str, object]
