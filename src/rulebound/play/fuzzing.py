"""Random play: legal and illegal commands and answers at a live table, with everything that must hold checked as it goes."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec

from rulebound.games.catalogue import find_game
from rulebound.kernel.cases import Case, laid
from rulebound.kernel.game import Game, Start
from rulebound.kernel.live import LiveTable
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
from rulebound.kernel.savefile import load, save
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.turn import Outcome
from rulebound.kernel.variants import VariantProblem, describe, read_variants
from rulebound.kernel.yamltext import Document
from rulebound.play.machine import machine_step

NONSENSE: tuple[object, ...] = ("", "nobody", -1, 10**9, True, None, [], {}, ["x"], {"a": 1}, "\x00", "attack", 3.5)


Running = LiveTable[Any, Any]


TURNED = 0.125


class Broken(AssertionError):
    """Something that must always hold did not."""


def random_game(game: Game[Any, Any], scene: str, seed: int, most_steps: int = 400, wild: float = 0.3) -> LiveTable[Any, Any]:
    """One game: machines play sensibly for most of it, and wild moves, nonsense, undo and forks are thrown in. With odd seeds some of the
    rules are turned."""
    chance = random.Random(seed)
    variants = _turned(game, {}, chance) if seed % 2 else game.variants()
    table = _machines_at(game, game.scenes()[scene].start(variants), variants, seed, scene)
    for _ in range(most_steps):
        if game.ending(table.state) and not table.flight:
            break
        _step(table, chance, wild)
        check(table)
    _same_again(table)
    return table


def random_case(game: Game[Any, Any], document: Document, place: int, seed: int, most_steps: int = 40, wild: float = 0.6) -> Running:
    """What a case lays, and on from there: its own commands and others, answered by machines and by chance. So every command comes up."""
    case, chance = document.convert(Case, (place,)), random.Random(seed)
    own: dict[str, object] = case.given.get("variants") or {}
    variants = _turned(game, own, chance) if seed % 2 else read_variants(game.variants, own)
    table, left = _machines_at(game, laid(game, document, (place,), case, variants), variants, seed), list(case.do)
    if game.broken(Table(table.state, table.variants)):
        return table  # it is about a state that no game comes to
    for _ in range(most_steps):
        if left and not table.flight and chance.random() < 0.5:
            step = left.pop(0)
            table.do(step.by, step.command, step.args)
        else:
            _step(table, chance, wild)
        check(table)
    _same_again(table)
    return table


def _turned(game: Game[Any, Any], given: Mapping[str, object], chance: random.Random) -> Any:
    """Rules of which about one in eight is turned, where it can be."""
    values = dict(given)
    for info in describe(game.variants):
        if info.name in values or chance.random() > TURNED:
            continue
        if info.options:
            values[info.name] = chance.choice(info.options)
        elif isinstance(info.default, int):
            values[info.name] = info.default + chance.choice((-1, 1, 2))
            try:
                read_variants(game.variants, values)
            except VariantProblem:  # out of its range
                del values[info.name]
    return read_variants(game.variants, values)


def _machines_at(game: Game[Any, Any], start: Start[Any], variants: Any, seed: int, scene: str = "") -> Running:
    table: Running = LiveTable.open(game, start, variants, hashlib.sha256(f"{seed}".encode()).digest(), scene)
    for seat in list(table.seats.values()):
        if seat.plays:
            table.reseat(seat.id, msgspec.structs.replace(seat, machine=True))
    return table


def _step(table: Running, chance: random.Random, wild: float) -> None:
    if chance.random() < wild:
        _wild_step(table, chance)
    else:
        machine_step(table)


def _wild_step(table: LiveTable[Any, Any], chance: random.Random) -> None:
    match chance.randrange(6):
        case 0:
            _must_not_change(table, lambda: _nonsense(table, chance))
        case 1:
            table.undo(chance.choice(list(table.seats)))
        case 2:
            twin, before = table.fork(), table.snapshot()
            machine_step(twin)
            if table.snapshot() != before:
                raise Broken("a fork touched its origin")
        case _:
            if table.flight:
                _random_answer(table, chance)
            else:
                _random_command(table, chance)


def _random_command(table: LiveTable[Any, Any], chance: random.Random) -> None:
    """Any legal command of any seat with any of its legal arguments."""
    seat = chance.choice([s.id for s in table.seats.values() if s.plays])
    looking = Table(table.state, table.variants)
    legal = [c for c in table.game.commands.values() if c.rules != ("table.repair",) and not c.when(looking, seat)]
    if legal:
        command = chance.choice(legal)
        every = list(islice(command.every(looking, seat), 200))
        if every:
            table.do(seat, command.name, chance.choice(every))


def _random_answer(table: LiveTable[Any, Any], chance: random.Random) -> None:
    flight = table.flight
    assert flight is not None
    seat = table.waiting_for()[0]
    table.answer(seat, flight.id, any_answer(flight.question, seat, chance))


def any_answer(question: Question, seat: SeatId, chance: random.Random) -> Answer:
    """Some legal answer. Dice and cards are not legal to guess, so they are left to the caller's luck."""
    match question:
        case ChooseOne(options=options):
            return chance.choice(options)
        case ChooseTogether():
            return chance.choice(question.for_seat(seat))
        case ChooseSome(options=options, least=least, most=most):
            return list(chance.sample(options, chance.randint(least, most)))
        case AskNumber(least=least, most=most):
            return chance.randint(least, most)
        case AskText():
            return chance.choice(["", "words", "words " * 20])
        case ThrowDice() | DrawCards() | ShuffleCards():
            return [1]


def _nonsense(table: LiveTable[Any, Any], chance: random.Random) -> Outcome:
    seat = SeatId(chance.choice([*table.seats, "nobody", ""]))
    if table.flight and chance.random() < 0.5:
        return table.answer(seat, chance.choice([table.flight.id, "0.0.stale"]), chance.choice(NONSENSE[3:]))
    command = chance.choice([*table.game.commands, "nonsense"])
    found = table.command(command)
    names: Sequence[str] = [a.name for a in found.arguments] if found else ["x"]
    return table.do(seat, command, {name: chance.choice(NONSENSE) for name in [*names, "zzz"]})


def _must_not_change(table: LiveTable[Any, Any], attempt: Any) -> None:
    before = (table.snapshot(), len(table.journal))
    outcome = attempt()
    if isinstance(outcome, Refusal) and (table.snapshot(), len(table.journal)) != before:
        raise Broken(f"a refusal changed something: {outcome}")


def check(table: LiveTable[Any, Any]) -> None:
    if table.flight is None and (problems := table.game.broken(Table(table.state, table.variants))):
        raise Broken("; ".join(problems))
    last = table.turns[-1] if table.turns and table.flight is None else None
    if last and last.before is not None and table.game.commands[last.did.command].rules != ("table.repair",):
        problems = table.game.unaccounted(table.decode(last.before), table.state, last.entries)
        if problems:
            raise Broken(f"{last.did.command}: {'; '.join(problems)}")
    if msgspec.msgpack.encode(table.decode(table.snapshot())) != table.snapshot():
        raise Broken("the state does not come back from its own bytes")


def _same_again(table: LiveTable[Any, Any]) -> None:
    for seat in table.seats:
        msgspec.json.encode(table.view(seat))
    again = load(save(table), find_game, verify=True)
    if again.snapshot() != table.snapshot():
        raise Broken("the journal plays again to another state")
