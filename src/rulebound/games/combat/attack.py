"""Attack and defence: d6 + MATK or RATK against a Block, a Dodge or plain Reflex, and what a hit is worth."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.combat.content import Weapon, weapon
from rulebound.games.combat.harm import drop_weapon, lay_down
from rulebound.games.combat.places import distance, place_of
from rulebound.games.combat.rolls import die, hampered, least, opposed, skill, unstable
from rulebound.games.combat.state import Fighter, Hit, Id, T, fighter
from rulebound.games.combat.variants import BlockRanged, ProneEffects
from rulebound.games.combat.wreck import driver_of, driving, wreck
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import refuse
from rulebound.kernel.score import Side

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
def usable(t: T, me: Fighter, name: str) -> None:
    """In hand with hands enough, and loaded; else a refusal that says what is missing."""
    arms = weapon(name)
    if arms.hands + (1 if me.shield else 0) > HANDS:
        raise refuse("combat.table.armor", f"A {name} takes both hands and one holds the shield.", "Drop the shield first.")
    if arms.shots and magazine(t, me, name).get(name, 0) < 1:
        raise refuse("combat.attack.ammunition", f"The {name} is empty.", "Reload it for 1 AP.")


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
    usable(t, me, name)
    surprise = me.hidden
    t.say("attacks", "combat.procedure.attack", who=me.id, target=target, weapon=name)
    use_up(t, me, target, name)
    come_out(t, me)
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
    """Weapon DMG and Success together wait for the end of the round; a vehicle around the target is noted as cover."""
    foe = t.state.fighters.get(target)
    cover = foe.vehicle if foe and arms.ranged and foe.vehicle and t.state.vehicles[foe.vehicle].gives_cover else None
    t.state.hits.append(Hit(target, arms.dmg + bonus, me.id, arms.fire, cover))
    t.say("hits", "combat.attack.bonus_dmg", who=me.id, target=target, dmg=arms.dmg + bonus, weapon=arms.dmg, bonus=bonus)


@cites("combat.attack.ammunition", "combat.table.weapons")
def use_up(t: T, me: Fighter, target: str, name: str) -> None:
    """A shot is spent; a thrown weapon lies where it was thrown."""
    arms = weapon(name)
    if arms.shots:
        magazine(t, me, name)[name] -= 1
    if arms.thrown:
        there = place_of(t, target)
        lay_down(t, name, there.x, there.y)
        if me.weapon == name:
            me.weapon = "fists"
        else:
            me.carried.remove(name)


@cites("combat.secrets.summary")
def come_out(t: T, me: Fighter) -> None:
    """Whoever acts against the other side is known to it from then on."""
    if me.hidden:
        me.hidden = False
        t.say("revealed", "combat.secrets.summary", who=me.id)


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
    number = foe.reflex if foe.up else 0
    return against_fixed(t, me, foe.id, score, cap, number)


def against_fixed(t: T, me: Fighter, target: str, score: Total, cap: int, number: int) -> int | None:
    roll = t.roll(die(t, score, attack=True), "attack", me.seat, (me.id, target, str(number)), score)
    if roll.botched or not roll.reaches(least(t.variants.static_tie, number)):
        return None
    return roll.over(number, cap)


@cites("combat.defense.active", "combat.base.versus_roll")
def against_roll(t: T, me: Fighter, foe: Fighter, score: Total, cap: int, defence: Defence, guard: Total) -> int | None:
    roll = opposed(t, defence.value, me, score, foe, guard, attack=True)
    if roll.right_botched:
        botched_defence(t, foe, defence)
        if roll.left_botched:
            return None
        number = min(worst(guard), foe.reflex)
        return roll.left_over(number, cap) if roll.left_reaches(least(t.variants.static_tie, number)) else None
    if roll.left_botched or roll.winner is Side.RIGHT:
        return None
    return roll.difference(cap)


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
        drop_weapon(t, foe)


# ------------------------------------------------------------------------------------------------ vehicles as targets
@cites("combat.vehicle.damage_condition", "combat.vehicle.tire_shot")
def against_vehicle(t: T, me: Fighter, id: str, score: Total, cap: int) -> int | None:
    """Against the driver's Drive(Stunt), which is free; one that stands or has no driver has DEF 0."""
    vehicle = t.state.vehicles[id]
    driver = driver_of(t, vehicle)
    if driver is None or not vehicle.moving:
        return against_fixed(t, me, id, score, cap, 0)
    roll = opposed(t, "stunt", me, score, driver, driving(t, driver, vehicle, "stunt"), attack=True)
    if roll.right_botched:
        t.later(wreck_by_botch, vehicle.id)
    if roll.winner is Side.RIGHT:
        return None
    return 0 if roll.right_botched else roll.difference(cap)


def wreck_by_botch(t: T, id: str) -> None:
    if t.state.vehicles[id].moving:
        t.say("botched_wheel", "combat.vehicle.botch", vehicle=id)
        wreck(t, t.state.vehicles[id])
