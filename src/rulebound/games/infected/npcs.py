"""Enemies: the infected one by one, as a Swarm or as a Horde, and the humans one meets."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.content import content, is_clothing, new_gear
from rulebound.games.infected.initiative import join
from rulebound.games.infected.pain import fresh_track
from rulebound.games.infected.people import SWARM, Person
from rulebound.games.infected.state import T, now
from rulebound.games.infected.terms import NEUTRAL, Attribute, Awareness, Id, Kind
from rulebound.games.infected.variants import InfectedVariants
from rulebound.games.infected.world import new_id
from rulebound.kernel.citing import cites
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.tracks import LevelTrack

SWARM_LEAST, SWARM_MOST = 3, 6
SWARM_BOXES, SWARM_DICE = 9, 2
HORDE_LEAST, HORDE_DICE = 10, 6


# ------------------------------------------------------------------------------------------------ the infected
@cites("infected.npc.rage", "infected.npc.fresh", "infected.npc.bloated", "infected.npc.infected_track")
def make_infected(id: str, type: str = "rage", name: str = "", zone: str = "here") -> Person:
    """One infected of a type, its wound track as printed: GRIT adds nothing to it."""
    block = content().infected[type]
    bruised, bleeding, broken, critical = block.wounds
    return Person(
        id=Id(id), name=name or f"{type} infected", seat=GM, side="infected", kind=Kind.INFECTED, type=type, asks=False, grit=block.grit,
        reflex=block.reflex, nerve=block.nerve, wits=0, attack_dice=block.attack, damage=block.damage, traits=list(block.specials),
        initiative_dice=block.frenzy, guts=0, zone=zone,
        wounds=LevelTrack({"bruised": bruised, "bleeding": bleeding, "broken": broken, "critical": critical}),
    )  # fmt: skip


@cites("infected.npc.swarm")
def make_swarm(id: str, members: int, type: str = "rage", name: str = "", zone: str = "here") -> Person:
    """3 to 6 as one: nine boxes, the members' attack and 2 dice more."""
    if not SWARM_LEAST <= members <= SWARM_MOST:
        raise ValueError(f"a Swarm is {SWARM_LEAST} to {SWARM_MOST} infected, not {members}")
    who = make_infected(id, type, name or f"swarm of {members}", zone)
    who.kind, who.members, who.boxes = Kind.SWARM, members, SWARM_BOXES
    who.attack_dice += SWARM_DICE
    who.initiative_dice = 0
    return who


@cites("infected.npc.horde")
def make_horde(id: str, members: int = HORDE_LEAST, name: str = "", zone: str = "here") -> Person:
    """10 or more: not to be fought. Six dice for everybody it has reached."""
    who = make_infected(id, "rage", name or "the horde", zone)
    who.kind, who.members, who.attack_dice = Kind.HORDE, max(HORDE_LEAST, members), HORDE_DICE
    return who


@cites("infected.npc.swarm", "infected.group.swarm_reminder", "infected.npc.large_group", "infected.npc.horde")
def group_sizes(t: T, count: int, swarm: bool) -> list[int]:
    """How many infected are run: singly (1s), as Swarms, as two Swarms from 7, as a Horde from 10."""
    if count >= HORDE_LEAST:
        return [count]
    if count > SWARM_MOST:
        return large_group(t, count)
    if count >= t.variants.swarm_from or (swarm and count >= SWARM_LEAST):
        return [count] if count >= SWARM_LEAST else [1] * count
    return [1] * count


