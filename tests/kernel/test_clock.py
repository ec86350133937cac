import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebound.kernel.clock import Clock, Unit

ROUNDS, MINUTES, SCENES, DAYS, SESSIONS = Unit


def effects(clock: Clock) -> list[str]:
    return [timer.effect for timer in clock.due()]


def running(clock: Clock) -> list[str]:
    return [timer.effect for timer in clock.running]


def test_rounds_carry_into_minutes_and_minutes_into_days() -> None:
    clock = Clock(rounds_per_minute=20, minutes_per_day=3)
    clock.advance(ROUNDS, 39)
    assert (clock.passed[ROUNDS], clock.passed[MINUTES], clock.passed[DAYS]) == (39, 1, 0)
    clock.advance(ROUNDS)
    assert clock.passed[MINUTES] == 2
    clock.advance(MINUTES)
    assert (clock.passed[ROUNDS], clock.passed[MINUTES], clock.passed[DAYS]) == (60, 3, 1)
    clock.advance(DAYS, 2)
    assert (clock.passed[ROUNDS], clock.passed[DAYS]) == (180, 3)


def test_without_lengths_each_unit_counts_for_itself() -> None:
    clock = Clock()
    clock.advance(ROUNDS, 100)
    clock.advance(MINUTES, 2)
    assert (clock.passed[ROUNDS], clock.passed[MINUTES], clock.passed[DAYS]) == (100, 2, 0)


@given(st.integers(0, 50), st.integers(1, 30))
def test_a_timer_ends_exactly_when_it_should(before: int, lasts: int) -> None:
    clock = Clock(rounds_per_minute=20)
    clock.advance(ROUNDS, before)
    clock.start_timer(ROUNDS, lasts, "ana", "stunned")
    clock.advance(ROUNDS, lasts - 1)
    assert effects(clock) == []
    clock.advance(ROUNDS)
    assert effects(clock) == ["stunned"]
    assert effects(clock) == []


def test_a_minute_is_counted_from_the_round_it_began_in() -> None:
    clock = Clock(rounds_per_minute=20)
    clock.advance(ROUNDS, 7)
    id = clock.start_timer(MINUTES, 1, "ana", "bleeding")
    clock.advance(ROUNDS, 19)
    assert effects(clock) == []
    assert clock.left(clock.running[0]) == 1
    clock.advance(ROUNDS)
    [ended] = clock.due()
    assert (ended.id, ended.who, clock.left(ended)) == (id, "ana", 0)


def test_the_earliest_ends_first_and_equal_times_in_the_order_they_were_set() -> None:
    clock = Clock(rounds_per_minute=10)
    clock.start_timer(ROUNDS, 12, "ana", "last")
    clock.start_timer(MINUTES, 1, "ana", "second")
    clock.start_timer(ROUNDS, 10, "bo", "third")
    clock.start_timer(ROUNDS, 3, "bo", "first")
    clock.advance(ROUNDS, 12)
    assert effects(clock) == ["first", "second", "third", "last"]


def test_what_ended_earlier_stays_first_when_nobody_asked_yet() -> None:
    clock = Clock()
    clock.start_timer(SCENES, 1, "ana", "scene")
    clock.start_timer(ROUNDS, 1, "ana", "round")
    clock.advance(SCENES)
    clock.start_timer(ROUNDS, 1, "ana", "later")
    clock.advance(ROUNDS)
    assert effects(clock) == ["round", "scene", "later"]


@pytest.mark.parametrize(
    ("passes", "ended"),
    [
        (MINUTES, ["rounds", "minutes"]),
        (SCENES, ["rounds", "scenes"]),
        (DAYS, ["rounds", "minutes", "scenes", "days"]),
        (SESSIONS, ["rounds", "scenes", "sessions"]),
    ],
)
def test_a_longer_time_ends_effects_of_shorter_units(passes: Unit, ended: list[str]) -> None:
    clock = Clock()
    for unit in Unit:
        clock.start_timer(unit, 1 if unit is passes else 99, "ana", unit.value)
    clock.advance(passes)
    assert effects(clock) == ended


def test_with_lengths_a_minute_takes_only_its_rounds() -> None:
    clock = Clock(rounds_per_minute=10)
    clock.start_timer(ROUNDS, 15, "ana", "burning")
    clock.advance(MINUTES)
    assert effects(clock) == []
    assert clock.left(clock.running[0]) == 5


def test_a_day_with_a_length_still_ends_the_scene() -> None:
    clock = Clock(rounds_per_minute=10, minutes_per_day=1440)
    clock.start_timer(SCENES, 9, "ana", "morale")
    clock.start_timer(DAYS, 2, "ana", "ill")
    clock.start_timer(ROUNDS, 10 * 1440 + 1, "ana", "one round more")
    clock.advance(DAYS)
    assert effects(clock) == ["morale"]
    assert running(clock) == ["ill", "one round more"]


def test_minutes_go_on_after_the_scene() -> None:
    clock = Clock(rounds_per_minute=10)
    clock.start_timer(MINUTES, 60, "ana", "patched up")
    clock.start_timer(ROUNDS, 60, "ana", "stunned")
    clock.advance(SCENES)
    assert effects(clock) == ["stunned"]
    assert running(clock) == ["patched up"]
    clock.advance(MINUTES, 60)
    assert effects(clock) == ["patched up"]


def test_no_time_ends_nothing() -> None:
    clock = Clock()
    clock.start_timer(ROUNDS, 1, "ana", "stunned")
    clock.advance(DAYS, 0)
    assert effects(clock) == []


def test_a_stopped_timer_never_comes_due() -> None:
    clock = Clock()
    stopped = clock.start_timer(ROUNDS, 1, "ana", "stunned")
    clock.start_timer(ROUNDS, 1, "ana", "burning")
    assert clock.stop_timer(stopped)
    assert not clock.stop_timer(stopped)
    clock.advance(ROUNDS, 5)
    assert effects(clock) == ["burning"]


def test_impossible_times_are_errors() -> None:
    with pytest.raises(ValueError):
        Clock().advance(ROUNDS, -1)
    with pytest.raises(ValueError):
        Clock().start_timer(ROUNDS, 0, "ana", "stunned")


def test_a_clock_survives_storing() -> None:
    clock = Clock(rounds_per_minute=20)
    clock.start_timer(MINUTES, 2, "ana", "stunned")
    clock.advance(ROUNDS, 39)
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(clock), type=Clock)
    assert again == clock
    again.advance(ROUNDS)
    assert effects(again) == ["stunned"]
