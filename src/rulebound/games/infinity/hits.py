"""A hit: damage and location, cover, Soak, further targets, and what Effects bring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from rulebound.games.infinity.blows import Blow
from rulebound.games.infinity.breaches import traded
from rulebound.games.infinity.damage import Thrown, cover_soak, hit_location, hurt, thrown, wear_cover
from rulebound.games.infinity.harm import inflict, threshold
from rulebound.games.infinity.people import DIGITAL, MENTAL, PHYSICAL, Burning, Character, Harm, Location, Toxin, out
from rulebound.games.infinity.reactions import Reaction, can_react, pay_for
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import Side, test
from rulebound.games.infinity.soak import armour_soak, morale_soak, security_soak
from rulebound.games.infinity.spending import Landing, spend_on
from rulebound.games.infinity.squads import hurt_leader
from rulebound.games.infinity.state import T
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.variants import SpreadThreshold
from rulebound.kernel.citing import cites
from rulebound.kernel.d20 import CombatDice
from rulebound.kernel.modifiers import Total

HARD_TO_AVOID = 2
"""infinity.quality.blast, infinity.technique.voice_of_authority: the difficulty for further targets to avoid it."""


@cites("infinity.damage.procedure", "infinity.dice.combat_die", "infinity.example.momentum_after_damage", "infinity.quality.nonlethal")
def land(t: T, blow: Blow, caught: Character | None = None) -> None:
    """Damage dice and location, cover, Momentum, Soak, the track, and what Effects bring; a friend may be caught in a Blast."""
    hit = throw_damage(t, blow)
    cover = cover_soak(t, blow.foe, blow.me) if blow.covered else 0
    spend_on(t, blow, hit)
    damage = 0 if blow.has("nonlethal") else whole_damage(t, blow, hit)
    strike_home(t, blow, hit, damage, cover)
    for other in [*hit.others, caught] if caught else hit.others:
        strike_another(t, blow, hit, other, damage)
    if hit.second:
        strike_beside(t, blow, hit, hit.second, damage // 2)
    if hit.dice.effects:
        recoil(t, blow, hit.dice.effects)


def strike_home(t: T, blow: Blow, hit: Landing, damage: int, cover: int) -> None:
    """One target: net damage, the track, worn cover, and what Effects bring."""
    net = nets(t, blow, hit, damage, cover)
    limit = threshold(t, blow.foe, blow.harm, bool(blow.has("shock")))
    if hit.leader and blow.foe.leader:
        hurt_leader(t, blow.foe, blow.harm, sum(net), limit)
    else:
        take_harm(t, blow, net, limit, soak_at(t, blow, hit.place).value + cover)
    if blow.covered:
        wear_cover(t, blow.foe, damage, cover)
    effects_strike(t, blow, hit)


def take_harm(t: T, blow: Blow, net: Sequence[int], limit: int, soak: int = 0) -> None:
    """Net damage of a hit on its target's track, and what it leaves; Breaches may be traded by the hacker."""
    if blow.has("enrage"):
        enraged(t, blow, sum(net), limit)
    elif blow.arms and blow.arms.instead_of_injury:
        other_injury(t, blow, sum(net), limit, blow.arms.instead_of_injury)
    elif blow.harm is DIGITAL:
        hurt(t, blow.foe, blow.harm, sum(net), limit, trade=partial(traded, t, blow.me, blow.foe))
    elif t.variants.spread_threshold is SpreadThreshold.SUMMED:
        hurt(t, blow.foe, blow.harm, sum(net), limit, soak)
    else:
        for part in net:
            hurt(t, blow.foe, blow.harm, part, limit, soak)


@cites("infinity.trauma.alternative", "infinity.technique.enrage")
def enraged(t: T, blow: Blow, net: int, limit: int) -> None:
    """Resolve is lost as ever, but in place of a Trauma the victim must go for the enrager or pay Heat in the next turn."""
    if inflict(t, blow.foe, Harm.MENTAL, net, limit):
        blow.foe.enraged_by = blow.me.id
        t.say("enraged", "infinity.technique.enrage", who=blow.foe.id, by=blow.me.id)


@cites("infinity.injury.alternative")
def other_injury(t: T, blow: Blow, net: int, limit: int, condition: str) -> None:
    """Vigour is lost as ever, but in place of an Injury the weapon brings a condition that is none."""
    if inflict(t, blow.foe, blow.harm, net, limit):
        blow.foe.conditions.append(condition)
        t.say("afflicted", "infinity.injury.alternative", who=blow.foe.id, condition=condition)


