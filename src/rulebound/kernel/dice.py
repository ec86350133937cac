"""Dice: what a pool is, and the plain sum of dice with some kept or dropped.

A pool is dice about to be thrown, a frozen Struct: it can be compared, hashed and encoded. Its `throw` says die by die what the
dice mean and is the one definition of it; `outcomes` is the same thing counted exactly. A roll is what came of a pool: a frozen
Struct of everything a rule may ask (never single faces), plus the faces themselves where real ones were thrown.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, ClassVar, Protocol, Self, TypeVar, runtime_checkable

import msgspec

from rulebound.kernel.distribution import Distribution

Die = Callable[[int], int]
"""Gives the next face of a die with so many sides."""


class Roll(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a pool. `faces` is for people and journals; two rolls that mean the same have the same `summary`."""

    faces: tuple[int, ...] = ()

    def summary(self) -> Self:
        """The same roll without its faces."""
        return msgspec.structs.replace(self, faces=()) if self.faces else self

    def brief(self) -> str:
        """The roll in a few words, for the log."""
        fields = (name for name in self.__struct_fields__ if name != "faces")
        return ", ".join(f"{name.replace('_', ' ')} {getattr(self, name)}" for name in fields)


R = TypeVar("R", bound=Roll)


class Pool(Protocol[R]):
    """Dice about to be thrown.

    `unbounded` names the parts of a roll that have no largest value (an endlessly exploding die): exact odds cannot branch on
    them, only on questions with a bound, such as `reaches(7)`. For such a pool `outcomes(reach)` tells apart everything that
    questions with numbers up to `reach` can tell apart, and lumps the rest together.
    """

    unbounded: ClassVar[frozenset[str]]

    def throw(self, die: Die) -> R: ...

    def outcomes(self, reach: int = 0) -> Distribution[R]: ...

    def part(self, name: str) -> Distribution[Hashable] | None:
        """The distribution of one part of a roll where there is a shorter way to it than by all outcomes."""

    def text(self) -> str: ...

    def faces_text(self, roll: Roll) -> str:
        """The faces as one line that can be read back."""


@runtime_checkable
class Rough(Protocol):
    """A pool that can be counted out more roughly than by all outcomes where only some parts of its rolls are asked for."""

    def rough(self, parts: frozenset[str]) -> Distribution[Any] | None:
        """Rolls that are right in these parts, whatever the others say; None where all outcomes are needed."""


def throw_faces(pool: Pool[R], faces: tuple[int, ...]) -> R:
    """The roll that these faces make, in the order thrown. Raises WrongDice if they are too few, too many or impossible."""
    left = list(reversed(faces))

    def die(sides: int) -> int:
        if not left:
            few = "1 die is" if len(faces) == 1 else f"{len(faces)} dice are"
            raise WrongDice(f"{pool.text()}: {few} too few, another d{sides} is thrown", missing=sides)
        face = left.pop()
        if not 1 <= face <= sides:
            raise WrongDice(f"{pool.text()}: a d{sides} cannot show {face}")
        return face

    roll = pool.throw(die)
    if left:
        raise WrongDice(f"{pool.text()}: {len(left)} of {len(faces)} dice are too many: {' '.join(map(str, reversed(left)))}")
    return roll


class WrongDice(ValueError):
    """Faces that this pool cannot show. `missing` is the sides of the next die when there are only too few."""

    def __init__(self, message: str, missing: int = 0) -> None:
        super().__init__(message)
        self.missing = missing


# ---------------------------------------------------------------------------------------------- the plain sum of some dice
class Sum(Roll, frozen=True, kw_only=True):
    total: int

    def brief(self) -> str:
        return str(self.total)


class SumPool(msgspec.Struct, frozen=True):
    """`4d6kh3+1`: throw, keep the highest or lowest where asked (0 keeps all), add."""

    dice: int = 1
    sides: int = 6
    keep_highest: int = 0
    keep_lowest: int = 0
    plus: int = 0

    unbounded: ClassVar[frozenset[str]] = frozenset()

    def throw(self, die: Die) -> Sum:
        faces = tuple(die(self.sides) for _ in range(self.dice))
        return Sum(total=self._kept(faces) + self.plus, faces=faces)

    def _kept(self, faces: tuple[int, ...]) -> int:
        if self.keep_highest:
            return sum(sorted(faces)[-self.keep_highest :])
        if self.keep_lowest:
            return sum(sorted(faces)[: self.keep_lowest])
        return sum(faces)

    def outcomes(self, reach: int = 0) -> Distribution[Sum]:
        return _sum_outcomes(self)

    def part(self, name: str) -> Distribution[Hashable] | None:
        return None

    def text(self) -> str:
        keep = f"kh{self.keep_highest}" if self.keep_highest else f"kl{self.keep_lowest}" if self.keep_lowest else ""
        return f"{self.dice}d{self.sides}{keep}{self.plus:+d}" if self.plus else f"{self.dice}d{self.sides}{keep}"

    def faces_text(self, roll: Roll) -> str:
        return " ".join(map(str, roll.faces))


@lru_cache(maxsize=1024)
def _sum_outcomes(pool: SumPool) -> Distribution[Sum]:
    """Face by face from the end that is kept, counting how many dice are placed and what the kept ones add up to."""
    kept = pool.keep_highest or pool.keep_lowest or pool.dice
    faces = range(1, pool.sides + 1) if pool.keep_lowest else range(pool.sides, 0, -1)
    ways: dict[tuple[int, int], int] = {(0, 0): 1}  # (dice placed, total kept) -> arrangements of the placed dice
    for face in faces:
        grown: dict[tuple[int, int], int] = {}
        for (placed, total), count in ways.items():
            arrangements = count
            for more in range(pool.dice - placed + 1):
                key = (placed + more, total + face * max(0, min(more, kept - placed)))
                grown[key] = grown.get(key, 0) + arrangements
                arrangements = arrangements * (pool.dice - placed - more) // (more + 1)
        ways = grown
    weights: dict[Sum, int] = {}
    for (placed, total), count in ways.items():
        if placed == pool.dice:
            weights[Sum(total=total + pool.plus)] = count
    return Distribution(weights, pool.sides**pool.dice)


D6 = SumPool()
D20 = SumPool(sides=20)
