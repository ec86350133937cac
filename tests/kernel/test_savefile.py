"""A saved table comes back whole, or it is refused whole with a reason that a person understands."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import msgspec
import pytest
from toygame import ANA, BO, GAME, games
from toyplay import Live, Play, asked, done, everything, open_table

from rulebound.kernel.journal import FORMAT
from rulebound.kernel.savefile import FileProblem, Seal, load, read, save
from rulebound.kernel.seats import GM


def played() -> Live:
    """A table with a bit of everything, in the middle of a vote."""
    table = open_table()
    done(table.answer(BO, asked(table.do(ANA, "strike", {"target": "bo"})).id, "block"))
    done(table.do(BO, "deal", {"count": 2}))
    done(table.undo(GM))
    done(table.answer(ANA, asked(table.do(ANA, "swear")).id, "zqé ∞"))
    asked(table.answer(ANA, asked(table.do(GM, "vote")).id, "KS"))
    return table


DATA = save(played())


def seal(lines: list[bytes]) -> bytes:
    """A file with these lines and a seal that fits them."""
    body = b"\n".join(lines) + b"\n"
    return body + msgspec.json.encode(Seal(len(lines) - 1, hashlib.sha256(body).hexdigest())) + b"\n"


def refused(data: bytes, verify: bool = False) -> str:
    with pytest.raises(FileProblem) as problem:
        load(data, games, verify)
    assert str(problem.value)
    return str(problem.value)


def test_a_table_comes_back_as_it_was() -> None:
    table = played()
    loaded: Any = load(DATA, games, verify=True)
    assert everything(loaded) == everything(table)
    assert save(loaded) == DATA
    assert loaded.undo(ANA) == table.undo(ANA)
    assert everything(loaded) == everything(table)


def test_random_tables_come_back_as_they_were() -> None:
    for seed in range(25):
        play = Play(open_table(), random.Random(seed))
        for _ in range(20):
            play.step()
        data = save(play.table)
        loaded: Any = load(data, games, verify=True)
        assert everything(loaded) == everything(play.table)
        assert save(loaded) == data


def test_cut_at_any_byte_it_is_refused() -> None:
    for length in range(len(DATA)):
        said = refused(DATA[:length])
        assert "cut short" in said or "not a table saved by Rulebound" in said, (length, said)


REASONS = ("altered or damaged", "cut short", "not a table", "newer one", "heading is damaged")


def test_altered_at_any_byte_it_is_refused() -> None:
    rng = random.Random(5)
    for place in range(len(DATA)):
        for byte in {DATA[place] ^ 1, rng.randrange(256), ord("\n"), ord("9")} - {DATA[place]}:
            said = refused(DATA[:place] + bytes([byte]) + DATA[place + 1 :])
            assert any(words in said for words in REASONS), said


def test_lines_left_out_put_in_or_swapped_are_noticed() -> None:
    lines = DATA.split(b"\n")
    for place in range(1, len(lines) - 2):
        assert "altered" in refused(b"\n".join([*lines[:place], *lines[place + 1 :]]))
        assert "altered" in refused(b"\n".join([*lines[:place], lines[place], *lines[place:]]))
    for extra in (b"\n", b"x", b"{}\n", DATA):
        refused(DATA + extra)


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\n", b"\n\n\n", b"hello", b"[]", b"null\n\n\n", b"5\n", b"{}", b'{"rulebound": "1"}\n{}\n{}\n', b"\x00" * 100,
        b"\xff\xfe" * 50, b"[" * 100_000, b'{"rulebound":' * 50_000, b'{"a":"\xff"}\n', b"PK\x03\x04", b'{"rulebound": 1e999}',
    ],
)  # fmt: skip
def test_what_is_no_table_at_all(data: bytes) -> None:
    assert refused(data) == "this is not a table saved by Rulebound"


def test_a_newer_format_says_so() -> None:
    lines = DATA.split(b"\n")[:-2]
    newer = lines[0].replace(b'"rulebound":1', b'"rulebound":%d' % (FORMAT + 1))
    assert "saved by a newer one" in refused(seal([newer, *lines[1:]]))
    record = lines[1].replace(b'"format":1', b'"format":%d' % (FORMAT + 1))
    assert "comes from a newer one" in refused(seal([lines[0], record, *lines[2:]]))
    rules = lines[1].replace(b'"version":1', b'"version":7')
    assert "played with rules 7 of The Parlour; this Rulebound has 1" in refused(seal([lines[0], rules, *lines[2:]]))


def test_a_game_that_is_not_here() -> None:
    lines = DATA.split(b"\n")[:-2]
    assert "a game called 'chess', which is not here" in refused(seal([lines[0].replace(b'"toy"', b'"chess"'), *lines[1:]]))
    assert "of chess, not of toy" in refused(seal([lines[0], lines[1].replace(b'"toy"', b'"chess"'), *lines[2:]]))


def test_a_file_too_large_is_not_even_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulebound.kernel.savefile.LARGEST", 1000)
    assert "larger than" in refused(DATA)


def test_another_seed_does_not_fit() -> None:
    lines = DATA.split(b"\n")[:-2]
    seed = msgspec.json.encode({"rulebound": 1, "game": "toy", "seed": "00" * 32, "state": ""})
    assert "the seed is not the one" in refused(seal([seed, *lines[1:]]))


def test_rules_that_come_to_another_state_are_noticed() -> None:
    lines = DATA.split(b"\n")[:-2]
    heading = msgspec.json.decode(lines[0])
    assert "the rules have changed" in refused(seal([msgspec.json.encode({**heading, "state": "0" * 32}), *lines[1:]]))
    for bad in ("xyz", "0", ""):
        refused(seal([msgspec.json.encode({"rulebound": 1, "game": "toy", "seed": bad}), *lines[1:]]))


def test_a_changed_die_under_a_new_seal_is_found_by_verifying() -> None:
    lines = DATA.split(b"\n")[:-2]
    place = next(i for i, line in enumerate(lines) if b'"chance"' in line and b'"value":[' in line)
    record = msgspec.json.decode(lines[place])
    record["value"] = [1 + record["value"][0] % 5, *record["value"][1:]]
    data = seal([*lines[:place], msgspec.json.encode(record), *lines[place + 1 :]])
    said = refused(data, verify=True)
    assert said.startswith(f"record {place - 1}: ")


WILD: tuple[Any, ...] = (
    None, -1, 0, 10**20, True, "", "x", "ana", "gm", [], {}, [[]], {"ana": "x"}, ["KS"], [1, 2, 3], "seat", "default", 1.5,
)  # fmt: skip


def test_whatever_a_file_says_under_a_good_seal_it_loads_or_is_refused() -> None:
    """Fields of records changed at random: never anything but a table or a FileProblem."""
    rng = random.Random(11)
    lines = DATA.split(b"\n")[:-2]
    outcomes = {"loaded": 0, "refused": 0}
    for _ in range(1500):
        place = rng.randrange(1, len(lines))
        record = msgspec.json.decode(lines[place])
        target = record
        for _ in range(3):
            inner = [v for v in (target.values() if isinstance(target, dict) else target) if isinstance(v, dict | list) and v]
            if inner and rng.random() < 0.6:
                target = rng.choice(inner)
        if isinstance(target, dict):
            target[rng.choice([*target, "extra"])] = rng.choice(WILD)
        else:
            target[rng.randrange(len(target))] = rng.choice(WILD)
        try:
            loaded: Any = load(seal([*lines[:place], msgspec.json.encode(record), *lines[place + 1 :]]), games)
            everything(loaded)
            outcomes["loaded"] += 1
        except FileProblem as problem:
            assert str(problem)
            outcomes["refused"] += 1
    assert outcomes["refused"] > 800
    assert outcomes["loaded"] > 20


def test_a_file_can_be_read_without_playing_it() -> None:
    heading, records = read(DATA)
    assert (heading.rulebound, heading.game) == (FORMAT, GAME.id)
    assert len(records) == DATA.count(b"\n") - 2
