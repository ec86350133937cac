"""No byte that reaches a seat holds what that seat may not know. Tested by absence: cards, words and numbers searched for in bytes."""

from __future__ import annotations

import random

import msgspec
import pytest
from toygame import ANA, BO, CY, EVE, GAME, GHOST, GM_WORD, HANDS, NUMBERS, PLAYERS, SCREEN, SEATS, WORDS
from toyplay import Live, Play, asked, done, open_table, secrets_in, seen, without_gm

from rulebound.kernel.cards import card_name, read_card
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, Seat, SeatId
from rulebound.kernel.showing import asked_of
from rulebound.kernel.turn import Waiting


def check(play: Play, by: SeatId, outcome: object) -> None:
    """Everything that goes to any seat after a step."""
    table = play.table
    if isinstance(outcome, Refusal):
        assert not play.leaked(by, outcome), outcome
    for seat in table.seats:
        view = msgspec.json.encode(table.view(seat))
        assert not play.leaked(seat, view), (seat, play.leaked(seat, view), view)
        question = asked_of(table, seat)
        if question:
            assert not play.leaked(seat, question)
    seat = play.rng.choice([*table.seats])
    assert not play.leaked(seat, table.legal(seat)), seat
    assert not play.leaked(seat, table.next_argument(seat, play.rng.choice([*GAME.commands]), {})), seat


@pytest.mark.parametrize("part", range(8))
def test_random_play_tells_nobody_what_they_may_not_know(part: int) -> None:
    """Two thousand short games with undo, errors, refusals, repairs, forks, onlookers; every third without a game master."""
    for seed in range(part * 250, part * 250 + 250):
        rng = random.Random(seed)
        play = Play(without_gm() if seed % 3 == 0 else open_table(), rng)
        for _ in range(2 + seed % 9):
            by, outcome = play.step()
            check(play, by, outcome)
        if seed % 5 == 0:
            twin = Play(play.table.fork(), rng)
            twin.known = {seat: set(known) for seat, known in play.known.items()}
            twin.words = play.words
            check(twin, *twin.step())


def test_long_games_tell_nobody_either() -> None:
    for seed in range(12):
        play = Play(open_table(), random.Random(9000 + seed))
        for step in range(80):
            by, outcome = play.step()
            if step % 4 == 0:
                check(play, by, outcome)


def test_the_search_finds_what_it_is_to_find() -> None:
    """A test by absence is worth nothing if it cannot see."""
    table = open_table()
    own = secrets_in(msgspec.json.encode(table.view(ANA)))
    assert own == {*HANDS[ANA], WORDS[ANA], str(NUMBERS[ANA])}
    assert secrets_in(msgspec.json.encode(table.view(GM))) == {GM_WORD}
    assert secrets_in(msgspec.json.encode(table.view(EVE))) == set()
    for card in ("10S", "2C", "JK1", "AH"):
        assert secrets_in(f"Drawn: {card_name(read_card(card))}, of course".encode()) == {card}
        assert secrets_in(f'["{card}"]'.encode()) == {card}
    play = Play(table, random.Random(0))
    assert play.leaked(BO, table.view(ANA)) == own
    assert not play.leaked(ANA, table.view(ANA))


# ------------------------------------------------------------------------------------- the same bytes, whatever is hidden
def others_see(table: Live, *knowing: SeatId) -> list[bytes]:
    return [data for seat, data in zip(table.seats, seen(table), strict=True) if seat not in knowing]


@pytest.mark.parametrize(("answers", "knowing"), [((["KS"], ["4H"], ["JK1"]), (ANA,)), (([], ["KS"]), (ANA,))])
def test_cards_buried_in_secret_leave_the_same_bytes(answers: tuple[list[str], ...], knowing: tuple[SeatId, ...]) -> None:
    found = []
    for answer in answers:
        table = open_table()
        waits = asked(table.do(ANA, "bury"))
        found.append(others_see(table, *knowing))
        done(table.answer(ANA, waits.id, answer))
        if len(answer) == len(answers[0]):
            found[-1] += others_see(table, *knowing)
    assert len({tuple(f) for f in found if len(f) == len(found[0])}) == 1


