"""Showdowns: the challenge, who takes part, and the first five of ten steps."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from rulebound.games.contagion.allies import get_help
from rulebound.games.contagion.deck import add_to_hand, draw, drawable, make_ready, take_up, words
from rulebound.games.contagion.gear import Take, use_gear
from rulebound.games.contagion.madness import direct, snatch
from rulebound.games.contagion.mojos import before_test, has, leave
from rulebound.games.contagion.negotiation import negotiate
from rulebound.games.contagion.people import Ally, Characteristic, Id, Mojo, Survivor, Threat, rank
from rulebound.games.contagion.play import play_cards
from rulebound.games.contagion.quickies import named_skill
from rulebound.games.contagion.results import apply_results, check_juice, clear_table, discard_hands, remember
from rulebound.games.contagion.state import NOBODY, Hand, Showdown, T, narrated, present, ruling, seat_of, someone
from rulebound.games.contagion.threats import cards_of
from rulebound.games.contagion.tokens import adversity
from rulebound.games.contagion.variants import MultiLead
from rulebound.games.contagion.weapons import halve, wield
from rulebound.kernel.citing import cites
from rulebound.kernel.seats import GM


class Join(StrEnum):
    NO = "stay out"
    WITH = "with the challenger"
    AGAINST = "with the challenged"
    ALONE = "on my own side"


JOINS = tuple(Join)


# ------------------------------------------------------------------------------------------------ the ten steps
@cites(
    "contagion.showdown.steps", "contagion.showdown.committed", "contagion.showdown.example_subway", "contagion.multi.example_sewers",
    "contagion.multi.example_counter", "contagion.ally.example_joe", "contagion.negotiation.example_jian",
    "contagion.negotiation.example_price",
)  # fmt: skip
def fight(t: T, who: Id, against: Id, harm: bool, action: str, alone: bool = False) -> None:
    """From stating actions to a clear table. Nobody backs out; nobody joins a duel that the two fight alone."""
    hands = [hand_of(t, who, 0), hand_of(t, against, 1)] if alone else gather(t, who, against)
    battle = Showdown(hands={hand.id: hand for hand in hands})
    t.state.showdown = battle
    state_actions(t, battle, who, harm, action)
    deal(t, battle, who)
    use_things(t, battle)
    look(t, battle)
    ask_for_more(t, battle)
    battle.step = 6
    dealt = {hand.id: len(hand.cards) for hand in hands}
    best = play_cards(t, battle)
    battle.step = 7
    discard_hands(t, battle)
    battle.winner = best.id if best else None
    remember(t, battle, best, dealt)
    battle.step = 8
    if best is None:
        t.say("nobody_wins", "contagion.characteristic.rank_zero")
    else:
        t.say("wins", "contagion.showdown.step7_winner", who=tuple(best.members), pile=len(battle.pile))
        narrated(t, best.seat, "tell_result", (best.name, "success"), "contagion.showdown.step8_results", "and wins")
        apply_results(t, battle, best)
        battle.step = 9
        check_juice(t, battle)
    clear_table(t, battle)


# ------------------------------------------------------------------------------------------------ who takes part
def hand_of(t: T, id: Id, team: int) -> Hand:
    return Hand(id=id, name=someone(t, id).name, seat=seat_of(t, id), members=[id], team=team)


@cites("contagion.multi.same_rules", "contagion.multi.order", "contagion.showdown.challenge")
def gather(t: T, who: Id, against: Id) -> list[Hand]:
    """The two of the challenge, Threats that come along, and whoever joins; in order round the table from the leader."""
    hands = {who: hand_of(t, who, 0), against: hand_of(t, against, 1)}
    for id in (who, against):
        if id in t.state.threats:
            come_along(t, hands, id)
            break
    alone = 2
    for other in present(t):
        if other.id in hands:
            continue
        join = t.choose(other.seat, "join", JOINS, (other.id, who, against), default=Join.NO)
        if join is Join.NO:
            continue
        team = {Join.WITH: 0, Join.AGAINST: 1, Join.ALONE: alone}[join]
        alone += join is Join.ALONE
        hands[other.id] = hand_of(t, other.id, team)
        t.say("joins", "contagion.multi.same_rules", who=other.id, how=join.value)
    lead = against if t.variants.multi_lead is MultiLead.CHALLENGED and len(hands) > 2 else who
    return round_table(t, hands, lead)


@cites("contagion.multi.threats_combine", "contagion.multi.example_two_hindrances")
def come_along(t: T, hands: dict[Id, Hand], id: Id) -> None:
    """Other Threats may work together with one; they merge into one hand, or keep their own."""
    others = [x.id for x in t.state.threats.values() if x.acts and x.id != id]
    if not others:
        return
    along = t.choose_some(GM, "along", others, about=(id,))
    merged = bool(along) and ruling(t, "merge", (True, False), True, (id,))
    if merged:
        hands[id].members += along
        hands[id].name = " and ".join(someone(t, member).name for member in hands[id].members)
        t.say("merge", "contagion.multi.threats_combine", who=tuple(hands[id].members))
    elif along:
        hands.update({other: hand_of(t, other, hands[id].team) for other in along})


@cites("contagion.multi.order")
def round_table(t: T, hands: dict[Id, Hand], lead: Id) -> list[Hand]:
    """To the left from whoever leads."""
    if len(hands) == 2:
        return [hands.pop(lead), *hands.values()]
    seated = [Id(id) for id in (*t.state.survivors, *t.state.allies, *t.state.threats) if id in hands]
    at = seated.index(lead)
    return [hands[id] for id in seated[at:] + seated[:at]]


# ------------------------------------------------------------------------------------------------ steps 1 and 2
@cites("contagion.showdown.step1_state_actions", "contagion.showdown.characteristic_choice")
def state_actions(t: T, battle: Showdown, who: Id, harm: bool, action: str) -> None:
    """The challenger first, then the others: what is attempted, and whether it is meant to harm."""
    for hand in (battle.hands[who], *(other for other in battle.hands.values() if other.id != who)):
        them = someone(t, hand.id)
        hand.harm = harm if hand.id == who else t.choose(hand.seat, "harm", (True, False), (hand.id, hand.name), default=True)
        said = action.strip() if hand.id == who else ""
        about = (hand.id, hand.name)
        hand.action = said or narrated(t, hand.seat, "action", about, "contagion.showdown.step1_state_actions", "acts")
        if isinstance(them, Survivor):
            direct(t, them, hand)
        hand.harm = ruling(t, "intent", (True, False), hand.harm, (hand.name, hand.action))
        if isinstance(them, Survivor):
            hand.skill = before_test(t, them, named_skill(t, hand.id, hand.harm))
        elif isinstance(them, Ally):
            hand.skill = them.skill
        if said or not t.variants.narration:  # what was narrated just now is in the log already
            t.say("acts", "contagion.showdown.step1_state_actions", who=tuple(hand.members), action=hand.action, harm=hand.harm)


@cites("contagion.showdown.step2_draw", "contagion.characteristic.rank_zero", "contagion.ally.solo")
def base_cards(t: T, hand: Hand) -> int:
    """The current rank, an Ally's rank, or the cards of the roles of all Threats in the hand."""
    who = someone(t, hand.id)
    if isinstance(who, Survivor):
        return rank(who, hand.skill)
    if isinstance(who, Ally):
        return who.rank
    return sum(cards_of(t, x) for x in (t.state.threats[id] for id in hand.members))


