"""Holding an Action back: paid for now, used when its trigger comes."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.combat.ap import acting, can_pay, known_to, on_turn, others, spend
from rulebound.games.combat.attack import reaches, strike, unusable
from rulebound.games.combat.content import weapon
from rulebound.games.combat.harm import take_effect
from rulebound.games.combat.places import Way, distance, go, rise, speed
from rulebound.games.combat.state import Fighter, Held, HeldAction, Id, Phase, T, Trigger, audience, current, fighter
from rulebound.games.combat.variants import DamageTiming
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId


def held_targets(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Whom the Action is aimed at and whose doings set it off."""
    return others(t, by)


@cites("combat.ap.hold")
def can_hold(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_pay(t, by):
        return refusal
    return Refusal("combat.ap.hold", "You hold an Action already.", "Use it first.") if acting(t).held else None


@command(rules=("combat.ap.hold",), when=can_hold, target=held_targets)
def hold(t: T, by: SeatId, action: HeldAction, target: Id, trigger: Trigger) -> None:
    """Pay 1 AP now for an Action to be used later; the Action and its trigger are named openly."""
    me = acting(t)
    spend(t, me)
    me.held = Held(action, target, trigger)
    seen = audience(t, me, fighter(t, target))
    t.say("holds", "combat.ap.hold", to=seen, who=me.id, action=action.value, target=target, trigger=trigger.value)


@cites("combat.ap.hold")
def break_in(t: T, who: Fighter, trigger: Trigger) -> None:
    """Before somebody's Action takes effect, those who held one for it may use it."""
    for holder in list(t.state.fighters.values()):
        held = holder.held
        if held is None or held.target != who.id or held.trigger is not trigger or not can_use(t, holder):
            continue
        if t.choose(holder.seat, "use_held", (True, False), (holder.id, held.action.value, who.id)):
            use(t, holder)


@cites("combat.ap.hold", "combat.move.run")
def can_use(t: T, holder: Fighter) -> bool:
    """Awake, not running in this turn, still knowing where the other is, and the Action is possible now."""
    held = holder.held
    runs = holder.ran and current(t) is holder
    if held is None or runs or not holder.up or not known_to(t, holder.side, fighter(t, held.target)):
        return False
    match held.action:
        case HeldAction.ATTACK:
            near = reaches(t, holder, held.target, weapon(holder.weapon))
            return near and not fighter(t, held.target).dead and unusable(t, holder, holder.weapon) is None
        case HeldAction.STAND_UP:
            return holder.prone
        case _:
            return holder.vehicle is None and speed(t, holder).value > 0


def use(t: T, holder: Fighter) -> None:
    held = holder.held
    assert held is not None
    holder.held = None
    t.say("uses_held", "combat.ap.hold", to=audience(t, holder), who=holder.id, action=held.action.value)
    match held.action:
        case HeldAction.ATTACK:
            strike(t, holder, held.target, holder.weapon)
        case HeldAction.STAND_UP:
            rise(t, holder)
        case HeldAction.STEP_CLOSER:
            go(t, holder, Way(held.target), min(speed(t, holder).value, distance(t, holder.id, held.target)))
        case HeldAction.STEP_AWAY:
            go(t, holder, Way(held.target, True), speed(t, holder).value)
    if t.variants.damage_timing is DamageTiming.IMMEDIATE:
        take_effect(t)


def holders(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A fighter of yours who holds an Action that waits for your word and is possible now."""
    mine = [f for f in t.state.fighters.values() if f.held and by in (f.seat, GM)]
    return [f.id for f in mine if f.held and f.held.trigger is Trigger.MY_WORD and can_use(t, f)]


@cites("combat.ap.hold", "combat.ap.off_turn")
def can_use_held(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is not Phase.FIGHT:
        return on_turn(t, by)
    if holders(t, by):
        return None
    return Refusal("combat.ap.hold", "You hold no Action that waits for your word and is possible now.", "Hold one on your turn.")


@command(rules=("combat.ap.hold", "combat.ap.off_turn"), when=can_use_held, who=holders)
def use_held(t: T, by: SeatId, who: Id) -> None:
    """Use an Action you held to use on your word, on anybody's turn."""
    use(t, fighter(t, who))
