"""Arbitrary sequences of everything that can be done at a table, with what must always hold checked after each."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from toygame import GAME, PLAYERS, games
from toyplay import SEED, Play, everything, open_table, without_gm

from rulebound.kernel.refusal import Refusal
from rulebound.kernel.replay import rebuild
from rulebound.kernel.savefile import load, save
from rulebound.kernel.seats import GM
from rulebound.kernel.table import Table
from rulebound.kernel.turn import Done, RuledOut, Waiting

numbers = st.integers(0, 2**16)


class AtTheTable(RuleBasedStateMachine):
    """Each rule does one thing in one of many ways; refused or not, the journal must make the same table again."""

    @initialize(gm=st.booleans())
    def open(self, gm: bool) -> None:
        self.play = Play(open_table() if gm else without_gm(), random.Random(0))
        self.before = everything(self.play.table)

    def move(self, name: str, number: int) -> None:
        self.play.rng = random.Random(number)
        before = everything(self.play.table)
        _, outcome = getattr(self.play, name)()
        self.play.learn()
        if isinstance(outcome, Refusal):
            assert everything(self.play.table) == before, outcome
        else:
            assert outcome is None or isinstance(outcome, Done | Waiting | RuledOut)
            assert len(self.play.table.journal) > len(before[1])  # type: ignore[arg-type]

    @rule(number=numbers)
    def command(self, number: int) -> None:
        self.move("command", number)

    @rule(number=numbers)
    def wild_command(self, number: int) -> None:
        self.move("wild_command", number)

    @precondition(lambda self: self.play.table.flight)
    @rule(number=numbers)
    def answer(self, number: int) -> None:
        self.move("answer", number)

    @precondition(lambda self: self.play.table.flight)
    @rule(number=numbers, name=st.sampled_from(["wild_answer", "default", "answer_for", "cancel"]))
    def at_a_waiting_command(self, number: int, name: str) -> None:
        self.move(name, number)

    @rule(number=numbers, name=st.sampled_from(["undo", "undo", "overrule", "reseat"]))
    def step_in(self, number: int, name: str) -> None:
        self.move(name, number)

    @precondition(lambda self: not self.play.table.flight)
    @rule(number=numbers)
    def repair(self, number: int) -> None:
        self.move("repair", number)

    @rule()
    def restart(self) -> None:
        """The table is saved, everything is gone, and the table is loaded."""
        data = save(self.play.table)
        known, words = self.play.known, self.play.words
        loaded: Any = load(data, games, verify=True)
        assert everything(loaded) == everything(self.play.table)
        assert save(loaded) == data
        self.play = Play(loaded, random.Random(0))
        self.play.known, self.play.words = known, words

    @rule(number=numbers)
    def fork(self, number: int) -> None:
        before = everything(self.play.table)
        twin = Play(self.play.table.fork(), random.Random(number))
        for _ in range(3):
            twin.step()
        assert everything(self.play.table) == before

    @invariant()
    def the_journal_makes_the_same_table(self) -> None:
        table = self.play.table
        assert everything(rebuild(GAME, table.journal, SEED, verify=True)) == everything(table)

    @invariant()
    def nothing_is_lost(self) -> None:
        table = self.play.table
        assert table.decode(table.snapshot()) == table.state
        if not table.flight:
            repaired = any(delta.rule == "table.repair" for delta in table.state.luck.deltas)
            assert not GAME.broken(Table(table.state, table.variants)) or repaired

    @invariant()
    def somebody_can_always_go_on(self) -> None:
        """Whatever waits, some seat can answer it or let its default stand."""
        table = self.play.table
        if not table.flight:
            return
        for seat in table.waiting_for():
            twins = [(table.fork(), by) for by in (GM, *PLAYERS) if by in table.seats]
            outcomes = [twin.let_default_stand(seat, table.flight.id, by) for twin, by in twins]
            assert any(not isinstance(o, Refusal) or not o.rule.startswith("table.") for o in outcomes), outcomes


TestAtTheTable = AtTheTable.TestCase
TestAtTheTable.settings = settings(
    max_examples=70, stateful_step_count=25, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
