"""People read names: of seats, people, places, things and commands, never what the rules call them by."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from serving import Person, serving

from rulebound.games.catalogue import GAMES, find_game
from rulebound.kernel.game import Start
from rulebound.kernel.live import LiveTable
from rulebound.kernel.seats import SeatId
from rulebound.kernel.view import Fact
from rulebound.play.machine import machine_step
from rulebound.web.frames import Around, Memory, dice_of, frame
from rulebound.web.sight import Sight, Wording

MOVES = 40
SCENES = [(game, scene) for game in GAMES for scene in find_game(game).scenes()]  # type: ignore[union-attr]
ID = re.compile(r"\w_\w")
SAID_OF_SOMEBODY = {"Mad Half", "Bonds", "Zone", "Side"}


def played(id: str, scene: str) -> LiveTable[Any, Any]:
    """Some moves in, by machines."""
    game = find_game(id)
    assert game is not None
    start = game.scenes()[scene].start(game.variants())
    seats = tuple(msgspec.structs.replace(seat, machine=True) for seat in start.seats)
    table: LiveTable[Any, Any] = LiveTable.open(game, Start(start.state, seats), game.variants(), hashlib.sha256(b"1").digest())
    for _ in range(MOVES):
        if not machine_step(table):
            break
    return table


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_sheets_and_reasons_speak_of_everything_by_its_name(game: str, scene: str) -> None:
    table = played(game, scene)
    for seat in table.seats:
        sent = frame(table, Sight(SeatId(seat), Wording()), Around("t", "", "e", (), False, False), Memory())
        facts = [item for panel in sent.panels.values() for item in panel.items if isinstance(item, Fact) and isinstance(item.value, str)]
        told = {f"{fact.name}: {fact.value}" for fact in facts} | {move.refusal.reason for move in sent.commands if move.refusal}
        assert not [text for text in told if ID.search(text)]
        assert not [fact for fact in facts if fact.name in SAID_OF_SOMEBODY and set(fact.value.split()) & set(table.seats)]


def test_gear_is_offered_by_its_name() -> None:
    table = played("contagion", "evening")
    name = table.game.name(table.state)
    assert name("first-aid") == "First Aid Kit"
    infinity = played("infinity", "firefight")
    assert infinity.game.name(infinity.state)("covering fire: mob-a") == "covering fire: Mob a"


@pytest.fixture(scope="module")
def master(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """The game master of a duel."""
    with serving(tmp_path_factory.mktemp("wording") / "t.db") as server:
        person = Person(server)
        person.make("combat", "duel", "gm", red="machine", blue="friend")
        yield person


def test_the_tables_own_lines_call_seats_and_commands_as_the_page_does(master: Person) -> None:
    master.post("TABLE/reseat", {"seat": "red", "machine": False})
    master.post("TABLE/reseat", {"seat": "gm", "machine": True})
    master.post("TABLE/reseat", {"seat": "gm", "machine": False})
    master.post("TABLE/say", {"text": "hello"})
    assert "Game Narrator plays again" in [line["text"] for line in master.get("TABLE/log")["lines"]]
    assert "A person plays Red now (Game Narrator)" in [line["text"] for line in master.get("TABLE/log")["lines"]]
    assert "Game Narrator: hello" in master.get("TABLE/transcript")


def test_the_game_master_of_a_blank_table_has_a_name(master: Person) -> None:
    for game in master.get("/api/games")["games"]:
        blank = next(scene for scene in game["scenes"] if not scene["id"])
        assert [seat["name"] for seat in blank["seats"]] == [game["scenes"][0]["seats"][0]["name"]]


def test_real_dice_are_asked_for_as_many_as_are_thrown_first() -> None:
    assert dice_of("d6!+5 vs d6!+5") == dice_of("d6!+5 vs d6!+6") == (6, 6)
    assert dice_of("7d6h") == (6,) * 7 and dice_of("2d20t12f3") == (20, 20) and dice_of("4d6kh3") == (6,) * 4
    assert dice_of("nonsense") == ()
