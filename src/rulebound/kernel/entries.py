"""The log: structured entries with an audience and citations; text is made only when a person looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import Formatter

import msgspec

from rulebound.kernel.modifiers import Modifier
from rulebound.kernel.seats import SeatId

Value = int | str | bool | tuple[str, ...] | None
"""What an entry may carry: plain facts, never live parts of the state."""

EVERYONE: tuple[SeatId, ...] = (SeatId("*"),)
"""The audience of what anybody may see. Any other audience is the list of seats that may; an empty one is nobody."""


class Thrown(msgspec.Struct, frozen=True, gc=False):
    """The dice or cards behind an entry, for its unfolding: what was thrown, what it showed, what was added and why."""

    pool: str
    faces: str
    modifiers: tuple[Modifier, ...] = ()
    typed: bool = False


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of the log."""

    kind: str
    data: dict[str, Value]
    rules: tuple[str, ...] = ()
    audience: tuple[SeatId, ...] = EVERYONE
    thrown: Thrown | None = None

    def seen_by(self, seat: SeatId) -> bool:
        return self.audience == EVERYONE or seat in self.audience


Names = Callable[[str], str]
"""Turns an id into what people call it."""


def render(entry: Entry, phrases: Mapping[str, str], name: Names) -> str:
    """The entry as a sentence. A field written `{who:n}` is an id and is shown by its name, `{days:day|days}` a number of something."""
    return fill(phrases[entry.kind], entry.data, name)


def fill(phrase: str, data: Mapping[str, Value], name: Names) -> str:
    out: list[str] = []
    for literal, field, spec, _ in Formatter().parse(phrase):
        out.append(literal)
        if field:
            value = data[field]
            if isinstance(value, tuple):
                out.append(", ".join(name(v) if spec == "n" else v for v in value) or "nobody")
            elif spec == "n":
                out.append(name(str(value)))
            elif "|" in (spec or ""):
                one, _, many = str(spec).partition("|")
                out.append(f"{value} {one if str(value) == '1' else many}")  # what a question is about is told in words
            else:
                out.append(format(value, spec or ""))
    return "".join(out)


def explain(entry: Entry) -> list[str]:
    """The entry unfolded: dice, each modifier with its rule, and the rules that made it."""
    return unfold(entry.thrown, entry.rules)


def unfold(thrown: Thrown | None, rules: tuple[str, ...]) -> list[str]:
    lines = []
    if thrown:
        lines.append(f"{thrown.pool} -> {thrown.faces}" + (" (typed in)" if thrown.typed else ""))
        lines += [f"  {m.amount:+d} {m.name} [{m.rule}]" for m in thrown.modifiers]
    lines += [f"rule: {rule}" for rule in rules]
    return lines
