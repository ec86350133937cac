"""What each seat sees of INFECTED: its own survivors whole, the others as they look, and of enemies what can be seen of them."""

from __future__ import annotations

from rulebound.games.infected import carry
from rulebound.games.infected.ammo import capacity
from rulebound.games.infected.armor import protection
from rulebound.games.infected.content import ROUNDS_WORD, content
from rulebound.games.infected.counted import counters
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.places import Zone
from rulebound.games.infected.sheet_world import chase_track, world_panels
from rulebound.games.infected.state import Infected, Phase, T, now
from rulebound.games.infected.stress import slots
from rulebound.games.infected.terms import LEVELS, Attribute, Awareness, Kind
from rulebound.games.infected.variants import AmmoTracking
from rulebound.games.infected.world import built_here
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Unit
from rulebound.kernel.modifiers import Total
from rulebound.kernel.seats import GM, Role, Seat
from rulebound.kernel.view import Boxes, Fact, Item, MapShown, Panel, Scene, Spot, Tokens

LOW = 2
"""infected.ammo.abstract: a magazine with so many rounds or fewer is low."""


def show(t: T, seat: Seat) -> Scene:
    people = sorted((p for p in t.state.people.values() if visible(t, seat, p)), key=lambda p: (p.seat != seat.id, not p.pc))
    panels = [whole(t, p, seat) if knows_all(t, seat, p) else seen(t, p) for p in people]
    mine = tuple(Tokens(f"{p.name}'s Guts", p.guts) for p in people if p.pc and p.seat == seat.id)
    whole_scene = (*panels, scene_panel(t, seat), map_panel(t, seat, people), *world_panels(t, seat))
    return Scene(status(t), whole_scene, (threat_gauge(t), *chase_track(t), *mine))


def threat_gauge(t: T) -> Boxes:
    return Boxes("Threat", 10, t.state.threat.value)


def knows_all(t: T, seat: Seat, who: Person) -> bool:
    """One's own sheet, any other survivor's, and for the game master everything."""
    return seat.role is Role.GM or who.seat == seat.id or who.pc


def visible(t: T, seat: Seat, who: Person) -> bool:
    """Everybody of the scene; those who lie in ambush are not there for the others."""
    return seat.role is Role.GM or not who.hidden or any(p.seat == seat.id and p.side == who.side for p in t.state.people.values())


def status(t: T) -> str:
    state = t.state
    if state.ended:
        return state.ended
    if state.phase is Phase.FIGHT and state.fight is not None:
        who = state.people.get(state.fight.acting or "")
        turn = f": {who.name}'s turn, {who.actions} Action, {who.moves} Move, {who.frees} Free" if who else ""
        return f"Round {state.fight.rounds}{turn} (Threat {state.threat.value})"
    return f"{state.scene.name}, {state.phase.value} (Threat {state.threat.value})"


# ------------------------------------------------------------------------------------------------ people
def called(t: T, id: str) -> str:
    """Who is dead or gone is still remembered by name."""
    return t.state.people[id].name if id in t.state.people else t.state.world.gone.get(id, id)


def whole(t: T, who: Person, seat: Seat) -> Panel:
    """A whole sheet, every number with its sources."""
    items: list[Item] = [Fact("State", words(t, who)), *tracks(t, who)]
    items += [Fact(a.upper(), getattr(who, a)) for a in Attribute]
    items += [Fact(skill.capitalize(), value) for skill, value in who.skills.items() if value]
    if who.knowledge:
        items.append(Fact("Knowledge of", ", ".join(who.knowledge)))
    if who.bonds:
        items.append(Fact("Bonds", ", ".join(f"{'trusts' if b.trust else 'wary of'} {called(t, b.to)}" for b in who.bonds)))
    items += [Fact("In hand", ", ".join(thing(t, who.gear[id]) for id in who.hands if id in who.gear) or "nothing"), *armor_facts(t, who)]
    carried = [g for id, g in who.gear.items() if id not in who.hands and id != who.armor]
    if carried:
        items.append(Fact("Carries", ", ".join(thing(t, g) for g in carried)))
    if who.ammo:
        items.append(Fact("Ammunition", ", ".join(f"{n} {kind}" for kind, n in who.ammo.items() if n) or "none"))
    if who.human:
        items += [*load(who), *troubles(t, who), *learning(who)]
    if who.scars or who.details:
        items.append(Fact("Notes", "; ".join([*who.details, *who.scars])))
    return Panel(who.id, who.name, brief(t, who), tuple(items), who.seat == seat.id)


