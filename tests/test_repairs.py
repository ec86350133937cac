"""A game master removes people and sets anything: the table goes on, or the repair is refused before it is made."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from rulebound.games.catalogue import GAMES, find_game
from rulebound.kernel.cards import Deck
from rulebound.kernel.game import Start
from rulebound.kernel.live import LiveTable
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM
from rulebound.kernel.turn import Done
from rulebound.play.machine import machine_step

Running = LiveTable[Any, Any]
SCENES = [(game, scene) for game in GAMES for scene in find_game(game).scenes()]  # type: ignore[union-attr]
PEOPLE = ("people", "fighters", "survivors", "threats")
VALUES = (0, 1, -1, 99, "nobody", "here", True, None, [], ["nobody"], {})


def under_way(game_id: str, scene: str, seed: int, steps: int) -> Running:
    """Machines at every seat, some way into the scene, with nothing asked."""
    game = find_game(game_id)
    assert game is not None
    variants = game.variants()
    start = game.scenes()[scene].start(variants)
    seats = tuple(msgspec.structs.replace(seat, machine=seat.plays) for seat in start.seats)
    table: Running = LiveTable.open(game, Start(start.state, seats), variants, bytes([seed]) * 32)
    for step in range(steps + 100):
        if (step >= steps and table.flight is None) or machine_step(table) is None:
            break
    return table


def goes_on(table: Running) -> None:
    """Everybody can look, and machines play on."""
    for _ in range(12):
        for seat in table.seats:
            msgspec.json.encode(table.view(seat))
            table.legal(seat)
        if (table.game.ending(table.state) and not table.flight) or machine_step(table) is None:
            break


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_a_table_goes_on_without_whoever_is_removed(game: str, scene: str) -> None:
    removed = 0
    for seed in range(4):
        table = under_way(game, scene, seed, 7 * seed)
        if table.flight:
            continue
        for kept, id in [(of, id) for of in PEOPLE for id in getattr(table.state, of, ())]:
            twin = table.fork()
            if isinstance(twin.do(GM, "remove", {"path": f"{kept}.{id}"}), Done):
                removed += 1
                assert id not in getattr(twin.state, kept)
                goes_on(twin)
    assert removed


def leaves(value: object, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    match value:
        case Deck():
            return []
        case msgspec.Struct():
            return [leaf for name in value.__struct_fields__ for leaf in leaves(getattr(value, name), (*path, name))]
        case dict():
            return [leaf for key, entry in value.items() for leaf in leaves(entry, (*path, str(key)))]
        case list():
            return [path, *(leaf for i, entry in enumerate(value) for leaf in leaves(entry, (*path, str(i))))]
    return [path]


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_whatever_is_set_everybody_can_still_look(game: str, scene: str) -> None:
    """What nobody could look at any more is refused with words; what is not refused can be looked at, and taken back."""
    chance = random.Random(scene)
    table = under_way(game, scene, 1, 9)
    if table.flight:
        return
    before, paths = table.snapshot(), leaves(table.state)
    for _ in range(60):
        path, value = ".".join(chance.choice(paths)), msgspec.json.encode(chance.choice(VALUES)).decode()
        outcome = table.do(GM, "set", {"path": path, "value": value})
        if isinstance(outcome, Refusal):
            assert outcome.rule in ("table.bad_path", "table.unsound"), outcome
            assert table.snapshot() == before
            continue
        for seat in table.seats:
            msgspec.json.encode(table.view(seat))
            table.legal(seat)
        table.undo(GM)
        assert table.snapshot() == before


def test_a_repair_that_nobody_could_look_at_is_refused_with_what_is_missing() -> None:
    table = under_way("infected", "raiders at the pump", 1, 3)
    who = next(iter(table.state.people))
    refusal = table.do(GM, "set", {"path": f"people.{who}.near", "value": '["nobody"]'})
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "table.unsound"
    assert "'nobody' in vain" in refusal.reason
