"""How long fights last and who survives them, against the figures that the scales were made for."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from fights import combat

from rulebound.games.combat import policy
from rulebound.games.combat.content import sample
from rulebound.games.combat.state import Combat, Fighter, T
from rulebound.games.combat.variants import CombatVariants
from rulebound.kernel.sampling import Sampler
from rulebound.kernel.seats import SeatId
from rulebound.kernel.turns import PickedByLast
from rulebound.kernel.zones import Place
from rulebound.play.simulate import play_through

DUELS = {"brawler": 2.6, "scout": 2.9, "soldier": 2.6, "bruiser": 3.0, "medic": 5.7, "driver": 3.1, "raider": 2.5}
"""Mean rounds, like against like, of a rough simulation without movement or ammunition."""
FOUR = ("brawler", "scout", "soldier", "medic")


def line_up(red: tuple[str, ...], blue: tuple[str, ...]) -> Combat:
    """Two sides a yard apart, so that nobody has to walk."""
    fighters: dict[str, Fighter] = {}
    for side, kinds, x in (("red", red, 0), ("blue", blue, 1)):
        for number, kind in enumerate(kinds):
            id = f"{side}{number}"
            fighters[id] = sample(kind, id, side, SeatId(side), id, Place(x, 0))
    return Combat(fighters=fighters, turns=PickedByLast(names=list(fighters)))


def fights(red: tuple[str, ...], blue: tuple[str, ...], count: int) -> Iterator[Combat]:
    game = combat()
    t = Sampler(line_up(red, blue), CombatVariants(), {}, game.policy, seed=2026)
    for _ in range(count):
        t.state = line_up(red, blue)
        assert play_through(t, game) is not None, "a fight stalls"
        yield t.state


def mean_rounds(ended: list[Combat]) -> float:
    return sum(state.round for state in ended) / len(ended)


@pytest.mark.covers("combat.balance")
@pytest.mark.parametrize("kind", DUELS)
def test_a_duel_of_likes_lasts_about_as_long_as_meant(kind: str) -> None:
    ended = list(fights((kind,), (kind,), 200))
    assert abs(mean_rounds(ended) - DUELS[kind]) < 0.7
    assert sum(state.winner is not None for state in ended) > 0.7 * len(ended)


@pytest.fixture
def spread_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody picks an enemy of his own: the figures are for that, and machines that gang up do better."""
    chance, nearest_first = random.Random(1), policy.enemies

    def any_first(t: T, me: Fighter) -> list[Fighter]:
        foes = nearest_first(t, me)
        chance.shuffle(foes)
        return foes

    monkeypatch.setattr(policy, "enemies", any_first)


@pytest.mark.covers("combat.balance")
@pytest.mark.usefixtures("spread_out")
def test_four_against_four() -> None:
    ended = list(fights(FOUR, FOUR, 80))
    assert 4 <= mean_rounds(ended) <= 7  # 5.7
    fallen = [sum(not f.up for f in state.fighters.values()) for state in ended]
    dead = [sum(f.dead for f in state.fighters.values()) for state in ended]
    assert 5 <= sum(fallen) / 80 <= 7.2  # 6.1
    assert 2.5 <= sum(dead) / 80 <= 5  # 3.4


@pytest.mark.covers("combat.balance")
@pytest.mark.usefixtures("spread_out")
def test_four_samples_beat_six_raiders_and_not_eight() -> None:
    won = {n: sum(state.winner == "red" for state in fights(FOUR, ("raider",) * n, 60)) / 60 for n in (6, 8)}
    assert won[6] > 0.65  # 0.86
    assert won[8] < 0.45  # 0.16
