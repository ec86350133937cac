"""What is sent to a seat: one frame that describes everything it may see and do, so that a client needs to know no game.

A frame to somebody who has had one before holds only the panels and log lines that are new to them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from rulebound.kernel import showing
from rulebound.kernel.entries import Names
from rulebound.kernel.live import LiveTable
from rulebound.kernel.modifiers import Modifier
from rulebound.kernel.notation import NotationError, parse_pool
from rulebound.kernel.questions import (
    AskNumber,
    AskText,
    ChooseOne,
    ChooseSome,
    ChooseTogether,
    DrawCards,
    Question,
    ShuffleCards,
    ThrowDice,
)
from rulebound.kernel.seats import Seat, SeatId
from rulebound.kernel.talk import TalkLine
from rulebound.kernel.view import Boxes, LogLine, Panel, Tokens
from rulebound.web.moves import Move, Option, labelled
from rulebound.web.sight import Sight, log, whose_turn

RECENT = 200
"""Log lines in a first frame; older ones are asked for."""
MOST_DICE_SHOWN = 40
THROWS = 6
"""So many tries to throw without a tie."""


class Ask(msgspec.Struct, frozen=True):
    """What a seat is asked, of any kind; the fields that a kind does not have are empty."""

    id: str
    kind: str
    what: str
    prompt: str
    options: tuple[Option, ...] = ()
    least: int = 0
    most: int = 0
    ordered: bool = False
    longest: int = 0
    default: str | int | tuple[str, ...] = ""
    judged: bool = False
    pool: str = ""
    dice: tuple[int, ...] = ()
    pile: str = ""
    count: int = 0
    modifiers: tuple[Modifier, ...] = ()


class LogPart(msgspec.Struct, frozen=True, gc=False):
    """Everything from a place on."""

    start: int = msgspec.field(name="from")
    lines: tuple[LogLine, ...]


class TalkPart(msgspec.Struct, frozen=True, gc=False):
    start: int = msgspec.field(name="from")
    lines: tuple[TalkLine, ...]


class May(msgspec.Struct, frozen=True, gc=False):
    """What the seat may do beside the game's own commands."""

    undo: bool
    cancel: bool
    overrule: bool
    repair: bool
    file: bool
    reseat: tuple[SeatId, ...]
    default_for: tuple[SeatId, ...]


class Frame(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="table"):
    n: int
    epoch: str
    table: str
    game: str
    title: str
    seat: Seat
    seats: tuple[Seat, ...]
    here: tuple[SeatId, ...]
    paused: bool
    closed: bool
    owner: bool
    turns: int
    ending: str | None
    commitment: str
    status: str
    always: tuple[Tokens | Boxes, ...]
    order: tuple[str, ...]
    panels: dict[str, Panel]
    log: LogPart
    talk: TalkPart
    waiting_for: tuple[SeatId, ...]
    to_act: SeatId | None
    asked: str
    """Names the waiting question to those who are not asked: where it came up, and nothing of what it offers."""
    question: Ask | None
    offered: tuple[str, ...]
    """Every command in order, by name; `commands` holds those that differ from what was sent before."""
    commands: tuple[Move, ...]
    may: May


class Around(msgspec.Struct, frozen=True, gc=False):
    """What a frame tells that the table itself does not know. `epoch` is the server's."""

    id: str
    title: str
    epoch: str
    here: tuple[SeatId, ...]
    paused: bool
    owner: bool


class Memory:
    """What one client has been sent, so that the next frame holds only what is new."""

    def __init__(self) -> None:
        self.epoch = ""
        self.panels: Mapping[str, Panel] = {}
        self.moves: Mapping[str, Move] = {}
        self.log: Sequence[LogLine] = ()
        self.talk = 0

    def resume(self, epoch: str, lines: Sequence[LogLine], said: int) -> None:
        """The client still has these lines of the log, and so many of talk, from before its connection was lost."""
        self.epoch, self.log, self.talk = epoch, lines, said

    def begin(self, epoch: str, lines: Sequence[LogLine]) -> None:
        """In another epoch a client starts with nothing of log and talk; older lines than these are asked for."""
        self.resume(epoch, lines[:-RECENT] if len(lines) > RECENT else (), 0)

    def new_panels(self, panels: Mapping[str, Panel]) -> dict[str, Panel]:
        had, self.panels = self.panels, panels
        return {} if had is panels else {id: panel for id, panel in panels.items() if had.get(id) != panel}

    def new_moves(self, moves: Mapping[str, Move]) -> tuple[Move, ...]:
        """Who may do nothing now still has the moves that were sent before."""
        if not moves or moves is self.moves:
            return ()
        had, self.moves = self.moves, moves
        return tuple([move for name, move in moves.items() if had.get(name) != move])

    def new_log(self, lines: Sequence[LogLine]) -> LogPart:
        """Lines of finished turns are kept as they are, so one that is the same object stands on the same ones."""
        had, self.log = self.log, lines
        same = len(lines) if had is lines else min(len(had), len(lines))
        while same and had[same - 1] is not lines[same - 1]:
            same -= 1
        return LogPart(same, tuple(lines[same:]))

    def new_talk(self, lines: Sequence[TalkLine]) -> TalkPart:
        had, self.talk = self.talk, len(lines)
        return TalkPart(had, tuple(lines[had:]))


