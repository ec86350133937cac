"""Random evenings with everything that can be hidden, and twins of them: the same table with all that a seat may not know changed.

What would be sent to the seat must be the same bytes at both. Cards are moved between the deck and the hands that the seat has not
seen, tallies, votes and hidden scores are changed, and the running command is played again with the same answers; prices that are
kept private are planted as words that occur nowhere else. `secrets_run.py` plays thousands of them.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable

import msgspec

from rulebound.games.contagion.content import content, sample
from rulebound.games.contagion.deck import STRENGTH, everywhere
from rulebound.games.contagion.game import GAME
from rulebound.games.contagion.mojos import POWERS
from rulebound.games.contagion.people import Ally, Characteristic, Id, Price, Role, Survivor, Threat
from rulebound.games.contagion.state import Contagion, Phase, Vote
from rulebound.games.contagion.variants import (
    CancelledJokers,
    ContagionVariants,
    InfectionVector,
    PriceVisibility,
    Reshuffle,
    Rulings,
    WeaponMethod,
)
from rulebound.kernel.advice import advise, suggest
from rulebound.kernel.attempt import Attempt, Given
from rulebound.kernel.cards import FULL_DECK, Card
from rulebound.kernel.game import Start
from rulebound.kernel.live import LiveTable
from rulebound.kernel.questions import CHANCE, Asked, AskText, ChooseOne, ChooseTogether, DrawCards, Question, ShuffleCards
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, Seat, SeatId
from rulebound.kernel.seats import Role as SeatRole
from rulebound.kernel.showing import asked_of
from rulebound.kernel.table import Table
from rulebound.kernel.takeback import cancel
from rulebound.kernel.turn import Flight, Turn
from rulebound.play.fuzzing import NONSENSE, Broken, any_answer, check
from rulebound.play.machine import machine_step

Live = LiveTable[Contagion, ContagionVariants]
EVE, SCREEN = SeatId("eve"), SeatId("screen")


class Leak(AssertionError):
    """Bytes that differ with what the seat may not know."""


# ------------------------------------------------------------------------------------------------ the evening
def any_variants(chance: random.Random) -> ContagionVariants:
    """Everything that hides something or asks something is on in about half of the games."""

    def maybe() -> bool:
        return chance.random() < 0.5

    return ContagionVariants(
        price_visibility=chance.choice(list(PriceVisibility)), hide_threat_score=maybe(), secret_infection=chance.random() < 0.8,
        must_play_if_able=chance.random() < 0.7, weapon_method=chance.choice(list(WeaponMethod)), double_fisting=maybe(),
        narration=maybe(), rulings=chance.choice(list(Rulings)), second_deck=maybe(), kung_fu_vs_joker=maybe(),
        reshuffle_scope=chance.choice(list(Reshuffle)), joker_cancel_turn=chance.choice(list(CancelledJokers)),
        infection_vector=chance.choice(list(InfectionVector)), starting_allies=maybe(), stage5_cuts_allowance=maybe(),
    )  # fmt: skip


def later(chance: random.Random, variants: ContagionVariants) -> Contagion:
    """The middle of an evening: mad, infected, hurt, with votes cast, Allies about and Threats in the scene."""
    state = Contagion(phase=chance.choice([Phase.SCENE, Phase.SCENE, Phase.BREAK]), scenes=chance.randint(0, 7))
    people = list(content().samples)
    for place, name in enumerate(chance.sample(people, 4)):
        who = sample(name, f"{name}-{place}", SeatId(name))
        who.mojo = chance.choice(POWERS)
        who.stage, who.cgp, who.tokens = chance.randint(1, 5), chance.randint(0, 2), chance.randint(0, 6)
        who.infection, who.free_card = chance.choice([0, 0, 3, 8]), chance.random() < 0.3
        for skill in Characteristic:
            setattr(who, skill.value, max(1, getattr(who, skill.value) - chance.randint(0, 1)))
        for item in who.gear.values():
            item.slots = min(1, item.slots)
        state.survivors[who.id] = who
    seats = [who.seat for who in state.survivors.values()]
    for place, who in enumerate(state.survivors.values()):
        who.mad_half = seats[(place + 1) % len(seats)]
        if chance.random() < 0.3:
            who.owes.append(Price(demand=f"zqowed{place}zq", mad_half=who.mad_half))
        state.votes[who.seat] = {question.value: chance.choice(list(state.survivors.values())).id for question in Vote}
    friend = chance.choice(list(state.survivors.values()))
    state.allies["joe"] = Ally(id=Id("joe"), name="Joe", rank=2, original=3, friend=friend.id, infection=chance.choice([0, 2]))
    for number in range(chance.randint(0, 2)):
        name = f"pack-{number}"
        role, score = chance.choice([(Role.HINDRANCE, 6), (Role.MINIBOSS, 10)])
        state.threats[name] = Threat(id=Id(name), name=f"Pack {number}", role=role, score=score, full=score, infection=chance.randint(0, 3))
    state.adversity.start, state.pool.start = chance.randint(0, 8), chance.randint(0, 3)
    gone = chance.sample(FULL_DECK, chance.choice([0, 20, 35]))
    state.deck.cards, state.deck.discard = [card for card in FULL_DECK if card not in gone], gone
    return state


def opened(seed: int) -> tuple[Live, random.Random]:
    """An evening of machines, with somebody looking on and a shared screen."""
    chance = random.Random(f"twins {seed}")
    variants = any_variants(chance)
    start = GAME.scenes()["evening"].start(variants)
    if chance.random() < 0.7:
        state = later(chance, variants)
        start = Start(state, (Seat(GM, SeatRole.GM), *(Seat(s.seat) for s in state.survivors.values())))
    table: Live = LiveTable.open(GAME, start, variants, hashlib.sha256(f"twins {seed}".encode()).digest())
    for seat in list(table.seats.values()):
        table.reseat(seat.id, msgspec.structs.replace(seat, machine=True))
    if chance.random() < 0.2:
        real = chance.choice(list(table.seats.values()))
        table.reseat(GM, msgspec.structs.replace(real, machine=True, real_dice=True))
    table.reseat(GM, Seat(EVE, SeatRole.SPECTATOR))
    table.reseat(GM, Seat(SCREEN, SeatRole.SCREEN))
    return table, chance


class Evening:
    """One random game that is looked at while it goes."""

    def __init__(self, seed: int) -> None:
        self.table, self.chance = opened(seed)
        people = self.table.state.survivors.values()
        self.planted = {price.demand: (price.mad_half, who.seat) for who in people for price in who.owes}
        self.compared = self.moved = 0

    def play(self, steps: int) -> None:
        for _ in range(steps):
            if GAME.ending(self.table.state) and not self.table.flight:
                break
            self.step()
            self.look()

    # -------------------------------------------------------------------------------------------- what happens
    def step(self) -> None:
        table, chance = self.table, self.chance
        kind = chance.random()
        if self._plant() or self._typed():
            return
        if kind < 0.45:
            machine_step(table)
        elif kind < 0.8:
            self._wild_answer() if table.flight else self._wild_command()
        elif kind < 0.88:
            table.undo(chance.choice([GM, *table.seats]))
        elif kind < 0.91:
            cancel(table, GM)
        elif kind < 0.93 and table.flight:
            table.let_default_stand(table.waiting_for()[0], table.flight.id, GM)
        elif kind < 0.95 and table.flight and table.flight.turn.answers:
            table.overrule(GM, chance.randrange(len(table.flight.turn.answers)), chance.choice([*NONSENSE, "no", "yes", 0, 1]))
        else:
            self._nonsense()

    def _plant(self) -> bool:
        """A price that nobody else would think of."""
        flight = self.table.flight
        if not flight or not isinstance(flight.question, AskText) or flight.question.what != "price":
            return False
        word = f"zqprice{len(self.planted)}zq"
        mad_half = flight.question.seats[0]
        pawn = self.table.state.survivors[flight.question.about[0]]
        self.planted[word] = (mad_half, pawn.seat)
        self.table.answer(mad_half, flight.id, word)
        return True

    def _typed(self) -> bool:
        """Somebody with real cards reads what came, or in what order a few of them lie on top after a shuffle."""
        flight = self.table.flight
        if not flight or not isinstance(flight.question, DrawCards | ShuffleCards) or self.chance.random() < 0.5:
            return False
        deck = self.table.state.deck
        if flight.question.pile != deck.name:
            return False
        cards = deck.unknown() if isinstance(flight.question, DrawCards) else [*deck.cards, *deck.discard]
        wanted = flight.question.count if isinstance(flight.question, DrawCards) else min(4, len(cards))
        self.table.answer(flight.question.seats[0], flight.id, self.chance.sample(cards, wanted))
        return True

    def _wild_answer(self) -> None:
        flight = self.table.flight
        assert flight is not None
        seat = self.chance.choice(self.table.waiting_for())
        self.table.answer(seat, flight.id, any_answer(flight.question, seat, self.chance))

    def _wild_command(self) -> None:
        table, chance = self.table, self.chance
        seat = chance.choice([s.id for s in table.seats.values() if s.plays])
        looking = Table(table.state, table.variants)
        legal = [c for c in table.game.commands.values() if c.rules != ("table.repair",) and not c.when(looking, seat)]
        for command in chance.sample(legal, min(3, len(legal))):
            every = [args for args, _ in zip(command.every(looking, seat), range(60), strict=False)]
            if every:
                table.do(seat, command.name, chance.choice(every))
                return

    def _nonsense(self) -> None:
        table, chance = self.table, self.chance
        seat = chance.choice(list(table.seats))
        command = chance.choice(list(table.game.commands.values()))
        table.do(seat, command.name, {a.name: chance.choice(NONSENSE) for a in command.arguments})

    # -------------------------------------------------------------------------------------------- what is seen
    def look(self) -> None:
        """Nothing planted where it may not be, the cards all there, and one seat compared with its twin."""
        table = self.table
        if sorted(everywhere(Table(table.state, table.variants))) != sorted(FULL_DECK):
            raise Broken("the 54 cards are not each in one place")
        check(table)
        seat = self.chance.choice(list(table.seats))
        seed = self.chance.random()
        sent = what_is_sent(table, seat, random.Random(seed))
        self._words(seat, sent)
        self._no_order(seat, sent[0])
        twin, moved = twin_of(table, seat, self.chance)
        if twin is None:
            return
        self.compared += 1
        self.moved += moved
        for mine, theirs in zip(sent, what_is_sent(twin, seat, random.Random(seed)), strict=True):
            if mine != theirs:
                raise Leak(f"{seat} is told apart what it may not know:\n{_difference(mine, theirs)}")

    def _no_order(self, seat: SeatId, view: bytes) -> None:
        """The order that is known of the top of a deck is nobody's to see."""
        if self.table.state.deck.top:
            twin = self.table.fork()
            self.chance.shuffle(twin.state.deck.top)
            if msgspec.json.encode(twin.view(seat)) != view:
                raise Leak(f"{seat} sees in which order the deck lies")

    def _words(self, seat: SeatId, sent: Iterable[bytes]) -> None:
        if self.table.variants.price_visibility is PriceVisibility.PUBLIC:
            return
        turns = [*self.table.turns, *([self.table.flight.turn] if self.table.flight else [])]
        paid = {str(entry.data["price"]) for turn in turns for entry in turn.entries if entry.kind == "price_paid"}
        everything = b"".join(sent).decode()
        for word, knowing in self.planted.items():
            if word in everything and seat not in knowing and word not in paid:
                raise Leak(f"{seat} has read the price {word}")


