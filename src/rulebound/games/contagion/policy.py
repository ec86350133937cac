"""How machines play: Survivors that win now or win big, Mad Halves that bargain; the CiC is in `policy_cic`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, cast

from rulebound.games.contagion.challenge import opponents
from rulebound.games.contagion.content import demand, line
from rulebound.games.contagion.creation import mad_halves_settled
from rulebound.games.contagion.cycle import may_act, still_to_act
from rulebound.games.contagion.death import bereaved
from rulebound.games.contagion.deck import WORTH
from rulebound.games.contagion.downtime import can_calm, can_lift, can_raise, pills, raisable
from rulebound.games.contagion.gear import Use
from rulebound.games.contagion.infection import can_treat
from rulebound.games.contagion.known import UNKNOWN_SCORE
from rulebound.games.contagion.madness import threshold
from rulebound.games.contagion.people import LAST_STAGE, Characteristic, Mojo, Survivor, rank
from rulebound.games.contagion.play import PASS, beating
from rulebound.games.contagion.policy_cic import MOST_THREATS, cic_move, frame, start, weakest
from rulebound.games.contagion.quickies import successes
from rulebound.games.contagion.showdown import Join
from rulebound.games.contagion.state import Contagion, Phase, T, mine, present
from rulebound.games.contagion.threats import POOR
from rulebound.games.contagion.variants import ContagionVariants
from rulebound.kernel.cards import JOKERS, rank_of
from rulebound.kernel.citing import cites
from rulebound.kernel.policy import Move, Policy
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import About, Table

O = TypeVar("O")  # noqa: E741 - an option

SOON, BIG_HIT, BOUGHT, SPARE = 2, 4, 3, 2
KING, DESPERATE, WORRYING, IN_NEED = 13, 3, 4, 5
OWN_LINES = (
    "step_up", "fact", "epitaph", "cold_open", "pay_price", "blaze_how", "snatch_how", "direct_how", "vanish_how",
    "explode_how", "replace_how", "concept", "goal", "trigger_way",
)  # fmt: skip
MANY_CARDS = 4
RICH = 8
KEPT = (PASS, *JOKERS)
"""What is not played while anything else will do."""


class ContagionPolicy(Policy[Contagion, ContagionVariants]):
    def act(self, t: T, seat: SeatId) -> Move | None:
        match t.state.phase:
            case Phase.CREATION if mad_halves_settled(t):
                return Move("begin")
            case Phase.CREATION:
                return Move("name_mad_half", {"whom": left_of(t, seat)}) if mine(t, seat) else None
            case Phase.SCENE:
                return cic_move(t) if seat == GM else player_move(t, seat)
            case Phase.BREAK:
                return start(t) if seat == GM else shop(t, seat)
            case _:
                return None

    def choose(self, t: Table[Contagion, ContagionVariants], seat: SeatId, what: str, options: Sequence[O], about: About, default: O) -> O:
        answer = CHOICES.get(what)
        return default if answer is None else cast("O", answer(t, seat, options, about))

    def choose_some(
        self, t: Table[Contagion, ContagionVariants], seat: SeatId, what: str, options: Sequence[O], least: int, most: int, about: About
    ) -> tuple[O, ...]:
        match what:
            case "activate" | "allies" | "wield":
                return tuple(options[:most])
            case "exchange":
                return tuple(options[: exchanged(t, seat, len(options))])
            case _:
                return tuple(options[:least])

    def number(
        self, t: Table[Contagion, ContagionVariants], seat: SeatId, what: str, least: int, most: int, about: About, default: int
    ) -> int:
        answer = NUMBERS.get(what)
        return default if answer is None else answer(t, least, most, about)

    def text(self, t: Table[Contagion, ContagionVariants], seat: SeatId, what: str, about: About, default: str) -> str:
        number = len(t.state.told) + len(t.state.deck.discard)
        match what:
            case "action":
                return own_action(t, "attack" if about[0] in t.state.threats else "action", number)
            case "frame":
                return frame(t, int(about[0]) - 1)
            case "tell_result" if seat == GM and t.state.showdown:
                return line("overrun", number)
            case "tell_result":
                return line("win" if about[1] == "success" else "loss", number)
            case "use_gear":
                return line(what, number).replace("*", about[1])
            case _ if what in OWN_LINES:
                return line(what, number)
            case "price":
                return demand(t.state.survivors[about[0]], number)
            case _:
                return default or line("step_up", number)


def own_action(t: T, kind: str, number: int) -> str:
    """What nobody else does in this Showdown, as far as there are lines."""
    said = {hand.action for hand in t.state.showdown.hands.values()} if t.state.showdown else set()
    lines = [line(kind, number + more) for more in range(len(said) + 1)]
    return next((mine for mine in lines if mine not in said), lines[0])


# ------------------------------------------------------------------------------------------------ Survivors
def player_move(t: T, seat: SeatId) -> Move | None:
    """Go for the weakest Threat; with nothing left to fight the scene is over."""
    who = mine(t, seat)
    if who is None or not who.here:
        return None
    if who.turned:
        prey = [s for s in present(t) if may_act(t, who.id)]
        return Move("challenge", {"who": who.id, "against": weakest(prey).id, "harm": True, "action": "bites"}) if prey else None
    foes = sorted((x for x in t.state.threats.values() if x.acts), key=lambda x: health(t, x.id))
    able = [x for x in foes if x.id in opponents(t, seat, who.id)]
    if not foes:
        return Move("end_scene")
    waits = who.id in still_to_act(t)
    if waits and (not able or (who.kill == 0 and who.stage == LAST_STAGE)):
        return Move("pass", {"who": who.id})
    if not able or not may_act(t, who.id):
        return None
    return Move("challenge", {"who": who.id, "against": able[0].id, "harm": True, "action": line("action", len(t.state.told))})


@cites("contagion.showdown.strategy")
def card_to_play(t: T, seat: SeatId, options: Sequence[O], about: About) -> O:
    """Win big: the lowest that will do, to make the pile grow. Win now, as high as possible, once it is as big as need be."""
    fight = t.state.showdown
    if fight is None:
        return options[0]
    team, missing = fight.hands[about[0]].team, -1 - len(fight.pile)
    for hand in fight.hands.values():
        if hand.team != team:
            for member in hand.members:
                missing += health(t, member)
    if missing > 0:
        return options[0]
    return next((card for card in reversed(options) if card not in KEPT), options[0])


def health(t: T, id: str) -> int:
    """What it takes to be rid of somebody, as far as everybody knows."""
    if threat := t.state.threats.get(id):
        return UNKNOWN_SCORE if t.variants.hide_threat_score else threat.score
    who = t.state.survivors.get(id)
    return who.ranks if who else t.state.allies[id].rank


def joins(t: T, seat: SeatId, options: object, about: About) -> Join:
    """Help against what is big, and whoever is attacked and has little left, while there is something to help with."""
    me, who, against = about[0], about[1], about[2]
    if t.state.survivors[me].kill < SOON:
        return Join.NO
    if who in t.state.threats:
        return Join.AGAINST if against in t.state.survivors and t.state.survivors[against].ranks <= IN_NEED else Join.NO
    return Join.WITH if against in t.state.threats and health(t, against) > UNKNOWN_SCORE else Join.NO


def weak_hand(t: T, id: str) -> bool:
    """Nothing high in one's own hand."""
    fight = t.state.showdown
    return fight is not None and not any(WORTH[card] for card in fight.hands[id].cards)


