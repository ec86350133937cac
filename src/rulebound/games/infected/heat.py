"""Heat: what every round of a chase adds, the complications it brings, and the decision in the end."""

from __future__ import annotations

from enum import StrEnum

from rulebound.games.infected import threat
from rulebound.games.infected.horde import hordes
from rulebound.games.infected.npcs import HORDE_LEAST, bring_infected
from rulebound.games.infected.pursuit import (
    CAUGHT,
    ESCAPED,
    chase_of,
    close_pairs,
    lose_position,
    move,
    pairs,
    passes_drive,
    position_roll,
    runner,
    settle,
    sides,
)
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Id
from rulebound.games.infected.variants import ChaseEscalation
from rulebound.games.infected.vehicles import ComponentHit, burn_fuel, burns_fuel, parts_of, strike_component
from rulebound.games.infected.world import table_die
from rulebound.kernel.citing import cites
from rulebound.kernel.seats import GM

COMPLICATIONS_FROM, DRAMATIC_AT = 3, 5
DETOUR = 2
"""Ours: positions lost by whoever finds no way around a bridge that is out."""


class Drama(StrEnum):
    """infected.chase.heat_tiers, at Heat 5"""

    COMPLICATION = "complication"
    BRIDGE = "a bridge out"
    HORDE = "a horde on the road"
    MALFUNCTION = "a malfunction"


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
        close_pairs(t)
    if chase.heat >= DRAMATIC_AT and not chase.dramatic and chase.markers:
        chase.dramatic = True
        dramatic_event(t)
        close_pairs(t)
    if chase.heat >= t.variants.chase_escalation_heat and chase.markers and decision_due(t):
        decide(t)


@cites("infected.chase.heat_tiers")
def dramatic_event(t: T) -> None:
    """The game master's, or one more roll on the table of complications; what it does to the players' side is ours."""
    rule = "infected.chase.heat_tiers"
    event = t.judge("dramatic_event", tuple(Drama), Drama.COMPLICATION)
    t.say("dramatic_event", rule, event=event.value)
    if event is Drama.COMPLICATION:
        complication(t)
        return
    for side in [s for s in sides(chase_of(t)) if party_side(t, s)]:
        car = t.state.vehicles.get(side)
        if event is Drama.MALFUNCTION and car is not None and ComponentHit.ENGINE in parts_of(car):
            strike_component(t, car, ComponentHit.ENGINE)
        elif event is Drama.BRIDGE and not passes_drive(t, side, "bridge_out"):
            lose_position(t, side, rule, DETOUR)
        elif event is Drama.HORDE and not passes_drive(t, side, "horde_on_road"):
            into_the_horde(t, side)


@cites("infected.chase.heat_tiers", "infected.npc.horde")
def into_the_horde(t: T, side: Id) -> None:
    """Whoever cannot drive around it stands in it; one Horde for all of them."""
    who = runner(t, side)
    if who is not None and not hordes(t):
        bring_infected(t, HORDE_LEAST, zone=who.zone)
    must_stop(t, side, "infected.chase.heat_tiers")


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
    """One last chase roll of both sides ends it: the quarry's at 7, a pursuer's at 1; a tie lets the quarry go."""
    t.say("decisive", "infected.chase.heat_tiers")
    hits = {side: position_roll(t, side) for side in sides(chase_of(t))}
    close_pairs(t)
    for pursuer, quarry in pairs(chase_of(t)):
        settle(t, pursuer, quarry, ESCAPED if hits[quarry] >= hits[pursuer] else CAUGHT)


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
            threat.raise_by(t, GM, 2, "infected on the road", rule)
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
    """The vehicle stands: a quarry is caught, a pursuer has lost them."""
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
    if burns_fuel(car) and t.choose(who.seat, "fuel_warning", ("burn fuel", "go easy"), (who.id,)) == "burn fuel":
        burn_fuel(t, car, 1, "infected.chase.complications")
    else:
        chase_of(t).dice[side] = chase_of(t).dice.get(side, 0) - 1
