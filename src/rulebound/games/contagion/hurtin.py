"""Hurtin': resisted with a token, passed on to Allies, placed by the victim, and deadly when no rank is left."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulebound.games.contagion.allies import hurt_ally
from rulebound.games.contagion.death import die
from rulebound.games.contagion.deck import drawable
from rulebound.games.contagion.gear import drop_excess
from rulebound.games.contagion.juice import quickie
from rulebound.games.contagion.madness import cool_changed
from rulebound.games.contagion.people import CHARACTERISTICS, Ally, Characteristic, Id, Mojo, Survivor, Threat, rank
from rulebound.games.contagion.quickies import plain_quickie
from rulebound.games.contagion.state import Phase, T, narrated, present, ruling, someone
from rulebound.games.contagion.threats import cards_of
from rulebound.games.contagion.tokens import adversity, affords, cic_only, pay
from rulebound.games.contagion.variants import AllyAbsorbs, TimeBombCool
from rulebound.games.contagion.votes import begin_event, end_event
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId


class Blow(msgspec.Struct, kw_only=True):
    """Who strikes, with whose help, and how."""

    killer: Survivor | None = None
    helpers: list[Survivor] = []
    penetrating: bool = False


# ------------------------------------------------------------------------------------------------ a Survivor
def suffer(t: T, who: Survivor, amount: int, blow: Blow, allies: Sequence[Id] = ()) -> int:
    """Resist, pass on, place; how much the Survivor really took. The dead feel nothing."""
    if who.dead:
        return 0
    left = amount - resist(t, who, amount, blow)
    left -= pass_on(t, who, left, allies)
    if left > 0:
        place(t, who, left, blow)
    return max(0, left)


@cites(
    "contagion.hurtin.resist", "contagion.characteristic.grit", "contagion.token.mid_scene_uses", "contagion.weapon.special.penetrating",
    "contagion.hurtin.example_hellhounds", "contagion.quickie.example_roger_resists",
)  # fmt: skip
def resist(t: T, who: Survivor, amount: int, blow: Blow) -> int:
    """A token for one Grit Quickie before anything is placed; each face or ace cancels a point."""
    waived = any(item.waives for item in who.gear.values())
    if blow.penetrating or not (waived or affords(t, who, 1)):
        return 0
    if not t.choose(who.seat, "resist", (False, True), (who.id, str(amount)), default=False):
        return 0
    if not waived:
        pay(t, who, 1, "contagion.hurtin.resist")
    worth = cancels_each(who) * quickie(t, who, Characteristic.GRIT, f"{amount} Hurtin'").successes
    cancelled = min(amount, worth)
    t.say("resists", "contagion.hurtin.resist", who=who.id, cancelled=cancelled, left=amount - cancelled)
    return cancelled


@cites("contagion.mojo.one_tough_sumbitch")
def cancels_each(who: Survivor) -> int:
    """Two for One Tough Sumbitch, against Hurtin' only."""
    return 2 if who.mojo is Mojo.TOUGH else 1


@cites("contagion.ally.take_hurtin", "contagion.ally.example_pablo")
def pass_on(t: T, who: Survivor, amount: int, allies: Sequence[Id]) -> int:
    """Whoever lost with an Ally's help may let the Ally take any of it."""
    passed = 0
    for id in allies:
        ally = t.state.allies.get(id)
        if ally is None or ally.dead or passed >= amount:
            continue
        most = amount - passed
        if t.variants.ally_absorbs is AllyAbsorbs.UP_TO_RANK:
            most = min(most, ally.rank)
        share = t.number(who.seat, "pass_on", 0, most, (who.id, id))
        if share:
            hurt_ally(t, ally, share)
            passed += share
    return passed


@cites("contagion.hurtin.apply_survivor", "contagion.hurtin.death")
def place(t: T, who: Survivor, amount: int, blow: Blow) -> None:
    """The victim chooses which ranks go; with no more ranks than Hurtin' there is nothing to choose."""
    cool = who.cool
    if amount >= who.ranks:
        t.say("hurt", "contagion.hurtin.apply_survivor", who=who.id, amount=amount)
        fall(t, who, blow, cool)
        return
    left, rest, savvy = amount, who.ranks, who.savvy
    for skill in CHARACTERISTICS:
        now = rank(who, skill)
        rest -= now
        lost = t.number(who.seat, "place", max(0, left - rest), min(now, left), (who.id, skill, str(left)))
        setattr(who, skill, now - lost)
        left -= lost
        if not left:
            break
    t.say("hurt", "contagion.hurtin.apply_survivor", who=who.id, amount=amount)
    cool_changed(t, who)
    if who.savvy < savvy:
        drop_excess(t, who)


