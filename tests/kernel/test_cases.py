"""Cases: a die, a card or an answer too many or too few fails, like a wrong value; every complaint names its file and line."""

from __future__ import annotations

from textwrap import dedent

import pytest
from toygame import games

from rulebound.kernel.cases import Result, run_file

STRIKE = """
- case: a block
  rules: [toy.strike]
  game: toy
  do:
    - {by: ana, command: strike, with: {target: bo}, answers: [block], dice: [5, 2, 1], says: [Bo loses 1]}
  expect: {bo.hp: 19, luck: 6}
"""


def run(text: str) -> list[Result]:
    return list(run_file(dedent(text), "some.yaml", games))


def one(text: str) -> Result:
    (result,) = run(text)
    return result


def step(line: str, rest: str = "") -> Result:
    return one(f"- case: a case\n  rules: [toy.x]\n  game: toy\n  do:\n    - {{{line}}}\n{rest}")


def test_a_case_that_holds() -> None:
    result = one(STRIKE)
    assert result.passed, result.problem
    assert result.where == "some.yaml:2"
    assert (result.name, result.game, result.rules) == ("a block", "toy", ("toy.strike",))
    assert {"toy.strike", "toy.strike.hurt"} <= result.touched


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("by: gm, command: chance, with: {dice: 3}, dice: [5, 2]", "a die too few: a d6 is thrown and the case has none left"),
        ("by: gm, command: chance, with: {dice: 3}, dice: [5, 2, 1, 1]", "too many: dice [1] left over"),
        ("by: gm, command: chance, with: {dice: 3}, dice: [5, 2, 7]", "a d6 cannot show 7"),
        ("by: gm, command: chance, with: {dice: 1}, dice: [5], cards: [2C]", "too many: cards ['2C'] left over"),
        ("by: ana, command: deal, with: {count: 2}, cards: [2C]", "cards too few: 2 are drawn and the case has 1 left"),
        ("by: ana, command: deal, with: {count: 1}, cards: [2C, 3C]", "too many: cards ['3C'] left over"),
        ("by: ana, command: deal, with: {count: 1}, cards: [KS]", "KS is not in the deck any more"),
        ("by: ana, command: deal, with: {count: 1}, cards: [XX]", "'XX' is no card"),
        ("by: ana, command: bid, answers: [1]", "asked, and the case has no answer: sure of ana"),
        ("by: ana, command: bid, answers: [1, yes, yes]", "answers too many: ['yes'] were never asked for"),
        ("by: ana, command: bid, answers: [99]", "bid of ana: 99 does not fit. A whole number from 0 to 3."),
        ("by: ana, command: strike, with: {target: bo}, answers: [duck]", "'duck' is none of the options. One of: block, dodge, counter."),
        ("by: ana, command: sneak, answers: [1]", "answers too many"),
        ("by: gm, command: vote, answers: [pass]", "one answer for each of ana, bo, cy is wanted, not 'pass'"),
        ("by: gm, command: vote, answers: [{ana: pass, bo: pass}]", "one answer for each of ana, bo, cy is wanted"),
        ("by: gm, command: vote, answers: [{ana: pass, bo: KS, cy: pass}]", "'KS' is none of the options"),
        ("by: gm, command: drain, with: {amount: 8}", "refused: Luck is 5, 8 cannot be taken. [toy.luck]"),
        ("by: gm, command: drain, with: {amount: 8}, refused: toy.bid", "refused by toy.luck, not by toy.bid"),
        ("by: gm, command: drain, with: {amount: 1}, refused: toy.luck", "was not refused, though toy.luck should"),
        ("by: gm, command: nonsense", "There is no command called 'nonsense'"),
        ("by: nobody, command: sneak", "There is no seat called 'nobody'"),
        ("by: ana, command: sneak, waits: true", "does not wait for anybody"),
        ("by: ana, command: bid, answers: [1, yes], waits: true", "does not wait for anybody"),
        ("by: ana, command: sneak, says: [Ana dances]", "the log does not say 'Ana dances'; it says: Ana sneaks about"),
        ("by: ana, command: sneak, expect: {luck: 4}", "luck is 5, not 4"),
        ("by: ana, command: sneak, expect: {ana.hpp: 4}", "no hpp in ana. Did you mean hp?"),
    ],
)
def test_what_a_step_gets_wrong(line: str, problem: str) -> None:
    result = step(line)
    assert result.problem.startswith("step 1 ("), result.problem
    assert problem in result.problem
    assert result.where == "some.yaml:1"


