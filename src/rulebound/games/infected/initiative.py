"""Initiative: who acts when, in all its forms."""

from __future__ import annotations

from rulebound.games.infected.checks import base_pool, check, hampered, throw
from rulebound.games.infected.fighting import Fight
from rulebound.games.infected.people import HORDE, Person
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import NEUTRAL, Attribute, Id, Skill
from rulebound.games.infected.variants import InitiativeMode, InitiativeTies
from rulebound.kernel.citing import cites


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
def by_sides(t: T, members: list[Person]) -> tuple[dict[str, int], dict[str, int]]:
    """The best of each side rolls for it; equal sides act one after the other, the party first."""
    sides = list(dict.fromkeys(p.side for p in members))
    rolled = {side: initiative(t, max((p for p in members if p.side == side), key=lambda p: side_dice(t, p))) for side in sides}
    party = {p.side for p in members if p.pc}
    return {p.id: rolled[p.side] for p in members}, {p.id: 1 if p.side in party else -sides.index(p.side) for p in members}


@cites("infected.initiative.standard", "infected.npc.large_group")
def by_heads(t: T, members: list[Person]) -> dict[str, int]:
    """Everybody's own hits; of a Large Group's two Swarms the second has the first one's."""
    rolled: dict[str, int] = {}
    for who in members:
        shared = rolled.get(who.initiative_of or "")
        rolled[who.id] = initiative(t, who) if shared is None else shared
    return rolled


@cites("infected.initiative.ties")
def second_score(t: T, who: Person) -> int:
    """What parts those with equal hits where the table does not let them act together."""
    if t.variants.initiative_ties is InitiativeTies.HIGHER_NERVE:
        return who.nerve
    return 1 if who.pc else 0


@cites("infected.initiative.ties", "infected.initiative.standard")
def scores(t: T, members: list[Person]) -> tuple[dict[str, int], dict[str, int]]:
    """Everybody's hits, and what parts equal ones."""
    if t.variants.initiative_mode is InitiativeMode.SIDE_BASED:
        return by_sides(t, members)
    rolled = by_heads(t, members)
    if t.variants.initiative_ties is InitiativeTies.SIMULTANEOUS:
        return rolled, {}
    return rolled, {p.id: second_score(t, p) for p in members}


# ------------------------------------------------------------------------------------------------ waiting
@cites("infected.initiative.delay")
def still_waiting(t: T) -> list[Person]:
    """Those who may act at any later point of this round."""
    fight = t.state.fight
    if fight is None:
        return []
    past = {*fight.turns.done, *fight.turns.out, *fight.interrupted, fight.acting}
    waiting = (t.state.people[id] for id in fight.turns.delayed if id not in past)
    return [who for who in waiting if who.up and not who.yields]


@cites("infected.initiative.delay")
def steps_in(t: T, following: Person | None, but: Id | None = None) -> bool:
    """Whether somebody who waits, and is asked, acts before the turn that follows, or before the round is over and their own is lost.
    Whoever has only just decided to wait lets the first go by."""
    fight = t.state.fight
    assert fight is not None
    if following is not None and (following.yields or not following.up):  # whose turn is none
        return False
    for who in (p for p in still_waiting(t) if p.asks):
        if following is None:
            acts = t.choose(who.seat, "act_last", (True, False), (who.id,), default=True)
        else:
            acts = who.id != but and t.choose(who.seat, "act_now", (True, False), (who.id, following.id), default=False)
        if acts:
            fight.acting = who.id
            t.say("breaks_in", "infected.initiative.delay", who=who.id)
            return True
    return False


# ------------------------------------------------------------------------------------------------ arriving
@cites("infected.initiative.standard", "infected.initiative.side_based")
def join(t: T, who: Person) -> None:
    """Whoever comes into a running fight rolls on arrival, unless its like has rolled, and acts from the next round on."""
    fight = t.state.fight
    if fight is None or who.kind is HORDE or who.side == NEUTRAL:
        return
    turns, like = fight.turns, shares_with(t, fight, who)
    if who.id not in fight.members:
        fight.members.append(who.id)
    turns.come_back(who.id)
    who.actions = who.moves = who.frees = 0
    if fight.ambush:  # everybody rolls when it is over
        turns.join(who.id, 0)
        return
    turns.join(who.id, initiative(t, who) if like is None else turns.scores[like])
    if like is not None and like in turns.second:
        turns.second[who.id] = turns.second[like]
    elif turns.second:
        sides = t.variants.initiative_mode is InitiativeMode.SIDE_BASED
        turns.second[who.id] = min(turns.second.values()) - 1 if sides else second_score(t, who)


@cites("infected.initiative.standard")
def back_in(t: T, who: Person) -> None:
    """Back on their feet in the middle of a fight: to their own place in the order, or to a new one if others rolled meanwhile."""
    fight = t.state.fight
    if fight is not None and who.id in fight.turns.scores:
        fight.turns.come_back(who.id)
    else:
        join(t, who)


@cites("infected.initiative.side_based", "infected.npc.large_group")
def shares_with(t: T, fight: Fight, who: Person) -> Id | None:
    """Whose initiative a newcomer has: its side's where sides act together, else that of a Large Group's other Swarm."""
    there = [id for id in fight.members if id in fight.turns.scores]
    if t.variants.initiative_mode is InitiativeMode.SIDE_BASED:
        return next((id for id in there if t.state.people[id].side == who.side), None)
    return who.initiative_of if who.initiative_of in there else None
