"""An attack carried out: the defence, the roll, damage, the counterattack, and everything that follows a hit or a miss."""

from __future__ import annotations

import msgspec

from rulebound.games.infected.actions import stays_down
from rulebound.games.infected.ammo import watches_ones
from rulebound.games.infected.armor import lose_durability
from rulebound.games.infected.attack import Called, Strike, attack_pool, kinds_in, words_of
from rulebound.games.infected.bonds import helped
from rulebound.games.infected.checks import NO_DICE, Check, by_word, throw
from rulebound.games.infected.conditions import stop_choking
from rulebound.games.infected.content import content
from rulebound.games.infected.cover import cover_of
from rulebound.games.infected.damage import LIMBS, amount_of, blow_of, harm, less_for_a_limb
from rulebound.games.infected.defense import (
    DIVE,
    PASSIVE,
    ROLLED,
    Defence,
    can_roll,
    dive,
    has_reaction,
    melee_weapons,
    name_defence,
    roll_defence,
    shield_of,
    together,
)
from rulebound.games.infected.effects import afflict
from rulebound.games.infected.extras import called_effect, devastating
from rulebound.games.infected.fighting import Blow
from rulebound.games.infected.fire import light_fire, may_catch_fire
from rulebound.games.infected.hazards import heavy_impact
from rulebound.games.infected.infection import blood_spray, clawed_or_bitten
from rulebound.games.infected.kinds import Property
from rulebound.games.infected.pain import open_wound
from rulebound.games.infected.people import SWARM, Gear, Person
from rulebound.games.infected.ranges import steps
from rulebound.games.infected.reach import out_of_order, out_of_reach
from rulebound.games.infected.shots import is_dud, spend_shot, weapon_suffers
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Awareness, Condition, CoverKind, Id
from rulebound.games.infected.variants import Declare
from rulebound.games.infected.wounds import hurt
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total

MOLOTOV_ROUNDS = 10
FAST = Total().plus("Fast, two attacks", -1, "infected.property.fast")
HELPED = 2
"""infected.group.distract_and_strike"""
HUNTING, BEFORE = Awareness.HUNTING, Declare.BEFORE


# ------------------------------------------------------------------------------------------------ the attack
@cites("infected.attack.sequence")
def strike_at(t: T, strike: Strike) -> int:
    """An attack with all that follows. How many net hits there were."""
    net, answered = strike_once(t, strike)
    if answered:
        t.aftermath(counter, strike.target, strike.who, last=strike.last)
    return net


@cites("infected.attack.sequence")
def strike_once(t: T, strike: Strike) -> tuple[int, bool]:
    """Defence, roll, damage and after-effects. How many net hits there were, and whether a parry leaves room for a counterattack."""
    who, target = strike.who, strike.target
    t.state.scene.fought = True
    who.aims_at = target.id
    if target.id not in who.targets:
        who.targets.append(target.id)
    t.say("attacks", "infected.attack.sequence", who=who.id, target=target.id, weapon=words_of(strike))
    target.awareness = HUNTING
    before = t.variants.defense_declare is BEFORE
    defence = name_defence(t, target, who, melee=strike.melee, parriable=not strike.weapon.area, rolled=before)
    if defence is DIVE:
        dive(t, target)
        if cover_of(t, target) is CoverKind.FULL:
            finds_no_target(t, strike)
            return 0, False
    beside = defences_beside(t, strike) if before else []
    if t.state.fight is not None and t.state.fight.distracted:
        strike.extra += distracted(t, who, target)
    if t.state.fight is not None and t.state.fight.combined:
        strike.extra += agreed(t, who, target)
    strike.rolled_defence = defence in ROLLED or (not before and defence is PASSIVE and bool(can_roll(t, target, who, melee=strike.melee)))
    ones = watches_ones(strike.gear) or watches_ones(strike.other)
    roll = throw(t, who, "attack", attack_pool(t, strike), (target.id,), ones=ones)
    if not before:
        if defence is PASSIVE:
            defence = name_defence(t, target, who, melee=strike.melee, parriable=not strike.weapon.area, ranged_only=False)
        beside = defences_beside(t, strike)
    cancelled = cancels(t, strike, defence, roll.hits)
    strike.parried = defence is Defence.PARRY
    net = max(0, roll.hits - cancelled)
    spend_shot(t, strike)
    if strike.thrown and is_dud(t, strike, roll):
        net = 0
        join_combined(t, who, target, None, hit=False)
    else:
        resolve(t, strike, net)
    for other, theirs in beside:
        spread_to(t, strike, other, theirs, roll.hits)
    after_roll(t, strike, roll)
    return net, strike.parried and cancelled >= 2  # which is read only then


