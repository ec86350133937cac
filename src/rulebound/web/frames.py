"""What is sent to a seat: one frame that describes everything it may see and do, so that a client needs to know no game.

A frame to somebody who has had one before holds only the panels and log lines that are new to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rulebound.kernel import showing, talk
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
from rulebound.web.sight import Sight

RECENT = 200
"""Log lines in a first frame; older ones are asked for."""
MOST_DICE_SHOWN = 40


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


class LogPart(msgspec.Struct, frozen=True):
    """Everything from a place on."""

    start: int = msgspec.field(name="from")
    lines: tuple[LogLine, ...]


class TalkPart(msgspec.Struct, frozen=True):
    start: int = msgspec.field(name="from")
    lines: tuple[TalkLine, ...]


class May(msgspec.Struct, frozen=True):
    """What the seat may do beside the game's own commands."""

    undo: bool
    cancel: bool
    overrule: bool
    repair: bool
    file: bool
    reseat: tuple[SeatId, ...]
    default_for: tuple[SeatId, ...]


class Frame(msgspec.Struct, frozen=True, tag_field="is", tag="table"):
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


class Around(msgspec.Struct, frozen=True):
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
        self.panels: dict[str, Panel] = {}
        self.moves: dict[str, Move] = {}
        self.log: Sequence[LogLine] = ()
        self.talk = 0
        self.first = True

    def resume(self, lines: Sequence[LogLine], seen: int, said: int) -> None:
        """The client still has so many lines of the log and of talk from before its connection was lost."""
        self.log = lines[:seen]
        self.talk = said
        self.first = False

    def new_panels(self, panels: Sequence[Panel]) -> dict[str, Panel]:
        now = {panel.id: panel for panel in panels}
        new = {id: panel for id, panel in now.items() if self.panels.get(id) != panel}
        self.panels = now
        return new

    def new_moves(self, moves: Sequence[Move]) -> tuple[Move, ...]:
        new = tuple(move for move in moves if self.moves.get(move.name) != move)
        self.moves.update({move.name: move for move in new})
        return new

    def new_log(self, lines: Sequence[LogLine]) -> LogPart:
        """Lines of finished turns are kept as they are, so one that is the same object stands on the same ones."""
        same = min(len(self.log), len(lines))
        while same and self.log[same - 1] is not lines[same - 1]:
            same -= 1
        if self.first:
            same = max(same, len(lines) - RECENT)
        self.log = lines
        return LogPart(same, tuple(lines[same:]))


def frame(table: LiveTable[Any, Any], sight: Sight, around: Around, memory: Memory) -> Frame:
    seat, scene, legal, lines = sight.look(table)
    name = table.game.name(table.state)
    heard = talk.lines(table, seat.id, memory.talk)
    made = Frame(
        n=len(table.journal),
        epoch=f"{around.epoch}.{sight.epoch}",
        table=around.id,
        game=table.game.id,
        title=around.title,
        seat=seat,
        seats=tuple(table.seats.values()),
        here=around.here,
        paused=around.paused,
        closed=table.closed,
        owner=around.owner,
        turns=len(table.turns),
        ending=table.game.ending(table.state),
        commitment=table.opened.commitment,
        status=scene.status,
        always=scene.always,
        order=tuple(panel.id for panel in scene.panels),
        panels=memory.new_panels(scene.panels),
        log=memory.new_log(lines),
        talk=TalkPart(memory.talk, heard),
        waiting_for=table.waiting_for(),
        to_act=whose_turn(table, table.state, seat.id),
        asked=asked_at(table.flight.id) if table.flight else "",
        question=ask(table, seat.id, name),
        offered=tuple(move.name for move in legal),
        commands=memory.new_moves(legal),
        may=may(table, seat.id, around),
    )
    memory.talk += len(heard)
    memory.first = False
    return made


def whose_turn(table: LiveTable[Any, Any], state: Any, seat: SeatId) -> SeatId | None:
    """As the seat is told: what is anybody's is its own if it is among them, and nobody's else."""
    if anybodys := table.game.policy.anybodys(state):
        return seat if seat in anybodys else None
    return table.game.to_act(state)


def past(table: LiveTable[Any, Any], seat_id: SeatId, around: Around, turns: int) -> Frame:
    """The table as the seat could see it after so many turns: nothing is asked and nothing can be done."""
    seat = table.seats[seat_id]
    state = table.decode(table.state_before(turns))
    scene = showing.scene(table, seat, state)
    lines = showing.log(table, seat, last=RECENT, until=turns)
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
    alone = all(other.machine or not other.plays or other.id == seat for other in table.seats.values())
    return table.is_gm(seat) or (owner and alone)


# ------------------------------------------------------------------------------------------------ what is asked, what may be done
def asked_at(id: str) -> str:
    """A question's id without its mark: from the mark one could tell, by trying, what is offered."""
    return id.partition(".")[0]


def ask(table: LiveTable[Any, Any], seat: SeatId, name: Names) -> Ask | None:
    question = showing.asked_of(table, seat)
    if question is None or table.flight is None:
        return None
    return described(table, table.flight.id, question, name)


def described(table: LiveTable[Any, Any], id: str, question: Question, name: Names) -> Ask:
    kind = str(question.__struct_config__.tag)
    return Ask(id, kind, question.what, showing.prompt(table, question), **_fields(question, name))


def _fields(question: Question, name: Names) -> dict[str, Any]:
    match question:
        case ChooseOne(options=options, default=default, judged=judged):
            return {"options": labelled(options, name), "default": default, "judged": judged}
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


def dice_of(pool: str) -> tuple[int, ...]:
    """The sides of the dice that are thrown first; explosions and throws to break a tie come on top. Empty where nobody can tell."""
    sides: list[int] = []

    def die(of: int) -> int:
        sides.append(of)
        if len(sides) > MOST_DICE_SHOWN:
            raise _Enough
        return min(of, 3)

    try:
        parse_pool(pool).throw(die)
    except (NotationError, _Enough):
        return ()
    return tuple(sides)
