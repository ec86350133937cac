"""A game's reference: every rule of its ledger by id, and which of them are covered by something that runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

import msgspec

from rulebound.kernel.cases import Result
from rulebound.kernel.yamltext import Limits, read_yaml


class Automate(StrEnum):
    """How far the table carries a rule out."""

    FULL = "full"
    ASSISTED = "assisted"
    RECORD = "record"


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    kind: str
    summary: str
    automate: Automate
    source: str
    house: bool = False

    @property
    def chapter(self) -> str:
        return self.id.split(".")[1]


Rulebook = Mapping[str, Rule]


def read_rulebook(text: str, name: str) -> Rulebook:
    document = read_yaml(text, name, Limits(size=2_000_000))
    rules = document.convert(list[Rule])
    book: dict[str, Rule] = {}
    for place, rule in enumerate(rules):
        if rule.id in book:
            raise document.problem((place, "id"), f"{rule.id} stands here twice")
        book[rule.id] = rule
    return book


class Coverage(msgspec.Struct, frozen=True):
    """What covers each rule: cases that passed and ran the rule, tests that name it, or the reference itself for guidance."""

    by_case: dict[str, list[str]]
    by_test: dict[str, list[str]]
    guidance: list[str]

    def covers(self, id: str) -> bool:
        return bool(self.by_case.get(id) or self.by_test.get(id) or id in self.guidance)


def coverage(book: Rulebook, results: Iterable[Result], tests: Mapping[str, list[str]]) -> Coverage:
    """A case counts for an id only if it passed and the rule really ran in it."""
    by_case: dict[str, list[str]] = {}
    for result in results:
        for id in result.rules:
            if id in book and result.passed and id in result.touched:
                by_case.setdefault(id, []).append(f"{result.where} {result.name}")
    guidance = [rule.id for rule in book.values() if rule.kind == "guidance"]
    return Coverage(by_case, {id: found for id, found in tests.items() if id in book}, guidance)
