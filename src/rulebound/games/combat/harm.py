"""Damage: hits wait for the end of the round and are then applied together. Armor, fire, falling, fainting and dying."""

from __future__ import annotations

from rulebound.games.combat.content import weapon
from rulebound.games.combat.state import ROUNDS_A_MINUTE, Effect, Fighter, Hit, T, audience, place_of
from rulebound.games.combat.wreck import condition, lose_driver
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Unit

SHIELD = "shield"
"""Held in one hand and laid down like a weapon, but none itself."""


def take_effect(t: T, met: dict[str, int] | None = None) -> None:
    """Hits, and what becomes of those they were for: at once, where the table does not wait for the end of the round."""
    before = health(t)
    apply_hits(t, met or protection(t))
    take_stock(t, before)


def protection(t: T) -> dict[str, int]:
    """The DR of everybody's armor and of every vehicle."""
    return {who.id: who.armor.dr for who in t.state.fighters.values()} | {id: car.dr for id, car in t.state.vehicles.items()}


@cites("combat.round.damage_simultaneous", "combat.procedure.round_end")
def apply_hits(t: T, met: dict[str, int]) -> None:
    """All that wait. A Wreck that follows from one hurts too, and joins them."""
    while t.state.hits:
        hits, t.state.hits = t.state.hits, []
        apply_together(t, hits, met)


@cites("combat.round.damage_simultaneous", "combat.procedure.round_end")
def apply_together(t: T, hits: list[Hit], met: dict[str, int]) -> None:
    """Every hit meets the DR that armor and vehicles had when the round's DMG began to count; wear follows.

    Vehicles come first: nobody fights for control with the Pain of these hits yet, nor lets go of the wheel for them.
    """
    for hit in hits:
        hole(t, hit, met)
    pierced: list[Fighter] = []
    for hit in hits:
        if (who := t.state.fighters.get(hit.target)) is None:
            continue
        dmg = behind_cover(hit, met[hit.cover] if hit.cover else hit.behind)
        if wears(who, dmg, hit.fire, met[who.id]):
            pierced.append(who)
        if through := past_armor(who, dmg, hit.fire, met[who.id]):
            hurt(t, who, through, hit)
    for who in pierced:
        wear(t, who)


@cites("combat.vehicle.damage_condition", "combat.vehicle.cover")
def hole(t: T, hit: Hit, met: dict[str, int]) -> None:
    """DMG above the DR of the vehicle it hits, or of the one in its way, gives that a Condition."""
    car = t.state.vehicles.get(hit.cover or hit.target)
    if car and hit.dmg > met[car.id]:
        t.say("vehicle_holed", "combat.vehicle.damage_condition", vehicle=car.id)
        condition(t, car, by_damage=True)


def health(t: T) -> dict[str, int]:
    """Everybody's HP."""
    return {who.id: who.hp for who in t.state.fighters.values()}


def take_stock(t: T, before: dict[str, int]) -> None:
    """When all DMG of a moment is in: who faints of it and who dies."""
    for who in t.state.fighters.values():
        if who.hp < before[who.id]:
            consequences(t, who, before[who.id])


@cites("combat.vehicle.cover")
def behind_cover(hit: Hit, dr: int) -> int:
    """A vehicle or an obstacle takes its DR off a RATK before armor does; fire is not stopped by it (combat.fire.armor)."""
    return hit.dmg if hit.fire else max(0, hit.dmg - dr)


@cites("combat.armor.dr", "combat.fire.armor")
def past_armor(who: Fighter, dmg: int, fire: bool, dr: int) -> int:
    """What armor of this DR leaves of it. Against fire only Fire-Resistant armor counts."""
    return dmg if fire and not who.armor.fr else max(0, dmg - dr)


@cites("combat.armor.wear")
def wears(who: Fighter, dmg: int, fire: bool, dr: int) -> bool:
    """Whether a hit wears the armor: DMG above its DR, before it is reduced; fire wears only what meets it."""
    return dmg > dr > 0 and (who.armor.fr or not fire)


def wear(t: T, who: Fighter) -> None:
    if who.armor.dr > 0:
        who.armor.dr -= 1
        t.say("armor_worn", "combat.armor.wear", to=audience(t, who), who=who.id, dr=who.armor.dr)


