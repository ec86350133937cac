"""Attack and defence: d6 + MATK or RATK against a Block, a Dodge or plain Reflex, and what a hit is worth."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.combat.content import Weapon, weapon
from rulebound.games.combat.harm import drop_weapon, lay_down
from rulebound.games.combat.places import distance
from rulebound.games.combat.rolls import die, hampered, least, opposed, reached, seen_by, skill, tell_total, unstable
from rulebound.games.combat.state import Fighter, Hit, Id, T, fighter, those
from rulebound.games.combat.variants import BlockRanged, ProneEffects
from rulebound.games.combat.wreck import botched_wheel, driver_of, driving
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, Refused
from rulebound.kernel.score import OpposedRoll, Side

TOO_FAR = -3
"""combat.attack.range_bands: beyond a weapon's range, up to twice as far."""
TIRE = -3
HANDS = 2


class Defence(StrEnum):
    BLOCK = "block"
    DODGE = "dodge"
    REFLEX = "reflex"


# ------------------------------------------------------------------------------------------------ who can be attacked
@cites("combat.attack.range_bands")
def reaches(t: T, me: Fighter, target: str, arms: Weapon) -> bool:
    """Melee reaches 2 yards or what the weapon says; a RATK twice its range."""
    return distance(t, me.id, target) <= (2 * arms.range if arms.ranged else arms.reach)


@cites("combat.attack.ammunition", "combat.table.armor")
def unusable(t: T, me: Fighter, name: str) -> Refusal | None:
    """Why a weapon at hand cannot be used now: too few hands free, or nothing in it."""
    arms = weapon(name)
    if arms.hands + (1 if me.shield else 0) > HANDS:
        return Refusal("combat.table.armor", f"A {name} takes both hands and one holds the shield.", "Drop the shield first.")
    if arms.shots and magazine(t, me, name).get(name, 0) < 1:
        return Refusal("combat.attack.ammunition", f"The {name} is empty.", "Reload it for 1 AP.")
    return None


def need_usable(t: T, me: Fighter, name: str) -> None:
    if refusal := unusable(t, me, name):
        raise Refused(refusal)


def magazine(t: T, me: Fighter, name: str) -> dict[str, int]:
    """Where the shots of a weapon are counted: with its owner, or with the vehicle it is mounted on."""
    return t.state.vehicles[me.vehicle].shots if weapon(name).mounted and me.vehicle else me.shots


# ------------------------------------------------------------------------------------------------ the attack
@cites("combat.attack.kinds", "combat.attack.roll", "combat.state.prone")
def attack_score(t: T, me: Fighter, target: str, arms: Weapon) -> Total:
    """MATK or RATK: the skill with everything that helps or hampers this attack."""
    score = hampered(t, me, skill(me, "ranged" if arms.ranged else "melee"))
    foe = t.state.fighters.get(target)
    if t.variants.prone_effects is ProneEffects.HOUSE:
        if me.prone and arms.ranged:
            score = score.plus("lying down", 1, "combat.state.prone")
        if foe and foe.prone and not arms.ranged:
            score = score.plus("target lies down", 1, "combat.state.prone")
    if foe and arms.ranged and unstable(t, foe):
        score = score.plus("target is Unstable", t.variants.unstable_penalty, "combat.vehicle.occupants_unstable")
    if arms.ranged and distance(t, me.id, target) > arms.range:
        score = score.plus("beyond range", TOO_FAR, "combat.attack.range_bands")
    return score


@cites("combat.procedure.attack", "combat.attack.damage")
def strike(t: T, me: Fighter, target: Id, name: str) -> None:
    """One attack, already paid for: defence, roll, and a hit that waits for the end of the round."""
    arms = weapon(name)
    surprise = me.hidden
    come_out(t, me, *those(t, target))
    t.say("attacks", "combat.procedure.attack", who=me.id, target=target, weapon=name)
    use_up(t, me, target, name)
    score = attack_score(t, me, target, arms)
    cap = me.ranged if arms.ranged else me.melee
    if target in t.state.vehicles:
        margin = against_vehicle(t, me, target, score, cap)
    else:
        margin = against_fighter(t, me, fighter(t, target), arms, score, cap, surprise)
    if margin is None:
        t.say("misses", "combat.attack.roll", who=me.id, target=target)
        return
    store_hit(t, me, target, arms, margin)


@cites("combat.attack.bonus_dmg", "combat.base.success_degree", "combat.attack.damage")
def store_hit(t: T, me: Fighter, target: Id, arms: Weapon, bonus: int) -> None:
    """Weapon DMG and Success together wait for the end of the round, with the cover that is in the way of a RATK now."""
    foe = t.state.fighters.get(target)
    car = vehicle_between(t, me, foe) if foe and arms.ranged else None
    behind = foe.cover if foe and arms.ranged and foe.vehicle is None else 0
    t.state.hits.append(Hit(target, arms.dmg + bonus, me.id, arms.fire, car, behind))
    t.say("hits", "combat.attack.bonus_dmg", who=me.id, target=target, dmg=arms.dmg + bonus, weapon=arms.dmg, bonus=bonus)


@cites("combat.vehicle.cover")
def vehicle_between(t: T, me: Fighter, foe: Fighter) -> Id | None:
    """The vehicle that covers its occupants against a RATK from outside; a motorbike covers nobody."""
    if foe.vehicle is None or foe.vehicle == me.vehicle or not t.state.vehicles[foe.vehicle].gives_cover:
        return None
    return foe.vehicle