@cites("infected.defense.dive_for_cover", "infected.environment.fire_weapons", "infected.group.combined_attack")
def finds_no_target(t: T, strike: Strike) -> None:
    """The shot is spent on nobody; what bursts does so as after any miss."""
    spend_shot(t, strike)
    t.say("no_target", "infected.defense.dive_for_cover", who=strike.who.id, target=strike.target.id)
    join_combined(t, strike.who, strike.target, None, hit=False)
    bursts(t, strike, hit=False)


def cancels(t: T, strike: Strike, defence: Defence, hits: int) -> int:
    """How many hits a defence takes off, and what that does to a shield."""
    target = strike.target
    if defence not in ROLLED:
        return 0
    shield = shield_of(target)
    cancelled = roll_defence(t, target, strike.who, defence, melee=strike.melee)
    if shield is not None:
        if is_last(t, strike) and not has_reaction(t, target):  # nothing else in the command meets it
            t.aside(wear_shield, strike, shield, hits)
        else:
            wear_shield(t, strike, shield, hits)
    return cancelled


@cites("infected.shield.durability")
def wear_shield(t: T, strike: Strike, shield: Gear, hits: int) -> None:
    """By what all the hits would do, before armor: nothing, where they are meant for what is in hand."""
    if hits < 1 or strike.called is Called.WEAPON:
        return
    worth = amount_of(t, strike, hits)
    if strike.called in LIMBS:
        worth = less_for_a_limb(t, worth)
    if worth >= t.variants.shield_wear_threshold:
        lose_durability(t, strike.target, shield, "infected.shield.durability")


@cites("infected.property.spread")
def defences_beside(t: T, strike: Strike) -> list[tuple[Person, Defence]]:
    """Each of those who stand beside the target has a defence of its own; cover is taken from the target's."""
    return [(p, name_defence(t, p, strike.who, melee=False, ranged_only=False)) for p in strike.beside]


@cites("infected.property.spread")
def spread_to(t: T, strike: Strike, target: Person, defence: Defence, hits: int) -> None:
    """The same hits for somebody beside the target. A Swarm takes such damage once."""
    target.awareness = HUNTING
    other = Strike(
        who=strike.who, target=target, weapon=strike.weapon, gear=strike.gear, melee=False, careful=strike.careful, round=strike.round
    )
    resolve(t, other, max(0, hits - cancels(t, other, defence, hits)))


@cites("infected.group.distract_and_strike", "infected.chargen.bond.trust")
def distracted(t: T, who: Person, foe: Person) -> Total:
    """+2 dice for one attack on whom an ally has distracted."""
    fight = t.state.fight
    ally = t.state.people.get(fight.distracted.get(foe.id, "")) if fight else None
    if fight is None or ally is None or ally is who or ally.side != who.side:
        return Total()
    del fight.distracted[foe.id]
    helped(t, ally, who)
    return Total().plus("distracted target", HELPED, "infected.group.distract_and_strike") + by_word(who, ally)


@cites("infected.group.combined_attack")
def agreed(t: T, who: Person, foe: Person) -> Total:
    """A Combined Attack hangs on a word that all of them hear."""
    combined = t.state.fight.combined if t.state.fight else None
    if combined is None or combined.target != foe.id or who.id not in combined.members:
        return NO_DICE
    return by_word(*(t.state.people[id] for id in combined.members))


