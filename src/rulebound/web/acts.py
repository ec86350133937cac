"""Carrying out what a seat asks of its table. The socket and the HTTP addresses both end here."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec

from rulebound.kernel.advice import suggest
from rulebound.kernel.branch import LeftOut
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.explore import Tired
from rulebound.kernel.foresight import shown_of_answer, shown_of_command
from rulebound.kernel.game import in_words
from rulebound.kernel.live import LiveTable
from rulebound.kernel.odds import TooManyOutcomes, Uncountable
from rulebound.kernel.questions import ChooseOne
from rulebound.kernel.refusal import Refusal, Refused
from rulebound.kernel.seats import SeatId
from rulebound.kernel.showing import asked_of
from rulebound.kernel.table import Table
from rulebound.kernel.words import percent
from rulebound.play.undoing import undo_past_machines
from rulebound.web.frames import asked_at
from rulebound.web.messages import (
    Act,
    Advice,
    AskAdvice,
    AskChances,
    Cancel,
    Chances,
    Close,
    Do,
    GiveAnswer,
    LetDefault,
    NextArgument,
    Outlook,
    Overrule,
    Pause,
    Reply,
    Reseat,
    Say,
    TryOut,
    Undo,
)
from rulebound.web.moves import field, places, said
from rulebound.web.rooms import Room

LONGEST_NAME = 40
REPAIRS = ("set", "add", "remove")
PATIENCE = 1.0
"""Seconds of counting that a seat is worth; what is not counted by then is not shown."""
NOT_ASKED = Refusal("table.not_asked", "That question is answered already or was never asked.", "Look at what is asked now.")


async def perform(room: Room, by: SeatId, act: Act) -> Reply:
    match act:
        case NextArgument():
            return await _next_argument(room, by, act)
        case TryOut(command=command, args=args):
            async with room.lock:
                return _reply(act.ref, room.table.try_out(by, command, args))
        case AskChances():
            return await _chances(room, by, act)
        case AskAdvice():
            return await _advice(room, by, act)
        case Pause(on=on):
            return _reply(act.ref, await room.pause(by, on))
        case Say(text=text):
            return _reply(act.ref, await room.change(lambda table: table.speak(by, text)))
        case Reseat():
            return _reply(act.ref, await room.change(lambda table: _reseat(table, by, act)))
        case Undo():
            undo = LiveTable.undo if room.paused else undo_past_machines
            return _reply(act.ref, await room.play(by, lambda table: undo(table, by)))
        case _:
            return _reply(act.ref, await room.play(by, lambda table: _play(table, by, act)))


def _play(table: LiveTable[Any, Any], by: SeatId, act: Act) -> object:
    match act:
        case Do(command=command, args=args):
            return table.do(by, command, args)
        case GiveAnswer(id=id, value=value, whose=whose):
            return table.answer(SeatId(whose or by), _question(table, id), value, by)
        case LetDefault(id=id, whose=whose):
            return table.let_default_stand(SeatId(whose or by), _question(table, id), by)
        case Cancel():
            return table.cancel(by)
        case Overrule(answer=answer, value=value):
            return table.overrule(by, answer, value)
        case Close():
            return table.close(by)
        case _:
            raise AssertionError(act)


def _question(table: LiveTable[Any, Any], id: str) -> str:
    """The waiting question's id: whole, or as those see it who may only speak for the seat that is asked (`Frame.asked`)."""
    flight = table.flight
    return flight.id if flight is not None and id == asked_at(flight.id) else id


def _reseat(table: LiveTable[Any, Any], by: SeatId, act: Reseat) -> Refusal | None:
    seat = table.seats.get(SeatId(act.seat))
    if seat is None:
        return Refusal("table.no_such_seat", "There is no such seat.", f"Seats: {', '.join(table.seats)}.")
    name = seat.name if act.name is None else act.name.strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        return Refusal("table.bad_seat", "The seat's name does not fit.", f"1 to {LONGEST_NAME} characters.")
    machine = seat.machine if act.machine is None else act.machine
    real_dice = seat.real_dice if act.real_dice is None else act.real_dice
    return table.reseat(by, msgspec.structs.replace(seat, name=name, machine=machine, real_dice=real_dice))


async def _next_argument(room: Room, by: SeatId, act: NextArgument) -> Reply:
    async with room.lock:
        found = room.table.next_argument(by, act.command, act.args)
        if found is None:
            return Reply(act.ref, ok=True)
        if isinstance(found, Refusal):
            return _reply(act.ref, found)
        asked = field(found, room.table.game.name(room.table.state))
        if asked.name == "path" and act.command in REPAIRS:
            asked = msgspec.structs.replace(asked, suggested=places(room.table, by))
        return Reply(act.ref, ok=True, argument=asked)


async def _advice(room: Room, by: SeatId, act: AskAdvice) -> Reply:
    async with room.lock:
        if refusal := room.table.may_start(by):
            return _reply(act.ref, refusal)
        move = suggest(room.table, by)
    return Reply(act.ref, ok=True, advice=None if move is None else msgspec.convert(move, Advice, from_attributes=True))


# ------------------------------------------------------------------------------------------------ chances
async def _chances(room: Room, by: SeatId, act: AskChances) -> Reply:
    """Counted beside the table, on a copy, so that nobody waits for it."""
    async with room.lock:
        refusal = _countable(room.table, by, act)
        twin = room.table.fork()
    if refusal:
        return _reply(act.ref, refusal)
    async with room.counting:
        left_out: LeftOut | None = set() if act.itself else None
        counted = await asyncio.to_thread(_of_answers if act.id else _of_command, twin, by, act, _tired(PATIENCE), left_out)
    return Reply(act.ref, ok=True, chances=counted, more=bool(left_out))


def _tired(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def _countable(table: LiveTable[Any, Any], by: SeatId, act: AskChances) -> Refusal | None:
    if act.id:
        asked = table.flight is not None and table.flight.id == act.id and by in table.waiting_for()
        return None if asked else NOT_ASKED
    return table.try_out(by, act.command, act.args)


def _of_answers(table: LiveTable[Any, Any], by: SeatId, act: AskChances, tired: Tired, left_out: LeftOut | None) -> tuple[Chances, ...]:
    question = asked_of(table, by)
    options = question.options if isinstance(question, ChooseOne) else ()
    found = ((option, _counted(partial(shown_of_answer, table, by, option, tired, left_out))) for option in options)
    return tuple(Chances(option, outcomes) for option, outcomes in found if outcomes)


def _of_command(table: LiveTable[Any, Any], by: SeatId, act: AskChances, tired: Tired, left_out: LeftOut | None) -> tuple[Chances, ...]:
    command = table.command(act.command)
    assert command is not None
    args = command.read(Table(table.state, table.variants), by, act.args)
    outcomes = _counted(partial(shown_of_command, table, by, command.name, args, tired, left_out))
    return (Chances("", outcomes),) if any(outcome.says != in_words(()) for outcome in outcomes) else ()


def _counted(count: Callable[[], Distribution[str]]) -> tuple[Outlook, ...]:
    try:
        chances = count()
    except (TooManyOutcomes, Uncountable, Refused):
        return ()
    ranked = sorted(chances.fractions().items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Outlook(outcome, _fraction(chance), percent(chance)) for outcome, chance in ranked)


def _fraction(chance: Fraction) -> str:
    text = str(chance)
    return text if len(text) <= 40 else f"{float(chance):.12g}"


def _reply(ref: int, refusal: Refusal | None) -> Reply:
    return Reply(ref, ok=True) if refusal is None else Reply(ref, refusal=said(refusal))
