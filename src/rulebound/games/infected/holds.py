"""Grappling: taking hold, getting free, choking, throwing, pinning, dragging, and what an infected's grip leads to."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected import (
    moving,  # whoever moves may end a turn, and turns begin with what a grip does
    threat,
)
from rulebound.games.infected.actions import (
    acting,
    action_left,
    has_action,
    has_move,
    held_fast,
    on_turn,
    one_body,
    spend_action,
    spend_move,
    stays_down,
    steadiness,
    without_action,
)
from rulebound.games.infected.attack import FISTS, Strike
from rulebound.games.infected.blows import strike_at, struck_with
from rulebound.games.infected.checks import NO_DICE, Check, Opposed, base_pool, check, compare, hampered, resists, throw
from rulebound.games.infected.conditions import put_on, release, take_off, unlock
from rulebound.games.infected.death import faint
from rulebound.games.infected.defense import melee_weapons, react, surprised, together
from rulebound.games.infected.effects import afflict, inflict
from rulebound.games.infected.environment import must_be_there
from rulebound.games.infected.fighting import Blow, Effect, Source, What
from rulebound.games.infected.fire import in_fire
from rulebound.games.infected.groups import change_zone, come_together
from rulebound.games.infected.hands import hands_for, hands_of
from rulebound.games.infected.infection import bitten
from rulebound.games.infected.people import Person
from rulebound.games.infected.places import Into
from rulebound.games.infected.ranges import open_ways, shuns_fire
from rulebound.games.infected.reach import arms, possible, weapon_of
from rulebound.games.infected.shots import UNARMED_NOISE
from rulebound.games.infected.state import T
from rulebound.games.infected.stress import suffer
from rulebound.games.infected.terms import Attribute, Condition, Id, Skill
from rulebound.games.infected.variants import ChokeCount
from rulebound.games.infected.wounds import hurt
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

OUT_AFTER = 3


def scuffle(t: T, who: Person) -> None:
    """The noise of a maneuver."""
    threat.weapon_noise(t, who, UNARMED_NOISE, loud=False)


@cites("infected.maneuver.opposed", "infected.npc.rage")
def wrestle(
    t: T, who: Person, skill: Skill = Skill.BRAWL, *, acts: bool, attribute: Attribute = Attribute.GRIT, escapes: bool = False
) -> Check:
    """GRIT + Brawl, for which infected use their Attack dice. Resisting costs no Action."""
    extra = steadiness(who) if acts else NO_DICE
    if who.attack_dice and skill is Skill.BRAWL:
        pool = Total.of("Attack", who.attack_dice, "infected.maneuver.opposed") + extra
        return throw(t, who, "wrestle", hampered(t, who, None, None, pool))
    return throw(t, who, "wrestle", hampered(t, who, attribute, skill, base_pool(who, attribute, skill) + extra, reaction=escapes))


@cites("infected.property.one_handed", "infected.property.two_handed")
def free_hand(who: Person) -> bool:
    """One hand left of those one has: nothing two-handed, and not two things."""
    return who.is_infected or sum(hands_for(who.gear[id].kind) for id in who.hands) < hands_of(who)


# ------------------------------------------------------------------------------------------------ taking hold
def in_reach(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy at arm's reach that is one body."""
    who = acting(t)
    near = (t.state.people[id] for id in who.near)
    return [p.id for p in near if p.side != who.side and not p.dead and not p.many]


def graspable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy at arm's reach that is one body; where you are locked with one, only that one."""
    return [id for id in in_reach(t, by) if acting(t).locked_with in (None, id)]


def free_to_act(t: T, by: SeatId) -> Refusal | None:
    """An Action, and nobody's grip."""
    return has_action(t, by) or no_maneuver(acting(t))


def no_maneuver(who: Person) -> Refusal | None:
    return one_body(who) or held_fast(who)


@cites("infected.maneuver.grapple", "infected.npc.swarm")
def can_grapple(t: T, by: SeatId) -> Refusal | None:
    if refusal := action_left(t, by) or no_maneuver(acting(t)):
        return refusal
    who = acting(t)
    if who.holds:
        return Refusal("infected.maneuver.grapple", f"{who.name} holds somebody already.", "Let go first.")
    if not free_hand(who):
        return Refusal("infected.maneuver.grapple", "A grapple needs a free hand.", "Drop something.")
    if not graspable(t, by):
        return Refusal("infected.maneuver.grapple", "Nobody is within arm's reach.", "Close in.")
    return None


