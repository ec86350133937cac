"""What a hit comes to, multiplied out: dice, what Momentum buys, Soak, and others whom it strikes."""

from __future__ import annotations

import operator
from functools import partial

import msgspec

from rulebound.games.infinity.blows import Blow
from rulebound.games.infinity.complications import suffer_complications
from rulebound.games.infinity.damage import FACES, Thrown, places, thrown
from rulebound.games.infinity.foretold_tests import TooInvolved, plain_enough, successes, undone
from rulebound.games.infinity.harm import threshold
from rulebound.games.infinity.hits import HARD_TO_AVOID, avoiding, whole_damage
from rulebound.games.infinity.momentum import within_means
from rulebound.games.infinity.people import Character, Harm, Id, Location, Stress, helpless, lying, track
from rulebound.games.infinity.reactions import Reaction, can_react, pay_for
from rulebound.games.infinity.skilltests import (
    Side,
    hampered,
    in_range,
)
from rulebound.games.infinity.soak import morale_soak, security_soak
from rulebound.games.infinity.spending import Landing, Spend, next_in_blast, spends
from rulebound.games.infinity.squads import carried_on
from rulebound.games.infinity.state import Cover, T
from rulebound.games.infinity.surroundings import SHOCK_OF_IT, best_cover, endangers_bystanders
from rulebound.games.infinity.variants import CarryOver, SpreadThreshold, ThresholdBasis
from rulebound.kernel.d20 import CombatDice, CombatRoll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.modifiers import Total

Nets = tuple[int, ...]
"""Net damage at each place that is struck."""
Share = tuple[Nets, int]
"""What one gets, and the Soak that each further member of a Mob has again, where this table says so."""
Toll = tuple[tuple[Id, Nets, int], ...]
"""The same by whom it strikes; nobody is a miss."""
MISS: Toll = ()
STRAY = -1
"""Instead of such Soak: whose shot went astray suffers this himself, in mind, for bystanders that it hit."""
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
    ways = after_soak(t, blow, damage, pierced, effects).map(partial(on_one, blow.foe.id))
    if not others:
        return ways
    if alone or shared(t, blow, others):
        raise TooInvolved
    return ways.combine(beside(t, blow, damage, pierced, effects, others), operator.add)


def astray(t: T, side: Side) -> Distribution[Toll] | None:
    """What a Complication of this test does to whoever made it, where it hits bystanders."""
    if not endangers_bystanders(t, side.who, side.skill):
        return None
    soak = morale_soak(side.who).value
    return SHOCK_OF_IT.outcomes().map(lambda roll: ((side.who.id, (max(0, 1 + roll.total - soak),), STRAY),))


def on_one(id: Id, share: Share) -> Toll:
    return ((id, *share),)


def shared(t: T, blow: Blow, others: tuple[Id, ...]) -> bool:
    """Whether what happens to one may change how the next fares: cover worn for both, a crowd's panic, dice bought to keep one's feet."""
    struck = [t.state.people[id] for id in (blow.foe.id, *others)]
    behind = [who.cover for who in struck if who.cover]
    covers = [cover_for(t, msgspec.structs.replace(blow, foe=who)) for who in struck]
    return bool(blow.has("knockdown")) or len(set(behind)) < len(behind) or any(cover.crowd for cover in covers if cover)


def beside(t: T, blow: Blow, damage: int, pierced: int, effects: int, others: tuple[Id, ...]) -> Distribution[Toll]:
    """One after another: what somebody pays to get away, and what goes wrong with it, changes what the next can pay."""
    if not others:
        return Distribution.certain(MISS)
    other = t.state.people[others[0]]
    at_him = msgspec.structs.replace(blow, foe=other)
    if not plain_enough(t, at_him):
        raise TooInvolved
    full = after_soak(t, at_him, damage, pierced, effects).map(partial(on_one, other.id))

    def then(away: bool, complications: int) -> Distribution[Toll]:
        with undone(t, other):
            if complications:
                suffer_complications(t, other, complications)
            more = beside(t, blow, damage, pierced, effects, others[1:])
        return more if away else full.combine(more, operator.add)

    if not tries(t, at_him):
        return then(False, 0)
    with undone(t, other):
        tried = getting_away(t, at_him)
        tolls = {came: then(*came) for came in tried.weights}
    return tried.then(lambda came: tolls[came])


def tries(t: T, blow: Blow) -> bool:
    """Whether somebody beside the first target wants to get out of its way."""
    other = blow.foe
    if not can_react(t, other, blow.me):
        return False
    options = (Reaction.NONE, avoiding(blow)[0])
    return t.choose(other.seat, "reaction", options, (blow.me.id, other.id, blow.name)) is not Reaction.NONE


