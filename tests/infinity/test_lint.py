"""`rulebound rules lint infinity`: printed values beside the formulas."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from rulebound.cli.main import main
from rulebound.games.infinity.lint import lint


@pytest.mark.covers("infinity.pregen.tracks")
@pytest.mark.parametrize(
    ("who", "track", "printed", "formula"),
    [
        ("Marksman", "Vigour", 11, 10), ("Paramedic", "Firewall", 10, 13), ("Infiltrator", "Vigour", 8, 11),
        ("Infiltrator", "Resolve", 15, 11), ("Infiltrator", "Firewall", 10, 8),
    ],
)  # fmt: skip
def test_wrong_tracks_are_listed(who: str, track: str, printed: int, formula: int) -> None:
    assert f"{who}: {track} {printed} is printed, {formula} by the formula. Ruling: the formula [infinity.pregen.tracks]" in lint()


@pytest.mark.covers("infinity.example.pregen_damage_lines", "infinity.example.npc_damage_lines", "infinity.example.npc_tracks")
def test_nothing_else_disagrees() -> None:
    """One attack line, six suits of armour, one skill too many; no adversary is wrong."""
    lines = [line for line in lint() if "by the formula" not in line]
    assert len(lines) == 8
    assert sum("light combat armour is listed with the Soak of medium combat armour" in line for line in lines) == 6
    assert sum(line.startswith("Marksman: light pistol [CD]7 is printed, [CD]6 by base and bonus") for line in lines) == 1
    assert sum(line.startswith("Paramedic: 1 more skill at 2/1") for line in lines) == 1


def test_the_command() -> None:
    told = CliRunner().invoke(main, ["rules", "lint", "infinity"])
    assert told.exit_code == 0
    assert told.output.splitlines()[-1] == "13 disagreements, each with its ruling."
    assert CliRunner().invoke(main, ["rules", "lint", "combat"]).output == "combat has nothing to compare.\n"
    assert CliRunner().invoke(main, ["rules", "lint", "chess"]).exit_code == 2
