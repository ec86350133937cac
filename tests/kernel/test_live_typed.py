"""Every random result can be typed in: a game played with the stream, and the same game with every result typed in from its journal."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import msgspec
import pytest
from toygame import GAME, PLAYERS, SEATS
from toyplay import fitting, open_table

from rulebound.games.catalogue import find_game
from rulebound.kernel.game import Game, Start
from rulebound.kernel.journal import Answered, Did, How
from rulebound.kernel.live import LiveTable
from rulebound.kernel.questions import CHANCE, digest
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.replay import rebuild
from rulebound.kernel.seats import GM, Seat
from rulebound.kernel.turn import Waiting
from rulebound.play.machine import machine_step

OTHER = hashlib.sha256(b"another seed").digest()


def with_real_dice(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(msgspec.structs.replace(seat, real_dice=True) for seat in seats)


def typed_in(first: LiveTable[Any, Any], game: Game[Any, Any], rng: random.Random) -> LiveTable[Any, Any]:
    """Play a journal of commands and answers again at a table of another seed where every seat has real dice."""
    start = Start(msgspec.json.decode(first.opened.start, type=game.state), with_real_dice(first.opened.seats))
    second: LiveTable[Any, Any] = LiveTable.open(game, start, first.variants, OTHER)
    for record in first.journal[1:]:
        outcome: object = None
        if isinstance(record, Did):
            outcome = second.do(record.seat, record.command, record.args)
        elif isinstance(record, Answered):
            assert second.flight is not None
            assert digest(second.flight.question) == record.question
            if isinstance(second.flight.question, CHANCE):
                wrong_is_refused(second, record, rng)
            if record.how is How.DEFAULT:
                outcome = second.let_default_stand(record.seat, second.flight.id, record.by)
            else:
                outcome = second.answer(record.seat, second.flight.id, record.value, record.by)
        assert not isinstance(outcome, Refusal), (record, outcome)
    return second


def wrong_is_refused(table: LiveTable[Any, Any], record: Answered, rng: random.Random) -> None:
    """One die or card too few, too many or impossible."""
    assert table.flight is not None
    value = list(record.value) if isinstance(record.value, list) else []
    if not value or rng.random() < 0.7:
        return
    before = (table.snapshot(), len(table.journal), table.flight.id)
    impossible = [value[:-1], [*value, value[0]], ["XX", *value[1:]] if isinstance(value[0], str) else [99, *value[1:]]]
    for wrong in impossible:
        assert isinstance(table.answer(record.seat, table.flight.id, wrong), Refusal), wrong
    assert (table.snapshot(), len(table.journal), table.flight.id) == before


def same_game(first: LiveTable[Any, Any], second: LiveTable[Any, Any]) -> None:
    assert second.snapshot() == first.snapshot()
    assert len(second.journal) == len(first.journal)
    for a, b in zip(first.journal[1:], second.journal[1:], strict=True):
        if isinstance(a, Answered) and a.how is How.CHANCE and isinstance(b, Answered):
            assert b.how is How.TYPED
            assert msgspec.structs.replace(b, how=How.CHANCE) == a
        else:
            assert a == b
    for seat in first.seats:
        one, two = first.view(seat), second.view(seat)
        assert [line.text for line in one.log] == [line.text for line in two.log]
        assert one.scene == two.scene
        thrown = [why for line in one.log for why in line.why if " -> " in why]
        typed = [why for line in two.log for why in line.why if " -> " in why]
        assert [why.removesuffix(" (typed in)") for why in typed] == thrown
        assert all(why.endswith(" (typed in)") for why in typed if not why.startswith("deck"))  # a known top card needs no typing
    again = rebuild(second.game, second.journal, second.seed, verify=True)
    assert again.snapshot() == second.snapshot()


def test_the_parlour_with_every_result_typed_in() -> None:
    """Shuffles, draws and every kind of dice; wrong ones are refused and change nothing on the way."""
    for seed in range(60):
        rng = random.Random(seed)
        first = open_table()
        for _ in range(12):
            seat = rng.choice([GM, *PLAYERS])
            name = rng.choice(["deal", "shuffle", "peek", "swap", "strike", "brace", "chance", "vote", "lay", "bury", "fate", "omen"])
            args = {"count": 3} if name == "deal" else {"dice": 3} if name == "chance" else {}
            if name == "strike":
                args = {"target": rng.choice([p for p in PLAYERS if p != seat])}
            outcome = first.do(seat, name, args)
            while isinstance(outcome, Waiting):
                asked = first.waiting_for()[0]
                if rng.random() < 0.2:
                    outcome = first.let_default_stand(asked, outcome.id, GM)
                else:
                    outcome = first.answer(asked, outcome.id, fitting(first, outcome.question, asked, rng))
        same_game(first, typed_in(first, GAME, rng))


def test_every_kind_of_result_was_among_them() -> None:
    pools = set()
    for seed in range(20):
        rng = random.Random(seed)
        table = open_table(with_real_dice(SEATS))
        for name in ("deal", "shuffle", "peek", "brace", "chance", "strike"):
            args = {"count": 2} if name == "deal" else {"dice": 2} if name == "chance" else {"target": "bo"} if name == "strike" else {}
            outcome = table.do(PLAYERS[0], name, args)
            while isinstance(outcome, Waiting):
                pools.add(getattr(outcome.question, "pool", outcome.question.what))
                seat = table.waiting_for()[0]
                outcome = table.answer(seat, outcome.id, fitting(table, outcome.question, seat, rng))
            assert not isinstance(outcome, Refusal), outcome
    assert {"deal", "reshuffle", "peek", "d6!+3", "2d6+1", "2d6h", "3d6h", "d6!+2 vs d6!+1"} <= pools


COMBAT: Game[Any, Any] = find_game("combat")  # type: ignore[assignment]


@pytest.mark.parametrize("scene", list(COMBAT.scenes()))
def test_fights_with_every_result_typed_in(scene: str) -> None:
    """Machines fight, with the stream; then the same fight by hand, die for die."""
    variants = COMBAT.variants()
    for seed in range(2):
        begin = COMBAT.scenes()[scene].start(variants)
        seats = tuple(msgspec.structs.replace(seat, machine=True) for seat in begin.seats)
        first: LiveTable[Any, Any] = LiveTable.open(COMBAT, Start(begin.state, seats), variants, hashlib.sha256(b"%d" % seed).digest())
        for _ in range(250):
            if COMBAT.ending(first.state) or machine_step(first) is None:
                break
        thrown = sum(isinstance(r, Answered) and r.how is How.CHANCE for r in first.journal)
        assert thrown > 3
        same_game(first, typed_in(first, COMBAT, random.Random(seed)))
