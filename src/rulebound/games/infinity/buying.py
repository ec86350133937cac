"""Dice for a price: with Heat, and with Infinity points."""

from __future__ import annotations

from rulebound.games.infinity.heat import affords, pay
from rulebound.games.infinity.people import NEMESIS, Character
from rulebound.games.infinity.state import T, seen_by
from rulebound.games.infinity.variants import DicePrice
from rulebound.kernel.citing import cites
from rulebound.kernel.d20 import SkillPool

FLAT = {DicePrice.FLAT_1: 1, DicePrice.FLAT_2: 2}


@cites("infinity.ruling.d20_price")
def dice_price(t: T, dice: int) -> int:
    """So much each, or 1 for the first, 2 for the second, and so on."""
    each = FLAT.get(t.variants.bought_dice_price)
    return dice * (dice + 1) // 2 if each is None else each * dice


@cites("infinity.test.buy_d20_heat", "infinity.ruling.pool_size")
def buy_with_heat(t: T, who: Character, room: int | None, about: tuple[str, ...]) -> int:
    """Up to three further d20s before any die is thrown."""
    most = t.variants.bought_dice_max if room is None else min(room, t.variants.bought_dice_max)
    while most > 0 and not affords(t, who, dice_price(t, most)):
        most -= 1
    bought = t.number(who.seat, "buy_dice", 0, max(0, most), about) if most > 0 else 0
    if bought:
        pay(t, who, dice_price(t, bought), f"{bought} d20", "infinity.test.buy_d20_heat")
    return bought


@cites("infinity.test.buy_d20_infinity", "infinity.points.bonus_die", "infinity.npc.nemesis", "infinity.example.infinity_die")
def buy_with_infinity(t: T, who: Character, room: int | None, about: tuple[str, ...]) -> int:
    """Dice that show a 1 already; a Nemesis pays Heat for them."""
    most = who.infinity.value if who.hero else 0
    if who.category is NEMESIS:
        most = t.state.heat.value // t.variants.nemesis_point_price
    if t.variants.infinity_dice_max != "none":
        most = min(most, t.variants.infinity_dice_max)
    if room is not None:
        most = min(most, room)
    ones = t.number(who.seat, "infinity_dice", 0, most, about) if most > 0 else 0
    if ones and who.hero:
        who.infinity.change(-ones, who.seat, "Infinity dice", "infinity.test.buy_d20_infinity")
        t.say("infinity_dice", "infinity.test.buy_d20_infinity", to=seen_by(t, who), who=who.id, dice=ones, left=who.infinity.value)
    elif ones:
        pay(t, who, ones * t.variants.nemesis_point_price, "Infinity dice", "infinity.npc.nemesis")
    return ones


@cites("infinity.test.infinity_no_roll")
def declines(t: T, who: Character, pool: SkillPool, difficulty: int, about: tuple[str, ...]) -> bool:
    """Where Infinity dice alone are enough, the others need not be thrown."""
    enough = bool(pool.ones) and pool.sure_successes() >= difficulty
    return enough and t.choose(who.seat, "decline_roll", (False, True), about)
