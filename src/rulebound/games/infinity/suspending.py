"""Harm that is not felt for a while: for an hour and more, or until the scene ends."""

from __future__ import annotations

from rulebound.games.infinity.momentum import spend, within_means
from rulebound.games.infinity.people import Character, Harm, track
from rulebound.games.infinity.state import T
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Unit

HOUR = 60
LONGEST = 23
JURY_RIGGED = "jury-rigged"


@cites("infinity.heal.first_aid", "infinity.recover.reassurance", "infinity.repair.refresh")
def suspend_harms(t: T, me: Character, them: Character, harm: Harm, rule: str) -> None:
    """Nothing of Injuries, Traumas or Breaches is felt for an hour, and an hour more for each Momentum."""
    most = min(LONGEST, within_means(t, me))
    more = t.number(me.seat, "suspend_momentum", 0, most, (me.id, them.id)) if most else 0
    spend(t, me, more, rule)
    track(them, harm).suspended = True
    t.state.clock.start_timer(Unit.MINUTES, HOUR * (1 + more), them.id, harm.value)
    t.say("eased", rule, who=them.id, harm=harm.value, hours=1 + more)


def hours_pass(t: T, hours: int) -> None:
    t.state.clock.advance(Unit.MINUTES, HOUR * hours)
    felt_again(t)


def days_pass(t: T, days: int) -> None:
    """A day later everybody may be treated again."""
    t.state.clock.advance(Unit.DAYS, days)
    felt_again(t)
    for who in t.state.people.values():
        who.treated = []
    for vehicle in t.state.vehicles.values():
        vehicle.mended = False


def felt_again(t: T) -> None:
    """What was suspended for some time is felt again when that is over, and batteries run dry."""
    for timer in t.state.clock.due():
        who = t.state.people.get(timer.who)
        if who and timer.effect in HARMS:
            track(who, HARMS[timer.effect]).suspended = False
            t.say("felt_again", "infinity.heal.first_aid", who=who.id, harm=timer.effect)
        vehicle = t.state.vehicles.get(timer.who)
        if vehicle and timer.effect == JURY_RIGGED:
            vehicle.structure.suspended = False
            t.say("vehicle_felt_again", "infinity.vehicle.jury_rig", vehicle=vehicle.id)
        elif who and timer.effect == "battery":
            who.incapacitated = True
            t.say("battery_empty", "infinity.gear.fastpanda", who=who.id)


HARMS = {harm.value: harm for harm in Harm}
