"""Arguments offered one after the other, as a form asks for them."""

from __future__ import annotations

from rulebound.games.combat.game import GAME
from rulebound.kernel.live import LiveTable
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.view import LegalArgument

RED = SeatId("red")


def table() -> LiveTable:  # type: ignore[type-arg]
    variants = GAME.variants()
    live = LiveTable.open(GAME, GAME.scenes()["duel"].start(variants), variants, bytes(32))
    live.do(GM, "begin", {"first": "vex"})
    return live


def test_each_argument_depends_on_those_before() -> None:
    live = table()
    way = live.next_argument(RED, "move", {})
    assert isinstance(way, LegalArgument) and way.name == "way" and "toward odile" in (way.values or ())
    yards = live.next_argument(RED, "move", {"way": "toward odile"})
    assert isinstance(yards, LegalArgument) and yards.values == tuple(str(n) for n in range(1, 9))
    assert live.next_argument(RED, "move", {"way": "toward odile", "yards": 3}) is None


def test_what_cannot_be_is_refused_with_its_reason() -> None:
    live = table()
    for seat, command, given, rule in (
        (RED, "attack", {}, "combat.attack.range_bands"),
        (SeatId("blue"), "move", {}, "combat.ap.off_turn"),
        (RED, "fly", {}, "table.unknown_command"),
        (RED, "move", {"way": "up"}, "combat.move.speed"),
    ):
        refusal = live.next_argument(seat, command, given)
        assert isinstance(refusal, Refusal) and refusal.rule == rule
