"""How machines fight: close in, attack while an AP is left to defend with, reload, bandage, steer, and defend with what they do best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, cast

from rulebound.games.combat.actions import at_hand, to_load
from rulebound.games.combat.ap import known_to, max_ap
from rulebound.games.combat.attack import Defence, attack_score, magazine, reaches, unusable
from rulebound.games.combat.care import AT_ARMS_LENGTH
from rulebound.games.combat.content import weapon
from rulebound.games.combat.places import Way, distance, speed
from rulebound.games.combat.rolls import pain
from rulebound.games.combat.rounds import can_begin
from rulebound.games.combat.state import Combat, Fighter, Id, Phase, T, Vehicle, current
from rulebound.games.combat.variants import CombatVariants, Positions
from rulebound.kernel.policy import Move, Policy
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import About, Table

O = TypeVar("O")  # noqa: E741 - an option

END = Move("end_turn")
AVERAGE = 3
"""A die, roughly, when defences are weighed against Reflex."""


class CombatPolicy(Policy[Combat, CombatVariants]):
    def act(self, t: T, seat: SeatId) -> Move | None:
        if t.state.phase is Phase.BEFORE:
            return Move("begin") if can_begin(t, seat) is None else None
        me = current(t)
        if t.state.phase is not Phase.FIGHT or me is None or me.seat != seat:
            return None
        if me.ran or me.ap < 1:
            return END
        foes = enemies(t, me)
        if not foes:
            return END
        return at_the_wheel(t, me, foes) if drives(t, me) else on_foot(t, me, foes)

    def choose(self, t: Table[Combat, CombatVariants], seat: SeatId, what: str, options: Sequence[O], about: About, default: O) -> O:
        match what:
            case "defence":
                foe = t.state.fighters[about[1]]
                return cast("O", best_defence(t, foe, cast("Sequence[Defence]", options)))
            case "next" | "starter":
                side = t.state.fighters[about[0]].side
                return next((o for o in options if t.state.fighters[str(o)].side == side), options[0])
            case _:
                return options[0]


def enemies(t: T, me: Fighter) -> list[Fighter]:
    """Those who can still fight and that one knows of, the nearest first."""
    foes = [f for f in t.state.fighters.values() if f.side != me.side and f.up and not f.yielded and known_to(t, me.side, f)]
    return sorted(foes, key=lambda f: distance(t, me.id, f.id)) if len(foes) > 1 else foes


def drives(t: T, me: Fighter) -> Vehicle | None:
    car = t.state.vehicles[me.vehicle] if me.vehicle else None
    return car if car and car.driver == me.id and not car.wrecked and not (car.disabled and not car.moving) else None


def on_foot(t: T, me: Fighter, foes: list[Fighter]) -> Move:
    """Attack whoever is nearest and in reach, keeping an AP to defend with where there are two; else get closer."""
    keeps_one = max_ap(t, me) > 1 and me.ap == 1
    if me.vehicle and t.state.vehicles[me.vehicle].burning:
        return Move("get_out")
    if me.bleeding and me.bandages and foes[0] and distance(t, me.id, foes[0].id) > AT_ARMS_LENGTH and not me.acted:
        return Move("bandage", {"patient": me.id})
    if keeps_one and me.acted:
        return END
    for foe in foes:
        if arms := best_weapon(t, me, foe):
            return Move("attack", {"target": foe.id, "weapon": arms})
    return get_ready(t, me, foes[0], keeps_one)


def best_weapon(t: T, me: Fighter, foe: Fighter) -> str | None:
    """The weapon at hand with the best chance and DMG together."""
    best, worth = None, 0
    for name in at_hand(t, me):
        arms = weapon(name)
        if reaches(t, me, foe.id, arms) and unusable(t, me, name) is None:
            value = 10 + attack_score(t, me, foe.id, arms).value + 2 * arms.dmg - (4 if name == "fists" != me.weapon else 0)
            if value > worth:
                best, worth = name, value
    return best


def get_ready(t: T, me: Fighter, foe: Fighter, keeps_one: bool) -> Move:
    """Nothing reaches: reload, stand up, or close in."""
    arms = weapon(me.weapon)
    if arms.shots and magazine(t, me, me.weapon).get(me.weapon, 0) < 1 and to_load(t, me, me.weapon):
        return Move("reload", {"weapon": me.weapon})
    if me.vehicle:
        car = t.state.vehicles[me.vehicle]
        return END if car.moving else Move("get_out")
    if me.prone:
        return Move("stand_up")
    pace = speed(t, me).value
    gap = distance(t, me.id, foe.id)
    if pace < 1 or gap <= 1 or keeps_one:
        return END
    way = Way(foe.id)
    if gap > 2 * pace and not me.acted and not arms.ranged and t.variants.positions is Positions.PLANE:
        return Move("run", {"way": way, "yards": min(gap - 1, 4 * pace)})
    return Move("move", {"way": way, "yards": max(1, min(pace, gap - 1))})


def at_the_wheel(t: T, me: Fighter, foes: list[Fighter]) -> Move:
    """Keep up with the enemy and ram or run down what is near enough."""
    car = t.state.vehicles[cast(Id, me.vehicle)]
    outside = [foe for foe in foes if foe.vehicle != car.id]
    if not car.driven and outside:
        goal: str = outside[0].vehicle or outside[0].id
        other = t.state.vehicles.get(goal)
        wanted = max(distance(t, car.id, goal), other.speed if other else 0)
        most = car.speed if car.disabled else min(car.top_speed, car.speed + 30)
        return Move("drive", {"way": Way(goal), "to_speed": max(max(0, car.speed - 60), min(most, wanted))})
    if car.moving:
        for foe in outside:
            if foe.vehicle and distance(t, car.id, foe.vehicle) <= car.speed:
                if t.state.vehicles[foe.vehicle].dr <= car.dr and not t.state.vehicles[foe.vehicle].wrecked:
                    return Move("ram", {"vehicle": foe.vehicle})
            elif foe.vehicle is None and distance(t, car.id, foe.id) <= car.speed:
                return Move("run_down", {"pedestrian": foe.id})
    for foe in foes:
        if arms := best_weapon(t, me, foe):
            return Move("attack", {"target": foe.id, "weapon": arms})
    return END


def best_defence(t: T, foe: Fighter, options: Sequence[Defence]) -> Defence:
    """Block or Dodge, whichever score is higher, if a roll of it likely beats standing there."""
    scores = {Defence.BLOCK: foe.melee, Defence.DODGE: foe.acrobatics}
    rolled = [d for d in options if d is not Defence.REFLEX]
    best = max(rolled, key=lambda d: scores[d])
    return best if scores[best] + AVERAGE - pain(t, foe) >= foe.reflex else Defence.REFLEX
