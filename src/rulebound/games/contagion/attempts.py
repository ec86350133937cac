"""What is tried unopposed: the commands that a Quickie begins with, for Survivors and for Allies alone."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.contagion.juice import quickie
from rulebound.games.contagion.madness import replace_action
from rulebound.games.contagion.people import Ally, Id, Survivor
from rulebound.games.contagion.quickies import Drawn, named_difficulty, named_skill, plain_quickie
from rulebound.games.contagion.state import Phase, T, mine, narrated, ruling, spoken
from rulebound.games.contagion.tokens import cic_only
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import GM, SeatId


class Answer(StrEnum):
    QUICKIE = "quickie"
    YES = "yes, just like that"
    NO = "no, not at all"


def can_try(t: T, by: SeatId) -> Refusal | None:
    who = mine(t, by)
    if t.state.phase is not Phase.SCENE:
        return Refusal("contagion.quickie.trigger", "There is no scene now.")
    if who is None or not who.here:
        return Refusal("contagion.quickie.trigger", "You have nobody in the scene.")
    if who.misses:
        return Refusal("contagion.madness.stage_2_brink", f"{who.name} is beside themselves and misses this action.")
    return None


def what_for(*_: object) -> AnyText:
    """What is tried."""
    return AnyText(300)


def straight(*_: object) -> Sequence[bool]:
    """Whether it is direct action (Kill) rather than wits (Savvy)."""
    return (False, True)


@command(
    rules=("contagion.quickie.trigger", "contagion.session.quickie_or_showdown", "contagion.session.cic_default_truth"), when=can_try,
    what=what_for, direct=straight,
)  # fmt: skip
def attempt(t: T, by: SeatId, what: str, direct: bool = False) -> None:
    """Try something that nobody opposes: a Quickie, unless the CiC simply says yes or no."""
    who = mine(t, by)
    assert who is not None
    what = spoken(what, "contagion.quickie.trigger")
    has_requisite(t, who)
    what = replace_action(t, who, what)
    t.say("tries", "contagion.quickie.trigger", who=who.id, what=what)
    answer = ruling(t, "answer", tuple(Answer), Answer.QUICKIE, (who.id, what))
    if answer is not Answer.QUICKIE:
        t.say("cic_says", "contagion.session.quickie_or_showdown", answer=answer.value)
        return
    skill = named_skill(t, who.id, direct)
    result = quickie(t, who, skill, what, named_difficulty(t, what))
    outcome(t, by, who.id, result)


@cites("contagion.quickie.narration", "contagion.quickie.degree", "contagion.session.cic_default_truth")
def outcome(t: T, by: SeatId, who: str, result: Drawn) -> None:
    """Success or failure, told by the CiC or by the player it is handed to."""
    won = result.successes > 0
    t.say("succeeds" if won else "fails", "contagion.quickie.draw", who=who, successes=result.successes)
    teller = by if ruling(t, "teller", (True, False), True, (who,)) else GM
    about = (who, "success" if won else "failure")
    line = narrated(t, teller, "tell_result", about, "contagion.quickie.narration", "so it goes", quiet=True)
    if t.variants.narration:
        t.say("told", "contagion.quickie.narration", who="The CiC" if teller == GM else who, line=line)


@cites("contagion.gear.requisite")
def has_requisite(t: T, who: Survivor) -> None:
    if t.state.required and not any(item.name.lower() == t.state.required.lower() for item in who.gear.values()):
        raise refuse("contagion.gear.requisite", f"That needs {t.state.required}.", "Find it first.")


@command(rules=("contagion.gear.requisite",), when=cic_only, item=what_for)
def require(t: T, by: SeatId, item: str) -> None:
    """Make an item a condition for what is tried in this scene; nothing lifts it again."""
    t.state.required = item
    t.say("requires", "contagion.gear.requisite", item=item or "nothing")


# ------------------------------------------------------------------------------------------------ Allies alone
def own_allies(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A living Ally that goes with your Survivor; the CiC may send any."""
    me = mine(t, by)
    return [a.id for a in t.state.allies.values() if not a.dead and (by == GM or (me and a.friend == me.id))]


def can_send(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is not Phase.SCENE:
        return Refusal("contagion.ally.solo", "There is no scene now.")
    return None if own_allies(t, by) else Refusal("contagion.ally.solo", "No Ally goes with you.")


@command(rules=("contagion.ally.solo",), when=can_send, ally=own_allies, what=what_for)
def send_ally(t: T, by: SeatId, ally: Id, what: str) -> None:
    """Let an Ally try something alone: a Quickie with its rank in cards."""
    them: Ally = t.state.allies[ally]
    what = spoken(what, "contagion.ally.solo")
    t.say("tries", "contagion.ally.solo", who=ally, what=what)
    outcome(t, by, ally, plain_quickie(t, by, ally, them.rank, what, named_difficulty(t, what)))
