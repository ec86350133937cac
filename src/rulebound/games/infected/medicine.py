"""Medicines: bandages, painkillers, stimulants, tourniquets, and what each does."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.bonds import helped
from rulebound.games.infected.conditions import take_off
from rulebound.games.infected.content import worth
from rulebound.games.infected.equipment import of_kind, put_to_use, use_up
from rulebound.games.infected.people import Injury, Person
from rulebound.games.infected.state import T, now
from rulebound.games.infected.terms import ROUNDS_AN_HOUR, Condition, Id, Level
from rulebound.games.infected.world import able, has_able
from rulebound.games.infected.wounds import wound
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

MEDICINES = ("antiseptic", "painkiller", "antibiotics")
PAINKILLER_HOURS, STIMULANT_HOURS = 4, 8


def takers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is up and has a medicine that would help somebody."""
    return [who for who in able(t, by) if medicines_of(t, by, who)]


def medicines_of(t: T, by: SeatId, who: Id, *_: object) -> Sequence[str]:
    """Antiseptic, painkiller, stimulant, tourniquet or bandage."""
    kinds = ("bandage", "antiseptic", "painkiller", "stimulant", "tourniquet")
    return [kind for kind in kinds if of_kind(t.state.people[who], kind) and who_needs(t, by, who, kind)]


def can_medicate(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    return None if takers(t, by) else Refusal("infected.craft.recipes.medical", "You have no medicine to give.", "Find or make some.")


def who_needs(t: T, by: SeatId, who: Id, medicine: str, *_: object) -> Sequence[Id]:
    """Somebody whom it helps: one with a wound, or for a stimulant one who is exhausted."""
    people = [p for p in t.state.people.values() if p.human and not p.dead]
    match medicine:
        case "stimulant":
            return [p.id for p in people if p.has(Condition.EXHAUSTED)]
        case "tourniquet":
            return [p.id for p in people if any(i.level is Level.BLEEDING and not i.covered for i in p.injuries)]
        case "painkiller":
            return [p.id for p in people if any(i.level is not Level.CRITICAL and now(t) >= i.patched_until for i in p.injuries)]
        case _:
            return [p.id for p in people if any(i.level is not Level.CRITICAL and not i.treated for i in p.injuries)]


@command(
    rules=("infected.craft.recipes.medical", "infected.hazard.disease.prevention", "infected.craft.flaws"), when=can_medicate, who=takers,
    medicine=medicines_of, patient=who_needs,
)  # fmt: skip
def medicate(t: T, by: SeatId, who: Id, medicine: str, patient: Id) -> None:
    """Give a medicine: bandages and antiseptic treat a wound, a painkiller or tourniquet stills it, a stimulant wakes."""
    me, other, rule = t.state.people[who], t.state.people[patient], "infected.craft.recipes.medical"
    dose = use_up(t, me, medicine, rule)
    t.say("takes_medicine", rule, who=patient, what=medicine)
    if not put_to_use(t, me, dose):
        return
    if medicine == "stimulant":
        take_off(t, other, Condition.EXHAUSTED)
        other.crash_at = now(t) + worth(dose, STIMULANT_HOURS) * ROUNDS_AN_HOUR
        return
    injury = wound_for(t, other, medicine)
    if medicine == "painkiller":
        injury.patched_until = now(t) + worth(dose, PAINKILLER_HOURS) * ROUNDS_AN_HOUR
    else:
        injury.covered = injury.treated = True
        if medicine == "bandage":
            injury.patched_until = max(injury.patched_until, now(t) + ROUNDS_AN_HOUR)
        if medicine == "tourniquet":
            injury.patched_until = now(t) + ROUNDS_AN_HOUR
            injury.tourniquet_until = now(t) + ROUNDS_AN_HOUR
    helped(t, me, other)


def wound_for(t: T, who: Person, medicine: str) -> Injury:
    """The gravest wound that this medicine is for."""
    levels = (Level.BLEEDING,) if medicine == "tourniquet" else (Level.BROKEN, Level.BLEEDING)
    for level in levels:
        for injury in who.injuries:
            if injury.level is level and (now(t) >= injury.patched_until if medicine == "painkiller" else not injury.treated):
                return injury
    return who.injuries[0]


def tied(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody with a tourniquet on."""
    return [p.id for p in t.state.people.values() if not p.dead and any(i.tourniquet_until is not None for i in p.injuries)]


def can_loosen(t: T, by: SeatId) -> Refusal | None:
    return None if tied(t, by) else Refusal("infected.craft.recipes.medical", "Nobody has a tourniquet on.", "Put one on first.")


@command(rules=("infected.craft.recipes.medical",), when=can_loosen, patient=tied)
def loosen(t: T, by: SeatId, patient: Id) -> None:
    """Take off a tourniquet; after more than an hour the limb is Broken by it."""
    who = t.state.people[patient]
    for injury in [i for i in who.injuries if i.tourniquet_until is not None]:
        late = injury.tourniquet_until is not None and now(t) > injury.tourniquet_until
        injury.tourniquet_until = None
        t.say("loosened", "infected.craft.recipes.medical", who=patient)
        if late:
            wound(t, who, Level.BROKEN, "infected.craft.recipes.medical")
