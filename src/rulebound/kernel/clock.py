"""The game clock: how much time has passed, and effects that end with it.

Where a game gives lengths, minutes and days are counted in the shorter unit: a minute of 20 rounds is over 20 rounds after it
began, not when the next full minute strikes. Where it gives none, a longer time passing ends what was measured in shorter units
(a day ends effects of some rounds), since nobody knows how many went by. The end of a scene ends effects of some rounds whatever
is left of them, but not those of minutes, which go on in the next scene; the end of a session is no passing of minutes or days.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec


class Unit(StrEnum):
    ROUNDS = "rounds"
    MINUTES = "minutes"
    SCENES = "scenes"
    DAYS = "days"
    SESSIONS = "sessions"


ENDS: dict[Unit, tuple[Unit, ...]] = {
    Unit.ROUNDS: (),
    Unit.MINUTES: (Unit.ROUNDS,),
    Unit.SCENES: (Unit.ROUNDS,),
    Unit.DAYS: (Unit.ROUNDS, Unit.MINUTES, Unit.SCENES),
    Unit.SESSIONS: (Unit.ROUNDS, Unit.SCENES),
}
"""Effects measured in these end when that passes, unless the game's lengths say how much of them passed."""


class Timer(msgspec.Struct, frozen=True):
    """An effect that ends. `at` is counted in the shortest unit that the game's lengths lead to."""

    id: int
    unit: Unit
    at: int
    who: str
    effect: str


class Clock(msgspec.Struct, kw_only=True):
    """How much has passed of each unit since play began, and the timers that run."""

    stands_for: ClassVar[str] = "passed"

    rounds_per_minute: int | None = None
    minutes_per_day: int | None = None
    passed: dict[Unit, int] = {}
    running: list[Timer] = []
    over: list[Timer] = []
    last_id: int = 0

    def __post_init__(self) -> None:
        if len(self.passed) < len(Unit):
            self.passed = {unit: self.passed.get(unit, 0) for unit in Unit}

    def advance(self, unit: Unit, n: int = 1) -> None:
        """So much time passes. What ended by it waits in `due`."""
        if n < 0:
            raise ValueError(f"{n} {unit} cannot pass")
        counted_in, each = self._measure(unit)
        self.passed[counted_in] += n * each
        self._carry()
        ended: list[Timer] = []
        still: list[Timer] = []
        for timer in self.running:
            (ended if self._has_come(timer) or (n and self._cut_short(timer, unit)) else still).append(timer)
        self.running = still
        self.over += sorted(ended, key=lambda timer: (list(Unit).index(self._measure(timer.unit)[0]), timer.at))

    def start_timer(self, unit: Unit, n: int, who: str, effect: str) -> int:
        """An effect that ends when so much has passed; `(SCENES, 1)` is the end of this scene. Returns the timer's id."""
        if n < 1:
            raise ValueError(f"an effect cannot last {n} {unit}")
        counted_in, each = self._measure(unit)
        self.last_id += 1
        self.running.append(Timer(self.last_id, unit, self.passed[counted_in] + n * each, who, effect))
        return self.last_id

    def stop_timer(self, id: int) -> bool:
        """Forget a timer that still runs; False if there is none such."""
        before = len(self.running)
        self.running = [timer for timer in self.running if timer.id != id]
        return len(self.running) < before

    def left(self, timer: Timer) -> int:
        """How much is left of a timer in its own unit, rounded up."""
        counted_in, each = self._measure(timer.unit)
        return max(0, -((self.passed[counted_in] - timer.at) // each))

    def due(self) -> list[Timer]:
        """Take out what has ended: the earliest first, and what ended at the same time in the order it was set."""
        ended, self.over = self.over, []
        return ended

    def _measure(self, unit: Unit) -> tuple[Unit, int]:
        """The shortest unit that this one is counted in, and how many of it make one."""
        if unit is Unit.MINUTES and self.rounds_per_minute:
            return Unit.ROUNDS, self.rounds_per_minute
        if unit is Unit.DAYS and self.minutes_per_day:
            counted_in, each = self._measure(Unit.MINUTES)
            return counted_in, each * self.minutes_per_day
        return unit, 1

    def _carry(self) -> None:
        for unit in (Unit.MINUTES, Unit.DAYS):
            counted_in, each = self._measure(unit)
            if counted_in is not unit:
                self.passed[unit] = self.passed[counted_in] // each

    def _has_come(self, timer: Timer) -> bool:
        return self.passed[self._measure(timer.unit)[0]] >= timer.at

    def _cut_short(self, timer: Timer, unit: Unit) -> bool:
        return timer.unit in ENDS[unit] and self._measure(timer.unit)[0] is not self._measure(unit)[0]
