"""Commands: what is offered is what is accepted, nothing else is, and a command that offers nonsense is found when it is declared."""

from __future__ import annotations

import random
from enum import StrEnum
from typing import Any

import msgspec
import pytest
from toygame import ANA, BO, GAME, PLAYERS, Mood, T, anybody
from toyplay import NONSENSE, Live, Play, everything, open_table, refused

from rulebound.kernel.citing import CITED
from rulebound.kernel.commands import AnyText, Argument, Command, Options, command, describe_options, yes_or_no
from rulebound.kernel.refusal import Refusal, Refused
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.view import LegalCommand


class Two(StrEnum):
    A = "a"
    B = "b"


ARGUMENT_CODES = ("table.missing_argument", "table.bad_argument", "table.bad_arguments", "table.unknown_argument")


def played(seed: int, steps: int) -> Live:
    play = Play(open_table(), random.Random(seed))
    for _ in range(steps):
        play.step()
    while play.table.flight:
        play.table.cancel(GM)
        play.table.undo(GM)
    return play.table


def looking(table: Live) -> T:
    return Table(table.state, table.variants)


# ------------------------------------------------------------------------------------------ offered means accepted
def test_every_complete_set_of_arguments_is_accepted() -> None:
    """The rule may still refuse for a reason of its own, but never because an argument does not fit."""
    tried = 0
    for seed in range(6):
        table = played(seed, 4 * seed)
        before = everything(table)
        for seat in (GM, *PLAYERS):
            for found in GAME.commands.values():
                for args in found.every(looking(table), seat):
                    outcome = table.fork().do(seat, found.name, args)
                    tried += 1
                    if isinstance(outcome, Refusal):
                        assert outcome.rule not in ARGUMENT_CODES, (found.name, args, outcome)
                        assert " here." not in outcome.reason, (found.name, args, outcome)
        assert everything(table) == before
    assert tried > 500


def test_plain_values_are_read_as_the_options_they_mean() -> None:
    """What a form, a journal or a case holds: the text of each option instead of the option itself."""
    table = open_table()
    for seat in PLAYERS:
        for found in GAME.commands.values():
            for args in found.every(looking(table), seat):
                plain = {name: str(value) for name, value in args.items() if value is not None}
                assert list(found.read(looking(table), seat, plain).values()) == list(args.values())


def test_legal_lists_exactly_what_is_accepted() -> None:
    for seed in range(6):
        table = played(seed, 5 * seed)
        for seat in table.seats:
            for listed in table.legal(seat):
                check_listed(table, seat, listed)


def check_listed(table: Live, seat: SeatId, listed: LegalCommand) -> None:
    found = GAME.commands[listed.name]
    every = list(found.every(looking(table), seat)) if table.plays(seat) and not found.when(looking(table), seat) else []
    assert (listed.refusal is None) == bool(every)
    if listed.refusal:
        outcome = table.fork().do(seat, listed.name, {})
        assert isinstance(outcome, Refusal)
        assert every or outcome == listed.refusal
        return
    assert [a.name for a in listed.arguments] == [a.name for a in found.arguments]
    if listed.arguments and listed.arguments[0].values is not None:
        first = listed.arguments[0]
        accepted = {str(args[first.name]) for args in every}
        assert set(first.values or ()) == accepted
        for value in {"ana", "bo", "cy", "gm", "0", "1", "2", "3", "4", "9", "calm", "x"} - accepted:
            outcome = table.fork().do(seat, listed.name, {**every[0], first.name: value})
            assert isinstance(outcome, Refusal), (listed.name, value)


