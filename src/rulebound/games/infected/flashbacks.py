"""What Guts buy besides dice: a find, just enough, a last stand, and flashbacks simple and complex."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected.ammo import spare
from rulebound.games.infected.checks import PAIRED, check
from rulebound.games.infected.complications import after
from rulebound.games.infected.content import content, known_kind, new_gear
from rulebound.games.infected.counted import change, counters
from rulebound.games.infected.equipment import count_of
from rulebound.games.infected.groups import surrounded
from rulebound.games.infected.guts import spend_one
from rulebound.games.infected.people import Person
from rulebound.games.infected.pockets import FUEL, NOT_COMMON, at_hand_here, common_items, fits, gain, things_of
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Id, Skill
from rulebound.games.infected.vehicles import dry
from rulebound.games.infected.world import gear_id, stow
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import GM, SeatId


class Preparation(StrEnum):
    """infected.flashback.simple"""

    ITEM = "took a common item"
    MEETING = "told somebody where to meet"
    ROUTE = "scouted a route"
    MEMORY = "memorised something"


class Plan(StrEnum):
    """infected.flashback.complex"""

    TRAP = "set up a distraction or trap"
    PLANTED = "planted something in hostile territory"
    BRIBED = "bribed or convinced somebody"
    OTHER = "prepared something else"


PLAN_SKILL = {Plan.TRAP: Skill.CRAFT, Plan.PLANTED: Skill.STEALTH, Plan.BRIBED: Skill.PERSUADE}


class Verdict(StrEnum):
    ALLOWED = "allowed"
    ROLL = "needs a roll"
    REFUSED = "refused"


class Find(StrEnum):
    ITEM = "item"
    WAY_OUT = "way out"
    OPPORTUNITY = "opportunity"


# ------------------------------------------------------------------------------------------------ who may
def gutsy(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours with Guts left."""
    return [p.id for p in t.state.people.values() if p.pc and p.up and p.guts > 0 and by in (p.seat, GM)]


@cites("infected.guts.spend_menu", "infected.flashback.cost")
def has_guts(t: T, by: SeatId) -> Refusal | None:
    return None if gutsy(t, by) else Refusal("infected.guts.spend_menu", "None of yours has Guts left.", "Earn some.")


# ------------------------------------------------------------------------------------------------ finds
def finds(t: T, by: SeatId, who: Id) -> Sequence[Find]:
    """An item that they have room for, a way out, or an opportunity."""
    room = any(fits(t.state.people[who], item) for item in at_hand_here(t))
    return [what for what in Find if room or what is not Find.ITEM]


@command(rules=("infected.guts.find", "infected.guts.spend_menu"), when=has_guts, who=gutsy, what=finds)
def find(t: T, by: SeatId, who: Id, what: Find) -> None:
    """Spend Guts to find a useful item, a way out or an opportunity; the game master may veto what is absurd, and says what the last is."""
    me = t.state.people[who]
    named = thing_wanted(t, me) if what is Find.ITEM else what.value
    worth_it = what is Find.ITEM or (what is Find.WAY_OUT and shut_in(t, me))
    if not t.judge("veto_find", (True, False), worth_it, (who, named)):
        t.say("vetoed", "infected.guts.find", who=who)
        return
    spend_one(t, me, "infected.guts.find")
    t.say("guts_find", "infected.guts.find", who=who, what=named)
    if what is Find.ITEM:
        gain(t, me, named, "infected.guts.find")
    elif what is Find.WAY_OUT:
        get_out(t, me)


def thing_wanted(t: T, who: Person) -> str:
    """Which of the items that could turn up: said before the game master is asked whether it may."""
    return t.choose(who.seat, "which_find", [item for item in at_hand_here(t) if fits(who, item)], (who.id,))


def blocked_ways(t: T, who: Person) -> list[str]:
    """The zones next to somebody's that a barrier keeps them from."""
    here = t.state.scene.zones.get(who.zone)
    return [zone for zone, boxes in here.barrier.items() if boxes > 0] if here is not None else []


