"""The store: what was acknowledged is there, what is damaged is found, what cannot be written is said."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebound.store.sqlite import Kept, Sitting, Store
from rulebound.store.writer import StoreProblem

SEED = bytes(32)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "t.db")
    yield store
    store.close()


def make(store: Store, id: str = "a", records: tuple[bytes, ...] = (b"one", b"two")) -> None:
    store.make(Kept(id, "toy", "A table", SEED), records, []).result()


def damage(path: Path, statement: str, *values: object) -> None:
    db = sqlite3.connect(path)
    db.execute(statement, values)
    db.commit()
    db.close()


def test_what_was_written_is_read(store: Store) -> None:
    make(store)
    asyncio.run(store.keep("a", 2, [b"three"]))
    assert store.records("a") == [b"one", b"two", b"three"]
    assert store.table("a") == Kept("a", "toy", "A table", SEED)
    assert store.table("b") is None
    assert [kept.id for kept in store.tables()] == ["a"]


def test_it_is_there_after_closing(tmp_path: Path) -> None:
    store = Store(tmp_path / "t.db")
    make(store)
    store.pause("a", True).result()
    store.close()
    store = Store(tmp_path / "t.db")
    assert store.records("a") == [b"one", b"two"]
    assert store.table("a") == Kept("a", "toy", "A table", SEED, True)
    store.close()


def test_a_record_has_one_place(store: Store) -> None:
    make(store)
    for wrong in (0, 1, 3):
        with pytest.raises(StoreProblem, match="goes on at record 2"):
            asyncio.run(store.keep("a", wrong, [b"x"]))
    assert store.records("a") == [b"one", b"two"]


def test_one_failure_in_a_batch_fails_alone_and_each_is_told_his_own(store: Store) -> None:
    make(store)

    async def at_once() -> list[BaseException | None]:
        places = (2, 2, 3)
        return await asyncio.gather(*(store.keep("a", place, [b"%d" % place]) for place in places), return_exceptions=True)

    first, second, third = asyncio.run(at_once())
    assert first is None and third is None and isinstance(second, StoreProblem)
    assert store.records("a") == [b"one", b"two", b"2", b"3"]


def test_who_went_away_while_it_was_written_stops_nobody(store: Store) -> None:
    make(store)

    async def goes_away() -> None:
        waiting = asyncio.create_task(store.keep("a", 2, [b"three"]))
        await asyncio.sleep(0)
        waiting.cancel()

    asyncio.run(goes_away())
    asyncio.run(store.keep("a", 3, [b"four"]))
    assert store.records("a") == [b"one", b"two", b"three", b"four"]


@pytest.mark.parametrize(
    ("statement", "whole"),
    [
        ("update records set record = x'00' where place = 1 and \"table\" = 'a'", 1),
        ("update records set mark = x'00' where place = 2 and \"table\" = 'a'", 2),
        ("delete from records where place = 0 and \"table\" = 'a'", 0),
        ("update records set record = 'text' where place = 2 and \"table\" = 'a'", 2),
    ],
)
def test_a_damaged_journal_is_found_and_concerns_no_other(tmp_path: Path, statement: str, whole: int) -> None:
    store = Store(tmp_path / "t.db")
    make(store, "a", (b"one", b"two", b"three"))
    make(store, "b")
    store.close()
    damage(tmp_path / "t.db", statement)
    store = Store(tmp_path / "t.db")
    with pytest.raises(StoreProblem, match=f"Record {whole} of this table is damaged or missing"):
        store.records("a")
    assert store.records("b") == [b"one", b"two"]
    store.close()


def test_a_lost_journal_is_said(tmp_path: Path) -> None:
    store = Store(tmp_path / "t.db")
    make(store)
    store.close()
    damage(tmp_path / "t.db", "delete from records")
    store = Store(tmp_path / "t.db")
    with pytest.raises(StoreProblem, match="lost its journal"):
        store.records("a")
    store.close()


def test_a_full_disk_is_said_and_loses_nothing(store: Store) -> None:
    make(store)
    pages = store.write(lambda db: db.execute("pragma page_count").fetchone()[0]).result()
    store.write(lambda db: db.execute(f"pragma max_page_count = {pages}").fetchone()).result()
    with pytest.raises(StoreProblem, match=r"cannot be written: .*full.*Nothing was changed"):
        asyncio.run(store.keep("a", 2, [b"x" * 100_000]))
    assert store.records("a") == [b"one", b"two"]
    store.write(lambda db: db.execute("pragma max_page_count = 1000000").fetchone()).result()
    asyncio.run(store.keep("a", 2, [b"x" * 100_000]))
    assert len(store.records("a")) == 3


def test_one_server_a_file(tmp_path: Path, store: Store) -> None:
    with pytest.raises(StoreProblem, match="in use by another Rulebound"):
        Store(tmp_path / "t.db")


def test_foreign_and_newer_files_are_refused(tmp_path: Path) -> None:
    damage(tmp_path / "other.db", "create table cats(name)")
    with pytest.raises(StoreProblem, match="database of something else"):
        Store(tmp_path / "other.db")
    Store(tmp_path / "newer.db").close()
    damage(tmp_path / "newer.db", "pragma user_version = 99")
    with pytest.raises(StoreProblem, match="written by a newer Rulebound"):
        Store(tmp_path / "newer.db")
    (tmp_path / "text.db").write_text("This is a letter and no database at all. " * 100)
    with pytest.raises(StoreProblem, match="cannot be used"):
        Store(tmp_path / "text.db")


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreProblem, match="cannot be used: No such file"):
        Store(tmp_path / "nowhere" / "t.db")


def test_a_file_that_can_only_be_read_is_said(store: Store) -> None:
    make(store)
    store.write(lambda db: db.execute("pragma query_only = 1").fetchone()).result()
    with pytest.raises(StoreProblem, match=r"cannot be written: .*readonly.*Nothing was changed"):
        asyncio.run(store.keep("a", 2, [b"three"]))
    assert store.records("a") == [b"one", b"two"]


def test_secrets_are_kept_as_hashes_and_can_be_voided(store: Store) -> None:
    store.make(Kept("a", "toy", "A table", SEED), [b"one"], [("links", b"h1", Sitting("a", "ana", False))]).result()
    store.sit("sessions", b"h2", Sitting("a", "ana", False)).result()
    assert store.sitting(b"h1", "links") == Sitting("a", "ana", False) == store.sitting(b"h2")
    assert store.sitting(b"h1") is None
    assert store.taken("a") == {"ana"}
    store.unseat("a", "ana").result()
    assert (store.sitting(b"h1", "links"), store.sitting(b"h2"), store.taken("a")) == (None, None, set())


def test_notes(store: Store) -> None:
    assert store.note("a", "ana") == ""
    store.put_note("a", "ana", "beware").result()
    store.put_note("a", "ana", "beware of the dog").result()
    assert (store.note("a", "ana"), store.note("a", "bo"), store.note("b", "ana")) == ("beware of the dog", "", "")


def test_more_records_than_one_statement_takes_are_one_transaction(store: Store, tmp_path: Path) -> None:
    make(store)
    many = [f"{number}".encode() for number in range(12_345)]
    asyncio.run(store.keep("a", 2, many))
    assert store.records("a")[2:] == many
    pages = store.write(lambda db: db.execute("pragma page_count").fetchone()[0]).result()
    store.write(lambda db: db.execute(f"pragma max_page_count = {pages + 40}").fetchone()).result()
    with pytest.raises(StoreProblem, match="Nothing was changed"):
        asyncio.run(store.keep("a", 2 + len(many), many))
    assert len(store.records("a")) == 2 + len(many)