def _difference(mine: bytes, theirs: bytes) -> str:
    at = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs)))
    return f"...{mine[max(0, at - 150) : at + 150]!r}\n...{theirs[max(0, at - 150) : at + 150]!r}"


def what_is_sent(table: Live, seat: SeatId, chance: random.Random) -> list[bytes]:
    """Every byte that a seat could get now: its view, what it may do, and what it is told when it does or asks something else."""
    encode = msgspec.json.encode
    sent = [encode(table.view(seat)), encode(table.legal(seat))]
    command = chance.choice(list(table.game.commands.values()))
    sent.append(encode(table.next_argument(seat, command.name, {})))
    asked = asked_of(table, seat)
    if asked and asked.what == "play":
        assert isinstance(asked, ChooseOne)
        sent.append(encode([sorted(chances_of(table, seat, option).items()) for option in asked.options]))
    sent.append(encode(suggested(table, seat)))
    wrong = {a.name: chance.choice(NONSENSE) for a in command.arguments}
    tries: list[Callable[[Live], object]] = [
        lambda t: t.try_out(seat, command.name, {}),
        lambda t: t.do(seat, command.name, wrong),
        lambda t: t.undo(seat),
        lambda t: t.overrule(seat, 0, "QH"),
    ]
    if table.flight and not isinstance(table.flight.question, CHANCE):  # whoever types real cards in has them before their eyes
        whom, id = table.flight.question.seats[0], table.flight.id
        guess = chance.choice(["QH", "JK1", "pass", "nonsense", 3])
        tries += [lambda t: t.answer(whom, id, guess, by=seat), lambda t: t.let_default_stand(whom, id, seat)]
    for attempt in chance.sample(tries, 2):
        twin = table.fork()
        outcome = attempt(twin)
        sent.append(encode(outcome if isinstance(outcome, Refusal) else "it goes on"))
    return sent


