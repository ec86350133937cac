"""Taking back: undo with its guard, cancelling, overruling. Each is written in the journal and said in the log as what it was.

Undo is free to whoever made the move until it would cross a random result, another seat's answer, or something hidden that was
shown. Past that the game master can still do it, openly; where no game master sits, any player can.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rulebound.kernel.answers import check_whole
from rulebound.kernel.attempt import Given
from rulebound.kernel.entries import EVERYONE
from rulebound.kernel.journal import Cancelled, How, Overruled, Undid
from rulebound.kernel.questions import CHANCE, ChooseTogether, Question
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId
from rulebound.kernel.turn import Done, Outcome, RuledOut, Turn, Waiting
from rulebound.kernel.words import shown

if TYPE_CHECKING:
    from rulebound.kernel.live import LiveTable

S = TypeVar("S")
V = TypeVar("V")


def undo(table: LiveTable[S, V], by: SeatId) -> Outcome:
    if refusal := _may_play(table, by):
        return refusal
    turn = _last(table)
    if turn is None:
        return Refusal("table.nothing_to_undo", "Nothing has been done yet.")
    if table.flight and by in table.flight.shares:
        return _undo_share(table, by)
    keep = _answers_kept(table, turn) if table.flight else None
    crossed = _crosses(table, turn, keep, by)
    if crossed and not table.may_act_openly(by):
        return Refusal("table.undo_guard", f"That would take back {crossed}.", "The game master can do it, openly.")
    done = len(table.turns) - (0 if table.flight else 1)
    record = Undid(by, done, keep, bool(crossed))
    table.go_back_to(done)
    table.journal.append(record)
    _tell(table, "table.undid_openly" if crossed else "table.undid", by, turn)
    return Done() if keep is None else table.run(turn.with_answers(turn.answers[:keep]), [])


def _undo_share(table: LiveTable[S, V], by: SeatId) -> Outcome:
    """One's own share of a joint answer, while the others are still out."""
    flight = table.flight
    assert flight is not None
    table.journal.append(Undid(by, len(table.turns), len(flight.turn.answers)))
    del flight.shares[by]
    return Waiting(flight.id, flight.question)


def cancel(table: LiveTable[S, V], by: SeatId, why: str = "") -> Outcome:
    if refusal := _may_play(table, by):
        return refusal
    if not table.may_act_openly(by):
        return Refusal("table.gm_only", "Only the game master may cancel a command.")
    if table.flight is None:
        return Refusal("table.nothing_waits", "No command is waiting.")
    turn = table.flight.turn
    if _known_by_now(table, turn):
        return Refusal("table.already_revealed", "Something has been revealed already.", "Undo it openly, or let a default stand.")
    table.go_back_to(len(table.turns))
    table.journal.append(Cancelled(by, why))
    if why:
        _tell(table, "table.ruled_out", by, turn, why=why)
    else:
        _tell(table, "table.cancelled", by, turn)
    return Done()


def rule_out(table: LiveTable[S, V], by: SeatId, refusal: Refusal) -> Outcome:
    """By a judgement the command breaks a rule. Where it has shown something already, the judgement is refused instead."""
    dropped = cancel(table, by, str(refusal))
    return refusal if isinstance(dropped, Refusal) else RuledOut(refusal)


def overrule(table: LiveTable[S, V], by: SeatId, answer: int, value: object) -> Outcome:
    if refusal := _may_play(table, by):
        return refusal
    if not table.may_act_openly(by):
        return Refusal("table.gm_only", "Only the game master may overrule.")
    turn = _last(table)
    if turn is None or not isinstance(answer, int) or not 0 <= answer < len(turn.answers):
        return Refusal("table.no_such_answer", "The last turn has no such answer.", f"It has {len(turn.answers) if turn else 0}.")
    question, old = table.asked_in(turn)[answer], turn.answers[answer]
    if old.seat != by and table.plays(old.seat) and question.what in table.game.private:
        return Refusal("table.private", f"What {old.seat} could choose from is for the eyes of {old.seat} only.", "Take it back instead.")
    checked = check_whole(question, value)
    if isinstance(checked, Refusal):
        return Refusal(checked.rule, f"That does not fit what {old.seat} was asked.")
    trial = table.fork()
    trial.go_back_to(len(trial.turns) - (0 if trial.flight else 1))
    changed = turn.with_answers([*turn.answers[:answer], Given(old.seat, old.question, checked, How.OVERRULED, by)])
    changed.before = trial.snapshot()
    _tell(trial, "table.overruled", by, turn)
    outcome = trial.run(changed, [Overruled(by, answer, old.question, checked)])
    if not isinstance(outcome, Refusal):
        table.__dict__.update(trial.__dict__)
    return outcome


