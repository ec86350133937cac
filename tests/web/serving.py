"""A real server in a process of its own, and people who talk to it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

PATIENCE = 20.0


class Server:
    """`rulebound serve` on a free port."""

    def __init__(self, store: Path, *options: str, pace: float = 0.0) -> None:
        command = [sys.executable, "-m", "rulebound.cli", "serve", "--port", "0", "--store", str(store), "--pace", str(pace), *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        if "http://" not in said:
            assert self.process.stderr is not None
            raise RuntimeError(said + self.process.stderr.read())
        self.address = said.split("http://")[1].split("/")[0]

    @property
    def url(self) -> str:
        return f"http://{self.address}"

    def kill(self) -> None:
        """As a power cut would: nothing is finished, nothing is said."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> str:
        """As a person would; what it logged."""
        self.process.send_signal(signal.SIGTERM)
        _, logged = self.process.communicate(timeout=PATIENCE)
        return logged


@contextmanager
def serving(store: Path, *options: str, pace: float = 0.0) -> Iterator[Server]:
    server = Server(store, *options, pace=pace)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


class Person:
    """A browser without a screen: cookies, requests, and a socket that keeps the newest frame."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=PATIENCE)
        self.table = ""
        self.socket: ClientConnection | None = None
        self.received: list[str] = []
        self.frame: dict[str, Any] = {}
        self.panels: dict[str, Any] = {}
        self.commands: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self._ref = 0
        self._open = ExitStack()

    def make(self, game: str, scene: str, me: str, **others: str) -> dict[str, str]:
        """Open a table; the links by seat."""
        seats = [{"id": me, "who": "me"}, *({"id": seat, "who": who} for seat, who in others.items())]
        made = self.post("/api/tables", {"game": game, "scene": scene, "seats": seats})
        self.table = made["table"]
        return {link["seat"]: link["link"] for link in made["links"]}

    def join(self, link: str) -> Self:
        self.table = self.post("/api/join", {"token": link.partition("#")[2]})["table"]
        return self

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.http.get(path.replace("TABLE", f"/api/tables/{self.table}"))
        self.received.append(answer.text)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.headers["content-type"] == "application/json" else answer.text

    def post(self, path: str, body: object, status: int = 200) -> Any:
        answer = self.http.post(path.replace("TABLE", f"/api/tables/{self.table}"), json=body)
        self.received.append(answer.text)
        assert answer.status_code == status, answer.text
        return answer.json()

    # ------------------------------------------------------------------------------------------------ the socket
    def sit(self, **hello: object) -> Self:
        address = f"ws://{self.server.address}/ws/{self.table}"
        self.panels, self.commands = {}, {}
        self.socket = self._open.enter_context(connect(address, additional_headers={"Cookie": self.cookie()}, max_size=None))
        self.ask("hello", **hello)
        return self

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def leave(self) -> None:
        self._open.close()
        self.socket = None

    def send(self, kind: str, **fields: object) -> int:
        assert self.socket is not None
        self._ref += 1
        self.socket.send(json.dumps({"is": kind, "ref": self._ref, **fields}))
        return self._ref

    def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """Send something and wait for its reply; frames that come meanwhile are taken in."""
        ref = self.send(kind, **fields)
        while True:
            message = self.hear()
            if message["is"] == "reply" and message["ref"] == ref:
                return message

    def hear(self, patience: float = PATIENCE) -> dict[str, Any]:
        assert self.socket is not None
        text = self.socket.recv(timeout=patience)
        assert isinstance(text, str)
        self.received.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["is"] == "table":
            self._take(message)
        return message

    def _take(self, frame: dict[str, Any]) -> None:
        self.panels.update(frame["panels"])
        self.panels = {id: self.panels[id] for id in frame["order"]}
        self.commands |= {command["name"]: command for command in frame["commands"]}
        frame["commands"] = [self.commands[name] for name in frame["offered"]]
        first = frame["log"]["from"]
        self.log = self.log[:first] + frame["log"]["lines"] if first <= len(self.log) else frame["log"]["lines"]
        self.frame = frame

    def wait_for(self, what: Any, patience: float = PATIENCE) -> dict[str, Any]:
        """Take in frames until one of them is as wanted."""
        until = time.monotonic() + patience
        while not (self.frame and what(self.frame)):
            self.hear(max(0.01, until - time.monotonic()))
        return self.frame

    def legal(self, name: str) -> dict[str, Any] | None:
        return next((move for move in self.frame["commands"] if move["name"] == name and not move["refusal"]), None)
