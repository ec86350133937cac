"""Walkers in melee: striking with a machine's arms."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulebound.games.infinity.blows import Blow, against_prone, exploited, exploits, target_steps
from rulebound.games.infinity.content import weapon
from rulebound.games.infinity.controls import controlled, mine, no_seat
from rulebound.games.infinity.faults import fault_steps
from rulebound.games.infinity.gunnery import mounted_qualities, served_by, sighted
from rulebound.games.infinity.loadlifter import may_grab
from rulebound.games.infinity.people import Character, Harm, Id
from rulebound.games.infinity.ranges import meant, within_rage
from rulebound.games.infinity.reactions import Reaction
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.slots import acting, take
from rulebound.games.infinity.state import T, in_reach
from rulebound.games.infinity.state_vehicles import Quality, Vehicle
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.vehicle_hits import assail, clash, figure
from rulebound.games.infinity.vehicles import lifeless
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


def arms_of(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A melee weapon of the Walker that works."""
    me = acting(t)
    vehicle = controlled(t, me)
    return served_by(vehicle, me, ranged=False) if vehicle else []


@cites("infinity.vehicle.quality.walker", "infinity.npc.loadlifter.grab")
def within_reach(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy or an enemy's vehicle within the Walker's Reach."""
    me, vehicle = acting(t), mine(t)
    return within_rage(t, me, Action.MELEE, [id for id in sighted(t, me, vehicle) if in_reach(t, vehicle.id, id) or id in vehicle.grabs])


@cites("infinity.vehicle.quality.walker")
def can_swing(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_seat(t, by, Action.MELEE):
        return refusal
    if refusal := lifeless(t, mine(t)):
        return refusal
    if not mine(t).has(Quality.WALKER) or not arms_of(t, by):
        return Refusal("infinity.vehicle.quality.walker", "Only a Walker with arms fights in melee.", "Ram it.")
    return None if within_reach(t, by) else Refusal("infinity.action.attack_melee", "No enemy is in Reach.", "Move closer.")


@cites("infinity.vehicle.quality.walker", "infinity.npc.loadlifter_tag", "infinity.npc.loadlifter.grab")
def swing(t: T, me: Character, vehicle: Vehicle, foe: Character, arm: str) -> Blow:
    """A Walker's melee attack: the operator's Close Combat and no Brawn; what its claws hold is easy prey."""
    kind = weapon(vehicle.weapons[arm].kind)
    steps = fault_steps(t, vehicle) + target_steps(t, me, foe, Action.MELEE)
    blow = Blow(
        me=me, foe=foe, kind=Action.MELEE, name=arm, skill=Skill.CLOSE_COMBAT, harm=Harm.PHYSICAL, flat=kind.flat,
        dice=Total.of(arm, kind.cd, "infinity.vehicle.quality.walker"), steps=steps,
        bonus=against_prone(t, me, foe, Action.MELEE), qualities=mounted_qualities(t, me, arm, 0), system=True,
    )  # fmt: skip
    if foe.id in vehicle.grabs and not exploits(t, me):
        rule = "infinity.npc.loadlifter.grab"
        return msgspec.structs.replace(blow, extra=blow.extra.plus("in the claws", 2, rule), dice=blow.dice.plus("in the claws", 2, rule))
    return exploited(t, blow)


@command(rules=("infinity.vehicle.quality.walker", "infinity.npc.loadlifter_tag"), when=can_swing, target=within_reach, arm=arms_of)
def swing_arm(t: T, by: SeatId, target: Id, arm: str) -> None:
    """Standard: strike with a Walker's arm at somebody or something within its Reach."""
    me, vehicle = acting(t), mine(t)
    take(t, me, Action.MELEE, at=meant(t, me, target))
    me.turn.tool = arm
    other = t.state.vehicles.get(target)
    if other:
        hit = assail(t, swing(t, me, vehicle, figure(t, other), arm), other)
    else:
        foe = t.state.people[target]
        hit = clash(t, swing(t, me, vehicle, foe, arm), vehicle, (Reaction.DODGE, Reaction.PARRY, Reaction.RETALIATE))
    if hit:
        may_grab(t, me, vehicle, target, arm)
