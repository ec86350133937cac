"""Taking back: undo leaves what the shorter journal gives, crosses nothing in secret, and the log says what was done."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from toygame import ANA, BO, CY, EVE, GAME, PLAYERS
from toyplay import Live, Play, asked, done, everything, fitting, log, open_table, refused, without_gm

from rulebound.kernel.journal import Answered, AnyRecord, Cancelled, Did, How, Overruled, Undid
from rulebound.kernel.live import KEPT
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.replay import rebuild
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.takeback import overrulable
from rulebound.kernel.turn import RuledOut, Waiting

NOTICES = ("took back", "took something back", "cancelled", "overruled an answer")


def apart_from_notices(table: Live) -> list[object]:
    """What every seat sees, without the lines that tell of things taken back."""
    seen: list[object] = []
    for seat in table.seats:
        view = table.view(seat)
        lines = [(line.text, line.why) for line in view.log if not any(word in line.text for word in NOTICES)]
        seen.append((msgspec.structs.replace(view, log=()), lines, table.legal(seat)))
    return seen


def shorter(table: Live, records: list[AnyRecord]) -> Live:
    return rebuild(GAME, records, table.seed)


def muse(table: Live, *answers: object) -> Any:
    """Ana thinks of a plan, up to the answers given: nothing but choices of her own."""
    outcome: Any = table.do(ANA, "muse", {"mood": "wild", "times": 2})
    for answer in answers:
        outcome = table.answer(ANA, asked(outcome).id, answer)
    return outcome


# ---------------------------------------------------------------------------------------------- the shorter journal
def test_undo_of_a_command_leaves_what_the_shorter_journal_gives() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        play = Play(open_table(), rng)
        while len(play.table.turns) < 4 or play.table.flight:
            play.step()
        table = play.table
        past = table.fork()
        outcome: Any = play.command()[1]
        while isinstance(outcome, Waiting):
            seat = table.waiting_for()[0]
            value = fitting(table, outcome.question, seat, rng)
            outcome = table.answer(seat, outcome.id, value, GM if seat not in table.seats else seat)
        if isinstance(outcome, Refusal | RuledOut):
            continue
        done(table.undo(GM))
        assert table.snapshot() == past.snapshot()
        assert apart_from_notices(table) == apart_from_notices(past)
        assert apart_from_notices(table) == apart_from_notices(shorter(table, past.journal))
        assert len(log(table, GM)) == len(log(past, GM)) + 1


def test_undo_of_the_last_answer_while_a_command_waits() -> None:
    table = open_table()
    muse(table, "zqplot", "zqprayer")
    asked(table.undo(ANA))
    assert table.view(ANA).prompt == "A thought?"
    records = [r for r in table.journal[:-1] if not (isinstance(r, Answered) and r.value == "zqprayer")]
    assert apart_from_notices(table) == apart_from_notices(shorter(table, records))
    assert table.snapshot() == shorter(table, records).snapshot()
    asked(table.undo(ANA))
    done(table.undo(ANA))
    assert table.snapshot() == open_table().snapshot()
    refused(table.undo(ANA), "table.nothing_to_undo")
    assert everything(rebuild(GAME, table.journal, table.seed)) == everything(table)


def test_undo_goes_on_after_a_restart() -> None:
    table = open_table()
    done(muse(table, "zqplot", "zqprayer", 3))
    muse(table, "zqpastry")
    again = rebuild(GAME, table.journal, table.seed)
    for _ in range(3):
        assert type(table.undo(ANA)) is type(again.undo(ANA))
        assert everything(again) == everything(table)
    assert not table.turns


def test_after_undo_fresh_dice_come() -> None:
    """Else a command could be tried until its dice please."""
    table = open_table()
    faces = []
    for _ in range(12):
        done(table.do(ANA, "chance", {"dice": 3}))
        faces.append(tuple(r.value for r in table.journal if isinstance(r, Answered))[-1])
        done(table.undo(GM))
    assert len({tuple(f) for f in faces if isinstance(f, list)}) > 8
    places = [place for place, r in enumerate(table.journal) if isinstance(r, Answered)]
    assert len(places) == len(set(places)) == 12
    rebuild(GAME, table.journal, table.seed, verify=True)


# ------------------------------------------------------------------------------------------------------ the guard
def test_own_choices_are_free_to_take_back() -> None:
    table = open_table()
    done(muse(table, "zqplot", "zqprayer", 3))
    done(table.undo(ANA))
    assert log(table, ANA)[-1] == "ana took back: muse"
    assert isinstance(table.journal[-1], Undid)
    assert not table.journal[-1].openly


@pytest.mark.parametrize(
    ("by", "command", "args", "crosses"),
    [
        (ANA, "chance", {"dice": 1}, "a random result"),
        (ANA, "deal", {"count": 1}, "a random result"),
        (ANA, "shuffle", {}, "a random result"),
        (ANA, "reveal", {}, "something that was shown"),
        (BO, "sneak", {}, "a command of bo"),
    ],
)
def test_a_player_does_not_undo_across_what_was_shown(by: SeatId, command: str, args: dict[str, object], crosses: str) -> None:
    table = open_table()
    done(table.do(by, command, args))
    before = everything(table)
    assert crosses in refused(table.undo(ANA), "table.undo_guard").reason
    assert everything(table) == before
    done(table.undo(GM))
    assert f"gm openly took back {command} and what it had shown" in log(table, by)
    assert table.snapshot() == open_table().snapshot()
    assert isinstance(table.journal[-1], Undid)
    assert table.journal[-1].openly


def test_laid_cards_are_not_taken_back_by_whoever_laid_them() -> None:
    table = open_table()
    done(table.answer(ANA, asked(table.do(ANA, "lay")).id, ["KS", "4H"]))
    refused(table.undo(ANA), "table.undo_guard")


def test_a_card_known_from_the_top_of_the_deck_is_shown_too() -> None:
    """No die is thrown and no card comes from the stream, and yet something is seen that was not."""
    table = open_table()
    done(table.answer(ANA, asked(table.do(ANA, "bury")).id, ["KS"]))
    done(table.do(BO, "deal", {"count": 1}))
    assert table.state.people[BO].hand[-1] == "KS"
    assert "shown" in refused(table.undo(BO), "table.undo_guard").reason


def test_a_player_does_not_undo_across_anothers_answer() -> None:
    table = open_table()
    done(table.answer(GM, asked(table.do(ANA, "fate")).id, "cruel"))
    assert "an answer of gm" in refused(table.undo(ANA), "table.undo_guard").reason
    waits = asked(table.do(ANA, "seance"))
    asked(table.answer(ANA, waits.id, "up"))
    done(table.answer(waits.question.seats[1], waits.id, "up", by=GM))
    refused(table.undo(ANA), "table.undo_guard")


def test_what_the_game_master_answered_for_a_seat_is_not_that_seats_to_take_back() -> None:
    table = open_table()
    outcome = muse(table, "zqplot", "zqprayer")
    done(table.answer(ANA, asked(outcome).id, 5, by=GM))
    refused(table.undo(ANA), "table.undo_guard")
    done(table.undo(GM))


def test_whoever_votes_last_does_not_take_back_the_votes_of_all() -> None:
    table = open_table()
    waits = asked(table.do(CY, "vote"))
    asked(table.answer(ANA, waits.id, "KS"))
    asked(table.answer(BO, waits.id, "pass"))
    done(table.answer(CY, waits.id, "5C"))
    refused(table.undo(CY), "table.undo_guard")
    twin = table.fork()
    done(twin.undo(GM))
    assert twin.snapshot() == open_table().snapshot()


def test_whoever_answers_a_joint_question_last_does_not_take_back_the_others_answers() -> None:
    """Not even where nothing was shown."""
    table = open_table()
    waits = asked(table.do(ANA, "seance"))
    asked(table.answer(waits.question.seats[1], waits.id, "up", by=GM))
    done(table.answer(ANA, waits.id, "down"))
    assert "an answer of ghost" in refused(table.undo(ANA), "table.undo_guard").reason


def test_an_own_answer_to_anothers_command_is_free_to_take_back() -> None:
    """Without dice between it is nobody else's; the command itself stays."""
    table = open_table()
    waits = asked(table.do(ANA, "barter", {"target": "bo"}))
    waits = asked(table.answer(BO, waits.id, "yes"))
    refused(table.undo(ANA), "table.undo_guard")
    asked(table.answer(BO, waits.id, 3))
    assert table.waiting_for() == (ANA,)
    for prompt in ("For how much, Ana asks?", "Ana wants luck: will you?"):
        refused(table.undo(CY), "table.undo_guard")
        asked(table.undo(BO))
        assert table.view(BO).prompt == prompt
    refused(table.undo(BO), "table.undo_guard")
    done(table.undo(ANA))
    assert table.snapshot() == open_table().snapshot()
    strikes = open_table()
    id = asked(strikes.do(ANA, "strike", {"target": "bo"})).id
    asked(strikes.answer(BO, id, "counter"))
    assert "a random result" in refused(strikes.undo(BO), "table.undo_guard").reason


