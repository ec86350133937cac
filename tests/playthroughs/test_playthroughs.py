"""Whole sessions by machine seats, kept as text: every command, question, answer, log line and what each seat's view came to.

They are the cheapest net against silent change. Where a change is meant, look at the difference and then write them anew:

    RULEBOUND_WRITE_PLAYTHROUGHS=1 ./rulebound test tests/playthroughs
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulebound.games.catalogue import GAMES, find_game
from rulebound.kernel.game import Start
from rulebound.kernel.journal import Answered, Did
from rulebound.kernel.live import LiveTable
from rulebound.kernel.showing import log
from rulebound.play.machine import machine_step

HERE = Path(__file__).parent
SEEDS = {"combat": (1, 2), "contagion": (1,), "infected": (1,), "infinity": (1,)}
SESSIONS = [(game, scene, seed) for game in GAMES for scene in find_game(game).scenes() for seed in SEEDS[game]]  # type: ignore[union-attr]


def session(game_id: str, scene: str, seed: int) -> Iterator[str]:
    """One session as lines of text."""
    game = find_game(game_id)
    assert game is not None
    variants = game.variants()
    start = game.scenes()[scene].start(variants)
    seats = tuple(msgspec.structs.replace(seat, machine=True) for seat in start.seats)
    table: LiveTable[Any, Any] = LiveTable.open(game, Start(start.state, seats), variants, hashlib.sha256(b"%d" % seed).digest())
    written = 1
    said = 0
    every = 1 if game_id == "combat" else 10  # views of the larger games are looked at now and then
    for step in range(5000):
        if machine_step(table) is None:
            break
        for record in table.journal[written:]:
            yield from _record(record)
        written = len(table.journal)
        lines = log(table, next(iter(table.seats.values())), since=said)  # what others may read is part of their view's digest
        yield from (f"    {line.text}" for line in lines)
        said += len(lines)
        if step % every:
            continue
        digests = (hashlib.blake2b(msgspec.json.encode(table.view(seat)), digest_size=4).hexdigest() for seat in table.seats)
        yield f"  views {' '.join(digests)}"
    yield f"ending: {game.ending(table.state)}"


def _record(record: object) -> Iterator[str]:
    if isinstance(record, Did):
        yield f"{record.seat} does {record.command} {' '.join(f'{k}={v}' for k, v in record.args.items())}".rstrip()
    elif isinstance(record, Answered):
        yield f"  {record.seat} answers {record.question} ({record.how.value}): {record.value}"


@pytest.mark.parametrize(("game", "scene", "seed"), SESSIONS)
def test_plays_as_it_did(game: str, scene: str, seed: int) -> None:
    path = HERE / f"{game}-{scene.replace(' ', '_')}-{seed}.txt"
    now = "\n".join(session(game, scene, seed)) + "\n"
    if os.environ.get("RULEBOUND_WRITE_PLAYTHROUGHS"):
        path.write_text(now, encoding="utf-8")
    assert path.exists(), f"{path.name} is missing; see this module's heading"
    assert now == path.read_text(encoding="utf-8"), f"{path.name}: this session plays differently now"
