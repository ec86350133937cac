"""What there is at a table of INFECTED: people and infected, the place they are in, Threat, the clock, and what the group has."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, NewType

import msgspec

from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.clock import Clock, Unit
from rulebound.kernel.pools import SharedPool
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.tracks import LevelTrack
from rulebound.kernel.turns import ByScore

Id = NewType("Id", str)
Note = msgspec.Meta

ROUNDS_A_MINUTE = 10
"""infected.combat.round, infected.conv.time: a round is six seconds."""
MINUTES_A_DAY = 24 * 60


class Attribute(StrEnum):
    """infected.attribute.table"""

    GRIT = "grit"
    REFLEX = "reflex"
    WITS = "wits"
    NERVE = "nerve"


class Skill(StrEnum):
    """infected.skill.table"""

    BRAWL = "brawl"
    ENDURE = "endure"
    ATHLETICS = "athletics"
    SHOOT = "shoot"
    STEALTH = "stealth"
    DRIVE = "drive"
    NOTICE = "notice"
    CRAFT = "craft"
    TECH = "tech"
    MEDICINE = "medicine"
    SURVIVAL = "survival"
    KNOWLEDGE = "knowledge"
    PERSUADE = "persuade"
    DECEIVE = "deceive"
    RESOLVE = "resolve"
    INTIMIDATE = "intimidate"
    ANIMALS = "animals"


class Kind(StrEnum):
    """What somebody is: who has Stress and Guts, who reacts, who can be infected follows from it."""

    PC = "pc"
    HUMAN = "human"
    INFECTED = "infected"
    SWARM = "swarm"
    HORDE = "horde"


class Level(StrEnum):
    """The rows of the wound track, from light to grave (infected.wounds.track)."""

    BRUISED = "bruised"
    BLEEDING = "bleeding"
    BROKEN = "broken"
    CRITICAL = "critical"


LEVELS = tuple(Level)


class Area(StrEnum):
    """Where a Broken wound or a bite is (infected.wounds.penalties)."""

    ARM = "arm"
    LEG = "leg"
    TORSO = "torso"
    HEAD = "head"


class Condition(StrEnum):
    """infected.condition.table; Exposed and overextended are treated like conditions."""

    PRONE = "prone"
    STAGGERED = "staggered"
    SLOWED = "slowed"
    GRAPPLED = "grappled"
    PINNED = "pinned"
    BLINDED = "blinded"
    DEAFENED = "deafened"
    STUNNED = "stunned"
    DISORIENTED = "disoriented"
    BURNING = "burning"
    BLEEDING_OUT = "bleeding out"
    CHOKING = "choking"
    EXHAUSTED = "exhausted"
    EXPOSED = "exposed"
    OVEREXTENDED = "overextended"


class Band(StrEnum):
    """infected.range.table"""

    ENGAGED = "engaged"
    MELEE = "melee"
    CLOSE = "close"
    MEDIUM = "medium"
    FAR = "far"
    EXTREME = "extreme"


class Awareness(StrEnum):
    """infected.stealth.detection_states"""

    UNAWARE = "unaware"
    SUSPICIOUS = "suspicious"
    ALERT = "alert"
    HUNTING = "hunting"


class Light(StrEnum):
    """infected.stealth.light_table"""

    DARK = "dark"
    DIM = "dim"
    BRIGHT = "bright"


class CoverKind(StrEnum):
    LIGHT = "light"
    HEAVY = "heavy"
    FULL = "full"


# ------------------------------------------------------------------------------------------------ things
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
    unready: Annotated[int, Note(description="Actions it still takes to ready it (bow, crossbow, a belt)")] = 0
    suppressor: Annotated[int | None, Note(description="uses left of a suppressor fitted to it")] = None
    helmet: Annotated[int, Note(description="what it takes off a hit to the head")] = 0
    holstered: Annotated[bool, Note(description="can be drawn as a Free action")] = True
    packed: Annotated[bool, Note(description="in the backpack: an Action to get at")] = False
    torn: Annotated[bool, Note(description="has stopped its one bite or scratch, or is breached")] = False
    upgrades: list[str] = []
    sharp_until: Annotated[int, Note(description="sharpened until this round of the clock")] = 0
    flaws: list[str] = []
    crafted: bool = False
    used: Annotated[bool, Note(description="used as a weapon this session")] = False
    maintained: Annotated[bool, Note(description="maintained this session")] = False
    shot: Annotated[int, Note(description="arrows or bolts shot with it this scene")] = 0

    @property
    def broken(self) -> bool:
        """infected.equipment.broken: all boxes marked."""
        return self.boxes > 0 and self.worn_off >= self.boxes


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


class Ailment(msgspec.Struct, kw_only=True):
    """Anything else that lowers rolls: cold, hunger, sickness, grief. `applies` is `all`, `physical`, or an attribute or skill."""

    id: str
    name: str
    dice: int
    rule: str
    applies: str = "all"
    stage: int = 0
    since: Annotated[int, Note(description="the round of the clock, or the day, it began")] = 0
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
        """Halfway between symptoms and turning."""
        return None if self.turns_at is None else (self.symptoms_at + self.turns_at) // 2


class Bond(msgspec.Struct, kw_only=True):
    """infected.chargen.bonds"""

    to: Id
    trust: Annotated[bool, Note(description="Trust, or else Wary")] = True
    used: Annotated[bool, Note(description="its benefit was used this session, or for this betrayal")] = False
    new: Annotated[bool, Note(description="works from the next session on")] = False


class Trigger(StrEnum):
    """What a prepared action can wait for (infected.maneuver.overwatch)."""

    COMES_NEAR = "somebody comes into my zone"
    ATTACKS = "somebody attacks"
    MOVES = "somebody moves"


class Prepared(msgspec.Struct, frozen=True):
    """Overwatch: an Action kept for a trigger."""

    trigger: Trigger
    weapon: Id
    by: Annotated[Id | None, Note(description="whose doing sets it off; None: any enemy's")] = None


# ------------------------------------------------------------------------------------------------ people
class Person(msgspec.Struct, kw_only=True):
    """A survivor, another human, one infected, or a Swarm or Horde that acts as one."""

    id: Id
    name: str
    seat: Annotated[SeatId, Note(description="the seat that plays this person")] = GM
    side: Annotated[str, Note(description="who they fight for: `party`, `infected`, `raiders`")] = "party"
    kind: Kind = Kind.PC
    asks: Annotated[bool, Note(description="is asked about pushes and Guts after every roll; if not, takes rolls as they fall")] = True

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
    days_hungry: Annotated[int, Note(description="days without food")] = 0
    hours_thirsty: Annotated[int, Note(description="hours without water, doubled by heat")] = 0
    drowning: Annotated[int, Note(description="failed drowning checks in a row")] = 0
    drowned_at: Annotated[int | None, Note(description="the round of the clock when they blacked out under water")] = None
    trapped: Annotated[bool, Note(description="under a collapse")] = False
    crash_at: Annotated[int | None, Note(description="the round of the clock when a stimulant wears off")] = None
    septic_until: Annotated[int | None, Note(description="the round of the clock when sepsis kills")] = None
    wet: Annotated[bool, Note(description="soaked, clothes and all")] = False
    choke_failures: int = 0
    choke_rounds: int = 0
    gripped_rounds: Annotated[int, Note(description="consecutive rounds in an infected's grip")] = 0

    # mind
    stress: int = 0
    grief: Annotated[int, Note(description="Stress slots lost for good")] = 0
    breaking: Annotated[bool, Note(description="a breaking point, panic or breakdown is under way")] = False
    panic: Annotated[str, Note(description="the panic reaction that rules the next turn")] = ""
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
    spent: Annotated[dict[str, int], Note(description="kinds of doses and supplies that have run out: 0 each")] = {}
    flashlight: Annotated[bool, Note(description="a flashlight is on")] = False

    # where they are and what they know
    zone: str = "here"
    near: Annotated[list[Id], Note(description="who is in arm's reach (Melee)")] = []
    cover: Annotated[str | None, Note(description="the cover of the zone they are behind")] = None
    back_to_wall: bool = False
    high_ground: bool = False
    holds_bottleneck: bool = False
    flanks: Annotated[list[Id], Note(description="enemies they have got round")] = []
    awareness: Awareness = Awareness.HUNTING
    distracted_until: Annotated[int, Note(description="the round of the clock until which a distraction holds them")] = 0
    vehicle: Id | None = None
    drives: bool = False
    leans_out: bool = False
    unbelted: Annotated[bool, Note(description="has taken the seat belt off")] = False
    dived: Annotated[bool, Note(description="has dived out of a vehicle's way this round")] = False
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
    half_moves: Annotated[int, Note(description="half a band already gone, while movement is halved")] = 0
    moved: Annotated[bool, Note(description="has used a Move to move this turn")] = False
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
    helper_of: Annotated[Id | None, Note(description="an ally has distracted this enemy: +2 dice for one attack")] = None
    suppressed: Annotated[str, Note(description="what they do about Suppressing Fire this turn")] = ""
    blinded_until_turn: Annotated[bool, Note(description="dazzled: Blinded until the end of the next turn")] = False
    gap: Annotated[bool, Note(description="has pushed through this turn, so being surrounded does not hold them")] = False
    scorched: Annotated[bool, Note(description="fire has burned them this round")] = False
    lost_action: Annotated[bool, Note(description="Stunned: the next Action is lost")] = False

    @property
    def pc(self) -> bool:
        return self.kind is Kind.PC

    @property
    def human(self) -> bool:
        return self.kind in (Kind.PC, Kind.HUMAN)

    @property
    def is_infected(self) -> bool:
        return self.kind in (Kind.INFECTED, Kind.SWARM, Kind.HORDE)

    @property
    def many(self) -> bool:
        """A Swarm or a Horde: only damage counts against it."""
        return self.kind in (Kind.SWARM, Kind.HORDE)

    @property
    def up(self) -> bool:
        """Alive, awake and in the scene."""
        return not (self.dead or self.unconscious or self.broken_down or self.fled)

    def has(self, condition: Condition) -> bool:
        return condition in self.conditions


# ------------------------------------------------------------------------------------------------ places
class Cover(msgspec.Struct, kw_only=True):
    """Something to hide behind, or a door, window or wall: what can be destroyed (infected.environment.destructible_table)."""

    name: str
    kind: CoverKind | None = CoverKind.LIGHT
    durability: Annotated[int, Note(description="what is left of it; 0 is destroyed")] = 2


class Zone(msgspec.Struct, kw_only=True):
    """A part of the scene. One zone further is one range band further (infected.range.zone)."""

    name: str
    links: Annotated[list[str], Note(description="zones one step away")] = []
    light: Light = Light.BRIGHT
    smoke: Annotated[int, Note(description="0 none, 1 light, 2 heavy, 3 thick")] = 0
    foliage: Annotated[int, Note(description="0 none, 1 thin, 2 dense")] = 0
    fire: Annotated[int, Note(description="damage a round of the fire that burns here; 0 none")] = 0
    fire_ends: Annotated[int | None, Note(description="the round of the clock when it burns out")] = None
    fire_since: int = 0
    flammable: bool = False
    slippery: bool = False
    debris: bool = False
    deep_water: bool = False
    narrow: bool = False
    unstable: bool = False
    height: int = 0
    open_ground: bool = False
    secure: bool = False
    cover: dict[str, Cover] = {}
    barrier: Annotated[dict[str, int], Note(description="Durability of what blocks the way to a neighbouring zone")] = {}
    ground: Annotated[list[Gear], Note(description="what lies here")] = []


class Suppression(msgspec.Struct, kw_only=True):
    """Suppressing Fire that holds a zone until the shooter's next turn."""

    by: Id
    zone: str
    hits: int
    risked: list[Id] = []


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


