"""Getting into a vehicle and out of it, taking the wheel, and belts."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.actions import acting, has_move, spend_move
from rulebound.games.infected.journey import Pace, Vehicle
from rulebound.games.infected.moving import bound, hemmed_in
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import T, in_fight
from rulebound.games.infected.terms import Id
from rulebound.games.infected.vehicles import at_the_wheel, driver_of, get_out, most_aboard, occupants
from rulebound.games.infected.world import able, all_held, at_peace, held
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId


# ------------------------------------------------------------------------------------------------ in and out
def boardable(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """A vehicle in their zone that stands still, or that nobody drives, and has a seat free."""
    me = t.state.people[who]
    here = [v for v in t.state.vehicles.values() if v.zone == me.zone and slow_enough(t, v)]
    return [v.id for v in here if (most := most_aboard(v)) is None or len(occupants(t, v)) < most]


def slow_enough(t: T, car: Vehicle) -> bool:
    """To get in or out."""
    return car.pace in (Pace.STILL, Pace.LOW) or driver_of(t, car) is None


@cites("infected.action.economy")
def with_time(t: T, by: SeatId) -> Refusal | None:
    """Getting in or out takes the Move of a fight."""
    return has_move(t, by) or bound(t, acting(t), crawls=True) if in_fight(t) else at_peace(t, by)


def movers(t: T, by: SeatId) -> Sequence[Id]:
    """Whoever's turn it is; outside a fight whoever of yours is up, for the game master also people who are no survivors."""
    if in_fight(t):
        return [acting(t).id]
    return [p.id for p in t.state.people.values() if p.human and p.up and by in (p.seat, GM)]


def take_a_move(t: T, who: Person) -> None:
    if in_fight(t):
        spend_move(t, who)


def walkers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours on foot beside a vehicle with room; in a fight whoever has the turn."""
    people = [t.state.people[who] for who in movers(t, by)]
    on_foot = (p for p in people if p.human and p.vehicle is None and (in_fight(t) or held(p) is None))
    return [p.id for p in on_foot if boardable(t, by, p.id)]


def can_board(t: T, by: SeatId) -> Refusal | None:
    if refusal := with_time(t, by):
        return refusal
    if in_fight(t) and (refusal := hemmed_in(t, acting(t))):
        return refusal
    if walkers(t, by):
        return None
    return (None if in_fight(t) else all_held(t, by)) or Refusal(
        "infected.vehicle.stats", "No vehicle with room is beside you.", "Go to one."
    )


@command(
    rules=("infected.vehicle.stats", "infected.vehicle.crash.restraints"),
    when=can_board,
    who=walkers,
    vehicle=boardable,
    wheel=yes_or_no("At the wheel."),
)
def board(t: T, by: SeatId, who: Id, vehicle: Id, wheel: bool = False) -> None:
    """Get into a vehicle, at the wheel if nobody who is up has it and you want it; seated people wear belts where there are any."""
    me, car = t.state.people[who], t.state.vehicles[vehicle]
    take_a_move(t, me)
    free = driver_of(t, car) is None
    me.vehicle, me.drives, me.cover = car.id, False, None
    t.say("boards", "infected.vehicle.stats", who=who, vehicle=vehicle)
    if wheel and free:
        at_the_wheel(t, me, car)


def riders(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours in a vehicle."""
    return [who for who in able(t, by) if t.state.people[who].vehicle]


def can_leave(t: T, by: SeatId) -> Refusal | None:
    if refusal := at_peace(t, by):
        return refusal
    return None if riders(t, by) else Refusal("infected.vehicle.stats", "You sit in no vehicle.", "Board one.")


@cites("infected.vehicle.stats")
def can_get_out(t: T, by: SeatId) -> Refusal | None:
    if refusal := with_time(t, by):
        return refusal
    if passengers(t, by):
        return None
    return Refusal("infected.vehicle.stats", "You sit in no vehicle that you could get out of now.", "Board one, or have it stop.")


def passengers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours in a vehicle; in a fight whoever has the turn, if it stands or rolls slowly."""
    aboard = [who for who in movers(t, by) if t.state.people[who].vehicle]
    return [who for who in aboard if not in_fight(t) or slow_enough(t, car_of(t, who))]


@command(rules=("infected.vehicle.stats", "infected.action.economy"), when=can_get_out, who=passengers)
def leave_vehicle(t: T, by: SeatId, who: Id) -> None:
    """Get out where the vehicle is: in a fight a Move; where nothing presses it stops for that."""
    me = t.state.people[who]
    car = t.state.vehicles[me.vehicle or ""]
    take_a_move(t, me)
    if not in_fight(t):
        car.pace = Pace.STILL
    get_out(me, car)
    t.say("gets_out", "infected.vehicle.stats", who=who, vehicle=car.id)


def beside_the_driver(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours in a vehicle that nobody who is up drives; in a fight whoever has the turn."""
    aboard = [who for who in movers(t, by) if t.state.people[who].vehicle]
    return [who for who in aboard if driver_of(t, car_of(t, who)) is None and held(t.state.people[who]) is None]


@cites("infected.vehicle.stats", "infected.vehicle.combat.driver")
def can_take_wheel(t: T, by: SeatId) -> Refusal | None:
    if refusal := with_time(t, by):
        return refusal
    if beside_the_driver(t, by):
        return None
    return Refusal("infected.vehicle.combat.driver", "You sit in no vehicle whose wheel is free.", "Board one, or let them drive.")


@command(
    rules=("infected.vehicle.combat.driver", "infected.vehicle.stats", "infected.action.economy"), when=can_take_wheel,
    who=beside_the_driver,
)  # fmt: skip
def take_wheel(t: T, by: SeatId, who: Id) -> None:
    """Take the wheel from a passenger's seat, when nobody who is up has it: in a fight a Move."""
    me = t.state.people[who]
    take_a_move(t, me)
    at_the_wheel(t, me, car_of(t, who))


def car_of(t: T, who: Id) -> Vehicle:
    return t.state.vehicles[t.state.people[who].vehicle or ""]


@command(rules=("infected.vehicle.crash.restraints",), when=can_leave, who=riders, on=yes_or_no("On, or off.", first=True))
def belt(t: T, by: SeatId, who: Id, on: bool) -> None:
    """Put the belt on, or take it off to stand or lie in the back."""
    t.state.people[who].unbelted = not on
    t.say("belts", "infected.vehicle.crash.restraints", who=who, on="on" if on else "off")
