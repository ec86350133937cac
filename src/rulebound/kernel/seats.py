"""Seats: who is asking or being asked."""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

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


class Seat(msgspec.Struct, frozen=True):
    """One place at the table. `machine`: a policy plays it. `real_dice`: its dice and cards are typed in, not drawn from the stream."""

    id: SeatId
    role: Role = Role.PLAYER
    name: str = ""
    machine: bool = False
    real_dice: bool = False

    @property
    def plays(self) -> bool:
        return self.role in (Role.GM, Role.PLAYER)
