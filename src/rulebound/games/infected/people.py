"""People and what they carry: a survivor, another human, an infected or a whole Swarm, with wounds, bonds, conditions and gear."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from rulebound.games.infected.terms import ROUNDS_A_MINUTE, Area, Awareness, Condition, Id, Kind, Level, Note, Panic
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.tracks import LevelTrack

PC, HUMAN, SWARM, HORDE = Kind.PC, Kind.HUMAN, Kind.SWARM, Kind.HORDE
"""Looked up once: no question is asked of people as often as what kind they are."""
HERBS = "herbal remedy"


class OddRounds(msgspec.Struct, kw_only=True):
    """Rounds that are not as good as bought ones, by what they are like: `improvised`, `weak`."""

    loaded: Annotated[dict[str, int], Note(description="those in the weapon; they are shot first")] = {}
    shot: Annotated[dict[str, int], Note(description="those shot with it this scene that can be found again")] = {}


class Gear(msgspec.Struct, kw_only=True):
    """A thing somebody has. What it can do follows from its kind (weapons.py, armor.py, the packs)."""

    id: Id
    kind: Annotated[str, Note(description="what it is: `pistol`, `light armor`, `bandages`")]
    count: Annotated[int, Note(description="how many of it, or how many uses or charges are left")] = 1
    boxes: Annotated[int, Note(description="its Durability when new; 0 if it has none")] = 0
    worn_off: Annotated[int, Note(description="Durability boxes marked")] = 0
    destroyed: bool = False
    loaded: Annotated[int, Note(description="rounds in it")] = 0
    jammed: bool = False
    wet: Annotated[bool, Note(description="a soaked gun, in whatever hands")] = False
    unready: Annotated[int, Note(description="Actions it still takes to ready it (bow, crossbow, a belt)")] = 0
    odd: Annotated[OddRounds | None, Note(description="rounds in it, or shot with it, that are not sound")] = None
    suppressor: Annotated[int | None, Note(description="uses left of a suppressor fitted to it")] = None
    suppressor_flaws: Annotated[list[str], Note(description="what is wrong with that suppressor")] = []
    helmet: Annotated[int, Note(description="what it takes off a hit to the head")] = 0
    holstered: Annotated[bool, Note(description="can be drawn as a Free action")] = True
    packed: Annotated[bool, Note(description="in the backpack: an Action to get at")] = False
    torn: Annotated[bool, Note(description="has stopped its one bite or scratch, or is breached")] = False
    stripped: Annotated[int, Note(description="rounds that its jam has been worked at in a fight, of ten")] = 0
    upgrades: list[str] = []
    sharp_until: Annotated[int, Note(description="sharpened until this round of the clock")] = 0
    flaws: list[str] = []
    crafted: bool = False
    used: Annotated[bool, Note(description="used as a weapon this session")] = False
    maintained: Annotated[bool, Note(description="maintained this session")] = False
    shot: Annotated[int, Note(description="arrows or bolts shot with it this scene")] = 0
    set_by: Annotated[str, Note(description="the side that has set it as a trap")] = ""
    lit: bool = False
    lit_since: Annotated[int, Note(description="the round of the clock when it was lit")] = 0
    burned: Annotated[int, Note(description="rounds it has burned before it was put out")] = 0
    made_day: Annotated[int | None, Note(description="the day it was made, where it does not keep for ever")] = None
    checked_day: Annotated[int | None, Note(description="the day somebody last looked into it, for a hunting snare")] = None

    @property
    def broken(self) -> bool:
        """infected.equipment.broken: all boxes marked."""
        return self.boxes > 0 and self.worn_off >= self.boxes


class Spot(msgspec.Struct, frozen=True):
    """Where somebody was struck or bitten, by its word: most of the time nobody asks which."""

    area: str


class Injury(msgspec.Struct, kw_only=True):
    """A wound worth remembering by itself: every Bleeding, Broken and Critical one."""

    level: Level
    area: Area | None = None
    at: Annotated[int, Note(description="the round of the clock when it was taken")] = 0
    day: Annotated[int, Note(description="the day it was taken, for natural healing")] = 0
    patched_until: Annotated[int, Note(description="patched up: no penalty until this round of the clock")] = 0
    covered: Annotated[bool, Note(description="patched, bandaged or treated: no longer an open wound")] = False
    treated: Annotated[bool, Note(description="has had medical treatment")] = False
    set_right: Annotated[bool, Note(description="splinted or operated, so that it heals straight")] = False
    rotting: Annotated[bool, Note(description="infected as a wound (infected.hazard.wound_infection)")] = False
    rotting_day: Annotated[int, Note(description="the day it went bad")] = 0
    heals_day: Annotated[int | None, Note(description="operated: healed on this day, with rest")] = None
    tourniquet_until: Annotated[int | None, Note(description="a tourniquet is on; it must be off by this round of the clock")] = None

    @property
    def tied(self) -> bool:
        """infected.craft.recipes.medical: under a tourniquet, and treated for as long as that is on."""
        return self.tourniquet_until is not None

    @property
    def tended(self) -> bool:
        """infected.hazard.wound_infection: not left untreated."""
        return self.treated or self.tied


class Ailment(msgspec.Struct, kw_only=True):
    """Anything else that lowers rolls: cold, hunger, sickness, grief. `applies` is `all`, `physical`, or an attribute or skill."""

    id: str
    name: str
    dice: int
    rule: str
    applies: str = "all"
    stage: int = 0
    eased: Annotated[int, Note(description="dice that a herbal remedy takes off what it costs")] = 0
    eased_until: Annotated[int, Note(description="the round of the clock until which the remedy works")] = 0
    since: Annotated[int, Note(description="the round of the clock when it begins to be felt")] = 0
    until: Annotated[int | None, Note(description="the round of the clock when it is over; None: until something ends it")] = None
    once: Annotated[bool, Note(description="for the next roll it applies to, and no other")] = False
    stress_a_day: int = 0
    bleeding_a_day: bool = False


class Infection(msgspec.Struct, kw_only=True):
    """A running infection; times are rounds of the clock (infected.infection.check, infected.infection.symptoms)."""

    exposed_at: int
    symptoms_at: int
    turns_at: Annotated[int | None, Note(description="None while somebody is still fighting it")] = None
    area: Area | None = None
    stage: int = 0

    @property
    def stage_two_at(self) -> int | None:
        """Halfway between symptoms and turning, in whole minutes."""
        if self.turns_at is None:
            return None
        twice = self.symptoms_at + self.turns_at - 2 * self.exposed_at
        return self.exposed_at + twice // (2 * ROUNDS_A_MINUTE) * ROUNDS_A_MINUTE


class Bond(msgspec.Struct, kw_only=True):
    """infected.chargen.bonds"""

    to: Id
    trust: Annotated[bool, Note(description="Trust, or else Wary")] = True
    used: Annotated[bool, Note(description="its benefit was used this session, or for this betrayal")] = False
    new: Annotated[bool, Note(description="works from the next session on")] = False


class Trigger(StrEnum):
    """What a prepared action can wait for (infected.maneuver.overwatch)."""

    COMES_NEAR = "somebody comes into my zone"
    COMES_AT_ME = "somebody comes at me"
    COMES_TO_FRIEND = "somebody comes near a friend"
    ATTACKS = "somebody attacks"
    MOVES = "somebody moves"
    LIGHTS_OUT = "the lights go out"


class Prepared(msgspec.Struct, frozen=True):
    """Overwatch: an attack, a movement or any other Action kept for a trigger."""

    trigger: Trigger
    weapon: Annotated[Id | None, Note(description="what a prepared attack is made with")] = None
    by: Annotated[Id | None, Note(description="whose doing sets it off; None: any enemy's")] = None
    zone: Annotated[str, Note(description="where a prepared movement leads")] = ""
    action: Annotated[str, Note(description="the command of a prepared Action that is no attack")] = ""
    friend: Annotated[Id | None, Note(description="whom somebody must come near; None: any friend")] = None
    called: Annotated[str, Note(description="the part that a prepared attack is aimed at")] = "none"
    careful: Annotated[bool, Note(description="whether a prepared attack is careful")] = False
    both: Annotated[Id | None, Note(description="the weapon in the other hand, if a prepared attack is made with both")] = None
    thrown: Annotated[bool, Note(description="whether what it is made with is thrown")] = False
    twice: Annotated[bool, Note(description="whether a Fast weapon strikes twice")] = False

    @property
    def takes_action(self) -> bool:
        """A prepared movement uses the Move, everything else the Action."""
        return not self.zone


# ------------------------------------------------------------------------------------------------ people
class Person(msgspec.Struct, kw_only=True):
    """A survivor, another human, one infected, or a Swarm or Horde that acts as one."""

    id: Id
    name: str
    seat: Annotated[SeatId, Note(description="the seat that plays this person")] = GM
    side: Annotated[str, Note(description="who they fight for: `party`, `infected`, `raiders`")] = "party"
    kind: Kind = Kind.PC
    asks: Annotated[bool, Note(description="is asked after every roll and while waiting")] = True

    # what they are
    grit: int = 2
    reflex: int = 2
    wits: int = 2
    nerve: int = 2
    skills: dict[str, int] = {}
    knowledge: Annotated[list[str], Note(description="areas of Knowledge")] = []
    concept: str = ""
    background: str = ""
    details: Annotated[list[str], Note(description="features, the sentimental item, the reason to go on, scars")] = []
    secret: Annotated[str, Note(description="what only the game master knows of them")] = ""
    bonds: list[Bond] = []
    scars: list[str] = []
    limbs_lost: list[Area] = []
    skill_points: Annotated[int, Note(description="points earned and not yet spent")] = 0
    attribute_points: int = 0
    training: Annotated[dict[str, int], Note(description="Train activities done, by skill")] = {}

    # the stat block of infected, swarms and hordes
    type: Annotated[str, Note(description="rage, fresh, bloated, raider...: the row it was made from")] = ""
    attack_dice: Annotated[int, Note(description="fixed Attack dice; 0: attribute and skill")] = 0
    damage: Annotated[int, Note(description="base damage of claws and teeth")] = 0
    initiative_dice: Annotated[int, Note(description="dice added to initiative (Frenzied)")] = 0
    members: Annotated[int, Note(description="how many a Swarm or Horde stands for")] = 1
    boxes: Annotated[int, Note(description="boxes of a Swarm")] = 0
    boxes_marked: int = 0
    initiative_of: Annotated[Id | None, Note(description="the other Swarm of a Large Group, whose initiative it has")] = None
    traits: Annotated[list[str], Note(description="relentless, infectious, frenzied, rupture, sluggish")] = []

    # body
    wounds: LevelTrack = msgspec.field(default_factory=lambda: LevelTrack({"bruised": 4, "bleeding": 3, "broken": 2, "critical": 1}))
    injuries: list[Injury] = []
    adrenaline_until: Annotated[int, Note(description="no wound penalties before this round of the clock")] = 0
    dying_until: Annotated[int | None, Note(description="dies at this round of the clock unless stabilised")] = None
    dead: bool = False
    unconscious: bool = False
    wakes_at: Annotated[int | None, Note(description="the round of the clock when a knocked-out person wakes")] = None
    turned: Annotated[bool, Note(description="was a survivor once")] = False
    infection: Infection | None = None
    conditions: list[Condition] = []
    ailments: list[Ailment] = []
    exposure: Annotated[dict[str, int], Note(description="scenes of exposure to a hazard: cold, heat")] = {}
    drinks_double: Annotated[bool, Note(description="takes a double ration of water today, against the heat")] = False
    days_hungry: Annotated[int, Note(description="days without food")] = 0
    hours_thirsty: Annotated[int, Note(description="hours without water, doubled by heat")] = 0
    drowning: Annotated[int, Note(description="failed drowning checks in a row")] = 0
    drowned_at: Annotated[int | None, Note(description="the round of the clock when they blacked out under water")] = None
    trapped: Annotated[bool, Note(description="under a collapse")] = False
    dug: Annotated[bool, Note(description="has dug at a collapse this round")] = False
    heat_stroke: Annotated[bool, Note(description="has collapsed of heat: unconscious until cooled for a scene")] = False
    in_trap: Annotated[str, Note(description="the kind of trap that holds them")] = ""
    crash_at: Annotated[int | None, Note(description="the round of the clock when a stimulant wears off")] = None
    septic_until: Annotated[int | None, Note(description="the round of the clock when sepsis kills")] = None
    wet: Annotated[bool, Note(description="soaked, clothes and all")] = False
    smoke_rounds: Annotated[int, Note(description="rounds in smoke that harms; a minute of it takes its toll")] = 0
    choke_failures: int = 0
    choke_rounds: int = 0
    gripped_rounds: Annotated[int, Note(description="consecutive rounds in an infected's grip")] = 0

    # mind
    stress: int = 0
    grief: Annotated[int, Note(description="Stress slots lost for good")] = 0
    breaking: Annotated[bool, Note(description="a breaking point, panic or breakdown is under way")] = False
    panic: Annotated[str, Note(description="the panic reaction that rules the next turn")] = ""
    panicking: Annotated[bool, Note(description="it rules this turn, and is over with it")] = False
    broken_down: Annotated[bool, Note(description="out of the scene")] = False
    guts: int = 3
    guts_earned: Annotated[int, Note(description="earned this session")] = 0
    heroic: Annotated[bool, Note(description="has had the heroic Guts of this scene")] = False
    last_stand: Annotated[bool, Note(description="the next roll ignores wound penalties")] = False

    # things
    gear: dict[str, Gear] = {}
    hands: Annotated[list[Id], Note(description="the gear held, at most two hands' worth")] = []
    armor: Annotated[Id | None, Note(description="the armor worn")] = None
    worn: Annotated[list[Id], Note(description="other gear worn: mask, goggles, gloves, helmet, night vision")] = []
    ammo: Annotated[dict[str, int], Note(description="spare rounds by type: pistol, rifle, shotgun, arrows")] = {}
    food: Annotated[int, Note(description="days of food carried")] = 0
    water: Annotated[int, Note(description="days of water carried")] = 0
    parts: Annotated[int, Note(description="generic components carried")] = 0
    components: Annotated[dict[str, int], Note(description="components carried, by category")] = {}
    spent: Annotated[list[str], Note(description="kinds of doses and supplies that have run out")] = []
    flashlight: Annotated[bool, Note(description="a flashlight is on")] = False

    # where they are and what they know
    zone: str = "here"
    near: Annotated[list[Id], Note(description="who is in arm's reach (Melee)")] = []
    cover: Annotated[str | None, Note(description="the cover of the zone they are behind")] = None
    back_to_wall: bool = False
    high_ground: bool = False
    holds_bottleneck: bool = False
    flanks: Annotated[list[Id], Note(description="enemies they have got round")] = []
    came_from: Annotated[dict[Id, str], Note(description="by enemy: the zone from which they came at them")] = {}
    awareness: Awareness = Awareness.HUNTING
    distracted_until: Annotated[int, Note(description="the round of the clock until which a distraction holds them")] = 0
    vehicle: Id | None = None
    drives: bool = False
    leans_out: bool = False
    unbelted: Annotated[bool, Note(description="has taken the seat belt off")] = False
    dived: Annotated[int | None, Note(description="the round of the clock in which they last dived out of a vehicle's way")] = None
    restrained: bool = False
    surrendered: bool = False
    hidden: Annotated[bool, Note(description="lies in ambush: others do not see them")] = False
    fled: bool = False

    holds: Annotated[Id | None, Note(description="whom they have in their grip")] = None
    held_by: Annotated[Id | None, Note(description="who has them in a grip")] = None
    locked_with: Annotated[Id | None, Note(description="a stalemate in a grapple")] = None
    locked_first: Annotated[bool, Note(description="started that grapple, and must roll again or let go")] = False

    # the round
    actions: int = 1
    moves: int = 1
    frees: int = 1
    half_way: Annotated[str, Note(description="the zone or person they are half way to, while movement is halved")] = ""
    half_since: Annotated[int, Note(description="the round of the clock of that half: it is lost after the next one")] = 0
    moved: Annotated[bool, Note(description="has used a Move to move this turn")] = False
    moved_this_round: Annotated[bool, Note(description="has moved this round, in the own turn or out of it")] = False
    approached: Annotated[list[Id], Note(description="whom they have come nearer to this turn, for a Tackle")] = []
    acted: Annotated[bool, Note(description="has used an Action this turn")] = False
    defended: Annotated[bool, Note(description="has spent this round's Action on a defence before the own turn")] = False
    defences: Annotated[int, Note(description="rolled defences this round")] = 0
    guarding: Annotated[Id | None, Note(description="rolled a defence against this enemy since the own turn began")] = None
    trade: Annotated[str, Note(description="`action` or `move`, whatever the other was given up for this turn")] = ""
    targets: Annotated[list[Id], Note(description="enemies attacked this round")] = []
    aims_at: Annotated[Id | None, Note(description="whom they last attacked: the one enemy they count against")] = None
    prepared: Prepared | None = None
    retreating: Annotated[list[Id] | None, Note(description="a Fighting Retreat: enemies already struck at")] = None
    suppressed: Annotated[str, Note(description="what they do about Suppressing Fire this turn")] = ""
    flees: Annotated[Id | None, Note(description="whose Suppressing Fire they flee this turn")] = None
    until_turns: Annotated[dict[Condition, int], Note(description="conditions that end with own turns, and how many of these")] = {}
    gap: Annotated[bool, Note(description="there is a way out of being surrounded, until the end of their turn")] = False
    scorched: Annotated[bool, Note(description="fire has burned them this round")] = False
    lost_move: Annotated[bool, Note(description="something took longer than it should: the next Move is lost")] = False

    @property
    def pc(self) -> bool:
        return self.kind is PC

    @property
    def human(self) -> bool:
        return self.kind is PC or self.kind is HUMAN

    @property
    def is_infected(self) -> bool:
        return self.kind is not PC and self.kind is not HUMAN

    @property
    def many(self) -> bool:
        """A Swarm or a Horde: only damage counts against it."""
        return self.kind is SWARM or self.kind is HORDE

    @property
    def up(self) -> bool:
        """Alive, awake and in the scene."""
        return not (self.dead or self.unconscious or self.broken_down or self.fled)

    @property
    def slow(self) -> bool:
        """infected.condition.slowed: half the movement; so has whoever lost a leg (infected.infection.amputation), which is ours."""
        return Condition.SLOWED in self.conditions or Area.LEG in self.limbs_lost

    @property
    def lies(self) -> bool:
        """On the ground, where smoke is thinner (infected.hazard.smoke)."""
        return self.unconscious or Condition.PRONE in self.conditions

    @property
    def stuck(self) -> bool:
        """Under rubble, in a trap or in a seat: nobody takes them from there as they are."""
        return self.trapped or self.in_trap != "" or self.vehicle is not None

    @property
    def yields(self) -> bool:
        """Has given up or is tied up, and takes no part in a fight."""
        return self.surrendered or self.restrained

    @property
    def lashes_out(self) -> bool:
        """infected.stress.panic: strikes at the nearest this turn, friend or foe, and does nothing else."""
        return self.panicking and self.panic == Panic.LASH_OUT

    @property
    def bolts(self) -> bool:
        """infected.stress.panic: spends this turn moving away."""
        return self.panicking and self.panic == Panic.FLEE

    def has(self, condition: Condition) -> bool:
        return condition in self.conditions
