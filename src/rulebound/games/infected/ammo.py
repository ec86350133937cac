"""Ammunition: rounds spent, jams, reloading, readying, and the arrows one finds again."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected.actions import acting, locked, on_turn, pinned, spend_action, steadiness
from rulebound.games.infected.armor import lose_durability
from rulebound.games.infected.cartridges import IMPROVISED, batches, forget_shots, load, shoot_odd, shots_of, unload
from rulebound.games.infected.checks import check, d6
from rulebound.games.infected.clockwork import pass_minutes
from rulebound.games.infected.content import content, has_flaw
from rulebound.games.infected.helping import can_act, helpers, pay
from rulebound.games.infected.kinds import Property, Reload, WeaponKind
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.state import Phase, T
from rulebound.games.infected.terms import ROUNDS_A_MINUTE, Attribute, Condition, Id, Skill
from rulebound.games.infected.threat import make_noise
from rulebound.games.infected.variants import ArrowRecovery
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

SUPPRESSING_ROUNDS = 5
REVOLVER_ROUNDS = 2
READY_ACTIONS = 2
LOUD, UNRELIABLE = "loud", "unreliable"
"""infected.craft.flaws"""


class Trouble(StrEnum):
    JAM = "jam"
    EMPTY = "empty"


class Way(StrEnum):
    """infected.ammo.reload_table"""

    NORMAL = "normal"
    SPEED = "speed"
    SINGLE = "single round"


def kind_of(gear: Gear) -> WeaponKind:
    return content().weapons[gear.kind]


@cites("infected.ammo.precise", "infected.property.slow_ranged", "infected.equipment.suppressor", "infected.equipment.example.suppressor")
def shoot(t: T, who: Person, gear: Gear, rounds: int = 1) -> str:
    """One attack roll is one round; bows and crossbows must be readied again. What the round is like, where it is not sound."""
    kind = kind_of(gear)
    if not kind.magazine:
        return ""
    gear.loaded -= rounds
    readied = kind.reload is Reload.READIED
    if readied:
        gear.shot += rounds
        gear.unready = READY_ACTIONS
    round = shoot_odd(gear, gear.odd, rounds, recovered=readied) if gear.odd is not None else ""
    if LOUD in round:
        make_noise(t, who.seat, 1, f"loud {kind.ammo} rounds", "infected.craft.flaws", who.zone)
    if gear.suppressor is not None and gear.suppressor > 0:
        gear.suppressor -= 1
        if gear.suppressor == 0:
            gear.suppressor_flaws = []
            t.say("suppressor_done", "infected.equipment.suppressor", who=who.id, thing=gear.kind)
    return round


# ------------------------------------------------------------------------------------------------ what goes wrong
@cites("infected.ammo.empty_or_jam_on_critical", "infected.core.critical_failure_effect")
def critical_failure(t: T, who: Person, gear: Gear | None) -> None:
    """A firearm jams or runs empty, an improvised weapon breaks, and anything that wears loses Durability. What is left for a bow or
    crossbow, whose string breaks or slips, is in the quiver."""
    if gear is not None:
        kind = kind_of(gear)
        if kind.magazine:
            left = gear.loaded or (kind.reload is Reload.READIED and spare(who, gear))
            trouble = t.judge("trouble", tuple(Trouble), Trouble.JAM if left else Trouble.EMPTY, (who.id, gear.kind))
            if trouble is Trouble.JAM:
                jam(t, who, gear, "infected.ammo.empty_or_jam_on_critical")
            else:
                unload(gear)
                t.say("runs_empty", "infected.ammo.empty_or_jam_on_critical", who=who.id, thing=gear.kind)
        if kind.improvised:
            gear.worn_off = gear.boxes
            t.say("breaks", "infected.environment.improvised_weapon", who=who.id, thing=gear.kind)
        else:
            lose_durability(t, who, gear, "infected.equipment.durability_loss")


def jam(t: T, who: Person, gear: Gear, rule: str) -> None:
    gear.jammed = True
    t.say("jams", rule, who=who.id, thing=gear.kind)


@cites("infected.property.unreliable", "infected.equipment.broken", "infected.craft.recipes.weapons", "infected.craft.flaws")
def may_jam(t: T, who: Person, gear: Gear, ones: int, round: str = "") -> None:
    """Once a one shows: flawed work and a Broken gun or bow jam on any, what is Unreliable, as improvised rounds are, on two or more."""
    kind = kind_of(gear)
    if gear.jammed:
        return
    if has_flaw(gear, UNRELIABLE) or UNRELIABLE in round:
        jam(t, who, gear, "infected.craft.flaws")
    elif (kind.has(Property.UNRELIABLE) or IMPROVISED in round or gear.wet) and ones >= 2:
        jam(t, who, gear, "infected.property.unreliable")
    elif gear.broken and kind.magazine:
        jam(t, who, gear, "infected.equipment.broken")


def watches_ones(gear: Gear | None) -> bool:
    """Whether the ones of an attack with this matter."""
    if gear is None:
        return False
    return kind_of(gear).has(Property.UNRELIABLE) or gear.broken or gear.odd is not None or gear.wet or has_flaw(gear, UNRELIABLE)


# ------------------------------------------------------------------------------------------------ clearing and reloading
def jammed(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A jammed weapon in your hands."""
    hands = [t.state.people[who] for who in helpers(t, by)]
    return list(dict.fromkeys([id for who in hands for id in who.hands if who.gear[id].jammed]))


