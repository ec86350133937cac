"""A fight as it stands: whose turn it is, blows that wait, zones under fire, attacks made together."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from rulebound.games.infected.terms import Condition, Id, Note
from rulebound.kernel.turns import ByScore


class Suppression(msgspec.Struct, kw_only=True):
    """Suppressing Fire that holds a zone until the shooter's next turn."""

    by: Id
    zone: str
    hits: int
    chosen: Annotated[list[Id], Note(description="who has chosen what to do about it")] = []


class Source(StrEnum):
    """What does damage: armor does not help against all of it (infected.conv.damage_vs_named_wound)."""

    ATTACK = "attack"
    TRAP = "trap"
    EXPLOSION = "explosion"
    FALL = "fall"
    CRASH = "crash"
    COLLAPSE = "collapse"
    FIRE = "fire"
    INTERNAL = "internal"


class Blow(msgspec.Struct, frozen=True, kw_only=True):
    """One instance of damage, before armor. It waits while its target acts at the same time (infected.initiative.ties)."""

    target: Id
    amount: int
    by: str
    rule: str = "infected.attack.damage"
    source: Source = Source.ATTACK
    head: Annotated[bool, Note(description="torso armor does not count, a helmet does")] = False
    bare: Annotated[bool, Note(description="no armor counts")] = False
    piercing: int = 0
    limb: Annotated[bool, Note(description="a limb shot that loses its point after armor")] = False
    melee: bool = False
    careful: bool = False
    hits: Annotated[int, Note(description="net hits, to tell a bite from a claw")] = 0
    bites: Annotated[bool, Note(description="teeth and claws of an infected")] = False
    burns: Annotated[bool, Note(description="fire: whom it hurts may catch it")] = False


class What(StrEnum):
    """What somebody may suffer besides damage."""

    CONDITION = "condition"
    DROP = "drop"
    WEAR = "wear"
    GRIP = "grip"
    LOCK = "lock"
    MOVED = "moved"
    SHOVED = "shoved"
    THROWN = "thrown"


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """One of them as it was done (effects.py). It waits as blows do while both act at the same time (infected.initiative.ties)."""

    what: What
    by: Id
    target: Id
    condition: Condition | None = None
    thing: Annotated[str, Note(description="what leaves their hands or is damaged")] = ""
    zone: Annotated[str, Note(description="where it, or they, land")] = ""
    into: Annotated[str, Note(description="what they are driven into")] = "nothing"
    other: Id | None = None


class Combined(msgspec.Struct, kw_only=True):
    """A Combined Attack under way (infected.group.combined_attack)."""

    target: Id
    members: list[Id]
    hit: list[Id] = []
    missed: list[Id] = []
    held: list[Blow] = []


class Fight(msgspec.Struct, kw_only=True):
    """A fight, from initiative to its end."""

    turns: ByScore
    acting: Annotated[Id | None, Note(description="whose turn it is")] = None
    begun: Annotated[list[Id], Note(description="whose turn has begun this round")] = []
    interrupted: Annotated[list[Id], Note(description="those whose turns wait for the one who broke in")] = []
    ambush: Annotated[str, Note(description="the side that has a free round")] = ""
    members: Annotated[list[Id], Note(description="everybody who took part")] = []
    rounds: int = 1
    pc_critical: Annotated[bool, Note(description="a survivor has taken a Critical wound")] = False
    pending: Annotated[list[Blow], Note(description="blows among those who act together")] = []
    held_back: Annotated[list[Effect], Note(description="what else those who act together do to each other")] = []
    suppressions: list[Suppression] = []
    struck: Annotated[list[str], Note(description="weapons that called shots have hit")] = []
    combined: Combined | None = None
    distracted: Annotated[dict[str, Id], Note(description="enemies distracted this round, and by whom")] = {}
