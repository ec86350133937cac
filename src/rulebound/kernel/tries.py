"""A pool of hits that is thrown, thrown again and pushed as somebody decides, and the same counted as one pool."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from enum import StrEnum
from functools import lru_cache
from math import comb, lcm, prod
from typing import Any, ClassVar, NamedTuple

import msgspec
from msgspec.structs import replace

from rulebound.kernel.dice import Die, Pool, Roll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.hits import HitPool, HitRoll, hits_and_sixes_of
from rulebound.kernel.limits import at_least
from rulebound.kernel.pushes import PushPool, PushRoll
from rulebound.kernel.pushes import push as push_of
from rulebound.kernel.table import S, Table, V


class Then(StrEnum):
    """What is done about a throw of which some dice missed."""

    ACCEPT = "accept"
    PUSH = "push"
    AGAIN = "throw again"


Plan = tuple[tuple[Then, ...], ...]
"""What is done about each number of hits: of the first throw, of the second, and so on. After the last nothing is thrown again."""


class Tries(Roll, frozen=True, gc=False):
    """The dice as they were accepted. Where they were pushed, what shows is what was kept and what the push brought."""

    hits: int = 0
    rerolls: int = 0
    push_ones: int = 0
    """On the dice that a push threw again."""
    mostly_ones: bool = False
    """As of a single throw; never after a push."""
    showing_ones: int = 0
    three_sixes: int = 0
    """1 where three sixes or more are on the pool's dice; else 0."""
    three_show: int = 0
    """The same of all dice that show."""

    @property
    def mostly_ones_at_once(self) -> bool:
        """At the first throw of all."""
        return self.mostly_ones and not self.rerolls

    def brief(self) -> str:
        return "1 hit" if self.hits == 1 else f"{self.hits} hits"


def accepted(roll: HitRoll, rerolls: int) -> Tries:
    return Tries(roll.hits, rerolls, 0, roll.mostly_ones, roll.showing_ones, roll.three_sixes, roll.three_show)


def pushed(roll: HitRoll, rerolls: int, push: PushRoll) -> Tries:
    """The dice that were kept are all hits: the ones that show are the push's."""
    sixes, showing = roll.sixes + push.sixes, roll.showing_sixes + push.showing_sixes
    return Tries(roll.hits + push.hits, rerolls, push.ones, False, push.showing_ones, at_least(sixes, 3), at_least(showing, 3))


def try_again(
    t: Table[S, V], pool: HitPool, throw: Callable[[], HitRoll], push: Callable[[PushPool], PushRoll],
    decide: Callable[[int, int], Then], pay: Callable[[], None], *, explode: bool,
) -> HitRoll | Tries:  # fmt: skip
    """Throw a pool until it is accepted. `decide` is asked about hits and how often it was thrown again, `pay` is what that costs."""
    return Trying(t, pool, throw, push, decide, pay, explode).go_on()


class Trying(NamedTuple):
    """What is needed to throw once more. That nothing here holds on to itself leaves nothing for the collector."""

    t: Table[Any, Any]
    pool: HitPool
    throw: Callable[[], HitRoll]
    push: Callable[[PushPool], PushRoll]
    decide: Callable[[int, int], Then]
    pay: Callable[[], None]
    explode: bool
    rerolls: int = 0

    def go_on(self) -> HitRoll | Tries:
        roll: HitRoll | Tries = self.t.at_once(self.play, self.planned)
        return roll

    def play(self) -> HitRoll | Tries:
        pool, rerolls = self.pool, self.rerolls
        roll = self.throw()
        hits = roll.hits
        then = self.decide(hits, rerolls) if hits < pool.dice + roll.bonus_dice else Then.ACCEPT
        if then is Then.ACCEPT:
            return accepted(roll, rerolls) if rerolls else roll
        if then is Then.PUSH:
            return pushed(roll, rerolls, self.push(push_of(pool, roll.kept, self.explode)))
        self.pay()
        return self._replace(rerolls=rerolls + 1).go_on()

    def planned(self) -> Pool[Any]:
        """Chances may be asked for when it has been thrown again already."""
        pool, plan = self.pool, list[tuple[Then, ...]]()
        while not plan or Then.AGAIN in plan[-1]:
            if plan:
                self.pay()
            rerolls = self.rerolls + len(plan)
            plan.append(tuple([self.decide(hits, rerolls) for hits in range(pool.dice + pool.bonus_for(pool.dice) + 1)]))
        return TriesPool(pool, tuple(plan), self.explode, self.rerolls)


