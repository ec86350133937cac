"""What machine seats do between fights in our scenes: search and go home, drive for their lives, hold the house and rest."""

from __future__ import annotations

from rulebound.games.infected import goals
from rulebound.games.infected.chase import Maneuver, runner
from rulebound.games.infected.people import Person
from rulebound.games.infected.rounds import can_begin
from rulebound.games.infected.scavenge import ALL, Search, can_search, worth_searching
from rulebound.games.infected.state import Infected, Phase, T
from rulebound.games.infected.terms import Id
from rulebound.games.infected.world import at_base, site
from rulebound.kernel.policy import Move
from rulebound.kernel.seats import SeatId

TOO_LOUD = 6
"""With so much Threat nobody searches on."""
ENOUGH = 2


def move(t: T, seat: SeatId) -> Move | None:
    """What this seat starts now outside a fight, or nothing. The first survivor's seat acts for the group."""
    match t.state.phase:
        case Phase.CHASE:
            return drive_on(t, seat)
        case Phase.DOWNTIME:
            return rest_up(t, seat)
        case Phase.PEACE if t.state.scene.ends in (goals.HAUL, goals.SIEGE, goals.CHASE):
            return go_on(t, seat)
        case _:
            return None


def whose_move(state: Infected) -> SeatId | None:
    """Between fights: a driver in a chase, in downtime whoever has done least, else the first survivor."""
    up = [p for p in state.people.values() if p.pc and p.up]
    chase, day = state.world.chase, state.world.downtime
    if chase is not None:
        drivers = {state.vehicles[side].driver if side in state.vehicles else side for side in (*chase.quarry, *chase.pursuers)}
        return next((p.seat for p in up if p.id in drivers), None)
    if day is not None:
        return min(up, key=lambda p: len(day.done.get(p.id, []))).seat if up else None
    return up[0].seat if up else None


def leader(t: T) -> Person | None:
    return next((p for p in t.state.people.values() if p.pc and p.up), None)


def go_on(t: T, seat: SeatId) -> Move | None:
    """Fight what is there, meet what comes, then do what one came for."""
    first = leader(t)
    if first is None or first.seat != seat:
        return None
    if can_begin(t, seat) is None and any(p.side != first.side and p.up for p in t.state.people.values()):
        return Move("begin_fight")
    if t.state.encounters:
        return Move("meet")
    if t.state.scene.ends == goals.SIEGE:
        return Move("settle_down")
    return search_or_leave(t, seat, first)


def search_or_leave(t: T, seat: SeatId, first: Person) -> Move | None:
    base, place = t.state.world.base, site(t)
    if base is None or at_base(t):
        return None
    searcher = max((p for p in t.state.people.values() if p.pc and p.up and p.seat == seat), key=lambda p: p.wits, default=first)
    quiet = t.state.threat.value < TOO_LOUD and goals.wanted_at_hand(t) < ENOUGH
    if place is not None and quiet and can_search(t, seat) is None and worth_searching(t, place, ALL):
        return Move("search", {"who": searcher.id, "mode": Search.QUICK_SWEEP, "looking_for": t.state.scene.wanted or "anything"})
    return Move("go_to", {"place": base})


def drive_on(t: T, seat: SeatId) -> Move | None:
    """The quarry's driver calls the rounds; far ahead it dares a shortcut."""
    chase = t.state.world.chase
    if chase is None:
        return None
    side: Id | None = next((s for s in (*chase.quarry, *chase.pursuers) if (who := runner(t, s)) is not None and who.pc), None)
    who = runner(t, side) if side else None
    if who is None or who.seat != seat or side is None:
        return None
    near = [place for key, place in chase.markers.items() if key.endswith(f">{side}")]
    car = t.state.vehicles.get(side)
    if near and max(near) >= 5 and side not in chase.declared and car is not None and car.marked < 2:
        return Move("declare", {"side": side, "maneuver": Maneuver.SHORTCUT})
    return Move("chase_round")


def rest_up(t: T, seat: SeatId) -> Move | None:
    """Everybody rests or watches; when all are done the first survivor's seat ends the day."""
    day = t.state.world.downtime
    assert day is not None
    for who in t.state.people.values():
        if who.pc and who.up and who.seat == seat and len(day.done.get(who.id, [])) < t.variants.downtime_activities_per_day:
            return Move("rest" if any(who.wounds.marked.values()) else "stand_watch", {"who": who.id})
    first = leader(t)
    waiting = any(p.pc and p.up and len(day.done.get(p.id, [])) < t.variants.downtime_activities_per_day for p in t.state.people.values())
    return Move("end_day", {"another": False}) if first is not None and first.seat == seat and not waiting else None
