"""What a Mojo does is told beside its name, where somebody picks one."""

from __future__ import annotations

import msgspec

from rulebound.games.catalogue import rulebook
from rulebound.games.contagion.game import GAME
from rulebound.games.contagion.mojos import POWERS
from rulebound.kernel.live import LiveTable
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.turn import Outcome, Waiting
from rulebound.kernel.yamltext import read_yaml
from rulebound.web.frames import ask


def test_every_mojo_is_told_by_a_rule_of_its_own() -> None:
    told = GAME.told_by["mojo"]
    assert list(told) == [mojo.value for mojo in POWERS]
    assert len(set(told.values())) == len(POWERS) and set(told.values()) <= set(rulebook("contagion"))


def test_whoever_may_pick_a_mojo_is_shown_where_it_is_told() -> None:
    variants = GAME.variants(narration=False)
    document = read_yaml("given: {phase: creation, players: [vera]}", "vera makes a Survivor")
    table = LiveTable.open(GAME, GAME.given(document, ("given",), variants), variants, bytes(32))
    vera = SeatId("vera")
    table.reseat(GM, msgspec.structs.replace(table.seats[vera], real_dice=True))
    asked: Outcome = table.do(vera, "create", {"name": "Carla", "kill": 3, "savvy": 1, "grit": 4, "cool": 2})
    for answer in ([], ["JK1"]):
        assert isinstance(asked, Waiting), asked
        asked = table.answer(vera, asked.id, answer)
    options = ask(table, vera)
    assert options is not None and options.what == "mojo"
    assert [option.rule for option in options.options] == list(GAME.told_by["mojo"].values())
