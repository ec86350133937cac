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
    finished = sum(found.ending(random_game(found, scene, seed).state) is not None for seed in range(25))
    assert finished > 5, "random play should come to an end now and then"
