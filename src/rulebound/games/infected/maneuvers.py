"""Maneuvers with the body: disarming, shoving, tackling, bashing with a shield; and throwing whatever lies about."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected.actions import acting, has_action, held_fast, one_body, spend_action, steadiness
from rulebound.games.infected.aims import calls
from rulebound.games.infected.attack import FISTS, Called, Strike, carefully
from rulebound.games.infected.blows import counter, strike_at, strike_once
from rulebound.games.infected.checks import check
from rulebound.games.infected.conditions import put_on
from rulebound.games.infected.content import content
from rulebound.games.infected.defense import melee_weapons, shield_of, weapons_held
from rulebound.games.infected.effects import afflict, disarmed, inflict, knock_away
from rulebound.games.infected.environment import must_be_there
from rulebound.games.infected.fighting import Effect, What
from rulebound.games.infected.groups import open_gap
from rulebound.games.infected.holds import (
    free_hand,
    free_to_act,
    in_reach,
    in_the_way,
    next_zones,
    scuffle,
    strike_back,
)
from rulebound.games.infected.kinds import Property, WeaponKind
from rulebound.games.infected.places import Into
from rulebound.games.infected.ranges import band, engaged
from rulebound.games.infected.reach import LIGHT_OBJECT, out_of_reach
from rulebound.games.infected.state import T, in_sight
from rulebound.games.infected.strikes import CHOSEN, goes_on
from rulebound.games.infected.terms import Attribute, Band, Condition, Id, Skill
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

BASH = 2
STRONG = 4
"""infected.environment.thrown_objects: GRIT that very heavy things take."""


# ------------------------------------------------------------------------------------------------ disarm
def armed(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy at arm's reach with something in hand."""
    return [id for id in in_reach(t, by) if t.state.people[id].hands]


def in_their_hands(t: T, by: SeatId, target: Id) -> Sequence[Id]:
    """What they hold; left out, a weapon."""
    return list(t.state.people[target].hands)


@cites("infected.maneuver.disarm")
def can_disarm(t: T, by: SeatId) -> Refusal | None:
    if refusal := free_to_act(t, by):
        return refusal
    return None if armed(t, by) else Refusal("infected.maneuver.disarm", "Nobody within reach holds anything.", "Close in.")


@command(
    rules=("infected.maneuver.disarm", "infected.maneuver.disarm_ranged", "infected.maneuver.flat"), when=can_disarm, target=armed,
    thing=in_their_hands,
)  # fmt: skip
def disarm(t: T, by: SeatId, target: Id, thing: Id | None = None) -> None:
    """Disarm somebody: GRIT + Brawl; 2 hits send the weapon a zone away, 1 drops it, 0 may be answered with an attack."""
    who, foe = acting(t), t.state.people[target]
    spend_action(t, who)
    scuffle(t, who)
    weapon = thing or [*weapons_held(foe), *foe.hands][0]
    kind = content().weapons.get(foe.gear[weapon].kind)
    extra = steadiness(who)
    if kind is not None and kind.ranged:
        extra = extra.plus("ranged weapon", -1, "infected.maneuver.disarm_ranged")
    hits = check(t, who, "disarm", Attribute.GRIT, Skill.BRAWL, extra, (foe.id,)).hits
    if hits >= 2:
        knock_away(t, who, foe, weapon)
    elif hits:
        disarmed(t, who, foe, weapon)
    else:
        t.say("no_effect", "infected.maneuver.disarm", who=who.id)
        strike_back(t, foe, who)


# ------------------------------------------------------------------------------------------------ shove
@cites("infected.maneuver.shove")
def can_shove(t: T, by: SeatId) -> Refusal | None:
    if refusal := free_to_act(t, by):
        return refusal
    return None if in_reach(t, by) else Refusal("infected.maneuver.shove", "Nobody is within arm's reach.", "Close in.")


def shove_zones(t: T, by: SeatId, target: Id) -> Sequence[str]:
    """The zone they end in, next to yours."""
    return next_zones(t, by)


def shoved_into(t: T, by: SeatId, target: Id, zone: str, *_: object) -> Sequence[Into]:
    """What they are driven into; somebody only where somebody stands."""
    return [into for into in Into if into is not Into.PERSON or bystanders(t, by, target, zone, into)]


