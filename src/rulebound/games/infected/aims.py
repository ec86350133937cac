"""Who can be attacked with what: one weapon or two, once or twice, aimed or not; and which rule speaks against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebound.games.infected.actions import acting, may_strike
from rulebound.games.infected.ammo import enough_for_two, kind_of
from rulebound.games.infected.attack import FISTS, Called
from rulebound.games.infected.defense import weapons_held
from rulebound.games.infected.fright import nearest
from rulebound.games.infected.horde import hordes
from rulebound.games.infected.kinds import Property, WeaponKind
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.ranges import steps
from rulebound.games.infected.reach import arms, out_of_reach, possible, throws, unusable, weapon_of
from rulebound.games.infected.state import T, in_sight
from rulebound.games.infected.terms import Id, Kind
from rulebound.kernel.citing import cites
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


# ------------------------------------------------------------------------------------------------ what is offered
def foes(t: T, who: Person) -> list[Person]:
    """Everybody one may strike at: enemies; whoever lashes out, the nearest, friend or foe."""
    others = [p for p in t.state.people.values() if p.id != who.id and not p.dead and not p.fled and p.kind is not Kind.HORDE]
    others = [p for p in others if in_sight(who, p)]
    return nearest(t, who, others) if who.lashes_out else [p for p in others if p.side != who.side]


def targets(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy that something you have at hand reaches."""
    who = acting(t)
    names = arms(who)
    return [p.id for p in foes(t, who) if any(possible(t, who, p, n) or possible(t, who, p, n, throw_it=True) for n in names)]


def weapons(t: T, by: SeatId, target: Id) -> Sequence[str]:
    """What reaches them and can be used now: something in hand, or `unarmed`."""
    who, foe = acting(t), t.state.people[target]
    return [n for n in arms(who) if possible(t, who, foe, n) or possible(t, who, foe, n, throw_it=True)]


def calls(t: T, by: SeatId, target: Id, *_: object) -> Sequence[Called]:
    """A part to aim at, or a weapon in hand; a Swarm has neither."""
    foe = t.state.people[target]
    if foe.many or acting(t).is_infected:
        return (Called.NONE,)
    return [part for part in Called if part is not Called.WEAPON or weapons_held(foe)]


@cites("infected.property.throwable")
def throwing(t: T, by: SeatId, target: Id, weapon: str, *_: object) -> Sequence[bool]:
    """Throw it instead of striking, if it is made for that."""
    kind = weapon_of(acting(t), weapon)[0]
    return (False, True) if kind.has(Property.THROWABLE) or kind.light else (False,)


def second_targets(
    t: T, by: SeatId, target: Id, weapon: str, called: Called = Called.NONE, careful: bool = False, throw_it: bool = False, *_: object
) -> Sequence[Id]:
    """With a Fast weapon, the target of a second attack; both are then at -1 die. With Spread, another one beside the first."""
    who = acting(t)
    kind, gear = weapon_of(who, weapon)
    if kind.has(Property.SPREAD):
        return beside(t, who, target)
    if not kind.has(Property.FAST) or who.attack_dice or throw_it or not enough_for_two(gear):
        return []
    return [p.id for p in foes(t, who) if possible(t, who, p, weapon)]


@cites("infected.property.spread")
def beside(t: T, who: Person, target: Id) -> list[Id]:
    """Enemies within arm's reach of the target."""
    near = (t.state.people[id] for id in t.state.people[target].near)
    return [p.id for p in near if p.side != who.side and not p.dead]


def strikes_twice(t: T, weapon: str, second: Id | None) -> bool:
    return second is not None and weapon_of(acting(t), weapon)[0].has(Property.FAST)


def second_calls(
    t: T, by: SeatId, target: Id, weapon: str, called: Called, careful: bool, throw_it: bool, second: Id | None, *_: object
) -> Sequence[Called]:
    """A part to aim the second attack at."""
    return calls(t, by, second) if second is not None and strikes_twice(t, weapon, second) else (Called.NONE,)


def second_cares(
    t: T, by: SeatId, target: Id, weapon: str, called: Called, careful: bool, throw_it: bool, second: Id | None, *_: object
) -> Sequence[bool]:
    """Whether the second attack is careful."""
    return (False, True) if strikes_twice(t, weapon, second) else (False,)


def other_hands(t: T, by: SeatId, target: Id, weapon: str, *_: object) -> Sequence[Id]:
    """A second one-handed weapon of the same sort in the other hand."""
    who = acting(t)
    kind, gear = weapon_of(who, weapon)
    if gear is None or not pairs_up(kind):
        return []
    return [Id(n) for n in arms(who) if n not in (weapon, FISTS) and fits_beside(t, who, t.state.people[target], kind, n)]


def fits_beside(t: T, who: Person, target: Person, kind: WeaponKind, name: str) -> bool:
    return go_together(kind, weapon_of(who, name)[0]) and possible(t, who, target, name)


@cites("infected.maneuver.dual_wield", "infected.property.one_handed")
def go_together(one: WeaponKind, other: WeaponKind) -> bool:
    return other.ranged == one.ranged and pairs_up(other)


