"""A live table: one command at a time, whoever answers, and every answer logged as what it was."""

from __future__ import annotations

import random
from dataclasses import replace

import msgspec
import pytest
from toygame import ANA, BO, CY, EVE, GAME, GHOST, PLAYERS, SCREEN, SEATS, Parlour, T, ToyVariants, anybody
from toyplay import (
    DEEP,
    NONSENSE,
    Live,
    Play,
    asked,
    done,
    everything,
    journal,
    log,
    open_table,
    refused,
    without_gm,
)

from rulebound.kernel.cards import FULL_DECK
from rulebound.kernel.commands import command
from rulebound.kernel.dice import D6
from rulebound.kernel.journal import Answered, Did, How
from rulebound.kernel.live import KEPT, LiveTable
from rulebound.kernel.questions import ChooseOne, ChooseTogether, DrawCards, ThrowDice
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.replay import rebuild
from rulebound.kernel.seats import GM, Role, Seat, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.turn import RuledOut


def struck(table: Live) -> str:
    """Ana strikes Bo, who is asked what he does; the question's id."""
    return asked(table.do(ANA, "strike", {"target": "bo"})).id


def real_dice(table: Live, *seats: SeatId) -> None:
    for seat in seats:
        assert table.reseat(seat, msgspec.structs.replace(table.seats[seat], real_dice=True)) is None


# ------------------------------------------------------------------------------------------------ one command in flight
def test_a_command_waits_and_nothing_else_starts() -> None:
    table = open_table()
    id = struck(table)
    assert table.waiting_for() == (BO,)
    before = everything(table)
    for seat in (GM, *PLAYERS):
        refused(table.do(seat, "sneak"), "table.waiting")
    assert everything(table) == before
    done(table.answer(BO, id, "block"))
    assert table.waiting_for() == ()


def test_the_view_shows_the_state_reached() -> None:
    table = open_table()
    struck(table)
    assert log(table, CY)[-1] == "Ana strikes Bo"
    view = table.view(BO)
    assert isinstance(view.question, ChooseOne)
    assert view.question.options == ("block", "dodge", "counter")
    assert view.prompt == "Ana strikes: what do you do?"
    assert table.view(ANA).question is None
    assert table.view(ANA).waiting_for == (BO,)


def test_half_made_changes_are_seen_and_dropped() -> None:
    table = open_table()
    before = table.snapshot()
    asked(table.do(ANA, "muse", {"mood": "calm"}))
    done(table.cancel(GM))
    assert table.snapshot() == before


def test_only_whoever_is_asked_answers_and_only_once() -> None:
    table = open_table()
    id = struck(table)
    before = everything(table)
    refused(table.answer(ANA, id, "block"), "table.not_asked")
    refused(table.answer(BO, id, "block", by=ANA), "table.not_your_seat")
    refused(table.answer(EVE, id, "block"), "table.not_asked")
    refused(table.answer(BO, id, "block", by=EVE), "table.not_asked")
    refused(table.answer(BO, "0.0", "block"), "table.not_asked")
    assert everything(table) == before
    done(table.answer(BO, id, "block"))
    refused(table.answer(BO, id, "block"), "table.not_asked")


def test_a_judgement_may_leave_nothing_of_a_command() -> None:
    """It is dropped, its maker is told by which rule, and the table goes on; not asked over and over."""
    table = open_table()
    state = table.snapshot()
    ruled_out = table.answer(GM, asked(table.do(ANA, "ask_leave")).id, "cruel")
    assert isinstance(ruled_out, RuledOut) and ruled_out.refusal.rule == "toy.leave"
    assert (table.flight, table.snapshot(), table.turns) == (None, state, [])
    assert log(table, ANA)[-1] == "gm rules out ask_leave: You may not go. Stay. [toy.leave]"
    assert isinstance(table.let_default_stand(GM, asked(table.do(ANA, "ask_leave")).id, GM), RuledOut)
    done(table.answer(GM, asked(table.do(ANA, "ask_leave")).id, "kind"))
    assert everything(rebuild(GAME, table.journal, table.seed)) == everything(table)


