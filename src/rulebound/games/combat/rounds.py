"""Time and turns: who starts, who is next, and what happens when a round or the fight is over."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.combat.ap import known_to, max_ap, on_turn, refill
from rulebound.games.combat.care import bleed_out, gain_xp, minutes_up, no_fight
from rulebound.games.combat.harm import apply_hits, health, lose_hp, past_armor, protection, take_effect, take_stock
from rulebound.games.combat.places import distance
from rulebound.games.combat.rolls import die, hampered, seen_by, tell_total
from rulebound.games.combat.state import Fighter, Id, Phase, T, audience, current, fighter
from rulebound.games.combat.vehicles import straight_on
from rulebound.games.combat.wreck import fire, roll_out, without_driver
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Unit
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

GONE = 200
"""combat.skirmish.end: a side that is farther than this from every enemy has left."""


# ------------------------------------------------------------------------------------------------ who starts
def could_start(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Anybody who is up, if the GN names one; left out, everybody rolls A."""
    return [f.id for f in t.state.fighters.values() if f.up and by == GM]


def can_begin(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_fight(t, by):
        return refusal
    if len({f.side for f in t.state.fighters.values() if f.up}) < 2:
        return Refusal("combat.skirmish.end", "There are no two sides that could fight.", "Bring in somebody who is up.")
    return None


@command(rules=("combat.round.first",), when=can_begin, first=could_start)
def begin(t: T, by: SeatId, first: Id | None = None) -> None:
    """Begin the fight: the GN names who starts, or everybody rolls A for it."""
    turns = t.state.turns
    turns.names = [f.id for f in t.state.fighters.values() if not f.dead]
    turns.number, turns.done, turns.current, turns.picker = 1, [], None, None
    t.state.phase, t.state.winner = Phase.FIGHT, None
    for who in t.state.fighters.values():
        ready(t, who)
    sort_out(t)
    t.say("begins", "combat.round.length")
    start_turn(t, first if first is not None else highest(t, [f for f in t.state.fighters.values() if f.up]))


@cites("combat.ap.refill")
def ready(t: T, who: Fighter) -> None:
    """Everybody starts with full AP, except who is surprised: no AP, and Defenseless until the first own turn."""
    who.ap = max_ap(t, who) if who.up and who.aware else 0
    who.held, who.yielded, who.ran, who.acted = None, False, False, False


@cites("combat.round.first")
def highest(t: T, rolling: Sequence[Fighter]) -> Id:
    """d6 + A each, with Pain and explosions but no Botches; the highest, and ties among the highest roll again."""
    while len(rolling) > 1:
        totals = {who.id: first_roll(t, who) for who in rolling}
        rolling = [who for who in rolling if totals[who.id] == max(totals.values())]
    return rolling[0].id


def first_roll(t: T, who: Fighter) -> int:
    score = hampered(t, who, Total.of("A", who.a, "combat.round.first"))
    roll = t.roll(die(t, score, botch=False), "first", who.seat, (who.id,), score, seen_by(t, who))
    tell_total(t, roll, who)
    return roll.total


# ------------------------------------------------------------------------------------------------ turns
@cites("combat.procedure.turn", "combat.round.length", "combat.round.state")
def start_turn(t: T, who: Id) -> None:
    """Refill AP, lapse what was held, and no longer be surprised."""
    turns = t.state.turns
    turns.pick(who)
    if not turns.done:
        t.state.started = who
    me = fighter(t, who)
    me.aware, me.acted, me.ran = True, False, False
    refill(t, me)
    t.say("turn", "combat.round.length", to=audience(t, me), who=who, ap=me.ap, round=turns.number)


@command(rules=("combat.round.next_turn", "combat.round.next_round"), when=on_turn)
def end_turn(t: T, by: SeatId) -> None:
    """End your turn and name who is next; the last of a round names who starts the next one."""
    me = current(t)
    assert me is not None
    next_turn(t, me)


@cites("combat.round.next_turn")
def next_turn(t: T, me: Fighter) -> None:
    """From those who have not had a turn this round and can have one."""
    turns = t.state.turns
    turns.acted(me.id)
    sort_out(t)
    if turns.round_over:
        next_round(t, me)
        return
    start_turn(t, name_one(t, me, "next"))


@cites("combat.round.next_turn", "combat.hp.unconscious", "combat.skirmish.end")
def sort_out(t: T) -> None:
    """Who can have no turn: the Unconscious, the dead and those who have yielded."""
    t.state.turns.out = [f.id for f in t.state.fighters.values() if not f.up or f.yielded]


def name_one(t: T, me: Fighter, what: str) -> Id:
    """Only those one knows of can be named; where all who are left hide from one's side, the first of them is next."""
    options = [Id(id) for id in t.state.turns.may_pick()]
    known = [id for id in options if known_to(t, me.side, fighter(t, id))]
    return t.choose(me.seat, what, known or options[:1], (me.id,))


@cites("combat.round.next_round")
def next_round(t: T, last: Fighter) -> None:
    """DMG first, then whoever acted last names the starter of the next round, even if he went down by it."""
    end_round(t)
    sort_out(t)
    if over(t):
        finish(t)
        return
    start_turn(t, name_one(t, last, "starter"))


# ------------------------------------------------------------------------------------------------ the end of a round
@cites("combat.procedure.round_end")
def end_round(t: T) -> None:
    """Vehicles roll on, all DMG is applied together, fires burn, and whoever has bled for a minute bleeds again."""
    t.say("round_ends", "combat.round.damage_simultaneous", round=t.state.turns.number)
    for vehicle in t.state.vehicles.values():
        straight_on(t, vehicle)
    before, met = health(t), protection(t)
    apply_hits(t, met)
    burn(t)
    take_stock(t, before)
    for vehicle in t.state.vehicles.values():
        without_driver(t, vehicle)
        roll_out(t, vehicle)
        vehicle.driven = False
    take_effect(t, met)
    t.state.clock.advance(Unit.ROUNDS)
    minutes_up(t)


@cites("combat.vehicle.burning", "combat.fire.armor")
def burn(t: T) -> None:
    """1 FDMG for everybody who still sits in a burning vehicle."""
    for who, vehicle in fire(t):
        if not who.dead and past_armor(who, 1, fire=True, dr=who.armor.dr):
            lose_hp(t, who, 1, f"the burning {vehicle.name}", "combat.vehicle.burning", fire=True)


# ------------------------------------------------------------------------------------------------ the end of the fight
def sides_up(t: T) -> list[str]:
    """Sides with somebody who is up and has not yielded."""
    return list(dict.fromkeys(f.side for f in t.state.fighters.values() if f.up and not f.yielded))


@cites("combat.skirmish.end")
def over(t: T) -> bool:
    """One side left: the others are down, have yielded, or are more than 200 yards from every enemy."""
    sides = sides_up(t)
    if len(sides) < 2:
        return True
    standing = [f for f in t.state.fighters.values() if f.up and not f.yielded]
    return all(distance(t, a.id, b.id) > GONE for a in standing for b in standing if a.side < b.side)


@cites("combat.skirmish.end", "combat.create.xp")
def finish(t: T) -> None:
    """The fight is over: Bleeding is played out, and whoever survived it gains 1 XP."""
    sides = sides_up(t)
    t.state.phase = Phase.AFTER
    t.state.winner = sides[0] if len(sides) == 1 else None
    t.state.turns.current = None
    t.say("fight_over", "combat.skirmish.end", winner=t.state.winner or "nobody")
    bleed_out(t)
    for who in t.state.fighters.values():
        if not who.dead and not who.extra:
            gain_xp(t, who, 1)


@command(rules=("combat.skirmish.end",), when=on_turn)
def yield_(t: T, by: SeatId) -> None:
    """Give up: your fighter takes no further part. A side that has all yielded loses at the end of the round."""
    me = current(t)
    assert me is not None
    me.yielded = True
    t.say("yields", "combat.skirmish.end", to=audience(t, me), who=me.id)
    me.ap, me.held = 0, None
    next_turn(t, me)


# ------------------------------------------------------------------------------------------------ what the GN may do
def gn_in_fight(t: T, by: SeatId) -> Refusal | None:
    if by != GM:
        return Refusal("table.gm_only", "Only the GN may do that.")
    return on_turn(t, by)


@command(rules=("table.repair",), when=gn_in_fight)
def skip(t: T, by: SeatId) -> None:
    """The GN ends whoever's turn it is."""
    me = current(t)
    assert me is not None
    t.say("skipped", "table.repair", to=audience(t, me), who=me.id)
    next_turn(t, me)
