"""The socket: everybody sees what happens, one answer wins, a lost connection catches up, and nonsense harms nobody."""

from __future__ import annotations

import json
import random
import socket as sockets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import Person, Server, serving
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("socket") / "t.db") as server:
        yield server


def duel(server: Server) -> tuple[Person, Person]:
    ana, bo = Person(server), Person(server)
    links = ana.make("combat", "duel", "red", gm="machine", blue="friend")
    bo.join(links["blue"])
    return ana.sit(), bo.sit()


def play_on(people: dict[str, Person]) -> None:
    """One sensible step by whoever is asked or may act."""
    frame = next(iter(people.values())).frame
    asked = next((seat for seat in frame["waiting_for"] if seat in people), None)
    if asked:
        person = people[asked]
        person.wait_for(lambda frame: frame["question"])
        question = person.frame["question"]
        value = question["options"][0]["value"] if question["options"] else question["default"]
        assert person.ask("answer", id=question["id"], value=value)["ok"]
    else:
        person = people.get(frame["to_act"], next(iter(people.values())))
        person.wait_for(lambda mine: mine["n"] >= frame["n"])
        for name in ("begin", "attack", "move", "end_turn"):
            move = person.legal(name)
            if move and _do(person, move):
                break
    last = person.frame["n"]
    for other in people.values():
        other.wait_for(lambda mine: mine["n"] >= last)


def _do(person: Person, move: dict[str, Any]) -> bool:
    args: dict[str, object] = {}
    while argument := person.ask("argument", command=move["name"], args=args).get("argument"):
        if not argument["values"]:
            if argument["optional"]:
                break
            return False
        args[argument["name"]] = argument["values"][-1 if argument["name"] == "yards" else 0]["value"]
    return bool(person.ask("do", command=move["name"], args=args).get("ok"))


def test_everybody_sees_what_one_does(server: Server) -> None:
    ana, bo = duel(server)
    assert ana.ask("do", command="begin")["ok"]
    bo.wait_for(lambda frame: frame["turns"] == 1)
    assert [line["text"] for line in bo.log] == [line["text"] for line in ana.log]
    assert ana.frame["here"] == ["red", "blue"]
    bo.leave()
    ana.wait_for(lambda frame: frame["here"] == ["red"])


def test_a_whole_duel_is_played_to_its_end(server: Server) -> None:
    ana, bo = duel(server)
    people = {"red": ana, "blue": bo}
    for _ in range(400):
        if ana.frame["ending"]:
            break
        play_on(people)
    assert ana.frame["ending"]
    assert ana.panels.keys() == ana.get("TABLE")["panels"].keys()
    whole = ana.get("TABLE")
    assert ana.panels == whole["panels"]
    assert ana.log[-len(whole["log"]["lines"]) :] == whole["log"]["lines"]


def test_undo_takes_lines_back_on_every_screen(server: Server) -> None:
    ana, bo = duel(server)
    ana.ask("do", command="begin")
    bo.wait_for(lambda frame: frame["turns"] == 1)
    assert ana.ask("undo")["ok"]
    bo.wait_for(lambda frame: frame["turns"] == 0)
    ana.wait_for(lambda frame: frame["turns"] == 0)
    assert [line["text"] for line in bo.log] == [line["text"] for line in ana.log] == [bo.get("TABLE")["log"]["lines"][0]["text"]]


def test_of_two_answers_at_once_one_wins(server: Server) -> None:
    ana, bo = duel(server)
    people = {"red": ana, "blue": bo}
    for _ in range(60):
        if ana.frame["waiting_for"] or ana.frame["ending"]:
            break
        play_on(people)
    (seat,) = ana.frame["waiting_for"]
    person = people[seat]
    question = person.wait_for(lambda frame: frame["question"])["question"]
    other_device = Person(server)
    other_device.http.cookies, other_device.table = person.http.cookies, person.table
    other_device.sit()
    value = question["options"][0]["value"]
    refs = [device.send("answer", id=question["id"], value=value) for device in (person, other_device)]
    replies = []
    for device, ref in zip((person, other_device), refs, strict=True):
        message = device.hear()
        while message["is"] != "reply" or message["ref"] != ref:
            message = device.hear()
        replies.append(message)
    assert sorted(bool(reply.get("ok")) for reply in replies) == [False, True]
    refusal = next(reply["refusal"] for reply in replies if "refusal" in reply)
    assert refusal["rule"] == "table.not_asked" and "answered already" in refusal["reason"]


