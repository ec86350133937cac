"""Suppressing Fire: a zone held under fire, and what those in it do about it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected import moving, threat  # whoever flees moves, and whoever moves comes under fire
from rulebound.games.infected.actions import acting, has_action, spend_action, steadiness
from rulebound.games.infected.ammo import SUPPRESSING_ROUNDS, capacity, kind_of, shoot, watches_ones
from rulebound.games.infected.attack import Strike, own_state, with_motion, with_weapon
from rulebound.games.infected.checks import base_pool, hampered, throw
from rulebound.games.infected.conditions import put_on
from rulebound.games.infected.content import content
from rulebound.games.infected.cover import cover_of
from rulebound.games.infected.equipment import take_into_use
from rulebound.games.infected.fighting import Blow, Suppression
from rulebound.games.infected.kinds import Property
from rulebound.games.infected.people import Gear, Person, Trigger
from rulebound.games.infected.ranges import BY_STEPS, range_dice, steps
from rulebound.games.infected.reach import unusable
from rulebound.games.infected.shots import suppressed, weapon_suffers
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
    if kind is None or not kind.magazine or kind.has(Property.SLOW_RANGED) or gear.loaded < SUPPRESSING_ROUNDS:
        return False
    return t.variants.ammo_tracking is AmmoTracking.PRECISE or gear.loaded >= capacity(gear)


def sprayers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A weapon in your hands that can hold a zone under fire."""
    who = acting(t)
    return [id for id in who.hands if can_spray(t, who.gear[id]) and unusable(t, who, kind_of(who.gear[id]), who.gear[id]) is None]


@cites("infected.maneuver.suppressing_fire", "infected.condition.blinded")
def zones_in_sight(t: T, by: SeatId, weapon: Id) -> Sequence[str]:
    """A zone up to Far; the Blinded reach no further than Close."""
    who = acting(t)
    return [id for id in t.state.scene.zones if steps(t, who.zone, id) <= (1 if who.has(Condition.BLINDED) else 3)]


@cites("infected.maneuver.suppressing_fire")
def can_suppress(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by):
        return refusal
    if sprayers(t, by):
        return None
    who = acting(t)
    for gear in [who.gear[id] for id in who.hands if can_spray(t, who.gear[id])]:
        return unusable(t, who, kind_of(gear), gear)
    return Refusal("infected.maneuver.suppressing_fire", "Nothing in your hands can lay down five rounds.", "Reload, or shoot.")


@command(
    rules=("infected.maneuver.suppressing_fire", "infected.maneuver.suppressing_threat", "infected.property.loud"),
    when=can_suppress,
    weapon=sprayers,
    zone=zones_in_sight,
)
def suppress(t: T, by: SeatId, weapon: Id, zone: str) -> None:
    """Hold a zone under fire until your next turn: an Action and five rounds."""
    who = acting(t)
    gear = who.gear[weapon]
    spend_action(t, who)
    # Imported here because under fire one moves and fights on, and prepared actions are that.
    from rulebound.games.infected.overwatch import spring

    if spring(t, who, Trigger.ATTACKS) and not (who.up and weapon in who.hands and can_spray(t, gear)):
        t.say("no_effect", "infected.maneuver.overwatch", who=who.id)
        return
    at = BY_STEPS[min(4, steps(t, who.zone, zone))]
    strike = Strike(who=who, target=who, weapon=kind_of(gear), gear=gear, melee=False)
    pool = base_pool(who, Attribute.REFLEX, Skill.SHOOT).plus(f"range: {at.value}", range_dice(strike.weapon, at), "infected.range.table")
    pool = with_weapon(strike, with_motion(t, who, own_state(who, who, pool, melee=False)))
    pool = hampered(t, who, Attribute.REFLEX, Skill.SHOOT, pool + steadiness(who))
    roll = throw(t, who, "suppress", pool, (zone,), ones=watches_ones(gear))
    quiet = suppressed(gear)
    empties = t.variants.ammo_tracking is AmmoTracking.ABSTRACT and capacity(gear) > 2
    strike.round = shoot(t, who, gear, gear.loaded - 2 if empties else SUPPRESSING_ROUNDS)
    take_into_use(t, who, gear)
    noise = QUIET_NOISE if quiet else t.judge("suppressing_noise", (5, 4), NOISE, (who.id,))
    threat.weapon_noise(t, who, noise, loud=not quiet)
    assert t.state.fight is not None
    t.state.fight.suppressions.append(Suppression(by=who.id, zone=zone, hits=roll.hits))
    t.state.scene.fought = True
    t.say("suppresses", "infected.maneuver.suppressing_fire", who=who.id, zone=zone, hits=roll.hits)
    weapon_suffers(t, strike, roll)


