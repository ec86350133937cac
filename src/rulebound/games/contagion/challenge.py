"""The challenge that a Showdown begins with."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.contagion.cycle import go_on, has_acted, may_act, still_to_act
from rulebound.games.contagion.madness import replace_target
from rulebound.games.contagion.people import Id
from rulebound.games.contagion.showdown import fight
from rulebound.games.contagion.state import Last, Phase, T, narrated, seat_of
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command, yes_or_no
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId


class Reply(StrEnum):
    COMMIT = "commit"
    RELENT = "relent"


# ------------------------------------------------------------------------------------------------ who acts against whom
def own(t: T, by: SeatId) -> list[Id]:
    """Everybody in the scene whom a seat may act with."""
    ids: list[Id] = [s.id for s in t.state.survivors.values() if s.here and s.seat == by]
    ids += [a.id for a in t.state.allies.values() if not a.dead and seat_of(t, a.id) == by]
    return ids + ([x.id for x in t.state.threats.values() if x.acts] if by == GM else [])


def actors(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Who acts: somebody of yours in the scene whose turn it can be."""
    return [id for id in own(t, by) if may_act(t, id)]


def opponents(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """Whom it goes against: anybody else in the scene who is more than background."""
    ids: list[Id] = [s.id for s in t.state.survivors.values() if s.here]
    ids += [x.id for x in t.state.threats.values() if x.acts]
    threat = who in t.state.threats
    return [id for id in ids if id != who and not (threat and id in t.state.threats)]


def an_action(*_: object) -> AnyText:
    """What is attempted; the outcome is not yet part of it."""
    return AnyText(300)


@cites("contagion.showdown.challenge", "contagion.showdown.whos_next", "contagion.madness.stage_2_brink")
def can_challenge(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is not Phase.SCENE:
        return Refusal("contagion.showdown.challenge", "There is no scene now.")
    everybody = own(t, by)
    if not everybody:
        return Refusal("contagion.showdown.challenge", "You have nobody in the scene.")
    if not actors(t, by):
        missing = next((s for s in map(t.state.survivors.get, everybody) if s and s.misses), None)
        if missing:
            return Refusal("contagion.madness.stage_2_brink", f"{missing.name} is beside themselves and misses this action.")
        return Refusal("contagion.showdown.whos_next", "You have acted; others have not yet.", "Wait until they have acted or passed.")
    if not any(opponents(t, by, id) for id in actors(t, by)):
        return Refusal("contagion.showdown.challenge", "There is nobody to challenge.")
    return None


@command(
    rules=("contagion.showdown.challenge", "contagion.showdown.whos_next", "contagion.session.quickie_or_showdown"), when=can_challenge,
    who=actors, against=opponents, action=an_action, harm=yes_or_no("Meaning harm.", first=True),
)  # fmt: skip
def challenge(t: T, by: SeatId, who: Id, against: Id, harm: bool = True, action: str = "") -> None:
    """Challenge somebody to a Showdown, meaning harm or not. They commit or relent."""
    me = t.state.survivors.get(who)
    if me:
        against = replace_target(t, me, against, opponents(t, by, who))
    has_acted(t, who)
    t.say("challenges", "contagion.showdown.challenge", who=who, against=against, harm="to harm" if harm else "without harm")
    if t.choose(seat_of(t, against), "commit", tuple(Reply), (who, against), default=Reply.COMMIT) is Reply.RELENT:
        relent(t, who, against)
        return
    fight(t, who, against, harm, action)
    go_on(t)


@cites("contagion.showdown.challenge")
def relent(t: T, who: Id, against: Id) -> None:
    """The challenger's version stands, until somebody challenges that."""
    t.state.last = Last(winner=who)
    t.say("relents", "contagion.showdown.challenge", who=against, challenger=who)
    narrated(t, seat_of(t, who), "tell_result", (who, "success"), "contagion.showdown.challenge", "so it stands")


def idle(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is not Phase.SCENE:
        return Refusal("contagion.showdown.whos_next", "There is no scene now.")
    return None if waiting_actors(t, by) else Refusal("contagion.showdown.whos_next", "Nobody of yours still has to act.")


def waiting_actors(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours who has not acted yet."""
    waiting = still_to_act(t)
    return [id for id in own(t, by) if id in waiting]


@command(rules=("contagion.showdown.whos_next",), when=idle, who=waiting_actors)
def pass_(t: T, by: SeatId, who: Id) -> None:
    """Let the others go on: this one does not want to act now."""
    t.say("passes", "contagion.showdown.whos_next", who=who)
    has_acted(t, who)
