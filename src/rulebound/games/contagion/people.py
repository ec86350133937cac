"""Who and what there is: Survivors, Allies, Threats and their Gear, as their sheets have them."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, NewType

import msgspec

from rulebound.kernel.seats import SeatId

Id = NewType("Id", str)
Note = msgspec.Meta
LAST_STAGE = 5


class Characteristic(StrEnum):
    KILL = "kill"
    SAVVY = "savvy"
    GRIT = "grit"
    COOL = "cool"


CHARACTERISTICS = tuple(Characteristic)


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

    @property
    def acts(self) -> bool:
        """In the scene, and more than background (contagion.characteristic.rank_zero: no base cards still leave bonus cards)."""
        return self.here and self.score > 0 and self.role is not Role.WALLFLOWER


Someone = Survivor | Ally | Threat


def rank(who: Survivor, skill: Characteristic) -> int:
    value: int = getattr(who, skill)
    return value


def gear_of(who: Someone) -> dict[str, Gear]:
    return {} if isinstance(who, Ally) else who.gear
