"""Vehicles: getting in and out, driving, ramming, and running people down."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.combat.ap import acting, can_pay, known_to, spend
from rulebound.games.combat.attack import Defence, beats_defence, botched_defence, come_out, defences, passive, worst
from rulebound.games.combat.content import Weapon
from rulebound.games.combat.hold import break_in
from rulebound.games.combat.places import Way, distance, roll_on, ways
from rulebound.games.combat.rolls import die, hampered, opposed, reached, seen_by, skill, tell_total
from rulebound.games.combat.state import Fighter, Hit, Id, T, Trigger, Vehicle, audience, fighter, share, those
from rulebound.games.combat.wreck import (
    YARDS_A_DIE,
    botched_wheel,
    condition,
    controls,
    crash_dice,
    driver_of,
    driving,
    leave_vehicle,
    lose_dr,
    occupants,
    wreck,
)
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.score import Side
from rulebound.kernel.seats import SeatId

FASTER, SLOWER = 30, 60
BUMPER = Weapon(dmg=0)
"""A vehicle as a pedestrian meets it: something that can be dodged and not blocked."""


# ------------------------------------------------------------------------------------------------ getting in and out
def boarding(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A vehicle within 2 yards that stands still and has a seat free."""
    me = acting(t)
    return [v.id for v in t.state.vehicles.values() if not v.moving and distance(t, me.id, v.id) <= 2 and len(occupants(t, v)) < v.seats]


