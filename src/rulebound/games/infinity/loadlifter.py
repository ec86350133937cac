"""The Industrial Loadlifter: grabbing, letting go, breaking free, throwing what it holds, and jumping."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.aboard import occupants, pilot_dice
from rulebound.games.infinity.blows import Blow, Mode, against_prone, exploited, qualities, target_steps
from rulebound.games.infinity.content import weapon
from rulebound.games.infinity.controls import mine, no_driving, no_seat
from rulebound.games.infinity.damage import ATTRIBUTE_FOR, bonus_dice
from rulebound.games.infinity.exchange import attack, shot_reactions
from rulebound.games.infinity.falling import take_fall
from rulebound.games.infinity.faults import collide, fault_steps
from rulebound.games.infinity.gunnery import sighted
from rulebound.games.infinity.heat import pay
from rulebound.games.infinity.momentum import spend, within_means
from rulebound.games.infinity.people import Carried, Character, Harm, Id
from rulebound.games.infinity.ranges import meant, range_steps, within_rage
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import NONE, Side, test
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import T, pair
from rulebound.games.infinity.state_vehicles import Vehicle
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.vehicle_hits import assail, figure
from rulebound.games.infinity.vehicles import held_by, lifeless, relocate
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

GRAB, THROW = "infinity.npc.loadlifter.grab", "infinity.npc.loadlifter.throw"
CLAWS = "loader claws"
THROWN = {"motorcycle": "thrown motorcycle", "car": "thrown car"}
MEDIUM_FALL = 1


# ------------------------------------------------------------------------------------------------ grabbing
@cites("infinity.npc.loadlifter.grab")
def may_grab(t: T, me: Character, vehicle: Vehicle, target: Id, arm: str) -> None:
    """After a hit with the claws Momentum holds the target fast; as much as was spent is needed to get free."""
    most = within_means(t, me)
    if arm != CLAWS or most < 1 or target in vehicle.grabs:
        return
    points = t.number(me.seat, "grab", 0, min(most, 5), (me.id, target))
    if points:
        spend(t, me, points, GRAB)
        vehicle.grabs[target] = points
        if pair(vehicle.id, target) not in t.state.reach:
            t.state.reach.append(pair(vehicle.id, target))
        t.say("grabs", GRAB, vehicle=vehicle.id, target=target, points=points)


def held(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Whom or what the claws hold."""
    return [Id(id) for id in mine(t).grabs]


