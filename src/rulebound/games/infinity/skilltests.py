"""Skill tests: target and Focus, difficulty, bought dice, Complications, success at a cost, and tests Face to Face."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from rulebound.games.infinity.aboard import at_the_wheel, inside_steps
from rulebound.games.infinity.buying import buy_with_heat, buy_with_infinity, declines
from rulebound.games.infinity.complications import suffer_complications
from rulebound.games.infinity.momentum import earn
from rulebound.games.infinity.people import TROOPER, Character, ranks, works
from rulebound.games.infinity.skills import BODY, LINKED, Skill
from rulebound.games.infinity.state import T, seen_by
from rulebound.games.infinity.surroundings import bystanders_hit, composed, place_steps
from rulebound.games.infinity.systems import expertise_of_gear
from rulebound.games.infinity.variants import AtACost, BreachScope, LoserMomentum, WinnerMomentum
from rulebound.kernel.citing import cites
from rulebound.kernel.d20 import SkillPool
from rulebound.kernel.modifiers import Total

NONE = Total()
DIFFICULTIES = ("Simple", "Average", "Challenging", "Daunting", "Dire", "Epic")
"""infinity.test.difficulty_table: what D0 to D5 are called; a difficulty is the successes that it takes."""
SIGHT = frozenset({Skill.OBSERVATION, Skill.RANGED_WEAPONS, Skill.CLOSE_COMBAT, Skill.PILOT, Skill.SPACE})
"""Skills that rely on eyes."""


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """What came of a test. `momentum` is what it made, bonus included."""

    passed: bool
    momentum: int = 0
    successes: int = 0
    complications: int = 0


AUTOMATIC = Outcome(True)


class Side(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One side of a test: who, with what, and all that helps or hampers."""

    who: Character
    skill: Skill
    steps: Total = NONE
    """Steps of difficulty above D1."""
    bonus: Total = NONE
    """Bonus Momentum if it passes."""
    dice: Total = NONE
    """Further d20s."""
    widen: int = 0
    system: bool = False
    """Made with something on the network, so that Breaches hamper it."""
    rerolls: bool = False
    """Dice that fail may be thrown again."""


# ------------------------------------------------------------------------------------------------ numbers
@cites("infinity.test.target_number", "infinity.skill.list", "infinity.attribute.scale", "infinity.example.target_number")
def target_number(who: Character, skill: Skill) -> Total:
    """The linked attribute and Expertise."""
    return sum_of(skill, who.attributes[LINKED[skill]], ranks(who, skill).expertise)


@lru_cache(maxsize=1024)
def sum_of(skill: Skill, attribute: int, expertise: int) -> Total:
    total = Total.of(LINKED[skill].value.capitalize(), attribute, "infinity.test.target_number")
    return total.plus(skill.value.capitalize(), expertise, "infinity.test.target_number")


@cites("infinity.complication.range", "infinity.test.untrained", "infinity.example.untrained")
def complication_from(who: Character, skill: Skill, widen: int = 0) -> int:
    """20; untrained from 19; each other widening one more."""
    trained = ranks(who, skill)
    return 20 - widen - (not trained.expertise and not trained.focus)


def hampered(t: T, side: Side) -> Total:
    """The side's steps with what its own state adds."""
    who, steps = side.who, side.steps
    if LINKED[side.skill] in BODY:
        steps = steps.plus("Injuries", who.vigour.felt, "infinity.injury.penalty") if who.takes_harm else steps
    elif who.takes_harm:
        steps = steps.plus("Traumas", who.resolve.felt, "infinity.trauma.penalty")
    if who.firewall.felt and breaches_count(t, side):
        steps = steps.plus("Breaches", who.firewall.felt, "infinity.breach.penalty")
    steps = steps.plus("Dazed", int(who.dazed), "infinity.condition.dazed")
    steps = steps.plus("Blind", 2 if who.blind and side.skill in SIGHT else 0, "infinity.condition.blind")
    if t.state.vehicles or t.state.board:
        steps = steps + inside_steps(t, who, side.skill) + place_steps(t, who, side.skill)
    return steps.plus("Swift Action", int(who.turn.hurried), "infinity.action.extra.swift")


@cites("infinity.breach.penalty")
def breaches_count(t: T, side: Side) -> bool:
    match t.variants.breach_penalty_scope:
        case BreachScope.HACKING:
            return side.skill is Skill.HACKING
        case BreachScope.SYSTEMS:
            return side.skill is Skill.HACKING or side.system or bool(expertise_of_gear(side.who, side.skill)[1])
        case BreachScope.ALL:
            return True


@cites("infinity.test.difficulty_range")
def in_range(t: T, difficulty: Total) -> Total:
    """Never below 0; above 5 there is no end unless this table sets one."""
    difficulty = difficulty.at_least(0, "infinity.test.difficulty_range")
    if t.variants.difficulty_ceiling != "none":
        difficulty = difficulty.at_most(t.variants.difficulty_ceiling, "infinity.test.difficulty_range")
    return difficulty


