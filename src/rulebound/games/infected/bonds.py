"""Bonds: Trust and what helping does, Wary and the first reaction, and how bonds end and begin."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected import stress
from rulebound.games.infected.conditions import forget
from rulebound.games.infected.journey import SessionPart
from rulebound.games.infected.people import Ailment, Bond, Person
from rulebound.games.infected.state import Infected, T, party
from rulebound.games.infected.terms import Id
from rulebound.games.infected.variants import BondRelief
from rulebound.games.infected.world import able, alive, at_peace, gm_only
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

WARY_DICE = 2
FEW = 3
"""infected.chargen.bonds: survivors with whom nobody need look further for a bond."""
HIGHEST_ATTRIBUTE = 5


def bond_with(who: Person, other: str, trust: bool) -> Bond | None:
    return next((b for b in who.bonds if b.to == other and b.trust is trust), None)


# ------------------------------------------------------------------------------------------------ naming them
def bondable(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """Another living survivor with whom there is no bond yet; where survivors are few, once another human."""
    me = t.state.people[who]
    named = [b.to for b in me.bonds]
    others = (p for p in t.state.people.values() if p.human and not p.dead and not p.turned and p.id != who and p.id not in named)
    others = (p for p in others if by in (GM, p.seat) or not p.hidden)
    return [p.id for p in others if too_far_off(t, [*named, p.id], len(survivors(t))) is None]


def survivors(t: T) -> list[Person]:
    return [p for p in party(t) if not p.turned]


@cites("infected.chargen.bonds")
def too_far_off(t: T, named: Sequence[Id], survivors: int) -> Refusal | None:
    """Bonds are with other survivors; while there are fewer than three, one may be with somebody else."""
    strangers = [t.state.people[id] for id in named if id in t.state.people and not t.state.people[id].pc]
    if len(strangers) <= (1 if survivors < FEW else 0):
        return None
    return Refusal("infected.chargen.bonds", f"{strangers[-1].name} is no survivor of the group.", "Name another survivor.")


def kinds_left(t: T, by: SeatId, who: Id, *_: object) -> Sequence[bool]:
    """Yes for Trust, no for Wary: one of each."""
    has = [b.trust for b in t.state.people[who].bonds]
    return [trust for trust in (True, False) if trust not in has]


def lonely(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A living survivor of yours who has not named both yet, with somebody to name."""
    return [who for who in alive(t, by) if kinds_left(t, by, who) and bondable(t, by, who)]


def can_bond(t: T, by: SeatId) -> Refusal | None:
    if refusal := at_peace(t, by):
        return refusal
    if lonely(t, by):
        return None
    return Refusal(
        "infected.chargen.bonds", "There is no bond left to name: one Trust and one Wary, with two different people.", "Play on."
    )


@command(rules=("infected.chargen.bonds", "infected.advance.bonds.new"), when=can_bond, who=lonely, to=bondable, trust=kinds_left)
def bond(t: T, by: SeatId, who: Id, to: Id, trust: bool) -> None:
    """Name somebody you Trust, or are Wary of; once play has begun it works from the next session on."""
    tie(t, t.state.people[who], to, trust)


@cites("infected.chargen.bonds", "infected.advance.bonds.new")
def tie(t: T, who: Person, to: Id, trust: bool) -> None:
    new = under_way(t)
    who.bonds.append(Bond(to=to, trust=trust, new=new))
    rule = "infected.advance.bonds.new" if new else "infected.chargen.bonds"
    t.say("bond", rule, who=who.id, other=to, kind_of="trusts" if trust else "is wary of")


@cites("infected.advance.bonds.new")
def under_way(t: T) -> bool:
    """In the course of a session: what is tied now works from the next one on."""
    return t.state.world.part is not SessionPart.NOT_BEGUN


# ------------------------------------------------------------------------------------------------ Trust
@cites("infected.chargen.bond.trust")
def helped(t: T, helper: Person, friend: Person) -> None:
    """Once a session, helping whom one Trusts takes 1 of their Stress."""
    tie = bond_with(helper, friend.id, True)
    if tie is None or tie.used or tie.new or friend.stress < 1:
        return
    tie.used = True
    stress.relieve(t, friend, 1, "infected.chargen.bond.trust")


