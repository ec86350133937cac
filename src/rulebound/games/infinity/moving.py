"""Zones, ranges and movement: who is how far, going from zone to zone, terrain, stance."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.content import weapon
from rulebound.games.infinity.exchange import retaliate_on_leaving, spring
from rulebound.games.infinity.falling import take_fall
from rulebound.games.infinity.footing import climbing, clipped, enterable, footing, needs_test, on_foot, stopped_at
from rulebound.games.infinity.gunnery import defensive_fire
from rulebound.games.infinity.maps import windows, zone_at
from rulebound.games.infinity.momentum import spend, within_means
from rulebound.games.infinity.people import Character, Stealth, Trigger, out, powered
from rulebound.games.infinity.ranges import goes_for, zones_between
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import Side, test
from rulebound.games.infinity.slots import acting, blind_rage, no_room, on_turn, take
from rulebound.games.infinity.state import T, Terrain, foes, in_reach, pair, seen_by, zones_of
from rulebound.games.infinity.stealth import noise
from rulebound.games.infinity.traffic import knocked_over
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

OPEN = "open"
"""Away from everybody and everything in a zone."""
PLAIN = Terrain()


def spots(t: T, me: Character, zone: str, action: Action = Action.MOVEMENT) -> list[str]:
    """Where in a zone one may end: in the open, in Reach of somebody one knows of, or behind cover."""
    people = [p for p in t.state.people.values() if p.id != me.id and zone in zones_of(p) and not p.dead]
    covers = [id for id, cover in t.state.covers.items() if cover.zone == zone and cover.dice]
    wheels = [v.id for v in t.state.vehicles.values() if v.zone == zone]
    spots = [OPEN, *(p.id for p in people if p.side == me.side or p.stealth is not Stealth.HIDDEN), *wheels, *covers]
    return [spot for spot in spots if goes_for(t, me, zone, spot)] if blind_rage(t, me, action) else spots


def spots_in(t: T, by: SeatId, zone: str) -> Sequence[str]:
    """Where in that zone: open, somebody to be in Reach of, or cover."""
    return spots(t, acting(t), zone)


def spots_here(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Where in this zone: open, somebody to be in Reach of, or cover."""
    return spots(t, acting(t), acting(t).zone)


# ------------------------------------------------------------------------------------------------ going
def tell_where(t: T, me: Character, spot: str) -> None:
    if spot in t.state.covers:
        t.say("moves_behind", "infinity.move.basic", to=seen_by(t, me), who=me.id, zone=me.zone, spot=t.state.covers[spot].name)
    elif spot == OPEN:
        t.say("moves", "infinity.move.basic", to=seen_by(t, me), who=me.id, zone=me.zone)
    else:
        t.say("moves_up_to", "infinity.move.basic", to=seen_by(t, me), who=me.id, zone=me.zone, spot=spot)


def go(t: T, me: Character, zone: str, spot: str, harder: int = 0, safe: bool = False, jumping: bool = False) -> None:
    """Move; who waited for it acts first, whoever is left behind in Reach may strike, and terrain may stop the way, or the jump."""
    spring(t, me, Trigger.MOVE)
    if not safe:
        for foe in [f for f in foes(t, me) if in_reach(t, me.id, f.id) and f.id != spot]:
            retaliate_on_leaving(t, foe, me)
    if out(me):
        return
    if not over_terrain(t, me, zone, harder):
        zone, spot = me.zone if jumping else stopped_at(t, me, zone), OPEN
        if zone == me.zone or out(me):
            return
    t.state.reach = [key for key in t.state.reach if me.id not in key.split("|")]
    me.zone, me.cover = zone, spot if spot in t.state.covers else None
    if spot in t.state.people or spot in t.state.vehicles:
        t.state.reach.append(pair(me.id, spot))
    for arms in me.weapons.values():
        arms.braced = False
    tell_where(t, me, spot)
    if t.state.vehicles:
        defensive_fire(t, me.id)


