"""Fighting together: combined attacks, and distracting an enemy; and finishing whoever is helpless."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.actions import acting, has_action, spend_action
from rulebound.games.infected.attack import Strike, attack_pool
from rulebound.games.infected.checks import throw
from rulebound.games.infected.conditions import put_on
from rulebound.games.infected.death import die
from rulebound.games.infected.fighting import Blow, Combined
from rulebound.games.infected.guts import be_heroic
from rulebound.games.infected.people import Person
from rulebound.games.infected.ranges import band
from rulebound.games.infected.reach import arms, out_of_reach, unusable, weapon_of
from rulebound.games.infected.shots import spend_shot
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Band, Condition, Id, Kind
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId

EXECUTION = Total().plus("helpless target", 2, "infected.group.execute")


# ------------------------------------------------------------------------------------------------ together
def enemies_there(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy who still fights."""
    who = acting(t)
    return [p.id for p in t.state.people.values() if p.side != who.side and p.up and p.kind is not Kind.HORDE]


def partners(t: T, by: SeatId, target: Id) -> Sequence[Id]:
    """An ally who has not acted this round."""
    who, fight = acting(t), t.state.fight
    assert fight is not None
    others = (p for p in t.state.people.values() if p.side == who.side and p.id != who.id and p.up)
    return [p.id for p in others if p.id not in fight.turns.done and p.actions > 0 and p.id in fight.turns.scores]


@cites("infected.group.combined_attack")
def can_combine(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by):
        return refusal
    assert t.state.fight is not None
    if t.state.fight.combined is not None:
        return Refusal("infected.group.combined_attack", "A Combined Attack is under way.", "Attack.")
    foes = enemies_there(t, by)
    if not foes or not partners(t, by, foes[0]):
        return Refusal("infected.group.combined_attack", "Nobody is left to attack with you this round.", "Attack alone.")
    return None


@command(rules=("infected.group.combined_attack", "infected.group.focus_fire"), when=can_combine, target=enemies_there, partner=partners)
def combine(t: T, by: SeatId, target: Id, partner: Id) -> None:
    """Declare a Combined Attack: if you and your partner both hit this target in this round, 2 more damage for one of you."""
    who, fight = acting(t), t.state.fight
    assert fight is not None
    fight.combined = Combined(target=target, members=[who.id, partner])
    t.say("combines", "infected.group.combined_attack", who=who.id, partner=partner, target=target)


@command(
    rules=("infected.group.distract_and_strike", "infected.state.exposed", "infected.guts.earn.heroic"),
    when=has_action,
    target=enemies_there,
)
def distract(t: T, by: SeatId, target: Id) -> None:
    """Distract an enemy: an ally's next attack on it this round has +2 dice, and you are Exposed."""
    who, fight = acting(t), t.state.fight
    assert fight is not None
    spend_action(t, who)
    fight.distracted[target] = who.id
    put_on(t, who, Condition.EXPOSED)
    t.say("distracts", "infected.group.distract_and_strike", who=who.id, target=target)
    be_heroic(t, who)


# ------------------------------------------------------------------------------------------------ finishing
@cites("infected.group.execute", "infected.condition.pinned")
def helpless(t: T, who: Person) -> bool:
    """Unconscious, restrained, Pinned, surrendered and willing, or with no slot left but not dead."""
    if who.dead or who.many:
        return False
    return who.unconscious or who.restrained or who.has(Condition.PINNED) or who.wounds.full


def helpless_ones(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody helpless, within arm's reach or of a weapon in hand."""
    who = acting(t)
    return [p.id for p in t.state.people.values() if p.id != who.id and helpless(t, p) and killers(t, by, p.id)]


def killers(t: T, by: SeatId, target: Id) -> Sequence[str]:
    """What it is done with; at range a roll is needed."""
    who, foe = acting(t), t.state.people[target]
    return [
        n for n in arms(who)
        if unusable(t, who, *weapon_of(who, n)) is None and out_of_reach(t, who, foe, *weapon_of(who, n), thrown=False) is None
    ]  # fmt: skip


@cites("infected.group.execute")
def can_execute(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by):
        return refusal
    return None if helpless_ones(t, by) else Refusal("infected.group.execute", "Nobody helpless is within reach.", "Attack.")


@command(
    rules=("infected.group.execute", "infected.group.last_words", "infected.group.pvp_execution"), when=can_execute, target=helpless_ones,
    weapon=killers,
)  # fmt: skip
def execute(t: T, by: SeatId, target: Id, weapon: str) -> None:
    """Kill somebody helpless: at arm's reach without a roll, from further off with +2 dice and any hit."""
    who, foe = acting(t), t.state.people[target]
    kind, gear = weapon_of(who, weapon)
    spend_action(t, who)
    t.say("executes", "infected.group.last_words", who=who.id, target=target)
    if who.pc and foe.pc and not consents(t, who, foe):
        return
    blow = Blow(target=foe.id, amount=0, by=who.id, rule="infected.group.execute", melee=not kind.ranged)
    strike = Strike(who=who, target=foe, weapon=kind, gear=gear, melee=not kind.ranged, extra=EXECUTION)
    near = band(t, who, foe) in (Band.MELEE, Band.ENGAGED)
    if not near and throw(t, who, "execute", attack_pool(t, strike), (foe.id,)).hits < 1:
        spend_shot(t, strike)
        t.say("misses", "infected.group.execute", who=who.id, target=target)
        return
    spend_shot(t, strike)
    die(t, foe, "infected.group.execute", blow)


@cites("infected.group.pvp_execution")
def consents(t: T, who: Person, foe: Person) -> bool:
    """One survivor kills another only with that player's consent; no answer is none, and something comes between."""
    if t.choose(foe.seat, "consent", (False, True), (who.id, foe.id), default=False):
        return True
    t.say("interrupted", "infected.group.pvp_execution", who=who.id, target=foe.id)
    return False


@cites("infected.group.execute")
def can_restrain(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by):
        return refusal
    return None if bindable(t, by) else Refusal("infected.group.execute", "Nobody near can be tied up.", "Pin them first.")


def bindable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody at arm's reach who is Pinned, unconscious or has given up."""
    near = (t.state.people[id] for id in acting(t).near)
    return [
        p.id for p in near if not p.dead and not p.many and not p.restrained and (p.unconscious or p.surrendered or p.has(Condition.PINNED))
    ]


@command(rules=("infected.group.execute",), when=can_restrain, target=bindable)
def restrain(t: T, by: SeatId, target: Id) -> None:
    """Tie up somebody who cannot resist: an Action."""
    who = acting(t)
    spend_action(t, who)
    if t.state.people[target].restrained:
        raise refuse("infected.group.execute", "They are tied up already.")
    t.state.people[target].restrained = True
    t.say("restrains", "infected.group.execute", who=who.id, target=target)
