"""What a case may lay down: people, zones, vehicles, Threat, seats, whose turn it is. Only what matters has to be given."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

import msgspec

from rulebound.games.infected.content import all_kinds, content
from rulebound.games.infected.death import DYING_MINUTES
from rulebound.games.infected.fighting import Fight, Suppression
from rulebound.games.infected.finds import Haul
from rulebound.games.infected.guts import starting_guts
from rulebound.games.infected.journey import Vehicle, World
from rulebound.games.infected.kinds import Scarcity
from rulebound.games.infected.npcs import creature, give
from rulebound.games.infected.pain import fresh_track
from rulebound.games.infected.people import Infection, Injury, Person, Prepared
from rulebound.games.infected.places import Into, Scene, Zone
from rulebound.games.infected.state import Infected, Phase
from rulebound.games.infected.terms import ROUNDS_A_MINUTE, Area, Condition, Id, Kind, Level, Note, Skill
from rulebound.games.infected.variants import InfectedVariants
from rulebound.games.infected.vehicles import make_vehicle
from rulebound.games.infected.water import soak_guns
from rulebound.kernel.clock import Unit
from rulebound.kernel.game import Start
from rulebound.kernel.paths import PathProblem, put
from rulebound.kernel.seats import GM, SeatId, SeatWord, seats_for
from rulebound.kernel.turns import ByScore
from rulebound.kernel.words import did_you_mean
from rulebound.kernel.yamltext import Data, Document, Path

Laid = dict[str, dict[str, object]]


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of `given`."""

    people: Annotated[Laid, Note(description="by id: a `type` and what differs")] = {}
    zones: Annotated[Laid, Note(description="by id: what differs in a line of zones `here`, `a` to `e`; or a map, by `links`")] = {}
    vehicles: Annotated[Laid, Note(description="by id: a `kind` and what differs")] = {}
    scene: Annotated[dict[str, object], Note(description="what differs of the scene: ambient, rain, objective...")] = {}
    world: Annotated[dict[str, object], Note(description="what differs of the world: supplies, sites, downtime...")] = {}
    seats: Annotated[
        dict[str, SeatWord],
        Note(description="`gm: empty` for a table without a game master; seats without a survivor by role: `ana: player`"),
    ] = {}
    variants: Annotated[dict[str, object], Note(description="variants that differ from their defaults")] = {}
    threat: Annotated[int, Note(description="the Threat counter")] = 0
    turn: Annotated[str | None, Note(description="whose turn it is, before all who have not `acted`; left out, no fight")] = None
    order: Annotated[dict[str, int], Note(description="initiative hits by id; left out, whoever has the turn, then people as given")] = {}
    acted: Annotated[list[str], Note(description="who has had a turn this round")] = []
    ambush: Annotated[str, Note(description="the side that has a free round")] = ""
    suppressions: Annotated[list[Suppression], Note(description="Suppressing Fire that holds")] = []
    round: Annotated[int, Note(description="the round of the fight")] = 1
    minutes: Annotated[int, Note(description="minutes that the clock shows")] = 0


GIVEN_HELP = """
`people: {ana: {grit: 3, skills: {brawl: 2}, hold: [knife], near: [rage]}, rage: {type: rage}}`. A person is a survivor with every
attribute 2 and no skills unless a `type` says otherwise: rage, fresh, bloated, swarm, horde, hostile survivor, raider, military, or
`human`. `hold: [machete]` puts weapons or shields in hand, `has: [bandage, rope]` things in the bag, `wear: [light armor, goggles]`
on the body; each is named by its kind, a second one of a kind by `knife 2`, and what a type brings by its bearer too: `joe rifle`; `hold`
is in place of what a type has in hand. `wounds: {bleeding: 1}` marks slots, and an injury for each, taken at minute 0 of the clock: with
`minutes: 10` it costs dice. A Critical one is stable unless they are `bleeding out` too. `broken: [arm]` marks Broken wounds by the part;
`wet: true` soaks their guns too. `near: [rage]` is arm's reach and `holds: rage` a grip, and both count for both. Any path of a person
below may be given besides, such as `gear.pistol.loaded: 4`. Survivors are their own seats, named by their ids, and on the side `party`;
others are the game master's.
In a case a survivor is asked about pushes and Guts, and while waiting, only if `asks: true` is given.

Zones in a line are one range band apart each: `zone: a` is Close to `here`, `b` Medium, `c` Far, `d` Extreme. In them there is anything
that people can be shoved or thrown into. `zones: {a: {fire: 2}}` says what differs in that line. Zones with names or `links` of their own
are a map instead of it: `zones: {here: {links: [yard]}, yard: {links: [here], light: dark}}`; there are then no other zones, and from each
only the ways that its `links` name. A place on the map, at which the group is:
`world: {sites: {shop: {id: shop, name: the shop, loot: hardware store, scarcity: sparse}}, site: shop}`; `safe: true` and `base: shop`
make it the safe place, and `downtime: {}` a day of downtime there.

Vehicles stand with their engines off unless `running: true`. Whoever is a vehicle's `driver` sits at its wheel; others sit in it by their
`vehicle: car`. In a round of a chase the pursuer rolls, then the quarry; with more than two sides, pair by pair, and each only once.
"""

