"""Wounds: no hit points but rows of slots, which row a blow marks, and patching them up. What wounds cost is in pain.py."""

from __future__ import annotations

from typing import cast

from rulebound.games.infected import death
from rulebound.games.infected.armor import past_armor
from rulebound.games.infected.conditions import forget
from rulebound.games.infected.fighting import Blow
from rulebound.games.infected.guts import lower_damage
from rulebound.games.infected.infection import LIMBS
from rulebound.games.infected.pain import felt, numb, severity
from rulebound.games.infected.people import HORDE, SWARM, Injury, Person, Spot
from rulebound.games.infected.state import T, now
from rulebound.games.infected.terms import ROUNDS_A_MINUTE, Area, Kind, Level
from rulebound.games.infected.variants import LimbShot, MissingRows, WoundOverflow
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Unit
from rulebound.kernel.dice import SumPool
from rulebound.kernel.seats import GM

PATCH_MINUTES = 60
INFECTED_WOUND = "infected wound"
AREA_BY_D6 = (Area.ARM, Area.ARM, Area.LEG, Area.LEG, Area.TORSO, Area.HEAD)


# ------------------------------------------------------------------------------------------------ one blow
@cites("infected.wounds.pipeline")
def hurt(t: T, who: Person, blow: Blow, *, last: bool = False) -> int:
    """Armor, wear, Guts, row, mark, and what follows. How much damage got through. After the `last` blow of a command nothing else
    meets the armor."""
    if who.dead or who.kind is HORDE:
        return 0
    if who.kind is SWARM:
        return mark_boxes(t, who, blow.amount, blow.by)
    damage = past_armor(t, who, blow, last=last)
    if blow.limb and t.variants.called_shot_limb_minus_one is LimbShot.AFTER_ARMOR:
        damage = max(1, damage - 1)
    damage = lower_damage(t, who, damage, blow.by)
    row = severity(damage)
    if row is None:
        t.say("unhurt", blow.rule, who=who.id, by=blow.by)
        return 0
    t.say("hurt", blow.rule, who=who.id, damage=damage, by=blow.by)
    if who.wounds.marked["critical"] and damage >= 7:
        death.beyond_critical(t, who, "infected.death.critical_twice", blow)
    else:
        wound(t, who, row, blow.rule, blow)
    return damage


@cites("infected.wounds.escalation", "infected.wounds.track", "infected.conv.damage_vs_named_wound", "infected.npc.infected_track")
def wound(t: T, who: Person, row: Level, rule: str, blow: Blow | None = None, area: Area | None = None) -> Level | None:
    """Mark one slot of a row, or of the next graver one with room: also for wounds that a rule names, past armor and Guts. Where it is
    is asked if it matters and the rule does not say."""
    if who.dead or who.many:
        return None
    if (
        who.kind is Kind.INFECTED and row in (Level.BLEEDING, Level.BROKEN) and not who.wounds.slots[row]
        and t.variants.npc_infected_missing_rows is MissingRows.BRUISED_FIRST and who.wounds.room("bruised")
    ):  # fmt: skip
        row = Level.BRUISED
    marked = who.wounds.mark(row).level
    if marked is None:
        return overflow(t, who, rule, blow)
    return marked_now(t, who, Level(marked), rule, blow, area)


@cites("infected.npc.special.relentless")
def marked_now(t: T, who: Person, level: Level, rule: str, blow: Blow | None, area: Area | None = None) -> Level:
    """A slot is marked: the wound is remembered and will cost dice, unless somebody is Relentless; and dying may begin."""
    t.say("wounded", rule, who=who.id, level=level.value)
    if level is not Level.BRUISED and "relentless" not in who.traits:
        injury = Injury(level=level, area=area, at=now(t), day=t.state.clock.passed[Unit.DAYS])
        who.injuries.append(injury)
        if level is Level.BROKEN and area is None:
            if numb(t, who, injury):  # where it was is not felt yet
                t.aside(name_area, who, injury)
            else:
                name_area(t, who, injury)
    if level is Level.CRITICAL:
        death.critical(t, who, blow)
    return level


@cites("infected.wounds.penalties")
def name_area(t: T, who: Person, injury: Injury) -> None:
    """The game master does; a d6 where there is none."""
    injury.area = t.judge("injured_area", tuple(Area), lambda: cast(Area, t.apart(struck, who, ("id",), ()).area), (who.id,))


@cites("infected.wounds.penalties")
def struck(t: T, who: Person) -> Spot:
    return Spot(AREA_BY_D6[t.roll(SumPool(1), "injured_area", GM, (who.id,)).total - 1])