class Combined(msgspec.Struct, kw_only=True):
    """A Combined Attack under way (infected.group.combined_attack)."""

    target: Id
    members: list[Id]
    hit: list[Id] = []
    missed: list[Id] = []
    held: list[Blow] = []


class Phase(StrEnum):
    PEACE = "peace"
    FIGHT = "fight"
    CHASE = "chase"
    DOWNTIME = "downtime"


class Scene(msgspec.Struct, kw_only=True):
    """Where the group is now and what has happened there so far."""

    name: str = "the scene"
    about: str = ""
    zones: dict[str, Zone] = {}
    ambient: Annotated[int, Note(description="Ambient Threat: the floor of the counter")] = 0
    rain: bool = False
    echo: Annotated[bool, Note(description="underground: noise carries further")] = False
    loudest: Annotated[int, Note(description="the loudest weapon so far")] = 0
    weapon_noise: Annotated[int, Note(description="Threat that weapons have made here; 8 at most")] = 0
    round_noise: int = 0
    noises: Annotated[list[str], Note(description="noises that count once a scene and were made")] = []
    noisy: Annotated[bool, Note(description="Threat was added in this scene")] = False
    distraction: Annotated[str, Note(description="the zone of a noise that draws them")] = ""
    objective: str = ""
    dangerous: Annotated[bool, Note(description="the game master has called the objective dangerous")] = False
    fought: Annotated[bool, Note(description="somebody rolled an attack or initiative")] = False
    grace: Annotated[bool, Note(description="one round of grace after a failed group check")] = False
    spotted: Annotated[bool, Note(description="a watcher has seen the danger: +1 die to avoid it")] = False
    indoors: bool = False
    scenes_here: int = 0
    ends: Annotated[str, Note(description="what ends the scene: `fight`, `chase`, `haul` or `siege`")] = ""
    wanted: Annotated[str, Note(description="the thing a haul is about")] = ""


