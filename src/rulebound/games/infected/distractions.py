"""Distractions: something thrown, traps that make a noise, and whom it draws away."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected import threat
from rulebound.games.infected.actions import steadiness
from rulebound.games.infected.checks import NO_DICE, check, d6
from rulebound.games.infected.complications import after
from rulebound.games.infected.helping import can_act, helpers, pay
from rulebound.games.infected.people import Person
from rulebound.games.infected.ranges import engaged, open_ways, way_on_foot
from rulebound.games.infected.state import T, in_fight, now
from rulebound.games.infected.terms import PARTY, Attribute, Awareness, Condition, Id, Skill
from rulebound.games.infected.variants import DistractionThreat
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


class Lure(StrEnum):
    """What makes the noise elsewhere."""

    THROWN = "something thrown"
    CANS = "wired cans"
    ALARM = "a rigged alarm"
    SIREN = "a siren"


LURE_NOISE = {Lure.THROWN: 2, Lure.CANS: 3, Lure.ALARM: 4, Lure.SIREN: 5}
"""A siren is a fine piece of work; nobody rigs one in passing."""


def zones(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Where the noise is to be."""
    return list(t.state.scene.zones)


@command(rules=("infected.stealth.distraction_thrown", "infected.stealth.distraction_environment"), when=can_act, who=helpers, zone=zones)
def lure(t: T, by: SeatId, who: Id, zone: str) -> None:
    """Throw something to draw them elsewhere: REFLEX + Athletics decides whether it lands there."""
    me = t.state.people[who]
    steady = handy(t, me)
    roll = check(t, me, "lure", Attribute.REFLEX, Skill.ATHLETICS, steady)
    if roll.hits < 1:
        zone = t.judge("stray_throw", list(t.state.scene.zones), me.zone, (who,))
        t.say("stray", "infected.stealth.distraction_thrown", who=who, zone=zone)
    noise_at(t, me, zone, Lure.THROWN)
    if roll.hits:
        after(t, me, roll)


def handy(t: T, who: Person) -> Total:
    """In a fight it takes an Action, and the die that being Staggered costs."""
    if not in_fight(t):
        return NO_DICE
    steady = steadiness(who)
    pay(t, who)
    return steady


@cites(
    "infected.stealth.distraction_thrown", "infected.stealth.distraction_trap", "infected.threat.modifiers", "infected.condition.deafened"
)  # fmt: skip
def noise_at(t: T, who: Person, zone: str, what: Lure, rule: str = "infected.stealth.distraction_thrown") -> None:
    """A noise with a place of its own: those who hear it go there, and the group's Threat stays as it is."""
    t.state.scene.distraction = zone
    t.say("lured", rule, zone=t.state.scene.zones[zone].name, noise=LURE_NOISE[what])
    if t.variants.threat_distraction is DistractionThreat.SHARED:
        threat.make_noise(t, who.seat, LURE_NOISE[what], what.value, rule, zone)
    hear = [p for p in t.state.people.values() if p.side != who.side and p.up and not p.has(Condition.DEAFENED)]
    hunting = [p for p in hear if p.awareness is Awareness.HUNTING]
    if hunting and not t.judge("hunters_turn", (False, True), False, (zone,)):
        hear = [p for p in hear if p not in hunting]
    if not hear:
        return
    rounds = d6(t, "distracted", None)
    for p in hear:
        distracted(t, p, zone, rounds)


@cites("infected.stealth.distraction_duration", "infected.stealth.distraction_thrown")
def distracted(t: T, who: Person, zone: str, rounds: int) -> None:
    """For d6 rounds; unaware humans become suspicious, infected run to it. Whoever hunts somebody looks round, and stays."""
    who.distracted_until = now(t) + rounds
    if who.human and who.awareness is Awareness.UNAWARE:
        who.awareness = Awareness.SUSPICIOUS
    t.say("distracted", "infected.stealth.distraction_duration", who=who.id, rounds=rounds)
    if who.awareness is not Awareness.HUNTING and not (who.stuck or who.restrained or engaged(who)):
        go_after(t, who, zone)


@cites("infected.stealth.distraction_thrown", "infected.craft.recipes.traps")
def go_after(t: T, who: Person, zone: str) -> None:
    """To where the noise was, as far as the way is open, and into whatever waits on it."""
    # Imported here because whoever moves walks into traps, and some of these make a noise.
    from rulebound.games.infected.moving import go

    for step in way_on_foot(t, who.zone, zone):
        if not who.up or who.stuck or step not in open_ways(t, who.zone):
            return
        go(t, who, step)


def within_arms_length(t: T, by: SeatId, who: Id, *_: object) -> Sequence[str]:
    """Where it is rigged; in a fight where you stand."""
    return [t.state.people[who].zone] if in_fight(t) else zones(t, by)


def noise_traps(t: T, by: SeatId, *_: object) -> Sequence[Lure]:
    """Cans, or an alarm."""
    return Lure.CANS, Lure.ALARM


@command(rules=("infected.stealth.distraction_trap",), when=can_act, who=helpers, zone=within_arms_length, what=noise_traps)
def rig(t: T, by: SeatId, who: Id, zone: str, what: Lure = Lure.CANS) -> None:
    """Rig a noise trap with a quick WITS + Craft: an enemy who comes into the zone sets it off, or you do from afar."""
    me = t.state.people[who]
    if check(t, me, "rig", Attribute.WITS, Skill.CRAFT, handy(t, me)).hits >= 1:
        t.state.traps[zone] = what.value
        t.say("rigged", "infected.stealth.distraction_trap", who=who, what=what.value)
    else:
        t.say("no_effect", "infected.stealth.distraction_trap", who=who)


def rigged(t: T, by: SeatId, who: Id) -> Sequence[str]:
    """A zone where a trap is rigged."""
    return list(t.state.traps)


@cites("infected.stealth.distraction_trap")
def has_trap(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_act(t, by):
        return refusal
    return None if t.state.traps else Refusal("infected.stealth.distraction_trap", "No trap is rigged.", "Rig one.")


@command(rules=("infected.stealth.distraction_trap",), when=has_trap, who=helpers, zone=rigged)
def set_off(t: T, by: SeatId, who: Id, zone: str) -> None:
    """Set off a noise trap from afar."""
    me = t.state.people[who]
    handy(t, me)
    noise_at(t, me, zone, Lure(t.state.traps.pop(zone)), "infected.stealth.distraction_trap")


@cites("infected.stealth.distraction_trap")
def trip(t: T, who: Person) -> None:
    """The tripwire: an enemy who comes to where something is rigged."""
    setter = next((p for p in t.state.people.values() if p.side == PARTY), None)
    if who.side != PARTY and who.zone in t.state.traps and setter is not None:
        noise_at(t, setter, who.zone, Lure(t.state.traps.pop(who.zone)), "infected.stealth.distraction_trap")
