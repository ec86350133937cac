"""Attacks at things: doors, walls and the cover somebody hides behind."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.actions import acting, has_action, held_fast, spend_action
from rulebound.games.infected.attack import Strike, dice_of, own_state, with_weapon
from rulebound.games.infected.checks import hampered, throw
from rulebound.games.infected.conditions import stop_choking
from rulebound.games.infected.cover import batter
from rulebound.games.infected.damage import damage_for
from rulebound.games.infected.reach import arms, unusable, weapon_of
from rulebound.games.infected.shots import spend_shot
from rulebound.games.infected.state import T
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


def things(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Cover, a door or a wall of your zone or of one next to it that still stands, as `zone/thing`."""
    who = acting(t)
    zones = t.state.scene.zones
    near = [who.zone, *(z for z in zones[who.zone].links if z in zones)]
    return [f"{z}/{id}" for z in near for id, c in zones[z].cover.items() if c.durability > 0]


def breakers(t: T, by: SeatId, thing: str) -> Sequence[str]:
    """What you strike it with: in your own zone anything, further off a ranged weapon."""
    who = acting(t)
    here = thing.split("/")[0] == who.zone
    usable = [n for n in arms(who) if unusable(t, who, *weapon_of(who, n)) is None]
    return [n for n in usable if here or weapon_of(who, n)[0].ranged]


@cites("infected.cover.destroy")
def can_break(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by) or held_fast(acting(t)):
        return refusal
    if not any(breakers(t, by, thing) for thing in things(t, by)):
        return Refusal("infected.cover.destroy", "There is nothing here to break.", "Attack somebody.")
    return None


@command(rules=("infected.cover.destroy", "infected.environment.destructible_table"), when=can_break, thing=things, weapon=breakers)
def break_down(t: T, by: SeatId, thing: str, weapon: str) -> None:
    """Attack cover, a door or a wall: no defence, and damage comes off its Durability."""
    who = acting(t)
    kind, gear = weapon_of(who, weapon)
    spend_action(t, who)
    zone, _, id = thing.partition("/")
    strike = Strike(who=who, target=who, weapon=kind, gear=gear, melee=not kind.ranged)
    roll = throw(t, who, "break", attack_pool_at_thing(t, strike), (id,))
    spend_shot(t, strike)
    stop_choking(t, who)
    if roll.hits:
        batter(t, t.state.scene.zones[zone], id, damage_for(strike, roll.hits))


def attack_pool_at_thing(t: T, strike: Strike) -> Total:
    pool, attribute, skill = dice_of(t, strike)
    return hampered(t, strike.who, attribute, skill, with_weapon(strike, own_state(strike.who, strike.who, pool, melee=strike.melee)))