def test_a_choice_after_cards_were_drawn_is_still_free_but_the_cards_are_not() -> None:
    """What was shown before the answer is not crossed by taking the answer back."""
    table = open_table()
    waits = asked(table.do(ANA, "swap"))
    asked(table.answer(ANA, waits.id, "KS"))
    assert table.state.deck.top == ["KS"]
    asked(table.undo(ANA))
    assert table.state.deck.top == []
    assert table.view(ANA).prompt == "Which card?"
    refused(table.undo(ANA), "table.undo_guard")
    done(table.undo(GM))
    assert table.snapshot() == open_table().snapshot()


def test_without_a_game_master_any_player_undoes_openly() -> None:
    table = without_gm()
    done(table.do(ANA, "chance", {"dice": 2}))
    done(table.undo(CY))
    assert log(table, BO) == ["cy openly took back chance and what it had shown"]
    done(table.do(ANA, "fate"))
    done(table.undo(ANA))
    assert log(table, BO)[-1] == "ana took back: fate"
    refused(table.undo(EVE), "table.only_looking")


def test_a_default_that_somebody_let_stand_is_an_answer_like_another() -> None:
    table = open_table()
    outcome = muse(table, "zqprayer")
    asked(table.let_default_stand(ANA, asked(outcome).id, ANA))
    asked(table.undo(ANA))
    assert table.flight is not None
    assert [given.value for given in table.flight.turn.answers] == ["zqprayer"]


