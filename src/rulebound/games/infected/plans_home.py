"""What machine survivors do at home: a day's activities, what a session has taught, and when to set out again."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.advance import LOSS_TEACHES, lost_rival
from rulebound.games.infected.bonds import HIGHEST_ATTRIBUTE, is_lost
from rulebound.games.infected.campaign import chapter_of
from rulebound.games.infected.chargen import HIGHEST_SKILL
from rulebound.games.infected.crafting import can_craft, recipes
from rulebound.games.infected.downtime import Unwind, can_settle, near_places, safe_place, shelters, worn_things
from rulebound.games.infected.finds import ANYTHING, words_for
from rulebound.games.infected.healing import can_operate, can_treat, medics, operable, surgeons, treatable
from rulebound.games.infected.helping import KITS, at_hand
from rulebound.games.infected.journey import SessionPart
from rulebound.games.infected.people import Person
from rulebound.games.infected.plans_care import able
from rulebound.games.infected.scavenge import SEARCHES, Search, left_of
from rulebound.games.infected.state import Infected, T
from rulebound.games.infected.stress import slots
from rulebound.games.infected.terms import Id, Level, Skill
from rulebound.games.infected.world import held
from rulebound.kernel.policy import Move

QUIET = 6
"""Threat that nobody wants to pass: at 7 something comes."""
ENOUGH_DAYS = 2
"""Days of food and water for everybody below which somebody goes out to look."""
WORTH_MAKING = ("bandage", "molotov", "light barricade")


# ------------------------------------------------------------------------------------------------ a day
def least_busy(state: Infected) -> Person | None:
    """Of those who are free, whoever has done least of the day; with everybody done, the first, who ends it."""
    day, people = state.world.downtime, able(state)
    if day is None or not people:
        return None
    return min(people, key=lambda p: (held(p) is not None, len(day.done.get(p.id, []))))


def spend_day(t: T, who: Person) -> Move:
    """The wounded first, then sleep, then what is broken inside, then what is broken outside; somebody watches."""
    day = t.state.world.downtime
    assert day is not None
    if held(who) is not None or len(day.done.get(who.id, [])) >= t.variants.downtime_activities_per_day:
        return Move("end_day", {"another": False})
    if day.vehicle is not None:
        return Move("rest" if hurt(who) else "stand_watch", {"who": who.id})
    return tend(t, who) or recover(t, who) or work(t, who)


def tend(t: T, who: Person) -> Move | None:
    """Operate where one can, treat where one must."""
    skilled = who.skills.get(Skill.MEDICINE, 0) >= 2
    operates = skilled and can_operate(t, who.seat) is None and who.id in surgeons(t, who.seat)
    if operates and (friends := friends_among(t, who, operable(t, who.seat, who.id))):
        return Move("operate", {"who": who.id, "patient": friends[0]})
    treats = can_treat(t, who.seat) is None and who.id in medics(t, who.seat)
    if treats and (skilled or at_hand(who, KITS)) and (friends := friends_among(t, who, treatable(t, who.seat, who.id))):
        return Move("treat", {"who": who.id, "patient": friends[0]})
    return None


def friends_among(t: T, who: Person, hurt: Sequence[Id]) -> list[Id]:
    """One's own, and nobody who will be dead before the day is over."""
    return [id for id in hurt if t.state.people[id].side == who.side and t.state.people[id].dying_until is None]


def recover(t: T, who: Person) -> Move | None:
    day = t.state.world.downtime
    assert day is not None
    if hurt(who):
        return Move("rest", {"who": who.id})
    if who.stress * 2 >= slots(who):
        trusted = [b.to for b in who.bonds if b.trust]
        friends = sorted((p for p in able(t.state) if p.id != who.id), key=lambda p: p.id not in trusted)
        if friends:
            return Move("unwind", {"who": who.id, "way": Unwind.TALK, "together_with": friends[0].id})
        return Move("unwind", {"who": who.id, "way": Unwind.HOBBY})
    return None if day.watchers else Move("stand_watch", {"who": who.id})