def bystanders(t: T, by: SeatId, target: Id, zone: str, into: Into = Into.NOTHING) -> Sequence[Id]:
    """Whom they are driven into, in that zone."""
    return [id for id in in_the_way(t, by, zone, into) if id != target]


@command(
    rules=("infected.maneuver.shove", "infected.maneuver.shove_hazard", "infected.maneuver.flat", "infected.position.surrounded"),
    when=can_shove, target=in_reach, zone=shove_zones, into=shoved_into, other=bystanders,
)  # fmt: skip
def shove(t: T, by: SeatId, target: Id, zone: str, into: Into = Into.NOTHING, other: Id | None = None) -> None:
    """Shove somebody a zone away: GRIT + Athletics, 2 hits or more; with none you are off balance until your next turn."""
    who, foe = acting(t), t.state.people[target]
    must_be_there(t, who, foe, zone, into, other)
    spend_action(t, who)
    scuffle(t, who)
    hits = check(t, who, "shove", Attribute.GRIT, Skill.ATHLETICS, steadiness(who), (foe.id,)).hits
    if hits >= 2:
        open_gap(t, who, foe.near)
        inflict(t, Effect(what=What.SHOVED, by=who.id, target=foe.id, zone=zone, into=into.value, other=other))
    elif hits == 0:
        put_on(t, who, Condition.OVEREXTENDED)
    else:
        t.say("no_effect", "infected.maneuver.shove", who=who.id)


# ------------------------------------------------------------------------------------------------ tackle
class Tackle(StrEnum):
    """With damage, or only to knock down."""

    BRAWL = "brawl"
    ATHLETICS = "athletics"


class Ends(StrEnum):
    PRONE = "prone"
    GRAPPLED = "grappled"