def resolve(t: T, strike: Strike, net: int) -> None:
    """A miss, or a blow: at once, or held back for a Combined Attack or for those who act together."""
    who, target = strike.who, strike.target
    if net < 1:
        t.say("misses", "infected.attack.damage_table", who=who.id, target=target.id)
        join_combined(t, who, target, None, hit=False)
        bursts(t, strike, hit=False)
        return
    t.say("hits", "infected.attack.damage_table", who=who.id, target=target.id, hits=net)
    at_weapon = strike.called is Called.WEAPON
    blow = None if at_weapon or strike.fixed == 0 else blow_of(t, strike, net)
    if not join_combined(t, who, target, blow, hit=True) and blow is not None:
        strike_home(t, who, target, blow, last=is_last(t, strike) and not strike.parried)
    if strike.called is not Called.NONE:
        called_effect(t, strike)
    t.aside(devastating, strike, net)
    if strike.weapon.area or not at_weapon:
        bursts(t, strike, hit=True)


@cites("infected.initiative.ties")
def strike_home(t: T, who: Person, target: Person, blow: Blow, *, last: bool = False) -> None:
    """At once, or when all who act together have acted."""
    if t.state.fight is not None and together(t, who, target):
        t.state.fight.pending.append(blow)
    else:
        land(t, blow, last=last)


@cites(
    "infected.wounds.pipeline", "infected.attack.sequence", "infected.infection.trigger_table", "infected.infection.blood_spray",
    "infected.hazard.fire.catching",
)  # fmt: skip
def land(t: T, blow: Blow, *, last: bool = False) -> None:
    """The blow itself, less the limb shot's point, and what teeth and claws, or fire, bring."""
    target = t.state.people[blow.target]
    if blow.limb:
        blow = msgspec.structs.replace(blow, amount=less_for_a_limb(t, blow.amount))
    opened = open_wound(target)
    rows, at_hand = target.boxes_marked // 3, blow.by in target.near
    through = hurt(t, target, blow, last=last)
    if blow.bites:
        t.aftermath(clawed_or_bitten, target, blow, through, opened, last=last)
    if blow.burns and through:
        may_catch_fire(t, target)
    if target.kind is SWARM and at_hand and target.boxes_marked // 3 > rows:
        t.aftermath(blood_spray, t.state.people[blow.by], target.id, blow.careful)


# ------------------------------------------------------------------------------------------------ after-effects
def is_last(t: T, strike: Strike) -> bool:
    """Whether its weapon rests until the command is over: nothing but a counterattack follows, and its bearer has no parry left."""
    return strike.last and not has_reaction(t, strike.who)


def after_roll(t: T, strike: Strike, roll: Check) -> None:
    """What the roll does to the weapon; and whoever strikes does not choke meanwhile."""
    if is_last(t, strike):
        t.aside(weapon_suffers, strike, roll)
    else:
        weapon_suffers(t, strike, roll)
    stop_choking(t, strike.who)


@cites("infected.defense.parry_counterattack", "infected.property.slow_melee")
def counter(t: T, who: Person, foe: Person, *, last: bool = False) -> None:
    """A free attack at -1 die with the parrying weapon, after the parried attack; not by whoever that struck down."""
    if not who.up or foe.dead or stays_down(t, who):
        return
    kinds = content().weapons
    ready = (g for g in melee_weapons(t, who) if not out_of_order(t, who, kinds[g.kind], g))
    fit = [g for g in ready if not out_of_reach(t, who, foe, kinds[g.kind], g, thrown=False)]
    if not fit:
        return
    gear = who.gear[struck_with(t, who, foe, [g.id for g in fit])]
    extra = Total().plus("counterattack", -1, "infected.defense.parry_counterattack")
    strike_at(t, Strike(who=who, target=foe, weapon=kinds[gear.kind], gear=gear, extra=extra, action=False, last=last))


@cites("infected.defense.parry_counterattack", "infected.maneuver.disarm", "infected.maneuver.fighting_retreat")
def struck_with(t: T, who: Person, foe: Person, weapons: list[Id]) -> Id:
    """With which of those in hand somebody strikes out of turn: asked where they differ."""
    if len({who.gear[id].kind if id in who.gear else id for id in weapons}) < 2:
        return weapons[0]
    return t.choose(who.seat, "counter_with", weapons, (who.id, foe.id))


