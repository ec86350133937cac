"""The page: a few files that know no game, and the headers that keep everything else out."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

STATIC = Path(str(files("rulebound.web") / "static"))
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
router = APIRouter(include_in_schema=False)


def _page(address: str, file: str) -> None:
    @router.get(address)
    async def page() -> FileResponse:
        return FileResponse(STATIC / file, media_type="text/html; charset=utf-8")


for _address, _file in (
    ("/", "index.html"),
    ("/join", "join.html"),
    ("/t/{table}", "table.html"),
    ("/t/{table}/builder", "builder.html"),
    ("/t/{table}/replay", "replay.html"),
    ("/t/{table}/gm", "gm.html"),
    ("/api/docs", "api.html"),
):
    _page(_address, _file)


def guard(headers: MutableHeaders, path: str) -> None:
    """Nothing from elsewhere runs, nothing is framed, nothing is guessed, no address leaks."""
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
    headers["Cross-Origin-Opener-Policy"] = "same-origin"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    headers["Content-Security-Policy"] = POLICY
    headers["Cache-Control"] = "no-cache" if path.startswith("/static/") else "no-store"


class Guard:
    """Around every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                guard(MutableHeaders(scope=message), scope["path"])
            await send(message)

        await self.app(scope, receive, guarded)