def test_a_judgement_after_dice_cannot_take_them_back() -> None:
    @command(rules=("toy.leave",), when=anybody)
    def gamble(t: T, by: SeatId) -> None:
        t.roll(D6, "omen", by)
        if not t.judge("fate", (True, False), False, (by,)):
            raise refuse("toy.leave", "You may not go.")

    table = open_table()
    table.game = replace(GAME, commands={**GAME.commands, "gamble": gamble})
    id = asked(table.do(ANA, "gamble")).id
    before = everything(table)
    refused(table.answer(GM, id, "no"), "toy.leave")
    assert everything(table) == before


def test_the_id_of_a_question_never_comes_back() -> None:
    """Else an answer that was sent twice would answer the same question asked again after an undo."""
    table = open_table()
    ids = set()
    for _ in range(3):
        first = asked(table.do(ANA, "muse", {"mood": "calm"}))
        ids.add(first.id)
        second = asked(table.answer(ANA, first.id, "zqplot"))
        ids.add(second.id)
        ids.add(asked(table.undo(ANA)).id)
        done(table.cancel(GM))
    assert len(ids) == 9
    for id in ids:
        refused(table.answer(ANA, id, "zqplot"), "table.not_asked")


# ------------------------------------------------------------------------------------------------- whoever answers
def test_the_game_master_answers_for_a_seat_and_the_log_says_so() -> None:
    table = open_table()
    done(table.answer(BO, struck(table), "dodge", by=GM))
    assert "gm answered for bo (for them)" in log(table, CY)
    record = next(r for r in table.journal if isinstance(r, Answered))
    assert (record.seat, record.by, record.how) == (BO, GM, How.FOR_THEM)


def test_a_default_stands_and_the_log_says_who_let_it() -> None:
    table = open_table()
    done(table.let_default_stand(BO, struck(table), GM))
    assert "gm answered for bo (default)" in log(table, CY)
    assert next(r for r in table.journal if isinstance(r, Answered)).value == "dodge"
    own = open_table()
    done(own.let_default_stand(BO, struck(own), BO))
    assert not [line for line in log(own, CY) if "answered for" in line]
    assert own.snapshot() == table.snapshot()


def test_a_player_does_not_let_anothers_default_stand() -> None:
    table = open_table()
    refused(table.let_default_stand(BO, struck(table), ANA), "table.not_your_seat")


def test_dice_that_the_game_master_types_in_or_lets_the_table_throw_are_logged() -> None:
    table = open_table()
    real_dice(table, BO)
    waits = asked(table.answer(BO, struck(table), "block"))
    assert isinstance(waits.question, ThrowDice)
    twin = table.fork()
    done(table.answer(BO, waits.id, [5, 5, 1], by=GM))
    assert "gm answered for bo (typed)" in log(table, CY)
    assert "3d6h -> 5 5 1 (typed in)" in table.view(CY).log[-1].why
    done(twin.let_default_stand(BO, waits.id, GM))
    assert "gm answered for bo (chance)" in log(twin, CY)
    assert not any("typed in" in why for line in twin.view(CY).log for why in line.why)


def test_nothing_is_told_to_whoever_answers_for_a_seat_about_what_would_fit() -> None:
    table = open_table()
    id = asked(table.do(ANA, "lay")).id
    assert "KS" in refused(table.answer(ANA, id, ["nonsense"]), "table.bad_answer").instead
    assert "KS" not in str(refused(table.answer(ANA, id, ["nonsense"], by=GM), "table.bad_answer"))


def test_a_judgement_is_asked_of_the_game_master_and_without_one_its_default_stands() -> None:
    table = open_table()
    waits = asked(table.do(BO, "fate"))
    assert table.waiting_for() == (GM,)
    done(table.answer(GM, waits.id, "cruel"))
    assert table.state.fates == ["cruel"]
    alone = without_gm()
    done(alone.do(BO, "fate"))
    assert alone.state.fates == ["kind"]


def test_the_default_of_a_judgement_may_roll() -> None:
    alone = without_gm()
    done(alone.do(BO, "omen"))
    assert [type(r).__name__ for r in alone.journal] == ["Opened", "Did", "Answered", "Answered"]
    table = open_table()
    done(table.let_default_stand(GM, asked(table.do(BO, "omen")).id, GM))
    assert any(line.startswith("An omen: 1d6") for line in log(table, EVE))


