"""One attack, from its pool to the blow: what helps and hampers it, the defence, damage, and everything that follows."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rulebound.games.infected import threat
from rulebound.games.infected.actions import steadiness
from rulebound.games.infected.ammo import critical_failure, may_jam, shoot, watches_ones
from rulebound.games.infected.armor import lose_durability, protection
from rulebound.games.infected.checks import Check, base_pool, hampered, throw
from rulebound.games.infected.conditions import put_on, release
from rulebound.games.infected.content import Property, WeaponKind, content
from rulebound.games.infected.cover import COVER_DICE, concealment, cover_of
from rulebound.games.infected.defense import Defence, dive, melee_weapons, name_defence, roll_defence, together
from rulebound.games.infected.environment import light_fire, may_catch_fire
from rulebound.games.infected.equipment import damage_change
from rulebound.games.infected.fighting import Blow
from rulebound.games.infected.infection import blood_spray, clawed_or_bitten
from rulebound.games.infected.pain import open_wound
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.ranges import FAR_OFF, band, by_numbers, from_above, range_dice
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Attribute, Awareness, Band, Condition, CoverKind, Id, Kind, Skill
from rulebound.games.infected.variants import Declare, LimbShot, PassivePenalty, QuietNoise
from rulebound.games.infected.wounds import hurt
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total

FISTS = "unarmed"
MOST_BONUS = 3
"""infected.attack.damage_table: four hits or more."""
CLUB = WeaponKind(damage=2, noise=2, dice=-1)
"""infected.ammo.empty_options: an empty gun swung."""
SUPPRESSOR = 3
MOLOTOV_ROUNDS = 10


class Called(StrEnum):
    """infected.maneuver.called_shot"""

    NONE = "none"
    LEGS = "legs"
    ARMS = "arms"
    HEAD = "head"
    WEAPON = "weapon"
    WEAK_POINT = "weak point"


CALLED_DICE = {Called.NONE: 0, Called.LEGS: -1, Called.ARMS: -1, Called.HEAD: -2, Called.WEAPON: -2, Called.WEAK_POINT: -2}
HEAD_DAMAGE = 2


class Strike(msgspec.Struct, kw_only=True):
    """An attack as it was declared."""

    who: Person
    target: Person
    weapon: WeaponKind
    gear: Gear | None = None
    other: Gear | None = None
    """The weapon in the other hand, where both strike together."""
    melee: bool = True
    thrown: bool = False
    called: Called = Called.NONE
    careful: bool = False
    extra: Total = Total()
    action: bool = True
    """Made by spending an Action; free attacks are not."""
    first: bool = True
    """The first attack of its Action."""
    tackle: Skill | None = None
    fixed: int | None = None
    """Damage that hits do not add to (shield bash); 0 for none at all."""


# ------------------------------------------------------------------------------------------------ the pool
@cites("infected.attack.types", "infected.npc.rage", "infected.npc.swarm", "infected.npc.example.swarm_dice")
def dice_of(t: T, strike: Strike) -> tuple[Total, Attribute | None, Skill | None]:
    """GRIT + Brawl, REFLEX + Shoot, or REFLEX + Athletics to throw; infected have their Attack dice."""
    who = strike.who
    if who.attack_dice:
        pool = Total.of("Attack", who.attack_dice, "infected.attack.types")
        if who.kind is Kind.SWARM:
            pool = pool.plus("rows lost", -(who.boxes_marked // 3), "infected.npc.swarm")
        return pool, None, None
    attribute = Attribute.GRIT if strike.melee else Attribute.REFLEX
    skill = strike.tackle or (Skill.BRAWL if strike.melee else Skill.ATHLETICS if strike.thrown else Skill.SHOOT)
    return base_pool(who, attribute, skill), attribute, skill


@cites("infected.attack.sequence", "infected.core.modifiers")
def attack_pool(t: T, strike: Strike) -> Total:
    """All that counts for this attack, each on a line of its own."""
    pool, attribute, skill = dice_of(t, strike)
    at = band(t, strike.who, strike.target)
    pool = own_state(strike.who, strike.target, pool + strike.extra, melee=strike.melee)
    pool = their_state(t, strike, at, pool)
    pool = by_numbers(t, strike.who, strike.target, pool, melee=strike.melee)
    pool = from_above(t, strike.who, strike.target, strike.weapon, pool, melee=strike.melee)
    if not strike.melee:
        pool = at_range(t, strike, at, pool)
    pool = pool.plus("concealment", concealment(t, strike.who, strike.target), "infected.cover.concealment")
    pool = with_weapon(strike, pool)
    pool = pool.plus(f"called shot: {strike.called.value}", CALLED_DICE[strike.called], "infected.maneuver.called_shot")
    if strike.careful:
        pool = pool.plus("careful", -1, "infected.infection.careful_attack")
    if strike.action:
        pool += steadiness(strike.who)
    return hampered(t, strike.who, attribute, skill, pool)


@cites("infected.condition.prone", "infected.condition.blinded", "infected.condition.grappled", "infected.maneuver.grapple_while")
def own_state(who: Person, target: Person, pool: Total, *, melee: bool) -> Total:
    for condition in who.conditions:
        if condition is Condition.PRONE and melee:
            pool = pool.plus("Prone", -2, "infected.condition.prone")
        elif condition is Condition.BLINDED:
            pool = pool.plus("Blinded", -3, "infected.condition.blinded")
        elif condition is Condition.GRAPPLED:
            pool = pool.plus("Grappled", -1, "infected.condition.grappled")
    if who.holds == target.id:
        pool = pool.plus("grappling", 1, "infected.maneuver.grapple_while")
    return pool


@cites("infected.condition.prone", "infected.state.exposed", "infected.group.split_attention", "infected.defense.passive")
def their_state(t: T, strike: Strike, at: Band, pool: Total) -> Total:
    target = strike.target
    for condition in target.conditions:
        if condition is Condition.PRONE:
            pool = pool.plus("Prone target", prone_target(t, at), "infected.condition.prone")
        elif condition is Condition.EXPOSED:
            pool = pool.plus("Exposed target", 1, "infected.state.exposed")
        elif condition in (Condition.BLINDED, Condition.STUNNED) and t.variants.defense_penalty_when_passive is PassivePenalty.TO_ATTACKER:
            pool = pool.plus(f"{condition.capitalize()} target", 2, "infected.defense.passive")
        elif condition is Condition.OVEREXTENDED and t.variants.defense_penalty_when_passive is PassivePenalty.TO_ATTACKER:
            pool = pool.plus("overextended target", 1, "infected.defense.passive")
    if target.guarding not in (None, strike.who.id) and target.id in strike.who.near:
        pool = pool.plus("split attention", 1, "infected.group.split_attention")
    return pool


@cites("infected.condition.prone")
def prone_target(t: T, at: Band) -> int:
    """+1 up to Medium, -2 from Far on; at arm's reach as the table has it."""
    if at in FAR_OFF:
        return -2
    if at in (Band.MELEE, Band.ENGAGED) and t.variants.condition_prone_in_melee == "no_modifier":
        return 0
    return 1


