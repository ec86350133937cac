"""Any Action that was prepared, carried out in the middle of somebody else's turn."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected import (
    ammo,
    breaking,
    care,
    devices,
    distractions,
    hands,
    holds,
    maneuvers,
    medicine,
    moving,
    ramming,
    rescue,
    strikes,
    suppression,
    takedowns,
    tasks,
    teamwork,
    traps,
)
from rulebound.games.infected.overwatch import seize_the_moment
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import Infected, T
from rulebound.games.infected.terms import Id
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, Argument, Arguments, Command
from rulebound.kernel.refusal import Refused

READY: dict[str, Command[Infected, InfectedVariants]] = {
    command.name: command
    for command in (
        maneuvers.tackle, maneuvers.shove, maneuvers.disarm, maneuvers.bash, maneuvers.throw_object, holds.grapple, holds.escape,
        holds.choke, holds.throw_down, holds.pin, strikes.club, suppression.suppress, breaking.break_down, ramming.attack_vehicle,
        teamwork.distract, teamwork.restrain, teamwork.execute, takedowns.take_down, distractions.lure, distractions.set_off, ammo.reload,
        ammo.clear_jam, hands.draw, hands.unpack, hands.pick_up, medicine.medicate, devices.throw_bomb,
        devices.place_noise_maker, traps.set_trap, care.patch_up, care.stabilise, rescue.put_out_flames, care.see_to, care.wipe_eyes,
        care.amputate, care.give_suppressant, care.light, tasks.roll,
    )
}  # fmt: skip
"""infected.maneuver.overwatch: one Action of any kind. An attack is chosen with its weapon, a movement with its zone."""


def actions(*_: object) -> Sequence[str]:
    """What you will do."""
    return list(READY)


@cites("infected.maneuver.overwatch", "infected.maneuver.overwatch_examples", "infected.maneuver.tackle")
def do_now(t: T, who: Person, action: str, mover: Person | None) -> None:
    """With the turn for as long as it takes, and one Action for it. What cannot be done now waits on."""
    fight = t.state.fight
    if fight is None:
        return
    command, turn, kept = READY[action], fight.acting, who.actions
    fight.acting, who.actions = who.id, 1
    if command is maneuvers.tackle and mover is not None:
        charge(t, who, mover)
    if who.up and command.when(t, who.seat) is None and (arguments := settled(t, who, command, mover)) is not None:
        plan = who.prepared
        try:
            seize_the_moment(t, who, mover)
            command.rule(t, who.seat, **arguments)
        except Refused as refused:
            who.prepared = plan
            t.say("cannot_now", refused.refusal.rule, who=who.id, reason=refused.refusal.reason)
    fight.acting, who.actions = turn, kept


@cites("infected.maneuver.tackle")
def charge(t: T, who: Person, mover: Person) -> None:
    """A tackle takes the Move too: it is made now, if it was kept."""
    if mover.id not in who.approached and moving.can_close_in(t, who.seat) is None and mover.id in moving.close_ones(t, who.seat):
        moving.close_in(t, who.seat, mover.id)


def settled(t: T, who: Person, command: Command[Infected, InfectedVariants], mover: Person | None) -> Arguments | None:
    """The arguments as they come out now; None if there is nothing left to do it to."""
    settled: Arguments = {}
    for argument in command.arguments:
        options = command.options(t, who.seat, argument, tuple(settled.values()))
        if isinstance(options, AnyText | range):
            settled[argument.name] = argument.default
            continue
        chosen = choice(t, who, command.name, argument, list(options), mover.id if mover else None)
        if chosen is None and not argument.optional:
            return None
        settled[argument.name] = chosen
    return settled


def choice(t: T, who: Person, action: str, argument: Argument, options: list[object], mover: Id | None) -> object:
    """Oneself does it, to whoever set it off; anything else that is open is asked."""
    if argument.name == "who":
        return who.id if who.id in options else None
    if argument.name == "target" and mover is not None:
        return mover if mover in options else None
    if argument.optional and argument.default is not None and argument.default not in options:
        options.append(argument.default)
    if len(options) < 2:
        return options[0] if options else None
    return t.choose(who.seat, "readied", options, (who.id, action, argument.name), default=argument.default if argument.optional else None)
