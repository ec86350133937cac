"""The same journal gives the same table, byte for byte; a changed rule or a changed die is reported and never misread."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from toygame import ANA, BO, CY, GAME, PLAYERS, Fate, Parlour, Stance, T, ToyVariants, anybody, clash, others, player
from toyplay import Live, Play, asked, done, everything, open_table, without_gm

from rulebound.kernel.commands import Command, command
from rulebound.kernel.game import Game
from rulebound.kernel.hits import HitPool
from rulebound.kernel.journal import (
    FORMAT,
    Answered,
    AnyRecord,
    Closed,
    Did,
    How,
    JournalProblem,
    Opened,
    Overruled,
    Undid,
    decode_record,
    encode_record,
)
from rulebound.kernel.refusal import refuse
from rulebound.kernel.replay import rebuild
from rulebound.kernel.seats import GM, SeatId

Toy = Game[Parlour, ToyVariants]


def again(table: Live, records: list[AnyRecord] | None = None, game: Toy = GAME, verify: bool = True) -> Live:
    return rebuild(game, table.journal if records is None else records, table.seed, verify)


def with_rule(changed: Command[Parlour, ToyVariants]) -> Toy:
    return replace(GAME, commands={**GAME.commands, changed.name: changed})


def problem(table: Live, game: Toy = GAME, records: list[AnyRecord] | None = None, verify: bool = False) -> str:
    with pytest.raises(JournalProblem) as found:
        again(table, records, game, verify)
    return str(found.value)


# ------------------------------------------------------------------------------------------------------ the same again
@pytest.mark.parametrize("gm", [True, False])
def test_random_play_is_the_same_again_byte_for_byte(gm: bool) -> None:
    for seed in range(60):
        play = Play(open_table() if gm else without_gm(), random.Random(seed))
        for _ in range(30):
            play.step()
        table = play.table
        records = [decode_record(encode_record(record)) for record in table.journal]
        assert everything(again(table, records)) == everything(table), seed


def test_every_prefix_of_a_journal_at_which_the_table_stood_still_is_the_table_it_was() -> None:
    for seed in range(8):
        play = Play(open_table(), random.Random(1000 + seed))
        stood = []
        for _ in range(25):
            play.step()
            stood.append((len(play.table.journal), everything(play.table)))
        for length, was in stood:
            assert everything(again(play.table, play.table.journal[:length])) == was


def test_a_table_that_was_made_again_plays_on_the_same() -> None:
    for seed in range(20):
        first = Play(open_table(), random.Random(seed))
        for _ in range(12):
            first.step()
        second = Play(again(first.table), random.Random(0))
        second.words = first.words
        first.rng, second.rng = random.Random(seed), random.Random(seed)
        for _ in range(12):
            first.step()
            second.step()
        assert everything(first.table) == everything(second.table)


def test_partial_votes_are_kept() -> None:
    table = open_table()
    waits = asked(table.do(ANA, "vote"))
    asked(table.answer(BO, waits.id, "7C", by=GM))
    assert everything(again(table)) == everything(table)
    twin = again(table)
    asked(twin.undo(BO))
    asked(table.undo(BO))
    assert everything(twin) == everything(table)
    for t in (table, twin):
        for seat in PLAYERS[:2]:
            asked(t.answer(seat, waits.id, "pass"))
        asked(t.answer(CY, waits.id, "pass"))
    assert everything(twin) == everything(table) == everything(again(table))


# ------------------------------------------------------------------------------------------------------ changed rules
def struck() -> Live:
    table = open_table()
    done(table.answer(BO, asked(table.do(ANA, "strike", {"target": "bo"})).id, "block"))
    done(table.do(ANA, "sneak"))
    return table


def changed_strike(body: Callable[[T, SeatId, SeatId], None]) -> Toy:
    @command(rules=("toy.strike",), when=player, target=others)
    def strike(t: T, by: SeatId, target: SeatId) -> None:
        body(t, by, target)

    return with_rule(strike)


def other_prompt(t: T, by: SeatId, target: SeatId) -> None:
    clash(t, by, target, t.choose(target, "posture", tuple(Stance), (by, target), Stance.DODGE))


def other_options(t: T, by: SeatId, target: SeatId) -> None:
    clash(t, by, target, t.choose(target, "stance", (Stance.COUNTER, Stance.BLOCK), (by, target), Stance.BLOCK))


def other_about(t: T, by: SeatId, target: SeatId) -> None:
    clash(t, by, target, t.choose(target, "stance", tuple(Stance), (target, by), Stance.DODGE))


def other_seat(t: T, by: SeatId, target: SeatId) -> None:
    clash(t, by, target, t.choose(by, "stance", tuple(Stance), (by, target), Stance.DODGE))


def other_kind(t: T, by: SeatId, target: SeatId) -> None:
    clash(t, by, target, t.choose_some(target, "stance", tuple(Stance), 1, 1, (by, target))[0])


def other_pool(t: T, by: SeatId, target: SeatId) -> None:
    t.choose(target, "stance", tuple(Stance), (by, target), Stance.DODGE)
    t.roll(HitPool(4), "block", target, (target,))


def other_modifiers(t: T, by: SeatId, target: SeatId) -> None:
    t.choose(target, "stance", tuple(Stance), (by, target), Stance.DODGE)
    t.roll(HitPool(3), "block", target, (target,))


@pytest.mark.parametrize("body", [other_prompt, other_options, other_about, other_seat, other_kind, other_pool, other_modifiers])
def test_a_rule_that_asks_something_else_is_reported_with_its_place(body: Callable[[T, SeatId, SeatId], None]) -> None:
    said = problem(struck(), changed_strike(body))
    place = 3 if body in (other_pool, other_modifiers) else 2
    assert said.startswith(f"record {place}: the rules now ask something else here")
    assert ("[" if place == 3 else "'block'") in said


def asks_nothing(t: T, by: SeatId, target: SeatId) -> None:
    t.say("strikes", "toy.strike", who=by, target=target)


def asks_less(t: T, by: SeatId, target: SeatId) -> None:
    t.choose(target, "stance", tuple(Stance), (by, target), Stance.DODGE)


def asks_more(t: T, by: SeatId, target: SeatId) -> None:
    clash(t, by, target, t.choose(target, "stance", tuple(Stance), (by, target), Stance.DODGE))
    t.choose(target, "stance", tuple(Stance), (by, target), Stance.DODGE)


def throws_more(t: T, by: SeatId, target: SeatId) -> None:
    clash(t, by, target, t.choose(target, "stance", tuple(Stance), (by, target), Stance.DODGE))
    t.roll(HitPool(1), "block", target, (target,))


def refuses(t: T, by: SeatId, target: SeatId) -> None:
    raise refuse("toy.strike", "No more of that.")


@pytest.mark.parametrize(
    ("body", "place", "said"),
    [
        (asks_nothing, 2, "an answer to no question"), (asks_less, 3, "an answer to no question"),
        (asks_more, 4, "Another command waits for bo"),
        (throws_more, 4, "the rules now go on differently"),
        (refuses, 1, "No more of that"),
    ],
)  # fmt: skip
def test_a_rule_that_asks_less_or_more_is_reported(body: Callable[[T, SeatId, SeatId], None], place: int, said: str) -> None:
    found = problem(struck(), changed_strike(body))
    assert found.startswith(f"record {place}: ")
    assert said in found


def test_more_dice_at_the_very_end_are_reported_too() -> None:
    table = open_table()
    done(table.answer(BO, asked(table.do(ANA, "strike", {"target": "bo"})).id, "block"))
    assert "is not answered in it" in problem(table, changed_strike(throws_more))


def test_a_command_that_is_gone_or_refused_now_is_reported() -> None:
    table = struck()
    fewer = replace(GAME, commands={name: c for name, c in GAME.commands.items() if name != "sneak"})
    assert problem(table, fewer).startswith("record 4: refused now: There is no command called 'sneak'")

    @command(rules=("toy.sneak",), when=lambda t, by: GAME.commands["scheme"].when(t, by))
    def sneak(t: T, by: SeatId) -> None:
        """Nobody sneaks any more."""

    assert "record 4: refused now: Only the game master schemes" in problem(table, with_rule(sneak))


def test_a_joint_question_that_changed_is_reported() -> None:
    table = open_table()
    waits = asked(table.do(ANA, "vote"))
    asked(table.answer(ANA, waits.id, "KS"))

    @command(rules=("toy.vote",), when=anybody)
    def vote(t: T, by: SeatId) -> None:
        """Only Ana and Bo vote now."""
        t.together("vote", {p.seat: ("pass", *p.hand) for p in list(t.state.people.values())[:2]}, (by,))

    assert "the rules now ask something else here (vote, of ana, bo)" in problem(table, with_rule(vote))


def test_a_judgement_whose_default_changed_is_reported() -> None:
    table = without_gm()
    done(table.do(ANA, "fate"))

    @command(rules=("toy.fate",), when=anybody)
    def fate(t: T, by: SeatId) -> None:
        """Cruel by default."""
        t.state.fates.append(t.judge("fate", tuple(Fate), Fate.CRUEL, (by,)).value)

    assert "the rules now ask something else" in problem(table, with_rule(fate))


# ------------------------------------------------------------------------------------------------ changed journals
def test_every_changed_die_and_card_is_found() -> None:
    table = open_table()
    for _ in range(3):
        done(table.do(ANA, "chance", {"dice": 3}))
        done(table.do(BO, "deal", {"count": 2}))
    found = 0
    for place, record in enumerate(table.journal):
        if not isinstance(record, Answered):
            continue
        values = [[*record.value[:i], new, *record.value[i + 1 :]] for i in range(len(record.value)) for new in (1, 2, 3, 4, "3H", "AH")]
        for value in values:
            if value != record.value and type(value[0]) is type(record.value[0]):
                records = [*table.journal[:place], msgspec.structs.replace(record, value=value), *table.journal[place + 1 :]]
                said = problem(table, records=records, verify=True)
                assert said.startswith(f"record {place}: ")
                found += 1
    assert found > 30
    again(table)


def test_a_typed_die_is_nobodys_to_verify_but_must_be_possible() -> None:
    table = open_table()
    assert table.reseat(GM, msgspec.structs.replace(table.seats[GM], real_dice=True)) is None
    done(table.answer(GM, asked(table.do(ANA, "chance", {"dice": 2})).id, [1, 5]))
    again(table)
    records = [*table.journal[:-1], msgspec.structs.replace(table.journal[-1], value=[1, 7])]
    assert "refused now" in problem(table, records=records)


def swapped(table: Live, place: int, **fields: Any) -> list[AnyRecord]:
    return [*table.journal[:place], msgspec.structs.replace(table.journal[place], **fields), *table.journal[place + 1 :]]


def test_records_that_cannot_be_are_reported() -> None:
    table = struck()
    did = table.journal[1]
    assert isinstance(did, Did)
    table.do(GM, "scheme")
    for records, said in [
        (table.journal[1:], "begins with the opening"),
        ([], "begins with the opening"),
        ([table.journal[0], table.journal[0]], "opened once only"),
        (swapped(table, 0, format=FORMAT + 1), "newer"),
        (swapped(table, 0, version=2), "played with rules 2"),
        (swapped(table, 0, game="combat"), "of combat, not of toy"),
        (swapped(table, 0, commitment="00"), "the seed is not the one"),
        (swapped(table, 1, seat="cyd"), "There is no seat"),
        (swapped(table, 1, seat="eve"), "looks on"),
        (swapped(table, 1, args={"target": "ana"}), "target cannot be 'ana'"),
        (swapped(table, 1, args={}), "needs target"),
        (swapped(table, 2, value="jump"), "is no answer to stance"),
        (swapped(table, 2, value=7), "is no answer to stance"),
        (swapped(table, 2, left=0), "is no answer to stance"),
        (swapped(table, 2, left=1), "is no answer to stance"),
        (swapped(table, 2, seat="ana"), "is no answer to stance"),
        (swapped(table, 2, how=How.DEFAULT), "is no answer to stance"),
        (swapped(table, 3, value=[1, 2, 3, 4]), "refused now"),
        ([*table.journal, Undid(ANA, 0, None)], "refused now"),
        ([*table.journal, Overruled(GM, 5, "", "x")], "refused now"),
        ([*table.journal, Overruled(BO, 0, "", "x")], "refused now"),
        ([*table.journal[:4], Undid(GM, 7, None, True)], "go on differently"),
        ([*table.journal[:5], Closed(GM, "ff")], "go on differently"),
        ([*table.journal, did], "Another command waits"),
    ]:
        assert said in problem(table, records=list(records)), said


def test_a_vote_of_somebody_who_was_not_asked_is_reported() -> None:
    table = open_table()
    waits = asked(table.do(ANA, "vote"))
    asked(table.answer(ANA, waits.id, "KS"))
    for fields in ({"seat": "gm"}, {"left": 1}, {"left": None}, {"left": -1}, {"value": "QH"}, {"value": {"ana": "KS"}}):
        assert "record 2" in problem(table, records=swapped(table, 2, **fields)), fields
    twice = [*table.journal, msgspec.structs.replace(table.journal[2], left=1)]
    assert "record 3" in problem(table, records=twice)


def test_an_older_version_of_the_rules_may_be_played_on() -> None:
    table = struck()
    assert everything(again(table, game=replace(GAME, version=2))) == everything(table)
    assert isinstance(table.journal[0], Opened)


def test_loading_reads_each_answer_once() -> None:
    """A turn with many answers is run once, not once for each answer."""
    runs = 0

    @command(rules=("toy.muse",), when=player)
    def sneak(t: T, by: SeatId) -> None:
        """Asks and asks."""
        nonlocal runs
        runs += 1
        for _ in range(30):
            t.number(by, "certainty", 1, 9)

    game = with_rule(sneak)
    table = open_table()
    table.game = game
    outcome: Any = table.do(ANA, "sneak")
    for number in range(30):
        outcome = table.answer(ANA, asked(outcome).id, 1 + number % 9)
    done(outcome)
    runs = 0
    assert again(table, game=game).snapshot() == table.snapshot()
    assert runs == 1
