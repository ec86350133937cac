"""The packs against the book's tables, and the game master's screen against both."""

from __future__ import annotations

import pytest

from rulebound.games.catalogue import rulebook
from rulebound.games.infected.content import ammo_called, content
from rulebound.games.infected.cover import DURABILITY, standing
from rulebound.games.infected.crashes import CRASHES
from rulebound.games.infected.game import GAME
from rulebound.games.infected.kinds import Property
from rulebound.games.infected.points import CALLINGS, SPREADS, check_attributes, check_skills
from rulebound.games.infected.screen import screen
from rulebound.games.infected.tables import ENCOUNTERS, Encounter
from rulebound.games.infected.terms import CoverKind
from rulebound.games.infected.variants import InfectedVariants, InitiativeAttribute, PushStress, SurgeryAttribute

RECIPES = (
    # medical
    ("bandage", "fabric:1 medical:1", 5, 1, "craft", "silent"),
    ("splint", "structural:1 fabric:1", 10, 0, "craft", "quiet"),
    ("tourniquet", "fabric:1 mechanical:1", 5, 0, "craft", "silent"),
    ("herbal remedy", "", 20, -1, "survival", "quiet"),
    ("antiseptic", "chemical:2 medical:1", 15, 0, "craft", "quiet"),
    ("painkiller", "chemical:1 medical:1", 30, -1, "craft", "quiet"),
    ("stimulant", "chemical:2", 20, -1, "craft", "quiet"),
    # food
    ("purified water", "", 20, 1, "craft", "moderate"),
    ("water filter", "fabric:2 mechanical:1", 30, 0, "craft", "quiet"),
    ("preserved food", "chemical:1", 60, 0, "craft", "moderate"),
    ("smoked meat", "structural:1", 240, 0, "survival", "moderate"),
    ("trail rations", "fabric:1", 30, 1, "craft", "quiet"),
    ("hunting snare", "mechanical:1 fabric:1", 15, 0, "survival", "quiet"),
    # weapons
    ("shiv", "mechanical:1 fabric:1", 10, 0, "craft", "quiet"),
    ("reinforced club", "structural:1 mechanical:1", 15, 0, "craft", "moderate"),
    ("spear", "structural:2 mechanical:1", 20, 0, "craft", "moderate"),
    ("bow", "structural:2 fabric:1", 60, -1, "craft", "moderate"),
    ("arrows", "structural:1 mechanical:1", 15, 0, "craft", "quiet"),
    ("crossbow", "mechanical:3 structural:1", 120, -1, "craft", "loud"),
    ("reloaded ammo", "chemical:1 mechanical:1", 30, -1, "craft", "quiet"),
    ("shotgun shells", "chemical:1 mechanical:1", 20, -1, "craft", "quiet"),
    # explosives
    ("molotov", "chemical:1 fabric:1", 10, 0, "craft", "quiet"),
    ("smoke bomb", "chemical:2", 15, -1, "craft", "quiet"),
    ("flashbang", "chemical:2 electrical:1", 30, -1, "craft", "moderate"),
    ("pipe bomb", "chemical:2 mechanical:2", 60, -1, "craft", "moderate"),
    ("noise maker", "electrical:1 mechanical:1", 15, 0, "craft", "quiet"),
    ("alarm trap", "mechanical:2 electrical:1", 20, 0, "craft", "quiet"),
    # traps
    ("tripwire alarm", "fabric:1 mechanical:1", 10, 1, "craft", "quiet"),
    ("snare trap", "fabric:1 structural:1", 15, 0, "craft", "quiet"),
    ("spike trap", "mechanical:2 structural:1", 30, 0, "craft", "moderate"),
    ("bear trap", "mechanical:3", 60, -1, "craft", "loud"),
    ("light barricade", "structural:2", 15, 1, "craft", "moderate"),
    ("heavy barricade", "structural:4 mechanical:1", 60, 0, "craft", "loud"),
    ("safe room door", "structural:4 mechanical:3", 240, -1, "craft", "very loud"),
    # gear
    ("lockpick set", "mechanical:2", 20, -1, "craft", "quiet"),
    ("silencer", "mechanical:1 fabric:1", 30, -1, "craft", "moderate"),
    ("torch", "structural:1 fabric:1 chemical:1", 10, 1, "craft", "quiet"),
    ("lantern", "mechanical:1 chemical:1", 30, 0, "craft", "quiet"),
    ("radio repair", "electrical:2 mechanical:1", 60, 0, "tech", "moderate"),
    ("generator repair", "mechanical:3 electrical:2", 120, -1, "tech", "loud"),
    ("minor vehicle repair", "mechanical:2", 60, 0, "craft", "moderate"),
    ("major vehicle repair", "mechanical:4 electrical:1", 240, -1, "craft", "loud"),
    # armor
    ("padded clothing", "fabric:3", 30, 1, "craft", "quiet"),
    ("improvised armor", "fabric:2 structural:2", 60, 0, "craft", "moderate"),
    ("reinforced armor", "structural:3 fabric:2 mechanical:1", 120, -1, "craft", "loud"),
    ("riot shield", "structural:3 mechanical:1", 60, 0, "craft", "loud"),
    ("face guard", "structural:1 fabric:1", 20, 0, "craft", "moderate"),
    ("hazmat repair", "fabric:2 chemical:1", 60, -1, "craft", "quiet"),
    # shelter
    ("lean-to", "structural:3", 30, 1, "survival", "moderate"),
    ("hidden camp", "structural:2 fabric:2", 60, 0, "survival", "quiet"),
    ("fire pit", "structural:2", 15, 1, "craft", "moderate"),
    ("smokeless fire", "structural:3", 30, -1, "survival", "moderate"),
    ("rain collector", "fabric:2 structural:1", 30, 0, "craft", "quiet"),
    ("watch tower", "structural:6 mechanical:2", 240, 0, "craft", "very loud"),
    ("perimeter fence", "structural:8 mechanical:2", 480, 0, "craft", "very loud"),
)
"""Name, components, minutes, dice, skill, noise: by hand from the ledger."""

