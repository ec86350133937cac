"""Which games there are. Each is imported only when somebody asks for it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from rulebound.kernel.game import Game
from rulebound.kernel.rulebook import Rulebook, read_rulebook

GAMES = ("combat", "infected", "contagion", "infinity")
"""Those that can be played from beginning to end."""
UNFINISHED: tuple[str, ...] = ()
"""Those being built: their cases and rules run, and they are not offered to players."""


@cache
def find_game(id: str) -> Game[Any, Any] | None:
    if id not in GAMES and id not in started():
        return None
    game: Game[Any, Any] = import_module(f"rulebound.games.{id}.game").GAME
    return game


@cache
def started() -> tuple[str, ...]:
    """Unfinished games of which there is something to run."""
    return tuple(id for id in UNFINISHED if (files("rulebound.games") / id / "game.py").is_file())


@cache
def rulebook(id: str) -> Rulebook:
    """The reference of a game: every rule by its ledger id."""
    return read_rulebook((files(f"rulebound.games.{id}") / "rules.yaml").read_text(encoding="utf-8"), f"{id}/rules.yaml")
