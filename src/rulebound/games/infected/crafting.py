"""Crafting: components, the check, flaws and quality, scrounging, and upgrades of what one has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

import msgspec

from rulebound.games.infected.carry import pack_again, room_for, weight
from rulebound.games.infected.checks import check
from rulebound.games.infected.clockwork import pass_minutes
from rulebound.games.infected.content import content, new_gear
from rulebound.games.infected.equipment import mend, of_kind, stacks, tool_dice, use_up, wear_tool
from rulebound.games.infected.journey import Supplies
from rulebound.games.infected.kinds import Component, NoiseLevel, Property, Recipe, Upgrade
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.state import Phase, T, now
from rulebound.games.infected.terms import Attribute, Id, Skill
from rulebound.games.infected.threat import make_noise
from rulebound.games.infected.variants import CraftTracking
from rulebound.games.infected.world import able, at_base, gear_id, has_able, table_die
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId

NOISE = {NoiseLevel.SILENT: 0, NoiseLevel.QUIET: 1, NoiseLevel.MODERATE: 2, NoiseLevel.LOUD: 3, NoiseLevel.VERY_LOUD: 4}
"""infected.craft.noise with the defaults of infected.conv.ranges."""
NO_KIT_DICE = -2
MOST_MISSING = 2
ACTIVITY_MINUTES = 480
"""infected.downtime.craft"""
FIRE_STARTERS = ("lighter", "matches", "fire starter", "torch")
ROUNDS_A_DAY = 24 * 60 * 10


class Flaw(StrEnum):
    """infected.craft.flaws, by d6."""

    FRAGILE = "fragile"
    UNRELIABLE = "unreliable"
    LOUD = "loud"
    SLOW = "slow"
    WEAK = "weak"
    UGLY = "ugly"


class Quality(StrEnum):
    DURABILITY = "more durable"
    NUMBER = "more of it"


class Materials(msgspec.Struct, frozen=True):
    """What goes into a job: units by type, named things, and how many units are missing."""

    components: dict[Component, int]
    parts: int
    named: dict[str, int]
    missing: int

    @property
    def units(self) -> int:
        return sum(self.components.values()) + self.parts + sum(self.named.values())


# ------------------------------------------------------------------------------------------------ materials
@cites("infected.craft.tracking", "infected.craft.components")
def gather(t: T, who: Person, wanted: Mapping[Component, int], named: Mapping[str, int]) -> Materials:
    """What there is of it, own things and at the safe place the group's; generic Parts stand for any one component."""
    parts = who.parts + (t.state.world.supplies.parts if at_base(t) else 0)
    taken: dict[Component, int] = {}
    short = 0
    if t.variants.craft_tracking is CraftTracking.PARTS:
        there = sum(stock(t, who, component) for component in Component)
        need = sum(wanted.values())
        short = max(0, need - there)
        for component in Component:
            taken[component] = min(stock(t, who, component), need - sum(taken.values()))
    else:
        for component, count in wanted.items():
            taken[component] = min(count, stock(t, who, component))
            short += count - taken[component]
    generic = min(parts, short)
    have = {kind: min(count, count_of(who, kind)) for kind, count in named.items()}
    missing = short - generic + sum(named.values()) - sum(have.values())
    return Materials({c: n for c, n in taken.items() if n}, generic, {k: n for k, n in have.items() if n}, missing)


def stock(t: T, who: Person, component: Component) -> int:
    return who.components.get(component, 0) + (t.state.world.supplies.components.get(component, 0) if at_base(t) else 0)


def count_of(who: Person, kind: str) -> int:
    return sum(g.count for g in who.gear.values() if g.kind == kind)


def take(t: T, who: Person, component: Component | None, count: int) -> None:
    """Own things first, then the group's. No component means generic Parts."""
    owner: Person | Supplies
    for owner in (who, t.state.world.supplies):
        if component is None:
            really = min(count, owner.parts)
            owner.parts -= really
        else:
            really = min(count, owner.components.get(component, 0))
            if really:
                owner.components[component] -= really
        count -= really


