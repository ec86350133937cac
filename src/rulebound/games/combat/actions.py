"""Actions with weapons: attacking people, vehicles and tires, drawing, dropping, picking up and reloading."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.combat.ap import acting, can_pay, others, spend
from rulebound.games.combat.attack import TIRE, against_vehicle, attack_score, come_out, magazine, reaches, strike, usable, use_up
from rulebound.games.combat.content import weapon
from rulebound.games.combat.harm import drop_weapon
from rulebound.games.combat.hold import break_in
from rulebound.games.combat.state import Fighter, Id, T, Trigger, audience
from rulebound.games.combat.variants import Ammunition
from rulebound.games.combat.wreck import keep_control, wreck
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId

PICK_UP = 2
"""Yards within which something on the ground can be taken up."""


class Tire(StrEnum):
    FRONT = "front"
    REAR = "rear"


# ------------------------------------------------------------------------------------------------ attacking
def at_hand(t: T, me: Fighter) -> list[str]:
    """What can be used now: the weapon in hand, thrown ones carried, fists, and a passenger's gun of the vehicle."""
    car = t.state.vehicles[me.vehicle] if me.vehicle else None
    gun = [car.gun] if car and car.gun and car.driver != me.id else []
    return list(dict.fromkeys([me.weapon, *(name for name in me.carried if weapon(name).thrown), "fists", *gun]))