def charged(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy at arm's reach that you moved a zone or more toward this turn."""
    return [id for id in in_reach(t, by) if id in acting(t).approached]


@cites("infected.maneuver.tackle")
def can_tackle(t: T, by: SeatId) -> Refusal | None:
    if refusal := free_to_act(t, by):
        return refusal
    return None if charged(t, by) else Refusal("infected.maneuver.tackle", "It takes a Move of a zone or more at them first.", "Close in.")


def endings(t: T, by: SeatId, target: Id, *_: object) -> Sequence[Ends]:
    """How it ends for them; taking hold needs a free hand."""
    who = acting(t)
    return tuple(Ends) if free_hand(who) and not who.holds else (Ends.PRONE,)


def tackle_calls(t: T, by: SeatId, target: Id, skill: Tackle = Tackle.BRAWL, *_: object) -> Sequence[Called]:
    """A part of the body to aim at; not where it only knocks down."""
    return body_parts(t, by, target) if skill is Tackle.BRAWL else (Called.NONE,)


def body_parts(t: T, by: SeatId, target: Id, *_: object) -> Sequence[Called]:
    """A part of the body to aim at; a Swarm has none."""
    return [part for part in calls(t, by, target) if part is not Called.WEAPON]


@command(
    rules=("infected.maneuver.tackle", "infected.state.exposed", "infected.maneuver.flat", *CHOSEN), when=can_tackle, target=charged,
    ends=endings, called=tackle_calls, careful=carefully,
)  # fmt: skip
def tackle(
    t: T, by: SeatId, target: Id, skill: Tackle = Tackle.BRAWL, ends: Ends = Ends.PRONE, called: Called = Called.NONE, careful: bool = False
) -> None:
    """Charge somebody down with +1 die: Prone or Grappled on a hit, and damage with Brawl. You are Exposed."""
    who, foe = acting(t), t.state.people[target]
    brawls = skill is Tackle.BRAWL
    gear = next((g for g in melee_weapons(t, who) if brawls and not content().weapons[g.kind].has(Property.SLOW_MELEE)), None)
    weapon = content().weapons[gear.kind if gear else FISTS]
    spend_action(t, who)
    put_on(t, who, Condition.EXPOSED)
    beside = list(foe.near)
    if not goes_on(t, who, foe, weapon, gear):
        return
    net, answered = strike_once(
        t,
        Strike(
            who=who, target=foe, weapon=weapon, gear=gear, extra=Total().plus("tackle", 1, "infected.maneuver.tackle"), called=called,
            careful=careful, tackle=Skill.BRAWL if brawls else Skill.ATHLETICS, fixed=None if brawls else 0,
        ),
    )  # fmt: skip
    if net:
        open_gap(t, who, beside)
    if net and not foe.dead:
        if ends is Ends.GRAPPLED:
            inflict(t, Effect(what=What.GRIP, by=who.id, target=foe.id))
        else:
            afflict(t, who, foe, Condition.PRONE)
    if answered:
        t.aftermath(counter, foe, who)


# ------------------------------------------------------------------------------------------------ shield
@cites("infected.shield.bash")
def can_bash(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by) or one_body(acting(t)):
        return refusal
    if shield_of(acting(t)) is None:
        return Refusal("infected.shield.bash", "You hold no shield.", "Attack another way.")
    return None if bashable(t, by) else Refusal("infected.shield.bash", "Nobody is within arm's reach.", "Close in.")


def enemies_near(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy at arm's reach."""
    who = acting(t)
    return [p.id for p in (t.state.people[id] for id in who.near) if p.side != who.side and not p.dead]


@cites("infected.condition.grappled")
def bashable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy at arm's reach; whoever holds you, if somebody does."""
    who = acting(t)
    return [id for id in enemies_near(t, by) if who.held_by in (None, id)]


@command(
    rules=("infected.shield.bash", *CHOSEN),
    when=can_bash,
    target=bashable,
    called=body_parts,
    careful=carefully,
)
def bash(t: T, by: SeatId, target: Id, called: Called = Called.NONE, careful: bool = False) -> None:
    """Strike with the shield: GRIT + Brawl, 2 damage and Staggered."""
    who, foe = acting(t), t.state.people[target]
    fists = content().weapons[FISTS]
    spend_action(t, who)
    if not goes_on(t, who, foe, fists, None, held=shield_of(who)):
        return
    strike = Strike(who=who, target=foe, weapon=fists, held=shield_of(who), fixed=BASH, called=called, careful=careful)
    net, answered = strike_once(t, strike)
    if net:
        afflict(t, who, foe, Condition.STAGGERED)
    if answered:
        t.aftermath(counter, foe, who)


# ------------------------------------------------------------------------------------------------ things thrown
class Size(StrEnum):
    """infected.environment.thrown_objects"""

    LIGHT = "light"
    HEAVY = "heavy"
    VERY_HEAVY = "very heavy"


OBJECTS = {
    Size.LIGHT: WeaponKind(damage=LIGHT_OBJECT, noise=2),
    Size.HEAVY: WeaponKind(damage=2, noise=2),
    Size.VERY_HEAVY: WeaponKind(damage=3, noise=2),
}


def close_by(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy at Close range who is not fully covered."""
    who, thing = acting(t), OBJECTS[Size.LIGHT]
    there = (p for p in t.state.people.values() if p.side != who.side and not p.dead and not p.fled and in_sight(who, p))
    return [p.id for p in there if band(t, who, p) is Band.CLOSE and out_of_reach(t, who, p, thing, None, thrown=True) is None]


def liftable(t: T, by: SeatId, target: Id) -> Sequence[Size]:
    """What you can lift: very heavy things take GRIT 4."""
    return tuple(Size) if acting(t).grit >= STRONG else (Size.LIGHT, Size.HEAVY)


@cites("infected.environment.thrown_objects", "infected.cover.table")
def can_throw(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by) or held_fast(acting(t)):
        return refusal
    if acting(t).is_infected or engaged(acting(t)):
        return Refusal("infected.environment.thrown_objects", "That takes free hands.", "Attack.")
    if close_by(t, by):
        return None
    return Refusal("infected.environment.thrown_objects", "Nobody who can be hit is at Close range.", "Get nearer, or round their cover.")


@command(
    rules=("infected.environment.thrown_objects", "infected.attack.types", *CHOSEN), when=can_throw, target=close_by, size=liftable,
    called=calls, careful=carefully,
)  # fmt: skip
def throw_object(t: T, by: SeatId, target: Id, size: Size = Size.LIGHT, called: Called = Called.NONE, careful: bool = False) -> None:
    """Throw whatever lies about: REFLEX + Athletics."""
    who, foe, thing = acting(t), t.state.people[target], OBJECTS[size]
    spend_action(t, who)
    if not goes_on(t, who, foe, thing, None, thrown=True):
        return
    extra = Total() if size is Size.LIGHT else Total().plus(f"{size.value} object", -1, "infected.environment.thrown_objects")
    strike = Strike(who=who, target=foe, weapon=thing, melee=False, thrown=True, extra=extra, called=called, careful=careful)
    strike_at(t, strike)
