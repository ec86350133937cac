"""`rulebound fuzz`: many random games, each checked as it goes; what breaks something is named with its seed."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from rulebound.games.catalogue import GAMES, find_game
from rulebound.kernel.cases import Case
from rulebound.kernel.live import LiveTable
from rulebound.kernel.yamltext import YamlProblem, read_yaml
from rulebound.play.fuzzing import random_case, random_game

Play = Callable[[int], LiveTable[Any, Any]]
"""A random game of a seed."""


def run(paths: Iterable[Path], games: int, seed: int) -> int:
    try:
        found = list(from_cases(paths) if paths else from_scenes())
    except (YamlProblem, UnicodeDecodeError) as problem:
        click.echo(f"That is no file of cases: {problem}", err=True)
        return 1
    broken = 0
    for name, plays in found:
        begin, turns, breaks = time.perf_counter(), 0, 0
        for what, play in plays:
            for number in range(seed, seed + games):
                try:
                    turns += len(play(number).turns)
                except Exception as problem:
                    breaks += 1
                    click.echo(f"{what}: seed {number} breaks at {place_of(problem)}: {type(problem).__name__}: {problem}", err=True)
        took, how = time.perf_counter() - begin, f"{breaks} broke" if breaks else "nothing broken"
        click.echo(f"{name}: {len(plays) * games} games, {turns} turns, {took:.1f} s, {how}")
        broken += breaks
    return 1 if broken else 0


def place_of(problem: Exception) -> str:
    last = traceback.extract_tb(problem.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.lineno}"


def from_scenes() -> Iterator[tuple[str, list[tuple[str, Play]]]]:
    for id in GAMES:
        game = find_game(id)
        assert game is not None
        for scene in game.scenes():
            yield f"{id} {scene}", [(f"{id} {scene}", partial(random_game, game, scene))]


def from_cases(paths: Iterable[Path]) -> Iterator[tuple[str, list[tuple[str, Play]]]]:
    """Every case of these files and folders, played on from what it gives."""
    for file in (file for path in paths for file in (sorted(path.rglob("*.yaml")) if path.is_dir() else [path])):
        document = read_yaml(file.read_text(encoding="utf-8"), str(file))
        if not isinstance(document.data, list):
            raise document.problem((), "a file of cases is a list: each begins with `- case:`")
        plays: list[tuple[str, Play]] = []
        for place in range(len(document.data)):
            game = find_game(document.convert(Case, (place,)).game)
            if game is not None:
                plays.append((f"{file}:{document.line_of((place,))}", partial(random_case, game, document, place)))
        yield str(file), plays
