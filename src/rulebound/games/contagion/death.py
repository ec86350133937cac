"""Death and what comes after: the stash, the epitaph, a new Survivor, a promoted Ally."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.contagion.allies import part
from rulebound.games.contagion.deck import random_draw
from rulebound.games.contagion.mojos import mojo_of
from rulebound.games.contagion.people import Ally, Characteristic, Id, Mojo, Ranks, Survivor, rank
from rulebound.games.contagion.state import Phase, T, Vote, mine, narrated
from rulebound.games.contagion.tokens import adversity, gain, lose
from rulebound.games.contagion.votes import happened
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId


@cites("contagion.hurtin.death", "contagion.death.narration")
def die(t: T, who: Survivor, killer: Survivor | None, helpers: Sequence[Survivor] = ()) -> None:
    """All four ranks are gone."""
    who.dead, who.kill, who.savvy, who.grit, who.cool = True, 0, 0, 0, 0
    t.say("dies", "contagion.hurtin.death", who=who.id)
    narrated(t, who.seat, "epitaph", (who.id,), "contagion.death.narration", "is gone")
    inherit(t, who, killer, helpers)
    if not who.turned:
        happened(t, Vote.DIES, [who.id])
    if who.mojo is Mojo.OUT_OF_HELL and not who.mojo_spent:
        who.mojo_spent, who.returns = True, True
    elif who.infection and who.mojo is not Mojo.CARRIER and not who.turned:
        who.marked = True
    part(t, who)


@cites("contagion.death.token_inheritance")
def inherit(t: T, who: Survivor, killer: Survivor | None, helpers: Sequence[Survivor]) -> None:
    """A Survivor who strikes the last blow takes the stash and may share it with helpers; otherwise the CiC has it."""
    stash = lose(t, who, "contagion.death.token_inheritance")
    if who.turned or not stash:
        return
    if killer is None or killer.turned or not killer.alive:
        t.say("cic_inherits", "contagion.death.token_inheritance", who=who.id, amount=stash)
        adversity(t, stash, "a stash", "contagion.death.token_inheritance")
        return
    for helper in helpers:
        share = t.number(killer.seat, "share_stash", 0, stash, (killer.id, helper.id))
        gain(t, helper, share, "contagion.death.token_inheritance")
        stash -= share
    t.say("inherits", "contagion.death.token_inheritance", who=killer.id, dead=who.id, amount=stash)
    gain(t, killer, stash, "contagion.death.token_inheritance")


# ------------------------------------------------------------------------------------------------ what comes after
def bereaved(t: T, by: SeatId) -> Refusal | None:
    """Somebody whose Survivor is dead or turned for good, and who has no other."""
    if t.state.phase is Phase.OVER:
        return Refusal("contagion.death.options", "The game is over.")
    own = [s for s in t.state.survivors.values() if s.seat == by]
    if not own and by == GM:
        return Refusal("contagion.death.options", "The CiC plays no Survivor.")
    if mine(t, by) or any(s.returns for s in own):
        return Refusal("contagion.death.options", "You still have a Survivor.", "Play on.")
    return None


def free_allies(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A living Ally."""
    return [a.id for a in t.state.allies.values() if not a.dead]


def can_promote(t: T, by: SeatId) -> Refusal | None:
    if refusal := bereaved(t, by):
        return refusal
    return None if free_allies(t, by) else Refusal("contagion.death.promote_ally", "There is no Ally to promote.")


@cites("contagion.create.characteristics")
def a_rank(t: T, by: SeatId, who: str, *given: int) -> Sequence[int]:
    """4, 3, 2 or 1, each once."""
    return [rank for rank in (4, 3, 2, 1) if rank not in given]


@command(
    rules=("contagion.death.promote_ally", "contagion.death.options", "contagion.create.characteristics"), when=can_promote,
    ally=free_allies, kill=a_rank, savvy=a_rank, grit=a_rank, cool=a_rank,
)  # fmt: skip
def promote(t: T, by: SeatId, ally: Id, kill: int, savvy: int, grit: int, cool: int) -> None:
    """Go on as an Ally: give it 4, 3, 2 and 1, subtract what it has suffered, and its rank is your stash."""
    them = t.state.allies.pop(ally)
    who = promoted(t, them, by, Ranks(kill=kill, savvy=savvy, grit=grit, cool=cool))
    t.state.survivors[who.id] = who
    t.say("promoted", "contagion.death.promote_ally", who=who.id, tokens=who.tokens)
    take_over(t, who)
    card = random_draw(t, "mojo", (who.id,), seat=by) if t.variants.mojo else None
    who.mojo = mojo_of(t, by, card) if card else Mojo.NONE
    if card:
        t.say("has_mojo", "contagion.create.mojo_draw", who=who.id, mojo=who.mojo.value)
    suffered(t, who, max(0, (them.original or them.rank) - them.rank))


@cites("contagion.death.promote_ally")
def promoted(t: T, them: Ally, seat: SeatId, ranks: Ranks) -> Survivor:
    """No starting Gear; the infection stays."""
    return Survivor(
        id=them.id, name=them.name, seat=seat, kill=ranks.kill, savvy=ranks.savvy, grit=ranks.grit, cool=ranks.cool, maximum=ranks,
        tokens=them.rank, infection=them.infection, marked=them.marked,
    )  # fmt: skip


def suffered(t: T, who: Survivor, amount: int) -> None:
    """What the Ally had lost comes off the new ranks, as the player likes."""
    for _ in range(amount):
        left = [c for c in Characteristic if rank(who, c)]
        chosen = t.choose(who.seat, "lose_rank", left, (who.id,))
        setattr(who, chosen.value, rank(who, chosen) - 1)


@cites("contagion.create.mad_half", "contagion.token.secret_vote_bonus")
def take_over(t: T, who: Survivor) -> None:
    """A new character keeps the player's Mad Half, and gets what votes have earned meanwhile."""
    before = [s for s in t.state.survivors.values() if s.seat == who.seat and s.id != who.id]
    who.mad_half = before[-1].mad_half if before else GM
    gain(t, who, t.state.owed.pop(who.seat, 0), "contagion.token.secret_vote_bonus")
