"""What an attack is rolled with: everything that helps and hampers it, each on a line of its own."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rulebound.games.infected.actions import steadiness
from rulebound.games.infected.checks import base_pool, hampered
from rulebound.games.infected.content import content
from rulebound.games.infected.cover import COVER_DICE, concealment, cover_of
from rulebound.games.infected.kinds import Property, WeaponKind
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.ranges import AT_HAND, FAR_OFF, band, by_numbers, from_above, range_dice, zone_band
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Attribute, Band, Condition, Kind, Skill
from rulebound.games.infected.variants import PassivePenalty
from rulebound.games.infected.vehicles import enclosed, shaken
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import yes_or_no
from rulebound.kernel.modifiers import Total

FISTS = "unarmed"
CLUB = WeaponKind(damage=2, noise=2, dice=-1)
"""infected.ammo.empty_options: an empty gun swung."""


class Called(StrEnum):
    """infected.maneuver.called_shot"""

    NONE = "none"
    LEGS = "legs"
    ARMS = "arms"
    HEAD = "head"
    WEAPON = "weapon"
    WEAK_POINT = "weak point"


carefully = yes_or_no("Careful, at a die less: no blood sprays on you.")
"""infected.infection.careful_attack"""
PASSIVE_DICE = {Condition.BLINDED: 2, Condition.STUNNED: 2, Condition.OVEREXTENDED: 1}
"""infected.defense.passive: what would hamper a defence, where it helps against those who roll none."""
CALLED_DICE = {Called.NONE: 0, Called.LEGS: -1, Called.ARMS: -1, Called.HEAD: -2, Called.WEAPON: -2, Called.WEAK_POINT: -2}


class Strike(msgspec.Struct, kw_only=True):
    """An attack as it was declared."""

    who: Person
    target: Person
    weapon: WeaponKind
    gear: Gear | None = None
    held: Gear | None = None
    """The gun or shield that is swung, where it does not strike as the weapon it is."""
    other: Gear | None = None
    """The weapon in the other hand, where both strike together."""
    beside: list[Person] = []
    """Whom else a weapon with Spread hits."""
    melee: bool = True
    thrown: bool = False
    called: Called = Called.NONE
    careful: bool = False
    extra: Total = Total()
    action: bool = True
    """Made by spending an Action; free attacks are not."""
    first: bool = True
    """The first attack of its Action."""
    last: bool = False
    """Nothing comes after it in the same command but what comes of it, a counterattack among that."""
    parried: bool = False
    """The target parries: how well is looked at again once the blow has landed."""
    tackle: Skill | None = None
    """What a Tackle is rolled with."""
    round: str = ""
    """What the round that was shot is like, where it is not sound."""
    fixed: int | None = None
    """Damage that hits do not add to (shield bash); 0 for none at all."""
    place: str = ""
    """The zone of a thing that is attacked in place of anybody; `target` is then the attacker."""
    at: Band | None = None
    """How far off, where zones do not tell it: in a chase."""
    rolled_defence: bool = False
    """The target rolls a defence, or is going to be asked for one after the attack."""

    @property
    def zone(self) -> str:
        return self.place or self.target.zone


def words_of(strike: Strike) -> str:
    """What an attack is made with, in words."""
    if strike.thrown and strike.gear is None:
        return "a thrown object"
    return words_for(strike.who, strike.gear or strike.held)


def words_for(who: Person, gear: Gear | None) -> str:
    """What the log calls that with which somebody strikes."""
    return gear.kind if gear is not None else "teeth and claws" if who.is_infected else "bare hands"


def kinds_in(strike: Strike) -> list[WeaponKind]:
    """The weapon it is made with, or both."""
    return [strike.weapon] if strike.other is None else [strike.weapon, content().weapons[strike.other.kind]]


@cites("infected.maneuver.dual_wield")
def has(strike: Strike, property: Property) -> bool:
    """Whether a weapon of this attack has it: of two it counts once."""
    return any(kind.has(property) for kind in kinds_in(strike))


# ------------------------------------------------------------------------------------------------ the pool
@cites("infected.attack.types", "infected.npc.rage", "infected.npc.swarm", "infected.npc.example.swarm_dice")
def dice_of(t: T, strike: Strike) -> tuple[Total, Attribute | None, Skill | None]:
    """GRIT + Brawl, REFLEX + Shoot, or REFLEX + Athletics to throw; infected have their Attack dice."""
    who = strike.who
    if who.attack_dice:
        pool = Total.of("Attack", who.attack_dice, "infected.attack.types")
        if who.kind is Kind.SWARM:
            pool = pool.plus("rows lost", -(who.boxes_marked // 3), "infected.npc.swarm")
        return pool, None, None
    attribute = Attribute.GRIT if strike.melee else Attribute.REFLEX
    skill = strike.tackle or (Skill.BRAWL if strike.melee else Skill.ATHLETICS if strike.thrown else Skill.SHOOT)
    return base_pool(who, attribute, skill), attribute, skill


@cites("infected.attack.sequence", "infected.core.modifiers")
def attack_pool(t: T, strike: Strike) -> Total:
    """All that counts for this attack, each on a line of its own."""
    pool, attribute, skill = dice_of(t, strike)
    at = strike.at or band(t, strike.who, strike.target)
    pool = own_state(strike.who, strike.target, pool + strike.extra, melee=strike.melee)
    pool = their_state(t, strike, at, pool)
    pool = by_numbers(t, strike.who, strike.target, pool, melee=strike.melee)
    pool = from_above(t, strike.who, strike.target, strike.weapon, pool, melee=strike.melee)
    if not strike.melee:
        pool = at_range(t, strike, at, pool)
    pool = pool.plus("concealment", concealment(t, strike.who, strike.zone), "infected.cover.concealment")
    pool = with_weapon(strike, pool)
    if strike.called is not Called.NONE:
        pool = pool.plus(f"called shot: {strike.called}", CALLED_DICE[strike.called], "infected.maneuver.called_shot")
    if strike.careful:
        pool = pool.plus("careful", -1, "infected.infection.careful_attack")
    if strike.action:
        pool += steadiness(strike.who)
    return hampered(t, strike.who, attribute, skill, pool)


@cites("infected.cover.destroy", "infected.condition.staggered")
def pool_at_thing(t: T, strike: Strike) -> Total:
    """An attack at a door, a wall or a vehicle: no cover helps it, and nobody's position."""
    pool, attribute, skill = dice_of(t, strike)
    pool = own_state(strike.who, strike.target, pool + strike.extra, melee=strike.melee)
    if not strike.melee:
        pool = with_motion(t, strike.who, at_distance(strike, strike.at or zone_band(t, strike.who, strike.zone), pool))
    pool = pool.plus("concealment", concealment(t, strike.who, strike.zone), "infected.cover.concealment")
    return hampered(t, strike.who, attribute, skill, with_weapon(strike, pool) + steadiness(strike.who))


