"""Durability: how things wear, break and are mended; suppressors; and who has what."""

from __future__ import annotations

from rulebound.games.infected.armor import lose_durability
from rulebound.games.infected.content import content, has_flaw, known_kind, new_gear, stacks, worth
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.state import T, now
from rulebound.games.infected.threat import make_noise
from rulebound.games.infected.world import gear_id, stow, table_die
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Unit
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, refuse

SLOW_ACTIONS = 2
"""infected.craft.flaws"""
BROKEN_DICE = -2
"""infected.equipment.broken, for weapons and tools alike."""


# ------------------------------------------------------------------------------------------------ having things
def of_kind(who: Person, kind: str) -> Gear | None:
    """The first usable thing of a kind that somebody has."""
    return next((g for g in who.gear.values() if g.kind == kind and g.count > 0 and not g.destroyed), None)


def count_of(who: Person, kind: str) -> int:
    return sum(g.count for g in who.gear.values() if g.kind == kind and not g.destroyed)


def receive(t: T, who: Person, kind: str, rule: str, count: int = 1) -> None:
    """Somebody gets new things; small ones of a kind lie together."""
    if not known_kind(kind):
        raise refuse("infected.equipment.durability", f"Nobody knows what {kind} is.", "Take something the packs hold.")
    stow(t, who.gear, new_gear(kind, gear_id(t, kind), count if stacks(kind) else 0))
    t.say("gets", rule, who=who.id, thing=kind, count=count)


def use_up(t: T, who: Person, kind: str, rule: str, count: int = 1) -> Gear:
    """So many of a kind, or uses of it, are gone, from as many entries as that takes; the thing they were."""
    if count_of(who, kind) < count:
        raise refuse(rule, f"{who.name} has not enough: {kind}.", "Find or make some.")
    used = first = of_kind(who, kind)
    assert first is not None
    while count:
        assert used is not None
        taken = min(count, used.count)
        count -= taken
        use(t, who, used, rule, taken)
        used = of_kind(who, kind)
    return first


@cites("infected.guts.just_enough")
def use(t: T, who: Person, thing: Gear, rule: str, count: int = 1) -> None:
    """So many of it, or uses of it, are gone, and it with the last."""
    thing.count -= count
    t.say("uses_up", rule, who=who.id, thing=thing.kind, count=count, left=thing.count)
    if thing.count < 1:
        discard(who, thing)
        remember_gone(who, thing.kind)


@cites("infected.guts.just_enough")
def remember_gone(who: Person, what: str) -> None:
    if what not in who.spent:
        who.spent.append(what)


def discard(who: Person, thing: Gear) -> None:
    """It is gone from wherever they had it."""
    who.gear.pop(thing.id, None)
    who.hands = [id for id in who.hands if id != thing.id]
    who.worn = [id for id in who.worn if id != thing.id]
    if who.armor == thing.id:
        who.armor = None


# ------------------------------------------------------------------------------------------------ wear
@cites("infected.equipment.durability_loss")
def wear(t: T, who: Person, thing: Gear, rule: str, boxes: int = 1) -> None:
    """Mark boxes one at a time; the last breaks it, and one more destroys it, whosever it is."""
    for _ in range(boxes):
        lose_durability(t, who, thing, rule)
    if thing.destroyed:
        discard(next((p for p in t.state.people.values() if p.gear.get(thing.id) is thing), who), thing)
        t.state.world.supplies.gear = {id: kept for id, kept in t.state.world.supplies.gear.items() if kept is not thing}


@cites("infected.equipment.durability_loss")
def take_into_use(t: T, who: Person, weapon: Gear) -> None:
    """It is used as a weapon in this session, and heard if it is loud work."""
    weapon.used = True
    loud_use(t, who, weapon)


@cites("infected.equipment.durability_loss")
def wear_improvised(t: T, who: Person, weapon: Gear) -> None:
    """Whatever was grabbed on the spot suffers by any use."""
    if content().weapons[weapon.kind].improvised:
        lose_durability(t, who, weapon, "infected.equipment.durability_loss")


@cites("infected.equipment.durability_loss")
def wear_tool(t: T, who: Person, tool: Gear | None, critical: bool) -> None:
    """A critical failure of a check made with a tool."""
    if critical and tool is not None:
        wear(t, who, tool, "infected.equipment.durability_loss")


@cites("infected.equipment.broken")
def tool_dice(thing: Gear | None) -> int:
    """A broken tool is still a tool, at two dice less."""
    return BROKEN_DICE if thing is not None and thing.broken else 0


