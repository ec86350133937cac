"""`rulebound fuzz`: many random games, each checked as it goes; the first that breaks something is named with its seed."""

from __future__ import annotations

import time

import click

from rulebound.games.catalogue import GAMES, find_game
from rulebound.play.fuzzing import random_game


def run(games: int, seed: int) -> int:
    for name in GAMES:
        game = find_game(name)
        assert game is not None
        for scene in game.scenes():
            begin, turns = time.perf_counter(), 0
            for number in range(games):
                try:
                    turns += len(random_game(game, scene, seed + number).turns)
                except Exception as problem:
                    click.echo(f"{name} {scene}: seed {seed + number} breaks: {type(problem).__name__}: {problem}", err=True)
                    raise
            took = time.perf_counter() - begin
            click.echo(f"{name} {scene}: {games} games, {turns} turns, {took:.1f} s, nothing broken")
    return 0