@cites("infected.range.table", "infected.cover.table", "infected.property.spread", "infected.vehicle.combat.passenger")
def at_range(t: T, strike: Strike, at: Band, pool: Total) -> Total:
    weapon, target = strike.weapon, strike.target
    dice = range_dice(weapon, at) if not strike.thrown or weapon.range else -2 if at is Band.MELEE else 0
    pool = pool.plus(f"range: {at.value}", dice, "infected.range.table")
    if weapon.has(Property.SPREAD):
        pool = pool.plus("Spread", 1 if at is Band.CLOSE else -1 if at in FAR_OFF else 0, "infected.property.spread")
    cover = cover_of(t, target)
    if cover is not None and target.id not in strike.who.near:
        pool = pool.plus(f"{cover.value} cover", COVER_DICE[cover], "infected.cover.table")
    return in_vehicles(t, strike.who, target, pool)


@cites("infected.vehicle.combat.passenger", "infected.vehicle.combat.lean_out", "infected.vehicle.combat.target_occupant")
def in_vehicles(t: T, who: Person, target: Person, pool: Total) -> Total:
    """Shots from and at people in vehicles."""
    if who.vehicle and not who.leans_out and t.state.vehicles[who.vehicle].running:
        pool = pool.plus("motion", -1, "infected.vehicle.combat.passenger")
    if target.vehicle and target.vehicle != who.vehicle:
        if target.leans_out:
            pool = pool.plus("leans out", 1, "infected.vehicle.combat.lean_out")
        elif not t.state.vehicles[target.vehicle].windows_broken:
            pool = pool.plus("inside a vehicle", -2, "infected.vehicle.combat.target_occupant")
    return pool


