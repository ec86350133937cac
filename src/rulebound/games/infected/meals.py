"""What people eat and drink: the ration of a day, what is still packed, and what is not safe."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.content import content, worth
from rulebound.games.infected.counted import take_along
from rulebound.games.infected.crafting import fire_at_hand
from rulebound.games.infected.equipment import put_to_use, remember_gone, use
from rulebound.games.infected.journey import Supplies
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.sickness import drink, drink_bad_water, eat, eat_bad_food, go_hungry, go_thirsty
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Id
from rulebound.games.infected.weather import water_ration
from rulebound.games.infected.world import able, at_base, has_able
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

HALF_A_DAY = 12


# ------------------------------------------------------------------------------------------------ a day's ration
@cites("infected.supplies.tracks", "infected.stress.sources")
def feed(t: T, who: Person) -> None:
    """One day of food and water each, own first, at the safe place the group's; without, hunger and thirst. With half of the double
    ration of great heat one goes half of the day without."""
    if take_day(t, who, "food", 1):
        eat(t, who)
    else:
        go_hungry(t, who)
    if who.dead:
        return
    ration, who.drinks_double = water_ration(who), False
    if take_day(t, who, "water", ration):
        drink(t, who)
    elif ration > 1 and take_day(t, who, "water", 1):
        go_thirsty(t, who, HALF_A_DAY, t.state.world.hot)
    else:
        go_thirsty(t, who, 2 * HALF_A_DAY, t.state.world.hot)


@cites("infected.supplies.tracks")
def take_day(t: T, who: Person, what: str, days: int) -> bool:
    unpack(t, who, who, what, days)
    own = getattr(who, what)
    if at_base(t):
        unpack(t, who, t.state.world.supplies, what, days - own)
    group = getattr(t.state.world.supplies, what) if at_base(t) else 0
    if own + group < days:
        return False
    from_own = min(own, days)
    setattr(who, what, own - from_own)
    if own and own == from_own:
        remember_gone(who, what)
    if days > from_own:
        setattr(t.state.world.supplies, what, group - (days - from_own))
    t.say("consumes", "infected.supplies.tracks", who=who.id, days=days, what=what)
    return True


@cites("infected.craft.recipes.food", "infected.craft.flaws")
def unpack(t: T, who: Person, owner: Person | Supplies, what: str, days: int) -> None:
    """Rations, preserved food and clean water, one's own or the group's, are eaten and drunk when nothing else is left."""
    for thing in list(owner.gear.values()):
        row = content().gear.get(thing.kind)
        while row is not None and row.days and row.kind == what and thing.count and getattr(owner, what) < days:
            if owner is who:
                use(t, who, thing, "infected.craft.recipes.food")
            else:
                use_of_the_stash(t, who, thing, "infected.craft.recipes.food")
            if put_to_use(t, who, thing):
                setattr(owner, what, getattr(owner, what) + worth(thing, row.days))


def use_of_the_stash(t: T, who: Person, thing: Gear, rule: str) -> None:
    thing.count -= 1
    t.say("uses_up", rule, who=who.id, thing=thing.kind, count=1, left=thing.count)
    if not thing.count:
        t.state.world.supplies.gear.pop(thing.id)


# ------------------------------------------------------------------------------------------------ what is not safe
def daring(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who has raw meat or bad water."""
    return [who for who in able(t, by) if unsafe_things(t, by, who)]


def unsafe_things(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """Raw meat or bad water of theirs."""
    rows = content().gear
    return [g.id for g in t.state.people[who].gear.values() if g.kind in rows and rows[g.kind].unsafe_days]


def can_make_do(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    if daring(t, by):
        return None
    return Refusal("infected.hazard.contaminated_water", "Nobody of yours has raw meat or bad water.", "Eat and drink what is safe.")


@command(
    rules=("infected.hazard.contaminated_water", "infected.hazard.food_poisoning", "infected.hazard.disease.prevention"),
    when=can_make_do, who=daring, thing=unsafe_things,
)  # fmt: skip
def make_do(t: T, by: SeatId, who: Id, thing: Id) -> None:
    """Make do with raw meat or bad water: a day of it, which may sicken. A fire cooks meat through; to boil water is a recipe."""
    me = t.state.people[who]
    meal = me.gear[thing]
    row = content().gear[meal.kind]
    use(t, me, meal, "infected.supplies.tracks")
    take_along(t, me, row.kind, row.unsafe_days)
    if row.kind == "water":
        drink_bad_water(t, me)
    elif fire_at_hand(t, me):
        t.say("cooked", "infected.hazard.disease.prevention", who=who, thing=meal.kind)
    else:
        eat_bad_food(t, me)
