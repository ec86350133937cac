"""What happens was foretold: whatever machines make of the first command of a case is among its exact chances, about as often."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulebound.games.catalogue import find_game
from rulebound.kernel.cases import Case, Step, laid
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.foresight import chances_of_command
from rulebound.kernel.game import Game, Start, in_words
from rulebound.kernel.grid import Uncountable
from rulebound.kernel.live import LiveTable
from rulebound.kernel.refusal import Refusal, Refused
from rulebound.kernel.table import Table
from rulebound.kernel.variants import read_variants
from rulebound.kernel.ways import TooManyOutcomes
from rulebound.kernel.yamltext import read_yaml
from rulebound.play.machine import machine_step

CASES = Path(__file__).parent.parent / "cases"
FILES = [file for game in ("combat", "infected", "infinity") for file in sorted((CASES / game).glob("*.yaml"))]
TIMES, FAR_OFF = 40, 4.5
"""How often each is played, and how many standard deviations no honest chance is off by."""
Running = LiveTable[Any, Any]


def machines_at(game: Game[Any, Any], start: Start[Any], variants: Any, seed: int) -> Running:
    """The same table once more, with other dice; machines have every seat."""
    state = msgspec.msgpack.decode(msgspec.msgpack.encode(start.state), type=game.state)
    seats = tuple(msgspec.structs.replace(seat, machine=seat.plays) for seat in start.seats)
    return LiveTable.open(game, Start(state, seats), variants, hashlib.sha256(b"%d" % seed).digest())


def foretold(table: Running, step: Step) -> Distribution[str] | None:
    """The exact chances, where they can be counted and whoever does it knows all there is to know."""
    command, looking = table.command(step.command), Table(table.state, table.variants)
    known = table.game.as_known(table.decode(table.snapshot()), step.by, table.variants)
    if command is None or known is None or table.encode(known) != table.snapshot() or command.when(looking, step.by):
        return None
    try:
        return chances_of_command(table, step.by, command.name, command.read(looking, step.by, step.args))
    except (Refused, TooManyOutcomes, Uncountable):
        return None


def what_happens(table: Running, step: Step) -> str:
    before = table.decode(table.snapshot())
    assert not isinstance(table.do(step.by, step.command, step.args), Refusal)
    while table.flight is not None:
        assert machine_step(table) is not None, "machines answer whatever is asked"
    assert table.game.outlook is not None
    return in_words(table.game.outlook(before, table.state))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_what_happens_was_foretold(file: Path) -> None:
    document = read_yaml(file.read_text(encoding="utf-8"), file.name)
    for place in range(len(document.data)):  # type: ignore[arg-type]
        case = document.convert(Case, (place,))
        game = find_game(case.game)
        assert game is not None
        if not case.do:
            continue
        variants = read_variants(game.variants, case.given.get("variants") or {})
        start = laid(game, document, (place,), case, variants)
        chances = foretold(machines_at(game, start, variants, 0), case.do[0])
        if chances is None:
            continue
        times = TIMES if len(chances) > 1 else 2
        seen = Counter(what_happens(machines_at(game, start, variants, seed), case.do[0]) for seed in range(times))
        where = f"{file.name}:{document.line_of((place,))} {case.do[0].command}"
        for outcome, chance in chances.fractions().items():
            off = abs(seen[outcome] / times - float(chance))
            assert off <= FAR_OFF * math.sqrt(float(chance * (1 - chance)) / times) + 1 / times, f"{where}: {outcome}"
        assert set(seen) <= set(chances.weights), f"{where}: {set(seen) - set(chances.weights)}"
