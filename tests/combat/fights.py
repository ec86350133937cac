"""Tables of COMBAT for tests, laid down as cases lay them down."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from rulebound.games.catalogue import find_game
from rulebound.games.combat.state import Combat
from rulebound.games.combat.variants import CombatVariants
from rulebound.kernel.commands import AnyText, Arguments, Command
from rulebound.kernel.game import Game
from rulebound.kernel.live import LiveTable
from rulebound.kernel.refusal import Refused
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.variants import read_variants
from rulebound.kernel.yamltext import read_yaml

Live = LiveTable[Combat, CombatVariants]


def combat() -> Game[Combat, CombatVariants]:
    game = find_game("combat")
    assert game is not None
    return game


def open_table(given: str, seed: int = 0, **variants: object) -> Live:
    """A live table from the `given` of a case."""
    chosen = read_variants(CombatVariants, variants)
    document = read_yaml(f"given:\n  {given}", "test")
    return LiveTable.open(combat(), combat().given(document, ("given",), chosen), chosen, seed=seed.to_bytes(32))


def look(table: Live) -> Table[Combat, CombatVariants]:
    return Table(table.state, table.variants)


def seen(table: Live, seat: str) -> str:
    """Every byte that a seat is sent: its view and what it may start."""
    return (msgspec.json.encode(table.view(SeatId(seat))) + msgspec.json.encode(table.legal(SeatId(seat)))).decode()


def random_args(command: Command[Combat, CombatVariants], table: Live, seat: SeatId, chance: random.Random) -> Arguments | None:
    """Some legal arguments, or None where there are none."""
    given: Arguments = {}
    for argument in command.arguments:
        options = command.options(look(table), seat, argument, tuple(given.values()))
        if isinstance(options, AnyText):
            given[argument.name] = "words"
        elif options:
            given[argument.name] = pick(options, chance)
        elif not argument.optional:
            return None
    try:
        return command.read(look(table), seat, given)
    except Refused:
        return None


def pick(options: Sequence[object], chance: random.Random) -> object:
    return options[chance.randrange(len(options))]
