"""How machines play Infinity: shoot or strike what is near, hack or frighten where that is all, close in, and dodge when hurt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, cast

from rulebound.games.infinity.attacks import blades, can_shoot, can_strike, guns, melee_targets, shootable
from rulebound.games.infinity.content import weapon
from rulebound.games.infinity.hacking import can_hack, hackable, tools
from rulebound.games.infinity.moving import can_move, near_zones
from rulebound.games.infinity.people import Character
from rulebound.games.infinity.policy_scenes import scene_act
from rulebound.games.infinity.policy_vehicles import vehicle_choice, vehicle_number
from rulebound.games.infinity.ranges import zones_between
from rulebound.games.infinity.reactions import Reaction
from rulebound.games.infinity.rounds import can_go, next_ones
from rulebound.games.infinity.spending import Spend
from rulebound.games.infinity.state import RANGES, Infinity, Phase, T, foes
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.kernel.policy import Move, Policy
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import About, Table

O = TypeVar("O")  # noqa: E741 - an option
END = Move("end_turn")


class InfinityPolicy(Policy[Infinity, InfinityVariants]):
    def act(self, t: T, seat: SeatId) -> Move | None:
        if t.state.phase is not Phase.ACTION:
            return None if t.state.over else Move("begin")
        if move := scene_act(t, seat):
            return move
        current = t.state.current
        if current is None:
            return Move("take_turn", {"who": next_ones(t, seat)[0]}) if can_go(t, seat) is None else None
        me = t.state.people[current]
        return fight(t, seat, me) if me.seat == seat else None

    def choose(self, t: Table[Infinity, InfinityVariants], seat: SeatId, what: str, options: Sequence[O], about: About, default: O) -> O:
        match what:
            case "reaction":
                return cast("O", react(t, t.state.people[about[1]], cast("Sequence[Reaction]", options)))
            case "spend":
                return cast("O", Spend.BONUS_DAMAGE if Spend.BONUS_DAMAGE in options else options[0])
            case _:
                return vehicle_choice(t, what, options, about, default)

    def number(self, t: T, seat: SeatId, what: str, least: int, most: int, about: About, default: int) -> int:
        return vehicle_number(t, what, least, most, about, default)


def fight(t: T, seat: SeatId, me: Character) -> Move:
    """Attack with whatever reaches, nearest first; else come closer."""
    if can_strike(t, seat) is None:
        return Move("melee", {"target": melee_targets(t, seat)[0], "blade": blades(t, seat)[0]})
    if me.programs and can_hack(t, seat) is None:
        return Move("hack", {"target": hackable(t, seat)[0], "program": tools(t, seat)[-1]})
    if not me.turn.taken and can_move(t, seat) is None and (zone := closer(t, seat, me)):
        return Move("move", {"zone": zone, "spot": zone if zone in t.state.covers else "open"})
    if can_shoot(t, seat) is None:
        targets = sorted(shootable(t, seat), key=lambda id: zones_between(t, me.zone, t.state.people[id].zone) or 0)
        return Move("shoot", {"target": targets[0], "gun": guns(t, seat)[0]})
    return END


def closer(t: T, seat: SeatId, me: Character) -> str | None:
    """The next zone towards the nearest enemy, if the weapon in hand wants a shorter range."""
    enemies = foes(t, me)
    arms = [weapon(w.kind) for w in me.weapons.values() if w.hands]
    if not enemies or not arms:
        return None
    wanted = RANGES.names.index(arms[0].range) if arms[0].ranged else 0
    here = min(zones_between(t, me.zone, f.zone) or 0 for f in enemies)
    if here <= wanted:
        return None
    return min(near_zones(t, seat), key=lambda zone: min(zones_between(t, zone, f.zone) or 0 for f in enemies))


def react(t: T, foe: Character, options: Sequence[Reaction]) -> Reaction:
    """Dodge or its like once a round while the price is low."""
    if foe.reactions:
        return Reaction.NONE
    return next((r for r in (Reaction.DEFY, Reaction.SECURE, Reaction.PARRY, Reaction.DODGE) if r in options), Reaction.NONE)