@cites("infected.equipment.durability_loss")
def session_wear(t: T) -> None:
    """A weapon used in a session and not maintained in it loses a box at its end, wherever it lies."""
    for who in t.state.people.values():
        for thing in [thing for thing in who.gear.values() if neglected(thing) and who.pc]:
            wear(t, who, thing, "infected.equipment.durability_loss")
    for store in stores(t):
        for thing in [thing for thing in store.values() if neglected(thing) and wears_out(t, thing)]:
            del store[thing.id]
    for heap in heaps(t):
        heap[:] = [thing for thing in heap if not (neglected(thing) and wears_out(t, thing))]
    forget_use(t)


def neglected(thing: Gear) -> bool:
    return thing.used and not thing.maintained


def stores(t: T) -> list[dict[str, Gear]]:
    """The Stash, and what lies in trunks."""
    return [t.state.world.supplies.gear, *(car.stash for car in t.state.vehicles.values())]


def heaps(t: T) -> list[list[Gear]]:
    """What was left at places, and what lies on the ground."""
    return [*(place.left for place in t.state.world.sites.values()), *(zone.ground for zone in t.state.scene.zones.values())]


@cites("infected.equipment.durability_loss", "infected.equipment.destroyed")
def wears_out(t: T, thing: Gear) -> bool:
    """A thing that nobody has with them loses a box; whether it was the one too many."""
    if thing.broken:
        t.say("stored_destroyed", "infected.equipment.destroyed", thing=thing.kind)
        return True
    if thing.boxes:
        thing.worn_off += 1
        t.say("stored_wears", "infected.equipment.durability_loss", thing=thing.kind, left=thing.boxes - thing.worn_off)
    return False


def forget_use(t: T) -> None:
    """Use and maintenance count for one session."""
    owned = (who.gear for who in t.state.people.values())
    for things in (*(things.values() for things in (*owned, *stores(t))), *heaps(t)):
        for thing in things:
            thing.used = thing.maintained = False


@cites("infected.equipment.maintenance", "infected.equipment.destroyed", "infected.infection.protection_table")
def mend(t: T, who: Person, thing: Gear, boxes: int, rule: str) -> int:
    """Clear boxes, never more than are marked, and tears; broken things can be mended, not one that was destroyed in the course of it."""
    really = 0 if thing.destroyed else min(boxes, thing.worn_off)
    thing.worn_off -= really
    thing.torn = thing.torn and boxes < 1
    t.say("mended", rule, who=who.id, thing=thing.kind, boxes=really)
    return really


# ------------------------------------------------------------------------------------------------ good and bad work
@cites("infected.craft.flaws")
def loud_use(t: T, who: Person, thing: Gear) -> None:
    """A loud thing is heard whenever it is used."""
    if has_flaw(thing, "loud"):
        make_noise(t, who.seat, 1, f"a loud {thing.kind}", "infected.craft.flaws", who.zone)


@cites("infected.craft.flaws")
def fails(t: T, who: Person, thing: Gear) -> bool:
    """An unreliable thing that takes no roll has a d6 of its own: a 1 is a failure."""
    if "unreliable" not in thing.flaws or table_die(t, "unreliable", who, about=(thing.kind,)) > 1:
        return False
    t.say("fails", "infected.craft.flaws", who=who.id, thing=thing.kind)
    return True


@cites("infected.craft.flaws", "infected.action.economy")
def too_slow(who: Person, thing: Gear) -> Refusal | None:
    """What is slow takes an Action more than usual."""
    if has_flaw(thing, "slow") and who.actions < SLOW_ACTIONS:
        return Refusal("infected.craft.flaws", f"The {thing.kind} is slow: it takes {SLOW_ACTIONS} Actions.", "Give up the Move for one.")
    return None


@cites("infected.craft.flaws", "infected.conv.time")
def handle(t: T, who: Person, thing: Gear) -> None:
    """Used between fights: loud work is heard, and slow work takes a round more."""
    loud_use(t, who, thing)
    if "slow" in thing.flaws:
        t.state.clock.advance(Unit.ROUNDS)
        t.say("takes_long", "infected.craft.flaws", who=who.id, thing=thing.kind)


def put_to_use(t: T, who: Person, thing: Gear) -> bool:
    """Whether a thing works that is used between fights."""
    handle(t, who, thing)
    return not fails(t, who, thing)


@cites("infected.craft.flaws")
def looks(who: Person) -> Total:
    """Ugly work in hand or on the body costs a die where one wants to persuade."""
    seen = (who.gear[id] for id in (*who.hands, *who.worn, *([who.armor] if who.armor else [])) if id in who.gear)
    ugly = any(has_flaw(thing, "ugly") for thing in seen)
    return Total().plus("ugly work", -1 if ugly else 0, "infected.craft.flaws")


# ------------------------------------------------------------------------------------------------ improved things
@cites("infected.craft.upgrades", "infected.craft.flaws")
def damage_change(t: T, thing: Gear) -> int:
    """A sharpened blade does 1 more for a day, a weak weapon 1 less."""
    return (1 if now(t) < thing.sharp_until else 0) + worth(thing, 1) - 1
