"""What the world does to people scene by scene: cold, heat, smoke, water, collapses, falls, radiation. Hunger and sickness: sickness.py."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected import stress
from rulebound.games.infected.bonds import forget, helped
from rulebound.games.infected.carry import burden
from rulebound.games.infected.checks import check, resists
from rulebound.games.infected.conditions import put_on
from rulebound.games.infected.content import content
from rulebound.games.infected.death import die, faint
from rulebound.games.infected.equipment import discard, of_kind
from rulebound.games.infected.fighting import Blow, Source
from rulebound.games.infected.people import Ailment, Person
from rulebound.games.infected.state import T, now
from rulebound.games.infected.terms import ROUNDS_A_MINUTE, Attribute, Condition, Id, Level, Skill
from rulebound.games.infected.world import able, anybody, chance, gm_only, has_able, table_die
from rulebound.games.infected.wounds import hurt, wound
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

ONSET = (1, 3, 5)
"""infected.hazard.stages: scenes of exposure that bring stage 1, 2 and 3."""
FATAL_FAILURES = 3
RESCUE_ROUNDS = 2
FEET_A_ROW = 10
ROUNDS_AN_HOUR = 60 * ROUNDS_A_MINUTE
ROUNDS_A_DAY = 24 * ROUNDS_AN_HOUR


class Weather(StrEnum):
    COLD = "cold"
    HEAT = "heat"


STAGES: dict[Weather, tuple[tuple[str, int, str], ...]] = {
    Weather.COLD: (("chilled", -1, "reflex"), ("hypothermic", -2, "physical"), ("freezing", -3, "all")),
    Weather.HEAT: (("overheated", -1, "grit"), ("heat exhaustion", -2, "physical"), ("heat stroke", -3, "all")),
}
"""infected.hazard.cold, infected.hazard.heat: name, dice, and which rolls."""


# ------------------------------------------------------------------------------------------------ cold and heat
@cites("infected.hazard.stages", "infected.hazard.scene_pacing", "infected.conv.ranges")
def stage_of(scenes: int, delayed: bool) -> int:
    """By scenes of exposure; what delays a stage makes each come at the onset of the next."""
    stage = sum(scenes >= onset for onset in ONSET)
    return max(0, stage - 1) if delayed else stage


@cites("infected.hazard.cold.mitigation", "infected.hazard.wet_gear")
def dressed_for_cold(who: Person) -> bool:
    """Warm clothing delays a stage unless it is wet."""
    worn = (who.gear[id] for id in who.worn if id in who.gear)
    return not who.wet and any(g.kind in content().gear and content().gear[g.kind].warm for g in worn)


def gm_for_all(t: T, by: SeatId) -> Refusal | None:
    return gm_only(t, by)


@command(rules=("infected.hazard.stages", "infected.hazard.cold", "infected.hazard.heat"), when=gm_for_all, who=anybody)
def exposure(t: T, by: SeatId, weather: Weather, who: Id, sheltered: bool = False, double_water: bool = False) -> None:
    """A scene in extreme cold or heat for somebody; shelter or shade, and rest at the peak of heat, make it no exposure."""
    me = t.state.people[who]
    if not sheltered:
        me.exposure[weather] = me.exposure.get(weather, 0) + 1
    weather_scene(t, me, weather, sheltered, double_water)


@cites("infected.hazard.cold", "infected.hazard.heat", "infected.hazard.heat.mitigation")
def weather_scene(t: T, who: Person, weather: Weather, sheltered: bool, double_water: bool = False) -> None:
    """The stage that the scenes so far have brought, and what it does each scene."""
    delayed = dressed_for_cold(who) if weather is Weather.COLD else double_water
    before = stage_now(who, weather)
    stage = max(before, stage_of(who.exposure.get(weather, 0), delayed)) if not sheltered else before
    rule = f"infected.hazard.{weather}"
    if stage != before:
        enter_stage(t, who, weather, stage, rule)
    if sheltered:
        t.say("sheltered", f"{rule}.mitigation", who=who.id, weather=weather.value)
    elif stage == 2:
        wound(t, who, Level.BRUISED, rule)
    elif stage == 3 and not resists(t, who, "endure_weather", Attribute.GRIT, Skill.ENDURE):
        wound(t, who, Level.BLEEDING, rule)
        if weather is Weather.HEAT:
            faint(t, who, rule)


def stage_now(who: Person, weather: Weather) -> int:
    return next((a.stage for a in who.ailments if a.id == weather), 0)


@cites("infected.hazard.stages")
def enter_stage(t: T, who: Person, weather: Weather, stage: int, rule: str) -> None:
    """The penalties of successive stages replace each other."""
    forget(who, weather)
    if stage:
        name, dice, applies = STAGES[weather][stage - 1]
        who.ailments.append(Ailment(id=weather, name=name, dice=dice, rule=rule, applies=applies, stage=stage, since=now(t)))
        t.say("hazard_stage", rule, who=who.id, name=name, stage=stage)
        if stage == 1:
            stress.suffer(t, who, 1, rule)
    else:
        t.say("hazard_over", rule, who=who.id, weather=weather.value)


@command(rules=("infected.hazard.cold.mitigation", "infected.hazard.heat.mitigation"), when=gm_for_all, who=anybody)
def warm_up(t: T, by: SeatId, weather: Weather, who: Id) -> None:
    """A scene at a source of heat, or cooled in the shade: one stage goes, and those who collapsed come round."""
    me = t.state.people[who]
    stage = stage_now(me, weather)
    me.exposure[weather] = ONSET[stage - 2] if stage > 1 else 0
    if stage:
        enter_stage_back(t, me, weather, stage - 1)
    if weather is Weather.HEAT and me.unconscious:
        me.unconscious = False
        t.say("wakes", "infected.hazard.heat.mitigation", who=me.id)


def enter_stage_back(t: T, who: Person, weather: Weather, stage: int) -> None:
    """Getting better costs no Stress."""
    rule = f"infected.hazard.{weather}.mitigation"
    forget(who, weather)
    if stage:
        name, dice, applies = STAGES[weather][stage - 1]
        who.ailments.append(Ailment(id=weather, name=name, dice=dice, rule=rule, applies=applies, stage=stage, since=now(t)))
        t.say("hazard_stage", rule, who=who.id, name=name, stage=stage)
    else:
        t.say("hazard_over", rule, who=who.id, weather=weather.value)


@cites("infected.hazard.heat")
def water_ration(who: Person) -> int:
    """Days of water a day: two while the heat is on somebody."""
    return 2 if stage_now(who, Weather.HEAT) else 1


# ------------------------------------------------------------------------------------------------ fire and smoke
class Fire(StrEnum):
    SMALL = "small"
    LARGE = "large"
    INFERNO = "inferno"


FIRE_DAMAGE = {Fire.SMALL: 2, Fire.LARGE: 4, Fire.INFERNO: 6}
"""infected.hazard.fire.damage"""


@command(rules=("infected.hazard.fire.damage", "infected.hazard.fire.catching"), when=gm_for_all, who=anybody)
def touch_fire(t: T, by: SeatId, size: Fire, who: Id) -> None:
    """A round in contact with fire: damage, and REFLEX + Athletics or Burning."""
    me, rule = t.state.people[who], "infected.hazard.fire.damage"
    through = hurt(t, me, Blow(target=me.id, amount=FIRE_DAMAGE[size], by="fire", rule=rule, source=Source.FIRE))
    burning = me.dead or me.has(Condition.BURNING)
    if through and not burning and not resists(t, me, "catch_fire", Attribute.REFLEX, Skill.ATHLETICS):
        put_on(t, me, Condition.BURNING)


@cites("infected.hazard.smoke")
def breathes_freely(who: Person) -> bool:
    worn = (who.gear[id] for id in who.worn if id in who.gear)
    return any(g.kind in content().gear and content().gear[g.kind].breathing and not g.torn for g in worn)


@cites("infected.hazard.smoke")
def smoke_density(density: int, low: bool) -> int:
    """Staying low makes the smoke one density lighter."""
    return max(0, density - 1) if low else density


@cites("infected.hazard.smoke")
def smoke_dice(density: int) -> int:
    """Light -1, heavy and thick -2."""
    return -min(2, density)


def densities(*_: object) -> range:
    """1 light, 2 heavy, 3 thick."""
    return range(1, 4)


@command(rules=("infected.hazard.smoke",), when=gm_for_all, density=densities, who=anybody)
def breathe_smoke(t: T, by: SeatId, density: int, who: Id, low: bool = False) -> None:
    """A minute in smoke: 1 Bruised where it is heavy, 2 damage where it is thick, unless something helps to breathe."""
    me, thick, rule = t.state.people[who], smoke_density(density, low), "infected.hazard.smoke"
    forget(me, "smoke")
    if thick:
        until = now(t) + ROUNDS_A_MINUTE
        me.ailments.append(Ailment(id="smoke", name="smoke", dice=smoke_dice(thick), rule=rule, since=now(t), until=until))
        t.say("in_smoke", rule, who=me.id, density=("light", "heavy", "thick")[thick - 1])
    if breathes_freely(me):
        return
    if thick == 2:
        wound(t, me, Level.BRUISED, rule)
    elif thick == 3:
        hurt(t, me, Blow(target=me.id, amount=2, by="smoke", rule=rule, source=Source.INTERNAL))


# ------------------------------------------------------------------------------------------------ water
class Water(StrEnum):
    CALM = "calm"
    ROUGH = "rough"
    RAPIDS = "rapids"


WATER_DICE = {Water.CALM: 0, Water.ROUGH: -1, Water.RAPIDS: -2}
ITEMS_A_DIE = 3


@cites("infected.hazard.swimming")
def swim_dice(who: Person, water: Water) -> Total:
    """Rough water -1, rapids -2, and a die less for every three Significant Items."""
    rule = "infected.hazard.swimming"
    return Total().plus(water.value, WATER_DICE[water], rule).plus("burden", -(burden(who).value // ITEMS_A_DIE), rule)


@command(rules=("infected.hazard.swimming",), when=has_able, who=able)
def swim(t: T, by: SeatId, who: Id, water: Water = Water.CALM) -> None:
    """Swim: GRIT + Athletics, or begin to drown. Either way you are wet, and so is your gear."""
    me = t.state.people[who]
    if resists(t, me, "swim", Attribute.GRIT, Skill.ATHLETICS, swim_dice(me, water)):
        me.drowning = 0
        t.say("swims", "infected.hazard.swimming", who=who)
    else:
        me.drowning = max(1, me.drowning)
        t.say("goes_under", "infected.hazard.swimming", who=who)
    soak(t, me)


@cites("infected.hazard.wet_gear")
def soak(t: T, who: Person) -> None:
    """Guns are unreliable until dry, electronics and open food are ruined by 50%, clothes no longer warm."""
    if who.wet:
        return
    who.wet = True
    t.say("soaked", "infected.hazard.wet_gear", who=who.id)
    if of_kind(who, "waterproof bag") or any("waterproof bag" in g.upgrades for g in who.gear.values()):
        return
    for thing in list(who.gear.values()):
        row = content().gear.get(thing.kind)
        if row is not None and row.electronic and chance(t, 50, "electronics", who, (thing.kind,)):
            discard(who, thing)
            t.say("ruined", "infected.hazard.wet_gear", who=who.id, thing=thing.kind)
    if who.food and chance(t, 50, "wet_food", who):
        t.say("spoils", "infected.hazard.wet_gear", who=who.id, days=who.food)
        who.food = 0


def wet_ones(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is soaked."""
    return [who for who in able(t, by) if t.state.people[who].wet]


