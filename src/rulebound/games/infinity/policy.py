"""How machines play Infinity: they weigh shooting, striking, hacking and fear against each other, take cover, help friends, spend Heat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from rulebound.games.infinity.attacks import another_tool, targets
from rulebound.games.infinity.blows import fired, in_hand, loaded, most_reloads
from rulebound.games.infinity.content import weapon
from rulebound.games.infinity.footing import enterable, on_foot
from rulebound.games.infinity.networks import attacked_instead, in_hacking_range
from rulebound.games.infinity.people import Character, Harm, Thing, helpless, network_down, out
from rulebound.games.infinity.policy_answers import choice, quantity
from rulebound.games.infinity.policy_scenes import scene_act
from rulebound.games.infinity.programs import intrusions
from rulebound.games.infinity.ranges import band, zones_between
from rulebound.games.infinity.recovery import can_give_first_aid, can_reassure, needs, patients, shaken
from rulebound.games.infinity.rounds import can_go, can_interrupt, can_summon, interrupters, next_ones
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.slots import has_point, no_room
from rulebound.games.infinity.state import RANGES, Infinity, Phase, T, foes, in_reach
from rulebound.games.infinity.systems import hacking_device
from rulebound.games.infinity.techniques import Technique
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.games.infinity.weigh import Plan, with_program, with_weapon, with_words, worth
from rulebound.kernel.policy import Move, Policy
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import About, Table

O = TypeVar("O")  # noqa: E741 - an option
END = Move("end_turn")
KIND = {"shoot": Action.SHOOT, "melee": Action.MELEE, "hack": Action.HACK, "scare": Action.SCARE}
HOT = 6
"""Heat from which on the game master lets an NPC go first."""
RICH = 4
"""From which on it pays for NPCs' Reloads."""
BOILING = 8
"""And from which on he sends for help."""
GOOD_ENOUGH = 0.01
"""An attack worth less than this is not made."""


class InfinityPolicy(Policy[Infinity, InfinityVariants]):
    def act(self, t: T, seat: SeatId) -> Move | None:
        if t.state.phase is not Phase.ACTION:
            return None if t.state.over else Move("begin")
        if move := scene_act(t, seat):
            return move
        current = t.state.current
        if current is None:
            if seat == GM and wants_to_interrupt(t.state) and can_interrupt(t, GM) is None:
                return Move("interrupt", {"who": interrupters(t, GM)[0]})
            return Move("take_turn", {"who": next_ones(t, seat)[0]}) if can_go(t, seat) is None else None
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
    return state.heat.value >= HOT and state.board is None and bool(state.turns.may_interrupt()) and state.ambush_failed is None


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
    if not me.hero and t.state.heat.value >= BOILING and not t.state.arriving and can_summon(t, GM) is None and few_left(t, me):
        return Move("reinforce", {"kind": "gangster", "zone": me.zone})
    if me.burning or me.dazed:
        return Move("recover", {"condition": "burning" if me.burning else "dazed"}) if no_room(t, me, Action.RECOVER) is None else None
    if me.prone and no_room(t, me, Action.STAND) is None:
        return Move("stand")
    if no_room(t, me, Action.MOVEMENT) is None and on_foot(t, me) is None and not any(in_reach(t, me.id, f.id) for f in foes(t, me)):
        return position(t, me)
    return None


def few_left(t: T, me: Character) -> bool:
    return sum(p.members for p in t.state.people.values() if p.side == me.side and not out(p)) < 4


def position(t: T, me: Character) -> Move | None:
    """Nearer to the wanted range, and behind cover where there is some."""
    enemies = foes(t, me)
    if not enemies:
        return None
    wanted = wanted_range(me)
    here = distance(t, me.zone, enemies)
    zone = me.zone
    if here > wanted:
        near = [z for z in (me.zone, *t.state.map.neighbours(me.zone)) if enterable(t, z)]
        zone = min(near, key=lambda z: abs(distance(t, z, enemies) - wanted))
    spot = next((id for id, cover in t.state.covers.items() if cover.zone == zone and cover.dice), "open")
    if zone == me.zone and (spot == "open" or me.cover == spot):
        return None
    return Move("move", {"zone": zone, "spot": spot})


def distance(t: T, zone: str, enemies: list[Character]) -> int:
    return min(zones_between(t, zone, f.zone) or 0 for f in enemies)


def wanted_range(me: Character) -> int:
    """What the best thing in hand wants; a hacker with nothing better goes close."""
    if me.programs and not me.hero:
        return 0
    return max((RANGES.names.index(weapon(me.weapons[id].kind).range) for id in in_hand(me, ranged=True)), default=0)


def best_standard(t: T, seat: SeatId, me: Character) -> Move | None:
    """The best attack, unless a friend or oneself is worse off than the enemy would be."""
    if me.turn.declared is None:
        plan = max(plans(t, me), key=lambda p: p.worth, default=None)
    else:
        plan = max((p for p in plans(t, me) if no_room(t, me, KIND[p.command]) is None), key=lambda p: p.worth, default=None)
    if plan and plan.worth >= 0.5:
        return Move(plan.command, plan.args)
    if move := care(t, seat, me):
        return move
    return Move(plan.command, plan.args) if plan and plan.worth >= GOOD_ENOUGH else None


