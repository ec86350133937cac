"""What befalls vehicles: where they are struck, Structure and Faults, and what a Fault breaks."""

from __future__ import annotations

from rulebound.games.infinity.aboard import occupants
from rulebound.games.infinity.people import Category, Character, Harm, out
from rulebound.games.infinity.reactions import Reaction, can_react, pay_for
from rulebound.games.infinity.squads import lose_member
from rulebound.games.infinity.state import T
from rulebound.games.infinity.state_vehicles import Part, Place, Quality, Vehicle
from rulebound.games.infinity.variants import OneFault
from rulebound.games.infinity.vehicles import leave_seat, step_out
from rulebound.kernel.citing import cites
from rulebound.kernel.d20 import CombatDice
from rulebound.kernel.dice import SumPool
from rulebound.kernel.modifiers import Total
from rulebound.kernel.seats import GM, SeatId

D20 = SumPool(1, 20)
NONE = Total()
COLUMNS: dict[str, tuple[Part, Part, Part, Part]] = {
    "enclosed": (Part.MOTIVE, Part.HULL, Part.HULL, Part.WEAPON),
    "exposed": (Part.MOTIVE, Part.HULL, Part.CREW, Part.WEAPON),
    "bike": (Part.MOTIVE, Part.HULL, Part.CREW, Part.CREW),
}
"""infinity.vehicle.hit_location: five faces of the d20 each."""
DISABLING = 4


@cites("infinity.vehicle.damage", "infinity.vehicle.jury_rig")
def fault_steps(t: T, vehicle: Vehicle) -> Total:
    """Each Fault is a step on every test to operate the vehicle, unless it was jury-rigged."""
    return NONE.plus("Faults", vehicle.structure.felt, "infinity.vehicle.damage")


# ------------------------------------------------------------------------------------------------ where it strikes
@cites("infinity.vehicle.hit_location", "infinity.vehicle.quality.bike", "infinity.vehicle.quality.enclosed",
       "infinity.vehicle.quality.exposed")  # fmt: skip