class TriesPool(msgspec.Struct, frozen=True):
    """`7d6h`, thrown again and pushed by plan."""

    pool: HitPool
    plan: Plan
    explode: bool = True
    before: int = 0
    """How often it has been thrown again already."""

    unbounded: ClassVar[frozenset[str]] = frozenset()
    numbers: ClassVar[frozenset[str]] = frozenset({*Tries.__struct_fields__, "mostly_ones_at_once"} - {"faces"})
    """What need not be counted to know that it is a number."""

    @property
    def together(self) -> frozenset[str]:
        """Of dice that may be pushed, whoever reads one of these will read the others: they are told apart at once."""
        return PUSHED if self.pushes else frozenset()

    @property
    def pushes(self) -> bool:
        return any(Then.PUSH in decisions for decisions in self.plan)

    def throw(self, die: Die) -> Tries:
        faces: tuple[int, ...] = ()
        for rerolls, decisions in enumerate(self.plan, self.before):
            roll = self.pool.throw(die)
            faces += roll.faces
            match decisions[roll.hits] if roll.misses else Then.ACCEPT:
                case Then.ACCEPT:
                    return replace(accepted(roll, rerolls), faces=faces)
                case Then.PUSH:
                    push = push_of(self.pool, roll.kept, self.explode).throw(die)
                    return replace(pushed(roll, rerolls, push), faces=faces + push.faces)
        raise ValueError(f"{self.text()}: the plan has no end")

    def outcomes(self, reach: int = 0) -> Distribution[Tries]:
        return _counted(self, frozenset(FIELDS))

    def part(self, name: str) -> Distribution[Hashable] | None:
        return Distribution.certain(0) if name == "push_ones" and not self.pushes else None

    def rough(self, parts: frozenset[str]) -> Distribution[Tries]:
        return _counted(self, frozenset("mostly_ones" if part == "mostly_ones_at_once" else part for part in parts))

    def text(self) -> str:
        return f"{self.pool.text()}, {len(self.plan)} tries"

    def faces_text(self, roll: Roll) -> str:
        return " ".join(map(str, roll.faces))


FIELDS = ("hits", "push_ones", "mostly_ones", "showing_ones", "three_sixes", "three_show")
"""What may be asked of a roll, beside how often it was thrown again."""
PUSHED = frozenset({"hits", "rerolls", "push_ones", "three_show", "mostly_ones", "mostly_ones_at_once"})
OF_A_THROW = {"mostly_ones": "mostly_ones", "showing_ones": "showing_ones", "three_sixes": "sixes", "three_show": "showing_sixes"}
OF_A_PUSH = {"push_ones": "ones", "showing_ones": "showing_ones", "three_sixes": "sixes", "three_show": "showing_sixes"}


# ------------------------------------------------------------------------------------------------------ counted exactly
@lru_cache(maxsize=1024)
def _counted(tries: TriesPool, fields: frozenset[str]) -> Distribution[Tries]:
    """Told apart in these fields alone. What is thrown again weighs as much as there are ways to come to it."""
    each = [_once(tries.pool, decisions, tries.explode, fields - {"rerolls"}) for decisions in tries.plan]
    weights: dict[Tries, int] = {}
    total = prod(once.total for once in each)
    scale = total
    for rerolls, once in enumerate(each, tries.before):
        scale //= once.total
        for (hits, push_ones, mostly, showing, sixes, show), weight in once.ways.items():
            roll = Tries(hits, rerolls, push_ones, bool(mostly), showing, sixes, show)
            weights[roll] = weights.get(roll, 0) + weight * scale
        scale *= once.again
    return Distribution(weights, total)


Shown = tuple[int, int, int, int, int, int]
"""By the order of `FIELDS`."""


class Once(NamedTuple):
    """One throw and what is done about it, by its fields; how much of it is thrown again, and how much there is in all."""

    ways: dict[Shown, int]
    again: int
    total: int


