"""Initiative: who acts when, in all its forms."""

from __future__ import annotations

from rulebound.games.infected.checks import base_pool, check, hampered, throw
from rulebound.games.infected.people import HORDE, Person
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Attribute, Skill
from rulebound.games.infected.variants import InitiativeMode, InitiativeTies
from rulebound.kernel.citing import cites

FRONT = 100
"""Side-based: the score of the side that acts first."""


@cites("infected.initiative.standard", "infected.npc.initiative", "infected.npc.example.initiative", "infected.meta.changelog_precedence")
def initiative(t: T, who: Person) -> int:
    """NERVE + Notice; infected have no Notice, the Frenzied two dice more and the sluggish a single one."""
    attribute = Attribute(t.variants.initiative_attribute.lower())
    if who.human:
        return check(t, who, "initiative", attribute, Skill.NOTICE).hits
    pool = base_pool(who, attribute, None).plus("Frenzied", who.initiative_dice, "infected.npc.initiative")
    if "sluggish" in who.traits:
        pool = pool.at_most(1, "infected.npc.initiative")
    return throw(t, who, "initiative", hampered(t, who, attribute, None, pool)).hits


@cites("infected.initiative.side_based")
def side_dice(t: T, who: Person) -> int:
    """NERVE plus Notice; infected have no skill."""
    attribute = t.variants.initiative_attribute.lower()
    return int(getattr(who, attribute)) + (who.skills.get(Skill.NOTICE, 0) if who.human else who.initiative_dice)


@cites("infected.initiative.side_based")
def by_sides(t: T, members: list[Person]) -> dict[str, int]:
    """The best of each side rolls for it; the winning side acts first, the party on a tie."""
    sides = list(dict.fromkeys(p.side for p in members))
    rolled = {}
    for side in sides:
        best = max((p for p in members if p.side == side), key=lambda p: side_dice(t, p))
        rolled[side] = initiative(t, best)
    order = sorted(sides, key=lambda side: (-rolled[side], side != party_side(members)))
    return {p.id: FRONT - order.index(p.side) for p in members}


def party_side(members: list[Person]) -> str:
    return next((p.side for p in members if p.pc), "")


@cites("infected.initiative.ties", "infected.initiative.standard")
def scores(t: T, members: list[Person]) -> tuple[dict[str, int], dict[str, int]]:
    """Everybody's hits, and what parts equal ones where the table does not let them act together."""
    if t.variants.initiative_mode is InitiativeMode.SIDE_BASED:
        return by_sides(t, members), {}
    rolled: dict[str, int] = {p.id: initiative(t, p) for p in members if p.kind is not HORDE}
    match t.variants.initiative_ties:
        case InitiativeTies.HIGHER_NERVE:
            return dict(rolled), {p.id: p.nerve for p in members}
        case InitiativeTies.PLAYERS_FIRST:
            return dict(rolled), {p.id: 1 if p.pc else 0 for p in members}
        case InitiativeTies.SIMULTANEOUS:
            return dict(rolled), {}