@cites("infected.property.fast")
def second_attack(t: T, first: Strike, target: Person, called: Called, *, careful: bool) -> None:
    """The second attack of a Fast weapon: a roll and damage of its own, aimed and careful or not by itself."""
    who, weapon, gear = first.who, first.weapon, first.gear
    if not who.up:
        return
    gone = gear is not None and gear.id not in who.hands
    if target.dead or gone or out_of_order(t, who, weapon, gear) or out_of_reach(t, who, target, weapon, gear, thrown=False):
        t.say("thwarted", "infected.property.fast", who=who.id, target=target.id)
        return
    second = Strike(
        who=who, target=target, weapon=weapon, gear=gear, other=first.other, melee=first.melee, called=called, careful=careful, extra=FAST,
        at=first.at, first=False, last=True,
    )  # fmt: skip
    strike_at(t, second)


# ------------------------------------------------------------------------------------------------ attacks together
@cites("infected.group.combined_attack")
def join_combined(t: T, who: Person, target: Person, blow: Blow | None, *, hit: bool) -> bool:
    """Damage of a Combined Attack is held back until the last of it has been rolled; a hit at a weapon is one without damage."""
    fight = t.state.fight
    combined = fight.combined if fight else None
    if combined is None or combined.target != target.id or who.id not in combined.members:
        return False
    if blow is not None:
        combined.held.append(blow)
    if not hit:
        if who.id not in combined.hit:
            combined.missed.append(who.id)
    else:
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
        strikers = list(dict.fromkeys(b.by for b in blows))  # a Fast weapon strikes twice
        by = t.choose(chooser.seat, "combined_bonus", strikers, (combined.target,))
        i = next(i for i, b in enumerate(blows) if b.by == by)
        blows[i] = msgspec.structs.replace(blows[i], amount=blows[i].amount + 2)
        everybody = "Both" if len(combined.members) == 2 else "All of them"
        t.say("combined", "infected.group.combined_attack", all=everybody, who=by, target=combined.target)
    for blow in blows:
        strike_home(t, t.state.people[blow.by], t.state.people[blow.target], blow)


# ------------------------------------------------------------------------------------------------ bottles of fire
def bursts(t: T, strike: Strike, *, hit: bool) -> None:
    """What a weapon does besides striking one: to a whole zone, or with fire."""
    if strike.weapon.area:
        (area_hit if hit else area_miss)(t, strike)
    elif not hit or strike.target.dead:
        return
    elif any(kind.ignites for kind in kinds_in(strike)):
        afflict(t, strike.who, strike.target, Condition.BURNING)


@cites("infected.environment.fire_weapons")
def area_hit(t: T, strike: Strike) -> None:
    """Everybody else in the zone takes the plain damage, and a bottle of fire leaves the zone burning."""
    zone = t.state.scene.zones[strike.zone]
    for p in there(t, strike.zone):
        if strike.place or p is not strike.target:
            strike_home(t, strike.who, p, plain_blow(t, strike, p, "infected.environment.fire_weapons"))
    if strike.weapon.has(Property.FIRE):
        light_fire(t, strike.who.seat, zone, 2, MOLOTOV_ROUNDS, noise=0)
    else:
        heavy_impact(t, zone)


@cites("infected.environment.fire_weapons", "infected.craft.recipes.explosives")
def area_miss(t: T, strike: Strike) -> None:
    """It bursts in a neighbouring zone, by default the one behind the target: fire burns there, a bomb hits whoever is there."""
    zones = t.state.scene.zones
    links = [id for id in zones[strike.zone].links if id in zones]
    if not links:
        return
    behind = max(links, key=lambda id: steps(t, strike.who.zone, id))
    where = t.judge("fire_lands", links, behind, (strike.who.id,))
    if strike.weapon.has(Property.FIRE):
        light_fire(t, strike.who.seat, zones[where], 2, MOLOTOV_ROUNDS, noise=0)
        return
    for p in there(t, where):
        strike_home(t, strike.who, p, plain_blow(t, strike, p, "infected.craft.recipes.explosives"))
    heavy_impact(t, zones[where])


def there(t: T, zone: str) -> list[Person]:
    return [p for p in t.state.people.values() if p.zone == zone and not p.dead and not p.fled]


def plain_blow(t: T, strike: Strike, target: Person, rule: str) -> Blow:
    """What it does to those whom nobody aimed at."""
    amount = harm(t, strike, strike.weapon.damage)
    return Blow(target=target.id, amount=amount, by=strike.who.id, rule=rule, burns=strike.weapon.sets_alight)
