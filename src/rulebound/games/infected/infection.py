"""The Rage: exposure, protection, the check, its stages, and turning."""

from __future__ import annotations

from typing import cast

import msgspec

from rulebound.games.infected import checks, stress
from rulebound.games.infected.armor import shields, whole_suit
from rulebound.games.infected.conditions import let_go_of_all
from rulebound.games.infected.content import content
from rulebound.games.infected.fighting import Blow
from rulebound.games.infected.pain import open_wound
from rulebound.games.infected.people import Infection, Person, Spot
from rulebound.games.infected.state import T, in_fight, now
from rulebound.games.infected.terms import ROUNDS_A_MINUTE, Area, Attribute, Awareness, Condition, Id, Kind, Skill
from rulebound.games.infected.variants import BiteOrClaw, HarmlessBite
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total
from rulebound.kernel.seats import GM
from rulebound.kernel.tracks import LevelTrack

SPRAY = 3
"""infected.infection.blood_spray: a d6 of 1 to 3."""
LIMBS = (Area.ARM, Area.LEG)
SECOND_CHECK = Total().plus("second check", -2, "infected.infection.second_check")


# ------------------------------------------------------------------------------------------------ contact
@cites("infected.infection.trigger_table", "infected.infection.bite", "infected.npc.special.infectious")
def clawed_or_bitten(t: T, victim: Person, blow: Blow, damage: int, open_before: bool, *, last: bool = False) -> None:
    """What an infected's hit means: a bite calls for a check, a claw only through an open wound that was there before."""
    if not victim.human or victim.dead or not blow.bites:
        return
    if bites(t, victim, blow):
        bitten(t, victim, damage, last=last)
        return
    t.say("clawed", "infected.infection.trigger_table", who=victim.id)
    if open_before and not harmless(t, damage) and not covered(t, victim, bite=False)[0]:
        expose(t, victim, None, last=last)


@cites("infected.infection.bite")
def harmless(t: T, damage: int) -> bool:
    """What has not broken the skin is neither bite nor scratch, unless the table says so."""
    return damage < 1 and t.variants.infection_harmless_bite is HarmlessBite.NO_CHECK


@cites("infected.infection.bite")
def bitten(t: T, victim: Person, damage: int, *, last: bool = False) -> None:
    """Where was it, and does anything keep it out?"""
    if harmless(t, damage):
        return
    t.say("bitten", "infected.infection.bite", who=victim.id)
    stopped, area = covered(t, victim, bite=True)
    if not stopped:
        expose(t, victim, area, last=last)


@cites("infected.infection.trigger_table", "infected.npc.rage")
def bites(t: T, victim: Person, blow: Blow) -> bool:
    """A bite if the victim is Engaged or the attack had 3 hits or more; else a d6: 4 to 6."""
    match t.variants.infection_bite_or_claw:
        case BiteOrClaw.EVERY_HIT:
            return True
        case BiteOrClaw.GM:
            return t.judge("bite", (True, False), True, (victim.id,))
        case BiteOrClaw.GRIP_HITS_OR_D6:
            engaged = victim.has(Condition.GRAPPLED) or victim.locked_with is not None or victim.holds == blow.by
            return engaged or blow.hits >= 3 or checks.d6(t, "bite_or_claw", victim) >= 4


@cites("infected.infection.protection_table")
def covered(t: T, who: Person, *, bite: bool) -> tuple[bool, Area | None]:
    """Whether gear stops a bite or scratch, and where it was: rolled only where that matters, to gear or an amputation. No scratch comes
    through a jacket, torn or not."""
    if whole_suit(who):
        t.say("suit_holds", "infected.infection.protection_table", who=who.id)
        return True, None
    sleeves, jacket = shields(who, "arms"), shields(who, "torso", torn_too=not bite)
    area = where(t, who) if sleeves or jacket or (bite and who.infection is None) else None
    gear = sleeves if sleeves and area == Area.ARM else jacket if jacket and area == Area.TORSO else None
    if gear is None:
        return False, area
    if bite or gear is sleeves:
        gear.torn = True
        t.say("torn", "infected.infection.protection_table", who=who.id, thing=gear.kind)
    return True, area


@cites("infected.infection.protection_table")
def wears_any(who: Person) -> bool:
    """Whether anything they wear could keep out a bite."""
    return whole_suit(who) is not None or shields(who, "arms") is not None or shields(who, "torso") is not None