@pytest.mark.parametrize(
    "line",
    [
        "by: ana, command: deal, with: {count: 2}, cards: [2c, ace of hearts], expect: {ana.hand: [KS, 4H, JK1, 2C, AH]}",
        "by: gm, command: vote, answers: [{ana: KS, bo: pass, cy: 5C}], expect: {shown: [KS, 5C]}",
        'by: gm, command: vote, answers: [{ana: "(default)", bo: QH, cy: 5C}], expect: {shown: [QH, 5C]}',
        'by: ana, command: omen, answers: ["(default)"], dice: [6], expect: {fates: [kind]}',
        "by: ana, command: omen, answers: [cruel], expect: {fates: [cruel]}",
        "by: ana, command: call, answers: [yes], expect: {fates: [yes]}, says: [gm answered for ghost]",
        'by: ana, command: call, answers: ["(default)"], expect: {fates: [no]}',
        "by: ana, command: seance, answers: [{ana: up, ghost: down}], expect: {fates: [up down]}",
        "by: ana, command: bid, answers: [3, true], expect: {luck: 2}",
        "by: ana, command: lay, answers: [[4H, KS]], expect: {deck.discard: [4H, KS]}",
        "by: gm, command: drain, with: {amount: 8}, refused: toy.luck, expect: {luck: 5}",
        "by: gm, command: drain, with: {amount: 9}, refused: toy.luck",
        "by: bo, command: bid, answers: [14, yes], refused: toy.bid",
        "by: ana, command: strike, with: {target: bo}, answers: [duck], refused: table.bad_answer",
        "by: ana, command: bid, answers: [99], refused: table.bad_answer, expect: {luck: 5}",
        "by: ana, command: scheme, refused: toy.scheme",
        "by: eve, command: sneak, refused: table.only_looking",
        "by: ana, command: shuffle",
        "by: ana, command: bid, answers: [1], waits: true, says: [Ana bids]",
    ],
)
def test_what_a_step_gets_right(line: str) -> None:
    assert step(line).passed, step(line).problem


CASE = "- case: x\n  rules: []\n  game: toy\n"


@pytest.mark.parametrize(
    ("text", "where", "problem"),
    [
        (CASE + "  wants: 1\n", "some.yaml:1", "some.yaml:4: 0.wants: Object contains unknown field `wants`"),
        (CASE + "  do:\n    - {by: ana, command: sneak,\n       dices: [1]}\n", "some.yaml:1", "some.yaml:6: 0.do.0.dices"),
        (CASE + "  do:\n    - {by: ana, command: sneak,\n       dice: [six]}\n", "some.yaml:1", "some.yaml:6: 0.do.0.dice.0"),
        ("- case: x\n  game: toy\n", "some.yaml:1", "some.yaml:1: 0: Object missing required field `rules`"),
        ("- 5\n", "some.yaml:1", "some.yaml:1: 0: Expected `object`, got `int`"),
        ("- case: x\n  rules: []\n  game: chess\n", "some.yaml:1", "there is no game called 'chess'"),
        (CASE + "  given:\n    lick: 3\n", "some.yaml:1", "some.yaml:5: 0.given.lick: Object contains unknown field"),
        (CASE + "  given: {variants: {dicee: 3}}\n", "some.yaml:1", "There is no variant dicee. Did you mean dice?"),
        (CASE + "  given: {variants: 5}\n", "some.yaml:1", ""),
        (CASE + "  given: {hands: {ana: [QH]}}\n", "some.yaml:1", "not in the deck"),
        (CASE + "  hidden: {zoe: [a]}\n", "some.yaml:1", "there is no seat called zoe; seats: gm, ana"),
        (CASE + "  hidden: {ana: [zqamber]}\n", "some.yaml:1", "ana's view holds 'zqamber'"),
        (CASE + "  shown: {bo: [zqamber]}\n", "some.yaml:1", "bo's view lacks 'zqamber'"),
        (CASE + "  expect: {luck: 4}\n", "some.yaml:1", "luck is 5, not 4"),
        ("case: x\n", "some.yaml", "some.yaml:1: a file of cases is a list"),
        ("- [\n", "some.yaml", "some.yaml:2"),
        ("- &a x\n", "some.yaml", "anchors"),
    ],
)  # fmt: skip
def test_what_a_file_gets_wrong(text: str, where: str, problem: str) -> None:
    result = one(text)
    assert not result.passed
    assert result.where == where
    assert problem in result.problem, result.problem


def test_a_case_that_breaks_a_rule_fails_alone() -> None:
    """Whatever goes wrong inside, the next case runs."""
    broken = "- case: broken\n  rules: []\n  game: toy\n  given: {hands: {zoe: [9D]}}\n"
    first, second = run(broken + STRIKE)
    assert "KeyError" in first.problem
    assert second.passed


def test_what_is_given_holds() -> None:
    result = one("""
    - case: a known top card is drawn without being laid down in the case
      rules: [toy.deal]
      game: toy
      given: {top: [2C, AH], luck: 9, variants: {dice: 2}}
      do:
        - {by: ana, command: deal, with: {count: 3}, cards: [9D]}
        - {by: ana, command: strike, with: {target: bo}, answers: [block], dice: [5, 5]}
      expect: {ana.hand: [KS, 4H, JK1, 2C, AH, 9D], luck: 9}
      hidden: {bo: [2C, ace of hearts], eve: [9D]}
      shown: {ana: [2C, ace of hearts, 9D]}
    """)
    assert result.passed, result.problem


def test_without_a_game_master() -> None:
    result = one("""
    - case: the default stands at once
      rules: [toy.fate]
      game: toy
      given: {gm: false}
      do:
        - {by: ana, command: fate}
        - {by: ana, command: omen, dice: [1]}
        - {by: ana, command: call}
      expect: {fates: [kind, cruel, no]}
    """)
    assert result.passed, result.problem


def test_no_case_runs_on_the_stream() -> None:
    """Dice that the case does not lay down are never made up."""
    assert "a die too few" in step("by: gm, command: chance, with: {dice: 1}").problem


def test_the_second_step_is_named() -> None:
    result = one("""
    - case: two steps
      rules: []
      game: toy
      do:
        - {by: ana, command: sneak}
        - {by: ana, command: nonsense}
    """)
    assert result.problem.startswith("step 2 (nonsense): ")
