"""The game master's tables, encounters and quick people, which also run when nobody sits there; and whoever is brought in by hand."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected.clockwork import pass_minutes
from rulebound.games.infected.content import content
from rulebound.games.infected.npcs import HORDE_LEAST, bring_human, bring_infected, bring_stranger, zones
from rulebound.games.infected.people import Infection, Person
from rulebound.games.infected.rounds import nothing_but_run
from rulebound.games.infected.state import Coming, Phase, T, in_fight, now
from rulebound.games.infected.terms import ROUNDS_A_MINUTE, Awareness
from rulebound.games.infected.world import gm_only, table_die
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

HORDE = "horde"


class Encounter(StrEnum):
    """infected.gm.encounters, by 2d6."""

    HORDE = "a horde"
    SWARM_AND_SURVIVORS = "a swarm, and survivors drawn by the noise"
    SWARM = "a swarm"
    INFECTED_COMING = "infected on their way"
    INFECTED_HERE = "infected in the same or the next room"
    HOSTILE_SURVIVORS = "hostile survivors"
    NEUTRAL_SURVIVORS = "survivors in hiding"


ENCOUNTERS: dict[int, Encounter] = {
    2: Encounter.HORDE,
    3: Encounter.SWARM_AND_SURVIVORS,
    4: Encounter.SWARM_AND_SURVIVORS,
    5: Encounter.SWARM,
    6: Encounter.SWARM,
    7: Encounter.INFECTED_COMING,
    8: Encounter.INFECTED_HERE,
    9: Encounter.INFECTED_HERE,
    10: Encounter.HOSTILE_SURVIVORS,
    11: Encounter.HOSTILE_SURVIVORS,
    12: Encounter.NEUTRAL_SURVIVORS,
}


# ------------------------------------------------------------------------------------------------ encounters
def pending(t: T, by: SeatId) -> Refusal | None:
    if t.state.encounters:
        return None
    return Refusal("infected.gm.encounters", "Nothing is coming.", "Threat has not called for an encounter.")


@command(rules=("infected.gm.encounters", "infected.threat.ten"), when=pending)
def meet(t: T, by: SeatId) -> None:
    """What Threat has called for arrives: a Horde at 10, else whatever 2d6 say."""
    called = t.state.encounters.pop(0)
    if called == HORDE:
        horde_comes(t)
        return
    worse = int(called.rpartition("-")[2]) if "-" in called else 0
    roll_encounter(t, worse)


@command(rules=("infected.gm.encounters",), when=gm_only)
def encounter(t: T, by: SeatId) -> None:
    """Roll on the table of encounters."""
    roll_encounter(t, 0)


@cites("infected.gm.encounters", "infected.threat.dread")
def roll_encounter(t: T, worse: int) -> Encounter:
    """2d6; every six of Dread beyond the first takes 1 off, and low is bad."""
    row = max(2, table_die(t, "encounter", dice=2) - worse)
    met = ENCOUNTERS[row]
    t.say("encounter", "infected.gm.encounters", what=met.value)
    bring_in(t, met)
    return met


@cites("infected.gm.encounters")
def bring_in(t: T, met: Encounter) -> None:
    """How many come, and how they are run."""
    match met:
        case Encounter.HORDE:
            horde_comes(t)
        case Encounter.SWARM_AND_SURVIVORS:
            bring_infected(t, table_die(t, "how_many_infected"), swarm=True)
            hostile_survivors(t)
        case Encounter.SWARM:
            bring_infected(t, table_die(t, "how_many_infected", plus=2), swarm=True)
        case Encounter.INFECTED_COMING:
            count, minutes = table_die(t, "how_many_infected"), table_die(t, "arrive_in")
            t.state.on_the_way.append(Coming(count, now(t) + minutes * ROUNDS_A_MINUTE))
            if t.state.phase in (Phase.PEACE, Phase.DOWNTIME):
                pass_minutes(t, minutes)
        case Encounter.INFECTED_HERE:
            bring_infected(t, -(-table_die(t, "how_many_infected") // 2), zone=next_room(t))
        case Encounter.HOSTILE_SURVIVORS:
            hostile_survivors(t, Awareness.SUSPICIOUS)  # they look into something
        case Encounter.NEUTRAL_SURVIVORS:
            for _ in range(table_die(t, "how_many_survivors", sides=4)):
                quick_npc(t, bring_stranger(t))


@cites("infected.npc.horde", "infected.threat.ten")
def horde_comes(t: T) -> None:
    bring_infected(t, HORDE_LEAST)
    nothing_but_run(t)


@cites("infected.gm.encounters")
def hostile_survivors(t: T, awareness: Awareness = Awareness.HUNTING) -> None:
    for _ in range(table_die(t, "how_many_survivors", sides=4)):
        who = bring_human(t, "hostile survivor")
        if not in_fight(t):
            who.awareness = awareness


def next_room(t: T) -> str:
    """The zone beside the first survivor, or the same one."""
    first = next((p for p in t.state.people.values() if p.pc and not p.dead), None)
    here = t.state.scene.zones.get(first.zone) if first else None
    return next(iter(here.links), first.zone) if here and first else ""


# ------------------------------------------------------------------------------------------------ quick people
ATTITUDES = ("hostile", "hostile", "suspicious", "suspicious", "neutral", "friendly")
WANTS = ("food or water", "medicine", "weapons or protection", "information", "labor or help", "to be left alone")
SECRETS = (
    "was bitten and hides it", "has a hidden cache", "knows a safe route", "has murdered somebody", "was a soldier or a police officer",
    "protects somebody hidden nearby",
)  # fmt: skip
"""infected.gm.npc_generator, each by d6."""


@cites("infected.gm.npc_generator")
def quick_npc(t: T, who: Person) -> None:
    """Attitude, want and secret by three d6; the secret is the game master's. Whoever was bitten has its clock running."""
    attitude = ATTITUDES[table_die(t, "npc_attitude", who) - 1]
    want = WANTS[table_die(t, "npc_want", who) - 1]
    secret = table_die(t, "npc_secret", who)
    who.details = [attitude, f"wants {want}"]
    if attitude == ATTITUDES[0]:
        who.side = who.type  # no longer one of those who keep out of fights
    who.secret = SECRETS[secret - 1]
    t.say("npc", "infected.gm.npc_generator", who=who.id, attitude=attitude, want=want)
    t.say("npc_secret", "infected.gm.npc_generator", to=(GM,), who=who.id, secret=who.secret)
    if secret == 1:
        symptoms, turning = table_die(t, "symptoms", who), table_die(t, "turning", who, dice=2)
        start = now(t)
        who.infection = Infection(
            exposed_at=start, symptoms_at=start + min(symptoms, turning) * ROUNDS_A_MINUTE, turns_at=start + turning * ROUNDS_A_MINUTE
        )


