"""Psychological warfare: the Techniques of Scare attacks, and what steels people against them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infinity.attacks import attack, in_hand, targets, use_reloads
from rulebound.games.infinity.blows import Blow, exploited, most_reloads, target_steps, wielding
from rulebound.games.infinity.content import weapon
from rulebound.games.infinity.damage import bonus_dice
from rulebound.games.infinity.momentum import mine, spend, within_means
from rulebound.games.infinity.people import Character, Harm, Id, out
from rulebound.games.infinity.ranges import band, crowded, range_steps
from rulebound.games.infinity.reactions import Reaction
from rulebound.games.infinity.skills import Attribute, Skill
from rulebound.games.infinity.skilltests import NONE, Side, test
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import RANGES, T, in_reach
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.variants import SuppressiveBonus
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


class Technique(StrEnum):
    THREATEN = "threaten"
    ENRAGE = "enrage"
    GUNPOINT = "held at gunpoint"
    SUPPRESSIVE_FIRE = "suppressive fire"
    VOICE = "voice of authority"


RATING = {Technique.THREATEN: (1, 2), Technique.ENRAGE: (1, 2), Technique.GUNPOINT: (1, 4), Technique.VOICE: (1, 4)}
"""Flat damage and dice (infinity.technique.list)."""
ID = {
    Technique.THREATEN: "infinity.technique.threaten", Technique.ENRAGE: "infinity.technique.enrage",
    Technique.GUNPOINT: "infinity.technique.held_at_gunpoint", Technique.SUPPRESSIVE_FIRE: "infinity.technique.suppressive_fire",
    Technique.VOICE: "infinity.technique.voice_of_authority",
}  # fmt: skip


# ------------------------------------------------------------------------------------------------ who, whom, how
@cites("infinity.action.attack_scare", "infinity.technique.list")
def frightenable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A living enemy in sight."""
    me = acting(t)
    return [p.id for p in targets(t, me) if band(t, me, p) is not None]


@cites("infinity.technique.list", "infinity.technique.held_at_gunpoint", "infinity.technique.voice_of_authority")
def techniques(t: T, by: SeatId, target: Id) -> Sequence[Technique]:
    """What is available against that target."""
    me, foe = acting(t), t.state.people[target]
    found = [Technique.THREATEN, Technique.ENRAGE]
    if in_reach(t, me.id, foe.id) and any(w.hands for w in me.weapons.values()):
        found.append(Technique.GUNPOINT)
    if firearms(me):
        found.append(Technique.SUPPRESSIVE_FIRE)
    if Technique.VOICE.value not in me.used and band(t, me, foe) in ("close", "medium"):
        found.append(Technique.VOICE)
    return found


@cites("infinity.weapon.firearm_scope", "infinity.technique.suppressive_fire")
def firearms(me: Character) -> list[str]:
    return [id for id in in_hand(me, ranged=True) if weapon(me.weapons[id].kind).firearm]


def reload_range(t: T, by: SeatId, target: Id, technique: Technique) -> range:
    """Reloads, for Suppressive Fire only."""
    me = acting(t)
    return range(most_reloads(t, me, me.weapons[firearms(me)[0]]) + 1) if technique is Technique.SUPPRESSIVE_FIRE else range(1)


@cites("infinity.action.attack_scare")
def can_scare(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SCARE):
        return refusal
    return None if frightenable(t, by) else Refusal("infinity.action.attack_scare", "Nobody is in sight.", "Move.")


@command(
    rules=("infinity.action.attack_scare", "infinity.technique.list"), when=can_scare, target=frightenable, technique=techniques,
    reloads=reload_range,
)  # fmt: skip
def scare(t: T, by: SeatId, target: Id, technique: Technique, reloads: int = 0) -> None:
    """Standard: break somebody's nerve with a Technique."""
    me, foe = acting(t), t.state.people[target]
    take(t, me, Action.SCARE)
    me.turn.tool = technique.value
    if technique is Technique.SUPPRESSIVE_FIRE:
        use_reloads(t, me, me.weapons[firearms(me)[0]], reloads)
    if technique is Technique.VOICE:
        me.used.append(technique.value)
    attack(t, fright(t, me, foe, technique, reloads), [Reaction.DEFY])


# ------------------------------------------------------------------------------------------------ Techniques
@cites("infinity.mental.basic", "infinity.technique.threaten", "infinity.technique.enrage")
def fright(t: T, me: Character, foe: Character, technique: Technique, reloads: int = 0) -> Blow:
    """A Scare attack with everything that counts."""
    if technique is Technique.SUPPRESSIVE_FIRE:
        return suppressive_fire(t, me, foe, reloads)
    flat, cd = RATING[technique]
    dice = Total.of(technique.value, cd, ID[technique])
    dice = dice.plus("Personality", bonus_dice(t, me.attributes[Attribute.PERSONALITY]), "infinity.damage.bonus_table")
    effects = {"stun": 1} if technique in (Technique.GUNPOINT, Technique.VOICE) else {}
    if technique is Technique.ENRAGE:
        effects = {"enrage": 1}
    skill = Skill.COMMAND if technique is Technique.VOICE else Skill.PERSUADE
    return exploited(Blow(
        me=me, foe=foe, kind=Action.SCARE, name=technique.value, skill=skill, harm=Harm.MENTAL, flat=flat, dice=dice,
        steps=voice_range(t, me, foe) + target_steps(t, me, foe, Action.SCARE), qualities=effects,
    ))  # fmt: skip


@cites("infinity.action.attack_scare", "infinity.range.communication")
def voice_range(t: T, me: Character, foe: Character) -> Total:
    """A step for each range category beyond Close."""
    there = band(t, me, foe)
    assert there is not None
    return NONE.plus("range", RANGES.names.index(there), "infinity.action.attack_scare")