@cites("infected.craft.check")
def consume(t: T, who: Person, materials: Materials) -> None:
    """All that was put in is used up."""
    for component, count in materials.components.items():
        take(t, who, component, count)
    take(t, who, None, materials.parts)
    for kind, count in materials.named.items():
        use_up(t, who, kind, "infected.craft.check", count)
    t.say("components_used", "infected.craft.check", who=who.id, units=materials.units)


@cites("infected.craft.check", "infected.conv.rounding")
def lose_half(t: T, who: Person, materials: Materials) -> None:
    """A failure costs half of all units put in, rounded up; the crafter picks which."""
    left: dict[str, int] = {component.value: count for component, count in materials.components.items()}
    left |= {"parts": materials.parts} if materials.parts else {}
    left |= materials.named
    lost = -(-materials.units // 2)
    for _ in range(lost):
        kind = t.choose(who.seat, "lost_component", [kind for kind, count in left.items() if count], (who.id,))
        left[kind] -= 1
        if kind in materials.named:
            use_up(t, who, kind, "infected.craft.check")
        else:
            take(t, who, None if kind == "parts" else Component(kind), 1)
    t.say("components_lost", "infected.craft.check", who=who.id, units=lost)


# ------------------------------------------------------------------------------------------------ the job
@cites("infected.craft.requirements")
def fire_at_hand(t: T, who: Person) -> bool:
    """Something that burns, or something to light a fire with."""
    works = any(content().gear[w.kind].warm for w in t.state.world.works.values())
    return (works and at_base(t)) or any(of_kind(who, kind) for kind in FIRE_STARTERS)


@cites("infected.craft.scrounging")
def scrounged(materials: Materials, scrounge: bool) -> Total:
    """One missing unit costs a die, two cost two, three are too many."""
    if not materials.missing:
        return Total()
    if materials.missing > MOST_MISSING:
        raise refuse("infected.craft.scrounging", f"{materials.missing} units are missing.", "No more than two can be.")
    if not scrounge:
        raise refuse("infected.craft.requirements", f"Missing units: {materials.missing}.", "Find them, or scrounge without them.")
    return Total().plus("scrounged", -materials.missing, "infected.craft.scrounging")


@cites("infected.craft.requirements", "infected.equipment.broken")
def kit_dice(who: Person, needed: bool) -> Total:
    """Most things take a tool kit; without one two dice less, with a broken one too."""
    if not needed:
        return Total()
    kit = of_kind(who, "tool kit") or of_kind(who, "basic tools")
    if kit is None:
        return Total().plus("no tool kit", NO_KIT_DICE, "infected.craft.requirements")
    return Total().plus("broken tool kit", tool_dice(kit), "infected.equipment.broken")


@cites("infected.craft.difficulty")
def difficulty(dice: int) -> Total:
    return Total().plus("easy" if dice > 0 else "hard", dice, "infected.craft.difficulty")


@cites("infected.property.tool")
def crowbar(who: Person, repair: bool) -> Total:
    """A weapon that is also a tool helps with repairs."""
    has = any(g.kind in content().weapons and content().weapons[g.kind].has(Property.TOOL) for g in who.gear.values())
    return Total().plus("a tool in hand", 1 if repair and has else 0, "infected.property.tool")


@cites("infected.craft.skill_variants", "infected.skill.medicine_vs_tech")
def skill_for(t: T, who: Person, recipe: Recipe) -> Skill:
    """The printed skill decides; another only if it is better and the game master agrees."""
    other = recipe.or_skill
    if other is None or who.skills.get(other, 0) <= who.skills.get(recipe.skill, 0):
        return recipe.skill
    return other if t.judge("other_skill", (True, False), False, (who.id, other.value)) else recipe.skill


@cites("infected.craft.noise", "infected.conv.ranges")
def job_noise(t: T, who: Person, level: NoiseLevel) -> None:
    """Once an attempt, also when it fails."""
    make_noise(t, who.seat, NOISE[level], f"{level.value} work", "infected.craft.noise")


@cites("infected.downtime.craft", "infected.downtime.example.craft_time")
def spend_time(t: T, who: Person, minutes: int) -> None:
    """Outside downtime the clock runs; in it a Craft activity holds 480 minutes, and several jobs may share one."""
    day = t.state.world.downtime
    if t.state.phase is not Phase.DOWNTIME or day is None:
        pass_minutes(t, minutes)
        return
    left = day.craft_minutes.get(who.id, 0)
    if left < minutes:
        start_activity(t, who)
        left = ACTIVITY_MINUTES
    day.craft_minutes[who.id] = left - minutes


def start_activity(t: T, who: Person) -> None:
    """Refused when the day has none left."""
    day = t.state.world.downtime
    assert day is not None
    done = day.done.setdefault(who.id, [])
    if len(done) >= t.variants.downtime_activities_per_day:
        raise refuse("infected.downtime.entry", f"{who.name} has no activity left today.", "Wait for the next day.")
    done.append("craft")
    t.say("activity", "infected.downtime.craft", who=who.id, what="craft")


# ------------------------------------------------------------------------------------------------ recipes
def recipes(t: T, by: SeatId, who: Id, *_: object) -> Sequence[str]:
    """A recipe for which at most two units and no main ingredient are missing."""
    me = t.state.people[who]
    return [name for name, recipe in content().recipes.items() if feasible(t, me, recipe)]


def feasible(t: T, who: Person, recipe: Recipe) -> bool:
    if any(count_of(who, kind) < count for kind, count in recipe.needs.items()) or (recipe.fire and not fire_at_hand(t, who)):
        return False
    if recipe.tool and of_kind(who, recipe.tool) is None:
        return False
    if (recipe.vehicle and not repairable(t)) or (recipe.mends and of_kind(who, recipe.mends) is None):
        return False
    return gather(t, who, recipe.components, recipe.wants).missing <= MOST_MISSING


def repairable(t: T) -> list[Id]:
    return [v.id for v in t.state.vehicles.values() if v.marked and not v.wrecked]


def crafters(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is up and could make something."""
    return [who for who in able(t, by) if recipes(t, by, who)]


def can_craft(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    return None if crafters(t, by) else Refusal("infected.craft.requirements", "You have nothing to make anything of.", "Find components.")


def vehicles_to_mend(t: T, by: SeatId, who: Id, recipe: str, *_: object) -> Sequence[Id]:
    """The vehicle to be repaired."""
    return repairable(t) if content().recipes[recipe].vehicle else []


RECIPE_RULES = {
    chapter: f"infected.craft.recipes.{chapter}"
    for chapter in ("medical", "food", "weapons", "explosives", "traps", "gear", "armor", "shelter")
}


@command(
    rules=("infected.craft.requirements", "infected.craft.check", *RECIPE_RULES.values()), when=can_craft, who=crafters, recipe=recipes,
    vehicle=vehicles_to_mend,
)  # fmt: skip
def craft(t: T, by: SeatId, who: Id, recipe: str, scrounge: bool = False, vehicle: Id | None = None) -> None:
    """Make something by a recipe; scrounging goes on with one or two units missing and leaves a flaw."""
    me, row = t.state.people[who], content().recipes[recipe]
    if row.vehicle and vehicle is None:
        raise refuse("infected.craft.recipes.gear", "Which vehicle?", f"Name one: {', '.join(repairable(t))}.")
    materials = gather(t, me, row.components, row.wants)
    repair = bool(row.vehicle or row.mends or row.makes)
    extra = difficulty(row.difficulty) + scrounged(materials, scrounge) + crowbar(me, repair)
    extra += kit_dice(me, not row.no_kit and row.noise is not NoiseLevel.SILENT)
    spend_time(t, me, row.minutes)
    job_noise(t, me, row.noise)
    made = check(t, me, "craft", Attribute.WITS, skill_for(t, me, row), extra, (recipe,))
    wear_tool(t, me, "tool kit", made.critical)
    if made.hits == 0:
        lose_half(t, me, materials)
        t.say("craft_fails", "infected.craft.check", who=who, recipe=recipe)
        return
    consume(t, me, materials)
    for kind, count in row.needs.items():
        use_up(t, me, kind, RECIPE_RULES[row.chapter], count)
    flawed = made.hits == 1 or materials.missing > 0
    finish(t, me, recipe, row, flawed, made.hits >= 3, vehicle)


@cites("infected.craft.check", "infected.craft.quality_note")
def finish(t: T, who: Person, name: str, recipe: Recipe, flawed: bool, fine: bool, vehicle: Id | None) -> None:
    """What the recipe gives: rounds, boxes of a vehicle, a mended suit, or a thing."""
    rule = RECIPE_RULES[recipe.chapter]
    if recipe.vehicle:
        flaw = roll_flaw(t, who, lambda flaw: True) if flawed else None
        car = t.state.vehicles[vehicle or ""]
        boxes = min(car.marked, max(0, recipe.vehicle - {Flaw.FRAGILE: 2, Flaw.WEAK: 1}.get(flaw, 0) if flaw else recipe.vehicle + fine))
        car.marked -= boxes
        t.say("vehicle_mended", rule, vehicle=car.id, boxes=boxes)
    elif recipe.rounds:
        count = recipe.output * 3 // 2 if fine else recipe.output
        who.ammo[recipe.rounds] = who.ammo.get(recipe.rounds, 0) + count
        t.say("makes_rounds", rule, who=who.id, count=count, what=recipe.rounds)
    elif recipe.mends:
        suit = of_kind(who, recipe.mends)
        assert suit is not None
        suit.torn = False
        mend(t, who, suit, suit.boxes, rule)
    else:
        make(t, who, recipe.makes or name, flawed, fine, rule)


def make(t: T, who: Person, kind: str, flawed: bool, fine: bool, rule: str) -> None:
    thing = new_gear(kind, gear_id(t, kind))
    thing.crafted = True
    if kind in content().gear and content().gear[kind].keeps_days:
        thing.made_day = now(t) // ROUNDS_A_DAY
    if kind in content().weapons and content().weapons[kind].ammo:
        thing.loaded = 0
    if fine:
        improve(t, who, thing)
    if flawed:
        flaw = roll_flaw(t, who, lambda flaw: flaw is not Flaw.FRAGILE or thing.boxes > 0)
        thing.flaws.append(flaw.value)
        if flaw is Flaw.FRAGILE:
            thing.boxes = max(1, thing.boxes - 2)
    keep(t, who, thing)
    quality = "flawed" if flawed else "fine" if fine else "sound"
    t.say("makes", rule, who=who.id, thing=kind, quality=quality)


def alike(one: Gear, other: Gear) -> bool:
    """Whether two things can lie together as one entry."""
    return (one.kind, one.flaws, one.upgrades, one.made_day) == (other.kind, other.flaws, other.upgrades, other.made_day)


def keep(t: T, who: Person, thing: Gear) -> None:
    """Works stay where they are built; other things go into the bag, or lie there if there is no room."""
    row = content().gear.get(thing.kind)
    if row is not None and row.kind == "works":
        t.state.world.works[thing.id] = thing
        return
    same = next((g for g in who.gear.values() if alike(g, thing)), None) if stacks(thing.kind) else None
    if same is not None:
        same.count += thing.count
    elif room_for(who, weight(thing)):
        who.gear[thing.id] = thing
    elif t.state.world.site is not None:
        t.state.world.sites[t.state.world.site].left.append(thing)
    else:
        who.gear[thing.id] = thing
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


@cites("infected.craft.flaws")
def roll_flaw(t: T, who: Person, fits: Callable[[Flaw], bool]) -> Flaw:
    """A d6, or the game master's choice; one that cannot apply is rolled again."""

    def by_dice() -> Flaw:
        flaw = tuple(Flaw)[table_die(t, "flaw", who) - 1]
        return flaw if fits(flaw) else by_dice()

    flaw = t.judge("flaw", [flaw for flaw in Flaw if fits(flaw)], by_dice, (who.id,))
    t.say("flaw", "infected.craft.flaws", who=who.id, flaw=flaw.value)
    return flaw


# ------------------------------------------------------------------------------------------------ upgrades
def upgradable(t: T, by: SeatId, who: Id, upgrade: str, *_: object) -> Sequence[Id]:
    """A thing that this upgrade fits and that has not had it."""
    me, row = t.state.people[who], content().upgrades[upgrade]
    things = [g for g in me.gear.values() if fits(g, row) and not g.destroyed]
    return [g.id for g in things if upgrade not in g.upgrades or row.days or row.restores]


def fits(thing: Gear, upgrade: Upgrade) -> bool:
    weapon = content().weapons.get(thing.kind)
    match upgrade.on:
        case "armor":
            return thing.kind in content().armor or thing.kind in content().shields
        case "backpack":
            return thing.kind == "backpack"
        case _ if weapon is None or not weapon.worn:
            return False
        case "blade":
            return weapon.blade
        case "melee weapon":
            return not weapon.ranged
        case "firearm":
            return weapon.firearm
        case "rifle":
            return weapon.ammo == "rifle" or thing.kind == "small rifle"
        case "pistol or rifle":
            return weapon.firearm and weapon.ammo in ("pistol", "rifle") and thing.suppressor is None
        case _:
            return True


def upgrade_materials(t: T, who: Person, upgrade: Upgrade, thing: Gear) -> Materials:
    wanted: dict[Component, int] = {}
    for name, count in upgrade.components.items():
        wanted[material_of(thing) if name == "matching" else Component(name)] = count
    return gather(t, who, wanted, upgrade.wants)


@cites("infected.craft.upgrades")
def material_of(thing: Gear) -> Component:
    """Fabric for clothing, structural for all other armour and shields."""
    armor = content().armor.get(thing.kind)
    return armor.material if armor else Component.STRUCTURAL


def upgrades_for(t: T, by: SeatId, who: Id, *_: object) -> Sequence[str]:
    """An upgrade for something they have."""
    return [name for name in content().upgrades if upgradable(t, by, who, name)]


def upgraders(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is up and has something to improve."""
    return [who for who in able(t, by) if upgrades_for(t, by, who)]


def can_upgrade(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    return None if upgraders(t, by) else Refusal("infected.craft.upgrades", "You have nothing that could be improved.", "Find some gear.")


@command(rules=("infected.craft.upgrades", "infected.craft.check"), when=can_upgrade, who=upgraders, upgrade=upgrades_for, thing=upgradable)
def upgrade(t: T, by: SeatId, who: Id, upgrade: str, thing: Id, scrounge: bool = False) -> None:
    """Improve something you have: WITS + Craft, with the results of any crafting."""
    me, row = t.state.people[who], content().upgrades[upgrade]
    target = me.gear[thing]
    materials = upgrade_materials(t, me, row, target)
    extra = difficulty(row.difficulty) + scrounged(materials, scrounge) + kit_dice(me, needed=True)
    spend_time(t, me, row.minutes)
    job_noise(t, me, row.noise)
    made = check(t, me, "craft", Attribute.WITS, Skill.CRAFT, extra, (upgrade,))
    wear_tool(t, me, "tool kit", made.critical)
    if made.hits == 0:
        lose_half(t, me, materials)
        t.say("craft_fails", "infected.craft.check", who=who, recipe=upgrade)
        return
    consume(t, me, materials)
    apply_upgrade(t, me, target, upgrade, row, made.hits >= 3)
    if made.hits == 1 or materials.missing:
        target.flaws.append(roll_flaw(t, me, lambda flaw: flaw is not Flaw.FRAGILE or target.boxes > 0).value)
        if target.flaws[-1] == Flaw.FRAGILE:
            target.boxes = max(1, target.boxes - 2)


@cites("infected.craft.upgrades", "infected.equipment.suppressor", "infected.equipment.example.suppressor")
def apply_upgrade(t: T, who: Person, thing: Gear, name: str, row: Upgrade, fine: bool) -> None:
    """Each once; sharpening again only renews the day."""
    if name not in thing.upgrades and not row.restores:
        thing.upgrades.append(name)
    if row.days:
        thing.sharp_until = now(t) + row.days * ROUNDS_A_DAY
    thing.boxes += row.durability + (1 if fine and row.durability else 0)
    if row.quiet_uses:
        thing.suppressor = row.quiet_uses * 3 // 2 if fine else row.quiet_uses
    if row.restores:
        mend(t, who, thing, row.restores + fine, "infected.craft.upgrades")
    t.say("upgraded", "infected.craft.upgrades", who=who.id, thing=thing.kind, upgrade=name)
