"""How a machine CiC plays: Adversity spent to a plan, panic now and then, and an attack on whoever is weakest."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.contagion.content import line
from rulebound.games.contagion.cycle import may_act
from rulebound.games.contagion.madness import can_panic
from rulebound.games.contagion.people import Role, Survivor, Threat
from rulebound.games.contagion.state import T, present
from rulebound.games.contagion.threats import FREE_SCORE, POOR, cost
from rulebound.kernel.citing import cites
from rulebound.kernel.policy import Move
from rulebound.kernel.seats import GM

BIG_BAD_SCENE, BIG_BAD_SCORE, MOST_THREATS = 6, 20, 3
PANICS = (0, 2, 4)
"""contagion.cic.balance: the Panic Button in six scenes of ten."""


@cites("contagion.cic.scene_plan")
def cic_move(t: T) -> Move | None:
    """Buy at the start of a scene, attack while there are Threats, and close the scene when they are gone."""
    here = [x for x in t.state.threats.values() if x.acts]
    if not t.state.acted and not any(x.dead for x in t.state.threats.values()) and (bought := buy(t, here)):
        return bought
    if not here or not present(t):
        return Move("end_scene")
    if t.state.scenes % 5 in PANICS and can_panic(t, GM) is None:
        return Move("panic", {"event": panic_event(t)})
    for threat in here:
        if may_act(t, threat.id):
            target = weakest(present(t))
            return Move("challenge", {"who": threat.id, "against": target.id, "harm": True, "action": line("attack", len(t.state.told))})
    return None


def panic_event(t: T) -> str:
    """One of ours; some are made around somebody's Psychotrigger."""
    people = present(t)
    victim = people[t.state.scenes % len(people)]
    return line("panic", len(t.state.told)).replace("*", victim.psychotrigger or "you")


def weakest(people: Sequence[Survivor]) -> Survivor:
    return min(people, key=lambda s: (s.ranks, s.id))


@cites("contagion.cic.scene_plan", "contagion.cic.session_length")
def buy(t: T, here: Sequence[Threat]) -> Move | None:
    """Up to six tenths of the pool for at most three Threats; from the sixth scene on the CiC saves for the Big Bad of the finale."""
    number, there = t.state.scenes + 1, t.state.adversity.value
    spent = sum(cost(t, threat.role, threat.full) for threat in here)
    name = line("threat", 3 * number + len(here))
    finale = t.variants.planned_scenes != "open" and number >= t.variants.planned_scenes
    if finale and not here and there >= cost(t, Role.BIG_BAD, BIG_BAD_SCORE):
        return Move("buy_threat", {"name": line("boss", number), "role": Role.BIG_BAD, "score": BIG_BAD_SCORE, "infection": 3})
    if t.state.free_threat and there < POOR and not here:
        return Move("buy_threat", {"name": name, "role": Role.HINDRANCE, "score": FREE_SCORE, "infection": 2})
    most = 1 if number >= BIG_BAD_SCENE and not finale else MOST_THREATS
    budget = (spent + there) * (9 if finale else 6) // 10
    if there >= POOR and (not here or (len(here) < most and spent + POOR <= budget)):
        return Move("quick_buy", {"name": name})
    return None


def start(t: T) -> Move:
    return Move("start_scene", {"frame": frame(t, t.state.scenes)})


def frame(t: T, number: int) -> str:
    """Where the story goes on; a story without places of its own goes through the mall."""
    places = t.state.story.frames
    return places[number % len(places)] if places else line("frame", number)
