"""Journals in one SQLite file. Records are only ever added; what was promised is on disk.

Each record carries a mark made of it and the one before: a damaged or missing one is found when its table is opened, and concerns
that table alone.
"""

from __future__ import annotations

import fcntl
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from rulebound.store.writer import Records, StoreProblem, Work, Writer, mark_of

R = TypeVar("R")

SCHEMA = 1
TABLES = """
create table tables(
    number integer primary key autoincrement, id text not null unique, game text not null, title text not null, seed blob not null,
    paused integer not null default 0);
create table records(
    "table" text not null, place integer not null, record blob not null, mark blob not null,
    primary key ("table", place)) without rowid;
create table links(hash blob primary key, "table" text not null, seat text not null, owner integer not null) without rowid;
create table sessions(hash blob primary key, "table" text not null, seat text not null, owner integer not null) without rowid;
create index sessions_of_table on sessions("table", seat);
create index links_of_table on links("table", seat);
create table notes("table" text not null, seat text not null, text text not null, primary key ("table", seat)) without rowid;
"""


class Kept(msgspec.Struct, frozen=True):
    """A table as it is kept, without its journal."""

    id: str
    game: str
    title: str
    seed: bytes
    paused: bool = False


class Sitting(msgspec.Struct, frozen=True):
    """Who a secret belongs to. The owner made the table."""

    table: str
    seat: str
    owner: bool


class Store:
    """All reading and writing of one file. Reads see everything that was acknowledged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = _only_one(path)
        try:
            self._reading = _connect(path)
            self._writing = _connect(path)
            _prepare(self._writing, path)
        except sqlite3.Error as problem:
            self._lock.close()
            raise StoreProblem(f"{path} cannot be used: {problem}.") from None
        except StoreProblem:
            self._lock.close()
            raise
        self._reading_lock = threading.Lock()
        self._writer = Writer(self._writing, path)

    def close(self) -> None:
        """Finish what was asked for, then let go of the file."""
        self._writer.close()
        self._reading.close()
        self._writing.close()
        self._lock.close()

    # ------------------------------------------------------------------------------------------------ reading
    def read(self, work: Work[R]) -> R:
        with self._reading_lock:
            try:
                return work(self._reading)
            except sqlite3.Error as problem:
                raise StoreProblem(f"{self.path} cannot be read: {problem}.") from None

    def tables(self) -> list[Kept]:
        rows = self.read(lambda db: db.execute("select id, game, title, seed, paused from tables order by number").fetchall())
        return [Kept(id, game, title, seed, bool(paused)) for id, game, title, seed, paused in rows]

    def table(self, id: str) -> Kept | None:
        found = self.read(lambda db: db.execute("select id, game, title, seed, paused from tables where id = ?", (id,)).fetchone())
        return None if found is None else Kept(found[0], found[1], found[2], found[3], bool(found[4]))

    def records(self, id: str) -> list[bytes]:
        """A table's journal. Raises StoreProblem at the first record that is not what was written."""
        rows = self.read(
            lambda db: db.execute('select place, record, mark from records where "table" = ? order by place', (id,)).fetchall()
        )
        mark = b""
        for expected, (place, record, kept) in enumerate(rows):
            mark = mark_of(mark, record) if isinstance(record, bytes) else b"?"
            if place != expected or kept != mark:
                raise StoreProblem(f"Record {expected} of this table is damaged or missing; {expected} records before it are whole.")
        if not rows:
            raise StoreProblem("This table has lost its journal.")
        return [record for _, record, _ in rows]

    def sitting(self, hash: bytes, of: str = "sessions") -> Sitting | None:
        """Whose secret this is: of a browser's session, or of an invitation (`links`)."""
        row = self.read(lambda db: db.execute(f'select "table", seat, owner from {of} where hash = ?', (hash,)).fetchone())
        return None if row is None else Sitting(row[0], row[1], bool(row[2]))

    def taken(self, table: str) -> set[str]:
        """Seats that somebody has sat down at."""
        return {seat for (seat,) in self.read(lambda db: db.execute('select seat from sessions where "table" = ?', (table,)).fetchall())}

    def note(self, table: str, seat: str) -> str:
        row = self.read(lambda db: db.execute('select text from notes where "table" = ? and seat = ?', (table, seat)).fetchone())
        return "" if row is None else str(row[0])

    # ------------------------------------------------------------------------------------------------ writing
    def write(self, work: Work[R]) -> Future[R]:
        """Do this in the writer's next transaction; the future is done when it is on disk."""
        return self._writer.write(work)

    def make(self, kept: Kept, records: Sequence[bytes], secrets: Sequence[tuple[str, bytes, Sitting]]) -> Future[None]:
        """A new table with its first records and the secrets of its seats: (`links` or `sessions`, hash, whose)."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("insert into tables(id, game, title, seed) values (?, ?, ?, ?)", (kept.id, kept.game, kept.title, kept.seed))
            for of, hash, sitting in secrets:
                _sit(db, of, hash, sitting)

        return self._writer.write(work, Records(kept.id, 0, records))

    async def keep(self, table: str, place: int, records: Sequence[bytes]) -> None:
        """Add records whose first is the place-th of the journal. Of those who wait many are woken together."""
        await self._writer.add(Records(table, place, records))

    def sit(self, of: str, hash: bytes, sitting: Sitting) -> Future[None]:
        return self.write(lambda db: _sit(db, of, hash, sitting))

    def unseat(self, table: str, seat: str) -> Future[None]:
        """All invitations to a seat and all sessions at it are void."""

        def work(db: sqlite3.Connection) -> None:
            for of in ("links", "sessions"):
                db.execute(f'delete from {of} where "table" = ? and seat = ?', (table, seat))

        return self.write(work)

    def pause(self, table: str, on: bool) -> Future[None]:
        return self.write(lambda db: _run(db, "update tables set paused = ? where id = ?", (int(on), table)))

    def put_note(self, table: str, seat: str, text: str) -> Future[None]:
        return self.write(lambda db: _run(db, "insert or replace into notes values (?, ?, ?)", (table, seat, text)))


def _run(db: sqlite3.Connection, statement: str, values: tuple[object, ...]) -> None:
    db.execute(statement, values)


def _sit(db: sqlite3.Connection, of: str, hash: bytes, sitting: Sitting) -> None:
    db.execute(f"insert into {of} values (?, ?, ?, ?)", (hash, sitting.table, sitting.seat, int(sitting.owner)))


# ------------------------------------------------------------------------------------------------ opening the file
def _only_one(path: Path) -> IO[bytes]:
    """Two servers on one file would each believe to be its only writer."""
    try:
        lock = path.with_name(path.name + ".lock").open("wb")
    except OSError as problem:
        raise StoreProblem(f"{path} cannot be used: {problem.strerror}.") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise StoreProblem(f"{path} is in use by another Rulebound. Stop that one, or choose another file.") from None
    return lock


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute("pragma journal_mode = wal")
    db.execute("pragma synchronous = full")
    return db


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    found = db.execute("pragma user_version").fetchone()[0]
    if found > SCHEMA:
        raise StoreProblem(f"{path} was written by a newer Rulebound (format {found}; this one reads up to {SCHEMA}).")
    if found == 0:
        if db.execute("select count(*) from sqlite_master").fetchone()[0]:
            raise StoreProblem(f"{path} is a database of something else.")
        db.executescript(f"begin; {TABLES} pragma user_version = {SCHEMA}; commit;")
