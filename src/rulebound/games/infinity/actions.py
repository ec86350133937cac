"""Actions of a turn besides attacks and movement: stance, things in hand, bracing, weakness, shaking it off, extra actions."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infinity.content import hands_needed, weapon
from rulebound.games.infinity.momentum import spend, within_means
from rulebound.games.infinity.people import Character, Harm, track
from rulebound.games.infinity.ranges import in_touch
from rulebound.games.infinity.sim import hands_full
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import Side, test
from rulebound.games.infinity.slots import ATTACKS, FREE, MINOR, acting, has_point, no_room, on_turn, point, take
from rulebound.games.infinity.spending import lay_down
from rulebound.games.infinity.state import T, seen_by
from rulebound.games.infinity.stealth import noise
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

TWO_HANDS = 2
DUAL = 1
"""What a Swift Action costs for an attack with another tool."""


# ------------------------------------------------------------------------------------------------ stance and speech
@cites("infinity.action.drop_prone")
def can_drop(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.DROP_PRONE):
        return refusal
    return Refusal("infinity.action.drop_prone", "Already prone.", "Stand up.") if acting(t).prone else None


@command(rules=("infinity.action.drop_prone", "infinity.state.prone"), when=can_drop)
def drop_prone(t: T, by: SeatId) -> None:
    """Free: lie down."""
    me = acting(t)
    take(t, me, Action.DROP_PRONE)
    me.prone = True
    t.say("lies_down", "infinity.action.drop_prone", who=me.id)


@cites("infinity.action.stand")
def can_stand(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.STAND):
        return refusal
    return None if acting(t).prone else Refusal("infinity.action.stand", "Not prone.", "Do something else.")


@command(rules=("infinity.action.stand",), when=can_stand)
def stand(t: T, by: SeatId) -> None:
    """Minor: stand up."""
    me = acting(t)
    take(t, me, Action.STAND)
    me.prone = False
    t.say("stands_up", "infinity.action.stand", who=me.id)


class Voice(StrEnum):
    TALK = "talk"
    SHOUT = "shout"


def words(*_: object) -> AnyText:
    """What is said."""
    return AnyText(300)


def can_speak(t: T, by: SeatId) -> Refusal | None:
    return on_turn(t, by) or no_room(t, acting(t), Action.SPEAK)


@command(rules=("infinity.action.speak", "infinity.range.communication"), when=can_speak, text=words)
def speak(t: T, by: SeatId, text: str, voice: Voice = Voice.TALK) -> None:
    """Free: say a few sentences. Talk carries at Close and over communicators; a shout at Medium, and draws attention beyond."""
    me = acting(t)
    take(t, me, Action.SPEAK)
    hearers = [p for p in t.state.people.values() if p is me or in_touch(t, me, p, voice is Voice.SHOUT)]
    seats = (GM, *dict.fromkeys(p.seat for p in hearers if p.seat != GM))
    t.say("speaks", "infinity.range.communication", to=seats, who=me.id, text=text)
    if voice is Voice.SHOUT:
        others = tuple(dict.fromkeys(p.seat for p in t.state.people.values() if p.seat not in seats))
        t.say("draws_attention", "infinity.range.communication", to=others, who=me.id)
    noise(t, me, Action.SPEAK)


# ------------------------------------------------------------------------------------------------ things in hand
def held(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Something in your hands."""
    return [id for id, w in acting(t).weapons.items() if w.hands]


@cites("infinity.action.drop_item")
def can_let_go(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.DROP_ITEM):
        return refusal
    return None if held(t, by) else Refusal("infinity.action.drop_item", "Nothing is in hand.", "Draw something.")


@command(rules=("infinity.action.drop_item",), when=can_let_go, item=held)
def drop_item(t: T, by: SeatId, item: str) -> None:
    """Free: drop what you hold; it lies within Reach."""
    me = acting(t)
    take(t, me, Action.DROP_ITEM)
    lay_down(t, me, item, "infinity.action.drop_item")


def free_hands(me: Character) -> int:
    return TWO_HANDS - sum(w.hands for w in me.weapons.values())


