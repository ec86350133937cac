"""Step six: cards on the table, each higher than the last, jokers and their answers, until nobody can beat it."""

from __future__ import annotations

from bisect import bisect
from collections import deque

from rulebound.games.contagion.deck import NAMES, STRENGTH, discard
from rulebound.games.contagion.madness import gain_cgp
from rulebound.games.contagion.mojos import has
from rulebound.games.contagion.people import Mojo
from rulebound.games.contagion.state import Hand, Played, Showdown, T, narrated, ruling
from rulebound.games.contagion.variants import CancelledJokers
from rulebound.kernel.cards import JOKERS, Card, is_joker
from rulebound.kernel.citing import cites
from rulebound.kernel.seats import SeatId

PASS = Card("pass")
FIRST_EXCHANGE = 2


@cites("contagion.showdown.step6_play", "contagion.multi.order", "contagion.multi.no_skip", "contagion.multi.same_rules")
def play_cards(t: T, fight: Showdown) -> Hand | None:
    """Round the table from the leader; whoever cannot beat the last card is out. The winner, or nobody."""
    standing = deque(hand for hand in fight.hands.values() if not hand.out)
    masters = kung_fu_masters(t, fight)
    while len(standing) > 1:
        hand = standing[0]
        card = turn(t, fight, hand)
        if card is None:
            standing.popleft()
        elif card in JOKERS:
            cancelled = joker(t, fight, hand, masters)
            if fight.winner:
                return hand
            if cancelled and t.variants.joker_cancel_turn is CancelledJokers.PASSES:
                standing.rotate(-1)
        elif not masters or not kung_fu(t, fight, hand, card, masters):
            standing.rotate(-1)
    return winner(fight) or next((hand for hand in standing if hand.cards), None)


@cites("contagion.showdown.step7_winner")
def winner(fight: Showdown) -> Hand | None:
    """Whoever played the last card."""
    return fight.hands[fight.pile[-1].by] if fight.pile else None


@cites("contagion.showdown.step6_play", "contagion.showdown.committed")
def turn(t: T, fight: Showdown, hand: Hand) -> Card | None:
    """One card that beats the last; whoever holds one must play one, and whoever does not is out. That a play was forced is not shown."""
    top = fight.pile[-1].card if fight.pile else None
    able = beating(hand, top)
    if top and not t.variants.must_play_if_able:
        able = [*able, PASS]
    about = (hand.id, NAMES[top] if top else "nothing", hand.name)
    card = t.choose_in_secret(hand.seat, "play", able, about) if able else PASS
    if card == PASS:
        hand.out = True
        hand.beaten = STRENGTH[top] if top else 0
        t.say("is_out", "contagion.multi.no_skip", who=tuple(hand.members))
        return None
    if len(fight.pile) >= FIRST_EXCHANGE and t.variants.narration:
        step_up(t, hand, card)
    put_down(t, fight, hand, card)
    return card


@cites("contagion.showdown.step6_play", "contagion.cards.rank_order", "contagion.cards.suit_order")
def beating(hand: Hand, top: Card | None) -> list[Card]:
    """The cards that may be played, lowest first: any to lead, then only higher ones."""
    if top is None:
        return list(hand.cards)
    return hand.cards[bisect(hand.cards, STRENGTH[top], key=STRENGTH.__getitem__) :]


@cites("contagion.showdown.step_up")
def step_up(t: T, hand: Hand, card: Card) -> None:
    """After the first exchange every card needs a line that goes further; the CiC may refuse one."""
    while True:
        line = narrated(t, hand.seat, "step_up", (hand.name, NAMES[card]), "contagion.showdown.step_up", "goes further")
        if ruling(t, "approve_step_up", (True, False), True, (hand.name, line)):
            return


@cites("contagion.showdown.step6_play", "contagion.mojo.sir_not_appearing")
def put_down(t: T, fight: Showdown, hand: Hand, card: Card) -> None:
    hand.cards.remove(card)
    fight.pile.append(Played(card, hand.id))
    mark_played(t, hand)
    t.say("plays", "contagion.showdown.step6_play", who=tuple(hand.members), card=NAMES[card], left=len(hand.cards))


def mark_played(t: T, hand: Hand) -> None:
    if who := t.state.survivors.get(hand.id):
        who.played = True


# ------------------------------------------------------------------------------------------------ jokers
@cites("contagion.cards.joker_showdown")
def joker(t: T, fight: Showdown, hand: Hand, masters: list[Hand]) -> bool:
    """A joker wins at once, unless an opponent answers with the other. All are asked, so that asking shows nothing."""
    foes = [other for other in fight.hands.values() if other.team != hand.team and other.cards]
    seats: dict[SeatId, tuple[bool, ...]] = {}
    for foe in foes:
        can = any(is_joker(card) for card in foe.cards)
        seats[foe.seat] = (False, True) if can or True in seats.get(foe.seat, ()) else (False,)
    answers = t.together("answer_joker", seats, (hand.name,)) if seats else {}
    for foe in foes:
        mine = [card for card in foe.cards if is_joker(card)]
        if mine and answers[foe.seat]:
            foe.cards.remove(mine[0])
            mark_played(t, foe)
            discard(t, [fight.pile.pop().card, mine[0]])
            t.say("jokers_cancel", "contagion.cards.joker_showdown", who=tuple(hand.members), foe=tuple(foe.members))
            return True
    if t.variants.kung_fu_vs_joker and kung_fu(t, fight, hand, fight.pile[-1].card, masters):
        return False
    fight.winner = hand.id
    t.say("joker_wins", "contagion.cards.joker_showdown", who=tuple(hand.members))
    return False


# ------------------------------------------------------------------------------------------------ My Kung Fu Is Better
def kung_fu_masters(t: T, fight: Showdown) -> list[Hand]:
    return [hand for hand in fight.hands.values() if has(t.state.survivors.get(hand.id), Mojo.KUNG_FU)]


@cites("contagion.mojo.my_kung_fu_is_better")
def kung_fu(t: T, fight: Showdown, hand: Hand, card: Card, masters: list[Hand]) -> bool:
    """For 1 CGP an opponent makes whoever just played a card take it back and find another; once ever against the same."""
    for foe in masters:
        who = t.state.survivors[foe.id]
        if foe.team == hand.team or any(id in who.kung_fu for id in hand.members):
            continue
        if t.choose(foe.seat, "kung_fu", (False, True), (who.id, hand.name, NAMES[card]), default=False):
            gain_cgp(t, who, 1, "contagion.mojo.my_kung_fu_is_better")
            who.kung_fu += hand.members
            fight.pile.pop()
            discard(t, [card])
            t.say("kung_fu", "contagion.mojo.my_kung_fu_is_better", who=who.id, foe=tuple(hand.members), card=NAMES[card])
            return True
    return False
