"""Temporary conditions: what they do at the end of a turn, and recovering from them."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.damage import hit_location, hurt
from rulebound.games.infinity.heat import gm_only
from rulebound.games.infinity.people import Character, Harm, Id
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import NONE, Side, test
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.soak import morale_soak
from rulebound.games.infinity.state import T
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.variants import DazedFor
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.d20 import CombatDice
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

LAST_TEST = 3
HARD = 2
"""The difficulty of recovering from a condition without a rating."""


@cites("infinity.condition.staggered", "infinity.condition.dazed")
def end_of_turn(t: T, me: Character) -> None:
    """What lasts some rounds is a round shorter once the victim's turn ends."""
    if me.staggered:
        me.staggered -= 1
    if me.dazed and t.variants.dazed_duration is DazedFor.ONE_ROUND:
        me.dazed = False
    me.enraged_by = None
    if me.burning:
        burn(t, me)


@cites("infinity.condition.burning")
def burn(t: T, me: Character) -> None:
    """[CD]X of physical and of mental damage without any Soak; a round is over, and Effects add rounds."""
    fire = me.burning
    assert fire is not None
    roll = t.roll(CombatDice(fire.rating), "burning", me.seat, (me.id,))
    hit_location(t, me, me.seat)
    for harm in (Harm.PHYSICAL, Harm.MENTAL):
        hurt(t, me, harm, roll.total)
    fire.rounds += roll.effects - 1
    if fire.rounds <= 0:
        me.burning = None
        t.say("fire_out", "infinity.condition.burning", who=me.id)


@cites("infinity.quality.toxic", "infinity.armour.bts")
def poison(t: T, me: Character) -> None:
    """At the start of a turn: Resistance against its Effects, or 1+[CD]X without Soak; three tests passed end it. BTS is a d20."""
    toxin = me.toxin
    assert toxin is not None
    dice = NONE.plus("BTS", int(me.bts > 0), "infinity.armour.bts")
    if not test(t, Side(who=me, skill=Skill.RESISTANCE, dice=dice), toxin.difficulty).passed:
        hurt(t, me, Harm.PHYSICAL, 1 + t.roll(CombatDice(toxin.rating), "poison", me.seat, (me.id,)).total)
        return
    toxin.resisted += 1
    if toxin.resisted == LAST_TEST:
        me.toxin = None
        t.say("poison_over", "infinity.quality.toxic", who=me.id)


# ------------------------------------------------------------------------------------------------ by the game master's word
@cites("infinity.condition.blind")
def blinded(t: T, who: Character) -> None:
    """[CD]3 of mental damage against Morale, and sight is gone until Recover or the scene's end."""
    who.blind = True
    t.say("blind", "infinity.condition.blind", who=who.id)
    hurt(t, who, Harm.MENTAL, t.roll(CombatDice(3), "shock", who.seat, (who.id,)).total - morale_soak(who).value)


def people(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Whom it strikes."""
    return [p.id for p in t.state.people.values() if not p.dead and p.thing is None]


def any_condition(*_: object) -> AnyText:
    """`blind`, `dazed`, or any other in words, such as bleeding; Recover ends it."""
    return AnyText(60)


@command(rules=("infinity.condition.bleeding", "infinity.condition.blind", "infinity.condition.dazed"), when=gm_only, who=people,
         condition=any_condition)  # fmt: skip
def afflict(t: T, by: SeatId, who: Id, condition: str) -> None:
    """Give somebody a condition that Recover can end."""
    victim = t.state.people[who]
    match condition:
        case "blind":
            blinded(t, victim)
        case "dazed":
            victim.dazed = True
            t.say("dazed", "infinity.condition.dazed", who=who)
        case _:
            victim.conditions.append(condition)
            t.say("afflicted", "infinity.condition.bleeding", who=who, condition=condition)


# ------------------------------------------------------------------------------------------------ Recover
def has(me: Character) -> list[str]:
    """Conditions that Recover can end."""
    named = {"burning": me.burning is not None, "dazed": me.dazed, "blind": me.blind, "staggered": me.staggered > 0}
    return [name for name, there in named.items() if there] + me.conditions


def mine(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A condition you have."""
    return has(acting(t))


@cites("infinity.action.recover")
def can_recover(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.RECOVER):
        return refusal
    return None if has(acting(t)) else Refusal("infinity.action.recover", "There is nothing to recover from.", "Do something else.")


@command(rules=("infinity.action.recover", "infinity.example.recover_burning"), when=can_recover, condition=mine)
def recover(t: T, by: SeatId, condition: str) -> None:
    """Minor: a Resistance test to end a condition, D2 or the condition's rating."""
    me = acting(t)
    take(t, me, Action.RECOVER)
    difficulty = me.burning.rating if condition == "burning" and me.burning else HARD
    if test(t, Side(who=me, skill=Skill.RESISTANCE, steps=NONE), difficulty).passed:
        cure(t, me, condition)


@cites("infinity.condition.burning")
def can_roll_around(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SKILL_TEST):
        return refusal
    if acting(t).prone and acting(t).burning:
        return None
    return Refusal("infinity.condition.burning", "Only who burns and lies down can roll about.", "Drop prone first.")


@command(rules=("infinity.condition.burning",), when=can_roll_around)
def roll_around(t: T, by: SeatId) -> None:
    """Standard: lying down, roll about to put the fire out; a step easier than Recover."""
    me = acting(t)
    take(t, me, Action.SKILL_TEST)
    assert me.burning is not None
    if test(t, Side(who=me, skill=Skill.RESISTANCE), max(0, me.burning.rating - 1)).passed:
        cure(t, me, "burning")


def cure(t: T, me: Character, condition: str) -> None:
    match condition:
        case "burning":
            me.burning = None
        case "dazed":
            me.dazed = False
        case "blind":
            me.blind = False
        case "staggered":
            me.staggered = 0
        case _:
            me.conditions.remove(condition)
    t.say("recovers", "infinity.action.recover", who=me.id, condition=condition)