@lru_cache(maxsize=1024)
def _once(pool: HitPool, decisions: tuple[Then, ...], explode: bool, fields: frozenset[str]) -> Once:
    throws = _throw(pool, fields)
    hits = "hits" in fields
    accepts: dict[Shown, int] = {}
    kept: dict[tuple[PushPool, int, int, int], int] = {}
    again = 0
    for (base, bonus, bonus_hits, mostly, showing, sixes, show), weight in throws:
        scored = base + bonus_hits
        missed = pool.dice + bonus > scored
        then = decisions[scored] if missed else Then.ACCEPT
        if then is Then.AGAIN:
            again += weight
        elif then is Then.ACCEPT:
            key = hits and scored, 0, mostly, showing, int(sixes >= 3), int(show >= 3)
            accepts[key] = accepts.get(key, 0) + weight
        else:
            first = push_of(pool, (base, bonus, bonus_hits), explode), hits and scored, sixes, show
            kept[first] = kept.get(first, 0) + weight
    pushes = {push: _push(push, fields) for push, *_ in kept}
    most = lcm(*(ways.total for ways in pushes.values()))
    ways = {key: weight * most for key, weight in accepts.items()}
    for (push, first_hits, first_sixes, first_show), weight in kept.items():
        scale = weight * (most // pushes[push].total)
        for (more, ones, showing_ones, more_sixes, more_show), times in pushes[push]:
            key = first_hits + more, ones, False, showing_ones, int(first_sixes + more_sixes >= 3), int(first_show + more_show >= 3)
            ways[key] = ways.get(key, 0) + scale * times
    return Once(ways, again * most, throws.total * most)


@lru_cache(maxsize=1024)
def _throw(pool: HitPool, fields: frozenset[str]) -> Distribution[tuple[int, ...]]:
    """What is kept by a push (three numbers), mostly ones, ones that show, sixes of the pool and of all dice: no more than tell."""
    _, _, mostly, showing, sixes, show = (field in fields for field in FIELDS)
    if showing:
        rolls = pool.rough(frozenset({"kept", *(OF_A_THROW[field] for field in fields if field in OF_A_THROW)})) or pool.outcomes()
        return rolls.map(
            lambda roll: (
                *roll.kept, mostly and roll.mostly_ones, roll.showing_ones,
                sixes and min(3, roll.sixes), show and min(3, roll.showing_sixes),
            )
        )  # fmt: skip
    weights: dict[tuple[int, ...], int] = {}
    for hits, pool_sixes, bonus, bonus_hits, bonus_sixes, ways in hits_and_sixes_of(pool):
        key = hits, bonus, bonus_hits, False, False, sixes and min(3, pool_sixes), show and min(3, pool_sixes + bonus_sixes)
        weights[key] = weights.get(key, 0) + ways
    cap = pool.bonus_for(pool.dice)
    if mostly:
        miss, none = pool.hit_on - 1, (0, 0, 0, False, False, sixes and 0, show and 0)
        ones = sum([comb(pool.dice, ones) * (miss - 1) ** (pool.dice - ones) for ones in range(pool.dice // 2 + 1, pool.dice + 1)]) * 6**cap
        weights[none] -= ones
        weights[0, 0, 0, True, *none[4:]] = ones
    return Distribution(weights, 6 ** (pool.dice + cap))


@lru_cache(maxsize=1024)
def _push(push: PushPool, fields: frozenset[str]) -> Distribution[tuple[int, ...]]:
    """More hits, ones on the dice thrown again, ones that show, sixes of the pool and of all dice: of sixes no more than tell."""
    hits, ones, _, showing, sixes, show = (field in fields for field in FIELDS)
    if showing:
        rolls = push.rough(frozenset(OF_A_PUSH[field] for field in fields if field in OF_A_PUSH)) or push.outcomes()
        return rolls.map(
            lambda roll: (
                hits and roll.hits, ones and roll.ones, roll.showing_ones, sixes and min(3, roll.sixes), show and min(3, roll.showing_sixes)
            )
        )  # fmt: skip
    missed: dict[tuple[int, int, int, int], int] = {}
    steady = hits_and_sixes_of(push.steady)
    for base, base_sixes, _, new_hits, new_sixes, ways in hits_and_sixes_of(push.exploding):
        for bonus, bonus_sixes, _, _, _, times in steady:
            shown = show and min(3, base_sixes + new_sixes + bonus_sixes)
            kept = hits and base + new_hits + bonus, sixes and min(3, base_sixes), shown, push.dice + push.bonus - base - bonus
            missed[kept] = missed.get(kept, 0) + ways * times
    weights: dict[tuple[int, ...], int] = {}
    for (more, six, shown, misses), weight in missed.items():
        share = weight // (push.hit_on - 1) ** misses
        for number in range(misses + 1):  # every miss is a one as likely as any other face that misses
            key = more, ones and number, False, six, shown
            weights[key] = weights.get(key, 0) + share * comb(misses, number) * (push.hit_on - 2) ** (misses - number)
    return Distribution(weights, 6 ** (push.dice + push.bonus + push.exploding.bonus_for(push.dice)))
