"""Random play of the parlour game: sensible, wild, taken back, repaired; and what each seat may rightly know by now."""

from __future__ import annotations

import random
import re
from collections.abc import Set
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec
from toygame import GAME, GHOST, PLAYERS, SEATS, Parlour, ToyVariants, start

from rulebound.kernel.attempt import Given
from rulebound.kernel.cards import read_card
from rulebound.kernel.journal import Did, encode_record
from rulebound.kernel.live import LiveTable
from rulebound.kernel.notation import parse_pool
from rulebound.kernel.questions import (
    Answer,
    AskNumber,
    AskText,
    ChooseOne,
    ChooseSome,
    ChooseTogether,
    DrawCards,
    Question,
    ShuffleCards,
    ThrowDice,
)
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, Role, Seat, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.turn import Done, Waiting

Live = LiveTable[Parlour, ToyVariants]
SEED = bytes(range(32))


def open_table(seats: tuple[Seat, ...] = SEATS, seed: bytes = SEED, variants: ToyVariants | None = None) -> Live:
    return LiveTable.open(GAME, start(seats), variants or ToyVariants(), seed)


def without_gm() -> Live:
    return open_table(tuple(seat for seat in SEATS if seat.role is not Role.GM))


def asked(outcome: object) -> Waiting:
    assert isinstance(outcome, Waiting), outcome
    return outcome


def done(outcome: object) -> None:
    assert isinstance(outcome, Done), outcome


def refused(outcome: object, rule: str) -> Refusal:
    assert isinstance(outcome, Refusal), outcome
    assert outcome.rule == rule, outcome
    return outcome


def everything(table: Live) -> tuple[object, ...]:
    """All there is of a table, byte for byte: state, journal, and what every seat sees and may do."""
    return (table.snapshot(), journal(table), *seen(table), table.waiting_for(), table.flight.id if table.flight else None)


def seen(table: Live) -> list[bytes]:
    return [msgspec.json.encode((table.view(seat), table.legal(seat))) for seat in table.seats]


def journal(table: Live) -> list[bytes]:
    return [encode_record(record) for record in table.journal]


def log(table: Live, seat: SeatId) -> list[str]:
    return [line.text for line in table.view(seat).log]


def fitting(table: Live, question: Question, seat: SeatId, rng: random.Random, text: str = "words") -> Answer:
    """Some answer that fits."""
    deck = table.state.deck
    match question:
        case ChooseOne(options=options):
            return rng.choice(options)
        case ChooseTogether():
            return rng.choice(question.for_seat(seat))
        case ChooseSome(options=options, least=least, most=most):
            return list(rng.sample(options, rng.randint(least, most)))
        case AskNumber(least=least, most=most):
            return rng.randint(least, most)
        case AskText():
            return text
        case ThrowDice(pool=pool):
            return list(parse_pool(pool).throw(lambda sides: rng.randint(1, sides)).faces)
        case DrawCards(count=count):
            return list(rng.sample(deck.unknown(), count))
        case ShuffleCards():
            return rng.choice([[], list(rng.sample([*deck.cards, *deck.discard], deck.size_after_reshuffle()))])


DEEP: list[Any] = []
for _ in range(5000):
    DEEP = [DEEP]

NONSENSE: tuple[Any, ...] = (
    "", "nobody", "yes", "pass", "block", -1, 0, 1, 10**9, 10**5000, -(10**5000), True, None, 3.0, float("nan"), 1e308,
    [], {}, (), [[]], ["x"], [1, 2], [None], [True], [10**5000], {"a": 1}, {"ana": "yes"}, {1: 2}, "\x00", "\ud800", ["\udfff"],
    "--5", "+-3", "5" * 5000, "x" * 100_000, b"bytes", object(), set(), DEEP, {"a": DEEP}, [DEEP], lambda: 1, Done(), range(3),
    "²", "٣", " 2 ", "2\n",
)  # fmt: skip

CARD = re.compile(
    rb"\b(?:(?:10|[2-9JQKA])[CDHS]|JK[12])\b|\b(?:10|[2-9]|jack|queen|king|ace) of (?:clubs|diamonds|hearts|spades)|(?:first|second) joker"
)
WORD = re.compile(rb"[Zz]q[a-z0-9]+")
NUMBER = re.compile(rb"(?<![0-9a-f])99[0-9]{7}(?![0-9a-f])")
HELP = (b"such as 10S QH JK1", b"or JK1 or JK2", b"write JK1 for the first and JK2 for the second")
"""Sentences for everybody that name cards."""