@cites("infected.property.two_handed")
def pairs_up(weapon: WeaponKind) -> bool:
    """Whether it leaves a hand for another."""
    return not (weapon.has(Property.TWO_HANDED) or weapon.has(Property.THROWN))


@cites("infected.maneuver.dual_wield")
def not_together(t: T, weapon: Gear, other: Gear, *, thrown: bool, twice: bool) -> Refusal | None:
    """Why the weapons in both hands do not make one attack together, or not two."""
    rule = "infected.maneuver.dual_wield"
    if thrown:
        return Refusal(rule, "What is thrown and what is held do not go together.", "Throw it, or strike with both.")
    if not twice:
        return None
    if not t.variants.dual_wield_with_fast:
        return Refusal(rule, "Two weapons together make one attack.", "Attack with both, or twice with one.")
    if not (kind_of(weapon).has(Property.FAST) and kind_of(other).has(Property.FAST)):
        return Refusal(rule, "Both weapons must be Fast to strike twice together.", "Attack once with both, or twice with one.")
    return None if enough_for_two(other) else Refusal(rule, f"The {other.kind} has one round left.", "Attack once.")


@cites("infected.attack.sequence", "infected.npc.horde")
def can_attack(t: T, by: SeatId) -> Refusal | None:
    if refusal := may_strike(t, by):
        return refusal
    if targets(t, by):
        return None
    who = acting(t)
    if hordes(t) and not foes(t, who):
        return Refusal("infected.npc.horde", "Nothing that you do hurts a Horde.", "Run, or bar its way.")
    for name in arms(who):
        weapon, gear = weapon_of(who, name)
        if refusal := unusable(t, who, weapon, gear):
            return refusal
    return out_of_sight(t, who) or Refusal(
        "infected.range.table", "Nobody is within reach of what you have at hand.", "Move, or draw something else."
    )


@cites("infected.range.extreme_scope", "infected.cover.table", "infected.condition.blinded", "infected.property.throwable")
def out_of_sight(t: T, who: Person) -> Refusal | None:
    """What keeps everything that reaches beyond arm's length from everybody, the nearest first."""
    near_first = sorted(foes(t, who), key=lambda p: steps(t, who.zone, p.zone))
    for foe in near_first:
        for weapon, gear in (weapon_of(who, name) for name in arms(who)):
            thrown = throws(weapon)
            reaches = thrown or weapon.ranged or weapon.has(Property.REACH)
            if reaches and (refusal := out_of_reach(t, who, foe, weapon, gear, thrown=thrown)):
                return refusal
    return None


# ------------------------------------------------------------------------------------------------ why not
@cites("infected.attack.sequence", "infected.stress.panic")
def not_like_that(t: T, by: SeatId, asked: Mapping[str, object]) -> Refusal | None:
    """What keeps this target from being attacked with that, or with anything at hand."""
    who, foe, named = acting(t), t.state.people.get(Id(str(asked.get("target")))), asked.get("weapon")
    if foe is None or foe.dead or foe.fled or foe.side == who.side or not in_sight(who, foe):
        return None
    if foe not in foes(t, who):
        return Refusal("infected.stress.panic", f"{who.name} lashes out.", "Attack whoever is nearest.") if who.lashes_out else None
    for name in [named] if isinstance(named, str) and named in arms(who) else arms(who):
        weapon, gear = weapon_of(who, name)
        thrown = throws(weapon, throw_it=asked.get("throw_it") in (True, "yes"))
        if refusal := unusable(t, who, weapon, gear, thrown=thrown) or out_of_reach(t, who, foe, weapon, gear, thrown=thrown):
            return refusal
    return None


def nothing_to_aim_at(t: T, by: SeatId, asked: Mapping[str, object]) -> Refusal:
    return Refusal("infected.maneuver.called_shot", "There is nothing like that to aim at.", "Attack without aiming.")


def not_to_be_thrown(t: T, by: SeatId, asked: Mapping[str, object]) -> Refusal:
    return Refusal("infected.property.throwable", "That is not made for throwing.", "Strike with it.")


@cites("infected.property.fast", "infected.property.spread")
def no_second(t: T, by: SeatId, asked: Mapping[str, object]) -> Refusal | None:
    who, named = acting(t), str(asked.get("weapon"))
    kind, gear = weapon_of(who, named)
    if kind.has(Property.SPREAD):
        return Refusal("infected.property.spread", "Spread hits enemies within arm's reach of the target besides.", "Name one of them.")
    if not kind.has(Property.FAST):
        return Refusal("infected.property.fast", "Only with a Fast weapon one attacks twice.", "Attack once.")
    if not enough_for_two(gear):
        return Refusal("infected.property.fast", "There is one round left.", "Attack once.")
    return None


def not_both(t: T, by: SeatId, asked: Mapping[str, object]) -> Refusal:
    why = "Two weapons strike together if each is held in one hand, both strike or both shoot, and both reach the target."
    return Refusal("infected.maneuver.dual_wield", why, "Attack with one of them.")
