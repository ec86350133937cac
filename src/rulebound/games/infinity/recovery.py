"""Recovery of all three kinds: First Aid and Reassurance in a scene, rest, natural healing, Surgery, therapy and repair."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infinity.harm import lose_access
from rulebound.games.infinity.heat import gm_only
from rulebound.games.infinity.momentum import mine, new_turn, spend, within_means
from rulebound.games.infinity.people import Character, Harm, Id, ranks, track, works
from rulebound.games.infinity.ranges import band, in_touch
from rulebound.games.infinity.skills import Attribute, Skill
from rulebound.games.infinity.skilltests import Side, final_difficulty, test
from rulebound.games.infinity.slots import take
from rulebound.games.infinity.state import RANGES, Phase, T, half, in_reach
from rulebound.games.infinity.stealth import noise
from rulebound.games.infinity.suspending import days_pass, hours_pass, suspend_harms
from rulebound.games.infinity.tasks import may_test, testers
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
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


def begin_help(t: T, me: Character) -> None:
    if t.state.phase is Phase.ACTION:
        take(t, me, Action.SKILL_TEST)
        t.later(noise, me, Action.SKILL_TEST)
    else:
        new_turn(t, me)


def needs(them: Character, harm: Harm) -> list[Aid]:
    """What help there could be: something is lost, harms are felt, or the patient was knocked out."""
    stress = track(them, harm)
    wanted = {Aid.RESTORE: stress.lost > 0, Aid.SUSPEND: stress.felt > 0, Aid.WAKE: them.unconscious and harm is Harm.PHYSICAL}
    return [aid for aid, there in wanted.items() if there]


def in_need(t: T, harm: Harm) -> list[Character]:
    return [p for p in t.state.people.values() if not p.dead and p.thing is None and needs(p, harm)]


# ------------------------------------------------------------------------------------------------ in a scene
@cites("infinity.heal.first_aid", "infinity.gear.medikit")
def far_steps(t: T, me: Character, patient: Character) -> int | None:
    """Within Reach, or with a MediKit a step for each range beyond Close; nothing where it cannot be done."""
    if me.id == patient.id or in_reach(t, me.id, patient.id):
        return 0
    there = band(t, me, patient)
    return RANGES.names.index(there) if "medikit" in me.gear and there else None


def patients(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """Somebody in need within Reach, or in sight with a MediKit, who has had no First Aid this scene."""
    me = t.state.people[who]
    return [p.id for p in in_need(t, Harm.PHYSICAL) if Harm.PHYSICAL not in p.aided and far_steps(t, me, p) is not None]


@cites("infinity.heal.limits", "infinity.heal.first_aid")
def can_give_first_aid(t: T, by: SeatId) -> Refusal | None:
    if refusal := may_test(t, by):
        return refusal
    if any(patients(t, by, who) for who in testers(t, by)):
        return None
    if any(Harm.PHYSICAL in p.aided for p in in_need(t, Harm.PHYSICAL)):
        return Refusal("infinity.heal.limits", "Whoever needs it has had First Aid this scene.", "Operate later.")
    return Refusal("infinity.heal.first_aid", "Nobody in need is within Reach.", "Move closer, or use a MediKit.")


def bodily(t: T, by: SeatId, who: Id, patient: Id, *_: object) -> Sequence[Aid]:
    """What it is for."""
    return needs(t.state.people[patient], Harm.PHYSICAL)


@command(
    rules=("infinity.heal.first_aid", "infinity.heal.limits"), when=can_give_first_aid, who=testers, patient=patients, aid=bodily,
    tools=yes_or_no("With the tools for it.", first=True),
)  # fmt: skip
def first_aid(t: T, by: SeatId, who: Id, patient: Id, aid: Aid, tools: bool = True) -> None:
    """Medicine to restore Vigour, suspend Injuries, or wake somebody; once a scene for each patient."""
    me, them = t.state.people[who], t.state.people[patient]
    own, rule = me.id == them.id, "infinity.heal.first_aid"
    steps = Total().plus("range", far_steps(t, me, them) or 0, "infinity.gear.medikit").plus("on oneself", int(own), rule)
    steps = steps.plus("patient's Injuries", them.injuries, rule).plus("no tools", int(not tools), rule)
    begin_help(t, me)
    if test(t, Side(who=me, skill=Skill.MEDICINE, steps=steps, bonus=own_device(me, own))).passed:
        them.aided.append(Harm.PHYSICAL)
        apply_aid(t, me, them, Harm.PHYSICAL, aid, ranks(me, Skill.MEDICINE).expertise, rule)


@cites("infinity.gear.automedikit")
def own_device(me: Character, own: bool) -> Total:
    """An AutoMediKit helps its user heal himself."""
    return Total().plus("AutoMediKit", 2 if own and works(me, "automedikit") else 0, "infinity.gear.automedikit")


def calming(t: T, by: SeatId, *_: object) -> Sequence[Skill]:
    """Persuade or Command."""
    return (Skill.PERSUADE, Skill.COMMAND)


def shaken(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """Somebody else in need who was not reassured this scene and can hear you."""
    me = t.state.people[who]
    return [p.id for p in in_need(t, Harm.MENTAL) if p.id != who and Harm.MENTAL not in p.aided and in_touch(t, me, p, shouting=True)]


@cites("infinity.recover.limits", "infinity.recover.reassurance")
def can_reassure(t: T, by: SeatId) -> Refusal | None:
    if refusal := may_test(t, by):
        return refusal
    if any(shaken(t, by, who) for who in testers(t, by)):
        return None
    if any(Harm.MENTAL in p.aided for p in in_need(t, Harm.MENTAL)):
        return Refusal("infinity.recover.limits", "Whoever needs it was reassured this scene.", "Rest later.")
    return Refusal("infinity.recover.reassurance", "Nobody else who needs it can hear you.", "Rest instead.")


def of_the_mind(t: T, by: SeatId, who: Id, patient: Id, *_: object) -> Sequence[Aid]:
    """What it is for."""
    return needs(t.state.people[patient], Harm.MENTAL)


@command(
    rules=("infinity.recover.reassurance", "infinity.recover.limits"), when=can_reassure, who=testers, patient=shaken, skill=calming,
    aid=of_the_mind,
)  # fmt: skip
def reassure(t: T, by: SeatId, who: Id, patient: Id, skill: Skill, aid: Aid) -> None:
    """Persuade or Command to restore Resolve or suspend Traumas; once a scene for each patient, never oneself."""
    me, them = t.state.people[who], t.state.people[patient]
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
            suspend_harms(t, me, them, harm, rule)
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
def between_scenes(t: T, by: SeatId) -> Refusal | None:
    if refusal := gm_only(t, by):
        return refusal
    return no_rest(t)


def no_rest(t: T) -> Refusal | None:
    if t.state.phase is Phase.ACTION:
        return Refusal("infinity.heal.natural_vigour", "There is no rest in an action scene.", "End it first.")
    return None


def resting(t: T, by: SeatId) -> Refusal | None:
    return no_rest(t) or may_test(t, by)


def lying_low(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours who lives; nobody is too badly hurt to rest."""
    return [who.id for who in mine(t, by) if not who.dead and who.thing is None]


