"""`./rulebound bench`: every benchmark in one run, each beside its peers where there are any. `--quick` takes fewer rounds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BENCHES = (
    ("Exact odds beside icepool and dyce (milliseconds, cold: the first call of a fresh process)", "odds/bench_odds.py"),
    ("A whole exact duel", "duel.py"),
    ("Simulation, one core", "simulation.py"),
    ("Cannibal Contagion beside PokerKit and RLCard, one core", "contagion.py"),
    ("Infinity, one core", "infinity.py"),
    ("INFECTED, one core", "infected.py"),
    ("A live table", "table.py"),
    ("The web table: 3,000 sockets on one process", "web.py"),
    ("The page in Chromium", "page.py"),
)


def main(args: list[str]) -> int:
    failed = 0
    for title, script in BENCHES:
        print(f"\n== {title}", flush=True)
        extra = ["--only", "hand,icepool,dyce,rulebound", *args] if script.startswith("odds") else []
        failed |= subprocess.call([sys.executable, str(HERE / script), *extra], cwd=HERE)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
