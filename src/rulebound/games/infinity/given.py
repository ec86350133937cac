"""What a case may lay down: people, zones, cover, pools, and whose turn it is. Only what matters has to be given."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Annotated, TypeVar

import msgspec

from rulebound.games.infinity.content import carry, content, hands_needed, sample, wear
from rulebound.games.infinity.given_vehicles import lay_board, lay_vehicle
from rulebound.games.infinity.momentum import pool_cap
from rulebound.games.infinity.networks import NOBODYS, network
from rulebound.games.infinity.people import BreachEffect, Carried, Category, Character, Harm, Id, Note, Stress
from rulebound.games.infinity.skills import Attribute, Ranks, Skill
from rulebound.games.infinity.squads import lead
from rulebound.games.infinity.state import Ambience, Cover, Infinity, Lying, Phase, T, Terrain, full_track, pair
from rulebound.games.infinity.terms import attribute_named, skill_named
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.kernel.game import Start
from rulebound.kernel.paths import PathProblem, put
from rulebound.kernel.pools import SharedPool
from rulebound.kernel.seats import GM, SeatId, SeatWord, seats_for
from rulebound.kernel.table import Table
from rulebound.kernel.turns import PlayersFirst
from rulebound.kernel.yamltext import Data, Document, Path
from rulebound.kernel.zones import Link, Zone, ZoneMap

K = TypeVar("K", Attribute, Skill)
HERE = "here"
AVERAGE = 10


class GivenNetwork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A network of a place."""

    firewall: int
    security: int = 0
    rating: Category = Category.ELITE
    zones: list[str] = []
    systems: dict[str, list[BreachEffect]] = {}
    possessed: dict[str, Id] = {}
    side: str = NOBODYS


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of `given`."""

    people: Annotated[dict[str, dict[str, object]], Note(description="by id: a sample and what differs")]
    zones: Annotated[list[list[str]], Note(description="rows of zones, each joined to the next: `[[roof, stairs, yard]]`")] = []
    heights: Annotated[dict[str, int], Note(description="by zone: its storey, where it is not the ground")] = {}
    extreme_from: Annotated[int | None, Note(description="zones from which on a range is Extreme")] = None
    terrain: Annotated[dict[str, Terrain], Note(description="by zone: how movement is hampered")] = {}
    ambience: Annotated[dict[str, list[Ambience]], Note(description="by zone: light, noise and weather")] = {}
    networks: Annotated[dict[str, GivenNetwork], Note(description="by id: networks of places")] = {}
    covers: Annotated[dict[str, Cover], Note(description="by id: name, zone and dice")] = {}
    ground: Annotated[dict[str, Lying], Note(description="by id: weapons that lie about")] = {}
    reach: Annotated[list[tuple[str, str]], Note(description="pairs within Reach of each other")] = []
    momentum: Annotated[int, Note(description="the group pool")] = 0
    heat: Annotated[int, Note(description="the Heat pool")] = 0
    turn: Annotated[str | None, Note(description="whose turn it is: there is an action scene")] = None
    action: Annotated[bool, Note(description="there is an action scene and nobody's turn has begun")] = False
    round: Annotated[int, Note(description="the number of the round")] = 1
    acted: Annotated[list[str], Note(description="who has had a turn this round")] = []
    vehicles: Annotated[dict[str, dict[str, object]], Note(description="by id: a kind and what differs; `aboard` says who sits where")] = {}
    board: Annotated[dict[str, object] | None, Note(description="a scene of the book: `{stage: park, map: park}`; lays out its map")] = None
    seats: Annotated[dict[str, SeatWord], Note(description="`gm: empty` for a table without a game master; other seats by role")] = {}
    variants: Annotated[dict[str, object], Note(description="variants that differ from their defaults")] = {}


GIVEN_HELP = """
`people: {ana: {skills: {stealth: [2, 1]}, attributes: {agility: 9}}, thug: {category: Trooper}, vera: {sample: hacker}}`. Somebody is a
`sample` of the packs (lieutenant, rifleman, marksman, hacker, paramedic, infiltrator, gangster, police officer, bratva biker, specialist)
or, without one, a player character with 10 in every attribute, no skill, no gear and no Infinity points; any path of a person below may
be given besides. Tracks are full by their formulas unless given; `injuries`, `traumas` and `breaches` count harms. `weapons: {gun: assault
rifle}` is a weapon in hand, `weapons: {gun: {kind: assault rifle, hands: 0, reloads: 3}}` says more; `armour` is the name of a suit.
A player character is its own seat, named by its id; NPCs are the game master's, `gm`. Everybody is in one zone, `here`, unless `zones` and
`zone` say otherwise.