def getting_away(t: T, blow: Blow) -> Distribution[tuple[bool, int]]:
    """Whether he does, and with how many Complications."""
    other, (reaction, skill) = blow.foe, avoiding(blow)
    if helpless(other) or other.staggered:
        raise TooInvolved
    pay_for(t, other, reaction)
    side = Side(who=other, skill=skill)
    difficulty = in_range(t, Total.of("difficulty", HARD_TO_AVOID, "infinity.test.procedure") + hampered(t, side))
    return successes(t, side, difficulty).map(lambda came: (came[0] >= difficulty.value, came[1]))


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


def after_soak(t: T, blow: Blow, damage: int, pierced: int, effects: int) -> Distribution[Share]:
    """Net damage at the place struck first, and half of it at those that Spread adds; alike where it comes to the same."""
    worn, many = soak_by_place(t, blow), blow.has("spread") * effects if damage and blow.foe.thing is None else 0
    again = blow.foe.mob and blow.harm is not Harm.DIGITAL and t.variants.mob_carry_over is CarryOver.SOAK_EACH

    def behind(cover: int) -> Distribution[Share]:
        ways: Distribution[Share] = worn.map(
            lambda soak: ((max(0, damage - max(0, soak + cover - pierced)),), soak + cover if again else 0)
        )
        halves = worn.map(lambda soak: max(0, damage // 2 - max(0, soak + cover - pierced)))
        for _ in range(many):
            ways = alike(t, blow, ways.combine(halves, lambda share, more: ((*share[0], more), share[1])))
        return ways

    return cover_of(t, blow).then(behind)


def alike(t: T, blow: Blow, ways: Distribution[Share]) -> Distribution[Share]:
    """Of all that comes to the same loss and as many harms, the first stands for the rest."""
    if t.variants.spread_threshold is SpreadThreshold.SUMMED:
        ways = ways.map(lambda share: ((sum(share[0]),), share[1]))
    first: dict[tuple[int, ...], Share] = {}
    return ways.map(lambda share: first.setdefault((*comes_to(t, blow, blow.foe, *share), share[1]), share))


def all_alike(t: T, blow: Blow, ways: Distribution[Toll]) -> Distribution[Toll]:
    """The same for everybody who is struck, now that nothing more will."""
    first: dict[tuple[Id, tuple[int, ...]], Share] = {}

    def told(id: Id, nets: Nets, again: int) -> tuple[Id, Nets, int]:
        if again == STRAY:
            return id, nets, again
        return id, *first.setdefault((id, comes_to(t, blow, t.state.people[id], nets, again)), (nets, again))

    return ways.map(lambda toll: tuple(told(*strike) for strike in toll))


def comes_to(t: T, blow: Blow, foe: Character, nets: Nets, again: int) -> tuple[int, ...]:
    """What is left of the track, the members lost and the harms caused; a Squad's leader, and Breaches of many, would have to be played."""
    if foe.leader or (foe.mob and blow.harm is Harm.DIGITAL):
        return nets
    stress, limit = track(foe, blow.harm), threshold(t, foe, blow.harm, bool(blow.has("shock")))
    left, lost, harms = stress.left, 0, 0
    for net in nets:
        if foe.members - lost > 1:
            left, more = members_lost(t, stress, left, foe.members - lost, net, limit, again)
            lost += more
            harms += lost == foe.members
        elif net:
            before, left = left, max(0, left - net)
            counted = net if t.variants.threshold_basis is ThresholdBasis.NET_DAMAGE else before - left
            harms += int(counted >= limit) + int(left == 0)
    return left, lost, harms


def members_lost(t: T, stress: Stress, left: int, members: int, net: int, limit: int, again: int) -> tuple[int, int]:
    """What is left of the foremost member's track, and how many are gone."""
    lost = 0
    while net:
        enough = left if t.variants.mob_carry_over is CarryOver.FULL_VIGOUR else min(left, limit)
        if net < enough:
            return left - net, lost
        left, net, lost = stress.full, carried_on(t, net - enough, again), lost + 1
        if lost == members:
            return 0, lost
    return left, lost


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
    cover, prone = cover_for(t, blow), lying(blow.foe)
    if cover is None or not cover.dice:
        return Distribution.certain(0)
    return CombatDice(cover.dice).outcomes().map(lambda roll: roll.total + (2 * roll.effects if prone else 0))


def cover_for(t: T, blow: Blow) -> Cover | None:
    """What stands between the attacker and the target."""
    if not blow.covered:
        return None
    if t.state.vehicles or t.state.board:
        return best_cover(t, blow.me, blow.foe)
    return t.state.covers.get(blow.foe.cover or "")
