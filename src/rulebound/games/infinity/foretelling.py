"""What an exchange comes to, multiplied out: exact chances at the table without following every die.

It tells what `outlook` tells, tracks and lasting harm, and nothing else: Momentum that is left, Heat and conditions are not kept.
Choices are asked of the table as the rules ask them. What it cannot multiply out it leaves to the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from rulebound.games.infinity.blows import Blow
from rulebound.games.infinity.buying import declines
from rulebound.games.infinity.complications import suffer_complications
from rulebound.games.infinity.damage import FACES, Thrown, places, thrown
from rulebound.games.infinity.harm import threshold
from rulebound.games.infinity.hits import take_harm, whole_damage
from rulebound.games.infinity.momentum import within_means
from rulebound.games.infinity.people import Character, Harm, Location, track, works
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
from rulebound.games.infinity.soak import morale_soak, security_soak
from rulebound.games.infinity.spending import Landing, Spend, spends
from rulebound.games.infinity.state import T
from rulebound.games.infinity.state_scenes import Stage
from rulebound.games.infinity.surroundings import best_cover
from rulebound.games.infinity.variants import CarryOver, SpreadThreshold, ThresholdBasis, WinnerMomentum
from rulebound.kernel.d20 import CombatDice, CombatRoll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.modifiers import Total

Nets = tuple[int, ...]
"""Net damage at each place that is struck; nothing is a miss."""
MISS: Nets = ()
Tested = tuple[int | None, int]
"""Momentum of a test, or None if it failed, and its Complications."""
OTHERWISE = ("nonlethal", "electromagnetic", "backlash")
"""Qualities whose hits are no plain damage."""
COUNTED = frozenset({Spend.DONE, Spend.BONUS_DAMAGE, Spend.PENETRATION, Spend.REROLL})


class TooInvolved(Exception):
    """Somebody wants what cannot be multiplied out."""


# ------------------------------------------------------------------------------------------------ what can be counted
def plain_enough(t: T, blow: Blow) -> bool:
    """Damage on one target, with nothing that would have to be played."""
    foe, streets = blow.foe, t.state.board is not None and t.state.board.stage is Stage.STREETS
    if any(blow.has(quality) for quality in OTHERWISE) or foe.rerolls_cover or (streets and blow.skill is Skill.RANGED_WEAPONS):
        return False
    if foe.mob and t.variants.mob_carry_over is CarryOver.SOAK_EACH:
        return False
    return not blow.has("spread") or not (foe.mob or works(foe, "automedikit") or (blow.arms and blow.arms.instead_of_injury))


@contextmanager
def undone(t: T, *people: Character) -> Iterator[None]:
    """Whatever is paid inside is paid back."""
    pools = (t.state.heat, *(p.infinity for p in people))
    before = [len(pool.deltas) for pool in pools]
    state = [(p, p.momentum, p.turn.passed, list(p.complications)) for p in people]
    reloads = [(arms, arms.reloads, arms.jammed) for p in people for arms in p.weapons.values()]
    try:
        yield
    finally:
        for pool, length in zip(pools, before, strict=True):
            del pool.deltas[length:]
        for who, momentum, passed, complications in state:
            who.momentum, who.turn.passed, who.complications = momentum, passed, complications
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


def contested(t: T, actor: Side, resister: Side) -> Distribution[int | None]:
    """The Momentum that the acting side is left with, Face to Face."""
    left, right = turned_to_momentum(t, actor, resister), turned_to_momentum(t, resister, actor)
    thrown_left, thrown_right = successes(t, left, D1), successes(t, right, D1, reaction=True)
    bonus_left, bonus_right = bonus_momentum(t, left), bonus_momentum(t, right)
    full = t.variants.f2f_winner_momentum is WinnerMomentum.FULL

    def came(made: int, bonus: int) -> Outcome:
        return Outcome(True, made - 1 + bonus, made) if made else Outcome(False, 0, 0)

    def won(mine: int, theirs: int) -> int | None:
        ours, others = came(mine, bonus_left), came(theirs, bonus_right)
        if not actor_wins(ours, others, actor.who, resister.who):
            return None
        return ours.momentum if full else max(0, ours.momentum - others.momentum)

    return thrown_left.map(lambda made: made[0]).combine(thrown_right.map(lambda made: made[0]), won)


# ------------------------------------------------------------------------------------------------ a hit
def landed(t: T, blow: Blow, momentum: int) -> Distribution[Nets]:
    """Dice, what Momentum buys, and Soak at each place."""
    dice = blow.dice.value
    spent = CombatDice(dice).outcomes().then(lambda roll: spending(t, blow, thrown(dice, roll), momentum))
    return spent.then(lambda hit: after_soak(t, blow, *hit))


def spending(t: T, blow: Blow, dice: Thrown, momentum: int) -> Distribution[tuple[int, int, int]]:
    """Damage, what of Soak is pierced, and Effects, after one thing has been bought after another."""
    me = blow.me
    kept, passed = me.momentum, me.turn.passed
    me.momentum, me.turn.passed = kept + momentum, True
    try:
        return buying(t, blow, Landing(dice, Location.TORSO if blow.harm is Harm.PHYSICAL else None, bought=[]), within_means(t, me))
    finally:
        me.momentum, me.turn.passed = kept, passed


def buying(t: T, blow: Blow, hit: Landing, means: int) -> Distribution[tuple[int, int, int]]:
    while means > 0 and (options := spends(t, blow, hit, means)):
        bought = hit.bonus * t.variants.bonus_damage_per_momentum + 2 * hit.penetration
        about = (blow.me.id, str(means), str(blow.flat + hit.dice.total), str(hit.dice.effects), blow.foe.id, blow.harm.value, str(bought))
        what = t.choose(blow.me.seat, "spend", (Spend.DONE, *options), about)
        if what not in COUNTED:
            raise TooInvolved
        if what is Spend.DONE:
            break
        means -= 1
        hit.bought.append(what)
        hit.bonus += what is Spend.BONUS_DAMAGE
        hit.penetration += what is Spend.PENETRATION
        if what is Spend.REROLL:
            return blanks_again(t, blow, hit, means)
    pierced = blow.has("armour piercing") * hit.dice.effects + 2 * hit.penetration
    return Distribution.certain((whole_damage(t, blow, hit), pierced, hit.dice.effects))


def blanks_again(t: T, blow: Blow, hit: Landing, means: int) -> Distribution[tuple[int, int, int]]:
    """Damage dice that score nothing are thrown again."""
    old = hit.dice
    there = zip(FACES, (old.blanks, old.ones, old.twos, old.effects), strict=True)
    about = (blow.me.id, blow.name)
    again = [t.number(blow.me.seat, "reroll", 0, n, (*about, face), n if face == FACES[0] else 0) if n else 0 for face, n in there]
    if again != [old.blanks, 0, 0, 0]:
        raise TooInvolved

    def on(roll: CombatRoll) -> Distribution[tuple[int, int, int]]:
        new = thrown(old.blanks, roll)
        dice = Thrown(old.total + new.total, old.effects + new.effects, old.ones + new.ones, new.blanks)
        return buying(t, blow, msgspec.structs.replace(hit, dice=dice, bought=list(hit.bought)), means)

    return CombatDice(old.blanks).outcomes().then(on)


def after_soak(t: T, blow: Blow, damage: int, pierced: int, effects: int) -> Distribution[Nets]:
    """Net damage at the place struck first, and half of it at those that Spread adds; alike where it comes to the same."""
    worn, many = soak_by_place(t, blow), blow.has("spread") * effects if damage and blow.foe.thing is None else 0

    def behind(cover: int) -> Distribution[Nets]:
        ways: Distribution[Nets] = worn.map(lambda soak: (max(0, damage - max(0, soak + cover - pierced)),))
        halves = worn.map(lambda soak: max(0, damage // 2 - max(0, soak + cover - pierced)))
        for _ in range(many):
            ways = alike(t, blow, ways.combine(halves, lambda struck, more: (*struck, more)))
        return ways

    return cover_of(t, blow).then(behind)


def alike(t: T, blow: Blow, ways: Distribution[Nets]) -> Distribution[Nets]:
    """Of all that comes to the same loss and as many harms, the first stands for the rest; a Mob's losses go on and on."""
    if t.variants.spread_threshold is SpreadThreshold.SUMMED:
        ways = ways.map(lambda struck: (sum(struck),))
    if blow.foe.mob:
        return ways
    left, limit = track(blow.foe, blow.harm).left, threshold(t, blow.foe, blow.harm, bool(blow.has("shock")))
    first: dict[tuple[int, int], Nets] = {(left, 0): MISS}
    return ways.map(lambda struck: first.setdefault(comes_to(t, struck, left, limit), struck))


