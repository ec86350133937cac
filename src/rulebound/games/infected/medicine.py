"""Medicines: bandages, painkillers, stimulants, tourniquets, and what each does."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.bonds import helped
from rulebound.games.infected.conditions import take_off
from rulebound.games.infected.content import worth
from rulebound.games.infected.equipment import fails, handle, use
from rulebound.games.infected.helping import can_act, check_speed, helpers, reachable, take_time, to_hand
from rulebound.games.infected.infection import LIMBS
from rulebound.games.infected.pain import felt
from rulebound.games.infected.people import Gear, Injury, Person
from rulebound.games.infected.state import Phase, T, now
from rulebound.games.infected.terms import ROUNDS_AN_HOUR, Area, Condition, Id, Level
from rulebound.games.infected.wounds import wound
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

DOSES = ("bandage", "antiseptic", "painkiller", "antibiotics", "suppressant")
"""infected.supplies.tracks: what counts as a dose for a treatment, those one would rather use first."""
PAINKILLER_HOURS, STIMULANT_HOURS = 4, 8


def takers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Whoever's turn it is, outside a fight one of yours who is up, with a medicine that would help somebody within reach."""
    return [who for who in helpers(t, by) if medicines_of(t, by, who)]


def medicines_of(t: T, by: SeatId, who: Id, *_: object) -> Sequence[str]:
    """Antiseptic, painkiller, stimulant, tourniquet or bandage."""
    kinds = ("bandage", "antiseptic", "painkiller", "stimulant", "tourniquet")
    return [kind for kind in kinds if to_hand(t, t.state.people[who], (kind,)) and who_needs(t, by, who, kind)]


def can_medicate(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_act(t, by):
        return refusal
    if takers(t, by):
        return None
    return Refusal("infected.craft.recipes.medical", "You have no medicine at hand for anybody within reach.", "Find or make some.")


def who_needs(t: T, by: SeatId, who: Id, medicine: str, *_: object) -> Sequence[Id]:
    """Somebody within reach whom it helps: one with a wound, or for a stimulant one who is exhausted."""
    people = reachable(t, t.state.people[who])
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
    thing = to_hand(t, me, (medicine,))
    assert thing is not None
    check_speed(t, me, thing)
    give(t, me, thing)
    use(t, me, thing, rule)
    t.say("takes_medicine", rule, who=patient, what=medicine)
    if fails(t, me, thing):
        return
    if medicine == "stimulant":
        take_off(t, other, Condition.EXHAUSTED)
        other.crash_at = now(t) + worth(thing, STIMULANT_HOURS) * ROUNDS_AN_HOUR
        helped(t, me, other)
        return
    injury = max((i for i in other.injuries if helps(t, medicine, i)), key=lambda i: i.level is Level.BROKEN)
    match medicine:
        case "painkiller":
            injury.patched_until = now(t) + worth(thing, PAINKILLER_HOURS) * ROUNDS_AN_HOUR
        case "tourniquet":
            injury.tourniquet_until = now(t) + ROUNDS_AN_HOUR
        case _:
            injury.covered = injury.treated = True
            if medicine == "bandage":
                injury.patched_until = max(injury.patched_until, now(t) + ROUNDS_AN_HOUR)
    helped(t, me, other)


@cites("infected.action.economy", "infected.craft.flaws")
def give(t: T, who: Person, dose: Gear) -> None:
    """In a fight or a chase an Action; where nothing presses no time worth counting, unless it is slow work."""
    if t.state.phase in (Phase.FIGHT, Phase.CHASE):
        take_time(t, who, dose)
    else:
        handle(t, who, dose)


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
