"""Between scenes: what Survival tokens buy."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.contagion.content import new_gear
from rulebound.games.contagion.gear import SMALLEST, fits, give_item, lose_item, specials, to_be_had
from rulebound.games.contagion.madness import erase_cgp, stage_words
from rulebound.games.contagion.people import Characteristic, Gear, Id, Recovery, Special, Survivor, rank
from rulebound.games.contagion.scenes import resting
from rulebound.games.contagion.state import T, mine, ruling
from rulebound.games.contagion.tokens import affords, pay
from rulebound.games.contagion.variants import WeaponMethod
from rulebound.games.contagion.weapons import draw_weapon
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

BODY_WORTH, MIND_WORTH = 2, 1
"""contagion.gear.recovery: what a recovery item counts as."""
NOTHING = "nothing"


def me(t: T, by: SeatId) -> Survivor:
    who = mine(t, by)
    assert who is not None
    return who


@cites("contagion.downtime.price_table")
def can_pay(t: T, by: SeatId, price: int, rule: str) -> Refusal | None:
    if refusal := resting(t, by):
        return refusal
    return None if affords(t, me(t, by), price) else Refusal(rule, f"It costs {price} tokens.", "Save some, or use the pool.")


# ------------------------------------------------------------------------------------------------ Gear
def can_buy(t: T, by: SeatId) -> Refusal | None:
    return can_pay(t, by, t.variants.price_gear, "contagion.downtime.buy_gear")


def for_sale(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A kind of Gear that fits your slots."""
    return to_be_had(t, me(t, by))


@command(rules=("contagion.downtime.buy_gear", "contagion.downtime.price_table"), when=can_buy, kind=for_sale)
def buy_gear(t: T, by: SeatId, kind: str) -> None:
    """Buy an item for 2 tokens, if the CiC agrees and it fits."""
    if agreed(t, me(t, by), kind):
        pay(t, me(t, by), t.variants.price_gear, "contagion.downtime.buy_gear")
        give_item(t, me(t, by), new_gear(kind), "contagion.downtime.buy_gear")


@cites("contagion.downtime.buy_gear")
def agreed(t: T, who: Survivor, name: str) -> bool:
    """The CiC may say no; then it costs nothing."""
    yes = ruling(t, "approve_gear", (True, False), True, (who.id, name))
    if not yes:
        t.say("not_sold", "contagion.downtime.buy_gear", who=who.id, item=name)
    return yes


def can_buy_weapon(t: T, by: SeatId) -> Refusal | None:
    if t.variants.weapon_method is not WeaponMethod.CUSTOM:
        return Refusal("contagion.weapon.gear_method", "Weapons are plain Gear here.", "Buy one as Gear.")
    if refusal := can_pay(t, by, t.variants.price_weapon, "contagion.downtime.buy_gear"):
        return refusal
    return None if fits(t, me(t, by), SMALLEST) else Refusal("contagion.gear.slot_limit", "You have no slot for it.", "Put something down.")


def a_name(*_: object) -> AnyText:
    """What the weapon is called."""
    return AnyText(40)


@command(rules=("contagion.downtime.buy_gear", "contagion.weapon.introduce"), when=can_buy_weapon, name=a_name)
def buy_weapon(t: T, by: SeatId, name: str) -> None:
    """Buy a custom weapon for 4 tokens, if the CiC agrees; its stats are drawn."""
    if not agreed(t, me(t, by), name):
        return
    pay(t, me(t, by), t.variants.price_weapon, "contagion.downtime.buy_gear")
    give_item(t, me(t, by), draw_weapon(t, name, 1, False, by), "contagion.weapon.introduce")


