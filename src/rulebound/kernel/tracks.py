"""Tracks: boxes that are marked and cleared, rows of slots that escalate, and meters that overflow into the next stage."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Track(msgspec.Struct):
    """A row of boxes, some of them marked: Stress, Vigour lost, Injuries, the boxes of a swarm."""

    stands_for: ClassVar[str] = "marked"

    boxes: int
    marked: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.marked <= self.boxes:
            raise ValueError(f"{self.marked} marked of {self.boxes} boxes")

    @property
    def room(self) -> int:
        return self.boxes - self.marked

    @property
    def full(self) -> bool:
        return self.marked == self.boxes

    def mark(self, n: int = 1) -> int:
        """Mark up to `n` boxes; how many really were."""
        really = min(_counted(n), self.room)
        self.marked += really
        return really

    def clear(self, n: int = 1) -> int:
        """Clear up to `n` boxes; how many really were."""
        really = min(_counted(n), self.marked)
        self.marked -= really
        return really

    def resize(self, boxes: int) -> int:
        """More or fewer boxes; how many marks no longer fit and are gone."""
        self.boxes = _counted(boxes)
        excess = max(0, self.marked - boxes)
        self.marked -= excess
        return excess


class Marked(msgspec.Struct, frozen=True):
    """What came of marking a level: the level that was really marked, or None if every slot from there up was full."""

    asked: str
    level: str | None

    @property
    def escalated(self) -> bool:
        return self.level not in (None, self.asked)


class LevelTrack(msgspec.Struct):
    """Levels from light to grave, each with some slots; a full level escalates to the next. A level of no slots is always full.

    What happens when even the gravest is full is the game's to say: `gravest_free` is where it could still go.
    """

    stands_for: ClassVar[str] = "marked"

    slots: dict[str, int]
    marked: dict[str, int] = {}

    def __post_init__(self) -> None:
        for level, marks in self.marked.items():
            if not 0 <= marks <= self.slots.get(level, -1):
                if level not in self.slots:
                    raise ValueError(f"no level {level}: there is {', '.join(self.slots)}")
                raise ValueError(f"{marks} marked of {self.slots[level]} {level}")
        if len(self.marked) < len(self.slots):
            self.marked = {level: self.marked.get(level, 0) for level in self.slots}

    def room(self, level: str) -> int:
        return self.slots[level] - self.marked[level]

    @property
    def full(self) -> bool:
        return self.gravest_free is None

    @property
    def gravest(self) -> str | None:
        """The gravest level that is marked."""
        return next((level for level in reversed(self.slots) if self.marked[level]), None)

    @property
    def gravest_free(self) -> str | None:
        return next((level for level in reversed(self.slots) if self.room(level)), None)

    def mark(self, level: str) -> Marked:
        """Mark one slot of this level, or of the next graver one that has room."""
        levels = list(self.slots)
        for graver in levels[levels.index(level) :]:
            if self.room(graver):
                self.marked[graver] += 1
                return Marked(level, graver)
        return Marked(level, None)

    def clear(self, level: str, n: int = 1) -> int:
        """Clear up to `n` slots of this level; how many really were."""
        really = min(_counted(n), self.marked[level])
        self.marked[level] -= really
        return really

    def resize(self, level: str, slots: int) -> int:
        """More or fewer slots at one level; how many marks no longer fit and are gone."""
        excess = max(0, self.marked[level] - _counted(slots))
        self.slots[level] = slots
        self.marked[level] -= excess
        return excess


class StageMeter(msgspec.Struct):
    """Points pile up at a stage; those beyond the threshold carry into the next. At the last stage they are lost."""

    stands_for: ClassVar[str] = "tally"

    threshold: int
    stages: int
    stage: int = 1
    tally: int = 0

    def add(self, points: int) -> int:
        """How many stages were passed."""
        self.tally += _counted(points)
        return self._overflow()

    def lower(self, points: int) -> int:
        """Take points off this stage, never the stage itself; how many really went."""
        really = min(_counted(points), self.tally)
        self.tally -= really
        return really

    def set_threshold(self, threshold: int) -> int:
        """A lower threshold makes the excess count as just gained: how many stages were passed."""
        self.threshold = _counted(threshold)
        return self._overflow()

    def step_back(self) -> bool:
        """One stage back with the same tally; False at the first."""
        if self.stage == 1:
            return False
        self.stage -= 1
        return True

    def _overflow(self) -> int:
        before = self.stage
        while self.tally > self.threshold and self.stage < self.stages:
            self.tally -= self.threshold
            self.stage += 1
        self.tally = min(self.tally, self.threshold)
        return self.stage - before


def _counted(n: int) -> int:
    if n < 0:
        raise ValueError(f"{n} is less than none")
    return n