def frame(table: LiveTable[Any, Any], sight: Sight, around: Around, memory: Memory) -> Frame:
    seen = sight.look(table)
    lines = sight.lines(table)
    epoch = f"{around.epoch}.{sight.epoch}"
    if memory.epoch != epoch:
        memory.begin(epoch, lines)
    return Frame(
        n=len(table.journal),
        epoch=epoch,
        table=around.id,
        game=table.game.id,
        title=around.title,
        seat=seen.seat,
        seats=tuple(table.seats.values()),
        here=around.here,
        paused=around.paused,
        closed=table.closed,
        owner=around.owner,
        turns=len(table.turns),
        ending=seen.ending,
        commitment=table.opened.commitment,
        status=seen.scene.status,
        always=seen.scene.always,
        order=seen.order,
        panels=memory.new_panels(seen.panels),
        log=memory.new_log(lines),
        talk=memory.new_talk(sight.talk(table)),
        waiting_for=table.waiting_for(),
        to_act=seen.to_act,
        asked=asked_at(table.flight.id) if table.flight else "",
        question=ask(table, seen.seat.id),
        offered=seen.offered,
        commands=memory.new_moves(seen.moves),
        may=may(table, seen.seat.id, around),
    )


def past(table: LiveTable[Any, Any], seat_id: SeatId, around: Around, turns: int) -> Frame:
    """The table as the seat could see it after so many turns: nothing is asked and nothing can be done."""
    seat = table.seats[seat_id]
    state = table.decode(table.state_before(turns))
    scene = showing.scene(table, seat, state)
    lines = tuple(log(table, seat_id, turns)[-RECENT:])
    return Frame(
        n=len(table.journal),
        epoch=around.epoch,
        table=around.id,
        game=table.game.id,
        title=around.title,
        seat=seat,
        seats=tuple(table.seats.values()),
        here=(),
        paused=around.paused,
        closed=table.closed,
        owner=around.owner,
        turns=turns,
        ending=table.game.ending(state),
        commitment=table.opened.commitment,
        status=scene.status,
        always=scene.always,
        order=tuple(panel.id for panel in scene.panels),
        panels={panel.id: panel for panel in scene.panels},
        log=LogPart(lines[0].place if lines else 0, lines),
        talk=TalkPart(0, ()),
        waiting_for=(),
        to_act=whose_turn(table, state, seat_id),
        asked="",
        question=None,
        offered=(),
        commands=(),
        may=May(False, False, False, False, False, (), ()),
    )


def may(table: LiveTable[Any, Any], seat: SeatId, around: Around) -> May:
    plays = table.plays(seat) and not table.closed
    openly = plays and table.may_act_openly(seat)
    gm = table.is_gm(seat) and plays
    return May(
        undo=plays and bool(table.turns or table.flight),
        cancel=openly and table.flight is not None,
        overrule=openly and bool(table.turns or table.flight),
        repair=gm,
        file=may_have_file(table, seat, around.owner),
        reseat=tuple(table.seats) if gm else (seat,) if plays else (),
        default_for=table.waiting_for() if openly else (),
    )


def may_have_file(table: LiveTable[Any, Any], seat: SeatId, owner: bool) -> bool:
    """The file holds every secret: it is for the game master, and for the owner who plays with machines alone."""
    if table.is_gm(seat) or not owner:
        return table.is_gm(seat)
    return all(other.machine or not other.plays or other.id == seat for other in table.seats.values())


# ------------------------------------------------------------------------------------------------ what is asked, what may be done
def asked_at(id: str) -> str:
    """A question's id without its mark: from the mark one could tell, by trying, what is offered."""
    return id.partition(".")[0]


def ask(table: LiveTable[Any, Any], seat: SeatId) -> Ask | None:
    question = showing.asked_of(table, seat)
    if question is None or table.flight is None:
        return None
    return described(table, table.flight.id, question, table.game.name(table.state))


def described(table: LiveTable[Any, Any], id: str, question: Question, name: Names) -> Ask:
    kind = str(question.__struct_config__.tag)
    told_by = table.game.told_by.get(question.what, {})
    return Ask(id, kind, question.what, showing.prompt(table, question), **_fields(question, name, told_by))


def _fields(question: Question, name: Names, told_by: Mapping[str, str]) -> dict[str, Any]:
    match question:
        case ChooseOne(options=options, default=default, judged=judged):
            return {"options": labelled(options, name, told_by), "default": default, "judged": judged}
        case ChooseTogether(options=options, default=default):
            return {"options": labelled(options[0], name), "default": default[0]}
        case ChooseSome(options=options, least=least, most=most, ordered=ordered, default=some):
            return {"options": labelled(options, name), "least": least, "most": most, "ordered": ordered, "default": some}
        case AskNumber(least=least, most=most, default=number):
            return {"least": least, "most": most, "default": number}
        case AskText(longest=longest, default=text):
            return {"longest": longest, "default": text}
        case ThrowDice(pool=pool, modifiers=modifiers):
            return {"pool": pool, "modifiers": modifiers, "dice": dice_of(pool)}
        case DrawCards(pile=pile, count=count) | ShuffleCards(pile=pile, count=count):
            return {"pile": pile, "count": count}


class _Enough(Exception):
    pass


@cache
def dice_of(pool: str) -> tuple[int, ...]:
    """The sides of the dice that are thrown first; explosions and throws to break a tie come on top. Empty where nobody can tell."""
    return min(filter(None, (_thrown(pool, random.Random(throw)) for throw in range(THROWS))), key=len, default=())


def _thrown(pool: str, chance: random.Random) -> tuple[int, ...]:
    """The sides of all dice of one throw that explodes nowhere."""
    sides: list[int] = []

    def die(of: int) -> int:
        sides.append(of)
        if len(sides) > MOST_DICE_SHOWN:
            raise _Enough
        return min(max(1, of - 1), chance.choice((2, 3, 4)))

    try:
        parse_pool(pool).throw(die)
    except (NotationError, _Enough):
        return ()
    return tuple(sides)
