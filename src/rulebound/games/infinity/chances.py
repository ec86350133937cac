"""What an attack comes to, counted exactly: Momentum all on damage, no Reaction. Rules ask and throw; this multiplies out."""

from __future__ import annotations

from rulebound.games.infinity.blows import Blow
from rulebound.games.infinity.damage import places
from rulebound.games.infinity.exchange import side
from rulebound.games.infinity.harm import threshold
from rulebound.games.infinity.people import Harm, lying, track
from rulebound.games.infinity.skilltests import complication_from, focus, hampered, in_range, own_dice, target_number
from rulebound.games.infinity.soak import morale_soak, security_soak
from rulebound.games.infinity.state import T
from rulebound.kernel.d20 import CombatDice, SkillPool
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.modifiers import Total

Came = tuple[int, int]
"""Net damage, and the lasting harms that it causes."""
MISS: Came = (0, 0)


def attack_chances(t: T, blow: Blow, bought: int = 0) -> Distribution[Came]:
    """The exact distribution of a physical, mental or digital attack with so many dice bought, on one target."""
    me = blow.me
    difficulty = in_range(t, Total.of("difficulty", 1, "infinity.test.procedure") + hampered(t, side(blow))).value
    dice = (own_dice(me) + blow.extra).value + bought
    pool = SkillPool(dice, target_number(me, blow.skill).value, focus(me, blow.skill), complication_from(me, blow.skill, blow.widen))
    bonus = blow.bonus.value
    margins = pool.outcomes().map(lambda roll: roll.successes - difficulty + bonus if roll.successes >= difficulty else None)
    return margins.then(lambda momentum: Distribution.certain(MISS) if momentum is None else damage_chances(t, blow, momentum))


def damage_chances(t: T, blow: Blow, momentum: int) -> Distribution[Came]:
    """Damage dice, place and cover against each other; several places of Spread are not counted here."""
    vicious, piercing = blow.has("vicious"), blow.has("armour piercing")
    flat = blow.flat + momentum * t.variants.bonus_damage_per_momentum
    thrown = CombatDice(blow.dice.value).outcomes().map(lambda r: (flat + r.total + vicious * r.effects, piercing * r.effects))
    soak = soaks(t, blow)
    left, limit = track(blow.foe, blow.harm).left, threshold(t, blow.foe, blow.harm, bool(blow.has("shock")))

    def net(hit: tuple[int, int], soaked: int) -> Came:
        damage = max(0, hit[0] - max(0, soaked - hit[1]))
        return (damage, (damage >= limit) + (damage >= left)) if damage else MISS

    return thrown.combine(soak, net)


def soaks(t: T, blow: Blow) -> Distribution[int]:
    """Armour by place, or Morale, or Security, and the dice of cover."""
    foe = blow.foe
    match blow.harm:
        case Harm.PHYSICAL:
            weights: dict[int, int] = {}
            for place, faces in places().items():
                value = foe.armour.get(place, 0)
                weights[value] = weights.get(value, 0) + faces
            worn = Distribution(weights)
        case Harm.MENTAL:
            worn = Distribution.certain(morale_soak(foe).value)
        case Harm.DIGITAL:
            worn = Distribution.certain(security_soak(t, foe).value)
    cover = t.state.covers.get(foe.cover or "") if blow.covered else None
    if cover is None or not cover.dice:
        return worn
    behind = CombatDice(cover.dice).outcomes().map(lambda r: r.total + (2 * r.effects if lying(foe) else 0))
    return worn.combine(behind, lambda a, b: a + b)
