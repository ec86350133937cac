"""Whose turn it is: everybody acts once before anybody acts again, and madness may cost somebody the chance."""

from __future__ import annotations

from rulebound.games.contagion.people import Id
from rulebound.games.contagion.state import T
from rulebound.kernel.citing import cites


@cites("contagion.showdown.whos_next")
def still_to_act(t: T) -> list[Id]:
    """Who has not acted in this cycle; madness may cost somebody the chance."""
    able = [s.id for s in t.state.survivors.values() if s.here and not s.misses]
    able += [x.id for x in t.state.threats.values() if x.acts]
    return [id for id in able if id not in t.state.acted]


def actor(t: T, id: str) -> Id:
    """An Ally acts in its friend's place."""
    ally = t.state.allies.get(id)
    return Id(ally.friend if ally and ally.friend else id)


@cites("contagion.showdown.whos_next")
def may_act(t: T, id: str) -> bool:
    """Everybody acts once before anybody acts again."""
    waiting, me = still_to_act(t), actor(t, id)
    who = t.state.survivors.get(me)
    friendless = me in t.state.allies and me not in t.state.acted
    return not (who and who.misses) and (me in waiting or not waiting or friendless)


@cites("contagion.showdown.whos_next")
def has_acted(t: T, id: str) -> None:
    """A new cycle begins when all have had their chance; then a missed action is over, too."""
    if not still_to_act(t):
        new_cycle(t)
    if actor(t, id) not in t.state.acted:
        t.state.acted.append(actor(t, id))
    if not still_to_act(t):
        new_cycle(t)


@cites("contagion.showdown.whos_next", "contagion.madness.stage_2_brink")
def new_cycle(t: T) -> None:
    """Whoever was beside themselves has missed an action; whoever had acted before that misses the next one."""
    for who in t.state.survivors.values():
        if who.id not in t.state.acted:
            who.misses = max(0, who.misses - 1)
    t.state.acted = []


@cites("contagion.showdown.whos_next", "contagion.madness.stage_2_brink")
def go_on(t: T) -> None:
    """When all who could still act have lost their action, their cycles pass."""
    while not still_to_act(t) and any(who.here and who.misses for who in t.state.survivors.values()):
        new_cycle(t)
