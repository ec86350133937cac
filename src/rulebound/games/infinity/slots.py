"""What fits into a turn: one Standard, one Minor and one Free Action, what they may be traded for, and what nobody does twice."""

from __future__ import annotations

from rulebound.games.infinity.heat import affords, pay
from rulebound.games.infinity.people import NEMESIS, Character, helpless
from rulebound.games.infinity.state import Phase, T
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.refusal import Refusal, Refused
from rulebound.kernel.seats import GM, SeatId

FREE = frozenset({Action.ADJUSTMENT, Action.DROP_ITEM, Action.DROP_PRONE, Action.SIMPLE_TASK, Action.SPEAK})
MINOR = frozenset({Action.CLEAR_MALFUNCTION, Action.MOVEMENT, Action.RECOVER, Action.STAND, Action.DRAW})
ATTACKS = frozenset({Action.HACK, Action.MELEE, Action.SCARE, Action.SHOOT})
DRIVES = frozenset({Action.GUN_ENGINES, Action.DEFENSIVE_DRIVING, Action.ON_TARGET, Action.RAM})
MOVES = frozenset({Action.ADJUSTMENT, Action.MOVEMENT, Action.SPRINT}) | DRIVES
STANCES = frozenset({Action.DROP_PRONE, Action.STAND})


@cites("infinity.turn.actions")
def on_turn(t: T, by: SeatId) -> Refusal | None:
    """In an action scene only whoever's turn it is may act."""
    if t.state.phase is not Phase.ACTION:
        return Refusal("infinity.turn.actions", "There is no action scene now.", "Begin one.")
    if t.state.current is None:
        return Refusal("infinity.order.basic", "Nobody's turn has begun.", "Somebody must take the next one.")
    who = t.state.people[t.state.current]
    if by not in (who.seat, GM):
        return Refusal("infinity.turn.actions", f"It is {who.name}'s turn.", "Outside your own you can only react.")
    return None


def acting(t: T) -> Character:
    """Whose turn it is, once `on_turn` has said yes."""
    assert t.state.current is not None
    return t.state.people[t.state.current]


@cites("infinity.turn.no_repeat", "infinity.turn.one_movement")
def no_room(t: T, who: Character, action: Action, free: bool = False, aside: bool = False) -> Refusal | None:
    """Why somebody cannot take this action now; `free` where a rule makes it a Free Action, `aside` where it goes for nobody."""
    if refusal := not_announced(who, action, free):
        return refusal
    if action in who.turn.taken and action not in ATTACKS:
        return Refusal("infinity.turn.no_repeat", f"{who.name} has done that this turn: {action.value}.", "Only attacks may be repeated.")
    if action in MOVES and MOVES.intersection(who.turn.taken):
        return Refusal("infinity.turn.one_movement", f"{who.name} has moved this turn.", "One of Adjustment, Movement and Sprint is all.")
    if action in STANCES and STANCES.intersection(who.turn.taken):
        return Refusal("infinity.action.drop_prone", f"{who.name} has changed stance this turn.", "Once a turn is all.")
    if who.prone and action is Action.SPRINT:
        return Refusal("infinity.state.prone", f"{who.name} is prone and cannot Sprint.", "Stand up first.")
    if who.turn.other_tool and action not in ATTACKS and action not in FREE and action not in MINOR:
        return Refusal("infinity.action.extra.dual_wield", "The extra action must be another attack.", "Attack with another tool.")
    if refusal := no_slot(who, action, free):
        return refusal
    return held_back(t, who, action, free, aside)


@cites("infinity.turn.actions", "infinity.action.minor.general", "infinity.action.standard.general", "infinity.action.free.general")
def no_slot(who: Character, action: Action, free: bool) -> Refusal | None:
    """A Standard may be traded for a Minor, a Minor for any number of Free ones; the cheap second attack for nothing."""
    turn = who.turn
    minor = turn.minor > 0 or (turn.standard > 0 and not turn.traded and not turn.other_tool)
    if free or action in FREE:
        if turn.free > 0 or turn.free_open or minor:
            return None
        return Refusal("infinity.action.free.general", f"{who.name} has no Free Action left.", "End the turn.")
    if action in MINOR:
        return None if minor else Refusal("infinity.action.minor.general", f"{who.name} has no Minor Action left.", "End the turn.")
    if turn.standard > 0:
        return None
    return Refusal("infinity.action.standard.general", f"{who.name} has no Standard Action left.", "Buy one, or end the turn.")


@cites("infinity.turn.declare")
def not_announced(who: Character, action: Action, free: bool) -> Refusal | None:
    """Who has announced a turn keeps to it; what is gained besides and Free Actions are not announced."""
    announced = who.turn.declared
    if announced is None or free or action in FREE or action in announced or who.turn.swift or who.turn.bonus or who.talented:
        return None
    said = ", ".join(a.value for a in announced)
    return Refusal("infinity.turn.declare", f"{who.name} has announced another turn.", f"Announced were: {said}.")


@cites("infinity.condition.staggered", "infinity.injury.limits", "infinity.trauma.limits", "infinity.points.reaction_while_staggered",
       "infinity.breach.limits")  # fmt: skip
