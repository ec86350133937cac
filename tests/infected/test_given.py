"""What a case lays down: what counts for both sides, and what is said of words that mean nothing."""

from __future__ import annotations

import re

import pytest

from rulebound.games.infected.content import content
from rulebound.games.infected.given import GIVEN_HELP, given
from rulebound.games.infected.state import Infected
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.yamltext import YamlProblem, read_yaml


def laid(text: str) -> Infected:
    return given(read_yaml(f"given: {text}", "here.yaml"), ("given",), InfectedVariants()).state


@pytest.mark.parametrize("text", ["{ana: {holds: ray}, ray: {type: human}}", "{ana: {}, ray: {type: human, held_by: ana}}"])
def test_a_grip_counts_for_both(text: str) -> None:
    people = laid("{people: " + text + "}").people
    assert (people["ana"].holds, people["ray"].held_by, people["ray"].conditions) == ("ray", "ana", ["grappled"])
    assert people["ana"].near == ["ray"]
    assert people["ray"].near == ["ana"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{people: {ana: {hold: [shield]}}}", "there is no thing shield. Did you mean riot shield?"),
        ("{people: {ana: {wear: [mask]}}}", "there is no thing mask. Did you mean breathing mask?"),
        ("{people: {ana: {holds: bo}}}", "there is nobody called bo"),
        ("{people: {ana: {zone: f}}}", "there is no zone f: here, a, b, c, d, e"),
        ("{people: {ana: {zone: b}}, zones: {a: {}}}", "there is no zone b: a"),
        ("{people: {ana: {}}, turn: ana, acted: [bo]}", "there is nobody called bo"),
        ("{people: {ana: {type: zombie}}}", "there is no type zombie: rage, fresh, bloated"),
    ],
)
def test_what_a_start_gets_wrong(text: str, problem: str) -> None:
    with pytest.raises(YamlProblem, match=re.escape(problem)):
        laid(text)


def test_all_that_is_held_or_worn_is_in_the_reference() -> None:
    packs, text = content(), " ".join(GIVEN_HELP.split())
    worn = [kind for kind, row in packs.gear.items() if row.kind == "clothing"]
    kinds = {*packs.weapons, *packs.armor, *packs.shields, *worn} - {"unarmed"}
    assert [kind for kind in kinds if kind not in text] == []
