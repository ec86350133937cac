"""Fire and smoke: what burns and chokes, how both spread and end, and how one gets clear of them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected import threat
from rulebound.games.infected.actions import steadiness
from rulebound.games.infected.checks import check, resists
from rulebound.games.infected.conditions import forget, put_on, take_off
from rulebound.games.infected.content import content
from rulebound.games.infected.fighting import Blow, Source
from rulebound.games.infected.groups import change_zone
from rulebound.games.infected.hazards import gm_for_all
from rulebound.games.infected.people import HORDE, Ailment, Person
from rulebound.games.infected.places import HEAVY, THICK, Zone, smoke_density, smoke_dice
from rulebound.games.infected.ranges import engaged, open_ways
from rulebound.games.infected.state import T, now
from rulebound.games.infected.terms import ROUNDS_A_MINUTE, Attribute, Condition, Id, Level, Skill
from rulebound.games.infected.vehicles import enclosed
from rulebound.games.infected.world import anybody
from rulebound.games.infected.wounds import hurt, wound
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.seats import GM, SeatId

BURNING_DAMAGE = 2
FIRE_LIT = 2
"""infected.environment.fire_barrier: Threat of an ordinary fire in view."""


# ------------------------------------------------------------------------------------------------ burning
@cites("infected.condition.burning", "infected.hazard.fire.catching")
def burn(t: T, who: Person) -> None:
    """2 damage at the start of the burning one's turn, outside a fight every round; deep water puts it out."""
    if not who.has(Condition.BURNING):
        return
    zone = t.state.scene.zones.get(who.zone)
    if zone is not None and zone.deep_water and who.vehicle is None:
        take_off(t, who, Condition.BURNING)
    else:
        hurt(t, who, Blow(target=who.id, amount=BURNING_DAMAGE, by="fire", rule="infected.condition.burning", source=Source.FIRE))


@cites("infected.hazard.fire.catching", "infected.environment.fire_weapons")
def may_catch_fire(t: T, who: Person) -> None:
    """Whoever fire has damaged rolls REFLEX + Athletics or burns; whoever is out cold burns."""
    if who.dead or who.has(Condition.BURNING):
        return
    if not (who.up and resists(t, who, "catch_fire", Attribute.REFLEX, Skill.ATHLETICS)):
        put_on(t, who, Condition.BURNING)


@cites("infected.environment.hazard_table", "infected.hazard.fire.damage")
def in_fire(t: T, who: Person) -> None:
    """Fire in the zone, once a round, on entering it or at the start of a turn in it; it does not touch those inside a vehicle."""
    zone = t.state.scene.zones[who.zone]
    if zone.fire and not who.scorched and not enclosed(t, who):
        who.scorched = True
        rule = "infected.environment.hazard_table"
        through = hurt(t, who, Blow(target=who.id, amount=zone.fire, by="fire", rule=rule, source=Source.FIRE))
        if through:
            may_catch_fire(t, who)


@cites("infected.condition.burning")
def put_out(t: T, who: Person) -> bool:
    """Stop, drop and roll: GRIT + Athletics."""
    if check(t, who, "put_out", Attribute.GRIT, Skill.ATHLETICS, steadiness(who)).hits < 1:
        return False
    return take_off(t, who, Condition.BURNING)


# ------------------------------------------------------------------------------------------------ fires
@cites("infected.environment.fire_start", "infected.environment.fire_barrier")
def light_fire(t: T, seat: SeatId, zone: Zone, damage: int, rounds: int | None, *, noise: int = FIRE_LIT) -> None:
    """For so many rounds, or until somebody puts it out; what burns there already burns no shorter for it."""
    lasts = rounds is None or zone.flammable or (zone.fire > 0 and zone.fire_ends is None)
    zone.fire, zone.fire_since = max(zone.fire, damage), now(t)
    zone.fire_ends = None if lasts else max(zone.fire_ends or 0, now(t) + (rounds or 0))
    t.say("fire", "infected.environment.fire_start", zone=zone.name, damage=zone.fire)
    if noise:
        threat.make_noise(t, seat, noise, "fire", "infected.environment.fire_barrier")


