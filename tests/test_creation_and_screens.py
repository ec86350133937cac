"""What the builder and the game master's screen are told of each game: arguments, commands and rules that exist."""

from __future__ import annotations

import pytest

from rulebound.games.catalogue import find_game, rulebook
from rulebound.kernel.game import Creation, Start, blank
from rulebound.kernel.live import LiveTable
from rulebound.kernel.seats import Role, Seat, SeatId
from rulebound.kernel.variants import read_variants
from rulebound.kernel.view import ScreenPanel

GAMES = ("combat", "infected", "contagion", "infinity")


def creation(id: str) -> Creation:
    game = find_game(id)
    assert game is not None and game.creation is not None
    return game.creation


def panels(id: str) -> tuple[ScreenPanel, ...]:
    game = find_game(id)
    assert game is not None and game.screen is not None
    return game.screen(read_variants(game.variants, {}))


@pytest.mark.parametrize("id", GAMES)
def test_every_argument_of_making_a_character_is_asked_in_one_step(id: str) -> None:
    game, made = find_game(id), creation(id)
    assert game is not None
    asked = [field for step in made.steps for field in step.fields]
    assert sorted(asked) == sorted(argument.name for argument in game.commands[made.command].arguments)
    assert {made.random, made.samples} <= set(game.commands)


@pytest.mark.parametrize("id", GAMES)
def test_every_rule_of_a_step_is_in_the_rulebook(id: str) -> None:
    named = {rule for step in creation(id).steps for rule in step.rules}
    assert named and named <= set(rulebook(id))


@pytest.mark.parametrize("id", GAMES)
def test_every_panel_names_real_rules_and_commands_and_has_whole_rows(id: str) -> None:
    game = find_game(id)
    assert game is not None
    for number, panel in enumerate(panels(id), 1):
        assert panel.number == number and panel.blocks
        assert set(panel.commands) <= set(game.commands)
        for block in panel.blocks:
            assert block.rule in rulebook(id)
            assert block.rows and all(len(row) == len(block.columns) for row in block.rows)


@pytest.mark.parametrize("id", GAMES)
def test_the_places_of_a_history_are_commands(id: str) -> None:
    game = find_game(id)
    assert game is not None and game.chapters and game.chapters <= set(game.commands)


def test_a_screen_follows_the_tables_variants() -> None:
    game = find_game("contagion")
    assert game is not None and game.screen is not None
    dear = game.screen(read_variants(game.variants, {"price_gear": 5}))
    prices = next(block for panel in dear for block in panel.blocks if block.title == "Between scenes")
    assert ("an item", "5") in prices.rows


@pytest.mark.parametrize("id", GAMES)
def test_a_character_can_be_made_at_a_blank_table(id: str) -> None:
    game = find_game(id)
    assert game is not None
    start = blank(game, read_variants(game.variants, {}))
    seats = (*start.seats, Seat(SeatId("ana"), Role.PLAYER, "Ana"))
    table = LiveTable.open(game, Start(start.state, seats), read_variants(game.variants, {}))
    (command,) = (command for command in table.legal(SeatId("ana")) if command.name == creation(id).command)
    assert command.refusal is None
