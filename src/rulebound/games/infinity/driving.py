"""The pilot's actions: driving near and far, terrain and traffic, driving defensively or for a shot, ramming, flying."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rulebound.games.infinity.aboard import ATTACKS_WITH, occupants, pilot_dice, pilot_of, side_of, vehicle_of
from rulebound.games.infinity.blows import Blow, against_prone, exploited, target_steps
from rulebound.games.infinity.controls import mine, no_driving
from rulebound.games.infinity.damage import ATTRIBUTE_FOR, bonus_dice
from rulebound.games.infinity.faults import collide, fault_steps
from rulebound.games.infinity.gunnery import defensive_fire
from rulebound.games.infinity.maps import drivable, road, steps_between
from rulebound.games.infinity.people import Character, Harm, Helping, Id, out
from rulebound.games.infinity.ranges import goes_for, meant, within_rage
from rulebound.games.infinity.reactions import Reaction
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import NONE, Outcome, Side, test
from rulebound.games.infinity.slots import acting, blind_rage, take
from rulebound.games.infinity.state import T, Terrain, pair
from rulebound.games.infinity.state_vehicles import Quality, Style, Vehicle
from rulebound.games.infinity.traffic import crossing, road_steps
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.vehicle_hits import assail, clash, figure
from rulebound.games.infinity.vehicles import relocate
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

OPEN = "open"
PLAIN = Terrain()
FLESH = (1, 2)
"""What hitting somebody costs a vehicle, besides that person's melee dice."""


# ------------------------------------------------------------------------------------------------ how far
def reachable(t: T, vehicle: Vehicle, most: int) -> list[str]:
    """Zones within so many steps that it can drive to."""
    found, edge = [vehicle.zone], [vehicle.zone]
    for _ in range(most):
        links = [link for link in t.state.map.links if drivable(t, vehicle, link)]
        edge = [z for zone in edge for link in links if zone in (link.a, link.b) for z in (link.b if link.a == zone else link.a,)]
        edge = [z for z in dict.fromkeys(edge) if z not in found]
        found += edge
    return found


@cites("infinity.vehicle.quality.agile", "infinity.vehicle.quality.ponderous", "infinity.vehicle.quality.wheeled")
def steps_allowed(vehicle: Vehicle, plain: int) -> int:
    """Medium is a zone, Long two; an Agile vehicle goes Long instead of Medium, a Ponderous one never beyond Medium."""
    if vehicle.has(Quality.PONDEROUS):
        return min(plain, 1)
    return 2 if plain == 1 and vehicle.has(Quality.AGILE) else plain