# -------------------------------------------------------------------------------------------------- joint answers
def test_a_share_is_taken_back_by_its_seat_only_and_by_the_game_master_openly() -> None:
    table = open_table()
    waits = asked(table.do(CY, "vote"))
    asked(table.answer(ANA, waits.id, "KS"))
    asked(table.answer(BO, waits.id, "7C"))
    before = everything(table)
    refused(table.undo(CY), "table.undo_guard")
    assert everything(table) == before
    asked(table.undo(ANA))
    assert table.waiting_for() == (ANA, CY)
    asked(table.answer(ANA, waits.id, "pass"))
    asked(table.undo(GM))
    assert table.waiting_for() == (ANA, BO, CY)
    assert "gm openly took something back" in log(table, EVE)
    refused(table.answer(ANA, waits.id, "pass"), "table.not_asked")
    assert everything(rebuild(GAME, table.journal, table.seed)) == everything(table)


def test_a_share_let_stand_twice_is_refused() -> None:
    table = open_table()
    waits = asked(table.do(CY, "vote"))
    asked(table.let_default_stand(ANA, waits.id, GM))
    before = everything(table)
    refused(table.let_default_stand(ANA, waits.id, GM), "table.answered")
    refused(table.answer(ANA, waits.id, "KS"), "table.answered")
    assert everything(table) == before
    asked(table.undo(ANA))
    asked(table.answer(ANA, waits.id, "KS"))


# ------------------------------------------------------------------------------------------------------ cancelling
def test_the_game_master_cancels_while_nothing_is_revealed() -> None:
    table = open_table()
    before = table.snapshot()
    muse(table, "zqplot")
    refused(table.cancel(ANA), "table.gm_only")
    done(table.cancel(GM))
    assert table.snapshot() == before
    assert isinstance(table.journal[-1], Cancelled)
    assert log(table, ANA)[-1] == "gm cancelled muse"
    refused(table.cancel(GM), "table.nothing_waits")
    refused(table.undo(ANA), "table.nothing_to_undo")