@cites("infected.property.unwieldy", "infected.equipment.broken", "infected.environment.improvised_weapon", "infected.maneuver.dual_wield")
def with_weapon(strike: Strike, pool: Total) -> Total:
    weapon, gear = strike.weapon, strike.gear
    if weapon.dice:
        rule = "infected.environment.improvised_weapon" if weapon.improvised else "infected.ammo.empty_options"
        pool = pool.plus("clumsy weapon", weapon.dice, rule)
    if weapon.has(Property.UNWIELDY) and strike.who.moved:
        pool = pool.plus("Unwieldy", -1, "infected.property.unwieldy")
    if gear is not None and gear.broken:
        pool = pool.plus("Broken weapon", -2, "infected.equipment.broken")
    if strike.who.wet and weapon.firearm:
        pool = pool.plus("wet gun", -2, "infected.hazard.wet_gear")
    if strike.other is not None:
        pool = pool.plus("two weapons", -1, "infected.maneuver.dual_wield")
    return pool


# ------------------------------------------------------------------------------------------------ the attack
@cites("infected.attack.sequence")
def strike_at(t: T, strike: Strike) -> int:
    """Defence, roll, damage and after-effects. How many net hits there were."""
    who, target = strike.who, strike.target
    t.state.scene.fought = True
    who.aims_at = target.id
    if target.id not in who.targets:
        who.targets.append(target.id)
    t.say("attacks", "infected.attack.sequence", who=who.id, target=target.id, weapon=strike.gear.kind if strike.gear else "bare hands")
    target.awareness = Awareness.HUNTING
    before = t.variants.defense_declare is Declare.BEFORE
    defence = name_defence(t, target, who, melee=strike.melee, parriable=not strike.weapon.area, rolled=before)
    if defence is Defence.DIVE:
        dive(t, target)
        if cover_of(t, target) is CoverKind.FULL:
            spend_shot(t, strike)
            t.say("no_target", "infected.defense.dive_for_cover", who=who.id, target=target.id)
            return 0
    pool = attack_pool(t, strike)
    roll = throw(t, who, "attack", pool, (target.id,), ones=watches_ones(strike.gear) or who.wet)
    if not before and defence is Defence.PASSIVE:
        defence = name_defence(t, target, who, melee=strike.melee, parriable=not strike.weapon.area, ranged_only=False)
    cancelled = 0
    if defence in (Defence.ACTIVE, Defence.PARRY):
        worth = damage_for(strike, roll.hits) if roll.hits else 0
        cancelled = roll_defence(t, target, who, defence, melee=strike.melee, attack_worth=worth)
    net = max(0, roll.hits - cancelled)
    spend_shot(t, strike)
    resolve(t, strike, net)
    after_roll(t, strike, roll)
    if defence is Defence.PARRY and cancelled >= 2:
        counter(t, target, who)
    return net


@cites(
    "infected.attack.damage",
    "infected.attack.damage_table",
    "infected.maneuver.dual_wield",
    "infected.attack.example_knife",
    "infected.maneuver.example_dual_knives",
)
def damage_for(strike: Strike, hits: int) -> int:
    """Base damage and one more for each hit after the first, three at most; both bases where both weapons strike."""
    if strike.fixed is not None:
        return strike.fixed
    base = strike.who.damage if strike.who.attack_dice else strike.weapon.damage
    if strike.other is not None:
        base += content().weapons[strike.other.kind].damage
    return base + min(MOST_BONUS, hits - 1)


