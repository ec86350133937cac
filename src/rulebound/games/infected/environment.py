"""The surroundings in a fight: slippery ground, rubble, and what people are driven into."""

from __future__ import annotations

from rulebound.games.infected import threat
from rulebound.games.infected.checks import check, resists
from rulebound.games.infected.conditions import put_on
from rulebound.games.infected.cover import batter
from rulebound.games.infected.fighting import Blow, Source
from rulebound.games.infected.fire import may_catch_fire
from rulebound.games.infected.hazards import heavy_impact, take_fall
from rulebound.games.infected.people import Person
from rulebound.games.infected.places import Into
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Attribute, Awareness, Condition, Id, Skill
from rulebound.games.infected.wounds import hurt
from rulebound.kernel.citing import cites
from rulebound.kernel.refusal import refuse

FEET_A_STOREY = 10
INTO_DAMAGE = {Into.WALL: 1, Into.WINDOW: 1, Into.FURNITURE: 1, Into.FIRE: 2, Into.SPIKES: 2, Into.PERSON: 1}
THROWN_DAMAGE = 1
"""infected.maneuver.throw"""
GLASS_NOISE, GLASS_DAMAGE = 2, 1
"""infected.maneuver.shove_hazard"""


# ------------------------------------------------------------------------------------------------ ground
@cites("infected.environment.hazard_table")
def keeps_footing(t: T, who: Person) -> bool:
    """On slippery ground whoever moves or is pushed rolls REFLEX + Athletics or falls."""
    if not t.state.scene.zones[who.zone].slippery or who.many:
        return True
    if resists(t, who, "footing", Attribute.REFLEX, Skill.ATHLETICS):
        return True
    put_on(t, who, Condition.PRONE)
    return False


@cites("infected.environment.hazard_table", "infected.skill.athletics_cross")
def through_debris(t: T, who: Person) -> bool:
    """GRIT + Athletics to move normally through rubble."""
    return check(t, who, "debris", Attribute.GRIT, Skill.ATHLETICS).hits >= 1


# ------------------------------------------------------------------------------------------------ driven into things
@cites("infected.maneuver.shove_hazard", "infected.maneuver.throw_hazard")
def must_be_there(t: T, who: Person, foe: Person, zone: str, into: Into, other: Id | None) -> None:
    """What somebody is to be driven into: on the map, or the game master says that it is there. Somebody is named."""
    rule = "infected.maneuver.shove_hazard"
    if into is Into.PERSON and other is None:
        raise refuse(rule, "It is not said whom they are driven into.", "Name somebody who stands there.")
    if into in (Into.NOTHING, Into.PERSON) or on_the_map(t, who.zone, zone, into):
        return
    if not t.judge("into_there", (True, False), False, (who.id, foe.id, into.value)):
        raise refuse(rule, f"There is nothing of the kind on that way: {into.value}.", "Choose something that is there, or nothing.")


@cites("infected.maneuver.shove_hazard")
def on_the_map(t: T, start: str, end: str, into: Into) -> bool:
    """Something to run up against is everywhere, furniture indoors; anything else stands in one of the two zones, or is what the second
    one is like."""
    here, there = t.state.scene.zones[start], t.state.scene.zones[end]
    things = [c.name for zone in (here, there) for c in zone.cover.values() if c.durability > 0]
    if into in (*here.perils, *there.perils):
        return True
    match into:
        case Into.FURNITURE:
            return t.state.scene.indoors or any("furniture" in name for name in things)
        case Into.WINDOW:
            return "window" in things
        case Into.FIRE:
            return there.fire > 0
        case Into.LEDGE:
            return here.height > there.height
        case Into.SPIKES:
            return there.debris
        case _:
            return True


