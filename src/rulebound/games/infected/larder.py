"""What a day brings to the stores besides eating: food that goes bad, and rain."""

from __future__ import annotations

from rulebound.games.infected.content import content, worth
from rulebound.games.infected.counted import take_along
from rulebound.games.infected.equipment import discard
from rulebound.games.infected.people import Gear
from rulebound.games.infected.state import T, party, today
from rulebound.games.infected.world import at_base, built_here
from rulebound.kernel.citing import cites


@cites("infected.craft.recipes.food")
def a_day_in_the_larder(t: T) -> None:
    for who in t.state.people.values():
        for thing in [g for g in who.gear.values() if gone_bad(t, g)]:
            discard(who, thing)
            t.say("goes_bad", "infected.craft.recipes.food", thing=thing.kind, count=thing.count)
    stash = t.state.world.supplies
    for id in [id for id, thing in stash.gear.items() if gone_bad(t, thing)]:
        thing = stash.gear.pop(id)
        t.say("goes_bad", "infected.craft.recipes.food", thing=thing.kind, count=thing.count)


@cites("infected.craft.recipes.food")
def gone_bad(t: T, thing: Gear) -> bool:
    """Preserved food keeps two weeks, smoked meat a month."""
    row = content().gear.get(thing.kind)
    return bool(row and row.keeps_days and thing.made_day is not None and today(t) - thing.made_day > row.keeps_days)


@cites("infected.craft.recipes.shelter")
def collect_rain(t: T) -> None:
    """Every rain collector fills a day of water for one person on a rainy day, in time to be drunk: away from the Stash, for whoever has
    the least."""
    there = [who for who in party(t) if who.up]
    if not t.state.scene.rain or not (at_base(t) or there):
        return
    for work in built_here(t).values():
        if work.kind == "rain collector":
            days = worth(work, 1)
            t.say("rain", "infected.craft.recipes.shelter", days=days)
            if at_base(t):
                t.state.world.supplies.water += days
            else:
                take_along(t, min(there, key=lambda who: who.water), "water", days)