# ------------------------------------------------------------------------------------------------ under fire
@cites("infected.maneuver.suppressing_options", "infected.group.covering_fire")
def under_fire(t: T, who: Person) -> None:
    """At the start of a turn in the zone or on entering it, once for each who holds it. Allies of the shooter are not shot."""
    fight = t.state.fight
    assert fight is not None
    here = [held for held in fight.suppressions if held.zone == who.zone and t.state.people[held.by].side != who.side]
    runs = False
    for held in [held for held in here if who.id not in held.chosen]:
        held.chosen.append(who.id)
        if runs or who.suppressed == UnderFire.STAY_DOWN or not who.up:
            continue
        options = choices(t, who, held)
        choice = t.choose(who.seat, "under_fire", options, (who.id, str(held.hits)), default=options[0])
        t.say("under_fire", "infected.maneuver.suppressing_options", who=who.id, choice=choice.value)
        who.suppressed = choice.value
        match choice:
            case UnderFire.RISK_IT:
                risk(t, who, held)
            case UnderFire.STAY_DOWN if cover_of(t, who) is None and who.vehicle is None:
                put_on(t, who, Condition.PRONE)
            case UnderFire.FLEE:
                run_from(who, held)
                runs = True


@cites("infected.maneuver.suppressing_options", "infected.action.trade_action_for_move")
def run_from(who: Person, held: Suppression) -> None:
    """All that is left of the turn goes into getting away, an Action as another Move."""
    who.moves += who.actions
    who.actions, who.flees = 0, held.by


def choices(t: T, who: Person, held: Suppression) -> tuple[UnderFire, ...]:
    """Infected risk it; nobody flees who cannot get further from the shooter."""
    if who.is_infected:
        return (UnderFire.RISK_IT,)
    stuck = moving.held_back(t, who) or moving.hemmed_in(t, who)
    if (who.moves or who.actions) and stuck is None and moving.ways_from(t, who, t.state.people[held.by]):
        return tuple(UnderFire)
    return UnderFire.STAY_DOWN, UnderFire.RISK_IT


@cites("infected.maneuver.suppressing_options", "infected.maneuver.example_suppressing")
def risk(t: T, who: Person, held: Suppression) -> None:
    """Damage is the number of hits, once; armor and Guts help, a defence does not."""
    if held.hits:
        hurt(t, who, Blow(target=who.id, amount=held.hits, by=held.by, rule="infected.maneuver.suppressing_options"))


@cites("infected.maneuver.suppressing_options")
def has_not_fled(t: T, who: Person) -> None:
    """Whoever chose to flee and is still there at the end of the turn is struck like those who risk it."""
    assert t.state.fight is not None
    for held in t.state.fight.suppressions:
        if held.by == who.flees and held.zone == who.zone:
            t.say("under_fire", "infected.maneuver.suppressing_options", who=who.id, choice=UnderFire.RISK_IT.value)
            risk(t, who, held)
    who.flees = None


@cites("infected.group.covering_fire")
def kept_down(t: T, who: Person) -> bool:
    """Whether somebody stays down, or runs, under fire that still holds: then nobody else is struck at."""
    fight = t.state.fight
    if fight is None or who.suppressed not in (UnderFire.STAY_DOWN, UnderFire.FLEE):
        return False
    return any(held.zone == who.zone and t.state.people[held.by].side != who.side for held in fight.suppressions)