@cites("infected.infection.protection_table")
def where(t: T, who: Person) -> Area:
    """The game master says; a d6 does where there is none: 1-3 arm, 4-5 torso, 6 leg or head."""

    def by_dice() -> Area:
        return cast(Area, t.apart(spot, who, ("id", "seat"), ()).area)

    return t.judge("where_bitten", tuple(Area), by_dice, (who.id,))


@cites("infected.infection.protection_table")
def spot(t: T, who: Person) -> Spot:
    first = checks.d6(t, "where_bitten", who)
    if first < 6:
        return Spot(Area.ARM if first <= 3 else Area.TORSO)
    return Spot(Area.LEG if checks.d6(t, "where_bitten", who) <= 3 else Area.HEAD)


@cites("infected.infection.blood_spray", "infected.infection.careful_attack", "infected.infection.trigger_table")
def blood_spray(t: T, killer: Person, victim: Id, careful: bool) -> None:
    """After a killing at arm's reach: a d6 of 1 to 3 sprays; an unprotected face means a check."""
    if careful or not killer.human or killer.dead:
        return
    if checks.d6(t, "spray", killer) > SPRAY:
        return
    t.say("sprayed", "infected.infection.blood_spray", who=killer.id)
    if not face_covered(t, killer) or bare_wound(killer):
        expose(t, killer, None)


@cites("infected.infection.protection_table", "infected.infection.triggers")
def bare_wound(who: Person) -> bool:
    """An open wound that blood gets into: none does under a whole suit."""
    return open_wound(who) and whole_suit(who) is None


@cites("infected.infection.protection_table")
def face_covered(t: T, who: Person) -> bool:
    """Mouth and eyes both, or a whole suit."""
    return whole_suit(who) is not None or (shields(who, "face") is not None and shields(who, "eyes") is not None)


@cites("infected.npc.special.rupture")
def rupture(t: T, victim: Id, near: tuple[Id, ...]) -> None:
    """A Bloated bursts over everybody at arm's reach; no care helps, a covered face does."""
    for id in near:
        who = t.state.people[id]
        if who.human and not who.dead:
            t.say("rupture", "infected.npc.special.rupture", who=who.id, victim=victim)
            if not face_covered(t, who):
                t.aftermath(expose, who, None)


# ------------------------------------------------------------------------------------------------ the check
@cites("infected.infection.check", "infected.infection.triggers", "infected.infection.stress")
def expose(t: T, who: Person, area: Area | None, *, last: bool = False) -> None:
    """1 Stress in any case, and a check. Where it was matters only to an amputation."""
    if last:
        t.milestone("exposed", but_for_asides=True)
    stress.suffer(t, who, 1, "infected.infection.stress")
    if who.infection is None and not who.dead and who.human:
        infection_check(t, who)
        t.aside(remember_where, who, area)


def remember_where(t: T, who: Person, area: Area | None) -> None:
    if who.infection is not None:
        who.infection.area = area


@cites("infected.infection.check")
def infection_check(t: T, who: Person) -> None:
    """GRIT + Endure: 0 hits infected, 1 fighting it, 2 or more clear."""
    hits = checks.check(t, who, "infection", Attribute.GRIT, Skill.ENDURE).hits
    if hits >= 2:
        t.say("clear", "infected.infection.check", who=who.id)
        return
    soonest = now(t) + ROUNDS_A_MINUTE
    who.infection = Infection(exposed_at=now(t), symptoms_at=soonest, turns_at=None if hits == 1 else soonest)
    breaks_out = fights_it if hits == 1 else is_infected
    if in_fight(t):  # in which no command takes a minute
        t.aside(breaks_out, who, who.infection)
    else:
        breaks_out(t, who, who.infection)


@cites("infected.infection.check")
def fights_it(t: T, who: Person, infection: Infection) -> None:
    minutes = 10 * checks.d6(t, "symptoms", who)
    infection.symptoms_at = infection.exposed_at + minutes * ROUNDS_A_MINUTE
    t.say("fights_it", "infected.infection.check", who=who.id, minutes=minutes)


