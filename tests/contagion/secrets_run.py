"""The long look for secrets that get out: `.venv/bin/python tests/contagion/secrets_run.py 10000 [first seed]`.

Each game is random, with everything on that can hide something; each of its steps is looked at as `twins` says. The first problem of
a game is printed with its seed, and `secrets_run.py 1 SEED` plays that one again.
"""

from __future__ import annotations

import sys
import time

from twins import Evening

STEPS = 60


def main(games: int, first: int) -> int:
    begin, compared, moved, bad = time.process_time(), 0, 0, 0
    for seed in range(first, first + games):
        evening = Evening(seed)
        try:
            evening.play(STEPS)
        except Exception as problem:  # whatever goes wrong is a finding: the next seed is still worth playing
            bad += 1
            print(f"seed {seed}: {type(problem).__name__}: {problem}", flush=True)
        compared += evening.compared
        moved += evening.moved > 0
    took = time.process_time() - begin
    print(f"{games} games from seed {first}: {compared} twins compared, hidden cards moved in {moved} games, {bad} bad, {took:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, int(sys.argv[2]) if len(sys.argv) > 2 else 0))
