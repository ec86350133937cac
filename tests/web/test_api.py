"""The addresses: making and joining tables, acting, the past, files, notes, links; and what they refuse."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from serving import Person, Server, serving

HOSTILE = ["", "null", "[]", "{}", "{", '"x"', "1e999", '{"command": 1}', "[" * 5000, '{"command": "\\ud800"}', "\x00", '{"is": "do"}']


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("api") / "t.db") as server:
        yield server


def duel(server: Server) -> tuple[Person, Person]:
    """Two people at a duel of COMBAT whose narrator is a machine."""
    ana, bo = Person(server), Person(server)
    links = ana.make("combat", "duel", "red", gm="machine", blue="friend")
    return ana, bo.join(links["blue"])


def test_every_game_is_offered_with_scenes_and_variants(server: Server) -> None:
    games = Person(server).get("/api/games")["games"]
    assert {"combat", "infected", "contagion"} <= {game["id"] for game in games}
    for game in games:
        assert game["scenes"][-1]["id"] == ""
        assert all(scene["title"] and scene["about"] for scene in game["scenes"])
        assert all(variant["meaning"] and variant["rule"].startswith(game["id"]) for variant in game["variants"])


def test_every_scene_of_every_game_opens_and_shows_itself(server: Server) -> None:
    someone = Person(server)
    for game in someone.get("/api/games")["games"]:
        for scene in game["scenes"]:
            someone.table = someone.post("/api/tables", {"game": game["id"], "scene": scene["id"]})["table"]
            frame = someone.get("TABLE")
            assert frame["game"] == game["id"]
            assert frame["status"]


def test_an_invited_friend_sits_down_and_acts(server: Server) -> None:
    ana, bo = duel(server)
    assert bo.get("TABLE")["seat"]["id"] == "blue"
    ana.post("TABLE/do", {"command": "begin"})
    frame = bo.get("TABLE")
    assert frame["turns"] == 1
    assert frame["to_act"] in ("red", "blue")
    mine = ana.get("/api/tables")["tables"]
    assert [(table["table"], table["seat"], table["turns"]) for table in mine] == [(ana.table, "red", 1)]


def test_whoever_has_no_seat_gets_nothing(server: Server) -> None:
    ana, _ = duel(server)
    stranger = Person(server)
    stranger.table = ana.table
    for path in ("TABLE", "TABLE/log", "TABLE/history", "TABLE/history/0", "TABLE/transcript", "TABLE/file", "TABLE/notes", "TABLE/links"):
        assert stranger.get(path, 401)["refusal"]["rule"] == "table.no_seat"
    stranger.post("TABLE/do", {"command": "begin"}, 401)
    assert stranger.post("/api/join", {"token": "A" * 22}, 401)["refusal"]["rule"] == "table.bad_link"
    stranger.http.cookies.set(f"rulebound_{ana.table}", "A" * 22)
    stranger.get("TABLE", 401)


def test_a_seat_of_one_table_opens_no_other(server: Server) -> None:
    ana, _ = duel(server)
    other, _ = duel(server)
    ana.http.cookies.set(f"rulebound_{other.table}", ana.http.cookies[f"rulebound_{ana.table}"])
    ana.table = other.table
    ana.get("TABLE", 401)


def test_the_cookie_cannot_be_read_by_scripts_or_sent_from_elsewhere(server: Server) -> None:
    made = httpx.post(f"{server.url}/api/tables", json={"game": "combat", "scene": "duel"})
    cookie = made.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie
    assert cookie.split("=")[1].split(";")[0] not in made.text


def test_links_made_anew_void_the_old_ones(server: Server) -> None:
    ana, bo = Person(server), Person(server)
    links = ana.make("combat", "duel", "red", gm="machine", blue="friend")
    bo.join(links["blue"]).sit()
    assert bo.post("TABLE/links/red", {}, 403)["refusal"]["rule"] == "table.gm_only"
    link = ana.post("TABLE/links/blue", {})["link"]
    bo.get("TABLE", 401)
    assert bo.post("/api/join", {"token": links["blue"].partition("#")[2]}, 401)["refusal"]["rule"] == "table.bad_link"
    assert bo.join(link).get("TABLE")["seat"]["id"] == "blue"
    ana.http.delete(f"/api/tables/{ana.table}/links/blue").raise_for_status()
    bo.get("TABLE", 401)
    assert ana.http.delete(f"/api/tables/{ana.table}/links/red").status_code == 409
    assert {seat["seat"]: seat["taken"] for seat in ana.get("TABLE/links")["seats"]} == {"gm": False, "red": True, "blue": False}


def test_history_shows_the_table_as_it_was(server: Server) -> None:
    ana, _ = duel(server)
    before = ana.get("TABLE")
    ana.post("TABLE/do", {"command": "begin"})
    assert ana.get("TABLE/history/0")["panels"] == before["panels"]
    assert ana.get("TABLE/history/0")["log"]["lines"] == []
    after, now = ana.get("TABLE/history/1"), ana.get("TABLE")
    assert (after["panels"], after["log"]) == (now["panels"], now["log"])
    (turn,) = ana.get("TABLE/history")["turns"]
    assert (turn["turn"], turn["seat"], turn["command"]) == (1, "red", "begin") and turn["says"]
    for wrong in ("2", "-1", "x", "9" * 30):
        assert ana.http.get(f"/api/tables/{ana.table}/history/{wrong}").status_code in (400, 404)


def test_a_file_goes_out_and_comes_back(server: Server) -> None:
    ana = Person(server)
    ana.make("combat", "duel", "gm", red="machine", blue="machine")
    ana.sit().wait_for(lambda frame: frame["ending"])
    ana.leave()
    file = ana.http.get(f"/api/tables/{ana.table}/file").content
    old = ana.get("TABLE")
    back = Person(server)
    back.table = back.http.post("/api/tables/import", content=file).json()["table"]
    new = back.get("TABLE")
    assert [new[part] for part in ("panels", "log", "ending", "turns")] == [old[part] for part in ("panels", "log", "ending", "turns")]
    text = back.get("TABLE/transcript")
    assert all(line["text"] in text for line in old["log"]["lines"])


def test_the_file_is_not_for_players_among_people(server: Server) -> None:
    ana, bo = duel(server)
    for person in (ana, bo):
        assert person.get("TABLE/file", 403)["refusal"]["rule"] == "table.gm_only"


@pytest.mark.parametrize("content", [b"", b"hello", b"\x00" * 1000, b'{"rulebound": 99}\n', b'{"rulebound": 1, "game": "chess"}\n'])
def test_a_bad_file_is_refused_and_nothing_kept(server: Server, content: bytes) -> None:
    before = Person(server).get("/api/health")["tables"]
    answer = httpx.post(f"{server.url}/api/tables/import", content=content)
    assert (answer.status_code, answer.json()["refusal"]["rule"]) == (400, "table.bad_file")
    assert Person(server).get("/api/health")["tables"] == before


def test_notes_of_one_and_of_all(server: Server) -> None:
    ana, bo = duel(server)
    ana.http.put(f"/api/tables/{ana.table}/notes", json={"mine": "BANANA", "shared": "meet at noon"}).raise_for_status()
    assert bo.get("TABLE/notes") == {"mine": "", "shared": "meet at noon"}
    assert ana.get("TABLE/notes") == {"mine": "BANANA", "shared": "meet at noon"}
    assert ana.http.put(f"/api/tables/{ana.table}/notes", json={"mine": "x" * 20_001}).status_code == 400


def test_nobody_wipes_out_what_another_has_written_in_the_shared_notes(server: Server) -> None:
    ana, bo = duel(server)
    ana.http.put(f"/api/tables/{ana.table}/notes", json={"shared": "meet at noon", "was": ""}).raise_for_status()
    late = bo.http.put(f"/api/tables/{bo.table}/notes", json={"shared": "meet at one", "was": ""})
    assert late.json()["shared"] == "meet at noon"
    assert ana.get("TABLE/notes")["shared"] == "meet at noon"
    bo.http.put(f"/api/tables/{bo.table}/notes", json={"shared": "meet at one", "was": "meet at noon"}).raise_for_status()
    assert ana.get("TABLE/notes")["shared"] == "meet at one"


@pytest.mark.parametrize(
    ("wanted", "rule"),
    [
        ({"game": "chess"}, "table.no_such_game"),
        ({"game": "combat", "scene": "nowhere"}, "table.no_such_scene"),
        ({"game": "combat", "variants": {"nonsense": 1}}, "table.bad_variant"),
        ({"game": "combat", "scene": "duel", "seats": [{"id": "red", "who": "king"}]}, "table.bad_seats"),
        ({"game": "combat", "scene": "duel", "seats": [{"id": "red", "who": "me"}, {"id": "blue", "who": "me"}]}, "table.bad_seats"),
        ({"game": "combat", "scene": "duel", "seats": [{"id": "<b>"}]}, "table.bad_seats"),
        ({"game": "combat", "scene": "duel", "seats": [{"id": "red"}, {"id": "red"}]}, "table.bad_seats"),
        ({"game": "combat", "scene": "duel", "seats": [{"id": "screen", "who": "friend"}]}, "table.bad_seats"),
        ({"game": "combat", "title": "x" * 81}, "table.bad_title"),
        ({"game": "combat", "secret": 1}, "table.bad_message"),
    ],
)
def test_a_wrong_table_is_refused_with_what_would_be_right(server: Server, wanted: dict[str, object], rule: str) -> None:
    before = Person(server).get("/api/health")["tables"]
    refusal = Person(server).post("/api/tables", wanted, 400)["refusal"]
    assert refusal["rule"] == rule
    assert Person(server).get("/api/health")["tables"] == before


@pytest.mark.parametrize("path", ["do", "answer", "default", "overrule", "say", "reseat", "pause", "argument", "try", "chances", "notes"])
def test_hostile_bodies_are_refused_and_change_nothing(server: Server, path: str) -> None:
    ana, _ = duel(server)
    before = ana.get("TABLE")
    for body in HOSTILE:
        method = "PUT" if path == "notes" else "POST"
        content = body.encode("utf-8", "surrogatepass")
        answer = ana.http.request(method, f"/api/tables/{ana.table}/{path}", content=content)
        allowed = (200, 400) if path in ("notes",) and body == "{}" else (400, 409)
        assert answer.status_code in allowed, (path, body, answer.text)
    assert ana.get("TABLE") == before


def test_too_large_a_body_is_refused(server: Server) -> None:
    ana, _ = duel(server)
    answer = ana.http.post(f"/api/tables/{ana.table}/say", content=b"x" * 70_000)
    assert (answer.status_code, answer.json()["refusal"]["rule"]) == (413, "table.too_large")
    answer = ana.http.post(f"/api/tables/{ana.table}/say", content=iter([b"x" * 40_000] * 3))
    assert (answer.status_code, answer.json()["refusal"]["rule"]) == (413, "table.too_large")


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", "--rate", "0.5") as server, httpx.Client(base_url=server.url) as client:
        answers = [client.get("/api/health") for _ in range(20)]
        assert answers[0].status_code == 200
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused and refused[0].json()["refusal"]["rule"] == "table.too_fast"
        made_up = [client.get("/api/health", headers={"Cookie": f"a={number}"}).status_code for number in range(200)]
        assert 429 in made_up


def test_what_is_not_there_is_said(server: Server) -> None:
    someone = Person(server)
    for path in ("/api/nothing", "/nothing", "/static/nothing.js", "/static/../app.py", "/api/rules/combat.no_such"):
        assert someone.http.get(path).status_code == 404
        assert "Traceback" not in someone.http.get(path).text
    assert someone.http.delete("/api/games").status_code == 405


def test_every_answer_forbids_what_is_foreign(server: Server) -> None:
    for path in ("/", "/api/health", "/api/nothing", "/static/style.css"):
        headers = httpx.get(server.url + path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_the_description_names_every_address(server: Server) -> None:
    document = json.loads(httpx.get(f"{server.url}/api/openapi.json").text)
    assert {"/api/tables", "/api/join", "/api/tables/{table}/do", "/api/tables/{table}/history/{turn}"} <= set(document["paths"])
    named = json.dumps(document)
    for ref in set(named.split('"$ref": "#/components/schemas/')[1:]):
        assert ref.split('"')[0] in document["components"]["schemas"]


def test_a_qr_code_is_a_picture(server: Server) -> None:
    answer = httpx.post(f"{server.url}/api/qr", json={"text": "http://localhost/join#x"})
    assert answer.headers["content-type"] == "image/svg+xml" and answer.text.startswith("<svg")
    assert httpx.post(f"{server.url}/api/qr", json={"text": "x" * 501}).status_code == 400


def test_logs_hold_no_secrets_and_the_server_ends_cleanly(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db") as server:
        ana, bo = duel(server)
        bo.post("TABLE/say", {"text": "BANANA"})
        token = ana.http.cookies[f"rulebound_{ana.table}"]
        logged = server.stop()
    assert server.process.returncode == 0
    assert token not in logged and "BANANA" not in logged and "Traceback" not in logged
