"""Attacks on vehicles: where they strike, Structure and Faults, what a Fault breaks, and evading."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulebound.games.infinity.aboard import occupants, pilot_dice, pilot_of, side_of
from rulebound.games.infinity.blows import Blow, in_hand, strike
from rulebound.games.infinity.damage import hurt
from rulebound.games.infinity.exchange import choose_reaction, defence, given_away, side
from rulebound.games.infinity.heat import pay
from rulebound.games.infinity.hits import land
from rulebound.games.infinity.momentum import spend, within_means
from rulebound.games.infinity.people import Category, Character, Harm, Id, Stress, out
from rulebound.games.infinity.reactions import Reaction, can_react, price
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import Side, face_to_face, test
from rulebound.games.infinity.slots import point
from rulebound.games.infinity.soak import security_soak
from rulebound.games.infinity.squads import lose_member
from rulebound.games.infinity.state import T
from rulebound.games.infinity.state_vehicles import Part, Place, Quality, Vehicle
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.variants import OneFault
from rulebound.games.infinity.vehicles import leave_seat, network_of, step_out
from rulebound.kernel.citing import cites
from rulebound.kernel.d20 import CombatDice
from rulebound.kernel.dice import SumPool
from rulebound.kernel.modifiers import Total
from rulebound.kernel.seats import GM, SeatId

D20 = SumPool(1, 20)
NONE = Total()
COLUMNS: dict[str, tuple[Part, Part, Part, Part]] = {
    "enclosed": (Part.MOTIVE, Part.HULL, Part.HULL, Part.WEAPON),
    "exposed": (Part.MOTIVE, Part.HULL, Part.CREW, Part.WEAPON),
    "bike": (Part.MOTIVE, Part.HULL, Part.CREW, Part.CREW),
}
"""infinity.vehicle.hit_location: five faces of the d20 each."""
DISABLING = 4


def figure(t: T, vehicle: Vehicle) -> Character:
    """The vehicle as a target: its Structure and its place."""
    pilot = pilot_of(t, vehicle)
    network = network_of(t, vehicle)
    return Character(
        id=vehicle.id, name=vehicle.name, seat=pilot.seat if pilot else GM, category=Category.TROOPER, side=side_of(t, vehicle) or "nobody",
        vigour=vehicle.structure, resolve=Stress(full=0, left=0), firewall=network.firewall if network else Stress(full=0, left=0),
        zone=vehicle.zone,
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------ the attack
@cites("infinity.vehicle.attacked", "infinity.vehicle.action.evasive")
def assail(t: T, blow: Blow, vehicle: Vehicle) -> bool:
    """Evasive Action, the test, and a hit's damage; whether it hit."""
    me = blow.me
    evading = evades(t, blow, vehicle)
    me.exploiting = 0
    hit = face_to_face(t, side(blow), evading).actor_won if evading else test(t, side(blow)).passed
    given_away(t, blow)
    if hit:
        land_on(t, blow, vehicle)
    return hit


@cites("infinity.vehicle.action.evasive", "infinity.vehicle.quality.walker", "infinity.vehicle.quality.bike", "infinity.reaction.cost")
def evades(t: T, blow: Blow, vehicle: Vehicle) -> Side | None:
    """The pilot's side against a shot or a ramming, a Walker's against melee too; a Reaction like any other."""
    pilot = pilot_of(t, vehicle)
    against_melee = blow.kind is Action.MELEE and not vehicle.has(Quality.WALKER)
    if pilot is None or against_melee or vehicle.dead or vehicle.immobile or not can_react(t, pilot, blow.me):
        return None
    if not t.choose(pilot.seat, "evade", (False, True), (blow.me.id, vehicle.id, blow.name, pilot.id)):
        return None
    pay_reaction(t, pilot, "evasive action", "infinity.vehicle.action.evasive")
    return Side(
        who=pilot, skill=Skill.PILOT, steps=fault_steps(t, vehicle), dice=pilot_dice(t, vehicle, pilot, rough=False),
        system=True, rerolls=vehicle.has(Quality.BIKE),
    )  # fmt: skip


