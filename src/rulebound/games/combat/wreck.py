"""What goes wrong with vehicles: Conditions, losing control, Wrecks, standing still for good, and fire."""

from __future__ import annotations

from rulebound.games.combat.rolls import against_difficulty, hampered, skill
from rulebound.games.combat.state import ROUNDS_A_MINUTE, Effect, Fighter, Hit, T, Vehicle, audience, halve, pair, share
from rulebound.games.combat.variants import Positions, VehicleWear, WreckDice
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Unit
from rulebound.kernel.dice import SumPool
from rulebound.kernel.modifiers import Total

CONTROL = 9
"""The Difficulty of keeping control (combat.vehicle.condition, combat.vehicle.tire_rear)."""
YARDS_A_DIE = 30
ROLLS_OUT_BELOW = 10


def occupants(t: T, vehicle: Vehicle) -> list[Fighter]:
    return [f for f in t.state.fighters.values() if f.vehicle == vehicle.id]


def driver_of(t: T, vehicle: Vehicle) -> Fighter | None:
    """Who drives it, if anybody does and is awake."""
    driver = t.state.fighters.get(vehicle.driver or "")
    return driver if driver and driver.up else None


@cites("combat.vehicle.state")
def driving(t: T, who: Fighter, vehicle: Vehicle, specialty: str) -> Total:
    """A Drive score with the vehicle's Handling and all that hampers the driver."""
    return hampered(t, who, skill(who, specialty)).plus("Handling", vehicle.handling, "combat.vehicle.state")


@cites("combat.vehicle.condition")
def condition(t: T, vehicle: Vehicle, *, by_damage: bool = False, control: bool = True) -> None:
    """-1 DR and -1 Handling, both before the roll to keep control."""
    vehicle.conditions += 1
    vehicle.handling -= 1
    lose_dr(t, vehicle, 2 if by_damage and t.variants.vehicle_wear is VehicleWear.BOTH else 1)
    t.say("condition", "combat.vehicle.condition", vehicle=vehicle.id, dr=vehicle.dr, handling=vehicle.handling)
    if control:
        keep_control(t, vehicle)


@cites("combat.vehicle.disabled", "combat.vehicle.burning")
def lose_dr(t: T, vehicle: Vehicle, points: int) -> None:
    """At 0 DR the vehicle is disabled and, with Fuel in it, burns a minute for each gallon."""
    was_disabled = vehicle.disabled
    vehicle.dr = max(0, vehicle.dr - points)
    if vehicle.disabled and not was_disabled:
        t.say("disabled", "combat.vehicle.disabled", vehicle=vehicle.id)
        if vehicle.fuel > 0:
            vehicle.burning = True
            count_fire(t, vehicle)
            t.say("burns", "combat.vehicle.burning", vehicle=vehicle.id, minutes=vehicle.fuel)


@cites("combat.vehicle.burning", "combat.base.units")
def count_fire(t: T, vehicle: Vehicle, gone: int = 0) -> None:
    """A minute for each gallon, `gone` rounds of it over already. The round in which it started counts."""
    t.state.clock.start_timer(Unit.ROUNDS, ROUNDS_A_MINUTE * vehicle.fuel - gone, vehicle.id, Effect.FIRE_ENDS)


def keep_control(t: T, vehicle: Vehicle) -> None:
    """[Drive 9#] or a Wreck. Nobody at the wheel of a moving vehicle cannot make it; one that stands needs none."""
    if not vehicle.moving:
        return
    driver = driver_of(t, vehicle)
    if driver is None or not controls(t, driver, vehicle):
        wreck(t, vehicle)


def controls(t: T, driver: Fighter, vehicle: Vehicle) -> bool:
    return against_difficulty(t, driver, "control", driving(t, driver, vehicle, "drive"), CONTROL)


@cites("combat.vehicle.botch")
def botched_wheel(t: T, vehicle: Vehicle) -> None:
    """A Botched Drive roll Wrecks the vehicle that it was rolled for, and only that."""
    if vehicle.moving:
        t.say("botched_wheel", "combat.vehicle.botch", vehicle=vehicle.id)
        wreck(t, vehicle)


