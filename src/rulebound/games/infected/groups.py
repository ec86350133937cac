"""Numbers and nearness: who stands within whose reach, who is outnumbered and surrounded."""

from __future__ import annotations

from rulebound.games.infected.people import SWARM, Person
from rulebound.games.infected.state import T, now
from rulebound.games.infected.terms import Id
from rulebound.games.infected.variants import SwarmCounts
from rulebound.kernel.citing import cites

SURROUNDED = 3
BOTTLENECK = 2
"""infected.position.bottleneck: how many enemies can get at whoever holds one."""


def come_together(t: T, a: Person, b: Person) -> None:
    """Both are within arm's reach of each other."""
    if b.id not in a.near:
        a.near.append(b.id)
    if a.id not in b.near:
        b.near.append(a.id)


def step_apart(t: T, who: Person) -> None:
    """Nobody is within arm's reach of this one any more."""
    for id in who.near:
        other = t.state.people[id]
        if who.id in other.near:
            other.near.remove(who.id)
    who.near = []


@cites("infected.position.bottleneck", "infected.position.back_to_wall", "infected.position.high_ground")
def change_zone(t: T, who: Person, zone: str) -> None:
    """On one's own feet or not: out of everybody's reach, and out of whatever the old place was good for."""
    step_apart(t, who)
    lose_flanks(t, who)
    who.zone, who.cover, who.half_way, who.flanks, who.came_from = zone, None, "", [], {}
    leave_stand(who)


def leave_stand(who: Person) -> None:
    who.back_to_wall = who.holds_bottleneck = who.high_ground = False


@cites("infected.range.movement", "infected.condition.slowed")
def is_half_way(t: T, who: Person, toward: str) -> bool:
    """Whether halved movement has brought somebody no more than half of the way, which is lost after their next turn."""
    if who.half_way == toward and now(t) <= who.half_since + 1:
        return False
    who.half_way, who.half_since = toward, now(t)
    t.say("half_way", "infected.range.movement", who=who.id)
    return True


@cites("infected.position.flanking")
def lose_flanks(t: T, who: Person) -> None:
    """Being on another side of somebody lasts until they move."""
    for other in t.state.people.values():
        if who.id in other.flanks:
            other.flanks.remove(who.id)
        other.came_from.pop(who.id, None)


@cites("infected.group.outnumbered", "infected.npc.swarm")
def besetting(t: T, who: Person) -> int:
    """Enemies at arm's reach that count against this one: each counts against one defender only, the one it last attacked."""
    count = 0
    for id in who.near:
        foe = t.state.people[id]
        if foe.side == who.side or not foe.up or foe.yields or fights(t, foe) != who.id:
            continue
        count += heads(t, foe)
    return count


@cites("infected.npc.swarm")
def heads(t: T, foe: Person) -> int:
    """How many enemies one counts for."""
    return foe.members if foe.kind is SWARM and t.variants.swarm_counts_as is SwarmCounts.MEMBERS else 1


def few_near(t: T, who: Person, many: int) -> bool:
    """Whether there can hardly be so many enemies at arm's reach, without looking at them."""
    return len(who.near) < many and t.variants.swarm_counts_as is SwarmCounts.ONE_ENEMY


def fights(t: T, foe: Person) -> Id | None:
    """The one enemy that somebody counts against: whom they last attacked if still near, else the first within reach, one who still
    fights if there is such a one."""
    if foe.aims_at is not None and foe.aims_at in foe.near:
        return foe.aims_at
    down = None
    for id in foe.near:
        other = t.state.people[id]
        if other.side == foe.side or other.dead:
            continue
        if other.up and not other.yields:
            return id
        down = down or id
    return down


@cites("infected.group.outnumbered", "infected.position.bottleneck")
def beset(t: T, who: Person) -> int:
    """Dice that numbers cost on every roll: 1 against three, 2 against four or more; nothing in a bottleneck."""
    if who.holds_bottleneck or few_near(t, who, SURROUNDED):
        return 0
    foes = besetting(t, who)
    return 0 if foes < 3 else 1 if foes == 3 else 2


@cites("infected.group.outnumbered", "infected.position.bottleneck")
def outnumbering(t: T, target: Person) -> int:
    """The die that attackers of one defender gain by being two or more: +1, however many."""
    if target.holds_bottleneck or few_near(t, target, 2):
        return 0
    return 1 if besetting(t, target) >= 2 else 0


@cites("infected.position.surrounded", "infected.position.bottleneck", "infected.npc.swarm")
def surrounded(t: T, who: Person) -> bool:
    """Three or more enemies at arm's reach: no way out without pushing through."""
    if who.holds_bottleneck or few_near(t, who, SURROUNDED):
        return False
    foes = (t.state.people[id] for id in who.near)
    return sum(heads(t, foe) for foe in foes if foe.side != who.side and foe.up and not foe.yields) >= SURROUNDED


@cites("infected.position.bottleneck")
def shuts_out(t: T, holder: Person, who: Person) -> bool:
    """Whether whoever holds a bottleneck has as many enemies at arm's reach as can get there, and this is one more."""
    return holder.holds_bottleneck and who.side != holder.side and who.id not in holder.near and at_reach(t, holder) >= BOTTLENECK


def at_reach(t: T, who: Person) -> int:
    """Enemies within arm's reach who are on their feet and fight."""
    return sum(1 for foe in (t.state.people[id] for id in who.near) if foe.side != who.side and foe.up and not foe.yields)


@cites("infected.position.surrounded")
def open_gap(t: T, who: Person, beside: list[Id]) -> None:
    """An enemy is pushed aside or down: everybody of the same side within its reach may slip out."""
    for id in beside:
        if t.state.people[id].side == who.side:
            t.state.people[id].gap = True
