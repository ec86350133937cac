"""Nothing of COMBAT goes unsaid or untried: every rule is held by something that runs, every word it uses has its phrase."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from rulebound.cli.check import check_path
from rulebound.cli.rules import ROOT, covered
from rulebound.games.catalogue import rulebook
from rulebound.games.combat import phrases as phrases_module
from rulebound.games.combat.attack import Defence
from rulebound.games.combat.phrases import PHRASES
from rulebound.games.combat.variants import CombatVariants
from rulebound.kernel.variants import describe
from rulebound.kernel.yamltext import read_yaml

CASES = ROOT / "cases" / "combat"
CHAPTERS = sorted(Path(phrases_module.__file__).parent.glob("*.py"))
AN_ID = re.compile(r"combat(\.[a-z_]+)+")


def test_all_cases_pass_and_name_rules_that_ran_in_them() -> None:
    results = list(check_path(CASES))
    assert len(results) > 300
    assert [f"{r.where} {r.name}: {r.problem}" for r in results if not r.passed] == []
    names = [(r.where.rsplit(":", 1)[0], r.name) for r in results]
    assert len(set(names)) == len(names), "two cases of a file have the same name"
    idle = {f"{r.where} {r.name}": set(r.rules) - (r.touched & set(rulebook("combat"))) for r in results}
    assert {where: ids for where, ids in idle.items() if ids} == {}


def test_every_rule_is_covered() -> None:
    assert [id for id in rulebook("combat") if not covered("combat").covers(id)] == []


NUMBERS: dict[str, list[object]] = {"creation_points": [[6, 10], [10, 20]], "unstable_penalty": [-1, 0]}
"""The ledger's other values of switches that are numbers."""


@pytest.mark.parametrize("variant", describe(CombatVariants), ids=lambda variant: variant.name)
def test_every_option_of_every_switch_is_tried(variant: object) -> None:
    name, default = getattr(variant, "name"), getattr(variant, "default")  # noqa: B009 - parametrize knows no types
    options = NUMBERS.get(name) or [option for option in getattr(variant, "options") if option != default]  # noqa: B009
    tried = list(_given(name))
    assert options
    assert [option for option in options if option not in tried] == []


def _given(variant: str) -> Iterator[object]:
    for file in sorted(CASES.glob("*.yaml")):
        cases = read_yaml(file.read_text(encoding="utf-8"), file.name).data
        assert isinstance(cases, list)
        for case in cases:
            given = case.get("given") if isinstance(case, dict) else None
            variants = given.get("variants") if isinstance(given, dict) else None
            if isinstance(variants, dict) and variant in variants:
                yield variants[variant]


# ------------------------------------------------------------------------------------------------ what the code says
@cache
def nodes() -> list[ast.AST]:
    return [node for file in CHAPTERS for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))]


def test_every_id_in_the_code_is_in_the_reference() -> None:
    found = {node.value for node in nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    ids = {text for text in found if AN_ID.fullmatch(text)}
    assert len(ids) > 70
    assert ids - set(rulebook("combat")) == set()


WORD_AT = {"say": 0, "roll": 1, "choose": 1, "opposed": 1, "against_number": 2, "against_difficulty": 2, "name_one": 2}
"""Where the word stands that names an entry, a roll or a question: in the table's own calls, and in ours that pass it on."""
KIND_OF = {"say": "", "roll": "roll.", "choose": "ask.", "opposed": "roll.", "against_number": "roll.", "against_difficulty": "roll."}
KIND_OF["name_one"] = "ask."
FIELDS = {"opposed": 2, "against_number": 2, "against_difficulty": 2, "name_one": 1}
"""How many things the calls that pass a word on tell about it."""


def spoken() -> Iterator[tuple[str, set[str]]]:
    """Every phrase the code asks for, with the fields it gives."""
    for node in nodes():
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id if isinstance(node.func, ast.Name) else ""
        if called not in WORD_AT or len(node.args) <= WORD_AT[called]:
            continue
        for word in _words(node.args[WORD_AT[called]]):
            yield KIND_OF[called] + word, _fields(called, node)


def _words(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    if ast.unparse(node) == "defence.value":
        return [Defence.BLOCK.value, Defence.DODGE.value]
    assert ast.unparse(node) == "what", f"line {node.lineno}: the word must be written out, or passed on as `what`"
    return []


def _fields(called: str, node: ast.Call) -> set[str]:
    if called == "say":
        return {keyword.arg for keyword in node.keywords if keyword.arg} - {"to"}
    if called in FIELDS:
        return set(map(str, range(FIELDS[called])))
    about = next((arg for arg in node.args[3:4] if isinstance(arg, ast.Tuple)), None)
    return set(map(str, range(len(about.elts)))) if about else set()


def test_everything_said_rolled_and_asked_has_its_phrase_with_all_its_fields() -> None:
    said = list(spoken())
    assert len(said) > 70
    for kind, given in said:
        assert kind in PHRASES, f"no phrase for {kind}"
        wanted = {field for _, field, _, _ in Formatter().parse(PHRASES[kind]) if field}
        assert wanted <= given, f"{kind} is said without {wanted - given}"


def test_no_phrase_is_left_over() -> None:
    assert set(PHRASES) - {kind for kind, _ in spoken()} == set()