def test_arguments_are_offered_one_after_the_other() -> None:
    """Whoever takes one of the values offered each time ends with arguments that are accepted."""
    rng = random.Random(7)
    table = played(3, 9)
    for seat in (GM, *PLAYERS):
        for name in GAME.commands:
            given: dict[str, object] = {}
            for _ in GAME.commands[name].arguments:
                offered = table.next_argument(seat, name, given)
                if isinstance(offered, Refusal):
                    assert isinstance(table.fork().do(seat, name, given), Refusal)
                    break
                assert offered is not None
                given[offered.name] = rng.choice(offered.values) if offered.values else "words"
            else:
                left = table.next_argument(seat, name, given)
                assert left is None or isinstance(left, Refusal)
                GAME.commands[name].read(looking(table), seat, given)
    for seat in ("eve", "ghost"):
        assert isinstance(table.next_argument(SeatId(seat), "strike", {}), Refusal)
    for wild in NONSENSE:
        for outcome in (table.next_argument(ANA, wild, {}), table.next_argument(ANA, "muse", {"mood": wild})):
            assert isinstance(outcome, Refusal)
            msgspec.json.encode(outcome)
        if not isinstance(wild, dict):
            refused(table.next_argument(ANA, "muse", wild), "table.bad_arguments")


def test_values_outside_are_refused() -> None:
    table = open_table()
    before = everything(table)
    for place, value in enumerate(NONSENSE):
        for seat, name, argument in ((ANA, "strike", "target"), (ANA, "deal", "count"), (GM, "chance", "dice"), (ANA, "muse", "mood")):
            if name in ("deal", "chance") and (value in (" 2 ", "2\n") or (value == 1 and type(value) is int)):
                continue
            outcome = table.do(seat, name, {argument: value})
            assert isinstance(outcome, Refusal), (name, place)
            msgspec.json.encode(outcome)
    assert everything(table) == before


def test_a_number_may_be_written() -> None:
    for value in (2, "2", " 2 ", "+2", "02"):
        assert GAME.commands["deal"].read(looking(open_table()), ANA, {"count": value}) == {"count": 2}
    for value in (True, 2.0, "two", "", "--2", "+-2", "2.0", "1e0", "٢", 4, 0, -2, "9" * 30, None):
        with pytest.raises(Refused):
            GAME.commands["deal"].read(looking(open_table()), ANA, {"count": value})


def test_yes_is_no_one_and_one_is_no_yes() -> None:
    @command(rules=("a.b",), when=anybody, sure=yes_or_no("Is it?"), which=lambda t, by, sure: (1, 2))
    def both(t: T, by: SeatId, sure: bool, which: int) -> None:
        """Something."""

    t = looking(open_table())
    for sure in (True, "yes"):
        assert both.read(t, ANA, {"sure": sure, "which": "1"}) == {"sure": True, "which": 1}
    wrong = [(1, 1), (0, 1), (True, True), ("True", 1), (True, 1.0), (True, "yes")]
    for args in ({"sure": sure, "which": which} for sure, which in wrong):
        with pytest.raises(Refused):
            both.read(t, ANA, args)


# ----------------------------------------------------------------------------------------------- what refusals say
def test_refusals_say_what_would_be_right() -> None:
    table = open_table()
    said = refused(table.do(ANA, "strike", {"target": "boo"}), "toy.strike")
    assert said.reason == "target cannot be 'boo' here. Somebody else."
    assert said.instead == "Legal: bo, cy. Did you mean bo?"
    assert refused(table.do(ANA, "strike"), "table.missing_argument").instead == "Legal: bo, cy."
    assert refused(table.do(ANA, "strike", {"victim": "bo"}), "table.unknown_argument").instead == "It takes target."
    assert refused(table.do(ANA, "sneak", {"x": 1}), "table.unknown_argument").instead == "It takes no arguments."
    assert refused(table.do(ANA, "deal", {"count": 7}), "toy.deal").instead == "Legal: 1 to 3."
    refused(table.do(ANA, "strike", ["target"]), "table.bad_arguments")  # type: ignore[arg-type]
    refused(table.do(GM, "set", {"path": "x", "value": "y" * 2001}), "table.bad_argument")
    refused(table.do(ANA, "nonsense"), "table.unknown_command")


def test_options_in_words() -> None:
    assert describe_options(()) == "none now"
    assert describe_options(range(0)) == "none now"
    assert describe_options(range(1, 5)) == "1 to 4"
    assert describe_options([Mood.CALM, True, 3]) == "calm, yes, 3"
    assert describe_options(list(range(100))).endswith("59 and 40 more")
    assert describe_options(AnyText(7)) == "any text of at most 7 characters"


