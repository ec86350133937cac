"""A Horde: ten or more infected, not fought but fled from."""

from __future__ import annotations

from rulebound.games.infected.attack import FISTS, Strike
from rulebound.games.infected.blows import strike_at
from rulebound.games.infected.content import content
from rulebound.games.infected.goals import foes_up
from rulebound.games.infected.groups import change_zone, step_apart
from rulebound.games.infected.people import HORDE, Person
from rulebound.games.infected.ranges import OUT_OF_RANGE, steps
from rulebound.games.infected.state import Phase, T, now
from rulebound.games.infected.terms import Awareness
from rulebound.kernel.citing import cites
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

WEARS_DOWN = 3
"""infected.npc.horde: Durability of a barrier that it breaks in a round."""


def hordes(t: T) -> list[Person]:
    """Those that are there and have not been drawn off."""
    return [p for p in t.state.people.values() if p.kind is HORDE and not (p.dead or p.fled)]


def prey_of(t: T) -> list[Person]:
    """Whom a Horde can still get at."""
    return [p for p in t.state.people.values() if p.human and not p.dead and not p.fled]


@cites("infected.npc.horde")
def pressed(t: T, by: SeatId) -> Refusal | None:
    """While a Horde is after somebody who can run, time goes by rounds; for the players also with a hunter at arm's reach, or with
    something on its way that Threat has called for."""
    if t.state.phase not in (Phase.PEACE, Phase.DOWNTIME):
        return None
    if hordes(t) and any(p.up for p in prey_of(t)):
        return Refusal("infected.npc.horde", "A Horde is coming: time goes by rounds.", "Begin the fight, and run until it sees nobody.")
    if by == GM:
        return None
    if (hunter := hunter_near(t)) is not None:
        return Refusal("infected.npc.rage", f"{hunter.name} is upon you: there is no time for that.", "Begin the fight, or break away.")
    if t.state.encounters:
        return Refusal("infected.threat.thresholds", "Something has heard you and is coming.", "Meet it first.")
    return None


@cites("infected.npc.rage")
def hunter_near(t: T) -> Person | None:
    """Somebody who hunts the group and has one of them within arm's reach."""
    hunters = [p for p in foes_up(t) if p.awareness is Awareness.HUNTING and p.distracted_until <= now(t)]
    return next((p for p in hunters if any(t.state.people[id].pc and not t.state.people[id].dead for id in p.near)), None)


@cites("infected.npc.horde", "infected.threat.ten")
def fall_upon(t: T) -> None:
    """Before initiative everybody in a zone that it has reached is attacked once with 6 dice."""
    for horde in hordes(t):
        for victim in [p for p in prey_of(t) if p.zone == horde.zone]:
            strike_at(t, Strike(who=horde, target=victim, weapon=content().weapons[FISTS], action=False))


@cites("infected.npc.horde")
def come_nearer(t: T) -> None:
    """At the end of every round a zone, toward the nearest."""
    for horde in hordes(t):
        advance(t, horde)


@cites("infected.npc.horde", "infected.advance.major_threat")
def shake_off(t: T) -> None:
    """A scene out of its sight and hearing is an escape, and the Horde is gone."""
    for horde in [p for p in t.state.people.values() if p.kind is HORDE and not p.dead]:
        if horde.fled or not any(within_reach(t, horde, p) for p in prey_of(t)):
            step_apart(t, horde)
            t.state.world.gone[horde.id] = horde.name
            del t.state.people[horde.id]
            t.state.scene.enemy_gone = True
            t.state.world.horde_escaped = True
            t.say("got_away", "infected.npc.horde", who=horde.id)


@cites("infected.npc.horde")
def within_reach(t: T, horde: Person, who: Person) -> bool:
    """In its zone, or in sight of it: doors only hold it up, and whoever hides is not seen."""
    return who.zone == horde.zone or (not who.hidden and steps(t, horde.zone, who.zone) < OUT_OF_RANGE)


@cites("infected.npc.horde", "infected.environment.fire_barrier")
def advance(t: T, horde: Person) -> None:
    """One zone toward the nearest it knows of, by an open way if there is one, and through no fire; a closed barrier stops it until it is
    worn down."""
    prey = [p for p in prey_of(t) if p.zone == horde.zone or not p.hidden]
    if not prey or any(p.zone == horde.zone for p in prey):
        return
    nearest = min(prey, key=lambda p: steps(t, horde.zone, p.zone))
    zones = t.state.scene.zones
    ways = [z for z in zones[horde.zone].links if z in zones and not zones[z].fire]
    ways = [z for z in ways if steps(t, z, nearest.zone) < steps(t, horde.zone, nearest.zone)]
    if not ways:
        return
    barriers = zones[horde.zone].barrier
    way = min(ways, key=lambda z: barriers.get(z, 0))
    if barriers.get(way, 0) > 0:
        left = max(0, barriers[way] - WEARS_DOWN)
        barriers[way] = zones[way].barrier[horde.zone] = left
        t.say("barrier", "infected.npc.horde", zone=zones[way].name, left=left)
        return
    change_zone(t, horde, way)
    t.say("horde_moves", "infected.npc.horde", who=horde.id, zone=zones[way].name)
