"""Who has noticed what: those about who do not hunt anybody yet, and what makes them warier."""

from __future__ import annotations

from rulebound.games.infected.people import Person
from rulebound.games.infected.state import T, in_fight
from rulebound.games.infected.terms import Awareness, Condition
from rulebound.games.infected.variants import LoneFailure
from rulebound.kernel.citing import cites

HEARD = 2
"""infected.stealth.distraction_thrown: noise that those about react to."""
RAISED = {Awareness.UNAWARE: Awareness.SUSPICIOUS, Awareness.SUSPICIOUS: Awareness.ALERT, Awareness.ALERT: Awareness.ALERT}


def watchers(t: T, side: str) -> list[Person]:
    """Enemies who could notice something and are not hunting yet."""
    return [p for p in t.state.people.values() if p.side != side and p.up and p.awareness is not Awareness.HUNTING]


@cites(
    "infected.stealth.transitions",
    "infected.stealth.infected_states",
    "infected.stealth.detection_states",
    "infected.stealth.failure_infected",
)
def noticed(t: T, watcher: Person, *, group: bool) -> None:
    """Infected hunt at once; humans are a step more aware, or Alert after a failed group check. Never hunting by this alone."""
    before = watcher.awareness
    if watcher.is_infected:
        watcher.awareness = Awareness.HUNTING
    elif group or t.variants.stealth_lone_failure is LoneFailure.ALERT:
        watcher.awareness = Awareness.ALERT
    else:
        watcher.awareness = RAISED[watcher.awareness]
    if watcher.awareness is not before:
        t.say("notices", "infected.stealth.transitions", who=watcher.id, awareness=watcher.awareness.value)


@cites("infected.stealth.infected_states", "infected.stealth.transitions", "infected.condition.deafened")
def overheard(t: T, who: Person, noise: int) -> None:
    """Whoever is about and not deaf hears all but the least; in a fight they know already."""
    if noise < HEARD or in_fight(t):
        return
    for p in watchers(t, who.side):
        if not p.has(Condition.DEAFENED):
            noticed(t, p, group=False)
