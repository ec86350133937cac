"""Schemathesis over the API: whatever its description allows or forbids is tried, and no address fails or answers unannounced."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from serving import Person, Server, serving
from starlette.testclient import TestClient

from rulebound.store.sqlite import Store
from rulebound.web.app import make_app
from rulebound.web.site import Options

TRIES = 12


def described() -> dict[str, object]:
    """The description, without a server: addresses are named when tests are collected."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "t.db")
        document: dict[str, object] = make_app(store, Options()).openapi()
        store.close()
    return document


schema = schemathesis.openapi.from_dict(described())


@pytest.fixture(scope="module")
def someone() -> Iterator[Person]:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "t.db", "--rate", "100000") as server:
        yield sit_down(server)


def sit_down(server: Server) -> Person:
    person = Person(server)
    person.make("combat", "duel", "gm", red="machine", blue="friend")
    return person


@schema.parametrize()
@settings(max_examples=TRIES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_no_address_fails(case: schemathesis.Case, someone: Person) -> None:
    if case.path_parameters and "table" in case.path_parameters:
        case.path_parameters["table"] = someone.table
    response = case.call(base_url=someone.server.url, headers={"Cookie": someone.cookie()})
    case.validate_response(response, checks=[not_a_server_error])
    announced = set(case.operation.definition.raw["responses"])
    assert str(response.status_code) in announced | {"405", "422"}, response.text
    assert "Traceback" not in response.text


def test_an_address_that_breaks_says_so_and_nothing_more(tmp_path: Path) -> None:
    store = Store(tmp_path / "t.db")
    app = make_app(store)

    @app.get("/api/broken")
    async def broken() -> None:
        raise KeyError("zqsecretzq")

    with TestClient(app, raise_server_exceptions=False) as client:
        answer = client.get("/api/broken")
    assert answer.status_code == 500
    assert answer.json()["refusal"]["rule"] == "table.broken"
    assert "zqsecretzq" not in answer.text
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    store.close()
