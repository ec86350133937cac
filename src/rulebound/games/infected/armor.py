"""Armor: what it takes off, when it wears, and what is left of it when it is broken."""

from __future__ import annotations

from rulebound.games.infected.content import content, worth
from rulebound.games.infected.fighting import Blow, Source
from rulebound.games.infected.kinds import ArmorKind
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.state import T
from rulebound.games.infected.variants import ArmorCovers
from rulebound.kernel.citing import cites

BREACH = 4
ALWAYS = (Source.ATTACK, Source.TRAP, Source.EXPLOSION)


def worn_armor(who: Person) -> Gear | None:
    return who.gear.get(who.armor) if who.armor else None


@cites("infected.armor.table")
def armor_of(gear: Gear) -> ArmorKind:
    return content().armor[gear.kind]


@cites("infected.conv.damage_vs_named_wound")
def armor_counts(t: T, source: Source) -> bool:
    """Nothing worn helps against what is inside: choking, smoke, drowning, disease, radiation. The game master may say otherwise of
    all but attacks."""
    if source is Source.ATTACK:
        return True
    return armor_counts_by_rule(t, source) != (source in t.state.scene.armor_flipped)


def armor_counts_by_rule(t: T, source: Source) -> bool:
    return source in ALWAYS or (source is not Source.INTERNAL and t.variants.armor_covers is ArmorCovers.ALL_BUT_INTERNAL)


@cites("infected.armor.reduce", "infected.armor.broken", "infected.armor.table", "infected.craft.recipes.armor", "infected.conv.rounding")
def protection(t: T, who: Person) -> int:
    """What the armor worn takes off a hit now; half of it, rounded down, when it is Broken."""
    gear = worn_armor(who)
    if gear is None or gear.destroyed:
        return 0
    value = t.variants.craft_improvised_armor_reduction if gear.kind == "improvised armor" else armor_of(gear).reduction
    value = worth(gear, value)
    return value // 2 if gear.broken else value


# ------------------------------------------------------------------------------------------------ what it covers
def shields(who: Person, part: str, *, torn_too: bool = False) -> Gear | None:
    """Worn gear that covers a part and has not been torn."""
    packs = content()

    def whole(gear: Gear | None) -> bool:
        return gear is not None and not gear.destroyed and (torn_too or not gear.torn)

    for id in who.worn:
        gear = who.gear.get(id)
        if gear and whole(gear) and gear.kind in packs.gear and part in packs.gear[gear.kind].covers:
            return gear
    armor = worn_armor(who)
    if armor and whole(armor) and part in packs.armor[armor.kind].covers:
        return armor
    return None


@cites("infected.infection.protection_table")
def whole_suit(who: Person) -> Gear | None:
    """A suit over everything that is neither breached nor Broken."""
    suit = shields(who, "everything")
    return suit if suit is not None and not suit.broken else None


@cites("infected.infection.protection_table")
def breach(t: T, who: Person, incoming: int) -> None:
    """A single hit of 4 or more tears a suit open, whoever strikes it."""
    suit = whole_suit(who)
    if suit is not None and incoming >= BREACH:
        suit.torn = True
        t.say("torn", "infected.infection.protection_table", who=who.id, thing=suit.kind)


# ------------------------------------------------------------------------------------------------ what it takes off
@cites("infected.maneuver.called_shot")
def helmet(who: Person) -> int:
    return max((who.gear[id].helmet for id in who.worn if id in who.gear), default=0)


@cites("infected.armor.reduce", "infected.property.armor_piercing")
def past_armor(t: T, who: Person, blow: Blow, *, last: bool = False) -> int:
    """What is left of a blow; the armor that met it wears by the damage before it was reduced."""
    if blow.bare or not armor_counts(t, blow.source):
        return blow.amount
    breach(t, who, blow.amount)
    if blow.head:
        return max(0, blow.amount - helmet(who))
    left = max(0, blow.amount - max(0, protection(t, who) - blow.piercing))
    if last and has_boxes_to_spare(who):
        t.aside(wear, who, blow.amount)
    else:
        wear(t, who, blow.amount)
    return left


def has_boxes_to_spare(who: Person) -> bool:
    """Whether the armor worn is as good as before when it has lost another."""
    gear = worn_armor(who)
    return gear is None or gear.boxes - gear.worn_off > 1


@cites("infected.armor.degrade", "infected.equipment.durability_loss", "infected.changelog.superseded", "infected.conv.precedence")
def wear(t: T, who: Person, incoming: int) -> None:
    gear = worn_armor(who)
    if gear is not None and incoming >= t.variants.armor_wear_threshold:
        lose_durability(t, who, gear, "infected.armor.degrade")


@cites("infected.equipment.durability", "infected.equipment.destroyed", "infected.equipment.broken")
def lose_durability(t: T, who: Person, gear: Gear, rule: str) -> None:
    """One box; all marked is Broken, and a Broken thing that loses another is destroyed."""
    if gear.boxes < 1 or gear.destroyed:
        return
    if gear.broken:
        gear.destroyed = True
        t.say("destroyed", "infected.equipment.destroyed", who=who.id, thing=gear.kind)
        if gear.id in who.hands:
            who.hands.remove(gear.id)
        if who.armor == gear.id:
            who.armor = None
        return
    gear.worn_off += 1
    t.say("wears", rule, who=who.id, thing=gear.kind, left=gear.boxes - gear.worn_off)
    if gear.broken:
        t.say("breaks", "infected.equipment.broken", who=who.id, thing=gear.kind)
