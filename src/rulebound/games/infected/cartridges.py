"""Rounds that are not as good as bought ones, improvised or flawed: they lie by themselves, are loaded last and shot first."""

from __future__ import annotations

from collections.abc import Mapping

from rulebound.games.infected.content import content
from rulebound.games.infected.people import Gear, OddRounds, Person
from rulebound.kernel.citing import cites

IMPROVISED = "improvised"


@cites("infected.ammo.type_table")
def type_of(batch: str) -> str:
    """`shotgun` for `weak improvised shotgun`."""
    return next((type for type in content().ammo if batch == type or batch.endswith(f" {type}")), batch)


@cites("infected.craft.recipes.weapons", "infected.craft.flaws")
def batches(ammo: Mapping[str, int], type: str) -> dict[str, int]:
    """How many rounds of a type there are by what they are like: sound ones first, which are like nothing."""
    odd = {batch.removesuffix(f" {type}"): count for batch, count in ammo.items() if batch.endswith(f" {type}")}
    return {"": ammo.get(type, 0), **odd}


def load(who: Person, gear: Gear, type: str, rounds: int) -> None:
    """So many into the weapon, sound ones as long as there are any."""
    for like, there in batches(who.ammo, type).items():
        taken = min(rounds, there)
        rounds -= taken
        if not taken:
            continue
        who.ammo[f"{like} {type}".strip()] = there - taken
        gear.loaded += taken
        if like:
            gear.odd = gear.odd or OddRounds()
            gear.odd.loaded[like] = gear.odd.loaded.get(like, 0) + taken


def unload(gear: Gear) -> None:
    """What was in it is gone."""
    gear.loaded = 0
    if gear.odd is not None:
        gear.odd.loaded.clear()


@cites("infected.craft.recipes.weapons", "infected.craft.flaws")
def shoot_odd(gear: Gear, odd: OddRounds, rounds: int, *, recovered: bool) -> str:
    """So many of those that are not sound go first: what the first of them is like."""
    first = next(iter(odd.loaded), "")
    for like in list(odd.loaded):
        taken = min(rounds, odd.loaded[like])
        rounds -= taken
        odd.loaded[like] -= taken
        if recovered:
            odd.shot[like] = odd.shot.get(like, 0) + taken
        if not odd.loaded[like]:
            del odd.loaded[like]
    if not odd.loaded and not odd.shot:
        gear.odd = None
    return first


def shots_of(gear: Gear) -> dict[str, int]:
    """How many arrows or bolts were shot with it, by what they are like."""
    odd = gear.odd.shot if gear.odd is not None else {}
    return {"": gear.shot - sum(odd.values()), **odd}


def forget_shots(gear: Gear) -> None:
    gear.shot = 0
    if gear.odd is not None:
        gear.odd.shot.clear()
        if not gear.odd.loaded:
            gear.odd = None
