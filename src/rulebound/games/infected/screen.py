"""The game master's screen: eight panels as data, made of the same tables that the rules use, and the commands at hand on each.

Where the printed screen and the book differ, the panels hold what the rules do (infected.gmscreen.panel3 and the others).
"""

from __future__ import annotations

from collections.abc import Callable

from rulebound.games.infected.chase import START
from rulebound.games.infected.complications import Complication
from rulebound.games.infected.content import content
from rulebound.games.infected.cover import COVER_DICE
from rulebound.games.infected.downtime import RELIEF
from rulebound.games.infected.finds import ROWS
from rulebound.games.infected.fire import FIRE_DAMAGE
from rulebound.games.infected.hazards import fall_damage
from rulebound.games.infected.heat import COMPLICATIONS
from rulebound.games.infected.npcs import HORDE_DICE, HORDE_LEAST, SWARM_BOXES, SWARM_DICE, SWARM_LEAST, SWARM_MOST
from rulebound.games.infected.points import AREAS
from rulebound.games.infected.pursuit import CLOSE, POSITIONS
from rulebound.games.infected.scavenge import SCARCITY_DICE, SEARCHES
from rulebound.games.infected.stress import SCREAM
from rulebound.games.infected.tables import ATTITUDES, ENCOUNTERS, SECRETS, WANTS
from rulebound.games.infected.terms import Condition
from rulebound.games.infected.threat import NOISE, THRESHOLDS
from rulebound.games.infected.variants import InfectedVariants, PushStress
from rulebound.games.infected.water import WATER_DICE
from rulebound.games.infected.weather import ONSET, STAGES
from rulebound.kernel.citing import cites
from rulebound.kernel.view import ScreenPanel, block


def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


@cites("infected.core.result_tiers", "infected.gm.complications")
def core(v: InfectedVariants) -> ScreenPanel:
    tiers = (("0", "failure"), ("1", "partial success"), ("2", "success"), ("3+", "strong success"))
    guts = (("at the start", v.guts_start), ("at most", v.guts_max), ("earned in a session", v.guts_earn_cap))
    dice = (("a hit", f"{v.core_hit_on} or more"), ("bonus dice for sixes", v.core_explosion_cap), ("fewest dice", v.core_min_pool))
    return ScreenPanel(
        1,
        "Rolls and Guts",
        (
            block("Hits", "hits, result", "infected.core.result_tiers", tiers),
            block("Dice", "what, number", "infected.core.pool", dice),
            block("Guts", "what, number", "infected.guts.spend_menu", guts),
            block("Complications", "d6, what", "infected.gm.complications", enumerate((c.value for c in Complication), start=1)),
        ),
        ("complication",),
    )


@cites("infected.attack.damage_table", "infected.range.table", "infected.cover.table")
def fights(v: InfectedVariants) -> ScreenPanel:
    damage = (("0", "miss"), ("1", "base"), ("2", "base + 1"), ("3", "base + 2"), ("4+", "base + 3, perhaps more"))
    ranges = (("engaged", "no shot"), ("melee", "-2"), ("close", "0"), ("medium", "-1"), ("far", "-2"), ("extreme", "-3, with a scope"))
    cover = ((kind.value, signed(dice) if dice else "no aim") for kind, dice in COVER_DICE.items())
    attribute = v.initiative_attribute.value
    initiative = (("people", f"{attribute} + Notice"), ("infected", attribute))
    numbers = (("2 to 1", "+1", "0"), ("3 to 1", "+1", "-1"), ("4 to 1", "+1", "-2"))
    return ScreenPanel(
        2,
        "Fights",
        (
            block("Initiative", "who, roll", "infected.initiative.standard", initiative),
            block("Damage", "hits, damage", "infected.attack.damage_table", damage),
            block("Range", "band, dice", "infected.range.table", ranges),
            block("Cover", "kind, dice", "infected.cover.table", cover),
            block("Numbers", "ratio, attackers, defender", "infected.group.outnumbered", numbers),
        ),
        ("begin_fight", "end_fight"),
    )


@cites("infected.gmscreen.panel3", "infected.wounds.track", "infected.armor.table", "infected.condition.table", "infected.heal.natural")
def bodies(v: InfectedVariants) -> ScreenPanel:
    """Bruised slots never fall below the first number, heavy armor hampers Athletics, and all conditions are listed."""
    bruised, bleeding, broken, critical = v.wounds_slots
    slots = (
        ("bruised", f"{bruised}, and GRIT - 2 above that", "0"),
        ("bleeding", bleeding, "-1"),
        ("broken", broken, "-2"),
        ("critical", critical, "dying"),
    )
    severity = (("1-2", "bruised"), ("3-4", "bleeding"), ("5-6", "broken"), ("7+", "critical"))
    armor = ((name, a.reduction, a.durability, signed(a.stealth), signed(a.athletics)) for name, a in content().armor.items())
    shields = ((name, signed(s.dice), s.durability) for name, s in content().shields.items())
    healing = (("bruised", "a day of rest"), ("bleeding", "a week"), ("broken", "a month"), ("critical", "surgery"))
    return ScreenPanel(
        3,
        "Wounds and conditions",
        (
            block("Wound track", "row, slots, dice", "infected.wounds.track", slots),
            block("Severity", "damage, row", "infected.wounds.severity", severity),
            block("Armor", "kind, reduction, durability, stealth, athletics", "infected.armor.table", armor),
            block("Shields", "kind, defence dice, durability", "infected.armor.table", shields),
            block("Conditions", "condition", "infected.condition.table", ((c.value,) for c in Condition)),
            block("Healing alone", "row, time", "infected.heal.natural", healing),
        ),
        ("treat", "operate", "medicate"),
    )


