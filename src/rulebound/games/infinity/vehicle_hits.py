"""Attacks on vehicles: evading, what Momentum buys against a machine, and what comes through to it and those inside."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulebound.games.infinity.aboard import occupants, pilot_dice, pilot_of, shut_in, side_of
from rulebound.games.infinity.blows import Blow, in_hand, strike
from rulebound.games.infinity.damage import Thrown, hurt, throw_again, thrown
from rulebound.games.infinity.exchange import choose_reaction, defence, given_away, side
from rulebound.games.infinity.faults import batter, fault_steps, parts_of, random_occupant, soak_of, struck_part
from rulebound.games.infinity.hits import effects_of, land, recoil, strike_another, strike_beside
from rulebound.games.infinity.momentum import spend, within_means
from rulebound.games.infinity.people import Category, Character, Harm, Stress
from rulebound.games.infinity.reactions import Reaction, can_react, pay_for
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import Side, face_to_face, test
from rulebound.games.infinity.soak import security_soak
from rulebound.games.infinity.spending import Landing
from rulebound.games.infinity.state import T
from rulebound.games.infinity.state_vehicles import Part, Quality, Vehicle
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.vehicles import network_of, stalled
from rulebound.kernel.citing import cites
from rulebound.kernel.d20 import CombatDice
from rulebound.kernel.seats import GM


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
    if pilot is None or against_melee or stalled(t, vehicle) or not can_react(t, pilot, blow.me):
        return None
    if not t.choose(pilot.seat, "evade", (False, True), (blow.me.id, vehicle.id, blow.name, pilot.id)):
        return None
    pay_for(t, pilot, Reaction.EVASIVE)
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


# ------------------------------------------------------------------------------------------------ damage
class Impact(msgspec.Struct):
    """A hit on a vehicle while its Momentum is being spent."""

    dice: Thrown
    part: Part
    bonus: int = 0
    penetration: int = 0
    rerolled: bool = False
    others: list[Character] = []


@cites("infinity.vehicle.attacked", "infinity.vehicle.action.ramming", "infinity.quality.nonlethal")
def land_on(t: T, blow: Blow, vehicle: Vehicle) -> None:
    """Location, damage dice, Momentum, Soak of the part, Structure; a hit on those inside is one on that person, but for ramming."""
    part = struck_part(t, vehicle, blow.me.seat)
    part = Part.HULL if part is Part.CREW and blow.kind is Action.RAM else called_part(t, blow, vehicle, part)
    if part is Part.CREW:
        strike_inside(t, blow, random_occupant(t, vehicle, blow.me.seat))
        return
    roll = t.roll(CombatDice(blow.dice.value), "damage", blow.me.seat, (blow.me.id, blow.name), blow.dice)
    hit = Impact(thrown(blow.dice.value, roll), part)
    spend_on(t, blow, hit, vehicle)
    damage = 0 if blow.has("nonlethal") else plain_damage(t, blow, hit)
    net = net_damage(t, blow, vehicle, hit, damage)
    batter(t, vehicle, net, hit.part)
    for other in hit.others:
        strike_another(t, blow, inside(hit), other, damage)
    if hit.dice.effects:
        recoil(t, blow, hit.dice.effects)
    pulse(t, blow, vehicle, effects_of(blow, hit.dice))


@cites("infinity.vehicle.quality.exposed", "infinity.vehicle.locations")
def strike_inside(t: T, blow: Blow, who: Character) -> None:
    """A hit on Crew or Passengers: their own location and armour, the vehicle's cover dice, no second Reaction."""
    land(t, msgspec.structs.replace(covered_by_vehicle(blow), foe=who))


def covered_by_vehicle(blow: Blow) -> Blow:
    return msgspec.structs.replace(blow, covered=blow.kind is Action.SHOOT and "torrent" not in blow.qualities)


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
    "re-roll damage": "infinity.momentum.reroll_damage", "another target": "infinity.quality.blast",
}  # fmt: skip


