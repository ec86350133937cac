"""Fighting together: combined attacks, and distracting an enemy; and finishing whoever is helpless."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.actions import acting, has_action, spend_action
from rulebound.games.infected.ammo import watches_ones
from rulebound.games.infected.attack import Strike, attack_pool, words_for
from rulebound.games.infected.blows import bursts
from rulebound.games.infected.bonds import helped
from rulebound.games.infected.checks import throw
from rulebound.games.infected.conditions import put_on, release
from rulebound.games.infected.content import has_flaw
from rulebound.games.infected.death import die
from rulebound.games.infected.equipment import SLOW_ACTIONS
from rulebound.games.infected.fighting import Blow, Combined
from rulebound.games.infected.groups import come_together
from rulebound.games.infected.guts import be_heroic
from rulebound.games.infected.helping import can_act, helpers, pay
from rulebound.games.infected.people import Person
from rulebound.games.infected.ranges import AT_HAND, band
from rulebound.games.infected.reach import arms, out_of_reach, throws, unusable, weapon_of
from rulebound.games.infected.shots import spend_shot, weapon_suffers
from rulebound.games.infected.state import T, allies, in_fight, in_sight
from rulebound.games.infected.strikes import goes_on
from rulebound.games.infected.terms import Band, Condition, Id, Kind
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

EXECUTION = Total().plus("helpless target", 2, "infected.group.execute")


# ------------------------------------------------------------------------------------------------ together
def enemies_there(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy who still fights."""
    who = acting(t)
    return [p.id for p in t.state.people.values() if p.side != who.side and p.up and p.kind is not Kind.HORDE and in_sight(who, p)]


def partners(t: T, by: SeatId, target: Id) -> Sequence[Id]:
    """An ally who has not acted this round."""
    who, fight = acting(t), t.state.fight
    assert fight is not None
    joined = fight.combined.members if fight.combined else [who.id]
    others = (p for p in t.state.people.values() if p.side == who.side and p.id not in joined and p.up and not p.yields)
    return [p.id for p in others if p.id not in fight.turns.done and p.actions > 0 and p.id in fight.turns.scores]