@cites(
    "infected.gmscreen.panel4",
    "infected.threat.noise_table",
    "infected.threat.thresholds",
    "infected.gm.encounters",
    "infected.infection.check",
)
def threat_panel(v: InfectedVariants) -> ScreenPanel:
    """One number for every noise; careful looting is listed, and a weapon makes its own noise."""
    check = (("0", "infected: symptoms in d6, turned in 2d6 minutes"), ("1", "fighting it: again in d6 x 10 minutes"), ("2+", "clear"))
    encounters = ((roll, met.value) for roll, met in ENCOUNTERS.items())
    return ScreenPanel(
        4,
        "Threat and infection",
        (
            block("Noise", "what, threat", "infected.threat.noise_table", ((noise.value, amount) for noise, amount in NOISE.items())),
            block("Thresholds", "threat, what", "infected.threat.thresholds", ((level, what.value) for level, what in THRESHOLDS.items())),
            block("Encounters", "2d6, what", "infected.gm.encounters", encounters),
            block("Infection check", "hits, result", "infected.infection.check", check),
            block("Mode at the start", "mode", "infected.threat.mode", ((v.threat_mode.value,),)),
        ),
        ("meet", "encounter"),
    )


@cites(
    "infected.gmscreen.panel5",
    "infected.npc.rage",
    "infected.npc.swarm",
    "infected.npc.horde",
    "infected.npc.raider",
    "infected.gm.npc_generator",
)
def enemies_panel(v: InfectedVariants) -> ScreenPanel:
    """Large groups, the raider's Athletics and the soldier's Endure are there."""
    rows = content().infected.items()
    infected = ((n, k.grit, k.reflex, k.nerve, "/".join(map(str, k.wounds)), k.attack, k.damage, ", ".join(k.specials)) for n, k in rows)
    groups = (
        (
            "swarm",
            f"{SWARM_LEAST}-{SWARM_MOST}",
            f"{SWARM_BOXES} boxes, attack {signed(SWARM_DICE)}, a box for {v.swarm_damage_per_box} damage",
        ),
        ("large group", f"{SWARM_MOST + 1}-{HORDE_LEAST - 1}", "two swarms, or one and singles"),
        ("horde", f"{HORDE_LEAST}+", f"not to be fought: {HORDE_DICE} dice at everybody reached"),
    )
    people = (
        (
            name,
            ", ".join(f"{a} {n}" for a, n in k.attributes.items()),
            ", ".join(f"{s} {n}" for s, n in k.skills.items()),
            k.armor or "none",
            ", ".join((*k.weapons, *k.gear)),
        )
        for name, k in content().humans.items()
    )
    quick = ((i + 1, ATTITUDES[i], WANTS[i], SECRETS[i]) for i in range(6))
    return ScreenPanel(
        5,
        "Enemies",
        (
            block("Infected", "kind, grit, reflex, nerve, wounds, attack, damage, specials", "infected.npc.rage", infected),
            block("Groups", "group, number, how", "infected.npc.swarm", groups),
            block("People", "kind, attributes, skills, armor, gear", "infected.npc.raider", people),
            block("Quick people", "d6, attitude, want, secret", "infected.gm.npc_generator", quick),
        ),
        ("infected_come", "humans_come", "stranger"),
    )


@cites(
    "infected.gmscreen.panel6",
    "infected.scavenge.search_types",
    "infected.scavenge.scarcity",
    "infected.scavenge.loot",
    "infected.carry.significant",
)
def scavenging(v: InfectedVariants) -> ScreenPanel:
    """All ten rows with their components, what foraging rolls, and the radio among the things that count."""
    searches = ((mode.value, minutes, noise, signed(dice)) for mode, (minutes, noise, dice) in SEARCHES.items())
    results = (("0", "nothing"), *((f"{i + 1}{'+' if i == 3 else ''}", ", ".join(h.value for h in row)) for i, row in enumerate(ROWS)))
    loot = (
        (name, "Survival" if row.wild else "Notice", ", ".join(row.common), ", ".join(row.rare), ", ".join(row.components))
        for name, row in content().loot.items()
    )
    counts = (
        ("weapon", 1),
        ("armor not worn", 1),
        ("3 days of food, or of water", 1),
        ("first aid kit", 1),
        ("tool kit", 1),
        ("radio", 1),
        ("50 rounds of a type", 1),
        ("knife and other small things", 0),
    )
    return ScreenPanel(
        6,
        "Scavenging and supplies",
        (
            block("Searches", "search, minutes, threat, dice", "infected.scavenge.search_types", searches),
            block("Results", "hits, one of", "infected.scavenge.results", results),
            block("Scarcity", "place, dice", "infected.scavenge.scarcity", ((s.value, signed(d)) for s, d in SCARCITY_DICE.items())),
            block(
                "Looking for", "what, dice", "infected.scavenge.targeted", (("anything", "0"), ("a category", "-1"), ("one thing", "-2"))
            ),
            block("Loot", "place, roll, common, rare, components", "infected.scavenge.loot", loot),
            block("Carrying: GRIT + 4, backpack + 3", "what, counts", "infected.carry.significant", counts),
        ),
        ("search", "found_place", "template_place", "restock"),
    )


