"""The whole suite, one step after the other: lint, types, contracts, what is imported, cases, references, tests.

`./rulebound test` runs it; arguments go to pytest and then only pytest runs. Every step runs even if an earlier one failed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

STEPS = (
    ("lint", ["ruff", "check", "--no-cache", "."]),
    ("format", ["ruff", "format", "--check", "--no-cache", "-q", "."]),
    ("types", ["mypy"]),
    ("contracts", ["lint-imports", "--no-cache"]),
    ("dependencies", ["deptry", "src"]),
    ("cases", ["rulebound", "check", "cases"]),
    ("references", ["rulebound", "docs"]),
    ("tests", ["pytest"]),
)


SYSTEM_PARTS = {"chromium": "tests that open a browser"}
"""Programs that pip cannot install, and what is skipped without them."""


def missing_parts() -> list[str]:
    """Says what is skipped and why; where everything is required, a missing part is a failure."""
    missing = [part for part in SYSTEM_PARTS if shutil.which(part) is None]
    for part in missing:
        print(f"{part} is not installed: {SYSTEM_PARTS[part]} are skipped", flush=True)
    return missing if os.environ.get("RULEBOUND_REQUIRE_ALL") else []


def main(args: list[str]) -> int:
    if args:
        return subprocess.call([str(BIN / "pytest"), *args], cwd=ROOT)
    failed = missing_parts()
    for name, (program, *rest) in STEPS:
        begin = time.monotonic()
        print(f"== {name}", flush=True)
        if subprocess.call([str(BIN / program), *rest], cwd=ROOT):
            failed.append(name)
        print(f"== {name}: {'FAILED' if name in failed else 'ok'}, {time.monotonic() - begin:.1f} s", flush=True)
    print(f"failed: {', '.join(failed)}" if failed else "all steps passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