def fall(t: T, who: Survivor, blow: Blow, cool: int) -> None:
    """Dead; and whoever is a Time Bomb goes off."""
    die(t, who, blow.killer, blow.helpers)
    if who.mojo is Mojo.TIME_BOMB and not who.turned:
        used = {TimeBombCool.BEFORE: cool, TimeBombCool.MAXIMUM: who.maximum.cool, TimeBombCool.CURRENT: who.cool}
        explode(t, who, who.stage * used[t.variants.time_bomb_cool])


@cites("contagion.mojo.time_bomb")
def explode(t: T, who: Survivor, total: int) -> None:
    """Split evenly among everybody near; the dying player places the remainder."""
    near: list[Id] = [s.id for s in t.state.survivors.values() if s.here and s is not who]
    near += [ally.id for ally in t.state.allies.values() if ally.here]
    near += [threat.id for threat in t.state.threats.values() if threat.here]
    near = [id for id in near if ruling(t, "near", (True, False), True, (id, who.id))]
    t.say("explodes", "contagion.mojo.time_bomb", who=who.id, total=total)
    narrated(t, who.seat, "explode_how", (who.id,), "contagion.mojo.time_bomb", "goes off")
    if not near or total <= 0:
        return
    share, rest = divmod(total, len(near))
    more = t.choose_some(who.seat, "remainder", near, rest, rest, (who.id,)) if rest else ()
    alone = not t.state.event
    if alone:
        begin_event(t)
    for id in near:
        amount = share + (id in more)
        if amount:
            hurt_anybody(t, id, amount, Blow())
    if alone:
        end_event(t)


def hurt_anybody(t: T, id: str, amount: int, blow: Blow) -> int:
    victim = someone(t, id)
    if isinstance(victim, Survivor):
        return suffer(t, victim, amount, blow)
    if isinstance(victim, Ally):
        hurt_ally(t, victim, amount)
        return amount
    return hurt_threat(t, victim, amount, blow.penetrating)


# ------------------------------------------------------------------------------------------------ a Threat
@cites("contagion.hurtin.apply_threat", "contagion.hurtin.death")
def hurt_threat(t: T, threat: Threat, amount: int, penetrating: bool = False) -> int:
    """It lowers the Threat score; at 0 the Threat is dead. Excess is lost."""
    if threat.dead:
        return 0
    left = max(0, amount - (0 if penetrating else resist_threat(t, threat, amount)))
    threat.score = max(0, threat.score - left)
    t.say("threat_hurt", "contagion.hurtin.apply_threat", who=threat.id, amount=left)
    if threat.score == 0:
        threat.dead = True
        t.say("threat_dies", "contagion.hurtin.death", who=threat.id)
        for item in threat.gear.values():
            t.state.ground[item.id] = item
        threat.gear = {}
    return left


@cites("contagion.hurtin.resist_threat", "contagion.cic.adversity.known_uses", "contagion.cic.threat.hand_independent")
def resist_threat(t: T, threat: Threat, amount: int) -> int:
    """1 Adversity for a Quickie with the role's cards, and 1 for every card more."""
    there = t.state.adversity.value
    if amount <= 0 or there < 1 or not t.choose(GM, "resist_threat", (False, True), (threat.id, str(amount)), default=False):
        return 0
    more = t.number(GM, "more_cards", 0, min(there - 1, max(0, drawable(t) - cards_of(t, threat))), (threat.id,))
    adversity(t, -1 - more, "resists", "contagion.hurtin.resist_threat")
    drawn = plain_quickie(t, GM, threat.id, cards_of(t, threat) + more, f"{amount} Hurtin'")
    cancelled = min(amount, drawn.successes)
    t.say("resists", "contagion.hurtin.resist_threat", who=threat.id, cancelled=cancelled, left=amount - cancelled)
    return cancelled


# ------------------------------------------------------------------------------------------------ dangers
def victims(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A Survivor in the scene."""
    return [s.id for s in present(t)]


def hurts(*_: object) -> range:
    """Points of Hurtin'."""
    return range(1, 11)


def can_endanger(t: T, by: SeatId) -> Refusal | None:
    if refusal := cic_only(t, by):
        return refusal
    return None if t.state.phase is Phase.SCENE else Refusal("contagion.scene.unit", "There is no scene with dangers in it.")


@command(rules=("contagion.hurtin.resist", "contagion.hurtin.apply_survivor"), when=can_endanger, who=victims, amount=hurts)
def danger(t: T, by: SeatId, who: Id, amount: int) -> None:
    """Let a danger of the place hurt a Survivor, who may resist it once."""
    t.say("danger", "contagion.hurtin.resist", who=who, amount=amount)
    suffer(t, t.state.survivors[who], amount, Blow())