def shut_in(t: T, who: Person) -> bool:
    """Whether there is anything that keeps somebody where they are."""
    return bool(blocked_ways(t, who)) or (surrounded(t, who) and not who.gap)


@cites("infected.guts.find")
def get_out(t: T, who: Person) -> None:
    """One blocked way is open, there and back; whoever is surrounded sees a gap. What else is barred stays so."""
    who.gap = who.gap or surrounded(t, who)
    zones = t.state.scene.zones
    if blocked := blocked_ways(t, who):
        way = t.choose(who.seat, "which_way", blocked, (who.id,))
        zones[who.zone].barrier.pop(way)
        if way in zones:
            zones[way].barrier.pop(who.zone, None)


def ran_out(t: T, who: Person) -> list[str]:
    """Guns with no round left for them, doses, supplies and components of which nothing is left, fuel where the tank is dry."""
    weapons = content().weapons
    whole = (g for g in who.gear.values() if g.kind in weapons and not g.destroyed)
    guns = [g.id for g in whole if weapons[g.kind].magazine and g.loaded == 0 and not spare(who, g)]
    gone = [what for what in who.spent if what not in counters(who) and not count_of(who, what)]
    fuel = who.vehicle and dry(t.state.vehicles[who.vehicle]) and t.state.world.supplies.fuel < 1
    return [*guns, *gone, *([FUEL] if fuel else [])]


