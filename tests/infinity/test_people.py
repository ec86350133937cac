"""The attack lines of sheets and stat blocks come out of base weapons and attributes."""

from __future__ import annotations

import pytest

from rulebound.games.infinity.blows import Mode, shot, strike
from rulebound.games.infinity.content import sample, weapon
from rulebound.games.infinity.hacking import intrusion
from rulebound.games.infinity.state import Infinity, T
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.kernel.table import Table
from rulebound.kernel.zones import Zone, ZoneMap


def table() -> T:
    t: T = Table(Infinity(people={}, map=ZoneMap({"here": Zone("here", "Here")})), InfinityVariants())
    for name in ("lieutenant", "rifleman", "marksman", "hacker", "gangster", "police officer", "bratva biker", "specialist"):
        t.state.people[name] = sample(t, name, name)
        t.state.people[name].zone = "here"
    return t


def dice(t: T, name: str, arms: str) -> int:
    me, foe = t.state.people[name], t.state.people["gangster" if name != "gangster" else "hacker"]
    if arms in me.programs:
        return intrusion(t, me, foe, arms).dice.value
    blow = shot(t, me, foe, arms, 0, Mode.PRIMARY) if weapon(arms).ranged else strike(t, me, foe, arms)
    return blow.dice.value


@pytest.mark.covers("infinity.example.pregen_damage_lines")
@pytest.mark.parametrize(
    ("name", "arms", "printed"),
    [
        ("lieutenant", "combi rifle", 6), ("lieutenant", "light pistol", 4), ("lieutenant", "knife", 3),
        ("rifleman", "combi rifle", 6), ("rifleman", "light pistol", 4), ("rifleman", "knife", 6),
        ("marksman", "multi sniper rifle", 8), ("marksman", "light pistol", 6), ("marksman", "knife", 4),
        ("hacker", "combi rifle", 7), ("hacker", "light pistol", 5), ("hacker", "knife", 3),
    ],
)  # fmt: skip
def test_pregens_damage(name: str, arms: str, printed: int) -> None:
    """As printed, but for the Marksman's pistol, whose printed 7 the table does not give."""
    assert dice(table(), name, arms) == printed


@pytest.mark.covers("infinity.example.npc_damage_lines")
@pytest.mark.parametrize(
    ("name", "arms", "printed"),
    [
        ("gangster", "sub-machine gun", 4), ("gangster", "knife", 3), ("police officer", "light pistol", 4),
        ("police officer", "cudgel or baton", 3), ("bratva biker", "machine pistol", 3), ("bratva biker", "length of chain", 4),
        ("specialist", "light pistol", 4), ("specialist", "knife", 3), ("specialist", "CLAW-1", 5), ("specialist", "SWORD-1", 7),
    ],
)  # fmt: skip
def test_adversaries_damage(name: str, arms: str, printed: int) -> None:
    assert dice(table(), name, arms) == printed
