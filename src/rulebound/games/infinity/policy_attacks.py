"""Which attack machines make: shooting, striking, hacking and fear, weighed against each other on everybody in sight."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulebound.games.infinity.aboard import shut_in
from rulebound.games.infinity.actions import DUAL, attacked
from rulebound.games.infinity.attacks import another_tool, differs, targets
from rulebound.games.infinity.blows import fired, in_hand, loaded, most_reloads
from rulebound.games.infinity.content import weapon
from rulebound.games.infinity.networks import attacked_instead, in_hacking_range
from rulebound.games.infinity.people import DIGITAL, MENTAL, Character, Thing, helpless, network_down, out
from rulebound.games.infinity.programs import intrusions
from rulebound.games.infinity.ranges import band
from rulebound.games.infinity.scare import TIDE_PRICE, can_turn_the_tide, onlookers
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.slots import no_room
from rulebound.games.infinity.state import RANGES, T, in_reach
from rulebound.games.infinity.systems import hacking_device
from rulebound.games.infinity.techniques import Technique
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.weigh import Means, aim, with_fire, with_program, with_weapon, with_words, worth
from rulebound.kernel.policy import Move

KIND = {"shoot": Action.SHOOT, "melee": Action.MELEE, "hack": Action.HACK, "scare": Action.SCARE}
TOOL = {"shoot": "gun", "melee": "blade", "hack": "program", "scare": "technique"}
"""What the tool is called in each command."""
FIRE, VOICE = Technique.SUPPRESSIVE_FIRE, Technique.VOICE.value
THREATEN, GUNPOINT = Technique.THREATEN.value, Technique.GUNPOINT.value
PERSUADE, COMMAND = Skill.PERSUADE, Skill.COMMAND
RICH = 4
"""Heat from which on it pays for NPCs' Reloads."""
GOOD_ENOUGH = 0.01
"""An attack worth less than this is not made."""
WORTH_A_POINT = 0.1
"""What another attack must be worth for each Momentum that it costs."""


class Way(msgspec.Struct, frozen=True, gc=False):
    """One thing to attack with, and its numbers."""

    command: str
    tool: str
    means: Means
    reloads: int = 0


class Plan(msgspec.Struct, frozen=True, gc=False):
    """Something to do with what it is worth."""

    worth: float
    move: Move


# ------------------------------------------------------------------------------------------------ the best attack
def best_attack(t: T, me: Character) -> Plan | None:
    """The best way on the best target, as far as anything holds one back or was announced."""
    bound = me.staggered or me.turn.declared is not None or helpless(me)
    return best_of(t, me, [w for w in ways(t, me) if not bound or no_room(t, me, KIND[w.command]) is None])


def best_of(t: T, me: Character, found: list[Way]) -> Plan | None:
    """Whatever takes most away from somebody who still stands."""
    best, value, seen = None, GOOD_ENOUGH, in_sight(t, me)
    crowded = bool(t.state.reach) and any(in_reach(t, me.id, foe.id) for foe, _ in seen)
    harms = {way.means.harm: None for way in found}
    for foe, far in seen:
        aims = {harm: aim(t, attacked_instead(t, foe) if harm is DIGITAL else foe, harm) for harm in harms}
        for way in found:
            taken = worth(aims[way.means.harm], way.means, far, crowded)
            if taken > value and reaches(t, me, foe, way, far):
                best, value = (way, foe), taken
    return Plan(value, carried_out(*best)) if best else None


def in_sight(t: T, me: Character) -> list[tuple[Character, int]]:
    """Everybody there is to attack, and how far away; not a network that a friend has made his own."""
    found = [foe for foe in targets(t, me) if not out(foe) and attacked_instead(t, foe).side != me.side]
    return [(foe, RANGES.names.index(named)) for foe in found if (named := band(t, me, foe))]


def carried_out(way: Way, foe: Character) -> Move:
    args: dict[str, object] = {"target": foe.id, TOOL[way.command]: way.tool if way.command != "scare" else Technique(way.tool)}
    return Move(way.command, {**args, "reloads": way.reloads} if way.reloads else args)


