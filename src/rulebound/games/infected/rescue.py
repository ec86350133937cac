"""Getting oneself or somebody else out: from under rubble, out of the water, out of flames."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.actions import acting, has_turn, steadiness
from rulebound.games.infected.bonds import helped
from rulebound.games.infected.checks import resists
from rulebound.games.infected.clockwork import a_round
from rulebound.games.infected.conditions import take_off
from rulebound.games.infected.counted import use_counted
from rulebound.games.infected.death import die
from rulebound.games.infected.equipment import use
from rulebound.games.infected.fire import put_out
from rulebound.games.infected.helping import can_act, helpers, pay, reachable, to_hand
from rulebound.games.infected.people import Person
from rulebound.games.infected.places import Water
from rulebound.games.infected.state import T, in_fight
from rulebound.games.infected.terms import Attribute, Condition, Id, Skill
from rulebound.games.infected.water import beyond_rescue, drown, swims, water_here
from rulebound.games.infected.world import able, has_able
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import GM, SeatId

FROM_INSIDE = -2
WATER = ("water bottle",)


# ------------------------------------------------------------------------------------------------ rubble
def buried(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """Somebody under the rubble, in a fight in the same zone; whoever lies there too can only free themselves."""
    me = t.state.people[who]
    if me.trapped:
        return [me.id]
    return [p.id for p in t.state.people.values() if p.trapped and not p.dead and (p.zone == me.zone or not in_fight(t))]


def diggers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Whoever's turn it is, outside a fight one of yours, where somebody is trapped."""
    return [who for who in helpers(t, by) if buried(t, by, who)]


@cites("infected.hazard.collapse.trapped")
def can_dig(t: T, by: SeatId) -> Refusal | None:
    rule = "infected.hazard.collapse.trapped"
    if in_fight(t) and has_turn(t, by) is None and acting(t).dug:
        return Refusal(rule, f"{acting(t).name} has dug this round.", "One attempt a round.")
    if refusal := can_act(t, by):
        return refusal
    return None if diggers(t, by) else Refusal(rule, "Nobody is trapped here.", "Good.")


@command(rules=("infected.hazard.collapse.trapped",), when=can_dig, who=diggers, victim=buried)
def dig_out(t: T, by: SeatId, who: Id, victim: Id) -> None:
    """Dig somebody out, or yourself at two dice less: GRIT + Athletics, an Action, once a round."""
    me, other, rule = t.state.people[who], t.state.people[victim], "infected.hazard.collapse.trapped"
    extra = steadiness(me).plus("from inside", FROM_INSIDE if me is other else 0, rule)
    if resists(t, me, "dig_out", Attribute.GRIT, Skill.ATHLETICS, extra):
        other.trapped = False
        t.say("dug_out", rule, who=who, victim=victim)
        helped(t, me, other)
    else:
        t.say("still_trapped", rule, who=who, victim=victim)
    me.dug = in_fight(t)
    pay(t, me)


# ------------------------------------------------------------------------------------------------ water
def waters(*_: object) -> Sequence[Water]:
    """How it runs; left out, as the map says, and calm where it says nothing."""
    return tuple(Water)


@command(rules=("infected.hazard.swimming", "infected.hazard.drowning"), when=has_able, who=able, water=waters)
def swim(t: T, by: SeatId, who: Id, water: Water | None = None) -> None:
    """Swim: GRIT + Athletics, or begin to drown; who is under and stays there has another round without air. Either way all is wet."""
    me = t.state.people[who]
    under = me.drowning > 0
    if not swims(t, me, water or water_here(t, me)) and under:
        a_round(t)


