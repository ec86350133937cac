"""What the chapters between fights share: who may act, plain dice, time that passes, and the names of new things."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from rulebound.games.infected.content import alike, content, worth
from rulebound.games.infected.journey import Downtime, Site
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.state import Phase, T
from rulebound.games.infected.terms import Id
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText
from rulebound.kernel.dice import SumPool
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import About

PERCENT_FACES = {20: (10, 2), 50: (6, 3)}
"""infected.conv.odd_dice: 20% is a d10 showing 1-2, 50% a d6 showing 1-3."""


# ------------------------------------------------------------------------------------------------ who and when
def gm_only(t: T, by: SeatId) -> Refusal | None:
    return None if by == GM else Refusal("table.gm_only", "That is for the game master to say.", "Ask for it.")


@cites("infected.conv.time")
def at_peace(t: T, by: SeatId) -> Refusal | None:
    """Between fights and chases."""
    if t.state.phase in (Phase.PEACE, Phase.DOWNTIME):
        return None
    return Refusal("infected.conv.time", f"There is a {t.state.phase.value} on.", "Wait for its end.")


@cites("infected.downtime.entry")
def not_at_rest(t: T, by: SeatId) -> Refusal | None:
    """Going somewhere and searching it: in downtime that is an activity of the day; and it takes somebody who can get about."""
    if t.state.phase is not Phase.DOWNTIME:
        return at_peace(t, by) or all_held(t, by)
    return Refusal("infected.downtime.entry", "This is a day of rest.", "Forage from here, or end the day and move on.")


def resting(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is Phase.DOWNTIME and t.state.world.downtime is not None:
        return None
    return Refusal("infected.downtime.entry", "There is no downtime now.", "Settle down at a safe place first.")


def day_of(t: T) -> Downtime:
    assert t.state.world.downtime is not None
    return t.state.world.downtime


@cites("infected.vehicle.shelter")
def cramped(t: T) -> Refusal | None:
    """In a vehicle one can only rest and watch."""
    day = t.state.world.downtime
    if day is None or day.vehicle is None:
        return None
    return Refusal("infected.vehicle.shelter", "There is no room for that in a vehicle.", "Rest, or stand watch.")


def able(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is up."""
    return [p.id for p in t.state.people.values() if p.pc and p.up and by in (p.seat, GM)]


