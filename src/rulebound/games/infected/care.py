"""Care in the field: patching up, stabilising, clearing eyes, cutting off a limb, and suppressants. Flames are put out in rescue.py."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rulebound.games.infected.actions import steadiness
from rulebound.games.infected.bonds import helped
from rulebound.games.infected.checks import check
from rulebound.games.infected.conditions import take_off
from rulebound.games.infected.content import content
from rulebound.games.infected.death import stable
from rulebound.games.infected.equipment import fails, use
from rulebound.games.infected.fire import light_fire
from rulebound.games.infected.hands import drop, hands_for, hands_of
from rulebound.games.infected.helping import can_act, check_speed, helpers, in_reach, kit_of, pay, reachable, take_time, to_hand
from rulebound.games.infected.infection import LIMBS, suppress
from rulebound.games.infected.medicine import limb_of, overtied
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import T, now
from rulebound.games.infected.terms import Area, Attribute, Condition, Id, Level, Skill
from rulebound.games.infected.wounds import by_name, mended, patch, patchable, wound
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId

CLOTH = "cloth"
"""infected.hazard.wound_infection: no treatment, unlike a real bandage."""
PATCHES = ("bandage", "bandages", CLOTH, "pressure bandage")
WINDOW = 10
"""infected.infection.amputation: rounds after a bite."""


# ------------------------------------------------------------------------------------------------ patching and stabilising
def wounded(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """Somebody within reach with a Bleeding or Broken wound that is not patched."""
    return [p.id for p in reachable(t, t.state.people[who]) if patchable(t, p)]


def patchers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Whoever's turn it is, outside a fight one of yours, with a bandage or cloth and somebody to patch up."""
    return [who for who in helpers(t, by) if to_hand(t, t.state.people[who], PATCHES) and wounded(t, by, who)]