@command(rules=("infected.maneuver.grapple", "infected.maneuver.opposed"), when=can_grapple, target=graspable)
def grapple(t: T, by: SeatId, target: Id) -> None:
    """Take hold of somebody: GRIT + Brawl against their GRIT + Brawl or Athletics."""
    who, foe = acting(t), t.state.people[target]
    spend_action(t, who)
    scuffle(t, who)
    mine = wrestle(t, who, acts=True)
    skill = Skill.BRAWL
    if foe.human and foe.up:
        skill = t.choose(foe.seat, "resist_with", (Skill.BRAWL, Skill.ATHLETICS), (who.id, foe.id))
    theirs = wrestle(t, foe, skill, acts=False, escapes=True).hits if foe.up else 0
    match compare(mine.hits, theirs):
        case Opposed.WON:
            inflict(t, Effect(what=What.GRIP, by=who.id, target=foe.id))
        case Opposed.TIED:
            inflict(t, Effect(what=What.LOCK, by=who.id, target=foe.id))
        case Opposed.LOST:
            unlock(t, who)
            t.say("grapple_fails", "infected.maneuver.grapple", who=who.id, target=foe.id)
            strike_back(t, foe, who)


@cites("infected.maneuver.disarm", "infected.maneuver.grapple", "infected.initiative.ties", "infected.initiative.ambush")
def strike_back(t: T, foe: Person, who: Person) -> None:
    """After a failed grab the target may attack at once, for its Action: one attack, full dice, with a blade; else with bare hands or, if
    they care to be asked, a gun. Those who act together have spent it."""
    if not foe.up or foe.yields or stays_down(t, foe) or foe.many or foe.actions < 1 or foe.is_infected or foe.has(Condition.PINNED):
        return
    if surprised(t, foe) or together(t, foe, who):
        return
    swung = [gear.id for gear in melee_weapons(t, foe) if possible(t, foe, who, gear.id)]
    fit = swung or [Id(name) for name in (arms(foe) if foe.asks else (FISTS,)) if possible(t, foe, who, name)]
    if not fit:
        return
    if t.choose(foe.seat, "strike_back", (True, False), (foe.id, who.id), default=False):
        weapon, gear = weapon_of(foe, struck_with(t, foe, who, fit))
        react(t, foe)
        strike_at(t, Strike(who=foe, target=who, weapon=weapon, gear=gear, melee=not weapon.ranged))


# ------------------------------------------------------------------------------------------------ getting free
class Escape(StrEnum):
    BRAWL = "brawl"
    ATHLETICS = "athletics"