@cites("infinity.reaction.dodge", "infinity.reaction.parry", "infinity.reaction.retaliate")
def clash(t: T, blow: Blow, vehicle: Vehicle, possible: Sequence[Reaction]) -> bool:
    """A machine strikes at a person, who may react, and strikes back at the machine; whether it hit."""
    me, foe = blow.me, blow.foe
    blades = in_hand(foe, ranged=False)
    reaction = choose_reaction(t, blow, [r for r in possible if r is Reaction.DODGE or blades])
    me.exploiting = 0
    if reaction in (Reaction.DODGE, Reaction.PARRY):
        hit = face_to_face(t, side(blow), defence(t, blow, reaction)).actor_won
    else:
        hit = test(t, side(blow)).passed
    if reaction is Reaction.RETALIATE:
        back = strike(t, foe, figure(t, vehicle), blades[0])
        if test(t, side(back)).passed:
            land_on(t, back, vehicle)
    if hit:
        land(t, blow)
    return hit


@cites("infinity.reaction.cost", "infinity.points.reaction_while_staggered")
def pay_reaction(t: T, who: Character, what: str, rule: str) -> None:
    """Reactions of a crew cost as all others."""
    pay(t, who, price(t, who), f"a Reaction: {what}", "infinity.reaction.cost")
    if who.staggered:
        point(t, who, "reacting", "infinity.points.reaction_while_staggered")
    who.reactions += 1
    who.turn.passed = False
    t.say("reacts", rule, who=who.id, reaction=what)


@cites("infinity.vehicle.damage", "infinity.vehicle.jury_rig")
def fault_steps(t: T, vehicle: Vehicle) -> Total:
    """Each Fault is a step on every test to operate the vehicle, unless it was jury-rigged."""
    return NONE.plus("Faults", vehicle.structure.felt, "infinity.vehicle.damage")


# ------------------------------------------------------------------------------------------------ where it strikes
@cites("infinity.vehicle.hit_location", "infinity.vehicle.quality.bike", "infinity.vehicle.quality.enclosed",
       "infinity.vehicle.quality.exposed")  # fmt: skip
