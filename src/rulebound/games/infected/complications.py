"""Complications of a partial success, and the bonus of a strong one."""

from __future__ import annotations

from enum import StrEnum

from rulebound.games.infected import threat
from rulebound.games.infected.armor import lose_durability
from rulebound.games.infected.checks import Check, d6
from rulebound.games.infected.content import content
from rulebound.games.infected.counted import counters, use_counted
from rulebound.games.infected.equipment import use
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.ranges import steps
from rulebound.games.infected.state import T, in_fight
from rulebound.games.infected.stress import suffer
from rulebound.games.infected.terms import Awareness, Id, Level
from rulebound.games.infected.world import able, gm_only
from rulebound.games.infected.wounds import wound
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.seats import SeatId

NOISE = 2
NOTHING = "nothing"


class Complication(StrEnum):
    """infected.core.complication_table"""

    NOISE = "noise"
    TIME = "time"
    COST = "cost"
    ATTENTION = "attention"
    INJURY = "injury"
    CHOICE = "choice"


STEP = {Awareness.UNAWARE: Awareness.SUSPICIOUS, Awareness.SUSPICIOUS: Awareness.ALERT, Awareness.ALERT: Awareness.HUNTING}


@cites("infected.core.partial_cost", "infected.core.strong_success")
def after(t: T, who: Person, check: Check, tool: Gear | None = None) -> None:
    """What a check that tried to achieve something brings besides: a cost for one hit, perhaps a bonus for three."""
    if check.hits == 1:
        complicate(t, who, tool)
    elif check.hits >= 3 and t.judge("bonus", (False, True), False, (who.id,)):
        t.say("bonus", "infected.core.strong_success", who=who.id)


@cites("infected.core.complication_table", "infected.core.partial_cost", "infected.gm.complications")
def complicate(t: T, who: Person, tool: Gear | None, *, keeps_awareness: bool = False) -> Complication:
    """The game master names one; the table does where there is none. Somebody who has just passed unseen is not noticed by it."""
    rows = tuple(Complication)
    row = t.judge("complication", rows, lambda: rows[d6(t, "complication", who) - 1], (who.id,))
    t.say("complication", "infected.core.complication_table", who=who.id, what=row.value)
    match row:
        case Complication.NOISE:
            threat.make_noise(t, who.seat, NOISE, "a complication", "infected.core.complication_table", who.zone)
        case Complication.TIME if in_fight(t):
            lose_next_move(t, who)
        case Complication.COST:
            cost(t, who, tool)
        case Complication.ATTENTION if not keeps_awareness:
            attention(t, who)
        case Complication.INJURY:
            injury(t, who)
        case _:
            pass
    return row


@cites("infected.core.complication_table")
def lose_next_move(t: T, who: Person) -> None:
    """This round's, or if that is spent the next round's."""
    if who.moves:
        who.moves -= 1
    else:
        who.lost_move = True
    t.say("loses_move", "infected.core.complication_table", who=who.id)


@cites("infected.core.complication_table", "infected.gm.complications")
def cost(t: T, who: Person, tool: Gear | None) -> None:
    """A box, a use, a round, a day of supplies: the game master names it. Without one it is the tool used that pays."""
    rule = "infected.core.complication_table"
    mine = [thing.id for thing in who.gear.values() if (thing.boxes and not thing.destroyed) or used_up_by_use(thing)]
    resources = [*mine, *counters(who)]
    if not resources:
        return
    default = tool.id if tool is not None and tool.id in mine else NOTHING
    named = t.judge("cost", (*resources, NOTHING), default, (who.id,))
    if named in counters(who):
        use_counted(who, named, 1)
        t.say("uses_up", rule, who=who.id, thing=named, count=1, left=counters(who).get(named, 0))
    elif named in who.gear and who.gear[named].boxes:
        lose_durability(t, who, who.gear[named], rule)
    elif named in who.gear:
        use(t, who, who.gear[named], rule)


def used_up_by_use(thing: Gear) -> bool:
    row = content().gear.get(thing.kind)
    return row is not None and (row.uses > 0 or row.medical)


def tool_in_hand(who: Person) -> Gear | None:
    """The first thing in hand that wears."""
    return next((who.gear[id] for id in who.hands if id in who.gear and who.gear[id].boxes), None)


@cites("infected.core.complication_table")
def attention(t: T, who: Person) -> None:
    """The nearest creature that does not know of you yet is a step nearer to it; with nobody near, 1 Threat."""
    dull = [p for p in t.state.people.values() if p.side != who.side and p.up and p.awareness is not Awareness.HUNTING]
    if not dull:
        threat.raise_by(t, who.seat, 1, "something noticed", "infected.core.complication_table")
        return
    nearest = min(dull, key=lambda p: steps(t, who.zone, p.zone))
    nearest.awareness = Awareness.HUNTING if nearest.is_infected else STEP[nearest.awareness]
    t.say("notices", "infected.core.complication_table", who=nearest.id, awareness=nearest.awareness.value)


@cites("infected.core.complication_table")
def injury(t: T, who: Person) -> None:
    """A Bruised wound or a Stress: the player picks."""
    if t.choose(who.seat, "injury", ("bruise", "stress"), (who.id,)) == "bruise":
        wound(t, who, Level.BRUISED, "infected.core.complication_table")
    else:
        suffer(t, who, 1, "infected.core.complication_table")


@command(rules=("infected.gm.complications",), when=gm_only, who=able)
def complication(t: T, by: SeatId, who: Id) -> None:
    """A complication for somebody: your choice, or a d6; if it costs anything, what you name."""
    me = t.state.people[who]
    complicate(t, me, tool_in_hand(me))
