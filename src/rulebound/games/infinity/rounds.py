"""Action scenes: who acts when, interrupts, what begins and ends with turns and rounds, reinforcements."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.conditions import end_of_turn, poison
from rulebound.games.infinity.content import content, sample
from rulebound.games.infinity.heat import gm_only
from rulebound.games.infinity.momentum import decay, let_go
from rulebound.games.infinity.people import Category, Character, Id, helpless
from rulebound.games.infinity.scene2 import next_stage
from rulebound.games.infinity.scene_flow import (
    a_round_closes,
    a_round_opens,
    a_turn_begins,
    a_turn_ends,
    absent,
    decided,
    stage_over,
)
from rulebound.games.infinity.slots import has_point, on_turn
from rulebound.games.infinity.state import Phase, T, seen_by
from rulebound.games.infinity.state_scenes import Stage
from rulebound.games.infinity.suspending import felt_again
from rulebound.games.infinity.turns import Action, Turn
from rulebound.games.infinity.variants import Refill
from rulebound.games.infinity.vehicles import crew_to_follow
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Unit
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.turns import PlayersFirst

LOUD = (Action.SHOOT, Action.MELEE, Action.SCARE)
"""Attacks that give somebody away for a turn (infinity.stealth.initial_state)."""


def no_scene_yet(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is Phase.ACTION:
        return Refusal("infinity.order.basic", "The action scene is on already.", "Play it.")
    return None


@command(rules=("infinity.order.basic",), when=no_scene_yet)
def begin(t: T, by: SeatId) -> None:
    """Begin an action scene: all player characters act in any order, then all NPCs."""
    open_scene(t)


@cites("infinity.order.basic")
def open_scene(t: T) -> None:
    gap = None if t.variants.interrupts_per_gap == "any" else t.variants.interrupts_per_gap
    people = t.state.people.values()
    t.state.turns = PlayersFirst(
        players=[str(p.id) for p in people if p.hero], npcs=[str(p.id) for p in people if not p.hero and p.active], interrupts_per_gap=gap
    )
    t.state.phase, t.state.current, t.state.over = Phase.ACTION, None, None
    for who in people:
        who.reactions = 0
    t.say("scene_begins", "infinity.order.basic")
    keep_order(t)
    a_round_opens(t)


def gone(t: T, who: Character) -> bool:
    """Cannot have a turn; four harms and an Infinity point still make one."""
    if who.incapacitated or who.unconscious or not who.active or (t.state.board and absent(t, who)):
        return True
    if who.vigour.harms < 4 and who.resolve.harms < 4:  # so it is with almost everybody
        return False
    return who.takes_harm and (who.dead or who.resolve.felt >= 5 or (helpless(who) and not has_point(t, who)))


def keep_order(t: T) -> None:
    """Those who cannot act leave the order, and come back when they can."""
    turns = t.state.turns
    for who in t.state.people.values():
        if gone(t, who) != (who.id in turns.out):
            (turns.come_back if who.id in turns.out else turns.leave)(who.id)


# ------------------------------------------------------------------------------------------------ turns
@cites("infinity.order.basic")
def between_turns(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is not Phase.ACTION:
        return Refusal("infinity.order.basic", "There is no action scene now.", "Begin one.")
    if t.state.current is not None:
        return Refusal("infinity.order.basic", f"It is {t.state.people[t.state.current].name}'s turn.", "Wait until it ends.")
    return None


@cites("infinity.order.basic", "infinity.surprise.failure")
def may_go(t: T) -> list[str]:
    """Players first, then NPCs; in a first round whose ambush failed, the ambushed before the ambushers."""
    turns = t.state.turns
    if t.state.vehicles and (crew := crew_to_follow(t)):
        return crew
    if turns.number == 1 and t.state.ambush_failed == "heroes":
        return [n for n in turns.npcs if n not in turns.done and n not in turns.out] or turns.may_act()
    return turns.may_act()


def next_ones(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours who may go now."""
    return [Id(id) for id in may_go(t) if by in (t.state.people[id].seat, GM)]


