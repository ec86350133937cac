"""A few kills with -9; `crashes.py` is the long run."""

from __future__ import annotations

import re
import resource
from importlib.resources import files
from pathlib import Path

import crashes
import pytest
from serving import Person, serving

from rulebound.store.sqlite import Store


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    assert crashes.run(4, tmp_path / "t.db") > 20


@pytest.mark.parametrize("cut", [1, 100, 5000])
def test_a_torn_tail_of_the_log_loses_only_what_it_held(tmp_path: Path, cut: int) -> None:
    """The end of SQLite's own log is cut off, as after a disk that lied: every table is whole up to some earlier record."""
    path = tmp_path / "t.db"
    with serving(path) as server:
        ana = Person(server)
        ana.make("combat", "duel", "gm", red="friend", blue="friend")
        ana.sit()
        for number in range(20):
            ana.ask("say", text=f"word {number}")
        server.kill()
    log = path.with_name("t.db-wal")
    log.write_bytes(log.read_bytes()[:-cut])
    with serving(path) as server:
        again = Person(server)
        again.http.cookies, again.table = ana.http.cookies, ana.table
        kept = [line["text"] for line in again.get("TABLE")["talk"]["lines"]]
        assert kept == [f"word {number}" for number in range(len(kept))]
        assert len(kept) >= 10


def test_a_damaged_table_is_said_and_the_others_go_on(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with serving(path) as server:
        ana, bo = Person(server), Person(server)
        for person in (ana, bo):
            person.make("combat", "duel", "gm", red="friend", blue="friend")
            person.post("TABLE/say", {"text": "hello"})
        server.stop()
    store = Store(path)
    store.write(lambda db: db.execute('update records set record = ? where "table" = ? and place = 1', (b"?", ana.table)).rowcount).result()
    store.close()
    with serving(path) as server:
        for person in (ana, bo):
            person.server = server
            person.http.base_url = server.url  # type: ignore[assignment]
        refusal = ana.get("TABLE", 503)["refusal"]
        assert refusal["rule"] == "table.store" and "Record 1 of this table is damaged" in refusal["reason"]
        (seen,) = ana.get("/api/tables")["tables"]
        assert "Record 1" in seen["problem"]
        assert bo.sit().ask("say", text="I go on")["ok"]


def test_a_disk_that_takes_no_more_is_said_loses_nothing_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """The system refuses to let the server's files grow, as a full disk or a quota would."""
    path = tmp_path / "t.db"
    with serving(path) as server:
        ana = Person(server)
        ana.make("combat", "duel", "gm", red="friend", blue="friend")
        ana.sit()
        said = [f"word {number}" for number in range(5)]
        assert all(ana.ask("say", text=text)["ok"] for text in said)
        room = path.with_name("t.db-wal").stat().st_size
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
        refusal = ana.ask("say", text="lost")["refusal"]
        assert refusal["rule"] == "table.store" and "Nothing was changed" in refusal["reason"]
        assert [line["text"] for line in ana.get("TABLE")["talk"]["lines"]] == said
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert ana.ask("say", text="there is room")["ok"]
        server.kill()
    with serving(path) as server:
        again = Person(server)
        again.http.cookies, again.table = ana.http.cookies, ana.table
        assert [line["text"] for line in again.get("TABLE")["talk"]["lines"]] == [*said, "there is room"]


def test_a_clock_that_jumps_concerns_nobody() -> None:
    """Server and store go by steady time alone: what the wall clock says is asked nowhere."""
    folder = Path(str(files("rulebound")))
    sources = [path for part in ("web", "store", "kernel", "play") for path in (folder / part).rglob("*.py")]
    asking = re.compile(r"\btime\.time\b|\bdatetime\b|\blocaltime\b|\bgmtime\b|CURRENT_TIMESTAMP|unixepoch|julianday")
    assert len(sources) > 50
    assert not [path.name for path in sources if asking.search(path.read_text(encoding="utf-8"))]
