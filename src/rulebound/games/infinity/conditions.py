"""Temporary conditions: what they do at the end of a turn, and recovering from them."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.damage import hurt
from rulebound.games.infinity.people import Character, Harm
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import NONE, Side, test
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import T
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.variants import DazedFor
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.d20 import CombatDice
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

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
    for harm in (Harm.PHYSICAL, Harm.MENTAL):
        hurt(t, me, harm, roll.total)
    fire.rounds += roll.effects - 1
    if fire.rounds <= 0:
        me.burning = None
        t.say("fire_out", "infinity.condition.burning", who=me.id)


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
