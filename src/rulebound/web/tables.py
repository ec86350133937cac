"""The addresses of one table: looking, acting, the past, notes, links, the builder. A cookie says which seat asks."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from rulebound.kernel import talk
from rulebound.kernel.game import Step
from rulebound.kernel.journal import Did, Plain
from rulebound.kernel.live import LiveTable
from rulebound.kernel.questions import Answer
from rulebound.kernel.savefile import save
from rulebound.kernel.seats import SeatId
from rulebound.kernel.takeback import overrulable
from rulebound.kernel.view import LogLine
from rulebound.kernel.words import can_be_written
from rulebound.store.sqlite import Sitting
from rulebound.web.acts import perform
from rulebound.web.frames import Ask, Frame, Memory, described, frame, may_have_file, past
from rulebound.web.lobby import Screen, link_to, screen_of
from rulebound.web.messages import (
    Act,
    AskAdvice,
    AskChances,
    Cancel,
    Close,
    Do,
    GiveAnswer,
    LetDefault,
    NextArgument,
    Overrule,
    Pause,
    Reply,
    Reseat,
    Say,
    TryOut,
    Undo,
)
from rulebound.web.rooms import Room
from rulebound.web.schema import Problem, gives, json, read, takes
from rulebound.web.sight import say, seat_called
from rulebound.web.site import site_of
from rulebound.web.tickets import cookie_name, hashed, new_ticket

router = APIRouter(prefix="/api/tables/{table}")

LONGEST_NOTE = 20_000
SHARED = "*"
ANEW = 4409
"""Sockets of a seat whose link was made anew are closed with this."""


class Lines(msgspec.Struct, frozen=True):
    lines: tuple[LogLine, ...]


class Given(msgspec.Struct, frozen=True):
    """An answer of the last turn: by its place, with what was asked."""

    answer: int
    seat: SeatId
    question: Ask
    value: Answer


class Answers(msgspec.Struct, frozen=True):
    answers: tuple[Given, ...]


class TurnSeen(msgspec.Struct, frozen=True):
    """A turn of the past as this seat may know it; who did what is told only where the seat saw something of it."""

    turn: int
    seat: str
    command: str
    says: str
    scene: bool = False
    """A scene, a fight or a session begins or ends here."""


class Turns(msgspec.Struct, frozen=True):
    turns: tuple[TurnSeen, ...]


class Notes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mine: str | None = None
    shared: str | None = None


class NewNotes(Notes, frozen=True, forbid_unknown_fields=True):
    was: str | None = None
    """The shared notes that the new ones were written over. If they have changed meanwhile they stay: nobody wipes out another's."""


class SeatState(msgspec.Struct, frozen=True):
    seat: str
    role: str
    name: str
    taken: bool
    machine: bool
    here: bool


class SeatStates(msgspec.Struct, frozen=True):
    seats: tuple[SeatState, ...]


class NewLink(msgspec.Struct, frozen=True):
    link: str


class Copy(msgspec.Struct, frozen=True):
    """A character made at another table of the same game, as it was asked for there."""

    table: str
    title: str
    args: dict[str, Plain]


class Builder(msgspec.Struct, frozen=True):
    command: str
    steps: tuple[Step, ...]
    random: str
    samples: str
    copies: tuple[Copy, ...]


def enter(request: Request, table: str) -> tuple[Room, Sitting]:
    """The room and the seat of whoever asks."""
    site = site_of(request.app)
    sitting = site.sitting(table, request.cookies)
    if sitting is None:
        raise Problem(401, "table.no_seat", "You have no seat at this table.", "Open the link you were given.")
    room = site.rooms.open(table)
    if room is None or room.seat(sitting.seat) is None:
        raise Problem(404, "table.no_such_table", "There is no such table, or no longer this seat at it.")
    return room, sitting


# ------------------------------------------------------------------------------------------------ looking
@router.get("", responses=gives(Frame))
async def look(request: Request, table: str) -> Response:
    """Everything this seat may see and do, whole."""
    room, sitting = enter(request, table)
    async with room.lock:
        return json(frame(room.table, room.sight(SeatId(sitting.seat)), room.around(sitting.owner), Memory()))


@router.get("/log", responses=gives(Lines))
async def log(request: Request, table: str, since: int = 0) -> Response:
    """The whole log from a place on."""
    room, sitting = enter(request, table)
    if since < 0:
        raise Problem(400, "table.bad_place", "The log begins at 0.")
    async with room.lock:
        return json(Lines(tuple(room.sight(SeatId(sitting.seat)).lines(room.table)[since:])))