@command(rules=("infected.gm.npc_generator",), when=gm_only)
def stranger(t: T, by: SeatId) -> None:
    """Somebody turns up: attitude, want and secret by dice."""
    quick_npc(t, bring_stranger(t))


# ------------------------------------------------------------------------------------------------ the game master's hand
def infected_types(*_: object) -> Sequence[str]:
    """Rage, fresh or bloated."""
    return list(content().infected)


def human_types(*_: object) -> Sequence[str]:
    """Hostile survivor, raider or military."""
    return list(content().humans)


def how_many(*_: object) -> range:
    """How many of them."""
    return range(1, 31)


@command(
    rules=("infected.npc.rage", "infected.npc.swarm", "infected.npc.horde"),
    when=gm_only,
    type=infected_types,
    count=how_many,
    zone=zones,
    swarm=yes_or_no("As a Swarm where the number allows both."),
)
def infected_come(t: T, by: SeatId, type: str, count: int, swarm: bool = False, zone: str = "") -> None:
    """Bring infected into the scene: singly, or as a Swarm, two, or a Horde, by their number."""
    bring_infected(t, count, swarm=swarm, type=type, zone=zone)


@command(
    rules=("infected.npc.hostile_survivor", "infected.npc.raider", "infected.npc.military"), when=gm_only, type=human_types,
    count=how_many, zone=zones,
)  # fmt: skip
def humans_come(t: T, by: SeatId, type: str, count: int, zone: str = "") -> None:
    """Bring people into the scene."""
    for _ in range(count):
        bring_human(t, type, zone)
