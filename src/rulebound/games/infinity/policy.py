"""How machines play Infinity: they take cover, attack, help friends, use their Momentum and spend Heat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from rulebound.games.infinity.actions import SHAKEN
from rulebound.games.infinity.blows import in_hand
from rulebound.games.infinity.content import weapon
from rulebound.games.infinity.footing import enterable
from rulebound.games.infinity.moving import can_move, near_zones, spots_in
from rulebound.games.infinity.people import Character, Harm, helpless, out, ranks, track
from rulebound.games.infinity.policy_answers import choice, quantity
from rulebound.games.infinity.policy_attacks import best_attack, encore, hacks
from rulebound.games.infinity.policy_scenes import scene_act
from rulebound.games.infinity.policy_vehicles import stuck
from rulebound.games.infinity.ranges import zones_between
from rulebound.games.infinity.recovery import can_give_first_aid, can_reassure, needs, patients, shaken
from rulebound.games.infinity.rounds import can_interrupt, can_summon, interrupters, next_ones
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import Side, final_difficulty, target_number
from rulebound.games.infinity.slots import has_point, no_room
from rulebound.games.infinity.state import ACTION, RANGES, Infinity, T, foes, in_reach
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.games.infinity.weigh import Means, aim, with_program, with_weapon, worth
from rulebound.kernel.policy import Move, Policy
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import About, Table

O = TypeVar("O")  # noqa: E741 - an option
END = Move("end_turn")
EAGER = 4
"""Heat from which on the game master lets an NPC go first."""
BOILING = 6
"""And from which on he sends for help."""
MOST_DICE = 5
"""Two, and the three that can be bought."""


class InfinityPolicy(Policy[Infinity, InfinityVariants]):
    def act(self, t: T, seat: SeatId) -> Move | None:
        if t.state.phase is not ACTION:
            return None if t.state.over else Move("begin")
        if move := scene_act(t, seat):
            return move
        current = t.state.current
        if current is None:
            if seat == GM and wants_to_interrupt(t.state) and can_interrupt(t, GM) is None:
                eager = [id for id in interrupters(t, GM) if id != in_no_hurry(t.state)]
                return Move("interrupt", {"who": max(eager or interrupters(t, GM), key=lambda id: t.state.people[id].members)})
            up = next_ones(t, seat)
            return Move("take_turn", {"who": up[0]}) if up else None
        me = t.state.people[current]
        return fight(t, seat, me) if me.seat == seat else None

    def choose(self, t: Table[Infinity, InfinityVariants], seat: SeatId, what: str, options: Sequence[O], about: About, default: O) -> O:
        return choice(t, what, options, about, default)

    def choose_some(
        self, t: Table[Infinity, InfinityVariants], seat: SeatId, what: str, options: Sequence[O], least: int, most: int, about: About
    ) -> tuple[O, ...]:
        return tuple(options[:most]) if what in ("more_allies", "more_dusted") else tuple(options[:least])

    def number(
        self, t: Table[Infinity, InfinityVariants], seat: SeatId, what: str, least: int, most: int, about: About, default: int
    ) -> int:
        return quantity(t, what, least, most, about, default)


def wants_to_interrupt(state: Infinity) -> bool:
    """Whether there is Heat enough to let an NPC go before a player character."""
    if any(id in state.turns.may_interrupt(ambush=True) for id in state.free_interrupts):
        return True
    waiting = any(id != in_no_hurry(state) for id in state.turns.may_interrupt())
    return state.heat.value >= EAGER and waiting and state.ambush_failed is None


def in_no_hurry(state: Infinity) -> str | None:
    """The specialist in the office, until somebody knows of him (infinity.scene2.tag.hidden_hacker)."""
    return state.board.hacker if state.board and not state.board.noticed else None


# ------------------------------------------------------------------------------------------------ a turn
def fight(t: T, seat: SeatId, me: Character) -> Move:
    """Get up and into position, use the Standard Action well, buy another if there is Momentum, save the rest."""
    if helpless(me) and not me.turn.woken and not has_point(t, me):
        return END
    if me.turn.standard > 0:
        if not me.turn.taken and (move := prepare(t, seat, me)):
            return move
        return best_standard(t, seat, me) or afterwards(t, me)
    return afterwards(t, me)


def prepare(t: T, seat: SeatId, me: Character) -> Move | None:
    """What a Minor Action is for before anything else: fire, daze, standing up, a better place; a rich GM sends for help."""
    if not me.hero and t.state.heat.value >= BOILING and sends_for_help(t, me):
        return Move("reinforce", {"kind": "gangster", "zone": me.zone})
    if me.burning or me.dazed:
        return Move("recover", {"condition": "burning" if me.burning else "dazed"}) if no_room(t, me, Action.RECOVER) is None else None
    if item := stuck(t, seat):
        return Move("clear_malfunction", {"item": item})
    if me.prone and no_room(t, me, Action.STAND) is None:
        return Move("stand")
    if can_move(t, seat) is None and (place := position(t, me, foes(t, me))):
        zone, spot = place
        return Move("move", {"zone": zone, "spot": spot}) if zone in near_zones(t, seat) and spot in spots_in(t, seat, zone) else None
    return None


def sends_for_help(t: T, me: Character) -> bool:
    """A few are left and nobody comes yet; the book's scenes have lists of their own."""
    if t.state.board or t.state.arriving or can_summon(t, GM) is not None:
        return False
    return sum(p.members for p in t.state.people.values() if p.side == me.side and not out(p)) < 4