@cites("infected.wounds.track", "infected.stress.slots", "infected.supplies.tracks")
def tracks(t: T, who: Person) -> list[Item]:
    if who.many:
        return [Boxes("Boxes", who.boxes, who.boxes_marked)] if who.boxes else []
    rows: list[Item] = [
        Boxes(level.capitalize(), who.wounds.slots[level], who.wounds.marked[level]) for level in LEVELS if who.wounds.slots[level]
    ]
    if who.pc:
        parts = Total.of("NERVE + 3", who.nerve + 3, "infected.stress.slots").plus(
            "grief", -who.grief, "infected.advance.bonds.trusted_lost"
        )
        rows += [
            Boxes("Stress", slots(who), min(who.stress, slots(who))),
            Fact("Stress slots", slots(who), parts.parts),
            Tokens("Guts", who.guts),
        ]
    return rows


@cites("infected.chargen.derived", "infected.carry.capacity", "infected.carry.significant")
def load(who: Person) -> list[Item]:
    """What is carried by days and pieces, and how many Significant Items there are of how many."""
    pieces = ", ".join(f"{count} {what}" for what, count in counters(who).items() if not what.endswith(ROUNDS_WORD))
    held, most = carry.burden(who), carry.capacity(who)
    supplies: list[Item] = [Fact("Supplies", pieces)] if pieces else []
    return [*supplies, Fact("Significant Items", held.value, held.parts), Fact("Can carry", most.value, most.parts)]


@cites("infected.wounds.penalties", "infected.infection.symptoms")
def troubles(t: T, who: Person) -> list[Item]:
    """Where somebody is hurt, and what else makes itself felt."""
    hurts = [f"{injury.level} {injury.area}" for injury in who.injuries if injury.area is not None]
    ails = [ailment.name for ailment in who.ailments if ailment.since <= now(t)]
    if who.infection is not None:
        ails.append(f"infection, stage {who.infection.stage}" if who.infection.stage else "infection, no symptoms yet")
    return [Fact(name, ", ".join(said)) for name, said in (("Injuries", hurts), ("Ails", ails)) if said]


@cites("infected.guts.earn_cap", "infected.advance.session", "infected.advance.training")
def learning(who: Person) -> list[Item]:
    """What this session has brought, and what is on the way."""
    marks = ", ".join(f"{skill} {days}" for skill, days in who.training.items())
    said = (("Guts earned", who.guts_earned), ("Skill points", who.skill_points), ("Training", marks))
    return [Fact(name, value) for name, value in said if value]


def armor_facts(t: T, who: Person) -> list[Item]:
    if who.armor is None or who.armor not in who.gear:
        return []
    value = protection(t, who)
    return [Fact("Armor", value, Total.of(who.gear[who.armor].kind, value, "infected.armor.reduce").parts)]


@cites("infected.ammo.abstract", "infected.ammo.precise", "infected.ammo.last_round_warning")
def rounds_words(t: T, gear: Gear) -> str:
    """Counted, or only full, partly used, low or empty."""
    full = capacity(gear)
    if t.variants.ammo_tracking is AmmoTracking.PRECISE:
        return f"{gear.loaded} of {full}"
    return "empty" if not gear.loaded else "full" if gear.loaded >= full else "low" if gear.loaded <= LOW else "partly used"


def thing(t: T, gear: Gear) -> str:
    weapon = content().weapons.get(gear.kind)
    notes = [rounds_words(t, gear)] if weapon and weapon.magazine else []
    notes += [f"{gear.count}"] if gear.count > 1 else []
    notes += ["destroyed"] if gear.destroyed else ["Broken"] if gear.broken else wear(gear)
    notes += ["jammed"] if gear.jammed else []
    notes += ["torn"] if gear.torn else []
    return gear.kind + (f" ({', '.join(notes)})" if notes else "")


def wear(gear: Gear) -> list[str]:
    return [f"Durability {gear.boxes - gear.worn_off} of {gear.boxes}"] if gear.worn_off else []


def seen(t: T, who: Person) -> Panel:
    """How somebody looks to others: no numbers."""
    hands = ", ".join(who.gear[id].kind for id in who.hands if id in who.gear) or "nothing"
    items: list[Item] = [Fact("Looks", words(t, who)), Fact("In hand", hands)]
    if who.armor and who.armor in who.gear:
        items.append(Fact("Wears", who.gear[who.armor].kind))
    return Panel(who.id, who.name, f"{look(who)}, {words(t, who)}", tuple(items))


