"""The tables of the ledger against what the game carries, and the page's undefined terms against the rules that answer them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from fights import look, open_table

from rulebound.games.catalogue import rulebook
from rulebound.games.combat.content import content, sample, vehicle
from rulebound.games.combat.creation import check_build
from rulebound.games.combat.variants import CombatVariants
from rulebound.games.combat.wreck import CONTROL, driving
from rulebound.kernel.score import ScoreDie

WEAPONS: dict[str, dict[str, object]] = {
    "fists": {"dmg": 0, "hands": 0},
    "knife": {"dmg": 1, "hands": 1},
    "club": {"dmg": 2, "hands": 1},
    "machete": {"dmg": 2, "hands": 1},
    "spear": {"dmg": 2, "hands": 2, "reach": 3},
    "axe": {"dmg": 3, "hands": 2},
    "thrown stone": {"dmg": 0, "range": 15, "thrown": True},
    "thrown knife": {"dmg": 1, "range": 10, "thrown": True},
    "bow": {"dmg": 2, "hands": 2, "range": 60, "shots": 1},
    "pistol": {"dmg": 2, "hands": 1, "range": 30, "shots": 8},
    "rifle": {"dmg": 3, "hands": 2, "range": 200, "shots": 10},
    "shotgun": {"dmg": 4, "hands": 2, "range": 20, "shots": 2},
    "mounted gun": {"dmg": 5, "range": 300, "shots": 40, "mounted": True},
    "fire bottle": {"dmg": 2, "range": 15, "thrown": True, "fire": True},
}
ELSE: dict[str, object] = {"reach": 2, "range": 0, "shots": 0, "thrown": False, "fire": False, "mounted": False}


@pytest.mark.covers("combat.table.weapons", "combat.attack.range")
def test_the_table_of_weapons() -> None:
    assert set(content().weapons) == set(WEAPONS)
    for name, numbers in WEAPONS.items():
        for field, value in (ELSE | numbers).items():
            assert getattr(content().weapons[name], field) == value, (name, field)


@pytest.mark.covers("combat.table.vehicles", "combat.vehicle.condition")
@pytest.mark.parametrize(("kind", "drive", "percent"), [("family car", 4, 50), ("van", 4, 17), ("sports car", 5, 83)])
def test_the_chance_to_keep_control_at_the_first_condition(kind: str, drive: int, percent: int) -> None:
    """The Condition has taken 1 Handling; a Botch fails, and a 1 is never enough here."""
    table = open_table(f"{{fighters: {{ana: {{drive: {drive}}}}}}}")
    car = vehicle("car", kind)
    car.handling -= 1
    score = driving(look(table), table.state.fighters["ana"], car, "drive").value
    made = ScoreDie(score).outcomes(CONTROL).map(lambda roll: not roll.botched and roll.reaches(CONTROL))
    assert round(100 * Fraction(made.weights[True], made.total)) == percent


@pytest.mark.covers("combat.sample.fighters", "combat.create.points")
@pytest.mark.parametrize("name", content().fighters)
def test_samples_are_built_on_points(name: str) -> None:
    assert check_build(CombatVariants(), sample(name, name, "red")) is None


UNDEFINED = {
    "[X vs Y]": "combat.base.versus_roll",
    "C vs DMG": "combat.base.versus_number",
    "9#": "combat.base.difficulty_hash",
    "Explosion": "combat.base.explosion",
    "Botch": "combat.base.botch",
    "Success": "combat.base.success_degree",
    "rounding": "combat.base.rounding",
    "tie": "combat.base.versus_roll",
    "A, C, GN": "combat.base.attributes",
    "Prone": "combat.state.prone",
    "Unconscious": "combat.hp.unconscious",
    "Unstable": "combat.vehicle.occupants_unstable",
    "Cover": "combat.vehicle.cover",
    "Handling": "combat.vehicle.state",
    "Pain scale": "combat.dmg.pain",
    "Weapon DMG and ranges": "combat.attack.range",
    "hitting a pedestrian": "combat.vehicle.pedestrian_dmg",
    "XP": "combat.create.xp",
    "character scale and creation": "combat.create.scale",
    "double counting of DMG": "combat.dmg.pain_double",
    "driving and speed": "combat.vehicle.driving",
    "positions": "combat.round.positions",
    "end of a fight": "combat.skirmish.end",
}
"""Terms that the page uses and never explains, with the rule that does."""


@pytest.mark.covers("combat.gap.list")
@pytest.mark.parametrize("term", UNDEFINED)
def test_every_undefined_term_is_answered(term: str) -> None:
    assert UNDEFINED[term] in rulebook("combat")
    assert "combat.gap.list" in rulebook("combat")