# ----------------------------------------------------------------------------------------- nobody in the seat that is asked
def test_a_question_to_a_seat_that_is_not_there_waits_for_the_game_master_only() -> None:
    table = open_table()
    waits = asked(table.do(ANA, "call"))
    assert table.waiting_for() == (GHOST,)
    refused(table.answer(GHOST, waits.id, "yes"), "table.not_asked")
    refused(table.answer(GHOST, waits.id, "yes", by=ANA), "table.not_your_seat")
    done(table.answer(GHOST, waits.id, "yes", by=GM))
    assert table.state.fates == ["yes"]


def test_without_a_game_master_the_default_of_a_seat_that_is_not_there_stands() -> None:
    table = without_gm()
    done(table.do(ANA, "call"))
    assert table.state.fates == ["no"]
    assert rebuild(GAME, table.journal, table.seed, verify=True).snapshot() == table.snapshot()


@pytest.mark.parametrize("how", ["answer", "default"])
def test_without_a_game_master_anybody_answers_for_an_absent_seat_of_a_joint_question(how: str) -> None:
    table = without_gm()
    waits = asked(table.do(ANA, "seance"))
    asked(table.answer(ANA, waits.id, "down"))
    if how == "answer":
        done(table.answer(GHOST, waits.id, "up", by=BO))
    else:
        done(table.let_default_stand(GHOST, waits.id, BO))
    assert table.state.fates == ["down up"]
    assert log(table, CY)[0] == f"bo answered for ghost ({'for them' if how == 'answer' else 'default'})"


def test_without_a_game_master_nobody_answers_for_a_player_but_a_default_may_stand() -> None:
    table = without_gm()
    id = struck(table)
    refused(table.answer(BO, id, "block", by=ANA), "table.not_your_seat")
    done(table.let_default_stand(BO, id, ANA))
    assert "ana answered for bo (default)" in log(table, CY)


@pytest.mark.parametrize("command", ["fate", "omen"])
def test_a_game_master_who_leaves_in_the_middle_does_not_freeze_the_table(command: str) -> None:
    table = open_table()
    waits = asked(table.do(ANA, command))
    assert table.reseat(GM, Seat(GM, Role.SPECTATOR, "Master")) is None
    refused(table.answer(GM, waits.id, "kind"), "table.not_asked")
    done(table.let_default_stand(GM, waits.id, CY))
    assert len(table.state.fates) == 1


# ---------------------------------------------------------------------------------------------------- joint answers
def test_shares_wait_for_each_other_and_nobody_answers_twice() -> None:
    table = open_table()
    waits = asked(table.do(GM, "vote"))
    assert isinstance(waits.question, ChooseTogether)
    asked(table.answer(BO, waits.id, "7C"))
    assert table.waiting_for() == (ANA, CY)
    before = everything(table)
    refused(table.answer(BO, waits.id, "QH"), "table.answered")
    refused(table.answer(ANA, waits.id, "QH"), "table.bad_answer")
    assert everything(table) == before
    asked(table.answer(CY, waits.id, "pass"))
    done(table.answer(ANA, waits.id, "KS"))
    assert table.state.votes == {"ana": "KS", "bo": "7C", "cy": "pass"}
    assert log(table, EVE)[-1] == "Votes: ana: KS, bo: 7C, cy: pass"


def test_a_seat_sees_only_its_own_part_of_a_joint_question() -> None:
    table = open_table()
    asked(table.do(GM, "vote"))
    for seat in PLAYERS:
        question = table.view(seat).question
        assert isinstance(question, ChooseTogether)
        assert question.seats == (seat,)
        assert question.options == (("pass", *table.state.people[seat].hand),)
        assert question.for_seat(seat) == ("pass", *table.state.people[seat].hand)


def test_shares_that_somebody_else_gave_are_logged_when_all_are_in() -> None:
    table = open_table()
    waits = asked(table.do(GM, "vote"))
    asked(table.answer(ANA, waits.id, "4H", by=GM))
    asked(table.let_default_stand(CY, waits.id, GM))
    assert not [line for line in log(table, EVE) if "answered for" in line]
    done(table.answer(BO, waits.id, "pass"))
    assert log(table, EVE)[:2] == ["gm answered for ana (for them)", "gm answered for cy (default)"]


