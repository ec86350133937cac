"""Upgrades of what one has."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.bonds import shared_relief, sharers
from rulebound.games.infected.content import content
from rulebound.games.infected.equipment import mend
from rulebound.games.infected.horde import pressed
from rulebound.games.infected.kinds import Component, Gun, Upgrade
from rulebound.games.infected.materials import (
    MOST_MISSING,
    Flaw,
    Materials,
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
from rulebound.games.infected.state import T, now
from rulebound.games.infected.terms import ROUNDS_A_DAY, Id, Skill
from rulebound.games.infected.world import at_large, cramped, has_at_large
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


# ------------------------------------------------------------------------------------------------ upgrades
def upgradable(t: T, by: SeatId, who: Id, upgrade: str, *_: object) -> Sequence[Id]:
    """A thing that this upgrade fits and that has not had it."""
    me, row = t.state.people[who], content().upgrades[upgrade]
    things = [g for g in me.gear.values() if fits(g, row) and not g.destroyed and enough(t, me, row, g)]
    return [g.id for g in things if (upgrade not in g.upgrades or row.days) and (g.worn_off or g.torn or not row.restores)]


@cites("infected.craft.upgrades")
def fits(thing: Gear, upgrade: Upgrade) -> bool:
    """Made for it, and the better for it: not with a scope where there is one, nor with half of one round more."""
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
            return weapon.firearm and weapon.magazine > 1
        case "rifle":
            return weapon.gun is Gun.RIFLE and not weapon.scoped
        case "pistol or rifle":
            return weapon.gun is not None and not thing.suppressor
        case _:
            return True


def upgrade_materials(t: T, who: Person, upgrade: Upgrade, thing: Gear) -> Materials:
    wanted: dict[Component, int] = {}
    for name, count in upgrade.components.items():
        wanted[material_of(thing) if name == "matching" else Component(name)] = count
    return gather(t, who, wanted, upgrade.wants)


@cites("infected.craft.scrounging")
def enough(t: T, who: Person, upgrade: Upgrade, thing: Gear) -> bool:
    """There is time, and no more than two units are missing."""
    return has_time(t, who, upgrade.minutes) and upgrade_materials(t, who, upgrade, thing).missing <= MOST_MISSING


@cites("infected.craft.upgrades")
def material_of(thing: Gear) -> Component:
    """Fabric for clothing, structural for all other armour and shields."""
    armor = content().armor.get(thing.kind)
    return armor.material if armor else Component.STRUCTURAL


def upgrades_for(t: T, by: SeatId, who: Id, *_: object) -> Sequence[str]:
    """An upgrade for something they have; those that miss nothing come first."""
    me, rows = t.state.people[who], content().upgrades
    things = {name: upgradable(t, by, who, name) for name in rows}
    return sorted(
        (name for name in rows if things[name]),
        key=lambda name: upgrade_materials(t, me, rows[name], me.gear[things[name][0]]).missing > 0,
    )


def upgraders(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is up and free and has something to improve."""
    return [who for who in at_large(t, by) if any(upgradable(t, by, who, name) for name in content().upgrades)]


def can_upgrade(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_at_large(t, by) or cramped(t) or pressed(t, by) or day_is_full(t, by):
        return refusal
    return None if upgraders(t, by) else Refusal("infected.craft.upgrades", "You have nothing that could be improved.", "Find some gear.")


def short_of_something(t: T, by: SeatId, who: Id, upgrade: str, thing: Id) -> Sequence[bool]:
    """Whether to go on with one or two units missing."""
    me = t.state.people[who]
    return with_less(upgrade_materials(t, me, content().upgrades[upgrade], me.gear[thing]))


@command(
    rules=("infected.craft.upgrades", "infected.craft.check"), when=can_upgrade, who=upgraders, upgrade=upgrades_for, thing=upgradable,
    scrounge=short_of_something, together_with=sharers,
)  # fmt: skip
def upgrade(t: T, by: SeatId, who: Id, upgrade: str, thing: Id, scrounge: bool = False, together_with: Id | None = None) -> None:
    """Improve something you have: WITS + Craft, with the results of any crafting."""
    me, row = t.state.people[who], content().upgrades[upgrade]
    target = me.gear[thing]
    materials = upgrade_materials(t, me, row, target)
    kit = tool_kit(t, me)
    extra = difficulty(row.difficulty) + scrounged(materials, scrounge) + kit_dice(kit)
    if begins_activity(t, me, row.minutes):
        shared_relief(t, me, together_with)
    hits = do_job(t, me, upgrade, materials, extra, row.minutes, row.noise, lambda: Skill.CRAFT, kit)
    if not hits:
        return
    apply_upgrade(t, me, target, upgrade, row, hits >= 3)
    if hits == 1 or materials.missing:
        spoil(t, me, target, row)


@cites("infected.craft.check", "infected.craft.flaws")
def spoil(t: T, who: Person, thing: Gear, row: Upgrade) -> None:
    """A flaw of the thing, or of the suppressor that was made for it, which has no Durability of its own. What has one
    box left takes no Fragile."""
    if row.quiet_uses:
        thing.suppressor_flaws = [roll_flaw(t, who, lambda flaw: flaw is not Flaw.FRAGILE).value]
        return
    flaw = roll_flaw(t, who, lambda flaw: flaw is not Flaw.FRAGILE or thing.boxes > thing.worn_off + 1)
    thing.flaws.append(flaw.value)
    if flaw is Flaw.FRAGILE:  # a box that is not worn off is left
        thing.boxes = max(thing.worn_off + 1, thing.boxes - 2)


@cites("infected.craft.upgrades", "infected.equipment.suppressor", "infected.equipment.example.suppressor")
def apply_upgrade(t: T, who: Person, thing: Gear, name: str, row: Upgrade, fine: bool) -> None:
    """Each once; sharpening again only renews the day. Fine work lasts longer, mends more, or leaves a box more where there are any."""
    if row.days:
        thing.sharp_until = now(t) + row.days * ROUNDS_A_DAY
    if row.quiet_uses:
        thing.suppressor, thing.suppressor_flaws = row.quiet_uses * 3 // 2 if fine else row.quiet_uses, []
    elif row.restores:
        mend(t, who, thing, row.restores + fine, "infected.craft.upgrades")
    elif name not in thing.upgrades:
        thing.boxes += row.durability + (fine and thing.boxes > 0)
    if name not in thing.upgrades:
        thing.upgrades.append(name)
    t.say("upgraded", "infected.craft.upgrades", who=who.id, thing=thing.kind, upgrade=name)
