"""Bleeding, first aid, recovery by the day, death and the character that comes after it."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.combat.ap import acting, can_pay, known_to, spend
from rulebound.games.combat.harm import consequences, count_minute, lose_hp, stop_bleeding, wake
from rulebound.games.combat.places import distance
from rulebound.games.combat.rolls import against_number, hampered, in_pain, skill
from rulebound.games.combat.state import Effect, Fighter, Id, Phase, T, audience, fighter, halve
from rulebound.games.combat.variants import BleedOrder
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Unit
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

AT_ARMS_LENGTH = 2


# ------------------------------------------------------------------------------------------------ bleeding
@cites("combat.dmg.pain_double", "combat.vehicle.occupants_unstable")
def constitution(t: T, who: Fighter) -> Total:
    """C against DMG takes no Pain from the very DMG it is rolled against, unless the table counts it twice; and never Unstable."""
    score = Total.of("C", who.c, "combat.base.attributes")
    return in_pain(t, who, score) if t.variants.pain_on_c_vs_dmg else score


@cites("combat.bleeding.tick")
def bleed_a_minute(t: T, who: Fighter) -> None:
    """Roll to stop, then 1 DMG if still Bleeding; or the other way round."""
    if t.variants.bleed_order is BleedOrder.DAMAGE_FIRST:
        lose_blood(t, who)
    if not who.dead:
        clot(t, who)
    if who.bleeding and t.variants.bleed_order is BleedOrder.ROLL_FIRST:
        lose_blood(t, who)


def lose_blood(t: T, who: Fighter) -> None:
    before = who.hp
    lose_hp(t, who, 1, "Bleeding", "combat.bleeding.tick")
    consequences(t, who, before)


@cites("combat.bleeding.stop_natural")
def clot(t: T, who: Fighter) -> None:
    """[C vs DMG], the Unconscious too."""
    if against_number(t, who, "clot", constitution(t, who), who.dmg):
        stop_bleeding(t, who)
        t.say("stops_bleeding", "combat.bleeding.stop_natural", to=audience(t, who), who=who.id)


def patients(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Anybody who bleeds within 2 yards, yourself included."""
    me = acting(t)
    near = (f for f in t.state.fighters.values() if f.bleeding and not f.dead and known_to(t, me.side, f))
    return [f.id for f in near if f.id == me.id or distance(t, me.id, f.id) <= AT_ARMS_LENGTH]


