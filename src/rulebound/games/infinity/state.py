"""What there is at a table of Infinity: people with their tracks, gear and places, the pools, and where the scene is."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from rulebound.games.infinity.people import HIDDEN, Carried, Category, Character, Harm, Id, Thing, out
from rulebound.games.infinity.skills import UNTRAINED, Attribute, Ranks, Skill
from rulebound.games.infinity.state_scenes import Board
from rulebound.games.infinity.state_vehicles import Vehicle
from rulebound.games.infinity.variants import InfinityVariants, Rounding
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Clock
from rulebound.kernel.entries import EVERYONE
from rulebound.kernel.pools import SharedPool
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.turns import PlayersFirst
from rulebound.kernel.zones import Bands, ZoneMap

Note = msgspec.Meta
A, S = Attribute, Skill


LIGHT = 2
"""infinity.soak.cover_values: the dice of light cover; heavy cover has more."""


class Cover(msgspec.Struct, kw_only=True):
    """Something to hide behind; its dice go with the damage it takes."""

    name: str
    zone: str
    dice: int
    crowd: Annotated[bool, Note(description="people: each Effect on its dice puts Heat into the pool")] = False
    full: Annotated[int, Note(description="the dice it had when it was whole")] = 0

    def __post_init__(self) -> None:
        self.full = self.full or self.dice

    @property
    def hides(self) -> int:
        """Bonus Momentum for who hides behind it, however worn it is."""
        return 2 if self.full > LIGHT else 1


class Lying(msgspec.Struct, kw_only=True):
    """A weapon on the ground."""

    item: Carried
    zone: str


class Ambience(StrEnum):
    """Light, noise and weather of a zone (infinity.stealth.modifiers)."""

    BRIGHT = "brightly lit"
    LOW_LIGHT = "low light"
    DARK = "dark"
    TOTAL_DARKNESS = "total darkness"
    NOISE = "background noise"
    LOUD_NOISE = "loud background noise"
    RAIN_OR_FOG = "heavy rain or thick fog"


class Terrain(msgspec.Struct, kw_only=True):
    """What a zone does to movement."""

    steps: Annotated[int, Note(description="how much harder movement is")] = 0
    climb: Annotated[bool, Note(description="climbing or swimming: Athletics only")] = False
    peril: Annotated[str, Note(description="what failing brings besides, in words")] = ""
    only: Annotated[str, Note(description="for whom: vehicles; left out, everybody")] = ""
    damage: Annotated[tuple[int, int], Note(description="what failing costs a vehicle: flat damage and dice")] = (0, 0)
    clips: Annotated[tuple[int, int], Note(description="what failing costs somebody on foot: flat damage and dice")] = (0, 0)


class Phase(StrEnum):
    FREE = "free play"
    ACTION = "action scene"


ACTION = Phase.ACTION
"""Looked up once: it is asked before everything that is done."""

RANGES = Bands(("close", "medium", "long", "extreme"))
"""infinity.range.table; Reach is no range but a state."""


class Infinity(msgspec.Struct, kw_only=True):
    people: dict[str, Character]
    map: ZoneMap
    extreme_from: Annotated[int | None, Note(description="zones from which on a range is Extreme; nothing is without it")] = None
    terrain: dict[str, Terrain] = {}
    ambience: Annotated[dict[str, list[Ambience]], Note(description="light, noise and weather by zone")] = {}
    covers: dict[str, Cover] = {}
    ground: Annotated[dict[str, Lying], Note(description="weapons that lie about")] = {}
    reach: Annotated[list[str], Note(description="pairs within Reach of each other: `ana|bo`")] = []
    momentum: Annotated[SharedPool, Note(description="the players' group pool")] = msgspec.field(
        default_factory=lambda: SharedPool(name="Momentum", cap=6)
    )
    heat: Annotated[SharedPool, Note(description="the game master's pool")] = msgspec.field(default_factory=lambda: SharedPool(name="Heat"))
    phase: Phase = Phase.FREE
    turns: PlayersFirst = msgspec.field(default_factory=lambda: PlayersFirst(players=[], npcs=[]))
    current: Annotated[Id | None, Note(description="whose turn it is")] = None
    free_interrupts: Annotated[list[Id], Note(description="NPC ambushers who may still go first for nothing")] = []
    ambush_failed: Annotated[str | None, Note(description="the side whose ambush failed, in the first round")] = None
    arriving: Annotated[list[Character], Note(description="reinforcements that come at the end of the round")] = []
    vehicles: dict[str, Vehicle] = {}
    one_fault: Annotated[dict[str, bool], Note(description="whether NPC vehicles stop at the first Fault, by who drives, as asked")] = {}
    board: Annotated[Board | None, Note(description="the book's scene that is being played, if one is")] = None
    clock: Clock = msgspec.field(default_factory=Clock)
    gone: Annotated[dict[str, str], Note(description="names of who and what was left behind, by id, for what is told of them")] = {}
    over: Annotated[str | None, Note(description="how the scene ended")] = None

    @property
    def round(self) -> int:
        return self.turns.number


T = Table[Infinity, InfinityVariants]


@cites("infinity.ruling.rounding")
def half(t: T, attribute: int) -> int:
    """Half of an attribute; halved damage is rounded down where it is halved."""
    return -(-attribute // 2) if t.variants.half_attribute_rounding is Rounding.UP else attribute // 2


@cites("infinity.vigour.max", "infinity.resolve.max", "infinity.firewall.max", "infinity.vigour.npc")
def full_track(t: T, category: Category, attributes: dict[Attribute, int], skills: dict[Skill, Ranks], harm: Harm) -> int:
    """Attribute and Expertise; an Elite's is the attribute alone, a Trooper's half of it."""
    attribute, skill = {
        Harm.PHYSICAL: (A.BRAWN, S.RESISTANCE), Harm.MENTAL: (A.WILLPOWER, S.DISCIPLINE), Harm.DIGITAL: (A.INTELLIGENCE, S.HACKING),
    }[harm]  # fmt: skip
    value = attributes[attribute]
    match category:
        case Category.TROOPER:
            return half(t, value)
        case Category.ELITE:
            return value
        case _:
            return value + skills.get(skill, UNTRAINED).expertise


def pair(a: str, b: str) -> str:
    return f"{a}|{b}" if a < b else f"{b}|{a}"


def in_reach(t: T, a: str, b: str) -> bool:
    return bool(t.state.reach) and pair(a, b) in t.state.reach


def foes(t: T, who: Character) -> list[Character]:
    """Everybody on another side who is still in the scene."""
    return [p for p in t.state.people.values() if p.side != who.side and not out(p) and p.active]


@cites("infinity.stealth.hidden")
def seen_by(t: T, who: Character) -> tuple[SeatId, ...]:
    """Whom the log may tell about somebody: his own side and the game master while he is hidden, else everybody."""
    if who.stealth is not HIDDEN:
        return EVERYONE
    return (GM, *dict.fromkeys(p.seat for p in t.state.people.values() if p.side == who.side and p.seat != GM))


def zones_of(who: Character) -> list[str]:
    """Where somebody is; a network of a place may have parts in several zones."""
    return [who.zone, *who.parts] if who.thing is Thing.NETWORK else [who.zone]