@cites("contagion.showdown.step2_draw", "contagion.cards.reshuffle", "contagion.cards.all_in_hands")
def deal(t: T, battle: Showdown, who: Id) -> None:
    """Everybody's base cards, face down to all; if even a reshuffle does not give enough, one at a time from the initiator on."""
    battle.step = 2
    wanted = {hand.id: base_cards(t, hand) for hand in battle.hands.values()}
    make_ready(t, sum(wanted.values()), battle.hands[who].seat, base_deal=True)
    if len(t.state.deck.cards) >= sum(wanted.values()):
        for hand in battle.hands.values():
            if wanted[hand.id]:
                give_cards(t, hand, wanted[hand.id])
        return
    at = list(battle.hands).index(who)
    order = [*battle.hands.values()]
    while t.state.deck.cards and any(wanted.values()):
        for hand in order[at:] + order[:at]:
            if wanted[hand.id] and t.state.deck.cards:
                give_cards(t, hand, 1)
                wanted[hand.id] -= 1
    t.say("no_cards", "contagion.cards.all_in_hands", missing=sum(wanted.values()))


def give_cards(t: T, hand: Hand, count: int) -> None:
    take_up(hand, draw(t, count, "deal", hand.seat, (hand.id,), (NOBODY,)))


# ------------------------------------------------------------------------------------------------ steps 3 to 5
@cites("contagion.showdown.step3_gear_allies")
def use_things(t: T, battle: Showdown) -> None:
    """Gear and Allies, before anybody looks; their cards come face down."""
    battle.step = 3
    for hand in battle.hands.values():
        for member in hand.members:
            who = someone(t, member)
            if isinstance(who, Ally):
                continue
            used = use_gear(t, who, hand.seat, taker(t, hand))
            hand.activated += used.activated
            hand.barehanded = hand.barehanded and not used.anything
            wield(t, hand, who)
        helped(t, battle, hand)
    for hand in battle.hands.values():
        halve(t, hand)