@cites("infinity.momentum.combat.table")
def spend_on(t: T, blow: Blow, hit: Impact, vehicle: Vehicle | None = None) -> None:
    """What Momentum buys against a machine: damage, penetration, a re-roll, and with a Blast those in an Exposed vehicle."""
    while within_means(t, blow.me) > 0:
        within = not_yet_struck(t, blow, hit, vehicle)
        barred = {"bonus damage": blow.has("nonlethal"), "re-roll damage": hit.rerolled, "another target": not within}
        options = [what for what in VEHICLE_SPENDS if not barred.get(what)]
        about = (blow.me.id, str(within_means(t, blow.me)), str(blow.flat + hit.dice.total), str(hit.dice.effects))
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
            case "another target":
                hit.others.append(within[0])
            case _:
                hit.dice, hit.rerolled = throw_again(t, blow.me.seat, "damage", (blow.me.id, blow.name), hit.dice), True


@cites("infinity.vehicle.quality.exposed", "infinity.quality.blast", "infinity.quality.torrent")
def not_yet_struck(t: T, blow: Blow, hit: Impact, vehicle: Vehicle | None) -> list[Character]:
    """Those inside an Exposed vehicle are targets of their own for a Blast or a Torrent."""
    if vehicle is None or not (blow.has("blast") or blow.has("torrent")):
        return []
    return [p for p in occupants(t, vehicle) if p not in hit.others and not shut_in(t, p)]


def inside(hit: Impact) -> Landing:
    """The same hit as it strikes somebody inside."""
    return Landing(hit.dice, None, bonus=hit.bonus, penetration=hit.penetration)


@cites("infinity.quality.vicious", "infinity.momentum.bonus_damage")
def plain_damage(t: T, blow: Blow, hit: Impact) -> int:
    """Rating, dice, bought points, and Vicious for every Effect."""
    return blow.flat + hit.dice.total + hit.bonus * t.variants.bonus_damage_per_momentum + blow.has("vicious") * hit.dice.effects


@cites("infinity.quality.armour_piercing", "infinity.momentum.penetration")
def pierced_by(blow: Blow, hit: Impact) -> int:
    """Soak that does not count."""
    return blow.has("armour piercing") * hit.dice.effects + 2 * hit.penetration


@cites("infinity.vehicle.damage", "infinity.quality.spread", "infinity.vehicle.locations")
def net_damage(t: T, blow: Blow, vehicle: Vehicle, hit: Impact, damage: int) -> int:
    """What gets through the Soak of the part, and of further parts that a Spread strikes for half."""
    pierced = pierced_by(blow, hit)
    net = through(t, blow, vehicle, hit.part, damage, pierced)
    for _ in range(blow.has("spread") * hit.dice.effects if damage else 0):
        part = struck_part(t, vehicle, blow.me.seat)
        if part is Part.CREW:
            strike_beside(t, covered_by_vehicle(blow), inside(hit), random_occupant(t, vehicle, blow.me.seat), damage // 2)
        else:
            net += through(t, blow, vehicle, part, damage // 2, pierced)
    return net


@cites("infinity.vehicle.locations")
def through(t: T, blow: Blow, vehicle: Vehicle, part: Part, damage: int, pierced: int) -> int:
    soak = max(0, soak_of(vehicle, part) - pierced)
    t.say("vehicle_hit", "infinity.vehicle.attacked", vehicle=vehicle.id, damage=damage, soak=soak, part=part.value)
    return max(0, damage - soak)


@cites("infinity.quality.electromagnetic")
def pulse(t: T, blow: Blow, vehicle: Vehicle, effects: int) -> None:
    """An electromagnetic pulse goes for the network."""
    network = network_of(t, vehicle)
    if effects and blow.has("electromagnetic") and network and not network.crashed:
        dice = t.roll(CombatDice(effects), "em", blow.me.seat, (blow.me.id, network.id))
        hurt(t, network, Harm.DIGITAL, dice.total - security_soak(t, network).value)
