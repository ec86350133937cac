"""Crafting by recipe: what it takes, the check, and what comes of it, flawed, sound or fine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

import msgspec

from rulebound.games.infected.bonds import shared_relief, sharers
from rulebound.games.infected.carry import lay_down, pack_again, room_for
from rulebound.games.infected.content import ROUNDS_WORD, content, new_gear
from rulebound.games.infected.counted import change, take_along
from rulebound.games.infected.equipment import count_of, mend, of_kind, use_up
from rulebound.games.infected.horde import pressed
from rulebound.games.infected.kinds import NoiseLevel, Property, Recipe
from rulebound.games.infected.materials import (
    MOST_MISSING,
    Flaw,
    begins_activity,
    day_is_full,
    difficulty,
    do_job,
    gather,
    has_time,
    kit_dice,
    roll_flaw,
    scrounged,
    tool_kit,
    with_less,
)
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.state import T, party, today
from rulebound.games.infected.terms import PARTY, Id, Skill
from rulebound.games.infected.vehicles import mend_vehicle, repairable
from rulebound.games.infected.world import at_base, at_large, built_here, cramped, gear_id, has_at_large, stow
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, reasons
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId

FIRE_STARTERS = ("lighter", "matches", "fire starter", "torch")


class Quality(StrEnum):
    DURABILITY = "more durable"
    NUMBER = "more of it"


# ------------------------------------------------------------------------------------------------ the job
@cites("infected.craft.requirements")
def fire_at_hand(t: T, who: Person) -> bool:
    """Something that burns, or something to light a fire with."""
    hearth = any(content().gear[w.kind].warm for w in built_here(t).values())
    return hearth or any(of_kind(who, kind) for kind in FIRE_STARTERS)


@cites("infected.property.tool", "infected.equipment.broken", "infected.equipment.destroyed")
def crowbars(who: Person) -> list[Gear]:
    """Weapons that are also tools; a Broken one would only hinder."""
    kinds = content().weapons
    tools = (g for g in who.gear.values() if g.kind in kinds and kinds[g.kind].has(Property.TOOL))
    return [g for g in tools if not g.broken and not g.destroyed]


def crowbar(who: Person) -> Gear | None:
    """One that helps with repairs."""
    return next(iter(crowbars(who)), None)


def helped_by(tool: Gear | None) -> Total:
    return Total().plus("a tool in hand", 1 if tool is not None else 0, "infected.property.tool")


@cites("infected.craft.skill_variants", "infected.skill.medicine_vs_tech", "infected.vehicle.maintenance")
def skill_for(t: T, who: Person, printed: Skill, other: Skill | None) -> Skill:
    """The printed skill decides; another only if it is better and the game master agrees."""
    if other is None or who.skills.get(other, 0) <= who.skills.get(printed, 0):
        return printed
    return other if t.judge("other_skill", (True, False), False, (who.id, other.value)) else printed


# ------------------------------------------------------------------------------------------------ recipes
def recipes(t: T, by: SeatId, who: Id, *_: object) -> Sequence[str]:
    """A recipe for which there is time, and at most two units and no main ingredient are missing; those that miss nothing come first."""
    me = t.state.people[who]
    found = [name for name, recipe in content().recipes.items() if feasible(t, me, recipe)]
    return sorted(found, key=lambda name: missing(t, me, content().recipes[name]) > 0)


def missing(t: T, who: Person, recipe: Recipe) -> int:
    return gather(t, who, recipe.components, recipe.wants).missing


def feasible(t: T, who: Person, recipe: Recipe) -> bool:
    return lacking(t, who, recipe) is None


@cites("infected.craft.requirements", "infected.craft.scrounging", "infected.downtime.craft")
def lacking(t: T, who: Person, recipe: Recipe) -> Refusal | None:
    """What keeps somebody from trying this recipe at all."""
    rule = "infected.craft.requirements"
    if not has_time(t, who, recipe.minutes):
        return Refusal("infected.downtime.craft", f"It takes {recipe.minutes} minutes, and the day has fewer.", "Make something quicker.")
    for kind, count in recipe.needs.items():
        if count_of(who, kind) < count:
            return Refusal(rule, f"It takes {count} x {kind}.", "Find it first.")
    if recipe.fire and not fire_at_hand(t, who):
        return Refusal(rule, "It takes a fire, or something to light one with.", f"For instance: {', '.join(FIRE_STARTERS)}.")
    if recipe.tool and of_kind(who, recipe.tool) is None:
        return Refusal(rule, f"It takes a {recipe.tool}.", "Find one.")
    if recipe.vehicle and not to_repair(t):
        return Refusal(rule, "There is no damaged vehicle here.", "Make something else.")
    if recipe.mends and to_mend(who, recipe.mends) is None:
        return Refusal(rule, f"There is no {recipe.mends} to be mended.", "Make something else.")
    materials = gather(t, who, recipe.components, recipe.wants)
    if materials.missing <= MOST_MISSING:
        return None
    lacks = f"{materials.missing} units are missing: {', '.join(materials.lacks)}."
    return Refusal(rule, lacks, f"Find them; with {MOST_MISSING} missing at most one can scrounge.")


def not_to_be_made(t: T, by: SeatId, asked: Mapping[str, object]) -> Refusal | None:
    """Why this recipe is not offered to that survivor."""
    who, recipe = t.state.people.get(Id(str(asked.get("who")))), content().recipes.get(str(asked.get("recipe")))
    if who is None or recipe is None or (refusal := lacking(t, who, recipe)) is None:
        return None
    if asked.get("scrounge") in (True, "yes") and missing(t, who, recipe) > MOST_MISSING:
        return msgspec.structs.replace(refusal, rule="infected.craft.scrounging")
    return refusal


def to_repair(t: T) -> list[Id]:
    """Vehicles that are damaged, and in which no enemy sits."""
    taken = {p.vehicle for p in t.state.people.values() if p.side != PARTY and p.up}
    return [v.id for v in t.state.vehicles.values() if repairable(v) and v.id not in taken]


def to_mend(who: Person, kind: str) -> Gear | None:
    """One of that kind that is worn or has a hole."""
    return next((g for g in who.gear.values() if g.kind == kind and not g.destroyed and (g.torn or g.worn_off)), None)


def crafters(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is up and free and could make something."""
    return [who for who in at_large(t, by) if any(feasible(t, t.state.people[who], recipe) for recipe in content().recipes.values())]


