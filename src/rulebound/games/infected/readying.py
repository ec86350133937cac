"""Lying in wait: preparing an attack, a movement or any other Action; and the light that may go out."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.actions import acting, has_action, one_body, spend_action, spend_move
from rulebound.games.infected.aims import go_together, not_together, pairs_up
from rulebound.games.infected.ammo import enough_for_two
from rulebound.games.infected.attack import FISTS, Called, carefully
from rulebound.games.infected.kinds import Property
from rulebound.games.infected.lights import dazzle, torches
from rulebound.games.infected.moving import can_move, next_to
from rulebound.games.infected.npcs import zones
from rulebound.games.infected.overwatch import lights_out
from rulebound.games.infected.people import Person, Prepared, Trigger
from rulebound.games.infected.reach import arms, throws, unusable, weapon_of
from rulebound.games.infected.readied import actions
from rulebound.games.infected.state import T
from rulebound.games.infected.strikes import CHOSEN
from rulebound.games.infected.teamwork import enemies_there
from rulebound.games.infected.terms import Id, Light
from rulebound.games.infected.world import gm_only
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal, Refused, refuse
from rulebound.kernel.seats import SeatId

RULES = ("infected.maneuver.overwatch", "infected.maneuver.overwatch_examples")


# ------------------------------------------------------------------------------------------------ what one waits for
def ready_arms(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """What you will use: something in hand, or `unarmed`."""
    who = acting(t)
    return [n for n in arms(who) if unusable(t, who, *weapon_of(who, n)) is None]


def watched(t: T, by: SeatId, what: str, trigger: Trigger) -> Sequence[Id]:
    """Whose doing sets it off; left out, any enemy's."""
    return enemies_there(t, by)


def friends(t: T, by: SeatId, what: str, trigger: Trigger, of: Id | None) -> Sequence[Id]:
    """The friend somebody must come near; left out, any."""
    who = acting(t)
    if trigger is not Trigger.COMES_TO_FRIEND:
        return []
    return [p.id for p in t.state.people.values() if p.side == who.side and p.id != who.id and not p.dead and not p.fled]


def aims(t: T, by: SeatId, *_: object) -> Sequence[Called]:
    """A part to aim at, or a weapon in hand, of whoever it will be."""
    return (Called.NONE,) if acting(t).is_infected else tuple(Called)


@cites("infected.maneuver.dual_wield")
def other_hand(t: T, by: SeatId, weapon: str, *_: object) -> Sequence[Id]:
    """A second one-handed weapon of the same sort in the other hand."""
    who = acting(t)
    kind, gear = weapon_of(who, weapon)
    if gear is None or not pairs_up(kind):
        return []
    return [Id(name) for name in ready_arms(t, by) if name not in (weapon, FISTS) and go_together(kind, weapon_of(who, name)[0])]


@cites("infected.property.throwable")
def throwing(t: T, by: SeatId, weapon: str, *_: object) -> Sequence[bool]:
    """Throw it instead of striking, if it is made for that."""
    kind = weapon_of(acting(t), weapon)[0]
    return (False, True) if throws(kind, throw_it=True) and not throws(kind) else (False,)


@cites("infected.property.fast")
def striking_twice(t: T, by: SeatId, weapon: str, *_: object) -> Sequence[bool]:
    """Twice, with a Fast weapon; both attacks are then at -1 die."""
    who = acting(t)
    kind, gear = weapon_of(who, weapon)
    return (False, True) if kind.has(Property.FAST) and not who.attack_dice and enough_for_two(gear) else (False,)


# ------------------------------------------------------------------------------------------------ preparing
def can_prepare(t: T, by: SeatId) -> Refusal | None:
    return has_action(t, by) or one_body(acting(t)) or prepared(acting(t))


def can_prepare_to_run(t: T, by: SeatId) -> Refusal | None:
    return can_move(t, by) or one_body(acting(t)) or prepared(acting(t))


@cites("infected.maneuver.overwatch")
def prepared(who: Person) -> Refusal | None:
    """Only one thing at a time."""
    if who.prepared is None:
        return None
    return Refusal("infected.maneuver.overwatch", f"{who.name} has prepared something already.", "Wait for it, or do something else.")


@command(
    rules=(*RULES, *CHOSEN),
    when=can_prepare,
    weapon=ready_arms,
    of=watched,
    friend=friends,
    called=aims,
    careful=carefully,
    both=other_hand,
    throw_it=throwing,
    twice=striking_twice,
)
def overwatch(
    t: T, by: SeatId, weapon: str, trigger: Trigger, of: Id | None = None, friend: Id | None = None, called: Called = Called.NONE,
    careful: bool = False, both: Id | None = None, throw_it: bool = False, twice: bool = False,
) -> None:  # fmt: skip
    """Prepare an attack for what may happen, as any attack is made; it comes before that, and is lost with your next turn."""
    who = acting(t)
    if both and (refusal := not_together(t, who.gear[weapon], who.gear[both], thrown=throw_it, twice=twice)):
        raise Refused(refusal)
    if throw_it and twice:
        raise refuse("infected.property.fast", "What is thrown is thrown once.", "Throw it, or strike twice.")
    spend_action(t, who)
    plan = Prepared(trigger, Id(weapon), of, friend=friend, called=called.value, careful=careful, both=both, thrown=throw_it, twice=twice)
    prepare(t, plan)


@command(rules=RULES, when=can_prepare_to_run, zone=next_to, of=watched, friend=friends)
def ready_to_run(t: T, by: SeatId, zone: str, trigger: Trigger, of: Id | None = None, friend: Id | None = None) -> None:
    """Prepare a movement for what may happen: it uses your Move and comes before that, or is lost with your next turn."""
    spend_move(t, acting(t))
    prepare(t, Prepared(trigger, None, of, zone, friend=friend))


@command(rules=RULES, when=can_prepare, action=actions, of=watched, friend=friends)
def ready(t: T, by: SeatId, action: str, trigger: Trigger, of: Id | None = None, friend: Id | None = None) -> None:
    """Prepare any other Action for what may happen: whom and what it is done to is settled then. A tackle needs the Move as well."""
    spend_action(t, acting(t))
    prepare(t, Prepared(trigger, None, of, action=action, friend=friend))


def prepare(t: T, plan: Prepared) -> None:
    who = acting(t)
    who.prepared = plan
    t.say("prepares", "infected.maneuver.overwatch", who=who.id, trigger=plan.trigger.value)


# ------------------------------------------------------------------------------------------------ the light
@command(
    rules=("infected.stealth.light_table", "infected.stealth.night_vision", "infected.maneuver.overwatch_examples"),
    when=gm_only, zone=zones,
)  # fmt: skip
def set_light(t: T, by: SeatId, zone: str, light: Light) -> None:
    """The light in a zone changes: dawn, a blown fuse, a lamp switched on. Whoever waited for the dark acts."""
    there = t.state.scene.zones[zone]
    darker = light is Light.DARK and there.light is not Light.DARK
    sudden = light is Light.BRIGHT and there.light is not Light.BRIGHT
    there.light = light
    t.say("lit", "infected.stealth.light_table", zone=there.name, light=light.value)
    if darker:
        lights_out(t, zone)
        torches(t)
    if sudden:
        dazzle(t, zone)
