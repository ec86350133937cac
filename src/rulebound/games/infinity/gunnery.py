"""The gunner's and the commander's actions: mounted weapons, firing solutions, defensive fire, coordinating."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulebound.games.infinity.aboard import occupants, shut_in, side_of
from rulebound.games.infinity.blows import Blow, Mode, Qualities, against_prone, carries, exploited, exploits, qualities, target_steps
from rulebound.games.infinity.content import weapon
from rulebound.games.infinity.controls import controlled, mine, no_seat
from rulebound.games.infinity.damage import ATTRIBUTE_FOR, bonus_dice
from rulebound.games.infinity.exchange import attack, shot_reactions
from rulebound.games.infinity.faults import fault_steps
from rulebound.games.infinity.heat import pay
from rulebound.games.infinity.maps import steps_between
from rulebound.games.infinity.people import Carried, Character, Harm, Helping, Id, Stealth, out
from rulebound.games.infinity.ranges import band, band_to, meant, range_steps, within_rage
from rulebound.games.infinity.reactions import Reaction, can_react, pay_for
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import NONE
from rulebound.games.infinity.slots import acting, take
from rulebound.games.infinity.state import T, foes
from rulebound.games.infinity.state_vehicles import Mount, Place, Quality, Vehicle
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.variants import SolutionDamage
from rulebound.games.infinity.vehicle_hits import assail, figure
from rulebound.games.infinity.vehicles import crew, lifeless
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

SOLUTION = "infinity.vehicle.action.firing_solution"


# ------------------------------------------------------------------------------------------------ what can be fired
@cites("infinity.vehicle.crew_actions")
def served_by(vehicle: Vehicle, who: Character, *, ranged: bool) -> list[str]:
    """Weapons that somebody serves: a gunner his own, a commander what no gunner has."""
    place = Place.COMMANDER if vehicle.operator == who.id else vehicle.aboard.get(who.id)
    if place not in (Place.COMMANDER, Place.GUNNER):
        return []
    whole = [id for id, mount in vehicle.weapons.items() if not mount.destroyed and weapon(mount.kind).ranged is ranged]
    if place is Place.GUNNER:
        return [id for id in whole if vehicle.weapons[id].gunner in (who.id, None)]
    return [id for id in whole if vehicle.weapons[id].gunner in (who.id, None) and not taken_by_gunner(vehicle, id)]


def taken_by_gunner(vehicle: Vehicle, id: str) -> bool:
    gunners = [who for who, place in vehicle.aboard.items() if place is Place.GUNNER]
    return bool(gunners) and vehicle.weapons[id].gunner is None


def loaded(me: Character, mount: Mount) -> bool:
    """A Munition weapon needs a Reload for each shot; an NPC has them for Heat."""
    return not weapon(mount.kind).rating("munition") or mount.reloads > 0 or not me.hero


@cites("infinity.vehicle.action.shoot", "infinity.size.mounted", "infinity.quality.torrent")
def mounted_guns(t: T, by: SeatId, target: Id | None = None, *_: object) -> Sequence[str]:
    """A mounted weapon that you serve, that works, and that can fire so far."""
    me = acting(t)
    vehicle = controlled(t, me)
    found = [id for id in served_by(vehicle, me, ranged=True) if loaded(me, vehicle.weapons[id])] if vehicle else []
    if vehicle is None or target is None:
        return found
    other = t.state.vehicles.get(target) or t.state.people[target]
    return [id for id in found if carries(weapon(vehicle.weapons[id].kind), band_to(t, vehicle.zone, other.zone))]


def in_sights(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy or an enemy's vehicle in sight."""
    me = acting(t)
    return within_rage(t, me, Action.SHOOT, sighted(t, me, mine(t)))


def sighted(t: T, me: Character, vehicle: Vehicle) -> list[Id]:
    seen = [p for p in foes(t, me) if p.thing is None and p.stealth is not Stealth.HIDDEN and not shut_in(t, p)]
    people = [p.id for p in seen if steps_between(t, vehicle.zone, p.zone) is not None]
    others = [v for v in t.state.vehicles.values() if v.id != vehicle.id and side_of(t, v) not in (None, me.side) and not v.wrecked]
    return [*people, *(v.id for v in others if steps_between(t, vehicle.zone, v.zone) is not None)]


def reloads_of(t: T, by: SeatId, target: Id, gun: str) -> range:
    """Reloads for more dice: up to Burst, one with a Firing Solution; an NPC pays Heat."""
    me, vehicle = acting(t), mine(t)
    return range(most_mounted(t, me, vehicle, gun) + 1)


@cites("infinity.weapon.burst", "infinity.vehicle.action.firing_solution")
def most_mounted(t: T, me: Character, vehicle: Vehicle, gun: str) -> int:
    mount = vehicle.weapons[gun]
    kind = weapon(mount.kind)
    most = min(kind.burst, 1) if exploits(t, me) or vehicle.solution == me.id else kind.burst
    there = mount.reloads if me.hero else t.state.heat.value
    return max(0, min(most, there) - int(bool(kind.rating("munition"))))