def struck_part(t: T, vehicle: Vehicle, seat: SeatId) -> Part:
    """By a d20; what is neither Enclosed nor a Bike counts as Exposed, and without weapons the Hull is hit."""
    face = t.roll(D20, "vehicle_location", seat, (vehicle.id,)).total
    shut = vehicle.has(Quality.ENCLOSED) or vehicle.has(Quality.REMOTE)
    column = "enclosed" if shut else "bike" if vehicle.has(Quality.BIKE) else "exposed"
    return there(t, vehicle, COLUMNS[column][(face - 1) // 5])


def there(t: T, vehicle: Vehicle, part: Part) -> Part:
    if part is Part.WEAPON and all(mount.destroyed for mount in vehicle.weapons.values()):
        return Part.HULL
    return Part.HULL if part is Part.CREW and not occupants(t, vehicle) else part


def parts_of(t: T, vehicle: Vehicle) -> tuple[Part, ...]:
    shut = vehicle.has(Quality.ENCLOSED) or vehicle.has(Quality.REMOTE)
    return tuple(part for part in Part if there(t, vehicle, part) is part and not (shut and part is Part.CREW))


def random_occupant(t: T, vehicle: Vehicle, seat: SeatId) -> Character:
    people = occupants(t, vehicle)
    face = t.roll(SumPool(1, len(people)), "occupant", seat, (vehicle.id,)).total if len(people) > 1 else 1
    return people[face - 1]


# ------------------------------------------------------------------------------------------------ damage
class Impact(msgspec.Struct):
    """A hit on a vehicle while its Momentum is being spent."""

    total: int
    effects: int
    part: Part
    bonus: int = 0
    penetration: int = 0
    rerolled: bool = False
    called: bool = False


def land_on(t: T, blow: Blow, vehicle: Vehicle) -> None:
    """Location, damage dice, Momentum, Soak of the part, Structure; a hit on those inside is one on that person."""
    part = struck_part(t, vehicle, blow.me.seat)
    part = called_part(t, blow, vehicle, part)
    if part is Part.CREW:
        strike_inside(t, blow, random_occupant(t, vehicle, blow.me.seat))
        return
    roll = t.roll(CombatDice(blow.dice.value), "damage", blow.me.seat, (blow.me.id, blow.name), blow.dice)
    hit = Impact(roll.total, roll.effects, part)
    spend_on(t, blow, vehicle, hit)
    damage = blow.flat + hit.total + hit.bonus * t.variants.bonus_damage_per_momentum + blow.has("vicious") * hit.effects
    damage = 0 if blow.has("nonlethal") else damage
    net = net_damage(t, blow, vehicle, hit, damage)
    batter(t, vehicle, net, hit.part, blow.me)
    after_hit(t, blow, vehicle, hit)


@cites("infinity.vehicle.quality.exposed", "infinity.vehicle.locations")
def strike_inside(t: T, blow: Blow, who: Character) -> None:
    """A hit on Crew or Passengers: their own location and armour, the vehicle's cover dice, no second Reaction."""
    land(t, msgspec.structs.replace(blow, foe=who, covered=blow.kind is Action.SHOOT and "torrent" not in blow.qualities))


@cites("infinity.momentum.called_shot")
def called_part(t: T, blow: Blow, vehicle: Vehicle, part: Part) -> Part:
    """Two Momentum choose the part, after the die is seen."""
    options = tuple(dict.fromkeys((part, *parts_of(t, vehicle))))
    if within_means(t, blow.me) < 2 or len(options) < 2:
        return part
    chosen = t.choose(blow.me.seat, "called_part", options, (blow.me.id, vehicle.id, part.value))
    if chosen is not part:
        spend(t, blow.me, 2, "infinity.momentum.called_shot")
    return chosen


VEHICLE_SPENDS = {
    "bonus damage": "infinity.momentum.bonus_damage", "penetration": "infinity.momentum.penetration",
    "re-roll damage": "infinity.momentum.reroll_damage",
}  # fmt: skip


@cites("infinity.momentum.combat.table")
def spend_on(t: T, blow: Blow, vehicle: Vehicle, hit: Impact) -> None:
    """What Momentum buys against a machine: damage, penetration, a re-roll."""
    while within_means(t, blow.me) > 0:
        options = [what for what in VEHICLE_SPENDS if what != "re-roll damage" or not hit.rerolled]
        about = (blow.me.id, str(within_means(t, blow.me)), str(blow.flat + hit.total), str(hit.effects))
        what = t.choose(blow.me.seat, "spend_on_vehicle", ("done", *options), about)
        if what == "done":
            return
        spend(t, blow.me, 1, VEHICLE_SPENDS[what])
        t.say("buys", VEHICLE_SPENDS[what], who=blow.me.id, what=what, points=1)
        match what:
            case "bonus damage":
                hit.bonus += 1
            case "penetration":
                hit.penetration += 1
            case _:
                roll = t.roll(CombatDice(blow.dice.value), "damage", blow.me.seat, (blow.me.id, blow.name), blow.dice)
                hit.total, hit.effects, hit.rerolled = roll.total, roll.effects, True


@cites("infinity.vehicle.damage", "infinity.quality.armour_piercing", "infinity.quality.spread")
def net_damage(t: T, blow: Blow, vehicle: Vehicle, hit: Impact, damage: int) -> int:
    """What gets through the Soak of the part, and of further parts that a Spread strikes for half."""
    pierced = blow.has("armour piercing") * hit.effects + 2 * hit.penetration
    net = through(t, blow, vehicle, hit.part, damage, pierced)
    for _ in range(blow.has("spread") * hit.effects if damage else 0):
        part = struck_part(t, vehicle, blow.me.seat)
        net += through(t, blow, vehicle, Part.HULL if part is Part.CREW else part, damage // 2, pierced)
    return net


@cites("infinity.vehicle.locations")
def through(t: T, blow: Blow, vehicle: Vehicle, part: Part, damage: int, pierced: int) -> int:
    soak = max(0, vehicle.soak.get(part, vehicle.soak.get(Part.MOTIVE, 0)) - pierced)
    t.say("vehicle_hit", "infinity.vehicle.attacked", vehicle=vehicle.id, damage=damage, soak=soak, part=part.value)
    return max(0, damage - soak)


@cites("infinity.vehicle.quality.exposed", "infinity.quality.unsubtle", "infinity.quality.electromagnetic")
def after_hit(t: T, blow: Blow, vehicle: Vehicle, hit: Impact) -> None:
    """Noise is Heat, a pulse goes for the network, and blasts and flames reach those inside an Exposed vehicle."""
    if hit.effects and blow.has("unsubtle"):
        t.state.heat.change(hit.effects, blow.me.seat, "an unsubtle weapon", "infinity.quality.unsubtle")
        t.say("heat_gained", "infinity.quality.unsubtle", points=hit.effects, why="an unsubtle weapon", now=t.state.heat.value)
    network = network_of(t, vehicle)
    if hit.effects and blow.has("electromagnetic") and network and not network.crashed:
        pulse(t, blow, network, hit.effects)
    if (blow.has("blast") or blow.has("torrent")) and not vehicle.has(Quality.ENCLOSED):
        for who in occupants(t, vehicle):
            if who.thing is None:
                strike_inside(t, blow, who)


def pulse(t: T, blow: Blow, network: Character, effects: int) -> None:
    dice = t.roll(CombatDice(effects), "em", blow.me.seat, (blow.me.id, network.id))
    hurt(t, network, Harm.DIGITAL, dice.total - security_soak(t, network).value)


# ------------------------------------------------------------------------------------------------ Structure and Faults
@cites("infinity.vehicle.damage")
def batter(t: T, vehicle: Vehicle, net: int, part: Part, by: Character | None = None) -> None:
    """Net damage off Structure; Faults by the thresholds of Injuries."""
    if net <= 0:
        t.say("vehicle_soaks", "infinity.vehicle.damage", vehicle=vehicle.id)
        return
    if vehicle.each:
        batter_bikes(t, vehicle, net)
        return
    structure = vehicle.structure
    structure.left = max(0, structure.left - net)
    caused = int(net >= t.variants.fault_threshold) + int(structure.left == 0)
    t.say("vehicle_hurt", "infinity.vehicle.damage", vehicle=vehicle.id, damage=net, left=structure.left)
    if caused:
        fault(t, vehicle, part, caused)


@cites("infinity.npc.biker_mob")
def batter_bikes(t: T, vehicle: Vehicle, net: int) -> None:
    """The first Fault takes a bike and its rider out; what is left strikes the next one."""
    structure = vehicle.structure
    rider = next((t.state.people[id] for id in vehicle.aboard), None)
    while net > 0 and rider and not rider.incapacitated:
        enough = min(structure.left, t.variants.fault_threshold)
        if net < enough:
            structure.left -= net
            t.say("vehicle_hurt", "infinity.npc.biker_mob", vehicle=vehicle.id, damage=net, left=structure.left)
            return
        net -= enough
        structure.left = structure.full
        t.say("bike_down", "infinity.npc.biker_mob", vehicle=vehicle.id)
        lose_member(t, rider, Harm.PHYSICAL)
    if rider is None or rider.incapacitated:
        vehicle.disabled = True


@cites("infinity.vehicle.faults", "infinity.vehicle.locations")
def fault(t: T, vehicle: Vehicle, part: Part, caused: int) -> None:
    """Faults hamper, the fourth disables, the fifth wrecks; what was struck breaks besides."""
    first = not vehicle.faults
    vehicle.structure.harms += caused
    t.say("fault", "infinity.vehicle.damage", vehicle=vehicle.id, count=caused, total=vehicle.faults)
    if part is Part.WEAPON:
        break_weapon(t, vehicle)
    if part is Part.MOTIVE and t.judge("immobilised", (True, False), True, (vehicle.id,)):
        vehicle.immobile = True
        t.say("immobile", "infinity.vehicle.locations", vehicle=vehicle.id)
    if vehicle.faults >= DISABLING or (first and stops_at_once(t, vehicle)):
        disable(t, vehicle)


def break_weapon(t: T, vehicle: Vehicle) -> None:
    """One of those that still work, by chance where there are several."""
    whole = [mount for mount in vehicle.weapons.values() if not mount.destroyed]
    face = t.roll(SumPool(1, len(whole)), "mount", GM, (vehicle.id,)).total if len(whole) > 1 else 1
    whole[face - 1].destroyed = True
    t.say("weapon_broken", "infinity.vehicle.locations", vehicle=vehicle.id, weapon=whole[face - 1].kind)


@cites("infinity.vehicle.faults")
def stops_at_once(t: T, vehicle: Vehicle) -> bool:
    """Whether an NPC vehicle's first Fault is enough: by this table's rule and the game master's word, asked once a scene."""
    people = [t.state.people[id] for id in vehicle.aboard]
    if not people or any(p.hero for p in people):
        return False
    troopers = all(p.category is Category.TROOPER for p in people)
    default = {OneFault.TROOPER_CREWS: troopers, OneFault.ALL_NPCS: True, OneFault.NONE: False}[t.variants.npc_vehicle_one_fault]
    key = "Troopers" if troopers else "others"
    if key not in t.state.one_fault:
        t.state.one_fault[key] = t.judge("one_fault", (True, False), default, (vehicle.id,))
    return t.state.one_fault[key]


def disable(t: T, vehicle: Vehicle) -> None:
    if not vehicle.disabled:
        t.say("disabled", "infinity.vehicle.faults", vehicle=vehicle.id, how="wrecked" if vehicle.wrecked else "disabled")
    vehicle.disabled = True
    vehicle.grabs = {}
    for id, place in list(vehicle.aboard.items()):
        who = t.state.people[id]
        if vehicle.has(Quality.REMOTE):
            who.incapacitated = True
        elif vehicle.has(Quality.BIKE) and not who.hero and t.state.board:
            drop_out(t, vehicle, who)
        elif vehicle.eject and place is not Place.PASSENGER:
            eject(t, vehicle, who)


@cites("infinity.npc.biker_mob")
def drop_out(t: T, vehicle: Vehicle, who: Character) -> None:
    """In the chase a rider without his bike falls behind."""
    if who.category is Category.TROOPER and "motorcycle" in vehicle.kind:
        leave_seat(t, vehicle, who)
        if t.state.board and t.state.board.rider != who.id:
            who.incapacitated = True
            t.say("drops_out", "infinity.npc.biker_mob", who=who.id)


@cites("infinity.vehicle.stat.iguana_eject", "infinity.reaction.cost")
def eject(t: T, vehicle: Vehicle, who: Character) -> None:
    """As the Iguana fails its pilot may get out, for the price of a Reaction."""
    if not out(who) and can_react(t, who, who) and t.choose(who.seat, "eject", (True, False), (who.id, vehicle.id)):
        pay_reaction(t, who, "getting out", "infinity.vehicle.stat.iguana_eject")
        step_out(t, vehicle, who)


def collide(t: T, vehicle: Vehicle, damage: tuple[int, int], rule: str) -> None:
    """Damage of the road, at a rolled place; those inside are unharmed."""
    flat, dice = damage
    roll = t.roll(CombatDice(dice), "collision", GM, (vehicle.id,))
    part = struck_part(t, vehicle, GM)
    part = Part.HULL if part is Part.CREW else part
    soak = vehicle.soak.get(part, 0)
    t.say("collides", rule, vehicle=vehicle.id, damage=flat + roll.total, soak=soak, part=part.value)
    batter(t, vehicle, max(0, flat + roll.total - soak), part)


def vehicle_or_person(t: T, id: Id) -> Character:
    """Whoever or whatever is meant, as a target."""
    return figure(t, t.state.vehicles[id]) if id in t.state.vehicles else t.state.people[id]