@cites("infected.infection.check")
def is_infected(t: T, who: Person, infection: Infection) -> None:
    onset = t.apart(sickens, who, ("id", "seat"), ())
    infection.symptoms_at = infection.exposed_at + onset.symptoms * ROUNDS_A_MINUTE
    infection.turns_at = infection.exposed_at + onset.turning * ROUNDS_A_MINUTE
    t.say("infected", "infected.infection.check", who=who.id, minutes=onset.symptoms, turning=onset.turning)


class Onset(msgspec.Struct, frozen=True):
    """Minutes until the symptoms and until turning."""

    symptoms: int
    turning: int


@cites("infected.infection.check")
def sickens(t: T, who: Person) -> Onset:
    symptoms, turning = checks.d6(t, "symptoms", who), checks.d6(t, "turning", who, dice=2)
    return Onset(min(symptoms, turning), turning)


@cites("infected.infection.symptoms", "infected.infection.second_check")
def time_passes(t: T, who: Person) -> None:
    """What the clocks of a running infection bring."""
    running = who.infection
    if running is None or who.dead or now(t) < running.symptoms_at:
        return
    if running.turns_at is None:
        second_check(t, who, running)
        return
    if now(t) >= running.turns_at:
        turn(t, who)
        return
    stage_two = running.stage_two_at
    stage = 2 if stage_two is not None and now(t) >= stage_two else 1
    if stage > running.stage:
        running.stage = stage
        t.say("symptoms", "infected.infection.symptoms", who=who.id, stage=stage)


@cites("infected.infection.second_check")
def second_check(t: T, who: Person, running: Infection) -> None:
    """When the symptoms come: GRIT + Endure at -2 dice. It is no new exposure."""
    hits = checks.check(t, who, "second_check", Attribute.GRIT, Skill.ENDURE, SECOND_CHECK).hits
    if hits >= t.variants.infection_second_check_hits:
        who.infection = None
        t.say("clear", "infected.infection.second_check", who=who.id)
        return
    turning = checks.d6(t, "turning", who, dice=2)
    running.stage, running.turns_at = 1, now(t) + turning * ROUNDS_A_MINUTE
    t.say("infected", "infected.infection.second_check", who=who.id, minutes=0, turning=turning)


@cites("infected.infection.symptoms", "infected.npc.fresh")
def turn(t: T, who: Person) -> None:
    """No longer one of the party: a Fresh Infected in the game master's hands."""
    block = content().infected["fresh"]
    t.say("turns", "infected.infection.symptoms", who=who.id)
    let_go_of_all(t, who)
    who.kind, who.side, who.seat, who.type, who.turned = Kind.INFECTED, "infected", GM, "fresh", True
    who.grit, who.reflex, who.nerve, who.skills = block.grit, block.reflex, block.nerve, {}
    who.attack_dice, who.damage, who.initiative_dice, who.traits = block.attack, block.damage, block.frenzy, list(block.specials)
    bruised, bleeding, broken, critical = block.wounds
    who.wounds = LevelTrack({"bruised": bruised, "bleeding": bleeding, "broken": broken, "critical": critical})
    who.injuries, who.infection, who.hands, who.unconscious, who.dying_until, who.broken_down = [], None, [], False, None, False
    who.conditions = [c for c in who.conditions if c in (Condition.PRONE, Condition.BURNING, Condition.SLOWED)]
    who.awareness = Awareness.HUNTING
    nothing_human(t, who)


def nothing_human(t: T, who: Person) -> None:
    """Neither what ailed and frightened them nor the wheel."""
    who.ailments, who.panic, who.panicking, who.breaking, who.wakes_at = [], "", False, False, None
    who.crash_at, who.septic_until, who.drowning, who.drowned_at, who.heat_stroke = None, None, 0, None, False
    who.drives = False
    for car in t.state.vehicles.values():
        if car.driver == who.id:
            car.driver = None


# ------------------------------------------------------------------------------------------------ what can be done
@cites("infected.infection.suppressants")
def suppress(t: T, who: Person) -> None:
    """A dose pushes every clock of the infection back by d6 hours. There is no cure."""
    assert who.infection is not None
    hours = checks.d6(t, "suppressant", who)
    rounds = hours * 60 * ROUNDS_A_MINUTE
    who.infection.symptoms_at += rounds
    if who.infection.turns_at is not None:
        who.infection.turns_at += rounds
    t.say("suppressed", "infected.infection.suppressants", who=who.id, hours=hours)