@cites("infected.wounds.patch_up")
def can_patch(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_act(t, by):
        return refusal
    if not patchers(t, by):
        return Refusal(
            "infected.wounds.patch_up", "It takes a bandage or cloth, and a Bleeding or Broken wound within reach.", "Find some."
        )
    return None


def patches(t: T, by: SeatId, who: Id, *_: object) -> Sequence[str]:
    """What it is done with; left out, what comes to hand first."""
    return [kind for kind in PATCHES if to_hand(t, t.state.people[who], (kind,))]


def to_patch(t: T, by: SeatId, who: Id, patient: Id, *_: object) -> Sequence[str]:
    """A wound by its level and part: `bleeding`, `broken arm`; left out, the first Broken one, else a Bleeding one."""
    return list(by_name(patchable(t, t.state.people[patient])))


@command(
    rules=("infected.wounds.patch_up", "infected.craft.flaws", "infected.hazard.wound_infection"), when=can_patch, who=patchers,
    patient=wounded, dressing=patches, wound=to_patch,
)  # fmt: skip
def patch_up(t: T, by: SeatId, who: Id, patient: Id, dressing: str | None = None, wound: str | None = None) -> None:
    """Patch up a wound: an Action and a bandage or cloth; for an hour it costs no dice. Only a real bandage is treatment too."""
    me, other = t.state.people[who], t.state.people[patient]
    gear = to_hand(t, me, (dressing,) if dressing else PATCHES)
    assert gear is not None
    check_speed(t, me, gear)
    injuries = patchable(t, other)
    injury = by_name(injuries)[wound] if wound else max(injuries, key=lambda i: i.level is Level.BROKEN)
    use(t, me, gear, "infected.wounds.patch_up")
    if not fails(t, me, gear):
        patch(t, other, injury)
        injury.treated = injury.treated or gear.kind != CLOTH
        helped(t, me, other)
    take_time(t, me, gear)


def dying(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """Somebody dying within reach."""
    return [p.id for p in reachable(t, t.state.people[who]) if p.dying_until is not None]


@cites("infected.death.stabilize")
def can_stabilise(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_act(t, by):
        return refusal
    if not any(dying(t, by, who) for who in helpers(t, by)):
        return Refusal("infected.death.stabilize", "Nobody within reach is dying.", "Get to them.")
    return None


def kit_or_not(t: T, by: SeatId, who: Id, patient: Id) -> Sequence[bool]:
    """With a charge of a first aid kit, if they have one."""
    return (False, True) if kit_of(t, t.state.people[who]) else (False,)


@command(
    rules=("infected.death.stabilize", "infected.condition.bleeding_out", "infected.carry.backpack_access"), when=can_stabilise,
    who=helpers, patient=dying, with_kit=kit_or_not,
)  # fmt: skip
def stabilise(t: T, by: SeatId, who: Id, patient: Id, with_kit: bool = False) -> None:
    """Stabilise a dying person: WITS + Medicine, or a charge of a first aid kit without a roll."""
    me, other = t.state.people[who], t.state.people[patient]
    if with_kit:
        kit = kit_of(t, me)
        assert kit is not None
        if not in_reach(t, kit):
            raise refuse("infected.carry.backpack_access", f"The {kit.kind} is in the backpack.", "Unpack it first, or roll.")
        use(t, me, kit, "infected.death.stabilize")
    elif check(t, me, "stabilise", Attribute.WITS, Skill.MEDICINE, steadiness(me), (other.id,)).hits < 1:
        t.say("no_effect", "infected.death.stabilize", who=me.id)
        pay(t, me)
        return
    stable(t, other)
    helped(t, me, other)
    pay(t, me)


# ------------------------------------------------------------------------------------------------ conditions
CURABLE = (Condition.SLOWED, Condition.DEAFENED)


def hampered_ones(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """Somebody within reach who is Slowed or Deafened."""
    return [p.id for p in reachable(t, t.state.people[who]) if any(c in p.conditions for c in CURABLE)]


@cites("infected.condition.slowed")
def can_treat_condition(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_act(t, by):
        return refusal
    if not any(hampered_ones(t, by, who) for who in helpers(t, by)):
        return Refusal("infected.condition.slowed", "Nobody within reach is Slowed or Deafened.")
    return None


@command(rules=("infected.condition.slowed", "infected.condition.deafened"), when=can_treat_condition, who=helpers, patient=hampered_ones)
def see_to(t: T, by: SeatId, who: Id, patient: Id) -> None:
    """Treat somebody Slowed or Deafened: an Action and WITS + Medicine."""
    me, other = t.state.people[who], t.state.people[patient]
    if check(t, me, "see_to", Attribute.WITS, Skill.MEDICINE, steadiness(me), (other.id,)).hits >= 1:
        for condition in CURABLE:
            if take_off(t, other, condition):
                helped(t, me, other)
                break
    else:
        t.say("no_effect", "infected.condition.slowed", who=me.id)
    pay(t, me)


def blinded(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Whoever of yours is Blinded and can act."""
    return [who for who in helpers(t, by) if t.state.people[who].has(Condition.BLINDED)]


@cites("infected.condition.blinded")
def can_wipe(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_act(t, by):
        return refusal
    return None if blinded(t, by) else Refusal("infected.condition.blinded", "Nobody of yours is Blinded.")


@command(rules=("infected.condition.blinded",), when=can_wipe, who=blinded)
def wipe_eyes(t: T, by: SeatId, who: Id) -> None:
    """Wipe your eyes: an Action."""
    me = t.state.people[who]
    take_off(t, me, Condition.BLINDED)
    pay(t, me)


# ------------------------------------------------------------------------------------------------ infection
@cites("infected.infection.amputation", "infected.infection.example.amputation_window")
def bitten_limb(t: T, who: Person) -> Area | None:
    """The limb that was bitten no more than ten rounds ago."""
    bite = who.infection
    return bite.area if bite is not None and bite.area in LIMBS and now(t) - bite.exposed_at <= WINDOW else None


def lost_limb(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """Somebody within reach bitten in a limb no more than ten rounds ago, or with a tourniquet on for more than an hour."""
    return [p.id for p in reachable(t, t.state.people[who]) if bitten_limb(t, p) or overtied(t, p)]


@cache
def edges() -> tuple[str, ...]:
    """What a limb can be cut off with."""
    return "surgical tools", *(kind for kind, row in content().weapons.items() if row.blade)


def surgeons(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Whoever's turn it is, outside a fight one of yours, with an edge at hand and somebody in reach whose limb must go."""
    return [who for who in helpers(t, by) if to_hand(t, t.state.people[who], edges()) and lost_limb(t, by, who)]


@cites("infected.infection.amputation", "infected.infection.example.amputation_window")
def can_amputate(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_act(t, by):
        return refusal
    if not surgeons(t, by):
        return Refusal(
            "infected.infection.amputation",
            "It takes an edge at hand, and a limb bitten within the last minute or tied too long.",
            "It is too late, or too early.",
        )
    return None


@command(
    rules=("infected.infection.amputation", "infected.infection.example.amputation_window", "infected.craft.recipes.medical"),
    when=can_amputate,
    who=surgeons,
    patient=lost_limb,
)
def amputate(t: T, by: SeatId, who: Id, patient: Id) -> None:
    """Cut off a bitten limb, or one tied too long: the infection stops; WITS + Medicine, or blood loss leaves a Critical wound."""
    me, other = t.state.people[who], t.state.people[patient]
    bitten, dying_off = bitten_limb(t, other), overtied(t, other)
    if bitten is not None:
        area, other.infection = bitten, None
    else:
        assert dying_off is not None
        area = limb_of(t, other, dying_off)
    other.limbs_lost.append(area)
    while sum(hands_for(other.gear[id].kind) for id in other.hands) > hands_of(other):
        drop(t, other, other.hands[-1], rule="infected.infection.amputation")
    t.say("amputates", "infected.infection.amputation", who=me.id, patient=other.id, area=area.value)
    if dying_off is not None and dying_off.area is area:
        mended(t, other, dying_off.level, dying_off)
        t.say("gone_with_limb", "infected.craft.recipes.medical", who=other.id, level=dying_off.level.value)
    if check(t, me, "amputate", Attribute.WITS, Skill.MEDICINE, steadiness(me), (other.id,)).hits < 1:
        wound(t, other, Level.CRITICAL, "infected.infection.amputation")
    helped(t, me, other)
    pay(t, me)


def fevered(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """Somebody within reach who is infected."""
    return [p.id for p in reachable(t, t.state.people[who]) if p.infection is not None]


def dosers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Whoever's turn it is, outside a fight one of yours, with a dose and somebody infected in reach."""
    return [who for who in helpers(t, by) if to_hand(t, t.state.people[who], ("suppressant",)) and fevered(t, by, who)]


@cites("infected.infection.suppressants")
def can_suppress(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_act(t, by):
        return refusal
    if not dosers(t, by):
        return Refusal("infected.infection.suppressants", "It takes a dose, and somebody infected within reach.", "They are rare.")
    return None


@command(rules=("infected.infection.suppressants",), when=can_suppress, who=dosers, patient=fevered)
def give_suppressant(t: T, by: SeatId, who: Id, patient: Id) -> None:
    """Give a dose that holds an infection back for hours."""
    me, other = t.state.people[who], t.state.people[patient]
    dose = to_hand(t, me, ("suppressant",))
    assert dose is not None
    use(t, me, dose, "infected.infection.suppressants")
    suppress(t, other)
    helped(t, me, other)
    pay(t, me)


# ------------------------------------------------------------------------------------------------ fire
FUEL = ("fuel", "fuel can", "lighter fluid", "alcohol", "liquor")


def fire_starters(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours with a lighter and something that burns."""
    return [
        w
        for w in helpers(t, by)
        if to_hand(t, t.state.people[w], ("lighter", "matches", "fire starter")) and to_hand(t, t.state.people[w], FUEL)
    ]


@cites("infected.environment.fire_start")
def can_light(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_act(t, by):
        return refusal
    return None if fire_starters(t, by) else Refusal("infected.environment.fire_start", "It takes a lighter and fuel.", "Find them.")


@command(rules=("infected.environment.fire_start", "infected.environment.fire_barrier"), when=can_light, who=fire_starters)
def light(t: T, by: SeatId, who: Id) -> None:
    """Set your zone alight: an Action, a lighter and fuel. Nobody crosses a fire by choice."""
    me = t.state.people[who]
    fuel = to_hand(t, me, FUEL)
    assert fuel is not None
    use(t, me, fuel, "infected.environment.fire_start")
    pay(t, me)  # with nobody to fight there is time to get clear of it
    light_fire(t, me.seat, t.state.scene.zones[me.zone], 2, None)