@cites("infinity.action.draw_or_use_item")
def stowed(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Something you carry, or that lies in your zone."""
    me = acting(t)
    carried = [id for id, w in me.weapons.items() if not w.hands and not w.attached]
    return carried + [id for id, lying in t.state.ground.items() if lying.zone == me.zone and id not in me.weapons]


def can_draw(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.DRAW):
        return refusal
    if hands_full(t, acting(t)):
        return Refusal("infinity.scene1.sim", "Both hands carry the SIM.", "Put it down first.")
    if not free_hands(acting(t)):
        return Refusal("infinity.action.draw_or_use_item", "No hand is free.", "Drop something first.")
    return None if stowed(t, by) else Refusal("infinity.action.draw_or_use_item", "There is nothing to draw.", "Do something else.")


@command(rules=("infinity.action.draw_or_use_item",), when=can_draw, item=stowed)
def draw(t: T, by: SeatId, item: str) -> None:
    """Minor: take something into your free hands, out of a pocket or from the ground."""
    me = acting(t)
    take(t, me, Action.DRAW)
    if item not in me.weapons:
        me.weapons[item] = t.state.ground.pop(item).item
    arms = me.weapons[item]
    arms.hands = min(free_hands(me), hands_needed(me, arms.kind))
    t.say("draws", "infinity.action.draw_or_use_item", to=seen_by(t, me), who=me.id, item=arms.kind)
    noise(t, me, Action.DRAW)


def unwieldy(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """An Unwieldy weapon in hand that is not braced."""
    return [id for id, w in acting(t).weapons.items() if w.hands and not w.braced and weapon(w.kind).size == "Unw"]


@cites("infinity.action.brace")
def can_brace(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.BRACE):
        return refusal
    return None if unwieldy(t, by) else Refusal("infinity.action.brace", "Nothing in hand needs bracing.", "Just attack.")


@command(rules=("infinity.action.brace",), when=can_brace, item=unwieldy)
def brace(t: T, by: SeatId, item: str) -> None:
    """Standard: brace an Unwieldy weapon until it is moved."""
    me = acting(t)
    take(t, me, Action.BRACE)
    me.weapons[item].braced = True
    t.say("braces", "infinity.action.brace", who=me.id, item=me.weapons[item].kind)


# ------------------------------------------------------------------------------------------------ waiting and watching
def can_exploit(t: T, by: SeatId) -> Refusal | None:
    return on_turn(t, by) or no_room(t, acting(t), Action.EXPLOIT_WEAKNESS)


@command(rules=("infinity.action.exploit_weakness",), when=can_exploit)
def exploit_weakness(t: T, by: SeatId) -> None:
    """Standard: look for a weakness; an attack as the next Standard Action has +2d20 and +[CD]2."""
    me = acting(t)
    take(t, me, Action.EXPLOIT_WEAKNESS)
    me.exploiting = 2
    t.say("exploits", "infinity.action.exploit_weakness", to=seen_by(t, me), who=me.id)
    noise(t, me, Action.EXPLOIT_WEAKNESS)


def can_pass(t: T, by: SeatId) -> Refusal | None:
    return on_turn(t, by) or no_room(t, acting(t), Action.PASS)


@command(rules=("infinity.action.pass",), when=can_pass)
def pass_(t: T, by: SeatId) -> None:
    """Standard: do nothing."""
    me = acting(t)
    take(t, me, Action.PASS)
    t.say("passes_time", "infinity.action.pass", who=me.id)


SHAKEN = {Harm.PHYSICAL: Skill.RESISTANCE, Harm.MENTAL: Skill.DISCIPLINE}


@cites("infinity.action.shake_it_off", "infinity.heal.limits", "infinity.recover.limits")
def shakeable(t: T, by: SeatId, *_: object) -> Sequence[Harm]:
    """Vigour (physical) or Resolve (mental), once a scene each."""
    return [harm for harm in SHAKEN if harm not in acting(t).shaken_off]


def can_shake(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SHAKE_IT_OFF):
        return refusal
    return None if shakeable(t, by) else Refusal("infinity.heal.limits", "Both were shaken off this scene.", "Rest later.")


@command(rules=("infinity.action.shake_it_off", "infinity.heal.limits", "infinity.recover.limits"), when=can_shake, harm=shakeable)
def shake_it_off(t: T, by: SeatId, harm: Harm) -> None:
    """Standard: win back two of Vigour or Resolve, two more for each Momentum; cover dice may be thrown again until your next turn."""
    me = acting(t)
    take(t, me, Action.SHAKE_IT_OFF)
    me.shaken_off.append(harm)
    me.rerolls_cover = True
    if not test(t, Side(who=me, skill=SHAKEN[harm])).passed:
        return
    stress = track(me, harm)
    useful = max(0, (stress.lost - 2 + 1) // 2)
    points = t.number(me.seat, "shake_momentum", 0, min(useful, within_means(t, me)), (me.id,))
    spend(t, me, points, "infinity.action.shake_it_off")
    stress.left = min(stress.full, stress.left + 2 + 2 * points)
    t.say("shakes_off", "infinity.action.shake_it_off", who=me.id, harm=harm.value, now=stress.left)


# ------------------------------------------------------------------------------------------------ announcing a turn
def standard_actions(*_: object) -> Sequence[Action]:
    """The Standard Action, or what it is traded for."""
    return [a for a in Action if a not in FREE]


@cites("infinity.turn.no_repeat")
def minor_actions(t: T, by: SeatId, standard: Action, *_: object) -> Sequence[Action]:
    """The Minor Action; no action is done twice."""
    return [a for a in Action if a in MINOR and a is not standard]


@cites("infinity.turn.declare")
def can_announce(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    if acting(t).turn.declared is not None:
        return Refusal("infinity.turn.declare", "The turn is announced already.", "Play it.")
    return Refusal("infinity.turn.declare", "The turn has begun already.", "Play it.") if acting(t).turn.taken else None


@command(rules=("infinity.turn.declare",), when=can_announce, standard=standard_actions, minor=minor_actions)
def announce(t: T, by: SeatId, standard: Action, minor: Action) -> None:
    """Announce the whole turn before any of it is done; the game master says whether both go together, and then it is kept to."""
    me = acting(t)
    if not t.judge("possible_turn", (True, False), True, (me.id, standard.value, minor.value)):
        t.say("impossible_turn", "infinity.turn.declare", who=me.id)
        return
    me.turn.declared = [standard, minor]
    t.say("announces", "infinity.turn.declare", who=me.id, standard=standard.value, minor=minor.value)


# ------------------------------------------------------------------------------------------------ extra actions
def talents(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A talent of yours that gives an action."""
    return acting(t).talents


@cites("infinity.action.extra.talent")
def can_use_talent(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    if acting(t).talented:
        return Refusal("infinity.action.extra.talent", "A talent has given an action this round.", "Once a round is all.")
    return None if acting(t).talents else Refusal("infinity.action.extra.talent", "There is no such talent.", "Use Momentum.")


@command(rules=("infinity.action.extra.talent",), when=can_use_talent, talent=talents)
def use_talent(t: T, by: SeatId, talent: str) -> None:
    """Use a talent for one more Standard Action."""
    me = acting(t)
    me.talented = True
    me.turn.standard += 1
    t.say("talent", "infinity.action.extra.talent", who=me.id, talent=talent)


@cites("infinity.action.extra.infinity", "infinity.points.standard_action")
def can_buy_action(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    me = acting(t)
    if me.turn.bonus:
        return Refusal("infinity.action.extra.infinity", "An Infinity point has bought an action this turn.", "Once a turn is all.")
    if me.takes_harm and has_point(t, me):
        return None
    return Refusal("infinity.action.extra.infinity", "There is no Infinity point.", "End the turn.")


@command(rules=("infinity.action.extra.infinity", "infinity.points.standard_action"), when=can_buy_action)
def extra_action(t: T, by: SeatId) -> None:
    """Spend an Infinity point on one more Standard Action."""
    me = acting(t)
    point(t, me, "an extra action", "infinity.points.standard_action")
    me.turn.standard += 1
    me.turn.bonus = True


@cites("infinity.action.extra.swift", "infinity.momentum.swift_action")
def can_be_swift(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    me = acting(t)
    if me.swift:
        return Refusal("infinity.action.extra.swift", "The round's Swift Action is gone.", "Once a round is all.")
    if me.turn.passed and dual_or_not(t, by):
        return None
    return Refusal("infinity.action.extra.swift", "There is not enough Momentum of a passed test.", "Make some first.")


@cites("infinity.action.extra.dual_wield", "infinity.action.extra.swift")
def dual_or_not(t: T, by: SeatId, *_: object) -> Sequence[bool]:
    """Whether the action is an attack of another kind or with another tool than the attack before it, for one Momentum."""
    me = acting(t)
    means = within_means(t, me)
    return [dual for dual, price in ((False, t.variants.swift_action_cost), (True, DUAL)) if price <= means and (not dual or attacked(me))]


def attacked(me: Character) -> bool:
    """An attack was made, so that another with another tool would cost less."""
    return bool(me.turn.taken) and me.turn.taken[-1] in ATTACKS


@command(
    rules=("infinity.action.extra.swift", "infinity.momentum.swift_action", "infinity.action.extra.dual_wield"), when=can_be_swift,
    dual_wield=dual_or_not,
)  # fmt: skip
def swift_action(t: T, by: SeatId, dual_wield: bool) -> None:
    """Two Momentum for one more Standard Action, a step harder; one for a further attack of another kind or with another tool."""
    me = acting(t)
    price = DUAL if dual_wield else t.variants.swift_action_cost
    spend(t, me, price, "infinity.action.extra.swift")
    me.turn.standard += 1
    me.turn.swift, me.swift = True, True
    me.turn.other_tool = dual_wield
    t.say("swift", "infinity.action.extra.swift", who=me.id, points=price)