@cites("infected.wounds.escalation", "infected.death.all_slots")
def overflow(t: T, who: Person, rule: str, blow: Blow | None) -> Level | None:
    """Every graver slot is full. With none free at all it is death; else the gravest free slot below is marked."""
    below = who.wounds.gravest_free
    if below is None:
        death.beyond_critical(t, who, "infected.death.all_slots", blow)
        return None
    match t.variants.wounds_overflow:
        case WoundOverflow.SPILL_DOWN:
            who.wounds.marked[below] += 1
            return marked_now(t, who, Level(below), rule, blow)
        case WoundOverflow.DEATH:
            death.beyond_critical(t, who, "infected.wounds.escalation", blow)
        case WoundOverflow.NO_MARK:
            t.say("no_mark", "infected.wounds.escalation", who=who.id)
    return None


@cites(
    "infected.npc.swarm_damage",
    "infected.npc.swarm",
    "infected.conv.rounding",
    "infected.npc.example.swarm_damage",
    "infected.changelog.half_b",
)
def mark_boxes(t: T, who: Person, damage: int, by: str) -> int:
    """A Swarm loses a box for every 2 damage of a hit, rounded up, and is gone with the last."""
    if damage < 1:
        return 0
    boxes = min(who.boxes - who.boxes_marked, -(-damage // t.variants.swarm_damage_per_box))
    who.boxes_marked += boxes
    t.say("boxes", "infected.npc.swarm_damage", who=who.id, boxes=boxes, left=who.boxes - who.boxes_marked)
    if who.boxes_marked >= who.boxes:
        death.die(t, who, "infected.npc.swarm", None)
    return damage


# ------------------------------------------------------------------------------------------------ mending
@cites("infected.wounds.patch_up")
def patch(t: T, who: Person, injury: Injury) -> None:
    """One Bleeding or Broken wound costs nothing for an hour. Nothing is healed."""
    injury.patched_until, injury.covered = now(t) + PATCH_MINUTES * ROUNDS_A_MINUTE, True
    t.say("patched", "infected.wounds.patch_up", who=who.id, level=injury.level.value)


def patchable(t: T, who: Person) -> list[Injury]:
    return [i for i in who.injuries if i.level in (Level.BLEEDING, Level.BROKEN) and felt(t, i)]


def by_name(injuries: list[Injury]) -> dict[str, Injury]:
    """Wounds by level and part: `bleeding`, `broken arm`; of those alike the first."""
    named: dict[str, Injury] = {}
    for injury in injuries:
        named.setdefault(" ".join(filter(None, (injury.level.value, injury.area and injury.area.value))), injury)
    return named


def heal(t: T, who: Person, level: Level, rule: str) -> bool:
    """Clear one slot of a row: a wound that festers first, one that an operation heals last, else the oldest."""
    if not who.wounds.marked[level]:
        return False
    wounds = (i for i in who.injuries if i.level is level)
    injury = min(wounds, key=lambda i: (not i.rotting, i.heals_day is not None), default=None)
    mended(t, who, level, injury)
    t.say("heals", rule, who=who.id, level=level.value)
    if injury is not None:
        tied_too_long(t, who, injury)
    return True


@cites("infected.craft.recipes.medical")
def tied_too_long(t: T, who: Person, injury: Injury) -> None:
    """A wound is healed and its tourniquet comes off: if late, the limb is Broken by it."""
    if injury.tourniquet_until is None or now(t) <= injury.tourniquet_until:
        return
    rule = "infected.craft.recipes.medical"
    t.say("loosened", rule, who=who.id)
    wound(t, who, Level.BROKEN, rule, area=injury.area or t.judge("tied_limb", LIMBS, LIMBS[0], (who.id,)))


@cites("infected.hazard.wound_infection")
def mended(t: T, who: Person, level: Level, injury: Injury | None) -> None:
    """A slot is free again; with the last infected wound what it cost is over."""
    who.wounds.clear(level)
    if injury is not None:
        who.injuries.remove(injury)
        if injury.rotting:
            rot_is_over(t, who)


@cites("infected.hazard.wound_infection")
def rot_is_over(t: T, who: Person) -> None:
    if any(a.id == INFECTED_WOUND for a in who.ailments) and not any(i.rotting for i in who.injuries):
        forget(who, INFECTED_WOUND)
        t.say("ailment_over", "infected.hazard.wound_infection", who=who.id, what=INFECTED_WOUND)