@cites("infinity.move.basic", "infinity.move.difficult_terrain", "infinity.move.hazardous_terrain", "infinity.example.difficult_entry")
def over_terrain(t: T, me: Character, zone: str, harder: int) -> bool:
    """Easy ground needs no test; a failed one stops the mover where it was needed, and hazards bring their peril."""
    steps, terrain = footing(t, me, zone, sprint=harder > 0)
    if not needs_test(t, me, steps):
        return True
    skill = Skill.ATHLETICS if climbing(t, me, zone) else movement_skill(t, me, terrain)
    came = test(t, Side(who=me, skill=skill, steps=steps), 0)
    knocked_over(t, [me.zone, zone], came.complications)
    if came.passed:
        return True
    clipped(t, me, terrain)
    t.say("stopped", "infinity.move.difficult_terrain", to=seen_by(t, me), who=me.id, zone=zone)
    if terrain.peril:
        t.say("peril", "infinity.move.hazardous_terrain", who=me.id, peril=terrain.peril)
        me.conditions.append(terrain.peril)
    return False


@cites("infinity.move.climb_swim")
def movement_skill(t: T, me: Character, terrain: Terrain) -> Skill:
    """Athletics or Acrobatics, as one likes; climbing and swimming are Athletics."""
    if terrain.climb:
        return Skill.ATHLETICS
    return t.choose(me.seat, "movement_skill", (Skill.ATHLETICS, Skill.ACROBATICS), (me.id,))


