"""What an attack uses up, what it does to the weapon, and who hears it: rounds, thrown weapons, jams, suppressors, noise."""

from __future__ import annotations

from rulebound.games.infected import threat
from rulebound.games.infected.ammo import critical_failure, may_jam, shoot, watches_ones
from rulebound.games.infected.armor import lose_durability
from rulebound.games.infected.attack import Strike
from rulebound.games.infected.checks import Check
from rulebound.games.infected.content import content, has_flaw
from rulebound.games.infected.equipment import take_into_use, wear_improvised
from rulebound.games.infected.kinds import Property, WeaponKind
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.state import T
from rulebound.games.infected.variants import QuietNoise
from rulebound.kernel.citing import cites

SUPPRESSOR = 3
UNARMED_NOISE = 2
"""infected.weapon.noise_column: maneuvers without a weapon row."""


@cites("infected.ammo.precise", "infected.property.throwable", "infected.weapon.noise_column")
def spend_shot(t: T, strike: Strike) -> None:
    """A round is gone, a thrown weapon lies where it was thrown, and everybody has heard it: a suppressor's last use still counts."""
    gear = strike.gear
    noise = weapon_noise(t, strike.weapon, gear) if strike.tackle is None else UNARMED_NOISE
    loud = is_loud(strike.weapon, gear) and not strike.melee
    if strike.other is not None:
        kind = content().weapons[strike.other.kind]
        noise = max(noise, weapon_noise(t, kind, strike.other))
        loud = loud or (is_loud(kind, strike.other) and not strike.melee)
        take_into_use(t, strike.who, strike.other)
    if gear is not None:
        take_into_use(t, strike.who, gear)
        if strike.thrown:
            thrown_away(t, strike.who, gear, strike.zone)
        elif not strike.melee:
            strike.round = shoot(t, strike.who, gear)
            if strike.other is not None:
                shoot(t, strike.who, strike.other)
    if explodes(strike.weapon):
        threat.explosion(t, strike.who, noise, strike.zone)
    elif not strike.who.attack_dice or strike.tackle is not None:
        threat.weapon_noise(t, strike.who, noise, loud=loud, first_of_action=strike.first)


@cites("infected.craft.recipes.explosives")
def explodes(weapon: WeaponKind) -> bool:
    """A bomb does; a bottle of fire only burns."""
    return weapon.area and not weapon.has(Property.FIRE)


@cites("infected.property.throwable", "infected.environment.fire_weapons")
def thrown_away(t: T, who: Person, gear: Gear, zone: str) -> None:
    kind = content().weapons[gear.kind]
    if gear.count > 1:
        gear.count -= 1
        return
    who.gear.pop(gear.id, None)
    if gear.id in who.hands:
        who.hands.remove(gear.id)
    if not kind.has(Property.ONE_USE):
        t.state.scene.zones[zone].ground.append(gear)


@cites("infected.craft.flaws")
def is_dud(t: T, strike: Strike, roll: Check) -> bool:
    """An unreliable bottle or bomb does nothing at all on any 1: there is nothing left of it that could jam."""
    gear = strike.gear
    if gear is None or not strike.weapon.has(Property.ONE_USE) or not has_flaw(gear, "unreliable") or not roll.ones:
        return False
    t.say("fails", "infected.craft.flaws", who=strike.who.id, thing=gear.kind)
    return True


@cites("infected.core.critical_failure_effect", "infected.equipment.durability_loss")
def weapon_suffers(t: T, strike: Strike, roll: Check) -> None:
    """Jams, breaks and wear."""
    if strike.held is not None and roll.critical:
        lose_durability(t, strike.who, strike.held, "infected.core.critical_failure_effect")
    for gear in (strike.gear, strike.other):
        if gear is None or (strike.thrown and strike.weapon.has(Property.ONE_USE)):
            continue
        round = strike.round if gear is strike.gear else ""
        if roll.critical:
            critical_failure(t, strike.who, gear)
        else:
            wear_improvised(t, strike.who, gear)
        if (watches_ones(gear) or round) and roll.ones:
            may_jam(t, strike.who, gear, roll.ones, round)


@cites("infected.craft.flaws", "infected.craft.recipes.gear")
def poor_silencer(gear: Gear | None) -> int:
    """A weak one takes off 1 less."""
    return 1 if gear is not None and "weak" in gear.suppressor_flaws else 0


def suppressed(gear: Gear | None) -> bool:
    return gear is not None and gear.suppressor is not None and gear.suppressor > 0


@cites("infected.property.quiet", "infected.weapon.noise_column", "infected.changelog.quiet_math", "infected.equipment.suppressor")
def weapon_noise(t: T, weapon: WeaponKind, gear: Gear | None) -> int:
    """The Noise column; a suppressor on a weapon printed without one takes 3 off while it lasts."""
    if weapon.unsuppressed is not None:  # printed with its suppressor
        own = suppressed(gear) or gear is None
        return weapon.noise + poor_silencer(gear) if own else content().weapons[weapon.unsuppressed].noise
    if suppressed(gear):
        return max(0, weapon.noise - SUPPRESSOR + poor_silencer(gear))
    if weapon.has(Property.QUIET) and t.variants.noise_quiet_melee_and_bows is QuietNoise.ZERO:
        return 0
    return weapon.noise


@cites("infected.property.loud")
def is_loud(weapon: WeaponKind, gear: Gear | None) -> bool:
    """A Loud weapon that is suppressed is Loud no longer; one whose suppressor is spent is again."""
    if weapon.unsuppressed is not None and gear is not None and not suppressed(gear):
        return content().weapons[weapon.unsuppressed].has(Property.LOUD)
    return weapon.has(Property.LOUD) and not suppressed(gear)
