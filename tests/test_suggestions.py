"""Somebody alone at a table who does nothing but what is suggested comes to an end of every scene, in whatever seat."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

from rulebound.games.catalogue import find_game
from rulebound.kernel.advice import advise, suggest
from rulebound.kernel.game import Game, Start
from rulebound.kernel.live import LiveTable
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId
from rulebound.play.machine import machine_step

SCENES = [(id, scene) for id in ("combat", "infected", "contagion", "infinity") for scene in (find_game(id) or pytest.fail(id)).scenes()]


def alone(game: Game[Any, Any], scene: str, seat: SeatId) -> LiveTable[Any, Any]:
    """One person, and machines in all other seats."""
    variants = game.variants()
    start = game.scenes()[scene].start(variants)
    seats = tuple(msgspec.structs.replace(other, machine=other.plays and other.id != seat) for other in start.seats)
    return LiveTable.open(game, Start(start.state, seats), variants, hashlib.sha256(f"{scene} {seat}".encode()).digest())


def as_suggested(table: LiveTable[Any, Any], seat: SeatId) -> object:
    if table.flight is None:
        move = suggest(table, seat)
        assert move is not None, "nothing is suggested"
        return table.do(seat, move.command, move.args)
    assert seat in table.waiting_for()
    answer = advise(table, seat, table.game.policy)
    return table.let_default_stand(seat, table.flight.id, seat) if answer is None else table.answer(seat, table.flight.id, answer)


@pytest.mark.parametrize(("id", "scene"), SCENES)
def test_whoever_follows_suggestions_comes_to_an_end(id: str, scene: str) -> None:
    game = find_game(id)
    assert game is not None
    for seat in [seat.id for seat in game.scenes()[scene].start(game.variants()).seats if seat.plays and seat.id != GM]:
        table = alone(game, scene, seat)
        for _ in range(4_000):
            if table.flight is None and game.ending(table.state):
                break
            if machine_step(table) is None:
                assert not isinstance(outcome := as_suggested(table, seat), Refusal), outcome
        assert game.ending(table.state)
