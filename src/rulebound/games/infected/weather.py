"""Extreme cold and heat, stage by stage, and what keeps them off."""

from __future__ import annotations

from enum import StrEnum

from rulebound.games.infected import stress
from rulebound.games.infected.checks import resists
from rulebound.games.infected.clockwork import sleeps_it_off, wake
from rulebound.games.infected.conditions import forget
from rulebound.games.infected.content import content
from rulebound.games.infected.death import faint
from rulebound.games.infected.hazards import gm_for_all
from rulebound.games.infected.people import Ailment, Person
from rulebound.games.infected.state import T, now
from rulebound.games.infected.terms import Attribute, Id, Level, Skill
from rulebound.games.infected.world import anybody, built_here
from rulebound.games.infected.wounds import wound
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.seats import SeatId

ONSET = (1, 3, 5)
"""infected.hazard.stages: scenes of exposure that bring stage 1, 2 and 3."""
EARLY_ONSET = 2
"""infected.conv.ranges: the other end of the span for stage 2."""


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
def stage_of(scenes: int, delayed: bool, second: int = ONSET[1]) -> int:
    """By scenes of exposure; what delays a stage makes each come at the onset of the next."""
    stage = sum(scenes >= onset for onset in (ONSET[0], second, ONSET[2]))
    return max(0, stage - 1) if delayed else stage


@cites("infected.hazard.cold.mitigation", "infected.hazard.wet_gear")
def dressed_for_cold(who: Person) -> bool:
    """Warm clothing delays a stage unless it is wet."""
    worn = (who.gear[id] for id in who.worn if id in who.gear)
    return not who.wet and any(g.kind in content().gear and content().gear[g.kind].warm for g in worn)


@command(
    rules=("infected.hazard.stages", "infected.hazard.cold", "infected.hazard.heat"),
    when=gm_for_all,
    who=anybody,
    sheltered=yes_or_no("Sheltered, or in the shade and resting."),
    double_water=yes_or_no("They drink double."),
)
def exposure(t: T, by: SeatId, weather: Weather, who: Id, sheltered: bool = False, double_water: bool = False) -> None:
    """A scene in extreme cold or heat for somebody; shelter or shade, and rest at the peak of heat, make it no exposure."""
    me = t.state.people[who]
    sheltered = sheltered or roofed(t)
    me.drinks_double = me.drinks_double or (double_water and weather is Weather.HEAT)
    if not sheltered:
        me.exposure[weather] = me.exposure.get(weather, 0) + 1
    weather_scene(t, me, weather, sheltered, double_water)


@cites("infected.craft.recipes.shelter")
def roofed(t: T) -> bool:
    """A lean-to where the group is keeps weather off."""
    return any(content().gear[w.kind].shelter for w in built_here(t).values())


@cites("infected.hazard.cold", "infected.hazard.heat", "infected.hazard.heat.mitigation")
def weather_scene(t: T, who: Person, weather: Weather, sheltered: bool, double_water: bool = False) -> None:
    """The stage that the scenes so far have brought, and what it does each scene."""
    delayed = dressed_for_cold(who) if weather is Weather.COLD else double_water
    before = stage_now(who, weather)
    stage = before if sheltered else max(before, stage_of(who.exposure.get(weather, 0), delayed, second_onset(t, who, weather)))
    rule = f"infected.hazard.{weather}"
    if stage != before:
        enter_stage(t, who, weather, stage, rule)
    if sheltered:
        t.say("sheltered", f"{rule}.mitigation", who=who.id, weather=weather.value)
    elif stage == 2:
        wound(t, who, Level.BRUISED, rule)
    elif stage == 3 and not resists(t, who, "endure_weather", Attribute.GRIT, Skill.ENDURE):
        wound(t, who, Level.BLEEDING, rule)
        if weather is Weather.HEAT and not who.dead and not who.unconscious:
            who.heat_stroke = True
            faint(t, who, rule)


@cites("infected.conv.ranges", "infected.hazard.stages")
def second_onset(t: T, who: Person, weather: Weather) -> int:
    """The scene that brings stage 2: the third, unless the game master says the second."""
    if who.exposure.get(weather, 0) != EARLY_ONSET:
        return ONSET[1]
    return t.judge("stage_two", (EARLY_ONSET, ONSET[1]), ONSET[1], (who.id, weather.value))


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
    if weather is Weather.HEAT and me.heat_stroke:
        me.heat_stroke = False
        if sleeps_it_off(me):
            wake(t, me)


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


@cites("infected.hazard.heat", "infected.hazard.heat.mitigation")
def water_ration(who: Person) -> int:
    """Days of water a day: two while the heat is on somebody, or to keep it off."""
    return 2 if who.drinks_double or stage_now(who, Weather.HEAT) else 1
