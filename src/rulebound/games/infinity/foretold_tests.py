"""What a test comes to, multiplied out, and what can be at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulebound.games.infinity.blows import Blow
from rulebound.games.infinity.buying import declines
from rulebound.games.infinity.damage import AUTOMEDIKIT
from rulebound.games.infinity.people import Character, works
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import (
    D1,
    Outcome,
    Side,
    actor_wins,
    bonus_momentum,
    hampered,
    helpers,
    in_range,
    prepare,
    turned_to_momentum,
)
from rulebound.games.infinity.state import T
from rulebound.games.infinity.variants import SpreadThreshold, WinnerMomentum
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.modifiers import Total

Tested = tuple[int | None, int]
"""Momentum of a test, or None if it failed, and its Complications."""
OTHERWISE = ("nonlethal", "electromagnetic", "backlash")
"""Qualities whose hits are no plain damage."""


class TooInvolved(Exception):
    """Somebody wants what cannot be multiplied out."""


# ------------------------------------------------------------------------------------------------ what can be counted
def plain_enough(t: T, blow: Blow) -> bool:
    """Plain damage, with nothing that would have to be played; places that count apart only on one who suffers nothing but Injuries."""
    foe = blow.foe
    if any(blow.has(quality) for quality in OTHERWISE) or foe.rerolls_cover:
        return False
    apart = blow.has("spread") and t.variants.spread_threshold is not SpreadThreshold.SUMMED
    return not apart or not (works(foe, AUTOMEDIKIT) or (blow.arms and blow.arms.instead_of_injury))


@contextmanager
def undone(t: T, *people: Character) -> Iterator[None]:
    """Whatever is paid inside is paid back."""
    pools = (t.state.heat, *(p.infinity for p in people))
    before = [len(pool.deltas) for pool in pools]
    state = [(p, p.momentum, p.turn.passed, p.reactions, list(p.complications)) for p in people]
    reloads = [(arms, arms.reloads, arms.jammed) for p in people for arms in p.weapons.values()]
    try:
        yield
    finally:
        for pool, length in zip(pools, before, strict=True):
            del pool.deltas[length:]
        for who, momentum, passed, reactions, complications in state:
            who.momentum, who.turn.passed, who.reactions, who.complications = momentum, passed, reactions, complications
        for arms, left, jammed in reloads:
            arms.reloads, arms.jammed = left, jammed


# ------------------------------------------------------------------------------------------------ tests
def successes(t: T, side: Side, difficulty: Total, reaction: bool = False) -> Distribution[tuple[int, int]]:
    """Successes and Complications of a test, once its dice are bought."""
    if side.rerolls or side.skill is Skill.STEALTH or helpers(t, side.who, None if reaction else side.skill, side.skill):
        raise TooInvolved
    ready = prepare(t, side, difficulty)
    if declines(t, side.who, ready.pool, difficulty.value, ready.about):
        return Distribution.certain((ready.pool.sure_successes(), 0))
    return ready.pool.outcomes().map(lambda roll: (roll.successes, roll.complications))


def tested(t: T, side: Side) -> Distribution[Tested]:
    """The Momentum of an attack that nobody resists."""
    difficulty = in_range(t, Total.of("difficulty", 1, "infinity.test.procedure") + hampered(t, side))
    if difficulty.value == 0:
        return Distribution.certain((0, 0))
    bonus = bonus_momentum(t, side)
    return successes(t, side, difficulty).map(
        lambda came: (came[0] - difficulty.value + bonus if came[0] >= difficulty.value else None, came[1])
    )


def contested(t: T, actor: Side, resister: Side) -> Distribution[Tested]:
    """The Momentum that the acting side is left with, Face to Face, and its Complications."""
    left, right = turned_to_momentum(t, actor, resister), turned_to_momentum(t, resister, actor)
    thrown_left, thrown_right = successes(t, left, D1), successes(t, right, D1, reaction=True)
    bonus_left, bonus_right = bonus_momentum(t, left), bonus_momentum(t, right)
    full = t.variants.f2f_winner_momentum is WinnerMomentum.FULL

    def came(made: int, bonus: int) -> Outcome:
        return Outcome(True, made - 1 + bonus, made) if made else Outcome(False, 0, 0)

    def won(made: tuple[int, int], theirs: int) -> Tested:
        ours, others = came(made[0], bonus_left), came(theirs, bonus_right)
        if not actor_wins(ours, others, actor.who, resister.who):
            return None, made[1]
        return (ours.momentum if full else max(0, ours.momentum - others.momentum)), made[1]

    return thrown_left.combine(thrown_right.map(lambda made: made[0]), won)