@cites("infinity.npc.loadlifter.grab")
def can_release(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_seat(t, by, Action.SIMPLE_TASK):
        return refusal
    return None if mine(t).grabs else Refusal(GRAB, "The claws hold nothing.", "Grab something.")


@command(rules=("infinity.npc.loadlifter.grab",), when=can_release, target=held)
def release(t: T, by: SeatId, target: Id) -> None:
    """Free: let go of what the claws hold."""
    take(t, acting(t), Action.SIMPLE_TASK)
    del mine(t).grabs[target]
    t.say("releases", GRAB, vehicle=mine(t).id, target=target)


@cites("infinity.npc.loadlifter.grab")
def can_break_free(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    if not held_by(t, acting(t).id):
        return Refusal(GRAB, f"Nothing holds {acting(t).name}.", "Just move.")
    return no_room(t, acting(t), Action.MOVEMENT)


@command(rules=("infinity.npc.loadlifter.grab",), when=can_break_free)
def break_free(t: T, by: SeatId) -> None:
    """Minor: get out of a TAG's claws, Athletics against the Momentum that was spent."""
    me = acting(t)
    take(t, me, Action.MOVEMENT)
    tag = held_by(t, me.id)
    assert tag is not None
    if test(t, Side(who=me, skill=Skill.ATHLETICS), tag.grabs[me.id]).passed:
        del tag.grabs[me.id]
        t.state.reach.remove(pair(tag.id, me.id))
        t.say("breaks_free", GRAB, who=me.id, vehicle=tag.id)


# ------------------------------------------------------------------------------------------------ throwing
def throwable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A car or a motorcycle in the claws."""
    return [Id(id) for id in mine(t).grabs if id in t.state.vehicles and t.state.vehicles[id].kind in THROWN]


def thrown_at(t: T, by: SeatId, missile: Id) -> Sequence[Id]:
    """An enemy or an enemy's vehicle in sight."""
    ids = [id for id in sighted(t, acting(t), mine(t)) if id != missile and id not in t.state.vehicles[missile].aboard]
    return within_rage(t, acting(t), Action.SHOOT, ids)


@cites("infinity.npc.loadlifter.throw")
def can_throw(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_seat(t, by, Action.SHOOT):
        return refusal
    if refusal := lifeless(t, mine(t)):
        return refusal
    if not throwable(t, by):
        return Refusal(THROW, "The claws hold neither a car nor a motorcycle.", "Grab one.")
    if not acting(t).hero and not t.state.heat.value:
        return Refusal(THROW, "It costs 1 Heat.", "Let go of it.")
    return None if any(thrown_at(t, by, id) for id in throwable(t, by)) else Refusal(THROW, "Nobody is in sight.", "Hold it.")


@command(rules=("infinity.npc.loadlifter.throw",), when=can_throw, missile=throwable, target=thrown_at)
def throw_vehicle(t: T, by: SeatId, missile: Id, target: Id) -> None:
    """Standard and 1 Heat: throw a car or a motorcycle that the claws hold."""
    me, tag, thrown = acting(t), mine(t), t.state.vehicles[missile]
    take(t, me, Action.SHOOT, at=meant(t, me, target))
    pay(t, me, 1, "throwing a vehicle", THROW)
    other = t.state.vehicles.get(target)
    foe = figure(t, other) if other else t.state.people[target]
    blow = hurled(t, me, tag, foe, THROWN[thrown.kind])
    t.say("throws", THROW, vehicle=tag.id, target=missile)
    if other:
        assail(t, blow, other)
    else:
        attack(t, blow, shot_reactions(t, me, foe)[:1])
    tag.grabs.pop(missile, None)
    crash_down(t, thrown, foe.zone)


@cites("infinity.npc.loadlifter.throw", "infinity.size.mounted")
def hurled(t: T, me: Character, tag: Vehicle, foe: Character, kind: str) -> Blow:
    """A Shoot attack by the thrown thing's profile, with the commander's Awareness."""
    profile, found = weapon(kind), qualities(t, me, Carried(kind=kind, hands=1), Mode.PRIMARY, 0)
    dice = Total.of(kind, profile.cd, THROW)
    dice = dice.plus("Awareness", bonus_dice(t, me.attributes[ATTRIBUTE_FOR["shoot"]]), "infinity.damage.bonus_table")
    steps = range_steps(t, me, foe, profile.range) + target_steps(t, me, foe, Action.SHOOT) + fault_steps(t, tag)
    return exploited(t, Blow(
        me=me, foe=foe, kind=Action.SHOOT, name=kind, skill=Skill.RANGED_WEAPONS, harm=Harm.PHYSICAL, flat=profile.flat, dice=dice,
        steps=NONE + steps, bonus=against_prone(t, me, foe, Action.SHOOT), qualities=found, covered=True, system=True,
    ))  # fmt: skip


@cites("infinity.npc.loadlifter.throw")
def crash_down(t: T, thrown: Vehicle, zone: str) -> None:
    """Those inside take a Medium fall, the thrown vehicle its own Impact Damage."""
    relocate(t, thrown, zone)
    for who in occupants(t, thrown):
        take_fall(t, who, MEDIUM_FALL)
    collide(t, thrown, (thrown.impact[0], thrown.impact[1]), THROW)


# ------------------------------------------------------------------------------------------------ jumping
def jump_zones(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """The zone on the other side of an obstacle."""
    return t.state.map.neighbours(mine(t).zone)


@cites("infinity.npc.loadlifter.jump_jets")
def can_jump(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_driving(t, by, Action.MOVEMENT, aside=True):
        return refusal
    return None if mine(t).jump_jets else Refusal("infinity.npc.loadlifter.jump_jets", "It has no jump jets.", "Drive round.")


@command(rules=("infinity.npc.loadlifter.jump_jets", "infinity.vehicle.mobility"), when=can_jump, zone=jump_zones)
def jump(t: T, by: SeatId, zone: str) -> None:
    """Pilot, Minor: jump into the next zone as somebody on foot would, Pilot in place of Acrobatics."""
    me, vehicle = acting(t), mine(t)
    take(t, me, Action.MOVEMENT)
    steps = NONE.plus("obstacle", t.judge("jump_steps", tuple(range(6)), 1, (vehicle.id, zone)), "infinity.npc.loadlifter.jump_jets")
    dice = pilot_dice(t, vehicle, me)
    passed = test(t, Side(who=me, skill=Skill.PILOT, steps=steps + fault_steps(t, vehicle), dice=dice, system=True), 0).passed
    vehicle.moved = True
    if passed:
        relocate(t, vehicle, zone)
        t.say("drives", "infinity.npc.loadlifter.jump_jets", vehicle=vehicle.id, zone=zone)