TYPES = ("swarm", "horde")
LINE = ("here", "a", "b", "c", "d", "e")
SPECIAL = ("type", "hold", "has", "wear", "near", "wounds", "broken", "conditions", "infection", "prepared", "asks", "patched")


def given(document: Document, path: Path, variants: InfectedVariants) -> Start[Infected]:
    """The start that a case describes."""
    laid = document.convert(Given, path) if path[-1:] == ("given",) else Given()
    state = Infected(people={}, scene=Scene(zones=line_of_zones()))
    state.clock.advance(Unit.MINUTES, laid.minutes)
    if laid.zones:
        state.scene.zones = _map(document, path, laid.zones)
    for id in laid.people:
        state.people[id] = _person(document, (*path, "people", id), variants, next(iter(state.scene.zones)))
    for id in laid.people:
        _place(document, (*path, "people", id), state)
    for id in laid.vehicles:
        state.vehicles[id] = _vehicle(document, (*path, "vehicles", id), next(iter(state.scene.zones)))
    _aboard(document, path, state)
    _put_all(document, (*path, "scene"), state.scene, ())
    _put_all(document, (*path, "world"), state.world, ())
    _places(document, (*path, "world"), state.world)
    state.threat.start, state.threat.floor = max(laid.threat, state.scene.ambient), state.scene.ambient
    state.armed = [level for level in (3, 5, 7, 10) if level <= state.threat.value]
    if state.world.downtime is not None:
        state.phase = Phase.DOWNTIME
    if state.world.chase is not None:
        state.phase = Phase.CHASE
    if laid.turn is not None:
        _fight(document, path, state, laid)
    return Start(state, seats_for((p.seat for p in state.people.values()), laid.seats))


def words() -> dict[str, list[str]]:
    """What can be named, by sort."""
    packs = content()
    return {
        "weapons and shields": [*packs.weapons, *packs.shields],
        "armor": [*packs.armor],
        "other things": [*packs.gear],
        "rounds": [*packs.ammo],
        "components": [*packs.components],
        "loot rows": [*packs.loot],
        "location templates": [*packs.locations],
        "recipes": [*packs.recipes],
        "upgrades": [*packs.upgrades],
        "vehicles": [*packs.vehicles],
        "hauls": [*Haul],
        "sample survivors": [*packs.survivors],
    }


def line_of_zones() -> dict[str, Zone]:
    """Each Close to the next, with anything to be driven into, for cases that say nothing else."""
    links = {id: [*LINE[max(0, i - 1) : i], *LINE[i + 1 : i + 2]] for i, id in enumerate(LINE)}
    return {id: Zone(name=id, links=there, perils=list(Into)) for id, there in links.items()}


def _fight(document: Document, path: Path, state: Infected, laid: Given) -> None:
    assert laid.turn is not None
    _known(document, (*path, "turn"), "person", laid.turn, state.people)
    for part, ids in (("order", laid.order), ("acted", laid.acted), ("suppressions", [held.by for held in laid.suppressions])):
        for id in ids:
            _other(document, (*path, part), state, id)
    scores = {id: laid.order.get(id, len(state.people) - i) for i, id in enumerate(state.people)}
    if not laid.order:  # whoever has the turn comes first of those who have not acted
        scores[laid.turn] = len(state.people) + 1
    turns = ByScore(scores=scores, number=laid.round, done=list(laid.acted), out=[p.id for p in state.people.values() if not p.up])
    state.phase = Phase.FIGHT
    state.fight = Fight(
        turns=turns, acting=Id(laid.turn), begun=[Id(laid.turn)], members=[p.id for p in state.people.values()], rounds=laid.round,
        ambush=laid.ambush, suppressions=list(laid.suppressions),
    )  # fmt: skip
    state.scene.fought = True
    state.people[laid.turn].panicking = bool(state.people[laid.turn].panic)


