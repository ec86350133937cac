"""Scenes of our own between fights: machines play each to an end, and each can be won and lost."""

from __future__ import annotations

import hashlib
from collections import Counter

import msgspec
import pytest

from rulebound.games.infected.game import GAME
from rulebound.kernel.live import LiveTable
from rulebound.play.machine import play_out

SCENES = {"pharmacy at night": 60, "highway": 40, "siege": 12}


def endings(scene: str, games: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for number in range(games):
        variants = GAME.variants()
        start = GAME.scenes()[scene].start(variants)
        table = LiveTable.open(GAME, start, variants, hashlib.sha256(f"{scene} {number}".encode()).digest(), scene)
        for seat in list(table.seats.values()):
            table.reseat(seat.id, msgspec.structs.replace(seat, machine=True))
        assert play_out(table, 3000), f"{scene} {number} stands still"
        found[GAME.ending(table.state) or ""] += 1
    return found


@pytest.mark.parametrize("scene", SCENES)
def test_machines_play_it_to_an_end(scene: str) -> None:
    assert "" not in endings(scene, SCENES[scene] // 4)


def test_a_haul_can_be_lost() -> None:
    assert len(endings("pharmacy at night", SCENES["pharmacy at night"])) > 1


def test_a_chase_can_be_lost() -> None:
    assert len(endings("highway", SCENES["highway"])) > 1
