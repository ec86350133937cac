"""`rulebound screen`: the game master's screen of a game, panel by panel."""

from __future__ import annotations

import click

from rulebound.cli.screen import wrap
from rulebound.games.catalogue import GAMES, find_game
from rulebound.kernel.view import Block


def run(name: str) -> int:
    game = find_game(name)
    if game is None or game.screen is None:
        click.echo(f"There is no screen for {name}. Games: {', '.join(GAMES)}.", err=True)
        return 2
    for panel in game.screen(game.variants()):
        click.echo(f"\n{panel.number}. {panel.title}")
        for block in panel.blocks:
            _block(block)
        if panel.commands:
            click.echo(wrap(f"commands: {', '.join(panel.commands)}", "  ", "    "))
    return 0


def _block(block: Block) -> None:
    click.echo(wrap(f"{block.title} [{block.rule}]", "  ", "    "))
    for row in block.rows:
        cells = (f"{name} {cell}" if name else cell for name, cell in zip(("", *block.columns[1:]), row, strict=True))
        click.echo(wrap(", ".join(cells), "    ", "      "))
