"""Simulation, one core: questions answered a second on a rule of the kind in the design, and whole COMBAT skirmishes."""

from __future__ import annotations

import time

import msgspec

from rulebound.games.catalogue import find_game
from rulebound.kernel.hits import HitPool
from rulebound.kernel.policy import Policy
from rulebound.kernel.sampling import Sampler
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import Table
from rulebound.play.simulate import play_through


class Fighter(msgspec.Struct):
    seat: SeatId
    grit: int
    brawl: int
    weapon: int
    wounds: int = 0
    can_act: bool = True


class Duel(msgspec.Struct):
    left: Fighter
    right: Fighter


class Rules(msgspec.Struct, frozen=True):
    counter_from: int = 2


T = Table[Duel, Rules]
PARRY = (True, False)


def strike(t: T, me: Fighter, foe: Fighter) -> None:
    """Attack; the target may parry with its action; a good parry counters for free at one die less."""
    me.can_act = False
    hits = t.roll(HitPool(me.grit + me.brawl), "attack", me.seat).hits
    if hits and foe.can_act and t.choose(foe.seat, "parry", PARRY):
        foe.can_act = False
        parried = t.roll(HitPool(foe.grit + foe.brawl), "parry", foe.seat).hits
        hits -= parried
        if parried >= t.variants.counter_from:
            hurt(me, foe.weapon, t.roll(HitPool(foe.grit + foe.brawl - 1), "counter", foe.seat).hits)
    hurt(foe, me.weapon, hits)


def hurt(target: Fighter, weapon: int, hits: int) -> None:
    if hits > 0:
        target.wounds += weapon + min(hits, 4) - 1


def questions_a_second(exchanges: int = 200_000) -> tuple[float, float]:
    ana, bo = SeatId("ana"), SeatId("bo")
    t: Sampler[Duel, Rules] = Sampler(Duel(Fighter(ana, 3, 2, 3), Fighter(bo, 3, 1, 3)), Rules(), {}, Policy(), seed=1)
    begin = time.perf_counter()
    for _ in range(exchanges):
        left, right = t.state.left, t.state.right
        left.wounds = right.wounds = 0
        left.can_act = right.can_act = True
        strike(t, left, right)
    took = time.perf_counter() - begin
    return t.asked / took, exchanges / took


def skirmishes_a_second(seconds: float = 5.0) -> tuple[float, float, float]:
    game = find_game("combat")
    assert game is not None
    variants = game.variants()
    start = msgspec.msgpack.encode(game.scenes()["skirmish"].start(variants).state)
    decode = msgspec.msgpack.Decoder(game.state).decode
    t: Sampler[object, object] = Sampler(decode(start), variants, {}, game.policy, seed=1)
    fights = rounds = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        t.state = decode(start)
        assert play_through(t, game) is not None
        fights += 1
        rounds += t.state.turns.number  # type: ignore[attr-defined]
    took = time.perf_counter() - begin
    return fights / took, t.asked / took, rounds / fights


def main() -> None:
    questions, exchanges = questions_a_second()
    print(f"attack, parry, counter: {questions:,.0f} questions/s, {exchanges:,.0f} exchanges/s")
    fights, asked, rounds = skirmishes_a_second()
    print(f"COMBAT, four against four, full rules: {fights:,.0f} skirmishes/s, {asked:,.0f} questions/s, {rounds:.1f} rounds each")


if __name__ == "__main__":
    main()