@cites("infected.attack.sequence", "infected.property.brutal", "infected.maneuver.called_shot", "infected.property.armor_piercing")
def blow_of(t: T, strike: Strike, hits: int) -> Blow:
    """Flat changes after the hits, then the limb shot's point; armor comes later."""
    amount = damage_for(strike, hits)
    if strike.gear is not None and strike.fixed is None:
        amount = max(1, amount + damage_change(t, strike.gear))
    if strike.fixed is None and strike.weapon.has(Property.BRUTAL) and protection(t, strike.target) == 0:
        amount += 1
    if strike.called is Called.HEAD:
        amount += HEAD_DAMAGE
    limb = strike.called in (Called.LEGS, Called.ARMS)
    if limb and t.variants.called_shot_limb_minus_one is LimbShot.BEFORE_ARMOR:
        amount = max(1, amount - 1)
    return Blow(
        target=strike.target.id,
        amount=amount,
        by=strike.who.id,
        head=strike.called is Called.HEAD,
        bare=strike.called is Called.WEAK_POINT,
        piercing=1 if strike.weapon.has(Property.ARMOR_PIERCING) else 0,
        limb=limb,
        melee=strike.melee,
        careful=strike.careful,
        hits=hits,
        bites=strike.who.is_infected,
    )


def resolve(t: T, strike: Strike, net: int) -> None:
    """A miss, or a blow: at once, or held back for a Combined Attack or for those who act together."""
    who, target = strike.who, strike.target
    if net < 1:
        t.say("misses", "infected.attack.damage_table", who=who.id, target=target.id)
        join_combined(t, who, target, None)
        if strike.weapon.area:
            area_miss(t, strike)
        return
    t.say("hits", "infected.attack.damage_table", who=who.id, target=target.id, hits=net)
    if strike.called is Called.WEAPON:
        strike_weapon(t, who, target)
        return
    blow = blow_of(t, strike, net)
    if join_combined(t, who, target, blow):
        pass
    elif together(t, who, target) and t.state.fight is not None:
        t.state.fight.pending.append(blow)
    else:
        land(t, blow)
    called_effect(t, strike)
    devastating(t, strike, net)
    if strike.weapon.area:
        area_hit(t, strike)
    elif strike.weapon.sets_alight and not target.dead:
        may_catch_fire(t, target)


@cites("infected.wounds.pipeline", "infected.infection.trigger_table")
def land(t: T, blow: Blow) -> None:
    """The blow itself, and what teeth and claws bring."""
    target = t.state.people[blow.target]
    opened = open_wound(target)
    rows = target.boxes_marked // 3
    through = hurt(t, target, blow)
    if blow.bites:
        clawed_or_bitten(t, target, blow, through, opened)
    if target.kind is Kind.SWARM and target.boxes_marked // 3 > rows:
        killer = t.state.people.get(blow.by)
        if killer is not None and (killer.id in target.near or blow.melee):
            blood_spray(t, killer, target.id, blow.careful)


@cites("infected.attack.devastating_extra")
def devastating(t: T, strike: Strike, net: int) -> None:
    """Four hits or more: the game master may add something; without one, nothing."""
    if net < 4 or strike.who.is_infected or strike.target.dead:
        return
    extra = t.judge("devastating", ("nothing", "prone", "staggered"), "nothing", (strike.who.id, strike.target.id))
    if extra != "nothing":
        put_on(t, strike.target, Condition(extra))


# ------------------------------------------------------------------------------------------------ after-effects
@cites("infected.maneuver.called_shot")
def called_effect(t: T, strike: Strike) -> None:
    target = strike.target
    if target.dead or target.many:
        return
    if strike.called is Called.LEGS:
        put_on(t, target, Condition.SLOWED)
    elif strike.called is Called.ARMS and target.hands:
        drop(t, target, t.choose(strike.who.seat, "which_item", list(target.hands), (strike.who.id, target.id)))


