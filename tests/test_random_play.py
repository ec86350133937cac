"""A little of what `rulebound fuzz` does at length: random legal and illegal play of every scene, with everything checked as it goes."""

from __future__ import annotations

import pytest

from rulebound.games.catalogue import GAMES, find_game
from rulebound.play.fuzzing import random_game

SCENES = [(game, scene) for game in GAMES for scene in find_game(game).scenes()]  # type: ignore[union-attr]


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_random_play_breaks_nothing(game: str, scene: str) -> None:
    found = find_game(game)
    assert found is not None
    turns = sum(len(random_game(found, scene, seed, most_steps=200).turns) for seed in range(10))
    assert turns > 20, "random play should get somewhere"
