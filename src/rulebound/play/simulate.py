"""Whole games by the sampler: policies on every seat, nothing logged, as fast as plain Python goes."""

from __future__ import annotations

from typing import TypeVar

from rulebound.kernel.game import Game
from rulebound.kernel.sampling import Sampler

S = TypeVar("S")
V = TypeVar("V")


def play_through(t: Sampler[S, V], game: Game[S, V], most_moves: int = 5_000) -> str | None:
    """Play the sampler's state to its end; how it ended, or None if that did not happen in so many moves."""
    policy, commands = game.policy, game.commands
    for _ in range(most_moves):
        seat = game.to_act(t.state)
        move = policy.act(t, seat) if seat is not None else None
        if seat is None or move is None:
            return game.ending(t.state)
        command = commands[move.command]
        command.rule(t, seat, *[move.args.get(a.name, a.default) for a in command.arguments])
        t.settle()
    return None
