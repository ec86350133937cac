"""What an attack does if it hits: base damage, hits, and everything that changes it before armor."""

from __future__ import annotations

from rulebound.games.infected.armor import protection
from rulebound.games.infected.attack import Called, Strike, has, kinds_in
from rulebound.games.infected.content import content
from rulebound.games.infected.equipment import damage_change
from rulebound.games.infected.fighting import Blow
from rulebound.games.infected.kinds import Property
from rulebound.games.infected.state import T
from rulebound.games.infected.variants import LimbShot
from rulebound.kernel.citing import cites

MOST_BONUS = 3
"""infected.attack.damage_table: four hits or more."""
HEAD_DAMAGE = 2
LIMBS = (Called.LEGS, Called.ARMS)


@cites(
    "infected.attack.damage",
    "infected.attack.damage_table",
    "infected.maneuver.dual_wield",
    "infected.attack.example_knife",
    "infected.maneuver.example_dual_knives",
)
def damage_for(strike: Strike, hits: int) -> int:
    """Base damage and one more for each hit after the first, three at most; both bases where both weapons strike."""
    if strike.fixed is not None:
        return strike.fixed
    base = strike.who.damage if strike.who.attack_dice else strike.weapon.damage
    if strike.other is not None:
        base += content().weapons[strike.other.kind].damage
    return base + min(MOST_BONUS, hits - 1)


@cites("infected.attack.sequence", "infected.property.brutal", "infected.maneuver.called_shot", "infected.maneuver.dual_wield")
def amount_of(t: T, strike: Strike, hits: int) -> int:
    """Flat changes after the hits; a Combined Attack's, the limb shot's point and armor come later."""
    amount = damage_for(strike, hits)
    if strike.fixed is None:
        amount = harm(t, strike, amount)
        if has(strike, Property.BRUTAL) and protection(t, strike.target) == 0:
            amount += 1
    if strike.called is Called.HEAD:
        amount += HEAD_DAMAGE
    return amount


@cites("infected.craft.upgrades", "infected.craft.flaws")
def harm(t: T, strike: Strike, damage: int) -> int:
    """What the weapons do as they were made: sharper or weaker than their kind."""
    for gear in (strike.gear, strike.other):
        if gear is not None:
            damage = max(1, damage + damage_change(t, gear) - ("weak" in strike.round and gear is strike.gear))
    return damage


@cites("infected.maneuver.called_shot", "infected.attack.sequence")
def less_for_a_limb(t: T, amount: int) -> int:
    """The point that a limb shot costs, where it comes off before armor."""
    return max(1, amount - 1) if t.variants.called_shot_limb_minus_one is LimbShot.BEFORE_ARMOR else amount


@cites("infected.attack.sequence", "infected.maneuver.called_shot", "infected.property.armor_piercing", "infected.maneuver.tackle")
def blow_of(t: T, strike: Strike, hits: int) -> Blow:
    """What lands. Neither teeth nor claws are in a Tackle that only knocks down."""
    return Blow(
        target=strike.target.id,
        amount=amount_of(t, strike, hits),
        by=strike.who.id,
        head=strike.called is Called.HEAD,
        bare=strike.called is Called.WEAK_POINT,
        piercing=1 if has(strike, Property.ARMOR_PIERCING) else 0,
        limb=strike.called in LIMBS,
        melee=strike.melee,
        careful=strike.careful,
        hits=hits,
        bites=strike.who.is_infected and strike.fixed is None,
        burns=any(kind.sets_alight for kind in kinds_in(strike)),
    )
