"""What machines answer: dice to buy, Reactions, support, Momentum on a hit, what becomes of a Breach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, cast

from rulebound.games.infinity.blows import in_hand
from rulebound.games.infinity.exchange import DEFENCE
from rulebound.games.infinity.harm import threshold
from rulebound.games.infinity.people import ARMOUR, Character, Harm, Thing
from rulebound.games.infinity.policy_vehicles import lies_low, vehicle_choice
from rulebound.games.infinity.ranges import band
from rulebound.games.infinity.reactions import Reaction, price
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import Side, focus, hampered, own_dice, target_number
from rulebound.games.infinity.spending import Spend
from rulebound.games.infinity.state import RANGES, T
from rulebound.games.infinity.weigh import aim, drives_on, passing, usual_soak, with_weapon, worth
from rulebound.kernel.citing import cites
from rulebound.kernel.table import About

O = TypeVar("O")  # noqa: E741 - an option
SURE = 0.8
"""A chance with which nobody buys more dice."""
LOW_HEAT = 8
"""Players pay freely while the pool is below this."""
ANOTHER_FROM = 3
"""Damage after Soak with which it pays to strike one more."""
GOOD_ANSWER = 0.5
"""What a shot back must be worth."""
TOO_MUCH = 2
"""Steps of difficulty with which nobody dodges or defies any more."""
ALL_OF_IT = (
    "heal_momentum", "shake_momentum", "refresh_momentum", "morale_momentum", "treat_more", "heal_more", "break_fall_momentum", "grab",
    "mend_momentum",
)  # fmt: skip


def choice(t: T, what: str, options: Sequence[O], about: About, default: O) -> O:
    match what:
        case "reaction":
            return cast("O", react(t, t.state.people[about[1]], about[0], cast("Sequence[Reaction]", options)))
        case "spend":
            return cast("O", spending(t, cast("Sequence[Spend]", options), about))
        case "support":
            return cast("O", support(t, cast("Sequence[str]", options), about))
        case "breach_effect":
            return cast("O", breach(t, cast("Sequence[str]", options), t.state.people[about[1]]))
        case "retaliate" | "notice" | "keep_low" | "break_fall":
            return options[-1] if worthwhile(t, t.state.people[about[0]]) else options[0]
        case "spring":
            return options[0]
        case "one_die_again":
            return next((o for o in options if str(o).endswith(": 0")), options[0])
        case _:
            return vehicle_choice(t, what, options, about, default)


def quantity(t: T, what: str, least: int, most: int, about: About, default: int) -> int:
    match what:
        case "buy_dice":
            return dice_to_buy(t, t.state.people[about[0]], about, most)
        case "infinity_dice":
            return 1 if most and int(about[2][1:]) >= 4 else 0
        case "return_reload":
            return most
        case _:
            return most if what in ALL_OF_IT else default


def dice_to_buy(t: T, who: Character, about: About, most: int) -> int:
    """As many as make it likely; a player minds the Heat, the game master keeps some for Reactions."""
    skill, difficulty = Skill(about[1]), int(about[2][1:])
    heat = t.state.heat.value
    room = max(0, LOW_HEAT - heat) if who.hero else max(0, heat - 2)
    dice, target, best = own_dice(who).value, target_number(who, skill).value, focus(who, skill)
    bought = 0
    while bought < min(most, room) and passing(dice + bought, target, best, difficulty) < SURE:
        bought += 1
    return bought


def worthwhile(t: T, who: Character) -> bool:
    """One Reaction a round is cheap; more only while the pool allows it."""
    heat = t.state.heat.value
    return price(t, who) == 1 and heat < LOW_HEAT if who.hero else heat >= price(t, who) + 1


def react(t: T, foe: Character, attacker: str, options: Sequence[Reaction]) -> Reaction:
    """Out of the way of most things; a good shot answers a weak enemy's fire; who hides, or is badly hampered, keeps still."""
    if lies_low(t, foe):
        return Reaction.NONE
    hurt = foe.vigour.left * 2 < foe.vigour.full or foe.resolve.left * 2 < foe.resolve.full
    if not worthwhile(t, foe) and not (foe.hero and hurt and price(t, foe) <= 2):
        return Reaction.NONE
    if Reaction.RETURN_FIRE in options and not hurt and answers_well(t, foe, t.state.people[attacker]):
        return Reaction.RETURN_FIRE
    best = (Reaction.DEFY, Reaction.SECURE, Reaction.PARRY, Reaction.DODGE)
    return next((r for r in best if r in options and not gives_away(t, foe, r)), Reaction.NONE)


@cites("infinity.test.face_to_face_modifiers")
def gives_away(t: T, foe: Character, reaction: Reaction) -> bool:
    """Whether what hampers somebody would help the attacker more than a Reaction hinders him."""
    return hampered(t, Side(who=foe, skill=DEFENCE[reaction])).value >= TOO_MUCH


def answers_well(t: T, me: Character, attacker: Character) -> bool:
    """A shot back that is likely to put somebody down is better than getting out of the way."""
    gun, there = me.weapons[in_hand(me, ranged=True)[0]], band(t, me, attacker)
    if there is None:
        return False
    return worth(aim(t, attacker, Harm.PHYSICAL), with_weapon(t, me, gun, 0), RANGES.names.index(there), crowded=False) >= GOOD_ANSWER


def support(t: T, options: Sequence[str], about: About) -> str:
    """Covering Fire for a friend who is badly hurt; nobody throws himself before a Mob's guns."""
    friend = t.state.people[about[1]]
    if friend.vigour.left * 2 >= friend.vigour.full or friend.covered_by:
        return options[0]
    for option in options[1:]:
        kind, _, id = option.partition(": ")
        who = t.state.people[id]
        if kind == Reaction.COVERING_FIRE.value and worthwhile(t, who) and (who.hero or t.state.heat.value >= 4):
            return option
    return options[0]


def breach(t: T, options: Sequence[str], foe: Character) -> str:
    """Burn a hacker through his device; take over what a place has; stop powered armour; else let the network crash or bleed."""
    for option in options[1:]:
        if option.endswith(": blast") and foe.thing is None:
            return option
        if option.endswith(": possess") and foe.thing is Thing.NETWORK and not drives_on(t, foe):
            return option
    return next((o for o in options[1:] if o.startswith(ARMOUR)), options[0]) if foe.takes_harm else options[0]


def spending(t: T, options: Sequence[Spend], about: About) -> Spend:
    """What it takes to put the target down; the rest of the Momentum is kept for another attack."""
    means, damage, effects, foe = int(about[1]), int(about[2]), int(about[3]), t.state.people[about[4]]
    harm = Harm(about[5])
    stress, soak = usual_soak(t, foe, harm)
    enough = min(threshold(t, foe, harm), max(1, stress.left))
    bought = int(about[6])
    short = enough - (damage + bought + effects - soak)
    if foe.mob and short <= 0:
        short = enough - (damage + bought + effects - soak) % enough if foe.members > 1 else 0
    if Spend.ANOTHER in options and damage + bought + effects - soak >= ANOTHER_FROM:
        return Spend.ANOTHER
    if 0 < short <= means and Spend.BONUS_DAMAGE in options:
        return Spend.PENETRATION if short >= 2 and soak >= 2 and not bought and Spend.PENETRATION in options else Spend.BONUS_DAMAGE
    if short > means and Spend.REROLL in options and damage <= 2:
        return Spend.REROLL
    return Spend.DONE