@cites("infected.maneuver.called_shot")
def strike_weapon(t: T, who: Person, target: Person) -> None:
    """No damage to the person: the weapon loses Durability or lands a zone away."""
    if not target.hands:
        return
    gear = target.gear[target.hands[0]]
    if t.choose(who.seat, "weapon_hit", ("damage it", "knock it away"), (who.id, target.id)) == "damage it":
        lose_durability(t, target, gear, "infected.maneuver.called_shot")
    else:
        drop(t, target, gear.id, away=True)


def drop(t: T, who: Person, id: Id, *, away: bool = False) -> None:
    """What was held lies on the ground: here, or a zone away."""
    gear = who.gear.pop(id)
    who.hands.remove(id)
    zone = t.state.scene.zones[who.zone]
    there = t.state.scene.zones[zone.links[0]] if away and zone.links else zone
    there.ground.append(gear)
    t.say("drops", "infected.maneuver.disarm", who=who.id, thing=gear.kind, zone=there.name)


@cites("infected.ammo.precise", "infected.property.throwable", "infected.weapon.noise_column")
def spend_shot(t: T, strike: Strike) -> None:
    """A round is gone, a thrown weapon lies where it was thrown, and everybody has heard it: a suppressor's last use still counts."""
    gear = strike.gear
    noise = weapon_noise(t, strike.weapon, gear)
    loud = is_loud(strike.weapon, gear) and not strike.melee
    if strike.other is not None:
        noise = max(noise, weapon_noise(t, content().weapons[strike.other.kind], strike.other))
    if gear is not None:
        gear.used = True
        if strike.thrown:
            thrown_away(t, strike.who, gear, strike.target)
        elif not strike.melee:
            shoot(t, strike.who, gear)
            if strike.other is not None:
                shoot(t, strike.who, strike.other)
    if not strike.who.attack_dice:
        threat.weapon_noise(t, strike.who, noise, loud=loud, first_of_action=strike.first)


@cites("infected.property.throwable", "infected.environment.fire_weapons")
def thrown_away(t: T, who: Person, gear: Gear, target: Person) -> None:
    kind = content().weapons[gear.kind]
    if gear.count > 1:
        gear.count -= 1
        return
    who.gear.pop(gear.id, None)
    if gear.id in who.hands:
        who.hands.remove(gear.id)
    if not kind.has(Property.ONE_USE):
        t.state.scene.zones[target.zone].ground.append(gear)


def suppressed(gear: Gear | None) -> bool:
    return gear is not None and gear.suppressor is not None and gear.suppressor > 0


@cites("infected.property.quiet", "infected.weapon.noise_column", "infected.changelog.quiet_math", "infected.equipment.suppressor")
def weapon_noise(t: T, weapon: WeaponKind, gear: Gear | None) -> int:
    """The Noise column; a suppressor on a weapon printed without one takes 3 off while it lasts."""
    if weapon.unsuppressed is not None:  # printed with its suppressor
        return weapon.noise if gear is None or suppressed(gear) else content().weapons[weapon.unsuppressed].noise
    if suppressed(gear):
        return max(0, weapon.noise - SUPPRESSOR)
    if weapon.has(Property.QUIET) and t.variants.noise_quiet_melee_and_bows is QuietNoise.ZERO:
        return 0
    return weapon.noise


@cites("infected.property.loud")
def is_loud(weapon: WeaponKind, gear: Gear | None) -> bool:
    """A Loud weapon that is suppressed is Loud no longer; one whose suppressor is spent is again."""
    if weapon.unsuppressed is not None and gear is not None and not suppressed(gear):
        return content().weapons[weapon.unsuppressed].has(Property.LOUD)
    return weapon.has(Property.LOUD) and not suppressed(gear)


