"""`rulebound serve`: the web table, one address for every seat."""

from __future__ import annotations

import gc
import json
import logging
import os
import signal
import socket
import sys
from pathlib import Path

import click
import msgspec
import uvicorn

from rulebound.store.sqlite import Store
from rulebound.store.writer import StoreProblem
from rulebound.web.app import make_app
from rulebound.web.site import Options
from rulebound.web.wire import Wire

COLLECT_AFTER = (10_000, 50, 100)
"""Hardly anything here goes in circles, and looking for circles among the things of thousands of clients holds all of them up."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Serving(msgspec.Struct, frozen=True):
    host: str
    port: int
    store: Path | None
    pace: float
    origins: tuple[str, ...]
    secure: bool
    rate: float


class Lines(logging.Formatter):
    """One JSON object a line: when, how bad, what. Addresses hold no secrets, and bodies are never logged."""

    def format(self, record: logging.LogRecord) -> str:
        said = {"at": self.formatTime(record), "level": record.levelname.lower(), "from": record.name, "says": record.getMessage()}
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def run(serving: Serving) -> int:
    path = serving.store or default_store()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        store = Store(path)
    except (StoreProblem, OSError) as problem:
        click.echo(str(problem), err=True)
        return 2
    _log()
    app = make_app(store, Options(pace=serving.pace, origins=serving.origins, secure=serving.secure, rate=serving.rate))
    config = uvicorn.Config(
        app, host=serving.host, port=serving.port, log_config=None, access_log=False, ws=Wire, ws_max_size=1 << 20,
        ws_per_message_deflate=False, ws_ping_interval=20, ws_ping_timeout=20, timeout_graceful_shutdown=3, server_header=False,
    )  # fmt: skip
    try:
        bound = config.bind_socket()
    except SystemExit:
        click.echo(f"Port {serving.port} on {serving.host} is taken. Choose another with --port.", err=True)
        store.close()
        return 2
    bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else half of an answer waits 40 ms for the other to be acknowledged
    bound.listen(config.backlog)  # whoever reads the address may come at once
    port = bound.getsockname()[1]
    shown = "127.0.0.1" if serving.host in ("0.0.0.0", "::") else serving.host
    click.echo(f"Rulebound is at http://{shown}:{port}/  (tables are kept in {path}; Ctrl-C ends)")
    if serving.host not in LOOPBACK:
        click.echo("It listens beyond this machine without encryption: fine at home, else put it behind TLS (see docs/serving.md).")
    sys.stdout.flush()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    for ending in (signal.SIGINT, signal.SIGTERM):  # the server raises again what ended it; by then all is well
        signal.signal(ending, lambda *_: None)
    uvicorn.Server(config).run(sockets=[bound])
    store.close()
    return 0


def default_store() -> Path:
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "rulebound" / "tables.db"


def _log() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
