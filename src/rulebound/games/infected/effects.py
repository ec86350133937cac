"""What one does to another besides damage: at once, or among those who act together when all of them have acted."""

from __future__ import annotations

from collections.abc import Callable

from rulebound.games.infected.armor import lose_durability
from rulebound.games.infected.bonds import helped
from rulebound.games.infected.conditions import OF_A_GRIP, held_by, let_go_of_all, lock, put_on
from rulebound.games.infected.defense import together
from rulebound.games.infected.environment import driven_into, keeps_footing
from rulebound.games.infected.fighting import Effect, What
from rulebound.games.infected.fire import in_fire
from rulebound.games.infected.groups import change_zone, come_together
from rulebound.games.infected.hands import drop
from rulebound.games.infected.people import Person
from rulebound.games.infected.places import Into
from rulebound.games.infected.ranges import open_ways
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Condition, Id
from rulebound.kernel.citing import cites


@cites("infected.initiative.ties")
def inflict(t: T, effect: Effect) -> None:
    """What is done to somebody who acts at the same time does not stop that one's action."""
    fight, people = t.state.fight, t.state.people
    if fight is not None and together(t, people[effect.by], people[effect.target]):
        fight.held_back.append(effect)
        t.say("held_back", "infected.initiative.ties", who=effect.by, target=effect.target)
    else:
        come_about(t, effect)


def afflict(t: T, by: Person, foe: Person, condition: Condition) -> None:
    inflict(t, Effect(what=What.CONDITION, by=by.id, target=foe.id, condition=condition))


def disarmed(t: T, by: Person, foe: Person, thing: str, zone: str | None = None) -> None:
    inflict(t, Effect(what=What.DROP, by=by.id, target=foe.id, thing=thing, zone=zone or ""))


@cites("infected.maneuver.disarm", "infected.maneuver.called_shot", "infected.range.zone")
def knock_away(t: T, by: Person, foe: Person, thing: str) -> None:
    """A zone away, in the direction that whoever did it chooses; here, if no way is open."""
    ways = open_ways(t, foe.zone)
    disarmed(t, by, foe, thing, t.choose(by.seat, "knock_where", ways, (by.id, foe.id)) if ways else None)


def come_about(t: T, effect: Effect) -> None:
    """Those who are dead by now, or have gone, are past it."""
    by, foe = t.state.people[effect.by], t.state.people[effect.target]
    if not foe.dead and not foe.fled:
        HAPPENS[effect.what](t, by, foe, effect)


# ------------------------------------------------------------------------------------------------ each of them
def has_condition(t: T, by: Person, foe: Person, effect: Effect) -> None:
    assert effect.condition is not None
    if effect.condition not in OF_A_GRIP or foe.held_by == by.id:
        put_on(t, foe, effect.condition)


@cites("infected.maneuver.disarm", "infected.maneuver.called_shot")
def drops(t: T, by: Person, foe: Person, effect: Effect) -> None:
    if effect.thing in foe.hands:
        drop(t, foe, Id(effect.thing), effect.zone or None)


@cites("infected.maneuver.called_shot")
def weapon_worn(t: T, by: Person, foe: Person, effect: Effect) -> None:
    if effect.thing in foe.gear:
        if t.state.fight is not None:
            t.state.fight.struck.append(effect.thing)
        lose_durability(t, foe, foe.gear[effect.thing], "infected.maneuver.called_shot")


@cites("infected.maneuver.grapple")
def gripped(t: T, by: Person, foe: Person, effect: Effect) -> None:
    if by.up and by.zone == foe.zone:
        take_hold(t, by, foe)


@cites("infected.maneuver.grapple")
def locked(t: T, by: Person, foe: Person, effect: Effect) -> None:
    if by.up and by.zone == foe.zone:
        lock(t, by, foe)
        t.say("locked", "infected.maneuver.grapple", who=by.id, target=foe.id)


@cites("infected.attack.devastating_extra")
def moved(t: T, by: Person, foe: Person, effect: Effect) -> None:
    """Driven back a zone, and into nothing."""
    if not foe.stuck and effect.zone in open_ways(t, foe.zone):
        drive_off(t, foe, effect.zone)
        t.say("shoved", "infected.attack.devastating_extra", who=by.id, target=foe.id, zone=effect.zone)
        meets_fire(t, foe, effect)
        if not foe.dead:
            keeps_footing(t, foe)


@cites("infected.maneuver.shove", "infected.maneuver.shove_hazard", "infected.chargen.bond.trust")
def shoved(t: T, by: Person, foe: Person, effect: Effect) -> None:
    if not in_place(t, by, foe, effect.zone):
        t.say("no_effect", "infected.maneuver.shove", who=by.id)
        return
    held = held_by(t, foe)
    drive_off(t, foe, effect.zone)
    t.say("shoved", "infected.maneuver.shove", who=by.id, target=foe.id, zone=effect.zone)
    if held is not None and held.side == by.side:
        helped(t, by, held)
    driven_into(t, foe, Into(effect.into), effect.other, by.id)
    meets_fire(t, foe, effect)
    if not foe.dead:
        keeps_footing(t, foe)


@cites("infected.maneuver.throw", "infected.maneuver.throw_hazard")
def thrown(t: T, by: Person, foe: Person, effect: Effect) -> None:
    if not in_place(t, by, foe, effect.zone):
        t.say("no_effect", "infected.maneuver.throw", who=by.id)
        return
    drive_off(t, foe, effect.zone)
    t.say("thrown", "infected.maneuver.throw", who=by.id, target=foe.id)
    driven_into(t, foe, Into(effect.into), effect.other, by.id, thrown=True)
    meets_fire(t, foe, effect)
    put_on(t, foe, Condition.PRONE)


HAPPENS: dict[What, Callable[[T, Person, Person, Effect], None]] = {
    What.CONDITION: has_condition,
    What.DROP: drops,
    What.WEAR: weapon_worn,
    What.GRIP: gripped,
    What.LOCK: locked,
    What.MOVED: moved,
    What.SHOVED: shoved,
    What.THROWN: thrown,
}


# ------------------------------------------------------------------------------------------------ bodies
@cites("infected.environment.hazard_table", "infected.maneuver.shove_hazard")
def meets_fire(t: T, who: Person, effect: Effect) -> None:
    """Whoever comes into a zone that burns is burned, once a round: by what they were driven into, or by being there."""
    if Into(effect.into) is Into.FIRE:
        who.scorched = True
    else:
        in_fire(t, who)


@cites("infected.hazard.collapse.trapped", "infected.condition.grappled")
def in_place(t: T, by: Person, foe: Person, zone: str) -> bool:
    """Whether they still stand where one can be driven off by the other."""
    return foe.zone == by.zone and not foe.stuck and (zone == foe.zone or zone in open_ways(t, foe.zone))


@cites("infected.maneuver.grapple", "infected.range.engaged", "infected.condition.grappled")
def take_hold(t: T, who: Person, foe: Person) -> None:
    """Both are Engaged, and neither is in another grip; whoever is held has the condition."""
    for p in (who, foe):
        let_go_of_all(t, p)
    who.holds, foe.held_by = foe.id, who.id
    come_together(t, who, foe)
    put_on(t, foe, Condition.GRAPPLED)


@cites("infected.maneuver.grapple_while", "infected.range.zone")
def drive_off(t: T, who: Person, zone: str) -> None:
    """To another zone against one's will: out of every grip and everybody's reach."""
    let_go_of_all(t, who)
    change_zone(t, who, zone)
