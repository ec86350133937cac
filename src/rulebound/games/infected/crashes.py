"""Crashes: what speed does to a vehicle and to those in it."""

from __future__ import annotations

from rulebound.games.infected.checks import check
from rulebound.games.infected.fighting import Blow, Source
from rulebound.games.infected.journey import Pace, Vehicle
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Attribute, Skill
from rulebound.games.infected.threat import Noise, how_loud, make_noise
from rulebound.games.infected.vehicles import damage_vehicle, get_out, limited, occupants, row_of
from rulebound.games.infected.world import table_die
from rulebound.games.infected.wounds import hurt
from rulebound.kernel.citing import cites
from rulebound.kernel.seats import SeatId

CRASHES: dict[Pace, tuple[int, int]] = {Pace.LOW: (2, 1), Pace.MEDIUM: (4, 2), Pace.HIGH: (6, 4), Pace.EXTREME: (8, 6)}
"""infected.vehicle.crash: damage to the vehicle and to each occupant."""


# ------------------------------------------------------------------------------------------------ crashes
@cites("infected.vehicle.crash", "infected.conv.ranges")
def crash(t: T, car: Vehicle, pace: Pace) -> None:
    """By speed: boxes for the vehicle, damage for everybody in it, and a noise that carries."""
    pace = limited(car, Pace.LOW if pace is Pace.STILL else pace)
    boxes, damage = CRASHES[pace]
    t.say("crashes", "infected.vehicle.crash", vehicle=car.id, pace=pace.value)
    make_noise(t, seat_for(t, car), how_loud(t, Noise.CRASH), "a crash", "infected.vehicle.crash", car.zone)
    damage_vehicle(t, car, boxes, "infected.vehicle.crash")
    car.pace = Pace.STILL
    for who in occupants(t, car):
        crash_harm(t, who, car, pace, damage)


def seat_for(t: T, car: Vehicle) -> SeatId:
    driver = t.state.people.get(car.driver) if car.driver else None
    return driver.seat if driver else SeatId("gm")


@cites("infected.vehicle.crash.restraints", "infected.vehicle.crash.ejection")
def crash_harm(t: T, who: Person, car: Vehicle, pace: Pace, damage: int) -> None:
    """Belt -2, airbag -1 once for each seat; the unbelted may be thrown out of a fast one. One wound in all."""
    rule = "infected.vehicle.crash"
    if belted(who, car):
        damage -= 2
    elif pace in (Pace.HIGH, Pace.EXTREME):
        damage += ejected(t, who, car)
    if row_of(car).airbags and who.id not in car.airbags_used and len(car.airbags_used) < row_of(car).people:
        car.airbags_used.append(who.id)
        damage -= 1
    if damage > 0:
        hurt(t, who, Blow(target=who.id, amount=damage, by="the crash", rule=rule, source=Source.CRASH))


@cites("infected.vehicle.crash.restraints")
def belted(who: Person, car: Vehicle) -> bool:
    """Seated people are, unless they lean out; on two wheels and in a bus nobody is but its driver."""
    row = row_of(car)
    return not who.leans_out and not who.unbelted and (row.belts or (row.driver_belt and car.driver == who.id))


@cites("infected.vehicle.crash.ejection")
def ejected(t: T, who: Person, car: Vehicle) -> int:
    """GRIT + Athletics, or thrown out, as is whoever is out cold: 2 damage more and d6 x 10 feet away."""
    if who.up and check(t, who, "hold_on", Attribute.GRIT, Skill.ATHLETICS).hits >= 1:
        return 0
    distance = 10 * table_die(t, "ejected", who)
    get_out(who, car)
    t.say("ejected", "infected.vehicle.crash.ejection", who=who.id, vehicle=car.id, feet=distance)
    return 2