@router.get("/history", responses=gives(Turns))
async def turns(request: Request, table: str) -> Response:
    """Every turn that stands, in a line each."""
    room, sitting = enter(request, table)
    async with room.lock:
        return json(Turns(tuple(_turns(room.table, SeatId(sitting.seat)))))


def _turns(table: LiveTable[Any, Any], seat: SeatId) -> list[TurnSeen]:
    seen = []
    for number, turn in enumerate(table.turns, 1):
        first = next((entry for entry in turn.entries if entry.seen_by(seat)), None)
        if first is None:
            seen.append(TurnSeen(number, "", "", ""))
        else:
            opens = turn.did.command in table.game.chapters
            seen.append(TurnSeen(number, turn.did.seat, turn.did.command, say(table, first), opens))
    return seen


@router.get("/history/{turn}", responses=gives(Frame))
async def history(request: Request, table: str, turn: int) -> Response:
    """The table as this seat could see it after so many turns."""
    room, sitting = enter(request, table)
    async with room.lock:
        if not 0 <= turn <= len(room.table.turns):
            raise Problem(404, "table.no_such_turn", f"There are {len(room.table.turns)} turns.", "Ask for one of them, or 0.")
        return json(past(room.table, SeatId(sitting.seat), room.around(sitting.owner), turn))


@router.get("/transcript", responses=gives(None))
async def transcript(request: Request, table: str) -> Response:
    """The session as a text to read: what this seat saw and heard."""
    room, sitting = enter(request, table)
    seat = SeatId(sitting.seat)
    async with room.lock:
        lines = [line.text for line in room.sight(seat).lines(room.table)]
        heard = [_spoken(room.table, line) for line in talk.lines(room.table, seat)]
    spoken = ["", "Said at the table", "-----------------", *heard] if heard else []
    text = "\n".join([room.title, "=" * len(room.title), "", *lines, *spoken, ""])
    return Response(text, media_type="text/plain; charset=utf-8")


def _spoken(table: LiveTable[Any, Any], line: talk.TalkLine) -> str:
    to = f" to {', '.join(seat_called(table, seat) for seat in line.to)}" if line.to else ""
    dice = f"{line.thrown.pool} -> {line.thrown.faces} = {line.came} " if line.thrown else ""
    return f"{seat_called(table, line.by)}{to}: {dice}{line.text}".rstrip()


@router.get("/file", responses=gives(None))
async def file(request: Request, table: str) -> Response:
    """The table's file, every secret included."""
    room, sitting = enter(request, table)
    async with room.lock:
        if not may_have_file(room.table, SeatId(sitting.seat), sitting.owner):
            raise Problem(403, "table.gm_only", "The file holds everybody's secrets.", "The game master may take it.")
        data = save(room.table)
    headers = {"Content-Disposition": f'attachment; filename="{room.table.game.id}-{room.id}.rulebound"'}
    return Response(data, media_type="application/octet-stream", headers=headers)


@router.get("/answers", responses=gives(Answers))
async def answers(request: Request, table: str) -> Response:
    """The answers of the last turn that you may overrule, as far as you know them."""
    room, sitting = enter(request, table)
    async with room.lock:
        return json(Answers(tuple(_answers(room.table, SeatId(sitting.seat)))))


def _answers(table: LiveTable[Any, Any], seat: SeatId) -> list[Given]:
    name = table.game.name(table.state)
    return [Given(place, given.seat, described(table, "", asked, name), given.value) for place, asked, given in overrulable(table, seat)]


# ------------------------------------------------------------------------------------------------ acting
def _acting(path: str, kind: type[Act], about: str) -> None:
    @router.post(path, responses=gives(Reply), openapi_extra=takes(kind), description=about, operation_id=f"act{path.replace('/', '_')}")
    async def act(request: Request, table: str) -> Response:
        room, sitting = enter(request, table)
        message = await read(request, kind)
        reply = await perform(room, SeatId(sitting.seat), message)
        return json(reply, 409 if reply.refusal else 200)


for _path, _kind in (
    ("/do", Do), ("/answer", GiveAnswer), ("/default", LetDefault), ("/undo", Undo), ("/cancel", Cancel), ("/overrule", Overrule),
    ("/say", Say), ("/reseat", Reseat), ("/pause", Pause), ("/close", Close), ("/argument", NextArgument), ("/try", TryOut),
    ("/chances", AskChances), ("/advice", AskAdvice),
):  # fmt: skip
    _acting(_path, _kind, _kind.__doc__ or "")


# ------------------------------------------------------------------------------------------------ notes and links
@router.get("/notes", responses=gives(Notes))
async def notes(request: Request, table: str) -> Response:
    """Your own notes and those everybody shares."""
    _, sitting = enter(request, table)
    store = site_of(request.app).store
    return json(Notes(store.note(table, sitting.seat), store.note(table, SHARED)))


