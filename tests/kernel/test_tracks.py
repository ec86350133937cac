import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebound.kernel.tracks import LevelTrack, Marked, StageMeter, Track


def wounds(**slots: int) -> LevelTrack:
    return LevelTrack(slots={"bruised": 4, "bleeding": 3, "broken": 2, "critical": 1} | slots)


def test_a_track_marks_no_more_than_it_has() -> None:
    stress = Track(5, 3)
    assert (stress.room, stress.full) == (2, False)
    assert stress.mark(4) == 2
    assert (stress.room, stress.full) == (0, True)
    assert stress.mark() == 0
    assert stress.clear(9) == 5
    assert stress.marked == 0


def test_a_track_begins_empty_and_goes_box_by_box() -> None:
    stress = Track(2)
    assert stress.marked == 0
    assert (stress.mark(), stress.marked) == (1, 1)
    stress.mark()
    assert (stress.clear(), stress.marked) == (1, 1)
    assert Track(0).full


def test_a_smaller_track_says_what_no_longer_fits() -> None:
    stress = Track(5, 4)
    assert stress.resize(6) == 0
    assert stress.resize(3) == 1
    assert (stress.boxes, stress.marked) == (3, 3)


@pytest.mark.parametrize("broken", [lambda: Track(2, 3), lambda: Track(2, -1), lambda: Track(2).mark(-1), lambda: Track(2).clear(-1)])
def test_impossible_marks_are_errors(broken: object) -> None:
    with pytest.raises(ValueError):
        broken()  # type: ignore[operator]


def test_a_full_level_escalates() -> None:
    track = wounds()
    assert [track.mark("bleeding") for _ in range(6)] == [
        Marked("bleeding", "bleeding"),
        Marked("bleeding", "bleeding"),
        Marked("bleeding", "bleeding"),
        Marked("bleeding", "broken"),
        Marked("bleeding", "broken"),
        Marked("bleeding", "critical"),
    ]
    assert track.mark("bleeding") == Marked("bleeding", None)
    assert track.gravest == "critical"
    assert track.gravest_free == "bruised"
    assert not track.full
    for _ in range(4):
        track.mark("bruised")
    assert track.full
    assert track.gravest_free is None


def test_escalated_means_a_graver_level_was_marked() -> None:
    assert not Marked("bleeding", "bleeding").escalated
    assert Marked("bleeding", "broken").escalated
    assert not Marked("bleeding", None).escalated


def test_a_level_without_slots_is_always_full() -> None:
    rage = wounds(bleeding=0, broken=0)
    assert rage.mark("bleeding").level == "critical"


def test_levels_are_cleared_and_resized() -> None:
    track = LevelTrack(slots={"bruised": 4, "bleeding": 3}, marked={"bruised": 3})
    assert track.marked == {"bruised": 3, "bleeding": 0}
    assert track.clear("bruised") == 1
    assert track.clear("bleeding") == 0
    assert track.resize("bruised", 5) == 0
    assert track.room("bruised") == 3
    assert track.resize("bruised", 0) == 2
    assert (track.room("bruised"), track.marked["bruised"]) == (0, 0)


def test_a_level_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(ValueError, match="no level bleding: there is bruised, bleeding"):
        LevelTrack(slots={"bruised": 4, "bleeding": 3}, marked={"bleding": 1})
    with pytest.raises(ValueError, match="5 marked of 4 bruised"):
        LevelTrack(slots={"bruised": 4}, marked={"bruised": 5})


@given(st.lists(st.sampled_from(["bruised", "bleeding", "broken", "critical"])))
def test_every_mark_uses_one_slot_at_its_level_or_above(levels: list[str]) -> None:
    track = wounds()
    order = list(track.slots)
    for level in levels:
        before = dict(track.marked)
        marked = track.mark(level).level
        if marked is None:
            assert all(not track.room(graver) for graver in order[order.index(level) :])
            assert track.marked == before
        else:
            assert order.index(marked) >= order.index(level)
            assert all(not track.room(graver) for graver in order[order.index(level) : order.index(marked)])
            assert track.marked == before | {marked: before[marked] + 1}
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(track), type=LevelTrack) == track


def test_points_beyond_the_threshold_carry_into_the_next_stage() -> None:
    madness = StageMeter(threshold=3, stages=5)
    assert madness.add(3) == 0
    assert (madness.stage, madness.tally) == (1, 3)
    assert madness.add(1) == 1
    assert (madness.stage, madness.tally) == (2, 1)
    assert madness.add(6) == 2
    assert (madness.stage, madness.tally) == (4, 1)
    assert madness.add(50) == 1
    assert (madness.stage, madness.tally) == (5, 3)


def test_a_lower_threshold_counts_the_excess_as_just_gained() -> None:
    madness = StageMeter(threshold=5, stages=5, tally=5)
    assert madness.set_threshold(5) == 0
    assert madness.set_threshold(2) == 2
    assert (madness.stage, madness.tally) == (3, 1)
    assert madness.set_threshold(9) == 0
    assert (madness.stage, madness.tally) == (3, 1)


def test_points_go_but_never_a_stage_and_stages_go_with_the_same_tally() -> None:
    madness = StageMeter(threshold=3, stages=5, stage=2, tally=2)
    assert madness.lower(5) == 2
    assert (madness.stage, madness.tally) == (2, 0)
    madness.add(1)
    assert madness.step_back()
    assert (madness.stage, madness.tally) == (1, 1)
    assert not madness.step_back()
