"""People: their tracks, gear, place and state, alone or as a Mob."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar, NewType

import msgspec

from rulebound.games.infinity.skills import UNTRAINED, Attribute, Ranks, Skill
from rulebound.games.infinity.turns import Turn
from rulebound.kernel.citing import cites
from rulebound.kernel.pools import SharedPool
from rulebound.kernel.seats import GM, SeatId

Id = NewType("Id", str)
Note = msgspec.Meta


class Category(StrEnum):
    HERO = "player character"
    TROOPER = "Trooper"
    ELITE = "Elite"
    NEMESIS = "Nemesis"


class Location(StrEnum):
    HEAD = "head"
    RIGHT_ARM = "right arm"
    LEFT_ARM = "left arm"
    TORSO = "torso"
    RIGHT_LEG = "right leg"
    LEFT_LEG = "left leg"


class Harm(StrEnum):
    """infinity.damage.types: three kinds of damage, each with its own track."""

    PHYSICAL = "physical"
    MENTAL = "mental"
    DIGITAL = "digital"


class Stealth(StrEnum):
    REVEALED = "revealed"
    DETECTED = "detected"
    HIDDEN = "hidden"


class Stress(msgspec.Struct, kw_only=True):
    """A track that damage eats into, and the lasting harm behind it."""

    stands_for: ClassVar[str] = "left"

    full: int
    left: int
    harms: Annotated[int, Note(description="Injuries, Traumas or Breaches")] = 0
    suspended: Annotated[bool, Note(description="their effects are ignored for now")] = False

    @property
    def lost(self) -> int:
        return self.full - self.left

    @property
    def felt(self) -> int:
        """Harms whose effects are felt."""
        return 0 if self.suspended else self.harms


class Carried(msgspec.Struct, kw_only=True):
    """A weapon somebody has with him."""

    kind: Annotated[str, Note(description="its name in the packs")]
    hands: Annotated[int, Note(description="how many hold it; 0 is stowed")] = 0
    reloads: int = 0
    ammo: Annotated[str, Note(description="the code of special ammunition")] = "N"
    braced: bool = False
    silenced: bool = False


class Burning(msgspec.Struct):
    rating: int
    rounds: int


class Helping(msgspec.Struct, frozen=True):
    """Help that waits for an ally's test (infinity.action.assist)."""

    ally: Id
    task: Skill
    skill: Skill


class Character(msgspec.Struct, kw_only=True):
    """A person, or a Mob of them (infinity.npc.categories)."""

    id: Id
    name: str
    seat: Annotated[SeatId, Note(description="the seat that plays this person")] = GM
    category: Category = Category.HERO
    side: Annotated[str, Note(description="friends share one")] = "heroes"
    members: Annotated[int, Note(description="how many a Mob still has; 1 is a single person")] = 1
    attributes: dict[Attribute, int] = {}
    skills: Annotated[dict[Skill, Ranks], Note(description="Expertise and Focus of each trained skill")] = {}
    vigour: Stress
    resolve: Stress
    firewall: Stress
    infinity: Annotated[SharedPool, Note(description="Infinity points")] = msgspec.field(
        default_factory=lambda: SharedPool(name="Infinity points", cap=5)
    )
    refresh: Annotated[int | None, Note(description="Infinity points at the start of a session, if the sheet says")] = 1
    momentum: Annotated[int, Note(description="Momentum of this turn, not yet spent")] = 0
    armour: Annotated[dict[Location, int], Note(description="Soak by location")] = {}
    armour_name: str = "none"
    bts: int = 0
    powered: Annotated[bool, Note(description="wears powered armour that works")] = False
    morale: Annotated[int, Note(description="permanent Morale Soak")] = 0
    heartened: Annotated[int, Note(description="Morale Soak until the scene ends")] = 0
    confidence: Annotated[int, Note(description="Morale Soak until the own next turn")] = 0
    security: Annotated[int, Note(description="Security Soak of a program or the network itself")] = 0
    dusted: Annotated[int, Note(description="Security Soak by Fairy Dust until the scene ends")] = 0
    weapons: dict[str, Carried] = {}
    programs: list[str] = []
    gear: list[str] = []
    zone: str = ""
    cover: Annotated[str | None, Note(description="the cover within Reach, by its id")] = None
    prone: bool = False
    stealth: Stealth = Stealth.REVEALED
    turn: Turn = msgspec.field(default_factory=Turn)
    exploiting: Annotated[int, Note(description="2 in the turn of Exploit Weakness, 1 in the next")] = 0
    ambushing: Annotated[bool, Note(description="a successful ambusher, in the first round")] = False
    swift: Annotated[bool, Note(description="has had the round's Swift Action")] = False
    reactions: Annotated[int, Note(description="Reactions this round")] = 0
    helping: Helping | None = None
    defended_by: Annotated[list[Id], Note(description="who makes the next attack a step harder, until their next turns")] = []
    covered_by: Annotated[list[Id], Note(description="who gives covering fire, until their next turns")] = []
    rerolls_cover: Annotated[bool, Note(description="has shaken it off, so cover dice may be re-rolled")] = False
    shaken_off: Annotated[list[Harm], Note(description="Shake It Off was used for these this scene")] = []
    aided: Annotated[list[Harm], Note(description="First Aid or Reassurance was received this scene")] = []
    dazed: bool = False
    blind: bool = False
    staggered: Annotated[int, Note(description="rounds left")] = 0
    burning: Burning | None = None
    unconscious: Annotated[bool, Note(description="knocked out")] = False
    incapacitated: Annotated[bool, Note(description="an NPC out of the scene")] = False
    crashed: Annotated[bool, Note(description="an NPC's network is down")] = False
    enraged_by: Id | None = None
    conditions: Annotated[list[str], Note(description="other conditions, in words")] = []
    complications: Annotated[list[str], Note(description="Complications suffered, in words")] = []
    used: Annotated[list[str], Note(description="what can be used once in a scene, and was")] = []

    @property
    def hero(self) -> bool:
        return self.category is Category.HERO

    @property
    def injuries(self) -> int:
        return self.vigour.harms

    @property
    def traumas(self) -> int:
        return self.resolve.harms

    @property
    def breaches(self) -> int:
        return self.firewall.harms

    @property
    @cites("infinity.injury.limits")
    def dead(self) -> bool:
        return self.takes_harm and self.injuries >= 5

    @property
    def takes_harm(self) -> bool:
        """Player characters and Nemeses; the others fall at the first."""
        return self.category in (Category.HERO, Category.NEMESIS)

    @property
    def mob(self) -> bool:
        return self.members > 1


def track(who: Character, harm: Harm) -> Stress:
    match harm:
        case Harm.PHYSICAL:
            return who.vigour
        case Harm.MENTAL:
            return who.resolve
        case Harm.DIGITAL:
            return who.firewall


@cites("infinity.skill.ranks", "infinity.skill.list")
def ranks(who: Character, skill: Skill) -> Ranks:
    return who.skills.get(skill) or UNTRAINED


def out(who: Character) -> bool:
    """Out of the scene: dead, incapacitated, knocked out or helpless; an Infinity point may still let a hero act."""
    return who.incapacitated or who.unconscious or who.dead or helpless(who)


@cites("infinity.injury.limits", "infinity.trauma.limits")
def helpless(who: Character) -> bool:
    """Four Injuries or Traumas: nothing can be done without an Infinity point; five Traumas and not even that."""
    return who.takes_harm and (who.vigour.felt >= 4 or who.resolve.felt >= 4)
