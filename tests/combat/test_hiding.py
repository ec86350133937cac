"""A fighter in hiding is in no byte that the other side is sent, whatever anybody does."""

from __future__ import annotations

import random

import msgspec
import pytest
from fights import Live, look, open_table, pick, random_args, seen

from rulebound.kernel.questions import ChooseOne
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.showing import entries
from rulebound.kernel.turn import Outcome, Waiting
from rulebound.play.machine import play_out

NAME = "zephyrine"
SCENE = f"""
    seats: {{crowd: spectator, wall: screen}}
    fighters:
      ana: {{seat: red, side: red, weapon: pistol, carried: [knife], bandages: 1}}
      abe: {{seat: red, side: red, place: [3, 0], hp: 3, bleeding: true}}
      bo: {{seat: blue, side: blue, place: [9, 0], carried: [club]}}
      {NAME}: {{seat: blue, side: blue, hidden: true, vehicle: van, weapon: bow, carried: [knife], shield: true, bandages: 2}}
      bea: {{seat: blue, side: blue}}
    vehicles: {{van: {{kind: van, driver: bea, speed: 40}}, wagon: {{place: [1, 1]}}}}
    turn: bea"""
QUIET = ("move", "drop_prone", "stand_up", "draw", "drop", "pick_up", "reload", "hold", "get_out", "get_in", "belt", "bandage", "end_turn")
LOUD = (*QUIET, "attack", "attack_tire", "run", "drive", "ram", "use_held")
UNAWARE = ("red", "crowd", "wall")


@pytest.mark.covers("combat.secrets.summary")
@pytest.mark.parametrize("part", range(2))
def test_whoever_hides_is_in_no_byte_of_the_other_side(part: int) -> None:
    looked = 0
    for seed in range(part * 5, part * 5 + 5):
        chance = random.Random(seed)
        table = open_table(SCENE)
        for _ in range(60):
            if not table.state.fighters[NAME].hidden or not table.state.turns.current:
                break
            check(table, step(table, chance))
            looked += 1
    assert looked > 100


def step(table: Live, chance: random.Random) -> Outcome | None:
    """Somebody does something legal; whoever hides does only what does not show him."""
    who = table.state.fighters[table.state.turns.current or ""]
    if chance.random() < 0.2:
        return table.do(SeatId("red"), str(pick(LOUD, chance)), {"target": NAME, "way": f"toward {NAME}", "patient": NAME, "who": NAME})
    command = table.game.commands[str(pick(QUIET if who.hidden else LOUD, chance))]
    args = None if command.when(look(table), who.seat) else random_args(command, table, who.seat, chance)
    if args is None:
        return None
    outcome = table.do(who.seat, command.name, args)
    while isinstance(outcome, Waiting):
        check(table, outcome)
        assert isinstance(outcome.question, ChooseOne)
        outcome = table.answer(outcome.question.seats[0], outcome.id, pick(outcome.question.options, chance))
    return outcome


def check(table: Live, outcome: Outcome | None) -> None:
    if not table.state.fighters[NAME].hidden:
        return
    for seat in UNAWARE:
        assert NAME not in seen(table, seat).lower(), seat
    if isinstance(outcome, Refusal):
        said = str(outcome).lower().replace(f"cannot be '{NAME}'", "").replace(f"cannot be 'toward {NAME}'", "")
        assert NAME not in said
    assert NAME in seen(table, "blue") and NAME in seen(table, "gm")


@pytest.mark.covers("combat.secrets.summary")
def test_the_search_finds_whoever_is_noticed() -> None:
    """A test by absence is worth nothing if it cannot see."""
    table = open_table(SCENE)
    table.do(SeatId("gm"), "mark", {"who": NAME, "as": "noticed"})
    assert all(NAME in seen(table, seat) for seat in UNAWARE)


OF_THE_GN = """
    fighters:
      ana: {seat: red, side: red, weapon: rifle, vehicle: wagon}
      abe: {seat: red, side: red}
      joe: {seat: red, side: red, weapon: club, bandages: 2, place: [30, 0]}
      grin: {seat: gm, side: raiders, melee: 5, weapon: club, bandages: 2, place: [31, 0]}
      tooth: {seat: gm, side: raiders, drive: 6}
      patch: {seat: gm, side: raiders, drive: 6}
    vehicles:
      wagon: {driver: abe, speed: 60}
      pickup: {kind: pickup, driver: tooth, speed: 60}
      bike: {kind: motorbike, driver: patch, speed: 60}"""


@pytest.mark.covers("combat.secrets.summary")
def test_where_stats_are_the_gns_alone_every_roll_of_his_shows_its_total_and_no_more() -> None:
    kinds = set()
    for seed in range(12):
        table = open_table(OF_THE_GN, seed, hide_gn_stats=True)
        for seat in list(table.seats.values()):
            table.reseat(seat.id, msgspec.structs.replace(seat, machine=True))
        play_out(table, 400)
        his = {f.id for f in table.state.fighters.values() if f.seat == GM}
        rolls = [entry for entry in entries(table) if entry.thrown and entry.thrown.modifiers]
        secret = [entry for entry in rolls if entry.audience == (GM,)]
        for entry in rolls:
            names_his = bool(his & {str(value) for value in entry.data.values()})
            assert (entry in secret) == names_his or entry.kind in ("roll.run_down", "roll.first_aid")  # those name only one of the two
        assert len(secret) == sum(entry.kind == "total" for entry in entries(table))
        kinds |= {entry.kind for entry in secret}
    assert {"roll.first", "roll.attack", "roll.block", "roll.dodge", "roll.ram", "roll.control", "roll.clot"} <= kinds, kinds
