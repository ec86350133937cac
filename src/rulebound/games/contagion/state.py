"""What there is at a table of Cannibal Contagion: Survivors, Allies, Threats, one deck for everything, and the scene."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, NewType

import msgspec

from rulebound.games.contagion.variants import ContagionVariants, Rulings
from rulebound.kernel.cards import Card, Deck
from rulebound.kernel.citing import cites
from rulebound.kernel.pools import SharedPool
from rulebound.kernel.refusal import refuse
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import T as Option
from rulebound.kernel.table import Table

Id = NewType("Id", str)
Note = msgspec.Meta

NOBODY = SeatId("nobody")
"""Whom cards that lie face down are shown to."""
LAST_STAGE = 5


class Characteristic(StrEnum):
    KILL = "kill"
    SAVVY = "savvy"
    GRIT = "grit"
    COOL = "cool"


class Mojo(StrEnum):
    """contagion.mojo.general, in the order of the cards 2 to A."""

    NONE = "none"
    ADAPTABILITY = "Adaptability Under Fire"
    CHAMBER = "Always One in the Chamber"
    STEEL = "Balls of Steel"
    WILL = "By Will Alone"
    CALMING = "Calming Repose of Death"
    CARRIER = "Carrier Immunity"
    HARD_CORE = "Effing Hard Core"
    OUT_OF_HELL = "Get Out of Hell Free"
    KUNG_FU = "My Kung Fu Is Better"
    TOUGH = "One Tough Sumbitch"
    NOT_APPEARING = "Sir Not-Appearing"
    TIME_BOMB = "Time Bomb"
    REASON = "Voice of Reason"


class Special(StrEnum):
    """contagion.weapon.stat.special"""

    AMMO_HOG = "Ammo hog"
    DIAL = "Dial Goes to Eleven"
    DISPOSABLE = "Disposable"
    EASY_AMMO = "Easy to find ammo"
    HARD_AMMO = "Hard to find ammo"
    KNOCK_OFF = "Knock-off"
    LAME = "Lame"
    LAST_RESORT = "Last resort"
    PENETRATING = "Penetrating"
    PSYCHOBILLY = "Psychobilly"
    RECHARGING = "Recharging"
    SCARY = "Scary"
    SELF_DESTRUCT = "Self-destruct"


class Recovery(StrEnum):
    NONE = "none"
    BODY = "characteristic"
    MIND = "cgp"


class Gear(msgspec.Struct, kw_only=True):
    """contagion.gear.definition"""

    id: Id = Id("")
    name: str = ""
    slots: Annotated[int, Note(description="slots it takes")] = 1
    slot_bonus: Annotated[int, Note(description="slots it adds; such an item takes none")] = 0
    worn: bool = False
    bonus: Annotated[int, Note(description="cards when activated; a custom weapon's Draw bonus")] = 1
    sacrifice_only: bool = False
    juice: Annotated[int, Note(description="tallies added by a use; 0 needs no Juice")] = 0
    juice_every: Annotated[int, Note(description="a tally only after so many uses (cost 1/X)")] = 1
    tally: Annotated[int, Note(description="Juice tally")] = 0
    uses: Annotated[int, Note(description="uses since the last tally, for a cost of 1/X")] = 0
    out: Annotated[bool, Note(description="out of Juice")] = False
    expendable: Annotated[bool, Note(description="struck off when it runs out")] = False
    recovery: Annotated[Recovery, Note(description="what it helps to recover between scenes")] = Recovery.NONE
    cleans: Annotated[bool, Note(description="fit to clean a wound with")] = False
    weapon: bool = False
    hurtin: Annotated[int, Note(description="Hurtin' bonus of a custom weapon")] = 0
    specials: list[Special] = []
    packed: Annotated[bool, Note(description="in a container, lost with it")] = False
    waives: Annotated[bool, Note(description="the CiC lets it stand for the token of a resist Quickie")] = False


class Price(msgspec.Struct, kw_only=True):
    """A narrative price that is owed (contagion.negotiation.prices)."""

    demand: str
    mad_half: SeatId
    paid: bool = False


class Ranks(msgspec.Struct, kw_only=True):
    kill: int = 2
    savvy: int = 2
    grit: int = 2
    cool: int = 2


class Survivor(msgspec.Struct, kw_only=True):
    """contagion.create.sheet"""

    id: Id
    name: str
    seat: Annotated[SeatId, Note(description="the seat that plays this Survivor")]
    archetype: str = ""
    concept: str = ""
    goal: str = ""
    psychotrigger: str = ""
    ways: Annotated[list[str], Note(description="how the Psychotrigger could be used")] = []
    kill: int = 2
    savvy: int = 2
    grit: int = 2
    cool: int = 2
    maximum: Annotated[Ranks, Note(description="starting maximums")] = msgspec.field(default_factory=Ranks)
    gear: dict[str, Gear] = {}
    mojo: Mojo = Mojo.NONE
    mojo_spent: Annotated[bool, Note(description="Get Out of Hell Free has been used")] = False
    kung_fu: Annotated[list[Id], Note(description="opponents My Kung Fu has been used against")] = []
    mad_half: Annotated[SeatId | None, Note(description="the seat that is this Survivor's Mad Half")] = None
    cgp: Annotated[int, Note(description="CGP tally at this stage")] = 0
    stage: Annotated[int, Note(description="stage of Madness, 1 to 5")] = 1
    lifted: Annotated[bool, Note(description="a stage has been lifted in this break")] = False
    free_card: Annotated[bool, Note(description="the first, free card has not been asked for yet")] = True
    owes: Annotated[list[Price], Note(description="narrative prices not yet paid")] = []
    tokens: Annotated[int, Note(description="Survival tokens")] = 0
    infection: Annotated[int, Note(description="infection tally")] = 0
    marked: Annotated[bool, Note(description="will turn when the next scene starts")] = False
    wounds: Annotated[int, Note(description="lost Showdowns whose wounds may still be cleaned")] = 0
    treated: bool = False
    present: Annotated[bool, Note(description="in the scene")] = True
    played: Annotated[bool, Note(description="has played a card in this scene")] = False
    misses: Annotated[int, Note(description="actions that madness costs")] = 0
    dead: bool = False
    turned: bool = False
    returns: Annotated[bool, Note(description="comes back when the next scene starts")] = False
    enters: Annotated[bool, Note(description="a newcomer who enters with the next scene")] = False
    notes: Annotated[list[str], Note(description="wounds and other Facts to be played")] = []

    @property
    def ranks(self) -> int:
        """All that is left."""
        return self.kill + self.savvy + self.grit + self.cool

    @property
    def alive(self) -> bool:
        return not self.dead and not self.turned

    @property
    def here(self) -> bool:
        """In the scene and able to act, turned or not."""
        return self.present and not self.dead and not self.enters


class Ally(msgspec.Struct, kw_only=True):
    """contagion.ally.stats"""

    id: Id
    name: str
    rank: int = 1
    original: Annotated[int, Note(description="the rank it came with")] = 0
    skill: Annotated[Characteristic, Note(description="Kill or Savvy")] = Characteristic.KILL
    friend: Annotated[Id | None, Note(description="the Survivor it goes with")] = None
    infection: int = 0
    marked: bool = False
    dead: bool = False

    @property
    def here(self) -> bool:
        return not self.dead


class Role(StrEnum):
    HINDRANCE = "Hindrance"
    MINIBOSS = "Miniboss"
    BIG_BAD = "Big Bad"
    WALLFLOWER = "Wallflower"


class Threat(msgspec.Struct, kw_only=True):
    """contagion.cic.threat.state"""

    id: Id
    name: str
    role: Role = Role.HINDRANCE
    score: Annotated[int, Note(description="Threat score, its health")] = 4
    full: Annotated[int, Note(description="the score it came with")] = 0
    infection: Annotated[int, Note(description="Infection value; 0 is not infectious")] = 0
    gear: dict[str, Gear] = {}
    present: bool = True
    dead: bool = False

    @property
    def here(self) -> bool:
        return self.present and not self.dead


class Played(msgspec.Struct, frozen=True):
    """A card of the Play Pile and who played it."""

    card: Card
    by: Id


class Hand(msgspec.Struct, kw_only=True):
    """One participant of a Showdown: a Survivor, an Ally alone, a Threat, or Threats that act as one."""

    id: Id
    seat: SeatId
    members: list[Id]
    team: int
    skill: Characteristic = Characteristic.KILL
    action: str = ""
    harm: bool = False
    cards: list[Card] = []
    looked: bool = False
    out: bool = False
    activated: list[Id] = []
    sacrificed: bool = False
    wields: Annotated[list[Id], Note(description="weapons whose stats are used")] = []
    dial: Annotated[bool, Note(description="Dial Goes to Eleven is on")] = False
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
Someone = Survivor | Ally | Threat


def someone(t: T, id: str) -> Someone:
    """Anybody with an id."""
    state = t.state
    if id in state.survivors:
        return state.survivors[id]
    return state.threats[id] if id in state.threats else state.allies[id]


def rank(who: Survivor, skill: Characteristic) -> int:
    value: int = getattr(who, skill)
    return value


def seat_of(t: T, id: str) -> SeatId:
    """Who speaks for somebody: a Survivor's player, an Ally's friend's player, or else the CiC."""
    if id in t.state.survivors:
        return t.state.survivors[id].seat
    ally = t.state.allies.get(id)
    return t.state.survivors[ally.friend].seat if ally and ally.friend in t.state.survivors else GM


def gear_of(who: Someone) -> dict[str, Gear]:
    return {} if isinstance(who, Ally) else who.gear


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


def narrated(t: T, seat: SeatId, what: str, about: tuple[str, ...], rule: str, default: str) -> str:
    """A line of the story. It may not be empty."""
    if not t.variants.narration:
        return default
    line = t.text(seat, what, about, 300, default).strip()
    if not line:
        raise refuse(rule, "It has to be narrated.", "Say in a line how it happens.")
    t.state.told.append(line)
    t.say("told", rule, seat=seat, line=line)
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
