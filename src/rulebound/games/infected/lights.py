"""Flashlights, torches, lanterns and fires: how long they burn, what sees them, and whom they blind."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected import threat
from rulebound.games.infected.actions import acting, has_action, spend_action
from rulebound.games.infected.conditions import put_on_for
from rulebound.games.infected.content import content, worth
from rulebound.games.infected.cover import has_night_vision
from rulebound.games.infected.equipment import discard, of_kind, put_to_use
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.state import T, in_fight, now
from rulebound.games.infected.terms import ROUNDS_AN_HOUR, Condition, Id, Light
from rulebound.games.infected.world import able, built_here, has_able
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import GM, SeatId

BEACON = 2


# ------------------------------------------------------------------------------------------------ flashlights
def with_light(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours with a flashlight."""
    mine = (p for p in t.state.people.values() if p.human and p.up and by in (p.seat, GM))
    return [p.id for p in mine if any(g.kind == "flashlight" for g in p.gear.values())]


@cites("infected.stealth.flashlight")
def can_switch(t: T, by: SeatId) -> Refusal | None:
    return None if with_light(t, by) else Refusal("infected.stealth.flashlight", "Nobody of yours has a flashlight.", "Find one.")


def other_way(t: T, by: SeatId, who: Id) -> Sequence[bool]:
    """On if it is out, out if it is on."""
    return (not t.state.people[who].flashlight,)


@command(rules=("infected.stealth.flashlight", "infected.stealth.night_vision"), when=can_switch, who=with_light, on=other_way)
def switch_light(t: T, by: SeatId, who: Id, on: bool = True) -> None:
    """Switch a flashlight on or off. In the dark it is a beacon, once a scene; it blinds goggles in the zone for a round."""
    me = t.state.people[who]
    if me.flashlight is on:  # a default is not asked for
        raise refuse("infected.stealth.flashlight", f"{me.name}'s light is on already.", "Put it out, or leave it so.")
    me.flashlight = on
    t.say("lamp_lit" if on else "lamp_out", "infected.stealth.flashlight", who=who, thing="flashlight")
    if not on:
        goes_dark(t, me.zone)
        return
    if t.state.scene.zones[me.zone].light is Light.DARK and "flashlight" not in t.state.scene.noises:
        t.state.scene.noises.append("flashlight")
        threat.raise_by(t, me.seat, BEACON, "a light in the dark", "infected.stealth.flashlight")
    dazzle(t, me.zone, me)


@cites("infected.stealth.night_vision")
def dazzle(t: T, zone: str, bearer: Person | None = None) -> None:
    """Sudden bright light blinds goggles until the end of their bearer's next turn."""
    for who in [p for p in t.state.people.values() if p.zone == zone and p is not bearer and has_night_vision(p)]:
        put_on_for(t, who, Condition.BLINDED)


def goes_dark(t: T, zone: str) -> None:
    # Imported here because lamps burn down while the clock runs, and prepared actions need the fight that runs it.
    from rulebound.games.infected.overwatch import lamp_out

    lamp_out(t, zone)


# ------------------------------------------------------------------------------------------------ carried
def lamps_of(t: T, who: Id, lit: bool) -> list[Id]:
    rows = content().gear
    return [g.id for g in t.state.people[who].gear.values() if g.kind in rows and rows[g.kind].hours and g.lit is lit and left(g)]


def left(lamp: Gear) -> int:
    """Rounds it can still burn."""
    return max(0, worth(lamp, content().gear[lamp.kind].hours) * ROUNDS_AN_HOUR - lamp.burned)


