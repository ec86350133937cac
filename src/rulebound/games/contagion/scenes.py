"""Scenes: how one ends, what happens between, how the next begins, and the end of the session."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.contagion.deck import STRENGTH, discard, draw
from rulebound.games.contagion.gear import drop_excess
from rulebound.games.contagion.infection import aftermath, mark, progress
from rulebound.games.contagion.madness import cool_changed
from rulebound.games.contagion.negotiation import settle_price
from rulebound.games.contagion.people import Id, Survivor
from rulebound.games.contagion.showdown import fight
from rulebound.games.contagion.state import Phase, T, living, mine, present, ruling
from rulebound.games.contagion.threats import adversity_income, help_the_poor
from rulebound.games.contagion.tokens import gain, pool_income
from rulebound.games.contagion.votes import score
from rulebound.games.contagion.weapons import recharge_weapons
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

MOST_DUELS = 100


# ------------------------------------------------------------------------------------------------ the end of a scene
@cites("contagion.cic.discretion", "contagion.scene.unit")
def can_end(t: T, by: SeatId) -> Refusal | None:
    """The CiC may end a scene at any time; anybody may when its Threats are dead or got away from."""
    if t.state.phase is not Phase.SCENE:
        return Refusal("contagion.scene.unit", "There is no scene to end.")
    if by != GM and any(threat.here and threat.score for threat in t.state.threats.values()) and present(t):
        return Refusal("contagion.cic.discretion", "There are Threats in the scene.", "Deal with them, or ask the CiC to end it.")
    return None


@command(rules=("contagion.downtime.procedure", "contagion.scene.unit"), when=can_end)
def end_scene(t: T, by: SeatId) -> None:
    """End the scene: prices are settled, the Survival Pool grows, weapons recharge, and the Contagion goes on in secret."""
    settle_prices(t)
    t.state.scenes += 1
    t.say("scene_ends", "contagion.scene.unit", number=t.state.scenes)
    pool_income(t)
    recharge_weapons(t)
    progress(t)
    clear_scene(t)
    t.state.phase = Phase.BREAK
    if last_scene(t) or not (anybody_left(t) or somebody_new(t)):
        finish(t, "The finale is over." if last_scene(t) else "Nobody is left.")


@cites("contagion.negotiation.pay_after", "contagion.negotiation.cannot_pay")
def settle_prices(t: T) -> None:
    """Before a scene closes everybody who owes a price is asked how it is paid, or tried."""
    for who in t.state.survivors.values():
        while who.owes and who.alive:
            how = t.text(who.seat, "pay_price", (who.id, who.owes[0].demand), 300, "does it, more or less")
            settle_price(t, who, 0, how)
        who.owes = []


@cites("contagion.scene.unit", "contagion.gear.situational")
def clear_scene(t: T) -> None:
    """What lasts for a scene is over."""
    t.state.acted, t.state.ready, t.state.panics, t.state.claim = [], [], 0, None
    t.state.scenery, t.state.required = [], ""
    for who in t.state.survivors.values():
        who.present, who.played, who.wounds, who.misses = True, False, 0, 0
        who.treated = who.lifted = False
    t.state.gone.update({id: threat.name for id, threat in t.state.threats.items()})
    t.state.threats = {id: threat for id, threat in t.state.threats.items() if threat.here and threat.score}


# ------------------------------------------------------------------------------------------------ between scenes
def resting(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is not Phase.BREAK:
        return Refusal("contagion.downtime.procedure", "That is for the time between scenes.")
    who = mine(t, by)
    if who is None or not who.alive:
        return Refusal("contagion.session.roles", "Only a player with a living Survivor may do that.")
    return Refusal("contagion.downtime.procedure", "You have said that you are done.") if by in t.state.ready else None


@command(rules=("contagion.downtime.procedure",), when=resting)
def done(t: T, by: SeatId) -> None:
    """Say that you are done spending tokens."""
    who = mine(t, by)
    assert who is not None
    t.state.ready.append(by)
    t.say("ready", "contagion.downtime.procedure", who=who.id)


def can_start(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is not Phase.BREAK:
        return Refusal("contagion.scene.unit", "A scene starts after a break.")
    waiting = [s.name for s in living(t) if s.seat not in t.state.ready]
    if by != GM and waiting:
        return Refusal("contagion.downtime.procedure", f"Not everybody is done: {', '.join(waiting)}.")
    return None


def a_frame(*_: object) -> AnyText:
    """Where and when the scene is, and what goes on."""
    return AnyText(300)


@command(rules=("contagion.downtime.procedure", "contagion.scene.unit"), when=can_start, frame=a_frame)
def start_scene(t: T, by: SeatId, frame: str = "") -> None:
    """Begin the next scene: the turned turn, the dead return, newcomers enter, and everybody has their income."""
    t.state.phase = Phase.SCENE
    t.state.told.append(frame)
    t.say("scene_starts", "contagion.scene.unit", number=t.state.scenes + 1, frame=frame or "somewhere")
    come_back(t)
    aftermath(t)
    newcomers = [s.id for s in t.state.survivors.values() if s.enters]
    for id in newcomers:
        enter(t, t.state.survivors[id])
    scene_income(t, newcomers)
    adversity_income(t)
    help_the_poor(t)


@cites("contagion.mojo.get_out_of_hell_free")
def come_back(t: T) -> None:
    """Once, with rank 1 in everything; infection and CGP stay, and a tally at the threshold still turns."""
    for who in t.state.survivors.values():
        if who.returns:
            who.returns, who.dead = False, False
            who.kill = who.savvy = who.grit = who.cool = 1
            t.say("returns", "contagion.mojo.get_out_of_hell_free", who=who.id)
            cool_changed(t, who)
            drop_excess(t, who)
    mark(t)


@cites("contagion.death.new_survivor")
def enter(t: T, who: Survivor) -> None:
    """With the normal stash and a token for each scene passed, instead of this scene's income."""
    who.enters = False
    t.say("enters", "contagion.death.new_survivor", who=who.id)
    gain(t, who, t.state.scenes, "contagion.death.new_survivor")


