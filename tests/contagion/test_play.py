"""Whole evenings by machines, and random play: they end, the 54 cards are always there, and nothing changes without a rule."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import msgspec
import pytest

from rulebound.games.contagion.deck import everywhere
from rulebound.games.contagion.game import GAME
from rulebound.games.contagion.gear import activation_limit
from rulebound.games.contagion.people import Id, Threat
from rulebound.games.contagion.state import Contagion
from rulebound.games.contagion.variants import ContagionVariants, Rulings, SlotMode, WeaponMethod
from rulebound.kernel.cards import FULL_DECK
from rulebound.kernel.live import LiveTable
from rulebound.kernel.sampling import Sampler
from rulebound.kernel.showing import entries, log
from rulebound.kernel.table import Table
from rulebound.play.fuzzing import random_game
from rulebound.play.machine import machine_step, play_out
from rulebound.play.simulate import play_through

QUIET = ContagionVariants(narration=False, rulings=Rulings.DEFAULTS)


def evening(seed: int, variants: ContagionVariants) -> LiveTable[Any, Any]:
    start = GAME.scenes()["evening"].start(variants)
    table: LiveTable[Any, Any] = LiveTable.open(GAME, start, variants, hashlib.sha256(f"play {seed}".encode()).digest())
    for seat in list(table.seats.values()):
        table.reseat(seat.id, msgspec.structs.replace(seat, machine=True))
    return table


@pytest.mark.covers("contagion.session.flow", "contagion.cic.scene_plan", "contagion.cic.session_length")
def test_an_evening_of_machines_ends_and_reads_as_a_story() -> None:
    table = evening(1, ContagionVariants())
    assert play_out(table)
    lines = [line.text for line in log(table, table.seats[next(iter(table.seats))])]
    assert any("Scene 2:" in line for line in lines)
    assert sum("plays the" in line for line in lines) > 20
    assert len(table.state.told) > 30


@pytest.mark.covers("contagion.cards.deck", "contagion.cards.zones")
@pytest.mark.parametrize("seed", range(2))
def test_all_54_cards_are_always_somewhere_once(seed: int) -> None:
    table = evening(seed, msgspec.structs.replace(QUIET, weapon_method=WeaponMethod.CUSTOM, double_fisting=True))
    for _ in range(300):
        if GAME.ending(table.state):
            break
        machine_step(table)
        assert sorted(everywhere(Table(table.state, table.variants))) == sorted(FULL_DECK)


@pytest.mark.parametrize("seed", range(3))
def test_random_play_breaks_nothing(seed: int) -> None:
    random_game(GAME, "evening", seed, most_steps=90, wild=0.5)
    random_game(GAME, "duel", seed, most_steps=60, wild=0.8)


@pytest.mark.covers("contagion.token.gain_table", "contagion.cgp.sources")
def test_tokens_and_cgp_change_only_with_a_rule_in_the_log() -> None:
    table = evening(3, QUIET)
    kinds = {"tokens": ("gains_tokens", "pays", "inherits", "cic_inherits", "donates", "turns", "created", "takes_from_pool", "begins"),
             "cgp": ("gains_cgp", "loses_cgp", "stage", "cool_lost")}  # fmt: skip
    for _ in range(400):
        if GAME.ending(table.state):
            break
        before = {id: (s.tokens, s.cgp) for id, s in table.state.survivors.items()}
        done = len(table.turns)
        machine_step(table)
        if len(table.turns) == done:
            continue
        said = {entry.kind for entry in table.turns[-1].entries if entry.rules}
        start = table.decode(table.turns[-1].before) if table.turns[-1].before else None
        for id, who in table.state.survivors.items():
            old = start.survivors.get(id) if start else None
            if old and old.tokens != who.tokens:
                assert said & set(kinds["tokens"]), (before[id], who.tokens)
            if old and old.cgp != who.cgp:
                assert said & set(kinds["cgp"])


def test_the_sampler_plays_whole_sessions_in_every_mode() -> None:
    chance = random.Random(5)
    for variants in (
        QUIET,
        msgspec.structs.replace(QUIET, weapon_method=WeaponMethod.CUSTOM),
        msgspec.structs.replace(QUIET, slot_mode=SlotMode.ONE_EACH, must_play_if_able=False, second_deck=True),
    ):
        start = GAME.scenes()["evening"].start(variants)
        sampler = Sampler(start.state, variants, {}, GAME.policy, chance.randrange(10**6))
        assert play_through(sampler, GAME)
        assert GAME.broken(sampler) == []


def test_every_question_and_line_has_words() -> None:
    table = evening(4, ContagionVariants())
    play_out(table)
    for entry in entries(table):
        assert entry.kind in GAME.phrases or entry.kind.startswith("table.")
    asked = {name.removeprefix("ask.") for name in GAME.phrases if name.startswith("ask.")} - {"reshuffle"}
    assert asked == set(GAME.answers)


@pytest.mark.covers("contagion.showdown.activate_limit")
def test_a_threat_activates_one_item() -> None:
    """It has no Savvy."""
    threat = Threat(id=Id("ghouls"), name="ghouls", gear={})
    assert activation_limit(Table(Contagion(), ContagionVariants()), threat) == 1
