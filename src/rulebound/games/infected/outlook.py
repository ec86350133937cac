"""What a command comes to, in a few words: the outcomes whose exact chances stand beside it."""

from __future__ import annotations

from collections.abc import Iterator

from rulebound.games.infected.people import Person
from rulebound.games.infected.pursuit import POSITIONS
from rulebound.games.infected.state import Infected
from rulebound.games.infected.terms import Condition
from rulebound.kernel.limits import either

SAID_OTHERWISE = (Condition.BLEEDING_OUT,)
"""Whoever has it goes down."""


def outlook(before: Infected, after: Infected) -> tuple[str, ...]:
    """What became of everybody, what was struck from their hands, which zones are under fire, and how a chase goes."""
    people = ((before.people[id], who) for id, who in after.people.items() if id in before.people)
    return *(said for old, who in people for said in became(before, after, old, who)), *under_fire(before, after), *chased(before, after)


def became(before: Infected, after: Infected, old: Person, who: Person) -> Iterator[str]:
    """Who was wounded or mended, infected, moved, struck from their feet, went down or died."""
    if who.dead:
        if not old.dead:
            yield f"{who.name} dies"
        return
    if old.up and who.fled:
        yield f"{who.name} gets away"
    elif old.up and who.unconscious:
        yield f"{who.name} goes down"
    else:
        hurt = ", ".join(changed(old, who))
        yield either(who.broken_down, f"{who.name} goes down", hurt) if old.up else hurt
        yield from (f"{who.name} is {c.value}" for c in who.conditions if c not in old.conditions and c not in SAID_OTHERWISE)
        if not acts(after, who):
            yield from (f"{who.name} drops the {old.gear[id].kind}" for id in old.hands if lies_about(after, id))
            yield from (f"{who.name}'s {gear.kind} is struck" for id, gear in who.gear.items() if struck(after, id) > struck(before, id))
            if who.zone != old.zone:
                yield f"{who.name} is driven off" if after.fight else f"{who.name} goes to {after.scene.zones[who.zone].name}"
    if before.fight is None and who.awareness is not old.awareness:
        yield f"{who.name} is {who.awareness.value}"
    if who.dying_until is None and old.dying_until is not None:
        yield f"{who.name} is stable"
    if who.infection is not None and old.infection is None:
        yield f"{who.name} fights the infection" if who.infection.turns_at is None else f"{who.name} is infected"


def changed(old: Person, who: Person) -> Iterator[str]:
    """Wounds that were marked, and wounds that healed."""
    if who.many:
        lost = who.boxes_marked - old.boxes_marked
        if lost > 0:
            yield f"{who.name} loses {lost} {'box' if lost == 1 else 'boxes'}"
        return
    for level, marks in who.wounds.marked.items():
        if marks > old.wounds.marked[level]:
            yield f"{who.name}: {level}"
        elif marks < old.wounds.marked[level]:
            yield f"{who.name}: {level} heals"


def acts(state: Infected, who: Person) -> bool:
    """What the one does who is on turn needs not be told."""
    return state.fight is not None and state.fight.acting == who.id


def lies_about(state: Infected, thing: str) -> bool:
    return any(gear.id == thing for zone in state.scene.zones.values() for gear in zone.ground)


def struck(state: Infected, weapon: str) -> int:
    """How often called shots have hit it in this fight."""
    return state.fight.struck.count(weapon) if state.fight is not None else 0


def under_fire(before: Infected, after: Infected) -> Iterator[str]:
    """Zones that somebody has laid under fire."""
    if before.fight is not None and after.fight is not None:
        for held in after.fight.suppressions[len(before.fight.suppressions) :]:
            yield f"{after.scene.zones[held.zone].name} under fire, {held.hits} {'hit' if held.hits == 1 else 'hits'}"


def chased(before: Infected, after: Infected) -> list[str]:
    """How far a chase has come."""
    old, new = before.world.chase, after.world.chase
    if old is None:
        return []
    if new is None:
        noted = after.world.notes[len(before.world.notes) :]
        return [note.removeprefix("a ") for note in noted if note.startswith("a chase: ")]
    name = {who.id: who.name for who in before.people.values()} | {id: car.name for id, car in before.vehicles.items()}
    moved = [(key.partition(">")[2], place) for key, place in new.markers.items() if place != old.markers.get(key)]
    return [f"{name.get(id, id)}: {POSITIONS[place - 1]}" for id, place in moved]
