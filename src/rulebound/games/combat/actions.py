"""Actions with weapons: attacking people, vehicles and tires, drawing, dropping, picking up and reloading."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.combat.ap import acting, can_pay, others, spend
from rulebound.games.combat.attack import TIRE, against_vehicle, attack_score, come_out, magazine, need_usable, reaches, strike, use_up
from rulebound.games.combat.content import weapon
from rulebound.games.combat.harm import SHIELD, drop_shield, drop_weapon
from rulebound.games.combat.hold import break_in
from rulebound.games.combat.state import Fighter, Id, T, Trigger, Vehicle, audience, place_of, those
from rulebound.games.combat.variants import Ammunition
from rulebound.games.combat.wreck import keep_control, wreck
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId
from rulebound.kernel.zones import Place

PICK_UP = 2
"""Yards within which something on the ground can be taken up."""


class Tire(StrEnum):
    FRONT = "front"
    REAR = "rear"


# ------------------------------------------------------------------------------------------------ attacking
def at_hand(t: T, me: Fighter) -> list[str]:
    """What can be used now: the weapon in hand, fists, and for a passenger the vehicle's gun."""
    car = t.state.vehicles[me.vehicle] if me.vehicle else None
    gun = [car.gun] if car and car.gun and car.driver != me.id else []
    return list(dict.fromkeys([me.weapon, "fists", *gun]))


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


@command(rules=("combat.attack.range_bands", "combat.procedure.attack"), when=can_attack, target=targets, weapon_=weapons)
def attack(t: T, by: SeatId, target: Id, weapon_: str) -> None:
    """Attack somebody, or a vehicle, for 1 AP."""
    me = acting(t)
    if sets_about(t, me, target, weapon_):
        strike(t, me, target, weapon_)


def sets_about(t: T, me: Fighter, target: Id, name: str) -> bool:
    """Pay for an attack; held Actions may break in, and end it or take its target away."""
    need_usable(t, me, name)
    spend(t, me)
    break_in(t, me, Trigger.ATTACKS)
    if me.up and name not in at_hand(t, me):
        t.say("lost_it", "combat.attack.range_bands", to=audience(t, me), who=me.id, weapon=name)
        return False
    if me.up and not reaches(t, me, target, weapon(name)):
        t.say("out_of_reach", "combat.attack.range_bands", to=audience(t, me, *those(t, target)), who=me.id, target=target)
        return False
    return me.up


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
    if not sets_about(t, me, vehicle, weapon_):
        return
    come_out(t, me)
    t.say("attacks_tire", "combat.vehicle.tire_shot", who=me.id, vehicle=vehicle, weapon=weapon_, tire=tire.value)
    use_up(t, me, vehicle, weapon_)
    score = attack_score(t, me, vehicle, weapon(weapon_)).plus("tire", TIRE, "combat.vehicle.tire_shot")
    if against_vehicle(t, me, vehicle, score, 0) is None:
        t.say("misses", "combat.vehicle.tire_shot", who=me.id, target=vehicle)
    elif tire is Tire.FRONT:
        lose_front_tire(t, car)
    else:
        lose_rear_tire(t, car)


@cites("combat.vehicle.tire_front")
def lose_front_tire(t: T, car: Vehicle) -> None:
    """At speed that is a Wreck."""
    car.front_tires -= 1
    t.say("loses_tire", "combat.vehicle.tire_front", vehicle=car.id, tire=Tire.FRONT.value)
    if car.moving:
        wreck(t, car)


@cites("combat.vehicle.tire_rear")
def lose_rear_tire(t: T, car: Vehicle) -> None:
    """At speed the driver must keep control. It is no Condition."""
    car.rear_tires -= 1
    t.say("loses_tire", "combat.vehicle.tire_rear", vehicle=car.id, tire=Tire.REAR.value)
    keep_control(t, car)


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
    take_in_hand(me, weapon_)
    t.say("draws", "combat.ap.default_cost", to=audience(t, me), who=me.id, weapon=weapon_)


def take_in_hand(me: Fighter, name: str) -> None:
    """What was there before is put away."""
    if me.weapon != "fists":
        me.carried.append(me.weapon)
    me.weapon = name