RANGED = {
    "pistol": (3, "close medium", 5),
    "suppressed pistol": (3, "close medium", 2),
    "revolver": (4, "close medium", 5),
    "smg": (3, "close medium", 5),
    "shotgun": (5, "close medium", 6),
    "rifle": (4, "medium far", 6),
    "hunting rifle": (5, "far extreme", 6),
    "bow": (3, "medium far", 1),
    "crossbow": (4, "medium far", 1),
}
MELEE = {
    "unarmed": (1, 2),
    "knife": (2, 1),
    "machete": (3, 2),
    "baseball bat": (2, 2),
    "crowbar": (2, 2),
    "fire axe": (4, 3),
    "spear": (3, 2),
    "sledgehammer": (5, 3),
}


def rows(panel: int, title: str, variants: InfectedVariants | None = None) -> dict[str, tuple[str, ...]]:
    """A block of the screen, by its first column."""
    found = next(b for b in screen(variants or InfectedVariants())[panel - 1].blocks if b.title == title)
    return {row[0]: row[1:] for row in found.rows}


@pytest.mark.covers(
    "infected.craft.recipes.medical",
    "infected.craft.recipes.food",
    "infected.craft.recipes.weapons",
    "infected.craft.recipes.explosives",
    "infected.craft.recipes.traps",
    "infected.craft.recipes.gear",
    "infected.craft.recipes.armor",
    "infected.craft.recipes.shelter",
)
def test_every_recipe_is_as_printed() -> None:
    packed = content().recipes
    assert len(packed) == len(RECIPES) == 55
    for name, components, minutes, dice, skill, noise in RECIPES:
        recipe = packed[name]
        wanted = {part.split(":")[0]: int(part.split(":")[1]) for part in components.split()}
        assert {c.value: n for c, n in recipe.components.items()} == wanted, name
        assert (recipe.minutes, recipe.difficulty, recipe.skill.value, recipe.noise.value) == (minutes, dice, skill, noise), name


@pytest.mark.covers("infected.craft.upgrades")
def test_there_are_eight_upgrades() -> None:
    assert len(content().upgrades) == 8
    assert content().upgrades["waterproof bag"].difficulty == 0  # its row prints a noise word there
    assert content().upgrades["suppress"].quiet_uses == 10


def test_everything_that_packs_name_is_there() -> None:
    packs = content()
    things = {*packs.weapons, *packs.armor, *packs.shields, *packs.gear}
    for name, recipe in packs.recipes.items():
        assert recipe.rounds or recipe.vehicle or recipe.mends or (recipe.makes or name) in things
        assert {*recipe.needs, *recipe.wants} <= things
    for loot in packs.loot.values():
        assert {*loot.common, *loot.rare} <= {*packs.finds}
    for find in packs.finds.values():
        assert {thing for thing in find.things if not ammo_called(thing)} <= things
        assert all(ammo_called(word) for word in find.calibres) and {*find.vehicle} <= {*packs.vehicles}
    for kind in packs.backgrounds.values():
        assert {*kind.weapons, *kind.gear} <= things
    for weapon in packs.weapons.values():
        assert weapon.ammo is None or weapon.ammo in packs.ammo
    assert {*packs.locations}.isdisjoint({""}) and all(row.loot in packs.loot for row in packs.locations.values())