def struck_part(t: T, vehicle: Vehicle, seat: SeatId) -> Part:
    """By a d20; what is neither Enclosed nor a Bike counts as Exposed, and without weapons the Hull is hit."""
    face = t.roll(D20, "vehicle_location", seat, (vehicle.id,)).total
    shut = vehicle.has(Quality.ENCLOSED) or vehicle.has(Quality.REMOTE)
    column = "enclosed" if shut else "bike" if vehicle.has(Quality.BIKE) else "exposed"
    return there(t, vehicle, COLUMNS[column][(face - 1) // 5])


def there(t: T, vehicle: Vehicle, part: Part) -> Part:
    if part is Part.WEAPON and all(mount.destroyed for mount in vehicle.weapons.values()):
        return Part.HULL
    return Part.HULL if part is Part.CREW and not occupants(t, vehicle) else part


def parts_of(t: T, vehicle: Vehicle) -> tuple[Part, ...]:
    shut = vehicle.has(Quality.ENCLOSED) or vehicle.has(Quality.REMOTE)
    return tuple(part for part in Part if there(t, vehicle, part) is part and not (shut and part is Part.CREW))


@cites("infinity.vehicle.locations")
def soak_of(vehicle: Vehicle, part: Part) -> int:
    """A weapon without a Soak of its own has that of the motive system."""
    return vehicle.soak.get(part, vehicle.soak.get(Part.MOTIVE, 0))


def random_occupant(t: T, vehicle: Vehicle, seat: SeatId) -> Character:
    people = occupants(t, vehicle)
    face = t.roll(SumPool(1, len(people)), "occupant", seat, (vehicle.id,)).total if len(people) > 1 else 1
    return people[face - 1]


# ------------------------------------------------------------------------------------------------ Structure and Faults
@cites("infinity.vehicle.damage")
def batter(t: T, vehicle: Vehicle, net: int, part: Part) -> None:
    """Net damage off Structure; Faults by the thresholds of Injuries."""
    if net <= 0:
        t.say("vehicle_soaks", "infinity.vehicle.damage", vehicle=vehicle.id)
        return
    if vehicle.each:
        batter_bikes(t, vehicle, net)
        return
    structure = vehicle.structure
    structure.left = max(0, structure.left - net)
    caused = int(net >= t.variants.fault_threshold) + int(structure.left == 0)
    t.say("vehicle_hurt", "infinity.vehicle.damage", vehicle=vehicle.id, damage=net, left=structure.left)
    if caused:
        fault(t, vehicle, part, caused)


@cites("infinity.npc.biker_mob")
def batter_bikes(t: T, vehicle: Vehicle, net: int) -> None:
    """The first Fault takes a bike and its rider out; what is left strikes the next one."""
    structure = vehicle.structure
    rider = next((t.state.people[id] for id in vehicle.aboard), None)
    while net > 0 and rider and not rider.incapacitated:
        enough = min(structure.left, t.variants.fault_threshold)
        if net < enough:
            structure.left -= net
            t.say("vehicle_hurt", "infinity.npc.biker_mob", vehicle=vehicle.id, damage=net, left=structure.left)
            return
        net -= enough
        structure.left = structure.full
        t.say("bike_down", "infinity.npc.biker_mob", vehicle=vehicle.id)
        lose_member(t, rider, Harm.PHYSICAL)
    if rider is None or rider.incapacitated:
        vehicle.disabled = True


@cites("infinity.vehicle.faults", "infinity.vehicle.locations")
def fault(t: T, vehicle: Vehicle, part: Part, caused: int) -> None:
    """Faults hamper, the fourth disables, the fifth wrecks; what was struck breaks besides."""
    first = not vehicle.faults
    vehicle.structure.harms += caused
    t.say("fault", "infinity.vehicle.damage", vehicle=vehicle.id, count=caused, total=vehicle.faults)
    if part is Part.WEAPON:
        break_weapon(t, vehicle)
    if part is Part.MOTIVE and t.judge("immobilised", (True, False), True, (vehicle.id,)):
        vehicle.immobile = True
        t.say("immobile", "infinity.vehicle.locations", vehicle=vehicle.id)
    if vehicle.faults >= DISABLING or (first and stops_at_once(t, vehicle)):
        disable(t, vehicle)


def break_weapon(t: T, vehicle: Vehicle) -> None:
    """One of those that still work, by chance where there are several."""
    whole = [mount for mount in vehicle.weapons.values() if not mount.destroyed]
    face = t.roll(SumPool(1, len(whole)), "mount", GM, (vehicle.id,)).total if len(whole) > 1 else 1
    whole[face - 1].destroyed = True
    t.say("weapon_broken", "infinity.vehicle.locations", vehicle=vehicle.id, weapon=whole[face - 1].kind)


@cites("infinity.vehicle.faults")
def stops_at_once(t: T, vehicle: Vehicle) -> bool:
    """Whether an NPC vehicle's first Fault is enough: by this table's rule and the game master's word, asked once a scene."""
    people = [t.state.people[id] for id in vehicle.aboard]
    if not people or any(p.hero for p in people):
        return False
    troopers = all(p.category is Category.TROOPER for p in people)
    default = {OneFault.TROOPER_CREWS: troopers, OneFault.ALL_NPCS: True, OneFault.NONE: False}[t.variants.npc_vehicle_one_fault]
    key = "Troopers" if troopers else "others"
    if key not in t.state.one_fault:
        t.state.one_fault[key] = t.judge("one_fault", (True, False), default, (vehicle.id,))
    return t.state.one_fault[key]


def disable(t: T, vehicle: Vehicle) -> None:
    if not vehicle.disabled:
        t.say("disabled", "infinity.vehicle.faults", vehicle=vehicle.id, how="wrecked" if vehicle.wrecked else "disabled")
    vehicle.disabled = True
    vehicle.grabs = {}
    for id, place in list(vehicle.aboard.items()):
        who = t.state.people[id]
        if vehicle.has(Quality.REMOTE):
            who.incapacitated = True
        elif vehicle.has(Quality.BIKE) and not who.hero and t.state.board:
            drop_out(t, vehicle, who)
        elif vehicle.eject and place is not Place.PASSENGER:
            eject(t, vehicle, who)


@cites("infinity.npc.biker_mob")
def drop_out(t: T, vehicle: Vehicle, who: Character) -> None:
    """In the chase a rider without his bike falls behind."""
    if who.category is Category.TROOPER and "motorcycle" in vehicle.kind:
        leave_seat(t, vehicle, who)
        if t.state.board and t.state.board.rider != who.id:
            who.incapacitated = True
            t.say("drops_out", "infinity.npc.biker_mob", who=who.id)


@cites("infinity.vehicle.stat.iguana_eject", "infinity.reaction.cost")
def eject(t: T, vehicle: Vehicle, who: Character) -> None:
    """As the Iguana fails its pilot may get out, for the price of a Reaction."""
    if not out(who) and can_react(t, who, who) and t.choose(who.seat, "eject", (True, False), (who.id, vehicle.id)):
        pay_for(t, who, Reaction.EJECT)
        step_out(t, vehicle, who)


def collide(t: T, vehicle: Vehicle, damage: tuple[int, int], rule: str) -> None:
    """Damage of the road, at a rolled place; those inside are unharmed."""
    flat, dice = damage
    roll = t.roll(CombatDice(dice), "collision", GM, (vehicle.id,))
    part = struck_part(t, vehicle, GM)
    part = Part.HULL if part is Part.CREW else part
    soak = soak_of(vehicle, part)
    t.say("collides", rule, vehicle=vehicle.id, damage=flat + roll.total, soak=soak, part=part.value)
    batter(t, vehicle, max(0, flat + roll.total - soak), part)
