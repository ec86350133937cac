"""Prepared actions: Overwatch, and the free blows of a Fighting Retreat."""

from __future__ import annotations

from rulebound.games.infected import moving, suppression  # whoever moves sets off what others prepared, and comes under fire
from rulebound.games.infected.actions import steadied
from rulebound.games.infected.ammo import enough_for_two
from rulebound.games.infected.attack import FISTS, Called, Strike
from rulebound.games.infected.blows import FAST, second_attack, strike_at, struck_with
from rulebound.games.infected.cover import lamplit
from rulebound.games.infected.groups import come_together
from rulebound.games.infected.people import Person, Prepared, Trigger
from rulebound.games.infected.reach import arms, as_thrown, out_of_order, out_of_reach, throws, weapon_of
from rulebound.games.infected.state import T, in_sight
from rulebound.games.infected.terms import Band, Condition, Id, Light
from rulebound.kernel.citing import cites


# ------------------------------------------------------------------------------------------------ what sets it off
@cites("infected.maneuver.overwatch", "infected.maneuver.overwatch_examples", "infected.group.covering_fire")
def spring(t: T, mover: Person, trigger: Trigger, toward: Person | None = None) -> bool:
    """Before somebody's doing takes effect, those who prepared for it act. Whether anybody had prepared anything."""
    waiting = [p for p in t.state.people.values() if p.prepared is not None]
    for who in waiting:
        plan = who.prepared
        if not mover.up:  # the first of them has stopped it
            break
        if plan is None or plan.trigger is not trigger or who.side == mover.side or not who.up or plan.by not in (None, mover.id):
            continue
        if awaited(t, who, plan, mover, toward) and not suppression.kept_down(t, who):
            act(t, who, plan, mover)
    return bool(waiting)


def awaited(t: T, who: Person, plan: Prepared, mover: Person, toward: Person | None) -> bool:
    """Whether it is that for which this one waits: whoever comes, comes here, or up to the right one."""
    match plan.trigger:
        case Trigger.COMES_NEAR:
            return mover.zone == who.zone
        case Trigger.COMES_AT_ME:
            return toward is who
        case Trigger.COMES_TO_FRIEND:
            return comes_to_friend(t, who, plan, mover, toward)
        case _:
            return True


@cites("infected.maneuver.overwatch_examples")
def comes_to_friend(t: T, who: Person, plan: Prepared, mover: Person, toward: Person | None) -> bool:
    """Into the zone of the friend one watches over, or up to them."""
    there = [toward] if toward is not None else [p for p in t.state.people.values() if p.zone == mover.zone]
    return any(p.side == who.side and p.id != who.id and not p.dead and not p.fled and plan.friend in (None, p.id) for p in there)


@cites("infected.maneuver.overwatch", "infected.maneuver.overwatch_examples")
def lights_out(t: T, zone: str) -> None:
    """It gets dark where somebody waited for that."""
    for who in list(t.state.people.values()):
        if who.prepared is not None and who.prepared.trigger is Trigger.LIGHTS_OUT and who.zone == zone and who.up:
            act(t, who, who.prepared, None)


@cites("infected.maneuver.overwatch_examples", "infected.stealth.flashlight")
def lamp_out(t: T, zone: str) -> None:
    """A lamp went out that was the only light in a dark place."""
    there = t.state.scene.zones.get(zone)
    if there is not None and there.light is Light.DARK and not lamplit(t, zone):
        lights_out(t, zone)


# ------------------------------------------------------------------------------------------------ what is done
@cites("infected.maneuver.overwatch")
def act(t: T, who: Person, plan: Prepared, mover: Person | None) -> None:
    """What was prepared, if it can be done now; if not, it waits on."""
    if plan.action:
        # Imported here because these are the commands of every chapter, and those that move or attack set off prepared actions.
        from rulebound.games.infected.readied import do_now

        do_now(t, who, plan.action, mover)
    elif plan.zone:
        run(t, who, mover, plan.zone)
    elif plan.weapon is not None:
        target = mover or somebody(t, who, plan)
        if target is not None:
            strike(t, who, plan, plan.weapon, target)


def somebody(t: T, who: Person, plan: Prepared) -> Person | None:
    """Whom an attack is for that nobody's own doing set off."""
    foes = [p.id for p in t.state.people.values() if p.side != who.side and p.up and in_sight(who, p) and plan.by in (None, p.id)]
    if len(foes) > 1:
        return t.state.people[t.choose(who.seat, "readied", foes, (who.id, "attack", "target"))]
    return t.state.people[foes[0]] if foes else None