@pytest.mark.covers("infected.gmscreen.panel3", "infected.conv.precedence")
def test_bodies_follow_the_book_where_the_screen_is_short() -> None:
    armor = rows(3, "Armor")
    assert armor["heavy armor"] == ("3", "5", "-2", "-1")
    assert rows(3, "Shields")["riot shield"][0] == "+1"  # the recipe still prints +2
    assert {"pinned", "deafened", "disoriented", "bleeding out", "choking"} <= set(rows(3, "Conditions"))
    assert rows(3, "Wound track")["bruised"][0].startswith("4, and GRIT - 2")


@pytest.mark.covers("infected.gmscreen.panel4")
def test_noises_have_one_number_each() -> None:
    noise = rows(4, "Noise")
    assert (noise["car alarm"], noise["firefight"], noise["explosion"], noise["vehicle crash"]) == (("6",), ("6",), ("7",), ("7",))
    assert noise["careful looting"] == ("1",)
    assert noise["gunshot"] == ("5",)
    assert rows(4, "Encounters")["2"] == ("a horde",)


@pytest.mark.covers("infected.threat.noise_table", "infected.gm.encounters")
def test_the_tables_of_threat_are_as_printed() -> None:
    noise = {
        "hand signals": 0, "whisper": 1, "careful looting": 1, "talking": 2, "jogging": 2, "breaking glass": 2, "shout": 3, "running": 3,
        "gunshot": 5, "car alarm": 6, "explosion": 7, "firefight": 6, "vehicle crash": 7,
    }  # fmt: skip
    assert rows(4, "Noise") == {what: (str(threat),) for what, threat in noise.items()}
    met = [rows(4, "Encounters")[str(roll)][0] for roll in range(2, 13)]
    assert [met.index(what) + 2 for what in dict.fromkeys(met)] == [2, 3, 5, 7, 8, 10, 12]  # where each row of 2d6 begins
    assert (met[0], met[-1]) == ("a horde", "survivors in hiding")


@pytest.mark.covers("infected.gmscreen.panel5")
def test_enemies_are_whole() -> None:
    people = rows(5, "People")
    assert "athletics 1" in people["raider"][1] and "machete" in people["raider"][3]
    assert "endure 2" in people["military"][1] and "radio" in people["military"][3]
    assert rows(5, "Groups")["large group"][0] == "7-9"
    assert rows(5, "Quick people")["3"][1] == "weapons or protection"


@pytest.mark.covers("infected.gmscreen.panel6")
def test_searches_are_whole() -> None:
    loot = rows(6, "Loot")
    assert len(loot) == 10
    assert loot["wilderness"][0] == "Survival" and loot["office"][3] == "electrical, fabric"
    assert "exactly what was needed" in rows(6, "Results")["4+"][0]
    assert "radio" in rows(6, "Carrying: GRIT + 4, backpack + 3")
    assert rows(6, "Looking for")["one thing"] == ("-2",)


@pytest.mark.covers("infected.gmscreen.panel7")
def test_weapons_are_as_printed() -> None:
    melee, ranged = rows(7, "Melee"), rows(7, "Ranged")
    for name, (damage, noise) in MELEE.items():
        assert (melee[name][0], melee[name][2]) == (str(damage), str(noise)), name
    for name, (damage, bands, noise) in RANGED.items():
        assert (ranged[name][0], ranged[name][1].split("-"), ranged[name][2]) == (str(damage), bands.split(), str(noise)), name
    assert {"hatchet", "improvised"} <= set(melee) and "molotov" in ranged
    assert content().weapons["hunting rifle"].scoped
    assert content().weapons["shotgun"].has(Property.SPREAD) and content().weapons["smg"].has(Property.FAST)


@pytest.mark.covers("infected.gmscreen.panel8")
def test_the_world_is_whole() -> None:
    assert [row[1] for row in next(b for b in screen(InfectedVariants())[7].blocks if b.title == "Cold and heat").rows][:3] == [
        "1",
        "2",
        "3",
    ]
    assert rows(8, "Chase")["1"] == ("caught",) and rows(8, "Chase")["7"] == ("escaped",)
    assert rows(8, "Heat")["5"] == ("something dramatic",) and rows(8, "Heat")["every round"] == ("+1 Threat",)
    assert {"scavenge", "watch"} <= set(rows(8, "A day of downtime"))
    assert rows(8, "Stress")["an exposure"] == ("1",)


