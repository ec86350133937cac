"""Cases: rules' examples that run. Data, so that people who do not program can write them; `docs/cases.md` is their reference.

A die, a card or an answer too many or too few is a failure, like a wrong value.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec

from rulebound.kernel.cards import read_card
from rulebound.kernel.citing import touching
from rulebound.kernel.game import Game, Start
from rulebound.kernel.live import LiveTable
from rulebound.kernel.paths import get
from rulebound.kernel.questions import ChooseOne, ChooseTogether, Question, text_form
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId
from rulebound.kernel.showing import entries, say
from rulebound.kernel.table import Table
from rulebound.kernel.turn import Outcome, RuledOut, Waiting
from rulebound.kernel.variants import read_variants
from rulebound.kernel.yamltext import Document, Path, YamlProblem, read_yaml

T = TypeVar("T")
V = TypeVar("V")
Given = str | int | bool | list[str | int] | dict[str, str | int | bool]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One command, with the dice, cards and answers it meets in order, and what must come of it."""

    by: SeatId
    command: str
    args: dict[str, str | int | bool] = msgspec.field(default={}, name="with")
    dice: list[int] = []
    cards: list[str] = []
    answers: list[Given] = []
    refused: str | None = None
    expect: dict[str, Any] = {}
    says: list[str] = []
    waits: bool = False
    """The command is left waiting once the answers are used up, to look at what is seen meanwhile; only in the last step."""


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`given` and the paths in `expect` are the game's own; `hidden` and `shown` are texts that a seat's view must not or must hold."""

    case: str
    rules: list[str]
    game: str
    given: dict[str, Any] = {}
    do: list[Step] = []
    expect: dict[str, Any] = {}
    hidden: dict[SeatId, list[str]] = {}
    shown: dict[SeatId, list[str]] = {}


class Result(msgspec.Struct, frozen=True):
    """How a case went; `problem` is empty if it passed. `touched` are the ids of all rules that ran."""

    name: str
    where: str
    game: str
    rules: tuple[str, ...]
    problem: str = ""
    touched: frozenset[str] = frozenset()

    @property
    def passed(self) -> bool:
        return not self.problem


class CaseFailed(Exception):
    """What differs from what the case says."""


class Script:
    """The dice and cards that a case lays down; it stands in for the stream."""

    def __init__(self, step: Step) -> None:
        self.dice = list(step.dice)
        self.cards = [str(read_card(text)) for text in step.cards]

    def die(self, sides: int) -> int:
        if not self.dice:
            raise CaseFailed(f"a die too few: a d{sides} is thrown and the case has none left")
        face = self.dice.pop(0)
        if not 1 <= face <= sides:
            raise CaseFailed(f"a d{sides} cannot show {face}")
        return face

    def pick(self, things: Sequence[T], count: int) -> list[T]:
        if len(self.cards) < count:
            raise CaseFailed(f"cards too few: {count} are drawn and the case has {len(self.cards)} left")
        drawn, self.cards = self.cards[:count], self.cards[count:]
        by_text = {str(thing): thing for thing in things}
        for text in drawn:
            if text not in by_text:
                raise CaseFailed(f"{text} is not in the deck any more")
        return [by_text[text] for text in drawn]

    def left_over(self) -> str:
        left = [f"dice {self.dice}"] * bool(self.dice) + [f"cards {self.cards}"] * bool(self.cards)
        return " and ".join(left)


def run_file(text: str, name: str, games: Callable[[str], Game[Any, Any] | None]) -> Iterator[Result]:
    """Every case of a file, run. A file that cannot be read is one failure; so is a case that does not fit the format."""
    try:
        document = read_yaml(text, name)
        if not isinstance(document.data, list):
            raise document.problem((), "a file of cases is a list: each begins with `- case:`")
    except YamlProblem as problem:
        yield Result(name, name, "", (), str(problem))
        return
    for place in range(len(document.data)):
        yield run_case(document, place, games)


def run_case(document: Document, place: int, games: Callable[[str], Game[Any, Any] | None]) -> Result:
    where = f"{document.name}:{document.line_of((place,))}"
    try:
        case = document.convert(Case, (place,))
    except YamlProblem as problem:
        return Result(f"case {place + 1}", where, "", (), str(problem))
    done = Result(case.case, where, case.game, tuple(case.rules))
    game = games(case.game)
    if game is None:
        return msgspec.structs.replace(done, problem=f"there is no game called {case.game!r}")
    try:
        with touching() as touched:
            _Run(game, document, (place,), case, touched).run()
    except Exception as problem:  # a case may say anything: what no rule expects is a failure of this one, not of all
        return msgspec.structs.replace(done, problem=_what_went_wrong(problem))
    return msgspec.structs.replace(done, touched=frozenset(touched))


def laid(game: Game[Any, Any], document: Document, path: Path, case: Case, variants: V) -> Start[Any]:
    """The table as a case gives it, under these rules."""
    return game.given(document, (*path, "given") if case.given else path, variants)


class _Run:
    def __init__(self, game: Game[Any, Any], document: Document, path: Path, case: Case, touched: set[str]) -> None:
        self.game, self.case, self.touched = game, case, touched
        variants = read_variants(game.variants, case.given.get("variants") or {})
        self.table: LiveTable[Any, Any] = LiveTable.open(game, laid(game, document, path, case, variants), variants, seed=bytes(32))

    def run(self) -> None:
        for number, step in enumerate(self.case.do, start=1):
            try:
                self._step(step)
            except Exception as problem:
                raise CaseFailed(f"step {number} ({step.command}): {_what_went_wrong(problem)}") from None
        self._expect(self.case.expect)
        self._look()
        for entry in entries(self.table):
            self.touched.update(entry.rules)
            self.touched.update(m.rule for m in (entry.thrown.modifiers if entry.thrown else ()))

    def _step(self, step: Step) -> None:
        script = Script(step)
        self.table.streams = lambda place: script
        said = sum(1 for _ in entries(self.table))
        answers = list(step.answers)
        outcome = self.table.do(step.by, step.command, self._args(step))
        while isinstance(outcome, Waiting):
            if not answers and step.waits:
                break
            if _forced(outcome.question):
                outcome = self._answer(outcome, "(default)")
                continue
            if not answers:
                raise CaseFailed(f"asked, and the case has no answer: {_words(outcome.question)}")
            question = outcome.question
            outcome = self._answer(outcome, answers.pop(0))
            if isinstance(outcome, Refusal) and self.table.flight is not None:  # an answer that the question does not take
                if outcome.rule != step.refused:
                    raise CaseFailed(f"{_words(question)}: {outcome}")
                self.table.go_back_to(len(self.table.turns))
        if step.waits and not isinstance(outcome, Waiting):
            raise CaseFailed("does not wait for anybody, though the case says so")
        self._refusal(step, outcome)
        if answers:
            raise CaseFailed(f"answers too many: {answers} were never asked for")
        if left := script.left_over():
            raise CaseFailed(f"too many: {left} left over")
        lines = [say(self.table, entry) for entry in list(entries(self.table))[said:]]
        for wanted in step.says:
            if not any(wanted in line for line in lines):
                raise CaseFailed(f"the log does not say {wanted!r}; it says: {'; '.join(lines) or 'nothing'}")
        self._expect(step.expect)

    def _args(self, step: Step) -> dict[str, str | int | bool]:
        """As they stand, but what is to be a text is one: `value: 2`, `value: true`."""
        command = self.game.commands.get(step.command)
        texts = [a.name for a in command.arguments if a.kind is str] if command else []
        return {name: json.dumps(arg) if name in texts and type(arg) is not str else arg for name, arg in step.args.items()}

    def _answer(self, waiting: Waiting, given: Given) -> Outcome:
        question = waiting.question
        outcome: Outcome = waiting
        if isinstance(question, ChooseTogether):
            if not isinstance(given, dict) or set(given) != set(question.seats):
                raise CaseFailed(f"one answer for each of {', '.join(question.seats)} is wanted, not {given!r}")
            for seat in question.seats:
                outcome = self._one(waiting, seat, given[seat])
                if isinstance(outcome, Refusal):
                    break
        else:
            outcome = self._one(waiting, question.seats[0], given)
        return outcome

    def _one(self, waiting: Waiting, seat: SeatId, given: Given) -> Outcome:
        """The answer of one seat; where nobody sits there, of whoever may speak for it."""
        by = seat if self.table.plays(seat) else next((s for s in self.table.seats if self.table.may_speak_for(s, seat)), seat)
        if given == "(default)":
            outcome = self.table.let_default_stand(seat, waiting.id, by)
        else:
            outcome = self.table.answer(seat, waiting.id, given, by)
        return outcome.refusal if isinstance(outcome, RuledOut) else outcome

    def _refusal(self, step: Step, outcome: Outcome) -> None:
        if isinstance(outcome, Refusal):
            self.touched.add(outcome.rule)
            if step.refused is None:
                raise CaseFailed(f"refused: {outcome}")
            if step.refused != outcome.rule:
                raise CaseFailed(f"refused by {outcome.rule}, not by {step.refused}: {outcome}")
        elif step.refused is not None:
            raise CaseFailed(f"was not refused, though {step.refused} should")

    def _expect(self, expected: dict[str, Any]) -> None:
        find = self.game.find(self.table.state)
        for path, value in expected.items():
            thing, _, last = path.rpartition(".")
            of = find(thing)
            if (worked_out := self.game.derived.get(type(of), {}).get(last)) is not None:
                found: object = worked_out(Table(self.table.state, self.table.variants), of)
            else:
                found = msgspec.to_builtins(_plain(get(self.table.state, path, find)))
            if found != value:
                raise CaseFailed(f"{path} is {found!r}, not {value!r}")

    def _look(self) -> None:
        for seat, texts in [*self.case.hidden.items(), *self.case.shown.items()]:
            if seat not in self.table.seats:
                raise CaseFailed(f"there is no seat called {seat}; seats: {', '.join(self.table.seats)}")
            seen = msgspec.json.encode(self.table.view(seat)).decode()
            for text in texts:
                if (text in seen) is (texts is self.case.hidden.get(seat)):
                    raise CaseFailed(f"{seat}'s view {'holds' if text in seen else 'lacks'} {text!r}")


def _what_went_wrong(problem: Exception) -> str:
    return str(problem) if isinstance(problem, CaseFailed | ValueError) and str(problem) else f"{type(problem).__name__}: {problem}"


def _forced(question: Question) -> bool:
    """One option, asked only so that the asking tells nobody anything: a case need not answer it."""
    return isinstance(question, ChooseOne) and len(question.options) == 1 and not question.judged


def _plain(value: object) -> object:
    return text_form(value) if hasattr(value, "text_form") else value


def _words(question: Question) -> str:
    options = getattr(question, "options", ())
    return f"{question.what} of {', '.join(question.seats)}" + (f" (options: {', '.join(map(str, options))})" if options else "")
