import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebound.kernel.turns import ByScore, BySide, PickedByLast, PlayersFirst, TurnOrder


def play(order: TurnOrder, *names: str) -> None:
    for who in names:
        order.acted(who)


# ------------------------------------------------------------------------------------------------------------ by score
def fight() -> ByScore:
    return ByScore(scores={"ana": 2, "rage": 3, "bo": 2, "cy": 0})


def test_more_hits_act_earlier_and_equal_hits_together() -> None:
    order = fight()
    assert order.may_act() == ["rage"]
    play(order, "rage")
    assert order.may_act() == order.group() == ["ana", "bo"]
    play(order, "bo")
    assert order.may_act() == ["ana"]
    play(order, "ana", "cy")
    assert order.round_over


def test_a_second_score_parts_equal_ones() -> None:
    order = ByScore(scores={"ana": 2, "bo": 2}, second={"bo": 1})
    assert order.may_act() == ["bo"]


def test_who_waits_may_act_at_any_later_point() -> None:
    order = fight()
    order.delay("rage")
    assert order.group() == ["ana", "bo"]
    assert order.may_act() == ["ana", "bo", "rage"]
    play(order, "ana", "rage", "bo", "cy")
    assert order.round_over


def test_a_turn_still_waiting_when_the_round_ends_is_lost() -> None:
    order = fight()
    order.delay("rage")
    play(order, "ana", "bo", "cy")
    assert (order.group(), order.may_act()) == ([], ["rage"])
    order.next_round()
    assert order.may_act() == ["rage"]
    play(order, "rage")
    assert order.may_act() == ["ana", "bo"]


def test_a_new_round_may_bring_new_scores() -> None:
    order = fight()
    order.next_round({"ana": 5, "rage": 1})
    assert (order.number, order.may_act()) == (2, ["ana"])


def test_who_joins_acts_from_the_next_round_on() -> None:
    order = fight()
    order.join("horde", 9)
    assert order.may_act() == ["rage"]
    order.next_round()
    assert order.may_act() == ["horde"]


# ------------------------------------------------------------------------------------------------------------- by side
def test_one_side_acts_in_any_order_then_the_other() -> None:
    order = BySide(sides={"party": ["ana", "bo"], "infected": ["rage", "fresh"]})
    assert (order.side, order.may_act()) == ("party", ["ana", "bo"])
    play(order, "bo", "ana")
    assert (order.side, order.may_act()) == ("infected", ["rage", "fresh"])
    order.leave("fresh")
    play(order, "rage")
    assert order.round_over
    order.next_round()
    assert (order.side, order.number) == ("party", 2)


def test_a_side_may_wait_too() -> None:
    order = BySide(sides={"party": ["ana", "bo"], "infected": ["rage"]})
    order.delay("ana")
    play(order, "bo")
    assert order.may_act() == ["rage", "ana"]
    order.join("cy", "party")
    play(order, "ana", "rage")
    assert order.round_over


# ------------------------------------------------------------------------------------------------------ picked by the last
def test_the_last_to_act_names_the_next_from_those_without_a_turn() -> None:
    order = PickedByLast(names=["ana", "bo", "cy"])
    assert (order.picker, order.may_act(), order.may_pick()) == (None, [], ["ana", "bo", "cy"])
    order.pick("bo")
    assert (order.may_act(), order.may_pick()) == (["bo"], [])
    order.acted("bo")
    assert (order.picker, order.may_pick()) == ("bo", ["ana", "cy"])


def test_the_last_of_a_round_names_the_starter_of_the_next_and_may_name_himself() -> None:
    order = PickedByLast(names=["ana", "bo"])
    for who in ("ana", "bo"):
        order.pick(who)
        order.acted(who)
    assert (order.round_over, order.picker, order.may_pick()) == (True, "bo", ["ana", "bo"])
    order.pick("bo")
    assert (order.number, order.round_over, order.may_act()) == (2, False, ["bo"])
    order.acted("bo")
    assert order.may_pick() == ["ana"]


