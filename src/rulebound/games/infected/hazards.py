"""What collapses, falls and radiation do to people. Fire: fire.py; cold and heat: weather.py; water: water.py; hunger: sickness.py."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected import stress
from rulebound.games.infected.armor import armor_counts
from rulebound.games.infected.checks import check
from rulebound.games.infected.fighting import Blow, Source
from rulebound.games.infected.people import Ailment, Person
from rulebound.games.infected.places import Zone
from rulebound.games.infected.state import T, now
from rulebound.games.infected.terms import ROUNDS_A_DAY, ROUNDS_AN_HOUR, Attribute, Id, Level, Skill
from rulebound.games.infected.world import able, anybody, gm_only, has_able, table_die
from rulebound.games.infected.wounds import hurt, wound
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

FEET_A_ROW = 10


# ------------------------------------------------------------------------------------------------ cold and heat
def gm_for_all(t: T, by: SeatId) -> Refusal | None:
    return gm_only(t, by)


def bodies(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Anybody alive, infected too; a Swarm is not one body."""
    return [p.id for p in t.state.people.values() if not p.dead and not p.many]


# ------------------------------------------------------------------------------------------------ armor
def but_attacks(*_: object) -> Sequence[Source]:
    """What does the damage."""
    return [source for source in Source if source is not Source.ATTACK]


@command(
    rules=("infected.conv.damage_vs_named_wound",),
    when=gm_for_all,
    source=but_attacks,
    counts=yes_or_no("Armor helps against it.", first=True),
)
def armor_against(t: T, by: SeatId, source: Source, counts: bool) -> None:
    """The game master says whether armor helps against one source of damage in this scene."""
    flipped = t.state.scene.armor_flipped
    if armor_counts(t, source) is not counts:
        if source in flipped:
            flipped.remove(source)
        else:
            flipped.append(source)
    t.say("armor_against", "infected.conv.damage_vs_named_wound", what=source.value, counts="helps" if counts else "does not help")


# ------------------------------------------------------------------------------------------------ collapse
@command(rules=("infected.hazard.collapse.signs",), when=has_able, who=able)
def look_for_signs(t: T, by: SeatId, who: Id) -> None:
    """WITS + Notice for dust, cracks, noises: whether this structure is failing."""
    me = t.state.people[who]
    seen = check(t, me, "collapse_signs", Attribute.WITS, Skill.NOTICE, reaction=True).hits >= 1
    zone = t.state.scene.zones.get(me.zone)
    unstable = bool(zone and zone.unstable)
    t.say("sees_signs" if seen and unstable else "sees_none", "infected.hazard.collapse.signs", who=who)


@command(rules=("infected.hazard.collapse.resolve",), when=gm_for_all, who=bodies)
def collapse(t: T, by: SeatId, who: Id) -> None:
    """The structure comes down on somebody: REFLEX + Athletics to get out."""
    come_down_on(t, t.state.people[who])


@cites("infected.hazard.collapse.resolve")
def come_down_on(t: T, who: Person) -> None:
    """Whoever is out cold gets out of nothing."""
    rule = "infected.hazard.collapse.resolve"
    hits = check(t, who, "collapse", Attribute.REFLEX, Skill.ATHLETICS, reaction=True).hits if who.up else 0
    damage = 0 if hits >= 2 else 2 if hits == 1 else 4
    if damage:
        hurt(t, who, Blow(target=who.id, amount=damage, by="the collapse", rule=rule, source=Source.COLLAPSE))
    who.trapped = (who.trapped or hits == 0) and not who.dead  # infected.hazard.collapse.trapped: only digging frees
    t.say("trapped" if who.trapped else "gets_out_of_it", rule, who=who.id)


@cites("infected.environment.hazard_table", "infected.hazard.collapse.signs")
def heavy_impact(t: T, zone: Zone) -> None:
    """An explosion, or somebody thrown down: an unstable floor gives way under everybody there, unless the game master has it hold."""
    if not zone.unstable or not t.judge("floor_gives", (True, False), True, (zone.name,)):
        return
    zone.unstable, zone.debris = False, True
    t.say("floor_gives", "infected.environment.hazard_table", zone=zone.name)
    for who in [p for p in t.state.people.values() if t.state.scene.zones.get(p.zone) is zone and not p.dead and not p.many]:
        come_down_on(t, who)


# ------------------------------------------------------------------------------------------------ falling
@cites("infected.hazard.falling")
def fall_damage(feet: int) -> int:
    """2 for every full 10 feet; between rows the lower one counts, and beyond 40 feet it goes on the same way."""
    rows = feet // FEET_A_ROW
    return 2 * rows


def feet(*_: object) -> range:
    """How far, in feet."""
    return range(201)


