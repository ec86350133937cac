"""Dying and dead: the Critical wound, stabilising, death, and what a killing does to those around."""

from __future__ import annotations

from rulebound.games.infected import infection
from rulebound.games.infected.conditions import let_go_of_all, put_on, take_off
from rulebound.games.infected.fighting import Blow
from rulebound.games.infected.groups import step_apart
from rulebound.games.infected.initiative import back_in
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import T, hostile, now
from rulebound.games.infected.terms import ROUNDS_A_MINUTE, Condition, Id, Kind, Level
from rulebound.games.infected.variants import NpcCritical
from rulebound.kernel.citing import cites
from rulebound.kernel.dice import SumPool
from rulebound.kernel.seats import GM

DYING_MINUTES = 10


@cites("infected.death.critical", "infected.npc.human_track", "infected.npc.infected_track")
def critical(t: T, who: Person, blow: Blow | None) -> None:
    """A Critical wound: an infected is killed, anybody else is dying; other humans are out of the fight by it."""
    if who.kind is Kind.INFECTED:
        die(t, who, "infected.npc.infected_track", blow)
        return
    graver_than_ever(t, who)
    if knocked_out_instead(t, who, blow):
        return
    bleed_out(t, who)
    if who.kind is Kind.HUMAN and t.variants.npc_critical is NpcCritical.OUT:
        put_on(t, who, Condition.PRONE)
        faint(t, who, "infected.npc.human_track")
    elif t.variants.death_critical_incapacitates:
        faint(t, who, "infected.death.critical")


@cites("infected.death.critical", "infected.condition.bleeding_out")
def bleed_out(t: T, who: Person) -> None:
    """Dead in so many minutes, unless somebody stabilises them."""
    who.dying_until = now(t) + DYING_MINUTES * ROUNDS_A_MINUTE
    put_on(t, who, Condition.BLEEDING_OUT)
    t.say("dying", "infected.death.critical", who=who.id, minutes=DYING_MINUTES)


@cites("infected.death.critical_twice", "infected.death.all_slots", "infected.wounds.escalation")
def beyond_critical(t: T, who: Person, rule: str, blow: Blow | None) -> None:
    """A wound that finds no slot left to mark: dead at once."""
    graver_than_ever(t, who)
    die(t, who, rule, blow)


@cites("infected.guts.earn.decisive_victory")
def graver_than_ever(t: T, who: Person) -> None:
    """No victory is decisive that costs a survivor a Critical wound, or more."""
    if who.pc and t.state.fight is not None:
        t.state.fight.pc_critical = True


@cites("infected.group.mercy")
def knocked_out_instead(t: T, who: Person, blow: Blow | None) -> bool:
    """A killing blow at a human may knock out: stable, and unconscious for d6 x 10 minutes. Never an infected."""
    striker = t.state.people.get(blow.by) if blow else None
    if striker is None or not striker.human or not who.human:
        return False
    about = (striker.id, who.id)
    if striker.pc:
        spares = t.choose(striker.seat, "mercy", (False, True), about, default=False)
    else:
        spares = t.judge("mercy", (False, True), False, about)
    if spares:
        knock_out(t, who, "infected.group.mercy")
    return spares


@cites("infected.group.mercy")
def knock_out(t: T, who: Person, rule: str) -> None:
    minutes = 10 * t.roll(SumPool(1), "knocked_out", GM, (who.id,)).total
    who.wakes_at = now(t) + minutes * ROUNDS_A_MINUTE
    stable(t, who)
    faint(t, who, rule)


def faint(t: T, who: Person, rule: str) -> None:
    """Unconscious: nothing held, nobody held."""
    if not who.unconscious:
        who.unconscious = True
        let_go_of_all(t, who)
        t.say("faints", rule, who=who.id)


@cites("infected.death.stabilize")
def stable(t: T, who: Person) -> None:
    """No longer dying; the slot stays marked."""
    if who.dying_until is not None:
        who.dying_until = None
        take_off(t, who, Condition.BLEEDING_OUT)
        t.say("stable", "infected.death.stabilize", who=who.id)
        if who.pc and who.unconscious and who.wakes_at is None and not who.heat_stroke:
            who.unconscious = False
            back_in(t, who)
    for injury in who.injuries:
        if injury.level is Level.CRITICAL:
            injury.covered = True


@cites("infected.death.critical", "infected.condition.bleeding_out")
def time_runs_out(t: T, who: Person) -> None:
    if who.dying_until is not None and now(t) >= who.dying_until and not who.dead:
        die(t, who, "infected.death.critical", None)


@cites("infected.death.permanent")
def die(t: T, who: Person, rule: str, blow: Blow | None) -> None:
    """For good. A killing blow at a human may still be turned into a knock-out."""
    if who.dead or knocked_out_instead(t, who, blow):
        return
    who.dead, who.dying_until = True, None
    let_go_of_all(t, who)
    t.say("dies", rule, who=who.id)
    if hostile(who):
        t.state.scene.enemy_gone = True
    near = tuple(who.near)
    if "rupture" in who.traits:  # in place of the spray
        t.later(infection.rupture, who.id, near)
    elif who.is_infected and not who.many and blow is not None and blow.by in near:
        t.later(after_killing, who.id, blow)
    step_apart(t, who)


def after_killing(t: T, victim: Id, blow: Blow | None) -> None:
    """Blood, if the killer stood within reach."""
    killer = t.state.people.get(blow.by) if blow else None
    if killer is not None and blow is not None:
        t.aftermath(infection.blood_spray, killer, victim, blow.careful)
