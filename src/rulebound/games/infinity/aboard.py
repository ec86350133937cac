"""Being in a vehicle: who sits where, who steers, and what that means for those inside and those who attack them."""

from __future__ import annotations

from rulebound.games.infinity.people import Category, Character, out
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.state import T
from rulebound.games.infinity.state_vehicles import Place, Quality, Style, Vehicle
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total

NONE = Total()
LIFT = "infinity.npc.loadlifter.grab"
ATTACKS_WITH = (Skill.RANGED_WEAPONS, Skill.CLOSE_COMBAT, Skill.HACKING, Skill.PERSUADE, Skill.COMMAND)


def vehicle_of(t: T, id: str) -> Vehicle | None:
    """What somebody sits in."""
    for vehicle in t.state.vehicles.values():
        if id in vehicle.aboard:
            return vehicle
    return None


def occupants(t: T, vehicle: Vehicle) -> list[Character]:
    """Those inside who still stand for something."""
    return [t.state.people[id] for id in vehicle.aboard if not t.state.people[id].dead and not t.state.people[id].incapacitated]


@cites("infinity.vehicle.crew_actions")
def pilot_of(t: T, vehicle: Vehicle) -> Character | None:
    """Who steers: the pilot, or else the commander at the controls."""
    for place in (Place.PILOT, Place.COMMANDER):
        for id, sits in vehicle.aboard.items():
            if sits is place and not out(t.state.people[id]):
                return t.state.people[id]
    return None


def side_of(t: T, vehicle: Vehicle) -> str | None:
    """The side of those inside; an empty vehicle is nobody's."""
    return next((p.side for p in occupants(t, vehicle)), None)


def riding(t: T, who: Character) -> bool:
    """Whether every member has a motorcycle of his own."""
    vehicle = vehicle_of(t, who.id)
    return vehicle is not None and vehicle.each


# ------------------------------------------------------------------------------------------------ those inside
@cites("infinity.vehicle.quality.enclosed")
def shut_in(t: T, who: Character) -> bool:
    """Inside an Enclosed vehicle nobody can be aimed at, nor use a weapon of his own."""
    vehicle = vehicle_of(t, who.id)
    return vehicle is not None and (vehicle.has(Quality.ENCLOSED) or vehicle.has(Quality.REMOTE))


@cites("infinity.vehicle.action.gun_engines", "infinity.vehicle.action.defensive_driving")
def driving_steps(t: T, me: Character, foe: Character) -> Total:
    """What the way vehicles are driven does to an attack out of one and on one."""
    steps = NONE
    if mine := vehicle_of(t, me.id):
        steps = steps.plus("gunned engines", 2 if mine.style is Style.GUNNED else 0, "infinity.vehicle.action.gun_engines")
        steps = steps.plus("defensive driving", int(mine.style is Style.DEFENSIVE), "infinity.vehicle.action.defensive_driving")
    theirs = t.state.vehicles.get(foe.id) or vehicle_of(t, foe.id)
    if theirs and theirs.style is Style.DEFENSIVE:
        steps = steps.plus("evading target", 1, "infinity.vehicle.action.defensive_driving")
    return steps


@cites("infinity.vehicle.stat.car", "infinity.vehicle.stat.truck", "infinity.vehicle.stat.motorcycle", "infinity.soak.cover_scope")
def shelter(t: T, who: Character) -> tuple[int, str]:
    """Cover dice of the vehicle one sits in, and what it is."""
    vehicle = vehicle_of(t, who.id)
    return (vehicle.cover, vehicle.name) if vehicle else (0, "")


@cites("infinity.vehicle.attacked", "infinity.digital.security_soak")
def vehicle_bts(t: T, who: Character) -> int:
    """A vehicle's BTS protects those inside."""
    vehicle = vehicle_of(t, who.id)
    return vehicle.bts if vehicle else 0


@cites("infinity.vehicle.quality.enclosed", "infinity.npc.loadlifter.grab")
def inside_steps(t: T, who: Character, skill: Skill) -> Total:
    """What being inside does to a test: little is seen from an Enclosed vehicle, and a TAG with a car in its claws is clumsy."""
    vehicle = vehicle_of(t, who.id)
    if vehicle is None:
        return NONE
    steps = NONE
    if skill is Skill.OBSERVATION and vehicle.has(Quality.ENCLOSED):
        steps = steps.plus("enclosed", 1, "infinity.vehicle.quality.enclosed")
    burden = any(id in t.state.vehicles and t.state.vehicles[id].kind == "car" for id in vehicle.grabs)
    return steps.plus("a car in the claws", 2 if burden else 0, LIFT)


@cites("infinity.npc.mob_in_vehicle", "infinity.npc.biker_mob", "infinity.vehicle.mobility")
def pilot_dice(t: T, vehicle: Vehicle, pilot: Character, *, rough: bool = True) -> Total:
    """Combat Manoeuvrability; one of a Mob drives, and its numbers are no help on rough ground."""
    dice = NONE.plus("Combat Manoeuvrability", vehicle.manoeuvrability, "infinity.vehicle.mobility")
    if not pilot.mob or pilot.category is not Category.TROOPER:
        return dice
    if vehicle.each:
        return dice.plus("numbers are no help", 1 - pilot.members if rough else 0, "infinity.npc.biker_mob")
    return dice.plus("one drives", 1 - pilot.members, "infinity.npc.mob_in_vehicle")


@cites("infinity.npc.mob_in_vehicle")
def at_the_wheel(t: T, who: Character, skill: Skill) -> Total:
    """In attacks out of one car the member who drives has no die."""
    vehicle = vehicle_of(t, who.id) if skill in ATTACKS_WITH and who.mob and who.category is Category.TROOPER else None
    if vehicle is None or vehicle.each or pilot_of(t, vehicle) is not who:
        return NONE
    return NONE.plus("one drives", -1, "infinity.npc.mob_in_vehicle")
