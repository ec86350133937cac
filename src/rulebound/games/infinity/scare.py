"""Psychological warfare: the Techniques of Scare attacks, and what steels people against them."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.aboard import shut_in
from rulebound.games.infinity.attacks import another_tool, targets
from rulebound.games.infinity.blows import firearms, most_reloads
from rulebound.games.infinity.exchange import attack, use_reloads
from rulebound.games.infinity.momentum import mine, spend, within_means
from rulebound.games.infinity.people import Character, Id, Stealth, out
from rulebound.games.infinity.ranges import band
from rulebound.games.infinity.reactions import Reaction
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import Side, test
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import T, in_reach
from rulebound.games.infinity.techniques import Technique, fright, gun_behind
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

TIDE_PRICE = 2


# ------------------------------------------------------------------------------------------------ who, whom, how
@cites("infinity.action.attack_scare", "infinity.technique.list")
def frightenable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A living enemy in sight."""
    me = acting(t)
    return [p.id for p in targets(t, me) if p.thing is None and band(t, me, p) is not None]


@cites("infinity.technique.list", "infinity.technique.held_at_gunpoint", "infinity.technique.voice_of_authority")
def techniques(t: T, by: SeatId, target: Id) -> Sequence[Technique]:
    """What is available against that target."""
    me, foe = acting(t), t.state.people[target]
    found = [Technique.THREATEN, Technique.ENRAGE]
    if in_reach(t, me.id, foe.id) and any(w.hands for w in me.weapons.values()):
        found.append(Technique.GUNPOINT)
    if firearms(me) and not shut_in(t, me):
        found.append(Technique.SUPPRESSIVE_FIRE)
    if Technique.VOICE.value not in me.used and band(t, me, foe) in ("close", "medium"):
        found.append(Technique.VOICE)
    return [technique for technique in found if another_tool(me, technique)]


def reload_range(t: T, by: SeatId, target: Id, technique: Technique) -> range:
    """Reloads, for Suppressive Fire only."""
    me = acting(t)
    arms = gun_behind(me, technique)
    return range(most_reloads(t, me, arms) + 1) if arms is not None else range(1)


@cites("infinity.action.attack_scare")
def can_scare(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SCARE):
        return refusal
    seen = frightenable(t, by)
    if seen and not any(techniques(t, by, target) for target in seen):
        return Refusal("infinity.action.extra.dual_wield", "Words do not follow words.", "Attack with another tool.")
    return None if seen else Refusal("infinity.action.attack_scare", "Nobody is in sight.", "Move.")


@command(
    rules=("infinity.action.attack_scare", "infinity.technique.list"), when=can_scare, target=frightenable, technique=techniques,
    reloads=reload_range,
)  # fmt: skip
def scare(t: T, by: SeatId, target: Id, technique: Technique, reloads: int = 0) -> None:
    """Standard: break somebody's nerve with a Technique."""
    me, foe = acting(t), t.state.people[target]
    take(t, me, Action.SCARE, at=target)
    me.turn.tool = technique.value
    arms = gun_behind(me, technique)
    if arms is not None:
        use_reloads(t, me, arms, reloads)
    if technique is Technique.VOICE:
        me.used.append(technique.value)
    attack(t, fright(t, me, foe, technique, arms, reloads), [Reaction.DEFY])


# ------------------------------------------------------------------------------------------------ turning the tide
def onlookers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A living enemy in sight who has seen your test."""
    return frightenable(t, by)


@cites("infinity.technique.turn_the_tide", "infinity.momentum.turn_the_tide")
def can_turn_the_tide(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    me, rule = acting(t), "infinity.technique.turn_the_tide"
    if me.stealth is Stealth.HIDDEN:
        return Refusal(rule, "Nobody has seen it.", "Come out of hiding.")
    if Technique.TIDE.value in me.turn.bought:
        return Refusal(rule, "This test has turned the tide already.", "Pass another one.")
    if t.variants.turn_the_tide_uses_swift_action and me.swift:
        return Refusal("infinity.action.extra.swift", "The round's Swift Action is gone.", "Once a round is all.")
    if not me.turn.passed or within_means(t, me) < TIDE_PRICE:
        return Refusal(rule, f"It takes a passed test and {TIDE_PRICE} Momentum.", "Make some first.")
    return None if onlookers(t, by) else Refusal(rule, "No enemy is in sight.", "Keep the Momentum.")


@command(rules=("infinity.technique.turn_the_tide", "infinity.momentum.turn_the_tide"), when=can_turn_the_tide, target=onlookers)
def turn_the_tide(t: T, by: SeatId, target: Id) -> None:
    """Spend two Momentum of a test that everybody saw on a Scare attack at once, 1+[CD]3."""
    me, foe = acting(t), t.state.people[target]
    spend(t, me, TIDE_PRICE, "infinity.momentum.turn_the_tide")
    hurried = me.turn.hurried
    if t.variants.turn_the_tide_uses_swift_action:
        me.swift = me.turn.hurried = True
    t.say("turns_the_tide", "infinity.technique.turn_the_tide", who=me.id, foe=target)
    attack(t, fright(t, me, foe, Technique.TIDE), [Reaction.DEFY])
    me.turn.hurried = hurried
    me.turn.bought.append(Technique.TIDE.value)


# ------------------------------------------------------------------------------------------------ Morale
def near_allies(t: T, me: Character) -> list[Character]:
    friends = [p for p in t.state.people.values() if p.id != me.id and p.side == me.side and p.thing is None]
    return [p for p in friends if not out(p) and band(t, me, p) == "close"]


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
