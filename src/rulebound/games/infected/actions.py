"""What a turn is made of: an Action, a Move, a Free action, and trading one for another."""

from __future__ import annotations

from rulebound.games.infected.conditions import put_on, take_off
from rulebound.games.infected.people import SWARM, Person
from rulebound.games.infected.state import Phase, T
from rulebound.games.infected.terms import Condition
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

NO_FIGHT = Refusal("infected.combat.round", "There is no fight.", "Begin one.")
STAGGERED = Total().plus("Staggered", -1, "infected.condition.staggered")
STEADY = Total()


def acting(t: T) -> Person:
    """Whose turn it is, once `on_turn` has said yes."""
    fight = t.state.fight
    assert fight is not None and fight.acting is not None
    return t.state.people[fight.acting]


def has_turn(t: T, by: SeatId) -> Refusal | None:
    """Only whoever's turn it is may act or end it; the game master may for anybody."""
    fight = t.state.fight
    if t.state.phase is not Phase.FIGHT or fight is None:
        return NO_FIGHT
    if fight.acting is None:
        return Refusal("infected.initiative.standard", "Nobody has the turn.", "Wait.")
    who = t.state.people[fight.acting]
    if by not in (who.seat, GM):
        return Refusal("infected.initiative.standard", f"It is {who.name}'s turn.", "Wait for yours, or for a chance to defend.")
    return None


@cites("infected.action.economy", "infected.group.execute")
def on_turn(t: T, by: SeatId) -> Refusal | None:
    """Whose turn it is, and up to it: who went down in the middle of a turn, or is tied up, can only end it."""
    if refusal := has_turn(t, by):
        return refusal
    who = acting(t)
    if who.restrained:
        return Refusal("infected.group.execute", f"{who.name} is tied up.", "Wait to be untied.")
    return None if who.up else Refusal("infected.action.economy", f"{who.name} is down.", "End the turn.")


@cites("infected.action.economy", "infected.maneuver.grapple")
def has_action(t: T, by: SeatId, *, in_the_open: bool = True) -> Refusal | None:
    """An Action, and free to choose what it is: whoever began a grapple that is locked only grapples again, who lashes out strikes."""
    return action_left(t, by, in_the_open=in_the_open) or locked(acting(t)) or lashing(acting(t))


def may_strike(t: T, by: SeatId) -> Refusal | None:
    """An Action for an attack."""
    return action_left(t, by) or locked(acting(t))


@cites("infected.stress.panic")
def lashing(who: Person) -> Refusal | None:
    return Refusal("infected.stress.panic", f"{who.name} lashes out.", "Attack whoever is nearest.") if who.lashes_out else None


@cites("infected.maneuver.grapple")
def locked(who: Person) -> Refusal | None:
    if not (who.locked_with and who.locked_first):
        return None
    return Refusal("infected.maneuver.grapple", f"{who.name} is locked with somebody.", "Grapple again, or let go.")


@cites("infected.action.economy", "infected.condition.stunned", "infected.maneuver.suppressing_options")
def action_left(t: T, by: SeatId, *, in_the_open: bool = True) -> Refusal | None:
    """Whoever stays down under fire does only what can be done lying there: neither attacks nor anything else in the open."""
    if refusal := on_turn(t, by):
        return refusal
    who = acting(t)
    if in_the_open and who.suppressed == "stay down":
        return Refusal("infected.maneuver.suppressing_options", f"{who.name} stays down under fire.", "Reload, or end the turn.")
    if who.conditions and who.has(Condition.STUNNED):
        return Refusal("infected.condition.stunned", f"{who.name} is Stunned and may only Move.", "Move, or end the turn.")
    if who.actions < 1:
        return Refusal("infected.action.economy", f"{who.name} has no Action left.", without_action(who))
    return pinned(who)


@cites("infected.defense.active_timing", "infected.action.trade_move_for_action")
def without_action(who: Person) -> str:
    """What is left to do: a Move, which whoever has not traded yet nor defended before the turn may give up for an Action."""
    if who.moves < 1:
        return "End the turn."
    settled = who.trade or who.defended or who.flees or who.kind is SWARM
    return "Move, or end the turn." if settled else "Give up the Move for one, or end the turn."


@cites("infected.maneuver.suppressing_options")
def stays_down(t: T, who: Person) -> bool:
    """Under fire that still holds: neither strikes back nor dives anywhere."""
    fight = t.state.fight
    return fight is not None and who.suppressed == "stay down" and any(held.zone == who.zone for held in fight.suppressions)


