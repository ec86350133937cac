"""What a case lays down: what counts for both sides, and what there is not, told at its line with what there is."""

from __future__ import annotations

import pytest

from rulebound.games.catalogue import find_game
from rulebound.games.infected.given import given
from rulebound.games.infected.state import Infected
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.cases import run_file
from rulebound.kernel.yamltext import read_yaml


def laid(text: str) -> Infected:
    return given(read_yaml(f"given: {text}", "here.yaml"), ("given",), InfectedVariants()).state


@pytest.mark.parametrize("text", ["{ana: {holds: ray}, ray: {type: human}}", "{ana: {}, ray: {type: human, held_by: ana}}"])
def test_a_grip_counts_for_both(text: str) -> None:
    people = laid("{people: " + text + "}").people
    assert (people["ana"].holds, people["ray"].held_by, people["ray"].conditions) == ("ray", "ana", ["grappled"])
    assert people["ana"].near == ["ray"]
    assert people["ray"].near == ["ana"]


def test_whoever_bleeds_out_has_ten_minutes() -> None:
    start = laid("{people: {ana: {wounds: {critical: 1}, conditions: [bleeding out]}, bo: {wounds: {critical: 1}}}, minutes: 5}")
    assert (start.people["ana"].dying_until, start.people["bo"].dying_until) == (150, None)


def test_zones_without_links_are_those_of_the_line() -> None:
    zones = laid("{people: {ana: {}}, zones: {a: {fire: 2}}}").scene.zones
    assert (zones["a"].fire, zones["a"].links, zones["here"].fire) == (2, ["here", "b"], 0)


WRONG = (
    ("people: {ana: {hold: [machette]}}", "there is no thing machette. Did you mean machete?"),
    ("people: {ana: {has: [gas mask]}}", "breathing mask, goggles"),
    ("people: {ana: {hold: [shield]}}", "riot shield"),
    ("people: {ana: {holds: bo}}", "there is no person bo. There is: ana."),
    ("people: {ana: {zone: f}}", "there is no zone f. There is: here, a, b, c, d, e"),
    ("people: {ana: {zone: b}}, zones: {yard: {}}", "there is no zone b. There is: yard"),
    ("people: {ana: {}}, turn: ana, acted: [bo]", "there is no person bo. There is: ana."),
    ("people: {ana: {type: raiders}}", "there is no type raiders. Did you mean raider?"),
    ("people: {ana: {wounds: {bleeding: 9}}}", "9 bleeding wounds and 3 slots for them"),
    ("people: {ana: {wounds: {broken: 2}, broken: [arm]}}", "3 broken wounds and 2 slots for them"),
    ("people: {ana: {vehicle: car}}", "there is no vehicle car. There is: none."),
    ("people: {ana: {}}, vehicles: {car: {kind: sedans}}", "there is no vehicle sedans. Did you mean sedan?"),
    ("people: {ana: {}}, vehicles: {car: {driver: anna}}", "there is no person anna. Did you mean ana?"),
    ("people: {ana: {}}, world: {site: home}", "there is no place home. There is: none."),
    ("people: {ana: {}}, world: {sites: {g: {id: g, name: g, loot: bank}}}", "there is no row of loot bank. There is: residential"),
    ("people: {ana: {}}, world: {sites: {g: {id: g, name: g, scarcity: empty}}}", "There is: picked clean, sparse"),
)


@pytest.mark.parametrize(("given", "told"), WRONG)
def test_what_there_is_not_is_told_with_what_there_is(given: str, told: str) -> None:
    text = f"- case: a slip of the pen\n  rules: [infected.conv.time]\n  game: infected\n  given: {{{given}}}\n  do: []\n"
    (result,) = run_file(text, "slip.yaml", find_game)
    assert result.problem is not None
    assert told in result.problem
    assert "slip.yaml:4" in result.problem