def wants_cards(t: T, seat: SeatId, options: object, about: About) -> bool:
    """Bargain when the hand will not do and there is sense left to lose."""
    id, purpose = about
    hand = t.state.showdown.hands.get(id) if t.state.showdown else None
    if too_mad(t, t.state.survivors[id]):
        return False
    if hand and hand.looked and hand.cards:
        return not strong_hand(t, id)
    return "Hurtin'" in purpose and successes(t.state.drawn) == 0


def wants_more(t: T, seat: SeatId, options: object, about: About) -> bool:
    """One card at a time, as many as the Mad Half allows or until there is something to win with."""
    id, fight = about[0], t.state.showdown
    if too_mad(t, t.state.survivors[id]):
        return False
    hand = fight.hands.get(id) if fight else None
    if hand and hand.looked and hand.cards:
        return not strong_hand(t, id)
    return successes(t.state.drawn) == 0


def too_mad(t: T, who: Survivor) -> bool:
    """Only those with little left to lose bargain at the edge."""
    return who.stage == LAST_STAGE or (at_the_edge(t, who) and who.ranks > DESPERATE)


def at_the_edge(t: T, who: Survivor) -> bool:
    """One point more, or a rank of Cool less, is the Madness."""
    return who.stage == LAST_STAGE - 1 and who.cgp >= threshold(t, who)


