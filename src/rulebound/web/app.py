"""The server, put together."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from rulebound.store.sqlite import Store
from rulebound.store.writer import StoreProblem
from rulebound.web import lobby, pages, socket, tables
from rulebound.web.limits import Limits
from rulebound.web.schema import Problem, Refusing, describe, json
from rulebound.web.site import Options, Site

log = logging.getLogger("rulebound.web")


def make_app(store: Store, options: Options | None = None) -> FastAPI:
    options = Options() if options is None else options
    app = FastAPI(
        title="Rulebound", version=version("rulebound"), lifespan=_life, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json",
        description="A table that knows the rules. Everything the page does can be done here; the socket at /ws/{table} takes the same.",
    )  # fmt: skip
    app.state.site = Site(store, options)
    for router in (lobby.router, tables.router, pages.router):
        app.include_router(router)
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(StoreProblem, _store_problem)
    app.add_exception_handler(RequestValidationError, _misread)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unforeseen)
    app.add_middleware(Limits, largest_import=options.largest_import, rate=options.rate)
    app.add_middleware(pages.Guard)
    app.add_middleware(socket.Sockets)
    describe(app)
    return app


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    yield
    site: Site = app.state.site
    await site.rooms.close()


async def _problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Problem)
    return json(Refusing(problem.said), problem.status)


async def _store_problem(request: Request, problem: Exception) -> Response:
    log.error("store: %s", problem)
    return await _problem(request, Problem(503, "table.store", str(problem), "Tell whoever runs this server."))


async def _misread(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, RequestValidationError)
    where = "; ".join(f"{'.'.join(map(str, error['loc']))}: {error['msg']}" for error in problem.errors())
    return await _problem(request, Problem(400, "table.bad_message", f"That cannot be read: {where}."))


async def _http(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    if problem.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return pages.no_page()
    response = await _problem(request, Problem(problem.status_code, "table.no_such_address", str(problem.detail)))
    response.headers.update(problem.headers or {})
    return response


async def _unforeseen(request: Request, problem: Exception) -> Response:
    """What went wrong is for the log; whoever asked is told that it did, and nothing of how."""
    log.error("an address failed: %s", request.scope.get("route"), exc_info=problem)
    response = await _problem(request, Problem(500, "table.broken", "Something went wrong in the server. Nothing was changed."))
    pages.guard(response.headers, request.url.path)  # this answer is made outside of what guards the others
    return response
