"""`rulebound verify`: plays a saved table again and checks every random result against its seed."""

from __future__ import annotations

from pathlib import Path

import click

from rulebound.games.catalogue import find_game
from rulebound.kernel.journal import Answered, How
from rulebound.kernel.savefile import FileProblem, load


def run(journal: Path) -> int:
    try:
        table = load(journal.read_bytes(), find_game, verify=True)
    except (FileProblem, OSError) as problem:
        click.echo(f"{journal}: not verified: {problem}.", err=True)
        return 1
    answers = [record for record in table.journal if isinstance(record, Answered)]
    drawn = sum(record.how is How.CHANCE for record in answers)
    typed = sum(record.how is How.TYPED for record in answers)
    click.echo(f"{table.game.title}: {len(table.turns)} turns play again to the same state.")
    click.echo(f"{drawn} random results come from the seed committed to by {table.opened.commitment[:16]}...; {typed} were typed in.")
    return 0