def strong_hand(t: T, id: str) -> bool:
    """A king or better of one's own, or as many cards as anybody else."""
    fight = t.state.showdown
    assert fight is not None
    hand = fight.hands[id]
    if rank_of(hand.cards[-1]) < KING:
        return False
    most = max(len(other.cards) for other in fight.hands.values() if other.team != hand.team)
    return len(hand.cards) >= min(most, MANY_CARDS)


def snatches(t: T, seat: SeatId, options: object, about: About) -> bool:
    fight = t.state.showdown
    return fight is not None and len(fight.hands[about[0]].cards) > MANY_CARDS


def stops(t: T, seat: SeatId, options: object, about: About) -> bool:
    """My Kung Fu is kept for a card that the own hand cannot beat."""
    fight = t.state.showdown
    return fight is not None and still_sane(t, seat, options, about) and not beating(fight.hands[about[0]], fight.pile[-1].card)


def better_instead(t: T, seat: SeatId, options: object, about: About) -> bool:
    """Another Characteristic in its place, where that is worth two cards or more."""
    who = t.state.survivors[about[0]]
    gained = rank(who, Characteristic(about[1])) - rank(who, Characteristic(about[2]))
    return gained >= SOON and still_sane(t, seat, options, about)


def slips_away(t: T, seat: SeatId, options: object, about: About) -> bool:
    """Sir Not-Appearing is gone when there is little left to lose and nothing to win with."""
    return t.state.survivors[about[0]].ranks <= DESPERATE and weak_hand(t, about[0])


def still_sane(t: T, seat: SeatId, options: object, about: About) -> bool:
    return t.state.survivors[about[0]].stage < 3


def fears_infection(t: T, seat: SeatId, options: object, about: About) -> bool:
    """A token to spare, and somebody who struck with teeth and nails or was no Survivor."""
    fight, who = t.state.showdown, t.state.survivors[about[0]]
    if who.tokens < SPARE or fight is None or fight.winner is None:
        return False
    foe = t.state.survivors.get(fight.winner)
    return foe is None or foe.turned or fight.hands[fight.winner].barehanded


def placed(t: T, least: int, most: int, about: About) -> int:
    """Kill is kept as long as possible, the others go one by one; those at the edge hold on to their Cool."""
    if about[1] == Characteristic.KILL:
        return least
    return most if at_the_edge(t, t.state.survivors[about[0]]) else min(most, max(least, 1))


CHOICES: Mapping[str, Callable[[T, SeatId, Sequence[object], About], object]] = {
    "play": card_to_play,
    "join": joins,
    "gear": lambda t, seat, options, about: Use.ACTIVATE if Use.ACTIVATE in options else Use.NOTHING,
    "negotiate": wants_cards,
    "another": wants_more,
    "resist": lambda t, seat, options, about: int(about[1]) >= SOON,
    "resist_threat": lambda t, seat, options, about: int(about[1]) >= BIG_HIT,
    "juice_check": lambda t, seat, options, about: True,
    "resist_infection": fears_infection,
    "snatch": snatches,
    "direct": lambda t, seat, options, about: True,
    "instead": better_instead,
    "vanish": slips_away,
    "answer_joker": lambda t, seat, options, about: options[-1],
    "kung_fu": stops,
    "one_in_the_chamber": still_sane,
    "vote": lambda t, seat, options, about: options[(len(seat) + sum(map(ord, seat + about[0]))) % len(options)],
    "mojo": lambda t, seat, options, about: Mojo.TOUGH,
}
"""What a machine answers where the default is not its own opinion."""
NUMBERS: Mapping[str, Callable[[T, int, int, About], int]] = {
    "allow": lambda t, least, most, about: max(least, min(most, 1 + t.state.survivors[about[0]].stage)),
    "missed": lambda t, least, most, about: 1 if t.state.survivors[about[0]].stage == 3 else 0,
    "adversity_cards": lambda t, least, most, about: min(most, BOUGHT) if weak_hand(t, about[0]) else 0,
    "facts": lambda t, least, most, about: min(most, 1),
    "calm": lambda t, least, most, about: most,
    "split": lambda t, least, most, about: most // 2,
    "place": placed,
}
"""The same for numbers."""


