"""The game narrator's screen of COMBAT: what the page and our house rules say in numbers, and the commands at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from rulebound.games.combat import actions, care, hold, movement, vehicles
from rulebound.games.combat.ap import max_ap
from rulebound.games.combat.attack import TIRE, TOO_FAR
from rulebound.games.combat.content import content, sample
from rulebound.games.combat.creation import BEST_ARMOR, EXTRA_POINTS, HIGHEST_ATTRIBUTE, HIGHEST_SKILL, LOWEST_ATTRIBUTE
from rulebound.games.combat.narrator import Mark
from rulebound.games.combat.rolls import SKILLS
from rulebound.games.combat.state import Combat, Fighter
from rulebound.games.combat.variants import CombatVariants, ProneEffects
from rulebound.games.combat.wreck import CONTROL, ROLLS_OUT_BELOW, YARDS_A_DIE
from rulebound.kernel.commands import Command
from rulebound.kernel.table import Table
from rulebound.kernel.turns import PickedByLast
from rulebound.kernel.view import ScreenPanel, block

ON_FOOT = (
    actions.attack, actions.attack_tire, movement.move, movement.run, movement.drop_prone, movement.stand_up, actions.draw, actions.drop,
    actions.pick_up, actions.reload, care.bandage, hold.hold,
)  # fmt: skip
AT_THE_WHEEL = (vehicles.drive, vehicles.ram, vehicles.run_down, vehicles.get_in, vehicles.get_out, vehicles.belt, vehicles.take_wheel)
SPEEDS = (30, 60, 90, 120, 150, 180)


def turns(v: CombatVariants) -> ScreenPanel:
    nobody = Table(Combat(fighters={}, turns=PickedByLast(names=[])), v)
    by_rank = ((a, max_ap(nobody, quick_as(a))) for a in range(LOWEST_ATTRIBUTE, HIGHEST_ATTRIBUTE + 1))
    return ScreenPanel(
        1, "Turns and Action Points",
        (
            block("Actions", "action, what it takes", "combat.table.ap_costs", described(ON_FOOT)),
            block("In vehicles", "action, what it takes", "combat.vehicle.driving", described(AT_THE_WHEEL)),
            block("AP by A", "A, AP", "combat.table.derived_by_rank", by_rank),
        ),
        ("begin", "skip", "end_turn"),
    )  # fmt: skip


def described(commands: Iterable[Command[Any, Any]]) -> list[tuple[str, str]]:
    return [(command.name.replace("_", " "), command.meaning) for command in commands]


def attacks(v: CombatVariants) -> ScreenPanel:
    lying = v.prone_effects is ProneEffects.HOUSE
    modifiers = (
        ("beyond range, up to twice", f"{TOO_FAR:+d}"), ("a tire", f"{TIRE:+d}"),
        ("Unstable, shooter or target", f"{v.unstable_penalty:+d}"),
        *((("lying down, with a RATK", "+1"), ("at somebody lying down, with a MATK", "+1")) if lying else ()),
    )  # fmt: skip
    ties = (
        ("against a number", v.static_tie.value), ("against a Difficulty", v.hash_tie.value), ("both roll", v.opposed_tie.value),
        ("a 6 explodes", v.explode_scope.value), ("a Botch", v.botch_rule.value),
    )  # fmt: skip
    return ScreenPanel(
        2, "Attacks",
        (
            block("Modifiers", "when, to the roll", "combat.attack.roll", [(when, minus(number)) for when, number in modifiers]),
            block("Ties, sixes, Botches", "roll, table's rule", "combat.base.roll", [(what, plain(rule)) for what, rule in ties]),
            block("Defences", "defence, rolls", "combat.defense.active",
                  (("block, 1 AP", "Melee"), ("dodge, 1 AP", "Acrobatics"), ("reflex, free", "Perception as it is; 0 if Unconscious"))),
        ),
        ("mark", "cover", "place"),
    )  # fmt: skip


def wounds(v: CombatVariants) -> ScreenPanel:
    levels = (
        ("C or less", "bleeds: C against DMG each minute, or 1 DMG"), ("0 or less", "Unconscious"), ("-C or less", "dead"),
        ("one ATK above C", "goes Prone"),
    )  # fmt: skip
    table = (
        ("DMG counts", v.damage_timing.value), ("Pain", v.pain_scale.value), ("Bleeding", v.bleed_order.value),
        ("Pain on C against DMG", "yes" if v.pain_on_c_vs_dmg else "no"),
    )  # fmt: skip
    return ScreenPanel(
        3, "Wounds",
        (
            block("HP", "at, what", "combat.hp.max", levels),
            block("At this table", "what, how", "combat.dmg.pain", [(what, plain(how)) for what, how in table]),
            block("Armor", "kind, DR, against fire", "combat.table.armor",
                  ((name, kind.dr, "yes" if kind.fr else "no") for name, kind in content().armor.items())),
        ),
        ("rest", "set", "add"),
    )  # fmt: skip


def wrecks(v: CombatVariants) -> ScreenPanel:
    crash = [(speed, f"{speed // YARDS_A_DIE}d6", "half") for speed in SPEEDS]
    control = (
        ("a Condition", f"Drive {CONTROL}#, or a Wreck; -1 DR, -1 Handling"), ("a rear tire", f"Drive {CONTROL}#, or a Wreck"),
        ("a Botch at the wheel", "a Wreck"), ("0 DR", f"disabled; half the Speed a round, stands below {ROLLS_OUT_BELOW}"),
        ("0 DR with Fuel", "burns a minute for each gallon"),
    )  # fmt: skip
    kinds = (
        (name, k.dr, minus(f"{k.handling:+d}"), k.top_speed, k.seats, k.fuel, "yes" if k.seat_belts else "no")
        for name, k in content().vehicles.items()
    )
    return ScreenPanel(
        4, "Vehicles and Wrecks",
        (
            block("Wreck", "Speed, DMG, with a belt", "combat.vehicle.wreck", crash),
            block("Losing control", "after, what", "combat.vehicle.condition", control),
            block("Vehicles", "kind, DR, Handling, top Speed, seats, Fuel, belts", "combat.table.vehicles", kinds),
        ),
        ("mend",),
    )  # fmt: skip


def arms(v: CombatVariants) -> ScreenPanel:
    kinds = (
        (name, w.dmg, f"{w.range}" if w.ranged else f"reach {w.reach}", w.hands, w.shots or "-", ", ".join(words))
        for name, w in content().weapons.items()
        for words in [[word for word, yes in (("thrown", w.thrown), ("fire", w.fire), ("mounted", w.mounted)) if yes]]
    )
    return ScreenPanel(
        5, "Weapons",
        (
            block("Weapons", "weapon, DMG, yards, hands, shots, notes", "combat.table.weapons", kinds),
            block("Ammunition", "spare", "combat.attack.ammunition", ((plain(v.ammunition.value),),)),
        ),
    )  # fmt: skip


def people(v: CombatVariants) -> ScreenPanel:
    samples = ((name, s.a, s.c, *s.skills, s.weapon, s.armor) for name, s in content().fighters.items())
    points = (
        ("fighter", *v.creation_points, f"DR {BEST_ARMOR} at most"),
        ("extra", *EXTRA_POINTS, "no armor, no shield"),
    )  # fmt: skip
    limits = f"A and C {LOWEST_ATTRIBUTE} to {HIGHEST_ATTRIBUTE}, skills 0 to {HIGHEST_SKILL}"
    columns = ", ".join(("who", "A", "C", *(skill.capitalize() for skill in SKILLS), "weapon", "armor"))
    return ScreenPanel(
        6, "Quick fighters",
        (
            block("Samples", columns, "combat.sample.fighters", samples),
            block(f"Points: {limits}", "kind, for A and C, for skills, also", "combat.create.points", points),
            block("Marks", "mark", "combat.defense.defenseless", ((mark.value,) for mark in Mark)),
        ),
        ("create", "mark", "award", "new_session"),
    )  # fmt: skip


def quick_as(a: int) -> Fighter:
    return msgspec.structs.replace(sample(next(iter(content().fighters)), "sample", "nobody"), a=a)


def plain(word: str) -> str:
    return word.replace("_", " ")


def minus(number: str) -> str:
    return number.replace("+0", "0")


PANELS: Sequence[Callable[[CombatVariants], ScreenPanel]] = (turns, attacks, wounds, wrecks, arms, people)


def screen(variants: CombatVariants) -> tuple[ScreenPanel, ...]:
    """All six panels, with this table's variants."""
    return tuple(panel(variants) for panel in PANELS)
