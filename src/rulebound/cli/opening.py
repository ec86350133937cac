"""What `rulebound play` begins with: a scene of a game, or a saved table, and who of its seats sits at the keyboard."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from rulebound.games.catalogue import GAMES, find_game
from rulebound.kernel.game import Game, Start
from rulebound.kernel.live import LiveTable
from rulebound.kernel.savefile import FileProblem, load
from rulebound.kernel.seats import GM, Seat, SeatId
from rulebound.kernel.variants import VariantProblem, describe, read_variants

Sitting = tuple[LiveTable[Any, Any], tuple[SeatId, ...]]
"""A table, and the seats that people at the keyboard play."""


class Options(msgspec.Struct, frozen=True):
    game: str | None
    scene: str | None
    seats: tuple[str, ...]
    seed: int | None
    auto: bool
    settings: tuple[str, ...]
    saved: Path | None
    real_dice: bool


class CannotStart(ValueError):
    """Why there is no game, and what would make one."""


def begin(options: Options) -> Sitting:
    """With every seat as this sitting has it. Raises CannotStart."""
    try:
        table, mine = _load(options) if options.saved else _open(options)
    except (VariantProblem, FileProblem, OSError) as problem:
        raise CannotStart(str(problem)) from None
    for seat in list(table.seats.values()):
        wanted = _seated(seat, mine, options.real_dice)
        if wanted != seat:
            table.reseat(seat.id, wanted)
    return table, mine


def _seated(seat: Seat, mine: tuple[SeatId, ...], real_dice: bool) -> Seat:
    """The seat as this sitting has it: yours, or a machine's."""
    if not seat.plays:
        return seat
    return msgspec.structs.replace(seat, machine=seat.id not in mine, real_dice=real_dice and seat.id in mine)


def _load(options: Options) -> Sitting:
    assert options.saved is not None
    table = load(options.saved.read_bytes(), find_game)
    return table, _my_seats(tuple(table.seats.values()), options)


def _open(options: Options) -> Sitting:
    game = _game(options.game)
    settings: dict[str, object] = {}
    for setting in options.settings:
        name, equals, value = setting.partition("=")
        if not equals:
            names = ", ".join(info.name for info in describe(game.variants))
            raise CannotStart(f"--set {setting}: write NAME=VALUE. Variants: {names}.")
        settings[name.strip()] = value.strip()
    variants = read_variants(game.variants, settings)
    scenes = game.scenes()
    if not scenes:
        raise CannotStart(f"{game.title} has no scenes yet.")
    wanted = options.scene or next(iter(scenes))
    begun = [id for id in scenes if id.startswith(wanted)]
    if wanted not in scenes and len(begun) != 1:
        raise CannotStart(f"{game.title} has no scene called {wanted}. Scenes: {', '.join(scenes)}.")
    scene = wanted if wanted in scenes else begun[0]
    seed = None if options.seed is None else hashlib.sha256(f"rulebound {options.seed}".encode()).digest()
    start = scenes[scene].start(variants)
    mine = _my_seats(start.seats, options)
    start = Start(start.state, tuple(_seated(seat, mine, options.real_dice) for seat in start.seats))
    return LiveTable.open(game, start, variants, seed, scenes[scene].title), mine


def _game(name: str | None) -> Game[Any, Any]:
    game = find_game(name or GAMES[0])
    if game is None:
        raise CannotStart(f"There is no game called {name}. Games: {', '.join(GAMES)}.")
    return game


def _my_seats(seats: tuple[Seat, ...], options: Options) -> tuple[SeatId, ...]:
    if options.auto:
        return ()
    playing = [seat.id for seat in seats if seat.plays]
    for name in options.seats:
        if name not in playing:
            raise CannotStart(f"There is no seat called {name}. Seats: {', '.join(playing)}.")
    first = next((seat for seat in playing if seat != GM), playing[0])
    return tuple(SeatId(name) for name in options.seats) or (first,)
