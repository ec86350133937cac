"""Weapons: plain Gear, or custom ones with stats and specials; made up, drawn at random, and used in both hands."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulebound.games.contagion.content import new_gear, special_of, weapon_kinds, weapon_stat
from rulebound.games.contagion.deck import add_to_hand, discard, random_draw, scratch_draw
from rulebound.games.contagion.gear import fits, give_item, pay_for_use, specials, usable
from rulebound.games.contagion.madness import gain_cgp
from rulebound.games.contagion.people import Gear, Id, Someone, Special, Survivor, Threat, gear_of
from rulebound.games.contagion.state import Hand, T, fresh_id, someone
from rulebound.games.contagion.tokens import adversity, affords, anybody_alive, cic_only, pay
from rulebound.games.contagion.variants import WeaponMethod
from rulebound.kernel.cards import Card, Deck, in_order, is_ace, is_joker
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.entries import EVERYONE
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId

KNOCK_OFF = -2
MOST_PSYCHO = 4


class Draws(msgspec.Struct):
    """Cards drawn for a weapon and the stats they gave."""

    hurtin: int = 0
    draw: int = 1
    juice: int = 0
    every: int = 1
    specials: list[Special] = []


# ------------------------------------------------------------------------------------------------ in a Showdown
@cites("contagion.weapon.custom_method", "contagion.showdown.weapon_bonus_or_card", "contagion.weapon.is_gear")
def wield(t: T, hand: Hand, who: Someone) -> None:
    """Decide which weapon's stats count; one that was activated or sacrificed contributes none."""
    if t.variants.weapon_method is not WeaponMethod.CUSTOM:
        return
    ready = [i.id for i in gear_of(who).values() if i.weapon and i.id not in hand.activated and not i.sacrifice_only and usable(t, who, i)]
    chosen = t.choose_some(hand.seat, "wield", ready, 0, 2 if t.variants.double_fisting else 1, (who.id,))
    for id in chosen:
        pay_for_use(t, who, gear_of(who)[id])
        hand.wields.append(id)
        hand.barehanded = False
        t.say("wields", "contagion.weapon.custom_method", who=who.id, item=gear_of(who)[id].name)
    dial(t, hand, who)


@cites("contagion.weapon.special.dial_goes_to_eleven")
def dial(t: T, hand: Hand, who: Someone) -> None:
    """A token turns everything up by one for this Showdown: bonus, cards and Juice."""
    used = [gear_of(who)[id] for id in (*hand.wields, *hand.activated) if id in gear_of(who)]
    dials = [item for item in used if Special.DIAL in specials(t, item)]
    payable = affords(t, who, 1) if isinstance(who, Survivor) else t.state.adversity.value >= 1
    if not dials or not payable or not t.choose(hand.seat, "dial", (False, True), (who.id, dials[0].name), default=False):
        return
    if isinstance(who, Survivor):
        pay(t, who, 1, "contagion.weapon.special.dial_goes_to_eleven")
    else:
        adversity(t, -1, "Dial", "contagion.weapon.special.dial_goes_to_eleven")
    hand.dial = dials[0].id
    t.say("dials", "contagion.weapon.special.dial_goes_to_eleven", who=who.id, item=dials[0].name)
    if hand.dial in hand.activated:
        add_to_hand(t, hand, 1, "bonus", "Dial Goes to Eleven")


@cites("contagion.weapon.double_fisting")
def halve(t: T, hand: Hand) -> None:
    """Two weapons at once leave half of all before Negotiation, rounded down; the cards lie face down, so chance picks."""
    both = any(len(wielded_by(t, hand, member)) > 1 for member in hand.members) if hand.wields else False
    gone = len(hand.cards) - len(hand.cards) // 2
    if both and gone:
        taken = t.draw(Deck(name="hand", cards=in_order(hand.cards)), gone, "halve", hand.seat, (hand.id,), to=EVERYONE)
        hand.cards = [card for card in hand.cards if card not in taken]
        discard(t, taken)
        t.say("halves", "contagion.weapon.double_fisting", who=hand.id, left=len(hand.cards))


def wielded_by(t: T, hand: Hand, member: Id) -> list[Gear]:
    own = gear_of(someone(t, member))
    return [own[id] for id in hand.wields if id in own]


def wielded(t: T, hand: Hand) -> list[Gear]:
    return [item for member in hand.members for item in wielded_by(t, hand, member)] if hand.wields else []


