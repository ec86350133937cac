"""Healing: treatment and surgery, what heals by itself, and what a night and a day without help bring."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulebound.games.infected import stress
from rulebound.games.infected.advance import scar
from rulebound.games.infected.bonds import helped, shared_relief, sharers
from rulebound.games.infected.checks import check
from rulebound.games.infected.clockwork import breathe, pass_minutes
from rulebound.games.infected.conditions import take_off
from rulebound.games.infected.content import content
from rulebound.games.infected.equipment import handle, of_kind, tool_dice, use_up, wear_tool
from rulebound.games.infected.horde import pressed
from rulebound.games.infected.larder import a_day_in_the_larder, collect_rain
from rulebound.games.infected.meals import feed
from rulebound.games.infected.medicine import DOSES
from rulebound.games.infected.pain import WEEK, heals_in
from rulebound.games.infected.parking import a_day_in_the_garage
from rulebound.games.infected.people import Injury, Person
from rulebound.games.infected.sickness import fester, sick_day, worsen
from rulebound.games.infected.state import Phase, T, now, today
from rulebound.games.infected.terms import Area, Attribute, Condition, Id, Level, Skill
from rulebound.games.infected.variants import NaturalBruised, SurgeryAttribute
from rulebound.games.infected.world import all_held, at_base, at_large, cramped
from rulebound.games.infected.wounds import by_name, heal, mended, tied_too_long, wound
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId

SURGERY_DICE = -1
NO_SPLINT_DICE = -2
DIRTY_DICE = -2


# ------------------------------------------------------------------------------------------------ supplies of a medic
@cites("infected.supplies.tracks", "infected.downtime.medical_treatment")
def medical_things(t: T, who: Person) -> list[str]:
    """First aid kits with charges, and doses: the medic's own and at the safe place the group's."""
    kits = [kind for kind, row in content().gear.items() if row.medical]
    return [kind for kind in (*kits, *DOSES) if of_kind(who, kind) or in_stash(t, kind)]


@cites("infected.supplies.stash", "infected.supplies.tracks")
def in_stash(t: T, kind: str) -> int:
    """Doses, charges or things of a kind that the group has at the safe place, where it is there."""
    stash = t.state.world.supplies
    return stash.medicine.get(kind, 0) + sum(g.count for g in stash.gear.values() if g.kind == kind) if at_base(t) else 0


def use_up_here(t: T, who: Person, kind: str, rule: str) -> None:
    """One of it, their own before the group's."""
    if of_kind(who, kind):
        use_up(t, who, kind, rule)
        return
    stash = t.state.world.supplies
    if stash.medicine.get(kind, 0):
        stash.medicine[kind] -= 1
    else:
        thing = next(g for g in stash.gear.values() if g.kind == kind and g.count)
        thing.count -= 1
        if not thing.count:
            del stash.gear[thing.id]
    t.say("uses_up", rule, who=who.id, thing=kind, count=1, left=in_stash(t, kind))


def use_medicine(t: T, who: Person, rule: str) -> None:
    """One dose or charge, as the medic picks, whatever comes of it."""
    things = medical_things(t, who)
    if not things:
        raise refuse(rule, f"{who.name} has no medical supplies.", "Find a first aid kit or medicine.")
    use_up_here(t, who, t.choose(who.seat, "dose", things, (who.id,)), rule)