@cites("combat.bleeding.stop_bandage")
def can_bandage(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_pay(t, by):
        return refusal
    if acting(t).bandages < 1:
        return Refusal("combat.bleeding.stop_bandage", "You have no bandage left.")
    return None if patients(t, by) else Refusal("combat.bleeding.stop_bandage", "Nobody within 2 yards bleeds.", "Move to them.")


@command(rules=("combat.bleeding.stop_bandage", "combat.dmg.pain_double"), when=can_bandage, patient=patients)
def bandage(t: T, by: SeatId, patient: Id) -> None:
    """Stop somebody's Bleeding with a bandage: 1 AP, Medicine(First-Aid) against their DMG."""
    me, who = acting(t), fighter(t, patient)
    spend(t, me)
    me.bandages -= 1
    if against_number(t, me, "first_aid", hampered(t, me, skill(me, "first_aid")), who.dmg, who):
        stop_bleeding(t, who)
        t.say("bandaged", "combat.bleeding.stop_bandage", to=audience(t, me, who), who=who.id, by=me.id)
    else:
        t.say("bandage_fails", "combat.bleeding.stop_bandage", to=audience(t, me, who), who=who.id, by=me.id)


@cites("combat.skirmish.end")
def bleed_out(t: T) -> None:
    """Outside a fight Bleeding is played out minute by minute until it stops or kills."""
    while any(f.bleeding for f in t.state.fighters.values()):
        t.state.clock.advance(Unit.MINUTES)
        minutes_up(t)


@cites("combat.bleeding.tick", "combat.vehicle.burning")
def minutes_up(t: T) -> None:
    """Whoever has bled for a minute bleeds again, and his next one begins; a fire whose Fuel is gone goes out."""
    for timer in t.state.clock.due():
        if timer.effect == Effect.FIRE_ENDS:
            t.state.vehicles[timer.who].burning = False
            t.state.vehicles[timer.who].fuel = 0
            t.say("fire_ends", "combat.vehicle.burning", vehicle=timer.who)
        elif fighter(t, timer.who).bleeding:
            bleed_a_minute(t, fighter(t, timer.who))
    counted = [timer.who for timer in t.state.clock.running if timer.effect == Effect.BLEEDS]
    for who in t.state.fighters.values():
        if who.bleeding and who.id not in counted:
            count_minute(t, who)


# ------------------------------------------------------------------------------------------------ recovery
def no_fight(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is Phase.FIGHT:
        return Refusal("combat.round.state", "There is a fight on.", "Wait for its end.")
    return None


@command(rules=("combat.recovery.daily", "combat.table.armor"), when=no_fight, tools=yes_or_no("With tools to mend armor."))
def rest(t: T, by: SeatId, tools: bool = False) -> None:
    """A day passes: everybody who is hurt rolls to recover, and with tools worn armor gains 1 DR."""
    bleed_out(t)
    t.state.clock.advance(Unit.DAYS)
    minutes_up(t)
    t.say("day_passes", "combat.recovery.daily", day=t.state.clock.passed[Unit.DAYS])
    for who in t.state.fighters.values():
        if not who.dead:
            recover(t, who)
        if tools and who.armor.dr < who.armor.start_dr:
            who.armor.dr += 1
            t.say("armor_mended", "combat.table.armor", to=audience(t, who), who=who.id, dr=who.armor.dr)
    bleed_out(t)


@cites("combat.recovery.daily", "combat.fire.permanent")
def recover(t: T, who: Fighter) -> None:
    """[C vs DMG]: 1 HP back, or 1 DMG from infection. Permanent FDMG counts in DMG and cannot be healed."""
    if who.dmg <= who.burns:
        return
    before = who.hp
    if against_number(t, who, "recover", constitution(t, who), who.dmg):
        who.hp += 1
        who.hurts = min(who.hurts, who.dmg)
        t.say("recovers", "combat.recovery.daily", to=audience(t, who), who=who.id, hp=who.hp)
        if before <= 0 < who.hp:
            wake(t, who)
    else:
        lose_hp(t, who, 1, "infection", "combat.recovery.daily")
        consequences(t, who, before)


# ------------------------------------------------------------------------------------------------ experience
@cites("combat.create.xp")
def gain_xp(t: T, who: Fighter, xp: int) -> None:
    who.xp_total += xp
    who.xp_left += xp
    t.say("gains_xp", "combat.create.xp", to=audience(t, who), who=who.id, xp=xp, total=who.xp_total)


@cites("combat.death.new_character")
def bonus_after_death(t: T, dead: Fighter) -> int:
    """Half of all XP the dead one ever gained."""
    return halve(t, dead.xp_total)


def living(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Anybody alive."""
    return [f.id for f in t.state.fighters.values() if not f.dead]


def session_xp(t: T, by: SeatId, who: Id) -> range:
    """Up to 2 in a session, besides those for fights."""
    return range(1, 3 - fighter(t, who).xp_this_session)


def gn_only(t: T, by: SeatId) -> Refusal | None:
    return None if by == GM else Refusal("combat.create.xp", "The GN gives XP.", "Ask for it.")


@command(rules=("combat.create.xp",), when=gn_only, who=living, xp=session_xp)
def award(t: T, by: SeatId, who: Id, xp: int) -> None:
    """Give a fighter XP for the session: 2 at most, besides those for fights."""
    fighter(t, who).xp_this_session += xp
    gain_xp(t, fighter(t, who), xp)


@command(rules=("combat.create.xp",), when=gn_only)
def new_session(t: T, by: SeatId) -> None:
    """A new session begins: XP may be given again."""
    t.state.clock.advance(Unit.SESSIONS)
    for who in t.state.fighters.values():
        who.xp_this_session = 0
    t.say("new_session", "combat.create.xp")
