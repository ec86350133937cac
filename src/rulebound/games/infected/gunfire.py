"""Gunfire in a chase: whoever is aboard has one Action a round, at the other side's vehicle, its tires or its people."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.actions import spend_action
from rulebound.games.infected.ammo import enough_for_two, load_properly, with_room
from rulebound.games.infected.attack import Called, Strike
from rulebound.games.infected.blows import FAST, strike_at
from rulebound.games.infected.breaking import at_thing, strike_thing
from rulebound.games.infected.chase import end_chase
from rulebound.games.infected.defense import weapons_held
from rulebound.games.infected.kinds import Property
from rulebound.games.infected.people import Person
from rulebound.games.infected.pursuit import chase_of, close_pairs, in_chase, pairs, runner, sides
from rulebound.games.infected.ramming import aimed_at, has_tires, hit_vehicle
from rulebound.games.infected.reach import arms, out_of_range, unusable, weapon_of
from rulebound.games.infected.state import T
from rulebound.games.infected.strikes import ONCE, spend_attack
from rulebound.games.infected.terms import Band, Id
from rulebound.games.infected.vehicles import occupants
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

BAND_AT = {2: Band.CLOSE, 3: Band.CLOSE, 4: Band.MEDIUM, 5: Band.FAR, 6: Band.EXTREME}
"""How far off the other side is, by the marker: the book says nothing of it, so the positions are read by their names."""


# ------------------------------------------------------------------------------------------------ who, at whom, with what
def side_of(t: T, who: Person) -> Id | None:
    """The side of the chase that somebody belongs to."""
    return next((side for side in sides(chase_of(t)) if side in (who.vehicle, who.id)), None)


@cites("infected.vehicle.combat.passenger", "infected.vehicle.combat.driver", "infected.group.execute")
def free_hands(t: T, by: SeatId) -> list[Person]:
    """Passengers with an Action left; whoever drives, rides or runs only after letting that be."""
    found = []
    for side in sides(chase_of(t)):
        car = t.state.vehicles.get(side)
        aboard = occupants(t, car) if car is not None else [p for p in t.state.people.values() if p.id == side]
        drives = runner(t, side) if side not in chase_of(t).busy else None
        found += [p for p in aboard if p.up and not p.restrained and p is not drives and p.actions > 0 and by in (p.seat, GM)]
    return found


def distance(t: T, who: Person, target: str) -> Band | None:
    """To a vehicle of the other side, or to somebody of it; none where no marker lies between."""
    mine, person = side_of(t, who), t.state.people.get(target)
    theirs = side_of(t, person) if person is not None else target
    at = next((chase_of(t).markers[f"{p}>{q}"] for p, q in pairs(chase_of(t)) if {p, q} == {mine, theirs}), None)
    return None if at is None else BAND_AT[at]


def in_range(t: T, who: Person, target: str) -> list[str]:
    """Guns at hand that shoot that far."""
    at = distance(t, who, target)
    guns = [(name, *weapon_of(who, name)) for name in arms(who)] if at is not None else []
    return [
        name for name, kind, gear in guns
        if at is not None and kind.ranged and not kind.area and unusable(t, who, kind, gear) is None
        and out_of_range(t, who, kind, gear, at, thrown=False) is None
    ]  # fmt: skip


def marks(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """A vehicle of the other side, or somebody in it."""
    me = t.state.people[who]
    there = [id for pair in pairs(chase_of(t)) if side_of(t, me) in pair for id in pair if id != side_of(t, me)]
    people = [p.id for side in there for p in t.state.people.values() if side in (p.vehicle, p.id) and not p.dead]
    return [id for id in dict.fromkeys((*there, *people)) if in_range(t, me, id)]


def shooters(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours aboard with an Action left and a gun that reaches somebody."""
    return [p.id for p in free_hands(t, by) if marks(t, by, p.id)]


def guns(t: T, by: SeatId, who: Id, target: Id, *_: object) -> Sequence[str]:
    """A gun in hand that reaches them."""
    return in_range(t, t.state.people[who], target)


# ------------------------------------------------------------------------------------------------ at what of it
def tires(t: T, by: SeatId, who: Id, target: Id | None, *_: object) -> Sequence[bool]:
    """At a tire, two dice harder."""
    car = t.state.vehicles.get(target or "")
    return has_tires(car) if car is not None else (False,)


@cites("infected.maneuver.called_shot")
def calls(t: T, by: SeatId, who: Id, target: Id | None, *_: object) -> Sequence[Called]:
    """A part of somebody to aim at, or a weapon in hand."""
    foe = t.state.people.get(target or "")
    if foe is None or foe.many:
        return (Called.NONE,)
    return [part for part in Called if part is not Called.WEAPON or weapons_held(foe)]


