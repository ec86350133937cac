"""The secret votes: four questions, sealed at the start, that pay whoever foresaw the answer."""

from __future__ import annotations

from rulebound.games.contagion.people import Id
from rulebound.games.contagion.state import T, Vote
from rulebound.games.contagion.tokens import gain
from rulebound.kernel.citing import cites


@cites("contagion.create.secret_votes")
def cast_votes(t: T) -> None:
    """Everybody names one Survivor for each question; nobody but the voter and the CiC knows whom. One alone has nobody else to name."""
    names = [s.id for s in t.state.survivors.values()]
    seats = list(dict.fromkeys(s.seat for s in t.state.survivors.values()))
    alone = len(names) == 1
    for question in Vote:
        named = dict.fromkeys(seats, names[0]) if alone else t.together("vote", dict.fromkeys(seats, names), (question.value,))
        for seat, whom in named.items():
            t.state.votes.setdefault(seat, {})[question.value] = whom
    t.say("votes_in", "contagion.create.secret_votes")


@cites("contagion.token.secret_vote_bonus")
def happened(t: T, question: Vote, whom: list[Id]) -> None:
    """The first to whom it happens closes the question, or all of them if one event makes it happen to several."""
    together = t.state.event and t.state.closed.get(question.value) == t.state.event
    if not whom or (question.value in t.state.came_true and not together):
        return
    t.state.came_true.setdefault(question.value, []).extend(whom)
    t.state.closed[question.value] = t.state.event
    for seat, votes in t.state.votes.items():
        if votes.get(question.value) in whom:
            pay_voter(t, seat)


def begin_event(t: T) -> None:
    """From here on it happens to all at once."""
    t.state.named += 1
    t.state.event = t.state.named


def end_event(t: T) -> None:
    t.state.event = 0


@cites("contagion.token.secret_vote_bonus")
def pay_voter(t: T, seat: str) -> None:
    """Into the stash of the living Survivor, or set aside for the next one."""
    voter = next((s for s in t.state.survivors.values() if s.seat == seat and s.alive), None)
    if voter:
        gain(t, voter, t.variants.vote_bonus, "contagion.token.secret_vote_bonus")
    else:
        t.state.owed[seat] = t.state.owed.get(seat, 0) + t.variants.vote_bonus
        t.say("vote_kept", "contagion.token.secret_vote_bonus", seat=seat, amount=t.variants.vote_bonus)


@cites("contagion.win.condition")
def score(t: T, who: Id) -> int:
    """Votes by others that named you in a question that you fulfilled."""
    own = t.state.survivors[who].seat
    return sum(
        1
        for seat, votes in t.state.votes.items()
        for question, whom in votes.items()
        if seat != own and whom == who and who in t.state.came_true.get(question, [])
    )