def test_hands_words_and_schemes_leave_the_same_bytes() -> None:
    """Two tables that differ in what is hidden from Cy and the onlookers only."""
    first, second = open_table(), open_table()
    for table, word, number in ((first, "zqone", 990000001), (second, "zqtwo", 990000002)):
        table.state.people[ANA].word, table.state.people[BO].number, table.state.gm_word = word, number, word
        table.state.people[ANA].hand, table.state.people[BO].hand = table.state.people[BO].hand, table.state.people[ANA].hand
        if table is second:
            table.state.people[ANA].hand, table.state.people[BO].hand = table.state.people[BO].hand, table.state.people[ANA].hand
    assert others_see(first, ANA, BO, GM) == others_see(second, ANA, BO, GM)
    for table in (first, second):
        asked(table.do(ANA, "lay"))
    assert others_see(first, ANA, BO, GM) == others_see(second, ANA, BO, GM)


def test_drawn_cards_leave_the_same_bytes_for_everybody_else() -> None:
    found = []
    for cards in (["2C", "3C"], ["AH", "JK2"]):
        table = open_table()
        assert table.reseat(ANA, Seat(ANA, name="Ana", real_dice=True)) is None
        done(table.answer(ANA, asked(table.do(ANA, "deal", {"count": 2})).id, cards))
        found.append(others_see(table, ANA))
        refusal = table.undo(ANA)
        assert isinstance(refusal, Refusal)
        done(table.undo(GM))
        found.append(others_see(table, ANA))
    assert found[0] == found[2]
    assert found[1] == found[3]


def test_secret_rolls_go_to_their_audience_only() -> None:
    table = open_table()
    done(table.do(ANA, "brace"))
    for seat in table.seats:
        nerve = [line for line in table.view(seat).log if "nerve" in line.text]
        assert bool(nerve) == (seat in (ANA, GM))
        assert [line.place for line in table.view(seat).log] == list(range(len(table.view(seat).log)))


def test_repairs_of_hidden_things_tell_only_that_they_were_made() -> None:
    table = open_table()
    done(table.do(GM, "set", {"path": "ana.word", "value": "zqrepaired", "why": "Ana asked"}))
    for seat in (BO, CY, EVE, SCREEN):
        assert "gm put something right (Ana asked)" in [line.text for line in table.view(seat).log]
        data = msgspec.json.encode(table.view(seat))
        assert b"zqrepaired" not in data
        assert WORDS[ANA].encode() not in data
        assert b"ana.word" not in data
    assert b"zqrepaired" in msgspec.json.encode(table.view(ANA))
    assert b"ana.word: zqamber became zqrepaired" in msgspec.json.encode(table.view(GM))


def test_a_repair_is_hidden_from_all_but_the_game_master_unless_the_game_says_otherwise() -> None:
    from rulebound.kernel.repair import repairs

    set_, *_ = repairs(GAME.find)
    from dataclasses import replace

    table = open_table()
    table.game = replace(GAME, commands={"set": set_})
    done(table.do(GM, "set", {"path": "ana.hp", "value": "3"}))
    assert "ana.hp" not in str(table.view(EVE).log)
    assert "ana.hp: 20 became 3" in str(table.view(GM).log)


def test_questions_to_a_seat_are_for_that_seat() -> None:
    table = open_table()
    for command in ("lay", "bury", "bid", "swap"):
        waits = table.do(ANA, command)
        assert isinstance(waits, Waiting)
        assert table.view(ANA).question is not None
        for seat in (GM, BO, CY, EVE, SCREEN):
            assert table.view(seat).question is None
            assert table.view(seat).prompt == ""
        table.undo(GM)


def test_no_secret_is_planted_twice() -> None:
    planted = [*WORDS.values(), *map(str, NUMBERS.values()), GM_WORD, *(card for hand in HANDS.values() for card in hand)]
    assert len(planted) == len(set(planted))
    assert {seat.id for seat in SEATS} == {GM, *PLAYERS, EVE, SCREEN}
    assert GHOST not in {seat.id for seat in SEATS}
