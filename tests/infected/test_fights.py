"""Whole fights by machines, and random play: nothing breaks and every invariant holds."""

from __future__ import annotations

import msgspec
import pytest

from rulebound.games.infected.game import GAME
from rulebound.games.infected.given import given
from rulebound.games.infected.policy import END, human_turn, infected_turn
from rulebound.games.infected.state import Infected
from rulebound.games.infected.terms import Id
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.live import LiveTable
from rulebound.kernel.policy import Move
from rulebound.kernel.sampling import Sampler
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.yamltext import read_yaml
from rulebound.play.fuzzing import random_game
from rulebound.play.machine import machine_step
from rulebound.play.simulate import play_through

FIGHTS = [id for id in GAME.scenes() if GAME.scenes()[id].start(InfectedVariants()).state.scene.ends == "fight"]


@pytest.mark.parametrize("scene", FIGHTS)
def test_machines_fight_to_the_end(scene: str) -> None:
    variants = InfectedVariants()
    start = msgspec.msgpack.encode(GAME.scenes()[scene].start(variants).state)
    table: Sampler[Infected, InfectedVariants] = Sampler(msgspec.msgpack.decode(start, type=Infected), variants, {}, GAME.policy, seed=7)
    for _ in range(20):
        table.state = msgspec.msgpack.decode(start, type=Infected)
        assert play_through(table, GAME) is not None
        assert GAME.broken(table) == []


def test_the_stairwell_can_be_won_and_lost() -> None:
    variants = InfectedVariants()
    start = msgspec.msgpack.encode(GAME.scenes()["stairwell"].start(variants).state)
    table: Sampler[Infected, InfectedVariants] = Sampler(msgspec.msgpack.decode(start, type=Infected), variants, {}, GAME.policy, seed=7)
    endings = set()
    for _ in range(60):
        table.state = msgspec.msgpack.decode(start, type=Infected)
        ending = play_through(table, GAME)
        assert ending is not None
        endings.add(ending.split(" held")[0])
    assert {"Party", "Infected"} <= endings


@pytest.mark.parametrize("scene", FIGHTS)
@pytest.mark.parametrize("seed", range(3))
def test_random_play_breaks_nothing(scene: str, seed: int) -> None:
    random_game(GAME, scene, seed, most_steps=120, wild=0.8)


def test_a_machine_that_is_pinned_by_nobody_ends_its_turn() -> None:
    """The game master may put the condition on anybody; nothing that a Pinned human could do is left then."""
    variants = InfectedVariants()
    table = LiveTable.open(GAME, GAME.scenes()["raiders at the pump"].start(variants), variants, b"pinned" * 6)
    for seat in [s for s in table.seats.values() if s.plays]:
        table.reseat(seat.id, msgspec.structs.replace(seat, machine=True))
    while table.flight is not None or table.state.fight is None:
        machine_step(table)
    who = table.state.fight.acting
    table.do(GM, "afflict", {"who": who, "condition": "pinned"})
    machine_step(table)
    assert (table.turns[-1].did.command, table.turns[-2].did.args["who"]) == ("end_turn", who)


def test_whoever_is_caught_in_a_trap_gets_out_of_it_first() -> None:
    """infected.condition.grappled: only a holder can be struck, and a trap is none."""
    caught = "rage: {type: rage, in_trap: bear trap, conditions: [grappled]}, bloat: {type: bloated, conditions: [grappled]}"
    document = read_yaml(f"given: {{people: {{ana: {{near: [rage, bloat]}}, {caught}}}, turn: rage}}", "a trap")
    t = Table(given(document, ("given",), InfectedVariants()).state, InfectedVariants())
    assert infected_turn(t, t.state.people[Id("rage")]) == Move("break_free", {"who": "rage"})
    assert infected_turn(t, t.state.people[Id("bloat")]) == END  # held by nobody at the table, at the game master's word


def test_infected_tear_down_what_keeps_them_from_their_prey() -> None:
    """infected.craft.recipes.traps: a barricade holds as long as its Durability, and no longer."""
    zones = "zones: {here: {links: [a], barrier: {a: 3}}, a: {links: [here, b], barrier: {here: 3}}, b: {links: [a]}}"
    document = read_yaml(f"given: {{people: {{ana: {{}}, rage: {{type: rage, zone: b}}}}, {zones}, turn: rage}}", "a barricade")
    t = Table(given(document, ("given",), InfectedVariants()).state, InfectedVariants())
    rage = t.state.people[Id("rage")]
    assert infected_turn(t, rage) == Move("move", {"zone": "a"})
    rage.zone = "a"
    assert infected_turn(t, rage) == Move("break_down", {"thing": "a/here", "weapon": "unarmed"})
    rage.actions = 0
    assert infected_turn(t, rage) == END


