"""A game: the parts that the kernel, the command line and the web table need to know of one rule set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from rulebound.kernel.commands import Command
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.entries import Entry, Names
from rulebound.kernel.policy import Policy
from rulebound.kernel.seats import Seat, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.view import Scene, ScreenPanel
from rulebound.kernel.yamltext import Document, read_yaml

S = TypeVar("S")
V = TypeVar("V")


@dataclass(frozen=True)
class Start(Generic[S]):
    """How a table begins: its state and the seats that play it."""

    state: S
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class SceneInfo(Generic[S, V]):
    """A scene of a pack that can be opened; `own` marks what is ours and not the book's."""

    id: str
    title: str
    about: str
    start: Callable[[V], Start[S]]


class Step(msgspec.Struct, frozen=True):
    """A step of making a character: what it is called, the arguments asked in it, and the rules that a build can break there."""

    title: str
    fields: tuple[str, ...]
    rules: tuple[str, ...] = ()


class Creation(msgspec.Struct, frozen=True):
    """How a character is made: a command whose arguments are asked in steps; others that make one by chance or take a sample."""

    command: str
    steps: tuple[Step, ...]
    random: str = ""
    samples: str = ""


def _never(t: Table[S, V], command: str) -> bool:
    return False


def _not_counted(t: Table[S, V], seat: SeatId, what: str, answer: str) -> Distribution[str] | None:
    return None


def _all_accounted(before: S, after: S, entries: Sequence[Entry]) -> list[str]:
    return []


@dataclass(frozen=True)
class Game(Generic[S, V]):
    id: str
    title: str
    version: int
    """Of the rules. A table remembers the one it was opened with."""
    state: type[S]
    variants: type[V]
    commands: Mapping[str, Command[S, V]]
    phrases: Mapping[str, str]
    """Every log entry, question and roll in words."""
    scenes: Callable[[], Mapping[str, SceneInfo[S, V]]]
    given: Callable[[Document, tuple[str | int, ...], V], Start[S]]
    """The start a case describes; the path says where in the document, so that errors name the line."""
    given_type: type[msgspec.Struct]
    """The parts of a case's `given`, for the reference, and a word on them."""
    given_help: str
    answers: Mapping[str, str]
    """Every question by its name, and what an answer to it looks like."""
    things: Mapping[str, type[msgspec.Struct]]
    """What state paths lead into: `a fighter`, `the table`."""
    show: Callable[[Table[S, V], Seat], Scene]
    find: Callable[[S], Callable[[str], object | None]]
    """What the first word of a state path means: people, vehicles and other things by their ids."""
    name: Callable[[S], Names]
    to_act: Callable[[S], SeatId | None]
    """The seat whose turn it is, if it is anybody's."""
    ending: Callable[[S], str | None]
    as_known: Callable[[S, SeatId, V], S | None]
    """The state as far as a seat knows it, for chances and suggestions shown to it; it may be changed. None: it knows too little."""
    policy: Policy[S, V]
    broken: Callable[[Table[S, V]], list[str]]
    """What should always hold of a state and does not, in words; for fuzzing and after repairs."""
    unaccounted: Callable[[S, S, Sequence[Entry]], list[str]] = _all_accounted
    """What a command changed though no line of its log says so; for fuzzing."""
    derived: Mapping[type, Mapping[str, Callable[[Table[S, V], Any], int]]] = field(default_factory=dict)
    """Numbers of each kind of thing that cases may expect at the end of a path though nothing keeps them: `ana.speed`."""
    outlook: Callable[[S, S], tuple[str, ...]] | None = None
    """What a command came to, each thing in a few words: the outcomes whose exact chances are shown; None where commands are not counted.
    It tells nothing of what rules do aside."""
    creation: Creation | None = None
    """For the builder; None where characters are not made at the table."""
    screen: Callable[[V], tuple[ScreenPanel, ...]] | None = None
    """The game master's screen, made of the tables that the rules use."""
    lint: Callable[[], Sequence[str]] | None = None
    """Where what the book prints disagrees with its own rules, each with the ruling used; not every game has such."""
    chapters: frozenset[str] = field(default_factory=frozenset)
    """Commands that open or end a scene: the places that somebody who reads the history jumps between."""
    blank: str = "{}"
    """The `given` of a table with nothing on it."""
    chances: Callable[[Table[S, V], SeatId, str, str], Distribution[str] | None] = _not_counted
    """What an answer to a question comes to, where the game counts it itself from what the seat knows."""
    stands_alone: Callable[[Table[S, V], str], bool] = _never
    """Whether this command is one thing, of which nothing hangs on what follows from it (`Table.aftermath`): then chances of the thing
    itself can be counted, which is quicker."""
    by_rolls: Callable[[Table[S, V], str], bool] = _never
    """Whether of this command the first roll (`Table.rolled`) says more than the outlook: what is found or made is known by hits."""
    private: frozenset[str] = field(default_factory=frozenset)
    """Questions whose options only the seat itself may know: nobody answers in its place, as a guess that fits or not would tell."""
    words: Callable[[], Mapping[str, Sequence[str]]] = dict
    """What things, places and the like are called, by sort: for the reference of cases."""
    told_by: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By question and answer, the rule that says what an answer means, where its name does not."""
    limits: Mapping[str, str] = field(default_factory=dict)
    """Questions whose range is a rule's own, and its id: an answer beyond it is refused by that rule."""
    reveals: frozenset[str] = field(default_factory=frozenset)
    """Kinds of entries that show hidden things; undo past them is the game master's."""


def blank(game: Game[S, V], variants: V) -> Start[S]:
    """A table with nothing on it."""
    return game.given(read_yaml(f"given: {game.blank}", "a blank table"), ("given",), variants)


def in_words(told: tuple[str, ...]) -> str:
    """An outlook as people read it."""
    return ", ".join(filter(None, map(str, told))) or "nothing more"