def comes_to(t: T, struck: Nets, left: int, limit: int) -> tuple[int, int]:
    """What is left of the track, and the harms caused."""
    harms = 0
    for net in struck:
        before, left = left, max(0, left - net)
        counted = net if t.variants.threshold_basis is ThresholdBasis.NET_DAMAGE else before - left
        harms += int(counted >= limit) + int(left == 0) if net else 0
    return left, harms


def soak_by_place(t: T, blow: Blow) -> Distribution[int]:
    foe = blow.foe
    match blow.harm:
        case Harm.MENTAL:
            return Distribution.certain(morale_soak(foe).value)
        case Harm.DIGITAL:
            return Distribution.certain(security_soak(t, foe).value)
        case Harm.PHYSICAL if foe.thing:
            return Distribution.certain(foe.armour.get(Location.TORSO, 0))
        case Harm.PHYSICAL:
            return Distribution(dict(places().items())).map(lambda place: foe.armour.get(place, 0))


def cover_of(t: T, blow: Blow) -> Distribution[int]:
    """What the target's cover soaks."""
    foe = blow.foe
    cover = t.state.covers.get(foe.cover or "") if blow.covered else None
    if blow.covered and (t.state.vehicles or t.state.board):
        cover = best_cover(t, blow.me, foe)
    if cover is None or not cover.dice:
        return Distribution.certain(0)
    return CombatDice(cover.dice).outcomes().map(lambda roll: roll.total + (2 * roll.effects if foe.prone else 0))


