"""Infinity: whole firefights by machines, and one attack counted exactly. Process time, since a machine is rarely idle."""

from __future__ import annotations

import subprocess
import sys
import time

import msgspec

from rulebound.games.infinity.blows import Mode, shot
from rulebound.games.infinity.chances import attack_chances
from rulebound.games.infinity.content import sample, wear
from rulebound.games.infinity.game import GAME
from rulebound.games.infinity.people import Carried
from rulebound.games.infinity.state import Cover, Infinity, T
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.kernel.sampling import Sampler
from rulebound.kernel.table import Table
from rulebound.kernel.zones import Zone, ZoneMap
from rulebound.play.simulate import play_through

LEAST = 250
MOST_MILLISECONDS = 30.0
BATCH = 50


def firefights(batches: int) -> tuple[float, float]:
    """Scenes and questions a second, of the best batch: six pregens against two Mobs and an Elite, everything allowed."""
    variants = InfinityVariants()
    start = GAME.scenes()["firefight"].start(variants).state
    raw, decode = msgspec.msgpack.encode(start), msgspec.msgpack.Decoder(Infinity).decode
    t = Sampler(decode(raw), variants, {}, GAME.policy, seed=1)
    best = (0.0, 0.0)
    for _ in range(batches):
        begin, asked = time.process_time(), t.asked
        for _ in range(BATCH):
            t.state = decode(raw)
            if play_through(t, GAME) is None:
                raise SystemExit("a firefight did not end")
        took = time.process_time() - begin
        best = max(best, (BATCH / took, (t.asked - asked) / took))
    return best


def one_attack() -> float:
    """Milliseconds for the exact distribution of an attack with three bought dice, two Reloads, cover, AP and Shock."""
    t: T = Table(Infinity(people={}, map=ZoneMap({"here": Zone("here", "Here")})), InfinityVariants())
    me, foe = sample(t, "rifleman", "me"), sample(t, "specialist", "foe")
    me.weapons = {"g": Carried(kind="multi rifle", hands=2, reloads=2)}
    wear(foe, "light combat armour")
    foe.cover, me.zone, foe.zone = "wall", "here", "here"
    t.state.covers = {"wall": Cover(name="wall", zone="here", dice=4)}
    begin = time.process_time()
    attack_chances(t, shot(t, me, foe, "g", 2, Mode.PRIMARY), 3)
    return 1000 * (time.process_time() - begin)


def main() -> int:
    if "--attack" in sys.argv:
        print(one_attack())
        return 0
    scenes, questions = firefights(4 if "--quick" in sys.argv else 20)
    cold = min(float(subprocess.check_output([sys.executable, __file__, "--attack"], text=True)) for _ in range(3))
    print(f"firefights: {scenes:,.0f} scenes/s, {questions:,.0f} questions/s (at least {LEAST})")
    print(f"one attack counted exactly, cold: {cold:.1f} ms (at most {MOST_MILLISECONDS:.0f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
