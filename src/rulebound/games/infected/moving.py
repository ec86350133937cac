"""Moving in a fight: zones and bands, and getting round somebody. Where one stands: stands.py; how one gets away from it: retreat.py."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected import overwatch  # whoever moves sets off what others prepared, and a prepared movement is one
from rulebound.games.infected.actions import acting, has_move, spend_move
from rulebound.games.infected.environment import keeps_footing, through_debris
from rulebound.games.infected.fire import in_fire
from rulebound.games.infected.fright import ways_to_flee
from rulebound.games.infected.groups import (
    change_zone,
    come_together,
    is_half_way,
    leave_stand,
    lose_flanks,
    shuts_out,
    step_apart,
    surrounded,
)
from rulebound.games.infected.guts import be_heroic
from rulebound.games.infected.journey import Pace
from rulebound.games.infected.people import Person, Trigger
from rulebound.games.infected.ranges import OUT_OF_RANGE, band, distances, has_flanks, open_ways, retreats, shuns_fire, steps
from rulebound.games.infected.state import T, in_sight
from rulebound.games.infected.suppression import under_fire
from rulebound.games.infected.terms import Band, Condition, Id
from rulebound.games.infected.traps import walk_into
from rulebound.games.infected.water import swims
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


def free_to_move(t: T, by: SeatId) -> Refusal | None:
    return has_move(t, by) or held_back(t, acting(t))


def free_to_choose(t: T, by: SeatId) -> Refusal | None:
    """Free to move, and not only away."""
    return free_to_move(t, by) or running(acting(t))


@cites("infected.stress.panic", "infected.maneuver.suppressing_options")
def running(who: Person) -> Refusal | None:
    """Whoever flees, in a panic or from fire, does nothing but get away."""
    if who.flees:
        return Refusal("infected.maneuver.suppressing_options", f"{who.name} flees from the fire.", "Move away from it.")
    return Refusal("infected.stress.panic", f"{who.name} flees.", "Move away from the enemy.") if who.bolts else None


@cites("infected.vehicle.stats")
def held_back(t: T, who: Person, *, crawls: bool = False) -> Refusal | None:
    """What keeps somebody from moving at all; lying down one crawls, within the zone."""
    if who.vehicle:
        return Refusal("infected.vehicle.stats", f"{who.name} is aboard {t.state.vehicles[who.vehicle].name}.", "Get out first.")
    return bound(t, who, crawls=crawls)


@cites(
    "infected.condition.grappled", "infected.condition.pinned", "infected.maneuver.grapple", "infected.maneuver.grapple_while",
    "infected.condition.prone", "infected.hazard.collapse.trapped",
)  # fmt: skip
def bound(t: T, who: Person, *, crawls: bool = False) -> Refusal | None:
    """What keeps somebody in their place, on foot or in a seat."""
    if who.trapped:
        return Refusal("infected.hazard.collapse.trapped", f"{who.name} is trapped under rubble.", "Dig, or be dug out.")
    if who.has(Condition.PINNED):
        return Refusal("infected.condition.pinned", f"{who.name} is Pinned.", "Escape first.")
    if who.has(Condition.GRAPPLED):
        return Refusal("infected.condition.grappled", f"{who.name} is held and cannot move.", "Escape first.")
    if who.locked_with:
        way_out = "Grapple again, or let go." if who.locked_first else "Win a grapple, or shove them off."
        return Refusal("infected.maneuver.grapple", f"{who.name} is locked with {t.state.people[who.locked_with].name}.", way_out)
    if who.holds:
        return Refusal("infected.maneuver.grapple_while", f"{who.name} holds somebody.", "Drag them along, or let go.")
    if who.has(Condition.PRONE) and not crawls:
        return Refusal("infected.condition.prone", f"{who.name} lies down.", "Stand up first.")
    return None


@cites("infected.position.surrounded", "infected.position.back_to_wall")
def hemmed_in(t: T, who: Person) -> Refusal | None:
    """Surrounded, or with the back to a wall, nobody just walks away."""
    if surrounded(t, who) and not who.gap:
        return Refusal("infected.position.surrounded", f"{who.name} is surrounded.", "Shove or tackle somebody first.")
    if who.back_to_wall and any(t.state.people[id].side != who.side for id in who.near):
        return Refusal("infected.position.back_to_wall", f"{who.name} has a wall behind.", "Fight through.")
    return None


# ------------------------------------------------------------------------------------------------ a step
def next_to(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A zone one step away, unless something blocks the way; for whoever flees, one farther from what they flee from."""
    who = acting(t)
    if who.bolts:
        return ways_to_flee(t, who)
    return ways_from(t, who, t.state.people[who.flees]) if who.flees else free_ways(t, who)


@cites("infected.position.back_to_wall")
def free_ways(t: T, who: Person) -> list[str]:
    """Open ways, but for whoever has a wall behind none that leads away from the enemies, and for infected none into a fire."""
    ways = [zone for zone in open_ways(t, who.zone) if not shuns_fire(t, who, zone)]
    return [zone for zone in ways if not (who.back_to_wall and retreats(t, who, zone))]


