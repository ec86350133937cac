"""What turns up in a search: one alternative of a row, or what one looked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

from rulebound.games.infected.carry import pack_again, room_for, weight
from rulebound.games.infected.content import ROUNDS_WORD, ammo_called, content, known_kind, new_gear
from rulebound.games.infected.counted import bring_along, item_word
from rulebound.games.infected.journey import Site
from rulebound.games.infected.kinds import Component
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import T
from rulebound.games.infected.variants import CraftTracking
from rulebound.games.infected.vehicles import make_vehicle
from rulebound.games.infected.world import gear_id, new_id, stow, table_die
from rulebound.kernel.citing import cites

ANYTHING = "anything"


# ------------------------------------------------------------------------------------------------ what is looked for
def is_category(word: str) -> bool:
    return word in content().components or any(find.category == word for find in content().finds.values())


@lru_cache(maxsize=512)
def categories_of(looking_for: str) -> frozenset[str]:
    """What a category, a find or a single thing falls under."""
    packs = content()
    named = {f.category for word, f in packs.finds.items() if looking_for in (word, f.category, *f.things, *f.calibres, *f.vehicle)}
    return frozenset(named | ({packs.gear[looking_for].kind} if looking_for in packs.gear else set()))


def falls_under(word: str, looking_for: str) -> bool:
    """Whether a find is of that category, or may turn out to be that thing."""
    find = content().finds[word]
    if is_category(looking_for):
        return find.category == looking_for
    return looking_for in (word, *find.things, *find.calibres, *find.vehicle)


def words_for(place: Site, looking_for: str) -> list[str]:
    """The finds of a place that a category or a thing falls under."""
    row = content().loot[place.loot]
    return [word for word in (*row.common, *row.rare) if falls_under(word, looking_for)]


@cites("infected.scavenge.targeted", "infected.scavenge.loot")
def might_be_here(place: Site, looking_for: str) -> bool:
    """By the loot table: a find of the place, or a type of components that it has."""
    return bool(words_for(place, looking_for)) or looking_for in content().loot[place.loot].components


# ------------------------------------------------------------------------------------------------ what turns up
class Haul(StrEnum):
    """infected.scavenge.results: one alternative of each row is taken."""

    SMALL_THING = "a small thing"
    DAY_OF_FOOD = "a day of food"
    COMPONENT = "a component"
    WEAPON = "a weapon"
    TOOL = "a tool"
    SUPPLIES = "three days of supplies"
    SOME_COMPONENTS = "some components"
    SEVERAL_THINGS = "several things"
    WEEK = "a week of supplies"
    MANY_COMPONENTS = "many components"
    RARE_THING = "a rare thing"
    LARGE_CACHE = "a large cache"
    WHAT_WAS_NEEDED = "exactly what was needed"


ROWS: tuple[tuple[Haul, ...], ...] = (
    (Haul.SMALL_THING, Haul.DAY_OF_FOOD, Haul.COMPONENT),
    (Haul.WEAPON, Haul.TOOL, Haul.SUPPLIES, Haul.SOME_COMPONENTS),
    (Haul.SEVERAL_THINGS, Haul.WEEK, Haul.MANY_COMPONENTS),
    (Haul.RARE_THING, Haul.LARGE_CACHE, Haul.WHAT_WAS_NEEDED),
)
DAYS = (1, 3, 7, 14)
THINGS = (1, 1, 2, 3)
RARE_THINGS = (0, 0, 1, 3)
UNITS = (1, 2, 3, 4)
ROUNDS = (5, 10, 20, 40)
"""By hits: days of supplies, things and how many of them are rare, units of fuel or parts, rounds; the book gives the days, the rest is
ours."""


@cites("infected.scavenge.results", "infected.scavenge.loot")
def turn_up(t: T, who: Person, place: Site, hits: int, looking_for: str) -> None:
    """The row of the hits; a search for something finds that, in the amount of the row."""
    row = min(hits, len(ROWS)) - 1
    if looking_for != ANYTHING:
        find_target(t, who, place, row, looking_for)
        return
    options = [haul for haul in ROWS[row] if possible(place, haul)]
    haul = t.judge("haul", options, lambda: t.choose(who.seat, "haul", options, (who.id, place.name)), (who.id, place.name))
    take_haul(t, who, place, haul, row)


def possible(place: Site, haul: Haul) -> bool:
    match haul:
        case Haul.WEAPON | Haul.TOOL | Haul.SMALL_THING:
            return bool(pool_of(place, haul))
        case Haul.DAY_OF_FOOD | Haul.SUPPLIES | Haul.WEEK:
            return bool(supply(place))
        case _:
            return True


def pool_of(place: Site, haul: Haul) -> list[str]:
    """The things a haul is drawn from evenly: the common finds, at three hits and more the rare ones too."""
    row, finds, packs = content().loot[place.loot], content().finds, content()
    common = [thing for word in row.common for thing in finds[word].things]
    rare = [thing for word in row.rare for thing in (*finds[word].things, *finds[word].vehicle)]
    match haul:
        case Haul.SMALL_THING:
            return [thing for thing in common if ammo_called(thing) or weight(new_gear(thing, thing)) == 0]
        case Haul.WEAPON:
            return [thing for thing in common if thing in packs.weapons]
        case Haul.TOOL:
            return [thing for thing in common if thing in packs.gear and packs.gear[thing].kind in ("tool", "medicine", "gear")]
        case Haul.RARE_THING:
            return rare
        case _:
            return common


@cites("infected.scavenge.results", "infected.conv.ranges")
def take_haul(t: T, who: Person, place: Site, haul: Haul, row: int) -> None:
    """What the chosen alternative amounts to."""
    match haul:
        case Haul.DAY_OF_FOOD | Haul.SUPPLIES | Haul.WEEK:
            find_days(t, who, place, supply(place), DAYS[row])
        case Haul.COMPONENT | Haul.SOME_COMPONENTS | Haul.MANY_COMPONENTS:
            find_components(t, who, place, how_many_components(t, who, row))
        case Haul.SEVERAL_THINGS:
            find_one_of(t, who, place, pool_of(place, haul), row)
            find_one_of(t, who, place, pool_of(place, Haul.RARE_THING), row)
        case Haul.LARGE_CACHE:
            if days := supply(place):
                find_days(t, who, place, days, DAYS[row])
            else:
                find_one_of(t, who, place, pool_of(place, haul), row)
            find_one_of(t, who, place, pool_of(place, Haul.RARE_THING), row)
        case Haul.WHAT_WAS_NEEDED:
            wanted = t.choose(who.seat, "needed", sorted({*pool_of(place, Haul.RARE_THING), *pool_of(place, haul)}), (who.id,))
            find_thing(t, who, place, wanted, row)
        case _:
            find_one_of(t, who, place, pool_of(place, haul), row)


def supply(place: Site) -> str:
    """Food, or water where a place has only that to give; nothing where it has neither."""
    return next((what for what in ("food", "water") if words_for(place, what)), "")


def find_one_of(t: T, who: Person, place: Site, pool: Sequence[str], row: int) -> None:
    """One thing of a list, each as likely; of rounds as many as the row gives."""
    if not pool:
        find_components(t, who, place, 1)
        return
    face = table_die(t, "which_find", who, sides=len(pool), about=(place.name,)) if len(pool) > 1 else 1
    find_thing(t, who, place, pool[face - 1], row)


@cites("infected.scavenge.targeted")
def find_target(t: T, who: Person, place: Site, row: int, looking_for: str) -> None:
    """That category or that very thing, as much of it as the hits give; what the game master called plausible, too."""
    packs = content()
    if known_kind(looking_for) or ammo_called(looking_for) or looking_for in packs.vehicles:
        find_thing(t, who, place, looking_for, row, THINGS[row])
        return
    if looking_for in packs.components:
        find_components(t, who, place, how_many_components(t, who, row), Component(looking_for))
        return
    words = words_for(place, looking_for) or [word for word in packs.finds if falls_under(word, looking_for)]
    if not words:
        t.say("finds_words", "infected.scavenge.targeted", who=who.id, what=looking_for)
        return
    find = packs.finds[words[0]]
    if find.days:
        find_days(t, who, place, find.category, DAYS[row])
    elif find.fuel:
        t.state.world.supplies.fuel += UNITS[row]
        t.say("finds_units", "infected.vehicle.fuel.finding", who=who.id, count=UNITS[row], what="fuel")
    elif find.parts:
        find_components(t, who, place, how_many_components(t, who, row), find.component)
    elif find.calibres or find.vehicle:
        find_one_of(t, who, place, find.things or find.vehicle, row)
    elif find.things:
        for nth in range(THINGS[row]):
            find_one_of(t, who, place, of_that_sort(place, words, rare=nth >= THINGS[row] - RARE_THINGS[row]), row)
    else:
        t.say("finds_words", "infected.scavenge.targeted", who=who.id, what=looking_for)


@cites("infected.scavenge.loot")
def of_that_sort(place: Site, words: Sequence[str], *, rare: bool) -> list[str]:
    """The things that common finds may be, or rare ones; where there are none of that sort, all."""
    row = content().loot[place.loot]
    sort = [word for word in words if word in (row.rare if rare else row.common)]
    return [thing for word in sort or words for thing in content().finds[word].things]


@cites("infected.scavenge.results", "infected.ammo.type_table")
def find_rounds(t: T, who: Person, place: Site, type: str, count: int) -> None:
    what = f"{type}{ROUNDS_WORD}"
    t.say("finds_units", "infected.scavenge.results", who=who.id, count=count, what=what)
    bring_along(t, who, place.heap, what, count)


@cites("infected.scavenge.results", "infected.conv.ranges")
def how_many_components(t: T, who: Person, row: int) -> int:
    """1; 2-3; 4-5: in a span a d6 of 1-3 is the lower, 4-6 the higher."""
    if row == 0:
        return 1
    return 2 * min(row, 2) + (1 if table_die(t, "components_found", who) >= 4 else 0)


@cites("infected.scavenge.loot", "infected.craft.components", "infected.craft.tracking")
def find_components(t: T, who: Person, place: Site, count: int, only: Component | None = None) -> None:
    """Of a type that the place has; the finder picks which, unless only one was looked for. Where single items are kept, dice say what
    each of them is; where generic Parts are, they are of no type."""
    if t.variants.craft_tracking is CraftTracking.PARTS:
        t.say("finds_units", "infected.craft.tracking", who=who.id, count=count, what="parts")
        bring_along(t, who, place.heap, "parts", count)
        return
    types = (only,) if only else content().loot[place.loot].components
    type = t.choose(who.seat, "component_type", types, (who.id,))
    if t.variants.craft_tracking is not CraftTracking.ITEMS:
        t.say("finds_units", "infected.scavenge.loot", who=who.id, count=count, what=f"{type} components")
        bring_along(t, who, place.heap, type.value, count)
        return
    found = Counter(which_item(t, who, place, type) for _ in range(count))
    for item, number in found.items():
        t.say("finds_units", "infected.craft.tracking", who=who.id, count=number, what=item)
        bring_along(t, who, place.heap, item, number)


@cites("infected.craft.tracking", "infected.craft.components")
def which_item(t: T, who: Person, place: Site, type: Component) -> str:
    """`structural: planks`, by d6 in the order of the book; a die beyond its list lets the finder pick. Some places have one form only."""
    if form := content().loot[place.loot].forms.get(type):
        return item_word(type, form)
    items = content().components[type].items
    face = table_die(t, "which_item", who, about=(type.value,))
    item = items[face - 1] if face <= len(items) else t.choose(who.seat, "pick_item", items, (who.id, type.value))
    return item_word(type, item)


def find_days(t: T, who: Person, place: Site, what: str, days: int) -> None:
    t.say("finds_days", "infected.scavenge.results", who=who.id, days=days, what=what)
    bring_along(t, who, place.heap, what, days)


@cites("infected.vehicle.fuel.finding", "infected.vehicle.table")
def find_vehicle(t: T, who: Person, kind: str) -> None:
    """A vehicle stands there; a found one is dry unless the game master says otherwise."""
    car = make_vehicle(new_id(t, kind), kind, zone=who.zone)
    car.fuel = t.judge("tank", range(car.tank + 1), 0, (who.id, kind))
    t.state.vehicles[car.id] = car
    t.say("vehicle_there", "infected.vehicle.fuel.finding", vehicle=car.id)


def find_thing(t: T, who: Person, place: Site, kind: str, row: int, count: int = 1) -> None:
    """Into the bag if there is room, else it lies where it was found; of rounds as many as the row gives."""
    if kind in content().vehicles:
        find_vehicle(t, who, kind)
        return
    if type := ammo_called(kind):
        find_rounds(t, who, place, type, ROUNDS[row])
        return
    for _ in range(count):
        thing = new_gear(kind, gear_id(t, kind))
        if kind in content().weapons and content().weapons[kind].ammo:
            thing.loaded = 0
        if room_for(who, thing):
            stow(t, who.gear, thing)
            t.say("finds", "infected.scavenge.results", who=who.id, thing=kind)
        else:
            place.left.append(thing)
            t.say("finds_and_leaves", "infected.carry.capacity", who=who.id, thing=kind)
    pack_again(who)
