"""Nothing of another's reaches a seat: frames compared with those of a twin table, and everything recorded on real sockets."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import twins
from serving import Person, serving

from rulebound.kernel.seats import SeatId
from rulebound.web.frames import Around, Memory, frame, past
from rulebound.web.messages import encode
from rulebound.web.sight import Sight, Wording
from rulebound.web.tables import _answers, _turns

AROUND = Around("t", "A table", "e", (), False, False)


def what_the_server_sends(table: twins.Live, seat: SeatId, chance: random.Random) -> list[bytes]:
    """A whole frame, the history, what could be overruled, and some of the past, as they would go out."""
    sent = [encode(frame(table, Sight(seat, Wording()), AROUND, Memory())), encode(_turns(table, seat)), encode(_answers(table, seat))]
    if table.turns:
        sent.append(encode(past(table, seat, AROUND, max(0, len(table.turns) - chance.randint(1, 3)))))
    return sent


@pytest.mark.parametrize("seed", range(12))
def test_frames_are_the_same_bytes_at_a_twin_table(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole past of a seat is its own: what it saw before the last command was the same at both tables."""
    monkeypatch.setattr(twins, "what_is_sent", what_the_server_sends)
    monkeypatch.setattr(twins.Evening, "_no_order", lambda *_: None)
    evening = twins.Evening(1000 + seed)
    evening.play(50)
    assert evening.compared > 5


def hands(text: str) -> dict[str, tuple[list[str], int]]:
    """Whose cards a message shows, by the name of the hand."""
    message: dict[str, Any] = json.loads(text)
    items = [item for panel in message.get("panels", {}).values() for item in panel["items"] if item["type"] == "cards"]
    return {item["name"]: (item["cards"], item["face_down"]) for item in items if item["name"].startswith("Hand of ")}


def test_what_four_people_receive_in_a_whole_game(tmp_path: Path) -> None:
    """Every frame and body of an evening over real sockets: whispers, private notes and others' hands are never in them."""
    with serving(tmp_path / "t.db", pace=0.005) as server:
        people = {"odile": Person(server)}
        others = dict.fromkeys(("ruth", "piet", "bo"), "friend")
        links = people["odile"].make("contagion", "evening", "odile", gm="machine", **others)
        for seat in others:
            people[seat] = Person(server).join(links[seat])
        secrets = {seat: f"zq{seat}zq" for seat in people}
        for seat, person in people.items():
            person.sit()
            person.ask("say", text=f"/w gm {secrets[seat]}")
            person.http.put(f"/api/tables/{person.table}/notes", json={"mine": secrets[seat]})
        for seat, person in people.items():
            person.ask("reseat", seat=seat, machine=True)
        with ThreadPoolExecutor() as pool:  # everybody reads at once: a client that does not is cut off
            list(pool.map(lambda person: person.wait_for(lambda frame: frame["ending"], patience=300), people.values()))
        for person in people.values():
            person.get("TABLE")
            for path in ("log", "history", "history/9", "transcript", "notes", "links", "answers"):
                person.get(f"TABLE/{path}")
        shown = sum(only_its_own(seat, people, secrets) for seat in people)
        assert shown > 20


def only_its_own(seat: str, people: dict[str, Person], secrets: dict[str, str]) -> int:
    """Nothing in what a seat received is another's; in how many hands it saw cards."""
    person = people[seat]
    everything = "\n".join(person.received)
    assert all(secret not in everything for other, secret in secrets.items() if other != seat)
    assert all(other.http.cookies[f"rulebound_{other.table}"] not in everything for other in people.values())
    frames = [text for text in person.received if text.startswith('{"is":"table"')]
    seen = [(owner, cards) for text in frames for owner, (cards, _) in hands(text).items() if cards]
    mine = {panel["id"]: panel["title"] for text in frames for panel in json.loads(text)["panels"].values() if panel["mine"]}
    assert {owner for owner, _ in seen} <= {f"Hand of {name}" for name in mine.values()}
    assert all(mine.keys().isdisjoint(own_sheets(other)) for name, other in people.items() if name != seat)
    return len(seen)


def own_sheets(person: Person) -> set[str]:
    """By their ids: two people may give their Survivors the same name."""
    return {panel["id"] for panel in person.panels.values() if panel["mine"]}