@cites("combat.dmg.prone", "combat.bleeding.start")
def hurt(t: T, who: Fighter, dmg: int, hit: Hit) -> None:
    """One hit's DMG; a single ATK above C throws the target down."""
    lose_hp(t, who, dmg, hit.by, "combat.vehicle.wreck" if hit.wreck else "combat.attack.damage", fire=hit.fire)
    who.hurts += 1
    if not hit.fire:
        bleed(t, who)
    if dmg > who.c and not hit.wreck and not who.prone:
        who.prone = True
        t.say("knocked_down", "combat.dmg.prone", to=audience(t, who), who=who.id)


@cites("combat.fire.permanent", "combat.hp.max", "combat.bleeding.start")
def lose_hp(t: T, who: Fighter, dmg: int, by: str, rule: str, *, fire: bool = False) -> None:
    """DMG that gets through. Of fire, one point is permanent; the first time down to C it starts Bleeding."""
    above = who.hp > who.c
    who.hp -= dmg
    t.say("hurt", rule, to=audience(t, who), who=who.id, dmg=dmg, hp=who.hp, by=by)
    if fire:
        who.burns += 1
        t.say("burned", "combat.fire.permanent", to=audience(t, who), who=who.id, burns=who.burns)
    if above and who.hp <= who.c:
        bleed(t, who)


@cites("combat.bleeding.start")
def bleed(t: T, who: Fighter) -> None:
    """At or below C: each hit or Wreck starts it, and starts it again if it was stopped. The minute counts from here."""
    if who.hp <= who.c and not who.bleeding and not who.dead:
        who.bleeding = True
        count_minute(t, who)
        t.say("bleeds", "combat.bleeding.start", to=audience(t, who), who=who.id)


@cites("combat.base.units", "combat.bleeding.tick")
def count_minute(t: T, who: Fighter, gone: int = 0) -> None:
    """A minute of a bleeder's own, `gone` rounds of it over already."""
    t.state.clock.start_timer(Unit.ROUNDS, ROUNDS_A_MINUTE - gone, who.id, Effect.BLEEDS)


def stop_bleeding(t: T, who: Fighter) -> None:
    who.bleeding = False
    for timer in list(t.state.clock.running):
        if timer.who == who.id and timer.effect == Effect.BLEEDS:
            t.state.clock.stop_timer(timer.id)


@cites("combat.hp.unconscious", "combat.hp.death")
def consequences(t: T, who: Fighter, before: int) -> None:
    """Fainting and dying: down, with nothing in hand, and no longer at the wheel. `before` is the HP until now."""
    if who.up:
        return
    if who.dead:
        stop_bleeding(t, who)
        t.say("dies", "combat.hp.death", to=audience(t, who), who=who.id)
    elif before > 0:
        t.say("faints", "combat.hp.unconscious", to=audience(t, who), who=who.id)
    who.prone = True
    who.held = None
    who.ap = 0
    drop_weapon(t, who, "combat.hp.unconscious")
    drop_shield(t, who, "combat.hp.unconscious")
    lose_driver(t, who)


@cites("combat.hp.unconscious")
def wake(t: T, who: Fighter) -> None:
    """At 1 HP or more an Unconscious fighter is back."""
    t.say("wakes", "combat.hp.unconscious", to=audience(t, who), who=who.id)


# ------------------------------------------------------------------------------------------------ what falls to the ground
@cites("combat.attack.ammunition")
def drop_weapon(t: T, who: Fighter, rule: str) -> None:
    """What was in hand lies where its owner is, with the shots that are in it; fists stay."""
    if who.weapon != "fists":
        key = lay_down(t, who.weapon, who.id)
        if room := weapon(who.weapon).shots:
            loaded = who.shots.pop(who.weapon, 0)
            t.state.loaded[key] = min(room, loaded)
            if loaded > room:  # a second gun of the kind keeps its own
                who.shots[who.weapon] = loaded - room
        t.say("drops", rule, to=audience(t, who), who=who.id, weapon=who.weapon)
        who.weapon = "fists"


@cites("combat.table.armor")
def drop_shield(t: T, who: Fighter, rule: str) -> None:
    if who.shield:
        who.shield = False
        lay_down(t, SHIELD, who.id)
        t.say("drops", rule, to=audience(t, who), who=who.id, weapon=SHIELD)


def lay_down(t: T, thing: str, at: str) -> str:
    """Put something on the ground where somebody or a vehicle is. Returns the number it lies under."""
    place = place_of(t, at)
    t.state.dropped += 1
    key = str(t.state.dropped)
    t.state.ground[key] = f"{thing}@{place.x},{place.y}"
    return key
