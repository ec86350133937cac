"""Changing a seat: handing it to a machine, taking up real dice, adding one."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rulebound.kernel.journal import Reseated
from rulebound.kernel.phrases import TABLE_PHRASES
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import Seat, SeatId
from rulebound.kernel.words import can_be_written

if TYPE_CHECKING:
    from rulebound.kernel.live import LiveTable

S = TypeVar("S")
V = TypeVar("V")


def reseat(table: LiveTable[S, V], by: SeatId, seat: Seat) -> Refusal | None:
    if table.closed:
        return Refusal("table.closed", "This table is closed.")
    old = table.seats.get(seat.id)
    if old is None and not table.may_act_openly(by):
        return Refusal("table.not_your_seat", "Only the game master may add a seat.")
    if old is not None and by != seat.id and not table.is_gm(by):
        return Refusal("table.not_your_seat", "Only the game master may change another seat.")
    if old is not None and old.role is not seat.role and not table.is_gm(by):
        return Refusal("table.not_your_seat", "Only the game master may change what a seat is.")
    if not can_be_written(seat.id + seat.name):
        return Refusal("table.bad_seat", "The seat's name cannot be written down.")
    table.journal.append(Reseated(by, seat))
    table.seats[seat.id] = seat
    change = _reseated(old, seat)
    table.notice(f"{change}_own" if by == seat.id and f"{change}_own" in TABLE_PHRASES else change, by=by, seat=seat.id)
    return None


def _reseated(old: Seat | None, new: Seat) -> str:
    """What a change of a seat is called in the log."""
    if old is None:
        return "table.seat_added"
    if old.machine != new.machine:
        return "table.seat_to_machine" if new.machine else "table.seat_to_person"
    if old.real_dice != new.real_dice:
        return "table.seat_own_dice" if new.real_dice else "table.seat_table_dice"
    return "table.reseated"