class Fight(msgspec.Struct, kw_only=True):
    """A fight, from initiative to its end."""

    turns: ByScore
    acting: Annotated[Id | None, Note(description="whose turn it is")] = None
    interrupted: Annotated[list[Id], Note(description="those whose turns wait for the one who broke in")] = []
    ambush: Annotated[str, Note(description="the side that has a free round")] = ""
    members: Annotated[list[Id], Note(description="everybody who took part")] = []
    rounds: int = 1
    pc_critical: Annotated[bool, Note(description="a survivor has taken a Critical wound")] = False
    pending: Annotated[list[Blow], Note(description="blows among those who act together")] = []
    suppressions: list[Suppression] = []
    combined: Combined | None = None
    distracted: Annotated[dict[str, Id], Note(description="enemies distracted this round, and by whom")] = {}


# ------------------------------------------------------------------------------------------------ the world between fights
# The engineer of characters, vehicles, scavenging, downtime and hazards owns what follows.
class Pace(StrEnum):
    """How fast a vehicle goes, as crashes count it (infected.vehicle.crash)."""

    STILL = "still"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    EXTREME = "extreme"


class Vehicle(msgspec.Struct, kw_only=True):
    """infected.vehicle.stats; what its row gives is in the pack under its `kind`."""

    id: Id
    name: str
    kind: Annotated[str, Note(description="the row of the vehicle table")] = "sedan"
    boxes: Annotated[int, Note(description="its Durability")] = 5
    marked: Annotated[int, Note(description="Durability boxes marked")] = 0
    fuel: Annotated[int, Note(description="units in the tank")] = 6
    tank: Annotated[int, Note(description="the most units it holds")] = 6
    running: Annotated[bool, Note(description="the engine is on")] = False
    idled: Annotated[bool, Note(description="has run for its climate control this scene")] = False
    pace: Pace = Pace.STILL
    driver: Id | None = None
    side: str = "party"
    zone: str = "here"
    engine_hit: bool = False
    tires_blown: int = 0
    leaking: bool = False
    windows_broken: bool = False
    stalled: bool = False
    wrecked: Annotated[bool, Note(description="beyond repair")] = False
    out_of_control: Annotated[int, Note(description="rounds without control")] = 0
    airbags_used: Annotated[list[Id], Note(description="whose airbag has gone off")] = []
    maintained: Annotated[bool, Note(description="cared for in this month")] = False
    stash: Annotated[dict[str, Gear], Note(description="what lies in its trunk or bed")] = {}