def where_to_look(t: T, places: Sequence[Id], wanted: Sequence[str]) -> tuple[Id, str] | None:
    """A place that may still have what is wanted most, or the next best; else anything at the first."""
    sites = t.state.world.sites
    found = ((place, what) for what in wanted for place in places if words_for(sites[place], what) and left_of(t, sites[place], what))
    return next(found, None) or next(((place, ANYTHING) for place in places if left_of(t, sites[place], ANYTHING)), None)


def work(t: T, who: Person) -> Move:
    """Food when it runs low, then mending, making, and practice."""
    places = near_places(t, who.seat)
    stash, mouths = t.state.world.supplies, len(able(t.state))
    quiet = t.state.threat.value + SEARCHES[Search.STANDARD][1] <= QUIET
    if places and quiet and min(stash.food, stash.water) < ENOUGH_DAYS * mouths:
        where = where_to_look(t, places, ("food", "water") if stash.food <= stash.water else ("water", "food"))
        if where is not None:
            return Move("forage", {"who": who.id, "place": where[0], "looking_for": where[1]})
    kit = at_hand(who, ("tool kit", "basic tools")) is not None
    worn = [id for id in worn_things(t, who.seat, who.id) if id in who.gear and who.gear[id].worn_off]
    if kit and worn:
        return Move("maintain", {"who": who.id, "thing": worn[0]})
    possible = recipes(t, who.seat, who.id) if kit and can_craft(t, who.seat) is None else ()
    making = next((name for name in WORTH_MAKING if name in possible), None)
    if making is not None:
        return Move("craft", {"who": who.id, "recipe": making, "scrounge": True})
    best = favourite(who)
    return Move("train", {"who": who.id, "skill": best}) if best else Move("stand_watch", {"who": who.id})


def hurt(who: Person) -> bool:
    return bool(who.wounds.marked[Level.BRUISED] or who.wounds.marked[Level.BLEEDING])


# ------------------------------------------------------------------------------------------------ what one has learned
def favourite(who: Person) -> Skill | None:
    """The skill they are best at and can still better; a new area of Knowledge wants words, so it is left out."""
    open_ones = [s for s in Skill if who.skills.get(s, 0) < HIGHEST_SKILL and s is not Skill.KNOWLEDGE]
    return max(open_ones, key=lambda s: who.skills.get(s, 0), default=None)


def learner(state: Infected) -> Person | None:
    return next((p for p in able(state) if p.skill_points and favourite(p)), None)


def learn(t: T, who: Person) -> Move:
    return Move("improve", {"who": who.id, "skill": favourite(who)})


def mourner(state: Infected) -> Person | None:
    return next((p for p in able(state) if lost_friend(state, p)), None)


def lost_friend(state: Infected, who: Person) -> str | None:
    return next((b.to for b in who.bonds if b.trust and is_lost(state, b.to)), None)


def mourn(t: T, who: Person) -> Move:
    return Move("mourn", {"who": who.id, "lost": lost_friend(t.state, who)})


def bereaved(state: Infected) -> Person | None:
    return next((p for p in able(state) if lost_rival(state, p) and min(p.nerve, p.grit) < HIGHEST_ATTRIBUTE), None)


def grow(t: T, who: Person) -> Move:
    return Move("loss", {"who": who.id, "attribute": min(LOSS_TEACHES, key=lambda attribute: getattr(who, attribute))})


# ------------------------------------------------------------------------------------------------ between scenes
def settle(t: T, who: Person) -> Move | None:
    """At a safe place, or else in a vehicle; not while anybody is there who means them ill."""
    if can_settle(t, who.seat) is not None:
        return None
    return Move("settle_down") if safe_place(t) else Move("settle_down", {"vehicle": shelters(t, who.seat)[0]})


def between_scenes(t: T, who: Person) -> Move:
    """Rest as long as it is quiet, close the session where it ends, and go on."""
    world = t.state.world
    assert world.story is not None
    chapter = chapter_of(world.story)
    if world.story.days < chapter.days and (rest := settle(t, who)):
        return rest
    if world.part is SessionPart.NOT_BEGUN and not world.story.told:
        return Move("begin_session")
    if world.part is SessionPart.RECAP:
        return Move("next_part")
    if chapter.ends_session and world.part is not SessionPart.NOT_BEGUN:
        return Move("end_session")
    return Move("move_on")