def taker(t: T, hand: Hand) -> Take:
    return lambda count, reason: add_to_hand(t, hand, count, "bonus", reason)


@cites("contagion.ally.assist")
def helped(t: T, battle: Showdown, hand: Hand) -> None:
    if not t.state.allies:
        return
    who = t.state.survivors.get(hand.id)
    if who is None or who.turned or hand.skill not in (Characteristic.KILL, Characteristic.SAVVY):
        return
    team = [other for other in battle.hands.values() if other.team == hand.team and other is not hand and other.skill is hand.skill]
    hand.allies = get_help(t, who, hand.skill, taker(t, hand), [(other.id, taker(t, other)) for other in team])


@cites("contagion.showdown.step4_look")
def look(t: T, battle: Showdown) -> None:
    """Everybody looks at their own cards and at nobody else's."""
    battle.step = 4
    for hand in battle.hands.values():
        hand.looked = True
        t.say("looks", "contagion.showdown.step4_look", to=(hand.seat,), who=tuple(hand.members), cards=words(hand.cards))
    for hand in battle.hands.values():
        who = t.state.survivors.get(hand.id)
        if who is None or who.played or not has(who, Mojo.NOT_APPEARING):
            continue
        if t.choose(hand.seat, "vanish", (False, True), (who.id,), default=False):
            leave(t, who, narrated(t, hand.seat, "vanish_how", (who.id,), "contagion.mojo.sir_not_appearing", "is simply not there"))


@cites("contagion.showdown.step5_negotiation", "contagion.cic.no_cgp_meter", "contagion.weapon.double_fisting")
def ask_for_more(t: T, battle: Showdown) -> None:
    """Survivors negotiate, the CiC pays Adversity; then the Mad Halves of the far gone may take a card."""
    battle.step = 5
    for hand in battle.hands.values():
        who = someone(t, hand.id)
        if hand.out:
            continue
        if isinstance(who, Survivor):
            each = 2 if len(hand.wields) > 1 else 1
            negotiate(t, who, "a Showdown", one_more(t, hand), each)
        elif isinstance(who, Threat):
            buy_cards(t, hand)
    for hand in battle.hands.values():
        pawn = t.state.survivors.get(hand.id)
        if pawn and not hand.out:
            snatch(t, pawn, hand)


def one_more(t: T, hand: Hand) -> Callable[[], bool]:
    return lambda: add_to_hand(t, hand, 1, "bonus", "Negotiation") > 0


@cites("contagion.cic.no_cgp_meter", "contagion.cic.adversity.known_uses")
def buy_cards(t: T, hand: Hand) -> None:
    """1 Adversity for a card."""
    cards = t.number(GM, "adversity_cards", 0, min(t.state.adversity.value, drawable(t)), (hand.id, hand.name))
    if cards:
        came = add_to_hand(t, hand, cards, "bonus", "Adversity")
        t.say("buys_cards", "contagion.cic.no_cgp_meter", who=tuple(hand.members), cards=came)
        adversity(t, -came, "cards", "contagion.cic.no_cgp_meter")