def can_craft(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_at_large(t, by) or cramped(t) or pressed(t, by) or day_is_full(t, by):
        return refusal
    return None if crafters(t, by) else Refusal("infected.craft.requirements", "You have nothing to make anything of.", "Find components.")


def vehicles_to_mend(t: T, by: SeatId, who: Id, recipe: str, *_: object) -> Sequence[Id]:
    """The vehicle to be repaired."""
    return to_repair(t) if content().recipes[recipe].vehicle else []


def short_of_something(t: T, by: SeatId, who: Id, recipe: str) -> Sequence[bool]:
    """Whether to go on with one or two units missing."""
    row = content().recipes[recipe]
    return with_less(gather(t, t.state.people[who], row.components, row.wants))


RECIPE_RULES = {
    chapter: f"infected.craft.recipes.{chapter}"
    for chapter in ("medical", "food", "weapons", "explosives", "traps", "gear", "armor", "shelter")
}


@reasons(recipe=not_to_be_made)
@command(
    rules=("infected.craft.requirements", "infected.craft.check", *RECIPE_RULES.values()), when=can_craft, who=crafters, recipe=recipes,
    scrounge=short_of_something, vehicle=vehicles_to_mend, together_with=sharers,
)  # fmt: skip
def craft(
    t: T, by: SeatId, who: Id, recipe: str, scrounge: bool = False, vehicle: Id | None = None, together_with: Id | None = None
) -> None:
    """Make something by a recipe; scrounging goes on with one or two units missing and leaves a flaw."""
    me, row = t.state.people[who], content().recipes[recipe]
    if row.vehicle and vehicle is None:
        raise refuse("infected.craft.recipes.gear", "Which vehicle?", f"Name one: {', '.join(to_repair(t))}.")
    materials = gather(t, me, row.components, row.wants)
    tool = crowbar(me) if row.vehicle or row.mends or row.makes else None
    extra = difficulty(row.difficulty) + scrounged(materials, scrounge) + helped_by(tool)
    kit = None
    if not row.no_kit and row.noise is not NoiseLevel.SILENT:
        kit = tool_kit(t, me)
        extra += kit_dice(kit)
    if begins_activity(t, me, row.minutes):
        shared_relief(t, me, together_with)
    hits = do_job(t, me, recipe, materials, extra, row.minutes, row.noise, lambda: skill_for(t, me, row.skill, row.or_skill), kit, tool)
    if not hits:
        return
    for kind, count in row.needs.items():
        use_up(t, me, kind, RECIPE_RULES[row.chapter], count)
    flawed = hits == 1 or materials.missing > 0
    finish(t, me, recipe, row, flawed, hits >= 3, vehicle)


@cites("infected.craft.check", "infected.craft.quality_note")
def finish(t: T, who: Person, name: str, recipe: Recipe, flawed: bool, fine: bool, vehicle: Id | None) -> None:
    """What the recipe gives: rounds, boxes of a vehicle, a mended suit, or a thing."""
    rule = RECIPE_RULES[recipe.chapter]
    if recipe.vehicle:
        flaw = roll_flaw(t, who, lambda flaw: True) if flawed else None
        car = t.state.vehicles[vehicle or ""]
        mend_vehicle(t, who, car, max(0, recipe.vehicle + fine - lost_to(flaw)), rule)
    elif recipe.rounds:
        type = calibre(t, who, (recipe.rounds, *recipe.or_rounds))
        make_rounds(t, who, type, recipe.output * 3 // 2 if fine else recipe.output, flawed, rule)
    elif recipe.mends:
        suit = to_mend(who, recipe.mends)
        assert suit is not None
        mend_suit(t, who, suit, flawed, fine, rule)
    else:
        make(t, who, recipe.makes or name, flawed, fine, rule)


@cites("infected.craft.recipes.gear", "infected.craft.flaws")
def lost_to(flaw: Flaw | None) -> int:
    """Boxes that a flawed repair does not restore."""
    return {Flaw.FRAGILE: 2, Flaw.WEAK: 1}.get(flaw, 0) if flaw else 0


@cites("infected.craft.recipes.weapons", "infected.ammo.type_table")
def calibre(t: T, who: Person, types: Sequence[str]) -> str:
    """Of what can be made that for which the group has a gun; where it has several, as the crafter likes, else the commonest."""
    guns = content().weapons
    fed = {guns[thing.kind].ammo for p in party(t) for thing in p.gear.values() if thing.kind in guns}
    return t.choose(who.seat, "which_rounds", [type for type in types if type in fed] or types[:1], (who.id,))


@cites("infected.craft.check", "infected.craft.flaws")
def make_rounds(t: T, who: Person, type: str, count: int, flawed: bool, rule: str) -> None:
    """Rounds are neither fragile nor slow; with any other flaw they lie by themselves. At the safe place the Stash takes the rest."""
    if flawed:
        flaw = roll_flaw(t, who, lambda flaw: flaw not in (Flaw.FRAGILE, Flaw.SLOW))
        type = f"{flaw.value} {type}"
    t.say("makes_rounds", rule, who=who.id, count=count, what=type)
    left = count - take_along(t, who, f"{type}{ROUNDS_WORD}", count)
    if left and at_base(t):
        change(t.state.world.supplies, f"{type}{ROUNDS_WORD}", left)


@cites("infected.craft.recipes.armor", "infected.craft.check", "infected.craft.flaws")
def mend_suit(t: T, who: Person, suit: Gear, flawed: bool, fine: bool, rule: str) -> None:
    """No hole is left, and every box is back but those that a flaw costs; any other flaw stays with the suit."""
    flaw = roll_flaw(t, who, lambda flaw: True) if flawed else None
    suit.torn = False
    mend(t, who, suit, max(0, suit.worn_off - lost_to(flaw)), rule)
    if flaw and not lost_to(flaw):
        suit.flaws.append(flaw.value)
    if fine:
        improve(t, who, suit)


def make(t: T, who: Person, kind: str, flawed: bool, fine: bool, rule: str) -> None:
    thing = new_gear(kind, gear_id(t, kind))
    thing.crafted = True
    if kind in content().gear and content().gear[kind].keeps_days:
        thing.made_day = today(t)
    if kind in content().weapons and content().weapons[kind].ammo:
        thing.loaded = 0
    if fine:
        improve(t, who, thing)
    if flawed:
        flaw = roll_flaw(t, who, lambda flaw: can_have(thing, flaw))
        thing.flaws.append(flaw.value)
        if flaw is Flaw.FRAGILE:
            thing.boxes = max(1, thing.boxes - 2)
    keep(t, who, thing)
    quality = "flawed" if flawed else "fine" if fine else "sound"
    t.say("makes", rule, who=who.id, thing=kind, quality=quality)


@cites("infected.craft.flaws")
def can_have(thing: Gear, flaw: Flaw) -> bool:
    """Fragile takes Durability, and leaves a box; food is eaten at no particular speed; and what only stands there is never used, though
    a fire is seen."""
    row = content().gear.get(thing.kind)
    match flaw:
        case Flaw.FRAGILE:
            return thing.boxes > 1
        case Flaw.SLOW | Flaw.UNRELIABLE | Flaw.LOUD if row is not None and row.kind == "works" and not thing.boxes:
            return flaw is Flaw.LOUD and row.warm
        case Flaw.SLOW:
            return row is None or not row.days
    return True


def keep(t: T, who: Person, thing: Gear) -> None:
    """Works stay where they are built; other things go into the bag, or lie there if there is no room."""
    row = content().gear.get(thing.kind)
    if row is not None and row.kind == "works":
        built_here(t)[thing.id] = thing
        return
    if room_for(who, thing):
        stow(t, who.gear, thing)
    else:
        lay_down(t, who, thing)
        t.say("leaves", "infected.carry.capacity", who=who.id, thing=thing.id)
    pack_again(who)


@cites("infected.craft.check", "infected.craft.quality_note")
def improve(t: T, who: Person, thing: Gear) -> None:
    """Three hits: a box more, or half again as many uses; the crafter chooses where both are possible."""
    options = [Quality.DURABILITY] if thing.boxes else []
    if thing.count > 1 or not thing.boxes:
        options.append(Quality.NUMBER)
    if t.choose(who.seat, "quality", options, (who.id, thing.kind)) is Quality.DURABILITY:
        thing.boxes += 1
    elif thing.count > 1:
        thing.count = thing.count * 3 // 2
    else:
        thing.upgrades.append("fine")
