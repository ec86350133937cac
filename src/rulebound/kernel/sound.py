"""A repair may put anything into the state that has the right type: also what no rule could go on from. Then it is refused before
it is made, as nobody could even look at the table any more."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from rulebound.kernel.refusal import Refusal
from rulebound.kernel.table import Table
from rulebound.kernel.turn import Done, Turn

if TYPE_CHECKING:
    from rulebound.kernel.live import LiveTable

S = TypeVar("S")
V = TypeVar("V")

REPAIR = ("table.repair",)
"""What the commands of a repair cite."""


def would_break(table: LiveTable[S, V], turn: Turn) -> Refusal | None:
    """Try a repair on a copy: everybody must be able to look at it and to see what they may do."""
    command = table.command(turn.did.command)
    if command is None or command.rules != REPAIR or table.recall:
        return None
    twin = table.fork()
    if not isinstance(twin.run(turn, [turn.did]), Done):
        return None
    try:
        _look_at(twin)
    except Exception as error:  # whatever the game's own rules trip over
        what = f"it would look for {error} in vain" if isinstance(error, KeyError) else f"{error}"
        return Refusal("table.unsound", f"The table could not go on with that: {what}.", "Put right first what goes by it.")
    return None


def _look_at(twin: LiveTable[S, V]) -> None:
    looking = Table(twin.state, twin.variants)
    twin.game.broken(looking)
    for seat in twin.seats:
        msgspec.json.encode(twin.view(seat))
        twin.legal(seat)
        twin.game.policy.act(looking, seat)