@lru_cache(maxsize=4096)
def secrets_in(data: bytes) -> frozenset[str]:
    """Cards by their text or name, secret words and numbers."""
    for sentence in HELP:
        data = data.replace(sentence, b"")
    cards = {str(read_card(found.decode())) for found in CARD.findall(data)}
    words = {found.decode().lower() for found in WORD.findall(data)}
    return frozenset(cards | words | {found.decode() for found in NUMBER.findall(data)})


class Play:
    """One random game. `known` is what each seat may rightly know, worked out from the rules and the journal, never from views."""

    def __init__(self, table: Live, rng: random.Random) -> None:
        self.table = table
        self.rng = rng
        self.words = 0
        self.known: dict[SeatId, set[str]] = {seat.id: set() for seat in SEATS} | {GHOST: set()}
        self.learn()

    # ------------------------------------------------------------------------------------------------------ moves
    def step(self) -> tuple[SeatId, object]:
        """Something random; whoever did it and what came of it."""
        idle = [self.command] * 5 + [self.wild_command] * 2 + [self.undo, self.reseat, self.overrule, self.repair]
        waiting = [self.answer] * 6 + [self.wild_answer, self.wild_command, self.default, self.answer_for, self.cancel]
        outcome = self.rng.choice([*waiting, self.undo, self.reseat, self.overrule] if self.table.flight else idle)()
        self.learn()
        return outcome

    def any_seat(self) -> SeatId:
        return self.rng.choice([*self.table.seats])

    def command(self) -> tuple[SeatId, object]:
        seat = self.rng.choice([GM, *PLAYERS])
        looking = Table(self.table.state, self.table.variants)
        command = self.rng.choice([c for c in GAME.commands.values() if c.rules != ("table.repair",)])
        every = list(islice(command.every(looking, seat), 40)) if seat in self.table.seats and not command.when(looking, seat) else []
        args = self.rng.choice(every) if every else {}
        return seat, self.table.do(seat, command.name, args)

    def wild_command(self) -> tuple[SeatId, object]:
        seat = self.rng.choice([*self.table.seats, GHOST, SeatId("nobody"), SeatId("")])
        name = self.rng.choice([*GAME.commands, "nonsense", "", None, "\ud800", ["do"]])
        found = GAME.commands.get(name) if isinstance(name, str) else None
        names = [a.name for a in found.arguments] if found else ["x"]
        args: Any = {n: self.rng.choice(NONSENSE) for n in names if self.rng.random() < 0.9}
        if self.rng.random() < 0.1:
            args = self.rng.choice([{"zzz": 1}, {None: 1}, ["target"], 7, "target", {"\ud800": 1}])
        return seat, self.table.do(seat, name, args)

    def answer(self) -> tuple[SeatId, object]:
        assert self.table.flight
        seat = self.rng.choice(self.table.waiting_for())
        flight = self.table.flight
        return seat, self.table.answer(seat, flight.id, fitting(self.table, flight.question, seat, self.rng, self.new_word()))

    def answer_for(self) -> tuple[SeatId, object]:
        assert self.table.flight
        flight, by = self.table.flight, self.any_seat()
        seat = self.rng.choice(self.table.waiting_for())
        value = fitting(self.table, flight.question, seat, self.rng, self.new_word())
        if self.table.may_speak_for(by, seat):
            self.tell(by, value)
        return by, self.table.answer(seat, flight.id, value, by)

    def wild_answer(self) -> tuple[SeatId, object]:
        assert self.table.flight
        seat = self.rng.choice([*self.table.seats, GHOST, SeatId("nobody")])
        by = self.rng.choice([seat, seat, self.any_seat()])
        id = self.rng.choice([self.table.flight.id, self.table.flight.id, "0.0", None, 3])
        return by, self.table.answer(seat, id, self.rng.choice(NONSENSE), by)

    def default(self) -> tuple[SeatId, object]:
        assert self.table.flight
        by = self.any_seat()
        return by, self.table.let_default_stand(self.rng.choice(self.table.waiting_for()), self.table.flight.id, by)

    def undo(self) -> tuple[SeatId, object]:
        by = self.any_seat()
        return by, self.table.undo(by)

    def cancel(self) -> tuple[SeatId, object]:
        by = self.any_seat()
        return by, self.table.cancel(by)

    def overrule(self) -> tuple[SeatId, object]:
        by = self.rng.choice([GM, self.any_seat()])
        turn = self.table.flight.turn if self.table.flight else self.table.turns[-1] if self.table.turns else None
        count = len(turn.answers) if turn else 0
        place = self.rng.randrange(-1, count + 1)
        value: Any = self.rng.choice(NONSENSE)
        if turn and 0 <= place < count and self.rng.random() < 0.8:
            changed = turn.with_answers(turn.answers[:place])
            changed.before = self.table.state_before(len(self.table.turns) - 1) if not self.table.flight else turn.before
            twin = self.table.fork()
            twin.state = twin.decode(changed.before)
            question = twin.asks_after(changed)
            if isinstance(question, ChooseTogether):
                value = {seat: self.rng.choice(question.for_seat(seat)) for seat in question.seats}
            else:
                value = fitting(twin, question, question.seats[0], self.rng, self.new_word())
            if self.table.may_act_openly(by):
                self.tell(by, value)
        return by, self.table.overrule(by, place, value)

    def reseat(self) -> tuple[SeatId, object]:
        by = self.rng.choice([GM, self.any_seat()])
        seat = self.table.seats.get(self.rng.choice([GM, *PLAYERS])) or Seat(GM, Role.GM)
        what = self.rng.choice(["real", "real", "machine", "nobody"])
        if what == "real":
            seat = msgspec.structs.replace(seat, real_dice=not seat.real_dice)
        elif what == "machine":
            seat = msgspec.structs.replace(seat, machine=not seat.machine)
        else:
            seat = Seat(SeatId("mallory"), Role.GM)
            by = SeatId("mallory")
        return by, self.table.reseat(by, seat)

    def repair(self) -> tuple[SeatId, object]:
        by = self.rng.choice([GM, GM, self.any_seat()])
        who = self.rng.choice(PLAYERS)
        path, value = self.rng.choice(
            [
                (f"{who}.hp", "7"), (f"{who}.word", self.new_word()), ("gm_word", self.new_word()), (f"{who}.plan", self.new_word()),
                ("luck", "3"), (f"{who}.nothing", "1"), ("", "1"), (f"{who}.hp", "zq"), (f"{who}.number", str(10**40)),
                ("x" * 100, "["), ("luck", "[" * 1500),
            ]
        )  # fmt: skip
        if by == GM and path.count(".") == 1 and path.split(".")[1] in ("word", "plan"):
            self.tell(GM, getattr(self.table.state.people[who], path.split(".")[1]))
        self.tell(by, value)
        return by, self.table.do(by, "set", {"path": path, "value": value, "why": "it was wrong"})

    # ------------------------------------------------------------------------------------------------- who knows what
    def new_word(self) -> str:
        self.words += 1
        return f"zqword{self.words}"

    def tell(self, seat: SeatId, value: object) -> None:
        self.known.setdefault(seat, set()).update(_secrets_of(value))

    def all_learn(self, value: object) -> None:
        for seat in self.known:
            self.tell(seat, value)

    def learn(self) -> None:
        """Bring what everybody may know up to date: own things, open cards, and what they drew, said or heard in the last turn."""
        state = self.table.state
        for who in state.people.values():
            self.tell(who.seat, [*who.hand, who.word, str(who.number), who.plan])
        self.tell(GM, state.gm_word)
        self.all_learn([*state.deck.discard, *state.shown])
        turn = self.table.flight.turn if self.table.flight else self.table.turns[-1] if self.table.turns else None
        if turn:
            self._learn_from(turn.did, [part for given in turn.answers for part in given.parts])
        for share in self.table.flight.shares.values() if self.table.flight else ():
            self.tell(share.by, share.value)

    def _learn_from(self, did: Did, answers: list[Given]) -> None:
        """What a command shows to whom, by the rules of the game."""
        state = self.table.state
        hears = [did.seat]
        match did.command:
            case "peek" if not self.table.flight:
                self.tell(did.seat, state.deck.top[:1])
            case "reveal":
                self.all_learn(state.people[did.seat].word)
            case "muse":
                self.tell(did.seat, "zqplot zqprayer zqpastry")
            case "whisper":
                hears.append(SeatId(str(did.args["to"])))
        for given in answers:
            self.tell(given.by, given.value)
            if did.command in ("deal", "swap", "whisper", "swear"):
                for seat in hears:
                    self.tell(seat, given.value)

    def leaked(self, seat: SeatId, data: object) -> frozenset[str]:
        """What these bytes tell the seat that it may not know."""
        return secrets_in(data if isinstance(data, bytes) else msgspec.json.encode(data)) - self.known.get(seat, set())


def _secrets_of(value: object) -> Set[str]:
    if isinstance(value, list | tuple | dict):
        values = value.values() if isinstance(value, dict) else value
        return {secret for one in values for secret in _secrets_of(one)}
    return secrets_in(str(value).encode(errors="replace")) if isinstance(value, str) else set()
