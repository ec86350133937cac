"""What each seat sees of COMBAT. Almost all of it is public; a fighter in hiding is not there for the other side."""

from __future__ import annotations

from rulebound.games.combat.ap import max_ap, seat_knows
from rulebound.games.combat.content import weapon
from rulebound.games.combat.places import speed
from rulebound.games.combat.rolls import SKILL_OF, SKILLS, pain, skill, unstable
from rulebound.games.combat.state import Fighter, Held, Phase, T, Vehicle, current, place_of
from rulebound.games.combat.variants import Ammunition
from rulebound.games.combat.wreck import occupants
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Unit
from rulebound.kernel.modifiers import Total
from rulebound.kernel.seats import GM, Seat
from rulebound.kernel.view import Boxes, Fact, Item, MapShown, Panel, Scene, Spot


@cites("combat.secrets.summary")
def show(t: T, seat: Seat) -> Scene:
    known = [f for f in t.state.fighters.values() if seat_knows(t, seat.id, f)]
    people = tuple(person(t, seat, f) for f in sorted(known, key=lambda f: f.seat != seat.id))
    vehicles = tuple(vehicle_panel(t, v, known) for v in t.state.vehicles.values())
    return Scene(status(t, seat), (*people, *vehicles, round_panel(t, known), battlefield(t, seat, known)))


def status(t: T, seat: Seat) -> str:
    """Whose turn it is, in a line."""
    if t.state.phase is not Phase.FIGHT:
        won = f", won by {t.state.winner.capitalize()}" if t.state.winner else ""
        return t.state.phase.value.capitalize() + won
    who = current(t)
    if who is None or not seat_knows(t, seat.id, who):
        return f"Round {t.state.turns.number}: somebody else's turn"
    return f"Round {t.state.turns.number}: {who.name}'s turn, {who.ap} AP left"


@cites("combat.combatant.state", "combat.secrets.summary")
def person(t: T, seat: Seat, who: Fighter) -> Panel:
    """All of a fighter; of the GN's, where their stats are the GN's alone, only what is always public."""
    mine = who.seat == seat.id
    state = condition_words(t, seat, who)
    items: list[Item] = [Fact("Side", who.side.capitalize()), Fact("State", state), Fact("Weapon", weapon_words(t, who))]
    if t.variants.hide_gn_stats and who.seat == GM and seat.id != GM:
        hp = f"HP {who.hp}"
        items += [Fact("HP", who.hp), Fact("AP", who.ap), Fact("Armor", armor_words(who))]
    else:
        hp = f"HP {who.hp} of {who.max_hp}"
        items += numbers(t, who)
    brief = f"{hp}, AP {who.ap}, {state}, {who.weapon}, {who.armor.name} DR {who.armor.dr}"
    return Panel(who.id, who.name, brief, tuple(items), mine)


def numbers(t: T, who: Fighter) -> list[Item]:
    """Every number with its sources."""
    max_hp = Total.of("C x 2", who.max_hp, "combat.hp.max")
    hp = max_hp.plus("DMG", -(who.dmg - who.burns), "combat.attack.damage").plus("permanent FDMG", -who.burns, "combat.fire.permanent")
    ap = Total.of("A / 2", max_ap(t, who), "combat.ap.max").plus("spent", who.ap - max_ap(t, who), "combat.ap.default_cost")
    moves = speed(t, who)
    raised = [name for name, parent in SKILL_OF.items() if skill(who, name).value > getattr(who, parent)]
    scores = {name: skill(who, name) for name in (*SKILLS, *raised)}
    skills = [Fact(name.replace("_", "-").capitalize(), score.value, score.parts) for name, score in scores.items()]
    return [
        Boxes("HP", who.max_hp, min(who.max_hp, who.dmg), f"{who.hp} of {who.max_hp}"),
        Fact("HP", who.hp, hp.parts),
        Fact("AP", who.ap, ap.parts),
        Fact("Speed", moves.value, moves.parts),
        Fact("Reflex", who.reflex, Total.of("Perception", who.perception, "combat.defense.reflex").parts),
        Fact("Pain", pain(t, who), Total.of("DMG suffered", pain(t, who), "combat.dmg.pain").parts),
        Fact("A", who.a),
        Fact("C", who.c),
        *skills,
        Fact("Armor", armor_words(who)),
        Fact("Bandages", who.bandages),
        Fact("XP", f"{who.xp_left} of {who.xp_total}"),
    ]


