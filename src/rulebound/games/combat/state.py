"""What there is at a table of COMBAT: fighters, vehicles, the round, and hits that wait for its end."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, NewType

import msgspec

from rulebound.games.combat.variants import CombatVariants, Rounding
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Clock
from rulebound.kernel.entries import EVERYONE
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.turns import PickedByLast
from rulebound.kernel.zones import Place

Id = NewType("Id", str)
Note = msgspec.Meta

ROUNDS_A_MINUTE = 20
"""combat.base.units: a round is three seconds."""


class Trigger(StrEnum):
    """When a held Action may break in (combat.ap.hold)."""

    ATTACKS = "when they attack"
    MOVES = "when they move"
    MY_WORD = "on my word"


class HeldAction(StrEnum):
    ATTACK = "attack"
    STEP_CLOSER = "step closer"
    STEP_AWAY = "step away"
    STAND_UP = "stand up"


class Held(msgspec.Struct, frozen=True):
    """An Action paid for and kept back. Named openly, trigger and all."""

    action: HeldAction
    target: Id
    trigger: Trigger


class Armor(msgspec.Struct):
    name: str = "none"
    dr: Annotated[int, Note(description="what is left of its DR")] = 0
    start_dr: Annotated[int, Note(description="its DR when new")] = 0
    fr: Annotated[bool, Note(description="Fire-Resistant")] = False


class Fighter(msgspec.Struct, kw_only=True):
    """One combatant (combat.combatant.state)."""

    id: Id
    name: str
    seat: Annotated[SeatId, Note(description="the seat that plays this fighter")]
    side: str
    extra: Annotated[bool, Note(description="a minor fighter, built on fewer points")] = False
    a: Annotated[int, Note(description="Agility")] = 4
    c: Annotated[int, Note(description="Constitution")] = 4
    melee: int = 3
    ranged: int = 3
    acrobatics: int = 3
    perception: int = 3
    medicine: int = 3
    drive: int = 3
    first_aid: Annotated[int | None, Note(description="the specialty of Medicine, if raised by itself")] = None
    ram: Annotated[int | None, Note(description="the specialty of Drive, if raised by itself")] = None
    stunt: Annotated[int | None, Note(description="the specialty of Drive, if raised by itself")] = None
    hp: int = 8
    burns: Annotated[int, Note(description="permanent FDMG")] = 0
    hurts: Annotated[int, Note(description="hits that still hurt, for Pain per hit")] = 0
    ap: int = 0
    acted: Annotated[bool, Note(description="has spent AP this turn, so it is too late to Run")] = False
    ran: bool = False
    prone: bool = False
    bleeding: bool = False
    aware: Annotated[bool, Note(description="knows that there is a fight; if not, Defenseless with 0 AP until the first own turn")] = True
    helpless: Annotated[bool, Note(description="cannot avoid attacks: Defenseless")] = False
    hidden: Annotated[bool, Note(description="the other side does not know of this fighter")] = False
    weapon: Annotated[str, Note(description="the weapon in hand")] = "fists"
    carried: Annotated[list[str], Note(description="other weapons carried")] = []
    shield: bool = False
    cover: Annotated[int, Note(description="DR against RATKs of the cover the GN has named, until the fighter moves")] = 0
    armor: Armor = msgspec.field(default_factory=Armor)
    bandages: int = 0
    shots: Annotated[dict[str, int], Note(description="shots left in each gun")] = {}
    reloads: Annotated[int, Note(description="spare reloads")] = 3
    spare: Annotated[dict[str, int], Note(description="spare shots by weapon, where ammunition is counted")] = {}
    place: Place = Place(0, 0)
    vehicle: Annotated[Id | None, Note(description="the vehicle this fighter sits in")] = None
    belted: bool = False
    held: Held | None = None
    yielded: bool = False
    xp_total: int = 0
    xp_left: Annotated[int, Note(description="XP not yet spent")] = 0
    xp_this_session: Annotated[int, Note(description="XP given by the GN this session, beyond those for fights")] = 0
    followed: Annotated[bool, Note(description="dead, and a new character has taken the place")] = False

    @property
    @cites("combat.hp.max", "combat.table.derived", "combat.table.derived_by_rank")
    def max_hp(self) -> int:
        return 2 * self.c

    @property
    def dmg(self) -> int:
        """DMG currently suffered, permanent points included."""
        return self.max_hp - self.hp

    @property
    @cites("combat.hp.death")
    def dead(self) -> bool:
        return self.hp <= -self.c

    @property
    @cites("combat.hp.unconscious")
    def unconscious(self) -> bool:
        return -self.c < self.hp <= 0

    @property
    def up(self) -> bool:
        """Conscious and alive."""
        return self.hp > 0

    @property
    @cites("combat.defense.reflex", "combat.table.derived")
    def reflex(self) -> int:
        return self.perception


class Vehicle(msgspec.Struct, kw_only=True):
    """combat.vehicle.state"""

    id: Id
    name: str
    dr: int
    handling: int = 0
    top_speed: int = 150
    seats: int = 5
    fuel: Annotated[int, Note(description="gallons")] = 12
    seat_belts: bool = True
    gives_cover: bool = True
    front_tires: int = 2
    rear_tires: int = 2
    speed: Annotated[int, Note(description="yards per round")] = 0
    place: Place = Place(0, 0)
    heading: Annotated[Place, Note(description="where it is going, as a step from its place")] = Place(1, 0)
    conditions: int = 0
    wrecked: bool = False
    burning: bool = False
    pedestrians: Annotated[int, Note(description="pedestrians hit since its last loss of DR by them")] = 0
    gun: Annotated[str | None, Note(description="a weapon mounted on it, for a passenger")] = None
    shots: Annotated[dict[str, int], Note(description="shots left in that gun")] = {}
    driver: Id | None = None
    driven: Annotated[bool, Note(description="has been driven this round")] = False

    @property
    @cites("combat.vehicle.disabled")
    def disabled(self) -> bool:
        return self.dr <= 0

    @property
    def moving(self) -> bool:
        return self.speed > 0


class Hit(msgspec.Struct, frozen=True):
    """DMG that waits for the end of the round (combat.round.damage_simultaneous)."""

    target: Id
    dmg: int
    by: str
    fire: bool = False
    cover: Id | None = None
    """The vehicle that stood between a RATK and its target."""
    behind: int = 0
    """The DR of other cover that stood there."""
    wreck: bool = False


class Effect(StrEnum):
    """What the clock reminds us of."""

    BLEEDS = "bleeds"
    FIRE_ENDS = "fire ends"


class Phase(StrEnum):
    BEFORE = "before the fight"
    FIGHT = "fight"
    AFTER = "after the fight"


class Combat(msgspec.Struct, kw_only=True):
    """combat.round.state"""

    fighters: dict[str, Fighter]
    vehicles: dict[str, Vehicle] = {}
    phase: Phase = Phase.BEFORE
    turns: PickedByLast
    clock: Clock = msgspec.field(default_factory=lambda: Clock(rounds_per_minute=ROUNDS_A_MINUTE))
    started: Annotated[Id | None, Note(description="who started this round")] = None
    hits: Annotated[list[Hit], Note(description="hits that wait for the end of the round")] = []
    ground: Annotated[dict[str, str], Note(description="dropped and thrown weapons: `weapon@x,y`, by a number")] = {}
    loaded: Annotated[dict[str, int], Note(description="shots left in the guns among them, by the same number")] = {}
    dropped: int = 0
    distances: Annotated[dict[str, int], Note(description="yards between two, where places are not kept: `ana|bo`")] = {}
    winner: Annotated[str | None, Note(description="the side that won")] = None

    @property
    def round(self) -> int:
        return self.turns.number

    @property
    def turn(self) -> str | None:
        return self.turns.current


T = Table[Combat, CombatVariants]


def fighter(t: T, id: str) -> Fighter:
    return t.state.fighters[id]


def current(t: T) -> Fighter | None:
    """Whose turn it is."""
    return t.state.fighters[t.state.turns.current] if t.state.turns.current else None


def aboard(t: T, id: str) -> str:
    """The vehicle that somebody sits in, or else whoever or whatever it is."""
    who = t.state.fighters.get(id)
    return who.vehicle if who and who.vehicle else id


def pair(a: str, b: str) -> str:
    """The name of the number kept for two where there is no map."""
    return "|".join(sorted((a, b)))


def place_of(t: T, id: str) -> Place:
    """Where a fighter or a vehicle is; whoever sits in a vehicle is where it is."""
    there = aboard(t, id)
    return t.state.vehicles[there].place if there in t.state.vehicles else t.state.fighters[there].place


@cites("combat.secrets.summary")
def audience(t: T, *who: Fighter) -> tuple[SeatId, ...]:
    """Who may see what these do: everybody, or the own side and the game master while the other side is unaware of one of them."""
    hiding = [f.side for f in who if f.hidden]
    if not hiding:
        return EVERYONE
    return tuple(dict.fromkeys([GM, *(f.seat for f in t.state.fighters.values() if all(f.side == side for side in hiding))]))


def those(t: T, *ids: str) -> tuple[Fighter, ...]:
    """The fighters among these."""
    return tuple(t.state.fighters[id] for id in ids if id in t.state.fighters)


def halve(t: T, number: int) -> int:
    return share(t, number, 2)


@cites("combat.base.rounding")
def share(t: T, number: int, parts: int) -> int:
    """A number in so many parts, rounded the way this table rounds."""
    return -(-number // parts) if t.variants.rounding is Rounding.UP else number // parts