@cites("infinity.npc.trooper", "infinity.npc.elite", "infinity.npc.nemesis", "infinity.npc.mob", "infinity.npc.squad")
def own_dice(who: Character) -> Total:
    """Two d20s; a Trooper has one, a Mob one for each member, a Squad two more for its leader."""
    if who.leader:
        return TWO_DICE.plus("Troopers", who.members, "infinity.npc.squad")
    if who.category is TROOPER:
        return Total.of("members" if who.mob else "Trooper", who.members, "infinity.npc.mob" if who.mob else "infinity.npc.trooper")
    return TWO_DICE


TWO_DICE = Total.of("d20s", 2, "infinity.test.procedure")


# ------------------------------------------------------------------------------------------------ the throw
class Prepared(msgspec.Struct, frozen=True, gc=False):
    """A side with its dice bought, about to throw."""

    side: Side
    pool: SkillPool
    shown: Total
    about: tuple[str, ...]


@cites("infinity.test.procedure", "infinity.dice.d20")
def prepare(t: T, side: Side, difficulty: Total) -> Prepared:
    """Buy dice, once the difficulty is known."""
    who = side.who
    about = (who.id, str(side.skill), f"D{difficulty.value}")
    dice = own_dice(who) + side.dice
    if t.state.vehicles:
        dice = dice + at_the_wheel(t, who, side.skill)
    composed(t, who)
    cap = t.variants.dice_pool_cap
    if cap != "none":
        dice = dice.at_most(cap, "infinity.ruling.pool_size")
    thrown = dice.value
    room = None if cap == "none" else cap - thrown
    bought = buy_with_heat(t, who, room, about)
    ones = buy_with_infinity(t, who, None if room is None else room - bought, about)
    target, widest = target_number(who, side.skill), complication_from(who, side.skill, side.widen)
    pool = SkillPool(thrown + bought, target.value, focus(who, side.skill), widest, ones)
    shown = target + difficulty + dice.plus("bought", bought, "infinity.test.buy_d20_heat")
    if widest < 20:
        shown = shown.plus("complications from", widest, "infinity.complication.range")
    return Prepared(side, pool, shown, about)


@cites("infinity.test.focus", "infinity.skill.ranks", "infinity.example.focus")
def focus(who: Character, skill: Skill) -> int:
    """A die up to it is two successes."""
    return ranks(who, skill).focus


@cites("infinity.test.procedure")
def throw(t: T, ready: Prepared, difficulty: int, reaction: bool = False) -> tuple[int, int]:
    """Successes and Complications, those of helpers included."""
    who = ready.side.who
    if declines(t, who, ready.pool, difficulty, ready.about):
        t.say("declines_roll", "infinity.test.infinity_no_roll", to=seen_by(t, who), who=who.id)
        successes, complications = ready.pool.sure_successes(), 0
    elif works(who, PHOTOREACTIVE) and ready.side.skill is Skill.STEALTH and not who.singed and who.burning is None:
        successes, complications = one_die_again(t, ready)
    elif ready.side.rerolls:
        successes, complications = failures_again(t, ready)
    else:
        roll = t.roll(ready.pool, "test", who.seat, ready.about, ready.shown, seen_by(t, who))
        successes, complications = roll.successes, roll.complications
    theirs = sum(helped(t, helper, who) for helper in helpers(t, who, None if reaction else ready.side.skill, ready.side.skill))
    if successes:
        successes += theirs
    if complications and (left := complications - bystanders_hit(t, who, ready.side.skill)):
        suffer_complications(t, who, left)
    return successes, complications


@cites("infinity.vehicle.quality.bike")
def failures_again(t: T, ready: Prepared) -> tuple[int, int]:
    """Dice thrown one by one, so that those that fail may be thrown again, all or none; the second faces stand."""
    who, pool = ready.side.who, ready.pool
    single = SkillPool(1, pool.target, pool.focus, pool.complication_from)
    fell = [(r.successes, r.complications) for r in (t.roll(single, "test", who.seat, ready.about, ready.shown) for _ in range(pool.dice))]
    missed = [place for place, (successes, _) in enumerate(fell) if not successes]
    if bool(missed) and t.choose(who.seat, "failures_again", (True, False), (who.id, str(len(missed)))):
        for place in missed:
            again = t.roll(single, "test", who.seat, ready.about, ready.shown)
            fell[place] = (again.successes, again.complications)
    return pool.sure_successes() + sum(s for s, _ in fell), sum(bad for _, bad in fell)


