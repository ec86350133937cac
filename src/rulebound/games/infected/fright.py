"""A turn in panic: whom somebody lashes out at, and where somebody flees to."""

from __future__ import annotations

from rulebound.games.infected.people import Person
from rulebound.games.infected.ranges import band, open_ways, steps
from rulebound.games.infected.state import T, enemies
from rulebound.games.infected.terms import Band
from rulebound.kernel.citing import cites


@cites("infected.stress.panic")
def nearest(t: T, who: Person, others: list[Person]) -> list[Person]:
    """Those of them in the nearest band where anybody is."""
    bands = [band(t, who, p) for p in others]
    least = next((b for b in Band if b in bands), None)
    return [p for p, b in zip(others, bands, strict=True) if b is least]


@cites("infected.stress.panic")
def ways_to_flee(t: T, who: Person) -> list[str]:
    """Farther from the nearest enemy; where there is no such way, not nearer."""
    here = from_enemies(t, who, who.zone)
    return farther(t, who) or [zone for zone in open_ways(t, who.zone) if from_enemies(t, who, zone) >= here]


@cites("infected.stress.panic")
def farther(t: T, who: Person) -> list[str]:
    here = from_enemies(t, who, who.zone)
    return [zone for zone in open_ways(t, who.zone) if from_enemies(t, who, zone) > here]


def from_enemies(t: T, who: Person, zone: str) -> int:
    """Steps to the nearest of them."""
    return min((steps(t, zone, p.zone) for p in enemies(t, who)), default=0)
