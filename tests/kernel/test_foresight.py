"""Chances shown before one commits: exact, from the state as the seat knows it, and without touching the table."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from rulebound.games.combat.game import GAME
from rulebound.kernel.advice import advise
from rulebound.kernel.cases import Script, Step
from rulebound.kernel.foresight import chances_of_answer, chances_of_command
from rulebound.kernel.live import LiveTable
from rulebound.kernel.odds import Uncountable
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.turn import Done, Waiting

RED, BLUE = SeatId("red"), SeatId("blue")


def face_to_face() -> LiveTable[Any, Any]:
    """Vex and Odile a yard apart, Vex's turn."""
    variants = GAME.variants()
    live: LiveTable[Any, Any] = LiveTable.open(GAME, GAME.scenes()["duel"].start(variants), variants, bytes(32))
    assert live.do(GM, "set", {"path": "odile.place", "value": '{"x": 1, "y": 0}'}) == Done()
    live.do(GM, "begin", {"first": "vex"})
    return live


def test_an_attack_against_reflex_is_counted_exactly() -> None:
    """d6!+5 against Reflex 3 always hits unless it botches (1/36); 1 is 3 over, and 2 or more reach the cap of 5."""
    live = face_to_face()
    live.do(GM, "set", {"path": "odile.ap", "value": "0"})
    before = live.snapshot()
    chances = chances_of_command(live, RED, "attack", {"target": "odile", "weapon": "machete"}).fractions()
    assert chances == {"nothing more": Fraction(1, 36), "5 DMG to Odile": Fraction(5, 36), "6 DMG to Odile": Fraction(1, 6),
                       "7 DMG to Odile": Fraction(2, 3)}  # fmt: skip
    assert live.snapshot() == before


def test_the_chances_of_answers_are_those_of_what_follows() -> None:
    """Played out for every pair of first dice that neither explode, botch nor tie, a Block fares as its chances say."""
    live = face_to_face()
    waiting = live.do(RED, "attack", {"target": "odile", "weapon": "machete"})
    assert isinstance(waiting, Waiting)
    block = chances_of_answer(live, BLUE, "block").fractions()
    assert sum(block.values()) == 1
    assert block["nothing more"] > chances_of_answer(live, BLUE, "reflex").fractions()["nothing more"]
    seen: dict[int, int] = {}
    for attack in range(2, 6):
        for guard in range(2, 6):
            if attack > guard:
                twin = live.fork()
                script = Script(Step(RED, "attack", dice=[attack, guard]))
                twin.streams = lambda place, script=script: script
                assert isinstance(twin.answer(BLUE, waiting.id, "block"), Done)
                dmg = twin.state.hits[0].dmg
                seen[dmg] = seen.get(dmg, 0) + 1
    assert seen == {3: 3, 4: 2, 5: 1}
    assert all(block[f"{dmg} DMG to Odile"] >= Fraction(ways, 36) for dmg, ways in seen.items())


def test_chances_start_from_what_the_seat_knows() -> None:
    live = face_to_face()
    assert GAME.as_known(live.decode(live.snapshot()), RED, live.variants).fighters.keys() == {"vex", "odile"}
    live.do(GM, "set", {"path": "odile.hidden", "value": "true"})
    assert GAME.as_known(live.decode(live.snapshot()), RED, live.variants).fighters.keys() == {"vex"}
    assert GAME.as_known(live.decode(live.snapshot()), BLUE, live.variants).fighters.keys() == {"vex", "odile"}
    assert GAME.as_known(live.decode(live.snapshot()), GM, live.variants).fighters.keys() == {"vex", "odile"}
    assert chances_of_command(live, RED, "drop_prone", {}).fractions() == {"Vex goes down": 1}


def knowing(live: LiveTable[Any, Any], forget: Callable[[Any], None]) -> LiveTable[Any, Any]:
    """The same table in a game whose seats do not know something."""

    def as_known(state: Any, seat: SeatId, variants: Any) -> Any:
        forget(state)
        return state

    live.game = dataclasses.replace(live.game, as_known=as_known)
    return live


def test_what_hangs_on_something_unknown_is_not_counted() -> None:
    live = knowing(face_to_face(), lambda state: state.fighters.pop("odile"))
    with pytest.raises(Uncountable, match="red does not know"):
        chances_of_command(live, RED, "attack", {"target": "odile", "weapon": "machete"})


def test_an_answer_is_counted_only_if_the_seat_would_be_asked_the_same() -> None:
    """Who does not know of Odile's AP would not see that she was asked at all."""
    live = face_to_face()
    assert isinstance(live.do(RED, "attack", {"target": "odile", "weapon": "machete"}), Waiting)
    assert chances_of_answer(live, BLUE, "block")
    knowing(live, lambda state: setattr(state.fighters["odile"], "ap", 0))
    with pytest.raises(Uncountable):
        chances_of_answer(live, BLUE, "block")


def test_what_has_no_bound_is_not_counted() -> None:
    variants = GAME.variants()
    live: LiveTable[Any, Any] = LiveTable.open(GAME, GAME.scenes()["duel"].start(variants), variants, bytes(32))
    with pytest.raises(Uncountable):
        chances_of_command(live, RED, "begin", {"first": None})


def test_a_policy_answers_what_waits_with_one_of_its_options() -> None:
    live = face_to_face()
    waiting = live.do(RED, "attack", {"target": "odile", "weapon": "machete"})
    assert isinstance(waiting, Waiting)
    before = live.snapshot()
    assert advise(live, BLUE, GAME.policy) in ("block", "dodge", "reflex")
    assert live.snapshot() == before
