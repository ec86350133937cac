"""Frames: what a client pieces together from what is new to it is what somebody who comes in now is sent whole."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from rulebound.games.catalogue import find_game
from rulebound.kernel.live import LiveTable
from rulebound.kernel.seats import GM, Role, Seat, SeatId
from rulebound.play.fuzzing import _wild_step
from rulebound.web.frames import RECENT, Around, Memory, frame
from rulebound.web.sight import Sight, Wording

AROUND = Around("t", "A table", "e", (), False, False)
RED, BLUE, SCREEN = SeatId("red"), SeatId("blue"), SeatId("screen")


class Client:
    """Takes frames in as a page does."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.memory = sight, Memory()
        self.epoch = ""
        self.panels: dict[str, Any] = {}
        self.moves: dict[str, Any] = {}
        self.log: list[Any] = []
        self.talk: list[Any] = []

    def look(self, table: LiveTable[Any, Any]) -> dict[str, Any]:
        sent: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(frame(table, self.sight, AROUND, self.memory)))
        if sent["epoch"] != self.epoch:
            self.log, self.talk = [], []
        self.epoch = sent["epoch"]
        self.log = [line for line in self.log if line["place"] < sent["log"]["from"]] + sent["log"]["lines"]
        self.talk = [line for line in self.talk if line["place"] < sent["talk"]["from"]] + sent["talk"]["lines"]
        self.panels = {id: sent["panels"].get(id) or self.panels[id] for id in sent["order"]}
        self.moves.update({move["name"]: move for move in sent["commands"]})
        return sent

    def come_back(self, table: LiveTable[Any, Any]) -> None:
        """After its connection was lost: it tells what it still has, and the server counts on that if it can."""
        self.memory, lines = Memory(), self.sight.lines(table)
        if self.epoch == f"{AROUND.epoch}.{self.sight.epoch}":
            self.memory.resume(self.epoch, lines[: len(self.log)], len(self.talk))

    def has(self, sent: dict[str, Any]) -> object:
        return self.panels, [self.moves[name] for name in sent["offered"]], self.log[-RECENT:], self.talk, {**sent, **PARTS}


PARTS: dict[str, Any] = {"epoch": "", "panels": {}, "commands": [], "log": {}, "talk": {}}


def open_table(id: str, scene: str = "") -> LiveTable[Any, Any]:
    game = find_game(id)
    assert game is not None
    scenes = game.scenes()
    table = LiveTable.open(game, scenes[scene or next(iter(scenes))].start(game.variants()), game.variants(), bytes(32))
    table.reseat(GM, Seat(SCREEN, Role.SCREEN, "Screen"))
    return table


def sights(table: LiveTable[Any, Any]) -> dict[SeatId, Sight]:
    wording = Wording()
    return {seat: Sight(seat, wording) for seat in table.seats}


def something_happens(table: LiveTable[Any, Any], chance: random.Random) -> None:
    seat = chance.choice(list(table.seats))
    match chance.randrange(6):
        case 0:
            table.speak(seat, chance.choice(["Well?", "/w gm psst", "/roll 2d6"]))
        case 1:
            table.undo(GM)
        case 2:
            table.cancel(GM)
        case _:
            _wild_step(table, chance)


@pytest.mark.parametrize("id", ["combat", "contagion", "infected", "infinity"])
def test_what_is_pieced_together_is_what_is_sent_whole(id: str) -> None:
    table, chance = open_table(id), random.Random(5)
    clients = {seat: Client(sight) for seat, sight in sights(table).items()}
    for _ in range(60):
        something_happens(table, chance)
        for seat, client in clients.items():
            if chance.random() < 0.2:
                client.come_back(table)
            if chance.random() < 0.5:
                whole = Client(Sight(seat, Wording()))
                assert client.has(client.look(table)) == whole.has(whole.look(table))


def test_talk_leaves_everything_else_as_it_is() -> None:
    table = open_table("combat", "duel")
    clients = {seat: Client(sight) for seat, sight in sights(table).items()}
    seen = {seat: client.sight.look(table) for seat, client in clients.items() if client.look(table)}
    table.speak(RED, "Anybody there?")
    for seat, client in clients.items():
        sent = client.look(table)
        assert client.sight.look(table) is seen[seat]
        assert not sent["panels"] and not sent["commands"] and not sent["log"]["lines"]
        assert [line["text"] for line in sent["talk"]["lines"]] == ["Anybody there?"]


def test_a_move_that_stays_the_same_is_not_described_again() -> None:
    table = open_table("combat", "duel")
    sight = sights(table)[RED]
    before = sight.look(table).moves
    table.do(GM, "set", {"path": "vex.hp", "value": "3"})
    now = sight.look(table).moves
    assert now is not before and all(now[name] is before[name] for name in now)
    table.do(GM, "begin", {"first": "vex"})
    assert sight.look(table).moves["begin"] != before["begin"]


def test_after_an_undo_a_client_has_its_log_and_talk_anew() -> None:
    table = open_table("combat", "duel")
    client = Client(sights(table)[BLUE])
    table.speak(RED, "Ready?")
    table.do(GM, "set", {"path": "vex.hp", "value": "3"})
    client.look(table)
    before = client.epoch
    table.do(GM, "set", {"path": "vex.hp", "value": "4"})
    table.undo(GM)
    client.look(table)
    assert client.epoch == before  # the second line never reached it
    table.undo(GM)
    client.look(table)
    assert client.epoch != before
    assert len(client.log) == 3 and [line["text"] for line in client.talk] == ["Ready?"]