class Chase(msgspec.Struct, kw_only=True):
    """infected.chase.track: one marker for each pair, one Heat for all. Sides are vehicles, or people on foot."""

    quarry: list[Id]
    pursuers: list[Id]
    markers: Annotated[dict[str, int], Note(description="`pursuer>quarry` and its position, 1 to 7")] = {}
    heat: int = 0
    round: int = 0
    declared: Annotated[dict[str, str], Note(description="maneuvers for this round, by side")] = {}
    dice: Annotated[dict[str, int], Note(description="modifiers of the next chase roll, by side")] = {}
    busy: Annotated[list[Id], Note(description="whose driver does something else this round")] = []
    speed_change: Annotated[int, Note(description="what the ground does to every Speed")] = 0
    shaken: Annotated[list[Id], Note(description="pursuers who have lost the track")] = []
    dramatic: Annotated[bool, Note(description="the event of Heat 5 has happened")] = False
    outcome: str = ""


class Site(msgspec.Struct, kw_only=True):
    """A place that can be searched (infected.scavenge.*)."""

    id: Id
    name: str
    loot: Annotated[str, Note(description="the row of the loot table")] = "residential"
    scarcity: Annotated[str, Note(description="picked clean, sparse, moderate, untouched or pristine")] = "moderate"
    only: Annotated[str, Note(description="the category that has a ladder of its own")] = ""
    only_scarcity: str = "moderate"
    exhausted: Annotated[list[str], Note(description="ladders with nothing left: `all`, or the category")] = []
    searches: int = 0
    ambient: int = 0
    noise: Annotated[int, Note(description="what echoes add to every noise")] = 0
    downtime_searches: Annotated[int, Note(description="Scavenge activities done here")] = 0
    left: Annotated[list[Gear], Note(description="what was found and could not be carried")] = []
    safe: Annotated[bool, Note(description="a Safe Location")] = False


