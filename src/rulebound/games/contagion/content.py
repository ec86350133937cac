"""Gear, people, tables and stories, read from the packs: the book's facts and numbers, and what we made up ourselves."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from rulebound.games.contagion.people import Gear, Id, Ranks, Special, Survivor
from rulebound.kernel.cards import Card, is_joker, rank_of
from rulebound.kernel.citing import cites
from rulebound.kernel.packs import merge_packs, read_pack
from rulebound.kernel.seats import SeatId


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Survivor to take as is."""

    name: str
    concept: str
    ranks: Ranks
    psychotrigger: str
    gear: dict[str, Gear] = {}
    archetype: str = ""
    goal: str = ""


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sample: str
    seat: str


class SceneText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An evening: who plays whom, what it is about, and the frames of its scenes."""

    title: str
    about: str
    premise: str
    purpose: str
    contagion: str
    survivors: dict[str, Placed]
    frames: list[str] = []
    objectives: dict[str, int] = {}
    created: bool = True


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the quick Threat table."""

    role: str
    score: int


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    gear: dict[str, Gear] = {}
    samples: dict[str, Sample] = {}
    tables: dict[str, dict[str, str]] = {}
    threats: dict[str, Row] = {}
    lines: dict[str, list[str]] = {}
    scenes: dict[str, SceneText] = {}


@cache
def content() -> Content:
    """All packs that come with the game."""
    folder = files("rulebound.games.contagion") / "packs"
    texts = sorted((entry.name, entry.read_text(encoding="utf-8")) for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    return merge_packs([read_pack(text, name, Content) for name, text in texts])


# ------------------------------------------------------------------------------------------------ gear
@cache
def gear_kinds() -> list[str]:
    return list(content().gear)


@cites("contagion.gear.slot_table", "contagion.create.gear_slots_hint", "contagion.juice.samples")
def new_gear(kind: str) -> Gear:
    """One of a kind; it gets its id when somebody has it."""
    return msgspec.structs.replace(content().gear[kind], name=kind, id=Id(kind.lower().replace(" ", "-")))


@cache
def weapon_kinds() -> list[str]:
    return [name for name, item in content().gear.items() if item.weapon]


# ------------------------------------------------------------------------------------------------ people
@cites(
    "contagion.sample.carla_tomlinson", "contagion.sample.roger_devries", "contagion.sample.jian", "contagion.sample.mei_li",
)  # fmt: skip
def sample(name: str, id: str, seat: SeatId) -> Survivor:
    """A sample Survivor, with the sheet's ranks as maximums and the tokens of its Grit."""
    who = content().samples[name]
    ranks = msgspec.structs.asdict(who.ranks)
    gear = {key: msgspec.structs.replace(item, id=Id(key), name=item.name or key) for key, item in who.gear.items()}
    return Survivor(
        id=Id(id), name=who.name, seat=seat, archetype=who.archetype, concept=who.concept, goal=who.goal,
        psychotrigger=who.psychotrigger, maximum=msgspec.structs.replace(who.ranks), gear=gear, tokens=who.ranks.grit, **ranks,
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------ tables
FACES = {11: "J", 12: "Q", 13: "K", 14: "A", 15: "Joker"}
ORDER = {**{str(number): number for number in range(2, 11)}, "J": 11, "Q": 12, "K": 13, "A": 14, "Joker": 15}


def row_of(table: dict[str, str], card: Card) -> str:
    """What a table says of a card; rows are single ranks or spans such as `5-7`."""
    number = rank_of(card)
    for span, text in table.items():
        low, _, high = span.partition("-")
        if ORDER[low] <= number <= ORDER[high or low]:
            return text
    raise LookupError(f"no row for {card}")


@cites("contagion.cic.table.random_weapon", "contagion.weapon.random_draw")
def weapon_stat(stat: str, card: Card) -> str:
    return row_of(content().tables[f"weapon {stat}"], card)


@cites("contagion.cic.table.quick_archetype", "contagion.create.archetype_examples")
def quick_archetype(card: Card) -> str:
    return row_of(content().tables["archetype"], card)


@cites("contagion.cic.table.quick_psychotrigger", "contagion.create.psychotrigger_examples")
def quick_psychotrigger(card: Card) -> str:
    return row_of(content().tables["psychotrigger"], card)


@cites("contagion.cic.threat.quick_stats")
def quick_threat(card: Card) -> Row:
    number = rank_of(card)
    for span, row in content().threats.items():
        low, _, high = span.partition("-")
        if ORDER[low] <= number <= ORDER[high or low]:
            return row
    raise LookupError(f"no row for {card}")


def special_of(card: Card) -> Special | None:
    """None for a joker, which stands for two others."""
    return None if is_joker(card) else Special(weapon_stat("special", card))


# ------------------------------------------------------------------------------------------------ our own words
@cites("contagion.madness.demand_examples")
def demand(who: Survivor, number: int = 0) -> str:
    """A demand of ours that fits the stage, made around the Psychotrigger."""
    lines = content().lines[f"demand {who.stage}"]
    return lines[(number + len(who.owes)) % len(lines)].replace("*", who.psychotrigger or "that thing of yours")


def line(kind: str, number: int) -> str:
    """A line of narration of ours, for machine seats."""
    lines = content().lines[kind]
    return lines[number % len(lines)]