@cites("infected.core.critical_failure_effect", "infected.equipment.durability_loss")
def after_roll(t: T, strike: Strike, roll: Check) -> None:
    """Jams, breaks and wear."""
    gear = strike.gear
    if roll.critical:
        critical_failure(t, strike.who, gear)
    elif gear is not None and content().weapons[gear.kind].improvised:
        lose_durability(t, strike.who, gear, "infected.equipment.durability_loss")
    if gear is not None and roll.ones:
        may_jam(t, strike.who, gear, roll.ones)
    if strike.who.holds == strike.target.id and strike.target.has(Condition.CHOKING):
        strike.target.choke_failures = strike.target.choke_rounds = 0
        strike.target.conditions.remove(Condition.CHOKING)
    if strike.target.dead and strike.who.holds == strike.target.id:
        release(t, strike.who)


@cites("infected.defense.parry_counterattack")
def counter(t: T, who: Person, foe: Person) -> None:
    """A free attack at -1 die with the parrying weapon, after the parried attack; not by whoever that struck down."""
    if not who.up or foe.dead or foe.id not in who.near:
        return
    gear = melee_weapons(who)[0]
    extra = Total().plus("counterattack", -1, "infected.defense.parry_counterattack")
    strike_at(t, Strike(who=who, target=foe, weapon=content().weapons[gear.kind], gear=gear, extra=extra, action=False))


# ------------------------------------------------------------------------------------------------ attacks together
@cites("infected.group.combined_attack")
def join_combined(t: T, who: Person, target: Person, blow: Blow | None) -> bool:
    """Damage of a Combined Attack is held back until the last of it has been rolled."""
    fight = t.state.fight
    combined = fight.combined if fight else None
    if combined is None or combined.target != target.id or who.id not in combined.members:
        return False
    if blow is None:
        if who.id not in combined.hit:
            combined.missed.append(who.id)
    else:
        combined.held.append(blow)
        combined.hit.append(who.id)
        if who.id in combined.missed:
            combined.missed.remove(who.id)
    if all(id in combined.hit or id in combined.missed for id in combined.members):
        t.later(settle_combined)
    return blow is not None


@cites("infected.group.combined_attack", "infected.group.focus_fire")
def settle_combined(t: T) -> None:
    """If all of them hit, 2 more damage for one of the attacks; then everything lands."""
    fight = t.state.fight
    combined = fight.combined if fight else None
    if fight is None or combined is None:
        return
    fight.combined = None
    blows = list(combined.held)
    if blows and all(id in combined.hit for id in combined.members):
        chooser = t.state.people[combined.members[0]]
        by = t.choose(chooser.seat, "combined_bonus", [b.by for b in blows], (combined.target,))
        i = next(i for i, b in enumerate(blows) if b.by == by)
        blows[i] = msgspec.structs.replace(blows[i], amount=blows[i].amount + 2)
        t.say("combined", "infected.group.combined_attack", who=by, target=combined.target)
    for blow in blows:
        land(t, blow)


# ------------------------------------------------------------------------------------------------ bottles of fire
@cites("infected.environment.fire_weapons")
def area_hit(t: T, strike: Strike) -> None:
    """Everybody else in the zone takes the plain damage; whoever is hurt may catch fire, and the zone burns."""
    zone = t.state.scene.zones[strike.target.zone]
    others = [p for p in t.state.people.values() if p.zone == strike.target.zone and p.id != strike.target.id and not p.dead and not p.fled]
    for p in others:
        land(t, Blow(target=p.id, amount=strike.weapon.damage, by=strike.who.id, rule="infected.environment.fire_weapons"))
    if strike.weapon.has(Property.FIRE):
        for p in (strike.target, *others):
            may_catch_fire(t, p)
        light_fire(t, strike.who.seat, zone, 2, MOLOTOV_ROUNDS, noise=0)


@cites("infected.environment.fire_weapons")
def area_miss(t: T, strike: Strike) -> None:
    """A neighbouring zone burns instead: by default the one behind the target."""
    zones = t.state.scene.zones
    links = [id for id in zones[strike.target.zone].links if id in zones]
    if not links or not strike.weapon.has(Property.FIRE):
        return
    behind = [id for id in links if id != strike.who.zone] or links
    where = t.judge("fire_lands", links, behind[-1], (strike.who.id,))
    light_fire(t, strike.who.seat, zones[where], 2, MOLOTOV_ROUNDS, noise=0)