def test_votes_that_are_not_all_in_change_nothing_that_others_see() -> None:
    """Whatever Ana votes, every other seat sees the same bytes."""
    table = open_table()
    waits = asked(table.do(GM, "vote"))
    seen = []
    for value in ("pass", "KS", "JK1"):
        twin = table.fork()
        asked(twin.answer(ANA, waits.id, value))
        seen.append([msgspec.json.encode((twin.view(s), twin.legal(s))) for s in twin.seats if s != ANA])
    assert seen[0] == seen[1] == seen[2]


# ------------------------------------------------------------------------------------------------------ pools
def test_luck_is_never_overdrawn_and_never_loses_a_delta() -> None:
    table = open_table()
    want, total = [], 5
    rng = random.Random(3)
    for _ in range(200):
        seat, amount = rng.choice(PLAYERS), rng.randint(1, 8)
        command, change = rng.choice([("drain", -amount), ("fill", amount)])
        outcome = table.do(seat, command, {"amount": amount})
        if 0 <= total + change <= 12:
            done(outcome)
            total += change
            want.append((seat, change, total))
        else:
            refused(outcome, "toy.luck")
    luck = rebuild(GAME, table.journal, table.seed).state.luck
    assert [(d.seat, d.amount, d.value_after) for d in luck.deltas] == want
    assert luck.value == total


def test_a_refusal_in_the_middle_leaves_the_question_waiting() -> None:
    """Bo bids more than there is: the last answer is refused, and he can still say that he is not sure."""
    table = open_table()
    waits = asked(table.answer(BO, asked(table.do(BO, "bid")).id, 14))
    before = everything(table)
    refused(table.answer(BO, waits.id, "yes"), "toy.bid")
    refused(table.answer(BO, waits.id, True), "toy.bid")
    refused(table.let_default_stand(BO, waits.id, GM), "toy.bid")
    assert everything(table) == before
    done(table.answer(BO, waits.id, "no"))
    assert table.state.luck.value == 5


def test_a_refusal_of_the_last_share_leaves_the_others_in_and_that_one_out() -> None:
    table = open_table()
    waits = asked(table.do(ANA, "seance"))
    asked(table.answer(ANA, waits.id, "down"))
    before = everything(table)
    refused(table.answer(GHOST, waits.id, "down", by=GM), "toy.seance")
    assert everything(table) == before
    assert table.waiting_for() == (GHOST,)
    done(table.answer(GHOST, waits.id, "up", by=GM))
    assert table.state.fates == ["down up"]


# ------------------------------------------------------------------------------------------------------ seats
def test_real_dice_taken_up_and_put_away_in_the_middle_of_a_command() -> None:
    table = open_table()
    id = struck(table)
    real_dice(table, BO)
    waits = asked(table.answer(BO, id, "block"))
    assert table.reseat(GM, SEATS[2]) is None
    assert table.waiting_for() == (BO,)
    done(table.let_default_stand(BO, waits.id, BO))
    again = rebuild(GAME, table.journal, table.seed, verify=True)
    assert everything(again) == everything(table)


def test_an_undone_throw_of_real_dice_comes_from_the_stream_if_they_were_put_away_since() -> None:
    table = open_table()
    real_dice(table, BO, ANA)
    waits = asked(table.answer(BO, struck(table), "counter"))
    waits = asked(table.answer(ANA, waits.id, [5, 2]))
    assert waits.question.what == "stance"
    for seat in SEATS[1:3]:
        assert table.reseat(GM, seat) is None
    asked(table.undo(GM))
    again = rebuild(GAME, table.journal, table.seed, verify=True)
    assert everything(again) == everything(table)


def test_nobody_sits_down_by_themselves() -> None:
    table = open_table()
    before = everything(table)
    mallory = SeatId("mallory")
    for role in Role:
        refused(table.reseat(mallory, Seat(mallory, role)), "table.not_your_seat")
    refused(table.reseat(EVE, Seat(EVE, Role.PLAYER)), "table.not_your_seat")
    refused(table.reseat(ANA, Seat(ANA, Role.GM)), "table.not_your_seat")
    refused(table.reseat(ANA, Seat(BO, Role.PLAYER)), "table.not_your_seat")
    refused(table.reseat(GM, Seat(BO, Role.PLAYER, "\ud800")), "table.bad_seat")
    assert everything(table) == before
    assert table.reseat(GM, Seat(mallory, Role.PLAYER)) is None
    assert without_gm().reseat(ANA, Seat(mallory, Role.PLAYER)) is None