# ------------------------------------------------------------------------------------------------ Juice
def can_recharge(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_pay(t, by, 1, "contagion.downtime.recharge"):
        return refusal
    return None if low(t, by) else Refusal("contagion.downtime.recharge", "Nothing of yours needs Juice.")


def low(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Something with a Juice tally that can be filled."""
    return [i.id for i in me(t, by).gear.values() if i.tally and Special.DISPOSABLE not in specials(t, i)]


@command(rules=("contagion.downtime.recharge", "contagion.downtime.example_recharge"), when=can_recharge, item=low)
def recharge(t: T, by: SeatId, item: Id) -> None:
    """Lower the tally of an item by its Juice stat, for 1 token."""
    thing: Gear = me(t, by).gear[item]
    pay(t, me(t, by), 1, "contagion.downtime.recharge")
    thing.tally = max(0, thing.tally - (thing.juice if thing.juice_every == 1 else 1))
    thing.out = False
    t.say("recharged", "contagion.downtime.recharge", who=me(t, by).id, item=thing.name, tally=thing.tally)


# ------------------------------------------------------------------------------------------------ recovering
@cites("contagion.downtime.characteristics")
def rank_price(t: T, who: Survivor, skill: Characteristic) -> int:
    """4 up to the starting maximum, 6 beyond it."""
    within = rank(who, skill) < int(getattr(who.maximum, skill.value))
    return t.variants.price_rank if within else t.variants.price_rank_above


def supplies(t: T, by: SeatId, use: Recovery) -> list[str]:
    return [NOTHING, *(item.id for item in me(t, by).gear.values() if item.recovery is use and not item.out)]


def medkits(t: T, by: SeatId, skill: Characteristic, *_: object) -> Sequence[str]:
    """A recovery item to use up for it, worth 2 tokens."""
    items = supplies(t, by, Recovery.BODY)
    return items if affords(t, me(t, by), rank_price(t, me(t, by), skill)) else items[1:]


def raisable(t: T, by: SeatId, *_: object) -> Sequence[Characteristic]:
    """A Characteristic you can pay for, with a recovery item if you have one."""
    who = me(t, by)
    help = BODY_WORTH if len(supplies(t, by, Recovery.BODY)) > 1 else 0
    return [c for c in Characteristic if affords(t, who, rank_price(t, who, c) - help)]


def can_raise(t: T, by: SeatId) -> Refusal | None:
    if refusal := resting(t, by):
        return refusal
    return None if raisable(t, by) else Refusal("contagion.downtime.characteristics", "A rank costs 4 tokens, 6 above the maximum.")


@command(
    rules=("contagion.downtime.characteristics", "contagion.hurtin.recover", "contagion.gear.recovery"), when=can_raise, skill=raisable,
    using=medkits,
)  # fmt: skip
def recover(t: T, by: SeatId, skill: Characteristic, using: str = NOTHING) -> None:
    """Raise a Characteristic by 1: 4 tokens up to its starting maximum, 6 beyond; a recovery item counts as 2."""
    who = me(t, by)
    price = rank_price(t, who, skill) - (BODY_WORTH if using != NOTHING else 0)
    pay(t, who, max(0, price), "contagion.downtime.characteristics")
    use_up(t, who, using)
    setattr(who, skill.value, rank(who, skill) + 1)
    t.say("recovers", "contagion.downtime.characteristics", who=who.id, skill=skill.value, rank=rank(who, skill))


@cites("contagion.gear.recovery")
def use_up(t: T, who: Survivor, item: str) -> None:
    """One item for one purchase; what is left of its worth is lost."""
    if item != NOTHING:
        t.say("used_up", "contagion.gear.recovery", who=who.id, item=lose_item(t, who, item).name)


def pills(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A calming item to use up for it, worth 1 token."""
    items = supplies(t, by, Recovery.MIND)
    return items if affords(t, me(t, by), t.variants.price_cgp) else items[1:]


@cites("contagion.downtime.remove_cgp")
def can_calm(t: T, by: SeatId) -> Refusal | None:
    help = MIND_WORTH if not resting(t, by) and len(supplies(t, by, Recovery.MIND)) > 1 else 0
    if refusal := can_pay(t, by, t.variants.price_cgp - help, "contagion.downtime.remove_cgp"):
        return refusal
    return None if me(t, by).cgp else Refusal("contagion.downtime.remove_cgp", "There is no CGP on your tally.")


@command(rules=("contagion.downtime.remove_cgp", "contagion.cgp.reduce"), when=can_calm, using=pills)
def calm(t: T, by: SeatId, using: str = NOTHING) -> None:
    """Take 1 CGP off your tally for 2 tokens; a calming item counts as 1."""
    who = me(t, by)
    pay(t, who, t.variants.price_cgp - (MIND_WORTH if using != NOTHING else 0), "contagion.downtime.remove_cgp")
    use_up(t, who, using)
    erase_cgp(t, who, 1, "contagion.downtime.remove_cgp")


@cites("contagion.downtime.degrade_madness")
def can_lift(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_pay(t, by, t.variants.price_stage, "contagion.downtime.degrade_madness"):
        return refusal
    if me(t, by).stage == 1:
        return Refusal("contagion.downtime.degrade_madness", "You are calm already.")
    return Refusal("contagion.downtime.degrade_madness", "One stage in a break is all.") if me(t, by).lifted else None


@command(rules=("contagion.downtime.degrade_madness",), when=can_lift)
def lift(t: T, by: SeatId) -> None:
    """Lift one stage of Madness for 6 tokens, once in a break; the tally stays."""
    who = me(t, by)
    pay(t, who, t.variants.price_stage, "contagion.downtime.degrade_madness")
    who.stage -= 1
    who.lifted = True
    t.say("lifted", "contagion.downtime.degrade_madness", who=who.id, stage=who.stage, name=stage_words(who))