def test_a_lost_connection_catches_up_from_what_it_has(server: Server) -> None:
    ana, bo = duel(server)
    ana.ask("do", command="begin")
    bo.wait_for(lambda frame: frame["turns"] == 1)
    bo.leave()
    seen = len(bo.log)
    ana.ask("say", text="still there?")
    bo.sit(epoch=bo.frame["epoch"], seen=seen, said=0)
    assert bo.frame["log"] == {"from": seen, "lines": []}
    assert [line["text"] for line in bo.frame["talk"]["lines"]] == ["still there?"]
    bo.leave()
    bo.sit(epoch="another.0", seen=seen, said=1)
    assert bo.frame["log"]["from"] == 0 and len(bo.frame["log"]["lines"]) == seen


def test_talk_and_whispers(server: Server) -> None:
    ana, bo = Person(server), Person(server)
    cy = Person(server)
    links = ana.make("combat", "duel", "gm", red="friend", blue="friend")
    bo.join(links["red"]).sit()
    cy.join(links["blue"]).sit()
    ana.sit()
    assert bo.ask("say", text="/w gm it is BANANA")["ok"]
    assert bo.ask("say", text="/roll 2d6")["ok"]
    assert bo.ask("say", text="/dance")["refusal"]["rule"] == "table.bad_talk"
    cy.wait_for(lambda frame: frame["talk"]["lines"] and frame["talk"]["lines"][-1]["kind"] == "roll")
    ana.wait_for(lambda frame: frame["talk"]["lines"] and frame["talk"]["lines"][-1]["kind"] == "roll")
    assert not any("BANANA" in text for text in cy.received)
    assert any("BANANA" in text for text in ana.received)


def test_a_pause_holds_players_and_machines(server: Server) -> None:
    gm, red = Person(server), Person(server)
    links = gm.make("combat", "duel", "gm", red="friend", blue="machine")
    red.join(links["red"]).sit()
    gm.sit()
    assert red.ask("pause", on=True)["refusal"]["rule"] == "table.gm_only"
    assert gm.ask("pause", on=True)["ok"]
    assert red.wait_for(lambda frame: frame["paused"])
    assert red.ask("do", command="begin")["refusal"]["rule"] == "table.paused"
    assert red.ask("say", text="why?")["ok"]
    assert gm.ask("pause", on=False)["ok"]
    assert red.ask("do", command="begin")["ok"]


def test_a_seat_is_handed_to_a_machine_and_taken_back(server: Server) -> None:
    ana, bo = duel(server)
    assert ana.ask("reseat", seat="blue", machine=True)["refusal"]["rule"] == "table.not_your_seat"
    assert bo.ask("reseat", seat="blue", machine=True)["ok"]
    assert ana.ask("reseat", seat="red", machine=True)["ok"]
    ana.wait_for(lambda frame: frame["ending"])
    assert bo.ask("reseat", seat="blue", machine=False)["ok"]


def test_the_game_master_lets_a_default_stand_without_seeing_what_is_offered(server: Server) -> None:
    gm, red = Person(server), Person(server)
    links = gm.make("combat", "duel", "gm", red="friend", blue="friend")
    red.join(links["red"]).sit()
    gm.sit()
    assert red.ask("reseat", seat="red", real_dice=True)["ok"]
    gm.ask("do", command="begin")
    question = red.wait_for(lambda frame: frame["question"])["question"]
    gm.wait_for(lambda frame: frame["waiting_for"] == ["red"])
    assert question["id"] not in "".join(gm.received)
    assert gm.ask("default", id="0", **{"for": "red"})["refusal"]["rule"] == "table.not_asked"
    while gm.frame["turns"] == 0:  # equal throws are thrown again
        assert gm.ask("default", id=gm.frame["asked"], **{"for": "red"})["ok"]
    red.wait_for(lambda frame: frame["turns"] == 1)


