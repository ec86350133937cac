"""Attacking: who can be attacked with what, one weapon or two, once or twice, or with an empty gun."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulebound.games.infected.actions import acting, may_strike, spend_action
from rulebound.games.infected.attack import CLUB, FISTS, Called, Strike
from rulebound.games.infected.blows import counter, damage_for, is_last, resolve, strike_at, strike_once
from rulebound.games.infected.bonds import helped
from rulebound.games.infected.content import content, has_flaw
from rulebound.games.infected.defense import ROLLED, name_defence, roll_defence
from rulebound.games.infected.fright import nearest
from rulebound.games.infected.infection import bare_wound, face_covered
from rulebound.games.infected.kinds import Property, WeaponKind
from rulebound.games.infected.overwatch import spring
from rulebound.games.infected.pain import wound_penalty
from rulebound.games.infected.people import Person, Trigger
from rulebound.games.infected.reach import arms, no_room, out_of_reach, possible, throws, unusable, weapon_of
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Attribute, Id, Kind, Skill
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, Refused, refuse
from rulebound.kernel.seats import SeatId

FAST = Total().plus("Fast, two attacks", -1, "infected.property.fast")
HELPED = 2


# ------------------------------------------------------------------------------------------------ the command
def foes(t: T, who: Person) -> list[Person]:
    """Everybody one may strike at: enemies; whoever lashes out, the nearest, friend or foe."""
    others = [p for p in t.state.people.values() if p.id != who.id and not p.dead and not p.fled and p.kind is not Kind.HORDE]
    return nearest(t, who, others) if who.lashes_out else [p for p in others if p.side != who.side]


def targets(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy that something you have at hand reaches."""
    who = acting(t)
    names = arms(who)
    return [p.id for p in foes(t, who) if any(possible(t, who, p, n) or possible(t, who, p, n, throw_it=True) for n in names)]


def weapons(t: T, by: SeatId, target: Id) -> Sequence[str]:
    """What reaches them: something in hand, or `unarmed`."""
    who, foe = acting(t), t.state.people[target]
    return [n for n in arms(who) if possible(t, who, foe, n) or possible(t, who, foe, n, throw_it=True)]


def calls(t: T, by: SeatId, target: Id, *_: object) -> Sequence[Called]:
    """A part to aim at; a Swarm has none."""
    return (Called.NONE,) if t.state.people[target].many or acting(t).is_infected else tuple(Called)


def second_targets(t: T, by: SeatId, target: Id, weapon: str, *_: object) -> Sequence[Id]:
    """With a Fast weapon, the target of a second attack; both are then at -1 die. With Spread, another one beside the first."""
    who = acting(t)
    kind, _gear = weapon_of(who, weapon)
    if kind.has(Property.SPREAD):
        return [id for id in t.state.people[target].near if t.state.people[id].side != who.side and not t.state.people[id].dead]
    if not kind.has(Property.FAST) or who.attack_dice:
        return []
    return [p.id for p in foes(t, who) if possible(t, who, p, weapon)]


def other_hands(t: T, by: SeatId, target: Id, weapon: str, *_: object) -> Sequence[Id]:
    """A second one-handed weapon of the same sort in the other hand."""
    who = acting(t)
    kind, gear = weapon_of(who, weapon)
    if gear is None or kind.has(Property.TWO_HANDED):
        return []
    return [Id(n) for n in arms(who) if n not in (weapon, FISTS) and fits_beside(t, who, t.state.people[target], kind, n)]


@cites("infected.maneuver.dual_wield", "infected.property.one_handed")
def fits_beside(t: T, who: Person, target: Person, kind: WeaponKind, name: str) -> bool:
    other, _gear = weapon_of(who, name)
    return other.ranged == kind.ranged and not other.has(Property.TWO_HANDED) and possible(t, who, target, name)


