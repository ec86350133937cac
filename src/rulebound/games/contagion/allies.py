"""Allies: people with one rank who help, go it alone, die in a blaze of glory, or take what was meant for a friend."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.contagion.gear import Take
from rulebound.games.contagion.people import Ally, Characteristic, Id, Survivor
from rulebound.games.contagion.state import Phase, T, fresh_id, mine, narrated
from rulebound.games.contagion.tokens import affords, anybody_alive, cic_only, pay
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

HIGHEST_RANK = 4
SKILLS = (Characteristic.KILL, Characteristic.SAVVY)


@cites("contagion.ally.assist", "contagion.ally.stats", "contagion.ally.example_swat")
def helpers(t: T, who: Survivor, skill: Characteristic) -> list[Id]:
    """Allies who go with somebody, are good at just this, and do not fight for themselves."""
    alone = t.state.showdown.hands if t.state.showdown else {}
    return [a.id for a in t.state.allies.values() if a.friend == who.id and a.skill is skill and not a.dead and a.id not in alone]


@cites("contagion.ally.assist", "contagion.ally.blaze_of_glory")
def get_help(t: T, who: Survivor, skill: Characteristic, take: Take, others: Sequence[tuple[str, Take]] = ()) -> list[Id]:
    """As many cards as the Ally's rank, or twice that in a Blaze of Glory; among several they may be split."""
    came = list(t.choose_some(who.seat, "allies", helpers(t, who, skill), about=(who.id,)))
    for id in came:
        ally = t.state.allies[id]
        blaze = t.choose(who.seat, "blaze", (False, True), (id,), default=False)
        cards = ally.rank * (2 if blaze else 1)
        if blaze:
            narrated(t, who.seat, "blaze_how", (id,), "contagion.ally.blaze_of_glory", "goes out in a blaze of glory")
        for other, give in others:
            share = t.number(who.seat, "share_help", 0, cards, (id, other))
            cards -= give(share, ally.name) if share else 0
        drawn = take(cards, ally.name)
        t.say("helps", "contagion.ally.assist", who=who.id, ally=id, cards=drawn)
        if blaze:
            kill_ally(t, ally, "contagion.ally.blaze_of_glory")
    return came


@cites("contagion.ally.take_hurtin")
def hurt_ally(t: T, ally: Ally, amount: int) -> None:
    """It lowers the rank, cannot be resisted, and kills at the rank or more."""
    if ally.dead:
        return
    lost = min(amount, ally.rank)
    ally.rank -= lost
    t.say("ally_hurt", "contagion.ally.take_hurtin", ally=ally.id, amount=amount, rank=ally.rank)
    if ally.rank == 0:
        kill_ally(t, ally, "contagion.ally.take_hurtin")


def kill_ally(t: T, ally: Ally, rule: str) -> None:
    ally.dead = True
    ally.marked = ally.marked or ally.infection > 0
    t.say("ally_dies", rule, ally=ally.id)


@cites("contagion.ally.control")
def part(t: T, who: Survivor) -> None:
    """The Allies of whoever dies or turns go with nobody, until the CiC hands them over."""
    for ally in t.state.allies.values():
        if ally.friend == who.id:
            ally.friend = None


# ------------------------------------------------------------------------------------------------ coming and healing
def a_name(*_: object) -> AnyText:
    """What they are called."""
    return AnyText(40)


def ally_ranks(*_: object) -> range:
    """Ally Rank, 1 to 4."""
    return range(1, HIGHEST_RANK + 1)


def ally_skills(*_: object) -> Sequence[Characteristic]:
    """Kill or Savvy."""
    return SKILLS


@command(
    rules=("contagion.ally.control", "contagion.ally.stats"), when=cic_only, name=a_name, rank=ally_ranks, skill=ally_skills,
    friend=anybody_alive,
)  # fmt: skip
def add_ally(t: T, by: SeatId, name: str, rank: int, skill: Characteristic, friend: Id) -> None:
    """Bring an Ally into the scene, free of tokens, and hand it to a Survivor."""
    new_ally(t, name, rank, skill, friend)


def new_ally(t: T, name: str, rank: int, skill: Characteristic, friend: Id | None) -> Ally:
    ally = Ally(id=fresh_id(t, name), name=name or "somebody", rank=rank, original=rank, skill=skill, friend=friend)
    t.state.allies[ally.id] = ally
    t.say("ally_joins", "contagion.ally.control", ally=ally.id, rank=rank, skill=skill.value)
    return ally


def all_allies(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A living Ally."""
    return [a.id for a in t.state.allies.values() if not a.dead]


@command(rules=("contagion.ally.control",), when=cic_only, ally=all_allies, friend=anybody_alive)
def hand_over(t: T, by: SeatId, ally: Id, friend: Id) -> None:
    """Hand an Ally to another Survivor's player."""
    t.state.allies[ally].friend = friend
    t.say("ally_goes_with", "contagion.ally.control", ally=ally, friend=friend)


def hurt_allies(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A living Ally who has lost ranks."""
    return [a.id for a in t.state.allies.values() if not a.dead and a.rank < a.original]


@cites("contagion.ally.heal")
def can_heal(t: T, by: SeatId) -> Refusal | None:
    who = mine(t, by)
    if t.state.phase is not Phase.BREAK:
        return Refusal("contagion.ally.heal", "Allies heal only between scenes.")
    if who is None or not who.alive:
        return Refusal("contagion.session.roles", "Only a player with a living Survivor may do that.")
    if not hurt_allies(t, by):
        return Refusal("contagion.ally.heal", "No Ally has lost a rank.")
    price = t.variants.ally_heal_price
    return None if affords(t, who, price) else Refusal("contagion.ally.heal", f"It costs {price} tokens.")


@command(rules=("contagion.ally.heal",), when=can_heal, ally=hurt_allies)
def heal_ally(t: T, by: SeatId, ally: Id) -> None:
    """Give an Ally a lost rank back, for 4 tokens."""
    who = mine(t, by)
    assert who is not None
    pay(t, who, t.variants.ally_heal_price, "contagion.ally.heal")
    t.state.allies[ally].rank += 1
    t.say("ally_heals", "contagion.ally.heal", ally=ally, rank=t.state.allies[ally].rank)