def position(t: T, me: Character, enemies: list[Character]) -> tuple[str, str] | None:
    """Nearer to the wanted range, and behind cover where there is some; not out of an enemy's Reach."""
    if not enemies or (t.state.reach and any(in_reach(t, me.id, foe.id) for foe in enemies)):
        return None
    wanted, there = wanted_range(t, me, enemies), list(dict.fromkeys(foe.zone for foe in enemies))
    zone = me.zone
    if distance(t, zone, there) > wanted:
        near = [z for z in (me.zone, *t.state.map.neighbours(me.zone)) if enterable(t, z)]
        zone = min(near, key=lambda z: abs(distance(t, z, there) - wanted))
    spot = next((id for id, cover in t.state.covers.items() if cover.zone == zone and cover.dice), "open")
    if zone == me.zone and (spot == "open" or me.cover == spot):
        return None
    return zone, spot


def distance(t: T, zone: str, others: list[str]) -> int:
    return min(zones_between(t, zone, other) or 0 for other in others)


def wanted_range(t: T, me: Character, enemies: list[Character]) -> int:
    """What the best thing in hand wants; a hacker goes close where that does more than his gun."""
    guns = in_hand(me, ranged=True)
    if me.programs and (names := hacks(t, me)):
        shots = [with_weapon(t, me, me.weapons[id], 0) for id in guns]
        programs = [with_program(t, me, name) for name in names]
        if best_at(t, enemies, Harm.DIGITAL, programs) > best_at(t, enemies, Harm.PHYSICAL, shots):
            return 0
    return max((RANGES.names.index(weapon(me.weapons[id].kind).range) for id in guns), default=0)


def best_at(t: T, enemies: list[Character], harm: Harm, ways: list[Means]) -> float:
    """What the best of several attacks would be worth at its own range."""
    aims = [aim(t, foe, harm) for foe in enemies]
    return max((worth(aimed, means, means.best or 0, False) for aimed in aims for means in ways), default=0.0)


def best_standard(t: T, seat: SeatId, me: Character) -> Move | None:
    """The best attack, unless a friend or oneself is worse off than the enemy would be."""
    plan = best_attack(t, me)
    if plan and plan.worth >= 0.5:
        return plan.move
    if move := care(t, seat, me):
        return move
    return plan.move if plan else None


def care(t: T, seat: SeatId, me: Character) -> Move | None:
    """First Aid, a calming word, or shaking it off, where half of a track is gone; who is out at the first harm fights on."""
    if not me.takes_harm:
        return None
    if no_room(t, me, Action.SHAKE_IT_OFF) is None:
        for harm, stress in ((Harm.PHYSICAL, me.vigour), (Harm.MENTAL, me.resolve)):
            if stress.left * 2 < stress.full and harm not in me.shaken_off and within_hope(t, me, SHAKEN[harm]):
                return Move("shake_it_off", {"harm": harm})
    if not me.hero or no_room(t, me, Action.SKILL_TEST):
        return None
    hurt = patients(t, seat, me.id) if Skill.MEDICINE in me.skills and can_give_first_aid(t, seat) is None else ()
    if friend := worst_off(t, me, Harm.PHYSICAL, Skill.MEDICINE, hurt):
        return Move("first_aid", {"who": me.id, "patient": friend.id, "aid": needs(friend, Harm.PHYSICAL)[0]})
    afraid = shaken(t, seat, me.id) if Skill.COMMAND in me.skills and can_reassure(t, seat) is None else ()
    if friend := worst_off(t, me, Harm.MENTAL, Skill.COMMAND, afraid):
        aid = needs(friend, Harm.MENTAL)[0]
        return Move("reassure", {"who": me.id, "patient": friend.id, "skill": Skill.COMMAND, "aid": aid})
    return None


def worst_off(t: T, me: Character, harm: Harm, skill: Skill, near: Sequence[str]) -> Character | None:
    """The friend who has lost most, if half of the track is gone; each lasting harm is a step, and beyond one's dice there is no hope."""
    friends = [p for id in near if (p := t.state.people[id]).side == me.side and 1 + track(p, harm).harms <= hope(me, skill)]
    worst = min(friends, key=lambda p: track(p, harm).left, default=None)
    return worst if worst and track(worst, harm).left * 2 < track(worst, harm).full else None


def within_hope(t: T, me: Character, skill: Skill) -> bool:
    return final_difficulty(t, Side(who=me, skill=skill)) <= hope(me, skill)


def hope(me: Character, skill: Skill) -> float:
    """The difficulty that as many dice as can be had reach on average."""
    return MOST_DICE * (target_number(me, skill).value + ranks(me, skill).focus) / 20


def afterwards(t: T, me: Character) -> Move:
    """More Momentum than one needs: another attack, or the group's pool."""
    if me.momentum and me.turn.passed and me.turn.standard < 1 and (move := encore(t, me)):
        return move
    if me.hero and me.momentum >= 2 and not me.turn.took and not me.turn.banked and me.turn.standard < 1:
        return Move("save_momentum", {"who": me.id, "points": me.momentum})
    return END
