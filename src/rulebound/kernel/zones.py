"""Where everybody is: zones joined by links, range bands, and places on an open plane."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import product
from math import isqrt

import msgspec


class Bands(msgspec.Struct, frozen=True):
    """Range bands from the nearest to the farthest."""

    names: tuple[str, ...]

    def steps(self, a: str, b: str) -> int:
        return abs(self.names.index(a) - self.names.index(b))

    def at(self, steps: int) -> str:
        """The band so many steps away; the last has no outer limit."""
        return self.names[min(steps, len(self.names) - 1)]

    def closer(self, band: str, steps: int = 1) -> str:
        return self.names[max(0, self.names.index(band) - steps)]

    def farther(self, band: str, steps: int = 1) -> str:
        return self.at(self.names.index(band) + steps)


class Zone(msgspec.Struct):
    """A part of the battlefield; `height` is its storey, 0 at street level."""

    id: str
    name: str
    tags: list[str] = []
    height: int = 0


class Link(msgspec.Struct, frozen=True):
    """A way between two zones, in both directions."""

    a: str
    b: str
    cost: int = 1
    kind: str = "open"


Passable = Callable[[Link], bool]


class ZoneMap(msgspec.Struct):
    """Zones and the links between them. `passable` leaves out links that somebody cannot use or see along."""

    zones: dict[str, Zone]
    links: list[Link] = []

    def __post_init__(self) -> None:
        for link in self.links:
            for end in (link.a, link.b):
                if end not in self.zones:
                    raise ValueError(f"a link leads to {end}, which is no zone")
            if link.cost < 0:
                raise ValueError(f"the link from {link.a} to {link.b} costs {link.cost}")

    def neighbours(self, zone: str, passable: Passable | None = None) -> list[str]:
        return list(dict.fromkeys(other for other, _ in self._ways(zone, passable)))

    def distance(self, a: str, b: str, passable: Passable | None = None) -> int | None:
        """The least cost from one zone to the other; None if there is no way."""
        found = self._search(a, b, passable)
        return found[0] if found else None

    def path(self, a: str, b: str, passable: Passable | None = None) -> list[str] | None:
        """The zones of a cheapest way, both ends included; None if there is no way."""
        found = self._search(a, b, passable)
        return found[1] if found else None

    def band(self, a: str, b: str, bands: Bands) -> str | None:
        """The range band between two zones, one step for each point of distance."""
        distance = self.distance(a, b)
        return None if distance is None else bands.at(distance)

    def _ways(self, zone: str, passable: Passable | None) -> list[tuple[str, int]]:
        return [
            (link.b if link.a == zone else link.a, link.cost)
            for link in self.links
            if zone in (link.a, link.b) and (passable is None or passable(link))
        ]

    def _search(self, a: str, b: str, passable: Passable | None) -> tuple[int, list[str]] | None:
        """Cheapest first; of ways that cost the same, the one through fewest zones, then the one whose ids sort first."""
        for zone in (a, b):
            if zone not in self.zones:
                raise ValueError(f"{zone} is no zone")
        waiting: list[tuple[int, int, list[str]]] = [(0, 0, [a])]
        visited: set[str] = set()
        while waiting:
            cost, steps, path = heappop(waiting)
            if path[-1] == b:
                return cost, path
            if path[-1] in visited:
                continue
            visited.add(path[-1])
            for other, more in self._ways(path[-1], passable):
                if other not in visited:
                    heappush(waiting, (cost + more, steps + 1, [*path, other]))
        return None


class Place(msgspec.Struct, frozen=True):
    """A point on the open plane, in yards."""

    x: int
    y: int

    def distance(self, other: Place) -> int:
        """The straight line, rounded down."""
        return isqrt(self._square_to(other))

    def towards(self, target: Place, yards: int) -> Place:
        """Where moving so far straight at the target ends: at the target if that is near enough, never farther than allowed."""
        if self.distance(target) <= yards:
            return target
        if yards <= 0:
            return self
        reachable = [
            place
            for x, y in product(self._ends(target.x - self.x, target, yards), self._ends(target.y - self.y, target, yards))
            if self._square_to(place := Place(self.x + x, self.y + y)) <= yards * yards
        ]
        return min(reachable, key=lambda place: place._square_to(target))

    def _ends(self, along: int, target: Place, yards: int) -> tuple[int, ...]:
        """How far the move gets along one axis: the two whole numbers around it, in exact arithmetic."""
        short = isqrt(along * along * yards * yards // self._square_to(target))
        sign = (along > 0) - (along < 0)
        return (sign * short, sign * (short + 1))

    def _square_to(self, other: Place) -> int:
        return (self.x - other.x) ** 2 + (self.y - other.y) ** 2
