"""What comes upon a camp by day or night: whether it is found, and whether somebody gives warning."""

from __future__ import annotations

from rulebound.games.infected.checks import check
from rulebound.games.infected.content import content, worth
from rulebound.games.infected.goals import foes_up
from rulebound.games.infected.npcs import make_human
from rulebound.games.infected.state import Phase, T
from rulebound.games.infected.terms import Attribute, Awareness, Skill
from rulebound.games.infected.world import built_here, camouflage, day_of, resting
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId


@cites("infected.downtime.watch", "infected.craft.recipes.shelter")
def watch_dice(t: T) -> Total:
    """A watch tower helps the lookout by two dice."""
    towers = [worth(w, content().gear[w.kind].notice) for w in built_here(t).values() if w.kind == "watch tower"]
    return Total().plus("watch tower", max(towers, default=0), "infected.craft.recipes.shelter")


@cites("infected.downtime.watch", "infected.craft.recipes.shelter")
def warned(t: T) -> bool:
    """Whether a watcher gives warning when enemies come, or a fence does; without either they have the surprise."""
    watchers = [t.state.people[id] for id in day_of(t).watchers if t.state.people[id].up]
    fence = any(w.kind == "perimeter fence" for w in built_here(t).values())
    seen = fence or any(check(t, who, "watch", Attribute.WITS, Skill.NOTICE, watch_dice(t), reaction=True).hits >= 1 for who in watchers)
    t.say("warned" if seen else "surprised", "infected.downtime.watch")
    return seen


@cites("infected.downtime.watch", "infected.initiative.ambush")
def surprise(t: T) -> str | None:
    """The side that has come upon a camp without warning; the watch is rolled now if nobody has said before that something comes."""
    comers = [p for p in foes_up(t) if p.awareness is not Awareness.UNAWARE]
    if t.state.phase is not Phase.DOWNTIME or not comers:
        return None
    day = day_of(t)
    came_warned = warned(t) if day.warned is None else day.warned
    day.warned = None
    return None if came_warned else comers[0].side


# ------------------------------------------------------------------------------------------------ the game master's word
def gm_resting(t: T, by: SeatId) -> Refusal | None:
    return resting(t, by) or (None if by == GM else Refusal("infected.downtime.watch", "The game master says what comes.", "Wait."))


@command(rules=("infected.downtime.watch", "infected.craft.recipes.shelter"), when=gm_resting)
def something_approaches(t: T, by: SeatId) -> None:
    """Something comes near the camp: whoever watches rolls to warn the others, unless it never sees a hidden one."""
    if finds_the_camp(t):
        day_of(t).warned = warned(t)


@cites("infected.craft.recipes.shelter", "infected.npc.hostile_survivor")
def finds_the_camp(t: T) -> bool:
    """A hidden camp must be spotted: WITS + Notice, two dice less, of the keenest there, or of somebody as survivors are."""
    if not camouflage(t).value:
        return True
    comers = foes_up(t) or [make_human(t.variants, "somebody", "hostile survivor")]
    keenest = max(comers, key=lambda p: p.wits + p.skills.get(Skill.NOTICE, 0))
    found = check(t, keenest, "spot_camp", Attribute.WITS, Skill.NOTICE, camouflage(t)).hits >= 1
    if not found:
        t.say("passes_by", "infected.craft.recipes.shelter", who=keenest.id)
    return found