@cites("contagion.token.scene_start", "contagion.characteristic.grit")
def scene_income(t: T, newcomers: Sequence[str] = ()) -> None:
    """Current Grit and the scenes completed."""
    if not t.state.scenes and not t.variants.first_scene_income:
        return
    for who in t.state.survivors.values():
        if not who.dead and not who.enters and who.id not in newcomers:
            gain(t, who, who.grit + t.state.scenes, "contagion.token.scene_start")


# ------------------------------------------------------------------------------------------------ the end
@cites("contagion.cic.session_length")
def last_scene(t: T) -> bool:
    return t.variants.planned_scenes != "open" and t.state.scenes >= t.variants.planned_scenes


def anybody_left(t: T) -> bool:
    """A living Survivor, or somebody who will come back or come in."""
    return any(s.alive or s.returns or s.enters for s in t.state.survivors.values())


@cites("contagion.cic.session_length")
def somebody_new(t: T) -> bool:
    """Whether one of the players wants a new Survivor, with nobody left."""
    seats = dict.fromkeys(s.seat for s in t.state.survivors.values())
    return any(t.choose(seat, "new_survivor", (False, True), default=False) for seat in seats)


def why(*_: object) -> AnyText:
    """How it ends."""
    return AnyText(300)


def can_finish(t: T, by: SeatId) -> Refusal | None:
    if by != GM:
        return Refusal("table.gm_only", "Only the CiC may do that.", "Ask them.")
    return Refusal("contagion.cic.session_length", "It is over already.") if t.state.phase is Phase.OVER else None


@command(rules=("contagion.cic.session_length",), when=can_finish, how=why)
def end_session(t: T, by: SeatId, how: str = "") -> None:
    """End the session: the Purpose is fulfilled or given up. Votes are opened and the winner is found."""
    settle_prices(t)
    finish(t, how or "The story is told.")


@cites("contagion.cic.session_length", "contagion.win.condition")
def finish(t: T, how: str) -> None:
    """Prices are settled, votes are opened, and the winner is found."""
    t.state.phase, t.state.ended = Phase.OVER, how
    for seat, votes in t.state.votes.items():
        for question, whom in votes.items():
            t.say("vote_opened", "contagion.create.secret_votes", seat=seat, question=question, whom=whom)
    t.state.winner = find_winner(t)
    t.say("session_over", "contagion.cic.session_length", how=how, winner=t.state.winner or "the Contagion")


@cites("contagion.win.condition")
def find_winner(t: T) -> Id | None:
    """The most fulfilled votes by others; the living go before the dead, and a tie among the living is a duel."""
    scores = {s.id: score(t, s.id) for s in t.state.survivors.values()}
    best = max(scores.values(), default=0)
    if best == 0:
        return None
    tied = [t.state.survivors[id] for id, points in scores.items() if points == best]
    alive = [s for s in tied if s.alive]
    if len(alive) == 1:
        return alive[0].id
    return high_card(t, alive or tied)


@cites("contagion.win.condition")
def high_card(t: T, tied: Sequence[Survivor]) -> Id:
    """A duel to the death, or the highest card where the dead are tied or the CiC lets it decide."""
    if len(tied) == 1:
        return tied[0].id
    if tied[0].alive and not ruling(t, "tie_by_card", (False, True), False):
        tied = duel(t, tied)
    drawn = []
    for who in tied if len(tied) > 1 else ():
        cards = draw(t, 1, "tie", who.seat, (who.id,))
        discard(t, cards)
        drawn.append((STRENGTH[cards[0]] if cards else 0, who))
    return max(drawn, key=lambda pair: pair[0])[1].id if drawn else tied[0].id


@cites("contagion.win.condition")
def duel(t: T, tied: Sequence[Survivor]) -> Sequence[Survivor]:
    """Kill Showdowns, which nobody joins, until one is left; several where nobody can fall any more."""
    t.say("duel", "contagion.win.condition", who=tuple(s.id for s in tied))
    for number in range(MOST_DUELS):
        left = [s for s in tied if s.alive]
        if len(left) < 2 or not any(s.kill for s in left):
            break
        first, second = left[number % len(left)], left[(number + 1) % len(left)]
        first.present = second.present = True
        fight(t, first.id, second.id, True, "a duel to the death", alone=True)
    return [s for s in tied if s.alive] or tied
