"""Scavenging: how long one looks, what is left of a place, what one looks for, and what turns up."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected.carry import DAYS_AN_ITEM, pack_again, room_for, weight
from rulebound.games.infected.checks import check
from rulebound.games.infected.clockwork import pass_minutes
from rulebound.games.infected.content import content, known_kind, new_gear
from rulebound.games.infected.equipment import of_kind, stacks
from rulebound.games.infected.goals import home_again
from rulebound.games.infected.journey import Site
from rulebound.games.infected.kinds import Find, Scarcity
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Attribute, Id, Skill
from rulebound.games.infected.threat import enter_ambient, make_noise
from rulebound.games.infected.variants import PickedClean
from rulebound.games.infected.world import a_name, able, at_peace, gear_id, gm_at_peace, has_able, new_id, site, table_die
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import GM, SeatId

ANYTHING = "anything"
ALL = "all"


class Search(StrEnum):
    """infected.scavenge.search_types"""

    QUICK_SWEEP = "quick sweep"
    STANDARD = "standard"
    THOROUGH = "thorough"
    RANSACK = "ransack"


SEARCHES: dict[Search, tuple[int, int, int]] = {
    Search.QUICK_SWEEP: (5, 1, -1),
    Search.STANDARD: (15, 2, 0),
    Search.THOROUGH: (30, 3, 1),
    Search.RANSACK: (60, 4, 2),
}
"""Minutes, Threat, dice."""
LADDER = tuple(Scarcity)
SCARCITY_DICE = {Scarcity.PICKED_CLEAN: -2, Scarcity.SPARSE: -1, Scarcity.MODERATE: 0, Scarcity.UNTOUCHED: 1, Scarcity.PRISTINE: 2}
"""infected.scavenge.scarcity"""
CATEGORY_DICE, THING_DICE = -1, -2
"""infected.scavenge.targeted"""


class Danger(StrEnum):
    """infected.scavenge.danger"""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    EXTREME = "extreme"


AMBIENT_OF = {Danger.LOW: 1, Danger.MEDIUM: 3, Danger.HIGH: 5, Danger.EXTREME: 5}
STEPS_OF = {Danger.LOW: 0, Danger.MEDIUM: 1, Danger.HIGH: 2, Danger.EXTREME: len(LADDER)}


# ------------------------------------------------------------------------------------------------ places
@cites("infected.scavenge.danger", "infected.scavenge.example.danger_hospital")
def scarcity_in_danger(base: Scarcity, danger: Danger) -> Scarcity:
    """Dangerous places are less picked over: steps toward pristine."""
    return LADDER[min(len(LADDER) - 1, LADDER.index(base) + STEPS_OF[danger])]


def loot_rows(*_: object) -> Sequence[str]:
    """A row of the loot table."""
    return list(content().loot)


@command(rules=("infected.scavenge.danger", "infected.scavenge.scarcity"), when=gm_at_peace, name=a_name, loot=loot_rows)
def found_place(t: T, by: SeatId, name: str, loot: str, scarcity: Scarcity, danger: Danger) -> None:
    """Put a place on the map: what it holds, how much would be left of it, and how dangerous it is."""
    place = Site(id=new_id(t, name), name=name, loot=loot, scarcity=scarcity_in_danger(scarcity, danger), ambient=AMBIENT_OF[danger])
    t.state.world.sites[place.id] = place
    t.say("place", "infected.scavenge.danger", place=place.id, scarcity=place.scarcity, ambient=place.ambient)


def templates(*_: object) -> Sequence[str]:
    """A location template."""
    return list(content().locations)


@command(rules=("infected.gm.locations",), when=gm_at_peace, template=templates)
def template_place(t: T, by: SeatId, template: str) -> None:
    """Put a location template on the map; its values are final and no danger is added."""
    place = from_template(template, new_id(t, template))
    t.state.world.sites[place.id] = place
    t.say("place", "infected.gm.locations", place=place.id, scarcity=place.scarcity, ambient=place.ambient)


@cites("infected.gm.locations")
def from_template(name: str, id: Id) -> Site:
    row = content().locations[name]
    return Site(
        id=id, name=name, loot=row.loot, scarcity=row.scarcity, ambient=row.ambient, noise=row.noise, only=row.only or "",
        only_scarcity=row.only_scarcity or row.scarcity,
    )  # fmt: skip


def places(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A place on the map."""
    return list(map(Id, t.state.world.sites))