@cites("infected.condition.prone", "infected.condition.blinded", "infected.condition.grappled", "infected.maneuver.grapple_while")
def own_state(who: Person, target: Person, pool: Total, *, melee: bool) -> Total:
    for condition in who.conditions:
        if condition is Condition.PRONE and melee:
            pool = pool.plus("Prone", -2, "infected.condition.prone")
        elif condition is Condition.BLINDED:
            pool = pool.plus("Blinded", -3, "infected.condition.blinded")
        elif condition is Condition.GRAPPLED:
            pool = pool.plus("Grappled", -1, "infected.condition.grappled")
    if who.holds == target.id:
        pool = pool.plus("grappling", 1, "infected.maneuver.grapple_while")
    return pool


@cites(
    "infected.condition.prone", "infected.state.exposed", "infected.group.split_attention", "infected.defense.passive",
    "infected.vehicle.combat.lean_out",
)  # fmt: skip
def their_state(t: T, strike: Strike, at: Band, pool: Total) -> Total:
    target = strike.target
    for condition in target.conditions:
        if condition is Condition.PRONE:
            pool = pool.plus("Prone target", prone_target(t, at), "infected.condition.prone")
        elif condition is Condition.EXPOSED:
            pool = pool.plus("Exposed target", 1, "infected.state.exposed")
        elif condition in PASSIVE_DICE and not strike.rolled_defence and helps_attackers(t):
            pool = pool.plus(f"{condition.capitalize()} target", PASSIVE_DICE[condition], "infected.defense.passive")
    if target.guarding not in (None, strike.who.id) and target.id in strike.who.near:
        pool = pool.plus("split attention", 1, "infected.group.split_attention")
    if target.leans_out and target.vehicle != strike.who.vehicle:
        pool = pool.plus("leans out", 1, "infected.vehicle.combat.lean_out")
    return pool


