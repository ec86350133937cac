"""Whoever lies in ambush is not there for the others: nothing that a player is sent names them."""

from __future__ import annotations

from itertools import islice

import msgspec
import pytest

from rulebound.games.infected.game import GAME
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.live import LiveTable
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.yamltext import read_yaml

ANA = SeatId("ana")
MANY = 3_000


@pytest.mark.covers("infected.initiative.ambush")
@pytest.mark.parametrize("turn", ["", ", turn: ana"])
def test_nobody_is_offered_whoever_lies_in_ambush(turn: str) -> None:
    """Neither in a fight nor before it; and whoever guesses the name is told no more than of a name that there is not."""
    people = "ana: {hold: [knife, pistol]}, rex: {type: raider, hidden: true, zone: a}, ray: {type: raider, zone: a}"
    given = read_yaml(f"given: {{people: {{{people}}}{turn}}}", "an ambush")
    table = LiveTable.open(GAME, GAME.given(given, ("given",), InfectedVariants()), InfectedVariants(), bytes(32))
    looking = Table(table.state, table.variants)
    assert b"rex" not in msgspec.json.encode(table.view(ANA))
    assert b"rex" not in msgspec.json.encode(table.legal(ANA))
    for command in GAME.commands.values():
        if command.when(looking, ANA) is None:
            for args in islice(command.every(looking, ANA), MANY):
                assert "rex" not in map(str, args.values()), command.name
    if turn:
        guessed, wrong = (table.do(ANA, "attack", {"target": name, "weapon": "pistol"}) for name in ("rex", "rez"))
        assert isinstance(guessed, Refusal)
        assert isinstance(wrong, Refusal)
        assert str(guessed) == str(wrong).replace("rez", "rex")
