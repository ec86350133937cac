"""`rulebound check`: runs cases and says what differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from rulebound.games.catalogue import find_game
from rulebound.kernel.cases import Result, run_file

LARGEST = 1_000_000


def run(paths: Iterable[Path], verbose: bool = False) -> int:
    passed = failed = 0
    for path in paths:
        if not path.exists():
            click.echo(f"FAILED {path}: there is no such file or folder")
            failed += 1
            continue
        for result in check_path(path):
            if result.passed:
                passed += 1
                if verbose:
                    click.echo(f"passed {result.where} {result.name}")
            else:
                failed += 1
                click.echo(f"FAILED {result.where} {result.name}\n  {result.problem}")
    click.echo(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def check_path(path: Path) -> Iterator[Result]:
    """Every case of a file, or of all YAML files below a folder."""
    files = sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")]) if path.is_dir() else [path]
    for file in files:
        try:
            text = file.read_bytes()[: LARGEST + 1].decode("utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            yield Result(file.name, str(file), "", (), f"cannot be read: {problem}")
            continue
        yield from run_file(text, str(file), find_game)
