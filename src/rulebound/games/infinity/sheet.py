"""What each seat sees of Infinity: everybody's state, own sheets in full, the pools, the order, the map. Hidden foes are not there."""

from __future__ import annotations

from rulebound.games.infinity.people import INERT, Character, Stealth, Stress, beyond_acting, network_down
from rulebound.games.infinity.sheet_vehicles import place, places, scene_panel, track_panel, vehicle_panel, vehicle_spots, zone_name
from rulebound.games.infinity.skills import Attribute
from rulebound.games.infinity.skilltests import target_number
from rulebound.games.infinity.state import Phase, T
from rulebound.kernel.citing import cites
from rulebound.kernel.seats import GM, Seat
from rulebound.kernel.view import Boxes, Fact, Item, MapShown, Panel, Scene, Spot, Tokens


def show(t: T, seat: Seat) -> Scene:
    known = [p for p in t.state.people.values() if seen(t, seat, p)]
    people = tuple(panel(t, seat, p) for p in sorted(known, key=lambda p: p.seat != seat.id))
    panels = (*people, *scene_panels(t, seat, known), pools_panel(t), order(t, known), battlefield(t, seat, known))
    heroes = [p for p in known if p.hero and p.seat == seat.id]
    mine = tuple(Tokens(f"{p.name}'s Infinity points", p.infinity.value, p.infinity.cap) for p in heroes)
    return Scene(status(t, seat), panels, (*pools(t), *mine))


def pools(t: T) -> tuple[Tokens, ...]:
    return Tokens("Momentum", t.state.momentum.value, t.state.momentum.cap), Tokens("Heat", t.state.heat.value)


def scene_panels(t: T, seat: Seat, known: list[Character]) -> list[Panel]:
    """Vehicles, and the book's scene with its chase."""
    panels = [vehicle_panel(t, seat, vehicle, known) for vehicle in t.state.vehicles.values()]
    if board := t.state.board:
        panels += [panel for panel in (scene_panel(t, board), track_panel(t, board, known)) if panel]
    return panels


@cites("infinity.stealth.hidden")
def seen(t: T, seat: Seat, who: Character) -> bool:
    """The game master sees everybody; others see their own side and whoever is not hidden."""
    if seat.id == GM or who.stealth is not Stealth.HIDDEN:
        return True
    return any(p.seat == seat.id and p.side == who.side for p in t.state.people.values())


def status(t: T, seat: Seat) -> str:
    if t.state.phase is Phase.FREE:
        return f"Free play{f'; the scene is over, {t.state.over}' if t.state.over else ''}"
    if t.state.current is None:
        return f"Round {t.state.turns.number}: between turns"
    who = t.state.people[t.state.current]
    return f"Round {t.state.turns.number}: {who.name if seen(t, seat, who) else 'somebody'}'s turn"


def panel(t: T, seat: Seat, who: Character) -> Panel:
    """All of one's own people; of others how they are and what they hold. A network has neither body nor nerves."""
    if who.thing in INERT:
        return device_panel(t, seat, who)
    own = who.seat == seat.id or seat.id == GM
    state = condition(t, who)
    held = ", ".join(w.kind for w in who.weapons.values() if w.hands) or "nothing"
    items: list[Item] = [
        Fact("State", state), Fact("Category", who.category.value), Fact("In hand", held), Fact("Zone", zone_name(t, who.zone)),
        boxes("Vigour", who.vigour), boxes("Resolve", who.resolve), boxes("Firewall", who.firewall),
        Fact("Injuries", who.injuries), Fact("Traumas", who.traumas), Fact("Breaches", who.breaches),
    ]  # fmt: skip
    if own:
        items += numbers(who)
    brief = f"Vigour {who.vigour.left}, Resolve {who.resolve.left}, Firewall {who.firewall.left}, {state}, {held}"
    return Panel(who.id, who.name, brief, tuple(items), who.seat == seat.id)