@cites("infinity.heal.natural_vigour", "infinity.recover.natural_resolve")
def can_rest(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_rest(t):
        return refusal
    if lying_low(t, by):
        return None
    return Refusal("infinity.heal.natural_vigour", "You play nobody who lives.", "Sit down at a player's seat.")


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
    rules=("infinity.heal.natural_vigour", "infinity.recover.natural_resolve", "infinity.example.rest_eight_hours"), when=can_rest,
    who=lying_low, harm=body_and_mind, doubled=doublings, easier=eased,
)  # fmt: skip
def rest(t: T, by: SeatId, who: Id, harm: Harm, doubled: int = 0, easier: int = 0) -> None:
    """Rest an hour or more to win back half of Brawn in Vigour, or of Willpower in Resolve, and two for each Momentum."""
    me = t.state.people[who]
    new_turn(t, me)
    lower = min(easier, track(me, harm).felt)  # never below D1
    bonus = Total().plus("long rest", doubled - easier, "infinity.heal.natural_vigour")
    steps = Total().plus("long rest", -lower, "infinity.heal.natural_vigour")
    hours_pass(t, 2**doubled)
    if test(t, Side(who=me, skill=NATURAL[harm], steps=steps, bonus=bonus)).passed:
        attribute = Attribute.BRAWN if harm is Harm.PHYSICAL else Attribute.WILLPOWER
        rule = "infinity.heal.natural_vigour" if harm is Harm.PHYSICAL else "infinity.recover.natural_resolve"
        restore(t, me, me, harm, half(t, me.attributes[attribute]), rule)


