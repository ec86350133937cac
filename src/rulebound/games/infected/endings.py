"""Who still fights, and how a fight ends."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.actions import NO_FIGHT
from rulebound.games.infected.ammo import find_arrows
from rulebound.games.infected.blows import land, settle_combined
from rulebound.games.infected.conditions import let_go_of_all, take_off
from rulebound.games.infected.effects import come_about
from rulebound.games.infected.fighting import Fight
from rulebound.games.infected.goals import all_lost, fight_decided
from rulebound.games.infected.groups import step_apart
from rulebound.games.infected.guts import award
from rulebound.games.infected.people import HORDE, Person
from rulebound.games.infected.state import Phase, T, now, party
from rulebound.games.infected.stress import calm_down
from rulebound.games.infected.terms import NEUTRAL, ROUNDS_A_MINUTE, Condition
from rulebound.games.infected.vehicles import burn_fuel
from rulebound.games.infected.world import gm_only
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


# ------------------------------------------------------------------------------------------------ who fights
def fighters(t: T) -> list[Person]:
    """Those who are there and can fight; people in hiding keep out of it."""
    return [p for p in t.state.people.values() if p.up and not p.yields and p.side != NEUTRAL]


def sides_up(t: T) -> list[str]:
    """Sides with somebody who can and will fight; a Horde is one while there is anybody it could reach."""
    there = fighters(t)
    if not any(p.human for p in there):
        there = [p for p in there if p.kind is not HORDE]
    return list(dict.fromkeys([p.side for p in there]))


def over(t: T) -> bool:
    """One side left that can and will fight, or nobody of those who take turns: a Horde alone takes none."""
    fight = t.state.fight
    return len(sides_up(t)) < 2 or (fight is not None and not any(t.state.people[id].up for id in fight.members))


# ------------------------------------------------------------------------------------------------ the end
@cites("infected.initiative.ties")
def apply_pending(t: T) -> None:
    """All who act together have acted: what they did to each other happens now, together."""
    fight = t.state.fight
    assert fight is not None
    blows, fight.pending = fight.pending, []
    for blow in blows:
        land(t, blow)
    effects, fight.held_back = fight.held_back, []
    for effect in effects:
        come_about(t, effect)


@cites("infected.wounds.penalty_delay", "infected.condition.end_of_scene", "infected.vehicle.fuel.consumption")
def finish(t: T) -> None:
    """The fight is over: adrenaline lasts a while, missiles are looked for, what was driven has burned a unit more (the book asks for an
    extended scene and does not say what that is), and a quick victory is worth Guts."""
    fight = t.state.fight
    assert fight is not None
    settle_combined(t)
    apply_pending(t)
    sides = sides_up(t)
    t.state.phase, t.state.fight, t.state.struggles = after_it(t), None, []
    t.say("fight_over", "infected.combat.intent", winner=sides[0] if len(sides) == 1 else "nobody")
    window = t.variants.wounds_adrenaline_minutes
    for id in fight.members:
        who = t.state.people[id]
        who.lost_move = False
        if window != "in_combat_too":
            who.adrenaline_until = now(t) + window * ROUNDS_A_MINUTE
        if who.human and not who.dead:
            find_arrows(t, who, searches=not who.fled and who.side in sides)
        if who.panic:
            calm_down(t, who)
        off_guard_no_more(t, who)
        stands_again(t, who)
        who.moved_this_round = False
    for car in [car for car in t.state.vehicles.values() if car.driven is not None]:
        car.driven = None
        burn_fuel(t, car, 1)
    if len(sides) < 2:  # a fight that was broken off has no winner
        decisive(t, fight, sides)
        fight_decided(t, sides, how_it_ended(t, sides))
    all_lost(t)


@cites("infected.condition.prone", "infected.range.engaged")
def stands_again(t: T, who: Person) -> None:
    """With the fight every grip is over, and whoever can gets up."""
    let_go_of_all(t, who)
    who.gripped_rounds = 0
    if who.up and not who.trapped:
        take_off(t, who, Condition.PRONE)


@cites("infected.state.exposed", "infected.maneuver.shove")
def off_guard_no_more(t: T, who: Person) -> None:
    """At the start of the next turn, or with the fight."""
    take_off(t, who, Condition.EXPOSED)
    take_off(t, who, Condition.OVEREXTENDED)


@cites("infected.downtime.entry")
def after_it(t: T) -> Phase:
    """A day of rest goes on, unless all who live have run from the camp."""
    if t.state.world.downtime is not None and any(not p.fled for p in party(t)):
        return Phase.DOWNTIME
    t.state.world.downtime = None
    return Phase.PEACE


def how_it_ended(t: T, sides: list[str]) -> str:
    """In a line: who held the field, and who is dead."""
    won = f"{sides[0].capitalize()} held the field." if sides else "Nobody was left standing."
    dead = [p.name for p in t.state.people.values() if p.pc and p.dead]
    return f"{won} Dead: {', '.join(dead)}." if dead else f"{won} No survivor died."


@cites("infected.guts.earn.decisive_victory")
def decisive(t: T, fight: Fight, sides: list[str]) -> None:
    """Won within 2 rounds with no survivor's Critical wound: a Guts for every one who took part."""
    if fight.rounds > t.variants.guts_decisive_victory_rounds or fight.pc_critical:
        return
    for id in fight.members:
        who = t.state.people[id]
        if who.pc and who.side in sides and not who.fled:
            award(t, who, "infected.guts.earn.decisive_victory")


@cites("infected.conv.ranges")
def gm_in_fight(t: T, by: SeatId) -> Refusal | None:
    return NO_FIGHT if t.state.fight is None else gm_only(t, by)


def still_there(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A side that is driven off; left out, nobody has won."""
    return sides_up(t)


@command(rules=("infected.condition.end_of_scene", "infected.guts.earn.decisive_victory"), when=gm_in_fight, driven_off=still_there)
def end_fight(t: T, by: SeatId, driven_off: str | None = None) -> None:
    """The game master ends the fight where it stands: a side was driven off, or nobody wants to go on."""
    for who in [p for p in fighters(t) if p.side == driven_off]:
        let_go_of_all(t, who)
        step_apart(t, who)
        who.fled = True
        t.say("flees", "infected.guts.earn.decisive_victory", who=who.id)
    finish(t)