@cites("infinity.technique.suppressive_fire")
def suppressive_fire(t: T, me: Character, foe: Character, reloads: int) -> Blow:
    """The weapon's own rating as mental damage, with its range steps; Effects daze, and cover helps."""
    arms = me.weapons[firearms(me)[0]]
    kind = weapon(arms.kind)
    steps, widen = wielding(me, arms)
    steps += range_steps(t, me, foe, kind.range) + crowded(t, me, foe, False) + target_steps(t, me, foe, Action.SCARE)
    behind = {SuppressiveBonus.PERSONALITY: Attribute.PERSONALITY, SuppressiveBonus.AWARENESS: Attribute.AWARENESS}
    attribute = behind.get(t.variants.suppressive_fire_bonus)
    dice = Total.of(arms.kind, kind.cd, "infinity.technique.suppressive_fire")
    if attribute:
        dice = dice.plus(attribute.value.capitalize(), bonus_dice(t, me.attributes[attribute]), "infinity.damage.bonus_table")
    return exploited(Blow(
        me=me, foe=foe, kind=Action.SCARE, name=Technique.SUPPRESSIVE_FIRE.value, skill=Skill.RANGED_WEAPONS, harm=Harm.MENTAL,
        flat=kind.flat, dice=dice.plus("Reloads", reloads, "infinity.weapon.burst"), steps=steps, widen=widen, qualities={"daze": 1},
        extra=NONE.plus("Reloads", reloads, "infinity.weapon.burst"), covered=True,
    ))  # fmt: skip


# ------------------------------------------------------------------------------------------------ Morale
def near_allies(t: T, me: Character) -> list[Character]:
    return [p for p in t.state.people.values() if p.id != me.id and p.side == me.side and not out(p) and band(t, me, p) == "close"]


def bolsterable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An ally within Close range."""
    return [p.id for p in near_allies(t, acting(t))]


def encouraging(t: T, by: SeatId, *_: object) -> Sequence[Skill]:
    """Persuade at D2 or Command at D1."""
    return (Skill.PERSUADE, Skill.COMMAND)


@cites("infinity.morale.bolstering_words")
def can_bolster(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SKILL_TEST):
        return refusal
    return None if bolsterable(t, by) else Refusal("infinity.morale.bolstering_words", "No ally is within Close range.", "Move.")


@command(rules=("infinity.morale.bolstering_words",), when=can_bolster, ally=bolsterable, skill=encouraging)
def bolster(t: T, by: SeatId, ally: Id, skill: Skill) -> None:
    """Standard: steel an ally with words, for 2 Morale until the scene ends and 1 more for each Momentum."""
    me = acting(t)
    take(t, me, Action.SKILL_TEST)
    if not test(t, Side(who=me, skill=skill), 1 if skill is Skill.COMMAND else 2).passed:
        return
    allies = [t.state.people[ally]]
    others = [p.id for p in near_allies(t, me) if p.id != ally]
    if skill is Skill.COMMAND and within_means(t, me):
        more = t.choose_some(me.seat, "more_allies", others, 0, within_means(t, me), (me.id,))
        spend(t, me, len(more), "infinity.morale.bolstering_words")
        allies += [t.state.people[id] for id in more]
    soak = 2 + bought_morale(t, me, within_means(t, me), "infinity.morale.bolstering_words")
    for who in allies:
        hearten(t, who, soak, "infinity.morale.bolstering_words")


def bought_morale(t: T, me: Character, most: int, rule: str) -> int:
    points = t.number(me.seat, "morale_momentum", 0, most, (me.id,)) if most else 0
    spend(t, me, points, rule)
    return points


def hearten(t: T, who: Character, soak: int, rule: str) -> None:
    """It lasts until the scene ends; only the largest counts."""
    who.heartened = max(who.heartened, soak)
    t.say("heartened", rule, who=who.id, soak=who.heartened)


def can_grit(t: T, by: SeatId) -> Refusal | None:
    return on_turn(t, by) or no_room(t, acting(t), Action.SKILL_TEST)


@command(rules=("infinity.morale.grit",), when=can_grit)
def grit(t: T, by: SeatId) -> None:
    """Standard: steel yourself with Discipline D2, for 2 Morale until the scene ends and up to 2 more for Momentum."""
    me = acting(t)
    take(t, me, Action.SKILL_TEST)
    if test(t, Side(who=me, skill=Skill.DISCIPLINE), 2).passed:
        hearten(t, me, 2 + bought_morale(t, me, min(2, within_means(t, me)), "infinity.morale.grit"), "infinity.morale.grit")


def confident(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours who has passed a test and has Momentum."""
    return [who.id for who in mine(t, by) if who.turn.passed and within_means(t, who) and who.confidence < 3]


@cites("infinity.morale.rush_of_confidence")
def can_rush(t: T, by: SeatId) -> Refusal | None:
    if confident(t, by):
        return None
    return Refusal("infinity.morale.rush_of_confidence", "It takes a passed test and Momentum.", "Pass a test first.")


def rush(t: T, by: SeatId, who: Id) -> range:
    """1 to 3 points, as far as there is Momentum."""
    me = t.state.people[who]
    return range(1, min(3 - me.confidence, within_means(t, me)) + 1)


@command(rules=("infinity.morale.rush_of_confidence", "infinity.momentum.confidence"), when=can_rush, who=confident, points=rush)
def rush_of_confidence(t: T, by: SeatId, who: Id, points: int) -> None:
    """Spend Momentum of a passed test on that much Morale until your next turn."""
    me = t.state.people[who]
    spend(t, me, points, "infinity.morale.rush_of_confidence")
    me.confidence += points
    t.say("confident", "infinity.morale.rush_of_confidence", who=who, soak=me.confidence)
