"""Kills the server with -9 at random moments under load, again and again on one store: nothing acknowledged may be lost.

`python tests/web/crashes.py 200` is the long run; the suite has a short one.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx
from serving import Person, Server
from websockets.exceptions import WebSocketException

TABLES = 4


class Player:
    """Talks and plays as fast as the server acknowledges, and remembers what was."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.acknowledged: list[str] = []
        self.said = 0
        self.cookies = httpx.Cookies()
        self.table = ""

    def sit_down(self, server: Server) -> None:
        person = Person(server)
        person.make("combat", "duel", "gm", red="machine", blue="machine")
        self.cookies, self.table = person.http.cookies, person.table

    def at(self, server: Server) -> Person:
        person = Person(server)
        person.http.cookies, person.table = self.cookies, self.table
        return person

    def play(self, server: Server) -> None:
        """Until the server dies."""
        try:
            person = self.at(server).sit()
            while True:
                self.said += 1
                text = f"word {self.number}.{self.said}"
                if person.ask("say", text=text).get("ok"):
                    self.acknowledged.append(text)
                time.sleep(0.05)
        except (OSError, httpx.HTTPError, WebSocketException, EOFError):
            return

    def check(self, server: Server) -> None:
        """Everything acknowledged is there, in order; the one on its way may be there or not."""
        frame = self.at(server).get("TABLE")
        kept = [line["text"] for line in frame["talk"]["lines"]]
        missing = [text for text in self.acknowledged if text not in kept]
        assert not missing, f"acknowledged and lost: {missing}"
        assert kept == sorted(kept, key=lambda text: int(text.rpartition(".")[2])), "out of order"
        self.acknowledged = kept


def run(times: int, store: Path, seed: int = 1) -> int:
    """So many kills; how many things were acknowledged in all."""
    dice = random.Random(seed)
    players = [Player(number) for number in range(TABLES)]
    server = Server(store, pace=0.01)
    for player in players:
        player.sit_down(server)
    for _ in range(times):
        threads = [threading.Thread(target=player.play, args=(server,)) for player in players]
        for thread in threads:
            thread.start()
        time.sleep(dice.uniform(0.05, 0.8))
        server.kill()
        for thread in threads:
            thread.join()
        server = Server(store, pace=0.01)
        for player in players:
            player.check(server)
        if all(player.at(server).get("TABLE")["ending"] for player in players):
            for player in players:
                player.acknowledged.clear()
                player.sit_down(server)
    server.kill()
    return sum(player.said for player in players)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 200
        print(f"{wanted} kills, {run(wanted, Path(folder) / 't.db')} things said, nothing acknowledged was lost")