def side_has(t: T, hands: Sequence[Hand], special: Special) -> bool:
    armed = [hand for hand in hands if hand.wields]
    return bool(armed) and any(special in specials(t, item) for hand in armed for item in wielded(t, hand))


# ------------------------------------------------------------------------------------------------ what it does to Hurtin'
@cites("contagion.hurtin.weapon_modifiers", "contagion.weapon.stat.hurtin_bonus", "contagion.multi.helpers_weapons")
def flat_bonuses(t: T, hand: Hand, helpers: Sequence[Hand], total: Total) -> Total:
    """The better bonus of each one's weapons, those of helpers, Knock-offs and Psychobilly; never below 0."""
    armed = [(user, wielded_by(t, user, member)) for user in (hand, *helpers) if user.wields for member in user.members]
    for user, items in armed:
        if items:
            best = max(items, key=lambda item: item.hurtin + (item.id == user.dial))
            total = total.plus(best.name, best.hurtin, "contagion.weapon.stat.hurtin_bonus")
            if best.id == user.dial:
                total = total.plus("Dial Goes to Eleven", 1, "contagion.weapon.special.dial_goes_to_eleven")
            if any(Special.KNOCK_OFF in specials(t, item) for item in items):
                total = total.plus("Knock-off", KNOCK_OFF, "contagion.weapon.special.knock_off")
    total = psychobilly(t, hand, total)
    return total if total.value >= 0 else total.plus("never below 0", -total.value, "contagion.weapon.special.knock_off")


@cites("contagion.weapon.special.psychobilly")
def psychobilly(t: T, hand: Hand, total: Total) -> Total:
    """Up to 4 CGP for as much Hurtin'; a Threat pays Adversity, and the turned have nothing to pay with."""
    who = someone(t, hand.id)
    if not side_has(t, [hand], Special.PSYCHOBILLY) or (isinstance(who, Survivor) and who.turned):
        return total
    most = MOST_PSYCHO if isinstance(who, Survivor) else min(MOST_PSYCHO, t.state.adversity.value)
    points = t.number(hand.seat, "psychobilly", 0, most, (hand.id,))
    if isinstance(who, Survivor):
        gain_cgp(t, who, points, "contagion.weapon.special.psychobilly")
    else:
        adversity(t, -points, "Psychobilly", "contagion.weapon.special.psychobilly")
    return total.plus("Psychobilly", points, "contagion.weapon.special.psychobilly") if points else total


@cites("contagion.weapon.special.last_resort", "contagion.weapon.special.self_destruct")
def factor(t: T, hand: Hand, kept: Sequence[Card]) -> tuple[int, list[Gear]]:
    """Last resort needs an ace or a joker that was kept and doubles, else it does nothing; what is to be destroyed doubles once more."""
    if not hand.wields:
        return 1, []
    times, doomed = 1, []
    if side_has(t, [hand], Special.LAST_RESORT):
        times = 2 if any(is_ace(card) or is_joker(card) for card in kept) else 0
        t.say("last_resort", "contagion.weapon.special.last_resort", who=hand.id, times=times)
    for item in [i for i in wielded(t, hand) if Special.SELF_DESTRUCT in specials(t, i)]:
        if t.choose(hand.seat, "self_destruct", (False, True), (hand.id, item.name), default=False):
            times *= 2
            doomed.append(item)
    return times, doomed


@cites("contagion.weapon.special.self_destruct")
def self_destruct(t: T, hand: Hand, doomed: Sequence[Gear]) -> None:
    """After the blow, which has all that the weapon is good for."""
    for item in doomed:
        for member in hand.members:
            gear_of(someone(t, member)).pop(item.id, None)
        t.say("self_destructs", "contagion.weapon.special.self_destruct", who=hand.id, item=item.name)


@cites("contagion.weapon.special.scary")
def scare(t: T, hands: Sequence[Hand], aimed: Sequence[Id]) -> None:
    """Every Survivor a Scary weapon's side aimed at gains 1 CGP, once."""
    if side_has(t, hands, Special.SCARY):
        for who in [t.state.survivors[id] for id in aimed if id in t.state.survivors]:
            gain_cgp(t, who, 1, "contagion.weapon.special.scary")


@cites("contagion.weapon.special.recharging")
def recharge_weapons(t: T) -> None:
    """At the end of a scene a Recharging weapon loses a tally."""
    armed: list[Survivor | Threat] = [*t.state.survivors.values(), *t.state.threats.values()]
    for who in armed:
        for item in who.gear.values():
            if Special.RECHARGING in specials(t, item) and item.tally:
                item.tally -= 1
                item.out = False
                t.say("recharged", "contagion.weapon.special.recharging", who=who.id, item=item.name, tally=item.tally)