@cites("combat.attack.ammunition", "combat.table.weapons")
def use_up(t: T, me: Fighter, target: str, name: str) -> None:
    """A shot is spent; a thrown weapon lies where it was thrown."""
    arms = weapon(name)
    if arms.shots:
        magazine(t, me, name)[name] -= 1
    if arms.thrown:
        lay_down(t, name, target)
        me.weapon = "fists"


@cites("combat.secrets.summary")
def come_out(t: T, *who: Fighter) -> None:
    """Whoever acts against somebody, is acted against or is noticed is known to all from then on."""
    for one in who:
        if one.hidden:
            one.hidden = False
            t.say("revealed", "combat.secrets.summary", who=one.id)


# ------------------------------------------------------------------------------------------------ the defence
@cites("combat.defense.defenseless")
def defenceless(foe: Fighter, surprise: bool) -> bool:
    """Unaware of the attack, or unable to avoid it."""
    return surprise or not foe.aware or foe.helpless or not foe.up


@cites("combat.defense.active", "combat.defense.reflex")
def defences(t: T, foe: Fighter, arms: Weapon, surprise: bool) -> Sequence[Defence]:
    """What the target may do for 1 AP; Reflex is always there and costs nothing."""
    if defenceless(foe, surprise) or foe.ap < 1:
        return (Defence.REFLEX,)
    can_block = not arms.ranged or foe.shield or t.variants.block_vs_ranged is BlockRanged.ALWAYS
    return (Defence.BLOCK, Defence.DODGE, Defence.REFLEX) if can_block else (Defence.DODGE, Defence.REFLEX)


def against_fighter(t: T, me: Fighter, foe: Fighter, arms: Weapon, score: Total, cap: int, surprise: bool) -> int | None:
    """The Success of a hit, or None. The defence is named before the attack is rolled."""
    options = defences(t, foe, arms, surprise)
    defence = t.choose(foe.seat, "defence", options, (me.id, foe.id), default=Defence.REFLEX)
    if defence is Defence.REFLEX:
        return against_reflex(t, me, foe, score, cap)
    foe.ap -= 1
    name = "melee" if defence is Defence.BLOCK else "acrobatics"
    return against_roll(t, me, foe, score, cap, defence, hampered(t, foe, skill(foe, name)))


@cites("combat.defense.reflex", "combat.base.versus_number")
def against_reflex(t: T, me: Fighter, foe: Fighter, score: Total, cap: int) -> int | None:
    """A fixed DEF: Perception, or 0 if Unconscious. An equal total hits."""
    return against_fixed(t, me, foe.id, score, cap, passive(foe), foe)


@cites("combat.defense.defenseless", "combat.defense.reflex")
def passive(foe: Fighter) -> int:
    """The DEF of whoever does nothing about it."""
    return foe.reflex if foe.up else 0


def against_fixed(t: T, me: Fighter, target: str, score: Total, cap: int, number: int, *others: Fighter) -> int | None:
    roll = t.roll(die(t, score, attack=True), "attack", me.seat, (me.id, target, str(number)), score, seen_by(t, me, *others))
    margin = roll.over(number, cap) if reached(t, roll, number) else None
    tell_total(t, roll, me, *others)
    return margin


@cites("combat.defense.active", "combat.base.versus_roll")
def against_roll(t: T, me: Fighter, foe: Fighter, score: Total, cap: int, defence: Defence, guard: Total) -> int | None:
    roll = opposed(t, defence.value, me, score, foe, guard, attack=True)
    margin = beats_defence(t, roll, cap, min(worst(guard), foe.reflex))
    botched = roll.right_botched
    tell_total(t, roll, me, foe)
    if botched:
        botched_defence(t, foe, defence)
    return margin


@cites("combat.defense.botch", "combat.base.versus_number")
def beats_defence(t: T, roll: OpposedRoll, cap: int, botched_def: int) -> int | None:
    """By how much; a Botched defence is a fixed number, and a Botched attack misses whatever the DEF."""
    if roll.left_botched:
        return None
    if roll.right_botched:
        return roll.left_over(botched_def, cap) if roll.left_reaches(least(t.variants.static_tie, botched_def)) else None
    return roll.difference(cap) if roll.winner is Side.LEFT else None


def worst(guard: Total) -> int:
    """The total of a Botch: its die shows 1."""
    return guard.value + 1


@cites("combat.defense.botch")
def botched_defence(t: T, foe: Fighter, defence: Defence) -> None:
    """At once: a Botched Dodge throws you down, a Botched Block costs you your weapon."""
    t.say("botches_defence", "combat.defense.botch", who=foe.id, defence=defence.value)
    if defence is Defence.DODGE:
        foe.prone = True
    else:
        drop_weapon(t, foe, "combat.defense.botch")


# ------------------------------------------------------------------------------------------------ vehicles as targets
@cites("combat.vehicle.damage_condition", "combat.vehicle.tire_shot")
def against_vehicle(t: T, me: Fighter, id: str, score: Total, cap: int) -> int | None:
    """Against the driver's Drive(Stunt), which is free; one that stands or has no driver has DEF 0."""
    vehicle = t.state.vehicles[id]
    driver = driver_of(t, vehicle)
    if driver is None or not vehicle.moving:
        return against_fixed(t, me, id, score, cap, 0)
    come_out(t, driver)
    roll = opposed(t, "stunt", me, score, driver, driving(t, driver, vehicle, "stunt"), attack=True)
    margin = max(0, roll.difference(cap)) if roll.winner is Side.LEFT else None
    botched = roll.right_botched
    tell_total(t, roll, me, driver)
    if botched:
        botched_wheel(t, vehicle)
    return margin