@cites("combat.vehicle.driving")
def can_board(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_pay(t, by):
        return refusal
    if acting(t).vehicle:
        return Refusal("combat.vehicle.driving", "You sit in a vehicle already.")
    if acting(t).prone:
        return Refusal("combat.state.prone", "You lie on the ground.", "Stand up first.")
    if not boarding(t, by):
        return Refusal("combat.vehicle.driving", "No vehicle with a free seat stands within 2 yards.", "Move to one.")
    return None


@command(
    rules=("combat.vehicle.driving", "combat.ap.default_cost"),
    when=can_board,
    vehicle=boarding,
    wheel=yes_or_no("Behind the wheel.", first=True),
)
def get_in(t: T, by: SeatId, vehicle: Id, wheel: bool = True) -> None:
    """Get into a vehicle for 1 AP, behind the wheel if that is free and you want it."""
    me, car = acting(t), t.state.vehicles[vehicle]
    spend(t, me)
    me.vehicle, me.belted, me.cover = car.id, False, 0
    if wheel and car.driver is None:
        car.driver = me.id
    t.say("gets_in", "combat.vehicle.driving", to=audience(t, me), who=me.id, vehicle=car.id)


def seated(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_pay(t, by):
        return refusal
    return None if acting(t).vehicle else Refusal("combat.vehicle.driving", "You sit in no vehicle.", "Get into one first.")


def my_vehicle(t: T) -> Vehicle:
    inside = acting(t).vehicle
    assert inside is not None
    return t.state.vehicles[inside]


@command(rules=("combat.vehicle.driving", "combat.vehicle.wreck"), when=seated)
def get_out(t: T, by: SeatId) -> None:
    """Get out for 1 AP. Out of a moving vehicle you land as from a Wreck at its Speed."""
    me, car = acting(t), my_vehicle(t)
    spend(t, me)
    leave_vehicle(t, me, car)
    t.say("gets_out", "combat.vehicle.driving", to=audience(t, me), who=me.id, vehicle=car.id)
    if car.speed >= YARDS_A_DIE:
        me.prone = True
        dmg = crash_dice(t, share(t, car.speed, YARDS_A_DIE), me)
        t.state.hits.append(Hit(me.id, dmg, "the leap", wreck=True))


@command(rules=("combat.vehicle.driving",), when=seated, on=yes_or_no("On, or off.", first=True))
def belt(t: T, by: SeatId, on: bool) -> None:
    """Put the seat belt on or take it off, for 1 AP."""
    me, car = acting(t), my_vehicle(t)
    if on and not car.seat_belts:
        raise refuse("combat.table.vehicles", f"The {car.name} has no seat belts.")
    if me.belted == on:
        raise refuse("combat.vehicle.driving", f"Your belt is {'on' if on else 'off'} already.")
    spend(t, me)
    me.belted = on
    t.say("belts", "combat.vehicle.driving", to=audience(t, me), who=me.id, on="on" if on else "off")


# ------------------------------------------------------------------------------------------------ driving
@cites("combat.vehicle.driving")
def can_take_wheel(t: T, by: SeatId) -> Refusal | None:
    if refusal := seated(t, by):
        return refusal
    driver = driver_of(t, my_vehicle(t))
    return Refusal("combat.vehicle.driving", "Somebody drives it already.") if driver else None


@command(rules=("combat.vehicle.driving",), when=can_take_wheel)
def take_wheel(t: T, by: SeatId) -> None:
    """Take the wheel that nobody holds, for 1 AP; at speed it takes Drive 9#, or the vehicle Wrecks."""
    me, car = acting(t), my_vehicle(t)
    spend(t, me)
    car.driver = me.id
    if car.moving and not controls(t, me, car):
        wreck(t, car)
    else:
        t.say("takes_wheel", "combat.vehicle.driving", to=audience(t, me), who=me.id, vehicle=car.id)


@cites("combat.vehicle.driving")
def at_the_wheel(t: T, by: SeatId) -> Refusal | None:
    if refusal := seated(t, by):
        return refusal
    car = my_vehicle(t)
    if car.driver != acting(t).id:
        return Refusal("combat.vehicle.driving", "You are not at the wheel.", "Take it first.")
    if car.wrecked:
        return Refusal("combat.vehicle.wreck", f"The {car.name} is a wreck and goes nowhere.", "Get out.")
    return None


@cites("combat.vehicle.driving", "combat.vehicle.disabled")
def can_drive(t: T, by: SeatId) -> Refusal | None:
    if refusal := at_the_wheel(t, by):
        return refusal
    car = my_vehicle(t)
    if car.driven:
        return Refusal("combat.vehicle.driving", "You have driven this turn already.", "Once a turn is all.")
    if car.disabled and not car.moving:
        return Refusal("combat.vehicle.disabled", f"The {car.name} is disabled.", "Get out.")
    return None


def speeds(t: T, by: SeatId, *_: object) -> range:
    """The new Speed: up to 30 yards more or 60 less, within the top Speed; a disabled vehicle gains none."""
    car = my_vehicle(t)
    most = car.speed if car.disabled else min(car.top_speed, car.speed + FASTER)
    return range(max(0, car.speed - SLOWER), most + 1)


@command(rules=("combat.vehicle.driving",), when=can_drive, way=ways, to_speed=speeds)
def drive(t: T, by: SeatId, way: Way, to_speed: int) -> None:
    """Keep the wheel for 1 AP: change Speed and drive that far."""
    me, car = acting(t), my_vehicle(t)
    spend(t, me)
    break_in(t, me, Trigger.MOVES)
    if me.up and not car.wrecked:
        car.driven = True
        car.speed = to_speed
        roll_on(t, car, way)


@cites("combat.vehicle.driving")
def straight_on(t: T, car: Vehicle) -> None:
    """Without the driver's AP a vehicle goes straight on at its Speed."""
    if car.moving and not car.driven:
        roll_on(t, car, None)


# ------------------------------------------------------------------------------------------------ ramming
def rammable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Another vehicle within this turn's Speed."""
    mine = my_vehicle(t)
    return [v.id for v in t.state.vehicles.values() if v.id != mine.id and distance(t, mine.id, v.id) <= mine.speed]


@cites("combat.vehicle.ram", "combat.vehicle.driving")
def can_ram(t: T, by: SeatId) -> Refusal | None:
    if refusal := at_the_wheel(t, by):
        return refusal
    if not my_vehicle(t).moving or not rammable(t, by):
        return Refusal("combat.vehicle.ram", "No vehicle is within this turn's Speed.", "Drive closer.")
    return None


@command(rules=("combat.vehicle.ram", "combat.vehicle.ram_condition"), when=can_ram, vehicle=rammable)
def ram(t: T, by: SeatId, vehicle: Id) -> None:
    """Ram another vehicle for 1 AP: Drive(Ram) against its driver's Drive(Stunt)."""
    me, mine, theirs = acting(t), my_vehicle(t), t.state.vehicles[vehicle]
    if not comes_at(t, me, mine, vehicle):
        return
    come_out(t, me)
    t.say("rams", "combat.vehicle.ram", who=me.id, vehicle=vehicle)
    other = driver_of(t, theirs)
    if other is None or not theirs.moving:
        won, botched = ram_parked(t, me, mine)
        lose_ram(t, *((theirs, mine) if won else (mine, theirs)), botched)
        return
    come_out(t, other)
    roll = opposed(t, "ram", me, driving(t, me, mine, "ram"), other, driving(t, other, theirs, "stunt"))
    won, botches = roll.winner is Side.LEFT, {mine.id: roll.left_botched, theirs.id: roll.right_botched}
    tell_total(t, roll, me, other)
    loser, winner = (theirs, mine) if won else (mine, theirs)
    lose_ram(t, loser, winner, botches[loser.id])
    if botches[winner.id]:
        botched_wheel(t, winner)


@cites("combat.ap.hold", "combat.vehicle.driving")
def comes_at(t: T, me: Fighter, car: Vehicle, target: Id) -> bool:
    """Pay for a ram or a drive at somebody; held Actions may break in, and end it or take its target away."""
    spend(t, me)
    break_in(t, me, Trigger.ATTACKS)
    if me.up and car.moving and distance(t, car.id, target) > car.speed:
        t.say("out_of_reach", "combat.vehicle.driving", to=audience(t, me, *those(t, target)), who=me.id, target=target)
        return False
    return me.up and car.moving


def ram_parked(t: T, me: Fighter, car: Vehicle) -> tuple[bool, bool]:
    """Whether it hits, and whether the roll was a Botch. What stands or has no driver has DEF 0."""
    score = driving(t, me, car, "ram")
    roll = t.roll(die(t, score), "ram_parked", me.seat, (me.id,), score, seen_by(t, me))
    came = reached(t, roll, 0), roll.botched
    tell_total(t, roll, me)
    return came


@cites("combat.vehicle.ram_condition")
def lose_ram(t: T, loser: Vehicle, winner: Vehicle, botched: bool) -> None:
    """A loser whose DR is no higher than the winner's gets a Condition; DR is compared before anything changes."""
    if loser.dr <= winner.dr:
        condition(t, loser, control=not botched)
    else:
        t.say("shrugs_off", "combat.vehicle.ram_condition", vehicle=loser.id)
    if botched:
        botched_wheel(t, loser)


# ------------------------------------------------------------------------------------------------ pedestrians
def pedestrians(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Anybody on foot that you know of, within the vehicle's Speed."""
    me, car = acting(t), my_vehicle(t)
    known = [f for f in t.state.fighters.values() if not f.dead and f.vehicle is None and known_to(t, me.side, f)]
    return [f.id for f in known if distance(t, car.id, f.id) <= car.speed]


@cites("combat.vehicle.pedestrian_dmg")
def can_run_down(t: T, by: SeatId) -> Refusal | None:
    if refusal := at_the_wheel(t, by):
        return refusal
    if not my_vehicle(t).moving or not pedestrians(t, by):
        return Refusal("combat.vehicle.pedestrian_dmg", "Nobody on foot is within the vehicle's Speed.", "Drive closer.")
    return None


@command(rules=("combat.vehicle.pedestrian_dmg",), when=can_run_down, pedestrian=pedestrians)
def run_down(t: T, by: SeatId, pedestrian: Id) -> None:
    """Drive at somebody on foot for 1 AP: Drive(Ram) against their Dodge or Reflex; a hit does the vehicle's DR."""
    me, car, foe = acting(t), my_vehicle(t), fighter(t, pedestrian)
    if not comes_at(t, me, car, pedestrian):
        return
    surprise = me.hidden
    come_out(t, me, foe)
    t.say("drives_at", "combat.vehicle.pedestrian_dmg", who=me.id, target=foe.id, vehicle=car.id)
    if hits_pedestrian(t, me, car, foe, surprise):
        t.state.hits.append(Hit(foe.id, car.dr, me.id))
        t.say("runs_down", "combat.vehicle.pedestrian_dmg", vehicle=car.id, target=foe.id, dmg=car.dr)
        dent(t, car)
    else:
        t.say("misses", "combat.vehicle.pedestrian_dmg", who=me.id, target=foe.id)


@cites("combat.vehicle.pedestrian_dmg", "combat.defense.defenseless")
def hits_pedestrian(t: T, me: Fighter, car: Vehicle, foe: Fighter, surprise: bool) -> bool:
    score = driving(t, me, car, "ram")
    options = [d for d in defences(t, foe, BUMPER, surprise) if d is not Defence.BLOCK]
    defence = t.choose(foe.seat, "defence", options, (me.id, foe.id), default=Defence.REFLEX)
    if defence is Defence.REFLEX:
        return drive_at_reflex(t, me, car, foe, score)
    foe.ap -= 1
    guard = hampered(t, foe, skill(foe, "acrobatics"))
    roll = opposed(t, "dodge", me, score, foe, guard)
    hit = beats_defence(t, roll, 0, min(worst(guard), foe.reflex)) is not None
    driver_botched, foe_botched = roll.left_botched, roll.right_botched
    tell_total(t, roll, me, foe)
    if driver_botched:
        botched_wheel(t, car)
    if foe_botched:
        botched_defence(t, foe, Defence.DODGE)
    return hit


@cites("combat.base.versus_number")
def drive_at_reflex(t: T, me: Fighter, car: Vehicle, foe: Fighter, score: Total) -> bool:
    number = passive(foe)
    roll = t.roll(die(t, score), "run_down", me.seat, (me.id, str(number)), score, seen_by(t, me, foe))
    hit, botched = reached(t, roll, number), roll.botched
    tell_total(t, roll, me, foe)
    if botched:
        botched_wheel(t, car)
    return hit


@cites("combat.vehicle.pedestrian_wear")
def dent(t: T, car: Vehicle) -> None:
    """As many pedestrians as its DR cost a vehicle 1 DR; the count begins again. It is no Condition."""
    car.pedestrians += 1
    if car.pedestrians >= car.dr > 0:
        car.pedestrians = 0
        lose_dr(t, car, 1)
        t.say("dented", "combat.vehicle.pedestrian_wear", vehicle=car.id, dr=car.dr)