def targets(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Anybody alive and any vehicle that you know of, within reach of something you have at hand."""
    me = acting(t)
    arms = [weapon(name) for name in at_hand(t, me)]
    vehicles = [v.id for v in t.state.vehicles.values() if v.id != me.vehicle]
    return [id for id in [*others(t, by), *vehicles] if any(reaches(t, me, id, w) for w in arms)]


def weapons(t: T, by: SeatId, target: Id) -> Sequence[str]:
    """A weapon at hand that reaches the target."""
    me = acting(t)
    return [name for name in at_hand(t, me) if reaches(t, me, target, weapon(name))]


@cites("combat.attack.range_bands", "combat.vehicle.occupants_unstable")
def can_attack(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_pay(t, by):
        return refusal
    if not targets(t, by):
        return Refusal("combat.attack.range_bands", "Nobody is within reach.", "Move closer.")
    return None


@command(rules=("combat.attack.range_bands", "combat.attack.roll", "combat.procedure.attack"), when=can_attack, target=targets, weapon_=weapons)
def attack(t: T, by: SeatId, target: Id, weapon_: str) -> None:
    """Attack somebody, or a vehicle, for 1 AP."""
    me = acting(t)
    usable(t, me, weapon_)
    spend(t, me)
    break_in(t, me, Trigger.ATTACKS)
    if me.up:
        strike(t, me, target, weapon_)


def tire_targets(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A vehicle within reach that still has tires."""
    me = acting(t)
    return [v.id for v in t.state.vehicles.values() if v.id != me.vehicle and v.front_tires + v.rear_tires and biters(t, me, v.id)]


def biters(t: T, me: Fighter, vehicle: str) -> list[str]:
    return [name for name in at_hand(t, me) if weapon(name).dmg >= 1 and reaches(t, me, vehicle, weapon(name))]


def tire_weapons(t: T, by: SeatId, vehicle: Id) -> Sequence[str]:
    """A weapon of DMG 1 or more that reaches it."""
    return biters(t, acting(t), vehicle)


def tires(t: T, by: SeatId, vehicle: Id, *_: object) -> Sequence[Tire]:
    """Front or rear, where one is left."""
    v = t.state.vehicles[vehicle]
    return [tire for tire, left in ((Tire.FRONT, v.front_tires), (Tire.REAR, v.rear_tires)) if left]


@cites("combat.vehicle.tire_shot")
def can_shoot_tire(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_pay(t, by):
        return refusal
    if not tire_targets(t, by):
        return Refusal("combat.vehicle.tire_shot", "No tire is within reach of a weapon of DMG 1 or more.", "Move closer.")
    return None


@command(rules=("combat.vehicle.tire_shot",), when=can_shoot_tire, vehicle=tire_targets, weapon_=tire_weapons, tire=tires)
def attack_tire(t: T, by: SeatId, vehicle: Id, weapon_: str, tire: Tire) -> None:
    """Attack a tire at -3 for 1 AP; the driver's Drive(Stunt) defends for free."""
    me, car = acting(t), t.state.vehicles[vehicle]
    usable(t, me, weapon_)
    spend(t, me)
    break_in(t, me, Trigger.ATTACKS)
    if not me.up:
        return
    use_up(t, me, vehicle, weapon_)
    come_out(t, me)
    score = attack_score(t, me, vehicle, weapon(weapon_)).plus("tire", TIRE, "combat.vehicle.tire_shot")
    if against_vehicle(t, me, vehicle, score, 0) is None:
        t.say("misses", "combat.vehicle.tire_shot", who=me.id, target=vehicle)
        return
    lose_tire(t, vehicle, tire)
    if car.moving:
        (wreck if tire is Tire.FRONT else keep_control)(t, car)


@cites("combat.vehicle.tire_front", "combat.vehicle.tire_rear")
def lose_tire(t: T, vehicle: str, tire: Tire) -> None:
    """Gone for good: at speed, a front one means a Wreck and a rear one a roll for control. It is no Condition."""
    car = t.state.vehicles[vehicle]
    if tire is Tire.FRONT:
        car.front_tires -= 1
    else:
        car.rear_tires -= 1
    rule = "combat.vehicle.tire_front" if tire is Tire.FRONT else "combat.vehicle.tire_rear"
    t.say("loses_tire", rule, vehicle=vehicle, tire=tire.value)


# ------------------------------------------------------------------------------------------------ things in hand
def carried(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A weapon you carry."""
    return list(dict.fromkeys(acting(t).carried))


@cites("combat.ap.default_cost")
def carries(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_pay(t, by):
        return refusal
    return None if acting(t).carried else Refusal("combat.ap.default_cost", "You carry nothing else.", "Pick something up.")


@command(rules=("combat.ap.default_cost",), when=carries, weapon_=carried)
def draw(t: T, by: SeatId, weapon_: str) -> None:
    """Take another weapon in hand for 1 AP; what you held is put away."""
    me = acting(t)
    spend(t, me)
    me.carried.remove(weapon_)
    if me.weapon != "fists":
        me.carried.append(me.weapon)
    me.weapon = weapon_
    t.say("draws", "combat.ap.default_cost", to=audience(t, me), who=me.id, weapon=weapon_)


@command(rules=("combat.ap.default_cost", "combat.table.armor"), when=can_pay)
def drop(t: T, by: SeatId, shield: bool = False) -> None:
    """Drop the weapon in hand, or the shield, for 1 AP."""
    me = acting(t)
    if not (me.shield if shield else me.weapon != "fists"):
        raise refuse("combat.ap.default_cost", "There is nothing of that in your hands.")
    spend(t, me)
    if shield:
        me.shield = False
        t.say("drops", "combat.table.armor", to=audience(t, me), who=me.id, weapon="shield")
    else:
        drop_weapon(t, me)


def lying_near(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A weapon on the ground within 2 yards."""
    return list(dict.fromkeys(text.split("@")[0] for text in _near(t, acting(t)).values()))


def _near(t: T, me: Fighter) -> dict[str, str]:
    found = {}
    for key, text in t.state.ground.items():
        x, y = text.split("@")[1].split(",")
        if me.place.distance(type(me.place)(int(x), int(y))) <= PICK_UP:
            found[key] = text
    return found


@cites("combat.defense.botch")
def something_near(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_pay(t, by):
        return refusal
    return None if lying_near(t, by) else Refusal("combat.defense.botch", "Nothing lies within 2 yards.", "Move to it.")


@command(rules=("combat.defense.botch", "combat.ap.default_cost"), when=something_near, weapon_=lying_near)
def pick_up(t: T, by: SeatId, weapon_: str) -> None:
    """Take up a weapon from the ground for 1 AP; what you held is put away."""
    me = acting(t)
    spend(t, me)
    key = next(key for key, text in _near(t, me).items() if text.startswith(f"{weapon_}@"))
    del t.state.ground[key]
    if me.weapon != "fists":
        me.carried.append(me.weapon)
    me.weapon = weapon_
    t.say("picks_up", "combat.defense.botch", to=audience(t, me), who=me.id, weapon=weapon_)


def guns(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A weapon at hand that is not full."""
    me = acting(t)
    return [name for name in at_hand(t, me) if weapon(name).shots > magazine(t, me, name).get(name, 0)]


@cites("combat.attack.ammunition")
def can_reload(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_pay(t, by):
        return refusal
    if not guns(t, by):
        return Refusal("combat.attack.ammunition", "Nothing in hand needs to be reloaded.")
    if t.variants.ammunition is not Ammunition.UNLIMITED and acting(t).reloads < 1:
        return Refusal("combat.attack.ammunition", "No spare ammunition is left.", "Draw another weapon.")
    return None


@command(rules=("combat.attack.ammunition", "combat.ap.default_cost"), when=can_reload, weapon_=guns)
def reload(t: T, by: SeatId, weapon_: str) -> None:
    """Reload for 1 AP."""
    me = acting(t)
    spend(t, me)
    magazine(t, me, weapon_)[weapon_] = weapon(weapon_).shots
    if t.variants.ammunition is not Ammunition.UNLIMITED:
        me.reloads -= 1
    t.say("reloads", "combat.attack.ammunition", to=audience(t, me), who=me.id, weapon=weapon_, reloads=me.reloads)