def test_real_dice_are_asked_for_and_taken(server: Server) -> None:
    ana, _ = duel(server)
    assert ana.ask("reseat", seat="red", real_dice=True)["ok"]
    ana.ask("do", command="begin")
    question = ana.wait_for(lambda frame: frame["question"])["question"]
    assert question["kind"] == "roll" and question["dice"]
    assert ana.ask("answer", id=question["id"], value=[9])["refusal"]["rule"] == "table.wrong_dice"
    assert ana.ask("answer", id=question["id"], value=[4] * len(question["dice"]))["ok"]
    assert any(line["thrown"] and line["thrown"]["typed"] for line in ana.log)


def test_chances_come_with_a_move(server: Server) -> None:
    ana, bo = duel(server)
    people = {"red": ana, "blue": bo}
    person = ana
    while not person.legal("attack"):
        play_on(people)
        person = people[ana.frame["to_act"] or "red"]
    args: dict[str, object] = {}
    while argument := person.ask("argument", command="attack", args=args).get("argument"):
        if not argument["values"]:
            break
        args[argument["name"]] = argument["values"][0]["value"]
    (chances,) = person.ask("chances", command="attack", args=args)["chances"]
    assert chances["for"] == "" and len(chances["outcomes"]) > 1
    assert person.ask("chances", id="nothing")["refusal"]["rule"] == "table.not_asked"
    assert person.ask("chances", command="dance")["refusal"]["rule"] == "table.unknown_command"


def test_chances_of_a_thing_by_itself_come_first(server: Server) -> None:
    """Then with all that may follow, where there is any; a takedown of somebody infected may spray blood."""
    marta = Person(server)
    marta.make("infected", "pharmacy at night", "marta", kit="machine", dov="machine", gm="machine")
    marta.sit()
    args: dict[str, object] = {}
    while argument := marta.ask("argument", command="take_down", args=args).get("argument"):
        args[argument["name"]] = argument["values"][0]["value"]
    first = marta.ask("chances", command="take_down", args=args, itself=True)
    tries = (marta.ask("chances", command="take_down", args=args) for _ in range(30))
    whole = next(reply for reply in tries if reply["chances"])  # on a busy machine it is given up, and may be asked for again
    assert first["more"] and "more" not in whole
    says = [{outcome["says"] for outcome in reply["chances"][0]["outcomes"]} for reply in (first, whole)]
    assert says[0] < says[1] and any("infect" in said for said in says[1])


def test_a_machine_says_what_it_would_do(server: Server) -> None:
    """Whatever it says is legal as it stands; to those who have nothing to start it says so."""
    ana, bo = duel(server)
    advice = ana.ask("advice")["advice"]
    assert ana.ask("try", **advice)["ok"] and ana.ask("do", **advice)["ok"]
    bo.wait_for(lambda frame: frame["n"] >= ana.frame["n"])
    while ana.frame["question"] or bo.frame["question"] or ana.frame["to_act"] not in ("red", "blue"):
        play_on({"red": ana, "blue": bo})
    on_turn, waits = (ana, bo) if ana.frame["to_act"] == "red" else (bo, ana)
    assert on_turn.ask("do", **on_turn.ask("advice")["advice"])["ok"]
    assert waits.ask("advice").get("advice") is None


# ------------------------------------------------------------------------------------------------ what is not wanted
def closes(server: Server, table: str, cookie: str = "", origin: str | None = None) -> int:
    headers = {"Cookie": cookie} if cookie else {}
    with connect(f"ws://{server.address}/ws/{table}", additional_headers=headers, origin=origin) as socket:  # type: ignore[arg-type]
        with pytest.raises(ConnectionClosed) as closed:
            socket.send('{"is": "hello"}')
            while True:
                socket.recv(timeout=10)
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code


def test_strangers_and_other_sites_are_shown_out(server: Server) -> None:
    ana, _ = duel(server)
    assert closes(server, ana.table) == 4401
    assert closes(server, "nothing", ana.cookie()) == 4401
    assert closes(server, ana.table, ana.cookie(), "http://evil.example") == 4403


def test_a_link_made_anew_closes_the_old_ones_socket(server: Server) -> None:
    ana, bo = duel(server)
    ana.post("TABLE/links/blue", {})
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            bo.hear()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4409


