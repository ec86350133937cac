"""Takedowns: striking down somebody who suspects nothing, and what comes of one that goes wrong."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected import threat
from rulebound.games.infected.actions import has_action, steadiness
from rulebound.games.infected.ammo import critical_failure
from rulebound.games.infected.attack import carefully
from rulebound.games.infected.checks import Check, throw
from rulebound.games.infected.death import die, knock_out
from rulebound.games.infected.defense import melee_weapons
from rulebound.games.infected.effects import take_hold
from rulebound.games.infected.endings import sides_up
from rulebound.games.infected.equipment import take_into_use, wear_improvised
from rulebound.games.infected.groups import come_together
from rulebound.games.infected.helping import can_act, helpers, pay
from rulebound.games.infected.infection import blood_spray
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.ranges import flanking
from rulebound.games.infected.rounds import begin_fight
from rulebound.games.infected.state import Phase, T, in_fight, in_sight, now
from rulebound.games.infected.stealth import notice, stealth_pool
from rulebound.games.infected.terms import Awareness, Condition, Id
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import GM, SeatId

TAKEDOWN_DICE = 4
"""infected.stealth.takedown_infected"""
YELL = 3
MESSY = 1


@cites("infected.stealth.takedown_requirements", "infected.condition.grappled")
def open_to_takedown(t: T, who: Person, target: Person) -> bool:
    """Unaware, or distracted, or with somebody behind them; in a fight within arm's reach, and not held oneself."""
    if target.many or target.dead or who.has(Condition.GRAPPLED):
        return False
    if in_fight(t) and (target.id not in who.near or who.locked_with):
        return False
    if target.awareness is Awareness.UNAWARE or target.distracted_until > now(t) or looks_at_an_ally(t, who, target):
        return True
    return target.id in who.flanks or flanking(t, who, target)


@cites("infected.stealth.takedown_requirements", "infected.group.distract_and_strike")
def looks_at_an_ally(t: T, who: Person, target: Person) -> bool:
    """Whether somebody of one's own side, not oneself, distracts the target this round."""
    by = t.state.fight.distracted.get(target.id) if t.state.fight is not None else None
    return by is not None and by != who.id and t.state.people[by].side == who.side


def prey(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """An enemy in your zone who does not expect you."""
    me = t.state.people[who]
    there = (p for p in t.state.people.values() if p.side != me.side and p.zone == me.zone and p.up and in_sight(me, p))
    return [p.id for p in there if open_to_takedown(t, me, p)]


def stalkers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours with prey in reach; in a fight whoever has the turn."""
    return [id for id in helpers(t, by) if prey(t, by, id)]


@cites("infected.stealth.takedown_requirements")
def can_take_down(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by) if in_fight(t) else can_act(t, by):
        return refusal
    if stalkers(t, by):
        return None
    if in_fight(t):
        near = "Nobody within arm's reach is unaware, distracted or flanked."
        return Refusal("infected.stealth.takedown_requirements", near, "Attack, or get round.")
    return Refusal("infected.stealth.takedown_requirements", "Nobody who is unaware or distracted is in your zone.", "Sneak closer.")


@command(
    rules=(
        "infected.stealth.takedown_requirements",
        "infected.stealth.takedown_roll",
        "infected.stealth.takedown_table",
        "infected.stealth.takedown_infected",
        "infected.equipment.durability_loss",
    ),
    when=can_take_down,
    who=stalkers,
    target=prey,
    alive=yes_or_no("Knock them out and let them live."),
    careful=carefully,
)
def take_down(t: T, by: SeatId, who: Id, target: Id, alive: bool = False, careful: bool = False) -> None:
    """Take somebody down silently: REFLEX + Stealth against WITS + Notice; infected roll 4 dice. In a fight it takes an Action."""
    me, foe = t.state.people[who], t.state.people[target]
    if alive and foe.is_infected:
        raise refuse("infected.group.mercy", "Infected cannot be knocked out.", "Kill it.")
    extra = Total()
    weapons = melee_weapons(t, me)
    if not weapons:
        extra = extra.plus("unarmed", -1, "infected.stealth.takedown_requirements")
    if careful:
        extra = extra.plus("careful", -1, "infected.infection.careful_attack")
    if in_fight(t):
        extra += steadiness(me)
        pay(t, me)
    else:
        come_together(t, me, foe)
    roll = throw(t, me, "takedown", stealth_pool(t, me, extra=extra), (target,))
    margin = roll.hits - resisted(t, foe)
    for weapon in weapons[:1]:
        take_into_use(t, me, weapon)
        t.aside(blade_suffers, me, weapon, roll)
    taken_down(t, me, foe, margin, alive=alive, careful=careful)


@cites("infected.core.critical_failure_effect", "infected.equipment.durability_loss")
def blade_suffers(t: T, who: Person, weapon: Gear, roll: Check) -> None:
    if roll.critical:
        critical_failure(t, who, weapon)
    else:
        wear_improvised(t, who, weapon)


@cites("infected.stealth.takedown_infected", "infected.stealth.takedown_roll")
def resisted(t: T, foe: Person) -> int:
    if foe.is_infected:
        return throw(t, foe, "takedown_resist", Total.of("against takedowns", TAKEDOWN_DICE, "infected.stealth.takedown_infected")).hits
    return notice(t, foe, foe.zone).hits


@cites("infected.stealth.takedown_table", "infected.infection.blood_spray")
def taken_down(t: T, me: Person, foe: Person, margin: int, *, alive: bool, careful: bool) -> None:
    """+2 silently, +1 with some noise, 0 a struggle, which leaves an Action to end it, less and everybody hears."""
    rule = "infected.stealth.takedown_table"
    if margin >= 1:
        t.say("takedown", rule, who=me.id, target=foe.id, how="silently" if margin >= 2 else "with some noise")
        if alive:
            knock_out(t, foe, rule)
        else:
            die(t, foe, rule, None)
            if foe.is_infected and "rupture" not in foe.traits:
                t.aftermath(blood_spray, me, foe.id, careful)
        if margin == 1:
            threat.raise_by(t, me.seat, MESSY, "a messy takedown", rule)
    elif margin == 0:
        t.say("struggle", rule, who=me.id, target=foe.id)
        take_hold(t, me, foe)
        t.state.struggles.append(foe.id)
        if in_fight(t):
            me.actions += 1
        t.aftermath(fight_breaks_out, me)
    else:
        yell(t, me, foe)
        t.aftermath(fight_breaks_out, None)


@cites("infected.stealth.takedown_table")
def yell(t: T, me: Person, foe: Person) -> None:
    foe.awareness = Awareness.HUNTING
    t.say("yells", "infected.stealth.takedown_table", who=foe.id)
    threat.make_noise(t, me.seat, YELL, "a yell", "infected.stealth.takedown_table", foe.zone)


def fight_breaks_out(t: T, first: Person | None) -> None:
    """A struggle leaves the attacker one turn before the target's; a botched takedown begins a fight as usual."""
    if t.state.phase is Phase.PEACE and len(sides_up(t)) >= 2:
        begin_fight.rule(t, GM, first.side if first is not None else None)
