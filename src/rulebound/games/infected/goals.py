"""How scenes of our own end, besides with a fight: a chase decided, a haul brought home, a siege outlasted."""

from __future__ import annotations

from rulebound.games.infected.people import Person
from rulebound.games.infected.state import T
from rulebound.games.infected.world import at_base

CHASE, HAUL, SIEGE = "chase", "haul", "siege"


def survivors(t: T) -> list[Person]:
    return [p for p in t.state.people.values() if p.pc and not p.dead]


def wanted_at_hand(t: T) -> int:
    """How much the group has of what it went out for, in bags and in the Stash."""
    wanted = t.state.scene.wanted
    carried = sum(g.count for p in survivors(t) for g in p.gear.values() if g.kind == wanted)
    return carried + t.state.world.supplies.medicine.get(wanted, 0)


def home_again(t: T) -> None:
    """A haul is won or lost when the group is back at its safe place."""
    if t.state.scene.ends == HAUL and at_base(t):
        found = wanted_at_hand(t)
        t.state.ended = f"Home with {t.state.scene.wanted}: {found}" if found else "Home, and empty-handed"


def chase_decided(t: T, outcome: str) -> None:
    if t.state.scene.ends == CHASE:
        t.state.ended = f"The chase is over: {outcome}"


def night_over(t: T) -> None:
    """A siege is outlasted when somebody lives to move on after the rest."""
    if t.state.scene.ends == SIEGE:
        t.state.ended = f"The house stands; {len(survivors(t))} live"


def all_lost(t: T) -> None:
    """Nobody is left who could go on."""
    if t.state.scene.ends and not t.state.ended and not any(p.up for p in survivors(t)):
        t.state.ended = "Nobody is left"
