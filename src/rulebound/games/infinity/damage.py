"""Damage of three kinds: dice and bonuses, where it strikes, Soak, tracks and lasting harm, falls."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.aboard import vehicle_bts
from rulebound.games.infinity.heat import gm_only
from rulebound.games.infinity.people import Character, Harm, Id, Location, track
from rulebound.games.infinity.skills import Attribute
from rulebound.games.infinity.state import Cover, T
from rulebound.games.infinity.surroundings import best_cover, crowd_panics
from rulebound.games.infinity.variants import CarryOver, LivingBreach, ThresholdBasis
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.d20 import CombatDice
from rulebound.kernel.dice import SumPool
from rulebound.kernel.modifiers import Total
from rulebound.kernel.seats import SeatId

BANDS = (8, 9, 11, 13, 15)
"""The highest attribute of each band of the bonus table but the last."""
LOCATIONS = ((2, Location.HEAD), (5, Location.RIGHT_ARM), (8, Location.LEFT_ARM), (14, Location.TORSO), (17, Location.RIGHT_LEG))
D20 = SumPool(1, 20)
LASTING = {Harm.PHYSICAL: "Injury", Harm.MENTAL: "Trauma", Harm.DIGITAL: "Breach"}
RULE = {
    Harm.PHYSICAL: "infinity.injury.thresholds", Harm.MENTAL: "infinity.trauma.thresholds", Harm.DIGITAL: "infinity.breach.thresholds",
}  # fmt: skip
POWERED = 7
SHOCK = 3


# ------------------------------------------------------------------------------------------------ dice
@cites("infinity.damage.bonus_table", "infinity.damage.modifiers", "infinity.example.pregen_damage_lines",
       "infinity.example.npc_damage_lines")  # fmt: skip
def bonus_dice(t: T, value: int) -> int:
    """Damage dice that an attribute adds."""
    band = next((place for place, highest in enumerate(BANDS) if value <= highest), len(BANDS))
    return t.variants.damage_bonus_table[band]


@cites("infinity.damage.hit_location")
def hit_location(t: T, who: Character, seat: SeatId) -> Location:
    face = t.roll(D20, "location", seat, (who.id,)).total
    return next((place for highest, place in LOCATIONS if face <= highest), Location.LEFT_LEG)


# ------------------------------------------------------------------------------------------------ Soak
@cites("infinity.soak.armour", "infinity.armour.general")
def armour_soak(who: Character, place: Location) -> Total:
    return Total.of(f"armour ({place.value})", who.armour.get(place, 0), "infinity.soak.armour")


@cites("infinity.soak.cover", "infinity.soak.cover_values", "infinity.soak.cover_scope", "infinity.state.prone", "infinity.dice.combat_die")
def cover_soak(t: T, who: Character, shooter: Character | None = None) -> int:
    """Cover dice; lying down, each Effect is worth 2 more. Who has shaken it off may throw them once more."""
    cover = t.state.covers.get(who.cover or "")
    if shooter and (t.state.vehicles or t.state.board):
        cover = best_cover(t, shooter, who)
    if cover is None or not cover.dice:
        return 0
    soak = throw_cover(t, who, cover)
    if who.rerolls_cover and t.choose(who.seat, "reroll_cover", (False, True), (who.id, str(soak))):
        soak = throw_cover(t, who, cover)
    return soak


def throw_cover(t: T, who: Character, cover: Cover) -> int:
    roll = t.roll(CombatDice(cover.dice), "cover", who.seat, (who.id, cover.name))
    if cover.crowd:
        crowd_panics(t, roll.effects)
    return roll.total + (2 * roll.effects if who.prone else 0)


@cites("infinity.soak.cover_destroy")
def wear_cover(t: T, who: Character, damage: int, soaked: int) -> None:
    """Damage that beats the cover's own Soak by ten costs it a die for good."""
    cover = t.state.covers.get(who.cover or "")
    if cover is None or not cover.dice or damage - soaked < 10:
        return
    cover.dice -= 1
    t.say("cover_worn", "infinity.soak.cover_destroy", name=cover.name, dice=cover.dice)


@cites("infinity.morale.no_stack", "infinity.mental.basic", "infinity.morale.npc_source")
def morale_soak(who: Character) -> Total:
    """The largest source only."""
    return Total.of("Morale", max(who.morale, who.heartened, who.confidence), "infinity.morale.no_stack")


@cites("infinity.digital.security_soak", "infinity.armour.bts", "infinity.digital.basic")
def security_soak(t: T, who: Character) -> Total:
    """One security program and the better BTS of what one wears and what one sits in."""
    bts = max(who.bts, vehicle_bts(t, who))
    soak = Total.of("Security", who.security, "infinity.digital.security_soak").plus("BTS", bts, "infinity.armour.bts")
    return soak.plus("Fairy Dust", who.dusted, "infinity.software.gadget.fairy_dust")


# ------------------------------------------------------------------------------------------------ tracks and harm
@cites("infinity.injury.thresholds", "infinity.trauma.thresholds", "infinity.breach.thresholds", "infinity.armour.powered",
       "infinity.quality.shock")  # fmt: skip
