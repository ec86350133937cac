"""What a hit does besides damage: what four hits may add, and what a called shot does to a part of the body or a weapon."""

from __future__ import annotations

from enum import StrEnum

from rulebound.games.infected.attack import Called, Strike
from rulebound.games.infected.defense import weapons_held
from rulebound.games.infected.effects import afflict, disarmed, inflict, knock_away
from rulebound.games.infected.fighting import Effect, What
from rulebound.games.infected.people import Person
from rulebound.games.infected.ranges import open_ways
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Condition
from rulebound.kernel.citing import cites


class Extra(StrEnum):
    """infected.attack.devastating_extra"""

    NOTHING = "nothing"
    PRONE = "prone"
    STAGGERED = "staggered"
    DROPS = "drops an item"
    MOVES = "moves a zone"


@cites("infected.attack.devastating_extra")
def devastating(t: T, strike: Strike, net: int) -> None:
    """Four hits or more: the game master may add something; without one, nothing."""
    who, target = strike.who, strike.target
    if target.dead or target.many or net < 4:
        return
    things, ways = list(target.hands), open_ways(t, target.zone)
    options = [extra for extra in Extra if (extra is not Extra.DROPS or things) and (extra is not Extra.MOVES or ways)]
    match t.judge("devastating", options, Extra.NOTHING, (who.id, target.id)):
        case Extra.PRONE:
            afflict(t, who, target, Condition.PRONE)
        case Extra.STAGGERED:
            afflict(t, who, target, Condition.STAGGERED)
        case Extra.DROPS:
            disarmed(t, who, target, things[0] if len(things) == 1 else t.judge("devastating_thing", things, things[0], (target.id,)))
        case Extra.MOVES:
            zone = ways[0] if len(ways) == 1 else t.judge("devastating_zone", ways, ways[0], (target.id,))
            inflict(t, Effect(what=What.MOVED, by=who.id, target=target.id, zone=zone))
        case Extra.NOTHING:
            pass


@cites("infected.maneuver.called_shot")
def called_effect(t: T, strike: Strike) -> None:
    target = strike.target
    if target.dead or target.many:
        return
    if strike.called is Called.LEGS:
        afflict(t, strike.who, target, Condition.SLOWED)
    elif strike.called is Called.WEAPON:
        strike_weapon(t, strike.who, target)
    elif strike.called is Called.ARMS and target.hands:
        disarmed(t, strike.who, target, t.choose(strike.who.seat, "which_item", list(target.hands), (strike.who.id, target.id)))


@cites("infected.maneuver.called_shot")
def strike_weapon(t: T, who: Person, target: Person) -> None:
    """No damage to the person: the weapon loses Durability, if it has any, or lands a zone away."""
    weapons = weapons_held(target)
    if not weapons:
        t.say("no_effect", "infected.maneuver.called_shot", who=who.id)
        return
    gear = target.gear[t.choose(who.seat, "which_weapon", weapons, (who.id, target.id))]
    if gear.boxes and t.choose(who.seat, "weapon_hit", ("damage it", "knock it away"), (who.id, target.id)) == "damage it":
        inflict(t, Effect(what=What.WEAR, by=who.id, target=target.id, thing=gear.id))
    else:
        knock_away(t, who, target, gear.id)