def alive(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who lives."""
    return [p.id for p in t.state.people.values() if p.pc and not p.dead and not p.turned and by in (p.seat, GM)]


def anybody(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Anybody who lives, whoever plays them."""
    there = (p for p in t.state.people.values() if by in (GM, p.seat) or not p.hidden)
    return [p.id for p in there if p.human and not p.dead and not p.turned]


def has_able(t: T, by: SeatId) -> Refusal | None:
    if refusal := at_peace(t, by):
        return refusal
    return None if able(t, by) else Refusal("infected.conv.time", "You have nobody who is up.", "Let them come round first.")


def gm_at_peace(t: T, by: SeatId) -> Refusal | None:
    return gm_only(t, by) or at_peace(t, by)


def some_words(*_: object) -> AnyText:
    """In a few words."""
    return AnyText(200)


def a_name(*_: object) -> AnyText:
    """What it is called."""
    return AnyText(40)


# ------------------------------------------------------------------------------------------------ free to get about
@cites("infected.hazard.collapse.trapped", "infected.hazard.drowning", "infected.craft.recipes.traps")
def stuck_here(who: Person) -> Refusal | None:
    """Under rubble, under water or in a trap: nobody can take them along."""
    if who.trapped:
        return Refusal("infected.hazard.collapse.trapped", f"{who.name} is trapped under rubble.", "Dig them out.")
    if who.drowning:
        return Refusal("infected.hazard.drowning", f"{who.name} is under water.", "Swim, or pull them out.")
    if who.in_trap:
        return Refusal("infected.craft.recipes.traps", f"{who.name} is in a {who.in_trap}.", "Break free of it.")
    return None


@cites("infected.group.execute")
def held(who: Person) -> Refusal | None:
    """What keeps somebody from working at anything and from getting about: also that they are tied up."""
    if who.restrained:
        return Refusal("infected.group.execute", f"{who.name} is tied up.", "Wait to be untied.")
    return stuck_here(who)


def at_large(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is up and not held anywhere."""
    return [who for who in able(t, by) if held(t.state.people[who]) is None]


def all_held(t: T, by: SeatId) -> Refusal | None:
    """Whoever of yours is up is held; what helps the first of them."""
    mine = able(t, by)
    return held(t.state.people[mine[0]]) if mine and not at_large(t, by) else None


def has_at_large(t: T, by: SeatId) -> Refusal | None:
    return has_able(t, by) or all_held(t, by)


# ------------------------------------------------------------------------------------------------ plain dice
@cites("infected.conv.odd_dice")
def table_die(t: T, what: str, who: Person | None = None, *, sides: int = 6, dice: int = 1, plus: int = 0, about: About = ()) -> int:
    """Dice of a table: they never explode and are never pushed."""
    about = (who.id, *about) if who else about
    return t.roll(SumPool(dice, sides, plus=plus), what, who.seat if who else GM, about).total


@cites("infected.conv.odd_dice")
def chance(t: T, percent: int, what: str, who: Person | None = None, about: About = ()) -> bool:
    sides, most = PERCENT_FACES[percent]
    return table_die(t, what, who, sides=sides, about=about) <= most


@cites("infected.conv.rounding")
def half(number: int) -> int:
    """Rounded down, and a positive number never below 1."""
    return max(1, number // 2) if number > 0 else 0


# ------------------------------------------------------------------------------------------------ names and places
def new_id(t: T, name: str) -> Id:
    """Short, in plain letters, and not taken by anybody or anything."""
    plain = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "somebody"
    taken = {*t.state.people, *t.state.vehicles, *t.state.world.sites, *t.state.world.lost}
    for site in t.state.world.sites.values():
        taken |= {*site.others, *site.vehicles}
    id, number = plain, 2
    while id in taken:
        id, number = f"{plain}{number}", number + 1
    return Id(id)


def everything(t: T) -> list[str]:
    """The ids of all things there are, wherever they lie."""
    world = t.state.world
    ids = [*world.supplies.gear, *t.state.scene.works]
    for person in (*t.state.people.values(), *(p for site in world.sites.values() for p in site.others.values())):
        ids += person.gear
    for vehicle in (*t.state.vehicles.values(), *(v for site in world.sites.values() for v in site.vehicles.values())):
        ids += vehicle.stash
    for zone in (*t.state.scene.zones.values(), *(z for site in world.sites.values() for z in site.zones.values())):
        ids += [thing.id for thing in (*zone.ground, *zone.traps)]
    for site in world.sites.values():
        ids += [*site.works, *(thing.id for thing in site.left)]
    return ids


def gear_id(t: T, kind: str) -> Id:
    """`knife`, then `knife 2`."""
    taken = set(everything(t))
    id, number = kind, 2
    while id in taken:
        id, number = f"{kind} {number}", number + 1
    return Id(id)


def stow(t: T, place: dict[str, Gear], thing: Gear) -> None:
    """Put a thing somewhere: with those it is like, or by itself; if another of its name lies there already it gets a new one."""
    same = next((other for other in place.values() if alike(other, thing)), None)
    if same is not None:
        same.count += thing.count
        return
    if thing.id in place:
        thing.id = gear_id(t, thing.kind)
    place[thing.id] = thing


def some_of(t: T, thing: Gear, count: int) -> Gear:
    """So many of things that lie together, from now on by themselves."""
    thing.count -= count
    return msgspec.structs.replace(thing, id=gear_id(t, thing.kind), count=count, flaws=list(thing.flaws), upgrades=list(thing.upgrades))


def site(t: T) -> Site | None:
    """The place the group is at, if it is one that can be searched."""
    here = t.state.world.site
    return t.state.world.sites[here] if here else None


def at_base(t: T) -> bool:
    """At the safe place where the Stash is."""
    return t.state.world.base is not None and t.state.world.site == t.state.world.base


@cites("infected.craft.recipes.shelter", "infected.craft.recipes.traps")
def built_here(t: T) -> dict[str, Gear]:
    """What was built where the group is: it stays there and is of use nowhere else."""
    place = site(t)
    return place.works if place is not None else t.state.scene.works


@cites("infected.craft.recipes.shelter")
def camouflage(t: T) -> Total:
    """A hidden camp costs whoever would spot the group there two dice."""
    camps = [worth(w, content().gear[w.kind].hides) for w in built_here(t).values()]
    return Total().plus("hidden camp", -max(camps, default=0), "infected.craft.recipes.shelter")


def broken_world(t: T) -> list[str]:
    """What no table may ever come to, between fights: less than nothing of something, or more boxes marked than there are."""
    found = []
    for who in t.state.people.values():
        held = [who.food, who.water, who.parts, *who.components.values(), *(g.count for g in who.gear.values())]
        if min(held) < 0:
            found.append(f"{who.id} carries less than nothing")
        if who.armor is not None and who.armor not in who.gear:
            found.append(f"{who.id} wears armor they do not have")
    found += [
        f"{car.id} has {car.marked} of {car.boxes} boxes marked and {car.fuel} of {car.tank} fuel"
        for car in t.state.vehicles.values()
        if not 0 <= car.marked <= car.boxes or not 0 <= car.fuel <= car.tank
    ]
    stash = t.state.world.supplies
    counted = [stash.food, stash.water, stash.fuel, stash.parts, *stash.ammo.values(), *stash.medicine.values(), *stash.components.values()]
    if min(counted) < 0:
        found.append("the Stash holds less than nothing")
    chase = t.state.world.chase
    if chase is not None and any(not 1 <= place <= 7 for place in chase.markers.values()):
        found.append(f"a marker is off the track: {chase.markers}")
    return found
