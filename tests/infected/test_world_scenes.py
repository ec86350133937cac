"""Scenes of our own: machines play each to an end at a live table, and each can be won and lost."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from rulebound.games.infected.game import GAME
from rulebound.games.infected.places import Outcome
from rulebound.games.infected.plans import (
    FAR_AHEAD,
    drive_on,
    driver_of_ours,
    next_up,
    put_out,
    set_free,
    stabilise,
    stabilise_aboard,
)
from rulebound.games.infected.pursuit import Maneuver
from rulebound.games.infected.state import Infected
from rulebound.games.infected.terms import Condition
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.live import LiveTable
from rulebound.kernel.policy import Move
from rulebound.kernel.sampling import Sampler
from rulebound.kernel.seats import GM
from rulebound.kernel.table import Table
from rulebound.play.machine import machine_step, play_out
from rulebound.play.simulate import play_through
from rulebound.web.frames import whose_turn

MOST_RUNS = 80
"""No outcome is rarer than one in ten, so that so many runs with a fixed seed show both."""


def opened(scene: str, number: int = 0) -> LiveTable[Infected, InfectedVariants]:
    """With a machine in every seat."""
    variants = InfectedVariants()
    start = GAME.scenes()[scene].start(variants)
    table = LiveTable.open(GAME, start, variants, hashlib.sha256(f"{scene} {number}".encode()).digest(), scene)
    for seat in list(table.seats.values()):
        table.reseat(seat.id, msgspec.structs.replace(seat, machine=True))
    return table


@pytest.mark.parametrize("scene", list(GAME.scenes()))
def test_machines_play_it_to_an_end(scene: str) -> None:
    for number in range(3):
        assert play_out(opened(scene, number), 5000), f"{scene} {number} stands still"


@pytest.mark.parametrize("scene", [id for id in GAME.scenes() if id != "campaign"])
def test_it_can_be_won_and_lost(scene: str) -> None:
    variants = InfectedVariants()
    start = msgspec.msgpack.encode(GAME.scenes()[scene].start(variants).state)
    table: Sampler[Infected, InfectedVariants] = Sampler(msgspec.msgpack.decode(start, type=Infected), variants, {}, GAME.policy, seed=7)
    outcomes: set[Outcome | None] = set()
    for _ in range(MOST_RUNS):
        table.state = msgspec.msgpack.decode(start, type=Infected)
        assert play_through(table, GAME) is not None
        assert GAME.broken(table) == []
        outcomes.add(table.state.scene.outcome)
        if len(outcomes) == len(Outcome):
            break
    assert outcomes == set(Outcome)


def test_machines_leave_the_story_to_people_while_those_are_up() -> None:
    table = opened("pharmacy at night")
    assert machine_step(table.fork()) is not None
    me = next(who for who in table.state.people.values() if who.pc)
    table.reseat(me.seat, msgspec.structs.replace(table.seats[me.seat], machine=False))
    assert machine_step(table) is None
    assert whose_turn(table, table.state, me.seat) == me.seat
    assert whose_turn(table, table.state, GM) is None
    me.unconscious = True
    assert machine_step(table) is not None


@pytest.mark.parametrize("part", ["marked", "fuel"])
@pytest.mark.parametrize("count", [-1, 7])
def test_a_vehicle_with_more_or_less_than_it_can_have_is_found_broken(part: str, count: int) -> None:
    table = opened("highway")
    assert GAME.broken(Table(table.state, table.variants)) == []
    wagon = table.state.vehicles["wagon"]  # 5 boxes, 6 fuel
    setattr(wagon, part, count)
    assert len(GAME.broken(Table(table.state, table.variants))) == 1


def test_who_has_got_away_declares_nothing_more() -> None:
    """Others of the group may still be chased."""
    table = opened("highway")
    chase = table.state.world.chase
    who = driver_of_ours(table.state)
    assert chase is not None and who is not None
    chase.markers = dict.fromkeys(chase.markers, FAR_AHEAD)
    assert drive_on(Table(table.state, table.variants), who).command == "declare"
    chase.markers = {}
    assert drive_on(Table(table.state, table.variants), who).command == "chase_round"


def test_a_passenger_with_free_hands_helps_and_the_driver_leaves_them_alone() -> None:
    table = opened("highway")
    kit, inez = (table.state.people[id] for id in ("kit", "inez"))
    t = Table(table.state, table.variants)
    kit.dying_until = 100
    assert next_up(table.state) == (inez, stabilise_aboard)
    inez.conditions.append(Condition.BURNING)
    assert next_up(table.state) == (inez, put_out)
    inez.actions = 0
    assert next_up(table.state) == (kit, drive_on)
    assert drive_on(t, kit) == Move("chase_round")
    inez.actions = 1
    assert drive_on(t, kit) == Move("declare", {"side": "wagon", "maneuver": Maneuver.ROADBLOCK})


def test_a_friend_who_is_tied_up_is_untied_and_does_nothing_before() -> None:
    table = opened("pharmacy at night")
    marta, kit, dov = (table.state.people[id] for id in ("marta", "kit", "dov"))
    marta.restrained, dov.dying_until = True, 100
    assert next_up(table.state) in ((kit, stabilise), (dov, stabilise))
    dov.dying_until = None
    assert next_up(table.state) == (kit, set_free)
    assert set_free(Table(table.state, table.variants), kit) == Move("untie", {"who": "kit", "target": "marta"})