def chances_of(table: Live, seat: SeatId, option: str) -> dict[str, str]:
    counted = GAME.chances(Table(table.state, table.variants), seat, "play", option)
    return {way: str(chance) for way, chance in counted.fractions().items()} if counted else {}


def suggested(table: Live, seat: SeatId) -> object:
    """What a machine would do in this place."""
    if table.flight is None:
        return suggest(table, seat)
    asked = seat in table.waiting_for() and not isinstance(table.flight.question, CHANCE)
    return advise(table, seat, GAME.policy) if asked else None


# ------------------------------------------------------------------------------------------------ twins
def twin_of(table: Live, seat: SeatId, chance: random.Random) -> tuple[Live | None, int]:
    """The same table as far as this seat may know, played again from the start of the last command; how many cards were moved."""
    turn = table.flight.turn if table.flight else table.turns[-1] if table.turns else None
    if turn is None or turn.before is None:
        return None, 0
    before = table.decode(turn.before)
    swaps = hidden_swaps(table, before, turn, seat, chance)
    change_tallies(table, before, turn, seat, chance)
    answers = [moved(given, swaps) for given in turn.answers]
    answers = [other_votes(table, given, seat, chance) for given in answers]
    twin = table.fork()
    ran, waits, state = play_again(twin, Turn(turn.did, turn.args, answers, twin.encode(before)))
    if (waits is None) != (table.flight is None):
        raise Leak(f"{turn.did.command} goes another way for the twin of {seat}: waits for {waits}")
    twin.state = state
    if table.flight:
        assert waits is not None
        shares = {s: possible(waits, other_vote(table, given, seat, chance)) for s, given in table.flight.shares.items()}
        twin.flight = Flight(ran, waits, table.flight.id, shares)
    else:
        twin.turns = [*twin.turns[:-1], ran]
    return twin, len(swaps)