def hostile(random: random.Random) -> str | bytes:
    junk: list[object] = [None, True, 0, -1, 10**30, 1.5, "", "x" * 5000, [], {}, [[[[]]]], {"a": {"b": 1}}, "\u0000", "gm", "blue"]
    fields = ["command", "args", "id", "value", "for", "answer", "text", "seat", "name", "machine", "real_dice", "on", "ref", "seen"]
    kinds: list[object] = ["do", "answer", "default", "undo", "cancel", "overrule", "say", "reseat", "pause", "argument", "try", "?"]
    match random.randrange(8):
        case 0:
            return random.randbytes(200)
        case 1:
            return "[" * 30_000
        case 2:
            return json.dumps(random.choice(junk))
        case _:
            message = {random.choice(fields): random.choice(junk) for _ in range(random.randrange(4))}
            return json.dumps({"is": random.choice(kinds + junk[:4]), **message})


def test_hostile_frames_change_nothing_and_tell_nothing(server: Server) -> None:
    """By a player among people: what only the game master may do is refused, what is left does nothing."""
    ana, bo = Person(server), Person(server)
    links = ana.make("combat", "duel", "gm", red="friend", blue="friend")
    ana.sit().ask("do", command="begin")
    bo.join(links["blue"]).sit()
    dice = random.Random(7)
    before = ana.get("TABLE")
    assert bo.socket is not None
    for _ in range(120):
        try:
            bo.socket.send(hostile(dice))
            time.sleep(0.03)
        except ConnectionClosed:
            bo.leave()
            bo.sit()
            assert bo.socket is not None
    after = ana.get("TABLE")
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= {"n", "talk", "here"}, changed  # talk may be junk that is legal to say
    assert not any("Traceback" in text for text in bo.received)


def test_what_is_sent_in_one_go_is_answered_one_by_one(server: Server) -> None:
    """More messages than are read ahead: none is lost, and each reply follows the frame that shows what it is about."""
    ana, bo = duel(server)
    refs = [ana.send("say", text=f"word {number}") for number in range(30)]
    replies: list[int] = []
    while len(replies) < len(refs):
        message = ana.hear()
        if message["is"] == "reply":
            replies.append(message["ref"])
            assert message["ok"] and len(ana.frame["talk"]["lines"]) + ana.frame["talk"]["from"] >= len(replies)
    assert replies == refs
    bo.wait_for(lambda frame: frame["talk"]["from"] + len(frame["talk"]["lines"]) == 30)


def test_too_many_messages_are_cut_off(server: Server) -> None:
    ana, _ = duel(server)
    with pytest.raises(ConnectionClosed) as closed:
        for _ in range(2000):
            ana.send("here")
        while True:
            ana.hear()
    assert closed.value.rcvd is None or closed.value.rcvd.code in (4429, 1006)


def test_a_silent_client_delays_nobody(server: Server) -> None:
    """One that never reads: its buffers fill up, the others go on."""
    ana, bo = duel(server)
    bo.leave()
    host, port = server.address.split(":")
    silent = sockets.socket()
    silent.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    silent.connect((host, int(port)))
    request = f"GET /ws/{bo.table} HTTP/1.1\r\nHost: {server.address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    request += f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nCookie: {bo.cookie()}\r\n\r\n"
    silent.sendall(request.encode())
    assert b"101" in silent.recv(20)
    text = b'{"is":"hello"}'
    silent.sendall(bytes([0x81, 0x80 | len(text)]) + b"\0\0\0\0" + text)
    ana.wait_for(lambda frame: "blue" in frame["here"])
    waits = []
    for _ in range(190):
        begin = time.monotonic()
        assert ana.ask("say", text="x" * 900)["ok"]
        waits.append(time.monotonic() - begin)
    silent.close()
    assert sorted(waits)[len(waits) // 2] < 1.0


def test_a_machine_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    ana = None
    with serving(tmp_path / "t.db", pace=0.05) as server:
        ana = Person(server)
        ana.make("combat", "duel", "gm", red="machine", blue="machine")
        ana.sit().wait_for(lambda frame: frame["turns"] >= 3)
        server.kill()
    with serving(tmp_path / "t.db") as server:
        again = Person(server)
        again.http.cookies, again.table = ana.http.cookies, ana.table
        assert again.get("TABLE")["turns"] >= 3
        again.sit().wait_for(lambda frame: frame["ending"])