def helpers(t: T, who: Character, *tasks: Skill | None) -> list[Character]:
    """Whose help waits for this test."""
    return [h for h in t.state.people.values() if h.helping and h.helping.ally == who.id and h.helping.task in tasks]


PHOTOREACTIVE = "photoreactive clothing"


@cites("infinity.gear.photoreactive_clothing")
def one_die_again(t: T, ready: Prepared) -> tuple[int, int]:
    """Dice thrown one by one, so that one of them may be thrown again; its new face stands."""
    who, pool = ready.side.who, ready.pool
    single = SkillPool(1, pool.target, pool.focus, pool.complication_from)
    rolls = [t.roll(single, "test", who.seat, ready.about, ready.shown, seen_by(t, who)) for _ in range(pool.dice)]
    fell = [(roll.successes, roll.complications) for roll in rolls]
    shown = [f"die {n}: {successes}{', Complication' if bad else ''}" for n, (successes, bad) in enumerate(fell, start=1)]
    keep = "keep all"
    chosen = t.choose(who.seat, "one_die_again", (keep, *shown), (who.id,)) if shown else keep
    if chosen != keep:
        again = t.roll(single, "test", who.seat, ready.about, ready.shown, seen_by(t, who))
        fell[shown.index(chosen)] = (again.successes, again.complications)
    return pool.sure_successes() + sum(s for s, _ in fell), sum(bad for _, bad in fell)


@cites("infinity.test.assist", "infinity.action.assist", "infinity.heal.long_term_care", "infinity.recover.long_term_care")
def helped(t: T, helper: Character, who: Character) -> int:
    """A helper's own die: his successes count only beside one of the leader's, his Complications always."""
    assert helper.helping is not None
    skill, helper.helping = helper.helping.skill, None
    pool = SkillPool(1, target_number(helper, skill).value, focus(helper, skill), complication_from(helper, skill))
    roll = t.roll(pool, "assist", helper.seat, (helper.id, who.id, skill.value), target_number(helper, skill), seen_by(t, who))
    successes, complications = roll.successes, roll.complications
    if complications:
        suffer_complications(t, helper, complications)
    return successes


# ------------------------------------------------------------------------------------------------ a test
@cites("infinity.test.difficulty_range")
def final_difficulty(t: T, side: Side, base: int = 1) -> int:
    """What a test comes to with all that hampers whoever makes it."""
    return in_range(t, Total.of("difficulty", base, "infinity.test.procedure") + hampered(t, side)).value


def test(t: T, side: Side, base: int = 1, *, plain: bool = False, roll_d0: bool = False) -> Outcome:
    """A whole test of a difficulty and the side's steps; Momentum goes to whoever made it."""
    difficulty = in_range(t, Total.of("difficulty", base, "infinity.test.procedure") + hampered(t, side))
    needed = difficulty.value
    if needed == 0 and not roll_d0:
        return automatic(t, side.who, side.skill)
    successes, complications = throw(t, prepare(t, side, difficulty), needed)
    t.rolled(lambda: told(side.who, successes - needed, complications))
    if successes < needed:
        return failed(t, side, successes, complications, plain)
    momentum = successes - needed + bonus_momentum(t, side)
    t.say("passes", "infinity.test.procedure", to=seen_by(t, side.who), who=side.who.id, skill=side.skill.value, successes=successes,
          difficulty=needed)  # fmt: skip
    earn(t, side.who, momentum)
    return Outcome(True, momentum, successes, complications)


def told(who: Character, over: int, complications: int) -> tuple[str, ...]:
    """For chances of the test alone."""
    momentum = f"{over} Momentum" if over > 0 else ""
    wrong = "" if complications == 0 else "1 Complication" if complications == 1 else f"{complications} Complications"
    return f"{who.name} {'fails' if over < 0 else 'passes'}", momentum, wrong


@cites("infinity.test.d0_auto")
def automatic(t: T, who: Character, skill: Skill) -> Outcome:
    """Nothing is rolled, nothing goes wrong, nothing is gained."""
    who.turn.passed = True
    t.say("simple", "infinity.test.d0_auto", to=seen_by(t, who), who=who.id, skill=skill.value)
    return AUTOMATIC


@cites("infinity.momentum.bonus")
def bonus_momentum(t: T, side: Side) -> int:
    """Only a passed test has any; an Expert System that somebody wears gives some."""
    item, rating = expertise_of_gear(side.who, side.skill)
    bonus = side.bonus.plus(item, rating, "infinity.gear.multispectral_visor")
    if bonus.parts and t.heard:
        rules = dict.fromkeys(part.rule for part in bonus.parts)
        why = ", ".join(p.name for p in bonus.parts)
        t.say("bonus_momentum", *rules, to=seen_by(t, side.who), who=side.who.id, points=bonus.value, why=why)
    return bonus.value


