"""What somebody may turn out to have with them or to come upon: the common items, what a place gives, and what is not common."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.carry import pack_again, room_for
from rulebound.games.infected.content import ROUNDS_WORD, ammo_called, content, known_kind, new_gear
from rulebound.games.infected.counted import COUNTED, carriable, take_along
from rulebound.games.infected.finds import ROUNDS
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import T
from rulebound.games.infected.variants import CommonItems
from rulebound.games.infected.world import gear_id, site, stow
from rulebound.kernel.citing import cites

CORE = (
    "rope", "lighter", "matches", "knife", "duct tape", "bandage", "cloth", "water bottle", "flashlight", "map", "pen", "basic tools",
    "bag", "food", "batteries", "candles",
)  # fmt: skip
"""infected.flashback.common_items: the core book's sixteen."""
SCREEN = ("rope", "lighter", "knife", "duct tape", "bandage", "flashlight", "map", "basic tools")
NOT_COMMON = (
    "ammunition", "firearm", "medicine", "antibiotics", "radio", "electronics", "fuel", "explosives", "armor", "specialized tools", "keys",
)  # fmt: skip
"""infected.flashback.not_common"""
FUEL = "fuel"


@cites("infected.flashback.common_items")
def common_items(t: T) -> tuple[str, ...]:
    match t.variants.flashback_common_items:
        case CommonItems.SCREEN:
            return SCREEN
        case CommonItems.OWN:
            return tuple(t.state.world.common_items) or CORE
        case CommonItems.CORE:
            return CORE


@cites("infected.guts.find")
def at_hand_here(t: T) -> list[str]:
    """The common items, and the common finds of the place the group is at."""
    place, packs = site(t), content()
    finds = [packs.finds[word] for word in packs.loot[place.loot].common] if place is not None else []
    found = [thing for find in finds for thing in ((find.category,) if find.days else find.things)]
    return list(dict.fromkeys((*common_items(t), *found)))


@cites("infected.flashback.not_common")
def things_of(category: str) -> Sequence[str]:
    """The single things that something not common may be."""
    packs = content()
    match category:
        case "ammunition":
            return [f"{type}{ROUNDS_WORD}" for type in packs.ammo]
        case "firearm":
            return [kind for kind, row in packs.weapons.items() if row.firearm]
        case "explosives":
            return [kind for kind, row in packs.weapons.items() if row.area]
        case "armor":
            return [*packs.armor, *packs.shields]
        case "medicine":
            return [kind for kind, row in packs.gear.items() if row.kind == "medicine"]
        case "radio":
            return packs.finds["radios"].things
        case "electronics":
            return [kind for kind, row in packs.gear.items() if row.electronic]
        case "specialized tools":
            return [kind for kind, row in packs.gear.items() if row.kind == "tool" and kind not in CORE]
        case _:
            return [category]


def is_counted(thing: str) -> bool:
    return thing in COUNTED or ammo_called(thing) is not None


@cites("infected.carry.capacity")
def fits(who: Person, thing: str) -> bool:
    """Whether anybody knows what it is, and there is room for it."""
    if thing == FUEL:
        return True
    if is_counted(thing):
        return carriable(who, thing) > 0
    return known_kind(thing) and room_for(who, new_gear(thing, thing))


def gain(t: T, who: Person, thing: str, rule: str, rounds: int = ROUNDS[0]) -> None:
    """One of it, or a few rounds; a gun is empty, and fuel is the group's."""
    count = 1
    if thing == FUEL:
        t.state.world.supplies.fuel += 1
    elif is_counted(thing):
        count = take_along(t, who, thing, rounds if ammo_called(thing) else 1)
    else:
        new = new_gear(thing, gear_id(t, thing))
        new.loaded = 0
        stow(t, who.gear, new)
        pack_again(who)
    t.say("gets", rule, who=who.id, thing=thing, count=count)
