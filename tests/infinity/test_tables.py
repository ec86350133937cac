"""Tables of the pack that no single scene can show: attributes, noise of every action, tracks of adversaries."""

from __future__ import annotations

import pytest

from rulebound.games.infinity.attacks import stowing_price
from rulebound.games.infinity.content import content, sample
from rulebound.games.infinity.people import Harm
from rulebound.games.infinity.reactions import Reaction
from rulebound.games.infinity.sheet import numbers
from rulebound.games.infinity.skills import LINKED, Attribute, Ranks, Skill
from rulebound.games.infinity.state import Infinity, T, full_track
from rulebound.games.infinity.stealth import NOISY, SILENT, SNEAKING
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.kernel.table import Table
from rulebound.kernel.view import Fact
from rulebound.kernel.zones import Zone, ZoneMap


@pytest.mark.covers("infinity.attribute.list")
def test_a_sheet_shows_seven_attributes() -> None:
    t: T = Table(Infinity(people={}, map=ZoneMap({"here": Zone("here", "Here")})), InfinityVariants())
    who = sample(t, "lieutenant", "ana")
    shown = [item.name for item in numbers(who) if isinstance(item, Fact)][:7]
    assert shown == ["Agility", "Awareness", "Brawn", "Coordination", "Intelligence", "Personality", "Willpower"]
    assert len(Attribute) == 7


@pytest.mark.covers("infinity.attribute.list")
@pytest.mark.parametrize(
    ("attribute", "skills"),
    [
        ("agility", {"acrobatics", "close combat", "stealth"}),
        ("awareness", {"analysis", "animal handling", "observation", "survival", "vacuum"}),
        ("brawn", {"athletics", "resistance"}),
        ("coordination", {"pilot", "ranged weapons", "space", "thievery"}),
        ("intelligence", {"education", "hacking", "lifestyle", "medicine", "sciences", "tech"}),
        ("personality", {"persuade", "psychotherapy"}),
        ("willpower", {"command", "discipline"}),
    ],
)  # fmt: skip
def test_what_each_attribute_is_behind(attribute: str, skills: set[str]) -> None:
    assert {skill.value for skill, behind in LINKED.items() if behind == Attribute(attribute)} == skills


A, R = Action, Reaction
CLASSES = {
    "silent": (A.DROP_ITEM, A.DROP_PRONE, A.RECOVER, A.STAND, A.HACK, A.BRACE, A.PASS, A.READY, A.SHAKE_IT_OFF, R.DEFY, R.DODGE, R.SECURE),
    "noisy": (
        A.SPEAK, A.MELEE, A.SCARE, A.SHOOT, R.COVERING_FIRE, R.GUARD, R.PARRY, R.RETALIATE, R.RETURN_FIRE, R.BREAK_FALL,
    ),
    "sneak": (A.ADJUSTMENT, A.MOVEMENT, A.SPRINT, A.WITHDRAW),
    "judged": (A.SIMPLE_TASK, A.CLEAR_MALFUNCTION, A.DRAW, A.EXPLOIT_WEAKNESS, A.SKILL_TEST, A.ASSIST),
}  # fmt: skip


@pytest.mark.covers("infinity.stealth.action_table")
def test_the_noise_of_every_action() -> None:
    ours = {"silent": SILENT - {R.OBSERVE, R.HIDE}, "noisy": NOISY, "sneak": SNEAKING}
    for kind, actions in ours.items():
        assert set(actions) == set(CLASSES[kind]), kind
    told = SILENT | NOISY | SNEAKING
    assert not told & set(CLASSES["judged"])


@pytest.mark.covers("infinity.example.npc_tracks")
@pytest.mark.parametrize(
    ("name", "brawn", "vigour", "willpower", "resolve", "intelligence", "firewall"),
    [
        ("gangster", 8, 4, 7, 4, 7, 4), ("police officer", 8, 4, 8, 4, 8, 4), ("bratva biker", 9, 5, 7, 4, 7, 4),
        ("specialist", 8, 8, 8, 8, 10, 10),
    ],
)  # fmt: skip
def test_adversaries_tracks(name: str, brawn: int, vigour: int, willpower: int, resolve: int, intelligence: int, firewall: int) -> None:
    """Half of the attribute rounded up for Troopers, all of it for Elites; the printed tracks agree."""
    t: T = Table(Infinity(people={}, map=ZoneMap({"here": Zone("here", "Here")})), InfinityVariants())
    kind = content().people[name]
    attributes = kind.attributes
    behind = (attributes[Attribute.BRAWN], attributes[Attribute.WILLPOWER], attributes[Attribute.INTELLIGENCE])
    assert behind == (brawn, willpower, intelligence)
    skills = {skill: Ranks(1, 1) for skill in Skill}
    tracks = [full_track(t, kind.category, attributes, skills, harm) for harm in Harm]
    assert tracks == [vigour, resolve, firewall] == list(kind.printed)


@pytest.mark.covers("infinity.quality.hidden")
def test_a_very_small_weapon_is_stowed_for_less() -> None:
    """No weapon of the pack is Hidden 2 or more."""
    assert [stowing_price(rating) for rating in (1, 2, 3, 4)] == [2, 2, 1, 1]
