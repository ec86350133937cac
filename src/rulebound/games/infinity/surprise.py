"""Surprise: a scene that begins with an ambush."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.momentum import mine, new_turn
from rulebound.games.infinity.people import INERT, Character, Id, out
from rulebound.games.infinity.rounds import no_scene_yet, open_scene
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import Side, face_to_face
from rulebound.games.infinity.state import T
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


def leaders(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Who leads the ambush."""
    return [who.id for who in mine(t, by) if not out(who)]


def others(t: T, by: SeatId, leader: Id, *_: object) -> Sequence[Id]:
    """Who leads the other side."""
    side = t.state.people[leader].side
    return [p.id for p in t.state.people.values() if p.side != side and p.thing not in INERT and not out(p)]


def can_ambush(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_scene_yet(t, by):
        return refusal
    if any(others(t, by, leader) for leader in leaders(t, by)):
        return None
    return Refusal("infinity.surprise.test", "There is nobody to surprise.", "Begin the scene.")


@command(
    rules=("infinity.surprise.test",),
    when=can_ambush,
    leader=leaders,
    against=others,
    parley=yes_or_no("In a parley: Persuade against Discipline."),
)
def ambush(t: T, by: SeatId, leader: Id, against: Id, parley: bool = False) -> None:
    """Begin a scene by surprise: Stealth against Observation, or in a parley Persuade against Discipline."""
    me, other = t.state.people[leader], t.state.people[against]
    new_turn(t, me)
    new_turn(t, other)
    mine_, theirs = (Skill.PERSUADE, Skill.DISCIPLINE) if parley else (Skill.STEALTH, Skill.OBSERVATION)
    won = face_to_face(t, Side(who=me, skill=mine_), Side(who=other, skill=theirs)).actor_won
    open_scene(t)
    (ambush_works if won else ambush_fails)(t, me)


@cites("infinity.surprise.success")
def ambush_works(t: T, leader: Character) -> None:
    """Every ambusher attacks with Exploit Weakness in the first round; NPCs may all go first."""
    ambushers = [p for p in t.state.people.values() if p.side == leader.side and not out(p)]
    for who in ambushers:
        who.ambushing = True
    t.state.free_interrupts = [who.id for who in ambushers if not who.hero]
    t.say("ambush", "infinity.surprise.success", who=leader.id)


@cites("infinity.surprise.failure")
def ambush_fails(t: T, leader: Character) -> None:
    """The ambushers act last in the first round."""
    t.state.ambush_failed = leader.side
    t.say("ambush_fails", "infinity.surprise.failure", who=leader.id)