@cites("infected.maneuver.shove_hazard", "infected.maneuver.throw_hazard", "infected.maneuver.throw")
def driven_into(t: T, who: Person, into: Into, other: Id | None, by: Id, *, thrown: bool = False) -> None:
    """Shoved or thrown where they are now. Damage of the throw and of what they hit is one amount; a fall is another instance."""
    met = t.state.people[other] if into is Into.PERSON and other is not None else None
    damage = (THROWN_DAMAGE if thrown else 0) + (0 if met is not None and met.is_infected else INTO_DAMAGE.get(into, 0))
    through = 0
    if damage:
        plain = "infected.maneuver.throw" if into is Into.NOTHING else "infected.maneuver.throw_hazard"
        rule = plain if thrown else "infected.maneuver.shove_hazard"
        source = Source.FIRE if into is Into.FIRE else Source.ATTACK
        through = hurt(t, who, Blow(target=who.id, amount=damage, by=by, rule=rule, source=source))
    if thrown and not who.dead and t.state.scene.zones[who.zone].glass:
        cut(t, who)
    match into:
        case Into.WALL if not thrown:
            put_on(t, who, Condition.STAGGERED)
        case Into.FURNITURE:
            put_on(t, who, Condition.PRONE)
        case Into.WINDOW:
            through_the_window(t, who, t.state.people[by])
        case Into.FIRE if through:
            may_catch_fire(t, who)
        case Into.PERSON if met is not None:
            meet(t, who, met, by)
        case Into.LEDGE:
            over_the_edge(t, who, t.state.people[by])
    if damage or into is not Into.NOTHING:
        heavy_impact(t, t.state.scene.zones[who.zone])


@cites("infected.maneuver.shove_hazard")
def meet(t: T, who: Person, other: Person, by: Id) -> None:
    """Both are hurt and Staggered; an infected that somebody is driven into hunts them first, and that is all."""
    if other.is_infected:
        other.awareness, other.aims_at = Awareness.HUNTING, who.id
        t.say("turns_on", "infected.maneuver.shove_hazard", who=other.id, target=who.id)
        return
    hurt(t, other, Blow(target=other.id, amount=1, by=by, rule="infected.maneuver.shove_hazard"))
    put_on(t, who, Condition.STAGGERED)
    put_on(t, other, Condition.STAGGERED)


@cites("infected.maneuver.shove_hazard", "infected.environment.destructible_table")
def through_the_window(t: T, who: Person, by: Person) -> None:
    """The window is gone, everybody hears it, and glass lies where they land."""
    zones = t.state.scene.zones
    for zone in (zones[by.zone], zones[who.zone]):
        if pane := next((id for id, c in zone.cover.items() if c.name == "window" and c.durability > 0), None):
            batter(t, zone, pane, zone.cover[pane].durability)
            break
    threat.make_noise(t, by.seat, GLASS_NOISE, "breaking glass", "infected.maneuver.shove_hazard", by.zone)
    zones[who.zone].glass = True


@cites("infected.maneuver.shove_hazard")
def cut(t: T, who: Person) -> None:
    """Broken glass does what the game master says: 1 damage."""
    if damage := t.judge("glass", (0, 1, 2), GLASS_DAMAGE, (who.id,)):
        hurt(t, who, Blow(target=who.id, amount=damage, by="broken glass", rule="infected.maneuver.shove_hazard"))


def lie_in_glass(t: T, who: Person) -> None:
    """Whoever begins a turn Prone in it is cut."""
    if who.has(Condition.PRONE) and not who.dead and t.state.scene.zones[who.zone].glass:
        cut(t, who)


@cites("infected.maneuver.shove_hazard", "infected.hazard.falling")
def over_the_edge(t: T, who: Person, by: Person) -> None:
    """Down the storeys between the two zones, ten feet each: an instance of its own, lowered by a controlled fall, and Prone."""
    zones = t.state.scene.zones
    storeys = max(1, min(4, zones[by.zone].height - zones[who.zone].height))
    take_fall(t, who, t.judge("fall_height", (10, 20, 30, 40), FEET_A_STOREY * storeys, (who.id,)))
    put_on(t, who, Condition.PRONE)