@cites("infected.environment.fire_spread", "infected.hazard.fire.spread")
def fires(t: T) -> None:
    """In dry or flammable surroundings a fire takes one further zone every minute; others burn out."""
    zones = t.state.scene.zones
    for zone in zones.values():
        if zone.fire and zone.fire_ends is not None and now(t) >= zone.fire_ends:
            zone.fire, zone.fire_ends = 0, None
            t.say("fire_out", "infected.environment.fire_spread", zone=zone.name)
    for fire in fires_apart(zones):
        if now(t) - max(zone.fire_since for zone in fire) >= ROUNDS_A_MINUTE:
            catching = next(((zone, dry) for zone in fire for dry in dry_beside(zones, zone)), None)
            if catching is not None:
                zone, dry = catching
                light_fire(t, GM, dry, zone.fire, None, noise=0)


def fires_apart(zones: dict[str, Zone]) -> list[list[Zone]]:
    """The zones that burn, those that hang together as one fire."""
    found: list[list[Zone]] = []
    burning = {id: zone for id, zone in zones.items() if zone.fire}
    while burning:
        ids = [next(iter(burning))]
        for id in ids:
            ids += [other for other in burning if other not in ids and (other in zones[id].links or id in zones[other].links)]
        found.append([burning.pop(id) for id in ids])
    return found


def dry_beside(zones: dict[str, Zone], zone: Zone) -> list[Zone]:
    return [zones[id] for id in zone.links if id in zones and zones[id].flammable and not zones[id].fire]


def may_spread(t: T) -> bool:
    """Whether a fire has anything left to take."""
    zones = t.state.scene.zones
    return any(zone.fire and dry_beside(zones, zone) for zone in zones.values())


class Fire(StrEnum):
    SMALL = "small"
    LARGE = "large"
    INFERNO = "inferno"


FIRE_DAMAGE = {Fire.SMALL: 2, Fire.LARGE: 4, Fire.INFERNO: 6}
"""infected.hazard.fire.damage"""


