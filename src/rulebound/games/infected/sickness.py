"""Hunger, thirst, bad water and food, wounds that fester, and what antibiotics do: day by day."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected import stress
from rulebound.games.infected.bonds import helped
from rulebound.games.infected.checks import check, resists
from rulebound.games.infected.conditions import forget
from rulebound.games.infected.content import worth
from rulebound.games.infected.death import die
from rulebound.games.infected.equipment import of_kind, put_to_use, use_up
from rulebound.games.infected.hazards import sicken
from rulebound.games.infected.pain import WEEK
from rulebound.games.infected.people import HERBS, Ailment, Injury, Person
from rulebound.games.infected.state import T, now, today
from rulebound.games.infected.terms import ROUNDS_A_DAY, ROUNDS_AN_HOUR, Attribute, Id, Level, Skill
from rulebound.games.infected.world import able, anybody, at_base, chance, gm_only, has_able, table_die
from rulebound.games.infected.wounds import INFECTED_WOUND, rot_is_over, wound
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

COURSE_DAYS = 3
"""infected.hazard.disease.prevention: one dose is a whole course."""
HUNGER = ((8, "critical", -2, "physical"), (5, "weakened", -2, "physical"), (3, "starving", -1, "grit"), (1, "hungry", 0, "all"))
"""infected.hazard.starvation: days, name, dice and which rolls."""
THIRST = ((12, "thirsty", 0, 1), (24, "dehydrated", -1, 2), (48, "critical thirst", -2, 0), (72, "dying of thirst", -2, 0))
"""infected.hazard.dehydration: hours, name, dice, Stress on entering."""


# ------------------------------------------------------------------------------------------------ hunger
@cites("infected.hazard.starvation", "infected.stress.sources")
def go_hungry(t: T, who: Person) -> None:
    """Another day without food."""
    who.days_hungry += 1
    rule, days = "infected.hazard.starvation", who.days_hungry
    t.say("hungry", rule, who=who.id, days=days, name=feel_hunger(t, who))
    if days < 5:
        stress.suffer(t, who, 1, rule)
    elif days < 8:
        wound(t, who, Level.BRUISED, rule)
    elif not resists(t, who, "starve", Attribute.GRIT, Skill.ENDURE):
        wound(t, who, Level.BLEEDING, rule)


@cites("infected.hazard.starvation")
def feel_hunger(t: T, who: Person) -> str:
    """What so many days without food are called; the penalties of the rows replace each other."""
    forget(who, "hunger")
    for least, name, dice, applies in HUNGER:
        if who.days_hungry >= least:
            if dice:
                rule = "infected.hazard.starvation"
                who.ailments.append(Ailment(id="hunger", name=name, dice=dice, rule=rule, applies=applies, since=now(t)))
            return name
    return ""


@cites("infected.hazard.deprivation.recovery")
def eat(t: T, who: Person) -> None:
    """A day of food reverses one stage."""
    if not who.days_hungry:
        return
    days = who.days_hungry
    who.days_hungry = 7 if days >= 8 else 4 if days >= 5 else 2 if days >= 3 else 0
    feel_hunger(t, who)
    t.say("fed", "infected.hazard.deprivation.recovery", who=who.id, days=who.days_hungry)


# ------------------------------------------------------------------------------------------------ thirst
@cites("infected.hazard.dehydration")
def go_thirsty(t: T, who: Person, hours: int, hot: bool) -> None:
    """Hours without water; hot weather halves every mark."""
    rule, before = "infected.hazard.dehydration", who.hours_thirsty
    who.hours_thirsty += hours * (2 if hot else 1)
    for mark, name, dice, strain in THIRST:
        if before < mark <= who.hours_thirsty:
            forget(who, "thirst")
            if dice:
                who.ailments.append(Ailment(id="thirst", name=name, dice=dice, rule=rule, since=now(t)))
            t.say("thirsty", rule, who=who.id, hours=mark // 2 if hot else mark, name=name)
            stress.suffer(t, who, strain, rule)
    for mark in range(48, who.hours_thirsty + 1, 12):
        if mark > before and not who.dead:
            wound(t, who, Level.BLEEDING, rule)
            if mark >= 72 and not resists(t, who, "thirst", Attribute.GRIT, Skill.ENDURE):
                die(t, who, rule, None)


@cites("infected.hazard.deprivation.recovery")
def drink(t: T, who: Person) -> None:
    """A day of water reverses one stage."""
    marks = [0, *(mark for mark, *_ in THIRST if mark <= who.hours_thirsty)]
    if who.hours_thirsty == 0:
        return
    who.hours_thirsty = marks[-2] if len(marks) > 1 else 0
    forget(who, "thirst")
    for mark, name, dice, _ in THIRST:
        if mark == who.hours_thirsty and dice:
            who.ailments.append(Ailment(id="thirst", name=name, dice=dice, rule="infected.hazard.dehydration", since=now(t)))
    t.say("watered", "infected.hazard.deprivation.recovery", who=who.id, hours=who.hours_thirsty)


def dry_hours(*_: object) -> range:
    """How many hours, in steps the game master likes."""
    return range(1, 73)


@command(rules=("infected.hazard.dehydration",), when=gm_only, who=anybody, hours=dry_hours)
def hours_without_water(t: T, by: SeatId, who: Id, hours: int) -> None:
    """Somebody has no water for so many hours."""
    go_thirsty(t, t.state.people[who], hours, t.state.world.hot)


# ------------------------------------------------------------------------------------------------ bad water and food
@cites("infected.hazard.contaminated_water")
def drink_bad_water(t: T, who: Person) -> None:
    """GRIT + Endure, or sick for d6 days: a die less on everything and a Stress a day, beginning in d6 hours."""
    rule = "infected.hazard.contaminated_water"
    if resists(t, who, "bad_water", Attribute.GRIT, Skill.ENDURE):
        t.say("keeps_it_down", rule, who=who.id)
        return
    hours, days = table_die(t, "sick_hours", who), table_die(t, "sick_days", who)
    until = now(t) + hours * ROUNDS_AN_HOUR + days * ROUNDS_A_DAY
    sicken(t, who, "bad water", -1, rule, until, hours=hours, stress_a_day=1)


@cites("infected.hazard.food_poisoning")
def eat_bad_food(t: T, who: Person) -> None:
    """GRIT + Endure, or two dice less for d6 days, beginning in d6 hours; a critical failure bleeds every day of it."""
    rule = "infected.hazard.food_poisoning"
    roll = check(t, who, "bad_food", Attribute.GRIT, Skill.ENDURE)
    if roll.hits:
        t.say("keeps_it_down", rule, who=who.id)
        return
    hours, days = table_die(t, "sick_hours", who), table_die(t, "sick_days", who)
    until = now(t) + hours * ROUNDS_AN_HOUR + days * ROUNDS_A_DAY
    sicken(t, who, "food poisoning", -2, rule, until, hours=hours, bleeding=roll.critical)


@command(
    rules=("infected.hazard.contaminated_water", "infected.hazard.food_poisoning"),
    when=gm_only,
    who=anybody,
    food=yes_or_no("Bad food, not bad water."),
)
def swallow(t: T, by: SeatId, who: Id, food: bool = False) -> None:
    """Somebody swallows bad water, or bad food."""
    me = t.state.people[who]
    if food:
        eat_bad_food(t, me)
    else:
        drink_bad_water(t, me)


# ------------------------------------------------------------------------------------------------ wounds that fester
@cites("infected.hazard.wound_infection")
def fester(t: T, who: Person) -> None:
    """Each day every untreated Bleeding or Broken wound has a 20% chance to go bad."""
    rule = "infected.hazard.wound_infection"
    for injury in who.injuries:
        open_one = injury.level in (Level.BLEEDING, Level.BROKEN) and not injury.tended and not injury.rotting
        if open_one and chance(t, 20, "fester", who, (injury.level.value,)):
            injury.rotting, injury.rotting_day = True, today(t)
            t.say("festers", rule, who=who.id, level=injury.level.value)
            if not septic(who):
                sicken(t, who, INFECTED_WOUND, -1, rule, None, stress_a_day=1)


@cites("infected.hazard.wound_infection.worsen")
def worsen(t: T, who: Person) -> None:
    """A week untreated: the wound goes up a row, infected as it is, and GRIT + Endure keeps it from turning septic."""
    rule = "infected.hazard.wound_infection.worsen"
    for injury in [i for i in who.injuries if left_to_rot(t, i)]:
        who.injuries.remove(injury)
        who.wounds.clear(injury.level)
        graver = Level.BROKEN if injury.level is Level.BLEEDING else Level.CRITICAL
        t.say("worsens", rule, who=who.id, level=graver.value)
        if wound(t, who, graver, rule) not in (None, Level.BRUISED):
            who.injuries[-1].rotting, who.injuries[-1].rotting_day = True, today(t)
        rot_is_over(t, who)
        if not who.dead and not septic(who) and not resists(t, who, "sepsis", Attribute.GRIT, Skill.ENDURE):
            turn_septic(t, who)


@cites("infected.hazard.wound_infection.worsen")
def left_to_rot(t: T, injury: Injury) -> bool:
    return injury.rotting and not injury.tended and injury.level is not Level.CRITICAL and today(t) - injury.rotting_day >= WEEK


def septic(who: Person) -> bool:
    return any(a.id == "sepsis" for a in who.ailments)


@cites("infected.hazard.sepsis")
def turn_septic(t: T, who: Person) -> None:
    """Two dice less on everything, and death in d6 days without antibiotics; it takes the place of the bad wound's penalty."""
    forget(who, INFECTED_WOUND)
    days = table_die(t, "sepsis_days", who)
    sicken(t, who, "sepsis", -2, "infected.hazard.sepsis", None)
    who.septic_until = now(t) + days * ROUNDS_A_DAY