def throw_damage(t: T, blow: Blow) -> Landing:
    dice = blow.dice.value
    roll = t.roll(CombatDice(dice), "damage", blow.me.seat, (blow.me.id, blow.name), blow.dice)
    place = hit_location(t, blow.foe, blow.me.seat) if blow.harm is PHYSICAL else None
    return Landing(thrown(dice, roll), place)


def effects_of(blow: Blow, dice: Thrown) -> int:
    """Effects that count; a Nonlethal weapon always has one more."""
    return dice.effects + int(bool(blow.has("nonlethal")))


@cites("infinity.quality.vicious", "infinity.damage.rating", "infinity.damage.modifiers")
def whole_damage(t: T, blow: Blow, hit: Landing) -> int:
    """Rating, dice, bought points, and Vicious for every Effect."""
    return blow.flat + hit.dice.total + hit.bonus * t.variants.bonus_damage_per_momentum + blow.has("vicious") * hit.dice.effects


@cites("infinity.quality.armour_piercing", "infinity.quality.spread", "infinity.momentum.penetration", "infinity.example.ap_effects")
def nets(t: T, blow: Blow, hit: Landing, damage: int, cover: int) -> list[int]:
    """Net damage at each place struck; Soak never goes below nothing."""
    effects = effects_of(blow, hit.dice)
    pierced = blow.has("armour piercing") * effects + 2 * hit.penetration
    struck = [(hit.place, damage)]
    if blow.harm is PHYSICAL and damage and blow.foe.thing is None:
        struck += [(hit_location(t, blow.foe, blow.me.seat), damage // 2) for _ in range(blow.has("spread") * effects)]
    found = []
    for place, amount in struck:
        soak = max(0, soak_at(t, blow, place).value + cover - pierced)
        found.append(max(0, amount - soak))
        if t.heard:
            where = place.value if place else blow.harm.value
            t.say("damage", "infinity.damage.procedure", who=blow.foe.id, damage=amount, soak=soak, place=where)
            if amount == whole_damage(t, blow, hit):
                unfold_damage(t, blow, hit, soak_at(t, blow, place), cover, pierced)
    return found


@cites("infinity.damage.procedure", "infinity.damage.rating")
def unfold_damage(t: T, blow: Blow, hit: Landing, armour: Total, cover: int, pierced: int) -> None:
    """Where the two numbers come from, as far as there is more to them than the dice."""
    bought, vicious = hit.bonus * t.variants.bonus_damage_per_momentum, blow.has("vicious") * hit.dice.effects
    damage = (("rating", blow.flat), ("dice", hit.dice.total), ("Momentum", bought), ("Vicious", vicious))
    soak = (*((part.name, part.amount) for part in armour.parts), ("cover", cover), ("pierced", -pierced))
    said = [", ".join(f"{name} {amount}" for name, amount in parts if amount) or "nothing" for parts in (damage, soak)]
    t.say("made_up_of", "infinity.damage.procedure", "infinity.damage.rating", damage=said[0], soak=said[1])


def soak_at(t: T, blow: Blow, place: Location | None) -> Total:
    if blow.harm is PHYSICAL:
        assert place is not None
        return armour_soak(blow.foe, place)
    return morale_soak(blow.foe) if blow.harm is MENTAL else security_soak(t, blow.foe)


# ------------------------------------------------------------------------------------------------ further targets
@cites("infinity.quality.blast", "infinity.technique.voice_of_authority")
def strike_another(t: T, blow: Blow, hit: Landing, other: Character, damage: int) -> None:
    """The same damage on one more; he may still get out of its way, at D2."""
    if avoids(t, blow, other):
        return
    place = hit_location(t, other, blow.me.seat) if blow.harm is PHYSICAL else None
    cover = cover_soak(t, other, blow.me) if blow.covered else 0
    theirs = msgspec.structs.replace(hit, place=place, leader=False, knockout=0)
    strike_home(t, msgspec.structs.replace(blow, foe=other), theirs, damage, cover)


def avoids(t: T, blow: Blow, other: Character) -> bool:
    """Dodging a Blast or defying a Voice, as a Reaction with its price."""
    reaction, skill = avoiding(blow)
    if not can_react(t, other, blow.me):
        return False
    if t.choose(other.seat, "reaction", (Reaction.NONE, reaction), (blow.me.id, other.id, blow.name)) is Reaction.NONE:
        return False
    pay_for(t, other, reaction)
    return test(t, Side(who=other, skill=skill), HARD_TO_AVOID).passed


def avoiding(blow: Blow) -> tuple[Reaction, Skill]:
    return (Reaction.DEFY, Skill.DISCIPLINE) if blow.kind is Action.SCARE else (Reaction.DODGE, Skill.ACROBATICS)


@cites("infinity.momentum.secondary_target")
def strike_beside(t: T, blow: Blow, hit: Landing, other: Character, half: int) -> None:
    """Half of the damage on one beside the target, with his own Soak and nothing that Effects bring."""
    place = hit_location(t, other, blow.me.seat) if blow.harm is PHYSICAL else None
    cover = cover_soak(t, other, blow.me) if blow.covered else 0
    beside = msgspec.structs.replace(blow, foe=other, qualities={q: n for q, n in blow.qualities.items() if q == "armour piercing"})
    net = nets(t, beside, msgspec.structs.replace(hit, place=place), half, cover)
    if blow.covered:
        wear_cover(t, other, half, cover)
    hurt(t, other, blow.harm, sum(net), threshold(t, other, blow.harm, bool(blow.has("shock"))))


# ------------------------------------------------------------------------------------------------ what Effects bring
@cites("infinity.quality.stun", "infinity.quality.knockdown", "infinity.quality.incendiary", "infinity.quality.electromagnetic",
       "infinity.quality.toxic")  # fmt: skip
def effects_strike(t: T, blow: Blow, hit: Landing) -> None:
    """Conditions come with a hit even where Soak stops all damage."""
    foe, effects, found = blow.foe, effects_of(blow, hit.dice), blow.qualities
    if hit.knockout and not out(foe):
        knock_out(t, foe, hit.knockout)
    if not effects or not found or (foe.thing is not None and blow.harm is not PHYSICAL):
        return
    if "stun" in found:
        foe.staggered = max(foe.staggered, effects)
        t.say("staggered", "infinity.quality.stun", who=foe.id, rounds=foe.staggered)
    if "knockdown" in found and not foe.prone and not test(t, Side(who=foe, skill=Skill.ATHLETICS), effects).passed:
        foe.prone = True
        t.say("falls", "infinity.quality.knockdown", who=foe.id)
    if "daze" in found:
        foe.dazed = True
        t.say("dazed", "infinity.technique.suppressive_fire", "infinity.condition.dazed", who=foe.id)
    if rating := blow.has("incendiary"):
        ignite(t, foe, rating, effects)
    if (rating := blow.has("toxic")) and hit.place:
        foe.toxin = Toxin(rating=rating, difficulty=effects, place=hit.place)
        t.say("poisoned", "infinity.quality.toxic", who=foe.id, rating=rating, difficulty=effects)
    if "electromagnetic" in found:
        dice = t.roll(CombatDice(effects), "em", blow.me.seat, (blow.me.id, foe.id))
        hurt(t, foe, Harm.DIGITAL, dice.total - security_soak(t, foe).value)


@cites("infinity.quality.unsubtle", "infinity.quality.backlash")
def recoil(t: T, blow: Blow, effects: int) -> None:
    """What a weapon's Effects do to the one who uses it, and to everybody's nerves."""
    if blow.has("unsubtle"):
        t.state.heat.change(effects, blow.me.seat, "an unsubtle weapon", "infinity.quality.unsubtle")
        t.say("heat_gained", "infinity.quality.unsubtle", points=effects, why="an unsubtle weapon", now=t.state.heat.value)
    if rating := blow.has("backlash"):
        damage = rating * effects
        t.say("backlash", "infinity.quality.backlash", who=blow.me.id, damage=damage)
        hurt(t, blow.me, Harm.PHYSICAL, damage - armour_soak(blow.me, Location.RIGHT_ARM).value)


@cites("infinity.momentum.knockout", "infinity.condition.unconscious")
def knock_out(t: T, foe: Character, difficulty: int) -> None:
    """Resistance against the points spent, or unconscious until First Aid or the scene's end."""
    if not test(t, Side(who=foe, skill=Skill.RESISTANCE), difficulty).passed:
        foe.unconscious = foe.prone = True
        t.say("knocked_out", "infinity.momentum.knockout", who=foe.id)


@cites("infinity.quality.incendiary", "infinity.condition.burning", "infinity.gear.camouflage_burning")
def ignite(t: T, foe: Character, rating: int, rounds: int) -> None:
    """Burning, for as many rounds as Effects; fires add their rounds and the hottest counts. Camouflage is ruined."""
    before = foe.burning
    foe.burning = Burning(max(rating, before.rating), before.rounds + rounds) if before else Burning(rating, rounds)
    foe.singed, foe.camouflaged = True, False
    t.say("burns", "infinity.quality.incendiary", who=foe.id, rating=foe.burning.rating, rounds=foe.burning.rounds)