def helps_attackers(t: T) -> bool:
    return t.variants.defense_penalty_when_passive is PassivePenalty.TO_ATTACKER


@cites("infected.condition.prone")
def prone_target(t: T, at: Band) -> int:
    """+1 up to Medium, -2 from Far on; at arm's reach as the table has it."""
    if at in FAR_OFF:
        return -2
    if at in AT_HAND and t.variants.condition_prone_in_melee == "no_modifier":
        return 0
    return 1


@cites("infected.range.table", "infected.cover.table", "infected.vehicle.combat.target_occupant")
def at_range(t: T, strike: Strike, at: Band, pool: Total) -> Total:
    pool = at_distance(strike, at, pool)
    if inside(t, strike.who, strike.target):
        pool = pool.plus("inside a vehicle", -2, "infected.vehicle.combat.target_occupant")
    elif (cover := cover_of(t, strike.target)) is not None:
        pool = pool.plus(f"{cover.value} cover", COVER_DICE[cover], "infected.cover.table")
    return with_motion(t, strike.who, pool)


@cites("infected.range.table", "infected.property.spread")
def at_distance(strike: Strike, at: Band, pool: Total) -> Total:
    weapon = strike.weapon
    dice = range_dice(weapon, at) if not strike.thrown or weapon.range else -2 if at is Band.MELEE else 0
    pool = pool.plus(f"range: {at}", dice, "infected.range.table")
    if weapon.has(Property.SPREAD):
        pool = pool.plus("Spread", 1 if at is Band.CLOSE else -1 if at in FAR_OFF else 0, "infected.property.spread")
    return pool


@cites("infected.vehicle.combat.target_occupant", "infected.vehicle.combat.lean_out")
def inside(t: T, who: Person, target: Person) -> bool:
    """Behind metal and glass that whoever attacks is not behind: Heavy Cover, to which nothing outside adds."""
    if target.vehicle is None or target.vehicle == who.vehicle or target.leans_out:
        return False
    return enclosed(t, target) and not t.state.vehicles[target.vehicle].windows_broken


@cites("infected.vehicle.combat.passenger")
def with_motion(t: T, who: Person, pool: Total) -> Total:
    return pool.plus("motion", -1, "infected.vehicle.combat.passenger") if who.vehicle and shaken(t, who) else pool


@cites("infected.maneuver.dual_wield")
def with_weapon(strike: Strike, pool: Total) -> Total:
    """What is wrong with the weapon, or with either of two: once for the attack."""
    lines = drawbacks(strike.who, strike.weapon, strike.gear)
    if strike.other is not None:
        lines += [line for line in drawbacks(strike.who, content().weapons[strike.other.kind], strike.other) if line not in lines]
        lines.append(("two weapons", -1, "infected.maneuver.dual_wield"))
    for line in lines:
        pool = pool.plus(*line)
    return pool


@cites("infected.property.unwieldy", "infected.equipment.broken", "infected.environment.improvised_weapon", "infected.hazard.wet_gear")
def drawbacks(who: Person, weapon: WeaponKind, gear: Gear | None) -> list[tuple[str, int, str]]:
    lines = []
    if weapon.dice:
        rule = "infected.environment.improvised_weapon" if weapon.improvised else "infected.ammo.empty_options"
        lines.append(("clumsy weapon", weapon.dice, rule))
    if who.moved and weapon.has(Property.UNWIELDY):
        lines.append(("Unwieldy", -1, "infected.property.unwieldy"))
    if gear is not None and gear.broken:
        lines.append(("Broken weapon", -2, "infected.equipment.broken"))
    if gear is not None and gear.wet:
        lines.append(("wet gun", -2, "infected.hazard.wet_gear"))
    return lines