@router.put("/notes", responses=gives(Notes), openapi_extra=takes(NewNotes))
async def put_notes(request: Request, table: str) -> Response:
    """Keep your own notes, the shared ones, or both; what is kept now comes back."""
    room, sitting = enter(request, table)
    wanted: NewNotes = await read(request, NewNotes)
    store = site_of(request.app).store
    if any(len(text or "") > LONGEST_NOTE or not can_be_written(text or "") for text in (wanted.mine, wanted.shared)):
        raise Problem(400, "table.bad_note", "The note does not fit.", f"At most {LONGEST_NOTE} characters.")
    if wanted.shared is not None and not room.table.plays(SeatId(sitting.seat)):
        raise Problem(403, "table.only_looking", "Only those who play write the shared notes.")
    async with room.lock:
        shared = None if wanted.was not in (None, store.note(table, SHARED)) else wanted.shared
        for seat, text in ((sitting.seat, wanted.mine), (SHARED, shared)):
            if text is not None:
                await asyncio.wrap_future(store.put_note(table, seat, text))
    return json(Notes(store.note(table, sitting.seat), store.note(table, SHARED)))


@router.get("/links", responses=gives(SeatStates))
async def links(request: Request, table: str) -> Response:
    """Every seat, and whether somebody has sat down at it."""
    room, _ = enter(request, table)
    taken = site_of(request.app).store.taken(table)
    here = room.here
    states = (SeatState(s.id, s.role, s.name or s.id, s.id in taken, s.machine, s.id in here) for s in room.table.seats.values())
    return json(SeatStates(tuple(states)))


@router.post("/links/{seat}", responses=gives(NewLink))
async def new_link(request: Request, table: str, seat: str) -> Response:
    """Make a seat's link anew: the old one and everybody who came by it are out."""
    room, sitting = _host(request, table, seat)
    store = site_of(request.app).store
    ticket = new_ticket()
    if seat != sitting.seat:
        await asyncio.wrap_future(store.unseat(table, seat))
        room.send_away(seat, ANEW)
    await asyncio.wrap_future(store.sit("links", hashed(ticket), Sitting(table, seat, False)))
    return json(NewLink(link_to(request, ticket)))


@router.delete("/links/{seat}", responses=gives(SeatStates))
async def revoke(request: Request, table: str, seat: str) -> Response:
    """Void a seat's link and send away whoever came by it."""
    room, sitting = _host(request, table, seat)
    if seat == sitting.seat:
        raise Problem(409, "table.own_seat", "You would lock yourself out.", "Hand the table over first.")
    await asyncio.wrap_future(site_of(request.app).store.unseat(table, seat))
    room.send_away(seat, ANEW)
    return await links(request, table)


def _host(request: Request, table: str, seat: str) -> tuple[Room, Sitting]:
    room, sitting = enter(request, table)
    if not (sitting.owner or room.table.is_gm(SeatId(sitting.seat))):
        raise Problem(403, "table.gm_only", "Only the game master or whoever made the table invites.")
    if room.seat(seat) is None:
        raise Problem(404, "table.no_such_seat", "There is no such seat.", f"Seats: {', '.join(room.table.seats)}.")
    return room, sitting


# ------------------------------------------------------------------------------------------------ the screen, making characters
@router.get("/screen", responses=gives(Screen))
async def screen(request: Request, table: str) -> Response:
    """The game master's screen with this table's variants."""
    room, _ = enter(request, table)
    return json(screen_of(room.table.game, room.table.variants))


@router.get("/builder", responses=gives(Builder))
async def builder(request: Request, table: str) -> Response:
    """How a character is made in this game, step by step, and those you have made at other tables."""
    room, _ = enter(request, table)
    creation = room.table.game.creation
    if creation is None:
        raise Problem(404, "table.no_builder", "Characters are not made at the table in this game.")
    copies = tuple(_copies(request, room, creation.command))
    return json(Builder(creation.command, creation.steps, creation.random, creation.samples, copies))


def _copies(request: Request, room: Room, command: str) -> list[Copy]:
    site = site_of(request.app)
    found: list[Copy] = []
    for kept in site.store.tables():
        sitting = site.sitting(kept.id, request.cookies) if cookie_name(kept.id) in request.cookies else None
        other = site.rooms.open(kept.id) if sitting and kept.game == room.table.game.id else None
        if other is not None and sitting is not None:
            made = [record for record in other.table.journal if isinstance(record, Did)]
            found += [Copy(kept.id, kept.title, did.args) for did in made if did.command == command and did.seat == sitting.seat]
    return found
