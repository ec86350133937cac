"""What the terminal shows: the scene, what may be done with its chances, what is asked. 80 columns, plain text."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from rulebound.games.catalogue import rulebook
from rulebound.kernel.advice import advise
from rulebound.kernel.branch import LeftOut
from rulebound.kernel.commands import MANY, AnyText, Arguments, Command, describe_options
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.explore import Tired, never
from rulebound.kernel.foresight import shown_of_answer, shown_of_command
from rulebound.kernel.live import LiveTable
from rulebound.kernel.odds import TooManyOutcomes, Uncountable
from rulebound.kernel.questions import (
    Answer,
    AskNumber,
    AskText,
    ChooseOne,
    ChooseSome,
    ChooseTogether,
    DrawCards,
    Question,
    ThrowDice,
    text_form,
)
from rulebound.kernel.refusal import Refused
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.view import Boxes, CardsShown, Fact, Item, MapShown, Tokens, View
from rulebound.kernel.words import percent

WIDTH = 80
FEW = 6
"""Complete moves of one command are listed with their chances while they are no more than this."""
CROWDED = 16
"""With more commands than this only those with a single complete move are listed as one."""
PATIENCE = 3.0
"""Seconds for all chances of a list."""


def wrap(text: str, indent: str = "", more: str = "") -> str:
    return "\n".join(textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=more or indent, break_long_words=False))


def chances_text(chances: Distribution[str], most: int = 4) -> str:
    """The likeliest outcomes with their exact chances, as percents."""
    ranked = sorted(chances.fractions().items(), key=lambda pair: (-pair[1], pair[0]))
    if len(ranked) == 1:
        return "" if ranked[0][0] == "nothing more" else ranked[0][0]
    said = [f"{outcome} {percent(chance)}" for outcome, chance in ranked[:most]]
    if len(ranked) > most:
        said.append(f"other {percent(sum((c for _, c in ranked[most:]), Fraction(0)))}")
    return "; ".join(said)


def command_chances(
    table: LiveTable[Any, Any], seat: SeatId, command: str, args: Arguments, tired: Tired = never, left_out: LeftOut | None = None
) -> Distribution[str] | None:
    """The exact chances, or None where they cannot be counted quickly or something would be refused."""
    try:
        return shown_of_command(table, seat, command, args, tired, left_out)
    except (TooManyOutcomes, Uncountable, Refused):
        return None


def answer_chances(
    table: LiveTable[Any, Any], seat: SeatId, answer: str, tired: Tired = never, left_out: LeftOut | None = None
) -> Distribution[str] | None:
    try:
        return shown_of_answer(table, seat, answer, tired, left_out)
    except (TooManyOutcomes, Uncountable, Refused):
        return None


def patient() -> Tired:
    """As long as somebody waits for a list; whoever asks for the odds of one move waits for them."""
    end = time.monotonic() + PATIENCE
    return lambda: time.monotonic() > end


# ------------------------------------------------------------------------------------------------ the scene
def scene(view: View) -> Iterator[str]:
    """A line for everything."""
    yield view.scene.status
    for panel in view.scene.panels:
        yield wrap(f"{'*' if panel.mine else '-'} {panel.title}: {panel.brief}", "  ", "    ")


def sheets(view: View, name: str = "") -> Iterator[str]:
    """Everything in a paragraph each; or one sheet with every number unfolded into its sources."""
    if not name:
        yield view.scene.status
    for panel in view.scene.panels:
        if not name:
            items = "; ".join(_in_one_line(item) for item in panel.items)
            yield wrap(f"{'*' if panel.mine else '-'} {panel.title}: {items}", "  ", "    ")
        elif name.lower() in (panel.id.lower(), panel.title.lower()):
            yield panel.title
            for item in panel.items:
                yield from _item(item, unfold=True)


def _in_one_line(item: Item) -> str:
    between = ", " if isinstance(item, MapShown) else " "
    return between.join(line.strip() for line in _item(item, unfold=False))


def _item(item: Item, unfold: bool) -> Iterator[str]:
    match item:
        case Fact(name=name, value=value, sources=sources):
            yield wrap(f"{name} {'none' if value == '' else value}", "  ", "    ")
            if unfold:
                yield from (f"      {source.amount:+d} {source.name} [{source.rule}]" for source in sources)
        case Boxes(name=name, boxes=boxes, marked=marked, said=said):
            yield f"  {name} {'#' * marked}{'.' * (boxes - marked)} {said}"
        case Tokens(name=name, value=tokens, most=most):
            yield f"  {name} {tokens}" + (f" of {most}" if most is not None else "")
        case CardsShown(name=name, cards=cards, face_down=face_down):
            there = " and ".join(filter(None, (" ".join(cards), f"{face_down} face down" if face_down else ""))) or "no cards"
            yield wrap(f"{name}: {there}", "  ", "    ")
        case MapShown(spots=spots):
            yield from (wrap(f"{spot.name} at {spot.zone or f'{spot.x},{spot.y}'}", "  ", "    ") for spot in spots)


# ------------------------------------------------------------------------------------------------ what may be done
def moves(table: LiveTable[Any, Any], seat: SeatId) -> list[tuple[str, Command[Any, Any], Arguments | None]]:
    """What the seat may start: complete moves while they are few, else the command with its arguments left open."""
    looking = Table(table.state, table.variants)
    found: list[tuple[str, Command[Any, Any], Arguments | None]] = []
    legal = [c for c in table.game.commands.values() if c.rules != ("table.repair",) and not c.when(looking, seat)]
    few = FEW if len(legal) <= CROWDED else 1
    for command in legal:
        needed = [a for a in command.arguments if not a.optional]
        if not needed:
            found.append((command.name, command, {a.name: a.default for a in command.arguments}))
            continue
        complete = _few(command, looking, seat, few)
        if complete is None:
            found.append((f"{command.name} {' '.join(a.name.upper() for a in needed)}", command, None))
        else:
            found += [(_label(command, args), command, args) for args in complete]
    return found


def _label(command: Command[Any, Any], args: Arguments) -> str:
    needed = (args[a.name] for a in command.arguments if not a.optional)
    return f"{command.name} {' '.join(text_form(value) for value in needed)}"


def _few(command: Command[Any, Any], looking: Table[Any, Any], seat: SeatId, few: int) -> list[Arguments] | None:
    """Every complete set of the needed arguments, if they are few and none is free text."""
    partial: list[Arguments] = [{}]
    for argument in command.arguments:
        grown: list[Arguments] = []
        for given in partial:
            if argument.optional:
                grown.append({**given, argument.name: argument.default})
                continue
            options = command.options(looking, seat, argument, tuple(given.values()))
            if isinstance(options, AnyText) or len(options) > few:
                return None
            grown += [{**given, argument.name: option} for option in options]
        partial = grown
        if len(partial) > few:
            return None
    return partial


def menu(table: LiveTable[Any, Any], seat: SeatId) -> Iterator[str]:
    """What may be done, by number; with chances while it is little. In a crowd they are for whoever asks for the odds of one."""
    listed = moves(table, seat)
    crowded = len({command.name for _, command, _ in listed}) > CROWDED
    tired = patient()
    for number, (label, command, args) in enumerate(listed, start=1):
        if args is None:
            said = _first_options(table, seat, command)
        else:
            chances = None if crowded else command_chances(table, seat, command.name, args, tired)
            said = chances_text(chances) if chances else ""
        more = " ..." if any(argument.optional for argument in command.arguments) else ""
        yield wrap(f"{number:>2} {label}{more}" + (f"  [{said}]" if said else ""), " ", "      ")


def explained(table: LiveTable[Any, Any], seat: SeatId, command: Command[Any, Any]) -> Iterator[str]:
    """What a command does and all that it takes, with what may be left out in brackets."""
    names = (f"[{a.name.upper()}]" if a.optional else a.name.upper() for a in command.arguments)
    yield wrap(" ".join((command.name, *names)), "  ", "      ")
    yield wrap(command.meaning, "  ")
    looking = Table(table.state, table.variants)
    refusal = command.when(looking, seat)
    for place, argument in enumerate(command.arguments):
        said = [argument.meaning] if argument.meaning else []
        if argument.fixed or (place == 0 and not refusal):
            options = command.options(looking, seat, argument, ())
            said += [] if isinstance(options, AnyText) else [f"{'' if argument.fixed else 'Now: '}{describe_options(options)}."]
        if argument.optional and argument.default not in (None, ""):
            said.append(f"Left out: {text_form(argument.default)}.")
        yield wrap(f"{argument.name}: {' '.join(said)}", "    ", "      ")
    if refusal:
        yield wrap(f"Not now: {refusal}", "  ")


def numbered(options: Sequence[object]) -> str:
    """Options to pick from, by number."""
    return ", ".join(f"{number} {text_form(option)}" for number, option in enumerate(options, start=1))


def _first_options(table: LiveTable[Any, Any], seat: SeatId, command: Command[Any, Any]) -> str:
    first = command.arguments[0]
    options = command.options(Table(table.state, table.variants), seat, first, ())
    if isinstance(options, AnyText):
        return first.meaning.rstrip(".")
    return describe_options(options) if len(options) <= MANY // 3 else first.meaning.rstrip(".")


# ------------------------------------------------------------------------------------------------ what is asked
def question(table: LiveTable[Any, Any], view: View, seat: SeatId) -> Iterator[str]:
    asked = view.question
    assert asked is not None
    yield wrap(view.prompt, "? ", "  ")
    if hint := _how_to_answer(asked):
        yield wrap(hint, "  ")
    advised = _advised(table, seat, asked)
    tired = patient()
    options = _options(asked, seat)
    counted = any(option.isdecimal() for option in options)  # what is a number itself is typed as it stands
    for number, option in enumerate(options, start=1):
        chances = answer_chances(table, seat, option, tired) if isinstance(asked, ChooseOne) else None
        said = chances_text(chances) if chances else ""
        default = " (default)" if isinstance(asked, ChooseOne) and option == asked.default else ""
        default += " (advised)" if option == advised else ""
        place = "" if counted else f"{number:>2} "
        yield wrap(f"{place}{table.game.name(table.state)(option)}{default}" + (f"  [{said}]" if said else ""), " ", "      ")
        if rule := table.game.told_by.get(asked.what, {}).get(option):
            yield wrap(rulebook(table.game.id)[rule].summary, "      ")


def _how_to_answer(asked: Question) -> str:
    """Where picking from a list is not all of it."""
    match asked:
        case ThrowDice(pool=pool):
            return f"Throw {pool} and type the faces in the order thrown, such as 5 6 2."
        case DrawCards(count=count, pile=pile):
            return f"Draw {count} from the {pile} and type what you drew, such as 10S QH."
        case AskNumber(least=least, most=most, default=default):
            return f"A whole number from {least} to {most}; default: {default}."
        case AskText(longest=longest):
            return f"Any words, {longest} characters at most."
        case ChooseSome(least=least, most=most, ordered=ordered):
            many = f"{least}" if least == most else f"{least} to {most}"
            return f"{many} of these, with commas between{', in order' if ordered else ''}; or default."
        case _:
            return ""


def _advised(table: LiveTable[Any, Any], seat: SeatId, asked: Question) -> Answer | None:
    """What the game's own player would answer, where the game counts the chances of this question itself."""
    if not isinstance(asked, ChooseOne) or len(asked.options) == 1:
        return None
    counted = table.game.chances(Table(table.state, table.variants), seat, asked.what, asked.options[0])
    return advise(table, seat, table.game.policy) if counted else None


def _options(asked: Question, seat: SeatId) -> tuple[str, ...]:
    if isinstance(asked, ChooseTogether):
        return asked.for_seat(seat)
    return asked.options if isinstance(asked, ChooseOne | ChooseSome) else ()