TIMES = ((1, "a day"), (7, "a week"), (30, "a month"))


@cites("infinity.heal.natural_injury", "infinity.recover.natural_trauma")
def healing_time(harms: int) -> tuple[int, str]:
    """A day with one harm, a week with two, a month with more."""
    return TIMES[min(harms, len(TIMES)) - 1]


def sick(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours with something to heal."""
    return [id for id in lying_low(t, by) if lasting(t, by, id)]


def lasting(t: T, by: SeatId, who: Id) -> Sequence[Harm]:
    """Injuries or Traumas, where there are any."""
    return [harm for harm in NATURAL if track(t.state.people[who], harm).harms]


def can_heal(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_rest(t, by):
        return refusal
    return None if sick(t, by) else Refusal("infinity.heal.natural_injury", "There is nothing to heal.", "Rest instead.")


@command(rules=("infinity.heal.natural_injury", "infinity.recover.natural_trauma"), when=can_heal, who=sick, harm=lasting)
def heal(t: T, by: SeatId, who: Id, harm: Harm) -> None:
    """Let an Injury or a Trauma heal in time; further ones cost Momentum equal to the difficulty."""
    me = t.state.people[who]
    stress = track(me, harm)
    rule = "infinity.heal.natural_injury" if harm is Harm.PHYSICAL else "infinity.recover.natural_trauma"
    new_turn(t, me)
    days, time = healing_time(stress.harms)
    days_pass(t, days)
    difficulty = final_difficulty(t, Side(who=me, skill=NATURAL[harm]))
    if not test(t, Side(who=me, skill=NATURAL[harm])).passed:
        return
    more = t.number(me.seat, "heal_more", 0, min(stress.harms - 1, within_means(t, me) // difficulty), (me.id,))
    spend(t, me, more * difficulty, rule)
    stress.harms -= 1 + more
    t.say("heals", rule, who=me.id, harm=harm.value, left=stress.harms, time=time)


# ------------------------------------------------------------------------------------------------ treatment
@cites("infinity.heal.treatment_time")
def treatment_hours(difficulty: int, saved: int) -> int:
    """By the difficulty, an hour less for each Momentum, never below one."""
    return max(1, HOURS[min(difficulty, len(HOURS) - 1)] - saved)


def treatable(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """Somebody with lasting harm that was not treated today."""
    return [p.id for p in t.state.people.values() if not p.dead and harms_of(p)]


def harms_of(who: Character) -> list[Harm]:
    living = tuple(Harm) if who.thing is None else (Harm.DIGITAL,)
    return [harm for harm in living if track(who, harm).harms and harm not in who.treated]


def treated_for(t: T, by: SeatId, who: Id, patient: Id) -> Sequence[Harm]:
    """What is treated: Injuries, Traumas or Breaches."""
    return harms_of(t.state.people[patient])


@cites("infinity.heal.surgery", "infinity.recover.treat_trauma", "infinity.repair.repair")
def can_treat(t: T, by: SeatId) -> Refusal | None:
    if refusal := resting(t, by):
        return refusal
    if any(treatable(t, by, who) for who in testers(t, by)):
        return None
    if any(p.treated for p in t.state.people.values()):
        return Refusal("infinity.heal.surgery", "Whoever needs it was treated today.", "Wait until tomorrow.")
    return Refusal("infinity.heal.surgery", "There is nothing to treat.", "Rest instead.")


@cites("infinity.heal.surgery", "infinity.recover.treat_trauma", "infinity.repair.repair")
def treatment_steps(t: T, me: Character, them: Character, harm: Harm, facility: bool) -> Total:
    """On oneself two steps, but not on one's own network; no theatre one, therapy from afar one, a far network one for each range."""
    own, rule, there = me.id == them.id, TREATMENT_RULE[harm], band(t, me, them)
    far = RANGES.names.index(there) if there else len(RANGES.names)
    match harm:
        case Harm.PHYSICAL:
            return Total().plus("on oneself", 2 if own else 0, rule).plus("no facility", int(not facility), rule)
        case Harm.MENTAL:
            return Total().plus("on oneself", 2 if own else 0, rule).plus("remotely", int(far > 0), rule)
        case Harm.DIGITAL:
            return Total().plus("range", far, rule)


@command(
    rules=("infinity.heal.surgery", "infinity.recover.treat_trauma", "infinity.repair.repair", "infinity.heal.treatment_time"),
    when=can_treat, who=testers, patient=treatable, harm=treated_for, facility=yes_or_no("In a facility.", first=True),
)  # fmt: skip
def treat(t: T, by: SeatId, who: Id, patient: Id, harm: Harm, facility: bool = True) -> None:
    """Surgery, therapy or repair, once a day: at a difficulty equal to the harms, one goes, and one more for every two Momentum."""
    me, them = t.state.people[who], t.state.people[patient]
    stress, rule = track(them, harm), TREATMENT_RULE[harm]
    new_turn(t, me)
    steps = treatment_steps(t, me, them, harm, facility)
    them.treated.append(harm)
    bonus = own_device(me, me.id == them.id and harm is Harm.PHYSICAL)
    side = Side(who=me, skill=TREATED_WITH[harm], steps=steps, bonus=bonus)
    difficulty = final_difficulty(t, side, stress.harms)
    if not test(t, side, stress.harms).passed:
        return
    more = t.number(me.seat, "treat_more", 0, min(stress.harms - 1, within_means(t, me) // 2), (me.id, them.id))
    spend(t, me, 2 * more, rule)
    saved = t.number(me.seat, "treat_faster", 0, min(treatment_hours(difficulty, 0) - 1, within_means(t, me)), (me.id,))
    spend(t, me, saved, rule)
    stress.harms -= 1 + more
    if harm is Harm.DIGITAL:
        mended(them)
    hours = treatment_hours(difficulty, saved)
    t.say("treated", rule, who=them.id, harm=harm.value, left=stress.harms, hours=hours)
    hours_pass(t, hours)


@cites("infinity.breach.effects", "infinity.breach.limits", "infinity.network.non_personal")
def mended(them: Character) -> None:
    """A repair shakes hackers off, and brings a network back once few enough Breaches are left."""
    lose_access(them)
    if not them.firewall.harms or them.takes_harm:
        them.crashed = False


def number_of_days(*_: object) -> range:
    """How many days."""
    return range(1, 31)


@command(rules=("infinity.heal.surgery", "infinity.heal.treatment_time"), when=between_scenes, days=number_of_days)
def pass_days(t: T, by: SeatId, days: int) -> None:
    """Let days go by: everybody may be treated again, and what was suspended is felt."""
    days_pass(t, days)
    t.say("days_pass", "infinity.heal.treatment_time", days=days)
