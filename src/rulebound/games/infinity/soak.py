"""Soak: armour, Morale and Security, one for each kind of damage."""

from __future__ import annotations

from rulebound.games.infinity.aboard import vehicle_bts
from rulebound.games.infinity.people import Character, Location
from rulebound.games.infinity.state import T
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total

DUST = 2
"""infinity.software.gadget.fairy_dust: the Security Soak it gives."""


@cites("infinity.soak.armour", "infinity.armour.general")
def armour_soak(who: Character, place: Location) -> Total:
    return Total.of(f"armour ({place})", who.armour.get(place, 0), "infinity.soak.armour")


@cites("infinity.morale.no_stack", "infinity.mental.basic", "infinity.morale.npc_source")
def morale_soak(who: Character) -> Total:
    """The largest source only."""
    return Total.of("Morale", max(who.morale, who.heartened, who.confidence), "infinity.morale.no_stack")


@cites("infinity.digital.security_soak", "infinity.armour.bts", "infinity.digital.basic")
def security_soak(t: T, who: Character) -> Total:
    """One security program and the better BTS of what one wears and what one sits in."""
    bts = max(who.bts, vehicle_bts(t, who))
    soak = Total.of("Security", who.security, "infinity.digital.security_soak").plus("BTS", bts, "infinity.armour.bts")
    return soak.plus("Fairy Dust", DUST if who.dusted_by else 0, "infinity.software.gadget.fairy_dust")