# ------------------------------------------------------------------------------------------------ drawn at random
@cites(
    "contagion.weapon.random_draw", "contagion.cic.table.random_weapon", "contagion.weapon.special.joker",
    "contagion.weapon.example_museum_sword",
)  # fmt: skip
def roll_up(t: T, stats: Sequence[str], by: SeatId, scratch: bool = False) -> Draws:
    """A card for each stat, in the order asked for; a joker for the special stands for two others."""

    def card(stat: str) -> Card:
        drawn = None if scratch else random_draw(t, "weapon", (stat,), seat=by)
        return drawn or scratch_draw(t, "weapon", (stat,), EVERYONE, by)

    found = Draws()
    for stat in stats:
        came = card(stat)
        if stat == "hurtin":
            found.hurtin = int(weapon_stat("hurtin", came))
        elif stat == "draw":
            found.draw = int(weapon_stat("draw", came))
        elif stat == "juice":
            tallies, _, every = weapon_stat("juice", came).partition("/")
            found.juice, found.every = int(tallies), int(every or 1)
        else:
            two = special_of(came) is None
            drawn = [card(stat), card(stat)] if two else [came]
            found.specials = list(dict.fromkeys(s for s in map(special_of, drawn) if s is not None))
    return found


STATS = ("hurtin", "draw", "juice", "special")


def weapon_name(*_: object) -> AnyText:
    """What the weapon is called."""
    return AnyText(40)


def yes_no(*_: object) -> Sequence[bool]:
    """Whether it needs Juice."""
    return (False, True)


def weapon_slots(*_: object) -> Sequence[int]:
    """Slots it takes, 1 to 3."""
    return (1, 2, 3)


def custom_weapons(t: T, by: SeatId) -> Refusal | None:
    if refusal := cic_only(t, by):
        return refusal
    if t.variants.weapon_method is not WeaponMethod.CUSTOM:
        return Refusal("contagion.weapon.gear_method", "Weapons are plain Gear here.", "Set weapon_method to custom.")
    return None


@command(
    rules=("contagion.weapon.introduce", "contagion.weapon.random_draw"), when=custom_weapons, who=anybody_alive, name=weapon_name,
    slots=weapon_slots, juice=yes_no,
)  # fmt: skip
def random_weapon(t: T, by: SeatId, who: Id, name: str, slots: int = 1, juice: bool = False) -> None:
    """Let a Survivor find a custom weapon whose stats are drawn: Hurtin', Draw bonus, Juice if it needs any, and a special."""
    if not fits(t, t.state.survivors[who], Gear(slots=slots)):
        raise refuse("contagion.gear.slot_limit", f"{name or 'It'} does not fit.", "Something has to be put down first.")
    item = draw_weapon(t, name, slots, juice, by)
    give_item(t, t.state.survivors[who], item, "contagion.weapon.introduce")


def draw_weapon(t: T, name: str, slots: int, juice: bool, by: SeatId, scratch: bool = False) -> Gear:
    found = roll_up(t, [s for s in STATS if juice or s != "juice"], by, scratch)
    item = Gear(
        id=fresh_id(t, name), name=name or "weapon", slots=slots, weapon=True, bonus=found.draw, hurtin=found.hurtin, juice=found.juice,
        juice_every=found.every, specials=found.specials,
    )  # fmt: skip
    t.say("weapon_drawn", "contagion.weapon.random_draw", item=item.name, hurtin=item.hurtin, draw=item.bonus,
          specials=tuple(s.value for s in item.specials))  # fmt: skip
    return item


def armable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A Threat in the scene."""
    return [threat.id for threat in t.state.threats.values() if threat.here]


def arms(*_: object) -> Sequence[str]:
    """A kind of weapon."""
    return weapon_kinds()


@command(rules=("contagion.weapon.threats",), when=cic_only, threat=armable, kind=arms)
def arm(t: T, by: SeatId, threat: Id, kind: str) -> None:
    """Give a Threat a weapon to use; it is loot afterwards."""
    item = new_gear(kind)
    item.id = fresh_id(t, kind)
    t.state.threats[threat].gear[item.id] = item
    t.say("armed", "contagion.weapon.threats", who=threat, item=item.name)
