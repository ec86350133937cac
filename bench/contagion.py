"""Cannibal Contagion, one core, plain Python: Showdowns and whole games by machine seats, beside PokerKit's hands and RLCard's games.

Decisions are what a seat chooses: at our table every choice and number with more than one answer, at theirs every action taken. Cards
that are drawn are counted nowhere.
Time is the process's own, since other programs may run on the machine.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec

from rulebound.games.contagion.content import sample
from rulebound.games.contagion.game import GAME
from rulebound.games.contagion.people import Id, Threat
from rulebound.games.contagion.showdown import fight
from rulebound.games.contagion.state import Contagion
from rulebound.games.contagion.variants import ContagionVariants, Rulings
from rulebound.kernel.cards import Card
from rulebound.kernel.sampling import Sampler
from rulebound.kernel.seats import GM, SeatId
from rulebound.play.simulate import play_through

QUIET = ContagionVariants(narration=False, rulings=Rulings.DEFAULTS)
Count = Callable[[int], int]
"""Plays so many and says how many decisions that took."""


Played = Sampler[Contagion, ContagionVariants]


class Chosen(Played):
    """Counts what seats choose, without the cards they draw."""

    def draw(self, *args: Any, **more: Any) -> list[Card]:
        self.asked -= 1
        return super().draw(*args, **more)


def against_a_threat() -> Contagion:
    """Jian and the sword of his sheet, his Mad Half and the cannibals in the hands of the CiC."""
    jian = sample("jian", "jian", SeatId("jian"))
    jian.mad_half, jian.free_card = GM, False
    state = Contagion(survivors={jian.id: jian})
    state.threats["cannibals"] = Threat(id=Id("cannibals"), name="cannibals", score=9, full=9, infection=2)
    state.adversity.start = 3
    return state


def against_each_other() -> Contagion:
    """Jian against Mei Li with all her things, each the other's Mad Half."""
    state = Contagion()
    for name, half in (("jian", "mei"), ("mei", "jian")):
        who = sample(name, name, SeatId(name))
        who.mad_half, who.free_card = SeatId(half), False
        state.survivors[name] = who
    return state


def repeated(start: Contagion, once: Callable[[Played], None], trial: int) -> Count:
    """The same start played again and again. Decisions are counted beforehand in a trial, since counting them takes time, too."""
    begin, decode = msgspec.msgpack.encode(start), msgspec.msgpack.Decoder(Contagion).decode

    def run(t: Played, count: int) -> None:
        for _ in range(count):
            t.state = decode(begin)
            once(t)

    counted, timed = Chosen(start, QUIET, {}, GAME.policy, seed=1), Played(start, QUIET, {}, GAME.policy, seed=1)
    run(counted, trial)

    def play(count: int) -> int:
        run(timed, count)
        return round(count * counted.asked / trial)

    return play


def showdowns(start: Contagion, first: str, second: str) -> Count:
    """Whole Showdowns from stating actions to a clear table: Gear, negotiation, cards, Hurtin', resisting, infection, Juice."""
    return repeated(start, lambda t: fight(t, Id(first), Id(second), True, "attacks"), 2000)


def evenings() -> Count:
    """Whole games of four Survivors, from their first scene to the winner."""

    def evening(t: Played) -> None:
        assert play_through(t, GAME) is not None

    return repeated(GAME.scenes()["evening"].start(QUIET).state, evening, 40)


# ------------------------------------------------------------------------------------------------ the others
def pokerkit_hands() -> Count | None:
    """Hands of no-limit hold'em between four seats, each of which folds, checks or calls, or raises the least, at random."""
    try:
        from pokerkit import Automation, NoLimitTexasHoldem
    except ImportError:
        return None
    chance = random.Random(1)

    def hand() -> int:
        state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 4)
        actions = 0
        while state.status:
            ways = [way for way, able in (
                (state.fold, state.can_fold()), (state.check_or_call, state.can_check_or_call()),
                (state.complete_bet_or_raise_to, state.can_complete_bet_or_raise_to()),
            ) if able]  # fmt: skip
            chance.choice(ways)()
            actions += 1
        return actions

    return lambda count: sum(hand() for _ in range(count))


def rlcard_games() -> Count | None:
    """Games of no-limit hold'em between two random agents."""
    try:
        import rlcard
        from rlcard.agents import RandomAgent
    except ImportError:
        return None
    env = rlcard.make("no-limit-holdem", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def game() -> int:
        trajectories, _ = env.run(is_training=False)
        return sum(len(steps) // 2 for steps in trajectories)

    return lambda count: sum(game() for _ in range(count))


# ------------------------------------------------------------------------------------------------ the run
def measured(play: Count, batch: int, seconds: float) -> tuple[float, float]:
    """How many a second, and decisions a second; the best of several batches, since the machine is shared."""
    play(max(1, batch // 5))
    best, deadline = (0.0, 0.0), time.process_time() + seconds
    while time.process_time() < deadline:
        begin = time.process_time()
        decisions = play(batch)
        took = time.process_time() - begin
        best = max(best, (batch / took, decisions / took))
    return best


def main(seconds: float) -> None:
    rows: list[tuple[str, Count | None, int]] = [
        ("Showdowns, a Survivor against a Threat: Gear, negotiation, resisting", showdowns(against_a_threat(), "jian", "cannibals"), 500),
        ("Showdowns, two Survivors with all their Gear against each other", showdowns(against_each_other(), "jian", "mei"), 300),
        ("whole games of four Survivors", evenings(), 5),
        ("PokerKit, hands of no-limit hold'em, four seats", pokerkit_hands(), 50),
        ("RLCard, games of no-limit hold'em, two seats", rlcard_games(), 100),
    ]
    for title, play, batch in rows:
        if play is None:
            print(f"{title}: not installed; ./rulebound bench installs it")
            continue
        rate, decisions = measured(play, batch, seconds)
        print(f"{title}: {rate:,.0f}/s, {decisions:,.0f} decisions/s", flush=True)


if __name__ == "__main__":
    main(1.0 if "--quick" in sys.argv else 4.0)