def exchanged(t: T, seat: SeatId, there: int) -> int:
    """A face for a token when there are many; the CiC saves about every third."""
    return there // 3 if seat == GM else there // 2


def shop(t: T, seat: SeatId) -> Move:
    """Back from the edge first, then wounds treated on suspicion, lost ranks and the tally; whoever is dead comes as somebody new."""
    who = mine(t, seat)
    if who is None or not who.alive:
        return Move("create_random", {"name": line("newcomer", len(t.state.survivors))})
    if who.stage >= WORRYING and can_lift(t, seat) is None and (who.stage == LAST_STAGE or who.tokens >= t.variants.price_stage):
        return Move("lift")
    if at_the_edge(t, who) and can_calm(t, seat) is None:
        return Move("calm", {"using": pills(t, seat)[-1]})
    wounded = any(rank(who, skill) < getattr(who.maximum, skill) for skill in Characteristic)
    if wounded and not who.treated and who.savvy and (t.state.scenes + len(who.id)) % 2 and can_treat(t, seat) is None:
        return Move("treat", {"patient": who.id})
    if can_raise(t, seat) is None:
        for skill in raisable(t, seat):
            if getattr(who, skill.value) < getattr(who.maximum, skill.value) and who.tokens >= t.variants.price_rank:
                return Move("recover", {"skill": skill, "using": "nothing"})
    if who.tokens > RICH and who.cgp and can_calm(t, seat) is None:
        return Move("calm", {"using": pills(t, seat)[-1]})
    return Move("done")


# ------------------------------------------------------------------------------------------------ whose turn it is
def left_of(t: T, seat: SeatId) -> SeatId:
    """The next player round the table."""
    seats = list(dict.fromkeys(s.seat for s in t.state.survivors.values()))
    return seats[(seats.index(seat) + 1) % len(seats)]


def next_to_act(state: Contagion) -> SeatId | None:
    """The seat a machine game waits for: sides take turns, Survivors first."""
    t: T = Table(state, ContagionVariants())
    match state.phase:
        case Phase.CREATION:
            astray = [s.seat for s in state.survivors.values() if s.mad_half != left_of(t, s.seat)]
            return next(iter(astray if not mad_halves_settled(t) else [s.seat for s in state.survivors.values()]), None)
        case Phase.BREAK:
            return next((seat for seat in resting_seats(t) if seat not in state.ready), GM)
        case Phase.SCENE:
            return in_scene(t)
        case _:
            return None


def in_scene(t: T) -> SeatId:
    """The CiC while there may be more to buy, and then whoever's side has more to act with."""
    here = [x for x in t.state.threats.values() if x.acts]
    people = present(t)
    if not here or not people or (not t.state.acted and len(here) < MOST_THREATS and t.state.adversity.value >= POOR):
        return GM
    side = [s for s in people if may_act(t, s.id)]
    foes = [x for x in here if may_act(t, x.id)]
    if side and (len(side) >= len(foes) or not foes):
        return side[0].seat
    if foes:
        return GM
    turned = [s for s in t.state.survivors.values() if s.here and s.turned and may_act(t, s.id)]
    return turned[0].seat if turned else GM


@cites("contagion.death.options")
def resting_seats(t: T) -> list[SeatId]:
    """Players who have something to do between scenes: with a living Survivor, or with one to make."""
    seats = dict.fromkeys(s.seat for s in t.state.survivors.values())
    return [seat for seat in seats if ((who := mine(t, seat)) and who.alive and not who.enters) or bereaved(t, seat) is None]