def bearers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours with a torch or lantern that is not burned out; in a fight whoever has the turn."""
    return [who for who in ([acting(t).id] if in_fight(t) else able(t, by)) if lamps_of(t, who, False) or lamps_of(t, who, True)]


def lamps(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """A torch or a lantern."""
    return [*lamps_of(t, who, False), *lamps_of(t, who, True)]


@cites("infected.action.economy")
def can_light(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by) if in_fight(t) else has_able(t, by):
        return refusal
    return None if bearers(t, by) else Refusal("infected.craft.recipes.gear", "You have no torch or lantern.", "Make one.")


def lit_or_out(t: T, by: SeatId, who: Id, lamp: Id) -> Sequence[bool]:
    """Lit if it is out, out if it is lit."""
    return (not t.state.people[who].gear[lamp].lit,)


@command(rules=("infected.craft.recipes.gear", "infected.stealth.flashlight"), when=can_light, who=bearers, lamp=lamps, on=lit_or_out)
def light_lamp(t: T, by: SeatId, who: Id, lamp: Id, on: bool = True) -> None:
    """Light a torch for an hour or a lantern for four, or put it out; in a fight an Action. In the dark a torch is a beacon."""
    me = t.state.people[who]
    thing = me.gear[lamp]
    if thing.lit is on:  # a default is not asked for
        raise refuse("infected.craft.recipes.gear", f"The {thing.kind} is lit already.", "Put it out, or leave it so.")
    if in_fight(t):
        spend_action(t, me)
    if on and not put_to_use(t, me, thing):
        return
    if on:
        thing.lit, thing.lit_since = True, now(t)
        me.flashlight = True
        t.say("lamp_lit", "infected.craft.recipes.gear", who=who, thing=thing.kind)
        beacon(t, me, thing)
        dazzle(t, me.zone, me)
    else:
        put_out(t, me, thing)


@cites("infected.craft.recipes.gear")
def beacon(t: T, who: Person, thing: Gear) -> None:
    """Once a scene while it is lit in the dark."""
    brightness = content().gear[thing.kind].beacon
    zone = t.state.scene.zones.get(who.zone)
    if not brightness or zone is None or zone.light is not Light.DARK or thing.kind in t.state.scene.noises:
        return
    t.state.scene.noises.append(thing.kind)
    threat.raise_by(t, who.seat, brightness, f"a {thing.kind} in the dark", "infected.craft.recipes.gear")


def put_out(t: T, who: Person, thing: Gear) -> None:
    thing.burned += now(t) - thing.lit_since
    thing.lit = False
    who.flashlight = bears_fire(who)
    t.say("lamp_out", "infected.craft.recipes.gear", who=who.id, thing=thing.kind)
    goes_dark(t, who.zone)


def bears_fire(who: Person) -> bool:
    return any(g.lit for g in who.gear.values())


@cites("infected.stealth.flashlight")
def still_lit(who: Person) -> bool:
    """Whether anything gives light that they have yet."""
    return bears_fire(who) or (who.flashlight and of_kind(who, "flashlight") is not None)


@cites("infected.craft.recipes.gear", "infected.stealth.flashlight")
def part_with(t: T, who: Person, thing: Gear) -> None:
    """It leaves their hands to lie somewhere: what burns goes out, and without the flashlight it is dark."""
    if thing.lit:
        put_out(t, who, thing)
    discard(who, thing)
    who.flashlight = still_lit(who)


@cites("infected.craft.recipes.gear", "infected.stealth.flashlight")
def pass_light(giver: Person, taker: Person, thing: Gear) -> None:
    """What burns lights whoever has it now."""
    taker.flashlight = taker.flashlight or thing.lit
    giver.flashlight = bears_fire(giver) if thing.lit else still_lit(giver)


@cites("infected.craft.recipes.gear")
def burn_down(t: T) -> None:
    """What has burned its time goes out; of a torch nothing is left."""
    for who in t.state.people.values():
        for thing in [g for g in who.gear.values() if g.lit]:
            if now(t) - thing.lit_since >= left(thing):
                put_out(t, who, thing)
                if content().gear[thing.kind].beacon:
                    discard(who, thing)
                t.say("burned_out", "infected.craft.recipes.gear", who=who.id, thing=thing.kind)
    torches(t)


@cites("infected.craft.recipes.gear")
def torches(t: T) -> None:
    """One that burns is seen in every dark scene, also when it was lit before that or in the light."""
    for who in t.state.people.values():
        for thing in [g for g in who.gear.values() if g.lit]:
            beacon(t, who, thing)


# ------------------------------------------------------------------------------------------------ fires
def fires_here(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A fire pit or a smokeless fire that was built here."""
    return [w.id for w in built_here(t).values() if content().gear[w.kind].warm]


def can_tend(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    if fires_here(t, by):
        return None
    return Refusal("infected.craft.recipes.shelter", "There is no fire pit here.", "Build one.")


@command(rules=("infected.craft.recipes.shelter",), when=can_tend, fire=fires_here, burning=yes_or_no("It is to burn.", first=True))
def tend_fire(t: T, by: SeatId, fire: Id, burning: bool = True) -> None:
    """Light the fire, or let it go out: 2 Threat in every scene in which a fire pit burns, 1 for a smokeless fire."""
    pit = built_here(t)[fire]
    if pit.lit is burning:
        raise refuse("infected.craft.recipes.shelter", f"It {'burns' if burning else 'is out'} already.", "Leave it so.")
    pit.lit = burning
    t.say("fire_lit" if burning else "fire_let_out", "infected.craft.recipes.shelter", thing=pit.kind)
    seen_burning(t, by)


@cites("infected.craft.recipes.shelter")
def seen_burning(t: T, seat: SeatId) -> None:
    """Once in every scene in which it burns."""
    for pit in built_here(t).values():
        if pit.lit and pit.id not in t.state.scene.noises:
            t.state.scene.noises.append(pit.id)
            brightness = content().gear[pit.kind].beacon
            threat.raise_by(t, seat, worth_of_smoke(pit, brightness), f"a {pit.kind}", "infected.craft.recipes.shelter")
    torches(t)


def worth_of_smoke(pit: Gear, brightness: int) -> int:
    """A loud one, that is one seen further, draws 1 more."""
    return brightness + ("loud" in pit.flaws)
