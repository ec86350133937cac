"""The lobby's addresses: what can be played, making and joining tables, taking in a file."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import msgspec
import segno
from fastapi import APIRouter, Request, Response

from rulebound.games.catalogue import GAMES, find_game, rulebook
from rulebound.kernel.game import Game, Start, blank
from rulebound.kernel.journal import encode_record
from rulebound.kernel.live import LiveTable
from rulebound.kernel.savefile import FileProblem
from rulebound.kernel.savefile import load as load_file
from rulebound.kernel.seats import Role, Seat, SeatId
from rulebound.kernel.variants import VariantInfo, VariantProblem, describe, read_variants
from rulebound.kernel.view import ScreenPanel
from rulebound.kernel.words import can_be_written
from rulebound.store.sqlite import Kept, Sitting
from rulebound.store.writer import StoreProblem
from rulebound.web.schema import Problem, gives, json, read, takes
from rulebound.web.site import Site, site_of
from rulebound.web.tickets import cookie_name, hashed, new_table_id, new_ticket, well_formed

router = APIRouter(prefix="/api")

SCREEN = SeatId("screen")
LONGEST_TITLE = 80
LONGEST_SEAT = 24
MOST_SEATS = 16
LONGEST_QR = 500
BLANK = "Nothing on it yet: make characters, bring in foes, play freely."
YEAR = 365 * 24 * 3600


class SeatOffered(msgspec.Struct, frozen=True):
    id: str
    role: str
    name: str


class SceneOffered(msgspec.Struct, frozen=True):
    """A scene to open; the one without an id is a blank table."""

    id: str
    title: str
    about: str
    seats: tuple[SeatOffered, ...]


class GameOffered(msgspec.Struct, frozen=True):
    id: str
    title: str
    scenes: tuple[SceneOffered, ...]
    variants: tuple[VariantInfo, ...]


class GamesOffered(msgspec.Struct, frozen=True):
    games: tuple[GameOffered, ...]


class SeatWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who takes a seat: `me`, a `friend` by link, a `machine`, or `nobody`. A new name makes a new player."""

    id: str
    who: str = "friend"
    name: str = ""


class TableWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    scene: str = ""
    title: str = ""
    variants: dict[str, str | int | bool | list[int]] = {}
    seats: list[SeatWanted] = []
    screen: bool = False


class Link(msgspec.Struct, frozen=True):
    seat: str
    name: str
    role: str
    link: str


class TableMade(msgspec.Struct, frozen=True):
    table: str
    seat: str
    links: tuple[Link, ...] = ()


class TableSeen(msgspec.Struct, frozen=True):
    """A table this browser sits at; `problem` says why it cannot be opened."""

    table: str
    title: str
    game: str
    seat: str
    role: str = ""
    called: str = ""
    """What people call the seat."""
    asked: bool = False
    turns: int = 0
    ending: str | None = None
    problem: str | None = None


class TablesSeen(msgspec.Struct, frozen=True):
    tables: tuple[TableSeen, ...]


class Ticket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: str


class Health(msgspec.Struct, frozen=True):
    ok: bool
    tables: int
    version: str


class Screen(msgspec.Struct, frozen=True):
    """The game master's screen: tables to look at, and the commands at hand on each panel."""

    panels: tuple[ScreenPanel, ...]


class QrText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str


@router.get("/health", responses=gives(Health))
async def health(request: Request) -> Response:
    """Whether the server and its store work."""
    site = site_of(request.app)
    return json(Health(True, len(site.store.tables()), request.app.version))


@router.get("/games", responses=gives(GamesOffered))
async def games() -> Response:
    """Every game with its scenes and variants."""
    found = (find_game(id) for id in GAMES)
    return json(GamesOffered(tuple(_offered(game) for game in found if game is not None)))


@router.get("/games/{game}/screen", responses=gives(Screen))
async def screen(game: str) -> Response:
    """The game master's screen of a game as it is played unless a table says otherwise."""
    found = find_game(game) if game in GAMES else None
    return json(screen_of(found, read_variants(found.variants, {}) if found else None))


def screen_of(game: Game[Any, Any] | None, variants: object) -> Screen:
    if game is None or game.screen is None:
        raise Problem(404, "table.no_screen", "There is no game master's screen for this game.")
    return Screen(game.screen(variants))


def _offered(game: Game[Any, Any]) -> GameOffered:
    variants = read_variants(game.variants, {})
    scenes = [SceneOffered(scene.id, scene.title, scene.about, _seats(scene.start(variants))) for scene in game.scenes().values()]
    bare = SceneOffered("", "A blank table", BLANK, _seats(_bare(game, variants)))
    return GameOffered(game.id, game.title, (*scenes, bare), describe(game.variants))


def _bare(game: Game[Any, Any], variants: Any) -> Start[Any]:
    """A blank table, whose game master goes by the name that the game's scenes give them."""
    called = {seat.id: seat.name for scene in game.scenes().values() for seat in scene.start(variants).seats if seat.role is Role.GM}
    start = blank(game, variants)
    seats = tuple(msgspec.structs.replace(seat, name=called.get(seat.id, seat.name)) for seat in start.seats)
    return Start(start.state, seats)