@cites("infected.group.combined_attack")
def can_combine(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_action(t, by):
        return refusal
    foes = to_combine_at(t, by)
    if not foes:
        return Refusal("infected.group.combined_attack", "A Combined Attack is under way.", "Attack.")
    if not partners(t, by, foes[0]):
        return Refusal("infected.group.combined_attack", "Nobody is left to attack with you this round.", "Attack alone.")
    return None


def to_combine_at(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy who still fights; while your Combined Attack has not begun, its target."""
    fight = t.state.fight
    running = fight.combined if fight else None
    if running is None:
        return enemies_there(t, by)
    return [running.target] if acting(t).id in running.members and not (running.hit or running.missed) else []


@command(rules=("infected.group.combined_attack", "infected.group.focus_fire"), when=can_combine, target=to_combine_at, partner=partners)
def combine(t: T, by: SeatId, target: Id, partner: Id) -> None:
    """Declare a Combined Attack, once for each partner: if all of you hit this target in this round, 2 more damage for one of you."""
    who, fight = acting(t), t.state.fight
    assert fight is not None
    if fight.combined is None:
        fight.combined = Combined(target=target, members=[who.id])
    fight.combined.members.append(partner)
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
    if any(ally.pc for ally in allies(t, who)):  # infected.guts.earn.heroic: a risk taken for another survivor
        be_heroic(t, who)


# ------------------------------------------------------------------------------------------------ finishing
def able_hands(t: T, by: SeatId) -> list[Person]:
    """Whoever's turn it is; outside a fight, any of yours who is up."""
    if in_fight(t):
        return [acting(t)] if has_action(t, by) is None else []
    return [t.state.people[id] for id in helpers(t, by)]


@cites("infected.group.execute", "infected.condition.pinned")
def helpless(who: Person) -> bool:
    """Unconscious, restrained, Pinned, or with no slot left but not dead."""
    return who.unconscious or who.restrained or who.has(Condition.PINNED) or who.wounds.full


@cites("infected.group.execute")
def may_consent(who: Person, killer: Person) -> bool:
    """Whoever agrees to it is helpless too: friends are asked, and those who have surrendered."""
    return who.human and killer.human and (who.surrendered or who.side == killer.side)


def distance(t: T, who: Person, foe: Person) -> Band:
    """Outside a fight one just steps up to somebody in the same place."""
    at = band(t, who, foe)
    return Band.MELEE if who.zone == foe.zone and at is Band.CLOSE and not in_fight(t) else at


def at_mercy(t: T, who: Person, foe: Person) -> bool:
    return foe.id != who.id and not (foe.dead or foe.fled or foe.many) and (helpless(foe) or may_consent(foe, who))


def can_kill(t: T, who: Person, foe: Person, name: str) -> bool:
    kind, gear = weapon_of(who, name)
    thrown = throws(kind)
    return unusable(t, who, kind, gear, thrown=thrown) is None and (
        out_of_reach(t, who, foe, kind, gear, thrown=thrown, at=distance(t, who, foe)) is None
    )


def helpless_ones(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody helpless or willing, within arm's reach or of a weapon in hand; outside a fight, in the same place."""
    return [p.id for p in t.state.people.values() if killers(t, by, p.id)]


def killers(t: T, by: SeatId, target: Id) -> Sequence[str]:
    """What it is done with; at range a roll is needed."""
    foe = t.state.people[target]
    hands = [who for who in able_hands(t, by) if at_mercy(t, who, foe)]
    return list(dict.fromkeys([name for who in hands for name in arms(who) if can_kill(t, who, foe, name)]))


def executioners(t: T, by: SeatId, target: Id, weapon: str) -> Sequence[Id]:
    """Whoever's turn it is; outside a fight, one of yours who has that weapon. Left out, the first of them."""
    foe = t.state.people[target]
    hands = [who for who in able_hands(t, by) if at_mercy(t, who, foe)]
    return [who.id for who in hands if weapon in arms(who) and can_kill(t, who, foe, weapon)]


@cites("infected.group.execute")
def can_execute(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_act(t, by):
        return refusal
    return None if helpless_ones(t, by) else Refusal("infected.group.execute", "Nobody helpless is within reach.", "Attack.")


@command(
    rules=("infected.group.execute", "infected.group.last_words", "infected.group.pvp_execution", "infected.guts.earn.ghost_run"),
    when=can_execute, target=helpless_ones, weapon=killers, who=executioners,
)  # fmt: skip
def execute(t: T, by: SeatId, target: Id, weapon: str, who: Id | None = None) -> None:
    """Kill somebody helpless: at arm's reach without a roll, from further off with +2 dice and any hit."""
    me, foe = t.state.people[who or executioners(t, by, target, weapon)[0]], t.state.people[target]
    kind, gear = weapon_of(me, weapon)
    near = distance(t, me, foe) in AT_HAND
    for _ in range(SLOW_ACTIONS if gear is not None and has_flaw(gear, "slow") else 1):
        pay(t, me)
    if in_fight(t) and not goes_on(t, me, foe, kind, gear, thrown=throws(kind)):
        return
    t.say("executes", "infected.group.last_words", who=me.id, target=target, weapon=words_for(me, gear))
    if (not helpless(foe) or (me.pc and foe.pc)) and not consents(t, me, foe):
        return
    if near:
        come_together(t, me, foe)
    thrown = throws(kind)
    strike = Strike(who=me, target=foe, weapon=kind, gear=gear, melee=not kind.ranged, thrown=thrown, extra=EXECUTION)
    roll = None if near else throw(t, me, "execute", attack_pool(t, strike), (foe.id,), ones=watches_ones(gear))
    spend_shot(t, strike)
    if roll is None or roll.hits >= 1:
        die(t, foe, "infected.group.execute", Blow(target=foe.id, amount=0, by=me.id, rule="infected.group.execute", melee=strike.melee))
    else:
        t.say("misses", "infected.group.execute", who=me.id, target=target)
    if roll is not None:
        t.state.scene.fought = True
        bursts(t, strike, hit=roll.hits >= 1)
        weapon_suffers(t, strike, roll)


@cites("infected.group.execute", "infected.group.pvp_execution")
def consents(t: T, who: Person, foe: Person) -> bool:
    """One survivor kills another only with that player's consent; no answer is none, and something comes between."""
    if t.choose(foe.seat, "consent", (False, True), (who.id, foe.id), default=False):
        return True
    t.say("interrupted", "infected.group.pvp_execution", who=who.id, target=foe.id)
    return False


@cites("infected.group.execute")
def can_restrain(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_act(t, by):
        return refusal
    return None if bindable(t, by) else Refusal("infected.group.execute", "Nobody near can be tied up.", "Pin them first.")


def bindable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody at arm's reach, outside a fight in the same place, who is Pinned, unconscious or has given up."""
    return [p.id for p in t.state.people.values() if binders(t, by, p.id)]


def binders(t: T, by: SeatId, target: Id) -> Sequence[Id]:
    """Whoever's turn it is; outside a fight, one of yours. Left out, the first of them."""
    foe = t.state.people[target]
    if foe.dead or foe.many or foe.restrained or not (foe.unconscious or foe.surrendered or foe.has(Condition.PINNED)):
        return []
    return [who.id for who in able_hands(t, by) if who is not foe and distance(t, who, foe) in AT_HAND]


@command(rules=("infected.group.execute",), when=can_restrain, target=bindable, who=binders)
def restrain(t: T, by: SeatId, target: Id, who: Id | None = None) -> None:
    """Tie up somebody who cannot resist: an Action."""
    me, foe = t.state.people[who or binders(t, by, target)[0]], t.state.people[target]
    pay(t, me)
    foe.restrained, foe.prepared, foe.retreating = True, None, None
    release(t, foe)
    t.say("restrains", "infected.group.execute", who=me.id, target=target)


@cites("infected.group.execute")
def can_untie(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_act(t, by):
        return refusal
    return None if tied_up(t, by) else Refusal("infected.group.execute", "Nobody near is tied up.", "Get to them.")


def tied_up(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody tied up at arm's reach, outside a fight in the same place."""
    return [p.id for p in t.state.people.values() if untiers(t, by, p.id)]


def untiers(t: T, by: SeatId, target: Id) -> Sequence[Id]:
    """Whoever's turn it is; outside a fight, one of yours. Left out, the first of them."""
    friend = t.state.people[target]
    if friend.dead or not friend.restrained:
        return []
    return [who.id for who in able_hands(t, by) if who is not friend and distance(t, who, friend) in AT_HAND]


@command(rules=("infected.group.execute", "infected.chargen.bond.trust"), when=can_untie, target=tied_up, who=untiers)
def untie(t: T, by: SeatId, target: Id, who: Id | None = None) -> None:
    """Untie somebody: an Action."""
    me, friend = t.state.people[who or untiers(t, by, target)[0]], t.state.people[target]
    pay(t, me)
    friend.restrained = False
    t.say("unties", "infected.group.execute", who=me.id, target=target)
    helped(t, me, friend)