def near(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A zone within Medium; within Long for an Agile vehicle."""
    return allowed(t, mine(t), 1, Action.MOVEMENT)


def far(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A zone within Long."""
    return allowed(t, mine(t), 2, Action.GUN_ENGINES)


def allowed(t: T, vehicle: Vehicle, plain: int, action: Action) -> list[str]:
    """Where it can drive; in blind rage only nearer to the enrager."""
    me, zones = acting(t), reachable(t, vehicle, steps_allowed(vehicle, plain))
    if blind_rage(t, me, action) is None:
        return zones
    return [zone for zone in zones if any(goes_for(t, me, zone, spot) for spot in spots(t, vehicle, zone))]


def beside(t: T, by: SeatId, zone: str) -> Sequence[str]:
    """Where in that zone: open, or somebody or something to be in Reach of."""
    return spots_allowed(t, zone)


def beside_here(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Where in this zone: open, or somebody or something to be in Reach of."""
    return spots_allowed(t, mine(t).zone)


def spots(t: T, vehicle: Vehicle, zone: str) -> list[str]:
    """In the open, or within Reach of somebody or something."""
    people = [p.id for p in t.state.people.values() if p.zone == zone and p.thing is None and not p.dead and not vehicle_of(t, p.id)]
    return [OPEN, *people, *(v.id for v in t.state.vehicles.values() if v.zone == zone and v.id != vehicle.id)]


def spots_allowed(t: T, zone: str) -> list[str]:
    me, found = acting(t), spots(t, mine(t), zone)
    return [spot for spot in found if goes_for(t, me, zone, spot)] if blind_rage(t, me, Action.MOVEMENT) else found


# ------------------------------------------------------------------------------------------------ going
@cites("infinity.vehicle.movement", "infinity.vehicle.mobility")
def proceed(t: T, vehicle: Vehicle, pilot: Character, end: str, spot: str) -> bool:
    """Drive there: bad ground is a Pilot test, crossroads may be another, and what fails stops short. Whether it got there."""
    vehicle.moved = vehicle.flown = True
    path = road(t, vehicle, end) or [vehicle.zone]
    reached = over_ground(t, vehicle, pilot, path)
    if reached == end:
        reached = over_crossroads(t, vehicle, pilot, path)
    if reached != vehicle.zone or vehicle.zone == end:
        arrive_at(t, vehicle, reached, spot if reached == end else OPEN)
    defensive_fire(t, vehicle.id)
    return reached == end


def arrive_at(t: T, vehicle: Vehicle, zone: str, spot: str) -> None:
    relocate(t, vehicle, zone)
    if spot == OPEN:
        t.say("drives", "infinity.vehicle.movement", vehicle=vehicle.id, zone=zone)
    else:
        t.state.reach.append(pair(vehicle.id, spot))
        t.say("drives_up_to", "infinity.vehicle.movement", vehicle=vehicle.id, zone=zone, spot=spot)


@cites("infinity.vehicle.movement", "infinity.move.difficult_terrain", "infinity.scene2.underpass.hazard")
def over_ground(t: T, vehicle: Vehicle, pilot: Character, path: list[str]) -> str:
    """One Pilot test for the worst of the ground on the way; how far it gets."""
    zones = path if len(path) > 1 else [path[0]]
    found = [(zone_steps(t, vehicle, path, i), i) for i in range(len(zones))]
    worst = max((steps.value for steps, _ in found), default=0)
    if not worst:
        return path[-1]
    steps, place = next((steps, i) for steps, i in found if steps.value == worst)
    if steer(t, vehicle, pilot, steps).passed:
        return path[-1]
    first = next(i for steps, i in found if steps.value)
    t.say("vehicle_stopped", "infinity.move.difficult_terrain", vehicle=vehicle.id, zone=path[place])
    if (damage := terrain_of(t, vehicle, path[place]).damage) != (0, 0):
        collide(t, vehicle, damage, "infinity.scene2.underpass.hazard")
    return path[max(0, first - 1)]


def steer(t: T, vehicle: Vehicle, pilot: Character, steps: Total) -> Outcome:
    """A Pilot test to get through something; D0 and what makes it harder."""
    who = Side(
        who=pilot, skill=Skill.PILOT, steps=steps + fault_steps(t, vehicle), dice=pilot_dice(t, vehicle, pilot), system=True,
        rerolls=vehicle.has(Quality.BIKE),
    )  # fmt: skip
    return test(t, who, 0)


@cites("infinity.vehicle.quality.hover", "infinity.vehicle.quality.walker")
def terrain_of(t: T, vehicle: Vehicle, zone: str) -> Terrain:
    """The ground as this vehicle finds it: to hover is to ignore what is only difficult, to walk is to fare as people do."""
    ground = t.state.terrain.get(zone, PLAIN)
    low = t.state.map.zones[zone].height == 0
    if vehicle.has(Quality.HOVER) and low and ground.damage == (0, 0):
        return PLAIN
    return PLAIN if vehicle.has(Quality.WALKER) and ground.only == "vehicles" else ground


def zone_steps(t: T, vehicle: Vehicle, path: list[str], place: int) -> Total:
    """Steps of one zone of the way."""
    ground = terrain_of(t, vehicle, path[place])
    rule = "infinity.scene2.underpass.hazard" if ground.damage != (0, 0) else "infinity.move.difficult_terrain"
    return NONE.plus("terrain", ground.steps, rule) + road_steps(t, vehicle, path, place)


@cites("infinity.scene2.streets.crossroads")
def over_crossroads(t: T, vehicle: Vehicle, pilot: Character, path: list[str]) -> str:
    """A test at every crossroads that is entered across the flow; a collision ends the drive there."""
    for before, zone in pairwise(path):
        steps = crossing(t, vehicle, before, zone)
        if steps and not steer(t, vehicle, pilot, steps).passed:
            collide(t, vehicle, (1, 4), "infinity.scene2.streets.crossroads")
            return zone
    return path[-1]


# ------------------------------------------------------------------------------------------------ moving
def can_nudge(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_driving(t, by, Action.ADJUSTMENT):
        return refusal
    if zone_steps(t, mine(t), [mine(t).zone], 0).value:
        return Refusal("infinity.vehicle.action.adjustment", "The ground is too difficult for that.", "Take a Movement action.")
    return None


@command(rules=("infinity.vehicle.action.adjustment",), when=can_nudge, spot=beside_here)
def nudge(t: T, by: SeatId, spot: str) -> None:
    """Pilot, Free: move the vehicle within its zone; an aircraft that can hover holds its place."""
    me, vehicle = acting(t), mine(t)
    take(t, me, Action.ADJUSTMENT, at=goes_for(t, me, vehicle.zone, spot))
    proceed(t, vehicle, me, vehicle.zone, spot)
    vehicle.flown = not vehicle.has(Quality.AIRCRAFT) or vehicle.has(Quality.VTOL)


@cites("infinity.vehicle.quality.ponderous")
def can_drive(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_driving(t, by, Action.MOVEMENT):
        return refusal
    if mine(t).has(Quality.PONDEROUS):
        return Refusal("infinity.vehicle.quality.ponderous", "A Ponderous vehicle cannot.", "Gun the engines.")
    return None


@command(rules=("infinity.vehicle.action.movement", "infinity.vehicle.movement"), when=can_drive, zone=near, spot=beside)
def drive(t: T, by: SeatId, zone: str, spot: str = OPEN) -> None:
    """Pilot, Minor: drive to a point within Medium range."""
    me = acting(t)
    take(t, me, Action.MOVEMENT, at=goes_for(t, me, zone, spot))
    proceed(t, mine(t), me, zone, spot)


def can_gun(t: T, by: SeatId) -> Refusal | None:
    return no_driving(t, by, Action.GUN_ENGINES)


@command(rules=("infinity.vehicle.action.gun_engines",), when=can_gun, zone=far, spot=beside)
def gun_engines(t: T, by: SeatId, zone: str, spot: str = OPEN) -> None:
    """Pilot, Standard: drive to a point within Long range; attacks from inside are two steps harder until the vehicle's next turn."""
    me, vehicle = acting(t), mine(t)
    take(t, me, Action.GUN_ENGINES, at=goes_for(t, me, zone, spot))
    vehicle.style = Style.GUNNED
    proceed(t, vehicle, me, zone, spot)


def can_defend(t: T, by: SeatId) -> Refusal | None:
    return no_driving(t, by, Action.DEFENSIVE_DRIVING)


@command(rules=("infinity.vehicle.action.defensive_driving",), when=can_defend, zone=near, spot=beside)
def drive_defensively(t: T, by: SeatId, zone: str, spot: str = OPEN) -> None:
    """Pilot, Standard: drive within Medium; attacks on and from the vehicle are a step harder until its next turn."""
    me, vehicle = acting(t), mine(t)
    take(t, me, Action.DEFENSIVE_DRIVING, at=goes_for(t, me, zone, spot))
    vehicle.style = Style.DEFENSIVE
    proceed(t, vehicle, me, zone, spot)


def can_aim(t: T, by: SeatId) -> Refusal | None:
    return no_driving(t, by, Action.ON_TARGET)


def fellows(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody else in the vehicle whose attack you help."""
    return [p.id for p in occupants(t, mine(t)) if p.id != acting(t).id]


def beside_there(t: T, by: SeatId, ally: Id, zone: str) -> Sequence[str]:
    """Where in that zone: open, or somebody or something to be in Reach of."""
    return spots_allowed(t, zone)


@command(rules=("infinity.vehicle.action.on_target",), when=can_aim, ally=fellows, zone=near, spot=beside_there)
def on_target(t: T, by: SeatId, ally: Id, zone: str, spot: str = OPEN) -> None:
    """Pilot, Standard: drive within Medium so as to help one attack of somebody inside, with a Pilot die."""
    me = acting(t)
    take(t, me, Action.ON_TARGET, at=goes_for(t, me, zone, spot))
    if proceed(t, mine(t), me, zone, spot) and not out(me):
        task = t.choose(me.seat, "attack_helped", ATTACKS_WITH, (me.id, ally))
        me.helping = Helping(ally, task, Skill.PILOT)
        t.say("helps", "infinity.vehicle.action.on_target", who=me.id, ally=ally, skill=Skill.PILOT.value, task=task.value)


# ------------------------------------------------------------------------------------------------ ramming
@cites("infinity.vehicle.action.ramming", "infinity.vehicle.quality.agile")
def rammable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy or an enemy's vehicle within Medium."""
    me, vehicle = acting(t), mine(t)
    zones = reachable(t, vehicle, 1)
    people = [
        p.id for p in t.state.people.values()
        if p.zone in zones and p.side != me.side and p.thing is None and not out(p) and not vehicle_of(t, p.id)
    ]  # fmt: skip
    others = [v.id for v in t.state.vehicles.values() if v.zone in zones and v.id != vehicle.id and side_of(t, v) not in (None, me.side)]
    return within_rage(t, me, Action.RAM, [*people, *others])


def can_ram(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_driving(t, by, Action.RAM):
        return refusal
    return None if rammable(t, by) else Refusal("infinity.vehicle.action.ramming", "No enemy is within Medium.", "Drive closer.")


@command(rules=("infinity.vehicle.action.ramming", "infinity.vehicle.mobility"), when=can_ram, target=rammable)
def ram(t: T, by: SeatId, target: Id) -> None:
    """Pilot, Standard: drive into somebody or something within Medium, D1, or D2 from another zone; both take Impact Damage."""
    me, vehicle = acting(t), mine(t)
    take(t, me, Action.RAM, at=meant(t, me, target))
    other = t.state.vehicles.get(target)
    zone = other.zone if other else t.state.people[target].zone
    distant = zone != vehicle.zone
    if not proceed(t, vehicle, me, zone, target) or vehicle.dead:
        return
    foe = figure(t, other) if other else t.state.people[target]
    hit = ram_vehicle(t, me, vehicle, foe, other, distant) if other else ram_person(t, me, vehicle, foe, distant)
    if hit and other:
        collide(t, vehicle, (other.impact[0], other.impact[1]), "infinity.vehicle.action.ramming")
    elif hit:
        bonus = bonus_dice(t, foe.attributes[ATTRIBUTE_FOR["melee"]])
        collide(t, vehicle, (FLESH[0], FLESH[1] + bonus), "infinity.vehicle.action.ramming")


@cites("infinity.vehicle.action.ramming")
def ramming(t: T, me: Character, vehicle: Vehicle, foe: Character, distant: bool) -> Blow:
    """A melee attack with Pilot, the vehicle's own Impact Damage and no attribute's dice."""
    steps = NONE.plus("from another zone", int(distant), "infinity.vehicle.action.ramming")
    flat, dice = vehicle.impact
    return exploited(t, Blow(
        me=me, foe=foe, kind=Action.RAM, name="ramming", skill=Skill.PILOT, harm=Harm.PHYSICAL, flat=flat,
        dice=Total.of("Impact Damage", dice, "infinity.vehicle.action.ramming"), extra=pilot_dice(t, vehicle, me, rough=False),
        steps=steps + fault_steps(t, vehicle) + target_steps(t, me, foe, Action.MELEE), bonus=against_prone(t, me, foe, Action.MELEE),
        system=True,
    ))  # fmt: skip


def ram_vehicle(t: T, me: Character, vehicle: Vehicle, foe: Character, other: Vehicle, distant: bool) -> bool:
    return assail(t, ramming(t, me, vehicle, foe, distant), other)


@cites("infinity.vehicle.action.ramming")
def ram_person(t: T, me: Character, vehicle: Vehicle, foe: Character, distant: bool) -> bool:
    """Somebody on foot may Dodge or strike back at the vehicle, but not Parry."""
    return clash(t, ramming(t, me, vehicle, foe, distant), vehicle, (Reaction.DODGE, Reaction.RETALIATE))


# ------------------------------------------------------------------------------------------------ flying
FALLS = ("close", "medium", "long", "extreme")


@cites("infinity.vehicle.quality.aircraft")
def turn_ends(t: T, me: Character) -> None:
    """An aircraft in the air without a Pilot action in its turn falls to the ground."""
    vehicle = vehicle_of(t, me.id)
    if vehicle is None or not vehicle.has(Quality.AIRCRAFT) or vehicle.flown or pilot_of(t, vehicle) not in (me, None):
        return
    height = t.state.map.zones[vehicle.zone].height
    ground = ground_below(t, vehicle.zone)
    if not height or ground is None:
        return
    t.say("falls_down", "infinity.vehicle.quality.aircraft", vehicle=vehicle.id, zone=ground)
    relocate(t, vehicle, ground)
    number = min(height, len(FALLS) - 1) + 1
    collide(t, vehicle, (number, 2 * number), "infinity.vehicle.quality.aircraft")


def ground_below(t: T, zone: str) -> str | None:
    """The nearest zone at street level."""
    low = [(steps_between(t, zone, id), id) for id, found in t.state.map.zones.items() if found.height == 0]
    return min(((far, id) for far, id in low if far is not None), default=(0, None))[1]