def device_panel(t: T, seat: Seat, who: Character) -> Panel:
    """A network or a Repeater: what a hacker meets."""
    state = "down" if network_down(who) else condition(t, who)
    items = (
        Fact("State", state), Fact("Category", who.category.value), Fact("Zone", zone_name(t, who.zone)),
        boxes("Firewall", who.firewall), Fact("Breaches", who.breaches),
    )  # fmt: skip
    return Panel(who.id, who.name, f"Firewall {who.firewall.left}, {state}", items, who.seat == seat.id)


def boxes(name: str, stress: Stress) -> Boxes:
    return Boxes(name, stress.full, stress.lost, f"{stress.left} of {stress.full}")


@cites("infinity.attribute.list", "infinity.skill.list")
def numbers(who: Character) -> list[Item]:
    """Attributes, skills with their sources, gear and points."""
    items: list[Item] = [Fact(a.value.capitalize(), who.attributes[a]) for a in Attribute]
    for skill in who.skills:
        target = target_number(who, skill)
        items.append(Fact(f"{skill.value.capitalize()} (Focus {who.skills[skill].focus})", target.value, target.parts))
    if who.hero:
        items.append(Tokens("Infinity points", who.infinity.value, who.infinity.cap))
    items += [Fact("Momentum", who.momentum), Fact("Armour", armour_words(who)), Fact("Gear", ", ".join(who.gear) or "none")]
    items += [Fact(f"{w.kind}", f"{w.reloads} Reloads, ammunition {w.ammo}") for w in who.weapons.values()]
    return items


def armour_words(who: Character) -> str:
    soak = ", ".join(f"{place.value} {value}" for place, value in who.armour.items())
    return f"{who.armour_name}{f': {soak}' if soak else ''}{f', BTS {who.bts}' if who.bts else ''}"


def condition(t: T, who: Character) -> str:
    """How somebody is, in words."""
    words = [
        "dead" if who.dead else "out" if who.incapacitated else "unconscious" if who.unconscious else beyond_acting(who),
        f"{who.members} members" if who.mob else "",
        "prone" if who.prone else "",
        "Dazed" if who.dazed else "",
        "Blind" if who.blind else "",
        f"Staggered ({who.staggered})" if who.staggered else "",
        f"Burning {who.burning.rating} ({who.burning.rounds})" if who.burning else "",
        who.stealth.value if who.stealth is not Stealth.REVEALED else "",
        f"behind {t.state.covers[who.cover].name}" if who.cover in t.state.covers else "",
        *who.conditions,
    ]
    return ", ".join(filter(None, words)) or "up"


@cites("infinity.momentum.group_pool", "infinity.heat.economy")
def pools_panel(t: T) -> Panel:
    return Panel("pools", "Pools", f"Momentum {t.state.momentum.value}, Heat {t.state.heat.value}", pools(t))


@cites("infinity.round.length")
def order(t: T, known: list[Character]) -> Panel:
    """The round and who has had a turn in it."""
    names: dict[str, str] = {p.id: p.name for p in known}
    acted = ", ".join(names[id] for id in t.state.turns.done if id in names) or "nobody"
    items = (Fact("Round", t.state.turns.number), Fact("Had a turn", acted))
    return Panel("order", "The round", f"Round {t.state.turns.number}; had a turn: {acted}", items)


@cites("infinity.zone.tracking", "infinity.zone.environment")
def battlefield(t: T, seat: Seat, known: list[Character]) -> Panel:
    """The zones and who is where."""
    sides = {p.side for p in known if p.seat == seat.id} or {p.side for p in known if p.hero}
    spots = (*(Spot(p.id, p.name, p.side in sides, *place(t, p.zone), p.zone) for p in known), *vehicle_spots(t, sides))
    zones = tuple((z.id, z.name) for z in t.state.map.zones.values())
    links = tuple((link.a, link.b) for link in t.state.map.links)
    own_networks = {vehicle.network for vehicle in t.state.vehicles.values()}
    there = {zone: [spot.name for spot in spots if spot.zone == zone and spot.id not in own_networks] for zone, _ in zones}
    brief = "; ".join(f"{name} ({zone}): {', '.join(there[zone])}" for zone, name in zones if there[zone])
    return Panel("battlefield", "Zones", brief, (MapShown("zones", spots, zones, links, places(t)),))
