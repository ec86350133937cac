"""Places on the map: how dangerous they are, what is left there, and going to one."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected.content import content
from rulebound.games.infected.driving import engines_run_on
from rulebound.games.infected.elsewhere import change_ground, leave_the_others, meet_again
from rulebound.games.infected.goals import home_again
from rulebound.games.infected.horde import pressed
from rulebound.games.infected.journey import Site
from rulebound.games.infected.kinds import Scarcity
from rulebound.games.infected.parking import find_again, leave_what_stands
from rulebound.games.infected.remains import leave_the_rest
from rulebound.games.infected.state import T, party
from rulebound.games.infected.terms import Id
from rulebound.games.infected.threat import enter_ambient, fall_silent
from rulebound.games.infected.world import a_name, gm_at_peace, new_id, not_at_rest, stuck_here
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

ALL = "all"
LADDER = tuple(Scarcity)


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
    if refusal := not_at_rest(t, by) or pressed(t, by) or stays_behind(t):
        return refusal
    return None if t.state.world.sites else Refusal("infected.gm.locations", "There is no place on the map.", "Put one there first.")


@cites("infected.hazard.collapse.trapped", "infected.hazard.drowning", "infected.craft.recipes.traps")
def stays_behind(t: T) -> Refusal | None:
    """The group goes together: not while one of them is held where they are."""
    return next((refusal for who in party(t) if not who.fled and (refusal := stuck_here(who))), None)


@command(rules=("infected.threat.ambient", "infected.gm.locations"), when=can_go, place=places)
def go_to(t: T, by: SeatId, place: Id) -> None:
    """The group goes to a place; its Ambient Threat is the floor there."""
    arrive_at(t, t.state.world.sites[place])


@cites("infected.threat.ambient", "infected.gm.locations", "infected.threat.noise_frequency")
def arrive_at(t: T, place: Site) -> None:
    """Another place is another scene for noises, with others in it."""
    leave_the_rest(t)
    leave_what_stands(t)
    leave_the_others(t)
    change_ground(t, place)
    t.state.world.site = place.id
    t.state.scene.name, t.state.scene.echo = place.name, place.noise > 0
    t.say("goes_to", "infected.gm.locations", place=place.id)
    fall_silent(t)
    enter_ambient(t, place.ambient)
    engines_run_on(t)
    meet_again(t, place)
    find_again(t, place)
    home_again(t)


@command(rules=("infected.scavenge.recovery", "infected.gm.locations"), when=gm_at_peace, place=places)
def restock(t: T, by: SeatId, place: Id, scarcity: Scarcity) -> None:
    """New goods or new inhabitants: the only way a place recovers."""
    there = t.state.world.sites[place]
    there.scarcity, there.only_scarcity, there.exhausted = scarcity, scarcity, []
    t.say("restocked", "infected.scavenge.recovery", place=place, scarcity=scarcity.value)
