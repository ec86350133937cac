"""Talk beside the log: who hears what, dice thrown from chat, and that it survives everything."""

from __future__ import annotations

import msgspec
import pytest
from toygame import ANA, BO, CY, EVE, GAME, SCREEN
from toyplay import SEED, asked, open_table, refused

from rulebound.kernel import talk
from rulebound.kernel.journal import JournalProblem, Talked
from rulebound.kernel.replay import rebuild
from rulebound.kernel.savefile import load, save
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.talk import TalkLine


def heard(table: object, seat: SeatId) -> list[str]:
    return [line.text for line in talk.lines(table, seat)]  # type: ignore[arg-type]


def test_a_line_is_heard_by_everybody_and_a_whisper_by_two() -> None:
    table = open_table()
    assert table.speak(ANA, "  Is anybody there? ") is None
    assert table.speak(EVE, "/me looks up") is None
    assert table.speak(BO, "/w cy the plan is BANANA") is None
    assert [(line.by, line.kind, line.to) for line in talk.lines(table, CY)] == [(ANA, "say", ()), (EVE, "me", ()), (BO, "whisper", (CY,))]
    assert heard(table, BO) == ["Is anybody there?", "looks up", "the plan is BANANA"]
    for seat in (ANA, EVE, SCREEN, GM):
        lines = talk.lines(table, seat)
        assert b"BANANA" not in msgspec.json.encode(lines)
        assert [line.place for line in lines] == [0, 1]


def test_dice_from_chat_come_from_the_tables_stream() -> None:
    table, twin = open_table(), open_table()
    for one in (table, twin):
        assert one.speak(ANA, "/roll 4d6kh3 # strength") is None
    line = talk.lines(table, BO)[-1]
    assert line.thrown is not None
    assert (line.text, line.thrown.pool, line.thrown.typed) == ("strength", "4d6kh3", False)
    assert line == talk.lines(twin, BO)[-1]
    assert table.speak(ANA, "/roll 4d6kh3") is None
    faces = [said.faces for said in table.talk]
    assert all(len(dice) == 4 and set(dice) <= {1, 2, 3, 4, 5, 6} for dice in faces)


def test_dice_may_be_typed_in() -> None:
    table = open_table()
    assert table.speak(ANA, "/roll 2d6+1 = 3 5") is None
    assert talk.lines(table, BO) == (TalkLine(0, ANA, "roll", "", (), talk.Thrown("2d6+1", "3 5", (), True), "9"),)
    refused(table.speak(ANA, "/roll 2d6 = 3"), "table.wrong_dice")
    refused(table.speak(ANA, "/roll 2d6 = 3 7"), "table.wrong_dice")
    refused(table.speak(ANA, "/roll 2d6 = x"), "table.bad_answer")


def test_a_roll_for_the_game_master_is_seen_by_two() -> None:
    table = open_table()
    assert table.speak(ANA, "/gmroll 2d6 # SECRET") is None
    assert table.speak(GM, "/gmroll 3d6 # HIDDEN") is None
    assert heard(table, ANA) == ["SECRET"]
    assert heard(table, GM) == ["SECRET", "HIDDEN"]
    assert heard(table, BO) == []


@pytest.mark.parametrize(
    "text",
    ["", "   ", "/dance", "/roll", "/roll 4x6", "/roll 999d6", "/w", "/w cy", "/w nobody hi", "/w screen hi", "x" * 1001, "\ud800"],
)
def test_what_cannot_be_said_is_refused_and_changes_nothing(text: str) -> None:
    table = open_table()
    refused(table.speak(ANA, text), "table.bad_talk")
    assert table.talk == []
    assert len(table.journal) == 1


def test_the_screen_and_strangers_have_no_voice() -> None:
    table = open_table()
    refused(table.speak(SCREEN, "hello"), "table.no_such_seat")
    refused(table.speak(SeatId("mallory"), "hello"), "table.no_such_seat")


def test_talk_while_a_command_waits_survives_saving_and_undo() -> None:
    table = open_table()
    waiting = asked(table.do(ANA, "strike", {"target": "bo"}))
    assert table.speak(CY, "take your time") is None
    assert table.speak(CY, "/roll d20") is None
    again = load(save(table), lambda _: GAME, verify=True)
    assert again.talk == table.talk
    assert again.journal == table.journal
    assert again.flight is not None and again.flight.id == waiting.id
    table.undo(ANA)
    assert heard(table, ANA) == ["take your time", ""]


@pytest.mark.parametrize(
    "said",
    [
        Talked(SeatId("mallory"), "say", "hello"), Talked(ANA, "shout", "hello"), Talked(ANA, "say", "x" * 1001),
        Talked(ANA, "roll", "", (), "2d6", (7, 1)), Talked(ANA, "roll", "", (), "nonsense", (1,)),
    ],
)  # fmt: skip
def test_a_journal_with_talk_that_cannot_be_is_refused(said: Talked) -> None:
    with pytest.raises(ValueError):
        rebuild(GAME, [*open_table().journal, said], SEED)


def test_dice_that_the_seed_does_not_give_are_found() -> None:
    table = open_table()
    table.speak(ANA, "/roll 6d6")
    said = table.talk[0]
    forged = msgspec.structs.replace(said, faces=tuple(7 - face for face in said.faces))
    rebuild(GAME, [table.journal[0], forged], SEED)
    with pytest.raises(JournalProblem, match="not what the seed gives"):
        rebuild(GAME, [table.journal[0], forged], SEED, verify=True)


def test_trying_out_changes_nothing_and_says_what_doing_would() -> None:
    table = open_table()
    before = (table.snapshot(), list(table.journal))
    for command in table.game.commands.values():
        tried = table.try_out(ANA, command.name, {})
        assert (table.snapshot(), table.journal) == (before[0], before[1])
        did = table.fork().do(ANA, command.name, {})
        assert (tried is None) == (not isinstance(did, talk.Refusal)), command.name
