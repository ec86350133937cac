"""A hit: damage and location, cover, what Momentum buys, Soak, and what Effects bring."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rulebound.games.infinity.blows import Blow
from rulebound.games.infinity.damage import (
    armour_soak,
    cover_soak,
    hit_location,
    hurt,
    inflict,
    morale_soak,
    security_soak,
    threshold,
    wear_cover,
)
from rulebound.games.infinity.momentum import spend, within_means
from rulebound.games.infinity.people import Burning, Character, Harm, Location, out
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import Side, test
from rulebound.games.infinity.state import T
from rulebound.games.infinity.variants import SpreadThreshold
from rulebound.kernel.citing import cites
from rulebound.kernel.d20 import CombatDice
from rulebound.kernel.modifiers import Total


# ------------------------------------------------------------------------------------------------ damage
class Spend(StrEnum):
    DONE = "done"
    BONUS_DAMAGE = "bonus damage"
    PENETRATION = "penetration"
    REROLL = "re-roll damage"
    CALLED_SHOT = "called shot"
    CHANGE_STANCE = "change stance"
    CONFIDENCE = "confidence"
    DEFEND = "defend"
    KNOCKOUT = "knockout"
    DISARM = "disarm"


COST = {
    Spend.BONUS_DAMAGE: 1, Spend.PENETRATION: 1, Spend.REROLL: 1, Spend.CALLED_SHOT: 2, Spend.CHANGE_STANCE: 1, Spend.CONFIDENCE: 1,
    Spend.DEFEND: 1, Spend.KNOCKOUT: 1,
}  # fmt: skip
SCALABLE = (Spend.BONUS_DAMAGE, Spend.PENETRATION)
SPEND_RULE = {
    Spend.BONUS_DAMAGE: "infinity.momentum.bonus_damage", Spend.PENETRATION: "infinity.momentum.penetration",
    Spend.REROLL: "infinity.momentum.reroll_damage", Spend.CALLED_SHOT: "infinity.momentum.called_shot",
    Spend.CHANGE_STANCE: "infinity.momentum.change_stance", Spend.CONFIDENCE: "infinity.momentum.confidence",
    Spend.DEFEND: "infinity.momentum.defend", Spend.KNOCKOUT: "infinity.momentum.knockout", Spend.DISARM: "infinity.momentum.disarm",
}  # fmt: skip


class Landing(msgspec.Struct):
    """A hit while its Momentum is being spent."""

    total: int
    effects: int
    place: Location | None
    bonus: int = 0
    penetration: int = 0
    knockout: int = 0
    bought: list[Spend] = []


@cites("infinity.damage.procedure", "infinity.dice.combat_die", "infinity.example.momentum_after_damage", "infinity.quality.nonlethal")
def land(t: T, blow: Blow) -> None:
    """Damage dice and location, cover, Momentum, Soak, the track, and what Effects bring."""
    hit = throw_damage(t, blow)
    cover = cover_soak(t, blow.foe, blow.me) if blow.covered else 0
    spend_on(t, blow, hit)
    damage = 0 if blow.has("nonlethal") else whole_damage(t, blow, hit)
    net = nets(t, blow, hit, damage, cover)
    limit = threshold(t, blow.foe, blow.harm, bool(blow.has("shock")))
    if blow.has("enrage"):
        enraged(t, blow, sum(net), limit)
    elif t.variants.spread_threshold is SpreadThreshold.SUMMED:
        hurt(t, blow.foe, blow.harm, sum(net), limit)
    else:
        for part in net:
            hurt(t, blow.foe, blow.harm, part, limit)
    if blow.covered:
        wear_cover(t, blow.foe, damage, cover)
    effects_strike(t, blow, hit)


@cites("infinity.trauma.alternative", "infinity.technique.enrage")
def enraged(t: T, blow: Blow, net: int, limit: int) -> None:
    """Resolve is lost as ever, but in place of a Trauma the victim must go for the enrager or pay Heat in the next turn."""
    if inflict(t, blow.foe, Harm.MENTAL, net, limit):
        blow.foe.enraged_by = blow.me.id
        t.say("enraged", "infinity.technique.enrage", who=blow.foe.id, by=blow.me.id)


def throw_damage(t: T, blow: Blow) -> Landing:
    roll = t.roll(CombatDice(blow.dice.value), "damage", blow.me.seat, (blow.me.id, blow.name), blow.dice)
    place = hit_location(t, blow.foe, blow.me.seat) if blow.harm is Harm.PHYSICAL else None
    return Landing(roll.total, roll.effects + int(bool(blow.has("nonlethal"))), place)


@cites("infinity.quality.vicious", "infinity.damage.rating", "infinity.damage.modifiers")
def whole_damage(t: T, blow: Blow, hit: Landing) -> int:
    """Rating, dice, bought points, and Vicious for every Effect."""
    return blow.flat + hit.total + hit.bonus * t.variants.bonus_damage_per_momentum + blow.has("vicious") * hit.effects


@cites("infinity.quality.armour_piercing", "infinity.quality.spread", "infinity.momentum.penetration", "infinity.example.ap_effects")
def nets(t: T, blow: Blow, hit: Landing, damage: int, cover: int) -> list[int]:
    """Net damage at each place struck; Soak never goes below nothing."""
    pierced = blow.has("armour piercing") * hit.effects + 2 * hit.penetration
    struck = [(hit.place, damage)]
    if blow.harm is Harm.PHYSICAL and damage:
        struck += [(hit_location(t, blow.foe, blow.me.seat), damage // 2) for _ in range(blow.has("spread") * hit.effects)]
    found = []
    for place, amount in struck:
        soak = max(0, soak_at(t, blow, place).value + cover - pierced)
        found.append(max(0, amount - soak))
        where = place.value if place else blow.harm.value
        t.say("damage", "infinity.damage.procedure", who=blow.foe.id, damage=amount, soak=soak, place=where)
    return found


def soak_at(t: T, blow: Blow, place: Location | None) -> Total:
    match blow.harm:
        case Harm.MENTAL:
            return morale_soak(blow.foe)
        case Harm.DIGITAL:
            return security_soak(t, blow.foe)
        case Harm.PHYSICAL:
            assert place is not None
            return armour_soak(blow.foe, place)


# ------------------------------------------------------------------------------------------------ spending on a hit
@cites("infinity.momentum.combat.general", "infinity.momentum.combat.table", "infinity.momentum.spend")
def spend_on(t: T, blow: Blow, hit: Landing) -> None:
    """One thing after another until there is no Momentum left or enough."""
    while within_means(t, blow.me) > 0:
        options = spends(t, blow, hit)
        if not options:
            return
        about = (blow.me.id, str(within_means(t, blow.me)), str(blow.flat + hit.total), str(hit.effects))
        what = t.choose(blow.me.seat, "spend", (Spend.DONE, *options), about)
        if what is Spend.DONE:
            return
        buy(t, blow, hit, what)


def spends(t: T, blow: Blow, hit: Landing) -> list[Spend]:
    means = within_means(t, blow.me)
    physical = blow.harm is Harm.PHYSICAL
    barred = set() if physical else {Spend.CALLED_SHOT, Spend.KNOCKOUT, Spend.DISARM}
    if blow.has("nonlethal"):
        barred.add(Spend.BONUS_DAMAGE)
    if blow.me.confidence >= 3:
        barred.add(Spend.CONFIDENCE)
    return [
        s for s in SPEND_RULE
        if s not in barred and (s in SCALABLE or s not in hit.bought) and cost(blow, s) is not None and (cost(blow, s) or 0) <= means
    ]  # fmt: skip


@cites("infinity.momentum.disarm")
def cost(blow: Blow, what: Spend) -> int | None:
    """Its price; a weapon in one hand is knocked away for 2, a braced or two-handed one for 3."""
    if what is not Spend.DISARM:
        return COST[what]
    held = [w for w in blow.foe.weapons.values() if w.hands]
    return None if not held else 3 if held[0].hands == 2 or held[0].braced else 2


def buy(t: T, blow: Blow, hit: Landing, what: Spend) -> None:
    points = cost(blow, what)
    assert points is not None
    if what is Spend.KNOCKOUT:
        points = t.number(blow.me.seat, "knockout", 1, min(5, within_means(t, blow.me)), (blow.me.id, blow.foe.id))
        hit.knockout = points
    spend(t, blow.me, points, SPEND_RULE[what])
    hit.bought.append(what)
    t.say("buys", SPEND_RULE[what], who=blow.me.id, what=what.value, points=points)
    match what:
        case Spend.BONUS_DAMAGE:
            hit.bonus += 1
        case Spend.PENETRATION:
            hit.penetration += 1
        case Spend.REROLL:
            roll = t.roll(CombatDice(blow.dice.value), "damage", blow.me.seat, (blow.me.id, blow.name), blow.dice)
            hit.total, hit.effects = roll.total, roll.effects + int(bool(blow.has("nonlethal")))
        case Spend.CALLED_SHOT:
            hit.place = t.choose(blow.me.seat, "called_shot", tuple(Location), (blow.me.id, blow.foe.id))
        case Spend.CHANGE_STANCE:
            blow.me.prone = not blow.me.prone
        case Spend.CONFIDENCE:
            blow.me.confidence += 1
            hit.bought.remove(what)
        case Spend.DEFEND:
            blow.me.defended_by.append(blow.me.id)
        case Spend.DISARM:
            arms = next(w for w in blow.foe.weapons.values() if w.hands)
            arms.hands, arms.braced = 0, False


# ------------------------------------------------------------------------------------------------ what Effects bring
@cites("infinity.quality.stun", "infinity.quality.knockdown", "infinity.quality.incendiary", "infinity.quality.unsubtle",
       "infinity.quality.electromagnetic")  # fmt: skip
def effects_strike(t: T, blow: Blow, hit: Landing) -> None:
    """Conditions come with a hit even where Soak stops all damage."""
    foe, effects = blow.foe, hit.effects
    if hit.knockout and not out(foe):
        knock_out(t, foe, hit.knockout)
    if not effects:
        return
    if blow.has("stun"):
        foe.staggered = max(foe.staggered, effects)
        t.say("staggered", "infinity.quality.stun", who=foe.id, rounds=foe.staggered)
    if blow.has("knockdown") and not foe.prone and not test(t, Side(who=foe, skill=Skill.ATHLETICS), effects).passed:
        foe.prone = True
        t.say("falls", "infinity.quality.knockdown", who=foe.id)
    if blow.has("daze"):
        foe.dazed = True
        t.say("dazed", "infinity.technique.suppressive_fire", "infinity.condition.dazed", who=foe.id)
    if rating := blow.has("incendiary"):
        ignite(t, foe, rating, effects)
    if blow.has("unsubtle"):
        t.state.heat.change(effects, blow.me.seat, "an unsubtle weapon", "infinity.quality.unsubtle")
        t.say("heat_gained", "infinity.quality.unsubtle", points=effects, why="an unsubtle weapon", now=t.state.heat.value)
    if blow.has("electromagnetic"):
        dice = t.roll(CombatDice(effects), "em", blow.me.seat, (blow.me.id, foe.id))
        hurt(t, foe, Harm.DIGITAL, dice.total - security_soak(t, foe).value)


@cites("infinity.momentum.knockout", "infinity.condition.unconscious")
def knock_out(t: T, foe: Character, difficulty: int) -> None:
    """Resistance against the points spent, or unconscious until First Aid or the scene's end."""
    if not test(t, Side(who=foe, skill=Skill.RESISTANCE), difficulty).passed:
        foe.unconscious = foe.prone = True
        t.say("knocked_out", "infinity.momentum.knockout", who=foe.id)


@cites("infinity.quality.incendiary", "infinity.condition.burning")
def ignite(t: T, foe: Character, rating: int, rounds: int) -> None:
    """Burning, for as many rounds as Effects; fires add their rounds and the hottest counts."""
    before = foe.burning
    foe.burning = Burning(max(rating, before.rating), before.rounds + rounds) if before else Burning(rating, rounds)
    t.say("burns", "infinity.quality.incendiary", who=foe.id, rating=foe.burning.rating, rounds=foe.burning.rounds)