def condition_words(t: T, seat: Seat, who: Fighter) -> str:
    """How a fighter is, in words."""
    words = [
        "dead" if who.dead else "Unconscious" if who.unconscious else "",
        "Prone" if who.prone else "",
        "Bleeding" if who.bleeding else "",
        "surprised" if not who.aware else "",
        "helpless" if who.helpless else "",
        "hidden" if who.hidden else "",
        "running" if who.ran else "",
        "Unstable" if unstable(t, who) else "",
        f"in {t.state.vehicles[who.vehicle].name}{', belted' if who.belted else ''}" if who.vehicle else "",
        held_words(t, seat, who.held) if who.held else "",
        f"behind cover of DR {who.cover}" if who.cover else "",
        "yielded" if who.yielded else "",
    ]
    return ", ".join(filter(None, words)) or "up"


def held_words(t: T, seat: Seat, held: Held) -> str:
    """Held Actions are named openly, except at whom, where that would give somebody away."""
    target = t.state.fighters[held.target]
    return f"holds: {held.action}, {target.name if seat_knows(t, seat.id, target) else 'somebody'}, {held.trigger}"


def armor_words(who: Fighter) -> str:
    return f"{who.armor.name}, DR {who.armor.dr}{', Fire-Resistant' if who.armor.fr else ''}"


def weapon_words(t: T, who: Fighter) -> str:
    arms = weapon(who.weapon)
    spare = {
        Ammunition.THREE_RELOADS: f", {who.reloads} reloads",
        Ammunition.UNLIMITED: "",
        Ammunition.COUNTED: f", {who.spare.get(who.weapon, 0)} spare",
    }[t.variants.ammunition]
    shots = f", {who.shots.get(who.weapon, 0)} shots{spare}" if arms.shots else ""
    carried = f"; carries {', '.join(who.carried)}" if who.carried else ""
    return f"{who.weapon} (DMG {arms.dmg}{shots}){' and a shield' if who.shield else ''}{carried}"


@cites("combat.vehicle.state")
def vehicle_panel(t: T, car: Vehicle, known: list[Fighter]) -> Panel:
    """A vehicle, with those in it that this seat knows of."""
    words = ["wrecked" if car.wrecked else "", "disabled" if car.disabled else "", "burning" if car.burning else ""]
    driver = next((f.name for f in known if f.id == car.driver), "nobody")
    inside = ", ".join(f.name + (" (belted)" if f.belted else "") for f in occupants(t, car) if f in known) or "nobody"
    items = (
        Fact("State", ", ".join(filter(None, words)) or "whole"),
        Fact("DR", car.dr),
        Fact("Handling", car.handling),
        Fact("Speed", car.speed),
        Fact("Conditions", car.conditions),
        Fact("Tires", f"{car.front_tires} front, {car.rear_tires} rear"),
        Fact("Fuel", f"{car.fuel} gallons"),
        Fact("Pedestrians hit", car.pedestrians),
        Fact("Driver", driver),
        Fact("Occupants", inside),
    )
    brief = f"{items[0].value}, DR {car.dr}, Handling {car.handling}, Speed {car.speed}, driver {driver}, occupants {inside}"
    return Panel(car.id, car.name, brief, items)


@cites("combat.round.state")
def round_panel(t: T, known: list[Fighter]) -> Panel:
    """Where the round is, as far as this seat knows of those in it."""
    names: dict[str, str] = {f.id: f.name for f in known}
    names.update({v.id: v.name for v in t.state.vehicles.values()})
    hits = ", ".join(f"{hit.dmg} DMG to {names[hit.target]}" for hit in t.state.hits if hit.target in names) or "none"
    acted = ", ".join(names[id] for id in t.state.turns.done if id in names) or "nobody"
    items = (
        Fact("Round", t.state.turns.number),
        Fact("Started by", names.get(t.state.started or "", "nobody")),
        Fact("Had a turn", acted),
        Fact("Hits that wait", hits),
        Fact("Minutes passed", t.state.clock.passed[Unit.MINUTES]),
    )
    return Panel("round", "The round", f"Round {t.state.turns.number}; had a turn: {acted}; hits that wait: {hits}", items)


def battlefield(t: T, seat: Seat, known: list[Fighter]) -> Panel:
    """Where everybody is that this seat knows of, in yards."""
    sides = {f.side for f in known if f.seat == seat.id} or {f.side for f in known if f.seat != GM}
    if len(sides) > 1 and not any(f.seat == seat.id for f in known):
        sides = {known[0].side}  # whoever looks on can tell them apart
    spots = []
    for who in known:
        place = place_of(t, who.id)
        spots.append(Spot(who.id, who.name, who.side in sides, place.x, place.y))
    for car in t.state.vehicles.values():
        friend = any(f.vehicle == car.id and f.side in sides for f in known)
        spots.append(Spot(car.id, car.name, friend, car.place.x, car.place.y))
    brief = "; ".join(f"{spot.name} at {spot.x},{spot.y}" for spot in spots)
    return Panel("battlefield", "The field, in yards", brief, (MapShown("field", tuple(spots)),))
