"""The page: a few files that know no game, and the headers that keep everything else out."""

from __future__ import annotations

import os
import re
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

STATIC = Path(str(files("rulebound.web") / "static"))
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
router = APIRouter(include_in_schema=False)


PAGES = {
    "/": "lobby.js",
    "/join": "join.js",
    "/t/{table}": "table.js",
    "/t/{table}/builder": "builder.js",
    "/t/{table}/replay": "replay.js",
    "/t/{table}/gm": "gm.js",
    "/api/docs": "api.js",
}
IMPORT = re.compile(r"^import .*?from '(\..*?)'", re.M)


def modules_of(script: str) -> list[str]:
    """The script and all that it imports, each once."""
    found = [STATIC / script]
    for module in found:
        named = (Path(os.path.normpath(module.parent / name)) for name in IMPORT.findall(module.read_text(encoding="utf-8")))
        found += [other for other in dict.fromkeys(named) if other not in found]
    return [module.relative_to(STATIC).as_posix() for module in found]


def page_of(script: str) -> str:
    """All modules are named at once: a browser that had to read one to learn of the next would ask many times."""
    styles = ["style.css"] if script == "table.js" else ["style.css", "pages.css"]
    links = [f'<link rel="stylesheet" href="/static/{style}">' for style in styles]
    links += [f'<link rel="modulepreload" href="/static/{module}">' for module in modules_of(script)]
    links.append(f'<script type="module" src="/static/{script}"></script>')
    return (STATIC / "page.html").read_text(encoding="utf-8").replace("<!-- what it is made of -->", "\n".join(links))


def _offer(address: str, page: str) -> None:
    @router.get(address)
    async def offered() -> HTMLResponse:
        return HTMLResponse(page)


for _address, _script in PAGES.items():
    _offer(_address, page_of(_script))


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
