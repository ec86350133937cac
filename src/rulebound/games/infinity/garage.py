"""The garage: Structure back, Faults jury-rigged or repaired, hackers' work undone."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.aboard import vehicle_of
from rulebound.games.infinity.faults import DISABLING
from rulebound.games.infinity.momentum import mine, new_turn, spend, within_means
from rulebound.games.infinity.people import Character, Id, out
from rulebound.games.infinity.recovery import treatment_hours
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import NONE, Side, test
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import Phase, T
from rulebound.games.infinity.state_vehicles import Quality, Vehicle
from rulebound.games.infinity.suspending import HOUR, JURY_RIGGED, hours_pass
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Unit
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


def mechanic(t: T, by: SeatId) -> Character | None:
    """In an action scene whoever's turn it is; otherwise the first of yours who can."""
    if t.state.phase is Phase.ACTION:
        return acting(t) if on_turn(t, by) is None else None
    return next((who for who in mine(t, by) if who.thing is None and not out(who)), None)


def mechanics(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours; in an action scene whoever's turn it is."""
    if t.state.phase is Phase.ACTION:
        return [acting(t).id]
    return [who.id for who in mine(t, by) if who.thing is None and not out(who)]


def at_hand(t: T, who: Character) -> list[Vehicle]:
    return [v for v in t.state.vehicles.values() if v.zone == who.zone or vehicle_of(t, who.id) is v]


@cites("infinity.vehicle.quality.rugged")
def rugged(vehicle: Vehicle) -> int:
    return 2 if vehicle.has(Quality.RUGGED) else 0


def workshop(t: T, who: Character, vehicle: Vehicle, rule: str) -> Side:
    return Side(who=who, skill=Skill.TECH, bonus=NONE.plus("Rugged", rugged(vehicle), "infinity.vehicle.quality.rugged"))


# ------------------------------------------------------------------------------------------------ Structure
def battered(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A vehicle here that has lost Structure."""
    who = mechanic(t, by)
    return [v.id for v in at_hand(t, who) if v.structure.lost and not v.wrecked] if who else []


@cites("infinity.vehicle.repair_structure")
def can_mend(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is Phase.ACTION and (refusal := on_turn(t, by) or no_room(t, acting(t), Action.SKILL_TEST)):
        return refusal
    return None if battered(t, by) else Refusal("infinity.vehicle.repair_structure", "No vehicle here needs it.", "Do something else.")


@command(rules=("infinity.vehicle.repair_structure", "infinity.vehicle.quality.rugged"), when=can_mend, who=mechanics, vehicle=battered)
def mend(t: T, by: SeatId, who: Id, vehicle: Id) -> None:
    """Standard: win back two Structure with Tech, a step harder for each Fault; two more for each Momentum."""
    me, car = t.state.people[who], t.state.vehicles[vehicle]
    begin_work(t, me)
    if not test(t, workshop(t, me, car, "infinity.vehicle.repair_structure"), 1 + car.faults).passed:
        return
    useful = max(0, (car.structure.lost - 2 + 1) // 2)
    points = t.number(me.seat, "mend_momentum", 0, min(useful, within_means(t, me)), (me.id, car.id))
    spend(t, me, points, "infinity.vehicle.repair_structure")
    car.structure.left = min(car.structure.full, car.structure.left + 2 + 2 * points)
    t.say("mended", "infinity.vehicle.repair_structure", vehicle=car.id, now=car.structure.left)


def begin_work(t: T, me: Character) -> None:
    if t.state.phase is Phase.ACTION:
        take(t, me, Action.SKILL_TEST)
    else:
        new_turn(t, me)


# ------------------------------------------------------------------------------------------------ Faults
def faulty(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A vehicle here with Faults, not wrecked."""
    who = mechanic(t, by)
    return [v.id for v in at_hand(t, who) if v.faults and not v.wrecked] if who else []


@cites("infinity.vehicle.jury_rig")
def can_jury_rig(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is Phase.ACTION and (refusal := on_turn(t, by) or no_room(t, acting(t), Action.SKILL_TEST)):
        return refusal
    return None if faulty(t, by) else Refusal("infinity.vehicle.jury_rig", "No vehicle here has a Fault.", "Drive it.")


@command(rules=("infinity.vehicle.jury_rig",), when=can_jury_rig, who=mechanics, vehicle=faulty)
def jury_rig(t: T, by: SeatId, who: Id, vehicle: Id) -> None:
    """Standard: Tech against the Faults; for an hour they are not felt."""
    me, car = t.state.people[who], t.state.vehicles[vehicle]
    begin_work(t, me)
    if test(t, workshop(t, me, car, "infinity.vehicle.jury_rig"), car.faults).passed:
        car.structure.suspended = True
        t.state.clock.start_timer(Unit.MINUTES, HOUR, car.id, JURY_RIGGED)
        t.say("jury_rigged", "infinity.vehicle.jury_rig", vehicle=car.id)


@cites("infinity.vehicle.repair_fault")
def can_repair(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is Phase.ACTION:
        return Refusal("infinity.vehicle.repair_fault", "There is no time for that in an action scene.", "Jury-rig it.")
    if not faulty(t, by):
        return Refusal("infinity.vehicle.repair_fault", "No vehicle here has a Fault that can be repaired.", "Use it.")
    if unmended(t, by):
        return None
    return Refusal("infinity.vehicle.repair_fault", "That was tried today.", "Wait until tomorrow.")


def unmended(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A vehicle here with Faults that nobody has worked on today."""
    return [id for id in faulty(t, by) if not t.state.vehicles[id].mended]


@command(
    rules=("infinity.vehicle.repair_fault", "infinity.heal.treatment_time", "infinity.vehicle.quality.rugged"), when=can_repair,
    who=mechanics, vehicle=unmended,
)  # fmt: skip
def repair_fault(t: T, by: SeatId, who: Id, vehicle: Id) -> None:
    """Once a day: Tech against the Faults; one goes, and one more for every two Momentum. Hours by the difficulty."""
    me, car = t.state.people[who], t.state.vehicles[vehicle]
    new_turn(t, me)
    difficulty = car.faults
    car.mended = True
    if not test(t, workshop(t, me, car, "infinity.vehicle.repair_fault"), difficulty).passed:
        return
    more = t.number(me.seat, "repair_more", 0, min(car.faults - 1, within_means(t, me) // 2), (me.id, car.id))
    spend(t, me, 2 * more, "infinity.vehicle.repair_fault")
    saved = t.number(me.seat, "treat_faster", 0, min(treatment_hours(difficulty, 0) - 1, within_means(t, me)), (me.id,))
    spend(t, me, saved, "infinity.vehicle.repair_fault")
    fewer_faults(car, 1 + more)
    hours = treatment_hours(difficulty, saved)
    t.say("repaired", "infinity.vehicle.repair_fault", vehicle=car.id, left=car.faults, hours=hours)
    hours_pass(t, hours)


@cites("infinity.vehicle.faults", "infinity.vehicle.locations")
def fewer_faults(car: Vehicle, repaired: int) -> None:
    """Below four it is not disabled any more, unless its first was enough; without any it moves again."""
    by_fourth = car.faults >= DISABLING
    car.structure.harms -= repaired
    if not car.faults:
        car.immobile = car.disabled = False
    elif by_fourth and car.faults < DISABLING:
        car.disabled = False
