"""Chases: one marker from caught to escaped for each pursuer and quarry, one Heat for all, and risky maneuvers."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected import threat
from rulebound.games.infected.checks import Check, check
from rulebound.games.infected.goals import chase_decided
from rulebound.games.infected.journey import Chase, Pace, Vehicle
from rulebound.games.infected.people import Person
from rulebound.games.infected.ramming import ram
from rulebound.games.infected.state import Phase, T
from rulebound.games.infected.terms import Attribute, Id, Skill
from rulebound.games.infected.variants import ChaseEscalation
from rulebound.games.infected.vehicles import burn_fuel, crash, drive_check, driver_of, handling, occupants, speed, works
from rulebound.games.infected.world import gm_only, table_die
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

CAUGHT, ESCAPED = 1, 7
POSITIONS = ("caught", "bumper", "close", "near", "far", "distant", "escaped")
CLOSE = 3
BUMPER = 2
COMPLICATIONS_FROM, DRAMATIC_AT = 3, 5


class Situation(StrEnum):
    """infected.chase.start"""

    AMBUSH = "ambush"
    NORMAL = "normal"
    HEAD_START = "head start"


START = {Situation.AMBUSH: (2, 3), Situation.NORMAL: (4, 4), Situation.HEAD_START: (5, 6)}
USUAL = {Situation.AMBUSH: 3, Situation.NORMAL: 4, Situation.HEAD_START: 5}
"""infected.conv.ranges"""


class Maneuver(StrEnum):
    """infected.chase.maneuvers"""

    NONE = "none"
    SHORTCUT = "shortcut"
    ROADBLOCK = "roadblock"
    RAM = "ram"
    BOOTLEG = "bootleg turn"
    CHICKEN = "chicken"


# ------------------------------------------------------------------------------------------------ who takes part
def chase_of(t: T) -> Chase:
    assert t.state.world.chase is not None
    return t.state.world.chase


def runner(t: T, side: str) -> Person | None:
    """Who moves a side: the driver of a vehicle, or whoever runs or rides."""
    car = t.state.vehicles.get(side)
    return driver_of(t, car) if car else t.state.people.get(side)


def racers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A vehicle with a driver, or somebody on foot."""
    cars = [v.id for v in t.state.vehicles.values() if driver_of(t, v) is not None and works(t, v)]
    return [*cars, *(p.id for p in t.state.people.values() if p.up and p.vehicle is None and not p.many)]


def others(t: T, by: SeatId, quarry: Id, *_: object) -> Sequence[Id]:
    """Whoever hunts them."""
    return [id for id in racers(t, by) if id != quarry]


