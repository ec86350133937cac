"""What is left once it is quiet: things that lie about, and what the dead and the helpless have with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from rulebound.games.infected.carry import hand_over, pack_again, room_for
from rulebound.games.infected.counted import counters, take_over, within_means
from rulebound.games.infected.people import Gear
from rulebound.games.infected.state import Infected, T
from rulebound.games.infected.terms import PARTY, Id
from rulebound.games.infected.world import able, has_able, site, stow
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

SUPPLIES = Id("supplies")
"""Rounds, food, water and components, which are no things with names of their own."""


# ------------------------------------------------------------------------------------------------ on the ground
def quiet(state: Infected, zone: str) -> bool:
    """No enemy who could do anything about it is there."""
    return all(p.side == PARTY or not p.up or p.yields for p in state.people.values() if p.zone == zone)


def piles(t: T) -> Iterator[list[Gear]]:
    """Wherever something may lie within reach: at the place itself, and on the ground where no enemy stands."""
    here = site(t)
    if here is not None:
        yield here.left
    yield from (zone.ground for id, zone in t.state.scene.zones.items() if quiet(t.state, id))


def can_take_up(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    if takers(t, by):
        return None
    return Refusal("infected.carry.capacity", "Nothing lies here that you could carry.", "Search, or go where it is.")


def takers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who can carry something that lies here."""
    return [who for who in able(t, by) if lying(t, by, who)]


def lying(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """A thing that lies here and that they can carry, or food, water, parts, rounds or components."""
    me, here = t.state.people[who], site(t)
    counted = within_means(me, here.heap) if here is not None else []
    return [*(thing.id for thing in chain.from_iterable(piles(t)) if room_for(me, thing)), *map(Id, counted)]


@command(rules=("infected.carry.capacity",), when=can_take_up, who=takers, thing=lying)
def take_up(t: T, by: SeatId, who: Id, thing: Id) -> None:
    """Take a thing that was left here, or dropped or thrown in a fight; of what is counted as much as one can carry."""
    me, here = t.state.people[who], site(t)
    if here is not None and thing in counters(here.heap):
        take_over(t, me, here.heap, thing)
    else:
        pile, found = next((pile, gear) for pile in piles(t) for gear in pile if gear.id == thing)
        pile.remove(found)
        stow(t, me.gear, found)
        pack_again(me)
    t.say("takes_up", "infected.carry.capacity", who=who, thing=thing)


@cites("infected.run.session")
def leave_the_rest(t: T) -> None:
    """When the group goes elsewhere, what lies about stays at the place; where that is nowhere on the map, it is lost to the story."""
    things = [gear for zone in t.state.scene.zones.values() for gear in zone.ground]
    for zone in t.state.scene.zones.values():
        zone.ground = []
    here = site(t)
    if here is not None:
        here.left += things
        return
    things += t.state.scene.works.values()
    t.state.scene.works = {}
    if things:
        t.say("stays_behind", "infected.run.session", things=", ".join(gear.kind for gear in things))


# ------------------------------------------------------------------------------------------------ on the dead and the helpless
@cites("infected.run.death")
def bodies(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """Somebody dead, unconscious, tied up or who has surrendered, with something that they can carry."""
    others = [p for p in t.state.people.values() if p.id != who and not p.fled and quiet(t.state, p.zone)]
    return [p.id for p in others if (p.dead or p.unconscious or p.yields) and on_them(t, by, who, p.id)]


def on_them(t: T, by: SeatId, who: Id, body: Id, *_: object) -> Sequence[Id]:
    """A thing of theirs that can be carried, or what can be of their food, water, parts, rounds and components: one of them, or all."""
    me, them = t.state.people[who], t.state.people[body]
    counted = within_means(me, them)
    return [*(thing.id for thing in them.gear.values() if room_for(me, thing)), *map(Id, counted), *([SUPPLIES] if counted else [])]


def searchers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is up."""
    return [who for who in able(t, by) if bodies(t, by, who)]


def can_take_from(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    if searchers(t, by):
        return None
    return Refusal("infected.run.death", "Nobody lies here who has anything that you could carry.", "Look elsewhere.")


@command(rules=("infected.run.death", "infected.carry.capacity"), when=can_take_from, who=searchers, body=bodies, thing=on_them)
def take_from(t: T, by: SeatId, who: Id, body: Id, thing: Id) -> None:
    """Take something from the dead or the helpless: what they had stays in the story."""
    me, them = t.state.people[who], t.state.people[body]
    if thing in them.gear:
        hand_over(t, them, me, them.gear[thing])
    else:
        for what in within_means(me, them) if thing == SUPPLIES else [thing]:
            take_over(t, me, them, what)
    t.say("takes_from", "infected.run.death", who=who, body=body, thing=thing)
