"""What an exchange comes to, multiplied out: exact chances at the table without following every die.

It tells what `outlook` tells, tracks and lasting harm, and nothing else: Momentum that is left, Heat and conditions are not kept.
Choices are asked of the table as the rules ask them. What it cannot multiply out it leaves to the rules.
"""

from __future__ import annotations

import operator

import msgspec

from rulebound.games.infinity.blows import Blow
from rulebound.games.infinity.complications import suffer_complications
from rulebound.games.infinity.foretold_hits import MISS, STRAY, Toll, all_alike, astray, landed
from rulebound.games.infinity.foretold_tests import Tested, TooInvolved, contested, plain_enough, tested, undone
from rulebound.games.infinity.harm import threshold
from rulebound.games.infinity.hits import take_harm
from rulebound.games.infinity.people import Character, Harm
from rulebound.games.infinity.skilltests import Side
from rulebound.games.infinity.squads import lose
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
                return landing(t, blow, mine, contested(t, mine, defence))
            if any(blow.has(quality) for quality in WIDE):
                return widely(t, blow, mine, tested(t, mine))
            return landing(t, blow, mine, tested(t, mine))
    except TooInvolved:
        return None


def landing(t: T, blow: Blow, mine: Side, first: Distribution[Tested]) -> Distribution[Toll]:
    """What comes of a test, with the bystanders that a Complication of it hits."""
    strays = astray(t, mine)
    if strays is None:
        return hits(t, blow, first.map(lambda came: came[0]))
    land = {momentum: hits(t, blow, Distribution.certain(momentum)) for momentum in {came[0] for came in first.weights}}
    return first.then(lambda came: and_strays(strays, came[1], land[came[0]]))


def and_strays(strays: Distribution[Toll] | None, complications: int, tolls: Distribution[Toll]) -> Distribution[Toll]:
    return tolls if strays is None or not complications else tolls.combine(strays, operator.add)


def left_of(complications: int, strays: Distribution[Toll] | None) -> int:
    """One Complication is the bystanders'."""
    return complications if strays is None or not complications else complications - 1


def widely(t: T, blow: Blow, mine: Side, first: Distribution[Tested]) -> Distribution[Toll]:
    """An attack that may strike others too: the Heat of its Complications may pay for their Reactions."""
    strays = astray(t, mine)
    tolls = {came: and_strays(strays, came[1], with_heat(t, blow, came[0], left_of(came[1], strays))) for came in first.weights}
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
    strays = astray(t, mine)
    if Harm.MENTAL in (blow.harm, back.harm) and (strays is not None or astray(t, theirs) is not None):
        return None  # two would strike one mind
    try:
        with undone(t, blow.me, blow.foe):
            first = tested(t, mine)
            left = {left_of(came[1], strays) for came in first.weights}
            answers = {count: answered(t, blow.me, count, back, theirs) for count in left}
        land = {momentum: hits(t, blow, Distribution.certain(momentum)) for momentum in {came[0] for came in first.weights}}

        def both(came: Tested) -> Distribution[tuple[Toll, Toll]]:
            mine_too = and_strays(strays, came[1], land[came[0]])
            return mine_too.combine(answers[left_of(came[1], strays)], lambda a, b: (a, b))

        return first.then(both)
    except TooInvolved:
        return None


def answered(t: T, me: Character, complications: int, back: Blow, theirs: Side) -> Distribution[Toll]:
    with undone(t, me, back.me):
        if complications:
            suffer_complications(t, me, complications)
        first = tested(t, theirs)
    return landing(t, back, theirs, first)


def happens(t: T, toll: Toll, blow: Blow) -> None:
    """One of the ways, on the tracks."""
    for id, nets, again in toll:
        foe = t.state.people[id]
        if again == STRAY:
            lose(t, foe, Harm.MENTAL, nets[0])
            continue
        take_harm(t, msgspec.structs.replace(blow, foe=foe), nets, threshold(t, foe, blow.harm, bool(blow.has("shock"))), again)
