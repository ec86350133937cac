"""Downtime: a day of rest at a safe place, two activities for everybody, and what a night brings."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected import stress
from rulebound.games.infected.advance import below_cap, train_a_day
from rulebound.games.infected.bonds import bonded, companions, shared_relief, sharers
from rulebound.games.infected.carry import beside
from rulebound.games.infected.checks import check
from rulebound.games.infected.clockwork import breathe
from rulebound.games.infected.conditions import forget, take_off
from rulebound.games.infected.content import content
from rulebound.games.infected.crafting import crowbar, helped_by, skill_for
from rulebound.games.infected.equipment import mend, use_up, wear_tool
from rulebound.games.infected.finds import ANYTHING
from rulebound.games.infected.goals import foes_up, night_over
from rulebound.games.infected.healing import a_night
from rulebound.games.infected.horde import pressed
from rulebound.games.infected.journey import Downtime, Vehicle
from rulebound.games.infected.lights import seen_burning
from rulebound.games.infected.materials import kit_dice, tool_kit
from rulebound.games.infected.people import Ailment, Gear, Person
from rulebound.games.infected.ranges import steps
from rulebound.games.infected.scavenge import Search, anything_left, in_plain_words, look_through, targets
from rulebound.games.infected.state import Phase, T, now, today
from rulebound.games.infected.terms import ROUNDS_A_DAY, Attribute, Awareness, Condition, Id, Level, Skill
from rulebound.games.infected.threat import raise_by, scene_ends
from rulebound.games.infected.vehicles import mend_vehicle, repairable, row_of
from rulebound.games.infected.world import all_held, at_base, at_large, built_here, cramped, day_of, resting, site, table_die
from rulebound.games.infected.wounds import heal
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command, yes_or_no
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId


class Unwind(StrEnum):
    """infected.downtime.stress_relief"""

    TALK = "talk"
    VICE = "vice"
    HOBBY = "hobby"
    ISOLATION = "isolation"
    EXERTION = "exertion"


RELIEF = {Unwind.TALK: 1, Unwind.VICE: 2, Unwind.HOBBY: 1, Unwind.ISOLATION: 1, Unwind.EXERTION: 1}


# ------------------------------------------------------------------------------------------------ the day
@cites("infected.downtime.entry", "infected.vehicle.shelter", "infected.craft.recipes.shelter")
def safe_place(t: T) -> bool:
    """A hidden camp, an allied settlement or a secured building: the base, a safe place, or what was built there."""
    place = site(t)
    camp = any(content().gear[w.kind].safe for w in built_here(t).values())
    return at_base(t) or camp or (place is not None and place.safe)


def shelters(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A vehicle of the group to sleep in."""
    return [v.id for v in t.state.vehicles.values() if v.side == "party" and not v.wrecked and not row_of(v).open]


