"""Traps: setting them, who walks into one, what each does, and getting out."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.actions import acting, has_action, steadiness
from rulebound.games.infected.checks import NO_DICE, check, throw
from rulebound.games.infected.conditions import put_on, take_off
from rulebound.games.infected.content import content, worth
from rulebound.games.infected.counted import take_along
from rulebound.games.infected.devices import noise_of
from rulebound.games.infected.distractions import noise_at, trip
from rulebound.games.infected.equipment import discard, fails
from rulebound.games.infected.fighting import Blow, Source
from rulebound.games.infected.helping import can_act, check_speed, helpers, in_reach, pay, take_time
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.state import T, in_fight, today
from rulebound.games.infected.terms import Attribute, Condition, Id, Skill
from rulebound.games.infected.world import able, gear_id, has_able, some_of
from rulebound.games.infected.wounds import hurt
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

RULE = "infected.craft.recipes.traps"
INFECTED_DICE = 4
"""infected.craft.recipes.traps: what infected roll to see one."""
HUNTING = "hunting snare"


# ------------------------------------------------------------------------------------------------ setting
def trap_kinds() -> list[str]:
    return [kind for kind, row in content().gear.items() if row.kind == "trap" and kind != HUNTING]


def setters(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours with a trap; in a fight whoever has the turn."""
    return [who for who in helpers(t, by) if traps_of(t, by, who)]


