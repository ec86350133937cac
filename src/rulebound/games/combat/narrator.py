"""What the GN rules at the table: who is unaware, helpless or hidden, where somebody stands, what is cover, and what is repaired."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.combat.attack import come_out
from rulebound.games.combat.state import Fighter, Id, T, audience, fighter
from rulebound.games.combat.variants import Positions
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.zones import Place

FARTHEST = 10_000
THICKEST = 20
"""The farthest place, in yards, and the best cover, in DR, that can be named."""


class Mark(StrEnum):
    AWARE = "aware"
    UNAWARE = "unaware"
    HELPLESS = "helpless"
    FREE = "free"
    HIDDEN = "hidden"
    NOTICED = "noticed"


def gn_only(t: T, by: SeatId) -> Refusal | None:
    return None if by == GM else Refusal("table.gm_only", "Only the GN may do that.", "Ask them.")


def the_living(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Anybody alive."""
    return [f.id for f in t.state.fighters.values() if not f.dead]


@command(rules=("combat.defense.defenseless", "combat.secrets.summary"), when=gn_only, who=the_living)
def mark(t: T, by: SeatId, who: Id, as_: Mark) -> None:
    """Rule that somebody is unaware of what comes or unable to avoid it, or that the other side does not know of them; or no longer."""
    them = fighter(t, who)
    match as_:
        case Mark.AWARE | Mark.UNAWARE:
            them.aware = as_ is Mark.AWARE
        case Mark.HELPLESS | Mark.FREE:
            them.helpless = as_ is Mark.HELPLESS
        case Mark.HIDDEN:
            them.hidden = True
        case Mark.NOTICED:
            come_out(t, them)
    t.say("marked", "combat.defense.defenseless", to=audience(t, them), who=who, mark=as_.value)


# ------------------------------------------------------------------------------------------------ places and cover
def on_a_map(t: T, by: SeatId) -> Refusal | None:
    if refusal := gn_only(t, by):
        return refusal
    if t.variants.positions is Positions.NONE:
        return Refusal("combat.round.positions", "There is no map here, only yards between two.", "Set their distance.")
    return None


def on_foot(t: T) -> list[Fighter]:
    return [f for f in t.state.fighters.values() if f.vehicle is None]


def movable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Anybody on foot, or any vehicle."""
    return [*(f.id for f in on_foot(t)), *(v.id for v in t.state.vehicles.values())]


def yards(*_: object) -> range:
    """Yards from the middle of the map."""
    return range(-FARTHEST, FARTHEST + 1)


@command(rules=("combat.round.positions",), when=on_a_map, who=movable, x=yards, y=yards)
def place(t: T, by: SeatId, who: Id, x: int, y: int) -> None:
    """Put somebody, or a vehicle, at a place of the map."""
    them = t.state.fighters.get(who) or t.state.vehicles[who]
    them.place = Place(x, y)
    if isinstance(them, Fighter):
        them.cover = 0
    seen = audience(t, them) if isinstance(them, Fighter) else ()
    t.say("placed", "combat.round.positions", to=seen, who=who, x=x, y=y)


def coverable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Anybody on foot."""
    return [f.id for f in on_foot(t)]


def thickness(*_: object) -> range:
    """Its DR against RATKs; 0 is no cover."""
    return range(THICKEST + 1)


@command(rules=("combat.round.positions",), when=gn_only, who=coverable, dr=thickness)
def cover(t: T, by: SeatId, who: Id, dr: int) -> None:
    """Name the cover that somebody on foot has against RATKs, until they move."""
    them = fighter(t, who)
    them.cover = dr
    t.say("covered", "combat.round.positions", to=audience(t, them), who=who, dr=dr)


# ------------------------------------------------------------------------------------------------ repairs
def broken(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A vehicle that is wrecked or disabled and does not burn."""
    return [v.id for v in t.state.vehicles.values() if (v.wrecked or v.disabled) and not v.burning]


@cites("combat.vehicle.wreck")
def can_mend(t: T, by: SeatId) -> Refusal | None:
    if refusal := gn_only(t, by):
        return refusal
    return None if broken(t, by) else Refusal("combat.vehicle.wreck", "No vehicle is wrecked or disabled, or it still burns.")


@command(rules=("combat.vehicle.wreck", "combat.vehicle.disabled"), when=can_mend, vehicle=broken)
def mend(t: T, by: SeatId, vehicle: Id) -> None:
    """Have a vehicle repaired: it can be driven again, with at least 1 DR."""
    car = t.state.vehicles[vehicle]
    car.wrecked, car.dr = False, max(1, car.dr)
    t.say("mended", "combat.vehicle.wreck", vehicle=vehicle, dr=car.dr)