# ------------------------------------------------------------------------------------------------ firing
@cites("infinity.vehicle.action.shoot", "infinity.vehicle.stat.iguana", "infinity.vehicle.damage")
def mounted_shot(t: T, me: Character, vehicle: Vehicle, foe: Character, gun: str, reloads: int, harder: int = 0) -> Blow:
    """A Shoot attack with a mounted weapon: base dice, the shooter's Awareness, the vehicle's place and Faults."""
    kind, found = weapon(vehicle.weapons[gun].kind), mounted_qualities(t, me, vehicle.weapons[gun].kind, reloads)
    at = msgspec.structs.replace(me, zone=vehicle.zone)
    steps = range_steps(t, at, foe, kind.range) + target_steps(t, at, foe, Action.SHOOT) + fault_steps(t, vehicle)
    steps = steps.plus("in a hurry", harder, "infinity.vehicle.action.defensive_fire")
    dice = Total.of(vehicle.weapons[gun].kind, kind.cd, "infinity.weapon.damage")
    dice = dice.plus("Awareness", bonus_dice(t, me.attributes[ATTRIBUTE_FOR["shoot"]]), "infinity.damage.bonus_table")
    dice = dice.plus("Reloads", reloads, "infinity.weapon.burst")
    blow = Blow(
        me=me, foe=foe, kind=Action.SHOOT, name=vehicle.weapons[gun].kind, skill=Skill.RANGED_WEAPONS, harm=Harm.PHYSICAL, flat=kind.flat,
        dice=dice, extra=NONE.plus("Reloads", reloads, "infinity.weapon.burst"), steps=steps, bonus=against_prone(t, at, foe, Action.SHOOT),
        qualities=found, covered="torrent" not in found, system=True,
    )  # fmt: skip
    return solved(t, blow, vehicle)


def mounted_qualities(t: T, me: Character, kind: str, reloads: int) -> Qualities:
    return qualities(t, me, Carried(kind=kind, hands=1), Mode.PRIMARY, reloads)


@cites("infinity.vehicle.action.firing_solution")
def solved(t: T, blow: Blow, vehicle: Vehicle) -> Blow:
    """A Firing Solution is worth +2d20 and +[CD]2; it does not add to Exploit Weakness."""
    if exploits(t, blow.me):
        return exploited(t, blow)
    if vehicle.solution != blow.me.id:
        return blow
    vehicle.solution = None
    extra = blow.extra.plus("Firing Solution", 2, SOLUTION)
    if t.variants.firing_solution_damage is SolutionDamage.FLAT:
        return msgspec.structs.replace(blow, extra=extra, flat=blow.flat + 2)
    return msgspec.structs.replace(blow, extra=extra, dice=blow.dice.plus("Firing Solution", 2, SOLUTION))


def open_fire(t: T, me: Character, vehicle: Vehicle, target: Id, gun: str, reloads: int, harder: int = 0) -> None:
    use_mounted_reloads(t, me, vehicle.weapons[gun], reloads)
    if target in t.state.vehicles:
        other = t.state.vehicles[target]
        assail(t, mounted_shot(t, me, vehicle, figure(t, other), gun, reloads, harder), other)
    else:
        foe = t.state.people[target]
        reactions = [r for r in shot_reactions(t, me, foe) if r is not Reaction.RETURN_FIRE or not vehicle.has(Quality.ENCLOSED)]
        attack(t, mounted_shot(t, me, vehicle, foe, gun, reloads, harder), reactions)


def use_mounted_reloads(t: T, me: Character, mount: Mount, improving: int) -> None:
    if me.hero:
        mount.reloads -= improving + int(bool(weapon(mount.kind).rating("munition")))
    elif improving:
        pay(t, me, improving, "Reloads", "infinity.heat.npc_resources")