@pytest.mark.covers("infected.initiative.standard", "infected.core.push_stress")
def test_the_screen_is_that_of_the_table() -> None:
    quick = InfectedVariants(initiative_attribute=InitiativeAttribute.REFLEX, core_push_stress=PushStress.ONE_IN_ALL)
    assert rows(2, "Initiative") == {"people": ("NERVE + Notice",), "infected": ("NERVE",)}
    assert rows(2, "Initiative", quick) == {"people": ("REFLEX + Notice",), "infected": ("REFLEX",)}
    assert "a 1 on a pushed die" in rows(8, "Stress") and "any 1s on pushed dice" in rows(8, "Stress", quick)


def test_every_panel_names_real_rules_and_commands() -> None:
    ids = set(rulebook("infected"))
    for panel in screen(InfectedVariants()):
        assert {block.rule for block in panel.blocks} <= ids
        assert set(panel.commands) <= set(GAME.commands)
        assert all(len(row) == len(block.columns) for block in panel.blocks for row in block.rows)


@pytest.mark.covers("infected.changelog.superseded", "infected.meta.changelog_precedence")
def test_the_latest_version_wins() -> None:
    v = InfectedVariants()
    assert v.swarm_damage_per_box == 2  # 1.0.1 said 1
    assert v.armor_wear_threshold == v.shield_wear_threshold == 4  # 1.0.4 and 1.0.5 said 5
    assert v.surgery_attribute is SurgeryAttribute.NERVE
    assert v.initiative_attribute is InitiativeAttribute.NERVE
    assert v.guts_earn_cap == 2
    assert v.guts_ghost_run_ambient == 3


@pytest.mark.covers("infected.changelog.half_b")
def test_what_the_versions_made_clear() -> None:
    packs = content()
    assert packs.infected["bloated"].wounds == (5, 2, 0, 1)
    assert packs.weapons["suppressed pistol"].suppressor == 15 and packs.upgrades["suppress"].quiet_uses == 10
    assert packs.shields["riot shield"].dice == 1
    assert packs.vehicles["sedan"].stash == packs.vehicles["bus"].stash == 10
    assert packs.gear["lockpick set"].uses == 10  # five good uses and five worn ones
    assert packs.weapons["pistol"].noise - 3 == packs.weapons["suppressed pistol"].noise


@pytest.mark.covers("infected.environment.destructible_table")
def test_objects_stand_as_much_as_the_table_says() -> None:
    """Ranges by their ruling: furniture 2, heavy furniture 3, reinforced doors and brick 8, the body of a vehicle 5."""
    assert {name: standing(name).durability for name in DURABILITY} == {
        "interior door": 3, "exterior door": 5, "reinforced door": 8, "window": 1, "furniture": 2, "heavy furniture": 3, "drywall": 2,
        "brick wall": 8, "concrete wall": 8, "vehicle window": 1, "vehicle body": 5,
    }  # fmt: skip
    assert standing("furniture").kind is CoverKind.LIGHT
    assert standing("vehicle body").kind is CoverKind.HEAVY


@pytest.mark.covers("infected.gm.encounters")
def test_every_roll_of_two_dice_is_an_encounter() -> None:
    rows = {
        (2,): Encounter.HORDE, (3, 4): Encounter.SWARM_AND_SURVIVORS, (5, 6): Encounter.SWARM, (7,): Encounter.INFECTED_COMING,
        (8, 9): Encounter.INFECTED_HERE, (10, 11): Encounter.HOSTILE_SURVIVORS, (12,): Encounter.NEUTRAL_SURVIVORS,
    }  # fmt: skip
    assert {roll: met for rolls, met in rows.items() for roll in rolls} == ENCOUNTERS


@pytest.mark.covers("infected.vehicle.crash")
def test_crashes_do_as_much_as_the_table_says() -> None:
    """To the vehicle, and to everybody in it."""
    assert {pace.value: damage for pace, damage in CRASHES.items()} == {"low": (2, 1), "medium": (4, 2), "high": (6, 4), "extreme": (8, 6)}


@pytest.mark.covers("infected.chargen.attributes", "infected.chargen.skills")
def test_survivors_by_dice_spend_twelve_points_each_way() -> None:
    variants = InfectedVariants()
    assert all(check_attributes(variants, spread) is None for spread in SPREADS)
    assert all(check_skills(variants, calling) is None for calling in CALLINGS)
    assert len(set(SPREADS)) == len(CALLINGS) == 6
