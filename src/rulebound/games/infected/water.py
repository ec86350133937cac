"""Swimming, wet gear and drowning. Pulling somebody out: rescue.py."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected import stress
from rulebound.games.infected.carry import burden
from rulebound.games.infected.checks import resists
from rulebound.games.infected.content import content
from rulebound.games.infected.death import faint
from rulebound.games.infected.equipment import discard, of_kind
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.places import Water
from rulebound.games.infected.state import T, now
from rulebound.games.infected.terms import Attribute, Id, Level, Skill
from rulebound.games.infected.world import able, chance, has_able
from rulebound.games.infected.wounds import wound
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

FATAL_FAILURES = 3
RESCUE_ROUNDS = 2


WATER_DICE = {Water.CALM: 0, Water.ROUGH: -1, Water.RAPIDS: -2}
ITEMS_A_DIE = 3


@cites("infected.hazard.swimming")
def swim_dice(who: Person, water: Water) -> Total:
    """Rough water -1, rapids -2, and a die less for every three Significant Items."""
    rule = "infected.hazard.swimming"
    return Total().plus(water.value, WATER_DICE[water], rule).plus("burden", -(burden(who).value // ITEMS_A_DIE), rule)


@cites("infected.hazard.swimming")
def water_here(t: T, who: Person) -> Water:
    """How the water runs where they are."""
    zone = t.state.scene.zones.get(who.zone)
    return zone.water if zone is not None and zone.deep_water else Water.CALM


@cites("infected.environment.hazard_table", "infected.hazard.swimming")
def swims(t: T, who: Person, water: Water) -> bool:
    """Whether they get on. An infected that does not has no air to lose."""
    on = resists(t, who, "swim", Attribute.GRIT, Skill.ATHLETICS, swim_dice(who, water))
    if who.human:
        who.drowning = 0 if on else max(1, who.drowning)
        t.say("swims" if on else "goes_under", "infected.hazard.swimming", who=who.id)
        soak(t, who)
    return on


@cites("infected.hazard.wet_gear")
def has_bag(who: Person) -> bool:
    """A waterproof bag keeps dry what is neither in hand nor worn."""
    return of_kind(who, "waterproof bag") is not None or any("waterproof bag" in g.upgrades for g in who.gear.values())


def exposed(who: Person) -> list[Gear]:
    dry = has_bag(who)
    return [thing for thing in who.gear.values() if not dry or thing.id in (*who.hands, *who.worn)]


@cites("infected.hazard.wet_gear")
def soak_guns(who: Person) -> None:
    """They are unreliable until dry."""
    for thing in exposed(who):
        weapon = content().weapons.get(thing.kind)
        thing.wet = thing.wet or (weapon is not None and weapon.firearm)


@cites("infected.hazard.wet_gear")
def soak(t: T, who: Person) -> None:
    """Guns get wet, electronics and open food are ruined by 50%, clothes no longer warm."""
    soak_guns(who)
    if who.wet:
        return
    who.wet = True
    t.say("soaked", "infected.hazard.wet_gear", who=who.id)
    for thing in exposed(who):
        row = content().gear.get(thing.kind)
        if row is not None and row.electronic and chance(t, 50, "electronics", who, (thing.kind,)):
            discard(who, thing)
            t.say("ruined", "infected.hazard.wet_gear", who=who.id, thing=thing.kind)
    if who.food and not has_bag(who) and chance(t, 50, "wet_food", who):
        t.say("spoils", "infected.hazard.wet_gear", who=who.id, days=who.food)
        who.food = 0


def wet_ones(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is soaked, or has a soaked gun."""
    mine = (t.state.people[who] for who in able(t, by))
    return [p.id for p in mine if p.wet or any(thing.wet for thing in p.gear.values())]


def can_dry(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    return None if wet_ones(t, by) else Refusal("infected.hazard.wet_gear", "Nobody of yours is wet.", "Keep it that way.")


@command(rules=("infected.hazard.wet_gear",), when=can_dry, who=wet_ones)
def dry_off(t: T, by: SeatId, who: Id) -> None:
    """Dry clothes and clean weapons."""
    me = t.state.people[who]
    me.wet = False
    for thing in me.gear.values():
        thing.wet = False
    t.say("dries", "infected.hazard.wet_gear", who=who)


@cites("infected.hazard.drowning")
def beyond_rescue(t: T, who: Person) -> bool:
    """Two rounds after blacking out."""
    return who.drowned_at is not None and now(t) - who.drowned_at > RESCUE_ROUNDS


@cites("infected.hazard.drowning")
def drown(t: T, who: Person) -> None:
    """A round without air; once they have blacked out only the clock counts."""
    rule = "infected.hazard.drowning"
    if who.drowned_at is not None:
        return
    failed = who.drowning - 1
    extra = Total().plus("failed before", -failed, rule)
    if resists(t, who, "drown", Attribute.GRIT, Skill.ENDURE, extra):
        t.say("holds_breath", rule, who=who.id)
        return
    who.drowning += 1
    stress.suffer(t, who, 1, rule)
    if who.drowning - 1 >= FATAL_FAILURES:
        who.drowned_at = now(t)
        wound(t, who, Level.CRITICAL, rule)
        faint(t, who, rule)
    else:
        t.say("chokes_on_water", rule, who=who.id, failures=who.drowning - 1)