class Supplies(msgspec.Struct, kw_only=True):
    """infected.supplies.tracks: what the group keeps at its safe place."""

    food: Annotated[int, Note(description="person-days")] = 0
    water: Annotated[int, Note(description="person-days")] = 0
    fuel: Annotated[int, Note(description="units")] = 0
    parts: Annotated[int, Note(description="generic components: each stands for any one")] = 0
    ammo: dict[str, int] = {}
    medicine: Annotated[dict[str, int], Note(description="doses by name")] = {}
    components: dict[str, int] = {}
    gear: dict[str, Gear] = {}


class Downtime(msgspec.Struct, kw_only=True):
    """A day of rest at a safe place: what each has done of it."""

    done: Annotated[dict[str, list[str]], Note(description="activities taken, by person")] = {}
    craft_minutes: Annotated[dict[str, int], Note(description="minutes left of a Craft activity")] = {}
    treated: Annotated[list[Id], Note(description="patients treated today")] = []
    operated: Annotated[list[Id], Note(description="patients operated on today")] = []
    rested: list[Id] = []
    out: Annotated[list[Id], Note(description="who went scouting or scavenging, so that the day is no rest")] = []
    watchers: list[Id] = []
    clean: Annotated[bool, Note(description="clean enough for surgery")] = True
    vehicle: Annotated[Id | None, Note(description="they sleep in this vehicle: only Rest and Stand Watch")] = None