`vehicles: {car: {kind: car, zone: here, aboard: {ana: commander, bo: passenger}}}`. Kinds: car, truck, motorcycle, iguana, loadlifter;
`each: true` for motorcycles of a Mob, `operator` for who commands a Remote (whose own mind is `<id>-mind`). A vehicle's network is
`<id>-network`. Maps for `board`: festival, streets, park, underpass.
"""

SPECIAL = (
    "sample", "attributes", "skills", "weapons", "armour", "injuries", "traumas", "breaches", "category", "infinity", "gear", "leader",
)  # fmt: skip
HARMS = {"injuries": Harm.PHYSICAL, "traumas": Harm.MENTAL, "breaches": Harm.DIGITAL}


def given(document: Document, path: Path, variants: InfinityVariants) -> Start[Infinity]:
    """The start that a case describes."""
    if not isinstance(document.at(path), dict) or path[-1] != "given":
        raise document.problem(path, "a case of infinity needs `given: {people: {...}}`")
    laid = document.convert(Given, path)
    state = Infinity(people={}, map=_zones(laid), extreme_from=laid.extreme_from, terrain=dict(laid.terrain), covers=dict(laid.covers))
    t: T = Table(state, variants)
    if laid.board is not None:
        lay_board(document, (*path, "board"), t)
    for id in laid.people:
        state.people[id] = _person(document, (*path, "people", id), t)
    for who in state.people.values():
        who.zone = who.zone or next(iter(state.map.zones))
        if who.zone not in state.map.zones:
            raise document.problem((*path, "people", who.id, "zone"), f"there is no zone {who.zone}")
    for id in laid.vehicles:
        lay_vehicle(document, (*path, "vehicles", id), t)
    state.reach = [pair(a, b) for a, b in laid.reach]
    players = [p.id for p in state.people.values() if p.hero]
    state.momentum = SharedPool(name="Momentum", start=laid.momentum, cap=pool_cap(variants, len(players)))
    state.heat.start = laid.heat
    state.ambience, state.ground = laid.ambience, laid.ground
    for id, n in laid.networks.items():
        zones = n.zones or [next(iter(state.map.zones))]
        state.people[id] = network(id, id, n.rating, n.firewall, n.security, zones, n.systems, n.side)
        state.people[id].possessed = n.possessed
    if laid.turn is not None and laid.turn not in state.people:
        raise document.problem((*path, "turn"), f"there is nobody called {laid.turn}")
    if laid.turn is not None or laid.action:
        state.phase, state.current = Phase.ACTION, Id(laid.turn) if laid.turn else None
        gap = None if variants.interrupts_per_gap == "any" else variants.interrupts_per_gap
        npcs = [p.id for p in state.people.values() if not p.hero and p.active]
        state.turns = PlayersFirst(
            players=[str(p) for p in players], npcs=[str(p) for p in npcs], number=laid.round, done=list(laid.acted), interrupts_per_gap=gap
        )
        if laid.turn and laid.turn not in state.turns.may_act():
            state.turns.interrupting = laid.turn
    return Start(state, seats_for((p.seat for p in state.people.values()), laid.seats))


def _zones(laid: Given) -> ZoneMap:
    rows = laid.zones or [[HERE]]
    zones = {name: Zone(name, name, height=laid.heights.get(name, 0)) for row in rows for name in row}
    return ZoneMap(zones, [Link(a, b) for row in rows for a, b in pairwise(row)])


def _person(document: Document, path: Path, t: T) -> Character:
    id, laid = str(path[-1]), _mapping(document, path)
    if "sample" in laid:
        kind = str(laid["sample"])
        if kind not in content().people:
            raise document.problem((*path, "sample"), f"there is no sample {kind}: {', '.join(content().people)}")
        who = sample(t, kind, id, called=id)
    else:
        category = document.convert(Category, (*path, "category")) if "category" in laid else Category.HERO
        blank = Stress(full=0, left=0)
        who = Character(
            id=Id(id), name=id, category=category, side="heroes" if category is Category.HERO else "adversaries",
            attributes=dict.fromkeys(Attribute, AVERAGE), vigour=blank, resolve=blank, firewall=blank,
        )  # fmt: skip
    who.seat = SeatId(id) if who.hero else GM
    for word in _mapping(document, (*path, "attributes")) if "attributes" in laid else ():
        there = (*path, "attributes", word)
        who.attributes[_named(document, there, attribute_named, Attribute)] = document.convert(int, there)
    for word in _mapping(document, (*path, "skills")) if "skills" in laid else ():
        there = (*path, "skills", word)
        who.skills[_named(document, there, skill_named, Skill)] = document.convert(Ranks, there)
    if "sample" not in laid:
        who.vigour, who.resolve, who.firewall = (_full(t, who, harm) for harm in Harm)
    who.infinity = SharedPool(name="Infinity points", start=_number(document, path, laid, "infinity"), cap=t.variants.infinity_points_cap)
    for key, harm in HARMS.items():
        stress = {Harm.PHYSICAL: who.vigour, Harm.MENTAL: who.resolve, Harm.DIGITAL: who.firewall}[harm]
        stress.harms = _number(document, path, laid, key)
    _equip(document, path, who, laid)
    if "leader" in laid:
        lead(t, who, str(laid["leader"]))
    for key, value in laid.items():
        if key not in SPECIAL:
            try:
                put(who, key, value)
            except PathProblem as problem:
                raise document.problem((*path, key), str(problem)) from None
    return who


def _named(document: Document, path: Path, find: Callable[[str], K], kind: type[K]) -> K:
    try:
        return find(str(path[-1]))
    except ValueError:
        raise document.problem(path, f"there is no {kind.__name__.lower()} {path[-1]}: {', '.join(kind)}") from None


def _full(t: T, who: Character, harm: Harm) -> Stress:
    full = full_track(t, who.category, who.attributes, who.skills, harm)
    return Stress(full=full, left=full)


def _equip(document: Document, path: Path, who: Character, laid: dict[str, Data]) -> None:
    if "armour" in laid:
        name = str(laid["armour"])
        if name not in content().armour:
            raise document.problem((*path, "armour"), f"there is no armour {name}: {', '.join(content().armour)}")
        wear(who, name)
    if "gear" in laid:
        carry(who, document.convert(list[str], (*path, "gear")))
    for id in _mapping(document, (*path, "weapons")) if "weapons" in laid else ():
        there = (*path, "weapons", id)
        arms = document.at(there)
        item = Carried(kind=arms) if isinstance(arms, str) else document.convert(Carried, there)
        if item.kind not in content().weapons:
            raise document.problem(there, f"there is no weapon {item.kind}: {', '.join(content().weapons)}")
        if isinstance(arms, str) or (isinstance(arms, dict) and "hands" not in arms):
            item.hands = hands_needed(who, item.kind)
        who.weapons[id] = item


def _number(document: Document, path: Path, laid: dict[str, Data], key: str) -> int:
    return document.convert(int, (*path, key)) if key in laid else 0


def _mapping(document: Document, path: Path) -> dict[str, Data]:
    laid = document.at(path)
    if not isinstance(laid, dict):
        raise document.problem(path, "what differs is written as {name: value}")
    return {str(key): value for key, value in laid.items()}
