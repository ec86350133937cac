"""What the page is made of: named beforehand, light, and nothing in it that nobody uses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest
from serving import Server, serving

from rulebound.web import pages

LIGHT = 150_000
"""Bytes: of each page with all that it loads, as it is written and with one language; and of all files together, as they are sent."""
SCRIPTS = {path.relative_to(pages.STATIC).as_posix(): path.read_text(encoding="utf-8") for path in pages.STATIC.rglob("*.js")}
STYLES = "".join(path.read_text(encoding="utf-8") for path in pages.STATIC.glob("*.css"))
ALL_SCRIPTS = "\n".join(SCRIPTS.values())
BY_DATA = re.compile(r"game-\w+|shade\d|whisper|gmroll")
"""Classes whose names are put together from what the server sends."""


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with serving(tmp_path_factory.mktemp("static") / "t.db") as server:
        yield client(server)


def client(server: Server) -> httpx.Client:
    return httpx.Client(base_url=server.url, headers={"Accept-Encoding": "gzip"})


def named_by(text: str, pattern: str, path: str = "") -> set[str]:
    return {urljoin(path, name) for name in re.findall(pattern, text, re.M)}


@pytest.mark.parametrize("address", pages.PAGES)
def test_a_page_names_all_it_is_made_of_and_is_light(http: httpx.Client, address: str) -> None:
    text = http.get(address.replace("{table}", "none")).text
    named = named_by(text, r'(?:href|src)="(/static/[^"]+)"')
    files = {path: http.get(path) for path in [*named, "/static/lang/de.json"]}
    assert all(file.status_code == 200 for file in files.values())
    modules = {path: file.text for path, file in files.items() if path.endswith(".js")}
    imported = {name for path, code in modules.items() for name in named_by(code, r"^import .*from '(\.[^']+)'", path)}
    assert imported <= named, f"not named beforehand: {imported - named}"
    weight = len(text) + sum(len(file.content) for file in files.values())
    assert weight < LIGHT, f"{address} loads {weight} bytes"


def test_all_of_it_together_is_sent_in_few_bytes(http: httpx.Client) -> None:
    paths = [path.relative_to(pages.STATIC).as_posix() for path in pages.STATIC.rglob("*") if path.suffix in pages.KINDS]
    sent = 0
    for path in paths:
        with http.stream("GET", f"/static/{path}") as answer:
            assert answer.headers["content-encoding"] == "gzip"
            sent += len(b"".join(answer.iter_raw()))
    sent += sum(len(http.get(address.replace("{table}", "none")).content) for address in pages.PAGES)
    assert sent < LIGHT, f"{len(paths)} files are sent as {sent} bytes"


def test_no_style_is_for_nothing() -> None:
    selectors = " ".join(re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", STYLES, flags=re.S)))
    names = set(re.findall(r"[.#]([a-zA-Z][\w-]*)", selectors))
    assert not {name for name in names if not BY_DATA.fullmatch(name) and not re.search(rf"(?<![\w-]){name}(?![\w-])", ALL_SCRIPTS)}
    kept = set(re.findall(r"(--[\w-]+):", STYLES))
    assert not {name for name in kept if f"var({name})" not in STYLES}


def test_no_word_of_the_catalogues_is_for_nothing_and_both_have_the_same() -> None:
    english, german = (json.loads((pages.STATIC / f"lang/{code}.json").read_text(encoding="utf-8")) for code in ("en", "de"))
    assert set(english) == set(german)
    assert all(sorted(re.findall(r"\{\w+\}", english[key])) == sorted(re.findall(r"\{\w+\}", german[key])) for key in english)
    bases = {re.sub(r"\.(one|other)$", "", key) for key in english}
    assert not {key for key in bases if f"'{key}'" not in ALL_SCRIPTS and not put_together(key)}


def put_together(key: str) -> bool:
    """Whether some script writes it as a template, such as `card.${suit}` or `lobby.way.${way}.about`."""
    words = key.split(".")
    return any(".".join([*words[:at], "${"]) in ALL_SCRIPTS for at in range(1, len(words)))


def test_what_a_module_offers_somebody_takes() -> None:
    for path, text in SCRIPTS.items():
        others = "\n".join(other for name, other in SCRIPTS.items() if name != path)
        offered = re.findall(r"^export (?:async )?(?:const|function|class|let) (\w+)", text, re.M)
        assert not [name for name in offered if not re.search(rf"\b{name}\b", others)], path


def test_every_module_is_asked_for_by_somebody() -> None:
    asked = {Path(path).name for path in re.findall(r"['\"]([./\w]+\.js)['\"]", ALL_SCRIPTS)} | {*pages.PAGES.values(), pages.NO_PAGE}
    assert {Path(path).name for path in SCRIPTS} <= asked
