"""What a table offers first can be done: each legal command with the first value offered for each argument meets no refusal."""

from __future__ import annotations

import hashlib
import random

import msgspec
import pytest

from rulebound.games.infected.game import GAME
from rulebound.games.infected.given import given
from rulebound.games.infected.state import Infected
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.game import Start
from rulebound.kernel.live import LiveTable
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.turn import RuledOut
from rulebound.kernel.view import LegalArgument
from rulebound.kernel.yamltext import read_yaml
from rulebound.play.machine import machine_step

STEPS, LOOKS = 60, 12
Running = LiveTable[Infected, InfectedVariants]


def first_offered(table: Running, seat: SeatId, command: str) -> dict[str, object] | Refusal:
    args: dict[str, object] = {}
    while (argument := table.next_argument(seat, command, args)) is not None:
        if isinstance(argument, Refusal):
            return argument
        args[argument.name] = None if argument.optional and argument.values != ("yes", "no") else first_of(argument)
    return args


def first_of(argument: LegalArgument) -> object:
    if argument.values is not None:
        return argument.values[0]
    return "words" if argument.least is None else argument.least


def refused(table: Running) -> list[str]:
    """Commands of every seat, but for repairs, that end in a refusal so."""
    found = []
    for seat in [s.id for s in table.seats.values() if s.plays]:
        for command in table.legal(seat):
            if command.refusal or command.rules == ("table.repair",):
                continue
            args = first_offered(table, seat, command.name)
            refusal = args if isinstance(args, Refusal) else table.try_out(seat, command.name, args)
            if refusal:
                found.append(f"{seat}: {command.name} {args}: {refusal}")
    return found


@pytest.mark.parametrize("scene", GAME.scenes())
def test_what_is_offered_first_can_be_done(scene: str) -> None:
    variants = InfectedVariants()
    table = LiveTable.open(GAME, GAME.scenes()[scene].start(variants), variants, hashlib.sha256(scene.encode()).digest(), scene)
    for seat in list(table.seats.values()):
        table.reseat(seat.id, msgspec.structs.replace(seat, machine=seat.plays))
    chance = random.Random(scene)
    looks = {0, *chance.sample(range(STEPS), LOOKS)}
    for step in range(STEPS):
        if step in looks and table.flight is None:
            assert refused(table) == []
        if table.flight is None and GAME.ending(table.state):
            return
        machine_step(table)


def test_a_machine_does_not_ask_again_for_what_was_ruled_out() -> None:
    """The game master said no: machines leave it at that until something else has happened."""
    variants = InfectedVariants()
    start = GAME.scenes()["pharmacy at night"].start(variants)
    seats = tuple(msgspec.structs.replace(seat, machine=seat.plays and seat.id != GM) for seat in start.seats)
    table = LiveTable.open(GAME, Start(start.state, seats), variants, bytes(32))
    while table.flight is None or table.flight.question.what != "plausible_here":
        assert machine_step(table) is not None or table.flight is not None
        if table.flight is not None and table.flight.question.what != "plausible_here":
            table.let_default_stand(table.waiting_for()[0], table.flight.id, GM)
    assert isinstance(table.answer(GM, table.flight.id, "no"), RuledOut)
    assert machine_step(table) is None
    table.do(GM, "pass_time", {"minutes": 1})
    assert machine_step(table) is not None


DRAWING = """
given:
  people: {ana: {has: [knife, machete], gear.machete.packed: true, actions: 0}, rage: {type: rage, zone: c}}
  turn: ana
"""


def test_only_what_there_is_time_to_draw_is_offered() -> None:
    """Without an Action the holster is left, not the backpack."""
    variants = InfectedVariants()
    start = given(read_yaml(DRAWING, "drawing"), ("given",), variants)
    table = LiveTable.open(GAME, start, variants, bytes(32))
    argument = table.next_argument(SeatId("ana"), "draw", {})
    assert isinstance(argument, LegalArgument) and argument.values == ("knife",)


@pytest.mark.parametrize(("weapon", "values", "optional"), [("hatchet", ("no", "yes"), True), ("machete", ("no",), False)])
def test_nobody_is_asked_where_there_is_nothing_to_choose(weapon: str, values: tuple[str, ...], optional: bool) -> None:
    """A hatchet may be thrown, a machete may not; an argument of which only the default is legal is no question."""
    laid = f"given: {{people: {{ana: {{hold: [{weapon}], near: [foe]}}, foe: {{type: human}}}}, turn: ana}}"
    variants = InfectedVariants()
    table = LiveTable.open(GAME, given(read_yaml(laid, "thrown"), ("given",), variants), variants, bytes(32))
    throwing = table.next_argument(SeatId("ana"), "attack", {"target": "foe", "weapon": weapon, "called": "none", "careful": "no"})
    assert isinstance(throwing, LegalArgument)
    assert (throwing.name, throwing.values, throwing.optional) == ("throw_it", values, optional)


def test_nobody_is_shoved_into_somebody_where_nobody_stands() -> None:
    """Into somebody only where somebody stands; and with both hands full a tackle takes hold of nobody."""
    laid = """
    given:
      people: {ana: {hold: [knife, machete], near: [foe], approached: [foe]}, foe: {type: human}, other: {type: human, zone: a}}
      zones: {here: {links: [a, b]}, a: {links: [here]}, b: {links: [here]}}
      turn: ana
    """
    variants = InfectedVariants()
    table = LiveTable.open(GAME, given(read_yaml(laid, "shoved"), ("given",), variants), variants, bytes(32))
    offered = [table.next_argument(SeatId("ana"), "shove", {"target": "foe", "zone": zone}) for zone in ("a", "b")]
    offered.append(table.next_argument(SeatId("ana"), "tackle", {"target": "foe", "skill": "brawl", "ends": "grappled"}))
    there, nobody, held = offered
    assert isinstance(there, LegalArgument) and isinstance(nobody, LegalArgument)
    assert (there.name, "person" in (there.values or ()), "person" in (nobody.values or ())) == ("into", True, False)
    assert isinstance(held, Refusal)


@pytest.mark.parametrize(
    ("state", "command", "said"),
    [
        ("actions: 0", "grab", "Give up the Move for one, or end the turn."),
        ("actions: 0, defended: true", "grab", "Move, or end the turn."),
        ("actions: 0, trade: action", "escape", "Move, or end the turn."),
        ("actions: 0, moves: 0", "grab", "End the turn."),
        ("moves: 0", "back_off", "Give up the Action for one, or end the turn."),
        ("moves: 0, trade: move", "back_off", "Act, or end the turn."),
        ("moves: 0, actions: 0", "back_off", "End the turn."),
    ],
)
def test_what_is_advised_can_be_done(state: str, command: str, said: str) -> None:
    """Nobody is told to trade what cannot be traded any more."""
    laid = f"given: {{people: {{ana: {{held_by: foe, near: [foe], {state}}}, foe: {{type: human, holds: ana}}}}, turn: ana}}"
    variants = InfectedVariants()
    table = LiveTable.open(GAME, given(read_yaml(laid, "spent"), ("given",), variants), variants, bytes(32))
    refusal = table.do(SeatId("ana"), command, {})
    assert isinstance(refusal, Refusal) and refusal.instead == said