def play_again(twin: Live, turn: Turn) -> tuple[Turn, Question | None, Contagion]:
    def nobody(question: Question, generate: object) -> Given:
        raise Asked(question)

    assert turn.before is not None
    attempt = Attempt(twin.decode(turn.before), twin.variants, turn.answers, nobody)
    waits: Question | None = None
    try:
        twin._carry_out(turn, attempt)
    except Asked as asked:
        waits = asked.question
    except Exception as problem:  # answers that do not fit any more: the twin has gone another way
        raise Leak(f"{turn.did.command} goes another way at the twin: {problem}") from None
    if attempt.answered != len(turn.answers):
        raise Leak(f"{turn.did.command} asks for less at the twin: {waits}")
    return Turn(turn.did, turn.args, attempt.answers, turn.before, attempt.entries, attempt.said), waits, attempt.state


def hidden_swaps(table: Live, before: Contagion, turn: Turn, seat: SeatId, chance: random.Random) -> dict[Card, Card]:
    """Cards that change places: of those still in the deck when the command began, whatever this seat has not seen since.

    That somebody could not beat a card, or can, is public: what the hands that are out or about to play hold changes only where no
    open card lies between, or stays while all others change freely.
    """
    fight = table.state.showdown
    if fight is None or any(entry.kind == "table.shuffled" for entry in turn.entries):
        return {}
    open_now = {*table.state.deck.discard, *table.state.drawn, *(played.card for played in fight.pile)}
    known = open_now | {card for hand in fight.hands.values() if hand.looked and hand.seat == seat for card in hand.cards}
    bounds = [STRENGTH[card] for card in open_now - set(before.deck.discard)]
    if chance.random() < 0.5:
        bounds = []
        asked = table.flight.question.seats if table.flight else ()
        known |= {card for hand in fight.hands.values() if hand.out or hand.seat in asked for card in hand.cards}
        known |= {Card(given.value) for given in turn.answers if isinstance(given.value, str)}
    classes: dict[int, list[Card]] = {}
    for card in before.deck.cards:
        if card not in known and card not in before.deck.top:
            classes.setdefault(sum(bound < STRENGTH[card] for bound in bounds), []).append(card)
    swaps: dict[Card, Card] = {}
    for cards in classes.values():
        swaps.update(zip(cards, chance.sample(cards, len(cards)), strict=True))
    held = {card for hand in fight.hands.values() for card in hand.cards}
    return swaps if any(card != other and card in held for card, other in swaps.items()) else {}


