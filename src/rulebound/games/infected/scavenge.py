"""Scavenging: how long one looks, what is left of a place, what one looks for, and the roll."""

from __future__ import annotations

from enum import StrEnum

from rulebound.games.infected.checks import check
from rulebound.games.infected.clockwork import pass_minutes
from rulebound.games.infected.content import content
from rulebound.games.infected.finds import ANYTHING, categories_of, is_category, might_be_here, turn_up
from rulebound.games.infected.horde import pressed
from rulebound.games.infected.journey import Site
from rulebound.games.infected.kinds import Scarcity
from rulebound.games.infected.people import Person
from rulebound.games.infected.sites import ALL, LADDER
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Attribute, Id, Skill
from rulebound.games.infected.threat import make_noise
from rulebound.games.infected.variants import PickedClean
from rulebound.games.infected.world import at_large, has_able, not_at_rest, site
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId


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
SCARCITY_DICE = {Scarcity.PICKED_CLEAN: -2, Scarcity.SPARSE: -1, Scarcity.MODERATE: 0, Scarcity.UNTOUCHED: 1, Scarcity.PRISTINE: 2}
"""infected.scavenge.scarcity"""
CATEGORY_DICE, THING_DICE = -1, -2
"""infected.scavenge.targeted"""


# ------------------------------------------------------------------------------------------------ what is looked for
@cites("infected.scavenge.targeted", "infected.scavenge.example.plausibility")
def plausible(t: T, place: Site, looking_for: str) -> bool:
    """Asked before the roll; without a game master a thing is plausible if the loot table has it."""
    return t.judge("plausible_here", (True, False), might_be_here(place, looking_for), (looking_for, place.name))


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
    return place.only if place.only in categories_of(looking_for) else ALL


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
    """Whether this ladder of a place is above its end."""
    if ladder in place.exhausted:
        return False
    clean = scarcity_of(place, ladder) is Scarcity.PICKED_CLEAN
    return not (clean and t.variants.scavenge_picked_clean is PickedClean.NOTHING)


def left_of(t: T, place: Site, looking_for: str) -> bool:
    """Whether a search for this is worth it."""
    return worth_searching(t, place, ladder_for(place, looking_for))


@cites("infected.gm.locations", "infected.scavenge.depletion")
def anything_left(t: T, place: Site) -> bool:
    """On either ladder of a place that has two."""
    return any(worth_searching(t, place, ladder) for ladder in {ALL, place.only or ALL})


# ------------------------------------------------------------------------------------------------ the search
def can_search(t: T, by: SeatId) -> Refusal | None:
    if refusal := not_at_rest(t, by) or has_able(t, by) or pressed(t, by):
        return refusal
    place = site(t)
    if place is None:
        return Refusal("infected.scavenge.roll", "There is nothing to search here.", "Go to a place on the map.")
    if not anything_left(t, place):
        return Refusal("infected.scavenge.depletion", f"{place.name} is exhausted.", "Go somewhere else.")
    return None


def targets(*_: object) -> AnyText:
    """Anything, a category such as food, medicine or mechanical components, or one thing by its name."""
    return AnyText(40)


@command(rules=("infected.scavenge.roll", "infected.scavenge.search_types"), when=can_search, who=at_large, looking_for=targets)
def search(t: T, by: SeatId, who: Id, mode: Search = Search.STANDARD, looking_for: str = ANYTHING) -> None:
    """Search the place you are at; longer searches find more and are heard further."""
    place = site(t)
    assert place is not None
    look_through(t, t.state.people[who], place, mode, in_plain_words(looking_for))


def in_plain_words(looking_for: str) -> str:
    """As the lists have it: `mechanical` for `Mechanical components`."""
    return looking_for.strip().lower().removesuffix(" components") or ANYTHING


@cites("infected.scavenge.roll", "infected.scavenge.search_types", "infected.gm.locations")
def look_through(t: T, who: Person, place: Site, mode: Search, looking_for: str) -> int:
    """WITS + Notice, in the wild Survival, with all that helps or hampers; time, Threat and depletion come in any case."""
    ladder = ladder_for(place, looking_for)
    if not left_of(t, place, looking_for):
        raise refuse("infected.scavenge.depletion", f"Nothing of that is left at {place.name}.", "Look for something else, or elsewhere.")
    if looking_for != ANYTHING and not plausible(t, place, looking_for):
        raise refuse("infected.scavenge.targeted", f"There is no {looking_for} to be had at {place.name}.", "Look for what might be here.")
    minutes, noise, dice = SEARCHES[mode]
    extra = Total().plus(mode.value, dice, "infected.scavenge.search_types") + target_dice(looking_for)
    scarcity = scarcity_of(place, ladder)
    extra = extra.plus(scarcity.value, SCARCITY_DICE[scarcity], "infected.scavenge.scarcity")
    pass_minutes(t, minutes)
    zone, echo = (who.zone, None) if place is site(t) else ("", place.noise > 0)
    make_noise(t, who.seat, noise, mode.value, "infected.scavenge.search_types", zone, echo)
    if not (who.up and who.human):  # infected.infection.symptoms: turned before it was over
        return 0
    skill = Skill.SURVIVAL if content().loot[place.loot].wild else Skill.NOTICE
    hits = check(t, who, "search", Attribute.WITS, skill, extra, (place.name,)).hits
    deplete(t, place, ladder)
    if hits:
        turn_up(t, who, place, hits, looking_for)
    else:
        t.say("finds_nothing", "infected.scavenge.results", who=who.id, place=place.id)
    return hits
