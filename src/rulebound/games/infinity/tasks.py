"""Tests that somebody asks for: skill tests of any kind, helping others, and contests between two."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.heat import gm_only, pay
from rulebound.games.infinity.momentum import mine, new_turn
from rulebound.games.infinity.people import INERT, Character, Helping, Id, out
from rulebound.games.infinity.ranges import in_touch
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import NONE, Side, face_to_face, final_difficulty, judged_difficulty, test
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import Phase, T
from rulebound.games.infinity.stealth import noise
from rulebound.games.infinity.surroundings import NOISE_RULE, noises
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command, yes_or_no
from rulebound.kernel.dice import SumPool
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

CIRCUMSTANCES = ("in a hurry", "without tools", "in a firefight", "poor light", "heavy rain", "bad footing")
"""infinity.test.example_modifiers: one step each. The last is for a moving floor, as in the book's van."""
MOST_BUILT_IN = 5


def may_test(t: T, by: SeatId) -> Refusal | None:
    """In free play anybody; in an action scene it is the Standard Action of whoever's turn it is."""
    if t.state.phase is Phase.FREE:
        able = [who for who in mine(t, by) if not out(who)]
        return None if able else Refusal("infinity.test.when", "You play nobody who could.", "Sit down at a player's seat.")
    return on_turn(t, by) or no_room(t, acting(t), Action.SKILL_TEST)


def testers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours; in an action scene whoever's turn it is."""
    if t.state.phase is Phase.ACTION:
        return [acting(t).id]
    return [who.id for who in mine(t, by) if not out(who)]


def any_skill(t: T, by: SeatId, *_: object) -> Sequence[Skill]:
    """One of the 24 skills."""
    return tuple(Skill)


def built_in_points(t: T, by: SeatId, *_: object) -> range:
    """Momentum that the action cannot do without: each point makes the test a step harder."""
    return range(MOST_BUILT_IN + 1)


@command(
    rules=("infinity.test.procedure", "infinity.action.skill_test"), when=may_test, who=testers, skill=any_skill,
    built_in=built_in_points, roll_anyway=yes_or_no("Roll though it is simple."),
)  # fmt: skip
def test_skill(t: T, by: SeatId, who: Id, skill: Skill, built_in: int = 0, roll_anyway: bool = False) -> None:
    """Make a skill test; the GM says how hard it is. You may roll though it is simple."""
    me = t.state.people[who]
    base, circumstances = judged_difficulty(t, me, skill), circumstance_steps(t, me)
    difficulty = final_difficulty(t, Side(who=me, skill=skill, steps=circumstances), base + built_in)
    rolled = roll_anyway and difficulty == 0 and roll_simple(t, me)
    start(t, me, difficulty, rolled)
    make(t, me, skill, base, circumstances, built_in, rolled)


def make(t: T, me: Character, skill: Skill, base: int, circumstances: Total, built_in: int, rolled: bool) -> None:
    steps = circumstances.plus("built in", built_in, "infinity.momentum.necessary")
    came = test(t, Side(who=me, skill=skill, steps=steps), base, plain=True, roll_d0=rolled)
    if came.passed and built_in:
        built_in_benefit(t, me, built_in)


def start(t: T, me: Character, difficulty: int, rolled: bool) -> None:
    """In free play a test is a turn of its own; in an action scene it takes a Standard Action, a simple one only a Free one."""
    if t.state.phase is Phase.FREE:
        new_turn(t, me)
        return
    simple = difficulty == 0 and not rolled and no_room(t, me, Action.SIMPLE_TASK) is None
    action = Action.SIMPLE_TASK if simple else Action.SKILL_TEST
    if action is Action.SIMPLE_TASK:
        simple_task(t, me)
    else:
        take(t, me, action)
    t.later(noise, me, action)


@cites("infinity.action.simple_task")
def simple_task(t: T, me: Character) -> None:
    take(t, me, Action.SIMPLE_TASK)


@cites("infinity.test.example_modifiers", "infinity.test.set_difficulty", "infinity.example.difficulty_van")
def circumstance_steps(t: T, who: Character) -> Total:
    """Circumstances that the GM names, a step each; never put in by the table itself."""
    steps = NONE
    for name in t.choose_some(GM, "circumstances", (*CIRCUMSTANCES, *noises(t)), about=(who.id,)):
        steps = steps.plus(name, 1, NOISE_RULE if name in noises(t) else "infinity.test.example_modifiers")
    return steps


@cites("infinity.test.d0_rolled")
def roll_simple(t: T, who: Character) -> bool:
    """With the GM's leave a simple test may be rolled for its Momentum."""
    return t.judge("roll_simple", (True, False), True, (who.id,))


@cites("infinity.momentum.necessary")
def built_in_benefit(t: T, who: Character, points: int) -> None:
    t.say("built_in", "infinity.momentum.necessary", who=who.id, points=points)


def may_fail(t: T, by: SeatId) -> Refusal | None:
    if refusal := may_test(t, by):
        return refusal
    return None if failers(t, by) else Refusal("infinity.test.voluntary_failure", "NPCs cannot fail on purpose.", "Roll.")