def can_fire(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_seat(t, by, Action.SHOOT):
        return refusal
    if refusal := lifeless(t, mine(t)):
        return refusal
    if not mounted_guns(t, by):
        return Refusal("infinity.vehicle.crew_actions", "You serve no mounted weapon that can fire.", "Use a weapon of your own.")
    return None if in_sights(t, by) else Refusal("infinity.vehicle.action.shoot", "Nobody is in sight.", "Drive on.")


@command(
    rules=("infinity.vehicle.action.shoot", "infinity.vehicle.crew_actions"), when=can_fire, target=in_sights, gun=mounted_guns,
    reloads=reloads_of,
)  # fmt: skip
def fire_mounted(t: T, by: SeatId, target: Id, gun: str, reloads: int = 0) -> None:
    """Gunner, Standard: fire a weapon of the vehicle."""
    me = acting(t)
    take(t, me, Action.SHOOT, at=meant(t, me, target))
    me.turn.tool = gun
    open_fire(t, me, mine(t), target, gun, reloads)


# ------------------------------------------------------------------------------------------------ firing solutions, coordinating
def gunners(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Whose next shot it is for: your own, or as commander, or for a Reload, another gunner's."""
    me = acting(t)
    vehicle = controlled(t, me)
    if vehicle is None:
        return []
    own = [me.id] if served_by(vehicle, me, ranged=True) else []
    commander = vehicle.operator == me.id or vehicle.aboard.get(me.id) is Place.COMMANDER
    others = [Id(id) for id in crew(vehicle) if id != me.id and served_by(vehicle, t.state.people[id], ranged=True)]
    spare = any(mount.reloads for id, mount in vehicle.weapons.items() if id in served_by(vehicle, me, ranged=True))
    return [*own, *(others if commander or spare else [])]


@cites("infinity.vehicle.action.firing_solution")
def can_solve(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_seat(t, by, Action.FIRING_SOLUTION):
        return refusal
    return None if gunners(t, by) else Refusal(SOLUTION, "There is no gunner it could be for.", "Fire.")


@command(rules=("infinity.vehicle.action.firing_solution",), when=can_solve, gunner=gunners)
def firing_solution(t: T, by: SeatId, gunner: Id) -> None:
    """Gunner or commander, Standard: the next mounted shot has +2d20 and +[CD]2."""
    me, vehicle = acting(t), mine(t)
    take(t, me, Action.FIRING_SOLUTION)
    commander = vehicle.operator == me.id or vehicle.aboard.get(me.id) is Place.COMMANDER
    if gunner != me.id and not commander:
        spare = next(m for id, m in vehicle.weapons.items() if m.reloads and id in served_by(vehicle, me, ranged=True))
        spare.reloads -= 1
    vehicle.solution = gunner
    t.say("solution", SOLUTION, who=me.id, gunner=gunner)


def fellows(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody else in the vehicle."""
    return [p.id for p in occupants(t, mine(t)) if p.id != acting(t).id]


def any_skill(t: T, by: SeatId, *_: object) -> Sequence[Skill]:
    """The skill of the test that you help with."""
    return tuple(Skill)


@cites("infinity.vehicle.action.coordinate")
def can_coordinate(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_seat(t, by, Action.COORDINATE):
        return refusal
    me = acting(t)
    if mine(t).operator != me.id and mine(t).aboard.get(me.id) is not Place.COMMANDER:
        return Refusal("infinity.vehicle.action.coordinate", "Only the commander can.", "Take the commander's place.")
    return None if fellows(t, by) else Refusal("infinity.vehicle.action.coordinate", "Nobody else is in it.", "Act yourself.")


@command(rules=("infinity.vehicle.action.coordinate",), when=can_coordinate, ally=fellows, task=any_skill)
def coordinate(t: T, by: SeatId, ally: Id, task: Skill) -> None:
    """Commander, Standard: help a test of somebody else in the vehicle with a Command die."""
    me = acting(t)
    take(t, me, Action.COORDINATE)
    me.helping = Helping(ally, task, Skill.COMMAND)
    t.say("helps", "infinity.vehicle.action.coordinate", who=me.id, ally=ally, skill=Skill.COMMAND.value, task=task.value)


# ------------------------------------------------------------------------------------------------ defensive fire
@cites("infinity.vehicle.action.defensive_fire", "infinity.reaction.cost")
def defensive_fire(t: T, mover: str) -> None:
    """Gunners may fire at an enemy that has moved into or within Close of them, a step harder, as a Reaction."""
    zone = t.state.vehicles[mover].zone if mover in t.state.vehicles else t.state.people[mover].zone
    for vehicle in list(t.state.vehicles.values()):
        if vehicle.zone != zone or vehicle.id == mover or not vehicle.weapons or lifeless(t, vehicle):
            continue
        for id in crew(vehicle):
            gunner = t.state.people[id]
            if not out(gunner) and Id(mover) in sighted(t, gunner, vehicle):
                react_with_fire(t, vehicle, gunner, Id(mover))


def react_with_fire(t: T, vehicle: Vehicle, gunner: Character, mover: Id) -> None:
    ready = [id for id in served_by(vehicle, gunner, ranged=True) if loaded(gunner, vehicle.weapons[id])]
    foe = figure(t, t.state.vehicles[mover]) if mover in t.state.vehicles else t.state.people[mover]
    if not ready or not can_react(t, gunner, foe) or band(t, msgspec.structs.replace(gunner, zone=vehicle.zone), foe) != "close":
        return
    gun = t.choose(gunner.seat, "defensive_fire", ("none", *ready), (gunner.id, mover))
    if gun != "none":
        pay_for(t, gunner, Reaction.DEFENSIVE_FIRE)
        open_fire(t, gunner, vehicle, mover, gun, 0, harder=1)
