"""What there is at a table of Infinity: people with their tracks, gear and places, the pools, and where the scene is."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar, NewType

import msgspec

from rulebound.games.infinity.variants import InfinityVariants, Rounding
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Clock
from rulebound.kernel.pools import SharedPool
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.turns import PlayersFirst
from rulebound.kernel.zones import Bands, ZoneMap

Id = NewType("Id", str)
Note = msgspec.Meta


class Attribute(StrEnum):
    """infinity.attribute.list: seven of them, whatever the text says."""

    AGILITY = "agility"
    AWARENESS = "awareness"
    BRAWN = "brawn"
    COORDINATION = "coordination"
    INTELLIGENCE = "intelligence"
    PERSONALITY = "personality"
    WILLPOWER = "willpower"


class Skill(StrEnum):
    ACROBATICS = "acrobatics"
    ANALYSIS = "analysis"
    ANIMAL_HANDLING = "animal handling"
    ATHLETICS = "athletics"
    CLOSE_COMBAT = "close combat"
    COMMAND = "command"
    DISCIPLINE = "discipline"
    EDUCATION = "education"
    HACKING = "hacking"
    LIFESTYLE = "lifestyle"
    MEDICINE = "medicine"
    OBSERVATION = "observation"
    PERSUADE = "persuade"
    PILOT = "pilot"
    PSYCHOTHERAPY = "psychotherapy"
    RANGED_WEAPONS = "ranged weapons"
    RESISTANCE = "resistance"
    SCIENCES = "sciences"
    SPACE = "space"
    STEALTH = "stealth"
    SURVIVAL = "survival"
    TECH = "tech"
    THIEVERY = "thievery"
    VACUUM = "vacuum"


A, S = Attribute, Skill
LINKED: dict[Skill, Attribute] = {
    S.ACROBATICS: A.AGILITY, S.ANALYSIS: A.AWARENESS, S.ANIMAL_HANDLING: A.AWARENESS, S.ATHLETICS: A.BRAWN,
    S.CLOSE_COMBAT: A.AGILITY, S.COMMAND: A.WILLPOWER, S.DISCIPLINE: A.WILLPOWER, S.EDUCATION: A.INTELLIGENCE,
    S.HACKING: A.INTELLIGENCE, S.LIFESTYLE: A.INTELLIGENCE, S.MEDICINE: A.INTELLIGENCE, S.OBSERVATION: A.AWARENESS,
    S.PERSUADE: A.PERSONALITY, S.PILOT: A.COORDINATION, S.PSYCHOTHERAPY: A.PERSONALITY, S.RANGED_WEAPONS: A.COORDINATION,
    S.RESISTANCE: A.BRAWN, S.SCIENCES: A.INTELLIGENCE, S.SPACE: A.COORDINATION, S.STEALTH: A.AGILITY,
    S.SURVIVAL: A.AWARENESS, S.TECH: A.INTELLIGENCE, S.THIEVERY: A.COORDINATION, S.VACUUM: A.AWARENESS,
}  # fmt: skip
"""infinity.skill.list: the attribute behind each of the 24 skills."""
BODY = frozenset({A.AGILITY, A.BRAWN, A.COORDINATION})
"""The attributes that Injuries hamper; Traumas hamper the other four."""


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


class Ranks(msgspec.Struct, array_like=True):
    """A trained skill (infinity.skill.ranks)."""

    expertise: int = 0
    focus: int = 0


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


class Action(StrEnum):
    """Everything that takes part of a turn."""

    ADJUSTMENT = "adjustment"
    DROP_ITEM = "drop item"
    DROP_PRONE = "drop prone"
    SIMPLE_TASK = "simple task"
    SPEAK = "speak"
    CLEAR_MALFUNCTION = "clear malfunction"
    MOVEMENT = "movement"
    RECOVER = "recover"
    STAND = "stand"
    DRAW = "draw or use item"
    ASSIST = "assist"
    HACK = "hack"
    MELEE = "melee"
    SCARE = "scare"
    SHOOT = "shoot"
    BRACE = "brace"
    EXPLOIT_WEAKNESS = "exploit weakness"
    PASS = "pass"
    READY = "ready"
    SHAKE_IT_OFF = "shake it off"
    SKILL_TEST = "skill test"
    SPRINT = "sprint"
    WITHDRAW = "withdraw"


class Turn(msgspec.Struct, kw_only=True):
    """What is left of a turn (infinity.turn.actions)."""

    standard: int = 1
    minor: int = 1
    free: int = 1
    free_open: Annotated[bool, Note(description="a Minor Action was given up for any number of Free Actions")] = False
    traded: Annotated[bool, Note(description="the Standard Action was given up for a Minor one")] = False
    taken: Annotated[list[Action], Note(description="actions taken, in order")] = []
    tool: Annotated[str, Note(description="what the last attack was made with")] = ""
    hurried: Annotated[bool, Note(description="the extra action of a Swift Action is going on")] = False
    other_tool: Annotated[bool, Note(description="the extra action must be an attack of another kind or with another tool")] = False
    bonus: Annotated[bool, Note(description="an Infinity point has bought an action this turn")] = False
    passed: Annotated[bool, Note(description="a test was passed, so Momentum can be spent")] = False
    banked: bool = False
    took: bool = False
    woken: Annotated[bool, Note(description="an Infinity point lets somebody act in spite of four harms")] = False


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


class Cover(msgspec.Struct, kw_only=True):
    """Something to hide behind; its dice go with the damage it takes."""

    name: str
    zone: str
    dice: int


class Terrain(msgspec.Struct, kw_only=True):
    """What a zone does to movement."""

    steps: Annotated[int, Note(description="how much harder movement is")] = 0
    climb: Annotated[bool, Note(description="climbing or swimming: Athletics only")] = False
    peril: Annotated[str, Note(description="what failing brings besides, in words")] = ""


class Phase(StrEnum):
    FREE = "free play"
    ACTION = "action scene"


RANGES = Bands(("close", "medium", "long", "extreme"))
"""infinity.range.table; Reach is no range but a state."""


class Infinity(msgspec.Struct, kw_only=True):
    people: dict[str, Character]
    map: ZoneMap
    extreme_from: Annotated[int | None, Note(description="zones from which on a range is Extreme; nothing is without it")] = None
    terrain: dict[str, Terrain] = {}
    covers: dict[str, Cover] = {}
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
    clock: Clock = msgspec.field(default_factory=Clock)
    over: Annotated[str | None, Note(description="how the scene ended")] = None

    @property
    def round(self) -> int:
        return self.turns.number


T = Table[Infinity, InfinityVariants]


def person(t: T, id: str) -> Character:
    return t.state.people[id]


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


UNTRAINED = Ranks()


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
    return "|".join(sorted((a, b)))


def in_reach(t: T, a: str, b: str) -> bool:
    return pair(a, b) in t.state.reach


def foes(t: T, who: Character) -> list[Character]:
    """Everybody on another side who is still in the scene."""
    return [p for p in t.state.people.values() if p.side != who.side and not out(p)]


def out(who: Character) -> bool:
    """Out of the scene: dead, incapacitated, knocked out or helpless; an Infinity point may still let a hero act."""
    return who.incapacitated or who.unconscious or who.dead or helpless(who)


@cites("infinity.injury.limits", "infinity.trauma.limits")
def helpless(who: Character) -> bool:
    """Four Injuries or Traumas: nothing can be done without an Infinity point; five Traumas and not even that."""
    return who.takes_harm and (who.vigour.felt >= 4 or who.resolve.felt >= 4)