def held_back(t: T, who: Character, action: Action, free: bool, aside: bool) -> Refusal | None:
    """Four harms, being Staggered or enraged put a price on acting; here is who cannot pay it."""
    if helpless(who) and not who.turn.woken and not has_point(t, who):
        return Refusal("infinity.injury.limits", f"{who.name} can do nothing without an Infinity point.", "End the turn.")
    if compromised(who) and action is Action.HACK and not who.turn.linked and not has_point(t, who):
        return Refusal("infinity.breach.limits", f"{who.name}'s network is compromised.", "Repair it, or spend an Infinity point.")
    price = points_in_heat(t, who, action) + (bool(who.staggered) and is_standard(action, free))
    if price and not affords(t, who, price):
        return Refusal("infinity.condition.staggered", f"{who.name} is held back and there is not enough Heat.", "Take a Minor Action.")
    if who.enraged_by and (aside or action not in ATTACKS | MOVES) and not affords(t, who, price + 1):
        return Refusal("infinity.technique.enrage", f"{who.name} is enraged and there is no Heat.", "Go for the enrager.")
    return None


@cites("infinity.npc.nemesis")
def points_in_heat(t: T, who: Character, action: Action) -> int:
    """What a Nemesis must pay in Heat where a player character would spend Infinity points on acting at all."""
    if who.category is not NEMESIS:
        return 0
    needed = (helpless(who) and not who.turn.woken) + (action is Action.HACK and compromised(who) and not who.turn.linked)
    return needed * t.variants.nemesis_point_price


def is_standard(action: Action, free: bool) -> bool:
    return not free and action not in FREE and action not in MINOR


@cites("infinity.turn.actions")
def take(t: T, who: Character, action: Action, free: bool = False, at: str | None = None) -> None:
    """Use up what the action takes; trades happen by themselves. `at` is whom it goes for."""
    if refusal := no_room(t, who, action, free):
        raise Refused(refusal)
    turn = who.turn
    wake(t, who)
    rage(t, who, at)
    if free or action in FREE:
        use_free(t, who)
    elif action in MINOR:
        use_minor(t, who)
    else:
        turn.standard -= 1
        if who.staggered:
            pay(t, who, 1, "Staggered", "infinity.condition.staggered")
        if action is Action.HACK:
            link_up(t, who)
        if action is not Action.EXPLOIT_WEAKNESS and action not in ATTACKS:
            who.exploiting = 0
        hurry(t, who)
    turn.taken.append(action)


@cites("infinity.technique.enrage", "infinity.trauma.alternative")
def rage(t: T, who: Character, at: str | None) -> None:
    """Who is enraged pays Heat for everything but going for the enrager."""
    if who.enraged_by and at != who.enraged_by:
        pay(t, who, 1, "rage", "infinity.technique.enrage")


@cites("infinity.technique.enrage")
def blind_rage(t: T, who: Character, action: Action) -> str | None:
    """The enrager, where somebody cannot pay for anything but going for him."""
    if who.enraged_by is None:
        return None
    return None if affords(t, who, upkeep(t, who, action)) else who.enraged_by


def upkeep(t: T, who: Character, action: Action) -> int:
    """What an action may cost an NPC in Heat before anything else: rage, being Staggered, a Nemesis' points."""
    return bool(who.enraged_by) + (bool(who.staggered) and is_standard(action, free=False)) + points_in_heat(t, who, action)


def use_minor(t: T, who: Character) -> None:
    if who.turn.minor > 0:
        who.turn.minor -= 1
    else:
        who.turn.standard -= 1
        who.turn.traded = True
        hurry(t, who)


def use_free(t: T, who: Character) -> None:
    if who.turn.free > 0:
        who.turn.free -= 1
    elif not who.turn.free_open:
        use_minor(t, who)
        who.turn.free_open = True


@cites("infinity.injury.limits", "infinity.trauma.limits", "infinity.points.reaction_while_staggered")
def wake(t: T, who: Character) -> None:
    """An Infinity point lets somebody with four Injuries or Traumas act for a turn."""
    if helpless(who) and not who.turn.woken:
        point(t, who, "acting with four harms", "infinity.points.reaction_while_staggered")
        who.turn.woken = True


def compromised(who: Character) -> bool:
    return who.firewall.harms >= 4 and who.takes_harm and who.firewall.felt >= 4


@cites("infinity.breach.limits", "infinity.points.reaction_while_staggered")
def link_up(t: T, who: Character) -> None:
    """An Infinity point lets somebody use a network with four Breaches for a turn, or for a Reaction."""
    if compromised(who) and not (who.turn.linked and t.state.current == who.id):
        point(t, who, "a compromised network", "infinity.points.reaction_while_staggered")
        who.turn.linked = True


@cites("infinity.npc.nemesis")
def point(t: T, who: Character, reason: str, rule: str) -> None:
    """Spend an Infinity point, or what a Nemesis pays instead."""
    if who.category is NEMESIS:
        pay(t, who, t.variants.nemesis_point_price, reason, "infinity.npc.nemesis")
        return
    who.infinity.change(-1, who.seat, reason, rule)
    t.say("infinity_point", rule, who=who.id, why=reason, left=who.infinity.value)


def has_point(t: T, who: Character) -> bool:
    if who.category is NEMESIS:
        return t.state.heat.value >= t.variants.nemesis_point_price
    return who.hero and who.infinity.value > 0


@cites("infinity.action.extra.swift")
def hurry(t: T, who: Character) -> None:
    """The step of a Swift Action is for its own action only, the first Standard Action after it."""
    if who.turn.swift:
        who.turn.swift, who.turn.hurried = False, True
        t.later(no_more_hurry, who)


def no_more_hurry(t: T, who: Character) -> None:
    who.turn.hurried = who.turn.other_tool = False
