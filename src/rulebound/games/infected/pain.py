"""The wound track as such: its slots, which row a damage belongs to, and what wounds cost once adrenaline is gone."""

from __future__ import annotations

from rulebound.games.infected.people import Injury, Person
from rulebound.games.infected.state import T, in_fight, now
from rulebound.games.infected.terms import ROUNDS_A_MINUTE, Area, Attribute, Level, Skill
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.citing import cites
from rulebound.kernel.tracks import LevelTrack

BLEEDING_PENALTY = 1
BROKEN_PENALTY = 2
HANDS_ON = (Skill.BRAWL, Skill.SHOOT, Skill.DRIVE, Skill.CRAFT, Skill.TECH, Skill.MEDICINE)
ON_FOOT = (Skill.ATHLETICS, Skill.STEALTH, Skill.SURVIVAL)


@cites("infected.wounds.track", "infected.wounds.grit_bonus", "infected.chargen.derived", "infected.wounds.example.grit_slots")
def fresh_track(variants: InfectedVariants, grit: int) -> LevelTrack:
    """Four rows; above GRIT 2 every point is another Bruised slot."""
    bruised, bleeding, broken, critical = variants.wounds_slots
    return LevelTrack({"bruised": bruised + max(0, grit - 2), "bleeding": bleeding, "broken": broken, "critical": critical})


@cites("infected.wounds.severity", "infected.wounds.example.bleeding4")
def severity(damage: int) -> Level | None:
    """By what armor and Guts have left of the damage."""
    if damage < 1:
        return None
    return Level.BRUISED if damage <= 2 else Level.BLEEDING if damage <= 4 else Level.BROKEN if damage <= 6 else Level.CRITICAL


WEEK, MONTH = 7, 30


@cites("infected.heal.natural")
def heals_in(level: Level) -> int | None:
    """After so many days by itself; a Critical wound never, Bruised ones by rest."""
    return {Level.BLEEDING: WEEK, Level.BROKEN: MONTH}.get(level)


# ------------------------------------------------------------------------------------------------ what wounds cost
@cites("infected.wounds.penalty_delay")
def numb(t: T, who: Person, injury: Injury) -> bool:
    """Adrenaline: no penalties in a fight, nor for 10 minutes after it or after a wound taken outside one."""
    window = t.variants.wounds_adrenaline_minutes
    if window == "in_combat_too":
        return False
    return in_fight(t) or now(t) < max(who.adrenaline_until, injury.at + window * ROUNDS_A_MINUTE)


@cites("infected.wounds.patch_up", "infected.craft.recipes.medical")
def felt(t: T, injury: Injury) -> bool:
    """Neither patched up, nor stilled, nor under a tourniquet."""
    return now(t) >= injury.patched_until and not injury.tied


@cites("infected.wounds.penalties", "infected.wounds.patch_up", "infected.conv.physical_roll")
def wound_penalty(t: T, who: Person, attribute: Attribute, skill: Skill | None) -> int:
    """Dice lost: 1 for each Bleeding wound on physical rolls, 2 for each Broken one on rolls of that part; 3 in all at most."""
    lost = 0
    physical = attribute in (Attribute.GRIT, Attribute.REFLEX)
    for injury in who.injuries:
        if not felt(t, injury) or numb(t, who, injury):
            continue
        if injury.level is Level.BLEEDING and physical:
            lost += BLEEDING_PENALTY
        elif injury.level is Level.BROKEN and uses(injury.area, physical, skill):
            lost += BROKEN_PENALTY
    cap = t.variants.wounds_penalty_cap
    return lost if cap == "none" else min(lost, cap)


@cites("infected.wounds.penalties")
def uses(area: Area | None, physical: bool, skill: Skill | None) -> bool:
    """Which rolls a part of the body is used for: hands, feet, anything physical, or the head for the rest."""
    match area:
        case Area.ARM:
            return skill in HANDS_ON
        case Area.LEG:
            return skill in ON_FOOT
        case Area.HEAD:
            return not physical
        case _:
            return physical


@cites("infected.infection.trigger_table", "infected.infection.triggers")
def open_wound(who: Person) -> bool:
    """An untreated Bleeding or Broken wound, or an unstabilised Critical one. Bruises are closed."""
    return any(
        not (injury.covered or injury.tied) and (injury.level is not Level.CRITICAL or who.dying_until is not None)
        for injury in who.injuries
    )