def plans(t: T, me: Character) -> Iterator[Plan]:
    """Every kind of attack on everybody within reach of it who still stands."""
    there = [(foe, band(t, me, foe)) for foe in targets(t, me) if not out(foe)]
    crowded = any(in_reach(t, me.id, foe.id) for foe, _ in there)
    guns = [(id, reloads, with_weapon(t, me, me.weapons[id], reloads)) for id, reloads in loaded_guns(t, me)]
    blades = [(id, with_weapon(t, me, me.weapons[id], 0)) for id in in_hand(me, ranged=False) if another_tool(me, id)] if crowded else []
    programs = [(name, with_program(t, me, name)) for name in hacks(t, me)]
    words = [(technique, with_words(t, me, technique)) for technique in frights(me)]
    for foe, named in there:
        if named is None:
            continue
        far = RANGES.names.index(named)
        if foe.thing is not Thing.NETWORK:
            for id, reloads, means in guns:
                if far < 2 or not fired(me.weapons[id]).rating("torrent"):
                    value = worth(t, foe, means, far, crowded)
                    yield Plan(value, "shoot", {"target": foe.id, "gun": id, "reloads": reloads})
            if crowded and in_reach(t, me.id, foe.id):
                yield from (Plan(worth(t, foe, m, far, crowded), "melee", {"target": foe.id, "blade": id}) for id, m in blades)
        if programs and not network_down(foe) and in_hacking_range(t, me, foe):
            whose = attacked_instead(t, foe)
            yield from (Plan(worth(t, whose, m, far, crowded), "hack", {"target": foe.id, "program": name}) for name, m in programs)
        if foe.thing is None:
            for technique, means in words:
                if technique is not Technique.VOICE or far < 2:
                    yield Plan(worth(t, foe, means, far, crowded), "scare", {"target": foe.id, "technique": technique})


def loaded_guns(t: T, me: Character) -> Iterator[tuple[str, int]]:
    """Guns that can fire, each with the Reload that somebody would spend: players theirs, NPCs while there is Heat."""
    for id in in_hand(me, ranged=True):
        arms = me.weapons[id]
        if loaded(me, arms) and another_tool(me, id):
            yield id, min(1, most_reloads(t, me, arms)) if me.hero or t.state.heat.value >= RICH else 0


def hacks(t: T, me: Character) -> list[str]:
    if not me.programs or hacking_device(me) is None or no_room(t, me, Action.HACK):
        return []
    return [name for name in intrusions(me) if another_tool(me, name)]


def frights(me: Character) -> list[Technique]:
    """Techniques worth a thought: the voice once a scene, threats by those who have a way with people."""
    found = [Technique.THREATEN] if Skill.PERSUADE in me.skills and another_tool(me, Technique.THREATEN.value) else []
    if Skill.COMMAND in me.skills and Technique.VOICE.value not in me.used:
        found.append(Technique.VOICE)
    return found


def care(t: T, seat: SeatId, me: Character) -> Move | None:
    """First Aid, a calming word, or shaking it off, where half of a track is gone."""
    if no_room(t, me, Action.SHAKE_IT_OFF) is None:
        for harm, stress in ((Harm.PHYSICAL, me.vigour), (Harm.MENTAL, me.resolve)):
            if stress.left * 2 < stress.full and harm not in me.shaken_off:
                return Move("shake_it_off", {"harm": harm})
    if not me.hero or no_room(t, me, Action.SKILL_TEST):
        return None
    if Skill.MEDICINE in me.skills and can_give_first_aid(t, seat) is None:
        patient = min((t.state.people[id] for id in patients(t, seat, me.id)), key=lambda p: p.vigour.left)
        if patient.vigour.left * 2 < patient.vigour.full:
            return Move("first_aid", {"who": me.id, "patient": patient.id, "aid": needs(patient, Harm.PHYSICAL)[0]})
    if Skill.COMMAND in me.skills and can_reassure(t, seat) is None:
        friend = min((t.state.people[id] for id in shaken(t, seat, me.id)), key=lambda p: p.resolve.left)
        if friend.side == me.side and friend.resolve.left * 2 < friend.resolve.full:
            aid = needs(friend, Harm.MENTAL)[0]
            return Move("reassure", {"who": me.id, "patient": friend.id, "skill": Skill.COMMAND, "aid": aid})
    return None


def afterwards(t: T, me: Character) -> Move:
    """More Momentum than one needs: another attack, or the group's pool."""
    if me.hero and me.turn.passed and me.momentum >= t.variants.swift_action_cost and not me.swift and me.turn.standard < 1:
        return Move("swift_action", {"dual_wield": False})
    if me.hero and me.momentum >= 2 and not me.turn.took and not me.turn.banked and me.turn.standard < 1:
        return Move("save_momentum", {"who": me.id, "points": me.momentum})
    return END