def can_settle(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is not Phase.PEACE:
        return Refusal("infected.downtime.entry", f"There is {t.state.phase.value} now.", "Wait for its end.")
    if foes := [foe for foe in foes_up(t) if not foe.hidden]:
        return Refusal("infected.downtime.entry", f"{foes[0].name} is here: this is no Safe Location.", "Be rid of them first.")
    if safe_place(t) or shelters(t, by):
        return None
    return Refusal("infected.downtime.entry", "This is no Safe Location.", "Reach a hidden camp, an ally or a secured building.")


@command(rules=("infected.downtime.entry", "infected.vehicle.shelter"), when=can_settle, vehicle=shelters)
def settle_down(t: T, by: SeatId, vehicle: Id | None = None) -> None:
    """Begin a day of downtime; in a vehicle there is only Rest and Stand Watch."""
    if vehicle is None and not safe_place(t):
        raise refuse("infected.vehicle.shelter", "There is no safe place here but a vehicle.", f"Name one: {', '.join(shelters(t, by))}.")
    t.state.world.downtime = Downtime(vehicle=vehicle)
    t.state.phase = Phase.DOWNTIME
    t.say("downtime", "infected.downtime.entry", day=today(t) + 1)


def can_end_day(t: T, by: SeatId) -> Refusal | None:
    return resting(t, by) or pressed(t, by)


@command(
    rules=("infected.downtime.entry", "infected.heal.natural", "infected.supplies.tracks", "infected.threat.decay"),
    when=can_end_day,
    another=yes_or_no("Another day of downtime follows.", first=True),
)
def end_day(t: T, by: SeatId, another: bool = True) -> None:
    """The day is over: it was quiet or not, people eat, wounds heal or fester, and another day of downtime begins, or not."""
    day = day_of(t)
    for _ in range(t.variants.downtime_activities_per_day):
        scene_ends(t, secure=True)
        breathe(t)
        seen_burning(t, by)
    a_night(t, rest=lambda who: who.id not in day.out)
    t.state.world.downtime = Downtime(vehicle=day.vehicle, clean=day.clean) if another else None
    if t.state.world.story is not None:
        t.state.world.story.days += 1
    if not another:
        t.state.phase = Phase.PEACE
        night_over(t)
    t.say("day_ends", "infected.downtime.entry", another="another begins" if another else "they move on")


# ------------------------------------------------------------------------------------------------ activities
@cites("infected.downtime.entry", "infected.downtime.activities")
def free_ones(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours with an activity left today."""
    done = day_of(t).done if t.state.world.downtime else {}
    return [who for who in at_large(t, by) if len(done.get(who, [])) < t.variants.downtime_activities_per_day]


def free(t: T, by: SeatId) -> Refusal | None:
    if refusal := resting(t, by) or pressed(t, by) or all_held(t, by):
        return refusal
    return None if free_ones(t, by) else Refusal("infected.downtime.entry", "You have no activity left today.", "Wait for the next day.")


@cites("infected.vehicle.shelter")
def free_and_roomy(t: T, by: SeatId) -> Refusal | None:
    """In a vehicle one can only rest and watch."""
    return free(t, by) or cramped(t)


@cites("infected.downtime.entry", "infected.downtime.activities")
def spend(t: T, who: Person, what: str, rule: str) -> None:
    """The same activity may be taken twice."""
    day_of(t).done.setdefault(who.id, []).append(what)
    t.say("activity", rule, who=who.id, what=what)


class Recovery(StrEnum):
    BRUISED = "two bruised"
    BLEEDING = "one bleeding"


@command(rules=("infected.downtime.rest", "infected.downtime.example.rest"), when=free, who=free_ones, together_with=sharers)
def rest(t: T, by: SeatId, who: Id, together_with: Id | None = None) -> None:
    """Sleep 8 hours: 2 Bruised or 1 Bleeding heal, as you choose; the first Rest of a day ends exhaustion."""
    me = t.state.people[who]
    spend(t, me, "rest", "infected.downtime.rest")
    shared_relief(t, me, together_with)
    if me.id not in day_of(t).rested:
        day_of(t).rested.append(me.id)
        take_off(t, me, Condition.EXHAUSTED)
    options = [w for w, level in ((Recovery.BRUISED, Level.BRUISED), (Recovery.BLEEDING, Level.BLEEDING)) if me.wounds.marked[level]]
    if me.days_hungry >= 5:  # infected.hazard.starvation: bruises of hunger stay until one is fed
        options = [w for w in options if w is not Recovery.BRUISED]
    if not options:
        return
    if t.choose(me.seat, "rest_heals", options, (who,)) is Recovery.BRUISED:
        for _ in range(2):
            heal(t, me, Level.BRUISED, "infected.downtime.rest")
    else:
        heal(t, me, Level.BLEEDING, "infected.downtime.rest")


# ------------------------------------------------------------------------------------------------ Stress relief
def ways_to_unwind(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Unwind]:
    """What one does alone, a vice if there is one, and a talk with somebody."""
    me = t.state.people[who]
    alone = [way for way in Unwind if way not in (Unwind.TALK, Unwind.VICE)]
    return [*alone, *([Unwind.VICE] if vice_of(me) else []), *([Unwind.TALK] if companions(t, by, who) else [])]


def unwinds_with(t: T, by: SeatId, who: Id, way: Unwind) -> Sequence[Id]:
    """Somebody who is there, unless one wants to be alone."""
    return [] if way is Unwind.ISOLATION else companions(t, by, who)


@command(
    rules=("infected.downtime.stress_relief", "infected.downtime.bonded_relief"), when=free_and_roomy, who=free_ones, way=ways_to_unwind,
    together_with=unwinds_with,
)  # fmt: skip
def unwind(t: T, by: SeatId, who: Id, way: Unwind, together_with: Id | None = None) -> None:
    """Let some Stress go: talk, a vice, a hobby, time alone, or exertion; with somebody you Trust 1 more."""
    me, rule = t.state.people[who], "infected.downtime.stress_relief"
    friend = t.state.people[together_with] if together_with else None
    if way is Unwind.TALK and friend is None:
        raise refuse(rule, "It takes two to talk.", "Say with whom.")
    if way is Unwind.VICE:
        indulge(t, me)
    spend(t, me, way.value, rule)
    stress.relieve(t, me, RELIEF[way] + bonded(t, me, friend), rule)
    if friend is not None and way is Unwind.TALK:
        stress.relieve(t, friend, RELIEF[way] + bonded(t, friend, me), rule)
    if way is Unwind.EXERTION:
        forget(me, "exertion")
        me.ailments.append(Ailment(id="exertion", name="limbered up", dice=1, rule=rule, applies=Skill.ATHLETICS, once=True))


def vice_of(who: Person) -> str:
    """Cigarettes or liquor at hand."""
    return next((g.kind for g in who.gear.values() if g.kind in content().gear and content().gear[g.kind].vice and g.count > 0), "")


@cites("infected.downtime.stress_relief")
def indulge(t: T, who: Person) -> None:
    """A vice uses up the substance and costs a die on everything the next day."""
    rule = "infected.downtime.stress_relief"
    use_up(t, who, vice_of(who), rule)
    who.ailments = [a for a in who.ailments if a.id != "hangover" or a.since <= now(t)]  # today's is not over by it
    tomorrow = now(t) + ROUNDS_A_DAY
    who.ailments.append(Ailment(id="hangover", name="the morning after", dice=-1, rule=rule, since=tomorrow, until=tomorrow + ROUNDS_A_DAY))


# ------------------------------------------------------------------------------------------------ work
def worn_things(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """A thing that is not destroyed and has lost Durability or was used: yours, that of somebody beside you, at the safe place the group's;
    or a vehicle of the group that needs it or is due."""
    mine = [g.id for g in at_hand(t, who).values() if g.boxes and (g.worn_off or g.used or g.torn) and not g.destroyed]
    ours = [v for v in t.state.vehicles.values() if v.side == "party" and not v.wrecked and v.wounds is None]
    return [*mine, *(v.id for v in ours if repairable(v) or not v.maintained)]


@cites("infected.supplies.stash")
def at_hand(t: T, who: Id) -> dict[Id, Gear]:
    """What somebody can lay hands on in camp."""
    me = t.state.people[who]
    stores = (me.gear, *(friend.gear for friend in beside(t, me)), t.state.world.supplies.gear if at_base(t) else {})
    return {thing.id: thing for store in stores for thing in store.values()}


def menders(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours with an activity and something to mend."""
    return [who for who in free_ones(t, by) if equipped(t, t.state.people[who]) and worn_things(t, by, who)]


@cites("infected.downtime.maintain", "infected.equipment.maintenance")
def equipped(t: T, who: Person) -> bool:
    """It takes tools of some kind, or at least parts, at the safe place the group's too."""
    owners = (who, t.state.world.supplies) if at_base(t) else (who,)
    tools = (g for g in who.gear.values() if g.kind in content().gear and content().gear[g.kind].kind == "tool")
    return (
        tool_kit(t, who) is not None
        or any(not g.destroyed for g in tools)
        or any(owner.parts > 0 or any(owner.components.values()) for owner in owners)
    )


def can_maintain(t: T, by: SeatId) -> Refusal | None:
    if refusal := free_and_roomy(t, by):
        return refusal
    if menders(t, by):
        return None
    return Refusal("infected.downtime.maintain", "Nothing of yours needs mending, or you have neither tools nor parts.", "Find some.")


@command(
    rules=("infected.downtime.maintain", "infected.equipment.maintenance", "infected.vehicle.maintenance"), when=can_maintain, who=menders,
    thing=worn_things, together_with=sharers,
)  # fmt: skip
def maintain(t: T, by: SeatId, who: Id, thing: Id, together_with: Id | None = None) -> None:
    """Look after one thing or vehicle: WITS + Craft, for a vehicle Tech if the game master agrees; 2 hits restore 2 Durability, 1 hit 1."""
    me = t.state.people[who]
    spend(t, me, "maintain", "infected.downtime.maintain")
    kit, tool = tool_kit(t, me), crowbar(me)
    skill = skill_for(t, me, Skill.CRAFT, Skill.TECH if thing in t.state.vehicles else None)
    made = check(t, me, "maintain", Attribute.WITS, skill, kit_dice(kit) + helped_by(tool), (thing,))
    wear_tool(t, me, kit, made.critical)
    wear_tool(t, me, tool, made.critical)
    boxes = min(2, made.hits)
    if thing in t.state.vehicles:
        maintain_vehicle(t, me, t.state.vehicles[thing], boxes)
    else:
        gear = at_hand(t, who)[thing]
        gear.maintained = True
        mend(t, me, gear, boxes, "infected.equipment.maintenance")
    shared_relief(t, me, together_with)


@cites("infected.vehicle.maintenance", "infected.vehicle.neglect")
def maintain_vehicle(t: T, who: Person, car: Vehicle, boxes: int) -> None:
    """Looked after it is, whatever comes of it."""
    car.maintained = True
    if boxes:
        mend_vehicle(t, who, car, boxes, "infected.vehicle.maintenance")
    else:
        t.say("vehicle_cared_for", "infected.vehicle.maintenance", who=who.id, vehicle=car.id)


def any_target(*_: object) -> AnyText:
    """Anything, a category, or one thing by its name."""
    return targets()


def can_scavenge(t: T, by: SeatId) -> Refusal | None:
    if refusal := free_and_roomy(t, by):
        return refusal
    return None if near_places(t, by) else Refusal("infected.downtime.scavenge", "No place nearby is worth a search.", "Find one.")


def near_places(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A place on the map that is not exhausted."""
    return [Id(s.id) for s in t.state.world.sites.values() if not s.safe and anything_left(t, s)]


@command(
    rules=("infected.downtime.scavenge",), when=can_scavenge, who=free_ones, place=near_places, looking_for=any_target,
    together_with=sharers,
)  # fmt: skip
def forage(
    t: T, by: SeatId, who: Id, place: Id, mode: Search = Search.STANDARD, looking_for: str = ANYTHING, together_with: Id | None = None
) -> None:
    """Leave the safe place and search a place nearby; from the second time on it draws 1 more Threat."""
    me, there = t.state.people[who], t.state.world.sites[place]
    spend(t, me, "scavenge", "infected.downtime.scavenge")
    shared_relief(t, me, together_with)
    day_of(t).out.append(me.id)
    if there.downtime_searches:
        raise_by(t, me.seat, 1, "again in the same area", "infected.downtime.scavenge")
    there.downtime_searches += 1
    look_through(t, me, there, mode, in_plain_words(looking_for))


class ScoutBy(StrEnum):
    NOTICE = "notice"
    STEALTH = "stealth"


@command(rules=("infected.downtime.scout",), when=free_and_roomy, who=free_ones, together_with=sharers)
def scout(t: T, by: SeatId, who: Id, with_: ScoutBy = ScoutBy.NOTICE, together_with: Id | None = None) -> None:
    """Look around: WITS + Notice or REFLEX + Stealth; 2 hits tell, 1 tells part of it, 0 may get you seen."""
    me, rule = t.state.people[who], "infected.downtime.scout"
    spend(t, me, "scout", rule)
    shared_relief(t, me, together_with)
    day_of(t).out.append(me.id)
    attribute, skill = (Attribute.WITS, Skill.NOTICE) if with_ is ScoutBy.NOTICE else (Attribute.REFLEX, Skill.STEALTH)
    hits = check(t, me, "scout", attribute, skill).hits
    if hits:
        t.say("learns", rule, who=who, how="all there is to see" if hits >= 2 else "a part of it")
        return
    if t.judge("spotted", (True, False), lambda: table_die(t, "spotted", me) <= 3, (who,)):
        t.say("spotted", rule, who=who)
        seen_by_nearest(t, me)
    else:
        t.say("learns_nothing", rule, who=who)


@cites("infected.downtime.scout")
def seen_by_nearest(t: T, scout: Person) -> None:
    """Of the enemies nearest to a scout who is seen, infected hunt from then on and others are Alert."""
    foes = foes_up(t)
    nearest = min((steps(t, scout.zone, p.zone) for p in foes), default=0)
    for foe in [p for p in foes if steps(t, scout.zone, p.zone) == nearest]:
        awareness = Awareness.HUNTING if foe.is_infected else Awareness.ALERT
        if foe.awareness not in (awareness, Awareness.HUNTING):
            foe.awareness = awareness
            t.say("notices", "infected.downtime.scout", who=foe.id, awareness=awareness.value)


@command(
    rules=("infected.downtime.train", "infected.advance.training"), when=free_and_roomy, who=free_ones, skill=below_cap,
    together_with=sharers,
)  # fmt: skip
def train(t: T, by: SeatId, who: Id, skill: Skill, together_with: Id | None = None) -> None:
    """Practise a skill: a mark, and with the third the skill rises by 1."""
    me = t.state.people[who]
    spend(t, me, "train", "infected.downtime.train")
    shared_relief(t, me, together_with)
    train_a_day(t, me, skill)


@command(rules=("infected.downtime.watch",), when=free, who=free_ones, together_with=sharers)
def stand_watch(t: T, by: SeatId, who: Id, together_with: Id | None = None) -> None:
    """Keep watch so that the others rest safely; if something comes you roll WITS + Notice to warn them."""
    me = t.state.people[who]
    spend(t, me, "watch", "infected.downtime.watch")
    shared_relief(t, me, together_with)
    if me.id not in day_of(t).watchers:  # who watches all day looks out once all the same
        day_of(t).watchers.append(me.id)
