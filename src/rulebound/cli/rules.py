"""`rulebound rules`: which rules are covered by something that runs, and where each one lives."""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import click

from rulebound.cli.check import check_path
from rulebound.games.catalogue import GAMES, find_game, rulebook, started
from rulebound.kernel.citing import CITED
from rulebound.kernel.rulebook import Coverage, Rulebook, coverage

ROOT = Path(__file__).resolve().parents[3]


def run(game: str | None, uncovered: bool, as_json: bool) -> int:
    games = (*GAMES, *started())
    if game is not None and game not in games:
        click.echo(f"There is no game called {game}. Games: {', '.join(games)}.", err=True)
        return 2
    found = {name: covered(name) for name in games if game in (None, name)}
    if as_json:
        click.echo(json.dumps({name: _plain(rulebook(name), cover) for name, cover in found.items()}))
        return 0
    for name, cover in found.items():
        _print(name, rulebook(name), cover, uncovered)
    return 0


@cache
def covered(game: str) -> Coverage:
    find_game(game)
    return coverage(rulebook(game), check_path(ROOT / "cases" / game), tests_that_cover())


def _plain(book: Rulebook, cover: Coverage) -> dict[str, object]:
    left = [id for id in book if not cover.covers(id)]
    return {"total": len(book), "covered": len(book) - len(left), "uncovered": left}


def _print(name: str, book: Rulebook, cover: Coverage, uncovered: bool) -> None:
    left = [id for id in book if not cover.covers(id)]
    if uncovered:
        for id in left:
            click.echo(id)
        return
    click.echo(f"{name}: {len(book) - len(left)} of {len(book)}")
    for chapter in dict.fromkeys(rule.chapter for rule in book.values()):
        ids = [rule.id for rule in book.values() if rule.chapter == chapter]
        done = sum(cover.covers(id) for id in ids)
        click.echo(f"  {chapter:<14} {done:>3} of {len(ids)}")


def lint(game: str) -> int:
    """Where a book's printed values disagree with its rules, and which ruling holds."""
    games = (*GAMES, *started())
    if game not in games:
        click.echo(f"There is no game called {game}. Games: {', '.join(games)}.", err=True)
        return 2
    found = find_game(game)
    if found is None or found.lint is None:
        click.echo(f"{game} has nothing to compare.")
        return 0
    lines = found.lint()
    for line in lines:
        click.echo(line)
    click.echo(f"{len(lines)} disagreements, each with its ruling.")
    return 0


def show(id: str) -> int:
    """A rule with its summary, the code that carries it out, and what holds it."""
    game = id.split(".")[0]
    book = rulebook(game) if game in (*GAMES, *started()) else {}
    if id not in book:
        near = [other for other in book if id.split(".")[-1] in other][:5]
        click.echo(f"There is no rule {id}." + (f" Did you mean {', '.join(near)}?" if near else ""), err=True)
        return 2
    rule, cover = book[id], covered(game)
    click.echo(f"{rule.title}  [{rule.id}]\n{rule.summary}")
    house = " A ruling of ours." if rule.house else ""
    click.echo(f"Carried out: {rule.automate.value}. Source: {rule.source}.{house}")
    for where in sorted(code_of(id)):
        click.echo(f"  code  {where}")
    for where in cover.by_case.get(id, []):
        click.echo(f"  case  {_short(where)}")
    for where in cover.by_test.get(id, []):
        click.echo(f"  test  {where}")
    return 0


def code_of(id: str) -> Iterator[str]:
    """Functions that cite the id, and other lines that name it."""
    for code, rules in CITED.items():
        if id in rules:
            yield f"{_short(code.co_filename)}:{code.co_firstlineno} {code.co_name}"
    game = find_game(id.split(".")[0])
    if game is not None:
        folder = Path(inspect.getfile(type(game.policy))).parent
        for file in sorted(folder.glob("*.py")):
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
                if f'"{id}"' in line and not line.lstrip().startswith(("@cites", "@command", "rules=")):
                    yield f"{_short(str(file))}:{number} {line.strip()[:80]}"


def _short(where: str) -> str:
    return where.replace(f"{ROOT}/", "")


@cache
def tests_that_cover() -> Mapping[str, list[str]]:
    """Ids by the tests that carry `@pytest.mark.covers(...)` for them, read without running anything."""
    found: dict[str, list[str]] = {}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for id in _marked(node):
                    found.setdefault(id, []).append(f"{_short(str(file))}::{node.name}")
    return found


def _marked(function: ast.FunctionDef) -> Iterator[str]:
    for mark in function.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == "covers":
            yield from (str(arg.value) for arg in mark.args if isinstance(arg, ast.Constant))