def _seats(start: Start[Any]) -> tuple[SeatOffered, ...]:
    return tuple(SeatOffered(seat.id, seat.role, seat.name or seat.id) for seat in start.seats if seat.plays)


# ------------------------------------------------------------------------------------------------ making a table
@router.post("/tables", responses=gives(TableMade), openapi_extra=takes(TableWanted))
async def make_table(request: Request) -> Response:
    """Open a table. The links are shown only now."""
    wanted: TableWanted = await read(request, TableWanted)
    game = find_game(wanted.game) if wanted.game in GAMES else None
    if game is None:
        raise Problem(400, "table.no_such_game", f"There is no game called {wanted.game[:40]!r}.", f"Games: {', '.join(GAMES)}.")
    try:
        variants = read_variants(game.variants, wanted.variants)
    except VariantProblem as problem:
        raise Problem(400, "table.bad_variant", str(problem)) from None
    start, title = _start(game, wanted, variants)
    mine = _mine(start, wanted)
    table = LiveTable.open(game, Start(start.state, _seated(start, wanted, mine)), variants, title=title)
    return await _open(request, table, title, mine)


def _start(game: Game[Any, Any], wanted: TableWanted, variants: Any) -> tuple[Start[Any], str]:
    if len(wanted.title) > LONGEST_TITLE or not can_be_written(wanted.title):
        raise Problem(400, "table.bad_title", "The title does not fit.", f"At most {LONGEST_TITLE} characters.")
    if not wanted.scene:
        return _bare(game, variants), wanted.title or f"{game.title}, a blank table"
    scene = game.scenes().get(wanted.scene)
    if scene is None:
        known = ", ".join(game.scenes())
        raise Problem(400, "table.no_such_scene", f"{game.title} has no scene called {wanted.scene[:40]!r}.", f"Scenes: {known}.")
    return scene.start(variants), wanted.title or scene.title


def _mine(start: Start[Any], wanted: TableWanted) -> SeatId:
    """The seat of whoever makes the table: the one they say, else the game master's, else the first."""
    chosen = [SeatId(seat.id) for seat in wanted.seats if seat.who == "me"]
    if len(chosen) > 1:
        raise Problem(400, "table.bad_seats", "Two seats are said to be yours.", "Choose one.")
    playing = [seat for seat in start.seats if seat.plays]
    first = next((seat.id for seat in playing if seat.role is Role.GM), playing[0].id if playing else SeatId("gm"))
    return chosen[0] if chosen else first


def _seated(start: Start[Any], wanted: TableWanted, mine: SeatId) -> tuple[Seat, ...]:
    who = {seat.id: seat for seat in wanted.seats}
    seats = {seat.id: seat for seat in start.seats}
    if len(who) != len(wanted.seats) or len(who) > MOST_SEATS:
        raise Problem(400, "table.bad_seats", "A seat is named twice, or there are too many.", f"At most {MOST_SEATS}, each once.")
    for id, asked in who.items():
        plain = id.replace("_", "a").replace("-", "a")
        if asked.who not in ("me", "friend", "machine", "nobody"):
            raise Problem(400, "table.bad_seats", f"{asked.who[:20]!r} is nobody known.", "Say me, friend, machine or nobody.")
        if id not in seats and not (plain.isascii() and plain.isalnum() and plain.islower() and len(id) <= LONGEST_SEAT):
            raise Problem(400, "table.bad_seats", f"{id[:40]!r} cannot name a seat.", f"Up to {LONGEST_SEAT} small letters and digits.")
        if id == SCREEN:
            raise Problem(400, "table.bad_seats", "The shared screen is nobody's seat.", 'Ask for it with "screen": true.')
        if len(asked.name) > LONGEST_TITLE or not can_be_written(asked.name):
            raise Problem(400, "table.bad_seats", "A seat's name does not fit.", f"At most {LONGEST_TITLE} characters.")
        old = seats.get(SeatId(id), Seat(SeatId(id), Role.PLAYER, id.capitalize()))
        seats[old.id] = msgspec.structs.replace(old, name=asked.name or old.name, machine=asked.who == "machine" and id != mine)
    for id, asked in who.items():
        if asked.who == "nobody" and id != mine:
            del seats[SeatId(id)]
    if mine not in seats:
        raise Problem(400, "table.bad_seats", f"There is no seat called {mine[:40]!r}.", f"Seats: {', '.join(seats)}.")
    if wanted.screen:
        seats.setdefault(SCREEN, Seat(SCREEN, Role.SCREEN, "Shared screen"))
    return tuple(seats.values())


