"""Damage of three kinds: dice and bonuses, where it strikes, what is thrown again, cover, and what it does."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache, partial

import msgspec

from rulebound.games.infinity.harm import UNCONSCIOUS_AT
from rulebound.games.infinity.people import PHYSICAL, Character, Harm, Location, lying, works
from rulebound.games.infinity.skills import Attribute, Skill
from rulebound.games.infinity.skilltests import NONE, Side, test
from rulebound.games.infinity.squads import Trade, lose
from rulebound.games.infinity.state import Cover, T
from rulebound.games.infinity.surroundings import best_cover, crowd_panics
from rulebound.kernel.citing import cites
from rulebound.kernel.d20 import CombatDice, CombatRoll
from rulebound.kernel.dice import SumPool
from rulebound.kernel.seats import SeatId

BANDS = (8, 9, 11, 13, 15)
"""The highest attribute of each band of the bonus table but the last."""
LOCATIONS = ((2, Location.HEAD), (5, Location.RIGHT_ARM), (8, Location.LEFT_ARM), (14, Location.TORSO), (17, Location.RIGHT_LEG))
ATTRIBUTE_FOR = {
    "shoot": Attribute.AWARENESS, "melee": Attribute.BRAWN, "hack": Attribute.INTELLIGENCE, "scare": Attribute.PERSONALITY,
}  # fmt: skip
"""The attribute whose bonus dice an attack has."""
D20 = SumPool(1, 20)
AUTOMEDIKIT = "automedikit"


# ------------------------------------------------------------------------------------------------ dice
@cites("infinity.damage.bonus_table", "infinity.damage.modifiers", "infinity.example.pregen_damage_lines",
       "infinity.example.npc_damage_lines")  # fmt: skip
def bonus_dice(t: T, value: int) -> int:
    """Damage dice that an attribute adds."""
    return t.variants.damage_bonus_table[bisect_left(BANDS, value)]


def hit_location(t: T, who: Character, seat: SeatId) -> Location:
    """Where somebody is struck; a device has no limbs."""
    return Location.TORSO if who.thing else t.sub(place_struck, str(who.id), seat)


@cites("infinity.damage.hit_location", "infinity.dice.d20")
def place_struck(t: T, id: str, seat: SeatId) -> Location:
    face = t.roll(D20, "location", seat, (id,)).total
    return next((place for highest, place in LOCATIONS if face <= highest), Location.LEFT_LEG)


@lru_cache(maxsize=1)
def places() -> dict[Location, int]:
    """How many faces of a d20 strike each place."""
    found, before = {}, 0
    for highest, place in LOCATIONS:
        found[place], before = highest - before, highest
    return {**found, Location.LEFT_LEG: 20 - before}


class Thrown(msgspec.Struct, gc=False):
    """Combat dice that lie on the table: what they score now, and which could be thrown again."""

    total: int
    effects: int
    ones: int = 0
    blanks: int = 0

    @property
    def twos(self) -> int:
        return (self.total - self.ones) // 2


def thrown(dice: int, roll: CombatRoll) -> Thrown:
    """All that can be seen of a throw."""
    total, effects, ones = roll.total, roll.effects, roll.ones
    return Thrown(total, effects, ones, dice - effects - ones - (total - ones) // 2)


FACES = ("blank", "1", "2", "Effect")


def throw_again(t: T, seat: SeatId, what: str, about: tuple[str, ...], dice: Thrown) -> Thrown:
    """Any of the dice are thrown again and their new faces stand; blanks unless somebody says otherwise."""
    there = (dice.blanks, dice.ones, dice.twos, dice.effects)
    again = [
        t.number(seat, "reroll", 0, many, (*about, face), many if face == "blank" else 0) if many else 0
        for face, many in zip(FACES, there, strict=True)
    ]
    if not sum(again):
        return dice
    new = thrown(sum(again), t.roll(CombatDice(sum(again)), what, seat, about))
    blanks, ones, twos, effects = (many - some for many, some in zip(there, again, strict=True))
    return Thrown(ones + 2 * twos + new.total, effects + new.effects, ones + new.ones, blanks + new.blanks)


# ------------------------------------------------------------------------------------------------ cover
@cites("infinity.soak.cover", "infinity.soak.cover_values", "infinity.soak.cover_scope", "infinity.state.prone", "infinity.dice.combat_die")
def cover_soak(t: T, who: Character, shooter: Character | None = None) -> int:
    """Cover dice; lying down, each Effect is worth 2 more. Who has shaken it off may throw any of them once more."""
    cover = t.state.covers.get(who.cover or "")
    if shooter and (t.state.vehicles or t.state.board):
        cover = best_cover(t, shooter, who)
    if cover is None or not cover.dice:
        return 0
    about = (who.id, cover.name)
    roll = t.roll(CombatDice(cover.dice), "cover", who.seat, about)
    if not who.rerolls_cover:
        return cover_value(t, who, cover, roll.total, roll.effects if lying(who) or cover.crowd else 0)
    dice = throw_again(t, who.seat, "cover", about, thrown(cover.dice, roll))
    return cover_value(t, who, cover, dice.total, dice.effects)


def cover_value(t: T, who: Character, cover: Cover, total: int, effects: int) -> int:
    if cover.crowd:
        crowd_panics(t, effects)
    return total + (2 * effects if lying(who) else 0)


@cites("infinity.soak.cover_destroy")
def wear_cover(t: T, who: Character, damage: int, soaked: int) -> None:
    """Damage that beats the cover's own Soak by ten costs it a die for good."""
    cover = t.state.covers.get(who.cover or "")
    if cover is None or not cover.dice or damage - soaked < 10:
        return
    cover.dice -= 1
    t.say("cover_worn", "infinity.soak.cover_destroy", name=cover.name, dice=cover.dice)


# ------------------------------------------------------------------------------------------------ tracks and harm
def hurt(t: T, who: Character, harm: Harm, net: int, limit: int | None = None, soak: int = 0, trade: Trade | None = None) -> int:
    """Damage and the harm it does; how many lasting harms were caused. `trade` says how many of them are kept."""
    if harm is PHYSICAL and works(who, AUTOMEDIKIT):
        return lose(t, who, harm, net, limit, soak, partial(despite_automedikit, t, who))
    return lose(t, who, harm, net, limit, soak, trade)


@cites("infinity.gear.automedikit")
def despite_automedikit(t: T, who: Character, caused: int) -> int:
    """The Injury that would knock its user out is ignored if he passes Resistance D2, Injuries so far included."""
    if not who.injuries < UNCONSCIOUS_AT <= who.injuries + caused:
        return caused
    eased = 0 if t.variants.automedikit_injury_steps else -who.vigour.felt
    side = Side(who=who, skill=Skill.RESISTANCE, steps=NONE.plus("AutoMediKit", eased, "infinity.gear.automedikit"))
    if not test(t, side, 2).passed:
        return caused
    t.say("automedikit", "infinity.gear.automedikit", who=who.id)
    return caused - 1
