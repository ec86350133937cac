"""Falls: how far, how hard, and breaking them."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.damage import hit_location, hurt
from rulebound.games.infinity.heat import gm_only
from rulebound.games.infinity.momentum import spend, within_means
from rulebound.games.infinity.people import Character, Harm, Id
from rulebound.games.infinity.reactions import Reaction, able_to_react, pay_for
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import Side, test
from rulebound.games.infinity.soak import armour_soak
from rulebound.games.infinity.state import T
from rulebound.games.infinity.stealth import noise
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.d20 import CombatDice
from rulebound.kernel.seats import SeatId

FALLS = ("close", "medium", "long", "extreme")


def people(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Who falls."""
    return [p.id for p in t.state.people.values() if not p.dead and p.thing is None]


def falls(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """How far."""
    return FALLS


@command(rules=("infinity.move.falling",), when=gm_only, who=people, far=falls, jumped=yes_or_no("They jumped."))
def fall(t: T, by: SeatId, who: Id, far: str, jumped: bool = False) -> None:
    """Let somebody fall; a jump counts one range shorter."""
    take_fall(t, t.state.people[who], FALLS.index(far) - jumped)


@cites("infinity.move.falling", "infinity.example.close_jump")
def take_fall(t: T, who: Character, category: int) -> None:
    """1+[CD]2 for each category; armour of one location helps, cover does not."""
    if category < 0:
        t.say("lands", "infinity.move.falling", who=who.id)
        return
    number = category + 1
    broken = break_fall(t, who)
    dice = t.roll(CombatDice(2 * number), "fall", who.seat, (who.id,))
    place = hit_location(t, who, who.seat)
    hurt(t, who, Harm.PHYSICAL, number + dice.total - armour_soak(who, place).value - broken)


@cites("infinity.reaction.break_fall")
def break_fall(t: T, who: Character) -> int:
    """A Reaction, Acrobatics D1: a die of Soak, and another for each Momentum."""
    if not able_to_react(t, who):
        return 0
    if t.choose(who.seat, "break_fall", (Reaction.NONE, Reaction.BREAK_FALL), (who.id,)) is Reaction.NONE:
        return 0
    pay_for(t, who, Reaction.BREAK_FALL)
    passed = test(t, Side(who=who, skill=Skill.ACROBATICS)).passed
    noise(t, who, Reaction.BREAK_FALL)
    if not passed:
        return 0
    means = within_means(t, who)
    points = t.number(who.seat, "break_fall_momentum", 0, means, (who.id,)) if means else 0
    spend(t, who, points, "infinity.reaction.break_fall")
    return t.roll(CombatDice(1 + points), "soak", who.seat, (who.id,)).total
