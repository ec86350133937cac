"""Tickets: the secrets that seats are entered with. A link holds 128 random bits and is exchanged for a cookie; only hashes are kept."""

from __future__ import annotations

import hashlib
import re
import secrets

BYTES = 16
WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{22}")


def new_ticket() -> str:
    return secrets.token_urlsafe(BYTES)


def new_table_id() -> str:
    """Names a table in addresses. It is no secret: without a ticket nobody gets in."""
    return secrets.token_hex(5)


def hashed(ticket: str) -> bytes:
    return hashlib.sha256(b"rulebound ticket " + ticket.encode()).digest()


def well_formed(ticket: str) -> bool:
    return WELL_FORMED.fullmatch(ticket) is not None


def cookie_name(table: str) -> str:
    return f"rulebound_{table}"