@cites("infected.environment.fire_barrier")
def kept_off(t: T, who: Person) -> Refusal | None:
    """Where only a fire is in the way."""
    if not any(shuns_fire(t, who, zone) for zone in open_ways(t, who.zone)):
        return None
    return Refusal("infected.environment.fire_barrier", f"{who.name} does not go into the fire.", "Go round it, or wait until it is out.")


@cites("infected.maneuver.suppressing_options")
def ways_from(t: T, who: Person, shooter: Person) -> list[str]:
    """Those that lead farther from somebody who shoots."""
    here = steps(t, who.zone, shooter.zone)
    return [zone for zone in free_ways(t, who) if steps(t, zone, shooter.zone) > here]


def can_move(t: T, by: SeatId) -> Refusal | None:
    if refusal := free_to_move(t, by):
        return refusal
    who = acting(t)
    if refusal := hemmed_in(t, who):
        return refusal
    if next_to(t, by):
        return None
    if who.back_to_wall and open_ways(t, who.zone):
        return Refusal("infected.position.back_to_wall", f"{who.name} has a wall behind.", "Fight through.")
    return kept_off(t, who) or Refusal("infected.range.movement", "There is nowhere to go.", "Break a way.")


@command(rules=("infected.range.movement", "infected.range.zone"), when=can_move, zone=next_to)
def move(t: T, by: SeatId, zone: str) -> None:
    """Move a zone, which is a range band."""
    who = acting(t)
    spend_move(t, who)
    if set_out(t, who, zone):
        go(t, who, zone)


@cites("infected.range.movement", "infected.condition.slowed", "infected.environment.hazard_table")
def set_out(t: T, who: Person, toward: str) -> bool:
    """Whether this Move gets anywhere: halved movement takes two, rubble a check or the same, water a swim."""
    zone = t.state.scene.zones[who.zone]
    if held_up(t, who):
        return False
    if zone.deep_water and not swims(t, who, zone.water):
        t.say("no_headway", "infected.environment.hazard_table", who=who.id)
        return False
    slow = who.slow
    if zone.debris and not slow and not who.many:
        slow = not (t.choose(who.seat, "debris", ("slowly", "try"), (who.id,)) == "try" and through_debris(t, who))
    if slow and is_half_way(t, who, toward):
        return False
    who.half_way = ""
    leave_stand(who)
    return keeps_footing(t, who)


@cites("infected.maneuver.overwatch")
def held_up(t: T, who: Person) -> bool:
    """Whether what others had prepared against this Move comes before it and keeps them here."""
    here, lay = who.zone, who.has(Condition.PRONE)
    overwatch.spring(t, who, Trigger.MOVES)
    if not who.up:
        return True
    if who.zone == here and not seized(who) and (lay or not who.has(Condition.PRONE)):
        return False
    t.say("no_headway", "infected.maneuver.overwatch", who=who.id)
    return True


@cites("infected.condition.grappled", "infected.maneuver.grapple")
def seized(who: Person) -> bool:
    """In somebody's grip or locked with them: whoever drags another is not."""
    return who.has(Condition.GRAPPLED) or who.locked_with is not None


def go(t: T, who: Person, zone: str) -> None:
    """Into another zone: out of everybody's reach, out of cover, and into whatever waits there."""
    away = distances(t)
    nearer = [
        p.id for p in t.state.people.values()
        if p.side != who.side and not p.dead and away.get((zone, p.zone), OUT_OF_RANGE) < away.get((who.zone, p.zone), OUT_OF_RANGE)
    ]  # fmt: skip
    old, there = who.zone, [p.id for p in t.state.people.values() if p.side != who.side and p.zone == zone and not p.dead]
    got_round = [id for id in who.flanks if id in there]
    change_zone(t, who, zone)
    who.came_from, who.flanks = dict.fromkeys(there, old), got_round
    who.approached += nearer
    zones = t.state.scene.zones
    t.say("moves", "infected.range.movement", who=who.id, zone=zones[zone].name)
    if not zones[old].slippery:  # there they have rolled to set out
        keeps_footing(t, who)
    arrive(t, who)


def arrive(t: T, who: Person) -> None:
    in_fire(t, who)
    if (t.state.scene.zones[who.zone].traps or t.state.traps) and who.up:
        walk_into(t, who)
    if t.state.fight is not None and who.up and t.state.fight.suppressions:
        under_fire(t, who)
    if who.up:
        overwatch.spring(t, who, Trigger.COMES_NEAR)
    if who.up:
        overwatch.spring(t, who, Trigger.COMES_TO_FRIEND)
    if who.up:
        overwatch.followed(t, who)