def trusting(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours whose Trust has not helped yet this session."""
    return [who for who in able(t, by) if friends(t, by, who)]


def friends(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """Somebody they Trust, who is under Stress and has not been helped this session."""
    ties = (b for b in t.state.people[who].bonds if b.trust and not b.used and not b.new)
    return [b.to for b in ties if b.to in t.state.people and t.state.people[b.to].stress > 0 and not t.state.people[b.to].dead]


def can_help(t: T, by: SeatId) -> Refusal | None:
    if trusting(t, by):
        return None
    return Refusal("infected.chargen.bond.trust", "Nobody you Trust can be helped now.", "Once a session, and only under Stress.")


@command(rules=("infected.chargen.bond.trust",), when=can_help, who=trusting, friend=friends)
def help_friend(t: T, by: SeatId, who: Id, friend: Id) -> None:
    """Say that you are helping somebody you Trust; if the game master nods, 1 of their Stress goes."""
    if t.judge("helps", (True, False), False, (who, friend)):
        helped(t, t.state.people[who], t.state.people[friend])
    else:
        t.say("no_help", "infected.chargen.bond.trust", who=who, friend=friend)


# ------------------------------------------------------------------------------------------------ a day together
def companions(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """Somebody else who is up to do it with."""
    return [p.id for p in t.state.people.values() if p.human and p.side == t.state.people[who].side and p.up and p.id != who]


def sharers(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """Somebody else to do it with in downtime, where any shared activity relieves."""
    shared = t.variants.bonds_relief_scope is BondRelief.ANY_SHARED and t.state.world.downtime is not None
    return companions(t, by, who) if shared else []


@cites("infected.downtime.bonded_relief", "infected.chargen.bond.trust")
def bonded(t: T, who: Person, friend: Person | None) -> int:
    """1 more for whoever Trusts the other; each through the own bond."""
    tie = bond_with(who, friend.id, True) if friend is not None else None
    return 1 if tie is not None and not tie.new else 0


@cites("infected.downtime.bonded_relief")
def shared_relief(t: T, who: Person, friend: Id | None) -> None:
    """1 Stress for whoever Trusts the one they spend an activity with."""
    if friend is not None and bonded(t, who, t.state.people[friend]):
        stress.relieve(t, who, 1, "infected.downtime.bonded_relief")


# ------------------------------------------------------------------------------------------------ Wary
def traitors(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of whom at least one survivor is Wary."""
    feared = {b.to for p in t.state.people.values() if not p.dead for b in p.bonds if not b.trust}
    return [p.id for p in t.state.people.values() if p.id in feared]


def can_betray(t: T, by: SeatId) -> Refusal | None:
    if refusal := gm_only(t, by):
        return refusal
    return None if traitors(t, by) else Refusal("infected.chargen.bond.wary", "Nobody is Wary of anybody.", "It takes a bond.")


@command(rules=("infected.chargen.bond.wary",), when=can_betray, traitor=traitors)
def betrayal(t: T, by: SeatId, traitor: Id) -> None:
    """Somebody turns on the group or endangers it: whoever was Wary of them reacts with 2 more dice, once."""
    t.say("betrayal", "infected.chargen.bond.wary", traitor=traitor)
    for who in t.state.people.values():
        if not who.dead and any(not b.trust and b.to == traitor and not b.new for b in who.bonds):
            forget(who, "wary")
            rule = "infected.chargen.bond.wary"
            who.ailments.append(Ailment(id="wary", name="was wary", dice=WARY_DICE, rule=rule, applies="reaction", once=True))


# ------------------------------------------------------------------------------------------------ how they end
@cites("infected.advance.bonds.trusted_lost", "infected.advance.loss")
def is_lost(state: Infected, id: str) -> bool:
    """Dead or turned, here or on the way."""
    who = state.people.get(id)
    return id in state.world.lost or (who is not None and (who.dead or who.turned))


class Grief(StrEnum):
    NEW_BOND = "a new bond"
    GRIEF = "carry the grief"


@cites("infected.advance.bonds.trusted_lost")
def lose_trusted(t: T, who: Person, lost: Id) -> None:
    """+1 NERVE, and either another bond or a Stress slot less for good; what Trust still held is gone."""
    who.bonds = [b for b in who.bonds if not (b.trust and b.to == lost)]
    if who.nerve < HIGHEST_ATTRIBUTE:
        who.nerve += 1
        t.say("attribute_up", "infected.advance.bonds.trusted_lost", who=who.id, attribute="nerve", to_value=who.nerve)
    way = t.choose(who.seat, "grief", tuple(Grief), (who.id, lost), default=Grief.NEW_BOND)
    if way is Grief.GRIEF:
        who.grief += 1
        t.say("grief", "infected.advance.bonds.trusted_lost", who=who.id, slots=stress.slots(who))
        stress.fewer_slots(t, who)


def mourners(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A living survivor of yours who Trusts somebody that died or turned, or that the game master calls a traitor."""
    return [who for who in alive(t, by) if trusted_lost(t, by, who)]


def trusted_lost(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """Somebody they Trusted who is dead or turned; for the game master anybody they Trust."""
    ties = [b.to for b in t.state.people[who].bonds if b.trust]
    return [to for to in ties if is_lost(t.state, to) or (to in t.state.people and gm_only(t, by) is None)]


def can_mourn(t: T, by: SeatId) -> Refusal | None:
    if refusal := at_peace(t, by):
        return refusal
    if mourners(t, by):
        return None
    return Refusal(
        "infected.advance.bonds.trusted_lost", "Nobody has lost somebody they Trust.", "Death or betrayal of a Trusted survivor."
    )


@command(rules=("infected.advance.bonds.trusted_lost",), when=can_mourn, who=mourners, lost=trusted_lost)
def mourn(t: T, by: SeatId, who: Id, lost: Id) -> None:
    """Somebody you Trusted died or betrayed you: +1 NERVE, and a new bond or lasting grief."""
    lose_trusted(t, t.state.people[who], lost)


class Resolution(StrEnum):
    TRUST = "trust"
    NO_BOND = "no bond"


def wary(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A living survivor of yours who is Wary of somebody."""
    return [who for who in alive(t, by) if any(not b.trust for b in t.state.people[who].bonds)]


def wary_of(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """The one they are Wary of."""
    return [b.to for b in t.state.people[who].bonds if not b.trust]


def can_resolve(t: T, by: SeatId) -> Refusal | None:
    if refusal := at_peace(t, by):
        return refusal
    return None if wary(t, by) else Refusal("infected.advance.bonds.wary_resolved", "You are Wary of nobody.", "Leave it.")


@command(rules=("infected.advance.bonds.wary_resolved", "infected.advance.bonds.new"), when=can_resolve, who=wary, other=wary_of)
def settle(t: T, by: SeatId, who: Id, other: Id, becomes: Resolution) -> None:
    """Settle the tension with somebody you were Wary of: it becomes Trust, a new bond, or nothing."""
    me = t.state.people[who]
    me.bonds = [b for b in me.bonds if b.trust or b.to != other]
    if becomes is Resolution.TRUST:
        me.bonds.append(Bond(to=other, trust=True, new=under_way(t)))
    t.say("settled", "infected.advance.bonds.wary_resolved", who=who, other=other, becomes=becomes.value)
