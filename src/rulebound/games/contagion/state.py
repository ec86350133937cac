"""What there is at a table of Cannibal Contagion: Survivors, Allies, Threats, one deck for everything, and the scene."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from rulebound.games.contagion.people import Ally, Characteristic, Gear, Id, Note, Someone, Survivor, Threat
from rulebound.games.contagion.variants import ContagionVariants, Rulings
from rulebound.kernel.cards import Card, Deck
from rulebound.kernel.citing import cites
from rulebound.kernel.pools import SharedPool
from rulebound.kernel.refusal import refuse
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import T as Option
from rulebound.kernel.table import Table

NOBODY = SeatId("nobody")
"""Whom cards that lie face down are shown to."""


class Played(msgspec.Struct, frozen=True):
    """A card of the Play Pile and who played it."""

    card: Card
    by: Id


class Hand(msgspec.Struct, kw_only=True):
    """One participant of a Showdown: a Survivor, an Ally alone, a Threat, or Threats that act as one."""

    id: Id
    name: Annotated[str, Note(description="what people call it; Threats that act as one are all named")]
    seat: SeatId
    members: list[Id]
    team: int
    skill: Characteristic = Characteristic.KILL
    action: str = ""
    harm: bool = False
    cards: list[Card] = []
    looked: bool = False
    out: bool = False
    beaten: Annotated[int, Note(description="the strength of the card it could not beat, for all to see")] = 0
    activated: list[Id] = []
    wields: Annotated[list[Id], Note(description="weapons whose stats are used")] = []
    dial: Annotated[Id | None, Note(description="the weapon that is turned up to eleven")] = None
    allies: Annotated[list[Id], Note(description="Allies that help")] = []
    barehanded: Annotated[bool, Note(description="no weapon or Gear used so far")] = True


class Showdown(msgspec.Struct, kw_only=True):
    """contagion.showdown.steps; the hands are in the order of play, the initiator first."""

    hands: dict[str, Hand]
    step: int = 1
    pile: list[Played] = []
    winner: Id | None = None


class Last(msgspec.Struct, kw_only=True):
    """What came of the last Showdown, for everybody to see."""

    winner: Id | None = None
    pile: list[Played] = []
    hurtin: int = 0
    hands: dict[str, int] = {}


class Phase(StrEnum):
    CREATION = "creation"
    SCENE = "scene"
    BREAK = "between scenes"
    OVER = "over"


class Vote(StrEnum):
    """contagion.create.secret_votes"""

    DIES = "first to die"
    BETRAYS = "first to betray"
    TURNS = "first to turn"
    MADNESS = "first to reach Stage 5"


class Story(msgspec.Struct, kw_only=True):
    """The scenario (contagion.cic.scenario)."""

    premise: str = ""
    purpose: str = ""
    contagion: str = ""
    frames: Annotated[list[str], Note(description="where its scenes are set, one after the other")] = []
    objectives: Annotated[dict[str, int], Note(description="bonus objectives and their tokens")] = {}


def survival_pool() -> SharedPool:
    return SharedPool(name="Survival Pool")


def adversity_pool() -> SharedPool:
    return SharedPool(name="Adversity")


class Contagion(msgspec.Struct, kw_only=True):
    survivors: dict[str, Survivor] = {}
    allies: dict[str, Ally] = {}
    threats: dict[str, Threat] = {}
    deck: Deck = msgspec.field(default_factory=Deck)
    second: Annotated[Deck, Note(description="the CiC's own deck, if there is one")] = msgspec.field(
        default_factory=lambda: Deck(name="second deck")
    )
    drawn: Annotated[list[Card], Note(description="cards of the Quickie that lie open")] = []
    showdown: Showdown | None = None
    last: Last = msgspec.field(default_factory=Last)
    pool: SharedPool = msgspec.field(default_factory=survival_pool)
    claim: Annotated[SeatId | None, Note(description="who won the draw for the pool")] = None
    adversity: SharedPool = msgspec.field(default_factory=adversity_pool)
    phase: Phase = Phase.SCENE
    scenes: Annotated[int, Note(description="scenes completed")] = 0
    acted: Annotated[list[Id], Note(description="who has acted in this cycle")] = []
    ready: Annotated[list[SeatId], Note(description="who is done between scenes")] = []
    free_threat: Annotated[bool, Note(description="the CiC began the scene too poor, and has a small Hindrance for nothing")] = False
    panics: Annotated[int, Note(description="presses of the Panic Button in this scene")] = 0
    required: Annotated[str, Note(description="an item that the CiC has made a condition")] = ""
    scenery: Annotated[list[str], Note(description="things of the scene that may serve as Gear")] = []
    ground: Annotated[dict[str, Gear], Note(description="Gear that lies in the scene")] = {}
    votes: Annotated[dict[str, dict[str, Id]], Note(description="by seat and question")] = {}
    came_true: Annotated[dict[str, list[Id]], Note(description="whom each question happened to first")] = {}
    event: Annotated[int, Note(description="the event that happens to several at once, 0 outside of one")] = 0
    closed: Annotated[dict[str, int], Note(description="in which event each question was answered")] = {}
    owed: Annotated[dict[str, int], Note(description="vote tokens for a seat's next Survivor")] = {}
    story: Story = msgspec.field(default_factory=Story)
    told: Annotated[list[str], Note(description="narration, newest last")] = []
    gone: Annotated[dict[str, str], Note(description="names of Threats that are no more")] = {}
    named: Annotated[int, Note(description="how many ids have been given out")] = 0
    winner: Annotated[Id | None, Note(description="who won the game")] = None
    ended: Annotated[str, Note(description="how the session ended")] = ""


T = Table[Contagion, ContagionVariants]


def someone(t: T, id: str) -> Someone:
    """Anybody with an id."""
    state = t.state
    return state.survivors.get(id) or state.threats.get(id) or state.allies[id]


def seat_of(t: T, id: str) -> SeatId:
    """Who speaks for somebody: a Survivor's player, an Ally's friend's player, or else the CiC."""
    if id in t.state.survivors:
        return t.state.survivors[id].seat
    ally = t.state.allies.get(id)
    return t.state.survivors[ally.friend].seat if ally and ally.friend in t.state.survivors else GM


