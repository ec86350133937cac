"""Complications: what dice in the wrong range bring, and what they may be swapped for."""

from __future__ import annotations

from rulebound.games.infinity.heat import pay
from rulebound.games.infinity.people import Character
from rulebound.games.infinity.state import T, seen_by
from rulebound.kernel.citing import cites

EFFECTS_OF_COMPLICATIONS = ("hindrance", "obstacle", "lost resource", "embarrassment", "malfunction")


def suffer_complications(t: T, who: Character, count: int) -> None:
    left = count - (swap_for_heat(t, who, count) if who.hero else cancel_with_heat(t, who, count))
    if left > 1 and t.judge("merge_complications", (False, True), False, (who.id, str(left))):
        complicate(t, who, "one big ", "infinity.complication.heat_swap")
        return
    for _ in range(left):
        complicate(t, who, "", "infinity.complication.basic")


@cites("infinity.complication.basic", "infinity.weapon.reload.attrition", "infinity.weapon.ammunition")
def complicate(t: T, who: Character, size: str, rule: str) -> None:
    """Something inconvenient; a lost resource takes a Reload, a malfunction stops the weapon in hand."""
    effect = t.judge("complication", EFFECTS_OF_COMPLICATIONS, EFFECTS_OF_COMPLICATIONS[0], (who.id,))
    who.complications.append(size + effect)
    t.say("complication", rule, "infinity.complication.basic", to=seen_by(t, who), who=who.id, effect=size + effect)
    held = [w for w in who.weapons.values() if w.hands]
    if effect == "lost resource" and (arms := next((w for w in held if w.reloads), None)):
        arms.reloads -= 1
        t.say("loses_reload", "infinity.weapon.reload.attrition", who=who.id, weapon=arms.kind, left=arms.reloads)
    if effect == "malfunction" and held:
        held[0].jammed = True
        t.say("jams", "infinity.weapon.ammunition", who=who.id, weapon=held[0].kind)


@cites("infinity.complication.heat_swap")
def swap_for_heat(t: T, who: Character, count: int) -> int:
    """How many of a player character's Complications become Heat instead, by the GM's word."""
    swapped = t.judge("swap_complications", tuple(range(count + 1)), count, (who.id, str(count)))
    if swapped:
        pay(t, who, swapped * t.variants.complication_heat, "Complications", "infinity.complication.heat_swap")
    return swapped


@cites("infinity.complication.npc", "infinity.heat.npc_complication")
def cancel_with_heat(t: T, who: Character, count: int) -> int:
    most = min(count, t.state.heat.value // t.variants.complication_heat) if t.variants.complication_heat else count
    cancelled = t.judge("cancel_complications", tuple(range(most + 1)), 0, (who.id, str(count))) if most else 0
    if cancelled:
        pay(t, who, cancelled * t.variants.complication_heat, "Complications", "infinity.complication.npc")
    return cancelled