def can_dry(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    return None if wet_ones(t, by) else Refusal("infected.hazard.wet_gear", "Nobody of yours is wet.", "Keep it that way.")


@command(rules=("infected.hazard.wet_gear",), when=can_dry, who=wet_ones)
def dry_off(t: T, by: SeatId, who: Id) -> None:
    """Dry clothes and clean weapons."""
    t.state.people[who].wet = False
    t.say("dries", "infected.hazard.wet_gear", who=who)


def drowning_ones(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody under water who is still alive."""
    return [p.id for p in t.state.people.values() if p.drowning and not p.dead]


def can_drown(t: T, by: SeatId) -> Refusal | None:
    return None if drowning_ones(t, by) else Refusal("infected.hazard.drowning", "Nobody is drowning.", "Swim first.")


@command(rules=("infected.hazard.drowning",), when=can_drown, who=drowning_ones)
def without_air(t: T, by: SeatId, who: Id) -> None:
    """A round without air: GRIT + Endure, worse with every failure; the third means blacking out."""
    drown(t, t.state.people[who])


@cites("infected.hazard.drowning")
def drown(t: T, who: Person) -> None:
    rule = "infected.hazard.drowning"
    if who.drowned_at is not None:
        if now(t) - who.drowned_at > RESCUE_ROUNDS:
            die(t, who, rule, None)
        return
    failed = who.drowning - 1
    extra = Total().plus("failed before", -failed, rule)
    if resists(t, who, "drown", Attribute.GRIT, Skill.ENDURE, extra):
        t.say("holds_breath", rule, who=who.id)
        return
    who.drowning += 1
    stress.suffer(t, who, 1, rule)
    if who.drowning - 1 >= FATAL_FAILURES:
        who.drowned_at = now(t)
        wound(t, who, Level.CRITICAL, rule)
        faint(t, who, rule)
    else:
        t.say("chokes_on_water", rule, who=who.id, failures=who.drowning - 1)


def rescuers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is up."""
    return able(t, by)


def drowning_others(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """Somebody else under water."""
    return [id for id in drowning_ones(t, by) if id != who]


def can_rescue(t: T, by: SeatId) -> Refusal | None:
    if not able(t, by) or not drowning_ones(t, by):
        return Refusal("infected.hazard.drowning", "Nobody is drowning whom you could reach.", "Look again.")
    return None


@command(rules=("infected.hazard.drowning",), when=can_rescue, who=rescuers, victim=drowning_others)
def pull_out(t: T, by: SeatId, who: Id, victim: Id) -> None:
    """Pull somebody out of the water; within two rounds of blacking out they can still be revived, that is stabilised."""
    me, other = t.state.people[who], t.state.people[victim]
    if other.drowned_at is not None and now(t) - other.drowned_at > RESCUE_ROUNDS:
        die(t, other, "infected.hazard.drowning", None)
        return
    other.drowning, other.drowned_at = 0, None
    t.say("pulled_out", "infected.hazard.drowning", who=who, victim=victim)
    helped(t, me, other)


# ------------------------------------------------------------------------------------------------ collapse
@command(rules=("infected.hazard.collapse.signs",), when=has_able, who=able)
def look_for_signs(t: T, by: SeatId, who: Id) -> None:
    """WITS + Notice for dust, cracks, noises: whether this structure is failing."""
    me = t.state.people[who]
    seen = check(t, me, "collapse_signs", Attribute.WITS, Skill.NOTICE).hits >= 1
    zone = t.state.scene.zones.get(me.zone)
    unstable = bool(zone and zone.unstable)
    t.say("sees_signs" if seen and unstable else "sees_none", "infected.hazard.collapse.signs", who=who)


@command(rules=("infected.hazard.collapse.resolve",), when=gm_for_all, who=anybody)
def collapse(t: T, by: SeatId, who: Id) -> None:
    """The structure comes down on somebody: REFLEX + Athletics to get out."""
    me, rule = t.state.people[who], "infected.hazard.collapse.resolve"
    hits = check(t, me, "collapse", Attribute.REFLEX, Skill.ATHLETICS).hits
    damage = 0 if hits >= 2 else 2 if hits == 1 else 4
    if damage:
        hurt(t, me, Blow(target=me.id, amount=damage, by="the collapse", rule=rule, source=Source.COLLAPSE))
    me.trapped = hits == 0 and not me.dead
    t.say("trapped" if me.trapped else "gets_out_of_it", rule, who=who)


def trapped_ones(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody under the rubble."""
    return [p.id for p in t.state.people.values() if p.trapped and not p.dead]


def can_dig(t: T, by: SeatId) -> Refusal | None:
    if not able(t, by) or not trapped_ones(t, by):
        return Refusal("infected.hazard.collapse.trapped", "Nobody is trapped.", "Good.")
    return None


@command(rules=("infected.hazard.collapse.trapped",), when=can_dig, who=able, victim=trapped_ones)
def dig_out(t: T, by: SeatId, who: Id, victim: Id) -> None:
    """Dig somebody out, or yourself at two dice less: GRIT + Athletics, once a round."""
    me, other, rule = t.state.people[who], t.state.people[victim], "infected.hazard.collapse.trapped"
    extra = Total().plus("from inside", -2 if me is other else 0, rule)
    if resists(t, me, "dig_out", Attribute.GRIT, Skill.ATHLETICS, extra):
        other.trapped = False
        t.say("dug_out", rule, who=who, victim=victim)
        helped(t, me, other)
    else:
        t.say("still_trapped", rule, who=who, victim=victim)


# ------------------------------------------------------------------------------------------------ falling
@cites("infected.hazard.falling")
def fall_damage(feet: int) -> int:
    """2 for every full 10 feet; between rows the lower one counts, and beyond 40 feet it goes on the same way."""
    rows = feet // FEET_A_ROW
    return 2 * rows


def feet(*_: object) -> range:
    """How far, in feet."""
    return range(201)


@command(rules=("infected.hazard.falling", "infected.hazard.falling.reduction"), when=gm_for_all, who=anybody, height=feet)
def fall(t: T, by: SeatId, who: Id, height: int, soft: bool = False, controlled: bool = True) -> None:
    """Somebody falls: REFLEX + Athletics takes its hits off the damage if they can prepare, a soft landing 2."""
    me, rule = t.state.people[who], "infected.hazard.falling"
    hits = check(t, me, "fall", Attribute.REFLEX, Skill.ATHLETICS).hits if controlled and fall_damage(height) else 0
    damage = max(0, fall_damage(height) - hits - (2 if soft else 0))
    t.say("falls", rule, who=who, height=height, damage=damage)
    if damage:
        hurt(t, me, Blow(target=me.id, amount=damage, by="the fall", rule=rule, source=Source.FALL))


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


def sicken(t: T, who: Person, id: str, dice: int, rule: str, until: int | None, stress_a_day: int = 0, bleeding: bool = False) -> None:
    """Something that lowers every roll until a time; the same sickness does not come twice at once."""
    forget(who, id)
    who.ailments.append(
        Ailment(
            id=id, name=id, dice=dice, rule=rule, since=now(t), until=until, stress_a_day=stress_a_day, bleeding_a_day=bleeding
        )
    )  # fmt: skip
    t.say("sickens", rule, who=who.id, what=id, dice=dice)