def seize_the_moment(t: T, who: Person, mover: Person | None) -> None:
    """The prepared action is used: only one at a time, and once."""
    if who.prepared is not None and who.prepared.takes_action:
        steadied(t, who)
    who.prepared = None
    if mover is None:
        t.say("springs_in_the_dark", "infected.maneuver.overwatch", who=who.id)
    else:
        t.say("springs", "infected.maneuver.overwatch", who=who.id, target=mover.id)


@cites("infected.maneuver.overwatch")
def strike(t: T, who: Person, plan: Prepared, weapon: Id, target: Person) -> None:
    """A prepared attack, if what was meant for it is still in hand and the target can be attacked with it. A Swarm has no parts."""
    closing = plan.trigger in (Trigger.COMES_NEAR, Trigger.COMES_AT_ME)
    if weapon in arms(who) and (blow := attack_with(t, who, weapon, target, closing=closing, throw_it=plan.thrown)):
        blow.called, blow.careful = Called.NONE if target.many else Called(plan.called), plan.careful
        if plan.both in who.hands and attack_with(t, who, plan.both, target, closing=closing):
            blow.other = who.gear[plan.both]
        twice = plan.twice and enough_for_two(blow.gear)
        blow.extra = FAST if twice else blow.extra
        seize_the_moment(t, who, target)
        if closing and blow.melee:
            come_together(t, who, target)
        strike_at(t, blow)
        if twice:
            t.aftermath(second_attack, blow, target, blow.called, careful=blow.careful)


@cites(
    "infected.range.extreme_scope", "infected.cover.table", "infected.range.engaged", "infected.condition.pinned",
    "infected.condition.stunned",
)  # fmt: skip
def attack_with(
    t: T, who: Person, name: str, target: Person, *, closing: bool, throw_it: bool = False, action: bool = True
) -> Strike | None:
    """An attack out of turn, if it would be legal in it; whoever comes into the zone, or at one, is shot before and struck in reach."""
    kind, gear = weapon_of(who, name)
    thrown = throws(kind, throw_it=throw_it)
    melee = not kind.ranged and not thrown
    if who.has(Condition.PINNED) or who.has(Condition.STUNNED):
        return None
    at = None if not closing else Band.MELEE if melee else Band.CLOSE
    if out_of_order(t, who, kind, gear, thrown=thrown) or out_of_reach(t, who, target, kind, gear, thrown=thrown, at=at):
        return None
    weapon = as_thrown(kind, thrown=thrown)
    return Strike(who=who, target=target, weapon=weapon, gear=gear, melee=melee, thrown=thrown, action=action, at=at)


@cites("infected.maneuver.overwatch", "infected.maneuver.overwatch_examples")
def run(t: T, who: Person, mover: Person | None, zone: str) -> None:
    """A prepared movement, if its way is still open; the Move for it is spent already."""
    here = t.state.scene.zones[who.zone]
    if moving.held_back(t, who) or moving.hemmed_in(t, who) or zone not in here.links or here.barrier.get(zone, 0) > 0:
        return
    seize_the_moment(t, who, mover)
    who.moved_this_round = True
    if moving.set_out(t, who, zone):
        moving.go(t, who, zone)


@cites("infected.maneuver.fighting_retreat", "infected.group.covering_fire")
def followed(t: T, mover: Person) -> None:
    """Each enemy that follows into the zone of a retreating one takes a free attack, once."""
    for who in list(t.state.people.values()):
        if (
            who.retreating is None
            or who.side == mover.side
            or who.zone != mover.zone
            or mover.id in who.retreating
            or not who.up
            or not mover.up
            or suppression.kept_down(t, who)
        ):
            continue
        who.retreating.append(mover.id)
        weapons = [Id(name) for name in arms(who) if name != FISTS] or [Id(FISTS)]
        blows = {name: attack_with(t, who, name, mover, closing=True, action=False) for name in weapons}
        if fit := [name for name in weapons if blows[name]]:
            blow = blows[struck_with(t, who, mover, fit)]
            assert blow is not None
            t.say("free_attack", "infected.maneuver.fighting_retreat", who=who.id, target=mover.id)
            if blow.melee:
                come_together(t, who, mover)
            strike_at(t, blow)