def test_those_who_cannot_act_are_not_named_but_a_fallen_picker_still_picks() -> None:
    order = PickedByLast(names=["ana", "bo", "cy"])
    order.pick("ana")
    order.acted("ana")
    order.leave("bo")
    assert order.may_pick() == ["cy"]
    order.pick("cy")
    order.acted("cy")
    order.leave("cy")
    assert (order.round_over, order.picker, order.may_pick()) == (True, "cy", ["ana"])


def test_who_falls_in_his_own_turn_gives_the_choice_back() -> None:
    order = PickedByLast(names=["ana", "bo", "cy"])
    order.pick("ana")
    order.acted("ana")
    order.pick("bo")
    order.leave("bo")
    assert (order.picker, order.may_pick()) == ("ana", ["cy"])
    order.come_back("bo")
    assert order.may_pick() == ["bo", "cy"]


@given(st.data())
def test_in_every_round_everybody_who_can_act_acts_once(data: st.DataObject) -> None:
    names = ["ana", "bo", "cy", "di"]
    order = PickedByLast(names=list(names))
    for _ in range(3):
        turns = []
        for _ in names:
            who = data.draw(st.sampled_from(order.may_pick()))
            order.pick(who)
            order.acted(who)
            turns.append(who)
        assert sorted(turns) == names
        assert order.round_over


# -------------------------------------------------------------------------------------------------------- players first
def scene(**fields: int | None) -> PlayersFirst:
    return PlayersFirst(players=["ana", "bo"], npcs=["thug", "boss"], **fields)  # type: ignore[arg-type]


def test_players_act_in_any_order_and_npcs_after_them() -> None:
    order = scene()
    assert order.may_act() == ["ana", "bo"]
    play(order, "bo", "ana")
    assert order.may_act() == ["thug", "boss"]
    assert order.may_interrupt() == []
    play(order, "boss", "thug")
    assert order.round_over


def test_an_npc_may_interrupt_once_a_gap_and_has_then_acted() -> None:
    order = scene()
    assert order.may_interrupt() == ["thug", "boss"]
    order.interrupt("boss")
    assert (order.may_act(), order.may_interrupt()) == (["boss"], [])
    play(order, "boss")
    assert (order.may_act(), order.may_interrupt()) == (["ana", "bo"], [])
    play(order, "ana")
    assert order.may_interrupt() == ["thug"]
    play(order, "bo")
    assert order.may_act() == ["thug"]


def test_a_table_may_allow_any_number_of_interrupts() -> None:
    order = scene(interrupts_per_gap=None)
    for who in ("boss", "thug"):
        order.interrupt(who)
        order.acted(who)
    assert order.may_act() == ["ana", "bo"]


def test_all_ambushers_may_go_first() -> None:
    order = scene()
    for who in ("boss", "thug"):
        order.interrupt(who, ambush=True)
        order.acted(who)
    play(order, "ana", "bo")
    assert order.round_over


def test_who_arrives_acts_from_the_next_round_on() -> None:
    order = scene()
    order.reinforce("police")
    assert order.may_interrupt() == ["thug", "boss"]
    play(order, "ana", "bo", "thug", "boss")
    order.next_round()
    assert order.number == 2
    assert order.may_interrupt() == ["thug", "boss", "police"]


def test_an_interrupter_who_falls_interrupts_no_more() -> None:
    order = scene()
    order.interrupt("boss")
    order.leave("boss")
    assert order.may_act() == ["ana", "bo"]


# ------------------------------------------------------------------------------------------------------------- all orders
@pytest.mark.parametrize("order", [fight(), BySide(sides={"a": ["ana"]}), PickedByLast(names=["ana"]), scene()])
def test_nobody_acts_out_of_turn_and_every_order_can_be_stored(order: ByScore | BySide | PickedByLast | PlayersFirst) -> None:
    with pytest.raises(ValueError, match="nobody cannot do that now"):
        order.acted("nobody")
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(order), type=type(order)) == order


def test_nobody_is_picked_delayed_or_interrupts_out_of_turn() -> None:
    picked = PickedByLast(names=["ana", "bo"])
    picked.pick("ana")
    with pytest.raises(ValueError):
        picked.pick("bo")
    with pytest.raises(ValueError):
        fight().delay("cy")
    with pytest.raises(ValueError, match="ana cannot do that now, only thug, boss"):
        scene().interrupt("ana")
