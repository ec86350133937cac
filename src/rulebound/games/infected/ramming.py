"""Vehicles as weapons and targets: ramming, people in the way, driving through infected, shooting at a vehicle and out of it."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.actions import acting, has_action, held_fast, on_turn
from rulebound.games.infected.boarding import car_of
from rulebound.games.infected.breaking import at_thing, reaches, strike_thing
from rulebound.games.infected.checks import check
from rulebound.games.infected.driving import can_steer, drive_check, goes_on, steer, steerers
from rulebound.games.infected.fighting import Blow, Source
from rulebound.games.infected.journey import Vehicle
from rulebound.games.infected.people import Person
from rulebound.games.infected.reach import arms
from rulebound.games.infected.state import Phase, T, in_fight, now
from rulebound.games.infected.strikes import spend_attack
from rulebound.games.infected.terms import Attribute, Condition, Id, Kind, Skill
from rulebound.games.infected.vehicles import ComponentHit, damage_vehicle, parts_of, speed, strike_component, works
from rulebound.games.infected.world import able, half
from rulebound.games.infected.wounds import hurt
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

PEDESTRIAN_DAMAGE, RUN_OVER_DAMAGE = 4, 4
LEAST_RAM = 3
TIRE_DICE = -2
BLOWS_A_TIRE = 2


# ------------------------------------------------------------------------------------------------ ramming
@cites("infected.vehicle.ram", "infected.vehicle.example.ram_minimum", "infected.chase.complications")
def ram_damage(t: T, car: Vehicle) -> int:
    """Speed + 2, on rough ground less, never less than 3."""
    chase = t.state.world.chase
    return max(LEAST_RAM, speed(t, car).value + (chase.speed_change if chase else 0) + 2)


@cites("infected.vehicle.ram", "infected.conv.rounding")
def ram(t: T, who: Person, car: Vehicle, other: Vehicle) -> None:
    """REFLEX + Drive: 2 hits ram fully, 1 half and costs a box, 0 misses; a critical failure hurts the rammer alone."""
    rule = "infected.vehicle.ram"
    roll = drive_check(t, who, car, "ram")
    full = ram_damage(t, car)
    t.say("rams", rule, who=who.id, vehicle=other.id)
    if roll.hits >= 2:
        damage_vehicle(t, other, full, rule)
    elif roll.hits == 1:
        damage_vehicle(t, other, half(full), rule)
        damage_vehicle(t, car, 1, rule)
    elif t.judge("ram_backfires", (True, False), roll.critical, (car.id,)):
        damage_vehicle(t, car, full, rule)
    else:
        t.say("ram_misses", rule, who=who.id, vehicle=other.id)


def rammable(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """Another vehicle in the same zone."""
    mine = car_of(t, who)
    return [v.id for v in t.state.vehicles.values() if v.id != mine.id and v.zone == mine.zone]


def under_way(t: T, by: SeatId) -> list[Id]:
    """Whoever of yours steers a vehicle with its engine on."""
    return [who for who in steerers(t, by) if works(t, car_of(t, who)) and car_of(t, who).running]


def rolling(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who drives a vehicle with its engine on and another beside it."""
    return [who for who in under_way(t, by) if rammable(t, by, who)]


