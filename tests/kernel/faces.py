"""A whole rule by every face that every die can show. Slow, and hard to get wrong."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from rulebound.kernel.dice import Pool, R
from rulebound.kernel.entries import EVERYONE
from rulebound.kernel.modifiers import Total
from rulebound.kernel.policy import Policy
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import About, S, Table, V

O = TypeVar("O", bound=Hashable)  # noqa: E741 - an outcome


class _AnotherDie(BaseException):
    def __init__(self, sides: int) -> None:
        self.sides = sides


class Faces(Table[S, V]):
    """Every die one by one, every face as likely as any other."""

    def __init__(self, state: S, variants: V, policy: Policy[S, V], faces: Sequence[int]) -> None:
        super().__init__(state, variants)
        self.policy, self.left = policy, list(reversed(faces))

    def die(self, sides: int) -> int:
        if not self.left:
            raise _AnotherDie(sides)
        return self.left.pop()

    def roll(self, pool: Pool[R], what: str, by: SeatId, about: About = (), total: Total | None = None, to: Any = EVERYONE) -> R:
        return pool.throw(self.die)

    def choose(self, seat: SeatId, what: str, options: Sequence[Any], about: About = (), default: Any = None) -> Any:
        return options[0] if len(options) == 1 else self.policy.choose(self, seat, what, options, about, default)

    def number(self, seat: SeatId, what: str, least: int, most: int, about: About = (), default: int | None = None) -> int:
        return self.policy.number(self, seat, what, least, most, about, least)

    def judge(self, what: str, options: Sequence[Any], default: Any, about: About = ()) -> Any:
        return default() if callable(default) else default

    def together(self, what: str, options: Mapping[SeatId, Sequence[Any]], about: About = ()) -> dict[SeatId, Any]:
        return {seat: self.choose(seat, what, mine) for seat, mine in options.items()}

    def say(self, kind: str, *rules: str, to: Any = EVERYONE, **data: Any) -> None:
        pass


def by_faces(rule: Callable[[Table[S, V]], None], look: Callable[[S], O], start: S, variants: V, policy: Policy[S, V]) -> dict[O, Fraction]:
    """How the state looks in the end, as `odds_of_state` counts it."""
    encoded, decode = msgspec.msgpack.encode(start), msgspec.msgpack.Decoder(type(start)).decode
    found: dict[O, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        t = Faces(decode(encoded), variants, policy, faces)
        try:
            rule(t)
            t.settle()
        except _AnotherDie as more:
            waiting += [((*faces, face), chance / more.sides) for face in range(1, more.sides + 1)]
            continue
        seen = look(t.state)
        found[seen] = found.get(seen, Fraction(0)) + chance
    return found