def test_cancelling_is_refused_once_dice_cards_or_votes_are_seen() -> None:
    table = open_table()
    asked(table.answer(BO, asked(table.do(ANA, "strike", {"target": "bo"})).id, "counter"))
    refused(table.cancel(GM), "table.already_revealed")
    votes = open_table()
    waits = asked(votes.do(GM, "vote"))
    for seat in PLAYERS[:2]:
        asked(votes.answer(seat, waits.id, "pass"))
    twin = votes.fork()
    done(twin.cancel(GM))
    asked(votes.answer(CY, waits.id, "pass"))
    assert votes.waiting_for() == (GM,)
    refused(votes.cancel(GM), "table.already_revealed")


def test_cancel_then_undo_takes_back_what_came_before() -> None:
    table = open_table()
    done(table.do(ANA, "sneak"))
    muse(table, "zqplot")
    done(table.cancel(GM))
    done(table.undo(ANA))
    assert not table.turns
    assert everything(rebuild(GAME, table.journal, table.seed)) == everything(table)


# ------------------------------------------------------------------------------------------------------ overruling
def test_the_game_master_overrules_an_answer_and_what_follows_is_asked_again() -> None:
    table = open_table()
    done(table.answer(BO, asked(table.do(ANA, "strike", {"target": "bo"})).id, "block"))
    asked(table.overrule(GM, 0, "counter"))
    assert isinstance(next(r for r in reversed(table.journal) if not isinstance(r, Answered)), Overruled)
    assert table.waiting_for() == (ANA,)
    assert log(table, CY)[:2] == ["gm overruled an answer of strike", "Ana strikes Bo"]
    assert "gm answered for bo (overruled)" in log(table, CY)
    assert everything(rebuild(GAME, table.journal, table.seed, verify=True)) == everything(table)


def test_dice_can_be_overruled_and_the_journal_still_verifies() -> None:
    table = open_table()
    done(table.do(ANA, "chance", {"dice": 3}))
    done(table.overrule(GM, 0, [5, 5, 5]))
    assert table.state.luck.value == 9
    refused(table.overrule(GM, 0, [5, 5, 6]), "table.wrong_dice")
    refused(table.overrule(GM, 0, [5, 5]), "table.wrong_dice")
    refused(table.overrule(ANA, 0, [1, 1, 1]), "table.gm_only")
    assert everything(rebuild(GAME, table.journal, table.seed, verify=True)) == everything(table)


@pytest.mark.parametrize(
    ("by", "command", "good", "bad"),
    [
        (ANA, "bid", 2, [4, -1, 10**30, True, None, "2", [2], 2.0]),
        (ANA, "swear", "zqnew", ["x" * 41, "\ud800", None, 3, ["zqnew"]]),
        (ANA, "lay", ["KS", "4H"], [[], ["KS", "4H", "JK1"], ["KS", "KS"], ["QH"], "KS", None]),
        (ANA, "deal", ["2C"], [["2C", "3C"], [], ["KS"], ["XX"], [None], "nonsense", {}]),
        (GM, "vote", {"ana": "KS", "bo": "pass", "cy": "5C"}, [{"ana": "KS"}, {}, "KS", {"ana": "QH", "bo": "pass", "cy": "5C"}, [1]]),
    ],
)
def test_an_overruling_must_fit_the_question(by: SeatId, command: str, good: Any, bad: list[Any]) -> None:
    table = open_table()
    outcome: Any = table.do(by, command, {"count": 1} if command == "deal" else {})
    rng = random.Random(1)
    while isinstance(outcome, Waiting):
        seat = table.waiting_for()[0]
        value = 1 if command == "bid" else fitting(table, outcome.question, seat, rng)
        outcome = table.answer(seat, outcome.id, value if not isinstance(value, str) or value != "no" else "yes")
    before = everything(table)
    for value in bad:
        refusal = table.overrule(GM, 0, value)
        assert isinstance(refusal, Refusal), value
        assert everything(table) == before
        msgspec.json.encode(refusal)
    for place in (-1, 99, "0", None):
        refused(table.overrule(GM, place, good), "table.no_such_answer")
    outcome = table.overrule(GM, 0, good)
    assert not isinstance(outcome, Refusal), outcome
    assert everything(rebuild(GAME, table.journal, table.seed, verify=True)) == everything(table)


def test_an_overruling_says_nothing_of_what_was_answered() -> None:
    """Without a game master every player may overrule: the refusal must not tell what cards somebody drew."""
    table = without_gm()
    done(table.do(BO, "deal", {"count": 1}))
    card = table.state.people[BO].hand[-1]
    for value in (None, [], "x", ["KS"], [card, card]):
        assert card not in str(table.overrule(ANA, 0, value)) or value == [card, card]
    laid = open_table()
    done(laid.answer(ANA, asked(laid.do(ANA, "lay")).id, ["KS"]))
    assert "4H" not in str(refused(laid.overrule(GM, 0, ["nonsense"]), "table.bad_answer"))


