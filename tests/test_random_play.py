"""A little of what `rulebound fuzz` does at length: random legal and illegal play of scenes and cases, everything checked as it goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebound.games.catalogue import GAMES, find_game
from rulebound.kernel.cases import Case
from rulebound.kernel.yamltext import read_yaml
from rulebound.play.fuzzing import random_case, random_game

CASES = Path(__file__).parent.parent / "cases"

SCENES = [(game, scene) for game in GAMES for scene in find_game(game).scenes()]  # type: ignore[union-attr]


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_random_play_breaks_nothing(game: str, scene: str) -> None:
    found = find_game(game)
    assert found is not None
    turns = sum(len(random_game(found, scene, seed, most_steps=200).turns) for seed in range(10))
    assert turns > 20, "random play should get somewhere"


@pytest.mark.parametrize("file", sorted(CASES.rglob("*.yaml")), ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_random_play_from_what_cases_give_breaks_nothing(file: Path) -> None:
    document = read_yaml(file.read_text(encoding="utf-8"), file.name)
    for place in range(len(document.data)):  # type: ignore[arg-type]
        game = find_game(document.convert(Case, (place,)).game)
        assert game is not None
        random_case(game, document, place, seed=place, most_steps=20)