def can_ram(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_steer(t, by):
        return refusal
    return None if rolling(t, by) else Refusal("infected.vehicle.ram", "No vehicle to ram is in reach.", "Come closer.")


@command(rules=("infected.vehicle.ram",), when=can_ram, who=rolling, vehicle=rammable)
def ram_vehicle(t: T, by: SeatId, who: Id, vehicle: Id) -> None:
    """Ram another vehicle."""
    me, car = t.state.people[who], car_of(t, who)
    if goes_on(t, me, car):
        ram(t, me, car, t.state.vehicles[vehicle])


# ------------------------------------------------------------------------------------------------ people in the way
def pedestrians(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """Anybody on foot in the same zone."""
    car = car_of(t, who)
    return [p.id for p in in_the_way(t, car) if p.vehicle is None and not p.many]


def in_the_way(t: T, car: Vehicle) -> list[Person]:
    """Who is where it drives; the dead and those who have run from there are not."""
    return [p for p in t.state.people.values() if p.zone == car.zone and not p.dead and not p.fled]


def hunters(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who drives with the engine on, and somebody is on foot there."""
    return [who for who in under_way(t, by) if pedestrians(t, by, who)]


def can_drive_at(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_steer(t, by):
        return refusal
    if hunters(t, by):
        return None
    return Refusal("infected.vehicle.ram_pedestrian", "Nobody on foot is in your way.", "Start the engine, and look.")


@command(rules=("infected.vehicle.ram_pedestrian",), when=can_drive_at, who=hunters, target=pedestrians)
def drive_at(t: T, by: SeatId, who: Id, target: Id) -> None:
    """Drive at somebody on foot: 4 + Speed damage, half of it for 2 hits of REFLEX + Athletics, none for 3."""
    car = car_of(t, who)
    if goes_on(t, t.state.people[who], car):
        hit_pedestrian(t, car, t.state.people[target])


@cites("infected.vehicle.ram_pedestrian", "infected.conv.rounding")
def hit_pedestrian(t: T, car: Vehicle, who: Person) -> None:
    rule = "infected.vehicle.ram_pedestrian"
    damage = max(0, PEDESTRIAN_DAMAGE + speed(t, car).value)
    if can_dive(t, who):
        who.dived = now(t)
        hits = check(t, who, "dive_aside", Attribute.REFLEX, Skill.ATHLETICS, reaction=True).hits
        damage = 0 if hits >= 3 else half(damage) if hits == 2 else damage
    if damage:
        hurt(t, who, Blow(target=who.id, amount=damage, by=car.id, rule=rule, source=Source.ATTACK))
        if who.kind is Kind.INFECTED:
            damage_vehicle(t, car, 1, "infected.vehicle.run_over")
    else:
        t.say("dives_aside", rule, who=who.id)


@cites("infected.vehicle.ram_pedestrian", "infected.npc.rage")
def can_dive(t: T, who: Person) -> bool:
    """Once a round, and not Prone, held, tied up, Stunned or unaware; infected never try."""
    if who.restrained or who.stuck or any(who.has(c) for c in (Condition.PRONE, Condition.GRAPPLED, Condition.PINNED, Condition.STUNNED)):
        return False
    return who.human and who.up and who.dived != now(t) and who.awareness != "unaware"


def infected_here(t: T, car: Vehicle) -> list[Person]:
    return [p for p in in_the_way(t, car) if p.kind in (Kind.INFECTED, Kind.SWARM)]


def mowers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who drives with the engine on where infected are."""
    return [who for who in under_way(t, by) if infected_here(t, car_of(t, who))]


def can_run_over(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_steer(t, by):
        return refusal
    return None if mowers(t, by) else Refusal("infected.vehicle.run_over", "No infected are in your way.", "Start the engine, and look.")


@command(rules=("infected.vehicle.run_over",), when=can_run_over, who=mowers)
def run_over(t: T, by: SeatId, who: Id) -> None:
    """Drive through infected: REFLEX + Drive, each hit strikes one for 4 and costs the vehicle a box."""
    me, car = t.state.people[who], car_of(t, who)
    if not goes_on(t, me, car):
        return
    hits = steer(t, me, car, "run_over")
    struck = [p for p in infected_here(t, car) for _ in range(p.members)][:hits]
    for foe in struck:
        if not works(t, car):
            return
        if foe.dead:  # a Swarm is gone before all its members were struck
            continue
        hurt(t, foe, Blow(target=foe.id, amount=RUN_OVER_DAMAGE, by=car.id, rule="infected.vehicle.run_over", source=Source.ATTACK))
        damage_vehicle(t, car, 1, "infected.vehicle.run_over")
    if not struck:
        t.say("strikes_nobody", "infected.vehicle.run_over", vehicle=car.id)


# ------------------------------------------------------------------------------------------------ shooting from it
def passengers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who rides and does not drive; in a fight whoever has the turn."""
    mine = able(t, by) if not in_fight(t) else [acting(t).id] if on_turn(t, by) is None else []
    return [who for who in mine if t.state.people[who].vehicle and not t.state.people[who].drives]


@cites("infected.vehicle.combat.lean_out")
def can_lean(t: T, by: SeatId) -> Refusal | None:
    if in_fight(t) and (refusal := on_turn(t, by)):
        return refusal
    return None if passengers(t, by) else Refusal("infected.vehicle.combat.lean_out", "You ride in no vehicle.", "Board one.")


def leanings(t: T, by: SeatId, *_: object) -> Sequence[bool]:
    """Out, or back in again; in a fight it lasts until the next turn, in a chase until the next round."""
    return (True, False) if t.state.phase in (Phase.PEACE, Phase.DOWNTIME) else (True,)


@command(rules=("infected.vehicle.combat.lean_out",), when=can_lean, who=passengers, out=leanings)
def lean_out(t: T, by: SeatId, who: Id, out: bool = True) -> None:
    """Lean out: no penalty for the motion, but no cover and a die for whoever attacks you, until your next turn."""
    t.state.people[who].leans_out = out
    t.say("leans_out", "infected.vehicle.combat.lean_out", who=who, out="out" if out else "back in")


# ------------------------------------------------------------------------------------------------ shooting at it
def shot_vehicles(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A vehicle of another side, or one that nobody of yours sits in."""
    mine = acting(t).vehicle
    return [v.id for v in t.state.vehicles.values() if v.id != mine and not v.wrecked]


def guns(t: T, by: SeatId, vehicle: Id, *_: object) -> Sequence[str]:
    """A weapon at hand that reaches it."""
    who, car = acting(t), t.state.vehicles[vehicle]
    return [name for name in arms(who) if reaches(t, who, name, car.zone)]


def tires(t: T, by: SeatId, vehicle: Id, *_: object) -> Sequence[bool]:
    """At a tire, two dice harder."""
    return has_tires(t.state.vehicles[vehicle])


@cites("infected.vehicle.combat.tires")
def has_tires(car: Vehicle) -> Sequence[bool]:
    return (False, True) if ComponentHit.TIRES in parts_of(car) else (False,)


@cites("infected.vehicle.combat.target_vehicle")
def can_attack_vehicle(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by) or held_fast(acting(t)):
        return refusal
    if any(guns(t, by, vehicle) for vehicle in shot_vehicles(t, by)):
        return None
    return Refusal("infected.vehicle.combat.target_vehicle", "There is no vehicle you could attack.", "Attack somebody.")


@command(
    rules=("infected.vehicle.combat.target_vehicle", "infected.vehicle.combat.tires"), when=can_attack_vehicle, vehicle=shot_vehicles,
    weapon=guns, tire=tires,
)  # fmt: skip
def attack_vehicle(t: T, by: SeatId, vehicle: Id, weapon: str, tire: bool = False) -> None:
    """Attack a vehicle: every point of damage marks a box; a tire is two dice harder and blows at 2 damage."""
    who, car = acting(t), t.state.vehicles[vehicle]
    strike = at_thing(who, weapon, car.zone, aimed_at(tire))
    spend_attack(t, who, strike.gear)
    hit_vehicle(t, who, car, strike_thing(t, strike, "attack_vehicle", vehicle), tire=tire)


@cites("infected.vehicle.combat.tires")
def aimed_at(tire: bool) -> Total:
    return Total().plus("at a tire", TIRE_DICE if tire else 0, "infected.vehicle.combat.tires")


@cites("infected.vehicle.combat.target_vehicle", "infected.vehicle.combat.tires")
def hit_vehicle(t: T, who: Person, car: Vehicle, damage: int, *, tire: bool) -> None:
    if not damage:
        t.say("misses_vehicle", "infected.vehicle.combat.target_vehicle", who=who.id, vehicle=car.id)
    elif tire:
        if damage >= BLOWS_A_TIRE:
            strike_component(t, car, ComponentHit.TIRES)
        else:
            t.say("tire_holds", "infected.vehicle.combat.tires", vehicle=car.id)
    else:
        damage_vehicle(t, car, damage, "infected.vehicle.combat.target_vehicle")