def can_begin(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is not Phase.PEACE:
        return Refusal("infected.chase.start", f"There is {t.state.phase.value} now.", "Wait for its end.")
    if len(racers(t, by)) < 2:
        return Refusal("infected.chase.start", "It takes a quarry and a pursuer.", "Bring both.")
    return None


@command(rules=("infected.chase.start", "infected.chase.track"), when=can_begin, quarry=racers, pursuer=others)
def begin_chase(t: T, by: SeatId, quarry: Id, pursuer: Id, situation: Situation = Situation.NORMAL) -> None:
    """A chase begins: the situation says how far ahead the quarry is."""
    least, most = START[situation]
    position = t.judge("chase_start", range(least, most + 1), USUAL[situation], (quarry, pursuer)) if least < most else least
    t.state.world.chase = Chase(quarry=[quarry], pursuers=[pursuer], markers={f"{pursuer}>{quarry}": position})
    t.state.phase = Phase.CHASE
    for side in (quarry, pursuer):
        if car := t.state.vehicles.get(side):
            car.running, car.pace = True, Pace.EXTREME
    t.say("chase_begins", "infected.chase.start", quarry=quarry, pursuer=pursuer, position=POSITIONS[position - 1])


def in_chase(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is Phase.CHASE and t.state.world.chase is not None:
        return None
    return Refusal("infected.chase.round", "There is no chase.", "Begin one.")


def gm_in_chase(t: T, by: SeatId) -> Refusal | None:
    return in_chase(t, by) or gm_only(t, by)


def newcomers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A vehicle or person that takes no part yet."""
    chase = chase_of(t)
    return [id for id in racers(t, by) if id not in (*chase.quarry, *chase.pursuers, *chase.shaken)]


def joinable(t: T, by: SeatId) -> Refusal | None:
    if refusal := gm_in_chase(t, by):
        return refusal
    return None if newcomers(t, by) else Refusal("infected.chase.multiple_vehicles", "Nobody else could join.", "Bring somebody.")


@command(rules=("infected.chase.multiple_vehicles",), when=joinable, side=newcomers)
def join_chase(t: T, by: SeatId, side: Id, flees: bool = False) -> None:
    """Another side joins: a marker of its own for each pair, the same Heat."""
    chase = chase_of(t)
    (chase.quarry if flees else chase.pursuers).append(side)
    for other in chase.pursuers if flees else chase.quarry:
        chase.markers[f"{other}>{side}" if flees else f"{side}>{other}"] = USUAL[Situation.NORMAL]
    t.say("joins_chase", "infected.chase.multiple_vehicles", side=side)


def pairs(chase: Chase) -> list[tuple[Id, Id]]:
    """Pursuer and quarry of every marker that is still open."""
    both = [key.split(">") for key in chase.markers]
    return [(Id(pursuer), Id(quarry)) for pursuer, quarry in both]


def sides(chase: Chase) -> list[Id]:
    return list(dict.fromkeys(side for pair in pairs(chase) for side in pair))


# ------------------------------------------------------------------------------------------------ maneuvers
def my_sides(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A side whose driver you play."""
    found = [(side, runner(t, side)) for side in sides(chase_of(t))] if t.state.world.chase else []
    return [side for side, who in found if who is not None and by in (who.seat, GM)]


def can_declare(t: T, by: SeatId) -> Refusal | None:
    if refusal := in_chase(t, by):
        return refusal
    return None if my_sides(t, by) else Refusal("infected.chase.maneuvers", "You drive nobody in this chase.", "Watch.")


@cites("infected.chase.maneuvers", "infected.chase.maneuver.ram", "infected.chase.maneuver.roadblock", "infected.chase.maneuver.bootleg")
def maneuvers(t: T, by: SeatId, side: Id, *_: object) -> Sequence[Maneuver]:
    """What is possible now: roadblocks and bootleg turns are the quarry's, ramming needs bumpers that touch."""
    chase = chase_of(t)
    car = t.state.vehicles.get(side)
    options = [Maneuver.NONE, Maneuver.SHORTCUT, Maneuver.CHICKEN]
    if side in chase.quarry and car is not None:
        options += [Maneuver.ROADBLOCK, Maneuver.BOOTLEG]
    if car is not None and ram_target(t, side) is not None:
        options.append(Maneuver.RAM)
    return options


def ram_target(t: T, side: Id) -> Vehicle | None:
    """The nearest vehicle of the other side at position 1 or 2."""
    for pursuer, quarry in pairs(chase_of(t)):
        if side in (pursuer, quarry) and chase_of(t).markers[f"{pursuer}>{quarry}"] <= BUMPER:
            other = t.state.vehicles.get(quarry if side == pursuer else pursuer)
            if other is not None:
                return other
    return None


@command(rules=("infected.chase.maneuvers",), when=can_declare, side=my_sides, maneuver=maneuvers)
def declare(t: T, by: SeatId, side: Id, maneuver: Maneuver) -> None:
    """Declare something risky for the coming round of the chase."""
    chase_of(t).declared[side] = maneuver
    t.say("declares", "infected.chase.maneuvers", side=side, maneuver=maneuver.value)


@command(rules=("infected.vehicle.combat.driver",), when=can_declare, side=my_sides)
def let_wheel_be(t: T, by: SeatId, side: Id) -> None:
    """The driver does something else this round: the vehicle runs straight on and its position roll counts as 0 hits."""
    chase_of(t).busy.append(side)
    t.say("lets_wheel_be", "infected.vehicle.combat.driver", side=side)


# ------------------------------------------------------------------------------------------------ the round
@command(rules=("infected.chase.round",), when=in_chase)
def chase_round(t: T, by: SeatId) -> None:
    """A round of the chase: maneuvers, the opposed Drive rolls, the markers, then Heat."""
    chase = chase_of(t)
    chase.round += 1
    hits = {side: before_the_roll(t, side) for side in sides(chase)}
    for side in list(hits):
        if hits[side] is None:
            hits[side] = position_roll(t, side)
    for pursuer, quarry in pairs(chase):
        compare(t, pursuer, quarry, hits.get(pursuer) or 0, hits.get(quarry) or 0)
    chase.declared, chase.busy, chase.dice = {}, [], {}
    close_pairs(t)
    heat(t)
    close_pairs(t)
    if not chase.markers:
        end_chase(t)


@cites("infected.chase.maneuvers", "infected.vehicle.combat.driver")
def before_the_roll(t: T, side: Id) -> int | None:
    """What a side does instead of its roll; None if it rolls."""
    chase = chase_of(t)
    car = t.state.vehicles.get(side)
    if side in chase.busy or runner(t, side) is None or (car is not None and (car.out_of_control or not works(t, car))):
        if car is not None:
            car.out_of_control = 0
        return 0
    match chase.declared.get(side):
        case Maneuver.ROADBLOCK:
            return roadblock(t, side)
        case Maneuver.BOOTLEG:
            bootleg(t, side)
            return 0
        case Maneuver.CHICKEN:
            chicken(t, side)
            return 0
        case Maneuver.RAM:
            chase_ram(t, side)
            return 0
        case _:
            return None


@cites("infected.chase.round", "infected.vehicle.handling_vs_speed", "infected.chase.maneuver.shortcut", "infected.vehicle.driving.failure")
def position_roll(t: T, side: Id) -> int:
    """REFLEX + Drive and the vehicle's Speed, on foot GRIT + Athletics; a failed shortcut crashes, and so does a critical failure."""
    chase, who = chase_of(t), runner(t, side)
    assert who is not None
    extra = Total().plus("the road", chase.dice.get(side, 0), "infected.chase.complications")
    shortcut = chase.declared.get(side) == Maneuver.SHORTCUT
    extra = extra.plus("shortcut", -1 if shortcut else 0, "infected.chase.maneuver.shortcut")
    roll = roll_side(t, who, side, extra)
    car = t.state.vehicles.get(side)
    if car is not None and (roll.critical or (shortcut and roll.hits == 0)):
        crash(t, car, Pace.EXTREME)
    return roll.hits


def roll_side(t: T, who: Person, side: Id, extra: Total) -> Check:
    car = t.state.vehicles.get(side)
    if car is None:
        return check(t, who, "chase", Attribute.GRIT, Skill.ATHLETICS, extra, (side,))
    extra += speed(t, car)
    if t.variants.chase_handling_in_chase_roll:
        extra += handling(t, car)
    extra = extra.plus("rough ground", chase_of(t).speed_change, "infected.chase.complications")
    return check(t, who, "chase", Attribute.REFLEX, Skill.DRIVE, extra, (side,))


@cites("infected.chase.margin", "infected.chase.maneuver.shortcut")
def compare(t: T, pursuer: Id, quarry: Id, theirs: int, ours: int) -> None:
    """A margin of 1 moves the marker a step, of 2 or more two; a won shortcut two more. Equal hits move nothing."""
    margin = ours - theirs
    if margin == 0:
        t.say("neck_and_neck", "infected.chase.margin", pursuer=pursuer, quarry=quarry)
        return
    winner = quarry if margin > 0 else pursuer
    steps = min(2, abs(margin)) + (2 if chase_of(t).declared.get(winner) == Maneuver.SHORTCUT else 0)
    move(t, pursuer, quarry, steps if margin > 0 else -steps, "infected.chase.margin")


@cites("infected.chase.track")
def move(t: T, pursuer: Id, quarry: Id, steps: int, rule: str) -> None:
    """Up is the quarry's way; what goes past either end is lost."""
    chase, key = chase_of(t), f"{pursuer}>{quarry}"
    if key not in chase.markers:
        return
    chase.markers[key] = min(ESCAPED, max(CAUGHT, chase.markers[key] + steps))
    t.say("marker", rule, pursuer=pursuer, quarry=quarry, position=POSITIONS[chase.markers[key] - 1])


@cites("infected.chase.losing_positions")
def lose_position(t: T, side: Id, rule: str) -> None:
    """The quarry toward caught, a pursuer toward escaped."""
    for pursuer, quarry in pairs(chase_of(t)):
        if side == quarry:
            move(t, pursuer, quarry, -1, rule)
        elif side == pursuer:
            move(t, pursuer, quarry, 1, rule)


def hunters_of(chase: Chase, quarry: Id) -> list[Id]:
    return [pursuer for pursuer, hunted in pairs(chase) if hunted == quarry]


@cites("infected.chase.maneuver.roadblock")
def roadblock(t: T, side: Id) -> int | None:
    """A passenger's WITS + Craft, or the driver's Drive instead of the chase roll; pursuers then pass Drive or lose a position."""
    rule, car = "infected.chase.maneuver.roadblock", t.state.vehicles[side]
    driver = runner(t, side)
    assert driver is not None
    passenger = next((p for p in occupants(t, car) if p.up and p.id != driver.id), None)
    if passenger is not None:
        made, instead = check(t, passenger, "roadblock", Attribute.WITS, Skill.CRAFT).hits, None
    else:
        made, instead = drive_check(t, driver, car, "roadblock").hits, 0
    if made:
        for pursuer in hunters_of(chase_of(t), side):
            if not passes_drive(t, pursuer, "swerve"):
                lose_position(t, pursuer, rule)
    return instead


def passes_drive(t: T, side: Id, what: str) -> bool:
    """A Drive check with Handling; on foot GRIT + Athletics."""
    who, car = runner(t, side), t.state.vehicles.get(side)
    if who is None:
        return False
    if car is None:
        return check(t, who, what, Attribute.GRIT, Skill.ATHLETICS).hits >= 1
    return drive_check(t, who, car, what).hits >= 1


@cites("infected.chase.maneuver.bootleg")
def bootleg(t: T, side: Id) -> None:
    """Drive at two dice less: pursuers who fail a Drive check overshoot and are gone; a failure crashes."""
    rule, car, driver = "infected.chase.maneuver.bootleg", t.state.vehicles[side], runner(t, side)
    assert driver is not None
    if drive_check(t, driver, car, "bootleg", Total().plus("bootleg turn", -2, rule)).hits == 0:
        crash(t, car, Pace.EXTREME)
        return
    for pursuer in hunters_of(chase_of(t), side):
        if not passes_drive(t, pursuer, "follow_turn"):
            drop_out(t, pursuer, rule)


def drop_out(t: T, side: Id, rule: str) -> None:
    """A side is out of the chase; its markers go with it."""
    chase = chase_of(t)
    chase.shaken.append(side)
    for pursuer, quarry in pairs(chase):
        if side in (pursuer, quarry):
            del chase.markers[f"{pursuer}>{quarry}"]
    t.say("drops_out", rule, side=side)


@cites("infected.chase.maneuver.chicken")
def chicken(t: T, side: Id) -> None:
    """NERVE + Resolve of both: fewer hits swerve and lose a position, equal ones crash both. The other may decline and lose one."""
    rule = "infected.chase.maneuver.chicken"
    chase = chase_of(t)
    foe = next((q if side == p else p for p, q in pairs(chase) if side in (p, q)), None)
    mine, theirs = runner(t, side), runner(t, foe) if foe else None
    if foe is None or mine is None or theirs is None:
        return
    if not t.choose(theirs.seat, "chicken", (True, False), (theirs.id, mine.id), default=True):
        lose_position(t, foe, rule)
        return
    ours = check(t, mine, "chicken", Attribute.NERVE, Skill.RESOLVE).hits
    other = check(t, theirs, "chicken", Attribute.NERVE, Skill.RESOLVE).hits
    if ours != other:
        lose_position(t, side if ours < other else foe, rule)
        return
    for racer in (side, foe):
        if car := t.state.vehicles.get(racer):
            crash(t, car, Pace.EXTREME)


@cites("infected.chase.maneuver.ram")
def chase_ram(t: T, side: Id) -> None:
    """Only bumper to bumper."""
    target, who = ram_target(t, side), runner(t, side)
    if target is not None and who is not None:
        ram(t, who, t.state.vehicles[side], target)


# ------------------------------------------------------------------------------------------------ Heat
@cites("infected.chase.heat", "infected.chase.heat_tiers", "infected.chase.escalation")
def heat(t: T) -> None:
    """Every round a Heat and a Threat; from 3 complications, at 5 something dramatic, from 7 a decision."""
    chase = chase_of(t)
    chase.heat += 1
    threat.raise_by(t, GM, 1, "the chase", "infected.chase.heat")
    t.say("heat", "infected.chase.heat", heat=chase.heat)
    if chase.heat >= COMPLICATIONS_FROM and chase.markers:
        complication(t)
    if chase.heat >= DRAMATIC_AT and not chase.dramatic and chase.markers:
        chase.dramatic = True
        dramatic_event(t)
    if chase.heat >= t.variants.chase_escalation_heat and chase.markers and decision_due(t):
        decide(t)


@cites("infected.chase.heat_tiers")
def dramatic_event(t: T) -> None:
    """The game master's, or one more roll on the table of complications."""
    event = t.judge("dramatic_event", ("complication", "a bridge out", "a horde on the road", "a malfunction"), "complication")
    t.say("dramatic_event", "infected.chase.heat_tiers", event=event)
    if event == "complication":
        complication(t)


@cites("infected.chase.heat_tiers", "infected.chase.escalation")
def decision_due(t: T) -> bool:
    """Asked every round; without a game master, or where it is forced, at once."""
    match t.variants.chase_escalation:
        case ChaseEscalation.NONE:
            return False
        case ChaseEscalation.FORCED:
            return True
        case ChaseEscalation.GM_CHOICE:
            return t.judge("decisive", (True, False), True)


@cites("infected.chase.heat_tiers")
def decide(t: T) -> None:
    """One last opposed roll ends it: the quarry's at 7, a pursuer's at 1; a tie lets the quarry go."""
    chase = chase_of(t)
    t.say("decisive", "infected.chase.heat_tiers")
    hits = {side: (roll_side(t, who, side, Total()).hits if (who := runner(t, side)) else 0) for side in sides(chase)}
    for pursuer, quarry in pairs(chase):
        chase.markers[f"{pursuer}>{quarry}"] = ESCAPED if hits[quarry] >= hits[pursuer] else CAUGHT


@cites("infected.chase.complications")
def complication(t: T) -> None:
    """A d6 for the whole chase; it strikes the side that the players are on."""
    chase, rule = chase_of(t), "infected.chase.complications"
    row = table_die(t, "chase_complication")
    t.say("chase_complication", rule, what=COMPLICATIONS[row - 1])
    if row == 4:
        chase.speed_change = t.judge("terrain", range(-2, 2), -1)
        return
    if row == 6:
        t.state.world.notes.append("somebody saw the chase")
        return
    for side in [s for s in sides(chase) if party_side(t, s)]:
        if row == 1 and not passes_drive(t, side, "debris_on_road"):
            lose_position(t, side, rule)
        elif row == 2 and not passes_drive(t, side, "infected_on_road"):
            must_stop(t, side, rule)
        elif row == 3:
            chase.dice[side] = chase.dice.get(side, 0) - 1
        elif row == 5:
            fuel_warning(t, side)


COMPLICATIONS = ("debris", "infected on the road", "other vehicles", "the ground changes", "the fuel is low", "somebody sees you")


def party_side(t: T, side: Id) -> bool:
    who = runner(t, side)
    return who is not None and who.side == "party"


@cites("infected.chase.complications")
def must_stop(t: T, side: Id, rule: str) -> None:
    """Two Threat, and the vehicle stands: a quarry is caught, a pursuer has lost them."""
    threat.raise_by(t, GM, 2, "infected on the road", rule)
    for pursuer, quarry in pairs(chase_of(t)):
        if side == quarry:
            move(t, pursuer, quarry, -ESCAPED, rule)
        elif side == pursuer:
            move(t, pursuer, quarry, ESCAPED, rule)


@cites("infected.chase.complications")
def fuel_warning(t: T, side: Id) -> None:
    """Burn a unit more, or take a die less on the next roll."""
    car, who = t.state.vehicles.get(side), runner(t, side)
    if car is None or who is None:
        return
    if car.fuel > 0 and t.choose(who.seat, "fuel_warning", ("burn fuel", "go easy"), (who.id,)) == "burn fuel":
        burn_fuel(t, car, 1, "infected.chase.complications")
    else:
        chase_of(t).dice[side] = chase_of(t).dice.get(side, 0) - 1


# ------------------------------------------------------------------------------------------------ the end
@cites("infected.chase.ending", "infected.chase.track")
def close_pairs(t: T) -> None:
    """Markers at 1 and 7 are decided; so is a pair with a disabled vehicle or nobody at the wheel."""
    chase = chase_of(t)
    for pursuer, quarry in pairs(chase):
        key = f"{pursuer}>{quarry}"
        position = chase.markers[key]
        if stopped(t, quarry) and position != ESCAPED:
            position = CAUGHT
        elif stopped(t, pursuer):
            position = ESCAPED
        if position in (CAUGHT, ESCAPED):
            del chase.markers[key]
            chase.outcome = POSITIONS[position - 1]
            t.say("pair_ends", "infected.chase.ending", pursuer=pursuer, quarry=quarry, outcome=chase.outcome)


def stopped(t: T, side: Id) -> bool:
    car = t.state.vehicles.get(side)
    return (car is not None and not works(t, car)) or runner(t, side) is None


@cites("infected.chase.ending", "infected.vehicle.fuel.consumption")
def end_chase(t: T) -> None:
    """Every vehicle has burned a unit more."""
    chase = chase_of(t)
    for side in dict.fromkeys((*chase.quarry, *chase.pursuers)):
        if car := t.state.vehicles.get(side):
            car.pace = Pace.STILL
            burn_fuel(t, car, 1)
    t.say("chase_over", "infected.chase.ending", outcome=chase.outcome or "broken off")
    t.state.world.notes.append(f"a chase: {chase.outcome or 'broken off'}")
    t.state.world.chase, t.state.phase = None, Phase.PEACE
    chase_decided(t, chase.outcome or "broken off")


@command(rules=("infected.chase.break_off",), when=can_declare, side=my_sides)
def break_off(t: T, by: SeatId, side: Id) -> None:
    """Quit the chase: pursuers freely; a quarry that is close pressed needs a Drive check."""
    chase, rule = chase_of(t), "infected.chase.break_off"
    pressed = any(quarry == side and chase.markers[f"{p}>{quarry}"] <= CLOSE for p, quarry in pairs(chase))
    if pressed and not passes_drive(t, side, "break_off"):
        t.say("cannot_break_off", rule, side=side)
        return
    drop_out(t, side, rule)
    chase.outcome = "broken off"
    if not chase.markers:
        end_chase(t)