def drowning_ones(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody under water who is still alive."""
    return [p.id for p in t.state.people.values() if p.drowning and not p.dead]


@cites("infected.hazard.drowning")
def can_drown(t: T, by: SeatId) -> Refusal | None:
    if in_fight(t) and by != GM:
        return Refusal("infected.hazard.drowning", "In a fight that comes with their own turns.", "Pull them out.")
    return None if drowning_ones(t, by) else Refusal("infected.hazard.drowning", "Nobody is drowning.", "Swim first.")


@command(rules=("infected.hazard.drowning",), when=can_drown, who=drowning_ones)
def without_air(t: T, by: SeatId, who: Id) -> None:
    """A round without air: GRIT + Endure, worse with every failure; the third means blacking out. Outside a fight the round passes."""
    if in_fight(t):
        drown(t, t.state.people[who])
    else:
        a_round(t)


def drowning_others(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """Somebody else under water; in a fight in the same zone."""
    me = t.state.people[who]
    others = (t.state.people[id] for id in drowning_ones(t, by) if id != who)
    return [p.id for p in others if p.zone == me.zone or not in_fight(t)]


def rescuers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Whoever's turn it is, outside a fight one of yours, with their own head above water and somebody to pull out."""
    return [who for who in helpers(t, by) if not t.state.people[who].drowning and drowning_others(t, by, who)]


@cites("infected.hazard.drowning")
def can_rescue(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_act(t, by):
        return refusal
    if rescuers(t, by):
        return None
    return Refusal("infected.hazard.drowning", "Nobody is drowning whom you could reach.", "Look again.")


@command(rules=("infected.hazard.drowning",), when=can_rescue, who=rescuers, victim=drowning_others)
def pull_out(t: T, by: SeatId, who: Id, victim: Id) -> None:
    """Pull somebody out of the water, an Action; within two rounds of blacking out they can still be revived, that is stabilised."""
    me, other = t.state.people[who], t.state.people[victim]
    if beyond_rescue(t, other):
        die(t, other, "infected.hazard.drowning", None)
    else:
        other.drowning, other.drowned_at = 0, None
        t.say("pulled_out", "infected.hazard.drowning", who=who, victim=victim)
        helped(t, me, other)
    pay(t, me)


# ------------------------------------------------------------------------------------------------ flames
def aflame(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """Whose flames: your own, or those of somebody within reach."""
    return [p.id for p in reachable(t, t.state.people[who]) if p.has(Condition.BURNING)]


def firefighters(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Whoever's turn it is, outside a fight one of yours, who burns or can reach somebody who does."""
    return [who for who in helpers(t, by) if aflame(t, by, who)]


@cites("infected.condition.burning", "infected.hazard.fire.catching")
def can_put_out(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_act(t, by):
        return refusal
    return None if firefighters(t, by) else Refusal("infected.condition.burning", "Nobody within reach burns.")


@command(
    rules=("infected.condition.burning", "infected.hazard.fire.catching"),
    when=can_put_out,
    who=firefighters,
    patient=aflame,
    with_water=yes_or_no("With water at hand, without a roll."),
)
def put_out_flames(t: T, by: SeatId, who: Id, with_water: bool = False, patient: Id | None = None) -> None:
    """Put out the flames on you: GRIT + Athletics, or water at hand without a roll. Those on somebody else you smother."""
    me = t.state.people[who]
    other = t.state.people[patient] if patient else me
    if not other.has(Condition.BURNING):
        raise refuse("infected.condition.burning", f"{other.name} does not burn.", f"Say who does: {', '.join(aflame(t, by, who))}.")
    deep = t.state.scene.zones[me.zone].deep_water
    if with_water and not deep:
        pour_water(t, me)
    if with_water or deep or other is not me:
        take_off(t, other, Condition.BURNING)
        helped(t, me, other)
    elif not put_out(t, me):
        t.say("no_effect", "infected.condition.burning", who=me.id)
    pay(t, me)


@cites("infected.condition.burning", "infected.hazard.fire.catching")
def pour_water(t: T, who: Person) -> None:
    """A bottle of it, or a day of what they carry to drink."""
    rule = "infected.condition.burning"
    bottle = to_hand(t, who, WATER)
    if bottle is not None:
        use(t, who, bottle, rule)
    elif who.water:
        use_counted(who, "water", 1)
        t.say("uses_up", rule, who=who.id, thing="water", count=1, left=who.water)
    else:
        raise refuse(rule, f"{who.name} has no water.", "Roll on the ground, or smother them.")