@command(
    rules=("infected.hazard.falling", "infected.hazard.falling.reduction"),
    when=gm_for_all,
    who=bodies,
    height=feet,
    soft=yes_or_no("Onto something soft."),
    controlled=yes_or_no("They can prepare for it.", first=True),
)
def fall(t: T, by: SeatId, who: Id, height: int, soft: bool = False, controlled: bool = True) -> None:
    """Somebody falls: REFLEX + Athletics takes its hits off the damage if they can prepare, a soft landing 2."""
    take_fall(t, t.state.people[who], height, soft=soft, controlled=controlled)


@cites("infected.hazard.falling", "infected.hazard.falling.reduction")
def take_fall(t: T, who: Person, height: int, *, soft: bool = False, controlled: bool = True) -> None:
    rule = "infected.hazard.falling"
    hits = check(t, who, "fall", Attribute.REFLEX, Skill.ATHLETICS).hits if controlled and fall_damage(height) and who.up else 0
    damage = max(0, fall_damage(height) - hits - (2 if soft else 0))
    t.say("falls", rule, who=who.id, height=height, damage=damage)
    if damage:
        hurt(t, who, Blow(target=who.id, amount=damage, by="the fall", rule=rule, source=Source.FALL))


# ------------------------------------------------------------------------------------------------ radiation
class Dose(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


def radiation_on(t: T, by: SeatId) -> Refusal | None:
    if not t.variants.hazard_radiation:
        return Refusal("infected.hazard.radiation", "There is no radiation in this world.", "Turn on the variant hazard_radiation.")
    return gm_only(t, by)


@command(rules=("infected.hazard.radiation", "infected.hazard.radiation.protection"), when=radiation_on, who=anybody)
def irradiate(t: T, by: SeatId, who: Id, dose: Dose) -> None:
    """A dose of radiation; a whole hazmat suit keeps off low and medium ones."""
    me, rule = t.state.people[who], "infected.hazard.radiation"
    if dose is not Dose.HIGH and in_hazmat(me):
        t.say("suit_keeps_off", "infected.hazard.radiation.protection", who=who)
        return
    t.say("irradiated", rule, who=who, dose=dose.value)
    if dose is Dose.LOW:
        stress.suffer(t, me, 1, rule)
        sicken(t, me, "radiation", -1, rule, now(t) + ROUNDS_A_DAY)
    elif dose is Dose.MEDIUM:
        wound(t, me, Level.BLEEDING, rule)
        wound(t, me, Level.BLEEDING, rule)
        sicken(t, me, "radiation", -2, rule, now(t) + table_die(t, "radiation_days", me) * ROUNDS_A_DAY)
    else:
        wound(t, me, Level.CRITICAL, rule)


@cites("infected.hazard.radiation.protection")
def in_hazmat(who: Person) -> bool:
    suit = who.gear.get(who.armor) if who.armor else None
    return suit is not None and suit.kind == "hazmat suit" and not suit.torn and not suit.broken


def sicken(
    t: T, who: Person, id: str, dice: int, rule: str, until: int | None, *, hours: int = 0, stress_a_day: int = 0, bleeding: bool = False
) -> None:
    """Something that lowers every roll until a time, now or from so many hours on; the same sickness does not come twice at once."""
    dose = Ailment(
        id=id, name=id, dice=dice, rule=rule, since=now(t) + hours * ROUNDS_AN_HOUR, until=until, stress_a_day=stress_a_day,
        bleeding_a_day=bleeding,
    )  # fmt: skip
    sickness = next((a for a in who.ailments if a.id == id), None)
    if sickness is None:
        who.ailments.append(sickness := dose)
    else:
        take_in(sickness, dose)
    if wait := max(0, sickness.since - now(t)):
        t.say("will_sicken", rule, who=who.id, what=id, dice=sickness.dice, hours=-(-wait // ROUNDS_AN_HOUR))
    else:
        t.say("sickens", rule, who=who.id, what=id, dice=sickness.dice)


@cites("infected.hazard.food_poisoning", "infected.hazard.contaminated_water", "infected.hazard.radiation")
def take_in(sickness: Ailment, dose: Ailment) -> None:
    """More of what one is ill with already cures nothing: of both it has the worse, from the first on and until the last is over."""
    sickness.dice = min(sickness.dice, dose.dice)
    sickness.since = min(sickness.since, dose.since)
    endless = sickness.until is None or dose.until is None
    sickness.until = None if endless else max(sickness.until or 0, dose.until or 0)
    sickness.stress_a_day = max(sickness.stress_a_day, dose.stress_a_day)
    sickness.bleeding_a_day = sickness.bleeding_a_day or dose.bleeding_a_day
