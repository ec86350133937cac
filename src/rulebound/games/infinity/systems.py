"""Systems: what hangs on somebody's network, which of it works, and switching it off and on."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.content import content, weapon
from rulebound.games.infinity.people import ARMOUR, BreachEffect, Character, goes_off, on_line, works
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import T
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

EXPERT = (BreachEffect.SHUTDOWN,)
"""infinity.system.expert: what a hacker can do to an Expert System."""
DEVICES = ("hacking device", "hacking device plus", "defensive hacking device", "assault hacking device")


@cites("infinity.gear.hacking_device")
def hacking_device(who: Character) -> str | None:
    """A hacking device that works."""
    return next((item for item in who.gear if item in DEVICES and on_line(who, item)), None)


@cites("infinity.system.network_items", "infinity.system.expert", "infinity.armour.powered")
def systems(who: Character) -> dict[str, Sequence[BreachEffect]]:
    """Everything on a network that a Breach Effect can strike; what is off is not on it."""
    kinds = content().gear
    found: dict[str, Sequence[BreachEffect]] = {item: kinds[item].effects for item in who.gear if item in kinds and kinds[item].effects}
    found.update({id: EXPERT for id, arms in who.weapons.items() if weapon(arms.kind).rating("expert")})
    if who.powered:
        found[ARMOUR] = EXPERT
    found.update(who.systems)
    return {item: effects for item, effects in found.items() if item not in who.shut_down and item not in who.switched_off}


@cites("infinity.gear.multispectral_visor", "infinity.system.expert")
def expertise_of_gear(who: Character, skill: Skill) -> tuple[str, int]:
    """The best Expert System that somebody wears for a skill, and its rating."""
    best, rating = "", 0
    for item in who.gear:
        kind = content().gear.get(item)
        if kind and kind.expert and kind.expert[0] is skill and kind.expert[1] > rating and works(who, item):
            best, rating = item, kind.expert[1]
    return best, rating


# ------------------------------------------------------------------------------------------------ off and on
def on_network(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A system of yours that is on."""
    return list(systems(acting(t)))


def can_switch_off(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SIMPLE_TASK):
        return refusal
    return None if on_network(t, by) else Refusal("infinity.system.network_items", "Nothing is on the network.", "Do something else.")


@command(rules=("infinity.system.network_items", "infinity.action.simple_task"), when=can_switch_off, system=on_network)
def switch_off(t: T, by: SeatId, system: str) -> None:
    """Free: switch something off; no hacker can reach it then, and it cannot be used."""
    me = acting(t)
    take(t, me, Action.SIMPLE_TASK)
    me.switched_off.append(system)
    goes_off(me, system)
    t.say("switched", "infinity.system.network_items", who=me.id, system=system, state="off")


def off_network(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A system of yours that you have switched off."""
    return acting(t).switched_off


def can_switch_on(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SIMPLE_TASK):
        return refusal
    return None if off_network(t, by) else Refusal("infinity.system.network_items", "Nothing of yours is off.", "Do something else.")


@command(rules=("infinity.system.network_items", "infinity.action.simple_task"), when=can_switch_on, system=off_network)
def switch_on(t: T, by: SeatId, system: str) -> None:
    """Free: switch something on again that you have switched off."""
    me = acting(t)
    take(t, me, Action.SIMPLE_TASK)
    me.switched_off.remove(system)
    t.say("switched", "infinity.system.network_items", who=me.id, system=system, state="on")