# ------------------------------------------------------------------------------------------------ people
def _person(document: Document, path: Path, variants: InfectedVariants, zone: str) -> Person:
    id, laid = str(path[-1]), _mapping(document, path)
    kind = str(laid["type"]) if "type" in laid else "pc"
    if kind in ("pc", "human"):
        mine = kind == "pc"
        who = Person(id=Id(id), name=id, side="party" if mine else "hostile", kind=Kind(kind), seat=SeatId(id) if mine else GM)
        who.asks = False
    else:
        _known(document, (*path, "type"), "type", kind, ("pc", "human", *TYPES, *content().infected, *content().humans))
        who = creature(variants, id, kind, id)
    who.zone, who.guts = zone, starting_guts(variants)
    things = tuple(key for key in laid if key.startswith(("gear.", "injuries.")))
    for skill in _mapping(document, (*path, "skills")) if "skills" in laid else ():
        if skill not in tuple(Skill):
            raise document.problem((*path, "skills", skill), f"there is no skill {skill}: {', '.join(Skill)}")
    _put_all(document, path, who, (*SPECIAL, *things))
    if who.human and not any(key.startswith("wounds.slots") for key in laid):
        who.wounds = fresh_track(variants, who.grit)
    _body(document, path, who, laid)
    if "hold" in laid:
        who.hands.clear()
    for key, take in (("hold", who.hands), ("wear", who.worn), ("has", None)):
        for name in document.convert(list[str], (*path, key)) if key in laid else ():
            thing = name[:-2] if name[-2:-1] == " " and name[-1].isdigit() else name
            thing = who.gear[name].kind if name in who.gear else thing
            _known(document, (*path, key), "thing", thing, all_kinds())
            if name not in who.gear:
                give(who, thing, name)
            if key == "wear" and thing in content().armor:
                who.armor = Id(name)
            elif take is not None:
                take.append(Id(name))
    if who.wet:
        soak_guns(who)
    _put_all(document, path, who, (*SPECIAL, *(key for key in laid if key not in things)))
    return who


def _body(document: Document, path: Path, who: Person, laid: dict[str, Data]) -> None:
    """Wounds with their injuries, conditions, an infection."""
    for level, marks in (document.convert(dict[Level, int], (*path, "wounds")) if "wounds" in laid else {}).items():
        who.wounds.marked[level] = marks
        if level is not Level.BRUISED and "relentless" not in who.traits:
            who.injuries += [Injury(level=level) for _ in range(marks)]
    for area in document.convert(list[Area], (*path, "broken")) if "broken" in laid else ():
        who.wounds.marked[Level.BROKEN] += 1
        who.injuries.append(Injury(level=Level.BROKEN, area=area))
    for row, marks in who.wounds.marked.items():
        if marks > who.wounds.slots[row]:
            raise document.problem(path, f"{marks} {row} wounds and {who.wounds.slots[row]} slots for them")
    if laid.get("patched"):
        for injury in who.injuries:
            injury.covered, injury.patched_until = True, 600
    if "conditions" in laid:
        who.conditions = document.convert(list[Condition], (*path, "conditions"))
    if "infection" in laid:
        who.infection = document.convert(Infection, (*path, "infection"))
    if "prepared" in laid:
        who.prepared = document.convert(Prepared, (*path, "prepared"))
    if "asks" in laid:
        who.asks = document.convert(bool, (*path, "asks"))