def test_a_machine_for_a_game_master_rolls_where_the_rule_would() -> None:
    """infected.threat.thresholds: what has heard them is not always there after ten minutes."""
    document = read_yaml("given: {people: {ana: {hold: [pistol]}, rage: {type: rage, zone: a}}, turn: ana}", "a shot")
    minutes = set()
    for secret in range(12):
        table = LiveTable.open(GAME, given(document, ("given",), InfectedVariants()), InfectedVariants(), bytes([secret]) * 32)
        for seat in list(table.seats.values()):
            table.reseat(seat.id, msgspec.structs.replace(seat, machine=seat.plays))
        table.do(SeatId("ana"), "attack", {"target": "rage", "weapon": "pistol"})
        while table.flight is not None:
            machine_step(table)
        minutes.add(table.state.noise_clock)
    assert len(minutes) > 2


def test_whoever_has_dived_out_of_a_shot_gives_up_the_action_to_get_at_somebody() -> None:
    laid = "people: {ana: {hold: [fire axe], moves: 0}, ray: {type: human, hold: [pistol]}, sue: {type: human, zone: a}}, turn: ana"
    t = Table(given(read_yaml(f"given: {{{laid}}}", "after a dive"), ("given",), InfectedVariants()).state, InfectedVariants())
    assert human_turn(t, t.state.people[Id("ana")], SeatId("ana")) == Move("trade_action")


def test_whoever_is_critically_hurt_leaves_the_fight_while_others_fight_on() -> None:
    laid = "people: {ana: {hold: [pistol], wounds: {critical: 1}}, ben: {hold: [pistol]}, ray: {type: human, zone: b}}, turn: ana"
    t = Table(given(read_yaml(f"given: {{{laid}}}", "badly hurt"), ("given",), InfectedVariants()).state, InfectedVariants())
    assert human_turn(t, t.state.people[Id("ana")], SeatId("ana")).command in ("flee", "move")
    assert human_turn(t, t.state.people[Id("ben")], SeatId("ben")).command == "attack"


@pytest.mark.parametrize(("burns", "move"), [("a", Move("move", {"zone": "b"})), ("b", Move("move", {"zone": "a"}))])
def test_nobody_steps_back_into_a_fire(burns: str, move: Move) -> None:
    """infected.environment.fire_barrier"""
    laid = "people: {ana: {hold: [pistol], acted: true, actions: 0, near: [rage]}, rage: {type: rage}}, turn: ana"
    zones = "zones: {here: {links: [a, b]}, a: {links: [here]}, b: {links: [here]}}"
    t = Table(given(read_yaml(f"given: {{{laid}, {zones}}}", "a fire"), ("given",), InfectedVariants()).state, InfectedVariants())
    t.state.scene.zones[burns].fire = 2
    assert human_turn(t, t.state.people[Id("ana")], SeatId("ana")) == move


def test_infected_break_down_what_keeps_them_off() -> None:
    """infected.craft.recipes.traps: a barricade holds for as long as its Durability."""
    laid = "people: {ana: {hold: [machete]}, rage: {type: rage, zone: b}}, turn: rage"
    zones = "zones: {here: {links: [a], barrier: {a: 3}}, a: {links: [here, b], barrier: {here: 3}}, b: {links: [a]}}"
    t = Table(given(read_yaml(f"given: {{{laid}, {zones}}}", "a barricade"), ("given",), InfectedVariants()).state, InfectedVariants())
    rage, ana = t.state.people[Id("rage")], t.state.people[Id("ana")]
    assert infected_turn(t, rage) == Move("move", {"zone": "a"})
    rage.zone = "a"
    assert infected_turn(t, rage) == Move("break_down", {"thing": "a/here", "weapon": "unarmed"})
    assert t.state.fight is not None
    t.state.fight.acting = Id("ana")
    assert human_turn(t, ana, SeatId("ana")) == END