@cites("infected.property.fast")
def second_marks(t: T, by: SeatId, who: Id, target: Id, weapon: str, *_: object) -> Sequence[Id]:
    """With a Fast weapon, what a second shot is at; both are then at -1 die."""
    kind, gear = weapon_of(t.state.people[who], weapon)
    if not kind.has(Property.FAST) or not enough_for_two(gear):
        return []
    return [mark for mark in marks(t, by, who) if weapon in guns(t, by, who, mark)]


def second_tires(t: T, by: SeatId, who: Id, target: Id, weapon: str, tire: bool, called: Called, second: Id | None) -> Sequence[bool]:
    """At a tire, two dice harder."""
    return tires(t, by, who, second)


def second_calls(
    t: T, by: SeatId, who: Id, target: Id, weapon: str, tire: bool, called: Called, second: Id | None, *_: object
) -> Sequence[Called]:
    """A part of somebody to aim the second shot at."""
    return calls(t, by, who, second)


# ------------------------------------------------------------------------------------------------ shooting
@cites("infected.vehicle.combat.passenger", "infected.vehicle.combat.driver")
def can_shoot(t: T, by: SeatId) -> Refusal | None:
    if refusal := in_chase(t, by):
        return refusal
    if shooters(t, by):
        return None
    return Refusal("infected.vehicle.combat.passenger", "Nobody of yours has an Action and a gun that reaches.", "Play on.")


@command(
    rules=(
        "infected.vehicle.combat.passenger", "infected.vehicle.combat.driver", "infected.vehicle.combat.target_vehicle",
        "infected.vehicle.combat.target_occupant", "infected.vehicle.combat.tires", "infected.guts.earn.ghost_run",
    ),
    when=can_shoot, who=shooters, target=marks, weapon=guns, tire=tires, called=calls, second=second_marks, second_tire=second_tires,
    second_called=second_calls,
)  # fmt: skip
def shoot_in_chase(
    t: T, by: SeatId, who: Id, target: Id, weapon: str, tire: bool = False, called: Called = Called.NONE, second: Id | None = None,
    second_tire: bool = False, second_called: Called = Called.NONE,
) -> None:  # fmt: skip
    """Shoot at the other side of a chase: at its vehicle, at a tire, or at somebody in it, aimed or not, twice with a Fast weapon. One
    Action a round."""
    me = t.state.people[who]
    t.state.scene.fought = True
    spend_attack(t, me, weapon_of(me, weapon)[1])
    shoot(t, me, target, weapon, tire, called, FAST if second else ONCE)
    if second and still_shoots(t, me, second, weapon):
        shoot(t, me, second, weapon, second_tire, second_called, FAST)
    close_pairs(t)
    if not chase_of(t).markers:
        end_chase(t)


def shoot(t: T, me: Person, target: Id, weapon: str, tire: bool, called: Called, extra: Total) -> None:
    kind, gear = weapon_of(me, weapon)
    car = t.state.vehicles.get(target)
    at = distance(t, me, target)
    if car is None:
        strike_at(t, Strike(who=me, target=t.state.people[target], weapon=kind, gear=gear, melee=False, at=at, called=called, extra=extra))
    else:
        strike = at_thing(me, weapon, me.zone, aimed_at(tire) + extra)
        strike.at = at
        hit_vehicle(t, me, car, strike_thing(t, strike, "attack_vehicle", target), tire=tire)


@cites("infected.property.fast")
def still_shoots(t: T, me: Person, second: Id, weapon: str) -> bool:
    """Whether the second shot of a Fast gun can still be made."""
    kind, gear = weapon_of(me, weapon)
    other = t.state.people.get(second)
    dead = other is not None and other.dead
    return me.up and not dead and unusable(t, me, kind, gear) is None


def loaders(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours aboard with an Action left and a gun to load."""
    return [p.id for p in free_hands(t, by) if to_load(t, by, p.id)]


def to_load(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """A gun in hand that is not full."""
    me = t.state.people[who]
    return [gear.id for gear in with_room(me) if gear.id in me.hands]


def can_load(t: T, by: SeatId) -> Refusal | None:
    if refusal := in_chase(t, by):
        return refusal
    if loaders(t, by):
        return None
    return Refusal("infected.vehicle.combat.passenger", "Nobody of yours has an Action and a gun to load.", "Play on.")


@command(rules=("infected.vehicle.combat.passenger", "infected.ammo.reload_table"), when=can_load, who=loaders, weapon=to_load)
def reload_in_chase(t: T, by: SeatId, who: Id, weapon: Id) -> None:
    """Reload in a chase: the motion is no hindrance, but it is your Action of the round."""
    me = t.state.people[who]
    spend_action(t, me)
    load_properly(t, me, me.gear[weapon])
