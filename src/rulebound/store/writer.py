"""The one thread that writes. It takes whatever has been asked for meanwhile into one transaction, so that many tables share one
flush, and answers each only when that flush is done. An event loop in which several wait is woken once for all of them.

All records of a transaction are one statement. After every statement the writer waits until whoever computes lets it go on, and at
a busy server that is what takes time.
"""

from __future__ import annotations

import asyncio
import hashlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

R = TypeVar("R")
Work = Callable[[sqlite3.Connection], R]

MOST_AT_ONCE = 500
MOST_ROWS = 5000
"""In one statement; SQLite takes 32,766 values."""


class StoreProblem(Exception):
    """What could not be read or written, for people. Nothing was half done."""


class Records(NamedTuple):
    """Some of a table's journal, from a place on."""

    table: str
    place: int
    records: Sequence[bytes]


class Row(NamedTuple):
    table: str
    place: int
    record: bytes
    mark: bytes
    """Made of the record and the one before it."""


class Writer:
    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db, self._path = db, path
        self._ends: dict[str, tuple[int, bytes]] = {}
        """Where each journal goes on, and its last mark; nobody else writes, so what is known here holds."""
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    def write(self, work: Work[R], records: Records | None = None) -> Future[R]:
        """Do this, and add these records, in the next transaction; the future is done when it is on disk."""
        promise: Future[R] = Future()
        self._jobs.put(_Job(work, records, promise))
        return promise

    async def add(self, records: Records) -> None:
        """Add these records, and go on when they are on disk."""
        promise: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(None, records, promise))
        await promise

    def close(self) -> None:
        """Finish what was asked for."""
        self._jobs.put(None)
        self._thread.join()

    def _write(self) -> None:
        ended = False
        while not ended:
            batch: list[_Job] = []
            job = self._jobs.get()
            while job is not None:
                batch.append(job)
                if len(batch) == MOST_AT_ONCE or self._jobs.empty():
                    break
                job = self._jobs.get()
            ended = job is None
            self._commit(batch)

    def _commit(self, batch: Sequence[_Job]) -> None:
        """All of it in one transaction. What fails alone fails alone; if the disk fails, all of it does."""
        try:
            if all(job.work is None for job in batch):
                self._add(self._rows_of(batch))
            else:
                self._db.execute("begin immediate")
                self._add(self._rows_of(batch))
                self._db.execute("commit")
        except sqlite3.Error as problem:
            if self._db.in_transaction:
                self._db.execute("rollback")
            self._ends.clear()
            for job in batch:
                job.problem = StoreProblem(f"{self._path} cannot be written: {problem}. Nothing was changed.")
        _tell(batch)

    def _rows_of(self, batch: Sequence[_Job]) -> list[Row]:
        return [row for job in batch for row in self._try(job)]

    def _add(self, rows: Sequence[Row]) -> None:
        """One statement is a transaction by itself."""
        if len(rows) <= MOST_ROWS or self._db.in_transaction:
            for first in range(0, len(rows), MOST_ROWS):
                _insert(self._db, rows[first : first + MOST_ROWS])
        else:
            self._db.execute("begin immediate")
            self._add(rows)
            self._db.execute("commit")

    def _try(self, job: _Job) -> Sequence[Row]:
        """The rows that this job adds, once all else of it is done; none of it if something does not fit."""
        try:
            if job.work is None:
                return self._rows(job.records)
            return self._in_its_own(job.work, job)
        except (sqlite3.IntegrityError, StoreProblem) as problem:
            job.problem = StoreProblem(str(problem))
            return ()

    def _in_its_own(self, work: Work[Any], job: _Job) -> Sequence[Row]:
        self._db.execute("savepoint job")
        try:
            job.result = work(self._db)
            return self._rows(job.records)
        except (sqlite3.IntegrityError, StoreProblem):
            self._db.execute("rollback to job")
            raise
        finally:
            self._db.execute("release job")

    def _rows(self, added: Records | None) -> Sequence[Row]:
        if added is None:
            return ()
        end, mark = self._end(added.table)
        if added.place != end:
            raise StoreProblem(f"The journal goes on at record {end}, not at {added.place}.")
        rows = list(_marked(added, mark))
        self._ends[added.table] = (end + len(rows), rows[-1].mark if rows else mark)
        return rows

    def _end(self, table: str) -> tuple[int, bytes]:
        if table not in self._ends:
            last = self._db.execute(
                'select place + 1, mark from records where "table" = ? order by place desc limit 1', (table,)
            ).fetchone()
            self._ends[table] = (0, b"") if last is None else last
        return self._ends[table]


class _Job:
    """Something to write and whom to tell."""

    def __init__(self, work: Work[Any] | None, records: Records | None, promise: Future[Any] | asyncio.Future[Any]) -> None:
        self.work, self.records, self.promise = work, records, promise
        self.result: Any = None
        self.problem: StoreProblem | None = None


def _tell(batch: Sequence[_Job]) -> None:
    """A future of a loop is for that loop to touch."""
    loops: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
    for job in batch:
        if isinstance(job.promise, asyncio.Future):
            loops.setdefault(job.promise.get_loop(), []).append(job)
        elif job.promise.set_running_or_notify_cancel():
            _settle([job])
    for loop, jobs in loops.items():
        try:
            loop.call_soon_threadsafe(_settle, jobs)
        except RuntimeError:  # it has ended: nobody waits there any more
            pass


def _settle(jobs: Sequence[_Job]) -> None:
    for job in jobs:
        if job.promise.cancelled():
            continue
        if job.problem is None:
            job.promise.set_result(job.result)
        else:
            job.promise.set_exception(job.problem)


def _marked(added: Records, mark: bytes) -> Iterator[Row]:
    for place, record in enumerate(added.records, added.place):
        mark = mark_of(mark, record)
        yield Row(added.table, place, record, mark)


def _insert(db: sqlite3.Connection, rows: Sequence[Row]) -> None:
    db.execute(f"insert into records values {', '.join(['(?, ?, ?, ?)'] * len(rows))}", tuple(chain.from_iterable(rows)))


def mark_of(before: bytes, record: bytes) -> bytes:
    return hashlib.blake2b(before + record, digest_size=16).digest()
