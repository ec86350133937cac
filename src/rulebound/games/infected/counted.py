"""What is counted and not kept as a thing: days of food and water, rounds, parts, components; and how much of it one can carry."""

from __future__ import annotations

from collections.abc import Iterable

from rulebound.games.infected.carry import COMPONENTS_AN_ITEM, DAYS_AN_ITEM, ROUNDS_AN_ITEM, burden, capacity, days_in
from rulebound.games.infected.cartridges import batches, type_of
from rulebound.games.infected.content import ROUNDS_WORD
from rulebound.games.infected.equipment import remember_gone
from rulebound.games.infected.journey import Heap
from rulebound.games.infected.kinds import Component
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.state import T
from rulebound.kernel.citing import cites

DAYS = ("food", "water")
COUNTED = (*DAYS, "parts")


def counters(owner: Person | Heap) -> dict[str, int]:
    """All of it, by its word: `food`, `pistol rounds`, `fabric`."""
    held = {name: getattr(owner, name) for name in COUNTED}
    held |= {f"{type}{ROUNDS_WORD}": count for type, count in owner.ammo.items()}
    held |= dict(owner.components)
    return {name: count for name, count in held.items() if count > 0}


def change(owner: Person | Heap, what: str, count: int) -> None:
    if what in COUNTED:
        setattr(owner, what, getattr(owner, what) + count)
    elif what.endswith(ROUNDS_WORD):
        type = what.removesuffix(ROUNDS_WORD)
        owner.ammo[type] = owner.ammo.get(type, 0) + count
    else:
        owner.components[what] = owner.components.get(what, 0) + count


@cites("infected.guts.just_enough")
def use_counted(who: Person, what: str, count: int) -> None:
    """So much of one's own is gone, and remembered if it was the last; of rounds a gun knows that."""
    change(who, what, -count)
    if what not in counters(who) and not what.endswith(ROUNDS_WORD):
        remember_gone(who, what)


@cites("infected.craft.tracking")
def item_word(type: Component, item: str) -> str:
    """What a single item is called among the components, where such are kept: `structural: planks`."""
    return f"{type.value}: {item}"


@cites("infected.craft.tracking")
def kept_as(owner: Person | Heap, type: Component) -> list[str]:
    """All that is there of a type of components: as such, and single items of it."""
    return [what for what, count in owner.components.items() if count > 0 and what.partition(":")[0] == type.value]


@cites("infected.carry.significant")
def bundle(owner: Person | Heap, things: Iterable[Gear], what: str) -> tuple[int, int]:
    """How much of it there is already, and how much makes a Significant Item."""
    if what in DAYS:
        return getattr(owner, what) + days_in(things, what), DAYS_AN_ITEM
    if what.endswith(ROUNDS_WORD):
        return sum(batches(owner.ammo, type_of(what.removesuffix(ROUNDS_WORD))).values()), ROUNDS_AN_ITEM
    return sum(owner.components.values()) + owner.parts, COMPONENTS_AN_ITEM


@cites("infected.carry.significant")
def fits_in(owner: Person | Heap, things: Iterable[Gear], what: str, room: int) -> int:
    """How much more of it goes where there is room for so many Significant Items; part of a bundle is a small thing."""
    held, an_item = bundle(owner, things, what)
    return (held // an_item + max(0, room) + 1) * an_item - 1 - held


@cites("infected.carry.capacity", "infected.carry.significant")
def carriable(who: Person, what: str) -> int:
    """How much more of it somebody can carry."""
    return fits_in(who, who.gear.values(), what, capacity(who).value - burden(who).value)


@cites("infected.carry.capacity")
def take_along(t: T, who: Person, what: str, count: int) -> int:
    """As much of it as can still be carried: how much that is."""
    taken = min(count, carriable(who, what))
    change(who, what, taken)
    if taken < count:
        t.say("too_much", "infected.carry.capacity", who=who.id, count=count - taken, what=what)
    return taken


@cites("infected.carry.capacity")
def within_means(who: Person, owner: Person | Heap) -> list[str]:
    """What there is of which they can still carry some."""
    return [what for what in counters(owner) if carriable(who, what)]


def take_over(t: T, who: Person, owner: Person | Heap, what: str) -> None:
    """As much of it as they can carry; the rest stays where it is."""
    change(owner, what, -take_along(t, who, what, counters(owner)[what]))
    owner.ammo = {type: count for type, count in owner.ammo.items() if count}
    owner.components = {type: count for type, count in owner.components.items() if count}


def bring_along(t: T, who: Person, heap: Heap, what: str, count: int) -> None:
    """As much of it as they can carry; the rest lies where it was found."""
    if left := count - take_along(t, who, what, count):
        change(heap, what, left)