def traps_of(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """A trap that they carry; in a fight none that is in the backpack."""
    kinds = trap_kinds()
    return [g.id for g in t.state.people[who].gear.values() if g.kind in kinds and g.count > 0 and in_reach(t, g)]


def can_set(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_act(t, by):
        return refusal
    return None if setters(t, by) else Refusal(RULE, "Nobody of yours has a trap at hand.", "Make one, or unpack it.")


@command(rules=(RULE, "infected.craft.recipes.explosives", "infected.carry.backpack_access"), when=can_set, who=setters, trap=traps_of)
def set_trap(t: T, by: SeatId, who: Id, trap: Id) -> None:
    """Set a trap where you are; whoever of another side comes into the zone sets it off."""
    me = t.state.people[who]
    thing = me.gear[trap]
    check_speed(t, me, thing)
    take_time(t, me, thing)
    if thing.count > 1:
        thing.count -= 1
        thing = Gear(id=gear_id(t, thing.kind), kind=thing.kind, boxes=thing.boxes, flaws=list(thing.flaws), upgrades=list(thing.upgrades))
    else:
        discard(me, thing)
    thing.set_by = me.side
    t.state.scene.zones[me.zone].traps.append(thing)
    t.say("trap_set", RULE, to=knowing(t, me.side), who=who, thing=thing.kind)


def knowing(t: T, side: str) -> tuple[SeatId, ...]:
    """The seats of a side, who know where its traps are."""
    return tuple(dict.fromkeys([*(p.seat for p in t.state.people.values() if p.side == side), SeatId("gm")]))


# ------------------------------------------------------------------------------------------------ walking into one
@cites(RULE, "infected.craft.recipes.explosives")
def walk_into(t: T, who: Person) -> None:
    """Whoever enters a zone sets off what is rigged there to make a noise, and the first trap that their own side has not set."""
    trip(t, who)
    zone = t.state.scene.zones[who.zone]
    trap = next((g for g in zone.traps if g.set_by != who.side), None)
    if trap is None:
        return
    if content().gear[trap.kind].hidden and spots(t, who, trap):
        t.say("trap_seen", RULE, who=who.id, thing=trap.kind)
        return
    zone.traps.remove(trap)
    side, trap.set_by = trap.set_by, ""
    zone.ground.append(trap)
    t.say("trap_springs", RULE, who=who.id, thing=trap.kind)
    if not fails(t, who, trap):
        spring(t, who, trap, side)


@cites(RULE)
def spots(t: T, who: Person, trap: Gear) -> bool:
    """WITS + Notice, infected 4 dice: any hit sees a hidden trap."""
    if who.is_infected:
        return throw(t, who, "spot_trap", Total.of("senses", INFECTED_DICE, RULE), (trap.kind,)).hits >= 1
    return check(t, who, "spot_trap", Attribute.WITS, Skill.NOTICE, about=(trap.kind,), reaction=True).hits >= 1


@cites(RULE, "infected.stealth.distraction_trap")
def spring(t: T, who: Person, trap: Gear, side: str) -> None:
    """Flat damage that armor lowers, a grip, or a noise; one box more of a thing is not its strength, fine and weak work are."""
    row = content().gear[trap.kind]
    if row.damage:
        hurt(t, who, Blow(target=who.id, amount=worth(trap, row.damage), by=f"a {trap.kind}", rule=RULE, source=Source.TRAP))
    if row.elsewhere:
        setter = next((p for p in t.state.people.values() if p.side == side), who)
        noise_at(t, setter, who.zone, noise_of(trap), "infected.stealth.distraction_trap")
    if row.holds and not who.dead and not who.many:
        if not row.damage and gets_out(t, who):
            put_on(t, who, Condition.SLOWED)
        else:
            who.in_trap = trap.kind
            put_on(t, who, Condition.GRAPPLED)
    if not row.damage and not row.holds:
        t.state.scene.spotted = True
        t.say("alarm", RULE, to=knowing(t, side), who=who.id)


def gets_out(t: T, who: Person, extra: Total = NO_DICE) -> bool:
    return check(t, who, "trap", Attribute.GRIT, Skill.ATHLETICS, extra, reaction=True).hits >= 1


# ------------------------------------------------------------------------------------------------ getting out
def caught(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours in a trap; in a fight whoever has the turn."""
    people = ([acting(t).id] if has_action(t, by) is None else []) if in_fight(t) else helpers(t, by)
    return [who for who in people if t.state.people[who].in_trap]


def can_break_free(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by) if in_fight(t) else can_act(t, by):
        return refusal
    return None if caught(t, by) else Refusal(RULE, "Nobody of yours is in a trap.", "Good.")


@command(rules=(RULE, "infected.condition.grappled"), when=can_break_free, who=caught)
def break_free(t: T, by: SeatId, who: Id) -> None:
    """Get out of a trap: an Action and GRIT + Athletics; a snare leaves one Slowed."""
    me = t.state.people[who]
    out = gets_out(t, me, steadiness(me))
    if out:
        kind, me.in_trap = me.in_trap, ""
        if me.held_by is None:
            take_off(t, me, Condition.GRAPPLED)
        if not content().gear[kind].damage:
            put_on(t, me, Condition.SLOWED)
    else:
        t.say("still_in_trap", RULE, who=who)
    pay(t, me)


# ------------------------------------------------------------------------------------------------ small game
def trappers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours whose hunting snare nobody has looked into today."""
    return [who for who in able(t, by) if snare_of(t, t.state.people[who]) is not None]


def snare_of(t: T, who: Person) -> Gear | None:
    """A hunting snare that nobody has looked into today."""
    return next((g for g in who.gear.values() if g.kind == HUNTING and g.count > 0 and g.checked_day != today(t)), None)


def can_look(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    return None if trappers(t, by) else Refusal("infected.craft.recipes.food", "There is no snare to look into today.", "Once a day.")


@command(rules=("infected.craft.recipes.food",), when=can_look, who=trappers)
def check_snare(t: T, by: SeatId, who: Id) -> None:
    """Look into a hunting snare, once a day: WITS + Survival, any hit is a day of food."""
    me = t.state.people[who]
    snare = snare_of(t, me)
    assert snare is not None
    if snare.count > 1:
        snare = some_of(t, snare, 1)
        me.gear[snare.id] = snare
    snare.checked_day = today(t)
    if check(t, me, "snare", Attribute.WITS, Skill.SURVIVAL).hits >= 1:
        days = worth(snare, 1)
        t.say("finds_units", "infected.craft.recipes.food", who=who, count=days, what="days of food")
        take_along(t, me, "food", days)
    else:
        t.say("finds_nothing", "infected.craft.recipes.food", who=who, place=HUNTING)