# ------------------------------------------------------------------------------------------------ commands
@cites("infinity.action.adjustment", "infinity.turn.one_movement")
def can_adjust(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or on_foot(t, acting(t)) or no_room(t, acting(t), Action.ADJUSTMENT):
        return refusal
    if needs_test(t, acting(t), footing(t, acting(t), acting(t).zone, sprint=False)[0]):
        return Refusal("infinity.action.adjustment", "The ground is too difficult for that.", "Take a Movement action.")
    return nowhere_else(t, acting(t), spots_here(t, by))


@command(rules=("infinity.action.adjustment", "infinity.range.reach_state"), when=can_adjust, spot=spots_here)
def adjust(t: T, by: SeatId, spot: str) -> None:
    """Free: move within the zone, into or out of Reach, or behind cover."""
    me = acting(t)
    take(t, me, Action.ADJUSTMENT, at=goes_for(t, me, me.zone, spot))
    go(t, me, me.zone, spot)
    noise(t, me, Action.ADJUSTMENT)


def nowhere_else(t: T, me: Character, places: Sequence[str]) -> Refusal | None:
    if places:
        return None
    return Refusal("infinity.technique.enrage", f"{me.name} is enraged and there is no Heat.", "Attack the enrager.")


def can_move(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or on_foot(t, acting(t)) or no_room(t, acting(t), Action.MOVEMENT):
        return refusal
    return nowhere_else(t, acting(t), near_zones(t, by))


def near_zones(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """This zone or one beside it."""
    me = acting(t)
    zones = [zone for zone in (me.zone, *t.state.map.neighbours(me.zone)) if enterable(t, zone)]
    return [zone for zone in zones if goes_for(t, me, zone, OPEN)] if blind_rage(t, me, Action.MOVEMENT) else zones


@command(rules=("infinity.action.movement", "infinity.range.table"), when=can_move, zone=near_zones, spot=spots_in)
def move(t: T, by: SeatId, zone: str, spot: str = OPEN) -> None:
    """Minor: move to a point within Medium range."""
    me = acting(t)
    take(t, me, Action.MOVEMENT, at=goes_for(t, me, zone, spot))
    go(t, me, zone, spot)
    noise(t, me, Action.MOVEMENT)


@cites("infinity.armour.powered")
def can_sprint(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or on_foot(t, acting(t)) or no_room(t, acting(t), Action.SPRINT):
        return refusal
    me = acting(t)
    if me.powered and not powered(me):
        return Refusal("infinity.armour.powered", "The powered armour is off.", "Restart it first.")
    return nowhere_else(t, me, far_zones(t, by))


@cites("infinity.range.table")
def far_zones(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Any zone within Long range."""
    me = acting(t)
    steps = {zone: zones_between(t, me.zone, zone) for zone in t.state.map.zones if enterable(t, zone)}
    found = [zone for zone, far in steps.items() if far is not None and (t.state.extreme_from is None or far < t.state.extreme_from)]
    return [zone for zone in found if goes_for(t, me, zone, OPEN)] if blind_rage(t, me, Action.SPRINT) else found


def spots_far(t: T, by: SeatId, zone: str) -> Sequence[str]:
    """Where in that zone: open, somebody to be in Reach of, or cover."""
    return spots(t, acting(t), zone, Action.SPRINT)


@command(rules=("infinity.action.sprint",), when=can_sprint, zone=far_zones, spot=spots_far)
def sprint(t: T, by: SeatId, zone: str, spot: str = OPEN) -> None:
    """Standard: move to a point within Long range; terrain is a step harder."""
    me = acting(t)
    take(t, me, Action.SPRINT, at=goes_for(t, me, zone, spot))
    me.camouflaged = False
    go(t, me, zone, spot, harder=1)
    noise(t, me, Action.SPRINT)


@cites("infinity.action.withdraw", "infinity.quality.reach", "infinity.move.difficult_terrain")
def free_withdrawal(t: T, me: Character) -> bool:
    """Where one's side outnumbers the enemies in Reach, or nobody else has a Reach weapon; never where the ground takes a test."""
    if needs_test(t, me, footing(t, me, me.zone, sprint=False)[0]):
        return False
    near = [f for f in foes(t, me) if in_reach(t, me.id, f.id)]
    friends = [p for p in t.state.people.values() if p.side == me.side and p.id != me.id and in_reach(t, me.id, p.id) and not out(p)]
    if sum(p.members for p in friends) + me.members > sum(f.members for f in near):
        return True
    long_arm = any(w.hands and weapon(w.kind).rating("reach") for w in me.weapons.values())
    return long_arm and not any(w.hands and weapon(w.kind).rating("reach") for f in foes(t, me) for w in f.weapons.values())


@cites("infinity.action.withdraw")
def can_withdraw(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    me = acting(t)
    if not any(in_reach(t, me.id, f.id) for f in foes(t, me)):
        return Refusal("infinity.action.withdraw", "No enemy is in Reach.", "Just move.")
    return no_room(t, me, Action.WITHDRAW, free_withdrawal(t, me))


@command(rules=("infinity.action.withdraw",), when=can_withdraw)
def withdraw(t: T, by: SeatId) -> None:
    """Standard: leave every enemy's Reach without being struck; free where you outnumber them."""
    me = acting(t)
    take(t, me, Action.WITHDRAW, free=free_withdrawal(t, me))
    go(t, me, me.zone, OPEN, safe=True)
    noise(t, me, Action.WITHDRAW)


@cites("infinity.momentum.withdraw")
def can_slip_away(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    me = acting(t)
    if not any(in_reach(t, me.id, f.id) for f in foes(t, me)):
        return Refusal("infinity.momentum.withdraw", "No enemy is in Reach.", "Just move.")
    if not me.turn.passed or within_means(t, me) < 1:
        return Refusal("infinity.momentum.withdraw", "It takes a Momentum of a passed test.", "Withdraw by an action.")
    return None


@command(rules=("infinity.momentum.withdraw",), when=can_slip_away)
def slip_away(t: T, by: SeatId) -> None:
    """Spend a Momentum to leave every enemy's Reach without being struck."""
    me = acting(t)
    spend(t, me, 1, "infinity.momentum.withdraw")
    go(t, me, me.zone, OPEN, safe=True)


# ------------------------------------------------------------------------------------------------ windows
def below(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A street below the window."""
    return windows(t, acting(t))


@cites("infinity.scene1.terrain.tenements")
def can_leave_by_window(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or on_foot(t, acting(t)) or no_room(t, acting(t), Action.MOVEMENT, aside=True):
        return refusal
    if windows(t, acting(t)):
        return None
    return Refusal("infinity.scene1.terrain.tenements", f"{acting(t).name} is not at a window.", "Go to one, or take the stairs.")


@command(rules=("infinity.scene1.terrain.tenements", "infinity.move.falling"), when=can_leave_by_window, zone=below)
def leave_by_window(t: T, by: SeatId, zone: str) -> None:
    """Minor: jump out of a window into the street; a floor is a Medium fall, two a Long one, more an Extreme one, less one for jumping."""
    me = acting(t)
    level = zone_at(t, me.zone)
    assert level is not None
    take(t, me, Action.MOVEMENT)
    go(t, me, zone, OPEN, jumping=True)
    if me.zone == zone and not out(me):
        take_fall(t, me, min(level.level, 3) - 1)
