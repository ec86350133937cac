"""A whole exact duel: attack, active defence, counter-attack, wounds that lower the pool, to the end. Beside it, icepool's simpler one."""

from __future__ import annotations

import time
from fractions import Fraction

import msgspec

from rulebound.kernel.chains import play_out
from rulebound.kernel.hits import HitPool
from rulebound.kernel.policy import Policy
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import Table

SEAT = SeatId("bench")


class Fighter(msgspec.Struct):
    pool: int
    hurts: int
    """What each hit above the defence costs."""
    wounds: int = 0
    boxes: int = 10


class Duel(msgspec.Struct):
    left: Fighter
    right: Fighter
    left_strikes: bool = True


class Rules(msgspec.Struct, frozen=True):
    counter_from: int = 2


T = Table[Duel, Rules]


def strike(t: T, attack: int, parry: int) -> tuple[int, int]:
    """Hits that get through, and hits of the counter-attack that a good parry gives."""
    attacked = t.roll(HitPool(attack), "attack", SEAT).hits
    if not attacked:
        return 0, 0
    parried = t.roll(HitPool(parry), "parry", SEAT).hits
    countered = t.roll(HitPool(max(1, parry - 1)), "counter", SEAT).hits if parried >= t.variants.counter_from else 0
    return max(0, attacked - parried), countered


def exchange(t: T) -> None:
    """One attack; wounds beyond half of the boxes cost a die, and the other side strikes next."""
    duel = t.state
    me, foe = (duel.left, duel.right) if duel.left_strikes else (duel.right, duel.left)
    through, countered = t.sub(strike, dice(me), dice(foe))
    foe.wounds = min(foe.boxes, foe.wounds + through * me.hurts)
    me.wounds = min(me.boxes, me.wounds + countered * foe.hurts)
    duel.left_strikes = not duel.left_strikes


def dice(who: Fighter) -> int:
    return who.pool - (2 * who.wounds >= who.boxes)


def ended(duel: Duel) -> str | None:
    down = (duel.left.wounds >= duel.left.boxes, duel.right.wounds >= duel.right.boxes)
    return {(True, True): "both", (True, False): "right", (False, True): "left", (False, False): None}[down]


def whole_duel() -> dict[str, Fraction]:
    return play_out(exchange, Duel(Fighter(8, 1), Fighter(6, 1)), Rules(), Policy(), ended)


def main() -> None:
    begin = time.perf_counter()
    result = whole_duel()
    ours = time.perf_counter() - begin
    assert sum(result.values()) == 1
    shown = ", ".join(f"{end} {float(chance):.6f}" for end, chance in sorted(result.items()))
    print(f"ours, exact: attack, parry, counter, wounds, 10 boxes: {ours * 1e3:.0f} ms ({shown})")
    try:
        from odds.mechanics import load_icepool
    except ImportError:
        print("icepool is not installed: run ./rulebound bench, which installs it")
        return
    ice = load_icepool()
    begin = time.perf_counter()
    ice.duel(8, 6, 10)
    theirs = time.perf_counter() - begin
    print(f"icepool, a simpler duel (no counter, no wounds that matter): {theirs * 1e3:.0f} ms, {theirs / ours:.1f} times ours")


if __name__ == "__main__":
    main()
