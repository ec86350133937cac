"""Juice: ammo, power and supplies that run out, and the checks that find some more."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.contagion.deck import highest
from rulebound.games.contagion.gear import specials
from rulebound.games.contagion.madness import gain_cgp
from rulebound.games.contagion.mojos import before_test, has
from rulebound.games.contagion.people import Characteristic, Gear, Id, Mojo, Someone, Special, Survivor, gear_of
from rulebound.games.contagion.quickies import Difficulty, Drawn, count_up, draw_cards
from rulebound.games.contagion.state import T
from rulebound.games.contagion.tokens import affords, cic_only, pay
from rulebound.games.contagion.variants import JuiceOrder
from rulebound.kernel.cards import Card, is_joker, rank_of
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.seats import SeatId


@cites("contagion.quickie.draw", "contagion.quickie.example_scrounge")
def quickie(
    t: T, who: Survivor, skill: Characteristic, purpose: str, difficulty: Difficulty = Difficulty.NORMAL, plus: int = 0,
    without: tuple[Id, ...] = (),
) -> Drawn:  # fmt: skip
    """A whole Quickie. It stands here because Gear uses Juice in it, and a Juice check is one."""
    used = draw_cards(t, who, before_test(t, who, skill), purpose, plus, without)
    done = count_up(t, who, purpose, difficulty)
    for item in [who.gear[id] for id in used.activated if who.gear[id].juice]:
        after_use(t, who, item, highest(done.cards))
    return done


@cites("contagion.showdown.step9_juice", "contagion.juice.order", "contagion.juice.example_shotgun")
def after_use(t: T, who: Someone, item: Gear, best: Card | None, more: int = 0, as_weapon: bool = False) -> None:
    """Compare with the tally before this use and add the cost if it is not out; the other order is a variant."""
    if not item.juice or item.id not in gear_of(who):
        return
    if t.variants.juice_order is JuiceOrder.ADD_FIRST:
        add_cost(t, who, item, more)
    if runs_out(item, best) and not one_in_the_chamber(t, who, item, as_weapon):
        run_out(t, who, item)
    elif t.variants.juice_order is JuiceOrder.CHECK_FIRST and not runs_out(item, best):
        add_cost(t, who, item, more)


@cites("contagion.juice.run_out")
def runs_out(item: Gear, best: Card | None) -> bool:
    """The highest card played is lower than the tally; equal is enough, and a joker beats every tally."""
    return best is not None and not is_joker(best) and rank_of(best) < item.tally


@cites("contagion.juice.cost", "contagion.juice.fraction", "contagion.weapon.stat.juice_cost")
def add_cost(t: T, who: Someone, item: Gear, more: int) -> None:
    """Its cost for every use, won or lost; a cost of 1/X is a tally after every X uses."""
    item.uses += 1
    added = more
    if item.uses >= item.juice_every:
        item.uses = 0
        added += item.juice
    item.tally += added
    t.say("uses_juice", "contagion.juice.cost", who=who.id, item=item.name, added=added, tally=item.tally)


@cites("contagion.mojo.one_in_the_chamber")
def one_in_the_chamber(t: T, who: Someone, item: Gear, as_weapon: bool) -> bool:
    """For 1 CGP a weapon that ran out did not; its tally stays as it is."""
    if not isinstance(who, Survivor) or not has(who, Mojo.CHAMBER) or not (item.weapon or as_weapon):
        return False
    if not t.choose(who.seat, "one_in_the_chamber", (False, True), (who.id, item.name), default=False):
        return False
    gain_cgp(t, who, 1, "contagion.mojo.one_in_the_chamber")
    return True


@cites("contagion.juice.run_out", "contagion.juice.check")
def run_out(t: T, who: Someone, item: Gear) -> None:
    """Unusable until Juice is found; a token buys one chance that it was not empty after all. Expendables are gone."""
    if item.expendable:
        gear_of(who).pop(item.id)
        t.say("used_up", "contagion.juice.run_out", who=who.id, item=item.name)
        return
    item.out = True
    t.say("runs_out", "contagion.juice.run_out", who=who.id, item=item.name, tally=item.tally)
    price = check_price(t, item, 1)
    if not isinstance(who, Survivor) or price is None or not affords(t, who, price):
        return
    if t.choose(who.seat, "juice_check", (False, True), (who.id, item.name, str(price)), default=False):
        pay(t, who, price, "contagion.token.juice_check")
        juice_check(t, who, item)


@cites("contagion.token.juice_check", "contagion.weapon.special.ammo_hog", "contagion.weapon.special.disposable")
def check_price(t: T, item: Gear, usual: int) -> int | None:
    """An Ammo hog takes a token more; what is Disposable can never be filled."""
    if Special.DISPOSABLE in specials(t, item):
        return None
    return usual + (1 if Special.AMMO_HOG in specials(t, item) else 0)


@cites("contagion.juice.check", "contagion.weapon.special.easy_to_find_ammo", "contagion.weapon.special.hard_to_find_ammo")
def juice_check(t: T, who: Survivor, item: Gear) -> None:
    """A Savvy Quickie: with a success it works, and the tally drops by the faces and aces; a joker clears it."""
    plus = (Special.EASY_AMMO in specials(t, item)) - (Special.HARD_AMMO in specials(t, item))
    found = quickie(t, who, Characteristic.SAVVY, "Juice", plus=plus, without=(item.id,))
    if not found.successes:
        t.say("no_juice", "contagion.juice.check", who=who.id, item=item.name)
        return
    item.out = False
    item.tally = 0 if any(is_joker(card) for card in found.cards) else max(0, item.tally - found.successes)
    t.say("juice", "contagion.juice.check", who=who.id, item=item.name, tally=item.tally)


# ------------------------------------------------------------------------------------------------ Juice that is found
def thirsty(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A living Survivor with something that Juice can be found for."""
    return [s.id for s in t.state.survivors.values() if s.alive and to_fill(t, s)]


def to_fill(t: T, who: Survivor) -> list[Id]:
    """What has a tally and can be filled; an Ammo hog only by somebody with a token."""
    prices = {item.id: check_price(t, item, 0) for item in who.gear.values() if item.tally}
    return [id for id, price in prices.items() if price is not None and affords(t, who, price)]


def fillable(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """An item of theirs whose tally is not 0."""
    return to_fill(t, t.state.survivors[who])


@cites("contagion.juice.found", "contagion.weapon.special.ammo_hog")
def find_juice_for(t: T, who: Survivor, item: Gear) -> None:
    """A check without a token, out of Juice or not; an Ammo hog takes one even so."""
    pay(t, who, check_price(t, item, 0) or 0, "contagion.weapon.special.ammo_hog")
    juice_check(t, who, item)


@command(rules=("contagion.juice.found",), when=cic_only, who=thirsty, item=fillable)
def find_juice(t: T, by: SeatId, who: Id, item: Id) -> None:
    """Let a Survivor find ammo or power: a Juice check that costs no token."""
    owner = t.state.survivors[who]
    find_juice_for(t, owner, owner.gear[item])