@cites("infected.condition.pinned")
def pinned(who: Person) -> Refusal | None:
    return Refusal("infected.condition.pinned", f"{who.name} is Pinned.", "Escape first.") if who.has(Condition.PINNED) else None


@cites("infected.condition.grappled")
def held_fast(who: Person) -> Refusal | None:
    """Why nobody is attacked but the holder, and nothing at all."""
    if not who.has(Condition.GRAPPLED):
        return None
    return Refusal("infected.condition.grappled", f"{who.name} is held and can only attack the holder or escape.", "Escape.")


@cites("infected.action.trade_action_for_move")
def without_move(who: Person) -> str:
    """What is left to do: an Action, which may be given up for a Move by whoever has not traded yet."""
    if who.actions < 1:
        return "End the turn."
    return "Act, or end the turn." if who.trade else "Give up the Action for one, or end the turn."


@cites("infected.action.economy")
def has_move(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    who = acting(t)
    if who.suppressed == "stay down":
        return Refusal("infected.maneuver.suppressing_options", f"{who.name} stays down under fire.", "End the turn.")
    if who.moves < 1:
        return Refusal("infected.action.economy", f"{who.name} has no Move left.", without_move(who))
    return None


@cites("infected.npc.swarm")
def one_body(who: Person) -> Refusal | None:
    """Maneuvers are for somebody with two hands and a will of their own."""
    return Refusal("infected.npc.swarm", "A Swarm makes no maneuvers.", "Attack.") if who.kind is SWARM else None


# ------------------------------------------------------------------------------------------------ spending
@cites("infected.action.economy", "infected.condition.staggered")
def spend_action(t: T, who: Person) -> None:
    """One Action; whoever is Staggered is so for this one, roll or no roll."""
    who.actions -= 1
    who.acted = True
    steadied(t, who)


def steadied(t: T, who: Person) -> None:
    """Once the Action that is paid for is done."""
    if who.conditions and who.has(Condition.STAGGERED):
        t.later(take_off_staggered, who)


def take_off_staggered(t: T, who: Person) -> None:
    take_off(t, who, Condition.STAGGERED)


@cites("infected.condition.staggered")
def steadiness(who: Person) -> Total:
    """The die that being Staggered costs a roll made by spending an Action."""
    return STAGGERED if who.conditions and Condition.STAGGERED in who.conditions else STEADY


@cites("infected.action.economy", "infected.property.slow_melee")
def spend_move(t: T, who: Person) -> None:
    who.moves -= 1
    who.moved = who.moved_this_round = True


# ------------------------------------------------------------------------------------------------ trades
@cites(
    "infected.action.trade_move_for_action", "infected.defense.active_timing", "infected.condition.stunned", "infected.npc.swarm",
    "infected.maneuver.suppressing_options",
)  # fmt: skip
def can_trade_move(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_move(t, by):
        return refusal
    who = acting(t)
    if who.has(Condition.STUNNED):
        return Refusal("infected.condition.stunned", f"{who.name} is Stunned and may only Move.", "Move, or end the turn.")
    if who.defended:
        return Refusal("infected.defense.active_timing", f"{who.name} has defended before the turn: Move and Free are left.", "Move.")
    if who.flees:
        return Refusal("infected.maneuver.suppressing_options", f"{who.name} flees from the fire.", "Move away from it.")
    if who.trade:
        return Refusal("infected.action.trade_move_for_action", "One trade a turn.", "Use what you have.")
    if who.kind is SWARM:
        return Refusal("infected.npc.swarm", "A Swarm attacks once a turn.", "Attack, or move.")
    return None


@command(rules=("infected.action.trade_move_for_action", "infected.state.exposed"), when=can_trade_move)
def trade_move(t: T, by: SeatId) -> None:
    """Give up your Move for a second Action; you are Exposed until your next turn."""
    who = acting(t)
    who.moves -= 1
    who.actions += 1
    who.trade = "action"
    t.say("trades", "infected.action.trade_move_for_action", who=who.id, gives="Move", gets="Action")
    put_on(t, who, Condition.EXPOSED)


@cites("infected.action.trade_action_for_move")
def can_trade_action(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by):
        return refusal
    if acting(t).trade:
        return Refusal("infected.action.trade_action_for_move", "One trade a turn.", "Use what you have.")
    return None


@command(rules=("infected.action.trade_action_for_move",), when=can_trade_action)
def trade_action(t: T, by: SeatId) -> None:
    """Give up your Action for a second Move."""
    who = acting(t)
    spend_action(t, who)
    who.moves += 1
    who.trade = "move"
    t.say("trades", "infected.action.trade_action_for_move", who=who.id, gives="Action", gets="Move")
