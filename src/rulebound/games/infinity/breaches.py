"""Breach Effects: what a hacker does to a system in place of a Breach."""

from __future__ import annotations

from rulebound.games.infinity.damage import hit_location, hurt
from rulebound.games.infinity.people import BreachEffect, Character, Harm, Thing, goes_off
from rulebound.games.infinity.state import T
from rulebound.games.infinity.systems import systems
from rulebound.kernel.citing import cites
from rulebound.kernel.d20 import CombatDice

BREACH = "breach"
BLAST = CombatDice(5)


@cites("infinity.breach.effects")
def traded(t: T, me: Character, foe: Character, caused: int) -> int:
    """Each Breach may be traded for an effect on one system; how many are left as Breaches."""
    left = 0
    for _ in range(caused):
        effects = open_effects(t, me, foe)
        choice = t.choose(me.seat, "breach_effect", [BREACH, *effects], (me.id, foe.id))
        if choice == BREACH:
            left += 1
        else:
            strike_system(t, me, foe, *effects[choice])
    return left


def open_effects(t: T, me: Character, foe: Character) -> dict[str, tuple[Character, str, BreachEffect]]:
    """Every effect that would change something, on the network and on those that it has adopted; of two alike one is named whose."""
    found: dict[str, tuple[Character, str, BreachEffect]] = {}
    for whose in (foe, *adopted(t, foe)):
        for system, effects in systems(whose).items():
            for effect in effects:
                if effect is not BreachEffect.POSSESS or whose.possessed.get(system) != me.id:
                    name = f"{system}: {effect.value}"
                    if name in found:
                        name = f"{system} of {whose.name}: {effect.value}"
                    found[name] = whose, system, effect
    return found


def adopted(t: T, who: Character) -> list[Character]:
    """Networks of places that somebody has linked to his own."""
    return [p for p in t.state.people.values() if p.adopted_by == who.id and p.thing is Thing.NETWORK]


@cites("infinity.breach.effects", "infinity.breach.effect.shutdown", "infinity.breach.effect.possess", "infinity.breach.effect.blast")
def strike_system(t: T, me: Character, foe: Character, whose: Character, system: str, effect: BreachEffect) -> None:
    """A shut down system stops until it is restarted; a possessed one obeys the hacker; a Blast burns its user."""
    t.say("breach_effect", f"infinity.breach.effect.{effect.value}", who=me.id, whose=whose.id, system=system, effect=effect.value)
    match effect:
        case BreachEffect.SHUTDOWN:
            whose.shut_down.append(system)
            whose.possessed.pop(system, None)
            goes_off(whose, system)
        case BreachEffect.POSSESS:
            whose.possessed[system] = me.id
        case BreachEffect.BLAST:
            hit_location(t, foe, me.seat)
            hurt(t, foe, Harm.PHYSICAL, 1 + t.roll(BLAST, "feedback", me.seat, (foe.id,)).total)