def can_go(t: T, by: SeatId) -> Refusal | None:
    if refusal := at_peace(t, by):
        return refusal
    return None if t.state.world.sites else Refusal("infected.gm.locations", "There is no place on the map.", "Put one there first.")


@command(rules=("infected.threat.ambient", "infected.gm.locations"), when=can_go, place=places)
def go_to(t: T, by: SeatId, place: Id) -> None:
    """The group goes to a place; its Ambient Threat is the floor there."""
    arrive_at(t, t.state.world.sites[place])


@cites("infected.threat.ambient", "infected.gm.locations", "infected.vehicle.noise_timing")
def arrive_at(t: T, place: Site) -> None:
    t.state.world.site = place.id
    t.state.scene.name, t.state.scene.echo = place.name, place.noise > 0
    t.say("goes_to", "infected.gm.locations", place=place.id)
    enter_ambient(t, place.ambient)
    for car in t.state.vehicles.values():
        car.idled = False
        if car.running and car.side == "party":
            make_noise(t, GM, content().vehicles[car.kind].noise, f"the engine of {car.name}", "infected.vehicle.noise_timing")
    home_again(t)


@command(rules=("infected.scavenge.recovery",), when=gm_at_peace, place=places)
def restock(t: T, by: SeatId, place: Id, scarcity: Scarcity) -> None:
    """New goods or new inhabitants: the only way a place recovers."""
    there = t.state.world.sites[place]
    there.scarcity, there.exhausted = scarcity, []
    t.say("restocked", "infected.scavenge.recovery", place=place, scarcity=scarcity.value)


# ------------------------------------------------------------------------------------------------ what is looked for
def categories(place: Site) -> list[str]:
    """What the finds of a place fall under."""
    row = content().loot[place.loot]
    return list(dict.fromkeys(content().finds[word].category for word in (*row.common, *row.rare)))


def is_category(word: str) -> bool:
    return any(find.category == word for find in content().finds.values())


def words_for(place: Site, looking_for: str) -> list[str]:
    """The finds of a place that a category or a thing falls under."""
    row, finds = content().loot[place.loot], content().finds
    if is_category(looking_for):
        return [word for word in (*row.common, *row.rare) if finds[word].category == looking_for]
    return [word for word in (*row.common, *row.rare) if looking_for == word or looking_for in (*finds[word].things, *finds[word].calibres)]


@cites("infected.scavenge.targeted", "infected.scavenge.example.plausibility")
def plausible(t: T, place: Site, looking_for: str) -> bool:
    """Asked before the roll; without a game master a thing is plausible if the loot table has it."""
    return t.judge("plausible_here", (True, False), bool(words_for(place, looking_for)), (looking_for, place.name))


@cites("infected.scavenge.targeted")
def target_dice(looking_for: str) -> Total:
    """Anything 0, a category -1, one thing -2."""
    if looking_for == ANYTHING:
        return Total()
    dice = CATEGORY_DICE if is_category(looking_for) else THING_DICE
    return Total().plus(f"looks for {looking_for}", dice, "infected.scavenge.targeted")


@cites("infected.gm.locations")
def ladder_for(place: Site, looking_for: str) -> str:
    """Which of a place's ladders a search is on: most have one for everything."""
    return place.only if place.only and looking_for == place.only else ALL


@cites("infected.scavenge.scarcity", "infected.vehicle.fuel.finding")
def scarcity_of(place: Site, ladder: str) -> Scarcity:
    return Scarcity(place.scarcity if ladder == ALL else place.only_scarcity)


@cites("infected.scavenge.depletion", "infected.scavenge.example.depletion")
def deplete(t: T, place: Site, ladder: str) -> None:
    """Every search lowers the place by a step, whatever it brought; below picked clean there is nothing."""
    now = scarcity_of(place, ladder)
    place.searches += 1
    if now is Scarcity.PICKED_CLEAN:
        if t.variants.scavenge_picked_clean is PickedClean.ONE_SEARCH:
            place.exhausted.append(ladder)
            t.say("exhausted", "infected.scavenge.depletion", place=place.id)
        return
    lower = LADDER[LADDER.index(now) - 1]
    if ladder == ALL:
        place.scarcity = lower
    else:
        place.only_scarcity = lower
    t.say("depleted", "infected.scavenge.depletion", place=place.id, scarcity=lower.value)