def overrulable(table: LiveTable[S, V], by: SeatId) -> list[tuple[int, Question, Given]]:
    """The answers of the last turn that this seat may replace and knows, by their place, with what was asked. No joint ones."""
    turn = _last(table)
    if turn is None or _may_play(table, by) or not table.may_act_openly(by):
        return []
    known: list[tuple[int, Question, Given]] = []
    for place, (question, given) in enumerate(zip(table.asked_in(turn), turn.answers, strict=True)):
        if _knows(table, by, turn, place, question) and not isinstance(question, ChooseTogether):
            known.append((place, question, given))
    return known


def _knows(table: LiveTable[S, V], by: SeatId, turn: Turn, place: int, question: Question) -> bool:
    """Dice and cards are as secret as the lines that tell of them; what others were offered and chose is theirs."""
    given = turn.answers[place]
    if isinstance(question, CHANCE):
        until = turn.said[place + 1] if place + 1 < len(turn.said) else None
        return all(entry.seen_by(by) for entry in turn.entries[turn.said[place] : until] if entry.thrown)
    return given.seat == by or not table.plays(given.seat)


def _last(table: LiveTable[S, V]) -> Turn | None:
    return table.flight.turn if table.flight else table.turns[-1] if table.turns else None


def _tell(table: LiveTable[S, V], kind: str, by: SeatId, turn: Turn, **more: str) -> None:
    """The command is named to those who saw something of it; the others learn only that something was taken back."""
    seen = {seat for entry in turn.entries for seat in entry.audience} | {turn.did.seat, by}
    told = EVERYONE if any(entry.audience == EVERYONE for entry in turn.entries) else tuple(s for s in table.seats if s in seen)
    table.notice(kind, told, by=by, command=turn.did.command, **more)
    if told != EVERYONE and (others := tuple(s for s in table.seats if s not in seen)):
        table.notice(f"{kind}_unseen", others, by=by)


def _may_play(table: LiveTable[S, V], by: SeatId) -> Refusal | None:
    if table.closed:
        return Refusal("table.closed", "This table is closed.")
    if not table.plays(by):
        return Refusal("table.only_looking", f"{shown(by)} does not play here.")
    return None


def _answers_kept(table: LiveTable[S, V], turn: Turn) -> int | None:
    """Up to the last answer that somebody gave; None if nobody has given any: then the command itself goes."""
    if table.flight and table.flight.shares:
        return len(turn.answers)
    for place in range(len(turn.answers) - 1, -1, -1):
        if not _nobodys(table, turn.answers[place]):
            return place
    return None


def _nobodys(table: LiveTable[S, V], given: Given) -> bool:
    """The stream's own, or a default that stood because nobody sits there."""
    return given.by == given.seat and (given.how is How.CHANCE or (given.how is How.DEFAULT and not table.plays(given.seat)))


def _crosses(table: LiveTable[S, V], turn: Turn, keep: int | None, by: SeatId) -> str:
    """What it would cross to keep only so many answers, or not even the command; in words, nothing if it is free."""
    if table.flight and table.flight.shares:
        return f"an answer of {', '.join(table.flight.shares)}"
    for given in (part for whole in turn.answers[keep or 0 :] for part in whole.parts):
        if given.how in (How.CHANCE, How.TYPED):
            return "a random result"
        if {given.seat, given.by} != {by} and not _nobodys(table, given):
            return f"an answer of {given.seat}"
    if keep is None and turn.did.seat != by:
        return f"a command of {turn.did.seat}"
    return "something that was shown" if _reveals(table, turn, 0 if keep is None else turn.said[keep]) else ""


def _reveals(table: LiveTable[S, V], turn: Turn, since: int = 0) -> bool:
    return any(entry.kind in table.game.reveals or entry.kind == "table.drew" for entry in turn.entries[since:])


def _known_by_now(table: LiveTable[S, V], turn: Turn) -> bool:
    """Dice, cards, a joint answer or something hidden has been seen."""
    chance = any(given.how in (How.CHANCE, How.TYPED) or isinstance(given.value, dict) for given in turn.answers)
    return chance or any(entry.thrown for entry in turn.entries) or _reveals(table, turn)