async def _open(request: Request, table: LiveTable[Any, Any], title: str, mine: SeatId) -> Response:
    """Keep the table and its tickets; sit its maker down."""
    site = site_of(request.app)
    kept = Kept(new_table_id(), table.game.id, title, table.seed)
    cookie = new_ticket()
    secrets = [("sessions", hashed(cookie), Sitting(kept.id, mine, True))]
    links = []
    for seat in table.seats.values():
        if seat.id != mine and not seat.machine:
            ticket = new_ticket()
            secrets.append(("links", hashed(ticket), Sitting(kept.id, seat.id, False)))
            links.append(Link(seat.id, seat.name or seat.id, seat.role, link_to(request, ticket)))
    await asyncio.wrap_future(site.store.make(kept, [encode_record(record) for record in table.journal], secrets))
    site.rooms.add(kept, table).wake()
    response = json(TableMade(kept.id, mine, tuple(links)))
    set_cookie(response, site, kept.id, cookie)
    return response


def link_to(request: Request, ticket: str) -> str:
    """The ticket stands behind a #: browsers keep that to themselves, so it is in no log and no referrer."""
    return f"{request.url.scheme}://{request.headers.get('host', '')}/join#{ticket}"


def set_cookie(response: Response, site: Site, table: str, ticket: str) -> None:
    response.set_cookie(cookie_name(table), ticket, max_age=YEAR, httponly=True, samesite="strict", secure=site.options.secure)


@router.post("/tables/import", responses=gives(TableMade))
async def import_table(request: Request) -> Response:
    """Take in a table's file. It is checked whole before anything is kept; whoever brings it takes the game master's seat."""
    data = await request.body()
    try:
        table = await asyncio.to_thread(load_file, data, find_game)
    except FileProblem as problem:
        raise Problem(400, "table.bad_file", f"The file is not taken: {problem}.") from None
    if table.game.id not in GAMES:
        raise Problem(400, "table.no_such_game", f"{table.game.title} cannot be played yet.")
    playing = [seat for seat in table.seats.values() if seat.plays]
    mine = next((seat.id for seat in playing if seat.role is Role.GM), playing[0].id if playing else SeatId("gm"))
    title = table.opened.title[:LONGEST_TITLE] or table.game.title
    return await _open(request, table, title, mine)


# ------------------------------------------------------------------------------------------------ joining and looking around
@router.post("/join", responses=gives(TableMade), openapi_extra=takes(Ticket))
async def join(request: Request) -> Response:
    """Exchange a link's ticket for a seat. A link can be used on several devices until it is made anew."""
    ticket: Ticket = await read(request, Ticket)
    site = site_of(request.app)
    sitting = site.store.sitting(hashed(ticket.token), "links") if well_formed(ticket.token) else None
    if sitting is None:
        raise Problem(401, "table.bad_link", "This link is not valid, or not any more.", "Ask whoever made the table for a new one.")
    cookie = new_ticket()
    await asyncio.wrap_future(site.store.sit("sessions", hashed(cookie), sitting))
    response = json(TableMade(sitting.table, sitting.seat))
    set_cookie(response, site, sitting.table, cookie)
    return response


@router.get("/tables", responses=gives(TablesSeen))
async def my_tables(request: Request) -> Response:
    """The tables that this browser sits at."""
    site = site_of(request.app)
    mine = [(kept, site.sitting(kept.id, request.cookies)) for kept in site.store.tables() if cookie_name(kept.id) in request.cookies]
    seen = [await _seen(site, kept, SeatId(sitting.seat)) for kept, sitting in mine if sitting]
    return json(TablesSeen(tuple(reversed(seen))))


async def _seen(site: Site, kept: Kept, seat: SeatId) -> TableSeen:
    try:
        room = site.rooms.open(kept.id)
    except StoreProblem as problem:
        return TableSeen(kept.id, kept.title, kept.game, seat, problem=str(problem))
    assert room is not None
    async with room.lock:
        table = room.table
        sits = table.seats.get(seat)
        role, called = (sits.role, sits.name) if sits else ("", "")
        ending = table.game.ending(table.state)
        return TableSeen(kept.id, kept.title, kept.game, seat, role, called, seat in table.waiting_for(), len(table.turns), ending)


@router.post("/qr", openapi_extra=takes(QrText), responses=gives(None))
async def qr(request: Request) -> Response:
    """A QR code of a link, as a picture."""
    wanted: QrText = await read(request, QrText)
    if not 0 < len(wanted.text) <= LONGEST_QR or not can_be_written(wanted.text):
        raise Problem(400, "table.bad_message", "That does not fit into a code.", f"1 to {LONGEST_QR} characters.")
    out = io.BytesIO()
    segno.make(wanted.text, micro=False).save(out, kind="svg", scale=4, border=2, xmldecl=False)
    return Response(out.getvalue(), media_type="image/svg+xml")


@router.get("/rules/{id}", responses=gives(None))
async def rule(id: str) -> Response:
    """What a rule says, where it stands, and how far the table carries it out."""
    game = id.partition(".")[0]
    book = rulebook(game) if game in GAMES else {}
    if id not in book:
        raise Problem(404, "table.no_such_rule", f"There is no rule called {id[:80]!r}.")
    return json(book[id])
