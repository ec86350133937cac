"""What there is at a table of INFECTED: people, the scene they are in, a fight, Threat, the clock and the world around."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from rulebound.games.infected.fighting import Fight
from rulebound.games.infected.journey import Vehicle, World
from rulebound.games.infected.people import Person
from rulebound.games.infected.places import Scene
from rulebound.games.infected.terms import MINUTES_A_DAY, NEUTRAL, PARTY, ROUNDS_A_DAY, ROUNDS_A_MINUTE, Id, Note
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.clock import Clock, Unit
from rulebound.kernel.pools import SharedPool
from rulebound.kernel.table import Table


class Phase(StrEnum):
    PEACE = "peace"
    FIGHT = "fight"
    CHASE = "chase"
    DOWNTIME = "downtime"


FIGHT, ROUNDS = Phase.FIGHT, Unit.ROUNDS
"""Looked up once: hardly anything is done without asking for them."""


class Coming(msgspec.Struct, frozen=True):
    """infected.gm.encounters: so many infected, here at this round of the clock."""

    count: int
    at: int


class Infected(msgspec.Struct, kw_only=True):
    """The whole table."""

    people: dict[str, Person]
    vehicles: dict[str, Vehicle] = {}
    phase: Phase = Phase.PEACE
    scene: Scene = msgspec.field(default_factory=Scene)
    fight: Fight | None = None
    threat: SharedPool = msgspec.field(default_factory=lambda: SharedPool(name="Threat", cap=10))
    clock: Clock = msgspec.field(default_factory=lambda: Clock(rounds_per_minute=ROUNDS_A_MINUTE, minutes_per_day=MINUTES_A_DAY))
    armed: Annotated[list[int], Note(description="Threat thresholds that have fired and are not yet re-armed")] = []
    encounters: Annotated[list[str], Note(description="encounters called for and not yet brought in")] = []
    on_the_way: Annotated[list[Coming], Note(description="infected who will be here in some minutes")] = []
    noise_clock: Annotated[int | None, Note(description="the round of the clock when what heard you comes to look")] = None
    traps: Annotated[dict[str, str], Note(description="noise traps that are rigged, by zone")] = {}
    struggles: Annotated[list[Id], Note(description="held in a struggle, and yelling at their next turn unless finished")] = []
    world: World = msgspec.field(default_factory=World)
    ended: Annotated[str, Note(description="how the scene ended, once it has")] = ""


T = Table[Infected, InfectedVariants]


def person(t: T, id: str) -> Person:
    return t.state.people[id]


def now(t: T) -> int:
    """The round of the clock."""
    return t.state.clock.passed[ROUNDS]


def today(t: T) -> int:
    """The day of the clock, from 0."""
    return now(t) // ROUNDS_A_DAY


def in_fight(t: T) -> bool:
    return t.state.phase is FIGHT


def in_sight(who: Person, other: Person) -> bool:
    """Whoever lies in ambush is there for nobody of another side."""
    return not other.hidden or other.side == who.side


def enemies(t: T, who: Person) -> list[Person]:
    """Those of other sides who can still fight, as far as one sees them."""
    return [p for p in t.state.people.values() if p.side != who.side and p.up and not p.yields and in_sight(who, p)]


def hostile(who: Person) -> bool:
    """Neither of the group nor one of those who keep out of fights."""
    return not who.pc and who.side not in (PARTY, NEUTRAL)


def allies(t: T, who: Person) -> list[Person]:
    return [p for p in t.state.people.values() if p.side == who.side and p.id != who.id and p.up]


def party(t: T) -> list[Person]:
    """The survivors that players play and that live."""
    return [p for p in t.state.people.values() if p.pc and not p.dead]