@pytest.mark.parametrize("seat", [EVE, SCREEN, GHOST, SeatId("nobody")])
def test_whoever_only_looks_on_does_nothing(seat: SeatId) -> None:
    table = open_table()
    id = struck(table)
    before = everything(table)
    for attempt in (
        table.do(seat, "sneak"), table.answer(seat, id, "block"), table.answer(BO, id, "block", by=seat),
        table.let_default_stand(BO, id, seat), table.undo(seat), table.cancel(seat), table.overrule(seat, 0, "block"), table.close(seat),
    ):  # fmt: skip
        assert isinstance(attempt, Refusal)
    assert everything(table) == before
    if seat in table.seats:
        assert all(command.refusal for command in table.legal(seat))


def test_a_closed_table_takes_nothing_more_and_shows_its_seed() -> None:
    table = open_table()
    id = struck(table)
    assert table.close(GM) is None
    assert table.seed.hex() in log(table, EVE)[0]
    before = everything(table)
    for attempt in (
        table.do(ANA, "sneak"), table.answer(BO, id, "block"), table.let_default_stand(BO, id, GM), table.undo(GM), table.cancel(GM),
        table.overrule(GM, 0, "block"), table.reseat(GM, SEATS[1]), table.close(GM),
    ):  # fmt: skip
        refused(attempt, "table.closed")
    assert everything(table) == before
    twin = table.fork()
    done(twin.answer(BO, id, "block"))
    assert everything(rebuild(GAME, twin.journal, twin.seed)) == everything(twin)
    assert everything(rebuild(GAME, table.journal, table.seed)) == before == everything(table)


