"""What the place does: cover by where people stand and what lies between, burdens, noise, alarms, distractions."""

from __future__ import annotations

from itertools import pairwise

from rulebound.games.infinity.aboard import shelter, vehicle_of
from rulebound.games.infinity.maps import DICE, drawn, steps_between, way, zone_at
from rulebound.games.infinity.people import Character, Harm
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.soak import morale_soak
from rulebound.games.infinity.squads import lose
from rulebound.games.infinity.state import Cover, T
from rulebound.games.infinity.state_scenes import Flow, Stage
from rulebound.games.infinity.variants import RoofCover
from rulebound.kernel.citing import cites
from rulebound.kernel.d20 import CombatDice
from rulebound.kernel.modifiers import Total
from rulebound.kernel.seats import GM

NONE = Total()
NOISE_RULE = "infinity.scene1.terrain.tenements"
BURDENED = (Skill.ACROBATICS, Skill.ATHLETICS)
SHOCK_OF_IT = CombatDice(2)
"""What it does to whoever has hit bystanders, beside 1."""


# ------------------------------------------------------------------------------------------------ tests
def place_steps(t: T, who: Character, skill: Skill) -> Total:
    """What the scene does to a test."""
    board = t.state.board
    if board is None:
        return NONE
    steps = burden(t, who, skill)
    if board.distracted == who.id:
        steps = steps.plus("festive distraction", 1, "infinity.scene1.heat.festive_distraction")
    if skill is Skill.OBSERVATION and deafened(t, who):
        steps = steps.plus("alarm", 1, "infinity.scene2.tag.alarms")
    return steps


@cites("infinity.scene1.sim", "infinity.scene1.premise")
def burden(t: T, who: Character, skill: Skill) -> Total:
    """The SIM is heavy for whoever carries it on foot."""
    board = t.state.board
    carried = board is not None and board.sim == who.id and skill in BURDENED and vehicle_of(t, who.id) is None
    return NONE.plus("carrying the SIM", int(carried), "infinity.scene1.sim")


@cites("infinity.scene1.sim")
def hinders_walking(t: T, who: Character) -> bool:
    """On foot the carrier's every move is a test."""
    return t.variants.sim_hinders_walking and burden(t, who, Skill.ATHLETICS).value > 0


@cites("infinity.scene2.tag.alarms")
def deafened(t: T, who: Character) -> bool:
    """A sounding alarm drowns what goes on within Medium of its warehouse."""
    board = t.state.board
    if board is None or board.silenced:
        return False
    far = (steps_between(t, who.zone, zone) for zone in board.alarms)
    return any(steps is not None and steps <= 1 for steps in far)


@cites("infinity.scene1.terrain.tenements")
def noises(t: T) -> tuple[str, ...]:
    """What the game master may count against hearing: the festival is loud everywhere."""
    return ("crowd noise",) if t.state.board and t.state.board.stage is Stage.FESTIVAL else ()


@cites("infinity.scene1.heat.festive_distraction")
def composed(t: T, who: Character) -> None:
    """A distraction is for one test."""
    if t.state.board and t.state.board.distracted == who.id:
        t.state.board.distracted = None


@cites("infinity.scene2.streets.bystanders")
def endangers_bystanders(t: T, who: Character, skill: Skill) -> bool:
    board = t.state.board
    if board is None or board.stage is not Stage.STREETS or skill not in (Skill.PILOT, Skill.RANGED_WEAPONS):
        return False
    return t.judge("bystanders", (True, False), who.hero, (who.id,))


@cites("infinity.scene2.streets.bystanders")
def bystanders_hit(t: T, who: Character, skill: Skill) -> int:
    """In the streets a Complication at the wheel or with a gun may hit bystanders: 1+[CD]2 of mental damage to whoever rolled it."""
    if not endangers_bystanders(t, who, skill):
        return 0
    roll = t.roll(SHOCK_OF_IT, "bystanders", GM, (who.id,))
    t.say("bystanders_hit", "infinity.scene2.streets.bystanders", who=who.id, damage=1 + roll.total)
    lose(t, who, Harm.MENTAL, 1 + roll.total - morale_soak(who).value)
    return 1