def reaches(t: T, me: Character, foe: Character, way: Way, far: int) -> bool:
    """Whether a way can be used on somebody from here."""
    match way.command:
        case "shoot":
            return foe.thing is not Thing.NETWORK and (far < 2 or not fired(me.weapons[way.tool]).rating("torrent"))
        case "melee":
            return foe.thing is not Thing.NETWORK and in_reach(t, me.id, foe.id)
        case "hack":
            return not network_down(foe) and in_hacking_range(t, me, foe)
        case _:
            return foe.thing is None and hears(t, me, foe, way.tool, far)


def hears(t: T, me: Character, foe: Character, technique: str, far: int) -> bool:
    if technique == VOICE:
        return far < 2
    return technique != GUNPOINT or (in_reach(t, me.id, foe.id) and any(arms.hands for arms in me.weapons.values()))


# ------------------------------------------------------------------------------------------------ what there is to attack with
def ways(t: T, me: Character, haste: int = 0) -> list[Way]:
    """Everything at hand; `haste` is the step of a Swift Action."""
    found = [*with_arms(t, me, haste), *without_arms(t, me, haste)]
    return [way for way in found if another_tool(me, way.tool)] if me.turn.other_tool else found


def with_arms(t: T, me: Character, haste: int) -> Iterator[Way]:
    """Shots, Suppressive Fire and blows; a Reload where somebody would spend it: players theirs, NPCs while there is Heat."""
    rich, fires = me.hero or t.state.heat.value >= RICH, False
    for id in in_hand(me, ranged=True):
        arms = me.weapons[id]
        if loaded(me, arms) and not shut_in(t, me):
            reloads = min(1, most_reloads(t, me, arms)) if rich else 0
            shot = with_weapon(t, me, arms, reloads, haste)
            yield Way("shoot", id, shot, reloads)
            if weapon(arms.kind).firearm and not fires:
                fires = True
                yield Way("scare", FIRE, with_fire(t, me, arms, shot, reloads), reloads)
    if t.state.reach:
        for id in in_hand(me, ranged=False):
            yield Way("melee", id, with_weapon(t, me, me.weapons[id], 0, haste))


def without_arms(t: T, me: Character, haste: int) -> Iterator[Way]:
    """Programs, and Techniques worth a thought: the voice once a scene, threats by those who have a way with people."""
    for name in hacks(t, me):
        yield Way("hack", name, with_program(t, me, name, haste))
    if PERSUADE in me.skills:
        yield Way("scare", THREATEN, with_words(t, me, Technique.THREATEN, haste))
        if t.state.reach:
            yield Way("scare", GUNPOINT, with_words(t, me, Technique.GUNPOINT, haste))
    if COMMAND in me.skills and VOICE not in me.used:
        yield Way("scare", VOICE, with_words(t, me, Technique.VOICE, haste))


def hacks(t: T, me: Character) -> list[str]:
    return [] if not me.programs or hacking_device(me) is None or no_room(t, me, Action.HACK) else intrusions(me)


# ------------------------------------------------------------------------------------------------ what Momentum buys at once
def encore(t: T, me: Character) -> Move | None:
    """A Swift Action, cheaper with another tool, or fear on the heels of a success: whichever is worth more than its price."""
    found = [*swiftly(t, me), *turning_the_tide(t, me)]
    best = max(found, key=lambda plan: plan.worth, default=None)
    return best.move if best and best.worth > 0 else None


def swiftly(t: T, me: Character) -> Iterator[Plan]:
    """Whatever is best; with the same tool again only for the full price."""
    price, again = t.variants.swift_action_cost, attacked(me)
    if me.swift or (me.momentum < price and not again):
        return
    found = ways(t, me, haste=1)
    if me.momentum < price:
        found = [way for way in found if differs(me, way.tool)]
    if best := best_of(t, me, found):
        cheap = again and all(differs(me, str(arg)) for arg in best.move.args.values())
        yield Plan(best.worth - WORTH_A_POINT * (DUAL if cheap else price), Move("swift_action", {"dual_wield": cheap}))


def turning_the_tide(t: T, me: Character) -> Iterator[Plan]:
    if me.momentum < TIDE_PRICE or PERSUADE not in me.skills or can_turn_the_tide(t, me.seat):
        return
    means, legal = with_words(t, me, Technique.TIDE), onlookers(t, me.seat)
    for foe, far in in_sight(t, me):
        if foe.id in legal:
            value = worth(aim(t, foe, MENTAL), means, far, crowded=False) - WORTH_A_POINT * TIDE_PRICE
            yield Plan(value, Move("turn_the_tide", {"target": foe.id}))