# ------------------------------------------------------------------------------------------------ within reach
def close_ones(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody at Close range; whoever holds a bottleneck lets two enemies come near, and no third."""
    who = acting(t)
    zone = t.state.scene.zones[who.zone]
    return [
        p.id for p in t.state.people.values()
        if p.id != who.id and not p.dead and not p.fled and in_sight(who, p) and band(t, who, p) is Band.CLOSE and not drives_past(t, p)
        and (p.zone == who.zone or (zone.barrier.get(p.zone, 0) < 1 and not shuns_fire(t, who, p.zone))) and not shuts_out(t, p, who)
    ]  # fmt: skip


@cites("infected.vehicle.combat.target_occupant", "infected.range.movement")
def drives_past(t: T, who: Person) -> bool:
    """Nobody on foot gets to arm's reach of somebody in a vehicle that does more than roll."""
    return who.vehicle is not None and t.state.vehicles[who.vehicle].pace not in (Pace.STILL, Pace.LOW)


@cites("infected.range.movement")
def can_close_in(t: T, by: SeatId) -> Refusal | None:
    if refusal := free_to_choose(t, by):
        return refusal
    if refusal := hemmed_in(t, acting(t)):
        return refusal
    if close_ones(t, by):
        return None
    return kept_off(t, acting(t)) or Refusal("infected.range.movement", "Nobody is at Close range.", "Move nearer.")


@command(
    rules=("infected.range.movement", "infected.range.zone", "infected.guts.earn.heroic", "infected.maneuver.overwatch_examples"),
    when=can_close_in, target=close_ones,
)  # fmt: skip
def close_in(t: T, by: SeatId, target: Id) -> None:
    """Close in: from Close into arm's reach of somebody."""
    who, other = acting(t), t.state.people[target]
    spend_move(t, who)
    if not set_out(t, who, target):
        return
    if other.zone != who.zone:
        go(t, who, other.zone)
    else:
        overwatch.spring(t, who, Trigger.COMES_TO_FRIEND, other)
        if gets_there(who, other):
            step_apart(t, who)
            lose_flanks(t, who)
            who.cover = None
            who.approached.append(other.id)
    if gets_there(who, other):
        come_together(t, who, other)
        t.say("closes_in", "infected.range.movement", who=who.id, target=target)
        to_the_rescue(t, who, other)
        overwatch.spring(t, who, Trigger.COMES_AT_ME, other)


@cites("infected.maneuver.overwatch")
def gets_there(who: Person, other: Person) -> bool:
    """Whether nothing that was prepared has stopped them on the way."""
    return who.up and not other.dead and other.zone == who.zone and not seized(who) and not who.has(Condition.PRONE)


@cites("infected.guts.earn.heroic")
def to_the_rescue(t: T, who: Person, foe: Person) -> None:
    """Going into the reach of an enemy that holds an ally, or stands over one who is down, is heroic."""
    if who.side == foe.side:
        return
    held = t.state.people.get(foe.holds) if foe.holds else None
    fallen = [
        p for p in (t.state.people[id] for id in foe.near) if p.pc and p.side == who.side and (p.unconscious or p.dying_until is not None)
    ]
    if (held is not None and held.pc and held.side == who.side) or fallen:
        be_heroic(t, who)


def beside(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy at arm's reach, or at Close, who has a side to get round to."""
    who = acting(t)
    there = [p for p in t.state.people.values() if p.side != who.side and not p.dead and in_sight(who, p) and has_flanks(t, p)]
    return [p.id for p in there if band(t, who, p) in (Band.MELEE, Band.CLOSE)]


@cites("infected.position.flanking")
def can_get_round(t: T, by: SeatId) -> Refusal | None:
    if refusal := free_to_choose(t, by):
        return refusal
    if t.state.scene.zones[acting(t).zone].narrow:
        return Refusal("infected.environment.hazard_table", "It is too narrow to get round anybody.", "Fight from the front.")
    return None if beside(t, by) else Refusal("infected.position.flanking", "There is no enemy near to get round.", "Move nearer.")


@command(rules=("infected.position.flanking",), when=can_get_round, target=beside)
def get_round(t: T, by: SeatId, target: Id) -> None:
    """Spend your Move on getting to another side of an enemy."""
    who = acting(t)
    spend_move(t, who)
    if set_out(t, who, target):
        lose_flanks(t, who)
        who.cover = None
        if target not in who.flanks:
            who.flanks.append(target)
        t.say("gets_round", "infected.position.flanking", who=who.id, target=target)


@cites("infected.range.movement")
def can_back_off(t: T, by: SeatId) -> Refusal | None:
    if refusal := free_to_move(t, by):
        return refusal
    if refusal := hemmed_in(t, acting(t)):
        return refusal
    return None if acting(t).near else Refusal("infected.range.movement", "Nobody is within arm's reach.")


@command(rules=("infected.range.movement", "infected.group.split_attention"), when=can_back_off)
def back_off(t: T, by: SeatId) -> None:
    """Step back from everybody: from Melee to Close. Nothing is provoked by it."""
    who = acting(t)
    spend_move(t, who)
    if set_out(t, who, who.zone):
        step_apart(t, who)
        lose_flanks(t, who)
        t.say("backs_off", "infected.range.movement", who=who.id)
