"""The page: a few files that know no game, and the headers that keep everything else out."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, HTTPException, Request, Response
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
NO_PAGE = "lost.js"
STYLES: dict[str, list[str]] = {"table.js": [], "gm.js": ["gm.css"]}
"""What pages need beside style.css, if it is not pages.css."""
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
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
    styles = ["style.css", *STYLES.get(script, ["pages.css"])]
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


def no_page() -> Response:
    """For people; whoever wants no page is told in other ways."""
    return HTMLResponse(_NO_PAGE, 404)


_NO_PAGE = page_of(NO_PAGE)


class _File:
    """A file of the page as it is sent, read again when it has changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.changed = -1

    def answer(self, known: str, zipped: bool) -> Response:
        changed = self.path.stat().st_mtime_ns
        if changed != self.changed:
            self.changed, self.plain = changed, self.path.read_bytes()
            self.zipped = gzip.compress(self.plain, 9, mtime=0)
            self.mark = f'"{hashlib.blake2b(self.plain, digest_size=8).hexdigest()}"'
        headers = {"ETag": self.mark, "Vary": "Accept-Encoding"}
        if known == self.mark:
            return Response(status_code=304, headers=headers)
        if zipped:
            headers["Content-Encoding"] = "gzip"
        return Response(self.zipped if zipped else self.plain, headers=headers, media_type=KINDS[self.path.suffix])


_FILES = {path.relative_to(STATIC).as_posix(): _File(path) for path in STATIC.rglob("*") if path.suffix in KINDS}


@router.get("/static/{path:path}")
async def static(request: Request, path: str) -> Response:
    """From memory: a page asks for some thirty files at once, and whoever opens it waits for the last of them."""
    file = _FILES.get(path)
    if file is None:
        raise HTTPException(404, "There is no such file.")
    return file.answer(request.headers.get("if-none-match", ""), "gzip" in request.headers.get("accept-encoding", ""))


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