@cites("combat.vehicle.wreck")
def wreck(t: T, vehicle: Vehicle) -> None:
    """A sudden stop. Occupants are hurt and thrown out; belts halve the DMG and hold."""
    speed, vehicle.speed, vehicle.wrecked = vehicle.speed, 0, True
    t.say("wreck", "combat.vehicle.wreck", vehicle=vehicle.id, speed=speed)
    inside = [who for who in occupants(t, vehicle) if not who.dead]
    dice = share(t, speed, YARDS_A_DIE)
    if speed < YARDS_A_DIE or not inside:
        return
    shared = crash_dice(t, dice, inside[0]) if t.variants.wreck_dice is WreckDice.ONE_ROLL else None
    for who in inside:
        dmg = crash_dice(t, dice, who) if shared is None else shared
        if who.belted:
            dmg = halve(t, dmg)
        else:
            thrown_out(t, who, vehicle)
        t.state.hits.append(Hit(who.id, dmg, "the Wreck", wreck=True))


def crash_dice(t: T, dice: int, who: Fighter) -> int:
    """A d6 for every 30 yards of Speed. Damage dice never explode."""
    return t.roll(SumPool(dice), "crash", who.seat, (who.id,), to=audience(t, who)).total


@cites("combat.vehicle.wreck")
def thrown_out(t: T, who: Fighter, vehicle: Vehicle) -> None:
    leave_vehicle(t, who, vehicle)
    who.prone = True
    t.say("thrown_out", "combat.vehicle.wreck", to=audience(t, who), who=who.id, vehicle=vehicle.id)


def leave_vehicle(t: T, who: Fighter, vehicle: Vehicle) -> None:
    who.vehicle, who.belted, who.place = None, False, vehicle.place
    if vehicle.driver == who.id:
        vehicle.driver = None
    if t.variants.positions is Positions.NONE:
        as_far_as(t, who, vehicle)


def as_far_as(t: T, who: Fighter, vehicle: Vehicle) -> None:
    """Without a map, whoever gets out of a vehicle is as far from everything as it is."""
    for other in (*t.state.fighters, *t.state.vehicles):
        if (key := pair(vehicle.id, other)) in t.state.distances and other != who.id:
            t.state.distances[pair(who.id, other)] = t.state.distances[key]
    t.state.distances[pair(who.id, vehicle.id)] = 0


def lose_driver(t: T, who: Fighter) -> None:
    """Whoever faints at the wheel lets go of it; what becomes of the vehicle is settled at the end of the round."""
    for vehicle in t.state.vehicles.values():
        if vehicle.driver == who.id:
            vehicle.driver = None
            t.say("lets_go", "combat.hp.unconscious", to=audience(t, who), who=who.id, vehicle=vehicle.id)


@cites("combat.vehicle.driving")
def without_driver(t: T, vehicle: Vehicle) -> None:
    """A moving vehicle with nobody awake at the wheel at the end of a round: an occupant takes it and makes Drive 9#, or it Wrecks."""
    if not vehicle.moving or driver_of(t, vehicle):
        return
    for who in occupants(t, vehicle):
        if who.up and who.ap > 0 and t.choose(who.seat, "take_wheel", (True, False), (who.id, vehicle.id)):
            who.ap -= 1
            vehicle.driver = who.id
            if controls(t, who, vehicle):
                t.say("takes_wheel", "combat.vehicle.driving", to=audience(t, who), who=who.id, vehicle=vehicle.id)
            else:
                wreck(t, vehicle)
            return
    wreck(t, vehicle)


@cites("combat.vehicle.burning")
def fire(t: T) -> list[tuple[Fighter, Vehicle]]:
    """Everybody who sits in a burning vehicle now."""
    return [(who, vehicle) for vehicle in t.state.vehicles.values() if vehicle.burning for who in occupants(t, vehicle)]


@cites("combat.vehicle.disabled")
def roll_out(t: T, vehicle: Vehicle) -> None:
    """A disabled vehicle that still moves loses half its Speed every round and stands once that is below 10."""
    if vehicle.disabled and vehicle.moving:
        vehicle.speed = halve(t, vehicle.speed)
        if vehicle.speed < ROLLS_OUT_BELOW:
            vehicle.speed = 0
        t.say("rolls_out", "combat.vehicle.disabled", vehicle=vehicle.id, speed=vehicle.speed)
