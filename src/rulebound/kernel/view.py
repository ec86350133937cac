"""Views: what one seat may see, described so that a client needs to know no game.

A game's `sheet.py` builds panels from what the seat is allowed; nothing is ever built whole and then cut down.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rulebound.kernel.entries import Thrown, unfold
from rulebound.kernel.modifiers import Modifier
from rulebound.kernel.questions import Question
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import Seat, SeatId


class Fact(msgspec.Struct, frozen=True, gc=False, tag="fact"):
    """A named value; a number unfolds into its sources."""

    name: str
    value: int | str
    sources: tuple[Modifier, ...] = ()


class Boxes(msgspec.Struct, frozen=True, gc=False, tag="boxes"):
    """A track of boxes, crossed up to `marked`."""

    name: str
    boxes: int
    marked: int
    said: str = ""


class Tokens(msgspec.Struct, frozen=True, gc=False, tag="tokens"):
    """A pool of tokens that somebody may spend."""

    name: str
    value: int
    most: int | None = None


class CardsShown(msgspec.Struct, frozen=True, gc=False, tag="cards"):
    """A hand or pile: the cards this seat may see, and how many more lie face down."""

    name: str
    cards: tuple[str, ...]
    face_down: int = 0


class Spot(msgspec.Struct, frozen=True, gc=False):
    """Something at a place of a map. On a plane x and y are yards; on a graph the zone says where."""

    id: str
    name: str
    friend: bool
    x: int = 0
    y: int = 0
    zone: str = ""


class MapShown(msgspec.Struct, frozen=True, gc=False, tag="map"):
    name: str
    spots: tuple[Spot, ...]
    zones: tuple[tuple[str, str], ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    places: tuple[tuple[str, int, int, int], ...] = ()
    """Where zones are drawn, for a map that says so: x and y in hundredths of its width and height, and the storey."""


Item = Fact | Boxes | Tokens | CardsShown | MapShown


class Panel(msgspec.Struct, frozen=True, gc=False):
    """A group of things to show: a sheet, the scene, the party. `brief` is all of it in a line; `mine` marks the seat's own sheets."""

    id: str
    title: str
    brief: str
    items: tuple[Item, ...]
    mine: bool = False


class Scene(msgspec.Struct, frozen=True, gc=False):
    """What a game shows of its state to one seat."""

    status: str
    panels: tuple[Panel, ...]
    always: tuple[Tokens | Boxes, ...] = ()
    """Pools and gauges that stay in sight whatever else is looked at."""


class Block(msgspec.Struct, frozen=True, gc=False):
    """A small table of a game master's screen: what it is called, its columns, its rows, and the rule behind it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    rule: str


class ScreenPanel(msgspec.Struct, frozen=True, gc=False):
    """One panel of that screen; `commands` are those a game master starts from it."""

    number: int
    title: str
    blocks: tuple[Block, ...]
    commands: tuple[str, ...] = ()


def block(title: str, columns: str, rule: str, rows: Iterable[Iterable[object]]) -> Block:
    return Block(title, tuple(columns.split(", ")), tuple(tuple(str(cell) for cell in row) for row in rows), rule)


class LogLine(msgspec.Struct, frozen=True, gc=False):
    """`place` counts only lines that this seat may see, so that gaps tell nothing."""

    place: int
    text: str
    kind: str
    rules: tuple[str, ...] = ()
    thrown: Thrown | None = None

    @property
    def why(self) -> tuple[str, ...]:
        """The line unfolded: dice, each modifier with its rule, and the rules that made it."""
        return tuple(unfold(self.thrown, self.rules))


class LegalArgument(msgspec.Struct, frozen=True, gc=False):
    """`values` are given for the first argument; those of a later one depend on what was chosen before it."""

    name: str
    meaning: str
    optional: bool
    values: tuple[str, ...] | None = None
    least: int | None = None
    most: int | None = None
    longest: int | None = None


class LegalCommand(msgspec.Struct, frozen=True, gc=False):
    """A command the seat may start, or the refusal it would meet."""

    name: str
    meaning: str
    rules: tuple[str, ...]
    arguments: tuple[LegalArgument, ...] = ()
    refusal: Refusal | None = None


class View(msgspec.Struct, frozen=True, gc=False):
    """Everything that is sent to one seat."""

    game: str
    seat: Seat
    seats: tuple[Seat, ...]
    scene: Scene
    log: tuple[LogLine, ...]
    waiting_for: tuple[SeatId, ...]
    question: Question | None
    prompt: str
    turns: int
    ending: str | None
    commitment: str
