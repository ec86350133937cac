"""`rulebound docs`: the parts of docs/ that follow from the code, compared or written anew."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from enum import EnumMeta
from pathlib import Path
from typing import Any

import click
import msgspec

from rulebound.games.catalogue import GAMES, find_game, started
from rulebound.kernel.commands import Argument, Command
from rulebound.kernel.game import Game
from rulebound.kernel.pathdocs import describe_paths
from rulebound.kernel.variants import describe
from rulebound.kernel.words import type_text

ROOT = Path(__file__).resolve().parents[3]
CASES = ROOT / "docs" / "cases.md"
FEW = 8
BEGIN, END = "<!-- generated: rulebound docs --write -->", "<!-- end of generated part -->"


def run(write: bool) -> int:
    text = CASES.read_text(encoding="utf-8")
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        click.echo(f"{CASES.name}: the marks of the generated part are missing", err=True)
        return 1
    head, _, rest = text.partition(BEGIN)
    now = f"{head}{BEGIN}\n\n{reference()}\n{END}{rest.partition(END)[2]}"
    if now == text:
        click.echo("docs/cases.md is what the code says")
        return 0
    if not write:
        click.echo("docs/cases.md is not what the code says: run `rulebound docs --write`", err=True)
        return 1
    CASES.write_text(now, encoding="utf-8")
    click.echo("docs/cases.md written anew")
    return 0


def reference() -> str:
    """What a writer of cases needs to know of each game."""
    games = [game for name in (*GAMES, *started()) if (game := find_game(name))]
    return "\n".join(line for game in games for line in _game(game))


def _game(game: Game[Any, Any]) -> Iterator[str]:
    yield f"## {game.title} (`game: {game.id}`)\n"
    yield from _given(game)
    if words := game.words():
        yield "### Words\n"
        yield "What things and the like are called, in `given`, as arguments and as answers.\n"
        yield from (f"- **{sort}**: {', '.join(names)}" for sort, names in words.items())
        yield ""
    yield "### Commands\n"
    yield "Arguments in brackets may be left out. `table.` rules are the table's own.\n"
    for command in game.commands.values():
        yield from _command(command)
    yield "\n### Questions\n"
    yield "Each is answered in `answers`, in the order asked. A question with one legal answer is not asked.\n"
    yield "| asked | in words | answer |\n| --- | --- | --- |"
    for what, form in game.answers.items():
        yield f"| `{what}` | {_cell(game.phrases[f'ask.{what}'])} | {_cell(form)} |"
    yield "\n### Rolls\n"
    yield "In the order thrown, each takes its dice from `dice`.\n"
    yield "| roll | in words |\n| --- | --- |"
    for kind, phrase in game.phrases.items():
        if kind.startswith("roll."):
            yield f"| `{kind.removeprefix('roll.')}` | {_cell(phrase)} |"
    yield from _paths(game)
    yield from _variants(game)


def _given(game: Game[Any, Any]) -> Iterator[str]:
    yield "### Given\n"
    yield inspect.cleandoc(game.given_help) + "\n"
    yield "| part | what it is |\n| --- | --- |"
    for field in msgspec.structs.fields(game.given_type):
        yield f"| `{field.name}` | {_cell(_description(field.type))}{'' if field.required else ' (may be left out)'} |"
    yield ""


def _description(hint: object) -> str:
    metas = getattr(hint, "__metadata__", ())
    found = next((m.description for m in metas if isinstance(m, msgspec.Meta) and m.description), "")
    return found or type_text(hint)


def _command(command: Command[Any, Any]) -> Iterator[str]:
    words = " ".join(f"[{a.name}]" if a.optional else a.name for a in command.arguments)
    yield f"- **{command.name}** {words}".rstrip() + f": {command.meaning}"
    rules = ", ".join(f"`{rule}`" for rule in command.rules)
    yield f"  Rules: {rules}."
    for argument in command.arguments:
        yield f"  - `{argument.name}`: {_argument(argument)}"


def _argument(argument: Argument) -> str:
    kinds = type_text(argument.kind)
    meaning = argument.meaning or f"one of {kinds}."
    if unnamed(argument):
        meaning += f" One of {kinds}."
    default = "" if not argument.optional or argument.default is None else f" Left out: {_plain(argument.default)}."
    return f"{meaning}{default}"


def unnamed(argument: Argument) -> bool:
    """Whether what it may be are a few words that its meaning does not say."""
    kind: object = argument.kind
    if not (argument.meaning and isinstance(kind, EnumMeta) and len(kind) <= FEW):
        return False
    return sum(word.lower() in argument.meaning.lower() for word in map(str, kind)) < 2


def _plain(value: object) -> str:
    return "yes" if value is True else "no" if value is False else str(value)


def _paths(game: Game[Any, Any]) -> Iterator[str]:
    yield "\n### State paths\n"
    yield "For `expect`. Those marked * are worked out and cannot be set by a repair.\n"
    for name, kind in game.things.items():
        yield f"\nOf {name}:\n"
        yield "| path | is | meaning |\n| --- | --- | --- |"
        for info in describe_paths(kind, f"<{name.split()[-1]}>" if kind is not game.state else ""):
            yield f"| `{info.path}`{'' if info.settable else ' *'} | {_cell(info.type)} | {_cell(info.doc)} |"
        if worked_out := game.derived.get(kind):
            yield f"\nAlso, at the end of a path to {name}: {', '.join(f'`{word}`' for word in worked_out)}.\n"


def _variants(game: Game[Any, Any]) -> Iterator[str]:
    yield "\n### Variants\n"
    yield "In `given: {variants: {...}}`, or `rulebound play --set NAME=VALUE`.\n"
    yield "| variant | default | may be | meaning | rule |\n| --- | --- | --- | --- | --- |"
    for info in describe(game.variants):
        yield f"| `{info.name}` | {_value(info.default)} | {_cell(info.type)} | {_cell(info.meaning)} | `{info.rule}` |"
    yield ""


def _value(value: object) -> str:
    """As it is written in YAML."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(str, value))}]"
    return str(value).lower() if isinstance(value, bool | None) else str(value)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
