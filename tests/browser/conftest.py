"""People at pages: the real server, a real Chromium, one browser context a person.

Chromium lives only as long as a module: Playwright keeps an event loop running, which would break other tests of the same process.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from serving import Server, serving
from visitors import Somebody

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("store") / "tables.sqlite", pace=0.01) as running:
        yield running


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    found = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if found is None:
        pytest.skip("chromium is not installed: nothing can be opened in a browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def somebody(chromium: Browser, server: Server) -> Iterator[Callable[..., Somebody]]:
    """Makes people; at the end nothing may have gone wrong on any of their pages."""
    people: list[Somebody] = []

    def arrive(**context: Any) -> Somebody:
        people.append(Somebody(chromium, server, **context))
        return people[-1]

    yield arrive
    for person in people:
        person.leave()


@pytest.fixture(scope="session")
def static() -> Path:
    return Path(__file__).parents[2] / "src/rulebound/web/static"
