"""What a seat is shown of a live table: its view and the commands it may start. Built from what it may know, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from rulebound.kernel.commands import MANY, AnyText, Argument, Command, Options
from rulebound.kernel.entries import Entry, fill, render
from rulebound.kernel.phrases import TABLE_PHRASES
from rulebound.kernel.questions import ChooseTogether, Question, text_form
from rulebound.kernel.refusal import Refusal, Refused
from rulebound.kernel.seats import Seat, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.view import LegalArgument, LegalCommand, LogLine, Scene, View
from rulebound.kernel.words import shown

if TYPE_CHECKING:
    from rulebound.kernel.live import LiveTable

S = TypeVar("S")
V = TypeVar("V")

RECENT = 200
"""Log lines in a view; older ones are asked for by their place."""


def view(table: LiveTable[S, V], seat_id: SeatId) -> View:
    seat = table.seats[seat_id]
    asked = asked_of(table, seat_id)
    return View(
        game=table.game.id,
        seat=seat,
        seats=tuple(table.seats.values()),
        scene=scene(table, seat),
        log=log(table, seat, last=RECENT),
        waiting_for=table.waiting_for(),
        question=asked,
        prompt=prompt(table, asked) if asked else "",
        turns=len(table.turns),
        ending=table.game.ending(table.state),
        commitment=table.opened.commitment,
    )


def scene(table: LiveTable[S, V], seat: Seat, state: S | None = None) -> Scene:
    """What the game shows of its state, as it is or as it was."""
    return table.game.show(Table(table.state if state is None else state, table.variants), seat)


def asked_of(table: LiveTable[S, V], seat: SeatId) -> Question | None:
    """What the seat is asked now; of a joint question only its own part."""
    if table.flight is None or seat not in table.waiting_for():
        return None
    question = table.flight.question
    return question.part_of(seat) if isinstance(question, ChooseTogether) else question


def entries(table: LiveTable[S, V], until: int | None = None) -> Iterator[Entry]:
    """Turn by turn, with the table's own notices between them, and what the waiting command has said so far.

    With `until` only so many turns, and nothing of what came after them.
    """
    notices = iter(table.notices)
    notice = next(notices, None)
    for place, turn in enumerate(table.turns[:until]):
        while notice and notice.after <= place:
            yield notice.entry
            notice = next(notices, None)
        yield from turn.entries
    if until is not None:
        return
    while notice:
        yield notice.entry
        notice = next(notices, None)
    if table.flight:
        yield from table.flight.turn.entries


def log(table: LiveTable[S, V], seat: Seat, since: int = 0, last: int | None = None, until: int | None = None) -> tuple[LogLine, ...]:
    """What the seat may read, in words. Lines are counted by what it may see, so that gaps tell nothing."""
    seen = [entry for entry in entries(table, until) if entry.seen_by(seat.id)]
    first = since if last is None else max(since, len(seen) - last)
    return tuple(line(table, entry, place) for place, entry in enumerate(seen[first:], first))


def line(table: LiveTable[S, V], entry: Entry, place: int) -> LogLine:
    return LogLine(place, say(table, entry), entry.kind, entry.rules, entry.thrown)


def say(table: LiveTable[S, V], entry: Entry) -> str:
    name = table.game.name(table.state)
    words = TABLE_PHRASES if entry.kind.startswith("table.") else table.game.phrases
    text = render(entry, words, name)
    if entry.thrown and entry.kind.startswith("roll."):
        text += f": {entry.thrown.pool} -> {entry.thrown.faces} = {entry.data['came']}"
    return text


def prompt(table: LiveTable[S, V], question: Question) -> str:
    """The question in words."""
    kind = {"roll": "roll", "draw": "draw"}.get(question.__struct_config__.tag or "", "ask")  # type: ignore[arg-type]
    about = {str(place): text for place, text in enumerate(question.about)}
    if kind == "draw":
        about["count"] = "the"
    return fill(table.game.phrases[f"{kind}.{question.what}"], dict(about), table.game.name(table.state))


def legal(table: LiveTable[S, V], seat: SeatId) -> tuple[LegalCommand, ...]:
    looking = Table(table.state, table.variants)
    refusal = table.may_start(seat)
    return tuple(_legal(command, looking, seat, refusal) for command in table.game.commands.values())


def _legal(command: Command[S, V], looking: Table[S, V], seat: SeatId, refusal: Refusal | None) -> LegalCommand:
    """`refusal`: what any command would meet."""
    refusal = refusal or command.when(looking, seat)
    if refusal:
        return LegalCommand(command.name, command.meaning, command.rules, (), refusal)
    if not command.needed and (not command.arguments or command.arguments[0].fixed):
        return _always_alike(command)
    first = command.arguments[0]
    offered = first.offer(looking, seat)
    if not command.possible(looking, seat, offered):
        rule = command.rules[0] if command.rules else "table.nothing_fits"
        refusal = Refusal(rule, f"There is nothing now that {command.name} could be done with.")
        return LegalCommand(command.name, command.meaning, command.rules, (), refusal)
    return LegalCommand(command.name, command.meaning, command.rules, (_argument(first, offered), *_later(command)))


@cache
def _always_alike(command: Command[S, V]) -> LegalCommand:
    """A command of which nothing depends on the state once it may be started."""
    first = tuple(_argument(argument, argument.offer()) for argument in command.arguments[:1])
    return LegalCommand(command.name, command.meaning, command.rules, (*first, *_later(command)))


@cache
def _later(command: Command[S, V]) -> tuple[LegalArgument, ...]:
    """The arguments after the first one. Nothing is said of their values, so they are always described alike."""
    return tuple(_argument(argument, None) for argument in command.arguments[1:])


def next_argument(table: LiveTable[S, V], seat: SeatId, name: str, given: Mapping[str, object]) -> LegalArgument | Refusal | None:
    looking = Table(table.state, table.variants)
    command = table.command(name)
    if command is None:
        return Refusal("table.unknown_command", f"There is no command called {shown(name)}.", "Ask for the legal ones.")
    if refusal := table.may_start(seat) or command.when(looking, seat):
        return refusal
    if not isinstance(given, Mapping):
        return Refusal("table.bad_arguments", f"{shown(given)} are no arguments.", "Give each by its name.")
    missing = next((place for place, argument in enumerate(command.arguments) if argument.name not in given), None)
    if missing is None:
        return None
    try:
        so_far = command.read_some(looking, seat, given, missing)
    except Refused as refused:
        return refused.refusal
    argument = command.arguments[missing]
    return _argument(argument, command.options(looking, seat, argument, tuple(so_far.values())))


def _argument(argument: Argument, options: Options | None) -> LegalArgument:
    plain = (argument.name, argument.meaning, argument.optional)
    if options is None:
        return LegalArgument(*plain)
    if isinstance(options, AnyText):
        return LegalArgument(*plain, longest=options.longest)
    if isinstance(options, range) and len(options) > MANY:
        return LegalArgument(*plain, least=options[0], most=options[-1])
    values = tuple([text_form(option) for option in options])
    if argument.optional and argument.default is not None and values == (text_form(argument.default),):
        return LegalArgument(argument.name, argument.meaning, False, values)  # there is nothing to choose
    return LegalArgument(*plain, values=values)
