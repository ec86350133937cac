"""Attacks at things: doors, walls, barricades and the cover somebody hides behind."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.actions import acting, has_action, held_fast
from rulebound.games.infected.ammo import watches_ones
from rulebound.games.infected.attack import Strike, pool_at_thing, words_for
from rulebound.games.infected.blows import bursts
from rulebound.games.infected.checks import NO_DICE, throw
from rulebound.games.infected.conditions import stop_choking
from rulebound.games.infected.cover import barrier_to, batter, batter_barrier
from rulebound.games.infected.damage import damage_for, harm
from rulebound.games.infected.helping import helpers, pay
from rulebound.games.infected.kinds import Property, WeaponKind
from rulebound.games.infected.people import Person
from rulebound.games.infected.ranges import zone_band
from rulebound.games.infected.reach import arms, out_of_range, throws, unusable, weapon_of
from rulebound.games.infected.shots import is_dud, spend_shot, weapon_suffers
from rulebound.games.infected.state import Phase, T, in_fight
from rulebound.games.infected.strikes import spend_attack
from rulebound.games.infected.terms import Band, Id
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

HARD = ("exterior door", "reinforced door", "brick wall", "concrete wall")
"""infected.environment.destructible_table: no bare hands and no light weapon breaks these."""


# ------------------------------------------------------------------------------------------------ who, what and with what
@cites("infected.action.economy", "infected.condition.grappled")
def able_to_break(t: T, by: SeatId) -> list[Person]:
    """Whoever's turn it is; outside a fight, any of yours who is free to, but nobody in a chase."""
    if in_fight(t):
        people = [acting(t)] if has_action(t, by) is None else []
    else:
        people = [t.state.people[id] for id in helpers(t, by) if t.state.phase is not Phase.CHASE]
    return [who for who in people if held_fast(who) is None]


def things(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Cover, a door or a wall that still stands and that something at hand reaches, as `zone/thing`; or what blocks the way to the next
    zone, as `zone/zone`."""
    standing = [f"{z}/{id}" for z, zone in t.state.scene.zones.items() for id, c in zone.cover.items() if c.durability > 0]
    return [thing for thing in [*standing, *barred(t, able_to_break(t, by))] if breakers(t, by, thing)]


@cites("infected.craft.recipes.traps", "infected.environment.destructible_table")
def barred(t: T, people: list[Person]) -> list[str]:
    """The ways that something blocks; one that leads away from where they stand only from their side of it."""
    zones, stand = t.state.scene.zones, {who.zone for who in people}
    ways = [(z, way) for z, zone in zones.items() for way, left in zone.barrier.items() if left > 0 and way in zones]
    return [f"{z}/{way}" for z, way in ways if way not in zones[z].cover and (z in stand or way not in stand or (way, z) not in ways)]


def breakers(t: T, by: SeatId, thing: str) -> Sequence[str]:
    """What you attack it with: something in hand that reaches it, and that is good enough for it."""
    return list(dict.fromkeys([name for who in able_to_break(t, by) for name in good_for(t, who, thing)]))


def wielders(t: T, by: SeatId, thing: str, weapon: str) -> Sequence[Id]:
    """Whoever's turn it is; outside a fight, one of yours who can do it with that. Left out, the first of them."""
    return [who.id for who in able_to_break(t, by) if weapon in good_for(t, who, thing)]


def good_for(t: T, who: Person, thing: str) -> list[str]:
    zone, _, id = thing.partition("/")
    cover = t.state.scene.zones[zone].cover.get(id)
    hard = cover is not None and cover.name in HARD
    return [name for name in arms(who) if reaches(t, who, name, zone) and (not hard or heavy(weapon_of(who, name)[0]))]


@cites("infected.environment.destructible_table")
def heavy(weapon: WeaponKind) -> bool:
    """Tools, what takes two hands to swing, and what explodes."""
    return weapon.area or weapon.has(Property.TOOL) or (weapon.has(Property.TWO_HANDED) and not weapon.ranged)


@cites("infected.cover.destroy")
def reaches(t: T, who: Person, name: str, zone: str) -> bool:
    """Whether a weapon can be used on a thing there; up to one in the same zone anybody can step."""
    weapon, gear = weapon_of(who, name)
    thrown = throws(weapon)
    at = Band.MELEE if zone == who.zone and not weapon.ranged else zone_band(t, who, zone)
    return unusable(t, who, weapon, gear, thrown=thrown) is None and out_of_range(t, who, weapon, gear, at, thrown=thrown) is None


@cites("infected.cover.destroy")
def can_break(t: T, by: SeatId) -> Refusal | None:
    if in_fight(t) and (refusal := has_action(t, by) or held_fast(acting(t))):
        return refusal
    return None if things(t, by) else Refusal("infected.cover.destroy", "There is nothing within reach to break.", "Attack somebody.")


# ------------------------------------------------------------------------------------------------ striking it
@command(
    rules=("infected.cover.destroy", "infected.environment.destructible_table"), when=can_break, thing=things, weapon=breakers, who=wielders
)
def break_down(t: T, by: SeatId, thing: str, weapon: str, who: Id | None = None) -> None:
    """Attack cover, a door, a wall or a barricade: no defence, damage comes off its Durability. With nobody to fight a round goes by."""
    me = t.state.people[who or wielders(t, by, thing, weapon)[0]]
    zone, _, id = thing.partition("/")
    strike = at_thing(me, weapon, zone)
    if in_fight(t):
        spend_attack(t, me, strike.gear)
    else:
        pay(t, me)
    zones = t.state.scene.zones
    cover = zones[zone].cover.get(id)
    damage = strike_thing(t, strike, "break", id if cover is not None else barrier_to(zones[id]))
    if damage and cover is not None:
        batter(t, zones[zone], id, damage)
    elif damage:
        batter_barrier(t, zone, id, damage)


def at_thing(who: Person, name: str, zone: str, extra: Total = NO_DICE) -> Strike:
    kind, gear = weapon_of(who, name)
    return Strike(who=who, target=who, weapon=kind, gear=gear, melee=not kind.ranged, thrown=throws(kind), extra=extra, place=zone)


@cites("infected.cover.destroy", "infected.craft.recipes.explosives", "infected.core.critical_failure_effect")
def strike_thing(t: T, strike: Strike, what: str, thing: str) -> int:
    """An attack at a thing as at somebody who just stands there, with all that it does to the weapon. The damage; 0 if it missed."""
    t.say("strikes_thing", "infected.cover.destroy", who=strike.who.id, thing=thing, weapon=words_for(strike.who, strike.gear))
    roll = throw(t, strike.who, what, pool_at_thing(t, strike), (thing,), ones=watches_ones(strike.gear))
    spend_shot(t, strike)
    stop_choking(t, strike.who)
    dud = is_dud(t, strike, roll)
    if strike.weapon.area and not dud:
        bursts(t, strike, hit=roll.hits > 0)
    weapon_suffers(t, strike, roll)
    return harm(t, strike, damage_for(strike, roll.hits)) if roll.hits and not dud else 0