def look(who: Person) -> str:
    match who.kind:
        case Kind.SWARM:
            return "a swarm of infected"
        case Kind.HORDE:
            return "a horde"
        case Kind.INFECTED:
            return "infected"
        case _:
            return "human"


def words(t: T, who: Person) -> str:
    """How somebody is."""
    zone = t.state.scene.zones.get(who.zone)
    said = [
        "dead" if who.dead else "unconscious" if who.unconscious else "broken down" if who.broken_down else "fled" if who.fled else "",
        "dying" if who.dying_until is not None else "",
        *(condition.value for condition in who.conditions),
        f"holds {called(t, who.holds)}" if who.holds else "",
        f"panics: {who.panic}" if who.panic else "",
        f"behind {zone.cover[who.cover].name}" if zone and who.cover in zone.cover else "",
        "wounded" if any(who.wounds.marked.values()) or who.boxes_marked else "",
        "surrendered" if who.surrendered else "",
        who.awareness.value if who.awareness is not Awareness.HUNTING and not (who.pc or who.dead) else "",
    ]
    return ", ".join(filter(None, said)) or "up"


def brief(t: T, who: Person) -> str:
    marks = ", ".join(f"{who.wounds.marked[level]} {level}" for level in LEVELS if who.wounds.marked[level])
    stress = f", Stress {who.stress} of {slots(who)}, Guts {who.guts}" if who.pc else ""
    boxes = f"{who.boxes_marked} of {who.boxes} boxes" if who.many else marks or "unhurt"
    return f"{words(t, who)}; {boxes}{stress}; {', '.join(who.gear[id].kind for id in who.hands if id in who.gear) or 'empty hands'}"


# ------------------------------------------------------------------------------------------------ the scene
@cites("infected.threat.track")
def scene_panel(t: T, seat: Seat) -> Panel:
    state: Infected = t.state
    items: list[Item] = [
        threat_gauge(t),
        Fact("Ambient Threat", state.scene.ambient),
        Fact("Day", state.clock.passed[Unit.DAYS] + 1),
        Fact("Minutes", state.clock.passed[Unit.MINUTES]),
    ]
    if state.scene.objective:
        items.append(Fact("Objective", state.scene.objective))
    if state.encounters:
        items.append(Fact("On the way", ", ".join(state.encounters)))
    if built := built_here(t):
        items.append(Fact("Built here", ", ".join(w.kind for w in built.values())))
    zones = [Fact(zone.name, zone_words(zone)) for zone in state.scene.zones.values() if zone_words(zone)]
    to_do = f" To do: {state.scene.objective}." if state.scene.objective else ""
    return Panel("scene", state.scene.name, f"Threat {state.threat.value}; {state.scene.about}{to_do}", (*items, *zones))


def zone_words(zone: Zone) -> str:
    said = [
        zone.light.value if zone.light.value != "bright" else "",
        ("", "light smoke", "heavy smoke", "thick smoke")[zone.smoke],
        f"fire ({zone.fire})" if zone.fire else "",
        "slippery" if zone.slippery else "",
        "debris" if zone.debris else "",
        "deep water" if zone.deep_water else "",
        "narrow" if zone.narrow else "",
        ", ".join(f"{c.name} ({c.kind.value} cover)" for c in zone.cover.values() if c.kind and c.durability > 0),
        f"on the ground: {', '.join(g.kind for g in zone.ground)}" if zone.ground else "",
    ]
    return ", ".join(filter(None, said))


def map_panel(t: T, seat: Seat, people: list[Person]) -> Panel:
    mine = {p.side for p in t.state.people.values() if p.seat == seat.id} or ({"party"} if seat.id != GM else set())
    spots = tuple(Spot(p.id, p.name, p.side in mine, zone=p.zone) for p in people if not p.fled)
    zones = tuple((id, zone.name) for id, zone in t.state.scene.zones.items())
    links = tuple((id, other) for id, zone in t.state.scene.zones.items() for other in zone.links if id < other)
    text = "; ".join(
        f"{zone.name}: {', '.join(s.name for s in spots if s.zone == id)}"
        for id, zone in t.state.scene.zones.items()
        if any(s.zone == id for s in spots)
    )
    return Panel("map", "Where everybody is", text, (MapShown("zones", spots, zones, links),))
