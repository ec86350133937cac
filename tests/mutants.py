"""Which parts of a game's rules no case holds: python tests/mutants.py GAME [MODULE...]

Each rule is changed in one small place after another (a step left out, a condition turned round, a number one higher), and the cases that
run it are played. A change that no case notices is printed, with the number of cases that run the rule. Some are alike to the rule as it
is (a number that only orders, a guard for what cannot come up), the others are parts of a rule that nothing would miss.
"""

from __future__ import annotations

import ast
import gc
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

from rulebound.games.catalogue import find_game
from rulebound.kernel import cases
from rulebound.kernel.game import Game
from rulebound.kernel.yamltext import Document, read_yaml

ROOT = Path(__file__).parent.parent
NO_RULES = (
    "__init__", "content", "game", "given", "goals", "kinds", "outlook", "phrases", "plans", "policy", "screen", "sheet", "terms",
    "variants",
)  # fmt: skip
"""Modules beginning so describe, show or play the game; tests hold them, not cases."""
PATIENCE = 4
EDGES: dict[type[ast.cmpop], ast.cmpop] = {ast.Lt: ast.LtE(), ast.LtE: ast.Lt(), ast.Gt: ast.GtE(), ast.GtE: ast.Gt()}


class Late(BaseException):
    """A changed rule goes on without end."""


class Change(NamedTuple):
    """A field of a node of a rule's code, what it becomes, and how that is called."""

    line: int
    words: str
    node: ast.AST
    field: str
    becomes: object


class Played(NamedTuple):
    """A case to be played, and how many rules it runs: those that run few are played first."""

    document: Document
    place: int
    breadth: int


# ------------------------------------------------------------------------------------------------ cases
def passes(game: Game[Any, Any], document: Document, place: int) -> bool:
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        cases._Run(game, document, (place,), document.convert(cases.Case, (place,)), set()).run()
    except (Exception, Late):
        return False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return True


def cases_by_rule(game: Game[Any, Any], source: str) -> dict[CodeType, list[Played]]:
    """Every function under that path that cases run, with them."""
    found: dict[CodeType, list[Played]] = {}
    for path in sorted((ROOT / "cases" / game.id).glob("*.yaml")):
        document = read_yaml(path.read_text(), path.name)
        for place in range(len(document.data)):
            ran: set[CodeType] = set()

            def look(frame: FrameType, event: str, _: object, ran: set[CodeType] = ran) -> None:
                if event == "call" and frame.f_code.co_filename.startswith(source):
                    ran.add(frame.f_code)

            sys.setprofile(look)
            good = passes(game, document, place)
            sys.setprofile(None)
            if not good:
                sys.exit(f"{path.name}:{document.line_of((place,))} fails as it is.")
            for code in ran:
                found.setdefault(code, []).append(Played(document, place, len(ran)))
    return found


# ------------------------------------------------------------------------------------------------ changes
def changes(rule: ast.FunctionDef) -> Iterator[Change]:
    for node in ast.walk(rule):
        match node:
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                yield Change(test.lineno, f"turned round: {ast.unparse(test)}", node, "test", ast.UnaryOp(ast.Not(), test))
            case ast.BoolOp(values=parts):
                neutral = ast.Constant(isinstance(node.op, ast.And))
                for part in parts:
                    rest = [neutral, *(p for p in parts if p is not part)]
                    yield Change(part.lineno, f"without {ast.unparse(part)}: {ast.unparse(node)}", node, "values", rest)
            case ast.Compare(ops=[edge]) if type(edge) in EDGES:
                yield Change(node.lineno, f"at the edge: {ast.unparse(node)}", node, "ops", [EDGES[type(edge)]])
            case ast.Constant(value=int(number)) if not isinstance(number, bool):
                yield Change(node.lineno, f"{number + 1} for {number}", node, "value", number + 1)
        yield from steps_left_out(node)


def steps_left_out(node: ast.AST) -> Iterator[Change]:
    """Every step of a block but those that only tell."""
    for field in ("body", "orelse"):
        block = getattr(node, field, None)
        for place, step in enumerate(block if isinstance(block, list) else []):
            text = ast.unparse(step)
            call = isinstance(step, ast.Expr) and isinstance(step.value, ast.Call) and not text.startswith("t.say(")
            sets = isinstance(step, ast.AugAssign) or (isinstance(step, ast.Assign) and isinstance(step.targets[0], ast.Attribute))
            if call or sets:
                without = [*block[:place], ast.copy_location(ast.Pass(), step), *block[place + 1 :]]
                yield Change(step.lineno, f"left out: {text}", node, field, without)


def made(tree: ast.Module, path: Path, change: Change, name: str, line: int) -> CodeType | None:
    """The code of that function with the change in it."""
    before = getattr(change.node, change.field)
    setattr(change.node, change.field, change.becomes)
    try:
        codes = [compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)]
    finally:
        setattr(change.node, change.field, before)
    for code in codes:
        inner = [const for const in code.co_consts if isinstance(const, CodeType)]
        for const in inner:
            if (const.co_name, const.co_firstlineno) == (name, line):
                return const
        codes += inner
    return None


# ------------------------------------------------------------------------------------------------ all of it
def survivors(game: Game[Any, Any], path: Path, ran: dict[CodeType, list[Played]], rules: list[FunctionType]) -> Iterator[str]:
    tree = ast.parse(path.read_text())
    of = {(rule.__name__, rule.__code__.co_firstlineno): rule for rule in rules if rule.__code__.co_filename == str(path)}
    for node in [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]:
        line = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
        rule = of.get((node.name, line))
        if rule is None:
            continue
        if rule.__code__ not in ran:
            yield f"{path.stem}.py:{node.lineno} {node.name} | no case runs it"
            continue
        code, players = rule.__code__, sorted(ran[rule.__code__], key=lambda case: case.breadth)
        for change in changes(node):
            changed = made(tree, path, change, node.name, line)
            if changed is None or changed.co_freevars != code.co_freevars:
                continue
            rule.__code__ = changed
            unnoticed = all(passes(game, case.document, case.place) for case in players)
            rule.__code__ = code
            if unnoticed:
                yield f"{path.stem}.py:{change.line} {node.name} | {change.words} | {len(players)} cases"


def main(name: str, *modules: str) -> None:
    game = find_game(name)
    if game is None:
        sys.exit(f"There is no game called {name}.")

    def too_late(*_: object) -> None:
        raise Late

    signal.signal(signal.SIGALRM, too_late)
    folder = Path(cases.__file__).parents[1] / "games" / name
    ran = cases_by_rule(game, str(folder))
    rules = [thing for thing in gc.get_objects() if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(str(folder))]
    for path in sorted(folder.glob("*.py")):
        if path.stem in modules or not (modules or path.stem.startswith(NO_RULES)):
            for line in survivors(game, path, ran, rules):
                print(line, flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