@cites("infected.maneuver.escape", "infected.condition.pinned")
def can_escape(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    who = acting(t)
    if who.held_by is None:
        return Refusal("infected.maneuver.escape", f"Nobody holds {who.name}.")
    if who.actions < 1:
        return Refusal("infected.action.economy", f"{who.name} has no Action left.", without_action(who))
    return None


@command(rules=("infected.maneuver.escape", "infected.maneuver.opposed"), when=can_escape)
def escape(t: T, by: SeatId, skill: Escape = Escape.BRAWL) -> None:
    """Get free: GRIT + Brawl or REFLEX + Athletics against the holder's GRIT + Brawl."""
    who = acting(t)
    holder = t.state.people[who.held_by or ""]
    spend_action(t, who)
    attribute = Attribute.GRIT if skill is Escape.BRAWL else Attribute.REFLEX
    mine = wrestle(t, who, Skill(skill.value), acts=True, attribute=attribute, escapes=True)
    if compare(mine.hits, wrestle(t, holder, acts=False).hits) is Opposed.WON:
        release(t, holder)
    else:
        t.say("still_held", "infected.maneuver.escape", who=who.id, target=holder.id)


@cites("infected.maneuver.grapple_while")
def holds_somebody(t: T, by: SeatId) -> Refusal | None:
    if refusal := free_to_act(t, by):
        return refusal
    who = acting(t)
    if who.holds is None or who.holds not in t.state.people:
        return Refusal("infected.maneuver.grapple_while", f"{who.name} holds nobody.", "Grapple first.")
    return None


@cites("infected.maneuver.grapple")
def can_let_go(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    who = acting(t)
    if who.holds or who.locked_first:
        return None
    return Refusal("infected.maneuver.grapple", f"{who.name} has taken hold of nobody.", "Escape, or grapple yourself.")


@command(rules=("infected.range.engaged", "infected.maneuver.grapple"), when=can_let_go)
def let_go(t: T, by: SeatId) -> None:
    """Let go of whom you hold, or of whom you are locked with if you began it."""
    who = acting(t)
    release(t, who)
    if who.locked_with:
        t.say("released", "infected.maneuver.grapple", who=who.id, target=who.locked_with)
        unlock(t, who)


# ------------------------------------------------------------------------------------------------ while holding
@command(rules=("infected.maneuver.choke", "infected.condition.choking", "infected.maneuver.flat"), when=holds_somebody)
def choke(t: T, by: SeatId) -> None:
    """Choke whom you hold: GRIT + Brawl, 2 hits or more; it lasts as long as the grip."""
    who = acting(t)
    foe = t.state.people[who.holds or ""]
    spend_action(t, who)
    if check(t, who, "choke", Attribute.GRIT, Skill.BRAWL, steadiness(who)).hits >= 2:
        suffer(t, foe, 1, "infected.maneuver.choke")
        if not foe.has(Condition.CHOKING):
            foe.choke_failures = foe.choke_rounds = 0
        afflict(t, who, foe, Condition.CHOKING)
    else:
        t.say("no_effect", "infected.maneuver.choke", who=who.id)


@cites("infected.maneuver.choking_progress", "infected.condition.choking")
def choke_on(t: T, who: Person) -> None:
    """At the start of the choked one's turn: GRIT + Endure, or 1 damage and 1 Stress; three failures and they faint."""
    if not who.has(Condition.CHOKING):
        return
    if who.held_by is None:
        take_off(t, who, Condition.CHOKING)
        return
    who.choke_rounds += 1
    if not resists(t, who, "choking", Attribute.GRIT, Skill.ENDURE if who.human else None):
        who.choke_failures += 1
        hurt(t, who, Blow(target=who.id, amount=1, by=who.held_by, rule="infected.maneuver.choking_progress", source=Source.INTERNAL))
        suffer(t, who, 1, "infected.maneuver.choking_progress")
    count = who.choke_failures if t.variants.choke_knocks_out_after_three is ChokeCount.FAILURES else who.choke_rounds
    if count >= OUT_AFTER and not who.dead:
        choked_out(t, who)


@cites("infected.maneuver.choke", "infected.maneuver.choking_progress")
def choked_out(t: T, who: Person) -> None:
    """Unconscious; an infected only for as long as the grip holds it."""
    if who.is_infected:
        put_on(t, who, Condition.PINNED)
        who.actions = who.moves = 0
        t.say("limp", "infected.maneuver.choke", who=who.id)
    else:
        faint(t, who, "infected.maneuver.choking_progress")


def next_zones(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """The zone they land in: one next to yours with the way open, or yours if there is none."""
    who = acting(t)
    return open_ways(t, who.zone) or [who.zone]


def in_the_way(t: T, by: SeatId, zone: str, into: Into = Into.NOTHING) -> Sequence[Id]:
    """Whom they are driven into, in that zone."""
    if into is not Into.PERSON:
        return []
    who = acting(t)
    return [p.id for p in t.state.people.values() if p.zone == zone and p.id not in (who.id, who.holds) and not p.dead and not p.fled]


def thrown_into(t: T, by: SeatId, zone: str, *_: object) -> Sequence[Into]:
    """What they hit; somebody only where somebody stands."""
    return [into for into in Into if into is not Into.PERSON or in_the_way(t, by, zone, into)]


@command(
    rules=("infected.maneuver.throw", "infected.maneuver.throw_hazard", "infected.maneuver.flat", "infected.range.zone"),
    when=holds_somebody, zone=next_zones, into=thrown_into, other=in_the_way,
)  # fmt: skip
def throw_down(t: T, by: SeatId, zone: str, into: Into = Into.NOTHING, other: Id | None = None) -> None:
    """Throw whom you hold into the next zone: GRIT + Brawl, 2 hits or more; Prone, 1 damage, and more for what they hit."""
    who = acting(t)
    foe = t.state.people[who.holds or ""]
    must_be_there(t, who, foe, zone, into, other)
    spend_action(t, who)
    scuffle(t, who)
    hits = check(t, who, "throw", Attribute.GRIT, Skill.BRAWL, steadiness(who)).hits
    if hits < 2:
        t.say("no_effect", "infected.maneuver.throw", who=who.id)
        return
    inflict(t, Effect(what=What.THROWN, by=who.id, target=foe.id, zone=zone, into=into.value, other=other))


@command(rules=("infected.condition.pinned", "infected.maneuver.opposed"), when=holds_somebody)
def pin(t: T, by: SeatId) -> None:
    """Pin whom you hold: another opposed GRIT + Brawl."""
    who = acting(t)
    foe = t.state.people[who.holds or ""]
    spend_action(t, who)
    mine = wrestle(t, who, acts=True).hits
    if compare(mine, wrestle(t, foe, acts=False).hits) is Opposed.WON:
        afflict(t, who, foe, Condition.PINNED)
    else:
        t.say("no_effect", "infected.condition.pinned", who=who.id)


@cites("infected.maneuver.grapple_while", "infected.hazard.collapse.trapped")
def can_drag(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_move(t, by):
        return refusal
    who = acting(t)
    if who.holds is None:
        return Refusal("infected.maneuver.grapple_while", f"{who.name} holds nobody.", "Move freely.")
    if who.locked_with:
        return Refusal("infected.maneuver.grapple", f"{who.name} is locked with somebody and cannot leave.", "Win the grapple first.")
    if who.has(Condition.PRONE):
        return Refusal("infected.condition.prone", f"{who.name} lies down.", "Stand up first.")
    if refusal := moving.hemmed_in(t, who):
        return refusal
    if stuck := next((p for p in (who, t.state.people[who.holds]) if p.stuck), None):
        return Refusal("infected.hazard.collapse.trapped", f"{stuck.name} is stuck here.", "Get them out of it first.")
    if (refusal := held_fast(who)) or ways(t, by):
        return refusal
    return moving.kept_off(t, who) or Refusal("infected.range.movement", "There is nowhere to go.", "Break a way.")


def ways(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A zone one step away, unless something blocks the way."""
    who = acting(t)
    return [zone for zone in open_ways(t, who.zone) if not shuns_fire(t, who, zone)]


@command(rules=("infected.maneuver.grapple_while", "infected.maneuver.opposed", "infected.condition.slowed"), when=can_drag, zone=ways)
def drag(t: T, by: SeatId, zone: str) -> None:
    """Drag whom you hold into the next zone: a Move, and an opposed GRIT + Athletics."""
    who = acting(t)
    foe = t.state.people[who.holds or ""]
    spend_move(t, who)
    if not moving.set_out(t, who, zone) or who.holds is None:
        return
    mine = check(t, who, "drag", Attribute.GRIT, Skill.ATHLETICS).hits
    theirs = wrestle(t, foe, Skill.ATHLETICS, acts=False).hits if foe.up else 0
    if compare(mine, theirs) is Opposed.WON:
        unlock(t, foe)
        for p in (who, foe):
            change_zone(t, p, zone)
        come_together(t, who, foe)
        t.say("drags", "infected.maneuver.grapple_while", who=who.id, target=foe.id, zone=zone)
        in_fire(t, foe)
        moving.arrive(t, who)
    else:
        t.say("no_effect", "infected.maneuver.grapple_while", who=who.id)


# ------------------------------------------------------------------------------------------------ an infected's grip
@cites("infected.infection.trigger_table")
def gripped(t: T, who: Person) -> None:
    """At the end of the second round in a row in an infected's grip it bites without a roll."""
    holder = t.state.people.get(who.held_by) if who.held_by else None
    if holder is None or not holder.is_infected or not who.human or who.dead:
        who.gripped_rounds = 0
        return
    who.gripped_rounds += 1
    if who.gripped_rounds >= 2:
        blow = Blow(target=who.id, amount=holder.damage, by=holder.id, rule="infected.infection.trigger_table", melee=True)
        bitten(t, who, hurt(t, who, blow))