def moved(given: Given, swaps: dict[Card, Card]) -> Given:
    """An answer with other cards: a draw, or a card that was chosen and does not lie open yet."""
    if isinstance(given.value, list):
        return msgspec.structs.replace(given, value=[swaps.get(Card(str(card)), card) for card in given.value])
    return msgspec.structs.replace(given, value=swaps.get(Card(str(given.value)), given.value))


def change_tallies(table: Live, before: Contagion, turn: Turn, seat: SeatId, chance: random.Random) -> None:
    """Everything else that this seat may not know, as far as the command has not made it public."""
    variants, after = table.variants, table.state
    private = variants.price_visibility is PriceVisibility.PRIVATE
    settled = any(entry.kind == "price_paid" for entry in turn.entries) or turn.did.command in ("end_scene", "end_session", "pay_price")
    for who in before.survivors.values():
        for price in who.owes:
            if private and not settled and seat not in (who.seat, price.mad_half):
                price.demand = f"something else {chance.random()}"
    if seat == GM:
        return
    if variants.secret_infection:
        infect_otherwise(before, turn, variants, chance)
    if variants.hide_threat_score:
        for id, threat in before.threats.items():
            still = after.threats.get(id)
            if threat.score and still and still.score:
                more = chance.randint(0, 3)
                threat.score, threat.full = threat.score + more, threat.full + more
    if after.phase is not Phase.OVER:
        for voter in [v for v in before.votes if v != seat]:
            for question in before.votes[voter]:
                if before.came_true.get(question) == after.came_true.get(question):
                    before.votes[voter][question] = chance.choice(list(before.survivors.values())).id


def infect_otherwise(before: Contagion, turn: Turn, variants: ContagionVariants, chance: random.Random) -> None:
    """Any tally for anybody; when a scene starts, who turns is told, so that those marked stay marked and the others below it."""
    starts = turn.did.command == "start_scene"
    people: list[tuple[Survivor | Ally, int]] = [(who, variants.contagion_threshold) for who in before.survivors.values()]
    people += [(ally, variants.ally_threshold) for ally in before.allies.values()]
    for who, threshold in people:
        if starts and who.marked:
            continue
        if starts and (who.dead or (isinstance(who, Ally) and not who.infection)):
            continue
        who.infection = chance.randint(0, threshold - 1)
        if not starts:
            who.marked = chance.random() < 0.3
    for threat in before.threats.values():
        threat.infection = chance.randint(0, 5)


def other_votes(table: Live, given: Given, seat: SeatId, chance: random.Random) -> Given:
    """What the others have voted, otherwise; the CiC may know it once all votes are in."""
    if not isinstance(given.value, dict) or seat == GM or not set(given.value.values()) <= set(table.state.survivors):
        return given
    if table.state.phase is Phase.OVER:
        return given
    value = {voter: whom if voter == seat else chance.choice(list(table.state.survivors)) for voter, whom in given.value.items()}
    return msgspec.structs.replace(given, value=value)


def possible(question: Question, share: Given) -> Given:
    """The share as the twin could have given it: whoever answered with a card that lies elsewhere now has answered otherwise."""
    if not isinstance(question, ChooseTogether) or share.value in question.for_seat(share.seat):
        return share
    return msgspec.structs.replace(share, value=question.for_seat(share.seat)[0])


def other_vote(table: Live, given: Given, seat: SeatId, chance: random.Random) -> Given:
    if given.seat == seat or given.value not in table.state.survivors:
        return given
    return msgspec.structs.replace(given, value=chance.choice(list(table.state.survivors)))