def medics(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who is up and free, with an activity left and medical supplies."""
    day = t.state.world.downtime
    done = day.done if day else {}
    limit = t.variants.downtime_activities_per_day
    return [who for who in at_large(t, by) if len(done.get(who, [])) < limit and medical_things(t, t.state.people[who])]


def medic_ready(t: T, by: SeatId, rule: str) -> Refusal | None:
    day = t.state.world.downtime
    if t.state.phase is not Phase.DOWNTIME or day is None:
        return Refusal("infected.downtime.entry", "There is no downtime now.", "Settle down at a safe place first.")
    if refusal := cramped(t) or pressed(t, by) or all_held(t, by):
        return refusal
    if not medics(t, by):
        return Refusal(rule, "Nobody of yours has time and medical supplies.", "Find some.")
    return None


def spend_activity(t: T, who: Person, what: str, rule: str) -> None:
    day = t.state.world.downtime
    assert day is not None
    day.done.setdefault(who.id, []).append(what)
    t.say("activity", rule, who=who.id, what=what)


# ------------------------------------------------------------------------------------------------ medical treatment
def treatable(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """Anybody alive with a Bleeding or Broken wound who has not been treated today, yourself too."""
    day = t.state.world.downtime
    treated = day.treated if day else []
    people = (p for p in t.state.people.values() if p.human and not p.dead and p.id not in treated)
    return [p.id for p in people if p.wounds.marked[Level.BLEEDING] or p.wounds.marked[Level.BROKEN]]


def can_treat(t: T, by: SeatId) -> Refusal | None:
    if refusal := medic_ready(t, by, "infected.downtime.medical_treatment"):
        return refusal
    if any(treatable(t, by, who) for who in medics(t, by)):
        return None
    return Refusal("infected.downtime.medical_treatment", "Nobody can be treated today.", "One treatment a day for each patient.")


@command(rules=("infected.downtime.medical_treatment",), when=can_treat, who=medics, patient=treatable)
def treat(t: T, by: SeatId, who: Id, patient: Id) -> None:
    """Medical treatment: WITS + Medicine; 1 hit heals a Bleeding wound, 2 also turn a Broken one into Bleeding."""
    me, other, rule = t.state.people[who], t.state.people[patient], "infected.downtime.medical_treatment"
    spend_activity(t, me, "treat", rule)
    shared_relief(t, me, patient if patient in sharers(t, by, who) else None)
    use_medicine(t, me, rule)
    assert t.state.world.downtime is not None
    t.state.world.downtime.treated.append(patient)
    hits = check(t, me, "treat", Attribute.WITS, Skill.MEDICINE, about=(patient,)).hits
    if hits >= 1:
        for injury in other.injuries:
            injury.covered = injury.treated = True
        heal(t, other, Level.BLEEDING, rule)
        clear_slowed(t, other)
    if hits >= 2:
        mend_broken(t, other, rule)
    if hits == 0:
        t.say("treatment_fails", rule, who=who, patient=patient)
    else:
        helped(t, me, other)


def clear_slowed(t: T, who: Person) -> None:
    """infected.condition.slowed and deafened end with medical treatment."""
    take_off(t, who, Condition.SLOWED)
    take_off(t, who, Condition.DEAFENED)


@cites("infected.downtime.medical_treatment")
def mend_broken(t: T, who: Person, rule: str) -> None:
    """A Broken wound becomes a Bleeding one if that row has room."""
    if who.wounds.marked[Level.BROKEN] and who.wounds.room(Level.BLEEDING):
        heal(t, who, Level.BROKEN, rule)
        who.wounds.marked[Level.BLEEDING] += 1
        who.injuries.append(Injury(level=Level.BLEEDING, covered=True, treated=True, at=now(t), day=today(t)))
        t.say("lesser_wound", rule, who=who.id, level=Level.BLEEDING.value)


# ------------------------------------------------------------------------------------------------ surgery
def operable(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """Somebody else with a Broken or a stable Critical wound, not operated on today."""
    day = t.state.world.downtime
    operated = day.operated if day else []
    people = (p for p in t.state.people.values() if p.human and not p.dead and p.id != who and p.id not in operated)
    return [p.id for p in people if surgery_wounds(t, p)]


def surgery_wounds(t: T, who: Person) -> dict[str, Injury]:
    """By what they are called: the Critical one, if it is stable, and Broken ones that are not yet set."""
    ready = [i for i in who.injuries if i.level is Level.BROKEN and i.heals_day is None]
    if who.dying_until is None:
        again = (i for i in who.injuries if i.level is Level.CRITICAL and (i.heals_day is None or today(t) >= i.heals_day))
        ready = [*again, *ready]
    return by_name(ready)


def to_operate(t: T, by: SeatId, who: Id, patient: Id, *_: object) -> Sequence[str]:
    """A wound by its level and part: `critical`, `broken arm`; left out, the Critical one, else the first Broken one."""
    return list(surgery_wounds(t, t.state.people[patient]))


def surgeons(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours with an activity left, medical supplies and somebody else to operate on."""
    return [who for who in medics(t, by) if operable(t, by, who)]


def can_operate(t: T, by: SeatId) -> Refusal | None:
    if refusal := medic_ready(t, by, "infected.downtime.surgery"):
        return refusal
    if surgeons(t, by):
        return None
    return Refusal(
        "infected.downtime.surgery",
        "There is nobody to operate on.",
        "It takes somebody else's Broken or stable Critical wound: one not tried today, nor a Critical one without success this week.",
    )


@command(rules=("infected.downtime.surgery",), when=can_operate, who=surgeons, patient=operable, wound=to_operate)
def operate(t: T, by: SeatId, who: Id, patient: Id, wound: str = "") -> None:
    """Surgery: NERVE + Medicine at a die less, in a clean place; a Broken limb wants a splint."""
    me, other, rule = t.state.people[who], t.state.people[patient], "infected.downtime.surgery"
    day = t.state.world.downtime
    assert day is not None
    wounds = surgery_wounds(t, other)
    injury = wounds[wound or next(iter(wounds))]
    extra = Total().plus("surgery", SURGERY_DICE, rule)
    if not day.clean:
        if not t.judge("dirty_surgery", (True, False), False, (who, patient)):
            raise refuse(rule, "The place is not clean.", "Find a clean one.")
        extra = extra.plus("not clean", DIRTY_DICE, rule)
    extra = extra.plus("broken tools", tool_dice(of_kind(me, "surgical tools")), "infected.equipment.broken")
    splint = of_kind(me, "splint") or of_kind(other, "splint")
    limb = injury.level is Level.BROKEN and injury.area in (Area.ARM, Area.LEG)
    if limb and splint is None and not in_stash(t, "splint"):
        extra = extra.plus("no splint", NO_SPLINT_DICE, "infected.craft.recipes.medical")
    spend_activity(t, me, "operate", rule)
    shared_relief(t, me, patient if patient in sharers(t, by, who) else None)
    use_medicine(t, me, rule)
    day.operated.append(patient)
    if limb and splint is not None:
        handle(t, me, use_up(t, me if splint.id in me.gear else other, "splint", "infected.craft.recipes.medical"))
    elif limb and in_stash(t, "splint"):
        use_up_here(t, me, "splint", "infected.craft.recipes.medical")
    roll = check(t, me, "surgery", surgery_attribute(t), Skill.MEDICINE, extra, (patient,))
    wear_tool(t, me, of_kind(me, "surgical tools"), roll.critical)
    if injury.level is Level.BROKEN:
        operate_broken(t, other, injury, roll.hits)
    else:
        operate_critical(t, other, injury, roll.hits)
    if roll.hits:
        helped(t, me, other)


@cites("infected.downtime.surgery", "infected.skill.medicine_surgery")
def surgery_attribute(t: T) -> Attribute:
    return Attribute.NERVE if t.variants.surgery_attribute is SurgeryAttribute.NERVE else Attribute.WITS


@cites("infected.downtime.surgery.broken")
def operate_broken(t: T, who: Person, injury: Injury, hits: int) -> None:
    """Healed in a week, or two; a failure costs blood."""
    rule = "infected.downtime.surgery.broken"
    injury.treated = injury.covered = True
    if hits == 0:
        wound(t, who, Level.BLEEDING, rule)
        return
    injury.set_right, injury.heals_day = True, today(t) + (WEEK if hits >= 2 else 2 * WEEK)
    t.say("operated", rule, who=who.id, weeks=1 if hits >= 2 else 2)


@cites("infected.downtime.surgery.critical", "infected.heal.critical_path")
def operate_critical(t: T, who: Person, injury: Injury, hits: int) -> None:
    """2 hits: it becomes Broken, if there is room. 1: try again in a week. 0: a Bleeding wound more."""
    rule = "infected.downtime.surgery.critical"
    injury.treated = injury.covered = True
    if hits >= 2 and who.wounds.room(Level.BROKEN):
        mended(t, who, Level.CRITICAL, injury)
        who.wounds.marked[Level.BROKEN] += 1
        who.injuries.append(Injury(level=Level.BROKEN, area=Area.TORSO, covered=True, treated=True, at=now(t), day=today(t)))
        t.say("lesser_wound", rule, who=who.id, level=Level.BROKEN.value)
        scar(t, who, "a scar of the operation")
    elif hits >= 1:
        injury.heals_day = today(t) + WEEK
        t.say("no_better", rule, who=who.id)
    else:
        wound(t, who, Level.BLEEDING, rule)


# ------------------------------------------------------------------------------------------------ a night and a day
@cites("infected.heal.natural", "infected.supplies.tracks")
def a_night(t: T, rest: Callable[[Person], bool]) -> None:
    """A day passes for everybody: food and water, what heals, what festers, what sickness costs."""
    pass_minutes(t, 24 * 60)
    collect_rain(t)
    for who in [p for p in t.state.people.values() if p.pc and not p.dead and not p.turned]:
        feed(t, who)
        if not who.dead:
            heal_naturally(t, who, rest(who))
        if not who.dead:
            fester(t, who)
            worsen(t, who)
            sick_day(t, who)
    for other in [p for p in t.state.people.values() if p.human and not p.pc and not p.dead]:
        heal_naturally(t, other, rest(other))
    a_day_in_the_larder(t)
    a_day_in_the_garage(t, rested=any(p.pc and rest(p) for p in t.state.people.values()))


@cites("infected.heal.natural", "infected.downtime.surgery.broken")
def heal_naturally(t: T, who: Person, rested: bool) -> None:
    """Bruised by a day of rest, Bleeding in a week, Broken in a month, each wound by its own time; Critical never, nor what festers
    untreated. An operated wound only gets on by a day of rest."""
    rule = "infected.heal.natural"
    if rested and who.days_hungry < 5:
        count = 1 if t.variants.heal_natural_bruised is NaturalBruised.ONE_PER_DAY else who.wounds.marked[Level.BRUISED]
        for _ in range(count):
            heal(t, who, Level.BRUISED, rule)
    for injury in [i for i in who.injuries if i.level is not Level.CRITICAL]:
        if injury.heals_day is not None and not rested:
            injury.heals_day += 1
        alone = injury.day + (heals_in(injury.level) or 0)
        due = alone if injury.heals_day is None else min(alone, injury.heals_day)
        if today(t) >= due and (injury.tended or not injury.rotting):
            mended(t, who, injury.level, injury)
            t.say("heals", rule, who=who.id, level=injury.level.value)
            tied_too_long(t, who, injury)
            if injury.level is Level.BROKEN and not injury.set_right and t.judge("healed_wrong", (True, False), False, (who.id,)):
                who.scars.append("a bone that healed wrong")
                t.say("scar", "infected.advance.scars", who=who.id, scar="a bone that healed wrong")


def can_wait(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is not Phase.PEACE:
        return Refusal("infected.conv.time", f"There is {t.state.phase.value} now.", "Wait for its end.")
    return pressed(t, by)


@command(
    rules=("infected.supplies.tracks", "infected.heal.natural", "infected.condition.end_of_scene"),
    when=can_wait,
    rested=yes_or_no("They rested."),
    slept=yes_or_no("They slept.", first=True),
)
def pass_day(t: T, by: SeatId, rested: bool = False, slept: bool = True) -> None:
    """A day goes by on the road, and the scene is over for people: food, water, wounds; without sleep everybody is worn out."""
    breathe(t)
    a_night(t, rest=lambda who: rested)
    if not slept:
        for who in [p for p in t.state.people.values() if p.pc and not p.dead]:
            stress.suffer(t, who, 1, "infected.stress.sources")
    t.say("day_passes", "infected.conv.time", day=today(t) + 1)
