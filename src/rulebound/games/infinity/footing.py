"""On foot: the worst of the way, stairs, the procession, a burden, climbing the divider, being clipped by a car, windows."""

from __future__ import annotations

from itertools import pairwise

from rulebound.games.infinity.aboard import vehicle_of
from rulebound.games.infinity.damage import hit_location, hurt
from rulebound.games.infinity.maps import drawn, way, zone_at
from rulebound.games.infinity.people import Character, Harm
from rulebound.games.infinity.skilltests import NONE
from rulebound.games.infinity.soak import armour_soak
from rulebound.games.infinity.state import T, Terrain
from rulebound.games.infinity.surroundings import hinders_walking
from rulebound.games.infinity.traffic import panic
from rulebound.games.infinity.vehicles import held_by
from rulebound.kernel.citing import cites
from rulebound.kernel.d20 import CombatDice
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM

PLAIN = Terrain()


@cites("infinity.vehicle.movement", "infinity.npc.loadlifter.grab")
def on_foot(t: T, who: Character) -> Refusal | None:
    """Nobody walks while he sits in a vehicle or is in a TAG's claws."""
    if vehicle_of(t, who.id):
        return Refusal("infinity.vehicle.movement", f"{who.name} sits in a vehicle.", "Drive, or get out.")
    if held_by(t, who.id):
        return Refusal("infinity.npc.loadlifter.grab", f"{who.name} is held.", "Break free first.")
    return None


@cites("infinity.scene2.tag.map")
def enterable(t: T, zone: str) -> bool:
    """Warehouses are shut until somebody opens them."""
    found = zone_at(t, zone)
    return not (found and found.alarm and t.state.board and zone not in t.state.board.opened)


# ------------------------------------------------------------------------------------------------ the way
def footing(t: T, me: Character, end: str, sprint: bool) -> tuple[Total, Terrain]:
    """What a walk takes, by the worst of its zones, and the ground that makes it so."""
    if not t.state.terrain and t.state.board is None:
        return NONE, PLAIN
    path = way(t, me.zone, end) or [me.zone]
    found = [(zone_footing(t, path, i), t.state.terrain.get(zone, PLAIN)) for i, zone in enumerate(path)]
    steps, terrain = max(found, key=lambda each: each[0].value)
    if sprint and steps.value:
        steps = steps.plus("sprinting", 1, "infinity.action.sprint")
    if not steps.value:
        steps = stairs(t, path, sprint)
    return steps, terrain


@cites("infinity.move.difficult_terrain", "infinity.scene2.underpass.on_foot")
def zone_footing(t: T, path: list[str], place: int) -> Total:
    ground = t.state.terrain.get(path[place], PLAIN)
    rule = "infinity.scene2.underpass.on_foot" if ground.clips != (0, 0) else "infinity.move.difficult_terrain"
    steps = NONE.plus("terrain", 0 if ground.only == "vehicles" else ground.steps, rule)
    return steps + panic(t, path[place]) if t.state.board else steps


@cites("infinity.scene1.terrain.tenements")
def stairs(t: T, path: list[str], sprint: bool) -> Total:
    """Sprinting up the stairs is D1, a single floor in a Movement needs no test."""
    up = any(t.state.map.zones[b].height > t.state.map.zones[a].height for a, b in pairwise(path))
    return NONE.plus("stairs", int(up and sprint and t.state.board is not None), "infinity.scene1.terrain.tenements")


@cites("infinity.move.difficult_terrain")
def stopped_at(t: T, me: Character, end: str) -> str:
    """Where a walk ends that fails: before the first bad zone of the way, or where one stands."""
    path = way(t, me.zone, end) or [me.zone]
    bad = next((i for i in range(len(path)) if zone_footing(t, path, i).value), 0)
    return path[max(0, bad - 1)]


@cites("infinity.scene1.sim")
def needs_test(t: T, me: Character, steps: Total) -> bool:
    """Bad ground does, and so does every step with the SIM."""
    return steps.value > 0 or hinders_walking(t, me)


@cites("infinity.scene2.underpass.on_foot")
def climbing(t: T, me: Character, end: str) -> bool:
    """The divider is climbed, with Athletics."""
    kind = drawn(t)
    path = way(t, me.zone, end) or []
    return kind is not None and any(kind.zones[a].divider == b for a, b in pairwise(path))


@cites("infinity.scene2.underpass.on_foot")
def clipped(t: T, me: Character, terrain: Terrain) -> None:
    """In a lane a failure is being clipped by a car."""
    flat, dice = terrain.clips
    if dice:
        roll = t.roll(CombatDice(dice), "collision", GM, (me.id,))
        place = hit_location(t, me, me.seat)
        t.say("clipped", "infinity.scene2.underpass.on_foot", who=me.id, damage=flat + roll.total)
        hurt(t, me, Harm.PHYSICAL, flat + roll.total - armour_soak(me, place).value)