@cites("contagion.session.roles")
def mine(t: T, seat: SeatId) -> Survivor | None:
    """The Survivor a seat plays now."""
    return next((s for s in t.state.survivors.values() if s.seat == seat and not s.dead), None)


def present(t: T) -> list[Survivor]:
    """Living Survivors in the scene, turned ones not."""
    return [s for s in t.state.survivors.values() if s.here and not s.turned]


def living(t: T) -> list[Survivor]:
    return [s for s in t.state.survivors.values() if s.alive and not s.enters]


@cites("contagion.cic.discretion")
def ruling(t: T, what: str, options: tuple[Option, ...], default: Option, about: tuple[str, ...] = ()) -> Option:
    """The CiC's word on what the book leaves open; the written default where the table trusts it."""
    return t.judge(what, options, default, about) if t.variants.rulings is Rulings.ASK else default


def unquestioned(t: T) -> bool:
    """Nothing is narrated and nobody rules: whatever is possible happens."""
    return not t.variants.narration and t.variants.rulings is Rulings.DEFAULTS


def narrated(t: T, seat: SeatId, what: str, about: tuple[str, ...], rule: str, default: str, quiet: bool = False) -> str:
    """A line of the story about whoever is named first. It may not be empty; quietly, where another line of the log will hold it."""
    if not t.variants.narration:
        return default
    line = spoken(t.text(seat, what, about, 300, default), rule)
    t.state.told.append(line)
    if not quiet:
        t.say("told", rule, who=about[0], line=line)
    return line


def spoken(words: str, rule: str) -> str:
    """What somebody tells; to say nothing is not enough."""
    line = words.strip()
    if not line:
        raise refuse(rule, "It has to be narrated.", "Say in a line how it happens.")
    return line


def fresh_id(t: T, name: str) -> Id:
    """An id nobody has yet, made of the name."""
    plain = "".join(letter if letter.isalnum() else "-" for letter in name.lower()).strip("-") or "somebody"
    taken = {*t.state.survivors, *t.state.allies, *t.state.threats, *t.state.ground, *msgspec.structs.asdict(t.state)}
    for owner in (t.state.survivors, t.state.threats):
        for somebody in owner.values():
            taken.update(somebody.gear)
    id = plain
    while id in taken:
        t.state.named += 1
        id = f"{plain}-{t.state.named + 1}"
    return Id(id)