@cites("infected.attack.sequence")
def can_attack(t: T, by: SeatId) -> Refusal | None:
    if refusal := may_strike(t, by):
        return refusal
    if targets(t, by):
        return None
    who = acting(t)
    for name in arms(who):
        weapon, gear = weapon_of(who, name)
        if refusal := unusable(t, who, weapon, gear):
            return refusal
    return Refusal("infected.range.table", "Nobody is within reach of what you have at hand.", "Move, or draw something else.")


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
    second=second_targets,
    both=other_hands,
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
    both: Id | None = None,
) -> None:
    """Attack somebody: aimed or not, carefully or not, twice with a Fast weapon, or with one in each hand."""
    who, foe = acting(t), t.state.people[target]
    kind, gear = weapon_of(who, weapon)
    thrown = throws(kind, throw_it=throw_it)
    if throw_it and not thrown:
        raise refuse(
            "infected.property.throwable", f"{weapon} is not made to be thrown.", "Strike with it, or throw something that lies about."
        )
    if refusal := unusable(t, who, kind, gear, thrown=thrown) or out_of_reach(t, who, foe, kind, gear, thrown=thrown):
        raise Refused(refusal)
    if both is not None and (second is not None and not t.variants.dual_wield_with_fast):
        raise refuse("infected.maneuver.dual_wield", "Two weapons together make one attack.", "Attack with both, or twice with one.")
    spend_action(t, who)
    if gear is not None and has_flaw(gear, "slow"):
        spend_action(t, who)
    sprung = spring(t, who, Trigger.ATTACKS)
    if not who.up:
        return
    if sprung and (unusable(t, who, kind, gear, thrown=thrown) or out_of_reach(t, who, foe, kind, gear, thrown=thrown)):
        t.say("no_target", "infected.maneuver.overwatch", who=who.id, target=foe.id)
        return
    extra = distracted(t, who, foe)
    spread = second is not None and kind.has(Property.SPREAD)
    fast = second is not None and not spread
    strike = Strike(
        who=who,
        target=foe,
        weapon=kind,
        gear=gear,
        other=who.gear[both] if both else None,
        melee=not kind.ranged and not thrown,
        thrown=thrown,
        called=called,
        careful=careful,
        extra=extra + FAST if fast else extra,
        last=not fast and not spread,
    )
    net, answered = strike_once(t, strike)
    if answered:
        if is_last(t, strike):
            t.milestone("counterattack", told_only=lambda state: marks_on(state.people[target]), knowing=lambda: felt_at_once(t, foe))
        elif not spread:  # which needs to know the hits afterwards
            t.milestone("counterattack")
        counter(t, foe, who, last=strike.last)
    if fast and second is not None:
        t.milestone("second attack")
        strike_again(t, strike, t.state.people[second])
    elif spread and second is not None and net:
        spread_to(t, strike, t.state.people[second], net)


def marks_on(who: Person) -> list[tuple[msgspec.Struct, str]]:
    """What the parried blow has done to whoever strikes back now: where that ends the command, nothing meets body and armor again."""
    worn = [who.gear[id] for id in (who.armor, *who.worn) if id in who.gear]
    return [(who, "wounds"), (who, "injuries"), (who, "infection"), *[(gear, name) for gear in worn for name in ("worn_off", "torn")]]


def felt_at_once(t: T, who: Person) -> tuple[object, ...]:
    """And how far that is felt: by what is rolled, and by what blood may get into."""
    rolled = (Attribute.GRIT, Skill.BRAWL), (Attribute.GRIT, Skill.ENDURE), (Attribute.NERVE, Skill.RESOLVE)
    penalties = [wound_penalty(t, who, attribute, skill) for attribute, skill in rolled]
    return *penalties, bare_wound(who), face_covered(t, who), who.infection is None


@cites("infected.property.fast")
def strike_again(t: T, first: Strike, target: Person) -> None:
    """The second attack of a Fast weapon: a roll and damage of its own."""
    who = first.who
    weapon, gear = first.weapon, first.gear
    if not who.up or target.dead or unusable(t, who, weapon, gear) or out_of_reach(t, who, target, weapon, gear, thrown=False):
        return
    strike_at(
        t,
        Strike(
            who=who,
            target=target,
            weapon=weapon,
            gear=gear,
            other=first.other,
            melee=first.melee,
            called=first.called,
            careful=first.careful,
            extra=FAST,
            first=False,
            last=True,
        ),
    )


@cites("infected.property.spread")
def spread_to(t: T, strike: Strike, target: Person, hits: int) -> None:
    """Another target beside the first: the same hits against its own defence. A Swarm takes such damage once."""
    other = Strike(who=strike.who, target=target, weapon=strike.weapon, gear=strike.gear, melee=False)
    defence = name_defence(t, target, strike.who, melee=False, ranged_only=False)
    if defence in ROLLED:
        hits = max(0, hits - roll_defence(t, target, strike.who, defence, melee=False, attack_worth=damage_for(other, hits)))
    resolve(t, other, hits)


@cites("infected.group.distract_and_strike", "infected.chargen.bond.trust")
def distracted(t: T, who: Person, foe: Person) -> Total:
    """+2 dice for one attack on whom an ally distracted."""
    fight = t.state.fight
    if fight is not None and foe.id in fight.distracted and fight.distracted[foe.id] != who.id:
        helped(t, t.state.people[fight.distracted.pop(foe.id)], who)
        return Total().plus("distracted target", HELPED, "infected.group.distract_and_strike")
    return Total()


# ------------------------------------------------------------------------------------------------ an empty gun
def empty_guns(t: T, by: SeatId, target: Id) -> Sequence[Id]:
    """An empty or jammed gun in your hands."""
    who = acting(t)
    packs = content()
    held = [(id, who.gear[id], packs.weapons.get(who.gear[id].kind)) for id in who.hands]
    return [id for id, gear, k in held if k and k.magazine and (gear.loaded < 1 or gear.jammed) and no_room(t, who, k) is None]


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


@command(rules=("infected.ammo.empty_options",), when=can_club, target=at_arms_length, weapon=empty_guns)
def club(t: T, by: SeatId, target: Id, weapon: Id) -> None:
    """Swing an empty gun: GRIT + Brawl at -1 die, 2 damage."""
    who = acting(t)
    spend_action(t, who)
    strike_at(t, Strike(who=who, target=t.state.people[target], weapon=CLUB))
