"""People: their tracks, gear, place and state, alone or as a Mob."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar, NewType

import msgspec

from rulebound.games.infinity.skills import UNTRAINED, Attribute, Ranks, Skill
from rulebound.games.infinity.turns import Action, Turn
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


class Thing(StrEnum):
    """What is no person but can be attacked, or acts by itself."""

    NETWORK = "network"
    REPEATER = "repeater"
    REMOTE = "remote"


HERO, TROOPER, NEMESIS = Category.HERO, Category.TROOPER, Category.NEMESIS
PHYSICAL, MENTAL, DIGITAL = Harm.PHYSICAL, Harm.MENTAL, Harm.DIGITAL
HIDDEN, DETECTED, REVEALED = Stealth.HIDDEN, Stealth.DETECTED, Stealth.REVEALED
"""Looked up once: hardly anything is asked as often as who somebody is, who sees him, and what kind of harm it is."""
INERT = (Thing.NETWORK, Thing.REPEATER)
"""What does nothing by itself: no tests, no nerves."""


class BreachEffect(StrEnum):
    """infinity.breach.effects: what a hacker may do to a system in place of a Breach."""

    SHUTDOWN = "shutdown"
    POSSESS = "possess"
    BLAST = "blast"


class Stress(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
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


class Carried(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A weapon somebody has with him."""

    kind: Annotated[str, Note(description="its name in the packs")]
    hands: Annotated[int, Note(description="how many hold it; 0 is stowed")] = 0
    reloads: int = 0
    ammo: Annotated[str, Note(description="the code of special ammunition")] = "N"
    braced: bool = False
    silenced: bool = False
    jammed: Annotated[bool, Note(description="does not work until its malfunction is cleared")] = False
    attached: Annotated[str, Note(description="the weapon it is mounted on, whose hands hold it too")] = ""
    qualities: Annotated[dict[str, int], Note(description="what this one has besides the qualities of its kind")] = {}
    instead_of_injury: Annotated[str, Note(description="the condition it brings in place of an Injury")] = ""
    found: Annotated[bool, Note(description="a search has brought it to light")] = False


class Toxin(msgspec.Struct, kw_only=True):
    """Poison at work (infinity.quality.toxic)."""

    rating: int
    difficulty: int
    place: Location
    resisted: Annotated[int, Note(description="tests passed; three end it")] = 0


class Burning(msgspec.Struct):
    rating: int
    rounds: int


class Helping(msgspec.Struct, frozen=True):
    """Help that waits for an ally's test (infinity.action.assist)."""

    ally: Id
    task: Annotated[Skill | None, Note(description="nothing: the ally's first Reaction")]
    skill: Skill


class Trigger(StrEnum):
    ATTACK = "when they attack"
    MOVE = "when they move"
    WORD = "on my word"


class Readied(msgspec.Struct, frozen=True):
    """A Standard Action that waits for its trigger (infinity.action.ready)."""

    action: Action
    tool: Annotated[str, Note(description="the weapon, program or Technique")]
    target: Id
    trigger: Trigger


class Leader(msgspec.Struct, kw_only=True):
    """The Elite of a Squad, and the Troopers' own numbers for when he falls (infinity.npc.squad)."""

    name: str
    vigour: Stress
    resolve: Stress
    firewall: Stress
    others_attributes: Annotated[dict[Attribute, int], Note(description="the Troopers' attributes")]
    others_skills: Annotated[dict[Skill, Ranks], Note(description="the Troopers' skills")]