def can_go(t: T, by: SeatId) -> Refusal | None:
    if refusal := between_turns(t, by):
        return refusal
    if next_ones(t, by):
        return None
    up = ", ".join(t.state.people[id].name for id in may_go(t)) or "nobody"
    return Refusal("infinity.order.basic", "Nobody of yours may go now.", f"Up are: {up}.")


@command(rules=("infinity.order.basic", "infinity.round.length"), when=can_go, who=next_ones)
def take_turn(t: T, by: SeatId, who: Id) -> None:
    """Begin somebody's turn."""
    if who not in t.state.turns.may_act():
        t.state.turns.interrupt(who, ambush=True)
    start_turn(t, t.state.people[who])


def start_turn(t: T, me: Character) -> None:
    """What lasts until one's next turn ends here."""
    let_go(t)
    t.state.current = me.id
    me.turn = Turn()
    me.confidence = 0
    me.rerolls_cover, me.helping, me.readied = False, None, None
    me.exploiting = max(0, me.exploiting - 1)
    for other in t.state.people.values():
        if me.id in other.covered_by:
            other.covered_by.remove(me.id)
        if me.id in other.defended_by:
            other.defended_by.remove(me.id)
    t.say("turn", "infinity.order.basic", to=seen_by(t, me), who=me.id, round=t.state.turns.number)
    a_turn_begins(t, me)
    if me.toxin:
        poison(t, me)


@command(rules=("infinity.order.basic", "infinity.turn.actions"), when=on_turn)
def end_turn(t: T, by: SeatId) -> None:
    """End the turn: unspent Momentum is lost, an NPC's becomes Heat."""
    assert t.state.current is not None
    finish_turn(t, t.state.people[t.state.current])


def finish_turn(t: T, me: Character) -> None:
    me.overt = any(action in LOUD for action in me.turn.taken)
    end_of_turn(t, me)
    a_turn_ends(t, me)
    let_go(t)
    if me.id in t.state.turns.may_act():
        t.state.turns.acted(me.id)
    t.state.current = None
    go_on(t)


def go_on(t: T) -> None:
    """Between turns: a scene may be decided, a stage left behind, a round over."""
    keep_order(t)
    if how := decided(t):
        close_scene(t, how)
    elif stage_over(t):
        next_stage(t)
        open_scene(t)
    elif t.state.board is None and settled(t):
        close_scene(t, f"settled: {who_is_left(t)}")
    elif t.state.turns.round_over:
        end_round(t)


@cites("infinity.order.basic")
def end_round(t: T) -> None:
    """The group pool loses Momentum, Reactions are cheap again, reinforcements arrive."""
    t.say("round_ends", "infinity.order.basic", round=t.state.turns.number)
    decay(t)
    t.state.ambush_failed, t.state.free_interrupts = None, []
    for who in t.state.people.values():
        who.reactions, who.swift, who.ambushing, who.talented = 0, False, False, False
    arrive(t)
    a_round_closes(t)
    t.state.turns.next_round()
    t.state.clock.advance(Unit.ROUNDS)
    a_round_opens(t)


def can_begin_round(t: T, by: SeatId) -> Refusal | None:
    if refusal := gm_only(t, by) or between_turns(t, by):
        return refusal
    if t.state.board and t.state.board.opening:
        return None
    return Refusal("infinity.order.basic", "The round is under way.", "Play it.")


@command(rules=("infinity.order.basic",), when=can_begin_round)
def let_round_begin(t: T, by: SeatId) -> None:
    """Nothing more at the start of this round; if what was done has put the last one out, the scene is over."""
    assert t.state.board is not None
    t.state.board.opening = False
    go_on(t)


