"""Movement: moving, running, lying down and getting up."""

from __future__ import annotations

from rulebound.games.combat.ap import acting, can_pay, max_ap, spend
from rulebound.games.combat.hold import break_in
from rulebound.games.combat.places import Way, go, rise, speed, ways
from rulebound.games.combat.state import Fighter, T, Trigger, audience
from rulebound.games.combat.variants import RunMoves
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


def within_speed(t: T, *_: object) -> range:
    """Up to your Speed in yards."""
    return range(1, speed(t, acting(t)).value + 1)


def on_foot(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_pay(t, by):
        return refusal
    if acting(t).vehicle:
        return Refusal("combat.vehicle.driving", "You sit in a vehicle.", "Get out first, or drive.")
    return None


def can_move(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_foot(t, by):
        return refusal
    if speed(t, acting(t)).value < 1:
        return Refusal("combat.move.speed", "Your Speed is 0.", "Pain has to fade first.")
    return None


@command(rules=("combat.move.speed", "combat.table.ap_costs"), when=can_move, way=ways, yards=within_speed)
def move(t: T, by: SeatId, way: Way, yards: int) -> None:
    """Move up to your Speed for 1 AP."""
    me = acting(t)
    spend(t, me)
    set_off(t, me, way, yards, 1)


@cites("combat.move.run", "combat.table.derived")
def run_speeds(t: T, who: Fighter) -> int:
    """How many times Speed a Run is: 4 for every AP, or for all of them together."""
    return 4 * (1 if t.variants.run_moves is RunMoves.SINGLE else who.ap)


def within_run(t: T, *_: object) -> range:
    """Up to four times your Speed for every AP, in yards."""
    me = acting(t)
    return range(1, run_speeds(t, me) * speed(t, me).value + 1)


@cites("combat.move.run")
def can_run(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_move(t, by):
        return refusal
    me = acting(t)
    if me.prone:
        return Refusal("combat.move.run", "You cannot run lying down.", "Stand up first.")
    if me.acted or me.ap < max_ap(t, me) - (1 if me.held else 0):
        return Refusal("combat.move.run", "A Run takes all AP of the turn and comes before anything else.", "Move instead.")
    return None


@command(rules=("combat.move.run",), when=can_run, way=ways, yards=within_run)
def run(t: T, by: SeatId, way: Way, yards: int) -> None:
    """Run: all your AP, Speed x 4 for each, and nothing else this turn."""
    me = acting(t)
    times = run_speeds(t, me)
    spend(t, me, me.ap)
    me.ran = True
    set_off(t, me, way, yards, times)


def set_off(t: T, me: Fighter, way: Way, yards: int, times: int) -> None:
    """Go, unless a held Action breaks in and ends or shortens that. Nobody runs on who is down."""
    break_in(t, me, Trigger.MOVES)
    if me.up and not (me.ran and me.prone):
        go(t, me, way, min(yards, times * speed(t, me).value))


# ------------------------------------------------------------------------------------------------ lying down and getting up
def on_ones_feet(t: T, by: SeatId) -> Refusal | None:
    return on_foot(t, by) or (Refusal("combat.move.prone", "You lie down already.") if acting(t).prone else None)


@command(rules=("combat.move.prone", "combat.table.ap_costs"), when=on_ones_feet)
def drop_prone(t: T, by: SeatId) -> None:
    """Lie down for 1 AP."""
    me = acting(t)
    spend(t, me)
    me.prone = True
    t.say("lies_down", "combat.move.prone", to=audience(t, me), who=me.id)


def lying_down(t: T, by: SeatId) -> Refusal | None:
    return can_pay(t, by) or (None if acting(t).prone else Refusal("combat.move.prone", "You are on your feet already."))


@command(rules=("combat.move.prone", "combat.table.ap_costs"), when=lying_down)
def stand_up(t: T, by: SeatId) -> None:
    """Get up for 1 AP, in a vehicle too."""
    me = acting(t)
    spend(t, me)
    rise(t, me)
