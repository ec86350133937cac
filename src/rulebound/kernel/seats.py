"""Seats: who is asking or being asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Literal, NewType

import msgspec

SeatId = NewType("SeatId", str)

GM = SeatId("gm")
TABLE = SeatId("table")
"""Who a thing is put down to when nobody did it: the table itself."""


class Role(StrEnum):
    GM = "gm"
    PLAYER = "player"
    SPECTATOR = "spectator"
    SCREEN = "screen"


SeatWord = Literal["gm", "player", "spectator", "screen", "empty"]
"""What a case may say of a seat."""


class Seat(msgspec.Struct, frozen=True, gc=False):
    """One place at the table. `machine`: a policy plays it. `real_dice`: its dice and cards are typed in, not drawn from the stream."""

    id: SeatId
    role: Role = Role.PLAYER
    name: str = ""
    machine: bool = False
    real_dice: bool = False

    @property
    def plays(self) -> bool:
        return self.role in (Role.GM, Role.PLAYER)


def seats_for(players: Iterable[SeatId], changed: Mapping[str, SeatWord]) -> tuple[Seat, ...]:
    """The game master and a seat for each player. `changed` gives a seat another role, adds one, or leaves it empty."""
    roles = {GM: Role.GM} | {seat: Role.PLAYER for seat in players if seat != GM}
    for id, role in changed.items():
        if role == "empty":
            roles.pop(SeatId(id), None)
        else:
            roles[SeatId(id)] = Role(role)
    return tuple(Seat(id, role, id) for id, role in roles.items())
