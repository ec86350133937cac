"""Scenes to play: firefights of our own, and the book's two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebound.games.infinity.content import sample
from rulebound.games.infinity.heat import starting_heat
from rulebound.games.infinity.momentum import pool_cap
from rulebound.games.infinity.scene1 import festival
from rulebound.games.infinity.scene2 import streets
from rulebound.games.infinity.state import Cover, Infinity, T
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.kernel.game import SceneInfo, Start
from rulebound.kernel.pools import SharedPool
from rulebound.kernel.seats import GM, Role, Seat, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.zones import Link, Zone, ZoneMap

PREGENS = ("lieutenant", "rifleman", "marksman", "hacker", "paramedic", "infiltrator")
THREE = ("lieutenant", "hacker", "infiltrator")
FOES = (("mob-a", "gangster", 4), ("mob-b", "gangster", 4), ("specialist", "specialist", 1))
ZONES = ("gate", "yard", "warehouse")


def firefight(variants: InfinityVariants, heroes: Sequence[str] = PREGENS) -> Start[Infinity]:
    """Player characters against two Mobs and an Elite, across a yard."""
    zones = ZoneMap({zone: Zone(zone, zone.capitalize()) for zone in ZONES}, [Link("gate", "yard"), Link("yard", "warehouse")])
    state = Infinity(people={}, map=zones)
    t: T = Table(state, variants)
    for name in heroes:
        who = sample(t, name, name, SeatId(name))
        who.zone = "gate"
        state.people[name] = who
    for id, kind, members in FOES:
        foe = sample(t, kind, id)
        foe.zone, foe.members, foe.name = "warehouse", members, id.replace("-", " ").capitalize()
        state.people[id] = foe
    state.covers = {f"{zone} crates": Cover(name=f"crates of the {zone}", zone=zone, dice=2) for zone in ZONES}
    state.momentum = SharedPool(name="Momentum", cap=pool_cap(variants, len(heroes)))
    state.heat.start = starting_heat(variants, len(heroes))
    seats = (Seat(GM, Role.GM, "Game master"), *(Seat(SeatId(name), Role.PLAYER, name.capitalize()) for name in heroes))
    return Start(state, seats)


def outnumbered(variants: InfinityVariants) -> Start[Infinity]:
    """The same with three: six win it nearly always, these lose it about one time in six."""
    return firefight(variants, THREE)


def scenes() -> Mapping[str, SceneInfo[Infinity, InfinityVariants]]:
    found = (
        SceneInfo("convoy", "Tales of the Long Zi Wo, part one", "A convoy, a procession, and something heavy to carry off.", festival),
        SceneInfo("chase", "Tales of the Long Zi Wo, part two", "A chase in three stages: bikers, TAGs, a door at the end.", streets),
        SceneInfo("firefight", "Firefight", "Six against two Mobs and their hacker, across a yard (our own).", firefight),
        SceneInfo("outnumbered", "Outnumbered", "Three against two Mobs and their hacker, across a yard (our own).", outnumbered),
    )
    return {scene.id: scene for scene in found}
