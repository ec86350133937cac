"""History: the table as it was, turn by turn, by mouse and by keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pages import PHONE
from playwright.sync_api import expect
from visitors import Somebody

Arrive = Callable[..., Somebody]


def played(person: Somebody) -> Somebody:
    """A duel of machines that is over, watched by the narrator."""
    person.make("combat", "duel", "gm", red="machine", blue="machine")
    person.context.request.post(f"/api/tables/{person.table}/reseat", data={"seat": "gm", "machine": True})
    for _ in range(200):
        if person.frame()["ending"]:
            break
        person.page.wait_for_timeout(100)
    person.page.goto(f"/t/{person.table}/replay")
    person.page.locator("#scrub").wait_for()
    return person


def at(person: Somebody, turn: int) -> None:
    expect(person.page.locator("#turn")).to_have_value(str(turn))
    expect(person.page.locator(".trans [aria-current]")).to_have_count(1 if turn else 0)


def test_a_session_is_read_turn_by_turn(somebody: Arrive, tmp_path: Path) -> None:
    person = played(somebody())
    page, keys = person.page, person.page.keyboard
    last = person.frame()["turns"]
    assert last > 5
    at(person, last)
    final = page.locator(".party").inner_text()
    page.locator("body").press("Home")
    at(person, 0)
    assert page.locator(".party").inner_text() != final
    for _ in range(3):
        keys.press("ArrowRight")
    at(person, 3)
    keys.press("ArrowLeft")
    at(person, 2)
    expect(page.locator(".entries li").first).to_be_visible()
    keys.press("]")
    at(person, last)
    keys.press("[")
    at(person, 1)
    expect(page.locator(".trans li.scene")).to_have_count(1)
    page.locator("#turn").fill("4")
    page.locator("#turn").press("Enter")
    at(person, 4)
    page.get_by_role("button", name="Go to turn 5").click()
    at(person, 5)
    expect(page.get_by_role("heading", name="What changed")).to_be_visible()
    with page.expect_download() as taken:
        page.get_by_role("link", name="Transcript").click()
    taken.value.save_as(tmp_path / "read.txt")
    assert "A debt at the old mill" in (tmp_path / "read.txt").read_text()
    page.locator("h1").click()
    keys.press("h")
    page.wait_for_url(f"**/t/{person.table}")


def test_it_plays_by_itself_and_stops(somebody: Arrive) -> None:
    person = played(somebody())
    page = person.page
    last = person.frame()["turns"]
    page.get_by_label("Speed").select_option("64")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    at(person, last)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.get_by_label("Speed").select_option("0.5")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    at(person, 0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_history_has_no_barriers_and_fits_a_phone(somebody: Arrive, scheme: str) -> None:
    person = played(somebody(color_scheme=scheme, **PHONE if scheme == "dark" else {}))
    person.check_width()
    person.check_axe()


def test_somebody_without_a_seat_is_told_so(somebody: Arrive) -> None:
    owner, stranger = somebody(), somebody()
    owner.make("combat", "duel", "gm")
    for page in ("replay", "gm", "builder"):
        stranger.page.goto(f"/t/{owner.table}/{page}")
        expect(stranger.page.locator(".refusal")).to_contain_text("You have no seat at this table.")
    stranger.check_axe()
    stranger.bad.clear()  # the browser itself notes the refused requests