def threshold(t: T, who: Character, harm: Harm, shock: bool = False) -> int:
    """The damage of one attack that causes lasting harm."""
    match harm:
        case Harm.PHYSICAL:
            if who.powered:
                return t.variants.shock_against_powered if shock else POWERED
            return SHOCK if shock else t.variants.injury_threshold
        case Harm.MENTAL:
            return t.variants.trauma_threshold
        case Harm.DIGITAL:
            return t.variants.breach_threshold


@cites("infinity.damage.types", "infinity.damage.physical", "infinity.ruling.threshold_basis")
def inflict(t: T, who: Character, harm: Harm, net: int, limit: int) -> int:
    """Net damage on a track; how many lasting harms it causes."""
    if net <= 0:
        t.say("soaked", "infinity.damage.procedure", who=who.id, harm=harm.value)
        return 0
    stress = track(who, harm)
    before = stress.left
    stress.left = max(0, before - net)
    counted = net if t.variants.threshold_basis is ThresholdBasis.NET_DAMAGE else before - stress.left
    caused = int(counted >= limit) + int(stress.left == 0)
    t.say("hurt", RULE[harm], "infinity.damage.types", who=who.id, harm=harm.value, damage=net, left=stress.left)
    return caused


def hurt(t: T, who: Character, harm: Harm, net: int, limit: int | None = None) -> int:
    """Damage and the harm it does; returns how many lasting harms were caused."""
    limit = threshold(t, who, harm) if limit is None else limit
    if who.mob and harm is not Harm.DIGITAL:
        return hurt_mob(t, who, harm, net, limit)
    caused = inflict(t, who, harm, net, limit)
    if caused:
        lasting_harm(t, who, harm, caused)
    return caused


@cites("infinity.npc.mob")
def hurt_mob(t: T, who: Character, harm: Harm, net: int, limit: int) -> int:
    """What is left after one member is out goes on to the next."""
    fallen, stress = 0, track(who, harm)
    while net > 0 and not who.incapacitated:
        full = t.variants.mob_carry_over is CarryOver.FULL_VIGOUR
        enough = stress.left if full else min(stress.left, limit)
        if net < enough:
            inflict(t, who, harm, net, limit)
            break
        net = 0 if t.variants.mob_carry_over is CarryOver.NONE else net - enough
        fallen += 1
        lose_member(t, who, harm)
    return fallen


def lose_member(t: T, who: Character, harm: Harm) -> None:
    stress = track(who, harm)
    if who.members == 1:
        stress.left = 0
        lasting_harm(t, who, harm, 1)
        return
    who.members -= 1
    stress.left = stress.full
    t.say("member_falls", "infinity.npc.mob", who=who.id, left=who.members)


def lasting_harm(t: T, who: Character, harm: Harm, caused: int) -> None:
    """Player characters and Nemeses keep count; the others are out at the first."""
    track(who, harm).harms += caused
    t.say("lasting_harm", RULE[harm], who=who.id, what=LASTING[harm], count=caused, total=track(who, harm).harms)
    if not who.takes_harm:
        npc_harmed(t, who, harm)
    elif who.dead:
        t.say("dies", "infinity.injury.limits", who=who.id)


@cites("infinity.injury.npc", "infinity.trauma.npc", "infinity.breach.npc", "infinity.npc.trooper", "infinity.npc.elite")
def npc_harmed(t: T, who: Character, harm: Harm) -> None:
    """Troopers and Elites: an Injury or a Trauma takes them out, a Breach their network."""
    if harm is Harm.DIGITAL and t.variants.breach_on_living_npc is LivingBreach.CRASH:
        who.crashed = True
        t.say("network_down", "infinity.breach.npc", who=who.id)
        return
    who.incapacitated = True
    rule = "infinity.trauma.npc" if harm is Harm.MENTAL else "infinity.injury.npc"
    t.say("is_out", rule, who=who.id, how="cowers" if harm is Harm.MENTAL else "goes down")


# ------------------------------------------------------------------------------------------------ falls
FALLS = ("close", "medium", "long", "extreme")


def people(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Who falls."""
    return [p.id for p in t.state.people.values() if not p.dead]


def falls(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """How far."""
    return FALLS


@command(rules=("infinity.move.falling",), when=gm_only, who=people, far=falls)
def fall(t: T, by: SeatId, who: Id, far: str, jumped: bool = False) -> None:
    """Let somebody fall; a jump counts one range shorter."""
    take_fall(t, t.state.people[who], FALLS.index(far) - jumped)


@cites("infinity.move.falling", "infinity.example.close_jump")
def take_fall(t: T, who: Character, category: int) -> None:
    """1+[CD]2 for each category; armour of one location helps, cover does not."""
    if category < 0:
        t.say("lands", "infinity.move.falling", who=who.id)
        return
    number = category + 1
    dice = t.roll(CombatDice(2 * number), "fall", who.seat, (who.id,))
    place = hit_location(t, who, who.seat)
    hurt(t, who, Harm.PHYSICAL, number + dice.total - armour_soak(who, place).value)


def attribute_for(attack: str) -> Attribute:
    """The attribute whose bonus dice an attack has."""
    return {"shoot": Attribute.AWARENESS, "melee": Attribute.BRAWN, "hack": Attribute.INTELLIGENCE, "scare": Attribute.PERSONALITY}[attack]