def burnable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Anybody alive, infected too."""
    return [p.id for p in t.state.people.values() if not p.dead and p.kind is not HORDE]


@command(rules=("infected.hazard.fire.damage", "infected.hazard.fire.catching"), when=gm_for_all, who=burnable)
def touch_fire(t: T, by: SeatId, size: Fire, who: Id) -> None:
    """A round in contact with fire: damage, and REFLEX + Athletics or Burning."""
    me, rule = t.state.people[who], "infected.hazard.fire.damage"
    if hurt(t, me, Blow(target=me.id, amount=FIRE_DAMAGE[size], by="fire", rule=rule, source=Source.FIRE)):
        may_catch_fire(t, me)


# ------------------------------------------------------------------------------------------------ smoke
@cites("infected.craft.recipes.explosives")
def smoke_clears(t: T) -> None:
    """The cloud of a smoke bomb is gone after its rounds."""
    for zone in t.state.scene.zones.values():
        if zone.smoke_until is not None and now(t) >= zone.smoke_until:
            zone.smoke, zone.smoke_until = zone.smoke_before, None
            t.say("smoke_clears", "infected.craft.recipes.explosives", zone=zone.name)


@cites("infected.hazard.smoke")
def breathes_freely(who: Person) -> bool:
    worn = (who.gear[id] for id in who.worn if id in who.gear)
    return any(g.kind in content().gear and content().gear[g.kind].breathing and not g.torn for g in worn)


def densities(*_: object) -> range:
    """1 light, 2 heavy, 3 thick."""
    return range(1, 4)


@command(rules=("infected.hazard.smoke",), when=gm_for_all, density=densities, who=anybody, low=yes_or_no("Low on the ground."))
def breathe_smoke(t: T, by: SeatId, density: int, who: Id, low: bool = False) -> None:
    """A minute in smoke: 1 Bruised where it is heavy, 2 damage where it is thick, unless something helps to breathe."""
    me, thick, rule = t.state.people[who], smoke_density(density, low), "infected.hazard.smoke"
    forget(me, "smoke")
    if thick:
        until = now(t) + ROUNDS_A_MINUTE
        me.ailments.append(Ailment(id="smoke", name="smoke", dice=smoke_dice(thick), rule=rule, since=now(t), until=until))
        t.say("in_smoke", rule, who=me.id, density=("light", "heavy", "thick")[thick - 1])
    choke(t, me, thick)


@cites("infected.hazard.smoke")
def choke(t: T, who: Person, density: int) -> None:
    """A minute of it: 1 Bruised where it is heavy, 2 damage where it is thick."""
    rule = "infected.hazard.smoke"
    if breathes_freely(who):
        return
    if density == HEAVY:
        wound(t, who, Level.BRUISED, rule)
    elif density == THICK:
        hurt(t, who, Blow(target=who.id, amount=2, by="smoke", rule=rule, source=Source.INTERNAL))


@cites("infected.hazard.smoke")
def stifling(t: T, who: Person) -> int:
    """How dense the smoke is that harms somebody where they are; whoever lies there is low."""
    zone = t.state.scene.zones.get(who.zone)
    if zone is None or not zone.smoke or not who.human or breathes_freely(who):
        return 0
    thick = smoke_density(zone.smoke, who.lies)
    return thick if thick >= HEAVY else 0


@cites("infected.hazard.smoke")
def fumes(t: T, who: Person, rounds: int) -> None:
    """Every minute in it takes its toll."""
    who.smoke_rounds = who.smoke_rounds + rounds if stifling(t, who) else 0
    while who.smoke_rounds >= ROUNDS_A_MINUTE and not who.dead:
        who.smoke_rounds -= ROUNDS_A_MINUTE
        choke(t, who, stifling(t, who))


# ------------------------------------------------------------------------------------------------ getting clear
@cites("infected.hazard.fire.damage")
def stands_in_fire(t: T, who: Person) -> bool:
    zone = t.state.scene.zones.get(who.zone)
    return zone is not None and zone.fire > 0 and who.vehicle is None


@cites("infected.hazard.fire.damage", "infected.hazard.smoke")
def a_round_of_it(t: T, who: Person, rounds: int) -> None:
    """Outside a fight: whoever has just come through the fire has been burned for this round."""
    if t.state.fight is None and stands_in_fire(t, who):
        in_fire(t, who)
        who.scorched = False
    if who.smoke_rounds or stifling(t, who):
        fumes(t, who, rounds)


@cites("infected.hazard.fire.damage", "infected.hazard.smoke")
def get_clear(t: T) -> None:
    """Nobody stays in fire or in smoke that harms for as long as a minute: who can goes, and takes along who cannot."""
    harmed = [p for p in t.state.people.values() if not p.dead and not p.fled and (stands_in_fire(t, p) or stifling(t, p))]
    walkers = [p for p in harmed if p.up and not p.restrained and not held_there(p)]
    helpless = [p for p in harmed if not (p.up and not p.restrained) and not held_there(p)]
    carried = [p for p in helpless if any(w.zone == p.zone and w.side == p.side for w in walkers)]
    ways = {p.zone: way_out(t, p.zone) for p in walkers}
    for who in [*walkers, *carried]:
        zone = ways[who.zone]
        if zone is not None:
            change_zone(t, who, zone)
            t.say("gets_clear", "infected.hazard.fire.damage", who=who.id, zone=t.state.scene.zones[zone].name)


def held_there(who: Person) -> bool:
    return who.stuck or who.drowning > 0 or engaged(who)


def way_out(t: T, zone: str) -> str | None:
    """The nearest zone where nothing burns and the air is good; out of a fire, if there is none, any zone that does not burn."""
    zones, reached = t.state.scene.zones, [zone]
    for here in reached:
        reached += [there for there in open_ways(t, here) if there not in reached and not zones[there].deep_water]
    airy = (id for id in reached if not zones[id].fire and zones[id].smoke < HEAVY)
    return next(airy, next((id for id in reached if not zones[id].fire), None) if zones[zone].fire else None)