@cites("infected.hazard.sepsis", "infected.hazard.wound_infection", "infected.hazard.contaminated_water", "infected.hazard.food_poisoning")
def sick_day(t: T, who: Person) -> None:
    """What every day of an illness costs."""
    for ailment in [a for a in who.ailments if a.since <= now(t)]:
        if ailment.stress_a_day:
            stress.suffer(t, who, ailment.stress_a_day, ailment.rule)
        if ailment.bleeding_a_day:
            wound(t, who, Level.BLEEDING, ailment.rule)
    if septic(who) and not who.dead:
        rule = "infected.hazard.sepsis"
        if who.septic_until is not None and now(t) >= who.septic_until:
            die(t, who, rule, None)
        elif not resists(t, who, "sepsis_day", Attribute.GRIT, Skill.ENDURE):
            wound(t, who, Level.BLEEDING, rule)


# ------------------------------------------------------------------------------------------------ medicine
def patients(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """Anybody who is ill or has a bad wound, and lives."""
    people = (p for p in t.state.people.values() if p.human and not p.dead)
    return [p.id for p in people if any(a.id in CURABLE for a in p.ailments) or any(i.rotting for i in p.injuries)]


CURABLE = (INFECTED_WOUND, "sepsis", "bad water", "food poisoning")


def medicine_havers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours with antibiotics, or at the safe place with the group's."""
    group = at_base(t) and t.state.world.supplies.medicine.get("antibiotics", 0) > 0
    return [who for who in able(t, by) if (group or of_kind(t.state.people[who], "antibiotics")) and patients(t, by, who)]


def can_cure(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    if medicine_havers(t, by):
        return None
    return Refusal("infected.hazard.disease.prevention", "No antibiotics, or nobody to give them to.", "Find some.")


@command(rules=("infected.hazard.disease.prevention",), when=can_cure, who=medicine_havers, patient=patients)
def give_antibiotics(t: T, by: SeatId, who: Id, patient: Id) -> None:
    """A course of antibiotics: one dose; in three days the infection and its penalties are over."""
    me, other, rule = t.state.people[who], t.state.people[patient], "infected.hazard.disease.prevention"
    if of_kind(me, "antibiotics"):
        use_up(t, me, "antibiotics", rule)
    else:
        t.state.world.supplies.medicine["antibiotics"] -= 1
        t.say("uses_up", rule, who=who, thing="antibiotics", count=1, left=t.state.world.supplies.medicine["antibiotics"])
    over = now(t) + COURSE_DAYS * ROUNDS_A_DAY
    for ailment in other.ailments:
        if ailment.id in CURABLE:
            ailment.until = over if ailment.until is None else min(ailment.until, over)
            ailment.bleeding_a_day = False
    for injury in other.injuries:
        injury.rotting, injury.treated = False, True
    other.septic_until = None
    t.say("course", rule, who=who, patient=patient)
    helped(t, me, other)


def herb_havers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours with a herbal remedy."""
    return [who for who in able(t, by) if of_kind(t.state.people[who], HERBS)]


def can_give_herbs(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    return None if herb_havers(t, by) else Refusal("infected.craft.recipes.medical", "You have no herbal remedy.", "Make one.")


@command(rules=("infected.craft.recipes.medical",), when=can_give_herbs, who=herb_havers, patient=anybody)
def give_herbs(t: T, by: SeatId, who: Id, patient: Id) -> None:
    """A herbal remedy: illness costs one die less for a day."""
    me, other, rule = t.state.people[who], t.state.people[patient], "infected.craft.recipes.medical"
    herbs = use_up(t, me, HERBS, rule)
    t.say("takes_medicine", rule, who=patient, what=HERBS)
    if not put_to_use(t, me, herbs):
        return
    for ailment in other.ailments:
        if ailment.id in CURABLE:
            ailment.eased = min(worth(herbs, 1), -ailment.dice)
            ailment.eased_until = now(t) + ROUNDS_A_DAY
            helped(t, me, other)
