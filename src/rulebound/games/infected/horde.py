"""A Horde: ten or more infected, not fought but fled from."""

from __future__ import annotations

from rulebound.games.infected.attack import FISTS, Strike
from rulebound.games.infected.blows import strike_at
from rulebound.games.infected.content import content
from rulebound.games.infected.people import Person
from rulebound.games.infected.ranges import steps
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Kind
from rulebound.kernel.citing import cites

WEARS_DOWN = 3
"""infected.npc.horde: Durability of a barrier that it breaks in a round."""


@cites("infected.npc.horde", "infected.threat.ten")
def horde_round(t: T) -> None:
    """Before initiative everybody in its zone is attacked once with 6 dice; then it comes a zone nearer."""
    for horde in [p for p in t.state.people.values() if p.kind is Kind.HORDE and not p.dead]:
        caught = [p for p in t.state.people.values() if p.human and not p.dead and not p.fled and p.zone == horde.zone]
        for victim in caught:
            strike_at(t, Strike(who=horde, target=victim, weapon=content().weapons[FISTS], action=False))
        advance(t, horde)


@cites("infected.npc.horde")
def advance(t: T, horde: Person) -> None:
    """One zone toward the nearest it can get at; a closed barrier stops it until it is worn down."""
    prey = [p for p in t.state.people.values() if p.human and not p.dead and not p.fled]
    if not prey or any(p.zone == horde.zone for p in prey):
        return
    nearest = min(prey, key=lambda p: steps(t, horde.zone, p.zone))
    zones = t.state.scene.zones
    ways = [z for z in zones[horde.zone].links if z in zones and steps(t, z, nearest.zone) < steps(t, horde.zone, nearest.zone)]
    if not ways:
        return
    barrier = zones[horde.zone].barrier.get(ways[0], 0)
    if barrier > 0:
        left = max(0, barrier - WEARS_DOWN)
        zones[horde.zone].barrier[ways[0]] = left
        t.say("barrier", "infected.npc.horde", zone=zones[ways[0]].name, left=left)
        return
    horde.zone = ways[0]
    t.say("horde_moves", "infected.npc.horde", who=horde.id, zone=zones[ways[0]].name)
