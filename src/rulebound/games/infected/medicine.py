"""Medicines: bandages, painkillers, stimulants, tourniquets, and what each does."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.bonds import helped
from rulebound.games.infected.conditions import take_off
from rulebound.games.infected.content import worth
from rulebound.games.infected.equipment import of_kind, put_to_use, use_up
from rulebound.games.infected.infection import LIMBS
from rulebound.games.infected.pain import felt
from rulebound.games.infected.people import Injury, Person
from rulebound.games.infected.state import T, now
from rulebound.games.infected.terms import ROUNDS_AN_HOUR, Area, Condition, Id, Level
from rulebound.games.infected.world import able, has_able
from rulebound.games.infected.wounds import wound
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

DOSES = ("bandage", "antiseptic", "painkiller", "antibiotics", "suppressant")
"""infected.supplies.tracks: what counts as a dose for a treatment, those one would rather use first."""
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
    if medicine == "stimulant":
        return [p.id for p in people if p.has(Condition.EXHAUSTED)]
    return [p.id for p in people if any(helps(t, medicine, i) for i in p.injuries)]


@cites("infected.craft.recipes.medical")
def helps(t: T, medicine: str, injury: Injury) -> bool:
    """A tourniquet an open Bleeding wound of a limb, a painkiller one that is felt, the rest one that was not treated."""
    match medicine:
        case "tourniquet":
            limb = injury.area is None or injury.area in LIMBS
            return injury.level is Level.BLEEDING and limb and not injury.covered and not injury.tied
        case "painkiller":
            return injury.level is not Level.CRITICAL and felt(t, injury)
        case _:
            return injury.level is not Level.CRITICAL and not injury.treated


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
        helped(t, me, other)
        return
    injury = max((i for i in other.injuries if helps(t, medicine, i)), key=lambda i: i.level is Level.BROKEN)
    match medicine:
        case "painkiller":
            injury.patched_until = now(t) + worth(dose, PAINKILLER_HOURS) * ROUNDS_AN_HOUR
        case "tourniquet":
            injury.tourniquet_until = now(t) + ROUNDS_AN_HOUR
        case _:
            injury.covered = injury.treated = True
            if medicine == "bandage":
                injury.patched_until = max(injury.patched_until, now(t) + ROUNDS_AN_HOUR)
    helped(t, me, other)


# ------------------------------------------------------------------------------------------------ tourniquets
def tied(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody with a tourniquet on."""
    return [p.id for p in t.state.people.values() if not p.dead and any(i.tied for i in p.injuries)]


@cites("infected.craft.recipes.medical")
def overtied(t: T, who: Person) -> Injury | None:
    """The wound under a tourniquet that has been on too long."""
    return next((i for i in who.injuries if i.tourniquet_until is not None and now(t) > i.tourniquet_until), None)


def limb_of(t: T, who: Person, injury: Injury) -> Area:
    """A Bleeding wound has no place until somebody asks for it."""
    if injury.area is None:
        injury.area = t.judge("tied_limb", LIMBS, LIMBS[0], (who.id,))
    return injury.area


def can_loosen(t: T, by: SeatId) -> Refusal | None:
    return None if tied(t, by) else Refusal("infected.craft.recipes.medical", "Nobody has a tourniquet on.", "Put one on first.")


@command(rules=("infected.craft.recipes.medical",), when=can_loosen, patient=tied)
def loosen(t: T, by: SeatId, patient: Id) -> None:
    """Take off a tourniquet; after more than an hour the limb is Broken by it, unless it comes off with it: amputate."""
    who, rule = t.state.people[patient], "infected.craft.recipes.medical"
    late = overtied(t, who)
    injury = late or next(i for i in who.injuries if i.tied)
    area = limb_of(t, who, injury) if late else None
    injury.tourniquet_until = None
    t.say("loosened", rule, who=patient)
    if late:
        wound(t, who, Level.BROKEN, rule, area=area)
