"""Networks beyond one's own: of places and devices, repeaters that carry a hack, and linking a network to one's own."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.heat import gm_only
from rulebound.games.infinity.people import BreachEffect, Category, Character, Id, Stress, Thing, network_down, works
from rulebound.games.infinity.ranges import band, band_to
from rulebound.games.infinity.skills import Attribute
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import T, zones_of
from rulebound.games.infinity.systems import hacking_device
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

REPEATER = "repeater"
REPEATER_FIREWALL, REPEATER_SECURITY = 8, 3
WITHIN_LONG = ("close", "medium", "long")
NOBODYS = "nobody"
"""The side of what belongs to neither."""


# ------------------------------------------------------------------------------------------------ making one
@cites("infinity.network.non_personal")
def network(
    id: str, name: str, rating: Category, firewall: int, security: int, zones: Sequence[str], systems: dict[str, list[BreachEffect]],
    side: str = NOBODYS,
) -> Character:  # fmt: skip
    """A network of a place: rated like an adversary, with parts in one or more zones."""
    return device(id, name, Thing.NETWORK, rating, firewall, security, zones, side, systems)


@cites("infinity.gear.repeater")
def repeater(id: str, name: str, zone: str, side: str, seat: SeatId = GM) -> Character:
    """A Repeater that stands by itself."""
    found = device(id, name, Thing.REPEATER, Category.TROOPER, REPEATER_FIREWALL, REPEATER_SECURITY, [zone], side, {})
    found.gear, found.seat = [REPEATER], seat
    return found


def device(
    id: str, name: str, thing: Thing, rating: Category, firewall: int, security: int, zones: Sequence[str], side: str,
    systems: dict[str, list[BreachEffect]],
) -> Character:  # fmt: skip
    return Character(
        id=Id(id), name=name, thing=thing, category=rating, side=side, attributes=dict.fromkeys(Attribute, 0),
        vigour=Stress(full=1, left=1), resolve=Stress(full=0, left=0), firewall=Stress(full=firewall, left=firewall),
        security=security, zone=zones[0], parts=list(zones[1:]), systems=systems,
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------ how far a hack reaches
@cites("infinity.gear.repeater", "infinity.action.attack_hack")
def hacking_from(t: T, me: Character) -> list[str]:
    """Zones from which hacking range is measured: one's own, and those of Repeaters within Long that obey."""
    others = [p for p in t.state.people.values() if p.id != me.id and works(p, REPEATER) and obeys(p, me) and not broken(p)]
    return [me.zone, *(p.zone for p in others if band(t, me, p) in WITHIN_LONG)]


def obeys(other: Character, me: Character) -> bool:
    """A Repeater of one's own side that nobody has taken over, or one that one has taken over."""
    holder = other.possessed.get(REPEATER)
    return holder == me.id if holder else other.side == me.side


def broken(other: Character) -> bool:
    return other.thing is not None and (other.incapacitated or network_down(other))


@cites("infinity.action.attack_hack", "infinity.gear.repeater")
def in_hacking_range(t: T, me: Character, foe: Character) -> bool:
    """Close to oneself or to a Repeater; through a Repeater taken over, its own hackers too."""
    if any(band_to(t, start, end) == "close" for start in hacking_from(t, me) for end in zones_of(foe)):
        return True
    if hacking_device(foe) is None:
        return False
    taken = [p for p in t.state.people.values() if p.possessed.get(REPEATER) == me.id and p.side == foe.side and not broken(p)]
    return any(band(t, me, p) in WITHIN_LONG and band(t, foe, p) in WITHIN_LONG for p in taken)


# ------------------------------------------------------------------------------------------------ adopting one
def has_access(network: Character, me: Character) -> bool:
    """It is one's own side's, or one has taken over one of its systems."""
    return network.side == me.side or me.id in network.possessed.values()


def adoptable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A network of a place within Close range that you have access to."""
    me = acting(t)
    near = [p for p in t.state.people.values() if p.thing is Thing.NETWORK and band(t, me, p) == "close" and not broken(p)]
    return [p.id for p in near if has_access(p, me) and keeper(t, p) is None]


@cites("infinity.network.adopt")
def can_adopt(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SIMPLE_TASK):
        return refusal
    if network_down(acting(t)):
        return Refusal("infinity.breach.limits", "Your own network is down.", "Repair it.")
    if adoptable(t, by):
        return None
    return Refusal("infinity.network.adopt", "No network that is open to you is within Close range.", "Hack one.")


@command(rules=("infinity.network.adopt", "infinity.action.simple_task"), when=can_adopt, network=adoptable)
def adopt(t: T, by: SeatId, network: Id) -> None:
    """Free: link a network of the place to your own; your Firewall and Security count for it while you stay close."""
    me = acting(t)
    take(t, me, Action.SIMPLE_TASK)
    t.state.people[network].adopted_by = me.id
    t.say("adopts", "infinity.network.adopt", who=me.id, network=network)


@cites("infinity.network.adopt")
def keeper(t: T, network: Character) -> Character | None:
    """Who has adopted it and is still close, with a network of his own that works."""
    who = t.state.people.get(network.adopted_by or "")
    return who if who and band(t, who, network) == "close" and not network_down(who) else None


@cites("infinity.network.adopt")
def attacked_instead(t: T, foe: Character) -> Character:
    """A hack of an adopted network meets its keeper's."""
    return (keeper(t, foe) or foe) if foe.thing is Thing.NETWORK else foe


# ------------------------------------------------------------------------------------------------ the game master's
def any_name(*_: object) -> AnyText:
    """What it is called."""
    return AnyText(60)


def ratings(*_: object) -> Sequence[Category]:
    """As tough as a Trooper, an Elite or a Nemesis."""
    return (Category.TROOPER, Category.ELITE, Category.NEMESIS)


def points(*_: object) -> range:
    """A number of points."""
    return range(31)


def any_zone(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Where a part of it is."""
    return list(t.state.map.zones)


def one_system(*_: object) -> AnyText:
    """Its system that can be possessed."""
    return AnyText(60)


@command(
    rules=("infinity.network.non_personal",), when=gm_only, name=any_name, rating=ratings, firewall=points, security=points, zone=any_zone,
    system=one_system,
)  # fmt: skip
def add_network(t: T, by: SeatId, name: str, rating: Category, firewall: int, security: int, zone: str, system: str) -> None:
    """Put a network into the scene: a building's, a machine's, a lock's."""
    id = f"network-{1 + sum(p.thing is Thing.NETWORK for p in t.state.people.values())}"
    t.state.people[id] = network(id, name, rating, firewall, security, [zone], {system: [BreachEffect.POSSESS]})
    t.say("network_added", "infinity.network.non_personal", network=id, zone=zone)