@cites("infected.gmscreen.panel7", "infected.weapon.table")
def weapons(v: InfectedVariants) -> ScreenPanel:
    """Every weapon with all its properties and noise, melee ones too."""

    def row(name: str) -> tuple[object, ...]:
        w = content().weapons[name]
        return name, w.damage, "-".join(w.range) or "melee", w.noise, ", ".join(w.properties), w.durability or "-", w.magazine or "-"

    melee = [row(name) for name, w in content().weapons.items() if not w.ranged]
    ranged = [row(name) for name, w in content().weapons.items() if w.ranged]
    columns = "weapon, damage, range, noise, properties, durability, magazine"
    return ScreenPanel(
        7,
        "Weapons",
        (block("Melee", columns, "infected.weapon.table", melee), block("Ranged", columns, "infected.weapon.table", ranged)),
    )


@cites(
    "infected.gmscreen.panel8", "infected.hazard.stages", "infected.chase.track", "infected.downtime.activities", "infected.stress.sources"
)
def world_panel(v: InfectedVariants) -> ScreenPanel:
    """Onsets of the stages, the seven places of a chase with Heat 5, and all ten activities."""
    stages = ((w.value, i + 1, ONSET[i], name, dice, on) for w, rows in STAGES.items() for i, (name, dice, on) in enumerate(rows))
    falls = ((feet, fall_damage(feet)) for feet in (10, 20, 30, 40))
    sources = (
        ("horror", "1-2"),
        ("a 1 on a pushed die" if v.core_push_stress is PushStress.PER_ONE else "any 1s on pushed dice", 1),
        ("a day without sleep or food", 1),
        ("a failed Resolve check", 1),
        ("an exposure", 1),
    )
    heat = (
        ("every round", "+1 Threat"),
        (3, "complications"),
        (5, "something dramatic"),
        (v.chase_escalation_heat, "a decision may be forced"),
    )
    activities = ("rest", "medical treatment", "surgery", "stress relief", "maintain", "craft", "scout", "scavenge", "train", "watch")
    return ScreenPanel(
        8,
        "The world",
        (
            block(
                "Light",
                "light, notice, stealth",
                "infected.stealth.light_table",
                (("dark", "-2", "+2"), ("dim", "-1", "+1"), ("bright", "0", "0")),
            ),
            block("Cold and heat", "hazard, stage, scenes, name, dice, rolls", "infected.hazard.stages", stages),
            block("Fire", "size, damage a round", "infected.hazard.fire.damage", ((f.value, d) for f, d in FIRE_DAMAGE.items())),
            block("Falls", "feet, damage", "infected.hazard.falling", falls),
            block("Water", "water, dice", "infected.hazard.swimming", ((w.value, signed(d)) for w, d in WATER_DICE.items())),
            block("Stress", "source, stress", "infected.stress.sources", (*sources, ("a scream adds to Threat", SCREAM))),
            block("Chase", "place, name", "infected.chase.track", enumerate(POSITIONS, start=1)),
            block("Chase begins", "situation, place", "infected.chase.start", ((s.value, f"{a}-{b}") for s, (a, b) in START.items())),
            block("Heat", "heat, what", "infected.chase.heat_tiers", heat),
            block("On the road", "d6, what", "infected.chase.complications", enumerate(COMPLICATIONS, start=1)),
            block(
                "Breaking off",
                "quarry at, needs",
                "infected.chase.break_off",
                ((f"{CLOSE} or less", "a Drive check"), ("further", "nothing")),
            ),
            block("A day of downtime", "activity", "infected.downtime.activities", ((a,) for a in activities)),
            block("Unwinding", "way, stress", "infected.downtime.stress_relief", ((w.value, -n) for w, n in RELIEF.items())),
            block("Knowledge", "area", "infected.skill.knowledge_areas", ((a,) for a in AREAS)),
        ),
        ("exposure", "fall", "collapse", "begin_chase", "chase_round", "something_approaches"),
    )


PANELS: tuple[Callable[[InfectedVariants], ScreenPanel], ...] = (
    core,
    fights,
    bodies,
    threat_panel,
    enemies_panel,
    scavenging,
    weapons,
    world_panel,
)


def screen(variants: InfectedVariants) -> tuple[ScreenPanel, ...]:
    """All eight panels, with this table's variants."""
    return tuple(panel(variants) for panel in PANELS)
