"""Recovery of all three kinds: First Aid and Reassurance in a scene, rest, natural healing, Surgery, therapy and repair."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infinity.momentum import new_turn, spend, within_means
from rulebound.games.infinity.people import Character, Harm, Id, out, ranks, track
from rulebound.games.infinity.ranges import band
from rulebound.games.infinity.skills import Attribute, Skill
from rulebound.games.infinity.skilltests import Side, test
from rulebound.games.infinity.slots import take
from rulebound.games.infinity.state import RANGES, Phase, T, half, in_reach
from rulebound.games.infinity.tasks import may_test, testers
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId

HOURS = (0, 1, 3, 6, 12, 18)
"""infinity.heal.treatment_time by difficulty; D5 and beyond take 18."""
NATURAL = {Harm.PHYSICAL: Skill.RESISTANCE, Harm.MENTAL: Skill.DISCIPLINE}
TREATED_WITH = {Harm.PHYSICAL: Skill.MEDICINE, Harm.MENTAL: Skill.PSYCHOTHERAPY, Harm.DIGITAL: Skill.HACKING}
TREATMENT_RULE = {
    Harm.PHYSICAL: "infinity.heal.surgery", Harm.MENTAL: "infinity.recover.treat_trauma", Harm.DIGITAL: "infinity.repair.repair",
}  # fmt: skip


class Aid(StrEnum):
    """What helping somebody is for."""

    RESTORE = "restore"
    SUSPEND = "suspend"
    WAKE = "wake"


def everybody(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Whoever is to be helped."""
    return [p.id for p in t.state.people.values() if not p.dead]


def begin_help(t: T, me: Character) -> None:
    if t.state.phase is Phase.ACTION:
        take(t, me, Action.SKILL_TEST)
    else:
        new_turn(me)


# ------------------------------------------------------------------------------------------------ in a scene
@cites("infinity.heal.first_aid", "infinity.gear.medikit")
def far_steps(t: T, me: Character, patient: Character) -> int:
    """Within Reach, or with a MediKit a step for each range beyond Close."""
    there = band(t, me, patient)
    if me.id == patient.id or in_reach(t, me.id, patient.id):
        return 0
    if "medikit" not in me.gear or there is None:
        raise refuse("infinity.heal.first_aid", "The patient is not within Reach.", "Move closer, or use a MediKit.")
    return RANGES.names.index(there)


@command(
    rules=("infinity.heal.first_aid", "infinity.heal.limits"), when=may_test, who=testers, patient=everybody,
)  # fmt: skip
def first_aid(t: T, by: SeatId, who: Id, patient: Id, aid: Aid = Aid.RESTORE, tools: bool = True) -> None:
    """Medicine to restore Vigour, suspend Injuries, or wake somebody; once a scene for each patient."""
    me, them = t.state.people[who], t.state.people[patient]
    if Harm.PHYSICAL in them.aided:
        raise refuse("infinity.heal.limits", f"{them.name} has had First Aid this scene.", "Operate later.")
    steps = Total().plus("range", far_steps(t, me, them), "infinity.gear.medikit")
    if me.id == them.id:
        steps = steps.plus("on oneself", 1, "infinity.heal.first_aid")
    steps = steps.plus("patient's Injuries", them.injuries, "infinity.heal.first_aid")
    steps = steps.plus("no tools", int(not tools), "infinity.heal.first_aid")
    begin_help(t, me)
    if test(t, Side(who=me, skill=Skill.MEDICINE, steps=steps)).passed:
        them.aided.append(Harm.PHYSICAL)
        apply_aid(t, me, them, Harm.PHYSICAL, aid, ranks(me, Skill.MEDICINE).expertise, "infinity.heal.first_aid")


def calming(t: T, by: SeatId, *_: object) -> Sequence[Skill]:
    """Persuade or Command."""
    return (Skill.PERSUADE, Skill.COMMAND)


@command(
    rules=("infinity.recover.reassurance", "infinity.recover.limits"), when=may_test, who=testers, patient=everybody, skill=calming,
)  # fmt: skip
def reassure(t: T, by: SeatId, who: Id, patient: Id, skill: Skill, aid: Aid = Aid.RESTORE) -> None:
    """Persuade or Command to restore Resolve or suspend Traumas; once a scene for each patient, never oneself."""
    me, them = t.state.people[who], t.state.people[patient]
    if me.id == them.id or aid is Aid.WAKE:
        raise refuse("infinity.recover.reassurance", "That cannot be done by reassurance.", "Reassure somebody else.")
    if Harm.MENTAL in them.aided:
        raise refuse("infinity.recover.limits", f"{them.name} was reassured this scene.", "Rest later.")
    steps = Total().plus("patient's Traumas", them.traumas, "infinity.recover.reassurance")
    steps = steps.plus("not face to face", int(band(t, me, them) != "close"), "infinity.recover.reassurance")
    begin_help(t, me)
    if test(t, Side(who=me, skill=skill, steps=steps)).passed:
        them.aided.append(Harm.MENTAL)
        apply_aid(t, me, them, Harm.MENTAL, aid, ranks(me, skill).expertise, "infinity.recover.reassurance")


def apply_aid(t: T, me: Character, them: Character, harm: Harm, aid: Aid, expertise: int, rule: str) -> None:
    """Expertise and two for each Momentum; or the harms are not felt for a while; or the patient wakes."""
    match aid:
        case Aid.RESTORE:
            restore(t, me, them, harm, expertise, rule)
        case Aid.SUSPEND:
            track(them, harm).suspended = True
            t.say("overcomes", rule, who=them.id, harm=harm.value)
        case Aid.WAKE:
            them.unconscious = False
            t.say("wakes", rule, who=them.id)


