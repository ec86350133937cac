"""Undo, fork and snapshot of a live table with twelve fighters, in microseconds; and how fast a journal plays again."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec

from rulebound.games.catalogue import find_game
from rulebound.kernel.game import Start
from rulebound.kernel.live import LiveTable
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.savefile import load, save
from rulebound.kernel.seats import GM
from rulebound.play.machine import machine_step


def twelve_fighters() -> LiveTable[Any, Any]:
    game = find_game("combat")
    assert game is not None
    variants = game.variants()
    first, second = (game.scenes()[scene].start(variants) for scene in ("skirmish", "alley"))
    state = first.state
    for number, who in enumerate([*second.state.fighters.values()][:4]):
        who.id = f"guest{number}"
        who.side = "bridge"
        state.fighters[who.id] = who
    seats = tuple(msgspec.structs.replace(s, machine=s.id != GM) for s in (*first.seats, *second.seats[1:]))
    table: LiveTable[Any, Any] = LiveTable.open(game, Start(state, seats), variants, bytes(32))
    assert len(state.fighters) >= 11
    skills = {"melee": 3, "ranged": 3, "acrobatics": 3, "perception": 3, "medicine": 2, "drive": 2}
    table.do(GM, "create", {"name": "Twelfth", "side": "water", "a": 4, "c": 4, **skills, "weapon": "knife"})
    table.do(GM, "begin", {"first": "vex"})
    for _ in range(60):
        machine_step(table)
    return table


def microseconds(action: Callable[[], object], prepare: Callable[[], object] | None = None, times: int = 300) -> float:
    """The middle one of many runs; preparing is not counted."""
    took = []
    for _ in range(times):
        if prepare:
            prepare()
        begin = time.perf_counter()
        action()
        took.append(time.perf_counter() - begin)
    return sorted(took)[len(took) // 2] * 1e6


def main() -> None:
    table = twelve_fighters()
    print(f"{len(table.state.fighters)} fighters, {len(table.snapshot()):,} bytes of state, {len(table.journal)} records")
    print(f"snapshot {microseconds(table.snapshot):.0f} us")
    print(f"fork     {microseconds(table.fork):.0f} us")

    def act() -> None:
        while table.flight:
            machine_step(table)
        assert not isinstance(table.do(GM, "set", {"path": "vex.bandages", "value": "3", "why": "bench"}), Refusal)

    print(f"undo     {microseconds(lambda: table.undo(GM), act):.0f} us")
    saved = save(table)
    begin = time.perf_counter()
    again = load(saved, find_game)
    took = time.perf_counter() - begin
    print(f"load     {took * 1e3:.0f} ms for {len(again.journal)} records, every question compared")


if __name__ == "__main__":
    main()