def _place(document: Document, path: Path, state: Infected) -> None:
    """Where they are, in whose reach and in whose grip, and how long they have."""
    laid = _mapping(document, path)
    me = state.people[str(path[-1])]
    if me.vehicle is None:
        _known(document, (*path, "zone"), "zone", me.zone, state.scene.zones)
    if Condition.BLEEDING_OUT in me.conditions and me.dying_until is None:
        me.dying_until = state.clock.passed[Unit.ROUNDS] + DYING_MINUTES * ROUNDS_A_MINUTE
    for id in document.convert(list[str], (*path, "near")) if "near" in laid else ():
        _within_reach(me, _other(document, (*path, "near"), state, id))
    if me.holds is not None:
        _grip(me, _other(document, (*path, "holds"), state, me.holds))
    if me.held_by is not None:
        _grip(_other(document, (*path, "held_by"), state, me.held_by), me)


def _within_reach(a: Person, b: Person) -> None:
    for one, other in ((a, b), (b, a)):
        if other.id not in one.near:
            one.near.append(other.id)


def _grip(holder: Person, held: Person) -> None:
    holder.holds, held.held_by = held.id, holder.id
    _within_reach(holder, held)
    if Condition.GRAPPLED not in held.conditions:
        held.conditions.append(Condition.GRAPPLED)


def _other(document: Document, path: Path, state: Infected, id: str) -> Person:
    _known(document, path, "person", id, state.people)
    return state.people[id]


# ------------------------------------------------------------------------------------------------ vehicles and places
def _vehicle(document: Document, path: Path, zone: str) -> Vehicle:
    kind = str(_mapping(document, path).get("kind", "sedan"))
    _known(document, (*path, "kind"), "vehicle", kind, content().vehicles)
    car = make_vehicle(str(path[-1]), kind, str(path[-1]), zone)
    _put_all(document, path, car, ())
    return car


def _aboard(document: Document, path: Path, state: Infected) -> None:
    """Whoever has the wheel sits there, whether the vehicle or the driver says so."""
    for car in state.vehicles.values():
        if car.driver is not None:
            _known(document, (*path, "vehicles", car.id, "driver"), "person", car.driver, state.people)
            driver = state.people[car.driver]
            driver.vehicle, driver.drives = car.id, True
    for who in state.people.values():
        if who.vehicle is not None:
            _known(document, (*path, "people", who.id, "vehicle"), "vehicle", who.vehicle, state.vehicles)
            if who.drives:
                state.vehicles[who.vehicle].driver = who.id


def _places(document: Document, path: Path, world: World) -> None:
    """What a place is said to hold has a row in the tables, and where the group is said to be is on the map."""
    works = [kind for kind, row in content().gear.items() if row.kind == "works"]
    for id, place in world.sites.items():
        _known(document, (*path, "sites", id, "loot"), "row of loot", place.loot, content().loot)
        for scarcity in (place.scarcity, place.only_scarcity):
            _known(document, (*path, "sites", id), "scarcity", scarcity, tuple(Scarcity))
        for work in place.works.values():
            _known(document, (*path, "sites", id, "works"), "work", work.kind, works)
    for word, place_id in (("site", world.site), ("base", world.base)):
        if place_id is not None:
            _known(document, (*path, word), "place", place_id, world.sites)


# ------------------------------------------------------------------------------------------------ the rest
def _known(document: Document, path: Path, what: str, word: str, known: Collection[str]) -> None:
    """A word that stands for something else is one that there is."""
    if word not in known:
        raise document.problem(path, f"there is no {what} {word}.{did_you_mean(word, known)} There is: {', '.join(known) or 'none'}.")


def _map(document: Document, path: Path, laid: Laid) -> dict[str, Zone]:
    """What differs in the line; zones with names or links of their own are a map instead of it."""
    line = line_of_zones()
    if any(id not in line or "links" in differs for id, differs in laid.items()):
        line = {id: Zone(name=id) for id in laid}
    for id in laid:
        _put_all(document, (*path, "zones", id), line[id], ())
    return line


def _mapping(document: Document, path: Path) -> dict[str, Data]:
    laid = document.at(path)
    if not isinstance(laid, dict):
        raise document.problem(path, "what differs is written as {name: value}")
    return {str(key): value for key, value in laid.items()}


def _put_all(document: Document, path: Path, target: object, special: tuple[str, ...]) -> None:
    parent = document.at(path[:-1])
    if not isinstance(parent, dict) or path[-1] not in parent:
        return
    for key, value in _mapping(document, path).items():
        if key not in special:
            try:
                put(target, key, value)
            except PathProblem as problem:
                raise document.problem((*path, key), str(problem)) from None