def test_the_log_keeps_its_order_when_turns_are_taken_back() -> None:
    table = open_table()
    done(table.do(GM, "fill", {"amount": 1}))
    done(table.do(GM, "fill", {"amount": 2}))
    real_dice(table, CY)
    done(table.undo(GM))
    done(table.undo(GM))
    done(table.do(GM, "fill", {"amount": 3}))
    done(table.do(GM, "fill", {"amount": 1}))
    assert log(table, EVE) == [
        "cy throws real dice now", "gm took back: fill", "gm took back: fill", "Gm changes luck by 3", "Gm changes luck by 1",
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------------------ forks
def test_a_fork_and_its_origin_never_touch_each_other() -> None:
    for seed in range(25):
        rng = random.Random(seed)
        play = Play(open_table(), rng)
        for _ in range(10):
            play.step()
        table, twin = play.table, play.table.fork()
        assert everything(twin) == everything(table)
        before = everything(table)
        other = Play(twin, rng)
        for _ in range(15):
            other.step()
        assert everything(table) == before
        after = everything(twin)
        for _ in range(15):
            play.step()
        assert everything(twin) == after
        assert everything(rebuild(GAME, twin.journal, twin.seed)) == after


def test_a_fork_in_the_middle_of_a_vote_has_its_own_shares_and_state() -> None:
    table = open_table()
    waits = asked(table.do(GM, "vote"))
    asked(table.answer(ANA, waits.id, "KS"))
    before = everything(table)
    twin = table.fork()
    asked(twin.undo(ANA))
    asked(twin.answer(BO, waits.id, "pass"))
    twin.state.people[CY].hp = 1
    assert everything(table) == before
    assert (twin.waiting_for(), table.waiting_for()) == ((ANA, CY), (BO, CY))


def test_forks_keep_their_past_when_the_origin_forgets_its_snapshots() -> None:
    table = open_table()
    twins = []
    for turn in range(3 * KEPT):
        done(table.do(PLAYERS[turn % 3], "chance", {"dice": 1 + turn % 3}))
        if turn in (5, KEPT + 1, 2 * KEPT):
            twins.append((table.fork(), len(table.journal)))
    for twin, length in twins:
        while twin.turns:
            done(twin.undo(GM))
        assert twin.snapshot() == open_table().snapshot()
        assert len(table.journal) > length


def test_undo_through_all_turns_meets_every_state_again() -> None:
    table = open_table()
    states = []
    for turn in range(2 * KEPT + 9):
        states.append(table.snapshot())
        done(table.do(GM, "chance", {"dice": 1 + turn % 3}))
    while states:
        done(table.undo(GM))
        assert table.snapshot() == states.pop()


# ------------------------------------------------------------------------------------- what is refused changes nothing
def test_a_mistake_in_a_rule_changes_nothing_either() -> None:
    """It is raised to whoever runs the table, who can go on with everything as it was."""

    @command(rules=("toy.sneak",), when=anybody)
    def sneak(t: T, by: SeatId) -> None:
        """Breaks after a question, a die and a change."""
        t.state.luck.change(1, by, "x", "a.b")
        if t.choose(by, "sure", (True, False), default=False):
            raise KeyError(t.roll(D6, "omen", by).total)
        t.number(by, "price", 1, 3, default=7)

    table = open_table()
    table.game = replace(GAME, commands={**GAME.commands, "sneak": sneak})
    waits = asked(table.do(ANA, "sneak"))
    before = everything(table)
    with pytest.raises(KeyError):
        table.answer(ANA, waits.id, "yes")
    with pytest.raises(ValueError, match="price: 7 cannot stand"):
        table.answer(ANA, waits.id, "no")
    with pytest.raises(ValueError, match="price"):
        table.let_default_stand(ANA, waits.id, GM)
    assert everything(table) == before
    done(table.cancel(GM))


def test_wild_input_is_refused_and_changes_nothing() -> None:
    """Every kind of nonsense as a command's argument, as its name, as an answer to every kind of question, from every seat."""
    table = open_table()
    before = everything(table)
    for name, found in GAME.commands.items():
        for value in NONSENSE:
            for seat in (ANA, GM):
                twin = table.fork()
                outcome = twin.do(seat, name, {argument.name: value for argument in found.arguments})
                if isinstance(outcome, Refusal):
                    assert everything(twin) == before
                    msgspec.json.encode(outcome)
                    assert len(str(outcome)) < 3000
    for name in NONSENSE:
        refused(table.do(ANA, name), "table.unknown_command")
    for args in NONSENSE:
        if args is not None and not (isinstance(args, dict) and not args):
            assert isinstance(table.do(ANA, "strike", args), Refusal)
    assert everything(table) == before


@pytest.mark.parametrize(
    ("seat", "command", "args"),
    [
        (ANA, "strike", {"target": "bo"}), (ANA, "lay", {}), (ANA, "bury", {}), (ANA, "bid", {}), (ANA, "muse", {"mood": "wild"}),
        (ANA, "whisper", {"to": "bo"}), (ANA, "fate", {}), (GM, "vote", {}), (ANA, "brace", {}), (ANA, "deal", {"count": 2}),
        (ANA, "shuffle", {}), (ANA, "peek", {}), (ANA, "seance", {}),
    ],
)  # fmt: skip
def test_wild_answers_are_refused_and_change_nothing(seat: SeatId, command: str, args: dict[str, object]) -> None:
    table = open_table()
    real_dice(table, *PLAYERS, GM)
    waits = asked(table.do(seat, command, args))
    before = everything(table)
    taken = 0
    for value in NONSENSE:
        for who in waits.question.seats[:1]:
            for by in (who, GM):
                twin = table.fork()
                outcome = twin.answer(who, waits.id, value, by)
                if isinstance(outcome, Refusal):
                    assert everything(twin) == before, value
                    msgspec.json.encode(outcome)
                    assert len(str(outcome)) < 3000
                else:
                    taken += 1
                    assert twin.snapshot()
    assert everything(table) == before
    assert taken < len(NONSENSE)


def test_a_deep_or_half_text_is_no_text() -> None:
    table = open_table()
    id = asked(table.do(ANA, "swear")).id
    for value in ("\ud800", "ok\udfff", DEEP, None, 5, "x" * 41):
        refused(table.answer(ANA, id, value), "table.bad_answer")
    done(table.answer(ANA, id, "x" * 40))
    refused(table.do(ANA, "fill", {"amount": 1, "why": "\ud800"}), "table.bad_argument")


@pytest.mark.parametrize(
    ("pool", "faces"), [("block", [1, 2]), ("block", [1, 2, 3, 4]), ("block", [1, 2, 7]), ("block", [0, 1, 2]), ("block", [6, 6, 6, 1])]
)
def test_dice_too_few_too_many_or_impossible(pool: str, faces: list[int]) -> None:
    table = open_table()
    real_dice(table, BO)
    waits = asked(table.answer(BO, struck(table), pool))
    before = everything(table)
    refused(table.answer(BO, waits.id, faces), "table.wrong_dice")
    assert everything(table) == before
    done(table.answer(BO, waits.id, [6, 6, 6, 1, 1, 1]))


def test_cards_that_cannot_be_drawn() -> None:
    table = open_table()
    real_dice(table, ANA)
    waits = asked(table.do(ANA, "deal", {"count": 2}))
    assert isinstance(waits.question, DrawCards)
    before = everything(table)
    refused(table.answer(ANA, waits.id, ["KS", "2C"]), "table.wrong_cards")
    refused(table.answer(ANA, waits.id, ["2C", "QH"]), "table.wrong_cards")
    for bad in (["2C"], ["2C", "3C", "4C"], ["2C", "2C"], ["2C", "11X"], ["2C", "joker"], "2C"):
        refused(table.answer(ANA, waits.id, bad), "table.bad_answer")
    assert everything(table) == before
    done(table.answer(ANA, waits.id, ["ace of hearts", "t♦"]))
    assert table.state.people[ANA].hand[-2:] == ["AH", "10D"]


def test_a_shuffle_typed_in_is_every_card_once_or_no_order_at_all() -> None:
    table = open_table()
    real_dice(table, ANA)
    there = list(table.state.deck.cards)
    waits = asked(table.do(ANA, "shuffle"))
    before = everything(table)
    for bad in (there[:-1], [*there[:-1], "KS"], [*there, there[0]], None, 0, False, {}, [[]]):
        assert isinstance(table.answer(ANA, waits.id, bad), Refusal), bad
    assert everything(table) == before
    twin = table.fork()
    done(twin.answer(ANA, waits.id, []))
    assert twin.state.deck.top == []
    done(table.answer(ANA, waits.id, there[::-1]))
    assert table.state.deck.top == there[::-1]
    assert "deck -> shuffled (typed in)" in table.view(EVE).log[-1].why
    done(table.do(BO, "deal", {"count": 3}))
    assert table.state.people[BO].hand[-3:] == there[::-1][:3]


def test_the_same_seed_throws_the_same_and_every_place_of_the_journal_its_own() -> None:
    first, second = open_table(), open_table()
    for table in (first, second):
        for _ in range(20):
            done(table.do(GM, "chance", {"dice": 3}))
    assert journal(first) == journal(second)
    faces = [tuple(r.value) for r in first.journal if isinstance(r, Answered) and isinstance(r.value, list)]
    assert len(set(faces)) > 12
    other = open_table(seed=bytes(32))
    done(other.do(GM, "chance", {"dice": 3}))
    assert other.opened.commitment != first.opened.commitment


def test_optional_arguments_are_kept_even_where_their_default_is_not_offered() -> None:
    table = open_table()
    asked(table.do(ANA, "muse", {"mood": "calm"}))
    did = table.journal[1]
    assert isinstance(did, Did)
    assert did.args == {"mood": "calm", "times": 0}
    assert everything(rebuild(GAME, table.journal, table.seed)) == everything(table)
    refused(open_table().do(ANA, "muse", {"mood": "calm", "times": 3}), "toy.muse")


def test_variants_are_kept_in_the_journal() -> None:
    table = open_table(variants=ToyVariants(dice=7, harsh=True))
    done(table.answer(BO, struck(table), "block"))
    again = rebuild(GAME, table.journal, table.seed, verify=True)
    assert again.variants == ToyVariants(dice=7, harsh=True)
    assert again.snapshot() == table.snapshot()


def test_the_state_is_the_tables_own() -> None:
    table = open_table()
    start = GAME.scenes()["parlour"].start(ToyVariants())
    other: LiveTable[Parlour, ToyVariants] = LiveTable.open(GAME, start, ToyVariants(), table.seed)
    start.state.people[ANA].hp = 1
    assert other.state.people[ANA].hp == 20
    assert not GAME.broken(Table(other.state, other.variants))
    assert len(FULL_DECK) == 54
