"""Answers have their measure: the last one that fits does, the next does not."""

from __future__ import annotations

from typing import get_type_hints

import pytest

from rulebound.games.catalogue import find_game
from rulebound.games.contagion.game import GAME
from rulebound.kernel.cases import run_file
from rulebound.kernel.commands import AnyText

HEAD = """
- case: a limit
  rules: [contagion.session.flow]
  game: contagion
"""
PRICE = """
  given: {variants: {rulings: defaults}, survivors: {ana: {savvy: 1, cool: 4}, bo: {}}}
  do:
    - {by: ana, command: attempt, with: {what: climb}, answers: [yes, 1, ANSWER, accept, so it went], cards: [2C, 3C]}
  expect: {ana.owes.0.demand: ANSWER}
"""
PAYMENT = """
  given: {survivors: {ana: {owes: [{demand: break a mirror, mad_half: gm}]}}}
  do:
    - {by: gm, command: end_scene, answers: [ANSWER]}
"""
COLD_OPEN = """
  given: {variants: {mojo: no, rulings: defaults}, phase: creation, survivors: {ana: {}}}
  do:
    - {by: gm, command: begin, answers: [Where were you?, ANSWER, The car park]}
"""
COLD_QUESTION = COLD_OPEN.replace("Where were you?, ANSWER", "ANSWER, asleep")
ACTION = """
  given: {variants: {rulings: defaults}, survivors: {ana: {kill: 0}}, threats: {crowd: {role: Hindrance}}}
  do:
    - by: gm
      command: challenge
      with: {who: crowd, against: ana, action: bite}
      answers: [commit, yes, ANSWER]
      cards: [2C, 3C, 4C]
      waits: true
"""
MISSED = """
  given: {variants: {narration: no, rulings: defaults}, survivors: {ana: {savvy: 1, stage: 2, cool: 4}, bo: {}}}
  do:
    - {by: ana, command: attempt, with: {what: climb}, answers: [yes, 1, ANSWER, accept], cards: [2C, 3C]}
  expect: {ana.misses: ANSWER}
"""
MORE_CARDS = """
  given: {variants: {narration: no, rulings: defaults}, survivors: {ana: {kill: 1}}, threats: {ghouls: {}}, adversity: 3}
  do:
    - by: ana
      command: challenge
      with: {who: ana, against: ghouls}
      answers: [commit, yes, no, 0, [], yes, yes, ANSWER]
      cards: [AC, 2C, 2D, 2H, 3C, 3D, 4D, 4C, 5C]
  expect: {adversity: 0}
"""
WIELDED = """
  given:
    variants: {narration: no, rulings: defaults, weapon_method: custom, double_fisting: yes}
    survivors: {ana: {kill: 1, savvy: 2, gear: {axe: {weapon: true}, bat: {weapon: true}, cue: {weapon: true}}}}
    threats: {ghouls: {}}
  do:
    - by: ana
      command: challenge
      with: {who: ana, against: ghouls}
      answers: [commit, yes, nothing, ANSWER]
      cards: [9C, 2C, 2D, 2H, 9C]
      waits: true
"""
CALM = """
  given: {variants: {narration: no, rulings: defaults}, survivors: {ana: {kill: 1, cgp: 1}}, threats: {ghouls: {}}}
  do:
    - by: ana
      command: challenge
      with: {who: ana, against: ghouls}
      answers: [commit, yes, no, [AC], 0, ANSWER, yes]
      cards: [AC, 2C, 2D, 2H]
  expect: {ana.cgp: 1, ana.tokens: 1}
"""
PSYCHOBILLY = """
  given:
    variants: {narration: no, rulings: defaults, weapon_method: custom}
    survivors: {ana: {kill: 1, cool: 9, gear: {axe: {weapon: true, specials: [Psychobilly]}}}}
    threats: {ghouls: {score: 9}}
  do:
    - by: ana
      command: challenge
      with: {who: ana, against: ghouls}
      answers: [commit, yes, nothing, [axe], no, yes, ANSWER]
      cards: [9C, 2C, 2D, 2H]
  expect: {ana.cgp: ANSWER}
"""
ONE_WIELDED = WIELDED.replace(", double_fisting: yes", "").replace("2H, 9C]", "2H]")


def problem(case: str, answer: object) -> str:
    """What is wrong with an answer, if anything."""
    return next(run_file(HEAD.rstrip() + case.replace("ANSWER", str(answer)), "limit.yaml", find_game)).problem


@pytest.mark.covers("contagion.negotiation.prices", "contagion.madness.stage_2_brink", "contagion.hurtin.resist_threat")
@pytest.mark.parametrize(
    ("case", "fits", "too_much", "words"),
    [
        (PRICE, "x" * 300, "x" * 301, "A text of at most 300 characters."),
        (PAYMENT, "x" * 300, "x" * 301, "A text of at most 300 characters."),
        (COLD_OPEN, "x" * 300, "x" * 301, "A text of at most 300 characters."),
        (COLD_QUESTION, "x" * 300, "x" * 301, "A text of at most 300 characters."),
        (ACTION, "x" * 300, "x" * 301, "A text of at most 300 characters."),
        (MISSED, 2, 3, "A whole number from 0 to 2."),
        (MORE_CARDS, 2, 3, "A whole number from 0 to 2."),
        (CALM, 0, -1, "A whole number from 0 to 1."),
        (PSYCHOBILLY, 4, 5, "A whole number from 0 to 4."),
        (PSYCHOBILLY, 0, -1, "A whole number from 0 to 4."),
        (WIELDED, "[axe, bat]", "[axe, bat, cue]", "table.bad_answer"),
        (ONE_WIELDED, "[axe]", "[axe, bat]", "table.bad_answer"),
    ],
)
def test_the_last_that_fits_does_and_the_next_does_not(case: str, fits: object, too_much: object, words: str) -> None:
    assert problem(case, fits) == ""
    assert words in problem(case, too_much)


def test_names_have_40_characters_things_60_and_what_is_told_300() -> None:
    free = {
        f"{command.name}.{argument.name}": argument.offer()
        for command in GAME.commands.values()
        for argument in command.arguments
        if get_type_hints(argument.offer).get("return") is AnyText
    }
    assert len(free) == 22
    for name, offered in free.items():
        assert offered == AnyText(40 if name.endswith(".name") else 60 if name.endswith(".thing") else 300)
