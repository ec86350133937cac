"""Doing something for oneself or somebody else: whose Action it takes, what is at hand, and who is within reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebound.games.infected.actions import acting, has_action, spend_action, steadied
from rulebound.games.infected.clockwork import a_round
from rulebound.games.infected.equipment import SLOW_ACTIONS, loud_use, too_slow
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.state import Phase, T, in_fight
from rulebound.games.infected.terms import Id
from rulebound.kernel.citing import cites
from rulebound.kernel.refusal import Refusal, Refused
from rulebound.kernel.seats import GM, SeatId

KITS = ("first aid kit", "animal medical kit", "trauma kit")


# ------------------------------------------------------------------------------------------------ who acts
@cites("infected.group.execute")
def helpers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Whoever's turn it is; outside a fight, one of yours who is up and not tied up, in a chase with an Action left for the round."""
    if in_fight(t):
        return [acting(t).id] if has_action(t, by, in_the_open=False) is None and acting(t).human else []
    mine = (p for p in t.state.people.values() if p.human and p.up and not p.restrained and by in (p.seat, GM))
    return [p.id for p in mine if t.state.phase is not Phase.CHASE or p.actions > 0]


def can_act(t: T, by: SeatId) -> Refusal | None:
    if in_fight(t):
        return has_action(t, by, in_the_open=False)
    return None if helpers(t, by) else Refusal("infected.action.economy", "You have nobody who is up and free and has an Action.", "Wait.")


@cites("infected.vehicle.combat.passenger", "infected.condition.staggered")
def pay(t: T, who: Person) -> None:
    """An Action, in a chase that of the round; at other times a round goes by, and an Action in it."""
    if in_fight(t) or t.state.phase is Phase.CHASE:
        spend_action(t, who)
    else:
        steadied(t, who)
        a_round(t)


@cites("infected.craft.flaws")
def take_time(t: T, who: Person, thing: Gear) -> None:
    """An Action, outside a fight a round; twice that for a slow thing. A loud one is heard."""
    for _ in range(SLOW_ACTIONS if "slow" in thing.flaws else 1):
        pay(t, who)
    loud_use(t, who, thing)


def check_speed(t: T, who: Person, thing: Gear) -> None:
    if t.state.phase in (Phase.FIGHT, Phase.CHASE) and (refusal := too_slow(who, thing)):
        raise Refused(refusal)


def at_hand(who: Person, kinds: tuple[str, ...]) -> Gear | None:
    return next(usable(who, kinds), None)


def usable(who: Person, kinds: tuple[str, ...]) -> Iterator[Gear]:
    return (g for g in who.gear.values() if g.kind in kinds and g.count > 0 and not g.destroyed)


@cites("infected.carry.backpack_access")
def in_reach(t: T, thing: Gear) -> bool:
    """In a fight what lies in the backpack must be got out first."""
    return not (thing.packed and in_fight(t))


def to_hand(t: T, who: Person, kinds: tuple[str, ...]) -> Gear | None:
    """One of these that can be used now."""
    return next((g for g in usable(who, kinds) if in_reach(t, g)), None)


def kit_of(t: T, who: Person) -> Gear | None:
    """A first aid kit, one within reach if there is such a one."""
    kits = list(usable(who, KITS))
    return next((g for g in kits if in_reach(t, g)), kits[0] if kits else None)


def reachable(t: T, who: Person) -> list[Person]:
    """Oneself, whoever is at arm's reach, and whoever rides along; with neither a fight nor a chase everybody."""
    if t.state.phase not in (Phase.FIGHT, Phase.CHASE):
        return [p for p in t.state.people.values() if not p.dead and p.human and not p.fled]
    aboard = [p.id for p in t.state.people.values() if who.vehicle is not None and p.vehicle == who.vehicle]
    others = [t.state.people[id] for id in dict.fromkeys((*who.near, *aboard)) if id != who.id]
    return [who, *(p for p in others if p.human and not p.dead)]