@command(rules=("combat.ap.default_cost", "combat.table.armor"), when=can_pay, shield=yes_or_no("The shield, not the weapon."))
def drop(t: T, by: SeatId, shield: bool = False) -> None:
    """Drop the weapon in hand, or the shield, for 1 AP."""
    me = acting(t)
    if not (me.shield if shield else me.weapon != "fists"):
        raise refuse("combat.ap.default_cost", "There is nothing of that in your hands.")
    spend(t, me)
    (drop_shield if shield else drop_weapon)(t, me, "combat.ap.default_cost")


def lying_near(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A weapon on the ground within 2 yards, or a shield if you hold none."""
    return list(dict.fromkeys(text.split("@")[0] for text in _near(t, acting(t)).values()))


def _near(t: T, me: Fighter) -> dict[str, str]:
    found = {}
    for key, text in t.state.ground.items():
        thing, spot = text.split("@")
        x, y = spot.split(",")
        if place_of(t, me.id).distance(Place(int(x), int(y))) <= PICK_UP and not (thing == SHIELD and me.shield):
            found[key] = text
    return found


@cites("combat.defense.botch", "combat.table.armor")
def something_near(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_pay(t, by):
        return refusal
    if not lying_near(t, by):
        return Refusal("combat.defense.botch", "Nothing that you could take up lies within 2 yards.", "Move to it.")
    return None


@command(rules=("combat.defense.botch", "combat.ap.default_cost", "combat.attack.ammunition"), when=something_near, weapon_=lying_near)
def pick_up(t: T, by: SeatId, weapon_: str) -> None:
    """Take up a weapon from the ground for 1 AP; what you held is put away. A shield goes into the other hand."""
    me = acting(t)
    spend(t, me)
    key = next(key for key, text in _near(t, me).items() if text.startswith(f"{weapon_}@"))
    del t.state.ground[key]
    if weapon_ == SHIELD:
        me.shield = True
    else:
        take_in_hand(me, weapon_)
    if key in t.state.loaded:
        me.shots[weapon_] = me.shots.get(weapon_, 0) + t.state.loaded.pop(key)
    rule = "combat.table.armor" if weapon_ == SHIELD else "combat.defense.botch"
    t.say("picks_up", rule, to=audience(t, me), who=me.id, weapon=weapon_)


def guns(t: T, by: SeatId) -> Sequence[str]:
    """The weapons at hand that are not full."""
    me = acting(t)
    return [name for name in at_hand(t, me) if weapon(name).shots > magazine(t, me, name).get(name, 0)]


@cites("combat.attack.ammunition")
def can_reload(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_pay(t, by):
        return refusal
    if not guns(t, by):
        return Refusal("combat.attack.ammunition", "Nothing in hand needs to be reloaded.")
    if not loadable(t, by):
        return Refusal("combat.attack.ammunition", "No spare ammunition is left.", "Draw another weapon.")
    return None


def loadable(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A weapon at hand that is not full, with spare ammunition for it left."""
    return [name for name in guns(t, by) if to_load(t, acting(t), name)]


@cites("combat.attack.ammunition")
def to_load(t: T, me: Fighter, name: str) -> int:
    """How many shots a reload would bring: all that fit while reloads are left; where spare shots are counted, what there is."""
    room = weapon(name).shots - magazine(t, me, name).get(name, 0)
    match t.variants.ammunition:
        case Ammunition.UNLIMITED:
            return room
        case Ammunition.THREE_RELOADS:
            return room if me.reloads > 0 else 0
        case Ammunition.COUNTED:
            return min(room, me.spare.get(name, 0))


@command(rules=("combat.attack.ammunition", "combat.ap.default_cost"), when=can_reload, weapon_=loadable)
def reload(t: T, by: SeatId, weapon_: str) -> None:
    """Reload for 1 AP."""
    me = acting(t)
    shots = to_load(t, me, weapon_)
    spend(t, me)
    loaded = magazine(t, me, weapon_)
    loaded[weapon_] = loaded.get(weapon_, 0) + shots
    if t.variants.ammunition is Ammunition.THREE_RELOADS:
        me.reloads -= 1
    elif t.variants.ammunition is Ammunition.COUNTED:
        me.spare[weapon_] -= shots
    t.say("reloads", "combat.attack.ammunition", to=audience(t, me), who=me.id, weapon=weapon_, shots=loaded[weapon_])
