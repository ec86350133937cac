import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from rulebound.kernel.pools import Delta, Overdrawn, Overfull, SharedPool
from rulebound.kernel.refusal import Refused


def heat(**fields: int) -> SharedPool:
    return SharedPool(**({"name": "Heat", "start": 2} | fields))  # type: ignore[arg-type]


def test_a_change_is_a_delta_with_seat_reason_and_rule() -> None:
    pool = heat()
    assert pool.change(3, "ana", "bought a d20", "infinity.test.buy_d20_heat") == 3
    assert pool.value == 5
    assert pool.deltas == [Delta("ana", 3, "bought a d20", "infinity.test.buy_d20_heat", 5)]


def test_more_than_there_is_cannot_be_taken() -> None:
    pool = heat()
    with pytest.raises(Overdrawn) as refused:
        pool.change(-3, "gm", "interrupt", "infinity.order.interrupt")
    assert (refused.value.there, refused.value.asked) == (2, 3)
    assert isinstance(refused.value, Refused)
    assert str(refused.value) == "Heat is 2, 3 cannot be taken. [infinity.order.interrupt]"
    assert (pool.value, pool.deltas) == (2, [])


def test_more_than_it_holds_cannot_be_put_in() -> None:
    pool = heat(cap=4)
    with pytest.raises(Overfull, match="Heat is 2 of at most 4, 3 cannot be added"):
        pool.change(3, "ana", "banked", "a.b")
    assert pool.value == 2
    assert SharedPool(name="Threat").value == 0


def test_a_clipped_change_keeps_what_was_lost() -> None:
    pool = heat(cap=4)
    assert pool.change(5, "ana", "banked", "infinity.momentum.bank", clip=True) == 2
    assert pool.change(-9, "table", "decay", "infinity.momentum.pool_decay", clip=True) == -4
    assert pool.recent(2) == [
        Delta("ana", 2, "banked", "infinity.momentum.bank", 4, 3),
        Delta("table", -4, "decay", "infinity.momentum.pool_decay", 0, -5),
    ]
    assert pool.recent(1) == pool.deltas[-1:]
    assert pool.recent(0) == []


def test_a_lowered_cap_takes_nothing_away() -> None:
    pool = heat(start=6, cap=4)
    assert pool.room == 0
    assert pool.change(1, "ana", "", "", clip=True) == 0
    assert pool.change(-1, "ana", "", "") == -1
    assert pool.value == 5


def test_a_raised_floor_gives_nothing_back() -> None:
    pool = heat(start=1, floor=3)
    assert pool.change(-1, "ana", "", "", clip=True) == 0
    with pytest.raises(Overdrawn, match="Heat is 1, 1 cannot be taken above 3"):
        pool.change(-1, "ana", "", "")
    assert pool.change(1, "ana", "", "") == 1


def test_nothing_is_no_change() -> None:
    pool = heat()
    assert pool.change(0, "ana", "", "") == 0
    assert pool.deltas == []


def test_a_repair_is_a_delta_too() -> None:
    pool = heat(cap=4)
    pool.repair(9)
    assert pool.deltas == [Delta("gm", 7, "set right", "table.repair", 9)]
    pool.repair(9)
    assert len(pool.deltas) == 1


class PoolMachine(RuleBasedStateMachine):
    @initialize(start=st.integers(0, 5), floor=st.integers(-3, 0), cap=st.none() | st.integers(5, 9))
    def begin(self, start: int, floor: int, cap: int | None) -> None:
        self.pool = SharedPool(name="Heat", start=start, floor=floor, cap=cap)
        self.expected = start
        self.taken = 0

    @rule(amount=st.integers(-6, 6), clip=st.booleans())
    def change(self, amount: int, clip: bool) -> None:
        before = self.pool.value
        try:
            really = self.pool.change(amount, "ana", "because", "a.b", clip=clip)
        except Overdrawn as refused:
            assert not clip
            assert before + amount < self.pool.floor
            assert (refused.there, refused.asked) == (before, -amount)
            return
        except Overfull:
            assert not clip
            assert self.pool.cap is not None
            assert before + amount > self.pool.cap
            return
        assert really == amount or clip
        assert abs(really) <= abs(amount)
        self.expected += really
        if amount:
            self.taken += 1
            assert self.pool.deltas[-1].amount + self.pool.deltas[-1].lost == amount

    @rule()
    def store_and_load(self) -> None:
        self.pool = msgspec.msgpack.decode(msgspec.msgpack.encode(self.pool), type=SharedPool)

    @invariant()
    def nothing_is_lost_or_overdrawn(self) -> None:
        if not hasattr(self, "pool"):
            return
        assert self.pool.value == self.expected == self.pool.start + sum(delta.amount for delta in self.pool.deltas)
        assert len(self.pool.deltas) == self.taken
        assert self.pool.value >= self.pool.floor
        assert self.pool.cap is None or self.pool.value <= self.pool.cap


PoolMachine.TestCase.settings = settings(max_examples=40, stateful_step_count=20, deadline=None)
TestPool = PoolMachine.TestCase