# ------------------------------------------------------------------------------------------------ cover
@cites("infinity.soak.cover_scope")
def best_cover(t: T, shooter: Character, who: Character) -> Cover | None:
    """One cover at a time: what one stands behind, sits in, or has between oneself and the shooter, whichever is best."""
    found = [cover for cover in (t.state.covers.get(who.cover or ""), *between(t, shooter, who)) if cover and cover.dice]
    dice, name = shelter(t, who)
    if dice:
        found.append(Cover(name=name, zone=who.zone, dice=dice))
    return max(found, key=lambda cover: cover.dice, default=None)


def between(t: T, shooter: Character, who: Character) -> list[Cover | None]:
    """Cover that comes with the place."""
    board = t.state.board
    if board is None:
        return []
    match board.stage:
        case Stage.FESTIVAL:
            return [walls(t, who), crowd(t, shooter, who)]
        case Stage.STREETS:
            return [traffic(t, shooter, who)]
        case Stage.PARK:
            return [office(t, shooter, who)]
        case Stage.UNDERPASS:
            return [divider(t, shooter, who)]


@cites("infinity.scene1.terrain.tenements")
def walls(t: T, who: Character) -> Cover | None:
    """Inside a tenement walls help everybody; on the roof as far as this table says."""
    zone = zone_at(t, who.zone)
    if zone is None or not zone.on_foot or vehicle_of(t, who.id):
        return None
    roof = zone.name.endswith("Roof")
    if roof and t.variants.tenement_roof_cover is RoofCover.NONE:
        return None
    dice = DICE[t.variants.tenement_roof_cover.value.lower()] if roof else DICE["heavy"]
    return Cover(name="the walls", zone=who.zone, dice=dice)


@cites("infinity.scene1.terrain.procession")
def crowd(t: T, shooter: Character, who: Character) -> Cover | None:
    """The procession covers whoever is in it or beyond it."""
    kind = drawn(t)
    path = way(t, shooter.zone, who.zone) or []
    if kind is None or not any(kind.zones[zone].crowd for zone in (path[1:] if len(path) > 1 else path)):
        return None
    return Cover(name="the procession", zone=who.zone, dice=DICE["light"], crowd=True)


@cites("infinity.scene1.terrain.procession")
def crowd_panics(t: T, effects: int) -> None:
    """Each Effect on the crowd's dice is a point of Heat, whoever is shot at."""
    if effects:
        t.state.heat.change(effects, GM, "the crowd panics", "infinity.scene1.terrain.procession")
        t.say("heat_gained", "infinity.scene1.terrain.procession", points=effects, why="the crowd's panic", now=t.state.heat.value)


@cites("infinity.scene2.streets.cover_traffic")
def traffic(t: T, shooter: Character, who: Character) -> Cover | None:
    """Traffic that crosses the line of fire, where it is aimed at or on the way there."""
    board, path = t.state.board, way(t, shooter.zone, who.zone) or []
    assert board is not None
    for before, zone in pairwise(path):
        if zone in board.flows and crosses(t, before, zone):
            return Cover(name="the traffic", zone=who.zone, dice=DICE["heavy"])
    return None


@cites("infinity.scene2.streets.crossroads", "infinity.example.crossroads")
def crosses(t: T, start: str, crossroads: str) -> bool:
    """Whether coming from that side cuts across the flow; sides are by the compass (map field flow_sides)."""
    board, zone = t.state.board, zone_at(t, crossroads)
    assert board is not None and zone is not None
    side = next((side for side, neighbour in zone.flow_sides.items() if neighbour == start), "")
    along = Flow.NORTH_SOUTH if side in ("north", "south") else Flow.EAST_WEST
    return bool(side) and board.flows.get(crossroads) is not along


@cites("infinity.scene2.tag")
def office(t: T, shooter: Character, who: Character) -> Cover | None:
    """Furniture of the site office: Heavy against attacks from outside, Light against those from within."""
    if who.zone != "office":
        return None
    return Cover(name="furniture", zone=who.zone, dice=DICE["light" if shooter.zone == "office" else "heavy"])


@cites("infinity.scene2.underpass")
def divider(t: T, shooter: Character, who: Character) -> Cover | None:
    """The barrier between the two directions covers whoever is shot at across it."""
    kind = drawn(t)
    path = way(t, shooter.zone, who.zone) or []
    over = kind is not None and any(kind.zones[a].divider == b for a, b in pairwise(path))
    return Cover(name="the divider", zone=who.zone, dice=DICE["light"]) if over else None