def failers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A player character of yours."""
    return [id for id in testers(t, by) if t.state.people[id].hero]


@command(
    rules=("infinity.test.voluntary_failure", "infinity.test.d0_no_voluntary_failure"), when=may_fail, who=failers, skill=any_skill,
)  # fmt: skip
def fail_test(t: T, by: SeatId, who: Id, skill: Skill) -> None:
    """Fail a test on purpose, if the GM agrees that it has consequences: a Heat for an Infinity point. Else it is rolled."""
    me = t.state.people[who]
    base, circumstances = judged_difficulty(t, me, skill), circumstance_steps(t, me)
    difficulty = final_difficulty(t, Side(who=me, skill=skill, steps=circumstances), base)
    failed = fails_on_purpose(t, me, difficulty)
    start(t, me, difficulty, False)
    if not failed:
        make(t, me, skill, base, circumstances, 0, False)


@cites("infinity.test.voluntary_failure", "infinity.test.d0_no_voluntary_failure")
def fails_on_purpose(t: T, who: Character, difficulty: int) -> bool:
    """With the GM's leave: 1 Heat in, 1 Infinity point out, never above five. A simple test is never failed."""
    if difficulty == 0:
        t.say("too_simple", "infinity.test.d0_no_voluntary_failure", who=who.id)
        return False
    if not t.judge("allow_failure", (True, False), True, (who.id,)):
        t.say("not_at_stake", "infinity.test.voluntary_failure", who=who.id)
        return False
    pay(t, who, t.variants.voluntary_failure_heat, "failing on purpose", "infinity.test.voluntary_failure")
    gained = who.infinity.change(1, who.seat, "failing on purpose", "infinity.test.voluntary_failure", clip=True)
    t.say("fails_on_purpose", "infinity.test.voluntary_failure", who=who.id, gained=gained, points=who.infinity.value)
    return True


# ------------------------------------------------------------------------------------------------ helping
def may_help(t: T, by: SeatId) -> Refusal | None:
    in_turn = t.state.phase is Phase.ACTION
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.ASSIST) if in_turn else may_test(t, by):
        return refusal
    if any(allies(t, by, who) for who in testers(t, by)):
        return None
    return Refusal("infinity.action.assist", "There is no ally to talk to.", "Move closer, or use communicators.")


def allies(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """An ally you can talk to."""
    me = t.state.people[who]
    friends = [p for p in t.state.people.values() if p.id != who and p.side == me.side and not out(p) and p.active]
    return [p.id for p in friends if in_touch(t, me, p, shouting=True)]


@command(
    rules=("infinity.action.assist", "infinity.test.assist", "infinity.range.communication"), when=may_help, who=testers, ally=allies,
    task=any_skill, skill=any_skill,
)  # fmt: skip
def assist(t: T, by: SeatId, who: Id, ally: Id, task: Skill, skill: Skill) -> None:
    """Help an ally's next test of a skill with a skill of your own; in an action scene this is a Standard Action."""
    me = t.state.people[who]
    if not t.judge("allow_help", (True, False), True, (who, ally, skill.value)):
        t.say("no_help", "infinity.test.assist", who=who, ally=ally)
        return
    if t.state.phase is Phase.ACTION:
        take(t, me, Action.ASSIST)
        t.later(noise, me, Action.ASSIST)
    me.helping = Helping(ally, task, skill)
    t.say("helps", "infinity.test.assist", who=who, ally=ally, task=task.value, skill=skill.value)


# ------------------------------------------------------------------------------------------------ contests
def rivals(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """Whoever stands against it."""
    return [p.id for p in t.state.people.values() if p.id != who and p.thing not in INERT and not out(p)]


def steps(t: T, by: SeatId, *_: object) -> range:
    """Steps by which circumstances would make it harder; they help the other side instead."""
    return range(6)


@command(
    rules=("infinity.test.face_to_face",), when=may_test, who=testers, skill=any_skill, rival=rivals, rival_skill=any_skill,
    harder=steps, rival_harder=steps,
)  # fmt: skip
def contest(t: T, by: SeatId, who: Id, skill: Skill, rival: Id, rival_skill: Skill, harder: int = 0, rival_harder: int = 0) -> None:
    """Test a skill Face to Face against somebody's."""
    me, other = t.state.people[who], t.state.people[rival]
    start(t, me, 1, False)
    if t.state.phase is Phase.FREE:
        new_turn(t, other)
    face_to_face(t, Side(who=me, skill=skill, steps=by_circumstance(harder)),
                 Side(who=other, skill=rival_skill, steps=by_circumstance(rival_harder)))  # fmt: skip


def by_circumstance(steps: int) -> Total:
    return NONE.plus("circumstances", steps, "infinity.test.face_to_face_modifiers")


# ------------------------------------------------------------------------------------------------ small tables
D6 = SumPool(1, 6)


def in_words(*_: object) -> AnyText:
    """What the die decides."""
    return AnyText(200)


@command(rules=("infinity.dice.d6",), when=gm_only, what=in_words)
def roll_d6(t: T, by: SeatId, what: str) -> None:
    """Throw a d6 for a small table of your own."""
    t.say("d6", "infinity.dice.d6", what=what, face=small_table(t))


@cites("infinity.dice.d6")
def small_table(t: T) -> int:
    """A plain d6, for small random tables only."""
    return t.roll(D6, "d6", GM).total