# ------------------------------------------------------------------------------------------------ exchanges
def hits(t: T, blow: Blow, margins: Distribution[int | None]) -> Distribution[Nets]:
    """An attack's damage for each Momentum it may have."""
    ways = margins.then(lambda momentum: Distribution.certain(MISS) if momentum is None else landed(t, blow, momentum))
    return alike(t, blow, ways)


def one_hit(t: T, blow: Blow) -> Distribution[Nets] | None:
    """A hit whose Momentum its maker has already."""
    try:
        return hits(t, blow, Distribution.certain(0)) if plain_enough(t, blow) else None
    except TooInvolved:
        return None


def one_attack(t: T, blow: Blow, mine: Side, defence: Side | None) -> Distribution[Nets] | None:
    """An attack that nobody answers, or that is resisted Face to Face."""
    if not plain_enough(t, blow):
        return None
    try:
        with undone(t, blow.me, blow.foe):
            margins = contested(t, mine, defence) if defence else tested(t, mine).map(lambda came: came[0])
        return hits(t, blow, margins)
    except TooInvolved:
        return None


def both_attacks(t: T, blow: Blow, mine: Side, back: Blow, theirs: Side) -> Distribution[tuple[Nets, Nets]] | None:
    """An attack and the one that answers it; the Heat of my Complications may buy the other's dice."""
    if not plain_enough(t, blow) or not plain_enough(t, back):
        return None
    try:
        with undone(t, blow.me, blow.foe):
            first = tested(t, mine)
            answers = {count: answered(t, blow.me, count, back, theirs) for count in {came[1] for came in first.weights}}
        land = {momentum: hits(t, blow, Distribution.certain(momentum)) for momentum in {came[0] for came in first.weights}}
        return first.then(lambda came: land[came[0]].combine(answers[came[1]], lambda a, b: (a, b)))
    except TooInvolved:
        return None


def answered(t: T, me: Character, complications: int, back: Blow, theirs: Side) -> Distribution[Nets]:
    with undone(t, me, back.me):
        if complications:
            suffer_complications(t, me, complications)
        margins = tested(t, theirs).map(lambda came: came[0])
    return hits(t, back, margins)


def happens(t: T, nets: Nets, blow: Blow) -> None:
    """One of the ways, on the track."""
    if nets:
        take_harm(t, blow, nets, threshold(t, blow.foe, blow.harm, bool(blow.has("shock"))))