def restore(t: T, me: Character, them: Character, harm: Harm, amount: int, rule: str) -> None:
    stress = track(them, harm)
    useful = max(0, (stress.lost - amount + 1) // 2)
    points = t.number(me.seat, "heal_momentum", 0, min(useful, within_means(t, me)), (me.id, them.id))
    spend(t, me, points, rule)
    stress.left = min(stress.full, stress.left + amount + 2 * points)
    t.say("restored", rule, who=them.id, harm=harm.value, now=stress.left)


# ------------------------------------------------------------------------------------------------ between scenes
def resting(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is Phase.ACTION:
        return Refusal("infinity.heal.natural_vigour", "There is no rest in an action scene.", "End it first.")
    return may_test(t, by)


def body_and_mind(t: T, by: SeatId, *_: object) -> Sequence[Harm]:
    """Physical or mental."""
    return tuple(NATURAL)


def doublings(t: T, by: SeatId, *_: object) -> range:
    """How often the hour's rest was doubled: 1 for two hours, 3 for eight."""
    return range(6)


def eased(t: T, by: SeatId, who: Id, harm: Harm, doubled: int) -> range:
    """How many of the doublings lower the difficulty; the others give bonus Momentum."""
    return range(doubled + 1)


@command(
    rules=("infinity.heal.natural_vigour", "infinity.recover.natural_resolve", "infinity.example.rest_eight_hours"), when=resting,
    who=testers, harm=body_and_mind, doubled=doublings, easier=eased,
)  # fmt: skip
def rest(t: T, by: SeatId, who: Id, harm: Harm, doubled: int = 0, easier: int = 0) -> None:
    """Rest an hour or more to win back half of Brawn in Vigour, or of Willpower in Resolve, and two for each Momentum."""
    me = t.state.people[who]
    new_turn(me)
    lower = min(easier, track(me, harm).felt)  # never below D1
    bonus = Total().plus("long rest", doubled - easier, "infinity.heal.natural_vigour")
    steps = Total().plus("long rest", -lower, "infinity.heal.natural_vigour")
    if test(t, Side(who=me, skill=NATURAL[harm], steps=steps, bonus=bonus)).passed:
        attribute = Attribute.BRAWN if harm is Harm.PHYSICAL else Attribute.WILLPOWER
        rule = "infinity.heal.natural_vigour" if harm is Harm.PHYSICAL else "infinity.recover.natural_resolve"
        restore(t, me, me, harm, half(t, me.attributes[attribute]), rule)


@cites("infinity.heal.natural_injury", "infinity.recover.natural_trauma")
def healing_time(harms: int) -> str:
    return "a day" if harms == 1 else "a week" if harms == 2 else "a month"


@command(rules=("infinity.heal.natural_injury", "infinity.recover.natural_trauma"), when=resting, who=testers, harm=body_and_mind)
def heal(t: T, by: SeatId, who: Id, harm: Harm) -> None:
    """Let an Injury or a Trauma heal in time; further ones cost Momentum equal to the difficulty."""
    me = t.state.people[who]
    stress = track(me, harm)
    if not stress.harms:
        raise refuse("infinity.heal.natural_injury", "There is nothing to heal.", "Rest instead.")
    rule = "infinity.heal.natural_injury" if harm is Harm.PHYSICAL else "infinity.recover.natural_trauma"
    new_turn(me)
    time, difficulty = healing_time(stress.harms), 1 + stress.felt
    if not test(t, Side(who=me, skill=NATURAL[harm])).passed:
        return
    more = t.number(me.seat, "heal_more", 0, min(stress.harms - 1, within_means(t, me) // difficulty), (me.id,))
    spend(t, me, more * difficulty, rule)
    stress.harms -= 1 + more
    t.say("heals", rule, who=me.id, harm=harm.value, left=stress.harms, time=time)


@cites("infinity.heal.treatment_time")
def treatment_hours(difficulty: int, saved: int) -> int:
    """By the difficulty, an hour less for each Momentum, never below one."""
    return max(1, HOURS[min(difficulty, len(HOURS) - 1)] - saved)


@command(
    rules=("infinity.heal.surgery", "infinity.recover.treat_trauma", "infinity.repair.repair", "infinity.heal.treatment_time"),
    when=resting,
    who=testers, patient=everybody,
)  # fmt: skip
def treat(t: T, by: SeatId, who: Id, patient: Id, harm: Harm, facility: bool = True) -> None:
    """Surgery, therapy or repair: at a difficulty equal to the harms, one goes, and one more for every two Momentum."""
    me, them = t.state.people[who], t.state.people[patient]
    stress, rule = track(them, harm), TREATMENT_RULE[harm]
    if not stress.harms:
        raise refuse(rule, "There is nothing to treat.", "Rest instead.")
    if out(me):
        raise refuse(rule, f"{me.name} cannot.", "Ask somebody else.")
    new_turn(me)
    own = me.id == them.id
    steps = Total().plus("on oneself", 2 if own and harm is not Harm.DIGITAL else 0, rule).plus("no facility", int(not facility), rule)
    difficulty = stress.harms + steps.value
    if not test(t, Side(who=me, skill=TREATED_WITH[harm], steps=steps), stress.harms).passed:
        return
    more = t.number(me.seat, "treat_more", 0, min(stress.harms - 1, within_means(t, me) // 2), (me.id, them.id))
    spend(t, me, 2 * more, rule)
    saved = t.number(me.seat, "treat_faster", 0, min(treatment_hours(difficulty, 0) - 1, within_means(t, me)), (me.id,))
    spend(t, me, saved, rule)
    stress.harms -= 1 + more
    t.say("treated", rule, who=them.id, harm=harm.value, left=stress.harms, hours=treatment_hours(difficulty, saved))