@cites("infected.npc.large_group")
def large_group(t: T, count: int) -> list[int]:
    """7 to 9: two Swarms, or one and some singles; two unless the game master says otherwise."""
    two = [count - count // 2, count // 2]
    one = [SWARM_MOST, *[1] * (count - SWARM_MOST)]
    plan = t.judge("large_group", ("two swarms", "one swarm"), "two swarms", (str(count),))
    return two if plan == "two swarms" else one


@cites("infected.gm.encounters", "infected.npc.large_group")
def bring_infected(t: T, count: int, *, swarm: bool = False, type: str = "rage", zone: str = "") -> list[Person]:
    """So many infected come: as singles, Swarms or a Horde. Two Swarms of one group share an initiative."""
    came: list[Person] = []
    for size in group_sizes(t, count, swarm):
        if size == 1:
            who = make_infected(new_id(t, type), type)
        elif size >= HORDE_LEAST:
            who = make_horde(new_id(t, "horde"), size)
        else:
            who = make_swarm(new_id(t, "swarm"), size, type)
            who.initiative_of = next((other.id for other in came if other.kind is SWARM), None)
        came.append(arrive(t, who, zone))
    return came


@cites("infected.gm.encounters")
def those_on_the_way(t: T) -> None:
    """Whoever was minutes away is here when they are over."""
    here = [coming for coming in t.state.on_the_way if now(t) >= coming.at]
    t.state.on_the_way = [coming for coming in t.state.on_the_way if coming not in here]
    for coming in here:
        bring_infected(t, coming.count)


@cites("infected.gm.encounters", "infected.initiative.standard")
def arrive(t: T, who: Person, zone: str) -> Person:
    """At the edge of the scene unless somebody says where; in a fight they take part."""
    who.zone = zone or edge(t)
    t.state.people[who.id] = who
    t.say("arrives", "infected.gm.encounters", who=who.id, zone=who.zone)
    join(t, who)
    return who


def edge(t: T) -> str:
    """The zone furthest from where the survivors are: the last one that holds none of them."""
    held = {p.zone for p in t.state.people.values() if p.pc}
    free = [zone for zone in t.state.scene.zones if zone not in held]
    return free[-1] if free else next(iter(t.state.scene.zones), "here")


# ------------------------------------------------------------------------------------------------ humans
@cites("infected.npc.hostile_survivor", "infected.npc.raider", "infected.npc.military", "infected.npc.human_track")
def make_human(variants: InfectedVariants, id: str, type: str, name: str = "", weapon: str = "", zone: str = "here") -> Person:
    """A human with the standard wound track, GRIT bonus and all, and what they carry."""
    block = content().humans[type]
    grit, reflex, wits, nerve = (block.attributes[attribute] for attribute in Attribute)
    who = Person(
        id=Id(id), name=name or type, seat=GM, side="raiders" if type == "raider" else type, kind=Kind.HUMAN, type=type, asks=False,
        guts=0, skills={skill.value: score for skill, score in block.skills.items()}, zone=zone, grit=grit, reflex=reflex, wits=wits,
        nerve=nerve, wounds=fresh_track(variants, grit),
    )  # fmt: skip
    weapons = (weapon, *block.weapons[1:]) if weapon else block.weapons
    for kind in (*weapons, *block.gear, *((block.armor,) if block.armor else ())):
        thing = give(who, kind, f"{id} {kind}")  # named after them, so that no two are alike
        if kind == block.armor:
            who.armor = thing
        if is_clothing(who.gear[thing]):
            who.worn.append(thing)
    who.hands = [Id(f"{id} {weapons[0]}")]
    for kind in weapons:
        row = content().weapons[kind]
        if row.ammo:
            who.ammo[row.ammo] = who.ammo.get(row.ammo, 0) + row.magazine
    return who


def give(who: Person, kind: str, name: str = "") -> Id:
    """A new thing of some kind, under its own name or the kind's."""
    id = Id(name or kind)
    who.gear[id] = new_gear(kind, id)
    return id


def creature(variants: InfectedVariants, id: str, type: str, name: str = "", members: int = 5) -> Person:
    """Somebody by a word: a kind of infected or of human, a Swarm, a Horde."""
    packs = content()
    if type == "swarm":
        return make_swarm(id, members, name=name)
    if type == "horde":
        return make_horde(id, name=name)
    return make_infected(id, type, name) if type in packs.infected else make_human(variants, id, type, name)


@cites("infected.npc.raider")
def raider_weapon(t: T) -> str:
    """A rifle or a shotgun: the game master's choice, or the first."""
    choices = content().humans["raider"].choices
    return t.judge("raider_weapon", choices, choices[0])


def bring_human(t: T, type: str, zone: str = "") -> Person:
    weapon = raider_weapon(t) if type == "raider" else ""
    return arrive(t, make_human(t.variants, new_id(t, type), type, weapon=weapon), zone)


@cites("infected.gm.encounters")
def bring_stranger(t: T) -> Person:
    """Somebody who keeps out of fights, and is wary."""
    who = make_human(t.variants, new_id(t, "hostile survivor"), "hostile survivor")
    who.side, who.awareness = NEUTRAL, Awareness.SUSPICIOUS
    return arrive(t, who, "")


# ------------------------------------------------------------------------------------------------ where they come
def zones(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A zone of the scene."""
    return list(t.state.scene.zones)
