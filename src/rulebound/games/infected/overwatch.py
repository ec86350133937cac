"""Prepared actions: Overwatch, and the free blows of a Fighting Retreat."""

from __future__ import annotations

from rulebound.games.infected import moving  # a prepared movement is one, and whoever moves sets off what others prepared
from rulebound.games.infected.attack import FISTS, Strike
from rulebound.games.infected.blows import strike_at
from rulebound.games.infected.content import content
from rulebound.games.infected.kinds import Property
from rulebound.games.infected.people import Person, Trigger
from rulebound.games.infected.ranges import band
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Band
from rulebound.kernel.citing import cites


@cites("infected.maneuver.overwatch", "infected.maneuver.overwatch_examples")
def spring(t: T, mover: Person, trigger: Trigger) -> None:
    """Before somebody's doing takes effect, those who prepared for it act."""
    for who in list(t.state.people.values()):
        plan = who.prepared
        if plan is None or plan.trigger is not trigger or who.side == mover.side or not who.up or plan.by not in (None, mover.id):
            continue
        if trigger is Trigger.COMES_NEAR and mover.zone != who.zone:
            continue
        if plan.weapon is None:
            run(t, who, mover, plan.zone)
            continue
        gear = who.gear.get(plan.weapon)
        kind = content().weapons[gear.kind if gear else FISTS]
        if gear is not None and (gear.jammed or (kind.magazine and gear.loaded < 1) or gear.id not in who.hands):
            continue
        at = band(t, who, mover)
        reaches = kind.ranged or at in (Band.MELEE, Band.ENGAGED) or (kind.has(Property.REACH) and at is Band.CLOSE)
        if not reaches and trigger is not Trigger.COMES_NEAR:
            continue
        who.prepared = None
        t.say("springs", "infected.maneuver.overwatch", who=who.id, target=mover.id)
        strike_at(t, Strike(who=who, target=mover, weapon=kind, gear=gear, melee=not kind.ranged))


@cites("infected.maneuver.overwatch", "infected.maneuver.overwatch_examples")
def run(t: T, who: Person, mover: Person, zone: str) -> None:
    """A prepared movement, if its way is still open; the Move for it is spent already."""
    here = t.state.scene.zones[who.zone]
    if moving.held_back(t, who) or moving.hemmed_in(t, who) or zone not in here.links or here.barrier.get(zone, 0) > 0:
        return
    who.prepared = None
    t.say("springs", "infected.maneuver.overwatch", who=who.id, target=mover.id)
    if moving.set_out(t, who):
        moving.go(t, who, zone)


@cites("infected.maneuver.fighting_retreat")
def followed(t: T, mover: Person) -> None:
    """Each enemy that follows into the zone of a retreating one takes a free attack, once."""
    for who in list(t.state.people.values()):
        if (
            who.retreating is None
            or who.side == mover.side
            or who.zone != mover.zone
            or mover.id in who.retreating
            or not who.up
            or mover.dead
        ):
            continue
        who.retreating.append(mover.id)
        gear = next((who.gear[id] for id in who.hands if who.gear[id].kind in content().weapons and not who.gear[id].jammed), None)
        kind = content().weapons[gear.kind if gear else FISTS]
        if gear is not None and kind.magazine and gear.loaded < 1:
            continue
        t.say("free_attack", "infected.maneuver.fighting_retreat", who=who.id, target=mover.id)
        strike_at(t, Strike(who=who, target=mover, weapon=kind, gear=gear, melee=not kind.ranged, action=False))
