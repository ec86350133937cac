"""Suppressing Fire: a zone held under fire, and what those in it do about it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected import threat
from rulebound.games.infected.actions import acting, has_action, spend_action, steadiness
from rulebound.games.infected.ammo import SUPPRESSING_ROUNDS, capacity, critical_failure, kind_of, shoot
from rulebound.games.infected.attack import Strike, in_vehicles, own_state, with_weapon
from rulebound.games.infected.checks import base_pool, hampered, throw
from rulebound.games.infected.conditions import put_on
from rulebound.games.infected.content import content
from rulebound.games.infected.cover import cover_of
from rulebound.games.infected.fighting import Blow, Suppression
from rulebound.games.infected.kinds import Property
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.ranges import BY_STEPS, engaged, range_dice, steps
from rulebound.games.infected.shots import suppressed
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Attribute, Condition, Id, Skill
from rulebound.games.infected.variants import AmmoTracking
from rulebound.games.infected.wounds import hurt
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

NOISE = 5
QUIET_NOISE = 4


class UnderFire(StrEnum):
    """infected.maneuver.suppressing_options"""

    STAY_DOWN = "stay down"
    RISK_IT = "risk it"
    FLEE = "flee"


@cites("infected.maneuver.suppressing_fire")
def can_spray(t: T, gear: Gear) -> bool:
    """Five rounds in it, and no Slow weapon; where magazines are only full or not, a full one."""
    kind = content().weapons.get(gear.kind)
    if kind is None or not kind.magazine or kind.has(Property.SLOW_RANGED) or gear.jammed or gear.loaded < SUPPRESSING_ROUNDS:
        return False
    return t.variants.ammo_tracking is AmmoTracking.PRECISE or gear.loaded >= kind.magazine


def sprayers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A weapon in your hands that can hold a zone under fire."""
    who = acting(t)
    return [id for id in who.hands if can_spray(t, who.gear[id])]


def zones_in_sight(t: T, by: SeatId, weapon: Id) -> Sequence[str]:
    """A zone up to Far."""
    who = acting(t)
    return [id for id in t.state.scene.zones if steps(t, who.zone, id) <= 3]


@cites("infected.maneuver.suppressing_fire")
def can_suppress(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by):
        return refusal
    if engaged(acting(t)):
        return Refusal("infected.range.engaged", "Nobody shoots inside a grapple.", "Get free, or let go.")
    if sprayers(t, by):
        return None
    return Refusal("infected.maneuver.suppressing_fire", "Nothing in your hands can lay down five rounds.", "Reload, or shoot.")


@command(
    rules=("infected.maneuver.suppressing_fire", "infected.maneuver.suppressing_threat"),
    when=can_suppress,
    weapon=sprayers,
    zone=zones_in_sight,
)
def suppress(t: T, by: SeatId, weapon: Id, zone: str) -> None:
    """Hold a zone under fire until your next turn: an Action and five rounds."""
    who = acting(t)
    gear = who.gear[weapon]
    spend_action(t, who)
    at = BY_STEPS[min(4, steps(t, who.zone, zone))]
    strike = Strike(who=who, target=who, weapon=kind_of(gear), gear=gear, melee=False)
    pool = base_pool(who, Attribute.REFLEX, Skill.SHOOT).plus(f"range: {at.value}", range_dice(strike.weapon, at), "infected.range.table")
    pool = with_weapon(strike, in_vehicles(t, who, who, own_state(who, who, pool, melee=False)))
    roll = throw(t, who, "suppress", hampered(t, who, Attribute.REFLEX, Skill.SHOOT, pool + steadiness(who)), (zone,))
    quiet = suppressed(gear)
    empties = t.variants.ammo_tracking is AmmoTracking.ABSTRACT and capacity(gear) > 2
    shoot(t, who, gear, gear.loaded - 2 if empties else SUPPRESSING_ROUNDS)
    gear.used = True
    noise = QUIET_NOISE if quiet else t.judge("suppressing_noise", (5, 4), NOISE, (who.id,))
    threat.weapon_noise(t, who, noise, loud=True)
    assert t.state.fight is not None
    t.state.fight.suppressions.append(Suppression(by=who.id, zone=zone, hits=roll.hits))
    t.state.scene.fought = True
    t.say("suppresses", "infected.maneuver.suppressing_fire", who=who.id, zone=zone, hits=roll.hits)
    if roll.critical:
        critical_failure(t, who, gear)


@cites("infected.maneuver.suppressing_options", "infected.group.covering_fire")
def under_fire(t: T, who: Person) -> None:
    """At the start of a turn in the zone, or on entering it. Allies of the shooter are not shot; infected risk it."""
    fight = t.state.fight
    assert fight is not None
    for held in fight.suppressions:
        if held.zone != who.zone or t.state.people[held.by].side == who.side or who.suppressed or who.id in held.risked:
            continue
        options = (UnderFire.RISK_IT,) if who.is_infected else tuple(UnderFire)
        choice = t.choose(who.seat, "under_fire", options, (who.id, str(held.hits)), default=options[0])
        t.say("under_fire", "infected.maneuver.suppressing_options", who=who.id, choice=choice.value)
        who.suppressed = choice.value
        if choice is UnderFire.RISK_IT:
            risk(t, who, held)
        elif choice is UnderFire.STAY_DOWN and cover_of(t, who) is None:
            put_on(t, who, Condition.PRONE)
        elif choice is UnderFire.FLEE:
            who.actions, who.moves = 0, max(1, who.moves)


@cites("infected.maneuver.suppressing_options", "infected.maneuver.example_suppressing")
def risk(t: T, who: Person, held: Suppression) -> None:
    """Damage is the number of hits, once; armor and Guts help, a defence does not."""
    held.risked.append(who.id)
    if held.hits:
        hurt(t, who, Blow(target=who.id, amount=held.hits, by=held.by, rule="infected.maneuver.suppressing_options"))
