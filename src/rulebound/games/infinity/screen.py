"""The game master's screen of Infinity: difficulties, what Heat and Momentum buy, recovery, arms, quick stats, and the commands at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rulebound.games.infinity.complications import EFFECTS_OF_COMPLICATIONS
from rulebound.games.infinity.content import content
from rulebound.games.infinity.heat import LEAST, MOST, Effect, Gain
from rulebound.games.infinity.people import Category
from rulebound.games.infinity.recovery import HOURS, TREATED_WITH
from rulebound.games.infinity.scene_heat import CASUALTY_TARGET, GANG, GRIDLOCK_PRICE
from rulebound.games.infinity.skilltests import DIFFICULTIES
from rulebound.games.infinity.spending import COST, SCALABLE
from rulebound.games.infinity.state import Ambience
from rulebound.games.infinity.stealth import HEARING, SEEING
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.kernel.view import ScreenPanel, block


def words(parts: Iterable[object]) -> str:
    return ", ".join(map(str, parts))


def tests(v: InfinityVariants) -> ScreenPanel:
    difficulties = ((f"D{number}", name, number) for number, name in enumerate(DIFFICULTIES))
    hampers = {**SEEING, **HEARING}
    surroundings = ((a.value, f"+{hampers[a]}" if a in hampers else "judged") for a in Ambience if a is not Ambience.BRIGHT)
    return ScreenPanel(
        1, "Tests",
        (
            block("Difficulty", "D, name, successes", "infinity.test.difficulty_table", difficulties),
            block("Complications", "what it may be", "infinity.complication.basic", ((effect,) for effect in EFFECTS_OF_COMPLICATIONS)),
            block("Light and noise", "where, harder to notice", "infinity.stealth.modifiers", surroundings),
        ),
        ("test_skill", "contest", "set_ambience"),
    )  # fmt: skip


def heat(v: InfinityVariants) -> ScreenPanel:
    trooper, elite = v.reinforcement_price
    effects = ((effect.value, LEAST[effect] if MOST.get(effect) == LEAST[effect] else f"{LEAST[effect]} or more") for effect in Effect)
    npcs = (("a Trooper", trooper), ("an Elite", elite), ("what an Infinity point does", v.nemesis_point_price))
    scenes = (("the police", v.police_heat_price), ("gridlock", GRIDLOCK_PRICE))
    gangs = ((price, count, f"on a {ride}" if ride else "on foot") for price, (count, ride) in GANG.items())
    return ScreenPanel(
        2, "Heat",
        (
            block("Comes", "from", "infinity.heat.gain", ((gain.value,) for gain in Gain)),
            block("Effects", "what, Heat", "infinity.heat.environment", effects),
            block("NPCs", "what, Heat", "infinity.heat.reinforcements", npcs),
            block(f"Of the scenes; casualties against {CASUALTY_TARGET}", "what, Heat", "infinity.scene1.heat.police", scenes),
            block("Gangsters", "Heat, how many, how", "infinity.scene1.heat.reinforcements", gangs),
        ),
        ("gain_heat", "spend_heat", "reinforce", "interrupt"),
    )  # fmt: skip


def momentum(v: InfinityVariants) -> ScreenPanel:
    spends = ((spend.value, price, "again and again" if spend in SCALABLE else "once") for spend, price in COST.items())
    pool = (("holds", v.momentum_cap), ("loses at a round's end", v.momentum_decay), ("price of saving", v.momentum_bank_price.value))
    return ScreenPanel(
        3, "Momentum",
        (
            block("On a hit", "what, Momentum, how often", "infinity.momentum.combat.table", spends),
            block("The group's pool", "what, number", "infinity.momentum.group_pool", ((n, str(w).replace("_", " ")) for n, w in pool)),
        ),
        ("save_momentum", "take_momentum", "spend_momentum"),
    )  # fmt: skip


def bodies(v: InfinityVariants) -> ScreenPanel:
    times = ((f"D{number}", hours) for number, hours in enumerate(HOURS))
    treated = ((harm.value, skill.value) for harm, skill in TREATED_WITH.items())
    points = (("at the start", v.starting_infinity_points), ("at most", v.infinity_points_cap))
    return ScreenPanel(
        4, "Recovery",
        (
            block("Treating lasting harm", "harm, skill", "infinity.heal.surgery", treated),
            block("Treatment time", "difficulty, hours", "infinity.heal.treatment_time", times),
            block("Infinity points", "what, number", "infinity.points.pool", ((n, str(w).replace("_", " ")) for n, w in points)),
        ),
        ("rest", "heal", "treat", "award", "new_session"),
    )  # fmt: skip


def people(v: InfinityVariants) -> ScreenPanel:
    foes = [p for p in content().people.values() if p.category is not Category.HERO]
    rows = (
        (
            p.name, p.category.value, words(f"{a.value} {n}" for a, n in p.attributes.items()), "/".join(map(str, p.printed)),
            words(f"{g} {e}/{f}" for g, (e, f) in p.groups.items()), p.armour or "-", words(p.weapons), words(p.gear),
        )
        for p in foes
    )  # fmt: skip
    columns = "who, category, attributes, Vigour/Resolve/Firewall, skills, armour, weapons, gear"
    return ScreenPanel(5, "Quick stats", (block("NPCs", columns, "infinity.npc.categories", rows),), ("reinforce", "create", "ambush"))


def arms(v: InfinityVariants) -> ScreenPanel:
    def row(name: str) -> tuple[object, ...]:
        w = content().weapons[name]
        qualities = words(f"{quality} {rank}" if rank not in (0, 1, "") else quality for quality, rank in w.qualities.items())
        return name, f"{w.flat} + {w.cd}", w.range or "-", w.burst or "-", w.size, qualities or "-"

    ranged = [row(name) for name, w in content().weapons.items() if w.ranged]
    melee = [row(name) for name, w in content().weapons.items() if not w.ranged]
    columns = "weapon, damage + dice, range, burst, size, qualities"
    armour = ((name, a.head, a.torso, a.arms, a.legs, a.bts) for name, a in content().armour.items())
    return ScreenPanel(
        6, "Arms and armour",
        (
            block("Ranged", columns, "infinity.weapon.firearms", ranged),
            block("Melee", columns, "infinity.weapon.melee", melee),
            block("Armour", "armour, head, torso, arms, legs, BTS", "infinity.armour.table", armour),
        ),
    )  # fmt: skip


def vehicles(v: InfinityVariants) -> ScreenPanel:
    rows = (
        (k.name, k.manoeuvrability, k.structure, k.firewall, k.bts, k.passengers, words(quality.value for quality in k.qualities))
        for k in content().vehicles.values()
    )
    columns = "vehicle, manoeuvrability, Structure, Firewall, BTS, passengers, qualities"
    scenes = ("begin", "end_turn", "end_scene", "next_scene")
    return ScreenPanel(7, "Vehicles and scenes", (block("Vehicles", columns, "infinity.vehicle.stat.car", rows),), scenes)


PANELS: Sequence[Callable[[InfinityVariants], ScreenPanel]] = (tests, heat, momentum, bodies, people, arms, vehicles)


def screen(variants: InfinityVariants) -> tuple[ScreenPanel, ...]:
    """All seven panels, with this table's variants."""
    return tuple(panel(variants) for panel in PANELS)