class Character(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A person, or a Mob of them (infinity.npc.categories)."""

    id: Id
    name: str
    seat: Annotated[SeatId, Note(description="the seat that plays this person")] = GM
    category: Category = Category.HERO
    thing: Annotated[Thing | None, Note(description="what it is, if it is no person")] = None
    side: Annotated[str, Note(description="friends share one")] = "heroes"
    members: Annotated[int, Note(description="how many a Mob still has; 1 is a single person")] = 1
    leader: Annotated[Leader | None, Note(description="the Elite who leads a Squad")] = None
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
    powered: Annotated[bool, Note(description="wears powered armour")] = False
    morale: Annotated[int, Note(description="permanent Morale Soak")] = 0
    heartened: Annotated[int, Note(description="Morale Soak until the scene ends")] = 0
    confidence: Annotated[int, Note(description="Morale Soak until the own next turn")] = 0
    security: Annotated[int, Note(description="Security Soak of a program or the network itself")] = 0
    dusted_by: Annotated[Id | None, Note(description="whose Fairy Dust gives 2 Security Soak until the scene ends")] = None
    weapons: dict[str, Carried] = {}
    programs: list[str] = []
    gadget: Annotated[str, Note(description="the GADGET program that is active")] = ""
    gear: list[str] = []
    systems: Annotated[dict[str, list[BreachEffect]], Note(description="what a network of a place controls")] = {}
    shut_down: Annotated[list[str], Note(description="systems that a hacker has shut down")] = []
    switched_off: Annotated[list[str], Note(description="systems that their user has switched off")] = []
    possessed: Annotated[dict[str, Id], Note(description="systems that somebody has taken over")] = {}
    adopted_by: Annotated[Id | None, Note(description="who has linked this network to his own")] = None
    zone: str = ""
    parts: Annotated[list[str], Note(description="zones with further physical parts of a network")] = []
    cover: Annotated[str | None, Note(description="the cover within Reach, by its id")] = None
    prone: bool = False
    stealth: Stealth = Stealth.REVEALED
    overt: Annotated[bool, Note(description="made a noisy attack in the previous turn")] = False
    camouflaged: Annotated[bool, Note(description="TO Camouflage is on")] = False
    singed: Annotated[bool, Note(description="fire has ruined the camouflage")] = False
    disguise: Annotated[str, Note(description="what a Holomask shows")] = ""
    turn: Turn = msgspec.field(default_factory=Turn)
    exploiting: Annotated[int, Note(description="2 in the turn of Exploit Weakness, 1 in the next")] = 0
    ambushing: Annotated[bool, Note(description="a successful ambusher, in the first round")] = False
    swift: Annotated[bool, Note(description="has had the round's Swift Action")] = False
    reactions: Annotated[int, Note(description="Reactions this round")] = 0
    helping: Helping | None = None
    readied: Readied | None = None
    talents: Annotated[list[str], Note(description="abilities that give a bonus Standard Action")] = []
    talented: Annotated[bool, Note(description="has used one of them this round")] = False
    defended_by: Annotated[list[Id], Note(description="who makes the next attack a step harder, until their next turns")] = []
    covered_by: Annotated[list[Id], Note(description="who gives covering fire, until their next turns")] = []
    rerolls_cover: Annotated[bool, Note(description="has shaken it off, so cover dice may be re-rolled")] = False
    shaken_off: Annotated[list[Harm], Note(description="Shake It Off was used for these this scene")] = []
    aided: Annotated[list[Harm], Note(description="First Aid or Reassurance was received this scene")] = []
    treated: Annotated[list[Harm], Note(description="Surgery, therapy or Repair was tried today")] = []
    dazed: bool = False
    blind: bool = False
    staggered: Annotated[int, Note(description="rounds left")] = 0
    burning: Burning | None = None
    toxin: Toxin | None = None
    unconscious: Annotated[bool, Note(description="knocked out")] = False
    incapacitated: Annotated[bool, Note(description="an NPC out of the scene")] = False
    crashed: Annotated[bool, Note(description="an NPC's network is down")] = False
    networks_down: Annotated[int, Note(description="how many members' networks are down")] = 0
    enraged_by: Id | None = None
    conditions: Annotated[list[str], Note(description="other conditions, in words")] = []
    complications: Annotated[list[str], Note(description="Complications suffered, in words")] = []
    used: Annotated[list[str], Note(description="what can be used once in a scene, and was")] = []

    @property
    def hero(self) -> bool:
        return self.category is HERO

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
        return self.vigour.harms >= 5 and self.takes_harm

    @property
    def takes_harm(self) -> bool:
        """Player characters and Nemeses; the others fall at the first."""
        return self.category is HERO or self.category is NEMESIS

    @property
    def mob(self) -> bool:
        """More than one, so that damage goes on from one to the next."""
        return self.members > 1 or self.leader is not None

    @property
    def active(self) -> bool:
        """Somebody or something that takes turns."""
        return self.thing is None or self.thing is Thing.REMOTE


def track(who: Character, harm: Harm) -> Stress:
    return who.vigour if harm is PHYSICAL else who.resolve if harm is MENTAL else who.firewall


@cites("infinity.skill.ranks", "infinity.skill.list")
def ranks(who: Character, skill: Skill) -> Ranks:
    return who.skills.get(skill) or UNTRAINED


def out(who: Character) -> bool:
    """Out of the scene: dead, incapacitated, knocked out or helpless; an Infinity point may still let a hero act."""
    if who.incapacitated or who.unconscious:
        return True
    return (who.vigour.harms >= 4 or who.resolve.harms >= 4) and (who.dead or helpless(who))


@cites("infinity.injury.limits", "infinity.trauma.limits")
def helpless(who: Character) -> bool:
    """Four Injuries or Traumas: nothing can be done without an Infinity point; five Traumas and not even that."""
    return (who.vigour.harms >= 4 or who.resolve.harms >= 4) and who.takes_harm and (who.vigour.felt >= 4 or who.resolve.felt >= 4)


@cites("infinity.injury.limits", "infinity.trauma.limits")
def beyond_acting(who: Character) -> str:
    """What so many Injuries or Traumas have made of somebody, in a word; nothing while he can act."""
    if not helpless(who):
        return ""
    return "unconscious" if who.vigour.felt >= 4 or who.resolve.felt >= 5 else "catatonic"


@cites("infinity.condition.unconscious", "infinity.state.prone")
def lying(who: Character) -> bool:
    """Prone, or unconscious, which counts as that."""
    if who.prone or (who.vigour.harms < 4 and who.resolve.harms < 5):
        return who.prone
    return beyond_acting(who) == "unconscious"


# ------------------------------------------------------------------------------------------------ what works
ARMOUR = "powered armour"
"""The system that powered armour is."""
TO, HOLOMASK = "TO camouflage", "holomask"
CRASHED_AT = 5


@cites("infinity.breach.limits", "infinity.breach.npc")
def network_down(who: Character) -> bool:
    """Crashed: nothing on it works."""
    return who.crashed or (who.firewall.harms >= CRASHED_AT and who.takes_harm and who.firewall.felt >= CRASHED_AT)


@cites("infinity.system.network_items")
def on_line(who: Character, system: str) -> bool:
    """It is neither off nor on a crashed network."""
    return not network_down(who) and system not in who.shut_down and system not in who.switched_off


@cites("infinity.gear.to_camouflage", "infinity.gear.holomask", "infinity.system.network_items")
def goes_off(who: Character, system: str) -> None:
    """What has been switched on stops with the system that does it."""
    if system == TO:
        who.camouflaged = False
    elif system == HOLOMASK:
        who.disguise = ""


def works(who: Character, item: str) -> bool:
    """Somebody has it, and it works."""
    return item in who.gear and on_line(who, item)


@cites("infinity.armour.powered")
def powered(who: Character) -> bool:
    """Wears powered armour that works."""
    return who.powered and on_line(who, ARMOUR)
