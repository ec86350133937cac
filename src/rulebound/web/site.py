"""The site: what all requests share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import msgspec
from fastapi import FastAPI

from rulebound.store.sqlite import Sitting, Store
from rulebound.web.rooms import Rooms
from rulebound.web.tickets import cookie_name, hashed, well_formed


class Options(msgspec.Struct, frozen=True):
    """How this server was started. `pace` is the pause between two moves of machines, in seconds."""

    pace: float = 0.3
    largest_import: int = 8 * 1024 * 1024
    origins: tuple[str, ...] = ()
    """Other addresses that the page may be opened from, such as that of a proxy."""
    secure: bool = False
    """Cookies are only sent over TLS."""
    rate: float = 50.0
    """API requests a second that one client may send."""


class Site:
    def __init__(self, store: Store, options: Options) -> None:
        self.store, self.options = store, options
        self.rooms = Rooms(store, options.pace)

    def sitting(self, table: str, cookies: Mapping[str, str]) -> Sitting | None:
        """Where the browser sits at this table, if it does."""
        ticket = cookies.get(cookie_name(table), "")
        found = self.store.sitting(hashed(ticket)) if well_formed(ticket) else None
        return found if found is not None and found.table == table else None


def site_of(app: FastAPI) -> Site:
    return cast(Site, app.state.site)