class SessionPart(StrEnum):
    """infected.run.session"""

    NOT_BEGUN = "not begun"
    RECAP = "recap"
    OBJECTIVE = "objective"
    JOURNEY = "journey"
    CRISIS = "crisis"
    RESOLUTION = "resolution"
    DOWNTIME = "downtime"


class World(msgspec.Struct, kw_only=True):
    """The campaign around the scene."""

    sites: dict[str, Site] = {}
    site: Annotated[Id | None, Note(description="the place the group is at")] = None
    supplies: Supplies = msgspec.field(default_factory=Supplies)
    base: Annotated[Id | None, Note(description="the safe place with the group's Stash")] = None
    works: Annotated[dict[str, Gear], Note(description="what was built at the safe place")] = {}
    downtime: Downtime | None = None
    chase: Chase | None = None
    notes: Annotated[list[str], Note(description="what was recorded: recap, objectives, consequences, scars")] = []
    session: int = 1
    common_items: Annotated[list[str], Note(description="an own list of common items, where the table keeps one")] = []
    part: SessionPart = SessionPart.NOT_BEGUN
    month_day: Annotated[int, Note(description="days since vehicles were last looked at")] = 0
    hot: Annotated[bool, Note(description="hot weather: thirst counts double")] = False
    threat_reached_ten: Annotated[bool, Note(description="Threat was 10 this session")] = False
    horde_escaped: Annotated[bool, Note(description="the group got away from a Horde this session")] = False
    rewarded: Annotated[list[Id], Note(description="who has had the attribute for a major threat this session")] = []
    last_id: Annotated[int, Note(description="the number of the last thing made")] = 0


class Infected(msgspec.Struct, kw_only=True):
    """The whole table."""

    people: dict[str, Person]
    vehicles: dict[str, Vehicle] = {}
    phase: Phase = Phase.PEACE
    scene: Scene = msgspec.field(default_factory=Scene)
    fight: Fight | None = None
    threat: SharedPool = msgspec.field(default_factory=lambda: SharedPool(name="Threat", cap=10))
    clock: Clock = msgspec.field(default_factory=lambda: Clock(rounds_per_minute=ROUNDS_A_MINUTE, minutes_per_day=MINUTES_A_DAY))
    armed: Annotated[list[int], Note(description="Threat thresholds that have fired and are not yet re-armed")] = []
    encounters: Annotated[list[str], Note(description="encounters called for and not yet brought in")] = []
    noise_clock: Annotated[int | None, Note(description="the round of the clock when what heard you comes to look")] = None
    traps: Annotated[dict[str, str], Note(description="noise traps that are rigged, by zone")] = {}
    struggles: Annotated[list[Id], Note(description="held in a struggle, and yelling at their next turn unless finished")] = []
    world: World = msgspec.field(default_factory=World)
    ended: Annotated[str, Note(description="how the scene ended, once it has")] = ""


T = Table[Infected, InfectedVariants]


def person(t: T, id: str) -> Person:
    return t.state.people[id]


def now(t: T) -> int:
    """The round of the clock."""
    return t.state.clock.passed[Unit.ROUNDS]


def in_fight(t: T) -> bool:
    return t.state.phase is Phase.FIGHT


def enemies(t: T, who: Person) -> list[Person]:
    """Those of other sides who can still fight."""
    return [p for p in t.state.people.values() if p.side != who.side and p.up and not p.surrendered]


def allies(t: T, who: Person) -> list[Person]:
    return [p for p in t.state.people.values() if p.side == who.side and p.id != who.id and p.up]


def party(t: T) -> list[Person]:
    """The survivors that players play and that live."""
    return [p for p in t.state.people.values() if p.pc and not p.dead]