def failed(t: T, side: Side, successes: int, complications: int, plain: bool) -> Outcome:
    asked = {AtACost.NEVER: False, AtACost.SKILL_TESTS: plain, AtACost.ALL_TESTS: True}[t.variants.success_at_cost]
    if side.who.hero and asked and at_a_cost(t, side.who):
        return Outcome(True, 0, successes, complications + 1)
    t.say("fails", "infinity.test.procedure", to=seen_by(t, side.who), who=side.who.id, skill=side.skill.value, successes=successes)
    return Outcome(False, 0, successes, complications)


@cites("infinity.test.success_at_cost")
def at_a_cost(t: T, who: Character) -> bool:
    """The GM may let a failure pass for one more Complication; it makes no Momentum at all."""
    if not t.judge("success_at_cost", (False, True), False, (who.id,)):
        return False
    who.turn.passed = True
    t.say("at_a_cost", "infinity.test.success_at_cost", who=who.id)
    suffer_complications(t, who, 1)
    return True


# ------------------------------------------------------------------------------------------------ Face to Face
class Contest(msgspec.Struct, frozen=True, gc=False):
    """Who won, the acting side or the resisting one; the winner has his Momentum already."""

    actor_won: bool
    actor: Outcome
    resister: Outcome


@cites("infinity.test.face_to_face", "infinity.test.face_to_face_order")
def face_to_face(t: T, actor: Side, resister: Side) -> Contest:
    """Both roll at D1, the actor buying dice first; the one with more Momentum gets his way."""
    left, right = turned_to_momentum(t, actor, resister), turned_to_momentum(t, resister, actor)
    ready_actor, ready_resister = prepare(t, left, D1), prepare(t, right, D1)
    came_actor = side_of_contest(t, ready_actor)
    came_resister = side_of_contest(t, ready_resister, reaction=True)
    won = actor_wins(came_actor, came_resister, actor.who, resister.who)
    winner, best, other = (actor.who, came_actor, came_resister) if won else (resister.who, came_resister, came_actor)
    t.say("face_to_face", "infinity.test.face_to_face", to=seen_by(t, winner), winner=winner.id, momentum=best.momentum,
          other=other.momentum)  # fmt: skip
    settle(t, actor.who, came_actor, won, came_resister.momentum)
    settle(t, resister.who, came_resister, came_resister.passed and not won, came_actor.momentum)
    return Contest(won, came_actor, came_resister)


D1 = Total.of("difficulty", 1, "infinity.test.face_to_face")


@cites("infinity.test.face_to_face_modifiers", "infinity.example.face_to_face")
def turned_to_momentum(t: T, side: Side, other: Side) -> Side:
    """What would hamper the other side helps this one; what would make its own test easier helps it too."""
    theirs, own = hampered(t, other).value, hampered(t, side).value
    bonus = side.bonus.plus("the other's difficulty", max(0, theirs), "infinity.test.face_to_face_modifiers")
    bonus = bonus.plus("own ease", max(0, -own), "infinity.test.face_to_face_modifiers")
    return msgspec.structs.replace(side, bonus=bonus)


def side_of_contest(t: T, ready: Prepared, reaction: bool = False) -> Outcome:
    successes, complications = throw(t, ready, 1, reaction)
    if successes < 1:
        return Outcome(False, 0, 0, complications)
    return Outcome(True, successes - 1 + bonus_momentum(t, ready.side), successes, complications)


@cites("infinity.test.face_to_face")
def actor_wins(actor: Outcome, resister: Outcome, who: Character, against: Character) -> bool:
    """More Momentum wins; on a tie a player character beats an NPC, else the resisting side wins. Who fails cannot win."""
    if not actor.passed or not resister.passed:
        return actor.passed
    if actor.momentum != resister.momentum:
        return actor.momentum > resister.momentum
    return who.hero and not against.hero


@cites("infinity.test.face_to_face_winner")
def settle(t: T, who: Character, came: Outcome, won: bool, other: int) -> None:
    """The winner keeps all of his Momentum, the loser loses that of this test."""
    if won:
        full = t.variants.f2f_winner_momentum is WinnerMomentum.FULL
        earn(t, who, came.momentum if full else max(0, came.momentum - other))
    elif came.passed and t.variants.f2f_loser_momentum is LoserMomentum.KEPT:
        earn(t, who, came.momentum)


@cites("infinity.test.difficulty_table", "infinity.test.set_difficulty")
def judged_difficulty(t: T, who: Character, skill: Skill) -> int:
    """The GM says how hard a task is; D1 unless he says otherwise."""
    found = t.judge("difficulty", tuple(range(len(DIFFICULTIES))), 1, (who.id, skill.value))
    t.say("difficulty", "infinity.test.difficulty_table", to=seen_by(t, who), who=who.id, skill=skill.value, level=found,
          name=DIFFICULTIES[found])  # fmt: skip
    return found