@cites("infected.ammo.clear_jam")
def can_clear(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_act(t, by):
        return refusal
    return None if jammed(t, by) else Refusal("infected.ammo.clear_jam", "Nothing in your hands is jammed.")


class Fix(StrEnum):
    TECH = "tech"
    SHOOT = "shoot"


def clearers(t: T, by: SeatId, weapon: Id, *_: object) -> Sequence[Id]:
    """Whoever's turn it is; outside a fight, one of yours who holds it, in a chase with an Action left. Left out, the first of them."""
    hands = [t.state.people[who] for who in helpers(t, by)]
    return [who.id for who in hands if weapon in who.hands and who.gear[weapon].jammed]


@command(
    rules=("infected.ammo.clear_jam", "infected.property.unreliable", "infected.vehicle.combat.passenger"), when=can_clear, weapon=jammed,
    who=clearers,
)  # fmt: skip
def clear_jam(t: T, by: SeatId, weapon: Id, skill: Fix = Fix.TECH, who: Id | None = None) -> None:
    """Clear a jam: an Action and WITS + Tech or Shoot; a melee weapon that slipped needs no roll."""
    me = t.state.people[who or clearers(t, by, weapon)[0]]
    gear = me.gear[weapon]
    if kind_of(gear).magazine:
        hits = check(t, me, "clear_jam", Attribute.WITS, Skill(skill.value), steadiness(me)).hits
        pay(t, me)
        if hits < 1:
            t.say("still_jammed", "infected.ammo.clear_jam", who=me.id, thing=gear.kind)
            return
    else:
        pay(t, me)
    gear.jammed, gear.stripped = False, 0
    t.say("cleared", "infected.ammo.clear_jam", who=me.id, thing=gear.kind)


def strippers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Whoever's turn it is, outside a fight one of yours, with a jammed weapon; in a chase with an Action left for the round."""
    return [who for who in helpers(t, by) if any(gear.jammed for gear in t.state.people[who].gear.values())]


@cites("infected.ammo.clear_jam")
def can_strip(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_act(t, by):
        return refusal
    return None if strippers(t, by) else Refusal("infected.ammo.clear_jam", "Nothing of yours is jammed.")


@command(rules=("infected.ammo.clear_jam", "infected.vehicle.combat.passenger"), when=can_strip, who=strippers)
def field_strip(t: T, by: SeatId, who: Id) -> None:
    """Take a minute to strip a jammed weapon: it works again without a roll. In a fight or a chase that is the Action of ten rounds."""
    me = t.state.people[who]
    gear = next(gear for gear in me.gear.values() if gear.jammed)
    in_a_hurry = t.state.phase in (Phase.FIGHT, Phase.CHASE)
    if in_a_hurry:
        spend_action(t, me)
        gear.stripped += 1
        if gear.stripped < ROUNDS_A_MINUTE:
            t.say("strips", "infected.ammo.clear_jam", who=who, thing=gear.kind, left=ROUNDS_A_MINUTE - gear.stripped)
            return
    gear.jammed, gear.stripped = False, 0
    t.say("cleared", "infected.ammo.clear_jam", who=who, thing=gear.kind)
    if not in_a_hurry:
        pass_minutes(t, 1)


@cites("infected.property.fast", "infected.ammo.precise")
def enough_for_two(gear: Gear | None) -> bool:
    """Each of two attacks is a round."""
    return gear is None or not kind_of(gear).magazine or gear.loaded >= 2


@cites("infected.ammo.type_table")
def spare(who: Person, gear: Gear) -> int:
    return sum(batches(who.ammo, kind_of(gear).ammo or "").values())


def capacity(gear: Gear) -> int:
    kind = kind_of(gear)
    return kind.magazine + (kind.magazine // 2 if "extended magazine" in gear.upgrades else 0)


def loadable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A weapon in your hands that is not full or not ready, with ammunition for it."""
    who = acting(t)
    return [id for id in who.hands if ways_to_load(t, who, who.gear[id])]


def ways_to_load(t: T, who: Person, gear: Gear) -> list[Way]:
    """What can be done about it now, with the Action or the Free action at hand."""
    if gear.kind not in content().weapons or not kind_of(gear).magazine or who.has(Condition.PINNED):
        return []
    kind, room, ammo = kind_of(gear), capacity(gear) - gear.loaded, spare(who, gear)
    ways = []
    if who.actions and not locked(who) and ((room and ammo) or (gear.unready and gear.loaded)):
        ways.append(Way.NORMAL)
    if who.frees and room and ammo and kind.reload is Reload.MAGAZINE:
        ways.append(Way.SPEED)
    if who.frees and room and ammo and kind.reload in (Reload.SINGLE_ROUNDS, Reload.BOLT_ACTION):
        ways.append(Way.SINGLE)
    return ways


def load_ways(t: T, by: SeatId, weapon: Id) -> Sequence[Way]:
    """Properly with an Action; dropping the magazine, or a single round, as a Free action."""
    who = acting(t)
    return ways_to_load(t, who, who.gear[weapon])


@cites("infected.ammo.reload_table")
def can_reload(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    if loadable(t, by):
        return None
    none = Refusal("infected.ammo.reload_table", "Nothing in your hands can be reloaded now.", "Draw another weapon.")
    return locked(acting(t)) or pinned(acting(t)) or none


@command(
    rules=("infected.ammo.reload_table", "infected.ammo.empty_options", "infected.property.slow_ranged"),
    when=can_reload,
    weapon=loadable,
    way=load_ways,
)
def reload(t: T, by: SeatId, weapon: Id, way: Way | None = None) -> None:
    """Reload a weapon in your hands, or ready a bow or crossbow; properly if an Action is left and nothing else is said."""
    who = acting(t)
    gear = who.gear[weapon]
    way = way or ways_to_load(t, who, gear)[0]
    if way is not Way.NORMAL:
        who.frees -= 1
        fill(t, who, gear, 1 if way is Way.SINGLE else None, lose=way is Way.SPEED)
        return
    spend_action(t, who)
    load_properly(t, who, gear)


def with_room(who: Person) -> list[Gear]:
    """Weapons that are not full or not ready, with ammunition for them."""
    guns = [g for g in who.gear.values() if g.kind in content().weapons and kind_of(g).magazine and not g.jammed and not g.destroyed]
    return [g for g in guns if (g.loaded < capacity(g) and spare(who, g)) or (g.unready and g.loaded)]


def loadable_at_peace(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours with a weapon to load."""
    return [p.id for p in t.state.people.values() if by in (p.seat, GM) and p.up and with_room(p)]


@cites("infected.ammo.reload_table")
def can_load_up(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase in (Phase.FIGHT, Phase.CHASE):
        return Refusal("infected.ammo.reload_table", "There is no time to load everything now.", "Reload what is in your hands.")
    return None if loadable_at_peace(t, by) else Refusal("infected.ammo.reload_table", "Nothing of yours can be loaded.")


@command(rules=("infected.ammo.reload_table", "infected.property.slow_ranged"), when=can_load_up, who=loadable_at_peace)
def load_up(t: T, by: SeatId, who: Id) -> None:
    """Take a minute outside a fight: every weapon of yours is filled and readied."""
    me = t.state.people[who]
    for gear in with_room(me):
        gear.unready = 0
        fill(t, me, gear, None)
    pass_minutes(t, 1)


@cites("infected.ammo.reload_table", "infected.property.slow_ranged")
def load_properly(t: T, who: Person, gear: Gear) -> None:
    """An Action's worth: a magazine, two rounds of a revolver, or half of what a Slow weapon or a belt takes."""
    kind = kind_of(gear)
    match kind.reload:
        case Reload.REVOLVER:
            fill(t, who, gear, REVOLVER_ROUNDS)
        case Reload.READIED | Reload.BOLT_ACTION | Reload.BELT:
            if not gear.unready:
                gear.unready = READY_ACTIONS
            gear.unready -= 1
            rule = "infected.ammo.reload_table" if kind.reload is Reload.BELT else "infected.property.slow_ranged"
            t.say("readies", rule, who=who.id, thing=gear.kind, left=gear.unready)
            if not gear.unready and gear.loaded < capacity(gear):
                fill(t, who, gear, None)
        case Reload.SINGLE_ROUNDS | Reload.MAGAZINE:
            fill(t, who, gear, None)


def fill(t: T, who: Person, gear: Gear, most: int | None, *, lose: bool = False) -> None:
    """Rounds from the spare ones; a dropped magazine is lost with what is in it."""
    ammo = kind_of(gear).ammo or ""
    if lose:
        unload(gear)
    room = capacity(gear) - gear.loaded
    load(who, gear, ammo, room if most is None else min(room, most))
    t.say("reloads", "infected.ammo.reload_table", who=who.id, thing=gear.kind, loaded=gear.loaded)


# ------------------------------------------------------------------------------------------------ after the fight
@cites("infected.ammo.arrow_recovery", "infected.equipment.arrow_recovery")
def find_arrows(t: T, who: Person, *, searches: bool) -> None:
    """Half of the missiles shot come back, or each on a d6 of 1 to 3, to those who can search the place for them."""
    for gear in who.gear.values():
        if not searches:
            forget_shots(gear)
        if not gear.shot:
            continue
        kind, found, shot = kind_of(gear).ammo or "arrows", 0, 0
        for like, count in shots_of(gear).items():
            if t.variants.ammo_arrow_recovery is ArrowRecovery.HALF:
                back = (shot + count) // 2 - found
            else:
                back = sum(d6(t, "arrow", who) <= 3 for _ in range(count))
            shot, found = shot + count, found + back
            if back:
                batch = f"{like} {kind}".strip()
                who.ammo[batch] = who.ammo.get(batch, 0) + back
        forget_shots(gear)
        if found:
            t.say("arrows_found", "infected.ammo.arrow_recovery", who=who.id, found=found)