@cites("infected.scavenge.depletion")
def worth_searching(t: T, place: Site, ladder: str) -> bool:
    if ladder in place.exhausted:
        return False
    clean = scarcity_of(place, ladder) is Scarcity.PICKED_CLEAN
    return not (clean and t.variants.scavenge_picked_clean is PickedClean.NOTHING)


# ------------------------------------------------------------------------------------------------ the search
def can_search(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    place = site(t)
    if place is None:
        return Refusal("infected.scavenge.roll", "There is nothing to search here.", "Go to a place on the map.")
    if not any(worth_searching(t, place, ladder) for ladder in {ALL, place.only or ALL}):
        return Refusal("infected.scavenge.depletion", f"{place.name} is exhausted.", "Go somewhere else.")
    return None


def targets(*_: object) -> AnyText:
    """Anything, a category such as food or medicine, or one thing by its name."""
    return AnyText(40)


@command(rules=("infected.scavenge.roll", "infected.scavenge.search_types"), when=can_search, who=able, looking_for=targets)
def search(t: T, by: SeatId, who: Id, mode: Search = Search.STANDARD, looking_for: str = ANYTHING) -> None:
    """Search the place you are at; longer searches find more and are heard further."""
    place = site(t)
    assert place is not None
    look_through(t, t.state.people[who], place, mode, looking_for.strip().lower() or ANYTHING)


@cites("infected.scavenge.roll", "infected.scavenge.search_types")
def look_through(t: T, who: Person, place: Site, mode: Search, looking_for: str) -> int:
    """WITS + Notice, in the wild Survival, with all that helps or hampers; time, Threat and depletion come in any case."""
    ladder = ladder_for(place, looking_for)
    if not worth_searching(t, place, ladder):
        raise refuse("infected.scavenge.depletion", f"Nothing of that is left at {place.name}.", "Look for something else, or elsewhere.")
    if looking_for != ANYTHING and not plausible(t, place, looking_for):
        raise refuse("infected.scavenge.targeted", f"There is no {looking_for} to be had at {place.name}.", "Look for what might be here.")
    minutes, noise, dice = SEARCHES[mode]
    extra = Total().plus(mode.value, dice, "infected.scavenge.search_types") + target_dice(looking_for)
    scarcity = scarcity_of(place, ladder)
    extra = extra.plus(scarcity.value, SCARCITY_DICE[scarcity], "infected.scavenge.scarcity")
    pass_minutes(t, minutes)
    make_noise(t, who.seat, noise, mode.value, "infected.scavenge.search_types")
    skill = Skill.SURVIVAL if content().loot[place.loot].wild else Skill.NOTICE
    hits = check(t, who, "search", Attribute.WITS, skill, extra, (place.name,)).hits
    deplete(t, place, ladder)
    if hits:
        turn_up(t, who, place, hits, looking_for)
    else:
        t.say("finds_nothing", "infected.scavenge.results", who=who.id, place=place.id)
    return hits


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
UNITS = (1, 2, 3, 4)
ROUNDS = (5, 10, 20, 40)
"""By hits: days of supplies, things, units of fuel or parts, rounds; the book gives the days, the rest is ours."""


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
        case _:
            return True


def pool_of(place: Site, haul: Haul) -> list[str]:
    """The things a haul is drawn from evenly: the common finds, at three hits and more the rare ones too."""
    row, finds, packs = content().loot[place.loot], content().finds, content()
    common = [thing for word in row.common for thing in finds[word].things]
    rare = [thing for word in row.rare for thing in finds[word].things]
    match haul:
        case Haul.SMALL_THING:
            return [thing for thing in common if weight(new_gear(thing, thing)) == 0]
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
            find_days(t, who, supply(place), DAYS[row])
        case Haul.COMPONENT | Haul.SOME_COMPONENTS | Haul.MANY_COMPONENTS:
            find_components(t, who, place, how_many_components(t, who, row))
        case Haul.SEVERAL_THINGS:
            find_one_of(t, who, place, pool_of(place, haul))
            find_one_of(t, who, place, pool_of(place, Haul.RARE_THING))
        case Haul.LARGE_CACHE:
            find_days(t, who, supply(place), DAYS[row])
            find_one_of(t, who, place, pool_of(place, Haul.RARE_THING))
        case Haul.WHAT_WAS_NEEDED:
            wanted = t.choose(who.seat, "needed", sorted({*pool_of(place, Haul.RARE_THING), *pool_of(place, haul)}), (who.id,))
            find_thing(t, who, place, wanted, 1)
        case _:
            find_one_of(t, who, place, pool_of(place, haul))


def supply(place: Site) -> str:
    """Food, unless a place has only water to give."""
    words = words_for(place, "food") or words_for(place, "water")
    return "water" if words and content().finds[words[0]].category == "water" else "food"


def find_one_of(t: T, who: Person, place: Site, pool: Sequence[str]) -> None:
    """One thing of a list, each as likely."""
    if not pool:
        find_components(t, who, place, 1)
        return
    face = table_die(t, "which_find", who, sides=len(pool), about=(place.name,)) if len(pool) > 1 else 1
    find_thing(t, who, place, pool[face - 1], 1)


@cites("infected.scavenge.targeted")
def find_target(t: T, who: Person, place: Site, row: int, looking_for: str) -> None:
    """That category or that very thing, as much of it as the hits give."""
    if known_kind(looking_for):
        find_thing(t, who, place, looking_for, THINGS[row])
        return
    words = words_for(place, looking_for)
    if not words:  # the game master called it plausible
        t.say("finds_words", "infected.scavenge.targeted", who=who.id, what=looking_for)
        return
    find = content().finds[words[0]]
    if find.days:
        find_days(t, who, find.category, DAYS[row])
    elif find.fuel:
        t.state.world.supplies.fuel += UNITS[row]
        t.say("finds_units", "infected.vehicle.fuel.finding", who=who.id, count=UNITS[row], what="fuel")
    elif find.parts:
        find_components(t, who, place, how_many_components(t, who, row))
    elif looking_for in find.calibres or find.category == "ammo":
        find_rounds(t, who, find, looking_for, ROUNDS[row])
    elif find.things:
        for _ in range(THINGS[row]):
            find_one_of(t, who, place, [thing for word in words for thing in content().finds[word].things])
    else:
        t.say("finds_words", "infected.scavenge.targeted", who=who.id, what=looking_for)


def find_rounds(t: T, who: Person, find: Find, looking_for: str, rounds: int) -> None:
    """The calibre looked for, or the first of them."""
    types = {"9mm ammo": "pistol", ".45 ammo": "pistol", "5.56 ammo": "rifle", ".308 ammo": "rifle", "12 gauge ammo": "shotgun"}
    type = types.get(looking_for, "pistol")
    who.ammo[type] = who.ammo.get(type, 0) + rounds
    t.say("finds_units", "infected.scavenge.targeted", who=who.id, count=rounds, what=f"{type} rounds")


@cites("infected.scavenge.results", "infected.conv.ranges")
def how_many_components(t: T, who: Person, row: int) -> int:
    """1; 2-3; 4-5: in a span a d6 of 1-3 is the lower, 4-6 the higher."""
    if row == 0:
        return 1
    return 2 * min(row, 2) + (1 if table_die(t, "components_found", who) >= 4 else 0)


@cites("infected.scavenge.loot", "infected.craft.components")
def find_components(t: T, who: Person, place: Site, count: int) -> None:
    """Of a type that the place has; the finder picks which."""
    types = content().loot[place.loot].components
    type = t.choose(who.seat, "component_type", types, (who.id,))
    who.components[type] = who.components.get(type, 0) + count
    t.say("finds_units", "infected.scavenge.loot", who=who.id, count=count, what=f"{type} components")


def find_days(t: T, who: Person, what: str, days: int) -> None:
    """As many days of food or water as can still be carried."""
    carried = 0
    while carried < days and ((getattr(who, what) + 1) % DAYS_AN_ITEM or room_for(who, 1)):
        setattr(who, what, getattr(who, what) + 1)
        carried += 1
    t.say("finds_days", "infected.scavenge.results", who=who.id, days=days, what=what, carried=carried)


def find_thing(t: T, who: Person, place: Site, kind: str, count: int) -> None:
    """Into the bag if there is room, else it lies where it was found."""
    for _ in range(count):
        mine = of_kind(who, kind) if stacks(kind) else None
        if mine is not None:
            mine.count += 1
            t.say("finds", "infected.scavenge.results", who=who.id, thing=kind)
            continue
        thing = new_gear(kind, gear_id(t, kind))
        if kind in content().weapons and content().weapons[kind].ammo:
            thing.loaded = 0
        if room_for(who, weight(thing)):
            who.gear[thing.id] = thing
            t.say("finds", "infected.scavenge.results", who=who.id, thing=kind)
        else:
            place.left.append(thing)
            t.say("finds_and_leaves", "infected.carry.capacity", who=who.id, thing=kind)
    pack_again(who)