def test_who_may_overrule_is_told_the_answers_that_are_known() -> None:
    """Open dice and one's own choices; neither cards that somebody drew alone nor what others chose."""
    table = open_table()
    done(table.do(ANA, "chance", {"dice": 3}))
    ((place, question, given),) = overrulable(table, GM)
    assert (place, question.what, given.value) == (0, "tally", table.turns[-1].answers[0].value)
    assert overrulable(table, ANA) == overrulable(table, EVE) == []
    done(table.do(BO, "deal", {"count": 1}))
    assert overrulable(table, GM) == []
    muse(table, "zqplot")
    assert overrulable(table, GM) == []
    alone = without_gm()
    muse(alone, "zqplot")
    assert [given.value for _, _, given in overrulable(alone, ANA)] == ["zqplot"]
    assert overrulable(alone, BO) == []


def test_overruling_a_waiting_command_drops_the_shares_that_are_in() -> None:
    table = open_table()
    done(table.do(ANA, "sneak"))
    waits = asked(table.do(ANA, "bid"))
    waits = asked(table.answer(ANA, waits.id, 3))
    asked(table.overrule(GM, 0, 1))
    assert table.flight is not None
    refused(table.answer(ANA, waits.id, "yes"), "table.not_asked")
    done(table.answer(ANA, table.flight.id, "yes"))
    assert table.state.luck.value == 4
    assert everything(rebuild(GAME, table.journal, table.seed)) == everything(table)


def test_a_turn_from_long_ago_can_be_overruled_once_it_is_the_last_again() -> None:
    """Its start is no longer kept, and is made again."""
    table = open_table()
    for _ in range(KEPT + 8):
        done(table.do(ANA, "chance", {"dice": 3}))
    for _ in range(KEPT + 4):
        done(table.undo(GM))
    assert table.turns[-1].before is None
    ((_, question, _),) = overrulable(table, GM)
    assert question.what == "tally"
    done(table.overrule(GM, 0, [5, 5, 5]))
    assert table.turns[-1].answers[0].value == [5, 5, 5]


def test_what_is_overruled_can_be_undone() -> None:
    table = open_table()
    done(table.do(ANA, "chance", {"dice": 3}))
    done(table.overrule(GM, 0, [5, 5, 5]))
    refused(table.undo(ANA), "table.undo_guard")
    done(table.undo(GM))
    assert table.snapshot() == open_table().snapshot()


# ----------------------------------------------------------------------------------- who learns what was taken back
@pytest.mark.parametrize("seat", [BO, CY, EVE])
def test_a_command_that_a_seat_saw_nothing_of_is_not_named_to_it(seat: SeatId) -> None:
    table = open_table()
    done(table.do(ANA, "sneak"))
    done(table.undo(ANA))
    assert log(table, ANA)[-1] == log(table, GM)[-1] == "ana took back: sneak"
    assert log(table, seat) == ["ana took something back"]
    muse(table, "zqplot")
    done(table.cancel(GM))
    assert log(table, seat)[-1] == "gm cancelled something"
    assert "muse" not in str(table.view(seat).log)


def test_repairs_are_undone_like_anything_else() -> None:
    table = open_table()
    done(table.do(GM, "set", {"path": "ana.hp", "value": "3", "why": "a mistake"}))
    assert table.state.people[ANA].hp == 3
    assert log(table, EVE) == ["gm repaired ana.hp: 20 became 3 (a mistake)"]
    done(table.undo(GM))
    assert table.snapshot() == open_table().snapshot()


def test_how_each_answer_came_about_is_kept() -> None:
    table = open_table()
    asked(table.answer(BO, asked(table.do(ANA, "strike", {"target": "bo"})).id, "counter", by=GM))
    assert table.flight is not None
    done(table.let_default_stand(ANA, table.flight.id, GM))
    hows = [r.how for r in table.journal if isinstance(r, Answered)]
    assert hows[:3] == [How.FOR_THEM, How.CHANCE, How.DEFAULT]
    assert isinstance(table.journal[1], Did)
