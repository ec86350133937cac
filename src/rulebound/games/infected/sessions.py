"""A session and its six parts: what its beginning resets and what its end brings."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected import guts, threat
from rulebound.games.infected.advance import session_reward, survived_session
from rulebound.games.infected.equipment import forget_use, session_wear
from rulebound.games.infected.journey import SessionPart
from rulebound.games.infected.state import Phase, T
from rulebound.games.infected.tasks import take_on
from rulebound.games.infected.variants import ThreatMode
from rulebound.games.infected.world import some_words
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

PARTS = tuple(SessionPart)


def too_busy(t: T) -> Refusal | None:
    """Nobody begins or ends anything of a session in the middle of a fight or a chase."""
    if t.state.phase in (Phase.FIGHT, Phase.CHASE):
        return Refusal("infected.run.session", f"There is a {t.state.phase.value} on.", "Wait for its end.")
    return None


def between_sessions(t: T, by: SeatId) -> Refusal | None:
    if t.state.world.part is SessionPart.NOT_BEGUN:
        return too_busy(t)
    return Refusal("infected.run.session", "A session is under way.", "End it first.")


def in_session(t: T, by: SeatId) -> Refusal | None:
    if refusal := too_busy(t):
        return refusal
    if t.state.world.part is SessionPart.NOT_BEGUN:
        return Refusal("infected.run.session", "No session is under way.", "Begin one.")
    return None


@command(rules=("infected.run.session", "infected.guts.session_reset"), when=between_sessions, recap=some_words)
def begin_session(t: T, by: SeatId, recap: str = "") -> None:
    """Begin a session: Guts are full again, bonds help again, and new ones begin to work."""
    open_session(t)
    if recap:
        t.state.world.notes.append(f"recap: {recap}")


@cites("infected.run.session")
def open_session(t: T) -> None:
    t.state.world.part = SessionPart.RECAP
    fresh_session(t)
    t.say("session_begins", "infected.run.session", session=t.state.world.session)


@cites("infected.run.session", "infected.guts.session_reset", "infected.advance.bonds.new")
def fresh_session(t: T) -> None:
    """What holds for one session begins anew."""
    world = t.state.world
    world.threat_reached_ten = world.horde_escaped = False
    world.rewarded = []
    for who in t.state.people.values():
        if who.pc and not who.dead:
            guts.reset(t, who)
        for bond in who.bonds:
            bond.used = bond.new = False
    forget_use(t)


def other_mode(t: T, by: SeatId, *_: object) -> Sequence[ThreatMode]:
    """Tactical for fixed events, dread for dice: whichever it is not now."""
    return [mode for mode in ThreatMode if mode is not threat.mode(t)]


@command(rules=("infected.threat.mode",), when=between_sessions, mode=other_mode)
def switch_threat(t: T, by: SeatId, mode: ThreatMode) -> None:
    """Between sessions: let Threat bring fixed events from now on, or dice."""
    t.state.world.threat_mode = mode
    if mode is ThreatMode.DREAD:  # infected.threat.dread: no threshold counts any more
        t.state.noise_clock = None
    t.say("switches_threat", "infected.threat.mode", mode=mode.value)


@command(rules=("infected.run.session",), when=in_session, words=some_words)
def next_part(t: T, by: SeatId, words: str = "") -> None:
    """Go on to the next part of the session: recap, objective, journey, crisis, resolution, downtime."""
    world = t.state.world
    place = PARTS.index(world.part)
    if place + 1 < len(PARTS):
        world.part = PARTS[place + 1]
    if words:
        world.notes.append(f"{world.part.value}: {words}")
        if world.part is SessionPart.OBJECTIVE:
            take_on(t, words)
    t.say("session_part", "infected.run.session", part=world.part.value)


@command(rules=("infected.run.session", "infected.advance.session", "infected.equipment.durability_loss"), when=in_session)
def end_session(t: T, by: SeatId) -> None:
    """End the session: unmaintained weapons wear, survivors gain a skill point, and what was major an attribute."""
    close_session(t)


@cites("infected.run.session", "infected.advance.session", "infected.equipment.durability_loss")
def close_session(t: T) -> None:
    session_wear(t)
    for who in [p for p in t.state.people.values() if p.pc and not p.dead and not p.turned]:
        survived_session(t, who)
        session_reward(t, who)
    t.state.world.part = SessionPart.NOT_BEGUN
    t.state.world.session += 1
    t.say("session_ends", "infected.run.session", session=t.state.world.session - 1)