def test_later_offers_see_the_arguments_before_them() -> None:
    found = GAME.commands["muse"]
    t = looking(open_table())
    assert found.read(t, ANA, {"mood": "wild", "times": 3})["times"] == 3
    with pytest.raises(Refused):
        found.read(t, ANA, {"mood": "calm", "times": 3})
    assert {args["times"] for args in found.every(t, ANA) if args["mood"] is Mood.CALM} == {0, 1, 2}


def test_what_may_be_left_out() -> None:
    found = GAME.commands["muse"]
    t = looking(open_table())
    for plain in ({"mood": "calm"}, {"mood": "calm", "times": None}, {"mood": "calm", "times": 0}, {"mood": "calm", "times": "0"}):
        assert found.read(t, ANA, plain) == {"mood": Mood.CALM, "times": 0}


def test_a_command_that_nothing_can_be_done_with_is_not_legal() -> None:
    @command(rules=("a.b",), when=anybody, first=lambda t, by: (1, 2), second=lambda t, by, first: ())
    def sneak(t: T, by: SeatId, first: int, second: int) -> None:
        """Something."""

    from dataclasses import replace

    table = open_table()
    table.game = replace(GAME, commands={"sneak": sneak})
    (listed,) = table.legal(ANA)
    assert listed.refusal is not None
    assert isinstance(table.do(ANA, "sneak", {"first": 1, "second": 1}), Refusal)


# ------------------------------------------------------------------------------------------------ declared or not at all
def test_offers_are_checked_when_a_command_is_declared() -> None:
    with pytest.raises(TypeError, match="offers for no argument: tarket"):

        @command(rules=("a.b",), when=anybody, tarket=lambda t, by: ())
        def wrong(t: T, by: SeatId, target: Mood) -> None:
            """Its offer is misspelt."""

    with pytest.raises(TypeError, match="nothing says what number may be"):

        @command(rules=("a.b",), when=anybody)
        def silent(t: T, by: SeatId, number: int) -> None:
            """Nothing is offered."""

    with pytest.raises(TypeError, match="nothing says what seat may be"):

        @command(rules=("a.b",), when=anybody, other=lambda t, by, seat: ())
        def half(t: T, by: SeatId, seat: SeatId, other: str) -> None:
            """Only the second is offered."""

    with pytest.raises(TypeError, match="nothing says what bare may be"):

        @command(rules=("a.b",), when=anybody)
        def untyped(t: T, by: SeatId, bare) -> None:  # type: ignore[no-untyped-def]
            """Not even a type."""


def test_enums_need_no_offer_and_yes_or_no_says_what_about() -> None:
    @command(rules=("a.b",), when=anybody, is_=yes_or_no("It is.", first=True))
    def class_(t: T, by: SeatId, two: Two, is_: bool = True) -> None:
        """First line.

        More.
        """

    found: Command[Any, Any] = class_
    assert found.name == "class"
    assert [argument.name for argument in found.arguments] == ["two", "is"]
    assert [argument.optional for argument in found.arguments] == [False, True]
    assert isinstance(found.arguments[0], Argument)
    assert [argument.meaning for argument in found.arguments] == ["", "It is."]
    assert CITED[found.rule.__code__] == ("a.b",)
    every = list(found.every(looking(open_table()), BO))
    assert every == [{"two": a, "is": b} for a in Two for b in (True, False)]


def test_an_offer_of_text() -> None:
    def words(*_: object) -> Options:
        """Words."""
        return AnyText(3)

    @command(rules=("a.b",), when=anybody, text=words)
    def write(t: T, by: SeatId, text: str) -> None:
        """Write."""

    t = looking(open_table())
    assert list(write.every(t, ANA)) == [{"text": "wor"}]
    assert write.arguments[0].meaning == "Words."
    for bad in ("four", 3, None, ["a"], "\ud800"):
        with pytest.raises(Refused):
            write.read(t, ANA, {"text": bad})
