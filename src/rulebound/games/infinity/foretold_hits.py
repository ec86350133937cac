"""What a hit comes to, multiplied out: dice, what Momentum buys, Soak, and others whom it strikes."""

from __future__ import annotations

from functools import partial

import msgspec

from rulebound.games.infinity.blows import Blow
from rulebound.games.infinity.damage import FACES, Thrown, places, thrown
from rulebound.games.infinity.foretold_tests import TooInvolved, plain_enough, successes, undone
from rulebound.games.infinity.harm import threshold
from rulebound.games.infinity.hits import HARD_TO_AVOID, avoiding, whole_damage
from rulebound.games.infinity.momentum import within_means
from rulebound.games.infinity.people import Harm, Id, Location, helpless, track
from rulebound.games.infinity.reactions import Reaction, can_react, pay_for
from rulebound.games.infinity.skilltests import (
    Side,
    hampered,
    in_range,
)
from rulebound.games.infinity.soak import morale_soak, security_soak
from rulebound.games.infinity.spending import Landing, Spend, next_in_blast, spends
from rulebound.games.infinity.state import T
from rulebound.games.infinity.surroundings import best_cover
from rulebound.games.infinity.variants import SpreadThreshold, ThresholdBasis
from rulebound.kernel.d20 import CombatDice, CombatRoll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.modifiers import Total

Nets = tuple[int, ...]
"""Net damage at each place that is struck."""
Toll = tuple[tuple[Id, Nets], ...]
"""Net damage by whom it strikes; nobody is a miss."""
MISS: Toll = ()
UNHURT: Nets = ()
Hit = tuple[int, int, int, tuple[Id, ...]]
"""Damage, what of Soak is pierced, Effects, and further targets, after one thing has been bought after another."""
COUNTED = frozenset({Spend.DONE, Spend.BONUS_DAMAGE, Spend.PENETRATION, Spend.REROLL, Spend.ANOTHER})


def landed(t: T, blow: Blow, momentum: int, alone: bool) -> Distribution[Toll]:
    """Dice, what Momentum buys, and Soak at each place, on everybody who is struck."""
    dice = blow.dice.value
    spent = CombatDice(dice).outcomes().then(lambda roll: spending(t, blow, thrown(dice, roll), momentum))
    return spent.then(lambda hit: struck(t, blow, *hit, alone))


def struck(t: T, blow: Blow, damage: int, pierced: int, effects: int, others: tuple[Id, ...], alone: bool) -> Distribution[Toll]:
    """The same damage on each, who has his own Soak; those beside the first may get out of its way, unless that is not known here."""
    if others and alone:
        raise TooInvolved
    ways: Distribution[Toll] = after_soak(t, blow, damage, pierced, effects).map(lambda nets: ((blow.foe.id, nets),))
    for id in others:
        beside = msgspec.structs.replace(blow, foe=t.state.people[id])
        if not plain_enough(t, beside):
            raise TooInvolved
        full, away = after_soak(t, beside, damage, pierced, effects), got_away(t, beside, len(others))
        ways = ways.combine(away.then(partial(unless, full)), partial(and_also, id))
    return ways


def unless(full: Distribution[Nets], away: bool) -> Distribution[Nets]:
    return Distribution.certain(UNHURT) if away else full


def and_also(id: Id, toll: Toll, nets: Nets) -> Toll:
    return (*toll, (id, nets))


def got_away(t: T, blow: Blow, many: int) -> Distribution[bool]:
    """Whether somebody beside the first target avoids it. What one pays changes what the next can, so only one may try."""
    other = blow.foe
    reaction, skill = avoiding(blow)
    if not can_react(t, other, blow.me):
        return Distribution.certain(False)
    if t.choose(other.seat, "reaction", (Reaction.NONE, reaction), (blow.me.id, other.id, blow.name)) is Reaction.NONE:
        return Distribution.certain(False)
    if many > 1 or helpless(other) or other.staggered:
        raise TooInvolved
    with undone(t, other):
        pay_for(t, other, reaction)
        side = Side(who=other, skill=skill)
        difficulty = in_range(t, Total.of("difficulty", HARD_TO_AVOID, "infinity.test.procedure") + hampered(t, side))
        return successes(t, side, difficulty).map(lambda came: came[0] >= difficulty.value)


def spending(t: T, blow: Blow, dice: Thrown, momentum: int) -> Distribution[Hit]:
    """One thing after another, as the rules ask for it."""
    me = blow.me
    kept, passed = me.momentum, me.turn.passed
    me.momentum, me.turn.passed = kept + momentum, True
    try:
        place = Location.TORSO if blow.harm is Harm.PHYSICAL else None
        return buying(t, blow, Landing(dice, place, bought=[], others=[]), within_means(t, me))
    finally:
        me.momentum, me.turn.passed = kept, passed


def buying(t: T, blow: Blow, hit: Landing, means: int) -> Distribution[Hit]:
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
        if what is Spend.ANOTHER and (other := next_in_blast(t, blow, hit)):
            hit.others.append(other)
        if what is Spend.REROLL:
            return blanks_again(t, blow, hit, means)
    pierced = blow.has("armour piercing") * hit.dice.effects + 2 * hit.penetration
    return Distribution.certain((whole_damage(t, blow, hit), pierced, hit.dice.effects, tuple(other.id for other in hit.others)))


def blanks_again(t: T, blow: Blow, hit: Landing, means: int) -> Distribution[Hit]:
    """Damage dice that score nothing are thrown again."""
    old = hit.dice
    there = zip(FACES, (old.blanks, old.ones, old.twos, old.effects), strict=True)
    about = (blow.me.id, blow.name)
    again = [t.number(blow.me.seat, "reroll", 0, n, (*about, face), n if face == FACES[0] else 0) if n else 0 for face, n in there]
    if again != [old.blanks, 0, 0, 0]:
        raise TooInvolved

    def on(roll: CombatRoll) -> Distribution[Hit]:
        new = thrown(old.blanks, roll)
        dice = Thrown(old.total + new.total, old.effects + new.effects, old.ones + new.ones, new.blanks)
        return buying(t, blow, msgspec.structs.replace(hit, dice=dice, bought=list(hit.bought), others=list(hit.others)), means)

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
    first: dict[tuple[int, int], Nets] = {(left, 0): UNHURT}
    return ways.map(lambda struck: first.setdefault(comes_to(t, struck, left, limit), struck))


def all_alike(t: T, blow: Blow, ways: Distribution[Toll]) -> Distribution[Toll]:
    """The same for everybody who is struck."""
    first: dict[tuple[Id, tuple[int, int]], Nets] = {}

    def told(id: Id, nets: Nets) -> Nets:
        foe = t.state.people[id]
        if foe.mob:
            return nets
        limit = threshold(t, foe, blow.harm, bool(blow.has("shock")))
        return first.setdefault((id, comes_to(t, nets, track(foe, blow.harm).left, limit)), nets)

    return ways.map(lambda toll: tuple((id, told(id, nets)) for id, nets in toll))


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
