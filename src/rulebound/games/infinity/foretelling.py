"""What an exchange comes to, multiplied out: exact chances at the table without following every die.

It tells what `outlook` tells, tracks and lasting harm, and nothing else: Momentum that is left, Heat and conditions are not kept.
Choices are asked of the table as the rules ask them. What it cannot multiply out it leaves to the rules.
"""

from __future__ import annotations

import msgspec

from rulebound.games.infinity.blows import Blow
from rulebound.games.infinity.complications import suffer_complications
from rulebound.games.infinity.foretold_hits import MISS, Toll, all_alike, landed
from rulebound.games.infinity.foretold_tests import Tested, TooInvolved, contested, plain_enough, tested, undone
from rulebound.games.infinity.harm import threshold
from rulebound.games.infinity.hits import take_harm
from rulebound.games.infinity.people import Character
from rulebound.games.infinity.skilltests import (
    Side,
)
from rulebound.games.infinity.state import T
from rulebound.kernel.distribution import Distribution

WIDE = ("blast", "torrent", "voice")
"""Qualities with which Momentum strikes others too."""


def hits(t: T, blow: Blow, margins: Distribution[int | None], alone: bool = True) -> Distribution[Toll]:
    """An attack's damage for each Momentum it may have; others besides its target only where the Heat is as it will be."""
    ways = margins.then(lambda momentum: Distribution.certain(MISS) if momentum is None else landed(t, blow, momentum, alone))
    return all_alike(t, blow, ways)


def one_hit(t: T, blow: Blow) -> Distribution[Toll] | None:
    """A hit whose Momentum its maker has already."""
    try:
        return hits(t, blow, Distribution.certain(0)) if plain_enough(t, blow) else None
    except TooInvolved:
        return None


def one_attack(t: T, blow: Blow, mine: Side, defence: Side | None) -> Distribution[Toll] | None:
    """An attack that nobody answers, or that is resisted Face to Face."""
    if not plain_enough(t, blow):
        return None
    try:
        with undone(t, blow.me, blow.foe):
            if defence:
                return hits(t, blow, contested(t, mine, defence))
            first = tested(t, mine)
            if any(blow.has(quality) for quality in WIDE):
                return widely(t, blow, first)
            return hits(t, blow, first.map(lambda came: came[0]))
    except TooInvolved:
        return None


def widely(t: T, blow: Blow, first: Distribution[Tested]) -> Distribution[Toll]:
    """An attack that may strike others too: the Heat of its Complications may pay for their Reactions."""
    tolls = {came: with_heat(t, blow, *came) for came in first.weights}
    return all_alike(t, blow, first.then(lambda came: tolls[came]))


def with_heat(t: T, blow: Blow, momentum: int | None, complications: int) -> Distribution[Toll]:
    with undone(t, blow.me):
        if complications:
            suffer_complications(t, blow.me, complications)
        return hits(t, blow, Distribution.certain(momentum), alone=False)


def both_attacks(t: T, blow: Blow, mine: Side, back: Blow, theirs: Side) -> Distribution[tuple[Toll, Toll]] | None:
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


def answered(t: T, me: Character, complications: int, back: Blow, theirs: Side) -> Distribution[Toll]:
    with undone(t, me, back.me):
        if complications:
            suffer_complications(t, me, complications)
        margins = tested(t, theirs).map(lambda came: came[0])
    return hits(t, back, margins)


def happens(t: T, toll: Toll, blow: Blow) -> None:
    """One of the ways, on the tracks."""
    for id, nets, again in toll:
        foe = t.state.people[id]
        take_harm(t, msgspec.structs.replace(blow, foe=foe), nets, threshold(t, foe, blow.harm, bool(blow.has("shock"))), again)