def spenders(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours with Guts, for whom something has run out."""
    return [id for id in gutsy(t, by) if ran_out(t, t.state.people[id])]


def empties(t: T, by: SeatId, who: Id) -> Sequence[str]:
    """What has run out."""
    return ran_out(t, t.state.people[who])


@cites("infected.guts.just_enough")
def has_empty(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_guts(t, by):
        return refusal
    return None if spenders(t, by) else Refusal("infected.guts.just_enough", "Nothing of yours has run out.", "Use it up first.")


@command(rules=("infected.guts.just_enough", "infected.guts.spend_menu"), when=has_empty, who=spenders, what=empties)
def just_enough(t: T, by: SeatId, who: Id, what: str) -> None:
    """Spend Guts to have exactly one round, dose or use of something that had run out."""
    me = t.state.people[who]
    spend_one(t, me, "infected.guts.just_enough")
    if what in me.gear:
        me.gear[what].loaded, me.gear[what].unready = 1, 0
    elif what == FUEL:
        t.state.vehicles[me.vehicle or ""].fuel = 1
    elif known_kind(what):
        stow(t, me.gear, new_gear(what, gear_id(t, what), 1))
    else:
        change(me, what, 1)
    t.say("just_enough", "infected.guts.just_enough", who=who, thing=what)


@command(rules=("infected.guts.last_stand", "infected.guts.spend_menu"), when=has_guts, who=gutsy)
def last_stand(t: T, by: SeatId, who: Id) -> None:
    """Spend Guts to ignore every wound penalty on your next roll."""
    me = t.state.people[who]
    spend_one(t, me, "infected.guts.last_stand")
    me.last_stand = True
    t.say("last_stand", "infected.guts.last_stand", who=who)


# ------------------------------------------------------------------------------------------------ flashbacks
def items_for(t: T, by: SeatId, who: Id, what: Preparation) -> Sequence[str]:
    """The item you took: one of the common ones, with room for it."""
    return [item for item in common_items(t) if fits(t.state.people[who], item)] if what is Preparation.ITEM else []


def preparations(t: T, by: SeatId, who: Id) -> Sequence[Preparation]:
    """What you did before; an item only if there is room for one."""
    return [what for what in Preparation if what is not Preparation.ITEM or items_for(t, by, who, what)]


def some_words(*_: object) -> AnyText:
    """What you prepared, in a few words."""
    return AnyText(200)


def in_words(what: str, item: str, claim: str) -> str:
    """What somebody did, the thing it is about, and their own words for it."""
    about = ", ".join(words for words in (item, claim) if words)
    return f"{what}: {about}" if about else what


@cites("infected.flashback.limits", "infected.flashback.verdict_table")
def plausible(t: T, who: Person, words: str) -> bool:
    """Nothing that contradicts what is known, nothing impossible: the game master decides, and without one it passes."""
    if t.judge("plausible", (True, False), True, (who.id, words)):
        return True
    t.say("flashback_refused", "infected.flashback.limits", who=who.id)
    return False


@command(
    rules=("infected.flashback.simple", "infected.flashback.cost", "infected.flashback.example_rope"),
    when=has_guts,
    who=gutsy,
    what=preparations,
    item=items_for,
    claim=some_words,
)
def flashback(t: T, by: SeatId, who: Id, what: Preparation, item: str = "", claim: str = "") -> None:
    """A simple flashback: 1 Guts, no roll. You took a common item, told somebody, scouted or memorised something."""
    me = t.state.people[who]
    if what is Preparation.ITEM and not item:
        item = t.choose(me.seat, "took_along", items_for(t, by, who, what), (who,))
    words = in_words(what.value, item, claim)
    if not plausible(t, me, words):
        return
    spend_one(t, me, "infected.flashback.cost")
    t.say("flashback", "infected.flashback.simple", who=who, what=words)
    if what is Preparation.ITEM:
        gain(t, me, item, "infected.flashback.common_items")


@cites("infected.flashback.not_common")
def uncommon(t: T, who: Person, item: str) -> Verdict:
    """What is not common needs a complex flashback or cannot be had; without a game master it cannot."""
    return t.judge("uncommon_item", (Verdict.ROLL, Verdict.REFUSED), Verdict.REFUSED, (who.id, item))


def rare_items(t: T, by: SeatId, who: Id, plan: Plan, *_: object) -> Sequence[str]:
    """Something that is not common, if that is what you prepared."""
    return NOT_COMMON


def skills_for(t: T, by: SeatId, who: Id, plan: Plan, *_: object) -> Sequence[Skill]:
    """For a plan of no other sort: the skill, which the game master confirms."""
    return tuple(Skill) if plan is Plan.OTHER else ()


@command(
    rules=(
        "infected.flashback.complex",
        "infected.flashback.cost",
        "infected.flashback.complex_failure",
        "infected.flashback.not_common",
    ),
    when=has_guts,
    who=gutsy,
    claim=some_words,
    item=rare_items,
    skill=skills_for,
)
def complex_flashback(t: T, by: SeatId, who: Id, plan: Plan, claim: str = "", item: str = "", skill: Skill = Skill.CRAFT) -> None:
    """A complex flashback: 1 Guts and a check. 0 hits: it went wrong; 1: it works with a complication; 2: cleanly."""
    me = t.state.people[who]
    things = [thing for thing in things_of(item) if fits(me, thing)] if item else []
    if item and not things:
        raise refuse("infected.carry.capacity", f"{me.name} has no room for {item}.", "Put something down.")
    if item and uncommon(t, me, item) is Verdict.REFUSED:
        t.say("flashback_refused", "infected.flashback.not_common", who=who)
        return
    words = in_words(plan.value, item, claim)
    if not plausible(t, me, words):
        return
    spend_one(t, me, "infected.flashback.cost")
    used = PLAN_SKILL.get(plan) or t.judge("flashback_skill", tuple(Skill), skill, (who,))
    roll = check(t, me, "flashback", PAIRED[used], used)
    if roll.hits:
        t.say("flashback", "infected.flashback.complex", who=who, what=words)
        if things:
            gain(t, me, t.choose(me.seat, "which_find", things, (who,)), "infected.flashback.not_common")
        after(t, me, roll)
    else:
        went_wrong(t, me)


@cites("infected.flashback.complex_failure")
def went_wrong(t: T, who: Person) -> None:
    """The Guts stay spent. It did not work, or worse: the game master picks, without one the former."""
    how = t.judge("went_wrong", ("it did not work", "it was found out"), "it did not work", (who.id,))
    t.say("flashback_fails", "infected.flashback.complex_failure", who=who.id, how=how)
