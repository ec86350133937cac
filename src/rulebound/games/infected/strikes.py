"""Attacking, with one weapon or two, once or twice, or with an empty gun. Who can be attacked with what: aims.py."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulebound.games.infected.actions import acting, may_strike, spend_action
from rulebound.games.infected.aims import (
    beside,
    calls,
    can_attack,
    foes,
    no_second,
    not_both,
    not_like_that,
    not_to_be_thrown,
    not_together,
    nothing_to_aim_at,
    other_hands,
    second_calls,
    second_cares,
    second_targets,
    targets,
    throwing,
    weapons,
)
from rulebound.games.infected.ammo import kind_of
from rulebound.games.infected.attack import CLUB, Called, Strike, carefully
from rulebound.games.infected.blows import FAST, counter, is_last, join_combined, second_attack, strike_at, strike_once
from rulebound.games.infected.content import has_flaw
from rulebound.games.infected.defense import weapons_held
from rulebound.games.infected.equipment import take_into_use
from rulebound.games.infected.infection import bare_wound, face_covered
from rulebound.games.infected.kinds import Property, WeaponKind
from rulebound.games.infected.overwatch import spring
from rulebound.games.infected.pain import wound_penalty
from rulebound.games.infected.people import Gear, Person, Trigger
from rulebound.games.infected.reach import as_thrown, no_room, out_of_order, out_of_reach, throws, unusable, weapon_of
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Attribute, Condition, Id, Skill
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, reasons
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, Refused
from rulebound.kernel.seats import SeatId

ONCE = Total()
CHOSEN = ("infected.maneuver.called_shot", "infected.infection.careful_attack")
"""What is chosen for every attack, whatever it is made with."""


# ------------------------------------------------------------------------------------------------ the command
@reasons(
    target=not_like_that, weapon=not_like_that, called=nothing_to_aim_at, throw_it=not_to_be_thrown, second=no_second,
    second_called=no_second, second_careful=no_second, both=not_both,
)  # fmt: skip
@command(
    rules=(
        "infected.attack.sequence",
        "infected.attack.types",
        "infected.property.fast",
        "infected.maneuver.dual_wield",
        "infected.maneuver.called_shot",
        "infected.infection.careful_attack",
        "infected.property.spread",
        "infected.property.throwable",
    ),
    when=can_attack,
    target=targets,
    weapon=weapons,
    called=calls,
    throw_it=throwing,
    second=second_targets,
    second_called=second_calls,
    second_careful=second_cares,
    both=other_hands,
    careful=carefully,
)
def attack(
    t: T,
    by: SeatId,
    target: Id,
    weapon: str,
    called: Called = Called.NONE,
    careful: bool = False,
    throw_it: bool = False,
    second: Id | None = None,
    second_called: Called = Called.NONE,
    second_careful: bool = False,
    both: Id | None = None,
) -> None:
    """Attack somebody: aimed or not, carefully or not, twice with a Fast weapon, or with one in each hand."""
    who, foe = acting(t), t.state.people[target]
    kind, gear = weapon_of(who, weapon)
    other = who.gear[both] if both else None
    thrown = throws(kind, throw_it=throw_it)
    if refusal := unusable(t, who, kind, gear, thrown=thrown) or out_of_reach(t, who, foe, kind, gear, thrown=thrown):
        raise Refused(refusal)
    if gear and other and (refusal := not_together(t, gear, other, thrown=thrown, twice=second is not None)):
        raise Refused(refusal)
    spread = who_else(t, who, target, second) if second is not None and kind.has(Property.SPREAD) else []
    fast = second is not None and not spread
    spend_attack(t, who, gear)
    if not goes_on(t, who, foe, kind, gear, thrown=thrown):
        return
    strike = Strike(
        who=who,
        target=foe,
        weapon=as_thrown(kind, thrown=thrown),
        gear=gear,
        other=other,
        beside=[p for p in spread if not p.dead],
        melee=not kind.ranged and not thrown,
        thrown=thrown,
        called=called,
        careful=careful,
        extra=FAST if fast else ONCE,
        last=not fast and not spread,
    )
    _net, answered = strike_once(t, strike)
    if answered:
        t.aftermath(strike_back, strike)
    if fast and second is not None:
        t.aftermath(strike_again, strike, t.state.people[second], second_called, careful=second_careful)


@cites("infected.property.spread")
def who_else(t: T, who: Person, target: Id, second: Id) -> list[Person]:
    """Another one beside the target, and any more that stand there."""
    others = [id for id in beside(t, who, target) if id != second]
    more = t.choose_some(who.seat, "spread", others, 0, len(others), (who.id, target)) if others else ()
    return [t.state.people[id] for id in (second, *more)]


@cites("infected.maneuver.overwatch", "infected.maneuver.overwatch_examples", "infected.condition.pinned", "infected.group.combined_attack")
def goes_on(t: T, who: Person, foe: Person, kind: WeaponKind, gear: Gear | None, *, thrown: bool = False, held: Gear | None = None) -> bool:
    """Others do what they prepared against an attack before it comes; whether it can then still be made with what was meant for it."""
    sprung = spring(t, who, Trigger.ATTACKS)
    thing = held or gear
    if who.up and not (
        sprung
        and (
            who.has(Condition.PINNED)
            or (thing is not None and thing.id not in who.hands)
            or out_of_order(t, who, kind, gear, thrown=thrown)
            or out_of_reach(t, who, foe, kind, gear, thrown=thrown)
        )
    ):
        return True
    if who.up:
        t.say("thwarted", "infected.maneuver.overwatch", who=who.id, target=foe.id)
    join_combined(t, who, foe, None, hit=False)
    return False


@cites("infected.craft.flaws", "infected.action.economy")
def spend_attack(t: T, who: Person, gear: Gear | None) -> None:
    """The Action of an attack; two where the weapon is slow work."""
    spend_action(t, who)
    if gear is not None and has_flaw(gear, "slow"):
        spend_action(t, who)


@cites("infected.defense.parry_counterattack")
def strike_back(t: T, strike: Strike) -> None:
    foe = strike.target
    if is_last(t, strike):
        t.milestone("counterattack", told_only=lambda state: marks_on(state.people[foe.id]), knowing=lambda: felt_at_once(t, foe))
    else:
        t.milestone("counterattack")
    counter(t, foe, strike.who, last=strike.last)


def marks_on(who: Person) -> list[tuple[msgspec.Struct, str]]:
    """What the parried blow has done to whoever strikes back now: where that ends the command, nothing meets body and armor again."""
    worn = [who.gear[id] for id in (who.armor, *who.worn) if id in who.gear]
    return [(who, "wounds"), (who, "injuries"), (who, "infection"), *[(gear, name) for gear in worn for name in ("worn_off", "torn")]]


def felt_at_once(t: T, who: Person) -> tuple[object, ...]:
    """And how far that is felt: by what is rolled, and by what blood may get into."""
    rolled = (Attribute.GRIT, Skill.BRAWL), (Attribute.GRIT, Skill.ENDURE), (Attribute.NERVE, Skill.RESOLVE)
    penalties = [wound_penalty(t, who, attribute, skill) for attribute, skill in rolled]
    return *penalties, bare_wound(who), face_covered(t, who), who.infection is None


def strike_again(t: T, first: Strike, target: Person, called: Called, *, careful: bool) -> None:
    t.milestone("second attack")
    second_attack(t, first, target, called, careful=careful)


# ------------------------------------------------------------------------------------------------ an empty gun
def empty_guns(t: T, by: SeatId, target: Id) -> Sequence[Id]:
    """An empty or jammed gun in your hands."""
    who = acting(t)
    held = [(id, who.gear[id], kind_of(who.gear[id])) for id in weapons_held(who)]
    return [id for id, gear, k in held if k.magazine and (gear.loaded < 1 or gear.jammed) and no_room(t, who, k) is None]


def at_arms_length(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy at arm's reach; for whoever is held, the holder."""
    who = acting(t)
    return [p.id for p in foes(t, who) if out_of_reach(t, who, p, CLUB, None, thrown=False) is None]


@cites("infected.ammo.empty_options")
def can_club(t: T, by: SeatId) -> Refusal | None:
    if refusal := may_strike(t, by):
        return refusal
    near = at_arms_length(t, by)
    if not near or not empty_guns(t, by, near[0]):
        return Refusal("infected.ammo.empty_options", "It takes an empty gun and somebody within arm's reach.", "Attack another way.")
    return None


@command(
    rules=("infected.ammo.empty_options", *CHOSEN),
    when=can_club,
    target=at_arms_length,
    weapon=empty_guns,
    called=calls,
    careful=carefully,
)
def club(t: T, by: SeatId, target: Id, weapon: Id, called: Called = Called.NONE, careful: bool = False) -> None:
    """Swing an empty gun: GRIT + Brawl at -1 die, 2 damage."""
    who, foe = acting(t), t.state.people[target]
    spend_action(t, who)
    if goes_on(t, who, foe, CLUB, None, held=who.gear[weapon]):
        take_into_use(t, who, who.gear[weapon])
        strike_at(t, Strike(who=who, target=foe, weapon=CLUB, held=who.gear[weapon], called=called, careful=careful))
