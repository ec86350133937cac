"""The way out of the underpass: its lock, its network, its steel, and passing it."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.attacks import blades, guns
from rulebound.games.infinity.blows import Blow, Mode, most_reloads, shot, strike
from rulebound.games.infinity.chase import depart
from rulebound.games.infinity.damage import thrown
from rulebound.games.infinity.exchange import given_away, side, use_reloads
from rulebound.games.infinity.footing import on_foot
from rulebound.games.infinity.hits import recoil
from rulebound.games.infinity.people import Category, Character, Id, Stress, out
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import Side, test
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import T
from rulebound.games.infinity.state_scenes import Door
from rulebound.games.infinity.state_vehicles import Part
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.vehicle_hits import Impact, pierced_by, plain_damage, spend_on
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.d20 import CombatDice
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

RULE = "infinity.scene2.underpass.door"
ALCOVE, BESIDE = "alcove", "E6a"
LOCK = "lock"
LOCK_DIFFICULTY = 3
FAULTS_TO_BREAK = 3


def no_door(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    if t.state.board is None or t.state.board.door is None:
        return Refusal(RULE, "There is no such door here.", "It is at the end of the underpass.")
    return None


def door_of(t: T) -> Door:
    assert t.state.board is not None and t.state.board.door is not None
    return t.state.board.door


@cites("infinity.scene2.underpass.door")
def is_open(t: T) -> bool:
    """Its lock was opened or possessed by a player character, or three Faults have broken it."""
    door = door_of(t)
    network = t.state.people.get("door")
    holder = t.state.people.get(network.possessed.get(LOCK, Id(""))) if network else None
    return door.open or bool(holder and holder.hero) or door.structure.harms >= FAULTS_TO_BREAK


# ------------------------------------------------------------------------------------------------ the lock
def lock_skills(t: T, by: SeatId, *_: object) -> Sequence[Skill]:
    """Tech or Thievery."""
    return (Skill.TECH, Skill.THIEVERY)


def can_pick(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_door(t, by):
        return refusal
    if acting(t).zone != ALCOVE or is_open(t):
        return Refusal(RULE, "There is no lock to pick here.", "Go to the alcove.")
    return no_room(t, acting(t), Action.SKILL_TEST)


@command(rules=("infinity.scene2.underpass.door",), when=can_pick, skill=lock_skills)
def pick_lock(t: T, by: SeatId, skill: Skill) -> None:
    """Standard: open the door's lock, D3 Tech or Thievery."""
    me = acting(t)
    take(t, me, Action.SKILL_TEST)
    if test(t, Side(who=me, skill=skill), LOCK_DIFFICULTY).passed:
        door_of(t).open = True
        t.say("door_open", RULE, zone=ALCOVE)


# ------------------------------------------------------------------------------------------------ steel
def tools(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A weapon in hand; a melee weapon only in the alcove."""
    me = acting(t)
    return [*guns(t, by), *(blades(t, by) if me.zone == ALCOVE else [])]


def door_reloads(t: T, by: SeatId, weapon: str) -> range:
    """Reloads for more dice."""
    me = acting(t)
    return range(most_reloads(t, me, me.weapons[weapon]) + 1) if weapon in guns(t, by) else range(1)


def can_blast(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_door(t, by):
        return refusal
    if acting(t).zone not in (ALCOVE, BESIDE) or is_open(t):
        return Refusal(RULE, "The door cannot be attacked from here.", "Go to the alcove.")
    if not tools(t, by):
        return Refusal(RULE, "No weapon is in hand.", "Draw one.")
    return no_room(t, acting(t), Action.SHOOT, aside=True)


@command(rules=("infinity.scene2.underpass.door",), when=can_blast, weapon=tools, reloads=door_reloads)
def attack_door(t: T, by: SeatId, weapon: str, reloads: int = 0) -> None:
    """Standard: attack the door, Structure 12, Armour 4; three Faults break it, and each takes a point of Armour."""
    me = acting(t)
    ranged = weapon in guns(t, by)
    take(t, me, Action.SHOOT if ranged else Action.MELEE)
    if ranged:
        use_reloads(t, me, me.weapons[weapon], reloads)
    steel = target(t)
    blow = shot(t, me, steel, weapon, reloads, Mode.PRIMARY) if ranged else strike(t, me, steel, weapon)
    me.exploiting, me.turn.tool = 0, weapon
    if test(t, side(blow)).passed:
        dent(t, blow)
    given_away(t, blow)


def target(t: T) -> Character:
    none = Stress(full=0, left=0)
    return Character(
        id=Id("door"), name="The door", category=Category.TROOPER, side="nobody", vigour=door_of(t).structure, resolve=none, firewall=none,
        zone=ALCOVE,
    )  # fmt: skip


@cites("infinity.scene2.underpass.door", "infinity.vehicle.damage")
def dent(t: T, blow: Blow) -> None:
    """Damage through the Armour that is left; Faults by the thresholds of vehicles."""
    door = door_of(t)
    roll = t.roll(CombatDice(blow.dice.value), "damage", blow.me.seat, (blow.me.id, blow.name), blow.dice)
    hit = Impact(thrown(blow.dice.value, roll), Part.HULL)
    spend_on(t, blow, hit)
    damage = 0 if blow.has("nonlethal") else plain_damage(t, blow, hit)
    soak = max(0, door.armour - door.structure.harms - pierced_by(blow, hit))
    net = max(0, damage - soak)
    t.say("vehicle_hit", RULE, vehicle="door", damage=damage, soak=soak, part="door")
    if hit.dice.effects:
        recoil(t, blow, hit.dice.effects)
    if not net:
        return
    door.structure.left = max(0, door.structure.left - net)
    door.structure.harms += int(net >= t.variants.fault_threshold) + int(door.structure.left == 0)
    t.say("door_dented", RULE, left=door.structure.left, faults=door.structure.harms)


# ------------------------------------------------------------------------------------------------ through it
def can_pass(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_door(t, by):
        return refusal
    me = acting(t)
    if me.zone != ALCOVE or not is_open(t):
        return Refusal(RULE, "The door is shut or far away.", "Open it first.")
    return on_foot(t, me) or no_room(t, me, Action.MOVEMENT, aside=True)


@command(rules=("infinity.scene2.underpass.door",), when=can_pass)
def pass_door(t: T, by: SeatId) -> None:
    """Minor: go through the door, and drag along a friend in the alcove who cannot."""
    me = acting(t)
    assert t.state.board is not None
    take(t, me, Action.MOVEMENT)
    t.say("walks_off", RULE, who=me.id, zone=ALCOVE)
    depart(t, me)
    helpless = next((p for p in t.state.people.values() if p.hero and out(p) and p.zone == ALCOVE), None)
    if helpless:
        depart(t, helpless)