# ------------------------------------------------------------------------------------------------ interrupts
@cites("infinity.order.interrupt", "infinity.surprise.failure")
def can_interrupt(t: T, by: SeatId) -> Refusal | None:
    if refusal := gm_only(t, by) or between_turns(t, by):
        return refusal
    if t.state.ambush_failed and t.state.ambush_failed != "heroes" and t.state.turns.number == 1:
        return Refusal("infinity.surprise.failure", "Their ambush failed: they wait for the player characters.", "Let players act.")
    if interrupters(t, by):
        return None
    if not t.state.turns.may_interrupt(ambush=True):
        return Refusal("infinity.order.interrupt", "There is no player's turn to come before, or no NPC left.", "Go on in order.")
    if t.state.heat.value < t.variants.interrupt_price:
        return Refusal("infinity.order.interrupt", f"It costs {t.variants.interrupt_price} Heat.", "Let players act.")
    return Refusal("infinity.order.interrupt", "An NPC has come before this turn already.", "A player character must act first.")


def interrupters(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An NPC who has not acted this round."""
    ambushers = [id for id in t.state.free_interrupts if id in t.state.turns.may_interrupt(ambush=True)]
    paying = t.state.turns.may_interrupt() if t.state.heat.value >= t.variants.interrupt_price else []
    return list(dict.fromkeys([*ambushers, *(Id(id) for id in paying)]))


@command(rules=("infinity.order.interrupt", "infinity.heat.spend"), when=can_interrupt, who=interrupters)
def interrupt(t: T, by: SeatId, who: Id) -> None:
    """Let an NPC act before a player character, for Heat; a successful ambusher goes for nothing."""
    free = who in t.state.free_interrupts
    if free:
        t.state.free_interrupts.remove(who)
        t.say("ambush_first", "infinity.surprise.success", who=who)
    else:
        t.state.heat.change(-t.variants.interrupt_price, by, "acting out of order", "infinity.order.interrupt")
        t.say("interrupts", "infinity.order.interrupt", who=who, heat=t.state.heat.value)
    t.state.turns.interrupt(who, ambush=free)
    start_turn(t, t.state.people[who])


# ------------------------------------------------------------------------------------------------ reinforcements
PRICED = (Category.TROOPER, Category.ELITE)
CLOSED = (Stage.FESTIVAL, Stage.UNDERPASS)
"""infinity.scene1.heat.reinforcements, infinity.scene2.underpass.pursuit"""


def summonable(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A Trooper or an Elite of the packs that the pool can pay for."""
    prices = dict(zip(PRICED, t.variants.reinforcement_price, strict=True))
    return [name for name, kind in content().people.items() if kind.category in prices and prices[kind.category] <= t.state.heat.value]


@cites("infinity.heat.reinforcements", "infinity.scene2.underpass.pursuit")
def can_summon(t: T, by: SeatId) -> Refusal | None:
    if refusal := gm_only(t, by):
        return refusal
    if t.state.phase is not Phase.ACTION:
        return Refusal("infinity.heat.reinforcements", "There is no action scene now.", "Begin one.")
    if t.state.board and t.state.board.stage in CLOSED:
        return Refusal("infinity.heat.reinforcements", "This scene has its own list of who comes, or nobody does.", "Use that.")
    return None if summonable(t, by) else Refusal("infinity.heat.reinforcements", "There is not enough Heat.", "Wait.")


def zones(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Where they come in."""
    return list(t.state.map.zones)


@command(rules=("infinity.heat.reinforcements",), when=can_summon, kind=summonable, zone=zones)
def reinforce(t: T, by: SeatId, kind: str, zone: str) -> None:
    """Summon a Trooper or an Elite for Heat; he arrives at the end of the round."""
    category = content().people[kind].category
    price = t.variants.reinforcement_price[PRICED.index(category)]
    t.state.heat.change(-price, by, f"reinforcements: {kind}", "infinity.heat.reinforcements")
    number = 1 + sum(id.startswith(f"{kind.replace(' ', '-')}-") for id in [*t.state.people, *(p.id for p in t.state.arriving)])
    who = sample(t, kind, f"{kind.replace(' ', '-')}-{number}")
    who.name, who.zone = f"{who.name} {number}", zone
    t.state.arriving.append(who)
    t.say("summons", "infinity.heat.reinforcements", who=kind, heat=t.state.heat.value)


@cites("infinity.heat.reinforcements")
def arrive(t: T) -> None:
    """They come at the end of the round and act from the next on."""
    for who in t.state.arriving:
        t.state.people[who.id] = who
        t.state.turns.reinforce(who.id)
        t.say("arrives", "infinity.heat.reinforcements", who=who.id, zone=who.zone)
    t.state.arriving = []


# ------------------------------------------------------------------------------------------------ the end
def settled(t: T) -> bool:
    """Only one side is left of several, as the order has it."""
    gone_ones, people = t.state.turns.out, t.state.people.values()
    if t.state.arriving or len({p.side for p in people if p.id not in gone_ones}) > 1:
        return False
    return len({p.side for p in people if p.active}) > 1


def scene_on(t: T, by: SeatId) -> Refusal | None:
    if refusal := gm_only(t, by):
        return refusal
    return None if t.state.phase is Phase.ACTION else Refusal("infinity.order.basic", "There is no action scene now.", "Begin one.")


@command(rules=("infinity.order.basic", "infinity.momentum.pool_decay"), when=scene_on)
def end_scene(t: T, by: SeatId) -> None:
    """End the action scene; the group pool stays as it is."""
    let_go(t)
    close_scene(t, f"ended by the game master: {who_is_left(t)}")


def who_is_left(t: T) -> str:
    sides = {p.side for p in t.state.people.values() if not gone(t, p)}
    return f"{', '.join(sorted(sides)) or 'nobody'} left"


def close_scene(t: T, how: str) -> None:
    """What lasts a scene ends here; nothing is lost of the pools."""
    t.state.over = how
    t.state.phase, t.state.current = Phase.FREE, None
    t.state.one_fault = {}
    scene_passes(t)
    t.say("scene_over", "infinity.order.basic", how=t.state.over)


@cites("infinity.heal.limits", "infinity.recover.limits")
def scene_passes(t: T) -> None:
    """Nobody keeps what lasts a scene, and what helps once a scene helps again."""
    for who in t.state.people.values():
        calm_down(who)
    t.state.clock.advance(Unit.SCENES)
    felt_again(t)


@cites("infinity.breach.effects", "infinity.condition.unconscious", "infinity.condition.dazed")
def calm_down(who: Character) -> None:
    """Conditions, words of comfort and hackers' hold end with the scene."""
    who.heartened = who.confidence = who.reactions = who.staggered = who.exploiting = 0
    who.dazed = who.blind = who.unconscious = who.ambushing = who.swift = who.overt = False
    who.shaken_off, who.aided, who.used, who.rerolls_cover = [], [], [], False
    who.dusted_by = who.enraged_by = who.helping = who.readied = None
    who.possessed, who.defended_by, who.covered_by = {}, [], []


# ------------------------------------------------------------------------------------------------ the next scene
def next_possible(t: T, by: SeatId) -> Refusal | None:
    if refusal := gm_only(t, by):
        return refusal
    return no_scene_yet(t, by)


@command(
    rules=("infinity.heal.scene_reset", "infinity.points.pool"), when=next_possible, at_once=yes_or_no("It follows at once, without rest.")
)
def next_scene(t: T, by: SeatId, at_once: bool = False) -> None:
    """Go on to another scene; after some rest everybody's tracks are full, unless it follows at once."""
    t.state.over = None
    scene_passes(t)
    refill = {Refill.ALWAYS: True, Refill.NEVER: False}.get(t.variants.refill_between_scenes)
    if refill is None:
        refill = t.judge("refill", (True, False), not at_once)
    if refill:
        for who in t.state.people.values():
            for stress in (who.vigour, who.resolve, who.firewall):
                stress.left = stress.full
    t.say("next_scene", "infinity.heal.scene_reset", state="rested" if refill else "as they are")
