"""`rulebound play`: a game in the terminal, alone with machines or with several people at one keyboard."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from rulebound.cli import screen
from rulebound.cli.opening import CannotStart, Options, begin
from rulebound.cli.typed import Misread, Missing, read_answer, read_arguments, read_value
from rulebound.kernel.advice import advise, suggest
from rulebound.kernel.branch import LeftOut
from rulebound.kernel.commands import MANY, AnyText, Command, describe_options
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.entries import explain
from rulebound.kernel.live import LiveTable
from rulebound.kernel.questions import text_form
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.savefile import save
from rulebound.kernel.seats import GM, Seat, SeatId
from rulebound.kernel.showing import log, say
from rulebound.kernel.table import Table
from rulebound.kernel.turn import Outcome
from rulebound.kernel.words import percent
from rulebound.play.machine import machine_step
from rulebound.play.undoing import undo_past_machines

HELP = """\
A number from the list or a command, and its arguments in order.
help MOVE       what a move does and all that it takes; ... stands for more
undo            take back your last answer or command and what came of it
why             unfold the last results into dice, numbers and rules
odds [MOVE]     every outcome of a move or of each answer, exactly
hint            what a machine would do in your place
state [NAME]    everything you may see; one sheet with every number unfolded
log [N]         the last N lines of the log
default         let the written default stand    save FILE, quit, help"""

QUIT = ("quit", "exit", "q")
LOOKING = ("help", "why", "state", "log")
MOST_STEPS = 20_000


def run(options: Options) -> int:
    try:
        table, mine = begin(options)
    except CannotStart as problem:
        click.echo(screen.wrap(str(problem)), err=True)
        return 2
    return Session(table, mine).run()


class Session:
    """One sitting: machines play until a person is needed, then that person is shown the table and asked."""

    def __init__(self, table: LiveTable[Any, Any], mine: tuple[SeatId, ...]) -> None:
        self.table, self.mine = table, mine
        self.looking = mine[0] if mine else (GM if GM in table.seats else next(iter(table.seats)))
        self.read: list[str] = []
        self.over = False

    def run(self) -> int:
        click.echo(f"{self.table.game.title}: {self.table.opened.title}")
        if self.mine:
            click.echo(f"You play {', '.join(self.mine)}. Type help for what you can type.")
        for _ in range(MOST_STEPS):
            stepped = self._machines()
            self._new_lines()
            if stepped is not None:
                continue
            if self._ended() and not self.over:
                self.over = True
                click.echo(f"\n{self.table.game.ending(self.table.state)}")
            if not self.mine:
                return 0 if self.over else 1
            if not self._ask():
                return 0
        click.echo("This game does not come to an end; it is stopped here.", err=True)
        return 1

    def _machines(self) -> Outcome | None:
        """What a machine did; one that does not know how to go on leaves the table to whoever sits there."""
        try:
            return machine_step(self.table) if not self._ended() else None
        except RuntimeError as problem:
            click.echo(screen.wrap(f"The machines stop: {problem}", "! ", "  "), err=True)
            return None

    def _ended(self) -> bool:
        return self.table.flight is None and self.table.game.ending(self.table.state) is not None

    def _new_lines(self) -> None:
        """What the log has that has not been shown; an undo takes lines away and adds one."""
        lines = [line.text for line in log(self.table, self._seat())]
        same = 0
        while same < min(len(lines), len(self.read)) and lines[same] == self.read[same]:
            same += 1
        for line in lines[same:]:
            click.echo(screen.wrap(line, "  ", "    "))
        self.read = lines

    def _seat(self) -> Seat:
        return self.table.seats[self.looking]

    def _whose(self) -> SeatId:
        """Which of the people at the keyboard is asked."""
        waiting = [seat for seat in self.table.waiting_for() if seat in self.mine]
        acting = self.table.game.to_act(self.table.state)
        return waiting[0] if waiting else acting if acting in self.mine else self.mine[0]

    # ------------------------------------------------------------------------------------------------ asking a person
    def _ask(self) -> bool:
        """Show what there is to decide and take one line; False to leave."""
        self.looking = self._whose()
        self._show()
        while True:
            line = self._line()
            if line is None:
                return False
            try:
                if self._take(line):
                    return not self._left
            except Misread as misread:
                click.echo(screen.wrap(str(misread), "! ", "  "))

    def _show(self) -> None:
        view = self.table.view(self.looking)
        if len(self.mine) > 1:
            click.echo(f"\n--- {self.looking} ---")
        else:
            click.echo()
        if view.question:
            lines: Iterator[str] = screen.question(self.table, view, self.looking)
        else:
            for line in screen.scene(view):
                click.echo(line)
            lines = screen.menu(self.table, self.looking)
        for line in lines:
            click.echo(line)

    def _line(self) -> str | None:
        """One line that says something; None at the end of what is typed."""
        while True:
            click.echo("> ", nl=False)
            line = sys.stdin.readline()
            if not line:
                click.echo()
                return None
            if not sys.stdin.isatty():
                click.echo(line.rstrip("\n"))
            if line.strip():
                return line.strip()[:2000]

    _left = False

    def _take(self, line: str) -> bool:
        """Do what was typed; True if the table should be shown again."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case leaving if leaving in QUIT:
                self._left = True
                return True
            case "help" | "?":
                self._help(rest)
            case "undo":
                return self._settled(undo_past_machines(self.table, self.looking))
            case "why":
                self._why()
            case "odds":
                self._odds(rest)
            case "hint":
                self._hint()
            case "log":
                self._log(rest)
            case "state":
                self._sheets(rest)
            case "save":
                self._save(rest)
            case "default":
                if self.table.flight is None:
                    raise Misread("Nobody is asked anything now. What is possible is listed; type help for more.")
                return self._settled(self.table.let_default_stand(self.looking, self.table.flight.id, self.looking))
            case _:
                return self._answer(line) if self.table.flight else self._start(line)
        return False

    def _settled(self, outcome: Outcome) -> bool:
        if isinstance(outcome, Refusal):
            click.echo(screen.wrap(str(outcome), "! ", "  "))
            return False
        return True

    def _answer(self, line: str) -> bool:
        flight = self.table.flight
        assert flight is not None
        if self.looking not in self.table.waiting_for():
            raise Misread(f"The table waits for {', '.join(self.table.waiting_for())}.")
        answer = read_answer(flight.question, self.looking, line, self.table.game.name(self.table.state))
        return self._settled(self.table.answer(self.looking, flight.id, answer))

    def _start(self, line: str) -> bool:
        command, words = self._command(line)
        if refusal := command.when(Table(self.table.state, self.table.variants), self.looking):
            return self._settled(refusal)
        named: dict[str, str] = {}
        while isinstance(args := read_arguments(self.table, self.looking, command, words, named), Missing):
            more = self._argument(args)
            if more is None:
                return True
            named[args.argument.name] = more
        return self._settled(self.table.do(self.looking, command.name, args))

    def _argument(self, missing: Missing) -> str | None:
        """Ask for one argument until what is typed fits; a number picks from the list. None to leave the command."""
        options = missing.options
        listed = not isinstance(options, AnyText | range) and len(options) <= MANY
        legal = screen.numbered(options) if listed and not isinstance(options, AnyText) else describe_options(options)
        meaning = f"{missing.argument.meaning} " if missing.argument.meaning else ""
        click.echo(screen.wrap(f"{missing.argument.name}? {meaning}Legal: {legal}. (back to leave it)", "  "))
        while (more := self._line()) is not None and more.lower() not in ("back", "undo", *QUIT):
            if more.split()[0].lower() in LOOKING and not isinstance(options, AnyText):
                self._take(more)
                continue
            if listed and more.isdecimal() and not isinstance(options, AnyText) and 1 <= int(more[:6]) <= len(options):
                return text_form(options[int(more) - 1])
            try:
                return text_form(read_value(missing.argument, options, more))
            except Misread as misread:
                click.echo(screen.wrap(f"{misread} (back to leave it)", "! ", "  "))
        self._left = more is None or more.lower() in QUIT
        return None

    def _command(self, line: str) -> tuple[Command[Any, Any], str]:
        """The command that a line begins with, by name or by its number in the list, and the words after it."""
        name, _, words = line.partition(" ")
        if name.isdecimal():
            listed = screen.moves(self.table, self.looking)
            if not 1 <= int(name[:6]) <= len(listed):
                raise Misread(f"There is no move {name}; they go from 1 to {len(listed)}.")
            label, command, args = listed[int(name) - 1]
            return command, words if args is None else f"{label.partition(' ')[2]} {words}".strip()
        found = self.table.command(name.lower().replace("-", "_"))
        if found is None and (spaced := self._spaced(line)):
            return spaced
        if found is None:
            starts = [n for n in self.table.game.commands if n.startswith(name.lower())]
            if len(starts) != 1:
                near = ", ".join(starts or difflib.get_close_matches(name.lower(), self.table.game.commands))
                hint = f"Did you mean {near}?" if near else "What is possible now is listed; type help for more."
                raise Misread(f"There is no command {name!r}. {hint}")
            found = self.table.command(starts[0])
        assert found is not None
        return found, words

    def _spaced(self, line: str) -> tuple[Command[Any, Any], str] | None:
        """A command of several words that was typed as such: `take cover`."""
        words = line.split()
        for count in range(min(len(words), 4), 1, -1):
            found = self.table.command("_".join(words[:count]).lower())
            if found is not None:
                return found, " ".join(words[count:])
        return None

    # ------------------------------------------------------------------------------------------------ looking
    def _help(self, words: str) -> None:
        if not words.strip():
            click.echo(HELP)
            return
        for line in screen.explained(self.table, self.looking, self._command(words.strip())[0]):
            click.echo(line)

    def _sheets(self, name: str) -> None:
        view = self.table.view(self.looking)
        shown = list(screen.sheets(view, name.strip()))
        if not shown:
            raise Misread(f"There is no sheet of {name}. Sheets: {', '.join(panel.title for panel in view.scene.panels)}.")
        for text in shown:
            click.echo(text)

    def _why(self) -> None:
        turn = self.table.flight.turn if self.table.flight else self.table.turns[-1] if self.table.turns else None
        if turn is None:
            click.echo("  Nothing has happened yet.")
            return
        for entry in turn.entries:
            if entry.seen_by(self.looking):
                click.echo(screen.wrap(say(self.table, entry), "  ", "    "))
                for line in explain(entry):
                    click.echo(screen.wrap(line, "      "))

    def _odds(self, words: str) -> None:
        if self.table.flight:
            question = self.table.flight.question
            for option in getattr(question, "options", ()) if self.looking in question.seats else ():
                self._outcomes(str(option), partial(screen.answer_chances, self.table, self.looking, option))
            return
        if not words:
            raise Misread("Which move? For instance: odds 1, or odds attack NAME.")
        command, rest = self._command(words)
        if refusal := command.when(Table(self.table.state, self.table.variants), self.looking):
            self._settled(refusal)
            return
        args = read_arguments(self.table, self.looking, command, rest)
        if isinstance(args, Missing):
            raise Misread(f"{args.argument.name} is missing: {describe_options(args.options)}.")
        if refusal := self.table.try_out(self.looking, command.name, args):
            self._settled(refusal)
            return
        self._outcomes(words, partial(screen.command_chances, self.table, self.looking, command.name, args))

    def _hint(self) -> None:
        if self.table.flight:
            answer = advise(self.table, self.looking, self.table.game.policy) if self.looking in self.table.waiting_for() else None
            words = ", ".join(map(str, answer)) if isinstance(answer, list) else None if answer is None else str(answer)
        else:
            move = suggest(self.table, self.looking)
            words = None if move is None else " ".join((move.command, *(f"{name}={value}" for name, value in move.args.items())))
        click.echo(screen.wrap("Nothing to suggest." if words is None else f"A machine would say: {words}", "  ", "    "))

    def _outcomes(self, label: str, count: Callable[..., Distribution[str] | None]) -> None:
        """With all that may follow; or without, where that is too much to count."""
        left_out: LeftOut = set()
        itself = count(left_out=left_out)
        whole = count() if left_out else itself
        chances = whole or itself
        alone = "" if whole else ", by itself: what may follow from it is too much to count"
        click.echo(f"  {label}" + (alone if chances else ": too many outcomes to count"))
        if chances:
            for outcome, chance in sorted(chances.fractions().items(), key=lambda pair: -pair[1]):
                click.echo(screen.wrap(f"{percent(chance):>6}  {outcome}", "    ", "            "))

    def _log(self, words: str) -> None:
        last = int(words) if words.isdecimal() and len(words) < 6 else 20
        for line in log(self.table, self._seat())[-last:]:
            click.echo(screen.wrap(line.text, "  ", "    "))

    def _save(self, words: str) -> None:
        path = Path(words.strip() or f"{self.table.game.id}.rulebound")
        try:
            path.write_bytes(save(self.table))
        except OSError as problem:
            raise Misread(f"It could not be saved: {problem}.") from None
        seats = "".join(f" --seat {seat}" for seat in self.mine)
        dice = " --real-dice" if any(self.table.seats[seat].real_dice for seat in self.mine) else ""
        click.echo(f"  Saved to {path}. Go on with: rulebound play --load {path}{seats}{dice}")
